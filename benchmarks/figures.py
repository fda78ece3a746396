"""All figures of the docs in one run: python -m benchmarks.figures FOLDER [--seconds 1]

The engine, the environments beside others (those that are installed) and the growth, for every
game; tables as JSON and pictures. About ten minutes on an idle machine, most of it compiling from
an empty cache; `--no-starts` leaves that out.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks import engine, growth, throughput
from paxren_env.core.spec import game_names

MOST_GAMES = 16384  # of the growth; 65,536 take a gigabyte and minutes


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="is made if it is not there")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number (1)")
    parser.add_argument("--most", type=int, default=MOST_GAMES, help=f"games ({MOST_GAMES})")
    parser.add_argument("--no-starts", action="store_true", help="no cold start")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    seconds = str(options.seconds)
    numbers = {}
    for game in game_names():
        numbers[game] = engine.measure(game, options.seconds, starts=not options.no_starts)
        written = options.folder / "engine.json"
        written.write_text(json.dumps(numbers, indent=1) + "\n")
        print(f"{game}: {json.dumps(numbers[game])}", flush=True)
    table, picture = options.folder / "throughput.json", options.folder / "throughput.png"
    throughput.main(
        ["--game", "all", "--seconds", seconds, "--json", str(table), "--png", str(picture)]
    )
    table, picture = options.folder / "growth.json", options.folder / "growth.png"
    growth.main(
        ["--game", "all", "--seconds", seconds, "--most", str(options.most), "--json", str(table),
         "--png", str(picture)]
    )  # fmt: skip


if __name__ == "__main__":
    main()
