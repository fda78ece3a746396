"""The layout of a game's observation: one statement declares a slice and gives its start.

layout = Layout()
SEAT = layout.add("seat", MAX_PLAYERS, 1, "which seat the viewer has")
"""

from dataclasses import dataclass

import numpy as np

from paxren_env.core.jit import inlined_rule, rule

MOST = 127  # larger numbers are clipped to this


@dataclass(frozen=True)
class Slice:
    """A named part of the vector."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    what: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def where(self) -> slice:
        return slice(self.start, self.start + self.size)


class Layout:
    """An int8 vector cut into named slices."""

    def __init__(self) -> None:
        self.parts: list[Slice] = []

    def add(
        self, name: str, shape: int | tuple[int, ...], high: int, what: str, low: int = 0
    ) -> int:
        """The next slice; returns where it starts."""
        if any(part.name == name for part in self.parts):
            raise ValueError(f"two slices are called {name!r}")
        shape = shape if isinstance(shape, tuple) else (shape,)
        start = self.size
        self.parts.append(Slice(name, start, shape, low, high, what))
        return start

    @property
    def size(self) -> int:
        """Entries in all."""
        return sum(part.size for part in self.parts)

    @property
    def slices(self) -> dict[str, slice]:
        return {part.name: part.where for part in self.parts}

    @property
    def low(self) -> np.ndarray:
        """The least value of every entry."""
        return np.concatenate([np.full(part.size, part.low, np.int8) for part in self.parts])

    @property
    def high(self) -> np.ndarray:
        """The greatest value of every entry."""
        return np.concatenate([np.full(part.size, part.high, np.int8) for part in self.parts])

    def unpack(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The parts of an observation by name, each in its own shape (views, not copies)."""
        return {part.name: observation[part.where].reshape(part.shape) for part in self.parts}

    def table(self) -> str:
        """The layout as a table in Markdown: see OBSERVATION.md."""
        lines = ["| from | to | name | shape | values | what |", "|--:|--:|---|---|---|---|"]
        for part in self.parts:
            shape = " × ".join(str(n) for n in part.shape)
            cells = (part.start, part.start + part.size - 1, f"`{part.name}`", shape)
            lines.append("| {} | {} | {} | {} | ".format(*cells) + f"{part.low}..{part.high} | ")
            lines[-1] += f"{part.what} |"
        return "\n".join(lines) + "\n"


# --- writing --------------------------------------------------------------------------------------
# An observation has two forms, and rules that write one write both:
# - plain: the int8 vector itself, one array with an axis;
# - entries: only those that are not 0, as an int16 array of two rows, indices and values, in any
#   order, each index once. What stands beyond its length is not to be read.
# Every such rule takes the length `n` of the list so far and returns the new one; the vector has no
# use for it. Which form it is, Numba knows when it compiles.
INDEX, VALUE = 0, 1


@inlined_rule
def clear(obs):
    """Begin: all is 0."""
    if obs.ndim == 1:
        obs[:] = 0


@inlined_rule
def put(obs, n: int, index: int, value: int) -> int:
    """Write an entry that was not written yet."""
    if obs.ndim == 1:
        obs[index] = value
        return n
    obs[INDEX, n] = index
    obs[VALUE, n] = value
    return n + (1 if value != 0 else 0)  # what counts for nothing is written over


@inlined_rule
def put_if(obs, n: int, index: int, is_set: bool) -> int:
    """Write a 1 if it is set; else the index may be none at all."""
    if obs.ndim == 1:
        if is_set:
            obs[index] = 1
        return n
    obs[INDEX, n] = index
    obs[VALUE, n] = 1
    return n + (1 if is_set else 0)


@inlined_rule
def is_blank(row) -> bool:
    """All is 0."""
    found = 0
    for i in range(len(row)):
        found |= row[i]
    return found == 0


@inlined_rule
def put_row(obs, n: int, offset: int, row) -> int:
    """Write a row of entries, which often are all 0."""
    if obs.ndim == 1:
        shown = obs[offset : offset + len(row)]
        for i in range(len(row)):
            shown[i] = row[i]
    elif not is_blank(row):
        for i in range(len(row)):
            n = put(obs, n, offset + i, row[i])
    return n


# --- what may have been written already
@rule
def find(obs, first: int, n: int, index: int) -> int:
    """Where the entry is in the list from `first` on; n if it is not there."""
    for k in range(first, n):
        if obs[INDEX, k] == index:
            return k
    return n


@inlined_rule
def read(obs, first: int, n: int, index: int) -> int:
    """The value of an entry that was written since `first`, or 0."""
    if obs.ndim == 1:
        return int(obs[index])
    k = find(obs, first, n, index)
    return int(obs[VALUE, k]) if k < n else 0


@rule
def reput(obs, first: int, n: int, index: int, value: int) -> int:
    """Write an entry that may have been written since `first`: this value counts."""
    if obs.ndim == 1:
        obs[index] = value
        return n
    k = find(obs, first, n, index)
    if k < n:  # the last entry takes its place
        n -= 1
        obs[INDEX, k] = obs[INDEX, n]
        obs[VALUE, k] = obs[VALUE, n]
    return put(obs, n, index, value)


@inlined_rule
def add(obs, first: int, n: int, index: int, value: int) -> int:
    """Add to an entry that may have been written since `first`."""
    return reput(obs, first, n, index, read(obs, first, n, index) + value)


# --- rows of a table that are mostly 0
def entry_table(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The entries of each row, filled up with 0 to the same length, and how many there are."""
    counts = (table != 0).sum(axis=1)
    entries = np.zeros((len(table), 2, int(counts.max())), np.int16)
    for row, shown in zip(table, entries):
        where = np.flatnonzero(row)
        shown[INDEX, : len(where)], shown[VALUE, : len(where)] = where, row[where]
    return entries, counts


@inlined_rule
def add_table(obs, first: int, n: int, offset: int, row, entries, count: int) -> int:
    """Add a row of a table to what was written since `first`."""
    if obs.ndim == 1:
        shown = obs[offset : offset + len(row)]
        for i in range(len(row)):
            shown[i] += row[i]
        return n
    for i in range(count):
        n = add(obs, first, n, offset + int(entries[INDEX, i]), entries[VALUE, i])
    return n


@inlined_rule
def put_table(obs, n: int, offset: int, row, entries, count: int) -> int:
    """Write a row of a table, given as it is and by its entries (see `entry_table`)."""
    if obs.ndim == 1:
        shown = obs[offset : offset + len(row)]
        for i in range(len(row)):
            shown[i] = row[i]
        return n
    indices, values = obs[INDEX, n:], obs[VALUE, n:]
    for i in range(entries.shape[1]):  # all of them, for a fixed number is copied at once
        indices[i] = offset + entries[INDEX, i]
    for i in range(entries.shape[1]):
        values[i] = entries[VALUE, i]
    return n + count


# --- from one form to the other -------------------------------------------------------------------
@rule
def gather(row, obs) -> int:
    """List the entries of a vector that are not 0; how many there are."""
    n = 0
    num_words = len(row) // 8
    words = row[: 8 * num_words].view(np.uint64)  # most are empty: look at eight at a time
    for word in range(num_words):
        if words[word]:
            for index in range(8 * word, 8 * word + 8):
                n = put(obs, n, index, row[index])
    for index in range(8 * num_words, len(row)):
        n = put(obs, n, index, row[index])
    return n


def expand(entries: np.ndarray, counts: np.ndarray, size: int) -> np.ndarray:
    """The plain rows (N, size) of N lists of entries (N, 2, room), of so many entries each."""
    rows = np.zeros((len(entries), size), np.int8)
    held = np.arange(entries.shape[2]) < np.asarray(counts)[:, None]
    which, _ = np.nonzero(held)
    rows[which, entries[:, INDEX][held]] = entries[:, VALUE][held]
    return rows
