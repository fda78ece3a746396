"""As many checked decisions as one asks for, at every kind of table (`make play-checked`).

    python -m tests.play_checked --decisions 1000000
    python -m tests.play_checked --game NAME --decisions 100000000 --workers 2
    python -m tests.play_checked --report docs/checked_play.md --decisions 0
    python -m tests.play_checked --ray auto               on a Ray cluster

All invariants are checked after every event. The decisions are those of all runs with the same
--state together, split evenly among the games: killed at any moment (kill -9 too), the same command
goes on where it was. Games are played in chunks. A chunk is fixed by its number, and chunks count
in their order, so the result is the same with any number of workers. A broken rule is told with
the game, its options, its seed and all its events, and the exit status is 1.
"""

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from agents.cluster import DIED, Home, Pool, add_ray_option, connected, need_ray
from paxren_env import make_game
from paxren_env.core.cache import cache_key
from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.core.files import atomic_write, remove_leftovers, require_writable
from paxren_env.core.processes import (
    end_with_parent,
    exit_status,
    ignore_sigterm,
    is_main_thread,
    sigterm_interrupts,
)
from paxren_env.core.spec import find
from tests.support.checked_play import play_on
from tests.support.games import GAMES, TOY
from tests.support.variants import variants_of

PROG = "python -m tests.play_checked"
STATE = Path("build/checked_play.json")
FORMAT = 1
CHUNK = 40  # games
SAVE_EVERY = 5.0  # seconds
TELL_EVERY = 30.0  # seconds, where nobody watches
MOST_DECISIONS = 10**12


# --- what was played ------------------------------------------------------------------------------
@dataclass
class Counted:
    """What was played at one kind of table."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0  # of the processor
    deepest_stack: int = 0
    longest_forced: int = 0
    met: dict[str, int] = field(default_factory=dict)  # events by the frame that asked for them

    def add(self, other: "Counted") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.deepest_stack = max(self.deepest_stack, other.deepest_stack)
        self.longest_forced = max(self.longest_forced, other.longest_forced)
        for name, number in other.met.items():
            self.met[name] = self.met.get(name, 0) + number


@dataclass
class Progress:
    """How far one game has come."""

    chunks: int = 0  # this many, from the first on
    tables: dict[str, Counted] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)  # decisions by the version of the sources

    @property
    def decisions(self) -> int:
        return sum(table.decisions for table in self.tables.values())

    @property
    def total(self) -> Counted:
        total = Counted()
        for table in self.tables.values():
            total.add(table)
        return total


State = dict[str, Progress]  # by the name of the game


def read_state(path: Path) -> State:
    """What earlier runs have played; a ValueError if the file is of another kind."""
    if not path.exists():
        return {}
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved["format"] != FORMAT:
            raise ValueError(f"its format is {saved['format']!r}")
        return {name: _read_progress(game) for name, game in saved["games"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path} is no state of checked play: {error!r}") from None


def _read_progress(saved: dict[str, Any]) -> Progress:
    tables = {name: Counted(**table) for name, table in saved["tables"].items()}
    progress = Progress(saved["chunks"], tables, saved["rules"])
    if type(progress.chunks) is not int or progress.chunks < 0:
        raise ValueError(f"chunks: {progress.chunks!r}")
    if progress.decisions != sum(progress.rules.values()):
        raise ValueError("its numbers do not add up")
    return progress


def write_state(path: Path, state: State) -> None:
    games = {name: asdict(progress) for name, progress in state.items()}
    with atomic_write(path) as written:
        written.write_text(json.dumps({"format": FORMAT, "games": games}), encoding="utf-8")


# --- playing --------------------------------------------------------------------------------------
class RuleBroken(Exception):  # noqa: N818 (the name says it)
    """A game broke an invariant, broke down, or did not end."""


def play_chunk(game: str, chunk: int) -> tuple[str, Counted]:
    """Play the games of a chunk; at which table, and what was counted."""
    make_ready(game)
    counted = Counted()
    began = time.process_time()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        table, bias, options = table_of(game, seed)
        counted.add(play_one(game, seed, bias, options))
    counted.seconds = time.process_time() - began
    return table, counted


def table_of(game: str, seed: int) -> tuple[str, int, dict[str, Any]]:
    """The kind of table, the way to play and the options of a game: all games of a chunk sit alike.

    All combinations of options come in turn, each of them played both ways.
    """
    variants = variants_of(game)
    chunk, i = divmod(seed, CHUNK)
    lap, place = divmod(chunk, len(variants))
    number = lap * CHUNK + i
    variant = variants[place]
    return variant.name, (UNIFORM, LIVELY)[number % 2], variant.options(number // 2)


@cache
def make_ready(game: str) -> None:
    """What is compiled or loaded with the first game is not to be counted."""
    play_one(game, 0, UNIFORM, {})


def play_one(game: str, seed: int, bias: int, options: dict[str, Any]) -> Counted:
    """One game; RuleBroken says how to see it again."""
    where = f"{game}, {options}, seed {seed}, {('uniform', 'lively')[bias]} play"
    try:
        # As it was dealt: what is forced then is checked, too.
        played = play_on(make_game(game, seed=seed, **options)._initial_game(), seed, bias)
    except Exception as error:
        raise RuleBroken(f"{where}: {type(error).__name__}: {error}") from error
    if not played.game.is_over:
        raise RuleBroken(f"{where}: it does not end; its events: {played.answers}")
    deepest, longest = played.deepest_stack, played.longest_forced
    return Counted(1, played.decisions, 0.0, deepest, longest, played.met)


def begin_worker(by_kernel: bool) -> None:
    end_with_parent(by_kernel)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


Done = tuple[str, int, str, Counted]  # game, chunk, table, what was counted


def chunks_to_play(state: State, games: Sequence[str], decisions: int) -> Iterator[tuple[str, int]]:
    """Chunks without end, in the order of their numbers; whoever is furthest behind comes next."""
    following = {game: state[game].chunks for game in games}
    while True:
        behind = [game for game in games if state[game].decisions < decisions]
        if not behind:
            return
        game = min(behind, key=lambda name: following[name] * _chunk_size(state[name]))
        yield game, following[game]
        following[game] += 1


def _chunk_size(progress: Progress) -> float:
    """Decisions of a chunk, as far as known."""
    return progress.decisions / progress.chunks if progress.chunks else 1.0


def played_chunks(todo: Iterator[tuple[str, int]], workers: int) -> Iterator[Done]:
    """The chunks in the order in which they are to be played."""
    if workers == 1:
        for game, chunk in todo:
            yield game, chunk, *play_chunk(game, chunk)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, begin_worker, (is_main_thread(),))
    waiting: deque[tuple[str, int, Future[tuple[str, Counted]]]] = deque()
    try:
        for game, chunk in todo:
            waiting.append((game, chunk, pool.submit(play_chunk, game, chunk)))
            if len(waiting) == 2 * workers:
                yield _next_of(waiting)
        while waiting:
            yield _next_of(waiting)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def chunks_on_ray(
    todo: Iterator[tuple[str, int]], games: Sequence[str], workers: int
) -> Iterator[Done]:
    home = Home.here(*(find(game).package for game in games))
    pool = Pool(lambda item: play_chunk(*item), home, workers)
    for (game, chunk), played in pool.run_in_order(todo):
        if played is DIED:
            raise RuleBroken(f"{game}: processes die over the games of chunk {chunk}")
        yield game, chunk, *played


def _next_of(waiting: deque[tuple[str, int, Future[tuple[str, Counted]]]]) -> Done:
    game, chunk, future = waiting.popleft()
    return game, chunk, *future.result()


def add_chunk(progress: Progress, chunk: int, table: str, counted: Counted, rules: str) -> None:
    progress.tables.setdefault(table, Counted()).add(counted)
    progress.rules[rules] = progress.rules.get(rules, 0) + counted.decisions
    progress.chunks = chunk + 1


def rules_version(game: str) -> str:
    """A short hash of all that the rules depend on."""
    return cache_key(Path(sys.modules[find(game).package].__file__ or "").parent)[:12]


def run(
    state: State,
    games: Sequence[str],
    decisions: int,
    workers: int,
    path: Path,
    ray: str | None = None,
) -> None:
    """Play until every game has so many decisions; the state is saved whatever happens."""
    for game in games:
        state.setdefault(game, Progress())
    versions = {game: rules_version(game) for game in games}
    teller = Teller(state, games, decisions)
    saved = time.monotonic()
    todo = chunks_to_play(state, games, decisions)
    playing = chunks_on_ray(todo, games, workers) if ray else played_chunks(todo, workers)
    try:
        for game, chunk, table, counted in playing:
            if state[game].decisions >= decisions:
                continue  # begun by a worker before it was known that there is enough
            add_chunk(state[game], chunk, table, counted, versions[game])
            teller.tell()
            if time.monotonic() - saved > SAVE_EVERY:
                write_state(path, state)
                saved = time.monotonic()
    finally:
        ignore_sigterm()
        teller.end()
        write_state(path, state)


class Teller:
    """One line that says how far it is, how fast it goes, and when it will be done."""

    def __init__(self, state: State, games: Sequence[str], decisions: int) -> None:
        self.state, self.games, self.wanted = state, games, decisions * len(games)
        self.begin, self.began = self.so_far(), time.monotonic()
        self.is_watched = sys.stderr.isatty()
        self.next = self.began

    def so_far(self) -> int:
        return sum(self.state[game].decisions for game in self.games)

    def tell(self) -> None:
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + (0.5 if self.is_watched else TELL_EVERY)
            print(self.line(), end="\r" if self.is_watched else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        print(self.line(), file=sys.stderr, flush=True)

    def line(self) -> str:
        played, seconds = self.so_far(), max(time.monotonic() - self.began, 1e-9)
        rate = (played - self.begin) / seconds
        left = max(0, self.wanted - played)
        eta = timedelta(seconds=round(left / rate)) if rate else "unknown"
        share = 100 * played / max(1, self.wanted)
        return (
            f"{played:,} of {self.wanted:,} decisions ({share:.1f} %), {rate:,.0f} a second, "
            f"{eta} to go   "
        )


# --- the report -----------------------------------------------------------------------------------
def report(state: State) -> str:
    """What was played, for the documents."""
    decisions = sum(progress.decisions for progress in state.values())
    lines = [
        "# Checked play",
        "",
        f"{decisions:,} random decisions with all invariants of the game checked after each; no",
        "rule was broken. Every other game is uniform, the others look for rare events. Decisions",
        "are all events: answers, forced ones too, rolls, turns of an automaton. Written by",
        f"`{PROG} --report`; the same numbers of decisions give the same counts.",
        "",
        "| game | kinds of tables | games | decisions | CPU-seconds | decisions per CPU-second "
        "| deepest stack | longest forced run |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    lines += [_row(name, state[name].total, [len(state[name].tables)]) for name in sorted(state)]
    for name in sorted(state):
        lines += _section(name, state[name])
    return "\n".join(lines) + "\n"


def _row(name: str, counted: Counted, more: Sequence[int] = ()) -> str:
    cells = [
        name, *(f"{n:,}" for n in more), f"{counted.games:,}", f"{counted.decisions:,}",
        f"{counted.seconds:,.0f}", f"{counted.decisions / max(counted.seconds, 1e-9):,.0f}",
        counted.deepest_stack, counted.longest_forced,
    ]  # fmt: skip
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _section(name: str, progress: Progress) -> list[str]:
    """Tables and events of one game."""
    frames = [row for row in find(name).frames.rows if row.what != "step"]
    met = progress.total.met
    combinations = {variant.name: variant.combinations for variant in variants_of(name)}
    lines = [
        "",
        f"## {name}",
        "",
        f"Versions of the rules: {', '.join(f'{v} ({n:,})' for v, n in progress.rules.items())}.",
        f"Stack of {find(name).record['stack'].shape[0]} frames.",
        "",
        "| table | combinations of its other options | kinds of events met | games | decisions "
        "| CPU-seconds | decisions per CPU-second | deepest stack | longest forced run |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        _row(table, counted, [combinations.get(table, 0), len(counted.met)])
        for table, counted in progress.tables.items()
    ]
    lines += ["", "| event | rule | times | tables with it |", "|---|---|---|---|"]
    for row in frames:
        tables = sum(row.name in counted.met for counted in progress.tables.values())
        lines.append(f"| {row.name} | {row.rule} | {met.get(row.name, 0):,} | {tables} |")
    return lines


# --- the command ----------------------------------------------------------------------------------
def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROG, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", choices=GAMES, nargs="+", default=[game for game in GAMES if game != TOY],
        metavar="NAME",
        help=f"one or more of {', '.join(GAMES)} (all but the toy)")  # fmt: skip
    add("--decisions", type=int, default=1_000_000, metavar="N",
        help="in all, with those of earlier runs (1000000)")  # fmt: skip
    add(
        "--workers",
        type=int,
        metavar="N",
        help="processes (all cores)",
    )
    add_ray_option(parser)
    add("--state", type=Path, default=STATE, metavar="FILE", help=f"what was played ({STATE})")
    add("--report", type=Path, metavar="FILE", help="write the figures there, as Markdown")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    if not 0 <= given.decisions <= MOST_DECISIONS:
        parser.error(f"--decisions is 0 to {MOST_DECISIONS:,}, not {given.decisions:,}")
    if given.workers is not None and not 1 <= given.workers <= 1024:
        parser.error(f"--workers is 1 to 1024, not {given.workers}")
    try:
        for path in filter(None, (given.state, given.report)):
            require_writable(path)
            remove_leftovers(path.parent, path.name)
        state = read_state(given.state)
        if given.ray:
            need_ray()
    except (OSError, ValueError, ImportError) as error:
        parser.error(str(error))
    games = list(dict.fromkeys(given.game))
    try:
        with sigterm_interrupts(), connected(given.ray) as processors:
            each, workers = -(-given.decisions // len(games)), given.workers or processors
            run(state, games, each, workers, given.state, given.ray)
    except KeyboardInterrupt as stopped:
        print(f"stopped; {given.state} keeps what was played", file=sys.stderr)
        return exit_status(stopped)
    except (RuleBroken, BrokenProcessPool, OSError) as error:
        print(f"{PROG}: {error}", file=sys.stderr)
        return 1
    if given.report:
        with atomic_write(given.report) as written:
            written.write_text(report({game: state[game] for game in games}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    # Not the main of this module: what is sent to other processes must have the module's own name.
    sys.exit(import_module("tests.play_checked").main())
