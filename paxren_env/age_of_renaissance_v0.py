"""Age of Renaissance as an environment: `age_of_renaissance_v0.env(num_players=4)`."""

from typing import Any

from paxren_env.envs import aec, gymnasium, parallel, vector
from paxren_env.games.age_of_renaissance import SPEC

__all__ = [
    "AgeOfRenaissanceEnv",
    "AgeOfRenaissanceGymVectorEnv",
    "AgeOfRenaissanceVectorEnv",
    "env",
    "parallel_env",
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


def parallel_env(
    *, illegal: str = "loses", max_cycles: int | None = None, **options: Any
) -> parallel.ParallelEnv:
    """Everybody observes and answers at every step: see `envs.parallel.ParallelEnv`."""
    return parallel.ParallelEnv(raw_env(**options), illegal=illegal, max_cycles=max_cycles)


class AgeOfRenaissanceEnv(gymnasium.SingleEnv):
    """One learner's seat: see `envs.gymnasium.SingleEnv`."""

    game_spec = SPEC


class AgeOfRenaissanceGymVectorEnv(gymnasium.GymVectorEnv):
    """Many games, one learner's seat in each: see `envs.gymnasium.GymVectorEnv`."""

    game_spec = SPEC
