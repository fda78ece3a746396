"""TABLES: what is printed on the components, read from data/*.csv and checked on load.

Every array is read-only. Every table looked up by an id ends in a blank row, so that -1 finds
-1 where an id is kept and 0 where counts or bits are. A broken file is refused with its name,
the row and the column.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core import data_files
from paxren_env.core.data_files import Row, fail, frozen
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance.sets import set_of

Array = np.ndarray

DATA = Path(__file__).parent / "data"
COLUMNS = {
    "provinces.csv": "name kind area area_euro1999 market commodities coastal coasts supports only",
    "borders.csv": "a b only",
    "coast_links.csv": "a b",
    "sea_contacts.csv": "sea coast only",
    "commodities.csv": "name base event_number payment_boxes",
    "advances.csv": "letter name category cost credit prerequisites",
    "cards.csv": "name kind epoch frame withheld commodities effect rank credits raised",
}
ONLY = ("", "ah1996", "euro1999", "loire")
NUM_SEA_CHARTS = 5  # without The Heavens; with it: by edition, the Aegean a sea of its own or not
FAR = 9  # more coast links than any galley goes
GALLEYS = (2, 4, 6, 8)
MAX_GALLEY = GALLEYS[-1]
RAISED = ("", "crusades+10", "mongol_armies*2")

# 2.1, 2.2: what must be true of the files.
PROVINCES_BY_AREA = {"ah1996": (12, 13, 16, 7, 11, 11, 16, 17, 3, 2)}
UNITS = (8, 9, 7, 8, 8, 6, 7, 5, 6, 7, 5, 4)
CIRCLED_MARKETS, BOX_MARKETS = 211, 27
NUM_BORDERS = {"ah1996": 147, "euro1999": 146, "loire": 150}
NUM_CONTACTS = {"ah1996": 96, "euro1999": 94}
NUM_COAST_LINKS, NUM_ARROWS, LIST_PRICES = 110, 80, 2100
CARDS_BY_EPOCH, CARDS_BY_KIND, WITHHELD_CARDS = (29, 22, 13), (27, 18, 19), 5
PROVINCES_BY_KIND = (35, 62, 6, 5)
# 8.2: circled provinces and satellites on the map by players, and without Smolensk.
IN_PLAY_BY_PLAYERS = {3: (43, 19), 4: (54, 24), 5: (62, 29), 6: (68, 35)}
SATELLITES_OF_EURO1999 = 34
ARROWS_ACROSS_WATER = 17
COMMODITY_CARDS_BY_EPOCH, CIRCLED_BY_KIND = (11, 9, 7), (27, 13, 0)
# 2.3: single cards of each commodity in epochs 1, 2, 3; event numbers follow the list.
SINGLE_CARDS = (
    (2, 0, 0), (2, 0, 0), (1, 2, 0), (0, 2, 0), (0, 1, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1),
    (1, 1, 1), (1, 1, 1), (0, 0, 1), (0, 0, 0),
)  # fmt: skip
ISLANDS = 14  # provinces without a land border, the five boxes among them

# 2.4: tracks.
MISERY_SPACES = (
    *range(0, 101, 10),
    *range(125, 201, 25),
    *range(250, 501, 50),
    *range(600, 1001, 100),
)
SLOTS_BY_PLAYERS = {3: (2, 4, 6), 4: (1, 3, 5, 6), 5: (1, 2, 3, 4, 5), 6: (1, 2, 3, 4, 5, 6)}
SHIPS = (
    (c.NO_SHIP, 0),
    *((c.GALLEY, number) for number in GALLEYS),
    *((c.SEAWORTHY, number) for number in (10, 12, 14, 16)),
    *((c.OCEAN, number) for number in (1, 2, 3, 4)),
)
FIRST_SEAWORTHY, FIRST_OCEAN = 5, 9
FIRST_AREA_IN_PLAY = {3: 3, 4: 2, 5: 1, 6: 0}  # 8.2: areas IV-VIII, then III, II, I


# --- reading --------------------------------------------------------------------------------------
def read(folder: Path, file: str) -> list[Row]:
    """The rows of a file."""
    return data_files.read(folder, file, COLUMNS[file])


def number_in(row: Row, column: str, low: int, high: int) -> int:
    """A whole number of a cell."""
    if not row[column].isdigit() or not low <= int(row[column]) <= high:
        fail(row, column, f"{row[column]!r} is not a whole number from {low} to {high}")
    return int(row[column])


def one_of(row: Row, column: str, names: Any) -> int:
    """The id of the name in a cell."""
    if row[column] not in names:
        fail(row, column, f"{row[column]!r} is none of {', '.join(map(repr, names))}")
    return list(names).index(row[column])


def names_in(row: Row, column: str, names: Any) -> list[int]:
    """The ids of the names in a cell."""
    found = [name for name in row[column].split("; ") if name]
    for name in found:
        if name not in names:
            fail(row, column, f"{name!r} is none of the names")
    return [list(names).index(name) for name in found]


def expect(file: str, column: str, found: Any, stated: Any) -> None:
    """Refuse a file whose rows do not add up to what the box holds."""
    if found != stated:
        raise ValueError(f"data/{file}: all rows, column {column}: {found} instead of {stated}")


def in_edition(only: str, edition: int, loire: int) -> bool:
    """A row of the map that this edition has."""
    return not only or (bool(loire) if only == "loire" else only == c.EDITION_NAMES[edition])


# --- the map (2.1) --------------------------------------------------------------------------------
def load_provinces(folder: Path) -> dict[str, Any]:
    """Provinces with all that is printed in them."""
    file = "provinces.csv"
    rows = read(folder, file)
    names = tuple(row["name"] for row in rows)
    expect(file, "name", len(set(names)), c.NUM_PROVINCES)
    kind = [one_of(row, "kind", c.KIND_NAMES) for row in rows]
    area = [one_of(row, "area", c.AREA_NAMES) for row in rows]
    later = [
        one_of(row, "area_euro1999", c.AREA_NAMES) if row["area_euro1999"] else area[i]
        for i, row in enumerate(rows)
    ]
    market = [number_in(row, "market", 1, 6) for row in rows]
    goods = [names_in(row, "commodities", c.COMMODITY_NAMES) for row in rows]
    coastal = [one_of(row, "coastal", ("no", "yes")) for row in rows]
    supports = [names_in(row, "supports", names) for row in rows]
    only = [ONLY[one_of(row, "only", ONLY)] for row in rows]
    check_provinces(rows, kind, area, market, goods, supports, only)
    capital = [names.index(name) for name in c.CAPITAL_NAMES]
    expect(file, "kind", sorted(capital), [i for i, k in enumerate(kind) if k == c.CAPITAL])
    bits = [sum(1 << good for good in goods[i]) for i in range(len(rows))]
    return {
        "PROVINCE_NAMES": names,
        "PROVINCE_KIND": frozen([*kind, c.SATELLITE], "i1"),
        "MARKET": frozen([*market, 0], "i1"),
        "AREA_OF": frozen([[*area, c.NONE], [*later, c.NONE]], "i1"),
        "PRODUCES": frozen([*bits, 0], "i2"),
        "IS_COASTAL": frozen([*coastal, 0], "u1"),
        "SUPPORTERS": supporters(supports),
        "IN_PLAY": in_play(area, later, only),
        "CAPITAL_PROVINCE": frozen([*capital, c.NONE], "i1"),
        "COASTS": [[name for name in row["coasts"].split("; ") if name] for row in rows],
    }


def check_provinces(
    rows: list[Row],
    kind: list[int],
    area: list[int],
    market: list[int],
    goods: list[list[int]],
    supports: list[list[int]],
    only: list[str],
) -> None:
    """2.1: what must be true of every row, and the counts of the ah1996 map."""
    file = "provinces.csv"
    for i, row in enumerate(rows):
        if (kind[i] == c.SATELLITE) != (market[i] == 1):
            fail(row, "market", "satellites have market 1, and only they")
        if (kind[i] == c.SATELLITE) == bool(goods[i]):
            fail(row, "commodities", "every circled province has one, no satellite has")
        if any(kind[p] == c.SATELLITE for p in supports[i]):
            fail(row, "supports", "arrows lead to circled provinces")
    printed = [i for i in range(len(rows)) if only[i] != "loire"]
    expect(file, "area", area_counts(area, printed), PROVINCES_BY_AREA["ah1996"])
    units = Counter(good for i in printed for good in goods[i])
    expect(file, "commodities", tuple(units[good] for good in range(12)), UNITS)
    circled = [i for i in printed if kind[i] in (c.CIRCLED, c.CAPITAL)]
    boxes = [i for i in printed if kind[i] == c.OVERSEAS]
    expect(file, "market", sum(market[i] for i in circled), CIRCLED_MARKETS)
    expect(file, "market", sum(market[i] for i in boxes), BOX_MARKETS)
    expect(file, "supports", sum(map(len, supports)), NUM_ARROWS)


def area_counts(area: list[int], provinces: list[int]) -> tuple[int, ...]:
    """How many provinces each area has."""
    counts = Counter(area[i] for i in provinces)
    return tuple(counts[i] for i in range(len(c.AREA_NAMES)))


def supporters(supports: list[list[int]]) -> Array:
    """The satellites with an arrow to each province."""
    table = np.full((c.NUM_PROVINCES + 1, c.MAX_SUPPORTERS), c.NONE)
    for satellite, targets in enumerate(supports):
        for province in targets:
            table[province, np.argmin(table[province])] = satellite
    return frozen(table, "i1")


def in_play(area: list[int], later: list[int], only: list[str]) -> Array:
    """8.2: by edition, Loire, number of players and province."""
    table = np.zeros((2, 2, c.MAX_PLAYERS + 1, c.NUM_PROVINCES + 1))
    for edition, areas in enumerate((area, later)):
        for loire in range(2):
            for players, first in FIRST_AREA_IN_PLAY.items():
                for i in range(c.NUM_PROVINCES):
                    if in_edition(only[i], edition, loire):
                        table[edition, loire, players, i] = areas[i] >= first
    return frozen(table, "u1")


def load_borders(folder: Path, names: tuple[str, ...]) -> dict[str, Any]:
    """Land borders, as lists of neighbours by edition and Loire."""
    rows = read(folder, "borders.csv")
    table = np.full((2, 2, c.NUM_PROVINCES + 1, c.MAX_NEIGHBOURS), c.NONE)
    for edition in range(2):
        for loire in range(2):
            count = 0
            for row in rows:
                ends = one_of(row, "a", names), one_of(row, "b", names)
                if in_edition(ONLY[one_of(row, "only", ONLY)], edition, loire):
                    count += 1
                    for near, far in (ends, ends[::-1]):
                        table[edition, loire, near, np.argmin(table[edition, loire, near])] = far
            stated = NUM_BORDERS["loire" if loire and not edition else c.EDITION_NAMES[edition]]
            expect("borders.csv", "only", count, stated + 3 * (loire and edition))
    alone = sum(table[0, 0, i, 0] == c.NONE for i in range(c.NUM_PROVINCES))
    expect("borders.csv", "a", int(alone), ISLANDS + 1)  # Loire lies in no border then
    return {"NEIGHBOURS": frozen(table, "i1"), "NEIGHBOUR_SETS": neighbour_sets(table)}


def neighbour_sets(table: Array) -> Array:
    """The same lists as sets of provinces."""
    sets = np.zeros((2, 2, c.NUM_PROVINCES + 1, 2), np.int64)
    for edition, loire, province in np.ndindex(table.shape[:3]):
        near = table[edition, loire, province]
        sets[edition, loire, province] = set_of(int(i) for i in near if i != c.NONE)
    return frozen(sets, "i8")


def load_waters(folder: Path, coasts: list[list[str]], area: Array) -> dict[str, Any]:
    """2.2: how many links a galley needs, by sea chart and Overland East."""
    province_of = {coast: i for i, own in enumerate(coasts) for coast in own}
    names = tuple(province_of)
    expect("provinces.csv", "coasts", len(names), c.NUM_COASTS)
    links: dict[int, set[int]] = {i: set() for i in range(len(names))}
    rows = read(folder, "coast_links.csv")
    expect("coast_links.csv", "a", len(rows), NUM_COAST_LINKS)
    for row in rows:
        a, b = one_of(row, "a", names), one_of(row, "b", names)
        links[a].add(b)
        links[b].add(a)
    contacts = read(folder, "sea_contacts.csv")
    expect("sea_contacts.csv", "sea", len({row["sea"] for row in contacts}), c.NUM_SEAS)
    charts = [hops_by_sea(contacts, names, chart) for chart in range(NUM_SEA_CHARTS)]
    size = c.NUM_PROVINCES + 1
    table = np.full((NUM_SEA_CHARTS, 2, size, size), FAR)
    owner = [province_of[name] for name in names]
    for chart, hops in enumerate(charts):
        for overland in range(2):
            closed = {i for i, p in enumerate(owner) if not overland and area[0, p] == c.AREA_V}
            for start in range(len(names)):
                for coast, steps in sail(start, links, hops, closed).items():
                    a, b = owner[start], owner[coast]
                    table[chart, overland, a, b] = min(table[chart, overland, a, b], steps)
    return {"GALLEY_DISTANCE": frozen(table, "i1"), "GALLEY_RANGE": galley_sets(table)}


def galley_sets(distance: Array) -> Array:
    """The provinces that a galley of each length reaches, as sets."""
    sets = np.zeros((*distance.shape[:3], 1 + len(GALLEYS), 2), np.int64)
    for chart, overland, start in np.ndindex(distance.shape[:3]):
        steps = distance[chart, overland, :, start]
        for ship, galley in enumerate(GALLEYS, 1):
            reached = np.flatnonzero(steps <= galley).tolist()
            sets[chart, overland, start, ship] = set_of(reached)
    return frozen(sets, "i8")


def hops_by_sea(contacts: list[Row], names: tuple[str, ...], chart: int) -> list[set[int]]:
    """The coasts of each sea; chart 0 has none (4.6.3 iv: only The Heavens uses them)."""
    if chart == 0:
        return []
    edition, is_merged = (chart - 1) // 2, (chart - 1) % 2 == 0
    seas: dict[str, set[int]] = {}
    count = 0
    for row in contacts:
        coast = one_of(row, "coast", names)
        if in_edition(ONLY[one_of(row, "only", ONLY)], edition, 0):
            count += 1
            sea = row["sea"]
            if is_merged and sea == "Aegean Sea":
                sea = "Central Mediterranean Sea"
            seas.setdefault(sea, set()).add(coast)
    expect("sea_contacts.csv", "only", count, NUM_CONTACTS[c.EDITION_NAMES[edition]])
    return list(seas.values())


def sail(start: int, links: dict[int, set[int]], seas: list[set[int]], closed: set[int]):
    """Steps from a coast to every coast; one sea may be crossed, which costs two."""
    best: dict[tuple[int, bool], int] = {}
    waves: list[list[tuple[int, bool]]] = [[] for _ in range(MAX_GALLEY + 3)]
    waves[0].append((start, False))
    for steps in range(MAX_GALLEY + 1):
        for coast, crossed in waves[steps]:
            if (coast, crossed) in best:
                continue
            best[coast, crossed] = steps
            if coast in closed:
                continue
            waves[steps + 1] += [(near, crossed) for near in links[coast]]
            if not crossed:
                waves[steps + 2] += [(far, True) for sea in seas if coast in sea for far in sea]
    reached: dict[int, int] = {}
    for (coast, _), steps in best.items():
        reached[coast] = min(steps, reached.get(coast, FAR))
    return reached


# --- commodities, advances, cards (2.3, 2.5, 2.6) -------------------------------------------------
def load_commodities(folder: Path) -> dict[str, Any]:
    """Base values, event numbers and the boxes of the payment cards."""
    rows = read(folder, "commodities.csv")
    expect("commodities.csv", "name", tuple(row["name"] for row in rows), c.COMMODITY_NAMES)
    by_roll = [c.NONE] * (c.JOINT_ROLL + 1)
    for i, row in reversed(list(enumerate(rows))):
        by_roll[number_in(row, "event_number", 2, c.JOINT_ROLL)] = i
    return {
        "BASE_VALUE": frozen([number_in(row, "base", 1, 10) for row in rows] + [0], "i1"),
        "BOXES": frozen([number_in(row, "payment_boxes", 7, 10) for row in rows] + [0], "i1"),
        "COMMODITY_ROLLED": frozen(by_roll, "i1"),
    }


def load_advances(folder: Path) -> dict[str, Any]:
    """Prices, credits and prerequisites."""
    file = "advances.csv"
    rows = read(folder, file)
    letters = tuple(row["letter"] for row in rows)
    expect(file, "letter", "".join(letters), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    category = [one_of(row, "category", c.CATEGORY_NAMES) for row in rows]
    cost = [number_in(row, "cost", 20, 170) for row in rows]
    expect(file, "cost", sum(cost), LIST_PRICES)
    expect(file, "category", category, sorted(category))
    expect(file, "category", [category.count(i) for i in range(6)], [4, 4, 5, 4, 4, 5])
    needs = [
        sum(
            1 << i
            for i in names_in(
                {**row, "needs": row["prerequisites"].replace(" ", "; ")}, "needs", letters
            )
        )
        for row in rows
    ]
    of_category = [sum(1 << i for i, k in enumerate(category) if k == j) for j in range(6)]
    return {
        "ADVANCE_LETTERS": letters,
        "ADVANCE_NAMES": tuple(row["name"] for row in rows),
        "CATEGORY_OF": frozen([*category, c.NONE], "i1"),
        "COST": frozen([*cost, 0], "i2"),
        "CATEGORY_CREDIT": frozen([number_in(row, "credit", 0, 60) for row in rows] + [0], "i2"),
        "PREREQUISITES": frozen([*needs, 0], "i4"),
        "ADVANCES_OF": frozen([*of_category, 0], "i4"),
        "FIRST_OF": frozen([*(category.index(i) for i in range(6)), len(rows)], "i1"),
    }


def credits_of(row: Row, letters: tuple[str, ...]) -> list[int]:
    """The credit of a Leader for every advance."""
    credits = [0] * (c.NUM_ADVANCES + 1)
    for word in row["credits"].split():
        if word[0] not in letters or word[1:] not in ("10", "20", "30"):
            fail(row, "credits", f"{word!r} is no credit")
        credits[letters.index(word[0])] = int(word[1:])
    return credits


def with_second_timber(rows: list[Row], epoch: list[int]) -> list[int]:
    """13, timber_epoch1 = 2: one epoch-2 Timber card belongs to epoch 1."""
    moved = next(i for i, row in enumerate(rows) if row["name"] == "timber" and epoch[i] == 2)
    return [1 if i == moved else number for i, number in enumerate(epoch)]


def check_cards(rows: list[Row], kind: list[int], goods: list[list[int]]) -> None:
    """2.6: every kind of card has what belongs to it, and nothing else."""
    for i, row in enumerate(rows):
        if len(goods[i]) not in ((1, 2) if kind[i] == c.COMMODITY_CARD else (0,)):
            fail(row, "commodities", "one or two on a commodity card, else none")
        if (kind[i] == c.EVENT_CARD) != bool(row["effect"]):
            fail(row, "effect", "every event has one, and only events")
        if (kind[i] == c.LEADER_CARD) != bool(row["credits"]):
            fail(row, "credits", "every Leader has some, and only Leaders")


def load_cards(folder: Path, letters: tuple[str, ...]) -> dict[str, Any]:
    """The 64 history cards; equal ones share a face."""
    file = "cards.csv"
    rows = read(folder, file)
    expect(file, "name", len(rows), c.NUM_CARDS)
    faces = tuple(dict.fromkeys(row["name"] for row in rows))
    expect(file, "name", len(faces), c.NUM_FACES)
    kind = [one_of(row, "kind", c.CARD_KIND_NAMES) for row in rows]
    epoch = [number_in(row, "epoch", 1, c.NUM_EPOCHS) for row in rows]
    withheld = [one_of(row, "withheld", ("no", "yes")) for row in rows]
    expect(file, "kind", tuple(kind.count(i) for i in range(3)), CARDS_BY_KIND)
    expect(file, "epoch", tuple(epoch.count(i) for i in (1, 2, 3)), CARDS_BY_EPOCH)
    expect(file, "withheld", sum(withheld), WITHHELD_CARDS)
    expect(file, "kind", kind.index(c.LEADER_CARD), c.FIRST_LEADER)
    goods = [names_in(row, "commodities", c.COMMODITY_NAMES) for row in rows]
    check_cards(rows, kind, goods)
    effects = [one_of(row, "effect", c.EFFECT_NAMES) if row["effect"] else c.NONE for row in rows]
    ranks = [number_in(row, "rank", 1, c.NUM_RANKS) if row["rank"] else 0 for row in rows]
    raised = [one_of(row, "raised", RAISED) for row in rows]
    return {
        "FACE_NAMES": faces,
        "CARD_FACE": frozen([*(faces.index(row["name"]) for row in rows), c.NONE], "i2"),
        "CARD_KIND": frozen([*kind, c.NONE], "i1"),
        "CARD_EPOCH": frozen([[*epoch, 0], [*with_second_timber(rows, epoch), 0]], "i1"),
        "IS_CIRCLED": frozen([*(one_of(r, "frame", ("square", "circled")) for r in rows), 0], "u1"),
        "IS_WITHHELD": frozen([*withheld, 0], "u1"),
        "CARD_COMMODITY": frozen(
            [(*g, c.NONE, c.NONE)[:2] for g in goods] + [(c.NONE, c.NONE)], "i1"
        ),
        "CARD_EFFECT": frozen([*effects, c.NONE], "i1"),
        "CARD_RANK": frozen([*ranks, 0], "i1"),
        "LEADER_CREDIT": frozen([credits_of(row, letters) for row in rows] + [[0] * 27], "i1"),
        "RAISED_BY_CRUSADES": frozen([*(10 * (r == 1) for r in raised), 0], "i1"),
        "DOUBLED_BY_MONGOLS": frozen([*(r == 2 for r in raised), 0], "u1"),
    }


def load(folder: Path) -> dict[str, Any]:
    """All tables by name."""
    tables = load_provinces(folder)
    tables |= load_borders(folder, tables["PROVINCE_NAMES"])
    tables |= load_waters(folder, tables.pop("COASTS"), tables["AREA_OF"])
    tables |= load_commodities(folder)
    tables |= load_advances(folder)
    tables |= load_cards(folder, tables["ADVANCE_LETTERS"])
    check_map_counts(tables)
    check_card_counts(tables)
    return tables


def check_map_counts(tables: dict[str, Any]) -> None:
    """2.1: kinds of provinces, what is in play by players, arrows across water."""
    file, kind = "provinces.csv", tables["PROVINCE_KIND"][: c.NUM_PROVINCES]
    printed = tables["IN_PLAY"][c.AH1996, 0, c.MAX_PLAYERS, : c.NUM_PROVINCES] != 0
    found = tuple(int((kind[printed] == k).sum()) for k in range(len(c.KIND_NAMES)))
    expect(file, "kind", found, PROVINCES_BY_KIND)
    for players, stated in IN_PLAY_BY_PLAYERS.items():
        playing = kind[tables["IN_PLAY"][c.AH1996, 0, players, : c.NUM_PROVINCES] != 0]
        circled = np.isin(playing, (c.CIRCLED, c.CAPITAL)).sum()
        expect(file, "area", (int(circled), int((playing == c.SATELLITE).sum())), stated)
    later = kind[tables["IN_PLAY"][c.EURO1999, 0, c.MAX_PLAYERS, : c.NUM_PROVINCES] != 0]
    expect(file, "only", int((later == c.SATELLITE).sum()), SATELLITES_OF_EURO1999)
    over_water = [
        (satellite, i)
        for i in range(c.NUM_PROVINCES)
        for satellite in tables["SUPPORTERS"][i]
        if satellite != c.NONE and satellite not in tables["NEIGHBOURS"][c.AH1996, 0, i]
    ]
    expect(file, "supports", len(over_water), ARROWS_ACROSS_WATER)


def check_card_counts(tables: dict[str, Any]) -> None:
    """2.3, 2.6: commodity cards by epoch and commodity, circled cards by kind."""
    file, kind, epoch = "cards.csv", tables["CARD_KIND"], tables["CARD_EPOCH"][0]
    goods, epochs = tables["CARD_COMMODITY"], range(1, c.NUM_EPOCHS + 1)
    is_commodity = kind == c.COMMODITY_CARD
    found = tuple(int((is_commodity & (epoch == e)).sum()) for e in epochs)
    expect(file, "epoch", found, COMMODITY_CARDS_BY_EPOCH)
    for commodity, stated in enumerate(SINGLE_CARDS):
        single = is_commodity & (goods[:, 0] == commodity) & (goods[:, 1] == c.NONE)
        expect(
            file, "commodities", tuple(int((single & (epoch == e)).sum()) for e in epochs), stated
        )
    circled = tables["IS_CIRCLED"] != 0
    expect(
        file, "frame", tuple(int((circled & (kind == k)).sum()) for k in range(3)), CIRCLED_BY_KIND
    )


_tables = load(DATA)
PROVINCE_NAMES: tuple[str, ...] = _tables["PROVINCE_NAMES"]
PROVINCE_KIND: Array = _tables["PROVINCE_KIND"]
MARKET: Array = _tables["MARKET"]
AREA_OF: Array = _tables["AREA_OF"]  # by edition
PRODUCES: Array = _tables["PRODUCES"]  # commodities as bits
IS_COASTAL: Array = _tables["IS_COASTAL"]
SUPPORTERS: Array = _tables["SUPPORTERS"]
IN_PLAY: Array = _tables["IN_PLAY"]  # by edition, Loire, players
CAPITAL_PROVINCE: Array = _tables["CAPITAL_PROVINCE"]
NEIGHBOURS: Array = _tables["NEIGHBOURS"]  # by edition, Loire
NEIGHBOUR_SETS: Array = _tables["NEIGHBOUR_SETS"]
GALLEY_DISTANCE: Array = _tables["GALLEY_DISTANCE"]  # by sea chart, Overland East, from, to
GALLEY_RANGE: Array = _tables["GALLEY_RANGE"]  # sets by sea chart, Overland East, from, ship
COASTS: tuple[int, int] = set_of(np.flatnonzero(IS_COASTAL).tolist())
BOXES_OVERSEAS = frozen(np.flatnonzero(PROVINCE_KIND == c.OVERSEAS), "i2")
BASE_VALUE: Array = _tables["BASE_VALUE"]
BOXES: Array = _tables["BOXES"]
COMMODITY_ROLLED: Array = _tables["COMMODITY_ROLLED"]
ADVANCE_LETTERS: tuple[str, ...] = _tables["ADVANCE_LETTERS"]
ADVANCE_NAMES: tuple[str, ...] = _tables["ADVANCE_NAMES"]
CATEGORY_OF: Array = _tables["CATEGORY_OF"]
COST: Array = _tables["COST"]
CATEGORY_CREDIT: Array = _tables["CATEGORY_CREDIT"]
PREREQUISITES: Array = _tables["PREREQUISITES"]
ADVANCES_OF: Array = _tables["ADVANCES_OF"]
FIRST_OF: Array = _tables["FIRST_OF"]  # the first advance of each category
FACE_NAMES: tuple[str, ...] = _tables["FACE_NAMES"]
CARD_FACE: Array = _tables["CARD_FACE"]
CARD_KIND: Array = _tables["CARD_KIND"]
CARD_EPOCH: Array = _tables["CARD_EPOCH"]  # by the option timber_epoch1
IS_CIRCLED: Array = _tables["IS_CIRCLED"]
IS_WITHHELD: Array = _tables["IS_WITHHELD"]
CARD_COMMODITY: Array = _tables["CARD_COMMODITY"]
CARD_EFFECT: Array = _tables["CARD_EFFECT"]
CARD_RANK: Array = _tables["CARD_RANK"]
LEADER_CREDIT: Array = _tables["LEADER_CREDIT"]
RAISED_BY_CRUSADES: Array = _tables["RAISED_BY_CRUSADES"]
DOUBLED_BY_MONGOLS: Array = _tables["DOUBLED_BY_MONGOLS"]

MISERY_VALUE = frozen([*MISERY_SPACES, 0], "i2")  # Chaos has no value
SLOTS = frozen([(*SLOTS_BY_PLAYERS.get(p, ()), 0, 0, 0, 0, 0, 0)[:6] for p in range(7)], "i1")
SHIP_ROW = frozen([row for row, _ in SHIPS], "i1")
SHIP_NUMBER = frozen([number for _, number in SHIPS], "i1")
# Only one card of such a face is of epoch 1.
FACE_IS_WITHHELD = frozen(
    [any(IS_WITHHELD[i] for i in np.flatnonzero(CARD_FACE == f)) for f in range(c.NUM_FACES)] + [0],
    "u1",
)
FACE_CARD = frozen([list(CARD_FACE).index(face) for face in range(c.NUM_FACES)] + [c.NONE], "i1")
