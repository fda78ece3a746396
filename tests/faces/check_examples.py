"""The examples of heavy libraries run; the notebook in a real kernel (`make test-faces`)."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import ray

ROOT = Path(__file__).resolve().parents[2]
SMALL = {
    "openspiel": {"decisions": 2, "simulations": 2},
    "torchrl": {"steps": 5},
    "rllib": {"iterations": 1, "batch": 128},
    "dataset": {"games": 2, "max_turns": 1},
}


@pytest.fixture(autouse=True)
def _cluster_of_its_own(monkeypatch):
    """RLlib connects to one that runs on this machine or, as here, starts one by itself."""
    monkeypatch.setenv("RAY_ADDRESS", "local")
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", SMALL)
def test_it_runs(name, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import_module(f"examples.{name}").main(**SMALL[name])
    assert capsys.readouterr().out


def test_the_tour_is_executed_by_a_kernel(tmp_path):
    command = [
        sys.executable, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute",
        "--output", str(tmp_path / "tour.ipynb"), "examples/tour.ipynb",
    ]  # fmt: skip
    subprocess.run(command, cwd=ROOT, check=True)
    assert (tmp_path / "tour.ipynb").exists()
