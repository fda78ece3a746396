"""The paxren command: the seed is no hint, and SIGTERM keeps the game."""

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paxren_env.cli.main import main
from paxren_env.core.replay import load_replay
from tests.support.games import GAMES, TOY

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[2]
SEED = 987654321


def shown(game: str, typed: str, capsys: pytest.CaptureFixture[str]) -> str:
    words = ["play", "--game", game, "--opponents", "random", "--seat", "0", "--max-turns", "2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        assert main([*words, "--seed", str(SEED)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_told_at_the_end_or_if_one_asks(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert str(SEED) not in shown(game, "?\ntable\nlog\nhint\nquit\n", capsys)
    assert f"seed {SEED}" in shown(game, "seed\nquit\n", capsys)
    ended = shown(game, "1\n" * 200, capsys)
    assert ended.count(str(SEED)) == 1 and ended.endswith(f"The seed was {SEED}.\n")


# --- SIGTERM --------------------------------------------------------------------------------------
COMMAND = (
    "import sys, tests.support.sealed_bids; from paxren_env.cli.main import main; sys.exit(main())"
)


@pytest.mark.parametrize(
    ("words", "shown_then"),
    [
        (
            ["watch", "random", "--delay", "60"],
            rb"seed \d+\n[^\n]*\n",
        ),  # a line of the game: it sleeps
        (["play", "--opponents", "random"], rb"> $"),  # it waits for an answer
    ],
)
def test_sigterm_keeps_the_game(words: list[str], shown_then: bytes, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", COMMAND, *words, "--game", TOY, "--save", str(saved)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    out = b""
    while not re.search(shown_then, out):
        byte = process.stdout.read(1)
        assert byte, "it ended early"
        out += byte
    process.send_signal(signal.SIGTERM)
    told, said = process.communicate(timeout=60)
    assert process.returncode == 143 and b"Good-bye" in told
    # Where nothing is compiled yet, it says so.
    assert [line for line in said.splitlines() if not line.startswith(b"paxren_env: comp")] == []
    assert load_replay(saved).error == "not played to its end"


def test_handlers_are_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    def terminated(game: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("paxren_env.cli.watch.ending", terminated)
        assert main(["watch", "random", "--game", TOY, "--max-turns", "1"]) == 143
    assert signal.getsignal(signal.SIGTERM) is before
    assert capsys.readouterr().out.endswith("Good-bye.\n")
