"""Training on clusters: the curve of a local run, whoever is lost (`make test-ray`)."""

import json
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import numpy as np
import pytest
import ray
import torch

from agents.cluster import connected
from tests.support.clusters import add_node, cluster_of, marked, wait_until
from tests.support.games import TOY
from train import cluster as on_ray
from train import ppo, run

ROOT = Path(__file__).parents[2]
SMALL = {
    "game": TOY, "tables": 9, "batch_size": 60, "minibatch_size": 30, "width": 8, "hidden": 8,
    "warm_value": 0, "league_every": 1, "league": 3, "save_every": 1, "workers": 3,
}  # fmt: skip
TIMES = ("minutes", "cpu_minutes", "steps_per_s")


@pytest.fixture(scope="module", autouse=True)
def _nobody_stays():
    yield
    wait_until(lambda: not marked(), "all processes of clusters are gone")


@pytest.fixture(scope="module")
def whole_cluster():
    """A cluster of three nodes, which no test may harm."""
    with cluster_of(1, 1, 1) as cluster, connected(cluster.address):
        yield cluster


@pytest.fixture
def address(whole_cluster):
    return whole_cluster.address


def small(folder, **settings):
    return ppo.Settings(run=str(folder), **(SMALL | settings))


def state_of(folder):
    """All that a checkpoint and a curve hold, but for times."""
    with np.load(folder / "checkpoint.npz") as file:
        arrays = {name: array.tolist() for name, array in file.items()}
    plain = json.loads(bytes(arrays.pop("json")))
    rows = [row.split(",") for row in (folder / "curve.csv").read_text().splitlines()]
    timed = [rows[0].index(name) for name in TIMES]
    curve = [[cell for i, cell in enumerate(row) if i not in timed] for row in rows]
    counted = {name: plain[name] for name in ("rng", "won", "counts")}
    return {"arrays": arrays, "plain": counted, "curve": curve}


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """Four updates without Ray."""
    folder = tmp_path_factory.mktemp("local")
    ppo.train(small(folder, updates=4))
    return state_of(folder)


# --- the same curve -------------------------------------------------------------------------------
@pytest.mark.parametrize("actors", [0, 1, 2])
def test_the_run_is_the_local_one_to_the_last_bit(address, local, tmp_path, actors):
    ppo.train(small(tmp_path, updates=4, ray=address, actors=actors))
    assert state_of(tmp_path) == local
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert not run.PLACE & set(settings)


@pytest.mark.parametrize("first_on_ray", [True, False])
def test_a_run_goes_on_at_another_place(address, local, tmp_path, first_on_ray):
    places = [{"ray": address}, {}] if first_on_ray else [{}, {"ray": address}]
    ppo.train(small(tmp_path, updates=2, **places[0]))
    ppo.train(small(tmp_path, updates=4, **places[1]), resume=True)
    assert state_of(tmp_path) == local


def test_actors_say_how_many_workers_a_new_run_has(tmp_path):
    words = ["--run", str(tmp_path), "--game", TOY, "--actors", "5", "--ray"]
    settings, _ = ppo.parse(words)
    assert (settings.workers, settings.ray) == (5, "local")


# --- who is lost ----------------------------------------------------------------------------------
def trainer_of(folder, **settings):
    return on_ray.RayTrainer(small(folder, **settings))


def finish(trainer, updates):
    """Go on until so many updates are done; what came of it."""
    while trainer.update < updates:
        trainer.one_update()
    weights = {name: t.tolist() for name, t in trainer.network.state_dict().items()}
    return weights, trainer.won, trainer.steps


def pid_of(actor):
    return ray.get(actor.process.remote())[0]


def node_of(actor):
    return ray.get(actor.process.remote())[1]


def test_a_lost_actor_is_replaced_and_the_curve_stays_the_same(address, tmp_path):
    trainer = trainer_of(tmp_path, ray=address, actors=2)
    trainer.one_update()
    os.kill(pid_of(trainer.actors[0]), signal.SIGKILL)
    assert finish(trainer, 3) == finish(ppo.Trainer(small(tmp_path)), 3)


def test_an_actor_that_is_lost_while_it_plays_ahead_is_replaced(address, tmp_path):
    whole = finish(trainer_of(tmp_path, ray=address, stale=1), 3)
    trainer = trainer_of(tmp_path, ray=address, stale=1)
    for actor in range(2):
        trainer.one_update()
        assert trainer.in_play
        ray.kill(trainer.actors[actor])
    assert finish(trainer, 3) == whole


def test_a_lost_node_is_no_lost_run(whole_cluster, tmp_path):
    node = add_node(whole_cluster, 3)
    wait_until(lambda: ray.available_resources().get("CPU") == 6, "the node has joined")
    # One more than the other nodes have processors, so that one at least is on this node.
    trainer = trainer_of(tmp_path, ray=whole_cluster.address, workers=4)
    trainer.one_update()
    assert node.node_id in [node_of(actor) for actor in trainer.actors]
    whole_cluster.remove_node(node, allow_graceful=False)
    assert finish(trainer, 3) == finish(ppo.Trainer(small(tmp_path, workers=4)), 3)


def test_actors_that_die_one_after_the_other_end_the_run(address, tmp_path, monkeypatch):
    begin = on_ray.RayTrainer.begin_part

    def doomed(trainer, i):
        reference = begin(trainer, i)
        ray.kill(trainer.actors[trainer.holder[i]])
        return reference

    monkeypatch.setattr(on_ray.RayTrainer, "begin_part", doomed)
    with pytest.raises(run.RunError, match="actors were lost one after the other"):
        ppo.train(small(tmp_path, updates=1, ray=address))


COMMAND = "import sys, tests.support.sealed_bids, train.ppo as p; sys.exit(p.main(sys.argv[1:]))"


def test_a_lost_learner_goes_on_from_its_last_checkpoint(local, tmp_path):
    """On a cluster of its own, which ends with it."""
    token = uuid.uuid4().hex
    words = [str(word) for name, value in (SMALL | {"run": tmp_path}).items()
             for word in (run.flag(name), value)]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words, "--ray", "--updates", "1000"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DRIVER": token},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    for line in process.stdout:
        if line.startswith("update    2"):
            break
    process.kill()
    process.communicate(timeout=60)
    wait_until(lambda: not marked("DRIVER", token), "its cluster is gone")
    with np.load(tmp_path / "checkpoint.npz") as file:
        done = json.loads(file["json"].tobytes())["counts"][0]
    ppo.train(small(tmp_path, updates=max(4, done)), resume=True)
    if done <= 4:
        assert state_of(tmp_path) == local


def test_damaged_tables_are_refused_by_whoever_plays_them(address, tmp_path):
    ppo.train(small(tmp_path, updates=1))
    with np.load(tmp_path / "checkpoint.npz") as file:
        arrays = dict(file)
    arrays["tables.0.rows"] = np.full_like(arrays["tables.0.rows"], 7)
    with (tmp_path / "checkpoint.npz").open("wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(run.RunError, match="is no checkpoint that can be resumed here"):
        ppo.train(small(tmp_path, updates=2, ray=address), resume=True)


# --- how stale a batch is -------------------------------------------------------------------------
def log_probs_of(trainer, weights):
    """Of the choices in the first worker's batch, by a network with these weights."""
    buffer, network = trainer.workers[0].buffer, trainer.new_network()
    network.load_state_dict(weights)
    rows = np.arange(buffer.size)
    with torch.no_grad():
        logits, _ = network(buffer.seen, rows)
    chosen = torch.from_numpy(buffer.choices[: buffer.size])[:, None]
    return logits.log_softmax(1).gather(1, chosen).squeeze(1).numpy()


@pytest.mark.parametrize("stale", [0, 1])
def test_a_batch_is_as_many_updates_old_as_is_said(address, tmp_path, stale):
    trainer = trainer_of(tmp_path, ray=address, stale=stale, learning_rate=0.05)
    before = []
    for _ in range(3):
        trainer.one_update()
        before.append({k: v.clone() for k, v in trainer.network.state_dict().items()})
    carried = trainer.workers[0].buffer.size  # decisions of earlier batches that were open
    trainer.play()
    buffer = trainer.workers[0].buffer
    known = buffer.log_probs[carried : buffer.size]
    by_age = [log_probs_of(trainer, weights)[carried:] for weights in reversed(before)]
    is_of = [np.allclose(found, known, atol=1e-5) for found in by_age]
    assert is_of.index(True) == stale


def test_nothing_is_lost_by_playing_ahead_if_nothing_is_learned(address, tmp_path):
    """Nor by opponents: those that join the league are as stale as the weights."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, stale in zip(folders, (0, 1)):
        still = {"learning_rate": 0.0, "league_every": 100}
        ppo.train(small(folder, updates=3, ray=address, stale=stale, **still))
    assert state_of(folders[0]) == state_of(folders[1])
