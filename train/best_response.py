"""How much can be won against a policy? A learner that trains against nothing but copies of it.

    python -m train.best_response runs/ppo/policy.npz
    python -m train.best_response runs/ppo/policy.npz --multiple 0.5 --players 2
    python -m train.best_response runs/ppo/policy.npz --from-policy     the stronger attack
    python -m train.best_response runs/ppo/policy.npz --cpu-minutes 30

For each size of table a fresh learner of train/ppo.py trains with the policy's own settings and a
multiple of its budget, on one seat, the frozen policy on all the others; then both meet in the
arena. What the learner wins over an equal share is a lower bound of what a best response would win:
the policy's exploitability as far as this budget finds it. The policy plays as it is shipped, its
likeliest action. With --from-policy the learner begins with the policy's weights instead of
greedy's opinion; with --mixed one learner plays at tables of all sizes.

The certificate is written beside the policy: certificate.json and certificate.md, or
NAME_certificate for NAME.npz. The same command goes on where it was stopped, even by kill -9; what
the certificate has already is not done again.
"""

import argparse
import csv
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.arena import check_numbers
from agents.policy import completion_of, game_of, read_weights, tables_of, widths_of
from paxren_env.core.files import atomic_write, require_writable, require_writable_folder
from paxren_env.core.processes import sigterm_interrupts
from paxren_env.core.spec import GameSpec, find
from train.evaluate import evaluate
from train.ppo import Settings, Trainer, train
from train.run import CHECKPOINT, MAY_CHANGE, PLACE, RunError, read_settings, stopped

ONLY_FROZEN = {"self_play": 0.0, "past": 1.0, "greedy": 0.0, "random": 0.0, "league": 1}
FOREVER = 1e9  # minutes: updates or CPU minutes end the run
NO_LIMIT = {
    name: Settings.__dataclass_fields__[name].default for name in ("updates", "cpu_minutes")
}
POLICY = "policy"  # the name of a policy in the folder of its run
FRESH, FROM_POLICY = "fresh", "from the policy"


# --- the policy and its budget --------------------------------------------------------------------
def file_beside(policy: Path, name: str) -> Path:
    """policy.npz shares its folder with nothing else; others put their own name before."""
    return policy.with_name(name if policy.stem == POLICY else f"{policy.stem}_{name}")


def training_settings(policy: Path, game: str) -> dict[str, Any]:
    """The settings that the policy was trained with, as far as a file beside it says."""
    for path in (file_beside(policy, "settings.json"), policy.with_name("settings.json")):
        if path.exists():
            saved = read_settings(path)
            if saved.get("game", game) == game:
                return saved
    return {}


def training_budget(policy: Path, saved: dict[str, Any]) -> dict[str, float]:
    """How long it was trained, in updates, or else in CPU minutes; a ValueError if nothing says.

    With it goes in how many of the updates the learning rate fell.
    """
    curve = policy.with_name("curve.csv")
    if policy.stem == POLICY and curve.exists():
        with curve.open(newline="") as file:
            rows = list(csv.DictReader(file))
        if rows:
            return {"updates": int(rows[-1]["update"]), "anneal": saved.get("anneal", 0)}
    for name, unlimited in NO_LIMIT.items():
        if saved.get(name, unlimited) < unlimited:
            return {name: saved[name], "anneal": saved.get("anneal", 0)}
    raise ValueError(
        f"nothing beside {policy} says how long it was trained: give --updates or --cpu-minutes"
    )


def budget(options: argparse.Namespace, saved: dict[str, Any]) -> dict[str, float]:
    """What each learner gets: as given, or a multiple of the policy's own budget."""
    given = given_budget(options)
    if given:
        return given
    own = training_budget(options.checkpoint, saved)
    return {name: type(value)(value * options.multiple) for name, value in own.items()}


def given_budget(options: argparse.Namespace) -> dict[str, float]:
    given = {name: getattr(options, name) for name in NO_LIMIT}
    return {name: value for name, value in given.items() if value is not None}


def learner_settings(
    options: argparse.Namespace, players: str, frozen: Path, spec: GameSpec
) -> Settings:
    """The policy's own settings, but for whom it meets and how long."""
    saved = training_settings(options.checkpoint, spec.name)
    weights = read_weights(frozen, spec)
    width, hidden, answers = widths_of(weights)
    chosen = {
        **NO_LIMIT,
        **ONLY_FROZEN,
        **budget(options, saved),
        "minutes": FOREVER,
        "run": str(options.run / f"{players.replace(',', '_')}_players"),
        "game": spec.name,
        "players": players,
        "frozen": str(frozen),
        "init": str(frozen) if options.from_policy else "",
        "seed": options.seed,
        "width": width,
        "hidden": hidden,
        "answers": answers,
        "completion": completion_of(weights),
    }
    if options.threads is not None:
        chosen["threads"] = options.threads
    return Settings(**(saved | chosen))


def frozen_copy(options: argparse.Namespace) -> Path:
    """The policy as it is now: what learners train against does not change behind their backs."""
    path = options.run / "frozen.npz"
    content = options.checkpoint.read_bytes()
    if not path.exists():
        with atomic_write(path) as written:
            written.write_bytes(content)
    if path.read_bytes() != content:
        raise ValueError(f"{options.run} is of another policy; --run names another folder")
    return path


# --- training and measuring -----------------------------------------------------------------------
def respond(settings: Settings) -> Trainer:
    """Train a learner, or go on with it; a run with other settings moves aside."""
    folder = Path(settings.run)
    is_there = (folder / CHECKPOINT).exists() and (folder / "settings.json").exists()
    before = read_settings(folder / "settings.json") if is_there else {}
    same = all(
        before.get(name) == value
        for name, value in asdict(settings).items()
        if name not in MAY_CHANGE | PLACE
    )
    return train(settings, resume=bool(before) and same)


def measure(settings: Settings, players: int, options: argparse.Namespace) -> dict[str, Any]:
    """What the learner wins against the policy, with its interval."""
    learner = f"policy:{Path(settings.run) / 'policy.npz'}"
    match = (learner, f"policy:{settings.frozen}", players, options.games, options.deals)
    found = evaluate(*match, processes=options.processes, game=settings.game)
    equal = 1 / players
    return {
        "games_played": found.games,
        "win_rate": found.win_rate,
        "ci95": [found.low, found.high],
        "equal_share": equal,
        "gain": found.win_rate - equal,
        "gain_ci95": [found.low - equal, found.high - equal],
    }


def certify(options: argparse.Namespace, spec: GameSpec) -> None:
    """Train and measure what the certificate does not have yet, size by size."""
    frozen, path = frozen_copy(options), file_beside(options.checkpoint, "certificate.json")
    found = read_certificate(path, frozen, spec)
    groups = [options.players] if options.mixed else [[size] for size in options.players]
    for group in groups:
        settings = learner_settings(options, ",".join(map(str, group)), frozen, spec)
        todo = [size for size in group if asked(settings, size, options) not in done(found)]
        if not todo:
            print(f"{group}: the certificate has it", flush=True)
            continue
        trainer = respond(settings)
        for size in todo:
            spent = {
                "trained_updates": trainer.update,
                "trained_decisions": trainer.learned,
                "trained_cpu_minutes": round(trainer.clock.cpu_seconds / 60, 2),
            }
            row = asked(settings, size, options) | spent | measure(settings, size, options)
            found["results"].append(row)
            write_certificate(path, found)
            print(markdown_row(row), flush=True)


def asked(settings: Settings, players: int, options: argparse.Namespace) -> dict[str, Any]:
    """What a row of the certificate answers."""
    limits = {name: getattr(settings, name) for name in NO_LIMIT}
    return {
        "players": players,
        "trained_at": settings.players,
        "learner": FROM_POLICY if settings.init else FRESH,
        "multiple": None if given_budget(options) else options.multiple,
        "budget": {name: value for name, value in limits.items() if value < NO_LIMIT[name]},
        "games": options.games,
        "seed": options.seed,
        "deals": options.deals,
    }


def done(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The questions that a certificate answers."""
    names = ("players", "trained_at", "learner", "multiple", "budget", "games", "seed", "deals")
    return [{name: row.get(name) for name in names} for row in found["results"]]


# --- the certificate ------------------------------------------------------------------------------
def read_certificate(path: Path, frozen: Path, spec: GameSpec) -> dict[str, Any]:
    """What is there of this very policy, or an empty one."""
    digest = hashlib.sha256(frozen.read_bytes()).hexdigest()
    empty = {"game": spec.name, "sha256": digest, "results": []}
    if not path.exists():
        return empty
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        is_same = saved["sha256"] == digest
        rows = list(saved["results"])
        for row in rows:
            markdown_row(row)  # says whether it is whole
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{path} is no certificate; move it away") from None
    return empty | {"results": rows} if is_same else empty


def write_certificate(path: Path, found: dict[str, Any]) -> None:
    lines = [HEAD, *(markdown_row(row) for row in found["results"])]
    for file, text in (
        (path, json.dumps(found, indent=1) + "\n"),
        (path.with_suffix(".md"), "\n".join(lines) + "\n"),
    ):
        with atomic_write(file) as written:
            written.write_text(text, encoding="utf-8")


HEAD = """\
| players | learner | updates | CPU minutes | games | won | 95 % interval | equal share | gain |
|--:|---|--:|--:|--:|--:|---|--:|--:|"""


def markdown_row(row: dict[str, Any]) -> str:
    low, high = row["ci95"]
    times = "" if row["multiple"] is None else f", {row['multiple']:g} times its budget"
    cells = [
        row["players"],
        f"{row['learner']}{times}",
        row["trained_updates"],
        row["trained_cpu_minutes"],
        row["games_played"],
        f"{row['win_rate']:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{row['equal_share']:.1%}",
        f"{100 * row['gain']:+.1f} points",
    ]
    return f"| {' | '.join(map(str, cells))} |"


# --- the command ----------------------------------------------------------------------------------
def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m train.best_response",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("checkpoint", type=Path, help="policy.npz, or the folder of a run")
    add("--game", help="name of the game (the one the policy says)")
    add("--players", help="sizes of the tables, as 2,3,4 (all that the policy learned at)")
    add("--multiple", type=float, default=1.0, help="of the policy's own budget (1)")
    add("--updates", type=int, help="or so many updates for each learner")
    add("--cpu-minutes", type=float, help="or so many CPU minutes for each learner")
    add("--from-policy", action="store_true", help="begin with the policy's own weights")
    add("--mixed", action="store_true", help="one learner for all sizes, instead of one for each")
    add("--games", type=int, default=1000, help="to measure each, whole deals (1000)")
    add("--deals", type=int, default=5000, help="seed of their deals (5000)")
    add("--seed", type=int, default=1, help="of the learners (1)")
    add("--threads", type=int, help="of the trainer (as the policy was trained)")
    add("--processes", type=int, default=os.cpu_count() or 1, help="to measure, as processors")
    add("--run", type=Path, help="folder of the learners (runs/best_response/NAME)")
    return parser


def prepare(options: argparse.Namespace) -> GameSpec:
    """Complete the options; a ValueError or an OSError if something cannot be."""
    if options.checkpoint.is_dir():
        options.checkpoint /= f"{POLICY}.npz"
    if not options.checkpoint.is_file():
        raise ValueError(f"there is no file {options.checkpoint}")
    spec = find(options.game or game_of(options.checkpoint))
    read_weights(options.checkpoint, spec)
    options.players = sizes(options.players, options.checkpoint, spec)
    check_numbers(options.games, options.processes)
    if not options.multiple > 0:
        raise ValueError(f"--multiple is more than 0, not {options.multiple}")
    if options.run is None:
        folder = options.checkpoint.resolve()
        name = folder.parent.name if folder.stem == POLICY else folder.stem
        kind = "_from_policy" if options.from_policy else ""
        options.run = Path("runs") / "best_response" / f"{name}{kind}"
    require_writable_folder(options.run)
    require_writable(file_beside(options.checkpoint, "certificate.json"))
    learner_settings(options, str(options.players[0]), options.checkpoint, spec)
    return spec


def sizes(text: str | None, policy: Path, spec: GameSpec) -> list[int]:
    """The tables that --players names; a learner needs somebody to play against."""
    least = max(2, spec.min_players)
    known = {str(size): size for size in range(least, spec.max_players + 1)}
    learned = [str(size) for size in tables_of(policy, spec) if size >= least]
    words = learned if text is None else text.split(",")
    if not words:
        raise ValueError(f"{policy} learned to play alone: there is nobody to play against it")
    if not all(word in known for word in words):
        raise ValueError(f"--players is like {','.join(known)}, not {text!r}")
    return [known[word] for word in dict.fromkeys(words)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        spec = prepare(options)
        options.run.mkdir(parents=True, exist_ok=True)
        with sigterm_interrupts():
            certify(options, spec)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt as reason:
        return stopped(type(reason)("Stopped; the same command goes on."))
    except (RunError, RuntimeError) as reason:
        return stopped(reason)
    return 0


if __name__ == "__main__":
    sys.exit(main())
