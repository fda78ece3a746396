"""Begin to play before the rules are compiled: nobody waits a minute for the first question.

Until another process has compiled them, the rules run as plain Python, a fraction of a millisecond
a step. A game is its record and its mask, so the change from one to the other is not seen in it.
"""

import os
import subprocess
import sys

from paxren_env.core.cache import cache_dir
from paxren_env.core.jit import GAMES, INTERPRETED, WAITING
from paxren_env.core.spec import GameSpec

COMPILE = "import {package}; from paxren_env import warm; warm.{function}({name!r})"


def compile_beside(spec: GameSpec) -> "subprocess.Popen[bytes] | None":
    """Play this game at once; what is not compiled yet is compiled by a process beside this one.

    Returns that process, or None if there is nothing to compile. It goes on when this one ends, so
    that the next start finds its work. Agents that search wait for it.
    """
    game = None if INTERPRETED else GAMES[spec.record]
    if game is None or cache_dir(game.key) is None or game.load_exports():
        return None
    WAITING.add(spec.record)
    return compile_in_another(spec, "warm_up")


def compile_in_another(spec: GameSpec, function: str) -> "subprocess.Popen[bytes]":
    """A new process that calls this function of `paxren_env.warm` for the game."""
    code = COMPILE.format(package=spec.package, function=function, name=spec.name)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
