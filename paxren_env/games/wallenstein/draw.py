"""A picture of the table: the counties by region, the seats, the cards; drawn with Pillow.

Its size depends on the number of players alone, so that pictures make a film. It is the table as
everybody sees it: hidden boxes are face down.
"""

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.record import view
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.text.asked import pending_text
from paxren_env.games.wallenstein.text.words import (
    TILE_WORDS,
    bid_words,
    county_words,
    event_words,
    favour_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

Colour = tuple[int, int, int]

WIDTH, MARGIN = 1320, 14
HEAD_HEIGHT, REGION_HEIGHT, CARDS_HEIGHT, SEAT_HEIGHT = 62, 76, 150, 84
REGION_LEFT, COUNTY_WIDTH, GAP = 100, 131, 4
MAP_HEIGHT = c.NUM_REGIONS * REGION_HEIGHT
BOX_LEFT, BOX_WIDTH = 330, 74
SHORT_BOXES = (
    "conv 3", "conv 2", "conv 1", "palace", "church", "post", "grain", "taxes", "deploy 5",
    "deploy 3", "deploy 1", "combat A", "combat B",
)  # fmt: skip

INK: Colour = (43, 38, 33)
FAINT: Colour = (140, 128, 112)
PAPER: Colour = (244, 237, 222)
CARD: Colour = (255, 251, 240)
BACK: Colour = (206, 194, 170)
UNREST: Colour = (183, 28, 28)
PEASANT: Colour = (62, 130, 60)
SEAT_COLOURS = (
    (45, 95, 175), (196, 52, 44), (214, 160, 30), (128, 70, 150), (70, 70, 78), PEASANT
)  # fmt: skip
BUILDING_LETTERS = "PCT"


def picture(game: "Game") -> np.ndarray:
    """The table as an array (height, width, 3) of uint8, as everybody sees it."""
    s = view(game.states, 0)
    seats_top = HEAD_HEIGHT + MAP_HEIGHT + CARDS_HEIGHT
    pen = Pen(WIDTH, seats_top + s.num_players * SEAT_HEIGHT + MARGIN)
    draw_head(pen, s, game)
    for region in range(c.NUM_REGIONS):
        draw_region(pen, s, region, HEAD_HEIGHT + region * REGION_HEIGHT)
    draw_cards(pen, s, HEAD_HEIGHT + MAP_HEIGHT)
    for seat in range(s.num_players):
        draw_seat(pen, s, seat, seats_top + seat * SEAT_HEIGHT)
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

    def box(self, x: int, y: int, width: int, height: int, fill: Colour, rim: Colour) -> None:
        self.draw.rounded_rectangle((x, y, x + width, y + height), 5, fill, rim)

    def write(self, x: int, y: int, words: str, size: int = 12, ink: Colour = INK) -> None:
        self.draw.text((x, y), plain(words), ink, font(size))

    def cut(
        self, x: int, y: int, width: int, words: str, size: int = 12, ink: Colour = INK
    ) -> None:
        """As `write`, as many of the words as there is room for."""
        while len(words) > 1 and font(size).getlength(plain(words)) > width:
            words = words[:-2] + "…" if words.endswith("…") else words[:-1] + "…"
        self.write(x, y, words, size, ink)

    def cube(self, x: int, y: int, colour: int, number: int) -> None:
        """Cubes of a colour with their number."""
        self.draw.rectangle((x, y, x + 22, y + 18), SEAT_COLOURS[colour], INK)
        self.write(x + (3 if number > 9 else 7), y + 2, str(number), 13, CARD)


def plain(words: str) -> str:
    """Pillow's own font has no accents."""
    return "".join(sign for sign in normalize("NFKD", words) if not combining(sign))


@lru_cache
def font(size: int) -> Any:
    return import_module("PIL.ImageFont").load_default(size)


def pale(colour: Colour) -> Colour:
    """The same, much lighter."""
    red, green, blue = ((channel + 3 * 255) // 4 for channel in colour)
    return red, green, blue


# --- the head and the map -------------------------------------------------------------------------
def draw_head(pen: Pen, s: State, game: "Game") -> None:
    """When it is, and what is asked; of a plan only who makes it."""
    season, phase = c.SEASON_NAMES[s.season], c.PHASE_NAMES[s.phase].replace("_", " ")
    pen.write(MARGIN, 8, f"Wallenstein · year {s.year + 1}, {season} · {phase}", 20)
    pen.cut(MARGIN, 36, WIDTH - 2 * MARGIN, pending_text(game, None), 14)


def draw_region(pen: Pen, s: State, region: int, top: int) -> None:
    """The counties of a region in a row."""
    pen.write(MARGIN, top + 8, c.REGION_NAMES[region], 14)
    pen.write(MARGIN, top + 28, "tax/grain/sites", 10, FAINT)
    first = region * c.COUNTIES_PER_REGION
    for county in range(first, first + c.COUNTIES_PER_REGION):
        if s.num_players > c.MIN_PLAYERS or t.THREE_PLAYERS[county]:
            draw_county(pen, s, county, REGION_LEFT + (county - first) * (COUNTY_WIDTH + GAP), top)


def draw_county(pen: Pen, s: State, county: int, x: int, top: int) -> None:
    """A county in the colour of its owner: armies, buildings, markers, leaders, statues."""
    owner = int(s.owner[county])
    fill = CARD if owner == NONE else pale(SEAT_COLOURS[owner])
    rim = FAINT if owner == NONE else SEAT_COLOURS[owner]
    pen.box(x, top, COUNTY_WIDTH, REGION_HEIGHT - 6, fill, rim)
    pen.cut(x + 6, top + 4, COUNTY_WIDTH - 10, county_words(county), 13)
    numbers = f"{t.TAX[county]}/{t.GRAIN[county]}/{t.SITES[county]}"
    pen.write(x + 6, top + 22, numbers, 11, FAINT)
    if s.gained[county]:
        pen.write(x + 46, top + 22, "gained", 11, FAINT)
    if owner != NONE:
        pen.cube(x + 6, top + 42, owner, int(s.armies[county]))
    draw_buildings(pen, s, county, x + 34, top + 42)
    if s.markers[county]:
        pen.write(x + 92, top + 20, "!" * min(6, int(s.markers[county])), 15, UNREST)
    draw_figures(pen, s, county, x + 90, top + 42)


def draw_buildings(pen: Pen, s: State, county: int, x: int, y: int) -> None:
    """Palace, church, trading post as letters; free sites are empty."""
    there = [b for b in range(c.NUM_BUILDINGS) if s.buildings[county] >> b & 1]
    for site in range(int(t.SITES[county])):
        is_built = site < len(there)
        pen.box(x + site * 18, y, 15, 18, INK if is_built else PAPER, FAINT)
        if is_built:
            pen.write(x + site * 18 + 4, y + 2, BUILDING_LETTERS[there[site]], 12, CARD)


def draw_figures(pen: Pen, s: State, county: int, x: int, y: int) -> None:
    """ML: leaders as discs, statues as their number."""
    for seat in range(s.num_players):
        if s.leader[seat] == county:
            pen.draw.ellipse((x, y, x + 18, y + 18), SEAT_COLOURS[seat], INK)
            pen.write(x + 6, y + 2, "L", 12, CARD)
            x += 20
        if s.statues[county, seat]:
            pen.write(x, y + 2, f"S{s.statues[county, seat]}", 12, SEAT_COLOURS[seat])
            x += 20


# --- cards ----------------------------------------------------------------------------------------
def draw_cards(pen: Pen, s: State, top: int) -> None:
    """Action cards, tiles, events and favours."""
    pen.write(MARGIN, top + 6, "Actions", 14)
    for place in range(c.NUM_ACTION_CARDS):
        draw_action(pen, s, place, REGION_LEFT + place * 121, top + 2)
    pen.write(MARGIN, top + 38, "Tiles", 14)
    for place in range(c.NUM_TILES):
        if s.tile_at[place] != NONE:
            words = f"{place + 1}: {TILE_WORDS[s.tile_at[place]]}"
            pen.cut(REGION_LEFT + place * 243, top + 40, 236, words, 12)
    peasants = ", ".join(
        f"{name} {getattr(s, name)[c.PEASANTS]}" for name in ("supply", "tray", "tower")
    )
    pen.write(MARGIN, top + CARDS_HEIGHT - 16, f"Peasants: {peasants}", 12, PEASANT)
    told = [f"in force: {event_words(int(s.event))}"] if s.event != NONE else []
    told += [event_words(int(event)) for event in s.event_open if event != NONE]
    told += [favour_words(s, int(favour)) for favour in s.favour_open if favour != NONE]
    for i, words in enumerate(told[:8]):
        x = MARGIN + i % 2 * (WIDTH // 2)
        pen.cut(x, top + 62 + i // 2 * 19, WIDTH // 2 - 20, words, 12)


def draw_action(pen: Pen, s: State, place: int, x: int, y: int) -> None:
    """One place: open, closed, or the one under way."""
    action = int(s.action_at[place])
    is_now = s.action_place == place
    pen.box(x, y, 116, 24, BACK if action == NONE else CARD, UNREST if is_now else FAINT)
    words = "closed" if action == NONE else c.ACTION_NAMES[action].replace("_", " ")
    pen.cut(x + 6, y + 5, 106, f"{place + 1}: {words}", 12, FAINT if action == NONE else INK)


# --- seats ----------------------------------------------------------------------------------------
def draw_seat(pen: Pen, s: State, seat: int, top: int) -> None:
    """What a seat has, then its mat."""
    colour = SEAT_COLOURS[seat]
    pen.draw.rectangle((MARGIN, top + 4, MARGIN + 6, top + SEAT_HEIGHT - 8), colour)
    place = "" if s.position[seat] == NONE else f" · position {s.position[seat] + 1}"
    won = " · won" if s.winner[seat] else ""
    pen.write(MARGIN + 14, top + 2, f"seat {seat}: {s.vp[seat]} VP{place}{won}", 15, colour)
    pen.write(MARGIN + 14, top + 23, f"{s.thalers[seat]} Thalers, {s.grain[seat]} grain", 12)
    cubes = f"cubes: supply {s.supply[seat]}, tray {s.tray[seat]}, tower {s.tower[seat]}"
    pen.write(MARGIN + 14, top + 40, cubes, 12)
    pen.write(MARGIN + 14, top + 57, extra_words(s, seat), 12, FAINT)
    for box in range(c.NUM_BOXES):
        draw_box(pen, s, seat, box, BOX_LEFT + box * BOX_WIDTH, top + 4)


def extra_words(s: State, seat: int) -> str:
    """The bid once it is shown, and the modules."""
    parts = [f"bid {bid_words(int(s.bid[seat]))}"] if s.bids_shown else []
    parts += [f"hall {s.hall[seat]}"] if s.options & c.EMPERORS_COURT else []
    parts += [f"level {s.level[seat]}"] if s.options & c.LANDSKNECHTE else []
    return ", ".join(parts)


def draw_box(pen: Pen, s: State, seat: int, box: int, x: int, y: int) -> None:
    """A box of the mat: its card once it is revealed."""
    if box < c.NUM_COURT_BOXES and not s.options & c.EMPERORS_COURT:
        return
    is_shown = bool(s.shown[seat, box])
    is_laid = s.phase > c.PLANNING_PHASE and s.plan[seat, box] != NONE
    fill = CARD if is_shown else BACK if is_laid else PAPER
    pen.box(x, y, BOX_WIDTH - 4, SEAT_HEIGHT - 14, fill, FAINT)
    pen.write(x + 5, y + 4, SHORT_BOXES[box], 11, FAINT)
    if is_shown:
        pen.cut(x + 5, y + 26, BOX_WIDTH - 12, shown_words(int(s.plan[seat, box])), 11)


def shown_words(card: int) -> str:
    """A revealed card in a word."""
    if card < c.NUM_COUNTIES:
        return county_words(card)
    return {c.TOWER_CARD: "tower", c.BLANK: "blank", c.VOID: "void"}.get(card, "money")
