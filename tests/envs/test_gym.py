"""The Gymnasium environments of every game: one learner against policies."""

import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from paxren_env.core.errors import IllegalAction
from paxren_env.core.spec import find
from paxren_env.envs.gymnasium import GymVectorEnv, SingleEnv
from tests.support.games import GAMES, SHORT, TOY

pytestmark = pytest.mark.interpreted


def single(game, opponents="random", num_players=3, **options):
    """A short game."""
    options = {**SHORT.get(game, {}), **options}
    return SingleEnv(opponents, num_players, game=game, **options)


def several(game, num_envs, opponents="random", num_players=3, **options):
    options = {**SHORT.get(game, {}), **options}
    return GymVectorEnv(num_envs, opponents, num_players, game=game, **options)


def first_legal(observation, mask):
    return int(np.flatnonzero(mask)[0])


def seat_of(game, observation):
    return find(game).layout.unpack(observation)["seat"].argmax()


def play(env, seed=None, most=400):
    """Play a game; what was paid, and how it ended."""
    _, info = env.reset(seed=seed)
    total = 0.0
    for number in range(most):
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[(number * 7919 + 13) % len(legal)])
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        if terminated or truncated:
            return total, terminated, observation
    raise AssertionError("the game does not end")


@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized")
@pytest.mark.parametrize("game", GAMES)
def test_the_checker_of_gymnasium_is_content(game):
    env = single(game)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_that_of_the_learner(game):
    env = single(game, seat=2)
    observation, info = env.reset(seed=3)
    for _ in range(30):
        assert info["seat"] == seat_of(game, observation) == env.game.deciding_player == 2
        assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().any()
        assert env.action_masks().dtype == bool
        action = first_legal(observation, info["action_mask"])
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["random", first_legal], ids=["policy", "function"])
def test_the_learner_gets_what_his_seat_gets(game, opponents):
    """Also what is paid while others answer comes with the next step."""
    for seed in range(4):
        env = single(game, opponents, seat="random")
        total, terminated, _ = play(env, seed)
        assert total == pytest.approx(float(env.game.returns[env.seat]))
        assert terminated != env.game.is_truncated


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "opponents",
    ["random", first_legal, ["random", first_legal], "rollout:sims=2,depth=3"],
    ids=["policy", "function", "both", "agent"],
)
def test_the_same_seed_is_the_same_game(game, opponents):
    ends = []
    env = single(game, opponents)
    for played in (env, env, single(game, opponents)):
        ends.append([play(played, seed=8)[2].tobytes(), play(played)[2].tobytes()])
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0] != ends[0][1]


@pytest.mark.parametrize("game", GAMES)
def test_functions_play_the_seats_they_are_given(game):
    asked = []

    def watch(observation, mask):
        asked.append(int(seat_of(game, observation)))
        return first_legal(observation, mask)

    play(single(game, ["random", watch], seat=1), seed=2)
    assert set(asked) == {0}, "two seats after seat 1 comes seat 0"


@pytest.mark.parametrize("game", GAMES)
def test_an_opponent_that_answers_wrongly_is_named_and_ends_the_game(game):
    def confused(observation, mask):
        return int(np.flatnonzero(mask == 0)[0])

    env = single(game, ["random", confused], seat=0)
    with pytest.raises(IllegalAction, match="opponent 2 of 2: slot 0"):
        play(env, seed=1)
    with pytest.raises(ResetNeeded):
        env.step(int(env.action_masks().argmax()))


def test_a_callable_object_may_be_an_opponent():
    class Unhashable:
        __hash__ = None

        def __call__(self, observation, mask):
            return first_legal(observation, mask)

    play(single(TOY, Unhashable()), seed=1)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_loses(game):
    env = single(game)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_it_must_be_reset(game):
    env = single(game)
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    with pytest.raises(ResetNeeded):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
    play(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("action", [10**4, -1, None, True, 1.0, "buy"], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_action_is_refused_and_changes_nothing(game, action):
    env = single(game)
    env.reset(seed=1)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=rf"0\.\.{find(game).num_actions - 1}"):
        env.step(action)
    assert env.game.to_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_the_environment_plays_on_alike(game):
    env = single(game, first_legal)
    env.reset(seed=5)
    env.step(int(env.action_masks().argmax()))
    twin = pickle.loads(pickle.dumps(env))
    while True:
        action = int(env.action_masks().argmax())
        mine, theirs = env.step(action), twin.step(action)
        assert (mine[0] == theirs[0]).all() and mine[1:4] == theirs[1:4]
        if mine[2] or mine[3]:
            break
    assert (env.reset()[0] == twin.reset()[0]).all()


def test_options_of_a_reset_are_refused():
    with pytest.raises(ValueError, match="position"):
        single(TOY).reset(options={"position": {}})
    with pytest.raises(ValueError, match="position"):
        several(TOY, 2).reset(options={"position": {}})


@pytest.mark.parametrize("opponents", [None, [None], [5], ["random"] * 3, []], ids=str)
def test_opponents_are_names_or_functions_one_for_every_other_seat(opponents):
    with pytest.raises(ValueError, match="opponent"):
        single(TOY, opponents)


@pytest.mark.parametrize(
    "opponents", [None, [None], first_legal], ids=["none", "a list of none", "a function"]
)
def test_many_games_have_one_learner_each(opponents):
    with pytest.raises(ValueError, match="one learner in each game"):
        several(TOY, 2, opponents)


@pytest.mark.parametrize("game", GAMES)
def test_unknown_opponents_and_seats_are_refused(game):
    with pytest.raises(ValueError, match="no_such_agent"):
        single(game, "no_such_agent")
    with pytest.raises(ValueError, match="seat"):
        single(game, seat=3)
    with pytest.raises(ValueError, match="'num_players' is a whole number"):
        single(game, num_players="3")


@pytest.mark.parametrize("game", GAMES)
def test_it_shows_the_table(game):
    env = single(game, render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        single(game, render_mode="ansi").render()
    assert env.render() == str(env.game)


# --- many games -----------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_many_games_at_once_follow_the_convention_of_gymnasium(game):
    env = several(game, 3)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=5)
    ended = 0
    for _ in range(60):
        assert observations in env.observation_space
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        done = terminated | truncated
        assert rewards.shape == (3,) and not rewards[~done].any()
        for i in np.flatnonzero(done):
            assert seat_of(game, infos["final_obs"][i]) == infos["final_info"]["seat"][i]
            ended += 1
        for i in range(3):
            assert seat_of(game, observations[i]) == infos["seat"][i]
        assert ("final_obs" in infos) == done.any()
    assert ended
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_many_games_return_stays_as_it_was(game):
    env = several(game, 3)
    kept = []
    _, infos = env.reset(seed=5)
    for _ in range(20):
        obs, rewards, terminated, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
        arrays = [obs, rewards, terminated, truncated, infos["action_mask"], infos["seat"]]
        arrays += [final for final in infos.get("final_obs", ()) if final is not None]
        kept += [(array, array.copy()) for array in arrays]
    assert all((array == copied).all() for array, copied in kept)


# --- what libraries expect ------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_option_is_what_gymnasium_raises(game):
    """A TypeError, as an unexpected argument is everywhere; and a ValueError as before."""
    for error in (TypeError, ValueError):
        with pytest.raises(error, match="unknown option 'colour'"):
            SingleEnv(game=game, colour="red")
        with pytest.raises(error, match="unknown option 'colour'"):
            GymVectorEnv(2, game=game, colour="red")


@pytest.mark.parametrize("game", GAMES)
def test_the_mode_for_people_prints_the_table_at_every_step(game, capsys):
    env = SingleEnv(game=game, render_mode="human")
    _, info = env.reset(seed=1)
    assert capsys.readouterr().out == f"{env.game}\n"
    env.step(int(info["action_mask"].argmax()))
    assert capsys.readouterr().out == f"{env.game}\n"
    assert env.render() is None


@pytest.mark.parametrize("game", GAMES)
def test_many_tables_are_rendered_one_by_one(game):
    env = GymVectorEnv(3, game=game, render_mode="ansi")
    env.reset(seed=1)
    tables = env.render()
    assert len(tables) == 3 and tables[2] == str(env._tables.game(2))
    with pytest.raises(ValueError, match="render_mode is one of"):
        GymVectorEnv(3, game=game, render_mode="film")


def test_gymnasium_makes_many_with_a_mode():
    import gymnasium

    import paxren_env  # noqa: F401 (registers)

    env = gymnasium.make_vec("PaxRenaissance-v0", num_envs=2, render_mode="ansi", num_players=2)
    env.reset(seed=1)
    assert len(env.render()) == 2
    env.close()
