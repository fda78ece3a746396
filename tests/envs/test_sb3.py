"""The vector environment as stable-baselines3 knows it."""

import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from paxren_env.envs.gymnasium import GymVectorEnv
from paxren_env.envs.sb3 import Sb3VecEnv
from tests.support.games import CUT, CUT_GAMES, GAMES, SHORT, TOY

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore:.*GPU"),
]


def make(game, number=4, opponents="random", **options):
    return Sb3VecEnv(number, opponents, game=game, **{**SHORT.get(game, {}), **options})


def answers(masks, number):
    noise = np.random.default_rng(number).random(masks.shape)
    return (masks * noise).argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_the_games_of_the_gymnasium_environment(game):
    envs, plain = make(game), GymVectorEnv(4, "random", game=game, **SHORT.get(game, {}))
    envs.seed(7)
    observation = envs.reset()
    expected, _ = plain.reset(seed=7)
    ended = 0
    for number in range(60):
        assert np.array_equal(observation, expected)
        masks = np.array(envs.env_method("action_masks"))
        assert np.array_equal(masks, plain.action_masks()) and masks.any(axis=1).all()
        actions = answers(masks, number)
        observation, rewards, dones, infos = envs.step(actions)
        expected, paid, terminated, truncated, found = plain.step(actions)
        assert np.array_equal(rewards, paid.astype(np.float32))
        assert np.array_equal(dones, terminated | truncated)
        for i in np.flatnonzero(dones):
            ended += 1
            assert np.array_equal(infos[i]["terminal_observation"], found["final_obs"][i])
            assert infos[i]["TimeLimit.truncated"] == truncated[i]
    assert ended or game != TOY


def test_episodes_are_counted():
    envs = make(TOY, 2)
    envs.seed(1)
    envs.reset()
    total, length = np.zeros(2), np.zeros(2, int)
    for number in range(60):
        _, rewards, dones, infos = envs.step(answers(envs.action_masks(), number))
        total, length = total + rewards, length + 1
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"] == {"r": pytest.approx(total[i]), "l": length[i]}
            total[i] = length[i] = 0


@pytest.mark.parametrize("game", CUT_GAMES)
def test_a_game_that_is_cut_says_so(game):
    envs = make(game, 1, **CUT[game])
    envs.seed(2)
    envs.reset()
    dones = np.zeros(1, bool)
    number = 0
    while not dones[0]:
        _, _, dones, infos = envs.step(answers(envs.action_masks(), number))
        number += 1
    assert infos[0]["TimeLimit.truncated"]


def test_a_seed_is_always_the_same_game():
    envs = make(TOY, 3)
    seen = []
    for _ in range(2):
        envs.seed(5)
        seen.append(envs.reset())
    assert np.array_equal(*seen)


def test_maskable_ppo_learns_on_it_and_never_answers_illegally():
    """An illegal action raises: that none does proves that the masks arrive."""
    envs = VecMonitor(make(TOY, 8))
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    assert model.num_timesteps == 256


@pytest.mark.parametrize(
    "ask",
    [
        lambda envs: envs.env_method("dance"),
        lambda envs: envs.get_attr("colour"),
        lambda envs: envs.set_attr("colour", 1),
    ],
)
def test_what_there_is_none_of_is_an_error(ask):
    with pytest.raises(AttributeError):
        ask(make(TOY))


def test_importing_the_trainer_leaves_other_distributions_checked():
    script = "import torch, train.sb3; print(torch.distributions.Distribution._validate_args)"
    command = [sys.executable, "-c", script]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "True"
