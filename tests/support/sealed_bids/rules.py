"""The rules: see RULES.md. What makes a move legal and what it does stand side by side."""

from paxren_env.core.chance import draw
from paxren_env.core.constants import CHANCE, NONE, TERMINATED, TRUNCATED, Player
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, drop_frame, owe, top
from tests.support.sealed_bids.actions import TENS_DIGIT, UNITS_DIGIT
from tests.support.sealed_bids.frames import DICE, END_ROUND, REVEAL, TENS, UNITS
from tests.support.sealed_bids.reasons import TOO_HIGH
from tests.support.sealed_bids.state import COINS, NUM_FACES, State

NUM_DICE = 2


# --- R1: set-up -----------------------------------------------------------------------------------
@rule
def set_up(s: State, rng):
    """R1: twelve coins and a secret goal for everybody."""
    s.goal[:] = NONE
    for player in range(s.num_players):
        s.coins[player] = COINS
        s.goal[player] = drawn_goal(s, s.chance)
    begin_round(s)


@rule
def drawn_goal(s: State, rng) -> int:
    """R1: one of the goals that nobody has."""
    free = NUM_FACES
    for goal in range(NUM_FACES):
        free -= is_taken(s, goal)
    wanted = draw(rng, free)
    for goal in range(NUM_FACES):
        if not is_taken(s, goal):
            if wanted == 0:
                return goal
            wanted -= 1
    return NONE


@rule
def is_taken(s: State, goal: int) -> bool:
    """R1: a seat has this goal."""
    for player in range(s.num_players):
        if s.goal[player] == goal:
            return True
    return False


# --- R2: bidding ----------------------------------------------------------------------------------
@rule
def begin_round(s: State):
    """R2: everybody bids; what shall happen first is pushed last."""
    owe(s, END_ROUND, NONE, NONE, NONE, NONE)
    owe(s, REVEAL, NONE, NONE, NONE, NONE)
    for player in range(s.num_players - 1, -1, -1):
        ask(s, TENS, player, NONE, NONE)


@rule
def why_not_bid(s: State, player: Player, bid: int) -> int:
    """R2: nobody bids more than they have."""
    return TOO_HIGH if bid > s.coins[player] else LEGAL


@rule
def mark_tens(s: State, player: Player, mask):
    """R2: the first digit."""
    for digit in range(2):
        mask[TENS_DIGIT + digit] = why_not_bid(s, player, 10 * digit) == LEGAL


@rule
def do_tens(s: State, player: Player, digit: int):
    """R2: the bid is written digit by digit."""
    s.bid[player] = 10 * digit
    ask(s, UNITS, player, NONE, NONE)


@rule
def mark_units(s: State, player: Player, mask):
    """R2: the last digit."""
    for digit in range(10):
        mask[UNITS_DIGIT + digit] = why_not_bid(s, player, s.bid[player] + digit) == LEGAL


@rule
def do_units(s: State, player: Player, digit: int):
    """R2: the bid is sealed."""
    s.bid[player] += digit


# --- R3: revealing --------------------------------------------------------------------------------
@rule
def reveal(s: State):
    """R3: all bids are shown; the highest one above 0 wins the prize."""
    for player in range(s.num_players):
        s.shown[player] = s.bid[player]
        s.bid[player] = 0
    winner = highest_bidder(s)
    if s.shown[winner] > 0:
        ask(s, DICE, CHANCE, winner, NONE)


@rule
def highest_bidder(s: State) -> Player:
    """R3: of equal bids, the first one from the turn player on."""
    best = int(s.turn_player)
    for distance in range(1, s.num_players):
        player = (s.turn_player + distance) % s.num_players
        if s.shown[player] > s.shown[best]:
            best = player
    return best


# --- R4: the dice ---------------------------------------------------------------------------------
@rule
def roll(s: State, outcome) -> int:
    """R4: two dice."""
    for i in range(NUM_DICE):
        outcome[i] = 1 + draw(s.chance, NUM_FACES)
    return NUM_DICE


@rule
def is_outcome(s: State, outcome, length: int) -> bool:
    """R4: two numbers from 1 to 6."""
    if length != NUM_DICE:
        return False
    for i in range(length):
        if not 1 <= outcome[i] <= NUM_FACES:
            return False
    return True


@rule
def settle(s: State, outcome, length: int):
    """R4: the winner pays; the prize is worth the higher die."""
    winner = top(s, 2)
    drop_frame(s)
    s.coins[winner] -= s.shown[winner]
    s.prizes[winner, max(outcome[0], outcome[1]) - 1] += 1


# --- R5: the end ----------------------------------------------------------------------------------
@rule
def end_round(s: State):
    """R5: the next round, the end, or a game that is cut."""
    s.turn += 1
    s.turn_player = s.turn % s.num_players
    if s.turn == s.rounds:
        finish(s)
    elif s.turn == s.max_turns:
        s.status = TRUNCATED
    else:
        begin_round(s)


@rule
def score(s: State, player: Player) -> int:
    """R5: the values of the prizes, twice if they are the goal."""
    total = 0
    for face in range(NUM_FACES):
        times = 2 if s.goal[player] == face else 1
        total += times * (face + 1) * int(s.prizes[player, face])
    return total


@rule
def standing(s: State, player: Player) -> int:
    """R5: the score decides, among equals the coins."""
    return score(s, player) * (COINS + 1) + int(s.coins[player])


@rule
def finish(s: State):
    """R5: the best win together."""
    s.status = TERMINATED
    best = 0
    for player in range(s.num_players):
        best = max(best, standing(s, player))
    for player in range(s.num_players):
        s.winner[player] = standing(s, player) == best
