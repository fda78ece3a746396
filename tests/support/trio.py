"""A small package `trio` to prove decorators and cache on: its own copy of them, one small game."""

import os
import subprocess
import sys
from pathlib import Path

from paxren_env.core import cache, jit

GAME = "trio.games.coins"
LEAF = """
from trio.core.jit import rule

@rule
def leaf(number):
    return number + 1
"""
MIDDLE = """
from trio.core.jit import rule
from trio.games.coins.leaf import leaf

@rule
def middle(number):
    return 10 * leaf(number)
"""
TOP = """
from pathlib import Path
import numpy as np
from trio.core.jit import add_game, entry
from trio.games.coins.middle import middle

STATE = np.dtype((np.record, np.dtype([("gold", "i2"), ("seats", "i2", 4)], align=True)))
add_game(STATE, "coins", Path(__file__).parent, {})

@entry
def top(states, i):
    states[i].gold = middle(states[i].gold) + middle(np.int8(0))
    return states[i].gold

def play():
    return int(top(np.zeros(2, STATE), 1))

def dispatcher():
    return top.dispatchers[STATE]
"""
# Prints the result, then how often the entry was loaded and how often compiled.
RUN = """
from trio.games.coins.top import dispatcher, play
result = play()
stats = dispatcher().stats
print(result, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
DECORATORS = ("cache", "fast_compile", "indexing", "jit", "lean_compile")


def make_trio(folder: Path) -> Path:
    """A package with its own copy of the decorators; in its game top calls middle calls leaf."""
    package = folder / "trio"
    game = package / "games" / "coins"
    (game / "data").mkdir(parents=True)
    (package / "core").mkdir()
    for part in (package, package / "core", package / "games", game):
        (part / "__init__.py").touch()
    (game / "data" / "facts.csv").write_text("name\n")
    for name, source in (("leaf", LEAF), ("middle", MIDDLE), ("top", TOP)):
        (game / f"{name}.py").write_text(source)
    for name in DECORATORS:
        source = (Path(jit.__file__).parent / f"{name}.py").read_text()
        (package / "core" / f"{name}.py").write_text(source.replace("paxren_env.core", "trio.core"))
    return package


def game_of(package: Path) -> Path:
    return package / "games" / "coins"


def start(folder: Path, code: str, **environment: str) -> subprocess.Popen:
    """Python in the folder, with a Numba cache of its own there."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    checkout = str(cache.PACKAGE.parent)
    clean |= {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": checkout, **environment}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env=clean,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen) -> tuple[str, str]:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out.strip(), errors.strip()


def run(package: Path, code: str = RUN, **environment: str) -> str:
    return finish(start(package.parent, code, **environment))[0]
