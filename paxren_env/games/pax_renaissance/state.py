"""STATE: one row of this record is one whole game.

N games are an array of N rows, a clone is a row copy, a saved game is its bytes.
Fields are as narrow as their values allow, for more games then fit into the cache.
Nothing in play is random after setup, so no random state is kept.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from paxren_env.core.record import FRAME_SIZE, HIDDEN, OWNER, make_record
from paxren_env.games.pax_renaissance.constants import (
    MAX_PLAYERS,
    NUM_ABILITIES,
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_PRESTIGE,
    NUM_REPRESSED,
    NUM_SLOTS,
    NUM_TOKENS,
    NUM_VICTORY_SQUARES,
)

if TYPE_CHECKING:
    from paxren_env.games.pax_renaissance.typed_state import State
else:
    State = Any  # what a rule gets: one row; compiled it is a record, interpreted a view of one

STACK_DEPTH = 24
NUM_FEATS = 2  # O4a: of the bot's first action and, since ops may be free, of the second
SCRIPT_LENGTH = 24
DECK_CAPACITY = 40
TABLEAU_CAPACITY = 80  # every card that can be in play, and the ten squares
HAND_CAPACITY = 64
PIECES = 188  # cards, squares and the blank one
PLAYERS = MAX_PLAYERS

FIELDS = [
    # --- options: set once, before the setup ---
    ("num_players", "i2"),
    ("map", "i2"),
    ("ruleset", "i2"),
    ("options", "i2"),  # bits, see OPTION_NAMES
    ("solo", "i2"),  # bits, see SOLO_NAMES; 0 in a game of two or more players
    ("solo_top_cards", "i2"),  # O: cards of each deck above the part with the comets
    ("bot", "i2"),  # 1 + the seat that the engine plays; 0: none
    ("max_turns", "i2"),  # the game is cut after so many turns; 0 never
    ("bank", "i2", PLAYERS),  # the bank of each seat
    ("first_player", "i2"),
    # --- the turn (D1) ---
    ("turn", "i2"),  # counts player turns from 0
    ("turn_player", "i2"),
    ("actions_left", "i2"),
    ("did_something", "u1"),  # a turn may be ended once something was done
    ("ops_done", "u1", 2),  # by side
    ("free_fair_used", "u1"),
    # --- what is owed: decisions and steps, the top one last ---
    ("stack", "i2", (STACK_DEPTH, FRAME_SIZE)),
    ("stack_size", "i2"),
    # --- what the bot is about to answer ---
    ("script", "i2", SCRIPT_LENGTH),
    ("script_size", "i2"),
    ("script_next", "i2"),
    # --- how far its search has come in its turn (O2), and what it has achieved (O4a) ---
    ("bot_place", "u1"),  # reading, row and cell of its table: see solo/places.py
    ("bot_faith", "i1"),  # the religion that its row acts against
    ("bot_tried", "u1"),  # bits: the rows tried so far
    ("bot_overriding", "u1"),  # bits: those of them that were chosen as override rows
    ("bot_feats", "i1", (NUM_FEATS, 4)),  # row, cell, religion, halves of the goal reached
    # --- registers of the resolution under way ---
    ("card", "i2"),  # the card played (or sold, under Machiavellianism)
    ("agents", "i1", NUM_AGENTS),  # its agents neither placed nor dead yet
    ("agents_required", "u1"),  # E2.2: placed because a one-shot occurred
    ("sibling", "i2", 2),  # spots its agents were put on
    ("war", "i2"),  # which war is fought: a one-shot or BY_CAMPAIGN
    ("war_empire", "i2"),  # where
    ("war_king", "i2"),  # F9: the square that campaigns
    ("war_rooks", "u1"),  # Hospitaller: adjacent gold rooks fight too
    ("deaths_left", "i2"),  # B10: casualties still to be picked
    ("fighters", "i1", NUM_REPRESSED),  # repressed tokens that attack, still alive
    ("fair_profit", "i2"),  # G: what is left of the profits during a voyage
    # --- market, by slot: side * 6 + column ---
    ("market", "i2", NUM_SLOTS),
    ("market_florins", "i2", NUM_SLOTS),  # column 0 may hold florins without a card
    ("market_paid", "u1", NUM_SLOTS),  # E1e: usury, not for sale this turn
    ("deck", "u1", (2, DECK_CAPACITY), HIDDEN),  # by side; the top card is the last one
    ("deck_size", "i2", 2),
    # --- cards ---
    # Where a card is that somebody hides, nobody else knows: it follows from hands and decks.
    ("place", "i1", PIECES, HIDDEN),
    ("owner", "i1", PIECES, HIDDEN),  # of a card in a hand, a tableau or under a player board
    ("under", "i2", PIECES),  # queen -> her King, vassal -> its suzerain
    ("bishop", "i1", PIECES),  # colour of the bishop on it
    ("op_used", "u1", PIECES),
    ("hand", "u1", (PLAYERS, HAND_CAPACITY), OWNER),  # sorted
    ("hand_size", "i2", PLAYERS),
    # From the board outwards; a column is a card followed by all that is tucked under it:
    # its queens, then its vassals, each with its own queens.
    ("tableau", "u1", (PLAYERS, 2, TABLEAU_CAPACITY)),
    ("tableau_size", "i2", (PLAYERS, 2)),
    ("republic", "u1", NUM_EMPIRES),  # the face of each square
    ("repressed", "i1", (NUM_EMPIRES, NUM_REPRESSED)),  # tokens on each square
    # --- map ---
    ("religion", "i1", NUM_EMPIRES),  # MEDIEVAL or the religion of the theocracy
    ("city", "i1", NUM_CITIES),  # token
    ("pawn", "i1", NUM_BORDERS),  # seat
    ("pirate", "i1", NUM_BORDERS),  # colour
    ("open_emporium", "i2", 2),  # by side: the city where its route starts
    # --- players ---
    ("florins", "i2", PLAYERS),
    ("supply", "i1", NUM_TOKENS),  # the pool, and each player's reserve of pawns
    ("eliminated", "u1", PLAYERS),  # bankruptcy
    # --- the end ---
    ("active", "u1", NUM_VICTORY_SQUARES),
    ("winner", "u1", PLAYERS),
    ("status", "i2"),
    ("victory", "i2"),
    # --- derived: written only by refresh, recounted by the invariants ---
    ("stale", "u1"),  # something changed that the fields below follow
    ("ability", "i1", (PLAYERS, NUM_ABILITIES)),  # unsilenced copies
    ("prestige", "i1", (PLAYERS, NUM_PRESTIGE)),  # in the tableau, old maids apart
    ("silenced", "u1", PIECES),
    ("column", "i1", PIECES),  # neighbours differ by 1; sides are far apart
]

STATE = make_record(FIELDS)
# Set before the setup, which zeroes all the rest.
OPTION_FIELDS = (
    "num_players", "map", "ruleset", "options", "solo", "solo_top_cards", "bot", "max_turns",
)  # fmt: skip


def new_states(count: int) -> np.ndarray:
    """An array of blank rows: the setup fills them."""
    return np.zeros(count, dtype=STATE)
