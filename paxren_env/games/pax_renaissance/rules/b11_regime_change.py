"""B11: regime change, in its fixed order."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import BORDER, CITY, EMPIRE, NO, REPRESSED
from paxren_env.games.pax_renaissance.constants import (
    BY_CAMPAIGN,
    BY_VOTE,
    CONSPIRACY,
    CONSTANTINOPLE,
    CONSTANTINOPLE_3,
    CORONATION,
    IN_TABLEAU,
    MEDIEVAL,
    NONE,
    NUM_BORDERS,
    NUM_EMPIRES,
    NUM_REPRESSED,
    OTTOMAN,
    PAWN,
    RULESET_1E,
    RULESET_2021,
    SPOT_BORDER,
    VENICE,
    WEST,
    Border,
    Card,
    City,
    Empire,
    Player,
    Token,
)
from paxren_env.games.pax_renaissance.frames import (
    ARRANGE_SLOTS,
    CONCESSION,
    DROP_TOKEN,
    EMANCIPATE,
    EMANCIPATE_WEST,
    GOLDEN_LIBERTY,
    PLACE_FREED,
)
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    empire_of,
    empty_borders,
    free_cities_for,
    has,
    is_king,
    is_open,
    is_vassal,
    mark,
    owns_in_tableau,
    square_of,
    why_not_empty_border,
)
from paxren_env.games.pax_renaissance.reasons import (
    CITY_EMPTY,
    MUST_FREE,
    NO_FLORIN_TO_DISPLACE,
    NO_ROOM_TO_FREE,
    NOBODY_TO_FREE,
    NOT_WESTERN,
    NOTHING_REPRESSED,
    OTHER_CITY,
    OWN_PAWN_SPARED,
    PAWN_THERE,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import kill_in_city, owe_token
from paxren_env.games.pax_renaissance.rules.b9_squares import (
    discard_queens,
    free_vassals,
    move_outermost,
    shed,
    tuck_queen,
    tuck_vassal,
)
from paxren_env.games.pax_renaissance.rules.e2_agents import taken_borders
from paxren_env.games.pax_renaissance.rules.e2_play import mark_yes_no
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CITY_FIRST, CITY_LAST, EMPIRE_SIDE


@rule
def change_regime(s: State, player: Player, empire: Empire, cause: int):
    """B11: shed and move now; concession, emancipation and golden liberty are asked next."""
    square = square_of(empire)
    if owns_in_tableau(s, player, square) and cause != BY_CAMPAIGN:
        strawman(s, player, square, cause)
    else:
        take_over(s, player, square, cause)
    if cause == CORONATION:
        tuck_queen(s, int(s.card), square)
    if cause == BY_VOTE or (cause == CONSPIRACY and s.ruleset == RULESET_1E):
        ask(s, GOLDEN_LIBERTY, player, empire, NONE)
    ask(s, EMANCIPATE, player, empire, 0)
    ask(s, CONCESSION, player, empire, cause)


@rule
def strawman(s: State, player: Player, square: Card, cause: int):
    """B11b,i: one's own square flips and moves outermost; by coronation nothing moves.

    The rules of 2021 know no strawman coronation: the King moves like in any regime change.
    """
    if cause == CORONATION and s.ruleset != RULESET_2021:
        return
    lose_company(s, square, cause)
    if cause != CORONATION:
        s.republic[empire_of(square)] = 1 if is_king(s, square) else 0
    move_outermost(s, player, square)


@rule
def lose_company(s: State, square: Card, cause: int):
    """B11f: bishop, queens and vassals go; in the first edition bishops fear only campaigns."""
    if s.ruleset == RULESET_1E and cause != BY_CAMPAIGN:
        discard_queens(s, square)
        free_vassals(s, square)
    else:
        shed(s, square)


@rule
def comes_alone(s: State, square: Card, cause: int) -> bool:
    """B11f: from a throne all comes along; in the first edition no queen survives a war."""
    if s.place[square] == IN_TABLEAU:
        return True
    return s.ruleset == RULESET_1E and cause != CORONATION


@rule
def take_over(s: State, player: Player, square: Card, cause: int):
    """B11a,g: the square comes as a King, outermost or under the suzerain of the campaign."""
    if comes_alone(s, square, cause):
        lose_company(s, square, cause)
    s.republic[empire_of(square)] = 0
    if cause == BY_CAMPAIGN:
        king = int(s.war_king)
        tuck_vassal(s, square, int(s.under[king]) if is_vassal(s, king) else king)
    else:
        move_outermost(s, player, square)


# --- concession -----------------------------------------------------------------------------------
@rule
def mark_concession(s: State, player: Player, empire: Empire, mask):
    """B11c: a border of the empire without pirate; a pawn there is repressed for a florin."""
    mask[NO] = 1
    mark(mask, BORDER, empty_borders(s, borders_of(empire)))
    mark(mask, BORDER, taken_borders(s, player, empire) & ~spared_borders(s, player))


@rule
def why_not_concession(s: State, player: Player, empire: Empire, action: int) -> int:
    """B11c: the same as a reason."""
    if action == NO:
        return LEGAL
    why = why_not_empty_border(s, borders_of(empire), action - BORDER)
    if why != PAWN_THERE:
        return why
    if has(spared_borders(s, player), action - BORDER):
        return OWN_PAWN_SPARED
    return LEGAL if s.florins[player] > 0 else NO_FLORIN_TO_DISPLACE


@rule
def spared_borders(s: State, player: Player) -> int:
    """B11c: the first edition represses only opponents' concessions for a new one."""
    found = 0
    if s.ruleset == RULESET_1E:
        for border in range(NUM_BORDERS):
            if s.pawn[border] == player:
                found |= 1 << border
    return found


@rule
def do_concession(s: State, player: Player, empire: Empire, border: Border):
    """B11c: one of the player's pawns goes there."""
    if border >= 0:
        owe_token(s, player, PAWN + player, SPOT_BORDER + border, empire)


# --- emancipation ---------------------------------------------------------------------------------
@rule
def freedom_spots(s: State, empire: Empire, token: Token) -> int:
    """B11d: the empty cities or borders of the empire for such a token."""
    if token < PAWN:
        return free_cities_for(s, empire, token)
    return empty_borders(s, borders_of(empire))


@rule
def can_be_freed(s: State, empire: Empire, token: Token) -> bool:
    return s.repressed[empire, token] > 0 and freedom_spots(s, empire, token) != 0


@rule
def can_emancipate(s: State, empire: Empire) -> bool:
    """B11d: the square holds a token for which the empire has room."""
    for token in range(NUM_REPRESSED):
        if can_be_freed(s, empire, token):
            return True
    return False


@rule
def mark_emancipate(s: State, empire: Empire, picked: int, mask):
    """B11d: which repressed token next, or done."""
    for token in range(NUM_REPRESSED):
        if can_be_freed(s, empire, token):
            mask[REPRESSED + token] = 1
            if not picked:
                mask[NO] = 1


@rule
def why_not_emancipate(s: State, empire: Empire, picked: int, action: int) -> int:
    """B11d: the same as a reason."""
    if action == NO:
        return MUST_FREE if picked else LEGAL
    if s.repressed[empire, action - REPRESSED] == 0:
        return NOTHING_REPRESSED
    return LEGAL if can_be_freed(s, empire, action - REPRESSED) else NO_ROOM_TO_FREE


@rule
def do_emancipate(s: State, player: Player, empire: Empire, picked: int, token: Token):
    """B11d: pick its place; a regime change goes on asking until done."""
    if token < 0:
        return
    if not picked:
        ask(s, EMANCIPATE, player, empire, 0)
    ask(s, PLACE_FREED, player, empire, token)


@rule
def mark_place_freed(s: State, empire: Empire, token: Token, mask):
    mark(mask, CITY if token < PAWN else BORDER, freedom_spots(s, empire, token))


@rule
def do_place_freed(s: State, empire: Empire, token: Token, action: int):
    """B11d: it moves from the square onto the map, for free; a pawn keeps its colour."""
    s.repressed[empire, token] -= 1
    if token < PAWN:
        s.city[action - CITY] = token
    else:
        s.pawn[action - BORDER] = token - PAWN


@rule
def mark_emancipate_west(s: State, mask):
    """AB, Enclosure: any of the six Western squares that has someone to free."""
    for empire in range(NUM_EMPIRES):
        if EMPIRE_SIDE[empire] == WEST and can_emancipate(s, empire):
            mask[EMPIRE + empire] = 1
            mask[NO] = 1


@rule
def why_not_emancipate_west(s: State, action: int) -> int:
    """AB, Enclosure: the same as a reason."""
    if action == NO:
        return LEGAL
    if EMPIRE_SIDE[action - EMPIRE] != WEST:
        return NOT_WESTERN
    return LEGAL if can_emancipate(s, action - EMPIRE) else NOBODY_TO_FREE


@rule
def do_emancipate_west(s: State, player: Player, empire: Empire):
    if empire >= 0:
        ask(s, EMANCIPATE_WEST, player, NONE, NONE)
        ask(s, EMANCIPATE, player, empire, 1)


# --- golden liberty -------------------------------------------------------------------------------
@rule
def mark_golden_liberty(s: State, empire: Empire, mask):
    """B11e: after a vote (first edition: a conspiracy too) a theocracy may become medieval."""
    if s.religion[empire] != MEDIEVAL:
        mark_yes_no(mask)


@rule
def do_golden_liberty(s: State, player: Player, empire: Empire, medieval: int):
    """B11e: the map card is turned; tokens stay, if their slots do."""
    if not medieval:
        return
    s.religion[empire] = MEDIEVAL
    if empire == OTTOMAN and s.city[CONSTANTINOPLE_3] != NONE and not is_open(s, CONSTANTINOPLE_3):
        # Promo: two slots for up to three tokens; the state checks wait for the answers.
        ask(s, ARRANGE_SLOTS, player, NONE, NONE)
        ask(s, DROP_TOKEN, player, CONSTANTINOPLE, NONE)
    else:
        s.stale = 1


@rule
def mark_drop(s: State, first: City, mask):
    """V: too many tokens for a city that has lost a slot: which of them goes."""
    occupied = 0
    slots = 0
    for slot in range(CITY_FIRST[first], CITY_LAST[first] + 1):
        occupied += s.city[slot] != NONE
        slots += is_open(s, slot)
    if occupied > slots:
        for slot in range(CITY_FIRST[first], CITY_LAST[first] + 1):
            if s.city[slot] != NONE:
                mask[CITY + slot] = 1


@rule
def why_not_drop(s: State, first: City, city: City) -> int:
    """V: a token of the city that has lost a slot."""
    if CITY_FIRST[city] != first:
        return OTHER_CITY
    return LEGAL if s.city[city] != NONE else CITY_EMPTY


@rule
def do_drop(s: State, city: City):
    """V: it returns to the pool; Venice's other token then settles in the slot that is left."""
    kill_in_city(s, city)
    if CITY_FIRST[city] == VENICE:
        s.stale = 1
