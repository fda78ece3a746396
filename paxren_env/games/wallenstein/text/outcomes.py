"""What an outcome of chance is, in words."""

from typing import TYPE_CHECKING

from paxren_env.core.log import Outcome
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.text.answers import question
from paxren_env.games.wallenstein.text.words import (
    TILE_WORDS,
    county_words,
    event_words,
    favour_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


def outcome_words(game: "Game", outcome: Outcome) -> str:
    """What chance decides in the position where it is asked."""
    q = question(game)
    value = outcome[0]
    if q.kind in (f.FILL, f.THROW):
        return throw_words(outcome[c.NUM_COLOURS :])
    if q.kind == f.FIRST_DRAFTER:
        return f"seat {value} drafts first"
    if q.kind == f.COUNTY_CARD:
        return f"county card: {county_words(value)}"
    if q.kind == f.OPEN_ACTION:
        return f"action {q.a + 1}: {t.ACTION_PRINTED[value]}"
    if q.kind == f.OPEN_TILE:
        return f"tile {q.a + 1}: {TILE_WORDS[value]}"
    if q.kind == f.OPEN_FAVOUR:
        return f"open: {favour_words(q.s, value)}"
    if q.kind in (f.OPEN_EVENT, f.DRAW_EVENT):
        return f"{'open' if q.kind == f.OPEN_EVENT else 'in force'}: {event_words(value)}"
    if q.kind == f.DRAW_BIDDER:
        return f"seat {value} chooses first of those tied"
    return f"a revolt in {county_words(value)}"


def throw_words(tray: tuple[int, ...]) -> str:
    """What lies in the tray after a throw."""
    fallen = [f"{n} of {colour_words(colour)}" for colour, n in enumerate(tray) if n]
    return f"the tray shows {', '.join(fallen) or 'nothing'}"


def colour_words(colour: int) -> str:
    """Whose cubes they are."""
    return "the peasants" if colour == c.PEASANTS else f"seat {colour}"
