"""B4, B9: tableaux, thrones, and what travels with a square."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import (
    DISCARDED,
    IN_TABLEAU,
    IN_THRONE,
    NONE,
    NUM_EMPIRES,
    Card,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.queries import empire_of, is_square, square_of
from paxren_env.games.pax_renaissance.rules.b8_tokens import kill_bishop
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_SIDE, QUEENS


# --- the rows of a tableau ------------------------------------------------------------------------
@rule
def position_of(s: State, player: Player, side: Side, card: Card) -> int:
    """Where the card stands in this row; NONE if it does not."""
    for i in range(s.tableau_size[player, side]):
        if s.tableau[player, side, i] == card:
            return i
    return NONE


@rule
def side_of(s: State, card: Card) -> Side:
    """Which row of its owner's tableau the card stands in."""
    if position_of(s, int(s.owner[card]), 0, card) != NONE:
        return 0
    return 1


@rule
def insert_card(s: State, player: Player, side: Side, position: int, card: Card):
    """Put the card into a row; what stands further out moves on."""
    for i in range(s.tableau_size[player, side], position, -1):
        s.tableau[player, side, i] = s.tableau[player, side, i - 1]
    s.tableau[player, side, position] = card
    s.tableau_size[player, side] += 1
    s.place[card] = IN_TABLEAU
    s.owner[card] = player
    s.stale = 1


@rule
def take_out(s: State, card: Card):
    """Take the card out of its row, if it stands in one."""
    if s.place[card] != IN_TABLEAU:
        return
    player = int(s.owner[card])
    side = side_of(s, card)
    last = int(s.tableau_size[player, side]) - 1
    for i in range(position_of(s, player, side, card), last):
        s.tableau[player, side, i] = s.tableau[player, side, i + 1]
    s.tableau[player, side, last] = 0
    s.tableau_size[player, side] = last
    s.owner[card] = NONE
    s.stale = 1


@rule
def add_column(s: State, player: Player, side: Side, card: Card):
    """E2: a new column, farthest from the board."""
    s.under[card] = NONE
    insert_card(s, player, side, int(s.tableau_size[player, side]), card)


@rule
def end_of_column(s: State, player: Player, side: Side, base: Card) -> int:
    """The position behind the last card tucked under this one."""
    position = position_of(s, player, side, base) + 1
    while position < s.tableau_size[player, side]:
        if s.under[s.tableau[player, side, position]] == NONE:
            break
        position += 1
    return position


@rule
def discard_card(s: State, card: Card):
    """DISCARD: the card leaves the game, its bishop the table."""
    take_out(s, card)
    kill_bishop(s, card)
    s.place[card] = DISCARDED
    s.owner[card] = NONE
    s.under[card] = NONE
    s.op_used[card] = 0


# --- queens ---------------------------------------------------------------------------------------
@rule
def num_queens(s: State, king: Card) -> int:
    """How many queens are married to him."""
    number = 0
    for i in range(len(QUEENS)):
        if s.under[QUEENS[i]] == king:
            number += 1
    return number


@rule
def tuck_queen(s: State, queen: Card, king: Card):
    """I1: she stands behind her King and his earlier queens."""
    player = int(s.owner[king])
    side = side_of(s, king)
    position = position_of(s, player, side, king) + 1 + num_queens(s, king)
    s.under[queen] = king
    insert_card(s, player, side, position, queen)


@rule
def discard_queens(s: State, king: Card):
    """B9: his queens, and the bishops on them, are discarded."""
    for i in range(len(QUEENS)):
        if s.under[QUEENS[i]] == king:
            discard_card(s, int(QUEENS[i]))


# --- squares --------------------------------------------------------------------------------------
@rule
def lift_square(s: State, square: Card):
    """Take the square and its queens out of their row; they stay married."""
    take_out(s, square)
    s.under[square] = NONE
    for i in range(len(QUEENS)):
        if s.under[QUEENS[i]] == square:
            take_out(s, int(QUEENS[i]))


@rule
def insert_square(s: State, player: Player, side: Side, position: int, square: Card):
    """Put the square into a row, with the queens who came along."""
    insert_card(s, player, side, position, square)
    behind = position + 1
    for i in range(len(QUEENS)):
        if s.under[QUEENS[i]] == square:
            insert_card(s, player, side, behind, int(QUEENS[i]))
            behind += 1


@rule
def move_outermost(s: State, player: Player, square: Card):
    """B11a: the square becomes the outermost column on the side of its empire."""
    lift_square(s, square)
    side = int(CARD_SIDE[square])
    insert_square(s, player, side, int(s.tableau_size[player, side]), square)


@rule
def tuck_vassal(s: State, square: Card, suzerain: Card):
    """B11g: the square is tucked into the column of its suzerain."""
    lift_square(s, square)
    player = int(s.owner[suzerain])
    side = side_of(s, suzerain)
    insert_square(s, player, side, end_of_column(s, player, side, suzerain), square)
    s.under[square] = suzerain


@rule
def seat_in_throne(s: State, square: Card):
    """THRONE: the square turns to its King; queens, bishops and repressed tokens stay with it."""
    lift_square(s, square)
    s.place[square] = IN_THRONE
    s.republic[empire_of(square)] = 0
    for i in range(len(QUEENS)):
        if s.under[QUEENS[i]] == square:
            s.place[QUEENS[i]] = IN_THRONE
    s.stale = 1


@rule
def free_vassals(s: State, suzerain: Card):
    """VASSAL: its vassals return to their thrones, each with all that is on it."""
    for empire in range(NUM_EMPIRES):
        if s.under[square_of(empire)] == suzerain:
            seat_in_throne(s, square_of(empire))


@rule
def dethrone(s: State, square: Card):
    """B9: sold or hit by apostasy, the square goes to its throne and frees its vassals."""
    free_vassals(s, square)
    seat_in_throne(s, square)


@rule
def kill_card(s: State, card: Card):
    """F3: a card is discarded; a square loses its queens and goes to its throne."""
    if is_square(card):
        discard_queens(s, card)
        dethrone(s, card)
    else:
        discard_card(s, card)


@rule
def shed(s: State, square: Card):
    """B11f: bishop and queens are discarded, vassals return to their thrones."""
    kill_bishop(s, square)
    discard_queens(s, square)
    free_vassals(s, square)
