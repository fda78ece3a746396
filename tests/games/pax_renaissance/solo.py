"""Positions in which the solo bot is to move, and what it did.

The bot plays its whole turn while the position is loaded: `bot_turn` returns the game after it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from paxren_env import Game
from paxren_env.core.jit import entry
from paxren_env.core.record import row
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance.constants import (
    BORDER_NAMES,
    BOT,
    EMPIRE_NAMES,
    NUM_COLUMNS,
    SIDE_NAMES,
    TOKEN_NAMES,
)
from paxren_env.games.pax_renaissance.notation import Position
from paxren_env.games.pax_renaissance.solo.aims import where
from paxren_env.games.pax_renaissance.solo.choices import upstream
from paxren_env.games.pax_renaissance.solo.places import TURN_OVER
from paxren_env.games.pax_renaissance.solo.table import (
    dominant_religion,
    is_override,
    is_triggered,
)
from tests.games.pax_renaissance.positions import ENTITIES, game

MAIN, SECONDARY, PRESTIGE = 0, 1, 2  # the cells of a row
FAIR, COMMERCE, SALE = 0, 1, 2  # the list of row 7
OVERRIDE, TRIGGER, LAST_RESORT = 0, 1, 2  # the passes
FACE_DOWN = {"east": "PREN109X", "west": "PREN133X"}  # in column 0 unless said otherwise
START = {
    "london": "gold rook", "paris": "gold knight", "vienna": "gold rook", "buda": "gold knight",
    "tana": "green knight", "toledo": "gold knight", "valencia": "gold knight",
    "venice": "gold knight", "constantinople_1": "green rook", "constantinople_2": "green knight",
    "constantinople_3": "green knight", "cairo": "green rook",
}  # fmt: skip
WORDS = {
    line.BUY: "buy", line.PLAY: "play", line.SELL: "sell", line.OPS: "ops", line.FAIR: "fair",
    line.DECLARE: "declare",
}  # fmt: skip
Cells = Mapping[int, Any]


# --- the position ---------------------------------------------------------------------------------
def shop(east: Cells | None = None, west: Cells | None = None) -> Position:
    """A market: cards by column, each alone or as (card, florins); nothing else is for sale."""
    rows = {}
    for side, given in zip(SIDE_NAMES, (east or {}, west or {}), strict=True):
        cells = [given.get(column, (None, 0)) for column in range(NUM_COLUMNS)]
        if 0 not in given:
            cells[0] = (FACE_DOWN[side], 0)
        elif isinstance(given[0], int):  # florins alone
            cells[0] = (FACE_DOWN[side], given[0])
        rows[side] = [list(cell) if isinstance(cell, tuple) else [cell, 0] for cell in cells]
    return rows


def solo(
    bot: Position | None = None, human: Position | None = None, player: int = BOT, **rest: Any
) -> Game:
    """A solo game; nobody has anything that is not said, and nothing is for sale."""
    options = {"num_players": 1, **rest.pop("options", {})}
    rest = {"market": shop(), **rest}
    return game([human or {}, bot or {}], options=options, turn={"player": player}, **rest)


def bot_turn(bot: Position | None = None, human: Position | None = None, **rest: Any) -> Game:
    """The game after the turn of the bot in this position (or where the player must answer)."""
    return solo(bot, human, **rest)


def human_turn(bot: Position | None = None, human: Position | None = None, **rest: Any) -> Game:
    """The player is to move."""
    return solo(bot, human, 0, **rest)


@entry
def _read_row(states, i, number, found):
    """What the bot reads off its table for a row: trigger, override, dominant religion."""
    s = row(states, i)
    found[0] = is_triggered(s, BOT, number)
    found[1] = is_override(s, BOT, number)
    found[2] = dominant_religion(s, number)


@entry
def _read_routes(states, i, ranks):
    """How far upstream every border is."""
    s = row(states, i)
    for border in range(len(ranks)):
        ranks[border] = upstream(s, border)


def read_row(g: Game, number: int, actions: int = 2) -> tuple[bool, bool, int]:
    """Of a row: its trigger with so many actions left, its override, its dominant religion."""
    states, found = g.states.copy(), np.zeros(3, np.int64)
    states["actions_left"] = actions
    _read_row(states, 0, number, found)
    return bool(found[0]), bool(found[1]), int(found[2])


def ranks_of_borders(g: Game) -> dict[str, int]:
    """How far upstream every border is."""
    ranks = np.zeros(len(BORDER_NAMES), np.int64)
    _read_routes(g.states, 0, ranks)
    return dict(zip(BORDER_NAMES, ranks.tolist(), strict=True))


def kings(*empires: str) -> list[Position]:
    """Columns of King squares."""
    return [{"card": f"SQ_{empire}"} for empire in empires]


def republics(*empires: str) -> list[Position]:
    """Columns of Republics."""
    return [{"card": f"SQ_{empire}", "face": "republic"} for empire in empires]


def pawns(human: tuple[str, ...] = (), bot: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Concessions by owner."""
    borders = {border: ["pawn 0"] for border in human}
    borders |= {border: ["pawn 1"] for border in bot}
    assert set(borders) <= set(BORDER_NAMES) and len(borders) == len(human) + len(bot)
    return borders


# --- what the bot did -----------------------------------------------------------------------------
def answers(g: Game) -> list[int]:
    """The history; nothing in play is random."""
    return [action for action in g.history if isinstance(action, int)]


def said(g: Game) -> list[str]:
    """Every answer of the history: what kind of thing, and which."""
    return [in_words(action) for action in answers(g)]


def in_words(action: int) -> str:
    start = max(start for start in ENTITIES if start <= action)
    name = ENTITIES[start][action - start]
    return f"{WORDS[start]} {name}" if start in WORDS else name


def deeds(g: Game) -> list[str]:
    """The actions of the turn: "buy east 2", "play PREN103X", "fair west", "ops east" ..."""
    return [in_words(action) for action in answers(g) if line.BUY <= action < line.ACTIVATE]


def path(g: Game) -> list[tuple[int, int]]:
    """The (row, cell) of the table that the bot carried out, one after the other."""
    return [where(place)[1:] for _, place in g.notes if place < TURN_OVER]


def passes(g: Game) -> list[int]:
    """In which reading of the table each cell of the path was found."""
    return [where(place)[0] for _, place in g.notes if place < TURN_OVER]


def cards_of(g: Game, seat: int) -> list[str]:
    """Every card of a tableau: the columns West and East, then what is under them."""
    columns = [c for side in ("west", "east") for c in g.to_dict()["players"][seat][side]]
    found = [column if isinstance(column, str) else column["card"] for column in columns]
    for column in columns:
        if isinstance(column, dict):
            for under in (*column.get("queens", ()), *column.get("vassals", ())):
                found.append(under if isinstance(under, str) else under["card"])
    return found


def bishop_on(g: Game, card: str) -> str | None:
    """The colour of the bishop on a card in a tableau."""
    for player in g.to_dict()["players"]:
        for column in (*player["west"], *player["east"]):
            if isinstance(column, dict) and column["card"] == card:
                return column.get("bishop")
    return None


def florins(g: Game, seat: int = BOT) -> int:
    return g.to_dict()["players"][seat]["florins"]


def cities(g: Game) -> dict[str, str]:
    return g.to_dict()["cities"]


def borders(g: Game) -> dict[str, list[str]]:
    return g.to_dict()["borders"]


def repressed(g: Game, empire: str) -> dict[str, int]:
    """The tokens on a square, wherever it is."""
    tokens = g.states["repressed"][0, EMPIRE_NAMES.index(empire)]
    return {TOKEN_NAMES[i]: int(n) for i, n in enumerate(tokens) if n}
