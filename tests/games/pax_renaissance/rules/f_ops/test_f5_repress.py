"""F5: the repress op."""

import pytest

from paxren_env.games.pax_renaissance.actions import CITY, OPS, PAWN_AT
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

GENOESE = "PREN013"  # Aragon: pawns
TEUTONIC = "PREN025"  # Holy Roman Empire: pawns and rooks
UNITY = "PREN098X"  # Unity of the Brethren: Holy Roman Empire: knights
ZWARTE_HOOP = "PREN020"  # Arumer Zwarte Hoop: France: pawns, rooks and knights
ISABELLA = "PREN044"  # queen: pawns and rooks


def test_f5_ex12_a_token_of_a_depicted_type_goes_onto_the_square_for_a_florin():
    aragon = {"card": "SQ_aragon", "queens": [ISABELLA]}
    cities = {"valencia": "red rook", "algiers": "gold knight"}
    g = game([{"west": [aragon]}, {}], cities=cities, borders={"aragon-france": ["pawn 1"]})
    take(g, "West ops", "use Isabella", "repress")
    assert names(g) == {
        "repress the red rook in Valencia",
        "repress the Medici pawn on the Aragon-France border",
    }
    before = g.to_dict()
    take(g, "Medici pawn")
    assert changes(before, g) == {
        "0.florins": 1,
        "0.west": [
            {
                "card": "SQ_aragon",
                "repressed": {"pawn 1": 1},
                "queens": [{"card": ISABELLA, "used": True}],
            }
        ],
        "borders.aragon-france": None,
    }


@pytest.mark.parametrize(
    ("card", "words", "side", "cities", "pawns"),
    [
        (GENOESE, "Genoese", "West", set(), {"aragon-france", "aragon-papal_states"}),
        (TEUTONIC, "Teutonic", "West", {"lubeck"}, {"france-holy_roman_empire"}),
        (UNITY, "Unity", "East", {"vienna", "nurnberg"}, set()),
        (ZWARTE_HOOP, "Arumer", "West", {"paris", "lyon"}, set()),
    ],
)
def test_f5_only_the_depicted_types_in_the_location(card, words, side, cities, pawns):
    board = {
        "vienna": "gold knight",
        "nurnberg": "red knight",
        "lubeck": "gold rook",
        "paris": "green knight",
        "lyon": "green rook",
        "valencia": "gold rook",
    }
    borders = {
        "aragon-france": ["pawn 0"],
        "aragon-papal_states": ["pawn 1"],
        "france-holy_roman_empire": ["pawn 1"],
        "aragon-portugal": ["red pirate"],
        "england-portugal": ["pawn 1"],
    }
    g = game([{side.lower(): [card]}, {}], cities=board, borders=borders)
    take(g, f"{side} ops", f"use {words}", "repress")
    if card == ZWARTE_HOOP:
        pawns = {"aragon-france", "france-holy_roman_empire"}
    assert legal(g, CITY) == cities
    assert legal(g, PAWN_AT) == pawns


def test_f5_ones_own_pawn_may_be_repressed():
    g = game([{"west": [GENOESE]}, {}], borders={"aragon-france": ["pawn 0"]})
    before = g.to_dict()
    take(g, "West ops", "use Genoese", "repress", "Fugger pawn")
    after = changes(before, g)
    assert after["0.florins"] == 1
    assert after["thrones.aragon"] == {"repressed": {"pawn 0": 1}}


def test_f5_the_token_goes_to_the_square_in_whosever_tableau_it_is():
    hre = {"card": "SQ_holy_roman_empire", "repressed": {"gold rook": 1}}
    g = game(
        [{"west": [TEUTONIC]}, {"west": [{"card": "SQ_france", "vassals": [hre]}]}],
        cities={"lubeck": "gold rook"},
    )
    take(g, "West ops", "use Teutonic", "repress", "Lübeck")
    vassal = {**hre, "repressed": {"gold rook": 2}}
    assert g.to_dict()["players"][1]["west"] == [{"card": "SQ_france", "vassals": [vassal]}]


def test_f5_a_border_pawn_goes_to_the_square_of_the_acting_cards_location():
    """Not to the other empire of the border."""
    g = game([{"west": [GENOESE]}, {}], borders={"aragon-portugal": ["pawn 1"]})
    take(g, "West ops", "use Genoese", "repress", "Medici pawn")
    thrones = g.to_dict()["thrones"]
    assert thrones["aragon"] == {"repressed": {"pawn 1": 1}} and thrones["portugal"] == {}


def test_f5_pirates_and_repressed_tokens_are_no_targets():
    g = game(
        [{"west": [ZWARTE_HOOP]}, {}],
        borders={"england-france": ["gold pirate"]},
        thrones={"france": {"repressed": {"pawn 1": 1, "gold knight": 1}}},
    )
    assert legal(g, OPS) == set()


def test_f5_constantinople_has_three_targets():
    phocoean = "PREN112X"  # Ottoman: pawns and rooks
    cities = {f"constantinople_{slot}": "green rook" for slot in (1, 2)}
    g = game([{"east": [phocoean]}, {}], cities={**cities, "constantinople_3": "green knight"})
    take(g, "East ops", "use Phoc", "repress")
    assert legal(g, CITY) == {"constantinople_1", "constantinople_2"}


def test_f5_a_regions_card_represses_a_rook_onto_the_square_of_its_city():
    """Bureau of Barbarians: rooks of The East; each use picks one empire."""
    g = game(
        [{"east": ["PREN209P"]}, {}],
        cities={
            "buda": "gold rook",
            "cairo": "green rook",
            "tana": "red knight",
            "paris": "red rook",
        },
        options={"map": "age_of_reformation"},
    )
    take(g, "East ops", "use Bureau", "repress")
    assert legal(g, CITY) == {"buda", "cairo"}
    before = g.to_dict()
    take(g, "Cairo")
    assert changes(before, g) == {
        "0.florins": 1,
        "cities.cairo": None,
        "thrones.mamluk": {"repressed": {"green rook": 1}},
    }
