"""Killed processes, full disks, absurd numbers: what was played is kept, no worker stays."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents import arena
from agents.arena import main, run
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[2]
FIRST = "tests.support.odd_agents.First"
SHORT = ["--game", TOY, "--rounds", "2", "--players", "2", "--processes", "1"]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc and /dev/full")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def result() -> dict[str, Any]:
    return json.loads(Path("result.json").read_text())


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


# --- killed processes -----------------------------------------------------------------------------
COMMAND = "import sys, tests.support.sealed_bids, agents.arena as a; sys.exit(a.main(sys.argv[1:]))"
ENDLESS = [*SHORT, "--games", "1000000", "--json", "result.json"]


def start(*words: str, **options: Any) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def wait_until(happens: Callable[[], Any], process: subprocess.Popen[str] | None = None) -> None:
    end = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < end, "it takes too long"
        assert process is None or process.poll() is None, "it ended early"
        time.sleep(0.05)


def running() -> list[int]:
    """Processes that have this test's folder as their own: the arena and its workers."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            try:
                is_here = (folder / "cwd").readlink() == Path.cwd()
                is_dead = re.search(r"^State:\s+[ZX]", (folder / "status").read_text(), re.M)
            except OSError:
                continue
            if is_here and not is_dead:
                found.append(int(folder.name))
    return found


@pytest.fixture
def _nobody_stays() -> Iterator[None]:
    yield
    for process in running():
        os.kill(process, signal.SIGKILL)


@on_linux
@pytest.mark.usefixtures("_nobody_stays")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_arena_and_the_result_is_kept(sign: signal.Signals) -> None:
    process = start(FIRST, "random", *ENDLESS, "--processes", "2")
    wait_until(lambda: Path("result.json").exists() and len(running()) >= 3, process)
    process.send_signal(sign)
    shown, said = process.communicate(timeout=60)
    wait_until(lambda: not running())
    assert result()["games"] > 0 and result()["crashes"] == 0
    assert "Traceback" not in said
    if sign == signal.SIGTERM:
        assert process.returncode == 143
        assert f"stopped after {result()['games']} of 1000000 games" in shown
        assert f"{FIRST} random --resume result.json" in " ".join(shown.split())
    else:
        assert process.returncode == -signal.SIGKILL


@on_linux
@pytest.mark.usefixtures("_nobody_stays")
def test_workers_that_do_not_return_end_too() -> None:
    process = start(*["tests.support.odd_agents.Sleeper"] * 2, *ENDLESS, "--processes", "2")
    wait_until(lambda: len(list(Path.cwd().glob("asleep_*"))) == 2, process)
    process.kill()
    process.communicate(timeout=60)
    wait_until(lambda: not running())


def test_sigterm_in_the_main_process_keeps_what_was_played() -> None:
    def terminated(*arguments: Any) -> Iterator[Any]:
        for number, played in enumerate(run(*arguments)):
            if number == 3:
                signal.raise_signal(signal.SIGTERM)
            yield played

    before = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "run", terminated)
        assert main(["random", *SHORT, "--games", "10", "--json", "result.json"]) == 143
    assert result()["games"] == 3
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_result_is_written_with_the_first_game() -> None:
    numbers = []

    def looked_at(*arguments: Any) -> Iterator[Any]:
        for played in run(*arguments):
            yield played
            numbers.append(result()["games"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "run", looked_at)
        assert main(["random", *SHORT, "--games", "4", "--json", "result.json"]) == 0
    assert numbers[0] == 1 and result()["games"] == 4


def test_what_killed_runs_left_half_written_is_removed() -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    alive = os.getppid()
    left = [f".{dead.pid}.result.json", f"games/.{dead.pid}.game_0_000001.json"]
    kept = [f".{alive}.result.json", f".{dead.pid}.other.json", f"games/.{dead.pid}.notes.txt"]
    Path("games").mkdir()
    for name in (*left, *kept):
        Path(name).write_text("half")
    words = ["--games", "2", "--json", "result.json", "--replays", "games"]
    assert main(["random", *SHORT, *words]) == 0
    assert not any(Path(name).exists() for name in left)
    assert all(Path(name).exists() for name in kept)


# --- a full disk ----------------------------------------------------------------------------------
def test_replays_that_cannot_be_written_cost_only_the_replays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "write_replay", full_disk)
    words = ["--games", "4", "--json", "result.json", "--replays", "games", "--plot", "rates.png"]
    with pytest.raises(SystemExit) as left:
        main(["random", *SHORT, *words])
    shown = capsys.readouterr()
    assert left.value.code == 1
    assert shown.err.count("No space left on device; playing on") == 1
    assert "cannot write the replays: [Errno 28]" in shown.err
    assert "4 games of 2 players" in shown.out
    assert result()["games"] == 4 and result()["crashes"] == 0
    assert {game["replay"] for game in result()["played"]} == {None}
    assert all("No space left" in game["unsaved"] for game in result()["played"])
    assert Path("rates.png").exists()
    assert main(["--resume", "result.json", "--games", "6", "--processes", "1"]) == 0


def test_the_replay_of_a_crash_that_cannot_be_written_ends_no_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arena, "write_replay", full_disk)
    with pytest.raises(SystemExit):
        main(["tests.support.odd_agents.Cheat", *SHORT, "--games", "4", "--json", "result.json"])
    assert result()["crashes"] == 4


@pytest.mark.parametrize("broken", ["write_result", "plot"])
def test_one_output_that_fails_does_not_cost_the_other(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, broken, full_disk)
    files = {"write_result": "result.json", "plot": "rates.png"}
    words = ["--games", "4", "--json", "result.json", "--plot", "rates.png"]
    with pytest.raises(SystemExit) as left:
        main(["random", *SHORT, *words])
    shown = capsys.readouterr()
    assert left.value.code == 1 and "4 games of 2 players" in shown.out
    assert f"cannot write {files.pop(broken)}: [Errno 28]" in shown.err
    assert all(Path(name).exists() for name in files.values())


@on_linux
def test_messages_that_cannot_be_written_end_no_match() -> None:
    words = [sys.executable, "-c", COMMAND, "tests.support.odd_agents.Cheat", *SHORT]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*words, "--games", "4", "--json", "result.json"],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=full, stderr=full, timeout=120,
            check=False,
        )  # fmt: skip
    assert done.returncode != 0
    assert result()["crashes"] == 4


# --- absurd numbers -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "99999999999"], "--games is at least 1 and at most 10,000,000"),
        (["--games", "-5"], "--games is at least 1"),
        (["--processes", "1000000"], "--processes is at least 1 and at most 1024"),
    ],
)
def test_absurd_numbers_are_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["random", *SHORT, *words])
    assert left.value.code == 2 and why in capsys.readouterr().err


def test_no_list_of_all_games_is_made() -> None:
    """A match of ten million games begins at once."""
    match = arena.Match(("random",), 2, 3, {"rounds": 2}, game=TOY)
    games = run(match, iter(range(10**12)), processes=1, batch=1)
    assert [next(games).number for _ in range(3)] == [0, 1, 2]
    games.close()
