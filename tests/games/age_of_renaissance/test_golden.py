"""Golden games: the game as text that a person can read and check."""

import difflib

import pytest

from tests.games.age_of_renaissance.golden_games import FOLDER, GAMES, text

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name):
    path = FOLDER / f"{name}.txt"
    stored, played = path.read_text(encoding="utf-8"), text(name)
    diff = difflib.unified_diff(
        stored.splitlines(), played.splitlines(), path.name, "as played now", lineterm="", n=5
    )
    shown = "\n".join(list(diff)[:80])
    assert stored == played, (
        f"{shown}\nIf this is meant: python -m tests.games.age_of_renaissance.golden_games --write"
    )
