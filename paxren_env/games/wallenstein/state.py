"""STATE: one row of this record is one whole game."""

from typing import TYPE_CHECKING, Any

from paxren_env.core.record import HIDDEN, SECRET, common_fields, make_record
from paxren_env.games.wallenstein.constants import (
    MAX_PLAYERS,
    MOST_GROUPS,
    NUM_ACTION_CARDS,
    NUM_BENEFITS,
    NUM_BOXES,
    NUM_COLOURS,
    NUM_COUNTIES,
    NUM_FAVOURS,
    NUM_GROUP_SIZES,
    NUM_LEVELS,
    NUM_TILES,
    OPEN_EVENTS,
    OPEN_FAVOURS,
)

if TYPE_CHECKING:
    from paxren_env.games.wallenstein.typed_state import State
else:
    State = Any  # what a rule gets: one row; compiled it is a record, interpreted a view of one

__all__ = ["FIELDS", "MOST_REVOLTS", "OPTION_FIELDS", "RECORD", "State"]

STACK_DEPTH = 16
PLAYERS = MAX_PLAYERS
MOST_REVOLTS = 3

FIELDS = [
    *common_fields(max_players=PLAYERS, stack_depth=STACK_DEPTH),
    ("chance", "u8", 1, HIDDEN),
    # --- options: set once, before the setup ---
    ("max_decisions", "i2"),  # 0: no limit; counted by whoever wraps the game
    ("first_player", "i1"),  # S2: the first drafter; -1: drawn
    ("tower_stick", "i2", 2),  # T1: chance that a cube sticks, as a fraction
    ("tower_dislodge", "i2", 2),  # T1: chance that an arrival shakes a resident loose
    ("favour_amount", "i1", NUM_FAVOURS),  # EC3: reconstructed, a data file may replace them
    ("landsknechte", "i1", (NUM_LEVELS, NUM_BENEFITS)),  # LK: the same
    ("lineup", "i1", (PLAYERS, MOST_GROUPS)),  # S3: counties by seat, largest group first
    # --- time ---
    ("year", "i1"),
    ("season", "i1"),
    ("phase", "i1"),
    ("action_place", "i1"),  # R6: place of the action card under way; -1 outside the actions
    ("turn_index", "i1"),  # R6: how many seats were called for it
    # --- map ---
    ("owner", "i1", NUM_COUNTIES),
    ("armies", "i1", NUM_COUNTIES),
    ("buildings", "i1", NUM_COUNTIES),  # bits
    ("markers", "i1", NUM_COUNTIES),
    ("gained", "u1", NUM_COUNTIES),  # R6: came to its owner after planning
    # --- cubes ---
    ("supply", "i1", NUM_COLOURS),  # the peasants' last
    ("tower", "i1", NUM_COLOURS),
    ("tray", "i1", NUM_COLOURS),
    ("thrown", "i1", NUM_COLOURS),  # B1: on the way into the tower, besides those of the tray
    # --- seats ---
    ("thalers", "i2", PLAYERS),
    ("grain", "i2", PLAYERS),
    ("vp", "i2", PLAYERS),
    # --- R: the round ---
    ("event_open", "i1", OPEN_EVENTS),
    ("event", "i1"),  # in force
    ("events_unused", "i2"),  # bits
    ("action_at", "i1", NUM_ACTION_CARDS),  # -1: still closed
    ("tile_at", "i1", NUM_TILES),
    ("position", "i1", PLAYERS),  # index of the box; -1: none yet
    ("order", "i1", PLAYERS),  # seats in turn order, then -1
    ("bids_shown", "u1"),
    ("bid", "i1", PLAYERS, SECRET),  # a card; -1: not asked yet
    ("plan", "i1", (PLAYERS, NUM_BOXES), SECRET),  # cards; -1: not asked yet
    ("shown", "u1", (PLAYERS, NUM_BOXES)),  # revealed, or void
    # --- S2: the draft; wiped when it is over ---
    ("draft_first", "i1"),  # the first drafter
    ("draft_turn", "i1"),  # selections made
    ("draft_open", "i1", 2),
    ("draft_last", "i1", (PLAYERS, 2)),  # what was open at the seat's last selection
    ("draft_groups", "i1", (PLAYERS, NUM_GROUP_SIZES)),  # groups left, by size from 2
    ("draft_unseen", "u1", NUM_COUNTIES),
    ("draft_under", "i1", NUM_COUNTIES),  # put under the deck, the oldest first, then -1
    # --- W: winter ---
    ("revolts", "i1", PLAYERS),  # still to be drawn
    ("extra_peasants", "i1", PLAYERS),
    ("drawn", "i1", MOST_REVOLTS),  # counties drawn and not yet fought for, then -1
    # --- modules ---
    ("hall", "i1", PLAYERS),  # EC: courtiers in the entrance hall
    ("favour_open", "i1", OPEN_FAVOURS),
    ("favours_unused", "i4"),  # bits
    ("protected", "i1", PLAYERS),  # bits: combat A, B
    ("keeps_marker_card", "i1"),  # EC3: the seat that keeps favour 4; -1: none
    ("court_order", "i1", PLAYERS),  # EC2: fixed when the favours begin, then -1
    ("level", "i1", PLAYERS),  # LK
    ("leader", "i1", PLAYERS),  # ML: its county; -1: off the board
    ("statues", "i1", (NUM_COUNTIES, PLAYERS)),
    ("trophies", "i1", (PLAYERS, PLAYERS)),  # holder, colour
]
RECORD = make_record(FIELDS)
# OP: what holds options; setting up keeps it.
OPTION_FIELDS = (
    "num_players", "options", "max_turns", "max_decisions", "first_player", "tower_stick",
    "tower_dislodge", "favour_amount", "landsknechte", "lineup",
)  # fmt: skip
