"""Greedy's evaluation: its terms, and what it sees ahead of every answer."""

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.core.greedy import look_ahead, new_outlook, no_changes
from paxren_env.core.policies import GREEDY, answers
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.evaluate import TERM_NAMES

pytestmark = pytest.mark.interpreted

AS_IT_IS = NUM_ACTIONS  # the row after the last action


def outlook_of(game):
    outlook = new_outlook(NUM_ACTIONS, len(TERM_NAMES), 1)
    decider = np.array([game.deciding_player])
    look_ahead(game.states, decider, game.legal_mask()[None], outlook, no_changes())
    return outlook[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_outlook_is_what_greedy_goes_by(players):
    game = Game(num_players=players, seed=players)
    for _ in range(12):
        outlook = outlook_of(game).sum(axis=1)
        legal = game.legal_actions()
        choice = int(answers(GREEDY, [game], game.legal_mask()[None], seed=1)[0])
        assert outlook[choice] == pytest.approx(max(outlook[legal]), abs=1e-4)
        game.step(choice)


def test_nothing_hidden_can_be_told_from_the_outlook():
    """Other hands and the order of the decks do not change it."""
    game = Game(num_players=3, seed=8)
    for k in range(25):
        expected = outlook_of(game)
        for seed in range(3):
            other = game.determinize(game.deciding_player, seed)
            assert np.array_equal(outlook_of(other), expected)
        legal = game.legal_actions()
        game.step(legal[k % len(legal)])


def test_a_florin_more_is_seen_in_its_own_term():
    position = Game(num_players=2, seed=0).to_dict()
    position["players"][0]["florins"] += 5
    before, after = outlook_of(Game(num_players=2, seed=0)), outlook_of(Game.from_dict(position))
    gained = after[AS_IT_IS] - before[AS_IT_IS]
    assert gained[TERM_NAMES.index("florins")] > 0.5
    assert np.count_nonzero(np.abs(gained) > 1e-6) <= 2, "the patron race may notice it too"


def test_who_does_not_decide_sees_only_the_position():
    game = Game(num_players=2, seed=0)
    outlook = new_outlook(NUM_ACTIONS, len(TERM_NAMES), 1)
    look_ahead(game.states, np.array([1]), game.legal_mask()[None], outlook, no_changes())
    assert not outlook[0, :NUM_ACTIONS].any() and outlook[0, AS_IT_IS].any()
    assert np.allclose(outlook[0, AS_IT_IS], -outlook_of(game)[AS_IT_IS], atol=1e-6)
