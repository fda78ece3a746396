"""A: the ten actions. Each is done completely or not at all."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY, NUMBER, PASS
from paxren_env.games.wallenstein.constants import (
    CHURCH,
    CHURCH_PEACE,
    COMBAT_A,
    DEPLOY_1,
    DEPLOY_5,
    FEWER_ARMIES,
    GRAIN,
    GRAIN_AT_LEAST,
    GRAIN_AT_MOST,
    GRAIN_TILE,
    POST_REMOVES_MARKER,
    SIX_ARMIES_TILE,
    TAX_AT_LEAST,
    TAX_AT_MOST,
    TAXES,
    THALER_TILE,
    TRADING_POST,
    Action,
    Building,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import COMBAT_TARGET, HOW_MANY, MOVE_TARGET
from paxren_env.games.wallenstein.reasons import (
    CHURCH_IS_SAFE,
    MOVE_NOT_OWN,
    NOT_ADJACENT,
    NOT_IN_GAME,
    ONE_STAYS,
    PROTECTED,
)
from paxren_env.games.wallenstein.rules.b_battle import attack, revolt
from paxren_env.games.wallenstein.rules.m_map import (
    event_amount,
    event_effect,
    has_building,
    has_site,
    has_tile,
    is_in_game,
)
from paxren_env.games.wallenstein.rules.ml_leaders import leader_bonus
from paxren_env.games.wallenstein.rules.r_cards import add_marker
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import (
    ADJACENT,
    COST,
    DEPLOYED,
    DEPLOYED_FEWER,
    NEIGHBOURS,
    NUM_NEIGHBOURS,
    TAX,
    TILE_AMOUNT,
)
from paxren_env.games.wallenstein.tables import GRAIN as COUNTY_GRAIN


@rule
def do_action(s: State, player: Player, action: Action, county: County):
    """A: perform the action in the county."""
    if action <= TRADING_POST:
        do_build(s, player, action, county)
    elif action == GRAIN:
        s.grain[player] += grain_revenue(s, player, county)
        unrest(s, player, county)
    elif action == TAXES:
        s.thalers[player] += tax_revenue(s, player, county)
        unrest(s, player, county)
    elif action <= DEPLOY_1:
        do_deploy(s, player, action, county)
    elif can_march(s, player, action, county):
        ask(s, COMBAT_TARGET, player, county, action)


# --- A0-A2 ----------------------------------------------------------------------------------------
@rule
def building_cost(s: State, player: Player, building: Building, county: County) -> int:
    """A0-A2: the printed cost; ML3: the leader saves 1."""
    return int(COST[building]) - leader_bonus(s, player, county)


@rule
def do_build(s: State, player: Player, building: Building, county: County):
    """A0-A2: pay and build, if there is money, a site and a building left."""
    cost = building_cost(s, player, building, county)
    if s.thalers[player] >= cost and has_site(s, county, building):
        s.thalers[player] -= cost
        put_building(s, building, county)


@rule
def put_building(s: State, building: Building, county: County):
    """A0-A2: the building stands; events 0, 1: a trading post calms the county."""
    s.buildings[county] |= 1 << building
    if building == TRADING_POST and event_effect(s) == POST_REMOVES_MARKER:
        s.markers[county] = max(0, int(s.markers[county]) - event_amount(s))


# --- A3, A4 ---------------------------------------------------------------------------------------
@rule
def grain_revenue(s: State, player: Player, county: County) -> int:
    """A3: printed, then the event, then the tile, then the leader."""
    grain = int(COUNTY_GRAIN[county])
    if event_effect(s) == GRAIN_AT_LEAST:
        grain = max(grain, event_amount(s))
    elif event_effect(s) == GRAIN_AT_MOST:
        grain = min(grain, event_amount(s))
    if has_tile(s, player, GRAIN_TILE):
        grain += int(TILE_AMOUNT[GRAIN_TILE])
    return grain + leader_bonus(s, player, county)


@rule
def tax_revenue(s: State, player: Player, county: County) -> int:
    """A4: printed, then the event, then the tile, then the leader."""
    tax = int(TAX[county])
    if event_effect(s) == TAX_AT_LEAST:
        tax = max(tax, event_amount(s))
    elif event_effect(s) == TAX_AT_MOST:
        tax = min(tax, event_amount(s))
    if has_tile(s, player, THALER_TILE):
        tax += int(TILE_AMOUNT[THALER_TILE])
    return tax + leader_bonus(s, player, county)


@rule
def unrest(s: State, player: Player, county: County):
    """A3, A4: the first time a marker; then a revolt with as many peasants as markers."""
    if s.markers[county] == 0:
        add_marker(s, county)
    else:
        revolt(s, player, county, 0)


# --- A5-A7 ----------------------------------------------------------------------------------------
@rule
def base_number(s: State, action: Action) -> int:
    """A5, A6: the printed number; event 11 lowers it."""
    if event_effect(s) == FEWER_ARMIES:
        return int(DEPLOYED_FEWER[action])
    return int(DEPLOYED[action])


@rule
def deployed_number(s: State, player: Player, action: Action, county: County) -> int:
    """A5-A7: the tile sets 6 whatever the event; the leader adds 1 to all of them."""
    number = base_number(s, action)
    if action == DEPLOY_5 and has_tile(s, player, SIX_ARMIES_TILE):
        number = int(TILE_AMOUNT[SIX_ARMIES_TILE])
    return number + leader_bonus(s, player, county)


@rule
def do_deploy(s: State, player: Player, action: Action, county: County):
    """A5-A7: the base number must be there in full, a bonus comes as far as the supply goes."""
    cost = int(COST[action])
    if s.thalers[player] < cost or s.supply[player] < base_number(s, action):
        return
    s.thalers[player] -= cost
    number = min(deployed_number(s, player, action, county), int(s.supply[player]))
    s.supply[player] -= number
    s.armies[county] += number
    if action == DEPLOY_1 and can_march(s, player, action, county):
        ask(s, MOVE_TARGET, player, county, NONE)


# --- A7-A9: marching ------------------------------------------------------------------------------
@rule
def why_not_enter(s: State, player: Player, action: Action, county: County) -> int:
    """A7: an own county. A8, A9: any county in the game that may be attacked, too."""
    owner = int(s.owner[county])
    if owner == player:
        return LEGAL
    if action == DEPLOY_1:
        return MOVE_NOT_OWN
    if not is_in_game(s, county):
        return NOT_IN_GAME
    if owner == NONE:
        return LEGAL
    if event_effect(s) == CHURCH_PEACE and has_building(s, county, CHURCH):
        return CHURCH_IS_SAFE
    return PROTECTED if s.protected[owner] >> (action - COMBAT_A) & 1 else LEGAL


@rule
def is_target(s: State, player: Player, action: Action, county: County) -> bool:
    """A7-A9: the county may be entered."""
    return why_not_enter(s, player, action, county) == LEGAL


@rule
def can_march(s: State, player: Player, action: Action, county: County) -> bool:
    """A7-A9: an army can leave the county and has somewhere to go."""
    if s.armies[county] < 2:
        return False
    for i in range(NUM_NEIGHBOURS[county]):
        if is_target(s, player, action, int(NEIGHBOURS[county, i])):
            return True
    return False


@rule
def mark_target(s: State, player: Player, action: Action, county: County, mask):
    """DT13, DT14: an adjacent county that may be entered; the player may decline."""
    mask[PASS] = 1
    for i in range(NUM_NEIGHBOURS[county]):
        neighbour = int(NEIGHBOURS[county, i])
        mask[COUNTY + neighbour] = is_target(s, player, action, neighbour)


@rule
def why_not_target(s: State, player: Player, action: Action, origin: County, answer: int) -> int:
    """DT13, DT14: an adjacent county that may be entered; the player may decline."""
    if answer == PASS:
        return LEGAL
    county = answer - COUNTY
    return why_not_enter(s, player, action, county) if ADJACENT[origin, county] else NOT_ADJACENT


@rule
def do_target(s: State, player: Player, answer: int, county: County, action: Action):
    """A7-A9: how many armies go there?"""
    if answer != PASS:
        owe(s, HOW_MANY, player, county, answer - COUNTY, action)


@rule
def mark_how_many(s: State, county: County, mask):
    """DT15: at least one army stays behind."""
    mask[NUMBER : NUMBER + int(s.armies[county]) - 1] = 1


@rule
def why_not_number(s: State, county: County, number: int) -> int:
    """DT15: at least one army stays behind."""
    return LEGAL if number < s.armies[county] else ONE_STAYS


@rule
def do_march(s: State, player: Player, number: int, origin: County, target: County):
    """A7-A9: into an own county a plain move, else a battle."""
    s.armies[origin] -= number
    if s.owner[target] == player:
        s.armies[target] += number
    else:
        attack(s, player, number, target)
