"""M: looking at the map, the cards and the pieces. Nothing here changes the game."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.wallenstein.constants import (
    EMPERORS_COURT,
    NUM_BUILDINGS,
    NUM_COUNTIES,
    NUM_EVENTS,
    NUM_REGIONS,
    Building,
    County,
    Player,
    Tile,
)
from paxren_env.games.wallenstein.reasons import HAS_BUILDING, NO_FREE_SITE, NONE_IN_STOCK
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import (
    COUNTY_REGION,
    EVENT_AMOUNT,
    EVENT_EFFECT,
    SITES,
    STOCK,
    THREE_PLAYERS,
)


@rule
def has_option(s: State, option: int) -> bool:
    """OP: a module or another option is on."""
    return s.options & option != 0


@rule
def is_in_game(s: State, county: County) -> bool:
    """M2: with three players eight counties do not exist for any rule."""
    return s.num_players > 3 or THREE_PLAYERS[county] == 1


@rule
def num_counties(s: State, player: Player) -> int:
    """How many counties the player controls."""
    count = 0
    for county in range(NUM_COUNTIES):
        if s.owner[county] == player:
            count += 1
    return count


@rule
def num_regions(s: State, player: Player) -> int:
    """In how many regions the player controls a county."""
    regions = 0
    for county in range(NUM_COUNTIES):
        if s.owner[county] == player:
            regions |= 1 << int(COUNTY_REGION[county])
    return count_bits(regions, NUM_REGIONS)


@rule
def count_bits(bits: int, size: int) -> int:
    """How many of the lowest bits are set."""
    count = 0
    for i in range(size):
        count += bits >> i & 1
    return count


@rule
def nth_bit(bits: int, n: int) -> int:
    """The place of the set bit that has n set bits below it."""
    i = 0
    while True:
        if bits >> i & 1:
            if n == 0:
                return i
            n -= 1
        i += 1


@rule
def has_building(s: State, county: County, building: Building) -> bool:
    """Such a building stands in the county."""
    return s.buildings[county] >> building & 1 == 1


@rule
def num_buildings(s: State, county: County) -> int:
    """How many buildings stand in the county."""
    return count_bits(int(s.buildings[county]), NUM_BUILDINGS)


@rule
def stock_left(s: State, building: Building) -> int:
    """M3: buildings of the kind that are not on the board."""
    count = int(STOCK[building])
    for county in range(NUM_COUNTIES):
        if has_building(s, county, building):
            count -= 1
    return count


@rule
def why_not_build(s: State, county: County, building: Building) -> int:
    """A0-A2: a free site, no such building there yet, one left in stock."""
    if has_building(s, county, building):
        return HAS_BUILDING
    if num_buildings(s, county) >= SITES[county]:
        return NO_FREE_SITE
    return LEGAL if stock_left(s, building) > 0 else NONE_IN_STOCK


@rule
def has_site(s: State, county: County, building: Building) -> bool:
    """A0-A2: the building can stand in the county."""
    return why_not_build(s, county, building) == LEGAL


@rule
def event_effect(s: State) -> int:
    """M5: what the event in force does."""
    return int(EVENT_EFFECT[event_row(s)])


@rule
def event_amount(s: State) -> int:
    """M5: the number in the text of the event in force."""
    return int(EVENT_AMOUNT[event_row(s)])


@rule
def event_row(s: State) -> int:
    """The row of the event tables: without an event the blank one."""
    return NUM_EVENTS if s.event == NONE else int(s.event)


@rule
def has_tile(s: State, player: Player, tile: Tile) -> bool:
    """R2: the player holds the bonus tile this round."""
    return s.position[player] != NONE and s.tile_at[s.position[player]] == tile


@rule
def first_box(s: State) -> int:
    """EC: the court boxes are planned first; without the module there are none."""
    return 0 if has_option(s, EMPERORS_COURT) else 3
