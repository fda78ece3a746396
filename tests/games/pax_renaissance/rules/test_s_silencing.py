"""S: silencing, and what follows at once when an ability is lost."""

import pytest

from paxren_env.games.pax_renaissance.actions import BUY, CARD, OP
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

GUTENBERG = "PREN043"  # Holy Roman Empire, unlimited hand, West commerce
HOCHSTETTER = "PREN042"  # the same
UNITY = "PREN098X"  # Holy Roman Empire, East: Reformist inquisitor, repress knight
LIZARDS = "PREN126X"  # Holy Roman Empire, East: repress, siege, Reformist inquisitor
BROTHERHOOD = "PREN109X"  # Holy Roman Empire, East: behead
DALMATIANS, TERSANE = "PREN113X", "PREN107X"  # Ottoman: protect concessions
GRIM = "PREN058"  # Ottoman: behead, siege, Islamic inquisitor
KREMLIN = "PREN074"  # Holy Roman Empire: immune to silencing
HUMANISM, HERMETICISM = "PREN156X", "PREN136X"  # immune too
FERRARA, GONFALONIER = "PREN055", "PREN024"  # Venice holds two
LEGATE = "PREN099X"  # The East: Catholic and Reformist inquisitors
ELEPHANT = "PREN002"  # The West: tax, Catholic inquisitor
LAST_KNIGHT = "PREN022"  # Holy Roman Empire: tax, siege
MOVE = ("East ops", "use", "Reformist inquisitor")
HAND = ["PREN023", "PREN025", "PREN026", "PREN028"]
RED_HRE = {"holy_roman_empire": {"bishop": "red"}}


# --- S1: who is silenced --------------------------------------------------------------------------
@pytest.mark.parametrize("colour", ["gold", "green", "red"])
def test_s1_a_bishop_of_any_colour_silences_its_card(colour):
    cities = {"vienna": "gold rook"}
    assert "West ops" in names(game([{"west": [LAST_KNIGHT]}, {}], cities=cities))
    silenced = {"card": LAST_KNIGHT, "bishop": colour}
    assert "West ops" not in names(game([{"west": [silenced]}, {}], cities=cities))


@pytest.mark.parametrize("immunity", [("east", KREMLIN), ("west", HUMANISM), ("west", HERMETICISM)])
def test_s1_immunity_protects_all_cards_of_its_owner_even_under_a_bishop(immunity):
    side, card = immunity
    player = {"west": [{"card": LAST_KNIGHT, "bishop": "gold"}]}
    player[side] = [*player.get(side, []), {"card": card, "bishop": "red"}]
    position = game([player, {}], cities={"vienna": "gold rook"})
    assert legal(take(position, "West ops"), CARD) == {LAST_KNIGHT}


def test_s1_the_immunity_of_one_player_does_not_help_another():
    silenced = {"card": LAST_KNIGHT, "bishop": "gold"}
    position = game([{"west": [silenced]}, {"east": [KREMLIN]}], cities={"vienna": "gold rook"})
    assert "West ops" not in names(position)


def test_s1_suzerain_and_vassal_are_silenced_separately():
    cities = {"vienna": "gold knight", "buda": "gold knight"}
    column = {"card": "SQ_hungary", "vassals": ["SQ_holy_roman_empire"]}
    silenced_suzerain = {**column, "bishop": "red"}
    position = game([{"florins": 9, "east": [silenced_suzerain]}, {}], cities=cities)
    assert legal(take(position, "East ops"), CARD) == {"SQ_holy_roman_empire"}
    vassal = {"card": "SQ_holy_roman_empire", "bishop": "red"}
    position = game([{"florins": 9, "east": [{**column, "vassals": [vassal]}]}, {}], cities=cities)
    assert legal(take(position, "East ops"), CARD) == {"SQ_hungary"}


# --- S2: what silence takes and what it leaves ----------------------------------------------------
def test_s2_a_silenced_card_keeps_only_its_religious_ops():
    cities = {"vienna": "gold knight"}
    position = game([{"east": [LIZARDS]}, {}], cities=cities, thrones=RED_HRE)
    take(position, "East ops", "use")
    assert legal(position, OP) == {"repress", "siege", "inquisitor:reformist"}
    position = game([{"east": [{"card": LIZARDS, "bishop": "red"}]}, {}], cities=cities)
    take(position, "East ops", "use")
    assert legal(position, OP) == {"inquisitor:reformist"}


def test_s2_a_silenced_card_has_no_ability():
    hand = HAND[:2]
    position = game([{"florins": 9, "hand": hand, "west": [GUTENBERG]}, {}])
    assert legal(position, BUY) != set()
    silenced = {"card": GUTENBERG, "bishop": "gold"}
    position = game([{"florins": 9, "hand": hand, "west": [silenced]}, {}])
    assert legal(position, BUY) == set()


def test_s2_a_silenced_card_keeps_its_prestige():
    # Patron prestige decides when the decks are empty.
    silenced = {"card": "PREN131X", "bishop": "gold"}
    position = game([{}, {"west": [silenced]}, {"florins": 9}], decks={"east": [], "west": []})
    take(position, "hold the East fair")
    while position.decision != "main":
        position.step(position.legal_actions()[0])
    assert take(position, "end the turn").winners == [1]


def test_s2_a_silenced_card_can_be_sold_and_beheaded():
    silenced = {"card": LAST_KNIGHT, "bishop": "gold"}
    position = game([{"west": [silenced], "east": [BROTHERHOOD]}, {}])
    assert "sell The Last Knight for 2 florins" in names(position)
    take(position, "East ops", "use", "behead", "behead The Last Knight")
    assert position.to_dict()["discard"] == [LAST_KNIGHT]


# --- S3.1: the hand limit -------------------------------------------------------------------------
def test_s3_a_player_whose_unlimited_hand_is_silenced_discards_at_once_by_own_choice():
    """EX08: the turn is another player's."""
    position = game([{"east": [UNITY]}, {"hand": HAND, "west": [GUTENBERG]}, {}], thrones=RED_HRE)
    take(position, *MOVE, "move the red bishop", "to Gutenberg")
    assert (position.decision, position.deciding_player) == ("discard", 1)
    assert legal(position, CARD) == set(HAND)
    assert changes(position.to_dict(), take(position, "discard Spanish", "discard The Bold")) == {
        "discard": ["PREN023", "PREN028"], "1.hand": ["PREN025", "PREN026"],
    }  # fmt: skip
    assert (position.decision, position.deciding_player) == ("main", 0)


def test_s3_a_beheaded_unlimited_hand_is_limited_too():
    position = game([{"east": [BROTHERHOOD]}, {"hand": HAND, "west": [GUTENBERG]}])
    take(position, "East ops", "use", "behead", "behead Gutenberg")
    assert (position.decision, position.deciding_player) == ("discard", 1)


def test_s3_a_sold_unlimited_hand_is_limited_too():
    position = game([{"hand": HAND[:3], "west": [GUTENBERG]}, {}])
    take(position, "sell Gutenberg")
    assert (position.decision, position.deciding_player) == ("discard", 0)
    take(position, "discard Cromwell")
    assert position.to_dict()["players"][0]["hand"] == HAND[:2]


def test_s3_a_second_unlimited_hand_keeps_the_cards():
    position = game([{"east": [BROTHERHOOD]}, {"hand": HAND, "west": [GUTENBERG, HOCHSTETTER]}])
    take(position, "East ops", "use", "behead", "behead Gutenberg")
    assert position.decision == "main"
    assert position.to_dict()["players"][1]["hand"] == HAND


def test_s3_two_cards_are_no_excess():
    position = game([{"hand": HAND[:2], "west": [GUTENBERG]}, {}])
    assert take(position, "sell Gutenberg").decision == "main"


# --- S3.2: protected concessions ------------------------------------------------------------------
TOGETHER = {"hungary-ottoman": ["pawn 1", "green pirate"], "mamluk-ottoman": ["pawn 1"],
            "england-france": ["pawn 1", "red pirate"]}  # fmt: skip
DEAD = {"borders.hungary-ottoman": ["green pirate"], "borders.england-france": ["red pirate"]}


def test_s3_losing_the_protection_kills_every_concession_beside_a_pirate():
    position = game([{"east": [GRIM]}, {"east": [DALMATIANS]}], borders=TOGETHER)
    take(position, "East ops", "use", "behead")
    assert changes(position.to_dict(), take(position, "behead Dalmatian")) == {
        **DEAD, "discard": [DALMATIANS], "1.east": [],
    }  # fmt: skip


def test_s3_silencing_the_protection_kills_them_too():
    """EX46."""
    position = game(
        [{"east": [GRIM]}, {"east": [DALMATIANS]}],
        borders=TOGETHER, thrones={"ottoman": {"bishop": "green"}},
    )  # fmt: skip
    take(position, "East ops", "use", "Islamic inquisitor", "move the green bishop")
    assert changes(position.to_dict(), take(position, "to Dalmatian")) == {
        **DEAD, "thrones.ottoman": {}, "1.east": [{"card": DALMATIANS, "bishop": "green"}],
    }  # fmt: skip


def test_s3_a_second_protection_saves_them():
    position = game([{"east": [GRIM]}, {"east": [DALMATIANS, TERSANE]}], borders=TOGETHER)
    take(position, "East ops", "use", "behead", "behead Dalmatian")
    assert position.to_dict()["borders"] == TOGETHER


# --- S3.3: Venice ---------------------------------------------------------------------------------
FULL = {"venice": "red rook", "venice_2": "gold knight"}


def test_s3_when_the_last_condottiere_goes_the_token_of_the_second_slot_is_discarded():
    position = game([{"west": [FERRARA]}, {}], cities=FULL)
    assert changes(position.to_dict(), take(position, "sell")) == {
        "cities.venice_2": None, "discard": [FERRARA], "0.florins": 2, "0.west": [],
    }  # fmt: skip
    assert position.states["supply"][0, 0] == 10  # the gold knight is in the pool


def test_s3_a_lone_token_of_the_second_slot_moves_to_the_first():
    position = game([{"west": [FERRARA]}, {}], cities={"venice_2": "gold knight"})
    assert take(position, "sell").to_dict()["cities"] == {"venice": "gold knight"}


def test_s3_while_another_condottiere_is_left_both_tokens_stay():
    position = game([{"west": [FERRARA]}, {"west": [GONFALONIER]}], cities=FULL)
    assert take(position, "sell").to_dict()["cities"] == FULL


def test_s3_silencing_the_condottiere_empties_the_second_slot():
    """EX20."""
    position = game(
        [{"west": [ELEPHANT]}, {"west": [GONFALONIER]}],
        cities=FULL, thrones={"papal_states": {"bishop": "gold"}},
    )  # fmt: skip
    take(position, "West ops", "use", "Catholic inquisitor", "move the gold bishop")
    take(position, "to Gonfalonier")
    assert position.to_dict()["cities"] == {"venice": "red rook"}


def test_s3_a_papal_state_without_a_gold_icon_empties_the_second_slot():
    reformation = "PREN005"  # The West, reformation
    position = game(
        [{"hand": [reformation]}, {"west": [FERRARA]}],
        cities={"venice": "red rook", "venice_2": "red rook", "vienna": "red knight"},
        borders={"aragon-papal_states": ["gold pirate"]},
    )
    take(position, "play", "let", "fight in the Papal States", "kill the red knight in Vienna")
    assert position.to_dict()["religions"]["papal_states"] == "reformist"
    assert position.to_dict()["cities"] == {"venice": "red rook"}


# --- S3.4: immunity lost --------------------------------------------------------------------------
def test_s3_losing_immunity_silences_and_sets_off_all_the_rest():
    bishop = {"bishop": "gold"}
    other = {
        "hand": HAND,
        "east": [KREMLIN, {"card": DALMATIANS, **bishop}],
        "west": [{"card": GUTENBERG, **bishop}, {"card": FERRARA, **bishop}],
    }
    position = game([{"east": [BROTHERHOOD]}, other], borders=TOGETHER, cities=FULL)
    take(position, "East ops", "use", "behead")
    assert changes(position.to_dict(), take(position, "behead The Kremlin")) == {
        **DEAD, "cities.venice_2": None, "discard": [KREMLIN], "1.east": other["east"][1:],
    }  # fmt: skip
    assert (position.decision, position.deciding_player) == ("discard", 1)
    take(position, "discard Spanish", "discard The Bold")
    assert position.decision == "main"


def test_s3_a_second_immunity_keeps_everything():
    silenced = {"card": GUTENBERG, "bishop": "gold"}
    other = {"hand": HAND, "east": [KREMLIN], "west": [silenced, HUMANISM]}
    position = game([{"east": [BROTHERHOOD]}, other])
    take(position, "East ops", "use", "behead", "behead The Kremlin")
    assert position.decision == "main"


# --- S4: speaking again ---------------------------------------------------------------------------
def test_s4_a_card_whose_bishop_leaves_acts_in_the_same_ops():
    """EX05."""
    x, y, z = "PREN034", "PREN035", "PREN005"  # two West commerces, a Reformist inquisitor
    west = [["PREN001", 0], ["PREN002", 0], ["PREN003", 2], ["PREN004", 0], ["PREN006", 0],
            ["PREN007", 0]]  # fmt: skip
    position = game([{"west": [x, {"card": y, "bishop": "red"}, z]}, {}], market={"west": west})
    take(position, "West ops")
    assert legal(position, CARD) == {x, z}
    take(position, "use Merchants", "West commerce", "take a florin")
    take(position, "use Reformed", "Reformist inquisitor", "move", "to Merchants")
    assert legal(position, CARD) == {y}
    take(position, "use Communeros", "West commerce", "take a florin")
    table = position.to_dict()["players"][0]
    assert table["florins"] == 2
    assert table["west"] == [
        {"card": x, "bishop": "red", "used": True}, {"card": y, "used": True},
        {"card": z, "used": True},
    ]  # fmt: skip


def test_s4_immunity_gained_reactivates_at_once():
    silenced = {"card": LAST_KNIGHT, "bishop": "gold"}
    position = game([{"hand": [HERMETICISM], "west": [silenced]}, {}],
                    cities={"vienna": "gold rook"})  # fmt: skip
    assert "West ops" not in names(position)
    assert "West ops" in names(take(position, "play"))


def test_s4_two_bishops_that_kill_each_other_free_the_card():
    silenced = {"card": LAST_KNIGHT, "bishop": "gold"}
    position = game(
        [{"west": [silenced], "east": [UNITY]}, {}], thrones=RED_HRE, cities={"vienna": "gold rook"}
    )
    take(position, *MOVE, "move the red bishop", "to The Last Knight, killing both bishops")
    assert "West ops" in names(position)


# --- S5: cards lost on the way --------------------------------------------------------------------
def test_s5_a_card_lost_during_the_ops_acts_no_more():
    position = game([{"east": [BROTHERHOOD, LIZARDS]}, {}], cities={"vienna": "gold rook"})
    take(position, "East ops")
    assert legal(position, CARD) == {BROTHERHOOD, LIZARDS}
    take(position, "use Brotherhood", "behead", "behead Lizard")
    assert position.decision == "main"
    assert position.to_dict()["players"][0]["east"] == [{"card": BROTHERHOOD, "used": True}]


def test_s5_the_assassin_is_gone_and_the_others_go_on():
    position = game([{"east": [GRIM, "PREN090", "SQ_ottoman"]}, {}], cities={"modon": "gold rook"})
    take(position, "East ops", "use The Grim", "behead", "behead Ottoman")
    assert legal(position, CARD) == {"PREN090"}
    assert position.to_dict()["discard"] == [GRIM]
