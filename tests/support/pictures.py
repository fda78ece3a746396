"""What a picture says, read from the file: things with their answers, words with their places."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from paxren_env.core.svg import BOLD, width_of

SVG = "{http://www.w3.org/2000/svg}"
MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


class Thing(NamedTuple):
    """An element that can be explained, and perhaps answered."""

    title: str
    label: str
    actions: list[int]
    is_marked: bool


class Words(NamedTuple):
    """A piece of text and the box it fills at most."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Words", slack: float = 0.0) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > slack and down > slack


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def things(svg: str) -> list[Thing]:
    """All things of a picture."""
    found = []
    for element in parsed(svg).iter(f"{SVG}g"):
        looks = element.get("class", "").split()
        if "thing" in looks:
            actions = [int(word) for word in element.get("data-actions", "").split()]
            title = element.findtext(f"{SVG}title") or ""
            label = element.get("aria-label", "")
            found.append(Thing(title, label, actions, "can" in looks))
    return found


def answers(svg: str) -> set[int]:
    """Every action that some thing stands for."""
    return {action for thing in things(svg) for action in thing.actions}


def words(svg: str) -> list[Words]:
    """Every text with its box, wherever it is moved to."""
    return list(_words(parsed(svg), 0.0, 0.0))


def _words(element: ElementTree.Element, x: float, y: float) -> Iterator[Words]:
    moved = MOVED.search(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag == f"{SVG}text":
        yield _box(element, x, y)
    for child in element:
        yield from _words(child, x, y)


def _box(element: ElementTree.Element, x: float, y: float) -> Words:
    text, size = element.text or "", float(element.get("font-size", 0))
    looks = element.get("class", "").split()
    wide = width_of(text, size) * (BOLD if "bold" in looks else 1.0)
    left = x + float(element.get("x", 0))
    left -= wide / 2 if "mid" in looks else wide if "end" in looks else 0
    bottom = y + float(element.get("y", 0))
    return Words(text, left, bottom - size * 0.75, left + wide, bottom + size * 0.1)
