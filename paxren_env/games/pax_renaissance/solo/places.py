"""O2: places in the search: reading, row and cell as one number."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.solo.search import BEGIN
from paxren_env.games.pax_renaissance.solo.table import MONEY, NUM_CELLS, NUM_ROWS
from paxren_env.games.pax_renaissance.state import State

PASS_LENGTH = NUM_ROWS * NUM_CELLS
OVERRIDES, TRIGGERS, LAST_RESORT = 0, 1, 2  # the passes; the last one is row 7 alone
FIRST_PLACE = BEGIN + 1
LAST_FAIR = FIRST_PLACE + 2 * PASS_LENGTH + NUM_CELLS  # hole 5: the other fair
FAIR_CELL, TRADE_CELL, SALE_CELL = 0, 1, 2  # row 7 is a list, done in order
TURN_OVER, WON = 99, 100  # what the log says instead of a place; WON + victory


@rule
def row_of(place: int) -> int:
    """The row of a place in the search; 0 before it."""
    if place == BEGIN:
        return 0
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
def row_of_turn(s: State) -> int:
    """O3: the row that the bot is carrying out; 0 outside its turn."""
    return row_of(int(s.bot_place))
