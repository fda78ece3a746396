"""Agents: one protocol, made by name; answers depend on no batch, earlier game or hidden thing."""

from typing import Any

import pytest

from agents import make_agent
from agents.base import KNOWN, ask, views_of
from paxren_env.core.game import Game
from tests.support.games import GAMES, TOY, middle, new_game, positions, spec_of
from tests.support.odd_agents import Local, Witness

pytestmark = pytest.mark.interpreted

SPECS = ("random", "greedy", "rollout:sims=12,depth=2", "mcts:sims=6")


def some_games(game: str) -> list[Game]:
    """Tables of every size, a few choices after the deal."""
    spec = spec_of(game)
    sizes = range(max(2, spec.min_players), spec.max_players + 1)
    return [middle(game, seed, 8, num_players=players) for seed, players in enumerate(sizes, 1)]


# --- by name --------------------------------------------------------------------------------------
def test_options_are_read_by_their_type() -> None:
    agent: Any = make_agent("rollout:sims=30,seed=4")
    assert (agent.sims, agent.depth, agent.seed) == (30, 20, 4)
    own: Any = make_agent("tests.support.odd_agents.Crasher:turn=7")
    assert own.turn == 7
    assert vars(make_agent("mcts:scale=none"))["scale"] == vars(make_agent("mcts"))["scale"]


def test_a_seed_goes_to_agents_that_take_one() -> None:
    seeded: Any = make_agent("greedy", seed=9)
    asked: Any = make_agent("greedy:seed=3", seed=9)
    assert (seeded.seed, asked.seed) == (9, 3)
    make_agent("tests.support.odd_agents.First", seed=9)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_to_agents_that_take_one(game: str) -> None:
    agent: Any = make_agent("tests.support.odd_agents.Local", game=game)
    assert isinstance(agent, Local) and agent.game == game
    search: Any = make_agent("mcts", game=game)
    assert search.spec is spec_of(game)
    assert search.tree["value"].shape[1] == spec_of(game).max_players


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "'gredy' is not known; there are: .*greedy, mcts, policy, process, random"),
        ("", "'' is not known"),
        ("rollout:sim=3", "no option 'sim=3'; its options are sims=400, depth=20, seed=0"),
        ("rollout:400", "no option '400'"),
        ("rollout:sims=", "no option 'sims='"),
        ("rollout:sims=many", "'sims' of agent 'rollout' is a whole number, not 'many'"),
        ("rollout:sims=0", "sims is at least 1"),
        ("mcts:game=chess", "no option 'game=chess'"),
        ("policy", "needs path: policy:PATH"),
        ("no.such.Agent", "there is no module no.such"),
        ("tests.support.odd_agents.Nobody", "has no class Nobody"),
        ("os.path", "module os has no class path"),
        ("pathlib.Path", "the class Path has no method act"),
    ],
)
def test_a_bad_name_says_what_there_is(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_agent(spec)


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'; there are: "):
        make_agent("random", game="chess")


def test_baselines_are_known() -> None:
    assert {"random", "greedy", "rollout", "mcts", "policy"} <= set(KNOWN)


# --- the protocol ---------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_answers_are_legal_at_every_decision_of_a_turn(spec: str, game: str) -> None:
    agent = make_agent(spec, game=game)
    played = new_game(game, 4)
    while not played.is_over and played.turn < 2:
        played.step(ask(agent, played))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_does_not_depend_on_the_batch_or_on_what_was_asked_before(
    spec: str, game: str
) -> None:
    games = some_games(game)
    observation, mask, determinized = views_of(games, range(5, 5 + len(games)))
    together = make_agent(spec, game=game).act(observation, mask, determinized)
    agent = make_agent(spec, game=game)
    for i in reversed(range(len(games))):
        one = slice(i, i + 1)
        assert agent.act(observation[one], mask[one], determinized[one]) == together[one]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_agents_leave_what_they_are_shown_as_it_is(spec: str, game: str) -> None:
    games = some_games(game)
    observation, mask, determinized = views_of(games, range(len(games)))
    before = observation.tobytes(), mask.tobytes(), [one.to_bytes() for one in determinized]
    make_agent(spec, game=game).act(observation, mask, determinized)
    after = observation.tobytes(), mask.tobytes(), [one.to_bytes() for one in determinized]
    assert before == after


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_decides_what_random_answers(game: str) -> None:
    played = new_game(game, 3)
    answers = {ask(make_agent("random", seed=seed), played) for seed in range(20)}
    assert len(answers) > min(3, len(played.legal_actions()) // 2)


@pytest.mark.parametrize("game", GAMES)
def test_random_answers_every_legal_action(game: str) -> None:
    played = new_game(game, 3)
    agent = make_agent("random")
    answers = {ask(agent, played, salt) for salt in range(20 * len(played.legal_actions()))}
    assert answers == set(played.legal_actions())


# --- what an agent may know -----------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_agents_are_shown_what_their_seat_sees_and_no_true_game(game: str) -> None:
    agent = Witness()
    for number, played in enumerate(positions(game, 8, num_players=3)):
        if played.is_over or number == 60:
            break
        ask(agent, played)
        observation, mask, (determinized,) = agent.shown[-1]
        seat = played.deciding_player
        assert observation.shape == (1, played.spec.observation_size)
        assert mask.shape == (1, played.spec.num_actions)
        assert mask[0].tolist() == played.legal_mask().tolist()
        for seen in (observation[0], determinized.observe(seat)["observation"]):
            assert seen.tobytes() == played.observe(seat)["observation"].tobytes()
        assert determinized.seed is None and determinized.history == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_no_answer_depends_on_what_is_hidden(spec: str, game: str) -> None:
    """Games that look the same to the seat get the same answer, whatever is hidden in them."""
    played = middle(game, 11, 12, num_players=3)
    seat = played.deciding_player
    others = [played.determinize(seat, seed) for seed in range(4)]
    assert len({other.to_bytes() for other in others}) == 4
    agent = make_agent(spec, game=game)
    for other in others:
        other.history = played.history.copy()
    assert {ask(agent, other, salt=1) for other in others} == {ask(agent, played, salt=1)}


@pytest.mark.parametrize("spec", ["rollout:sims=12,depth=9", "mcts:sims=12,depth=9"])
def test_playouts_roll_by_themselves_where_the_game_asks_for_its_rolls(spec: str) -> None:
    """Nobody answers for chance in a playout, and what the true game asks does not change."""
    asking = middle(TOY, 3, 2, auto_chance=False)
    assert ask(make_agent(spec, game=TOY), asking) in asking.legal_actions()
    assert asking.options["auto_chance"] is False
