"""4.6.3: reach: own ground, land, Caravan, ships; and the landing cap."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    AEGEAN,
    CARAVAN,
    GALLEY,
    MAX_NEIGHBOURS,
    NO_SHIP,
    NUM_PROVINCES,
    OCEAN,
    OLD_MARKER,
    OVERLAND_EAST,
    SEAWORTHY,
    THE_HEAVENS,
    TOKENS,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.queries import (
    capital_of,
    edition,
    has,
    has_loire,
    ship_number,
    ship_row,
)
from paxren_env.games.age_of_renaissance.rules.s46_entry import is_enterable
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    GALLEY_DISTANCE,
    IS_COASTAL,
    MARKET,
    NEIGHBOURS,
)


@rule
def is_presence(s: State, player: Player, province: Province) -> bool:
    """1.2: an old piece, or the Capital whoever holds it."""
    if s.old[province, player] > 0 or capital_of(s, player) == province:
        return True
    return s.marker[province] == player and s.marker_kind[province] == OLD_MARKER


@rule
def is_own_ground(s: State, player: Player, province: Province) -> bool:
    """(i): own old tokens, or the Capital."""
    return s.old[province, player] > 0 or capital_of(s, player) == province


@rule
def is_controlled_by_other(s: State, player: Player, province: Province) -> bool:
    """1.2: another's old marker, or another's old tokens alone, as many as the market."""
    if s.marker[province] != NONE and s.marker[province] != player:
        return s.marker_kind[province] == OLD_MARKER
    for other in range(s.num_players):
        if other != player and s.old[province, other] >= MARKET[province]:
            return True
    return False


@rule
def is_passable(s: State, player: Player, province: Province) -> bool:
    """(iii): the province between: enterable and not controlled by another."""
    return is_enterable(s, player, province) and not is_controlled_by_other(s, player, province)


@rule
def neighbour(s: State, province: Province, i: int) -> Province:
    """2.1: the i-th province across a land border; NONE after the last."""
    return int(NEIGHBOURS[edition(s), has_loire(s), province, i])


@rule
def is_by_land(s: State, player: Player, province: Province) -> bool:
    """(ii), (iii): next to a presence, or by Caravan one further."""
    has_caravan = has(s, player, CARAVAN)
    for i in range(MAX_NEIGHBOURS):
        near = neighbour(s, province, i)
        if near == NONE:
            break
        if is_presence(s, player, near):
            return True
        if has_caravan and is_passable(s, player, near):
            for j in range(MAX_NEIGHBOURS):
                far = neighbour(s, near, j)
                if far == NONE:
                    break
                if is_presence(s, player, far):
                    return True
    return False


@rule
def sea_chart(s: State, player: Player) -> int:
    """2.2: which seas a galley may cross: none without The Heavens."""
    if not has(s, player, THE_HEAVENS):
        return 0
    return 1 + 2 * edition(s) + (1 if s.options & AEGEAN else 0)


@rule
def is_in_galley_range(s: State, player: Player, province: Province) -> bool:
    """(iv): so many coast links from a presence."""
    chart, overland = sea_chart(s, player), 1 if has(s, player, OVERLAND_EAST) else 0
    reach = ship_number(s, player)
    for start in range(NUM_PROVINCES):
        if GALLEY_DISTANCE[chart, overland, province, start] <= reach:
            if is_presence(s, player, start):
                return True
    return False


@rule
def landing_cap(s: State, player: Player, province: Province) -> int:
    """How many tokens may still be put there in this segment; TOKENS if there is no cap."""
    if not is_enterable(s, player, province):
        return 0
    if is_uncapped(s, player, province):
        return TOKENS
    row = ship_row(s, player)
    if row == NO_SHIP or not IS_COASTAL[province]:
        return 0
    if row == SEAWORTHY or (row == GALLEY and is_in_galley_range(s, player, province)):
        return ship_number(s, player) - int(s.landed[province])
    return 0


@rule
def is_uncapped(s: State, player: Player, province: Province) -> bool:
    """By land, or by an ocean-going ship."""
    if ship_row(s, player) == OCEAN and IS_COASTAL[province]:
        return True
    return is_own_ground(s, player, province) or is_by_land(s, player, province)
