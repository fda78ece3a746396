"""Compiled policies: opponents, rollouts and search call them by an int id.

A new policy is a rule (s, mask, rng) -> action, a line in `choose` and its name below.
"""

from paxren_env._jit import rule
from paxren_env.bot.policy import bot_policy
from paxren_env.engine import random_legal
from paxren_env.greedy import greedy
from paxren_env.state import State

LEARNER, RANDOM, GREEDY, SOLO_BOT = 0, 1, 2, 3
POLICY_NAMES = ("learner", "random", "greedy", "bot")  # a learner answers from outside


@rule
def choose(policy: int, s: State, mask, rng) -> int:
    """The answer of a policy to the pending decision, out of the legal ones in the mask."""
    if policy == GREEDY:
        return greedy(s, mask, rng)
    if policy == SOLO_BOT:
        return bot_policy(s, mask)
    return random_legal(mask, rng)


def policy_id(name: str) -> int:
    """The id of a policy by its name."""
    if name not in POLICY_NAMES[1:]:
        raise ValueError(f"unknown policy {name!r}; there are: {', '.join(POLICY_NAMES[1:])}")
    return POLICY_NAMES.index(name)


def check_table(policy: int, num_players: int) -> None:
    """The solo bot knows one opponent only."""
    if policy == SOLO_BOT and num_players != 2:
        raise ValueError(f"'bot' plays at tables of 2 players, not of {num_players}")
