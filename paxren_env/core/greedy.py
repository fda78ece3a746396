"""Greedy: tries every legal answer on a copy, finishes the action, takes the best position.

The answers that complete an action (which card, which op, which target ...) are chosen in the
same way, so that an action is judged by what it can lead to and not by its first step. The copy is
veiled first: what the player cannot know is redrawn, so that no answer is chosen by it.
"""

import numpy as np

from paxren_env.core.calls import apply
from paxren_env.core.chance import draw
from paxren_env.core.constants import NONE, RUNNING, Player
from paxren_env.core.evaluating import compare, evaluate, new_sheet
from paxren_env.core.hooks import is_complete, max_players, new_rows, num_actions, veil
from paxren_env.core.jit import allocating_entry, allocating_rule, rule
from paxren_env.core.log import new_log_for
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.stack import deciding_player, top

MAX_COMPLETION = 12  # answers of one action that are looked ahead
TIE = 1e-6
TRIAL, NEXT, BASE = 0, 1, 2  # rows of copies: the answer tried, what may follow, the veiled game
VEIL_SEED = 0x9E3779B97F4A7C15  # of look_ahead: any number that no hidden thing decides


@allocating_rule
def greedy(s: State, mask, rng) -> int:
    """The answer that leads to the best position for the deciding player."""
    copies, masks, log, sheet, values = new_trials(s)
    player = top(s, 1)
    copy_into(copies, BASE, s)
    veil(row(copies, BASE), player, rng)
    best = -1
    best_value = -1e30
    ties = 0
    for action in range(num_actions(s)):
        if not mask[action]:
            continue
        try_out(copies, action, masks, player, log, sheet, values)
        evaluate(row(copies, TRIAL), sheet, values)
        value = values[player]
        if value > best_value + TIE:
            best, best_value, ties = action, value, 1
        elif value > best_value - TIE:
            ties += 1
            if draw(rng, ties) == 0:
                best = action
    return best


@allocating_rule
def new_trials(s: State):
    """Copies of a game to try answers on, and all that goes with them."""
    copies = new_rows(s, 3)
    masks = np.zeros((2, num_actions(s)), np.int8)
    values = np.zeros(max_players(s), np.float64)
    return copies, masks, new_log_for(s), new_sheet(s), values


@rule
def try_out(copies, action: int, masks, player: Player, log, sheet, values):
    """Row TRIAL becomes the position after the answer and all that completes the action."""
    copy_into(copies, TRIAL, row(copies, BASE))
    apply(row(copies, TRIAL), action, masks[TRIAL], log)
    for _ in range(MAX_COMPLETION):
        s = row(copies, TRIAL)
        if s.status != RUNNING or top(s, 1) != player or is_complete(s, player):
            return
        following = best_step(copies, masks, player, log, sheet, values)
        apply(s, following, masks[TRIAL], log)


@rule
def best_step(copies, masks, player: Player, log, sheet, values) -> int:
    """The answer whose immediate position is best; the last of equals, which is rarely NO."""
    best = -1
    best_value = -1e30
    for action in range(masks.shape[1]):
        if not masks[TRIAL, action]:
            continue
        copy_into(copies, NEXT, row(copies, TRIAL))
        apply(row(copies, NEXT), action, masks[NEXT], log)
        evaluate(row(copies, NEXT), sheet, values)
        if values[player] >= best_value:
            best, best_value = action, values[player]
    return best


# --- for networks ---------------------------------------------------------------------------------
@allocating_entry
def look_ahead(states, viewers, masks, terms):
    """What greedy sees: the terms of the evaluation from the viewer's side, for every game.

    terms[i, action]: after each legal answer, if the viewer is to decide; the row after the last
    action (see `new_outlook`): now. The rows of illegal answers stay as they are.
    """
    if len(viewers) == 0:
        return
    trials, rng = new_trials(row(states, 0)), np.empty(1, np.uint64)
    for i in range(len(viewers)):
        s, viewer = row(states, i), viewers[i]
        if viewer == NONE:
            continue
        look_at_present(s, viewer, trials, rng, terms[i, num_actions(s)])
        if deciding_player(s) == viewer:
            look_at_answers(s, viewer, masks[i], trials, terms[i])


@allocating_rule
def look_at_present(s: State, viewer: Player, trials, rng, out):
    """The terms of the game as it is; row BASE of the trials becomes the veiled game."""
    copies, _, _, sheet, _ = trials
    copy_into(copies, BASE, s)
    rng[0] = VEIL_SEED
    veil(row(copies, BASE), viewer, rng)
    compare(row(copies, BASE), sheet, viewer, out)


@rule
def look_at_answers(s: State, viewer: Player, mask, trials, terms):
    """terms[action]: those after each legal answer to the game in row BASE of the trials."""
    copies, masks, log, sheet, values = trials
    for action in range(num_actions(s)):
        if mask[action]:
            try_out(copies, action, masks, viewer, log, sheet, values)
            compare(row(copies, TRIAL), sheet, viewer, terms[action])


def new_outlook(num_actions: int, num_terms: int, count: int) -> np.ndarray:
    """What `look_ahead` writes to, for so many games; the last row of each is the game as it is."""
    return np.zeros((count, num_actions + 1, num_terms), np.float32)
