"""WARM: which entries are readied, and that a rule compiled twice for one game is found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paxren_env import warm
from paxren_env.core import jit
from tests.support.games import GAMES, TOY, find

types = pytest.importorskip("numba.core.types")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_the_house_is_readied(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not jit.INTERPRETED:
        pytest.skip("compiles every entry: the suites do so before the tests")
    prepared: list[str] = []
    monkeypatch.setattr(warm, "prepare", lambda entry, *_: prepared.append(entry.__name__))
    heard: list[tuple[int, int, str]] = []
    warm.warm_up(game, lambda *told: heard.append(told))
    expected = {
        "reset", "deal", "load", "step", "step_once", "rollout", "look", "determinize",
        "write_returns", "choose_batch", "look_ahead",
    }  # fmt: skip
    assert [told[0] for told in heard] == list(range(len(heard))) and heard[-1][2] == "ready"
    assert set(prepared) == expected | ({"step_chance"} if find(game).has_chance else set())


@pytest.mark.interpreted
def test_one_compilation_per_game_is_allowed_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rule:
        __name__ = "some_rule"
        overloads: dict[tuple[object, ...], None]

    one, other = (types.Record([(name, {"type": types.int16, "offset": 0})], 2, True)
                  for name in ("one", "other"))  # fmt: skip
    rule = Rule()
    monkeypatch.setattr(warm, "RULES", [rule])
    rule.overloads = {(one, types.int64): None, (types.Array(other, 1, "C"), types.int64): None}
    warm.check_overloads()
    table = types.Array(types.int8, 1, "C", readonly=True)
    rule.overloads = {(table,): None, (types.Array(types.int8, 1, "C"),): None}
    warm.check_overloads()
    rule.overloads = {(one, types.int64): None, (one, types.float64): None}
    with pytest.raises(AssertionError, match="compiled more than once: some_rule"):
        warm.check_overloads()
    rule.overloads = {(types.int64,): None, (types.uint64,): None}
    with pytest.raises(AssertionError, match="some_rule"):
        warm.check_overloads()


@pytest.mark.interpreted
def test_the_command_readies_one_game_or_all(monkeypatch: pytest.MonkeyPatch) -> None:
    readied: list[str] = []
    monkeypatch.setattr(warm, "warm_up", readied.append)
    assert warm.main(["--game", TOY]) == 0 and readied == [TOY]
    assert warm.main(["--all"]) == 0 and set(readied[1:]) == set(GAMES)


PLAY = """
import tests.support.sealed_bids
from paxren_env import make_game
from paxren_env.warm import warm_up
warm_up("sealed_bids", processes={processes})
game = make_game("sealed_bids", seed=5)
while not game.is_over:
    game.step(game.legal_actions()[-1])
print(game.returns)
"""


@pytest.mark.slow
@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_two_processes_compile_what_one_compiles(tmp_path: Path) -> None:
    """Each entry is stored once, whoever compiled it, and the next start loads all of them."""
    told = []
    for processes in (2, 1):
        ended = subprocess.run(
            [sys.executable, "-c", PLAY.format(processes=processes)],
            cwd=ROOT, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        told.append(ended)
    assert "compiling" in told[0].stderr and told[1].stderr == ""
    assert told[0].stdout == told[1].stdout != ""
    stored = [path.name for path in tmp_path.rglob("*.compiled")]
    assert len(stored) == len(set(stored)) > len(warm.entries(find(TOY)))
