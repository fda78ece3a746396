"""Agents: one protocol, made by name; no batch, no earlier game and no hidden card matters."""

from typing import Any

import numpy as np
import pytest

from agents import make_agent
from agents.base import KNOWN, ask, view
from paxren_env import Game
from paxren_env.games.pax_renaissance.actions import DECLARE, NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import IMPERIAL
from paxren_env.games.pax_renaissance.observe import OBS_SIZE
from tests.games.pax_renaissance.random_play import middle, positions
from tests.support.odd_agents import Witness

pytestmark = pytest.mark.interpreted

SPECS = ("random", "greedy", "rollout:sims=12,depth=2", "mcts:sims=6")


def some_games() -> list[Game]:
    return [middle(players, seed, 12) for players, seed in ((2, 1), (3, 2), (4, 3))]


# --- by name --------------------------------------------------------------------------------------
def test_options_are_read_by_their_type() -> None:
    agent: Any = make_agent("rollout:sims=30,seed=4")
    assert (agent.sims, agent.depth, agent.seed) == (30, 20, 4)
    own: Any = make_agent("tests.support.odd_agents.Crasher:turn=7")
    assert own.turn == 7


def test_a_seed_goes_to_agents_that_take_one() -> None:
    seeded: Any = make_agent("greedy", seed=9)
    asked: Any = make_agent("greedy:seed=3", seed=9)
    assert (seeded.seed, asked.seed) == (9, 3)
    make_agent("tests.support.odd_agents.First", seed=9)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bot", "'bot' is no agent to be asked"),
        ("gredy", "'gredy' is not known; there are: bot, greedy, mcts, policy, random, rollout"),
        ("", "'' is not known"),
        ("rollout:sim=3", "no option 'sim=3'; its options are sims=400, depth=20, seed=0"),
        ("rollout:400", "no option '400'"),
        ("rollout:sims=", "no option 'sims='"),
        ("rollout:sims=many", "'sims' of agent 'rollout' is a whole number, not 'many'"),
        ("rollout:sims=0", "sims is at least 1"),
        ("no.such.Agent", "there is no module no.such"),
        ("tests.support.odd_agents.Nobody", "has no class Nobody"),
        ("os.path", "module os has no class path"),
        ("pathlib.Path", "the class Path has no method act"),
    ],
)
def test_a_bad_name_says_what_there_is(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_agent(spec)


def test_baselines_are_known() -> None:
    assert {"random", "greedy", "rollout", "mcts", "policy"} <= set(KNOWN)


# --- the protocol ---------------------------------------------------------------------------------
@pytest.mark.parametrize("spec", SPECS)
def test_answers_are_legal_at_every_decision_of_a_turn(spec: str) -> None:
    agent = make_agent(spec)
    game = Game(num_players=3, seed=4)
    while not game.is_over and game.states["turn"][0] < 2:
        game.step(ask(agent, game))


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_does_not_depend_on_the_batch_or_on_what_was_asked_before(spec: str) -> None:
    games = some_games()
    observation, mask, imagined = view(games, [5, 6, 7])
    together = make_agent(spec).act(observation, mask, imagined)
    agent = make_agent(spec)
    for i in (2, 0, 1):
        row = slice(i, i + 1)
        assert agent.act(observation[row], mask[row], imagined[row]) == together[row]


@pytest.mark.parametrize("spec", SPECS)
def test_agents_leave_what_they_are_shown_as_it_is(spec: str) -> None:
    observation, mask, imagined = view(some_games(), [5, 6, 7])
    before = observation.tobytes(), mask.tobytes(), [game.to_bytes() for game in imagined]
    make_agent(spec).act(observation, mask, imagined)
    assert before == (observation.tobytes(), mask.tobytes(), [g.to_bytes() for g in imagined])


def test_the_seed_decides_what_random_answers() -> None:
    game = Game(num_players=2, seed=3)
    answers = {ask(make_agent("random", seed=seed), game) for seed in range(20)}
    assert len(answers) > 3


def test_random_answers_every_legal_action() -> None:
    game = Game(num_players=2, seed=3)
    agent = make_agent("random")
    answers = {ask(agent, game, salt) for salt in range(20 * len(game.legal_actions()))}
    assert answers == set(game.legal_actions())


# --- what an agent may know -----------------------------------------------------------------------
def test_agents_are_shown_what_their_seat_sees_and_no_true_game() -> None:
    agent = Witness()
    for number, game in enumerate(positions(3, 8)):
        if game.is_over or number == 60:
            break
        ask(agent, game)
        observation, mask, (imagined,) = agent.shown[-1]
        seat = game.deciding_player
        assert observation.shape == (1, OBS_SIZE) and mask.shape == (1, NUM_ACTIONS)
        assert mask[0].tolist() == game.legal_mask().tolist()
        for seen in (observation[0], imagined.observe(seat)["observation"]):
            assert seen.tobytes() == game.observe(seat)["observation"].tobytes()
        assert imagined.seed is None and imagined.history == []
        # The decks are long enough for a whole order to be met by chance never.
        if game.states["deck_size"][0].min() > 8:
            assert not np.array_equal(imagined.states["deck"], game.states["deck"])


@pytest.mark.parametrize("spec", SPECS)
def test_no_answer_depends_on_hidden_cards(spec: str) -> None:
    """Games that look the same to the seat get the same answer, whatever the decks hold."""
    game = middle(3, 11, 20)
    seat = game.deciding_player
    others = [game.determinize(seat, seed) for seed in range(4)]
    assert len({other.to_bytes() for other in others}) == 4
    agent = make_agent(spec)
    for other in others:
        other.history = game.history.copy()
    assert {ask(agent, other, salt=1) for other in others} == {ask(agent, game, salt=1)}


# --- playing strength -----------------------------------------------------------------------------
def test_greedy_and_rollout_take_a_win() -> None:
    kings = ["SQ_england", "SQ_france", "SQ_portugal", "SQ_aragon"]
    west = [{"card": king, "face": "king"} for king in kings]
    # There are no cards left: unless the first player declares, the richer one wins as patron.
    players = [{"florins": 5, "west": west}, {"florins": 50}]
    game = Game.from_dict({"players": players, "victories": ["imperial"]})
    assert len(game.legal_actions()) > 1
    for spec in ("greedy", "rollout:sims=60,depth=3"):
        assert ask(make_agent(spec), game) == DECLARE + IMPERIAL
