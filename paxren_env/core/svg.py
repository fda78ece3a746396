"""Pictures of a table as plain SVG: shapes, words, seats, and what can be answered by a click.

    pen = Pen(400, 300, Answers(game, viewer))
    with pen.thing("London: a city", CITY + 3):
        pen.circle(20, 20, 8, "card ink-line edge")
    return pen.svg("The table", COLOURS)

Colours are names: the class `card` fills with the colour, `card-line` draws a line in it. A thing
with answers carries them as `data-actions`; of those, it is of the class `can` if one is legal.
Nothing is drawn that the viewer may not see: that is for the game's own `draw` to keep.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from paxren_env.core.game import Game

Colours = Mapping[str, tuple[str, str]]  # by name: on a light and on a dark page
Point = tuple[float, float]

HOUSE: Colours = {
    "paper": ("#f5efe0", "#1b1a18"),
    "panel": ("#ebe1cb", "#262421"),
    "card": ("#fffaf0", "#38342e"),
    "back": ("#cdbf9f", "#4c453b"),
    "ink": ("#2b2621", "#efe8da"),
    "faint": ("#857a69", "#9b9182"),
    "rim": ("#b8aa8d", "#5d564a"),
    "lit": ("#d2451e", "#ff9d5c"),
    "glow": ("#ffd9a8", "#6b4320"),
    "gold": ("#e0b23a", "#c99a2a"),
    "dark": ("#1d1a17", "#1d1a17"),
    "white": ("#ffffff", "#ffffff"),
    "seat0": ("#2b62b8", "#5b8ee0"),
    "seat1": ("#c0342b", "#e0655c"),
    "seat2": ("#dca521", "#dca521"),
    "seat3": ("#7d3c98", "#b07acb"),
    "seat4": ("#4a4d57", "#8b90a0"),
    "seat5": ("#2b8a55", "#4fb27c"),
    "seat0-pale": ("#c9d9f2", "#243a5e"),
    "seat1-pale": ("#f2cdc9", "#5a2b28"),
    "seat2-pale": ("#f5e3ad", "#574617"),
    "seat3-pale": ("#e2d0ea", "#45284f"),
    "seat4-pale": ("#d6d8de", "#3b3e47"),
    "seat5-pale": ("#c7e5d4", "#1f4a33"),
}
# Of the shape of each seat, to be told apart without colours: corners, from an angle, how large.
SEAT_SHAPES = ((0, 0, 1.0), (4, 45, 1.2), (4, 0, 1.25), (3, -90, 1.45), (6, 0, 1.1), (5, 90, 1.2))
DARK_ON = ("seat2",)  # seats with dark numbers on their shapes
RULES = """
.table{font-family:"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
.table .bold{font-weight:bold}
.table .mid{text-anchor:middle}
.table .end{text-anchor:end}
.table .hollow{fill:none}
.table .spaced{letter-spacing:.12em;opacity:.55}
.table .thin{stroke-width:.6}
.table .thick{stroke-width:2.5}
.table .dashed{stroke-dasharray:4 3}
.table .can{cursor:pointer}
.table .may{cursor:help}
.table .can .edge{stroke:var(--lit);stroke-width:3}
.table .can:focus .edge,.table .can:hover .edge{stroke-width:5}
"""
# How wide letters are, in parts of their size: those of a wide font, so that others fit as well.
WIDTHS = {
    sign: width
    for width, signs in {
        0.3: " ',.IJijl·",
        0.37: "-/:;\\f|!()[]rt",
        0.5: '*_`sz"',
        0.6: "?LcFPTYaekovxy",
        0.7: "ABCRVXZ…",
        0.8: "DGHNU&OQw",
        0.95: "#+<=>M^~%m@W",
    }.items()
    for sign in signs
}
USUAL_WIDTH, BOLD = 0.64, 1.1


# --- what can be answered -------------------------------------------------------------------------
class Answers:
    """The answers of whoever looks: of the segments of the action line that are asked for."""

    def __init__(self, game: "Game", viewer: int | None) -> None:
        # An automaton may stand at a step: then nobody is asked anything.
        is_asked = viewer == game.deciding_player and game.decision_id >= 0
        self.legal = frozenset(game.legal_actions()) if is_asked else frozenset()
        self.own = frozenset(own_actions(game)) if is_asked else frozenset()

    def among(self, actions: Iterable[int]) -> list[int]:
        """Those of the actions that answer what is asked, legal or not."""
        return [action for action in actions if action in self.own]


def own_actions(game: "Game") -> list[int]:
    """The actions of the segments that the pending decision takes."""
    return np.flatnonzero(game.spec.answer_kinds[game.decision_id]).tolist()


# --- the pen --------------------------------------------------------------------------------------
class Pen:
    """Writes shapes, one line of the file for each thing."""

    def __init__(self, width: int, height: int, answers: Answers | None = None) -> None:
        self.width, self.height = width, height
        self.answers = answers
        self.parts: list[str] = []

    def add(self, part: str) -> None:
        self.parts.append(part)

    def svg(self, label: str, colours: Colours) -> str:
        """The whole file."""
        box = f'viewBox="0 0 {self.width} {self.height}"'
        size = f'width="{self.width}" height="{self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size} class="table" role="group"'
        words = escape(label, quote=True)
        style = stylesheet(tuple(colours.items()))
        ground = f'<rect class="paper" width="{self.width}" height="{self.height}"/>'
        first = f'{head} aria-label="{words}">'
        return "\n".join((first, f"<style>{style}</style>", ground, *self.parts, "</svg>\n"))

    @contextmanager
    def thing(self, title: str, *actions: int, label: str = "") -> Iterator[None]:
        """What is drawn inside is one thing: its explanation, and what a click on it answers."""
        outside, self.parts = self.parts, []
        yield
        inside, self.parts = self.parts, outside
        head = thing_head(title, label, actions, self.answers)
        self.parts.append(f"{head}<title>{escape(title)}</title>{''.join(inside)}</g>")

    # --- shapes
    def rect(self, x: float, y: float, width: float, height: float, look: str, radius=4) -> None:
        size = f'width="{width:g}" height="{height:g}"'
        self.add(f'<rect class="{look}" x="{x:g}" y="{y:g}" {size} rx="{radius:g}"/>')

    def circle(self, x: float, y: float, radius: float, look: str) -> None:
        self.add(f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def line(self, x: float, y: float, to_x: float, to_y: float, look: str) -> None:
        self.add(f'<path class="{look}" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>')

    def path(self, d: str, look: str) -> None:
        self.add(f'<path class="{look}" d="{d}"/>')

    def polygon(self, points: Sequence[Point], look: str) -> None:
        corners = " ".join(f"{x:.4g} {y:.4g}" for x, y in points)
        self.add(f'<polygon class="{look}" points="{corners}"/>')

    def sign(self, x: float, y: float, scale: float, d: str, look: str) -> None:
        """A shape drawn around 0, 0, put there."""
        where = f"translate({x:g} {y:g}) scale({scale:g})"
        self.add(f'<path class="{look}" transform="{where}" d="{d}"/>')

    # --- words
    def text(self, x: float, y: float, words: str, size: float, look: str = "ink") -> None:
        """Words on a line; the looks `mid` and `end` say where they are anchored."""
        said = escape(words, quote=False)
        self.add(f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:g}">{said}</text>')

    def cut(self, x: float, y: float, width: float, words: str, size: float, look="ink") -> None:
        """As many of the words as there is room for."""
        self.text(x, y, cut(words, width / boldness(look), size), size, look)

    def wrap(
        self, x: float, y: float, width: float, words: str, size: float, most: int, look="ink"
    ) -> int:
        """Words in a few lines, the last one cut where the room ends; how many lines it took."""
        lines = fold(words, width / boldness(look), size, most)
        for number, line in enumerate(lines):
            self.text(x, y + number * round(size * 1.2), line, size, look)
        return len(lines)

    # --- seats
    def seat(self, x: float, y: float, radius: float, seat: int, words: str = "") -> None:
        """A piece of a seat: its shape in its colour, with a number in it."""
        corners, angle, scale = SEAT_SHAPES[seat]
        look = f"seat{seat} ink-line"
        if corners:
            self.polygon(regular(x, y, radius * scale, corners, angle), look)
        else:
            self.circle(x, y, radius, look)
        if words:
            ink = "dark" if f"seat{seat}" in DARK_ON else "white"
            size = radius * (1.25 if len(words) < 2 else 1.0)
            self.text(x, y + size * 0.36, words, size, f"{ink} bold mid")


def thing_head(title: str, label: str, actions: Sequence[int], answers: Answers | None) -> str:
    """The opening tag of a thing."""
    own = answers.among(actions) if answers else []
    said = escape(label or title.partition("\n")[0], quote=True)
    if not own:
        return f'<g class="thing" role="img" aria-label="{said}">'
    is_legal = any(action in answers.legal for action in own) if answers else False
    look = 'class="thing can" tabindex="0"' if is_legal else 'class="thing may"'
    numbers = " ".join(str(action) for action in own)
    return f'<g {look} role="button" aria-label="{said}" data-actions="{numbers}">'


# --- colours --------------------------------------------------------------------------------------
@lru_cache
def stylesheet(own: tuple[tuple[str, tuple[str, str]], ...] = ()) -> str:
    """The colours of the house and of a game as CSS, for light and dark pages."""
    colours = {**HOUSE, **dict(own)}
    light, dark = (
        "".join(f"--{name}:{pair[mode]};" for name, pair in colours.items()) for mode in (0, 1)
    )
    fills = "".join(f".table .{name}{{fill:var(--{name})}}\n" for name in colours)
    lines = "".join(f".table .{name}-line{{stroke:var(--{name})}}\n" for name in colours)
    night = f"@media (prefers-color-scheme:dark){{.table{{{dark}}}}}"
    return f".table{{{light}}}\n{night}\n{fills}{lines}{RULES.strip()}"


# --- words ----------------------------------------------------------------------------------------
def width_of(words: str, size: float) -> float:
    """How wide words are at most, in the usual fonts."""
    return size * sum(WIDTHS.get(sign, USUAL_WIDTH) for sign in words)


def boldness(look: str) -> float:
    """How much wider words with this look are."""
    return BOLD if "bold" in look else 1.0


@lru_cache(maxsize=20000)
def cut(words: str, width: float, size: float) -> str:
    """As many of the words as there is room for."""
    if width_of(words, size) <= width:
        return words
    while len(words) > 1 and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@lru_cache(maxsize=20000)
def fold(words: str, width: float, size: float, most: int) -> tuple[str, ...]:
    """Words in at most so many lines."""
    lines: list[str] = []
    left = words.split()
    while left and len(lines) < most - 1:
        line = left.pop(0)
        while left and width_of(f"{line} {left[0]}", size) <= width:
            line += f" {left.pop(0)}"
        lines.append(cut(line, width, size))
    if left:
        lines.append(cut(" ".join(left), width, size))
    return tuple(lines)


# --- geometry -------------------------------------------------------------------------------------
@lru_cache(maxsize=20000)
def regular(x: float, y: float, radius: float, corners: int, angle: float) -> tuple[Point, ...]:
    """A regular polygon, its first corner at this angle."""
    turns = (angle / 180 * pi + 2 * pi * i / corners for i in range(corners))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def outline(points: Iterable[Point]) -> str:
    """A closed path through the points."""
    return open_path(points) + "z"


def open_path(points: Iterable[Point]) -> str:
    """A path through the points, to the nearest whole one."""
    whole = [(round(x), round(y)) for x, y in points]
    steps = (f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(whole))
    return f"M{whole[0][0]} {whole[0][1]}l{' '.join(steps)}"
