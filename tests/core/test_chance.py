"""Chance: rolls are decisions of nobody, with a stream of their own."""

import random
from collections import Counter

import numpy as np
import pytest

from paxren_env import IllegalAction
from paxren_env.core import engine
from paxren_env.core.chance import draw, new_rng, shuffle, splitmix
from paxren_env.core.constants import CHANCE
from paxren_env.core.spec import find
from paxren_env.envs.vector import VectorEnv, mix
from tests.support.games import (
    CHANCE_GAMES,
    GAMES,
    TOY,
    finished,
    lively_action,
    middle,
    new_game,
    play_on,
    positions,
)

pytestmark = pytest.mark.interpreted


def asked(name, seed, **options):
    """The positions of a game where chance is asked."""
    for game in positions(name, seed, auto_chance=False, **options):
        if game.deciding_player == CHANCE:
            yield game


# --- the stream -----------------------------------------------------------------------------------
def test_draws_are_even_and_the_same_on_every_machine():
    rng = new_rng(7)
    counts = Counter(draw(rng, 6) for _ in range(6000))
    assert set(counts) == set(range(6)) and min(counts.values()) > 900
    rng, x = new_rng(7), splitmix(7)
    for _ in range(50):  # xorshift64 in plain ints
        x ^= x << 13 & 2**64 - 1
        x ^= x >> 7
        x ^= x << 17 & 2**64 - 1
        assert draw(rng, 100) == (x >> 32) * 100 >> 32
    items = np.arange(10)
    shuffle(new_rng(1), items, 2, 8)
    assert items[[0, 1, 8, 9]].tolist() == [0, 1, 8, 9] and sorted(items) == list(range(10))


def test_no_seed_stops_the_stream():
    assert all(splitmix(seed) for seed in (-(2**63), -1, 0, 1, 2**64, 0x61C8864680B583EB))


# --- asked from outside ---------------------------------------------------------------------------
@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_rolls_stand_in_the_history(game):
    one = finished(game, 3)
    rolls = [event for event in one.history if isinstance(event, tuple)]
    assert rolls and all(type(number) is int for roll in rolls for number in roll)
    assert all(1 <= len(roll) <= find(game).max_outcome for roll in rolls)


@pytest.mark.parametrize("auto_forced", [True, False])
@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_rolling_by_hand_gives_the_same_game(game, auto_forced):
    one = new_game(game, 3, auto_forced=auto_forced)
    slow = new_game(game, 3, auto_forced=auto_forced, auto_chance=False)
    rng = random.Random(3)
    rolled = 0
    while not one.is_over:
        while slow.deciding_player == CHANCE:
            slow.roll()
            rolled += 1
        assert slow.history == one.history and slow.legal_actions() == one.legal_actions()
        action = lively_action(one, rng)
        one.step(action)
        slow.step(action)
    while slow.deciding_player == CHANCE:
        slow.roll()
        rolled += 1
    assert rolled and slow.history == one.history
    slow.states["options"] = one.states["options"]
    assert slow.to_bytes() == one.to_bytes()


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_the_outcomes_told_from_outside_give_the_same_game(game):
    one = finished(game, 3)
    again = new_game(game, 3, auto_chance=False)
    while not again.is_over:
        again.step(one.history[len(again.history)])
    assert again.history == one.history and again.winners == one.winners


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_nobody_is_asked_when_chance_is(game):
    for one in asked(game, 5):
        assert one.legal_actions() == [] and not one.is_over
        assert one.decision in find(game).frames.decision_names
        for player in range(one.num_players):
            assert not one.observe(player)["action_mask"].any()
        again = type(one).from_bytes(one.to_bytes())
        assert again.deciding_player == CHANCE
        assert type(one).from_dict(one.to_dict()).to_bytes() == one.to_bytes()


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_the_listed_outcomes_are_all_there_are(game):
    listed_somewhere = 0
    for one in asked(game, 5):
        if find(game).chance_outcomes(one) is None:
            with pytest.raises(ValueError, match="too many to list"):
                one.chance_outcomes()
            continue
        listed = one.chance_outcomes()
        listed_somewhere += 1
        assert sum(chance for _, chance in listed) == pytest.approx(1)
        assert len({outcome for outcome, _ in listed}) == len(listed)
        assert all(chance > 0 for _, chance in listed)
        for outcome, _ in listed[:12]:
            twin = one.clone()
            twin.step(outcome)
            assert twin.history[len(one.history)] == outcome
        for seed in range(12):
            twin = one.clone()
            twin.states["chance"] = splitmix(seed)
            twin.roll()
            assert twin.history[len(one.history)] in {outcome for outcome, _ in listed}
    assert listed_somewhere or game != TOY


def test_rolls_are_as_likely_as_they_are_listed():
    one = next(asked(TOY, 5))
    counts = Counter()
    for seed in range(3600):
        twin = one.clone()
        twin.states["chance"] = splitmix(seed)
        twin.roll()
        counts[twin.history[len(one.history)]] += 1
    for outcome, chance in one.chance_outcomes():
        assert counts[outcome] == pytest.approx(3600 * chance, abs=45)


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_impossible_outcomes_change_nothing(game):
    one = next(asked(game, 5))
    before = one.states.tobytes(), list(one.history), len(one._past)
    for outcome in (-1, 32000, 10**9, (32000,) * find(game).max_outcome, (), [-1, -1], (0,) * 999):
        with pytest.raises(IllegalAction, match="outcome"):
            one.step(outcome)
    for outcome in ("six", None, 1.5, (1.5, 2), True):
        with pytest.raises(TypeError, match="whole number"):
            one.step(outcome)
    assert (one.states.tobytes(), list(one.history), len(one._past)) == before


def test_dice_are_refused_that_no_die_shows():
    one = next(asked(TOY, 5))
    for outcome in (3, (3,), (0, 3), (3, 7)):
        with pytest.raises(IllegalAction, match=r"is no outcome of 'dice'"):
            one.step(outcome)
    for outcome in ((3, 6), [3, 6], np.array([3, 6])):
        twin = one.clone()
        twin.step(outcome)
        assert twin.history[-1] == (3, 6) or (3, 6) in twin.history


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_a_roll_can_be_undone(game):
    one = next(asked(game, 5))
    before = one.states.tobytes(), list(one.history)
    one.roll()
    after = one.states.tobytes()
    one.undo()
    assert (one.states.tobytes(), list(one.history)) == before
    one.roll()
    assert one.states.tobytes() == after


@pytest.mark.parametrize("game", GAMES)
def test_only_when_chance_is_asked_it_can_be_rolled(game):
    one = new_game(game)
    for ask in (one.roll, one.chance_outcomes):
        with pytest.raises(ValueError, match="chance is not asked now"):
            ask()


@pytest.mark.parametrize("game", [name for name in GAMES if name not in CHANCE_GAMES])
def test_a_game_without_chance_in_play_has_no_such_option(game):
    with pytest.raises(ValueError, match="unknown option 'auto_chance'"):
        new_game(game, auto_chance=False)


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_rollouts_roll_by_themselves(game):
    one = middle(game, 3, auto_chance=False)
    mask, log = one.legal_mask(), one._log.copy()
    engine.rollout(one.states, 0, new_rng(1), mask, log, 10_000)
    assert one.is_over


# --- streams of their own -------------------------------------------------------------------------
@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_what_policies_draw_does_not_change_the_dice(game):
    """Games of one seed against different opponents have the same stream of chance."""
    players = find(game).default_players
    alone = find(game).module("game").Game(players, mix(4, 0, 0))
    rng, stream = alone.states["chance"][0].copy(), set()
    for _ in range(2000):
        stream.add(int(rng[0]))
        draw(rng, 2)
    for opponents in ("random", "greedy"):
        env = VectorEnv(1, players, seed=4, game=game, opponents=opponents)
        env.reset()
        assert int(env.states["chance"][0, 0]) in stream
