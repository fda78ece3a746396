"""What a step changed of a record, and so which sections of an observation must be written anew.

A game may cut its observation into sections, each with the fields of the record that it reads (see
`core.observation`). Whoever has the observation of a seat, and the record as it was then, brings it
up to date by writing those sections only of which a field has changed, and, for another seat, those
that depend on the seat. The rules need not tell what they change: the record is compared with a
copy of it, 64 bytes at a time.

With PAXREN_REWRITE=0 every section counts as changed.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from paxren_env.core.jit import interpreted_as, rule
from paxren_env.core.observation import Section
from paxren_env.core.record import State

SWITCH = "PAXREN_REWRITE"
WINDOW = 64  # bytes compared at a time
# A window begins there; these sections read those bytes of it that are set, and no other ones do.
Compared = tuple[int, int, list[int]]


def is_on() -> bool:
    return os.environ.get(SWITCH, "1") != "0"


def readers(record: np.dtype, sections: Sequence[Section]) -> np.ndarray:
    """For each byte of the record, the sections that read it, as bits."""
    found = np.zeros(record.itemsize, np.int64)
    for section in sections:
        for name, indices in section.reads.items():
            kind, offset = record.fields[name][:2]  # type: ignore[index]
            items = found[offset : offset + kind.itemsize].reshape(-1, kind.base.itemsize)
            items[slice(None) if indices is None else np.asarray(indices)] |= section.bit
    return found


def _compared(found: np.ndarray) -> list[Compared]:
    """What is to be compared: for each window, each set of sections that reads some of it."""
    last = len(found) - WINDOW  # the last window begins before the one before it ends
    compared = []
    for start in sorted({*range(0, last, WINDOW), last}):
        window = found[start : start + WINDOW]
        for bits in np.unique(window[window != 0]):
            compared.append((start, int(bits), np.where(window == bits, 255, 0).tolist()))
    return compared


def changes_maker(record: np.dtype, sections: Sequence[Section]) -> Any:
    """The rule `changed_sections` of a game with these sections."""
    if record.itemsize < WINDOW:
        raise ValueError(f"a record of {record.itemsize} bytes is compared with {WINDOW} at a time")
    found = readers(record, sections)
    compared = _compared(found)
    vector, number = ir.VectorType(ir.IntType(8), WINDOW), ir.IntType(64)

    @intrinsic
    def compare(_typing: Any, s: Any, before: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            def window(memory: Any, start: int) -> Any:
                byte = builder.bitcast(memory, ir.IntType(8).as_pointer())
                at = builder.bitcast(builder.gep(byte, [number(start)]), vector.as_pointer())
                return builder.load(at, align=1)

            changed = number(0)
            for start, bits, which in compared:
                differing = builder.xor(window(arguments[0], start), window(arguments[1], start))
                differing = builder.and_(differing, ir.Constant(vector, which))
                flags = builder.icmp_unsigned("!=", differing, ir.Constant(vector, None))
                flags = builder.bitcast(flags, number)
                is_changed = builder.icmp_unsigned("!=", flags, number(0))
                changed = builder.or_(changed, builder.select(is_changed, number(bits), number(0)))
            return changed

        return types.int64(s, before), generate

    def compare_views(s: State, before: State) -> int:
        differing = s._row.view(np.uint8) != before._row.view(np.uint8)
        return int(np.bitwise_or.reduce(found[differing], initial=0))

    @interpreted_as(compare_views)
    @rule
    def changed_sections(s: State, before: State) -> int:
        return compare(s, before)

    return changed_sections
