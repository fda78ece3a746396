"""The tree search: legal, repeatable, bounded, and blind to what is hidden."""

import numpy as np
import pytest

from agents.base import ask, make_agent, views_of
from agents.mcts import MCTS, ROOT, find_child, tree_dtype
from tests.support.games import GAMES, TOY, new_game, spec_of

pytestmark = pytest.mark.interpreted


def after(game, answers):
    """The game some steps later, always taking the last legal answer."""
    for _ in range(answers):
        game.step(game.legal_actions()[-1])
    return game


def visits_of(agent, game):
    (observation,), _, (determinized,) = views_of([game], [0])
    return agent.visits(determinized, observation)


def tables():
    """Every game at tables of every size; alone the game itself plays the other seat."""
    for game in GAMES:
        for players in range(max(2, spec_of(game).min_players), spec_of(game).max_players + 1):
            yield game, players


@pytest.mark.parametrize(("game", "num_players"), list(tables()))
def test_the_search_plays_only_legal_answers(game, num_players):
    agent = make_agent("mcts:sims=4", game=game)
    played = new_game(game, num_players, num_players=num_players, max_turns=3)
    while not played.is_over:
        answer = ask(agent, played)
        assert answer in played.legal_actions()
        played.step(answer)


@pytest.mark.parametrize("game", GAMES)
def test_every_simulation_is_counted_at_the_root(game):
    visits = visits_of(MCTS(sims=25, game=game), new_game(game))
    assert sum(visits.values()) == 25


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_searches_the_same_and_another_differently(game):
    played = after(new_game(game, 2, num_players=3), 4)

    def visits(seed):
        return visits_of(MCTS(sims=40, depth=4, seed=seed, game=game), played)

    first = visits(1)
    assert visits(1) == first
    assert any(visits(seed) != first for seed in range(2, 8))


@pytest.mark.parametrize("game", GAMES)
def test_the_search_does_not_depend_on_what_is_hidden(game):
    """All that the player cannot know is redrawn: how it is in truth must not matter."""
    played = after(new_game(game, 5, num_players=3), 9)
    seat = played.deciding_player
    agent = MCTS(sims=30, game=game)
    expected = visits_of(agent, played)
    for seed in range(6):
        other = played.determinize(seat, seed)
        assert other.states.tobytes() != played.states.tobytes()
        assert visits_of(agent, other) == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_tree_stays_within_its_memory(game):
    nodes = spec_of(game).num_actions
    agent = MCTS(sims=60, nodes=nodes, game=game)
    visits = visits_of(agent, new_game(game, 3))
    assert agent.size[0] <= nodes
    assert sum(visits.values()) == 60


@pytest.mark.parametrize("game", GAMES)
def test_milliseconds_bound_the_search(game):
    visits = visits_of(MCTS(ms=1, game=game), new_game(game, 3))
    assert sum(visits.values()) >= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_network_gives_values_and_priors(game):
    """With priors from outside the search follows them; its values are asked for every seat."""
    played = after(new_game(game, 4, num_players=3), 2)
    legal = played.legal_actions()
    favourite = legal[len(legal) // 2]
    shapes = []

    class Favouring:
        def ask(self, states, viewers, observations, masks):
            assert len(states) == len(viewers) == len(masks)
            shapes.append((observations.shape, masks.shape))
            logits = np.zeros(masks.shape)
            logits[:, favourite] = 9.0
            return logits, np.zeros(len(observations))

    agent = MCTS(sims=32, game=game)
    agent.evaluator = Favouring()
    visits = visits_of(agent, played)
    assert sum(visits.values()) >= 32 - 16  # the first batch may meet the empty root
    assert max(visits, key=visits.__getitem__) == favourite
    assert all(len(o) == 2 and o[0] == m[0] and o[0] % 3 == 0 for o, m in shapes)


def test_a_node_has_a_value_for_every_seat():
    assert tree_dtype(5)["value"].shape == (5,)
    assert tree_dtype(5) is tree_dtype(5)


@pytest.mark.parametrize("spec", ["mcts:sims=0", "mcts:nodes=10", "mcts:ms=-1"])
def test_nonsense_is_refused(spec):
    with pytest.raises(ValueError, match="mcts needs"):
        make_agent(spec)


def test_another_game_than_the_search_was_made_for_is_refused():
    other = next(game for game in GAMES if game != TOY)
    with pytest.raises(ValueError, match=f"made for {other}, not {TOY}"):
        ask(make_agent("mcts:sims=1", game=other), new_game(TOY))


def test_of_equally_visited_answers_the_one_of_the_highest_value_is_taken(monkeypatch):
    game = new_game(TOY, 3)
    agent = MCTS(sims=50, game=TOY)
    observation = game.observe(game.deciding_player)["observation"]
    agent.visits(game, observation)
    legal = game.legal_actions()
    for action in legal:
        agent.tree[find_child(agent.tree, ROOT, action)].value[:] = -action
    agent.tree[find_child(agent.tree, ROOT, legal[1])].value[game.deciding_player] = 1.0
    monkeypatch.setattr(agent, "visits", lambda *_: dict.fromkeys(legal, 5))
    assert agent.choose(game, observation) == legal[1]
    monkeypatch.setattr(agent, "visits", lambda *_: {**dict.fromkeys(legal, 5), legal[0]: 6})
    assert agent.choose(game, observation) == legal[0]
