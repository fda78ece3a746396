"""A picture of the table: the map by areas, the tracks, a board for each player; with Pillow.

Nothing hidden is drawn: of hands only their size, bids once they are revealed. The size depends on
the number of players alone, so that pictures make a film.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.notation.names import SHIP_NAMES
from paxren_env.games.age_of_renaissance.queries import is_in_play
from paxren_env.games.age_of_renaissance.text import decision_text
from paxren_env.games.age_of_renaissance.text.words import (
    condition_words,
    misery_words,
    seat_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

Colour = tuple[int, int, int]
WIDTH, MARGIN = 1280, 12
HEAD_HEIGHT = 74
CELL_WIDTH, CELL_HEIGHT = 155, 27
TITLE_HEIGHT = 20
BOARD_HEIGHT = 74
# Areas from west to east, as they lie on the map; the last two are overseas.
COLUMNS = ((1, 3, 8, 9), (0, 2), (6, 7), (4, 5))
MAP_TOP = HEAD_HEIGHT
MOST_ROWS = 18
MAP_HEIGHT = MOST_ROWS * CELL_HEIGHT + 2 * (TITLE_HEIGHT + MARGIN)
TRACK_LEFT, TRACK_STEP = 560, 11  # of the Misery index
ADVANCE_LEFT, ADVANCE_STEP = 560, 22

INK: Colour = (43, 38, 33)
FAINT: Colour = (150, 140, 124)
PAPER: Colour = (244, 237, 222)
CELL: Colour = (255, 251, 240)
CLOSED: Colour = (228, 220, 203)
SATELLITE: Colour = (236, 228, 208)
CAPITAL: Colour = (250, 231, 170)
OWNED: Colour = (120, 160, 110)
NEW: Colour = (255, 255, 255)
ACTIVE: Colour = (183, 28, 28)
SEAT_COLOURS = (
    (33, 90, 170), (198, 40, 40), (218, 165, 32), (20, 140, 90), (142, 68, 160), (110, 90, 70),
)  # fmt: skip


def picture(game: "Game") -> np.ndarray:
    """The table as an array (height, width, 3) of uint8, as everybody may see it."""
    s = view(game.states, 0)
    boards_top = MAP_TOP + MAP_HEIGHT
    pen = Pen(WIDTH, boards_top + s.num_players * BOARD_HEIGHT + MARGIN)
    draw_head(pen, s, game)
    draw_map(pen, s)
    for place, seat in enumerate(s.order[: s.num_players]):
        draw_board(pen, s, int(seat), place, boards_top + place * BOARD_HEIGHT)
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

    def box(self, x: int, y: int, width: int, height: int, fill: Colour) -> None:
        self.draw.rectangle((x, y, x + width, y + height), fill, FAINT)

    def write(self, x: int, y: int, words: str, size: int = 13, ink: Colour = INK) -> None:
        self.draw.text((x, y), words, ink, font(size))

    def marker(self, x: int, y: int, seat: int, is_new: bool) -> None:
        """A disc; placed this turn, white inside."""
        self.draw.ellipse((x, y, x + 14, y + 14), SEAT_COLOURS[seat], INK)
        if is_new:
            self.draw.ellipse((x + 4, y + 4, x + 10, y + 10), NEW)

    def tokens(self, x: int, y: int, seat: int, count: int, is_new: bool) -> None:
        """A square with a number; placed this turn, white inside."""
        colour = SEAT_COLOURS[seat]
        self.draw.rectangle((x, y, x + 14, y + 14), NEW if is_new else colour, colour, 2)
        self.write(x + (4 if count < 10 else 1), y, str(count), 12, colour if is_new else NEW)


@lru_cache(maxsize=8)
def font(size: int) -> Any:
    return import_module("PIL.ImageFont").load_default(size)


# --- above the map --------------------------------------------------------------------------------
def draw_head(pen: Pen, s: Any, game: "Game") -> None:
    """Turn, phase, what is asked, the markets and what holds for this turn."""
    versions = f"epoch {s.epoch} of {s.last_epoch}, {s.pile_size} cards in the pile"
    now = f"turn {s.turn}, {c.PHASE_NAMES[s.phase]}; {versions}"
    pen.write(MARGIN, 6, f"Age of Renaissance: {now}", 17)
    pen.write(MARGIN, 29, asked(game), 13, ACTIVE)
    pen.write(MARGIN, 49, "; ".join(standing(s)) or "no Shortage, no Surplus", 13)


def asked(game: "Game") -> str:
    """Who must decide; of secret decisions not what."""
    seat = game.deciding_player
    if game.is_over or seat < 0:
        return decision_text(game).splitlines()[0]
    row = game.spec.frames.decisions[game.decision_id]
    s = view(game.states, 0)
    return f"{seat_words(s, seat)}: {'bids in secret' if row.is_secret else row.name}"


def standing(s: Any) -> Iterator[str]:
    """Conditions of the markets, cards in play, flags."""
    for commodity in np.flatnonzero(s.sigma):
        yield f"{c.COMMODITY_NAMES[commodity]}: {condition_words(int(s.sigma[commodity]))}"
    for rank, seat in enumerate(s.military):
        if seat >= 0:
            yield f"{c.RANK_NAMES[rank]}: {seat_words(s, int(seat))}"
    if s.war_by >= 0:
        yield f"War: {seat_words(s, s.war_by)} against {seat_words(s, s.war_against)}"
    if s.papal >= 0:
        yield f"Papal Decree: no {c.CATEGORY_NAMES[s.papal]}"
    if s.num_leaders:
        yield f"{s.num_leaders} Leaders in the queue"


# --- the map --------------------------------------------------------------------------------------
def draw_map(pen: Pen, s: Any) -> None:
    """Areas in four columns, two provinces side by side."""
    edition = int(bool(s.options & c.EURO_MAP))
    for column, areas in enumerate(COLUMNS):
        left = MARGIN + column * (2 * CELL_WIDTH + 2)
        top = MAP_TOP
        for area in areas:
            inside = [i for i in range(c.NUM_PROVINCES) if t.AREA_OF[edition, i] == area]
            inside = [i for i in inside if is_on_map(s, i)]
            pen.write(left, top + 2, c.AREA_NAMES[area], 14)
            top += TITLE_HEIGHT
            for number, province in enumerate(inside):
                x = left + number % 2 * CELL_WIDTH
                draw_province(pen, s, province, x, top + number // 2 * CELL_HEIGHT)
            top += (len(inside) + 1) // 2 * CELL_HEIGHT + MARGIN // 2


def is_on_map(s: Any, province: int) -> bool:
    """Printed on the map of this edition, in play or not."""
    edition, loire = int(bool(s.options & c.EURO_MAP)), int(bool(s.options & c.LOIRE))
    return bool(t.IN_PLAY[edition, loire, c.MAX_PLAYERS, province])


def draw_province(pen: Pen, s: Any, province: int, x: int, y: int) -> None:
    """Name, market, commodities, and the pieces in it."""
    pen.box(x, y, CELL_WIDTH - 4, CELL_HEIGHT - 3, ground(s, province))
    ink = INK if is_in_play(s, province) else FAINT
    pen.write(x + 3, y, t.PROVINCE_NAMES[province], 11, ink)
    pen.write(x + 3, y + 11, f"{t.MARKET[province]} {goods(province)}", 10, FAINT)
    right = x + CELL_WIDTH - 22
    for seat in range(s.num_players):
        if s.marker[province] == seat:
            pen.marker(right, y + 5, seat, s.marker_kind[province] != c.OLD_MARKER)
            right -= 17
        for counts, is_new in ((s.old, False), (s.new, True)):
            if counts[seat, province]:
                pen.tokens(right, y + 5, seat, int(counts[seat, province]), is_new)
                right -= 17


def ground(s: Any, province: int) -> Colour:
    if not is_in_play(s, province):
        return CLOSED
    if t.PROVINCE_KIND[province] == c.SATELLITE:
        return SATELLITE
    return CAPITAL if t.PROVINCE_KIND[province] == c.CAPITAL else CELL


def goods(province: int) -> str:
    names = [n for i, n in enumerate(c.COMMODITY_NAMES) if t.PRODUCES[province] >> i & 1]
    return "+".join(name[:6] for name in names)


# --- boards ---------------------------------------------------------------------------------------
def draw_board(pen: Pen, s: Any, seat: int, place: int, y: int) -> None:
    """One player: money, pieces, ship, advances, the Misery index."""
    pen.box(MARGIN, y, WIDTH - 2 * MARGIN, BOARD_HEIGHT - 6, CELL)
    pen.draw.rectangle((MARGIN, y, MARGIN + 10, y + BOARD_HEIGHT - 6), SEAT_COLOURS[seat])
    slot = int(t.SLOTS[s.num_players, place])
    left = MARGIN + 20
    if s.misery[seat] == c.CHAOS:
        pen.write(left, y + 5, f"{seat_words(s, seat)} (seat {seat}): in Chaos", 15, FAINT)
        return
    is_asked = s.stack_size > 0 and s.stack[s.stack_size - 1, 1] == seat
    name = f"{seat_words(s, seat)} (seat {seat}), slot {slot}"
    pen.write(left, y + 3, name, 15, ACTIVE if is_asked else INK)
    bid = "secret" if s.bids_secret else int(s.bid[seat])
    money = f"${s.cash[seat]}   written ${s.written_cash[seat]}   bid {bid}"
    pen.write(left, y + 25, f"{money}   cards {s.hand_size[seat]}", 13)
    tokens = f"Expansion {s.expansion[seat]}   Stock {s.stock[seat]}   Mat {s.mat[seat]}"
    pen.write(left, y + 45, f"{tokens}   ship {SHIP_NAMES[s.ship[seat]]}", 13)
    draw_advances(pen, int(s.advances[seat]), int(s.bought[seat]), y + 8)
    draw_misery(pen, int(s.misery[seat]), SEAT_COLOURS[seat], y + 40)


def draw_advances(pen: Pen, owned: int, bought: int, y: int) -> None:
    """The 26 letters; those bought this turn in red."""
    for i, letter in enumerate(t.ADVANCE_LETTERS):
        x = ADVANCE_LEFT + i * ADVANCE_STEP
        pen.box(x, y, ADVANCE_STEP - 3, 20, OWNED if owned >> i & 1 else PAPER)
        pen.write(x + 5, y + 2, letter, 13, ACTIVE if bought >> i & 1 else INK)


def draw_misery(pen: Pen, misery: int, colour: Colour, y: int) -> None:
    """The track from 0 to 1000, and where the player stands."""
    pen.box(TRACK_LEFT, y, c.CHAOS * TRACK_STEP, 14, PAPER)
    pen.draw.rectangle((TRACK_LEFT, y, TRACK_LEFT + misery * TRACK_STEP, y + 14), colour)
    words = f"Misery {misery_words(misery)}"
    pen.write(TRACK_LEFT + c.CHAOS * TRACK_STEP + 10, y - 1, words, 13)
