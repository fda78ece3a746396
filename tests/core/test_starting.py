"""STARTING: a game begins before its rules are compiled, and goes on compiled, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paxren_env.core import starting
from paxren_env.core.calls import IS_EXPORTED
from paxren_env.core.jit import GAMES as COMPILED_GAMES
from tests.support import sealed_bids
from tests.support.games import TOY, new_game, play_on

HALF = 10
# Half a game as plain Python, the rest after the other process has compiled the rules.
PLAY = f"""
import random, time
from paxren_env.core import engine, jit
from paxren_env.core.starting import compile_beside
from tests.support import sealed_bids
from tests.support.games import new_game, play_on
beside = compile_beside(sealed_bids.SPEC)
game, rng = new_game({TOY!r}, 4, num_players=4), random.Random(4)
for _ in range({HALF}):
    play_on(game, rng)
print(sealed_bids.SPEC.record in engine.step.dispatchers, beside is not None)
beside.wait()
time.sleep(2 * jit.LOOK_AFTER)
while not game.is_over:
    play_on(game, rng)
print(sealed_bids.SPEC.record in engine.step.dispatchers)
print(game.to_bytes().hex(), game.history)
print(compile_beside(sealed_bids.SPEC))
"""


@pytest.mark.slow
@pytest.mark.skipif(not IS_EXPORTED, reason="only rules that are exported are waited for")
def test_a_game_begins_at_once_and_goes_on_compiled(tmp_path):
    import random

    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, cwd=Path(__file__).parents[2],
        capture_output=True, text=True, timeout=900, check=True,
    )  # fmt: skip
    before, after, played, again = done.stdout.splitlines()
    assert before == "False True" and after == "True" and again == "None"
    game, rng = new_game(TOY, 4, num_players=4), random.Random(4)
    while not game.is_over:
        play_on(game, rng)
    assert played == f"{game.to_bytes().hex()} {game.history}"


@pytest.mark.interpreted
def test_nothing_is_started_where_everything_is_compiled_or_interpreted(monkeypatch):
    def start(*_, **__):
        raise AssertionError("a process was started")

    monkeypatch.setattr(starting.subprocess, "Popen", start)
    new_game(TOY)  # compiles it, if anything is
    assert starting.compile_beside(sealed_bids.SPEC) is None


@pytest.mark.interpreted
def test_how_long_it_took_is_told_the_next_time(tmp_path, monkeypatch):
    from paxren_env.core import cache

    monkeypatch.setattr(cache, "_times_file", lambda key: tmp_path / "times.json")
    assert cache.last_times("key") == {}
    cache.keep_time("key", TOY, 12.34)
    cache.keep_time("key", "other", 5)
    assert cache.last_times("key") == {TOY: 12.3, "other": 5.0}
    game = COMPILED_GAMES[sealed_bids.SPEC.record]
    assert game.notice() == f"{TOY}, 12 s last time"
    (tmp_path / "times.json").write_text("[")
    assert cache.last_times("key") == {} and "a minute or two" in game.notice()
