"""How fast the rules of a game run: python -m benchmarks.engine [--game NAME] [--quick] [--save]

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

import numpy as np

from paxren_env import DEFAULT_GAME, make_game
from paxren_env.core.chance import new_rng
from paxren_env.core.engine import reset, rollout
from paxren_env.core.jit import entry
from paxren_env.core.spec import GameSpec, find

BASELINE = Path(__file__).with_name("baseline.json")
WARM_UP = "from paxren_env.warm import warm_up; warm_up({game!r})"
FIRST_STEP = (
    "from paxren_env import make_game; game = make_game({game!r}); "
    "game.step(game.legal_actions()[0])"
)


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


def random_games(game, num_players, auto_forced=True):
    """A function that plays one random game and returns its decisions."""
    table = make_game(game, num_players, seed=num_players, auto_forced=auto_forced)
    states, mask, log, rng = table.states, table._mask, table._log, new_rng(num_players)

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


def measure_starts(game):
    """Cold: every entry is compiled. Warm: from nothing to the first step of a game, then all."""
    with tempfile.TemporaryDirectory() as cache:
        cold, cold_cpu = start_seconds(cache, WARM_UP.format(game=game))
        warm, _ = start_seconds(cache, FIRST_STEP.format(game=game))
        warm_all, _ = start_seconds(cache, WARM_UP.format(game=game))
    return {
        "cold_start_s": cold,
        "cold_start_cpu_s": cold_cpu,
        "warm_start_s": warm,
        "warm_start_all_entries_s": warm_all,
    }


def table_sizes(spec: GameSpec) -> list[int]:
    """Tables where every seat is asked."""
    return list(range(max(2, spec.min_players), spec.max_players + 1))


def measure(game, seconds, starts=True):
    """All numbers, by name."""
    spec = find(game)
    sizes = table_sizes(spec)
    numbers = {"state_bytes": spec.record.itemsize}
    for num_players in sizes:
        play = random_games(game, num_players)
        numbers[f"decisions_per_cpu_s_{num_players}p"] = cpu_rate(play, seconds)
    play = random_games(game, sizes[0], auto_forced=False)
    numbers[f"decisions_per_cpu_s_{sizes[0]}p_not_forced"] = cpu_rate(play, seconds)
    pair = np.zeros(2, spec.record)
    copy_rows(pair, 1)
    numbers["row_copies_per_cpu_s"] = cpu_rate(lambda: num_copies(pair), seconds)
    table = make_game(game, seed=1)
    numbers["game_clones_per_cpu_s"] = cpu_rate(lambda: table.clone() and 1, seconds)
    if starts:
        numbers.update(measure_starts(game))
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default=DEFAULT_GAME, help=f"({DEFAULT_GAME})")
    parser.add_argument("--quick", action="store_true", help="no cold start, short measurements")
    parser.add_argument("--save", action="store_true", help="keep the numbers as the baseline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    options = parser.parse_args()
    if not options.quick:
        print("Measuring; the cold start alone takes some minutes ...", flush=True)
    numbers = measure(options.game, 1 if options.quick else 5, starts=not options.quick)
    for name, number in numbers.items():
        print(f"{name:<36}{number:>16,.1f}")
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    record = {"game": options.game, **machine, **numbers}
    for path in [options.json] * bool(options.json) + [BASELINE] * options.save:
        path.write_text(json.dumps(record, indent=1) + "\n")
        print(f"written to {path}")


if __name__ == "__main__":
    main()
