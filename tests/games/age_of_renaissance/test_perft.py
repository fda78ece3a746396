"""Perft: how many sequences of answers there are from named positions, forced answers included.

Where chance is asked it falls by the game's own stream. Counts of depth 1 and 2 are derived by
hand beside them, most of depth 3 too; those up to depth 3 are counted a second time the slow way,
through the notation and the words of the answers.
"""

from typing import Any

import pytest

from paxren_env.games.age_of_renaissance import Game
from tests.games.age_of_renaissance.positions import (
    BARCELONA,
    GENOA,
    LONDON,
    VENICE,
    expansion,
    playing,
    purchase,
    table,
)
from tests.support.perft import perft, sequences

pytestmark = pytest.mark.interpreted

ROLLED = {"auto_forced": False, "auto_chance": True}


def bids() -> Game:
    """7.2: $12 to bid with; the next seat has none."""
    return table({0: {"cash": 12}}, 3, phase="order of play", options=ROLLED)


def advances() -> Game:
    """4.5: $60, no ship, no advances."""
    return purchase(VENICE, {VENICE: {"cash": 60}}, options=ROLLED)


def tokens() -> Game:
    """4.6: two tokens, and a presence in London only."""
    return expansion(LONDON, {LONDON: {"markers": ["London"], "expansion": 2}}, options=ROLLED)


def attack() -> Game:
    """4.6.5: six tokens beside a token of Genoa in Montpelier, market 2."""
    barcelona: dict[str, Any] = {"markers": ["Barcelona"], "expansion": 6}
    players = {BARCELONA: barcelona, GENOA: {"old": {"Montpelier": 1}}}
    return expansion(BARCELONA, players, count=3, options=ROLLED)


def cards() -> Game:
    """5.2, 2.3: Rebellion and a dual commodity; two markers on the map."""
    players = {
        VENICE: {"hand": ["Rebellion", "cloth/wine"], "markers": ["Venice"]},
        GENOA: {"markers": ["Rome"]},
    }
    return playing(VENICE, players, options=ROLLED)


POSITIONS = {
    "bids": bids,
    "advances": advances,
    "tokens": tokens,
    "attack": attack,
    "cards": cards,
}
COUNTS = {
    # Plus or minus; a first digit 0 or 1; 0 to 12 and -1 to -12; seat 1 can only say plus.
    "bids": [2, 4, 25, 25],
    # A galley or none. With $50 left E, I, N, R, V can be bought, or nothing; with $60 B, F and W
    # too: 6 + 9. Then with a galley after E 3 (I, V, nothing), I 4, N 3, R 1, V 4, nothing 1 (the
    # next seat has no cash); without one after B, F, W 1 each, E 4, I 6 (J too), N 5 (A too), R 3,
    # V 5, nothing 1: 16 + 27.
    "advances": [2, 15, 43, 43],
    # Portsmouth, York or nothing. One token or two in each; or the next seat, which has none. Then
    # three again after one token, the end after two; after both ends the sign of a bid: 3 + 1 + 3 +
    # 1 + 2.
    "tokens": [3, 5, 10, 12],
    # Basque, Toledo, Valencia, Montpelier, Toulouse, a card for 3 tokens, or the end. Up to 2, 3, 2
    # and 1 tokens; in Montpelier 1, or 1 + 2 to attack; after the card the five and the end; after
    # the end the sign of a bid: 2 + 3 + 2 + 2 + 1 + 6 + 2.
    "attack": [7, 18, 81],
    # Rebellion, the dual card, or nothing. Rebellion in Venice, in Rome or nowhere; cloth or wine;
    # or the next seat, which has no card: 3 + 2 + 1. Then the card that is left or nothing, five
    # times, and the seat after: 11.
    "cards": [3, 6, 11, 18],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    start = POSITIONS[name]()
    assert [perft(start, depth + 1) for depth in range(len(COUNTS[name]))] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_counted_through_notation_and_words(name):
    """No two sequences read alike, and none depends on what the notation leaves out."""
    found = list(sequences(POSITIONS[name](), 3))
    assert len(set(found)) == len(found) == COUNTS[name][2]
