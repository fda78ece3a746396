"""Greedy: tries every legal answer on a copy, finishes the action, takes the best position.

The answers that complete an action (which card, which op, which target ...) are chosen in the
same way, so that an action is judged by what it can lead to and not by its first step.
"""

import numpy as np

from paxren_env.games.pax_renaissance import frames as p
from paxren_env.core.jit import allocating_entry, allocating_rule, rule
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, NONE, RUNNING, Player
from paxren_env.core.engine import MAX_FORCED, apply
from paxren_env.games.pax_renaissance.evaluate import NUM_TERMS, compare, evaluate, new_sheet
from paxren_env.games.pax_renaissance.frames import deciding_player, top
from paxren_env.core.rows import copy_into, row
from paxren_env.games.pax_renaissance.rules.c_setup import draw
from paxren_env.games.pax_renaissance.state import STATE, State, new_states

MAX_COMPLETION = 12  # answers of one action that are looked ahead
TIE = 1e-6
AS_IT_IS = NUM_ACTIONS  # look_ahead: the row after the last action


@allocating_rule
def greedy(s: State, mask, rng) -> int:
    """The answer that leads to the best position for the deciding player."""
    copies = np.empty(2, STATE)
    masks = np.zeros((2, NUM_ACTIONS), np.int8)
    log = np.zeros(MAX_FORCED, np.int16)
    sheet = new_sheet()
    values = np.zeros(MAX_PLAYERS, np.float64)
    player = top(s, 1)
    best = -1
    best_value = -1e30
    ties = 0
    for action in range(NUM_ACTIONS):
        if not mask[action]:
            continue
        try_out(s, action, copies, masks, player, log, sheet, values)
        evaluate(row(copies, 0), sheet, values)
        value = values[player]
        if value > best_value + TIE:
            best, best_value, ties = action, value, 1
        elif value > best_value - TIE:
            ties += 1
            if draw(rng, ties) == 0:
                best = action
    return best


@rule
def try_out(s: State, action: int, copies, masks, player: Player, log, sheet, values):
    """Copy 0 becomes the position after the answer and all that completes the action."""
    copy_into(copies, 0, s)
    apply(row(copies, 0), action, masks[0], log)
    for _ in range(MAX_COMPLETION):
        s = row(copies, 0)
        if s.status != RUNNING or top(s, 0) == p.MAIN or top(s, 1) != player:
            return
        following = best_step(copies, masks, player, log, sheet, values)
        apply(s, following, masks[0], log)


@rule
def best_step(copies, masks, player: Player, log, sheet, values) -> int:
    """The answer whose immediate position is best; the last of equals, which is rarely NO."""
    best = -1
    best_value = -1e30
    for action in range(NUM_ACTIONS):
        if not masks[0, action]:
            continue
        copy_into(copies, 1, row(copies, 0))
        apply(row(copies, 1), action, masks[1], log)
        evaluate(row(copies, 1), sheet, values)
        if values[player] >= best_value:
            best, best_value = action, values[player]
    return best


# --- for networks ---------------------------------------------------------------------------------
@allocating_entry
def look_ahead(states, viewers, masks, terms):
    """What greedy sees: the terms of evaluate.py from the viewer's side, for every game.

    terms[i, action]: after each legal answer, if the viewer is to decide; terms[i, AS_IT_IS]: now.
    The rows of illegal answers stay as they are.
    """
    copies = np.empty(2, STATE)
    trials = np.zeros((2, NUM_ACTIONS), np.int8)
    log = np.zeros(MAX_FORCED, np.int16)
    sheet = new_sheet()
    values = np.zeros(MAX_PLAYERS, np.float64)
    for i in range(len(viewers)):
        s, viewer = row(states, i), viewers[i]
        if viewer == NONE:
            continue
        compare(s, sheet, viewer, terms[i, AS_IT_IS])
        if deciding_player(s) != viewer:
            continue
        for action in range(NUM_ACTIONS):
            if masks[i, action]:
                try_out(s, action, copies, trials, viewer, log, sheet, values)
                compare(row(copies, 0), sheet, viewer, terms[i, action])


def new_outlook(count: int) -> np.ndarray:
    """What `look_ahead` writes to, for so many games."""
    return np.zeros((count, NUM_ACTIONS + 1, NUM_TERMS), np.float32)


def warm_up() -> None:
    """Compile the entry, or load it from the cache."""
    states = new_states(1)
    states[0].num_players = 2
    nobody = np.full(1, NONE, np.int64)
    look_ahead(states, nobody, np.zeros((1, NUM_ACTIONS), np.int8), new_outlook(1))
