"""Ray clusters of several nodes on this machine, and what is left of them."""

import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

STORE = 100 * 2**20
MARK = "CLUSTER_OF_A_TEST"  # a variable that every process of a test's cluster has
os.environ.setdefault(MARK, uuid.uuid4().hex)
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_worker_niceness", "0")


def add_node(cluster: Cluster, processors: int, **variables: str) -> Any:
    return cluster.add_node(
        num_cpus=processors, object_store_memory=STORE, env_vars=variables, include_dashboard=False
    )


@contextmanager
def cluster_of(*nodes: int) -> Iterator[Cluster]:
    """A cluster with nodes of so many processors; the first is the head. All of it ends."""
    cluster = Cluster()
    try:
        for processors in nodes:
            add_node(cluster, processors)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def marked(name: str = MARK, value: str | None = None) -> list[int]:
    """Living processes that have this variable, but for this one."""
    wanted = f"{name}={os.environ[name] if value is None else value}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            with suppress(OSError):
                is_one = wanted in (folder / "environ").read_bytes().split(b"\0")
                is_helper = b"resource_tracker" in (folder / "cmdline").read_bytes()  # of our own
                is_dead = "\nState:\tZ" in (folder / "status").read_text()
                if is_one and not is_helper and not is_dead:
                    found.append(int(folder.name))
    return found


def wait_until(happens: Callable[[], Any], what: str, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)
