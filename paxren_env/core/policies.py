"""Compiled policies: opponents, rollouts and search call them by an int id.

A new policy is a rule (s, mask, rng) -> action, a line in `choose` and its name below. The bot is
no such rule: a game with one plays that seat itself.
"""

from collections.abc import Sequence

from paxren_env.core.jit import rule
from paxren_env.core.engine import random_legal
from paxren_env.core.greedy import greedy
from paxren_env.games.pax_renaissance.state import State

LEARNER, RANDOM, GREEDY, SOLO_BOT = 0, 1, 2, 3
POLICY_NAMES = ("learner", "random", "greedy", "bot")  # a learner answers from outside


@rule
def choose(policy: int, s: State, mask, rng) -> int:
    """The answer of a policy to the pending decision, out of the legal ones in the mask."""
    if policy == GREEDY:
        return greedy(s, mask, rng)
    return random_legal(mask, rng)


def policy_id(name: str) -> int:
    """The id of a policy by its name."""
    if name not in POLICY_NAMES[1:]:
        raise ValueError(f"unknown policy {name!r}; there are: {', '.join(POLICY_NAMES[1:])}")
    return POLICY_NAMES.index(name)


def check_table(policy: int, num_players: int) -> None:
    """The bot knows one opponent only."""
    if policy == SOLO_BOT and num_players != 2:
        solo = ": alone you play against it" if num_players == 1 else ""
        raise ValueError(f"'bot' plays at tables of 2 players, not of {num_players}{solo}")


def seat_of_bot(names: Sequence[str]) -> int | None:
    """The option `bot_seat` of a game of these players, by seat."""
    seats = [seat for seat, name in enumerate(names) if name == POLICY_NAMES[SOLO_BOT]]
    if not seats:
        return None
    check_table(SOLO_BOT, len(names))
    if len(seats) > 1:
        raise ValueError("'bot' does not play against itself")
    return seats[0]
