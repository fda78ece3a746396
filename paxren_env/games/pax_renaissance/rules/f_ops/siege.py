"""F8: siege."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.actions import CITY, PIRATE_AT
from paxren_env.games.pax_renaissance.constants import NONE, SPOT_BORDER, Card
from paxren_env.games.pax_renaissance.queries import (
    has,
    location,
    mark,
    pirate_borders,
    ruled_cities,
    why_not_ruled,
)
from paxren_env.games.pax_renaissance.reasons import (
    BORDER_ELSEWHERE,
    NO_PIRATE_THERE,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import kill_in_city, kill_pirate
from paxren_env.games.pax_renaissance.state import State


@rule
def siege_targets(s: State, card: Card) -> int:
    """F8: spots of the Location with a knight, rook or pirate: cities, then borders."""
    place = location(s, card)
    return ruled_cities(s, place) | pirate_borders(s, place) << SPOT_BORDER


@rule
def mark_siege(s: State, card: Card, mask):
    place = location(s, card)
    mark(mask, CITY, ruled_cities(s, place))
    mark(mask, PIRATE_AT, pirate_borders(s, place))


@rule
def why_not_siege(s: State, card: Card, action: int) -> int:
    """F8: a knight, rook or pirate of the Location."""
    place = location(s, card)
    if action < PIRATE_AT:
        return why_not_ruled(s, place, action - CITY)
    if s.pirate[action - PIRATE_AT] == NONE:
        return NO_PIRATE_THERE
    return LEGAL if has(pirate_borders(s, place), action - PIRATE_AT) else BORDER_ELSEWHERE


@rule
def do_siege(s: State, action: int):
    """F8: the token is killed."""
    if action >= PIRATE_AT:
        kill_pirate(s, action - PIRATE_AT)
    else:
        kill_in_city(s, action - CITY)
