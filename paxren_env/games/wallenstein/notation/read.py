"""A position from a dict, also from one written by hand with much left out."""

from typing import Any

import numpy as np

from paxren_env.core import engine
from paxren_env.core.constants import NONE, RUNNING, TERMINATED
from paxren_env.core.frames import DECISION
from paxren_env.core.log import Event, new_log, read_log
from paxren_env.core.notation import (
    check_flag,
    check_keys,
    check_list,
    check_number,
    fail,
    find_name,
    shown,
)
from paxren_env.core.notation import read_frame as frame_numbers
from paxren_env.core.record import State, view
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.actions import NUM_ACTIONS
from paxren_env.games.wallenstein.notation.check import (
    LARGEST_AMOUNT,
    MOST_MARKERS,
    check_position,
    is_revealed,
    turns_to_come,
)
from paxren_env.games.wallenstein.notation.names import (
    CARD_NAMES,
    EVENT_NUMBERS,
    FAVOUR_NUMBERS,
    GROUP_SIZES,
    RESULT_NAMES,
    Position,
)
from paxren_env.games.wallenstein.notation.pending import frames_of, planner
from paxren_env.games.wallenstein.options import check_options, write_options
from paxren_env.games.wallenstein.state import RECORD, STACK_DEPTH
from paxren_env.games.wallenstein.tables import (
    FAVOUR_KIND,
    GROUPS,
    SITES,
    START_THALERS,
    STOCK,
    THREE_PLAYERS,
)

KEYS = ("options", "year", "season", "phase", "counties", "players", "peasants", "action_cards",
        "action_place", "turn_index", "tiles", "events", "bids_shown", "draft", "drawn", "court",
        "pending", "result", "chance")  # fmt: skip
COUNTY_KEYS = ("owner", "armies", "buildings", "markers", "gained", "statues")
CUBE_KEYS = ("supply", "tray", "tower", "thrown")
PLAYER_KEYS = ("thalers", "grain", "vp", *CUBE_KEYS, "position", "bid", "boxes", "shown",
               "revolts", "groups", "last_open", "hall", "protected", "level", "leader",
               "trophies")  # fmt: skip
MAX_LOG = 1024
DEFAULT_CHANCE = "0000000000000001"


# --- small checks, each naming the place ----------------------------------------------------------
def find(value: Any, where: str, names: tuple[Any, ...]) -> int:
    """The id of a name; -1 for None."""
    return NONE if value is None else find_name(value, where, names, "name")


def check_length(value: Any, where: str, most: int) -> list[Any]:
    """A list of at most so many."""
    found = check_list(value, where)
    if len(found) > most:
        fail(where, f"{len(found)} cells, at most {most}")
    return found


def find_cells(value: Any, where: str, names: tuple[Any, ...], most: int) -> list[int]:
    """The ids of names, every one of them at most once; -1 for None."""
    listed = enumerate(check_length(value, where, most))
    found = [find(cell, f"{where}[{i}]", names) for i, cell in listed]
    named = [number for number in found if number != NONE]
    if len(set(named)) < len(named):
        fail(where, "the same one twice")
    return found


def find_all(value: Any, where: str, names: tuple[Any, ...], most: int) -> list[int]:
    """The same without empty cells."""
    found = find_cells(value, where, names, most)
    if NONE in found:
        fail(f"{where}[{found.index(NONE)}]", "a name is missing")
    return found


def bits_of(value: Any, where: str, names: tuple[Any, ...]) -> int:
    """A set of names as bits."""
    return sum(1 << number for number in find_all(value, where, names, len(names)))


# --- the whole ------------------------------------------------------------------------------------
def from_dict(
    position: Position,
) -> tuple[np.ndarray, np.ndarray, list[Event], list[tuple[int, int]]]:
    """The game at this position and the mask of what is legal; ValueError if it cannot be."""
    if isinstance(position, dict) and "viewer" in position:
        fail("viewer", "a position as one player sees it hides plans and cannot be loaded")
    check_keys(position, "position", KEYS)
    states = np.zeros(1, RECORD)
    s = view(states, 0)
    read_options(s, position.get("options", {}))
    clear(s)
    read_time(s, position)
    if s.status == RUNNING:
        read_stack(s, position)
    read_counties(s, position.get("counties", {}))
    read_table(s, position)
    read_players(s, position)
    read_modules(s, position)
    check_position(s)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    if s.status != RUNNING:
        set_winners(s)
        return states, mask, [], []
    log = new_log(MAX_LOG)
    size = engine.load(states, 0, mask, log)
    if size < 0:
        fail("pending", "nobody knows how to go on from there")
    return states, mask, *read_log(log, size, 0)


def read_options(s: State, options: Any):
    """OP: what kind of game it is."""
    if not isinstance(options, dict):
        fail("options", f"expected a dict, not {shown(options)}")
    try:
        write_options(s, check_options(options))
    except (ValueError, TypeError) as error:
        fail("options", str(error))


def clear(s: State):
    """Nothing stands anywhere."""
    for field in ("owner", "event_open", "action_at", "tile_at", "position", "order", "bid",
                  "drawn", "favour_open", "court_order", "leader", "draft_open",
                  "draft_under"):  # fmt: skip
        getattr(s, field)[:] = NONE
    s.plan[:, :] = s.draft_last[:, :] = NONE
    s.turn_player = s.action_place = s.event = s.keeps_marker_card = NONE


def read_time(s: State, position: Position):
    """Year, season, phase, and how far the actions are."""
    s.year = check_number(position.get("year", 1), "year", 1, 2) - 1
    season = position.get("season", "spring")
    s.season = find_name(season, "season", c.SEASON_NAMES, "season")
    s.phase = find_name(position.get("phase", "planning"), "phase", c.PHASE_NAMES, "phase")
    s.turn = s.year * len(c.SEASON_NAMES) + s.season
    if s.phase == c.ACTIONS_PHASE:
        place = position.get("action_place", 1)
        s.action_place = check_number(place, "action_place", 1, c.NUM_ACTION_CARDS) - 1
        s.turn_index = check_number(position.get("turn_index", 0), "turn_index", 0, s.num_players)
    is_shown = c.PLANNING_PHASE < s.phase <= c.LEADERS_MOVE_PHASE
    s.bids_shown = check_flag(position.get("bids_shown", is_shown), "bids_shown")
    chance = position.get("chance", DEFAULT_CHANCE)
    try:
        s.chance[0] = int(chance, 16)
    except (TypeError, ValueError, OverflowError):
        fail("chance", f"expected 16 hex digits, not {shown(chance)}")
    if s.chance[0] == 0:
        fail("chance", "must not be 0")
    if "result" in position:
        s.status = find_name(position["result"], "result", RESULT_NAMES, "result")


# --- counties -------------------------------------------------------------------------------------
def read_counties(s: State, counties: Any):
    """What stands in each county."""
    for county_name, parts in check_keys(counties, "counties", c.COUNTY_NAMES).items():
        where = f"counties.{county_name}"
        county = c.COUNTY_NAMES.index(county_name)
        check_keys(parts, where, COUNTY_KEYS)
        if s.num_players == 3 and not THREE_PLAYERS[county]:
            fail(where, "not in the game of three")
        read_statues(s, county, parts.get("statues", []), f"{where}.statues")
        if "owner" in parts:
            read_county(s, county, parts, where)
        elif set(parts) - {"statues"}:
            fail(where, "a neutral county has no armies, buildings or markers")
    for building in range(c.NUM_BUILDINGS):
        count = int((s.buildings >> building & 1).sum())
        if count > STOCK[building]:
            fail("counties", f"{count} of {c.BUILDING_NAMES[building]}, the box has fewer")


def read_county(s: State, county: int, parts: Position, where: str):
    """A county that somebody owns."""
    s.owner[county] = check_number(parts["owner"], f"{where}.owner", 0, s.num_players - 1)
    # A county under attack has thrown all its armies.
    s.armies[county] = check_number(parts.get("armies", 1), f"{where}.armies", 0, c.ARMIES_PER_SEAT)
    buildings = bits_of(parts.get("buildings", []), f"{where}.buildings", c.BUILDING_NAMES)
    if buildings.bit_count() > SITES[county]:
        fail(f"{where}.buildings", f"only {SITES[county]} sites")
    s.buildings[county] = buildings
    s.markers[county] = check_number(parts.get("markers", 0), f"{where}.markers", 0, MOST_MARKERS)
    s.gained[county] = check_flag(parts.get("gained", False), f"{where}.gained")


def read_statues(s: State, county: int, statues: Any, where: str):
    """ML: statues by colour."""
    for seat, number in enumerate(check_length(statues, where, s.num_players)):
        s.statues[county, seat] = check_number(number, where, 0, c.NUM_STATUES)


# --- the table ------------------------------------------------------------------------------------
def read_table(s: State, position: Position):
    """Action cards, tiles, events, drawn revolts, the draft."""
    in_round = c.PLANNING_PHASE <= s.phase <= c.LEADERS_MOVE_PHASE
    opened = c.OPEN_ACTIONS if s.phase < c.ACTIONS_PHASE else s.action_place + c.OPEN_ACTIONS
    if s.phase == c.LEADERS_MOVE_PHASE:
        opened = c.NUM_ACTION_CARDS
    default = list(c.ACTION_NAMES[:opened]) if in_round else []
    cards = position.get("action_cards", default)
    found = find_all(cards, "action_cards", c.ACTION_NAMES, c.NUM_ACTION_CARDS)
    s.action_at[: len(found)] = found
    tiles = position.get("tiles", list(c.TILE_NAMES) if in_round else [])
    found = find_all(tiles, "tiles", c.TILE_NAMES, c.NUM_TILES)
    s.tile_at[: len(found)] = found
    read_events(s, position.get("events", {}))
    found = find_all(position.get("drawn", []), "drawn", c.COUNTY_NAMES, len(s.drawn))
    s.drawn[: len(found)] = sorted(found)
    if s.phase == c.DRAFT_PHASE:
        read_draft(s, position.get("draft", {}))


def read_events(s: State, events: Any):
    """Events by numbers; what is not said is as in a game where the lowest numbers came first."""
    check_keys(events, "events", ("open", "in_force", "unused"))
    s.event = find(events.get("in_force"), "events.in_force", EVENT_NUMBERS)
    is_drawn = s.phase > c.PLANNING_PHASE or bool(frames_of(s, f.REVEAL_BIDS))
    drawn = s.season + int(is_drawn and s.season != c.WINTER)
    candidates = [event for event in EVENT_NUMBERS if event != s.event]
    default = [None] * drawn + candidates[: c.OPEN_EVENTS - drawn]
    if s.phase == c.DRAFT_PHASE:
        default = [None] * c.OPEN_EVENTS
    opened = find_cells(events.get("open", default), "events.open", EVENT_NUMBERS, c.OPEN_EVENTS)
    s.event_open[: len(opened)] = opened
    taken = {s.event, *opened}
    number = c.NUM_EVENTS - c.OPEN_EVENTS * (s.year + int(s.phase != c.DRAFT_PHASE))
    unused = events.get("unused", [e for e in EVENT_NUMBERS if e not in taken][-number:])
    s.events_unused = bits_of(unused, "events.unused", EVENT_NUMBERS)
    for event in taken - {NONE}:
        if s.events_unused >> event & 1:
            fail("events.unused", f"event {event} is on the table")


def read_draft(s: State, draft: Any):
    """S2: the cards."""
    check_keys(draft, "draft", ("first", "turn", "open", "unseen", "under"))
    s.draft_first = check_number(draft.get("first", 0), "draft.first", 0, s.num_players - 1)
    s.draft_turn = check_number(draft.get("turn", 0), "draft.turn", 0, 45)
    opened = find_cells(draft.get("open", []), "draft.open", c.COUNTY_NAMES, 2)
    s.draft_open[: len(opened)] = opened
    under = find_all(draft.get("under", []), "draft.under", c.COUNTY_NAMES, c.NUM_COUNTIES)
    s.draft_under[: len(under)] = under
    held = [frame[2] for frame in frames_of(s, f.ARMY_GROUP)]
    for county in range(c.NUM_COUNTIES):
        in_game = s.num_players > 3 or THREE_PLAYERS[county]
        free = s.owner[county] == NONE and county not in (*opened, *under, *held)
        s.draft_unseen[county] = bool(in_game and free)
    if "unseen" in draft:
        s.draft_unseen[:] = 0
        for county in find_all(draft["unseen"], "draft.unseen", c.COUNTY_NAMES, c.NUM_COUNTIES):
            s.draft_unseen[county] = 1


# --- seats ----------------------------------------------------------------------------------------
def read_players(s: State, position: Position):
    """What each seat has; a supply that is not given is what is left of 62."""
    players = check_length(position.get("players", []), "players", s.num_players)
    players += [{}] * (s.num_players - len(players))
    for player, parts in enumerate(players):
        where = f"players[{player}]"
        check_keys(parts, where, PLAYER_KEYS)
        default = int(START_THALERS[s.num_players])
        s.thalers[player] = check_number(
            parts.get("thalers", default), f"{where}.thalers", 0, LARGEST_AMOUNT
        )
        s.grain[player] = check_number(parts.get("grain", 0), f"{where}.grain", 0, LARGEST_AMOUNT)
        s.vp[player] = check_number(parts.get("vp", 0), f"{where}.vp", 0, LARGEST_AMOUNT)
        on_board = int(s.armies[s.owner == player].sum())
        read_cubes(s, player, parts, where, c.ARMIES_PER_SEAT - on_board)
        read_position(s, player, parts, where)
        read_plan(s, player, parts, where)
        revolts = check_length(parts.get("revolts", [0, 0]), f"{where}.revolts", 2)
        if len(revolts) != 2:
            fail(f"{where}.revolts", "expected two numbers")
        s.revolts[player] = check_number(revolts[0], f"{where}.revolts[0]", 0, 3)
        s.extra_peasants[player] = check_number(revolts[1], f"{where}.revolts[1]", 0, 3)
        if s.phase == c.DRAFT_PHASE:
            read_groups(s, player, parts, where)
        read_module_parts(s, player, parts, where)
    peasants = check_keys(position.get("peasants", {}), "peasants", CUBE_KEYS)
    read_cubes(s, c.PEASANTS, peasants, "peasants", c.NUM_PEASANTS)
    set_order(s)
    for player, parts in enumerate(players):
        read_shown(s, player, parts, f"players[{player}]")


def read_cubes(s: State, colour: int, parts: Position, where: str, total: int):
    """Cubes off the board, which with those on it are all there are."""
    for place in ("tray", "tower", "thrown"):
        number = check_number(parts.get(place, 0), f"{where}.{place}", 0, c.ARMIES_PER_SEAT)
        getattr(s, place)[colour] = number
        total -= number
    if total < 0 or ("supply" in parts and parts["supply"] != total):
        fail(f"{where}.supply", f"{total} cubes are left for it, not {shown(parts.get('supply'))}")
    s.supply[colour] = total


def read_position(s: State, player: int, parts: Position, where: str):
    """R5: the position; in later phases the seats sit in their order if nothing is said."""
    after = s.phase > c.ORDER_PHASE and s.status == RUNNING
    value = parts.get("position", player + 1 if after else None)
    if value is not None:
        place = check_number(value, f"{where}.position", 1, c.NUM_TILES) - 1
        if place in s.position[:player]:
            fail(f"{where}.position", "two seats on one position")
        s.position[player] = place


def set_order(s: State):
    """R5.4: the turn order follows from the positions."""
    if s.phase > c.ORDER_PHASE and s.position[0] != NONE:
        s.order[: s.num_players] = np.argsort(s.position[: s.num_players], kind="stable")
    if s.phase == c.ACTIONS_PHASE and s.turn_index > 0:
        s.turn_player = s.order[s.turn_index - 1]


def read_plan(s: State, player: int, parts: Position, where: str):
    """R3: bid and boxes; once planning is over what is not said is blank."""
    after = has_answered(s, player)
    default = "money 0" if after else None
    s.bid[player] = find(parts.get("bid", default), f"{where}.bid", CARD_NAMES)
    first = 0 if s.options & c.EMPERORS_COURT else c.FIRST_ACTION_BOX
    boxes = check_keys(parts.get("boxes", {}), f"{where}.boxes", c.BOX_NAMES[first:])
    for box in range(first, c.NUM_BOXES):
        box_name = c.BOX_NAMES[box]
        card = boxes.get(box_name, "blank" if after else None)
        s.plan[player, box] = find(card, f"{where}.boxes.{box_name}", CARD_NAMES)


def has_answered(s: State, player: int) -> bool:
    """R3: the seat has made its plan, and its cards still lie on the mat."""
    if s.status == RUNNING and s.phase == c.PLANNING_PHASE:
        return player < planner(s)
    return c.PLANNING_PHASE < s.phase <= c.LEADERS_MOVE_PHASE


def read_shown(s: State, player: int, parts: Position, where: str):
    """R6: which boxes are revealed follows from the turn, if nothing is said."""
    if "shown" in parts:
        found = find_all(parts["shown"], f"{where}.shown", c.BOX_NAMES, c.NUM_BOXES)
        s.shown[player] = [box in found for box in range(c.NUM_BOXES)]
    elif s.status == RUNNING:
        for box in range(c.NUM_BOXES):
            is_void, is_laid = s.plan[player, box] == c.VOID, s.plan[player, box] != NONE
            s.shown[player, box] = is_laid and (is_void or is_revealed(s, player, box))


def read_groups(s: State, player: int, parts: Position, where: str):
    """S2: the groups still on the sheet."""
    sizes = [int(size) for size in GROUPS[s.num_players] if size]
    left = turns_to_come(s, player) if s.stack_size else 0
    groups = parts.get("groups", sizes[len(sizes) - left :])
    for i, size in enumerate(check_length(groups, f"{where}.groups", len(sizes))):
        row = find_name(size, f"{where}.groups[{i}]", GROUP_SIZES, "group")
        s.draft_groups[player, row] += 1
    last = find_all(parts.get("last_open", []), f"{where}.last_open", c.COUNTY_NAMES, 2)
    s.draft_last[player, : len(last)] = last


def read_module_parts(s: State, player: int, parts: Position, where: str):
    """EC, LK, ML: what a seat has of the modules."""
    s.hall[player] = check_number(parts.get("hall", 0), f"{where}.hall", 0, c.NUM_COURTIERS)
    protected = parts.get("protected", "")
    s.protected[player] = find_name(
        protected, f"{where}.protected", c.PROTECTION_NAMES, "protection"
    )
    s.level[player] = check_number(parts.get("level", 0), f"{where}.level", 0, c.NUM_LEVELS)
    leader = find(parts.get("leader"), f"{where}.leader", c.COUNTY_NAMES)
    if leader != NONE and s.owner[leader] != player:
        fail(f"{where}.leader", "a leader stands in an own county")
    s.leader[player] = leader
    trophies = check_length(parts.get("trophies", []), f"{where}.trophies", s.num_players)
    for colour, number in enumerate(trophies):
        where_colour = f"{where}.trophies[{colour}]"
        s.trophies[player, colour] = check_number(number, where_colour, 0, c.NUM_STATUES)


def read_modules(s: State, position: Position):
    """EC: the favours."""
    court = check_keys(
        position.get("court", {}), "court", ("favours", "unused", "keeps_favour_4", "order")
    )
    if not s.options & c.EMPERORS_COURT:
        if court:
            fail("court", "there is no Emperor's Court in this game")
        return
    favours = court.get("favours", [])
    found = find_cells(favours, "court.favours", FAVOUR_NUMBERS, c.OPEN_FAVOURS)
    s.favour_open[: len(found)] = found
    if "keeps_favour_4" in court:
        keeps = court["keeps_favour_4"]
        s.keeps_marker_card = check_number(keeps, "court.keeps_favour_4", 0, s.num_players - 1)
    default = [n for n in FAVOUR_NUMBERS if n not in (*favours, *taken_favours(s))]
    s.favours_unused = bits_of(court.get("unused", default), "court.unused", FAVOUR_NUMBERS)
    order = check_length(court.get("order", []), "court.order", s.num_players)
    for i, seat in enumerate(order):
        s.court_order[i] = check_number(seat, f"court.order[{i}]", 0, s.num_players - 1)


def taken_favours(s: State) -> list[int]:
    """EC: favours that a seat keeps, or is asked about."""
    asked = [frame[2] + 1 for frame in frames_of(s, f.FAVOUR_COUNTY)]
    kept = [i + 1 for i in range(c.NUM_FAVOURS) if FAVOUR_KIND[i] == c.REMOVE_MARKER]
    return asked + (kept if s.keeps_marker_card != NONE else [])


# --- what is owed ---------------------------------------------------------------------------------
def read_stack(s: State, position: Position):
    """The frames in words; without them the phase goes on from its beginning."""
    frames = position.get("pending", default_stack(s))
    for i, parts in enumerate(check_length(frames, "pending", STACK_DEPTH)):
        s.stack[i] = read_frame(s, parts, f"pending[{i}]")
        s.stack_size = i + 1
    if s.stack_size == 0:
        fail("pending", "nothing is pending and there is no result")


def set_winners(s: State):
    """V: who won follows from points and Thalers."""
    scores = [(int(s.vp[player]), int(s.thalers[player])) for player in range(s.num_players)]
    if s.status == TERMINATED:
        s.winner[: s.num_players] = [score == max(scores) for score in scores]


def read_frame(s: State, parts: Any, where: str) -> list[int]:
    """One frame; a name alone will do if it is about nothing."""
    value = {"frame": parts} if isinstance(parts, str) else parts
    frame = frame_numbers(f.frames, value, where, s.num_players)
    is_decision = f.frames.by_name()[value["frame"]].what == DECISION
    if is_decision and frame[1] == NONE:
        fail(where, "missing key player")
    return frame


def default_stack(s: State) -> list[Position]:
    """What is owed when a phase begins."""
    leaders = bool(s.options & c.MILITARY_LEADERS)
    rest: list[Position] = [{"frame": "end of the round"}]
    rest += [{"frame": "move leaders", "turn": 0}] if leaders else []
    if s.phase == c.LEADERS_MOVE_PHASE:
        return rest
    if s.phase == c.ACTIONS_PHASE:
        return [*rest, {"frame": "perform"}]
    if s.phase == c.COURT_PHASE:
        return [*rest, {"frame": "perform"}, {"frame": "convert"}]
    if s.phase == c.LANDSKNECHTE_PHASE:
        court = [{"frame": "convert"}] if s.options & c.EMPERORS_COURT else []
        return [*rest, {"frame": "perform"}, *court, {"frame": "hire Landsknechte", "turn": 0}]
    return DEFAULT_STEPS.get(s.phase, [])


DEFAULT_STEPS: dict[int, list[Position]] = {
    c.DRAFT_PHASE: [
        {"frame": name} for name in ("new round", "open events", "fill the tower", "draft turn")
    ],
    c.PLANNING_PHASE: [{"frame": "plan", "seat": 0}],
    c.ORDER_PHASE: [{"frame": "next bidder"}],
}
