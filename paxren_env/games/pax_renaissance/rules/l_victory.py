"""L: the victories."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.constants import (
    BISHOP,
    BYZANTINE,
    COUNTS_AS_REPUBLIC,
    DISCOVERY,
    GLOBALIZATION,
    GLOBALIZATION_DECLARATION_COSTS_TWO_ACTIONS,
    GREEN_PIRATES_COUNT_AS_RED_BISHOPS_AND_UNITS,
    HOLY,
    HOLY_DECLARATION_COSTS_TWO_ACTIONS,
    IMPERIAL,
    IMPERIAL_DECLARATION_COSTS_TWO_ACTIONS,
    ISLAMIC,
    LAW,
    MEDIEVAL,
    NONE,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_RELIGIONS,
    OLD_MAID,
    PATRON,
    PATRON_AS_CONCESSION_IN_GLOBALIZATION,
    PATRON_AS_GREEN_BISHOP_IN_HOLY,
    PATRON_AS_LAW_IN_RENAISSANCE,
    PATRON_VICTORY,
    REFORMIST,
    RENAISSANCE,
    RULESET_1E,
    TERMINATED,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.queries import (
    anyone_has,
    concessions,
    is_king,
    owns_in_tableau,
    square_of,
)
from paxren_env.games.pax_renaissance.reasons import (
    BYZANTINE_NOT_MET,
    DECLARATION_COSTS_TWO,
    GLOBALIZATION_NOT_MET,
    HOLY_NOT_MET,
    IMPERIAL_NOT_MET,
    NOT_ACTIVE,
    RENAISSANCE_NOT_MET,
)
from paxren_env.games.pax_renaissance.solo.search import clear_search
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BORDER_EMPIRES,
    CITY_EMPIRE,
    FACE_PRESTIGE,
    QUEENS,
    TOKEN_SUPPLY,
)


# --- what counts ----------------------------------------------------------------------------------
@rule
def prestige(s: State, player: Player, kind: int) -> int:
    """L: prestige for a victory: the tableau and the old maids."""
    number = int(s.prestige[player, kind])
    for i in range(len(QUEENS)):
        if s.place[QUEENS[i]] == OLD_MAID and s.owner[QUEENS[i]] == player:
            number += int(FACE_PRESTIGE[QUEENS[i], kind])
    return number


@rule
def kings(s: State, player: Player) -> int:
    """L4: squares showing a King, vassals included."""
    number = 0
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        if owns_in_tableau(s, player, square) and is_king(s, square):
            number += 1
    return number


@rule
def republics(s: State, player: Player) -> int:
    """L6: Republics, and the cards that count as one."""
    number = int(s.ability[player, COUNTS_AS_REPUBLIC])
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        if owns_in_tableau(s, player, square) and not is_king(s, square):
            number += 1
    return number


@rule
def renaissance_law(s: State, player: Player) -> int:
    """L6: Law, and Patron as Law once per card that says so."""
    extra = int(s.ability[player, PATRON_AS_LAW_IN_RENAISSANCE])
    return prestige(s, player, LAW) + (extra * prestige(s, player, PATRON) if extra else 0)


@rule
def global_concessions(s: State, player: Player) -> int:
    """L5: concessions, and Patron as concessions once per card that says so."""
    extra = int(s.ability[player, PATRON_AS_CONCESSION_IN_GLOBALIZATION])
    return concessions(s, player, NONE) + (extra * prestige(s, player, PATRON) if extra else 0)


@rule
def holy_bishops(s: State, religion: int) -> int:
    """L3.1: bishops in play; Zionist State and Circassian Mamluks add to them."""
    number = int(TOKEN_SUPPLY[BISHOP + religion]) - int(s.supply[BISHOP + religion])
    if religion == REFORMIST and anyone_has(s, GREEN_PIRATES_COUNT_AS_RED_BISHOPS_AND_UNITS):
        for border in range(NUM_BORDERS):
            if s.pirate[border] == ISLAMIC:
                number += 1
    if religion == ISLAMIC:
        for player in range(s.num_players):
            if s.ability[player, PATRON_AS_GREEN_BISHOP_IN_HOLY]:
                number += prestige(s, player, PATRON)
    return number


@rule
def fights_for(s: State, colour: int, religion: int) -> bool:
    """L3.2: a pirate of the colour is a unit of the religion; green ones of Zion are red too."""
    if colour == religion:
        return True
    if colour != ISLAMIC or religion != REFORMIST:
        return False
    return anyone_has(s, GREEN_PIRATES_COUNT_AS_RED_BISHOPS_AND_UNITS)


@rule
def holy_units(s: State, religion: int) -> int:
    """L3.2: believers in cities and on borders of the religion's theocracies."""
    number = 0
    for city in range(NUM_CITIES):
        if s.city[city] != NONE and s.city[city] % NUM_RELIGIONS == religion:
            number += is_home(s, int(CITY_EMPIRE[city]), religion)
    for border in range(NUM_BORDERS):
        if s.pirate[border] != NONE and fights_for(s, int(s.pirate[border]), religion):
            for end in range(2):
                number += is_home(s, int(BORDER_EMPIRES[border, end]), religion)
    return number


@rule
def is_home(s: State, empire: Empire, religion: int) -> int:
    """L3.2: the empire is a theocracy of the religion; the first edition counts any theocracy."""
    if s.ruleset == RULESET_1E:
        return 1 if s.religion[empire] != MEDIEVAL else 0
    return 1 if s.religion[empire] == religion else 0


@rule
def supreme_religion(s: State) -> int:
    """L3: more bishops and more units than the other two religions together."""
    bishops = 0
    for religion in range(NUM_RELIGIONS):
        bishops += holy_bishops(s, religion)
    for religion in range(NUM_RELIGIONS):
        # Units take longer to count, and few religions have the bishops.
        if 2 * holy_bishops(s, religion) > bishops and has_most_units(s, religion):
            return religion
    return NONE


@rule
def has_most_units(s: State, religion: int) -> bool:
    """L3: more units than the other two religions together."""
    lead = holy_units(s, religion)
    for other in range(NUM_RELIGIONS):
        if other != religion and lead > 0:
            lead -= holy_units(s, other)
    return lead > 0


@rule
def ruling_religion(s: State) -> int:
    """L7: the religion with strictly the most theocracies."""
    best = NONE
    most = 0
    for religion in range(NUM_RELIGIONS):
        number = 0
        for empire in range(NUM_EMPIRES):
            if s.religion[empire] == religion:
                number += 1
        if number == most:
            best = NONE
        elif number > most:
            best = religion
            most = number
    return best


NOT_MET = (
    HOLY_NOT_MET,
    IMPERIAL_NOT_MET,
    GLOBALIZATION_NOT_MET,
    RENAISSANCE_NOT_MET,
    BYZANTINE_NOT_MET,
)  # by victory


# --- the conditions -------------------------------------------------------------------------------
@rule
def victory_religion(s: State, victory: int) -> int:
    """L3, L7: the religion whose prestige the victory asks for, if it asks for one."""
    if victory == HOLY:
        return supreme_religion(s)
    return ruling_religion(s) if victory == BYZANTINE else NONE


@rule
def score(s: State, player: Player, victory: int, part: int, religion: int) -> int:
    """L3-L7: the number a victory compares; part 0 and 1 are its two conditions."""
    if victory == HOLY:
        return faith(s, player, religion)
    if victory == IMPERIAL:
        return kings(s, player)
    if victory == GLOBALIZATION:
        return global_concessions(s, player) if part else prestige(s, player, DISCOVERY)
    if victory == RENAISSANCE:
        return renaissance_law(s, player) if part else republics(s, player)
    return faith(s, player, religion) if part else kings(s, player)


@rule
def faith(s: State, player: Player, religion: int) -> int:
    """Prestige of a religion; nobody has any of none."""
    return prestige(s, player, religion) if religion != NONE else 0


@rule
def margin(s: State, victory: int, part: int) -> int:
    """L3-L7: by how much every single opponent must be outdone."""
    if victory == IMPERIAL:
        return 3 if s.num_players == 2 else 2
    if part == 1 and (victory == GLOBALIZATION or victory == RENAISSANCE):
        return 2
    return 1


@rule
def outdoes(s: State, player: Player, victory: int, part: int, religion: int) -> bool:
    """L: the player's number exceeds every opponent's by the margin."""
    own = score(s, player, victory, part, religion)
    for other in range(s.num_players):
        if other != player and not s.eliminated[other]:
            if own < score(s, other, victory, part, religion) + margin(s, victory, part):
                return False
    return True


@rule
def meets(s: State, player: Player, victory: int) -> bool:
    """L3-L7: all conditions of the victory hold for the player."""
    religion = victory_religion(s, victory)
    if not outdoes(s, player, victory, 0, religion):
        return False
    has_one = victory == HOLY or victory == IMPERIAL
    return has_one or outdoes(s, player, victory, 1, religion)


@rule
def declaration_cost(s: State, victory: int) -> int:
    """L2: one action, or two while anyone's unsilenced card says so."""
    if victory == HOLY:
        return 2 if anyone_has(s, HOLY_DECLARATION_COSTS_TWO_ACTIONS) else 1
    if victory == IMPERIAL:
        return 2 if anyone_has(s, IMPERIAL_DECLARATION_COSTS_TWO_ACTIONS) else 1
    if victory == GLOBALIZATION:
        return 2 if anyone_has(s, GLOBALIZATION_DECLARATION_COSTS_TWO_ACTIONS) else 1
    return 1


@rule
def why_not_declare(s: State, player: Player, victory: int) -> int:
    """E6, L2: the square is active, its conditions are met, and the actions are there."""
    if not s.active[victory]:
        return NOT_ACTIVE
    if s.actions_left < declaration_cost(s, victory):
        return DECLARATION_COSTS_TWO
    return LEGAL if meets(s, player, victory) else NOT_MET[victory]


@rule
def can_declare(s: State, player: Player, victory: int) -> bool:
    """E6, L2: the player may declare the victory."""
    return why_not_declare(s, player, victory) == LEGAL


# --- the end --------------------------------------------------------------------------------------
@rule
def end_game(s: State, victory: int):
    """The winners are marked; nothing is owed any more."""
    s.status = TERMINATED
    s.victory = victory
    s.stack[:] = 0
    s.stack_size = 0
    clear_search(s)


@rule
def do_declare(s: State, player: Player, victory: int):
    """L2: the game ends at once with a sole winner."""
    s.winner[player] = 1
    end_game(s, victory)


@rule
def patron_victory(s: State):
    """L2a: most Patron prestige wins, then most florins; a tie is shared."""
    best = -1
    for player in range(s.num_players):
        best = max(best, patron_rank(s, player))
    for player in range(s.num_players):
        if patron_rank(s, player) == best:
            s.winner[player] = 1
    end_game(s, PATRON_VICTORY)


@rule
def patron_rank(s: State, player: Player) -> int:
    """L2a: Patron prestige first, florins to break ties; the eliminated do not rank."""
    if s.eliminated[player]:
        return -1
    return prestige(s, player, PATRON) * 100000 + int(s.florins[player])
