"""Running a game: the compiled entries `reset`, `load`, `step`, `rollout` and a few smaller ones.

At the boundary games are passed as (states, i), never as a record.
"""

import numpy as np

from paxren_env.core.jit import entry, rule
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.solo.purchases import can_buy
from paxren_env.games.pax_renaissance.solo.trials import take_answer
from paxren_env.games.pax_renaissance.solo.turn import run_bot
from paxren_env.games.pax_renaissance.constants import AUTO_FORCED, NONE, RUNNING
from paxren_env.games.pax_renaissance.flow import BOT_NEXT, LAST_ACTION, NO_CHOICE, NUM_WORDS, advance, answer
from paxren_env.games.pax_renaissance.frames import top
from paxren_env.games.pax_renaissance.queries import is_bot
from paxren_env.core.rows import row
from paxren_env.games.pax_renaissance.rules.c_setup import draw, set_up
from paxren_env.games.pax_renaissance.rules.s_silencing import refresh
from paxren_env.games.pax_renaissance.state import State, new_states

MAX_FORCED = 256  # answers the engine may give by itself inside one step


# --- running a game -------------------------------------------------------------------------------
@rule
def take_next(s: State, only: int, mask, log, size: int) -> int:
    """What happens without anybody being asked: the bot plays, or the only answer is given.

    All goes to the log, what the bot is after too, as numbers below 0; its new length is returned.
    """
    if only == BOT_NEXT:
        return run_bot(s, log, size)
    if s.bot and only != NO_CHOICE and is_bot(s, top(s, 1)):
        return give(s, take_answer(s, top(s, 1), mask), log, size)
    if only >= 0 and s.options & AUTO_FORCED:
        return give(s, only, log, size)
    return size


@rule
def take_forced(s: State, only: int, mask, log, size: int) -> int:
    """The same until somebody must be asked."""
    while True:
        known = size
        size = take_next(s, only, mask, log, size)
        if size == known:
            return size
        only = advance(s, mask)


@rule
def give(s: State, action: int, log, size: int) -> int:
    """Answer, and write it to the log."""
    log[size] = action
    answer(s, action)
    return size + 1


@rule
def apply(s: State, action: int, mask, log) -> int:
    """One real choice and the forced ones after it; how many answers were given."""
    give(s, action, log, 0)
    return take_forced(s, advance(s, mask), mask, log, 1)


# --- entries --------------------------------------------------------------------------------------
@entry
def reset(states, i, rng, mask, log):
    """Set up game i by its options; forced answers go to the log, their number is returned."""
    s = row(states, i)
    set_up(s, rng)
    return take_forced(s, advance(s, mask), mask, log, 0)


@entry
def deal(states, i, rng, mask):
    """Set up game i by its options; nobody has answered anything yet, not even the bot."""
    s = row(states, i)
    set_up(s, rng)
    advance(s, mask)


@entry
def load(states, i, mask, log):
    """Bring the derived fields of a position up to date and mark what is legal in it.

    If the bot is to play it does; its answers go to the log, their number is returned.
    """
    s = row(states, i)
    refresh(s)
    only = advance(s, mask)
    if only == BOT_NEXT or (s.bot and only != NO_CHOICE and is_bot(s, top(s, 1))):
        return take_forced(s, only, mask, log, 0)
    return 0


@entry
def bot_can_buy(states, i, slot):
    """O4: the solo bot could buy the card of this slot now, and play it."""
    s = row(states, i)
    return can_buy(s, s.bot - 1, slot)


@entry
def step(states, i, action, mask, log):
    """Apply a legal action; forced answers follow it in the log. Returns the log's length."""
    return apply(row(states, i), action, mask, log)


@entry
def step_once(states, i, action, mask, log):
    """As `step`, but one answer only; without an action (NONE) what happens next by itself, if any.

    So a log can tell what the bot does in the positions where it does it.
    """
    s = row(states, i)
    if action >= 0:
        size = give(s, action, log, 0)
    else:
        size = take_next(s, advance(s, mask), mask, log, 0)
    advance(s, mask)
    return size


@entry
def rollout(states, i, rng, mask, log, limit):
    """Play uniformly at random to the end, or for so many decisions; returns their number."""
    s = row(states, i)
    decisions = 0
    while s.status == RUNNING and decisions < limit:
        apply(s, random_legal(mask, rng), mask, log)
        decisions += 1
    return decisions


@rule
def random_legal(mask, rng) -> int:
    """One of the legal actions, each as likely as the other."""
    words = mask[:LAST_ACTION].view(np.uint64)
    number = int(mask[LAST_ACTION])
    for word in range(NUM_WORDS):
        if words[word]:
            for action in range(8 * word, 8 * word + 8):
                number += mask[action]
    wanted = draw(rng, number)
    for word in range(NUM_WORDS):
        if words[word]:
            for action in range(8 * word, 8 * word + 8):
                if mask[action]:
                    if wanted == 0:
                        return action
                    wanted -= 1
    return LAST_ACTION


# --- seeds ----------------------------------------------------------------------------------------
def splitmix(seed):
    """A well-mixed 64-bit number from any int; never 0, which xorshift cannot leave."""
    z = (seed + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (z ^ (z >> 31)) or 1


def new_rng(seed):
    """The random state that setup and rollouts take."""
    return np.array([splitmix(seed)], dtype=np.uint64)


def new_mask():
    return np.zeros(NUM_ACTIONS, dtype=np.int8)


def new_log():
    return np.zeros(MAX_FORCED, dtype=np.int16)


def warm_up():
    """Compile or load every entry, so that whoever comes next starts at once."""
    states, mask, log, rng = new_states(1), new_mask(), new_log(), new_rng(0)
    states[0].num_players = 2
    deal(states, 0, rng, mask)
    reset(states, 0, rng, mask, log)
    load(states, 0, mask, log)
    bot_can_buy(states, 0, 1)
    step(states, 0, int(np.flatnonzero(mask)[0]), mask, log)
    step_once(states, 0, NONE, mask, log)
    rollout(states, 0, rng, mask, log, 1)


if __name__ == "__main__":
    warm_up()
