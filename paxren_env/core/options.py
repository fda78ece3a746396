"""Small checks for options, seeds and seats: a bad one is a ValueError saying what it may be."""

import contextlib
import operator
from typing import Any

import numpy as np

from paxren_env.core.errors import UnknownOption


def with_defaults(options: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a name that means nothing is refused."""
    for name in options:
        if name not in defaults:
            # TorchRL looks for Python's own words.
            raise UnknownOption(
                f"unknown option {name!r} (unexpected keyword argument {name!r}); "
                f"the options are {', '.join(defaults)}"
            )
    return {**defaults, **options}


def check_count(name: str, value: Any, low: int, high: int, may_be_none: bool = False) -> Any:
    """A whole number from low to high as an int; None only where it may be."""
    if value is None and may_be_none:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        allowed = f"a whole number from {low} to {high}{', or None' if may_be_none else ''}"
        raise ValueError(f"option {name!r} is {allowed}, not {value!r}")
    return number


def check_one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    """One of these, and of their type: 1 is not True."""
    if type(value) is not type(allowed[0]) or value not in allowed:
        choices = ", ".join(repr(choice) for choice in allowed)
        raise ValueError(f"option {name!r} is one of {choices}, not {value!r}")


# --- seeds and seats ------------------------------------------------------------------------------
def whole_number(name: str, value: Any) -> int:
    """An int from any kind of whole number; no bool, no float, no text."""
    if not isinstance(value, (bool, np.bool_)):
        with contextlib.suppress(TypeError):
            return operator.index(value)
    raise ValueError(f"{name} is a whole number, not {value!r}")


def check_seed(seed: Any) -> int:
    """A seed as an int: 64 bits, for a larger or a negative one would be another one again."""
    number = whole_number("seed", seed)
    if not 0 <= number < 2**64:
        raise ValueError(f"seed is from 0 to 2**64 - 1, not {seed!r}")
    return number


def check_seat(name: str, seat: Any, num_players: int) -> int:
    """A seat at the table as an int."""
    try:
        return range(num_players).index(whole_number(name, seat))
    except ValueError:
        raise ValueError(f"{name} is a seat from 0 to {num_players - 1}, not {seat!r}") from None
