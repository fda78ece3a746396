"""The map shows what the rules say: who is next to whom, and what stands where."""

import pytest

from paxren_env.core.board import shared
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import draw
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.game import Game
from paxren_env.games.wallenstein.text.lookup import county_entry
from tests.support.games import positions, spaced
from tests.support.pictures import things

pytestmark = pytest.mark.interpreted

FEW = 5  # links and barriers that the map may need


def counties(pairs):
    return {pair for pair in pairs if max(pair) < c.NUM_COUNTIES}


def test_m1_adjacent_counties_touch_or_are_linked():
    adjacent = {
        (i, j)
        for i in range(c.NUM_COUNTIES)
        for j in range(i + 1, c.NUM_COUNTIES)
        if t.ADJACENT[i, j]
    }
    touching = counties(shared(draw.board()[1]))
    links = set(draw.hidden_links(is_small=False))
    assert touching | links >= adjacent and links == adjacent - touching
    assert len(links) <= FEW and len(touching - adjacent) <= FEW


@pytest.mark.parametrize(("players", "number"), [(3, 37), (4, 45), (5, 45)])
def test_m1_every_county_in_play_explains_itself(players, number):
    titles = [thing.title for thing in things(Game(players, seed=1, setup="lineup").svg())]
    shown = [i for i in range(c.NUM_COUNTIES) if any(county_entry(i) in title for title in titles)]
    assert len(shown) == number
    assert players > 3 or all(t.THREE_PLAYERS[i] for i in shown)


def box_titles(game, seat, viewer):
    """What the boxes of a seat say to a viewer."""
    titles = [thing.title for thing in things(game.svg(viewer))]
    return [title for title in titles if title.startswith(f"seat {seat}, ")]


def test_r3_a_plan_is_drawn_for_its_seat_alone():
    seen = 0
    for game in spaced(positions("wallenstein", 2, num_players=3), 5):
        if game.states["phase"][0] != c.PLANNING_PHASE or game.decision != "action box":
            continue
        seat = game.deciding_player
        own, others = box_titles(game, seat, seat), box_titles(game, seat, None)
        laid = [title for title in own if not title.endswith(("empty", "face down"))]
        seen += len(laid)
        assert not set(laid) & set(others)
    assert seen
