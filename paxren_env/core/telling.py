"""A game told in words: every event, what it changed, and the log of whole games.

What only a game knows comes from its package `text`:

    seat_words(s, seat)            whom a line is about
    answer_words(game, action)     what an answer means in the position where it is given
    outcome_words(game, outcome)   the same for an outcome of chance, if anything is random
    changes(old, new)              what differs between two states, nothing hidden (optional)
    turn_heading(game)             above the events of a turn (optional)
    event_note(told)               why an automaton did what it did (optional)
    is_secret(game, told, viewer)  whether the viewer may not know the event as the game stands
                                   now (optional: see `is_hidden`), and then
    secret_words(told)             what they are told instead (optional)
"""

import textwrap
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from paxren_env.core.constants import CHANCE
from paxren_env.core.hooks import is_own, is_own_turn
from paxren_env.core.log import Event
from paxren_env.core.record import view

if TYPE_CHECKING:
    from paxren_env.core.game import Game

WIDTH = 100  # of a line
EFFECT = "      → "
IN_SECRET = "answers in secret"
ROLLED_IN_SECRET = "chance decides in secret"


class Told(NamedTuple):
    """An event, and the game before and after it."""

    before: "Game"
    after: "Game"
    event: Event
    is_own: bool  # an automaton of the game acted

    @property
    def text(self) -> ModuleType:
        return self.before.spec.module("text")

    @property
    def is_chance(self) -> bool:
        return self.before.deciding_player == CHANCE

    @property
    def words(self) -> str:
        """The event alone."""
        name = self.text.outcome_words if self.is_chance else self.text.answer_words
        return name(self.before, self.event)


def tell(start: "Game", events: Iterable[Event]) -> Iterator[Told]:
    """Every event from a position on, one at a time: forced answers, automata and chance too."""
    game = start.clone()
    game._ask_everything()
    begin, given = len(game.history), list(events)
    before = game.clone()
    while len(game.history) - begin < len(given):
        known, acts_alone = len(game.history), plays_itself(game)
        if acts_alone:
            game._step_once()
        else:
            game._step_once(given[known - begin])
        after = game.clone()
        if len(after.history) > known:  # else an automaton has only made up its mind
            yield Told(before, after, after.history[known], acts_alone)
        before = after


def plays_itself(game: "Game") -> bool:
    """An automaton of the game is next."""
    s = view(game.states, 0)
    return not game.is_over and (is_own_turn(s) or is_own(s))


# --- one event ------------------------------------------------------------------------------------
def told_lines(one: Told) -> str:
    """Who did what, and below it what it changed."""
    return "\n".join([_line(one, one.words + _forced(one)), *_effects(one)])


def _line(one: Told, words: str) -> str:
    if one.is_chance:
        return words
    who = seat_words(one.before, one.before.deciding_player)
    note = one.text.event_note(one) if hasattr(one.text, "event_note") else ""
    return f"{who}{note}: {words}"


def _forced(one: Told) -> str:
    is_forced = not one.is_own and len(one.before.legal_actions()) == 1
    return " (forced)" if is_forced else ""


def _effects(one: Told) -> list[str]:
    if not hasattr(one.text, "changes"):
        return []
    return effects(one.text.changes(view(one.before.states, 0), view(one.after.states, 0)))


def effects(changes: Iterable[str]) -> list[str]:
    """What has changed, in lines of their own."""
    found = "; ".join(changes)
    return wrapped(EFFECT, found) if found else []


def seat_words(game: "Game", seat: int) -> str:
    """What a player is called."""
    return game.spec.module("text").seat_words(view(game.states, 0), seat)


def wrapped(head: str, text: str) -> list[str]:
    """Text after a heading, folded into lines below one another."""
    indent = " " * len(head)
    whole = textwrap.TextWrapper(
        WIDTH, head, indent, break_long_words=False, break_on_hyphens=False
    )
    return whole.wrap(text) or [head.rstrip()]


# --- secrets --------------------------------------------------------------------------------------
def is_hidden(one: Told, game: "Game", viewer: int | None) -> bool:
    """Whether the viewer may not know the event, as the game stands now; None knows everything.

    Where a game does not say more, answers to secret decisions are told as soon as no secret
    decision of that turn is pending any more.
    """
    if viewer is None or one.before.deciding_player == viewer:
        return False
    if hasattr(one.text, "is_secret"):
        return one.text.is_secret(game, one, viewer)
    return is_asked_in_secret(one.before) and is_asked_in_secret(game) and _same_turn(one, game)


def is_asked_in_secret(game: "Game") -> bool:
    """The pending decision is declared secret."""
    number = game.decision_id
    return number >= 0 and game.spec.frames.decisions[number].is_secret


def _same_turn(one: Told, game: "Game") -> bool:
    return one.before.turn == game.turn


def lines_for(one: Told, game: "Game", viewer: int | None) -> str:
    """The event as the viewer may know it."""
    if not is_hidden(one, game, viewer):
        return told_lines(one)
    if hasattr(one.text, "secret_words"):
        words = one.text.secret_words(one)
    else:
        words = ROLLED_IN_SECRET if one.is_chance else IN_SECRET
    return "\n".join([_line(one, words), *_effects(one)])


# --- the log --------------------------------------------------------------------------------------
def history(start: "Game", events: Iterable[Event]) -> Iterator[str]:
    """Every event from a position on, and its effects; nothing is kept secret."""
    return (told_lines(one) for one in tell(start, events))


def history_lines(start: "Game", events: Iterable[Event]) -> Iterator[str]:
    """The same, numbered."""
    return (f"{number}. {told}" for number, told in enumerate(history(start, events), 1))


def whole_history(game: "Game", viewer: int | None = None) -> Iterator[str]:
    """Every event since the deal, or since the position that was loaded."""
    start = game._initial_game()
    told = tell(start, game.history[len(start.history) :])
    return (lines_for(one, game, viewer) for one in told)


def turn_heading(game: "Game") -> str:
    """Of the turn that is being played; a blank line sets it apart."""
    text = game.spec.module("text")
    if hasattr(text, "turn_heading"):
        return text.turn_heading(game)
    return f"\n--- turn {game.turn + 1}: {seat_words(game, game.turn_player)} ---"


def opening_by_turns(game: "Game", viewer: int | None = None) -> Iterator[str]:
    """Everything since the deal: automata and chance may act before anybody is asked."""
    dealt = game._initial_game()
    yield turn_heading(dealt)
    yield from history_by_turns(dealt, game, viewer)


def history_by_turns(start: "Game", game: "Game", viewer: int | None = None) -> Iterator[str]:
    """Every event from a position of the game up to now, and a heading wherever a turn begins."""
    turn = start.turn
    for one in tell(start, game.history[len(start.history) :]):
        if one.before.turn != turn:
            turn = one.before.turn
            yield turn_heading(one.before)
        yield lines_for(one, game, viewer)
    if game.turn != turn and not game.is_over:
        yield turn_heading(game)


# --- names of actions -----------------------------------------------------------------------------
def action_name(game: "Game", action: int) -> str:
    """The action in words: as an answer to what is asked, or plainly if it is not legal now."""
    last = game.spec.num_actions - 1
    if not 0 <= action <= last:
        raise ValueError(f"{action} is no action: they run from 0 to {last}")
    text = game.spec.module("text")
    is_legal = action in game.legal_actions()
    return text.answer_words(game, action) if is_legal else text.plain_name(action)
