"""What keeps house for a trainer: its command line, the folder of a run, checkpoints, curves.

Nothing here teaches: see train/ppo.py.
"""

import argparse
import csv
import json
import math
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, field, fields
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from filelock import FileLock, Timeout
from torch.utils.tensorboard import SummaryWriter

from paxren_env.core.files import atomic_write, require_writable_folder
from train.tables import GREEDY, KINDS, RANDOM, RECENT, Tables, own_opponent

if TYPE_CHECKING:
    from train.ppo import Settings, Trainer

INTERRUPTED = 130  # exit status


class RunError(Exception):
    """Why a run cannot begin or go on, for the one who started it."""


# --- settings and the command line ----------------------------------------------------------------
# What settings were called until version 0.2: the files of older runs have these names.
OLD_NAMES = {
    "batch": "batch_size", "minibatch": "minibatch_size", "epochs": "update_epochs",
    "rate": "learning_rate", "discount": "gamma", "trace": "gae_lambda", "clip": "clip_coef",
    "entropy": "ent_coef", "value": "vf_coef", "gradient": "max_grad_norm",
}  # fmt: skip
MAY_CHANGE = {"minutes", "updates", "threads", "save_every"}  # when a run is resumed


def setting(default: Any, text: str, low: float = -math.inf, high: float = math.inf) -> Any:
    """A field of the settings; one without a default is a text."""
    return field(default=default, metadata={"help": text, "low": low, "high": high})


def flag(name: str) -> str:
    """How a setting is written on the command line."""
    return f"--{name.replace('_', '-')}"


def check_ranges(settings: Any) -> None:
    """A number out of its range is a ValueError that says which."""
    for f in fields(settings):
        given, low, high = getattr(settings, f.name), f.metadata["low"], f.metadata["high"]
        if not isinstance(given, str) and not low <= given <= high:
            allowed = f"at least {low}" if high == math.inf else f"from {low} to {high}"
            raise ValueError(f"{flag(f.name)} is {allowed}, not {given}")


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
    fixed = set(chosen) - MAY_CHANGE
    if resume is not None and fixed:
        parser.error(f"a resumed run keeps its settings: {', '.join(sorted(fixed))}")
    try:
        saved = {} if resume is None else saved_settings(Path(resume))
        settings = settings_class(**(saved | chosen))
        require_writable_folder(Path(settings.run))
    except (ValueError, TypeError, OSError) as error:
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
        text = f.metadata["help"] + ("" if f.default is None else f" ({f.default})")
        parser.add_argument(flag(f.name), type=kind, help=text.replace("%", "%%"))
    return parser


def saved_settings(run: Path) -> dict[str, Any]:
    """Of the run in this folder; a file in it, like checkpoint.pt, will do."""
    folder = run.parent if run.is_file() else run
    if not (folder / "checkpoint.pt").exists():
        raise ValueError(f"there is no checkpoint in {folder}")
    return read_settings(folder / "settings.json") | {"run": str(folder)}


def read_settings(path: Path) -> dict[str, Any]:
    """The settings in a file, by the names they have today."""
    try:
        saved = json.loads(path.read_text())
        return {OLD_NAMES.get(name, name): value for name, value in saved.items()}
    except (ValueError, AttributeError):
        raise ValueError(f"{path} holds no settings") from None


# --- the folder of a run --------------------------------------------------------------------------
FILES = ("settings.json", "checkpoint.pt", "policy.npz", "curve.csv", "curve.png", "report.md",
         "events.out.tfevents.*")  # fmt: skip


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Two runs in one folder would overwrite each other."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=0):
            yield
    except Timeout:
        raise RunError(f"another run is going on in {folder}; --run names another") from None


def begin_run(settings: "Settings") -> None:
    """An empty folder, but for the settings."""
    folder = Path(settings.run)
    set_aside(folder)
    (folder / "settings.json").write_text(json.dumps(asdict(settings), indent=1) + "\n")


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
def save_checkpoint(trainer: "Trainer") -> None:
    """Whole or not at all: a kill in the middle leaves the checkpoint before."""
    folder = Path(trainer.settings.run)
    try:
        with atomic_write(folder / "checkpoint.pt") as written:
            torch.save(state_of(trainer), written)
        trainer.network.save(folder / "policy.npz")
    except (OSError, RuntimeError) as error:  # torch has the latter for a full disk
        why = str(error).splitlines()[0]
        raise RunError(f"cannot save in {folder}, where the last save stands: {why}") from error


def load_checkpoint(trainer: "Trainer") -> None:
    """Go on exactly where the checkpoint was written."""
    path = Path(trainer.settings.run) / "checkpoint.pt"
    try:
        # It holds more than tensors; like any pickle, load only what you trust.
        restore(trainer, torch.load(path, weights_only=False))
    except Exception as error:  # a file of another kind or version may lead to anything
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RunError(f"{path} is no checkpoint that can be resumed here ({why})") from error


def state_of(trainer: "Trainer") -> dict[str, Any]:
    """All that decides how the run goes on, and what it has cost so far."""
    return {
        "network": trainer.network.state_dict(),
        "optimizer": trainer.optimizer.state_dict(),
        "league": trainer.league,
        "generator": trainer.generator.get_state(),
        "tables": trainer.tables.state_dict(),
        "decisions": trainer.buffer.state_dict(),
        "won": {key: list(results) for key, results in trainer.tables.won.items()},
        "counts": (trainer.update, trainer.steps, trainer.learned),
        "seconds": dict(trainer.clock.seconds),
        "cpu_seconds": trainer.clock.cpu_seconds,
    }


def restore(trainer: "Trainer", saved: dict[str, Any]) -> None:
    """The trainer becomes as it was when the checkpoint was written."""
    trainer.network.load_state_dict(saved["network"])
    trainer.optimizer.load_state_dict(saved["optimizer"])
    trainer.league = saved["league"]
    trainer.generator.set_state(saved["generator"])
    trainer.tables.load_state_dict(saved["tables"])
    trainer.tables.won = {key: deque(won, RECENT) for key, won in saved["won"].items()}
    trainer.buffer.load_state_dict(saved["decisions"])
    trainer.update, trainer.steps, trainer.learned = saved["counts"]
    trainer.clock.seconds = saved["seconds"]
    trainer.clock.cpu_seconds = saved.get("cpu_seconds", 0.0)  # older checkpoints have none


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
ENOUGH = 20  # games that a win rate is taken over at least
OLD_COLUMNS = {"explained": "explained_variance"}  # of curves begun before version 0.2


def kinds_shown(tables: Tables) -> list[str]:
    """The games whose win rates are shown, as "greedy/4"; random is beaten soon, so only once."""
    share = dict(zip(KINDS, tables.shares))
    sizes = np.unique(tables.players).tolist()
    shared = [n for n in sizes if n > 1]
    kinds = [f"{own_opponent(tables.spec)}/1"] if 1 in sizes else []
    kinds += [f"random/{n}" for n in shared[:1] if share[RANDOM]]
    return kinds + [f"greedy/{n}" for n in shared if share[GREEDY]]


def column(kind: str) -> str:
    """The name of a win rate in curve.csv."""
    return f"vs_{kind.replace('/', '_')}"


def columns(kinds: Sequence[str]) -> list[str]:
    """The head of curve.csv."""
    first = ["update", "minutes", "decisions", "steps_per_s"]
    return [*first, *(column(kind) for kind in kinds), "entropy", "explained_variance"]


def curve_row(
    trainer: "Trainer", kinds: Sequence[str], losses: dict[str, float], steps_per_s: float
) -> dict[str, Any]:
    """A line of curve.csv; win rates are over the most recent games of training."""
    row: dict[str, Any] = {name: losses[name] for name in ("entropy", "explained_variance")}
    for kind in kinds:
        results = trainer.tables.won.get(kind, ())
        if len(results) >= ENOUGH:
            row[column(kind)] = float(np.mean(results))
    minutes = sum(trainer.clock.seconds.values()) / 60
    row |= {"update": trainer.update, "minutes": minutes, "decisions": trainer.learned}
    row["steps_per_s"] = steps_per_s
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()}


def begin_curve(path: Path, kinds: Sequence[str], update: int) -> None:
    """The curve up to the checkpoint that is resumed, or an empty one."""
    kept: list[dict[str, Any]] = []
    if path.exists():
        with path.open(newline="") as file:
            kept = [row for row in csv.DictReader(file) if int(row["update"]) <= update]
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
    """The first one only asks to stop, so that the update in play gets done; the second stops."""

    def __enter__(self) -> "CtrlC":
        self.is_pressed = False
        self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def press(self, *_: Any) -> None:
        self.is_pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # Not by print, which may just be at work.
        os.write(2, b"\nStopping after this update (Ctrl-C again: at once) ...\n")

    def __exit__(self, *_: Any) -> None:
        signal.signal(signal.SIGINT, self.before)


class Session:
    """Says whether to go on, and gives each update its line in the curves and on the screen."""

    def __init__(self, trainer: "Trainer", ctrl_c: CtrlC, board: SummaryWriter) -> None:
        self.trainer, self.ctrl_c, self.board = trainer, ctrl_c, board
        self.kinds = kinds_shown(trainer.tables)
        self.curve = Path(trainer.settings.run) / "curve.csv"
        begin_curve(self.curve, self.kinds, trainer.update)
        self.first, self.began, self.minutes = trainer.update, time.perf_counter(), 0.0
        trainer.clock.start()

    def goes_on(self) -> bool:
        """Neither the time is up nor the updates are done, and nobody pressed Ctrl-C."""
        self.steps, self.before = self.trainer.steps, time.perf_counter()
        s = self.trainer.settings
        has_time = self.minutes < s.minutes and self.trainer.update < s.updates
        return has_time and not self.ctrl_c.is_pressed

    def report(self, losses: dict[str, float]) -> None:
        """After an update: the curves, a line on the screen, and now and then a checkpoint."""
        trainer, now = self.trainer, time.perf_counter()
        speed = (trainer.steps - self.steps) / (now - self.before)
        row = curve_row(trainer, self.kinds, losses, speed)
        append_row(self.curve, self.kinds, row)
        for name, value in (losses | row).items():
            self.board.add_scalar(name, value, trainer.update)
        self.minutes = (now - self.began) / 60
        left = minutes_left(trainer, self.first, self.minutes)
        print(progress_line(row, self.kinds, left), flush=True)
        if trainer.update % trainer.settings.save_every == 0 and not self.ctrl_c.is_pressed:
            self.board.flush()  # first, so that no point of a checkpoint is missing
            save_checkpoint(trainer)
        trainer.clock.count("writing")


@contextmanager
def session(trainer: "Trainer") -> Iterator[Session]:
    """The time until a run ends or is stopped, with a checkpoint in the end.

    Ctrl-C leads to a checkpoint too, and then to KeyboardInterrupt.
    """
    folder = Path(trainer.settings.run)
    first = trainer.update + 1
    with CtrlC() as ctrl_c, SummaryWriter(str(folder), purge_step=first) as board:
        yield Session(trainer, ctrl_c, board)
        save_checkpoint(trainer)
    if ctrl_c.is_pressed:
        raise KeyboardInterrupt(f"Stopped after update {trainer.update}; go on: --resume {folder}")
    print(f"Time: {time_shares(trainer.clock.seconds)}. The run is in {folder}.")


def stopped(reason: BaseException) -> int:
    """A line instead of a traceback; returns the exit status."""
    if isinstance(reason, KeyboardInterrupt):
        print(str(reason) or "Stopped.")
        return INTERRUPTED
    print(f"error: {reason}", file=sys.stderr)
    return 1
