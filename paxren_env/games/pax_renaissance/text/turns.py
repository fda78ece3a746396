"""The log parted by turns."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paxren_env.core.record import view
from paxren_env.games.pax_renaissance.text.log import answers, told_lines
from paxren_env.games.pax_renaissance.text.words import bank_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game


def turn_heading(game: "Game") -> str:
    """Of the turn that is being played; a blank line sets it apart."""
    s = view(game.states, 0)
    return f"\n--- turn {s.turn + 1}: {bank_words(s, s.turn_player)} ---"


def opening_by_turns(game: "Game") -> Iterator[str]:
    """Everything since the deal; if the bot begins, it has answered before anybody is asked."""
    dealt = game._initial_game()
    yield turn_heading(dealt)
    yield from history_by_turns(dealt, game)


def history_by_turns(start: "Game", game: "Game") -> Iterator[str]:
    """Every answer from a position of the game up to now, and a heading wherever a turn begins."""
    turn, given = start.states["turn"][0], game.history[len(start.history) :]
    for one in answers(start, given):
        if one.before.states["turn"][0] != turn:
            turn = one.before.states["turn"][0]
            yield turn_heading(one.before)
        yield told_lines(one)
    if game.states["turn"][0] != turn and not game.is_over:
        yield turn_heading(game)
