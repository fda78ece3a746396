"""Pax Renaissance (2nd edition) for reinforcement learning.

The public names are loaded when they are first asked for, so that the import costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

from paxren_env.registration import register_environments

if TYPE_CHECKING:
    from paxren_env.core.errors import IllegalAction
    from paxren_env.envs.vector import PaxVectorEnv
    from paxren_env.games.pax_renaissance import Game

__all__ = ["Game", "IllegalAction", "PaxVectorEnv"]

_HOME = {
    "Game": "games.pax_renaissance",
    "IllegalAction": "core.errors",
    "PaxVectorEnv": "envs.vector",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


register_environments()


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
