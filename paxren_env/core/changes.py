"""What a step changed of a record, and so which sections of an observation must be written anew.

A game may cut its observation into sections, each with the fields of the record that it reads (see
`core.observation`). Whoever has the observation of a seat, and the record as it was then, brings it
up to date by writing those sections only of which a field has changed, and, for another seat, those
that depend on the seat. The rules need not tell what they change: what the sections read is copied
before a step and compared after it, 64 bytes at a time.

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
WINDOW = 64  # bytes copied and compared at a time
BYTE, NUMBER = ir.IntType(8), ir.IntType(64)
VECTOR = ir.VectorType(BYTE, WINDOW)


def is_on() -> bool:
    return os.environ.get(SWITCH, "1") != "0"


# --- what is compared -----------------------------------------------------------------------------
def readers(record: np.dtype, sections: Sequence[Section]) -> np.ndarray:
    """For each byte of the record, the sections that read it, as bits."""
    found = np.zeros(record.itemsize, np.int64)
    for section in sections:
        for name, indices in section.reads.items():
            kind, offset = record.fields[name][:2]  # type: ignore[index]
            items = found[offset : offset + kind.itemsize].reshape(-1, kind.base.itemsize)
            items[slice(None) if indices is None else np.asarray(indices)] |= section.bit
    return found


def windows(found: np.ndarray) -> list[int]:
    """Where windows begin that together show every byte that is read."""
    if found.any() and len(found) < WINDOW:
        raise ValueError(f"a record of {len(found)} bytes is compared with {WINDOW} at a time")
    starts: list[int] = []
    for byte in np.flatnonzero(found).tolist():
        if not starts or byte >= starts[-1] + WINDOW:
            starts.append(min(byte, len(found) - WINDOW))
    return starts


def new_copy(record: np.dtype, sections: Sequence[Section]) -> np.ndarray:
    """The memory for a copy of what the sections read, window by window, in whole cache lines."""
    size = WINDOW * len(windows(readers(record, sections)))
    memory = np.zeros(size + WINDOW, np.uint8)
    start = -memory.ctypes.data % WINDOW
    return memory[start : start + size]


def exceptions(record: np.dtype, sections: Sequence[Section]) -> dict[int, int]:
    """Bytes of the record; while one is not 0, these sections (bits) may read anything."""
    found: dict[int, int] = {}
    for section in sections:
        if section.unless:
            byte = record.fields[section.unless][1]  # type: ignore[index]
            found[byte] = found.get(byte, 0) | section.bit
    return found


# --- the rules of a game --------------------------------------------------------------------------
def _vector(builder: Any, memory: Any, start: int) -> Any:
    """The place of 64 bytes, `start` bytes into the memory."""
    place = builder.gep(builder.bitcast(memory, BYTE.as_pointer()), [NUMBER(start)])
    return builder.bitcast(place, VECTOR.as_pointer())


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Where the items of an array are."""
    return context.make_array(kind)(context, builder, array).data


def keep_maker(record: np.dtype, sections: Sequence[Section]) -> Any:
    """The rule `keep_what_is_read` of a game with these sections."""
    starts = windows(readers(record, sections))
    shown = np.add.outer(starts, np.arange(WINDOW)).reshape(-1)

    @intrinsic
    def keep(_typing: Any, s: Any, kept: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            copy = _data(context, builder, kept, arguments[1])
            for number, start in enumerate(starts):
                read = builder.load(_vector(builder, arguments[0], start), align=1)
                builder.store(read, _vector(builder, copy, number * WINDOW), align=1)
            return context.get_dummy_value()

        return types.void(s, kept), generate

    def keep_view(s: State, kept: np.ndarray) -> None:
        kept[:] = s._row.view(np.uint8)[shown]

    @interpreted_as(keep_view)
    @rule
    def keep_what_is_read(s: State, kept):
        keep(s, kept)

    return keep_what_is_read


Flags = dict[int, Any]  # for sets of sections (bits): a number that is not 0 if they changed


def _differing(builder: Any, s: Any, copy: Any, found: np.ndarray) -> Flags:
    """What has changed since it was copied, for each set of sections that reads some of it."""
    changed: Flags = {}
    for number, start in enumerate(windows(found)):
        now = builder.load(_vector(builder, s, start), align=1)
        before = builder.load(_vector(builder, copy, number * WINDOW), align=1)
        flags = builder.bitcast(builder.icmp_unsigned("!=", now, before), NUMBER)
        window = found[start : start + WINDOW]
        for bits in np.unique(window[window != 0]).tolist():
            read = sum(1 << byte for byte in np.flatnonzero(window == bits).tolist())
            own = builder.and_(flags, NUMBER(read))
            changed[bits] = builder.or_(changed[bits], own) if bits in changed else own
    return changed


def _chosen(builder: Any, flags: Sequence[tuple[int, Any]]) -> Any:
    """The sections whose flags are not 0."""
    chosen = NUMBER(0)
    for bits, flag in flags:
        is_one = builder.icmp_unsigned("!=", flag, NUMBER(0))
        chosen = builder.or_(chosen, builder.select(is_one, NUMBER(bits), NUMBER(0)))
    return chosen


def changes_maker(record: np.dtype, sections: Sequence[Section]) -> Any:
    """The rule `changed_sections` of a game with these sections."""
    found, always = readers(record, sections), exceptions(record, sections)
    shown = np.add.outer(windows(found), np.arange(WINDOW)).reshape(-1)

    @intrinsic
    def compare(_typing: Any, s: Any, kept: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            memory = builder.bitcast(arguments[0], BYTE.as_pointer())
            copy = _data(context, builder, kept, arguments[1])
            flags = [*_differing(builder, memory, copy, found).items()]
            for byte, bits in always.items():
                value = builder.load(builder.gep(memory, [NUMBER(byte)]))
                flags.append((bits, builder.zext(value, NUMBER)))
            return _chosen(builder, flags)

        return types.int64(s, kept), generate

    def compare_view(s: State, kept: np.ndarray) -> int:
        memory = s._row.view(np.uint8)
        changed = np.bitwise_or.reduce(found[shown][memory[shown] != kept], initial=0)
        return int(changed) | sum(bits for byte, bits in always.items() if memory[byte])

    @interpreted_as(compare_view)
    @rule
    def changed_sections(s: State, kept) -> int:
        return compare(s, kept)

    return changed_sections
