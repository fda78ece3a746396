"""What a seat sees: an int8 vector. Seats are counted from the viewer: 0 is the viewer itself."""

from paxren_env.core.constants import NONE, RUNNING, Player
from paxren_env.core.jit import rule
from paxren_env.core.observation import Layout
from paxren_env.core.stack import top
from tests.support.sealed_bids.frames import TENS, UNITS
from tests.support.sealed_bids.state import COINS, MAX_PLAYERS, MAX_ROUNDS, NUM_FACES, State

layout = Layout()
SEAT = layout.add("seat", MAX_PLAYERS, 1, "which seat the viewer has")
NUM_PLAYERS = layout.add("num_players", MAX_PLAYERS + 1, 1, "how many play")
ROUNDS = layout.add("rounds", 1, MAX_ROUNDS, "rounds left, this one too")
TURN_PLAYER = layout.add("turn_player", MAX_PLAYERS, 1, "who wins ties first")
DECIDING = layout.add("deciding_player", MAX_PLAYERS, 1, "whose bid is asked")
DIGIT = layout.add("digit", 2, 1, "tens or units, if the viewer is asked")
COINS_LEFT = layout.add("coins", MAX_PLAYERS, COINS, "coins")
PRIZES = layout.add("prizes", (MAX_PLAYERS, NUM_FACES), MAX_ROUNDS, "prizes won, by value")
SHOWN = layout.add("shown", MAX_PLAYERS, COINS, "the bids revealed last")
GOAL = layout.add("goal", (MAX_PLAYERS, NUM_FACES), 1, "the goals, as far as known")
BID = layout.add("bid", MAX_PLAYERS, COINS, "the bids of this round, as far as known")
STATUS = layout.add("status", 2, 1, "over, cut")
WINNER = layout.add("winner", MAX_PLAYERS, 1, "who won")


@rule
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """All that the viewer knows; with `everything`, what others hide too."""
    obs[:] = 0
    obs[SEAT + viewer] = 1
    obs[NUM_PLAYERS + s.num_players] = 1
    obs[ROUNDS] = s.rounds - s.turn
    obs[TURN_PLAYER + (s.turn_player - viewer) % s.num_players] = 1
    write_asked(s, viewer, obs)
    for distance in range(s.num_players):
        player = (viewer + distance) % s.num_players
        write_seat(s, player, distance, obs)
        if player == viewer or everything:
            write_secrets(s, player, distance, obs)
    if s.status != RUNNING:
        obs[STATUS + s.status - 1] = 1


@rule
def write_asked(s: State, viewer: Player, obs):
    """R2: who bids. Which digit others write, and so how many were forced, is their secret."""
    if s.stack_size == 0 or top(s, 1) < 0:
        return
    obs[DECIDING + (top(s, 1) - viewer) % s.num_players] = 1
    if top(s, 1) == viewer:
        obs[DIGIT] = top(s, 0) == TENS
        obs[DIGIT + 1] = top(s, 0) == UNITS


@rule
def write_seat(s: State, player: Player, distance: int, obs):
    """What everybody sees of a seat."""
    obs[COINS_LEFT + distance] = s.coins[player]
    obs[SHOWN + distance] = s.shown[player]
    obs[WINNER + distance] = s.winner[player]
    for face in range(NUM_FACES):
        obs[PRIZES + distance * NUM_FACES + face] = s.prizes[player, face]


@rule
def write_secrets(s: State, player: Player, distance: int, obs):
    """What only the seat itself knows."""
    obs[BID + distance] = s.bid[player]
    if s.goal[player] != NONE:
        obs[GOAL + distance * NUM_FACES + s.goal[player]] = 1
