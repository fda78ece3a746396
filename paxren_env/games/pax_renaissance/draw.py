"""A picture of the table: market, map, tableaux and a legend; drawn with Pillow.

Its size depends on the number of players alone, so that pictures make a film. Where there is too
much for its place, "+n" says how much is left out.
"""

from functools import lru_cache
from importlib import import_module
from math import ceil
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import numpy as np

from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance import text
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.queries import has_slot
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.pieces import (
    old_maids_of,
    prestige_of,
    queens_of,
)
from paxren_env.games.pax_renaissance.text.printed import EMPIRE_SIGNS, square_text
from paxren_env.games.pax_renaissance.text.words import (
    LOCATION_TITLES,
    PRESTIGE_TITLES,
    RELIGION_TITLES,
    bank_and_seat,
    bank_words,
    city_title,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]  # left, top, right, bottom

WIDTH = 1280
MARGIN = 16
HEAD_HEIGHT = 64
MARKET_HEIGHT = 132
TILE_WIDTH, TILE_HEIGHT, GAP = 226, 154, 30
PLAYER_HEIGHT = 138
HELD_LINES = 5  # of a player's hand and old maids
ROW_HEIGHT, CARD_HEIGHT = 66, 60
USUAL_CARDS, MOST_CARDS = 10, 13  # in a row of a tableau; above the first they get narrow
CELL_WIDTH, CELL_HEIGHT = 28, 15  # of a small token with its number
LEGEND_HEIGHT = 32
MAP_TOP = HEAD_HEIGHT + MARKET_HEIGHT + MARGIN
PLAYERS_TOP = MAP_TOP + 2 * TILE_HEIGHT + GAP + MARGIN

INK: Colour = (43, 38, 33)
FAINT: Colour = (140, 128, 112)
PAPER: Colour = (244, 237, 222)
CARD: Colour = (255, 251, 240)
BACK: Colour = (214, 202, 178)
SEA: Colour = (176, 202, 214)
LAND: Colour = (206, 190, 158)
FLORIN: Colour = (224, 178, 58)
ACTIVE: Colour = (183, 28, 28)
TOKEN_COLOURS = ((218, 165, 32), (46, 125, 50), (198, 40, 40))  # gold, green, red
# Theocracies in pale gold, green and red; medieval last, where -1 finds it.
TILE_COLOURS = ((250, 231, 170), (200, 226, 190), (243, 199, 190), (233, 223, 202))
SEAT_COLOURS = ((33, 90, 170), (142, 68, 160), (20, 140, 140), (214, 110, 30))

SHAPES = {  # by the first token of each kind
    c.KNIGHT: "knight",
    c.ROOK: "rook",
    c.PAWN: "pawn in its player's colour",
    c.PIRATE: "pirate",
    c.BISHOP: "bishop",
}


def picture(game: "Game") -> np.ndarray:
    """The table as an array (height, width, 3) of uint8, everybody's hands face up."""
    s = view(game.states, 0)
    legend_top = PLAYERS_TOP + s.num_players * PLAYER_HEIGHT
    pen = Pen(WIDTH, legend_top + LEGEND_HEIGHT)
    draw_head(pen, s, game)
    draw_market(pen, s, HEAD_HEIGHT)
    draw_map(pen, s, MAP_TOP)
    for player in range(s.num_players):
        draw_player(pen, s, player, PLAYERS_TOP + player * PLAYER_HEIGHT)
    draw_legend(pen, legend_top + LEGEND_HEIGHT // 2)
    return np.asarray(pen.image, np.uint8).copy()


class Pen:
    """Pillow's drawing, with the few shapes of this table."""

    def __init__(self, width: int, height: int) -> None:
        try:
            pillow = import_module("PIL.Image")
        except ImportError as error:
            raise ImportError(
                'render_mode "rgb_array" draws with Pillow: pip install "paxren-env[render]"'
            ) from error
        self.image = pillow.new("RGB", (width, height), PAPER)
        self.draw = import_module("PIL.ImageDraw").Draw(self.image)

    def box(self, box: Box, fill: Colour, outline: Colour = FAINT, width: int = 1) -> None:
        self.draw.rounded_rectangle(box, 5, fill, outline, width)

    def write(self, x: int, y: int, words: str, size: int = 13, ink: Colour = INK) -> None:
        self.draw.text((x, y), plain(words), ink, font(size))

    def wrap(self, x: int, y: int, width: int, words: str, size: int, most: int) -> int:
        """Words in a few lines, the last one cut where the room ends; how many lines it took."""
        lines = fold(words, width, size)
        if len(lines) > most:
            lines[most - 1 :] = [cut(" ".join(lines[most - 1 :]), width, size)]
        for number, line in enumerate(lines):
            self.write(x, y + number * (size + 2), line, size)
        return len(lines)

    def disc(self, x: int, y: int, fill: Colour, radius: int = 8) -> None:
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, INK)

    def ring(self, x: int, y: int) -> None:
        """An empty place for a token."""
        self.draw.ellipse((x - 7, y - 7, x + 7, y + 7), None, FAINT)

    def busted(self, x: int, y: int) -> None:
        """The sign of an emporium that is no place for tokens."""
        self.ring(x, y)
        self.draw.line((x - 5, y - 5, x + 5, y + 5), FAINT, 2)
        self.draw.line((x - 5, y + 5, x + 5, y - 5), FAINT, 2)

    def florins(self, x: int, y: int, number: int) -> None:
        self.disc(x, y, FLORIN, 10)
        words = str(number)
        self.write(x - round(width_of(words, 12) / 2), y - 7, words, 12)

    def token(self, x: int, y: int, token: int, radius: int = 8) -> None:
        """A token of any kind around a point."""
        kind = max(kind for kind in SHAPES if kind <= token)
        colours = SEAT_COLOURS if kind == c.PAWN else TOKEN_COLOURS
        self.shape(x, y, kind, colours[token - kind], radius)

    def shape(self, x: int, y: int, kind: int, fill: Colour, radius: int = 8) -> None:
        """What all tokens of a kind look like."""
        wide, long = radius - 1, radius + 1
        if kind == c.BISHOP:
            corners = [(x, y - long), (x + wide, y), (x, y + long), (x - wide, y)]
            self.draw.polygon(corners, fill, INK)
        elif kind == c.PIRATE:
            corners = [(x, y - long), (x + long, y + wide), (x - long, y + wide)]
            self.draw.polygon(corners, fill, INK)
        else:
            self.disc(x, y, fill, radius)
        if kind == c.ROOK:
            half = radius // 2 - 1
            self.draw.rectangle((x - half, y - half, x + half, y + half), INK)
        elif kind == c.KNIGHT:
            half = radius // 2
            self.draw.line((x - half, y, x + half, y), INK, 2)
            self.draw.line((x, y - half, x, y + half), INK, 2)

    def tokens(self, box: Box, counted: list[tuple[int, int]]) -> None:
        """Tokens with their numbers, line by line; "+n" for those that have no room."""
        left, top, right, bottom = box
        across = (right - left) // CELL_WIDTH
        room = across * ((bottom - top) // CELL_HEIGHT)
        shown = with_room(counted, room)
        cells = [
            (left + i % across * CELL_WIDTH, top + i // across * CELL_HEIGHT) for i in range(room)
        ]
        for (x, y), (token, number) in zip(cells, shown):
            self.token(x + 6, y + 7, token, 6)
            if number > 1:
                self.write(x + 14, y + 1, str(number), 11)
        left_out = sum(number for _, number in counted[len(shown) :])
        if left_out:
            self.write(cells[-1][0], cells[-1][1] + 1, f"+{left_out}", 11)


# --- much in little room ------------------------------------------------------------------------
def with_room(things: list[Any], room: int) -> list[Any]:
    """All of them, or as many as leave the last place to the number of the rest."""
    return things if len(things) <= room else things[: room - 1]


def plain(words: str) -> str:
    """Pillow's own font has no accents."""
    return "".join(sign for sign in normalize("NFKD", words) if not combining(sign))


@lru_cache
def font(size: int) -> Any:
    return import_module("PIL.ImageFont").load_default(size)


def width_of(words: str, size: int) -> int:
    return ceil(font(size).getlength(plain(words)))


def fold(words: str, width: int, size: int) -> list[str]:
    """The words in lines of this width; only a word that is too long itself is hyphenated."""
    lines = [""]
    for word in words.split():
        line = f"{lines[-1]} {word}".strip()
        if width_of(line, size) <= width:
            lines[-1] = line
            continue
        while width_of(word, size) > width:
            part = longest(word, "-", width, size)
            lines.append(part + "-")
            word = word[len(part) :]
        lines.append(word)
    return [line for line in lines if line]


def cut(words: str, width: int, size: int) -> str:
    """The words, or as many of them as there is room for."""
    if width_of(words, size) <= width:
        return words
    return longest(words, "…", width, size).rstrip() + "…"


def longest(words: str, end: str, width: int, size: int) -> str:
    """The longest beginning that has room together with this end; one sign at least."""
    length = len(words)
    while length > 1 and width_of(words[:length] + end, size) > width:
        length -= 1
    return words[:length]


# --- the head and the market --------------------------------------------------------------------
def draw_head(pen: Pen, s: State, game: "Game") -> None:
    """Whose turn it is, what is asked of whom, and the victory squares."""
    # A game is cut when its next turn would begin.
    turn = s.turn + (s.status != c.TRUNCATED)
    pen.write(MARGIN, 10, f"Pax Renaissance · turn {turn}", 20)
    if game.is_over:
        now = text.result_text(s)
    else:
        now = f"{bank_words(s, s.turn_player)}'s turn · {text.decision_text(game)}"
    pen.wrap(MARGIN, 38, WIDTH - 2 * MARGIN, now, 14, 1)
    x = WIDTH - MARGIN
    for victory in reversed(range(4 if s.map != c.AGE_OF_REFORMATION else 5)):
        name = c.VICTORY_NAMES[victory].capitalize()
        width = width_of(name, 13) + 16
        x -= width + 6
        active = bool(s.active[victory])
        pen.box((x, 10, x + width, 32), ACTIVE if active else PAPER)
        pen.write(x + 8, 13, name, 13, CARD if active else FAINT)


def draw_market(pen: Pen, s: State, top: int) -> None:
    """Both rows with their florins; the first column is face down, but known."""
    width = (WIDTH - 2 * MARGIN - 62) // c.NUM_COLUMNS
    for side in range(2):
        y = top + side * 66
        pen.write(MARGIN, y + 12, c.SIDE_NAMES[side].capitalize(), 15)
        pen.write(MARGIN, y + 32, f"{s.deck_size[side]} left", 12, FAINT)
        for column in range(c.NUM_COLUMNS):
            slot = side * c.NUM_COLUMNS + column
            x = MARGIN + 70 + column * width
            box = (x, y, x + width - 8, y + 58)
            card = int(s.market[slot])
            pen.box(box, PAPER if card == NONE else BACK if column == 0 else CARD)
            if card != NONE:
                pen.wrap(x + 8, y + 6, width - 48, t.CARD_NAMES[card], 12, 2)
                place = int(t.CARD_LOCATION[card])
                where = "" if place == NONE else LOCATION_TITLES[place]
                pen.write(x + 8, y + 38, where, 11, FAINT)
            if s.market_florins[slot]:
                pen.florins(x + width - 24, y + 16, int(s.market_florins[slot]))
            if s.market_paid[slot]:
                pen.write(x + width - 44, y + 38, "usury", 11, ACTIVE)


def queen_name(queen: int) -> str:
    return f"Queen: {t.CARD_NAMES[queen]}"


# --- the map ------------------------------------------------------------------------------------
def tile(empire: int, top: int) -> Box:
    """B12d: empires lie in a grid of 2 x 5."""
    x = MARGIN + empire % 5 * (TILE_WIDTH + GAP)
    y = top + empire // 5 * (TILE_HEIGHT + GAP)
    return x, y, x + TILE_WIDTH, y + TILE_HEIGHT


def draw_map(pen: Pen, s: State, top: int) -> None:
    for empire in range(c.NUM_EMPIRES):
        draw_empire(pen, s, empire, tile(empire, top))
    for border in range(c.NUM_BORDERS):
        draw_border(pen, s, border, top)


def draw_empire(pen: Pen, s: State, empire: int, box: Box) -> None:
    """An empire in the colour of its religion: its cities, then its square if nobody has it."""
    x, y, _, _ = box
    pen.box(box, TILE_COLOURS[s.religion[empire]], INK)
    pen.write(x + 8, y + 5, t.EMPIRE_TITLES[empire], 15)
    below = y + 37
    for city in range(c.NUM_CITIES):
        if t.CITY_EMPIRE[city] == empire and t.CITY_FIRST[city] == city and has_slot(s, city):
            draw_city(pen, s, city, x + 18, below)
            below += 19
    if s.place[c.SQUARE + empire] == c.IN_THRONE:
        draw_throne(pen, s, c.SQUARE + empire, box, below - 9)


def draw_city(pen: Pen, s: State, city: int, x: int, y: int) -> None:
    """All slots of a city with their tokens; crossed out where an emporium is busted."""
    side = int(t.CITY_EMPORIUM[city])
    name = city_title(city)
    if side != NONE and s.open_emporium[side] != city:
        pen.busted(x, y)
        pen.write(x + 13, y - 8, name, 12, FAINT)
        return
    for slot in range(city, t.CITY_LAST[city] + 1):
        if not has_slot(s, slot):
            continue
        if s.city[slot] != NONE:
            pen.token(x, y, int(s.city[slot]))
        else:
            pen.ring(x, y)
        x += 18
    pen.write(x - 5, y - 8, name if side == NONE else f"{name} ({c.SIDE_NAMES[side]} route)", 12)


def draw_throne(pen: Pen, s: State, square: int, box: Box, below: int) -> None:
    """THRONE: the square's bishop beside the title; below the cities its queens and tokens."""
    x, y, right, bottom = box
    pen.box((right - 70, y + 4, right - 6, y + 26), CARD)
    pen.write(right - 62, y + 8, "throne", 11, FAINT)
    if s.bishop[square] != NONE:
        pen.token(right - 16, y + 15, c.BISHOP + int(s.bishop[square]))
    foot = bottom - CELL_HEIGHT - 5
    queens = queens_of(s, square)
    shown = with_room(queens, (foot - below) // CELL_HEIGHT)
    for i, queen in enumerate(shown):
        draw_queen(pen, s, queen, x + 11, below + i * CELL_HEIGHT)
    if len(shown) < len(queens):
        more = f"+{len(queens) - len(shown)} more queens"
        pen.write(x + 11, below + len(shown) * CELL_HEIGHT, more, 11, FAINT)
    pen.tokens((x + 11, foot, right - 6, bottom - 5), repressed_on(s, square - c.SQUARE))


def draw_queen(pen: Pen, s: State, queen: int, x: int, y: int) -> None:
    """A queen in a throne, in one line."""
    words = queen_name(queen)
    pen.write(x, y, words, 11)
    if s.bishop[queen] != NONE:
        pen.token(x + width_of(words, 11) + 12, y + 7, c.BISHOP + int(s.bishop[queen]), 6)


def repressed_on(s: State, empire: int) -> list[tuple[int, int]]:
    """B13: the kinds of tokens on the square, each with its number."""
    numbers = s.repressed[empire].tolist()
    return [(token, number) for token, number in enumerate(numbers) if number]


def draw_border(pen: Pen, s: State, border: int, top: int) -> None:
    """B6: a bridge between two empires with a pawn, a pirate, or both."""
    one, other = sorted(int(empire) for empire in t.BORDER_EMPIRES[border])
    left, upper, right, lower = tile(one, top)
    if other == one + 1:
        x, y = right + GAP // 2, (upper + lower) // 2
        box = (x - 14, y - 24, x + 14, y + 24)
    else:
        x, y = (left + right) // 2, lower + GAP // 2
        box = (x - 24, y - 14, x + 24, y + 14)
    pen.box(box, SEA if t.BORDER_SEA[border] else LAND)
    tokens = []
    if s.pawn[border] != NONE:
        tokens.append(c.PAWN + int(s.pawn[border]))
    if s.pirate[border] != NONE:
        tokens.append(c.PIRATE + int(s.pirate[border]))
    for i, token in enumerate(tokens):
        shift = 11 * (2 * i - len(tokens) + 1)
        across = other == one + 1
        pen.token(x if across else x + shift, y + shift if across else y, token)


# --- players ------------------------------------------------------------------------------------
def draw_player(pen: Pen, s: State, player: int, top: int) -> None:
    """A player's florins, prestige and hand; then the West and the East row of the tableau."""
    colour = SEAT_COLOURS[player]
    pen.draw.rectangle((MARGIN, top + 4, MARGIN + 6, top + PLAYER_HEIGHT - 8), colour)
    name = bank_and_seat(s, player)
    pen.write(MARGIN + 16, top + 4, name, 15, colour)
    if s.eliminated[player]:
        pen.write(MARGIN + 24 + width_of(name, 15), top + 4, "bankrupt", 15, ACTIVE)
    pen.florins(MARGIN + 26, top + 38, int(s.florins[player]))
    prestige = ", ".join(f"{n} {PRESTIGE_TITLES[k]}" for k, n in prestige_of(s, player))
    pen.wrap(MARGIN + 44, top + 28, 190, prestige or "no prestige", 12, 2)
    draw_held(pen, s, player, MARGIN + 16, top + 62)
    for i, side in enumerate((c.WEST, c.EAST)):
        draw_row(pen, s, player, side, 262, top + 2 + i * ROW_HEIGHT)


def draw_held(pen: Pen, s: State, player: int, x: int, top: int) -> None:
    """The hand and the old maids, one below the other."""
    hand = s.hand[player, : s.hand_size[player]].tolist()
    held = [f"Hand: {t.CARD_NAMES[card]}" for card in hand]
    held += [f"Old maid: {t.CARD_NAMES[queen]}" for queen in old_maids_of(s, player)]
    line = 0
    for i, words in enumerate(held):
        lines = len(fold(words, 218, 12))
        last = i == len(held) - 1
        if line + lines > HELD_LINES - (not last):  # unless it is the last, one line for the rest
            pen.write(x, top + line * 14, f"+{len(held) - i} more", 12, ACTIVE)
            return
        line += pen.wrap(x, top + line * 14, 218, words, 12, lines)


def draw_row(pen: Pen, s: State, player: int, side: int, left: int, top: int) -> None:
    """One row of a tableau from the board outwards; what is tucked is tied to its column."""
    pen.write(left, top + 22, c.SIDE_NAMES[side].capitalize(), 12, FAINT)
    cards = s.tableau[player, side, : s.tableau_size[player, side]].tolist()
    shown = with_room(cards, MOST_CARDS)
    left_out = len(cards) - len(shown)
    left += 40
    step = (WIDTH - MARGIN - left) // max(USUAL_CARDS, min(len(cards), MOST_CARDS))
    for i, card in enumerate(shown):
        x = left + i * step
        draw_card(pen, s, card, (x, top, x + step - 6, top + CARD_HEIGHT))
        if s.under[card] != NONE:
            pen.draw.rectangle((x - 6, top + 26, x, top + 34), INK)
    if left_out:
        pen.write(left + len(shown) * step, top + 22, f"+{left_out} more", 12, ACTIVE)


def draw_card(pen: Pen, s: State, card: int, box: Box) -> None:
    """A card or square in play, with what is on it."""
    x, y, right, bottom = box
    is_square = card >= c.SQUARE
    is_vassal = is_square and s.under[card] != NONE
    tokens = tokens_on(s, card)
    fill = TILE_COLOURS[s.religion[card - c.SQUARE]] if is_square else CARD
    pen.box(box, BACK if s.silenced[card] else fill, INK, 3 if s.op_used[card] else 1)
    size = 11 if right - x > 80 else 10
    most = 2 if is_vassal else 3 if tokens else 4
    lines = pen.wrap(x + 5, y + 3, right - x - 6, card_title(s, card), size, most)
    if is_vassal:
        suzerain = EMPIRE_SIGNS[s.under[card] - c.SQUARE]
        pen.write(x + 5, y + 3 + lines * (size + 2), f"vassal of {suzerain}", size, ACTIVE)
        lines += 1
    pen.tokens((x + 5, y + 3 + lines * (size + 2), right, bottom), tokens)


def tokens_on(s: State, card: int) -> list[tuple[int, int]]:
    """The bishop on a card or square, and what is repressed there."""
    bishop = [] if s.bishop[card] == NONE else [(c.BISHOP + int(s.bishop[card]), 1)]
    return bishop + (repressed_on(s, card - c.SQUARE) if card >= c.SQUARE else [])


def card_title(s: State, card: int) -> str:
    if card >= c.SQUARE:
        return square_text(s, card - c.SQUARE)
    return queen_name(card) if t.CARD_KIND[card] == c.QUEEN else t.CARD_NAMES[card]


# --- the legend ---------------------------------------------------------------------------------
def draw_legend(pen: Pen, y: int) -> None:
    """What the signs mean, in one line; a shape that comes in several colours is blank."""
    x = MARGIN
    for kind, name in SHAPES.items():
        pen.shape(x + 8, y, kind, CARD)
        x = draw_label(pen, x, y, name)
    for colour, name in zip(TOKEN_COLOURS, RELIGION_TITLES):
        pen.box((x, y - 7, x + 16, y + 7), colour)
        x = draw_label(pen, x, y, name)
    pen.busted(x + 8, y)
    x = draw_label(pen, x, y, "busted")
    for colour, name in ((SEA, "sea border"), (LAND, "land border"), (BACK, "silenced, face down")):
        pen.box((x, y - 7, x + 16, y + 7), colour)
        x = draw_label(pen, x, y, name)
    pen.box((x, y - 7, x + 16, y + 7), CARD, INK, 3)
    draw_label(pen, x, y, "has acted")


def draw_label(pen: Pen, x: int, y: int, words: str) -> int:
    """Words beside a sign; where the next sign begins."""
    pen.write(x + 22, y - 8, words, 12)
    return x + 22 + width_of(words, 12) + 14
