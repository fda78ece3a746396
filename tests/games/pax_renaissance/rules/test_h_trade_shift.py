"""H: trade shift. Its preconditions stand in E2."""

import pytest

from paxren_env.games.pax_renaissance.actions import CITY
from tests.games.pax_renaissance.positions import changes, game, legal, take

pytestmark = pytest.mark.interpreted

WANGARA = "PREN087"  # Aragon, Timbuktu, a green rook
KREMLIN = "PREN074"  # Holy Roman Empire, Novgorod, a pawn
RED_SEA_FLEET = "PREN127X"  # Mamluk, Red Sea, a pawn
GOLD_COAST = "PREN019"  # Portugal, Spice Islands, a pawn
SHIFTS = [
    (WANGARA, "east", "timbuktu"),
    (KREMLIN, "east", "novgorod"),
    (RED_SEA_FLEET, "west", "red_sea"),
    (GOLD_COAST, "west", "spice_islands"),
]


def shift(card, **rest):
    """Player 0, who has Discovery prestige, plays the card and lets the shift occur."""
    position = game([{"hand": [card], "west": ["SQ_portugal"]}, {}], **rest)
    return position, changes(position.to_dict(), take(position, "play", "let"))


def played(card):
    side = "east" if card in (WANGARA, KREMLIN, RED_SEA_FLEET) else "west"
    before = [] if side == "east" else ["SQ_portugal"]
    return {"0.hand": [], f"0.{side}": [*before, card]}


@pytest.mark.parametrize(("card", "side", "emporium"), SHIFTS)
def test_h_the_named_emporium_opens_and_the_open_one_of_its_colour_is_busted(card, side, emporium):
    _, change = shift(card)
    assert change == {f"emporia.{side}": emporium, **played(card)}


@pytest.mark.parametrize(("card", "side", "emporium"), SHIFTS)
def test_h_a_token_on_the_covered_emporium_is_repressed_for_free(card, side, emporium):
    cities = {"tana": "green knight", "trebizond": "red rook", "caffa": "gold knight"}
    covered = {"east": "tana", "west": "trebizond"}[side]
    _, change = shift(card, cities=cities)
    assert change == {
        f"emporia.{side}": emporium,
        f"cities.{covered}": None,
        "thrones.byzantium": {"repressed": {cities[covered]: 1}},
        **played(card),
    }


def test_h_the_token_goes_to_the_square_wherever_that_is():
    square = {"card": "SQ_byzantium", "repressed": {"pawn 1": 1}}
    position = game([{"hand": [WANGARA]}, {"east": [square]}], cities={"tana": "green knight"})
    take(position, "play", "let")
    assert position.to_dict()["players"][1]["east"] == [
        {"card": "SQ_byzantium", "repressed": {"green knight": 1, "pawn 1": 1}}
    ]


def test_h_a_later_shift_covers_the_emporium_opened_before():
    emporia = {"east": "timbuktu"}
    _, change = shift(KREMLIN, emporia=emporia, cities={"timbuktu": "green rook"})
    assert change == {
        "emporia.east": "novgorod",
        "cities.timbuktu": None,
        "thrones.aragon": {"repressed": {"green rook": 1}},
        **played(KREMLIN),
    }


def test_h_the_opened_emporium_is_an_eligible_city_for_the_agent():
    """EX23."""
    position, _ = shift(WANGARA)
    assert legal(position, CITY) == {"valencia", "algiers", "timbuktu"}
    take(position, "in Timbuktu")
    assert position.to_dict()["cities"] == {"timbuktu": "green rook"}


def test_h_the_next_fair_starts_at_the_opened_emporium():
    position = game([{"hand": [WANGARA]}, {}, {}])
    take(position, "play", "let", "in Timbuktu", "hold the East fair")
    assert position.to_dict()["pending"][-1] == {"frame": "levy", "player": 0, "empire": "aragon"}


def test_h_the_other_colour_is_not_touched():
    position, _ = shift(RED_SEA_FLEET, cities={"tana": "green knight"})
    table = position.to_dict()
    assert table["emporia"] == {"east": "tana", "west": "red_sea"}
    assert table["cities"] == {"tana": "green knight"}
