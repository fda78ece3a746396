"""K1: who is a believer and who a heretic."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.actions import NO, YES
from paxren_env.games.pax_renaissance.constants import (
    CATHOLIC,
    FRANCE,
    GOLD_ROOKS_AS_KNIGHTS_IN_CRUSADES,
    KNIGHT,
    NONE,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_RELIGIONS,
    PORTUGAL,
    PORTUGAL_AND_FRANCE_NOT_ADJACENT,
    ROOK,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.queries import anyone_has, has, has_ability
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    ADJACENT,
    CITY_EMPIRE,
    LOCATION_BORDERS,
    LOCATION_END_CITY,
    LOCATION_FIRST_CITY,
)


@rule
def neighbours(s: State, empire: Empire) -> int:
    """B12d: the adjacent empires, diagonals included; Buffer State cuts one diagonal."""
    found = int(ADJACENT[empire])
    if anyone_has(s, PORTUGAL_AND_FRANCE_NOT_ADJACENT):
        if empire == PORTUGAL:
            found &= ~(1 << FRANCE)
        elif empire == FRANCE:
            found &= ~(1 << PORTUGAL)
    return found


@rule
def ruling_believers(s: State, empire: Empire, religion: int, believers: bool) -> int:
    """K1: slots of the empire whose knight or rook is (or is not) of this religion."""
    found = 0
    for city in range(LOCATION_FIRST_CITY[empire], LOCATION_END_CITY[empire]):
        if s.city[city] != NONE:
            if (s.city[city] % NUM_RELIGIONS == religion) == believers:
                found |= 1 << city
    return found


@rule
def believing_pirates(s: State, empire: Empire, religion: int, believers: bool) -> int:
    """K1: borders of the empire whose pirate is (or is not) of this religion."""
    found = 0
    for border in range(NUM_BORDERS):
        if has(LOCATION_BORDERS[empire], border) and s.pirate[border] != NONE:
            if (s.pirate[border] == religion) == believers:
                found |= 1 << border
    return found


@rule
def has_heretics(s: State, empire: Empire, religion: int) -> bool:
    """K1c, the bloody rule: somebody of another religion is there to fight."""
    if ruling_believers(s, empire, religion, False):
        return True
    return believing_pirates(s, empire, religion, False) != 0


@rule
def adjacent_believers(s: State, empire: Empire, token: int) -> int:
    """K1: slots of adjacent empires that hold this token."""
    found = 0
    near = neighbours(s, empire)
    for city in range(NUM_CITIES):
        if s.city[city] == token and has(near, CITY_EMPIRE[city]):
            found |= 1 << city
    return found


@rule
def believing_cities(s: State, empire: Empire, religion: int, rooks_too: bool) -> int:
    """K1: believers in the empire, and believing knights next to it (Hospitaller: rooks too)."""
    found = ruling_believers(s, empire, religion, True)
    found |= adjacent_believers(s, empire, KNIGHT + religion)
    if rooks_too:
        found |= adjacent_believers(s, empire, ROOK + religion)
    return found


@rule
def mark_hospitaller(s: State, player: Player, mask):
    """AB: gold rooks next to a crusade may fight as knights; asked if there are any."""
    if has_ability(s, player, GOLD_ROOKS_AS_KNIGHTS_IN_CRUSADES):
        if adjacent_believers(s, int(s.war_empire), ROOK + CATHOLIC):
            mask[NO] = 1
            mask[YES] = 1
