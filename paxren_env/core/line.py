"""The action line of a game: one statement declares a segment and gives its offset.

line = ActionLine()
NO = line.add("no", 1, "no, done, pass")
CITY = line.add("city", NUM_CITIES, "a city", CITY_NAMES)
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Segment:
    """So many neighbouring actions of one meaning."""

    name: str
    start: int
    size: int
    what: str
    names: tuple[str, ...]  # of each action in it; may be empty


class ActionLine:
    """Every choice of the game as one int, cut once."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []

    def add(self, name: str, size: int, what: str, names: Sequence[str] = ()) -> int:
        """The next segment; returns where it starts."""
        if size < 1 or (names and len(names) != size):
            raise ValueError(f"segment {name!r} of {size} actions has {len(names)} names")
        if any(segment.name == name for segment in self.segments):
            raise ValueError(f"two segments are called {name!r}")
        start = self.size
        self.segments.append(Segment(name, start, size, what, tuple(names)))
        return start

    @property
    def size(self) -> int:
        """How many actions there are."""
        return sum(segment.size for segment in self.segments)

    def segment_of(self, action: int) -> Segment:
        """The segment that an action is in."""
        for segment in self.segments:
            if segment.start <= action < segment.start + segment.size:
                return segment
        raise ValueError(f"actions are 0 to {self.size - 1}, not {action}")

    def table(self) -> str:
        """The line as a table in Markdown: see ACTIONS.md."""
        lines = ["| from | to | name | what |", "|--:|--:|---|---|"]
        for s in self.segments:
            lines.append(f"| {s.start} | {s.start + s.size - 1} | `{s.name}` | {s.what} |")
        return "\n".join(lines) + "\n"
