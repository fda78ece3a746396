"""Whatever is loaded, from words or from bytes: refused with the place, or playable with all
invariants."""

import json
import random

import numpy as np
import pytest

from paxren_env.core import notation
from paxren_env.core.constants import BROKEN, CHANCE
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.replay import BadReplay, read_replay, replay_text
from paxren_env.core.spec import find
from tests.support.games import GAMES, TOY, VARIANTS, finished, middle, new_game, positions, spaced
from tests.support.mutations import seal, try_all

pytestmark = pytest.mark.interpreted

EACH = 30  # mutants of a position
LIMIT = 60 if INTERPRETED else 20_000  # events that are played from most of them
DEEP = 100_000  # far more than Python nests


def some_positions(game, seed):
    """Positions of every variant."""
    found = []
    for options in VARIANTS.get(game, [{}]):
        found += [one.clone() for one in spaced(positions(game, seed, **options), 4)]
    return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_mutant_is_refused_with_its_place_or_can_be_played(game, seed):
    games = random.Random(seed).sample(found := some_positions(game, seed), min(33, len(found)))
    count = try_all(games, EACH, seed, LIMIT, to_the_end=25)
    assert min(count.values()) > 5 and len(count) == 4, count


# --- saved rows: the checksum is no protection, it can be made to fit -----------------------------
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("num_players", 99),
        ("num_players", -1),
        ("stack_size", 30_000),
        ("stack_size", -1),
        ("stack_size", 0),
        ("turn", 32_767),
        ("turn", -5),
        ("turn_player", 77),
        ("winner", 7),
        ("status", BROKEN),
        ("status", 99),
        ("max_turns", -1),
    ],
)
def test_a_saved_game_with_a_crafted_field_is_refused(game, field, value):
    one = middle(game, 3)
    states = one.clone().states
    states[field] = value
    with pytest.raises(ValueError, match=rf"saved game: .*{field}|saved game: (pending|turn)"):
        type(one).from_bytes(seal(one, states))


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_with_a_crafted_frame_is_refused(game):
    one = middle(game, 3)
    top = int(one.states["stack_size"][0]) - 1
    for column, value in ((0, 9999), (0, -1), (1, 55), (1, CHANCE)):
        states = one.clone().states
        states["stack"][0, top, column] = value
        with pytest.raises(ValueError, match=rf"saved game: stack\[{top}\]"):
            type(one).from_bytes(seal(one, states))


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_saved_game_is_looked_at(game):
    """All bytes of a field set to 0x7f: refused, but where any number may be."""
    one = middle(game, 3)
    for field in set(find(game).record.names) - {"chance", "max_turns"}:
        states = one.clone().states
        states[field].reshape(-1).view(np.uint8)[:] = 0x7F
        with pytest.raises(ValueError, match=r"saved game: \w+"):
            type(one).from_bytes(seal(one, states))


def test_bounds_name_the_place():
    states = new_game(TOY).clone().states
    states["coins"][0, 2] = 13
    with pytest.raises(ValueError, match=r"coins\[2\]: expected 0 to 12, not 13"):
        notation.check_row(find(TOY), states)
    with pytest.raises(ValueError, match=r"coins\[2\]: expected 0 to 5, not 13"):
        notation.check_fields(states, {"coins": (0, np.array([12, 12, 5, 12]))})


def test_what_a_row_holds_beside_its_position_is_refused():
    one = new_game(TOY)
    states = one.clone().states
    states["stack"][0, -1, 3] = 1  # above the stack
    with pytest.raises(ValueError, match="saved game: stack: does not fit the rest"):
        type(one).from_bytes(seal(one, states))


def test_the_toy_refuses_what_is_no_rest_of_a_round():
    game_class = type(new_game(TOY))
    begin = [{"frame": "end round"}, {"frame": "reveal"}]
    dice = [begin[0], {"frame": "dice", "winner": 0}]
    for position, where in (
        ({"pending": begin[1:]}, "pending"),
        ({"pending": [*begin, {"frame": "tens", "player": 0}]}, "pending"),
        ({"pending": dice}, r"players\[0\]"),
        ({"pending": dice, "players": [{"shown": 5, "coins": 3}, {}]}, r"players\[0\]"),
        ({"pending": dice, "players": [{"shown": 1}, {"shown": 5}]}, r"pending\[1\]\.winner"),
        ({"players": [{"bid": 3}, {}]}, r"players\[0\]\.bid"),
        ({"turn": 4}, "turn"),
        ({"players": [{"prizes": [1, 0, 0, 0, 0, 0]}, {}]}, "players.prizes"),
    ):
        with pytest.raises(ValueError, match=where):
            game_class.from_dict(position)
    one = game_class.from_dict({"pending": dice, "players": [{"shown": 5}, {}]})
    assert one.decision == "dice"


# --- nested too deeply ----------------------------------------------------------------------------
def nested(depth=DEEP):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("game", GAMES)
def test_a_position_nested_too_deeply_is_refused(game):
    one = middle(game, 3)
    deep = nested()
    for key in one.to_dict():
        with pytest.raises(ValueError, match=r"."):
            type(one).from_dict({**one.to_dict(), key: deep})
        with pytest.raises(ValueError, match=r"."):
            type(one).from_dict({**one.to_dict(), key: {"x": deep}})
    with pytest.raises(ValueError, match="position: expected a dict"):
        type(one).from_dict(deep)


def test_a_notation_that_runs_too_deep_is_no_recursion_error(monkeypatch):
    monkeypatch.setattr(find(TOY).module("notation"), "from_dict", repr)
    with pytest.raises(ValueError, match="position: nested too deeply"):
        find(TOY).module("game").Game.from_dict({"players": nested()})


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_nested_too_deeply_is_a_bad_replay(game):
    one = finished(game, 5)
    text = replay_text(one, ["random"] * one.num_players)
    parts = json.loads(text)
    for key in parts:
        marked = json.dumps({**parts, key: "HERE"})
        for depth in (900, 5_000, DEEP):
            bad = marked.replace('"HERE"', "[" * depth + "]" * depth)
            with pytest.raises(BadReplay, match="the replay breaks at step"):
                read_replay(bad)
        with pytest.raises(BadReplay, match="the replay breaks at step"):
            read_replay(marked.replace('"HERE"', '{"a":' * DEEP + "1" + "}" * DEEP))


def test_an_error_repeats_a_wrong_value_only_so_far():
    for value in ("x" * 10_000, nested(), 10**5000):
        with pytest.raises(ValueError, match=r"^here: ") as error:
            notation.check_number(value, "here", 0, 9)
        assert len(str(error.value)) < 300
