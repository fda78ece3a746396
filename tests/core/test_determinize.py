"""Determinize, for every game: what a seat knows stays, all else is redrawn."""

import random

import numpy as np
import pytest

from paxren_env.core.chance import new_rng
from paxren_env.core.checking import NOTE_SIZE, UNIFORM, play_checked
from paxren_env.core.log import new_log
from paxren_env.core.record import ALL, HIDDEN, OWNER, SECRET
from paxren_env.core.spec import find
from tests.support.games import (
    ALL_VARIANTS,
    CHANCE_GAMES,
    GAMES,
    middle,
    play_on,
    positions,
    spaced,
    variant_id,
)
from tests.support.secrets import is_planning, known_fields

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_it_keeps_all_that_the_seat_knows(game, options):
    for number, one in enumerate(positions(game, 31, **options)):
        viewer = number % one.num_players
        imagined = one.determinize(viewer, number)
        assert imagined.to_dict(viewer) == one.to_dict(viewer)
        seen, true = imagined.observe(viewer), one.observe(viewer)
        assert (seen["observation"] == true["observation"]).all()
        assert (seen["action_mask"] == true["action_mask"]).all()
        known = known_fields(one, viewer)
        for name, part in known_fields(imagined, viewer).items():
            assert (part == known[name]).all(), name


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_games_a_seat_cannot_tell_apart_become_the_same(game, options):
    for one in spaced(positions(game, 37, **options), 3):
        for viewer in range(one.num_players):
            first, second = one.determinize(viewer, 100), one.determinize(viewer, 200)
            expected = one.determinize(viewer, 7)
            for other in (first, second):
                again = other.determinize(viewer, 7)
                assert again.to_bytes() == expected.to_bytes()
                assert again.legal_actions() == expected.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_it_is_deterministic_and_leaves_the_game_alone(game):
    one = middle(game, 31)
    before = one.to_bytes(), one.legal_actions(), list(one.history)
    assert one.determinize(0, 5).to_bytes() == one.determinize(0, 5).to_bytes()
    assert len({one.determinize(0, seed).to_bytes() for seed in range(8)}) == 8
    assert (one.to_bytes(), one.legal_actions(), list(one.history)) == before
    assert one.determinize(0, 5).history == [] and one.determinize(0, 5).seed is None


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_chance_is_redrawn(game):
    for one in positions(game, 3):
        found = {int(one.determinize(0, seed).states["chance"][0, 0]) for seed in range(4)}
        assert len(found) == 4 and int(one.states["chance"][0, 0]) not in found and 0 not in found


@pytest.mark.parametrize("game", GAMES)
def test_everything_hidden_is_redrawn(game):
    """Each field that somebody hides is another one in some imagined game."""
    spec = find(game)
    secret = {name for name, seen_by in spec.visibility.items() if seen_by != ALL}
    changed = set()
    for one in spaced(positions(game, 31), 2):
        imagined = [one.determinize(0, seed) for seed in range(6)]
        for name in secret - changed:
            if any((other.states[name] != one.states[name]).any() for other in imagined):
                changed.add(name)
    assert changed == secret


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_hides_it_knows_itself(game):
    visibility = find(game).visibility
    mine = [name for name, seen in visibility.items() if seen in (OWNER, SECRET)]
    assert mine or HIDDEN in visibility.values() or not find(game).has_hidden_information
    one = middle(game, 31)
    for viewer in range(one.num_players):
        imagined = one.determinize(viewer, 1)
        for name in mine:
            own = imagined.states[name][0, viewer], one.states[name][0, viewer]
            assert np.array_equal(*own), name


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_imagined_games_are_sound_and_can_be_played(game, options):
    spec = find(game)
    for number, one in enumerate(spaced(positions(game, 31, **options), 5)):
        imagined = one.determinize(number % one.num_players, number)
        again = type(one).from_dict(imagined.to_dict())
        assert again.states.tobytes() == imagined.states.tobytes()
        assert again.legal_actions() == imagined.legal_actions()
        rng = random.Random(number)
        for _ in range(5):
            if not again.is_over:
                play_on(again, rng)
        note, report = np.zeros(NOTE_SIZE, np.int64), np.zeros(3, np.int64)
        mask, log = imagined.legal_mask(), new_log(200)
        states, stream = imagined.states, new_rng(number)
        broken = play_checked(states, 0, stream, mask, log, note, report, 40, UNIFORM)
        assert broken >= 0, f"{spec.name}: invariant {-broken}"


@pytest.mark.parametrize("game", [name for name in GAMES if find(name).has_simultaneous_plans])
def test_a_plan_that_is_under_way_begins_again_for_the_others(game):
    """How many answers of a secret plan were given, and how many were forced, nobody else knows."""
    begun = {}
    for one in positions(game, 5):
        planner = one.deciding_player
        for viewer in range(one.num_players):
            if is_planning(one) and viewer != planner:
                row = one.determinize(viewer, 1).to_bytes()
                key = one.turn, planner, viewer
                assert begun.setdefault(key, row) == row
    assert len(begun) > 3
