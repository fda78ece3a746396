"""The worked examples of the rulebook, 1 to 15: market, agents, ops.

The active player (AP) is seat 0 unless said otherwise, his opponents O1 and O2 are the next seats.
"""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    BORDER,
    BUY,
    CARD,
    CITY,
    EMPIRE,
    FAIR,
    NO,
    OP,
    OPS,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
    SPACE,
    YES,
)
from paxren_env.games.pax_renaissance.constants import PAWN
from paxren_env.games.pax_renaissance.report import victory_report
from tests.games.pax_renaissance.positions import (
    changes,
    game,
    legal,
    names,
    row,
    square,
    take,
    used,
)

pytestmark = pytest.mark.interpreted

ANTIPOPE = "PREN004"  # France, Reformist inquisitor
BEYLERBEY = "PREN125X"  # Mamluk, behead, siege
BROTHERHOOD = "PREN109X"  # HRE (a card of the East), behead
BUNDSCHUH = "PREN038"  # HRE, West commerce
DUKE_OF_MILAN = "PREN032"  # Aragon, tax, siege
FLANDERS_GUILD = "PREN036"  # France, peasant revolt, own pawn
GUTENBERG = "PREN043"  # HRE, unlimited hand
HOLY_LAND_CRUSADE = "PREN029"  # Mamluk (a card of the West), tax, siege
ISABELLA = "PREN044"  # queen, repress pawn and rook, behead
JESUITS = "PREN008"  # Aragon, Catholic inquisitor
LEFEVRE = "PREN160X"  # France, Reformist inquisitor
OTTOMAN_NAVY = "PREN063"  # Ottoman, Islamic corsair
PODESTA = "PREN097X"  # free trade fair
QIZILBASH = "PREN061"  # The East
REFORMED_THEOLOGY = "PREN005"  # The West, Reformist inquisitor
SINDICAT = "PREN040"  # Aragon, West vote, West commerce
STAPLE = "PREN034"  # England, West commerce
THE_GRIM = "PREN058"  # Ottoman, behead
TWELVER = "PREN167X"  # Mamluk
A, B, C, D, X = "PREN001", "PREN002", "PREN003", "PREN013", "PREN017"  # any West cards

JUST_ACTED = {"actions_left": 1, "did_something": True}


# --- EX01, EX02: the market -----------------------------------------------------------------------
def test_ex01_refresh_slides_cards_with_their_florins_and_fills_from_the_left():
    g = game(
        [{}, {}],
        turn=JUST_ACTED,
        market={"west": row(A, None, (B, 1), None, C, D)},
        decks={"west": ["PREN018", "PREN019", "PREN020"]},
    )
    before = g.to_dict()
    take(g, "end the turn")
    assert changes(before, g) == {
        "market.west.1": [B, 1],
        "market.west.2": [C, 0],
        "market.west.3": [D, 0],
        "market.west.4": ["PREN018", 0],
        "market.west.5": ["PREN019", 0],
        "decks.west": ["PREN020"],
    }
    assert (g.turn_player, g.decision) == (1, "main")


def ex02_market():
    return {"west": row(A, B, C, (X, 2), D, "PREN018")}


def test_ex02_purchase_pays_the_cards_before_it_and_takes_its_florins():
    g = game([{"florins": 3}, {}], market=ex02_market())
    before = g.to_dict()
    assert "west 3" in legal(g, BUY)
    take(g, "buy Scottish Privateers")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.hand": [X],
        "market.west.0": [A, 1, "paid"],
        "market.west.1": [B, 1, "paid"],
        "market.west.2": [C, 1, "paid"],
        "market.west.3": [None, 0],
    }
    assert legal(g, BUY) == {"east 1", "east 2"}
    assert legal(g, FAIR) == {"east", "west"}


def test_ex02_florins_on_the_card_do_not_help_to_pay_for_it():
    g = game([{"florins": 2}, {}], market=ex02_market())
    assert legal(g, BUY) == {"east 1", "east 2", "west 1", "west 2"}


# --- EX03, EX04: a pawn with and without its peasant revolt ---------------------------------------
@pytest.mark.parametrize("face", ["king", "republic"])
def test_ex03_revolt_without_defenders_takes_the_empire_for_nothing(face):
    g = game(
        [{"hand": [FLANDERS_GUILD], "west": [JESUITS]}, {"west": [square("france", face=face)]}]
    )
    before = g.to_dict()
    take(g, "play Flanders Guild", "let the peasant revolt occur", "place the surviving pawn")
    assert legal(g, BORDER) == {"aragon-france", "england-france", "france-holy_roman_empire"}
    take(g, "on the France-Holy Roman Empire border")
    assert g.decision == "concession"
    assert legal(g, BORDER) == {"aragon-france", "england-france"}
    take(g, "on the England-France border")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [JESUITS, FLANDERS_GUILD, "SQ_france"],
        "1.west": [],
        "borders.france-holy_roman_empire": ["pawn 0"],
        "borders.england-france": ["pawn 0"],
    }
    assert g.decision == "main"
    assert concessions(g) == [2, 0]


def concessions(g):
    players = victory_report(g)["globalization"]["players"]
    return [player["conditions"][1]["have"] for player in players]


def ex04_table(florins):
    borders = {"france-holy_roman_empire": ["pawn 1"], "england-france": ["gold pirate"]}
    g = game([{"florins": florins, "hand": [FLANDERS_GUILD]}, {}], borders=borders)
    return take(g, "play Flanders Guild", "do not let it occur")


def test_ex04_pawn_without_a_one_shot_goes_to_an_empty_border_for_free():
    g = ex04_table(florins=1)
    before = g.to_dict()
    assert legal(g, BORDER) == {"aragon-france", "france-holy_roman_empire"}
    assert legal(g, NO)
    take(g, "on the Aragon-France border")
    assert changes(before, g) == {"borders.aragon-france": ["pawn 0"]}


def test_ex04_pawn_without_a_one_shot_displaces_a_pawn_for_a_florin():
    g = ex04_table(florins=1)
    before = g.to_dict()
    take(g, "on the France-Holy Roman Empire border")
    assert changes(before, g) == {
        "0.florins": 0,
        "borders.france-holy_roman_empire": ["pawn 0"],
        "thrones.france": {"repressed": {"pawn 1": 1}},
    }


def test_ex04_pawn_without_a_one_shot_may_stay_at_home():
    g = ex04_table(florins=1)
    before = g.to_dict()
    take(g, "do not place")
    assert changes(before, g) == {} and g.decision == "main"


def test_ex04_pawn_displaces_nobody_without_a_florin():
    g = ex04_table(florins=0)
    assert legal(g, BORDER) == {"aragon-france"} and legal(g, NO)


# --- EX05: silencing during ops -------------------------------------------------------------------
def ex05_table():
    west = [BUNDSCHUH, {"card": STAPLE, "bishop": "red"}, ANTIPOPE]
    return game([{"west": west}, {}], market={"west": row(A, B, (C, 2), D, X, "PREN018")})


def test_ex05_a_bishop_in_the_way_is_moved_on():
    g = ex05_table()
    before = g.to_dict()
    take(g, "West ops")
    assert legal(g, CARD) == {BUNDSCHUH, ANTIPOPE}
    take(g, "use Bundschuh Revolt", "West commerce", "West 2")
    assert legal(g, CARD) == {ANTIPOPE}
    take(g, "use Antipope", "Reformist inquisitor", "from Merchants of the Staple")
    assert legal(g, CARD) == {BUNDSCHUH, ANTIPOPE, "SQ_england"}
    take(g, "to Bundschuh Revolt")
    assert legal(g, CARD) == {STAPLE}
    take(g, "use Merchants of the Staple", "West commerce", "West 2")
    assert legal(g, CARD) == set()
    assert changes(before, g) == {
        "0.florins": 2,
        "0.west": [used(BUNDSCHUH, bishop="red"), used(STAPLE), used(ANTIPOPE)],
        "market.west.2": [C, 0],
    }


def test_ex05_ops_may_end_after_the_first_but_not_before():
    g = take(ex05_table(), "West ops")
    assert not legal(g, NO)
    take(g, "use Bundschuh Revolt", "West commerce", "West 2")
    before = g.to_dict()
    take(g, "end the West ops")
    assert changes(before, g) == {}
    assert (g.decision, g.to_dict()["turn"]["actions_left"]) == ("main", 1)


# --- EX06: fairs ----------------------------------------------------------------------------------
def test_ex06_both_fairs_in_one_turn_but_not_the_same_one_twice():
    g = game([{}, {}])
    take(g, "hold the East fair")
    assert legal(g, FAIR) == {"west"}
    take(g, "hold the West fair")
    assert g.to_dict()["players"][0]["florins"] == 2
    assert g.turn_player == 1 and legal(g, FAIR) == {"east", "west"}  # both actions are spent


def test_ex06_with_the_podesta_one_fair_is_free():
    g = game([{"west": [PODESTA]}, {}])
    take(g, "hold the East fair")
    assert g.to_dict()["turn"]["actions_left"] == 2
    assert legal(g, FAIR) == {"west"}
    take(g, "hold the West fair")
    assert g.to_dict()["turn"]["actions_left"] == 1
    assert g.turn_player == 0 and legal(g, FAIR) == set()


# --- EX07: bishops --------------------------------------------------------------------------------
def test_ex07_three_inquisitors_bring_a_bishop_from_a_throne_to_a_king():
    west = [REFORMED_THEOLOGY, ANTIPOPE, square("portugal", repressed={"pawn 1": 1}), LEFEVRE]
    g = game(
        [{"florins": 9, "west": west}, {}],
        thrones={"england": {"bishop": "red"}},
        cities={"toledo": "gold knight"},
    )
    before = g.to_dict()
    take(g, "West ops")
    assert legal(g, CARD) == {REFORMED_THEOLOGY, ANTIPOPE, LEFEVRE, "SQ_portugal"}
    take(g, "use Reformed Theology", "Reformist inquisitor", "from England")
    assert legal(g, CARD) == {REFORMED_THEOLOGY}
    take(g, "to Reformed Theology", "use Antipope", "Reformist inquisitor", "from Reformed")
    thrones = {"SQ_england", "SQ_france", "SQ_holy_roman_empire", "SQ_aragon", "SQ_papal_states"}
    assert legal(g, CARD) == thrones | {ANTIPOPE, LEFEVRE, "SQ_portugal"}
    take(g, "to Antipope", "use Jacques", "Reformist inquisitor", "from Antipope")
    assert legal(g, CARD) == {REFORMED_THEOLOGY, LEFEVRE, "SQ_france", "SQ_portugal"}
    take(g, "to Portugal")
    assert g.decision == "pacify" and legal(g, REPRESSED) == {"pawn 1"} and legal(g, NO)
    take(g, "kill the")
    assert changes(before, g) == {
        "thrones.england": {},
        "0.west": [
            used(REFORMED_THEOLOGY), used(ANTIPOPE), square("portugal", bishop="red"),
            used(LEFEVRE),
        ],
    }  # fmt: skip
    assert legal(g, CARD) == set()


def test_ex07_a_card_of_the_west_lets_a_bishop_reach_an_opponents_king():
    portugal = square("portugal", repressed={"pawn 1": 1})
    g = game(
        [{"west": [REFORMED_THEOLOGY, ANTIPOPE, LEFEVRE]}, {"florins": 9, "west": [portugal]}],
        thrones={"england": {"bishop": "red"}},
        cities={"toledo": "gold knight"},
    )
    take(g, "West ops", "use Antipope", "Reformist inquisitor", "from England")
    assert legal(g, CARD) == {REFORMED_THEOLOGY}
    take(g, "to Reformed Theology", "use Jacques", "Reformist inquisitor", "from Reformed")
    before = g.to_dict()
    take(g, "to Portugal", "kill the", "end the West ops", "end the turn")
    assert changes(before, g) == {
        "0.west": [REFORMED_THEOLOGY, ANTIPOPE, LEFEVRE],
        "1.west": [square("portugal", bishop="red")],
    }
    assert g.turn_player == 1 and legal(g, OPS) == set()  # his campaign is silenced


def test_ex07_no_bishop_goes_from_throne_to_throne():
    g = game([{"west": [REFORMED_THEOLOGY]}, {}], thrones={"england": {"bishop": "red"}})
    take(g, "West ops", "use Reformed Theology", "Reformist inquisitor", "from England")
    assert legal(g, CARD) == {REFORMED_THEOLOGY}


# --- EX08: the hand limit comes back --------------------------------------------------------------
HAND = ["PREN018", "PREN019", "PREN020", "PREN021"]


def check_ex08_discards(g, before, **also):
    """O1 discards two cards of his choice, then AP goes on."""
    discard = also.pop("discard", [])
    assert (g.decision, g.deciding_player, g.turn_player) == ("discard", 1, 0)
    assert legal(g, CARD) == set(HAND) and not legal(g, NO)
    take(g, "discard Gold Coast Monopoly")
    assert (g.decision, g.deciding_player) == ("discard", 1)
    take(g, "discard Conquistadors")
    assert changes(before, g) == {
        "1.hand": ["PREN018", "PREN020"],
        "discard": sorted(["PREN019", "PREN021", *discard]),
        **also,
    }
    assert g.deciding_player == 0


def test_ex08_a_bishop_on_gutenberg_costs_the_hand_above_the_limit():
    g = game(
        [{"west": [JESUITS]}, {"hand": HAND, "west": [GUTENBERG]}],
        thrones={"holy_roman_empire": {"bishop": "gold"}},
    )
    before = g.to_dict()
    take(g, "West ops", "use Jesuits", "Catholic inquisitor", "from the Holy", "to Gutenberg")
    check_ex08_discards(
        g, before,
        **{
            "0.west": [used(JESUITS)],
            "1.west": [{"card": GUTENBERG, "bishop": "gold"}],
            "thrones.holy_roman_empire": {},
        },
    )  # fmt: skip


def test_ex08_so_does_beheading_gutenberg():
    g = game([{"east": [BROTHERHOOD]}, {"hand": HAND, "west": [GUTENBERG]}])
    before = g.to_dict()
    take(g, "East ops", "use Brotherhood", "behead", "behead Gutenberg")
    check_ex08_discards(
        g, before, **{"0.east": [used(BROTHERHOOD)], "1.west": [], "discard": [GUTENBERG]}
    )


# --- EX09: commerce -------------------------------------------------------------------------------
def test_ex09_commerce_takes_a_florin_of_its_own_row():
    g = game(
        [{"west": [BUNDSCHUH, STAPLE]}, {}],
        market={
            "west": row(A, B, (C, 1), D, X, "PREN018"),
            "east": row("PREN080", ("PREN081", 2), "PREN082", ("PREN083", 1), "PREN084", "PREN085"),
        },
    )
    before = g.to_dict()
    take(g, "West ops")
    assert legal(g, CARD) == {BUNDSCHUH, STAPLE}
    take(g, "use Bundschuh Revolt", "West commerce")
    assert legal(g, SPACE) == {"west 2"}
    take(g, "West 2")
    assert changes(before, g) == {
        "0.florins": 1,
        "0.west": [used(BUNDSCHUH), STAPLE],
        "market.west.2": [C, 0],
    }
    assert legal(g, CARD) == set()  # no florin is left for the Merchants of the Staple


def test_ex09_no_commerce_in_a_row_without_florins():
    east = row("PREN080", ("PREN081", 3), "PREN082", "PREN083", "PREN084", "PREN085")
    g = game([{"west": [BUNDSCHUH]}, {}], market={"east": east})
    assert legal(g, OPS) == set()


# --- EX10: behead ---------------------------------------------------------------------------------
def test_ex10_an_ottoman_card_beheads_one_of_the_east_but_not_one_of_mamluk():
    g = game([{"east": [THE_GRIM]}, {"east": [QIZILBASH, TWELVER]}])
    before = g.to_dict()
    take(g, "East ops", "use The Grim", "behead")
    assert legal(g, CARD) == {QIZILBASH}
    take(g, "behead Qizilbash")
    assert changes(before, g) == {
        "0.east": [used(THE_GRIM)],
        "1.east": [TWELVER],
        "discard": [QIZILBASH],
    }


def test_ex10_a_mamluk_card_beheads_one_of_the_east():
    g = game([{"east": [BEYLERBEY]}, {"east": [QIZILBASH, TWELVER]}])
    before = g.to_dict()
    take(g, "East ops", "use Beylerbey", "behead")
    assert legal(g, CARD) == {QIZILBASH, TWELVER}
    take(g, "behead Qizilbash")
    assert changes(before, g) == {
        "0.east": [used(BEYLERBEY)],
        "1.east": [TWELVER],
        "discard": [QIZILBASH],
    }


# --- EX11: tax ------------------------------------------------------------------------------------
def ex11_table(florins, **cities):
    """Taxed: O1's pawn next to Mamluk, an Islamic theocracy with Cairo occupied."""
    g = game(
        [{"florins": 4, "west": [HOLY_LAND_CRUSADE]}, {"bank": "coeur", "florins": florins}],
        borders={"mamluk-ottoman": ["pawn 1"]},
        cities={"cairo": "green rook", **cities},
    )
    return take(g, "West ops", "use Holy Land Crusade")


def test_ex11_the_taxed_owner_pays_china_and_places_the_levy():
    g = ex11_table(florins=2)
    before = g.to_dict()
    assert legal(g, OP) == {"tax", "siege"}
    take(g, "tax")
    assert (g.deciding_player, legal(g, PAWN_AT)) == (0, {"mamluk-ottoman"})
    take(g, "tax the")
    assert (g.decision, g.deciding_player) == ("tax_response", 1)
    assert legal(g, YES) and legal(g, NO)
    take(g, "pay 1 florin")
    assert (g.decision, g.deciding_player, legal(g, CITY)) == ("levy", 1, {"cyprus"})
    take(g, "Cyprus")
    assert changes(before, g) == {
        "0.west": [used(HOLY_LAND_CRUSADE)],
        "1.florins": 1,
        "cities.cyprus": "gold rook",
    }
    assert g.deciding_player == 0


@pytest.mark.parametrize("florins", [0, 2])
def test_ex11_a_taxed_pawn_that_does_not_pay_becomes_a_serf(florins):
    g = ex11_table(florins)
    before = g.to_dict()
    take(g, "tax", "tax the")
    assert g.deciding_player == 1 and bool(legal(g, YES)) == (florins > 0)
    take(g, "let it be repressed")
    assert (g.decision, g.deciding_player, legal(g, CITY)) == ("levy", 1, {"cyprus"})
    take(g, "Cyprus")
    assert changes(before, g) == {
        "0.west": [used(HOLY_LAND_CRUSADE)],
        "borders.mamluk-ottoman": None,
        "cities.cyprus": "gold rook",
        "thrones.mamluk": {"repressed": {"pawn 1": 1}},
    }


def test_ex11_no_tax_in_a_saturated_empire():
    assert legal(ex11_table(florins=2, cyprus="gold rook"), OP) == {"siege"}


# --- EX12: repress --------------------------------------------------------------------------------
def test_ex12_repress_op_takes_a_pawn_or_a_rook_and_brings_a_florin():
    g = game(
        [{"west": [square("aragon", queens=[ISABELLA])]}, {}],
        borders={"aragon-france": ["pawn 1"]},
        cities={"valencia": "gold rook", "algiers": "gold knight", "toledo": "gold rook"},
    )
    before = g.to_dict()
    take(g, "West ops", "use Isabella", "repress")
    assert legal(g, PAWN_AT) == {"aragon-france"} and legal(g, CITY) == {"valencia"}
    assert len(names(g)) == 2
    take(g, "aragon-france")
    assert changes(before, g) == {
        "0.florins": 1,
        "0.west": [square("aragon", repressed={"pawn 1": 1}, queens=[used(ISABELLA)])],
        "borders.aragon-france": None,
    }


# --- EX13: vote -----------------------------------------------------------------------------------
def ex13_table(florins):
    pope = square("papal_states", repressed={"pawn 0": 1, "pawn 1": 2})
    return game(
        [{"florins": florins, "west": [pope, SINDICAT]}, {}],
        borders={
            "aragon-papal_states": ["pawn 0"],
            "ottoman-papal_states": ["pawn 0"],
            "holy_roman_empire-papal_states": ["pawn 1"],
        },
    )


def test_ex13_vote_makes_the_pope_a_republic_with_golden_liberty():
    g = ex13_table(florins=4)
    before = g.to_dict()
    take(g, "West ops", "use Sindicat", "West vote")
    assert legal(g, EMPIRE) == {"papal_states"}
    take(g, "for 3 florins")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {
        "aragon-papal_states", "ottoman-papal_states", "holy_roman_empire-papal_states",
    }  # fmt: skip
    take(g, "on the Holy Roman Empire-Papal States border")
    assert g.decision == "golden_liberty"  # no border is empty: nobody can be freed
    assert legal(g, YES) and legal(g, NO)
    take(g, "golden liberty")
    republic = square("papal_states", face="republic", repressed={"pawn 0": 1, "pawn 1": 3})
    assert changes(before, g) == {
        "0.florins": 0,
        "0.west": [used(SINDICAT), republic],
        "borders.holy_roman_empire-papal_states": ["pawn 0"],
        "religions.papal_states": "medieval",
    }
    assert concessions(g) == [3, 0]


def test_ex13_without_a_fourth_florin_the_concession_displaces_nobody():
    g = take(ex13_table(florins=3), "West ops", "use Sindicat", "West vote", "for 3 florins")
    assert legal(g, BORDER) == set()


def test_ex13_without_three_florins_there_is_no_vote():
    assert legal(ex13_table(florins=2), OPS) == set()


# --- EX14: corsair --------------------------------------------------------------------------------
def ex14_table(**borders):
    g = game(
        [{"east": [OTTOMAN_NAVY]}, {}, {}],
        borders={
            "hungary-ottoman": ["green pirate"],
            "aragon-papal_states": ["pawn 1"],
            "ottoman-papal_states": ["pawn 2"],
            **borders,
        },
    )
    return take(g, "East ops", "use Ottoman Navy", "Islamic corsair")


def test_ex14_corsair_reaches_the_seas_of_a_sea_adjacent_empire():
    g = ex14_table()
    before = g.to_dict()
    assert legal(g, PIRATE_AT) == {"hungary-ottoman"}
    take(g, "hungary-ottoman")
    assert legal(g, BORDER) == {
        "ottoman-papal_states", "mamluk-ottoman", "aragon-papal_states", "byzantium-hungary",
    }  # fmt: skip
    take(g, "aragon-papal states")
    assert changes(before, g) == {
        "borders.hungary-ottoman": None,
        "borders.aragon-papal_states": ["green pirate"],
    }
    assert g.states["supply"][0, [PAWN + 1, PAWN + 2]].tolist() == [10, 9]


def test_ex14_corsair_does_not_join_a_pirate_of_its_colour():
    g = ex14_table(**{"mamluk-ottoman": ["green pirate"]})
    assert legal(g, PIRATE_AT) == {"hungary-ottoman", "mamluk-ottoman"}
    take(g, "hungary-ottoman")
    assert legal(g, BORDER) == {
        "ottoman-papal_states", "aragon-papal_states", "byzantium-hungary",
    }  # fmt: skip


# --- EX15: siege ----------------------------------------------------------------------------------
def test_ex15_siege_kills_a_knight_a_rook_or_a_pirate_of_its_empire():
    g = game(
        [{"west": [DUKE_OF_MILAN]}, {}],
        borders={"aragon-papal_states": ["green pirate"], "aragon-france": ["pawn 1"]},
        cities={"valencia": "gold knight", "algiers": "green rook", "toledo": "gold knight"},
    )
    before = g.to_dict()
    take(g, "West ops", "use Duke of Milan", "siege")
    assert legal(g, CITY) == {"valencia", "algiers"}
    assert legal(g, PIRATE_AT) == {"aragon-papal_states"}
    assert len(names(g)) == 3
    take(g, "kill the green pirate")
    assert changes(before, g) == {
        "0.west": [used(DUKE_OF_MILAN)],
        "borders.aragon-papal_states": None,
    }
