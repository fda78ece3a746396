"""Positions in few lines, and what a move changed in them."""

from collections.abc import Iterator
from typing import Any

from paxren_env import Game
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.notation import Position
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, CARD_SIDE
from paxren_env.games.pax_renaissance.text import action_names
from tests.support.reasons import agree

DECK = 6  # cards in each deck that is not given
OPS_NAMES = (*c.SIDE_NAMES, "east then west", "west then east")
SLOT_NAMES = tuple(f"{side} {column}" for side in c.SIDE_NAMES for column in range(c.NUM_COLUMNS))
ENTITIES: dict[int, tuple[str, ...]] = {
    line.NO: ("no",),
    line.YES: ("yes",),
    line.BUY: SLOT_NAMES,
    line.PLAY: CARD_CODES[: c.NUM_CARDS],
    line.SELL: CARD_CODES[: c.NUM_PIECES],
    line.OPS: OPS_NAMES,
    line.FAIR: c.SIDE_NAMES,
    line.DECLARE: c.VICTORY_NAMES[: c.NUM_VICTORY_SQUARES],
    line.ACTIVATE: c.VICTORY_NAMES[: c.NUM_VICTORY_SQUARES],
    line.APOSTATIZE: c.APOSTASY_NAMES,
    line.REVOLT: ("revolt",),
    line.EMPIRE: c.EMPIRE_NAMES,
    line.CARD: CARD_CODES[: c.NUM_PIECES],
    line.OP: c.OP_NAMES,
    line.CITY: c.CITY_NAMES,
    line.BORDER: c.BORDER_NAMES,
    line.PAWN_AT: c.BORDER_NAMES,
    line.PIRATE_AT: c.BORDER_NAMES,
    line.SPACE: SLOT_NAMES,
    line.AGENT: c.AGENT_NAMES,
    line.REPRESSED: c.TOKEN_NAMES[: c.NUM_REPRESSED],
    line.ARRANGE: tuple(str(i) for i in range(6)),
}


def game(players: list[Position], **rest: Any) -> Game:
    """A game from these players and whatever else is said; every answer is asked for.

    Market rows and decks that are not given hold cards (no comet, no queen) used nowhere else.
    """
    mentioned = set(strings([players, rest]))
    fillers = [list(unused(side, mentioned)) for side in range(2)]
    market, decks = dict(rest.get("market", {})), dict(rest.get("decks", {}))
    for side, name in enumerate(c.SIDE_NAMES):
        market.setdefault(name, [[fillers[side].pop(), 0] for _ in range(c.NUM_COLUMNS)])
        decks.setdefault(name, [fillers[side].pop() for _ in range(DECK)])
    options = {"auto_forced": False, **rest.get("options", {})}
    parts = {**rest, "options": options, "market": market, "decks": decks}
    return Game.from_dict({"players": players, **parts})


def square(empire: str, **parts: Any) -> Position:
    """A column that is an empire square, with what is on and under it."""
    return {"card": f"SQ_{empire}", **parts}


def used(card: str, **parts: Any) -> Position:
    """A column whose card has acted this turn."""
    return {"card": card, "used": True, **parts}


def row(*cells: Any) -> list[list[Any]]:
    """A row of the market: each cell a card, None, or a pair with the florins on it."""
    return [list(cell) if isinstance(cell, tuple) else [cell, 0] for cell in cells]


def strings(value: Any) -> Iterator[str]:
    """Every text within lists and dicts."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


def unused(side: int, mentioned: set[str]) -> Iterator[str]:
    """Ordinary base and expansion cards of this side that nobody has."""
    for card, code in enumerate(CARD_CODES[: c.NUM_CARDS]):
        ordinary = CARD_KIND[card] == c.TABLEAU_CARD and not code.endswith("P")
        if ordinary and CARD_SIDE[card] == side and code not in mentioned:
            yield code


def take(game: Game, *words: str) -> Game:
    """Answer by words, one decision after the other; the same game, for chaining."""
    for answer in words:
        game.step(game.parse_action(answer))
    return game


def names(game: Game) -> set[str]:
    """Every legal answer in words."""
    return set(action_names(game).values())


def legal(game: Game, start: int) -> set[str]:
    """What is legal in the section of the action line beginning here, by id: legal(game, CITY).

    There the reasons must agree with it.
    """
    agree(game)
    entities = ENTITIES[start]
    ends = range(start, start + len(entities))
    return {entities[action - start] for action in game.legal_actions() if action in ends}


def changes(before: Position, after: Game | Position) -> dict[str, Any]:
    """What is not as before: "0.florins" of player 0, "market.west.3", "cities.london" ...

    The new value, or None where there is nothing any more. Left out are the turn's counters,
    what is pending and the registers of a resolution. The tokens gone from the table must be
    back in the supply.
    """
    old, new = flat(before), flat(after if isinstance(after, dict) else after.to_dict())
    if isinstance(after, Game):
        again = Game.from_dict(after.to_dict())
        assert (again.states["supply"] == after.states["supply"]).all()
    return {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}


def flat(position: Position) -> dict[str, Any]:
    """The parts of a position, each under one name."""
    parts: dict[str, Any] = {}
    for key in ("thrones", "religions", "emporia", "cities", "borders", "decks"):
        parts |= {f"{key}.{name}": value for name, value in position[key].items()}
    for side, cells in position["market"].items():
        parts |= {f"market.{side}.{column}": cell for column, cell in enumerate(cells)}
    for seat, player in enumerate(position["players"]):
        parts |= {f"{seat}.{name}": value for name, value in player.items()}
    return parts | {key: position.get(key) for key in ("discard", "victories", "result")}


def ruin(states: Any, seat: int) -> None:
    """Take all that a player has at the start of the first game, but for the reserve."""
    states["florins"][0, seat] = 0
    states["pawn"][0][states["pawn"][0] == seat] = c.NONE
    states["supply"][0, c.PAWN + seat] += 1
