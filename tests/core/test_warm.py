"""WARM: which entries are readied, and that a rule compiled twice for one game is found."""

import pytest

from paxren_env import warm
from paxren_env.core import jit
from tests.support.games import GAMES, TOY, find

types = pytest.importorskip("numba.core.types")


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
