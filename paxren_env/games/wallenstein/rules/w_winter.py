"""W: winter: the loss of grain, revolts, scoring, the change of the year."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY
from paxren_env.games.wallenstein.constants import (
    COUNTIES_PER_REGION,
    LAST_YEAR,
    MILITARY_LEADERS,
    NUM_BUILDINGS,
    NUM_COUNTIES,
    NUM_REGIONS,
    OPEN_EVENTS,
    STATUES_EACH_WINTER,
    WINTER_PHASE,
    Building,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import (
    DRAW_REVOLTS,
    END_YEAR,
    FIGHT_REVOLTS,
    NEW_YEAR,
    NEXT_REVOLT,
    RETURN_LEADERS,
    REVOLT_COUNTY,
    SCORE,
    WINTER_REVOLTS,
)
from paxren_env.games.wallenstein.frames import OPEN_EVENTS as OPEN_EVENTS_STEP
from paxren_env.games.wallenstein.reasons import NOT_DRAWN
from paxren_env.games.wallenstein.rules.b_battle import revolt
from paxren_env.games.wallenstein.rules.m_map import (
    has_building,
    has_option,
    num_buildings,
    num_counties,
)
from paxren_env.games.wallenstein.rules.ml_leaders import statue_points
from paxren_env.games.wallenstein.rules.v_victory import cut_game, end_game
from paxren_env.games.wallenstein.state import MOST_REVOLTS, State
from paxren_env.games.wallenstein.tables import MAJORITY, SUPPLY_CHART, WINTER_LOSS


@rule
def begin_winter(s: State):
    """W1-W2: the loss of the last event, then how many counties revolt; all before any revolt."""
    s.turn += 1
    if cut_game(s):
        return
    s.phase = WINTER_PHASE
    loss = winter_loss(s)
    for player in range(s.num_players):
        s.grain[player] = max(0, int(s.grain[player]) - loss)
        unsupplied = max(0, num_counties(s, player) - int(s.grain[player]))
        line = min(unsupplied, len(SUPPLY_CHART) - 1)
        s.revolts[player] = SUPPLY_CHART[line, 0]
        s.extra_peasants[player] = SUPPLY_CHART[line, 1]
    owe(s, END_YEAR, NONE, NONE, NONE, NONE)
    owe(s, SCORE, NONE, NONE, NONE, NONE)
    owe(s, WINTER_REVOLTS, NONE, 0, NONE, NONE)


@rule
def winter_loss(s: State) -> int:
    """W1: the loss printed on the one event card left."""
    loss = 0
    for slot in range(OPEN_EVENTS):
        if s.event_open[slot] != NONE:
            loss = int(WINTER_LOSS[s.event_open[slot]])
    return loss


# --- W3: revolts ----------------------------------------------------------------------------------
@rule
def call_revolts(s: State, turn: int):
    """W3: in the order of fall, each player with revolts draws his counties, then fights."""
    if turn == s.num_players:
        s.extra_peasants[:] = 0
        return
    owe(s, WINTER_REVOLTS, NONE, turn + 1, NONE, NONE)
    player = int(s.order[turn])
    number = min(int(s.revolts[player]), num_counties(s, player))
    s.revolts[player] = 0
    if number > 0:
        owe(s, FIGHT_REVOLTS, player, NONE, NONE, NONE)
        owe(s, DRAW_REVOLTS, player, number, NONE, NONE)


@rule
def is_drawn(s: State, county: County) -> bool:
    """W3: the county's card was drawn and its revolt is still to be fought."""
    for i in range(MOST_REVOLTS):
        if s.drawn[i] == county:
            return True
    return False


@rule
def num_undrawn(s: State, player: Player) -> int:
    """W3: counties of the player that can still be drawn."""
    count = 0
    for county in range(NUM_COUNTIES):
        if s.owner[county] == player and not is_drawn(s, county):
            count += 1
    return count


@rule
def first_undrawn(s: State, player: Player) -> County:
    """W3: the lowest of the player's counties that can still be drawn."""
    county = 0
    while s.owner[county] != player or is_drawn(s, county):
        county += 1
    return county


@rule
def draw_revolts(s: State, player: Player, number: int):
    """W3: so many different county cards are drawn before the first fight."""
    if number == 0:
        return
    owe(s, DRAW_REVOLTS, player, number - 1, NONE, NONE)
    if num_undrawn(s, player) > 1:
        owe(s, REVOLT_COUNTY, CHANCE, player, NONE, NONE)
    else:
        add_drawn(s, first_undrawn(s, player))


@rule
def add_drawn(s: State, county: County):
    """W3: the county will revolt; kept in the order of the counties."""
    i = 0
    while s.drawn[i] != NONE and s.drawn[i] < county:
        i += 1
    for j in range(MOST_REVOLTS - 1, i, -1):
        s.drawn[j] = s.drawn[j - 1]
    s.drawn[i] = county


@rule
def fight_revolts(s: State, player: Player):
    """W3: the player chooses the next revolt until all are fought."""
    if s.drawn[0] != NONE:
        owe(s, FIGHT_REVOLTS, player, NONE, NONE, NONE)
        ask(s, NEXT_REVOLT, player, NONE, NONE)


@rule
def mark_revolt(s: State, mask):
    """DT16: a county drawn and not yet fought for."""
    for i in range(MOST_REVOLTS):
        if s.drawn[i] != NONE:
            mask[COUNTY + int(s.drawn[i])] = 1


@rule
def why_not_revolt(s: State, county: County) -> int:
    """DT16: a county drawn and not yet fought for."""
    return LEGAL if is_drawn(s, county) else NOT_DRAWN


@rule
def do_revolt(s: State, player: Player, county: County):
    """W3: markers and the chart's extra peasants rise."""
    i = 0
    while s.drawn[i] != county:
        i += 1
    for j in range(i, MOST_REVOLTS - 1):
        s.drawn[j] = s.drawn[j + 1]
    s.drawn[MOST_REVOLTS - 1] = NONE
    revolt(s, player, county, int(s.extra_peasants[player]))


# --- W4: scoring ----------------------------------------------------------------------------------
@rule
def score_winter(s: State):
    """W4: counties, buildings, majorities; ML7: statues and trophies, once or each winter."""
    for county in range(NUM_COUNTIES):
        if s.owner[county] != NONE:
            s.vp[s.owner[county]] += 1 + num_buildings(s, county)
    for region in range(NUM_REGIONS):
        for building in range(NUM_BUILDINGS):
            score_majority(s, region, building)
    if s.year == LAST_YEAR or has_option(s, STATUES_EACH_WINTER):
        for player in range(s.num_players):
            s.vp[player] += statue_points(s, player)


@rule
def buildings_in_region(s: State, player: Player, region: int, building: Building) -> int:
    """W4: buildings of the kind that the player has in the region."""
    count = 0
    first = region * COUNTIES_PER_REGION
    for county in range(first, first + COUNTIES_PER_REGION):
        if s.owner[county] == player and has_building(s, county, building):
            count += 1
    return count


@rule
def score_majority(s: State, region: int, building: Building):
    """W4: the most buildings of a kind; tied players get one point less each."""
    most, tied = 0, 0
    for player in range(s.num_players):
        count = buildings_in_region(s, player, region, building)
        if count > most:
            most, tied = count, 0
        if count == most:
            tied += 1
    if most == 0:
        return
    points = int(MAJORITY[building]) - int(tied > 1)
    for player in range(s.num_players):
        if buildings_in_region(s, player, region, building) == most:
            s.vp[player] += points


# --- W6, W7 ---------------------------------------------------------------------------------------
@rule
def end_year(s: State):
    """W6: markers, grain and the winter event go, four new events are opened; W7: or the end."""
    if s.year == LAST_YEAR:
        end_game(s)
        return
    s.event_open[:] = NONE
    s.markers[:] = 0
    s.grain[:] = 0
    s.level[:] = 0
    owe(s, NEW_YEAR, NONE, NONE, NONE, NONE)
    if has_option(s, MILITARY_LEADERS):
        owe(s, RETURN_LEADERS, NONE, 0, NONE, NONE)
    owe(s, OPEN_EVENTS_STEP, NONE, NONE, NONE, NONE)
