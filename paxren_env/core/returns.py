"""What a game pays: only at its end, but a bankrupt player pays at once. The sum is always 0."""

import numpy as np

from paxren_env.core.jit import entry, rule
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, RUNNING, TRUNCATED, Player
from paxren_env.core.rows import row
from paxren_env.games.pax_renaissance.state import State, new_states


@rule
def payoff(s: State, player: Player) -> float:
    """Winners share 1, losers share -1; nothing if all are tied or the game was cut.

    The bankrupt lose their part at once, and it counts towards what the losers share.
    """
    if s.eliminated[player]:
        return -1.0 / (s.num_players - 1)
    if s.status == RUNNING:
        return 0.0
    survivors = 0
    winners = 0
    for other in range(s.num_players):
        survivors += 1 - s.eliminated[other]
        winners += s.winner[other]
    paid = (s.num_players - survivors) / (s.num_players - 1)
    if s.status == TRUNCATED or winners == survivors:
        return paid / survivors
    return 1.0 / winners if s.winner[player] else -(1.0 - paid) / (survivors - winners)


@rule
def write_payoffs(s: State, out):
    """The payoff of every seat; 0 for the absent."""
    out[:] = 0
    for player in range(s.num_players):
        out[player] = payoff(s, player)


@entry
def write_returns(states, i, out):
    """What each seat of game i has got so far."""
    write_payoffs(row(states, i), out)


def returns(states: np.ndarray, i: int) -> np.ndarray:
    """What each seat of game i has got so far, absent seats too."""
    out = np.zeros(MAX_PLAYERS, np.float32)
    write_returns(states, i, out)
    return out


def warm_up() -> None:
    """Compile the entry, or load it from the cache."""
    states = new_states(1)
    states[0].num_players = 2
    returns(states, 0)
