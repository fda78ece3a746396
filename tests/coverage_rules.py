"""Which branches of which rules are reached, by tests and by checked play (`make coverage-rules`).

    python -m tests.coverage_rules                  all games: tests, then play, then the report
    python -m tests.coverage_rules --game NAME --only play --seeds 0-99
    python -m tests.coverage_rules --only report --report docs/coverage.md

Rules run as plain Python (NUMBA_DISABLE_JIT=1). What was measured is kept in build/coverage/ and is
taken again until a rule changes: a killed run goes on where it was. A branch of rules/ that no test
reaches must stand in tests/unreachable.csv with the reason why it cannot be reached; an entry that
is reached, or that no longer fits the code, is an error too. Then the exit status is 1.
"""

import argparse
import ast
import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage

from paxren_env.core.files import atomic_write
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.processes import exit_status, sigterm_interrupts

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "paxren_env" / "games"
MEASURED = ROOT / "build" / "coverage"
UNREACHABLE = ROOT / "tests" / "unreachable.csv"
PROG = "python -m tests.coverage_rules"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))
STAGES = ("tests", "play", "report")
MUST_BE_REACHED = "rules"  # the folder; the others are reported
# Those of all games that are about rules; the rest would take long and reach nothing else.
SHARED_TESTS = [
    f"tests/core/test_{name}.py" for name in ("checking", "chance", "returns", "reasons")
]
EXIT = "exit"  # where a branch leads that leaves the function
# A token of what stands before the colon of a docstring: B11c, 4.6.5, S2.2, DT10, "5.2 (3)".
NUMBER = re.compile(r"(?:[A-Z]{1,2}\d+[\w.()-]*|[A-Z]{1,2}|\d+[\d.]*(?:-[\d.]+)?)(?: \(\w+\))?")


# --- the rules ------------------------------------------------------------------------------------
def rule_files(game: str) -> list[Path]:
    """Where the rules of a game stand."""
    folder = GAMES / game
    found = [*folder.glob("rules/**/*.py"), *folder.glob("solo/*.py"), folder / "flow.py"]
    return sorted(path for path in found if path.read_text(encoding="utf-8").strip())


def rules_hash(game: str) -> str:
    """Of the rules as they stand: what was measured on others is of no use."""
    digest = hashlib.sha256()
    for path in rule_files(game):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def numbers_of(docstring: str | None) -> str:
    """The numbers that a docstring opens with; empty if it opens with none."""
    head = re.split(r"[:;]|\.\s|\.$", (docstring or "").split("\n")[0])[0]
    found: list[str] = []
    for part in re.split(r", ?", head):
        if not NUMBER.fullmatch(part) and not (found and re.fullmatch("[a-z]", part)):
            break
        found.append(part)
    return ", ".join(found)


@dataclass
class Source:
    """A file of rules: its lines, and the number of every function by name."""

    path: Path
    lines: list[str] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        text = self.path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        self.lines = text.split("\n")
        section = numbers_of(ast.get_docstring(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self.numbers[node.name] = numbers_of(ast.get_docstring(node)) or section

    def branch(self, arc: Sequence[int]) -> str:
        """A branch in words that stay true when lines move."""
        target = self.lines[arc[1] - 1].strip() if arc[1] > 0 else EXIT
        return f"{self.lines[arc[0] - 1].strip()} -> {target}"


# --- measuring ------------------------------------------------------------------------------------
def measuring(game: str, data: Path) -> coverage.Coverage:
    """Coverage of the branches of a game's rules."""
    files = [str(path) for path in rule_files(game)]
    return coverage.Coverage(
        data_file=str(data), branch=True, config_file=False, include=files, messages=False
    )


def data_folder(game: str) -> Path:
    """Where the measurements of these very rules are; those of others are removed."""
    folder, wanted = MEASURED / game, rules_hash(game)
    mark = folder / "rules"
    if not mark.exists() or mark.read_text(encoding="utf-8") != wanted:
        for path in folder.glob("*.coverage"):
            path.unlink()
        with atomic_write(mark) as written:
            written.write_text(wanted, encoding="utf-8")
    return folder


def measure_tests(game: str, arguments: Sequence[str]) -> None:
    """Run the interpreted tests of a game, its own and those of rules that all games share."""
    data = data_folder(game) / "tests.coverage"
    if data.exists():
        return
    say(f"{game}: running its tests as plain Python ...")
    began = time.monotonic()
    command = [sys.executable, "-W", "error", "-m", "tests.coverage_rules", "--pytest", game]
    log = data.with_suffix(".txt")
    with log.open("w", encoding="utf-8") as output:
        status = subprocess.run(
            [*command, *arguments], cwd=ROOT, env=plain_python(), stdout=output,
            stderr=subprocess.STDOUT, check=False,
        ).returncode  # fmt: skip
    if status:
        sys.exit(f"{PROG}: the tests of {game} fail; see {log}")
    say(f"{game}: tests measured in {time.monotonic() - began:.0f} s")


def run_pytest(game: str, arguments: Sequence[str]) -> int:
    """In a process of its own: the tests under measurement."""
    import pytest

    data = MEASURED / game / "tests.coverage"
    partial = data.with_name("tests.partial")
    partial.unlink(missing_ok=True)
    measured = measuring(game, partial)
    tests = [f"tests/games/{game}", *SHARED_TESTS]
    with measured.collect():
        status = pytest.main(
            ["-q", "-p", "no:cacheprovider", "-m", "interpreted", "-k", game, *tests, *arguments]
        )
    measured.save()
    if status == 0:
        os.replace(partial, data)
    return int(status)


def plain_python() -> dict[str, str]:
    return {**os.environ, "NUMBA_DISABLE_JIT": "1"}


def measure_play(game: str, seeds: Sequence[int]) -> None:
    """Checked play, a file for every seed: those that are there are not played again."""
    from tests.play_checked import CHUNK, play_one, table_of

    folder = data_folder(game)
    missing = [seed for seed in seeds if not play_file(folder, seed).exists()]
    began = time.monotonic()
    for done, seed in enumerate(missing):
        partial = folder / f"play.{os.getpid()}.partial"
        partial.unlink(missing_ok=True)
        measured = measuring(game, partial)
        number = seed * CHUNK + seed % CHUNK  # one of each chunk: another kind of table each time
        variant, bias, options = table_of(game, number)
        with measured.collect():
            play_one(game, number, bias, options)
        measured.save()
        os.replace(partial, play_file(folder, seed))
        left = (time.monotonic() - began) / (done + 1) * (len(missing) - done - 1)
        say(f"{game}: seed {seed} ({variant}), {done + 1} of {len(missing)}, {left:.0f} s to go")


def play_file(folder: Path, seed: int) -> Path:
    return folder / f"play.{seed}.coverage"


# --- what was reached -----------------------------------------------------------------------------
@dataclass
class Function:
    """A rule, and the branches of it that were reached."""

    path: str  # from the folder of the games on
    name: str
    numbers: str
    branches: set[str]  # all of them; a rule without any has one way through it
    by_tests: set[str]
    by_play: set[str]

    @property
    def is_rule(self) -> bool:
        return f"/{MUST_BE_REACHED}/" in self.path

    @property
    def missing(self) -> set[str]:
        return self.branches - self.by_tests


THROUGH = "runs through"


def functions_of(game: str) -> list[Function]:
    """Every function of the rules with what reached it."""
    tests, play = (reached(game, which) for which in ("tests", "play"))
    found = []
    for path in rule_files(game):
        source = Source(path)
        place = str(path.relative_to(GAMES))
        for name in tests[place]:
            if name:
                numbers = source.numbers.get(name.split(".")[-1], "")
                by = [_branches(source, data[place][name]) for data in (tests, play)]
                found.append(Function(place, name, numbers, by[0][0], by[0][1], by[1][1]))
    return found


def _branches(source: Source, region: dict[str, Any]) -> tuple[set[str], set[str]]:
    """All branches of a function, and those reached."""
    executed = {source.branch(arc) for arc in region["executed_branches"]}
    missing = {source.branch(arc) for arc in region["missing_branches"]}
    if not executed and not missing:
        return {THROUGH}, {THROUGH} if region["executed_lines"] else set()
    return executed | missing, executed


def reached(game: str, which: str) -> dict[str, dict[str, Any]]:
    """By file and function: what the tests, or the games played, have run."""
    folder = data_folder(game)
    combined = folder / f"all.{which}"
    combined.unlink(missing_ok=True)
    data = coverage.Coverage(
        data_file=str(combined), branch=True, config_file=False, messages=False,
        include=[str(path) for path in rule_files(game)], source=[str(GAMES / game)],
    )  # fmt: skip
    parts = [str(path) for path in sorted(folder.glob(f"{which}*.coverage"))]
    if parts:
        data.combine(parts, keep=True)
    else:
        data.save()
    result = folder / f"{which}.json"
    data.get_data().add_arcs({})  # it holds branches, even if there are none yet
    data.get_data().touch_files([str(path) for path in rule_files(game)])  # those not run, too
    data.json_report(outfile=str(result), include=[str(path) for path in rule_files(game)])
    files = json.loads(result.read_text(encoding="utf-8"))["files"]
    return {
        str((ROOT / name).resolve().relative_to(GAMES)): file["functions"]
        for name, file in files.items()
    }


# --- what cannot be reached -----------------------------------------------------------------------
@dataclass(frozen=True)
class Excuse:
    """A row of the table of branches that cannot be reached."""

    file: str
    function: str
    branch: str
    reason: str


def read_excuses() -> list[Excuse]:
    with UNREACHABLE.open(encoding="utf-8", newline="") as opened:
        return [Excuse(**row) for row in csv.DictReader(opened)]


def complaints(functions: Sequence[Function], excuses: Sequence[Excuse]) -> Iterator[str]:
    """Branches without a test or a reason, and reasons that are out of date."""
    by_place = {(function.path, function.name): function for function in functions}
    excused = {(excuse.file, excuse.function, excuse.branch) for excuse in excuses}
    for excuse in excuses:
        where = f"{UNREACHABLE.name}: {excuse.file}, {excuse.function}, {excuse.branch!r}"
        function = by_place.get((excuse.file, excuse.function))
        if function is None or excuse.branch not in function.branches:
            yield f"{where}: there is no such branch"
        elif excuse.branch in function.by_tests | function.by_play:
            yield f"{where}: it is reached"
        elif not excuse.reason.strip():
            yield f"{where}: it has no reason"
    for function in functions:
        for branch in sorted(function.missing) if function.is_rule else ():
            if (function.path, function.name, branch) not in excused:
                yield f"{function.path}, {function.name}: no test reaches {branch!r}"


# --- the report -----------------------------------------------------------------------------------
def share(reached: int, of: int) -> str:
    return f"{reached} of {of}" if reached < of else f"all {of}"


def table(functions: Sequence[Function], is_full: bool) -> Iterator[str]:
    """A row for every function; if not full only where something is not reached."""
    yield "| rule | function | branches | by tests | by play | not reached by tests |"
    yield "|---|---|---|---|---|---|"
    for function in functions:
        size = len(function.branches)
        by_tests, by_play = len(function.by_tests), len(function.by_play)
        if is_full or by_tests < size:
            missing = "; ".join(f"`{branch}`" for branch in sorted(function.missing))
            cells = (function.numbers, f"`{function.name}`", size, by_tests, by_play, missing)
            yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def modules(functions: Sequence[Function]) -> dict[str, list[Function]]:
    by_module: dict[str, list[Function]] = {}
    for function in functions:
        by_module.setdefault(function.path, []).append(function)
    return by_module


def full_report(game: str, functions: Sequence[Function]) -> Iterator[str]:
    """Every function, module by module."""
    yield f"# {game}"
    for path, inside in modules(functions).items():
        yield from ("", f"## {path}", "", *table(inside, True))


def summary(title: str, groups: dict[str, list[Function]]) -> Iterator[str]:
    """A row for every group of functions."""
    yield f"| {title} | functions | branches | by tests | by play |"
    yield "|---|---|---|---|---|"
    for name, inside in groups.items():
        size, by_tests, by_play = (
            sum(len(getattr(function, what)) for function in inside)
            for what in ("branches", "by_tests", "by_play")
        )
        cells = (name, len(inside), size, share(by_tests, size), share(by_play, size))
        yield "| " + " | ".join(str(cell) for cell in cells) + " |"


def rules(functions: Sequence[Function]) -> dict[str, list[Function]]:
    """The functions by what their docstrings open with, in the order of the numbers."""
    by_number: dict[str, list[Function]] = {}
    for function in functions:
        if function.numbers:
            by_number.setdefault(function.numbers, []).append(function)
    return {numbers: by_number[numbers] for numbers in sorted(by_number, key=_in_order)}


def _in_order(numbers: str) -> list[tuple[int, str]]:
    """4.10 comes after 4.9."""
    parts = re.findall(r"\d+|\D+", numbers)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def report(measured: dict[str, list[Function]], excuses: Sequence[Excuse]) -> Iterator[str]:
    """The page for the documents."""
    yield from (
        "# Coverage by rule",
        "",
        "Which branches of the rules are reached, by the interpreted tests of a game and by",
        "checked random play (all invariants after every event). A branch is a jump from one line",
        "to another; a rule without any counts as one. Written by",
        f"`{PROG} --report` (`make coverage-rules`), which prints every function too.",
    )
    for game, functions in measured.items():
        played = len(list((MEASURED / game).glob("play.*.coverage")))
        yield from ("", f"## {game}", "", f"Played: {played} games.", "")
        yield from (*summary("module", modules(functions)), "")
        yield from summary("rule", rules(functions))
        if any(function.missing for function in functions):
            yield from ("", "Not reached by tests:", "", *table(functions, False))
    yield from ("", "## Branches that cannot be reached", "")
    yield "| file | function | branch | why |"
    yield "|---|---|---|---|"
    for excuse in excuses:
        branch = excuse.branch.replace("|", "\\|")
        yield f"| {excuse.file} | `{excuse.function}` | `{branch}` | {excuse.reason} |"


# --- the command ----------------------------------------------------------------------------------
def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROG, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", choices=NAMES, nargs="+", default=NAMES, metavar="NAME", help="(all)")
    add("--only", choices=STAGES, nargs="+", default=STAGES, metavar="STAGE",
        help=f"one or more of {', '.join(STAGES)} (all)")  # fmt: skip
    add("--seeds", type=seed_range, default=range(40), metavar="A-B", help="games to play (0-39)")
    add("--again", action="store_true", help="run the tests again though no rule has changed")
    add("--report", type=Path, metavar="FILE", help="write the page for the documents there")
    add("--pytest", choices=NAMES, help=argparse.SUPPRESS)
    return parser


def seed_range(text: str) -> range:
    """A-B, both included."""
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no range such as 0-99")
    return range(int(first), int(last if dash else first) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    given, rest = make_parser().parse_known_args(arguments)
    if given.pytest:
        return run_pytest(given.pytest, rest)
    if rest:
        make_parser().error(f"unknown: {' '.join(rest)}")
    try:
        with sigterm_interrupts():
            return command(given)
    except KeyboardInterrupt as stopped:
        return exit_status(stopped)


def command(given: argparse.Namespace) -> int:
    for game in given.game:
        if given.again:
            (MEASURED / game / "tests.coverage").unlink(missing_ok=True)
        if "tests" in given.only:
            measure_tests(game, [])
        if "play" in given.only and not INTERPRETED:
            seeds = f"{given.seeds[0]}-{given.seeds[-1]}"
            words = ["--game", game, "--only", "play", "--seeds", seeds]
            played = subprocess.run(
                [sys.executable, "-m", "tests.coverage_rules", *words],
                cwd=ROOT, env=plain_python(), check=False,
            )  # fmt: skip
            if played.returncode:
                return played.returncode
        elif "play" in given.only:
            measure_play(game, given.seeds)
    return tell(given) if "report" in given.only else 0


def tell(given: argparse.Namespace) -> int:
    """Print what was measured, and what is wrong with it."""
    measured = {game: functions_of(game) for game in given.game}
    excuses = [e for e in read_excuses() if e.file.split("/")[0] in given.game]
    for game, functions in measured.items():
        print("\n".join(full_report(game, functions)), end="\n\n")
    if given.report:
        with atomic_write(given.report) as written:
            written.write_text("\n".join(report(measured, excuses)) + "\n", encoding="utf-8")
    wrong = [
        line for game, functions in measured.items()
        for line in complaints(functions, [e for e in excuses if e.file.split("/")[0] == game])
    ]  # fmt: skip
    for line in wrong:
        say(line)
    say(
        f"{len(wrong)} branches or reasons to look at" if wrong else "every branch is accounted for"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
