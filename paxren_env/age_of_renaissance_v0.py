"""Age of Renaissance as an environment: `age_of_renaissance_v0.env(num_players=4)`."""

from typing import Any

from paxren_env.envs import aec, gymnasium, vector
from paxren_env.games.age_of_renaissance import SPEC

__all__ = [
    "AgeOfRenaissanceEnv",
    "AgeOfRenaissanceGymVectorEnv",
    "AgeOfRenaissanceVectorEnv",
    "env",
    "raw_env",
]


class AgeOfRenaissanceVectorEnv(vector.VectorEnv):
    """N games of Age of Renaissance stepped by one compiled call: see `envs.vector.VectorEnv`."""

    spec = SPEC


class raw_env(aec.RawEnv):  # noqa: N801 (PettingZoo's name)
    """Age of Renaissance for 3 to 6 agents: see `envs.aec.RawEnv`."""

    spec = SPEC
    metadata = aec.metadata("age_of_renaissance_v0")


def env(**options: Any) -> aec.OrderedEnv:
    """As PettingZoo's classic games are: an illegal action loses the game."""
    return aec.OrderedEnv(raw_env(illegal_loses=True, **options))


class AgeOfRenaissanceEnv(gymnasium.SingleEnv):
    """One learner's seat: see `envs.gymnasium.SingleEnv`."""

    game_spec = SPEC


class AgeOfRenaissanceGymVectorEnv(gymnasium.GymVectorEnv):
    """Many games, one learner's seat in each: see `envs.gymnasium.GymVectorEnv`."""

    game_spec = SPEC
