"""What a seat sees lies in the Box that the environments declare, from made-up positions too."""

import copy
import random

import numpy as np
import pytest

from paxren_env import make_game
from paxren_env.core.spec import find
from paxren_env.envs.aec import RawEnv
from tests.support.games import ALL_VARIANTS, GAMES, SHORT, variant_id

pytestmark = pytest.mark.interpreted

NUMBERS = (0, 1, 2, 3, 4, 5, 7, 9, 11, 19, 50, 126, 127, 128, 200, 255, 256, 32767)
MOST_TRIED = 600  # positions of a game


def outside(game):
    """The parts of any seat's observation that are not within the layout's bounds."""
    layout = game.spec.layout
    low, high = layout.low, layout.high
    seen = [game.observe(seat)["observation"] for seat in range(game.num_players)]
    wrong = np.any([(one < low) | (one > high) for one in seen], axis=0)
    return [part.name for part in layout.parts if wrong[part.where].any()]


def play_within(game, steps, rng):
    """Random answers; at every step all is within its bounds."""
    assert not outside(game)
    for _ in range(steps):
        if game.is_over or not game.legal_actions():
            return
        game.step(rng.choice(game.legal_actions()))
        assert not outside(game), game.history


def numbers_in(value, path=()):
    """The path of every number of a position."""
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(part, (*path, key))
    elif type(value) is int:
        yield path


def changed(position, path, number):
    twin = copy.deepcopy(position)
    place = twin
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = number
    return twin


@pytest.mark.parametrize(("name", "options"), ALL_VARIANTS, ids=variant_id)
def test_observations_in_play_are_within_their_bounds(name, options):
    play_within(make_game(name, seed=3, **{**SHORT.get(name, {}), **options}), 60, random.Random(1))


@pytest.mark.parametrize("name", GAMES)
def test_observations_of_changed_positions_are_within_their_bounds(name):
    """Each number of some positions becomes another one: refused, or all that follows fits."""
    rng, tried = random.Random(2), []
    for seed in range(4):
        game = make_game(name, seed=seed, **SHORT.get(name, {}))
        for _ in range(8 * seed):
            if len(game.legal_actions()) > 0:
                game.step(rng.choice(game.legal_actions()))
        position = game.to_dict()
        tried += [(position, path, n) for path in numbers_in(position) for n in NUMBERS]
    loaded = 0
    for position, path, number in rng.sample(tried, min(MOST_TRIED, len(tried))):
        try:
            game = find(name).module("game").Game.from_dict(changed(position, path, number))
        except ValueError:
            continue
        loaded += 1
        play_within(game, 12, rng)
    assert loaded > 20


@pytest.mark.parametrize("name", GAMES)
def test_spaces_contain_what_is_seen(name):
    env = RawEnv(game=name, **SHORT.get(name, {}))
    env.reset(seed=1)
    for _ in range(30):
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        assert env.state_space.contains(env.state())
        if not env.agents or env.game.is_over:
            break
        env.step(env.game.legal_actions()[-1])
