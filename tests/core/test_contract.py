"""The contract between the house and a game: every game keeps it, and what breaks it is refused."""

import inspect
import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from paxren_env.core import hooks
from paxren_env.core.frames import STEP, Frames
from paxren_env.core.jit import GAMES as COMPILED_GAMES
from paxren_env.core.jit import HOOKS, rule
from paxren_env.core.line import ActionLine
from paxren_env.core.observation import Layout
from paxren_env.core.record import ALL, OWNER, SECRET, VISIBILITIES, view
from paxren_env.core.spec import (
    DERIVED_HOOKS,
    MODULES,
    SPECS,
    GameSpec,
    find,
    game_names,
    register,
)
from tests.support.games import GAMES, TOY, new_game, positions

pytestmark = pytest.mark.interpreted


# --- every game keeps it --------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_the_parameters_of_its_hook(game):
    rules = find(game).rules
    for name, given in rules.items():
        parameters = tuple(inspect.signature(getattr(given, "py_func", given)).parameters)
        assert parameters == HOOKS[name].parameters, name
    needed = {name for name, hook in HOOKS.items() if hook.is_required} - set(DERIVED_HOOKS)
    assert needed <= set(rules)


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_a_game_are_those_of_its_tables(game):
    spec = find(game)
    s = view(new_game(game).states, 0)
    assert hooks.num_actions(s) == spec.num_actions == sum(x.size for x in spec.line.segments)
    assert hooks.observation_size(s) == spec.observation_size == len(spec.layout.low)
    assert hooks.num_terms(s) == spec.num_terms > 0
    assert hooks.max_players(s) == spec.max_players == len(s.winner)
    assert hooks.first_decision(s) == spec.frames.first_decision
    assert hooks.max_outcome(s) == spec.max_outcome
    assert spec.min_players <= spec.default_players <= spec.max_players
    assert set(spec.option_fields) <= set(spec.record.names)


@pytest.mark.parametrize("game", GAMES)
def test_steps_come_before_decisions_and_names_are_unique(game):
    rows = find(game).frames.rows
    first = find(game).frames.first_decision
    assert all((row.id < first) == (row.what == STEP) for row in rows)
    assert len({row.id for row in rows}) == len({row.name for row in rows}) == len(rows)
    assert all(row.rule for row in rows), "every frame names its rule"


@pytest.mark.parametrize("game", GAMES)
def test_fields_that_a_seat_owns_have_a_place_for_each(game):
    spec = find(game)
    for name, seen_by in spec.visibility.items():
        assert seen_by in VISIBILITIES
        if seen_by in (OWNER, SECRET):
            assert spec.record[name].shape[0] == spec.max_players, name
    assert {"chance"} & set(spec.visibility) == ({"chance"} if spec.has_chance else set())
    if spec.has_chance:
        assert spec.visibility["chance"] != ALL


@pytest.mark.parametrize("game", GAMES)
def test_the_modules_of_a_game_have_what_the_house_asks_for(game):
    for module, names in MODULES.items():
        for name in names:
            assert hasattr(find(game).module(module), name), f"{module}.{name}"
    assert find(game).module("game").Game.spec is find(game)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_written_and_read_back(game):
    module = find(game).module("options")
    for number in range(find(game).min_players, find(game).max_players + 1):
        checked = module.check_options({"num_players": number})
        assert set(checked) == set(module.DEFAULTS)
        states = np.zeros(1, find(game).record)
        module.write_options(view(states, 0), checked)
        assert module.read_options(view(states, 0)) == checked
    with pytest.raises(ValueError, match="unknown option 'colour'"):
        module.check_options({"colour": "red"})
    with pytest.raises(ValueError, match="num_players"):
        module.check_options({"num_players": find(game).max_players + 1})


@pytest.mark.parametrize("game", GAMES)
def test_observations_stay_within_their_bounds(game):
    spec = find(game)
    for one in positions(game, 4):
        for player in range(one.num_players):
            seen = one.observe(player)["observation"]
            wrong = np.flatnonzero((seen < spec.layout.low) | (seen > spec.layout.high))
            parts = [part.name for part in spec.layout.parts if set(wrong) & {*_range(part)}]
            assert not parts


def _range(part: Any) -> range:
    return range(part.start, part.start + part.size)


def test_names_of_games_need_no_import_and_unknown_ones_are_listed():
    assert TOY in game_names() and "pax_renaissance" in game_names()
    with pytest.raises(ValueError, match=r"there is no game 'chess'; there are: .*sealed_bids"):
        find("chess")


# --- what breaks it is refused --------------------------------------------------------------------
@pytest.fixture(autouse=True)
def games_of_before():
    """A game that is registered in a test is forgotten after it."""
    specs, compiled = dict(SPECS), dict(COMPILED_GAMES)
    yield
    for registry, before in ((SPECS, specs), (COMPILED_GAMES, compiled)):
        registry.clear()
        registry.update(before)


numbers = itertools.count()


def changed(**parts: Any) -> GameSpec:
    """The toy under another name, with a record of its own, and these changes."""
    toy = find(TOY)
    fields = [*toy.fields, (f"extra_{next(numbers)}", "i2")]
    return replace(toy, **{"name": "other", "fields": fields, **parts})


def with_rules(**rules: Any) -> GameSpec:
    """A rule of None is left out."""
    given = {**find(TOY).rules, **rules}
    return changed(rules={name: one for name, one in given.items() if one is not None})


def test_a_changed_toy_is_welcome():
    spec = register(changed())
    assert find("other") is spec and "other" in game_names()


@pytest.mark.parametrize("hook", ["set_up", "answer", "deal_hidden", "write_terms", "settle"])
def test_a_missing_rule_is_refused(hook):
    with pytest.raises(ValueError, match=f"other: it gives no rule for {hook}"):
        register(with_rules(**{hook: None}))


def test_a_wrong_parameter_is_refused():
    @rule
    def answer(s, choice):
        pass

    message = r"other: answer takes \(s, action\), not \(s, choice\)"
    with pytest.raises(ValueError, match=message):
        register(with_rules(answer=answer))


@pytest.mark.parametrize("name", ["anser", "num_actions"])
def test_a_rule_for_no_hook_is_refused(name):
    with pytest.raises(ValueError, match=f"other: there is no hook {name}"):
        register(with_rules(**{name: find(TOY).rules["answer"]}))


@pytest.mark.parametrize("field", ["stack", "turn_player", "winner", "status"])
def test_a_record_without_a_common_field_is_refused(field):
    fields = [row for row in find(TOY).fields if row[0] != field]
    with pytest.raises(ValueError, match=f"other: its record has no field {field}"):
        register(changed(fields=fields))


def test_a_record_that_another_game_has_is_refused():
    with pytest.raises(ValueError, match=f"the record of other is the one of {TOY}"):
        register(changed(fields=find(TOY).fields))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"max_players": 5}, "winner has no place for each of 5 seats"),
        ({"max_outcome": 0}, "the field chance and max_outcome go together"),
        ({"magic": b"short"}, "magic has 5 bytes, not 8"),
        ({"default_players": 7}, "default_players is 7, not 2 to 4"),
        ({"option_fields": ("num_players", "tea")}, "its record has no field tea"),
    ],
    ids=str,
)
def test_numbers_that_do_not_fit_are_refused(parts, message):
    with pytest.raises(ValueError, match=f"other: {message}"):
        register(changed(**parts))


def test_a_field_that_nobody_knows_who_sees_is_refused():
    fields = [*find(TOY).fields, ("odd", "i2", 4, "friends")]
    with pytest.raises(ValueError, match="field odd is seen by 'friends'"):
        register(changed(fields=fields))


# --- the tables -----------------------------------------------------------------------------------
def test_frames_are_numbered_steps_first():
    frames = Frames()
    assert frames.step("begin", "1") == 0
    assert frames.decision("choose", "2", secret=True) == 1
    assert frames.chance("dice", "3", ("seat",)) == 2
    assert frames.size == 3 and frames.decision_names == ("choose", "dice")
    assert [row.is_secret for row in frames.rows] == [False, True, False]
    with pytest.raises(ValueError, match="steps are declared before decisions"):
        frames.step("late", "4")
    with pytest.raises(ValueError, match="two frames are called 'dice'"):
        frames.chance("dice", "5")
    with pytest.raises(ValueError, match="'much' has 4 arguments, a frame at most 3"):
        frames.decision("much", "6", ("a", "b", "c", "d"))


def test_the_line_is_cut_once():
    line = ActionLine()
    assert line.add("no", 1, "no") == 0
    assert line.add("city", 3, "a city", ("Rome", "Paris", "London")) == 1
    assert line.size == 4 and line.segment_of(3).name == "city"
    assert "| 1 | 3 | `city` | a city |" in line.table()
    with pytest.raises(ValueError, match="two segments are called 'no'"):
        line.add("no", 1, "again")
    with pytest.raises(ValueError, match="of 3 actions has 2 names"):
        line.add("border", 3, "a border", ("here", "there"))
    with pytest.raises(ValueError, match="actions are 0 to 3, not 4"):
        line.segment_of(4)


def test_the_observation_is_cut_into_slices_by_name():
    layout = Layout()
    assert layout.add("seat", 2, 1, "the seat") == 0
    assert layout.add("map", (2, 3), 9, "the map", low=-1) == 2
    assert layout.size == 8 and layout.slices == {"seat": slice(0, 2), "map": slice(2, 8)}
    assert layout.low.tolist() == [0, 0] + [-1] * 6 and layout.high.tolist() == [1, 1] + [9] * 6
    assert layout.unpack(np.arange(8))["map"].tolist() == [[2, 3, 4], [5, 6, 7]]
    assert "| 2 | 7 | `map` | 2 × 3 | -1..9 | the map |" in layout.table()
    with pytest.raises(ValueError, match="two slices are called 'map'"):
        layout.add("map", 1, 1, "again")
