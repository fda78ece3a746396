"""I: coronation and old maids. What travels with the King stands in B9."""

import pytest

from paxren_env.games.pax_renaissance.actions import BORDER, CARD, EMPIRE, NO, PLAY, REPRESSED, SELL
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

ISABELLA = "PREN044"  # Portugal, Aragon, France, Holy Roman Empire
ELZBIETA = "PREN075"  # Hungary, Portugal, Holy Roman Empire; East banner
SOPHIA = "PREN076"  # Hungary, Byzantium, Holy Roman Empire
JOANNA, ANNE = "PREN046", "PREN045"
STAR_CHAMBER = "PREN006"
NO_MORE = ("place no concession",)


def suitors(position):
    """Whom the only queen in hand may wed."""
    take(position, "play")
    return legal(position, EMPIRE)


# --- who is eligible ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("queen", "expected"),
    [
        (ISABELLA, {"portugal", "aragon", "france", "holy_roman_empire"}),
        (ELZBIETA, {"hungary", "portugal", "holy_roman_empire"}),
        ("PREN104X", {"hungary"}),
        ("PREN077", {"byzantium", "ottoman", "mamluk"}),
    ],
)
def test_i_unmarried_kings_in_their_thrones_among_her_suitors_are_eligible(queen, expected):
    assert suitors(game([{"hand": [queen]}, {}])) == expected


def test_i_a_married_king_is_not_eligible():
    position = game([{"hand": [ELZBIETA]}, {}], thrones={"hungary": {"queens": [SOPHIA]}})
    assert suitors(position) == {"portugal", "holy_roman_empire"}


def test_i_an_opponents_king_is_not_eligible():
    vassals = {"card": "SQ_ottoman", "vassals": ["SQ_hungary"]}
    position = game([{"hand": [ELZBIETA]}, {"east": [vassals], "west": ["SQ_portugal"]}])
    assert suitors(position) == {"holy_roman_empire"}


def test_i_ones_own_kings_are_eligible_as_suzerain_vassal_or_alone():
    suzerain = {"card": "SQ_portugal", "vassals": ["SQ_hungary"]}
    position = game([{"hand": [ELZBIETA], "west": [suzerain, "SQ_holy_roman_empire"]}, {}])
    assert suitors(position) == {"hungary", "portugal", "holy_roman_empire"}


@pytest.mark.parametrize("star_chamber", [False, True])
def test_i_republics_are_never_eligible(star_chamber):
    republic = {"card": "SQ_hungary", "face": "republic"}
    west = [STAR_CHAMBER] if star_chamber else []
    own = game([{"hand": [ELZBIETA], "east": [republic], "west": west}, {}])
    assert "hungary" not in suitors(own)
    enemy = game([{"hand": [ELZBIETA], "west": west}, {"east": [republic]}])
    assert "hungary" not in suitors(enemy)


def test_i_star_chamber_waives_both_conditions_together():
    married = {"card": "SQ_hungary", "queens": [SOPHIA]}
    position = game([{"hand": [ELZBIETA], "west": [STAR_CHAMBER]}, {"east": [married]}])
    assert suitors(position) == {"hungary", "portugal", "holy_roman_empire"}


def test_i_star_chamber_works_only_for_its_owner_and_unsilenced():
    theirs = {"east": ["SQ_hungary"], "west": [STAR_CHAMBER]}
    assert "hungary" not in suitors(game([{"hand": [ELZBIETA]}, theirs]))
    silenced = {"card": STAR_CHAMBER, "bishop": "gold"}
    position = game([{"hand": [ELZBIETA], "west": [silenced]}, {"east": ["SQ_hungary"]}])
    assert "hungary" not in suitors(position)


# --- where the couple goes ------------------------------------------------------------------------
def test_i_from_the_throne_to_the_outermost_column_of_the_kings_side():
    """EX24: her own banner does not matter: Elzbieta's is Eastern."""
    position = game([{"hand": [ELZBIETA], "west": ["PREN131X"], "east": ["PREN101X"]}, {}])
    words = ("play", "crown her Queen of Portugal", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.portugal": None,
        "0.hand": [],
        "0.west": ["PREN131X", {"card": "SQ_portugal", "queens": [ELZBIETA]}],
    }


def test_i_ones_own_king_neither_moves_nor_flips():
    """EX36."""
    king = {"card": "SQ_hungary", "bishop": "red", "repressed": {"pawn 1": 1}}
    column = {**king, "vassals": ["SQ_byzantium"]}
    position = game([{"hand": [ELZBIETA], "east": [column, "PREN101X"]}, {}])
    words = ("play", "crown her Queen of Hungary", "place no concession", "free nobody")
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [],
        "0.east": [{**king, "queens": [ELZBIETA], "vassals": ["SQ_byzantium"]}, "PREN101X"],
    }


def test_i_an_opponents_king_comes_without_company_by_star_chamber():
    hungary = {"card": "SQ_hungary", "bishop": "red", "queens": [SOPHIA]}
    enemy = {"east": [{"card": "SQ_ottoman", "vassals": [hungary]}]}
    position = game([{"hand": [ELZBIETA], "west": [STAR_CHAMBER]}, enemy])
    words = ("play", "crown her Queen of Hungary", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "discard": [SOPHIA],
        "0.hand": [],
        "0.east": [{"card": "SQ_hungary", "queens": [ELZBIETA]}],
        "1.east": ["SQ_ottoman"],
    }


# --- concession, emancipation ---------------------------------------------------------------------
def test_i_a_coronation_brings_concession_and_emancipation_but_no_golden_liberty():
    position = game(
        [{"hand": [ELZBIETA]}, {}],
        thrones={"hungary": {"repressed": {"pawn 1": 1}}},
        religions={"hungary": "catholic"},
    )
    take(position, "play", "crown her Queen of Hungary")
    assert legal(position, BORDER) == {
        "byzantium-hungary", "hungary-ottoman", "holy_roman_empire-hungary",
    }  # fmt: skip
    take(position, "on the Hungary-Ottoman border")
    assert legal(position, REPRESSED) == {"pawn 1"}
    take(position, "free the Medici pawn", "Byzantium-Hungary")
    table = position.to_dict()
    assert table["borders"] == {"hungary-ottoman": ["pawn 0"], "byzantium-hungary": ["pawn 1"]}
    assert table["religions"]["hungary"] == "catholic"
    assert position.decision == "main"


def test_i_a_strawman_coronation_brings_concession_and_emancipation_too():
    king = {"card": "SQ_hungary", "repressed": {"pawn 1": 1}}
    position = game([{"hand": [ELZBIETA], "east": [king]}, {}])
    take(position, "play", "crown her Queen of Hungary")
    assert position.decision == "concession"
    assert take(position, "place no concession").decision == "emancipate"


# --- the couple -----------------------------------------------------------------------------------
def test_i_her_location_is_her_husbands_empire_and_she_acts_on_his_side():
    couple = {"card": "SQ_aragon", "queens": [ISABELLA]}
    position = game([{"west": [couple]}, {}], cities={"valencia": "red rook", "toledo": "red rook"})
    take(position, "West ops", "use Isabella", "repress")
    assert names(position) == {"repress the red rook in Valencia"}  # EX12


@pytest.mark.parametrize(
    "couple",
    [
        {"card": "SQ_aragon", "bishop": "red", "queens": [JOANNA, ISABELLA]},
        {"card": "SQ_aragon", "queens": [JOANNA, {"card": ISABELLA, "bishop": "red"}]},
    ],
    ids=["on the king", "on a queen"],
)
def test_i_a_bishop_on_one_of_a_couple_silences_them_all(couple):
    cities = {"valencia": "gold knight", "algiers": "red rook"}
    free = {"card": "SQ_aragon", "queens": [JOANNA, ISABELLA]}
    position = take(game([{"florins": 9, "west": [free]}, {}], cities=cities), "West ops")
    assert legal(position, CARD) == {"SQ_aragon", JOANNA, ISABELLA}
    silenced = game([{"florins": 9, "west": [couple]}, {}], cities=cities)
    assert "West ops" not in names(silenced)


# --- old maids ------------------------------------------------------------------------------------
def test_i_an_old_maid_has_no_ops_no_location_and_is_never_crowned():
    position = game([{"old_maids": [ISABELLA]}, {}], cities={"valencia": "red rook"})
    assert "West ops" not in names(position)
    assert legal(position, PLAY) == set()
    assert legal(position, SELL) == {ISABELLA}


def test_i_an_old_maid_is_no_place_for_a_bishop():
    position = game([{"hand": ["PREN023", "PREN005"], "old_maids": [ISABELLA]}, {}])
    take(position, "play Reformed Theology")
    assert ISABELLA not in legal(position, CARD)


def test_i_old_maids_prestige_counts_for_victories():
    """EX25: Joanna's Catholic icon decides the Holy victory."""
    holy = {
        "victories": ["holy"],
        "cities": {"venice": "gold knight"},
        "thrones": {"england": {"bishop": "gold"}},
        "religions": {"mamluk": "medieval"},
    }
    assert "declare the holy victory" not in names(game([{"florins": 1}, {}], **holy))
    position = game([{"old_maids": [JOANNA]}, {}], **holy)
    assert "declare the holy victory" in names(position)


def test_i_an_old_maid_is_forced_only_without_suitors():
    position = take(game([{"hand": [ISABELLA]}, {}]), "play")
    assert NO in position.legal_actions()
