"""TABLES: what is printed on the components, read from data/*.csv and checked on load.

Every array is read-only. Every table looked up by an id ends in a blank row: index `blank(id)`.
"""

from collections import Counter
from pathlib import Path

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.data_files import Row, complain, fail, frozen, one, read, read_ids, yes
from paxren_env.games.wallenstein import constants as c

DATA = Path(__file__).parent / "data"
MOST_NEIGHBOURS = 8
MOST_ROWS_OF_CHART = 8
# M2: (counties, borders, sum of tax, grain and sites) of the whole map and of that for three
WHOLE_MAP = (45, 114, 216, 135, 88)
THREE_PLAYER_MAP = (37, 91, 178, 111, 71)
THREE_PLAYER_REGIONS = (7, 9, 7, 7, 7)
TAX_COUNTS = {3: 9, 4: 11, 5: 10, 6: 10, 7: 5}
GRAIN_COUNTS = {2: 16, 3: 16, 4: 10, 5: 3}
SITE_COUNTS = {1: 13, 2: 21, 3: 11}
REGION_SUMS = ((40, 31, 19), (47, 27, 14), (41, 26, 19), (41, 26, 18), (47, 25, 18))
GROUP_TOTALS = {3: 27, 4: 25, 5: 23}
GROUP_SIZES = tuple(str(c.FIRST_GROUP + i) for i in range(c.NUM_GROUP_SIZES))


# --- reading --------------------------------------------------------------------------------------
def number(row: Row, column: str, low: int, high: int) -> int:
    """The number in a cell."""
    text = row[column]
    if not text.isdecimal() or not low <= int(text) <= high:
        fail(row, column, f"{text!r} is no number from {low} to {high}")
    return int(text)


def expect(file: str, what: str, found: object, expected: object):
    """M2: a count that the whole file must give."""
    if found != expected:
        complain(file, 0, "all rows", what, f"{found}, not {expected}")


# --- the map --------------------------------------------------------------------------------------
COUNTY_COLUMNS = "county printed_name region tax grain sites three_players"


def read_counties(folder: Path) -> list[Row]:
    """M2: the counties, checked one by one and in sum."""
    file = "counties.csv"
    rows = read_ids(folder, file, COUNTY_COLUMNS, c.COUNTY_NAMES)
    for index, row in enumerate(rows):
        if one(row, "region", c.REGION_NAMES) != index // c.COUNTIES_PER_REGION:
            fail(row, "region", "a region has nine counties in a row")
        number(row, "tax", 3, 7)
        number(row, "grain", 2, 5)
        number(row, "sites", 1, 3)
        yes(row, "three_players")
    for column, counts in (("tax", TAX_COUNTS), ("grain", GRAIN_COUNTS), ("sites", SITE_COUNTS)):
        expect(file, column, dict(sorted(Counter(int(r[column]) for r in rows).items())), counts)
    for region, sums in enumerate(REGION_SUMS):
        block = rows[region * c.COUNTIES_PER_REGION :][: c.COUNTIES_PER_REGION]
        expect(file, f"sums of {c.REGION_NAMES[region]}", printed_sums(block), sums)
        left = sum(yes(r, "three_players") for r in block)
        expect(file, "three_players", left, THREE_PLAYER_REGIONS[region])
    for used, expected in (
        (rows, WHOLE_MAP),
        ([r for r in rows if yes(r, "three_players")], THREE_PLAYER_MAP),
    ):
        expect(
            file, "tax grain sites", (len(used), *printed_sums(used)), (expected[0], *expected[2:])
        )
    return rows


def printed_sums(rows: list[Row]) -> tuple[int, ...]:
    """The sums of tax, grain and sites."""
    return tuple(sum(int(r[column]) for r in rows) for column in ("tax", "grain", "sites"))


def read_borders(folder: Path, counties: list[Row]) -> np.ndarray:
    """M2: which counties touch; both maps are connected and have the right number of borders."""
    file = "borders.csv"
    adjacent = np.zeros((c.NUM_COUNTIES + 1, c.NUM_COUNTIES), dtype="u1")
    for row in read(folder, file, "county neighbour"):
        a, b = one(row, "county", c.COUNTY_NAMES), one(row, "neighbour", c.COUNTY_NAMES)
        if a >= b or adjacent[a, b]:
            fail(row, "neighbour", "each border once, the county with the lower number first")
        adjacent[a, b] = adjacent[b, a] = 1
    every = np.ones(c.NUM_COUNTIES, dtype=bool)
    three = np.array([yes(r, "three_players") for r in counties])
    for used, expected in ((every, WHOLE_MAP), (three, THREE_PLAYER_MAP)):
        touching = adjacent[: c.NUM_COUNTIES][used][:, used]
        expect(file, "borders", int(touching.sum()) // 2, expected[1])
        degrees = touching.sum(axis=1)
        expect(file, "fewest neighbours", int(degrees.min()), 2)
        expect(file, "connected counties", connected(touching), expected[0])
    expect(file, "most neighbours", int(adjacent.sum(axis=1).max()), MOST_NEIGHBOURS)
    return frozen(adjacent, "u1")


def connected(touching: np.ndarray) -> int:
    """How many counties can be reached from the first one."""
    reached = {0}
    border = [0]
    while border:
        for other in np.flatnonzero(touching[border.pop()]):
            if int(other) not in reached:
                reached.add(int(other))
                border.append(int(other))
    return len(reached)


def list_neighbours(adjacent: np.ndarray) -> np.ndarray:
    """The neighbours of each county in the order of their numbers, then -1."""
    table = np.full((c.NUM_COUNTIES + 1, MOST_NEIGHBOURS), NONE)
    for county in range(c.NUM_COUNTIES):
        found = np.flatnonzero(adjacent[county])
        table[county, : len(found)] = found
    return table


# --- cards, tiles, chart --------------------------------------------------------------------------
def read_favours(folder: Path) -> list[tuple[int, int, bool]]:
    """EC3: kind, amount and whether the amount is reconstructed, by number."""
    numbers = tuple(str(n) for n in range(1, c.NUM_FAVOURS + 1))
    rows = read_ids(folder, "favours.csv", "favour kind amount reconstructed", numbers)
    found = []
    for row in rows:
        kind = one(row, "kind", c.KIND_NAMES)
        if kind == c.FREE_BUILDING:
            amount = one(row, "amount", c.BUILDING_NAMES)
        elif kind == c.PROTECTION:
            amount = one(row, "amount", c.PROTECTION_NAMES)
        else:
            amount = number(row, "amount", 0, 20)
        found.append((kind, amount, yes(row, "reconstructed")))
    return found


def read_chart(folder: Path) -> list[list[int]]:
    """M4: revolts and extra peasants by the number of unsupplied counties; the last row is 7+."""
    numbers = tuple(str(n) for n in range(MOST_ROWS_OF_CHART))
    rows = read_ids(folder, "supply_chart.csv", "unsupplied revolts extra_peasants", numbers)
    return [[number(r, "revolts", 0, 3), number(r, "extra_peasants", 0, 3)] for r in rows]


def read_starts(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """S1: Thalers and army groups (largest first) by number of players."""
    thalers = np.zeros(c.MAX_PLAYERS + 1, dtype="i2")
    groups = np.zeros((c.MAX_PLAYERS + 1, c.MOST_GROUPS), dtype="i2")
    rows = read_ids(folder, "starts.csv", "players thalers groups", ("3", "4", "5"))
    for row in rows:
        players = int(row["players"])
        thalers[players] = number(row, "thalers", 1, 50)
        words = row["groups"].split()
        sizes = [int(size) for size in words if size in GROUP_SIZES]
        is_right = sizes == sorted(sizes, reverse=True) and len(words) == len(sizes)
        if not is_right or sum(sizes) != GROUP_TOTALS[players] or len(sizes) > c.MOST_GROUPS:
            fail(row, "groups", f"largest first, {GROUP_TOTALS[players]} armies in all")
        groups[players, : len(sizes)] = sizes
    return frozen(thalers), frozen(groups)


def read_lineups(folder: Path) -> dict[int, dict[str, list[tuple[str, int]]]]:
    """S3: [players][column] -> (county, armies) in the order printed."""
    lineups: dict[int, dict[str, list[tuple[str, int]]]] = {n: {} for n in (3, 4, 5)}
    for row in read(folder, "lineups.csv", "players column county armies reconstructed"):
        players = number(row, "players", 3, 5)
        one(row, "column", tuple("ABCDE"[:players]))
        county = one(row, "county", c.COUNTY_NAMES)
        columns = lineups[players]
        if any(row["county"] == name for cells in columns.values() for name, _ in cells):
            fail(row, "county", f"{row['county']} stands twice")
        if players == 3 and not THREE_PLAYERS[county]:
            fail(row, "county", "not in the game of three")
        yes(row, "reconstructed")
        cells = columns.setdefault(row["column"], [])
        cells.append((row["county"], number(row, "armies", 2, 5)))
        check_groups(row, players, [size for _, size in cells])
    for players, columns in lineups.items():
        check_lineup(players, columns, "data/lineups.csv: row 0 (all rows), column armies")
    return lineups


def check_groups(row: Row, players: int, sizes: list[int]):
    """S1: a column has no more groups of a size than a player has."""
    groups = [int(size) for size in GROUPS[players] if size]
    if sizes.count(sizes[-1]) > groups.count(sizes[-1]):
        fail(row, "armies", f"the groups are {groups}")


def check_lineup(players: int, columns: dict[str, list[tuple[str, int]]], where: str):
    """S3: distinct counties of the map, the army groups of S1 in every column."""
    expected = [int(size) for size in GROUPS[players] if size]
    counties = [county for column in columns.values() for county, _ in column]
    if len(columns) != players:
        raise ValueError(f"{where}: {players} players need {players} columns, not {len(columns)}")
    for name, column in columns.items():
        if sorted((size for _, size in column), reverse=True) != expected:
            raise ValueError(
                f"{where}: {players} players, column {name}: the groups are {expected}"
            )
    for county in counties:
        if counties.count(county) > 1:
            raise ValueError(f"{where}: {players} players: {county} stands twice")
        if players == 3 and not THREE_PLAYERS[c.COUNTY_NAMES.index(county)]:
            raise ValueError(f"{where}: {county} is not in the game of three")


def read_landsknechte(folder: Path) -> np.ndarray:
    """LK: what each card offers, by level 1-3 (row 0 is level 1)."""
    columns = "level thalers armies grain vp reconstructed"
    rows = read_ids(folder, "landsknechte.csv", columns, ("1", "2", "3"))
    for row in rows:
        yes(row, "reconstructed")
    return frozen([[number(r, name, 0, 20) for name in c.BENEFIT_NAMES] for r in rows])


def column(rows: list[Row], name: str, low: int, high: int) -> np.ndarray:
    """A column of numbers as a table with a blank row."""
    return frozen([number(r, name, low, high) for r in rows] + [0])


# --- the tables -----------------------------------------------------------------------------------
_counties = read_counties(DATA)
PRINTED_NAMES = tuple(row["printed_name"] for row in _counties)
COUNTY_REGION = frozen([one(r, "region", c.REGION_NAMES) for r in _counties] + [NONE])
TAX = column(_counties, "tax", 3, 7)
GRAIN = column(_counties, "grain", 2, 5)
SITES = column(_counties, "sites", 1, 3)
THREE_PLAYERS = frozen([yes(r, "three_players") for r in _counties] + [0], "u1")
ADJACENT = read_borders(DATA, _counties)
NEIGHBOURS = frozen(list_neighbours(ADJACENT))
NUM_NEIGHBOURS = frozen(ADJACENT.sum(axis=1))

_events = read_ids(
    DATA,
    "events.csv",
    "event effect amount winter_loss",
    tuple(str(n) for n in range(c.NUM_EVENTS)),
)
EVENT_EFFECT = frozen([one(r, "effect", c.EFFECT_NAMES) for r in _events] + [c.NO_EFFECT])
EVENT_AMOUNT = column(_events, "amount", 1, 6)
WINTER_LOSS = column(_events, "winter_loss", 0, 7)
expect("events.csv", "winter_loss", int(WINTER_LOSS.sum()), 40)

_actions = read_ids(
    DATA, "actions.csv", "action printed_name cost armies fewer_armies", c.ACTION_NAMES
)
ACTION_PRINTED = tuple(row["printed_name"] for row in _actions)
COST = column(_actions, "cost", 0, 3)
DEPLOYED = column(_actions, "armies", 0, 5)
DEPLOYED_FEWER = column(_actions, "fewer_armies", 0, 3)

_buildings = read_ids(DATA, "buildings.csv", "building stock majority", c.BUILDING_NAMES)
STOCK = column(_buildings, "stock", 26, 28)
MAJORITY = column(_buildings, "majority", 1, 3)

_tiles = read_ids(DATA, "tiles.csv", "tile amount", c.TILE_NAMES)
TILE_AMOUNT = column(_tiles, "amount", 1, 6)

SUPPLY_CHART = frozen(read_chart(DATA))
START_THALERS, GROUPS = read_starts(DATA)
LINEUPS = read_lineups(DATA)
LANDSKNECHTE_CARDS = read_landsknechte(DATA)

_favours = read_favours(DATA)
FAVOUR_KIND = frozen([kind for kind, _, _ in _favours] + [NONE])
FAVOUR_AMOUNT = frozen([amount for _, amount, _ in _favours] + [0])
RECONSTRUCTED_FAVOURS = tuple(n for n, favour in enumerate(_favours) if favour[2])
