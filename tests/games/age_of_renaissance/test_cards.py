"""Every card and every advance once, beside the worked examples."""

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from tests.games.age_of_renaissance.positions import (
    GENOA,
    LONDON,
    SAIL,
    VENICE,
    choices,
    do,
    expansion,
    playing,
    provinces,
    purchase,
    seat,
    table,
)

pytestmark = pytest.mark.interpreted

CARDS = [(name, int(t.FACE_CARD[face])) for face, name in enumerate(t.FACE_NAMES)]
SINGLES = [n for n, i in CARDS if t.CARD_KIND[i] == c.COMMODITY_CARD and "/" not in n]
LEADERS = [n for n, i in CARDS if t.CARD_KIND[i] == c.LEADER_CARD]


def hand_of(name, **own):
    return {"hand": [name, "stone" if name != "stone" else "wool"], **own}


@pytest.mark.parametrize("name", SINGLES)
def test_commodity_card(name):
    commodity = c.COMMODITY_NAMES.index(name)
    where = next(
        name
        for i, name in enumerate(t.PROVINCE_NAMES)
        if t.PRODUCES[i] >> commodity & 1 and name != "Loire"
    )
    players = {VENICE: hand_of(name), GENOA: {"markers": [where], "advances": "R"}}
    game = do(playing(VENICE, players, epoch=3), f"card:{name}")
    assert seat(game, GENOA)["cash"] == t.BASE_VALUE[commodity] and seat(game, VENICE)["cash"] == 0
    assert name in game.to_dict()["replay"]


@pytest.mark.parametrize("name", ["cloth/wine", "gold/ivory"])
def test_dual_commodity_card(name):
    first, second = name.split("/")
    game = do(playing(VENICE, {VENICE: hand_of(name)}, conditions={second: 1}), f"card:{name}")
    assert choices(game) == [f"commodity:{first}", f"commodity:{second}"]
    assert game.to_dict()["resolving"] == [name]
    do(game, f"commodity:{second}")
    assert game.to_dict()["conditions"] == {} and game.to_dict()["replay"] == [name]


@pytest.mark.parametrize("name", LEADERS)
def test_leader(name):
    card = int(t.FACE_CARD[t.FACE_NAMES.index(name)])
    game = do(playing(VENICE, {VENICE: hand_of(name)}, epoch=3), f"card:{name}")
    assert game.to_dict()["leaders"] == [{"leader": name, "owner": VENICE, "patrons": []}]
    for advance, letter in enumerate(t.ADVANCE_LETTERS):
        credit = int(t.LEADER_CREDIT[card, advance])
        if credit and not t.PREREQUISITES[advance]:
            full = int(t.COST[advance])
            queue = [{"leader": name, "owner": VENICE}]
            buyer = {VENICE: {"cash": full}, GENOA: {"cash": 20}}
            bought = do(
                purchase(VENICE, buyer, leaders=queue, epoch=3), "PASS", f"advance:{letter}"
            )
            assert seat(bought, VENICE)["cash"] == credit


@pytest.mark.parametrize("name", ["Stirrups", "Armor", "Long Bow", "Gunpowder"])
def test_military_card(name):
    game = do(playing(VENICE, {VENICE: hand_of(name)}, epoch=2), f"card:{name}")
    assert game.to_dict()["military"] == {name: VENICE}
    assert game.to_dict()["armor_void"] == (name in ("Long Bow", "Gunpowder"))


def test_enlightened_ruler():
    game = do(playing(VENICE, {VENICE: hand_of("Enlightened Ruler")}), "card:Enlightened Ruler")
    assert game.to_dict()["ruler"] == [VENICE]


def test_mysticism_abounds():
    players = {VENICE: hand_of("Mysticism Abounds", advances="AN"), GENOA: {"advances": "ABCDN"}}
    game = do(playing(VENICE, players, ruler=[LONDON]), "card:Mysticism Abounds")
    assert [seat(game, p)["misery"] for p in range(6)] == [3, 0, 4, 4, 0, 4]


def test_mysticism_is_a_burden_when_everybody_owns_the_sciences():
    everybody = {p: {"advances": "ABCDN"} for p in range(6)}
    everybody[0]["hand"] = ["Mysticism Abounds", "Alchemist's Gold", "stone"]
    assert choices(playing(0, everybody)) == ["PASS", "card:stone"]


def test_revolutionary_uprisings_and_religious_strife():
    players = {
        VENICE: hand_of("Revolutionary Uprisings", advances="IJK"),
        GENOA: {"advances": "EF"},
    }
    game = do(playing(VENICE, players), "card:Revolutionary Uprisings")
    assert [seat(game, p)["misery"] for p in (VENICE, GENOA)] == [3, 0]
    players[VENICE] = hand_of("Religious Strife", advances="IJK")
    game = do(playing(VENICE, players, epoch=2), "card:Religious Strife")
    assert [seat(game, p)["misery"] for p in (VENICE, GENOA)] == [0, 2]
    assert game.to_dict()["strife"] and not game.to_dict()["papal_void"]


def test_rebellion():
    players = {
        VENICE: hand_of("Rebellion"),
        GENOA: {
            "markers": ["Venice", "Rome", "London", "North America"],
            "advances": "ANSTUV",
        },
        LONDON: {"markers": ["York"]},
    }
    game = do(playing(VENICE, players, ruler=[LONDON]), "card:Rebellion")
    assert choices(game)[0] == "PASS" and provinces(game) == {"Venice", "Rome"}
    do(game, "province:Rome")
    assert seat(game, GENOA)["old"] == {"Rome": 1} and "Rome" not in seat(game, GENOA)["markers"]


def test_the_crusades():
    players = {VENICE: hand_of("The Crusades", markers=["Acre"]), GENOA: {"markers": ["Cairo"]}}
    game = do(playing(VENICE, players), "card:The Crusades")
    assert provinces(game) == {"Aleppo", "Alexandria", "Cairo", "Cyprus", "Suez"}
    do(game, "province:Cairo")
    assert seat(game, VENICE)["markers"]["Cairo"] == "old" and seat(game, VENICE)["misery"] == 1
    assert seat(game, GENOA)["mat"] == 25 and game.to_dict()["crusades"]
    later = playing(VENICE, {VENICE: hand_of("The Crusades")}, mongols=True)
    assert choices(later) == ["PASS", "card:stone"]


def test_mongol_armies():
    game = do(playing(VENICE, {VENICE: hand_of("Mongol Armies")}, epoch=2), "card:Mongol Armies")
    assert seat(game, VENICE)["cash"] == 10 and "Mongol Armies" in game.to_dict()["out"]


def test_black_death():
    players = {
        VENICE: hand_of("Black Death"),
        GENOA: {"markers": ["Rome"], "old": {"Bari": 1, "Acre": 2}},
        LONDON: {"old": {"Milan": 2}},
    }
    game = do(playing(VENICE, players, epoch=2), "card:Black Death")
    assert choices(game) == [f"area:{name}" for name in c.AREA_NAMES[:8]]
    do(game, "area:VII")
    assert seat(game, GENOA)["old"] == {"Rome": 1, "Acre": 2} and seat(game, GENOA)["markers"] == {}
    assert seat(game, LONDON)["old"] == {}


def test_pirates_reduce_as_many_as_the_epoch():
    markers = {**SAIL, "markers": ["London", "York", "Vienna", "India"]}
    game = playing(VENICE, {VENICE: hand_of("Pirates/Vikings"), LONDON: markers}, epoch=3)
    do(game, "card:Pirates/Vikings")
    assert provinces(game) == {"London", "York", "India"}
    do(game, "province:India", "province:York")
    assert seat(game, LONDON)["old"] == {"India": 1, "York": 1, "London": 1}
    assert game.decision == "play card"


def test_war_ends_with_the_fall_of_a_belligerent():
    players = {VENICE: hand_of("War!"), GENOA: {"misery": 25}}
    game = do(playing(VENICE, players), "card:War!", f"seat:{GENOA}", (2, 2))
    assert seat(game, GENOA)["misery"] == 26 and game.to_dict()["war"] is None
    assert "War!" in game.to_dict()["replay"] and not game.is_over


# --- advances that no example shows ---------------------------------------------------------------
def test_advances_b_and_k_improve_misery_at_purchase():
    own = {"cash": 200, "misery": 5, "advances": "IJ"}
    game = do(purchase(0, {0: own, 1: {"cash": 20}}), "PASS", "advance:B", "advance:K")
    assert seat(game, 0)["misery"] == 3


def test_advance_d_improves_misery_at_income():
    game = table({0: {"misery": 5, "advances": "D"}, 1: {"misery": 5}}, phase="income")
    assert (seat(game, 0)["misery"], seat(game, 1)["misery"]) == (4, 5)


def test_advance_p_discards_a_card():
    own = {"hand": ["stone", "Armor"], "advances": "NOP"}
    game = table({0: own}, phase="buy card", segment=0, armor_void=True)
    assert choices(game) == ["PASS", "card:stone", "card:Armor"]
    do(game, "card:Armor")
    assert seat(game, 0)["hand"] == ["stone"] and "Armor" in game.to_dict()["out"]


def test_advance_v_buys_a_card():
    game = table({0: {"cash": 10, "advances": "V"}}, phase="buy card", segment=0, pile=["fur"])
    do(game, "YES")
    assert seat(game, 0)["hand"] == ["fur"] and seat(game, 0)["cash"] == 0


@pytest.mark.parametrize(("advances", "open_"), [("", False), ("R", True)])
def test_advance_r_opens_area_v(advances, open_):
    own = {"old": {"Constantinople": 1}, "expansion": 1, "advances": advances}
    assert ("Angora" in provinces(expansion(VENICE, {VENICE: own}))) == open_


def test_advance_s_reaches_every_coast_up_to_its_number():
    own = {"advances": "S", "ship": "seaworthy 10", "expansion": 20}
    found = provinces(expansion(VENICE, {VENICE: own}))
    assert {"Iceland", "West Africa", "Riga"} <= found and not {"Trebizond", "Basel"} & found


def test_military_cards_leave_when_another_turn_comes():
    game = table({}, phase="income", military={"Armor": 0}, turn=3)
    do(game, (1, 1, 1), (1, 2, 4))
    assert game.to_dict()["military"] == {} and "Armor" in game.to_dict()["out"]
    assert game.to_dict()["turn"] == 4


def test_the_limit_ends_the_game_with_final_card_play():
    players = {0: {"hand": ["stone", "wool"], "markers": ["Milan"]}}
    game = table(players, phase="income", options={"max_turns": 2}, turn=2)
    do(game, (6, 6, 1), (6, 6, 6))
    assert game.to_dict()["phase"] == "final card play" and "PASS" not in choices(game)
    do(game, "card:stone")
    assert game.is_over and game.ending == "limit"


def test_chance_is_asked_only_where_something_is_random():
    game = do(expansion(VENICE, {VENICE: {"expansion": 3}}), "province:Milan", "count:3")
    assert game.deciding_player != CHANCE or game.decision == "surplus dice"
