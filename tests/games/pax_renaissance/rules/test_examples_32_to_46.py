"""The worked examples of the rulebook, 32 to 46: squares, jokers, protection, the last cards.

The active player (AP) is seat 0 unless said otherwise, his opponents O1 and O2 are the next seats.
"""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    AGENT,
    BORDER,
    CARD,
    CITY,
    EMPIRE,
    NO,
    OP,
    OPS,
    PAWN_AT,
    REPRESSED,
)
from paxren_env.games.pax_renaissance.constants import TOKEN_NAMES
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

PAPAL_ELEPHANT = "PREN002"  # The West, tax
BORGIA = "PREN009"  # The West, conspiracy, gold bishop
HANSEATIC_LEAGUE = "PREN015"  # France, trade shift to Novgorod, own pawn
LAST_KNIGHT = "PREN022"  # HRE, tax, siege
DUKE_OF_MILAN = "PREN032"  # Aragon, Patron
BUNDSCHUH = "PREN038"  # HRE, West commerce
SINDICAT = "PREN040"  # Aragon, West vote, West commerce
ISABELLA = "PREN044"  # queen, repress, behead
JOANNA = "PREN046"  # queen, Catholic
KINGMAKER = "PREN051"  # England
LUTHER = "PREN052"  # HRE, Reformist
MARECHAUSSEE = "PREN054"  # The West, Catholic-Reformist apostasy, gold rook
THE_GRIM = "PREN058"  # Ottoman, Islamic inquisitor
QIZILBASH = "PREN061"  # The East, jihad, green bishop
OTTOMAN_NAVY = "PREN063"  # Ottoman, Reformist-Islamic apostasy, green pirate
JANISSARIES = "PREN067"  # The East, siege
ZUPY = "PREN070"  # Hungary, tax
KREMLIN = "PREN074"  # HRE (a card of the East)
SOPHIA = "PREN076"  # queen of Hungary, Byzantium or HRE; repress, Reformist inquisitor
HURREM = "PREN077"  # queen
SITTI_HATUN = "PREN078"  # queen
KLEPHTS = "PREN080"  # Ottoman, conspiracy, red rook
COFFEE = "PREN082"  # Mamluk, conspiracy, green rook
PODESTA = "PREN097X"  # free trade fair
BROTHERHOOD = "PREN109X"  # HRE (a card of the East), behead
DALMATIAN = "PREN113X"  # Ottoman, concessions immune to pirates
CRYPTOGRAPHY = "PREN130X"  # its sale borrows an enemy's political op
MINING_ENGINEER = "PREN134X"  # free West ops
RIMINI = "PREN143X"  # Papal States, conspiracy, two gold knights; Venice holds two
COUNCIL_OF_TRENT = "PREN157X"  # The West, crusade, gold bishop
PREACHERS = "PREN158X"  # The West, crusade, gold bishop
CIRCASSIANS = "PREN164X"  # Mamluk, its repressed fight in campaigns against the East
TWELVER = "PREN167X"  # Mamluk

HRE = "holy_roman_empire"
WESTERN_SQUARES = {
    "SQ_england", "SQ_france", "SQ_holy_roman_empire", "SQ_portugal", "SQ_aragon",
    "SQ_papal_states",
}  # fmt: skip


def pass_levies(g):
    """Place the levies of a fair anywhere."""
    while g.decision == "levy":
        g.step(g.legal_actions()[0])


# --- EX32: Cryptography ---------------------------------------------------------------------------
def test_ex32_cryptography_lets_a_queen_behead_her_husband():
    couple = square("portugal", repressed={"gold knight": 1}, queens=[ISABELLA])
    g = game([{"west": [CRYPTOGRAPHY, PAPAL_ELEPHANT]}, {"west": [couple, LUTHER]}])
    before = g.to_dict()
    take(g, "sell Cryptography for 2 florins")
    assert (g.decision, legal(g, CARD)) == ("borrow", {ISABELLA}) and legal(g, NO)
    take(g, "borrow an op of Isabella")
    assert legal(g, OP) == {"behead"}
    take(g, "behead")
    assert legal(g, CARD) == {"SQ_portugal", PAPAL_ELEPHANT}
    take(g, "behead Portugal")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.west": [PAPAL_ELEPHANT],
        "1.west": [LUTHER],
        "discard": [ISABELLA, CRYPTOGRAPHY],
        "thrones.portugal": {"repressed": {"gold knight": 1}},
    }
    assert (g.decision, g.deciding_player) == ("main", 0)


def ex32_vote_table(florins, borders):
    england = square("england", repressed={"gold rook": 3})
    g = game(
        [{"florins": florins, "west": [CRYPTOGRAPHY]}, {"florins": 9, "west": [england, SINDICAT]}],
        borders=borders,
    )
    return take(g, "sell Cryptography for 2 florins")


def test_ex32_a_borrowed_vote_is_counted_and_paid_for_by_the_borrower():
    g = ex32_vote_table(1, {"england-france": ["pawn 0"]})
    before = g.to_dict()
    take(g, "borrow an op of Sindicat")
    assert legal(g, OP) == {"vote:west"}
    take(g, "West vote", "vote in England for 3 florins")
    assert changes(before, g) == {
        "0.florins": 0,
        "0.west": [square("england", repressed={"gold rook": 3})],
        "1.west": [used(SINDICAT)],
    }


@pytest.mark.parametrize(
    ("florins", "borders"),
    [
        (0, {"england-france": ["pawn 0"]}),
        (1, {"england-france": ["pawn 1"]}),
        (1, {"england-france": ["pawn 0"], "england-portugal": ["pawn 1"]}),
        (1, {}),
    ],
)
def test_ex32_no_vote_is_borrowed_without_an_own_plurality_and_the_money(florins, borders):
    assert legal(ex32_vote_table(florins, borders), CARD) == set()


# --- EX33: a border is taxed from both sides ------------------------------------------------------
def ex33_west_table(**cities):
    return game(
        [{"west": [PAPAL_ELEPHANT]}, {"florins": 1}],
        borders={"england-portugal": ["pawn 1"]},
        cities=cities,
    )


@pytest.mark.parametrize(
    ("words", "levies", "city", "token"),
    [
        ("England", {"london", "bordeaux"}, "london", "gold rook"),
        ("Portugal", {"toledo", "granada"}, "granada", "green rook"),
    ],
)
def test_ex33_a_card_of_the_west_taxes_in_either_empire(words, levies, city, token):
    g = ex33_west_table()
    before = g.to_dict()
    take(g, "West ops", "use Papal Elephant", "tax", "tax the")
    assert legal(g, EMPIRE) == {"england", "portugal"}
    take(g, f"tax it in {words}", "pay")
    assert (g.decision, g.deciding_player, legal(g, CITY)) == ("levy", 1, levies)
    take(g, city)
    assert changes(before, g) == {
        "0.west": [used(PAPAL_ELEPHANT)],
        "1.florins": 0,
        f"cities.{city}": token,
    }


def test_ex33_a_card_of_the_west_taxes_only_where_there_is_room():
    full = {"toledo": "gold knight", "granada": "green rook"}
    g = take(ex33_west_table(**full), "West ops", "use Papal Elephant", "tax", "tax the")
    assert legal(g, EMPIRE) == {"england"}
    take(g, "tax it in England", "let it be repressed")
    assert legal(g, CITY) == {"london", "bordeaux"}
    assert g.to_dict()["thrones"]["england"] == {"repressed": {"pawn 1": 1}}
    full |= {"london": "gold rook", "bordeaux": "gold knight"}
    assert legal(ex33_west_table(**full), OPS) == set()


def test_ex33_a_pawn_between_east_and_west_is_taxed_from_both():
    g = game(
        [{"east": [ZUPY], "west": [LAST_KNIGHT]}, {"florins": 2}],
        borders={"holy_roman_empire-hungary": ["pawn 1"]},
    )
    before = g.to_dict()
    take(g, "East ops", "use Zupy", "tax")
    assert legal(g, PAWN_AT) == {"holy_roman_empire-hungary"}
    take(g, "tax the", "pay")
    assert legal(g, CITY) == {"buda", "varna"}
    take(g, "Buda")
    take(g, "West ops", "use The Last Knight", "tax")
    assert legal(g, PAWN_AT) == {"holy_roman_empire-hungary"}
    take(g, "tax the", "pay")
    assert legal(g, CITY) == {"vienna", "lubeck", "nurnberg"}
    take(g, "Vienna")
    assert g.turn_player == 1  # both actions are spent, the marks of the ops are gone
    assert changes(before, g) == {
        "1.florins": 0,
        "cities.buda": "gold knight",
        "cities.vienna": "gold rook",
    }


# --- EX34: crossover ------------------------------------------------------------------------------
def ex34_table(**parts):
    east = [THE_GRIM, {"card": BROTHERHOOD, "bishop": "green"}, COFFEE, TWELVER]
    if "hand" in parts:
        east[1] = BROTHERHOOD
    o1 = {"east": [JANISSARIES, KREMLIN], "west": [LUTHER, PAPAL_ELEPHANT, DUKE_OF_MILAN]}
    return game([{"east": east, **parts}, o1])


def test_ex34_a_card_of_hre_in_the_east_beheads_hre_and_the_west():
    g = ex34_table(hand=[])
    take(g, "East ops", "use Brotherhood", "behead")
    assert legal(g, CARD) == {LUTHER, PAPAL_ELEPHANT, KREMLIN}


def test_ex34_a_bishop_leaves_it_by_location_or_to_a_neighbour():
    g = ex34_table()
    take(g, "East ops", "use The Grim", "Islamic inquisitor", "from Brotherhood")
    assert legal(g, CARD) == {
        LUTHER, PAPAL_ELEPHANT, KREMLIN, "SQ_holy_roman_empire", THE_GRIM, COFFEE,
    }  # fmt: skip


def test_ex34_a_bishop_of_the_east_is_not_placed_on_it_but_one_of_the_west_is():
    g = take(ex34_table(hand=[QIZILBASH, PREACHERS]), "play Qizilbash")
    assert g.decision == "place_agent"
    eastern_squares = {"SQ_hungary", "SQ_byzantium", "SQ_ottoman", "SQ_mamluk"}
    assert legal(g, CARD) == {QIZILBASH, THE_GRIM, COFFEE, TWELVER, JANISSARIES} | eastern_squares
    take(g, "do not place", "play Order of Preachers")
    assert g.decision == "place_agent"
    western = {PREACHERS, BROTHERHOOD, LUTHER, PAPAL_ELEPHANT, DUKE_OF_MILAN, KREMLIN}
    assert legal(g, CARD) == western | WESTERN_SQUARES


# --- EX35: the decks run out ----------------------------------------------------------------------
def test_ex35_the_game_ends_when_a_gap_cannot_be_filled():
    g = game(
        [{"florins": 1}, {"hand": [COFFEE], "west": [DUKE_OF_MILAN]}],
        turn={"actions_left": 1, "did_something": True},
        market={
            "east": row("PREN083", "PREN084", "PREN085", "PREN086", "PREN087", None),
            "west": row("PREN017", "PREN018", "PREN019", "PREN020", "PREN021", None),
        },
        decks={"east": ["PREN088", "PREN089"], "west": []},
    )
    before = g.to_dict()
    take(g, "end the turn")
    assert changes(before, g) == {
        "market.west.5": ["PREN088", 0],
        "market.east.5": ["PREN089", 0],
        "decks.east": [],
    }
    assert not g.is_over and g.turn_player == 1
    before = g.to_dict()
    take(g, "sell Damascus Coffee", "end the turn")
    assert changes(before, g) == {"1.hand": [], "1.florins": 2, "discard": [COFFEE]}
    assert not g.is_over and g.turn_player == 0
    take(g, "buy Almeida Armada")
    leads = [player["leads"] for player in victory_report(g)["patron"]["players"]]
    assert not g.is_over and leads == [False, True]
    take(g, "end the turn")
    assert g.is_over and (g.victory, g.winners) == ("patron", [1])


# --- EX36, EX37: couples, vassals, bishops --------------------------------------------------------
def ex36_table(**on_hungary):
    hungary = square(
        "hungary", **on_hungary, repressed={"pawn 1": 1}, vassals=[square("byzantium")]
    )
    return game(
        [{"florins": 9, "hand": [SOPHIA], "east": [hungary, JANISSARIES]}, {}],
        cities={"buda": "gold knight", "tana": "green knight"},
    )


def test_ex36_a_strawman_coronation_changes_nothing_but_the_queen():
    g = ex36_table(bishop="gold")
    before = g.to_dict()
    take(g, "play Sophia Palaiologina", "crown her Queen of Hungary")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {
        "byzantium-hungary", "holy_roman_empire-hungary", "hungary-ottoman",
    }  # fmt: skip
    take(g, "hungary-ottoman")
    assert g.decision == "emancipate" and legal(g, NO)
    assert legal(g, REPRESSED) == {"pawn 1"}
    take(g, "free the")
    assert legal(g, BORDER) == {"byzantium-hungary", "holy_roman_empire-hungary"}
    take(g, "byzantium-hungary")
    couple = square("hungary", bishop="gold", queens=[SOPHIA], vassals=["SQ_byzantium"])
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": [couple, JANISSARIES],
        "borders.hungary-ottoman": ["pawn 0"],
        "borders.byzantium-hungary": ["pawn 1"],
    }
    take(g, "East ops")
    assert legal(g, CARD) == {JANISSARIES, "SQ_byzantium"}  # the couple is silenced


def test_ex36_without_the_bishop_the_couple_acts():
    g = take(ex36_table(), "play Sophia Palaiologina", "crown her Queen of Hungary")
    take(g, "hungary-ottoman", "free nobody", "East ops")
    assert legal(g, CARD) == {JANISSARIES, "SQ_byzantium", "SQ_hungary", SOPHIA}


def ex37_table():
    mamluk = square("mamluk", queens=[HURREM])
    ottoman = square(
        "ottoman", bishop="red", repressed={"pawn 0": 1, "pawn 1": 1}, queens=[SITTI_HATUN],
        vassals=[mamluk],
    )  # fmt: skip
    g = game([{"hand": [KLEPHTS, COFFEE], "east": [ottoman, JANISSARIES]}, {}])
    return g, g.to_dict()


OTTOMAN_COUPLE = {
    "bishop": "red", "repressed": {"pawn 0": 1, "pawn 1": 1}, "queens": [SITTI_HATUN],
}  # fmt: skip


def test_ex37_a_suzerain_is_sold_with_his_queen_and_frees_his_vassal():
    g, before = ex37_table()
    take(g, "sell Ottoman and Sitt-î Hatun of Dulkadir for 4 florins")
    assert changes(before, g) == {
        "0.florins": 4,
        "0.east": [JANISSARIES],
        "thrones.ottoman": OTTOMAN_COUPLE,
        "thrones.mamluk": {"queens": [HURREM]},
    }


def test_ex37_a_conquest_from_the_throne_brings_the_couple_back():
    g, before = ex37_table()
    take(g, "sell Ottoman", "play Greek Klephts", "let the conspiracy occur")
    take(g, "place the surviving red rook", "Modon", "place no concession", "free nobody")
    assert changes(before, g) == {
        "0.florins": 4,
        "0.hand": [COFFEE],
        "0.east": [JANISSARIES, KLEPHTS, square("ottoman", **OTTOMAN_COUPLE)],
        "thrones.mamluk": {"queens": [HURREM]},
        "cities.modon": "red rook",
    }


def test_ex37_so_does_a_conquest_of_the_former_vassal():
    g, before = ex37_table()
    take(g, "sell Ottoman", "play Damascus Coffee", "let the conspiracy occur")
    take(g, "place the surviving green rook", "Cairo", "place no concession")
    assert changes(before, g) == {
        "0.florins": 4,
        "0.hand": [KLEPHTS],
        "0.east": [JANISSARIES, COFFEE, square("mamluk", queens=[HURREM])],
        "thrones.ottoman": OTTOMAN_COUPLE,
        "cities.cairo": "green rook",
    }


# --- EX38: payments over gaps ---------------------------------------------------------------------
def ex38_table(*west):
    """Free West ops keep the turn open, so that the market is not refreshed yet."""
    return game(
        [{"florins": 2, "west": [MINING_ENGINEER, BUNDSCHUH, *west]}, {}, {}],
        market={
            "east": row(("PREN083", 1), "PREN084", "PREN085", "PREN086", "PREN087", "PREN088"),
            "west": row("PREN017", "PREN018", "PREN019", "PREN020", "PREN021", "PREN023"),
        },
    )


def test_ex38_over_a_gap_the_florin_goes_to_the_other_row():
    g = take(ex38_table(), "hold the East fair")
    pass_levies(g)
    before = g.to_dict()
    assert before["market"]["east"][0] == [None, 2]
    take(g, "buy Vlad the Impaler")
    assert changes(before, g) == {
        "0.florins": 1,  # with the subsidy of the fair
        "0.hand": ["PREN085"],
        "market.west.0": ["PREN017", 1, "paid"],
        "market.east.1": ["PREN084", 1, "paid"],
        "market.east.2": [None, 0],
    }


def test_ex38_over_two_gaps_the_florin_goes_to_china():
    g = take(ex38_table(PODESTA), "hold the East fair")
    pass_levies(g)
    take(g, "hold the West fair")
    pass_levies(g)
    before = g.to_dict()
    assert before["market"]["west"][0] == [None, 1] and before["players"][0]["florins"] == 4
    take(g, "buy Vlad the Impaler")
    assert changes(before, g) == {
        "0.florins": 2,
        "0.hand": ["PREN085"],
        "market.east.1": ["PREN084", 1, "paid"],
        "market.east.2": [None, 0],
    }


# --- EX39, EX40: battles --------------------------------------------------------------------------
def test_ex39_in_a_tie_all_die_and_only_the_bishop_is_placed():
    aragon = square("aragon", repressed={"red knight": 1, "pawn 1": 1}, vassals=["SQ_france"])
    g = game(
        [{"hand": [BORGIA]}, {"west": [aragon]}],
        borders={"aragon-papal_states": ["green pirate"]},
        cities={"valencia": "gold rook", "algiers": "gold knight", "toledo": "gold knight"},
    )
    before = g.to_dict()
    take(g, "play House of Borgia", "let the conspiracy occur", "fight in Aragon")
    assert g.decision == "place_agent" and not legal(g, NO)
    assert legal(g, CARD) == {BORGIA} | WESTERN_SQUARES
    take(g, "on House of Borgia")
    still = square("aragon", repressed={"pawn 1": 1}, vassals=["SQ_france"])
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [{"card": BORGIA, "bishop": "gold"}],
        "1.west": [still],
        "borders.aragon-papal_states": None,
        "cities.valencia": None,
        "cities.algiers": None,
    }
    assert g.decision == "main"


@pytest.mark.parametrize(
    ("words", "token", "repressed"),
    [
        ("place the surviving gold knight", "gold knight", {"gold knight": 1, "gold rook": 1}),
        ("free the gold rook", "gold rook", {"gold knight": 2}),
    ],
)
def test_ex40_survivors_without_room_are_repressed_for_free(words, token, repressed):
    g = game(
        [{"hand": [RIMINI]}, {}],
        religions={"papal_states": "islamic"},
        thrones={"papal_states": {"repressed": {"gold rook": 1}}},
    )
    before = g.to_dict()
    take(g, "play Wolf of Rimini", "let the conspiracy occur")
    assert legal(g, AGENT) == {"gold knight"} and legal(g, REPRESSED) == {"gold rook"}
    assert not legal(g, NO)
    take(g, words)
    assert legal(g, CITY) == {"venice"} and not legal(g, NO)
    take(g, "Venice")
    assert g.decision == "concession" and legal(g, NO)
    assert legal(g, BORDER) == {
        "aragon-papal_states", "ottoman-papal_states", "holy_roman_empire-papal_states",
    }  # fmt: skip
    take(g, "aragon-papal states")
    assert legal(g, REPRESSED) == set()  # no slot is empty
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [RIMINI, square("papal_states", repressed=repressed)],
        "borders.aragon-papal_states": ["pawn 0"],
        "cities.venice": token,
        "thrones.papal_states": None,
    }


# --- EX41, EX42: apostasy among squares -----------------------------------------------------------
def test_ex41_apostasy_takes_a_vassal_from_under_its_suzerain():
    ottoman = square("ottoman", bishop="gold", repressed={"pawn 0": 1})
    g = game(
        [
            {"hand": [OTTOMAN_NAVY]},
            {"west": [square(HRE, repressed={"gold rook": 1}, vassals=[ottoman]), LUTHER]},
        ]
    )
    before = g.to_dict()
    take(g, "play Ottoman Navy", "let the Islamic-Reformist apostasy occur")
    assert changes(before, g) == {
        "0.hand": [],
        "0.east": [OTTOMAN_NAVY],
        "1.west": [square(HRE, repressed={"gold rook": 1})],
        "discard": [LUTHER],
        "thrones.ottoman": {"bishop": "gold", "repressed": {"pawn 0": 1}},
    }


def test_ex42_the_icon_of_a_queen_sends_the_couple_to_the_throne():
    couple = square("portugal", repressed={"pawn 1": 1}, queens=[JOANNA], vassals=["SQ_aragon"])
    g = game([{"hand": [MARECHAUSSEE]}, {"west": [couple, LUTHER, DUKE_OF_MILAN]}])
    before = g.to_dict()
    take(g, "play Maréchaussée", "let the Catholic-Reformist apostasy occur")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [MARECHAUSSEE],
        "1.west": [DUKE_OF_MILAN],
        "discard": [LUTHER],
        "thrones.portugal": {"repressed": {"pawn 1": 1}, "queens": [JOANNA]},
        "thrones.aragon": {},
    }


# --- EX43, EX44: jokers and mandatory agents ------------------------------------------------------
def test_ex43_a_war_of_the_west_is_fought_where_heretics_are_its_bishop_goes_anywhere():
    g = game(
        [{"hand": [COUNCIL_OF_TRENT]}, {"east": [JANISSARIES], "west": [KINGMAKER]}],
        cities={"granada": "green rook", "toledo": "gold knight", "london": "gold knight",
                "paris": "gold rook", "constantinople_2": "green knight"},
    )  # fmt: skip
    before = g.to_dict()
    take(g, "play Council of Trent", "let the crusade occur")
    assert legal(g, EMPIRE) == {"portugal"}
    take(g, "fight in Portugal")
    assert (g.decision, legal(g, CITY)) == ("casualty", {"toledo", "london"})
    take(g, "in Toledo", "place no concession")
    assert g.decision == "place_agent" and not legal(g, NO)
    assert legal(g, CARD) == {COUNCIL_OF_TRENT, KINGMAKER} | WESTERN_SQUARES
    take(g, "on Kingmaker")
    assert changes(before, g) == {
        "0.hand": [],
        "0.west": [COUNCIL_OF_TRENT, "SQ_portugal"],
        "1.west": [{"card": KINGMAKER, "bishop": "gold"}],
        "cities.granada": None,
        "cities.toledo": None,
        "religions.portugal": "catholic",
        "thrones.portugal": None,
    }


def ex44_table(florins, **borders):
    g = game(
        [{"florins": florins, "hand": [HANSEATIC_LEAGUE]}, {}],
        borders={name.replace("_to_", "-"): [token] for name, token in borders.items()},
    )
    return take(g, "play Hanseatic League", "let the trade shift to Novgorod occur")


def test_ex44_after_a_trade_shift_the_pawn_must_take_an_empty_border_or_another():
    borders = {"france_to_holy_roman_empire": "pawn 1", "aragon_to_france": "pawn 1"}
    g = ex44_table(1, **borders)
    assert g.to_dict()["emporia"] == {"east": "novgorod", "west": "trebizond"}
    assert legal(g, BORDER) == {"england-france", "france-holy_roman_empire", "aragon-france"}
    assert not legal(g, NO)
    before = g.to_dict()
    there = take(g.clone(), "england-france")
    assert changes(before, there) == {"borders.england-france": ["pawn 0"]}
    elsewhere = take(g, "aragon-france")
    assert changes(before, elsewhere) == {
        "0.florins": 0,
        "borders.aragon-france": ["pawn 0"],
        "thrones.france": {"repressed": {"pawn 1": 1}},
    }


PIRATES = {"england_to_france": "gold pirate", "france_to_holy_roman_empire": "red pirate"}


def test_ex44_without_an_empty_border_the_pawn_may_displace_another():
    g = ex44_table(1, **PIRATES, aragon_to_france="pawn 1")
    assert legal(g, BORDER) == {"aragon-france"} and legal(g, NO)
    before = g.to_dict()
    assert changes(before, take(g.clone(), "do not place")) == {}
    take(g, "aragon-france")
    assert changes(before, g) == {
        "0.florins": 0,
        "borders.aragon-france": ["pawn 0"],
        "thrones.france": {"repressed": {"pawn 1": 1}},
    }


def test_ex44_without_any_legal_border_no_pawn_is_placed():
    """No pirate can stand on Aragon-France, a land border: here AP cannot pay to displace."""
    g = ex44_table(0, **PIRATES, aragon_to_france="pawn 1")
    assert legal(g, BORDER) == set()
    assert g.decision == "main"


# --- EX45: slave soldiers -------------------------------------------------------------------------
def ex45_table(florins):
    g = game(
        [{"florins": florins, "east": [CIRCASSIANS, "SQ_hungary"]}, {}],
        thrones={"mamluk": {"repressed": {"pawn 0": 1, "pawn 1": 1}}},
        cities={"buda": "gold knight", "vienna": "gold rook", "constantinople_2": "green knight",
                "constantinople_3": "green knight"},
    )  # fmt: skip
    return take(g, "East ops", "use Hungary", "campaign")


def test_ex45_slave_soldiers_join_a_campaign_against_the_east():
    g = ex45_table(florins=3)
    before = g.to_dict()
    assert names(g) == {
        "campaign against Ottoman for 3 florins",
        "campaign against Byzantium for 3 florins",
        "campaign against Mamluk for 3 florins",
        "campaign against the Holy Roman Empire for 1 florin",
        "campaign against the Papal States for 1 florin",
    }
    take(g, "campaign against Ottoman")
    assert legal(g, CITY) == {"buda"} and legal(g, REPRESSED) == {"pawn 0", "pawn 1"}
    take(g, "kill the gold knight")
    g.step(REPRESSED + TOKEN_NAMES.index("pawn 1"))
    take(g, "place no concession")
    assert changes(before, g) == {
        "0.florins": 0,
        "0.east": [CIRCASSIANS, used("SQ_hungary", vassals=["SQ_ottoman"])],
        "cities.buda": None,
        "cities.constantinople_2": None,
        "cities.constantinople_3": None,
        "thrones.mamluk": {"repressed": {"pawn 0": 1}},
        "thrones.ottoman": None,
    }


def test_ex45_slave_soldiers_do_not_join_a_campaign_against_the_west():
    g = ex45_table(florins=3)
    before = g.to_dict()
    take(g, "campaign against the Holy Roman Empire")  # one against one
    assert changes(before, g) == {
        "0.florins": 2,
        "cities.buda": None,
        "cities.vienna": None,
    }


def test_ex45_with_two_florins_only_the_west_is_attacked():
    assert legal(ex45_table(florins=2), EMPIRE) == {HRE, "papal_states"}


# --- EX46: protected concessions ------------------------------------------------------------------
def test_ex46_a_protected_concession_shares_its_border_and_is_paid():
    g = game(
        [{"east": [DALMATIAN]}, {"hand": [OTTOMAN_NAVY]}],
        turn={"player": 1},
        market={"east": row(("PREN083", 2), *(f"PREN0{i}" for i in range(84, 89)))},
        borders={"hungary-ottoman": ["pawn 0"]},
    )
    before = g.to_dict()
    take(g, "play Ottoman Navy", "hungary-ottoman")
    assert changes(before, g) == {
        "1.hand": [],
        "1.east": [OTTOMAN_NAVY],
        "borders.hungary-ottoman": ["pawn 0", "green pirate"],
    }
    take(g, "hold the East fair")
    pass_levies(g)
    after = g.to_dict()
    assert [player["florins"] for player in after["players"]] == [1, 1]
    assert after["market"]["east"][0] == ["PREN084", 1]  # of 3 profits China took none
    assert after["borders"] == {"hungary-ottoman": ["pawn 0", "green pirate"]}


def test_ex46_a_bishop_on_the_protector_kills_the_concession():
    g = game(
        [{"east": [DALMATIAN]}, {"east": [{"card": THE_GRIM, "bishop": "green"}]}],
        turn={"player": 1},
        borders={"hungary-ottoman": ["pawn 0", "green pirate"], "mamluk-ottoman": ["pawn 0"]},
    )
    before = g.to_dict()
    take(g, "East ops", "use The Grim", "Islamic inquisitor", "from The Grim", "to Dalmatian")
    assert changes(before, g) == {
        "0.east": [{"card": DALMATIAN, "bishop": "green"}],
        "1.east": [used(THE_GRIM)],
        "borders.hungary-ottoman": ["green pirate"],
    }
