"""The options of a game: checked, written into its record, read back, asked on the command line."""

import argparse
from typing import Any

from paxren_env.core.constants import AUTO_CHANCE, AUTO_FORCED
from paxren_env.core.options import check_count, check_one_of, with_defaults
from tests.support.sealed_bids.state import MAX_PLAYERS, MAX_ROUNDS, State

MIN_PLAYERS = 2
DEFAULTS: dict[str, Any] = {
    "num_players": 3,
    "rounds": 4,
    "max_turns": None,
    "auto_forced": True,
    "auto_chance": True,
}
BITS = {"auto_forced": AUTO_FORCED, "auto_chance": AUTO_CHANCE}


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a bad one is a ValueError saying which."""
    checked = with_defaults(options, DEFAULTS)
    players = check_count("num_players", checked["num_players"], MIN_PLAYERS, MAX_PLAYERS)
    checked["num_players"] = players
    checked["rounds"] = check_count("rounds", checked["rounds"], 1, MAX_ROUNDS)
    checked["max_turns"] = check_count("max_turns", checked["max_turns"], 1, MAX_ROUNDS, True)
    for name in BITS:
        check_one_of(name, checked[name], (False, True))
    return checked


def write_options(s: State, options: dict[str, Any]) -> None:
    """Put checked options into a record."""
    s.num_players = options["num_players"]
    s.rounds = options["rounds"]
    s.max_turns = options["max_turns"] or 0
    s.options = sum(bit for name, bit in BITS.items() if options[name])


def read_options(s: State) -> dict[str, Any]:
    """The options a record was made with."""
    return {
        "num_players": int(s.num_players),
        "rounds": int(s.rounds),
        "max_turns": int(s.max_turns) or None,
        **{name: bool(s.options & bit) for name, bit in BITS.items()},
    }


# --- on the command line --------------------------------------------------------------------------
def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What kind of game it is."""
    group = parser.add_argument_group("the game")
    group.add_argument("--rounds", type=int, metavar="N", help=f"rounds ({DEFAULTS['rounds']})")
    group.add_argument("--max-turns", type=int, metavar="N", help="cut it after so many rounds")


def chosen_options(namespace: argparse.Namespace) -> dict[str, Any]:
    """The options of a game that differ from the usual."""
    chosen = {"rounds": namespace.rounds, "max_turns": namespace.max_turns}
    return {name: value for name, value in chosen.items() if value is not None}
