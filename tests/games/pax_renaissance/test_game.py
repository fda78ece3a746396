"""Game: the options of Pax Renaissance, and what is hidden in it."""

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.games.pax_renaissance.actions import FAIR, PLAY
from paxren_env.games.pax_renaissance.constants import (
    CARD_KIND_NAMES,
    COMET,
    IN_HAND,
    OPTION_NAMES,
)
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, CARD_SIDE
from tests.games.pax_renaissance.random_play import finished, middle, positions

pytestmark = pytest.mark.interpreted

COMETS = [code for card, code in enumerate(CARD_CODES) if CARD_KIND[card] == COMET]


# --- options --------------------------------------------------------------------------------------
def test_options_are_kept_and_the_rest_are_the_defaults():
    game = Game(3, seed=1, map="1550", open_hands=True, max_turns=None)
    expected = {name: name in ("auto_forced", "open_hands") for name in OPTION_NAMES}
    assert game.options == {
        "num_players": 3, "map": "1550", "ruleset": "v1.4", "max_turns": None, "bot_seat": None,
        "solo_top_cards": 8, "solo_florins": "skip", "solo_search": "twice", **expected,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 0}, "option 'num_players' is a whole number from 1 to 4, not 0"),
        ({"num_players": 5}, "from 1 to 4, not 5"),
        ({"num_players": "3"}, "from 1 to 4, not '3'"),
        ({"num_players": True}, "from 1 to 4, not True"),
        ({"num_players": 2.0}, "from 1 to 4, not 2.0"),
        ({"map": "1461"}, "option 'map' is one of '1460', '1550', 'age_of_reformation'"),
        ({"map": 1460}, "option 'map' is one of '1460'"),
        ({"ruleset": "2e"}, "option 'ruleset' is one of 'v1.4', '2021', '1e', not '2e'"),
        ({"astrology": 1}, "option 'astrology' is one of False, True, not 1"),
        ({"auto_forced": None}, "option 'auto_forced' is one of False, True"),
        ({"max_turns": 0}, "option 'max_turns' is a whole number from 1 to 32767, or None"),
        ({"max_turns": 40000}, "not 40000"),
        ({"astrologie": True}, "'astrologie'); the options are num_players, map"),
        ({"seed": "seven"}, "seed is a whole number, not 'seven'"),
        ({"seed": 1.5}, "seed is a whole number, not 1.5"),
    ],
)
def test_bad_options_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=r"option|seed") as error:
        Game(**options)
    assert message in str(error.value)


# --- playing --------------------------------------------------------------------------------------
def test_a_new_game_waits_for_the_first_player():
    game = Game(4, seed=3)
    assert game.decision == "main"
    assert game.deciding_player == game.turn_player == game.to_dict()["first_player"]
    assert not game.is_over and not game.is_truncated
    assert game.winners == [] and game.victory is None
    assert game.returns.dtype == np.float32
    assert game.returns.tolist() == [0, 0, 0, 0]
    assert {FAIR, FAIR + 1} < set(game.legal_actions())


# --- back, copies, replay -------------------------------------------------------------------------
# --- bytes ----------------------------------------------------------------------------------------
# --- words ----------------------------------------------------------------------------------------
def test_repr_is_short_and_str_is_the_table():
    game = Game(3, seed=7)
    first = game.deciding_player
    assert repr(game) == f"<Game(num_players=3, seed=7) turn 0, player {first}: main>"
    assert repr(finished(2, 13)).endswith("]>")
    assert "Market" in str(game)


# --- determinize ----------------------------------------------------------------------------------
VARIANTS = [
    {},
    {"open_hands": True},
    {"astrology": True},
    {"map": "age_of_reformation", "extended": True},
    {"limited_cards": True},
]


def hand_of(game: Game, seat: int) -> list[str]:
    return game.to_dict()["players"][seat]["hand"]


def test_determinize_resamples_hands_decks_and_box():
    game = middle(3, 31, 45)
    viewer = 1
    other = next(seat for seat in (0, 2) if hand_of(game, seat))
    imagined = [game.determinize(viewer, seed) for seed in range(30)]
    assert len({tuple(hand_of(one, other)) for one in imagined}) > 5
    dealt = [frozenset(code for d in one.to_dict()["decks"].values() for code in d)
             for one in imagined]  # fmt: skip
    assert len(set(dealt)) > 5  # not only the order: cards of the box come into the decks
    assert all(hand_of(one, viewer) == hand_of(game, viewer) for one in imagined)


def test_determinize_keeps_the_number_of_cards_of_each_side():
    game = middle(4, 31, 60)
    for seed in range(10):
        imagined = game.determinize(0, seed)
        for seat in range(4):
            sides = sorted(CARD_SIDE[CARD_CODES.index(code)] for code in hand_of(imagined, seat))
            expected = sorted(CARD_SIDE[CARD_CODES.index(code)] for code in hand_of(game, seat))
            assert sides == expected


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"astrology": True}])
def test_determinize_keeps_unbought_comets_in_the_bottom_of_their_deck(options):
    moved = set()
    for number, game in enumerate(positions(2, 41, **options)):
        true_decks = game.to_dict()["decks"]
        imagined = game.determinize(0, number)
        held = imagined.states["place"][0, : len(COMETS)]
        assert not (held == IN_HAND).any()
        for side, deck in imagined.to_dict()["decks"].items():
            expected = sorted(code for code in true_decks[side] if code in COMETS)
            assert sorted(code for code in deck if code in COMETS) == expected
            assert not set(deck[:-14]) & set(COMETS)
            moved |= {deck[::-1].index(code) for code in expected}
    assert len(moved) == 14  # anywhere in it


def test_determinize_keeps_open_hands_and_the_stars():
    game = middle(3, 31, 45, open_hands=True, astrology=True)
    for seed in range(5):
        imagined = game.determinize(0, seed).to_dict()
        true = game.to_dict()
        assert [p["hand"] for p in imagined["players"]] == [p["hand"] for p in true["players"]]
        for side, deck in true["decks"].items():
            assert imagined["decks"][side][0] == deck[0]
            assert imagined["decks"][side] != deck


def test_another_players_choices_are_those_of_the_imagined_hand():
    game = next(
        g for g in positions(2, 19) if g.decision == "main" and hand_of(g, g.deciding_player)
    )
    decider = game.deciding_player
    imagined = game.determinize(1 - decider, 3)
    plays = [CARD_CODES[a - PLAY] for a in imagined.legal_actions() if PLAY <= a < PLAY + 177]
    assert plays == hand_of(imagined, decider)


def test_the_comets_come_first_among_the_cards():
    # What test_determinize_keeps_unbought_comets relies on.
    assert CARD_KIND_NAMES[CARD_KIND[len(COMETS) - 1]] == "comet"
    assert [CARD_CODES.index(code) for code in COMETS] == list(range(len(COMETS)))
