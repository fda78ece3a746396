"""Small checks for the options of any game: a bad one is a ValueError saying what it may be."""

import operator
from typing import Any


def with_defaults(options: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a name that means nothing is refused."""
    for name in options:
        if name not in defaults:
            raise ValueError(f"unknown option {name!r}; the options are {', '.join(defaults)}")
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
