"""What a field may hold: bounds for saved rows, so that no rule reads past the end of a table."""

from typing import Any

from paxren_env.core.constants import NONE
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.options import LARGEST_DENOMINATOR, LARGEST_LIMIT, MOST
from paxren_env.games.wallenstein.state import STACK_DEPTH

LARGEST_OPTIONS = 2 * c.OWN_DATA - 1
MOST_AMOUNT = 10_000  # of Thalers, grain or points: far more than a game can bring
MOST_MARKERS = 42  # M3: as many as the box holds
MOST_FRAMES = STACK_DEPTH - 4  # the rest is left to what the frames bring
FLAG = (0, 1)
_COUNTY, _SEAT, _CARD = (NONE, c.NUM_COUNTIES - 1), (NONE, c.MAX_PLAYERS - 1), (NONE, c.VOID)
_CUBES, _TIMES = (0, c.ARMIES_PER_SEAT), (0, c.NUM_STATUES)

BOUNDS: dict[str, tuple[Any, Any]] = {
    "num_players": (c.MIN_PLAYERS, c.MAX_PLAYERS), "options": (0, LARGEST_OPTIONS),
    "stack_size": (0, MOST_FRAMES), "turn": (0, 2 * len(c.SEASON_NAMES)), "turn_player": _SEAT,
    "max_turns": (0, LARGEST_LIMIT), "max_decisions": (0, LARGEST_LIMIT), "first_player": _SEAT,
    "tower_stick": (0, LARGEST_DENOMINATOR), "tower_dislodge": (0, LARGEST_DENOMINATOR),
    "favour_amount": (0, MOST), "landsknechte": (0, MOST), "lineup": _COUNTY,
    "year": (0, c.LAST_YEAR), "season": (0, c.WINTER), "phase": (0, c.END_PHASE),
    "action_place": (NONE, c.NUM_ACTION_CARDS - 1), "turn_index": (0, c.MAX_PLAYERS),
    "owner": _SEAT, "armies": _CUBES, "buildings": (0, (1 << c.NUM_BUILDINGS) - 1),
    "markers": (0, MOST_MARKERS), "gained": FLAG,
    "supply": _CUBES, "tower": _CUBES, "tray": _CUBES, "thrown": _CUBES,
    "thalers": (0, MOST_AMOUNT), "grain": (0, MOST_AMOUNT), "vp": (0, MOST_AMOUNT),
    "event_open": (NONE, c.NUM_EVENTS - 1), "event": (NONE, c.NUM_EVENTS - 1),
    "events_unused": (0, (1 << c.NUM_EVENTS) - 1), "action_at": (NONE, c.NUM_ACTION_CARDS - 1),
    "tile_at": (NONE, c.NUM_TILES - 1), "position": (NONE, c.NUM_TILES - 1), "order": _SEAT,
    "bids_shown": FLAG, "bid": _CARD, "plan": _CARD, "shown": FLAG,
    "draft_first": (0, c.MAX_PLAYERS - 1), "draft_turn": (0, c.NUM_COUNTIES),
    "draft_open": _COUNTY, "draft_last": _COUNTY, "draft_groups": (0, c.MOST_GROUPS),
    "draft_unseen": FLAG, "draft_under": _COUNTY,
    "revolts": (0, 3), "extra_peasants": (0, 3), "drawn": _COUNTY,
    "hall": (0, c.NUM_COURTIERS), "favour_open": (NONE, c.NUM_FAVOURS - 1),
    "favours_unused": (0, (1 << c.NUM_FAVOURS) - 1), "protected": (0, 3),
    "keeps_marker_card": _SEAT, "court_order": _SEAT, "level": (0, c.NUM_LEVELS),
    "leader": _COUNTY, "statues": _TIMES, "trophies": _TIMES,
}  # fmt: skip
