"""The table of a game's reasons, and why an action is not legal, in words.

    reasons = Reasons()
    TOO_EXPENSIVE = reasons.add("E1", "costs {cost}, {player} has {coins}")

One statement declares a reason and gives its number, which the game's rule for the hook `reason`
returns; LEGAL is none of them. What stands in braces is a name of `REASON_WORDS` in the package
`text` of the game: a function of the game and the action.
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING

from paxren_env.core.constants import CHANCE
from paxren_env.core.hooks import reason
from paxren_env.core.record import view

if TYPE_CHECKING:
    from paxren_env.core.game import Game

LEGAL = 0
ReasonWords = dict[str, Callable[["Game", int], str]]  # of what stands in braces


@dataclass(frozen=True)
class Reason:
    """A row of the table."""

    number: int
    rule: str  # the number of the rule that forbids it
    words: str  # what is missing

    @property
    def names(self) -> list[str]:
        """What stands in braces."""
        return [name for _, name, _, _ in Formatter().parse(self.words) if name is not None]


class Reasons:
    """The rows of one game."""

    def __init__(self) -> None:
        self.rows: list[Reason] = []

    def add(self, rule: str, words: str) -> int:
        """The next reason; returns its number."""
        if not rule or not words:
            raise ValueError(f"a reason has a rule and words, not {rule!r}, {words!r}")
        if any((row.rule, row.words) == (rule, words) for row in self.rows):
            raise ValueError(f"two reasons say {rule}: {words!r}")
        self.rows.append(Reason(len(self.rows) + 1, rule, words))
        return len(self.rows)

    def by_number(self, number: int) -> Reason:
        return self.rows[number - 1]

    @property
    def size(self) -> int:
        """One more than the highest number."""
        return len(self.rows) + 1


class _Words(dict[str, str]):
    """Only the words that a template asks for are made."""

    def __init__(self, game: "Game", action: int) -> None:
        self.game, self.action = game, action

    def __missing__(self, name: str) -> str:
        return self.game.spec.module("text").REASON_WORDS[name](self.game, self.action)


def why_not(game: "Game", action: int, viewer: int | None = None) -> str | None:
    """Why an action is not legal now; None if it is. See `Game.why_not`."""
    last = game.spec.num_actions - 1
    if not 0 <= action <= last:
        return f"action {action} is out of range: actions are 0 to {last}"
    if game.is_over:
        return "the game is over"
    seat = game.deciding_player
    if seat == CHANCE:
        return f"chance is asked: {game.decision}"
    if viewer is not None and viewer != seat:
        return f"{game.spec.module('text').seat_words(view(game.states, 0), seat)} is asked now"
    if game._mask[action]:
        return None
    if not game.spec.answer_kinds[game.decision_id, action]:
        return f"you are asked something else: {_question(game)}"
    row = game.spec.reasons.by_number(int(reason(view(game.states, 0), action)))
    return f"{row.rule}: {row.words.format_map(_Words(game, action))}"


def _question(game: "Game") -> str:
    """What is asked, without whom."""
    text = game.spec.module("text")
    who = text.seat_words(view(game.states, 0), game.deciding_player)
    return text.decision_text(game).removeprefix(f"{who}: ")
