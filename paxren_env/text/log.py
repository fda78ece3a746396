"""The log of a game: every answer, and what it changed."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from paxren_env._view import row
from paxren_env.aims import aims_by_answer, is_in_your_turn
from paxren_env.constants import AUTO_FORCED
from paxren_env.state import State
from paxren_env.text.answers import action_name, question
from paxren_env.text.changes import changes
from paxren_env.text.words import bank_words, plain_name, wrapped

if TYPE_CHECKING:
    from paxren_env.game import Game

EFFECT = "      → "


def history_lines(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """One line for every answer from a position on, numbered, and below it what it changed."""
    for number, told in enumerate(history(start, actions), 1):
        yield f"{number}. {told}"


def whole_history(game: "Game") -> Iterator[str]:
    """Every answer since the deal; the bot's first turn may stand before all questions."""
    from paxren_env.game import Game

    start = Game(seed=game.seed, **{**game.options, "auto_forced": False})
    yield from _bot_lines(start, 0)
    yield from history(start, game.history[len(start.history) :])


def history(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """Every answer from a position on, the forced ones and the bot's too, and its effects.

    All that the bot does between two answers is one step: its effects stand below the last one.
    """
    game = start.clone()
    game.states["options"] &= ~AUTO_FORCED
    begin, given = len(game.history), list(actions)
    while len(game.history) - begin < len(given):
        known, before = len(game.history), game.states.copy()
        action = given[known - begin]
        q = question(game)
        forced = " (forced)" if len(game.legal_actions()) == 1 else ""
        told = f"{bank_words(q.s, q.player)}: {action_name(game, action)}{forced}"
        game.step(action)
        for line in _bot_lines(game, known + 1):
            yield told
            told = line
        yield "\n".join([told, *effects(row(before, 0), row(game.states, 0))])


def effects(old: State, new: State) -> list[str]:
    """What has changed since, in lines of their own."""
    found = "; ".join(changes(old, new))
    return wrapped(EFFECT, found) if found else []


def _bot_lines(game: "Game", known: int) -> Iterator[str]:
    """What the bot answered since then, and why."""
    aims = aims_by_answer(game) if game.aims else {}
    s = row(game.states, 0)
    for index in range(known, len(game.history)):
        why = "".join(f" [{aim}]" for aim in aims.get(index, []))
        if is_in_your_turn(game, index):
            why = " [in your turn]"
        yield f"{bank_words(s, s.bot - 1)} (bot){why}: {plain_name(game.history[index])}"
