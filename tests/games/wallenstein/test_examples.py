"""EX: the worked examples of the rulings, each under its number."""

import pytest

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein import constants as c
from tests.games.wallenstein.positions import (
    acting,
    county,
    game,
    land,
    legal,
    record,
    roll_until_asked,
    take,
    throw,
    thrown,
)

pytestmark = pytest.mark.interpreted

NEUTRAL = [NONE, 0, 0, 0]
P, C, T = 1, 2, 4  # bits of the buildings
NINE = ["Altmark", "Mecklenburg", "Mittelmark", "Neumark", "Lausitz", "Kursachsen", "Trier",
        "Baden", "Anhalt"]  # fmt: skip


def fight(attackers=4, defenders=3, event=None, tile=None, seats=None, target=None, **parts):
    """Seat 0 attacks Kursachsen (seat 1) from Anhalt with all but one army, by combat A."""
    counties = {"Anhalt": county(0, attackers + 1), "Kursachsen": county(1, defenders)}
    counties["Kursachsen"].update(target or {})
    counties.update(parts.pop("counties", {}))
    position = acting("combat_A", "Anhalt", tile, event, seats, counties, **parts)
    return take(position, "COUNTY Kursachsen", f"NUMBER {attackers}")


def winter(counties, grain, event=4, year=2, **parts):
    """Fall ends: winter comes with this event; the loss of event 4 is 0."""
    seats = parts.pop("players", [])
    seats = [{**(seats[i] if i < len(seats) else {}), "grain": g} for i, g in enumerate(grain)]
    return game(
        len(grain),
        year=year,
        season="fall",
        phase="leaders_move",
        counties=counties,
        players=seats,
        events={"open": [None, None, None, event]},
        pending=["end of the round"],
        **parts,
    )


# --- setup and planning ---------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "cubes"), [(3, 31), (4, 38), (5, 45)])
def test_ex01_fill(players, cubes):
    position = Game(players, seed=5, setup="lineup", auto_chance=False)
    assert position.decision == "fill" and sum(thrown(position)) == cubes
    position.roll()
    s = record(position)
    assert not s.tray.any() and not s.thrown.any()
    for seat in range(players):
        board = int(s.armies[s.owner == seat].sum())
        assert s.supply[seat] + s.tower[seat] + board == 62
    assert s.supply[c.PEASANTS] + s.tower[c.PEASANTS] == 20


@pytest.mark.parametrize(
    ("event", "tile", "gain"), [(4, "thaler", 6), (4, None, 5), (None, "thaler", 8)]
)
def test_ex02_taxes_event_tile(event, tile, gain):
    position = acting("taxes", "Burgund", tile, event)
    assert record(position).thalers[0] == 15 + gain
    assert land(position, "Burgund") == [0, 3, 0, 1]


def test_ex03_sites():
    position = acting("church", "Bremen")
    assert land(position, "Bremen") == [0, 3, C, 0] and record(position).thalers[0] == 13
    for action in ("palace", "trading_post"):
        built = acting(action, "Bremen", counties={"Bremen": county(0, buildings=["church"])})
        assert land(built, "Bremen")[2] == C | 1 << c.ACTION_NAMES.index(action)
    for action, there in (("church", ["church"]), ("trading_post", ["palace", "church"])):
        full = acting(action, "Bremen", counties={"Bremen": county(0, buildings=there)})
        assert record(full).thalers[0] == 15


def test_ex04_one_card_one_action():
    position = game(counties={name: county(0) for name in ("Burgund", *NINE[:6])})
    take(position, "MONEY 0", "PASS", "PASS", "PASS", "COUNTY Altmark")
    assert "COUNTY Burgund" in legal(position)
    take(position, "COUNTY Burgund")
    while position.deciding_player == 0:
        assert "COUNTY Burgund" not in legal(position)
        take(position, legal(position)[-1])
    bid = take(game(counties={name: county(0) for name in ("Burgund", *NINE)}), "COUNTY Burgund")
    assert "COUNTY Burgund" not in legal(bid)


def test_ex05_order():
    seats = [{"bid": "money 2"}, {"bid": "money 4"}, {"bid": "money 3"}]
    position = game(3, phase="order", players=seats)
    take(position, "POSITION 3", "POSITION 1", "POSITION 4")
    assert record(position).order.tolist() == [2, 1, 0, NONE, NONE]
    tiles = record(position).tile_at.tolist()
    assert len(set(tiles)) == 5  # those of 2 and 5 lie there and help nobody


# --- winter ---------------------------------------------------------------------------------------
def test_ex06_winter_loss():
    assert record(winter({}, [9, 2, 0], event=8)).grain[:3].tolist() == [6, 0, 0]


def test_ex07_unsupplied():
    counties = {name: county(0, 2, markers=int(name == "Anhalt")) for name in NINE}
    position = winter(counties, [7, 0, 0])
    assert position.decision == "revolt county" and len(position.chance_outcomes()) == 9
    position.step(c.COUNTY_NAMES.index("Anhalt"))
    take(position, "COUNTY Anhalt")
    assert thrown(position)[c.PEASANTS] == 3
    throw(position, s0=1, p=2)
    assert position.is_over and land(position, "Anhalt") == NEUTRAL
    assert record(position).vp[0] == 8


def test_ex09_winter_revolt():
    counties = {name: county(0, 2, markers=int(name == "Anhalt")) for name in NINE}
    position = winter(counties, [7, 0, 0])
    position.step(c.COUNTY_NAMES.index("Anhalt"))
    throw(take(position, "COUNTY Anhalt"), s0=4, p=2)
    assert land(position, "Anhalt") == [0, 2, 0, 1]


# --- revolts and battles --------------------------------------------------------------------------
def test_ex08_revolt_by_taxes():
    board = {"Lueneburg": county(0, 4, markers=2)}
    position = acting("taxes", "Lueneburg", counties=board)
    assert record(position).thalers[0] == 18
    assert thrown(position) == [4, 0, 0, 0, 0, 2]
    before = record(position).supply.tolist()
    held = throw(position.clone(), s0=3, p=1)
    assert land(held, "Lueneburg") == [0, 2, 0, 3]
    assert record(held).supply[0] == before[0] + 1
    assert record(held).supply[c.PEASANTS] == before[c.PEASANTS] + 1
    lost = throw(position, s0=2, p=2)
    assert land(lost, "Lueneburg") == NEUTRAL and record(lost).thalers[0] == 18


def gains(position, **tray):
    """What the supplies of seats 0 and 1 and of the peasants gain by the result."""
    before = record(position).supply.astype(int)
    change = record(throw(position, **tray)).supply - before
    return [int(change[i]) for i in (0, 1, c.PEASANTS)]


def test_ex10_battle():
    position = fight()
    assert thrown(position) == [4, 3, 0, 0, 0, 0]
    assert gains(position, s0=3, s1=1, p=1) == [2, 1, 1]
    assert land(position, "Kursachsen") == [0, 1, 0, 0]
    assert land(position, "Anhalt") == [0, 1, 0, 0]
    assert not record(position).tray.any()
    assert record(position).gained[c.COUNTY_NAMES.index("Kursachsen")] == 1


@pytest.mark.parametrize(
    ("action", "tile", "armies", "cost"),
    [("deploy5", "six_armies", 6, 3), ("deploy5", None, 3, 3), ("deploy3", None, 2, 2),
     ("deploy3", "six_armies", 2, 2)],
)  # fmt: skip
def test_ex11_event_then_tile(action, tile, armies, cost):
    position = acting(action, tile=tile, event=11)
    assert land(position, "Anhalt")[1] == 3 + armies and record(position).thalers[0] == 15 - cost


def test_ex17_peasants_alone():
    position = fight(target={"buildings": ["palace"]})
    assert gains(position, s0=1, p=2) == [1, 0, 2]
    assert land(position, "Kursachsen") == NEUTRAL


def test_ex18_peasants_absorb():
    position = fight()
    assert gains(position, s0=2, s1=1, p=3) == [2, 0, 3]
    assert land(position, "Kursachsen") == [1, 1, 0, 0]


def test_ex19_peasants_absorb_partly():
    position = fight()
    assert gains(position, s0=3, s1=3, p=1) == [3, 2, 1]
    assert land(position, "Kursachsen") == [1, 1, 0, 0]


def test_ex20_markers_split_the_peasants_off():
    position = fight(target={"markers": 1})
    assert gains(position, s0=3, s1=2, p=4) == [2, 2, 0]
    assert land(position, "Kursachsen") == [0, 1, 0, 1]
    assert record(position).tray[c.PEASANTS] == 4


def test_ex21_nothing_comes_out():
    position = fight(target={"buildings": ["church"]})
    assert gains(position) == [0, 0, 0]
    assert land(position, "Kursachsen") == NEUTRAL


def test_ex22_third_colour():
    position = throw(fight(), s0=2, s2=3)
    assert land(position, "Kursachsen") == [0, 2, 0, 0]
    assert record(position).tray.tolist() == [0, 0, 3, 0, 0, 0]


def neutral_fight(armies, **parts):
    """Seat 0 attacks neutral Kursachsen from Anhalt."""
    position = acting("combat_A", counties={"Anhalt": county(0, armies + 1)}, **parts)
    return take(position, "COUNTY Kursachsen", f"NUMBER {armies}")


def test_ex23_more_come_out_than_went_in():
    position = neutral_fight(2)
    assert thrown(position) == [2, 0, 0, 0, 0, 1]
    assert gains(position, s0=4, p=1) == [1, 0, 1]
    assert land(position, "Kursachsen") == [0, 3, 0, 0]


def test_ex24_neutral_repelled():
    position = neutral_fight(1)
    assert gains(position, s0=1, p=1) == [1, 0, 1]
    assert land(position, "Kursachsen") == NEUTRAL


def test_ex25_both_defence_bonuses():
    for supply, cubes in ((1, 3), (5, 4)):
        seats = [{}, {"position": 5, "tower": 62 - 2 - supply}]
        position = fight(2, 2, 2, "grain", seats, {"buildings": ["palace"]})
        assert thrown(position)[1] == cubes
    board = {"Anhalt": county(0, 2, markers=1, buildings=["palace"])}
    revolt = acting("taxes", tile="defend", event=2, counties=board)
    assert thrown(revolt)[0] == 2


def test_ex26_church_immunity():
    board = {
        "Anhalt": county(0, 4),
        "Kursachsen": county(1, buildings=["church"]),
        "Altmark": county(0, buildings=["church"]),
    }
    position = acting("combat_A", event=9, counties=board)
    assert "COUNTY Kursachsen" not in legal(position) and "COUNTY Altmark" in legal(position)
    own = {"Anhalt": county(0, 3, markers=1, buildings=["church"])}
    assert acting("taxes", event=9, counties=own).decision == "throw"


def test_ex27_void_box():
    board = {
        "Kursachsen": county(0, 5),
        "Anhalt": county(1, 2),
        "Altmark": county(1, 6),
    }
    seats = [{}, {"boxes": {"grain": "Anhalt", "combat_B": "Altmark"}}]
    position = game(
        phase="actions",
        players=[{"boxes": {"combat_A": "Kursachsen"}}, seats[1]],
        counties=board,
        action_cards=["combat_A", "combat_B", "grain", "taxes", "palace"],
    )
    take(position, "COUNTY Anhalt", "NUMBER 4")
    throw(position, s0=4, s1=1)
    s = record(position)
    grain_box = c.FIRST_ACTION_BOX + c.GRAIN
    assert s.plan[1, grain_box] == c.VOID and s.shown[1, grain_box] == 1
    roll_until_asked(position)
    take(position, "COUNTY Anhalt", "NUMBER 5")
    throw(position, s1=5, s0=1)
    assert land(position, "Anhalt")[0] == 1
    assert s.plan[1, grain_box] == c.VOID
    roll_until_asked(position)
    assert position.decision == "bid" and record(position).grain[1] == 0


def test_ex46_attack_tile_with_empty_supply():
    seats = [{"tower": 62 - 5}]
    position = fight(tile="attack", seats=seats)
    assert thrown(position)[0] == 4
    assert thrown(fight(tile="attack"))[0] == 5


def test_ex47_own_tray_cubes_count():
    position = neutral_fight(1, seats=[{"tray": 2}])
    s = record(position)
    assert s.thrown[0] + s.tray[0] == 3
    throw(position, s0=3)
    assert land(position, "Kursachsen") == [0, 3, 0, 0] and not record(position).tray.any()


def test_ex56_peasants_short():
    for supply, cubes in ((1, 1), (0, 0)):
        board = {"Anhalt": county(0, 3, markers=3)}
        position = acting("taxes", counties=board, peasants={"tower": 20 - supply})
        assert thrown(position)[c.PEASANTS] == cubes


# --- bids -----------------------------------------------------------------------------------------
def test_ex28_bid_too_high():
    position = game(counties={n: county(0) for n in NINE}, players=[{"thalers": 2}])
    bids = [choice for choice in legal(position) if choice.startswith("MONEY")]
    assert bids == ["MONEY 0", "MONEY 1", "MONEY 2"]
    take(position, "MONEY 0", "PASS", "PASS", "PASS")
    assert "PASS" in legal(position)  # the fourth money card, whatever its value


def test_ex29_ranks():
    seats = [{"bid": "money 0"}, {"bid": "Anhalt"}, {"bid": "money 1"}, {"bid": "blank"}]
    position = game(
        phase="planning", players=seats, counties={"Anhalt": county(1)}, pending=["reveal bids"]
    )
    order = []
    for place in range(4):
        order.append(position.deciding_player)
        take(position, f"POSITION {place + 1}")
    assert order == [2, 1, 0, 3]
    assert record(position).thalers[:4].tolist() == [15, 15, 14, 15]


def test_ex30_tie_of_bids():
    seats = [{"bid": "money 3"}, {"bid": "money 0"}, {"bid": "money 3"}]
    position = game(3, phase="order", players=seats)
    assert position.chance_outcomes() == [((0,), 0.5), ((2,), 0.5)]
    position.step(2)
    assert position.deciding_player == 2
    take(position, "POSITION 1")
    assert position.deciding_player == 0
    take(position, "POSITION 2")
    assert position.deciding_player == 1


def test_ex31_blanks_run_out():
    position = game(counties={n: county(0) for n in NINE[:7]})
    take(position, "MONEY 0", "PASS", "PASS", "PASS", "PASS")
    for _ in range(6):
        assert "PASS" not in legal(position)
        take(position, legal(position)[0])
    assert position.deciding_player == 1


def test_ex32_few_counties():
    five = game(counties={n: county(0) for n in NINE[:5]})
    assert "PASS" in legal(five)
    take(five, "MONEY 0", *["PASS"] * 10)
    assert five.deciding_player == 1
    assert "PASS" not in legal(game(counties={n: county(0) for n in NINE[:6]}))


# --- deployments ----------------------------------------------------------------------------------
def with_supply(number):
    """Seat 0 has so many cubes in supply and 3 armies in Anhalt."""
    return [{"tower": 62 - 3 - number, "thalers": 10}]


def test_ex33_skip_not_part():
    skipped = acting("deploy5", seats=with_supply(4))
    assert land(skipped, "Anhalt")[1] == 3 and record(skipped).thalers[0] == 10
    event = acting("deploy5", event=11, seats=with_supply(4))
    assert land(event, "Anhalt")[1] == 6 and record(event).thalers[0] == 7
    tile = acting("deploy5", tile="six_armies", seats=with_supply(5))
    assert land(tile, "Anhalt")[1] == 8


def test_ex34_deploy_1_with_empty_supply():
    board = {"Anhalt": county(0, 3), "Altmark": county(0, 1)}
    for seat in ({"tower": 62 - 4}, {"thalers": 0}):
        position = acting("deploy1", counties=board, seats=[seat])
        assert position.decision == "open action"
        assert land(position, "Anhalt")[1] == 3


def test_ex35_deploy_1_then_move():
    board = {"Anhalt": county(0, 1), "Altmark": county(0, 2)}
    position = acting("deploy1", counties=board)
    assert legal(position) == ["PASS", "COUNTY Altmark"]
    take(position, "COUNTY Altmark")
    assert legal(position) == ["NUMBER 1"]
    take(position, "NUMBER 1")
    assert land(position, "Anhalt")[1] == 1 and land(position, "Altmark")[1] == 3


# --- draft ----------------------------------------------------------------------------------------
def draft(opened, last, turn=3, **parts):
    """The third turn of a draft of three; seat 0 is to select."""
    seats = [{"last_open": last}]
    given = {"open": opened, "turn": turn, **parts}
    return game(3, phase="draft", draft=given, players=seats)


def test_ex36_refresh():
    pair = ["Altmark", "Anhalt"]
    position = draft(pair, ["Anhalt", "Altmark"])
    assert "REFRESH" in legal(position)
    take(position, "REFRESH")
    position.step(c.COUNTY_NAMES.index("Trier"))
    position.step(c.COUNTY_NAMES.index("Baden"))
    assert position.deciding_player == 0
    assert legal(position) == ["COUNTY Baden", "COUNTY Trier", "DECK"]
    under = record(position).draft_under
    assert [c.COUNTY_NAMES[i] for i in under[:2]] == pair
    assert "REFRESH" not in legal(draft(["Altmark", "Trier"], pair))
    assert "REFRESH" not in legal(draft(pair, [], turn=0))


def test_ex51_last_draft_card():
    position = game(
        3,
        phase="draft",
        draft={"open": ["Altmark", "Anhalt"], "turn": 26, "first": 0},
        players=[{"groups": []}, {"groups": []}, {"groups": [2]}],
        pending=["new round", "open events", "fill the tower", "draft turn"],
    )
    take(position, "COUNTY Altmark")
    assert position.decision == "county card"
    position.step(c.COUNTY_NAMES.index("Trier"))
    take(position, "NUMBER 2")
    assert position.decision == "fill" and land(position, "Trier") == NEUTRAL


# --- buildings, scoring ---------------------------------------------------------------------------
def test_ex37_trading_post_event():
    position = acting("trading_post", event=0, counties={"Anhalt": county(0, markers=2)})
    assert land(position, "Anhalt") == [0, 3, T, 1]
    board = {"Anhalt": county(0, markers=2, buildings=["palace"])}
    full = acting("trading_post", event=0, counties=board)
    assert land(full, "Anhalt") == [0, 3, P, 2] and record(full).thalers[0] == 15


def test_ex38_scoring():
    board = {
        "Altmark": county(0, buildings=["palace", "trading_post"]),
        "Bremen": county(0, buildings=["palace"]),
        "Holstein": county(1, buildings=["palace", "trading_post"]),
        "Mecklenburg": county(1, buildings=["palace"]),
        "Neumark": county(2, buildings=["palace"]),
    }
    position = winter(board, [9, 9, 9, 9])
    # Counties and buildings: 2 + 3, 2 + 3, 1 + 1; the majority of palaces is shared.
    assert record(position).vp[:4].tolist() == [7, 7, 2, 0]


@pytest.mark.parametrize(
    ("unsupplied", "revolts", "extra"),
    [(1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3), (7, 3, 3), (12, 3, 3)],
)
def test_ex39_supply_chart_edges(unsupplied, revolts, extra):
    names = [n for n in c.COUNTY_NAMES if n != "Anhalt"][:unsupplied]
    position = winter({n: county(0, 1) for n in names}, [0, 0, 0, 0])
    drawn = min(revolts, unsupplied)
    while position.decision == "revolt county":
        position.roll()
    assert len(legal(position)) == drawn
    assert record(position).extra_peasants[0] == extra
    take(position, legal(position)[0])
    assert thrown(position)[c.PEASANTS] == extra


def test_ex40_floor():
    board = {n: county(0) for n in NINE[:3]}
    position = winter(board, [1, 0, 0, 0], event=0)
    assert record(position).grain[0] == 0
    position.roll()
    position.roll()
    assert len(legal(position)) == 2  # u = 3


@pytest.mark.parametrize(
    ("name", "event", "tile", "gain"),
    [("Altmark", 6, None, 4), ("Altmark", 6, "grain", 5), ("Lueneburg", 7, None, 3),
     ("Lueneburg", 7, "grain", 4)],
)  # fmt: skip
def test_ex41_revenue_events_grain(name, event, tile, gain):
    assert record(acting("grain", name, tile, event)).grain[0] == gain


def test_ex41_revenue_events_tax():
    assert record(acting("taxes", "Lueneburg", event=5)).thalers[0] == 21


def test_ex42_end():
    def ended(vp, thalers, **options):
        seats = [{"vp": v, "thalers": t} for v, t in zip(vp, thalers, strict=True)]
        end = {"year": 2, "season": "winter", "phase": "end", "result": "terminated"}
        return game(3, options, players=seats, **end)

    alone = ended((40, 40, 38), (3, 5, 9))
    assert alone.winners == [1] and alone.returns.tolist() == [-0.5, 1, -0.5]
    shared = ended((40, 40, 38), (5, 5, 9))
    assert shared.winners == [0, 1] and shared.returns.tolist() == [0.5, 0.5, -1]
    assert ended((40, 40, 38), (3, 5, 9), reward="rank").returns.tolist() == [0, 1, -1]
    assert ended((4, 4, 4), (5, 5, 5)).returns.tolist() == [0, 0, 0]


# --- determinize ----------------------------------------------------------------------------------
def planned(boxes, **parts):
    """Four seats have planned; seat 1 laid these boxes."""
    counties = {"Anhalt": county(0), "Altmark": county(1), "Trier": county(1), "Mark": county(1)}
    return game(phase="order", counties=counties, players=[{}, {"boxes": boxes}, {}, {}], **parts)


def test_ex48_determinize():
    one = planned({"grain": "Altmark", "taxes": "Trier"})
    other = planned({"palace": "Trier", "church": "Mark"})
    assert (one.observe(0)["observation"] == other.observe(0)["observation"]).all()
    assert one.determinize(0, 5).to_bytes() == other.determinize(0, 5).to_bytes()


def test_ex54_determinize_in_the_midst_of_a_plan():
    counties = {n: county(i % 2) for i, n in enumerate(NINE)}
    start = game(counties=counties, pending=[{"frame": "plan", "seat": 1}])
    imagined = start.determinize(0, 5).to_bytes()
    for answers in (["MONEY 1"], ["MONEY 2", "PASS", "PASS", "PASS"], ["COUNTY Neumark", "PASS"]):
        answered = take(start.clone(), *answers)
        assert answered.deciding_player == 1
        twin = answered.determinize(0, 5)
        assert twin.decision == "bid" and twin.to_bytes() == imagined


def test_ex49_fall_order_in_winter():
    board = {"Altmark": county(0), "Anhalt": county(1), "Trier": county(2)}
    seats = [{"position": 2}, {"position": 4}, {"position": 1}]
    position = winter(board, [0, 0, 0], players=seats)
    asked = []
    while not position.is_over:
        if position.deciding_player == CHANCE:
            position.roll()
        else:
            asked.append(position.deciding_player)
            take(position, legal(position)[0])
    assert asked == [2, 0, 1]


def test_ex50_year_change():
    board = {"Altmark": county(0, 9, markers=3)}
    position = winter(board, [0, 9, 9, 9], event=0, year=1)
    take(position, "COUNTY Altmark")
    throw(position, s0=9, p=2)
    while position.decision != "bid":
        position.roll()
    s = record(position)
    assert land(position, "Altmark")[3] == 0
    assert s.year == 1 and not s.grain.any() and s.thalers[0] == 15
    assert (s.event_open != NONE).sum() == 4
    assert sum(s.events_unused >> e & 1 for e in range(12)) == 4


def test_ex57_stock_empty():
    names = [n for n in c.COUNTY_NAMES if n != "Anhalt"][:26]
    board = {n: county(1 + i % 3, 1, buildings=["trading_post"]) for i, n in enumerate(names)}
    board["Anhalt"] = county(0, markers=1)
    position = acting("trading_post", event=0, counties=board)
    assert land(position, "Anhalt") == [0, 3, 0, 1] and record(position).thalers[0] == 15


# --- Emperor's Court ------------------------------------------------------------------------------
COURT = {"emperors_court": True}


def at_court(seats, counties=None, **parts):
    """The court actions begin."""
    return game(options=COURT, phase="court", players=seats, counties=counties or {}, **parts)


def test_ex12_court_fill():
    position = Game(4, seed=1, setup="lineup", auto_chance=False, **COURT)
    throw(position, s0=2, s1=2, s2=1, p=2)
    s = record(position)
    assert s.hall.tolist() == [2, 2, 1, 0, 0] and not s.tray.any()
    assert s.supply[:4].tolist() == [62 - 25 - 5, 62 - 25 - 5, 62 - 25 - 6, 62 - 25 - 7]
    assert s.supply[c.PEASANTS] == 12


def test_ex13_favour_prices():
    stack = [{"frame": "plan", "seat": 0}, *["open favour"] * 3]
    for drawn in ((2, 8, 10), (10, 2, 8), (8, 10, 2)):
        position = game(options=COURT, pending=stack)
        for number in drawn:
            position.step(number - 1)
        assert record(position).favour_open.tolist() == [9, 7, 1]


@pytest.mark.parametrize(("armies", "hall", "works"), [(4, 0, True), (3, 0, False), (4, 5, False)])
def test_ex14_convert(armies, hall, works):
    seat = {"boxes": {"convert_3": "Vogtland"}, "hall": hall}
    position = at_court([seat], {"Vogtland": county(0, armies)})
    assert land(position, "Vogtland")[1] == armies - 3 * works
    assert record(position).hall[0] == hall + 3 * works
    assert record(position).supply[0] == 62 - 6 - armies + 3 * works


@pytest.mark.parametrize(
    ("card", "tray", "moved"), [("tower card", 2, 2), ("tower card", 1, 0), ("blank", 2, 0)]
)
def test_ex15_convert_from_the_tray(card, tray, moved):
    position = at_court([{"boxes": {"convert_2": card}, "tray": tray}])
    s = record(position)
    assert s.tray[0] == tray - moved and s.hall[0] == moved
    assert s.supply[0] == 62 - 6 - tray + moved


def test_ex16_favours_in_order():
    seats = [{"hall": n} for n in (5, 3, 2, 2)]
    position = at_court(seats, court={"favours": [10, 8, 2]})
    assert position.deciding_player == 0
    take(position, "FAVOUR 3")
    assert position.deciding_player == 1 and legal(position) == ["PASS", "FAVOUR 2"]
    take(position, "FAVOUR 2")
    s = record(position)
    assert s.phase == c.ACTIONS_PHASE
    assert s.hall[:4].tolist() == [2, 1, 2, 2]
    assert (s.favour_open == NONE).all() and not s.favours_unused >> 9 & 1


def favour(number, counties=None, seat=None, **parts):
    """Seat 0 takes this favour for 4 courtiers."""
    seats = [{"hall": 4, **(seat or {})}]
    position = at_court(seats, counties, court={"favours": [number, None, None]}, **parts)
    return take(position, "FAVOUR 4")


@pytest.mark.parametrize(
    ("number", "field", "amount"),
    [(2, "thalers", 3), (9, "thalers", 5), (16, "thalers", 7), (3, "tray", 3), (8, "tray", 4),
     (14, "tray", 5), (5, "grain", 2), (15, "grain", 3), (20, "grain", 4), (6, "vp", 1),
     (13, "vp", 2), (19, "vp", 3)],
)  # fmt: skip
def test_ec3_amounts(number, field, amount):
    position = favour(number)
    start = 15 if field == "thalers" else 0
    assert getattr(record(position), field)[0] == start + amount


@pytest.mark.parametrize(("number", "building"), [(7, T), (17, C), (21, P)])
def test_ec3_free_building(number, building):
    position = favour(number, {"Anhalt": county(0)})
    take(position, "COUNTY Anhalt")
    assert land(position, "Anhalt")[2] == building and record(position).thalers[0] == 15
    nowhere = favour(number, {"Anhalt": county(1)})
    assert record(nowhere).phase == c.ACTIONS_PHASE and land(nowhere, "Anhalt")[2] == 0


def test_ex52_kept_card_4():
    board = {"Anhalt": county(0), "Altmark": county(0)}
    seat = {"boxes": {"taxes": "Anhalt", "grain": "Altmark"}}
    cards = ["taxes", "grain", "palace", "church", "deploy5"]
    position = favour(4, board, seat, action_cards=cards)
    assert position.decision == "open action"  # taxes are done
    assert land(position, "Anhalt")[3] == 0 and record(position).keeps_marker_card == NONE
    assert record(position).thalers[0] == 15 + 5 + 1  # with the tile of position 1
    position.roll()
    assert land(position, "Altmark")[3] == 1
    marked = favour(4, {"Anhalt": county(0, markers=1)}, {}, action_cards=cards)
    take(marked, "COUNTY Anhalt")
    assert land(marked, "Anhalt")[3] == 0 and record(marked).keeps_marker_card == NONE


def test_ex53_no_county_with_ec():
    position = game(options={**COURT, "auto_forced": True}, players=[{"thalers": 5}],
                    counties={n: county(1) for n in NINE})  # fmt: skip
    assert legal(position) == ["PASS", *(f"MONEY {v}" for v in range(5)), "TOWER_CARD"]
    take(position, "MONEY 0")
    for _ in range(3):
        assert legal(position) == ["PASS", "TOWER_CARD"]
        take(position, "TOWER_CARD")
    assert position.deciding_player == 1


def test_ex58_protection():
    board = {"Anhalt": county(0, 5), "Kursachsen": county(1, 3)}
    for bits, action, allowed in (
        ("A", "combat_A", False), ("A", "combat_B", True), ("B", "combat_A", True),
        ("B", "combat_B", False), ("AB", "combat_A", False), ("AB", "combat_B", False),
    ):  # fmt: skip
        seats = [{}, {"protected": bits}]
        position = acting(action, counties=board, seats=seats, options=COURT)
        assert ("COUNTY Kursachsen" in legal(position)) == allowed
    for number, bits in ((10, 1), (11, 2), (18, 3)):
        assert record(favour(number)).protected[0] == bits
    seats = [{"protected": "A"}]
    ended = game(4, COURT, phase="leaders_move", players=seats, pending=["end of the round"])
    assert not record(ended).protected.any()


def test_ex59_favour_12():
    position = favour(12, {"Altmark": county(0)}, {"tower": 62 - 3 - 2})
    assert "COUNTY Anhalt" in legal(position) and "COUNTY Altmark" in legal(position)
    take(position, "COUNTY Anhalt")
    assert land(position, "Anhalt") == [0, 2, 0, 0]
    assert record(position).gained[c.COUNTY_NAMES.index("Anhalt")] == 1
    nothing = favour(12, {"Altmark": county(0)}, {"tower": 62 - 3})
    assert record(nothing).phase == c.ACTIONS_PHASE


def test_ex60_cancelled_event():
    board = {"Anhalt": county(0, 4), "Kursachsen": county(1, buildings=["church"])}
    seat = {"boxes": {"combat_A": "Anhalt"}}
    cards = ["combat_A", "taxes", "palace", "church", "deploy5"]
    position = favour(1, board, seat, action_cards=cards, events={"in_force": 9})
    assert legal(position) == ["NO", "YES"]
    kept = take(position.clone(), "NO")
    assert "COUNTY Kursachsen" not in legal(kept)
    take(position, "YES")
    assert "COUNTY Kursachsen" in legal(position)
    assert 9 not in record(position).event_open and not record(position).events_unused >> 9 & 1


# --- Landsknechte and leaders ---------------------------------------------------------------------
def test_ex45_landsknechte():
    four = {n: county(0) for n in ("Altmark", "Anhalt", "Boehmen", "Baden")}
    three = {n: county(0) for n in ("Altmark", "Anhalt", "Boehmen")}
    options = {"landsknechte": True}

    def hire(counties, season, level):
        seats = [{"level": level, "tower": 0}]
        return game(options=options, phase="landsknechte", season=season, counties=counties,
                    players=seats)  # fmt: skip

    spring = hire(four, "spring", 0)
    assert legal(spring) == ["BENEFIT thalers", "BENEFIT armies"]
    assert record(take(spring.clone(), "BENEFIT thalers")).thalers[0] == 17
    assert record(take(spring, "BENEFIT armies")).tray[0] == 1
    summer = hire(three, "summer", 1)
    assert summer.decision == "open action" and record(summer).level[0] == 1
    fall = hire(four, "fall", 1)
    assert legal(fall) == ["BENEFIT thalers", "BENEFIT armies", "BENEFIT grain"]
    assert record(fall).level[0] == 2
    after = winter({}, [0, 0, 0, 0], year=1, options=options, players=[{"level": 2}])
    assert not record(after).level.any()


LEADERS = {"military_leaders": True}


def led(action, county_name="Anhalt", seat=None, **parts):
    """Seat 0 acts where its leader stands."""
    seats = [{"leader": county_name, **(seat or {})}]
    return acting(action, county_name, seats=seats, options=LEADERS, **parts)


def test_ex43_leader():
    assert land(led("deploy5", tile="six_armies", event=11), "Anhalt")[1] == 3 + 7
    assert record(led("palace")).thalers[0] == 13
    free = led("trading_post", seat={"thalers": 0})
    assert land(free, "Anhalt")[2] == T and record(free).thalers[0] == 0
    taxed = led("taxes", "Burgund", tile="thaler", event=4)
    assert record(taxed).thalers[0] == 15 + 7


def moving(**parts):
    """The leaders move."""
    board = {"Anhalt": county(0), "Altmark": county(0), "Mark": county(0)}
    board.update(parts.pop("counties", {}))
    seats = [{"leader": "Anhalt"}]
    return game(options=LEADERS, phase="leaders_move", counties=board, players=seats, **parts)


def test_ex44_leader_moves():
    anhalt, altmark = c.COUNTY_NAMES.index("Anhalt"), c.COUNTY_NAMES.index("Altmark")
    position = moving(counties={"Altmark": county(0, statues=[1, 1, 0, 0])})
    assert legal(position) == ["COUNTY Altmark", "COUNTY Mark"]
    far = record(take(position.clone(), "COUNTY Mark"))
    assert not far.statues[anhalt].any()
    near = record(take(position, "COUNTY Altmark"))
    assert near.statues[anhalt].tolist() == [1, 0, 0, 0, 0]
    assert near.statues[altmark].tolist() == [1, 0, 0, 0, 0]
    assert near.trophies[0].tolist() == [0, 1, 0, 0, 0]


def test_ex55_leader_lost():
    board = {"Kursachsen": county(0, 5), "Anhalt": county(1, 2), "Altmark": county(1, 6)}
    seats = [
        {"boxes": {"combat_A": "Kursachsen"}},
        {"boxes": {"combat_B": "Altmark"}, "leader": "Anhalt"},
    ]
    cards = ["combat_A", "combat_B", "grain", "taxes", "palace"]
    position = game(options=LEADERS, phase="actions", players=seats, counties=board,
                    action_cards=cards)  # fmt: skip
    take(position, "COUNTY Anhalt", "NUMBER 4")
    throw(position, s0=4, s1=1)
    assert record(position).leader[1] == NONE
    roll_until_asked(position)
    throw(take(position, "COUNTY Anhalt", "NUMBER 5"), s1=6, s0=1)
    assert land(position, "Anhalt")[0] == 1 and record(position).leader[1] == NONE
    roll_until_asked(position)
    assert position.decision == "bid"  # no leader was moved
    back = winter({"Anhalt": county(1)}, [9, 9, 9, 9], year=1, options=LEADERS)
    roll_until_asked(back)
    assert back.decision == "leader place" and back.deciding_player == 1
    assert legal(back) == ["COUNTY Anhalt"]


@pytest.mark.parametrize(
    ("year", "each", "points"), [(2, False, [3, 1]), (1, False, [0, 0]), (1, True, [3, 1])]
)
def test_ex61_statues(year, each, points):
    board = {"Altmark": {"statues": [2, 0, 0]}}
    seats = [{"trophies": [0, 0, 1]}, {"trophies": [1, 0, 0]}]
    options = {**LEADERS, "statues_each_winter": each}
    position = winter(board, [0, 0, 0], year=year, options=options, players=seats)
    assert record(position).vp[:2].tolist() == points
