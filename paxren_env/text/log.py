"""The log of a game: a line for every answer."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from paxren_env import constants as c
from paxren_env._view import row
from paxren_env.aims import aims_by_answer
from paxren_env.text.answers import action_name, question
from paxren_env.text.words import bank_words, plain_name

if TYPE_CHECKING:
    from paxren_env.game import Game


def history_lines(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """One line for every answer from a position on, the forced ones and the solo bot's too."""
    game = start.clone()
    game.states["options"] &= ~c.AUTO_FORCED
    begin, given = len(game.history), list(actions)
    while len(game.history) - begin < len(given):
        known = len(game.history)
        action = given[known - begin]
        q = question(game)
        forced = " (forced)" if len(game.legal_actions()) == 1 else ""
        words = f"{bank_words(q.s, q.player)}: {action_name(game, action)}{forced}"
        yield f"{known - begin + 1}. {words}"
        game.step(action)
        yield from _bot_lines(game, known + 1, begin)


def _bot_lines(game: "Game", known: int, begin: int) -> Iterator[str]:
    """What the solo bot answered since then, and why."""
    aims = aims_by_answer(game) if game.aims else {}
    name = bank_words(row(game.states, 0), c.BOT)
    for index in range(known, len(game.history)):
        why = "".join(f" [{aim}]" for aim in aims.get(index, []))
        yield f"{index - begin + 1}. {name} (bot){why}: {plain_name(game.history[index])}"
