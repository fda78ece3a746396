"""The log of a game: every answer, and what it changed."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from paxren_env.core.record import State, view
from paxren_env.games.pax_renaissance.aims import aims_by_answer, is_in_your_turn
from paxren_env.games.pax_renaissance.constants import AUTO_FORCED
from paxren_env.games.pax_renaissance.text.answers import answer_words, question
from paxren_env.games.pax_renaissance.text.changes import changes
from paxren_env.games.pax_renaissance.text.words import bank_words, wrapped

if TYPE_CHECKING:
    from paxren_env.core.game import Game

EFFECT = "      → "


class Told(NamedTuple):
    """An answer, and the game before and after it."""

    before: "Game"
    after: "Game"
    words: str
    is_bot: bool


def answers(start: "Game", actions: Iterable[int]) -> Iterator[Told]:
    """Every answer from a position on, the forced ones and the bot's too, one at a time."""
    game = start.clone()
    game.states["options"] &= ~AUTO_FORCED
    begin, given = len(game.history), list(actions)
    while len(game.history) - begin < len(given):
        before, known = game.clone(), len(game.history)
        is_bot = bool(game.states["bot"][0]) and game._step_once()
        if not is_bot:
            game._step_once(given[known - begin])
        if len(game.history) > known:  # else the bot has only set itself an aim
            words = answer_words(question(before), game.history[known])
            yield Told(before, game, words, is_bot)


def history_lines(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """One line for every answer from a position on, numbered, and below it what it changed."""
    for number, told in enumerate(history(start, actions), 1):
        yield f"{number}. {told}"


def whole_history(game: "Game") -> Iterator[str]:
    """Every answer since the deal, or since the position that was loaded."""
    start = game._initial_game()
    return history(start, game.history[len(start.history) :])


def history(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """Every answer from a position on, the forced ones and the bot's too, and its effects."""
    return (told_lines(one) for one in answers(start, actions))


def told_lines(one: Told) -> str:
    """Who answered what, and below it what it changed."""
    q = question(one.before)
    forced = " (forced)" if not one.is_bot and len(one.before.legal_actions()) == 1 else ""
    note = bot_note(one) if one.is_bot else ""
    told = f"{bank_words(q.s, q.player)}{note}: {one.words}{forced}"
    return "\n".join([told, *effects(q.s, view(one.after.states, 0))])


def effects(old: State, new: State) -> list[str]:
    """What has changed since, in lines of their own."""
    found = "; ".join(changes(old, new))
    return wrapped(EFFECT, found) if found else []


def bot_note(one: Told) -> str:
    """That the bot has answered, and why."""
    index = len(one.before.history)
    if is_in_your_turn(one.after, index):
        return " (bot) [in your turn]"
    return " (bot)" + "".join(f" [{aim}]" for aim in aims_by_answer(one.after).get(index, []))
