"""The compiled entries that run one game: they serve every game of the house.

At the boundary games are passed as (states, i), never as a record.
"""

import numpy as np

from paxren_env.core.calls import (
    advance,
    apply,
    apply_outcome,
    begin,
    give,
    take_forced,
    take_next,
    take_roll,
)
from paxren_env.core.constants import AUTO_CHANCE, BROKEN, CHANCE, NONE, RUNNING
from paxren_env.core.hooks import (
    deal_hidden,
    is_outcome,
    is_own,
    max_outcome,
    payoff,
    refresh,
    write_observation,
)
from paxren_env.core.jit import entry, rule
from paxren_env.core.masks import NO_CHOICE, random_legal
from paxren_env.core.record import State, row
from paxren_env.core.running import OWN_NEXT, seats_out
from paxren_env.core.stack import top

NOT_POSSIBLE = -2  # what step_chance returns instead of the log's size


@rule
def size_unless_broken(s: State, size: int) -> int:
    """The size of a log; NONE if the game broke, which Python turns into an error."""
    return NONE if s.status == BROKEN else size


@entry
def reset(states, i, rng, mask, log):
    """Set up game i by its options; what happens before the first choice goes to the log."""
    s = row(states, i)
    begin(s, rng)
    return size_unless_broken(s, take_forced(s, advance(s, mask), mask, log, 0))


@entry
def deal(states, i, rng, mask):
    """Set up game i by its options; nobody has answered anything yet, no automaton either."""
    s = row(states, i)
    begin(s, rng)
    advance(s, mask)


@entry
def load(states, i, mask, log):
    """Bring the derived fields of a position up to date and mark what is legal in it.

    If an automaton is to play it does; its answers go to the log, whose size is returned.
    """
    s = row(states, i)
    refresh(s)
    only = advance(s, mask)
    if only == OWN_NEXT or (only != NO_CHOICE and s.status == RUNNING and is_own(s)):
        return size_unless_broken(s, take_forced(s, only, mask, log, 0))
    return size_unless_broken(s, 0)


@entry
def step(states, i, action, mask, log):
    """Apply a legal action; forced answers follow it in the log. Returns the log's size."""
    s = row(states, i)
    return size_unless_broken(s, apply(s, action, mask, log))


@entry
def step_once(states, i, action, mask, log):
    """As `step`, but one answer only; without an action (NONE) what happens next by itself, if any.

    So a log can tell what an automaton or chance does in the positions where it does it.
    """
    s = row(states, i)
    if action != NONE:
        size = give(s, action, log, 0)
    else:
        size = take_next(s, advance(s, mask), mask, log, 0)
    advance(s, mask)
    return size_unless_broken(s, size)


@entry
def step_chance(states, i, outcome, only_this, mask, log):
    """Give the chance frame on top an outcome from outside; the log's size, or NOT_POSSIBLE.

    Without numbers it falls as the game's own stream has it. With `only_this` nothing follows it,
    else all that is forced.
    """
    s = row(states, i)
    length = len(outcome)
    if s.status != RUNNING or top(s, 1) != CHANCE:
        return NOT_POSSIBLE
    if length == 0:
        size = take_roll(s, log, 0)
    elif is_outcome(s, outcome, length):
        size = apply_outcome(s, outcome, length, log, 0)
    else:
        return NOT_POSSIBLE
    only = advance(s, mask)
    if not only_this:
        size = take_forced(s, only, mask, log, size)
    return size_unless_broken(s, size)


@entry
def rollout(states, i, rng, mask, log, limit):
    """Play uniformly at random to the end, or for so many decisions; returns their number.

    Chance rolls by itself, also in a game where its outcomes come from outside.
    """
    s = row(states, i)
    if max_outcome(s) > 0:
        s.options |= AUTO_CHANCE
        take_forced(s, advance(s, mask), mask, log, 0)
    decisions = 0
    while s.status == RUNNING and decisions < limit:
        apply(s, random_legal(s, mask, rng), mask, log)
        decisions += 1
    return decisions


@entry
def look(states, i, viewer, everything, obs):
    """Write what the viewer sees of game i; with `everything` also what others hide."""
    write_observation(row(states, i), viewer, everything != 0, obs)


@entry
def determinize(states, i, viewer, rng):
    """Game i becomes one that the viewer cannot tell from it; what is legal is not marked anew."""
    deal_hidden(row(states, i), viewer, rng)


@entry
def write_returns(states, i, out):
    """What each seat of game i has got so far; the set of seats that are out is returned."""
    s = row(states, i)
    out[:] = 0
    for player in range(s.num_players):
        out[player] = payoff(s, player)
    return seats_out(s)


def new_states(record: np.dtype, count: int) -> np.ndarray:
    """An array of blank rows: the setup fills them."""
    return np.zeros(count, dtype=record)
