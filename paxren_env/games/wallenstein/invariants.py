"""IN: what holds in every position between two decisions.

`broken_invariant` gives the number of the first line of RULINGS section 14 that fails, 0 if none
does. While chance is asked, a battle or the setup is half done: then only cubes are counted.
"""

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.constants import CHANCE, NONE, RUNNING, TRUNCATED
from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from paxren_env.games.wallenstein.actions import COUNTY, NUMBER, PASS, REFRESH
from paxren_env.games.wallenstein.constants import (
    ACTIONS_PHASE,
    ARMIES_PER_SEAT,
    BLANK,
    COMBAT_A,
    DRAFT_PHASE,
    EMPERORS_COURT,
    FIRST_ACTION_BOX,
    GRAIN,
    LANDSKNECHTE,
    LEADERS_MOVE_PHASE,
    LEADERS_RETURN_PHASE,
    MILITARY_LEADERS,
    NUM_ACTION_CARDS,
    NUM_BOXES,
    NUM_BUILDINGS,
    NUM_COLOURS,
    NUM_COUNTIES,
    NUM_COURTIERS,
    NUM_PEASANTS,
    NUM_TILES,
    OPEN_ACTIONS,
    OPEN_EVENTS,
    PEASANTS,
    PLANNING_PHASE,
    SPRING,
    TOWER_CARD,
    VOID,
    WINTER,
    County,
    Player,
)
from paxren_env.games.wallenstein.determinize import has_planned
from paxren_env.games.wallenstein.frames import (
    ACTION_BOX,
    COMBAT_TARGET,
    DRAFT_CARD,
    HOW_MANY,
    TAKE_FAVOUR,
)
from paxren_env.games.wallenstein.rules.m_map import (
    first_box,
    has_option,
    is_in_game,
    num_buildings,
    stock_left,
)
from paxren_env.games.wallenstein.rules.ml_leaders import statues_left
from paxren_env.games.wallenstein.rules.r_planning import (
    blanks_after_bid,
    is_county,
    must_cover,
    num_laid,
)
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import SITES

FOOD_TRACK_END = 18
WAS_ANSWER, WAS_PLANNING, NOTED_CHANCE, NOTED_TABLE = range(4)  # places in a note
BIG_PRIME = 1_000_000_007


@rule
def broken_invariant(s: State, mask, note) -> int:
    """The number of the first invariant that does not hold."""
    if not are_cubes_conserved(s):
        return 1
    if note[WAS_ANSWER] and note[NOTED_CHANCE] != chance_number(s):
        return 17
    if s.status == RUNNING and top(s, 1) == CHANCE:
        return 0
    if note[WAS_PLANNING] and s.phase == PLANNING_PHASE and note[NOTED_TABLE] != table_number(s):
        return 11
    for county in range(NUM_COUNTIES):
        if not is_county_whole(s, county):
            return 2
        if num_buildings(s, county) > SITES[county]:
            return 3
    for building in range(NUM_BUILDINGS):
        if stock_left(s, building) < 0:
            return 3
    for player in range(s.num_players):
        broken = broken_of_seat(s, player)
        if broken:
            return broken
    return broken_of_round(s, mask)


@rule
def broken_of_seat(s: State, player: Player) -> int:
    """4-7, 15, 16: the numbers and cards of one seat."""
    if s.thalers[player] < 0 or s.grain[player] < 0 or s.vp[player] < 0:
        return 4
    if not are_cards_single(s, player):
        return 5
    if not are_boxes_covered(s, player):
        return 6
    if not are_hidden_cards_own(s, player):
        return 7
    if not 0 <= s.hall[player] <= NUM_COURTIERS or statues_left(s, player) < 0:
        return 15
    modules = EMPERORS_COURT | LANDSKNECHTE | MILITARY_LEADERS
    if s.grain[player] > FOOD_TRACK_END and not has_option(s, modules):
        return 16
    return 0


@rule
def broken_of_round(s: State, mask) -> int:
    """8-10, 13, 14: positions, events, action cards, the answers left."""
    if not are_positions_distinct(s):
        return 8
    if not are_events_right(s):
        return 9
    if not are_actions_right(s):
        return 10
    if s.year > 0 and s.season == SPRING and s.phase == PLANNING_PHASE:
        if s.markers.sum() > 0 or s.grain.sum() > 0:
            return 13
    if s.status == RUNNING and mask.sum() == 0:
        return 14
    return 0


# --- what is compared with the position before ----------------------------------------------------
@rule
def note_before(s: State, action: int, note):
    """11, 17: what an answer must leave alone."""
    note[WAS_ANSWER] = action != NONE
    note[WAS_PLANNING] = action != NONE and s.phase == PLANNING_PHASE
    note[NOTED_CHANCE] = chance_number(s)
    note[NOTED_TABLE] = table_number(s)


@rule
def chance_number(s: State) -> int:
    """17: the random state; nothing but a roll changes it."""
    return int(s.chance[0] >> np.uint64(1))


@rule
def table_number(s: State) -> int:
    """11: a number that changes if what lies on the table does."""
    number = 0
    for county in range(NUM_COUNTIES):
        number = mixed(number, int(s.owner[county]), int(s.armies[county]))
        number = mixed(number, int(s.buildings[county]), int(s.markers[county]))
    for player in range(s.num_players):
        number = mixed(number, int(s.thalers[player]), int(s.grain[player]))
        number = mixed(number, int(s.vp[player]), int(s.position[player]))
        number = mixed(number, int(s.tray[player]), int(s.hall[player]))
    return number


@rule
def mixed(number: int, a: int, b: int) -> int:
    """A number made of three."""
    return (number * 31 + a * 64 + b) % BIG_PRIME


@rule
def lively(s: State, mask, rng) -> int:
    """Attack, and with all armies; tax and collect where markers are; refresh, move, take."""
    frame = top(s, 0)
    if frame == DRAFT_CARD and mask[REFRESH]:
        return REFRESH
    if draw(rng, 4) == 0:
        return NONE
    if frame == HOW_MANY:
        return NUMBER + int(s.armies[top(s, 2)]) - 2
    if frame == COMBAT_TARGET or frame == TAKE_FAVOUR:
        return any_but_pass(s, mask, rng)
    if frame == ACTION_BOX:
        return lively_box(s, top(s, 2) - FIRST_ACTION_BOX, mask, rng)
    return NONE


@rule
def any_but_pass(s: State, mask, rng) -> int:
    """A random answer that is not PASS; NONE if there is no other."""
    found, seen = NONE, 0
    for action in range(PASS + 1, len(mask)):
        if mask[action]:
            seen += 1
            if draw(rng, seen) == 0:
                found = action
    return found


@rule
def lively_box(s: State, action: int, mask, rng) -> int:
    """A county that suits the box: many armies for combat, markers for grain and taxes."""
    best, best_suit = NONE, 0
    for county in range(NUM_COUNTIES):
        if mask[COUNTY + county]:
            suit = int(s.markers[county]) if action < COMBAT_A else int(s.armies[county]) - 1
            if suit > best_suit:
                best, best_suit = COUNTY + county, suit
    if best == NONE and action < GRAIN and mask[PASS]:
        return PASS
    return best


# --- cubes and counties ---------------------------------------------------------------------------
@rule
def are_cubes_conserved(s: State) -> bool:
    """1: 62 cubes of each seat in play, 20 peasants."""
    for colour in range(NUM_COLOURS):
        total = int(s.supply[colour]) + int(s.tray[colour])
        total += int(s.tower[colour]) + int(s.thrown[colour])
        if min(s.supply[colour], s.tray[colour], s.tower[colour]) < 0:
            return False
        for county in range(NUM_COUNTIES):
            if s.owner[county] == colour:
                total += int(s.armies[county])
        if total != cubes_in_play(s, colour):
            return False
    return True


@rule
def cubes_in_play(s: State, colour: int) -> int:
    """M3: the cubes of a colour."""
    if colour == PEASANTS:
        return NUM_PEASANTS
    return ARMIES_PER_SEAT if colour < s.num_players else 0


@rule
def is_county_whole(s: State, county: County) -> bool:
    """2: owned iff armies stand there; a neutral county is bare; some are not in the game."""
    if s.owner[county] != NONE:
        return s.armies[county] > 0 and s.markers[county] >= 0 and is_in_game(s, county)
    return s.armies[county] == 0 and s.buildings[county] == 0 and s.markers[county] == 0


# --- cards ----------------------------------------------------------------------------------------
@rule
def are_cards_single(s: State, player: Player) -> bool:
    """5: no county card lies in two places of the mat."""
    for county in range(NUM_COUNTIES):
        if num_laid(s, player, county) + int(s.bid[player] == county) > 1:
            return False
    return True


@rule
def are_boxes_covered(s: State, player: Player) -> bool:
    """6: with enough cards every box is covered; blanks are money and tower cards."""
    if s.phase != PLANNING_PHASE or not has_planned(s, player):
        return True
    for box in range(first_box(s), NUM_BOXES):
        if s.plan[player, box] == NONE or s.plan[player, box] == VOID:
            return False
    return blanks_are_left(s, player)


@rule
def blanks_are_left(s: State, player: Player) -> bool:
    """6: blanks are money and tower cards, unless there are too few cards for all boxes."""
    blanks = num_laid(s, player, BLANK) + num_laid(s, player, TOWER_CARD)
    return not must_cover(s, player) or blanks <= blanks_after_bid(s, player)


@rule
def are_hidden_cards_own(s: State, player: Player) -> bool:
    """7: a county card not yet revealed is that of an own county, held since planning."""
    for box in range(NUM_BOXES):
        card = int(s.plan[player, box])
        if is_county(card) and not s.shown[player, box]:
            if s.owner[card] != player or s.gained[card]:
                return False
    return True


# --- the round ------------------------------------------------------------------------------------
@rule
def is_in_round(s: State) -> bool:
    """Action cards, tiles and boxes are on the table."""
    return PLANNING_PHASE <= s.phase <= LEADERS_MOVE_PHASE


@rule
def are_positions_distinct(s: State) -> bool:
    """8: no two seats share a position; five different tiles in a round, none outside."""
    for player in range(s.num_players):
        for other in range(player):
            if s.position[player] != NONE and s.position[player] == s.position[other]:
                return False
    tiles = 0
    for place in range(NUM_TILES):
        if s.tile_at[place] != NONE:
            tiles |= 1 << int(s.tile_at[place])
    return tiles == ((1 << NUM_TILES) - 1 if is_in_round(s) else 0)


@rule
def are_events_right(s: State) -> bool:
    """9: one event less is open each round; no event is in two places. A cut game is left alone."""
    count = 0
    for slot in range(OPEN_EVENTS):
        event = int(s.event_open[slot])
        if event != NONE:
            count += 1
            if event == s.event or s.events_unused >> event & 1:
                return False
    if s.status == TRUNCATED:
        return True
    if s.phase == DRAFT_PHASE:
        return count == 0
    if s.phase == LEADERS_RETURN_PHASE:
        return count == OPEN_EVENTS
    drawn = s.phase > PLANNING_PHASE and s.season != WINTER
    return count == OPEN_EVENTS - s.season - int(drawn)


@rule
def are_actions_right(s: State) -> bool:
    """10: the open action cards are distinct, and five more than the actions done."""
    seen, count = 0, 0
    for place in range(NUM_ACTION_CARDS):
        if s.action_at[place] != NONE:
            seen |= 1 << int(s.action_at[place])
            count += 1
    for action in range(NUM_ACTION_CARDS):
        count -= seen >> action & 1
    if count != 0:
        return False
    opened = OPEN_ACTIONS
    if s.phase == ACTIONS_PHASE:
        opened = min(NUM_ACTION_CARDS, s.action_place + OPEN_ACTIONS)
    elif s.phase == LEADERS_MOVE_PHASE:
        opened = NUM_ACTION_CARDS
    elif not is_in_round(s):
        opened = 0
    return (opened == 0 or s.action_at[opened - 1] != NONE) and (
        opened == NUM_ACTION_CARDS or s.action_at[opened] == NONE
    )
