"""STATE: one row of this record is one whole game.

Cards are kept by where they are, so every card is always in exactly one place. Bits of seats and
of advances are ints. Fields are as narrow as their values allow.
"""

from typing import TYPE_CHECKING, Any

from paxren_env.core.record import HIDDEN, OWNER, SECRET, common_fields, make_record
from paxren_env.games.age_of_renaissance.constants import (
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_COMMODITIES,
    NUM_LEADERS,
    NUM_PROVINCES,
    NUM_RANKS,
)

if TYPE_CHECKING:
    from paxren_env.games.age_of_renaissance.typed_state import State
else:
    State = Any  # what a rule gets: one row; compiled it is a record, interpreted a view of one

STACK_DEPTH = 20
PLAYERS = MAX_PLAYERS

FIELDS = [
    *common_fields(max_players=PLAYERS, stack_depth=STACK_DEPTH),
    # --- options (13), beside the bits of `options`; the last four are test set-ups ---
    ("last_epoch", "i1"),
    ("turn_limit", "i2"),  # 0: none
    ("start_cash", "i2"),
    ("start_markers", "i1"),
    ("start_misery", "i1"),
    ("start_advances", "i4"),  # bits
    # --- the turn (4.0) ---
    ("phase", "i1"),
    ("epoch", "i1"),
    ("order", "i1", PLAYERS),  # seats, first first
    ("tie_order", "i1", PLAYERS),  # 4.1.4: the order being settled; nobody where still free
    ("chance", "u8", 1, HIDDEN),
    # --- players ---
    ("capital", "i1", PLAYERS),
    ("choice_rank", "i1", PLAYERS),  # 1 chose first
    ("cash", "i4", PLAYERS),
    ("written_cash", "i4", PLAYERS),
    ("bid", "i2", PLAYERS, SECRET),  # the last number typed
    ("bids_secret", "u1"),  # they are not revealed yet
    ("returned", "i1", PLAYERS, OWNER),  # face of the card given back at set-up
    ("stock", "i1", PLAYERS),
    ("expansion", "i1", PLAYERS),
    ("mat", "i1", PLAYERS),
    ("misery", "i1", PLAYERS),  # index 0..25, 26 is Chaos
    ("fell", "i1", PLAYERS),  # number of the effect the player fell in, 0 if live
    ("relief", "i1", PLAYERS),  # stages taken
    ("ship", "i1", PLAYERS),
    ("advances", "i4", PLAYERS),  # bits
    ("bought", "i4", PLAYERS),  # bits of this turn's purchases: no credit yet
    ("hand_size", "i1", PLAYERS),
    # --- flags of this turn ---
    ("renaissance_used", "u1"),  # bits of seats
    ("cathedral_used", "u1", PLAYERS),  # bits of opponents
    ("card_bought", "u1"),  # bits of seats, this Expansion
    ("expansion_cards", "i1"),  # bought in this Expansion
    ("ruler", "u1"),  # bits of seats under Enlightened Ruler
    ("papal", "i1"),  # the category banned
    ("strife", "u1"),  # Religious Strife was played this turn
    ("crusades", "u1"),  # The Crusades was played this turn
    ("civil_war", "i1"),  # its victim
    ("military", "i1", NUM_RANKS),  # who has the card of each rank in play
    ("num_leaders", "i1"),  # played this turn
    ("leader_owner", "i1", NUM_LEADERS),
    ("patrons", "u1", NUM_LEADERS),  # bits of seats
    ("doubled", "u1"),  # Marco Polo came after Mongol Armies
    # --- flags of the game ---
    ("mongols", "u1"),  # Mongol Armies was played
    ("armor_void", "u1"),
    ("papal_void", "u1"),
    ("falls", "i1"),  # effects so far in which somebody fell
    ("just_fell", "u1"),  # somebody fell in the effect under way
    ("last_turn", "u1"),
    ("ending", "u1"),  # bits, see ENDING_NAMES
    # --- cards ---
    ("place", "i1", NUM_CARDS, HIDDEN),
    (
        "index",
        "i1",
        NUM_CARDS,
        HIDDEN,
    ),  # in a hand: oldest 0; in the pile: bottom 0; of Leaders k - 1
    ("stamp", "i1", NUM_CARDS, HIDDEN),  # 7.4: how a hand card came
    ("known", "u1", NUM_CARDS, HIDDEN),  # bits of the seats that know a hand card, its holder too
    ("pile_size", "i1"),
    # --- the map ---
    ("old", "i1", (PLAYERS, NUM_PROVINCES)),  # old tokens
    ("new", "i1", (PLAYERS, NUM_PROVINCES)),  # new tokens
    ("marker", "i1", NUM_PROVINCES),  # whose marker
    ("marker_kind", "i1", NUM_PROVINCES),
    ("landed", "i1", NUM_PROVINCES),  # 4.6.3: counted against the cap in this segment
    # --- commodities ---
    ("sigma", "i1", NUM_COMMODITIES),  # 4.2: Shortages above 0, Surpluses below
    # --- under way ---
    ("war_by", "i1"),  # who played War!, nobody if there is none
    ("war_against", "i1"),
    ("war_ties", "i1"),
    ("attack_by", "i1"),
    ("attack_province", "i1"),
    ("attack_held_by", "i1"),  # 4.6.8: who alone held the province completely before
]

RECORD = make_record(FIELDS)
# Set before the setup, which zeroes all the rest.
OPTION_FIELDS = (
    "num_players", "options", "max_turns", "last_epoch", "turn_limit", "start_cash",
    "start_markers", "start_misery", "start_advances",
)  # fmt: skip
