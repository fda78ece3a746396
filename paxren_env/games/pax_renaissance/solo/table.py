"""O2, O8: the table of the solo bot: seven rows, when they apply, and when a cell is fulfilled."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import (
    DISCOVERY,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    LAW,
    MEDIEVAL,
    NONE,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_RELIGIONS,
    RENAISSANCE,
    Player,
)
from paxren_env.games.pax_renaissance.queries import (
    concessions,
    count,
    is_king,
    owns_in_tableau,
    ruled_cities,
    square_of,
)
from paxren_env.games.pax_renaissance.rules.l_victory import (
    holy_bishops,
    holy_units,
    kings,
    prestige,
    supreme_religion,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import BORDER_EMPIRES, CITY_EMPIRE

# The rows of the table, from 1 as they are printed, and the cells of a row.
KINGDOMS, REPUBLICS, BELIEVERS, BISHOPS, CONCESSIONS, PURCHASE, MONEY = 1, 2, 3, 4, 5, 6, 7
NUM_ROWS = 7
OBJECTIVE, SECONDARY, FOR_PRESTIGE = 0, 1, 2
NUM_CELLS = 3
POOR = 3  # O8, row 7: with fewer florins


# --- which row ------------------------------------------------------------------------------------
@rule
def foe_of(player: Player) -> Player:
    """O: the bot's only opponent."""
    return 1 - player


@rule
def faith_of_row(s: State, row: int, religion: int) -> int:
    """O8: what rows 3 and 4 count: believers in own theocracies, bishops."""
    return holy_units(s, religion) if row == BELIEVERS else holy_bishops(s, religion)


@rule
def dominant_religion(s: State, row: int) -> int:
    """O8: it has more than all others together; that is not supremacy, which needs both rows."""
    for religion in range(NUM_RELIGIONS):
        lead = faith_of_row(s, row, religion)
        for other in range(NUM_RELIGIONS):
            if other != religion:
                lead -= faith_of_row(s, row, other)
        if lead > 0:
            return religion
    return NONE


@rule
def is_triggered(s: State, player: Player, row: int) -> bool:
    """O8: the trigger of the row."""
    foe = foe_of(player)
    if row == KINGDOMS:
        return kings(s, foe) >= kings(s, player) + 2
    if row == REPUBLICS:
        return num_republics(s, player) < num_republics(s, foe)
    if row == BELIEVERS or row == BISHOPS:
        return dominant_religion(s, row) != NONE
    if row == CONCESSIONS:
        return concessions(s, foe, NONE) >= concessions(s, player, NONE) + 2
    if row == PURCHASE:
        return s.actions_left == 2
    return s.actions_left == 1 or s.florins[player] < POOR


@rule
def is_override(s: State, player: Player, row: int) -> bool:
    """O2a: the square of the row is active, and the bot does not lead in what it asks for."""
    if row == KINGDOMS:
        return s.active[IMPERIAL] == 1
    if row == REPUBLICS:
        return s.active[RENAISSANCE] == 1 and not leads_in(s, player, LAW)
    if row == BELIEVERS or row == BISHOPS:
        if not s.active[HOLY]:
            return False
        religion = supreme_religion(s)
        if religion == NONE:  # hole 11
            religion = dominant_religion(s, row)
        return religion == NONE or not leads_in(s, player, religion)
    if row == CONCESSIONS:
        return s.active[GLOBALIZATION] == 1 and not leads_in(s, player, DISCOVERY)
    return False


@rule
def leads_in(s: State, player: Player, kind: int) -> bool:
    """O8: the bot has more of this prestige than the player."""
    return prestige(s, player, kind) > prestige(s, foe_of(player), kind)


# --- what a cell is after -------------------------------------------------------------------------
LESS, MORE, BOTH = 1, 2, 3  # bits: which half of a goal was reached


@rule
def unwanted(s: State, player: Player, row: int, cell: int, faith: int) -> int:
    """O8: what the goal of the cell wants less of."""
    foe = foe_of(player)
    if row == KINGDOMS:
        return kings(s, foe) if cell == OBJECTIVE else strength(s, foe, True)
    if row == REPUBLICS:
        return num_republics(s, foe) if cell == OBJECTIVE else strength(s, foe, False)
    if row == CONCESSIONS:
        return concessions(s, foe, NONE)
    if cell == SECONDARY:
        return theocracies(s, faith, True)
    return faith_of_row(s, row, faith)


@rule
def wanted(s: State, player: Player, row: int, cell: int, faith: int) -> int:
    """O8: what the goal of the cell wants more of."""
    if row == KINGDOMS:
        return kings(s, player) if cell == OBJECTIVE else 0
    if row == REPUBLICS:
        return num_republics(s, player) if cell == OBJECTIVE else 0
    if row == CONCESSIONS:
        return concessions(s, player, NONE)
    if cell == SECONDARY:
        return theocracies(s, faith, False)
    return strangers(s, faith) if row == BELIEVERS else other_bishops(s, faith)


@rule
def gain(before: State, after: State, player: Player, row: int, cell: int, faith: int) -> int:
    """O3, hole 6: which half of the goal of a main or secondary objective was reached."""
    if row > CONCESSIONS:
        return 0
    if cell == SECONDARY and row <= REPUBLICS:  # one of them is weaker, whatever the others are
        return LESS if weakens(before, after, foe_of(player), row == KINGDOMS) else 0
    less = unwanted(before, player, row, cell, faith) - unwanted(after, player, row, cell, faith)
    more = wanted(after, player, row, cell, faith) - wanted(before, player, row, cell, faith)
    return (LESS if less > 0 else 0) | (MORE if more > 0 else 0)


@rule
def takes_back(
    before: State, after: State, player: Player, row: int, cell: int, faith: int, halves: int
) -> bool:
    """O4a: some of what was gained in these halves of the goal is lost again."""
    less = unwanted(after, player, row, cell, faith) - unwanted(before, player, row, cell, faith)
    more = wanted(before, player, row, cell, faith) - wanted(after, player, row, cell, faith)
    return (halves & LESS != 0 and less > 0) or (halves & MORE != 0 and more > 0)


@rule
def num_republics(s: State, player: Player) -> int:
    """O8: squares that show a Republic; what counts as one for a victory is none here."""
    number = 0
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        number += owns_in_tableau(s, player, square) and not is_king(s, square)
    return number


@rule
def strength(s: State, foe: Player, kingdoms: bool) -> int:
    """O8: knights and rooks in all Kingdoms (or Republics) of the player."""
    number = 0
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        if owns_in_tableau(s, foe, square) and is_king(s, square) == kingdoms:
            number += count(ruled_cities(s, empire))
    return number


@rule
def weakens(before: State, after: State, foe: Player, kingdom: bool) -> bool:
    """O8: a Kingdom (or Republic) of the player lost a knight or rook from its cities."""
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        if owns_in_tableau(before, foe, square) and is_king(before, square) == kingdom:
            if count(ruled_cities(after, empire)) < count(ruled_cities(before, empire)):
                return True
    return False


@rule
def theocracies(s: State, religion: int, same: bool) -> int:
    """O8: theocracies of the religion, or of all others."""
    number = 0
    for empire in range(NUM_EMPIRES):
        if s.religion[empire] != MEDIEVAL and (s.religion[empire] == religion) == same:
            number += 1
    return number


@rule
def strangers(s: State, religion: int) -> int:
    """O8: knights, rooks and pirates of other colours in theocracies."""
    number = 0
    for city in range(NUM_CITIES):
        if s.city[city] != NONE and s.city[city] % NUM_RELIGIONS != religion:
            number += s.religion[CITY_EMPIRE[city]] != MEDIEVAL
    for border in range(NUM_BORDERS):
        if s.pirate[border] != NONE and s.pirate[border] != religion:
            for end in range(2):
                number += s.religion[BORDER_EMPIRES[border, end]] != MEDIEVAL
    return number


@rule
def other_bishops(s: State, religion: int) -> int:
    """O8: bishops of the other religions."""
    number = 0
    for other in range(NUM_RELIGIONS):
        if other != religion:
            number += holy_bishops(s, other)
    return number
