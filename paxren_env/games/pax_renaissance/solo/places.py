"""O2: places in the search: reading, row and cell as one number, kept in the frame of the turn.

The frame's arguments: the place with the religion its row acts against; the rows tried so far;
and what was achieved, by the first action and (for ops may be free) by the second.
"""

from paxren_env.core.jit import rule
from paxren_env.core.record import State
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.constants import NONE, NUM_RELIGIONS
from paxren_env.games.pax_renaissance.rules.o_table import (
    BOTH,
    FOR_PRESTIGE,
    MONEY,
    NUM_CELLS,
    NUM_ROWS,
)

PASS_LENGTH = NUM_ROWS * NUM_CELLS
BEGIN = 0  # before the search: the test of victory
OVERRIDES, TRIGGERS, LAST_RESORT = 0, 1, 2  # the passes; the last one is row 7 alone
FIRST_PLACE = 1
LAST_FAIR = FIRST_PLACE + 2 * PASS_LENGTH + NUM_CELLS  # hole 5: the other fair
MOST_PLACES = 64  # a multiple of this tells the religion that the row acts against
MOST_FEATS = 128  # a multiple of this is the second thing achieved
OVERRIDING = NUM_ROWS  # bits of the rows tried: from here on, those chosen as override rows
FAIR_CELL, TRADE_CELL, SALE_CELL = 0, 1, 2  # row 7 is a list, done in order
TURN_OVER, WON = 99, 100  # what the log says instead of a place; WON + victory


@rule
def row_of(place: int) -> int:
    """The row of a place in the search."""
    if place > 2 * PASS_LENGTH:
        return MONEY
    return (place - FIRST_PLACE) % PASS_LENGTH // NUM_CELLS + 1


@rule
def cell_of(place: int) -> int:
    """The cell of a place in the search."""
    return (place - FIRST_PLACE) % NUM_CELLS


@rule
def pass_of(place: int) -> int:
    """Which time the table is read."""
    return (place - FIRST_PLACE) // PASS_LENGTH


@rule
def with_faith(place: int, faith: int) -> int:
    """A place together with the religion that its row acts against, or NONE."""
    return place + (faith - NONE) * MOST_PLACES


@rule
def place_in(code: int) -> int:
    """The place of the two."""
    return code % MOST_PLACES


@rule
def faith_in(code: int) -> int:
    """The religion of the two."""
    return code // MOST_PLACES + NONE


@rule
def feat(row: int, cell: int, faith: int, halves: int) -> int:
    """O4a: what an action achieved as one number from 1 on: halves of the goal of a cell."""
    goal = (row - 1) * FOR_PRESTIGE + cell
    return (goal * (NUM_RELIGIONS + 1) + faith - NONE) * BOTH + halves


@rule
def row_of_turn(s: State) -> int:
    """O3: the row that the bot is carrying out; 0 outside its turn."""
    return row_of(place_in(int(s.stack[0, 2]))) if s.stack[0, 0] == p.BOT_TURN else 0


@rule
def faith_of_turn(s: State) -> int:
    """O8: the religion that rows 3 and 4 act against: the dominant one when they were chosen."""
    return faith_in(int(s.stack[0, 2])) if s.stack[0, 0] == p.BOT_TURN else NONE
