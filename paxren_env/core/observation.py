"""The layout of a game's observation: one statement declares a slice and gives its start.

layout = Layout()
SEAT = layout.add("seat", MAX_PLAYERS, 1, "which seat the viewer has")

A game whose observation is large may cut it into sections, so that what has not changed need not be
written again (`core.changes`). The slices after a `section` belong to it:

PURSES = layout.section("num_players", "coins", by_seat=True)
COINS = layout.add("coins", MAX_PLAYERS, MOST, "coins of each seat")
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

MOST = 127  # larger numbers are clipped to this
EVERY_SECTION = -1  # all bits


@dataclass(frozen=True)
class Section:
    """Slices that are written together, and all that they are written from."""

    bit: int
    start: int  # of the first slice
    reads: Mapping[str, Sequence[int] | None]  # fields of the record: which items, None for all
    by_seat: bool  # it depends on whose observation it is
    unless: str  # a field of the record: while that is not 0, it may read anything


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
        self.sections: list[Section] = []

    def section(
        self, *reads: str | tuple[str, Sequence[int]], by_seat: bool = False, unless: str = ""
    ) -> int:
        """Begin a section that reads these fields, or these items of them; returns its bit.

        While the field `unless`, a byte, is not 0 it may read others too, and is always written.
        """
        if self.parts and not self.sections:
            raise ValueError("the first section begins with the first slice")
        items = dict((field, None) if isinstance(field, str) else field for field in reads)
        if unless:
            items[unless] = None
        bit = 1 << len(self.sections)
        self.sections.append(Section(bit, self.size, items, by_seat, unless))
        return bit

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

    @property
    def sections_by_seat(self) -> int:
        """The sections that depend on the seat, as bits."""
        return sum(section.bit for section in self.sections if section.by_seat)

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
