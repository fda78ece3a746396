"""paxren warm: compile everything now, so that no later start has to."""

import argparse
import os
import subprocess
import sys
import time
from typing import Any

from paxren_env.cli.common import add_command, add_game
from paxren_env.core.spec import GameSpec, find, game_names

BAR = 24  # signs
ONE_GAME = [sys.executable, "-m", "paxren_env.cli.main", "warm", "--processes", "1"]


def add(commands: Any, spec: GameSpec) -> None:
    text = "compile the rules now: a minute or two for each game, once for each version"
    p = add_command(commands, "warm", warm, text)
    p.add_argument("--all", action="store_true", help="every game, as many at a time as cores")
    p.add_argument(
        "--processes", type=int, choices=(1, 2), default=min(2, os.cpu_count() or 1),
        help="that compile one game (%(default)s); two are quicker and cost a little more",
    )  # fmt: skip
    add_game(p, spec)


def warm(options: argparse.Namespace) -> int:
    """One game with a bar, or all of them, each in a process of its own."""
    if not options.all:
        return ready(options.spec, options.processes)
    waiting, status = list(game_names()), 0
    running: list[subprocess.Popen[bytes]] = []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            command = [*ONE_GAME, "--game", waiting.pop()]
            running.append(subprocess.Popen(command))
        ended = [process for process in running if process.poll() is not None]
        status |= any(process.returncode for process in ended)
        running = [process for process in running if process not in ended]
        time.sleep(0.1)
    return int(status)


def ready(spec: GameSpec, processes: int) -> int:
    """Compile what is not compiled yet."""
    from paxren_env.warm import warm_up

    title, began = find(spec.name).title, time.monotonic()
    is_terminal = sys.stdout.isatty()

    def tell(done: int, total: int, what: str) -> None:
        bar = ("#" * (BAR * done // total)).ljust(BAR, ".")
        line = f"{title} [{bar}] {done}/{total}, {time.monotonic() - began:.0f} s: {what}"
        print(f"\r{line:<79}" if is_terminal else line, end="" if is_terminal else "\n", flush=True)

    warm_up(spec.name, tell, processes)
    if is_terminal:
        print()
    return 0
