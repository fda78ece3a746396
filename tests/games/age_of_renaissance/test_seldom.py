"""What seldom happens: the branches of rules that the worked examples do not go through."""

import pytest

from paxren_env.core.errors import IllegalAction
from paxren_env.games.age_of_renaissance import Game
from tests.games.age_of_renaissance.positions import (
    GENOA,
    HAMBURG,
    LONDON,
    PARIS,
    SAIL,
    VENICE,
    choices,
    do,
    expansion,
    pass_until,
    playing,
    purchase,
    seat,
    table,
)
from tests.games.age_of_renaissance.test_examples_expansion import CIRCLED, FILLERS

pytestmark = pytest.mark.interpreted

EVERYTHING = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEW_MARKERS = {name: "new" for name in CIRCLED}
# 36 tokens on the map: neither Stock nor Expansion has any.
NO_TOKENS = {"old": {**{name: 1 for name in FILLERS}, "Naples": 4, "Rome": 3, "Sicily": 1}}


# --- 4.0.3 Renaissance ----------------------------------------------------------------------------
def test_4_0_3_renaissance_is_used_once_a_turn():
    owner = {"advances": "NOPQ"}
    game = table({PARIS: owner}, phase="draw card", order=[PARIS, 0, 1, 2, 4, 5])
    used = {PARIS: {**owner, "renaissance_used": True}}
    again = table(used, phase="expansion", order=[PARIS, 0, 1, 2, 4, 5])
    assert game.deciding_player == PARIS and game.decision == "swap"
    assert again.decision != "swap"


def test_dt07_the_last_in_the_order_cannot_go_later():
    game = table({PARIS: {"advances": "NOPQ"}}, phase="expansion", order=[0, 1, 2, 4, 5, PARIS])
    assert game.deciding_player == PARIS and choices(game) == ["PASS", "EARLIER"]


# --- 4.2.3 the mill, 4.3 Master Art ---------------------------------------------------------------
def mill(**rest):
    return table({0: {"cash": 5}, 5: {"advances": "IJ"}}, phase="draw card", **rest)


def test_dt09_the_mill_may_stand_still():
    game = do(mill(conditions={"stone": 1}), "PASS", "PASS")
    assert game.to_dict()["conditions"] == {"stone": 1} and game.decision != "mill state"


def test_dt10_the_mill_ends_a_shortage_or_turns_it_round():
    game = do(mill(conditions={"wine": 1}), "PASS", "commodity:wine")
    assert choices(game) == ["NEUTRAL", "SURPLUS"]
    do(game, "NEUTRAL")
    assert game.to_dict()["conditions"] == {}


def test_dt12_master_art_may_keep_the_hand():
    game = table({0: {"advances": "NOP", "hand": ["stone", "wool"]}}, phase="buy card", segment=0)
    pass_until(game, "discard card", 0)
    do(game, "PASS")
    assert {"stone", "wool"} <= set(seat(game, 0)["hand"])


# --- 4.4, 4.5 cards and purchases -----------------------------------------------------------------
def test_13_of_two_leaders_the_later_one_gives_less():
    """leader_stack off: the largest credit, wherever it stands in the queue."""
    queue = [
        {"leader": "Johann Gutenberg", "owner": 0},
        {"leader": "William Caxton", "owner": GENOA},
    ]
    game = purchase(0, {0: {"cash": 60, "advances": "EN"}, 1: {"cash": 20}}, leaders=queue, epoch=2,
                    options={"leader_stack": False})  # fmt: skip
    do(game, "PASS", "advance:O")
    assert seat(game, 0)["cash"] == 60 - (60 - 30 - 30)
    assert [leader["patrons"] for leader in game.to_dict()["leaders"]] == [[], []]


def test_4_4_1_a_card_on_a_player_needs_one_it_can_be_played_on():
    """Both who are left have played the Enlightened Ruler: only in the final card play."""
    players = {VENICE: {"hand": ["Civil War", "stone"]}, 2: {"misery": 26, "fell": 1}}
    final = {
        "phase": "final card play",
        "segment": VENICE,
        "last_turn": True,
        "ending": 1,
        "falls": 1,
    }
    game = table(players, count=3, ruler=[VENICE, GENOA], options={"auto_forced": False}, **final)
    assert "card:Civil War" not in choices(game) and "card:stone" in choices(game)
    game = table(players, count=3, ruler=[VENICE], options={"auto_forced": False}, **final)
    assert "card:Civil War" in choices(game)


# --- 4.6 expansion --------------------------------------------------------------------------------
def test_4_6_7_an_owner_of_the_cathedral_defends_only_where_he_is():
    players = {
        LONDON: {**SAIL, "expansion": 9},
        PARIS: {"old": {"Oran": 1}},
        HAMBURG: {"advances": "FH", "old": {"Corfu": 1}},
    }
    game = do(expansion(LONDON, players), "province:Oran")
    assert game.decision == "attack dice"


def full_mat(**own):
    """All 25 markers are on the map, none of them old: none can be given up."""
    return {"markers": NEW_MARKERS, **own}


def test_4_6_9_without_a_marker_to_give_up_the_tokens_stay():
    own = full_mat(old={"Dubrovnik": 2}, expansion=1)
    game = expansion(VENICE, {VENICE: own}, options={"auto_forced": False})
    do(game, "province:Dubrovnik", "count:1")
    assert game.decision == "expand where"
    assert (seat(game, VENICE)["old"], seat(game, VENICE)["new"]) == (
        {"Dubrovnik": 2}, {"Dubrovnik": 1},
    )  # fmt: skip


def test_4_6_9_after_an_attack_without_a_marker_as_many_tokens_stay_as_the_market():
    own = full_mat(**SAIL, expansion=20)
    game = expansion(VENICE, {VENICE: own, GENOA: {"markers": ["Fez"]}})
    do(game, "province:Fez", (6, 6, 1))
    assert seat(game, VENICE)["new"] == {"Fez": 2} and "Fez" not in seat(game, VENICE)["markers"]
    assert seat(game, GENOA)["mat"] == 25


def test_dt30_without_any_token_the_marker_given_up_leaves_nothing():
    own = {"markers": [n for n in CIRCLED if n != "Cairo"] + ["Lyons"], **NO_TOKENS,
           "hand": ["The Crusades", "stone"]}  # fmt: skip
    game = playing(VENICE, {VENICE: own})
    assert (seat(game, VENICE)["stock"], seat(game, VENICE)["mat"]) == (0, 0)
    do(game, "card:The Crusades", "province:Cairo", "province:Lyons")
    after = seat(game, VENICE)
    assert after["markers"]["Cairo"] == "old" and "Lyons" not in after["markers"]
    assert after["old"] == NO_TOKENS["old"] and after["stock"] == 0


def test_5_1_1_a_marker_reduced_without_any_token_leaves_the_province_empty():
    own = {"markers": ["Lyons"], **NO_TOKENS}
    game = playing(VENICE, {VENICE: {"hand": ["Rebellion", "stone"]}, GENOA: own})
    do(game, "card:Rebellion", "province:Lyons")
    assert seat(game, GENOA)["markers"] == {} and seat(game, GENOA)["old"] == NO_TOKENS["old"]
    assert game.decision != "reduce choice"


# --- 5 events -------------------------------------------------------------------------------------
def test_6_2_civil_war_in_final_card_play_costs_misery_and_the_capital_only():
    players = {VENICE: {"hand": ["Civil War", "stone"]}, GENOA: {"markers": ["Genoa"], "cash": 9}}
    game = table(players, phase="final card play", segment=VENICE, last_turn=True, ending=1)
    do(game, "card:Civil War", f"seat:{GENOA}")
    after = seat(game, GENOA)
    assert after["misery"] == 1 and after["markers"] == {} and after["old"] == {"Genoa": 1}
    assert after["cash"] == 9 and game.decision != "civil war choice"


# --- 6 the end ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("advances", "is_last"), [(EVERYTHING, True), (EVERYTHING[:-1], False)])
def test_6_1_the_game_ends_after_a_turn_in_which_somebody_owns_every_advance(advances, is_last):
    player = {"advances": advances, "ship": "ocean 1"}
    game = table({0: player, 1: {"hand": ["stone", "wool"]}}, 3, phase="income", epoch=3)
    do(game, (1, 1, 4), (1, 2, 4))
    assert (game.to_dict()["phase"] == "final card play") == is_last


def test_10_nobody_gets_anything_before_the_end():
    game = table({0: {"cash": 500, "advances": "NOPQ"}}, 3, phase="buy card")
    assert game.returns.tolist() == [0, 0, 0]


# --- 7.5 outcomes from outside --------------------------------------------------------------------
@pytest.mark.parametrize("dice", [(0, 1, 1), (1, 7, 1), (1, 1), (1, 1, 1, 1)])
def test_7_5_dice_have_six_sides(dice):
    game = do(expansion(LONDON, {LONDON: {**SAIL, "expansion": 9}, PARIS: {"old": {"Oran": 1}}}),
              "province:Oran")  # fmt: skip
    with pytest.raises(IllegalAction):
        do(game, dice)


@pytest.mark.parametrize("wrong", [-1, 0, 999])
def test_7_5_a_shuffle_names_every_card_of_the_pile_once(wrong):
    """A card that is not there, or stands there twice, is refused and changes nothing."""
    game = Game(3, seed=5, auto_chance=False)
    before, twin = game.to_bytes(), game.clone()
    twin.roll()
    outcome = list(twin.history[0])
    outcome[1] = outcome[0] if wrong == 0 else wrong
    with pytest.raises(IllegalAction):
        game.step(tuple(outcome))
    assert game.to_bytes() == before
