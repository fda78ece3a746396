"""What Ray costs, and what a greater cluster would bring.

    python -m benchmarks.cluster arena                    local processes and Ray, in turns
    python -m benchmarks.cluster nodes --most 4           1, 2, 4 nodes of a processor each
    python -m benchmarks.cluster train                    local workers, Ray actors, playing ahead
    python -m benchmarks.cluster model                    up to 64 actors, from measured constants

Everything is measured in turns, by the clock and in CPU seconds. Rounds in which other processes
took more than a quarter of a processor do not count. What starting costs is left out: games are
those that a longer match has more than a shorter one, updates those after the first. It needs the
extra `ray`.
"""

import argparse
import os
import resource
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from agents.arena import Match, run
from agents.cluster import LOCAL, connected
from paxren_env import DEFAULT_GAME
from train.cluster import own_arrays
from train.ppo import Settings, Trainer, new_trainer

MARK = "CLUSTER_BENCHMARK"  # a variable by which processes of our clusters are found
TICKS = os.sysconf("SC_CLK_TCK")
CALM = 0.25  # processors that others may use in a round that counts


class Cost(NamedTuple):
    """Of a piece of work, in seconds."""

    wall: float
    cpu: float  # of our own processes
    others: float  # CPU seconds of everything else on this machine, meanwhile

    @property
    def is_calm(self) -> bool:
        return self.others < CALM * self.wall

    def minus(self, other: "Cost") -> "Cost":
        return Cost(*(a - b for a, b in zip(self, other)))

    def over(self, number: float) -> "Cost":
        return Cost(*(a / number for a in self))


Costs = dict[str, list[Cost]]  # by place, a row in each for every round


# --- costs ----------------------------------------------------------------------------------------
def used(on_ray: bool) -> Cost:
    """Until now, by this process and its children that have ended or all of our clusters."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    others = _cpu_of_clusters() if on_ray else ended.ru_utime + ended.ru_stime
    own = time.process_time() + others
    return Cost(time.perf_counter(), own, _cpu_of_machine() - own)


def _cpu_of_clusters() -> float:
    wanted, ticks = f"{MARK}={os.environ[MARK]}".encode(), 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            with suppress(OSError):
                if wanted in (folder / "environ").read_bytes().split(b"\0"):
                    stat = (folder / "stat").read_text().rpartition(")")[2].split()
                    ticks += int(stat[11]) + int(stat[12])
    return ticks / TICKS


def _cpu_of_machine() -> float:
    """Of all processes, and what other virtual machines took of ours."""
    user, nice, system, _idle, _wait, irq, softirq, stolen = (
        int(word) for word in Path("/proc/stat").read_text().split()[1:9]
    )
    return (user + nice + system + irq + softirq + stolen) / TICKS


def cost_of(call: Callable[[], Any], on_ray: bool) -> Cost:
    before = used(on_ray)
    call()
    return used(on_ray).minus(before)


def show(found: Costs, what: str) -> None:
    """Medians of the calm rounds; those of all rounds if there is none."""
    for name, costs in found.items():
        calm = [cost for cost in costs if cost.is_calm]
        wall, cpu, _ = (1000 * statistics.median(numbers) for numbers in zip(*(calm or costs)))
        rounds = f"{len(calm)} of {len(costs)} rounds were calm"
        print(f"{name:14} {wall:9.4f} ms, {cpu:9.4f} CPU-ms a {what}  ({rounds})", flush=True)


def show_ratios(found: Costs, to: str) -> None:
    """How many times as much each costs as the first: medians of the rounds calm for both."""
    for name, costs in found.items():
        if name != to:
            pairs = [(a, b) for a, b in zip(found[to], costs) if a.is_calm and b.is_calm]
            if pairs:
                wall, cpu = (statistics.median(b[i] / a[i] for a, b in pairs) for i in (0, 1))
                times = f"{wall:.3f} times {to} by the clock, {cpu:.3f} in CPU seconds"
                print(f"{name}: {times} ({len(pairs)} rounds)")


# --- the arena ------------------------------------------------------------------------------------
def cost_of_games(match: Match, options: argparse.Namespace, ray: str | None) -> Cost:
    """Of a game, in a match that has started; local workers are new in every match."""

    def play(games: int) -> Callable[[], Any]:
        return lambda: list(run(match, range(games), options.workers, options.batch, ray))

    short, long = options.games // 5, options.games
    few, many = (cost_of(play(games), bool(ray)) for games in (short, long))
    return many.minus(few).over(long - short)


def arena(options: argparse.Namespace) -> None:
    match = Match(tuple(options.agents), 2, game=options.game)
    found: Costs = {"local": [], "ray": []}
    with connected(LOCAL):
        cost_of_games(match, options, LOCAL)  # its processes are warm as long as it lives
        for _ in range(options.rounds):
            found["local"].append(cost_of_games(match, options, None))
            found["ray"].append(cost_of_games(match, options, LOCAL))
    show(found, "game")
    show_ratios(found, "local")


def nodes(options: argparse.Namespace) -> None:
    """A match and training on 1, 2, 4 ... nodes with a worker each, all on this machine."""
    from ray.cluster_utils import Cluster

    number = 1
    while number <= options.most:
        options.workers, cluster = number, Cluster()
        for _ in range(number):
            cluster.add_node(num_cpus=1, object_store_memory=10**8, include_dashboard=False)
        with connected(cluster.address):
            games, decisions = costs_on(cluster.address, options)
        cluster.shutdown()
        show({f"{number} nodes": games}, "game")
        show({f"{number} nodes": decisions}, "decision")
        number *= 2


def costs_on(address: str, options: argparse.Namespace) -> tuple[list[Cost], list[Cost]]:
    """Of games and of decisions that are learned from, on a cluster."""
    match = Match(tuple(options.agents), 2, game=options.game)
    cost_of_games(match, options, address)
    games = [cost_of_games(match, options, address) for _ in range(options.rounds)]
    with tempfile.TemporaryDirectory() as folder:
        trainer = trainer_of(options, folder, ray=address)
        cost_of_updates(trainer, 1)
        updates = [cost_of_updates(trainer, options.updates) for _ in range(options.rounds)]
    return games, updates


# --- training -------------------------------------------------------------------------------------
PLACES: dict[str, dict[str, Any]] = {
    "local": {},
    "ray": {"ray": LOCAL},
    "ray, stale": {"ray": LOCAL, "stale": 1},
}


def trainer_of(options: argparse.Namespace, folder: str, **place: Any) -> Trainer:
    more = dict(zip(options.set[::2], options.set[1::2]))
    numbers = {name: int(value) for name, value in more.items()}
    return new_trainer(
        Settings(run=folder, game=options.game, workers=options.workers, **numbers, **place)
    )


def train(options: argparse.Namespace) -> None:
    """Seconds for a decision that is learned from, by place, in turns."""
    with connected(LOCAL), tempfile.TemporaryDirectory() as folder:
        trainers = {name: trainer_of(options, folder, **PLACES[name]) for name in PLACES}
        found: Costs = {name: [] for name in PLACES}
        for turn in range(options.rounds + 1):
            for name, trainer in trainers.items():
                cost = cost_of_updates(trainer, options.updates)
                if turn:  # the first one compiles and loads
                    found[name].append(cost)
        show(found, "decision")
        show_ratios(found, "local")
        for name, trainer in trainers.items():
            seconds = {k: round(v, 2) for k, v in trainer.clock.seconds.items()}
            print(f"{name}: {trainer.steps / trainer.learned:.2f} steps a decision; {seconds}")


def cost_of_updates(trainer: Trainer, updates: int) -> Cost:
    """Of a decision; nothing is in play between two turns, so that they do not disturb others."""
    learned = trainer.learned
    finish(trainer)
    on_ray = bool(trainer.settings.ray)
    cost = cost_of(
        lambda: [trainer.one_update() for _ in range(updates)] and finish(trainer), on_ray
    )
    return cost.over(trainer.learned - learned)


def finish(trainer: Any) -> None:
    """Wait for the batch that is in play; it stays for the next update."""
    if getattr(trainer, "in_play", None):
        trainer.ray.wait(list(trainer.in_play.values()), num_returns=len(trainer.in_play))


# --- a model --------------------------------------------------------------------------------------
def constants(options: argparse.Namespace) -> dict[str, float]:
    """What a decision and an update cost, measured with one actor."""
    options.workers = 1
    with connected(LOCAL), tempfile.TemporaryDirectory() as folder:
        trainer: Any = trainer_of(options, folder, threads=1, ray=LOCAL)
        trainer.one_update()
        rows = [constants_of_an_update(trainer) for _ in range(options.rounds)]
        weights = sum(t.numel() * 4 for t in trainer.network.state_dict().values())
    medians = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    return medians | {"weights": weights}


def constants_of_an_update(trainer: Any) -> dict[str, float]:
    (batch,) = trainer.collect(trainer.in_play)
    (worker,), learned = trainer.workers, trainer.learned
    began = time.process_time()
    worker.buffer.load_state_dict(own_arrays(batch.decisions))
    worker.tables.saved = own_arrays(batch.tables)
    loaded = time.process_time()
    trainer.learn()
    worker.buffer.drop_closed()
    learn, number = time.process_time() - loaded, trainer.learned - learned
    trainer.in_play = trainer.begin_batch()
    return {
        "play": batch.cpu_seconds / number,
        "load": (loaded - began) / number,
        "learn": learn / number,
        "bytes": sum(a.nbytes for a in batch.decisions.values()) / number,
        "tables": batch.tables["rows"].nbytes / len(batch.tables["rows"]),
    }


def model(options: argparse.Namespace) -> None:
    """An update of a batch that grows with the actors: playing, sending, learning."""
    known = constants(options)
    print({name: float(f"{value:.4g}") for name, value in known.items()})
    print("| actors | play s | send s | learn s | decisions/s | playing ahead | saturated |")
    print("|---|---|---|---|---|---|---|")
    for actors in (1, 2, 4, 8, 16, 32, 64):
        print(row_of_model(known, actors, options))


def row_of_model(known: dict[str, float], actors: int, options: argparse.Namespace) -> str:
    decisions = options.per_actor * actors
    play = options.per_actor * known["play"]
    sent = decisions * known["bytes"] + actors * (known["weights"] + 256 * known["tables"])
    send = sent / (options.gigabits * 1e9 / 8)
    learn = decisions * (known["load"] + known["learn"] / options.learner_cores)
    ahead = max(play, send, learn)
    longest = max((play, "playing"), (send, "network"), (learn, "learner"))[1]
    return (
        f"| {actors} | {play:.2f} | {send:.2f} | {learn:.2f} "
        f"| {decisions / (play + send + learn):,.0f} | {decisions / ahead:,.0f} | {longest} |"
    )


# --- the command ----------------------------------------------------------------------------------
COMMANDS = {"arena": arena, "nodes": nodes, "train": train, "model": model}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("what", choices=COMMANDS)
    add("--game", default=DEFAULT_GAME)
    add("--agents", nargs="+", default=["greedy", "random"])
    add("--games", type=int, default=400)
    add("--batch", type=int, default=1)
    add("--workers", type=int, default=2)
    add("--rounds", type=int, default=3)
    add("--updates", type=int, default=3, help="of a turn of training")
    add("--most", type=int, default=4, help="nodes")
    add("--set", nargs="*", default=[], metavar="NAME VALUE", help="whole numbers of the trainer")
    add("--per-actor", type=int, default=4096, help="decisions of an actor in a batch (model)")
    add("--gigabits", type=float, default=1.0, help="of the learner's network (model)")
    add("--learner-cores", type=int, default=2, help="(model)")
    options = parser.parse_args(arguments)
    os.environ.setdefault(MARK, uuid.uuid4().hex)
    COMMANDS[options.what](options)


if __name__ == "__main__":
    main()
