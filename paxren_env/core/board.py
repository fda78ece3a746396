"""Boards drawn from points: every place gets the land nearest to its point.

Rows of a game's `data/layout.csv` say where places are; the borders between them, with a coast's
irregularity, follow. Two places share a border here exactly if their cells touch: where the rules
say otherwise, a game draws a link or a barrier.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from pathlib import Path
from random import Random

from paxren_env.core.svg import Point, open_path

FRAME = -1  # the other side of a border: the end of the board
WIGGLES = 3  # times that a border is broken in two
ROUGH = 0.16  # how far the middle of a piece moves aside, in parts of its length
ROUGHEST = 45.0  # longer pieces move no further
SHORTEST = 6.0  # of a border that counts


@dataclass(frozen=True)
class Place:
    """A row of a layout."""

    kind: str
    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Cell:
    """The land of a place: its outline, and its borders by the place on the other side."""

    outline: tuple[Point, ...]
    borders: dict[int, tuple[Point, ...]]


def read_layout(path: Path) -> list[Place]:
    """Places with their kinds and names, in the order of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Place(row["kind"], row["name"], float(row["x"]), float(row["y"])) for row in rows]


def cells(points: Sequence[Point], width: float, height: float) -> list[Cell]:
    """The land nearest to each point, on a board of this size."""
    return [_cell(points, i, width, height) for i in range(len(points))]


def _cell(points: Sequence[Point], own: int, width: float, height: float) -> Cell:
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    sides = [FRAME] * 4  # sides[i]: what lies beyond the border from corner i to the next one
    x, y = points[own]
    others = sorted((hypot(p[0] - x, p[1] - y), i) for i, p in enumerate(points) if i != own)
    for distance, other in others:
        if distance > 2 * max(hypot(cx - x, cy - y) for cx, cy in corners):
            break
        corners, sides = _cut_off(corners, sides, points[own], points[other], other)
    return _rough_cell(own, corners, sides)


def _cut_off(
    corners: list[Point], sides: list[int], own: Point, point: Point, other: int
) -> tuple[list[Point], list[int]]:
    """Without what is nearer to the other point."""
    across = point[0] - own[0], point[1] - own[1]
    middle = (own[0] + point[0]) / 2, (own[1] + point[1]) / 2
    far = [(cx - middle[0]) * across[0] + (cy - middle[1]) * across[1] for cx, cy in corners]
    new_corners: list[Point] = []
    new_sides: list[int] = []
    for i, corner in enumerate(corners):
        after = (i + 1) % len(corners)
        if far[i] <= 0:
            new_corners.append(corner)
            new_sides.append(sides[i])
        if (far[i] <= 0) != (far[after] <= 0):
            part = far[i] / (far[i] - far[after])
            next_corner = corners[after]
            crossing = (
                corner[0] + part * (next_corner[0] - corner[0]),
                corner[1] + part * (next_corner[1] - corner[1]),
            )
            new_corners.append(crossing)
            new_sides.append(other if far[i] <= 0 else sides[i])
    return new_corners, new_sides


def _rough_cell(own: int, corners: list[Point], sides: list[int]) -> Cell:
    outline: list[Point] = []
    borders: dict[int, tuple[Point, ...]] = {}
    for i, corner in enumerate(corners):
        end = corners[(i + 1) % len(corners)]
        border = rough_line(corner, end, own, sides[i])
        outline += border[:-1]
        length = hypot(end[0] - corner[0], end[1] - corner[1])
        if sides[i] != FRAME and length >= SHORTEST:
            borders[sides[i]] = tuple(border)
    return Cell(tuple(outline), borders)


def rough_line(start: Point, end: Point, own: int, other: int) -> list[Point]:
    """The border as a line that is not straight, the same seen from both sides."""
    if other == FRAME:
        return [start, end]
    if own > other:
        return rough_line(end, start, other, own)[::-1]
    rng = Random(own * 1000 + other)
    line = [start, end]
    for _ in range(WIGGLES):
        broken = [line[0]]
        for a, b in pairwise(line):
            length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
            aside = rng.uniform(-ROUGH, ROUGH) * min(length, ROUGHEST)
            middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            across = (a[1] - b[1]) / length, (b[0] - a[0]) / length
            broken += [(middle[0] + aside * across[0], middle[1] + aside * across[1]), b]
        line = broken
    return line


def middle(points: Sequence[Point]) -> Point:
    """The centre of mass of a piece of land."""
    x = y = area = 0.0
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0])):
        part = ax * by - bx * ay
        x, y, area = x + (ax + bx) * part, y + (ay + by) * part, area + part
    return x / (3 * area), y / (3 * area)


# --- what the rules say of borders ----------------------------------------------------------------
def shared(land: Sequence[Cell]) -> dict[tuple[int, int], tuple[Point, ...]]:
    """The borders between two places, lower number first."""
    return {
        (i, j): border for i, cell in enumerate(land) for j, border in cell.borders.items() if i < j
    }


def line_path(borders: Iterable[Sequence[Point]]) -> str:
    """Open lines as one path."""
    return "".join(open_path(line) for line in borders)
