"""Recorded games of an independent implementation, where they are at hand."""

import pytest

from tests.games.wallenstein.conformance import Score, replay
from tests.games.wallenstein.recorded import DEFAULT_FOLDER, games, lines

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.skipif(not DEFAULT_FOLDER.is_dir(), reason="no recorded games beside the project"),
]
RECORDED = games(DEFAULT_FOLDER) if DEFAULT_FOLDER.is_dir() else []


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name.split(".")[0])
@pytest.mark.parametrize("by_outcomes", [False, True], ids=["seed", "outcomes"])
def test_recorded_games_agree_on_every_line(path, by_outcomes):
    score = Score()
    replay(path, by_outcomes, score, {})
    assert score.unexplained == [] and score.equal == score.cases > 100


def test_determinized_positions_agree():
    stops: dict[str, dict[int, list]] = {}
    for line in lines(DEFAULT_FOLDER / "determinize.jsonl.xz"):
        stops.setdefault(line["file"], {}).setdefault(line["n"], []).append(line)
    for path in RECORDED[::6]:
        score = Score()
        replay(path, False, score, stops[path.name])
        assert score.unexplained == []
