"""The paxren command for every game of the house: the same words, with --game."""

import argparse
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paxren_env import DEFAULT_GAME
from paxren_env.cli import common
from paxren_env.cli.main import main
from paxren_env.core.replay import load_replay
from paxren_env.core.spec import find
from tests.support.games import GAMES, TOY, new_game

pytestmark = pytest.mark.interpreted

Run = Callable[..., str]
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def paxren(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command with some typed lines; returns what it printed."""

    def run(*words: str, typed: str = "", status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(words) == status
        shown = capsys.readouterr()
        return shown.err if status else shown.out

    return run


def shown_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


# --- help and names -------------------------------------------------------------------------------
@every_game
def test_help_is_about_the_game_that_is_named(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = shown_help(["--game", game], capsys)
    assert find(game).title in shown and "paxren play" in shown
    assert (f"--game {game}" in shown) == (game != DEFAULT_GAME)
    spec = find(game)
    assert f"{spec.min_players} to {spec.max_players}" in shown_help(
        ["play", "--game", game], capsys
    )


def test_the_options_of_one_game_are_not_those_of_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    toy, usual = (shown_help(["play", "--game", name], capsys) for name in (TOY, DEFAULT_GAME))
    assert "--map" in usual and "--map" not in toy


@pytest.mark.parametrize("command", ["play", "watch", "bench", "lookup", "rules", "replay"])
def test_a_game_that_is_not_there_is_told_with_those_that_are(command: str, paxren: Run) -> None:
    refused = paxren(command, "x", "--game", "halma", status=2)
    assert "there is no game 'halma'; there are: " in refused and DEFAULT_GAME in refused


def test_a_shortened_option_cannot_name_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["watch", "random", "--gam", TOY])
    assert "invalid choice" in capsys.readouterr().err


def test_at_the_table_one_may_ask_why_an_action_is_not_legal(paxren: Run) -> None:
    typed = "why units 3\nwhy tens 0\nunits 3\nquit\n"
    shown = paxren("--game", TOY, "play", "--opponents", "random", "--seat", "0", typed=typed)
    other = "you are asked something else: the first digit of your bid"
    assert shown.count(other) == 2 and f"'units 3' is not legal now: {other}" in shown
    assert "'tens 0' is not the name of an illegal action" in shown


# --- play, watch, replay --------------------------------------------------------------------------
@every_game
def test_a_game_is_watched_and_replayed(game: str, paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    watched = paxren(
        "watch", "random", "--game", game, "--seed", "5", "--max-turns", "2", "--save", saved
    )
    loaded = load_replay(saved)
    assert loaded.game == game
    replayed = paxren("replay", saved)
    numbered = [line for line in replayed.splitlines() if re.match(r" *\d+\. ", line)]
    assert len(numbered) == len(loaded.actions)
    assert all(line.partition(". ")[2] in watched for line in numbered)
    assert watched.splitlines()[-2] == replayed.splitlines()[-1]
    assert replayed == paxren("replay", saved, "--game", game)


def test_a_replay_of_another_game_is_refused_if_one_is_named(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    paxren("watch", "random", "--game", TOY, "--seed", "5", "--max-turns", "1", "--save", saved)
    refused = paxren("replay", saved, "--game", DEFAULT_GAME, status=2)
    assert f"is a game of {TOY}, not of {DEFAULT_GAME}" in refused


@every_game
def test_a_game_is_played_to_its_end(game: str, paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    words = ("play", "--opponents", "random", "--seat", "0", "--seed", "3", "--max-turns", "2")
    shown = paxren(
        *words,
        "--game",
        game,
        "--save",
        saved,
        typed="?\ntable\nlog\nhint\n1\nundo\n" + "1\n" * 200,
    )
    assert "Answer with the number" in shown and "Good-bye" not in shown
    assert load_replay(saved).result is not None


@every_game
def test_too_many_players_are_refused(game: str, paxren: Run) -> None:
    most = find(game).max_players
    refused = paxren("watch", "random", "--players", str(most + 1), "--game", game, status=2)
    assert f"--players is {find(game).min_players} to {most}, not {most + 1}" in refused


@every_game
def test_an_option_of_the_command_line_is_one_of_the_game(game: str) -> None:
    spec = find(game)
    parser = argparse.ArgumentParser()
    common.add_game_options(parser, spec)
    assert common.game_options(spec, parser.parse_args([])) == {}
    chosen = common.game_options(spec, parser.parse_args(["--max-turns", "7"]))
    assert spec.module("options").check_options(chosen)["max_turns"] == 7


def test_a_roll_that_is_asked_for_is_rolled() -> None:
    game = new_game(TOY, auto_chance=False)
    names = ["random"] * game.num_players
    players = common.make_players(game.spec, names)
    while not game.is_over:
        game.step(common.answer(game, names, players))
    assert any(isinstance(event, tuple) for event in game.history)


# --- the others -----------------------------------------------------------------------------------
@every_game
def test_bench_counts_steps(game: str, paxren: Run) -> None:
    assert "steps per second" in paxren(
        "bench", "--games", "2", "--seconds", "0.02", "--game", game
    )


@every_game
def test_rules_are_printed(game: str, paxren: Run) -> None:
    titles = paxren("rules", "--game", game).splitlines()
    assert titles and titles[0].strip() in paxren("rules", titles[0].strip(), "--game", game)


@every_game
def test_components_are_looked_up(game: str, paxren: Run) -> None:
    everything = paxren("lookup", "--game", game)
    assert everything.strip()


def test_a_game_without_components_says_so(paxren: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(find(TOY).module("text"), "lookup")
    assert "has nothing to look up" in paxren("lookup", "--game", TOY, status=2)
