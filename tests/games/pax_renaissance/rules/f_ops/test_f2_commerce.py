"""F2: commerce takes a florin from the market."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, OPS, SPACE
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

BUNDSCHUH = "PREN038"  # West commerce
MERCHANTS = "PREN034"  # West commerce
WANGARA = "PREN087"  # East commerce
ST_GEORGE = "PREN166X"  # an East card with West commerce
WEST_ROW = ("PREN015", "PREN016", "PREN018", "PREN019", "PREN014", "PREN142X")
EAST_ROW = ("PREN062", "PREN063", "PREN064", "PREN105X", "PREN106X", "PREN108X")


def row(cards, *florins):
    """A row of the market with these florins on its columns."""
    return [[card, number] for card, number in zip(cards, (*florins, *[0] * 6), strict=False)]


def test_f2_ex09_takes_one_florin_from_a_space_of_its_own_row():
    market = {"west": row(WEST_ROW, 0, 0, 1), "east": row(EAST_ROW, 3)}
    g = game([{"west": [BUNDSCHUH, MERCHANTS]}, {}], market=market)
    take(g, "West ops", "use Bundschuh", "West commerce")
    assert legal(g, SPACE) == {"west 2"}
    before = g.to_dict()
    take(g, "West 2")
    assert changes(before, g) == {"0.florins": 1, "market.west.2": [WEST_ROW[2], 0]}
    assert g.decision == "main"  # a second commerce has nothing to take


def test_f2_any_column_with_florins_the_face_down_one_too():
    market = {"west": row(WEST_ROW, 2, 1, 0, 4, 0, 1)}
    g = game([{"west": [BUNDSCHUH]}, {}], market=market)
    take(g, "West ops", "use Bundschuh", "West commerce")
    assert legal(g, SPACE) == {"west 0", "west 1", "west 3", "west 5"}
    before = g.to_dict()
    take(g, "West 3")
    assert changes(before, g) == {"0.florins": 1, "market.west.3": [WEST_ROW[3], 3]}


def test_f2_the_gap_that_a_fair_left():
    """Florins of a fair that nobody took lie where its card was."""
    market = {"west": [[None, 2], *row(WEST_ROW)[1:]]}
    g = game([{"west": [BUNDSCHUH]}, {}], market=market)
    take(g, "West ops", "use Bundschuh", "West commerce")
    assert names(g) == {"take a florin from West 0 (no card, 2 there)"}
    take(g, "West 0")
    assert g.to_dict()["market"]["west"][0] == [None, 1]


def test_f2_illegal_if_the_row_holds_no_florins():
    g = game([{"west": [BUNDSCHUH]}, {}], market={"west": row(WEST_ROW), "east": row(EAST_ROW, 3)})
    assert legal(g, OPS) == set()


def test_f2_the_icon_names_the_row_not_the_side_of_the_card():
    market = {"west": row(WEST_ROW, 0, 1), "east": row(EAST_ROW, 1)}
    g = game([{"east": [ST_GEORGE, WANGARA]}, {}], market=market)
    take(g, "East ops", "use Bank of St. George", "West commerce", "West 1")
    assert legal(g, CARD) == {WANGARA}
    take(g, "use Soninke", "East commerce")
    assert legal(g, SPACE) == {"east 0"}


def test_f2_usury_does_not_protect_florins():
    """A card paid for this turn cannot be bought, but its florin can be taken."""
    market = {"west": [[WEST_ROW[0], 1, "paid"], *row(WEST_ROW)[1:]]}
    g = take(game([{"west": [BUNDSCHUH]}, {}], market=market), "West ops", "use Bundschuh")
    take(g, "West commerce", "West 0")
    assert g.to_dict()["players"][0]["florins"] == 1


def test_f2_a_republic_has_commerce_a_king_has_not():
    france = {"card": "SQ_france", "face": "republic"}
    market = {"west": row(WEST_ROW, 1)}
    assert legal(game([{"west": [france]}, {}], market=market), OPS) == {"west"}
    assert legal(game([{"west": ["SQ_france"]}, {}], market=market), OPS) == set()
