"""Training on a Ray cluster: actors play, one learner learns.

An actor holds one or more of the workers of train/ppo.py: their tables, their decisions, the
network and the past one they meet. For every batch the learner broadcasts its weights, once; the
actors play, and send their decisions back as lists (`Seen`, about 1 KB each) with the state of
their tables. The learner learns from each worker's decisions as if it had played them itself, in
the same order: the curve, the checkpoints and how a run goes on are those of a run without Ray
with the same number of workers, to the last bit, with any number of actors.

An actor that is lost, alone or with its machine, is replaced: the learner has the state in which
the batch began, so that it is played again and the curve stays the same.

With `--stale 1` actors play the next batch while the learner learns from the last one. So a batch
was played with weights that are one update old, never more. Then the curve is another one, and
after `--resume` the batch that was in play is played again with the newest weights.
"""

import os
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from agents.cluster import MAX_LOSSES, ClusterError, Home, need_ray, processors, settle, why
from paxren_env.core.spec import GameSpec
from train import run
from train.ppo import Settings, Trainer, new_network, new_worker
from train.rollout import RolloutWorker

PATIENCE = 10.0  # seconds until actors share processors, if not enough of them get free
Weights = dict[str, np.ndarray]
State = dict[str, Any]  # of tables, or of decisions


@dataclass
class Collected:
    """What an actor sends home after a batch."""

    steps: int
    results: list[tuple[str, float]]
    decisions: State
    tables: State
    seconds: dict[str, float]
    cpu_seconds: float


@dataclass
class Kept:
    """Where a worker stands before a batch."""

    tables: State
    decisions: State


# --- on the cluster -------------------------------------------------------------------------------
class Actor:
    """Some of the workers, by their numbers, and the network they play with."""

    def __init__(self, settings: Settings, numbers: Sequence[int], home: Home) -> None:
        settle(home)
        torch.set_num_threads(1)
        self.network = new_network(settings)
        self.workers = {number: new_worker(settings, number) for number in numbers}

    def process(self) -> tuple[int, str]:
        """Its number, and the node it is on."""
        return os.getpid(), need_ray().get_runtime_context().get_node_id()

    def tables_of(self, number: int) -> State:
        return self.workers[number].tables.state_dict()

    def load_tables(self, number: int, saved: State) -> None:
        """A ValueError if these are no tables of this worker."""
        self.workers[number].tables.load_state_dict(own_arrays(saved))

    def play(
        self, number: int, weights: Weights, league: list[Any], kept: Kept | None
    ) -> Collected:
        """A batch, from where the worker stands or from what was kept."""
        worker = self.workers[number]
        if kept is not None:
            worker.tables.load_state_dict(own_arrays(kept.tables))
            worker.buffer.load_state_dict(own_arrays(kept.decisions))
        self.network.load_state_dict(as_tensors(weights))
        worker.buffer.drop_closed()
        worker.clock = clock = run.Clock()
        steps = worker.play(self.network, League(league))
        results, worker.tables.results = worker.tables.results, []
        # Ray copies what is returned before the next call, so the buffer's own memory will do.
        decisions, tables = worker.buffer.arrays(), worker.tables.state_dict()
        clock.count("acting")
        return Collected(steps, results, decisions, tables, clock.seconds, clock.cpu_seconds)


class League(Sequence[dict[str, Tensor]]):
    """Past networks that are fetched only if they are asked for."""

    def __init__(self, places: list[Any]) -> None:
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, number: Any) -> Any:
        return as_tensors(need_ray().get(self.places[number]))


def own_arrays(arrays: State) -> State:
    """Copies: what comes through Ray cannot be written to, and compiled code wants to."""
    return {name: a.copy() if isinstance(a, np.ndarray) else a for name, a in arrays.items()}


def as_tensors(weights: Weights) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array.copy()) for name, array in weights.items()}


# --- at home --------------------------------------------------------------------------------------
class KeptTables:
    """What the learner keeps of tables that are elsewhere."""

    def __init__(self, spec: GameSpec, sizes: np.ndarray, load: Callable[[State], None]) -> None:
        self.spec, self.players = spec, sizes
        self.load = load  # where they are; a ValueError if they cannot be so
        self.saved: State = {}

    def state_dict(self) -> State:
        return dict(self.saved)

    def load_state_dict(self, saved: State) -> None:
        self.load(saved)
        self.saved = dict(saved)


class RayTrainer(Trainer):
    """The trainer whose workers play on a cluster."""

    workers: list[Any]

    def new_workers(self) -> list[RolloutWorker]:
        """Actors, and for each worker the one who keeps what it sends."""
        s, self.ray = self.settings, need_ray()
        shares = s.shares_of_workers
        number = min(s.actors or len(shares), len(shares))
        parts = np.array_split(np.arange(len(shares)), number)
        self.parts = [part.tolist() for part in parts]  # the workers of each actor
        self.home = Home.here(s.spec.package)
        free = free_processors(min(number, processors()))
        self.actors = [self.new_actor(i, int(i < free)) for i in range(number)]
        self.holder = {worker: i for i, part in enumerate(self.parts) for worker in part}
        self.is_new: set[int] = set()  # workers whose actor does not stand where they stand
        self.in_play: dict[int, Any] = {}
        self.places: dict[int, tuple[Any, Any]] = {}  # of past networks
        self.lost = 0  # actors, one after the other
        return [self.new_keeper(i) for i in range(len(shares))]

    def new_keeper(self, i: int) -> RolloutWorker:
        """What the learner has of a worker: its decisions, and the state of its tables."""
        sizes, batch_size = self.settings.shares_of_workers[i]
        # Weak, or the actors would outlive the trainer until garbage is collected.
        load = partial(RayTrainer.load_tables, weakref.proxy(self), i)
        tables: Any = KeptTables(self.settings.spec, sizes, load)
        tables.saved = self.ask(i, "tables_of")
        return RolloutWorker(tables, self.new_network(), batch_size)

    def new_actor(self, number: int, processors: int) -> Any:
        options = {"num_cpus": processors, "scheduling_strategy": "SPREAD"}
        make = self.ray.remote(Actor).options(**options)
        return make.remote(self.settings, self.parts[number], self.home)

    def ask(self, worker: int, method: str, *arguments: Any) -> Any:
        """An answer of a worker, while it does not play."""
        actor = self.actors[self.holder[worker]]
        return self.fetch(getattr(actor, method).remote(worker, *arguments))

    def fetch(self, reference: Any) -> Any:
        """What comes of a call; ActorLost if its process is gone."""
        try:
            return self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise why(error) from None
        except self.ray.exceptions.RayActorError as error:
            if error.actor_init_failed:
                raise ClusterError(f"an actor cannot begin: {error}") from None
            raise ActorLost from None
        except self.ray.exceptions.RayError:
            raise ActorLost from None

    def load_tables(self, i: int, saved: State) -> None:
        """Tables of a checkpoint, with which the worker will begin."""
        self.ask(i, "load_tables", saved)
        self.is_new.add(i)

    # --- a batch
    def one_update(self) -> dict[str, float]:
        """The next batch is begun at once: it is played while curves and checkpoints are written.

        In vain after the last update, for only the caller knows which one that is.
        """
        losses = super().one_update()
        self.in_play = self.in_play or self.begin_batch()
        return losses

    def play(self) -> None:
        """Take the batch that the actors play, and let them play on if it may be stale."""
        batch = self.collect(self.in_play or self.begin_batch())
        for worker, part in zip(self.workers, batch):
            worker.buffer.load_state_dict(own_arrays(part.decisions))
            worker.tables.saved = own_arrays(part.tables)
            run.keep_results(self.won, part.results)
        self.steps += sum(part.steps for part in batch)
        self.count_time(batch)
        self.in_play = self.begin_batch() if self.settings.stale else {}

    def begin_batch(self) -> dict[int, Any]:
        self.weights = self.ray.put(as_arrays(self.network.state_dict()))
        self.league_places = [self.place_of(past) for past in self.league]
        return {i: self.begin_part(i) for i in range(len(self.workers))}

    def place_of(self, past: dict[str, Tensor]) -> Any:
        """Where a past network is on the cluster; it is sent once."""
        known = {id(one) for one in self.league}
        self.places = {key: place for key, place in self.places.items() if key in known}
        if id(past) not in self.places:
            self.places[id(past)] = past, self.ray.put(as_arrays(past))
        return self.places[id(past)][1]

    def begin_part(self, i: int) -> Any:
        kept = self.kept(i) if i in self.is_new else None
        self.is_new.discard(i)
        actor = self.actors[self.holder[i]]
        return actor.play.remote(i, self.weights, self.league_places, kept)

    def kept(self, i: int) -> Kept:
        return Kept(self.workers[i].tables.state_dict(), self.workers[i].buffer.state_dict())

    def collect(self, in_play: dict[int, Any]) -> list[Collected]:
        """The parts of all workers in their order; those of lost actors are played again."""
        found: dict[int, Collected] = {}
        while len(found) < len(self.workers):
            i = len(found)
            try:
                found[i] = self.fetch(in_play[i])
                self.lost = 0
            except ActorLost:
                actor = self.holder[i]
                self.replace(actor)
                again = [part for part in self.parts[actor] if part not in found]
                in_play |= {part: self.begin_part(part) for part in again}
        return list(found.values())

    def replace(self, number: int) -> None:
        """A new actor in the place of a lost one; it shares a processor if none gets free."""
        self.lost += 1
        if self.lost > MAX_LOSSES:
            raise ClusterError(f"{self.lost} actors were lost one after the other")
        print("an actor was lost; its part of the batch is played again", file=sys.stderr)
        self.ray.kill(self.actors[number])
        self.actors[number] = self.new_actor(number, min(1, free_processors(1)))
        self.is_new.update(self.parts[number])

    def count_time(self, batch: Sequence[Collected]) -> None:
        """The time goes by the first actor; what it did not take was spent waiting."""
        clock = self.clock
        before = sum(clock.seconds.values())
        clock.count("waiting")
        spent = sum(clock.seconds.values()) - before
        for part in self.parts[0]:
            for work, seconds in batch[part].seconds.items():
                taken = min(seconds, spent)
                spent -= taken
                clock.seconds[work] = clock.seconds.get(work, 0.0) + taken
                clock.seconds["waiting"] -= taken
        clock.cpu_seconds += sum(part.cpu_seconds for part in batch)


def free_processors(wanted: int) -> int:
    """How many are free, as soon as there are so many or patience is over."""
    end = time.monotonic() + PATIENCE
    while True:
        free = int(need_ray().available_resources().get("CPU", 0))
        if free >= wanted or time.monotonic() > end:
            return free
        time.sleep(0.2)


class ActorLost(ClusterError):  # noqa: N818 (the name says it)
    """The process of an actor is gone."""

    def __str__(self) -> str:
        return "an actor was lost"


def as_arrays(weights: dict[str, Tensor]) -> Weights:
    return {name: tensor.numpy() for name, tensor in weights.items()}
