"""E4: activating the ops of one side of the tableau."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, NO, OP, OPS
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

COMMERCE = "PREN034"  # Merchants of the Staple: England, West commerce
COMMERCE_TOO = "PREN038"  # Bundschuh Revolt: Holy Roman Empire, West commerce
INQUISITOR = "PREN005"  # Reformed Theology: The West, Reformist inquisitor
EAST_COMMERCE = "PREN087"  # Soninke Wangara: Aragon, East commerce
EAST_COMMERCE_TOO = "PREN121X"  # Nomads of Tlemcen: Aragon, East commerce
PLOT = "PREN110X"  # Transylvanian Plot: East and West ops in one action; siege in Hungary

WEST_ROW = ("PREN015", "PREN016", "PREN018", "PREN019", "PREN014", "PREN142X")
EAST_ROW = ("PREN062", "PREN063", "PREN064", "PREN105X", "PREN106X", "PREN108X")


def rows(west=0, east=0):
    """A market with so many florins on column 2 of each row."""
    return {
        "west": [[card, west if column == 2 else 0] for column, card in enumerate(WEST_ROW)],
        "east": [[card, east if column == 2 else 0] for column, card in enumerate(EAST_ROW)],
    }


def using(game):
    """The cards that may act now."""
    return legal(game, CARD)


# --- which sides ----------------------------------------------------------------------------------
def test_e4_a_side_is_activated_only_if_one_of_its_ops_has_a_target():
    barren = game([{"west": [COMMERCE], "east": [EAST_COMMERCE]}, {}], market=rows())
    assert legal(barren, OPS) == set()
    paying = game([{"west": [COMMERCE], "east": [EAST_COMMERCE]}, {}], market=rows(west=1))
    assert legal(paying, OPS) == {"west"}


def test_e4_a_side_is_activated_once_a_turn():
    g = game([{"west": [COMMERCE, COMMERCE_TOO], "east": [EAST_COMMERCE]}, {}], market=rows(5, 5))
    take(g, "West ops", "use Merchants", "West commerce", "West 2", "end the West ops")
    assert legal(g, OPS) == {"east"}
    assert g.to_dict()["turn"]["actions_left"] == 1
    take(g, "East ops", "use Soninke", "East commerce", "East 2")
    assert g.turn_player == 1


def test_e4_opponents_cards_and_the_other_side_do_not_act():
    g = game(
        [{"west": [COMMERCE], "east": [EAST_COMMERCE]}, {"west": [COMMERCE_TOO]}],
        market=rows(3, 3),
    )
    take(g, "West ops")
    assert using(g) == {COMMERCE}


# --- how long -------------------------------------------------------------------------------------
def test_e4_at_least_one_op_is_performed_then_one_may_stop():
    g = game([{"west": [COMMERCE, COMMERCE_TOO]}, {}], market=rows(west=2))
    take(g, "West ops")
    assert not g.legal_mask()[NO]
    take(g, "use Merchants", "West commerce", "West 2")
    assert names(g) == {"use Bundschuh Revolt", "end the West ops"}
    take(g, "end the West ops")
    assert g.decision == "main"


def test_e4_the_action_ends_by_itself_when_no_op_is_left():
    g = game([{"west": [COMMERCE, COMMERCE_TOO]}, {}], market=rows(west=1))
    take(g, "West ops", "use Merchants", "West commerce", "West 2")
    assert g.decision == "main"  # the other card found no florin
    assert g.to_dict()["players"][0]["florins"] == 1


def test_e4_a_card_performs_one_of_its_ops_a_turn():
    sindicat = "PREN040"  # vote and commerce
    g = game([{"west": [sindicat, COMMERCE]}, {}], market=rows(west=3))
    take(g, "West ops", "use Sindicat")
    assert legal(g, OP) == {"commerce:west"}
    take(g, "West commerce", "West 2")
    assert using(g) == {COMMERCE}


def test_e4_each_op_of_a_card_with_a_target_is_offered():
    grim = "PREN058"  # behead, siege, Islamic inquisitor, Ottoman
    g = game(
        [{"east": [grim]}, {"east": ["PREN060"]}],
        cities={"modon": "red rook"},
        thrones={"ottoman": {"bishop": "green"}},
    )
    take(g, "East ops", "use The Grim")
    assert legal(g, OP) == {"behead", "siege", "inquisitor:islamic"}


def test_e4_an_op_mark_outlasts_the_sides():
    """OP: once a turn, also if the card has come to the other side in the meantime."""
    republic = {"card": "SQ_holy_roman_empire", "face": "republic", "used": True}
    g = game([{"west": [republic, COMMERCE]}, {}], market=rows(west=3))
    take(g, "West ops")
    assert using(g) == {COMMERCE}


def test_e4_op_marks_are_gone_in_the_next_turn():
    g = game([{"west": [COMMERCE]}, {}], market=rows(west=3))
    take(g, "West ops", "use Merchants", "West commerce", "West 2", "end the turn")
    assert g.to_dict()["players"][0]["west"] == [COMMERCE]


# --- the cards of a side --------------------------------------------------------------------------
def test_e4_queens_vassals_and_their_queens_are_cards_of_their_own():
    """King, queen, vassal and the vassal's queen each have an op in their column's side."""
    aragon = {
        "card": "SQ_aragon",
        "queens": ["PREN045"],  # siege
        "vassals": [{"card": "SQ_portugal", "queens": ["PREN044"]}],  # repress
    }
    g = game(
        [{"florins": 9, "west": [aragon]}, {}],
        cities={"valencia": "gold knight", "toledo": "gold knight", "granada": "green rook"},
    )
    take(g, "West ops")
    assert using(g) == {"SQ_aragon", "PREN045", "SQ_portugal", "PREN044"}
    take(g, "use Isabella", "repress", "Granada")
    assert using(g) == {"SQ_aragon", "PREN045", "SQ_portugal"}


def test_e4_a_vassal_acts_with_the_side_of_its_suzerain():
    """EX16: HRE, a Western empire, campaigns during the East ops of the Ottoman suzerain."""
    ottoman = {"card": "SQ_ottoman", "vassals": ["SQ_holy_roman_empire"]}
    g = game([{"florins": 5, "east": [ottoman]}, {}], cities={"vienna": "gold knight"})
    assert legal(g, OPS) == {"east"}
    take(g, "East ops")
    assert using(g) == {"SQ_holy_roman_empire"}


def test_e4_thrones_hands_and_old_maids_do_not_act():
    g = game(
        [{"florins": 5, "west": [COMMERCE], "hand": [COMMERCE_TOO], "old_maids": ["PREN045"]}, {}],
        market=rows(west=2),
        cities={"paris": "gold knight", "valencia": "gold knight"},
        thrones={"aragon": {"queens": ["PREN047"]}},
    )
    take(g, "West ops")
    assert using(g) == {COMMERCE}


# --- cards gained or flipped meanwhile ------------------------------------------------------------
def test_e4_a_square_won_by_vote_may_act_at_once():
    g = game(
        [{"florins": 5, "west": ["PREN150X"]}, {"west": ["SQ_aragon"]}],
        borders={"aragon-france": ["pawn 0"]},
        cities={"valencia": "gold knight"},
    )
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert using(g) == {"SQ_aragon"}
    take(g, "use Aragon", "campaign")
    assert "campaign against France for 1 florin" in names(g)


def test_e4_a_vassal_won_by_campaign_may_act_at_once():
    """The rook that defended is dead; a knight freed in the regime change marches on."""
    g = game(
        [{"florins": 9, "west": ["SQ_france"]}, {}],
        cities={
            "paris": "gold knight",
            "lyon": "red knight",
            "bruges": "green knight",
            "valencia": "gold rook",
        },
        thrones={"aragon": {"repressed": {"gold knight": 1}}},
    )
    take(g, "West ops", "use France", "campaign", "campaign against Aragon", "Paris")
    take(g, "place no concession", "free the gold knight", "Algiers", "use Aragon", "campaign")
    assert "campaign against Portugal for 1 florin" in names(g)


def test_e4_a_flipped_square_uses_its_new_face_if_it_has_not_acted():
    papal = {"card": "SQ_papal_states"}
    g = game(
        [{"florins": 5, "west": ["PREN150X", papal]}, {}],
        borders={"aragon-papal_states": ["pawn 0"]},
        market=rows(west=3),
    )
    take(g, "West ops", "use Catalan", "West vote", "vote in the Papal", "place no concession")
    take(g, "keep it Catholic")
    assert using(g) == {"SQ_papal_states"}
    take(g, "use the Papal States")
    assert legal(g, OP) == {"commerce:west", "vote:west"}


def test_e4_a_square_that_has_acted_does_not_act_again_when_flipped():
    aragon = {"card": "SQ_aragon", "used": True}
    g = game(
        [{"florins": 5, "west": [COMMERCE, "PREN150X", aragon]}, {}],
        borders={"aragon-france": ["pawn 0"]},
        market=rows(west=3),
    )
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert using(g) == {COMMERCE}
    west = g.to_dict()["players"][0]["west"]
    assert west[-1] == {"card": "SQ_aragon", "face": "republic", "used": True}


def test_e4_a_card_lost_meanwhile_does_not_act():
    """S5: the assassin, the King, his queen and his vassal are no longer there."""
    portugal = {"card": "SQ_portugal", "queens": ["PREN046"], "vassals": ["SQ_france"]}
    g = game(
        [{"florins": 5, "west": ["PREN003", COMMERCE, portugal]}, {}],
        market=rows(west=1),
        cities={"toledo": "gold knight", "paris": "gold knight"},
    )
    take(g, "West ops")
    assert using(g) == {"PREN003", COMMERCE, "SQ_portugal", "PREN046", "SQ_france"}
    take(g, "use Grand Inquisitor", "behead", "behead Portugal")
    assert using(g) == {COMMERCE}


# --- silencing ------------------------------------------------------------------------------------
def test_e4_a_silenced_card_may_only_use_religious_ops():
    gonfalonier = {"card": "PREN024", "bishop": "gold"}  # vote, siege, Catholic inquisitor
    g = game([{"west": [gonfalonier]}, {}], cities={"venice": "gold knight"})
    take(g, "West ops", "use Gonfalonier")
    assert legal(g, OP) == {"inquisitor:catholic"}


def test_e4_a_bishop_on_a_card_without_religious_op_stops_it():
    silenced = {"card": COMMERCE, "bishop": "red"}
    g = game([{"west": [silenced]}, {}], market=rows(west=2))
    assert legal(g, OPS) == set()


def test_e4_ex05_moving_a_bishop_away_frees_a_card_for_a_later_op():
    g = game(
        [{"west": [COMMERCE, {"card": COMMERCE_TOO, "bishop": "red"}, INQUISITOR]}, {}],
        market=rows(west=2),
    )
    take(g, "West ops")
    assert using(g) == {COMMERCE, INQUISITOR}
    take(g, "use Merchants", "West commerce", "West 2")
    assert using(g) == {INQUISITOR}
    take(g, "use Reformed", "Reformist", "from Bundschuh", "to Merchants")
    assert using(g) == {COMMERCE_TOO}
    take(g, "use Bundschuh", "West commerce", "West 2")
    assert g.to_dict()["players"][0]["florins"] == 2
    assert g.decision == "main"


# --- East and West in one action ------------------------------------------------------------------
def both(**rest):
    mine = {"west": [COMMERCE], "east": [PLOT, EAST_COMMERCE]}
    return game([mine, {}], market=rows(west=2, east=2), **rest)


def test_e4_both_sides_for_one_action_one_after_the_other():
    g = both()
    assert legal(g, OPS) == {"east", "west", "east then west", "west then east"}
    take(g, "West ops, then East")
    assert using(g) == {COMMERCE}
    take(g, "use Merchants", "West commerce", "West 2")
    assert names(g) == {"go on with the East ops", "leave the East ops"}
    take(g, "go on")
    assert using(g) == {EAST_COMMERCE} and not g.legal_mask()[NO]
    take(g, "use Soninke", "East commerce", "East 2")
    turn = g.to_dict()["turn"]
    assert turn["actions_left"] == 1 and turn["ops_done"] == ["east", "west"]
    assert g.to_dict()["players"][0]["florins"] == 2


def test_e4_a_second_side_refused_is_not_used_up():
    g = take(both(), "East ops, then West", "use Soninke", "East commerce", "East 2")
    take(g, "leave the West ops")
    assert legal(g, OPS) == {"west"}


def test_e4_both_sides_need_neither_to_be_done():
    g = both(turn={"actions_left": 1, "ops_done": ["west"], "did_something": True})
    assert legal(g, OPS) == {"east"}


def test_e4_the_side_announced_first_must_have_an_op():
    g = game([{"west": [COMMERCE], "east": [PLOT]}, {}], market=rows(west=2))
    assert legal(g, OPS) == {"west", "west then east"}
    take(g, "West ops, then East", "use Merchants", "West commerce", "West 2")
    assert g.decision == "main"  # the East has none: nothing is asked
    assert g.to_dict()["turn"]["ops_done"] == ["west"]


def test_e4_both_sides_are_announced_by_an_unsilenced_card():
    silenced = {"card": PLOT, "bishop": "green"}
    g = game([{"west": [COMMERCE], "east": [silenced, EAST_COMMERCE]}, {}], market=rows(2, 2))
    assert legal(g, OPS) == {"east", "west"}


def test_e4_losing_the_ability_meanwhile_does_not_end_the_action():
    """The ability is checked when the action is announced."""
    g = game(
        [{"west": [INQUISITOR], "east": [PLOT, EAST_COMMERCE]}, {}],
        market=rows(west=0, east=2),
        thrones={"hungary": {"bishop": "red"}},
    )
    # A Western inquisitor, but the bishop walks in the East: from the throne to the Plot.
    take(g, "West ops, then East", "use Reformed", "Reformist", "from Hungary", "to Transylvanian")
    take(g, "go on with the East ops", "use Soninke", "East commerce", "East 2")
    assert g.to_dict()["players"][0]["florins"] == 1


def test_e4_a_card_acts_once_in_both_sides_together():
    """A second card with the ability adds nothing."""
    sigh = "PREN122X"
    g = game([{"west": [COMMERCE], "east": [PLOT, sigh, EAST_COMMERCE]}, {}], market=rows(2, 2))
    before = g.to_dict()
    take(g, "East ops, then West", "use Soninke", "East commerce", "East 2", "go on")
    take(g, "use Merchants", "West commerce", "West 2")
    assert legal(g, OPS) == set()
    assert changes(before, g)["0.florins"] == 2
