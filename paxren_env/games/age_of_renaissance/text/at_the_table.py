"""What one can ask at the table of this game: for the command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.text.components import advance_lines, card_lines, lookup
from paxren_env.games.age_of_renaissance.text.words import misery_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game

LOOKUP_NAME = "components"  # what `paxren lookup` is called here too
EXAMPLES = (
    ("play --game age_of_renaissance --players 3 --version basic", "the shortest game"),
    ("lookup --game age_of_renaissance genoa", "a province with its neighbours"),
)


def choice_note(game: "Game") -> str | None:
    """Above the choices: what whoever must decide has."""
    seat = game.deciding_player
    if seat < 0:
        return None
    s = view(game.states, 0)
    hand = ", ".join(game.to_dict(seat)["players"][seat]["hand"]) or "none"
    money = f"${s.cash[seat]}, {s.expansion[seat]} tokens in Expansion"
    return f"{money}, Misery {misery_words(int(s.misery[seat]))}; hand: {hand}"


def tell_cards(game: "Game", seat: int, _: str) -> Iterator[str]:
    """What the seat's own cards do."""
    for name in game.to_dict(seat)["players"][seat]["hand"]:
        yield from card_lines(t.FACE_NAMES.index(name))


def tell_advances(game: "Game", seat: int, _: str) -> Iterator[str]:
    """What every advance does."""
    for advance in range(c.NUM_ADVANCES):
        yield from advance_lines(advance)


def tell_component(game: "Game", _: int, words: str) -> Iterator[str]:
    """A card, an advance, a commodity or a province."""
    yield from lookup(words)


TABLE_WORDS = {
    "cards": ("what your cards do", tell_cards),
    "advances": ("what the advances do", tell_advances),
    "what X": ("a card, an advance, a commodity or a province", tell_component),
}
