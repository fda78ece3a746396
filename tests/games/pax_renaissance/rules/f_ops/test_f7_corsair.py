"""F7: corsair."""

import pytest

from paxren_env.games.pax_renaissance.actions import BORDER, OP, OPS, PIRATE_AT
from tests.games.pax_renaissance.positions import changes, game, legal, take

pytestmark = pytest.mark.interpreted

NAVY = "PREN063"  # Ottoman Navy: Ottoman: Islamic corsair, repress pawns
DALMATIAN = "PREN113X"  # concessions immune to pirates


def sailing(colour, origin, borders, players=None, card=("PREN063", "East", "Ottoman Navy")):
    """The pirate has been picked up."""
    code, side, words = card
    mine = {side.lower(): [code]}
    g = game(players or [mine, {}, {}], borders=borders)
    return take(g, f"{side} ops", f"use {words}", f"{colour} corsair", f"from the {origin}")


# --- where from -----------------------------------------------------------------------------------
def test_f7_a_pirate_of_the_icons_colour_on_a_sea_border_of_the_location():
    borders = {
        "hungary-ottoman": ["green pirate"],
        "mamluk-ottoman": ["gold pirate"],
        "ottoman-papal_states": ["green pirate"],
        "aragon-papal_states": ["green pirate"],
    }
    g = game([{"east": [NAVY]}, {}], borders=borders)
    take(g, "East ops", "use Ottoman Navy", "Islamic corsair")
    assert legal(g, PIRATE_AT) == {"hungary-ottoman", "ottoman-papal_states"}


def test_f7_illegal_without_such_a_pirate():
    borders = {"hungary-ottoman": ["gold pirate"], "aragon-papal_states": ["green pirate"]}
    assert legal(game([{"east": [NAVY]}, {}], borders=borders), OPS) == set()


def test_f7_each_icon_for_its_own_colour():
    franco_ottoman = "PREN105X"  # Aragon: Islamic and Catholic corsair, siege
    g = game([{"east": [franco_ottoman]}, {}], borders={"aragon-portugal": ["gold pirate"]})
    take(g, "East ops", "use Franco")
    assert legal(g, OP) == {"corsair:catholic", "siege"}


# --- where to -------------------------------------------------------------------------------------
def test_f7_ex14_to_the_sea_borders_of_the_location_and_of_its_sea_neighbours():
    g = sailing(
        "Islamic",
        "Hungary-Ottoman",
        {
            "hungary-ottoman": ["green pirate"],
            "aragon-papal_states": ["pawn 1"],
            "ottoman-papal_states": ["pawn 2"],
        },
    )
    assert legal(g, BORDER) == {
        "byzantium-hungary",
        "mamluk-ottoman",
        "ottoman-papal_states",
        "aragon-papal_states",
    }
    before = g.to_dict()
    take(g, "to the Aragon-Papal")
    assert changes(before, g) == {
        "borders.hungary-ottoman": None,
        "borders.aragon-papal_states": ["green pirate"],
    }  # what lies on the way is left alone


def test_f7_not_onto_a_pirate_of_its_own_colour():
    borders = {
        "hungary-ottoman": ["green pirate"],
        "mamluk-ottoman": ["green pirate"],
        "byzantium-hungary": ["red pirate"],
    }
    g = sailing("Islamic", "Hungary-Ottoman", borders)
    assert legal(g, BORDER) == {"byzantium-hungary", "ottoman-papal_states", "aragon-papal_states"}


@pytest.mark.parametrize(
    ("card", "colour", "origin", "reach"),
    [
        (
            ("PREN017", "West", "Scottish"),  # England
            "red",
            "england-france",
            {"england-portugal", "aragon-portugal", "france-holy_roman_empire"},
        ),
        (
            ("PREN106X", "East", "Prussian"),  # Holy Roman Empire: one sea border
            "gold",
            "france-holy_roman_empire",
            {"england-france"},
        ),
        (
            ("PREN108X", "East", "Isfendiyarid"),  # Byzantium
            "green",
            "byzantium-hungary",
            {"hungary-ottoman"},
        ),
        (
            ("PREN018", "West", "Almeida"),  # Portugal
            "gold",
            "england-portugal",
            {"england-france", "aragon-portugal", "aragon-papal_states"},
        ),
        (
            ("PREN140X", "West", "Venetian"),  # Papal States
            "gold",
            "aragon-papal_states",
            {"aragon-portugal", "ottoman-papal_states", "hungary-ottoman", "mamluk-ottoman"},
        ),
        (
            ("PREN139X", "West", "French"),  # France: its southern border is land
            "gold",
            "england-france",
            {"england-portugal", "france-holy_roman_empire"},
        ),
    ],
)
def test_f7_reach_by_sea_adjacency(card, colour, origin, reach):
    religion = {"gold": "Catholic", "green": "Islamic", "red": "Reformist"}[colour]
    code, side, words = card
    g = game([{side.lower(): [code]}, {}], borders={origin: [f"{colour} pirate"]})
    take(g, f"{side} ops", f"use {words}", f"{religion} corsair")
    assert legal(g, PIRATE_AT) == {origin}
    g.step(g.legal_actions()[0])
    assert legal(g, BORDER) == reach


def test_f7_needs_somewhere_to_go():
    borders = {"france-holy_roman_empire": ["gold pirate"], "england-france": ["gold pirate"]}
    g = game([{"east": ["PREN106X"]}, {}], borders=borders)
    assert legal(g, OPS) == set()


# --- what it kills --------------------------------------------------------------------------------
def test_f7_kills_ones_own_concession_too():
    borders = {"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["pawn 0"]}
    g = sailing("Islamic", "Hungary-Ottoman", borders)
    before = g.to_dict()
    take(g, "to the Mamluk-Ottoman")
    assert changes(before, g) == {
        "borders.hungary-ottoman": None,
        "borders.mamluk-ottoman": ["green pirate"],
    }


def test_f7_kills_a_pirate_of_another_colour():
    borders = {"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["gold pirate"]}
    g = take(sailing("Islamic", "Hungary-Ottoman", borders), "to the Mamluk-Ottoman")
    assert g.to_dict()["borders"] == {"mamluk-ottoman": ["green pirate"]}


def test_f7_a_protected_concession_survives_beside_the_pirate():
    players = [{"east": [NAVY]}, {"east": [DALMATIAN]}]
    borders = {"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["pawn 1", "gold pirate"]}
    g = sailing("Islamic", "Hungary-Ottoman", borders, players)
    take(g, "to the Mamluk-Ottoman")
    assert g.to_dict()["borders"] == {"mamluk-ottoman": ["pawn 1", "green pirate"]}


def test_f7_a_silenced_protection_does_not_help():
    players = [{"east": [NAVY]}, {"east": [{"card": DALMATIAN, "bishop": "gold"}]}]
    borders = {"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["pawn 1"]}
    g = sailing("Islamic", "Hungary-Ottoman", borders, players)
    take(g, "to the Mamluk-Ottoman")
    assert g.to_dict()["borders"] == {"mamluk-ottoman": ["green pirate"]}


def test_f7_a_pirate_leaves_a_protected_concession_behind():
    players = [{"east": [NAVY]}, {"east": [DALMATIAN]}]
    borders = {"hungary-ottoman": ["pawn 1", "green pirate"]}
    g = take(sailing("Islamic", "Hungary-Ottoman", borders, players), "to the Mamluk-Ottoman")
    assert g.to_dict()["borders"] == {
        "hungary-ottoman": ["pawn 1"],
        "mamluk-ottoman": ["green pirate"],
    }
