"""Perft: how many sequences of answers there are from named positions, forced answers included.

Where chance is asked it falls by the game's own stream. Counts of depth 1 and 2 are derived by hand
beside them; those of depth 2 are counted a second time through the notation and the words.
"""

import pytest

from paxren_env.games.wallenstein import Game
from tests.games.wallenstein.positions import county
from tests.games.wallenstein.positions import game as position
from tests.support.perft import perft, sequences

pytestmark = pytest.mark.interpreted

ROLLED = {"auto_chance": True}


def draft() -> Game:
    """S2: the first drafter of three."""
    return Game(3, seed=11, auto_forced=False)


def planning() -> Game:
    """R3: the first seat of a line-up of three plans; it has nine counties and 18 Thalers."""
    return Game(3, seed=11, setup="lineup", auto_forced=False)


def court() -> Game:
    """EC: six counties, court boxes, 2 Thalers."""
    names = ("Anhalt", "Altmark", "Mittelmark", "Neumark", "Lausitz", "Boehmen")
    return position(
        3,
        {"emperors_court": True, **ROLLED},
        players=[{"thalers": 2}],
        counties={name: county(0) for name in names},
    )


def combat() -> Game:
    """A8: Anhalt with 4 armies acts; Altmark is own, Kursachsen an enemy's, the rest neutral."""
    cards = ["combat_A", "palace", "church", "grain", "taxes"]
    return position(
        3,
        ROLLED,
        phase="actions",
        players=[{"boxes": {"combat_A": "Anhalt"}}],
        counties={
            "Anhalt": county(0, 4),
            "Altmark": county(0, 1),
            "Kursachsen": county(1, 2),
            "Wolfenbuettel": county(2, 3),
        },
        action_cards=cards,
    )


POSITIONS = {"draft": draft, "planning": planning, "court": court, "combat": combat}
COUNTS = {
    # Two open cards or the deck; a group of 5, 4, 3 or 2; then the next seat and so on.
    "draft": [3, 12, 36, 144],
    # Nine counties and five money cards. Then a blank or one of nine counties after money, of eight
    # after a county: 5 x 10 + 9 x 9.
    "planning": [14, 131, 1112, 8501],
    # Six counties, money 0 to 2, a tower card; with 14 cards a bid is due. Then a blank, a tower
    # card or one of six counties, of five after a county: 4 x 8 + 6 x 7.
    "court": [10, 74, 496, 3007],
    # Five neighbours, or not. Then 1 to 3 armies; or the next bid: two counties, five money cards,
    # or nothing with so few cards: 5 x 3 + 8.
    "combat": [6, 23, 146, 422],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    start = POSITIONS[name]()
    assert [perft(start, depth + 1) for depth in range(len(COUNTS[name]))] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_counted_through_notation_and_words(name):
    """No two sequences read alike, and none depends on what the notation leaves out."""
    found = list(sequences(POSITIONS[name](), 2))
    assert len(set(found)) == len(found) == COUNTS[name][1]
