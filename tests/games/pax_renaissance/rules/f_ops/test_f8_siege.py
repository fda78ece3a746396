"""F8: siege."""

import pytest

from paxren_env.games.pax_renaissance.actions import CITY, OPS, PAWN_AT, PIRATE_AT
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

MILAN = "PREN032"  # Duke of Milan: Aragon: tax, siege
TERCIO = "PREN023"  # Spanish Tercio: The West: siege
JIZYA = "PREN163X"  # Jizya Tax Revolt: The East: siege


def test_f8_ex15_knights_rooks_and_pirates_of_the_location_are_targets():
    cities = {"valencia": "gold knight", "algiers": "green rook", "toledo": "gold knight"}
    borders = {
        "aragon-papal_states": ["green pirate"],
        "aragon-france": ["pawn 1"],
        "england-portugal": ["red pirate"],
    }
    thrones = {"aragon": {"repressed": {"red knight": 1}}}
    g = game([{"west": [MILAN]}, {}], cities=cities, borders=borders, thrones=thrones)
    take(g, "West ops", "use Duke", "siege")
    assert names(g) == {
        "kill the gold knight in Valencia",
        "kill the green rook in Algiers",
        "kill the green pirate on the Aragon-Papal States border",
    }
    before = g.to_dict()
    take(g, "green pirate")
    assert changes(before, g) == {"borders.aragon-papal_states": None}  # and nothing is gained


def test_f8_a_killed_token_is_not_repressed():
    g = game([{"west": [MILAN]}, {}], cities={"valencia": "gold knight"})
    before = g.to_dict()
    take(g, "West ops", "use Duke", "siege", "Valencia")
    after = changes(before, g)
    assert after.pop("0.west") == [{"card": MILAN, "used": True}]
    assert after == {"cities.valencia": None}


def test_f8_neither_pawns_nor_repressed_tokens():
    g = game(
        [{"west": [TERCIO]}, {}],
        borders={"aragon-france": ["pawn 1"]},
        thrones={"france": {"repressed": {"gold knight": 1}}},
        cities={"buda": "gold knight"},
    )
    assert legal(g, OPS) == set()


def test_f8_a_regions_card_reaches_all_its_empires():
    cities = {"london": "gold rook", "venice": "gold knight", "buda": "gold knight"}
    borders = {
        "ottoman-papal_states": ["green pirate"],
        "hungary-ottoman": ["green pirate"],
        "england-france": ["pawn 0"],
    }
    g = game([{"west": [TERCIO], "east": [JIZYA]}, {}], cities=cities, borders=borders)
    take(g, "West ops", "use Spanish", "siege")
    assert legal(g, CITY) == {"london", "venice"}
    assert legal(g, PIRATE_AT) == {"ottoman-papal_states"}
    assert legal(g, PAWN_AT) == set()
    g = game([{"east": [JIZYA]}, {}], cities=cities, borders=borders)
    take(g, "East ops", "use Jizya", "siege")
    assert legal(g, CITY) == {"buda"}
    assert legal(g, PIRATE_AT) == {"ottoman-papal_states", "hungary-ottoman"}


def test_f8_a_queen_besieges_her_husbands_empire():
    france = {"card": "SQ_france", "queens": ["PREN045"]}
    cities = {"paris": "gold knight", "london": "gold rook"}
    g = take(game([{"west": [france]}, {}], cities=cities), "West ops", "use Anne", "siege")
    assert legal(g, CITY) == {"paris"}


def test_f8_the_slots_of_constantinople_and_venice_are_single_targets():
    cities = {
        "constantinople_1": "green rook",
        "constantinople_3": "green knight",
        "venice": "gold rook",
        "venice_2": "red rook",
    }
    players = [{"east": ["PREN080"], "west": ["PREN143X"]}, {}]  # Greek Klephts, Wolf of Rimini
    g = take(game(players, cities=cities), "East ops", "use Greek", "siege")
    assert legal(g, CITY) == {"constantinople_1", "constantinople_3"}
    g = take(game(players, cities=cities), "West ops", "use Wolf", "siege")
    assert legal(g, CITY) == {"venice", "venice_2"}


def test_f8_a_pirate_beside_a_protected_concession_can_be_besieged():
    g = game(
        [{"west": [MILAN]}, {"east": ["PREN113X"]}],
        borders={"aragon-portugal": ["pawn 1", "red pirate"]},
    )
    take(g, "West ops", "use Duke", "siege", "red pirate")
    assert g.to_dict()["borders"] == {"aragon-portugal": ["pawn 1"]}
