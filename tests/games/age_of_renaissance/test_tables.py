"""The data files: what section 2 states, and how a broken file is refused."""

import argparse
import shutil

import numpy as np
import pytest

from paxren_env.games.age_of_renaissance import actions as a
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.options import (
    DEFAULTS,
    add_arguments,
    check_options,
    chosen_options,
)

pytestmark = pytest.mark.interpreted


def place(name):
    return t.PROVINCE_NAMES.index(name)


def near(name, edition=0):
    return {t.PROVINCE_NAMES[i] for i in t.NEIGHBOURS[edition, 0, place(name)] if i >= 0}


def test_21_provinces_in_play_by_players():
    found = [int(t.IN_PLAY[0, 0, players].sum()) for players in range(3, 7)]
    assert found == [62 + 5, 78 + 5, 91 + 5, 103 + 5]
    assert int(t.IN_PLAY[1, 0, 6].sum()) == 102 + 5 and int(t.IN_PLAY[0, 1, 6].sum()) == 109


def test_21_borders_are_symmetric():
    for edition in range(2):
        for i in range(c.NUM_PROVINCES):
            for j in t.NEIGHBOURS[edition, 0, i]:
                assert j < 0 or i in t.NEIGHBOURS[edition, 0, j]


def test_21_islands():
    alone = {"Whisby", "Iceland", "Shetland Islands", "Palma", "Cyprus", "Cagliari", "Sicily"}
    alone |= {"Crete", "West Africa", "China", "East Indies", "India", "North America"}
    alone |= {"South America"}
    assert {name for name in t.PROVINCE_NAMES if not near(name)} == alone | {"Loire"}
    assert "Copenhagen" not in near("Malmo")


def test_21_editions_differ_where_they_should():
    assert "Chester" not in near("London") and "Chester" in near("London", 1)
    assert near("Smolensk") == {"Kiev", "Novgorod"} and not near("Smolensk", 1)
    assert t.AREA_OF[0, place("Libya")] == c.AREA_VI and t.AREA_OF[1, place("Libya")] == 7


@pytest.mark.parametrize(
    ("capital", "sole", "dual"),
    [
        ("Venice", 2, 2),
        ("Genoa", 0, 5),
        ("Barcelona", 3, 1),
        ("Paris", 2, 3),
        ("London", 2, 0),
        ("Hamburg", 1, 1),
    ],
)
def test_21_adjacent_commodity_provinces_of_the_capitals(capital, sole, dual):
    """The rulebook's table: what one capital alone reaches, adjacent or by its extended reach."""
    reach = {name: reached(name) for name in c.CAPITAL_NAMES}
    goods = [name for name in near(capital) if t.PRODUCES[place(name)]]
    goods = [name for name in goods if name not in c.CAPITAL_NAMES]
    alone = [name for name in goods if sum(name in others for others in reach.values()) == 1]
    assert (len(alone), len(goods) - len(alone)) == (sole, dual)


@pytest.mark.parametrize(
    ("capital", "sole", "dual", "value"), [("Paris", 1, 4, 59), ("Hamburg", 1, 3, 49)]
)
def test_21_whole_rows_of_paris_and_hamburg(capital, sole, dual, value):
    """The rulebook's table: what Caravan adds, and V = 2 own + 2 sole + dual, in base values."""
    reach = {name: reached(name) for name in c.CAPITAL_NAMES}
    goods = {name for name in reach[capital] if t.PRODUCES[place(name)]} - {*c.CAPITAL_NAMES}
    alone = {name for name in goods if sum(name in others for others in reach.values()) == 1}
    extended = goods - near(capital)
    assert (len(alone & extended), len(extended - alone)) == (sole, dual)
    own = worth(capital)
    assert 2 * own + 2 * sum(map(worth, alone)) + sum(map(worth, goods - alone)) == value


def worth(name):
    return int(t.BASE_VALUE[int(t.PRODUCES[place(name)]).bit_length() - 1])


def reached(capital):
    """Land neighbours; with the Caravan ring for Paris and Hamburg, Galley 2 for the others."""
    found = near(capital)
    if capital in ("Paris", "Hamburg"):
        return found | {far for name in near(capital) for far in near(name)}
    by_sea = np.flatnonzero(t.GALLEY_DISTANCE[0, 0, place(capital)] <= 2)
    return found | {t.PROVINCE_NAMES[i] for i in by_sea}


def test_22_two_coasts_do_not_connect_inside():
    distance = t.GALLEY_DISTANCE[0, 0]
    assert distance[place("Rome"), place("Genoa")] == 1
    assert distance[place("Rome"), place("Florence")] == 1
    assert distance[place("Genoa"), place("Florence")] > 2  # not through Rome
    assert (distance[place("Iceland")] > 8).sum() == 109  # only itself


def test_8_the_action_line():
    assert a.NUM_ACTIONS == 256
    starts = [segment.start for segment in a.line.segments]
    assert starts == [*range(14), 14, 24, 30, 36, 42, 48, 51, 59, 71, 97, 147]
    assert [row.rule for row in frames.rows if row.rule.startswith("DT")] == [
        f"DT{number:02}" for number in range(1, 31)
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        (
            "provinces.csv",
            "Danzig,province,I",
            "Danzig,province,XI",
            r"row 2 \(Danzig\), column area",
        ),
        ("provinces.csv", "Genoa,capital,VII,,5", "Genoa,capital,VII,,4", "column market"),
        ("borders.csv", "Acre,Levant,", "Acre,Paris,loire", "column only"),
        ("borders.csv", "Acre,Levant", "Acre,Atlantis", r"\(Acre\), column b"),
        ("coast_links.csv", "Acre,Levant\n", "", "column a: 109 instead of 110"),
        ("sea_contacts.csv", "Adriatic Sea,Bari,", "Adriatic Sea,Bari,2001", "column only"),
        ("commodities.csv", "stone,1", "stone,x", r"row 1 \(stone\), column base"),
        ("advances.csv", "Human Body,Science,60", "Human Body,Science,70", "column cost: 2110"),
        ("cards.csv", "Famine,event,1", "Famine,event,2", "column epoch"),
        ("cards.csv", "W20", "W25", r"\(Charlemagne\), column credits"),
        ("cards.csv", "Civil War,event,1,circled", "Civil War,event,1,square", "column frame"),
        ("provinces.csv", "Copenhagen,satellite,I,", "Copenhagen,satellite,II,", "column area"),
    ],
)
def test_a_broken_file_names_its_place(tmp_path, file, old, new, complaint):
    folder = tmp_path / "data"
    shutil.copytree(t.DATA, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=f"data/{file}: .*{complaint}"):
        t.load(folder)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 3}, "unknown option 'players'"),
        ({"num_players": 2}, "option 'num_players'"),
        ({"version": "long"}, "option 'version'"),
        ({"edition": "2014"}, "option 'edition'"),
        ({"timber_epoch1": 3}, "option 'timber_epoch1'"),
        ({"tie_choice": 1}, "option 'tie_choice'"),
        ({"start_advances": "AÄ"}, "option 'start_advances'"),
        ({"max_turns": -1}, "option 'max_turns'"),
    ],
)
def test_13_bad_options_are_named(options, complaint):
    with pytest.raises(ValueError, match=complaint):
        check_options(options)
    assert check_options({}) == DEFAULTS


def test_13_every_option_stands_on_the_command_line():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = "--version basic --max-turns 3 --edition euro1999 --reserve-rule none --timber-epoch1 2"
    words += " --loire --no-aegean --no-heavens-needs-n --no-tie-choice --no-leader-stack"
    chosen = chosen_options(parser.parse_args([*words.split(), "--open-hands"]))
    assert all(chosen[name] != DEFAULTS[name] for name in chosen) and check_options(chosen)
    left = {name for name in DEFAULTS if name not in chosen and not name.startswith("start_")}
    assert left == {"num_players", "auto_forced", "auto_chance"}
    assert chosen_options(parser.parse_args([])) == {}
