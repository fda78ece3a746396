"""The arena: balanced seats, sound numbers, and nothing lost when something breaks."""

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents import arena
from agents.arena import FINISHED, Match, batch_size, main, make_agents, play, run
from agents.intervals import clustered
from agents.standings import Played, elo, rate, standings
from paxren_env import DEFAULT_GAME
from paxren_env.core.replay import load_replay
from tests.support.games import GAMES, TOY, spec_of
from tests.support.games import SHORT as SHORT_GAMES

pytestmark = pytest.mark.interpreted

SHORT = {"max_turns": 4}
FIRST = "tests.support.odd_agents.First"
CRASHER = "tests.support.odd_agents.Crasher"
RESUME = ["random", FIRST, "--resume", "result.json", "--processes", "1"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# What makes the games of a command short.
SHORT_WORDS = {DEFAULT_GAME: ["--max-turns", "4"], TOY: ["--rounds", "2"]}


def match_of(game: str, *agents: str, seed: int = 3, replays: str | None = None) -> Match:
    """Short games at a table of the usual size."""
    players = spec_of(game).default_players
    return Match(agents, players, seed, SHORT_GAMES.get(game, {}), replays, game)


def arguments(*words: str, games: int = 4, processes: int = 1) -> list[str]:
    numbers = ["--games", str(games), "--processes", str(processes), "--max-turns", "4"]
    return [*words, *numbers, "--json", "result.json"]


def result() -> dict[str, Any]:
    return json.loads(Path("result.json").read_text())


def without_times(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    games = sorted(games, key=lambda game: game["number"])
    return [{k: v for k, v in game.items() if k not in ("seconds", "timed")} for game in games]


# --- the schedule ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("agents", "players", "tables"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 3, ["abc"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("ab", 4, ["abbb"]),
        ("abbb", 4, ["abbb"]),
        ("a", 3, ["aaa"]),
    ],
)
def test_who_sits_together(agents: str, players: int, tables: list[str]) -> None:
    match = Match(tuple(agents), players, game=TOY)
    assert ["".join(t) for t in match.tables()] == tables


def test_every_deal_is_played_once_in_every_rotation() -> None:
    match = Match(("a", "b", "c", "d"), 3, seed=5, game=TOY)
    games = match.whole(50)
    assert games == 60  # 4 tables, 3 rotations, 5 deals
    seats = Counter((match.deal(n).seed, *match.seats(n)) for n in range(games))
    assert set(seats.values()) == {1}
    for table in match.tables():
        for seed in {match.deal(n).seed for n in range(games)}:
            rotations = [table[-r:] + table[:-r] for r in range(3)]
            assert all(seats[seed, *rotation] for rotation in rotations)


def test_deals_differ_and_follow_the_seed() -> None:
    seeds = [Match(("a", "b"), 2, seed).deal(n).seed for seed in (1, 2) for n in range(0, 8, 2)]
    assert len(set(seeds)) == 8
    assert Match(("a", "c"), 2, 1).deal(3).seed == Match(("a", "b"), 2, 1).deal(3).seed


# --- the numbers ----------------------------------------------------------------------------------
def game(number: int, agents: str, *winners: int, **more: Any) -> Played:
    seats = len(agents)
    ending = "holy" if winners else "truncated"
    times: dict[str, Any] = {
        "decisions": [10] * seats,
        "timed": [5] * seats,
        "seconds": [0.5] * seats,
    }
    return Played(number, [*agents], [*winners], ending, 30, **times, **more)


def test_standings_count_wins_seats_times_and_endings() -> None:
    played = [game(0, "ab", 0), game(1, "ba", 1), game(2, "ab", 0, 1), game(3, "ba")]
    found = standings(reversed(played))
    first, second = found["agents"]
    assert (first["name"], first["win_rate"], first["seats"]) == ("a", 2.5 / 4, 4)
    assert (second["name"], second["win_rate"], second["wins"]) == ("b", 0.5 / 4, 0.5)
    assert first["ci95"] == list(clustered([(1, 1), (1, 1), (0.5, 1), (0, 1)]))
    assert first["ms_per_decision"] == 100.0
    assert first["won_by"] == {"holy": 3} and second["won_by"] == {"holy": 1}
    assert found["endings"] == {"holy": 3, "truncated": 1}
    assert (found["games"], found["mean_turns"], found["mean_decisions"]) == (4, 30.0, 20.0)


def test_intervals_are_clustered_by_deal() -> None:
    played = [game(0, "abb", 0), game(1, "bab", 0), game(2, "bba", 2), game(3, "abb", 1)]
    played += [game(4, "bab", error="oops"), game(5, "bba", 2)]
    numbers = {agent["name"]: agent for agent in standings(played, 3)["agents"]}
    assert numbers["a"]["ci95"] == list(clustered([(2, 3), (1, 2)]))
    assert numbers["b"]["ci95"] == list(clustered([(1, 6), (1, 4)]))
    assert numbers["a"]["deals"] == numbers["b"]["deals"] == 2


def test_games_that_crashed_count_as_crashes_alone() -> None:
    broken = game(1, "ab", error="oops", crashed=1)
    found = standings([game(0, "ab", 0), broken])
    assert (found["games"], found["crashes"]) == (1, 1)
    assert {agent["name"]: agent["crashes"] for agent in found["agents"]} == {"a": 0, "b": 1}
    assert all(agent["seats"] == 1 for agent in found["agents"])


def test_elo_is_400_points_for_odds_of_ten_to_one() -> None:
    games = [game(n, "ab", 0 if n % 11 else 1) for n in range(11_000)]
    points = elo("ab", games)
    assert points["a"] - points["b"] == pytest.approx(400, abs=2)
    assert points["a"] + points["b"] == pytest.approx(3000)


def test_elo_of_equals_is_equal_when_one_sits_against_three() -> None:
    games = [game(n, "abbb", n % 4) for n in range(4000)]
    assert elo("ab", games)["a"] == pytest.approx(1500, abs=1)
    assert elo("ab", [game(n, "ab", 0) for n in range(100)])["a"] < 3000  # finite without a loss


def test_without_a_game_there_are_no_ratings() -> None:
    assert elo([], []) == {}
    assert elo("ab", []) == {"a": 1500, "b": 1500}


def test_ratings_rank_agents_by_skill() -> None:
    games = [game(n, "abc", 0 if n % 3 else 1) for n in range(60)]
    ratings = rate("abc", games)
    assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert all(sigma < 25 / 3 for _, sigma in ratings.values())


# --- playing --------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_in_any_batch_and_any_number_of_processes(game: str) -> None:
    match = match_of(game, "random", FIRST)
    alone = [vars(p) for n in range(6) for p in play(match, [n], make_agents(match))]
    together = [vars(p) for p in play(match, range(6), make_agents(match))]
    apart = [vars(p) for p in run(match, range(6), processes=2, batch=2)]
    assert without_times(alone) == without_times(together) == without_times(apart)
    assert len({str(p["decisions"]) for p in alone}) > 2
    assert {p["error"] for p in alone} == {None}


@pytest.mark.parametrize("game", GAMES)
def test_rotations_of_a_deal_are_different_games_even_for_equals(game: str, tmp_path: Path) -> None:
    match = match_of(game, "random", replays=str(tmp_path))
    files = [str(p.replay) for p in play(match, range(2), make_agents(match))]
    first, second = (load_replay(file) for file in files)
    assert first.seed == second.seed and first.actions != second.actions
    assert first.game == second.game == game


def test_the_arena_rolls_where_the_game_asks_for_its_rolls() -> None:
    rolled = match_of(TOY, "random", FIRST)
    asked = Match(rolled.agents, 3, 3, {**rolled.options, "auto_chance": False}, game=TOY)
    expected = play(rolled, range(3), make_agents(rolled))
    for one, other in zip(play(asked, range(3), make_agents(asked)), expected):
        assert one.error is None and one.ending == other.ending
        assert sum(one.decisions) > 0


def test_a_game_with_one_kind_of_end_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec_of(TOY).module("game").Game, "ending", None)
    match = match_of(TOY, "random")
    assert {p.ending for p in play(match, range(3), make_agents(match))} == {FINISHED}


def test_the_batch_is_the_greatest_that_an_agent_likes() -> None:
    assert batch_size(match_of(TOY, "random")) == 1
    assert batch_size(match_of(TOY, "random", FIRST)) == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_command_plays_the_game_it_is_told(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--game", game, *SHORT_WORDS.get(game, []), "--processes", "1", "--games", "2"]
    assert main(["random", FIRST, *words, "--json", "result.json", "--replays", "games"]) == 0
    found = result()
    assert found["game"] == game and found["players"] == spec_of(game).default_players
    assert found["crashes"] == 0 and found["games"] == found["players"]
    assert {load_replay(played["replay"]).game for played in found["played"]} == {game}
    # The file knows its game; naming it again does no harm.
    more = [
        "random",
        FIRST,
        "--resume",
        "result.json",
        "--games",
        str(2 * found["games"]),
        "--processes",
        "1",
    ]
    assert main(more) == 0 and main([*more, "--game", game]) == 0
    assert result()["game"] == game and result()["games"] == 2 * found["games"]


def test_the_command_writes_standings_and_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments("random", FIRST, games=3), "--replays", "games"]) == 0
    found = result()
    assert found["games"] == 4  # whole deals
    assert {agent["name"] for agent in found["agents"]} == {"random", FIRST}
    assert {"name", "win_rate", "ci95", "rating", "elo"} <= set(found["agents"][0])
    shown = capsys.readouterr().out
    assert "4 games of 2 players" in shown and "truncated 100%" in shown
    for played in found["played"]:
        replay = load_replay(played["replay"])
        assert replay.agents == played["agents"] and replay.error is None


def test_the_plot_is_a_picture() -> None:
    pytest.importorskip("matplotlib")
    assert main([*arguments("random", FIRST, games=2), "--plot", "deep/rates.png"]) == 0
    assert Path("deep/rates.png").read_bytes().startswith(b"\x89PNG")


def test_folders_that_are_missing_are_made() -> None:
    words = ["random", "--games", "2", "--processes", "1", "--max-turns", "1"]
    assert main([*words, "--json", "some/where/result.json", "--replays", "some/games"]) == 0
    assert json.loads(Path("some/where/result.json").read_text())["games"] == 2
    assert len(list(Path("some/games").iterdir())) == 2


# --- when something breaks ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("agent", "error"),
    [
        (CRASHER, "ZeroDivisionError: oops .odd_agents.py, line"),
        ("tests.support.odd_agents.Cheat", "IllegalAction: action .* is not legal now"),
        ("tests.support.odd_agents.Shapeless", "IllegalAction: act returned float64"),
    ],
)
def test_a_crash_is_told_with_its_replay_and_the_run_goes_on(
    agent: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments("random", agent, FIRST, "--players", "2", games=6)) == 0
    found = result()
    assert (found["games"], found["crashes"]) == (2, 4)  # all but random against First
    assert "crashed" in capsys.readouterr().err
    for played in found["played"]:
        if agent in played["agents"]:
            assert played["agents"][played["crashed"]] == agent
            assert re.match(error, played["error"])
            replay = load_replay(played["replay"])
            assert replay.error == played["error"] and replay.result is None


def test_a_crash_ends_only_its_own_game() -> None:
    """The third turn is the first player's: the crasher has it in one rotation of each deal."""
    match = Match((CRASHER + ":turn=2", FIRST), 2, 0, {"max_turns": 3})
    played = play(match, range(6), make_agents(match))
    for one, other in zip(played[::2], played[1::2]):
        assert (one.error is None) != (other.error is None)
        whole = one if one.error is None else other
        (alone,) = play(match, [whole.number], make_agents(match))
        assert without_times([vars(whole)]) == without_times([vars(alone)])


@pytest.mark.slow
def test_a_dead_process_costs_only_the_games_that_killed_it() -> None:
    match = Match(("tests.support.odd_agents.Killer", FIRST), 2, 0, SHORT)
    played = sorted(run(match, range(4), processes=2, batch=1), key=lambda p: p.number)
    assert [p.number for p in played] == [0, 1, 2, 3]
    assert [p.error for p in played] == ["the process that played it died", None] * 2
    assert load_replay(str(played[0].replay)).actions == []


def test_a_result_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        arena.write_result(tmp_path / "folder", {"games": 0, "played": []})
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_the_standings_are_shown_even_if_the_disk_is_full_by_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(arena, "write_result", full)
    monkeypatch.setattr(arena, "SAVE_EVERY", 0.0)
    with pytest.raises(SystemExit) as left:
        main(arguments("random", FIRST))
    shown = capsys.readouterr()
    assert left.value.code == 1 and "cannot write result.json: No space left" in shown.err
    assert shown.err.count("; playing on") == 1, "it is told once while it plays"
    assert "4 games of 2 players" in shown.out


def test_the_result_is_kept_even_if_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(arena, "table", closed)
    with pytest.raises(SystemExit):
        main(arguments("random", FIRST))
    assert result()["games"] == 4


# --- stopping and going on ------------------------------------------------------------------------
def test_a_run_that_was_stopped_keeps_its_games_and_can_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(arguments("random", FIRST, games=6)) == 0
    whole = result()
    Path("result.json").unlink()

    def stopped(*args: Any) -> Any:
        for number, played in enumerate(run(*args)):
            if number == 3:
                raise KeyboardInterrupt
            yield played

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "run", stopped)
        assert main(arguments("random", FIRST, games=6)) == 130
    assert result()["games"] == 3
    assert "--resume result.json" in capsys.readouterr().out.replace("\n", " ")
    assert main([*RESUME, "--games", "6"]) == 0
    assert without_times(result()["played"]) == without_times(whole["played"])
    assert result()["endings"] == whole["endings"]


def test_resume_can_add_games() -> None:
    assert main(arguments("random", FIRST, games=2)) == 0
    assert main([*RESUME, "--games", "4"]) == 0
    assert [played["number"] for played in result()["played"]] == [0, 1, 2, 3]
    assert result()["options"] == SHORT


def test_a_result_that_names_no_game_is_one_of_the_default_game() -> None:
    assert main(arguments("random", FIRST, games=2)) == 0
    old = result()
    assert old.pop("game") == DEFAULT_GAME
    Path("result.json").write_text(json.dumps(old))
    assert main([*RESUME, "--games", "4"]) == 0
    assert result()["game"] == DEFAULT_GAME and result()["games"] == 4


@pytest.mark.slow
def test_ctrl_c_stops_the_processes_and_keeps_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "agents.arena", FIRST, "--games", "100000", "--max-turns", "3"]
    files = ["--json", str(tmp_path / "result.json"), "--replays", str(tmp_path / "games")]
    process = subprocess.Popen(
        [*command, *files, "--processes", "2"],
        cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    while process.poll() is None and len(list(tmp_path.glob("games/game_*"))) < 10:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped after" in shown
    assert 0 < result()["games"] < 100_000


# --- what is refused ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name the agents"),
        (["gredy"], "'gredy' is not known; there are: "),
        (["os.path"], "module os has no class path"),
        (["random", "--players", "5"], "--players is 1 to 4, not 5"),
        (["random", "--players", "0"], "--players is 1 to 4, not 0"),
        (["random", "--games", "0"], "at least 1"),
        (["random", "--processes", "0"], "at least 1"),
        (["random", "--json", "."], ". is a folder, not a file"),
        (["random", "--json", "odd.json/r.json"], "odd.json is no folder that can be written to"),
        (["random", "--plot", "odd.json/r.png"], "odd.json is no folder that can be written to"),
        (["random", "--plot", "r.foo"], "r.foo is no picture: its name ends in one of"),
        (["random", "--replays", "odd.json"], "odd.json is no folder that can be written to"),
        (["random", "--game", "chess"], "there is no game 'chess'; there are: "),
        (["random", "--game", TOY, "--players", "1"], "--players is 2 to 4, not 1"),
        (["random", "--game", TOY, "--map", "age_of_renaissance"], "unrecognized arguments: --map"),
        (["random", "--max-turns", "0"], "'max_turns'"),
        (["--resume", "nowhere.json"], "nowhere.json"),
        (["--resume", "odd.json"], "odd.json is no result of the arena"),
    ],
)
def test_a_bad_command_says_why(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("odd.json").write_text('{"agents": []}')
    with pytest.raises(SystemExit) as left:
        main(words)
    said = capsys.readouterr().err
    assert left.value.code == 2 and message in said
    assert "playing" not in said, "it is refused before the match"


def test_a_result_of_other_agents_is_not_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments("random", FIRST, games=2)) == 0
    with pytest.raises(SystemExit):
        main(["greedy", FIRST, "--resume", "result.json"])
    assert f"is a match of random {FIRST}" in capsys.readouterr().err


def test_a_result_of_another_game_is_not_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments("random", FIRST, games=2)) == 0
    with pytest.raises(SystemExit):
        main([*RESUME, "--game", TOY])
    assert f"is a match of {DEFAULT_GAME}, not of {TOY}" in capsys.readouterr().err
