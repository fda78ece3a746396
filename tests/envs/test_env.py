"""The PettingZoo environment of every game."""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import turn_based_aec_to_parallel

from paxren_env import make_game
from paxren_env.core.errors import IllegalAction
from paxren_env.core.spec import find
from paxren_env.envs.aec import SECRET_DECISION, RawEnv, make_env
from tests.support.games import (
    ALL_VARIANTS,
    CHANCE_GAMES,
    CUT,
    CUT_GAMES,
    GAMES,
    SHORT,
    finished,
    variant_id,
)

# What PettingZoo says of every environment with a mask, its own too.
pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:.*Illegal move made"),
]


def options_of(game, **options):
    return {"num_players": find(game).default_players, **SHORT.get(game, {}), **options}


def make(game, **options):
    """A short game, as PettingZoo users have it."""
    return make_env(game, **options_of(game, **options))


def make_raw(game, **options):
    return RawEnv(game=game, **options_of(game, **options))


def act(env, number=0):
    """Answer with some legal action; None for an agent whose game is over."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        env.step(None)
        return None
    legal = np.flatnonzero(observation["action_mask"])
    env.step(int(legal[(number * 7919 + 13) % len(legal)]))
    return env.unwrapped.game.history[-1]


def play_out(env):
    """Play to the end; what every agent got in all."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.agent_iter()):
        total[agent] += env.last()[1]
        act(env, number)
    return total


# --- PettingZoo's own tests -----------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_api(game, options):
    api_test(make(game, **options), num_cycles=60)
    api_test(make_raw(game, **options), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game):
    seed_test(lambda: make(game), num_cycles=40)


@pytest.mark.parametrize("game", GAMES)
def test_parallel_api(game):
    parallel_api_test(turn_based_aec_to_parallel(make(game)), num_cycles=60)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(make(game)), num_cycles=15)


@pytest.mark.parametrize("game", GAMES)
def test_states(game):
    state_test(make(game), turn_based_aec_to_parallel(make(game)))


# --- who decides ----------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_the_deciding_player_is_selected_and_only_he_may_act(game):
    env = make(game)
    env.reset(seed=27)
    for number in range(60):
        one = env.unwrapped.game
        if one.is_over:
            break
        assert env.agent_selection == f"player_{one.deciding_player}"
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.any() == (agent == env.agent_selection)
        act(env, number)


@pytest.mark.parametrize("game", GAMES)
def test_infos_are_numbers_under_the_same_keys_at_every_step(game):
    env = make(game)
    env.reset(seed=4)
    keys = ["decision_id", "turn", *find(game).remarks(env.unwrapped.options)]
    number = 0
    while env.agents:
        for info in env.infos.values():
            assert list(info) == keys
            assert all(type(value) in (int, bool) for value in info.values())
        act(env, number)
        number += 1


@pytest.mark.parametrize("game", GAMES)
def test_named_infos_name_the_decision_but_no_secret_one_of_another(game):
    env = make(game, named_infos=True)
    env.reset(seed=4)
    secret = {row.name for row in find(game).frames.rows if row.is_secret}
    number = 0
    while not (one := env.unwrapped.game).is_over:
        for agent, info in env.infos.items():
            hidden = one.decision in secret and agent != env.agent_selection
            assert list(info)[-2:] == ["decision", "ending"]
            assert info["decision"] == (SECRET_DECISION if hidden else one.decision)
            assert info["decision_id"] == (-1 if hidden else one.decision_id)
            assert info["ending"] == ""
        act(env, number)
        number += 1
    for info in env.infos.values():
        assert info["decision"] == "" and info["ending"] == (one.ending or "")


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_in_the_infos_is_that_of_the_observation(game):
    """For libraries that take no dictionary as an observation."""
    env, plain = make(game), make(game, mask_in_info=True)
    for one in (env, plain):
        one.reset(seed=6)
    for number in range(40):
        if not env.agents:
            break
        for agent in env.agents:
            seen = env.observe(agent)
            assert plain.observation_space(agent).contains(plain.observe(agent))
            assert np.array_equal(plain.observe(agent), seen["observation"])
            assert np.array_equal(plain.infos[agent]["action_mask"], seen["action_mask"])
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            break
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        for one in (env, plain):
            one.step(int(legal[number % len(legal)]))


# --- the end --------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_rewards_come_once_and_are_those_of_the_game(game):
    for seed in range(3):
        env = make(game, num_players=max(2, find(game).min_players) + seed)
        env.reset(seed=seed)
        total = play_out(env)
        one = env.unwrapped.game
        assert list(total.values()) == pytest.approx(one.returns.tolist())
        assert env.agents == [] and env.rewards == {} and env.infos == {}


@pytest.mark.parametrize("game", CUT_GAMES)
def test_a_game_that_is_cut_is_truncated_and_pays_nothing(game):
    env = make(game, **CUT[game])
    env.reset(seed=1)
    while not env.unwrapped.game.is_over:
        act(env)
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_it_must_be_reset(game):
    env = make_raw(game)
    env.reset(seed=1)
    play_out(env)
    with pytest.raises(ValueError, match="reset first"):
        env.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_raises_in_the_raw_environment_and_loses_in_the_wrapped_one(game):
    raw = make_raw(game)
    raw.reset(seed=1)
    before = raw.game.to_bytes()
    wrong = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        raw.step(wrong)
    assert raw.game.to_bytes() == before and not any(raw.terminations.values())
    env = make(game)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(wrong)
    assert env.rewards[loser] == -1 and sum(env.rewards.values()) == -1
    assert all(env.terminations.values()) and not env.last()[0]["action_mask"].any()
    assert play_out(env)[loser] == -1
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="out of range"):
        env.step(10**6)


# --- beginning ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_the_seed_of_the_game_and_no_seed_continues(game):
    env = make(game)
    env.reset(seed=7)
    first = env.unwrapped.game.to_bytes()
    assert first == make_game(game, seed=7, **options_of(game)).to_bytes()
    env.reset()
    second = env.unwrapped.game.to_bytes()
    assert second != first
    env.reset(seed=7)
    env.reset()
    assert env.unwrapped.game.to_bytes() == second


@pytest.mark.parametrize("game", GAMES)
def test_a_game_may_begin_from_a_position(game):
    one = make_game(game, seed=5, **options_of(game, num_players=3))
    for _ in range(5):
        one.step(one.legal_actions()[-1])
    env = make(game, num_players=3)
    env.reset(options={"position": one.to_dict()})
    assert env.unwrapped.game.to_bytes() == one.to_bytes()
    assert env.agent_selection == f"player_{one.deciding_player}"
    other = make_game(game, seed=1, **options_of(game, num_players=4))
    over = finished(game, 5, num_players=3)
    for position, why in (
        (other.to_dict(), "4 players at a table of 3"),
        (over.to_dict(), "the game is over"),
        ({"tea": 1}, "tea"),
    ):
        with pytest.raises(ValueError, match=why):
            env.reset(options={"position": position})
    assert env.unwrapped.game.to_bytes() == one.to_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_reset_that_is_refused_takes_no_game_off_the_stream(game):
    env, twin = make(game), make(game)
    for each in (env, twin):
        each.reset(seed=3)
    with pytest.raises(ValueError, match="tea"):
        env.reset(options={"position": {"tea": 1}})
    for each in (env, twin):
        each.reset()
    assert env.unwrapped.game.to_bytes() == twin.unwrapped.game.to_bytes()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"num_players": 9}, "num_players"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"render_mode": "hologram"}, "render_mode"),
    ],
)
def test_bad_options_are_refused(options, problem):
    for game in GAMES:
        with pytest.raises(ValueError, match=problem):
            make(game, **options)


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_only_a_game_is_told_what_chance_shall_do(game):
    with pytest.raises(ValueError, match="'auto_chance': only a Game"):
        make(game, auto_chance=False)


# --- copies ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", [make, make_raw])
@pytest.mark.parametrize("game", GAMES)
def test_copies_are_exact_and_share_nothing(copied, kind, game):
    env = kind(game)
    env.reset(seed=2)
    env.action_space("player_0").seed(1)
    for number in range(6):
        act(env, number)
    twin = copied(env)
    untouched = copied(env)
    before = env.unwrapped.game.to_bytes()
    number = 6
    while twin.agents:
        one, other = twin.last(), env.last()
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[0]["action_mask"] == other[0]["action_mask"]).all()
        assert one[1:] == other[1:]
        assert act(twin, number) == act(env, number)
        assert twin.agents == env.agents and twin.rewards == env.rewards
        number += 1
    assert untouched.unwrapped.game.to_bytes() == before
    assert untouched.agents == untouched.possible_agents
    # Resets go on alike, and so do the samples of the spaces.
    for other in (env, twin):
        other.reset()
    assert env.unwrapped.game.to_bytes() == twin.unwrapped.game.to_bytes()
    one, other = (e.action_space("player_0").sample() for e in (env, twin))
    assert one == other


# --- seeing ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_it_prints_the_table_as_text(game, capsys):
    env = make(game, render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == str(env.unwrapped.game)
    assert make(game, render_mode=None).unwrapped.render() is None
    shown = make(game, render_mode="human")
    shown.reset(seed=3)
    assert shown.render() is None and capsys.readouterr().out.strip() == env.render().strip()
