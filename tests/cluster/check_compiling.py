"""Processes that start on cold nodes compile once for each node (`make test-ray`)."""

import os
import time
from collections import Counter

import pytest

from agents.cluster import Home, Pool, connected
from paxren_env import make_game
from paxren_env.core.jit import ENTRIES, INTERPRETED
from tests.support import sealed_bids
from tests.support.clusters import add_node, cluster_of, marked, wait_until
from tests.support.games import TOY


def compile_and_play(_):
    """Play a game; which node this is, which process, and which entries it compiled itself."""

    game = make_game(TOY, seed=1)
    while not game.is_over:
        game.step(int(game.legal_actions()[0]))
    time.sleep(2)  # so that every process gets something to do
    ready = [(entry.__name__, code) for entry in ENTRIES for code in entry.dispatchers.values()]
    own = [name for name, code in ready if code.stats.cache_misses]
    folder = os.environ["NUMBA_CACHE_DIR"]
    return folder, os.getpid(), own, len(ready)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_every_entry_is_compiled_once_on_each_node(tmp_path):
    folders = [str(tmp_path / name) for name in ("one", "two")]
    with cluster_of(0) as cluster:
        for folder in folders:
            add_node(cluster, 2, NUMBA_CACHE_DIR=folder)
        with connected(cluster.address):
            pool = Pool(compile_and_play, Home.here(sealed_bids.__name__), 4)
            found = {result[1]: result for _, result in pool.run(range(8))}
    assert len(found) >= 4  # processes
    for folder in folders:
        here = [result for result in found.values() if result[0] == folder]
        assert len(here) == 2
        compiled = Counter(name for _, _, own, _ in here for name in own)
        assert set(compiled.values()) == {1}
        assert len(compiled) == max(ready for *_, ready in here)
    wait_until(lambda: not marked(), "all processes of clusters are gone")
