"""The Gymnasium environments: one learner against policies."""

import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from paxren_env.core.errors import IllegalAction
from paxren_env.envs.gymnasium import PaxEnv, PaxGymVectorEnv
from paxren_env.games.pax_renaissance.actions import FAIR
from paxren_env.games.pax_renaissance.observe import OBS_SIZE, unpack
from paxren_env.registration import GYM_ID, register_environments
from tests.games.pax_renaissance.positions import ruin

pytestmark = pytest.mark.interpreted

register_environments()


def first_legal(observation, mask):
    return int(np.flatnonzero(mask)[0])


def play(env, seed=None, most=400):
    """Play a game with the first legal action; what was paid, and how it ended."""
    _, info = env.reset(seed=seed)
    total = 0.0
    for number in range(most):
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[(number * 7919 + 13) % len(legal)])
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert info["seat"] == unpack(observation)["seat"].argmax()
        if terminated or truncated:
            return total, terminated, observation
    raise AssertionError("the game does not end")


@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized")
def test_the_checker_of_gymnasium_is_content():
    env = gymnasium.make(GYM_ID, opponents="random", num_players=3).unwrapped
    check_env(env, skip_render_check=True)


def test_it_is_found_by_its_name():
    env = gymnasium.make("paxren_env:" + GYM_ID, opponents="random", num_players=2, seat=1)
    observation, info = env.reset(seed=1)
    assert isinstance(env.unwrapped, PaxEnv)
    assert observation.shape == (OBS_SIZE,) and observation.dtype == np.int8
    assert info["seat"] == 1 and unpack(observation)["seat"].argmax() == 1


def test_the_mask_is_that_of_the_learner():
    env = PaxEnv(num_players=3, seat=2, max_turns=15)
    observation, info = env.reset(seed=3)
    for _ in range(30):
        assert unpack(observation)["deciding_player"].argmax() == 0
        assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().any()
        assert env.action_masks().dtype == bool
        action = first_legal(observation, info["action_mask"])
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break


def test_the_learner_gets_what_his_seat_gets():
    ends = set()
    for seed in range(6):
        env = PaxEnv(num_players=2, seat="random")
        total, terminated, observation = play(env, seed)
        parts = unpack(observation)
        assert terminated and parts["status"].tolist() == [1, 0]
        winners = parts["winner"]
        expected = 0 if winners.sum() > 1 else 1 if winners[0] else -1
        assert total == expected
        ends.add(expected)
    assert ends >= {1, -1}


@pytest.mark.parametrize(
    "opponents",
    ["random", first_legal, ["random", first_legal], "rollout:sims=2,depth=3"],
    ids=["policy", "function", "both", "agent"],
)
def test_the_same_seed_is_the_same_game(opponents):
    ends = []
    env = PaxEnv(opponents, num_players=3, max_turns=8)
    for played in (env, env, PaxEnv(opponents, num_players=3, max_turns=8)):
        ends.append([play(played, seed=8)[2].tobytes(), play(played)[2].tobytes()])
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0] != ends[0][1]


def test_functions_play_the_seats_they_are_given():
    asked = []

    def watch(observation, mask):
        parts = unpack(observation)
        asked.append(int(parts["seat"].argmax()))
        assert parts["deciding_player"].argmax() == 0
        return first_legal(observation, mask)

    play(PaxEnv(["random", watch], num_players=3, seat=1, max_turns=15), seed=2)
    assert set(asked) == {0}, "two seats after seat 1 comes seat 0"


def test_an_opponent_that_answers_wrongly_is_named_and_ends_the_game():
    def confused(observation, mask):
        return int(np.flatnonzero(mask == 0)[0])

    env = PaxEnv(["random", confused], num_players=3, seat=0)
    with pytest.raises(IllegalAction, match="opponent 2 of 2: slot 0"):
        play(env, seed=1)
    with pytest.raises(ResetNeeded):
        env.step(int(env.action_masks().argmax()))


def test_a_callable_object_may_be_an_opponent():
    class Unhashable:
        __hash__ = None

        def __call__(self, observation, mask):
            return first_legal(observation, mask)

    play(PaxEnv(Unhashable(), num_players=3, max_turns=6), seed=1)


def test_what_is_paid_while_others_answer_comes_with_the_next_step():
    """A function that is asked last ends the game: the learner is paid all the same."""
    for seed in range(8):
        total, terminated, observation = play(PaxEnv(first_legal, num_players=2), seed)
        winners = unpack(observation)["winner"][:2]
        assert terminated and total == int(winners[0]) - int(winners[1])


def test_a_bankrupt_learner_is_terminated_also_if_the_game_is_cut_later():
    options = {"num_players": 3, "seat": 0, "bankruptcy": True, "max_turns": 12}
    env = PaxEnv("random", **options)
    env.reset(seed=0)
    ruin(env._table.states, 0)
    _, reward, terminated, truncated, _ = env.step(FAIR)  # which brings nothing
    assert (reward, terminated, truncated) == (-0.5, True, False)
    games = PaxGymVectorEnv(2, "random", **options)
    _, infos = games.reset(seed=0)
    ruin(games._tables.states, 0)
    actions = infos["action_mask"].argmax(axis=1)
    actions[0] = FAIR
    _, rewards, terminated, truncated, infos = games.step(actions)
    assert rewards.tolist() == [-0.5, 0] and terminated.tolist() == [True, False]
    while not truncated.any():
        _, _, terminated, truncated, infos = games.step(infos["action_mask"].argmax(axis=1))
    assert not terminated.any()


def test_an_illegal_action_loses():
    env = PaxEnv(num_players=2)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


def test_after_the_end_it_must_be_reset():
    env = PaxEnv(num_players=2, max_turns=4)
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    with pytest.raises(ResetNeeded):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
    play(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("action", [721, -1, None, True, 1.0, "buy"], ids=str)
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    env = PaxEnv(num_players=2)
    env.reset(seed=1)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=r"0\.\.720"):
        env.step(action)
    assert env.game.to_bytes() == before


def test_a_game_that_ends_before_the_learner_is_asked_does_not_count():
    env = PaxEnv(first_legal, num_players=3, max_turns=1)
    for seed in range(6):
        assert env.reset(seed=seed)[1]["action_mask"].any()


def test_a_copy_of_the_environment_plays_on_alike():
    env = PaxEnv(first_legal, num_players=3, max_turns=9)
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
    env = PaxEnv(num_players=2)
    with pytest.raises(ValueError, match="position"):
        env.reset(options={"position": {}})


@pytest.mark.parametrize("opponents", [None, [None], [5], ["random", "random"], []], ids=str)
def test_opponents_are_names_or_functions_one_for_every_other_seat(opponents):
    with pytest.raises(ValueError, match="opponent"):
        PaxEnv(opponents, num_players=2)


@pytest.mark.parametrize(
    "opponents", [None, [None], first_legal], ids=["none", "a list of none", "a function"]
)
def test_many_games_have_one_learner_each(opponents):
    with pytest.raises(ValueError, match="one learner in each game"):
        PaxGymVectorEnv(2, opponents, num_players=2)


def test_unknown_opponents_and_seats_are_refused():
    with pytest.raises(ValueError, match="no_such_agent"):
        PaxEnv("no_such_agent", num_players=2)
    with pytest.raises(ValueError, match="seat"):
        PaxEnv(num_players=2, seat=2)
    with pytest.raises(ValueError, match="'num_players' is a whole number"):
        PaxEnv(num_players="3")


def test_it_shows_the_table():
    env = PaxEnv(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        PaxEnv(num_players=2, render_mode="ansi").render()
    assert env.render() == str(env.game)


def test_many_games_at_once_follow_the_convention_of_gymnasium():
    env = gymnasium.make_vec(GYM_ID, num_envs=3, opponents="random", num_players=3, max_turns=12)
    assert isinstance(env.unwrapped, PaxGymVectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=5)
    ended = 0
    for _ in range(60):
        assert observations in env.observation_space
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        done = terminated | truncated
        assert rewards.shape == (3,) and not rewards[~done].any()
        for i in np.flatnonzero(done):
            parts = unpack(infos["final_obs"][i])
            assert parts["seat"].argmax() == infos["final_info"]["seat"][i]
            assert parts["status"].sum() == 1
            assert unpack(observations[i])["status"].sum() == 0
            ended += 1
        assert ("final_obs" in infos) == done.any()
    assert ended
    env.close()


def test_what_many_games_return_stays_as_it_was():
    env = PaxGymVectorEnv(3, "random", num_players=2, max_turns=5)
    kept = []
    _, infos = env.reset(seed=5)
    for _ in range(12):
        obs, rewards, terminated, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
        arrays = [obs, rewards, terminated, truncated, infos["action_mask"], infos["seat"]]
        arrays += [final for final in infos.get("final_obs", ()) if final is not None]
        kept += [(array, array.copy()) for array in arrays]
    assert all((array == copied).all() for array, copied in kept)
    assert any(len(array) == OBS_SIZE for array, _ in kept), "no game ended"


def test_a_learned_policy_may_be_an_opponent():
    checkpoint = Path(__file__).parents[2] / "train" / "checkpoints" / "ppo.npz"
    env = PaxEnv(f"policy:{checkpoint}", num_players=2, max_turns=6)
    assert play(env, seed=1)[0] == 0, "cut games pay nothing"
