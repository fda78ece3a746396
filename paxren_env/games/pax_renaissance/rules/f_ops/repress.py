"""F5: repress."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.actions import CITY, PAWN_AT
from paxren_env.games.pax_renaissance.constants import (
    NONE,
    NUM_CITIES,
    REPRESS_KNIGHT,
    REPRESS_PAWN,
    REPRESS_ROOK,
    ROOK,
    SPOT_BORDER,
    Card,
    Player,
)
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    has,
    location,
    mark,
    pawn_borders,
    ruled_cities,
    why_not_ruled,
)
from paxren_env.games.pax_renaissance.reasons import (
    BORDER_ELSEWHERE,
    NO_PAWN_THERE,
    NOT_DEPICTED,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import repress_in_city, repress_pawn
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_REPRESS

CITY_BITS = (1 << SPOT_BORDER) - 1


@rule
def repress_targets(s: State, card: Card) -> int:
    """F5: spots of the Location with a token of a depicted type: cities, then borders."""
    depicted = int(CARD_REPRESS[card])
    place = location(s, card)
    ruled = ruled_cities(s, place)
    found = 0
    for city in range(NUM_CITIES):
        if has(ruled, city):
            wanted = REPRESS_KNIGHT if s.city[city] < ROOK else REPRESS_ROOK
            if depicted & wanted:
                found |= 1 << city
    if depicted & REPRESS_PAWN:
        found |= pawn_borders(s, place) << SPOT_BORDER
    return found


@rule
def mark_repress(s: State, card: Card, mask):
    targets = repress_targets(s, card)
    mark(mask, CITY, targets & CITY_BITS)
    mark(mask, PAWN_AT, targets >> SPOT_BORDER)


@rule
def why_not_repress(s: State, card: Card, action: int) -> int:
    """F5: a token of a depicted type in the Location."""
    place = location(s, card)
    if action >= PAWN_AT:
        border = action - PAWN_AT
        if s.pawn[border] == NONE:
            return NO_PAWN_THERE
        if not has(borders_of(place), border):
            return BORDER_ELSEWHERE
        return LEGAL if has(repress_targets(s, card), SPOT_BORDER + border) else NOT_DEPICTED
    why = why_not_ruled(s, place, action - CITY)
    if why == LEGAL and not has(repress_targets(s, card), action - CITY):
        return NOT_DEPICTED
    return why


@rule
def do_repress(s: State, player: Player, card: Card, action: int):
    """F5: the token goes onto the Location's square; the player gains a florin."""
    if action >= PAWN_AT:
        repress_pawn(s, action - PAWN_AT, location(s, card))
    else:
        repress_in_city(s, action - CITY)
    s.florins[player] += 1
