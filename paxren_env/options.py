"""The options of a game: checked, written into its record, and read back."""

import operator
from typing import Any

from paxren_env.constants import (
    DEFAULT_MAX_TURNS,
    MAP_NAMES,
    MAX_PLAYERS,
    NO_TURN_LIMIT,
    OPTION_NAMES,
    RULESET_NAMES,
)
from paxren_env.state import State

DEFAULTS: dict[str, Any] = {
    "num_players": 2,
    "map": MAP_NAMES[0],
    "ruleset": RULESET_NAMES[0],
    "max_turns": DEFAULT_MAX_TURNS,
    **{name: name == "auto_forced" for name in OPTION_NAMES},
}
MAX_TURNS = 32767  # what the record can count


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a bad one is a ValueError saying which."""
    for name in options:
        if name not in DEFAULTS:
            raise ValueError(f"unknown option {name!r}; the options are {', '.join(DEFAULTS)}")
    checked = {**DEFAULTS, **options}
    checked["num_players"] = _count("num_players", checked["num_players"], 2, MAX_PLAYERS)
    if checked["max_turns"] is not None:
        checked["max_turns"] = _count("max_turns", checked["max_turns"], 1, MAX_TURNS)
    _one_of("map", checked["map"], MAP_NAMES)
    _one_of("ruleset", checked["ruleset"], RULESET_NAMES)
    for name in OPTION_NAMES:
        _one_of(name, checked[name], (False, True))
    return checked


def _count(name: str, value: Any, low: int, high: int) -> int:
    allowed = f"a whole number from {low} to {high}"
    if name == "max_turns":
        allowed += ", or None for no limit"
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"option {name!r} is {allowed}, not {value!r}")
    return number


def _one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if type(value) is not type(allowed[0]) or value not in allowed:
        choices = ", ".join(repr(choice) for choice in allowed)
        raise ValueError(f"option {name!r} is one of {choices}, not {value!r}")


def write_options(s: State, options: dict[str, Any]) -> None:
    """Put checked options into a record."""
    s.num_players = options["num_players"]
    s.map = MAP_NAMES.index(options["map"])
    s.ruleset = RULESET_NAMES.index(options["ruleset"])
    s.max_turns = NO_TURN_LIMIT if options["max_turns"] is None else options["max_turns"]
    s.options = sum(1 << bit for bit, name in enumerate(OPTION_NAMES) if options[name])


def read_options(s: State) -> dict[str, Any]:
    """The options a record was made with."""
    return {
        "num_players": int(s.num_players),
        "map": MAP_NAMES[s.map],
        "ruleset": RULESET_NAMES[s.ruleset],
        "max_turns": None if s.max_turns == NO_TURN_LIMIT else int(s.max_turns),
        **{name: bool(s.options >> bit & 1) for bit, name in enumerate(OPTION_NAMES)},
    }
