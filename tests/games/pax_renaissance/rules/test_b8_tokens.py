"""B8, B13: where tokens lie, where they go when they die, and what repressing costs."""

import pytest

from paxren_env.games.pax_renaissance.actions import BORDER, CARD, CITY, EMPIRE, REPRESSED
from paxren_env.games.pax_renaissance.constants import TOKEN_NAMES
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

MILCHSUPPE = "PREN145X"  # Holy Roman Empire, a gold knight, no one-shot
TERCIO = "PREN023"  # The West, a gold knight, no one-shot
GUTENBERG = "PREN043"  # Holy Roman Empire, a pawn, no one-shot
DITHMARSCHEN = "PREN041"  # The West, revolt, a pawn
TIMAR = "PREN084"  # The East, a green rook, no one-shot
GONFALONIER = "PREN024"  # Papal States, two gold knights, Venice holds two
RUSZENIE = "PREN083"  # Hungary, conspiracy, a gold rook
FRENCH_PIRATES = "PREN139X"
HUMANISM = "PREN156X"  # France, a gold bishop
HRE_CITIES = {"vienna": "gold rook", "lubeck": "gold rook", "nurnberg": "red knight"}
HRE_BORDERS = {
    "france-holy_roman_empire": ["pawn 1"],
    "holy_roman_empire-hungary": ["pawn 0"],
    "holy_roman_empire-papal_states": ["pawn 1"],
}


def pool(position, token):
    """How many tokens of this kind are in the pool or the reserve."""
    return int(position.states["supply"][0, TOKEN_NAMES.index(token)])


# --- B8: capacities -------------------------------------------------------------------------------
def test_b8_a_busted_emporium_holds_nothing():
    position = take(game([{"hand": [MILCHSUPPE]}, {}]), "play")
    assert legal(position, CITY) == {"vienna", "lubeck", "nurnberg"}


def test_b8_an_open_emporium_is_a_city():
    position = game([{"hand": [MILCHSUPPE]}, {}], emporia={"east": "novgorod"})
    assert legal(take(position, "play"), CITY) == {"vienna", "lubeck", "nurnberg", "novgorod"}


def test_b8_constantinople_has_three_slots():
    position = take(game([{"hand": [TIMAR]}, {}]), "play")
    constantinople = {f"constantinople_{slot}" for slot in (1, 2, 3)}
    assert constantinople < legal(position, CITY)


def test_b8_kyiv_is_no_city_of_the_base_map():
    position = take(game([{"hand": [TIMAR]}, {}]), "play")
    assert legal(position, CITY) & {"buda", "varna", "kyiv"} == {"buda", "varna"}


def test_b8_a_border_with_a_pirate_takes_no_pawn():
    position = game(
        [{"florins": 5, "hand": [GUTENBERG]}, {}],
        borders={"france-holy_roman_empire": ["gold pirate"]},
    )
    assert legal(take(position, "play"), BORDER) == {
        "holy_roman_empire-hungary", "holy_roman_empire-papal_states",
    }  # fmt: skip


def test_b8_pirates_go_to_sea_borders_only():
    position = take(game([{"hand": [FRENCH_PIRATES]}, {}]), "play")
    assert legal(position, BORDER) == {"england-france", "france-holy_roman_empire"}


def test_b8_bishops_go_to_cards_and_thrones_only():
    position = take(game([{"hand": [HUMANISM]}, {}]), "play")
    assert legal(position, CARD) == {HUMANISM, "SQ_france"}
    assert not legal(position, CITY) | legal(position, BORDER)


def test_b8_killed_tokens_return_to_the_pool_and_pawns_to_their_reserve():
    position = game(
        [{"hand": [FRENCH_PIRATES]}, {}],
        borders={"england-france": ["pawn 1"], "france-holy_roman_empire": ["red pirate"]},
    )
    assert (pool(position, "pawn 1"), pool(position, "red pirate")) == (9, 2)
    take(position, "play", "on the England-France border")
    assert (pool(position, "pawn 1"), pool(position, "red pirate")) == (10, 2)
    assert pool(position, "gold pirate") == 5


def test_b8_repressed_tokens_travel_with_the_square_in_its_throne_too():
    position = game(
        [{"hand": [MILCHSUPPE], "florins": 1}, {}],
        cities=HRE_CITIES,
        thrones={"holy_roman_empire": {"repressed": {"pawn 1": 1}}},
    )
    take(position, "play", "in Vienna, repressing")
    assert position.to_dict()["thrones"]["holy_roman_empire"] == {
        "repressed": {"gold rook": 1, "pawn 1": 1}
    }


# --- B13: the table of costs ----------------------------------------------------------------------
def test_b13_an_agent_in_a_city_represses_for_a_florin_into_that_citys_empire():
    position = game([{"florins": 2, "hand": [MILCHSUPPE]}, {}], cities=HRE_CITIES)
    words = ("play", "in Lübeck, repressing the gold rook for 1 florin")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.holy_roman_empire": {"repressed": {"gold rook": 1}},
        "cities.lubeck": "gold knight",
        "0.florins": 1,
        "0.hand": [],
        "0.west": [MILCHSUPPE],
    }


def test_b13_a_region_cards_agent_represses_into_the_empire_of_the_city():
    position = game([{"florins": 1, "hand": [TERCIO]}, {}], cities={"algiers": "red rook"})
    words = ("play", "in Algiers, repressing")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.aragon": {"repressed": {"red rook": 1}},
        "cities.algiers": "gold knight",
        "0.florins": 0,
        "0.hand": [],
        "0.west": [TERCIO],
    }


def test_b13_an_agent_on_a_border_represses_for_a_florin_into_the_cards_empire():
    position = game([{"florins": 1, "hand": [GUTENBERG]}, {}], borders=HRE_BORDERS)
    words = ("play", "on the France-Holy Roman Empire border, repressing the Medici pawn")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.holy_roman_empire": {"repressed": {"pawn 1": 1}},
        "borders.france-holy_roman_empire": ["pawn 0"],
        "0.florins": 0,
        "0.hand": [],
        "0.west": [GUTENBERG],
    }


def test_b13_ones_own_pawn_may_be_displaced_for_a_florin():
    position = game([{"florins": 1, "hand": [GUTENBERG]}, {}], borders=HRE_BORDERS)
    words = ("play", "on the Holy Roman Empire-Hungary border, repressing the Fugger pawn")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.holy_roman_empire": {"repressed": {"pawn 0": 1}},
        "0.florins": 0,
        "0.hand": [],
        "0.west": [GUTENBERG],
    }


def test_b13_a_region_card_on_a_border_lets_the_player_pick_the_empire():
    position = game([{"florins": 1, "hand": [DITHMARSCHEN]}, {}], borders=HRE_BORDERS)
    take(position, "play", "do not let", "on the France-Holy Roman Empire border")
    assert legal(position, EMPIRE) == {"france", "holy_roman_empire"}
    take(position, "in France")
    table = position.to_dict()
    assert table["thrones"]["france"] == {"repressed": {"pawn 1": 1}}
    assert table["thrones"]["holy_roman_empire"] == {}
    assert table["players"][0]["florins"] == 0


def test_b13_a_region_card_represses_only_inside_its_region():
    position = game([{"florins": 1, "hand": [DITHMARSCHEN]}, {}], borders=HRE_BORDERS)
    take(position, "play", "do not let", "on the Holy Roman Empire-Hungary border")
    assert legal(position, EMPIRE) == {"holy_roman_empire"}


@pytest.mark.parametrize(
    ("card", "section", "occupied"),
    [(MILCHSUPPE, CITY, {"cities": HRE_CITIES}), (GUTENBERG, BORDER, {"borders": HRE_BORDERS})],
    ids=["city", "border"],
)
def test_b13_without_a_florin_occupied_spots_are_no_destinations(card, section, occupied):
    rich = take(game([{"florins": 1, "hand": [card]}, {}], **occupied), "play")
    assert rich.decision == "place_agent" and len(legal(rich, section)) == 3
    broke = take(game([{"florins": 0, "hand": [card]}, {}], **occupied), "play")
    assert broke.decision == "main"


def test_b13_a_regime_change_concession_represses_for_a_florin_into_that_empire():
    position = game(
        [{"florins": 1, "hand": [RUSZENIE]}, {}],
        borders={"holy_roman_empire-hungary": ["pawn 1"]},
    )
    take(position, "play", "let", "place the surviving", "in Buda")
    words = ("on the Holy Roman Empire-Hungary border, repressing", "free nobody")
    assert changes(position.to_dict(), take(position, *words)) == {
        "borders.holy_roman_empire-hungary": ["pawn 0"],
        "0.florins": 0,
        "0.east": [RUSZENIE, {"card": "SQ_hungary", "repressed": {"pawn 1": 1}}],
    }


def test_b13_a_repress_op_gains_a_florin_and_uses_its_location():
    teutons = "PREN025"  # Holy Roman Empire: repress pawn or rook
    position = game(
        [{"west": [teutons]}, {"east": ["SQ_hungary"], "west": ["SQ_holy_roman_empire"]}],
        borders={"holy_roman_empire-hungary": ["pawn 1"]},
    )
    words = ("West ops", "use", "repress", "repress the Medici pawn")
    assert changes(position.to_dict(), take(position, *words)) == {
        "borders.holy_roman_empire-hungary": None,
        "0.florins": 1,
        "0.west": [{"card": teutons, "used": True}],
        "1.west": [{"card": "SQ_holy_roman_empire", "repressed": {"pawn 1": 1}}],
    }


def test_b13_a_taxed_concession_is_repressed_for_free_into_the_taxing_empire():
    athens_tax = "PREN072"  # Ottoman: tax
    position = game(
        [{"east": [athens_tax]}, {"florins": 1}], borders={"hungary-ottoman": ["pawn 1"]}
    )
    take(position, "East ops", "use", "tax", "tax the Medici pawn")
    assert changes(position.to_dict(), take(position, "let it be repressed", "in Modon")) == {
        "thrones.ottoman": {"repressed": {"pawn 1": 1}},
        "borders.hungary-ottoman": None,
        "cities.modon": "red rook",
    }


def test_b13_a_trade_shift_represses_for_free_into_the_emporiums_empire():
    wangara = "PREN087"  # Timbuktu
    position = game([{"hand": [wangara]}, {}], cities={"tana": "green knight"})
    assert changes(position.to_dict(), take(position, "play", "let")) == {
        "thrones.byzantium": {"repressed": {"green knight": 1}},
        "emporia.east": "timbuktu",
        "cities.tana": None,
        "0.hand": [],
        "0.east": [wangara],
    }


def test_b13_excess_survivors_are_repressed_for_free_into_the_conquered_empire():
    teutons = "PREN025"  # Holy Roman Empire: conspiracy, two gold knights
    position = game(
        [{"hand": [teutons]}, {}],
        thrones={"holy_roman_empire": {"repressed": {"red rook": 2}}},
    )
    take(position, "play", "let", *("place the surviving", "in Vienna"))
    take(position, "place the surviving", "in Lübeck", "free the red rook", "in Nürnberg")
    table = position.to_dict()
    assert table["players"][0]["florins"] == 0
    assert table["players"][0]["west"][-1] == {
        "card": "SQ_holy_roman_empire", "repressed": {"red rook": 1},
    }  # fmt: skip


# --- F1b: pacification, when a bishop enters ------------------------------------------------------
REPRESSED_IN_FRANCE = {"france": {"repressed": {"pawn 1": 1, "red rook": 2}}}


def test_e2_a_bishop_may_kill_one_repressed_token_of_the_square_it_enters():
    position = game([{"hand": [HUMANISM]}, {}], thrones=REPRESSED_IN_FRANCE)
    take(position, "play", "put the gold bishop on France")
    assert legal(position, REPRESSED) == {"pawn 1", "red rook"}
    assert changes(position.to_dict(), take(position, "kill the red rook")) == {
        "thrones.france": {"bishop": "gold", "repressed": {"pawn 1": 1, "red rook": 1}},
    }  # fmt: skip
    assert position.decision == "main"
    assert pool(position, "red rook") == 6


def test_e2_pacification_is_optional():
    position = game([{"hand": [HUMANISM]}, {}], thrones=REPRESSED_IN_FRANCE)
    take(position, "play", "put the gold bishop on France")
    assert changes(position.to_dict(), take(position, "kill nobody")) == {}


def test_e2_two_bishops_kill_each_other_and_pacify_nobody():
    france = {**REPRESSED_IN_FRANCE["france"], "bishop": "red"}
    position = game([{"hand": [HUMANISM]}, {}], thrones={"france": france})
    words = ("play", "put the gold bishop on France, killing both bishops")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.france": REPRESSED_IN_FRANCE["france"],
        "0.hand": [],
        "0.west": [HUMANISM],
    }
    assert position.decision == "main"
    assert (pool(position, "gold bishop"), pool(position, "red bishop")) == (5, 5)


def test_e2_a_bishop_on_the_king_does_not_meet_the_one_on_his_queen():
    anne = {"card": "PREN045", "bishop": "red"}
    position = game([{"hand": [HUMANISM]}, {}], thrones={"france": {"queens": [anne]}})
    take(position, "play")
    assert names(position) == {
        "do not place",
        "put the gold bishop on Humanism",
        "put the gold bishop on France",
        "put the gold bishop on Anne of Brittany, killing both bishops",
    }
    assert changes(position.to_dict(), take(position, "put the gold bishop on France")) == {
        "thrones.france": {"bishop": "gold", "queens": [anne]},
    }  # fmt: skip
