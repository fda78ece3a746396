"""Pax Renaissance as an environment: `paxren_v0.env(num_players=3)`, `PaxVectorEnv(1024)`."""

from typing import Any

from paxren_env.envs import aec, gymnasium, parallel, vector
from paxren_env.games.pax_renaissance import SPEC

__all__ = ["PaxEnv", "PaxGymVectorEnv", "PaxVectorEnv", "env", "parallel_env", "raw_env"]


class PaxVectorEnv(vector.VectorEnv):
    """N games of Pax Renaissance stepped by one compiled call: see `envs.vector.VectorEnv`."""

    spec = SPEC


class raw_env(aec.RawEnv):  # noqa: N801 (PettingZoo's name)
    """Pax Renaissance for 2 to 4 agents, or for one against the bot: see `envs.aec.RawEnv`."""

    spec = SPEC
    metadata = aec.metadata("paxren_v0")


def env(**options: Any) -> aec.OrderedEnv:
    """As PettingZoo's classic games are: an illegal action loses the game."""
    return aec.OrderedEnv(raw_env(illegal_loses=True, **options))


def parallel_env(
    *, illegal: str = "loses", max_cycles: int | None = None, **options: Any
) -> parallel.ParallelEnv:
    """Everybody observes and answers at every step: see `envs.parallel.ParallelEnv`."""
    return parallel.ParallelEnv(raw_env(**options), illegal=illegal, max_cycles=max_cycles)


class PaxEnv(gymnasium.SingleEnv):
    """One learner's seat: see `envs.gymnasium.SingleEnv`."""

    game_spec = SPEC


class PaxGymVectorEnv(gymnasium.GymVectorEnv):
    """Many games, one learner's seat in each: see `envs.gymnasium.GymVectorEnv`."""

    game_spec = SPEC
