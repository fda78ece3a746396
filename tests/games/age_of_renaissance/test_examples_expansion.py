"""The worked examples EX53 to EX82 of the rulings: attacks, expansion, income, War, the end."""

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.games.age_of_renaissance import Game
from tests.games.age_of_renaissance.positions import (
    BARCELONA,
    GENOA,
    HAMBURG,
    LONDON,
    PARIS,
    SAIL,
    VENICE,
    attack_needs,
    choices,
    do,
    expansion,
    landings,
    pass_until,
    playing,
    provinces,
    purchase,
    seat,
    table,
)

pytestmark = pytest.mark.interpreted


# --- strengths ------------------------------------------------------------------------------------
def test_ex53_two_defenders():
    defenders = {VENICE: {"old": {"Rome": 1}, "advances": "W"}, BARCELONA: {"old": {"Rome": 1}}}
    armor = {"Armor": BARCELONA}
    assert attack_needs(GENOA, "Rome", {**defenders, GENOA: {}}, military=armor) == 8
    bow = {**armor, "Long Bow": GENOA}
    assert attack_needs(GENOA, "Rome", {**defenders, GENOA: {"advances": "W"}}, military=bow) == 5


def test_ex54_one_defender_who_is_not_cancelled():
    players = {LONDON: SAIL, PARIS: {"old": {"Fez": 1}}, HAMBURG: {"old": {"Fez": 1}}}
    military = {"Armor": LONDON, "Long Bow": PARIS}
    assert attack_needs(LONDON, "Fez", players, military=military) == 1 + 1 + 1 + 2


def test_ex55_peace_up_to_the_brim():
    tokens = {VENICE: {"old": {"Cyprus": 1}}, GENOA: {"old": {"Cyprus": 1}}}
    assert landings(LONDON, "Cyprus", 2, {**tokens, LONDON: SAIL}) == ["count:1"]
    full = {**tokens, PARIS: {"old": {"Cyprus": 1}}, LONDON: SAIL}
    assert landings(LONDON, "Cyprus", 5, full) == []
    assert attack_needs(LONDON, "Cyprus", full) == 6


def test_ex56_own_tokens_count_in_the_attack():
    players = {LONDON: {**SAIL, "old": {"Cyprus": 2}}, GENOA: {"old": {"Cyprus": 1}}}
    assert attack_needs(LONDON, "Cyprus", players) == 2


def test_ex57_domination_at_once_and_no_base_any_more():
    own = {"old": {"Lisbon": 2}, "expansion": 4}
    game = expansion(LONDON, {LONDON: own})
    assert "Seville" in provinces(game)
    do(game, "province:Lisbon", *(["count:1"] if "count:1" in choices(game) else []))
    assert seat(game, LONDON)["markers"] == {"Lisbon": "new"}
    assert seat(game, LONDON)["stock"] == 33 and seat(game, LONDON)["expansion"] == 3
    assert "Seville" not in provinces(game)


def test_ex58_satellites_do_not_support_tokens():
    tokens = {GENOA: {"old": {"Cyprus": 2, "Tarsus": 1}}, LONDON: SAIL}
    assert attack_needs(LONDON, "Cyprus", tokens) == 5
    marker = {GENOA: {"markers": ["Cyprus"], "old": {"Tarsus": 1}}, LONDON: SAIL}
    assert attack_needs(LONDON, "Cyprus", marker) == 7


@pytest.mark.parametrize(("oran", "needed"), [({"old": {"Oran": 1}}, 3), ({"new": {"Oran": 1}}, 4)])
def test_ex59_cosmopolitan(oran, needed):
    attacker = {"advances": "ANRSTY", "ship": "ocean 1", **oran}
    players = {GENOA: {"markers": ["Fez"]}, LONDON: attacker}
    assert attack_needs(LONDON, "Fez", players) == needed


@pytest.mark.parametrize(("advances", "needed"), [("", 17), ("W", 19)])
def test_ex60_a_supported_capital(advances, needed):
    genoa = {"markers": ["Genoa"], "old": {"Cagliari": 1}, "advances": advances}
    assert attack_needs(LONDON, "Genoa", {GENOA: genoa, LONDON: SAIL}) == needed


# --- the Cathedral --------------------------------------------------------------------------------
CHURCH = {"advances": "AFHNST", "ship": "ocean 1"}


def test_ex61_the_cathedral_wins_once_against_each():
    players = {
        LONDON: {**CHURCH, "expansion": 36},
        GENOA: {"old": {"Oran": 1, "Corfu": 1}},
        PARIS: {"old": {"Palma": 1}},
        HAMBURG: {"advances": "FH", "old": {"Fez": 1}},
        VENICE: {"old": {"Fez": 1}},
    }
    game = do(expansion(LONDON, players), "province:Oran")
    assert choices(game) == ["ATTACK", "CATHEDRAL"]
    do(game, "CATHEDRAL")
    assert seat(game, LONDON)["new"] == {"Oran": 1} and seat(game, LONDON)["cathedral_used"] == [
        GENOA
    ]
    do(game, "province:Corfu", (6, 1, 1))  # not asked any more
    assert "Corfu" in seat(game, LONDON)["new"]
    assert "CATHEDRAL" in choices(do(game, "province:Palma"))
    assert "CATHEDRAL" not in landings(LONDON, "Fez", 20, players)


def test_ex62_the_cathedral_defends():
    players = {
        GENOA: {**SAIL, "expansion": 20},
        LONDON: {**CHURCH, "old": {"Cyprus": 1}},
        PARIS: {**CHURCH, "old": {"Cyprus": 1}},
    }
    order = [GENOA, PARIS, LONDON, 0, 2, 5]
    game = do(expansion(GENOA, players, order=order), "province:Cyprus", "ATTACK")
    assert game.deciding_player == PARIS and choices(game) == ["PASS", "YES"]
    do(game, "PASS")
    assert game.deciding_player == LONDON
    do(game, "YES")
    assert seat(game, GENOA)["new"] == {} and seat(game, LONDON)["cathedral_used"] == [GENOA]
    do(game, "province:Cyprus", "ATTACK", "PASS")  # London's use against Genoa is spent
    assert game.deciding_player == CHANCE


def test_ex63_proselytism_in_slot_1_always_wins():
    players = {
        VENICE: {"advances": "AGNST", "ship": "ocean 1", "expansion": 6},
        PARIS: {"old": {"Oran": 1}},
    }
    game = do(expansion(VENICE, players), "province:Oran", (1, 1, 6))
    assert seat(game, VENICE)["new"] == {"Oran": 1}


# --- Written Record -------------------------------------------------------------------------------
def record(paris, london_hand=("stone", "wool"), london=None):
    own = {"advances": "ANST", "ship": "ocean 1", "expansion": 9, "hand": list(london_hand)}
    players = {LONDON: {**own, **(london or {})}, PARIS: paris, GENOA: {"old": {"Cyprus": 1}}}
    return expansion(LONDON, players)


def test_ex64_written_record_trades_a_card():
    game = record({"markers": ["Fez"], "hand": ["fur", "metal", "timber"]})
    do(game, "province:Fez", (6, 1, 1))
    assert choices(game) == ["PASS", "card:stone", "card:wool"]
    do(game, "card:wool", (1,))
    assert seat(game, LONDON)["hand"] == ["stone", "metal"]
    assert seat(game, PARIS)["hand"] == ["fur", "timber", "wool"]
    assert seat(game, PARIS)["known_to"][2] == [LONDON]
    assert seat(game, LONDON)["known_to"][1] == [PARIS]


@pytest.mark.parametrize(
    ("province", "paris", "hand", "london"),
    [
        ("Cyprus", {"old": {"Cyprus": 1}, "hand": ["fur"]}, ["stone"], {}),  # two defenders
        ("Tunis", {"old": {"Tunis": 3}, "hand": ["fur"]}, ["stone"], {"old": {"Tunis": 1}}),
        ("Fez", {"markers": ["Fez"], "hand": ["fur"]}, [], {}),
        ("Fez", {"markers": ["Fez"], "hand": []}, ["stone"], {}),
        ("Fez", {"markers": ["Fez"], "hand": ["fur"], "advances": "N"}, ["stone"], {}),
    ],
)
def test_ex64_no_trade(province, paris, hand, london):
    game = do(record(paris, hand, london), f"province:{province}")
    if game.decision == "expand how":
        do(game, "ATTACK")
    do(game, (6, 1, 1))
    assert game.decision == "expand where"


# --- Expansion ------------------------------------------------------------------------------------
def test_ex65_holy_indulgence():
    full = {
        "Naples": 5,
        "Rome": 4,
        "Genoa": 5,
        "Venice": 5,
        "Marseilles": 5,
        "Florence": 4,
        "Milan": 3,
    }
    players = {
        0: {"advances": "F", "old": {**full, "Lyons": 4}},
        1: {"advances": "F"},
        2: {"expansion": 1, "cash": 2},
        3: {"expansion": 1, "cash": 3},
    }
    game = table(players, 4, phase="expansion")
    assert seat(game, 0)["expansion"] == 1 and seat(game, 0)["cash"] == 3
    assert seat(game, 1)["expansion"] == 4
    assert choices(game) == ["PASS"]  # cannot pay 3: Misery
    do(game, "PASS")
    assert seat(game, 2)["misery"] == 1 and seat(game, 2)["expansion"] == 0
    assert game.deciding_player == 3 and choices(game) == ["PASS", "YES"]
    do(game, "YES")
    assert seat(game, 3)["cash"] == 0 and seat(game, 3)["misery"] == 0


def test_ex66_expansion_cards_cost_three_tokens_more_each():
    players = {p: {"expansion": 8} for p in range(4)}
    game = expansion(0, players, count=4)
    do(game, "BUY")
    assert seat(game, 0)["expansion"] == 5 and "BUY" not in choices(game)
    do(game, "PASS")
    do(game, "PASS")  # the second declines
    do(game, "BUY")
    assert seat(game, 2)["expansion"] == 2
    do(game, "PASS")
    assert game.deciding_player == 3 and "BUY" not in choices(game)


@pytest.mark.parametrize(("order", "winner"), [([1, 0, 2], 1), ([0, 1, 2], 0)])
def test_ex67_the_bonus_goes_to_the_earlier(order, winner):
    three = [
        {"Rome": "new", "Milan": "new", "Naples": "new"},
        {"Acre": "new", "Fez": "new", "Tunis": "new"},
    ]
    players = {0: {"markers": three[0]}, 1: {"markers": three[1]}, 2: {"expansion": 1}}
    game = table(players, 3, phase="expansion", segment=2, order=order, pile=["stone"])
    pass_until(game, "surplus dice")
    assert [len(seat(game, p)["hand"]) for p in range(3)] == [int(p == winner) for p in range(3)]


def test_ex67_without_new_markers_nobody_draws():
    game = table({2: {"expansion": 1}}, 3, phase="expansion", segment=2)
    pass_until(game, "surplus dice")
    assert all(not seat(game, p)["hand"] for p in range(3))


def test_ex68_the_overseas_limit():
    own = {"advances": "ANSTUV", "old": {"China": 1}, "expansion": 1}
    one = provinces(expansion(LONDON, {LONDON: {**own, "ship": "ocean 1"}}))
    two = provinces(expansion(LONDON, {LONDON: {**own, "ship": "ocean 2"}}))
    assert "China" in one and not {"India", "North America"} & one
    assert {"India", "North America"} <= two
    no_u = {**own, "advances": "ANST", "ship": "ocean 2"}
    assert "North America" not in provinces(expansion(LONDON, {LONDON: no_u}))


# --- Income and Draw Card -------------------------------------------------------------------------
def test_ex69_a_double_condition():
    game = table({0: {"markers": ["Valencia"]}}, phase="income", pile=["stone", "wool"])
    do(game, (5, 5, 1), (4, 6, 2))
    assert seat(game, 0)["hand"] == ["stone", "wool"] and game.to_dict()["conditions"] == {
        "silk": 2
    }
    hand = {"hand": ["silk", "silk", "silk", "stone"], "markers": ["Valencia"]}
    game = playing(0, {0: hand}, conditions={"silk": 2}, epoch=3)
    got = []
    for _ in range(3):
        got.append(seat(do(game, "card:silk"), 0)["cash"])
    assert got == [32, 64, 72]


def test_ex69_opposite_rolls_cancel():
    game = table({0: {"markers": ["Valencia"]}}, phase="income", pile=["stone", "wool"])
    cash = seat(game, 0)["cash"]
    do(game, (5, 5, 1), (4, 6, 6))
    assert seat(game, 0)["hand"] == [] and seat(game, 0)["cash"] == cash
    assert game.to_dict()["conditions"] == {}


def test_ex70_the_watermill_sets_one_commodity():
    players = {0: {"cash": 5}, 5: {"advances": "IJ"}, BARCELONA: {"markers": ["Lisbon"]}}
    game = table(players, phase="draw card", conditions={"wine": -1})
    do(game, "PASS")
    assert game.deciding_player == 5
    do(game, "commodity:wine")
    assert choices(game) == ["NEUTRAL", "SHORTAGE"]
    do(game, "SHORTAGE")
    assert game.to_dict()["conditions"] == {"wine": 1}
    assert len(seat(game, BARCELONA)["hand"]) == 1  # only the card everybody draws


# --- War ------------------------------------------------------------------------------------------
def war(dice, military):
    players = {LONDON: {"hand": ["War!", "stone"]}, GENOA: {"markers": ["Acre", "Fez"]}}
    game = playing(LONDON, players, order=[4, 0, 1, 2, 3, 5], military=military)
    return do(game, "card:War!", f"seat:{GENOA}", dice)


def test_ex71_a_tie_is_won_by_the_better_military():
    both = {"Gunpowder": LONDON, "Long Bow": GENOA}
    game = war((4, 4), both)
    assert game.to_dict()["pending"][-1] == {
        "frame": "cede province",
        "player": GENOA,
        "winner": LONDON,
        "left": 1,
    }
    game = war((3, 4), both)
    assert game.to_dict()["war"] is None and len(seat(game, GENOA)["markers"]) == 2
    assert (seat(game, LONDON)["misery"], seat(game, GENOA)["misery"]) == (1, 2)


def test_ex72_a_pending_war():
    players = {
        0: {"hand": ["War!", "stone"], "markers": ["Rome", "Milan", "Naples"]},
        1: {"hand": ["wool"]},
        2: {"hand": ["Armor", "timber"]},
    }
    game = do(playing(0, players, count=3), "card:War!", "seat:2", (3, 3))
    assert game.deciding_player == 0 and seat(game, 0)["misery"] == seat(game, 2)["misery"] == 1
    do(game, "PASS", (2, 2))
    assert game.deciding_player == 1 and seat(game, 2)["misery"] == 2
    do(game, "PASS")
    assert game.deciding_player == 2 and choices(game) == ["PASS", "card:Armor"]
    do(game, "card:Armor", (4, 5))
    assert game.deciding_player == 0 and game.to_dict()["pending"][-1] == {
        "frame": "cede province",
        "player": 0,
        "winner": 2,
        "left": 2,
    }
    do(game, "province:Rome", "province:Milan")
    assert (seat(game, 0)["misery"], seat(game, 2)["misery"]) == (4, 3)
    assert set(seat(game, 2)["markers"]) == {"Rome", "Milan"}
    assert game.deciding_player == 2 and choices(game) == ["PASS", "card:timber"]


# --- the end --------------------------------------------------------------------------------------
def famine_game(third):
    players = {
        0: {"misery": 25, "hand": ["Famine", "stone"]},
        1: {"misery": 25},
        2: {"misery": third},
    }
    return do(playing(0, players, count=3), "card:Famine")


def test_ex73_falling_together():
    game = famine_game(25)
    assert game.is_over and game.ending == "elimination"
    assert [s["rank"] for s in game.scores()] == [1, 1, 1] and game.winners == [0, 1, 2]
    game = famine_game(10)
    assert game.is_over and seat(game, 2)["misery"] == 14
    assert [s["rank"] for s in game.scores()] == [2, 2, 1] and game.winners == [2]
    assert game.returns.tolist() == [-0.5, -0.5, 1.0]


def test_ex74_final_card_play_with_a_burden():
    game = table({0: {"hand": ["Armor", "Long Bow", "stone"]}}, phase="final card play", segment=0,
                 last_turn=True, ending=1)  # fmt: skip
    assert sorted(choices(game)) == ["card:Armor", "card:Long Bow", "card:stone"]
    do(game, "card:Long Bow")
    assert game.is_over
    assert {"Armor", "Long Bow"} <= set(game.to_dict()["out"]) and "stone" in game.to_dict()[
        "replay"
    ]


CIRCLED = (
    "Danzig Lubeck Novgorod Riga Stockholm Bergen Chester Edinburg Iceland Portsmouth Waterford "
    "York Basel Bruges Budapest Cologne Dijon Nuremberg Prague Strassburg Vienna Basque Lisbon "
    "Acre Cairo"
).split()


def test_ex75_all_markers_in_play():
    own = {
        "markers": CIRCLED,
        "old": {"Dubrovnik": 2, **{name: 1 for name in FILLERS}},
        "expansion": 1,
    }
    own["old"]["Naples"] = 36 - 2 - 1 - len(FILLERS)
    game = expansion(VENICE, {VENICE: own}, options={"auto_forced": False})
    assert seat(game, VENICE)["stock"] == 0 and seat(game, VENICE)["mat"] == 0
    do(game, "province:Dubrovnik", "count:1")
    assert game.decision == "give up marker" and "Acre" in provinces(game)
    twin = game.clone()
    do(game, "province:Acre")
    assert seat(game, VENICE)["markers"]["Dubrovnik"] == "flagged"
    assert seat(game, VENICE)["old"]["Acre"] == 1 and "Acre" not in seat(game, VENICE)["markers"]
    assert seat(game, VENICE)["stock"] == 2
    do(twin, "PASS")
    assert seat(twin, VENICE)["old"]["Dubrovnik"] == 2 and seat(twin, VENICE)["new"] == {
        "Dubrovnik": 1
    }


FILLERS = (
    "Copenhagen Malmo Mitau Stettin Whisby Armagh Cornwall Kongsberg Wales Amsterdam Breslau Esseg "
    "Salzburg Leon Palma Adalia Jerusalem Levant Tarsus Libya Bari Cagliari Toulouse Athens Barca "
    "Corfu Durazzo Gallipoli"
).split()


def test_ex76_rebate_and_patron():
    players = {0: {"hand": ["Andreas Vesalius", "stone"], "advances": "BNO", "cash": 100},
               GENOA: {"advances": "E", "cash": 100}}  # fmt: skip
    game = playing(0, players, leaders=[{"leader": "Charlemagne", "owner": 2}], epoch=3)
    do(game, "card:Andreas Vesalius")
    assert seat(game, 0)["cash"] == 120
    do(game, "PASS")
    pass_until(game, "buy advance", 0)
    do(game, "advance:D")
    assert seat(game, 0)["cash"] == 120 - (120 - 20 - 20)
    pass_until(game, "buy advance", GENOA)
    do(game, "advance:B")
    assert seat(game, GENOA)["cash"] == 100 - 40


def test_ex77_the_last_turn_is_found_out_in_phase_7():
    players = {0: {"hand": ["War!"]}, 1: {"markers": ["Milan"]}}
    game = table(
        players, phase="income", military={"Armor": 0}, options={"version": "basic"}, pile=["stone"]
    )
    whole = game.to_dict()
    whole["pile"], whole["out"] = ["stone"], whole["out"] + whole["pile"][1:]
    del whole["copies"]
    game = Game.from_dict(whole)
    do(game, (1, 1, 1), (1, 2, 4))
    assert game.to_dict()["last_turn"] and game.to_dict()["phase"] == "final card play"
    if game.decision == "play card":
        do(game, "card:War!")
    do(game, "seat:1", (3, 4))
    assert (seat(game, 0)["misery"], seat(game, 1)["misery"]) == (1, 2)
    assert seat(game, 1)["markers"] == {"Milan": "old"}


def test_ex78_the_ruler_of_the_holder():
    players = {LONDON: {"hand": ["Civil War", "stone"]}, GENOA: {"markers": ["Venice"]}}
    game = playing(LONDON, players, order=[4, 0, 1, 2, 3, 5], ruler=[GENOA])
    do(game, "card:Civil War")
    assert "seat:1" not in choices(game)
    do(game, "seat:0")
    assert seat(game, GENOA)["markers"] == {} and seat(game, GENOA)["old"] == {"Venice": 1}


def test_ex79_two_rolls_of_twelve():
    players = {0: {"markers": ["Prague"]}, 1: {"markers": ["Cairo"]}}
    game = table(players, phase="income", pile=["stone", "wool", "timber", "metal"])
    do(game, (6, 6, 1), (6, 6, 2))
    assert seat(game, 0)["hand"] == ["stone", "wool"]
    assert seat(game, 1)["hand"] == ["timber", "metal"]
    game = table({0: {"cash": 25}}, phase="draw card", conditions={"gold": 2, "ivory": 2})
    do(game, "commodity:gold")
    assert game.to_dict()["conditions"] == {"gold": 1, "ivory": 1}
    do(game, "commodity:gold")
    assert game.to_dict()["conditions"] == {} and seat(game, 0)["cash"] == 5


def test_ex80_only_the_best_leader():
    queue = [
        {"leader": "William Caxton", "owner": 0},
        {"leader": "Johann Gutenberg", "owner": GENOA},
    ]
    game = purchase(0, {0: {"cash": 60, "advances": "EN"}, 1: {"cash": 20}}, leaders=queue, epoch=2,
                    options={"leader_stack": False})  # fmt: skip
    do(game, "PASS", "advance:O")
    assert seat(game, 0)["cash"] == 60 - (60 - 30 - 30)
    assert game.to_dict()["leaders"][1]["patrons"] == [0]


@pytest.mark.parametrize("shortage", [0, 1])
def test_ex81_the_box_limit(shortage):
    wool = [
        "Algiers",
        "Angora",
        "Basque",
        "Edinburg",
        "London",
        "Smyrna",
        "Toledo",
        "Waterford",
        "York",
    ]
    own = {"markers": wool, "advances": "IJKLMR", "hand": ["wool", "stone"]}
    game = playing(0, {0: own}, conditions={"wool": shortage} if shortage else {})
    assert seat(do(game, "card:wool"), 0)["cash"] == 200


def test_ex82_the_crusades_without_a_marker():
    markers = [name for name in CIRCLED if name != "Acre"] + ["Lyons"]
    own = {"markers": markers, "expansion": 36, "hand": ["The Crusades", "stone"]}
    game = playing(VENICE, {VENICE: own, GENOA: {"old": {"Acre": 2}}})
    do(game, "card:The Crusades", "province:Acre")
    twin = game.clone()
    do(game, "PASS")
    assert seat(game, GENOA)["old"] == {"Acre": 2} and seat(game, VENICE)["misery"] == 1
    do(twin, "province:Lyons")
    own = seat(twin, VENICE)
    assert seat(twin, GENOA)["old"] == {} and own["markers"]["Acre"] == "old"
    assert own["old"] == {"Lyons": 1} and own["expansion"] == 35 and own["misery"] == 1


def test_typed_bids_reach_every_number():
    players = {0: {"cash": 40}, 1: {"cash": 1}, 2: {"cash": 1}}
    game = do(table(players, 3, phase="order of play", turn=1), "MINUS")
    assert choices(game) == [f"digit:{i}" for i in range(5)]
    do(game, "digit:0")
    assert choices(game) == [f"digit:{i}" for i in range(1, 10)]
    game = do(table(players, 3, phase="order of play", turn=1), "PLUS", "digit:4")
    assert seat(game, 0)["bid"] == 40 and game.deciding_player == 1
