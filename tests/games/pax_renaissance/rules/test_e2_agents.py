"""E2.2: placing agents outside battles."""

import pytest

from paxren_env.games.pax_renaissance.actions import AGENT, BORDER, CARD, CITY, NO
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

MILCHSUPPE = "PREN145X"  # Holy Roman Empire, a gold knight, no one-shot
TERCIO = "PREN023"  # The West, a gold knight, no one-shot
GUTENBERG = "PREN043"  # Holy Roman Empire, a pawn, no one-shot
ALUM = "PREN112X"  # Ottoman, two pawns, no one-shot
GONFALONIER = "PREN024"  # Papal States, two gold knights, no one-shot
JANISSARIES = "PREN067"  # The East, conspiracy, two green knights
KINGMAKER = "PREN051"  # England, conspiracy, a red and a gold rook
FRENCH_PIRATES = "PREN139X"  # France, a gold pirate, no one-shot
HUMANISM = "PREN156X"  # France, a gold bishop, no one-shot; immune to silencing
DITHMARSCHEN = "PREN041"  # The West, revolt, a pawn
WANGARA = "PREN087"  # Aragon, Timbuktu, a green rook
LAST_SIGH = "PREN122X"  # Portugal, Timbuktu, a green rook
HANSEATIC = "PREN015"  # France, Novgorod, a pawn
TERSANE = "PREN107X"  # Ottoman, Red Sea, a green pirate, protects concessions
DALMATIANS = "PREN113X"  # protects concessions
ELEPHANT = "PREN002"  # The West, apostasy, a gold bishop
SWABIANS = "PREN027"  # Holy Roman Empire, apostasy, two gold knights
ORATORY = "PREN129X"  # Papal States, apostasy, two gold bishops
ZIONISTS = "PREN168X"  # Mamluk, reformation, a pawn
REFORMED, TRENT = "PREN005", "PREN157X"  # The West, Reformist and Catholic
GUILTY = {"west": [REFORMED, TRENT]}
FULL_HRE = {"vienna": "gold rook", "lubeck": "gold rook", "nurnberg": "gold rook"}
HRE_BORDERS = {
    "france-holy_roman_empire": ["pawn 1"],
    "holy_roman_empire-hungary": ["pawn 1"],
    "holy_roman_empire-papal_states": ["pawn 1"],
}


# --- destinations: knights and rooks --------------------------------------------------------------
def test_e2_knights_and_rooks_go_to_any_open_city_of_the_location_whatever_its_icon():
    position = game([{"florins": 9, "hand": [MILCHSUPPE]}, {}], cities={"vienna": "gold knight"})
    assert names(take(position, "play")) == {
        "do not place",
        "place the gold knight in Vienna, repressing the gold knight for 1 florin",
        "place the gold knight in Lübeck",
        "place the gold knight in Nürnberg",
    }


def test_e2_the_same_kind_may_be_displaced():
    position = game([{"florins": 1, "hand": [MILCHSUPPE]}, {}], cities={"vienna": "gold knight"})
    assert changes(position.to_dict(), take(position, "play", "in Vienna, repressing")) == {
        "thrones.holy_roman_empire": {"repressed": {"gold knight": 1}},
        "0.florins": 0,
        "0.hand": [],
        "0.west": [MILCHSUPPE],
    }


def test_e2_a_region_card_reaches_every_city_of_its_region():
    position = take(game([{"hand": [TERCIO]}, {}]), "play")
    assert legal(position, CITY) == {
        "london", "bordeaux", "paris", "bruges", "lyon", "vienna", "lubeck", "nurnberg",
        "toledo", "granada", "valencia", "algiers", "venice",
    }  # fmt: skip


def test_e2_two_agents_of_a_region_card_may_go_to_two_empires():
    position = take(game([{"hand": [JANISSARIES]}, {}]), "play", "do not let")
    take(position, "in Buda", "in Cairo")
    assert position.to_dict()["cities"] == {"buda": "green knight", "cairo": "green knight"}


CONSTANTINOPLE = {f"constantinople_{i}": "green rook" for i in (1, 2, 3)}


def test_e2_in_constantinople_a_token_is_displaced_only_when_it_is_full():
    partly = dict(list(CONSTANTINOPLE.items())[:2])
    position = game([{"florins": 9, "hand": ["PREN084"]}, {}], cities=partly)
    take(position, "play")
    assert legal(position, CITY) & set(CONSTANTINOPLE) == {"constantinople_3"}
    position = game([{"florins": 9, "hand": ["PREN084"]}, {}], cities=CONSTANTINOPLE)
    assert legal(take(position, "play"), CITY) >= set(CONSTANTINOPLE)


def test_e2_in_venice_with_two_slots_a_token_is_displaced_only_when_she_is_full():
    one = game([{"florins": 9, "hand": [GONFALONIER]}, {}], cities={"venice": "red rook"})
    assert legal(take(one, "play"), CITY) == {"venice_2"}
    take(one, "second slot")
    assert names(one) == {
        "do not place", "place the gold knight in Venice, repressing the red rook for 1 florin",
    }  # fmt: skip
    take(one, "place the gold knight in Venice")
    table = one.to_dict()
    assert table["cities"] == {"venice": "gold knight", "venice_2": "gold knight"}
    assert table["thrones"]["papal_states"] == {"repressed": {"red rook": 1}}
    assert table["players"][0]["florins"] == 8


def test_e2_in_venice_with_only_the_second_slot_filled_nobody_is_displaced():
    position = game([{"florins": 9, "hand": [GONFALONIER], "west": ["PREN055"]}, {}],
                    cities={"venice_2": "red rook"})  # fmt: skip
    assert legal(take(position, "play"), CITY) == {"venice"}


# --- destinations: pawns --------------------------------------------------------------------------
def test_e2_pawns_go_to_land_and_sea_borders_of_the_location():
    """EX04, on French borders of a card that was not triggered."""
    position = game(
        [{"florins": 1, "hand": ["PREN036"]}, {}],
        borders={"france-holy_roman_empire": ["pawn 1"], "england-france": ["gold pirate"]},
    )
    take(position, "play", "do not let")
    assert names(position) == {
        "do not place",
        "place a concession on the Aragon-France border",
        "place a concession on the France-Holy Roman Empire border, "
        "repressing the Medici pawn for 1 florin",
    }


def test_e2_a_broke_players_pawn_displaces_nobody():
    position = game([{"hand": [GUTENBERG]}, {}],
                    borders={"france-holy_roman_empire": ["pawn 1"]})  # fmt: skip
    assert legal(take(position, "play"), BORDER) == {
        "holy_roman_empire-hungary", "holy_roman_empire-papal_states",
    }  # fmt: skip


def test_e2_no_pawn_joins_a_protected_concession_beside_a_pirate():
    position = game(
        [{"florins": 9, "hand": [GUTENBERG]}, {"east": [DALMATIANS]}],
        borders={"france-holy_roman_empire": ["pawn 1", "gold pirate"]},
    )
    assert "france-holy_roman_empire" not in legal(take(position, "play"), BORDER)


# --- destinations: pirates ------------------------------------------------------------------------
@pytest.mark.parametrize("victim", ["pawn 0", "pawn 1", "red pirate", "gold pirate"])
def test_e2_a_pirate_kills_what_it_meets_for_free(victim):
    position = game([{"hand": [FRENCH_PIRATES]}, {}], borders={"england-france": [victim]})
    change = changes(position.to_dict(), take(position, "play", "on the England-France border"))
    expected = {"0.hand": [], "0.west": [FRENCH_PIRATES]}
    if victim != "gold pirate":
        expected["borders.england-france"] = ["gold pirate"]
    assert change == expected


def test_e2_a_protected_concession_survives_a_pirate():
    """EX46."""
    position = game(
        [{"hand": [FRENCH_PIRATES]}, {"east": [DALMATIANS]}],
        borders={"england-france": ["pawn 1"]},
    )
    take(position, "play", "on the England-France border")
    assert position.to_dict()["borders"] == {"england-france": ["pawn 1", "gold pirate"]}


def test_e2_a_pirate_replaces_the_pirate_beside_a_protected_concession():
    position = game(
        [{"hand": [FRENCH_PIRATES]}, {"east": [DALMATIANS]}],
        borders={"england-france": ["pawn 1", "red pirate"]},
    )
    take(position, "play", "on the England-France border")
    assert position.to_dict()["borders"] == {"england-france": ["pawn 1", "gold pirate"]}


def test_e2_the_protection_of_one_player_does_not_help_another():
    position = game(
        [{"hand": [FRENCH_PIRATES], "east": [DALMATIANS]}, {}],
        borders={"england-france": ["pawn 1"]},
    )
    take(position, "play", "on the England-France border")
    assert position.to_dict()["borders"] == {"england-france": ["gold pirate"]}


# --- destinations: bishops ------------------------------------------------------------------------
def test_e2_a_bishop_goes_to_any_matching_card_of_any_tableau_or_throne():
    queen = "PREN045"
    position = game(
        [
            {"hand": [HUMANISM], "west": [TERCIO, MILCHSUPPE], "old_maids": ["PREN048"]},
            {"west": [REFORMED, {"card": "SQ_france", "queens": [queen]}], "east": ["PREN060"]},
        ]
    )
    assert legal(take(position, "play"), CARD) == {
        HUMANISM, TERCIO, REFORMED, "SQ_france", queen,
    }  # fmt: skip


def test_e2_a_region_cards_bishop_goes_to_any_card_and_throne_of_the_region():
    position = game([{"hand": [TRENT], "west": [MILCHSUPPE]}, {"east": ["PREN109X", "PREN060"]}])
    take(position, "play")
    # The Brotherhood of St. Mark lies in the East row, but its Location is a Western one (EX34).
    assert legal(position, CARD) == {
        TRENT, MILCHSUPPE, "PREN109X", "SQ_england", "SQ_france", "SQ_holy_roman_empire",
        "SQ_portugal", "SQ_aragon", "SQ_papal_states",
    }  # fmt: skip


def test_e2_the_bishop_may_sit_on_the_played_card_itself():
    position = game([{"hand": [HUMANISM]}, {}])
    assert changes(position.to_dict(), take(position, "play", "on Humanism")) == {
        "0.hand": [], "0.west": [{"card": HUMANISM, "bishop": "gold"}],
    }  # fmt: skip


def test_e2_two_bishops_of_one_card_may_meet_in_the_diet_of_worms():
    position = game([{"hand": [ORATORY]}, GUILTY])
    take(position, "play", "let", "put the gold bishop on the Papal States")
    take(position, "put the gold bishop on the Papal States, killing both bishops")
    assert position.to_dict()["thrones"]["papal_states"] == {}
    assert position.decision == "main"


# --- siblings -------------------------------------------------------------------------------------
def test_e2_no_knight_displaces_its_sibling():
    cities = {"vienna": "gold rook", "lubeck": "gold rook"}
    position = game([{"florins": 9, "hand": [SWABIANS]}, {}], cities=cities)
    take(position, "play", "in Nürnberg")
    assert legal(position, CITY) == {"vienna", "lubeck"}
    take(position, "in Vienna, repressing")
    assert position.to_dict()["cities"] == {
        "vienna": "gold knight", "lubeck": "gold rook", "nurnberg": "gold knight",
    }  # fmt: skip


def test_e2_no_knight_displaces_its_sibling_in_constantinople():
    # Janissaries: the first fills the city, the second may displace only the two others.
    two = dict(list(CONSTANTINOPLE.items())[:2])
    position = game([{"florins": 9, "hand": [JANISSARIES]}, {}], cities=two)
    take(position, "play", "do not let", "in Constantinople (slot 3)")
    assert legal(position, CITY) & set(CONSTANTINOPLE) == set(two)


def test_e2_no_pawn_displaces_its_sibling():
    borders = {"hungary-ottoman": ["pawn 1"], "mamluk-ottoman": ["pawn 1"]}
    position = game([{"florins": 9, "hand": [ALUM]}, {}], borders=borders)
    take(position, "play", "on the Ottoman-Papal States border")
    assert legal(position, BORDER) == set(borders)


# --- mandatory or not: no one-shot ----------------------------------------------------------------
def test_e2_without_one_shot_every_agent_is_optional():
    position = game([{"hand": [GONFALONIER]}, {}])
    take(position, "play")
    assert NO in position.legal_actions()
    take(position, "place the gold knight in Venice")
    assert NO in position.legal_actions()
    take(position, "do not place")
    assert position.to_dict()["cities"] == {"venice": "gold knight"}


@pytest.mark.parametrize(
    ("card", "occupied"),
    [(MILCHSUPPE, {"cities": FULL_HRE}), (GUTENBERG, {"borders": HRE_BORDERS})],
    ids=["knight", "pawn"],
)
def test_e2_without_one_shot_displacing_is_optional(card, occupied):
    position = take(game([{"florins": 1, "hand": [card]}, {}], **occupied), "play")
    assert NO in position.legal_actions() and len(position.legal_actions()) == 4


def test_e2_without_one_shot_nothing_legal_is_skipped():
    pirates = {"france-holy_roman_empire": ["gold pirate"]}
    land = {k: v for k, v in HRE_BORDERS.items() if k not in pirates}
    position = game([{"florins": 0, "hand": [GUTENBERG]}, {}], borders={**pirates, **land})
    assert take(position, "play").decision == "main"


def test_e2_a_bishop_without_one_shot_is_optional():
    position = take(game([{"hand": [HUMANISM]}, {}]), "play")
    assert NO in position.legal_actions()
    assert changes(position.to_dict(), take(position, "do not place")) == {}


def test_e2_different_agents_are_placed_in_any_order_and_each_is_optional():
    position = take(game([{"hand": [KINGMAKER]}, {}]), "play", "do not let")
    assert legal(position, AGENT) == {"red rook", "gold rook"}
    assert NO in position.legal_actions()
    take(position, "place the gold rook next", "in London")
    assert names(position) == {"do not place", "place the red rook in Bordeaux"}
    take(position, "do not place")
    assert position.to_dict()["cities"] == {"london": "gold rook"}


# --- mandatory or not: after a trade shift or an apostasy -----------------------------------------
def test_e2_after_a_trade_shift_an_agent_with_an_empty_spot_must_be_placed():
    position = game([{"florins": 1, "hand": [WANGARA]}, {}], cities={"valencia": "gold knight"})
    take(position, "play", "let")
    assert names(position) == {
        "place the green rook in Valencia, repressing the gold knight for 1 florin",
        "place the green rook in Algiers",
        "place the green rook in Timbuktu",
    }


def test_e2_after_a_trade_shift_displacing_without_an_empty_spot_is_optional():
    cities = {"toledo": "gold knight", "granada": "green rook"}
    position = game([{"florins": 1, "hand": [LAST_SIGH]}, {}], cities=cities)
    take(position, "play", "let")
    assert names(position) == {
        "do not place",
        "place the green rook in Toledo, repressing the gold knight for 1 florin",
        "place the green rook in Granada, repressing the green rook for 1 florin",
    }


@pytest.mark.parametrize(
    ("borders", "florins", "expected"),
    [
        ({}, 0, "must"),
        ({"aragon-france": ["pawn 1"]}, 1, "must"),
        (
            {"england-france": ["red pirate"], "france-holy_roman_empire": ["red pirate"],
             "aragon-france": ["pawn 1"]},
            1, "may",
        ),
        (
            {"england-france": ["red pirate"], "france-holy_roman_empire": ["red pirate"],
             "aragon-france": ["pawn 1"]},
            0, "cannot",
        ),
    ],
    ids=["all empty", "one taken", "only displaceable", "broke"],
)  # fmt: skip
def test_e2_after_a_trade_shift_a_pawn_is_placed_until_saturation(borders, florins, expected):
    """EX44."""
    position = game([{"florins": florins, "hand": [HANSEATIC]}, {}], borders=borders)
    take(position, "play", "let")
    if expected == "cannot":
        assert position.decision == "main"
    else:
        assert position.decision == "place_agent"
        assert (NO in position.legal_actions()) == (expected == "may")


def test_e2_after_a_trade_shift_an_occupied_spot_may_be_chosen_instead():
    position = game(
        [{"florins": 1, "hand": [HANSEATIC]}, {}], borders={"aragon-france": ["pawn 1"]}
    )
    take(position, "play", "let", "on the Aragon-France border, repressing")
    table = position.to_dict()
    assert table["thrones"]["france"] == {"repressed": {"pawn 1": 1}}
    assert table["players"][0]["florins"] == 0


@pytest.mark.parametrize(
    ("borders", "declines"),
    [
        ({}, False),
        (
            {"hungary-ottoman": ["pawn 1"], "mamluk-ottoman": ["red pirate"],
             "ottoman-papal_states": ["pawn 1"]},
            True,
        ),
    ],
    ids=["empty", "only occupied"],
)  # fmt: skip
def test_e2_after_a_trade_shift_a_pirate_is_placed_until_saturation(borders, declines):
    position = game([{"hand": [TERSANE]}, {}], borders=borders)
    take(position, "play", "let")
    assert legal(position, BORDER) == {"hungary-ottoman", "mamluk-ottoman", "ottoman-papal_states"}
    assert (NO in position.legal_actions()) == declines


@pytest.mark.parametrize(("florins", "decision"), [(1, "place_agent"), (0, "main")])
def test_e2_after_an_apostasy_knights_are_placed_until_saturation(florins, decision):
    cities = {"vienna": "gold rook", "lubeck": "gold rook"}
    position = game([{"florins": florins, "hand": [SWABIANS]}, GUILTY], cities=cities)
    take(position, "play", "let")
    assert NO not in position.legal_actions()
    take(position, "in Nürnberg")
    assert position.decision == decision  # the second finds no empty city: for a florin, or not
    if florins:
        assert NO in position.legal_actions()


def test_e2_after_an_apostasy_a_bishop_must_be_placed():
    position = take(game([{"hand": [ELEPHANT]}, GUILTY]), "play", "let")
    assert position.decision == "place_agent"
    assert NO not in position.legal_actions()


@pytest.mark.parametrize(
    ("borders", "florins", "expected"),
    [
        ({}, 0, "must"),
        ({"byzantium-mamluk": ["pawn 1"]}, 1, "must"),
        ({"byzantium-mamluk": ["pawn 1"], "mamluk-ottoman": ["pawn 0"]}, 1, "may"),
        ({"byzantium-mamluk": ["pawn 1"], "mamluk-ottoman": ["pawn 0"]}, 0, "cannot"),
    ],
    ids=["empty", "one taken", "only displaceable", "broke"],
)
def test_e2_the_pawn_of_a_religious_war_is_placed_after_it(borders, florins, expected):
    position = game(
        [{"florins": florins, "hand": [ZIONISTS]}, {}],
        cities={"cairo": "green rook", "caffa": "red knight", "buda": "red knight"},
        borders=borders,
    )
    take(position, "play", "let", "kill the red knight in Buda")
    assert position.decision == "concession"
    take(position, "place no concession")
    if expected == "cannot":
        assert position.decision == "main"
    else:
        assert position.decision == "place_agent"
        assert (NO in position.legal_actions()) == (expected == "may")
