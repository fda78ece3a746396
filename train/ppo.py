"""Self-play PPO: one network learns to play every seat of tables of 2, 3 and 4 players.

    python -m train.ppo                        about ten minutes with the defaults
    python -m train.ppo --minutes 120          longer
    python -m train.ppo --resume runs/ppo      go on where the last checkpoint stands
    tensorboard --logdir runs                  the curves
    python -m train.evaluate runs/ppo/policy.npz

The network sees what the seat sees and, for every legal answer, what greedy sees: the terms of
`paxren_env/games/pax_renaissance/evaluate.py` after it. It begins with greedy's own opinion of them (`--trust`; 0 begins
with none) and learns by playing: against itself, its own past, greedy and random. The folder of the
run gets `checkpoint.pt` (everything, to resume), `policy.npz` (the network alone: the agent
"policy:runs/ppo/policy.npz") and `curve.csv`. A run that is there already moves to runs/ppo.1.
Ctrl-C ends the run after the update in play, with a checkpoint.
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
from dataclasses import asdict, dataclass, field, fields
from itertools import count, groupby
from pathlib import Path
from typing import Any

import numpy as np
import torch
from filelock import FileLock, Timeout
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.tensorboard import SummaryWriter

from agents.policy import SCALE
from paxren_env.core.files import check_folder, whole_file
from paxren_env.core.greedy import AS_IT_IS, look_ahead, new_outlook
from paxren_env.core.policies import GREEDY, RANDOM, choose_batch
from paxren_env.envs.vector import PaxVectorEnv
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, NONE
from paxren_env.games.pax_renaissance.evaluate import NUM_TERMS
from paxren_env.games.pax_renaissance.observe import OBS_SIZE

VALUE_OF_A_POINT = 0.04  # of evaluate.py, on the scale from -1 to 1, in the beginning


class RunError(Exception):
    """Why a run cannot begin or go on, for the one who started it."""


# --- settings -------------------------------------------------------------------------------------
def setting(default: Any, text: str, low: float = -math.inf, high: float = math.inf) -> Any:
    return field(default=default, metadata={"help": text, "low": low, "high": high})


def flag(name: str) -> str:
    """How a setting is written on the command line."""
    return f"--{name.replace('_', '-')}"


@dataclass
class Settings:
    run: str = setting("runs/ppo", "folder of the run")
    minutes: float = setting(10.0, "minutes to train, or to train on when resumed", 0)
    updates: int = setting(1_000_000, "or until there are so many updates in all", 0)
    seed: int = setting(0, "of everything", 0, 2**63 - 1)
    threads: int = setting(2, "threads of torch", 1)
    # --- tables
    tables: int = setting(256, "games played side by side", 1)
    players: str = setting("2,3,2,4", "players at the tables, in turns; 1 is the solo game")
    self_play: float = setting(0.5, "share of games where the network plays every seat", 0)
    past: float = setting(0.1, "share of games against one of its own past", 0)
    greedy: float = setting(0.35, "share of games against greedy", 0)
    random: float = setting(0.05, "share of games against random", 0)
    league: int = setting(8, "how many past networks are kept", 0)
    league_every: int = setting(20, "updates between two of them", 1)
    # --- the network
    width: int = setting(128, "of its first layer, which reads the observation", 1)
    hidden: int = setting(192, "of its second layer, which policy and value are read from", 1)
    trust: float = setting(4.0, "how much greedy's terms weigh in the beginning; 0: nothing")
    # --- learning
    batch: int = setting(8192, "decisions of the network in an update", 1)
    minibatch: int = setting(1024, "decisions in a gradient step", 1)
    epochs: int = setting(3, "passes over the batch", 1)
    rate: float = setting(5e-4, "learning rate", 0)
    discount: float = setting(0.997, "of a reward, for each own decision that it is away", 0, 1)
    trace: float = setting(0.95, "lambda of the advantage estimate", 0, 1)
    clip: float = setting(0.2, "how far the ratio of probabilities may move", 0)
    entropy: float = setting(0.01, "weight of the entropy bonus", 0)
    value: float = setting(0.5, "weight of the value loss", 0)
    warm_value: int = setting(3, "updates in the beginning that train the value only", 0)
    gradient: float = setting(0.5, "the gradient is cut to this length", 0)
    save_every: int = setting(10, "updates between two checkpoints", 1)

    def __post_init__(self) -> None:
        """A setting that makes no sense is a ValueError that says which."""
        for f in fields(self):
            given, low, high = getattr(self, f.name), f.metadata["low"], f.metadata["high"]
            if not isinstance(given, str) and not low <= given <= high:
                allowed = f"at least {low}" if high == math.inf else f"from {low} to {high}"
                raise ValueError(f"{flag(f.name)} is {allowed}, not {given}")
        if not all(n.strip() in ("1", "2", "3", "4") for n in self.players.split(",")):
            raise ValueError(f"--players is like 2,3,2,4 (1 to 4 at a table), not {self.players!r}")
        if sum(self.shares) == 0:
            raise ValueError("of --self-play, --past, --greedy and --random one is more than 0")

    @property
    def shares(self) -> tuple[float, ...]:
        """Of self-play and of games against past, greedy and random; no league, no past."""
        return self.self_play, self.past if self.league else 0.0, self.greedy, self.random


def parse(
    arguments: list[str] | None = None,
    prog: str = "python -m train.ppo",
    description: str | None = __doc__,
) -> tuple[Settings, bool]:
    """The settings, and whether a run is resumed; then only those that say when to stop change."""
    parser = argparse.ArgumentParser(
        prog=prog,
        usage=f"{prog} [--resume RUN] [--SETTING VALUE ...]",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--resume", metavar="RUN", help="go on with the run in this folder")
    for f in fields(Settings):
        text = f"{f.metadata['help']} ({f.default})".replace("%", "%%")
        parser.add_argument(flag(f.name), type=type(f.default), help=text)
    given = vars(parser.parse_args(arguments))
    resume = given.pop("resume")
    chosen = {name: value for name, value in given.items() if value is not None}
    fixed = set(chosen) - {"minutes", "updates", "threads", "save_every"}
    if resume is not None and fixed:
        parser.error(f"a resumed run keeps its settings: {', '.join(sorted(fixed))}")
    try:
        saved = {} if resume is None else saved_settings(Path(resume))
        settings = Settings(**(saved | chosen))
        check_folder(Path(settings.run))
    except (ValueError, TypeError, OSError) as error:
        parser.error(str(error))
    return settings, resume is not None


def saved_settings(run: Path) -> dict[str, Any]:
    """Of the run in this folder; a file in it, like checkpoint.pt, will do."""
    folder = run.parent if run.is_file() else run
    if not (folder / "checkpoint.pt").exists():
        raise ValueError(f"there is no checkpoint in {folder}")
    try:
        return json.loads((folder / "settings.json").read_text()) | {"run": str(folder)}
    except (ValueError, TypeError):
        raise ValueError(f"{folder / 'settings.json'} holds no settings") from None


# --- the network ----------------------------------------------------------------------------------
class Network(nn.Module):
    """What is seen -> logits of the whole action line, and the value for the seat that sees it.

    A few hundred of the thousands of entries of an observation are not 0: only their rows of the
    first layer are added up, which is many times faster than the whole product. So every card in
    every place has its own embedding. How much the terms of the position after an answer count
    for its logit, the network decides in each position anew.
    """

    def __init__(self, width: int, hidden: int, trust: float) -> None:
        super().__init__()
        self.embed = nn.EmbeddingBag(OBS_SIZE, width, mode="sum")
        self.terms = nn.Linear(NUM_TERMS, width, bias=False)
        self.norm1 = nn.LayerNorm(width)
        self.middle = nn.Linear(width, hidden)
        self.norm2 = nn.LayerNorm(hidden)
        self.policy = nn.Linear(hidden, NUM_ACTIONS)
        self.weigh = nn.Linear(hidden, NUM_TERMS)
        self.value = nn.Linear(hidden, 1)
        self.value_of_terms = nn.Linear(NUM_TERMS, 1, bias=False)
        nn.init.normal_(self.embed.weight, std=0.1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.weigh.weight, 0.01)
        nn.init.constant_(self.weigh.bias, trust)
        nn.init.orthogonal_(self.value.weight, 0.1)
        nn.init.constant_(self.value_of_terms.weight, VALUE_OF_A_POINT if trust else 0.0)

    def forward(
        self, observation: np.ndarray, masks: np.ndarray, outlook: np.ndarray
    ) -> tuple[Tensor, Tensor]:
        """`outlook` is what `look_ahead` wrote; only rows of legal answers are read."""
        seen = observation != 0
        ends = np.count_nonzero(seen, axis=1).cumsum()
        flat = np.flatnonzero(seen)
        entry = flat % OBS_SIZE
        amount = observation.reshape(-1)[flat] * SCALE[entry]
        starts = np.concatenate([[0], ends[:-1]])
        x = self.embed(torch.from_numpy(entry), torch.from_numpy(starts), torch.from_numpy(amount))
        now = torch.from_numpy(outlook[:, AS_IT_IS].astype(np.float32))
        x = functional.relu(self.norm1(x + self.terms(now)))
        x = functional.relu(self.norm2(self.middle(x)))
        rows, actions = np.nonzero(masks)
        after = torch.from_numpy(outlook[rows, actions].astype(np.float32))
        at = torch.from_numpy(rows), torch.from_numpy(actions)
        # index_select, for the gradient of plain indexing depends on how threads take turns.
        weights = self.weigh(x).index_select(0, at[0])
        logits = self.policy(x).index_put(at, (weights * after).sum(1), True)
        value = self.value(x) + self.value_of_terms(now)
        return logits, torch.tanh(value).squeeze(1)


def log_probabilities(logits: Tensor, masks: np.ndarray) -> Tensor:
    """Of legal actions; -inf for the others."""
    return logits.masked_fill(torch.from_numpy(masks == 0), -torch.inf).log_softmax(1)


def sample(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """A legal action of each row by its probability (the Gumbel trick: -inf never wins)."""
    noise = torch.rand(log_probs.shape, generator=generator).clamp_(1e-20).log_().neg_().log_()
    return (log_probs - noise).argmax(1)


def save_policy(network: Network, path: Path) -> None:
    """The network alone, for playing, in half precision."""
    arrays = {name: t.numpy().astype(np.float16) for name, t in network.state_dict().items()}
    with whole_file(path) as written, written.open("wb") as file:
        np.savez_compressed(file, **arrays)


# --- decisions, and what came of them -------------------------------------------------------------
class Decisions:
    """The decisions of learning seats in the order they were made.

    What followed a decision is known when the same seat of the same game decides again, or when
    the game ends. Those that still wait for that are carried over into the next batch.
    """

    def __init__(self, tables: int, room: int) -> None:
        self.obs = np.zeros((room, OBS_SIZE), np.int8)
        self.masks = np.zeros((room, NUM_ACTIONS), np.int8)
        self.outlook = new_outlook(room).astype(np.float16)
        self.actions = np.zeros(room, np.int64)
        self.log_probs = np.zeros(room, np.float32)
        self.values = np.zeros(room, np.float32)
        self.rewards = np.zeros(room, np.float32)  # of the seat, until it decides again
        self.next = np.full(room, NONE)  # row of the seat's next decision
        self.is_open = np.zeros(room, bool)  # neither decided again nor ended
        self.size = 0
        self.last = np.full((tables, MAX_PLAYERS), NONE)  # row of each seat's last decision

    def add(self, slots, seats, obs, masks, outlook, actions, log_probs, values) -> None:
        """These seats decided, each in another game."""
        rows = np.arange(self.size, self.size + len(slots))
        self.size += len(slots)
        self.obs[rows], self.masks[rows], self.actions[rows] = obs, masks, actions
        self.log_probs[rows], self.values[rows] = log_probs, values
        k, legal = np.nonzero(masks)
        self.outlook[rows] = 0
        self.outlook[rows[k], legal] = outlook[k, legal]
        self.outlook[rows, AS_IT_IS] = outlook[:, AS_IT_IS]
        self.rewards[rows], self.next[rows], self.is_open[rows] = 0, NONE, True
        before = self.last[slots, seats]
        has_before = before != NONE
        self.next[before[has_before]] = rows[has_before]
        self.is_open[before[has_before]] = False
        self.last[slots, seats] = rows

    def pay(self, rewards: np.ndarray, dones: np.ndarray) -> None:
        """What each seat of each game got in this step, and which games ended with it."""
        slots, seats = np.nonzero((rewards != 0) & (self.last != NONE))
        self.rewards[self.last[slots, seats]] += rewards[slots, seats]
        ended = self.last[dones != 0]
        self.is_open[ended[ended != NONE]] = False
        self.last[dones != 0] = NONE

    def advantages(self, discount: float, trace: float) -> tuple[np.ndarray, np.ndarray]:
        """The closed rows, and their advantages (GAE) along each seat's own decisions.

        An open row lends its value to the one before, and nothing is known beyond it.
        """
        values, rewards = self.values.tolist(), self.rewards.tolist()
        following, is_open = self.next.tolist(), self.is_open.tolist()
        result = [0.0] * (self.size + 1)  # at NONE: nothing follows
        values_after = [*values[: self.size], 0.0]
        for k in reversed(range(self.size)):
            if not is_open[k]:
                after = following[k]
                surprise = rewards[k] + discount * values_after[after] - values[k]
                result[k] = surprise + discount * trace * result[after]
        closed = np.flatnonzero(~self.is_open[: self.size])
        return closed, np.array(result, np.float32)[closed]

    def drop_closed(self) -> None:
        """Begin the next batch with the rows that are still open."""
        kept = np.flatnonzero(self.is_open[: self.size])
        new_row = np.full(self.size + 1, NONE)  # at NONE: none
        new_row[kept] = np.arange(len(kept))
        for column in (self.obs, self.masks, self.outlook, self.actions, self.log_probs,
                       self.values, self.rewards, self.next, self.is_open):  # fmt: skip
            column[: len(kept)] = column[kept]
        self.last = new_row[self.last]
        self.size = len(kept)

    def state(self) -> dict[str, Any]:
        return {
            name: value[: self.size].copy() if name != "last" else value.copy()
            for name, value in vars(self).items()
            if name != "size"
        } | {"size": self.size}

    def load(self, saved: dict[str, Any]) -> None:
        self.size, self.last = saved["size"], saved["last"]
        for name in set(saved) - {"size", "last"}:
            getattr(self, name)[: self.size] = saved[name]


# --- the tables -----------------------------------------------------------------------------------
# Who has a seat: one of these, or the compiled policies RANDOM and GREEDY. The engine answers for
# the bot of the solo game.
LEARNER, PAST, BOT = 0, 3, 4
OPPONENT_NAMES = {RANDOM: "random", GREEDY: "greedy", PAST: "past", BOT: "bot"}


class Tables:
    """Games in play, and who has which seat in them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        each = [int(n) for n in settings.players.split(",")]
        self.players = np.resize(each, settings.tables)
        self.rng = np.random.default_rng(settings.seed)
        self.games = PaxVectorEnv(settings.tables, self.players, seed=settings.seed)
        self.games.reset()
        self.who = np.zeros((settings.tables, MAX_PLAYERS), np.int64)
        self.draw_seats(np.arange(settings.tables))
        self.seen_ahead = new_outlook(settings.tables)
        self.answers_of(RANDOM, np.arange(1))  # compiles it, before the clock runs
        self.outlook(np.arange(1))

    def draw_seats(self, slots: np.ndarray) -> None:
        """Self-play, or the network on one seat and one kind of opponent on the others."""
        kinds = [LEARNER, PAST, GREEDY, RANDOM]
        shares = np.array(self.settings.shares)
        drawn = self.rng.choice(kinds, len(slots), p=shares / shares.sum())
        self.who[slots] = drawn[:, None]
        self.who[slots, self.rng.integers(self.players[slots])] = LEARNER

    def opponent(self, slot: int) -> int:
        """The kind of opponent at a table; LEARNER in self-play."""
        players = self.players[slot]
        return BOT if players == 1 else int(self.who[slot, :players].max())

    def answers_of(self, policy: int, slots: np.ndarray) -> np.ndarray:
        """What a compiled policy answers in these games."""
        rngs = self.rng.integers(1, 2**63, (len(slots), 1), np.uint64)
        actions = np.zeros(len(slots), np.int64)
        choose_batch(policy, self.games.states[slots], rngs, self.games.masks[slots], actions)
        return actions

    def outlook(self, slots: np.ndarray) -> np.ndarray:
        """What greedy sees ahead of the deciding players of these games."""
        g, written = self.games, self.seen_ahead[: len(slots)]
        look_ahead(g.states[slots], g.seats[slots], g.masks[slots], written)
        return written

    def state(self) -> dict[str, Any]:
        g = self.games
        arrays = {"states": g.states, "games": g.games, "masks": g.masks, "obs": g.obs}
        arrays |= {"seats": g.seats, "who": self.who}
        saved: dict[str, Any] = {name: array.copy() for name, array in arrays.items()}
        saved["states"] = g.states.tobytes()
        return saved | {"rng": self.rng.bit_generator.state}

    def load(self, saved: dict[str, Any]) -> None:
        g = self.games
        g.games[:] = saved["games"] - 1
        g.reset()  # deals, and prepares the games after those that are restored now
        g.states[:] = np.frombuffer(saved["states"], g.states.dtype)
        g.masks[:], g.obs[:], g.seats[:] = saved["masks"], saved["obs"], saved["seats"]
        self.who[:] = saved["who"]
        self.rng.bit_generator.state = saved["rng"]


class Clock:
    """Seconds spent on each kind of work, and those of the processors for all of it."""

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


# --- the loop -------------------------------------------------------------------------------------
RECENT = 400  # games that a win rate in the progress line is taken over


class Trainer:
    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        torch.set_num_threads(s.threads)
        torch.manual_seed(s.seed)
        self.generator = torch.Generator().manual_seed(s.seed)
        self.network = Network(s.width, s.hidden, s.trust)
        self.past = Network(s.width, s.hidden, s.trust)
        self.league: list[dict[str, Tensor]] = []
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=s.rate, eps=1e-5)
        self.tables = Tables(s)
        # At most every seat has an open decision when a batch begins, and the step that completes
        # the batch adds one at every table.
        self.decisions = Decisions(s.tables, s.batch + s.tables * (MAX_PLAYERS + 1))
        self.won: dict[str, deque[float]] = {}  # by opponent and number of players
        self.update = 0
        self.steps = 0  # of all games
        self.learned = 0  # decisions that were learned from
        self.clock = Clock()

    # --- playing
    @torch.no_grad()
    def play(self) -> None:
        """Collect a batch of new decisions."""
        # One past network at a time is enough variety, and quick: all games against the past meet
        # it together. So their opponent may change in the middle of a game.
        if self.league:
            chosen = int(self.tables.rng.integers(len(self.league)))
            self.past.load_state_dict(self.league[chosen])
        d = self.decisions
        wanted = d.size + self.settings.batch
        # In a small batch all may still be open, and nothing to learn from.
        while d.size < wanted or d.is_open[: d.size].all():
            self.step(self.answer())

    def answer(self) -> np.ndarray:
        """One action for every game, from whoever has the seat."""
        games = self.tables.games
        who = self.tables.who[np.arange(self.settings.tables), games.seats]
        actions = np.zeros(len(who), np.int64)
        for policy in (RANDOM, GREEDY):
            slots = np.flatnonzero(who == policy)
            if len(slots):
                actions[slots] = self.tables.answers_of(policy, slots)
        self.clock.count("opponents")
        slots = np.flatnonzero(who == PAST)
        if len(slots):
            actions[slots] = self.judge(self.past, slots)[0]
        slots = np.flatnonzero(who == LEARNER)
        if len(slots):
            actions[slots], log_probs, values = self.judge(self.network, slots)
            self.decisions.add(
                slots, games.seats[slots], games.obs[slots], games.masks[slots],
                self.tables.seen_ahead[: len(slots)], actions[slots], log_probs, values,
            )  # fmt: skip
        return actions

    def judge(self, network: Network, slots: np.ndarray) -> tuple[np.ndarray, ...]:
        """Actions drawn from a network's policy, their log-probabilities, and its values."""
        games = self.tables.games
        outlook = self.tables.outlook(slots)
        self.clock.count("looking ahead")
        logits, values = network(games.obs[slots], games.masks[slots], outlook)
        log_probs = log_probabilities(logits, games.masks[slots])
        actions = sample(log_probs, self.generator)
        chosen = log_probs.gather(1, actions[:, None]).squeeze(1)
        self.clock.count("acting")
        return actions.numpy(), chosen.numpy(), values.numpy()

    def step(self, actions: np.ndarray) -> None:
        self.clock.count("acting")
        _, _, rewards, dones, _ = self.tables.games.step(actions)
        self.clock.count("environment")
        self.steps += len(actions)
        self.decisions.pay(rewards, dones)
        ended = np.flatnonzero(dones)
        for slot in ended.tolist():
            self.note_result(slot, rewards[slot])
        if len(ended):
            self.tables.draw_seats(ended)

    def note_result(self, slot: int, rewards: np.ndarray) -> None:
        """Who won against whom: the winners share 1."""
        kind = self.tables.opponent(slot)
        if kind != LEARNER:
            players = int(self.tables.players[slot])
            seat = int(np.flatnonzero(self.tables.who[slot, :players] == LEARNER)[0])
            key = f"{OPPONENT_NAMES[kind]}/{players}"
            self.won.setdefault(key, deque(maxlen=RECENT)).append(max(0.0, float(rewards[seat])))

    # --- learning
    def one_update(self) -> dict[str, float]:
        """Play a batch, learn from it; returns what to plot."""
        if self.update == 0:
            self.join_league()  # whoever comes later must beat the beginner too
        self.play()
        losses = self.learn()
        self.decisions.drop_closed()
        self.update += 1
        if self.update % self.settings.league_every == 0:
            self.join_league()
        self.clock.count("learning")
        return losses

    def join_league(self) -> None:
        """The network as it is now becomes an opponent; the oldest but the first one leaves."""
        self.league.append({k: v.clone() for k, v in self.network.state_dict().items()})
        if len(self.league) > self.settings.league:
            del self.league[1 if len(self.league) > 2 else 0]

    def learn(self) -> dict[str, float]:
        """PPO: some passes over the batch."""
        d, s = self.decisions, self.settings
        rows, advantages = d.advantages(s.discount, s.trace)
        targets = torch.from_numpy(advantages + d.values[rows])
        scaled = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-8))
        old = torch.from_numpy(d.log_probs[rows])
        self.learned += len(rows)
        values_only = self.update < s.warm_value
        losses: dict[str, list[float]] = {
            name: [] for name in ("policy_loss", "value_loss", "entropy", "divergence")
        }
        for _ in range(s.epochs):
            for part in self.shuffled(len(rows)):
                at = rows[part]
                logits, values = self.network(d.obs[at], d.masks[at], d.outlook[at])
                log_probs = log_probabilities(logits, d.masks[at])
                chosen = log_probs.gather(1, torch.from_numpy(d.actions[at])[:, None]).squeeze(1)
                ratio = (chosen - old[part]).exp()
                gain = scaled[part]
                clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
                policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
                # An illegal action has the probability 0, and 0 * -inf is not a number.
                entropy = -(log_probs.exp() * log_probs.clamp(min=-1e9)).sum(1).mean()
                value_loss = functional.mse_loss(values, targets[part])
                loss = s.value * value_loss
                if not values_only:
                    loss = loss + policy_loss - s.entropy * entropy
                self.descend(loss)
                divergence = (ratio - 1 - (chosen - old[part])).mean()
                for name, value in (("policy_loss", policy_loss), ("value_loss", value_loss),
                                    ("entropy", entropy), ("divergence", divergence)):  # fmt: skip
                    losses[name].append(value.item())
        spread = max(targets.numpy().var(), 1e-8)
        explained = 1 - float((targets.numpy() - d.values[rows]).var() / spread)
        return {name: float(np.mean(v)) for name, v in losses.items()} | {"explained": explained}

    def shuffled(self, number: int) -> list[np.ndarray]:
        """All rows in minibatches of about the same size."""
        order = torch.randperm(number, generator=self.generator).numpy()
        return np.array_split(order, max(1, round(number / self.settings.minibatch)))

    def descend(self, loss: Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.gradient)
        self.optimizer.step()

    # --- checkpoints
    def save(self) -> None:
        """Whole or not at all: a kill in the middle leaves the checkpoint before."""
        folder = Path(self.settings.run)
        try:
            with whole_file(folder / "checkpoint.pt") as written:
                torch.save(self.state(), written)
            save_policy(self.network, folder / "policy.npz")
        except (OSError, RuntimeError) as error:  # torch has the latter for a full disk
            why = str(error).splitlines()[0]
            raise RunError(f"cannot save in {folder}, where the last save stands: {why}") from error

    def state(self) -> dict[str, Any]:
        """All that decides how the run goes on, and what it has cost so far."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "league": self.league,
            "generator": self.generator.get_state(),
            "tables": self.tables.state(),
            "decisions": self.decisions.state(),
            "won": {key: list(results) for key, results in self.won.items()},
            "counts": (self.update, self.steps, self.learned),
            "seconds": dict(self.clock.seconds),
            "cpu_seconds": self.clock.cpu_seconds,
        }

    def load(self) -> None:
        """Go on exactly where the checkpoint was written."""
        path = Path(self.settings.run) / "checkpoint.pt"
        try:
            # It holds more than tensors; like any pickle, load only what you trust.
            self.restore(torch.load(path, weights_only=False))
        except Exception as error:  # a file of another kind or version may lead to anything
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            raise RunError(f"{path} is no checkpoint that can be resumed here ({why})") from error

    def restore(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.league = saved["league"]
        self.generator.set_state(saved["generator"])
        self.tables.load(saved["tables"])
        self.decisions.load(saved["decisions"])
        self.won = {key: deque(results, RECENT) for key, results in saved["won"].items()}
        self.update, self.steps, self.learned = saved["counts"]
        self.clock.seconds = saved["seconds"]
        self.clock.cpu_seconds = saved.get("cpu_seconds", 0.0)  # older checkpoints have none


# --- reporting ------------------------------------------------------------------------------------
ENOUGH = 20  # games that a win rate is taken over at least


def kinds_shown(tables: Tables) -> list[str]:
    """The games whose win rates are shown, as "greedy/4"; random is beaten soon, so only once."""
    s, sizes = tables.settings, np.unique(tables.players).tolist()
    shared = [n for n in sizes if n > 1]
    kinds = ["bot/1"] if 1 in sizes else []
    kinds += [f"random/{n}" for n in shared[:1] if s.random]
    return kinds + [f"greedy/{n}" for n in shared if s.greedy]


def column(kind: str) -> str:
    """The name of a win rate in curve.csv."""
    return f"vs_{kind.replace('/', '_')}"


def columns(kinds: Sequence[str]) -> list[str]:
    """The head of curve.csv."""
    first = ["update", "minutes", "decisions", "steps_per_s"]
    return [*first, *(column(kind) for kind in kinds), "entropy", "explained"]


def row_of(
    trainer: Trainer, kinds: Sequence[str], losses: dict[str, float], steps_per_s: float
) -> dict[str, Any]:
    """A line of curve.csv; win rates are over the most recent games of training."""
    row: dict[str, Any] = {name: losses[name] for name in ("entropy", "explained")}
    for kind in kinds:
        results = trainer.won.get(kind, ())
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
    with whole_file(path) as written, written.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns(kinds), extrasaction="ignore")
        writer.writeheader()
        writer.writerows(kept)


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


def minutes_left(trainer: Trainer, first: int, minutes: float) -> float:
    """Until the time is up or, at the pace since the first update, all updates are done."""
    s = trainer.settings
    pace = minutes / (trainer.update - first)
    return max(0.0, min(s.minutes - minutes, pace * (s.updates - trainer.update)))


def time_shares(seconds: dict[str, float]) -> str:
    total = sum(seconds.values()) or 1.0
    return ", ".join(f"{work} {100 * spent / total:.0f} %" for work, spent in seconds.items())


# --- the run --------------------------------------------------------------------------------------
FILES = ("settings.json", "checkpoint.pt", "policy.npz", "curve.csv", "curve.png", "report.md",
         "events.out.tfevents.*")  # fmt: skip
INTERRUPTED = 130  # exit status


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


def begin_run(settings: Settings) -> None:
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


def train(settings: Settings, resume: bool = False) -> Trainer:
    """Run until the time is up or the updates are done; the last checkpoint is the end.

    Ctrl-C leads to a checkpoint too, and then to KeyboardInterrupt.
    """
    with alone_in(Path(settings.run)):
        print("Getting ready (the first time the rules are compiled, which takes minutes) ...")
        trainer = Trainer(settings)
        if resume:
            trainer.load()
        else:
            begin_run(settings)
        learn_on(trainer)
    return trainer


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Two runs in one folder would overwrite each other."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=0):
            yield
    except Timeout:
        raise RunError(f"another run is going on in {folder}; --run names another") from None


def learn_on(trainer: Trainer) -> None:
    """Update after update, each with its line in the curves and on the screen."""
    settings, folder = trainer.settings, Path(trainer.settings.run)
    kinds = kinds_shown(trainer.tables)
    begin_curve(folder / "curve.csv", kinds, trainer.update)
    first, began, minutes = trainer.update, time.perf_counter(), 0.0
    trainer.clock.start()
    with CtrlC() as ctrl_c, SummaryWriter(str(folder), purge_step=first + 1) as board:
        while minutes < settings.minutes and trainer.update < settings.updates:
            steps, before = trainer.steps, time.perf_counter()
            losses = trainer.one_update()
            now = time.perf_counter()
            row = row_of(trainer, kinds, losses, (trainer.steps - steps) / (now - before))
            append_row(folder / "curve.csv", kinds, row)
            for name, value in (losses | row).items():
                board.add_scalar(name, value, trainer.update)
            minutes = (now - began) / 60
            print(progress_line(row, kinds, minutes_left(trainer, first, minutes)), flush=True)
            if ctrl_c.is_pressed:
                break
            if trainer.update % settings.save_every == 0:
                board.flush()  # first, so that no point of a checkpoint is missing
                trainer.save()
            trainer.clock.count("writing")
        trainer.save()
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


def main(arguments: list[str] | None = None) -> int:
    settings, resume = parse(arguments)
    try:
        train(settings, resume)
    except (KeyboardInterrupt, RunError) as reason:
        return stopped(reason)
    return 0


if __name__ == "__main__":
    sys.exit(main())
