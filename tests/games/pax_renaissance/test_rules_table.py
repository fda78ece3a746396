"""RULES.md is true: what it names exists, and nothing that has a rule's number is left out."""

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "paxren_env" / "games" / "pax_renaissance"
PAGE = (PACKAGE / "RULES.md").read_text(encoding="utf-8")
RULE_FOLDERS = (PACKAGE / "rules", PACKAGE / "solo")
SOURCES = [
    *(f for folder in RULE_FOLDERS for f in sorted(folder.rglob("*.py"))),
    PACKAGE / "queries.py",
]

# "B11c: ...", "E2.2b,d: ...", "KILL: ...", "AB, Enclosure: ..."
NUMBERED = re.compile(r"(?P<rule>[A-Z]{2,}|[B-LOSTV]\d*)(\.\d)?[a-z]?[,:\- ]")


# Written down where the reader of the rulebook looks for them: cities are map cards (B6).
ELSEWHERE = {
    ("queries", "is_open"),
    ("queries", "is_full"),
    ("queries", "is_barred"),
    ("e2_agents", "may_displace"),
}
# What a rule asks for when it is not the same in every game.
SWITCHES = {
    "RULESET_2021",
    "RULESET_1E",
    "BANKRUPTCY",
    "EXTENDED",
    "LIMITED_CARDS",
    "STRAWMAN_CAMPAIGN",
    "AGE_OF_REFORMATION",
    "SOLO_REFUSES",
    "SOLO_SWEEPS",
}


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a file at its outermost level."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node


RULES = {(path.stem, node.name): node for path in SOURCES for node in functions(path)}
TESTS = {
    node.name
    for path in (ROOT / "tests").rglob("test_*.py")
    for node in functions(path)
    if node.name.startswith("test_")
}


def rule_of(node: ast.FunctionDef) -> str | None:
    """The letter that a function's docstring opens with, or the word in capitals."""
    found = NUMBERED.match(ast.get_docstring(node) or "")
    return found["rule"] if found else None


def section(title: str) -> str:
    """The page from a heading to the next of its level."""
    _, _, rest = PAGE.partition(f"\n## {title}\n")
    assert rest, f"RULES.md has no section {title!r}"
    return rest.partition("\n## ")[0]


def cells(text: str) -> Iterator[list[str]]:
    """The rows of the tables, without their heads."""
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith(("| Rule |", "| Ability |", "| Row |")):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def named(text: str) -> list[tuple[str, str]]:
    """Every (module, function) written as `module: function, function`."""
    groups = re.findall(r"`(\w+): ([\w, ]+)`", text)
    return [(module, name) for module, names in groups for name in names.split(", ")]


def unproved(text: str) -> list[str]:
    """Tests that are named but do not exist; a name ending in * must begin some."""
    listed = re.findall(r"`(test_\w+)(\*?)`", text)
    return [
        name + star
        for name, star in listed
        if not (any(test.startswith(name) for test in TESTS) if star else name in TESTS)
    ]


def test_every_function_named_exists():
    assert [one for one in named(PAGE) if one not in RULES] == []


def test_every_test_named_exists():
    assert unproved(PAGE) == []


def test_every_row_names_code_or_a_row_that_does_and_a_test():
    rows = list(cells(section("The rules")))
    rules = {row[0] for row in rows}
    assert len(rules) == len(rows)
    for rule, _, code, tests in rows:
        assert "`test_" in tests, rule
        _, _, others = code.partition("see ")
        for other in re.findall(r"[A-Z][A-Z0-9.]*", re.sub(r"\[.*?\)", "", others)):
            assert other in rules, f"{rule}: see {other}"
        assert named(code) or others, rule


def test_every_section_of_the_rulebook_has_a_row():
    chapters = {"B": range(4, 14), "C": range(1, 8), "D": (1, 2), "E": range(1, 7),
                "F": range(1, 10), "G": range(1, 7), "H": (1,), "I": (1, 2), "J": (1, 2),
                "K": (1, 2, 3), "L": range(1, 8), "S": range(1, 6), "T": range(1, 9),
                "O": (1, 2, 3, 4, 5, 6, 8)}  # fmt: skip
    wanted = {f"{letter}{number}" for letter, numbers in chapters.items() for number in numbers}
    assert {row[0] for row in cells(section("The rules"))} >= wanted | {"E2.1", "E2.2"}


def test_every_function_with_a_number_is_listed():
    listed = set(named(PAGE))
    assert [one for one, node in RULES.items() if rule_of(node) and one not in listed] == []


def test_no_function_is_listed_under_two_rules():
    counted = Counter(named(section("The rules")))
    assert [one for one, number in counted.items() if number > 1] == []


def test_functions_are_listed_in_the_chapter_of_their_number():
    """Its letter; words of the glossary and abilities may serve any chapter."""
    for rule, _, code, _ in cells(section("The rules")):
        for one in named(code):
            number = rule_of(RULES[one])
            if number and not number.isalpha() and not rule.isalpha() and one not in ELSEWHERE:
                assert number[0] == rule[0], f"{one} ({number}) in {rule}"


def test_every_ability_is_listed_with_its_cards():
    with (PACKAGE / "data" / "cards.csv").open(encoding="utf-8", newline="") as file:
        cards = [(card["code"], card["abilities"].split(" | ")) for card in csv.DictReader(file)]
    with (PACKAGE / "data" / "abilities.csv").open(encoding="utf-8", newline="") as file:
        abilities = [row["name"] for row in csv.DictReader(file)]
    rows = list(cells(section("Abilities")))
    assert [row[0] for row in rows] == abilities
    for name, code, tests, holders in rows:
        assert named(code) and "`test_" in tests, name
        found = re.findall(r"\((PREN\w+)\)", holders)
        assert found == [code for code, owned in cards if name in owned], name


def test_every_option_of_a_ruleset_is_listed():
    """Each rule that asks for the ruleset or an option stands among the variants."""
    asked = {
        one
        for one, node in RULES.items()
        if {getattr(part, "id", "") for part in ast.walk(node)} & SWITCHES
    }
    assert sorted(asked - set(named(section("Rulesets and variants")))) == []


def test_what_is_missing_is_noticed():
    """The checks above can fail."""
    assert unproved("`test_b10_*`, `test_no_such_*`, `test_no_such`") == [
        "test_no_such_*",
        "test_no_such",
    ]
    assert named("`vote: votes, has_plurality`; `siege: do_siege`") == [
        ("vote", "votes"),
        ("vote", "has_plurality"),
        ("siege", "do_siege"),
    ]
    assert rule_of(RULES["vote", "votes"]) == "F6" and rule_of(RULES["queries", "count"]) is None
