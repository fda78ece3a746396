"""The frame of all notations: checks that name the place, frames by name, views of one seat."""

import json

import pytest

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.frames import Frames, Kind
from paxren_env.core.notation import (
    check_flag,
    check_keys,
    check_list,
    check_number,
    find_name,
    read_frame,
    write_frame,
)
from paxren_env.core.record import ALL
from paxren_env.core.spec import find
from tests.support.games import GAMES, TOY, middle, new_game, positions

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("game", GAMES)
def test_a_position_as_one_seat_sees_it_cannot_be_loaded(game):
    one = middle(game, 3)
    for viewer in range(one.num_players):
        seen = json.loads(json.dumps(one.to_dict(viewer)))
        assert seen["viewer"] == viewer
        with pytest.raises(ValueError, match=r"viewer: .* cannot be loaded"):
            type(one).from_dict(seen)


@pytest.mark.parametrize("game", GAMES)
def test_unknown_keys_and_other_things_are_refused_with_their_place(game):
    one = middle(game, 3)
    for wrong in (None, [], "players"):
        with pytest.raises(ValueError, match="position: expected a dict"):
            type(one).from_dict(wrong)
    with pytest.raises(ValueError, match="tea: unknown key"):
        type(one).from_dict({**one.to_dict(), "tea": 1})
    with pytest.raises(ValueError, match=r"option.*tea"):
        type(one).from_dict({**one.to_dict(), "options": {"tea": True}})
    frames = one.to_dict()["pending"]
    for frame, where in (({"frame": "tea"}, "frame"), ({}, "frame"), (7, "frame")):
        position = {**one.to_dict(), "pending": [*frames[:-1], frame]}
        with pytest.raises(ValueError, match=rf"pending\[{len(frames) - 1}\].*{where}"):
            type(one).from_dict(position)


def test_the_toy_begins_a_round_where_nothing_is_said():
    one = type(new_game(TOY)).from_dict({"players": [{}, {"coins": 3}]})
    assert (one.num_players, one.decision, one.deciding_player) == (2, "tens", 0)
    assert [player["goal"] for player in one.to_dict()["players"]] == [1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_what_everybody_sees_is_the_same_in_every_view(game):
    for one in positions(game, 2):
        whole = one.to_dict()
        public = {"options", "turn", "year", "season"} & set(whole)
        for viewer in range(one.num_players):
            seen = one.to_dict(viewer)
            assert all(seen[key] == whole[key] for key in public)
    assert ALL in find(game).visibility.values()


def test_the_toy_says_where_a_position_cannot_be():
    game_class = type(new_game(TOY))
    for position, where in (
        ({"players": [{}, {"coins": 13}]}, r"players\[1\]\.coins"),
        ({"players": [{"bid": 13}, {}]}, r"players\[0\]\.bid"),
        ({"players": [{"goal": 2}, {"goal": 2}]}, r"players\[1\]\.goal: 2 is the goal of another"),
        ({"players": [{"prizes": [1]}, {}]}, r"players\[0\]\.prizes: 1 numbers, not 6"),
        ({"turn": 9}, "turn"),
        ({"players": [{}, {}, {}], "options": {"num_players": 2}}, "players: 3"),
        ({"pending": []}, "pending: 0 frames"),
        ({"pending": [{"frame": "dice"}]}, r"pending\[0\]: missing key winner"),
        ({"result": {"status": "running"}}, "result.status: unknown status 'running'"),
    ):
        with pytest.raises(ValueError, match=where):
            game_class.from_dict(position)


# --- the small checks -----------------------------------------------------------------------------
def test_checks_say_what_they_expect():
    assert check_keys({"a": 1}, "here", ("a", "b")) == {"a": 1}
    assert check_list((1, 2), "here") == [1, 2]
    assert check_number(3, "here", 0, 3) == 3 and check_flag(True, "here") is True
    assert find_name("Rome", "here", ("Paris", "Rome"), "city") == 1
    for check, message in (
        (
            lambda: check_keys({"c": 1}, "here", ("a", "b")),
            "here.c: unknown key; the keys are a, b",
        ),
        (lambda: check_keys(3, "here", ()), "here: expected a dict, not 3"),
        (lambda: check_list("ab", "here"), "here: expected a list, not 'ab'"),
        (lambda: check_number(True, "here", 0, 3), "expected a whole number from 0 to 3, not True"),
        (lambda: check_number(4, "here", 0, 3), "here: expected a whole number from 0 to 3, not 4"),
        (lambda: check_flag(1, "here"), "here: expected true or false, not 1"),
        (
            lambda: find_name("Oslo", "here", ("Paris", "Rome"), "city"),
            "here: unknown city 'Oslo'; one of Paris, Rome",
        ),
    ):
        with pytest.raises(ValueError, match="here") as error:
            check()
        assert message in str(error.value)


def test_frames_are_written_and_read_by_name():
    city = Kind("city", ("Paris", "Rome"))
    frames = Frames()
    frames.step("end", "1")
    frames.decision("visit", "2", (city, city.named("from", is_optional=True)))
    frames.chance("weather", "3", (city,))
    for frame, written in (
        ([0, NONE, NONE, NONE, NONE], {"frame": "end"}),
        ([1, 2, 1, NONE, NONE], {"frame": "visit", "player": 2, "city": "Rome"}),
        ([1, 0, 1, 0, NONE], {"frame": "visit", "player": 0, "city": "Rome", "from": "Paris"}),
        ([2, CHANCE, 0, NONE, NONE], {"frame": "weather", "city": "Paris"}),
    ):
        assert write_frame(frames, frame) == written
        assert read_frame(frames, written, "here", 3) == frame
    with pytest.raises(ValueError, match="here: missing key city"):
        read_frame(frames, {"frame": "visit", "player": 0}, "here", 3)
    with pytest.raises(ValueError, match=r"here\.player: expected a whole number from 0 to 2"):
        read_frame(frames, {"frame": "visit", "player": 3, "city": "Rome"}, "here", 3)
