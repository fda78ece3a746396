"""The number of every test and rule can be looked up in docs/pax_renaissance."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[3]
PAGES = {
    name: (ROOT / "docs" / "pax_renaissance" / name).read_text(encoding="utf-8")
    for name in ("rulings.md", "solo.md")
}
PACKAGE = ROOT / "paxren_env" / "games" / "pax_renaissance"
SOURCES = [
    *(PACKAGE / "rules").rglob("*.py"),
    *(PACKAGE / "solo").glob("*.py"),
    PACKAGE / "queries.py",
]
TESTS = Path(__file__).parent

NUMBER = r"(?:[A-Z]{1,2}\d+(?:\.\d)?[a-z]?|O[abc]|HOLE \d+|\d\.\d)\b"
HEADING = re.compile(rf"^#+ ({NUMBER}(?:, {NUMBER})*)", re.MULTILINE)
ROW = re.compile(rf"^\| \**({NUMBER})", re.MULTILINE)
BOLD = re.compile(rf"\*\*({NUMBER})")


def numbers(page: str) -> set[str]:
    """What a reader finds at the head of a section or row, or in bold."""
    found = [*HEADING.findall(page), *ROW.findall(page), *BOLD.findall(page)]
    return {number for group in found for number in group.split(", ")}


KNOWN = set().union(*map(numbers, PAGES.values()))


def can_be_looked_up(number: str) -> bool:
    """A letter or a second number may point into its paragraph: B10c, S3.1."""
    paragraph = re.sub(r"(?<=\d)[a-z]$", "", number)
    return bool({number, paragraph, re.sub(r"(?<=[A-Z]\d)\.\d$", "", paragraph)} & KNOWN)


def functions(paths: Iterator[Path] | list[Path]) -> Iterator[ast.FunctionDef]:
    for path in sorted(paths):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield node


def number_of_test(name: str) -> str | None:
    """test_k2a_..., test_ex01_..., test_5_2_..., test_hole_7_..."""
    if found := re.match(r"test_hole_(\d+)_", name):
        return f"HOLE {found[1]}"
    if found := re.match(r"test_(\d)_(\d)_", name):
        return f"{found[1]}.{found[2]}"
    if found := re.match(r"test_o([abc])_", name):
        return f"O{found[1]}"
    if found := re.match(r"test_([a-z]{1,2}\d+)([a-z]?)_", name):
        return found[1].upper() + found[2]
    return None


def numbers_of_rule(node: ast.FunctionDef) -> list[str]:
    """What stands before the colon of a docstring: "E2.2b,d: ...", "O5, hole 14: ..."."""
    head, colon, _ = (ast.get_docstring(node) or "").partition(":")
    if not colon or not re.match(r"[A-Z]{1,2}\d|O,|V\b", head):
        return []
    return re.findall(NUMBER, head.replace("hole", "HOLE"))


def test_the_number_of_every_test_can_be_looked_up():
    paths = [
        *(TESTS / "rules").rglob("test_*.py"),
        TESTS / "test_solo.py",
        TESTS / "test_bot_seat.py",
    ]
    found = {node.name: number_of_test(node.name) for node in functions(paths)}
    assert sum(number is not None for number in found.values()) > 900
    assert [name for name, n in found.items() if n is not None and not can_be_looked_up(n)] == []


def test_the_number_of_every_rule_can_be_looked_up():
    found = {node.name: numbers_of_rule(node) for node in functions(SOURCES)}
    assert sum(map(bool, found.values())) > 300
    assert [
        (name, number)
        for name, all_numbers in found.items()
        for number in all_numbers
        if not can_be_looked_up(number)
    ] == []


def test_no_number_means_two_things():
    assert numbers(PAGES["rulings.md"]) & numbers(PAGES["solo.md"]) == set()


def test_the_letters_are_those_of_the_pages():
    """T is token shortage, V variants; the bot wins by W and has its examples in OX."""
    assert "# T. TOKEN SHORTAGE" in PAGES["rulings.md"] and "# V. VARIANTS" in PAGES["rulings.md"]
    assert {"W1", "W2", "W3", "OX1", "OX10", "HOLE 20", "5.2", "O8"} <= numbers(PAGES["solo.md"])
    assert {"T1", "T8", "EX46", "L2a", "E2.1", "DT33", "IN14"} <= numbers(PAGES["rulings.md"])


def test_what_is_missing_is_noticed():
    """The checks above can fail."""
    assert number_of_test("test_m3_of_no_chapter") == "M3" and not can_be_looked_up("M3")
    assert can_be_looked_up("B10c") and not can_be_looked_up("B14c")
    assert number_of_test("test_a_rule_without_number") is None
