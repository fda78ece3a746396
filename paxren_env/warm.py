"""Ready every compiled entry for a game, so that the next start is quick.

python -m paxren_env.warm [--game NAME | --all]
"""

import argparse
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numba.core import types

from paxren_env import DEFAULT_GAME
from paxren_env.core import engine, greedy, policies
from paxren_env.core.cache import keep_time
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import NONE
from paxren_env.core.game import Game
from paxren_env.core.jit import GAMES, INTERPRETED, RULES, prepare
from paxren_env.core.spec import GameSpec, find, game_names
from paxren_env.core.starting import compile_in_another
from paxren_env.envs.vector import ENTRIES, PLAIN, VectorEnv

Task = tuple[str, Callable[[], Any]]  # what is readied, and how
Tell = Callable[[int, int, str], None]  # how many are ready, of how many, and what is next


def warm_up(game: str = DEFAULT_GAME, tell: Tell | None = None, processes: int = 1) -> None:
    """Compile every entry of the house for this game, or load it from the cache.

    A game with entries of its own has a module `warm` with a function `warm_up`. `tell` hears of
    every entry before it is readied, and at the end. With two processes the other one compiles
    entries meanwhile, from the last on: that is quicker, and costs a few CPU-seconds more.
    """
    spec, began = find(game), time.monotonic()
    was_warm = INTERPRETED or GAMES[spec.record].load_exports()
    is_alone = was_warm or processes < 2
    other = None if is_alone else compile_in_another(spec, compile_backwards.__name__)
    todo = tasks(spec)
    for number, (name, ready) in enumerate(todo):
        if tell is not None:
            tell(number, len(todo), name)
        ready()
    if other is not None:
        other.wait()
    if tell is not None:
        tell(len(todo), len(todo), "ready")
    check_overloads()
    if not was_warm:
        keep_time(GAMES[spec.record].key, spec.name, time.monotonic() - began)


def compile_backwards(game: str) -> None:
    """Compile the entries from the last on, and never run one: the rules are compiled elsewhere."""
    spec = find(game)
    GAMES[spec.record].expect_exports()
    for _, ready in reversed(entries(spec)):
        ready()


def tasks(spec: GameSpec) -> list[Task]:
    """Everything; the first compiles the rules, and so takes longer than all others."""
    found = [("the rules", lambda: spec.module("game").Game(seed=0)), *entries(spec)]
    if importlib.util.find_spec(f"{spec.package}.warm"):
        found.append((f"what only {spec.title} has", lambda: spec.module("warm").warm_up()))
    return found


def entries(spec: GameSpec) -> list[Task]:
    """Those of the house. Readying one does not run it."""
    table: Game = spec.module("game").Game._of(
        np.zeros(1, spec.record), np.zeros(spec.num_actions, np.int8)
    )
    found: list[Task] = []
    for function, arguments in [*_engine(table), *_policies(table)]:
        found.append((function.__name__, partial(prepare, function, *arguments)))
    for form in (PLAIN, ENTRIES):
        name = f"vector steps, {form} observation"
        found.append((name, partial(_ready_vector, spec, form)))
    return found


def _ready_vector(spec: GameSpec, form: str) -> None:
    VectorEnv(1, spec.default_players, game=spec.name, observation=form).close()


def _engine(game: Game) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    spec, rng = game.spec, new_rng(0)
    states, mask, log = game.states, game._mask, game._log
    yield engine.reset, (states, 0, rng, mask, log)
    yield engine.deal, (states, 0, rng, mask)
    yield engine.load, (states, 0, mask, log)
    yield engine.step, (states, 0, 0, mask, log)
    yield engine.step_once, (states, 0, NONE, mask, log)
    yield engine.rollout, (states, 0, rng, mask, log, 1)
    yield engine.look, (states, 0, 0, 0, np.empty(spec.observation_size, np.int8))
    yield engine.determinize, (states, 0, 0, rng)
    yield engine.write_returns, (states, 0, np.zeros(spec.max_players, np.float32))
    if spec.has_chance:
        yield engine.step_chance, (states, 0, np.zeros(1, np.int16), False, mask, log)


def _policies(game: Game) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    spec, states, masks = game.spec, game.states, game.legal_mask()[None]
    rngs, actions = np.zeros((1, 1), np.uint64), np.zeros(1, np.int64)
    yield policies.choose_batch, (policies.RANDOM, states, rngs, masks, actions)
    outlook = greedy.new_outlook(spec.num_actions, spec.num_terms, 1)
    nobody = np.full(1, NONE, np.int64)
    yield greedy.look_ahead, (states, nobody, masks, greedy.AT_ONCE, outlook, greedy.no_changes())


# --- a rule is compiled once for each game --------------------------------------------------------
def check_overloads() -> None:
    """A rule compiled for two kinds of arguments costs twice: integers are widened against that."""
    twice = [rule.__name__ for rule in RULES if _most_for_one_game(rule.overloads) > 1]
    if twice:
        raise AssertionError(f"compiled more than once: {', '.join(twice)}")


def _most_for_one_game(signatures: Any) -> int:
    """How often a rule was compiled for the same kinds of arrays, and so for the same game."""
    return max(Counter(_arrays_among(arguments) for arguments in signatures).values(), default=0)


def _arrays_among(arguments: Sequence[types.Type]) -> tuple[Any, ...]:
    """The records and arrays among the arguments: a rule must be compiled for each kind."""
    arrays = [(a.dtype, a.ndim, a.mutable) for a in arguments if isinstance(a, types.Array)]
    return (*(a for a in arguments if isinstance(a, types.Record)), *arrays)


# --- the command ----------------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None) -> int:
    """Ready one game, or all."""
    parser = argparse.ArgumentParser(prog="python -m paxren_env.warm", description=__doc__)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--game", choices=game_names(), default=DEFAULT_GAME, metavar="NAME")
    which.add_argument("--all", action="store_true", help="every game")
    options = parser.parse_args(arguments)
    for name in game_names() if options.all else [options.game]:
        warm_up(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
