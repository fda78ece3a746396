"""What keeps house for a trainer: its command line, the folder of a run, checkpoints, curves.

Nothing here teaches: see train/ppo.py.
"""

import argparse
import csv
import json
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, field, fields
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from filelock import FileLock, Timeout
from torch.utils.tensorboard import SummaryWriter

from agents.cluster import need_ray
from agents.policy import require_finite
from paxren_env.core.files import (
    atomic_write,
    read_arrays,
    remove_leftovers,
    require_writable_folder,
)
from paxren_env.core.processes import Terminated, exit_status, is_main_thread
from train.sparse import see
from train.tables import GREEDY, KINDS, RANDOM, own_opponent

if TYPE_CHECKING:
    from train.ppo import Settings, Trainer


class RunError(Exception):
    """Why a run cannot begin or go on, for the one who started it."""


@contextmanager
def told(*kinds: type[Exception]) -> Iterator[None]:
    """Errors of these kinds are for the one who started the run."""
    try:
        yield
    except kinds as error:
        raise RunError(str(error)) from error


# --- settings and the command line ----------------------------------------------------------------
# What settings were called until version 0.2: the files of older runs have these names.
OLD_NAMES = {
    "batch": "batch_size", "minibatch": "minibatch_size", "epochs": "update_epochs",
    "rate": "learning_rate", "discount": "gamma", "trace": "gae_lambda", "clip": "clip_coef",
    "entropy": "ent_coef", "value": "vf_coef", "gradient": "max_grad_norm",
}  # fmt: skip
# What may change when a run is resumed.
MAY_CHANGE = {"minutes", "cpu_minutes", "updates", "anneal", "threads", "save_every"}
PLACE = {"ray", "actors", "stale"}  # where a sitting is played: no part of the run


GREATEST = sys.float_info.max  # of the finite numbers


def setting(
    default: Any, text: str, low: float = -GREATEST, high: float = GREATEST, bare: Any = None
) -> Any:
    """A field of the settings; one without a default is a text. Numbers are finite as a rule.

    `bare` is what it means on the command line without a value, if that is allowed.
    """
    return field(default=default, metadata={"help": text, "low": low, "high": high, "bare": bare})


def flag(name: str) -> str:
    """How a setting is written on the command line."""
    return f"--{name.replace('_', '-')}"


def check_ranges(settings: Any) -> None:
    """A value of another type, or a number out of its range, is a ValueError that says which."""
    for f in fields(settings):
        given, low, high = getattr(settings, f.name), f.metadata["low"], f.metadata["high"]
        kind = str if f.default is None else type(f.default)
        if type(given) is not kind and (kind, type(given)) != (float, int):
            raise ValueError(f"{flag(f.name)} is {KIND_WORDS[kind]}, not {given!r}")
        if kind is not str and not low <= given <= high:
            allowed = f"at least {low}" if high >= GREATEST else f"from {low} to {high}"
            finite = " and finite" if high == GREATEST else ""
            raise ValueError(f"{flag(f.name)} is {allowed}{finite}, not {given}")


KIND_WORDS = {int: "a whole number", float: "a number", str: "a text"}


def parse(
    settings_class: type["Settings"],
    arguments: list[str] | None,
    prog: str,
    description: str | None,
) -> tuple["Settings", bool]:
    """The settings, and whether a run is resumed; then only those that say when to stop change."""
    parser = make_parser(settings_class, prog, description)
    given = vars(parser.parse_args(arguments))
    resume = given.pop("resume")
    chosen = {name: value for name, value in given.items() if value is not None}
    fixed = set(chosen) - MAY_CHANGE - PLACE
    if resume is not None and fixed:
        parser.error(f"a resumed run keeps its settings: {', '.join(sorted(fixed))}")
    if resume is None and chosen.get("actors"):
        chosen.setdefault("workers", chosen["actors"])
    try:
        saved = {} if resume is None else saved_settings(Path(resume))
        settings = settings_class(**(saved | chosen))
        require_writable_folder(Path(settings.run))
        if settings.ray:
            need_ray()
    except (ValueError, TypeError, OSError, ImportError) as error:
        parser.error(str(error))
    return settings, resume is not None


def make_parser(
    settings_class: type["Settings"], prog: str, description: str | None
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        usage=f"{prog} [--resume RUN] [--SETTING VALUE ...]",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--resume", metavar="RUN", help="go on with the run in this folder")
    for f in fields(settings_class):
        kind = str if f.default is None else type(f.default)
        text = f.metadata["help"] + (f" ({f.default})" if f.default not in (None, "") else "")
        bare = {"nargs": "?", "const": f.metadata["bare"]} if f.metadata["bare"] else {}
        parser.add_argument(flag(f.name), type=kind, help=text.replace("%", "%%"), **bare)
    return parser


def saved_settings(run: Path) -> dict[str, Any]:
    """Of the run in this folder; a file in it, like checkpoint.npz, will do."""
    folder = run.parent if run.is_file() else run
    if not (folder / CHECKPOINT).exists():
        if (folder / OLD_CHECKPOINT).exists():
            raise ValueError(
                f"{folder / OLD_CHECKPOINT} is of an earlier version; reading it could run code, "
                "so it is not resumed. Its policy.npz still plays."
            )
        raise ValueError(f"there is no checkpoint in {folder}")
    saved = read_settings(folder / "settings.json") | {"run": str(folder)}
    return {name: value for name, value in saved.items() if name not in PLACE}


def read_settings(path: Path) -> dict[str, Any]:
    """The settings in a file, by today's names.

    Before there were workers one did everything; before there was a layer for it, no network read
    what answers change.
    """
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        before = {"workers": 1, "answers": 0}
        return before | {OLD_NAMES.get(name, name): v for name, v in saved.items()}
    except (ValueError, AttributeError, RecursionError):
        raise ValueError(f"{path} holds no settings") from None


# --- the folder of a run --------------------------------------------------------------------------
CHECKPOINT, OLD_CHECKPOINT = "checkpoint.npz", "checkpoint.pt"
FILES = ("settings.json", CHECKPOINT, OLD_CHECKPOINT, "policy.npz", "curve.csv", "curve.png",
         "report.md", "events.out.tfevents.*")  # fmt: skip


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Two runs in one folder would overwrite each other. What killed ones left is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=0):
            remove_leftovers(folder, *FILES)
            yield
    except Timeout:
        raise RunError(f"another run is going on in {folder}; --run names another") from None


def begin_run(settings: "Settings") -> None:
    """An empty folder, but for the settings."""
    folder = Path(settings.run)
    set_aside(folder)
    with atomic_write(folder / "settings.json") as written:
        kept = {name: value for name, value in asdict(settings).items() if name not in PLACE}
        written.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def set_aside(folder: Path) -> None:
    """Move a run that is there already, and nothing but it, into a new folder beside it."""
    old = [file for pattern in FILES for file in folder.glob(pattern)]
    if old:
        here = folder.resolve()
        beside = (here.with_name(f"{here.name}.{number}") for number in count(1))
        aside = next(path for path in beside if not path.exists())
        aside.mkdir()
        for file in old:
            file.rename(aside / file.name)
        print(f"The run that was in {folder} is now in {aside}.")


# --- checkpoints ----------------------------------------------------------------------------------
# One .npz: arrays, and what is no array as JSON in one of them. Reading it runs nothing.
PLAIN = "json"


class SaveError(RunError):
    """The disk is full, or worse: what was saved before stands."""


def save_checkpoint(trainer: "Trainer") -> None:
    """Whole or not at all: a kill in the middle leaves the checkpoint before.

    One of its two files that fails does not cost the other.
    """
    folder = Path(trainer.settings.run)
    errors = []
    for write in (write_checkpoint, write_policy):
        try:
            write(trainer)
        except (OSError, ValueError) as error:  # the latter for weights that are not finite
            errors.append(error)
    if errors:
        why = "; ".join(str(error) for error in errors)
        raise SaveError(f"cannot save in {folder}, where the last save stands: {why}")


def write_checkpoint(trainer: "Trainer") -> None:
    arrays, plain = state_of(trainer)
    check_finite(arrays)
    named: dict[str, Any] = arrays | {PLAIN: np.frombuffer(json.dumps(plain).encode(), np.uint8)}
    with atomic_write(Path(trainer.settings.run) / CHECKPOINT) as written:
        with written.open("wb") as file:
            np.savez(file, **named)


def write_policy(trainer: "Trainer") -> None:
    settings = trainer.settings
    trainer.average.save(Path(settings.run) / "policy.npz", settings.sizes.tolist())


def load_checkpoint(trainer: "Trainer") -> None:
    """Go on exactly where the checkpoint was written."""
    path = Path(trainer.settings.run) / CHECKPOINT
    try:
        # It is not compressed: more than its own size would be a trap.
        arrays = read_arrays(path, path.stat().st_size)
        check_finite(arrays)
        restore(trainer, arrays, json.loads(arrays.pop(PLAIN).tobytes()))
    except Exception as error:  # a file of another kind or version may lead to anything
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RunError(f"{path} is no checkpoint that can be resumed here ({why})") from error


def check_finite(arrays: dict[str, np.ndarray]) -> None:
    """A ValueError if a weight is infinite or not a number: networks, optimizer, league."""
    learned = {name: a for name, a in arrays.items() if name.split(".")[0] in LEARNED}
    require_finite(learned, "the checkpoint")


LEARNED = ("network", "average", "critic", "optimizer", "league")


def state_of(trainer: "Trainer") -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """All that decides how the run goes on, and what it has cost so far: arrays and plain data."""
    tables = [worker.tables.state_dict() for worker in trainer.workers]
    plain = {
        "rng": [part.pop("rng") for part in tables],
        "won": {key: list(results) for key, results in trainer.won.items()},
        "counts": [trainer.update, trainer.steps, trainer.learned],
        "seconds": trainer.clock.seconds,
        "cpu_seconds": trainer.clock.cpu_seconds,
    }
    parts: dict[str, dict[str, Any]] = {
        "network": trainer.network.state_dict(),
        "average": trainer.average.state_dict(),
        "critic": {} if trainer.critic is None else trainer.critic.state_dict(),
        **{f"league.{i}": network for i, network in enumerate(trainer.league)},
        **{f"optimizer.{i}": s for i, s in trainer.optimizer.state_dict()["state"].items()},
        **{f"tables.{i}": part for i, part in enumerate(tables)},
        **{f"decisions.{i}": w.buffer.state_dict() for i, w in enumerate(trainer.workers)},
        "generator": {"state": trainer.generator.get_state()},
    }
    named = {f"{part}.{name}": a for part, arrays in parts.items() for name, a in arrays.items()}
    return {name: np.asarray(array) for name, array in named.items()}, plain


def restore(trainer: "Trainer", arrays: dict[str, np.ndarray], plain: dict[str, Any]) -> None:
    """The trainer becomes as it was when the checkpoint was written."""
    if "tables.rows" in arrays:
        arrays, plain = by_worker(arrays, plain)
    network = tensors(part_of(arrays, "network"))
    trainer.network.load_state_dict(network)
    # Older checkpoints have no average: it begins with the network.
    trainer.average.load_state_dict(tensors(part_of(arrays, "average")) or network)
    if trainer.critic is not None:
        trainer.critic.load_state_dict(tensors(part_of(arrays, "critic")))
    restore_optimizer(trainer.optimizer, arrays)
    trainer.league = []
    while past := part_of(arrays, f"league.{len(trainer.league)}"):
        trainer.workers[0].past.load_state_dict(tensors(past))  # says whether it fits
        trainer.league.append(tensors(past))
    trainer.generator.set_state(tensors(part_of(arrays, "generator"))["state"])
    for i, (worker, rng) in enumerate(zip(trainer.workers, plain["rng"], strict=True)):
        worker.tables.load_state_dict(part_of(arrays, f"tables.{i}") | {"rng": rng})
        worker.buffer.load_state_dict(part_of(arrays, f"decisions.{i}"))
    trainer.won = {key: deque(won, RECENT) for key, won in plain["won"].items()}
    trainer.update, trainer.steps, trainer.learned = (int(number) for number in plain["counts"])
    trainer.clock.seconds = {work: float(spent) for work, spent in plain["seconds"].items()}
    trainer.clock.cpu_seconds = float(plain["cpu_seconds"])


def by_worker(
    arrays: dict[str, np.ndarray], plain: dict[str, Any]
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """A checkpoint of before there were workers, as that of a single one: lists for long rows."""
    rows, tables = part_of(arrays, "decisions"), part_of(arrays, "tables")
    seen = see(rows.pop("obs"), rows.pop("masks"), rows.pop("outlook").astype(np.float32))
    actions = np.repeat(rows.pop("actions"), np.diff(seen.legal_starts))
    rows |= vars(seen) | {"choices": np.flatnonzero(seen.legal == actions) - seen.legal_starts[:-1]}
    new = {f"tables.0.{name}": array for name, array in tables.items()}
    new |= {f"decisions.0.{name}": array for name, array in rows.items()}
    return arrays | new, plain | {"rng": [plain["rng"]]}


def restore_optimizer(optimizer: torch.optim.Optimizer, arrays: dict[str, np.ndarray]) -> None:
    """Only what it has gathered: its settings are those of the run."""
    state = {}
    groups = optimizer.state_dict()["param_groups"]
    for i, parameter in enumerate(optimizer.param_groups[0]["params"]):
        gathered = tensors(part_of(arrays, f"optimizer.{i}"))
        if any(t.dim() and t.shape != parameter.shape for t in gathered.values()):
            raise ValueError(f"optimizer.{i} is of another network")
        if gathered:  # what has not been trained yet has none
            state[i] = gathered
    optimizer.load_state_dict({"state": state, "param_groups": groups})


def part_of(arrays: dict[str, np.ndarray], part: str) -> dict[str, np.ndarray]:
    """The arrays of one part, by their names in it."""
    begin = f"{part}."
    return {n.removeprefix(begin): array for n, array in arrays.items() if n.startswith(begin)}


def tensors(arrays: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


# --- the clock ------------------------------------------------------------------------------------
class Clock:
    """Seconds spent on each kind of work, and CPU seconds for all of it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.cpu_seconds = 0.0
        self.start()

    def start(self) -> None:
        """What was done until now does not count."""
        self.now, self.cpu_now = time.perf_counter(), time.process_time()

    def count(self, work: str) -> None:
        """All the time since the last call went to this."""
        before, cpu_before = self.now, self.cpu_now
        self.start()
        self.seconds[work] = self.seconds.get(work, 0.0) + self.now - before
        self.cpu_seconds += self.cpu_now - cpu_before


def time_shares(seconds: dict[str, float]) -> str:
    total = sum(seconds.values()) or 1.0
    return ", ".join(f"{work} {100 * spent / total:.0f} %" for work, spent in seconds.items())


def minutes_left(trainer: "Trainer", first: int, minutes: float) -> float:
    """Until the time is up or, at the pace since the first update, all updates are done."""
    s = trainer.settings
    pace = minutes / (trainer.update - first)
    return max(0.0, min(s.minutes - minutes, pace * (s.updates - trainer.update)))


# --- curves and the progress line -----------------------------------------------------------------
ENOUGH, RECENT = 20, 400  # games that a win rate is taken over, at least and at most
OLD_COLUMNS = {"explained": "explained_variance"}  # of curves begun before version 0.2


def keep_results(won: dict[str, deque[float]], results: list[tuple[str, float]]) -> None:
    """Take over the results of games (see `Tables.record_result`); only the latest are kept."""
    for kind, share in results:
        won.setdefault(kind, deque(maxlen=RECENT)).append(share)
    results.clear()


def kinds_shown(settings: "Settings") -> list[str]:
    """The games whose win rates are shown, as "greedy/4"; random is beaten soon, so only once."""
    share = dict(zip(KINDS, settings.shares))
    sizes = np.unique(settings.sizes).tolist()
    shared = [n for n in sizes if n > 1]
    kinds = [f"{own_opponent(settings.spec)}/1"] if 1 in sizes else []
    kinds += [f"random/{n}" for n in shared[:1] if share[RANDOM]]
    kinds += [f"greedy/{n}" for n in shared if share[GREEDY]]
    return kinds + [f"past/{n}" for n in shared if settings.frozen]


def column(kind: str) -> str:
    """The name of a win rate in curve.csv."""
    return f"vs_{kind.replace('/', '_')}"


def columns(kinds: Sequence[str]) -> list[str]:
    """The head of curve.csv."""
    first = ["update", "minutes", "cpu_minutes", "decisions", "steps_per_s"]
    return [*first, *(column(kind) for kind in kinds), "entropy", "explained_variance"]


def curve_row(
    trainer: "Trainer", kinds: Sequence[str], losses: dict[str, float], steps_per_s: float
) -> dict[str, Any]:
    """A line of curve.csv; win rates are over the most recent games of training."""
    row: dict[str, Any] = {name: losses[name] for name in ("entropy", "explained_variance")}
    for kind in kinds:
        results = trainer.won.get(kind, ())
        if len(results) >= ENOUGH:
            row[column(kind)] = float(np.mean(results))
    row |= {"update": trainer.update, "decisions": trainer.learned, "steps_per_s": steps_per_s}
    row["minutes"] = sum(trainer.clock.seconds.values()) / 60
    row["cpu_minutes"] = trainer.clock.cpu_seconds / 60
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()}


def begin_curve(path: Path, kinds: Sequence[str], update: int) -> None:
    """The curve up to the checkpoint that is resumed, or an empty one.

    Of a line that a full disk cut short nothing is kept.
    """
    kept: list[dict[str, Any]] = []
    if path.exists():
        with path.open(newline="", errors="replace") as file:
            rows = [row for row in csv.DictReader(file) if None not in row.values()]
        kept = [row for row in rows if row.get("update", "").isdecimal()]
        kept = [row for row in kept if int(row["update"]) <= update]
    with atomic_write(path) as written, written.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns(kinds), extrasaction="ignore")
        writer.writeheader()
        writer.writerows({OLD_COLUMNS.get(k, k): v for k, v in row.items()} for row in kept)


def append_row(path: Path, kinds: Sequence[str], row: dict[str, Any]) -> None:
    with path.open("a", newline="") as file:
        csv.DictWriter(file, columns(kinds)).writerow(row)


def win_rates(row: dict[str, Any], kinds: Sequence[str]) -> str:
    """As "random 99% (2p), greedy 62%/48%/- (2/3/4p)"."""
    parts = []
    for opponent, group in groupby(kinds, lambda kind: kind.split("/")[0]):
        same = list(group)
        rates = [f"{100 * row[column(k)]:.0f}%" if column(k) in row else "-" for k in same]
        sizes = "/".join(kind.split("/")[1] for kind in same)
        parts.append(f"{opponent} {'/'.join(rates)} ({sizes}p)")
    return ", ".join(parts)


def progress_line(row: dict[str, Any], kinds: Sequence[str], left: float) -> str:
    won = f"  won against {win_rates(row, kinds)}" if kinds else ""
    speed = f"{row['steps_per_s']:6.0f} steps/s"
    return f"update {row['update']:4d}  {speed}{won}  {left:.1f} min left"


# --- one sitting ----------------------------------------------------------------------------------
class CtrlC:
    """The first one only asks to stop, so that the update in play gets done; the second stops.

    SIGTERM asks to stop, too.
    """

    def __enter__(self) -> "CtrlC":
        self.is_pressed, self.reason = False, KeyboardInterrupt
        signs = (signal.SIGINT, signal.SIGTERM) if is_main_thread() else ()
        self.before = {sign: signal.signal(sign, self.press) for sign in signs}
        return self

    def press(self, sign: int, _: Any) -> None:
        self.is_pressed = True
        if sign == signal.SIGTERM:
            self.reason = Terminated
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # Not by print, which may just be at work.
        with suppress(OSError):
            os.write(2, b"\nStopping after this update (Ctrl-C again: at once) ...\n")

    def __exit__(self, *_: Any) -> None:
        for sign, handler in self.before.items():
            signal.signal(sign, handler)


@contextmanager
def silent_threads() -> Iterator[None]:
    """An OSError in a thread says nothing there: TensorBoard's writer raises it here, too."""
    before = threading.excepthook

    def tell(problem: Any) -> None:
        if not isinstance(problem.exc_value, OSError):
            before(problem)

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = before


class Session:
    """Says whether to go on, and gives each update its line in the curves and on the screen.

    What cannot be written is told once; the run goes on.
    """

    def __init__(self, trainer: "Trainer", ctrl_c: CtrlC) -> None:
        self.trainer, self.ctrl_c = trainer, ctrl_c
        self.failed: set[str] = set()
        self.kinds = kinds_shown(trainer.settings)
        folder = Path(trainer.settings.run)
        self.curve = folder / "curve.csv"
        begin_curve(self.curve, self.kinds, trainer.update)
        self.board: SummaryWriter | None = None
        self.attempt(TENSORBOARD, self.open_board)
        self.first, self.began, self.minutes = trainer.update, time.perf_counter(), 0.0
        trainer.clock.start()

    def attempt(self, what: str, write: Callable[[], Any]) -> None:
        """Write something; if it fails, say so once."""
        try:
            write()
        except (OSError, SaveError) as error:
            if what not in self.failed:
                self.failed.add(what)
                with suppress(OSError):
                    print(f"cannot write {what}: {error}; the run goes on", file=sys.stderr)

    def open_board(self) -> None:
        folder = self.trainer.settings.run
        self.board = SummaryWriter(folder, purge_step=self.trainer.update + 1)

    def draw(self, values: dict[str, Any]) -> None:
        """A point in each of TensorBoard's curves, on the disk before a checkpoint is."""
        if self.board is not None and TENSORBOARD not in self.failed:
            for name, value in values.items():
                self.board.add_scalar(name, value, self.trainer.update)
            if self.is_time_to_save():
                self.board.flush()

    def close(self) -> None:
        if self.board is not None:
            self.attempt(TENSORBOARD, self.board.close)

    def goes_on(self) -> bool:
        """Neither the time is up nor the updates are done, and nobody pressed Ctrl-C."""
        self.steps, self.before = self.trainer.steps, time.perf_counter()
        s = self.trainer.settings
        has_time = self.minutes < s.minutes and self.trainer.update < s.updates
        has_time &= self.trainer.clock.cpu_seconds < 60 * s.cpu_minutes
        return has_time and not self.ctrl_c.is_pressed

    def is_time_to_save(self) -> bool:
        is_due = self.trainer.update % self.trainer.settings.save_every == 0
        return is_due and not self.ctrl_c.is_pressed

    def report(self, losses: dict[str, float]) -> None:
        """After an update: the curves, a line on the screen, and now and then a checkpoint."""
        trainer, now = self.trainer, time.perf_counter()
        speed = (trainer.steps - self.steps) / (now - self.before)
        row = curve_row(trainer, self.kinds, losses, speed)
        self.attempt(str(self.curve), lambda: append_row(self.curve, self.kinds, row))
        self.attempt(TENSORBOARD, lambda: self.draw(losses | row))
        self.minutes = (now - self.began) / 60
        left = minutes_left(trainer, self.first, self.minutes)
        line = progress_line(row, self.kinds, left)
        self.attempt("the progress", lambda: print(line, flush=True))
        if self.is_time_to_save():
            self.attempt("a checkpoint", lambda: save_checkpoint(trainer))
        trainer.clock.count("writing")


TENSORBOARD = "TensorBoard's curves"


@contextmanager
def session(trainer: "Trainer") -> Iterator[Session]:
    """The time until a run ends or is stopped, with a checkpoint in the end.

    Ctrl-C and SIGTERM lead to a checkpoint too, and then to KeyboardInterrupt.
    """
    folder = Path(trainer.settings.run)
    with CtrlC() as ctrl_c, silent_threads():
        sitting = Session(trainer, ctrl_c)
        try:
            yield sitting
            save_checkpoint(trainer)
        finally:
            sitting.close()
    if ctrl_c.is_pressed:
        raise ctrl_c.reason(f"Stopped after update {trainer.update}; go on: --resume {folder}")
    print(f"Time: {time_shares(trainer.clock.seconds)}. The run is in {folder}.")


def stopped(reason: BaseException) -> int:
    """A line instead of a traceback; returns the exit status."""
    if isinstance(reason, KeyboardInterrupt):
        print(str(reason) or "Stopped.")
        return exit_status(reason)
    print(f"error: {reason}", file=sys.stderr)
    return 1
