"""The words of a position, the same for writing and for reading."""

from typing import Any

from paxren_env.core.constants import NONE
from paxren_env.games.wallenstein import constants as c

Position = dict[str, Any]

HIDDEN = "hidden"
MONEY_NAMES = tuple(f"money {value}" for value in range(c.NUM_MONEY_CARDS))
# Every card that may lie in a box, by its id.
CARD_NAMES = (*c.COUNTY_NAMES, *MONEY_NAMES, "tower card", "blank", "void")
GROUP_SIZES = tuple(range(c.FIRST_GROUP, c.FIRST_GROUP + c.NUM_GROUP_SIZES))
FAVOUR_NUMBERS = tuple(range(1, c.NUM_FAVOURS + 1))
EVENT_NUMBERS = tuple(range(c.NUM_EVENTS))
RESULT_NAMES = ("running", "terminated", "truncated")


def name(names: tuple[Any, ...], number: int) -> Any:
    """The name of an id; None for none."""
    return None if number == NONE else names[number]


def set_bits(bits: int, names: tuple[Any, ...]) -> list[Any]:
    """The names whose bits are set."""
    return [name for number, name in enumerate(names) if bits >> number & 1]
