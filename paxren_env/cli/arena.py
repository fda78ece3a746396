"""paxren arena: agents play each other. It hands over to agents.arena."""

from typing import Any

from paxren_env.cli.common import Words, agents_module
from paxren_env.core.spec import GameSpec


def add(commands: Any, spec: GameSpec) -> None:
    commands.add_parser("arena", help="let agents play each other (paxren arena --help)")


def run(words: Words) -> int:
    """Run the arena with its own options."""
    return agents_module("arena", "the arena").main(list(words), "paxren arena")
