"""Wallenstein as an environment: `wallenstein_v0.env(num_players=3)`, `WallensteinVectorEnv(64)`."""

from typing import Any

from paxren_env.envs import aec, gymnasium, vector
from paxren_env.games.wallenstein import SPEC

__all__ = [
    "WallensteinEnv",
    "WallensteinGymVectorEnv",
    "WallensteinVectorEnv",
    "env",
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


class WallensteinEnv(gymnasium.SingleEnv):
    """One learner's seat: see `envs.gymnasium.SingleEnv`."""

    game_spec = SPEC


class WallensteinGymVectorEnv(gymnasium.GymVectorEnv):
    """Many games, one learner's seat in each: see `envs.gymnasium.GymVectorEnv`."""

    game_spec = SPEC
