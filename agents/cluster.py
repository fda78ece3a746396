"""Work on many machines, by Ray: how to connect, and a pool that outlives its processes.

    with connected("auto"):                       # or "local", "HOST:PORT"; None: without Ray
        for item, result in Pool(work, Home.here(spec.package), 8).run(items):
            ...

`work` is anything that can be pickled and called with an item. It is sent once to each process
that takes part, and stays there from item to item. Every machine needs the same checkout at the
same path (or a shared one) and the same packages; that is checked before anything is done there.
"""

import argparse
import functools
import hashlib
import os
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numba
import numpy as np

from paxren_env.core.cache import PACKAGE, source_files
from paxren_env.core.processes import is_main_thread

LOCAL = "local"  # the address of a cluster of its own on this machine
OBJECT_STORE = 512 * 2**20  # bytes, of such a cluster; what is more goes to the disk
CONNECT_SECONDS = 5.0
TASK_SECONDS = 0.5  # what one task is to take: less costs overhead, more is lost with a process
MOST_ITEMS = 64  # in a task
MAX_LOSSES = 3  # processes that an item may cost
SIDE_FOLDERS = ("agents", "train")  # of a checkout, beside the package


class ClusterError(ConnectionError):
    """Why nothing can be done on a cluster, for the one who started it."""


# --- connecting -----------------------------------------------------------------------------------
def add_ray_option(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """--ray [ADDRESS]; nothing given leaves the default."""
    parser.add_argument(
        "--ray", nargs="?", const=LOCAL, default=default, metavar="ADDRESS",
        help="on a Ray cluster: auto, HOST:PORT (a local one)",
    )  # fmt: skip


def need_ray() -> Any:
    """The package ray; an ImportError says what to install."""
    try:
        return import_module("ray")
    except ImportError:
        raise ImportError("--ray needs the package ray: pip install 'paxren-env[ray]'") from None


@contextmanager
def connected(address: str | None) -> Iterator[int]:
    """In this block Ray is at hand; yields the number of processors there are.

    Without an address these are the processors of this machine, and Ray is not asked. A block
    within a block shares its connection. An ImportError without Ray, a ClusterError without a
    cluster at the address.
    """
    if not address:
        yield os.cpu_count() or 1
        return
    ray = need_ray()
    if ray.is_initialized():
        yield processors()
        return
    _connect(ray, address)
    try:
        yield processors()
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    # A cluster of our own reports to nobody, and its processes yield to no others.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")
    own = {"include_dashboard": False, "object_store_memory": OBJECT_STORE}
    # Wherever a process starts, it finds the checkout.
    found = {"env_vars": {"PYTHONPATH": f"{PACKAGE.parent}{os.pathsep}${{PYTHONPATH}}"}}
    before = signal.getsignal(signal.SIGTERM)
    try:
        more = own if address == LOCAL else {}
        _require_listener(address)
        ray.init(address, runtime_env=found, logging_level="error", **more)
    except Exception as error:  # Ray raises what its parts raise
        raise ClusterError(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from error
    finally:
        if is_main_thread():  # Ray has put a handler of its own there
            signal.signal(signal.SIGTERM, before)


def _require_listener(address: str) -> None:
    """An OSError if nobody listens there: Ray itself would wait for many minutes."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def processors() -> int:
    """Of all machines of the cluster, now."""
    return max(1, int(need_ray().cluster_resources().get("CPU", 0)))


# --- the other end --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Home:
    """Where work comes from: it is done in the same folder, with the same sources."""

    folder: str
    packages: tuple[str, ...]  # of games
    fingerprint: str

    @staticmethod
    def here(*packages: str) -> "Home":
        return Home(str(Path.cwd()), packages, fingerprint(packages))


def fingerprint(packages: Iterable[str]) -> str:
    """A hash of all sources, and of the versions of what computes: they decide how games go."""
    digest = hashlib.sha256(f"{np.__version__} {numba.__version__}".encode())
    files = {file for folder in SIDE_FOLDERS for file in (PACKAGE.parent / folder).rglob("*.py")}
    for package in packages:
        files.update(source_files(Path(import_module(package).__file__ or "").parent))
    for file in sorted(files):
        digest.update(f"\n{file.name}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


@functools.cache
def settle(home: Home) -> None:
    """Once in a process on the cluster, before anything is done there."""
    if fingerprint(home.packages) != home.fingerprint:
        raise ClusterError(
            f"{socket.gethostname()} has other sources in {PACKAGE.parent}, or other versions of "
            "numpy or numba, than the machine that started this: results would not be the same"
        )
    with suppress(OSError):  # where there is no such folder only agents that read files need it
        os.chdir(home.folder)


# --- the pool -------------------------------------------------------------------------------------
DIED = object()  # the result of an item that cost its process again and again


@dataclass
class Job:
    """Some items that are done one after the other by one process."""

    items: list[Any]
    losses: int = 0  # processes that died over them


class Pool:
    """Does items on a cluster, in tasks of about half a second.

    What was in play when a process or a machine died is done again elsewhere, each item by
    itself; `split` says what parts an item has that can be done alone. An item that was in play
    when a process died for the third time gets the result DIED. No more than `workers` tasks are
    in play; those that find no free processor wait for one, on machines that join later too.
    """

    def __init__(
        self,
        work: Callable[[Any], Any],
        home: Home,
        workers: int,
        split: Callable[[Any], list[Any]] = lambda item: [item],
    ) -> None:
        self.ray, self.workers, self.split = need_ray(), workers, split
        self.per_task = 1  # items

        def do(items: list[Any]) -> tuple[float, list[Any]]:
            settle(home)
            began = time.perf_counter()
            results = [work(item) for item in items]
            return time.perf_counter() - began, results

        self.task = self.ray.remote(num_cpus=1, max_retries=0)(do)  # sent once to each process
        self.playing: dict[Any, Job] = {}
        self.again: deque[Job] = deque()

    def run(self, todo: Iterable[Any]) -> Generator[tuple[Any, Any], None, None]:
        """All items with their results, as they come."""
        left = iter(todo)
        try:
            while self._hand_out(left):
                done, _ = self.ray.wait(list(self.playing))
                for task in done:
                    yield from self._results(task)
        finally:
            for task in self.playing:
                self.ray.cancel(task, force=True)

    def run_in_order(self, todo: Iterable[Any]) -> Generator[tuple[Any, Any], None, None]:
        """The same in the order of the items, which can be hashed."""
        order: deque[Any] = deque()
        found: dict[Any, Any] = {}

        def in_turn() -> Iterator[Any]:
            for item in todo:
                order.append(item)
                yield item

        for done, result in self.run(in_turn()):
            found[done] = result
            while order and order[0] in found:
                item = order.popleft()
                yield item, found.pop(item)

    def _hand_out(self, left: Iterator[Any]) -> bool:
        """Keep all workers busy; False if there is nothing to wait for."""
        while len(self.playing) < self.workers:
            if self.again:
                job = self.again.popleft()
            else:
                job = Job(list(islice(left, self.per_task)))
            if not job.items:
                break
            self.playing[self.task.remote(job.items)] = job
        return bool(self.playing)

    def _results(self, task: Any) -> Iterator[tuple[Any, Any]]:
        job = self.playing.pop(task)
        try:
            seconds, results = self.ray.get(task)
        except self.ray.exceptions.RayTaskError as error:
            raise why(error) from None
        except self.ray.exceptions.RayError:  # the process is gone, or its machine, or the result
            yield from self._do_again(job)
            return
        wanted = int(TASK_SECONDS * len(results) / max(seconds, 1e-9))
        self.per_task = max(1, min(wanted, 2 * self.per_task, MOST_ITEMS))
        yield from zip(job.items, results)

    def _do_again(self, job: Job) -> Iterator[tuple[Any, Any]]:
        losses = job.losses + 1
        for part in (part for item in job.items for part in self.split(item)):
            if losses < MAX_LOSSES:
                self.again.append(Job([part], losses))
            else:
                yield part, DIED


def why(error: Any) -> Exception:
    """What went wrong at the other end, as the error that it was."""
    cause = error.cause
    if isinstance(cause, ImportError) or "failed to import" in str(cause):
        last = str(cause).strip().splitlines()[-1]
        return ClusterError(
            f"a machine of the cluster cannot import what it is to do ({last}): it needs the same "
            f"checkout in {PACKAGE.parent} and the same packages in {sys.prefix}"
        )
    return cause
