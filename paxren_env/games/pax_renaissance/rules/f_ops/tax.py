"""F4: tax."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import EMPIRE, NO, PAWN_AT, YES
from paxren_env.games.pax_renaissance.constants import (
    NONE,
    NUM_BORDERS,
    NUM_EMPIRES,
    Border,
    Card,
    Empire,
    Location,
    Player,
)
from paxren_env.games.pax_renaissance.frames import PLACE_LEVY, TAX_EMPIRE, TAX_RESPONSE
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    has,
    is_saturated,
    location,
    mark,
    pawn_borders,
    touches,
)
from paxren_env.games.pax_renaissance.reasons import (
    BORDER_ELSEWHERE,
    BORDER_NOT_TOUCHED,
    EMPIRE_ELSEWHERE,
    NO_FLORIN,
    NO_PAWN_THERE,
    SATURATED,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import repress_pawn
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import LOCATION_EMPIRES


@rule
def taxing_empires(s: State, place: Location, border: Border) -> int:
    """F4: the unsaturated empires of the Location that touch the border."""
    found = 0
    for empire in range(NUM_EMPIRES):
        if has(LOCATION_EMPIRES[place], empire) and touches(border, empire):
            if not is_saturated(s, empire):
                found |= 1 << empire
    return found


@rule
def tax_targets(s: State, place: Location) -> int:
    """F4: borders with a concession that an unsaturated empire of the Location can tax."""
    found = 0
    taxable = pawn_borders(s, place)
    for border in range(NUM_BORDERS):
        if has(taxable, border) and taxing_empires(s, place, border):
            found |= 1 << border
    return found


@rule
def mark_tax(s: State, card: Card, mask):
    mark(mask, PAWN_AT, tax_targets(s, location(s, card)))


@rule
def why_not_tax(s: State, card: Card, border: Border) -> int:
    """F4: a concession that an unsaturated empire of the Location can tax."""
    place = location(s, card)
    if s.pawn[border] == NONE:
        return NO_PAWN_THERE
    if not has(borders_of(place), border):
        return BORDER_ELSEWHERE
    return LEGAL if taxing_empires(s, place, border) else SATURATED


@rule
def do_tax(s: State, player: Player, card: Card, border: Border):
    """F4: the concession is taxed; a region's card must say by which empire."""
    place = location(s, card)
    if place < NUM_EMPIRES:
        ask(s, TAX_RESPONSE, int(s.pawn[border]), border, place)
    else:
        ask(s, TAX_EMPIRE, player, card, border)


@rule
def mark_tax_empire(s: State, card: Card, border: Border, mask):
    mark(mask, EMPIRE, taxing_empires(s, location(s, card), border))


@rule
def why_not_tax_empire(s: State, card: Card, border: Border, empire: Empire) -> int:
    """F4: an unsaturated empire of the Location that touches the border."""
    if not has(LOCATION_EMPIRES[location(s, card)], empire):
        return EMPIRE_ELSEWHERE
    if not touches(border, empire):
        return BORDER_NOT_TOUCHED
    return SATURATED if is_saturated(s, empire) else LEGAL


@rule
def do_tax_empire(s: State, border: Border, empire: Empire):
    ask(s, TAX_RESPONSE, int(s.pawn[border]), border, empire)


@rule
def mark_tax_response(s: State, owner: Player, mask):
    """F4: the owner pays a florin to China, or the concession is repressed."""
    mask[NO] = 1
    if s.florins[owner] > 0:
        mask[YES] = 1


@rule
def why_not_tax_response(s: State, owner: Player, action: int) -> int:
    """F4: who has no florin cannot pay."""
    return LEGAL if action == NO or s.florins[owner] > 0 else NO_FLORIN


@rule
def do_tax_response(s: State, owner: Player, border: Border, empire: Empire, pays: int):
    """F4: then the owner places a levy in the taxing empire."""
    if pays:
        s.florins[owner] -= 1
    else:
        repress_pawn(s, border, empire)
    ask(s, PLACE_LEVY, owner, empire, NONE)
