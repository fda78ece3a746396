"""What is generated from a game's tables is up to date: its pages, and the class of its record."""

import pytest

from paxren_env.core.spec import find
from paxren_env.core.typed_state import typed_state, typed_state_file
from tests.support.games import GAMES

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("game", GAMES)
def test_actions_md_has_the_table_of_the_line(game):
    spec = find(game)
    assert spec.line.table() in (spec.folder / "ACTIONS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_observation_md_has_the_table_of_the_layout(game):
    spec = find(game)
    page = (spec.folder / "OBSERVATION.md").read_text(encoding="utf-8")
    assert spec.layout.table() in page and f"{spec.observation_size} entries" in page


@pytest.mark.parametrize("game", GAMES)
def test_the_class_of_the_record_has_its_fields(game):
    """After a change: python -m paxren_env.core.typed_state GAME"""
    spec = find(game)
    assert typed_state_file(spec).read_text(encoding="utf-8") == typed_state(spec)
