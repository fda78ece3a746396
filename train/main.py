"""The main job in one command (`make train`): train, evaluate, draw the curve, write a report.

    python -m train.main                                    about ten minutes of training
    python -m train.main --minutes 60                       any setting of train.ppo goes here
    python -m train.main --game NAME                        another game
    python -m train.main --resume runs/ppo                  go on where the last checkpoint stands
    python -m train.main --resume runs/ppo --minutes 0      evaluate and report only

Everything is written into the folder of the run, runs/ppo unless another is named. A run that is
there already moves to runs/ppo.1. Ctrl-C or SIGTERM ends the training with a checkpoint.
"""

import csv
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from paxren_env.core.files import atomic_write
from paxren_env.core.processes import sigterm_interrupts
from train.evaluate import Result, evaluate, matches
from train.ppo import Trainer, parse, train
from train.run import RunError, stopped, time_shares

GAMES = 200  # of each match


def evaluate_all(trainer: Trainer) -> list[Result]:
    """At the smallest and the largest table that was trained on, against random and greedy."""
    folder, players = Path(trainer.settings.run), trainer.settings.sizes
    agent, game = f"policy:{folder / 'policy.npz'}", trainer.settings.game
    sizes = sorted({int(players.min()), int(players.max())})
    chosen = matches(("random", "greedy"), sizes, trainer.settings.spec)
    print(f"Evaluating in matches of {GAMES} games ...", flush=True)
    results = []
    try:
        for against, size in chosen:
            processes = os.cpu_count() or 1
            results.append(evaluate(agent, against, size, GAMES, processes=processes, game=game))
            print(results[-1], flush=True)
    except KeyboardInterrupt:
        again = f"--resume {folder} --minutes 0"
        raise KeyboardInterrupt(f"Stopped. {again} evaluates and reports.") from None
    return results


def draw_curve(table: Path, picture: Path) -> None:
    """The learning curve of curve.csv as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for column in (name for name in (rows[0] if rows else ()) if name.startswith("vs_")):
        points = [(int(row["decisions"]) / 1e6, float(row[column])) for row in rows if row[column]]
        if points:
            opponent, _, players = column.removeprefix("vs_").rpartition("_")
            axes.plot(*zip(*points), label=f"against {opponent} ({players}p)")
    axes.set(xlabel="million decisions learned from", ylabel="share of training games won")
    axes.set_ylim(0, 1)
    axes.spines[["top", "right"]].set_visible(False)
    if axes.lines:
        axes.legend(fontsize=8)
    figure.tight_layout()
    with atomic_write(picture) as written:
        figure.savefig(written, dpi=150)
    pyplot.close(figure)


def write_report(path: Path, trainer: Trainer, results: Sequence[Result]) -> None:
    """A short report of the run, all its sessions together."""
    clock = trainer.clock
    total = sum(clock.seconds.values())
    per_second = 1 / total if total else 0.0  # without a single update no time was spent
    lines = [
        f"# Training report: {trainer.settings.spec.title}",
        "",
        f"- {trainer.update} updates, {trainer.learned:,} decisions learned from, "
        f"{trainer.steps:,} environment steps",
        f"- {total / 60:.1f} minutes ({clock.cpu_seconds / 60:.1f} CPU minutes): "
        f"{trainer.steps * per_second:,.0f} environment steps/s end to end, "
        f"{trainer.learned * per_second:,.0f} learned",
        f"- time: {time_shares(clock.seconds)} (looking ahead: what the network is "
        "shown of every answer; opponents: greedy's own turns)",
        "",
        *(f"- {result}" for result in results),
        "",
        "The curve is in curve.png, the numbers behind it in curve.csv, the settings in "
        "settings.json.",
        "",
    ]
    with atomic_write(path) as written:
        written.write_text("\n".join(lines), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    settings, resume = parse(arguments, "python -m train.main", __doc__)
    folder = Path(settings.run)
    began = time.perf_counter()
    try:
        with sigterm_interrupts():
            trainer = train(settings, resume)
            results = evaluate_all(trainer)
    except (KeyboardInterrupt, RunError) as reason:
        return stopped(reason)
    status = 0
    for write in (
        lambda: write_report(folder / "report.md", trainer, results),
        lambda: draw_curve(folder / "curve.csv", folder / "curve.png"),
    ):
        try:
            write()
        except OSError as error:  # one that fails does not cost the other
            status = stopped(RunError(f"cannot write in {folder}: {error}"))
    print(f"All done after {(time.perf_counter() - began) / 60:.0f} minutes:")
    for name, what in (("policy.npz", 'the agent, "policy:PATH" everywhere'),
                       ("curve.png", "the learning curve"), ("report.md", "the report"),
                       ("checkpoint.npz", "to resume from")):  # fmt: skip
        if (folder / name).exists():
            print(f"  {folder / name}  {what}")
    return status


if __name__ == "__main__":
    sys.exit(main())
