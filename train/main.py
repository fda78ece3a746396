"""The main job in one command (`make train`): train, evaluate, draw the curve, write a report.

    python -m train.main                  about ten minutes of training
    python -m train.main --minutes 60     any setting of train.ppo goes here

Everything is written into the folder of the run, runs/ppo unless another is named.
"""

import csv
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from train.evaluate import Result, evaluate
from train.ppo import Trainer, parse, time_shares, train

GAMES = 200  # of each match
MATCHES = (("random", 2), ("greedy", 2), ("random", 4), ("greedy", 4))


def cpu_minutes() -> float:
    """Of this process, all its threads, so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) / 60


def draw_curve(table: Path, picture: Path) -> None:
    """The learning curve of curve.csv as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    with table.open() as file:
        rows = list(csv.DictReader(file))
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    names = {"vs_random_2": "random, 2 players", "vs_greedy_2": "greedy, 2 players",
             "vs_greedy_3": "greedy, 3 players", "vs_greedy_4": "greedy, 4 players"}  # fmt: skip
    for column, label in names.items():
        points = [(float(row["minutes"]), float(row[column])) for row in rows if row[column]]
        if points:
            axes.plot(*zip(*points), label=f"against {label}")
    axes.set(xlabel="minutes", ylabel="share of training games won", ylim=(0, 1))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(picture, dpi=150)
    pyplot.close(figure)


def write_report(path: Path, trainer: Trainer, results: Sequence[Result], cpu: float) -> None:
    """A short report of the run."""
    seconds = trainer.clock.seconds
    total = sum(seconds.values())
    lines = [
        "# Training report",
        "",
        f"- {trainer.update} updates, {trainer.learned:,} decisions learned from, "
        f"{trainer.steps:,} environment steps",
        f"- {total / 60:.1f} minutes ({cpu:.1f} CPU minutes): {trainer.steps / total:,.0f} "
        f"environment steps/s end to end, {trainer.learned / total:,.0f} learned",
        f"- time: {time_shares(seconds)} (looking ahead: what the network is "
        "shown of every answer; opponents: greedy's own turns)",
        "",
        *(f"- {result}" for result in results),
        "",
        "The curve is in curve.png, the numbers behind it in curve.csv, the settings in "
        "settings.json.",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    settings, resume = parse(arguments)
    folder = Path(settings.run)
    began = time.perf_counter()
    before = cpu_minutes()
    trainer = train(settings, resume)
    cpu = cpu_minutes() - before
    print(f"Evaluating: {len(MATCHES)} matches of {GAMES} games ...", flush=True)
    results = []
    for against, players in MATCHES:
        agent = f"policy:{folder / 'policy.npz'}"
        results.append(evaluate(agent, against, players, GAMES, processes=os.cpu_count() or 1))
        print(results[-1], flush=True)
    draw_curve(folder / "curve.csv", folder / "curve.png")
    write_report(folder / "report.md", trainer, results, cpu)
    print(f"All done after {(time.perf_counter() - began) / 60:.0f} minutes:")
    for name, what in (("policy.npz", 'the agent, "policy:PATH" everywhere'),
                       ("curve.png", "the learning curve"), ("report.md", "the report"),
                       ("checkpoint.pt", "to resume from")):  # fmt: skip
        print(f"  {folder / name}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
