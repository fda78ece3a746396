"""Perft: how many sequences of answers there are from named positions, forced answers included.

All counts are kept. Those of depth 1 and 2 are derived by hand beside them, and those up to
depth 3 are counted a second time the slow way, through the notation and the words of the answers.
"""

from typing import Any

import pytest

from paxren_env import Game
from tests.support.perft import perft, sequences

pytestmark = pytest.mark.interpreted

JESUITS = "PREN008"  # Aragon: crusade, gold bishop
JANISSARIES = "PREN067"  # The East: tax, siege, inquisitor
BOSNIAN_SILVER = "PREN072"  # Ottoman: tax, commerce
TRANSYLVANIAN_PLOT = "PREN110X"  # Hungary: conspiracy, a green and a red knight
EAST = ("PREN058", "PREN059", "PREN060", "PREN061", "PREN062", "PREN063")
WEST = ("PREN001", "PREN002", "PREN003", "PREN004", "PREN005", "PREN006")
DECKS = {"east": ["PREN080", "PREN081", "PREN082"], "west": ["PREN010", "PREN011", "PREN013"]}


def game(players: list[Any], **rest: Any) -> Game:
    """A position with a full market, its florins by slot."""
    florins = rest.pop("florins", {})
    market = {
        side: [[card, florins.get(card, 0)] for card in cards]
        for side, cards in (("east", EAST), ("west", WEST))
    }
    options = {"auto_forced": False}
    return Game.from_dict(
        {"players": players, "market": market, "decks": DECKS, "options": options, **rest}
    )


def setup(num_players: int) -> Game:
    return Game(num_players, seed=3, auto_forced=False)


def war() -> Game:
    """EX28: a crusade in one's own Aragon, three believers against one heretic."""
    return game(
        [{"hand": [JESUITS], "west": ["SQ_aragon"]}, {}],
        cities={"valencia": "gold rook", "toledo": "gold knight", "algiers": "green rook"},
        borders={"aragon-papal_states": ["gold pirate"]},
    )


def ops() -> Game:
    """East ops of a region's card, a King with two knights and a card of his empire."""
    ottoman = {"card": "SQ_ottoman", "repressed": {"pawn 1": 1}}
    return game(
        [{"florins": 2, "east": [JANISSARIES, BOSNIAN_SILVER, ottoman]}, {"florins": 1}],
        cities={
            "constantinople_1": "green rook",
            "constantinople_2": "green knight",
            "modon": "red knight",
            "buda": "gold knight",
            "cairo": "green rook",
        },
        borders={"hungary-ottoman": ["pawn 1"], "mamluk-ottoman": ["pawn 0"]},
        thrones={"mamluk": {"bishop": "green"}},
        florins={"PREN058": 1, "PREN060": 2},
    )


def regime_change() -> Game:
    """A vote has just carried an Islamic Hungary with two kinds of repressed tokens."""
    hungary = {"card": "SQ_hungary", "repressed": {"red knight": 2, "pawn 1": 1}}
    return game(
        [{"florins": 1}, {"east": [hungary]}],
        religions={"hungary": "islamic"},
        borders={"hungary-ottoman": ["pawn 0"]},
        pending=[
            {"frame": "turn", "player": 0},
            {"frame": "regime change", "player": 0, "empire": "hungary", "cause": "vote"},
        ],
    )


def fair() -> Game:
    """A West fair with money: three players, an empty map, one pawn and one pirate on the way."""
    return game(
        [{}, {}, {}],
        borders={"byzantium-hungary": ["pawn 1"], "ottoman-papal_states": ["green pirate"]},
        florins={"PREN001": 3},
        turn={"actions_left": 1, "did_something": True},
    )


def two_agents() -> Game:
    """Agents of two kinds for three cities of which one is taken; a florin to displace with."""
    return game(
        [{"florins": 1, "hand": [TRANSYLVANIAN_PLOT]}, {}],
        cities={"buda": "gold knight"},
        turn={"actions_left": 1, "did_something": True},
    )


POSITIONS = {
    "setup of 2": lambda: setup(2),
    "setup of 3": lambda: setup(3),
    "setup of 4": lambda: setup(4),
    "war": war,
    "ops": ops,
    "regime change": regime_change,
    "fair": fair,
    "two agents": two_agents,
}

COUNTS = {
    # 3 florins buy three columns of each row; two fairs. Then: a card of column 1 leaves 2 florins
    # (end, play, sell, 3 purchases, 2 fairs), of column 2 one (usury bars column 1 of its row: end,
    # play, sell, 1 purchase, 2 fairs), of column 3 none (end, play, sell, 2 fairs); 2 x (8+6+5).
    # A fair of two players ends at once, with 4 florins: end, 8 purchases, 1 fair; 38 + 2 x 10.
    "setup of 2": [8, 58, 486, 3330],
    # With three or more a florin travels: levies in Byzantium, where Tana is taken; 38 + 2 x 2.
    "setup of 3": [8, 42, 257, 1499],
    "setup of 4": [8, 42, 242, 1375],
    # Play or sell Jesuits, sell Aragon, two fairs. Then: occurs or not; 8 and 9 with the florins
    # of a sale (4 purchases more); 7 after each fair (2 purchases more).
    "war": [5, 33, 68, 257, 1580],
    # 2 florins buy two columns of each row; 3 sales, East ops, 2 fairs. Then the main choice with
    # what is left, 10 + 11 + 10 + 9 after purchases and 3 x 14 after sales; any of three cards
    # acts; an East florin travels to Byzantium with its three cities; 12 after a West fair.
    "ops": [10, 100, 368, 1567],
    # No concession, two empty borders, one's own pawn for a florin. Then whom to free: nobody, a
    # knight or a pawn; one's own pawn too in the last case.
    "regime change": [4, 13, 24, 90, 336, 892],
    # Pass or hold one of the fairs. Then: the next player's fairs; three cities in Byzantium each.
    "fair": [3, 8, 24, 96, 246, 492, 1044],
    # Pass, buy column 1 twice, play, sell, two fairs. Then: the next player's two fairs, but for
    # the card played: occurs or not.
    "two agents": [7, 14, 51, 296, 1927],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    position = POSITIONS[name]()
    assert [perft(position, depth + 1) for depth in range(len(COUNTS[name]))] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_counted_through_notation_and_words(name):
    """No two sequences read alike, and none depends on what the notation leaves out."""
    found = list(sequences(POSITIONS[name](), 3))
    assert len(set(found)) == len(found) == COUNTS[name][2]
