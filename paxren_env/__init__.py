"""Board games for reinforcement learning: complete rules, compiled, one house for all of them.

`make_game("pax_renaissance", num_players=3)` makes a game by its name. The public names are loaded
when they are first asked for, so that the import costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

from paxren_env.registration import register_environments

if TYPE_CHECKING:
    from paxren_env import age_of_renaissance_v0, core, paxren_v0, wallenstein_v0
    from paxren_env.core.errors import IllegalAction
    from paxren_env.games.pax_renaissance import Game
    from paxren_env.paxren_v0 import PaxVectorEnv

__version__ = "0.3.0"

DEFAULT_GAME = "pax_renaissance"  # where no game is named

__all__ = [
    "DEFAULT_GAME",
    "Game",
    "IllegalAction",
    "PaxVectorEnv",
    "age_of_renaissance_v0",
    "game_names",
    "make_game",
    "paxren_v0",
    "wallenstein_v0",
]

# Where the names are that are loaded on demand; None: the module itself is meant.
_HOME = {
    "Game": ("games.pax_renaissance", "Game"),
    "IllegalAction": ("core.errors", "IllegalAction"),
    "PaxVectorEnv": ("paxren_v0", "PaxVectorEnv"),
    "age_of_renaissance_v0": ("age_of_renaissance_v0", None),
    "game_names": ("core.spec", "game_names"),
    "paxren_v0": ("paxren_v0", None),
    "wallenstein_v0": ("wallenstein_v0", None),
}


def make_game(
    name: str = DEFAULT_GAME,
    num_players: int | None = None,
    seed: int | None = None,
    **options: Any,
) -> "core.game.Game":
    """A new game by its name, with the options of that game.

    >>> game = make_game("pax_renaissance", num_players=4, seed=1)
    """
    from paxren_env.core.spec import find

    return find(name).module("game").Game(num_players, seed, **options)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, attribute = _HOME[name]
    module = importlib.import_module(f"{__name__}.{home}")
    value = module if attribute is None else getattr(module, attribute)
    globals()[name] = value
    return value


register_environments()


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
