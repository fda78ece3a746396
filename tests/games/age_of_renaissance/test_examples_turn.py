"""The worked examples EX29 to EX52 of the rulings: bids, cards, purchases, events."""

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.games.age_of_renaissance import Game
from paxren_env.games.age_of_renaissance import tables as t
from tests.games.age_of_renaissance.positions import (
    GENOA,
    HAMBURG,
    LONDON,
    PARIS,
    SAIL,
    VENICE,
    attack_needs,
    bid,
    choices,
    do,
    expansion,
    pass_until,
    playing,
    purchase,
    seat,
    slots,
    table,
)

pytestmark = pytest.mark.interpreted


def paid(game, number, *answers):
    before = seat(game, number)["cash"]
    do(game, *answers)
    return before - seat(game, number)["cash"]


def test_ex29_money_beyond_the_stock_buys_only_a_place():
    full = {
        "old": {"Naples": 5, "Rome": 4, "Genoa": 5, "Venice": 5, "Marseilles": 5, "Florence": 4}
    }
    full["old"]["Milan"] = 2
    game = table(
        {0: {**full, "cash": 30}, 1: {"cash": 19}, 2: {"cash": 30}},
        3,
        phase="order of play",
        turn=1,
    )
    assert seat(game, 0)["stock"] == 6
    for amount in (20, 19, 21):
        bid(game, amount)
    assert game.to_dict()["order"] == [1, 0, 2]
    assert (seat(game, 0)["cash"], seat(game, 0)["expansion"]) == (10, 6)


def three(bids, ranks=(1, 2, 3)):
    players = {p: {"cash": 9, "choice_rank": rank} for p, rank in enumerate(ranks)}
    game = table(players, 3, phase="order of play", turn=1)
    for amount in bids:
        bid(game, amount)
    return game


def test_ex30_the_later_chooser_picks_his_place():
    game = three((7, 7, 7))
    assert game.deciding_player == 2 and choices(game) == ["place:1", "place:2", "place:3"]
    do(game, "place:2")
    assert game.deciding_player == 1 and choices(game) == ["place:1", "place:3"]
    do(game, "place:3")
    assert game.to_dict()["order"] == [0, 2, 1]
    pair = three((7, 7, 9))
    assert pair.deciding_player == 1 and choices(pair) == ["place:1", "place:2"]


@pytest.mark.parametrize(("rank", "order"), [(1, [2, 0, 1]), (4, None)])
def test_ex31_a_player_in_chaos_takes_the_first_free_place(rank, order):
    chaos = {"misery": 26, "fell": 1, "choice_rank": 3}
    players = {0: {"cash": 3, "choice_rank": rank}, 1: {"cash": 3, "choice_rank": 2}, 2: chaos}
    players[3] = {"cash": 3, "choice_rank": 5 - rank}
    game = table(players, 4, phase="order of play", falls=1, turn=2, conditions={"stone": 1})
    bid(game, 0)
    bid(game, 1)
    bid(game, 2)
    if order is None:
        assert game.deciding_player == 0 and choices(game) == ["place:1", "place:2"]
    else:
        assert game.to_dict()["order"][:2] == [2, 0]
        assert game.decision != "remove condition"


def test_ex32_tied_capital_bids_are_ordered_by_chance():
    game = Game(3, seed=5, auto_chance=False)
    game.roll()
    for _ in range(3):
        do(game, choices(game)[0])
    game.roll()
    for amount in (12, 12, 0):
        bid(game, amount)
    assert game.deciding_player == CHANCE and game.decision == "capital bid tie"
    assert game.chance_outcomes() == [((0, 1), 0.5), ((1, 0), 0.5)]
    do(game, (1, 0))
    assert [seat(game, p)["cash"] for p in range(3)] == [28, 28, 40]
    assert [seat(game, p)["choice_rank"] for p in range(3)] == [2, 1, 3]
    do(game, "capital:Genoa", "capital:Venice")
    assert seat(game, 2)["capital"] == "Barcelona"


RESERVE = ["The Crusades", "Walter the Penniless", "silk", "spice", "Rashid ad Din"]


def test_ex33_the_reserve_joins_after_turn_2():
    game = table({}, phase="income", turn=2, reserve=RESERVE)
    before = game.to_dict()["pile"]
    do(game, (1, 1, 4), (1, 2, 4))
    assert game.decision == "shuffle" and game.to_dict()["reserve"] == []
    assert sorted(game.to_dict()["pile"]) == sorted(before + RESERVE)


def test_ex33_the_reserve_becomes_the_pile_when_it_runs_dry():
    game = table({0: {"cash": 10, "advances": "V"}}, phase="buy card", segment=0, turn=2,
                 reserve=RESERVE, pile=[])  # fmt: skip
    do(game, "YES")
    assert game.decision == "shuffle" and game.to_dict()["epoch"] == 1
    game.roll()
    assert len(game.to_dict()["pile"]) == 4 and len(seat(game, 0)["hand"]) == 1


def test_ex34_the_epoch_advances_when_a_card_is_requested():
    coast = {"markers": ["London", "York", "Bruges"]}
    game = playing(0, {0: {"hand": ["Pirates/Vikings", "stone"]}, 4: coast}, pile=[])
    do(game, "card:Pirates/Vikings", "province:London")
    assert game.decision == "play card" and game.to_dict()["epoch"] == 1
    game = table(
        {0: {"hand": ["Pirates/Vikings"]}, 4: coast}, phase="draw card", pile=[], out=["stone"]
    )
    assert game.decision == "shuffle" and game.to_dict()["epoch"] == 2
    game.roll()
    do(game, "card:Pirates/Vikings", "province:London")
    assert game.decision == "target province"


def test_ex35_a_basic_game_ends_with_its_last_card():
    players = {0: {"markers": {"Paris": "new"}}, 1: {"markers": ["Milan"]}}
    game = table(players, phase="expansion", segment=5, options={"version": "basic"},
                 pile=["Famine"], out=["stone"])  # fmt: skip
    bottom = game.to_dict()["pile"]
    assert bottom[0] == "Famine"
    whole = game.to_dict()
    whole["pile"], whole["out"] = ["Famine"], whole["out"] + bottom[1:]
    del whole["copies"]
    game = Game.from_dict(whole)
    do(game, "PASS")
    assert game.to_dict()["last_turn"] and game.decision == "surplus dice"
    do(game, (1, 1, 1), (1, 2, 1))
    assert seat(game, 1)["hand"] == []
    assert game.is_over and game.ending == "deck"


def test_ex36_credits_count_from_the_next_turn():
    game = purchase(0, {0: {"cash": 500, "advances": "N"}})
    do(game, "PASS")
    assert paid(game, 0, "advance:O") == 30
    assert paid(game, 0, "advance:P") == 60
    later = do(purchase(0, {0: {"cash": 500, "advances": "NOP"}}), "PASS")
    assert paid(later, 0, "advance:Q") == 60


def test_ex37_leaders_add_up():
    queue = [{"leader": "Johann Gutenberg", "owner": 0}, {"leader": "William Caxton", "owner": 0}]
    game = purchase(0, {0: {"cash": 15, "advances": "N"}, 1: {"cash": 50}}, leaders=queue, epoch=2)
    do(game, "PASS")
    assert paid(game, 0, "advance:O") == 0


def take_away(game, player, letter):
    """The example owns Q without the P that it needs, which no position that is loaded may."""
    game.states["advances"][0, player] &= ~(1 << t.ADVANCE_LETTERS.index(letter))


def test_ex38_the_rebate_of_the_printed_word():
    game = playing(0, {0: {"hand": ["Leonardo Da Vinci", "stone"], "advances": "BNOPQ"}}, epoch=3)
    take_away(game, 0, "P")
    do(game, "card:Leonardo Da Vinci")
    assert seat(game, 0)["cash"] == 40
    game = playing(0, {0: {"hand": ["Leonardo Da Vinci", "stone"], "advances": "NO"}}, epoch=3)
    assert seat(do(game, "card:Leonardo Da Vinci"), 0)["cash"] == 0
    queue = [{"leader": "Leonardo Da Vinci", "owner": 0}]
    game = purchase(0, {0: {"cash": 200, "advances": "BNOPQ"}}, leaders=queue, epoch=3)
    take_away(game, 0, "P")
    do(game, "PASS")
    assert paid(game, 0, "advance:P") == 90 - 30 - 20 - 20


@pytest.mark.parametrize(("crusades", "price"), [(True, 10), (False, 20)])
def test_ex39_walter_is_raised_by_the_crusades(crusades, price):
    queue = [{"leader": "Walter the Penniless", "owner": 0}]
    game = purchase(0, {0: {"cash": 100}}, leaders=queue, crusades=crusades)
    do(game, "PASS")
    assert paid(game, 0, "advance:R") == price


@pytest.mark.parametrize(("hand", "price"), [
    (["Marco Polo", "Mongol Armies"], 20), (["Mongol Armies", "Marco Polo"], 0),
])  # fmt: skip
def test_ex40_marco_polo_is_doubled_after_the_mongols(hand, price):
    game = playing(0, {0: {"hand": [*hand, "stone"], "cash": 90}}, epoch=2)
    do(game, f"card:{hand[0]}", f"card:{hand[1]}", "PASS")
    assert seat(game, 0)["cash"] == 100 and game.decision == "upgrade ship"
    do(game, "PASS")
    assert paid(game, 0, "advance:R") == price


def test_ex41_the_heavens_need_the_written_record():
    game = do(purchase(0, {0: {"cash": 70}, 1: {"cash": 50}}), "PASS")
    assert "advance:A" not in choices(game)
    do(game, "advance:N")
    assert paid(game, 0, "advance:A") == 30
    free = purchase(0, {0: {"cash": 70}}, options={"heavens_needs_n": False})
    assert "advance:A" in choices(do(free, "PASS"))


def test_ex42_the_ship_comes_before_the_advances():
    game = purchase(0, {0: {"cash": 95, "ship": "galley 4", "hand": ["stone"]}})
    do(game, "YES", "advance:S")
    assert (seat(game, 0)["ship"], seat(game, 0)["cash"]) == ("seaworthy 10", 5)
    assert game.decision != "upgrade ship"


def test_ex43_religion_costs_misery():
    game = do(purchase(0, {0: {"cash": 100, "misery": 9}}), "PASS", "advance:E")
    assert seat(game, 0)["misery"] == 10
    game = do(purchase(0, {0: {"cash": 100, "misery": 25}}), "PASS", "advance:E")
    assert seat(game, 0)["misery"] == 26 and game.deciding_player != 0


def test_ex44_relief():
    own = {"cash": 40, "misery": 9, "advances": "ABIJN"}
    game = do(purchase(0, {0: own, 1: {"cash": 20}}), "PASS", "advance:O")
    assert seat(game, 0)["relief"] == 1 and seat(game, 0)["misery"] == 8
    own = {"cash": 500, "misery": 9, "advances": "ABIJNO", "relief": 1}
    game = do(
        purchase(0, {0: own, 1: {"cash": 20}}),
        "PASS",
        "advance:C",
        "advance:K",
        "advance:P",
        "PASS",
    )
    assert seat(game, 0)["relief"] == 2 and seat(game, 0)["misery"] == 9 - 1 - 2
    own = {"cash": 500, "misery": 9, "advances": "ABCIJKLMNOPQ", "relief": 2}
    game = do(purchase(0, {0: own, 1: {"cash": 20}}), "PASS", "advance:D", "PASS")
    assert seat(game, 0)["relief"] == 3 and seat(game, 0)["misery"] == 9 - 3


@pytest.mark.parametrize(("cards", "cost"), [(4, 5), (2, 2)])
def test_ex45_middle_class_halves_stabilisation(cards, cost):
    hand = ["stone", "stone", "wool", "wool"][:cards]
    game = purchase(0, {0: {"cash": 9, "advances": "IJKZ", "hand": hand}})
    assert game.decision == "buy advance"
    do(game, "PASS")
    assert game.to_dict()["pending"][-1] == {
        "frame": "pay stabilisation",
        "player": 0,
        "cost": cost,
    }


def test_ex46_alchemists_gold_takes_half_the_written_cash():
    players = {0: {"hand": ["Alchemist's Gold", "stone"]}, 1: {"cash": 10, "written_cash": 31}}
    game = do(playing(0, players), "card:Alchemist's Gold", "seat:1")
    assert seat(game, 1)["cash"] == 0
    protected = {0: {"hand": ["Alchemist's Gold", "stone"]}, 1: {"advances": "C"}}
    game = do(playing(0, protected, ruler=[2]), "card:Alchemist's Gold")
    assert choices(game) == ["seat:0", "seat:3", "seat:4", "seat:5"]


def civil_war(**rest):
    victim = {"cash": 31, "written_cash": 31, "expansion": 7}
    players = {0: victim, GENOA: {"markers": ["Venice"]}, LONDON: {"hand": ["Civil War", "stone"]}}
    return do(
        playing(LONDON, players, order=[4, 0, 1, 2, 3, 5], **rest), "card:Civil War", "seat:0"
    )


def test_ex47_civil_war():
    game = civil_war()
    assert game.deciding_player == 0 and choices(game) == ["CASH", "TOKENS"]
    assert seat(game, GENOA)["markers"] == {} and seat(game, GENOA)["old"] == {"Venice": 1}
    assert seat(game, 0)["misery"] == 1
    assert seat(do(game, "CASH"), 0)["cash"] == 15
    game = do(civil_war(), "TOKENS")
    assert seat(game, 0)["expansion"] == 3 and game.to_dict()["civil_war"] == 0
    pass_until(game, "expand where")
    assert game.to_dict()["order"][-1] == 0 and slots(game)[0] == 6


@pytest.mark.parametrize(("count", "last"), [(3, 6), (4, 6), (5, 5), (6, 6)])
def test_ex47_the_last_slot(count, last):
    game = table({0: {"expansion": 4}}, count, phase="expansion", civil_war=0)
    assert slots(game)[0] == last and game.to_dict()["order"][-1] == 0


FULL = {"Naples": 5, "Rome": 4, "Genoa": 5, "Venice": 5, "Marseilles": 5, "Florence": 4, "Milan": 3}


def test_ex48_reduction_with_an_empty_stock():
    own = {"markers": ["London"], "old": {**FULL, "Lyons": 2}, "expansion": 3}
    players = {0: {"hand": ["Pirates/Vikings", "stone"]}, LONDON: own}
    game = do(playing(0, players), "card:Pirates/Vikings")
    assert seat(game, LONDON)["stock"] == 0
    assert game.deciding_player == LONDON and choices(game) == ["PASS", "YES"]
    twin = game.clone()
    do(game, "YES")
    assert seat(game, LONDON)["expansion"] == 2 and seat(game, LONDON)["old"]["London"] == 1
    do(twin, "PASS")
    assert seat(twin, LONDON)["expansion"] == 3 and "London" not in seat(twin, LONDON)["old"]


def test_ex48_the_stock_is_used_without_a_question():
    own = {"markers": ["London"], "old": {**FULL, "Lyons": 1}, "expansion": 3}
    players = {0: {"hand": ["Pirates/Vikings", "stone"]}, LONDON: own}
    game = do(playing(0, players), "card:Pirates/Vikings")
    assert seat(game, LONDON)["stock"] == 0 and seat(game, LONDON)["old"]["London"] == 1
    assert game.deciding_player == 0


def test_ex49_famine():
    players = {
        0: {"hand": ["Famine", "stone"], "markers": ["Danzig", "Dijon"], "advances": "IJK"},
        1: {"markers": ["Portsmouth", "Seville", "Sicily", "Belgrade"]},
    }
    game = do(playing(0, players, ruler=[2]), "card:Famine")
    assert [seat(game, p)["misery"] for p in range(3)] == [1, 0, 4]


def test_ex50_religious_strife_voids_the_papal_decree():
    hand = {"hand": ["Papal Decree", "Religious Strife", "stone"], "cash": 500}
    game = playing(0, {0: hand}, epoch=2)
    do(game, "card:Papal Decree", "category:Science", "card:Religious Strife", "PASS")
    pass_until(game, "buy advance", 0)
    assert {"advance:B", "advance:C", "advance:D"} <= set(choices(game))
    game = playing(0, {0: hand}, epoch=2)
    do(game, "card:Papal Decree", "category:Science", "PASS")
    pass_until(game, "buy advance", 0)
    assert not {"advance:B", "advance:C", "advance:D"} & set(choices(game))


def test_ex50_strife_in_epoch_3_makes_the_decree_a_burden():
    game = playing(0, {0: {"hand": ["Papal Decree", "Religious Strife", "stone"]}}, epoch=3)
    do(game, "card:Religious Strife")
    assert choices(game) == ["PASS", "card:stone"]
    assert game.to_dict()["papal_void"]


RANKS = {"Armor": PARIS, "Stirrups": HAMBURG, "Long Bow": LONDON}


@pytest.mark.parametrize(
    ("attacker", "defender", "needed"),
    [
        (PARIS, HAMBURG, 1),  # T + 1 >= 1 + 1
        (HAMBURG, PARIS, 3),  # T >= (1 + 1) + 1
        (PARIS, LONDON, 3),
        (HAMBURG, LONDON, 3),
        (PARIS, VENICE, 1),
    ],
)
def test_ex51_military_ranks(attacker, defender, needed):
    players = {attacker: SAIL, defender: {"old": {"Oran": 1}}}
    assert attack_needs(attacker, "Oran", players, military=RANKS) == needed


@pytest.mark.parametrize(("attacker", "defender", "won"), [
    (PARIS, HAMBURG, True), (HAMBURG, PARIS, False),
])  # fmt: skip
def test_ex51_effective_cards_win_black_ties(attacker, defender, won):
    players = {attacker: {**SAIL, "expansion": 6}, defender: {"old": {"Oran": 1}}}
    game = expansion(attacker, players, military=RANKS)
    do(game, "province:Oran", (1, 4, 4))
    assert ("Oran" in seat(game, attacker)["new"]) == won


def test_ex52_two_military_cards():
    players = {LONDON: SAIL, GENOA: {"markers": ["Fez"]}}
    both = {"Armor": LONDON, "Stirrups": LONDON}
    assert attack_needs(LONDON, "Fez", players, military=both) == 2
    hand = {LONDON: {"hand": ["War!"]}, GENOA: {"markers": ["Acre", "Fez", "Tunis"]}}
    game = playing(LONDON, hand, order=[4, 0, 1, 2, 3, 5], military=both)
    do(game, "card:War!", f"seat:{GENOA}", (3, 3))
    assert game.to_dict()["pending"][-1] == {
        "frame": "cede province",
        "player": GENOA,
        "winner": LONDON,
        "left": 2,
    }
