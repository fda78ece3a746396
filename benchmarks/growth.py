"""How the cost of a vector step grows with games, players and threads: python -m benchmarks.growth

    python -m benchmarks.growth --game all --json growth.json --png growth.png

Random legal answers; choosing them is not counted. Every number is measured after the games have
been played into their middle, for openings are cheap, and again in a second round: the better one
counts, for a machine that others share is only ever too slow. Threads are compared by the clock on
the wall, all else in CPU-seconds.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.engine import table_sizes
from paxren_env import DEFAULT_GAME
from paxren_env.core.policies import RANDOM, choose_batch
from paxren_env.core.spec import find, game_names
from paxren_env.envs.vector import ENTRIES, PLAIN, VectorEnv

SIZES = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
THREAD_SIZES = (64, 1024, 4096, 16384)
WARM_STEPS = 150  # until the games are spread over all their phases
PLAYERS = "players, 64 games"
THREADS = {1: "1 thread, wall", 2: "2 threads, wall"}
Clock = Callable[[], float]


class Growing:
    """A vector environment in its middle game."""

    def __init__(self, game: str, num_envs: int, **options: Any) -> None:
        self.env = VectorEnv(num_envs, seed=1, game=game, **options)
        self.env.reset()
        # Random answers need the mask only: the records may be blank.
        self.blank = np.zeros(num_envs, self.env.states.dtype)
        self.rngs = np.arange(1, num_envs + 1, dtype=np.uint64)[:, None]
        self.chosen = np.empty(num_envs, np.int64)
        for _ in range(WARM_STEPS):
            self.env.step(self.answers())

    def answers(self) -> np.ndarray:
        """A random legal action of each game."""
        choose_batch(RANDOM, self.blank, self.rngs, self.env.masks, self.chosen)
        return self.chosen

    def nanoseconds(self, seconds: float, clock: Clock) -> float:
        """Of one step of one game."""
        spent, steps = 0.0, 0
        while spent < seconds:
            actions = self.answers()
            began = clock()
            self.env.step(actions)
            spent += clock() - began
            steps += self.env.num_envs
        return 1e9 * spent / steps


def measured(
    game: str, num_envs: int, seconds: float, clock: Clock = time.process_time, **options: Any
) -> float:
    table = Growing(game, num_envs, **options)
    best = min(table.nanoseconds(seconds / 2, clock) for _ in range(2))
    table.env.close()
    return best


def measure(game: str, seconds: float, most: int) -> dict[str, dict[str, float]]:
    """Nanoseconds of a step: by games in both forms, by players, and by threads on the wall."""
    sizes = [size for size in SIZES if size <= most]
    players = table_sizes(find(game))
    table = {
        PLAIN: {str(n): measured(game, n, seconds) for n in sizes},
        ENTRIES: {str(n): measured(game, n, seconds, observation=ENTRIES) for n in sizes},
        PLAYERS: {str(p): measured(game, 64, seconds, num_players=p) for p in players},
    }
    for threads, name in THREADS.items():
        table[name] = {
            str(n): measured(game, n, seconds, time.perf_counter, threads=threads)
            for n in THREAD_SIZES
            if n <= most
        }
    return table


def draw(tables: dict[str, dict[str, dict[str, float]]], path: Path) -> None:
    """A column for each game: the cost against games and threads, and against players."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    columns = len(tables)
    figure, rows = pyplot.subplots(2, columns, figsize=(5 * columns, 7), squeeze=False)
    for (axes, below), (game, table) in zip(rows.T, tables.items()):
        for name in (PLAIN, ENTRIES, *THREADS.values()):
            row = table[name]
            axes.plot([int(n) for n in row], list(row.values()), marker="o", label=name)
        axes.set(xscale="log", title=find(game).title, xlabel="games", ylabel="ns of a step")
        axes.set_ylim(bottom=0)
        axes.legend()
        by_players = table[PLAYERS]
        below.bar(list(by_players), list(by_players.values()))
        below.set(xlabel=PLAYERS, ylabel="ns of a step")
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=DEFAULT_GAME, help=f"a name, or all ({DEFAULT_GAME})")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number (1)")
    parser.add_argument("--most", type=int, default=SIZES[-1], help=f"games ({SIZES[-1]})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw them there (matplotlib)")
    options = parser.parse_args(arguments)
    tables = {}
    for game in game_names() if options.game == "all" else [options.game]:
        tables[game] = measure(game, options.seconds, options.most)
        for name, row in tables[game].items():
            numbers = "  ".join(f"{n}: {cost:,.0f}" for n, cost in row.items())
            print(f"{game}, {name}, ns of a step: {numbers}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(tables, indent=1) + "\n")
    if options.png:
        draw(tables, options.png)


if __name__ == "__main__":
    main()
