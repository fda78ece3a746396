"""The record: one row is one whole game. Who may see a field stands beside it."""

from typing import TYPE_CHECKING, Any

from paxren_env.core.record import HIDDEN, OWNER, SECRET, common_fields

if TYPE_CHECKING:
    from tests.support.sealed_bids.typed_state import State
else:
    State = Any  # what a rule gets: one row; compiled it is a record, interpreted a view of one

MAX_PLAYERS = 4
STACK_DEPTH = 8
NUM_FACES = 6  # of a die; also the kinds of prizes, and the goals
COINS = 12  # of each seat at the start
MAX_ROUNDS = 9

FIELDS = [
    *common_fields(MAX_PLAYERS, STACK_DEPTH),
    ("rounds", "i2"),  # an option: how many are played
    ("chance", "u8", 1, HIDDEN),  # the dice to come
    ("coins", "i2", MAX_PLAYERS),
    ("prizes", "u1", (MAX_PLAYERS, NUM_FACES)),  # won by each seat, by value - 1
    ("goal", "i1", MAX_PLAYERS, OWNER),  # value - 1 of the prizes that count twice; -1 none
    ("bid", "i2", MAX_PLAYERS, SECRET),  # of this round; empty once it is revealed
    ("shown", "i2", MAX_PLAYERS),  # the bids that were revealed last
]
# Set before the setup, which zeroes all the rest.
OPTION_FIELDS = ("num_players", "options", "max_turns", "rounds")
