"""Why an answer is not legal, in words: the rule and what is missing."""

import pytest

from tests.games.age_of_renaissance.positions import (
    bid,
    do,
    expansion,
    pass_until,
    playing,
    purchase,
    table,
)
from tests.games.age_of_renaissance.recorded import CHOICES

pytestmark = pytest.mark.interpreted


def why(game, choice):
    return game.why_not(CHOICES.index(choice))


def test_4_5_2_advances_that_cannot_be_bought():
    game = pass_until(purchase(0, {0: {"cash": 30, "advances": "AN"}}, count=3), "buy advance")
    assert why(game, "advance:A") == "4.5.2: Venice owns The Heavens"
    assert why(game, "advance:B") == "4.5.2: costs $40, Venice has $30"
    bare = pass_until(purchase(0, {0: {"cash": 30}}, count=3), "buy advance")
    assert why(bare, "advance:A") == "2.5: The Heavens needs Written Record first"


def test_5_2_a_papal_decree():
    game = purchase(0, {0: {"cash": 200}}, count=3, papal="Science")
    game = pass_until(game, "buy advance")
    assert why(game, "advance:B") == "5.2: Papal Decree bans Science this turn"


def test_7_2_bids_beyond_the_cash():
    game = table({0: {"cash": 20}}, 3, phase="order of play", turn=1)
    assert why(game, "MINUS") is None
    do(game, "PLUS")
    assert why(game, "digit:3") == "7.2: a bid of $30 or more, Venice may bid $20"
    assert why(game, "digit:2") is None
    poor = table({0: {"cash": 0}}, 3, phase="order of play", turn=1, options={"auto_forced": False})
    assert why(poor, "MINUS") == "4.1.1: a bid below zero needs a dollar, Venice has $0"


def test_4_1_4_a_place_that_is_taken():
    players = {p: {"cash": 9, "choice_rank": p + 1} for p in range(3)}
    game = table(players, 3, phase="order of play", turn=1)
    for _ in range(3):
        bid(game, 7)
    do(game, "place:2")
    assert why(game, "place:2") == "4.1.4: another of the tied players has this place"
    assert why(game, "place:4") == "4.1.4: only 3 players are tied"


def test_4_6_3_where_one_may_expand():
    game = expansion(0, {0: {"expansion": 2, "markers": ["Venice"]}}, count=3)
    assert why(game, "province:Naples") == "4.6.3: Naples is out of reach by land and by ship"
    assert why(game, "province:Paris") == "3.1: Paris is not in play"
    assert why(game, "province:East Indies") == "4.6.3: East Indies needs Ocean Navigation"
    assert why(game, "province:Kiev") == "4.6.3: Area V needs Overland East"
    assert why(game, "province:Milan") is None
    assert why(game, "BUY") == "4.6.2: costs 3 tokens, Venice has 2 tokens to place"


def test_4_6_5_an_attack_that_is_too_weak():
    game = expansion(0, {0: {"expansion": 2}, 1: {"markers": ["Milan"]}}, count=3)
    assert why(game, "province:Milan") == (
        "4.6.5: an attack takes 6 tokens, Venice has 2 tokens for it"
    )


def test_4_6_4_how_many_go_in_peace():
    game = do(expansion(0, {0: {"expansion": 2}}, count=3), "province:Milan")
    assert why(game, "count:3") == "4.6.4: Venice has 2 tokens to place"
    assert why(game, "count:4") == "4.6.4: Milan has room for 3 tokens in peace"
    assert why(game, "ATTACK") == "4.6.5: nobody else is in Milan"


def test_4_4_1_cards():
    game = playing(0, {0: {"hand": ["War!"]}}, count=3)
    assert why(game, "card:silk") == "2.6: Venice does not hold silk"
    do(game, "card:War!")
    assert why(game, "seat:0") == "5.3: nobody declares War on himself"
    assert why(game, "seat:5") == "3.1: nobody sits there at a table of 3"


def test_an_answer_to_another_question():
    game = playing(0, {0: {"hand": ["War!"]}}, count=3)
    assert why(game, "MINUS") == "you are asked something else: which card do you play?"


def test_3_1_a_black_death_where_nobody_lives():
    game = playing(0, {0: {"hand": ["Black Death"]}}, count=3, epoch=2)
    do(game, "card:Black Death")
    assert why(game, "area:I") == "3.1: the area is not in play at a table of 3"
    assert why(game, "area:VII") is None
