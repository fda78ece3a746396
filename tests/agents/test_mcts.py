"""The tree search: legal, repeatable, bounded, and blind to what is hidden."""

import numpy as np
import pytest

from agents.base import ask, make_agent, view
from agents.mcts import MCTS, NUM_ACTIONS
from paxren_env import Game

pytestmark = pytest.mark.interpreted


def after(game, answers):
    """The game some steps later, always taking the last legal answer."""
    for _ in range(answers):
        game.step(game.legal_actions()[-1])
    return game


def visits_of(agent, game):
    (observation,), _, (imagined,) = view([game], [0])
    return agent.visits(imagined, observation)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_search_plays_only_legal_answers(num_players):
    agent = make_agent("mcts:sims=4")
    game = Game(num_players=num_players, seed=num_players, max_turns=3)
    while not game.is_over:
        answer = ask(agent, game)
        assert answer in game.legal_actions()
        game.step(answer)


def test_every_simulation_is_counted_at_the_root():
    visits = visits_of(MCTS(sims=25), Game(seed=1))
    assert sum(visits.values()) == 25


def test_the_same_seed_searches_the_same_and_another_differently():
    game = after(Game(num_players=3, seed=2), 4)
    first = visits_of(MCTS(sims=40, depth=4, seed=1), game)
    assert visits_of(MCTS(sims=40, depth=4, seed=1), game) == first
    assert any(visits_of(MCTS(sims=40, depth=4, seed=seed), game) != first for seed in range(2, 8))


def test_the_search_does_not_depend_on_hidden_cards():
    """Deck order, the box and closed hands are dealt anew: the true ones must not matter."""
    game = after(Game(num_players=3, seed=5), 9)
    seat = game.deciding_player
    agent = MCTS(sims=30)
    expected = visits_of(agent, game)
    for seed in range(6):
        other = game.determinize(seat, seed)
        assert other.states["deck"].tolist() != game.states["deck"].tolist()
        assert visits_of(agent, other) == expected


def test_the_tree_stays_within_its_memory():
    agent = MCTS(sims=60, nodes=NUM_ACTIONS)
    visits = visits_of(agent, Game(seed=3))
    assert agent.size[0] <= NUM_ACTIONS
    assert sum(visits.values()) == 60


def test_milliseconds_bound_the_search():
    visits = visits_of(MCTS(ms=1), Game(seed=3))
    assert sum(visits.values()) >= 1


def test_a_won_game_is_found():
    """An answer that wins at once gets nearly all the simulations."""
    kings = ["SQ_england", "SQ_france", "SQ_aragon", "SQ_portugal"]
    game = Game.from_dict(
        {
            "players": [
                {"bank": "fugger", "west": [{"card": king} for king in kings]},
                {"bank": "medici", "florins": 2},
            ],
            "victories": ["imperial"],
            "market": {
                "east": [["PREN058", 0], *([None, 0],) * 5],
                "west": [["PREN001", 0], *([None, 0],) * 5],
            },
        }
    )
    declare = game.parse_action("declare the imperial victory")
    visits = visits_of(MCTS(sims=40), game)
    assert max(visits, key=visits.__getitem__) == declare


def test_a_network_can_judge_and_prefer():
    """With priors from outside the search follows them; its values are asked for every seat."""
    game = after(Game(num_players=3, seed=4), 2)
    legal = game.legal_actions()
    favourite = legal[len(legal) // 2]
    shapes = []

    def evaluator(observations, masks, outlook):
        assert len(outlook) == len(masks)
        shapes.append((observations.shape, masks.shape))
        logits = np.zeros(masks.shape)
        logits[:, favourite] = 9.0
        return logits, np.zeros(len(observations))

    agent = MCTS(sims=32)
    agent.evaluator = evaluator
    visits = visits_of(agent, game)
    assert sum(visits.values()) >= 32 - 16  # the first batch may meet the empty root
    assert max(visits, key=visits.__getitem__) == favourite
    assert all(len(o) == 2 and o[0] == m[0] and o[0] % 3 == 0 for o, m in shapes)


@pytest.mark.parametrize("spec", ["mcts:sims=0", "mcts:nodes=10", "mcts:ms=-1"])
def test_nonsense_is_refused(spec):
    with pytest.raises(ValueError, match="mcts needs"):
        make_agent(spec)
