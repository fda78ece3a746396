"""RENDER: in the picture nothing lies over anything else, and nothing is left out in silence."""

import re

import numpy as np
import pytest

from paxren_env.core.jit import INTERPRETED
from paxren_env.games.pax_renaissance import draw as render
from paxren_env.games.pax_renaissance.constants import (
    COLOUR_NAMES,
    EAST,
    MAP_NAMES,
    TOKEN_NAMES,
    WEST,
)
from paxren_env.games.pax_renaissance.tables import CARD_CODES, QUEENS
from paxren_env.games.pax_renaissance.text.words import PRESTIGE_TITLES
from tests.games.pax_renaissance.positions import game, square, unused
from tests.games.pax_renaissance.random_play import positions

pytest.importorskip("PIL")
pytestmark = pytest.mark.interpreted

GAMES = 1 if INTERPRETED else 3
EVERY = 40 if INTERPRETED else 20  # decisions from one picture to the next


# --- where everything is ------------------------------------------------------------------------
class Recorder(render.Pen):
    """A pen that remembers what it drew, and where."""

    last: "Recorder"
    words: list[str]
    marks: list[render.Box]  # words, tokens and florins
    boxes: list[render.Box]

    def __init__(self, width, height):
        super().__init__(width, height)
        self.size = width, height
        self.words, self.marks, self.boxes = [], [], []
        self.on_a_coin = False
        Recorder.last = self

    def box(self, box, *rest):
        super().box(box, *rest)
        self.boxes.append(box)

    def write(self, x, y, words, size=13, ink=render.INK):
        super().write(x, y, words, size, ink)
        self.words.append(words)
        if not self.on_a_coin:
            self.marks.append(self.draw.textbbox((x, y), render.plain(words), render.font(size)))

    def shape(self, x, y, kind, fill, radius=8):
        super().shape(x, y, kind, fill, radius)
        self.marks.append((x - radius, y - radius, x + radius, y + radius))

    def florins(self, x, y, number):
        self.marks.append((x - 10, y - 10, x + 10, y + 10))
        self.on_a_coin = True
        super().florins(x, y, number)
        self.on_a_coin = False


@pytest.fixture(autouse=True)
def _record(monkeypatch):
    monkeypatch.setattr(render, "Pen", Recorder)


def drawn(position):
    """The pen that drew the picture; nothing is in the way of anything else."""
    render.picture(position)
    pen = Recorder.last
    marks, boxes = np.array(pen.marks), np.array(pen.boxes)
    assert (marks[:, :2] >= 0).all() and (marks[:, 2:] <= pen.size).all()
    overlapping = touch(marks, marks) & ~np.eye(len(marks), dtype=bool)
    assert not overlapping.any(), marks[np.argwhere(overlapping)[0]]
    crossing = touch(marks, boxes) & ~lie_within(marks, boxes)
    assert not crossing.any(), marks[np.argwhere(crossing)[0, 0]]
    return pen


def touch(some, others):
    """Which of these have a point in common with which of the others."""
    a, b = some[:, None], others[None]
    return (a[..., :2] < b[..., 2:]).all(-1) & (b[..., :2] < a[..., 2:]).all(-1)


def lie_within(some, others):
    a, b = some[:, None], others[None]
    return (a[..., :2] >= b[..., :2]).all(-1) & (a[..., 2:] <= b[..., 2:]).all(-1)


# --- positions ----------------------------------------------------------------------------------
BISHOPS = [*COLOUR_NAMES] * 3
EVERY_KIND = {name: 2 for name in TOKEN_NAMES[:8]}  # of a game of two players


def table(me=None, **rest):
    """Medici with this, Fugger with little."""
    players = [{"bank": "medici", "florins": 5, **(me or {})}, {"bank": "fugger", "florins": 3}]
    return game(players, **rest)


def east_cards(number):
    """The codes of so many tableau cards."""
    return list(unused(EAST, set()))[:number]


def counted(words):
    """What "+n" says of things left out."""
    return sum(int(line[1:].split()[0]) for line in words if line.startswith("+"))


# --- whole games --------------------------------------------------------------------------------
@pytest.mark.parametrize("map_name", MAP_NAMES)
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_nothing_overlaps_and_the_size_stays(num_players, map_name):
    sizes = set()
    for seed in range(GAMES):
        for number, now in enumerate(positions(num_players, seed, map=map_name, max_turns=60)):
            if number % EVERY == 0 or now.is_over:
                sizes.add(drawn(now).size)
    assert len(sizes) == 1


def test_the_legend_names_every_shape():
    assert {*render.SHAPES.values(), "Catholic", "silenced, face down"} <= set(drawn(table()).words)


# --- full tables --------------------------------------------------------------------------------
def test_a_queen_in_her_throne_has_a_line_of_her_own():
    throne = {"bishop": "gold", "queens": [{"card": "PREN117X", "bishop": "red"}]}
    words = drawn(table(thrones={"byzantium": throne}, options={"map": "1550"})).words
    assert {"Queen: Despina Khatun", "Trebizond (west route)"} <= set(words)


@pytest.mark.parametrize("empire", ["holy_roman_empire", "ottoman"])
def test_queens_in_a_throne_are_shown_or_counted(empire):
    codes = [CARD_CODES[queen] for queen in QUEENS[:9]]
    queens = [{"card": code, "bishop": colour} for code, colour in zip(codes, BISHOPS)]
    throne = {"queens": queens, "repressed": EVERY_KIND}
    words = drawn(table(thrones={empire: throne})).words
    shown = sum(line.startswith("Queen: ") for line in words)
    assert shown >= 1 and f"+{9 - shown} more queens" in words


@pytest.mark.parametrize("number", range(1, 11))
def test_a_hand_is_shown_or_counted(number):
    words = drawn(table({"hand": east_cards(number), "old_maids": ["PREN048"]})).words
    shown = sum(line.startswith(("Hand: ", "Old maid: ")) for line in words)
    assert shown >= min(3, number) and shown + counted(words) == number + 1


@pytest.mark.parametrize("number", range(9, 17))
def test_a_row_of_a_tableau_is_shown_or_counted(number):
    pen = drawn(table({"east": east_cards(number)}))
    shown = sum(bottom - top == render.CARD_HEIGHT for _, top, _, bottom in pen.boxes)
    assert shown >= 9 and shown + counted(pen.words) == number


def test_a_long_name_on_a_narrow_card_leaves_room_for_the_bishop():
    adventurers = {"card": "PREN016", "bishop": "gold"}  # The Company of Merchant Adventurers
    others = list(unused(WEST, {"PREN016"}))[: render.MOST_CARDS - 1]
    words = drawn(table({"west": [adventurers, *others]})).words
    assert sum(line.endswith("…") for line in words) == 1


@pytest.mark.parametrize("others", [0, 9])  # alone, and in a row that has room for narrow ones
def test_a_vassal_names_its_suzerain(others):
    vassals = [
        square("holy_roman_empire", bishop="gold", repressed=EVERY_KIND),
        square("byzantium", queens=["PREN117X"], bishop="green", used=True),
    ]
    hungary = square("hungary", queens=["PREN075"], vassals=vassals, repressed=EVERY_KIND)
    words = drawn(table({"east": [hungary, *east_cards(others)]})).words
    assert words.count("vassal of Hun") == 2


def test_repressed_tokens_are_counted_by_kind():
    repressed = {"gold knight": 7, "red rook": 1, "pawn 0": 10}
    owned = square("england", repressed=repressed)
    words = drawn(
        table({"west": [owned]}, thrones={"france": {"repressed": {"gold rook": 9}}})
    ).words
    assert {"7", "10", "9"} <= set(words) and counted(words) == 0


def test_the_bankrupt_are_shown():
    players = [{"bank": bank, "florins": 3} for bank in ("medici", "fugger")]
    players.append({"bank": "marchionni", "florins": 0, "eliminated": True})
    assert drawn(game(players, options={"bankruptcy": True})).words.count("bankrupt") == 1
    assert "bankrupt" not in drawn(table()).words


def test_every_kind_of_prestige_has_room():
    me = {"old_maids": [CARD_CODES[queen] for queen in QUEENS[:9]], "east": east_cards(40)}
    words = " ".join(drawn(table(me)).words)
    assert all(re.search(rf"\d {title}", words) for title in PRESTIGE_TITLES)
