"""F3: behead."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, OPS
from tests.games.pax_renaissance.positions import changes, game, legal, take

pytestmark = pytest.mark.interpreted

GRIM = "PREN058"  # Ottoman: behead, siege, Islamic inquisitor
GRAND_INQUISITOR = "PREN003"  # Portugal: behead, tax, Catholic inquisitor
QIZILBASH = "PREN061"  # The East
ISABELLA = "PREN044"  # queen: repress, behead


def victims(players, card, side="West", **rest):
    """A game in which this card is about to behead."""
    g = game(players, **rest)
    return take(g, f"{side} ops", f"use {card}", "behead")


# --- who ------------------------------------------------------------------------------------------
def test_f3_ex10_a_matching_card_of_an_opponent_is_discarded():
    mine = {"east": [GRIM]}
    other = {"east": [{"card": QIZILBASH, "bishop": "red"}, "PREN082"]}  # Damascus Coffee: Mamluk
    g = victims([mine, other], "The Grim", "East")
    assert legal(g, CARD) == {QIZILBASH}
    before = g.to_dict()
    take(g, "behead Qizilbash")
    assert changes(before, g) == {"1.east": ["PREN082"], "discard": [QIZILBASH]}


def test_f3_a_card_of_the_region_is_a_joker_as_target():
    """EX10: Beylerbey of Egypt, a Mamluk, strikes Qizilbash too, but no Ottoman."""
    g = victims(
        [{"east": ["PREN125X"]}, {"east": [QIZILBASH, "PREN082", GRIM]}], "Beylerbey", "East"
    )
    assert legal(g, CARD) == {QIZILBASH, "PREN082"}


def test_f3_ones_own_cards_qualify_but_not_the_acting_card():
    mine = {"east": [GRIM, "PREN080", QIZILBASH]}
    g = victims([mine, {}], "The Grim", "East")
    assert legal(g, CARD) == {"PREN080", QIZILBASH}
    assert legal(game([{"east": [GRIM]}, {}]), OPS) == set()


def test_f3_kings_republics_vassals_and_crowned_queens_qualify():
    mine = {"west": [GRAND_INQUISITOR]}
    couple = {"card": "SQ_portugal", "queens": ["PREN046"]}
    g = victims([mine, {"west": [couple]}], "Grand Inquisitor")
    assert legal(g, CARD) == {"SQ_portugal", "PREN046"}
    g = victims([mine, {"west": [{"card": "SQ_portugal", "face": "republic"}]}], "Grand Inquisitor")
    assert legal(g, CARD) == {"SQ_portugal"}
    vassal = {"card": "SQ_france", "vassals": [couple]}
    g = victims([mine, {"west": [vassal]}], "Grand Inquisitor")
    assert legal(g, CARD) == {"SQ_portugal", "PREN046"}


def test_f3_thrones_old_maids_and_hands_are_safe():
    mine = {"west": [GRAND_INQUISITOR]}
    other = {"old_maids": ["PREN046"], "hand": ["PREN035"]}
    thrones = {"portugal": {"queens": [ISABELLA]}}
    assert legal(game([mine, other], thrones=thrones), OPS) == set()


def test_f3_the_banner_does_not_matter_the_location_does():
    """EX34: Brotherhood of St. Mark, an East card of HRE, reaches HRE and The West only."""
    mine = {"east": ["PREN109X"]}
    other = {"west": ["PREN038", "PREN023", "PREN034"], "east": ["PREN098X", QIZILBASH]}
    g = victims([mine, other], "Brotherhood", "East")
    assert legal(g, CARD) == {"PREN038", "PREN023", "PREN098X"}


# --- what becomes of a square ---------------------------------------------------------------------
def test_f3_a_king_goes_to_his_throne_and_the_assassin_dies():
    """B9: repressed tokens and bishop stay with him, queens and their bishops are discarded,
    vassals go home intact."""
    mamluk = {"card": "SQ_mamluk", "queens": ["PREN079"], "repressed": {"pawn 0": 1}}
    ottoman = {
        "card": "SQ_ottoman",
        "bishop": "red",
        "repressed": {"gold rook": 1, "pawn 1": 2},
        "queens": [{"card": "PREN077", "bishop": "gold"}],
        "vassals": [{**mamluk, "bishop": "green"}],
    }
    g = victims([{"east": ["PREN082", GRIM]}, {"east": [ottoman, "PREN080"]}], "The Grim", "East")
    before = g.to_dict()
    take(g, "behead Ottoman")
    assert changes(before, g) == {
        "0.east": ["PREN082"],
        "1.east": ["PREN080"],
        "thrones.ottoman": {"bishop": "red", "repressed": {"gold rook": 1, "pawn 1": 2}},
        "thrones.mamluk": {
            "bishop": "green",
            "repressed": {"pawn 0": 1},
            "queens": ["PREN079"],
        },
        "discard": [GRIM, "PREN077"],
    }


def test_f3_a_republic_turns_to_king_on_its_throne():
    portugal = {"card": "SQ_portugal", "face": "republic", "repressed": {"pawn 0": 1}}
    g = victims([{"west": [GRAND_INQUISITOR]}, {"west": [portugal]}], "Grand Inquisitor")
    before = g.to_dict()
    take(g, "behead Portugal")
    assert changes(before, g) == {
        "0.west": [],
        "1.west": [],
        "thrones.portugal": {"repressed": {"pawn 0": 1}},
        "discard": [GRAND_INQUISITOR],
    }


def test_f3_a_beheaded_vassal_leaves_its_suzerain_alone():
    suzerain = {
        "card": "SQ_france",
        "queens": ["PREN045"],
        "vassals": ["SQ_portugal", "SQ_england"],
    }
    g = victims([{"west": [GRAND_INQUISITOR]}, {"west": [suzerain]}], "Grand Inquisitor")
    before = g.to_dict()
    take(g, "behead Portugal")
    assert changes(before, g) == {
        "0.west": [],
        "1.west": [{**suzerain, "vassals": ["SQ_england"]}],
        "thrones.portugal": {},
        "discard": [GRAND_INQUISITOR],
    }


def test_f3_a_beheaded_queen_leaves_her_king_alone():
    """No assassin: she is a card. The King keeps bishop, vassal and serfs."""
    portugal = {
        "card": "SQ_portugal",
        "bishop": "gold",
        "repressed": {"pawn 1": 1},
        "vassals": ["SQ_france"],
    }
    queen = {"card": "PREN046", "bishop": "green"}
    g = victims(
        [{"west": [GRAND_INQUISITOR]}, {"west": [{**portugal, "queens": [queen]}]}],
        "Grand Inquisitor",
    )
    before = g.to_dict()
    take(g, "behead Joanna")
    assert changes(before, g) == {"1.west": [portugal], "discard": ["PREN046"]}
    assert g.to_dict()["players"][0]["west"] == [{"card": GRAND_INQUISITOR, "used": True}]


def test_f3_a_queen_beheading_her_husband_is_gone_already():
    """EX32: his queens are discarded; there is no assassin left to die."""
    portugal = {"card": "SQ_portugal", "queens": [ISABELLA], "repressed": {"pawn 1": 1}}
    g = victims([{"west": [portugal, "PREN034"]}, {}], "Isabella")
    assert legal(g, CARD) == {"SQ_portugal"}
    before = g.to_dict()
    take(g, "behead Portugal")
    assert changes(before, g) == {
        "0.west": ["PREN034"],
        "thrones.portugal": {"repressed": {"pawn 1": 1}},
        "discard": [ISABELLA],
    }


def test_f3_a_queen_may_behead_another_queen_of_her_husband():
    portugal = {"card": "SQ_portugal", "queens": [ISABELLA, "PREN046"]}
    g = take(victims([{"west": [portugal]}, {}], "Isabella"), "behead Joanna")
    left = {"card": "SQ_portugal", "queens": [{"card": ISABELLA, "used": True}]}
    assert g.to_dict()["players"][0]["west"] == [left]


def test_f3_an_ability_ends_with_its_card():
    """EX08: beheading Gutenberg makes his owner discard at once."""
    mine = {"east": ["PREN109X"]}
    hand = ["PREN013", "PREN017", "PREN020"]
    g = victims([mine, {"west": ["PREN043"], "hand": hand}], "Brotherhood", "East")
    take(g, "behead Gutenberg")
    assert g.deciding_player == 1 and legal(g, CARD) == set(hand)


# --- restricted beheaders -------------------------------------------------------------------------
def with_bishops(*cards):
    """The first with a gold, the second with a green, the third with a red bishop, then none."""
    colours = ("gold", "green", "red")
    bishops = [{"card": card, "bishop": colour} for card, colour in zip(cards, colours)]
    return [*bishops, *cards[3:]]


def test_f3_inquisition_pope_strikes_western_cards_with_red_or_gold_bishops():
    other = {
        "west": with_bishops("PREN034", "PREN035", "PREN036", "PREN037"),
        "east": [{"card": "PREN080", "bishop": "gold"}, {"card": "PREN109X", "bishop": "red"}],
    }
    g = victims([{"west": ["PREN001"]}, other], "Inquisition Pope")
    assert legal(g, CARD) == {"PREN034", "PREN036", "PREN109X"}


def test_f3_grand_mufti_strikes_eastern_cards_with_green_or_red_bishops():
    other = {
        "east": with_bishops("PREN080", "PREN081", "PREN082", "PREN083"),
        "west": [{"card": "PREN034", "bishop": "green"}, {"card": "PREN012", "bishop": "green"}],
    }
    g = victims([{"east": ["PREN118X"]}, other], "Grand Mufti", "East")
    assert legal(g, CARD) == {"PREN081", "PREN082", "PREN012"}


def test_f3_bureau_of_barbarians_strikes_eastern_cards_with_any_bishop():
    other = {
        "east": with_bishops("PREN080", "PREN081", "PREN082", "PREN083"),
        "west": [{"card": "PREN034", "bishop": "green"}],
    }
    g = victims(
        [{"east": ["PREN209P"]}, other],
        "Bureau",
        "East",
        options={"map": "age_of_reformation"},
    )
    assert legal(g, CARD) == {"PREN080", "PREN081", "PREN082"}


def test_f3_the_bishop_must_be_on_that_very_card():
    """Not on the queen, if the King is to die; not on the suzerain, if the vassal is."""
    portugal = {"card": "SQ_portugal", "queens": [{"card": "PREN046", "bishop": "gold"}]}
    france = {"card": "SQ_france", "bishop": "red", "vassals": ["SQ_england"]}
    g = victims([{"west": ["PREN001"]}, {"west": [portugal, france]}], "Inquisition Pope")
    assert legal(g, CARD) == {"PREN046", "SQ_france"}


def test_f3_a_restricted_beheader_of_a_square_is_an_assassin_too():
    france = {"card": "SQ_france", "bishop": "red"}
    g = victims([{"west": ["PREN001"]}, {"west": [france]}], "Inquisition Pope")
    before = g.to_dict()
    take(g, "behead France")
    assert changes(before, g) == {
        "0.west": [],
        "1.west": [],
        "thrones.france": {"bishop": "red"},
        "discard": ["PREN001"],
    }
