"""Random play that checks every invariant of a game after every event."""

from paxren_env.core.calls import advance, give, own_answer_of, take_next, take_roll
from paxren_env.core.constants import BROKEN, CHANCE, NONE, RUNNING
from paxren_env.core.hooks import (
    broken_invariant,
    first_decision,
    is_own,
    is_own_turn,
    lively,
    max_outcome,
    note_before,
    note_start,
    num_actions,
    reason,
)
from paxren_env.core.jit import entry, rule
from paxren_env.core.masks import SEVERAL, only_legal, random_legal
from paxren_env.core.reasons import LEGAL
from paxren_env.core.record import State, row
from paxren_env.core.running import OWN_NEXT
from paxren_env.core.stack import top

NOTE_SIZE = 64  # numbers that a game may note down for its invariants
UNIFORM, LIVELY = 0, 1  # how answers are picked
# What a report says; if it is longer, from MET on: how often each frame was the next event.
DEEPEST_STACK, LONGEST_FORCED, DECISIONS, MET = range(4)
BROKE_DOWN = 1000  # no invariant: the rules met a frame they do not know


@entry
def play_checked(states, i, rng, mask, log, note, report, limit, bias):
    """Play game i at random, one event at a time, and check all invariants after each.

    Returns the size of the log, or minus the number of the first invariant that broke.
    The position may be made by hand: `note_start` takes it as it is.
    """
    s = row(states, i)
    size = 0
    forced = 0
    note_start(s, note)
    while s.status == RUNNING and size + max_outcome(s) + 2 < log.shape[1] and size < limit:
        forced = 0 if only_legal(s, mask) == SEVERAL else forced + 1
        if MET + top(s, 0) < len(report):
            report[MET + top(s, 0)] += 1
        size = next_event(s, mask, rng, bias, note, log, size)
        advance(s, mask)
        if s.status == BROKEN:
            return -BROKE_DOWN
        broken = broken_invariant(s, mask, note)
        report[DEEPEST_STACK] = max(report[DEEPEST_STACK], int(s.stack_size))
        report[LONGEST_FORCED] = max(report[LONGEST_FORCED], forced)
        report[DECISIONS] += 1
        if broken:
            return -broken
    return size


@rule
def next_event(s: State, mask, rng, bias: int, note, log, size: int) -> int:
    """What happens next: an automaton acts, chance rolls, or somebody answers; the log's size."""
    if is_own_turn(s):
        note_before(s, NONE, note)
        return take_next(s, OWN_NEXT, mask, log, size)
    if max_outcome(s) > 0 and top(s, 1) == CHANCE:
        note_before(s, NONE, note)
        return take_roll(s, log, size)
    action = own_answer_of(s, mask) if is_own(s) else pick(s, mask, rng, bias)
    note_before(s, action, note)
    return give(s, action, log, size)


@rule
def pick(s: State, mask, rng, bias: int) -> int:
    """Any legal answer, or one to the game's taste for rare events."""
    action = lively(s, mask, rng) if bias == LIVELY else NONE
    return random_legal(s, mask, rng) if action == NONE else action


# --- reasons --------------------------------------------------------------------------------------
@entry
def check_reasons(states, i, rng, mask, log, note, kinds, counts, legal, limit, bias):
    """Play game i at random, and compare reasons and mask wherever a seat is asked.

    Returns how many positions these were, or, if they differ, minus the action less 1: the game
    then stands there. counts[decision, reason] and legal[decision, action] are counted on.
    """
    s = row(states, i)
    positions = 0
    while s.status == RUNNING and positions < limit:
        is_asked = not is_own_turn(s) and top(s, 1) != CHANCE and not is_own(s)
        if is_asked:
            different = first_difference(s, mask, kinds, counts, legal)
            if different != NONE:
                return -different - 1
            positions += 1
        next_event(s, mask, rng, bias, note, log, 0)
        advance(s, mask)
    return positions


@rule
def first_difference(s: State, mask, kinds, counts, legal) -> int:
    """The first action that is legal and has a reason, or neither; NONE if there is none."""
    decision = top(s, 0) - first_decision(s)
    for action in range(num_actions(s)):
        if not kinds[decision, action]:
            if mask[action]:
                return action
            continue
        why = reason(s, action)
        if (why == LEGAL) != (mask[action] == 1) or why < LEGAL or why >= counts.shape[1]:
            return action
        counts[decision, why] += 1
        legal[decision, action] += mask[action]
    return NONE
