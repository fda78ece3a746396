"""Checked random play of every game, and what happens when the rules meet what they do not know."""

import contextlib
import random

import numpy as np
import pytest

from paxren_env.core import engine, hooks
from paxren_env.core.chance import new_rng
from paxren_env.core.checking import (
    BROKE_DOWN,
    DECISIONS,
    DEEPEST_STACK,
    LIVELY,
    NOTE_SIZE,
    UNIFORM,
    play_checked,
)
from paxren_env.core.constants import AUTO_CHANCE, AUTO_FORCED, BROKEN, CHANCE, NONE
from paxren_env.core.errors import BrokenGame
from paxren_env.core.frames import DECISION, STEP
from paxren_env.core.jit import GAMES as COMPILED_GAMES
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.log import new_log, read_log
from paxren_env.core.record import view
from paxren_env.core.spec import find
from paxren_env.core.stack import owe
from paxren_env.envs.vector import VectorEnv
from tests.support.games import ALL_VARIANTS, GAMES, TOY, middle, new_game, play_on, variant_id

pytestmark = pytest.mark.interpreted

EVENTS = 10_000  # in the games of one variant
LOG = 4_000  # more than a game writes


# --- random play ----------------------------------------------------------------------------------
def checked(game, seed, bias, options):
    """Play a game to its end; how many events, and how deep the stack was."""
    one = new_game(game, seed, **options)
    one._ask_everything()
    note, report = np.zeros(NOTE_SIZE, np.int64), np.zeros(3, np.int64)
    mask, log = one.legal_mask(), new_log(LOG)
    size = play_checked(one.states, 0, new_rng(seed), mask, log, note, report, LOG, bias)
    assert size >= 0, f"seed {seed}, {one.options}: invariant {-size} broke"
    assert one.is_over, "the game does not end"
    return int(report[DECISIONS]), int(report[DEEPEST_STACK]), log, size


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_every_invariant_holds_after_every_event(game, options):
    events = EVENTS // (5 if game == TOY else 20) if INTERPRETED else EVENTS
    depth = find(game).record["stack"].shape[0]
    seed = 0
    while events > 0:
        played, deepest, _, _ = checked(game, seed, (UNIFORM, LIVELY)[seed % 2], options)
        assert deepest < depth
        events -= played
        seed += 1


@pytest.mark.parametrize("game", GAMES)
def test_checked_play_is_what_a_game_plays(game):
    _, _, log, size = checked(game, 3, UNIFORM, {})
    events, _ = read_log(log, size, 0)
    one = new_game(game, 3)
    again = type(one).replay(seed=3, options=one.options, actions=one.history + events)
    assert again.is_over


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
def test_a_broken_invariant_is_told_by_its_number(monkeypatch):
    rules = COMPILED_GAMES[find(TOY).record].rules
    monkeypatch.setitem(rules, "broken_invariant", lambda s, mask, note: 7 if s.turn == 1 else 0)
    with pytest.raises(AssertionError, match="invariant 7 broke"):
        checked(TOY, 1, UNIFORM, {})


# --- frames that nobody knows ---------------------------------------------------------------------
def put(game, frame, player, argument=NONE):
    """Owe one more frame."""
    size = int(game.states["stack_size"][0])
    game.states["stack"][0, size] = [frame, player, argument, argument, argument]
    game.states["stack_size"] = size + 1


def unknown_step(game):
    known = {row.id for row in game.spec.frames.rows if row.what == STEP}
    unknown = [id_ for id_ in range(game.spec.frames.first_decision) if id_ not in known]
    return unknown[0] if unknown else -1


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_that_no_rule_knows_stops_the_game(game):
    """It is not dropped: neither when it is marked nor when it is answered."""
    one = middle(game, 4)
    put(one, find(game).frames.size, one.deciding_player)
    with pytest.raises(BrokenGame, match="no rule knows what to do with frame"):
        one._record_log(engine.load(one.states, 0, one._mask, one._log))
    other = middle(game, 4)
    put(other, find(game).frames.size, other.deciding_player)
    with pytest.raises(BrokenGame, match="no rule knows"):
        other.step(other.legal_actions()[0])
    assert repr(other).endswith("broken>")
    other.undo()
    assert not other.is_over


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_no_rule_knows_stops_the_game(game):
    one = middle(game, 4)
    put(one, unknown_step(one), NONE)
    with pytest.raises(BrokenGame, match="no rule knows what to do with frame"):
        one._record_log(engine.load(one.states, 0, one._mask, one._log))


@pytest.mark.skipif(not INTERPRETED, reason="rules are called directly")
@pytest.mark.parametrize("game", GAMES)
def test_every_declared_decision_is_known_to_its_dispatcher(game):
    """One that stands in the table only would stop a game."""
    one = middle(game, 4)
    for row in find(game).frames.rows:
        if row.what == DECISION:
            twin = one.clone()
            put(twin, row.id, twin.deciding_player, 0)
            # Its rule was found, the arguments are odd.
            with contextlib.suppress(IndexError, ValueError):
                hooks.mark_legal(view(twin.states, 0), twin._mask)
            assert twin.states["status"][0] != BROKEN, row.name


@pytest.mark.parametrize("game", GAMES)
def test_a_game_to_which_nothing_is_owed_but_goes_on_is_broken(game):
    one = middle(game, 4)
    one.states["stack_size"] = 0
    with pytest.raises(BrokenGame):
        one._record_log(engine.load(one.states, 0, one._mask, one._log))


@pytest.mark.parametrize("game", GAMES)
def test_checked_play_tells_a_broken_game(game):
    one = middle(game, 4)
    put(one, find(game).frames.size, one.deciding_player)
    note, report = np.zeros(NOTE_SIZE, np.int64), np.zeros(3, np.int64)
    mask, log = one.legal_mask(), new_log(LOG)
    states, rng = one.states, new_rng(1)
    limit = 400
    assert play_checked(states, 0, rng, mask, log, note, report, limit, UNIFORM) == -BROKE_DOWN


def with_full_stack(game, seed):
    """A game whose lowest frame is owed again and again, below what is owed."""
    one = middle(game, seed)
    stack, size = one.states["stack"][0], int(one.states["stack_size"][0])
    missing = len(stack) - size
    stack[missing:] = stack[:size].copy()
    stack[:missing] = stack[missing]
    one.states["stack_size"] = len(stack)
    return one


@pytest.mark.parametrize("game", GAMES)
def test_a_full_stack_stops_the_game_instead_of_writing_past_its_end(game):
    with pytest.raises(BrokenGame, match="the stack is full"):  # noqa: PT012 (where one more is owed)
        for seed in range(20):
            one, rng = with_full_stack(game, seed), random.Random(seed)
            while not one.is_over:
                play_on(one, rng)
    assert one.states["stack_size"][0] == one.states["stack"].shape[1]


@pytest.mark.skipif(not INTERPRETED, reason="a rule is called directly")
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_written_past_a_full_stack(game):
    one = with_full_stack(game, 4)
    before = one.clone().states
    owe(view(one.states, 0), 1, 2, 3, 4, 5)
    assert one.states["stack_size"][0] == before["stack_size"][0]
    assert one.states["stack"][0, -1].tolist() == [1, 2, 3, 4, 5]
    one.states["stack"][0, -1] = before["stack"][0, -1]
    assert one.states.tobytes() == before.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_full_log_stops_the_game_instead_of_writing_past_its_end(game):
    one = middle(game, 4)
    action = one.legal_actions()[0]
    one._log = new_log(0)
    with pytest.raises(BrokenGame, match="the log is full"):
        one.step(action)


def test_a_log_that_is_full_when_chance_rolls_stops_the_game():
    one = new_game(TOY, 3)
    one._log = new_log(2)  # an answer and the beginning of a roll
    with pytest.raises(BrokenGame):  # noqa: PT012 (which of them does not matter)
        while not one.is_over:
            one.step(one.legal_actions()[-1])
    assert one.states["status"][0] == BROKEN


@pytest.mark.parametrize("game", GAMES)
def test_a_broken_game_of_many_is_named(game):
    env = VectorEnv(3, game=game, seed=5)
    _, masks = env.reset()
    size = env.states["stack_size"][1]
    env.states["stack"][1, size] = env.states["stack"][1, size - 1]
    env.states["stack"][1, size - 1, 0] = find(game).frames.size
    env.states["stack_size"][1] += 1
    with pytest.raises(BrokenGame, match=rf"slot 1, seed {env.seed_of(1)}"):  # noqa: PT012
        for _ in range(50):
            _, masks, *_ = env.step(masks.argmax(axis=1))


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
def test_a_game_that_breaks_in_its_setup_is_named(monkeypatch):
    def broken(s, rng):
        s.status = BROKEN

    monkeypatch.setitem(COMPILED_GAMES[find(TOY).record].rules, "set_up", broken)
    with pytest.raises(BrokenGame):
        new_game(TOY)
    with pytest.raises(BrokenGame, match="slot 0"):
        VectorEnv(2, game=TOY).reset()


def test_the_bits_of_the_options_are_those_of_the_house():
    one = new_game(TOY, auto_forced=True, auto_chance=False)
    assert one.states["options"][0] & AUTO_FORCED and not one.states["options"][0] & AUTO_CHANCE
    assert CHANCE != NONE
