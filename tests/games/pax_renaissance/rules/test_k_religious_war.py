"""K1, K2: wars of religion. Who fights stands in B10, when one may be fought in E2."""

import pytest

from paxren_env.games.pax_renaissance.actions import ARRANGE, CARD, CITY, PIRATE_AT
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

JESUITS = "PREN008"  # Aragon, crusade, a gold bishop
GRAND_INQUISITOR = "PREN003"  # Portugal, crusade, a gold bishop
HOLY_LAND = "PREN029"  # Mamluk, crusade, two gold knights
GRIM = "PREN058"  # Ottoman, jihad, a green bishop
HANDSOME = "PREN071"  # Hungary, jihad, two green knights
CROMWELL = "PREN026"  # England, reformation, two red knights
BLACK_ARMY = "PREN066"  # Hungary, reformation, two red knights
BASHI_BAZOUK = "PREN069"  # The East, reformation, a red knight
TRENT = "PREN157X"  # The West, crusade, a gold bishop
REFORMED = "PREN005"  # The West, reformation, a red bishop
HOSPITALLERS = "PREN012"
NAVARRE = "PREN151X"
FIGHT = ("play", "let the")


# --- K1: who comes from afar ----------------------------------------------------------------------
def test_k1_believing_knights_come_over_the_diagonal_but_rooks_do_not():
    cities = {
        "algiers": "green rook", "valencia": "gold rook",
        "london": "gold knight", "bordeaux": "gold rook",  # England touches Aragon diagonally
        "vienna": "gold knight", "venice": "gold knight", "buda": "gold knight",
    }  # fmt: skip
    position = take(game([{"hand": [JESUITS]}, {}], cities=cities), *FIGHT)
    assert legal(position, CITY) == {"valencia", "london", "vienna", "venice"}


def crusade_in_portugal(rooks=False, navarre=False):
    cities = {"granada": "green rook", "toledo": "gold knight", "paris": "gold knight",
              "london": "gold rook"}  # fmt: skip
    player = {"hand": [GRAND_INQUISITOR], "west": [HOSPITALLERS] if rooks else []}
    couple = {"card": "SQ_aragon", "queens": [NAVARRE]}
    other = {"west": [couple]} if navarre else {}
    return take(game([player, other], cities=cities), *FIGHT)


def test_k1_portugal_and_france_touch_diagonally():
    assert legal(crusade_in_portugal(), CITY) == {"toledo", "paris"}


def test_k1_buffer_state_cuts_portugal_from_france_for_everyone():
    # One against one: both die.
    position = crusade_in_portugal(navarre=True)
    assert position.to_dict()["cities"] == {"paris": "gold knight", "london": "gold rook"}


def test_k1_buffer_state_does_not_work_from_a_throne():
    cities = {"granada": "green rook", "toledo": "gold knight", "paris": "gold knight"}
    position = game(
        [{"hand": [GRAND_INQUISITOR]}, {}],
        cities=cities, thrones={"aragon": {"queens": [NAVARRE]}},
    )  # fmt: skip
    assert legal(take(position, *FIGHT), CITY) == {"toledo", "paris"}


def test_k1_hospitallers_may_bring_adjacent_gold_rooks_all_or_none():
    position = crusade_in_portugal(rooks=True)
    assert names(position) == {"leave the gold rooks at home", "let the gold rooks fight"}
    assert legal(take(position, "let the gold rooks fight"), CITY) == {"toledo", "paris", "london"}
    position = take(crusade_in_portugal(rooks=True), "leave the gold rooks at home")
    assert legal(position, CITY) == {"toledo", "paris"}


def test_k1_hospitallers_serve_only_their_owner_and_only_in_crusades():
    cities = {"bordeaux": "gold knight", "paris": "gold rook", "lyon": "red knight"}
    position = game([{"hand": [CROMWELL], "west": [HOSPITALLERS]}, {}], cities=cities)
    assert take(position, *FIGHT).decision == "casualty"
    other = game(
        [{"hand": [JESUITS]}, {"west": [HOSPITALLERS]}],
        cities={"algiers": "green rook", "valencia": "gold knight", "london": "gold rook"},
    )
    assert take(other, *FIGHT).decision != "hospitaller"


def test_k1_hospitallers_are_not_asked_without_adjacent_gold_rooks():
    cities = {"algiers": "green rook", "valencia": "gold rook", "venice": "gold knight"}
    position = game([{"hand": [JESUITS], "west": [HOSPITALLERS]}, {}], cities=cities)
    assert take(position, *FIGHT).decision == "casualty"


def test_k1_heretics_of_both_other_colours_defend_in_cities_and_on_borders():
    cities = {"algiers": "green rook", "valencia": "red knight",
              "toledo": "gold knight", "venice": "gold knight", "london": "gold knight",
              "paris": "gold knight", "vienna": "gold knight"}  # fmt: skip
    borders = {"aragon-papal_states": ["green pirate"], "aragon-portugal": ["red pirate"],
               "aragon-france": ["pawn 1"]}  # fmt: skip
    position = game([{"hand": [JESUITS]}, {}], cities=cities, borders=borders)
    assert changes(position.to_dict(), take(position, *FIGHT)) == {
        "cities.algiers": None, "cities.valencia": None,
        "borders.aragon-papal_states": None, "borders.aragon-portugal": None,
        "0.hand": [], "0.west": [JESUITS],
    }  # fmt: skip
    assert position.to_dict()["resolution"]["deaths_left"] == 4


def test_k1_a_lost_religious_war_lets_the_attacker_pick_heretic_pirates_too():
    cities = {"algiers": "green rook", "valencia": "gold knight"}
    borders = {"aragon-papal_states": ["green pirate"]}
    position = game([{"hand": [JESUITS]}, {}], cities=cities, borders=borders)
    take(position, *FIGHT)
    assert (legal(position, CITY), legal(position, PIRATE_AT)) == (
        {"algiers"}, {"aragon-papal_states"},
    )  # fmt: skip
    assert "valencia" not in position.to_dict()["cities"]


# --- K2: victory ----------------------------------------------------------------------------------
@pytest.mark.parametrize("state", ["medieval", "catholic", "islamic", "reformist"])
def test_k2_victory_makes_a_theocracy_whatever_the_state_before(state):
    position = game(
        [{"hand": [HANDSOME]}, {}],
        cities={"buda": "gold knight"},
        religions={"hungary": state},
    )
    take(position, *FIGHT, "lose the", "place the surviving", "in Buda", "place no concession")
    table = position.to_dict()
    assert table["religions"]["hungary"] == "islamic"
    assert table["players"][0]["east"] == [HANDSOME, "SQ_hungary"]


@pytest.mark.parametrize(
    "cities",
    [
        {"buda": "gold knight", "varna": "gold rook"},
        {"buda": "gold knight", "varna": "gold rook", "modon": "green rook"},
    ],
    ids=["tie", "the believing rook next door does not help"],
)
def test_k2_without_victory_the_state_stays(cities):
    position = take(game([{"hand": [HANDSOME]}, {}], cities=cities), *FIGHT)
    table = position.to_dict()
    assert table["religions"]["hungary"] == "medieval"
    assert "hungary" in table["thrones"]
    assert "buda" not in table["cities"] and "varna" not in table["cities"]


def test_k2_a_crusade_flips_an_own_king_to_a_republic_and_places_the_bishop_last():
    """EX28."""
    cities = {"valencia": "gold rook", "toledo": "gold knight", "algiers": "green rook"}
    position = game(
        [{"hand": [JESUITS], "west": ["SQ_aragon"]}, {}],
        cities=cities, borders={"aragon-papal_states": ["gold pirate"]},
    )  # fmt: skip
    take(position, *FIGHT)
    assert names(position) == {
        "kill the gold rook in Valencia", "kill the gold knight in Toledo",
        "kill the gold pirate on the Aragon-Papal States border",
    }  # fmt: skip
    take(position, "kill the gold rook")
    assert position.decision == "concession"
    assert position.to_dict()["religions"]["aragon"] == "catholic"
    take(position, "place no concession")
    assert legal(position, CARD) == {JESUITS, "SQ_aragon"}
    take(position, "on Aragon")
    table = position.to_dict()
    assert table["players"][0]["west"] == [
        JESUITS, {"card": "SQ_aragon", "face": "republic", "bishop": "gold"},
    ]  # fmt: skip
    assert table["cities"] == {"toledo": "gold knight"}


def test_k2_a_red_pirate_alone_enables_a_crusade():
    """EX28, the FAQ."""
    position = game(
        [{"hand": [JESUITS]}, {}],
        cities={"valencia": "gold rook", "toledo": "gold knight"},
        borders={"aragon-portugal": ["red pirate"]},
    )
    take(position, *FIGHT, "kill the gold knight", "place no concession")
    table = position.to_dict()
    assert table["borders"] == {}
    assert table["religions"]["aragon"] == "catholic"


def test_k2_the_bishop_of_a_region_card_is_not_tied_to_the_empire_of_the_war():
    """EX43."""
    position = game(
        [{"hand": [TRENT]}, {"west": ["PREN034"]}],
        cities={"granada": "green rook", "paris": "gold knight", "toledo": "gold knight"},
    )
    take(position, *FIGHT, "fight in Portugal", "kill the gold knight in Paris")
    take(position, "place no concession")
    assert {"PREN034", "SQ_england", "SQ_portugal", TRENT} < legal(position, CARD)


def test_k2_levies_follow_the_new_state_and_believers_keep_their_cities():
    position = game(
        [{"hand": [BLACK_ARMY]}, {}],
        cities={"buda": "gold knight", "varna": "red knight"},
    )
    take(position, *FIGHT, "lose the red knight (agent)")
    take(position, "place the surviving red knight next", "in Buda")
    assert position.to_dict()["cities"] == {"buda": "red knight", "varna": "red knight"}


def test_k2_casualties_are_picked_before_the_state_changes():
    """The believer in the second slot of Venice may be picked, though the slot will close."""
    position = game(
        [{"hand": [REFORMED]}, {"west": ["PREN055"]}],
        cities={"venice": "gold rook", "venice_2": "red rook", "vienna": "red knight"},
    )
    take(position, *FIGHT, "fight in the Papal States")
    assert legal(position, CITY) == {"venice_2", "vienna"}
    take(position, "kill the red knight in Vienna")
    table = position.to_dict()
    assert table["religions"]["papal_states"] == "reformist"
    assert table["cities"] == {"venice": "red rook"}  # alone, it moves to the slot that is left


# --- K2a: Constantinople --------------------------------------------------------------------------
SLOTS = {"constantinople_1": "green rook", "constantinople_2": "green knight"}


def jihad_in_ottoman(state, cities):
    """The Grim's jihad against a rook in Modon, won; a believer of Rhodes dies."""
    position = game(
        [{"hand": [GRIM]}, {}],
        cities={"modon": "red rook", "rhodes": "green rook", **cities},
        religions={"ottoman": state},
    )
    return take(position, *FIGHT, "kill the green rook in Rhodes")


@pytest.mark.parametrize("state", ["medieval", "catholic", "reformist"])
def test_k2a_when_ottoman_changes_constantinople_may_be_rearranged(state):
    position = jihad_in_ottoman(state, SLOTS)
    assert position.decision == "arrange"
    assert names(position) == {
        "arrange slot 1 green rook, slot 2 green knight, slot 3 nobody",
        "arrange slot 1 green rook, slot 2 nobody, slot 3 green knight",
        "arrange slot 1 green knight, slot 2 green rook, slot 3 nobody",
        "arrange slot 1 green knight, slot 2 nobody, slot 3 green rook",
        "arrange slot 1 nobody, slot 2 green rook, slot 3 green knight",
        "arrange slot 1 nobody, slot 2 green knight, slot 3 green rook",
    }
    take(position, "arrange slot 1 nobody, slot 2 green knight, slot 3 green rook")
    assert position.to_dict()["cities"] == {
        "constantinople_2": "green knight", "constantinople_3": "green rook",
    }  # fmt: skip
    assert position.decision == "concession"


def test_k2a_keeping_the_arrangement_is_one_of_the_choices():
    position = jihad_in_ottoman("medieval", SLOTS)
    take(position, "arrange slot 1 green rook, slot 2 green knight, slot 3 nobody")
    assert position.to_dict()["cities"] == SLOTS


def test_k2a_equal_tokens_make_equal_arrangements():
    cities = {f"constantinople_{slot}": "green knight" for slot in (1, 2)}
    position = jihad_in_ottoman("medieval", {**cities, "constantinople_3": "green rook"})
    assert len(legal(position, ARRANGE)) == 3


def test_k2a_when_ottoman_keeps_its_state_nothing_is_rearranged():
    assert jihad_in_ottoman("islamic", SLOTS).decision == "concession"


def test_k2a_no_other_empire_is_rearranged():
    position = game([{"hand": [HANDSOME]}, {}], cities={"buda": "gold knight", **SLOTS})
    take(position, *FIGHT, "lose the", "place the surviving", "in Varna")
    assert position.decision == "concession"


def test_k2a_survivors_are_placed_before_the_rearrangement():
    cities = {"modon": "gold rook", "rhodes": "red rook"}
    position = game([{"hand": [BASHI_BAZOUK]}, {}], cities=cities)
    take(position, *FIGHT, "fight in Ottoman", "kill the red rook in Rhodes")
    take(position, "place the surviving red knight next", "in Constantinople (slot 1)")
    assert names(position) == {
        "arrange slot 1 red knight, slot 2 nobody, slot 3 nobody",
        "arrange slot 1 nobody, slot 2 red knight, slot 3 nobody",
        "arrange slot 1 nobody, slot 2 nobody, slot 3 red knight",
    }


def test_k2_a_crusade_in_mamluk_from_the_west():
    position = game(
        [{"hand": [HOLY_LAND]}, {"east": ["SQ_mamluk"]}], cities={"cairo": "green rook"}
    )
    take(position, *FIGHT, "lose the", "place the surviving", "in Cairo")
    take(position, "place no concession")
    table = position.to_dict()
    assert table["religions"]["mamluk"] == "catholic"
    assert table["players"][0]["west"] == [HOLY_LAND]
    assert table["players"][0]["east"] == ["SQ_mamluk"]
