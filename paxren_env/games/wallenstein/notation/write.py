"""A position as a dict."""

import numpy as np

from paxren_env.core.constants import NONE, RUNNING
from paxren_env.core.notation import check_viewer
from paxren_env.core.notation import write_frame as frame_words
from paxren_env.core.record import State, view
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.frames import ACTION_BOX, BID, COURT_BOX, frames
from paxren_env.games.wallenstein.notation.names import (
    CARD_NAMES,
    EVENT_NUMBERS,
    FAVOUR_NUMBERS,
    GROUP_SIZES,
    HIDDEN,
    RESULT_NAMES,
    Position,
    name,
    set_bits,
)
from paxren_env.games.wallenstein.options import DEFAULTS, read_options


def to_dict(states: np.ndarray, viewer: int | None = None) -> Position:
    """The position in words; with a viewer, without what that seat may not know."""
    s = view(states, 0)
    check_viewer(viewer, s.num_players)
    options = read_options(s)
    changed = {key: options[key] for key in DEFAULTS if options[key] != DEFAULTS[key]}
    position: Position = {
        "options": {"num_players": options["num_players"], **changed},
        "year": s.year + 1,
        "season": c.SEASON_NAMES[s.season],
        "phase": c.PHASE_NAMES[s.phase],
        "counties": {
            c.COUNTY_NAMES[county]: write_county(s, county)
            for county in range(c.NUM_COUNTIES)
            if s.owner[county] != NONE or s.statues[county].any()
        },
        "players": [write_player(s, player, viewer) for player in range(s.num_players)],
        "peasants": write_cubes(s, c.PEASANTS),
        "action_cards": [name(c.ACTION_NAMES, int(card)) for card in s.action_at if card != NONE],
        "tiles": [c.TILE_NAMES[tile] for tile in s.tile_at if tile != NONE],
        "events": write_events(s),
        "pending": [write_frame(s, i, viewer) for i in range(s.stack_size)],
    }
    return {**position, **write_phase(s), **write_secrets(s, viewer)}


def write_phase(s: State) -> Position:
    """What only some phases and modules have."""
    found: Position = {}
    if s.action_place != NONE:
        found["action_place"] = s.action_place + 1
        found["turn_index"] = s.turn_index
    if s.bids_shown:
        found["bids_shown"] = True
    if s.phase == c.DRAFT_PHASE:
        found["draft"] = write_draft(s)
    if s.phase == c.WINTER_PHASE:
        found["drawn"] = [c.COUNTY_NAMES[county] for county in s.drawn if county != NONE]
    if s.options & c.EMPERORS_COURT:
        found["court"] = write_court(s)
    if s.status != RUNNING:
        found["result"] = RESULT_NAMES[s.status]
    return found


def write_secrets(s: State, viewer: int | None) -> Position:
    """The random state, which no seat sees; or who looks."""
    return {"chance": f"{int(s.chance[0]):016x}"} if viewer is None else {"viewer": viewer}


def write_county(s: State, county: int) -> Position:
    """What stands in a county."""
    found: Position = {}
    if s.owner[county] != NONE:
        found = {"owner": int(s.owner[county]), "armies": int(s.armies[county])}
    if s.buildings[county]:
        found["buildings"] = set_bits(int(s.buildings[county]), c.BUILDING_NAMES)
    if s.markers[county]:
        found["markers"] = int(s.markers[county])
    if s.gained[county]:
        found["gained"] = True
    if s.statues[county].any():
        found["statues"] = s.statues[county, : s.num_players].tolist()
    return found


def write_cubes(s: State, colour: int) -> Position:
    """Cubes off the board."""
    cubes = {
        "supply": int(s.supply[colour]),
        "tray": int(s.tray[colour]),
        "tower": int(s.tower[colour]),
    }
    return {**cubes, "thrown": int(s.thrown[colour])} if s.thrown[colour] else cubes


def write_player(s: State, player: int, viewer: int | None) -> Position:
    """What a seat has; its plan only as far as the viewer knows it."""
    is_open = viewer is None or viewer == player
    found: Position = {
        "thalers": int(s.thalers[player]),
        "grain": int(s.grain[player]),
        "vp": int(s.vp[player]),
        **write_cubes(s, player),
    }
    if s.position[player] != NONE:
        found["position"] = int(s.position[player]) + 1
    found.update(write_plan(s, player, is_open))
    if s.revolts[player] or s.extra_peasants[player]:
        found["revolts"] = [int(s.revolts[player]), int(s.extra_peasants[player])]
    if s.phase == c.DRAFT_PHASE:
        found["groups"] = [
            size for i, size in enumerate(GROUP_SIZES) for _ in range(s.draft_groups[player, i])
        ]
        found["last_open"] = [c.COUNTY_NAMES[i] for i in s.draft_last[player] if i != NONE]
    if s.hall[player]:
        found["hall"] = int(s.hall[player])
    if s.protected[player]:
        found["protected"] = c.PROTECTION_NAMES[s.protected[player]]
    if s.level[player]:
        found["level"] = int(s.level[player])
    if s.leader[player] != NONE:
        found["leader"] = c.COUNTY_NAMES[s.leader[player]]
    if s.trophies[player].any():
        found["trophies"] = s.trophies[player, : s.num_players].tolist()
    return found


def write_plan(s: State, player: int, is_open: bool) -> Position:
    """R3: the bid and the boxes."""
    found: Position = {}
    if s.phase == c.PLANNING_PHASE and not is_open:
        return found
    if s.bid[player] != NONE:
        found["bid"] = CARD_NAMES[s.bid[player]] if is_open or s.bids_shown else HIDDEN
    boxes = {}
    for box, box_name in enumerate(c.BOX_NAMES):
        if s.plan[player, box] != NONE:
            shown = is_open or s.shown[player, box]
            boxes[box_name] = CARD_NAMES[s.plan[player, box]] if shown else HIDDEN
    if boxes:
        found["boxes"] = boxes
        found["shown"] = [c.BOX_NAMES[box] for box in np.flatnonzero(s.shown[player])]
    return found


def write_events(s: State) -> Position:
    """Events by their numbers."""
    return {
        "open": [name(EVENT_NUMBERS, int(event)) for event in s.event_open],
        "in_force": name(EVENT_NUMBERS, int(s.event)),
        "unused": set_bits(s.events_unused, EVENT_NUMBERS),
    }


def write_draft(s: State) -> Position:
    """S2: the deck and what lies beside it."""
    return {
        "first": s.draft_first,
        "turn": s.draft_turn,
        "open": [name(c.COUNTY_NAMES, int(county)) for county in s.draft_open],
        "unseen": [c.COUNTY_NAMES[county] for county in np.flatnonzero(s.draft_unseen)],
        "under": [c.COUNTY_NAMES[county] for county in s.draft_under if county != NONE],
    }


def write_court(s: State) -> Position:
    """EC: favours by their numbers."""
    found: Position = {
        "favours": [name(FAVOUR_NUMBERS, int(favour)) for favour in s.favour_open],
        "unused": set_bits(s.favours_unused, FAVOUR_NUMBERS),
    }
    if s.keeps_marker_card != NONE:
        found["keeps_favour_4"] = s.keeps_marker_card
    if s.court_order[0] != NONE:
        found["order"] = [int(player) for player in s.court_order if player != NONE]
    return found


def write_frame(s: State, i: int, viewer: int | None) -> Position:
    """A frame of the stack; how far another seat's plan is stays hidden."""
    kind, player, *arguments = (int(value) for value in s.stack[i])
    if kind in (COURT_BOX, ACTION_BOX) and viewer is not None and viewer != player:
        kind, arguments = BID, [NONE] * len(arguments)
    return frame_words(frames, [kind, player, *arguments])
