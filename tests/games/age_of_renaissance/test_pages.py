"""ACTIONS.md and OBSERVATION.md are those of the tables in the code."""

from pathlib import Path

import pytest

from paxren_env.games import age_of_renaissance

PACKAGE = Path(age_of_renaissance.__file__).parent


@pytest.mark.interpreted
def test_the_pages_hold_the_tables():
    spec = age_of_renaissance.SPEC
    assert spec.line.table() in (PACKAGE / "ACTIONS.md").read_text(encoding="utf-8")
    assert spec.layout.table() in (PACKAGE / "OBSERVATION.md").read_text(encoding="utf-8")
