"""F2: commerce."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.actions import SPACE
from paxren_env.games.pax_renaissance.constants import NUM_COLUMNS, Player, Side, Slot
from paxren_env.games.pax_renaissance.queries import mark
from paxren_env.games.pax_renaissance.reasons import (
    NO_FLORIN_THERE,
    OTHER_ROW,
)
from paxren_env.games.pax_renaissance.state import State


@rule
def commerce_targets(s: State, side: Side) -> int:
    """F2: the spaces of the row that hold florins, the gap of a fair included."""
    found = 0
    for column in range(NUM_COLUMNS):
        slot = side * NUM_COLUMNS + column
        if s.market_florins[slot] > 0:
            found |= 1 << slot
    return found


@rule
def mark_commerce(s: State, side: Side, mask):
    mark(mask, SPACE, commerce_targets(s, side))


@rule
def why_not_commerce(s: State, side: Side, slot: Slot) -> int:
    """F2: a space of the row that holds florins."""
    if slot // NUM_COLUMNS != side:
        return OTHER_ROW
    return LEGAL if s.market_florins[slot] > 0 else NO_FLORIN_THERE


@rule
def do_commerce(s: State, player: Player, slot: Slot):
    """F2: take one florin from there."""
    s.market_florins[slot] -= 1
    s.florins[player] += 1
