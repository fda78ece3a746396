"""OP: options and the data file."""

import argparse
import json
import sys

import numpy as np
import pytest

from paxren_env import wallenstein_v0
from paxren_env.core.constants import TRUNCATED
from paxren_env.envs.gymnasium import GymVectorEnv, SingleEnv
from paxren_env.envs.vector import VectorEnv
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein.options import (
    DEFAULTS,
    add_arguments,
    check_options,
    chosen_options,
    is_reconstructed,
)
from paxren_env.games.wallenstein.text.words import favour_words
from tests.games.wallenstein.positions import game, legal, record, take

pytestmark = pytest.mark.interpreted

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="has no such device")
OTHER_VALUES = {
    "num_players": 5,
    "setup": "lineup",
    "first_player": 2,
    "tower": "batch",
    "tower_stick": (1, 2),
    "tower_dislodge": (1, 40),
    "emperors_court": True,
    "landsknechte": True,
    "military_leaders": True,
    "statues_each_winter": True,
    "reward": "rank",
    "auto_forced": False,
    "max_decisions": 50,
    "max_turns": 3,
}


@pytest.mark.parametrize(("name", "value"), OTHER_VALUES.items())
def test_op_every_option_is_kept(name, value):
    assert Game(seed=1, **{name: value}).options == {**DEFAULTS, name: value}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"num_players": 2}, "num_players"),
        ({"num_players": True}, "num_players"),
        ({"setup": "auction"}, "setup"),
        ({"first_player": 4}, "first_player"),
        ({"tower_stick": (3, 2)}, "tower_stick"),
        ({"tower_stick": 7}, "tower_stick"),
        ({"landsknechte": 1}, "landsknechte"),
        ({"max_decisions": 0}, "max_decisions"),
        ({"ruleset": "2002"}, "ruleset"),
        ({"colour": "red"}, "colour"),
        ({"data": {"coins": 3}}, "unknown key 'coins'"),
        ({"data": {"favours": {"1": 3}}}, "favours: 1"),
        ({"data": {"favours": {"2": 21}}}, "favours: 2"),
        ({"data": {"favours": {"7": "castle"}}}, "favours: 7"),
        ({"data": {"landsknechte": [[1, 2, 3, 4]]}}, "3 rows of 4"),
        ({"data": {"lineups": {"4": {"A": [["Anhalt", 5]]}}}}, "column A: the groups are"),
        ({"data": {"lineups": {"4": {"Z": []}}}}, "unknown column"),
        ({"data": {"lineups": {"6": {}}}}, "lineups: 6"),
        ({"data": "no such file"}, "no such file"),
        ({"data": "."}, "it is no file"),
        pytest.param({"data": "/dev/zero"}, "it is no file", marks=on_linux),
    ],
)
def test_op_bad_options_are_named(options, told):
    with pytest.raises(ValueError, match=told):
        check_options(options)


@pytest.mark.parametrize(
    ("text", "told"),
    [("[" * 100_000, "nested too deeply"), ("{}" + " " * 10**6, "more than 1,000")],
)
def test_op_a_data_file_of_a_stranger_is_refused(tmp_path, text, told):
    file = tmp_path / "amounts.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"data: .*amounts\.json: .*{told}"):
        Game.from_dict({"options": {"data": str(file)}})


def test_op_a_data_file_replaces_amounts(tmp_path):
    data = {
        "favours": {"2": 9, "7": "palace"},
        "landsknechte": [[3, 0, 1, 1], [0, 4, 0, 0], [0, 0, 0, 0]],
    }
    file = tmp_path / "amounts.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    options = {"emperors_court": True, "landsknechte": True, "data": str(file)}
    seats = [{"hall": 4}]
    court = {"favours": [2, None, None]}
    position = game(options=options, phase="court", players=seats, court=court)
    take(position, "FAVOUR 4")
    assert record(position).thalers[0] == 15 + 9
    counties = {n: {"owner": 0} for n in ("Altmark", "Anhalt", "Boehmen", "Baden")}
    hired = game(options=options, phase="landsknechte", counties=counties)
    assert legal(hired) == ["BENEFIT thalers", "BENEFIT grain", "BENEFIT vp"]
    fall = {"season": "fall", "phase": "landsknechte", "players": [{"level": 2}]}
    third = game(options=options, counties=counties, **fall)
    assert record(third).level[0] == 3 and third.decision != "benefit"


def test_op_the_data_of_a_game_makes_the_same_game():
    data = {"favours": {"2": 9}, "lineups": {"4": {"D": [
        ["Breisgau", 5], ["Oberpfalz", 4], ["Osnabrueck", 4], ["Kursachsen", 3], ["Salzburg", 3],
        ["Bremen", 2], ["Bayern", 2], ["Vogtland", 2]]}}}  # fmt: skip
    first = Game(4, seed=3, setup="lineup", data=data)
    again = Game(seed=3, **first.options)
    assert again.to_bytes() == first.to_bytes()
    assert "Breisgau" in first.to_dict()["counties"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, False), ({"emperors_court": True}, True), ({"landsknechte": True}, True),
     ({"num_players": 3, "setup": "lineup"}, True), ({"num_players": 3}, False),
     ({"landsknechte": True, "data": {"landsknechte": [[1, 1, 1, 1]] * 3}}, False)],
)  # fmt: skip
def test_op_reconstructed_amounts_are_told(options, expected):
    assert is_reconstructed(check_options(options)) == expected
    told = {"reconstructed": True} if expected else {}
    options = {"num_players": 4, **options}
    env = wallenstein_v0.env(**options)
    env.reset(seed=1)
    infos = [*env.unwrapped.infos.values(), SingleEnv(game="wallenstein", **options).reset()[1]]
    for info in infos:
        assert {name: info[name] for name in info if name == "reconstructed"} == told
    position = Game(seed=1, **options)
    assert is_reconstructed(Game.from_bytes(position.to_bytes()).options) == expected


def test_op_a_file_with_some_amounts_leaves_the_others_reconstructed():
    data = {"favours": {"16": 9}, "landsknechte": [[1, 1, 1, 1]] * 3}
    position = Game(4, seed=1, emperors_court=True, landsknechte=True, data=data)
    assert position.options["data"] == data and is_reconstructed(position.options)
    s = record(position)
    assert favour_words(s, 15) == "favour 16: 9 Thalers"
    assert favour_words(s, 19) == "favour 20: 4 grain [reconstructed]"


def test_op_vector_games_tell_which_of_them_are_reconstructed():
    games = GymVectorEnv(3, num_players=3, game="wallenstein", setup=["draft", "lineup", "lineup"])
    _, infos = games.reset(seed=1)
    assert infos["reconstructed"].tolist() == [False, True, True]
    assert (
        "reconstructed" not in GymVectorEnv(2, num_players=3, game="wallenstein").reset(seed=1)[1]
    )


@pytest.mark.parametrize("turns", [1, 3, 4])
def test_op_max_turns_cuts_the_game(turns):
    position = Game(3, seed=1, setup="lineup", max_turns=turns)
    while not position.is_over:
        position.step(position.legal_actions()[0])
    assert position.is_truncated and position.turn == turns
    assert not position.returns.any() and position.deciding_player == -1
    assert Game.from_dict(position.to_dict()).to_bytes() == position.to_bytes()


MODULES = {"emperors_court": True, "landsknechte": True, "military_leaders": True}


def play(position):
    """With every answer depending on what is legal alone, to the end."""
    while not position.is_over:
        legal = position.legal_actions()
        position.step(legal[len(legal) * 5 // 7])
    return position


@pytest.mark.parametrize("limit", [1, 7, 60, 75, 110, 139, 200])
@pytest.mark.parametrize("options", [{}, MODULES], ids=["base", "modules"])
def test_op_max_decisions_cuts_the_game(options, limit):
    """V: it counts real choices; asked or not, forced answers do not matter."""
    cut = play(Game(3, seed=1, max_decisions=limit, **options))
    assert cut.is_truncated and not cut.returns.any() and cut.winners == []
    assert cut.deciding_player == -1 and cut.legal_actions() == []
    assert len(cut._past) == limit
    asked = play(Game(3, seed=1, max_decisions=limit, auto_forced=False, **options))
    assert asked.is_truncated and asked.history == cut.history
    assert Game.from_dict(cut.to_dict()).to_bytes() == cut.to_bytes()
    again = Game.replay(seed=1, options=cut.options, actions=cut.history)
    assert again.to_bytes() == cut.to_bytes()


def test_op_max_decisions_is_no_limit_for_a_game_that_ends_before():
    assert not play(Game(3, seed=1, max_decisions=1000)).is_truncated


def test_op_max_decisions_after_undo_and_in_copies():
    position = play(Game(3, seed=1, max_decisions=20))
    for _ in range(5):
        position.undo()
    twin = position.clone()
    assert len(play(position)._past) == len(play(twin)._past) == 20


def test_op_max_decisions_never_tells_how_far_a_plan_is():
    """The record holds the limit, no counter."""
    limited = Game(3, seed=1, setup="lineup", max_decisions=9)
    free = Game(3, seed=1, setup="lineup")
    for position in (limited, free):
        for _ in range(8):
            position.step(position.legal_actions()[-1])
    free.states["max_decisions"] = 9
    assert free.to_bytes() == limited.to_bytes()


@pytest.mark.parametrize("opponents", [None, "random"])
def test_op_max_decisions_in_a_vector_environment(opponents):
    games = VectorEnv(4, 3, game="wallenstein", opponents=opponents, max_decisions=[10, 33, 99, 5])
    _, masks = games.reset()
    lengths = [[] for _ in range(4)]
    steps = np.zeros(4, int)
    for _ in range(120):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in masks]
        _, masks, rewards, dones, _ = games.step(np.array(actions))
        steps += 1
        for slot in np.flatnonzero(dones):
            assert dones[slot] == TRUNCATED and not rewards[slot].any()
            lengths[slot].append(int(steps[slot]))
            steps[slot] = 0
    if opponents is None:
        assert [set(found) for found in lengths] == [{10}, {33}, {99}, {5}]
    else:  # what policies answer counts too
        assert all(max(found) < limit for found, limit in zip(lengths, (10, 33, 99, 5)))


def test_op_max_decisions_in_the_pettingzoo_environment():
    env = wallenstein_v0.env(num_players=3, max_decisions=12)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert len(env.unwrapped.game._past) == 12
    assert all(env.truncations.values()) and not any(env.rewards.values())


def test_op_first_player_drafts_first():
    assert Game(3, seed=1, first_player=2).deciding_player == 2


def test_op_the_command_line():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = ["--setup", "lineup", "--modules", "landsknechte", "--first-player", "1"]
    chosen = chosen_options(parser.parse_args(words))
    assert chosen == {"setup": "lineup", "landsknechte": True, "first_player": 1}
    assert chosen_options(parser.parse_args([])) == {}
