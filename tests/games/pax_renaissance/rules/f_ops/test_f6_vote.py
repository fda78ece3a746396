"""F6: vote."""

import pytest

from paxren_env.games.pax_renaissance.actions import EMPIRE, OPS
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

CATALAN = "PREN150X"  # Aragon: West vote
SINDICAT = "PREN040"  # Aragon: West vote and commerce
GOTHS = "PREN081"  # Crimean Goths: Byzantium: East vote, siege
MICHELANGELO = "PREN131X"  # Patron
GEOMETRY = "PREN132X"  # Artistic Geometry: Patron
ST_GEORGE = "PREN166X"  # Bank of St. George
ARAGON = ("aragon-france", "aragon-papal_states", "aragon-portugal")


def pawns(*owners, borders=ARAGON):
    """Concessions of these players on the borders of Aragon, in order; None leaves one out."""
    return {
        border: [f"pawn {owner}"]
        for border, owner in zip(borders, owners, strict=False)
        if owner is not None
    }


def electorate(mine, *others, **rest):
    """Who can be voted on by Catalan Pactists, who is player 0's."""
    g = game([{"west": [CATALAN], "florins": 3, **mine}, *others], **rest)
    if not legal(g, OPS):
        return set()
    return legal(take(g, "West ops", "use Catalan", "West vote"), EMPIRE)


KING = {"west": ["SQ_aragon"]}


# --- what can be voted on -------------------------------------------------------------------------
def test_f6_kings_and_republics_in_any_tableau_of_the_icons_region():
    """The Location of the voting card does not matter."""
    mine = {"west": [CATALAN, "SQ_england"], "east": ["SQ_hungary"]}
    other = {"west": [{"card": "SQ_france", "face": "republic"}, "SQ_portugal"]}
    borders = {
        "england-france": ["pawn 0"],
        "england-portugal": ["pawn 0"],
        "hungary-ottoman": ["pawn 0"],
    }
    assert electorate(mine, other, borders=borders) == {"england", "france", "portugal"}


def test_f6_not_vassals_and_not_thrones():
    france = {"card": "SQ_france", "vassals": ["SQ_aragon"]}
    assert electorate({}, {"west": [france]}, borders=pawns(None, 0)) == set()
    assert electorate({}, {}, borders=pawns(0)) == set()


def test_f6_the_east_icon_votes_in_the_east():
    g = game(
        [{"east": [GOTHS], "florins": 3}, {"east": ["SQ_hungary"], "west": ["SQ_aragon"]}],
        borders={"holy_roman_empire-hungary": ["pawn 0"], "aragon-france": ["pawn 0"]},
    )
    assert legal(take(g, "East ops", "use Crimean", "East vote"), EMPIRE) == {"hungary"}


# --- plurality ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("owners", "wins"),
    [
        ((0,), True),
        ((0, 1), False),
        ((0, 0, 1), True),
        ((0, 1, 2), False),
        ((1,), False),
        ((), False),
    ],
)
def test_f6_strictly_more_concessions_than_each_single_other(owners, wins):
    found = electorate({}, KING, {}, borders=pawns(*owners))
    assert found == ({"aragon"} if wins else set())


def test_f6_opponents_are_not_counted_together():
    """Two votes of Michelangelo's owner against one and one."""
    mine = {"west": [CATALAN, MICHELANGELO]}
    assert electorate(mine, KING, {}, borders=pawns(0, 1, 2)) == {"aragon"}


def test_f6_serfs_and_pirates_have_no_vote():
    king = {"west": [{"card": "SQ_aragon", "repressed": {"pawn 1": 2}}]}
    borders = {**pawns(0), "aragon-portugal": ["red pirate"]}
    assert electorate({}, king, borders=borders) == {"aragon"}


def test_f6_michelangelo_doubles_ones_votes():
    mine = {"west": [CATALAN, MICHELANGELO]}
    assert electorate(mine, KING, {}, borders=pawns(0, 1)) == {"aragon"}
    assert electorate(mine, KING, {}, borders=pawns(0, 1, 1)) == set()  # 2 to 2
    silenced = {"west": [CATALAN, {"card": MICHELANGELO, "bishop": "red"}]}
    assert electorate(silenced, KING, {}, borders=pawns(0, 1)) == set()


def test_f6_michelangelo_defends_as_well():
    other = {"west": ["SQ_aragon", MICHELANGELO]}
    assert electorate({}, other, borders=pawns(0, 0, 1)) == set()  # 2 to 2
    other = {"west": ["SQ_aragon", {"card": MICHELANGELO, "bishop": "gold"}]}
    assert electorate({}, other, borders=pawns(0, 0, 1)) == {"aragon"}


# --- cost -----------------------------------------------------------------------------------------
def test_f6_costs_a_florin_per_repressed_token_of_any_kind():
    king = {"card": "SQ_aragon", "repressed": {"pawn 0": 1, "pawn 1": 1, "red knight": 1}}
    g = game([{"west": [CATALAN], "florins": 4}, {"west": [king]}], borders=pawns(0))
    take(g, "West ops", "use Catalan", "West vote")
    assert names(g) == {"vote in Aragon for 3 florins"}
    take(g, "vote in Aragon")
    assert g.to_dict()["players"][0]["florins"] == 1
    assert g.to_dict()["players"][1]["florins"] == 0  # to China


def test_f6_must_be_paid_in_full():
    king = {"west": [{"card": "SQ_aragon", "repressed": {"gold rook": 4}}]}
    assert electorate({"florins": 3}, king, borders=pawns(0)) == set()
    assert electorate({"florins": 4}, king, borders=pawns(0)) == {"aragon"}


def test_f6_bank_of_st_george_takes_off_the_patron_prestige():
    """Two Patrons: 3 florins become 1."""
    king = {"west": [{"card": "SQ_aragon", "repressed": {"gold rook": 3}}]}
    mine = {"west": [CATALAN, GEOMETRY, MICHELANGELO], "florins": 1}
    assert electorate({**mine, "east": [ST_GEORGE]}, king, borders=pawns(0)) == {"aragon"}
    assert electorate(mine, king, borders=pawns(0)) == set()
    silenced = {"card": ST_GEORGE, "bishop": "green"}
    assert electorate({**mine, "east": [silenced]}, king, borders=pawns(0)) == set()


def test_f6_the_cost_never_falls_below_nothing():
    king = {"west": [{"card": "SQ_aragon", "repressed": {"gold rook": 1}}]}
    mine = {"west": [CATALAN, GEOMETRY, MICHELANGELO], "florins": 0, "east": [ST_GEORGE]}
    g = game([mine, king], borders=pawns(0))
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon for 0 florins")
    assert g.to_dict()["players"][0]["florins"] == 0


def test_f6_an_opponents_bank_of_st_george_is_no_help():
    king = {"west": [{"card": "SQ_aragon", "repressed": {"gold rook": 2}}], "east": [ST_GEORGE]}
    mine = {"west": [CATALAN, GEOMETRY], "florins": 1}
    assert electorate(mine, king, borders=pawns(0)) == set()


# --- the regime changes ---------------------------------------------------------------------------
def test_f6_an_opponents_square_comes_as_king_alone():
    """B11: bishop and queens are discarded, vassals freed, repressed tokens stay."""
    king = {
        "card": "SQ_aragon",
        "bishop": "gold",
        "repressed": {"pawn 1": 1},
        "queens": ["PREN045"],
        "vassals": ["SQ_france"],
    }
    g = game(
        [{"west": [CATALAN, "PREN034"], "florins": 2}, {"west": [king], "florins": 4}],
        borders=pawns(0, 1, 0),
    )
    before = g.to_dict()
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert changes(before, g) == {
        "0.florins": 1,
        "0.west": [
            {"card": CATALAN, "used": True},
            "PREN034",
            {"card": "SQ_aragon", "repressed": {"pawn 1": 1}},
        ],
        "1.west": [],
        "thrones.france": {},
        "discard": ["PREN045"],
    }


def test_f6_an_opponents_republic_comes_as_king():
    republic = {"card": "SQ_aragon", "face": "republic"}
    g = game([{"west": [CATALAN]}, {"west": [republic]}], borders=pawns(0))
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert g.to_dict()["players"][0]["west"][1:] == ["SQ_aragon"]


def test_f6_ones_own_king_flips_to_republic_and_moves_outermost():
    aragon = {"card": "SQ_aragon", "queens": ["PREN045"], "vassals": ["SQ_france"]}
    g = game([{"west": [aragon, CATALAN]}, {}], borders=pawns(0))
    before = g.to_dict()
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert changes(before, g) == {
        "0.west": [{"card": CATALAN, "used": True}, {"card": "SQ_aragon", "face": "republic"}],
        "thrones.france": {},
        "discard": ["PREN045"],
    }


def test_f6_ones_own_republic_flips_back_to_king():
    aragon = {"card": "SQ_aragon", "face": "republic"}
    g = game([{"west": [aragon, CATALAN]}, {}], borders=pawns(0))
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert g.to_dict()["players"][0]["west"] == [{"card": CATALAN, "used": True}, "SQ_aragon"]


def test_f6_ex13_vote_and_papal_overthrow():
    pope = {"card": "SQ_papal_states", "repressed": {"pawn 1": 3}}
    g = game(
        [{"west": [pope, SINDICAT], "florins": 5}, {}],
        borders={
            "aragon-papal_states": ["pawn 0"],
            "ottoman-papal_states": ["pawn 0"],
            "holy_roman_empire-papal_states": ["pawn 1"],
        },
    )
    before = g.to_dict()
    take(g, "West ops", "use Sindicat", "West vote", "vote in the Papal States for 3 florins")
    take(g, "place a concession on the Holy Roman Empire-Papal States border")
    assert names(g) == {"golden liberty: make it medieval", "keep it Catholic"}
    take(g, "golden liberty")
    assert changes(before, g) == {
        "0.florins": 1,
        "0.west": [
            {"card": SINDICAT, "used": True},
            {"card": "SQ_papal_states", "face": "republic", "repressed": {"pawn 1": 4}},
        ],
        "borders.holy_roman_empire-papal_states": ["pawn 0"],
        "religions.papal_states": "medieval",
    }


# --- golden liberty -------------------------------------------------------------------------------
def test_f6_golden_liberty_may_be_declined():
    g = game(
        [{"west": [CATALAN]}, KING],
        borders=pawns(0),
        religions={"aragon": "islamic"},
        cities={"valencia": "green rook"},
    )
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert names(g) == {"golden liberty: make it medieval", "keep it Islamic"}
    take(g, "keep it Islamic")
    assert g.to_dict()["religions"]["aragon"] == "islamic"


def test_f6_golden_liberty_leaves_the_tokens_where_they_are():
    cities = {"valencia": "green rook", "algiers": "red knight"}
    g = game(
        [{"west": [CATALAN]}, KING],
        borders=pawns(0),
        religions={"aragon": "reformist"},
        cities=cities,
    )
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no", "golden liberty")
    assert g.to_dict()["religions"]["aragon"] == "medieval"
    assert g.to_dict()["cities"] == cities


def test_f6_no_golden_liberty_where_all_is_medieval():
    g = game([{"west": [CATALAN]}, KING], borders=pawns(0))
    take(g, "West ops", "use Catalan", "West vote", "vote in Aragon", "place no concession")
    assert g.decision == "main"
