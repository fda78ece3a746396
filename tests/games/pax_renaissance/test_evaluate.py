"""Greedy's evaluation: its terms, and what it sees ahead of every answer."""

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.core.greedy import AS_GREEDY, AT_ONCE, look_ahead, new_outlook, no_changes
from paxren_env.core.policies import GREEDY, answers
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.evaluate import TERM_NAMES

pytestmark = pytest.mark.interpreted

AS_IT_IS = NUM_ACTIONS  # the row after the last action


def outlook_of(game, completion=AT_ONCE, viewer=None):
    outlook = new_outlook(NUM_ACTIONS, len(TERM_NAMES), 1)
    viewers = np.array([game.deciding_player if viewer is None else viewer])
    look_ahead(game.states, viewers, game.legal_mask()[None], completion, outlook, no_changes())
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
    outlook = outlook_of(game, viewer=1)
    assert not outlook[:NUM_ACTIONS].any() and outlook[AS_IT_IS].any()
    assert np.allclose(outlook[AS_IT_IS], -outlook_of(game)[AS_IT_IS], atol=1e-6)


# --- completing an action -------------------------------------------------------------------------
def value_of(game, player):
    return outlook_of(game, viewer=player)[AS_IT_IS].sum()


def after(game, action):
    clone = game.clone()
    clone.step(action)
    return clone


def is_completed(game, player):
    return game.is_over or game.deciding_player != player or game.decision == "main"


def completed(game, player, as_greedy):
    """The game once the player's action is completed by the best answers; the last of equals."""
    while not is_completed(game, player):
        followed = [after(game, action) for action in game.legal_actions()]
        ends = [completed(one, player, False) for one in followed] if as_greedy else followed
        values = [value_of(end, player) for end in ends]
        game = followed[max(range(len(values)), key=lambda k: (round(values[k], 5), k))]
    return game


@pytest.mark.parametrize(("completion", "as_greedy"), [(AT_ONCE, False), (AS_GREEDY, True)])
def test_an_action_is_completed_at_once_or_as_greedy_would(completion, as_greedy):
    """By the position after the next answer, or after all that completes the action then."""
    compared = differ = 0
    for seed in range(3):
        game, rng = Game(num_players=2, seed=seed), np.random.default_rng(seed)
        for _ in range(60):
            if game.is_over:
                break
            player, legal = game.deciding_player, game.legal_actions()
            unfinished = [a for a in legal if not is_completed(after(game, a), player)]
            if unfinished and rng.random() < 0.2:
                ahead, otherwise = outlook_of(game, completion), outlook_of(game, 3 - completion)
                for action in unfinished:
                    end = completed(after(game, action), player, as_greedy)
                    assert ahead[action].sum() == pytest.approx(value_of(end, player), abs=1e-4)
                    compared += 1
                    differ += not np.allclose(ahead[action], otherwise[action])
            game.step(int(rng.choice(legal)))
    assert compared > 20 and differ > 2
