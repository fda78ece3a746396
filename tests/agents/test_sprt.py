"""The sequential test: its errors are as rare as it says, and only the order of deals counts."""

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents import arena
from agents.sprt import H0, H1, LIMIT, UNDECIDED, SequentialTest, log_likelihood_ratio
from agents.standings import Played
from tests.agents.test_intervals import KINDS
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted
FIRST = "tests.support.odd_agents.First"


def deals_as_games(deals: np.ndarray) -> Iterator[Played]:
    """Whether agent "a" won, (deals, rotations), as games of two players."""
    for number, won in enumerate(deals.reshape(-1)):
        seat = number % 2
        yield Played(number, [*"ab"] if seat == 0 else [*"ba"], [seat if won else 1 - seat])


def verdict_of(deals: np.ndarray, low: float, high: float) -> SequentialTest:
    test = SequentialTest("a", low, high, deals.shape[1])
    for game in deals_as_games(deals):
        test.add(game)
        if test.is_decided:
            break
    return test


# --- its errors -----------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("low", "high"), [(0.5, 0.65), (0.85, 0.93)])
def test_either_verdict_is_wrong_in_one_of_twenty_matches(kind, low, high):
    times = 200
    rng = np.random.default_rng(30)
    for truth, wrong in ((low, H1), (high, H0)):
        matches = kind(rng, truth, (times, 1500, 2))
        verdicts = [verdict_of(match, low, high).verdict for match in matches]
        assert UNDECIDED not in verdicts
        # 10 expected; 17 or more have a probability of 3 % if the rate is 5 %.
        assert verdicts.count(wrong) <= 16


def test_what_is_clear_is_decided_soon():
    test = verdict_of(np.ones((500, 2)), 0.5, 0.55)
    assert test.verdict == H1 and test.games == 2 * math.ceil(LIMIT / math.log(0.55 / 0.5))
    assert test.result(1000)["saved"] == 1000 - test.games
    assert verdict_of(np.zeros((500, 2)), 0.5, 0.55).verdict == H0


def test_of_shares_0_and_1_the_ratio_is_that_of_coins():
    ratio = log_likelihood_ratio({0.0: 30, 1.0: 70}, 0.5, 0.6)
    assert ratio == pytest.approx(70 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5))


# --- deals in their order -------------------------------------------------------------------------
def test_the_order_of_arrival_does_not_matter():
    games = list(deals_as_games(np.random.default_rng(31).random((400, 2)) < 0.6))
    in_order, shuffled = (SequentialTest("a", 0.5, 0.6, 2) for _ in range(2))
    for game in games:
        in_order.add(game)
    assert in_order.is_decided and in_order.games < len(games)
    random.Random(1).shuffle(games)
    for game in games:
        shuffled.add(game)
    assert shuffled.result(800) == in_order.result(800)


def test_a_deal_that_is_not_complete_is_not_judged():
    test = SequentialTest("a", 0.5, 0.55, 2)
    for game in list(deals_as_games(np.ones((300, 2))))[1:]:
        test.add(game)
    assert (test.deals, test.verdict) == (0, UNDECIDED)


def test_games_that_broke_off_count_as_in_the_standings():
    test = SequentialTest("a", 0.5, 0.55, 2)
    broken = {"error": "oops", "crashed": 0}
    for game in (Played(0, ["a", "b"], [0]), Played(1, ["b", "a"], **broken),
                 Played(2, ["a", "b"], **broken), Played(3, ["b", "a"], **broken)):  # fmt: skip
        test.add(game)
    assert test.deals == 2 and sum(test.shares.values()) == pytest.approx(1, abs=0.01)


# --- the command ----------------------------------------------------------------------------------
@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


MATCH = [FIRST, "random", "--game", TOY, "--players", "2", "--rounds", "2", "--seed", "3"]


def played_by(path: str, *words: str) -> dict[str, Any]:
    """The result of the match, without the times."""
    assert arena.main([*MATCH, "--json", path, *words]) == 0
    return read(path)


def read(path: str) -> dict[str, Any]:
    found = json.loads(Path(path).read_text())
    found["played"].sort(key=lambda game: game["number"])
    for game in found["played"]:
        del game["seconds"], game["timed"]
    for agent in found["agents"]:
        del agent["ms_per_decision"]
    return found


BOUNDS = ["--games", "200", "--sprt-bounds", "0.05", "0.9"]  # decided after a few deals


def test_a_match_stops_when_it_is_decided_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alone = played_by("one.json", *BOUNDS, "--processes", "1")
    test = alone["sprt"]
    assert test["verdict"] in (H0, H1) and 0 < test["games"] == alone["games"] < 200
    assert (test["low"], test["high"], test["saved"]) == (0.05, 0.9, 200 - test["games"])
    shown = " ".join(capsys.readouterr().out.split())
    assert f"is accepted after {test['games']} of 200 games: {test['saved']} saved" in shown
    assert played_by("two.json", *BOUNDS, "--processes", "2") == alone


def test_without_bounds_it_is_about_an_equal_share() -> None:
    found = played_by("result.json", "--games", "4", "--sprt", "--processes", "1")
    test = found["sprt"]
    assert (test["low"], test["high"]) == (0.5, 0.55)
    assert (test["verdict"], test["saved"], test["games"]) == (UNDECIDED, 0, 4)
    assert "sprt" not in played_by("plain.json", "--games", "4", "--processes", "1")


def test_a_test_goes_on_where_it_was_stopped() -> None:
    whole = played_by("whole.json", *BOUNDS, "--processes", "1")
    played_by("part.json", "--games", "4", "--processes", "1")
    words = [FIRST, "random", "--resume", "part.json", "--processes", "1", *BOUNDS]
    assert arena.main(words) == 0 and read("part.json") == whole
    assert arena.main(words) == 0 and read("part.json") == whole, "it is decided already"


def test_games_from_before_the_test_are_not_thrown_away() -> None:
    before = played_by("result.json", "--games", "100", "--processes", "1")
    words = [FIRST, "random", "--resume", "result.json", "--processes", "1", *BOUNDS]
    assert arena.main(words) == 0
    after = read("result.json")
    assert after["played"] == before["played"] and after["sprt"]["games"] < 100


def test_the_hint_to_play_on_names_the_test(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(*args: Any) -> Any:
        yield next(arena_run(*args))
        raise KeyboardInterrupt

    arena_run = arena.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "run", stopped)
        assert arena.main([*MATCH, *BOUNDS, "--json", "r.json", "--processes", "1"]) == 130
    assert "--sprt-bounds 0.05 0.9" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("bounds", [("0.5", "0.5"), ("0", "0.5"), ("0.5", "1.5"), ("nan", "0.5")])
def test_bounds_that_make_no_sense_are_refused(
    bounds: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        arena.main([*MATCH, "--sprt-bounds", *bounds])
    assert left.value.code == 2 and "0 < LOW < HIGH < 1" in capsys.readouterr().err
