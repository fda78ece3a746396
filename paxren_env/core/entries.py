"""Observations as lists: the entries of the vector that are not 0, by index and value.

A list is an int16 array of two rows: indices, ascending, and values. What stands beyond its length
is not to be read. `expand` makes the vector of it again.

Looking for entries one by one costs as much as a whole step, for nobody can guess where they are. A
processor that can close the gaps in a vector (`vpcompressb`: AVX-512 VBMI2) takes 64 entries at a
time. Elsewhere, or with PAXREN_COMPRESS=0, a plain loop does the same.
"""

import os
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from paxren_env.core.jit import INTERPRETED, interpreted_as, rule

INDEX, VALUE = 0, 1
LINE = 64  # entries taken at a time
FEW = 16  # of those that are not 0; rarely are there more in a line
SWITCH = "PAXREN_COMPRESS"


@rule
def padded(size: int) -> int:
    """The length of a vector to gather from: whole lines, the last one filled up with 0."""
    return -(-size // LINE) * LINE


@rule
def room(size: int) -> int:
    """The length of a list: all entries, and a line that may be written beyond them."""
    return padded(size) + LINE


def is_on() -> bool:
    """Whether this machine can close gaps, and shall."""
    if INTERPRETED or os.environ.get(SWITCH, "1") == "0":
        return False
    return bool(llvmlite.binding.get_host_cpu_features().get("avx512vbmi2"))


def _pointer(
    context: Any, builder: Any, array: tuple[Any, Any], indices: list[Any], to: Any
) -> Any:
    """Where an item of an array (its type and value) is, as a pointer to something else."""
    made = context.make_array(array[0])(context, builder, array[1])
    item = cgutils.get_item_pointer(context, builder, array[0], made, indices)
    return builder.bitcast(item, to.as_pointer())


@intrinsic
def _gather_line(_typing: Any, row: Any, start: Any, obs: Any, n: Any) -> Any:
    """List the entries of a line from `start` on behind the first n; the new length."""
    byte, word, number = ir.IntType(8), ir.IntType(16), ir.IntType(64)
    line, flags = ir.VectorType(byte, LINE), ir.VectorType(ir.IntType(1), LINE)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row_, start_, obs_, n_ = arguments

        def first(vector: Any, width: int) -> Any:
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(width)))
            return builder.shuffle_vector(vector, ir.Constant(line, ir.Undefined), lanes)

        def store(width: int) -> None:
            words = ir.VectorType(word, width)
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), width), None)
            blank = ir.Constant(words, ir.Undefined)
            offset = builder.insert_element(blank, builder.trunc(start_, word), ir.IntType(32)(0))
            offset = builder.shuffle_vector(offset, blank, zeros)
            indices = builder.add(builder.zext(first(where, width), words), offset)
            values = builder.sext(first(what, width), words)
            for which, vector in ((INDEX, indices), (VALUE, values)):
                at = _pointer(context, builder, (obs, obs_), [number(which), n_], words)
                builder.store(vector, at, align=1)

        at = _pointer(context, builder, (row, row_), [start_], line)
        seen = builder.load(at, align=1)
        found = builder.icmp_unsigned("!=", seen, ir.Constant(line, None))
        kind = ir.FunctionType(line, [line, flags, line])
        name = f"llvm.experimental.vector.compress.v{LINE}i8"
        compress = cgutils.get_or_insert_function(builder.module, kind, name)
        blank = ir.Constant(line, ir.Undefined)
        where = builder.call(compress, [ir.Constant(line, list(range(LINE))), found, blank])
        what = builder.call(compress, [seen, found, blank])
        count = builder.ctpop(builder.bitcast(found, number))
        store(FEW)
        with builder.if_then(builder.icmp_unsigned(">", count, number(FEW)), likely=False):
            store(LINE)
        return builder.add(n_, count)

    return types.int64(row, types.int64, obs, types.int64), generate


def gather_one_by_one(row: Any, obs: Any) -> int:
    """List the entries of a padded vector that are not 0; how many there are."""
    n = 0
    words = row.view(np.uint64)  # most are empty: look at eight at a time
    for word in range(len(words)):
        if words[word]:
            for index in range(8 * word, 8 * word + 8):
                obs[INDEX, n] = index
                obs[VALUE, n] = row[index]
                n += 1 if row[index] else 0  # what counts for nothing is written over
    return n


if is_on():

    @interpreted_as(gather_one_by_one)
    @rule
    def gather(row, obs) -> int:
        """List the entries of a padded vector that are not 0; how many there are."""
        n = 0
        for start in range(0, len(row), LINE):
            n = _gather_line(row, start, obs, n)
        return n

else:
    gather = rule(gather_one_by_one)


def expand(entries: np.ndarray, counts: np.ndarray, size: int) -> np.ndarray:
    """The plain rows (N, size) of N lists (N, 2, room), of so many entries each."""
    rows = np.zeros((len(entries), size), np.int8)
    held = np.arange(entries.shape[2]) < np.asarray(counts)[:, None]
    which, _ = np.nonzero(held)
    rows[which, entries[:, INDEX][held]] = entries[:, VALUE][held]
    return rows
