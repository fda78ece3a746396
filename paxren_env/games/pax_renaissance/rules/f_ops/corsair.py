"""F7: corsair."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import owe
from paxren_env.games.pax_renaissance.actions import BORDER, PIRATE_AT
from paxren_env.games.pax_renaissance.constants import (
    NONE,
    NUM_BORDERS,
    NUM_EMPIRES,
    Border,
    Card,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.frames import CORSAIR_TO
from paxren_env.games.pax_renaissance.queries import has, location, mark, sea_borders_of
from paxren_env.games.pax_renaissance.reasons import (
    BORDER_ELSEWHERE,
    NO_SUCH_PIRATE,
    OUT_OF_REACH,
    PIRATE_STAYS,
    PIRATE_STUCK,
    SAME_COLOUR,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import pirate_enters
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import LOCATION_SEA_BORDERS, SEA_ADJACENT


@rule
def corsair_reach(empire: Empire) -> int:
    """F7: the sea borders of the empire and of those across a sea border."""
    found = sea_borders_of(empire)
    for other in range(NUM_EMPIRES):
        if has(SEA_ADJACENT[empire], other):
            found |= LOCATION_SEA_BORDERS[other]
    return found


@rule
def corsair_destinations(s: State, empire: Empire, colour: int, origin: Border) -> int:
    """F7: another border in reach without a pirate of the same colour."""
    found = 0
    reach = corsair_reach(empire)
    for border in range(NUM_BORDERS):
        if has(reach, border) and border != origin and s.pirate[border] != colour:
            found |= 1 << border
    return found


@rule
def corsair_targets(s: State, empire: Empire, colour: int) -> int:
    """F7: pirates of the colour around the empire that have somewhere to go."""
    found = 0
    for border in range(NUM_BORDERS):
        if has(sea_borders_of(empire), border) and s.pirate[border] == colour:
            if corsair_destinations(s, empire, colour, border):
                found |= 1 << border
    return found


@rule
def mark_corsair_from(s: State, card: Card, colour: int, mask):
    mark(mask, PIRATE_AT, corsair_targets(s, location(s, card), colour))


@rule
def why_not_corsair_from(s: State, card: Card, colour: int, border: Border) -> int:
    """F7: a pirate of the colour around the empire that has somewhere to go."""
    if s.pirate[border] != colour:
        return NO_SUCH_PIRATE
    empire = location(s, card)
    if not has(sea_borders_of(empire), border):
        return BORDER_ELSEWHERE
    return LEGAL if corsair_destinations(s, empire, colour, border) else PIRATE_STUCK


@rule
def do_corsair_from(s: State, player: Player, card: Card, colour: int, origin: Border):
    owe(s, CORSAIR_TO, player, card, colour, origin)


@rule
def mark_corsair_to(s: State, card: Card, colour: int, origin: Border, mask):
    mark(mask, BORDER, corsair_destinations(s, location(s, card), colour, origin))


@rule
def why_not_corsair_to(s: State, card: Card, colour: int, origin: Border, border: Border) -> int:
    """F7: another border in reach without a pirate of the same colour."""
    if border == origin:
        return PIRATE_STAYS
    if not has(corsair_reach(location(s, card)), border):
        return OUT_OF_REACH
    return SAME_COLOUR if s.pirate[border] == colour else LEGAL


@rule
def do_corsair_to(s: State, colour: int, origin: Border, target: Border):
    """F7: the pirate moves and kills what it meets."""
    s.pirate[origin] = NONE
    pirate_enters(s, target, colour)
