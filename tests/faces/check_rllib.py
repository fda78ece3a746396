"""RLlib trains on the games of the house, saves, and plays in our arena (`make test-faces`)."""

import os

import numpy as np
import pytest
import ray

from agents.arena import Match, make_agents, play
from paxren_env.core.spec import find
from tests.support.games import GAMES, SHORT, TOY
from train.rllib import MODULE, RllibAgent, RllibEnv, main, self_play


@pytest.fixture(scope="module", autouse=True)
def _cluster():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def make(game):
    return RllibEnv({"game": game, "num_players": find(game).default_players, **SHORT[game]})


@pytest.mark.parametrize("game", GAMES)
def test_only_who_must_decide_is_shown_the_game_and_all_are_paid_at_its_end(game):
    env = make(game)
    observations, _ = env.reset(seed=3)
    total, number, done = dict.fromkeys(env.possible_agents, 0.0), 0, False
    while not done:
        (name,) = observations
        assert name == f"player_{env.table.game.deciding_player}"
        assert env.observation_spaces[name].contains(observations[name])
        legal = np.flatnonzero(observations[name]["action_mask"])
        answer = {name: int(legal[number % len(legal)])}
        observations, rewards, ended, cut, _ = env.step(answer)
        number += 1
        for agent, reward in rewards.items():
            total[agent] += reward
        done = ended["__all__"] or cut["__all__"]
    assert set(observations) == set(env.possible_agents)
    assert list(total.values()) == pytest.approx(env.table.game.returns.tolist())


def test_it_learns_saves_and_plays_in_our_arena(tmp_path):
    config = self_play(TOY, num_players=2, rounds=3).training(
        train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1
    )
    algorithm = config.build_algo()
    before = algorithm.get_module(MODULE).get_state()
    result = algorithm.train()
    assert result["num_env_steps_sampled_lifetime"] >= 256
    after = algorithm.get_module(MODULE).get_state()
    assert any(not np.array_equal(before[name], after[name]) for name in before)
    algorithm.save_to_path(tmp_path / "run")
    algorithm.stop()
    name = f"train.rllib.RllibAgent:path={tmp_path / 'run'}"
    match = Match((name, "random"), 2, 1, {"rounds": 3}, game=TOY)
    for one in play(match, range(8), make_agents(match)):
        assert one.error is None


def test_bad_arguments_are_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="is no checkpoint"):
        RllibAgent(str(tmp_path), TOY)
    with pytest.raises(SystemExit):
        main(["--game", "chess"])
    assert "there is no game 'chess'" in capsys.readouterr().err
