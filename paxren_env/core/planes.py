"""Many entries of an observation written at once: bytes cleared, copied or compared as vectors.

A plane says of each piece whether it is in some state: most of what a table shows is a field of the
record compared with a number. Written one by one, with a jump for each entry that is set, that
costs several times as much, for nobody can guess the jumps. The lengths are constants where these
rules are called, so little is left of the loops here.

It relies on vectors of LLVM. With PAXREN_PLANES=0, interpreted, and where array bounds are checked,
plain loops do the same.
"""

import os
from typing import Any

from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from paxren_env.core.jit import INTERPRETED, inlined_rule, interpreted_as

SWITCH = "PAXREN_PLANES"
WIDE, NARROW = 32, 8  # entries taken at a time, of long planes and of short ones


def is_on() -> bool:
    """Whether planes are written as vectors."""
    return not (INTERPRETED or config.BOUNDSCHECK or os.environ.get(SWITCH, "1") == "0")


# --- one by one -----------------------------------------------------------------------------------
def clear_one_by_one(obs: Any, at: int, n: int) -> None:
    """n entries become 0."""
    for k in range(n):
        obs[at + k] = 0


def copy_one_by_one(obs: Any, at: int, source: Any, n: int) -> None:
    """n entries become what the source says."""
    for k in range(n):
        obs[at + k] = source[k]


def show_equal_one_by_one(obs: Any, at: int, source: Any, n: int, value: int) -> None:
    """n entries become 1 where the source has this value, else 0."""
    for k in range(n):
        obs[at + k] = source[k] == value


# --- as vectors -----------------------------------------------------------------------------------
def _byte(context: Any, builder: Any, kind: Any, value: Any, index: Any) -> Any:
    """Where a byte of an array is."""
    array = context.make_array(kind)(context, builder, value)
    item = cgutils.get_item_pointer(context, builder, kind, array, [index])
    return builder.bitcast(item, ir.IntType(8).as_pointer())


@intrinsic
def _clear(_typing: Any, obs: Any, at: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        cgutils.memset(builder, _byte(context, builder, obs, *arguments[:2]), arguments[2], 0)
        return context.get_dummy_value()

    return types.void(obs, types.int64, types.int64), generate


@intrinsic
def _copy(_typing: Any, obs: Any, at: Any, source: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        to = _byte(context, builder, obs, *arguments[:2])
        whence = _byte(context, builder, source, arguments[2], ir.IntType(64)(0))
        cgutils.raw_memcpy(builder, to, whence, arguments[3], 1)
        return context.get_dummy_value()

    return types.void(obs, types.int64, source, types.int64), generate


@intrinsic(prefer_literal=True)
def _show_equal(
    _typing: Any, obs: Any, at: Any, source: Any, first: Any, value: Any, width: Any
) -> Any:
    """As many entries as `width`, a constant, says."""
    vector = ir.VectorType(ir.IntType(8), width.literal_value)
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), width.literal_value), None)
    blank = ir.Constant(vector, ir.Undefined)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        to = _byte(context, builder, obs, *arguments[:2])
        whence = _byte(context, builder, source, *arguments[2:4])
        value_ = builder.trunc(arguments[4], ir.IntType(8))
        wanted = builder.insert_element(blank, value_, ir.IntType(32)(0))
        wanted = builder.shuffle_vector(wanted, blank, lanes)
        read = builder.load(builder.bitcast(whence, vector.as_pointer()), align=1)
        found = builder.zext(builder.icmp_unsigned("==", read, wanted), vector)
        builder.store(found, builder.bitcast(to, vector.as_pointer()), align=1)
        return context.get_dummy_value()

    wide = types.int64
    return types.void(obs, wide, source, wide, wide, width), generate


if is_on():

    @interpreted_as(clear_one_by_one)
    @inlined_rule
    def clear(obs, at: int, n: int):
        """n entries become 0."""
        _clear(obs, at, n)

    @interpreted_as(copy_one_by_one)
    @inlined_rule
    def copy(obs, at: int, source, n: int):
        """n entries become what the source, an array of bytes, says."""
        _copy(obs, at, source, n)

    @interpreted_as(show_equal_one_by_one)
    @inlined_rule
    def show_equal(obs, at: int, source, n: int, value: int):
        """n entries become 1 where the source, an array of bytes, has this value, else 0."""
        if n >= WIDE:
            for k in range(0, n - WIDE + 1, WIDE):
                _show_equal(obs, at + k, source, k, value, WIDE)
            # What is left over, with some that are done already.
            _show_equal(obs, at + n - WIDE, source, n - WIDE, value, WIDE)
        elif n >= NARROW:
            for k in range(0, n - NARROW + 1, NARROW):
                _show_equal(obs, at + k, source, k, value, NARROW)
            _show_equal(obs, at + n - NARROW, source, n - NARROW, value, NARROW)
        else:
            for k in range(n):
                obs[at + k] = source[k] == value

else:
    clear = inlined_rule(clear_one_by_one)
    copy = inlined_rule(copy_one_by_one)
    show_equal = inlined_rule(show_equal_one_by_one)
