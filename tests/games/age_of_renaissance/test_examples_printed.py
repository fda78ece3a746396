"""The worked examples EX01 to EX28 of the rulings: printed in the rulebook."""

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance.constants import MARKERS, NUM_PROVINCES
from paxren_env.games.age_of_renaissance.rules.s46_entry import is_enterable
from paxren_env.games.age_of_renaissance.tables import MARKET, PROVINCE_NAMES
from tests.games.age_of_renaissance.positions import (
    BARCELONA,
    GENOA,
    LONDON,
    PARIS,
    SAIL,
    VENICE,
    attack_needs,
    bid,
    choices,
    do,
    expansion,
    landings,
    pass_until,
    playing,
    provinces,
    purchase,
    seat,
    slots,
    table,
)

pytestmark = pytest.mark.interpreted


def test_ex01_slots_of_three_players():
    game = table({0: {"cash": 9}, 1: {"cash": 9}, 2: {"cash": 9}}, 3, phase="order of play", turn=1)
    for amount in (4, 0, 9):
        bid(game, amount)
    assert game.to_dict()["order"] == [1, 0, 2]
    assert slots(game) == [4, 2, 6]


def test_ex02_a_negative_bid_costs_and_goes_first():
    game = table({0: {"cash": 5}, 1: {"cash": 5}, 2: {"cash": 5}}, 3, phase="order of play", turn=1)
    for amount in (0, -1, 2):
        bid(game, amount)
    assert game.to_dict()["order"] == [1, 0, 2]
    assert (seat(game, 1)["cash"], seat(game, 1)["expansion"]) == (4, 0)


def test_ex03_renaissance_swaps_with_a_neighbour_who_lacks_it():
    owners = {PARIS: {"advances": "NOPQ"}, LONDON: {"advances": "NOPQ"}}
    order = [PARIS, BARCELONA, LONDON, VENICE, 1, 5]
    game = table(owners, phase="expansion", order=order)
    assert game.deciding_player == PARIS and choices(game) == ["PASS", "LATER"]
    do(game, "LATER")
    assert game.to_dict()["order"][:4] == [BARCELONA, PARIS, LONDON, VENICE]
    assert game.deciding_player == LONDON and choices(game) == ["PASS", "LATER"]
    other = do(table(owners, phase="expansion", order=order), "PASS")
    assert choices(other) == ["PASS", "EARLIER", "LATER"]


def test_ex04_wine_pays_the_square_of_the_provinces():
    wine = {"markers": ["Barcelona", "Lisbon", "Marseilles"]}
    game = playing(0, {0: {"hand": ["wine"]}, BARCELONA: wine, PARIS: {"markers": ["Strassburg"]}})
    do(game, "card:wine")
    assert seat(game, BARCELONA)["cash"] == 45 and seat(game, PARIS)["cash"] == 5
    assert seat(game, 0)["cash"] == 0 and "wine" in game.to_dict()["replay"]


def test_ex05_industry_counts_one_box_more_but_not_from_nothing():
    game = playing(
        0,
        {
            0: {"hand": ["wine"], "advances": "IJKLM"},
            BARCELONA: {"advances": "IJKLM", "markers": ["Lisbon"]},
        },
    )
    do(game, "card:wine")
    assert seat(game, BARCELONA)["cash"] == 20 and seat(game, 0)["cash"] == 0


def columbus(leaders_before):
    buyers = {"advances": "AENSV", "cash": 300}
    queue = [
        {"leader": name, "owner": VENICE} for name in (*leaders_before, "Christopher Columbus")
    ]
    return purchase(
        BARCELONA,
        {BARCELONA: buyers, LONDON: buyers, VENICE: {"advances": "ANSV", "cash": 300}},
        order=[BARCELONA, LONDON, VENICE, 1, 3, 5],
        leaders=queue,
        epoch=2,
    )


def paid(game, number, *answers):
    before = seat(game, number)["cash"]
    do(game, *answers)
    return before - seat(game, number)["cash"]


def test_ex06_the_second_leader_has_one_patron():
    game = columbus(["Charlemagne"])
    do(game, "PASS")  # no ship
    assert paid(game, BARCELONA, "advance:T") == 120 - 20 - 30
    assert game.to_dict()["leaders"][1]["patrons"] == [BARCELONA]
    assert paid(game, BARCELONA, "advance:U") == 160 - 20 - 30
    pass_until(game, "buy advance", LONDON)
    assert paid(game, LONDON, "advance:T") == 120 - 20
    pass_until(game, "buy advance", VENICE)
    assert paid(game, VENICE, "advance:T") == 120 - 20 - 30
    assert paid(game, VENICE, "advance:U") == 160 - 20 - 30


def test_ex06_the_third_leader_has_two_patrons_the_first_none():
    game = columbus(["Charlemagne", "St. Benedict"])
    do(game, "PASS")
    assert paid(game, BARCELONA, "advance:T") == 70
    pass_until(game, "buy advance", LONDON)
    assert paid(game, LONDON, "advance:T") == 70
    first = do(columbus([]), "PASS")
    assert paid(first, BARCELONA, "advance:T") == 100


@pytest.mark.parametrize(("ship", "reached"), [("none", False), ("galley 2", True)])
def test_ex07_paris_needs_a_ship_for_london(ship, reached):
    game = expansion(PARIS, {PARIS: {"markers": ["Paris"], "expansion": 1, "ship": ship}})
    assert ("London" in provinces(game)) == reached


def test_ex08_london_galley_2():
    london = {"markers": ["London"], "ship": "galley 2"}
    game = expansion(LONDON, {LONDON: {**london, "expansion": 6}})
    expected = "Amsterdam Bruges Cornwall Edinburg Paris Portsmouth St._Malo York".split()
    assert provinces(game) == {name.replace("_", " ") for name in expected}
    assert landings(LONDON, "Bruges", 6, {LONDON: london}) == ["count:1", "count:2"]
    by_land = landings(LONDON, "Portsmouth", 6, {LONDON: london})
    assert by_land == [f"count:{number}" for number in range(1, 6)]


def test_ex09_the_heavens_cross_a_sea():
    near = {"Copenhagen", "Kongsberg", "Malmo", "Stettin", "Whisby"}
    far = {"Danzig", "Mitau", "Riga"}
    own = {"old": {"Stockholm": 1}, "ship": "galley 2", "expansion": 1}
    without = provinces(expansion(VENICE, {VENICE: own}))
    with_heavens = provinces(expansion(VENICE, {VENICE: {**own, "advances": "AN"}}))
    assert near <= without and not far & without
    assert near | far <= with_heavens


@pytest.mark.parametrize(("index", "cards"), [(9, 5), (10, 6)])
def test_ex10_stabilisation_unpaid_moves_by_value(index, cards):
    hand = ["stone", "stone", "wool", "wool", "timber", "metal"][:cards]
    game = purchase(
        PARIS, {PARIS: {"misery": index, "hand": hand, "cash": 0}}, order=[3, 0, 1, 2, 4, 5]
    )
    assert seat(game, PARIS)["misery"] == index
    game = purchase(
        PARIS, {PARIS: {"misery": index, "hand": hand, "cash": 25}}, order=[3, 0, 1, 2, 4, 5]
    )
    do(game, "PASS")  # no ship
    pass_until(game, "pay stabilisation")
    do(game, "PASS")
    assert seat(game, PARIS)["misery"] == 11  # 125


def test_ex11_institutional_research_works_at_once_its_credit_does_not():
    game = purchase(0, {0: {"cash": 500}})
    do(game, "PASS")
    assert paid(game, 0, "advance:X") == 100
    assert paid(game, 0, "advance:C") == 80
    assert paid(game, 0, "advance:W") == 60


@pytest.mark.parametrize(
    ("leon", "needed"), [({}, 6), ({"old": {"Leon": 1}}, 7), ({"new": {"Leon": 1}}, 6)]
)
def test_ex12_only_an_old_token_on_a_satellite_supports(leon, needed):
    players = {BARCELONA: {"markers": ["Lisbon"], **leon}, LONDON: SAIL}
    assert attack_needs(LONDON, "Lisbon", players) == needed


def test_ex13_a_lost_attack_costs_old_tokens_too():
    players = {VENICE: {"old": {"Bordeaux": 2}}, LONDON: {"new": {"Bordeaux": 1}}}
    assert attack_needs(VENICE, "Bordeaux", players) == 3
    game = expansion(
        VENICE, {VENICE: {"old": {"Bordeaux": 2}, "expansion": 4}, LONDON: players[LONDON]}
    )
    do(game, "province:Bordeaux", "ATTACK", (1, 1, 2))
    assert seat(game, VENICE)["old"] == {} and seat(game, VENICE)["new"] == {}
    assert (seat(game, VENICE)["stock"], seat(game, VENICE)["expansion"]) == (35, 1)
    assert seat(game, LONDON)["new"] == {"Bordeaux": 1}


BELGRADE = {"advances": "W"}
STIRRUPS = {"Stirrups": VENICE}


def test_ex14_belgrade_with_a_marker():
    players = {VENICE: {**BELGRADE, "markers": ["Belgrade"]}, LONDON: SAIL}
    assert attack_needs(LONDON, "Belgrade", players, military=STIRRUPS) == 6
    assert landings(LONDON, "Belgrade", 5, players, military=STIRRUPS) == []


def test_ex15_belgrade_with_a_token():
    players = {VENICE: {**BELGRADE, "old": {"Belgrade": 1}}, LONDON: SAIL}
    assert landings(LONDON, "Belgrade", 4, players, military=STIRRUPS) == ["count:1"]
    assert landings(LONDON, "Belgrade", 5, players, military=STIRRUPS) == ["ATTACK", "count:1"]
    caravan = {"advances": "I", "old": {"Dubrovnik": 1}, "expansion": 1}
    game = expansion(LONDON, {VENICE: players[VENICE], LONDON: caravan}, military=STIRRUPS)
    assert "Budapest" in provinces(game)


def test_ex16_belgrade_attacked_by_genoa_with_nationalism():
    genoa = {"advances": "ANSTW", "ship": "ocean 1"}
    players = {VENICE: {**BELGRADE, "old": {"Belgrade": 1}}, GENOA: genoa}
    assert attack_needs(GENOA, "Belgrade", players, military=STIRRUPS) == 4
    assert landings(GENOA, "Belgrade", 3, players, military=STIRRUPS) == ["count:1"]


def test_ex17_bari():
    venice = {"advances": "W", "old": {"Bari": 1}}
    genoa = {"advances": "ANSTW", "ship": "ocean 1"}
    assert attack_needs(LONDON, "Bari", {VENICE: venice, LONDON: SAIL}) == 3
    gun = {"Gunpowder": LONDON}
    assert attack_needs(LONDON, "Bari", {VENICE: venice, LONDON: SAIL}, military=gun) == 2
    gun = {"Gunpowder": GENOA}
    assert attack_needs(GENOA, "Bari", {VENICE: venice, GENOA: genoa}, military=gun) == 1


THIRD = [0, 1, LONDON, 2, 3, 5]  # London in slot 3
FLEET = {"markers": ["London", "Granada"], "ship": "galley 2"}


def test_ex18_oran():
    paris = {"old": {"Oran": 1}}
    players = {PARIS: paris, LONDON: FLEET}
    assert attack_needs(LONDON, "Oran", players) == 2
    assert attack_needs(LONDON, "Oran", players, military={"Armor": LONDON}) == 1
    assert attack_needs(LONDON, "Oran", players, military={"Armor": PARIS}) is None
    game = expansion(LONDON, {PARIS: paris, LONDON: {**FLEET, "expansion": 3}}, order=THIRD)
    do(game, "province:Oran", (4, 1, 1))
    assert seat(game, PARIS)["old"] == {} and seat(game, PARIS)["stock"] == 36
    assert seat(game, LONDON)["new"] == {"Oran": 1} and seat(game, LONDON)["stock"] == 34


def test_ex19_fez():
    paris = {"markers": ["Fez"]}
    vessels = {**FLEET, "ship": "seaworthy 10", "advances": "S"}
    assert attack_needs(LONDON, "Fez", {PARIS: paris, LONDON: FLEET}) is None
    assert attack_needs(LONDON, "Fez", {PARIS: paris, LONDON: vessels}) == 4
    supported = {**paris, "old": {"Oran": 1}}
    assert attack_needs(LONDON, "Fez", {PARIS: supported, LONDON: vessels}) == 5


def test_ex20_a_lost_landing_counts_against_the_cap():
    paris = {"old": {"Oran": 1}}
    small = {PARIS: paris, LONDON: {**FLEET, "expansion": 6}}
    game = do(expansion(LONDON, small, order=THIRD), "province:Oran", (3, 2, 2))
    assert "Oran" not in provinces(game)
    large = {PARIS: paris, LONDON: {**FLEET, "expansion": 6, "ship": "galley 4"}}
    game = do(expansion(LONDON, large, order=THIRD), "province:Oran", (3, 2, 2))
    do(game, "province:Oran", (3, 3, 2))
    assert seat(game, LONDON)["new"] == {"Oran": 1}


def test_ex21_a_repeated_landing_at_fez():
    vessels = {**FLEET, "ship": "seaworthy 10", "advances": "S", "expansion": 9}
    game = expansion(LONDON, {PARIS: {"markers": ["Fez"]}, LONDON: vessels}, order=THIRD)
    do(game, "province:Fez", (2, 1, 2))
    assert seat(game, LONDON)["expansion"] == 5 and "Fez" in provinces(game)
    do(game, "province:Fez", (5, 1, 2))
    assert seat(game, LONDON)["markers"]["Fez"] == "new"
    assert seat(game, LONDON)["stock"] == 35 and seat(game, PARIS)["mat"] == 25


def test_ex22_strength_is_doubled_in_the_own_capital():
    held_by_paris = {PARIS: {"markers": ["Genoa"]}}
    assert attack_needs(GENOA, "Genoa", held_by_paris) == 5
    assert attack_needs(GENOA, "Genoa", {VENICE: {"markers": ["Genoa"], "advances": "W"}}) == 6
    assert attack_needs(GENOA, "Genoa", {**held_by_paris, GENOA: {"advances": "W"}}) == 5


SEVENTEEN = (
    "London York Chester Bergen Edinburg Waterford Portsmouth Bruges Paris Dijon Basel Vienna "
    "Prague Nuremberg Cologne Strassburg Budapest"
).split()


@pytest.mark.parametrize(("advances", "cash"), [("IJKL", 308), ("IJKLZ", 326)])
def test_ex23_interest_and_profit(advances, cash):
    london = {"markers": SEVENTEEN, "cash": 108, "advances": advances}
    game = table({LONDON: london}, 5, phase="income")
    assert seat(game, LONDON)["cash"] == cash


WINE = {"markers": ["Barcelona", "Lisbon", "Marseilles"]}


def test_ex24_a_surplus_costs_the_majority_a_dollar_each():
    game = table(
        {BARCELONA: {**WINE, "cash": 10}, PARIS: {"markers": ["Strassburg"]}}, phase="income"
    )
    before = seat(game, BARCELONA)["cash"]
    do(game, (4, 3, 4), (1, 1, 1))
    assert seat(game, BARCELONA)["cash"] == before - 3
    assert game.to_dict()["conditions"] == {"stone": 1, "wine": -1}


@pytest.mark.parametrize(("sign", "first"), [(-1, (20, 0)), (1, (80, 20)), (0, (45, 5))])
def test_ex24_a_condition_changes_the_first_card_only(sign, first):
    players = {0: {"hand": ["wine", "wine"]}, BARCELONA: WINE, PARIS: {"markers": ["Strassburg"]}}
    game = playing(0, players, conditions={"wine": sign} if sign else {})
    do(game, "card:wine")
    assert (seat(game, BARCELONA)["cash"], seat(game, PARIS)["cash"]) == first
    do(game, "card:wine")
    assert seat(game, BARCELONA)["cash"] == first[0] + 45
    assert seat(game, PARIS)["cash"] == first[1] + 5


def test_ex24_the_first_player_buys_a_condition_off():
    game = table({0: {"cash": 5}}, phase="draw card", conditions={"wine": -1})
    assert choices(game) == ["PASS", "commodity:wine"]
    do(game, "commodity:wine")
    assert game.to_dict()["conditions"] == {} and seat(game, 0)["cash"] == 0


def test_ex25_a_war_of_the_fourth_player_is_rolled_three_times():
    game = table({3: {"hand": ["War!"]}}, phase="final card play", segment=3)
    do(game, "card:War!", "seat:0")
    rolls = 0
    while game.deciding_player == CHANCE:
        do(game, (3, 3))
        rolls += 1
    assert rolls == 3 and game.is_over


def ceding(winner, loser, difference, **rest):
    """The winner's War is won by so much."""
    own = {**winner, "hand": ["War!"]}
    game = playing(LONDON, {LONDON: own, GENOA: loser}, order=[4, 0, 1, 2, 3, 5], **rest)
    return do(game, "card:War!", f"seat:{GENOA}", (1 + difference, 1))


def test_ex26_the_winner_gets_what_he_can_support():
    london = {"markers": ["London"], "ship": "galley 2"}
    genoa = {**SAIL, "markers": ["Acre", "Cairo", "Trebizond", "India"], "advances": "ANRST"}
    game = ceding(london, genoa, 1)
    assert game.deciding_player == GENOA and provinces(game) == {"Acre", "Cairo"}
    do(game, "province:Acre")
    assert seat(game, LONDON)["markers"]["Acre"] == "old"


def test_ex26_what_cannot_be_ceded_costs_misery():
    genoa = {"markers": ["Acre", "Cairo", "Trebizond"], "advances": "R"}
    game = ceding({"markers": ["London"]}, genoa, 3)
    do(game, "province:Acre")
    assert set(seat(game, LONDON)["markers"]) == {"London", "Acre", "Cairo"}
    assert seat(game, GENOA)["misery"] == 3 and seat(game, LONDON)["misery"] == 1


def test_ex26_a_winner_without_a_marker_gets_none():
    genoa, s = {"markers": ["Acre", "Cairo"]}, view(table().states, 0)
    cities = [i for i in range(NUM_PROVINCES) if MARKET[i] > 1 and is_enterable(s, LONDON, i)]
    free = [PROVINCE_NAMES[i] for i in cities if PROVINCE_NAMES[i] not in genoa["markers"]]
    game = ceding({"markers": free[:MARKERS]}, genoa, 1)
    assert seat(game, LONDON)["mat"] == 0
    assert set(seat(game, LONDON)["markers"]) == set(free[:MARKERS])
    assert seat(game, GENOA)["misery"] == 3 and game.to_dict()["war"] is None


@pytest.mark.parametrize(
    ("genoa", "venice", "is_open"),
    [
        ({}, {}, True),
        ({"markers": ["Dubrovnik"]}, {}, False),
        ({"markers": {"Dubrovnik": "new"}}, {}, True),
        ({"old": {"Dubrovnik": 2}}, {}, True),
        ({"old": {"Dubrovnik": 3}}, {}, False),
        ({}, {"markers": {"Dubrovnik": "new"}}, True),
    ],
)
def test_ex27_caravan_through_dubrovnik(genoa, venice, is_open):
    own = {
        "markers": {"Venice": "old", **venice.get("markers", {})},
        "advances": "I",
        "expansion": 1,
    }
    game = expansion(VENICE, {VENICE: own, GENOA: genoa})
    assert ("Belgrade" in provinces(game)) == is_open


def test_ex28_gold_and_ivory_are_one_roll():
    players = {0: {"markers": ["Prague"]}, 1: {"markers": ["Cairo"]}}
    game = table(players, phase="income", pile=["stone", "wool"])
    do(game, (6, 6, 1), (1, 1, 4))
    assert seat(game, 0)["hand"] == ["stone"] and seat(game, 1)["hand"] == ["wool"]


def test_ex28_both_are_bought_off_for_ten_but_used_apart():
    game = table({0: {"cash": 10}}, phase="draw card", conditions={"gold": 1, "ivory": 1})
    assert choices(game) == ["PASS", "commodity:gold"]
    do(game, "commodity:gold")
    assert game.to_dict()["conditions"] == {} and seat(game, 0)["cash"] == 0
    game = playing(0, {0: {"hand": ["gold", "stone"]}}, conditions={"gold": 1, "ivory": 1})
    do(game, "card:gold")
    assert game.to_dict()["conditions"] == {"ivory": 1}
