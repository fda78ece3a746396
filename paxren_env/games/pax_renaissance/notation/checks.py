"""Small checks of what is read, each naming the place."""

from typing import Any, NoReturn

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.tables import CARD_CODES


def fail(where: str, problem: str) -> NoReturn:
    """Refuse a position."""
    raise ValueError(f"{where}: {problem}")


def check_keys(value: Any, where: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A dict without unknown keys."""
    if not isinstance(value, dict):
        fail(where, f"expected a dict, not {value!r}")
    for key in value:
        if key not in known:
            fail(f"{where}.{key}", f"unknown key; the keys are {', '.join(known)}")
    return value


def check_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        fail(where, f"expected a list, not {value!r}")
    return list(value)


def check_number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        fail(where, f"expected a whole number from {low} to {high}, not {value!r}")
    return value


def check_flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        fail(where, f"expected true or false, not {value!r}")
    return value


def find(value: Any, where: str, values: tuple[Any, ...], what: str) -> int:
    """The id of a name."""
    for number, name in enumerate(values):
        if type(value) is type(name) and value == name:
            return number
    if len(values) > len(c.BORDER_NAMES):
        fail(where, f"unknown {what} {value!r}")
    fail(where, f"unknown {what} {value!r}; one of {', '.join(str(v) for v in values)}")


def find_card(value: Any, where: str) -> int:
    return find(value, where, CARD_CODES, "card")
