"""paxren lookup: what is printed on the components of a game."""

import argparse
from typing import Any

from paxren_env.cli.common import add_command, add_game
from paxren_env.core.spec import GameSpec


def add(commands: Any, spec: GameSpec) -> None:
    # A game may have a word of its own for it.
    own = getattr(spec.module("text"), "LOOKUP_NAME", None)
    words = "what is printed on the components of the game"
    p = add_command(commands, "lookup", lookup, words, aliases=[own] if own else [])
    p.add_argument("name", nargs="*", help="a part of its name (all of them)")
    add_game(p, spec)


def lookup(options: argparse.Namespace) -> int:
    """The components of this name, or all."""
    find = getattr(options.spec.module("text"), "lookup", None)
    if find is None:
        raise ValueError(f"{options.spec.title} has nothing to look up")
    print("\n".join(find(" ".join(options.name))))
    return 0
