"""The tables against facts typed by hand, and the complaints about broken files."""

import csv
import itertools
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t

ENG, FRA, HRE, HUN, BYZ = range(5)
POR, ARA, PAP, OTT, MAM = range(5, 10)
SHORT = {
    "Eng": ENG, "Fra": FRA, "HRE": HRE, "Hun": HUN, "Byz": BYZ,
    "Por": POR, "Ara": ARA, "Pap": PAP, "Ott": OTT, "Mam": MAM,
}  # fmt: skip


def ids(bits: int) -> set[int]:
    """The ids in a set of bits."""
    return {number for number in range(64) if int(bits) >> number & 1}


def named(code: str) -> int:
    """The card of a code."""
    return t.CARD_CODES.index(code)


def card(name: str) -> int:
    """The card of a name."""
    return t.CARD_NAMES.index(name)


def border(text: str) -> int:
    """The border between two empires: "Eng-Fra"."""
    pair = sorted(SHORT[name] for name in text.split("-"))
    return [sorted(two) for two in t.BORDER_EMPIRES.tolist()].index(pair)


def playing_cards() -> list[int]:
    """All cards that are neither queens nor comets."""
    return np.flatnonzero(t.CARD_KIND == c.TABLEAU_CARD).tolist()


# --- the map --------------------------------------------------------------------------------------
ADJACENT = {
    ENG: {FRA, POR, ARA},
    FRA: {ENG, HRE, ARA, POR, PAP},
    HRE: {FRA, HUN, PAP, ARA, OTT},
    HUN: {HRE, BYZ, OTT, PAP, MAM},
    BYZ: {HUN, MAM, OTT},
    POR: {ENG, ARA, FRA},
    ARA: {POR, PAP, FRA, ENG, HRE},
    PAP: {ARA, OTT, HRE, FRA, HUN},
    OTT: {PAP, MAM, HUN, HRE, BYZ},
    MAM: {OTT, BYZ, HUN},
}
SEA_ADJACENT = {
    ENG: {FRA, POR},
    FRA: {ENG, HRE},
    HRE: {FRA},
    HUN: {BYZ, OTT},
    BYZ: {HUN},
    POR: {ENG, ARA},
    ARA: {POR, PAP},
    PAP: {ARA, OTT},
    OTT: {PAP, MAM, HUN},
    MAM: {OTT},
}
BORDERS = {
    ENG: "~Eng-Fra ~Eng-Por",
    FRA: "~Eng-Fra ~Fra-HRE Fra-Ara",
    HRE: "~Fra-HRE HRE-Hun HRE-Pap",
    HUN: "~Hun-Byz ~Hun-Ott HRE-Hun",
    BYZ: "~Hun-Byz Byz-Mam",
    POR: "~Eng-Por ~Por-Ara",
    ARA: "~Por-Ara ~Ara-Pap Fra-Ara",
    PAP: "~Ara-Pap ~Pap-Ott HRE-Pap",
    OTT: "~Pap-Ott ~Ott-Mam ~Hun-Ott",
    MAM: "~Ott-Mam Byz-Mam",
}


@pytest.mark.parametrize("empire", range(c.NUM_EMPIRES))
def test_b12_adjacency_and_borders_of_an_empire(empire):
    assert ids(t.ADJACENT[empire]) == ADJACENT[empire]
    assert ids(t.SEA_ADJACENT[empire]) == SEA_ADJACENT[empire]
    words = BORDERS[empire].split()
    sea = {border(word[1:]) for word in words if word[0] == "~"}
    assert ids(t.LOCATION_SEA_BORDERS[empire]) == sea
    assert ids(t.LOCATION_BORDERS[empire]) == sea | {border(w) for w in words if w[0] != "~"}


def test_b6_thirteen_borders_nine_of_them_sea():
    assert t.BORDER_SEA.sum() == 9
    land = {number for number in range(c.NUM_BORDERS) if not t.BORDER_SEA[number]}
    assert land == {border(name) for name in ("Fra-Ara", "HRE-Hun", "HRE-Pap", "Byz-Mam")}


def test_b12_regions():
    east = {HUN, BYZ, OTT, MAM}
    assert ids(t.LOCATION_EMPIRES[c.THE_EAST]) == east
    assert ids(t.LOCATION_EMPIRES[c.THE_WEST]) == set(range(10)) - east
    assert [e for e in range(10) if t.EMPIRE_SIDE[e] == c.EAST] == sorted(east)
    both = int(t.LOCATION_BORDERS[c.THE_EAST] & t.LOCATION_BORDERS[c.THE_WEST])
    assert ids(both) == {border("HRE-Hun"), border("Pap-Ott")}
    cities = int(t.LOCATION_CITIES[c.THE_EAST]) ^ int(t.LOCATION_CITIES[c.THE_WEST])
    assert cities == (1 << c.NUM_CITIES) - 1


def test_b12_matching_locations():
    matches = t.MATCHES.astype(bool)
    assert (matches == matches.T).all()
    assert matches[:12, :12].diagonal().all()
    assert not matches[-1].any()
    assert matches[OTT, c.THE_EAST] and matches[PAP, c.THE_WEST]
    assert not matches[PAP, c.THE_EAST] and not matches[c.THE_WEST, c.THE_EAST]
    assert not matches[OTT, MAM]
    assert matches.sum() == 12 + 2 * 10


ROUTES = {
    "trebizond": "Byz Hun Ott Pap Ara Por Eng Fra HRE",
    "red_sea": "Mam Ott Pap Ara Por Eng Fra HRE",
    "spice_islands": "Por Eng Fra HRE",
    "tana": "Byz Hun Ott Mam",
    "novgorod": "HRE Fra Eng Por Ara Pap Ott Mam",
    "timbuktu": "Ara Pap Ott Mam",
}


@pytest.mark.parametrize("emporium", ROUTES)
def test_b6b_trade_route(emporium):
    city = c.CITY_NAMES.index(emporium)
    empires = ROUTES[emporium].split()
    length = t.ROUTE_LENGTH[city]
    assert length == 2 * len(empires) - 1
    assert t.ROUTE[city, :length:2].tolist() == [SHORT[name] for name in empires]
    crossed = [f"{a}-{b}" for a, b in itertools.pairwise(empires)]
    assert t.ROUTE[city, 1:length:2].tolist() == [border(name) for name in crossed]
    assert (t.ROUTE[city, length:] == -1).all()
    assert t.CITY_EMPORIUM[city] == (c.WEST if empires[-1] == "HRE" else c.EAST)


def test_b6b_only_six_cities_have_routes():
    with_route = {c.CITY_NAMES[city] for city in np.flatnonzero(t.ROUTE_LENGTH)}
    assert with_route == set(ROUTES)
    assert set(np.flatnonzero(t.CITY_EMPORIUM >= 0)) == set(np.flatnonzero(t.ROUTE_LENGTH))


# Medieval, Catholic, Islamic, Reformist.
LEVIES = {
    "london": "R gold, K gold, R green, K red",
    "bordeaux": "K gold, K gold, R green, K red",
    "paris": "K gold, K gold, R green, K red",
    "bruges": "R gold, R gold, R green, R red",
    "lyon": "K gold, K gold, R green, K red",
    "vienna": "R gold, K gold, K green, K red",
    "lubeck": "R gold, R gold, R green, R red",
    "nurnberg": "K red, R gold, R green, K red",
    "novgorod": "R red, R gold, R green, R red",
    "buda": "K gold, K gold, K green, R red",
    "varna": "K red, R gold, R green, R red",
    "kyiv": "-, -, -, -",
    "tana": "K green, R gold, K green, R red",
    "caffa": "K gold, K gold, R green, R red",
    "trebizond": "R red, R gold, K green, K red",
    "toledo": "K gold, K gold, R green, R red",
    "granada": "R green, R gold, K green, R red",
    "spice_islands": "R gold, R gold, R green, R red",
    "valencia": "K gold, K gold, R green, R red",
    "algiers": "R green, R gold, K green, R red",
    "timbuktu": "R green, R gold, K green, R red",
    "venice": "K gold, K gold, R green, R red",
    "venice_2": "K gold, K gold, -, -",
    "constantinople_1": "R green, R gold, R green, R red",
    "constantinople_2": "K green, K gold, R green, K red",
    "constantinople_3": "K green, K gold, K green, K red",
    "modon": "R red, R gold, R green, R red",
    "rhodes": "R gold, K gold, R green, R red",
    "cairo": "R green, R gold, R green, K red",
    "cyprus": "R gold, R gold, R gold, K red",
    "red_sea": "R green, R gold, R green, K red",
}
PROMO_MEDIEVAL = {
    "kyiv": "K gold",
    "constantinople_1": "R red",
    "constantinople_2": "K red",
    "constantinople_3": "-",
}


def icon(text: str) -> int:
    """The token of "R gold"."""
    if text == "-":
        return -1
    kind, colour = text.split()
    return (c.KNIGHT if kind == "K" else c.ROOK) + c.COLOUR_NAMES.index(colour)


@pytest.mark.parametrize("name", c.CITY_NAMES)
def test_b6a_levy_icons_of_a_city(name):
    city = c.CITY_NAMES.index(name)
    medieval, *theocracies = [icon(text) for text in LEVIES[name].split(", ")]
    promo = icon(PROMO_MEDIEVAL[name]) if name in PROMO_MEDIEVAL else medieval
    assert t.LEVY[c.MAP_1460, city].tolist() == [*theocracies, medieval]
    assert t.LEVY[c.MAP_1550, city].tolist() == [*theocracies, medieval]
    assert t.LEVY[c.AGE_OF_REFORMATION, city].tolist() == [*theocracies, promo]
    assert t.LEVY[c.MAP_1460, city, c.MEDIEVAL] == medieval


def test_b6a_only_cyprus_has_a_foreign_icon_in_a_theocracy():
    foreign = [
        (c.CITY_NAMES[city], c.RELIGION_NAMES[religion])
        for city in range(c.NUM_CITIES)
        for religion in range(c.NUM_RELIGIONS)
        if t.LEVY[0, city, religion] >= 0 and t.LEVY[0, city, religion] % 3 != religion
    ]
    assert foreign == [("cyprus", "islamic")]
    # 116 printed icons, and two for the second slot of Venice.
    assert (t.LEVY[c.MAP_1460] >= 0).sum() == 118


def test_b6a_slots_of_one_city():
    expected = {city: (city, city) for city in range(c.NUM_CITIES)}
    expected |= {city: (c.VENICE, c.VENICE_2) for city in (21, 22)}
    expected |= {city: (c.CONSTANTINOPLE, c.CONSTANTINOPLE_3) for city in (23, 24, 25)}
    for city, (first, last) in expected.items():
        assert (t.CITY_FIRST[city], t.CITY_LAST[city]) == (first, last)
    for name in ("NOVGOROD", "KYIV", "TANA", "TREBIZOND", "SPICE_ISLANDS", "TIMBUKTU", "RED_SEA"):
        assert c.CITY_NAMES[getattr(c, name)] == name.lower()


# --- setup ----------------------------------------------------------------------------------------
def test_c1_religions_at_the_start():
    for map_id in range(3):
        religions = dict(enumerate(t.START_RELIGION[map_id].tolist()))
        expected = dict.fromkeys(range(10), c.MEDIEVAL) | {PAP: c.CATHOLIC, MAM: c.ISLAMIC}
        if map_id != c.MAP_1460:
            expected |= {ENG: c.REFORMIST, HRE: c.REFORMIST}
        assert religions == expected


def test_c1_open_emporia():
    assert t.START_EMPORIUM.tolist() == [
        [c.TANA, c.TREBIZOND],
        [c.TANA, c.TREBIZOND],
        [c.TANA, c.RED_SEA],
    ]


START = {
    "london": "R gold", "paris": "K gold", "vienna": "R gold", "buda": "K gold",
    "tana": "K green", "toledo": "K gold", "valencia": "K gold", "venice": "K gold",
    "constantinople_1": "R green", "constantinople_2": "K green",
    "constantinople_3": "K green", "cairo": "R green",
}  # fmt: skip
CHANGES_1550 = {"london": "K red", "vienna": "K red"}
CHANGES_PROMO = {
    "constantinople_1": "R red", "constantinople_2": "K red", "constantinople_3": "-",
}  # fmt: skip


@pytest.mark.parametrize(
    ("map_id", "start", "tokens"),
    [
        (c.MAP_1460, START, 12),
        (c.MAP_1550, START | CHANGES_1550, 12),
        (c.AGE_OF_REFORMATION, START | CHANGES_1550 | CHANGES_PROMO, 11),
    ],
)
def test_c4_tokens_at_the_start(map_id, start, tokens):
    expected = [icon(start.get(name, "-")) for name in c.CITY_NAMES]
    assert t.START_CITY[map_id].tolist() == expected
    assert (t.START_CITY[map_id] >= 0).sum() == tokens


def test_c2_banks():
    borders = ["Fra-HRE", "Ara-Pap", "Ott-Mam", "Eng-Por", "Eng-Fra", "Hun-Ott"]
    assert t.BANK_BORDER[:-1].tolist() == [border(name) for name in borders]
    assert t.BANK_SET[:-1].tolist() == [c.BASE_SET] * 4 + [c.PROMO_SET] * 2


@pytest.mark.parametrize(
    ("map_id", "order"),
    [
        (c.MAP_1460, "fugger marchionni medici coeur"),
        (c.MAP_1550, "fugger marchionni medici coeur"),
        (c.AGE_OF_REFORMATION, "fugger berenberg marchionni medici coeur mendes"),
    ],
)
def test_c7_the_bank_farthest_along_the_white_route_is_first(map_id, order):
    banks = [c.BANK_NAMES.index(name) for name in order.split()]
    assert sorted(banks, key=lambda bank: t.BANK_RANK[map_id, bank]) == banks
    assert sorted(t.BANK_RANK[map_id, :-1].tolist()) == list(range(6))


def test_b8_tokens():
    supply = dict(zip(c.TOKEN_NAMES, t.TOKEN_SUPPLY.tolist(), strict=True))
    for kind, counts in {
        "knight": (10, 7, 7), "rook": (10, 7, 7), "pirate": (6, 4, 3), "bishop": (5, 5, 5),
    }.items():  # fmt: skip
        assert tuple(supply[f"{colour} {kind}"] for colour in c.COLOUR_NAMES) == counts
    assert [supply[f"pawn {seat}"] for seat in range(4)] == [10] * 4
    assert t.STARTING_FLORINS == (3, 4, 5, 6)


# --- squares --------------------------------------------------------------------------------------
# King prestige / Republic prestige / Republic ops.
SQUARES = {
    ENG: "- / law / vote:west commerce:west",
    FRA: "- / - / commerce:west",
    HRE: "- / law / vote:west commerce:west",
    POR: "discovery / discovery / commerce:west",
    ARA: "- / law / vote:west commerce:west",
    PAP: "catholic patron / law / vote:west commerce:west",
    HUN: "patron / law / vote:east commerce:east",
    OTT: "islamic / islamic / commerce:east",
    BYZ: "- / - / commerce:east",
    MAM: "patron / islamic / commerce:east",
}
PROMO_SQUARES = SQUARES | {HUN: "- / law / vote:east commerce:east", OTT: "- / law / -"}


def prestige(face: int) -> list[str]:
    """The prestige of a face, by name."""
    counts = zip(c.PRESTIGE_NAMES, t.FACE_PRESTIGE[face].tolist(), strict=True)
    return sorted(name for name, number in counts for _ in range(number))


def ops(face: int) -> list[str]:
    """The ops of a face, by name."""
    return sorted(c.OP_NAMES[op] for op in ids(t.FACE_OPS[face]))


def words(text: str) -> list[str]:
    """The names in a cell of the table above."""
    return sorted(text.replace("-", "").split())


@pytest.mark.parametrize("empire", range(c.NUM_EMPIRES))
@pytest.mark.parametrize("map_id", range(3))
def test_b4_square_faces(map_id, empire):
    squares = PROMO_SQUARES if map_id == c.AGE_OF_REFORMATION else SQUARES
    king, republic, republic_ops = squares[empire].split(" / ")
    for religion in (c.CATHOLIC, c.ISLAMIC, c.REFORMIST, c.MEDIEVAL):
        king_face, republic_face = t.SQUARE_FACE[map_id, empire, religion]
        promo_pope = (map_id, empire) == (c.AGE_OF_REFORMATION, PAP)
        if promo_pope and religion in (c.ISLAMIC, c.REFORMIST):
            assert prestige(king_face) == [c.RELIGION_NAMES[religion]]
        else:
            assert prestige(king_face) == words(king)
        assert ops(king_face) == ["campaign"]
        assert prestige(republic_face) == words(republic)
        assert ops(republic_face) == words(republic_ops)


def test_b4_face_numbers():
    for empire in range(c.NUM_EMPIRES):
        for republic in (0, 1):
            face = 177 + 2 * empire + republic
            assert (t.SQUARE_FACE[c.MAP_1460, empire, :, republic] == face).all()
            assert (t.SQUARE_FACE[c.MAP_1550, empire, :, republic] == face).all()
    promo = t.SQUARE_FACE[c.AGE_OF_REFORMATION]
    assert promo[HUN].tolist() == [[197, 198]] * 4
    assert promo[OTT].tolist() == [[199, 200]] * 4
    pope = 177 + 2 * PAP
    assert promo[PAP, :, 0].tolist() == [pope, 202, 201, pope]
    assert promo[PAP, :, 1].tolist() == [pope + 1] * 4
    assert promo[ENG].tolist() == [[177, 178]] * 4
    assert t.FACE_NAMES[201:] == ("Reginald Pole", "Suleiman", "")


def test_b4_squares_follow_the_cards():
    squares = slice(c.SQUARE, c.NUM_PIECES)
    assert t.CARD_CODES[c.SQUARE] == "SQ_england" and t.CARD_CODES[-1] == "SQ_mamluk"
    assert t.CARD_NAMES[c.SQUARE + PAP] == "Pope Julius II"
    assert (t.CARD_KIND[squares] == c.EMPIRE_SQUARE).all()
    assert t.CARD_LOCATION[squares].tolist() == list(range(10))
    assert t.CARD_SIDE[squares].tolist() == t.EMPIRE_SIDE[:10].tolist()
    assert (t.CARD_ONE_SHOT[squares] == -1).all() and not t.CARD_AGENTS[squares].any()


# --- cards ----------------------------------------------------------------------------------------
def test_c5_number_of_cards():
    promo = t.CARD_SET == c.PROMO_SET
    cards = (t.CARD_KIND == c.TABLEAU_CARD) | (t.CARD_KIND == c.QUEEN)
    comets = t.CARD_KIND == c.COMET
    for side, count, promo_count in ((c.EAST, 72, 4), (c.WEST, 92, 5)):
        here = t.CARD_SIDE == side
        assert (here & cards & ~promo).sum() == count
        assert (here & cards & promo).sum() == promo_count
        assert (here & comets).sum() == 2
    assert len(t.CARD_CODES) == len(t.CARD_NAMES) == len(set(t.CARD_CODES)) == c.NUM_PIECES
    assert t.CARD_CODES[:5] == ("COMET1", "COMET2", "COMET3", "COMET4", "PREN001")


def test_queens_and_comets_have_no_location():
    assert t.QUEENS.tolist() == np.flatnonzero(t.CARD_KIND == c.QUEEN).tolist()
    assert (t.CARD_LOCATION[t.QUEENS] == -1).all() and (t.CARD_LOCATION[:4] == -1).all()
    assert (t.CARD_ONE_SHOT[t.QUEENS] == c.CORONATION).all()
    assert (t.CARD_SUITORS[t.QUEENS] != 0).all() and not t.CARD_AGENTS[t.QUEENS].any()
    assert (t.CARD_LOCATION[playing_cards()] >= 0).all()
    assert not t.FACE_PRESTIGE[t.QUEENS][:, [c.PATRON, c.DISCOVERY]].any()


def test_card_by_card():
    anne = named("PREN045")
    assert ids(t.CARD_SUITORS[anne]) == {FRA, ENG, ARA, HRE}
    haufen = card("Arumer Zwarte Hoop")
    assert t.CARD_REPRESS[haufen] == c.REPRESS_KNIGHT | c.REPRESS_ROOK | c.REPRESS_PAWN
    assert ops(haufen) == ["corsair:islamic", "repress"]
    assert t.CARD_EMPORIUM[card("India Armada")] == c.SPICE_ISLANDS
    assert t.CARD_EMPORIUM[card("The Kremlin")] == c.NOVGOROD
    assert t.CARD_APOSTASY[card("Papal Elephant")] == c.ISLAMIC
    assert t.CARD_APOSTASY[card("Knights Hospitaller")] == c.REFORMIST
    assert t.CARD_APOSTASY[card("Dervishes")] == c.CATHOLIC
    assert ids(t.CARD_ABILITIES[card("Epicurean Swerve")]) == {
        c.HOLY_DECLARATION_COSTS_TWO_ACTIONS, c.COUNTS_AS_REPUBLIC, c.IMMUNE_TO_APOSTASY,
    }  # fmt: skip
    assert t.CARD_ABILITIES[card("Zionist State")] == (
        1 << c.GREEN_PIRATES_COUNT_AS_RED_BISHOPS_AND_UNITS
    )
    podesta = card("Podestà of Venice")
    assert t.CARD_SIDE[podesta] == c.WEST and t.CARD_LOCATION[podesta] == MAM
    assert t.CARD_AGENTS[podesta, c.OWN_PAWN] == 1 and ops(podesta) == []


def test_useful_card_facts_about_regions():
    regional = t.CARD_LOCATION >= c.THE_EAST
    two_agents = regional & (t.CARD_AGENTS.sum(axis=1) == 2)
    assert [t.CARD_NAMES[i] for i in np.flatnonzero(two_agents)] == ["Janissaries"]
    assert t.CARD_AGENTS[card("Janissaries"), c.KNIGHT + c.ISLAMIC] == 2
    on_borders = t.CARD_AGENTS[:, c.OWN_PAWN : c.AGENT_BISHOP].any(axis=1)
    found = [t.CARD_NAMES[i] for i in np.flatnonzero(regional & on_borders)]
    assert found == ["Peasant Republic of Dithmarschen"]
    corsairs = 0b111 << c.CORSAIR
    assert not (t.FACE_OPS[:188][regional] & corsairs).any()
    assert not (t.CARD_REPRESS[regional] & c.REPRESS_PAWN).any()


def test_useful_card_facts_about_agents():
    colours = np.array([0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2])
    mixed = [i for i in range(c.NUM_CARDS) if len(set(colours[t.CARD_AGENTS[i] > 0])) > 1]
    assert {t.CARD_NAMES[i] for i in mixed} == {"Kingmaker", "Transylvanian Plot"}
    wars = {c.CRUSADE: 0, c.JIHAD: 1, c.REFORMATION: 2}
    with_pawn = set()
    for i in playing_cards():
        agents = set(colours[t.CARD_AGENTS[i] > 0].tolist())
        if t.CARD_ONE_SHOT[i] in wars and agents == {3}:
            with_pawn.add(t.CARD_NAMES[i])
        elif t.CARD_ONE_SHOT[i] in wars:
            assert agents == {wars[t.CARD_ONE_SHOT[i]]}, t.CARD_NAMES[i]
    assert with_pawn == {"Zionist State", "Huguenots"}
    assert t.CARD_AGENTS.sum(axis=1).max() == 2


def test_useful_card_facts_about_ops_and_prestige():
    assert max(len(ops(i)) for i in range(c.NUM_CARDS)) == 3
    two = np.flatnonzero(t.FACE_PRESTIGE[: c.NUM_CARDS].sum(axis=1) > 1)
    assert [t.CARD_NAMES[i] for i in two] == ["Gonfalonier"]
    has_repress = (t.FACE_OPS[: c.NUM_CARDS] >> c.REPRESS & 1).astype(bool)
    assert (has_repress == (t.CARD_REPRESS[: c.NUM_CARDS] != 0)).all()
    assert not (t.FACE_OPS[: c.NUM_CARDS] >> c.CAMPAIGN & 1).any()


def test_every_ability_is_on_a_card_and_explained():
    assert len(t.ABILITY_NAMES) == c.NUM_ABILITIES
    assert np.bitwise_or.reduce(t.CARD_ABILITIES) == (1 << c.NUM_ABILITIES) - 1
    assert all(text.endswith(".") for text in t.ABILITY_TEXTS)
    for_all = {t.ABILITY_NAMES[i] for i in np.flatnonzero(t.ABILITY_FOR_ALL)}
    assert for_all == {
        "venice_holds_two",
        "portugal_and_france_not_adjacent",
        "holy_declaration_costs_two_actions",
        "imperial_declaration_costs_two_actions",
        "globalization_declaration_costs_two_actions",
        "patron_as_green_bishop_in_holy",
        "green_pirates_count_as_red_bishops_and_units",
    }


# --- shape ----------------------------------------------------------------------------------------
BLANK_IDS = """CARD_KIND CARD_SIDE CARD_SET CARD_LOCATION CARD_ONE_SHOT CARD_EMPORIUM CARD_APOSTASY
    EMPIRE_SIDE CITY_EMPIRE CITY_EMPORIUM CITY_FIRST CITY_LAST BORDER_EMPIRES ROUTE
    BANK_BORDER BANK_SET""".split()
BLANK_COUNTS = """CARD_AGENTS CARD_REPRESS CARD_ABILITIES CARD_SUITORS FACE_OPS FACE_PRESTIGE
    LOCATION_EMPIRES LOCATION_CITIES LOCATION_BORDERS LOCATION_SEA_BORDERS MATCHES ADJACENT
    SEA_ADJACENT CITY_CAPITAL BORDER_SEA ROUTE_LENGTH ABILITY_FOR_ALL""".split()


def test_blank_rows_are_blank():
    for name in BLANK_IDS:
        assert (getattr(t, name)[-1] == -1).all(), name
    for name in BLANK_COUNTS:
        assert not getattr(t, name)[-1].any(), name
    assert (t.LEVY[:, -1] == -1).all() and (t.BANK_RANK[:, -1] == -1).all()
    assert (t.SQUARE_FACE[:, -1] == t.BLANK_FACE).all()


def test_tables_are_read_only_globals():
    for name, table in t.load_tables().items():
        assert np.array_equal(getattr(t, name), table), name
        if isinstance(table, np.ndarray):
            assert not getattr(t, name).flags.writeable, name
            assert table.flags.c_contiguous, name
    with pytest.raises(ValueError, match="read-only"):
        t.CARD_KIND[0] = 1


def test_shapes():
    shapes = {
        "CARD_KIND": (188,), "CARD_AGENTS": (188, 13), "FACE_OPS": (204,),
        "FACE_PRESTIGE": (204, 6), "MATCHES": (13, 13), "LEVY": (3, 32, 4),
        "BORDER_EMPIRES": (14, 2), "ROUTE": (32, 18), "TOKEN_SUPPLY": (16,),
        "BANK_RANK": (3, 7), "START_RELIGION": (3, 10), "START_CITY": (3, 31),
    }  # fmt: skip
    assert {name: getattr(t, name).shape for name in shapes} == shapes
    assert t.NUM_FACES == 204


# --- broken files ---------------------------------------------------------------------------------
def broken(folder: Path, file: str, row: int, column: str, value: str | None) -> Path:
    """A copy of the data with one cell changed, or without the row if value is None."""
    copy = folder / "data"
    shutil.copytree(t.DATA, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with open(copy / file, encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    if value is None:
        del rows[row]
    else:
        rows[row][rows[0].index(column)] = value
    with open(copy / file, "w", encoding="utf-8", newline="") as lines:
        csv.writer(lines).writerows(rows)
    return copy


NOVGOROD_CUT = "holy_roman_empire | france-holy_roman_empire | france | england-france"
TANA_JUMP = "byzantium | byzantium-hungary | hungary | mamluk-ottoman | mamluk"
TANA_SHORT = "byzantium | byzantium-hungary | hungary | hungary-ottoman | ottoman"
ONE_TOO_FEW = "timbuktu | novgorod | spice_islands"
BUSTED_CAPITAL = "timbuktu | novgorod | spice_islands | red_sea | paris"


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "problem"),
    [
        ("cards.csv", 5, "location", "atlantis", "(PREN001), column location: unknown"),
        ("cards.csv", 5, "location", "", "(PREN001), column location: wrong for a tableau"),
        ("cards.csv", 5, "ops", "behead | juggle", "(PREN001), column ops: unknown name 'juggle'"),
        ("cards.csv", 5, "ops", "tax | tax", "(PREN001), column ops: the same name twice"),
        ("cards.csv", 5, "ops", "repress", "(PREN001), column ops: repress what"),
        ("cards.csv", 5, "ops", "repress:bishop", "(PREN001), column ops: unknown"),
        ("cards.csv", 5, "agents", "blue bishop", "(PREN001), column agents: unknown"),
        ("cards.csv", 5, "prestige", "fame", "(PREN001), column prestige: unknown"),
        ("cards.csv", 5, "abilities", "fly", "(PREN001), column abilities: unknown"),
        ("cards.csv", 5, "suitors", "england", "(PREN001), column suitors: wrong for"),
        ("cards.csv", 5, "one_shot", "crusade:2", "(PREN001), column one_shot: unknown"),
        ("cards.csv", 5, "one_shot", "party", "(PREN001), column one_shot: unknown"),
        ("cards.csv", 5, "one_shot", "coronation", "(PREN001), column one_shot: wrong for"),
        ("cards.csv", 5, "one_shot", "trade_shift:paris", "column one_shot: paris is not an"),
        ("cards.csv", 5, "one_shot", "apostasy:catholic", "column one_shot: unknown"),
        ("cards.csv", 5, "deck", "east", "column deck: 73 cards in the east, not 72"),
        ("cards.csv", 5, "set", "promo", "column deck: 91 cards in the west, not 92"),
        ("cards.csv", 5, "kind", "square", "(PREN001), column kind: unknown"),
        ("cards.csv", 6, "code", "PREN001", "(PREN001), column code: the same code twice"),
        ("cards.csv", 5, "code", None, "column deck: 91 cards in the west, not 92"),
        ("cards.csv", 0, "code", "id", "row 0 (header), column id,"),
        ("abilities.csv", 2, "name", "fly", "(fly), column name: not the ability"),
        ("abilities.csv", 34, "name", None, "row 34 (missing), column name: 33 abilities"),
        ("abilities.csv", 1, "scope", "some", "column scope: unknown"),
        ("empires.csv", 3, "side", "north", "(holy_roman_empire), column side: unknown"),
        ("empires.csv", 3, "column", "4", "(holy_roman_empire), column column: expected 2"),
        ("empires.csv", 3, "row", "x", "(holy_roman_empire), column row: not a number"),
        ("empires.csv", 3, "id", "hre", "(hre), column id: expected 'holy_roman_empire'"),
        ("empires.csv", 3, "religion_1550", "pagan", "column religion_1550: unknown"),
        ("squares.csv", 2, "ops", "nap", "(england), column ops: unknown"),
        ("squares.csv", 2, "face", "king", "(england), column empire: not in the order"),
        ("squares.csv", 2, "edition", "age_of_reformation", "column edition: the base"),
        ("squares.csv", 26, "empire", None, "column empire: 25 faces"),
        ("cities.csv", 3, "catholic", "gold bishop", "(paris), column catholic: unknown"),
        ("cities.csv", 5, "islamic", "", "(lyon), column islamic: no icon"),
        ("cities.csv", 3, "empire", "gaul", "(paris), column empire: unknown"),
        ("cities.csv", 3, "capital", "maybe", "(paris), column capital: unknown"),
        ("cities.csv", 31, "id", None, "row 31 (missing), column id: expected 'red_sea'"),
        ("borders.csv", 1, "sea", "yes", "(aragon-france), column sea: sea is where"),
        ("borders.csv", 1, "other_empire", "mamluk", "column other_empire: not the empires"),
        ("routes.csv", 2, "stops", NOVGOROD_CUT, "(novgorod), column stops: empires and"),
        ("routes.csv", 1, "stops", TANA_JUMP, "(tana), column stops: mamluk-ottoman does not"),
        ("routes.csv", 1, "stops", TANA_SHORT, "(tana), column stops: wrong start or end"),
        ("routes.csv", 1, "stops", "paris", "(tana), column stops: unknown name 'paris'"),
        ("routes.csv", 1, "side", "west", "(tana), column side: not the side"),
        ("routes.csv", 2, "emporium", "tana", "(tana), column emporium: a second route"),
        ("routes.csv", 1, "emporium", None, "(tana), column emporium: no route"),
        ("setups.csv", 1, "busted", ONE_TOO_FEW, "(1460), column busted: 2 open emporia"),
        ("setups.csv", 1, "busted", BUSTED_CAPITAL, "(1460), column busted: not an emporium"),
        ("setups.csv", 2, "tokens", "london: gold rook", "(1550), column tokens: not the icon"),
        ("tokens.csv", 16, "supply", "6", "(red bishop), column supply: the tokens add up"),
        ("tokens.csv", 1, "supply", "-1", "(gold knight), column supply: not a number"),
        ("banks.csv", 1, "border", "alps", "(fugger), column border: unknown"),
        ("banks.csv", 1, "set", "demo", "(fugger), column set: unknown"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, file, row, column, value, problem):
    with pytest.raises(ValueError, match=f"^data/{file}: row ") as refusal:
        t.load_tables(broken(tmp_path, file, row, column, value))
    message = str(refusal.value)
    assert re.match(rf"data/{file}: row \d+ \([^)]+\), column [^:]+: .", message)
    assert problem in message
    if value is not None and problem.startswith("("):
        assert message.startswith(f"data/{file}: row {row} (")


def test_c4_a_wrong_levy_in_a_capital_is_refused(tmp_path):
    copy = broken(tmp_path, "cities.csv", 3, "medieval", "gold rook")
    problem = r"^data/setups\.csv: row 1 \(1460\), column tokens: not the icon of paris"
    with pytest.raises(ValueError, match=problem):
        t.load_tables(copy)


@pytest.mark.parametrize("line", ["paris\n", "a,b,c\n"])
def test_a_line_with_too_few_or_too_many_cells_is_refused(tmp_path, line):
    copy = broken(tmp_path, "tokens.csv", 16, "id", None)
    with open(copy / "tokens.csv", "a", encoding="utf-8") as lines:
        lines.write(line)
    with pytest.raises(ValueError, match=r"^data/tokens\.csv: row 16 \(\w+\), column supply: "):
        t.load_tables(copy)


def test_one_row_too_many_is_refused(tmp_path):
    copy = broken(tmp_path, "tokens.csv", 16, "supply", "5")
    with open(copy / "tokens.csv", "a", encoding="utf-8") as lines:
        lines.write("blue bishop,5\n")
    with pytest.raises(ValueError, match=r"row 17 \(blue bishop\), column id: one row too many"):
        t.load_tables(copy)
