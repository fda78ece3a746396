"""Every example runs; those of heavy libraries in tests/faces."""

import json
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Small enough for plain Python.
HERE = {
    "self_play": {"max_turns": 1},
    "custom_agent": {"games": 2, "max_turns": 4},
    "vector_training": {"steps": 100, "num_envs": 4},
    "sb3": {"steps": 64, "num_envs": 4, "n_steps": 16},
}
ELSEWHERE = {"rllib", "torchrl", "openspiel", "dataset"}


def test_every_example_is_run_somewhere():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(HERE) | ELSEWHERE


@pytest.mark.parametrize("name", HERE)
def test_it_runs(name, capsys):
    if name in ("vector_training", "sb3"):
        pytest.importorskip("sb3_contrib")
    import_module(f"examples.{name}").main(**HERE[name])
    assert capsys.readouterr().out


def test_the_cells_of_the_tour_run_in_their_order(capsys):
    """Without a notebook: its last lines are values, which a notebook would show."""
    book = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    names: dict = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["game"].history and len(names["obs"]) == 64
