"""How fast the rules run: python -m benchmarks.engine [--quick] [--save] [--json FILE]

Compiled random games with exact legal masks on one core, copies of the state, cold and warm
start. `--save` writes the numbers to benchmarks/baseline.json, the record we compare with.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from paxren_env.core.chance import new_rng
from paxren_env.core.engine import (
    new_log,
    new_mask,
    reset,
    rollout,
)
from paxren_env.core.jit import entry
from paxren_env.games.pax_renaissance.constants import AUTO_FORCED, DEFAULT_MAX_TURNS
from paxren_env.games.pax_renaissance.state import STATE, new_states

BASELINE = Path(__file__).with_name("baseline.json")
WARM_UP = "from paxren_env.warm import warm_up; warm_up()"
FIRST_STEP = "from paxren_env import Game; game = Game(); game.step(game.legal_actions()[0])"


@entry
def copy_rows(states, times):
    """Copy a row over the other and back, again and again; each copy differs from the last."""
    for i in range(times):
        states[i % 2].turn = i % 100
        states[1 - i % 2] = states[i % 2]
    return states[0].turn


def num_copies(states):
    """Make many copies, and say how many."""
    copy_rows(states, 100_000)
    return 100_000


def cpu_rate(work, seconds):
    """How much of the work is done per CPU-second; `work` returns its amount."""
    amount = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        amount += work()
    return amount / (time.process_time() - began)


def random_games(num_players, auto_forced):
    """A function that plays one random game and returns its decisions."""
    states, mask, log, rng = new_states(1), new_mask(), new_log(), new_rng(num_players)
    states["num_players"] = num_players
    states["max_turns"] = DEFAULT_MAX_TURNS
    states["options"] = AUTO_FORCED if auto_forced else 0

    def play():
        reset(states, 0, rng, mask, log)
        return rollout(states, 0, rng, mask, log, 1 << 30)

    play()
    return play


def start_seconds(cache, program):
    """Wall and CPU seconds of a fresh process."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    began, cpu_began = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    cpu = os.times()
    used = cpu.children_user + cpu.children_system
    used -= cpu_began.children_user + cpu_began.children_system
    return time.perf_counter() - began, used


def measure_starts():
    """Cold: every entry is compiled. Warm: from nothing to the first step of a game, then all."""
    with tempfile.TemporaryDirectory() as cache:
        cold, cold_cpu = start_seconds(cache, WARM_UP)
        warm, _ = start_seconds(cache, FIRST_STEP)
        warm_all, _ = start_seconds(cache, WARM_UP)
    return {
        "cold_start_s": cold,
        "cold_start_cpu_s": cold_cpu,
        "warm_start_s": warm,
        "warm_start_all_entries_s": warm_all,
    }


def measure(seconds, starts=True):
    """All numbers, by name."""
    from paxren_env import Game

    numbers = {"state_bytes": STATE.itemsize}
    for num_players in (2, 3, 4):
        play = random_games(num_players, auto_forced=True)
        numbers[f"decisions_per_cpu_s_{num_players}p"] = cpu_rate(play, seconds)
    play = random_games(2, auto_forced=False)
    numbers["decisions_per_cpu_s_2p_not_forced"] = cpu_rate(play, seconds)
    pair = new_states(2)
    copy_rows(pair, 1)
    numbers["row_copies_per_cpu_s"] = cpu_rate(lambda: num_copies(pair), seconds)
    game = Game(seed=1)
    numbers["game_clones_per_cpu_s"] = cpu_rate(lambda: game.clone() and 1, seconds)
    if starts:
        numbers.update(measure_starts())
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="no cold start, short measurements")
    parser.add_argument("--save", action="store_true", help="keep the numbers as the baseline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    options = parser.parse_args()
    if not options.quick:
        print("Measuring; the cold start alone takes some minutes ...", flush=True)
    numbers = measure(1 if options.quick else 5, starts=not options.quick)
    for name, number in numbers.items():
        print(f"{name:<36}{number:>16,.1f}")
    record = {"python": platform.python_version(), "machine": platform.machine(), **numbers}
    for path in [options.json] * bool(options.json) + [BASELINE] * options.save:
        path.write_text(json.dumps(record, indent=1) + "\n")
        print(f"written to {path}")


if __name__ == "__main__":
    main()
