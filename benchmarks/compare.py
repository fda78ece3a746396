"""Two checkouts of this project measured against each other, in turns.

    python -m benchmarks.compare old=../old new=. --rounds 11
    python -m benchmarks.compare old=../old new=. --only "batch 64" rollouts --json ratios.json

Every checkout runs in a process of its own, one at a time: a machine that others share is slow and
fast by turns, and only what was measured in turns can be compared. The time is that of the
processor. A ratio above 1 says that the checkout is faster than the first one.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

# What a checkout can do, by names that have not changed; run in its own process.
WORKER = """
import importlib, json, sys, time
sys.path.insert(0, sys.argv[1])
import numpy as np
import paxren_env

def first(*names):
    for name in names:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(names)

name = next(name for name in paxren_env.__all__ if name.endswith("VectorEnv"))
make_vector = getattr(paxren_env, name)
engine = first("paxren_env.core.engine", "paxren_env.engine")
rng_of = first("paxren_env.core.chance", "paxren_env.engine").new_rng

def index_form():
    # A checkout without lists of entries is measured with what it has.
    try:
        make_vector(1, 4, observation="index")
    except (TypeError, ValueError):
        return {}
    return {"observation": "index"}

def repeated(work, times=1000):
    def run(seconds):
        done, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            for _ in range(times):
                work()
            done += times
        return done, time.process_time() - began
    return run

def one_game():
    game = paxren_env.Game(4, seed=3)
    for _ in range(40):
        game.step(game.legal_actions()[0])
    return game

def aec():
    from paxren_env import paxren_v0
    env = paxren_v0.env(num_players=4)
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    def run(seconds):
        steps, spent = 0, 0.0
        while spent < seconds:
            began = time.process_time()
            seen, _, done, cut, _ = env.last()
            spent += time.process_time() - began
            if done or cut:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            action = int(legal[rng.integers(len(legal))])
            began = time.process_time()
            env.step(action)
            spent += time.process_time() - began
            steps += 1
        return steps, spent
    return run

def vector(batch, **options):
    env = make_vector(batch, 4, seed=1, **options)
    rng = np.random.default_rng(0)
    _, masks = env.reset()
    noise = rng.random((16, *masks.shape), np.float32)
    turn = 0
    def run(seconds):
        nonlocal turn
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = (env.masks * noise[turn % 16]).argmax(axis=1)
            turn += 1
            began = time.process_time()
            env.step(actions)
            spent += time.process_time() - began
            steps += batch
        return steps, spent
    run(0.5 if batch > 1 else 0.1)
    return run

def rollouts():
    game = paxren_env.Game(4, seed=1)
    start, mask = game.states.tobytes(), game._mask.tobytes()
    rng = rng_of(5)
    def run(seconds):
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            game.states.view(np.uint8)[:] = np.frombuffer(start, np.uint8)
            game._mask[:] = np.frombuffer(mask, np.int8)
            steps += engine.rollout(game.states, 0, rng, game._mask, game._log, 100_000)
        return steps, time.process_time() - began
    return run

def search(agent, per_choice):
    from agents import make_agent
    player = make_agent(agent, seed=1)
    game = paxren_env.Game(2, seed=3)
    for _ in range(20):
        game.step(game.legal_actions()[0])
    seen = game.observe(game.deciding_player)
    shown = seen["observation"][None], seen["action_mask"][None], [game]
    def run(seconds):
        choices, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            player.act(*shown)
            choices += per_choice
        return choices, time.process_time() - began
    return run

KINDS = {
    "batch 1": lambda: vector(1),
    "batch 64": lambda: vector(64),
    "batch 1024": lambda: vector(1024),
    "batch 64 index": lambda: vector(64, **index_form()),
    "batch 1024 index": lambda: vector(1024, **index_form()),
    "greedy opponents": lambda: vector(64, opponents="greedy"),
    "rollouts": rollouts,
    "mcts simulations": lambda: search("mcts:sims=400", 400),
    "greedy choices": lambda: search("greedy", 1),
    "clones": lambda: repeated(one_game().clone),
    "legal actions": lambda: repeated(one_game().legal_actions),
    "aec": aec,
}
ready = {}
for line in sys.stdin:
    kind, seconds = json.loads(line)
    if kind not in ready:
        ready[kind] = KINDS[kind]()
    print(json.dumps(ready[kind](seconds)), flush=True)
"""
KINDS = ("batch 1", "batch 64", "batch 1024", "batch 64 index", "batch 1024 index",
         "greedy opponents", "rollouts", "mcts simulations", "greedy choices", "clones",
         "legal actions", "aec")  # fmt: skip


class Arm:
    """One checkout in its own process."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", WORKER, str(folder.resolve())],
            cwd=folder, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.rates: dict[str, list[float]] = {}

    def measure(self, kind: str, seconds: float) -> float:
        """Steps per CPU-second."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([kind, seconds]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.name}: the process ended; see what it printed above")
        steps, spent = json.loads(answer)
        return steps / spent

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compare(arms: list[Arm], kinds: list[str], rounds: int, seconds: float) -> list[dict[str, Any]]:
    """A row for every kind and arm: the median rate, the best, and the median ratio of rounds."""
    rows = []
    for kind in kinds:
        for arm in arms:
            arm.measure(kind, 0.05)  # compiles
        rates: list[list[float]] = [
            [arm.measure(kind, seconds) for arm in arms] for _ in range(rounds)
        ]
        for number, arm in enumerate(arms):
            ratio = statistics.median(row[number] / row[0] for row in rates)
            column = [row[number] for row in rates]
            rows.append({"kind": kind, "arm": arm.name, "median": statistics.median(column),
                         "best": max(column), "ratio": ratio})  # fmt: skip
            print(
                f"{kind:18} {arm.name:10} {rows[-1]['median']:12,.0f} per CPU-s "
                f"(best {max(column):,.0f}); {ratio:.3f} of {arms[0].name}",
                flush=True,
            )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "checkouts", nargs="+", metavar="NAME=FOLDER", help="the first is the yardstick"
    )
    parser.add_argument("--rounds", type=int, default=11, help="(11)")
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU-seconds of a round (0.4)")
    parser.add_argument(
        "--only", nargs="+", choices=KINDS, default=list(KINDS), help="what to measure"
    )
    parser.add_argument("--json", type=Path, help="write the rows there")
    given = parser.parse_args()
    arms = []
    for checkout in given.checkouts:
        name, equals, folder = checkout.partition("=")
        if not equals or not (Path(folder) / "paxren_env").is_dir():
            parser.error(f"{checkout} is no NAME=FOLDER of a checkout")
        arms.append(Arm(name, Path(folder)))
    try:
        rows = compare(arms, given.only, given.rounds, given.seconds)
    finally:
        for arm in arms:
            arm.close()
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
