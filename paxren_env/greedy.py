"""Greedy: tries every legal answer on a copy, finishes the action, takes the best position.

The answers that complete an action (which card, which op, which target ...) are chosen in the
same way, so that an action is judged by what it can lead to and not by its first step.
"""

import numpy as np

from paxren_env import pending as p
from paxren_env._jit import rule
from paxren_env.actions import NUM_ACTIONS
from paxren_env.constants import MAX_PLAYERS, RUNNING, Player
from paxren_env.engine import MAX_FORCED, apply, copy_into, row
from paxren_env.evaluate import evaluate, new_scores
from paxren_env.pending import top
from paxren_env.rules.c_setup import draw
from paxren_env.state import STATE, State

MAX_COMPLETION = 12  # answers of one action that are looked ahead
TIE = 1e-6


@rule
def greedy(s: State, mask, rng) -> int:
    """The answer that leads to the best position for the deciding player."""
    copies = np.empty(2, STATE)
    masks = np.zeros((2, NUM_ACTIONS), np.int8)
    log = np.zeros(MAX_FORCED, np.int16)
    scores = new_scores()
    values = np.zeros(MAX_PLAYERS, np.float64)
    player = top(s, 1)
    best = -1
    best_value = -1e30
    ties = 0
    for action in range(NUM_ACTIONS):
        if not mask[action]:
            continue
        copy_into(copies, 0, s)
        apply(row(copies, 0), action, masks[0], log)
        complete(copies, masks, player, log, scores, values)
        evaluate(row(copies, 0), scores, values)
        value = values[player]
        if value > best_value + TIE:
            best, best_value, ties = action, value, 1
        elif value > best_value - TIE:
            ties += 1
            if draw(rng, ties) == 0:
                best = action
    return best


@rule
def complete(copies, masks, player: Player, log, scores, values):
    """Finish the action on copy 0: the player's own answers up to the next main choice."""
    for _ in range(MAX_COMPLETION):
        s = row(copies, 0)
        if s.status != RUNNING or top(s, 0) == p.MAIN or top(s, 1) != player:
            return
        action = best_step(copies, masks, player, log, scores, values)
        apply(s, action, masks[0], log)


@rule
def best_step(copies, masks, player: Player, log, scores, values) -> int:
    """The answer whose immediate position is best; the last of equals, which is rarely NO."""
    best = -1
    best_value = -1e30
    for action in range(NUM_ACTIONS):
        if not masks[0, action]:
            continue
        copy_into(copies, 1, row(copies, 0))
        apply(row(copies, 1), action, masks[1], log)
        evaluate(row(copies, 1), scores, values)
        if values[player] >= best_value:
            best, best_value = action, values[player]
    return best
