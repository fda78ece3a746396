"""paxren bench: how fast the games run on this machine."""

import argparse
import time
from typing import Any

import numpy as np

from paxren_env.cli.common import add_command, add_game
from paxren_env.core.spec import GameSpec


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "bench", bench, "how fast the games run on this machine")
    most = spec.max_players
    words = f"{spec.min_players} to {most} ({most})"
    p.add_argument("--players", type=int, default=most, metavar="N", help=words)
    p.add_argument("--games", type=int, default=256, metavar="N", help="side by side (256)")
    p.add_argument("--threads", type=int, default=1, metavar="N", help="(1)")
    p.add_argument("--seconds", type=float, default=5.0, metavar="S", help="to measure (5)")
    add_game(p, spec)


def bench(options: argparse.Namespace) -> int:
    """Random games in the vector environment: steps with observation and mask."""
    from paxren_env.envs.vector import VectorEnv

    if not options.seconds > 0:
        raise ValueError(f"--seconds is more than 0, not {options.seconds}")
    spec = options.spec
    table = VectorEnv(options.games, options.players, threads=options.threads, game=spec.name)
    steps, games, seconds = measure(table, options.seconds)
    table.close()
    threads = f"{options.threads} thread{'s' if options.threads > 1 else ''}"
    print(f"{steps / seconds:,.0f} steps per second with observation and mask, on {threads}")
    print(f"{games / seconds:,.0f} games of {options.players} players per second")
    print("more, beside other environments: python -m benchmarks.throughput, from a checkout")
    return 0


def measure(table: Any, at_least: float) -> tuple[int, int, float]:
    """Steps, finished games and seconds of random play."""
    rng = np.random.default_rng(0)
    _, masks = table.reset()
    steps, games, seconds = 0, 0, 0.0
    while seconds < at_least:
        # Choosing is not the environment's work, and is not counted.
        actions = (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)
        began = time.perf_counter()
        _, masks, _, dones, _ = table.step(actions)
        seconds += time.perf_counter() - began
        steps += table.num_envs
        games += int((dones > 0).sum())
    return steps, games, seconds
