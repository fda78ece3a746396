"""F9: campaign."""

import pytest

from paxren_env.games.pax_renaissance.actions import CITY, EMPIRE, OPS, REPRESSED
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

CIRCASSIAN = "PREN164X"  # Circassian Mamluks: slave soldiers
NAVARRE = "PREN151X"  # Catherine of Navarre: Buffer State


def campaigning(king, players, side="West", **rest):
    """The King is about to choose his target."""
    return take(game(players, **rest), f"{side} ops", f"use {king}", "campaign")


def targets(king, players, side="West", **rest):
    return legal(campaigning(king, players, side, **rest), EMPIRE)


FRANCE = {"west": ["SQ_france"], "florins": 9}
HUNGARY = {"east": ["SQ_hungary"], "florins": 9}
PARIS = {"paris": "gold knight"}
BUDA = {"buda": "gold knight"}


# --- targets --------------------------------------------------------------------------------------
def test_f9_against_every_adjacent_empire_diagonals_included():
    around = {"england", "holy_roman_empire", "aragon", "portugal", "papal_states"}
    assert targets("France", [FRANCE, {}], cities=PARIS) == around
    around = {"holy_roman_empire", "byzantium", "ottoman", "papal_states", "mamluk"}
    assert targets("Hungary", [HUNGARY, {}], "East", cities=BUDA) == around


def test_f9_in_thrones_and_in_opponents_tableaux_whatever_their_face():
    other = {
        "west": [
            {"card": "SQ_england", "vassals": ["SQ_portugal"]},
            {"card": "SQ_aragon", "face": "republic"},
        ]
    }
    around = {"england", "holy_roman_empire", "aragon", "portugal", "papal_states"}
    assert targets("France", [FRANCE, other], cities=PARIS) == around


def test_f9_never_against_a_square_of_ones_own_tableau():
    france = {"card": "SQ_france", "vassals": ["SQ_england"]}
    mine = {"florins": 9, "west": [france, {"card": "SQ_aragon", "face": "republic"}]}
    around = {"holy_roman_empire", "portugal", "papal_states"}
    assert targets("France", [mine, {}], cities=PARIS) == around


def test_f9_a_republic_does_not_campaign():
    france = {"card": "SQ_france", "face": "republic"}
    assert legal(game([{"west": [france], "florins": 9}, {}], cities=PARIS), OPS) == set()


def test_f9_a_silenced_king_does_not_campaign():
    """I1e: a bishop on his queen silences him as well."""
    for france in (
        {"card": "SQ_france", "bishop": "gold"},
        {"card": "SQ_france", "queens": [{"card": "PREN162X", "bishop": "gold"}]},
    ):
        assert legal(game([{"west": [france], "florins": 9}, {}], cities=PARIS), OPS) == set()


def test_f9_buffer_state_separates_portugal_and_france():
    """Whoever has Catherine of Navarre crowned in a tableau, unsilenced."""
    aragon = {"card": "SQ_aragon", "queens": [NAVARRE]}
    without = {"england", "holy_roman_empire", "aragon", "papal_states"}
    players = [FRANCE, {"west": [aragon]}]
    assert targets("France", players, cities=PARIS) == without
    silenced = {"card": "SQ_aragon", "bishop": "red", "queens": [NAVARRE]}
    players = [FRANCE, {"west": [silenced]}]
    assert targets("France", players, cities=PARIS) == without | {"portugal"}
    thrones = {"aragon": {"queens": [NAVARRE]}}
    assert "portugal" in targets("France", [FRANCE, {}], cities=PARIS, thrones=thrones)


def test_f9_buffer_state_works_both_ways():
    portugal = {"card": "SQ_portugal", "queens": [NAVARRE]}
    players = [{"west": [portugal], "florins": 9}, {}]
    assert targets("Portugal", players, cities={"toledo": "red knight"}) == {"england", "aragon"}


# --- army and cost --------------------------------------------------------------------------------
def test_f9_every_knight_at_home_marches_for_a_florin_rooks_do_not():
    cities = {"paris": "gold knight", "bruges": "gold rook", "lyon": "green knight",
              "london": "gold knight"}  # fmt: skip
    g = campaigning("France", [FRANCE, {}], cities=cities)
    assert "campaign against Aragon for 2 florins" in names(g)
    take(g, "campaign against Aragon")
    assert g.to_dict()["players"][0]["florins"] == 7


def test_f9_without_knights_there_is_no_campaign():
    cities = {"paris": "gold rook", "london": "gold knight"}
    assert legal(game([FRANCE, {}], cities=cities), OPS) == set()


def test_f9_the_whole_army_must_be_paid():
    cities = {"paris": "gold knight", "lyon": "green knight"}
    for florins, sides in ((1, set()), (2, {"west"})):
        assert legal(game([{**FRANCE, "florins": florins}, {}], cities=cities), OPS) == sides


def test_f9_the_price_goes_to_china_win_or_lose():
    cities = {"paris": "gold knight", "valencia": "gold knight", "algiers": "gold rook"}
    g = campaigning("France", [FRANCE, {"west": ["SQ_aragon"], "florins": 2}], cities=cities)
    before = g.to_dict()
    take(g, "campaign against Aragon", "Algiers")
    assert changes(before, g) == {
        "0.florins": 8,
        "cities.paris": None,
        "cities.algiers": None,
    }  # one against two: lost; the attacker picked who died


# --- battle ---------------------------------------------------------------------------------------
def test_f9_knights_and_rooks_defend_pirates_concessions_and_serfs_do_not():
    cities = {**PARIS, "lyon": "red knight", "valencia": "green rook"}
    g = campaigning(
        "France",
        [FRANCE, {"west": [{"card": "SQ_aragon", "repressed": {"gold knight": 3}}]}],
        cities=cities,
        borders={"aragon-portugal": ["green pirate"], "aragon-france": ["pawn 1"]},
    )
    take(g, "campaign against Aragon")
    assert legal(g, CITY) == {"paris", "lyon"}  # two against one: one of the two dies
    take(g, "Paris", "place no concession", "free nobody")
    after = g.to_dict()
    assert after["cities"] == {"lyon": "red knight"}  # the survivor stays at home
    assert after["borders"] == {"aragon-france": ["pawn 1"], "aragon-portugal": ["green pirate"]}
    vassal = {"card": "SQ_aragon", "repressed": {"gold knight": 3}}
    assert after["players"][0]["west"] == [{"card": "SQ_france", "used": True, "vassals": [vassal]}]


def test_f9_a_draw_kills_all_and_changes_nothing_else():
    cities = {**PARIS, "valencia": "green rook"}
    g = campaigning("France", [FRANCE, {"west": ["SQ_aragon"]}], cities=cities)
    before = g.to_dict()
    take(g, "campaign against Aragon")
    assert changes(before, g) == {
        "0.florins": 8,
        "cities.paris": None,
        "cities.valencia": None,
    }


# --- the vassal -----------------------------------------------------------------------------------
def test_f9_ex16_a_vassals_campaign_wins_a_vassal_for_the_suzerain():
    ottoman = {"card": "SQ_ottoman", "vassals": ["SQ_holy_roman_empire"]}
    france = {"card": "SQ_france", "repressed": {"gold rook": 1, "pawn 0": 1}}
    cities = {"vienna": "gold knight", "nurnberg": "red knight"}
    g = campaigning(
        "the Holy Roman Empire",
        [{"east": [ottoman], "florins": 2}, {"west": [france]}],
        "East",
        cities=cities,
    )
    before = g.to_dict()
    take(g, "campaign against France for 2 florins", "England-France")
    take(g, "free the gold rook", "Lyon", "free the Fugger pawn", "France-Holy Roman Empire")
    assert changes(before, g) == {
        "0.florins": 0,
        "0.east": [
            {
                "card": "SQ_ottoman",
                "vassals": [{"card": "SQ_holy_roman_empire", "used": True}, "SQ_france"],
            }
        ],
        "1.west": [],
        "cities.lyon": "gold rook",
        "borders.england-france": ["pawn 0"],
        "borders.france-holy_roman_empire": ["pawn 0"],
    }


def test_f9_from_a_throne_all_comes_along():
    thrones = {
        "aragon": {"bishop": "red", "queens": ["PREN045"], "repressed": {"pawn 1": 1}},
    }
    borders = {
        "aragon-france": ["pawn 1"],
        "aragon-papal_states": ["pawn 1"],
        "aragon-portugal": ["gold pirate"],
    }
    g = campaigning("France", [FRANCE, {}], cities=PARIS, thrones=thrones, borders=borders)
    take(g, "campaign against Aragon", "place no concession")
    assert g.to_dict()["players"][0]["west"] == [
        {
            "card": "SQ_france",
            "used": True,
            "vassals": [{"card": "SQ_aragon", **thrones["aragon"]}],
        }
    ]


def test_f9_from_a_tableau_it_comes_alone_and_as_king():
    """B9: bishop and queens are discarded, its vassals freed, a Republic turns to King."""
    aragon = {
        "card": "SQ_aragon",
        "bishop": "red",
        "queens": [{"card": "PREN045", "bishop": "gold"}],
        "vassals": [{"card": "SQ_portugal", "queens": ["PREN046"]}],
    }
    g = campaigning("France", [FRANCE, {"west": [aragon]}], cities=PARIS)
    before = g.to_dict()
    take(g, "campaign against Aragon", "place no concession")
    vassal = {"card": "SQ_france", "used": True, "vassals": ["SQ_aragon"]}
    assert changes(before, g) == {
        "0.florins": 8,
        "0.west": [vassal],
        "1.west": [],
        "thrones.portugal": {"queens": ["PREN046"]},
        "discard": ["PREN045"],
    }
    republic = {"card": "SQ_aragon", "face": "republic"}
    g = campaigning("France", [FRANCE, {"west": [republic]}], cities=PARIS)
    take(g, "campaign against Aragon", "place no concession")
    assert g.to_dict()["players"][0]["west"] == [vassal]


def test_f9_an_opponents_vassal_changes_its_suzerain():
    other = {"west": [{"card": "SQ_england", "vassals": ["SQ_aragon", "SQ_portugal"]}]}
    g = campaigning("France", [FRANCE, other], cities=PARIS)
    take(g, "campaign against Aragon", "place no concession")
    after = g.to_dict()["players"]
    assert after[0]["west"] == [{"card": "SQ_france", "used": True, "vassals": ["SQ_aragon"]}]
    assert after[1]["west"] == [{"card": "SQ_england", "vassals": ["SQ_portugal"]}]


def test_f9_no_golden_liberty():
    g = campaigning("France", [FRANCE, {}], cities=PARIS)
    take(g, "campaign against the Papal States", "place no concession")
    assert g.decision == "main" and g.to_dict()["religions"]["papal_states"] == "catholic"


# --- slave soldiers -------------------------------------------------------------------------------
def slaves(florins=9, where=None, repressed=None):
    """EX45: Circassian Mamluks, the King of Hungary, two serfs on the Mamluk square."""
    serfs = repressed or {"pawn 0": 1, "pawn 1": 1}
    mine = {"east": [CIRCASSIAN, "SQ_hungary"], "florins": florins}
    return mine, {"thrones": {"mamluk": {"repressed": serfs}}, "cities": {**BUDA, **(where or {})}}


def test_f9_ex45_slave_soldiers_must_join_in_the_east_and_be_paid():
    mine, rest = slaves()
    assert names(campaigning("Hungary", [mine, {}], "East", **rest)) == {
        "campaign against Ottoman for 3 florins",
        "campaign against Byzantium for 3 florins",
        "campaign against Mamluk for 3 florins",
        "campaign against the Holy Roman Empire for 1 florin",
        "campaign against the Papal States for 1 florin",
    }
    mine, rest = slaves(florins=2)
    western = {"holy_roman_empire", "papal_states"}
    assert targets("Hungary", [mine, {}], "East", **rest) == western


def test_f9_slave_soldiers_may_fight_and_die_in_the_east():
    """Three against two: the turn player picks among knight and serfs; survivors stay serfs."""
    mine, rest = slaves(where={"modon": "red rook", "rhodes": "gold knight"})
    g = campaigning("Hungary", [mine, {}], "East", **rest)
    take(g, "campaign against Ottoman")
    assert legal(g, CITY) == {"buda"} and legal(g, REPRESSED) == {"pawn 0", "pawn 1"}
    take(g, "kill the Fugger pawn", "kill the gold knight")
    take(g, "place no concession")
    after = g.to_dict()
    assert after["thrones"]["mamluk"] == {"repressed": {"pawn 1": 1}}
    assert after["cities"] == {}
    assert after["players"][0]["east"][1]["vassals"] == ["SQ_ottoman"]


def test_f9_slave_soldiers_march_alone_if_need_be():
    mine, rest = slaves(repressed={"green knight": 1})
    rest["cities"] = {}
    assert targets("Hungary", [mine, {}], "East", **rest) == {"byzantium", "ottoman", "mamluk"}


def test_f9_slave_soldiers_who_take_mamluk_are_placed_there():
    """B10c: like other repressed attackers; who finds no room stays repressed."""
    mine, rest = slaves(repressed={"green knight": 3}, where={"cairo": "green rook"})
    g = campaigning("Hungary", [mine, {}], "East", **rest)
    take(g, "campaign against Mamluk for 4 florins", "kill the gold knight in Buda")
    cities = set()
    while g.decision in ("survivor", "place_survivor"):
        cities |= legal(g, CITY)
        g.step(g.legal_actions()[0])
    assert cities == {"cairo", "cyprus"}
    take(g, "place no concession")
    after = g.to_dict()
    assert after["cities"] == {"cairo": "green knight", "cyprus": "green knight"}
    vassal = {"card": "SQ_mamluk", "repressed": {"green knight": 1}}
    assert after["players"][0]["east"][1]["vassals"] == [vassal]


def test_f9_slave_soldiers_obey_only_the_owner_of_the_unsilenced_card():
    mine, rest = slaves()
    silenced = {**mine, "east": [{"card": CIRCASSIAN, "bishop": "red"}, "SQ_hungary"]}
    g = campaigning("Hungary", [silenced, {}], "East", **rest)
    assert "campaign against Ottoman for 1 florin" in names(g)
    other = {"east": [CIRCASSIAN]}
    g = campaigning("Hungary", [{**mine, "east": ["SQ_hungary"]}, other], "East", **rest)
    assert "campaign against Ottoman for 1 florin" in names(g)


def test_f9_slave_soldiers_serve_wherever_the_mamluk_square_is():
    mine = {"east": [CIRCASSIAN, "SQ_hungary"], "florins": 9}
    mamluk = {"card": "SQ_mamluk", "repressed": {"gold rook": 1, "pawn 1": 1}}
    players = [mine, {"east": [mamluk]}]
    g = campaigning("Hungary", players, "East", cities=BUDA)
    assert "campaign against Ottoman for 3 florins" in names(g)


def test_f9_slave_soldiers_march_with_any_king_of_their_owner():
    """The Holy Roman Empire, a Western King, against the East and against the West."""
    mine = {"east": [CIRCASSIAN], "west": ["SQ_holy_roman_empire"], "florins": 9}
    thrones = {"mamluk": {"repressed": {"pawn 1": 2}}}
    g = campaigning(
        "the Holy Roman Empire", [mine, {}], thrones=thrones, cities={"vienna": "red knight"}
    )
    assert names(g) >= {
        "campaign against Hungary for 3 florins",
        "campaign against Ottoman for 3 florins",
        "campaign against France for 1 florin",
    }
