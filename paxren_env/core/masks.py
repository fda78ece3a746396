"""Legal answers in a mask: how many there are, the only one, a random one.

A mask has hundreds of entries, of which a few are set, and every decision is counted: so 64 entries
are compared with 0 at a time, and the result is a word with one bit for each.

It relies on vectors of LLVM. With PAXREN_MASKS=0, interpreted, and where array bounds are checked,
plain loops do the same.
"""

import os
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from paxren_env.core.chance import draw
from paxren_env.core.hooks import num_actions
from paxren_env.core.jit import INTERPRETED, inlined_rule, interpreted_as, rule
from paxren_env.core.planes import clear
from paxren_env.core.record import State

# Instead of an action.
NO_CHOICE = -1  # none is legal
SEVERAL = -2

SWITCH = "PAXREN_MASKS"
LINE = 64  # entries taken at a time


def is_on() -> bool:
    """Whether masks are read as vectors."""
    return not (INTERPRETED or config.BOUNDSCHECK or os.environ.get(SWITCH, "1") == "0")


# --- one by one -----------------------------------------------------------------------------------
def count_one_by_one(mask: Any, n: int) -> int:
    """How many of the first n entries are set."""
    number = 0
    for action in range(n):
        number += int(mask[action])
    return number


def find_one_by_one(mask: Any, n: int, wanted: int) -> int:
    """The entry that is set and has `wanted` set ones before it; NO_CHOICE if there is none."""
    for action in range(n):
        if mask[action]:
            if wanted == 0:
                return action
            wanted -= 1
    return NO_CHOICE


# --- as vectors -----------------------------------------------------------------------------------
@intrinsic
def _line(_typing: Any, mask: Any, start: Any) -> Any:
    """The 64 entries from `start` on as bits."""
    vector = ir.VectorType(ir.IntType(8), LINE)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        array = context.make_array(mask)(context, builder, arguments[0])
        item = cgutils.get_item_pointer(context, builder, mask, array, arguments[1:])
        entries = builder.load(builder.bitcast(item, vector.as_pointer()), align=1)
        flags = builder.icmp_unsigned("!=", entries, ir.Constant(vector, None))
        return builder.bitcast(flags, ir.IntType(LINE))

    return types.uint64(mask, types.int64), generate


@intrinsic
def _num_bits(_typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _first_bit(_typing: Any, word: Any) -> Any:
    """The lowest bit that is set; one is."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.uint64), generate


@intrinsic
def _without_first_bit(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.sub(arguments[0], ir.IntType(LINE)(1)))

    return types.uint64(types.uint64), generate


plain_count, plain_find = inlined_rule(count_one_by_one), rule(find_one_by_one)

if is_on():

    @inlined_rule
    def line_at(mask, start: int, n: int):
        """The entries from `start` on, at most 64, of n as bits."""
        first = min(start, n - LINE)  # the last line begins before the one before it ends
        return _line(mask, first) >> np.uint64(start - first)

    @interpreted_as(count_one_by_one)
    @inlined_rule
    def count(mask, n: int) -> int:
        """How many of the first n entries are set."""
        if n < LINE:
            return plain_count(mask, n)
        number = 0
        for start in range(0, n, LINE):
            number += _num_bits(line_at(mask, start, n))
        return number

    @interpreted_as(find_one_by_one)
    @rule
    def find(mask, n: int, wanted: int) -> int:
        """The entry that is set and has `wanted` set ones before it; NO_CHOICE if there is none."""
        if n < LINE:
            return plain_find(mask, n, wanted)
        for start in range(0, n, LINE):
            line = line_at(mask, start, n)
            number = _num_bits(line)
            if wanted < number:
                for _ in range(wanted):
                    line = _without_first_bit(line)
                return start + _first_bit(line)
            wanted -= number
        return NO_CHOICE

else:
    count, find = plain_count, plain_find


# --- legal answers --------------------------------------------------------------------------------
@rule
def clear_mask(s: State, mask):
    """Nothing is legal; the length is a constant here, so that no loop is left of it."""
    clear(mask, 0, num_actions(s))


@rule
def num_legal(s: State, mask) -> int:
    """How many actions are legal."""
    return count(mask, num_actions(s))


@rule
def only_legal(s: State, mask) -> int:
    """The single legal action; NO_CHOICE if there is none, SEVERAL if there are more."""
    number = num_legal(s, mask)
    if number != 1:
        return SEVERAL if number else NO_CHOICE
    return find(mask, num_actions(s), 0)


@rule
def random_legal(s: State, mask, rng) -> int:
    """One of the legal actions, each as likely as the other."""
    return find(mask, num_actions(s), draw(rng, num_legal(s, mask)))
