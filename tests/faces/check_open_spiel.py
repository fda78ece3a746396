"""OpenSpiel's own tests on every game of the house (`make test-faces`)."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from agents import make_agent
from agents.base import ask
from paxren_env.core.spec import find
from paxren_env.envs.open_spiel import PREFIX, RECALL_BITS, SpielState, register_games
from tests.support.games import GAMES, SHORT, TOY

register_games()


def load(name, **params):
    options = ";".join(f"{option}:{value}" for option, value in SHORT[name].items())
    return pyspiel.load_game(PREFIX + name, {"options": options, **params})


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_pass(name):
    pyspiel.random_sim_test(load(name), num_sims=3 if name == TOY else 1, serialize=True,
                            verbose=False)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_plays(name):
    spec = find(name)
    for players in range(max(2, spec.min_players), spec.max_players + 1):
        state = load(name, players=players).new_initial_state()
        assert state.num_players() == players
        play(state, random.Random(players), 30)


def play(state, rng, steps=10_000):
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_playthrough_can_be_played_again():
    game = load(TOY)
    actions = play(game.new_initial_state(), random.Random(3)).history()
    first = generate_playthrough.playthrough(str(game), actions)
    assert first == generate_playthrough.playthrough(str(game), actions)
    assert "InformationStateTensor" in first


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_saved_and_loaded(name):
    game = load(name)
    state = play(game.new_initial_state(), random.Random(1), 12)
    _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert loaded.game.to_bytes() == state.game.to_bytes()
    assert loaded.recall == state.recall and str(loaded) == str(state)


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name):
    state = play(load(name).new_initial_state(), random.Random(2), 9)
    before, twin = state.game.to_bytes(), state.clone()
    assert isinstance(twin, SpielState) and twin.game.to_bytes() == before
    play(twin, random.Random(1), 3)
    assert state.game.to_bytes() == before and twin.game.to_bytes() != before


@pytest.mark.parametrize("name", GAMES)
def test_tensors_are_what_the_seat_sees_and_remembers(name):
    game = load(name)
    size = find(name).observation_size
    assert game.observation_tensor_size() == size
    assert game.information_state_tensor_size() == size + RECALL_BITS
    state = play(game.new_initial_state(), random.Random(4), 15)
    for player in range(state.num_players()):
        seen = state.game.observe(player)["observation"]
        assert np.array_equal(state.observation_tensor(player), seen)
        assert np.array_equal(state.information_state_tensor(player)[:size], seen)


def test_other_pasts_are_other_information_states():
    """Two ways to the same sight: what a seat answered itself, it knows."""
    game = load(TOY)
    one = game.new_initial_state()
    one.apply_action(0)
    texts = set()
    for action in one.legal_actions():
        texts.add(one.child(action).information_state_string(one.current_player()))
    assert len(texts) == len(one.legal_actions())


@pytest.mark.parametrize("name", GAMES)
def test_resampling_changes_nothing_that_the_seat_knows(name):
    game = load(name)
    state = play(game.new_initial_state(), random.Random(5), 5 if name == TOY else 20)
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    rng = random.Random(1)
    twins = [state.resample_from_infostate(player, rng.random) for _ in range(5)]
    for twin in twins:
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
    assert len({twin.game.to_bytes() for twin in twins}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_chances_add_up_to_one(name):
    state = load(name).new_initial_state()
    rng = random.Random(7)
    for _ in range(200):
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert abs(sum(chance for _, chance in state.chance_outcomes()) - 1) < 1e-9
        play(state, rng, 1)


def test_searches_of_open_spiel_meet_our_agents():
    """Its information-set search and its search over clones against our greedy, to the end."""
    game = load(TOY, players=2)
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    searches = (
        ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=random_state),
        mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=random_state),
    )
    greedy = make_agent("greedy", game=TOY)
    for search in searches:
        state, rng = game.new_initial_state(), random.Random(3)
        while not state.is_terminal():
            if state.is_chance_node():
                play(state, rng, 1)
            elif state.current_player() == 0:
                state.apply_action(int(search.step(state)))
            else:
                state.apply_action(ask(greedy, state.game))
        assert sum(state.returns()) == pytest.approx(0)
