"""Self-play PPO: one network learns to play every seat of a game, at tables of several sizes.

    python -m train.ppo                        about ten minutes with the defaults
    python -m train.ppo --game NAME            another game
    python -m train.ppo --minutes 120          longer
    python -m train.ppo --resume runs/ppo      go on where the last checkpoint stands
    python -m train.ppo --ray auto --actors 8  play on a Ray cluster (train/cluster.py)
    python -m train.ppo --init policy.npz      begin with a policy that is there
    tensorboard --logdir runs                  the curves
    python -m train.evaluate runs/ppo/policy.npz

The network sees what the seat sees and, for every legal answer, what greedy sees: the terms of the
game's evaluation after it, and what it changes of what the seat sees. It begins with greedy's own
opinion of the terms (`--trust`; 0 begins with none) and learns by playing: against itself, its own
past, greedy and random. The folder of the run
gets `checkpoint.npz` (everything, to resume), `policy.npz` (the network alone: the agent
"policy:runs/ppo/policy.npz") and `curve.csv`. A run that is there already moves to runs/ppo.1.
Ctrl-C or SIGTERM ends the run after the update in play, with a checkpoint. A run that diverges
stops, and its last good checkpoint stays.

Workers play a part of the tables each and compute the gradient of their own decisions, in threads
beside each other; their gradients are added up in a fixed order. So the same seed gives the same
curve on every machine, with one thread as with many.

The games and who plays in them are in train/tables.py, the decisions and their advantages (GAE) in
train/rollout.py, the layers that read short lists instead of long rows in train/sparse.py; folders,
checkpoints, curves and the command line in train/run.py.
"""

import sys
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.cluster import ClusterError, connected
from agents.network import Layers, layers_of
from agents.policy import (
    COMPLETION_KEY,
    GAME_KEY,
    TABLES_KEY,
    completion_of,
    input_scale,
    read_weights,
    require_finite,
    widths_of,
)
from agents.search import Search
from paxren_env import DEFAULT_GAME
from paxren_env.core.files import atomic_write
from paxren_env.core.greedy import AS_GREEDY, AT_ONCE
from paxren_env.core.processes import sigterm_interrupts
from paxren_env.core.spec import GameSpec, find
from train import run
from train.critic import Critic
from train.rollout import RolloutWorker, seed_of
from train.run import RunError, setting
from train.sparse import Seen, change_logits, embedded, improved_policies, legal_logits
from train.tables import Tables, table_options

Result = TypeVar("Result")
WON = 2.4  # what the value of a won game begins with, before tanh: 0.98


# --- settings -------------------------------------------------------------------------------------
@dataclass
class Settings:
    run: str = setting("runs/ppo", "folder of the run")
    game: str = setting(DEFAULT_GAME, "name of the game")
    minutes: float = setting(10.0, "minutes to train, or to train on when resumed", 0, np.inf)
    cpu_minutes: float = setting(1e6, "or until the run has cost so many CPU minutes in all", 0)
    updates: int = setting(1_000_000, "or until there are so many updates in all", 0)
    anneal: int = setting(0, "in so many of them, the last ones, the learning rate falls to 0", 0)
    init: str = setting("", "policy.npz that the network begins with")
    seed: int = setting(0, "of everything", 0, 2**63 - 1)
    threads: int = setting(2, "threads that the workers share; the curve is the same", 1, 1024)
    workers: int = setting(2, "parts of the tables that are played and learned from alone", 1, 1024)
    # --- where it is played: said anew for every sitting
    ray: str = setting("", "play on a Ray cluster: auto, HOST:PORT (a local one)", bare="local")
    actors: int = setting(0, "processes there that the workers share (one each)", 0, 1024)
    stale: int = setting(0, "1: they play on with the last weights while these learn", 0, 1)
    # --- tables
    tables: int = setting(256, "games played side by side", 1)
    players: str = setting(
        None, "players at the tables, in turns, as 2,3 or 2,4:OPTION=VALUE (the game's usual mix)"
    )
    self_play: float = setting(0.5, "share of games where the network plays every seat", 0)
    past: float = setting(0.1, "share of games against one of its own past", 0)
    greedy: float = setting(0.35, "share of games against greedy", 0)
    random: float = setting(0.05, "share of games against random", 0)
    league: int = setting(8, "how many past networks are kept", 0)
    league_every: int = setting(20, "updates between two of them", 1)
    frozen: str = setting("", "policy.npz that is the past for good, and plays as its agent does")
    # --- expert iteration: some decisions are searched, and their improved policies learned
    search: float = setting(0.0, "share of the network's decisions that are searched", 0, 1)
    search_sims: int = setting(32, "simulations of a search", 1)
    search_depth: int = setting(3, "answers played on before a leaf is valued", 0)
    search_coef: float = setting(1.0, "weight of the loss against improved policies", 0)
    # --- the network
    width: int = setting(128, "of its first layer, which reads the observation", 1)
    hidden: int = setting(192, "of its second layer, which policy and value are read from", 1)
    answers: int = setting(32, "of the layer that reads what an answer changes; 0: none", 0)
    completion: int = setting(
        AT_ONCE,
        "how looking ahead completes an action: 1 by the best next position, 2 as greedy would "
        "(half as many steps a second, stronger)",
        AT_ONCE, AS_GREEDY,
    )  # fmt: skip
    trust: float = setting(
        4.0, "how much greedy's terms weigh in the beginning; 0: nothing", -1e4, 1e4
    )
    critic_width: int = setting(
        0, "of a network that sees everything and values decisions in training; 0: none", 0
    )
    # --- learning
    batch_size: int = setting(8192, "decisions of the network in an update", 1)
    minibatch_size: int = setting(1024, "decisions in a gradient step", 1)
    update_epochs: int = setting(2, "passes over the batch", 1)
    learning_rate: float = setting(5e-4, "of Adam", 0)
    gamma: float = setting(0.997, "discount of a reward for each own decision until it", 0, 1)
    gae_lambda: float = setting(0.95, "of the generalized advantage estimation", 0, 1)
    clip_coef: float = setting(0.2, "how far the ratio of probabilities may move", 0)
    ent_coef: float = setting(0.01, "weight of the entropy bonus", 0)
    vf_coef: float = setting(0.5, "weight of the value loss", 0)
    warm_value: int = setting(3, "updates in the beginning that train the value only", 0)
    max_grad_norm: float = setting(0.5, "longer gradients are scaled to this norm", 0)
    average: int = setting(1, "updates whose networks' running mean is what plays", 1)
    save_every: int = setting(10, "updates between two checkpoints", 1)

    def __post_init__(self) -> None:
        """A setting that makes no sense is a ValueError that says which."""
        spec = self.spec
        if self.players is None:
            self.players = spec.training_players
        run.check_ranges(self)
        try:
            self.kinds_of_tables()
        except ValueError as error:
            sizes = f"{spec.min_players} to {spec.max_players} at a table"
            example = f"--players is like {spec.training_players} ({sizes})"
            raise ValueError(f"{example}, not {self.players!r}: {error}") from None
        if sum(self.shares) == 0:
            raise ValueError("of --self-play, --past, --greedy and --random one is more than 0")
        if not self.ray and (self.actors or self.stale):
            raise ValueError("--actors and --stale are for runs with --ray")

    @property
    def spec(self) -> GameSpec:
        return find(self.game)

    @property
    def shares_of_workers(self) -> list[tuple[np.ndarray, int]]:
        """Of each worker: the players at its tables, and its decisions in an update."""
        sizes = np.array_split(self.sizes, min(self.workers, self.tables))
        ends = np.cumsum([len(part) for part in sizes]) * self.batch_size // self.tables
        return list(zip(sizes, np.diff(ends, prepend=0).tolist()))

    @property
    def sizes(self) -> np.ndarray:
        """The players at each table."""
        return np.resize([kind["num_players"] for kind in self.kinds_of_tables()], self.tables)

    def kinds_of_tables(self) -> list[dict[str, Any]]:
        """The options of the tables, in turns; a ValueError if the game has no such table."""
        return [table_options(text, self.spec) for text in self.players.split(",")]

    def options_of(self, worker: int) -> dict[str, list[Any]]:
        """The options that some tables have, by name: the value at each table of this worker."""
        kinds, usual = self.kinds_of_tables(), self.spec.module("options").check_options({})
        tables = np.array_split(np.arange(self.tables), len(self.shares_of_workers))[worker]
        names = sorted({name for kind in kinds for name in kind} - {"num_players"})
        return {n: [kinds[t % len(kinds)].get(n, usual[n]) for t in tables] for n in names}

    @property
    def shares(self) -> tuple[float, ...]:
        """Of self-play and of games against past, greedy and random; no league, no past."""
        return self.self_play, self.past if self.league else 0.0, self.greedy, self.random


# --- the network ----------------------------------------------------------------------------------
class Network(nn.Module):
    """What is seen -> logits of the legal answers, and the value for the seat that sees it.

    How much the terms of the position after an answer count for its logit depends on the position,
    and so does how much counts what the answer changes.
    """

    def __init__(
        self,
        spec: GameSpec,
        width: int,
        hidden: int,
        trust: float,
        answers: int = 0,
        completion: int = AT_ONCE,
    ) -> None:
        super().__init__()
        self.spec, self.scale, self.completion = spec, input_scale(spec), completion
        self.embed = nn.Embedding(spec.observation_size, width)
        self.terms = nn.Linear(spec.num_terms, width, bias=False)
        self.norm1 = nn.LayerNorm(width)
        self.middle = nn.Linear(width, hidden)
        self.norm2 = nn.LayerNorm(hidden)
        self.policy = nn.Linear(hidden, spec.num_actions)
        self.weigh = nn.Linear(hidden, spec.num_terms)
        self.value = nn.Linear(hidden, 1)
        self.value_of_terms = nn.Linear(spec.num_terms, 1, bias=False)
        nn.init.normal_(self.embed.weight, std=0.1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.weigh.weight, 0.01)
        nn.init.constant_(self.weigh.bias, trust)
        nn.init.orthogonal_(self.value.weight, 0.1)
        nn.init.constant_(self.value_of_terms.weight, value_of_win(spec, trust))
        self.reads_changes = answers > 0
        if self.reads_changes:
            self.add_changes(answers)

    def add_changes(self, answers: int) -> None:
        """Layers that read what answers change; in the beginning they have no say."""
        hidden = self.middle.out_features
        self.changes = nn.Embedding(self.spec.observation_size, answers)
        self.context = nn.Linear(hidden, answers)
        self.weigh_changes = nn.Linear(hidden, answers)
        nn.init.normal_(self.changes.weight, std=0.1)
        nn.init.zeros_(self.weigh_changes.weight)
        nn.init.zeros_(self.weigh_changes.bias)

    def new_memory(self) -> "Memory":
        """For `forward`: the gradients of the two layers that have a row for each entry."""
        layers = [self.embed, self.changes] if self.reads_changes else [self.embed]
        return [torch.zeros_like(layer.weight) for layer in layers]

    def forward(
        self, seen: Seen, rows: np.ndarray, memory: "Memory | None" = None
    ) -> tuple[Tensor, Tensor]:
        """Logits (N, most legal answers) and values (N,) from what N seats see.

        `rows` are the rows of `seen` that are wanted; a column for each legal answer of the row in
        its order, -inf where it has no more. `memory` is for gradients, see `new_memory`.
        """
        memories: Sequence[Tensor | None] = memory or (None, None)
        now = torch.from_numpy(seen.now[rows])
        x = embedded(self.embed.weight, self.scale, seen, rows, memories[0]) + self.terms(now)
        x = functional.relu(self.norm1(x))
        x = functional.relu(self.norm2(self.middle(x)))
        value, weights, *heads = self.read_heads(x)
        logits = legal_logits(x, self.policy.weight, self.policy.bias, weights, seen, rows)
        if self.reads_changes:
            embed, (context, factors) = self.changes.weight, heads
            logits = logits + change_logits(
                embed, self.scale, context, factors, seen, rows, memories[1]
            )
        value = value + self.value_of_terms(now)
        return logits, torch.tanh(value).squeeze(1)

    def read_heads(self, x: Tensor) -> list[Tensor]:
        """What is read from the second layer for a whole position; one product is quicker."""
        heads = [self.value, self.weigh]
        if self.reads_changes:
            heads += [self.context, self.weigh_changes]
        weight, bias = (torch.cat([getattr(h, n) for h in heads]) for n in ("weight", "bias"))
        read = functional.linear(x, weight, bias).split([h.out_features for h in heads], 1)
        return [part.contiguous() for part in read]

    def save(self, path: Path, tables: Sequence[int] = ()) -> None:
        """The network alone, for playing (see agents/policy.py), in half precision.

        `tables` are the sizes of the tables that it learned at, if they are known. A ValueError if
        a weight is not finite, or too great for half precision.
        """
        arrays: dict[str, Any] = self.half_precision()
        require_finite(arrays, "the network")
        about: dict[str, Any] = {GAME_KEY: np.array(self.spec.name)}
        if tables:
            about[TABLES_KEY] = np.unique(tables)
        with atomic_write(path) as written, written.open("wb") as file:
            np.savez_compressed(file, **about, **arrays)

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights in plain memory, as a policy file has them."""
        weights = {name: t.detach().numpy() for name, t in self.state_dict().items()}
        return weights | self.about_completion()

    def layers(self) -> Layers:
        """The weights for compiled code, which plays with them."""
        return layers_of(self.arrays(), self.scale)

    def half_precision(self) -> dict[str, np.ndarray]:
        weights = {name: t.half().numpy() for name, t in self.state_dict().items()}
        return weights | self.about_completion()

    def about_completion(self) -> dict[str, np.ndarray]:
        """Told only where it is not the usual one."""
        if self.completion == AT_ONCE:
            return {}
        return {COMPLETION_KEY: np.array(self.completion, np.float16)}


Memory = list[Tensor]


def new_network(s: Settings) -> Network:
    return Network(s.spec, s.width, s.hidden, s.trust, s.answers, s.completion)


def new_critic(s: Settings) -> Critic | None:
    """The critic that sees everything, if there is to be one."""
    return Critic(s.spec, s.critic_width, value_of_win(s.spec, s.trust)) if s.critic_width else None


def value_of_win(spec: GameSpec, trust: float) -> float:
    """What the terms of the evaluation count for the value in the beginning."""
    return WON / spec.win_term if trust else 0.0


def new_worker(s: Settings, number: int) -> RolloutWorker:
    """The worker of this number at the beginning of a run."""
    sizes, batch_size = s.shares_of_workers[number]
    seed, options = seed_of(s.seed, number), s.options_of(number)
    lists = s.answers > 0, s.critic_width > 0
    tables = Tables(s.spec, sizes, s.shares, seed, options, *lists, s.completion)
    past = new_network(s)
    return RolloutWorker(tables, past, batch_size, bool(s.frozen), new_search(s, past), s.search)


def new_search(s: Settings, network: Network) -> Search | None:
    """The search of a worker, if there is to be one."""
    if not s.search:
        return None
    return Search(network.arrays(), s.search_sims, depth=s.search_depth, game=s.game)


# --- the loop -------------------------------------------------------------------------------------
class Trainer:
    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        torch.set_num_threads(1)  # of each of our own threads
        torch.manual_seed(s.seed)
        self.generator = torch.Generator().manual_seed(s.seed)
        self.network = self.new_network()
        self.average = self.new_network()  # what plays: see `take_average`
        self.average.load_state_dict(self.network.state_dict())
        self.league: list[dict[str, Tensor]] = []
        self.critic = new_critic(s)
        self.optimizer = torch.optim.Adam(
            self.parameters(), lr=s.learning_rate, eps=1e-5, fused=True
        )
        self.workers = self.new_workers()
        threads = min(s.threads, len(self.workers))
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.clock = run.Clock()  # in threads it goes by the first worker
        for worker in self.workers[: None if self.pool is None else 1]:
            worker.clock = self.clock
        self.update = 0
        self.steps = 0  # of all games
        self.learned = 0  # decisions that were learned from
        self.won: dict[str, deque[float]] = {}  # by opponent and number of players

    def new_network(self) -> Network:
        return new_network(self.settings)

    @property
    def trained(self) -> list[nn.Module]:
        """What learns: the network and, if there is one, the critic."""
        return [self.network] if self.critic is None else [self.network, self.critic]

    def parameters(self) -> list[nn.Parameter]:
        return [weight for module in self.trained for weight in module.parameters()]

    def new_workers(self) -> list[RolloutWorker]:
        return [new_worker(self.settings, i) for i in range(len(self.settings.shares_of_workers))]

    def begin_with(self, path: str) -> None:
        """Begin with the network of a policy file; a RunError if it is none that fits."""
        weights = self.weights_of(path, {AT_ONCE, self.settings.completion})
        for network in (self.network, self.average):
            network.load_state_dict(weights)

    def weights_of(self, path: str, completions: set[int]) -> dict[str, Tensor]:
        """The network of a policy file; a RunError if it is none that fits.

        A network that has looked ahead in one of these ways may go on to look ahead as this one.
        """
        s = self.settings
        try:
            weights = read_weights(path, s.spec)
            (width, hidden, answers), completion = widths_of(weights), completion_of(weights)
            if (width, hidden) != (s.width, s.hidden) or answers not in (0, s.answers):
                wanted = f"--width {width} --hidden {hidden} --answers {answers}"
                raise ValueError(f"the network of {path} is one of {wanted}")
            if completion not in completions:
                raise ValueError(
                    f"the network of {path} looks ahead with --completion {completion}"
                )
            weights.pop(COMPLETION_KEY, None)
        except ValueError as error:
            raise RunError(str(error)) from None
        # One that reads no changes gets layers for them that have no say yet.
        return self.new_network().state_dict() | run.tensors(weights)

    def side_by_side(self, calls: Sequence[Callable[[], Result]]) -> list[Result]:
        """Call all of them, on the threads; the results are in the order of the calls."""
        if self.pool is None:
            return [call() for call in calls]
        return list(self.pool.map(lambda call: call(), calls))

    def one_update(self) -> dict[str, float]:
        """Play a batch, learn from it; returns what to plot."""
        if self.update == 0:
            self.join_league()  # whoever comes later must beat the beginner too
        self.check_weights()
        self.play()
        losses = self.learn()
        self.check_weights()
        for worker in self.workers:
            worker.buffer.drop_closed()
        self.update += 1
        self.take_average()
        if self.update % self.settings.league_every == 0:
            self.join_league()
        self.clock.count("learning")
        return losses

    def join_league(self) -> None:
        """The network as it is now becomes an opponent; the oldest but the first one leaves."""
        if self.settings.frozen:
            return
        self.league.append({k: v.clone() for k, v in self.network.state_dict().items()})
        if len(self.league) > self.settings.league:
            del self.league[1 if len(self.league) > 2 else 0]

    def join_frozen(self, path: str) -> None:
        """The network of a policy file becomes the past for good; it must see as its agent does."""
        self.league = [self.weights_of(path, {self.settings.completion})]

    @torch.no_grad()
    def take_average(self) -> None:
        """The network as it is now counts as much as each of the latest before it."""
        share = 1 / min(self.update, self.settings.average)
        for mean, weight in zip(self.average.parameters(), self.network.parameters()):
            mean.lerp_(weight, share)

    def play(self) -> None:
        """All workers collect their part of a batch of new decisions."""
        calls = [partial(worker.play, self.network, self.league) for worker in self.workers]
        self.steps += sum(self.side_by_side(calls))
        for worker in self.workers:
            run.keep_results(self.won, worker.tables.results)
        self.clock.count("waiting")

    # --- learning
    def check_weights(self) -> None:
        """Diverged: a RunError, before anything is played or saved with such a network."""
        try:
            require_finite(self.network.half_precision(), "the network")
            if self.critic is not None:
                require_finite(self.critic.arrays(), "the critic")
        except ValueError as error:
            raise RunError(
                f"training diverged in update {self.update + 1} ({error}); the last checkpoint "
                f"in {self.settings.run} stands; a smaller --learning-rate may help"
            ) from None

    def learn(self) -> dict[str, float]:
        """PPO: some passes over the batch; returns the means of the losses."""
        s = self.settings
        if self.critic is not None:
            self.side_by_side([partial(self.value_again, worker) for worker in self.workers])
        parts = [worker.buffer.advantages(s.gamma, s.gae_lambda) for worker in self.workers]
        advantages = np.concatenate([part[1] for part in parts])
        batches = [
            Batch(worker, rows, found, advantages, self.critic)
            for worker, (rows, found) in zip(self.workers, parts)
        ]
        self.learned += len(advantages)
        steps = []
        for _ in range(s.update_epochs):
            for minibatch in self.minibatches(batches):
                total = sum(len(part) for part in minibatch)
                calls = [
                    partial(self.gradients, batch, part, total)
                    for batch, part in zip(batches, minibatch) if len(part)
                ]  # fmt: skip
                results = self.side_by_side(calls)
                self.descend([gradients for gradients, _ in results])
                steps.append(np.sum([losses for _, losses in results], axis=0))
        means = dict(zip(LOSSES, np.mean(steps, axis=0).tolist()))
        targets = np.concatenate([batch.targets for batch in batches])
        left = float(advantages.var() / max(targets.var(), 1e-8))
        return means | {"explained_variance": 1 - left}

    @torch.no_grad()
    def value_again(self, worker: RolloutWorker) -> None:
        """The critic's values instead of the network's, also of decisions kept from before.

        All at once after a batch is played: that is quicker, and whoever plays needs no critic.
        """
        assert self.critic is not None
        b = worker.buffer
        b.values[: b.size] = self.critic(b.seen, np.arange(b.size)).numpy()

    def minibatches(self, batches: Sequence["Batch"]) -> list[list[np.ndarray]]:
        """All rows in a random order, in minibatches of about the same size, by worker."""
        numbers = [len(batch.rows) for batch in batches]
        count = max(1, round(sum(numbers) / self.settings.minibatch_size))
        orders = [torch.randperm(n, generator=self.generator).numpy() for n in numbers]
        return list(zip(*(np.array_split(order, count) for order in orders)))

    def gradients(
        self, batch: "Batch", part: np.ndarray, total: int
    ) -> tuple[tuple[Tensor | None, ...], list[float]]:
        """A worker's part in a minibatch of so many decisions: its gradients and its losses."""
        s, losses = self.settings, self.losses(batch, part, total)
        loss = s.vf_coef * (losses["value_loss"] + losses["critic_loss"])
        if self.update >= s.warm_value:  # in the beginning only the value is trained
            loss = loss + losses["policy_loss"] - s.ent_coef * losses["entropy"]
            if s.search:  # the share of the decisions is taken out: of those searched the mean
                loss = loss + s.search_coef / s.search * losses["search_loss"]
        gradients = torch.autograd.grad(loss, self.parameters(), allow_unused=True)
        return gradients, [loss.item() for loss in losses.values()]

    def losses(self, batch: "Batch", part: np.ndarray, total: int) -> dict[str, Tensor]:
        """The clipped surrogate loss, the value losses, the entropy, the estimated KL, and how far
        the policy is from what searches made of it (cross-entropy, 0 where nothing was searched).

        Sums divided by the whole minibatch: those of all workers add up to its means.
        """
        b, rows, clip = batch.buffer, batch.rows[part], self.settings.clip_coef
        advantages = torch.from_numpy(batch.scaled[part])
        logits, values = self.network(batch.seen, rows, batch.memory)
        log_probs = logits.log_softmax(1)
        chosen = log_probs.gather(1, torch.from_numpy(b.choices[rows])[:, None]).squeeze(1)
        log_ratio = chosen - torch.from_numpy(b.log_probs[rows])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - clip, 1 + clip)
        # Where there is no answer the probability is 0, and 0 * -inf is not a number.
        entropy = -(log_probs.exp() * log_probs.clamp(min=-1e9)).sum()
        targets = torch.from_numpy(batch.targets[part])
        sums = {
            "policy_loss": -torch.minimum(ratio * advantages, clipped * advantages).sum(),
            "value_loss": (values - targets).square().sum(),
            "entropy": entropy,
            "approx_kl": (ratio - 1 - log_ratio).sum(),
            "search_loss": self.search_loss(batch, rows, log_probs),
            "critic_loss": self.critic_loss(batch, rows, targets),
        }
        return {name: loss / total for name, loss in sums.items()}

    def search_loss(self, batch: "Batch", rows: np.ndarray, log_probs: Tensor) -> Tensor:
        """How far the policy is from what searches made of it; 0 without them."""
        if not self.settings.search:
            return torch.zeros(())
        improved = torch.from_numpy(improved_policies(batch.seen, rows))
        return -(improved * log_probs.clamp(min=-1e9)).sum()

    def critic_loss(self, batch: "Batch", rows: np.ndarray, targets: Tensor) -> Tensor:
        """The squared errors of the critic; 0 without one."""
        if self.critic is None:
            return torch.zeros(())
        return (self.critic(batch.seen, rows, batch.critic_memory) - targets).square().sum()

    def descend(self, gradients: Sequence[tuple[Tensor | None, ...]]) -> None:
        """One gradient step by the sum of all workers' gradients, added up in their order."""
        for weight, parts in zip(self.parameters(), zip(*gradients)):
            weight.grad = parts[0]
            for part in parts[1:]:
                if part is not None:  # the policy, as long as only the value is trained
                    weight.grad.add_(part)
        for module in self.trained:  # each by itself: a critic far off must not slow the policy
            nn.utils.clip_grad_norm_(module.parameters(), self.settings.max_grad_norm)
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate
        self.optimizer.step()

    @property
    def learning_rate(self) -> float:
        """It falls in the last updates; a run that is resumed for more begins to fall later."""
        s, left = self.settings, self.settings.updates - self.update
        return s.learning_rate * (left / s.anneal if left < s.anneal else 1.0)


LOSSES = ("policy_loss", "value_loss", "entropy", "approx_kl", "search_loss", "critic_loss")


class Batch:
    """The decisions of a worker that can be learned from.

    Their advantages are scaled by those of all workers.
    """

    def __init__(
        self,
        worker: RolloutWorker,
        rows: np.ndarray,
        advantages: np.ndarray,
        every: np.ndarray,
        critic: Critic | None,
    ) -> None:
        self.buffer, self.rows, self.memory = worker.buffer, rows, worker.memory
        self.critic_memory = None if critic is None else critic.new_memory()
        self.seen = worker.buffer.seen
        self.targets = advantages + worker.buffer.values[rows]
        self.scaled = (advantages - every.mean()) / (every.std() + 1e-8)


def train(settings: Settings, resume: bool = False) -> Trainer:
    """Run until the time is up or the updates are done; the last checkpoint is the end."""
    with run.alone_in(Path(settings.run)), run.told(ClusterError):
        with connected(settings.ray):
            print("Getting ready (the first time the rules are compiled, which takes minutes) ...")
            trainer = new_trainer(settings)
            if resume:
                run.load_checkpoint(trainer)
            else:
                if settings.init:
                    trainer.begin_with(settings.init)
                if settings.frozen:
                    trainer.join_frozen(settings.frozen)
                run.begin_run(settings)
            with run.session(trainer) as session:
                while session.goes_on():
                    session.report(trainer.one_update())
    return trainer


def new_trainer(settings: Settings) -> Trainer:
    try:
        if settings.ray:
            from train.cluster import RayTrainer  # builds on this module

            return RayTrainer(settings)
        return Trainer(settings)
    except MemoryError:
        raise RunError("there is not enough memory for a run with these settings") from None


def parse(
    arguments: list[str] | None = None,
    prog: str = "python -m train.ppo",
    description: str | None = __doc__,
) -> tuple[Settings, bool]:
    """The settings on the command line, and whether a run is resumed."""
    return run.parse(Settings, arguments, prog, description)


def main(arguments: list[str] | None = None) -> int:
    settings, resume = parse(arguments)
    try:
        with sigterm_interrupts():
            train(settings, resume)
    except (KeyboardInterrupt, RunError) as reason:
        return run.stopped(reason)
    return 0


if __name__ == "__main__":
    # Not the main of this module: what is sent to other processes must have the module's own name.
    sys.exit(import_module("train.ppo").main())
