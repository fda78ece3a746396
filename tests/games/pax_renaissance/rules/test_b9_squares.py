"""B9: what travels with a square. One test for every row of the table, all its cells at once."""

import pytest

from tests.games.pax_renaissance.positions import changes, game, take

pytestmark = pytest.mark.interpreted

DUKE_OF_ATHENS = "PREN090"  # Ottoman, conspiracy, a red rook
ACADEMIA = "PREN103X"  # Hungary, East vote
STAR_CHAMBER = "PREN006"
ORATORY = "PREN129X"
GRIM = "PREN058"  # Ottoman, behead
CARLOTTA, DESPINA, ELZBIETA = "PREN079", "PREN117X", "PREN075"

# The square with everything that can be on it and under it, and the vassal likewise.
COMPANY = {
    "bishop": "gold",
    "repressed": {"pawn 1": 2},
    "queens": [{"card": CARLOTTA, "bishop": "red"}],
}
HUNGARY = {
    "bishop": "gold",
    "repressed": {"red rook": 1},
    "queens": [{"card": ELZBIETA, "bishop": "red"}],
}
VASSAL = {"card": "SQ_hungary", **HUNGARY}
OTTOMAN = {"card": "SQ_ottoman", **COMPANY, "vassals": [VASSAL]}
SHORN = {"card": "SQ_ottoman", "repressed": {"pawn 1": 2}}
NO_MORE = ("place no concession", "free nobody")


def conspiracy(tableau, enemy, thrones):
    """Player 0 conspires in Ottoman against nobody, and puts the rook into Modon."""
    position = game([{"hand": [DUKE_OF_ATHENS], "east": tableau}, {"east": enemy}], thrones=thrones)
    words = ("play", "let", "place the surviving red rook", "place the red rook in Modon")
    return changes(position.to_dict(), take(position, *words, *NO_MORE))


# --- throne -> tableau ----------------------------------------------------------------------------
def test_b9_a_war_brings_all_from_the_throne():
    assert conspiracy([], [], {"ottoman": COMPANY}) == {
        "thrones.ottoman": None,
        "cities.modon": "red rook",
        "0.hand": [],
        "0.east": [DUKE_OF_ATHENS, {"card": "SQ_ottoman", **COMPANY}],
    }


def test_b9_a_campaign_brings_all_from_the_throne():
    position = game(
        [{"florins": 1, "east": ["SQ_byzantium"]}, {}],
        thrones={"hungary": HUNGARY},
        cities={"caffa": "red knight"},
    )
    words = ("East ops", "use", "campaign", "campaign against Hungary", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.hungary": None,
        "0.florins": 0,
        "0.east": [{"card": "SQ_byzantium", "used": True, "vassals": [VASSAL]}],
    }


def test_b9_a_coronation_brings_all_from_the_throne():
    unmarried = {"bishop": "gold", "repressed": {"pawn 1": 2}}
    position = game([{"hand": [DESPINA]}, {}], thrones={"ottoman": unmarried})
    words = ("play", "crown her Queen of Ottoman", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.ottoman": None,
        "0.hand": [],
        "0.east": [{"card": "SQ_ottoman", **unmarried, "queens": [DESPINA]}],
    }


def test_b9_star_chamber_brings_the_old_queen_from_the_throne_too():
    position = game([{"hand": [DESPINA], "west": [STAR_CHAMBER]}, {}], thrones={"ottoman": COMPANY})
    words = ("play", "crown her Queen of Ottoman", *NO_MORE)
    queens = [*COMPANY["queens"], DESPINA]
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.ottoman": None,
        "0.hand": [],
        "0.east": [{"card": "SQ_ottoman", **COMPANY, "queens": queens}],
    }


# --- enemy tableau -> my tableau ------------------------------------------------------------------
FREED = {"thrones.hungary": HUNGARY}


def test_b9_a_war_leaves_bishops_queens_and_vassals_of_an_enemy_behind():
    assert conspiracy([], [OTTOMAN], {}) == {
        **FREED,
        "cities.modon": "red rook",
        "discard": [CARLOTTA],
        "0.hand": [],
        "0.east": [DUKE_OF_ATHENS, SHORN],
        "1.east": [],
    }


def test_b9_a_vote_leaves_bishops_queens_and_vassals_of_an_enemy_behind():
    position = game(
        [{"florins": 3, "east": [ACADEMIA]}, {"east": [OTTOMAN]}],
        borders={"mamluk-ottoman": ["pawn 0"]},
    )
    words = ("East ops", "use", "East vote", "vote in Ottoman for 2 florins", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        **FREED,
        "discard": [CARLOTTA],
        "0.florins": 1,
        "0.east": [{"card": ACADEMIA, "used": True}, SHORN],
        "1.east": [],
    }


def test_b9_a_campaign_leaves_bishops_queens_and_vassals_of_an_enemy_behind():
    position = game(
        [{"florins": 1, "east": ["SQ_byzantium"]}, {"east": [OTTOMAN]}],
        cities={"caffa": "gold knight"},
    )
    words = ("East ops", "use", "campaign", "campaign against Ottoman", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        **FREED,
        "discard": [CARLOTTA],
        "0.florins": 0,
        "0.east": [{"card": "SQ_byzantium", "used": True, "vassals": [SHORN]}],
        "1.east": [],
    }


def test_b9_a_coronation_leaves_bishops_queens_and_vassals_of_an_enemy_behind():
    position = game([{"hand": [DESPINA], "west": [STAR_CHAMBER]}, {"east": [OTTOMAN]}])
    words = ("play", "crown her Queen of Ottoman", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        **FREED,
        "discard": [CARLOTTA],
        "0.hand": [],
        "0.east": [{**SHORN, "queens": [DESPINA]}],
        "1.east": [],
    }


# --- strawman flip --------------------------------------------------------------------------------
def test_b9_a_strawman_war_flips_the_king_and_sheds_his_company():
    assert conspiracy([OTTOMAN], [], {}) == {
        **FREED,
        "cities.modon": "red rook",
        "discard": [CARLOTTA],
        "0.hand": [],
        "0.east": [DUKE_OF_ATHENS, {**SHORN, "face": "republic"}],
    }


def test_b9_a_strawman_vote_flips_the_king_and_sheds_his_company():
    position = game(
        [{"florins": 2, "east": [OTTOMAN, ACADEMIA]}, {}],
        borders={"mamluk-ottoman": ["pawn 0"]},
    )
    words = ("East ops", "use", "East vote", "vote in Ottoman for 2 florins", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        **FREED,
        "discard": [CARLOTTA],
        "0.florins": 0,
        "0.east": [{"card": ACADEMIA, "used": True}, {**SHORN, "face": "republic"}],
    }


def test_b9_a_strawman_war_flips_a_republic_back_and_kills_its_bishop():
    republic = {**SHORN, "face": "republic", "bishop": "gold"}
    assert conspiracy([republic], [], {}) == {
        "cities.modon": "red rook",
        "0.hand": [],
        "0.east": [DUKE_OF_ATHENS, SHORN],
    }


# --- strawman coronation --------------------------------------------------------------------------
def test_b9_a_strawman_coronation_changes_nothing_but_the_queen():
    king = {"card": "SQ_ottoman", "bishop": "gold", "repressed": {"pawn 1": 2}}
    column = {**king, "vassals": [VASSAL]}
    position = game([{"hand": [DESPINA], "east": [column, GRIM]}, {}])
    words = ("play", "crown her Queen of Ottoman", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [],
        "0.east": [{**king, "queens": [DESPINA], "vassals": [VASSAL]}, GRIM],
    }


def test_b9_a_strawman_coronation_by_star_chamber_keeps_the_old_queen_and_her_bishop():
    position = game([{"hand": [DESPINA], "east": [OTTOMAN], "west": [STAR_CHAMBER]}, {}])
    words = ("play", "crown her Queen of Ottoman", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [],
        "0.east": [{**OTTOMAN, "queens": [*COMPANY["queens"], DESPINA]}],
    }


# --- back to the throne ---------------------------------------------------------------------------
def test_b9_a_sold_king_keeps_all_but_his_vassals():
    position = game([{"east": [OTTOMAN, GRIM]}, {}])
    assert changes(position.to_dict(), take(position, "sell Ottoman")) == {
        **FREED,
        "thrones.ottoman": COMPANY,
        "0.florins": 4,
        "0.east": [GRIM],
    }


def test_b9_an_apostate_king_keeps_all_but_his_vassals():
    position = game([{"west": [ORATORY]}, {"east": [OTTOMAN], "west": ["PREN005"]}])
    words = "call the Islamic-Reformist apostasy"
    assert changes(position.to_dict(), take(position, words)) == {
        **FREED,
        "thrones.ottoman": COMPANY,
        "discard": ["PREN005"],
        "1.east": [],
        "1.west": [],
    }


def test_b9_a_beheaded_king_loses_queens_and_vassals_but_keeps_bishop_and_repressed():
    position = game([{"east": [GRIM]}, {"east": [OTTOMAN]}])
    take(position, "East ops", "use The Grim", "behead")
    assert changes(position.to_dict(), take(position, "behead Ottoman")) == {
        **FREED,
        "thrones.ottoman": {"bishop": "gold", "repressed": {"pawn 1": 2}},
        "discard": [GRIM, CARLOTTA],
        "0.east": [],
        "1.east": [],
    }


def test_b9_a_beheaded_queen_dies_alone():
    position = game([{"east": [GRIM]}, {"east": [OTTOMAN]}])
    take(position, "East ops", "use The Grim", "behead")
    alone = {key: value for key, value in OTTOMAN.items() if key != "queens"}
    assert changes(position.to_dict(), take(position, "behead Carlotta")) == {
        "discard": [CARLOTTA],
        "1.east": [alone],
    }


def test_b9_a_republic_turns_to_king_on_reaching_its_throne():
    republic = {"card": "SQ_ottoman", "face": "republic", "repressed": {"pawn 1": 1}}
    position = game([{"east": [republic]}, {}])
    assert changes(position.to_dict(), take(position, "sell Ottoman")) == {
        "thrones.ottoman": {"repressed": {"pawn 1": 1}},
        "0.florins": 2,
        "0.east": [],
    }
