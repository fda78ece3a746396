"""4.6.3, first line: where a player may have pieces at all."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.age_of_renaissance.constants import (
    AREA_V,
    FAR_EAST,
    NEW_WORLD,
    NEW_WORLD_ADVANCE,
    OCEAN_NAVIGATION,
    OVERLAND_EAST,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.queries import (
    area_of,
    has,
    is_in_play,
    population_of,
    ship_number,
)
from paxren_env.games.age_of_renaissance.reasons import (
    BOXES_FULL,
    NEEDS_NEW_WORLD,
    NEEDS_OCEAN,
    NEEDS_OVERLAND,
    NOT_IN_PLAY,
)
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import BOXES_OVERSEAS


@rule
def why_not_enter(s: State, player: Player, province: Province) -> int:
    """In play; Area V with R, the Far East with T, the Americas with T and U, within the limit."""
    if not is_in_play(s, province):
        return NOT_IN_PLAY
    area = area_of(s, province)
    if area == AREA_V:
        return LEGAL if has(s, player, OVERLAND_EAST) else NEEDS_OVERLAND
    if area < FAR_EAST:
        return LEGAL
    if not has(s, player, OCEAN_NAVIGATION):
        return NEEDS_OCEAN
    if area == NEW_WORLD and not has(s, player, NEW_WORLD_ADVANCE):
        return NEEDS_NEW_WORLD
    if population_of(s, province, player) > 0:
        return LEGAL
    return LEGAL if boxes_held(s, player) < ship_number(s, player) else BOXES_FULL


@rule
def is_enterable(s: State, player: Player, province: Province) -> bool:
    """The player may have pieces there."""
    return why_not_enter(s, player, province) == LEGAL


@rule
def boxes_held(s: State, player: Player) -> int:
    """Overseas boxes with any piece of the player."""
    count = 0
    for province in BOXES_OVERSEAS:
        if population_of(s, province, player) > 0:
            count += 1
    return count
