"""The PettingZoo environment."""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import turn_based_aec_to_parallel

from paxren_env import Game, paxren_v0
from paxren_env.core.errors import IllegalAction
from paxren_env.games.pax_renaissance.observe import unpack
from paxren_env.registration import AEC_ID, register_environments
from tests.games.pax_renaissance.positions import ruin

# What PettingZoo says of every environment with a mask, its own too.
pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:.*Illegal move made"),
]


def make(**options):
    return paxren_v0.env(**{"num_players": 3, "max_turns": 25, **options})


def make_parallel(**options):
    return turn_based_aec_to_parallel(make(**options))


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


# --- PettingZoo's own tests --------------------------------------------------------------------
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_api(num_players):
    api_test(make(num_players=num_players), num_cycles=60)


@pytest.mark.parametrize(
    "options", [{"num_players": 1}, {"bankruptcy": True}, {"max_turns": 1}], ids=str
)
def test_api_of_special_games(options):
    api_test(make(**options), num_cycles=60)
    api_test(paxren_v0.raw_env(**{"num_players": 3, **options}), num_cycles=60)


def test_seeds():
    seed_test(make, num_cycles=40)


def test_parallel_api():
    parallel_api_test(make_parallel(), num_cycles=100)


def test_parallel_seeds():
    parallel_seed_test(make_parallel, num_cycles=20)


def test_states():
    state_test(make(), make_parallel())


def test_rendering(capsys):
    pytest.importorskip("PIL")
    render_test(make)
    assert "Market" in capsys.readouterr().out


@pytest.mark.slow
def test_performance(interpreted):
    if interpreted:
        pytest.skip("a benchmark of the compiled rules: both compiled suites run it")
    performance_benchmark(make())


def test_the_registry_knows_it():
    registry = pytest.importorskip("pettingzoo.env_registry.registration")
    register_environments()
    register_environments()
    env = registry.make("aec", AEC_ID, num_players=2)
    assert env.metadata["name"] == "paxren_v0"
    assert env.possible_agents == ["player_0", "player_1"]


# --- who decides -------------------------------------------------------------------------------
def test_the_deciding_player_is_selected_and_only_he_may_act():
    env = make()
    env.reset(seed=27)
    running = out_of_turn = 0
    for number in range(60):
        game = env.unwrapped.game
        if game.is_over:
            break
        before = env.agent_selection
        assert before == f"player_{game.deciding_player}"
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.any() == (agent == before)
        out_of_turn += game.deciding_player != game.turn_player
        act(env, number)
        running += env.agent_selection == before
    assert running, "nobody decided twice running: the test proves too little"
    assert out_of_turn, "nobody decided out of turn: the test proves too little"


def test_infos_name_the_decision():
    env = make()
    env.reset(seed=4)
    for number in range(20):
        game = env.unwrapped.game
        for info in env.infos.values():
            assert info["decision"] == game.decision
            assert all(isinstance(value, str | int) for value in info.values())
        act(env, number)


# --- the end -----------------------------------------------------------------------------------
def test_rewards_come_once_and_add_up_to_nothing():
    ends = set()
    for seed in range(4):
        env = paxren_v0.env(num_players=2 + seed % 3, max_turns=90)
        env.reset(seed=seed)
        total = play_out(env)
        game = env.unwrapped.game
        ends.add(game.victory)
        assert list(total.values()) == pytest.approx(game.returns.tolist())
        assert sum(total.values()) == pytest.approx(0, abs=1e-6)
        assert env.agents == [] and env.rewards == {} and env.infos == {}
    assert ends - {None}


def test_a_game_cut_by_max_turns_is_truncated_and_pays_nothing():
    env = make(max_turns=3)
    env.reset(seed=1)
    while not env.unwrapped.game.is_over:
        act(env)
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def ruin_the_next(game):
    """Take all that the player after the deciding one has at the start; their seat."""
    poor = (game.deciding_player + 1) % 3
    ruin(game.states, poor)
    return poor


def test_a_bankrupt_agent_pays_at_once_and_steps_out_while_the_others_play_on():
    env = paxren_v0.raw_env(num_players=3, bankruptcy=True, max_turns=30)
    env.reset(seed=1)
    out = f"player_{ruin_the_next(env.game)}"
    act(env)
    assert env.agent_selection == out and env.terminations[out]
    assert env.rewards == {agent: -0.5 * (agent == out) for agent in env.agents}
    assert env.last()[1] == -0.5
    env.step(None)
    assert out not in env.agents and len(env.agents) == 2
    total = {agent: env._cumulative_rewards[agent] for agent in env.agents}
    for number, agent in enumerate(env.agent_iter()):
        assert agent != out
        total[agent] += env.last()[1]
        act(env, number)
    assert sum(total.values()) == pytest.approx(0.5), "the others share what the bankrupt lost"


def test_a_game_may_begin_without_those_who_are_bankrupt_already():
    env = paxren_v0.raw_env(num_players=3, bankruptcy=True)
    env.reset(seed=1)
    out = ruin_the_next(env.game)
    act(env)
    position = env.game.to_dict()
    env.reset(options={"position": position})
    assert env.agents == [f"player_{seat}" for seat in range(3) if seat != out]


def test_whether_bankruptcy_is_played_says_the_position():
    env = paxren_v0.raw_env(num_players=3)
    env.reset(
        options={"position": Game(num_players=3, seed=1, bankruptcy=True).to_dict()},
    )
    out = f"player_{ruin_the_next(env.game)}"
    act(env)
    assert env.agent_selection == out and env.terminations[out]


def test_after_the_end_it_must_be_reset():
    env = paxren_v0.raw_env(num_players=2, max_turns=2)
    env.reset(seed=1)
    play_out(env)
    with pytest.raises(ValueError, match="reset first"):
        env.step(0)


def test_an_illegal_action_raises_in_the_raw_environment_and_loses_in_the_wrapped_one():
    raw = paxren_v0.raw_env(num_players=2)
    raw.reset(seed=1)
    before = raw.game.to_bytes()
    wrong = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        raw.step(wrong)
    assert raw.game.to_bytes() == before and not any(raw.terminations.values())
    env = paxren_v0.env(num_players=2)
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


# --- beginning ---------------------------------------------------------------------------------
def test_a_seed_is_the_seed_of_the_game_and_no_seed_continues():
    env = make()
    env.reset(seed=7)
    first = env.unwrapped.game.to_bytes()
    assert first == Game(num_players=3, max_turns=25, seed=7).to_bytes()
    env.reset()
    second = env.unwrapped.game.to_bytes()
    assert second != first
    env.reset(seed=7)
    env.reset()
    assert env.unwrapped.game.to_bytes() == second


def test_a_game_may_begin_from_a_position():
    game = Game(num_players=3, seed=5)
    for _ in range(10):
        game.step(game.legal_actions()[-1])
    env = make()
    env.reset(options={"position": game.to_dict()})
    assert env.unwrapped.game.to_bytes() == game.to_bytes()
    assert env.agent_selection == f"player_{game.deciding_player}"
    over = Game(num_players=3, seed=5, max_turns=1)
    while not over.is_over:
        over.step(over.legal_actions()[0])
    for position, why in (
        (Game(num_players=2, seed=1).to_dict(), "2 players at a table of 3"),
        (over.to_dict(), "the game is over"),
        ({"options": {}}, "players"),
    ):
        with pytest.raises(ValueError, match=why):
            env.reset(options={"position": position})
    assert env.unwrapped.game.to_bytes() == game.to_bytes()


def test_a_reset_that_is_refused_takes_no_game_off_the_stream():
    env, twin = make(), make()
    for each in (env, twin):
        each.reset(seed=3)
    with pytest.raises(ValueError, match="position"):
        env.reset(options={"position": Game(num_players=2, seed=1).to_dict()})
    for each in (env, twin):
        each.reset()
    assert env.unwrapped.game.to_bytes() == twin.unwrapped.game.to_bytes()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"num_players": 5}, "num_players"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"render_mode": "hologram"}, "render_mode"),
    ],
)
def test_bad_options_are_refused(options, problem):
    with pytest.raises(ValueError, match=problem):
        paxren_v0.env(**options)


# --- copies ------------------------------------------------------------------------------------
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", [paxren_v0.env, paxren_v0.raw_env])
def test_copies_are_exact_and_share_nothing(copied, kind):
    env = kind(num_players=3, max_turns=12)
    env.reset(seed=2)
    env.action_space("player_0").seed(1)
    for number in range(15):
        act(env, number)
    twin = copied(env)
    untouched = copied(env)
    before = env.unwrapped.game.to_bytes()
    number = 15
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


# --- seeing ------------------------------------------------------------------------------------
def test_state_is_the_view_of_seat_0_with_all_hands():
    env = make()
    env.reset(seed=3)
    for number in range(25):
        act(env, number)
        state = unpack(env.state())
        view = unpack(env.observe("player_0")["observation"])
        hands = env.unwrapped.game.to_dict()["players"]
        assert state["hand"].sum() == sum(len(player["hand"]) for player in hands)
        assert (state["florins"] == view["florins"]).all()


def test_it_prints_the_table_as_text():
    env = make(render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == str(env.unwrapped.game)
    assert make(render_mode=None).unwrapped.render() is None


def test_the_picture_changes_with_the_table():
    pytest.importorskip("PIL")
    env = make(render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    act(env)
    assert (env.render() != first).any()
