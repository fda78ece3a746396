"""The table of branches that cannot be reached is kept honest, and rules are found by number."""

import pytest

from tests import coverage_rules as c

pytestmark = pytest.mark.interpreted

IF = "if action == PASS: -> exit"
ELSE = "if action == PASS: -> return"


def rule(by_tests=(ELSE,), by_play=(), path="toy/rules/a.py"):
    return c.Function(path, "do_it", "A1", {IF, ELSE}, set(by_tests), set(by_play))


def excuse(branch=IF, reason="nobody can", function="do_it"):
    return c.Excuse("toy/rules/a.py", function, branch, reason)


def test_a_branch_without_test_or_reason_is_told():
    assert list(c.complaints([rule()], [excuse()])) == []
    (told,) = c.complaints([rule()], [])
    assert "do_it: no test reaches" in told and IF in told


def test_only_the_folder_of_the_rules_must_be_reached():
    assert list(c.complaints([rule(path="toy/flow.py")], [])) == []


@pytest.mark.parametrize(
    ("function", "excuses", "why"),
    [
        (rule((IF, ELSE)), [excuse()], "it is reached"),
        (rule(by_play=(IF,)), [excuse()], "it is reached"),
        (rule((IF, ELSE)), [excuse("if other: -> exit")], "there is no such branch"),
        (rule((IF, ELSE)), [excuse(function="gone")], "there is no such branch"),
        (rule(), [excuse(reason=" ")], "it has no reason"),
    ],
)
def test_a_reason_that_is_out_of_date_is_told(function, excuses, why):
    (told,) = c.complaints([function], excuses)
    assert why in told


@pytest.mark.parametrize(
    ("docstring", "numbers"),
    [
        ("B11a,g: a King.", "B11a, g"),
        ("4.6.10, 5.3.4, 6.3: what", "4.6.10, 5.3.4, 6.3"),
        ("5.2 (3); 6.2: in Final Card Play", "5.2 (3)"),
        ("DT07.", "DT07"),
        ("C: setup.", "C"),
        ("3.1-3.3: the deal", "3.1-3.3"),
        ("A marker from the Mat: one", ""),
        ("An empty table.", ""),
        (None, ""),
    ],
)
def test_the_number_of_a_rule_is_read_from_its_docstring(docstring, numbers):
    assert c.numbers_of(docstring) == numbers


@pytest.mark.parametrize("row", c.read_excuses(), ids=lambda row: row.function)
def test_what_is_excused_stands_in_the_code(row):
    source = c.Source(c.GAMES / row.file)
    first, target = row.branch.split(" -> ")
    lines = {line.strip() for line in source.lines}
    assert row.function in source.numbers and first in lines
    assert target == c.EXIT or target in lines
    assert row.reason.endswith(".")
