"""paxren rules: a section of the rules as they are played here, from a game's RULES.md."""

import argparse
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paxren_env.cli.common import add_command, add_game
from paxren_env.core.spec import GameSpec
from paxren_env.core.telling import WIDTH


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "rules", rules, "a section of the rules as played here")
    p.add_argument("section", nargs="*", help="its letter or number (G, F4), or words of its title")
    add_game(p, spec)


def rules_file(spec: GameSpec) -> Path:
    return spec.folder / "RULES.md"


def rules(options: argparse.Namespace) -> int:
    """A section of RULES.md, one rule of it, or the list of sections."""
    lines = rules_file(options.spec).read_text(encoding="utf-8").splitlines()
    wanted = " ".join(options.section)
    found = list(readable(rule_section(lines, wanted))) if wanted else rule_titles(lines)
    print("\n".join(found))
    return 0


def rule_titles(lines: Sequence[str]) -> list[str]:
    """The headings, indented by their level."""
    headings = (re.match(r"(#+)\s+(.*)", line) for line in lines)
    return ["  " * (len(found[1]) - 1) + found[2] for found in headings if found]


def rule_section(lines: Sequence[str], wanted: str) -> list[str]:
    """The section of that letter, else the row of that rule, else the section of those words."""
    name = re.escape(wanted)
    for begin, line in enumerate(lines):
        if re.match(rf"#+\s+{name}(?!\w)", line, re.IGNORECASE):
            return _to_next_heading(lines, begin)
    for begin, line in enumerate(lines):
        if re.match(rf"\|\s*{name}\s*\|", line, re.IGNORECASE):
            head = max(i for i in range(begin) if re.match(r"\|[-|: ]+$", lines[i])) - 1
            return [*lines[head : head + 2], line]
    for begin, line in enumerate(lines):
        if re.match(rf"#+\s.*{name}", line, re.IGNORECASE):
            return _to_next_heading(lines, begin)
    raise ValueError(f"no section of the rules is called {wanted!r}; `paxren rules` lists them")


def _to_next_heading(lines: Sequence[str], begin: int) -> list[str]:
    """A heading and all below it, up to the next of its level or above."""
    level = len(lines[begin]) - len(lines[begin].lstrip("#"))
    rest = lines[begin + 1 :]
    ends = (i for i, line in enumerate(rest) if re.match(rf"#{{1,{level}}}\s", line))
    return [lines[begin], *rest[: next(ends, len(rest))]]


def readable(lines: Sequence[str]) -> Iterator[str]:
    """Markdown for a terminal: the cells of a table's row stand below each other."""
    head: list[str] = []
    for line in lines:
        if not line.startswith("|"):
            head = []
            yield line
        elif not head:
            head = _cells(line)
        elif not re.match(r"\|[-|: ]+$", line):
            first, *cells = _cells(line)
            yield first
            for title, cell in zip(head[1:], cells):
                yield from textwrap.wrap(
                    f"{title}: {cell}", WIDTH, initial_indent="    ", subsequent_indent=" " * 8
                )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
