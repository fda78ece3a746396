"""How good a position is for each seat: readable terms with weights, for greedy and for search.

A plan is judged by what its boxes promise, those still empty by the best cards left in hand. Greedy
stops before every throw (see `veil`), so a battle is judged by its odds and not by one throw.
"""

import math

import numpy as np

from paxren_env.core.constants import AUTO_CHANCE, NONE, RUNNING
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.stack import top
from paxren_env.games.wallenstein.constants import (
    DEPLOY_1,
    FALL,
    FIRST_ACTION_BOX,
    GRAIN,
    LEADERS_RETURN_PHASE,
    MAX_PLAYERS,
    MONEY_CARD,
    NUM_ACTION_CARDS,
    NUM_BUILDINGS,
    NUM_COUNTIES,
    NUM_COURT_BOXES,
    NUM_COURTIERS,
    NUM_REGIONS,
    NUM_TILES,
    OPEN_EVENTS,
    PEASANTS,
    PLANNING_PHASE,
    TAXES,
    TOWER_CARD,
    TRADING_POST,
    Action,
    Box,
    County,
    Player,
)
from paxren_env.games.wallenstein.determinize import deal_hidden, has_planned
from paxren_env.games.wallenstein.frames import (
    ACTION_BOX,
    BID,
    COURT_BOX,
    RESOLVE_ATTACK,
    THROW,
)
from paxren_env.games.wallenstein.rules.a_actions import (
    base_number,
    building_cost,
    deployed_number,
    grain_revenue,
    is_target,
    tax_revenue,
)
from paxren_env.games.wallenstein.rules.m_map import (
    has_building,
    has_site,
    num_buildings,
    num_counties,
)
from paxren_env.games.wallenstein.rules.ml_leaders import statue_points
from paxren_env.games.wallenstein.rules.r_planning import is_county, is_in_hand, is_money
from paxren_env.games.wallenstein.rules.t_tower import cubes_thrown
from paxren_env.games.wallenstein.rules.v_victory import payoff
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import (
    COST,
    COUNTY_REGION,
    MAJORITY,
    NEIGHBOURS,
    NUM_NEIGHBOURS,
    WINTER_LOSS,
)

# --- weights, in victory points -------------------------------------------------------------------
SECOND_WINTER = 0.7  # what stands now may be lost before it is scored again
THALER = 0.05  # for every round to come
MANY_THALERS = 12  # those above count less
RICH_THALER = 0.4
ARMY = 0.13
SUPPLIED = 0.55  # a county that winter will find supplied
SEASON_WEIGHT = (0.5, 0.75, 1.0, 1.0)  # grain can still be collected later in the year
MARKER = 0.3
DANGER = 0.22  # part of a county's worth that a sure conqueror next door costs
COURTIER = 0.12
STATUE = 0.9
LEADER = 0.4
TILE = 0.15
BID_RANK = 0.1  # what a higher bid brings, for every Thaler
MAJORITY_HOPE = 0.5  # a building planned may win its majority
REVOLT_RISK = 0.35  # chance that a county with a marker is lost when it pays again
DENIAL = 0.3  # what another seat's loss is worth
CONVERSION = 0.25  # a courtier in the hall, before the armies it costs
LATE_INCOME = 0.6  # taxes may come too late to pay for a building
ODDS_SLOPE = 0.85  # of the chance to win, by the difference of the cubes thrown
TIE_GAP = 1.0  # so many more cubes make it even: ties are no victory
WIN = 60.0

TERM_NAMES = (
    "vp", "counties", "buildings", "majorities", "thalers", "grain", "armies", "unrest",
    "danger", "plan", "court", "leader", "tile", "end",
)  # fmt: skip
(
    VP_TERM, COUNTIES_TERM, BUILDINGS_TERM, MAJORITIES_TERM, THALERS_TERM, GRAIN_TERM, ARMIES_TERM,
    UNREST_TERM, DANGER_TERM, PLAN_TERM, COURT_TERM, LEADER_TERM, TILE_TERM, END_TERM,
) = range(len(TERM_NAMES))  # fmt: skip


# --- hooks ----------------------------------------------------------------------------------------
@allocating_rule
def new_scratch(s: State):
    """Buildings by seat, region and kind; what each action promises in each county."""
    counts = np.zeros((MAX_PLAYERS, NUM_REGIONS, NUM_BUILDINGS), np.int64)
    hand = np.zeros(NUM_COUNTIES, np.int64)
    promises = np.zeros((NUM_ACTION_CARDS, NUM_COUNTIES), np.float64)
    return counts, hand, promises


@allocating_rule
def veil(s: State, viewer: Player, rng):
    """Redraw what is hidden, and leave throws and draws to the evaluation: it knows the odds."""
    deal_hidden(s, viewer, rng)
    s.options &= ~AUTO_CHANCE


@rule
def is_complete(s: State, player: Player) -> bool:
    """A plan is looked at box by box: the evaluation itself completes it."""
    frame = top(s, 0)
    return frame == BID or frame == COURT_BOX or frame == ACTION_BOX


@rule
def write_terms(s: State, scratch, terms):
    """All terms of all seats."""
    counts, hand, promises = scratch
    terms[:, :] = 0.0
    for player in range(s.num_players):
        if s.status != RUNNING:
            terms[player, END_TERM] = WIN * payoff(s, player)
        write_seat(s, player, hand, promises, terms[player])
    write_counties(s, counts, terms)
    write_majorities(s, counts, terms)
    if s.stack_size > 1 and top(s, 0) == THROW:
        write_battle(s, terms)


# --- time -----------------------------------------------------------------------------------------
@rule
def horizon(s: State) -> float:
    """How much a point that every winter scores is worth: the winters to come."""
    if s.status != RUNNING:
        return 0.0
    if s.year == 0 and s.phase != LEADERS_RETURN_PHASE:
        return 1.0 + SECOND_WINTER
    return 1.0


@rule
def thaler_value(s: State) -> float:
    """Thalers are worth less with every round played."""
    rounds = (FALL + 1) * (1 - s.year) + max(0, FALL + 1 - s.season)
    return THALER * rounds


@rule
def expected_loss(s: State) -> float:
    """W1: the mean loss of the events that may be left in winter."""
    total, count = 0.0, 0
    for slot in range(OPEN_EVENTS):
        if s.event_open[slot] != NONE:
            total += WINTER_LOSS[s.event_open[slot]]
            count += 1
    return total / count if count else 0.0


# --- seats ----------------------------------------------------------------------------------------
@rule
def write_seat(s: State, player: Player, hand, promises, terms):
    """What does not depend on the map alone."""
    terms[VP_TERM] = s.vp[player]
    thalers = min(s.thalers[player], MANY_THALERS)
    thalers += RICH_THALER * max(0, s.thalers[player] - MANY_THALERS)
    terms[THALERS_TERM] = thaler_value(s) * thalers
    terms[GRAIN_TERM] = grain_value(s, player, float(s.grain[player]))
    terms[COURT_TERM] = COURTIER * s.hall[player]
    terms[LEADER_TERM] = STATUE * statue_points(s, player) + LEADER * (s.leader[player] != NONE)
    if s.position[player] != NONE:
        terms[TILE_TERM] = TILE * (NUM_TILES - s.position[player]) / NUM_TILES
    if s.bid[player] != NONE and s.phase <= PLANNING_PHASE:
        terms[PLAN_TERM] = bid_value(s, player)
    # Seats that have not begun to plan promise as much as those that have: else a search would
    # think worse of a plan as soon as it looks beyond its end.
    if s.phase == PLANNING_PHASE or has_planned(s, player):
        terms[PLAN_TERM] += plan_value(s, player, hand, promises)


@rule
def grain_value(s: State, player: Player, grain: float) -> float:
    """W2: counties that grain will supply; what goes beyond is nearly worthless."""
    if s.status != RUNNING or s.phase >= LEADERS_RETURN_PHASE:
        return 0.0
    loss = expected_loss(s) if s.season <= FALL else 0.0
    counties = num_counties(s, player)
    supplied = min(grain, counties + loss)
    return SUPPLIED * SEASON_WEIGHT[s.season] * supplied + 0.02 * grain


@rule
def bid_value(s: State, player: Player) -> float:
    """R5: what the bid costs and what its rank may bring."""
    card = int(s.bid[player])
    if is_money(card):
        value = card - MONEY_CARD
        return value * (BID_RANK - thaler_value(s)) - 0.02 * value * value
    return 0.0


# --- plans ----------------------------------------------------------------------------------------
@rule
def plan_value(s: State, player: Player, hand, promises) -> float:
    """R3: what the hidden boxes promise; those still empty take the best cards in hand."""
    budget = float(s.thalers[player])
    if not s.bids_shown and is_money(s.bid[player]):
        budget -= s.bid[player] - MONEY_CARD
    taxed = int(s.plan[player, FIRST_ACTION_BOX + TAXES])
    if is_county(taxed) and not s.shown[player, FIRST_ACTION_BOX + TAXES]:
        budget += LATE_INCOME * tax_revenue(s, player, taxed)
    total = 0.0
    for box in range(NUM_COURT_BOXES):
        if not s.shown[player, box]:
            total += conversion_value(s, player, box)
    for action in range(NUM_ACTION_CARDS):
        box = FIRST_ACTION_BOX + action
        card = int(s.plan[player, box])
        if is_county(card) and not s.shown[player, box]:
            promise = action_value(s, player, action, card)
            if promise > 0 and action_cost(s, player, action, card) > budget:
                continue
            total += promise
            budget -= action_cost(s, player, action, card)
    if not has_planned(s, player):
        total += best_rest(s, player, budget, hand, promises)
    return total


@rule
def best_rest(s: State, player: Player, budget: float, hand, promises) -> float:
    """The best pairs of an empty box and a card in hand, one after the other."""
    size = write_promises(s, player, hand, promises)
    total = 0.0
    for _ in range(NUM_ACTION_CARDS):
        best, best_action, best_card = 0.0, NONE, NONE
        for action in range(NUM_ACTION_CARDS):
            for card in range(size):
                if promises[action, card] > best:
                    if action_cost(s, player, action, int(hand[card])) <= budget:
                        best, best_action, best_card = promises[action, card], action, card
        if best_action == NONE:
            return total
        total += best
        budget -= action_cost(s, player, best_action, int(hand[best_card]))
        promises[best_action, :size] = 0.0
        promises[:, best_card] = 0.0
    return total


@rule
def write_promises(s: State, player: Player, hand, promises) -> int:
    """What every card in hand promises in every empty box; how many cards that are."""
    size = 0
    for county in range(NUM_COUNTIES):
        if s.owner[county] == player and is_in_hand(s, player, county):
            hand[size] = county
            for action in range(NUM_ACTION_CARDS):
                is_empty = s.plan[player, FIRST_ACTION_BOX + action] == NONE
                promises[action, size] = (
                    action_value(s, player, action, county) if is_empty else 0.0
                )
            size += 1
    return size


@rule
def action_cost(s: State, player: Player, action: Action, county: County) -> int:
    """A: what the action costs in the county."""
    if action <= TRADING_POST:
        return building_cost(s, player, action, county)
    return int(COST[action])


@rule
def action_value(s: State, player: Player, action: Action, county: County) -> float:
    """A: what the action promises in the county, in victory points."""
    if action <= TRADING_POST:
        if not has_site(s, county, action):
            return 0.0
        points = 1.0 + MAJORITY_HOPE * MAJORITY[action]
        return horizon(s) * points - thaler_value(s) * building_cost(s, player, action, county)
    if action == GRAIN:
        now = float(s.grain[player])
        later = now + grain_revenue(s, player, county)
        gain = grain_value(s, player, later) - grain_value(s, player, now)
        return gain - unrest_cost(s, county)
    if action == TAXES:
        return thaler_value(s) * tax_revenue(s, player, county) - unrest_cost(s, county)
    if action <= DEPLOY_1:
        return deploy_value(s, player, action, county)
    return march_value(s, player, action, county)


@rule
def unrest_cost(s: State, county: County) -> float:
    """A3: a marker, or the risk to lose the county."""
    if s.markers[county] == 0:
        return 0.5 * MARKER
    revolt = win_odds(float(s.armies[county]), float(s.markers[county]))
    return (1.0 - revolt) * worth(s, county) + MARKER


@rule
def deploy_value(s: State, player: Player, action: Action, county: County) -> float:
    """A5-A7: armies, worth more where somebody may come."""
    if s.supply[player] < base_number(s, action):
        return 0.0
    armies = min(deployed_number(s, player, action, county), int(s.supply[player]))
    value = armies * ARMY - thaler_value(s) * COST[action]
    return value + danger(s, county, 0) - danger(s, county, armies)


@rule
def march_value(s: State, player: Player, action: Action, county: County) -> float:
    """A8, A9: the best attack from the county with all armies but one."""
    armies = int(s.armies[county]) - 1
    if armies < 1:
        return 0.0
    best = 0.0
    for i in range(NUM_NEIGHBOURS[county]):
        target = int(NEIGHBOURS[county, i])
        owner = int(s.owner[target])
        if owner != player and is_target(s, player, action, target):
            odds = win_odds(float(armies), defence(s, target))
            gain = odds * worth(s, target) - (1.0 - odds) * armies * ARMY
            if owner != NONE:
                gain += odds * DENIAL * worth(s, target)
            best = max(best, gain)
    return best


@rule
def defence(s: State, county: County) -> float:
    """What an attacker of the county must expect."""
    return float(s.armies[county]) if s.owner[county] != NONE else 0.7


@rule
def win_odds(attackers: float, defenders: float) -> float:
    """T4: the chance to win, by the difference of the cubes; a logistic curve fits the table."""
    return 1.0 / (1.0 + math.exp(-ODDS_SLOPE * (attackers - defenders - TIE_GAP)))


@rule
def conversion_value(s: State, player: Player, box: Box) -> float:
    """EC2: courtiers for armies of a county or for cubes of the tray."""
    number = NUM_COURT_BOXES - box
    card = int(s.plan[player, box])
    if NUM_COURTIERS - s.hall[player] < number:
        return 0.0
    if is_county(card) and s.armies[card] > number:
        loss = danger(s, card, -number) - danger(s, card, 0)
        return number * (CONVERSION - ARMY) - loss
    if card == TOWER_CARD and s.tray[player] >= number:
        return number * CONVERSION
    return 0.0


# --- the map --------------------------------------------------------------------------------------
@rule
def worth(s: State, county: County) -> float:
    """W4: what the county scores, majorities apart."""
    return horizon(s) * (1.0 + num_buildings(s, county))


@rule
def danger(s: State, county: County, more: int) -> float:
    """What the strongest neighbour may cost the owner, with some armies more in the county."""
    threat = 0
    for i in range(NUM_NEIGHBOURS[county]):
        neighbour = int(NEIGHBOURS[county, i])
        if s.owner[neighbour] != NONE and s.owner[neighbour] != s.owner[county]:
            threat = max(threat, int(s.armies[neighbour]) - 1)
    if threat == 0:
        return 0.0
    odds = win_odds(float(threat), float(s.armies[county] + more))
    return DANGER * worth(s, county) * odds


@rule
def write_counties(s: State, counts, terms):
    """Counties, buildings, armies, markers and danger; a county in battle is left to its odds."""
    counts[:, :, :] = 0
    for county in range(NUM_COUNTIES):
        owner = int(s.owner[county])
        if owner == NONE or s.armies[county] == 0:
            continue
        terms[owner, COUNTIES_TERM] += horizon(s)
        terms[owner, BUILDINGS_TERM] += horizon(s) * num_buildings(s, county)
        terms[owner, ARMIES_TERM] += ARMY * s.armies[county]
        terms[owner, UNREST_TERM] -= MARKER * s.markers[county]
        terms[owner, DANGER_TERM] -= danger(s, county, 0)
        for building in range(NUM_BUILDINGS):
            if has_building(s, county, building):
                counts[owner, COUNTY_REGION[county], building] += 1


@rule
def write_majorities(s: State, counts, terms):
    """W4: the majorities as they stand."""
    for region in range(NUM_REGIONS):
        for building in range(NUM_BUILDINGS):
            most, tied = 0, 0
            for player in range(s.num_players):
                if counts[player, region, building] > most:
                    most, tied = counts[player, region, building], 0
                if counts[player, region, building] == most:
                    tied += 1
            if most == 0:
                continue
            points = horizon(s) * (MAJORITY[building] - int(tied > 1))
            for player in range(s.num_players):
                if counts[player, region, building] == most:
                    terms[player, MAJORITIES_TERM] += points


@rule
def write_battle(s: State, terms):
    """B: the county under attack goes to each side by its odds, with the armies that remain."""
    below = s.stack_size - 2
    county = int(s.stack[below, 2])
    owner = int(s.owner[county])
    if s.stack[below, 0] == RESOLVE_ATTACK:
        attacker = int(s.stack[below, 1])
        defenders = cubes_thrown(s, PEASANTS) if s.markers[county] == 0 else 0
        if owner != NONE:
            defenders += cubes_thrown(s, owner)
        attackers = cubes_thrown(s, attacker)
        odds = win_odds(float(attackers), float(defenders))
        give_county(s, attacker, county, odds, max(1, attackers - defenders), terms)
        if owner != NONE:
            held = win_odds(float(defenders), float(attackers))
            give_county(s, owner, county, held, max(1, defenders - attackers), terms)
    else:
        armies, peasants = cubes_thrown(s, owner), cubes_thrown(s, PEASANTS)
        odds = win_odds(float(armies), float(peasants))
        give_county(s, owner, county, odds, max(1, armies - peasants), terms)


@rule
def give_county(s: State, player: Player, county: County, odds: float, armies: int, terms):
    """The county is the player's with this chance."""
    terms[player, COUNTIES_TERM] += odds * horizon(s)
    terms[player, BUILDINGS_TERM] += odds * horizon(s) * num_buildings(s, county)
    terms[player, ARMIES_TERM] += odds * ARMY * armies
