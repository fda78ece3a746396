"""Replays: what was played comes back; what was changed or cut is refused where it breaks."""

import json
import random
from pathlib import Path

import pytest

from paxren_env import Game
from paxren_env.core.replay import BadReplay, load_replay, read_replay, replay_text, save_replay

pytestmark = pytest.mark.interpreted


def played(steps: int = 10_000, **options) -> Game:
    game = Game(num_players=3, seed=5, **{"max_turns": 8, **options})
    rng = random.Random(5)
    while not game.is_over and steps:
        game.step(rng.choice(game.legal_actions()))
        steps -= 1
    return game


NAMES = ["greedy", "random", "mcts:sims=4"]


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    return replay_text(game, NAMES)


def changed(text: str, **parts) -> str:
    return json.dumps({**json.loads(text), **parts})


def test_a_replay_gives_back_the_game_and_who_played(tmp_path: Path, game: Game) -> None:
    save_replay(tmp_path / "deep" / "game.json", game, NAMES)
    replay = load_replay(tmp_path / "deep" / "game.json")
    again = Game.replay(seed=replay.seed, options=replay.options, actions=replay.actions)
    assert again.to_bytes() == game.to_bytes()
    assert replay.agents == NAMES and replay.error is None
    assert replay.result is not None and replay.result["victory"] == "truncated"
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["game.json"]


def test_a_replay_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, game: Game) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        save_replay(tmp_path / "folder", game, NAMES)
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_replay_is_small(game: Game, text: str) -> None:
    assert len(text) < 1000 + 12 * len(game.history)


def test_a_game_that_broke_off_is_kept_with_its_error() -> None:
    game = played(steps=7)
    replay = read_replay(replay_text(game, NAMES, "ZeroDivisionError: oops"))
    assert replay.result is None and replay.error == "ZeroDivisionError: oops"
    assert replay.actions == game.history


def test_forced_answers_may_be_played_one_by_one() -> None:
    game = played(auto_forced=False)
    assert read_replay(replay_text(game, NAMES)).actions == game.history


def test_every_changed_action_is_refused_at_its_step(game: Game, text: str) -> None:
    for index in (0, len(game.history) // 2, len(game.history) - 1):
        actions = game.history.copy()
        actions[index] ^= 1
        with pytest.raises(BadReplay, match=f"step {index + 1}:") as caught:
            read_replay(changed(text, actions=actions))
        assert caught.value.step == index + 1


def test_another_legal_action_is_refused_at_its_step(text: str, game: Game) -> None:
    before = played(steps=4)
    index = len(before.history)
    other = next(a for a in before.legal_actions() if a != game.history[index])
    actions = [*game.history[:index], other, *game.history[index + 1 :]]
    with pytest.raises(BadReplay) as caught:
        read_replay(changed(text, actions=actions))
    assert caught.value.step == index + 1


@pytest.mark.parametrize(
    "part", [{"seed": 6}, {"agents": ["greedy", "random", "random"]}, {"agents": []}]
)
def test_a_changed_head_is_refused_at_step_0(text: str, part: dict) -> None:
    with pytest.raises(BadReplay, match="step 0:"):
        read_replay(changed(text, **part))


def test_changed_options_are_refused_at_step_0(text: str) -> None:
    options = {**json.loads(text)["options"], "max_turns": 9}
    with pytest.raises(BadReplay, match="step 0:"):
        read_replay(changed(text, options=options))
    with pytest.raises(BadReplay, match="step 0: unknown option 'tea'"):
        read_replay(changed(text, options={"tea": True}))


def test_a_changed_result_error_or_seal_is_refused_at_the_last_step(game: Game, text: str) -> None:
    result = {**json.loads(text)["result"], "winners": [1]}
    for part in ({"result": result}, {"error": "none at all"}, {"seal": "00"}):
        with pytest.raises(BadReplay, match=f"step {len(game.history)}:"):
            read_replay(changed(text, **part))


def test_a_cut_list_of_actions_is_refused_where_it_ends(game: Game, text: str) -> None:
    kept = len(played(steps=4).history)
    chain = json.loads(text)["chain"]
    for part in (
        {"actions": game.history[:kept]},
        {"actions": game.history[:kept], "chain": chain[: 4 * (kept + 1)]},
        {"actions": game.history[:kept], "chain": chain[: 4 * (kept + 1)], "result": None},
    ):
        with pytest.raises(BadReplay, match=f"step {kept}:"):
            read_replay(changed(text, **part))
    with pytest.raises(BadReplay, match=f"step {kept + 1}:.*cut short"):
        read_replay(changed(text, chain=chain[: 4 * (kept + 1)]))


def test_a_file_cut_anywhere_is_refused_with_a_step(game: Game, text: str) -> None:
    steps = []
    for length in range(0, len(text.rstrip()), 97):
        with pytest.raises(BadReplay) as caught:
            read_replay(text[:length])
        steps.append(caught.value.step)
    assert steps[0] == 0 and max(steps) == len(game.history)


@pytest.mark.parametrize("text", ["", "hello", "[]", "{}", '{"format": "chess"}', "null"])
def test_what_is_no_replay_says_so(text: str) -> None:
    with pytest.raises(BadReplay, match=r"step 0: (this is no replay|the file is cut)"):
        read_replay(text)


def test_a_game_from_a_position_has_no_replay() -> None:
    with pytest.raises(ValueError, match="no seed"):
        replay_text(Game(seed=1).determinize(0, seed=1), ["random", "random"])
