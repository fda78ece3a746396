"""E1: purchase a market card."""

import pytest

from paxren_env.games.pax_renaissance.actions import ACTIVATE, BUY
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

EAST = ["PREN058", "PREN059", "PREN060", "PREN061", "PREN062", "PREN063"]
WEST = ["PREN001", "PREN002", "PREN003", "PREN004", "PREN005", "PREN006"]
GUTENBERG = "PREN043"  # unlimited hand


def row(codes, florins=(0,) * 6, gaps=()):
    """A market row; gaps hold no card."""
    return [
        [None if column in gaps else code, florins[column]] for column, code in enumerate(codes)
    ]


def market(**rest):
    return {"east": row(EAST), "west": row(WEST), **rest}


# --- the price ------------------------------------------------------------------------------------
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("side", "codes"), [("east", EAST), ("west", WEST)])
def test_e1_a_card_costs_its_column_and_pays_a_florin_to_each_card_before_it(side, codes, column):
    position = game([{"florins": 6}, {}], market=market())
    before = position.to_dict()
    position.step(BUY + {"east": 0, "west": 6}[side] + column)
    paid = {f"market.{side}.{j}": [codes[j], 1, "paid"] for j in range(column)}
    assert changes(before, position) == {
        **paid,
        f"market.{side}.{column}": [None, 0],
        "0.florins": 6 - column,
        "0.hand": [codes[column]],
    }
    assert position.to_dict()["turn"]["actions_left"] == 1


@pytest.mark.parametrize("florins", range(6))
def test_e1_only_what_can_be_paid_is_for_sale_and_never_column_0(florins):
    position = game([{"florins": florins}, {}], market=market())
    affordable = range(1, florins + 1)
    assert legal(position, BUY) == {f"{side} {c}" for side in ("east", "west") for c in affordable}


def test_e1_florins_on_the_card_go_to_the_buyer_after_payment():
    """EX02."""
    position = game([{"florins": 3}, {}], market=market(west=row(WEST, (0, 0, 0, 2, 0, 0))))
    assert changes(position.to_dict(), take(position, "buy Antipope")) == {
        "market.west.0": [WEST[0], 1, "paid"],
        "market.west.1": [WEST[1], 1, "paid"],
        "market.west.2": [WEST[2], 1, "paid"],
        "market.west.3": [None, 0],
        "0.florins": 2,
        "0.hand": [WEST[3]],
    }
    position = game([{"florins": 2}, {}], market=market(west=row(WEST, (0, 0, 0, 2, 0, 0))))
    assert "west 3" not in legal(position, BUY)


# --- gaps -----------------------------------------------------------------------------------------
def test_e1_the_florin_for_a_gap_goes_to_the_same_column_of_the_other_row():
    position = game([{"florins": 3}, {}], market=market(east=row(EAST, gaps=(1,))))
    assert changes(position.to_dict(), take(position, f"buy {'Dervishes'}")) == {
        "market.east.0": [EAST[0], 1, "paid"],
        "market.east.2": [None, 0],
        "market.west.1": [WEST[1], 1, "paid"],
        "0.florins": 1,
        "0.hand": [EAST[2]],
    }


def test_e1_the_florin_for_a_double_gap_goes_to_china():
    gaps = market(east=row(EAST, gaps=(1,)), west=row(WEST, gaps=(1,)))
    position = game([{"florins": 3}, {}], market=gaps)
    assert changes(position.to_dict(), take(position, "buy Dervishes")) == {
        "market.east.0": [EAST[0], 1, "paid"],
        "market.east.2": [None, 0],
        "0.florins": 1,
        "0.hand": [EAST[2]],
    }


def test_e1_florins_left_in_a_fair_gap_are_no_card():
    """EX38: the florin for column 0 goes across although florins lie in the gap."""
    left = market(east=row(EAST, (2, 0, 0, 0, 0, 0), gaps=(0,)))
    position = game([{"florins": 3}, {}], market=left)
    assert changes(position.to_dict(), take(position, "buy Dervishes")) == {
        "market.west.0": [WEST[0], 1, "paid"],
        "market.east.1": [EAST[1], 1, "paid"],
        "market.east.2": [None, 0],
        "0.florins": 1,
        "0.hand": [EAST[2]],
    }


def test_e1_with_both_fair_cards_gone_the_first_florin_goes_to_china():
    gone = market(east=row(EAST, (2, 0, 0, 0, 0, 0), (0,)), west=row(WEST, gaps=(0,)))
    position = game([{"florins": 3}, {}], market=gone)
    assert changes(position.to_dict(), take(position, "buy Dervishes")) == {
        "market.east.1": [EAST[1], 1, "paid"],
        "market.east.2": [None, 0],
        "0.florins": 1,
        "0.hand": [EAST[2]],
    }


def test_e1_an_empty_slot_is_not_for_sale():
    position = game([{"florins": 9}, {}], market=market(east=row(EAST, gaps=(2, 4))))
    assert {name for name in legal(position, BUY) if name.startswith("east")} == {
        "east 1", "east 3", "east 5",
    }  # fmt: skip


# --- usury ----------------------------------------------------------------------------------------
def test_e1_cards_that_got_a_florin_cannot_be_bought_this_turn():
    position = game([{"florins": 9}, {}], market=market())
    take(position, "buy Antipope")  # West 3
    assert {name for name in legal(position, BUY) if name.startswith("west")} == {
        "west 4", "west 5",
    }  # fmt: skip
    assert {"hold the West fair", "hold the East fair"} <= names(position)


def test_e1_usury_crosses_the_rows_with_the_florin():
    position = game([{"florins": 9}, {}], market=market(east=row(EAST, gaps=(1,))))
    take(position, "buy Dervishes")
    assert "west 1" not in legal(position, BUY)
    assert "west 2" in legal(position, BUY)


def test_e1_usury_ends_with_the_turn():
    position = game([{"florins": 9}, {"florins": 9}], market=market())
    take(position, "buy Antipope", "end the turn")
    assert {"west 1", "west 2"} <= legal(position, BUY)


def test_e1_no_card_slides_before_the_end_of_the_turn():
    position = game([{"florins": 9}, {}], market=market())
    take(position, "buy Antipope")
    assert position.to_dict()["market"]["west"][3] == [None, 0]
    assert position.to_dict()["market"]["west"][4] == [WEST[4], 0]


# --- the hand limit -------------------------------------------------------------------------------
@pytest.mark.parametrize(("hand", "may"), [([], True), (["PREN022"], True)])
def test_e1_with_fewer_than_two_cards_in_hand_one_may_buy(hand, may):
    position = game([{"florins": 9, "hand": hand}, {}])
    assert len(legal(position, BUY)) == 10


def test_e1_with_two_cards_in_hand_one_may_not_buy():
    position = game([{"florins": 9, "hand": ["PREN022", "PREN025"]}, {}])
    assert legal(position, BUY) == set()


def test_e1_with_an_unlimited_hand_one_may_always_buy():
    hand = ["PREN022", "PREN025", "PREN026"]
    position = game([{"florins": 9, "hand": hand, "west": [GUTENBERG]}, {}])
    assert len(legal(position, BUY)) == 10


def test_e1_a_silenced_unlimited_hand_is_limited():
    silenced = {"card": GUTENBERG, "bishop": "red"}
    hand = ["PREN022", "PREN025"]
    position = game([{"florins": 9, "hand": hand, "west": [silenced]}, {}])
    assert legal(position, BUY) == set()


# --- comets ---------------------------------------------------------------------------------------
def comet(hand=()):
    cells = [[code, 0] for code in WEST]
    cells[1] = ["COMET3", 2]
    return game(
        [{"florins": 1, "hand": list(hand)}, {}], market=market(west=cells), victories=["holy"]
    )


@pytest.mark.parametrize("hand", [(), ("PREN022", "PREN025")], ids=["empty", "full"])
def test_e1_a_comet_is_bought_whatever_the_hand_and_flips_a_square(hand):
    position = comet(hand)
    assert legal(position, BUY) >= {"west 1"}
    assert changes(position.to_dict(), take(position, "buy Pope")) == {
        "market.west.0": [WEST[0], 1, "paid"],
        "market.west.1": [None, 0],
        "discard": ["COMET3"],
        "0.florins": 2,
    }
    assert legal(position, ACTIVATE) == {"imperial", "globalization", "renaissance"}
    assert len(names(position)) == 3  # the flip cannot be declined
    assert changes(position.to_dict(), take(position, "activate the imperial victory")) == {
        "victories": ["holy", "imperial"],
    }  # fmt: skip
    assert position.to_dict()["turn"]["actions_left"] == 1


def test_e1_the_buyer_of_a_comet_may_declare_with_the_second_action():
    """EX30."""
    kings = ["SQ_england", "SQ_france", "SQ_aragon"]
    cells = [[code, 0] for code in WEST]
    cells[1] = ["COMET3", 0]
    position = game([{"florins": 1, "west": kings}, {}], market=market(west=cells))
    take(position, "buy Pope", "activate the imperial victory", "declare the imperial victory")
    assert position.to_dict()["result"] == {
        "status": "terminated", "victory": "imperial", "winners": [0],
    }  # fmt: skip


def test_e1_no_comet_in_column_0_is_for_sale():
    cells = [[code, 0] for code in WEST]
    cells[0] = ["COMET3", 0]
    position = game([{"florins": 9}, {}], market=market(west=cells))
    assert "west 0" not in legal(position, BUY)


def test_e1_a_bought_card_may_be_played_in_the_same_turn():
    position = game([{"florins": 9}, {}], market=market())
    take(position, "buy Papal Elephant")
    assert "play Papal Elephant" in names(position)
