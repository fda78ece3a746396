"""What one can ask at the table of this game: for the command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paxren_env.core.record import view
from paxren_env.core.telling import wrapped
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.queries import area_of, edition, has_loire, is_in_play
from paxren_env.games.age_of_renaissance.text.components import (
    advance_lines,
    borders,
    card_lines,
    lookup,
)
from paxren_env.games.age_of_renaissance.text.printed import piece_signs, province_sign
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
    s = view(game.states, 0)
    yield from lookup(words, edition(s), has_loire(s))


def tell_map(game: "Game", _: int, words: str) -> Iterator[str]:
    """Every province in play, area by area, with what lies next to it."""
    s = view(game.states, 0)
    for area, name in enumerate(c.AREA_NAMES):
        inside = [i for i in range(c.NUM_PROVINCES) if is_in_play(s, i) and area_of(s, i) == area]
        if inside:
            yield f"--- {name} ---"
        for i in inside:
            head = f"{province_sign(i)} {piece_signs(s, i)}".rstrip()
            yield from wrapped(f"{head}: ", "; ".join(borders(i, edition(s), has_loire(s))))


TABLE_WORDS = {
    "map": ("every province with its neighbours", tell_map),
    "cards": ("what your cards do", tell_cards),
    "advances": ("what the advances do", tell_advances),
    "what X": ("a card, an advance, a commodity or a province", tell_component),
}
