"""AB: every ability inside the rule it changes, unsilenced and silenced.

Those of ops are proved beside their op (tests/rules/f_ops), those of victories in test_l_victory.
"""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    APOSTATIZE,
    BORDER,
    BUY,
    CARD,
    CITY,
    EMPIRE,
    FAIR,
    NO,
    OP,
    OPS,
    PLAY,
    REVOLT,
    SELL,
    YES,
)
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

WEST_ROW = ("PREN015", "PREN016", "PREN019", "PREN096X", "PREN141X", "PREN142X")
EAST_ROW = ("PREN062", "PREN063", "PREN064", "PREN105X", "PREN106X", "PREN107X")


def row(cards, *florins):
    """A row of the market with these florins on its columns."""
    return [[card, number] for card, number in zip(cards, (*florins, *[0] * 6), strict=False)]


def silenced(card, bishop="red"):
    return {"card": card, "bishop": bishop}


def sail(game):
    """Levies wherever the voyage asks for one."""
    while game.decision == "levy":
        game.step(game.legal_actions()[0])
    return game


def florins(game):
    return [player["florins"] for player in game.to_dict()["players"]]


# --- Star Chamber: coronation_may_claim_married_or_enemy_kings ------------------------------------
STAR_CHAMBER = "PREN006"
MARGARET = "PREN047"  # Margaret of Anjou: England, France, Aragon


def suitors(star_chamber):
    """England unmarried in his throne, France married in his, Aragon married and an enemy's."""
    aragon = {"card": "SQ_aragon", "queens": ["PREN044"]}
    g = game(
        [{"hand": [MARGARET], "west": [star_chamber]}, {"west": [aragon]}],
        thrones={"france": {"queens": ["PREN045"]}},
    )
    return legal(take(g, "play Margaret"), EMPIRE)


def test_ab_star_chamber_claims_married_and_enemy_kings():
    assert suitors(STAR_CHAMBER) == {"england", "france", "aragon"}
    assert suitors(silenced(STAR_CHAMBER)) == {"england"}


def test_ab_star_chamber_claims_no_republic():
    aragon = {"card": "SQ_aragon", "face": "republic"}
    france = {"card": "SQ_france", "face": "republic"}
    g = game([{"hand": [MARGARET], "west": [STAR_CHAMBER, france]}, {"west": [aragon]}])
    assert legal(take(g, "play Margaret"), EMPIRE) == {"england"}


def test_ab_star_chamber_an_enemy_king_comes_alone():
    aragon = {
        "card": "SQ_aragon",
        "queens": ["PREN044"],
        "bishop": "gold",
        "vassals": ["SQ_france"],
    }
    g = game([{"hand": [MARGARET], "west": [STAR_CHAMBER]}, {"west": [aragon]}])
    before = g.to_dict()
    take(g, "play Margaret", "Queen of Aragon", "place no concession")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [STAR_CHAMBER, {"card": "SQ_aragon", "queens": [MARGARET]}],
        "1.west": [],
        "thrones.france": {},
        "discard": ["PREN044"],
    }


def test_ab_star_chamber_a_married_king_of_a_throne_keeps_his_queen():
    france = {"queens": ["PREN045"], "bishop": "red"}
    g = game([{"hand": [MARGARET], "west": [STAR_CHAMBER]}, {}], thrones={"france": france})
    take(g, "play Margaret", "Queen of France", "place no concession")
    couple = {"card": "SQ_france", "bishop": "red", "queens": ["PREN045", MARGARET]}
    assert g.to_dict()["players"][0]["west"] == [STAR_CHAMBER, couple]


def test_ab_star_chamber_ones_own_married_king_stays_where_he_is():
    france = {"card": "SQ_france", "queens": ["PREN045"], "vassals": ["SQ_england"]}
    g = game([{"hand": [MARGARET], "west": [france, STAR_CHAMBER]}, {}])
    take(g, "play Margaret", "Queen of France", "place no concession")
    couple = {**france, "queens": ["PREN045", MARGARET]}
    assert g.to_dict()["players"][0]["west"] == [couple, STAR_CHAMBER]


# --- Knights Hospitaller: gold_rooks_as_knights_in_crusades ---------------------------------------
HOSPITALLER = "PREN012"
CRUSADE_BOARD = {
    "valencia": "green rook",
    "algiers": "red rook",
    "toledo": "gold rook",
    "bordeaux": "gold rook",
    "paris": "gold knight",
    "caffa": "gold rook",
}


def crusade(west, other=None):
    """Jesuits preach a crusade in Aragon."""
    g = game([{"hand": ["PREN008"], "west": west}, other or {}], cities=CRUSADE_BOARD)
    return take(g, "play Jesuits", "let the crusade occur")


def test_ab_hospitaller_adjacent_gold_rooks_may_fight_in_a_crusade():
    """Three against two; the rook of Caffa is not adjacent."""
    g = crusade([HOSPITALLER])
    assert names(g) == {"let the gold rooks fight", "leave the gold rooks at home"}
    take(g, "let the gold rooks fight")
    assert legal(g, CITY) == {"toledo", "bordeaux", "paris"}
    take(g, "Toledo", "Paris")
    assert g.to_dict()["religions"]["aragon"] == "catholic"


def test_ab_hospitaller_rooks_may_stay_at_home():
    """One against two: the crusade is lost."""
    g = take(crusade([HOSPITALLER]), "leave the gold rooks at home", "Valencia")
    after = g.to_dict()
    assert after["religions"]["aragon"] == "medieval"
    assert after["cities"]["toledo"] == "gold rook" and "paris" not in after["cities"]


def test_ab_hospitaller_silenced_or_an_opponents_does_not_help():
    for west, other in (([silenced(HOSPITALLER)], {}), ([], {"west": [HOSPITALLER]})):
        assert crusade(west, other).decision == "casualty"


def test_ab_hospitaller_only_in_crusades():
    """The Handsome, a jihad in Hungary: gold rooks next to it are no believers."""
    cities = {"buda": "gold knight", "vienna": "gold rook", "varna": "red knight"}
    g = game([{"hand": ["PREN071"], "west": [HOSPITALLER]}, {}], cities=cities)
    take(g, "play The Handsome", "let the jihad")
    assert g.decision != "hospitaller"


# --- fairs: doubled concessions, subsidy ----------------------------------------------------------
INDIA, ALMEIDA, MICHELANGELO = "PREN014", "PREN018", "PREN131X"
SPICE = {"east": "tana", "west": "spice_islands"}


def fair_income(west, emporia=SPICE, fair="West", borders=("england-portugal",)):
    """What player 1, who has these West cards, earns when player 0 convenes a rich fair."""
    side = fair.lower()
    cards = {"west": WEST_ROW, "east": EAST_ROW}[side]
    g = game(
        [{}, {"west": west}],
        market={side: row(cards, 20)},
        emporia=emporia,
        borders={border: ["pawn 1"] for border in borders},
    )
    return florins(sail(take(g, f"hold the {fair} fair")))[1]


@pytest.mark.parametrize(
    ("west", "income"),
    [
        ([], 1),
        ([INDIA], 2),
        ([ALMEIDA], 2),
        ([INDIA, ALMEIDA], 4),
        ([INDIA, ALMEIDA, MICHELANGELO], 8),
        ([MICHELANGELO], 2),
        ([silenced(INDIA), ALMEIDA], 2),
        ([silenced(INDIA), silenced(ALMEIDA), silenced(MICHELANGELO)], 1),
    ],
)
def test_ab_armadas_and_michelangelo_multiply_in_spice_islands_fairs(west, income):
    assert fair_income(west) == income


def test_ab_armadas_only_in_fairs_from_the_spice_islands():
    trebizond = {"east": "tana", "west": "trebizond"}
    assert fair_income([INDIA, ALMEIDA], emporia=trebizond) == 1


def test_ab_michelangelo_doubles_every_concession_in_every_fair():
    tana = {"emporia": {"east": "tana", "west": "trebizond"}, "fair": "East"}
    both = ("byzantium-hungary", "mamluk-ottoman")
    assert fair_income([MICHELANGELO], **tana, borders=both) == 4
    assert fair_income([silenced(MICHELANGELO)], **tana, borders=both) == 2


def test_ab_a_doubled_concession_takes_no_more_than_there_is():
    """Two players: 1 on the card, 1 from China, 1 subsidy: one florin is left to travel."""
    g = game(
        [{}, {"west": [MICHELANGELO]}],
        market={"west": row(WEST_ROW, 1)},
        emporia=SPICE,
        borders={"england-portugal": ["pawn 1"]},
    )
    assert florins(sail(take(g, "hold the West fair"))) == [1, 1]


def test_ab_armada_works_in_ones_own_fair():
    g = game(
        [{"west": [INDIA]}, {}],
        market={"west": row(WEST_ROW, 5)},
        emporia=SPICE,
        borders={"england-portugal": ["pawn 0"]},
    )
    assert florins(sail(take(g, "hold the West fair"))) == [3, 0]  # subsidy and payout


PARLIAMENT = "PREN215P"


@pytest.mark.parametrize(
    ("mine", "other", "income"),
    [
        ([PARLIAMENT], [], 2),
        ([silenced(PARLIAMENT)], [], 1),
        ([], [PARLIAMENT], 1),
    ],
)
def test_ab_reformation_parliament_subsidy_is_two_in_ones_own_fairs(mine, other, income):
    g = game(
        [{"west": mine}, {"west": other}],
        market={"west": row(WEST_ROW, 5)},
        options={"map": "age_of_reformation"},
    )
    assert florins(sail(take(g, "hold the West fair")))[0] == income


def test_ab_reformation_parliament_takes_no_more_than_there_is():
    """One florin from China, and no voyage."""
    g = game([{"west": [PARLIAMENT]}, {}], options={"map": "age_of_reformation"})
    take(g, "hold the West fair")
    assert florins(g) == [1, 0] and g.to_dict()["cities"] == {}


# --- Podestà: free_trade_fair ---------------------------------------------------------------------
PODESTA = "PREN097X"


def actions_left(game):
    return game.to_dict()["turn"]["actions_left"]


def test_ab_podesta_one_fair_a_turn_is_free():
    """EX06: the first is free, the second costs an action, the third would be a second East one."""
    g = game([{"west": [PODESTA]}, {}])
    sail(take(g, "hold the East fair"))
    assert actions_left(g) == 2
    sail(take(g, "hold the West fair"))
    assert actions_left(g) == 1
    assert legal(g, FAIR) == set()


def test_ab_podesta_also_after_the_last_action():
    g = game([{"west": [PODESTA], "hand": ["PREN034", "PREN035"]}, {}])
    take(g, "sell Merchants", "sell Communeros")
    assert g.turn_player == 0 and actions_left(g) == 0
    assert names(g) == {"hold the East fair", "hold the West fair", "end the turn"}
    sail(take(g, "hold the East fair"))
    assert g.turn_player == 1


def test_ab_podesta_works_from_the_moment_it_is_played():
    g = game([{"hand": [PODESTA, "PREN035"]}, {}])
    take(g, "sell Communeros", "play Podest")
    take(g, "do not place")
    assert legal(g, FAIR) == {"east", "west"} and actions_left(g) == 0


def test_ab_podesta_silenced_is_no_help():
    g = sail(take(game([{"west": [silenced(PODESTA)]}, {}]), "hold the East fair"))
    assert actions_left(g) == 1


# --- the engineers: free_east_ops, free_west_ops --------------------------------------------------
CIVIL, MINING = "PREN101X", "PREN134X"
WANGARA, BUNDSCHUH = "PREN087", "PREN038"  # East and West commerce


@pytest.mark.parametrize(
    ("engineer", "free"),
    [("civil", "east"), ("mining", "west"), ("silenced", ""), ("opponent", "")],
)
def test_ab_engineers_make_the_ops_of_their_side_free(engineer, free):
    mine = {"east": [WANGARA], "west": [BUNDSCHUH]}
    other = {"east": [CIVIL], "west": [MINING]} if engineer == "opponent" else {}
    if engineer == "civil":
        mine["east"] = [WANGARA, CIVIL]
    elif engineer == "mining":
        mine["west"] = [BUNDSCHUH, MINING]
    elif engineer == "silenced":
        mine = {"east": [WANGARA, silenced(CIVIL)], "west": [BUNDSCHUH, silenced(MINING)]}
    market = {"east": row(EAST_ROW, 0, 0, 3), "west": row(WEST_ROW, 0, 0, 3)}
    for side, card in (("East", "Soninke"), ("West", "Bundschuh")):
        g = game([mine, other], market=market)
        take(g, f"{side} ops", f"use {card}", f"{side} commerce", f"{side} 2")
        assert actions_left(g) == (2 if side.lower() == free else 1)
        assert legal(g, OPS) == {"east", "west"} - {side.lower()}  # still once a turn


def test_ab_engineer_acts_after_the_last_action():
    mine = {"west": [BUNDSCHUH, MINING], "hand": ["PREN034", "PREN035"]}
    g = game([mine, {}], market={"west": row(WEST_ROW, 0, 0, 3)})
    take(g, "sell Merchants", "sell Communeros")
    assert names(g) == {"West ops", "end the turn"}


# --- Oratory of Divine Love: action_apostasy_between_any_two_religions ----------------------------
ORATORY = "PREN129X"  # Catholic
FAITHS = {"west": ["PREN003", "PREN052"], "east": ["PREN058"]}  # Catholic, Reformist, Islamic


def test_ab_oratory_calls_any_apostasy_that_hits_someone():
    g = game([{"west": [ORATORY]}, FAITHS])
    assert legal(g, APOSTATIZE) == {"catholic+islamic", "catholic+reformist", "islamic+reformist"}
    g = game([{"west": [ORATORY]}, {"west": ["PREN003", "PREN052"]}])
    assert legal(g, APOSTATIZE) == {"catholic+reformist"}
    assert legal(game([{"west": [ORATORY]}, {"west": ["PREN052"]}]), APOSTATIZE) == set()


def test_ab_oratory_the_guilty_lose_their_cards_and_no_agent_is_placed():
    g = game([{"west": [ORATORY]}, FAITHS])
    before = g.to_dict()
    take(g, "call the Catholic-Islamic apostasy")
    assert changes(before, g) == {
        "1.west": ["PREN052"],
        "1.east": [],
        "discard": ["PREN003", "PREN058"],
    }
    assert actions_left(g) == 1 and g.decision == "main"


def test_ab_oratory_may_hit_its_owner_and_itself():
    g = game([{"west": [ORATORY, "PREN052", "PREN034"]}, {}])
    take(g, "call the Catholic-Reformist apostasy")
    assert g.to_dict()["players"][0]["west"] == ["PREN034"]


def test_ab_oratory_may_be_used_twice_in_a_turn():
    others = [{"west": ["PREN003", "PREN052"]}, {"west": ["PREN008"], "east": ["PREN058"]}]
    g = game([{"west": [ORATORY]}, *others])
    take(g, "call the Catholic-Reformist", "call the Catholic-Islamic")
    assert g.turn_player == 1
    assert len(g.to_dict()["discard"]) == 4


def test_ab_oratory_silenced_or_an_opponents_calls_nothing():
    assert legal(game([{"west": [silenced(ORATORY)]}, FAITHS]), APOSTATIZE) == set()
    assert legal(game([FAITHS, {"west": [ORATORY]}]), APOSTATIZE) == set()


# --- Elizabeth Báthory: action_discard_for_peasant_revolt -----------------------------------------
BATHORY = "PREN095X"


def revolt_in_hungary(hungary, **rest):
    return game([{"east": [hungary]}, {}], **rest)


def test_ab_bathory_is_discarded_for_a_revolt_against_her_husband():
    """Serfs of any colour, pirates and one's own concessions attack; he becomes a Republic."""
    hungary = {"card": "SQ_hungary", "queens": [BATHORY], "repressed": {"pawn 1": 1}}
    g = revolt_in_hungary(
        hungary,
        cities={"buda": "gold knight", "varna": "red knight"},
        borders={"hungary-ottoman": ["green pirate"], "byzantium-hungary": ["pawn 0"]},
    )
    before = g.to_dict()
    take(g, "discard Elizabeth", "kill the green pirate", "kill the Fugger pawn")
    take(g, "free the Medici pawn", "Holy Roman Empire-Hungary", "place no concession")
    assert changes(before, g) == {
        "0.east": [{"card": "SQ_hungary", "face": "republic"}],
        "cities.buda": None,
        "cities.varna": None,
        "borders.hungary-ottoman": None,
        "borders.byzantium-hungary": None,
        "borders.holy_roman_empire-hungary": ["pawn 1"],
        "discard": [BATHORY],
    }
    assert actions_left(g) == 1


def test_ab_bathory_is_gone_also_if_the_revolt_fails():
    hungary = {"card": "SQ_hungary", "queens": [BATHORY]}
    g = revolt_in_hungary(hungary, cities={"buda": "gold knight"})
    before = g.to_dict()
    take(g, "discard Elizabeth")
    assert changes(before, g) == {"0.east": ["SQ_hungary"], "discard": [BATHORY]}


def test_ab_bathory_frees_a_vassal_into_a_republic():
    ottoman = {"card": "SQ_ottoman", "vassals": [{"card": "SQ_hungary", "queens": [BATHORY]}]}
    g = game([{"east": [ottoman, "PREN080"]}, {}], borders={"hungary-ottoman": ["gold pirate"]})
    take(g, "discard Elizabeth", "place no concession")
    republic = {"card": "SQ_hungary", "face": "republic"}
    assert g.to_dict()["players"][0]["east"] == ["SQ_ottoman", "PREN080", republic]


def test_ab_bathory_must_be_crowned_and_unsilenced():
    hungary = {"card": "SQ_hungary", "queens": [BATHORY]}
    assert legal(revolt_in_hungary(hungary), REVOLT) == {"revolt"}
    assert legal(revolt_in_hungary({**hungary, "bishop": "gold"}), REVOLT) == set()
    assert legal(game([{"old_maids": [BATHORY]}, {}]), REVOLT) == set()
    thrones = {"hungary": {"queens": [BATHORY]}}
    assert legal(game([{"hand": ["PREN034"]}, {}], thrones=thrones), REVOLT) == set()
    assert legal(game([{}, {"east": [hungary]}]), REVOLT) == set()


def test_ab_bathory_immune_takes_her_bishop_along():
    hungary = {"card": "SQ_hungary", "queens": [silenced(BATHORY)]}
    g = game([{"east": ["PREN074", hungary]}, {}])  # The Kremlin
    take(g, "discard Elizabeth")
    assert g.to_dict()["players"][0]["east"] == ["PREN074", "SQ_hungary"]
    assert g.to_dict()["discard"] == [BATHORY]


# --- sale_pays_four -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mine", "words", "income"),
    [
        ({"west": ["PREN021"]}, "sell Conquistadors", 4),
        ({"west": [silenced("PREN021")]}, "sell Conquistadors", 2),
        ({"hand": ["PREN021"]}, "sell Conquistadors", 2),
        ({"east": ["PREN088"]}, "sell Cem", 4),
        ({"east": [{"card": "SQ_hungary", "queens": ["PREN104X"]}]}, "sell Hungary", 6),
        (
            {"east": [{"card": "SQ_hungary", "bishop": "red", "queens": ["PREN104X"]}]},
            "sell Hungary",
            4,
        ),
        ({"west": [{"card": "SQ_holy_roman_empire", "queens": ["PREN138X"]}]}, "sell the Holy", 6),
        ({"old_maids": ["PREN104X"]}, "sell Theft", 2),
        ({"west": ["PREN021", "PREN034"]}, "sell Merchants", 2),
    ],
)
def test_ab_a_ransom_makes_this_cards_own_sale_worth_four(mine, words, income):
    assert florins(take(game([mine, {}]), words))[0] == income


# --- Cryptography: sale_borrows_enemy_political_op ------------------------------------------------
CRYPTOGRAPHY, ISABELLA = "PREN130X", "PREN044"
COUPLE = {"card": "SQ_portugal", "queens": [ISABELLA], "repressed": {"pawn 1": 1}}


def test_ab_cryptography_ex32_a_borrowed_murder():
    g = game([{"west": [CRYPTOGRAPHY]}, {"west": [COUPLE]}])
    before = g.to_dict()
    take(g, "sell Cryptography", "Isabella", "behead", "behead Portugal")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.west": [],
        "1.west": [],
        "thrones.portugal": {"repressed": {"pawn 1": 1}},
        "discard": [ISABELLA, CRYPTOGRAPHY],
    }
    assert actions_left(g) == 1 and g.to_dict()["turn"]["ops_done"] == []


def test_ab_cryptography_borrows_political_ops_only_from_either_side():
    """Not commerce, siege, campaign or inquisitor; not one's own cards."""
    other = {
        "west": [COUPLE, "PREN054", "PREN023", BUNDSCHUH],  # tax; siege; commerce
        "east": ["PREN063", silenced("PREN080")],  # repress and corsair; tax and siege
    }
    g = game(
        [{"west": [CRYPTOGRAPHY, "PREN030"]}, other],
        borders={"mamluk-ottoman": ["pawn 0"], "england-france": ["pawn 1"]},
        cities={"paris": "gold knight", "toledo": "gold knight"},
        market={"west": row(WEST_ROW, 1, 1)},
    )
    take(g, "sell Cryptography")
    assert legal(g, CARD) == {ISABELLA, "PREN054", "PREN063"}
    take(g, "Isabella")
    assert legal(g, OP) == {"behead"}  # no pawn or rook in Portugal


def test_ab_cryptography_is_optional():
    g = game([{"west": [CRYPTOGRAPHY]}, {"west": [COUPLE]}])
    take(g, "sell Cryptography", "borrow no op")
    assert g.to_dict()["players"][1]["west"] == [COUPLE]


def test_ab_cryptography_the_opponents_card_is_the_assassin_and_keeps_its_limits():
    """Inquisition Pope may only strike cards with a bishop; he dies for a King."""
    france = {"card": "SQ_france", "bishop": "gold"}
    other = {"west": ["PREN001", france, "PREN034"]}
    g = game([{"west": [CRYPTOGRAPHY, "PREN035"]}, other])
    take(g, "sell Cryptography", "Inquisition Pope", "behead")
    assert legal(g, CARD) == {"SQ_france"}
    take(g, "behead France")
    assert g.to_dict()["players"][1]["west"] == ["PREN034"]
    assert g.to_dict()["players"][0]["west"] == ["PREN035"]


def test_ab_cryptography_votes_with_the_borrowers_concessions_and_money():
    aragon = {"card": "SQ_aragon", "repressed": {"pawn 0": 3}}
    other = {"west": ["PREN150X", aragon], "florins": 9}
    borders = {"aragon-france": ["pawn 0"]}
    g = game([{"west": [CRYPTOGRAPHY], "florins": 1}, other], borders=borders)
    take(g, "sell Cryptography", "Catalan", "West vote", "for 3 florins")
    take(g, "place no concession", "free nobody")
    after = g.to_dict()["players"]
    assert after[0]["west"] == [aragon] and after[0]["florins"] == 0
    assert after[1]["florins"] == 9
    assert after[1]["west"] == [{"card": "PREN150X", "used": True}]


@pytest.mark.parametrize(("used", "asked"), [(False, "borrow"), (True, "main")])
def test_ab_cryptography_borrows_no_op_of_a_card_that_was_used_this_turn(used, asked):
    aragon = {"card": "SQ_aragon", "repressed": {"pawn 0": 3}}
    lender = {"card": "PREN150X", "used": True} if used else "PREN150X"
    players = [{"west": [CRYPTOGRAPHY], "florins": 1}, {"west": [lender, aragon], "florins": 9}]
    g = game(players, borders={"aragon-france": ["pawn 0"]})
    assert take(g, "sell Cryptography").decision == asked


def test_ab_cryptography_borrowed_votes_need_the_borrowers_plurality():
    other = {"west": ["PREN150X", "SQ_aragon"]}
    g = game([{"west": [CRYPTOGRAPHY]}, other], borders={"aragon-france": ["pawn 1"]})
    assert take(g, "sell Cryptography").decision == "main"


def test_ab_cryptography_silencing_the_borrowers_immunity_counts_the_owners_does_not():
    victim = {"card": "SQ_portugal", "queens": [silenced(ISABELLA)]}
    kremlin = "PREN074"
    g = game([{"west": [CRYPTOGRAPHY]}, {"west": [victim], "east": [kremlin]}])
    assert take(g, "sell Cryptography").decision == "main"
    g = game([{"west": [CRYPTOGRAPHY], "east": [kremlin]}, {"west": [victim]}])
    take(g, "sell Cryptography")
    assert legal(g, CARD) == {ISABELLA}


def test_ab_cryptography_works_only_from_the_tableau_and_unsilenced():
    for mine in ({"hand": [CRYPTOGRAPHY]}, {"west": [silenced(CRYPTOGRAPHY)]}):
        g = game([mine, {"west": [COUPLE]}])
        take(g, "sell Cryptography")
        assert g.decision == "main" and florins(g)[0] == 2


# --- Enclosure: sale_emancipates_in_the_west ------------------------------------------------------
ENCLOSURE = "PREN161X"


def enclosed(mine, **rest):
    """Repressed tokens on England, Aragon (an opponent's) and Hungary."""
    aragon = {"card": "SQ_aragon", "repressed": {"pawn 1": 1}}
    return game(
        [mine, {"west": [aragon]}],
        thrones={
            "england": {"repressed": {"gold knight": 2}},
            "hungary": {"repressed": {"gold rook": 1}},
        },
        **rest,
    )


def test_ab_enclosure_frees_any_repressed_tokens_of_the_west():
    g = enclosed({"west": [ENCLOSURE]}, cities={"london": "gold rook"})
    before = g.to_dict()
    take(g, "sell Enclosure")
    assert legal(g, EMPIRE) == {"england", "aragon"}
    take(g, "in England", "gold knight")
    assert legal(g, CITY) == {"bordeaux"}  # only where it is empty, at home
    take(g, "Bordeaux")
    assert legal(g, EMPIRE) == {"aragon"}  # no room for the other knight
    take(g, "in Aragon", "Medici pawn", "Aragon-France")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.west": [],
        "1.west": ["SQ_aragon"],
        "cities.bordeaux": "gold knight",
        "borders.aragon-france": ["pawn 1"],
        "thrones.england": {"repressed": {"gold knight": 1}},
        "discard": [ENCLOSURE],
    }


def test_ab_enclosure_may_free_nobody():
    g = take(enclosed({"west": [ENCLOSURE]}), "sell Enclosure", "free nobody")
    assert g.decision == "main" and g.to_dict()["cities"] == {}


def test_ab_enclosure_works_only_from_the_tableau_and_unsilenced():
    for mine in ({"hand": [ENCLOSURE]}, {"west": [silenced(ENCLOSURE)]}):
        assert take(enclosed(mine), "sell Enclosure").decision == "main"


# --- Machiavellianism: sale_of_any_card_may_fire_its_one_shot -------------------------------------
MACHIAVELLI = "PREN135X"


@pytest.mark.parametrize(
    ("card", "words", "fires"),
    [
        ("PREN032", "sell Duke of Milan", True),  # conspiracy
        ("PREN036", "sell Flanders", True),  # peasant revolt
        ("PREN008", "sell Jesuits", True),  # crusade, with heretics
        ("PREN003", "sell Grand Inquisitor", False),  # crusade in Portugal, without
        ("PREN007", "sell Peter's", True),  # apostasy that hits nobody
        ("PREN058", "sell The Grim", False),  # jihad
        ("PREN052", "sell Luther", False),  # reformation
        ("PREN018", "sell Almeida", False),  # trade shift
        ("PREN047", "sell Margaret", False),  # coronation
        ("PREN023", "sell Spanish", False),  # none
    ],
)
def test_ab_machiavellianism_fires_civil_wars_crusades_and_apostasies(card, words, fires):
    cities = {"algiers": "green rook", "modon": "red rook", "vienna": "gold rook"}
    g = game([{"west": [MACHIAVELLI], "hand": [card]}, {}], cities=cities)
    take(g, words)
    assert florins(g)[0] == 2
    assert g.decision == ("fire_one_shot" if fires else "main")


def test_ab_machiavellianism_the_sold_cards_agents_fight():
    """Duke of Milan sold from the tableau: two gold knights conspire in Aragon."""
    g = game(
        [{"west": ["PREN032", MACHIAVELLI]}, {"west": ["SQ_aragon"]}],
        cities={"valencia": "red rook"},
    )
    before = g.to_dict()
    take(g, "sell Duke of Milan", "let the conspiracy occur")
    take(g, "lose the gold knight (agent)", "place the surviving gold knight", "Algiers")
    take(g, "place no concession")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.west": [MACHIAVELLI, "SQ_aragon"],
        "1.west": [],
        "cities.valencia": None,
        "cities.algiers": "gold knight",
        "discard": ["PREN032"],
    }


def test_ab_machiavellianism_refused_no_agent_is_placed():
    g = game([{"west": [MACHIAVELLI], "hand": ["PREN032"]}, {}])
    take(g, "sell Duke of Milan", "do not let it occur")
    assert g.decision == "main" and g.to_dict()["cities"] == {}


def test_ab_machiavellianism_an_apostasy_places_its_agents_but_not_on_the_sold_card():
    """Peter's Pence: Reformist-Catholic; its gold bishop must be placed on a Western card."""
    g = game([{"west": ["PREN007", MACHIAVELLI, "PREN034"]}, {"west": ["PREN052", "PREN003"]}])
    take(g, "sell Peter's", "let the Catholic-Reformist apostasy occur")
    assert g.to_dict()["players"][1]["west"] == []
    assert g.decision == "place_agent" and not g.legal_mask()[NO]
    west = {"SQ_england", "SQ_france", "SQ_holy_roman_empire", "SQ_portugal", "SQ_aragon",
            "SQ_papal_states"}  # fmt: skip
    assert legal(g, CARD) == {MACHIAVELLI, "PREN034"} | west


def test_ab_machiavellianism_the_sold_card_does_not_count_in_its_apostasy():
    """Sold Peter's Pence was its owner's only Catholic card: he is not guilty."""
    g = game([{"west": ["PREN007", MACHIAVELLI, "PREN052"]}, {}])
    take(g, "sell Peter's", "let the", "on Machiavellianism")
    west = g.to_dict()["players"][0]["west"]
    assert west == [{"card": MACHIAVELLI, "bishop": "gold"}, "PREN052"]


def test_ab_machiavellianism_enclosure_first_revolts_then_emancipates():
    g = game(
        [{"west": [ENCLOSURE, MACHIAVELLI]}, {}],
        thrones={"aragon": {"repressed": {"gold knight": 1}}},
    )
    take(g, "sell Enclosure", "let the peasant revolt occur")
    while g.decision in ("survivor", "place_survivor"):
        g.step(g.legal_actions()[0])
    take(g, "place no concession")
    assert g.to_dict()["players"][0]["west"] == [MACHIAVELLI, "SQ_england"]
    assert g.decision == "emancipate_west" and legal(g, EMPIRE) == {"aragon"}


def test_ab_machiavellianism_silenced_or_sold_itself_fires_nothing():
    g = game([{"west": [silenced(MACHIAVELLI)], "hand": ["PREN032"]}, {}])
    assert take(g, "sell Duke of Milan").decision == "main"
    g = game([{"west": [MACHIAVELLI, "PREN032"]}, {}])
    assert take(g, "sell Machiavellianism").decision == "main"


# --- unlimited_hand -------------------------------------------------------------------------------
HAND = ["PREN013", "PREN017", "PREN020"]


@pytest.mark.parametrize("bank", ["PREN042", "PREN043", "PREN146X", "PREN147X"])
def test_ab_unlimited_hand_no_limit_to_purchases(bank):
    full = {"hand": HAND[:2], "florins": 9}
    assert legal(game([{**full, "west": ["PREN034"]}, {}]), BUY) == set()
    slots = {f"{side} {column}" for side in ("east", "west") for column in range(1, 6)}
    assert legal(game([{**full, "west": [bank]}, {}]), BUY) == slots
    assert legal(game([{**full, "west": [silenced(bank)]}, {}]), BUY) == set()


def test_ab_unlimited_hand_sold_the_hand_shrinks_at_once():
    g = game([{"hand": HAND, "west": ["PREN043"]}, {}])
    take(g, "sell Gutenberg")
    assert g.decision == "discard" and legal(g, CARD) == set(HAND)
    take(g, "discard Scottish")
    assert g.to_dict()["players"][0]["hand"] == ["PREN013", "PREN020"]
    assert g.decision == "main"


def test_ab_unlimited_hand_a_second_copy_keeps_the_hand():
    g = game([{"hand": HAND, "west": ["PREN043", "PREN042"]}, {}])
    assert take(g, "sell Gutenberg").decision == "main"


# --- immune_to_silencing --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("side", "card"), [("east", "PREN074"), ("west", "PREN136X"), ("west", "PREN156X")]
)
def test_ab_immunity_no_card_of_its_owner_is_silenced(side, card):
    """The Kremlin, Hermeticism, Humanism: also if the bishop sits on them."""
    for immune in (card, silenced(card)):
        mine = {"west": [silenced(BUNDSCHUH, "gold")], "east": []}
        mine[side] = [*mine[side], immune]
        g = game([mine, {}], market={"west": row(WEST_ROW, 0, 1)})
        take(g, "West ops")
        assert legal(g, CARD) == {BUNDSCHUH}


def test_ab_immunity_does_not_cover_opponents():
    mine = {"west": [silenced(BUNDSCHUH, "gold")]}
    g = game([mine, {"east": ["PREN074"]}], market={"west": row(WEST_ROW, 0, 1)})
    assert legal(g, OPS) == set()


def test_ab_immunity_lost_silences_at_once():
    """S3.4: The Kremlin is sold; Gutenberg's bishop counts now, and the hand shrinks."""
    g = game([{"hand": HAND, "east": ["PREN074"], "west": [silenced("PREN043")]}, {}])
    take(g, "sell The Kremlin")
    assert g.decision == "discard" and legal(g, CARD) == set(HAND)


# --- Epicurean Swerve: immune_to_apostasy ---------------------------------------------------------
SWERVE = "PREN155X"


def test_ab_swerve_its_owner_is_skipped_by_apostasies():
    guilty = {"west": ["PREN003", "PREN052"]}
    g = game([{"west": [ORATORY]}, {"west": [SWERVE, *guilty["west"]]}, {"west": ["PREN008"]}])
    assert legal(g, APOSTATIZE) == set()  # nobody else is guilty
    g = game([{"west": [ORATORY]}, {"west": [silenced(SWERVE), *guilty["west"]]}])
    take(g, "call the Catholic-Reformist")
    assert g.to_dict()["players"][1]["west"] == [silenced(SWERVE)]


def test_ab_swerve_protects_only_its_owner():
    players = [
        {"west": [ORATORY]},
        {"west": [SWERVE, "PREN003", "PREN052"]},
        {"west": ["PREN008", "PREN026"]},
    ]
    g = take(game(players), "call the Catholic-Reformist")
    after = g.to_dict()["players"]
    assert len(after[1]["west"]) == 3 and after[2]["west"] == []


# --- concessions_immune_to_pirates ----------------------------------------------------------------
ARSENAL, DALMATIAN = "PREN107X", "PREN113X"
ISFENDIYARID = "PREN108X"  # Byzantium: a green pirate


@pytest.mark.parametrize("card", [ARSENAL, DALMATIAN])
def test_ab_protected_concession_survives_a_pirate_agent(card):
    borders = {"byzantium-hungary": ["pawn 1"]}
    for protection, left in (
        (card, ["pawn 1", "green pirate"]),
        (silenced(card), ["green pirate"]),
    ):
        g = game([{"hand": [ISFENDIYARID]}, {"east": [protection]}], borders=borders)
        take(g, "play Isfendiyarid", "Byzantium-Hungary")
        assert g.to_dict()["borders"] == {"byzantium-hungary": left}


def test_ab_protected_concession_is_paid_and_the_pirate_is_not():
    """EX46."""
    g = game(
        [{}, {"east": [DALMATIAN]}],
        market={"east": row(EAST_ROW, 3)},
        borders={"hungary-ottoman": ["pawn 1", "green pirate"]},
    )
    before = g.to_dict()
    sail(take(g, "hold the East fair"))
    after = changes(before, g)
    assert after["1.florins"] == 1 and after["0.florins"] == 1
    assert after["market.east.0"] == [None, 2]  # 3 + 1 - 1 - 1


def test_ab_protected_concession_bars_new_pawns():
    """No pawn enters a border with a pirate, whoever else is there."""
    g = game(
        [{"hand": ["PREN112X"], "florins": 5}, {"east": [DALMATIAN]}],  # Phocoean Alum: two pawns
        borders={"hungary-ottoman": ["pawn 1", "green pirate"], "mamluk-ottoman": ["pawn 1"]},
    )
    take(g, "play Phoc")
    assert legal(g, BORDER) == {"mamluk-ottoman", "ottoman-papal_states"}


def test_ab_protected_concession_can_still_be_repressed():
    g = game(
        [{"east": ["PREN063"]}, {"east": [DALMATIAN]}],
        borders={"hungary-ottoman": ["pawn 1", "green pirate"]},
    )
    take(g, "East ops", "use Ottoman Navy", "repress", "Medici pawn")
    assert g.to_dict()["borders"] == {"hungary-ottoman": ["green pirate"]}


def test_ab_protection_lost_kills_the_concession_at_once():
    """EX46: a bishop enters Dalmatian Merchant Marine."""
    g = game(
        [{"east": ["PREN167X", silenced("PREN058", "green")]}, {"east": [DALMATIAN]}],
        borders={
            "hungary-ottoman": ["pawn 1", "green pirate"],
            "byzantium-hungary": ["pawn 1"],
        },
    )
    take(g, "East ops", "use Twelver", "Islamic", "from The Grim", "to Dalmatian")
    assert g.to_dict()["borders"] == {
        "byzantium-hungary": ["pawn 1"],
        "hungary-ottoman": ["green pirate"],
    }


def test_ab_protection_by_a_second_copy_holds():
    g = game(
        [{"east": [DALMATIAN, ARSENAL]}, {}],
        borders={"hungary-ottoman": ["pawn 0", "green pirate"]},
    )
    take(g, "sell Dalmatian")
    assert g.to_dict()["borders"] == {"hungary-ottoman": ["pawn 0", "green pirate"]}
    take(g, "sell Tersane")
    assert g.to_dict()["borders"] == {"hungary-ottoman": ["green pirate"]}


# --- condottieri: venice_holds_two ----------------------------------------------------------------
GONFALONIER, FERRARA, RIMINI = "PREN024", "PREN055", "PREN143X"
VENICE = {"venice": "green rook"}


def test_ab_condottieri_ex20_its_own_agents_use_the_second_slot():
    g = game([{"hand": [GONFALONIER], "florins": 1}, {}], cities=VENICE)
    before = g.to_dict()
    take(g, "play Gonfalonier")
    assert legal(g, CITY) == {"venice_2"}  # Venice is not full: nobody is displaced
    take(g, "Venice")
    assert legal(g, CITY) == {"venice"}  # the rook, for a florin; not the sibling
    take(g, "place the gold knight")
    assert changes(before, g) == {
        "0.hand": [],
        "0.florins": 0,
        "0.west": [GONFALONIER],
        "cities.venice": "gold knight",
        "cities.venice_2": "gold knight",
        "thrones.papal_states": {"repressed": {"green rook": 1}},
    }


@pytest.mark.parametrize("card", [GONFALONIER, FERRARA, RIMINI])
@pytest.mark.parametrize(
    ("religion", "slots"),
    [("catholic", 2), ("medieval", 2), ("islamic", 1), ("reformist", 1)],
)
def test_ab_condottieri_for_everybody_while_the_icon_is_gold(card, religion, slots):
    """Where the levy of a tax by Bonfire of the Vanities can go."""
    g = game(
        [{"west": ["PREN010"]}, {"west": [card], "florins": 1}],
        borders={"aragon-papal_states": ["pawn 1"]},
        religions={"papal_states": religion},
    )
    take(g, "West ops", "use Bonfire", "tax", "Medici", "pay")
    assert len(legal(g, CITY)) == slots


def test_ab_condottieri_silenced_there_is_one_slot():
    g = game(
        [{"west": ["PREN010"]}, {"west": [silenced(RIMINI)], "florins": 1}],
        borders={"aragon-papal_states": ["pawn 1"]},
    )
    take(g, "West ops", "use Bonfire", "tax", "Medici", "pay")
    assert legal(g, CITY) == {"venice"}


def test_ab_condottieri_the_levy_of_the_second_slot_is_a_gold_knight():
    g = game(
        [{"west": ["PREN010", RIMINI]}, {"florins": 1}],
        borders={"aragon-papal_states": ["pawn 1"]},
        cities=VENICE,
    )
    take(g, "West ops", "use Bonfire", "tax", "Medici", "pay")
    assert len(names(g)) == 1 and "levy a gold knight" in next(iter(names(g)))


def test_ab_condottieri_lost_the_token_of_the_second_slot_goes():
    both = {"venice": "green rook", "venice_2": "red knight"}
    g = game([{"west": [RIMINI]}, {}], cities=both)
    take(g, "sell Wolf")
    assert g.to_dict()["cities"] == {"venice": "green rook"}
    assert g.to_dict()["thrones"]["papal_states"] == {}


def test_ab_condottieri_lost_a_lone_token_stays_in_venice():
    g = take(game([{"west": [RIMINI]}, {}], cities={"venice_2": "red knight"}), "sell Wolf")
    assert g.to_dict()["cities"] == {"venice": "red knight"}


def test_ab_condottieri_another_copy_keeps_the_slot():
    both = {"venice": "green rook", "venice_2": "red knight"}
    g = game([{"west": [RIMINI]}, {"west": [FERRARA]}], cities=both)
    take(g, "sell Wolf")
    assert g.to_dict()["cities"] == both


def test_ab_condottieri_a_theocracy_of_another_colour_closes_the_slot():
    """A jihad of Kaysar-i-Rum wins the Papal States: the token of the second slot is lost."""
    both = {"venice": "gold knight", "venice_2": "green rook", "valencia": "green knight"}
    g = game(
        [{"hand": ["PREN210P"], "west": [RIMINI]}, {}],
        cities=both,
        options={"map": "age_of_reformation"},
    )
    take(g, "play Kaysar", "let the jihad")
    while g.decision != "concession":
        g.step(g.legal_actions()[-1])
    after = g.to_dict()
    assert after["religions"]["papal_states"] == "islamic"
    assert "venice_2" not in after["cities"]


# --- Catherine of Navarre: portugal_and_france_not_adjacent ---------------------------------------
NAVARRE = "PREN151X"


@pytest.mark.parametrize(
    ("queens", "bishop", "fighters"),
    [([], None, {"paris", "toledo"}), ([NAVARRE], None, {"toledo"}),
     ([NAVARRE], "gold", {"paris", "toledo"})],
)  # fmt: skip
def test_ab_buffer_state_keeps_french_knights_out_of_wars_in_portugal(queens, bishop, fighters):
    """Grand Inquisitor's crusade in Portugal; one heretic, so one of the attackers dies."""
    aragon = {"card": "SQ_aragon", "queens": queens, **({"bishop": bishop} if bishop else {})}
    g = game(
        [{"hand": ["PREN003"]}, {"west": [aragon]}],
        cities={"granada": "green rook", "toledo": "gold knight", "paris": "gold knight"},
    )
    before = g.to_dict()
    take(g, "play Grand Inquisitor", "let the crusade")
    if len(fighters) == 2:
        assert legal(g, CITY) == fighters
    else:  # one against one: a draw
        assert changes(before, g)["cities.toledo"] is None
        assert g.to_dict()["religions"]["portugal"] == "medieval"


# --- abilities outside a tableau ------------------------------------------------------------------
def test_ab_abilities_sleep_in_hands_thrones_and_under_the_board():
    """Podestà in hand, Catherine of Navarre as an old maid: neither works."""
    g = game([{"hand": [PODESTA], "old_maids": [BATHORY]}, {}])
    sail(take(g, "hold the East fair"))
    assert actions_left(g) == 1
    assert legal(g, PLAY) == {PODESTA} and legal(g, SELL) == {PODESTA, BATHORY}
    assert legal(g, REVOLT) == set() and not g.legal_mask()[YES]
