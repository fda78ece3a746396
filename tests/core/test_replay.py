"""Replays of every game: what was played comes back; what was changed or cut is refused where it
breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from paxren_env.core.game import Game
from paxren_env.core.replay import (
    FORMAT,
    BadReplay,
    load_replay,
    read_replay,
    replay_text,
    save_replay,
)
from tests.support.games import CHANCE_GAMES, GAMES, TOY, finished, middle, new_game

pytestmark = pytest.mark.interpreted


def names_of(game: Game) -> list[str]:
    return ["greedy", "random", "mcts:sims=4", "random"][: game.num_players]


def text_of(game: Game, error: str | None = None) -> str:
    return replay_text(game, names_of(game), error)


@pytest.fixture(scope="module", params=GAMES)
def game(request) -> Game:
    return finished(request.param, 5)


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    return text_of(game)


def changed(text: str, **parts) -> str:
    return json.dumps({**json.loads(text), **parts})


def other_event(event):
    """An event that was not played."""
    return event ^ 1 if isinstance(event, int) else tuple(number ^ 1 for number in event)


def test_a_replay_gives_back_the_game_and_who_played(tmp_path: Path, game: Game) -> None:
    save_replay(tmp_path / "deep" / "game.json", game, names_of(game))
    replay = load_replay(tmp_path / "deep" / "game.json")
    assert (replay.format, replay.game) == (FORMAT, game.spec.name)
    again = type(game).replay(seed=replay.seed, options=replay.options, actions=replay.actions)
    assert again.to_bytes() == game.to_bytes() and again.history == game.history
    assert replay.agents == names_of(game) and replay.error is None
    assert replay.result is not None and replay.result["winners"] == game.winners
    assert replay.result["ending"] == ("truncated" if game.is_truncated else game.ending)
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["game.json"]


def test_a_replay_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, game: Game) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        save_replay(tmp_path / "folder", game, names_of(game))
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_replay_is_small(game: Game, text: str) -> None:
    numbers = sum(1 if isinstance(event, int) else len(event) for event in game.history)
    assert len(text) < 1000 + 12 * numbers


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_broke_off_is_kept_with_its_error(name: str) -> None:
    game = middle(name, 5, 7)
    replay = read_replay(text_of(game, "ZeroDivisionError: oops"))
    assert replay.result is None and replay.error == "ZeroDivisionError: oops"
    assert replay.actions == game.history


@pytest.mark.parametrize("name", GAMES)
def test_forced_answers_may_be_played_one_by_one(name: str) -> None:
    game = finished(name, 5, auto_forced=False)
    assert read_replay(text_of(game)).actions == game.history


def test_every_changed_event_is_refused_at_its_step(game: Game, text: str) -> None:
    for index in (0, len(game.history) // 2, len(game.history) - 1):
        actions = game.history.copy()
        actions[index] = other_event(actions[index])
        with pytest.raises(BadReplay, match=f"step {index + 1}:") as caught:
            read_replay(changed(text, actions=actions))
        assert caught.value.step == index + 1


@pytest.mark.parametrize("event", ["x", None, 1.5, [[1]], {}, [], ["x"], 10**6, -1], ids=str)
def test_what_is_no_event_is_refused_at_its_step(event, game: Game, text: str) -> None:
    index = game._past[2][1]
    actions = [*game.history[:index], event, *game.history[index + 1 :]]
    with pytest.raises(BadReplay, match=f"step {index + 1}:"):
        read_replay(changed(text, actions=actions))


def test_another_legal_action_is_refused_at_its_step(text: str, game: Game) -> None:
    before = middle(game.spec.name, 5, 4)
    index = len(before.history)
    other = next(a for a in before.legal_actions() if a != game.history[index])
    actions = [*game.history[:index], other, *game.history[index + 1 :]]
    with pytest.raises(BadReplay) as caught:
        read_replay(changed(text, actions=actions))
    assert caught.value.step == index + 1


def test_a_changed_head_is_refused_at_step_0(text: str, game: Game) -> None:
    agents = ["random"] * game.num_players
    parts: list[dict[str, Any]] = [{"seed": 6}, {"seed": "6"}, {"agents": agents}, {"agents": []}]
    for part in (*parts, {"game": "chess"}):
        with pytest.raises(BadReplay, match="step 0:"):
            read_replay(changed(text, **part))


def test_the_replay_of_one_game_is_none_of_another(text: str, game: Game) -> None:
    for other in GAMES:
        if other != game.spec.name:
            with pytest.raises(BadReplay, match="step 0: unknown option"):
                read_replay(changed(text, game=other))


def test_changed_options_are_refused_at_step_0(text: str) -> None:
    options = json.loads(text)["options"]
    options["auto_forced"] = not options["auto_forced"]
    with pytest.raises(BadReplay, match="step 0:"):
        read_replay(changed(text, options=options))
    with pytest.raises(BadReplay, match="step 0: unknown option 'tea'"):
        read_replay(changed(text, options={"tea": True}))


def test_a_changed_result_error_or_seal_is_refused_at_the_last_step(game: Game, text: str) -> None:
    result = {**json.loads(text)["result"], "winners": [0, 1]}
    for part in ({"result": result}, {"error": "none at all"}, {"seal": "00"}):
        with pytest.raises(BadReplay, match=f"step {len(game.history)}:"):
            read_replay(changed(text, **part))


def test_a_cut_list_of_actions_is_refused_where_it_ends(game: Game, text: str) -> None:
    kept = len(middle(game.spec.name, 5, 4).history)
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
    for length in range(0, len(text.rstrip()), 37):
        with pytest.raises(BadReplay) as caught:
            read_replay(text[:length])
        steps.append(caught.value.step)
    assert steps[0] == 0 and max(steps) == len(game.history)


# --- chance ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", CHANCE_GAMES)
def test_outcomes_from_outside_are_kept_and_cannot_be_changed(name: str) -> None:
    game = finished(name, 5, auto_chance=False)
    text = text_of(game)
    assert read_replay(text).actions == game.history
    rolls = [i for i, event in enumerate(game.history) if isinstance(event, tuple)]
    assert rolls
    for index in rolls[:3]:
        actions = game.history.copy()
        actions[index] = other_event(actions[index])
        with pytest.raises(BadReplay) as caught:
            read_replay(changed(text, actions=actions))
        assert caught.value.step == index + 1


def test_an_outcome_that_the_stream_would_not_give_is_kept() -> None:
    game = new_game(TOY, 5, auto_chance=False)
    while not game.is_over:
        if game.deciding_player >= 0:
            game.step(game.legal_actions()[-1])
        else:
            game.step((6, 6))
    assert (6, 6) in game.history
    replay = read_replay(text_of(game))
    again = type(game).replay(seed=5, options=replay.options, actions=replay.actions)
    assert again.to_bytes() == game.to_bytes()


# --- what is none ---------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["", "hello", "[]", "{}", '{"format": "chess"}', "null"])
def test_what_is_no_replay_says_so(text: str) -> None:
    with pytest.raises(BadReplay, match=r"step 0: (this is no replay|the file is cut)"):
        read_replay(text)


def test_a_game_from_a_position_has_no_replay(game: Game) -> None:
    imagined = new_game(game.spec.name).determinize(0, seed=1)
    with pytest.raises(ValueError, match="no seed"):
        text_of(imagined)
    with pytest.raises(ValueError, match=f"0 agents for {game.num_players} seats"):
        replay_text(game, [])
