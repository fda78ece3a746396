"""The rules of the toy, R1 to R5: how rule tests of a game look.

Build the position in three lines, make one move, check the change and what must not change.
"""

import pytest

from tests.support.sealed_bids import Game
from tests.support.sealed_bids.actions import TENS_DIGIT, UNITS_DIGIT

pytestmark = pytest.mark.interpreted


def at(*players, **position):
    """A position with these players, where every digit and the dice are asked for."""
    asked = {"auto_forced": False, "auto_chance": False}
    options = {**asked, **position.pop("options", {})}
    return Game.from_dict({"players": list(players), "options": options, **position})


def bid(game, *bids):
    """Everybody's bid, in the order of the seats."""
    for coins in bids:
        game.step(TENS_DIGIT + coins // 10)
        game.step(UNITS_DIGIT + coins % 10)


def players(game, key):
    return [player[key] for player in game.to_dict()["players"]]


def test_r1_everybody_begins_with_coins_and_a_goal_of_their_own():
    game = Game(num_players=4, seed=1)
    assert players(game, "coins") == [12] * 4
    assert len(set(players(game, "goal"))) == 4 and set(players(game, "goal")) <= set(range(1, 7))


def test_r2_nobody_bids_more_than_they_have():
    game = at({"coins": 11}, {})
    assert game.legal_actions() == [TENS_DIGIT, TENS_DIGIT + 1]
    game.step(TENS_DIGIT + 1)
    assert game.legal_actions() == [UNITS_DIGIT, UNITS_DIGIT + 1]
    game = at({"coins": 3}, {})
    assert game.legal_actions() == [TENS_DIGIT]
    game.step(TENS_DIGIT)
    assert game.legal_actions() == [UNITS_DIGIT + digit for digit in range(4)]


def test_r2_bids_are_sealed_until_all_have_bid():
    game = at({}, {})
    bid(game, 7)
    assert players(game, "bid") == [7, 0] and players(game, "shown") == [0, 0]
    bid(game, 5)
    assert players(game, "bid") == [0, 0] and players(game, "shown") == [7, 5]


@pytest.mark.parametrize(
    ("turn", "bids", "winner"), [(0, (5, 7, 6), 1), (0, (6, 6, 2), 0), (1, (6, 2, 6), 2)]
)
def test_r3_the_highest_bid_wins_ties_go_from_the_turn_player_on(turn, bids, winner):
    game = at({}, {}, {}, turn=turn)
    bid(game, *bids)
    assert game.to_dict()["pending"][-1] == {"frame": "dice", "winner": winner}


def test_r3_without_a_bid_there_is_no_prize():
    game = at({}, {})
    bid(game, 0, 0)
    assert (game.turn, game.decision) == (1, "tens")
    assert players(game, "prizes") == [[0] * 6] * 2


def test_r4_the_winner_alone_pays_for_a_prize_of_the_higher_die():
    game = at({}, {"coins": 9})
    bid(game, 4, 5)
    game.step((2, 5))
    assert players(game, "coins") == [12, 4]
    assert players(game, "prizes") == [[0] * 6, [0, 0, 0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        ({"prizes": [0, 0, 0, 0, 0, 1]}, {"prizes": [0, 0, 0, 0, 1, 0]}, [0]),
        ({"prizes": [0, 0, 0, 0, 0, 1], "goal": 1}, {"prizes": [0, 0, 0, 1, 0, 0], "goal": 4}, [1]),
        ({"coins": 3}, {"coins": 4}, [1]),
        ({"coins": 4}, {"coins": 4}, [0, 1]),
    ],
)
def test_r5_the_best_score_wins_then_coins_then_all_of_the_best(one, other, winners):
    game = at(one, other, turn=3)
    bid(game, 0, 0)
    assert game.is_over and game.winners == winners and game.ending == "rounds"


def test_r5_a_game_that_is_cut_has_no_winner():
    game = at({"coins": 3}, {"coins": 4}, options={"max_turns": 1})
    bid(game, 0, 0)
    assert game.is_truncated and game.winners == [] and game.returns.tolist() == [0, 0]
