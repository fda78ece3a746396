"""paxren replay: step through a saved game."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from paxren_env.cli.common import (
    Quit,
    add_command,
    ending,
    read_line,
    seats_text,
)
from paxren_env.core.log import Event
from paxren_env.core.replay import Replay, load_replay
from paxren_env.core.spec import GameSpec, find
from paxren_env.core.telling import history, whole_history

REPLAY_HELP = """\
  Enter    the next step                 b        one step back
  NUMBER   go to that step               table    the whole table
  all      the rest of it                quit"""


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "replay", replay, "step through a saved game", more=REPLAY_HELP)
    p.add_argument("file")
    p.add_argument("--all", action="store_true", help="print all of it, without stopping")
    p.add_argument("--game", metavar="NAME", help="refuse replays of other games (any)")


def replay(options: argparse.Namespace) -> int:
    """A saved game, step by step."""
    loaded = load_replay(options.file)
    if options.game not in (None, loaded.game):
        raise ValueError(f"{options.file} is a game of {loaded.game}, not of {options.game}")
    game = begin(loaded)
    steps = len(loaded.actions)
    print(f"{game}\n\n{seats_text(loaded.agents)}; seed {loaded.seed}; {steps} steps\n")
    for number, told in enumerate(whole_history(game), 1):  # an automaton may have begun
        print(f"{number:4}. {told}")
    if not options.all and sys.stdin.isatty():
        print(REPLAY_HELP + "\n")
        walk(game, loaded.actions)
    while len(game.history) < steps:
        forward(game, loaded.actions)
    print(f"\n{game}\n\n{loaded.error or ending(game)}")
    return 0


def begin(loaded: Replay) -> Any:
    """The game before its first step: forced answers and rolls are steps too."""
    spec = find(loaded.game)
    by_itself = ["auto_forced", "auto_chance"] if spec.has_chance else ["auto_forced"]
    options = {**loaded.options, **dict.fromkeys(by_itself, False)}
    return spec.module("game").Game(seed=loaded.seed, **options)


def forward(game: Any, actions: Sequence[Event]) -> None:
    """Show the next step and take it."""
    known, before = len(game.history), game.clone()
    game.step(actions[known])
    for number, told in enumerate(history(before, game.history[known:]), known + 1):
        print(f"{number:4}. {told}")


def walk(game: Any, actions: Sequence[Event]) -> None:
    """Go where the reader wants, until the end or until they want all the rest."""
    begin = len(game.history)  # what an automaton did first is no step
    while len(game.history) < len(actions):
        words = read_line(f"[{len(game.history)}/{len(actions)}] ").strip().lower()
        if words == "":
            forward(game, actions)
        elif words == "b" and len(game.history) > begin:
            game.undo()
        elif words.isdecimal():
            go_to(game, actions, min(max(int(words), begin), len(actions)))
        elif words == "table":
            print(game)
        elif words == "all":
            return
        elif words in ("quit", "q", "exit"):
            raise Quit
        else:
            print(REPLAY_HELP)


def go_to(game: Any, actions: Sequence[Event], number: int) -> None:
    """Stand after that many steps, and show the table there."""
    while len(game.history) > number:
        game.undo()
    while len(game.history) < number:
        game.step(actions[len(game.history)])
    print(game)
