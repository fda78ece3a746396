"""4.6.3: reach: own ground, land, Caravan, ships; and the landing cap."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    AEGEAN,
    CARAVAN,
    GALLEY,
    NO_SHIP,
    NUM_PROVINCES,
    OCEAN,
    OLD_MARKER,
    OVERLAND_EAST,
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
from paxren_env.games.age_of_renaissance.sets import WORD, Provinces, contains, lowest, union
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    COASTS,
    GALLEY_RANGE,
    MARKET,
    NEIGHBOUR_SETS,
)


# --- from where -----------------------------------------------------------------------------------
@rule
def has_old_piece(s: State, player: Player, province: Province) -> bool:
    """1.2: a token or a marker placed before this turn."""
    if s.old[player, province] > 0:
        return True
    return s.marker[province] == player and s.marker_kind[province] == OLD_MARKER


@rule
def presence(s: State, player: Player) -> Provinces:
    """1.2: provinces with an old piece, and the Capital whoever holds it."""
    low, high = 0, 0
    for province in range(WORD):
        low |= int(has_old_piece(s, player, province)) << province
    for province in range(WORD, NUM_PROVINCES):
        high |= int(has_old_piece(s, player, province)) << (province - WORD)
    return union((low, high), capital_as_set(s, player))


@rule
def capital_as_set(s: State, player: Player) -> Provinces:
    capital = capital_of(s, player)
    return (1 << capital, 0) if capital < WORD else (0, 1 << (capital - WORD))


@rule
def own_ground(s: State, player: Player) -> Provinces:
    """(i): own old tokens, or the Capital."""
    low, high = 0, 0
    for province in range(WORD):
        low |= int(s.old[player, province] > 0) << province
    for province in range(WORD, NUM_PROVINCES):
        high |= int(s.old[player, province] > 0) << (province - WORD)
    return union((low, high), capital_as_set(s, player))


# --- by land --------------------------------------------------------------------------------------
@rule
def is_controlled_by_other(s: State, player: Player, province: Province) -> bool:
    """1.2: another's old marker, or another's old tokens alone, as many as the market."""
    if s.marker[province] != NONE and s.marker[province] != player:
        return s.marker_kind[province] == OLD_MARKER
    for other in range(s.num_players):
        if other != player and s.old[other, province] >= MARKET[province]:
            return True
    return False


@rule
def is_passable(s: State, player: Player, province: Province) -> bool:
    """(iii): the province between: enterable and not controlled by another."""
    return is_enterable(s, player, province) and not is_controlled_by_other(s, player, province)


@rule
def neighbours(s: State, province: Province) -> Provinces:
    """2.1: the provinces across a land border."""
    low = int(NEIGHBOUR_SETS[edition(s), has_loire(s), province, 0])
    return low, int(NEIGHBOUR_SETS[edition(s), has_loire(s), province, 1])


@rule
def all_neighbours(s: State, provinces: Provinces) -> Provinces:
    """2.1: the provinces across a land border from any of these."""
    found = 0, 0
    low, high = provinces
    while low:
        found = union(found, neighbours(s, lowest(low)))
        low &= low - 1
    while high:
        found = union(found, neighbours(s, WORD + lowest(high)))
        high &= high - 1
    return found


@rule
def reach_by_land(s: State, player: Player, bases: Provinces) -> Provinces:
    """(i), (ii), (iii): own ground, next to a presence, and by Caravan one further."""
    near = all_neighbours(s, bases)
    found = union(own_ground(s, player), near)
    if has(s, player, CARAVAN):
        found = union(found, all_neighbours(s, passable(s, player, near)))
    return found


@rule
def passable(s: State, player: Player, provinces: Provinces) -> Provinces:
    """(iii): those of them that a Caravan may pass."""
    low, high = 0, 0
    for province in range(WORD):
        if contains(provinces, province) and is_passable(s, player, province):
            low |= 1 << province
    for province in range(WORD, NUM_PROVINCES):
        if contains(provinces, province) and is_passable(s, player, province):
            high |= 1 << (province - WORD)
    return low, high


# --- by ship --------------------------------------------------------------------------------------
@rule
def sea_chart(s: State, player: Player) -> int:
    """2.2: which seas a galley may cross: none without The Heavens."""
    if not has(s, player, THE_HEAVENS):
        return 0
    return 1 + 2 * edition(s) + (1 if s.options & AEGEAN else 0)


@rule
def galley_range(s: State, player: Player, province: Province) -> Provinces:
    """(iv): so many coast links from a presence."""
    chart, overland = sea_chart(s, player), 1 if has(s, player, OVERLAND_EAST) else 0
    ship = int(s.ship[player])
    low = int(GALLEY_RANGE[chart, overland, province, ship, 0])
    return low, int(GALLEY_RANGE[chart, overland, province, ship, 1])


@rule
def reach_by_ship(s: State, player: Player, bases: Provinces) -> Provinces:
    """(iv), (v), (vi): in range of a galley, or any coast."""
    row = ship_row(s, player)
    found = 0, 0
    if row == NO_SHIP:
        return found
    if row != GALLEY:
        return COASTS
    low, high = bases
    while low:
        found = union(found, galley_range(s, player, lowest(low)))
        low &= low - 1
    while high:
        found = union(found, galley_range(s, player, WORD + lowest(high)))
        high &= high - 1
    return found


# --- the cap --------------------------------------------------------------------------------------
@rule
def landing_cap(
    s: State, player: Player, province: Province, by_land: Provinces, by_ship: Provinces
) -> int:
    """How many tokens may still be put there in this segment; TOKENS if there is no cap."""
    if not is_enterable(s, player, province):
        return 0
    if contains(by_land, province):
        return TOKENS
    if not contains(by_ship, province):
        return 0
    if ship_row(s, player) == OCEAN:
        return TOKENS
    return ship_number(s, player) - int(s.landed[province])


@rule
def cap_now(s: State, player: Player, province: Province) -> int:
    """The landing cap of one province."""
    bases = presence(s, player)
    by_land, by_ship = reach_by_land(s, player, bases), reach_by_ship(s, player, bases)
    return landing_cap(s, player, province, by_land, by_ship)
