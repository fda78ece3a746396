"""Saved games of earlier versions: what their records were, and how a row becomes one of today."""

import numpy as np

from paxren_env.core.record import State, make_record, view
from paxren_env.core.spec import EarlierRecord
from paxren_env.games.pax_renaissance.constants import NONE, NUM_RELIGIONS
from paxren_env.games.pax_renaissance.frames import BOT_TURN
from paxren_env.games.pax_renaissance.solo.places import LAST_FAIR
from paxren_env.games.pax_renaissance.solo.search import clear_search, keep_feat
from paxren_env.games.pax_renaissance.state import NUM_FEATS, new_states

# Until 0.1 the frame of the bot's turn held its search, packed into three arguments.
PACKED_FIELDS = [
    ("num_players", "i2"), ("map", "i2"), ("ruleset", "i2"), ("options", "i2"), ("solo", "i2"),
    ("solo_top_cards", "i2"), ("bot", "i2"), ("max_turns", "i2"), ("bank", "i2", 4),
    ("first_player", "i2"), ("turn", "i2"), ("turn_player", "i2"), ("actions_left", "i2"),
    ("did_something", "u1"), ("ops_done", "u1", 2), ("free_fair_used", "u1"),
    ("stack", "i2", (24, 5)), ("stack_size", "i2"), ("script", "i2", 24), ("script_size", "i2"),
    ("script_next", "i2"), ("card", "i2"), ("agents", "i1", 13), ("agents_required", "u1"),
    ("sibling", "i2", 2), ("war", "i2"), ("war_empire", "i2"), ("war_king", "i2"),
    ("war_rooks", "u1"), ("deaths_left", "i2"), ("fighters", "i1", 10), ("fair_profit", "i2"),
    ("market", "i2", 12), ("market_florins", "i2", 12), ("market_paid", "u1", 12),
    ("deck", "u1", (2, 40)), ("deck_size", "i2", 2), ("place", "i1", 188), ("owner", "i1", 188),
    ("under", "i2", 188), ("bishop", "i1", 188), ("op_used", "u1", 188), ("hand", "u1", (4, 64)),
    ("hand_size", "i2", 4), ("tableau", "u1", (4, 2, 80)), ("tableau_size", "i2", (4, 2)),
    ("republic", "u1", 10), ("repressed", "i1", (10, 10)), ("religion", "i1", 10),
    ("city", "i1", 31), ("pawn", "i1", 13), ("pirate", "i1", 13), ("open_emporium", "i2", 2),
    ("florins", "i2", 4), ("supply", "i1", 16), ("eliminated", "u1", 4), ("active", "u1", 5),
    ("winner", "u1", 4), ("status", "i2"), ("victory", "i2"), ("stale", "u1"),
    ("ability", "i1", (4, 34)), ("prestige", "i1", (4, 6)), ("silenced", "u1", 188),
    ("column", "i1", 188),
]  # fmt: skip
PACKED_RECORD = make_record(PACKED_FIELDS)
# What such a saved game carries: the hash of repr((PACKED_FIELDS, PACKED_RECORD.itemsize)).
PACKED_LAYOUT = bytes.fromhex("8bd929bb9a10a64a")

# --- the packed arguments
MOST_PLACES = 64  # the first: a multiple of this is 1 + the religion that the row acts against
OVERRIDING = 7  # the second: bits of the rows tried; from here on, those chosen as override rows
MOST_FEATS = 128  # the third: a multiple of this is the second thing achieved
MOST_CELLS = 2  # of a row: the main and the secondary objective
MOST_HALVES = 3
MOST_ARGUMENTS = (4 * MOST_PLACES, 1 << 13, MOST_FEATS**NUM_FEATS)


def convert(row: bytes) -> np.ndarray:
    """The game of a row with packed arguments."""
    packed = np.frombuffer(row, PACKED_RECORD)
    states = new_states(1)
    for name in PACKED_RECORD.names or ():
        states[name] = packed[name]
    s = view(states, 0)
    clear_search(s)
    if s.stack_size > 0 and s.stack[0, 0] == BOT_TURN:
        unpack_search(s, *s.stack[0, 2:].tolist())
        s.stack[0, 2:] = NONE
    return states


def unpack_search(s: State, place: int, tried: int, achieved: int) -> None:
    """Write what the arguments said into the fields of the record."""
    for number, most in zip((place, tried, achieved), MOST_ARGUMENTS, strict=True):
        if not 0 <= number < most:
            raise ValueError(f"saved game: stack[0]: expected 0 to {most - 1}, not {number}")
    s.bot_place = min(place % MOST_PLACES, LAST_FAIR)
    s.bot_faith = place // MOST_PLACES + NONE
    s.bot_tried = tried & 0b1111_1110
    s.bot_overriding = tried >> OVERRIDING & 0b11_1110
    for number in (achieved % MOST_FEATS, achieved // MOST_FEATS):
        if number > 0:
            keep_feat(s, *unpacked_feat(number))


def unpacked_feat(number: int) -> tuple[int, int, int, int]:
    """Row, cell, religion and halves of a feat; numbers began with 1."""
    rest, halves = divmod(number - 1, MOST_HALVES)
    goal, faith = divmod(rest, NUM_RELIGIONS + 1)
    row, cell = divmod(goal, MOST_CELLS)
    return row + 1, cell, faith + NONE, halves + 1


EARLIER_RECORDS = {PACKED_LAYOUT: EarlierRecord(PACKED_RECORD.itemsize, convert)}
