"""The table of a game's frames: one statement declares a row and gives its id.

    frames = Frames()
    END_TURN = frames.step("end turn", "D2")
    PLACE_LEVY = frames.decision("levy", "G4", about=(EMPIRE,), answers=("city",))
    DICE = frames.chance("dice", "4.6.5")

Ids, names, argument kinds of observation and notation, and the tests that every decision has its
rules and words, are all derived from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

ARGUMENTS = 3  # of a frame
STEP, DECISION, CHANCE_DECISION = "step", "decision", "chance"


@dataclass(frozen=True)
class Kind:
    """What an argument of a frame is: its values in the order of their ids."""

    name: str
    values: tuple[Any, ...] = ()
    key: str = ""  # what it is called in a position, if not by its kind
    is_optional: bool = False  # it may be missing there

    def named(self, key: str, is_optional: bool = False) -> "Kind":
        """The same under another name."""
        return replace(self, key=key, is_optional=is_optional)

    @property
    def label(self) -> str:
        return self.key or self.name


@dataclass(frozen=True)
class Frame:
    """A row of the table."""

    id: int
    name: str
    rule: str  # its number
    what: str  # step, decision or chance
    about: tuple[Kind, ...] = ()
    is_secret: bool = False  # the answers of this decision are not shown before they are revealed
    answers: tuple[str, ...] = ()  # the segments of the action line that a decision can ever take


class Frames:
    """The rows of one game. Steps come first: ids from `first_decision` on are decisions."""

    def __init__(self, first_decision: int | None = None) -> None:
        self.rows: list[Frame] = []
        self._first_decision = first_decision
        self.first_decision = 0 if first_decision is None else first_decision

    def step(self, name: str, rule: str, about: Sequence[Kind | str] = ()) -> int:
        """A frame that the engine runs."""
        if any(row.what != STEP for row in self.rows):
            raise ValueError(f"step {name!r}: steps are declared before decisions")
        if self._first_decision is None:
            self.first_decision = len(self.rows) + 1
        elif len(self.rows) == self._first_decision:
            raise ValueError(f"step {name!r}: decisions begin with {self._first_decision}")
        return self._add(len(self.rows), name, rule, STEP, about, False)

    def decision(
        self,
        name: str,
        rule: str,
        about: Sequence[Kind | str] = (),
        secret: bool = False,
        answers: Sequence[str] = (),
    ) -> int:
        """A frame that a seat answers, with actions of these segments."""
        return self._add(self._next_decision(), name, rule, DECISION, about, secret, answers)

    def chance(self, name: str, rule: str, about: Sequence[Kind | str] = ()) -> int:
        """A frame that chance answers: its player is CHANCE."""
        return self._add(self._next_decision(), name, rule, CHANCE_DECISION, about, False)

    def _next_decision(self) -> int:
        return self.first_decision + len(self.decisions)

    def _add(
        self,
        id_: int,
        name: str,
        rule: str,
        what: str,
        about: Sequence[Kind | str],
        secret: bool,
        answers: Sequence[str] = (),
    ) -> int:
        if any(row.name == name for row in self.rows):
            raise ValueError(f"two frames are called {name!r}")
        if len(about) > ARGUMENTS:
            raise ValueError(f"{name!r} has {len(about)} arguments, a frame at most {ARGUMENTS}")
        kinds = tuple(Kind(kind) if isinstance(kind, str) else kind for kind in about)
        self.rows.append(Frame(id_, name, rule, what, kinds, secret, tuple(answers)))
        return id_

    # --- what is derived
    @property
    def decisions(self) -> list[Frame]:
        """The rows that are answered, in the order of their ids."""
        return [row for row in self.rows if row.what != STEP]

    @property
    def decision_names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.decisions)

    @property
    def size(self) -> int:
        """One more than the highest id."""
        return self.first_decision + len(self.decisions)

    def by_id(self) -> dict[int, Frame]:
        return {row.id: row for row in self.rows}

    def by_name(self) -> dict[str, Frame]:
        return {row.name: row for row in self.rows}

    def argument_table(self, kinds: Sequence[str]) -> np.ndarray:
        """[decision, argument]: 1 + the position of its kind among these; 0 where there is none."""
        table = np.zeros((len(self.decisions), ARGUMENTS), np.int64)
        for number, row in enumerate(self.decisions):
            for i, kind in enumerate(row.about):
                table[number, i] = 1 + list(kinds).index(kind.name)
        return table
