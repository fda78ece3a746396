"""Search with a policy: the compiled network, the candidates, and blindness to what is hidden."""

import numpy as np
import pytest

from agents.base import ask, make_agent, views_of
from agents.mcts import ROOT, find_child
from agents.policy import load_evaluator
from agents.search import Search, rounds_of
from paxren_env.core.greedy import AT_ONCE, COMPLETIONS
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.policies import stack_rows
from paxren_env.core.spec import find
from tests.agents.test_policy import write_policy
from tests.support.games import GAMES, TOY, new_game
from tests.support.positions import changes_of, positions_of

pytestmark = pytest.mark.interpreted

# As plain Python a single look at the network of a real game takes a second.
SEARCHED = [TOY] if INTERPRETED else GAMES


@pytest.fixture
def policy(tmp_path):
    """The file of a random network for a game; with answers it reads what they change."""

    def written(game, answers=0, completion=AT_ONCE):
        path = tmp_path / f"{game}_{answers}_{completion}.npz"
        about = {"game": np.array(game), "completion": np.array(completion, np.float16)}
        return write_policy(path, game, answers, **about)

    return written


def after(game, answers):
    """The game some steps later, always taking the last legal answer."""
    for _ in range(answers):
        game.step(game.legal_actions()[-1])
    return game


def searched(agent, game):
    """The answer, and the nodes of all answers at the root."""
    answer = ask(agent, game)
    nodes = {a: agent.tree[find_child(agent.tree, ROOT, a)] for a in game.legal_actions()}
    return answer, nodes


# --- the network ----------------------------------------------------------------------------------
@pytest.mark.parametrize("completion", COMPLETIONS)
@pytest.mark.parametrize("answers", [0, 5])
@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_network_is_that_of_the_policy(game, answers, completion, policy):
    """A search of one candidate makes no simulation: its root is what the network says."""
    obs, masks, outlook, games = positions_of(find(game), 12, completion)
    path = policy(game, answers, completion)
    evaluator = load_evaluator(path, find(game))
    logits, values = evaluator(obs, masks, outlook, changes_of(games, masks, completion))
    seats = np.array([played.deciding_player for played in games])
    asked, _ = evaluator.ask(stack_rows(games), seats, obs, masks)
    assert np.array_equal(asked, logits), "it looks ahead as it was taught to"
    logits = np.where(masks > 0, logits, -np.inf)
    expected = np.exp(logits - logits.max(axis=1, keepdims=True))
    expected /= expected.sum(axis=1, keepdims=True)
    agent = Search(path, sims=1, candidates=1, game=game)
    for i, played in enumerate(games):
        targets, found = agent.improved_policy(played.states, seed=i)
        assert targets[0] == pytest.approx(expected[i], abs=2e-5)
        assert found[0] == pytest.approx(values[i], abs=2e-5)
        root = agent.tree[ROOT]
        assert root.visits == 1
        assert root.value.sum() == pytest.approx(0, abs=1e-6)


# --- the search -----------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SEARCHED)
def test_the_search_plays_only_legal_answers(game, policy):
    agent = make_agent(f"search:{policy(game)},sims=4", game=game)
    for players in range(max(2, find(game).min_players), find(game).max_players + 1):
        played = new_game(game, players, num_players=players, max_turns=3)
        for _ in range(40):
            if played.is_over:
                break
            answer = ask(agent, played)
            assert answer in played.legal_actions()
            played.step(answer)


@pytest.mark.parametrize("game", SEARCHED)
def test_the_same_seed_searches_the_same_and_another_differently(game, policy):
    played = after(new_game(game, 2, num_players=3), 4)
    path = policy(game)

    def values(seed):
        agent = Search(path, sims=8, noise=9.0, seed=seed, game=game)
        answer, nodes = searched(agent, played)
        return answer, [node.value.tolist() for node in nodes.values()]

    first = values(1)
    assert values(1) == first
    assert any(values(seed) != first for seed in range(2, 8))


@pytest.mark.parametrize("game", SEARCHED)
def test_the_search_does_not_depend_on_what_is_hidden(game, policy):
    """All that the player cannot know is redrawn: how it is in truth must not matter."""
    played = after(new_game(game, 5, num_players=3), 9)
    seat = played.deciding_player
    agent = Search(policy(game), sims=12, game=game)

    def improved(one):
        ask(agent, one)
        return agent.improved.tolist(), agent.improved_policy(one.states, 3)[0].tolist()

    expected = improved(played)
    for seed in range(6):
        other = played.determinize(seat, seed)
        assert other.states.tobytes() != played.states.tobytes()
        assert improved(other) == expected


def test_an_answer_does_not_depend_on_the_games_it_is_asked_about_with(policy):
    agent = make_agent(f"search:{policy(TOY)},sims=8", game=TOY)
    games = [after(new_game(TOY, seed, num_players=3), seed) for seed in range(4)]
    together = agent.act(*views_of(games, range(4)))
    alone = [int(agent.act(*views_of([game], [i]))[0]) for i, game in enumerate(games)]
    assert together.tolist() == alone


def test_simulations_are_halved_over_the_candidates(policy):
    """Two for each of four answers, the other eight for the better two of them."""
    agent = Search(policy(TOY), sims=16, candidates=4, game=TOY)
    game = new_game(TOY, 3)
    while len(game.legal_actions()) < 5:
        game.step(game.legal_actions()[0])
    answer, nodes = searched(agent, game)
    visits = sorted((int(node.visits) for node in nodes.values()), reverse=True)
    assert visits == [6, 6, 2, 2] + [0] * (len(nodes) - 4)
    assert nodes[answer].visits == 6
    likely = sorted(nodes, key=lambda action: -nodes[action].prior)[:4]
    assert all(nodes[action].visits for action in likely)


@pytest.mark.parametrize(
    ("left", "number", "rounds"), [(32, 8, 1), (24, 4, 3), (12, 2, 6), (3, 4, 1), (32, 3, 5)]
)
def test_every_halving_gets_an_equal_part_of_the_simulations(left, number, rounds):
    assert rounds_of(left, number) == rounds


def test_the_best_candidate_is_taken_by_its_value_when_values_count(policy):
    agent = Search(policy(TOY), sims=32, candidates=4, c_scale=1e3, game=TOY)
    game = after(new_game(TOY, 6, num_players=2), 2)
    answer, nodes = searched(agent, game)
    seat, most = game.deciding_player, max(node.visits for node in nodes.values())
    finalists = {a: n.value[seat] / n.visits for a, n in nodes.items() if n.visits == most}
    assert len(finalists) > 1 and answer == max(finalists, key=finalists.__getitem__)


def test_without_weight_of_values_the_improved_policy_is_the_policy(policy):
    game = after(new_game(TOY, 4, num_players=3), 3)
    agent = Search(policy(TOY), sims=16, c_scale=0.0, game=TOY)
    answer, nodes = searched(agent, game)
    assert agent.improved.sum() == pytest.approx(1)
    for action, node in nodes.items():
        assert agent.improved[action] == pytest.approx(node.prior, rel=1e-5)
    assert answer == max(nodes, key=lambda action: nodes[action].prior)
    assert set(np.flatnonzero(agent.improved)) <= set(game.legal_actions())


def test_noise_makes_other_candidates(policy):
    game = new_game(TOY, 3)
    path = policy(TOY)
    answers = {
        ask(Search(path, sims=2, noise=20.0, seed=seed, game=TOY), game) for seed in range(12)
    }
    assert len(answers) > 1


def test_improved_policies_are_of_each_game_by_itself(policy):
    games = [after(new_game(TOY, seed, num_players=3), seed) for seed in range(3)]
    agent = Search(policy(TOY), sims=8, game=TOY)
    targets, values = agent.improved_policy(stack_rows(games), seed=5)
    assert targets.shape == (3, find(TOY).num_actions) and values.shape == (3,)
    assert targets.sum(axis=1) == pytest.approx(1, abs=1e-5)
    for game, target in zip(games, targets):
        assert set(np.flatnonzero(target)) <= set(game.legal_actions())
    assert (np.abs(values) <= 1).all()
    first, _ = agent.improved_policy(stack_rows(games[:1]), seed=5)
    assert np.array_equal(first[0], targets[0])


def test_the_tree_stays_within_its_memory(policy):
    nodes = find(TOY).num_actions + 1
    agent = Search(policy(TOY), sims=60, nodes=nodes, game=TOY)
    searched(agent, new_game(TOY, 3))
    assert agent.size[0] <= nodes


# --- what is refused ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    ["sims=0", "candidates=0", "depth=-1", "nodes=3", "c_scale=-1", "noise=inf", "c_visit=nan"],
)
def test_nonsense_is_refused(options, policy):
    with pytest.raises(ValueError, match="search needs"):
        make_agent(f"search:{policy(TOY)},{options}", game=TOY)


def test_another_game_than_the_search_was_made_for_is_refused(policy):
    other = next(game for game in GAMES if game != TOY)
    with pytest.raises(ValueError, match=f"made for {TOY}, not {other}"):
        ask(make_agent(f"search:{policy(TOY)}", game=TOY), new_game(other))
