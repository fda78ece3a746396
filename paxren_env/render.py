"""A picture of the table: market, map, tableaux; drawn with Pillow.

Discs are knights (with a cross) and rooks (with a square), triangles pirates, diamonds bishops;
plain discs in the colours of the players are pawns.
"""

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import numpy as np

from paxren_env import constants as c
from paxren_env import tables as t
from paxren_env import text
from paxren_env._view import View
from paxren_env.constants import NONE
from paxren_env.state import State
from paxren_env.text.pieces import has_slot, old_maids_of, prestige_of, queens_of
from paxren_env.text.printed import square_text
from paxren_env.text.words import PRESTIGE_TITLES, bank_words

if TYPE_CHECKING:
    from paxren_env.game import Game

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]  # left, top, right, bottom

WIDTH = 1280
MARGIN = 16
HEAD_HEIGHT = 64
MARKET_HEIGHT = 132
TILE_WIDTH, TILE_HEIGHT, GAP = 226, 154, 30
PLAYER_HEIGHT = 138
CARD_WIDTH, CARD_HEIGHT = 84, 50

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


def picture(game: "Game") -> np.ndarray:
    """The table as an array (height, width, 3) of uint8, everybody's hands face up."""
    s: State = View(game.states, 0)
    height = HEAD_HEIGHT + MARKET_HEIGHT + 2 * TILE_HEIGHT + GAP + 3 * MARGIN
    pen = Pen(WIDTH, height + s.num_players * PLAYER_HEIGHT + MARGIN)
    draw_head(pen, s, game)
    draw_market(pen, s, HEAD_HEIGHT)
    draw_map(pen, s, HEAD_HEIGHT + MARKET_HEIGHT + MARGIN)
    for player in range(s.num_players):
        draw_player(pen, s, player, height + player * PLAYER_HEIGHT)
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

    def wrap(self, box: Box, words: str, size: int, lines: int) -> None:
        """Words in a few lines, the last one cut where the room ends."""
        left, top, right, _ = box
        rest = words.split()
        for line in range(lines):
            if not rest:
                return
            taken = rest.pop(0)
            while rest and self.fits(f"{taken} {rest[0]}", right - left, size):
                taken += " " + rest.pop(0)
            if rest and line == lines - 1:
                taken += " …"
            while not self.fits(taken, right - left, size):
                taken = taken.rstrip(" …")[:-1] + "…"
            self.write(left, top + line * (size + 2), taken, size)

    def fits(self, words: str, width: int, size: int) -> bool:
        return font(size).getlength(plain(words)) <= width

    def disc(self, x: int, y: int, fill: Colour, radius: int = 8) -> None:
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, INK)

    def polygon(self, corners: list[tuple[int, int]], fill: Colour) -> None:
        self.draw.polygon(corners, fill, INK)

    def florins(self, x: int, y: int, number: int) -> None:
        self.disc(x, y, FLORIN, 10)
        words = str(number)
        self.write(x - round(font(12).getlength(words) / 2), y - 7, words, 12)

    def token(self, s: State, x: int, y: int, token: int) -> None:
        """A token of any kind around a point."""
        if token >= c.BISHOP:
            corners = [(x, y - 9), (x + 7, y), (x, y + 9), (x - 7, y)]
            self.polygon(corners, TOKEN_COLOURS[token - c.BISHOP])
        elif token >= c.PIRATE:
            corners = [(x, y - 9), (x + 9, y + 7), (x - 9, y + 7)]
            self.polygon(corners, TOKEN_COLOURS[token - c.PIRATE])
        elif token >= c.PAWN:
            self.disc(x, y, SEAT_COLOURS[token - c.PAWN])
        elif token >= c.ROOK:
            self.disc(x, y, TOKEN_COLOURS[token - c.ROOK])
            self.draw.rectangle((x - 3, y - 3, x + 3, y + 3), INK)
        else:
            self.disc(x, y, TOKEN_COLOURS[token])
            self.draw.line((x - 4, y, x + 4, y), INK, 2)
            self.draw.line((x, y - 4, x, y + 4), INK, 2)


def plain(words: str) -> str:
    """Pillow's own font has no accents."""
    return "".join(sign for sign in normalize("NFKD", words) if not combining(sign))


@lru_cache
def font(size: int) -> Any:
    return import_module("PIL.ImageFont").load_default(size)


# --- the head and the market --------------------------------------------------------------------
def draw_head(pen: Pen, s: State, game: "Game") -> None:
    """Whose turn it is, what is asked of whom, and the victory squares."""
    pen.write(MARGIN, 10, f"Pax Renaissance · turn {s.turn + 1}", 20)
    if game.is_over:
        now = text.result_text(s)
    else:
        turn = bank_words(s, s.turn_player)
        now = f"{turn}'s turn · {text.decision_text(game)}"
    pen.wrap((MARGIN, 38, WIDTH - MARGIN, 60), now, 14, 1)
    x = WIDTH - MARGIN
    for victory in reversed(range(4 if s.map != c.AGE_OF_REFORMATION else 5)):
        name = c.VICTORY_NAMES[victory].capitalize()
        width = round(font(13).getlength(name)) + 16
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
                pen.wrap((x + 8, y + 6, x + width - 40, y + 58), t.CARD_NAMES[card], 12, 2)
                place = int(t.CARD_LOCATION[card])
                where = "" if place == NONE else c.LOCATION_NAMES[place].replace("_", " ")
                pen.write(x + 8, y + 38, where, 11, FAINT)
            if s.market_florins[slot]:
                pen.florins(x + width - 24, y + 16, int(s.market_florins[slot]))
            if s.market_paid[slot]:
                pen.write(x + width - 44, y + 38, "usury", 11, ACTIVE)


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
    """An empire in the colour of its religion, with its square below if nobody has it."""
    x, y, right, bottom = box
    pen.box(box, TILE_COLOURS[s.religion[empire]], INK)
    pen.write(x + 8, y + 5, t.EMPIRE_TITLES[empire], 15)
    row = 0
    for city in range(c.NUM_CITIES):
        if t.CITY_EMPIRE[city] == empire and has_slot(s, city):
            draw_city(pen, s, city, x + 18, y + 37 + row * 19)
            row += 1
    square = c.SQUARE + empire
    if s.place[square] == c.IN_THRONE:
        pen.box((right - 88, y + 26, right - 6, y + 48), CARD)
        pen.write(right - 80, y + 30, "throne", 11, FAINT)
        if s.bishop[square] != NONE:
            pen.token(s, right - 18, y + 37, c.BISHOP + int(s.bishop[square]))
        for i, queen in enumerate(queens_of(s, square)):
            pen.wrap((right - 84, y + 51 + i * 28, right - 8, bottom), t.CARD_NAMES[queen], 11, 2)
            if s.bishop[queen] != NONE:
                pen.token(s, right - 94, y + 62 + i * 28, c.BISHOP + int(s.bishop[queen]))
        draw_repressed(pen, s, empire, right - 14, bottom - 14)


def draw_city(pen: Pen, s: State, city: int, x: int, y: int) -> None:
    """A slot with its token; a cross where an emporium is busted, a ring where one is open."""
    side = int(t.CITY_EMPORIUM[city])
    busted = side != NONE and s.open_emporium[side] != city
    if s.city[city] != NONE:
        pen.token(s, x, y, int(s.city[city]))
    else:
        pen.draw.ellipse((x - 7, y - 7, x + 7, y + 7), None, FAINT)
    if busted:
        pen.draw.line((x - 5, y - 5, x + 5, y + 5), FAINT, 2)
        pen.draw.line((x - 5, y + 5, x + 5, y - 5), FAINT, 2)
    name = t.CITY_TITLES[city].partition(" (")[0]
    if side != NONE and not busted:
        name += f" ({c.SIDE_NAMES[side]} route)"
    pen.write(x + 13, y - 8, name, 12, FAINT if busted else INK)


def draw_repressed(pen: Pen, s: State, empire: int, right: int, y: int) -> None:
    """B13: the tokens on the square, from right to left."""
    tokens = [k for k in range(c.NUM_REPRESSED) for _ in range(s.repressed[empire, k])]
    for i, token in enumerate(tokens):
        pen.token(s, right - i * 18, y, token)


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
        pen.token(s, x if across else x + shift, y + shift if across else y, token)


# --- players ------------------------------------------------------------------------------------
def queen_name(queen: int) -> str:
    return f"Queen: {t.CARD_NAMES[queen]}"


def draw_player(pen: Pen, s: State, player: int, top: int) -> None:
    """A player's florins, prestige and hand; then the West and the East row of the tableau."""
    colour = SEAT_COLOURS[player]
    pen.draw.rectangle((MARGIN, top + 4, MARGIN + 6, top + PLAYER_HEIGHT - 8), colour)
    name = f"{bank_words(s, player)} (seat {player})"
    pen.write(MARGIN + 16, top + 4, name, 15, colour)
    pen.florins(MARGIN + 26, top + 38, int(s.florins[player]))
    prestige = ", ".join(f"{n} {PRESTIGE_TITLES[k]}" for k, n in prestige_of(s, player))
    pen.wrap((MARGIN + 44, top + 28, 250, top + 60), prestige or "no prestige", 12, 2)
    hand = s.hand[player, : s.hand_size[player]].tolist()
    held = [f"Hand: {t.CARD_NAMES[card]}" for card in hand]
    held += [f"Old maid: {t.CARD_NAMES[queen]}" for queen in old_maids_of(s, player)]
    for i, words in enumerate(held[:5]):
        pen.wrap((MARGIN + 16, top + 62 + i * 16, 250, 0), words, 12, 1)
    for side, label in ((c.WEST, 0), (c.EAST, 1)):
        draw_row(pen, s, player, side, 262, top + 2 + label * 66)


def draw_row(pen: Pen, s: State, player: int, side: int, left: int, top: int) -> None:
    """One row of a tableau from the board outwards; what is tucked overlaps its column."""
    pen.write(left, top + 18, c.SIDE_NAMES[side].capitalize(), 12, FAINT)
    cards = s.tableau[player, side, : s.tableau_size[player, side]].tolist()
    room = WIDTH - MARGIN - left - 44
    step = min(CARD_WIDTH + 4, room // max(1, len(cards)))
    for i, card in enumerate(cards):
        draw_card(pen, s, card, left + 40 + i * step, top + (8 if s.under[card] != NONE else 0))


def draw_card(pen: Pen, s: State, card: int, x: int, y: int) -> None:
    """A card or square in play, with what is on it."""
    box = (x, y, x + CARD_WIDTH, y + CARD_HEIGHT)
    fill = TILE_COLOURS[s.religion[card - c.SQUARE]] if card >= c.SQUARE else CARD
    pen.box(box, BACK if s.silenced[card] else fill, INK if s.op_used[card] else FAINT)
    if card >= c.SQUARE:
        name = square_text(s, card - c.SQUARE)
    else:
        name = t.CARD_NAMES[card] if t.CARD_KIND[card] != c.QUEEN else queen_name(card)
    pen.wrap((x + 5, y + 3, x + CARD_WIDTH - 4, 0), name, 11, 3)
    if s.bishop[card] != NONE:
        pen.token(s, x + CARD_WIDTH - 10, y + 2, c.BISHOP + int(s.bishop[card]))
    if card >= c.SQUARE:
        draw_repressed(pen, s, card - c.SQUARE, x + CARD_WIDTH - 8, y + CARD_HEIGHT)
