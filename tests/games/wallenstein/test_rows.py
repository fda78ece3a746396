"""A test for every row of the tables of the rules that no worked example covers."""

import pytest

from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein import constants as c
from tests.games.wallenstein.positions import (
    acting,
    county,
    game,
    land,
    legal,
    record,
    take,
    throw,
    thrown,
)

pytestmark = pytest.mark.interpreted

NAMES = ("Altmark", "Mark", "Neumark", "Trier", "Baden", "Boehmen", "Tirol", "Koeln", "Passau")


# --- R3: cards and blanks -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counties", "bid", "least", "most"),
    [(9, "MONEY 0", 1, 4), (7, "MONEY 0", 3, 4), (7, "COUNTY Altmark", 4, 5),
     (6, "MONEY 0", 4, 4), (6, "COUNTY Altmark", 5, 5), (5, "PASS", 5, 5), (5, "MONEY 0", 5, 10),
     (0, "MONEY 0", 10, 10)],
)  # fmt: skip
def test_r3_how_many_boxes_stay_blank(counties, bid, least, most):
    found = set()
    for prefers_blanks in (True, False):
        position = game(counties={name: county(0) for name in NAMES[:counties]})
        take(position, bid)
        blanks = 0
        while position.deciding_player == 0:
            choices = legal(position)
            blank = "PASS" in choices and (prefers_blanks or len(choices) == 1)
            blanks += blank
            take(position, "PASS" if blank else next(name for name in choices if name != "PASS"))
        found.add(blanks)
    assert (min(found), max(found)) == (least, most)


# --- R2: the five tiles ---------------------------------------------------------------------------
def test_r2_a_thaler_and_a_grain_more():
    assert record(acting("taxes", tile="thaler")).thalers[0] == 15 + 5 + 1
    assert record(acting("grain", tile="grain")).grain[0] == 4 + 1
    assert record(acting("taxes", tile="grain")).thalers[0] == 15 + 5
    assert record(acting("grain", tile="thaler")).grain[0] == 4


def test_r2_six_armies():
    assert land(acting("deploy5", tile="six_armies"), "Anhalt")[1] == 3 + 6
    assert land(acting("deploy3", tile="six_armies"), "Anhalt")[1] == 3 + 3


@pytest.mark.parametrize(("target", "defenders"), [(1, 2), (None, 0)])
def test_r2_one_more_when_attacking_a_player_or_a_neutral_county(target, defenders):
    board = {"Kursachsen": county(1, 2)} if target else {}
    for tile, attackers in (("attack", 3), ("grain", 2)):
        position = acting("combat_A", tile=tile, counties=board)
        take(position, "COUNTY Kursachsen", "NUMBER 2")
        peasants = 0 if target else 1
        assert thrown(position) == [attackers, defenders, 0, 0, 0, peasants]


def test_r2_one_more_when_defending_but_not_in_a_revolt():
    seats = [{"position": 1}, {"position": 5}]  # the tile of position 5 is "defend"
    board = {"Kursachsen": county(1, 2)}
    position = acting("combat_A", seats=seats, counties=board)
    take(position, "COUNTY Kursachsen", "NUMBER 2")
    assert thrown(position) == [2, 3, 0, 0, 0, 0]
    revolt = acting("taxes", tile="defend", counties={"Anhalt": county(0, markers=1)})
    assert thrown(revolt) == [3, 0, 0, 0, 0, 1]


# --- M5: the twelve events ------------------------------------------------------------------------
@pytest.mark.parametrize("event", [0, 1])
def test_m5_a_trading_post_calms(event):
    board = {"Anhalt": county(0, markers=1)}
    assert land(acting("trading_post", event=event, counties=board), "Anhalt")[3] == 0
    assert land(acting("trading_post", event=2, counties=board), "Anhalt")[3] == 1


@pytest.mark.parametrize(("event", "more"), [(2, 1), (3, 1), (0, 0)])
def test_m5_a_palace_defends(event, more):
    board = {"Kursachsen": county(1, 2, buildings=["palace"])}
    position = acting("combat_A", event=event, counties=board)
    take(position, "COUNTY Kursachsen", "NUMBER 1")
    assert thrown(position)[1] == 2 + more


@pytest.mark.parametrize(
    ("event", "name", "taxes", "grain"),
    [(4, "Burgund", 5, 2), (4, "Mark", 4, 5), (5, "Mark", 6, 5), (5, "Burgund", 7, 2),
     (6, "Burgund", 7, 4), (6, "Mark", 4, 5), (7, "Mark", 4, 3), (7, "Burgund", 7, 2)],
)  # fmt: skip
def test_m5_taxes_and_grain(event, name, taxes, grain):
    assert record(acting("taxes", name, event=event)).thalers[0] == 15 + taxes
    assert record(acting("grain", name, event=event)).grain[0] == grain


@pytest.mark.parametrize(("event", "peasants"), [(8, 2), (7, 1)])
def test_m5_neutral_counties_are_defended(event, peasants):
    position = acting("combat_A", event=event)
    take(position, "COUNTY Kursachsen", "NUMBER 1")
    assert thrown(position)[c.PEASANTS] == peasants


@pytest.mark.parametrize(("event", "allowed"), [(9, False), (10, False), (8, True)])
def test_m5_churches_bring_peace(event, allowed):
    board = {"Kursachsen": county(1, buildings=["church"])}
    for action in ("combat_A", "combat_B"):
        position = acting(action, event=event, counties=board)
        assert ("COUNTY Kursachsen" in legal(position)) == allowed


@pytest.mark.parametrize(("action", "armies", "cost"), [("deploy5", 3, 3), ("deploy3", 2, 2)])
def test_m5_fewer_armies_at_the_same_price(action, armies, cost):
    position = acting(action, event=11)
    assert land(position, "Anhalt")[1] == 3 + armies
    assert record(position).thalers[0] == 15 - cost


# --- LK: every benefit of every card --------------------------------------------------------------
@pytest.mark.parametrize(
    ("level", "season", "amounts"),
    [(1, "spring", (2, 1, 0, 0)), (2, "summer", (4, 2, 1, 0)), (3, "fall", (6, 3, 2, 1))],
)
def test_lk_every_benefit(level, season, amounts):
    board = {name: county(0) for name in ("Altmark", "Anhalt", "Boehmen", "Baden")}
    parts = {"counties": board, "season": season, "phase": "landsknechte"}
    parts["players"] = [{"level": level - 1}]
    offered = {}
    for name, field in (("thalers", "thalers"), ("armies", "tray"), ("grain", "grain"),
                        ("vp", "vp")):  # fmt: skip
        position = game(options={"landsknechte": True}, **parts)
        before = int(getattr(record(position), field)[0])
        if f"BENEFIT {name}" in legal(position):
            take(position, f"BENEFIT {name}")
            offered[name] = int(getattr(record(position), field)[0]) - before
            assert record(position).level[0] == level
    expected = {name: n for name, n in zip(c.BENEFIT_NAMES, amounts, strict=True) if n}
    assert offered == expected


# --- ML1, ML2: where leaders begin ----------------------------------------------------------------
def test_ml1_the_leader_is_asked_for_until_it_stands_and_at_the_last_county_it_must():
    asked = {0: 0, 1: 0, 2: 0}
    position = Game(3, seed=4, military_leaders=True, auto_forced=False)
    while record(position).phase == c.DRAFT_PHASE:
        if position.decision == "leader here":
            asked[position.deciding_player] += 1
            first = position.deciding_player == 0
            is_last = legal(position) == ["YES"]
            take(position, "YES" if first or is_last else "NO")
        else:
            position.step(position.legal_actions()[0])
    assert asked == {0: 1, 1: 9, 2: 9}
    s = record(position)
    assert all(s.owner[s.leader[seat]] == seat for seat in range(3))


def test_ml2_with_a_line_up_leaders_are_placed_in_turn_order_after_the_bids():
    position = Game(3, seed=4, setup="lineup", military_leaders=True)
    asked = []
    while record(position).phase < c.ACTIONS_PHASE:
        if position.decision == "leader place":
            asked.append(position.deciding_player)
            own = [f"COUNTY {name}" for i, name in enumerate(c.COUNTY_NAMES)
                   if record(position).owner[i] == asked[-1]]  # fmt: skip
            assert sorted(legal(position)) == sorted(own)
        position.step(position.legal_actions()[0])
    assert asked == record(position).order[:3].tolist()


# --- B2: a neutral county taken -------------------------------------------------------------------
def test_b2_a_neutral_county_is_taken_by_what_is_left():
    position = acting("combat_A")
    take(position, "COUNTY Kursachsen", "NUMBER 2")
    throw(position, s0=3, p=1)
    assert land(position, "Kursachsen") == [0, 2, 0, 0]
