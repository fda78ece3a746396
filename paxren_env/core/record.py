"""One row of a record is one whole game: its fields, who may see them, and how a row is reached.

N games are an array of N rows, a clone is a row copy, a saved game is its bytes.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from paxren_env.core.jit import GAMES, allocating_rule, interpreted_as, rule

State = Any  # what a rule gets: one row; compiled it is a record, interpreted a view of one

# Who may see a field.
ALL = "all"
OWNER = "owner"  # its first axis is the seat, and only that seat sees its own part
SECRET = "secret until revealed"  # as OWNER, until the rules reveal it
HIDDEN = "nobody"
VISIBILITIES = (ALL, OWNER, SECRET, HIDDEN)

FRAME_SIZE = 5  # of the stack: kind, player, three arguments

# (name, type), (name, type, shape) or (name, type, shape, who may see it)
Field = tuple[Any, ...]


def common_fields(max_players: int, stack_depth: int) -> list[Field]:
    """The fields that every record has."""
    return [
        ("num_players", "i2"),
        ("options", "i2"),  # bits
        ("stack", "i2", (stack_depth, FRAME_SIZE)),  # what is owed, the top frame last
        ("stack_size", "i2"),
        ("turn", "i2"),
        ("turn_player", "i2"),
        ("max_turns", "i2"),  # the game is cut after so many turns; 0 never
        ("winner", "u1", max_players),
        ("status", "i2"),
    ]


COMMON_FIELDS = tuple(name for name, *_ in common_fields(1, 1))


def make_record(fields: Sequence[Field]) -> np.dtype:
    """The type of a row; fields are as narrow as their values allow, for the cache's sake."""
    return np.dtype((np.record, np.dtype([_without_visibility(f) for f in fields], align=True)))


def _without_visibility(field: Field) -> Field:
    name, kind, *rest = field
    return (name, kind, rest[0]) if rest and rest[0] != () else (name, kind)


def visibility(fields: Sequence[Field]) -> dict[str, str]:
    """Who may see each field, by its name."""
    return {field[0]: field[3] if len(field) > 3 else ALL for field in fields}


def copy_states(states: np.ndarray) -> np.ndarray:
    """A copy to the byte; NumPy's own is slow, and leaves the gaps between fields to chance."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def rows_maker(record: np.dtype) -> Any:
    """The rule `new_rows` of a game: an array of such records, not yet written."""

    @allocating_rule
    def new_rows(s: State, count: int):
        return np.empty(count, record)

    return new_rows


# --- one row, interpreted -------------------------------------------------------------------------
# Reading a field of an np.record in plain Python is slow, so the array fields are bound once
# and the scalars are properties that write through.
class View:
    """The fields of states[i] as attributes."""

    game: Any  # whose record it is: see jit.GAMES
    names: tuple[str, ...]

    def __init__(self, states: np.ndarray, i: int) -> None:
        self.__dict__["_row"] = states[i : i + 1]
        for name in self.names:
            field = states[name]
            if field.ndim == 1:
                self.__dict__["_" + name] = field[i : i + 1]
            else:
                self.__dict__[name] = field[i]


def _scalar(name: str) -> property:
    """A property that reads a scalar field as a plain int and writes it through."""
    cell = "_" + name

    def read(view: View) -> int:
        return int(getattr(view, cell)[0])

    def write(view: View, value: int) -> None:
        getattr(view, cell)[0] = value

    return property(read, write)


@cache
def view_class(record: np.dtype) -> type[View]:
    """The class of the views of a record."""
    names = record.names or ()
    scalars = {name: _scalar(name) for name in names if record[name].shape == ()}
    members = {**scalars, "names": names, "game": GAMES.get(record)}
    return type("RowView", (View,), members)


def view(states: np.ndarray, i: int) -> State:
    """One game of an array of games, for Python to read and write."""
    return view_class(states.dtype)(states, i)


# --- one row, compiled or not ---------------------------------------------------------------------
@interpreted_as(view)
@rule
def row(states, i: int) -> State:
    """One game of an array of games."""
    return states[i]


def _copy_view(states: np.ndarray, i: int, s: State) -> None:
    states[i : i + 1] = s._row


@interpreted_as(_copy_view)
@rule
def copy_into(states, i: int, s: State):
    """Copy a game into row i of an array of games."""
    states[i] = s


# --- an empty row ---------------------------------------------------------------------------------
Ranges = tuple[tuple[int, int], ...]  # stretches of bytes: where, how many


def bytes_without(record: np.dtype, kept: Sequence[str]) -> Ranges:
    """The bytes of a record that belong to none of these fields, gaps between fields included."""
    taken = np.zeros(record.itemsize, bool)
    for name in kept:
        kind, offset = record.fields[name][:2]  # type: ignore[index]
        taken[offset : offset + kind.itemsize] = True
    edges = np.flatnonzero(np.diff(np.concatenate([[True], taken, [True]]).astype(np.int8)))
    return tuple((int(a), int(b - a)) for a, b in zip(edges[::2], edges[1::2]))


@intrinsic
def _zero_bytes(_typing: Any, s: Any, start: Any, length: Any) -> Any:
    """Zero a stretch of a record's bytes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        memory = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        cgutils.memset(builder, builder.gep(memory, [arguments[1]]), arguments[2], 0)
        return context.get_dummy_value()

    return types.void(s, types.intp, types.intp), generate


def clear_maker(record: np.dtype, kept: Sequence[str]) -> Any:
    """The rule `clear_row` of a game: all is 0 but these fields, the options."""
    starts, lengths = (np.array(column) for column in zip(*bytes_without(record, kept)))

    def clear_view(s: State) -> None:
        memory = s._row.view(np.uint8)
        for start, length in zip(starts, lengths):
            memory[start : start + length] = 0

    @interpreted_as(clear_view)
    @rule
    def clear_row(s: State):
        for i in range(len(starts)):
            _zero_bytes(s, starts[i], lengths[i])

    return clear_row
