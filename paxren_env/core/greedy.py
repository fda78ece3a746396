"""Greedy: tries every legal answer on a copy, finishes the action, takes the best position.

The answers that complete an action (which card, which op, which target ...) are chosen in the
same way, so that an action is judged by what it can lead to and not by its first step. The copy is
veiled first: what the player cannot know is redrawn, so that no answer is chosen by it.
"""

from typing import NamedTuple

import numpy as np

from paxren_env.core.calls import apply
from paxren_env.core.chance import draw
from paxren_env.core.constants import NONE, RUNNING, Player
from paxren_env.core.entries import INDEX, VALUE, gather, padded, room
from paxren_env.core.evaluating import compare, evaluate, new_sheet
from paxren_env.core.hooks import (
    deal_hidden,
    is_complete,
    max_players,
    new_rows,
    num_actions,
    observation_size,
    veil,
    write_observation,
)
from paxren_env.core.jit import allocating_entry, allocating_rule, interpreted_as, rule
from paxren_env.core.log import new_log_for
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.stack import deciding_player, top

MAX_COMPLETION = 12  # answers of one action that are looked ahead
TIE = 1e-6
# Rows of copies: the answer tried, what may follow, and follow that, the veiled game.
TRIAL, NEXT, LAST, BASE = 0, 1, 2, 3
# How the answers that complete an action are chosen when a network looks ahead: by the position at
# once, as for greedy itself, or as greedy chooses, which completes each of them on a copy.
AT_ONCE, AS_GREEDY = 1, 2
COMPLETIONS = (AT_ONCE, AS_GREEDY)
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
        try_out(copies, action, AT_ONCE, masks, player, log, sheet, values)
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
    copies = new_rows(s, 4)
    masks = np.zeros((3, num_actions(s)), np.int8)
    values = np.zeros(max_players(s), np.float64)
    return copies, masks, new_log_for(s), new_sheet(s), values


@rule
def try_out(copies, action: int, completion: int, masks, player: Player, log, sheet, values):
    """Row TRIAL becomes the position after the answer and all that completes the action."""
    copy_into(copies, TRIAL, row(copies, BASE))
    apply(row(copies, TRIAL), action, masks[TRIAL], log)
    if completion == AT_ONCE:
        complete(copies, TRIAL, NEXT, masks, player, log, sheet, values)
        return
    for _ in range(MAX_COMPLETION):
        if is_completed(row(copies, TRIAL), player):
            return
        following = best_plan(copies, masks, player, log, sheet, values)
        apply(row(copies, TRIAL), following, masks[TRIAL], log)


@rule
def is_completed(s: State, player: Player) -> bool:
    return s.status != RUNNING or top(s, 1) != player or is_complete(s, player)


@rule
def complete(copies, here: int, there: int, masks, player: Player, log, sheet, values):
    """Complete the action in one row by the best steps; another row is there to try them on."""
    for _ in range(MAX_COMPLETION):
        if is_completed(row(copies, here), player):
            return
        following = best_step(copies, here, there, masks, player, log, sheet, values)
        apply(row(copies, here), following, masks[here], log)


@rule
def best_step(copies, here: int, there: int, masks, player: Player, log, sheet, values) -> int:
    """The answer whose immediate position is best; the last of equals, which is rarely NO."""
    best = -1
    best_value = -1e30
    for action in range(masks.shape[1]):
        if not masks[here, action]:
            continue
        copy_into(copies, there, row(copies, here))
        apply(row(copies, there), action, masks[there], log)
        evaluate(row(copies, there), sheet, values)
        if values[player] >= best_value:
            best, best_value = action, values[player]
    return best


@rule
def best_plan(copies, masks, player: Player, log, sheet, values) -> int:
    """The answer in row TRIAL that is best once the action is completed; the last of equals."""
    best = -1
    best_value = -1e30
    for action in range(masks.shape[1]):
        if not masks[TRIAL, action]:
            continue
        copy_into(copies, NEXT, row(copies, TRIAL))
        apply(row(copies, NEXT), action, masks[NEXT], log)
        complete(copies, NEXT, LAST, masks, player, log, sheet, values)
        evaluate(row(copies, NEXT), sheet, values)
        if values[player] >= best_value:
            best, best_value = action, values[player]
    return best


# --- for networks ---------------------------------------------------------------------------------
class Changes(NamedTuple):
    """What each legal answer changes of what the viewer sees, answer after answer.

    Answer k changes the entries from starts[k] to starts[k + 1], by the amounts that stand there.
    Answers are in the order of their games and rise within a game.
    """

    starts: np.ndarray  # (answers + 1,); empty if changes are not wanted
    entries: np.ndarray  # numbers of entries of the observation, uint16
    amounts: np.ndarray  # the entry afterwards less the entry now, int8


@allocating_entry
def look_ahead(states, viewers, masks, completion, terms, changes) -> int:
    """What greedy sees: the terms of the evaluation from the viewer's side, for every game.

    terms[i, action]: after each legal answer, if the viewer is to decide; the row after the last
    action (see `new_outlook`): now. The rows of illegal answers stay as they are. `completion` is
    one of COMPLETIONS. `changes` are listed as far as there is room; returns how many entries they
    have in all.
    """
    if len(viewers) == 0:
        return 0
    trials, sight = new_trials(row(states, 0)), new_sight(row(states, 0))
    copies, trial_masks, log, sheet, values = trials
    rng, are_listed = np.empty(1, np.uint64), len(changes.starts) > 0
    answers = size = 0
    for i in range(len(viewers)):
        s, viewer = row(states, i), viewers[i]
        is_asked = viewer != NONE and deciding_player(s) == viewer
        if viewer != NONE:
            look_at_present(s, viewer, are_listed, trials, rng, terms[i, num_actions(s)])
        if is_asked and are_listed:
            see_present(row(copies, BASE), viewer, sight)
        for action in range(num_actions(s)):
            if not masks[i, action]:
                continue
            if is_asked:
                try_out(copies, action, completion, trial_masks, viewer, log, sheet, values)
                compare(row(copies, TRIAL), sheet, viewer, terms[i, action])
            if are_listed:
                if is_asked:
                    number = see_change(row(copies, TRIAL), viewer, sight)
                    size += append_changes(number, sight, changes, size)
                answers += 1
                changes.starts[answers] = size
    return size


@allocating_rule
def look_at_present(s: State, viewer: Player, is_dealt: bool, trials, rng, out):
    """The terms of the game as it is; row BASE of the trials becomes the veiled game.

    A veil is enough for what greedy weighs. What is seen after an answer may be anything that was
    hidden until then, so for changes all of that is dealt anew before.
    """
    copies, _, _, sheet, _ = trials
    copy_into(copies, BASE, s)
    if is_dealt:
        rng[0] = VEIL_SEED
        deal_hidden(row(copies, BASE), viewer, rng)
    rng[0] = VEIL_SEED  # the veil is the same, dealt or not
    veil(row(copies, BASE), viewer, rng)
    compare(row(copies, BASE), sheet, viewer, out)


class Sight(NamedTuple):
    """What changes are found with."""

    now: np.ndarray  # what the viewer sees before an answer, padded
    after: np.ndarray  # and after it; then the difference
    lists: np.ndarray  # the difference as a list, see core.entries


@allocating_rule
def new_sight(s: State):
    size = observation_size(s)
    now, after = np.zeros(padded(size), np.int8), np.zeros(padded(size), np.int8)
    return Sight(now, after, np.zeros((2, room(size)), np.int16))


@rule
def see_present(s: State, viewer: Player, sight):
    """What the viewer sees before an answer."""
    write_observation(s, viewer, False, sight.now[: observation_size(s)])


@rule
def see_change(s: State, viewer: Player, sight) -> int:
    """List what the viewer sees otherwise after an answer; returns how many entries."""
    write_observation(s, viewer, False, sight.after[: observation_size(s)])
    subtract(sight.after, sight.now)
    return gather(sight.after, sight.lists)


def _subtract(a, b):
    a -= b


@interpreted_as(_subtract)
@rule
def subtract(a, b):
    """a -= b, in 8 bits: no answer changes an entry by more than 127."""
    for k in range(len(a)):
        a[k] -= b[k]


@rule
def append_changes(number: int, sight, changes, size: int) -> int:
    """Write the list behind what is there, if there is room for it; returns its length."""
    if size + number <= len(changes.entries):
        for k in range(number):
            changes.entries[size + k] = sight.lists[INDEX, k]
            changes.amounts[size + k] = sight.lists[VALUE, k]
    return number


def new_outlook(num_actions: int, num_terms: int, count: int) -> np.ndarray:
    """What `look_ahead` writes to, for so many games; the last row of each is the game as it is."""
    return np.zeros((count, num_actions + 1, num_terms), np.float32)


def new_changes(answers: int, size: int) -> Changes:
    """Room for the changes of so many answers, with so many entries in all."""
    return Changes(
        np.zeros(answers + 1, np.int64), np.empty(size, np.uint16), np.empty(size, np.int8)
    )


def no_changes() -> Changes:
    """For `look_ahead`: changes are not wanted."""
    return Changes(np.zeros(0, np.int64), np.zeros(0, np.uint16), np.zeros(0, np.int8))


USUAL_CHANGE = 64  # entries of an answer


def look_ahead_with_changes(
    states: np.ndarray, viewers: np.ndarray, masks: np.ndarray, completion: int, terms: np.ndarray
) -> Changes:
    """`look_ahead`, and what each legal answer changes of what the viewer sees."""
    answers = int(np.count_nonzero(masks))
    size = USUAL_CHANGE * answers
    while True:
        changes = new_changes(answers, size)
        needed = look_ahead(states, viewers, masks, completion, terms, changes)
        if needed <= size:
            return Changes(changes.starts, changes.entries[:needed], changes.amounts[:needed])
        size = needed
