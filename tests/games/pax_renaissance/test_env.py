"""The PettingZoo environment: what only Pax Renaissance has, bankrupts and a picture."""

import numpy as np
import pytest
from pettingzoo.test import (
    performance_benchmark,
    render_test,
)

from paxren_env import Game, paxren_v0
from paxren_env.games.pax_renaissance.observe import layout
from paxren_env.registration import AEC_IDS, register_environments
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


def test_rendering(capsys):
    pytest.importorskip("resvg_py")
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
    env = registry.make("aec", next(iter(AEC_IDS)), num_players=2)
    assert env.metadata["name"] == "paxren_v0"
    assert env.possible_agents == ["player_0", "player_1"]


# --- who decides -------------------------------------------------------------------------------
# --- the end -----------------------------------------------------------------------------------
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


# --- beginning ---------------------------------------------------------------------------------
# --- copies ------------------------------------------------------------------------------------
# --- seeing ------------------------------------------------------------------------------------
def test_state_is_the_view_of_seat_0_with_all_hands():
    env = make()
    env.reset(seed=3)
    for number in range(25):
        act(env, number)
        state = layout.unpack(env.state())
        view = layout.unpack(env.observe("player_0")["observation"])
        hands = env.unwrapped.game.to_dict()["players"]
        assert state["hand"].sum() == sum(len(player["hand"]) for player in hands)
        assert (state["florins"] == view["florins"]).all()


def test_the_picture_changes_with_the_table():
    pytest.importorskip("resvg_py")
    env = make(render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    act(env)
    assert (env.render() != first).any()
