"""The dispatchers: which rule marks, answers or runs each frame of the stack."""

from paxren_env.core.constants import BROKEN
from paxren_env.core.jit import rule
from paxren_env.core.stack import drop_frame, top
from tests.support.sealed_bids import rules as r
from tests.support.sealed_bids.actions import TENS_DIGIT, UNITS_DIGIT
from tests.support.sealed_bids.frames import END_ROUND, REVEAL, TENS, UNITS
from tests.support.sealed_bids.state import State


@rule
def run_step(s: State):
    """Run the step on top."""
    frame = top(s, 0)
    drop_frame(s)
    if frame == REVEAL:
        r.reveal(s)
    elif frame == END_ROUND:
        r.end_round(s)
    else:
        s.status = BROKEN


@rule
def mark_legal(s: State, mask):
    """Mark the legal answers to the decision on top."""
    frame, player = top(s, 0), top(s, 1)
    mask[:] = 0
    if frame == TENS:
        r.mark_tens(s, player, mask)
    elif frame == UNITS:
        r.mark_units(s, player, mask)
    else:
        s.status = BROKEN


@rule
def reason(s: State, action: int) -> int:
    """Why this is no legal answer to the decision on top."""
    player = top(s, 1)
    if top(s, 0) == TENS:
        return r.why_not_bid(s, player, 10 * (action - TENS_DIGIT))
    return r.why_not_bid(s, player, s.bid[player] + action - UNITS_DIGIT)


@rule
def answer(s: State, action: int):
    """Apply a legal answer to the decision on top."""
    frame, player = top(s, 0), top(s, 1)
    drop_frame(s)
    if frame == TENS:
        r.do_tens(s, player, action - TENS_DIGIT)
    elif frame == UNITS:
        r.do_units(s, player, action - UNITS_DIGIT)
    else:
        s.status = BROKEN
