"""How good a position is: terms for every seat, which greedy adds up and networks look at."""

import numpy as np

from paxren_env.core.constants import NONE, RUNNING, TRUNCATED, Player
from paxren_env.core.jit import allocating_rule, rule
from tests.support.sealed_bids.rules import score
from tests.support.sealed_bids.state import NUM_FACES, State

TERM_NAMES = ("end", "score", "coins", "bid")
END_TERM, SCORE_TERM, COINS_TERM, BID_TERM = range(len(TERM_NAMES))

WIN = 100.0
COIN = 0.5
PRIZE = 5.0
BID_HALF = 3.0  # a bid that wins every other time


@allocating_rule
def new_scratch(s: State):
    """Nothing is needed."""
    return np.zeros(1, np.int64)


@rule
def write_terms(s: State, scratch, terms):
    """The terms of every seat; once the game is over, that alone counts."""
    terms[:] = 0.0
    if s.status != RUNNING:
        write_end(s, terms)
        return
    for player in range(s.num_players):
        bid = float(s.bid[player])
        terms[player, SCORE_TERM] = score(s, player)
        terms[player, COINS_TERM] = COIN * s.coins[player]
        terms[player, BID_TERM] = hope(s, player) * bid / (bid + BID_HALF) - COIN * bid


@rule
def hope(s: State, player: Player) -> float:
    """What the prize of the round may be worth to the seat."""
    goal = int(s.goal[player])
    return PRIZE if goal == NONE else PRIZE + (goal + 1) / NUM_FACES


@rule
def write_end(s: State, terms):
    """The winners share it all; a game that was cut is worth nothing."""
    if s.status == TRUNCATED:
        return
    winners = 0
    for player in range(s.num_players):
        winners += int(s.winner[player])
    for player in range(s.num_players):
        if s.winner[player]:
            terms[player, END_TERM] = WIN / winners
