"""BENCHMARK: its rows are complete, unbiased, and never lost with one that fails."""

import json
import os
import time
from importlib import import_module

import numpy as np
import pytest

from paxren_env import DEFAULT_GAME

pytestmark = pytest.mark.interpreted

# Not an import: mypy would follow it to peers that are not installed.
throughput = import_module("benchmarks.throughput")
MOMENT = 0.001  # CPU-seconds


class Countdown:
    """A table with games of a fixed length; the first one is slow, as if it had to compile."""

    def __init__(self, length, first_seconds=0.0):
        self.length, self.first_seconds = length, first_seconds

    def reset(self):
        self.left = self.length
        return np.zeros(7), [0, 1]

    def step(self, action):
        burn(self.first_seconds)
        self.left -= 1
        if self.left:
            return np.zeros(7), [0, 1]
        self.first_seconds = 0.0
        return None

    def listed(self, legal):
        return legal


class Countdowns:
    """As many of them as the vector environment has slots, the games of each longer by 100."""

    observation_size = 7

    def __init__(self, num_envs, num_players, threads, game):
        self.lengths = 1000 + 100 * np.arange(num_envs)
        self.masks = np.ones((num_envs, 3), np.int8)

    def reset(self):
        self.left = self.lengths.copy()
        return None, self.masks

    def step(self, actions):
        self.left -= 1
        dones = (self.left == 0).astype(np.int8)
        self.left[dones > 0] = self.lengths[dones > 0]
        return None, self.masks, None, dones, None

    def close(self):
        pass


def burn(seconds):
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def fail(seconds):
    raise RuntimeError("no such\nboard")


def good_case(name):
    return throughput.Case(name, lambda seconds: (1000.0, 2.0, 7, None))


def refuse(constant):
    raise AssertionError(f"{constant} is not JSON")


# --- rows that cannot be measured ---------------------------------------------------------------
def test_peers_that_are_not_installed_are_named_in_one_line(capsys):
    missing = [
        throughput.Case(name, fail, needs=("json", "no_such_module")) for name in ("Go", "Hex")
    ]
    rows = throughput.measure([*missing, good_case("Chess")], MOMENT)
    assert [row.name for row in rows] == ["Chess"]
    assert "not installed (`make bench-peers` does that): Go; Hex\n" in capsys.readouterr().out


def test_every_peer_says_what_it_needs():
    assert all(case.needs and not case.ours for case in throughput.peer_cases())
    assert all(case.is_installed() and case.ours for case in throughput.our_cases(DEFAULT_GAME))


def test_a_row_that_fails_says_so_and_loses_no_other(capsys, monkeypatch, tmp_path):
    cases = [good_case("Chess"), throughput.Case("Go", fail), good_case("Hex")]
    monkeypatch.setattr(throughput, "our_cases", lambda game: cases)
    path = tmp_path / "rows.json"
    throughput.main(["--no-peers", "--seconds", "0.001", "--json", str(path)])
    printed = capsys.readouterr().out
    assert "failed: RuntimeError: no such board" in printed
    record = json.loads(path.read_text(), parse_constant=refuse)
    assert [row["name"] for row in record["rows"]] == ["Chess", "Go", "Hex"]
    assert record["rows"][1]["error"] == "RuntimeError: no such board"
    assert record["rows"][1]["steps_per_cpu_s"] is None
    assert record["save_and_load_per_cpu_s"] > 0


def test_the_rows_are_written_even_if_the_rest_fails(monkeypatch, tmp_path):
    monkeypatch.setattr(throughput, "our_cases", lambda game: [good_case("Chess")])
    monkeypatch.setattr(throughput, "measure_copies", lambda game, seconds: fail(seconds))
    path = tmp_path / "rows.json"
    with pytest.raises(RuntimeError, match="no such"):
        throughput.main(["--no-peers", "--json", str(path)])
    assert json.loads(path.read_text())["rows"][0]["name"] == "Chess"


def test_a_number_there_is_not_is_a_dash():
    printed = throughput.line(throughput.Row("Chess", False, 1234.5, 2.0, 7))
    assert printed.split() == ["Chess", "1,234", "2.0", "7", "-"]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be chosen here")
def test_the_cores_are_given_back():
    before = os.sched_getaffinity(0)
    throughput.measure([good_case("Chess"), throughput.Case("Go", fail)], MOMENT)
    assert os.sched_getaffinity(0) == before


# --- what is counted ----------------------------------------------------------------------------
def test_decisions_and_legal_actions_are_those_of_whole_games():
    table = Countdown(10_000)
    speed, legal, entries, decisions = throughput.drive(table, MOMENT)
    assert (legal, entries, decisions) == (2, 7, 10_000)
    assert speed < 10_000 / MOMENT  # of the steps on the clock alone


def test_the_first_game_is_not_measured():
    speed, *_ = throughput.drive(Countdown(10, first_seconds=0.02), MOMENT)
    assert speed > 1000  # the first game has 50 steps per second


def test_a_batch_too_is_played_to_the_end_of_its_games(monkeypatch):
    monkeypatch.setattr("paxren_env.envs.vector.VectorEnv", Countdowns)
    _, legal, entries, decisions = throughput.drive_vector(DEFAULT_GAME, 3, 2, 1, MOMENT)
    assert (legal, entries) == (3, 7)
    assert decisions == pytest.approx(1100, abs=40)  # of 1000, 1100 and 1200, about as often


def test_rollouts_have_all_their_numbers(monkeypatch):
    monkeypatch.setattr(throughput, "LEGAL_GAMES", 2)
    speed, legal, entries, decisions = throughput.drive_rollouts(DEFAULT_GAME, 2, MOMENT)
    assert speed > 0 and 2 < legal < 40 and entries == 0 and 20 < decisions < 400
