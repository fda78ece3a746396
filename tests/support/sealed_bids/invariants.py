"""What holds in every position, and random play with a taste for rare events."""

from paxren_env.core.chance import draw
from paxren_env.core.constants import NONE, RUNNING
from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from tests.support.sealed_bids.rules import is_taken
from tests.support.sealed_bids.state import COINS, NUM_FACES, State

COINS_FIT, GOALS_DIFFER, PRIZES_FIT, COINS_NEVER_GROW, SOMETHING_IS_LEGAL = range(1, 6)


@rule
def broken_invariant(s: State, mask, note) -> int:
    """The number of the first one that does not hold; 0 if all do."""
    if not coins_fit(s):
        return COINS_FIT
    if not goals_differ(s):
        return GOALS_DIFFER
    if num_prizes(s) > s.turn + 1:
        return PRIZES_FIT
    for player in range(s.num_players):
        if s.coins[player] > note[player]:
            return COINS_NEVER_GROW
    if s.status == RUNNING and top(s, 1) >= 0 and not mask.any():
        return SOMETHING_IS_LEGAL
    return 0


@rule
def coins_fit(s: State) -> bool:
    """R2: nobody bids more than they have."""
    for player in range(s.num_players):
        if not 0 <= s.bid[player] <= s.coins[player] <= COINS:
            return False
    return True


@rule
def goals_differ(s: State) -> bool:
    """R1: every seat has a goal of its own."""
    taken = 0
    for goal in range(NUM_FACES):
        taken += is_taken(s, goal)
    return taken == s.num_players


@rule
def num_prizes(s: State) -> int:
    """R4: at most one for every round."""
    number = 0
    for player in range(s.num_players):
        for face in range(NUM_FACES):
            number += int(s.prizes[player, face])
    return number


@rule
def note_coins(s: State, note):
    for player in range(s.num_players):
        note[player] = s.coins[player]


@rule
def note_start(s: State, note):
    """The coins at the start of checked play."""
    note_coins(s, note)


@rule
def note_before(s: State, action: int, note):
    """The coins before an answer."""
    note_coins(s, note)


@rule
def lively(s: State, mask, rng) -> int:
    """Now and then all that a seat has, so that somebody is soon without coins."""
    if draw(rng, 4):
        return NONE
    for action in range(len(mask) - 1, -1, -1):
        if mask[action]:
            return action
    return NONE
