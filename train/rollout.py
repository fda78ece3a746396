"""Rollouts: workers that play games side by side, and keep the decisions of learning seats.

A worker has tables, a buffer and random numbers of its own, so it may play in a thread beside
others, and what comes of it depends on nobody's pace. What it hands over are plain arrays.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
from torch import Tensor

from agents.network import Layers
from agents.search import Search
from paxren_env.core.constants import NONE
from paxren_env.core.greedy import new_changes
from paxren_env.core.policies import GREEDY, LEARNER, RANDOM
from paxren_env.core.spec import GameSpec
from train.run import Clock
from train.sparse import STARTS, Seen, accumulate_advantages, decide, joined, no_lists
from train.tables import PAST, Tables, require_like

if TYPE_CHECKING:
    from train.ppo import Network

# What a decision has beside what was seen: an array each, with a row for every decision.
COLUMNS = ("choices", "log_probs", "values", "rewards", "next", "is_open")
SEEN = tuple(field.name for field in fields(Seen))


# --- playing --------------------------------------------------------------------------------------
class RolloutWorker:
    """Plays its tables, with the network and its past where they sit, and keeps the decisions.

    The past draws its answers as the network does or, if it is sharp, gives the likeliest one.
    With a search, the given share of the network's decisions is searched: it draws its answers all
    the same, but may learn from what the search made of its policy (expert iteration).
    """

    def __init__(
        self,
        tables: Tables,
        past: "Network",
        batch_size: int,
        past_is_sharp: bool = False,
        search: Search | None = None,
        searched: float = 0.0,
    ) -> None:
        self.tables, self.past, self.batch_size = tables, past, batch_size
        self.past_is_sharp = past_is_sharp
        self.search, self.searched = search, searched
        # At most every seat has an open decision when a batch begins, and the step that completes
        # the batch adds one at every table.
        number, spec = len(tables.players), tables.spec
        self.buffer = RolloutBuffer(spec, number, batch_size + number * (spec.max_players + 1))
        self.memory = past.new_memory()  # of the gradient it computes
        self.clock = Clock()

    def play(self, network: "Network", league: Sequence[dict[str, Tensor]]) -> int:
        """Collect a batch of new decisions; returns how many steps all games made."""
        # One past network at a time is enough variety, and quick: all games against the past meet
        # it together. So their opponent may change in the middle of a game.
        if league:
            chosen = int(self.tables.rng.integers(len(league)))
            self.past.load_state_dict(league[chosen])
        if self.search is not None:
            self.search.use(network.arrays())
        layers, past_layers = network.layers(), self.past.layers()
        b, steps = self.buffer, 0
        wanted = b.size + self.batch_size
        # In a small batch all may still be open, and nothing to learn from.
        while b.size < wanted or b.is_open[: b.size].all():
            steps += self.step(self.answer(layers, past_layers))
        return steps

    def answer(self, layers: Layers, past_layers: Layers) -> np.ndarray:
        """One action for every game, from whoever has the seat: the network, its past, others."""
        games = self.tables.games
        who = self.tables.who[np.arange(games.num_envs), games.seats]
        actions = np.zeros(len(who), np.int64)
        for policy in (RANDOM, GREEDY):
            slots = np.flatnonzero(who == policy)
            if len(slots):
                actions[slots] = self.tables.answers_of(policy, slots)
        self.clock.count("opponents")
        learners, past = np.flatnonzero(who == LEARNER), np.flatnonzero(who == PAST)
        slots = np.concatenate([learners, past])
        if len(slots):
            seen = self.tables.see(slots)
            self.clock.count("looking ahead")
            rows = np.arange(len(slots))
            others = rows[len(learners) :]
            by_past, *_ = self.decide(past_layers, seen, others, self.past_is_sharp)
            choices, log_probs, values = self.decide(layers, seen, rows[: len(learners)])
            seats, mine = games.seats[learners], seen.first(len(learners))
            self.clock.count("acting")
            self.search_some(learners, mine)
            self.buffer.add(learners, seats, mine, choices, log_probs, values)
            answers = seen.legal_starts[:-1] + np.concatenate([choices, by_past])
            actions[slots] = seen.legal[answers]
            self.clock.count("acting")
        return actions

    def search_some(self, slots: np.ndarray, seen: Seen) -> None:
        """Search a share of the decisions at these tables; what is seen there tells the results."""
        if self.search is None:
            return
        rng, games = self.tables.rng, self.tables.games
        rows = np.flatnonzero(rng.random(len(slots)) < self.searched)
        if len(rows):
            seed = int(rng.integers(2**63))
            policies, _ = self.search.improved_policy(games.states[slots[rows]], seed)
            for row, policy in zip(rows, policies):
                answers = slice(*seen.legal_starts[row : row + 2])
                seen.improved[answers] = policy[seen.legal[answers]]
        self.clock.count("searching")

    def decide(
        self, layers: Layers, seen: Seen, rows: np.ndarray, is_sharp: bool = False
    ) -> tuple[np.ndarray, ...]:
        """What a network answers in these rows: see `sparse.decide`."""
        numbers = self.tables.rng.random(len(rows), np.float32)
        return decide(layers, seen, rows, numbers, is_sharp)

    def step(self, actions: np.ndarray) -> int:
        _, _, rewards, dones, _ = self.tables.games.step(actions)
        self.clock.count("environment")
        self.buffer.add_rewards(rewards, dones)
        self.tables.seat_next_games(np.flatnonzero(dones), rewards)
        return len(actions)


def seed_of(seed: int, worker: int) -> int:
    """A seed for each worker: none plays the games of another one, nor of another run."""
    sequence = np.random.SeedSequence(seed, spawn_key=(worker,))
    return int(sequence.generate_state(1, np.uint64)[0] >> np.uint64(1))


# --- storage --------------------------------------------------------------------------------------
class RolloutBuffer:
    """The decisions of learning seats in the order they were made.

    What followed a decision is known when the same seat of the same game decides again, or when
    the game ends. Until then its row is open, and it is carried over into the next batch.
    """

    def __init__(self, spec: GameSpec, tables: int, room: int) -> None:
        self.spec = spec
        self.parts = [nothing_seen(spec)]  # what was seen, in the order of the rows
        self.choices = np.zeros(room, np.int64)  # which of the legal answers
        self.log_probs = np.zeros(room, np.float32)
        self.values = np.zeros(room, np.float32)
        self.rewards = np.zeros(room, np.float32)  # of the seat, until it decides again
        self.next = np.full(room, NONE)  # row of the seat's next decision
        self.is_open = np.zeros(room, bool)  # neither decided again nor ended
        self.size = 0
        self.last = np.full((tables, spec.max_players), NONE)  # row of each seat's last decision

    @property
    def seen(self) -> Seen:
        """What was seen at all decisions."""
        self.parts = [joined(self.parts)]
        return self.parts[0]

    def add(self, slots, seats, seen: Seen, choices, log_probs, values) -> None:
        """These seats decided, each in another game."""
        rows = np.arange(self.size, self.size + len(slots))
        self.size += len(slots)
        self.parts.append(seen)
        self.choices[rows], self.log_probs[rows], self.values[rows] = choices, log_probs, values
        self.rewards[rows], self.next[rows], self.is_open[rows] = 0, NONE, True
        before = self.last[slots, seats]
        has_before = before != NONE
        self.next[before[has_before]] = rows[has_before]
        self.is_open[before[has_before]] = False
        self.last[slots, seats] = rows

    def add_rewards(self, rewards: np.ndarray, dones: np.ndarray) -> None:
        """What each seat of each game got in this step, and which games ended with it."""
        slots, seats = np.nonzero((rewards != 0) & (self.last != NONE))
        self.rewards[self.last[slots, seats]] += rewards[slots, seats]
        ended = self.last[dones != 0]
        self.is_open[ended[ended != NONE]] = False
        self.last[dones != 0] = NONE

    def advantages(self, gamma: float, gae_lambda: float) -> tuple[np.ndarray, np.ndarray]:
        """The closed rows, and their advantages (GAE) along each seat's own decisions."""
        result = np.zeros(self.size, np.float64)
        columns = self.values, self.rewards, self.next, self.is_open
        accumulate_advantages(*columns, float(gamma), float(gae_lambda), result)
        closed = np.flatnonzero(~self.is_open[: self.size])
        return closed, result[closed].astype(np.float32)

    def drop_closed(self) -> None:
        """Begin the next batch with the rows that are still open."""
        kept = np.flatnonzero(self.is_open[: self.size])
        new_row = np.full(self.size + 1, NONE)  # at NONE: none
        new_row[kept] = np.arange(len(kept))
        self.parts = [self.seen.chosen(kept)]
        for name in COLUMNS:
            column = getattr(self, name)
            column[: len(kept)] = column[kept]
        self.last = new_row[self.last]
        self.size = len(kept)

    # --- checkpoints
    def state_dict(self) -> dict[str, Any]:
        """Arrays by name; how long those of the rows are says how many there are."""
        return {name: array.copy() for name, array in self.arrays().items()}

    def arrays(self) -> dict[str, np.ndarray]:
        """The same in the memory of the buffer."""
        rows = {name: getattr(self, name)[: self.size] for name in COLUMNS}
        lists = {name: getattr(self.seen, name) for name in SEEN}
        return rows | lists | {"last": self.last}

    def load_state_dict(self, saved: dict[str, Any]) -> None:
        """Go on with these decisions. They may come from anybody, so all of them are checked."""
        size = len(saved["choices"])
        if size > len(self.choices):
            raise ValueError(f"it has {size} open decisions, more than {len(self.choices)}")
        for name in COLUMNS:
            require_like(saved[name], getattr(self, name)[:size], name)
        require_like(saved["last"], self.last, "last")
        for name in ("next", "last"):
            if not ((saved[name] >= NONE) & (saved[name] < size)).all():
                raise ValueError(f"{name} points to rows that are not there")
        seen = Seen(**{name: (before_there_were(saved) | saved)[name] for name in SEEN})
        self.check_seen(seen, size)
        numbers = np.diff(seen.legal_starts)
        if not ((saved["choices"] >= 0) & (saved["choices"] < numbers)).all():
            raise ValueError("choices are not among the legal actions")
        for name in COLUMNS:
            getattr(self, name)[:size] = saved[name]
        self.size, self.last, self.parts = size, saved["last"], [seen]

    def check_seen(self, seen: Seen, size: int) -> None:
        """A ValueError if lists that were read are not what so many seats of this game may see."""
        entries, legal, like = len(seen.entries), len(seen.legal), nothing_seen(self.spec)
        changed, whole = len(seen.changed), len(seen.whole_entries)
        lengths = {"starts": size + 1, "legal_starts": size + 1, "now": size}
        lengths |= {"whole_starts": size + 1, "whole_entries": whole, "whole_amounts": whole}
        lengths |= {"entries": entries, "amounts": entries, "legal": legal, "after": legal}
        lengths |= {"change_starts": legal + 1, "changed": changed, "changed_by": changed}
        lengths |= {"improved": legal}
        for name, length in lengths.items():
            column = getattr(like, name)
            wanted = np.empty((length, *column.shape[1:]), column.dtype)
            require_like(getattr(seen, name), wanted, name)
        ends = dict(zip(STARTS, (entries, legal, changed, whole)))
        for starts, number in ((getattr(seen, name), end) for name, end in ends.items()):
            if starts[0] != 0 or starts[-1] != number or (np.diff(starts) < 0).any():
                raise ValueError("lists do not follow each other")
        numbers = seen.entries, seen.changed, seen.whole_entries
        if any((entry >= self.spec.observation_size).any() for entry in numbers):
            raise ValueError("entries are not of this observation")
        if (seen.legal >= self.spec.num_actions).any():
            raise ValueError("legal actions are not of this game")


def nothing_seen(spec: GameSpec) -> Seen:
    """By nobody: no rows."""
    nothing, terms = no_lists(0), np.zeros((0, spec.num_terms), np.float32)
    answers = nothing.starts, nothing.entries, terms, terms
    return Seen(*nothing, *answers, *nothing, np.zeros(0, np.float32), *nothing)


def before_there_were(saved: dict[str, Any]) -> dict[str, Any]:
    """Older checkpoints know of no changes, searches and critics: nothing was changed, searched
    or shown."""
    nothing = *new_changes(len(saved["legal"]), 0), np.zeros(len(saved["legal"]), np.float32)
    before = dict(zip(("change_starts", "changed", "changed_by", "improved"), nothing))
    shown = no_lists(len(saved["choices"]))
    return before | dict(zip(("whole_starts", "whole_entries", "whole_amounts"), shown))
