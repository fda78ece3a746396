"""TABLES: what is printed on the components, read from data/*.csv and checked on load.

Every array is read-only. Every table looked up by an id ends in a blank row, so that
-1 finds -1 where an id is kept and 0 where counts or bits are.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core.data_files import Row, complain, fail, find_name, one, read, read_ids, yes
from paxren_env.games.pax_renaissance import constants as c

Array = np.ndarray
Tables = dict[str, Any]

DATA = Path(__file__).parent / "data"

STARTING_FLORINS = (3, 4, 5, 6)  # C9: by turn order
SQUARE_FACES = 26
NUM_FACES = c.NUM_CARDS + SQUARE_FACES + 1
BLANK_FACE = NUM_FACES - 1
NUM_MAPS = len(c.MAP_NAMES)
ROUTE_WIDTH = 18
REPRESS_NAMES = ("knight", "rook", "pawn")  # the order of the REPRESS_ bits
SCOPE_NAMES = ("own", "all")
EDITION_NAMES = ("base", c.MAP_NAMES[c.AGE_OF_REFORMATION])
EMPORIUM_COLOURS = ("black", "white")  # by the side of the trade fair
# C5: (side, from the promo, is a comet) -> cards
DECK_COUNTS = {
    (c.EAST, False, False): 72,
    (c.WEST, False, False): 92,
    (c.EAST, False, True): 2,
    (c.WEST, False, True): 2,
    (c.EAST, True, False): 4,
    (c.WEST, True, False): 5,
}
ROUTE_ENDS = {c.EAST: c.MAMLUK, c.WEST: c.HOLY_ROMAN_EMPIRE}
TOKENS_IN_THE_BOX = 116


# --- reading --------------------------------------------------------------------------------------
def one_or_none(row: Row, column: str, names: tuple[str, ...]) -> int:
    """The id in a cell, or -1 if the cell is empty."""
    return one(row, column, names) if row[column] else c.NONE


def split(row: Row, column: str) -> list[str]:
    """The names in a cell, each at most once."""
    found = row[column].split(" | ") if row[column] else []
    if len(set(found)) < len(found):
        fail(row, column, "the same name twice")
    return found


def several(row: Row, column: str, names: tuple[str, ...]) -> list[int]:
    """The ids in a cell."""
    return [find_name(row, column, name, names) for name in split(row, column)]


def count(row: Row, column: str) -> int:
    """The number in a cell."""
    if not re.fullmatch("[0-9]+", row[column]):
        fail(row, column, f"not a number: {row[column]!r}")
    return int(row[column])


def bits(ids: list[int]) -> int:
    """A set of ids as bits."""
    return sum(1 << number for number in ids)


def full(shape: int | tuple[int, ...], value: int, dtype: type = np.int16) -> Array:
    """A table of blanks."""
    return np.full(shape, value, dtype)


# --- the map --------------------------------------------------------------------------------------
def load_empires(folder: Path, t: Tables) -> None:
    """B12d: empires lie in a grid of 2 x 5; diagonals are adjacent too."""
    columns = "id title side row column religion_1460 religion_1550 religion_age_of_reformation"
    rows = read_ids(folder, "empires.csv", columns, c.EMPIRE_NAMES)
    t["EMPIRE_TITLES"] = tuple(row["title"] for row in rows)
    t["EMPIRE_SIDE"] = full(c.NUM_EMPIRES + 1, c.NONE)
    t["ADJACENT"] = full(c.NUM_EMPIRES + 1, 0, np.int64)
    t["START_RELIGION"] = full((NUM_MAPS, c.NUM_EMPIRES), c.MEDIEVAL)
    for empire, row in enumerate(rows):
        t["EMPIRE_SIDE"][empire] = one(row, "side", c.SIDE_NAMES)
        for column, place in zip(("row", "column"), divmod(empire, 5), strict=True):
            if count(row, column) != place:
                fail(row, column, f"expected {place}")
        near = [e for e in range(c.NUM_EMPIRES) if e != empire and grid_steps(e, empire)[1] == 1]
        t["ADJACENT"][empire] = bits(near)
        for map_id, map_name in enumerate(c.MAP_NAMES):
            religion = one(row, f"religion_{map_name}", c.RELIGION_NAMES)
            if religion != c.NUM_RELIGIONS:
                t["START_RELIGION"][map_id, empire] = religion


def grid_steps(empire: int, other: int) -> tuple[int, int]:
    """How far apart two empires are: without and with diagonal steps."""
    down = abs(empire // 5 - other // 5)
    across = abs(empire % 5 - other % 5)
    return down + across, max(down, across)


def load_borders(folder: Path, t: Tables) -> None:
    """B6: two empires side by side share a border; some borders are sea."""
    rows = read_ids(folder, "borders.csv", "id empire other_empire sea", c.BORDER_NAMES)
    t["BORDER_EMPIRES"] = full((c.NUM_BORDERS + 1, 2), c.NONE)
    t["BORDER_SEA"] = full(c.NUM_BORDERS + 1, 0, np.uint8)
    t["SEA_ADJACENT"] = full(c.NUM_EMPIRES + 1, 0, np.int64)
    for border, row in enumerate(rows):
        empire = one(row, "empire", c.EMPIRE_NAMES)
        other = one(row, "other_empire", c.EMPIRE_NAMES)
        if row["id"] != f"{row['empire']}-{row['other_empire']}":
            fail(row, "other_empire", "not the empires of the id")
        if grid_steps(empire, other)[0] != 1:
            fail(row, "other_empire", "not side by side")
        t["BORDER_EMPIRES"][border] = empire, other
        if yes(row, "sea"):
            t["BORDER_SEA"][border] = 1
            t["SEA_ADJACENT"][empire] |= 1 << other
            t["SEA_ADJACENT"][other] |= 1 << empire


def load_cities(folder: Path, t: Tables) -> None:
    """B6a: the cities, and the icon of each on the four cards of its empire."""
    columns = "id name empire capital emporium medieval catholic islamic reformist promo_medieval"
    rows = read_ids(folder, "cities.csv", columns, c.CITY_NAMES)
    t["CITY_TITLES"] = tuple(row["name"] for row in rows)
    for name in ("CITY_EMPIRE", "CITY_EMPORIUM", "CITY_FIRST", "CITY_LAST"):
        t[name] = full(c.NUM_CITIES + 1, c.NONE)
    t["CITY_CAPITAL"] = full(c.NUM_CITIES + 1, 0, np.uint8)
    t["LEVY"] = full((NUM_MAPS, c.NUM_CITIES + 1, c.NUM_RELIGIONS + 1), c.NONE)
    slots_of = [re.sub("_[0-9]$", "", name) for name in c.CITY_NAMES]
    for city, row in enumerate(rows):
        same_city = [other for other, name in enumerate(slots_of) if name == slots_of[city]]
        t["CITY_FIRST"][city], t["CITY_LAST"][city] = same_city[0], same_city[-1]
        t["CITY_EMPIRE"][city] = one(row, "empire", c.EMPIRE_NAMES)
        t["CITY_CAPITAL"][city] = yes(row, "capital")
        t["CITY_EMPORIUM"][city] = one_or_none(row, "emporium", EMPORIUM_COLOURS)
        extra_slot = city != same_city[0]
        for map_id in range(NUM_MAPS):
            t["LEVY"][map_id, city] = levy_icons(row, map_id, extra_slot)


def levy_icons(row: Row, map_id: int, extra_slot: bool) -> list[int]:
    """The icons of a city slot by religion; only an extra slot may lack some."""
    promo = map_id == c.AGE_OF_REFORMATION
    columns = [*c.RELIGION_NAMES[:-1], "promo_medieval" if promo else "medieval"]
    icons = [one_or_none(row, column, c.TOKEN_NAMES[: c.PAWN]) for column in columns]
    for column, icon in zip(columns, icons, strict=True):
        if icon == c.NONE and row["medieval"] and not extra_slot:
            fail(row, column, "no icon")
    return icons


def load_routes(folder: Path, t: Tables) -> None:
    """B6b: the six trade routes, from an emporium to the arrowhead."""
    t["ROUTE"] = full((c.NUM_CITIES + 1, ROUTE_WIDTH), c.NONE)
    t["ROUTE_LENGTH"] = full(c.NUM_CITIES + 1, 0)
    for row in read(folder, "routes.csv", "emporium side stops"):
        city = one(row, "emporium", c.CITY_NAMES)
        if t["ROUTE_LENGTH"][city]:
            fail(row, "emporium", "a second route from there")
        side = one(row, "side", c.SIDE_NAMES)
        if t["CITY_EMPORIUM"][city] != side:
            fail(row, "side", "not the side of the emporium")
        route = route_stops(row, t)
        if route[0] != t["CITY_EMPIRE"][city] or route[-1] != ROUTE_ENDS[side]:
            fail(row, "stops", "wrong start or end")
        t["ROUTE"][city, : len(route)] = route
        t["ROUTE_LENGTH"][city] = len(route)
    check_routes(t)


def route_stops(row: Row, t: Tables) -> list[int]:
    """The stops: empires, and between each two the border they share."""
    names = split(row, "stops")
    if len(names) % 2 == 0 or len(names) >= ROUTE_WIDTH:
        fail(row, "stops", "empires and borders do not alternate")
    route = [
        find_name(row, "stops", name, c.BORDER_NAMES if stop % 2 else c.EMPIRE_NAMES)
        for stop, name in enumerate(names)
    ]
    for stop in range(1, len(route), 2):
        if {route[stop - 1], route[stop + 1]} != set(t["BORDER_EMPIRES"][route[stop]].tolist()):
            fail(row, "stops", f"{names[stop]} does not join its neighbours")
    return route


def check_routes(t: Tables) -> None:
    """Each emporium has a route, and the sea borders are those some route crosses."""
    for city, side in enumerate(t["CITY_EMPORIUM"][:-1]):
        if side != c.NONE and not t["ROUTE_LENGTH"][city]:
            complain("routes.csv", 0, c.CITY_NAMES[city], "emporium", "no route from there")
    crossed = set(t["ROUTE"][:, 1::2].ravel().tolist())
    for border, name in enumerate(c.BORDER_NAMES):
        if t["BORDER_SEA"][border] != (border in crossed):
            complain("borders.csv", border + 1, name, "sea", "sea is where a route crosses")


def build_locations(t: Tables) -> None:
    """B12: what lies in an empire or in a region, and which locations match."""
    shape = c.NUM_LOCATIONS + 1
    for name in ("EMPIRES", "CITIES", "BORDERS", "SEA_BORDERS"):
        t[f"LOCATION_{name}"] = full(shape, 0, np.int64)
    t["LOCATION_FIRST_CITY"], t["LOCATION_END_CITY"] = full(shape, 0), full(shape, 0)
    for location in range(c.NUM_LOCATIONS):
        inside = {location}
        if location >= c.NUM_EMPIRES:
            side = c.EAST if location == c.THE_EAST else c.WEST
            inside = {e for e in range(c.NUM_EMPIRES) if t["EMPIRE_SIDE"][e] == side}
        borders = [b for b in range(c.NUM_BORDERS) if inside & set(t["BORDER_EMPIRES"][b].tolist())]
        cities = [city for city in range(c.NUM_CITIES) if t["CITY_EMPIRE"][city] in inside]
        t["LOCATION_EMPIRES"][location] = bits(sorted(inside))
        t["LOCATION_CITIES"][location] = bits(cities)
        t["LOCATION_FIRST_CITY"][location] = cities[0]
        t["LOCATION_END_CITY"][location] = cities[-1] + 1
        t["LOCATION_BORDERS"][location] = bits(borders)
        t["LOCATION_SEA_BORDERS"][location] = bits([b for b in borders if t["BORDER_SEA"][b]])
    # A location is an empire or a whole region, so to overlap is to match.
    empires = t["LOCATION_EMPIRES"]
    t["MATCHES"] = (empires[:, None] & empires[None, :] != 0).astype(np.uint8)


def load_setups(folder: Path, t: Tables) -> None:
    """C1, C4: the busted emporia, and in each capital its icon as a token."""
    rows = read_ids(folder, "setups.csv", "map busted tokens", c.MAP_NAMES)
    t["START_EMPORIUM"] = full((NUM_MAPS, 2), c.NONE)
    t["START_CITY"] = full((NUM_MAPS, c.NUM_CITIES), c.NONE)
    for map_id, row in enumerate(rows):
        busted = several(row, "busted", c.CITY_NAMES)
        for side in (c.EAST, c.WEST):
            emporia = np.flatnonzero(t["CITY_EMPORIUM"] == side).tolist()
            is_open = [city for city in emporia if city not in busted]
            if len(is_open) != 1:
                fail(row, "busted", f"{len(is_open)} open emporia in the {c.SIDE_NAMES[side]}")
            t["START_EMPORIUM"][map_id, side] = is_open[0]
        if any(t["CITY_EMPORIUM"][city] == c.NONE for city in busted):
            fail(row, "busted", "not an emporium")
        for city in np.flatnonzero(t["CITY_CAPITAL"]):
            religion = t["START_RELIGION"][map_id, t["CITY_EMPIRE"][city]]
            t["START_CITY"][map_id, city] = t["LEVY"][map_id, city, religion]
        check_tokens(row, t["START_CITY"][map_id])


def check_tokens(row: Row, start: Array) -> None:
    """C4: the tokens listed for the setup are the icons of the capitals."""
    listed = full(c.NUM_CITIES, c.NONE)
    for cell in split(row, "tokens"):
        city, _, token = cell.partition(": ")
        place = find_name(row, "tokens", city, c.CITY_NAMES)
        listed[place] = find_name(row, "tokens", token, c.TOKEN_NAMES)
    for wrong in np.flatnonzero(listed != start):
        fail(row, "tokens", f"not the icon of {c.CITY_NAMES[wrong]} in data/cities.csv")


def load_tokens(folder: Path, t: Tables) -> None:
    """B8: how many tokens of each sort there are."""
    rows = read_ids(folder, "tokens.csv", "id supply", c.TOKEN_NAMES)
    t["TOKEN_SUPPLY"] = np.array([count(row, "supply") for row in rows], np.int16)
    if t["TOKEN_SUPPLY"].sum() != TOKENS_IN_THE_BOX:
        fail(rows[-1], "supply", f"the tokens add up to {t['TOKEN_SUPPLY'].sum()}")


def load_banks(folder: Path, t: Tables) -> None:
    """C2, C7: where a bank's first pawn lies, and which bank moves first."""
    rows = read_ids(folder, "banks.csv", "id title colour border set", c.BANK_NAMES)
    t["BANK_TITLES"] = tuple(row["title"] for row in rows)
    t["BANK_BORDER"] = full(c.NUM_BANKS + 1, c.NONE)
    t["BANK_SET"] = full(c.NUM_BANKS + 1, c.NONE)
    t["BANK_RANK"] = full((NUM_MAPS, c.NUM_BANKS + 1), c.NONE)
    for bank, row in enumerate(rows):
        t["BANK_BORDER"][bank] = one(row, "border", c.BORDER_NAMES)
        t["BANK_SET"][bank] = one(row, "set", c.SET_NAMES)
    for map_id in range(NUM_MAPS):
        crossed = t["ROUTE"][t["START_EMPORIUM"][map_id, c.WEST], 1::2].tolist()
        along = [crossed.index(b) if b in crossed else -1 for b in t["BANK_BORDER"][:-1]]
        farthest_first = sorted(range(c.NUM_BANKS), key=lambda bank: -along[bank])
        for rank, bank in enumerate(farthest_first):
            t["BANK_RANK"][map_id, bank] = rank


# --- cards and squares ----------------------------------------------------------------------------
def load_abilities(folder: Path, t: Tables) -> None:
    """The abilities; their names are those of the constants."""
    rows = read(folder, "abilities.csv", "name scope text")
    for ability, row in enumerate(rows):
        if getattr(c, row["name"].upper(), c.NONE) != ability:
            fail(row, "name", "not the ability of that number")
    if len(rows) != c.NUM_ABILITIES:
        complain("abilities.csv", len(rows) + 1, "missing", "name", f"{len(rows)} abilities")
    t["ABILITY_NAMES"] = tuple(row["name"] for row in rows)
    t["ABILITY_TEXTS"] = tuple(row["text"] for row in rows)
    t["ABILITY_FOR_ALL"] = full(c.NUM_ABILITIES + 1, 0, np.uint8)
    for ability, row in enumerate(rows):
        t["ABILITY_FOR_ALL"][ability] = one(row, "scope", SCOPE_NAMES)


def load_cards(folder: Path, t: Tables) -> None:
    """B5: the cards, with the ten squares after them as if they were cards."""
    columns = "code name kind deck location one_shot agents ops prestige abilities suitors set"
    rows = read(folder, "cards.csv", columns)
    check_cards(rows)
    for name in ("KIND", "SIDE", "SET", "LOCATION", "ONE_SHOT", "EMPORIUM", "APOSTASY"):
        t[f"CARD_{name}"] = full(c.BLANK + 1, c.NONE)
    t["CARD_AGENTS"] = full((c.BLANK + 1, c.NUM_AGENTS), 0)
    t["CARD_REPRESS"] = full(c.BLANK + 1, 0)
    t["CARD_ABILITIES"] = full(c.BLANK + 1, 0, np.int64)
    t["CARD_SUITORS"] = full(c.BLANK + 1, 0)
    t["SUITOR_RANK"] = full((c.BLANK + 1, c.NUM_EMPIRES), c.NUM_EMPIRES)
    t["FACE_OPS"] = full(NUM_FACES, 0, np.int32)
    t["FACE_PRESTIGE"] = full((NUM_FACES, c.NUM_PRESTIGE), 0)
    for card, row in enumerate(rows):
        load_card(row, card, t)
    t["QUEENS"] = np.flatnonzero(t["CARD_KIND"] == c.QUEEN).astype(np.int16)
    t["CARD_CODES"] = tuple(row["code"] for row in rows)
    t["CARD_NAMES"] = tuple(row["name"] for row in rows)


def check_cards(rows: list[Row]) -> None:
    """C5: every code once, and the right number of cards in each deck."""
    seen: set[str] = set()
    counts: Counter[tuple[int, bool, bool]] = Counter()
    for row in rows:
        if row["code"] in seen:
            fail(row, "code", "the same code twice")
        seen.add(row["code"])
        promo = one(row, "set", c.SET_NAMES) == c.PROMO_SET
        comet = one(row, "kind", c.CARD_KIND_NAMES[: c.EMPIRE_SQUARE]) == c.COMET
        counts[one(row, "deck", c.SIDE_NAMES), promo, comet] += 1
    for (side, promo, comet), expected in DECK_COUNTS.items():
        found = counts[side, promo, comet]
        if found != expected:
            what = ("promo " if promo else "") + ("comets" if comet else "cards")
            problem = f"{found} {what} in the {c.SIDE_NAMES[side]}, not {expected}"
            complain("cards.csv", len(rows), "last", "deck", problem)


def load_card(row: Row, card: int, t: Tables) -> None:
    """What is printed on one card."""
    kind = one(row, "kind", c.CARD_KIND_NAMES)
    t["CARD_KIND"][card] = kind
    t["CARD_SIDE"][card] = one(row, "deck", c.SIDE_NAMES)
    t["CARD_SET"][card] = one(row, "set", c.SET_NAMES)
    t["CARD_LOCATION"][card] = one_or_none(row, "location", c.LOCATION_NAMES)
    if (kind == c.TABLEAU_CARD) != bool(row["location"]):
        fail(row, "location", f"wrong for a {row['kind']} card")
    load_one_shot(row, card, t)
    if (kind == c.QUEEN) != (t["CARD_ONE_SHOT"][card] == c.CORONATION):
        fail(row, "one_shot", f"wrong for a {row['kind']} card")
    for agent in row["agents"].split(" + ") if row["agents"] else []:
        t["CARD_AGENTS"][card, find_name(row, "agents", agent, c.AGENT_NAMES)] += 1
    t["CARD_ABILITIES"][card] = bits(several(row, "abilities", t["ABILITY_NAMES"]))
    suitors = several(row, "suitors", c.EMPIRE_NAMES)
    t["CARD_SUITORS"][card] = bits(suitors)
    t["SUITOR_RANK"][card, suitors] = range(len(suitors))
    if (kind == c.QUEEN) != bool(row["suitors"]):
        fail(row, "suitors", f"wrong for a {row['kind']} card")
    t["CARD_REPRESS"][card] = load_face(row, card, t)


def load_one_shot(row: Row, card: int, t: Tables) -> None:
    """A one-shot; "trade_shift:" is followed by its emporium, "apostasy:" by two religions."""
    if not row["one_shot"]:
        return
    name, _, what = row["one_shot"].partition(":")
    one_shot = find_name(row, "one_shot", name, c.ONE_SHOT_NAMES)
    t["CARD_ONE_SHOT"][card] = one_shot
    if one_shot == c.TRADE_SHIFT:
        city = find_name(row, "one_shot", what, c.CITY_NAMES)
        if t["CITY_EMPORIUM"][city] == c.NONE:
            fail(row, "one_shot", f"{what} is not an emporium")
        t["CARD_EMPORIUM"][card] = city
    elif one_shot == c.APOSTASY:
        pair = "+".join(sorted(what.split("+")))
        t["CARD_APOSTASY"][card] = find_name(row, "one_shot", pair, c.APOSTASY_NAMES)
    elif what:
        fail(row, "one_shot", f"unknown name {row['one_shot']!r}")


def load_face(row: Row, face: int, t: Tables) -> int:
    """The ops and prestige of a face; returns the bits of what a repress op depicts."""
    repressed = 0
    for name in split(row, "ops"):
        if name.startswith("repress:"):
            name, _, depicted = name.partition(":")
            repressed = bits([find_name(row, "ops", p, REPRESS_NAMES) for p in depicted.split("+")])
        elif name == "repress":
            fail(row, "ops", "repress what?")
        t["FACE_OPS"][face] |= 1 << find_name(row, "ops", name, c.OP_NAMES)
    for prestige in several(row, "prestige", c.PRESTIGE_NAMES):
        t["FACE_PRESTIGE"][face, prestige] += 1
    return repressed


def load_squares(folder: Path, t: Tables) -> None:
    """B4: the faces of the squares; the promo replaces some of them."""
    rows = read(folder, "squares.csv", "empire edition face religion name ops prestige")
    if len(rows) != SQUARE_FACES:
        complain("squares.csv", len(rows), "last", "empire", f"{len(rows)} faces")
    religions = c.NUM_RELIGIONS + 1
    t["SQUARE_FACE"] = full((NUM_MAPS, c.NUM_EMPIRES + 1, religions, 2), BLANK_FACE)
    for number, row in enumerate(rows):
        empire = one(row, "empire", c.EMPIRE_NAMES)
        republic = one(row, "face", ("king", "republic"))
        promo = one(row, "edition", EDITION_NAMES) == 1
        religion = one_or_none(row, "religion", c.RELIGION_NAMES)
        if promo != (number >= 2 * c.NUM_EMPIRES):
            fail(row, "edition", "the base faces come first")
        if not promo and (2 * empire + republic, religion) != (number, c.NONE):
            fail(row, "empire", "not in the order of the empires, King first")
        face = c.NUM_CARDS + number
        load_face(row, face, t)
        on_maps = c.AGE_OF_REFORMATION if promo else slice(None)
        when = slice(None) if religion == c.NONE else religion
        t["SQUARE_FACE"][on_maps, empire, when, republic] = face
    for empire in range(c.NUM_EMPIRES):
        t["CARD_KIND"][c.SQUARE + empire] = c.EMPIRE_SQUARE
        t["CARD_SIDE"][c.SQUARE + empire] = t["EMPIRE_SIDE"][empire]
        t["CARD_SET"][c.SQUARE + empire] = c.BASE_SET
        t["CARD_LOCATION"][c.SQUARE + empire] = empire
    t["FACE_NAMES"] = (*t["CARD_NAMES"], *(row["name"] for row in rows), "")
    kings = t["FACE_NAMES"][c.NUM_CARDS : c.NUM_CARDS + 2 * c.NUM_EMPIRES : 2]
    t["CARD_CODES"] += tuple(f"SQ_{name}" for name in c.EMPIRE_NAMES)
    t["CARD_NAMES"] += kings


def load_tables(folder: Path = DATA) -> Tables:
    """All tables by name, from the files in a folder; a wrong file is refused."""
    t: Tables = {}
    load_empires(folder, t)
    load_borders(folder, t)
    load_cities(folder, t)
    load_routes(folder, t)
    build_locations(t)
    load_setups(folder, t)
    load_tokens(folder, t)
    load_banks(folder, t)
    load_abilities(folder, t)
    load_cards(folder, t)
    load_squares(folder, t)
    for table in t.values():
        if isinstance(table, np.ndarray):
            table.setflags(write=False)
    return t


# --- the tables: plain globals, which Numba takes as constants ------------------------------------
_T = load_tables()

CARD_CODES: tuple[str, ...] = _T["CARD_CODES"]  # cards, then squares
CARD_NAMES: tuple[str, ...] = _T["CARD_NAMES"]
CARD_KIND: Array = _T["CARD_KIND"]
CARD_SIDE: Array = _T["CARD_SIDE"]  # of the deck; of the empire for a square
CARD_SET: Array = _T["CARD_SET"]
CARD_LOCATION: Array = _T["CARD_LOCATION"]
CARD_ONE_SHOT: Array = _T["CARD_ONE_SHOT"]
CARD_EMPORIUM: Array = _T["CARD_EMPORIUM"]  # the city its trade shift opens
CARD_APOSTASY: Array = _T["CARD_APOSTASY"]  # the religion left out
CARD_AGENTS: Array = _T["CARD_AGENTS"]  # [card, agent] counts
CARD_REPRESS: Array = _T["CARD_REPRESS"]  # bits REPRESS_*
CARD_ABILITIES: Array = _T["CARD_ABILITIES"]  # bits 1 << ability
CARD_SUITORS: Array = _T["CARD_SUITORS"]  # bits 1 << empire
SUITOR_RANK: Array = _T["SUITOR_RANK"]  # [card, empire]: its place on the queen's list
QUEENS: Array = _T["QUEENS"]  # card ids

ABILITY_NAMES: tuple[str, ...] = _T["ABILITY_NAMES"]
ABILITY_TEXTS: tuple[str, ...] = _T["ABILITY_TEXTS"]
ABILITY_FOR_ALL: Array = _T["ABILITY_FOR_ALL"]  # 1: in force for every player

FACE_NAMES: tuple[str, ...] = _T["FACE_NAMES"]  # cards, square faces, blank
FACE_OPS: Array = _T["FACE_OPS"]  # bits 1 << op
FACE_PRESTIGE: Array = _T["FACE_PRESTIGE"]  # [face, prestige] counts
SQUARE_FACE: Array = _T["SQUARE_FACE"]  # [map, empire, religion, republic]

LOCATION_EMPIRES: Array = _T["LOCATION_EMPIRES"]  # bits
LOCATION_CITIES: Array = _T["LOCATION_CITIES"]
LOCATION_FIRST_CITY: Array = _T["LOCATION_FIRST_CITY"]  # all its cities lie from here ...
LOCATION_END_CITY: Array = _T["LOCATION_END_CITY"]  # ... to before here
LOCATION_BORDERS: Array = _T["LOCATION_BORDERS"]
LOCATION_SEA_BORDERS: Array = _T["LOCATION_SEA_BORDERS"]
MATCHES: Array = _T["MATCHES"]  # [location, location]

EMPIRE_SIDE: Array = _T["EMPIRE_SIDE"]
EMPIRE_TITLES: tuple[str, ...] = _T["EMPIRE_TITLES"]
ADJACENT: Array = _T["ADJACENT"]  # bits 1 << empire
SEA_ADJACENT: Array = _T["SEA_ADJACENT"]  # bits 1 << empire
BORDER_EMPIRES: Array = _T["BORDER_EMPIRES"]  # [border, 2]
BORDER_SEA: Array = _T["BORDER_SEA"]

CITY_TITLES: tuple[str, ...] = _T["CITY_TITLES"]
CITY_EMPIRE: Array = _T["CITY_EMPIRE"]
CITY_CAPITAL: Array = _T["CITY_CAPITAL"]
CITY_EMPORIUM: Array = _T["CITY_EMPORIUM"]  # the side whose route starts there
CITY_FIRST: Array = _T["CITY_FIRST"]  # the slots that are one city
CITY_LAST: Array = _T["CITY_LAST"]
LEVY: Array = _T["LEVY"]  # [map, city, religion]; -1: no such slot in that state

ROUTE: Array = _T["ROUTE"]  # [emporium, stop]: empire, border, empire ...
ROUTE_LENGTH: Array = _T["ROUTE_LENGTH"]

TOKEN_SUPPLY: Array = _T["TOKEN_SUPPLY"]
BANK_TITLES: tuple[str, ...] = _T["BANK_TITLES"]
BANK_BORDER: Array = _T["BANK_BORDER"]
BANK_SET: Array = _T["BANK_SET"]
BANK_RANK: Array = _T["BANK_RANK"]  # [map, bank]: 0 moves first

START_RELIGION: Array = _T["START_RELIGION"]  # [map, empire]
START_CITY: Array = _T["START_CITY"]  # [map, city] token
START_EMPORIUM: Array = _T["START_EMPORIUM"]  # [map, side]
