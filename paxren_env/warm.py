"""Ready every compiled entry for a game, so that the next start is quick.

python -m paxren_env.warm [--game NAME | --all]
"""

import argparse
import importlib.util
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.core import types

from paxren_env import DEFAULT_GAME
from paxren_env.core import engine, greedy, policies
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import NONE
from paxren_env.core.game import Game
from paxren_env.core.jit import RULES, prepare
from paxren_env.core.spec import find, game_names
from paxren_env.envs.vector import VectorEnv


def warm_up(game: str = DEFAULT_GAME) -> None:
    """Compile every entry of the house for this game, or load it from the cache.

    A game with entries of its own has a module `warm` with a function `warm_up`.
    """
    spec = find(game)
    played = spec.module("game").Game(seed=0)
    _ready_engine(played)
    _ready_policies(played)
    VectorEnv(1, spec.default_players, game=game).close()
    if importlib.util.find_spec(f"{spec.package}.warm"):
        spec.module("warm").warm_up()
    check_overloads()


def _ready_engine(game: Game) -> None:
    spec, rng = game.spec, new_rng(0)
    states, mask, log = game.states, game._mask, game._log
    prepare(engine.reset, states, 0, rng, mask, log)
    prepare(engine.deal, states, 0, rng, mask)
    prepare(engine.load, states, 0, mask, log)
    prepare(engine.step, states, 0, 0, mask, log)
    prepare(engine.step_once, states, 0, NONE, mask, log)
    prepare(engine.rollout, states, 0, rng, mask, log, 1)
    prepare(engine.look, states, 0, 0, 0, np.empty(spec.observation_size, np.int8))
    prepare(engine.determinize, states, 0, 0, rng)
    prepare(engine.write_returns, states, 0, np.zeros(spec.max_players, np.float32))
    if spec.has_chance:
        prepare(engine.step_chance, states, 0, np.zeros(1, np.int16), False, mask, log)


def _ready_policies(game: Game) -> None:
    spec, states, masks = game.spec, game.states, game.legal_mask()[None]
    rngs, actions = np.zeros((1, 1), np.uint64), np.zeros(1, np.int64)
    prepare(policies.choose_batch, policies.RANDOM, states, rngs, masks, actions)
    outlook = greedy.new_outlook(spec.num_actions, spec.num_terms, 1)
    prepare(greedy.look_ahead, states, np.full(1, NONE, np.int64), masks, outlook)


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
    arrays = [(a.dtype, a.ndim) for a in arguments if isinstance(a, types.Array)]
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
