"""Running a game from one real choice to the next."""

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.constants import AUTO_CHANCE, AUTO_FORCED, BROKEN, CHANCE, RUNNING, Player
from paxren_env.core.hooks import (
    answer,
    clear_row,
    cut,
    decision_limit,
    first_decision,
    is_out,
    is_own,
    is_own_turn,
    mark_legal,
    max_outcome,
    max_players,
    num_actions,
    own_answer,
    play_own,
    roll,
    run_step,
    seed_chance,
    set_up,
    settle,
    tidy,
)
from paxren_env.core.jit import rule
from paxren_env.core.log import ANSWER, OUTCOME, ROLL, write_log
from paxren_env.core.record import State
from paxren_env.core.stack import drop_frame, top

# What `advance` may return instead of the only legal action.
NO_CHOICE = -1  # the game is over
SEVERAL = -2
OWN_NEXT = -3  # an automaton of the game is to play
CHANCE_NEXT = -4  # chance is to be rolled

MOST_COUNTED = 255  # by a byte


# --- masks ----------------------------------------------------------------------------------------
@rule
def num_legal(s: State, mask) -> int:
    """How many actions are legal."""
    num_words = num_actions(s) // 8
    number = 0
    for action in range(8 * num_words, num_actions(s)):
        number += int(mask[action])
    words = mask[: 8 * num_words].view(np.uint64)
    for start in range(0, num_words, MOST_COUNTED):
        # A word is added as one number, and so eight counters at a time.
        counters = np.uint64(0)
        for word in range(start, min(start + MOST_COUNTED, num_words)):
            counters += words[word]
        for byte in range(8):
            number += int(counters >> np.uint64(8 * byte) & np.uint64(MOST_COUNTED))
    return number


@rule
def only_legal(s: State, mask) -> int:
    """The single legal action; NO_CHOICE if there is none, SEVERAL if there are more."""
    number = num_legal(s, mask)
    if number != 1:
        return SEVERAL if number else NO_CHOICE
    num_words = num_actions(s) // 8
    words = mask[: 8 * num_words].view(np.uint64)  # most are empty: look at eight at a time
    action = 0
    while action < 8 * num_words and not words[action // 8]:
        action += 8
    while not mask[action]:
        action += 1
    return action


@rule
def random_legal(s: State, mask, rng) -> int:
    """One of the legal actions, each as likely as the other."""
    num_words = num_actions(s) // 8
    words = mask[: 8 * num_words].view(np.uint64)
    wanted = draw(rng, num_legal(s, mask))
    for word in range(num_words):
        if words[word]:
            for action in range(8 * word, 8 * word + 8):
                if mask[action]:
                    if wanted == 0:
                        return action
                    wanted -= 1
    for action in range(8 * num_words, num_actions(s)):
        if mask[action]:
            if wanted == 0:
                return action
            wanted -= 1
    return NO_CHOICE


# --- a new game -----------------------------------------------------------------------------------
@rule
def begin(s: State, rng):
    """Set up a new game by its options."""
    clear_row(s)
    seed_chance(s, rng)
    set_up(s, rng)


# --- from frame to frame --------------------------------------------------------------------------
@rule
def advance(s: State, mask) -> int:
    """Run steps until a decision has an answer; those without one are dropped.

    Returns the only answer, or SEVERAL; NO_CHOICE if the game is over; OWN_NEXT or CHANCE_NEXT if
    an automaton or chance is next, with an empty mask.
    """
    while s.status == RUNNING:
        tidy(s)
        if s.status != RUNNING:
            break
        if not 0 < s.stack_size < s.stack.shape[0]:  # nothing is owed, or too much: see `owe`
            s.status = BROKEN
            break
        if is_own_turn(s):
            mask[:] = 0
            return OWN_NEXT
        if max_outcome(s) > 0 and top(s, 1) == CHANCE:
            mask[:] = 0
            return CHANCE_NEXT
        if top(s, 0) < first_decision(s):
            run_step(s)
            continue
        mark_legal(s, mask)
        only = only_legal(s, mask)
        if only != NO_CHOICE:
            return only
        if s.status == RUNNING:
            drop_frame(s)
    mask[:] = 0
    return NO_CHOICE


@rule
def take_next(s: State, only: int, mask, log, size: int) -> int:
    """What happens without anybody being asked; the log's new size, the old one if nothing does."""
    if only == OWN_NEXT:
        return play_own(s, log, size)
    if only == CHANCE_NEXT:
        return take_roll(s, log, size) if s.options & AUTO_CHANCE else size
    if only != NO_CHOICE and is_own(s):
        return give(s, own_answer(s, mask), log, size)
    if only >= 0 and s.options & AUTO_FORCED:
        return give(s, only, log, size)
    return size


@rule
def take_forced(s: State, only: int, mask, log, size: int) -> int:
    """Apply forced answers, rolls and automata until a player has a real choice."""
    while True:
        known = size
        size = take_next(s, only, mask, log, size)
        if size == known:
            return size
        only = advance(s, mask)


@rule
def give(s: State, action: int, log, size: int) -> int:
    """Answer, and write it to the log."""
    if size >= log.shape[1]:
        s.status = BROKEN
        return size
    log[0, size] = ANSWER
    log[1, size] = action
    answer(s, action)
    return size + 1


@rule
def take_roll(s: State, log, size: int) -> int:
    """Roll the chance frame on top, write the outcome to the log, and apply it."""
    if size + 1 + max_outcome(s) > log.shape[1]:
        s.status = BROKEN
        return size
    outcome = log[1, size + 1 :]
    length = roll(s, outcome)
    return apply_outcome(s, outcome, length, log, size)


@rule
def apply_outcome(s: State, outcome, length: int, log, size: int) -> int:
    """An outcome of the chance frame on top goes to the log and takes effect."""
    size = write_log(s, log, size, ROLL, length)
    for i in range(length):
        size = write_log(s, log, size, OUTCOME, int(outcome[i]))
    settle(s, outcome, length)
    return size


@rule
def apply(s: State, action: int, mask, log) -> int:
    """One real choice and the forced ones after it; the size of the log."""
    size = give(s, action, log, 0)
    return take_forced(s, advance(s, mask), mask, log, size)


@rule
def is_choice(s: State, mask) -> bool:
    """The pending decision has several answers, and its game counts them."""
    return decision_limit(s) > 0 and only_legal(s, mask) == SEVERAL


@rule
def cut_if_due(s: State, mask, answers: int):
    """Cut the game where somebody would be asked for one answer more than its limit allows."""
    if is_choice(s, mask) and answers >= decision_limit(s):
        cut(s)
        mask[:] = 0
        while s.stack_size > 0:
            drop_frame(s)


@rule
def seats_out(s: State) -> int:
    """The set of the seats that have left the game, as bits."""
    seats = 0
    for player in range(max_players(s)):
        seats |= int(is_out(s, player)) << player
    return seats


@rule
def is_pending(s: State, player: Player) -> bool:
    """The player must answer now."""
    return s.status == RUNNING and top(s, 1) == player
