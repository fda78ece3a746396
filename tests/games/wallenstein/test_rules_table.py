"""RULES.md is true: every rule stands there once, and every test it names exists."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from paxren_env.games.wallenstein import SPEC

pytestmark = pytest.mark.interpreted

HERE = Path(__file__).parent
PAGE = (SPEC.folder / "RULES.md").read_text(encoding="utf-8")


def functions(path: Path) -> list[str]:
    """The functions of a file at its outermost level."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_every_rule_stands_once():
    written = Counter(
        (module, name.strip())
        for module, names in re.findall(r"`([a-z_]+): ([a-z_0-9, ]+)`", PAGE)
        for name in names.split(",")
    )
    rules = SPEC.folder / "rules"
    there = Counter((path.stem, name) for path in rules.glob("*.py") for name in functions(path))
    assert written == there


def test_every_test_named_exists():
    tests = [name for path in HERE.glob("test_*.py") for name in functions(path)]
    for named in re.findall(r"`(test_[a-z0-9A-Z_*]+)`", PAGE):
        if named == "test_exNN_*":
            continue
        found = [t for t in tests if t == named or (named[-1] == "*" and t.startswith(named[:-1]))]
        assert found, named


def test_every_example_has_its_test():
    tests = [name for path in HERE.glob("test_*.py") for name in functions(path)]
    for number in range(1, 62):
        assert any(name.startswith(f"test_ex{number:02}_") for name in tests), number


def test_every_rule_is_short():
    for path in (SPEC.folder / "rules").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 40, f"{path.stem}.{node.name}"
                assert ast.get_docstring(node)


@pytest.mark.parametrize(
    ("file", "table"), [("OBSERVATION.md", SPEC.layout.table), ("ACTIONS.md", SPEC.line.table)]
)
def test_generated_pages_are_up_to_date(file, table):
    assert (SPEC.folder / file).read_text(encoding="utf-8").endswith(table())
