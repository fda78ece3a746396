"""F8: siege."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.actions import CITY, PIRATE_AT
from paxren_env.games.pax_renaissance.constants import SPOT_BORDER, Card
from paxren_env.games.pax_renaissance.queries import location, mark, pirate_borders, ruled_cities
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
def do_siege(s: State, action: int):
    """F8: the token is killed."""
    if action >= PIRATE_AT:
        kill_pirate(s, action - PIRATE_AT)
    else:
        kill_in_city(s, action - CITY)
