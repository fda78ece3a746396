"""What environments hand out cannot be written to: actions are checked against those very masks."""

import copy
import pickle

import pytest

from paxren_env.core.errors import IllegalAction
from paxren_env.core.spec import find
from paxren_env.envs.aec import RawEnv
from paxren_env.envs.gymnasium import GymVectorEnv, SingleEnv
from paxren_env.envs.vector import SHOWN, VectorEnv
from tests.support.games import GAMES, SHORT, TOY

pytestmark = pytest.mark.interpreted


def make(game, kind=VectorEnv, **options):
    return kind(game=game, **{**SHORT.get(game, {}), **options})


def first_legal(masks):
    return (masks != 0).argmax(axis=1)


def every_array(env):
    """All that a VectorEnv hands out: what it returns, and its attributes."""
    outputs = [*env.reset(), *env.step(first_legal(env.masks))]
    return outputs, [getattr(env, name) for name in SHOWN]


@pytest.mark.parametrize("game", GAMES)
def test_arrays_of_a_vector_environment_are_read_only(game):
    outputs, attributes = every_array(make(game, num_envs=2))
    for array in (*outputs, *attributes):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


@pytest.mark.parametrize("game", GAMES)
def test_a_mask_that_was_written_to_makes_nothing_legal(game):
    env = make(game, num_envs=2, seed=3)
    _, masks = env.reset()
    illegal = (masks == 0).argmax(axis=1)
    before = env.states.tobytes()
    for shown in (masks, env.masks):
        with pytest.raises(ValueError, match="read-only"):
            shown[:] = 1
    with pytest.raises(IllegalAction):
        env.step(illegal)
    assert env.states.tobytes() == before


def test_what_is_shown_follows_the_game():
    """One view for all steps, over the memory that compiled code writes to."""
    env = make(TOY, num_envs=2, seed=3)
    _, masks = env.reset()
    first = masks.copy()
    assert masks is env.masks
    while (masks == first).all():
        env.step(first_legal(masks))
    assert env.obs is env.obs and (masks.sum(axis=1) > 0).all()


def test_with_copy_the_arrays_are_the_callers_own():
    env = make(TOY, num_envs=2, copy=True)
    outputs, attributes = every_array(env)
    before = [array.copy() for array in attributes]
    for array in outputs:
        array[:] = 1
    assert all((one == other).all() for one, other in zip(attributes, before, strict=True))
    with pytest.raises(ValueError, match="read-only"):
        env.masks[:] = 1


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_of_the_environment_shows_its_own_arrays(twin_of):
    env = make(TOY, num_envs=2, seed=3)
    env.reset()
    twin = twin_of(env)
    assert (twin.masks == env.masks).all() and twin.games.tolist() == [1, 1]
    before = [getattr(env, name).copy() for name in SHOWN]
    while twin.games.tolist() == [1, 1]:
        twin.step(first_legal(twin.masks))
    assert all((getattr(env, n) == was).all() for n, was in zip(SHOWN, before, strict=True))
    assert not twin.masks.flags.writeable


@pytest.mark.parametrize("game", GAMES)
def test_games_that_are_restored_go_on_as_they_would_have(game):
    env = make(game, num_envs=3, seed=3)
    env.reset()
    for _ in range(20):
        env.step(first_legal(env.masks))
    twin = make(game, num_envs=3, seed=3)
    twin.restore([env.game(slot) for slot in range(3)], env.games.copy())
    for _ in range(60):
        assert (env.obs == twin.obs).all() and (env.masks == twin.masks).all()
        actions = first_legal(env.masks)
        mine, theirs = env.step(actions), twin.step(actions)
        assert all((one == other).all() for one, other in zip(mine, theirs, strict=True))


# --- the other environments -----------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_opponents_cannot_write_to_what_they_see(game):
    seen = []

    def cheat(observation, mask):
        for array in (observation, mask):
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 1
        seen.append(mask.sum())
        return int(mask.argmax())

    env = make(game, SingleEnv, opponents=cheat, num_players=3)
    _, info = env.reset(seed=1)
    while not seen:
        info = env.step(int(info["action_mask"].argmax()))[-1]


def test_agents_as_opponents_get_arrays_of_their_own():
    """To play with as they like: it makes nothing legal."""
    env = make(TOY, SingleEnv, opponents="rollout:sims=2,depth=1", num_players=2)
    env.reset(seed=1)

    class Cheat:
        def act(self, observation, mask, games):
            illegal = mask.argmin(axis=1)
            observation[:], mask[:] = 0, 1
            return illegal

    env._opponents[0].agent = Cheat()
    with pytest.raises(IllegalAction, match="opponent 1 of 1"):
        while True:
            env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize("game", GAMES)
def test_what_gymnasium_returns_is_the_callers_own(game):
    env = make(game, SingleEnv)
    observation, info = env.reset(seed=1)
    legal = env.action_masks()
    illegal = int((info["action_mask"] == 0).argmax())
    observation[:], info["action_mask"][:] = 0, 1
    env.action_masks()[:] = True
    assert (env.action_masks() == legal).all()
    *_, info = env.step(illegal)
    assert info["illegal"]
    many = make(game, GymVectorEnv, num_envs=2)
    observations, infos = many.reset(seed=1)
    illegal = (infos["action_mask"] == 0).argmax(axis=1)
    observations[:], infos["action_mask"][:], infos["seat"][:] = 0, 1, 0
    with pytest.raises(IllegalAction):
        many.step(illegal)


@pytest.mark.parametrize("game", GAMES)
def test_what_pettingzoo_returns_is_the_callers_own(game):
    env = make(game, RawEnv, num_players=find(game).max_players)
    env.reset(seed=1)
    seen, *_ = env.last()
    illegal = int((seen["action_mask"] == 0).argmax())
    seen["action_mask"][:], seen["observation"][:] = 1, 0
    env.game.legal_mask()[:] = 1
    with pytest.raises(IllegalAction):
        env.step(illegal)
