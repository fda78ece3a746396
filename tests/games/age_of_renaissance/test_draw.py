"""The map shows what the rules say: provinces, land borders, advances and hands."""

import pytest

from paxren_env.core.board import shared
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import draw
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.text.words import NAMES
from tests.support.games import middle, new_game
from tests.support.pictures import things

pytestmark = pytest.mark.interpreted

EDITIONS = [(0, 0), (0, 1), (1, 0), (1, 1)]
FEW = 20  # links of the map that do not touch


def land_borders(edition, loire):
    return {
        frozenset((i, int(j)))
        for i in range(c.NUM_PROVINCES)
        for j in t.NEIGHBOURS[edition, loire, i]
        if j >= 0
    }


@pytest.mark.parametrize(("edition", "loire"), EDITIONS)
def test_2_1_provinces_of_the_edition_lie_on_the_map(edition, loire):
    printed = t.IN_PLAY[edition, loire, c.MAX_PLAYERS]
    expected = [i for i in range(c.NUM_PROVINCES) if printed[i]]
    expected = [i for i in expected if t.PROVINCE_KIND[i] != c.OVERSEAS]
    assert sorted(i for i in draw.board(edition, loire).provinces if i >= 0) == expected


@pytest.mark.parametrize(("edition", "loire"), EDITIONS)
def test_2_1_most_neighbours_by_land_touch(edition, loire):
    on = draw.board(edition, loire)
    touching = {frozenset(on.provinces[i] for i in pair) for pair in shared(on.land)}
    missing = land_borders(edition, loire) - touching
    assert len(missing) <= FEW
    barred = {pair for pair in touching if min(pair) >= 0} - land_borders(edition, loire)
    assert len(barred) <= FEW


def test_every_component_explains_itself():
    titles = [thing.title for thing in things(new_game("age_of_renaissance", num_players=6).svg())]
    for name in (*NAMES["ADVANCE"], *t.PROVINCE_NAMES):
        is_missing = name in ("Loire",)  # an option
        assert is_missing or any(name in title for title in titles), name
    assert all(any(f"commodity {name}" in title for title in titles) for name in c.COMMODITY_NAMES)


def test_7_1_a_hand_is_shown_to_its_player_only():
    game = middle("age_of_renaissance", 3, 4)
    faces = {seat: hand_titles(game, seat, seat) for seat in range(game.num_players)}
    assert any(faces.values())
    for seat in range(game.num_players):
        assert len(faces[seat]) == game.states["hand_size"][0, seat]
        assert not hand_titles(game, seat, None)


def hand_titles(game, seat, viewer):
    """The cards that are drawn face up for this viewer."""
    before = {thing.title for thing in things(game.svg())}
    shown = [thing.title for thing in things(game.svg(viewer))]
    return [title for title in shown if title.startswith("card ") and title not in before]
