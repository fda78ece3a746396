"""TorchRL on every game of the house (`make test-faces`)."""

import pytest
import torch
from torchrl.envs import PettingZooWrapper
from torchrl.envs.libs.gym import GymEnv, GymWrapper
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

import paxren_env  # noqa: F401 (registers)
from paxren_env.core.spec import find
from paxren_env.envs.aec import make_env
from paxren_env.envs.gymnasium import SingleEnv
from tests.support.games import GAMES, SHORT

GYM_IDS = ("PaxRenaissance-v0", "PaxRenaissanceSolo-v0", "Wallenstein-v0", "AgeOfRenaissance-v0")


def wrapped(game):
    env = make_env(game, num_players=find(game).default_players, **SHORT.get(game, {}))
    return PettingZooWrapper(
        env, return_state=True, use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT
    )


@pytest.mark.parametrize("game", GAMES)
def test_its_wrapper_for_pettingzoo_plays(game):
    env = wrapped(game)
    rollout = env.rollout(20, break_when_any_done=True)
    assert len(rollout) > 2
    player = env.possible_agents[0]
    assert rollout[player]["observation"]["observation"].shape[-1] == find(game).observation_size


@pytest.mark.parametrize("game", GAMES)
def test_its_wrapper_never_samples_an_illegal_action(game):
    """The masks arrive: an illegal action would end the game with -1."""
    env = wrapped(game)
    rollout = env.rollout(15, break_when_any_done=True)
    for player in env.possible_agents:
        assert not (rollout["next", player, "reward"] == -1).any() or rollout["next", "done"].any()


@pytest.mark.parametrize("gym_id", GYM_IDS)
def test_it_makes_our_environments_by_their_ids(gym_id):
    env = GymEnv(gym_id, categorical_action_encoding=True)
    data = env.reset()
    assert data["observation"].dtype == torch.int8


@pytest.mark.parametrize("game", GAMES)
def test_the_specs_of_a_single_learner_are_true(game):
    env = GymWrapper(SingleEnv(game=game, **SHORT.get(game, {})), categorical_action_encoding=True)
    check_env_specs(env)
