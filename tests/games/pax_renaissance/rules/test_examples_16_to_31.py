"""The worked examples of the rulebook, 16 to 31: campaign, fairs, one-shots, victory.

The active player (AP) is seat 0 unless said otherwise, his opponents O1 and O2 are the next seats.
"""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    ACTIVATE,
    AGENT,
    BORDER,
    BUY,
    CARD,
    CITY,
    DECLARE,
    EMPIRE,
    NO,
    OPS,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
    YES,
)
from paxren_env.games.pax_renaissance.constants import CITY_NAMES
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

ANTIPOPE = "PREN004"  # France, Reformist
REFORMED_THEOLOGY = "PREN005"  # The West, Reformist
JESUITS = "PREN008"  # Aragon, crusade, gold bishop; Catholic inquisitor
BORGIA = "PREN009"  # The West, conspiracy, gold bishop
ANABAPTISTS = "PREN011"  # The West, Reformist
GONFALONIER = "PREN024"  # Papal States, two gold knights, siege; Venice holds two
FLANDERS_GUILD = "PREN036"  # France, peasant revolt, own pawn
LUTHER = "PREN052"  # HRE, Reformist
FERRARA = "PREN055"  # Papal States; Venice holds two
THE_GRIM = "PREN058"  # Ottoman, Islamic
DERVISHES = "PREN060"  # The East, Reformist-Islamic apostasy, Islamic
OTTOMAN_NAVY = "PREN063"  # Ottoman, green pirate
JANISSARIES = "PREN067"  # The East
THE_HANDSOME = "PREN071"  # Hungary, Islamic
SOPHIA = "PREN076"  # queen of Hungary, Byzantium or HRE, Reformist
SONINKE = "PREN087"  # Aragon, trade shift to Timbuktu, green rook
DESPINA = "PREN117X"  # queen
TLEMCEN = "PREN121X"  # Aragon, trade shift to Timbuktu, green rook
HERMETICISM = "PREN136X"  # immune to silencing
REICHSKRONE = "PREN138X"  # queen
KAPPELER = "PREN145X"  # declaring the imperial victory costs two actions
LEFEVRE = "PREN160X"  # France, Reformist
TWELVER = "PREN167X"  # Mamluk, Reformist-Islamic apostasy, green bishop, Islamic

HRE = "holy_roman_empire"


def east_row(florins=0):
    """Ordinary cards, the florins on the one that lies face down."""
    return row(("PREN080", florins), "PREN081", "PREN082", "PREN083", "PREN084", "PREN085")


def west_row(florins=0):
    return row(("PREN018", florins), "PREN019", "PREN020", "PREN021", "PREN022", "PREN023")


def levy(g, empire, *cities):
    """AP must place a levy in this empire, in one of these cities; he takes the first."""
    assert (g.decision, g.deciding_player) == ("levy", g.turn_player)
    assert g.to_dict()["pending"][-1]["empire"] == empire
    assert legal(g, CITY) == set(cities) and not legal(g, NO)
    g.step(CITY + CITY_NAMES.index(cities[0]))


# --- EX16: campaign -------------------------------------------------------------------------------
def ex16_table(florins):
    france = square("france", repressed={"gold rook": 1, "pawn 0": 1})
    return game(
        [
            {"florins": florins, "east": [square("ottoman", vassals=[square(HRE)])]},
            {"west": [france]},
        ],
        cities={"vienna": "red knight", "nurnberg": "gold knight"},
    )


def test_ex16_a_vassal_campaigns_with_its_suzerain_and_wins_it_another_vassal():
    g = ex16_table(florins=2)
    before = g.to_dict()
    assert legal(g, OPS) == {"east"}
    take(g, "East ops", "use the Holy Roman Empire", "campaign")
    assert legal(g, EMPIRE) == {"france", "hungary", "aragon", "papal_states"}
    take(g, "campaign against France for 2 florins")
    assert g.decision == "concession"
    take(g, "on the England-France border")
    assert legal(g, REPRESSED) == {"gold rook", "pawn 0"} and legal(g, NO)
    take(g, "free the gold rook")
    assert legal(g, CITY) == {"paris", "bruges", "lyon"}
    take(g, "Lyon", "free the")
    assert legal(g, BORDER) == {"aragon-france", "france-holy_roman_empire"}
    take(g, "france-holy roman empire")
    vassals = [used("SQ_holy_roman_empire"), "SQ_france"]
    ottoman = g.to_dict()["players"][0]["east"][0]
    assert sorted(ottoman.pop("vassals"), key=str) == sorted(vassals, key=str)
    assert ottoman == square("ottoman")
    changed = changes(before, g)
    del changed["0.east"]
    assert changed == {
        "0.florins": 0,
        "1.west": [],
        "borders.england-france": ["pawn 0"],
        "borders.france-holy_roman_empire": ["pawn 0"],
        "cities.lyon": "gold rook",
    }


def test_ex16_there_is_no_half_attack():
    assert legal(ex16_table(florins=1), OPS) == set()


# --- EX17 to EX19: trade fairs --------------------------------------------------------------------
def ex17_table(**cities):
    return game(
        [{}, {}],
        market={"west": west_row(2)},
        borders={
            "hungary-ottoman": ["pawn 1"],
            "ottoman-papal_states": ["gold pirate"],
            "aragon-papal_states": ["pawn 0"],
        },
        cities=cities,
    )


OTTOMAN_CITIES = (
    "constantinople_1", "constantinople_2", "constantinople_3", "modon", "rhodes",
)  # fmt: skip


def test_ex17_a_pirate_takes_the_last_profit_of_a_white_fair():
    g = ex17_table()
    before = g.to_dict()
    take(g, "hold the West fair")
    levy(g, "byzantium", "trebizond", "tana", "caffa")
    levy(g, "hungary", "varna", "buda")
    levy(g, "ottoman", "rhodes", *OTTOMAN_CITIES[:-1])
    assert g.decision == "main"
    assert changes(before, g) == {
        "0.florins": 1,
        "1.florins": 1,
        "market.west.0": [None, 0],
        "discard": ["PREN018"],
        "cities.trebizond": "red rook",
        "cities.varna": "red knight",
        "cities.rhodes": "gold rook",
    }


def test_ex17_saturated_empires_skip_their_levy():
    g = ex17_table(buda="gold knight", varna="red knight")
    take(g, "hold the West fair")
    levy(g, "byzantium", "tana", "caffa", "trebizond")
    levy(g, "ottoman", "modon", *OTTOMAN_CITIES[:3], "rhodes")
    table = g.to_dict()
    assert table["cities"] == {
        "tana": "green knight", "buda": "gold knight", "varna": "red knight", "modon": "red rook",
    }  # fmt: skip
    assert [player["florins"] for player in table["players"]] == [1, 1]


def test_ex18_an_empty_fair_of_two_players_is_only_the_subsidy():
    g = game([{}, {}], market={"west": west_row()}, borders={"hungary-ottoman": ["pawn 1"]})
    before = g.to_dict()
    take(g, "hold the West fair")
    assert changes(before, g) == {
        "0.florins": 1,
        "market.west.0": [None, 0],
        "discard": ["PREN018"],
    }
    assert g.decision == "main"


def test_ex18_with_three_players_one_profit_travels():
    g = game([{}, {}, {}], market={"west": west_row()}, borders={"hungary-ottoman": ["pawn 1"]})
    before = g.to_dict()
    take(g, "hold the West fair")
    levy(g, "byzantium", "caffa", "tana", "trebizond")
    levy(g, "hungary", "buda", "varna")
    assert g.decision == "main"
    assert changes(before, g) == {
        "0.florins": 1,
        "1.florins": 1,
        "market.west.0": [None, 0],
        "discard": ["PREN018"],
        "cities.caffa": "gold knight",
        "cities.buda": "gold knight",
    }


@pytest.mark.parametrize(("players", "florins"), [(2, 1), (3, 0), (4, 0)])
def test_ex19_without_concessions_all_are_levied_and_a_florin_stays(players, florins):
    market = {"east": east_row(florins)}
    market["east"][1][1] = 3  # its own florins stay on the card that slides to column 0
    cities = {"buda": "gold knight", "varna": "red knight"}
    g = game([{} for _ in range(players)], market=market, cities=cities)
    before = g.to_dict()
    take(g, "hold the East fair")
    levy(g, "byzantium", "tana", "caffa", "trebizond")
    levy(g, "ottoman", "constantinople_1", *OTTOMAN_CITIES[1:])
    levy(g, "mamluk", "cyprus", "cairo")
    assert changes(before, g) == {
        "0.florins": 1,
        "market.east.0": [None, 1],
        "discard": ["PREN080"],
        "cities.tana": "green knight",
        "cities.constantinople_1": "green rook",
        "cities.cyprus": "gold rook",
    }
    take(g, "end the turn")
    assert g.to_dict()["market"]["east"][:2] == [["PREN081", 4], ["PREN082", 0]]


def test_ex19_the_white_route_levies_in_nine_empires():
    g = take(game([{}, {}, {}], market={"west": west_row()}), "hold the West fair")
    levied = []
    while g.decision == "levy":
        levied.append(g.to_dict()["pending"][-1]["empire"])
        g.step(g.legal_actions()[0])
    assert levied == [
        "byzantium", "hungary", "ottoman", "papal_states", "aragon", "portugal", "england",
        "france", HRE,
    ]  # fmt: skip
    assert len(g.to_dict()["cities"]) == 9
    assert g.to_dict()["market"]["west"][0] == [None, 1]


# --- EX20: condottieri ----------------------------------------------------------------------------
def test_ex20_both_knights_of_the_gonfalonier_go_to_venice():
    g = game([{"florins": 1, "hand": [GONFALONIER]}, {}], cities={"venice": "gold rook"})
    before = g.to_dict()
    take(g, "play Gonfalonier")
    assert legal(g, CITY) == {"venice_2"} and legal(g, NO)
    take(g, "Venice")
    assert legal(g, CITY) == {"venice"} and legal(g, NO)  # not the sibling
    take(g, "Venice")
    assert changes(before, g) == {
        "0.florins": 0,
        "0.hand": [],
        "0.west": [GONFALONIER],
        "cities.venice": "gold knight",
        "cities.venice_2": "gold knight",
        "thrones.papal_states": {"repressed": {"gold rook": 1}},
    }


def test_ex20_without_a_florin_the_rook_is_not_displaced():
    g = game([{"hand": [GONFALONIER]}, {}], cities={"venice": "gold rook"})
    take(g, "play Gonfalonier", "Venice")
    assert legal(g, CITY) == set()


def test_ex20_a_fair_replaces_a_dead_knight_in_venice():
    cities = {"venice": "gold knight", "venice_2": "gold knight"}
    g = game([{"west": [GONFALONIER]}, {}, {}], cities=cities)
    take(g, "West ops", "use Gonfalonier", "siege")
    assert legal(g, CITY) == {"venice", "venice_2"}
    g.step(CITY + CITY_NAMES.index("venice_2"))
    assert g.to_dict()["cities"] == {"venice": "gold knight"}
    take(g, "hold the West fair")
    while g.to_dict()["pending"][-1]["empire"] != "papal_states":
        g.step(g.legal_actions()[0])
    levy(g, "papal_states", "venice_2")
    assert {key: g.to_dict()["cities"][key] for key in cities} == cities


@pytest.mark.parametrize(
    ("own", "other", "lost"),
    [([], [], True), ([HERMETICISM], [], False), ([], [FERRARA], False), ([], [HERMETICISM], True)],
)
def test_ex20_a_bishop_on_the_gonfalonier_empties_the_second_slot(own, other, lost):
    """The bishop comes from O1; another condottiere or an immunity keeps the slot."""
    g = game(
        [{"west": [GONFALONIER, *own]}, {"west": [JESUITS, *other]}],
        turn={"player": 1},
        thrones={"papal_states": {"bishop": "gold"}},
        cities={"venice": "gold rook", "venice_2": "red knight"},
    )
    before = g.to_dict()
    take(g, "West ops", "use Jesuits", "Catholic inquisitor", "from the Papal", "to Gonfalonier")
    expected = {
        "0.west": [{"card": GONFALONIER, "bishop": "gold"}, *own],
        "1.west": [used(JESUITS), *other],
        "thrones.papal_states": {},
    }
    assert changes(before, g) == (expected | {"cities.venice_2": None} if lost else expected)


# --- EX21, EX22: the Tana fair --------------------------------------------------------------------
def tana_table(florins, **cities):
    return game(
        [{}, {}, {}],
        market={"east": east_row(florins)},
        borders={"byzantium-hungary": ["pawn 0"], "mamluk-ottoman": ["pawn 1"]},
        cities={"trebizond": "red rook", **cities},
    )


def test_ex21_two_profits_of_a_tana_fair_end_at_the_first_border():
    g = tana_table(florins=0)
    before = g.to_dict()
    take(g, "hold the East fair")
    levy(g, "byzantium", "tana", "caffa")
    assert g.decision == "main"
    assert changes(before, g) == {
        "0.florins": 2,
        "market.east.0": [None, 0],
        "discard": ["PREN080"],
        "cities.tana": "green knight",
    }


def test_ex22_a_third_profit_reaches_the_last_border_but_not_mamluk():
    full = {
        "buda": "gold knight", "varna": "gold knight", "constantinople_2": "green knight",
        "constantinople_3": "green knight", "modon": "red rook", "rhodes": "gold rook",
    }  # fmt: skip
    g = tana_table(florins=1, **full)
    before = g.to_dict()
    take(g, "hold the East fair")
    levy(g, "byzantium", "tana", "caffa")
    levy(g, "ottoman", "constantinople_1")
    assert g.decision == "main"
    assert changes(before, g) == {
        "0.florins": 2,
        "1.florins": 1,
        "market.east.0": [None, 0],
        "discard": ["PREN080"],
        "cities.tana": "green knight",
        "cities.constantinople_1": "green rook",
    }


# --- EX23: trade shift ----------------------------------------------------------------------------
def test_ex23_a_trade_shift_covers_tana_and_opens_timbuktu():
    g = game(
        [{"hand": [SONINKE, TLEMCEN]}, {}, {}],
        market={"east": east_row()},
        cities={"tana": "green rook"},
    )
    before = g.to_dict()
    take(g, "play Soninke Wangara", "let the trade shift to Timbuktu occur")
    assert legal(g, CITY) == {"valencia", "algiers", "timbuktu"} and not legal(g, NO)
    take(g, "Timbuktu")
    assert changes(before, g) == {
        "0.hand": [TLEMCEN],
        "0.east": [SONINKE],
        "emporia.east": "timbuktu",
        "cities.tana": None,
        "cities.timbuktu": "green rook",
        "thrones.byzantium": {"repressed": {"green rook": 1}},
    }
    second = take(g.clone(), "play Nomads of Tlemcen")
    assert not legal(second, YES)  # Timbuktu is open already
    assert legal(second, CITY) == {"valencia", "algiers"} and legal(second, NO)
    take(g, "hold the East fair")
    levy(g, "aragon", "algiers", "valencia")
    levy(g, "papal_states", "venice")
    levy(g, "ottoman", "rhodes", *OTTOMAN_CITIES[:-1])
    levy(g, "mamluk", "cairo", "cyprus")
    assert g.turn_player == 1


# --- EX24, EX25: coronation -----------------------------------------------------------------------
def test_ex24_a_queen_is_bought_and_crowned_in_one_turn():
    east = east_row()
    east[1] = [SOPHIA, 0]
    g = game(
        [{"florins": 1, "east": [JANISSARIES]}, {}],
        market={"east": east},
        thrones={"hungary": {"bishop": "gold", "repressed": {"pawn 1": 1}}},
    )
    before = g.to_dict()
    take(g, "buy Sophia Palaiologina", "play Sophia Palaiologina")
    assert legal(g, NO)  # an old maid after all
    assert names(g) >= {
        "crown her Queen of Hungary",
        "crown her Queen of Byzantium",
        "crown her Queen of the Holy Roman Empire",
    }
    take(g, "crown her Queen of Hungary")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {
        "byzantium-hungary", "holy_roman_empire-hungary", "hungary-ottoman",
    }  # fmt: skip
    take(g, "hungary-ottoman")
    assert g.decision == "emancipate"
    couple = square("hungary", bishop="gold", repressed={"pawn 1": 1}, queens=[SOPHIA])
    assert changes(before, g) == {
        "0.florins": 0,
        "0.east": [JANISSARIES, couple],
        "market.east.0": ["PREN080", 1, "paid"],
        "market.east.1": [None, 0],
        "borders.hungary-ottoman": ["pawn 0"],
        "thrones.hungary": None,
    }
    assert g.to_dict()["turn"]["actions_left"] == 0


def ex25_table(**rest):
    """Hungary in an opponent's tableau, Byzantium married in its throne, HRE married at home."""
    own, other = rest.pop("own", {}), rest.pop("other", {})
    thrones = {"byzantium": {"queens": [DESPINA]}, **rest.pop("thrones", {})}
    return game(
        [
            {"hand": [SOPHIA, DERVISHES], "west": [square(HRE, queens=[REICHSKRONE])], **own},
            {"east": ["SQ_hungary"], **other},
        ],
        thrones=thrones,
        **rest,
    )


def test_ex25_a_queen_without_a_suitor_is_an_old_maid():
    g = ex25_table()
    before = g.to_dict()
    take(g, "play Sophia Palaiologina")
    assert g.decision == "main"
    assert changes(before, g) == {"0.hand": [DERVISHES], "0.old_maids": [SOPHIA]}


def test_ex25_the_prestige_of_an_old_maid_counts_for_a_holy_victory():
    g = ex25_table(
        own={"hand": [], "old_maids": [SOPHIA]},
        religions={"england": "reformist"},
        cities={"london": "red knight", "bordeaux": "red knight"},
        thrones={"england": {"bishop": "red"}},
        victories=["holy"],
    )
    holy = victory_report(g)["holy"]
    assert holy["religion"] == "reformist"
    assert [player["conditions"][0]["have"] for player in holy["players"]] == [1, 0]
    assert holy["players"][0]["met"] and legal(g, DECLARE) == {"holy"}


def test_ex25_apostasy_ignores_an_old_maid():
    """AP's cards are Islamic and, but for the old maid, not Reformist."""
    innocent = ex25_table(own={"hand": [DERVISHES], "old_maids": [SOPHIA]})
    assert not legal(take(innocent, "play Dervishes"), YES)
    g = ex25_table(
        own={"hand": [DERVISHES], "old_maids": [SOPHIA]},
        other={"east": ["SQ_hungary", THE_GRIM], "west": [LUTHER]},
    )
    before = g.to_dict()
    take(g, "play Dervishes", "let the Islamic-Reformist apostasy occur")
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": [DERVISHES],
        "1.east": ["SQ_hungary"],
        "1.west": [],
        "discard": sorted([LUTHER, THE_GRIM]),
    }


# --- EX26, EX27: civil wars -----------------------------------------------------------------------
def test_ex26_a_conspiracy_takes_a_suzerain_and_frees_his_vassal():
    aragon = square("aragon", repressed={"red knight": 1}, vassals=["SQ_france"])
    g = game(
        [{"hand": [BORGIA], "west": [FERRARA]}, {"east": [JANISSARIES], "west": [aragon]}],
        borders={"aragon-papal_states": ["green pirate"]},
        cities={"algiers": "gold rook", "paris": "gold knight"},
    )
    before = g.to_dict()
    take(g, "play House of Borgia", "let the conspiracy occur")
    assert legal(g, EMPIRE) == {
        "england", "france", HRE, "portugal", "aragon", "papal_states",
    }  # fmt: skip
    take(g, "fight in Aragon")
    assert g.decision == "casualty" and len(names(g)) == 2
    assert legal(g, PIRATE_AT) == {"aragon-papal_states"}
    assert legal(g, REPRESSED) == {"red knight"}
    take(g, "kill the green pirate", "free the red knight")
    assert legal(g, CITY) == {"valencia", "algiers"} and not legal(g, NO)
    take(g, "Valencia")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {"aragon-france", "aragon-papal_states", "aragon-portugal"}
    take(g, "aragon-portugal")
    squares = {"england", "france", HRE, "portugal", "aragon", "papal_states"}
    assert g.decision == "place_agent" and not legal(g, NO)
    assert legal(g, CARD) == {BORGIA, FERRARA} | {f"SQ_{empire}" for empire in squares}
    take(g, "put the gold bishop on England")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [FERRARA, BORGIA, "SQ_aragon"],
        "1.west": [],
        "borders.aragon-papal_states": None,
        "borders.aragon-portugal": ["pawn 0"],
        "cities.algiers": None,
        "cities.valencia": "red knight",
        "thrones.france": {},
        "thrones.england": {"bishop": "gold"},
    }
    assert g.decision == "main"


def test_ex27_a_revolt_in_an_own_vassal_makes_it_a_republic():
    g = game(
        [
            {
                "hand": [FLANDERS_GUILD],
                "east": [square("ottoman", vassals=["SQ_france"])],
                "west": [JESUITS],
            },
            {},
        ],
        borders={"england-france": ["gold pirate"], "france-holy_roman_empire": ["pawn 0"]},
        cities={"bruges": "gold rook", "lyon": "gold knight", "vienna": "gold knight"},
    )
    before = g.to_dict()
    take(g, "play Flanders Guild", "let the peasant revolt occur")
    assert g.decision == "casualty" and len(names(g)) == 3
    assert legal(g, AGENT) == {"own pawn"}
    assert legal(g, PIRATE_AT) == {"england-france"}
    assert legal(g, PAWN_AT) == {"france-holy_roman_empire"}
    take(g, "kill the gold pirate", "on the France-Holy Roman Empire border")
    take(g, "place the surviving pawn")
    assert legal(g, BORDER) == {"aragon-france", "england-france", "france-holy_roman_empire"}
    take(g, "aragon-france")
    assert g.decision == "concession"
    assert legal(g, BORDER) == {"england-france", "france-holy_roman_empire"}
    take(g, "england-france")
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": ["SQ_ottoman"],
        "0.west": [JESUITS, FLANDERS_GUILD, square("france", face="republic")],
        "borders.england-france": ["pawn 0"],
        "borders.france-holy_roman_empire": None,
        "borders.aragon-france": ["pawn 0"],
        "cities.bruges": None,
        "cities.lyon": None,
    }
    assert g.decision == "main"


# --- EX28: crusade --------------------------------------------------------------------------------
def ex28_table(borders=None, **cities):
    return game(
        [{"hand": [JESUITS], "west": ["SQ_aragon", BORGIA]}, {}],
        borders={"aragon-papal_states": ["gold pirate"], **(borders or {})},
        cities={"valencia": "gold rook", "toledo": "gold knight", **cities},
    )


def test_ex28_a_crusade_makes_an_own_king_a_catholic_republic():
    g = ex28_table(algiers="green rook")
    before = g.to_dict()
    take(g, "play Jesuits", "let the crusade occur")
    assert g.decision == "casualty" and len(names(g)) == 3
    assert legal(g, CITY) == {"valencia", "toledo"}
    assert legal(g, PIRATE_AT) == {"aragon-papal_states"}
    take(g, "kill the gold rook")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {"aragon-france", "aragon-portugal"}
    take(g, "aragon-france")
    assert g.decision == "place_agent" and not legal(g, NO)
    assert legal(g, CARD) == {JESUITS, "SQ_aragon", BORGIA}
    take(g, "on Jesuits")
    republic = square("aragon", face="republic")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [BORGIA, {"card": JESUITS, "bishop": "gold"}, republic],
        "borders.aragon-france": ["pawn 0"],
        "cities.algiers": None,
        "cities.valencia": None,
        "religions.aragon": "catholic",
    }


def test_ex28_no_crusade_without_a_heretic():
    g = take(ex28_table(), "play Jesuits")
    assert g.decision == "place_agent" and legal(g, NO)


def test_ex28_a_heretic_pirate_enables_a_crusade():
    g = ex28_table(borders={"aragon-portugal": ["red pirate"]})
    before = g.to_dict()
    take(g, "play Jesuits")
    assert g.decision == "one_shot" and legal(g, YES)
    take(g, "let the crusade occur", "kill the gold knight")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [BORGIA, JESUITS, square("aragon", face="republic")],
        "borders.aragon-portugal": None,
        "cities.toledo": None,
        "religions.aragon": "catholic",
    }


# --- EX29: apostasy -------------------------------------------------------------------------------
def test_ex29_apostasy_takes_both_religions_from_all_who_have_both():
    g = game(
        [
            {"hand": [TWELVER], "east": [THE_GRIM, THE_HANDSOME], "west": [LUTHER]},
            {
                "east": [square("ottoman", vassals=[square(HRE)])],
                "west": [ANTIPOPE, REFORMED_THEOLOGY, ANABAPTISTS],
            },
            {"east": [JANISSARIES], "west": [LEFEVRE]},
        ]
    )
    before = g.to_dict()
    take(g, "play Twelver ghulat", "let the Islamic-Reformist apostasy occur")
    assert g.decision == "place_agent" and not legal(g, NO)
    assert legal(g, CARD) == {"SQ_mamluk", JANISSARIES}
    take(g, "on Mamluk")
    lost = [TWELVER, THE_GRIM, THE_HANDSOME, LUTHER, ANTIPOPE, REFORMED_THEOLOGY, ANABAPTISTS]
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": [],
        "0.west": [],
        "1.east": [],
        "1.west": [],
        "discard": sorted(lost),
        "thrones.ottoman": {},
        f"thrones.{HRE}": {},
        "thrones.mamluk": {"bishop": "green"},
    }
    assert g.decision == "main"


# --- EX30, EX31: victory --------------------------------------------------------------------------
def ex30_table(players=3, other=()):
    west = row("PREN018", "COMET3", "PREN020", "PREN021", "PREN022", "PREN023")
    ap = {"florins": 2, "hand": [JESUITS, BORGIA], "west": ["SQ_england", "SQ_france"]}
    return game([ap, {"west": list(other)}, {}, {}][:players], market={"west": west})


def test_ex30_a_comet_and_the_imperial_victory_in_one_turn():
    g = ex30_table()
    before = g.to_dict()
    assert legal(g, BUY) == {"west 1"} and legal(g, DECLARE) == set()
    take(g, "buy Pope 'excommunicates' Halley's Comet")
    assert legal(g, ACTIVATE) == {"holy", "imperial", "globalization", "renaissance"}
    assert not legal(g, NO)
    take(g, "activate the imperial victory")
    assert changes(before, g) == {
        "0.florins": 1,
        "market.west.0": ["PREN018", 1, "paid"],
        "market.west.1": [None, 0],
        "discard": ["COMET3"],
        "victories": ["imperial"],
    }
    imperial = victory_report(g)["imperial"]
    assert imperial["active"] and imperial["actions"] == 1
    assert [player["met"] for player in imperial["players"]] == [True, False, False]
    assert imperial["players"][0]["conditions"] == [
        {"what": "Kings", "have": 2, "need": 2, "missing": 0}
    ]
    assert legal(g, DECLARE) == {"imperial"}
    take(g, "declare the imperial victory")
    assert g.is_over and (g.victory, g.winners) == ("imperial", [0])


def test_ex30_with_kappeler_milchsuppe_the_declaration_needs_both_actions():
    g = take(ex30_table(other=[KAPPELER]), "buy Pope", "activate the imperial victory")
    imperial = victory_report(g)["imperial"]
    assert imperial["actions"] == 2 and imperial["players"][0]["met"]
    assert legal(g, DECLARE) == set()
    take(g, "end the turn", "hold the East fair")
    while g.turn_player != 0:
        g.step(g.legal_actions()[0])
    assert legal(g, DECLARE) == {"imperial"}


def test_ex30_two_players_need_three_kings_more():
    g = take(ex30_table(players=2), "buy Pope", "activate the imperial victory")
    kings = victory_report(g)["imperial"]["players"][0]["conditions"][0]
    assert kings == {"what": "Kings", "have": 2, "need": 3, "missing": 1}
    assert legal(g, DECLARE) == set()


def test_ex31_a_pirate_between_two_theocracies_makes_its_religion_supreme():
    g = game(
        [{"hand": [OTTOMAN_NAVY], "east": [{"card": THE_GRIM, "bishop": "green"}]}, {}],
        religions={"papal_states": "catholic", "ottoman": "islamic", "mamluk": "islamic"},
        cities={"venice": "gold knight"},
        victories=["holy"],
    )
    holy = victory_report(g)["holy"]
    assert holy["bishops"] == {"catholic": 0, "islamic": 1, "reformist": 0}
    assert holy["units"] == {"catholic": 1, "islamic": 0, "reformist": 0}
    assert holy["religion"] is None and legal(g, DECLARE) == set()
    before = g.to_dict()
    take(g, "play Ottoman Navy", "mamluk-ottoman")
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": [{"card": THE_GRIM, "bishop": "green"}, OTTOMAN_NAVY],
        "borders.mamluk-ottoman": ["green pirate"],
    }
    holy = victory_report(g)["holy"]
    assert holy["units"] == {"catholic": 1, "islamic": 2, "reformist": 0}
    assert holy["religion"] == "islamic"
    assert [player["met"] for player in holy["players"]] == [True, False]
    assert legal(g, DECLARE) == {"holy"}
