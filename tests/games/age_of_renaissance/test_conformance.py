"""The recorded games of an independent implementation, where they are at hand."""

import pytest

from tests.games.age_of_renaissance.conformance import DEFAULT_FOLDER, replay

PATHS = sorted(DEFAULT_FOLDER.glob("*.jsonl.xz"))
QUICK = [path for path in PATHS if "_basic_3p_" in path.name]


@pytest.mark.skipif(not PATHS, reason="the recorded games are not at hand")
@pytest.mark.interpreted
@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.name)
def test_a_recorded_game_is_played_line_by_line(path):
    result = replay(path)
    assert result["unexplained"] == 0, result["findings"]


@pytest.mark.skipif(not PATHS, reason="the recorded games are not at hand")
@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in PATHS if p not in QUICK], ids=lambda path: path.name)
def test_every_other_recorded_game(path):
    result = replay(path)
    assert result["unexplained"] == 0, result["findings"]
