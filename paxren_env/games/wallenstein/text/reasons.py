"""The words in the reasons why an answer is not legal."""

from typing import TYPE_CHECKING

from paxren_env.core.constants import NONE
from paxren_env.core.reasons import ReasonWords
from paxren_env.games.wallenstein import actions as line
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.text.answers import question
from paxren_env.games.wallenstein.text.words import BOX_WORDS, BUILDING_WORDS, county_words, plural

if TYPE_CHECKING:
    from paxren_env.core.game import Game


def holder(seat: int) -> str:
    """Whose something is."""
    return "nobody" if seat == NONE else f"seat {seat}"


def owner_there(game: "Game", action: int) -> str:
    """Who holds the county that the action names."""
    return holder(int(question(game).s.owner[action - line.COUNTY]))


def laid_in(game: "Game", action: int) -> str:
    """R3: where the player's own card lies already."""
    q = question(game)
    boxes = [i for i in range(c.NUM_BOXES) if q.s.plan[q.player, i] == action - line.COUNTY]
    return f"the box {BOX_WORDS[boxes[0]]}" if boxes else "the auction box"


def who_is_there(game: "Game", action: int) -> str:
    """R5: who has the position."""
    s = question(game).s
    return holder(list(s.position).index(action - line.POSITION))


def thalers(game: "Game", action: int) -> str:
    q = question(game)
    return plural(int(q.s.thalers[q.player]), "Thaler")


def courtiers(game: "Game", action: int) -> str:
    q = question(game)
    return str(q.s.hall[q.player])


def building(game: "Game", action: int) -> str:
    """EC3: the building of the favour."""
    q = question(game)
    return BUILDING_WORDS[q.s.favour_amount[q.a]]


def armies_there(game: "Game", action: int) -> str:
    """A7-A9: the armies of the county that they leave."""
    q = question(game)
    return plural(int(q.s.armies[q.a]), "army", "armies")


REASON_WORDS: ReasonWords = {
    "armies": lambda game, action: plural(action - line.NUMBER + 1, "army", "armies"),
    "armies_there": armies_there,
    "building": building,
    "county": lambda game, action: county_words(action - line.COUNTY),
    "courtiers": courtiers,
    "laid": laid_in,
    "level": lambda game, action: str(question(game).a),
    "origin": lambda game, action: county_words(question(game).a),
    "owner": owner_there,
    "player": lambda game, action: holder(game.deciding_player),
    "player_there": who_is_there,
    "price": lambda game, action: plural(c.HIGHEST_PRICE - (action - line.FAVOUR), "courtier"),
    "thalers": thalers,
}
