"""Why an answer is not legal, in words: the rule and what is missing."""

import pytest

from tests.games.wallenstein.positions import acting, county, game, take
from tests.games.wallenstein.recorded import action_of

pytestmark = pytest.mark.interpreted

COURT = {"emperors_court": True}


def why(position, choice):
    return position.why_not(action_of(choice))


def planning(seats=None, options=None, **counties):
    """Seat 0 lays its bid."""
    board = {"Anhalt": county(0), "Altmark": county(1), **counties}
    return game(
        options=options,
        phase="planning",
        players=seats or [],
        counties=board,
        pending=[{"frame": "plan", "seat": 0}],
    )


def test_r3_money_that_is_missing():
    position = planning([{"thalers": 2}])
    assert why(position, "MONEY 3") == "R3.1: seat 0 has 2 Thalers and cannot pay this bid"
    assert why(position, "MONEY 2") is None


def test_r3_a_card_of_another_and_a_neutral_one():
    position = planning()
    assert why(position, "COUNTY Altmark") == "R3: Altmark belongs to seat 1, not to seat 0"
    assert why(position, "COUNTY Bremen") == "R3: Bremen belongs to nobody, not to seat 0"
    assert why(position, "COUNTY Anhalt") is None


def test_r3_a_county_acts_once():
    position = take(planning(), "COUNTY Anhalt")
    assert (
        why(position, "COUNTY Anhalt") == "R3: the card of Anhalt lies already in the auction box"
    )
    position = take(take(planning(), "MONEY 0"), "COUNTY Anhalt")
    words = "R3: the card of Anhalt lies already in the box "
    assert str(why(position, "COUNTY Anhalt")).startswith(words)


def test_ec_tower_cards():
    assert why(planning(), "TOWER_CARD") == (
        "EC: there are no tower cards without the Emperor's Court"
    )
    assert why(planning(options=COURT), "TOWER_CARD") is None


def test_r5_a_position_that_is_taken():
    seats = [{"bid": "money 4", "position": 2}, {"bid": "money 3"}, {"bid": "money 2"}, {}]
    position = game(
        phase="order", players=seats, pending=["next bidder", {"frame": "position", "player": 1}]
    )
    assert why(position, "POSITION 2") == "R5.3: seat 0 has this position"
    assert why(position, "POSITION 1") is None


def test_a9_where_armies_may_go():
    board = {"Kursachsen": county(1), "Altmark": county(0)}
    position = acting("combat_A", "Anhalt", counties=board)
    assert why(position, "COUNTY Kursachsen") is None
    assert why(position, "COUNTY Baden") == "A7-A9: Baden is not adjacent to Anhalt"
    take(position, "COUNTY Kursachsen")
    assert why(position, "NUMBER 3") == "A7-A9: Anhalt has 3 armies, and one must stay behind"
    assert why(position, "NUMBER 2") is None


def test_a7_a_move_is_not_an_attack():
    board = {"Kursachsen": county(1), "Altmark": county(0)}
    position = acting("deploy1", "Anhalt", counties=board)
    assert why(position, "COUNTY Kursachsen") == (
        "A7: armies move to an own county only, Kursachsen belongs to seat 1"
    )


def test_m5_the_peace_of_the_church():
    board = {"Kursachsen": county(1, buildings=["church"])}
    position = acting("combat_A", "Anhalt", counties=board, event=9)
    assert why(position, "COUNTY Kursachsen") == (
        "M5: the event protects Kursachsen, which has a church"
    )


def test_ec2_courtiers_that_are_missing():
    seats = [{"hall": 3, "position": 1}, {"position": 2}, {"position": 3}, {"position": 4}]
    position = game(
        options=COURT, phase="court", players=seats, court={"favours": [10, 8, None]}
    )  # fmt: skip
    assert position.decision == "favour"
    assert why(position, "FAVOUR 4") == "EC2: costs 4 courtiers, seat 0 has 3 in the hall"
    assert why(position, "FAVOUR 2") == "EC2: the favour is gone"
    assert why(position, "FAVOUR 3") is None


def test_an_answer_to_another_question():
    told = "you are asked something else: lay a bid for the turn order"
    assert str(why(planning(), "FAVOUR 2")).startswith(told)
