"""D: the turn: its choices, the refresh of the market, the end of the decks."""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    APOSTATIZE,
    BUY,
    DECLARE,
    FAIR,
    NO,
    OPS,
    PLAY,
    REVOLT,
    SELL,
)
from paxren_env.games.pax_renaissance.notation import Position
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

EAST = ["PREN058", "PREN059", "PREN060", "PREN061", "PREN062", "PREN063"]
WEST = ["PREN001", "PREN002", "PREN003", "PREN004", "PREN005", "PREN006"]
LAST_KNIGHT = "PREN022"  # Holy Roman Empire, West: siege
KLEPHTS = "PREN080"  # Ottoman, East: siege
TEUTONS, ATHENS = "PREN025", "PREN090"  # the same in the West, in the East
PODESTA, CIVIL, MINING = "PREN097X", "PREN101X", "PREN134X"
PLOT = "PREN110X"  # East: siege in Hungary, both sides in one action
ORATORY, BATHORY = "PREN129X", "PREN095X"
TARGETS = {"vienna": "gold rook", "modon": "red rook", "buda": "gold knight"}


def row(codes, florins=(0,) * 6):
    """A market row; None is a gap."""
    return [[code, florins[column]] for column, code in enumerate(codes)]


def actions_left(position):
    return position.to_dict()["turn"]["actions_left"]


# --- D1: the table of choices ---------------------------------------------------------------------
def test_d1_a_purchase_costs_an_action():
    position = game([{"florins": 5}, {}])
    assert legal(position, BUY)
    assert actions_left(take(position, "buy Twelver")) == 1


def test_d1_a_card_is_played_only_from_a_hand_that_holds_one():
    assert legal(game([{}, {}]), PLAY) == set()
    position = game([{"hand": [PODESTA, LAST_KNIGHT]}, {}])
    assert legal(position, PLAY) == {PODESTA, LAST_KNIGHT}
    assert actions_left(take(position, "play Podestà", "do not place")) == 1


def test_d1_selling_needs_something_to_sell():
    assert legal(game([{}, {}]), SELL) == set()
    position = game([{"west": [LAST_KNIGHT]}, {}])
    assert legal(position, SELL) == {LAST_KNIGHT}
    assert actions_left(take(position, "sell")) == 1


@pytest.mark.parametrize(("side", "card"), [("east", KLEPHTS), ("west", LAST_KNIGHT)])
def test_d1_ops_need_a_side_with_a_valid_target(side, card):
    assert legal(game([{side: [card]}, {}]), OPS) == set()
    assert legal(game([{side: [card]}, {}], cities=TARGETS), OPS) == {side}


TWO_EACH = {"vienna": "gold rook", "lubeck": "red rook", "modon": "gold rook", "rhodes": "red rook"}


@pytest.mark.parametrize(
    ("side", "cards"), [("east", [KLEPHTS, ATHENS]), ("west", [LAST_KNIGHT, TEUTONS])]
)
def test_d1_each_side_is_activated_once_a_turn(side, cards):
    position = game([{side: cards}, {}], cities=TWO_EACH)
    take(position, f"{side} ops", "use the last" if side == "west" else "use greek", "siege")
    take(position, "kill the red rook", f"end the {side} ops")
    assert actions_left(position) == 1
    assert legal(position, OPS) == set()  # though the other card could act


@pytest.mark.parametrize(
    ("side", "cards"),
    [("east", [KLEPHTS, ATHENS, CIVIL]), ("west", [LAST_KNIGHT, TEUTONS, MINING])],
)
def test_d1_an_engineer_makes_one_side_free_but_not_repeatable(side, cards):
    position = game([{side: cards}, {}], cities=TWO_EACH)
    take(position, f"{side} ops", "use the last" if side == "west" else "use greek", "siege")
    take(position, "kill the red rook", f"end the {side} ops")
    assert actions_left(position) == 2
    assert legal(position, OPS) == set()


def test_d1_the_engineer_of_one_side_does_not_help_the_other():
    position = game([{"east": [CIVIL], "west": [LAST_KNIGHT]}, {}], cities=TARGETS)
    assert actions_left(take(position, "West ops", "use", "siege", "kill")) == 1


@pytest.mark.parametrize("side", ["east", "west"])
def test_d1_a_fair_costs_an_action_and_is_held_once(side):
    position = game([{}, {}])
    assert legal(position, FAIR) == {"east", "west"}
    take(position, f"hold the {side} fair")
    assert actions_left(position) == 1
    assert legal(position, FAIR) == {"east", "west"} - {side}


def test_d1_podesta_makes_one_fair_a_turn_free():
    """EX06."""
    position = game([{"west": [PODESTA]}, {}])
    assert actions_left(take(position, "hold the East fair")) == 2
    assert actions_left(take(position, "hold the West fair")) == 1


def test_d1_declaring_costs_an_action_and_needs_active_square_and_conditions():
    kings = ["SQ_england", "SQ_france", "SQ_aragon"]
    assert legal(game([{"west": kings}, {}]), DECLARE) == set()
    assert legal(game([{"west": kings[:2]}, {}], victories=["imperial"]), DECLARE) == set()
    position = game([{"west": kings}, {}], victories=["imperial"], turn={"actions_left": 1})
    assert legal(position, DECLARE) == {"imperial"}
    assert take(position, "declare").winners == [0]


def test_d1_a_raised_declaration_needs_both_actions_unspent():
    kings = ["SQ_england", "SQ_france", "SQ_aragon"]
    milchsuppe = {"west": ["PREN145X"]}
    position = game([{"west": kings}, milchsuppe], victories=["imperial"])
    assert legal(position, DECLARE) == {"imperial"}
    one = {"actions_left": 1, "did_something": True}
    position = game([{"west": kings}, milchsuppe], victories=["imperial"], turn=one)
    assert legal(position, DECLARE) == set()


BOTH = {"east then west", "west then east"}


def test_d1_both_sides_as_one_action():
    position = game([{"east": [PLOT], "west": [LAST_KNIGHT]}, {}], cities=TARGETS)
    assert legal(position, OPS) == {"east", "west"} | BOTH
    take(position, "East ops, then West", "use", "siege", "kill", "go on", "use", "siege", "kill")
    assert actions_left(position) == 1
    assert position.to_dict()["cities"] == {"modon": "red rook"}
    assert legal(position, OPS) == set()


def test_d1_both_sides_need_neither_done():
    done = {"ops_done": ["west"], "actions_left": 1, "did_something": True}
    position = game([{"east": [PLOT], "west": [LAST_KNIGHT]}, {}], cities=TARGETS, turn=done)
    assert legal(position, OPS) == {"east"}


def test_d1_the_side_announced_first_needs_a_legal_op():
    position = game([{"east": [PLOT], "west": [LAST_KNIGHT]}, {}], cities={"vienna": "gold rook"})
    assert legal(position, OPS) == {"west", "west then east"}


def test_d1_the_other_side_left_out_is_not_consumed():
    position = game([{"east": [PLOT], "west": [LAST_KNIGHT]}, {}], cities=TARGETS)
    take(position, "East ops, then West", "use", "siege", "kill", "leave the West ops")
    assert actions_left(position) == 1
    assert legal(position, OPS) == {"west"}


def test_d1_oratorys_apostasy_is_an_action_that_must_hit_someone_and_repeats():
    guilty = {"west": ["PREN005", "PREN003"], "east": ["PREN061"]}  # all three religions
    position = game([{"west": [ORATORY]}, {"west": ["PREN005"]}])
    assert legal(position, APOSTATIZE) == set()
    position = game([{"west": [ORATORY]}, guilty, {"west": ["PREN004", "PREN008"]}])
    assert legal(position, APOSTATIZE) == {
        "islamic+reformist", "catholic+reformist", "catholic+islamic",
    }  # fmt: skip
    take(position, "call the Islamic-Reformist apostasy")
    assert actions_left(position) == 1
    assert legal(position, APOSTATIZE) == {"catholic+reformist"}
    take(position, "call the Catholic-Reformist apostasy")
    assert position.to_dict()["players"][2]["west"] == []


def test_d1_bathory_is_discarded_for_a_revolt_only_when_crowned_and_unsilenced():
    crowned = {"card": "SQ_hungary", "queens": [BATHORY]}
    position = game([{"east": [crowned]}, {}], borders={"hungary-ottoman": ["pawn 0"]})
    assert legal(position, REVOLT) == {"revolt"}
    assert changes(position.to_dict(), take(position, "discard", "place no concession")) == {
        "discard": [BATHORY], "0.east": [{"card": "SQ_hungary", "face": "republic"}],
    }  # fmt: skip
    assert actions_left(position) == 1
    silenced = {**crowned, "bishop": "red"}
    assert legal(game([{"east": [silenced]}, {}]), REVOLT) == set()
    assert legal(game([{"old_maids": [BATHORY]}, {}]), REVOLT) == set()
    assert legal(game([{}, {"east": [crowned]}]), REVOLT) == set()


def test_d1_bathorys_revolt_frees_her_husband_from_his_suzerain():
    vassal = {"card": "SQ_hungary", "queens": [BATHORY], "repressed": {"pawn 1": 1}}
    column = {"card": "SQ_holy_roman_empire", "vassals": [vassal]}
    position = game([{"west": [column]}, {}])
    take(position, "discard", "free the Medici pawn", "Hungary-Ottoman", "place no concession")
    table = position.to_dict()
    assert table["players"][0]["west"] == ["SQ_holy_roman_empire"]
    assert table["players"][0]["east"] == [{"card": "SQ_hungary", "face": "republic"}]
    assert table["borders"] == {"hungary-ottoman": ["pawn 1"]}


def test_d1_bathorys_revolt_without_attackers_only_costs_her():
    crowned = {"card": "SQ_hungary", "queens": [{"card": BATHORY, "bishop": "red"}]}
    position = game([{"east": [crowned, "PREN074"]}, {}])  # the Kremlin: not silenced
    assert changes(position.to_dict(), take(position, "discard")) == {
        "discard": [BATHORY], "0.east": ["SQ_hungary", "PREN074"],
    }  # fmt: skip
    assert position.decision == "main"


# --- D1: how a turn goes --------------------------------------------------------------------------
def test_d1_passing_is_never_offered_first():
    position = game([{}, {}])
    assert NO not in position.legal_actions()
    take(position, "hold the East fair")
    assert NO in position.legal_actions()


def test_d1_the_second_action_may_be_passed():
    position = take(game([{}, {}]), "hold the East fair", "end the turn")
    assert (position.turn_player, actions_left(position)) == (1, 2)


def test_d1_after_two_actions_the_turn_is_over():
    position = take(game([{}, {}, {}]), "hold the East fair")
    while position.decision != "main":
        position.step(position.legal_actions()[0])
    take(position, "hold the West fair")
    while position.decision != "main":
        position.step(position.legal_actions()[0])
    table = position.to_dict()
    assert table["turn"] == {
        "number": 1, "player": 1, "actions_left": 2, "did_something": False, "ops_done": [],
        "free_fair_used": False,
    }  # fmt: skip


def test_d1_the_last_player_is_followed_by_the_first_seat():
    position = game([{}, {}, {}], turn={"player": 2})
    take(position, "hold the East fair")
    while position.decision != "main":
        position.step(position.legal_actions()[0])
    assert take(position, "end the turn").turn_player == 0


def test_d1_a_turn_of_only_a_free_action_may_end():
    position = game([{"west": [PODESTA]}, {}])
    take(position, "hold the East fair")
    assert actions_left(position) == 2
    assert take(position, "end the turn").turn_player == 1


def test_d1_a_free_action_may_follow_the_second_action():
    position = game([{"west": [PODESTA, LAST_KNIGHT]}, {}], turn={"actions_left": 1})
    take(position, "sell The Last Knight")
    assert (position.turn_player, actions_left(position)) == (0, 0)
    assert names(position) == {"hold the East fair", "hold the West fair", "end the turn"}
    take(position, "hold the East fair")
    assert position.turn_player == 1


def test_d1_free_ops_may_follow_the_second_action():
    position = game(
        [{"west": [MINING, LAST_KNIGHT, "PREN131X"]}, {}], cities=TARGETS, turn={"actions_left": 1}
    )
    take(position, "sell Michelangelo")
    assert names(position) == {"West ops", "end the turn"}
    take(position, "West ops", "use", "siege", "kill")
    assert position.turn_player == 1


def test_d1_free_actions_used_before_do_not_matter_for_a_raised_declaration():
    kings = ["SQ_england", "SQ_france", "SQ_aragon", PODESTA]
    position = game([{"west": kings}, {"west": ["PREN145X"]}], victories=["imperial"])
    take(position, "hold the East fair")
    assert legal(position, DECLARE) == {"imperial"}


def test_d1_an_ability_played_as_second_action_works_at_once():
    position = game([{"hand": [PODESTA]}, {}], turn={"actions_left": 1})
    take(position, "play", "do not place")
    assert names(position) == {"hold the East fair", "hold the West fair", "end the turn"}


def test_d1_the_marks_of_the_turn_are_cleared():
    used = {"card": LAST_KNIGHT, "used": True}
    position = game([{"west": [used]}, {}], turn={"ops_done": ["west"], "did_something": True})
    take(position, "hold the East fair", "end the turn")
    assert position.to_dict()["players"][0]["west"] == [LAST_KNIGHT]


def test_d1_the_free_fair_comes_back_every_turn():
    used = {"free_fair_used": True, "did_something": True, "actions_left": 1, "player": 1}
    position = game([{"west": [PODESTA]}, {}], turn=used)
    take(position, "end the turn", "hold the East fair")
    assert actions_left(position) == 2


# --- D2: the refresh ------------------------------------------------------------------------------
PASSING = {"turn": {"actions_left": 1, "did_something": True}}


def test_d2_cards_slide_with_their_florins_and_the_deck_fills_from_the_left():
    """EX01."""
    a, b, c, d = WEST[:4]
    market = {"east": row(EAST), "west": row([a, None, b, None, c, d], (0, 0, 1, 0, 0, 3))}
    decks = {"east": ["PREN067"], "west": ["PREN022", "PREN025", "PREN026"]}
    position = game([{}, {}], market=market, decks=decks, **PASSING)
    take(position, "end the turn")
    table = position.to_dict()
    assert table["market"] == {
        "east": row(EAST),
        "west": [[a, 0], [b, 1], [c, 0], [d, 3], ["PREN022", 0], ["PREN025", 0]],
    }
    assert table["decks"] == {"east": ["PREN067"], "west": ["PREN026"]}


def test_d2_florins_left_by_a_fair_join_the_new_first_card_and_its_own():
    codes = [None, *WEST[1:]]
    market = {"east": row(EAST), "west": row(codes, (2, 1, 0, 0, 0, 0))}
    position = game([{}, {}], market=market, **PASSING)
    take(position, "end the turn")
    assert position.to_dict()["market"]["west"][:2] == [[WEST[1], 3], [WEST[2], 0]]


def test_d2_an_empty_deck_is_replaced_by_the_other_one():
    """EX35: the card keeps its banner but lies in this row."""
    market = {"east": row([*EAST[:5], None]), "west": row([*WEST[:5], None])}
    decks = {"east": ["PREN067", "PREN068"], "west": []}
    position = game([{}, {}], market=market, decks=decks, **PASSING)
    take(position, "end the turn")
    table = position.to_dict()
    assert table["market"]["west"][5] == ["PREN067", 0]  # West is filled first
    assert table["market"]["east"][5] == ["PREN068", 0]
    assert table["decks"] == {"east": [], "west": []}
    assert not position.is_over  # the last card was drawn, nothing is missing


def test_d2_the_market_is_filled_column_by_column():
    market = {"east": row([*EAST[:4], None, None]), "west": row([*WEST[:4], None, None])}
    decks = {"east": ["PREN067", "PREN068", "PREN069", "PREN070"], "west": []}
    position = game([{}, {}], market=market, decks=decks, **PASSING)
    take(position, "end the turn")
    table = position.to_dict()["market"]
    assert [cell[0] for cell in table["west"][4:]] == ["PREN067", "PREN069"]
    assert [cell[0] for cell in table["east"][4:]] == ["PREN068", "PREN070"]


def test_d2_a_card_of_the_other_side_is_played_on_the_side_of_its_banner():
    market = {"east": row(EAST), "west": row([WEST[0], "PREN101X", *WEST[2:]])}
    position = game([{"florins": 1}, {}], market=market)
    take(position, "buy Civil Engineer", "play Civil Engineer")
    assert position.to_dict()["players"][0]["east"] == ["PREN101X"]


def test_d2_a_fair_goes_by_the_row_not_by_the_card():
    market = {"east": row(["PREN022", *EAST[1:]]), "west": row(WEST)}
    position = game([{}, {}, {}], market=market)
    take(position, "hold the East fair")
    assert position.to_dict()["pending"][1]["emporium"] == "tana"


NO_CARDS: Position = {"east": [], "west": []}


def failing(players):
    """The turn ends with a gap that no card can fill."""
    market = {"east": row([*EAST[:5], None]), "west": row(WEST)}
    position = game(players, market=market, decks=NO_CARDS, **PASSING)
    return take(position, "end the turn").to_dict()["result"]


def test_d2_a_gap_that_cannot_be_filled_ends_the_game_with_the_patron_victory():
    players = [{"florins": 9}, {"west": ["PREN131X"]}, {"florins": 3}]
    assert failing(players) == {"status": "terminated", "victory": "patron", "winners": [1]}


def test_d2_nobody_needs_patron_prestige_and_florins_break_the_tie():
    players = [{"florins": 2}, {"florins": 3}, {"florins": 1}]
    assert failing(players) == {"status": "terminated", "victory": "patron", "winners": [1]}


def test_d2_players_tied_in_patrons_and_florins_share_the_victory():
    players = [
        {"florins": 3, "west": ["PREN131X"]},
        {"florins": 9},
        {"florins": 3, "west": ["PREN055"]},
    ]
    assert failing(players) == {"status": "terminated", "victory": "patron", "winners": [0, 2]}


def test_d2_without_gaps_empty_decks_do_not_end_the_game():
    position = game([{"west": [LAST_KNIGHT]}, {}], decks=NO_CARDS)
    take(position, "sell", "end the turn")
    assert not position.is_over and position.turn_player == 1


def test_d2_a_fair_with_empty_decks_ends_the_game():
    position = game([{}, {}], decks=NO_CARDS)
    take(position, "hold the East fair", "end the turn")
    assert position.victory == "patron"


def test_d2_the_limit_of_turns_truncates_the_game():
    position = game([{}, {}], options={"max_turns": 1}, **PASSING)
    take(position, "end the turn")
    assert position.is_truncated and position.winners == []
