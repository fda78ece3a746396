"""Many tables of agents with many watchers, through real sockets: is anything lost, how fast is it?

python -m benchmarks.web_load --tables 50 --watchers 200 --seconds 120
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from paxren_env import DEFAULT_GAME
from paxren_env.core.spec import find, game_names

START = 60.0  # seconds that the server may take to listen
Table = dict[str, Any]


@dataclass
class Watcher:
    """What one connection has heard."""

    steps: int = 0
    messages: int = 0
    bytes: int = 0
    gaps: int = 0  # parts of the log that never came
    lags: list[float] = field(default_factory=list)  # seconds a request took


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print the figures; 1 if anything was lost."""
    p = argparse.ArgumentParser(prog="python -m benchmarks.web_load", description=__doc__)
    p.add_argument("--game", choices=game_names(), default=DEFAULT_GAME, metavar="NAME")
    p.add_argument("--tables", type=int, default=50, metavar="N")
    p.add_argument("--watchers", type=int, default=200, metavar="N")
    p.add_argument("--seconds", type=float, default=120.0, metavar="S")
    p.add_argument("--pace", type=float, default=1.0, metavar="S", help="between two answers")
    options = p.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "paxren_env.cli.main", "web", "--no-browser"]
        command += ["--port", "0", "--folder", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            try:
                return asyncio.run(load(address, Path(folder), options, server.pid))
            finally:
                server.terminate()
                server.communicate()


async def load(address: str, folder: Path, options: argparse.Namespace, server: int) -> int:
    """Open the tables, watch them for a while, compare what was heard with what is on the disk."""
    import httpx

    async with httpx.AsyncClient(base_url=address, timeout=600) as client:
        tables = [await open_table(client, options.game) for _ in range(options.tables)]
    watchers = [Watcher() for _ in range(options.watchers)]
    socket = f"ws://{urlsplit(address).netloc}/socket"
    began, cpu = time.monotonic(), cpu_seconds(server)
    stop = began + options.seconds
    watching = [
        watch(socket, tables[i % len(tables)], one, options.pace, stop)
        for i, one in enumerate(watchers)
    ]
    await asyncio.gather(*watching)
    used = (cpu_seconds(server) - cpu) / (time.monotonic() - began)
    return report(folder, tables, watchers, options, used)


async def open_table(client: Any, game: str) -> Table:
    agents = ["random"] * find(game).default_players
    wanted = {"game": game, "seats": agents}
    answer = await client.post("/api/tables", content=json.dumps(wanted))
    answer.raise_for_status()
    return answer.json()


async def watch(address: str, table: Table, one: Watcher, pace: float, stop: float) -> None:
    """Look on until the time is over, then until all that is on the disk was heard."""
    from websockets.asyncio.client import connect

    async with connect(address, max_size=None, compression=None, open_timeout=120) as socket:
        await socket.send(json.dumps({"table": table["id"], "key": table["keys"]["watch"]}))
        await socket.send(json.dumps({"type": "pace", "seconds": pace, "is_paused": False}))
        while time.monotonic() < stop:
            try:
                await hear(socket, one, stop - time.monotonic())
            except TimeoutError:
                break
            if one.messages % 20 == 1:
                await time_request(socket, one)
        await socket.send(json.dumps({"type": "pace", "seconds": pace, "is_paused": True}))
        while not (await hear(socket, one, 120.0)).get("is_paused"):
            pass


async def hear(socket: Any, one: Watcher, seconds: float) -> dict[str, Any]:
    text = await asyncio.wait_for(socket.recv(), max(0.01, seconds))
    message = json.loads(text)
    one.bytes += len(text)
    if message["type"] == "table":
        one.messages += 1
        one.gaps += message["log"]["from"] > one.steps
        one.steps = message["log"]["from"] + len(message["log"]["lines"])
        one.gaps += one.steps != message["steps"]
    return message


async def time_request(socket: Any, one: Watcher) -> None:
    """How long an answer takes while all this goes on."""
    began = time.monotonic()
    await socket.send(json.dumps({"type": "look", "step": 0}))
    while (await hear(socket, one, 120.0))["type"] != "look":
        pass
    one.lags.append(time.monotonic() - began)


def cpu_seconds(process: int) -> float:
    """Of the server, without its workers."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(
    folder: Path, tables: list[Table], watchers: list[Watcher], options: Any, used: float
) -> int:
    saved = {t["id"]: len(json.loads((folder / f"{t['id']}.json").read_text())["actions"])
             for t in tables}  # fmt: skip
    ends = [saved[tables[i % len(tables)]["id"]] for i in range(len(watchers))]
    late = sum(one.steps != end for one, end in zip(watchers, ends))
    gaps = sum(one.gaps for one in watchers)
    lags = sorted(lag for one in watchers for lag in one.lags)
    sent = sum(one.messages for one in watchers)
    print(f"{options.game}: {len(tables)} tables, {len(watchers)} watchers, "
          f"{options.seconds:.0f} s, pace {options.pace} s")  # fmt: skip
    print(f"{sum(saved.values())} events on the disk, {sent} tables sent, "
          f"{sum(one.bytes for one in watchers) / 1e6:.0f} MB")  # fmt: skip
    print(f"parts of the log that never came: {gaps}; watchers that missed the end: {late}")
    print(f"a request takes {1000 * lags[len(lags) // 2]:.0f} ms (median), "
          f"{1000 * lags[int(0.99 * (len(lags) - 1))]:.0f} ms (99 of 100)")  # fmt: skip
    print(f"the server's own process used {100 * used:.0f} % of a core")
    return 1 if gaps or late else 0


if __name__ == "__main__":
    sys.exit(main())
