"""OB: what a seat sees: an int8 vector cut into named slices.

Seats are counted from the viewer: 0 is the viewer, then clockwise; absent seats read 0. An id is
written as 1 + id, so that 0 says "none" or "not known". What follows from the rest and from the
printed map (free sites, counties per region, the building stock) is left out.
Never shown: the random state, hidden boxes and bids of others, how far another seat's plan is.
"""

from paxren_env.core.constants import NONE, RUNNING
from paxren_env.core.jit import rule
from paxren_env.core.observation import MOST, Layout
from paxren_env.core.stack import top
from paxren_env.games.wallenstein.constants import (
    ARMIES_PER_SEAT,
    BATCH_TOWER,
    EMPERORS_COURT,
    LANDSKNECHTE,
    MAX_PLAYERS,
    MILITARY_LEADERS,
    NUM_ACTION_CARDS,
    NUM_BOXES,
    NUM_BUILDINGS,
    NUM_COUNTIES,
    NUM_COURTIERS,
    NUM_EVENTS,
    NUM_FAVOURS,
    NUM_GROUP_SIZES,
    NUM_STATUES,
    NUM_TILES,
    OPEN_EVENTS,
    OPEN_FAVOURS,
    PEASANTS,
    PHASE_NAMES,
    SEASON_NAMES,
    STATUES_EACH_WINTER,
    VOID,
    Player,
)
from paxren_env.games.wallenstein.frames import ACTION_BOX, BID, COURT_BOX, frames
from paxren_env.games.wallenstein.rules.m_map import has_option
from paxren_env.games.wallenstein.rules.s_setup import can_refresh
from paxren_env.games.wallenstein.state import MOST_REVOLTS, State

SEATS = MAX_PLAYERS
FIRST_DECISION = frames.first_decision
NUM_DECISIONS = sum(row.what == "decision" for row in frames.rows)
NUM_MODULES = 5
MOST_GROUPS_OF_SIZE = 4

layout = Layout()
# --- the table ---
SEAT = layout.add("seat", SEATS, 1, "which seat the viewer has; the seats plan in their order")
PLAYERS = layout.add("players", SEATS, 1, "seats in the game")
MODULES = layout.add(
    "modules", NUM_MODULES, 1, "court, Landsknechte, leaders, statues each winter, batch"
)
YEAR = layout.add("year", 1, 1, "1: the second year")
SEASON = layout.add("season", len(SEASON_NAMES), 1, "spring, summer, fall, winter")
PHASE = layout.add("phase", len(PHASE_NAMES), 1, "phase of the round")
ACTION_PLACE = layout.add("action_place", 1, NUM_ACTION_CARDS, "1 + place of the action under way")
TURN_INDEX = layout.add("turn_index", 1, SEATS, "seats already called for it")
# --- what is asked ---
DECIDER = layout.add("decider", SEATS, 1, "who decides")
DECISION = layout.add("decision", NUM_DECISIONS, 1, "what; another seat's whole plan reads as bid")
ABOUT = layout.add("about", 3, NUM_COUNTIES, "1 + what it is about: county, box, action, level ...")
# --- counties ---
ARMIES = layout.add("armies", (SEATS, NUM_COUNTIES), ARMIES_PER_SEAT, "armies by owner")
BUILDINGS = layout.add(
    "buildings", (NUM_BUILDINGS, NUM_COUNTIES), 1, "palace, church, trading post"
)
MARKERS = layout.add("markers", NUM_COUNTIES, MOST, "revolt markers")
GAINED = layout.add("gained", NUM_COUNTIES, 1, "gained since planning")
# --- seats ---
THALERS = layout.add("thalers", SEATS, MOST, "Thalers")
GRAIN = layout.add("grain", SEATS, MOST, "grain")
VP = layout.add("vp", SEATS, MOST, "victory points")
CUBES = layout.add("cubes", (3, SEATS), ARMIES_PER_SEAT, "cubes in supply, tray, tower")
PEASANT_CUBES = layout.add("peasants", 3, 20, "peasants in supply, tray, tower")
POSITIONS = layout.add("position", SEATS, NUM_TILES, "position for tile and turn order")
BIDS = layout.add("bid", SEATS, VOID + 1, "1 + card of the bid, own or revealed")
BOXES = layout.add("boxes", (SEATS, NUM_BOXES), VOID + 1, "1 + card of each box, own or revealed")
SHOWN = layout.add("shown", (SEATS, NUM_BOXES), 1, "the box is revealed or void")
# --- cards on the table ---
ACTIONS = layout.add("actions", NUM_ACTION_CARDS, NUM_ACTION_CARDS, "1 + action card by place")
TILES = layout.add("tiles", NUM_TILES, NUM_TILES, "1 + tile by position")
EVENTS_OPEN = layout.add("events_open", OPEN_EVENTS, NUM_EVENTS, "1 + open event")
EVENT = layout.add("event", 1, NUM_EVENTS, "1 + event in force")
EVENTS_UNUSED = layout.add("events_unused", NUM_EVENTS, 1, "events still to be opened")
# --- draft ---
DRAFT_TURN = layout.add("draft_turn", 1, 36, "selections made")
DRAFT_OPEN = layout.add("draft_open", 2, NUM_COUNTIES, "1 + open county card")
DRAFT_LAST = layout.add("draft_last", (SEATS, 2), NUM_COUNTIES, "1 + cards open at the last turn")
DRAFT_GROUPS = layout.add("draft_groups", (SEATS, NUM_GROUP_SIZES), MOST_GROUPS_OF_SIZE, "groups")
DRAFT_DECK = layout.add("draft_deck", NUM_COUNTIES, NUM_COUNTIES + 1, "1 unseen, 2.. under it")
REFRESH = layout.add("refresh", 1, 1, "the decider may refresh")
# --- winter ---
REVOLTS = layout.add("revolts", (2, SEATS), 3, "revolts to come, extra peasants")
DRAWN = layout.add("drawn", MOST_REVOLTS, NUM_COUNTIES, "1 + county that revolts")
# --- modules ---
HALL = layout.add("hall", SEATS, NUM_COURTIERS, "courtiers in the hall")
FAVOURS_OPEN = layout.add("favours_open", OPEN_FAVOURS, NUM_FAVOURS, "number of the favour")
FAVOURS_UNUSED = layout.add("favours_unused", NUM_FAVOURS, 1, "favours still to be opened")
PROTECTED = layout.add("protected", SEATS, 3, "bits: safe from combat A, B")
KEEPS = layout.add("keeps", SEATS, 1, "keeps favour 4")
COURT_PLACE = layout.add("court_place", SEATS, SEATS, "place in the order of the favours")
LEVELS = layout.add("level", SEATS, 3, "Landsknechte")
LEADERS = layout.add("leader", SEATS, NUM_COUNTIES, "1 + county of the leader")
STATUES = layout.add("statues", (SEATS, NUM_COUNTIES), NUM_STATUES, "statues by colour")
TROPHIES = layout.add("trophies", (SEATS, SEATS), NUM_STATUES, "by holder, colour")


@rule
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """OB: everything the seat may know; with `everything` also the plans of the others."""
    obs[:] = 0
    obs[SEAT + viewer] = 1
    write_time(s, obs)
    write_pending(s, viewer, everything, obs)
    write_cards(s, obs)
    for player in range(s.num_players):
        seat = (player - viewer) % s.num_players
        write_seat(s, player, seat, obs)
        write_plan(s, player, seat, everything or player == viewer, obs)
    write_counties(s, viewer, obs)
    write_draft(s, viewer, obs)
    write_modules(s, viewer, obs)


@rule
def clipped(number: int) -> int:
    """Numbers without a limit end at 127."""
    return min(int(number), MOST)


@rule
def write_time(s: State, obs):
    """Options, year, season, phase and the turn."""
    obs[MODULES] = has_option(s, EMPERORS_COURT)
    obs[MODULES + 1] = has_option(s, LANDSKNECHTE)
    obs[MODULES + 2] = has_option(s, MILITARY_LEADERS)
    obs[MODULES + 3] = has_option(s, STATUES_EACH_WINTER)
    obs[MODULES + 4] = has_option(s, BATCH_TOWER)
    obs[YEAR] = s.year
    obs[SEASON + s.season] = 1
    obs[PHASE + s.phase] = 1
    obs[ACTION_PLACE] = 1 + s.action_place
    obs[TURN_INDEX] = s.turn_index


@rule
def write_pending(s: State, viewer: Player, everything: bool, obs):
    """Who decides what; of another seat's plan only that it plans."""
    if s.status != RUNNING or s.stack_size == 0 or top(s, 1) < 0:
        return
    frame, player = top(s, 0), top(s, 1)
    obs[DECIDER + (player - viewer) % s.num_players] = 1
    planning = frame == BID or frame == COURT_BOX or frame == ACTION_BOX
    if planning and player != viewer and not everything:
        obs[DECISION + BID - FIRST_DECISION] = 1
        return
    obs[DECISION + frame - FIRST_DECISION] = 1
    for i in range(3):
        obs[ABOUT + i] = 1 + top(s, 2 + i)


@rule
def write_cards(s: State, obs):
    """Action cards, tiles and events on the table."""
    for place in range(NUM_ACTION_CARDS):
        obs[ACTIONS + place] = 1 + s.action_at[place]
    for place in range(NUM_TILES):
        obs[TILES + place] = 1 + s.tile_at[place]
    for slot in range(OPEN_EVENTS):
        obs[EVENTS_OPEN + slot] = 1 + s.event_open[slot]
    obs[EVENT] = 1 + s.event
    for event in range(NUM_EVENTS):
        obs[EVENTS_UNUSED + event] = s.events_unused >> event & 1
    for i in range(MOST_REVOLTS):
        obs[DRAWN + i] = 1 + s.drawn[i]


@rule
def write_seat(s: State, player: Player, seat: int, obs):
    """What a seat has in the open."""
    obs[PLAYERS + seat] = 1
    obs[THALERS + seat] = clipped(s.thalers[player])
    obs[GRAIN + seat] = clipped(s.grain[player])
    obs[VP + seat] = clipped(s.vp[player])
    obs[CUBES + seat] = s.supply[player]
    obs[CUBES + SEATS + seat] = s.tray[player]
    obs[CUBES + 2 * SEATS + seat] = s.tower[player]
    obs[POSITIONS + seat] = 1 + s.position[player]
    obs[REVOLTS + seat] = s.revolts[player]
    obs[REVOLTS + SEATS + seat] = s.extra_peasants[player]


@rule
def write_plan(s: State, player: Player, seat: int, is_open: bool, obs):
    """The bid and the boxes: the viewer's own, and what was revealed."""
    if is_open or s.bids_shown:
        obs[BIDS + seat] = 1 + s.bid[player]
    for box in range(NUM_BOXES):
        obs[SHOWN + seat * NUM_BOXES + box] = s.shown[player, box]
        if is_open or s.shown[player, box]:
            obs[BOXES + seat * NUM_BOXES + box] = 1 + s.plan[player, box]


@rule
def write_counties(s: State, viewer: Player, obs):
    """The map, and the peasants."""
    for county in range(NUM_COUNTIES):
        if s.owner[county] != NONE:
            seat = (int(s.owner[county]) - viewer) % s.num_players
            obs[ARMIES + seat * NUM_COUNTIES + county] = s.armies[county]
            for building in range(NUM_BUILDINGS):
                place = BUILDINGS + building * NUM_COUNTIES + county
                obs[place] = s.buildings[county] >> building & 1
            obs[MARKERS + county] = s.markers[county]
            obs[GAINED + county] = s.gained[county]
    obs[PEASANT_CUBES] = s.supply[PEASANTS]
    obs[PEASANT_CUBES + 1] = s.tray[PEASANTS]
    obs[PEASANT_CUBES + 2] = s.tower[PEASANTS]


@rule
def write_draft(s: State, viewer: Player, obs):
    """S2: the deck is a set; what was put under it has an order."""
    obs[DRAFT_TURN] = s.draft_turn
    for slot in range(2):
        obs[DRAFT_OPEN + slot] = 1 + s.draft_open[slot]
    for i in range(NUM_COUNTIES):
        if s.draft_unseen[i]:
            obs[DRAFT_DECK + i] = 1
        if s.draft_under[i] != NONE:
            obs[DRAFT_DECK + int(s.draft_under[i])] = 2 + i
    for player in range(s.num_players):
        seat = (player - viewer) % s.num_players
        for slot in range(2):
            obs[DRAFT_LAST + 2 * seat + slot] = 1 + s.draft_last[player, slot]
        for size in range(NUM_GROUP_SIZES):
            place = DRAFT_GROUPS + seat * NUM_GROUP_SIZES + size
            obs[place] = s.draft_groups[player, size]
    if s.draft_open[0] != NONE and s.stack_size > 0 and top(s, 1) >= 0:
        obs[REFRESH] = can_refresh(s, top(s, 1))


@rule
def write_modules(s: State, viewer: Player, obs):
    """EC, LK, ML: courtiers, favours, levels, leaders, statues."""
    for slot in range(OPEN_FAVOURS):
        obs[FAVOURS_OPEN + slot] = 1 + s.favour_open[slot]
    for favour in range(NUM_FAVOURS):
        obs[FAVOURS_UNUSED + favour] = s.favours_unused >> favour & 1
    for player in range(s.num_players):
        seat = (player - viewer) % s.num_players
        obs[HALL + seat] = s.hall[player]
        obs[PROTECTED + seat] = s.protected[player]
        obs[KEEPS + seat] = s.keeps_marker_card == player
        if s.court_order[player] != NONE:
            obs[COURT_PLACE + (int(s.court_order[player]) - viewer) % s.num_players] = 1 + player
        obs[LEVELS + seat] = s.level[player]
        obs[LEADERS + seat] = 1 + s.leader[player]
        for county in range(NUM_COUNTIES):
            obs[STATUES + seat * NUM_COUNTIES + county] = s.statues[county, player]
        for colour in range(s.num_players):
            place = TROPHIES + seat * SEATS + (colour - viewer) % s.num_players
            obs[place] = s.trophies[player, colour]
