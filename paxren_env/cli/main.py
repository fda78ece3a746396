"""The `paxren` command: its parser, and what becomes of errors. Each command has its own file."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from paxren_env import DEFAULT_GAME
from paxren_env.cli import arena, bench, lookup, picture, play, replay, rules, warm, watch, web
from paxren_env.cli.common import Quit, add_game, bear_any_encoding, game_spec, listed
from paxren_env.core.processes import Terminated, exit_status, sigterm_interrupts
from paxren_env.core.spec import GameSpec, game_names

COMMANDS = (play, watch, replay, web, picture, arena, bench, lookup, rules, warm)
EXAMPLES = (
    ("play", "you against greedy"),
    ("play --opponents greedy random --seed 7", "against two, a certain deal"),
    ("watch greedy random --delay 0.5", "two agents, step by step"),
    ("replay game.json", "a saved game"),
    ("web", "all of it in the browser"),
    ("picture game.json table.svg", "the table at its end"),
    ("arena greedy random --games 1000", "who is better?"),
    ("bench", "how fast is it here?"),
    ("rules", "the sections of the rules"),
    ("warm --all", "compile all games now"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the status of the process."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    bear_any_encoding()
    try:
        with sigterm_interrupts():
            status = command(given)
            sys.stdout.flush()
            return status
    except BrokenPipeError:  # the reader has seen enough; nor is there to be a word at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, ImportError, OSError) as error:
        return fail(str(error))
    except (Quit, KeyboardInterrupt) as left:
        print("\nGood-bye.")
        return exit_status(left) if isinstance(left, Terminated) else 0


def command(given: Sequence[str]) -> int:
    """What is asked for, run with its options."""
    if given[:1] == ["arena"]:  # it has options of its own
        return arena.run(given[1:])
    parser = make_parser(game_spec(given))
    options = parser.parse_args(given)
    if options.command is None:
        parser.print_help()
        return 0
    return options.command(options)


def fail(message: str) -> int:
    print(f"paxren: {message}", file=sys.stderr)
    return 2


def make_parser(spec: GameSpec) -> argparse.ArgumentParser:
    """The parser of all commands, as this game needs them."""
    parser = argparse.ArgumentParser(
        prog="paxren",
        description=f"The board game {spec.title}: play it, watch it, measure it.\n"
        f"Every command takes --game NAME: {listed(game_names())}.",
        epilog=examples(spec),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=None, spec=spec)
    parser.add_argument(
        "--version", action="store_const", dest="command", const=version, help="of this package"
    )
    add_game(parser, spec)
    commands = parser.add_subparsers(title="commands", metavar="")
    for module in COMMANDS:
        module.add(commands, spec)
    return parser


def examples(spec: GameSpec) -> str:
    """What can be typed, and what it does."""
    own = getattr(spec.module("text"), "EXAMPLES", ())
    named = "" if spec.name == DEFAULT_GAME else f" --game {spec.name}"
    lines = [(f"  paxren {typed}{named}", meaning) for typed, meaning in (*EXAMPLES, *own)]
    width = max(len(typed) for typed, _ in lines) + 2
    return "\n".join(["examples:", *(f"{typed:{width}}{meaning}" for typed, meaning in lines)])


def version(_: Any) -> int:
    """What was installed; it is looked up only when asked for."""
    from importlib import metadata

    print(f"paxren-env {metadata.version('paxren-env')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
