"""The options of a game (13): checked, written into its record, read back, on the command line."""

import argparse
from typing import Any

from paxren_env.core.constants import AUTO_CHANCE, AUTO_FORCED
from paxren_env.core.options import check_count, check_one_of, with_defaults
from paxren_env.games.age_of_renaissance.constants import (
    AEGEAN,
    CHAOS,
    EDITION_NAMES,
    EURO_MAP,
    EURO_RESERVE,
    HEAVENS_NEEDS_N,
    LEADER_STACK,
    LOIRE,
    MARKERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_EPOCHS,
    OPEN_HANDS,
    RESERVE_RULE_NAMES,
    SECOND_TIMBER,
    START_CASH,
    THE_HEAVENS,
    TIE_CHOICE,
    VERSION_NAMES,
)
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import ADVANCE_LETTERS, PREREQUISITES

# Yes or no: name, bit, default.
FLAGS = (
    ("auto_forced", AUTO_FORCED, True),
    ("auto_chance", AUTO_CHANCE, True),
    ("loire", LOIRE, False),
    ("aegean", AEGEAN, True),
    ("heavens_needs_n", HEAVENS_NEEDS_N, True),
    ("tie_choice", TIE_CHOICE, True),
    ("leader_stack", LEADER_STACK, True),
    ("open_hands", OPEN_HANDS, False),
)
# One of two names: name, bit set by the second, the two.
PAIRS = (
    ("edition", EURO_MAP, EDITION_NAMES),
    ("reserve_rule", EURO_RESERVE, RESERVE_RULE_NAMES),
    ("timber_epoch1", SECOND_TIMBER, (1, 2)),
)
DEFAULTS: dict[str, Any] = {
    "num_players": 4,
    "version": VERSION_NAMES[NUM_EPOCHS - 1],
    "max_turns": 0,
    "edition": EDITION_NAMES[0],
    "reserve_rule": RESERVE_RULE_NAMES[1],
    "timber_epoch1": 1,
    **{name: default for name, _, default in FLAGS},
    # Not of the printed set-up: for tests.
    "start_cash": START_CASH,
    "start_advances": "",
    "start_markers": 0,
    "start_misery": 0,
}
MAX_TURNS = 30000
MAX_START_CASH = 30000
COUNTS = (
    ("num_players", MIN_PLAYERS, MAX_PLAYERS),
    ("max_turns", 0, MAX_TURNS),
    ("start_cash", 0, MAX_START_CASH),
    ("start_markers", 0, MARKERS - 1),
    ("start_misery", 0, CHAOS - 1),
)


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a bad one is a ValueError saying which."""
    checked = with_defaults(options, DEFAULTS)
    for name, low, high in COUNTS:
        checked[name] = check_count(name, checked[name], low, high)
    check_one_of("version", checked["version"], VERSION_NAMES)
    for name, _, allowed in PAIRS:
        check_one_of(name, checked[name], allowed)
    for name, _, _ in FLAGS:
        check_one_of(name, checked[name], (False, True))
    letters = checked["start_advances"]
    if not isinstance(letters, str) or any(letter not in ADVANCE_LETTERS for letter in letters):
        raise ValueError(f"option 'start_advances' is letters of advances, not {letters!r}")
    check_prerequisites(letters, checked["heavens_needs_n"])
    return checked


def check_prerequisites(letters: str, heavens_needs_n: bool) -> None:
    """2.5: nobody owns an advance without what it needs."""
    owned = bits_of(letters)
    for letter in letters:
        needed = int(PREREQUISITES[ADVANCE_LETTERS.index(letter)])
        if needed & ~owned and (letter != ADVANCE_LETTERS[THE_HEAVENS] or heavens_needs_n):
            raise ValueError(f"option 'start_advances': {letter} needs others that are missing")


def bits_of(letters: str) -> int:
    return sum(1 << ADVANCE_LETTERS.index(letter) for letter in set(letters))


def write_options(s: State, options: dict[str, Any]) -> None:
    """Put checked options into a record."""
    bits = sum(bit for name, bit, _ in FLAGS if options[name])
    bits += sum(bit for name, bit, allowed in PAIRS if options[name] == allowed[1])
    s.options = bits
    s.num_players = options["num_players"]
    s.last_epoch = 1 + VERSION_NAMES.index(options["version"])
    # The rules end the game at this turn (6.1), with Final Card Play; the house would cut it.
    s.turn_limit = options["max_turns"]
    s.max_turns = 0
    s.start_cash = options["start_cash"]
    s.start_markers = options["start_markers"]
    s.start_misery = options["start_misery"]
    s.start_advances = bits_of(options["start_advances"])


def read_options(s: State) -> dict[str, Any]:
    """The options a record was made with."""
    return {
        "num_players": int(s.num_players),
        "version": VERSION_NAMES[s.last_epoch - 1],
        "max_turns": int(s.turn_limit),
        **{name: allowed[bool(s.options & bit)] for name, bit, allowed in PAIRS},
        **{name: bool(s.options & bit) for name, bit, _ in FLAGS},
        "start_cash": int(s.start_cash),
        "start_advances": "".join(
            a for i, a in enumerate(ADVANCE_LETTERS) if s.start_advances >> i & 1
        ),
        "start_markers": int(s.start_markers),
        "start_misery": int(s.start_misery),
    }


# --- the command line -----------------------------------------------------------------------------
SWITCHES = {
    "loire": "with the province Loire",
    "aegean": "the Aegean as a sea of its own",
    "heavens_needs_n": "The Heavens needs Written Record",
    "tie_choice": "tied bidders choose their places",
    "leader_stack": "credits of several Leaders add up",
    "open_hands": "all hands lie open",
}
ON_THE_LINE = ("version", "max_turns", *(name for name, _, _ in PAIRS), *SWITCHES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What kind of game it is."""
    group = parser.add_argument_group("the game")
    group.add_argument("--version", choices=VERSION_NAMES, default=DEFAULTS["version"])
    group.add_argument("--max-turns", type=int, default=0, metavar="N", help="the last turn (none)")
    for name, _, allowed in PAIRS:
        kind, flag = type(allowed[0]), f"--{name.replace('_', '-')}"
        group.add_argument(flag, type=kind, choices=allowed, default=DEFAULTS[name])
    for name, what in SWITCHES.items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            action=argparse.BooleanOptionalAction,
            default=DEFAULTS[name],
            help=what,
        )


def chosen_options(namespace: argparse.Namespace) -> dict[str, Any]:
    """The options of a game that differ from the usual."""
    chosen = {name: getattr(namespace, name) for name in ON_THE_LINE}
    return {name: value for name, value in chosen.items() if value != DEFAULTS[name]}
