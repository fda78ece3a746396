"""Arrays of the caller, and parts that are stepped while others are thought about."""

import warnings

import numpy as np
import pytest

from paxren_env.core.errors import IllegalAction
from paxren_env.core.spec import find
from paxren_env.envs.parts import Parts
from paxren_env.envs.vector import OWNED, VectorEnv
from tests.support.games import GAMES, SHORT, TOY

pytestmark = pytest.mark.interpreted


def options_of(game):
    return {"num_players": find(game).default_players, **SHORT.get(game, {})}


def owned(game, number):
    """Arrays such as the environment has."""
    plain = VectorEnv(number, game=game, **options_of(game))
    return {name: np.zeros_like(getattr(plain, name)) for name in OWNED}


def answers(masks, seed):
    noise = np.random.default_rng(seed).random(masks.shape[-2:])
    return (masks * noise).argmax(axis=-1)


@pytest.mark.parametrize("game", GAMES)
def test_every_call_writes_to_the_arrays_of_the_caller(game):
    mine = owned(game, 3)
    env = VectorEnv(3, seed=4, game=game, buffers=mine, **options_of(game))
    plain = VectorEnv(3, seed=4, game=game, **options_of(game))
    env.reset()
    plain.reset()
    for step in range(15):
        for name in OWNED:
            assert np.array_equal(mine[name], getattr(plain, name)), name
        actions = answers(plain.masks, step)
        env.step(actions)
        plain.step(actions)


def test_masks_of_the_caller_are_not_those_that_actions_are_checked_by():
    mine = owned(TOY, 2)
    env = VectorEnv(2, game=TOY, buffers=mine, **options_of(TOY))
    env.reset()
    illegal = (mine["masks"] == 0).argmax(axis=1)
    mine["masks"][:] = 1
    with pytest.raises(IllegalAction):
        env.step(illegal)


def test_torch_shares_them_without_copying():
    torch = pytest.importorskip("torch")
    mine = owned(TOY, 2)
    env = VectorEnv(2, game=TOY, buffers=mine, **options_of(TOY))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # torch warns of read-only memory
        obs = torch.from_numpy(mine["obs"])
    env.reset()
    assert obs.data_ptr() == mine["obs"].ctypes.data
    assert np.array_equal(obs.numpy(), env.obs) and env.obs.any()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("obs", lambda array: array[:1]),
        ("obs", lambda array: array.astype(np.int16)),
        ("masks", lambda array: np.asfortranarray(array)),
        ("rewards", lambda array: array.tolist()),
        ("rewards", lambda array: np.broadcast_to(array[:1], array.shape)),
    ],
)
def test_an_array_that_does_not_fit_is_refused(name, change):
    mine = owned(TOY, 3)
    with pytest.raises(ValueError, match=f"buffer '{name}' is a writeable array"):
        VectorEnv(3, game=TOY, buffers={name: change(mine[name])}, **options_of(TOY))


def test_a_buffer_that_there_is_none_of_is_refused():
    with pytest.raises(ValueError, match="buffers are obs, masks"):
        VectorEnv(3, game=TOY, buffers={"final_obs": np.zeros(3)}, **options_of(TOY))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_parts_play_the_games_of_the_whole(game, threads):
    parts = Parts(3, 2, game=game, seed=5, threads=threads, **options_of(game))
    whole = VectorEnv(6, seed=5, game=game, **options_of(game))
    parts.reset()
    whole.reset()
    steps = 12
    seen = []
    for number, part in enumerate(parts.turns(steps)):
        seen.append({name: getattr(parts, name)[part].copy() for name in OWNED})
        parts.send(part, answers(parts.masks[part], number))
    for step in range(steps):
        now = seen[3 * step : 3 * step + 3]
        for name in OWNED:
            together = np.concatenate([part[name] for part in now])
            assert np.array_equal(together, getattr(whole, name)), name
        actions = [answers(part["masks"], 3 * step + i) for i, part in enumerate(now)]
        whole.step(np.concatenate(actions))
    parts.close()


def test_a_part_is_not_sent_twice_and_an_illegal_action_is_said_by_recv():
    parts = Parts(2, 2, game=TOY, **options_of(TOY))
    parts.reset()
    parts.send(0, parts.masks[0].argmax(axis=1))
    with pytest.raises(ValueError, match="recv it first"):
        parts.send(0, parts.masks[0].argmax(axis=1))
    parts.recv(0)
    before = parts.obs[1].copy()
    parts.send(1, (parts.masks[1] == 0).argmax(axis=1))
    with pytest.raises(IllegalAction):
        parts.recv(1)
    assert np.array_equal(parts.obs[1], before)
    parts.send(1, parts.masks[1].argmax(axis=1))  # it goes on
    parts.recv(1)
    parts.close()


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="at least 1"):
        Parts(0, 2, game=TOY)
