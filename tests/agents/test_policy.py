"""Policy files: which game they are for, what is refused, and that the shipped one still plays."""

from pathlib import Path

import numpy as np
import pytest

from agents import policy
from agents.base import ask, make_agent
from agents.policy import (
    completion_of,
    input_scale,
    load_evaluator,
    read_weights,
    shapes_of,
    tables_of,
)
from paxren_env import DEFAULT_GAME
from paxren_env.core.greedy import AS_GREEDY, AT_ONCE, COMPLETIONS
from tests.support.games import GAMES, TOY, new_game, spec_of

pytestmark = pytest.mark.interpreted

SHIPPED = Path(__file__).parents[2] / "train" / "checkpoints" / "ppo.npz"


def write_policy(path, sizes_of, answers=0, **named):
    """A small random network with the sizes of a game."""
    rng = np.random.default_rng(0)
    shapes = shapes_of(spec_of(sizes_of), 8, 6, answers)
    arrays = {name: rng.normal(size=shape).astype(np.float16) for name, shape in shapes.items()}
    np.savez(path, **arrays, **named)
    return str(path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("kind", "answers"), [("U", 0), ("S", 4)])  # text or bytes
def test_a_policy_plays_the_game_it_names(game, kind, answers, tmp_path):
    path = write_policy(tmp_path / "policy.npz", game, answers, game=np.array(game, kind))
    played = new_game(game)
    for options in ("", ",temperature=1.0"):
        answer = ask(make_agent(f"policy:{path}{options}", game=game), played)
        assert answer in played.legal_actions()
    for search in (f"mcts:sims=3,network={path}", f"search:{path},sims=3"):
        assert ask(make_agent(search, game=game), played) in played.legal_actions()


def test_a_policy_that_names_no_game_is_one_of_the_default_game(tmp_path):
    path = write_policy(tmp_path / "policy.npz", DEFAULT_GAME)
    assert (
        read_weights(path, spec_of(DEFAULT_GAME)).keys()
        == shapes_of(spec_of(DEFAULT_GAME), 8, 6).keys()
    )
    with pytest.raises(ValueError, match=f"is a policy for the game {DEFAULT_GAME}, not for {TOY}"):
        read_weights(path, spec_of(TOY))


def test_a_policy_says_at_which_tables_it_learned(tmp_path):
    path, spec = tmp_path / "policy.npz", spec_of(TOY)
    write_policy(path, TOY, game=np.array(TOY), tables=np.array([2, 4]))
    assert tables_of(path, spec) == [2, 4]
    assert read_weights(path, spec).keys() == shapes_of(spec, 8, 6).keys()
    write_policy(path, TOY, game=np.array(TOY))
    assert tables_of(path, spec) == [2, 3, 4], "it does not say: all"


def test_a_policy_says_how_it_completes_actions(tmp_path):
    path, spec = tmp_path / "policy.npz", spec_of(TOY)
    write_policy(path, TOY, game=np.array(TOY))
    assert completion_of(read_weights(path, spec)) == AT_ONCE, "it does not say: as all did before"
    write_policy(path, TOY, game=np.array(TOY), completion=np.array(2.0))
    assert completion_of(read_weights(path, spec)) == AS_GREEDY


@pytest.mark.parametrize("told", COMPLETIONS)
def test_a_policy_may_be_told_to_complete_actions_otherwise(told, tmp_path):
    """It plays as a file with the same weights that names this way to complete them."""
    learned = {n: write_policy(tmp_path / f"{n}.npz", TOY, game=np.array(TOY),
                               completion=np.array(float(n))) for n in COMPLETIONS}  # fmt: skip
    agents = [make_agent(f"policy:{path},completion={told}", game=TOY) for path in learned.values()]
    assert [agent.evaluator.completion for agent in agents] == [told, told]
    for n, path in learned.items():
        assert make_agent(f"policy:{path},completion=0", game=TOY).evaluator.completion == n
    game = new_game(TOY)
    assert ask(agents[0], game) == ask(make_agent(f"policy:{learned[told]}", game=TOY), game)


@pytest.mark.parametrize(("name", "answers"), [("look_ahead", 0), ("look_ahead_with_changes", 4)])
def test_a_policy_looks_ahead_as_it_was_told(name, answers, monkeypatch, tmp_path):
    path = write_policy(tmp_path / "policy.npz", TOY, answers, game=np.array(TOY))
    asked, look = [], getattr(policy, name)
    monkeypatch.setattr(policy, name, lambda *given: (asked.append(given[3]), look(*given))[1])
    for told in COMPLETIONS:
        ask(make_agent(f"policy:{path},completion={told}", game=TOY), new_game(TOY))
    assert asked == list(COMPLETIONS)


def test_a_policy_cannot_be_told_to_complete_actions_as_nobody_does(tmp_path):
    path = write_policy(tmp_path / "policy.npz", TOY, game=np.array(TOY))
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match=f"completion is 0 or one of .*, not {wrong}"):
            make_agent(f"policy:{path},completion={wrong}", game=TOY)


@pytest.mark.parametrize("completion", [0.0, 3.0, np.nan, [1.0, 2.0], "2"])
def test_a_completion_that_there_is_not_is_refused(completion, tmp_path):
    path = tmp_path / "policy.npz"
    write_policy(path, TOY, game=np.array(TOY), completion=np.array(completion))
    with pytest.raises(ValueError, match="is no policy that train"):
        read_weights(path, spec_of(TOY))


@pytest.mark.parametrize("tables", [[9], [0, 2], [], 3, ["2"], [2.5], [[2]]])
def test_tables_that_the_game_does_not_have_are_refused(tables, tmp_path):
    write_policy(tmp_path / "policy.npz", TOY, game=np.array(TOY), tables=np.array(tables))
    with pytest.raises(ValueError, match="learned at tables of"):
        tables_of(tmp_path / "policy.npz", spec_of(TOY))


def test_a_policy_of_another_game_is_refused(tmp_path):
    path = write_policy(tmp_path / "policy.npz", TOY, game=np.array(TOY))
    for agent in (f"policy:{path}", f"search:{path}", f"mcts:network={path}"):
        with pytest.raises(
            ValueError, match=f"a policy for the game {TOY}, not for {DEFAULT_GAME}"
        ):
            make_agent(agent)


def test_a_policy_of_other_sizes_is_refused(tmp_path):
    path = write_policy(tmp_path / "policy.npz", TOY, game=np.array(DEFAULT_GAME))
    with pytest.raises(ValueError, match="trained on another version of the observation"):
        read_weights(path, spec_of(DEFAULT_GAME))


def test_what_is_no_policy_is_refused(tmp_path):
    path = tmp_path / "policy.npz"
    for written in (b"", b"PK\3\4", b"\x93NUMPY"):
        path.write_bytes(written)
        with pytest.raises(ValueError, match="is no policy that train"):
            read_weights(path, spec_of(TOY))
    np.savez(path, game=np.array(TOY))
    with pytest.raises(ValueError, match="is no policy that train"):
        read_weights(path, spec_of(TOY))
    with pytest.raises(ValueError, match="there is no file"):
        read_weights(tmp_path / "nowhere.npz", spec_of(TOY))


def test_the_shipped_policy_loads_and_plays():
    game = new_game(DEFAULT_GAME)
    load_evaluator(SHIPPED, game.spec)
    assert ask(make_agent(f"policy:{SHIPPED}"), game) in game.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_inputs_are_scaled_by_their_greatest_value(game):
    spec = spec_of(game)
    scale = input_scale(spec)
    assert scale.shape == (spec.observation_size,) and scale.dtype == np.float32
    assert np.isfinite(scale).all()
    high = np.maximum(spec.layout.high, 1).astype(float)
    assert scale == pytest.approx(1 / np.sqrt(high))
