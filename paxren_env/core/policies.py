"""Compiled policies: opponents, rollouts and search call them by an int id.

A new policy is a rule (s, mask, rng) -> action, a line in `choose` and its name below. A game may
have policies of its own (`GameSpec.own_policies`): it plays those seats itself.
"""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from paxren_env.core.chance import splitmix
from paxren_env.core.greedy import greedy
from paxren_env.core.jit import entry, rule
from paxren_env.core.masks import random_legal
from paxren_env.core.record import State, row

if TYPE_CHECKING:
    from paxren_env.core.game import Game

LEARNER, RANDOM, GREEDY = 0, 1, 2
POLICY_NAMES = ("learner", "random", "greedy")  # a learner answers from outside
FIRST_OWN_POLICY = len(POLICY_NAMES)


@rule
def choose(policy: int, s: State, mask, rng) -> int:
    """The answer of a policy to the pending decision, out of the legal ones in the mask."""
    if policy == GREEDY:
        return greedy(s, mask, rng)
    return random_legal(s, mask, rng)


@entry
def choose_batch(policy, states, rngs, masks, actions):
    """The policy's answer to the pending decision of every game."""
    for i in range(len(actions)):
        actions[i] = choose(policy, row(states, i), masks[i], rngs[i])


# --- asked from Python ----------------------------------------------------------------------------
def answers(policy: int, games: Sequence["Game"], masks: np.ndarray, seed: int) -> np.ndarray:
    """One answer for each game, by the policy, the seed and the games alone."""
    rngs = np.array([[decision_seed(seed, game)] for game in games], np.uint64)
    actions = np.zeros(len(games), np.int64)
    choose_batch(policy, stack_rows(games), rngs, np.ascontiguousarray(masks, np.int8), actions)
    return actions


def stack_rows(games: Sequence["Game"]) -> np.ndarray:
    """The records of some games side by side, as a copy."""
    states = np.zeros(len(games), games[0].states.dtype)
    for i, game in enumerate(games):
        states[i : i + 1] = game.states
    return states


def decision_seed(seed: int, game: "Game") -> int:
    """A seed for one decision: the same position and seed give the same one, in any batch."""
    position = hashlib.blake2b(game.states.tobytes(), digest_size=8).digest()
    return splitmix(splitmix(seed) ^ int.from_bytes(position, "little"))
