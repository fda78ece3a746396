"""RULES.md is true: what it names exists, and no rule is left out."""

import ast
import re
from pathlib import Path

import pytest

from paxren_env.games import age_of_renaissance

pytestmark = pytest.mark.interpreted

PACKAGE = Path(age_of_renaissance.__file__).parent
PAGE = (PACKAGE / "RULES.md").read_text(encoding="utf-8")


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def named() -> dict[str, list[str]]:
    """The functions on the page by module."""
    found: dict[str, list[str]] = {}
    for module, names in re.findall(r"`(\w+): ([\w, ]+)`", PAGE):
        found.setdefault(module, []).extend(names.split(", "))
    return found


def test_every_function_stands_once():
    modules = {path.stem: functions(path) for path in (PACKAGE / "rules").glob("s*.py")}
    modules["queries"] = functions(PACKAGE / "queries.py")
    on_page = named()
    assert set(on_page) == set(modules)
    for module, names in on_page.items():
        assert sorted(names) == sorted(modules[module]), module


def test_every_test_exists():
    tests = {name for path in Path(__file__).parent.glob("test_*.py") for name in functions(path)}
    for name in re.findall(r"`(test_\w+\*?)`", PAGE):
        if name.endswith("*"):
            assert any(test.startswith(name[:-1]) for test in tests), name
        else:
            assert name in tests or (Path(__file__).parent / f"{name}.py").exists(), name
    examples = {test[:9] for test in tests if re.match(r"test_ex\d\d_", test)}
    assert examples == {f"test_ex{number:02}" for number in range(1, 83)}
