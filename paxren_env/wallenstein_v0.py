"""Wallenstein as an environment: `wallenstein_v0.env(num_players=3)` and the like."""

from typing import Any

from paxren_env.envs import aec, gymnasium, parallel, vector
from paxren_env.games.wallenstein import SPEC

__all__ = [
    "WallensteinEnv",
    "WallensteinGymVectorEnv",
    "WallensteinVectorEnv",
    "env",
    "parallel_env",
    "raw_env",
]


class WallensteinVectorEnv(vector.VectorEnv):
    """N games of Wallenstein stepped by one compiled call: see `envs.vector.VectorEnv`."""

    spec = SPEC


class raw_env(aec.RawEnv):  # noqa: N801 (PettingZoo's name)
    """Wallenstein for 3 to 5 agents: see `envs.aec.RawEnv`."""

    spec = SPEC
    metadata = aec.metadata("wallenstein_v0")


def env(**options: Any) -> aec.OrderedEnv:
    """As PettingZoo's classic games are: an illegal action loses the game."""
    return aec.OrderedEnv(raw_env(illegal_loses=True, **options))


def parallel_env(
    *, illegal: str = "loses", max_cycles: int | None = None, **options: Any
) -> parallel.ParallelEnv:
    """Everybody observes and answers at every step: see `envs.parallel.ParallelEnv`."""
    return parallel.ParallelEnv(raw_env(**options), illegal=illegal, max_cycles=max_cycles)


class WallensteinEnv(gymnasium.SingleEnv):
    """One learner's seat: see `envs.gymnasium.SingleEnv`."""

    game_spec = SPEC


class WallensteinGymVectorEnv(gymnasium.GymVectorEnv):
    """Many games, one learner's seat in each: see `envs.gymnasium.GymVectorEnv`."""

    game_spec = SPEC
