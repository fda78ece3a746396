"""PaxVectorEnv: what only Pax Renaissance has, bankrupts and games that end at once."""

import numpy as np
import pytest

from paxren_env import Game, PaxVectorEnv
from paxren_env.games.pax_renaissance.observe import layout
from tests.games.pax_renaissance.positions import ruin

pytestmark = pytest.mark.interpreted


def answers(masks, number):
    """A legal action of every game, depending on its own mask and the number of the step only."""
    chosen = []
    for mask in masks:
        legal = np.flatnonzero(mask)
        chosen.append(legal[(number * 7919 + 13) % len(legal)])
    return np.array(chosen)


def play(games, steps):
    """The answers of so many steps, each with all it returned."""
    obs, masks = games.reset()
    for number in range(steps):
        actions = answers(masks, number)
        obs, masks, rewards, dones, seats = games.step(actions)
        yield actions, obs, masks, rewards, dones, seats


def test_a_game_that_is_won_pays_the_winners():
    games = PaxVectorEnv(2, 2, seed=1)
    paid = 0
    for _, _, _, rewards, dones, _ in play(games, 140):
        for slot in np.flatnonzero(dones == 1):
            winners = layout.unpack(games.final_obs[slot, 0])["winner"]
            if winners.sum() == 1:
                assert sorted(rewards[slot].tolist()) == [-1, 0, 0, 1]
                assert rewards[slot].argmax() == winners.argmax()
                paid += 1
        assert not rewards[dones == 0].any()
    assert paid


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_ends_before_the_learner_is_asked_is_left_out(threads):
    """It has a number all the same: seed_of is the seed of the game in play."""
    games = PaxVectorEnv(
        6, 4, seed=3, opponents="random", seat=2, max_turns=2, auto_reset=True, threads=threads
    )
    number, ended, left_out = games.games.copy(), 0, 0
    for _, obs, masks, _, dones, seats in play(games, 12):
        assert (seats == 2).all() and masks.any(axis=1).all()
        ended += np.count_nonzero(dones)
        left_out += int((games.games - number).sum()) - np.count_nonzero(dones)
        number = games.games.copy()
        for slot in np.flatnonzero(dones):
            assert layout.unpack(games.final_obs[slot, 2])["status"].tolist() == [0, 1]
            dealt = Game(num_players=4, seed=games.seed_of(slot), max_turns=2)
            decks = games.states["deck"][slot]
            assert dealt.states["bank"][0].tolist() == games.states["bank"][slot].tolist()
            assert dealt.states["deck"][0, :, :12].tolist() == decks[:, :12].tolist()
            assert layout.unpack(obs[slot])["status"].sum() == 0
    games.close()
    assert ended and left_out > 0


def test_a_bankrupt_seat_pays_at_once_and_only_once():
    games = PaxVectorEnv(1, 3, seed=1, bankruptcy=True, max_turns=6, auto_reset=False)
    _, masks = games.reset()
    poor = (int(games.seats[0]) + 1) % 3
    ruin(games.states, poor)
    paid = []
    while games.seats[0] != -1:
        _, masks, rewards, _, _ = games.step(answers(masks, 0))
        paid.append(rewards[0].copy())
    assert paid[0].tolist() == [-0.5 * (seat == poor) for seat in range(4)]
    assert not any(rewards[poor] for rewards in paid[1:])
    assert sum(rewards.sum() for rewards in paid) == pytest.approx(0)
