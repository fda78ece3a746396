"""M: what is printed, row by row, and files that are refused."""

import shutil
from pathlib import Path

import pytest

from paxren_env.core.constants import NONE
from paxren_env.games.wallenstein import actions, tables
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.state import RECORD

pytestmark = pytest.mark.interpreted


def county(name):
    """The number of a county."""
    return c.COUNTY_NAMES.index(name)


def test_m1_regions_are_blocks_of_nine():
    assert tables.COUNTY_REGION[:-1].tolist() == [i // 9 for i in range(45)]
    assert tables.COUNTY_REGION[-1] == NONE


@pytest.mark.parametrize(
    ("name", "tax", "grain", "sites", "neighbours"),
    [
        ("Burgund", 7, 2, 2, {"Breisgau", "Lothringen", "Luettich", "Strassburg"}),
        ("Bremen", 4, 4, 2, {"Holstein", "Osnabrueck"}),
        ("Anhalt", 5, 4, 1,
         {"Altmark", "Kursachsen", "Mittelmark", "SaechsLande", "Wolfenbuettel"}),
        ("Lueneburg", 3, 5, 1,
         {"Altmark", "Mecklenburg", "Osnabrueck", "Paderborn", "Wolfenbuettel"}),
        ("Tirol", 4, 2, 2, {"Augsburg", "Kaernten", "Salzburg"}),
    ],
)  # fmt: skip
def test_m2_counties(name, tax, grain, sites, neighbours):
    i = county(name)
    assert (tables.TAX[i], tables.GRAIN[i], tables.SITES[i]) == (tax, grain, sites)
    found = {c.COUNTY_NAMES[n] for n in tables.NEIGHBOURS[i] if n != NONE}
    assert found == neighbours and tables.NUM_NEIGHBOURS[i] == len(neighbours)


def test_m2_counts_and_sums():
    three = tables.THREE_PLAYERS[:45] == 1
    for used, (counties, borders, tax, grain, sites) in (
        (slice(None), (45, 114, 216, 135, 88)),
        (three, (37, 91, 178, 111, 71)),
    ):
        adjacent = tables.ADJACENT[:45][used][:, used]
        assert len(adjacent) == counties and adjacent.sum() == 2 * borders
        assert (adjacent == adjacent.T).all() and 2 <= adjacent.sum(axis=1).min()
        sums = [int(table[:45][used].sum()) for table in (tables.TAX, tables.GRAIN, tables.SITES)]
        assert sums == [tax, grain, sites]


def test_m2_removed_with_three_players():
    removed = {c.COUNTY_NAMES[i] for i in range(45) if not tables.THREE_PLAYERS[i]}
    assert removed == {"Bremen", "Holstein", "Luettich", "Burgund", "Konstanz", "Bayern",
                       "Steiermark", "Tirol"}  # fmt: skip


def test_m3_stock_and_majorities():
    assert tables.STOCK.tolist() == [28, 26, 26, 0]
    assert tables.MAJORITY.tolist() == [3, 2, 1, 0]


def test_m4_supply_chart():
    chart = [(0, 0), (1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 3)]
    assert [tuple(row) for row in tables.SUPPLY_CHART.tolist()] == chart


def test_m5_events():
    assert tables.WINTER_LOSS[:12].tolist() == [5, 7, 2, 6, 0, 2, 3, 4, 3, 3, 4, 1]
    effects = [c.EFFECT_NAMES[effect] for effect in tables.EVENT_EFFECT[:12]]
    assert effects == ["post_removes_marker", "post_removes_marker", "palace_defends",
                       "palace_defends", "tax_at_most", "tax_at_least", "grain_at_least",
                       "grain_at_most", "neutral_peasants", "church_peace", "church_peace",
                       "fewer_armies"]  # fmt: skip
    assert tables.EVENT_AMOUNT[4:9].tolist() == [5, 6, 4, 3, 2]


def test_s1_start_values():
    assert tables.START_THALERS[3:].tolist() == [18, 15, 12]
    assert [int(row.sum()) for row in tables.GROUPS[3:]] == [27, 25, 23]
    assert tables.GROUPS[5].tolist() == [5, 4, 4, 3, 3, 2, 2, 0, 0]


def test_s3_lineups():
    assert {n: sum(map(len, columns.values())) for n, columns in tables.LINEUPS.items()} == {
        3: 27, 4: 32, 5: 35
    }  # fmt: skip
    assert ("Regensburg", 3) in tables.LINEUPS[3]["A"]
    assert ("Breisgau", 3) in tables.LINEUPS[3]["B"]


def test_a_costs_and_numbers():
    assert tables.COST[:10].tolist() == [3, 2, 1, 0, 0, 3, 2, 1, 0, 0]
    assert tables.DEPLOYED[5:8].tolist() == [5, 3, 1]
    assert tables.DEPLOYED_FEWER[5:8].tolist() == [3, 2, 1]


def test_ec3_kinds():
    kinds = {name: [n + 1 for n in range(21) if tables.FAVOUR_KIND[n] == i]
             for i, name in enumerate(c.KIND_NAMES)}  # fmt: skip
    assert kinds == {
        "cancel_event": [1],
        "thalers": [2, 9, 16],
        "armies_to_tray": [3, 8, 14],
        "remove_marker": [4],
        "grain": [5, 15, 20],
        "vp": [6, 13, 19],
        "free_building": [7, 17, 21],
        "protection": [10, 11, 18],
        "free_armies": [12],
    }


def test_lk_amounts():
    assert tables.LANDSKNECHTE_CARDS.tolist() == [[2, 1, 0, 0], [4, 2, 1, 0], [6, 3, 2, 1]]


def test_dt_the_action_line():
    places = [(s.name, s.start, s.size) for s in actions.line.segments]
    assert places == [
        ("PASS", 0, 1), ("YES", 1, 1), ("COUNTY", 2, 45), ("DECK", 47, 1), ("REFRESH", 48, 1),
        ("MONEY", 49, 5), ("TOWER_CARD", 54, 1), ("POSITION", 55, 5), ("NUMBER", 60, 61),
        ("BENEFIT", 121, 4), ("FAVOUR", 125, 3),
    ]  # fmt: skip
    assert actions.NUM_ACTIONS == 128


def test_the_record_is_small():
    assert RECORD.itemsize < 1600


# --- files that are refused -----------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data."""
    return Path(shutil.copytree(tables.DATA, tmp_path / "data"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Change the first occurrence of a text in a file."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Anhalt,Anhalt,Sachsen,5", "Anhalt,Anhalt,Sachsen,9", r"row 10 \(Anhalt\), column tax"),
        ("Anhalt,Anhalt,Sachsen", "Anhalt,Anhalt,Prussia", r"row 10 \(Anhalt\), column region"),
        ("Anhalt,Anhalt,Sachsen,5", "Anhalt,Anhalt,Sachsen,4", r"row 0 \(all rows\), column tax"),
        ("Bremen,Bremen", "Bermen,Bremen", r"row 2 \(Bermen\), column county"),
        ("Bremen,Bremen,Brandenburg,4,4,2,no", "Bremen", r"row 2 \(Bremen\), column printed_name"),
        ("tax,grain", "grain,tax", "header"),
    ],
)
def test_m2_a_broken_county_is_named(folder, old, new, told):
    edit(folder, "counties.csv", old, new)
    with pytest.raises(ValueError, match=rf"data/counties\.csv: .*{told}"):
        tables.read_counties(folder)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Altmark,Anhalt\n", "", "column borders: 113, not 114"),
        ("Altmark,Anhalt\n", "Anhalt,Altmark\n", "column neighbour"),
        ("Altmark,Anhalt\n", "Altmark,Nowhere\n", "unknown name 'Nowhere'"),
    ],
)
def test_m2_a_broken_border_is_named(folder, old, new, told):
    edit(folder, "borders.csv", old, new)
    with pytest.raises(ValueError, match=rf"data/borders\.csv: .*{told}"):
        tables.read_borders(folder, tables.read_counties(folder))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "4,A,Lueneburg,5",
            "4,A,Holstein,5",
            r"row \d+ \(4\), column county: Holstein stands",
        ),
        ("4,A,Lueneburg,5", "4,A,Lueneburg,4", r"row \d+ \(4\), column armies: the groups are"),
        ("4,A,Lueneburg,5", "4,F,Lueneburg,5", r"row \d+ \(4\), column column: unknown name 'F'"),
        ("4,A,Lueneburg,5,no\n", "", r"row 0 \(all rows\), column armies"),
        (
            "3,A,Vogtland,2",
            "3,A,Tirol,2",
            r"row \d+ \(3\), column county: not in the game",
        ),
        ("3,A,Vogtland,2,yes", "3,A,Vogtland,2,maybe", r"row \d+ \(3\), column reconstructed"),
    ],
)
def test_a_broken_lineup_is_named(folder, old, new, told):
    edit(folder, "lineups.csv", old, new)
    with pytest.raises(ValueError, match=rf"data/lineups\.csv: {told}"):
        tables.read_lineups(folder)


@pytest.mark.parametrize(
    ("reader", "file", "old", "new", "told"),
    [
        (tables.read_starts, "starts.csv", "5 4 4 3 3 2 2 2 2", "5 4 4 3 3 2 2 2 x",
         r"row 1 \(3\), column groups"),
        (tables.read_starts, "starts.csv", "3,18", "3,lots", r"row 1 \(3\), column thalers"),
        (tables.read_chart, "supply_chart.csv", "7,3,3", "7,3,4",
         r"row 8 \(7\), column extra_peasants"),
        (tables.read_landsknechte, "landsknechte.csv", "2,4,2,1,0", "2,4,2,1,21",
         r"row 2 \(2\), column vp"),
        (tables.read_landsknechte, "landsknechte.csv", "3,6,3,2,1,yes", "3,6,3,2,1,perhaps",
         r"row 3 \(3\), column reconstructed"),
    ],
)  # fmt: skip
def test_another_broken_file_is_named(folder, reader, file, old, new, told):
    edit(folder, file, old, new)
    with pytest.raises(ValueError, match=rf"data/{file}: {told}"):
        reader(folder)


def test_a_broken_favour_is_named(folder):
    edit(folder, "favours.csv", "2,thalers,3", "2,thalers,many")
    with pytest.raises(ValueError, match=r"favours\.csv: row 2 \(2\), column amount"):
        tables.read_favours(folder)
