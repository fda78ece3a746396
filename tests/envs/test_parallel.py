"""The PettingZoo parallel environment of every game: everybody answers, one answer counts."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils import parallel_to_aec

from paxren_env import age_of_renaissance_v0, paxren_v0, wallenstein_v0
from paxren_env.core.spec import find
from paxren_env.envs.aec import RawEnv
from paxren_env.envs.parallel import ParallelEnv
from tests.support.games import CUT, CUT_GAMES, GAMES, SHORT

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore:.*Illegal move made"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def make(game, illegal="loses", max_cycles=None, **options):
    players = {"num_players": find(game).default_players}
    raw = RawEnv(game=game, **{**players, **SHORT.get(game, {}), **options})
    return ParallelEnv(raw, illegal=illegal, max_cycles=max_cycles)


def decider(env):
    return f"player_{env.game.deciding_player}"


def legal_answers(env, number=0):
    """A legal answer of whoever must decide, and anything of the others."""
    actions = dict.fromkeys(env.agents, 0)
    legal = env.game.legal_actions()
    actions[decider(env)] = legal[number % len(legal)]
    return actions


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_pettingzoo_pass(game):
    parallel_api_test(make(game), num_cycles=50)
    parallel_seed_test(lambda: make(game, illegal="random"), num_cycles=15)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_cut_after_so_many_cycles(game):
    """PettingZoo's test, which answers without looking at the mask."""
    environments = SimpleNamespace(
        parallel_env=partial(make, game, "random"),
        env=lambda max_cycles: parallel_to_aec(make(game, "random", max_cycles)),
    )
    max_cycles_test(environments)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_observes_and_only_the_deciding_answer_counts(game):
    env = make(game)
    observations, infos = env.reset(seed=3)
    for number in range(30):
        if not env.agents:
            break
        assert set(observations) == set(infos) == set(env.agents)
        for agent, seen in observations.items():
            assert seen["action_mask"].any() == (agent == decider(env))
        twin = env.game.clone()
        actions = legal_answers(env, number)
        twin.step(actions[decider(env)])
        observations, rewards, _, _, infos = env.step(actions)
        assert env.game.to_bytes() == twin.to_bytes()
        assert list(rewards.values()) == pytest.approx(twin.returns.tolist())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_pays_what_the_game_says_and_everybody_is_done(game):
    env = make(game)
    env.reset(seed=5)
    total, number = dict.fromkeys(env.possible_agents, 0.0), 0
    while env.agents:
        observations, rewards, terminations, truncations, _ = env.step(legal_answers(env, number))
        number += 1
        for agent, reward in rewards.items():
            total[agent] += reward
    assert list(total.values()) == pytest.approx(env.game.returns.tolist())
    assert set(observations) == set(terminations) == set(truncations) == set(total)
    with pytest.raises(ValueError, match="reset first"):
        env.step({})


@pytest.mark.parametrize("game", CUT_GAMES)
def test_a_game_that_its_own_limit_cuts_is_truncated(game):
    env = make(game, **CUT[game])
    env.reset(seed=1)
    while env.agents:
        *_, terminations, truncations, _ = env.step(legal_answers(env))
    assert all(truncations.values()) and not any(terminations.values())


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_answer_loses_or_a_random_legal_one_is_taken(game):
    env = make(game)
    env.reset(seed=1)
    loser = decider(env)
    illegal = int(np.flatnonzero(env.game.legal_mask() == 0)[0])
    *_, rewards, terminations, _, _ = env.step({**legal_answers(env), loser: illegal})
    assert rewards == {name: -1.0 if name == loser else 0.0 for name in rewards}
    assert all(terminations.values())
    env = make(game, illegal="random")
    env.reset(seed=1)
    before = env.game.clone()
    env.step({**legal_answers(env), loser: illegal})
    assert env.agents and env.game.history[len(before.history)] in before.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_the_deciding_agent_must_answer(game):
    env = make(game)
    env.reset(seed=1)
    before = env.game.to_bytes()
    with pytest.raises(ValueError, match=f"{decider(env)} must decide"):
        env.step({name: 0 for name in env.agents if name != decider(env)})
    assert env.game.to_bytes() == before


@pytest.mark.parametrize(
    ("options", "why"),
    [({"illegal": "maybe"}, "illegal is one of"), ({"max_cycles": 0}, "max_cycles is a number")],
)
def test_bad_arguments_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        make(GAMES[0], **options)


@pytest.mark.parametrize("module", [paxren_v0, wallenstein_v0, age_of_renaissance_v0])
def test_the_modules_of_pettingzoo_have_it(module):
    env = module.parallel_env(num_players=3, max_cycles=7)
    observations, _ = env.reset(seed=1)
    assert set(observations) == {"player_0", "player_1", "player_2"} and env.max_cycles == 7
