"""Run the tests three ways: compiled, bounds-checked and interpreted (`make test`).

Every suite is one process with a log of its own; as many run side by side as there are
processors. Arguments go to pytest: python tests/run_suites.py -k siege
With --game NAME only the tests of that game run, its own and those that all games share.
"""

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "tests"
TAIL = 60  # lines of a failing suite's log to show
HEARTBEAT = 60  # seconds between two signs of life

NO_TESTS = 5  # pytest's exit status when it found none

# Compiles every entry of these games, or loads it, before a test can wait for it.
WARM_UP = "import sys; from tests.support.games import warm; warm(*sys.argv[1:])"
TOY = "sealed_bids"
GAMES = sorted(path.parent.name for path in ROOT.glob("paxren_env/games/*/__init__.py"))


@dataclass
class Suite:
    name: str
    environment: dict[str, str]
    python: list[str] = field(default_factory=list)
    pytest: list[str] = field(default_factory=list)
    is_compiled: bool = True
    doing: str = "waiting"
    passed: int = 0
    skipped: int = 0
    failed: int = 0

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.txt"

    @property
    def results(self) -> Path:
        return LOGS / f"{self.name}.xml"


SUITES = [
    Suite("compiled", {}),
    Suite("bounds-checked", {"NUMBA_BOUNDSCHECK": "1"}),
    Suite(
        "interpreted",
        {"NUMBA_DISABLE_JIT": "1"},
        python=["-W", "error"],
        pytest=["-m", "interpreted"],
        is_compiled=False,
    ),
]


def say(text: str) -> None:
    print(text, flush=True)


def run(suite: Suite, games: list[str], arguments: list[str]) -> None:
    """Warm up, run the tests, count the results."""
    began = time.monotonic()
    suite.results.unlink(missing_ok=True)
    with suite.log.open("w") as log:
        if suite.is_compiled:
            suite.doing = "compiling"
            say(f"{suite.name}: compiling the rules, or loading them if that was done before ...")
            warm = start(suite, ["-c", WARM_UP, *games], log)
            if warm != 0:
                finish(suite, warm, time.monotonic() - began)
                return
        suite.doing = "testing"
        say(f"{suite.name}: testing ... ({time.monotonic() - began:.0f} s so far)")
        options = ["-p", "no:cacheprovider", f"--junitxml={suite.results}", "--durations=10"]
        status = start(suite, ["-m", "pytest", *options, *suite.pytest, *arguments], log)
    if status == NO_TESTS and arguments:
        status = 0  # what was asked for is not in this suite
    finish(suite, status, time.monotonic() - began)


def start(suite: Suite, command: list[str], log) -> int:
    modes = ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")
    environment = {k: v for k, v in os.environ.items() if k not in modes} | suite.environment
    command = [sys.executable, *suite.python, *command]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT, check=False
    ).returncode


def finish(suite: Suite, status: int, seconds: float) -> None:
    """Count, and report at once; a suite that broke off is a failure too."""
    if suite.results.exists():
        counts = ElementTree.parse(suite.results).getroot().find("testsuite")
        assert counts is not None
        total, failures, errors, suite.skipped = (
            int(counts.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")
        )
        suite.failed = failures + errors
        suite.passed = max(0, total - suite.failed - suite.skipped)
    if status != 0:
        suite.failed = max(1, suite.failed)
        tail = suite.log.read_text(errors="replace").splitlines()[-TAIL:]
        say(
            "\n".join([f"--- {suite.name}: the end of {suite.log.relative_to(ROOT)}", *tail, "---"])
        )
    suite.doing = "done"
    verdict = "ok" if status == 0 else f"FAILED (exit status {status})"
    counted = f"{suite.passed} passed, {suite.failed} failed, {suite.skipped} skipped"
    say(f"{suite.name}: {verdict} after {seconds:.0f} s: {counted}")


def chosen_games(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The games to test, and what pytest is told: other games' tests are left out."""
    if "--game" not in arguments:
        return [TOY, *GAMES], arguments
    at = arguments.index("--game")
    game, rest = arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    if game not in GAMES:
        sys.exit(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    others = [name for name in GAMES if name != game]
    ignored = [f"--ignore=tests/games/{name}" for name in others]
    without = ["-k", " and ".join(f"not {name}" for name in others)] if others else []
    return [TOY, game], [*ignored, *without, *rest]


def main() -> int:
    games, arguments = chosen_games(sys.argv[1:])
    LOGS.mkdir(parents=True, exist_ok=True)
    say(f"Three suites: {', '.join(suite.name for suite in SUITES)}.")
    say(
        f"Games: {', '.join(games)}. The first run after a change of the rules compiles them "
        "twice, which takes minutes."
    )
    began = time.monotonic()
    with ThreadPoolExecutor(min(len(SUITES), os.cpu_count() or 1)) as pool:
        waiting = {pool.submit(run, suite, games, arguments) for suite in SUITES}
        while waiting:
            done, waiting = wait(waiting, timeout=HEARTBEAT)
            for future in done:
                future.result()
            if waiting and not done:
                busy = [f"{s.name} {s.doing}" for s in SUITES if s.doing not in ("waiting", "done")]
                say(f"... {time.monotonic() - began:.0f} s: {', '.join(busy)}")
    passed = sum(suite.passed for suite in SUITES)
    failed = sum(suite.failed for suite in SUITES)
    say(f"All suites took {time.monotonic() - began:.0f} s.")
    if passed + failed == 0:
        say("No test was found.")
    say(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
