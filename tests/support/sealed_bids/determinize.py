"""Determinize: a game as one seat might imagine it, all that is hidden dealt anew."""

from paxren_env.core.chance import draw, seed_chance
from paxren_env.core.constants import NONE, Player
from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from tests.support.sealed_bids.frames import TENS, UNITS
from tests.support.sealed_bids.rules import drawn_goal
from tests.support.sealed_bids.state import State


@rule
def deal_hidden(s: State, viewer: Player, rng):
    """Redraw the dice to come, the goals and the sealed bids of others."""
    seed_chance(s, rng)
    for player in range(s.num_players):
        if player != viewer:
            s.goal[player] = NONE
    for player in range(s.num_players):
        if player != viewer:
            s.goal[player] = drawn_goal(s, rng)
            s.bid[player] = 0
            if has_bid(s, player):
                s.bid[player] = draw(rng, s.coins[player] + 1)
    forget_digits(s, viewer)


@rule
def is_bidding(s: State) -> bool:
    """R2: a seat writes its bid."""
    return s.stack_size > 0 and (top(s, 0) == TENS or top(s, 0) == UNITS)


@rule
def has_bid(s: State, player: Player) -> bool:
    """R2: the seat's bid is sealed, but not revealed."""
    return is_bidding(s) and player < top(s, 1)


@rule
def forget_digits(s: State, viewer: Player):
    """R2: how far another seat is with its bid nobody knows: it begins again."""
    if is_bidding(s) and top(s, 1) != viewer:
        s.stack[s.stack_size - 1, 0] = TENS
