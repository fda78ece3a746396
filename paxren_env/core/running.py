"""Running a game from one real choice to the next."""

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
from paxren_env.core.masks import NO_CHOICE, SEVERAL, only_legal
from paxren_env.core.record import State
from paxren_env.core.stack import drop_frame, top

# What `advance` may return instead of the only legal action, beside SEVERAL and, if the game is
# over, NO_CHOICE.
OWN_NEXT = -3  # an automaton of the game is to play
CHANCE_NEXT = -4  # chance is to be rolled


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
