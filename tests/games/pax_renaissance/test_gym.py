"""The Gymnasium environments: the registered names, bankrupt learners, the trained policy."""

from pathlib import Path

import gymnasium
import numpy as np
import pytest

from paxren_env.games.pax_renaissance.actions import FAIR
from paxren_env.games.pax_renaissance.observe import OBS_SIZE, layout
from paxren_env.paxren_v0 import PaxEnv, PaxGymVectorEnv
from paxren_env.registration import register_environments
from tests.games.pax_renaissance.positions import ruin

pytestmark = pytest.mark.interpreted

GYM_ID = "PaxRenaissance-v0"
register_environments()


def first_legal(observation, mask):
    return int(np.flatnonzero(mask)[0])


def play(env, seed=None, most=400):
    """Play a game with the first legal action; what was paid, and how it ended."""
    _, info = env.reset(seed=seed)
    total = 0.0
    for number in range(most):
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[(number * 7919 + 13) % len(legal)])
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert info["seat"] == layout.unpack(observation)["seat"].argmax()
        if terminated or truncated:
            return total, terminated, observation
    raise AssertionError("the game does not end")


def test_it_is_found_by_its_name():
    env = gymnasium.make("paxren_env:" + GYM_ID, opponents="random", num_players=2, seat=1)
    observation, info = env.reset(seed=1)
    assert isinstance(env.unwrapped, PaxEnv)
    assert observation.shape == (OBS_SIZE,) and observation.dtype == np.int8
    assert info["seat"] == 1 and layout.unpack(observation)["seat"].argmax() == 1


def test_a_bankrupt_learner_is_terminated_also_if_the_game_is_cut_later():
    options = {"num_players": 3, "seat": 0, "bankruptcy": True, "max_turns": 12}
    env = PaxEnv("random", **options)
    env.reset(seed=0)
    ruin(env._table.states, 0)
    _, reward, terminated, truncated, _ = env.step(FAIR)  # which brings nothing
    assert (reward, terminated, truncated) == (-0.5, True, False)
    games = PaxGymVectorEnv(2, "random", **options)
    _, infos = games.reset(seed=0)
    ruin(games._tables.states, 0)
    actions = infos["action_mask"].argmax(axis=1)
    actions[0] = FAIR
    _, rewards, terminated, truncated, infos = games.step(actions)
    assert rewards.tolist() == [-0.5, 0] and terminated.tolist() == [True, False]
    while not truncated.any():
        _, _, terminated, truncated, infos = games.step(infos["action_mask"].argmax(axis=1))
    assert not terminated.any()


def test_a_game_that_ends_before_the_learner_is_asked_does_not_count():
    env = PaxEnv(first_legal, num_players=3, max_turns=1)
    for seed in range(6):
        assert env.reset(seed=seed)[1]["action_mask"].any()


def test_a_learned_policy_may_be_an_opponent():
    checkpoint = Path(__file__).parents[3] / "train" / "checkpoints" / "ppo.npz"
    env = PaxEnv(f"policy:{checkpoint}", num_players=2, max_turns=6)
    assert play(env, seed=1)[0] == 0, "cut games pay nothing"
