"""Self-play PPO: one network learns to play every seat of a game, at tables of several sizes.

    python -m train.ppo                        about ten minutes with the defaults
    python -m train.ppo --game NAME            another game
    python -m train.ppo --minutes 120          longer
    python -m train.ppo --resume runs/ppo      go on where the last checkpoint stands
    tensorboard --logdir runs                  the curves
    python -m train.evaluate runs/ppo/policy.npz

The network sees what the seat sees and, for every legal answer, what greedy sees: the terms of the
game's evaluation after it. It begins with greedy's own opinion of them (`--trust`; 0 begins with
none) and learns by playing: against itself, its own past, greedy and random. The folder of the run
gets `checkpoint.npz` (everything, to resume), `policy.npz` (the network alone: the agent
"policy:runs/ppo/policy.npz") and `curve.csv`. A run that is there already moves to runs/ppo.1.
Ctrl-C or SIGTERM ends the run after the update in play, with a checkpoint. A run that diverges
stops, and its last good checkpoint stays.

The games and who plays in them are in train/tables.py, the decisions and their advantages (GAE) in
train/rollout.py; folders, checkpoints, curves and the command line in train/run.py.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.policy import input_scale, require_finite
from paxren_env import DEFAULT_GAME
from paxren_env.core.files import atomic_write
from paxren_env.core.policies import GREEDY, LEARNER, RANDOM
from paxren_env.core.processes import sigterm_interrupts
from paxren_env.core.spec import GameSpec, find
from train import run
from train.rollout import RolloutBuffer
from train.run import RunError, setting
from train.tables import PAST, Tables

WON = 2.4  # what the value of a won game begins with, before tanh: 0.98


# --- settings -------------------------------------------------------------------------------------
@dataclass
class Settings:
    run: str = setting("runs/ppo", "folder of the run")
    game: str = setting(DEFAULT_GAME, "name of the game")
    minutes: float = setting(10.0, "minutes to train, or to train on when resumed", 0, np.inf)
    updates: int = setting(1_000_000, "or until there are so many updates in all", 0)
    seed: int = setting(0, "of everything", 0, 2**63 - 1)
    threads: int = setting(2, "threads of torch", 1, 1024)
    # --- tables
    tables: int = setting(256, "games played side by side", 1)
    players: str = setting(None, "players at the tables, in turns, as 2,3 (the game's usual mix)")
    self_play: float = setting(0.5, "share of games where the network plays every seat", 0)
    past: float = setting(0.1, "share of games against one of its own past", 0)
    greedy: float = setting(0.35, "share of games against greedy", 0)
    random: float = setting(0.05, "share of games against random", 0)
    league: int = setting(8, "how many past networks are kept", 0)
    league_every: int = setting(20, "updates between two of them", 1)
    # --- the network
    width: int = setting(128, "of its first layer, which reads the observation", 1)
    hidden: int = setting(192, "of its second layer, which policy and value are read from", 1)
    trust: float = setting(
        4.0, "how much greedy's terms weigh in the beginning; 0: nothing", -1e4, 1e4
    )
    # --- learning
    batch_size: int = setting(8192, "decisions of the network in an update", 1)
    minibatch_size: int = setting(1024, "decisions in a gradient step", 1)
    update_epochs: int = setting(3, "passes over the batch", 1)
    learning_rate: float = setting(5e-4, "of Adam", 0)
    gamma: float = setting(0.997, "discount of a reward for each own decision until it", 0, 1)
    gae_lambda: float = setting(0.95, "of the generalized advantage estimation", 0, 1)
    clip_coef: float = setting(0.2, "how far the ratio of probabilities may move", 0)
    ent_coef: float = setting(0.01, "weight of the entropy bonus", 0)
    vf_coef: float = setting(0.5, "weight of the value loss", 0)
    warm_value: int = setting(3, "updates in the beginning that train the value only", 0)
    max_grad_norm: float = setting(0.5, "longer gradients are scaled to this norm", 0)
    save_every: int = setting(10, "updates between two checkpoints", 1)

    def __post_init__(self) -> None:
        """A setting that makes no sense is a ValueError that says which."""
        spec = self.spec
        if self.players is None:
            self.players = spec.training_players
        run.check_ranges(self)
        low, high = spec.min_players, spec.max_players
        sizes = {str(n) for n in range(low, high + 1)}
        if not all(n.strip() in sizes for n in self.players.split(",")):
            example = f"{spec.training_players} ({low} to {high} at a table)"
            raise ValueError(f"--players is like {example}, not {self.players!r}")
        if sum(self.shares) == 0:
            raise ValueError("of --self-play, --past, --greedy and --random one is more than 0")

    @property
    def spec(self) -> GameSpec:
        return find(self.game)

    @property
    def sizes(self) -> np.ndarray:
        """The players at each table."""
        return np.resize([int(n) for n in self.players.split(",")], self.tables)

    @property
    def shares(self) -> tuple[float, ...]:
        """Of self-play and of games against past, greedy and random; no league, no past."""
        return self.self_play, self.past if self.league else 0.0, self.greedy, self.random


# --- the network ----------------------------------------------------------------------------------
class Network(nn.Module):
    """What is seen -> logits of the whole action line, and the value for the seat that sees it.

    A few hundred of the thousands of entries of an observation are not 0: only their rows of the
    first layer are added up, which is many times faster than the whole product. How much the terms
    of the position after an answer count for its logit depends on the position.
    """

    def __init__(self, spec: GameSpec, width: int, hidden: int, trust: float) -> None:
        super().__init__()
        self.spec, self.scale = spec, input_scale(spec)
        self.embed = nn.EmbeddingBag(spec.observation_size, width, mode="sum")
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
        nn.init.constant_(self.value_of_terms.weight, WON / spec.win_term if trust else 0.0)

    def forward(
        self, observation: np.ndarray, masks: np.ndarray, outlook: np.ndarray
    ) -> tuple[Tensor, Tensor]:
        """Logits (N, num_actions) and values (N,) from what N seats see.

        `outlook` is what `look_ahead` wrote; only the rows of legal answers and the last one, the
        game as it is, are read.
        """
        now = torch.from_numpy(outlook[:, self.spec.num_actions].astype(np.float32))
        x = functional.relu(self.norm1(self.embedded(observation) + self.terms(now)))
        x = functional.relu(self.norm2(self.middle(x)))
        rows, actions = np.nonzero(masks)
        after = torch.from_numpy(outlook[rows, actions].astype(np.float32))
        at = torch.from_numpy(rows), torch.from_numpy(actions)
        # index_select, for the gradient of plain indexing depends on how threads take turns.
        weights = self.weigh(x).index_select(0, at[0])
        logits = self.policy(x).index_put(at, (weights * after).sum(1), True)
        value = self.value(x) + self.value_of_terms(now)
        return logits, torch.tanh(value).squeeze(1)

    def embedded(self, observation: np.ndarray) -> Tensor:
        """The first layer: the sum of the rows of all entries that are not 0."""
        seen = observation != 0
        ends = np.count_nonzero(seen, axis=1).cumsum()
        flat = np.flatnonzero(seen)
        entry = flat % self.spec.observation_size
        amount = observation.reshape(-1)[flat] * self.scale[entry]
        starts = np.concatenate([[0], ends[:-1]])
        return self.embed(
            torch.from_numpy(entry), torch.from_numpy(starts), torch.from_numpy(amount)
        )

    def save(self, path: Path) -> None:
        """The network alone, for playing (see agents/policy.py), in half precision.

        A ValueError if a weight is not finite, or too great for half precision.
        """
        arrays = self.half_precision()
        require_finite(arrays, "the network")
        with atomic_write(path) as written, written.open("wb") as file:
            np.savez_compressed(file, game=np.array(self.spec.name), **arrays)

    def half_precision(self) -> dict[str, np.ndarray]:
        with np.errstate(over="ignore"):  # what gets infinite is looked for
            return {name: t.numpy().astype(np.float16) for name, t in self.state_dict().items()}


def log_probabilities(logits: Tensor, masks: np.ndarray) -> Tensor:
    """Of legal actions; -inf for the others."""
    return logits.masked_fill(torch.from_numpy(masks == 0), -torch.inf).log_softmax(1)


def sample(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """A legal action of each row by its probability (the Gumbel trick: -inf never wins)."""
    noise = torch.rand(log_probs.shape, generator=generator).clamp_(1e-20).log_().neg_().log_()
    return (log_probs - noise).argmax(1)


# --- the loop -------------------------------------------------------------------------------------
class Trainer:
    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        torch.set_num_threads(s.threads)
        torch.manual_seed(s.seed)
        self.generator = torch.Generator().manual_seed(s.seed)
        self.network = Network(s.spec, s.width, s.hidden, s.trust)
        self.past = Network(s.spec, s.width, s.hidden, s.trust)
        self.league: list[dict[str, Tensor]] = []
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=s.learning_rate, eps=1e-5)
        self.tables = Tables(s.spec, s.sizes, s.shares, s.seed)
        # At most every seat has an open decision when a batch begins, and the step that completes
        # the batch adds one at every table.
        room = s.batch_size + s.tables * (s.spec.max_players + 1)
        self.buffer = RolloutBuffer(s.spec, s.tables, room)
        self.update = 0
        self.steps = 0  # of all games
        self.learned = 0  # decisions that were learned from
        self.clock = run.Clock()

    def one_update(self) -> dict[str, float]:
        """Play a batch, learn from it; returns what to plot."""
        if self.update == 0:
            self.join_league()  # whoever comes later must beat the beginner too
        self.check_weights()
        self.play()
        losses = self.learn()
        self.check_weights()
        self.buffer.drop_closed()
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

    # --- playing
    @torch.no_grad()
    def play(self) -> None:
        """Collect a batch of new decisions."""
        # One past network at a time is enough variety, and quick: all games against the past meet
        # it together. So their opponent may change in the middle of a game.
        if self.league:
            chosen = int(self.tables.rng.integers(len(self.league)))
            self.past.load_state_dict(self.league[chosen])
        b = self.buffer
        wanted = b.size + self.settings.batch_size
        # In a small batch all may still be open, and nothing to learn from.
        while b.size < wanted or b.is_open[: b.size].all():
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
            actions[slots] = self.sample_actions(self.past, slots)[0]
        slots = np.flatnonzero(who == LEARNER)
        if len(slots):
            actions[slots], log_probs, values = self.sample_actions(self.network, slots)
            self.buffer.add(
                slots, games.seats[slots], games.obs[slots], games.masks[slots],
                self.tables.terms[: len(slots)], actions[slots], log_probs, values,
            )  # fmt: skip
        return actions

    def sample_actions(self, network: Network, slots: np.ndarray) -> tuple[np.ndarray, ...]:
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
        self.buffer.add_rewards(rewards, dones)
        self.tables.seat_next_games(np.flatnonzero(dones), rewards)

    # --- learning
    def check_weights(self) -> None:
        """Diverged: a RunError, before anything is played or saved with such a network."""
        try:
            require_finite(self.network.half_precision(), "the network")
        except ValueError as error:
            raise RunError(
                f"training diverged in update {self.update + 1} ({error}); the last checkpoint "
                f"in {self.settings.run} stands; a smaller --learning-rate may help"
            ) from None

    def learn(self) -> dict[str, float]:
        """PPO: some passes over the batch; returns the means of the losses."""
        b, s = self.buffer, self.settings
        rows, advantages = b.advantages(s.gamma, s.gae_lambda)
        targets = torch.from_numpy(advantages + b.values[rows])
        scaled = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-8))
        self.learned += len(rows)
        steps = []
        for _ in range(s.update_epochs):
            for part in self.minibatches(len(rows)):
                losses = self.losses(rows[part], scaled[part], targets[part])
                self.descend(losses)
                steps.append([loss.item() for loss in losses.values()])
        means = {name: float(np.mean(column)) for name, column in zip(losses, zip(*steps))}
        variance = max(targets.numpy().var(), 1e-8)
        left = float((targets.numpy() - b.values[rows]).var() / variance)
        return means | {"explained_variance": 1 - left}

    def minibatches(self, number: int) -> list[np.ndarray]:
        """All rows in a random order, in minibatches of about the same size."""
        order = torch.randperm(number, generator=self.generator).numpy()
        return np.array_split(order, max(1, round(number / self.settings.minibatch_size)))

    def losses(self, rows: np.ndarray, advantages: Tensor, targets: Tensor) -> dict[str, Tensor]:
        """The clipped surrogate loss, the value loss, the entropy, and the estimated KL."""
        b, clip = self.buffer, self.settings.clip_coef
        logits, values = self.network(b.obs[rows], b.masks[rows], b.outlook[rows])
        log_probs = log_probabilities(logits, b.masks[rows])
        chosen = log_probs.gather(1, torch.from_numpy(b.actions[rows])[:, None]).squeeze(1)
        log_ratio = chosen - torch.from_numpy(b.log_probs[rows])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - clip, 1 + clip)
        # An illegal action has the probability 0, and 0 * -inf is not a number.
        entropy = -(log_probs.exp() * log_probs.clamp(min=-1e9)).sum(1).mean()
        return {
            "policy_loss": -torch.minimum(ratio * advantages, clipped * advantages).mean(),
            "value_loss": functional.mse_loss(values, targets),
            "entropy": entropy,
            "approx_kl": (ratio - 1 - log_ratio).mean(),
        }

    def descend(self, losses: dict[str, Tensor]) -> None:
        """One gradient step; in the beginning on the value loss only."""
        s = self.settings
        loss = s.vf_coef * losses["value_loss"]
        if self.update >= s.warm_value:
            loss = loss + losses["policy_loss"] - s.ent_coef * losses["entropy"]
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), s.max_grad_norm)
        self.optimizer.step()


def train(settings: Settings, resume: bool = False) -> Trainer:
    """Run until the time is up or the updates are done; the last checkpoint is the end."""
    with run.alone_in(Path(settings.run)):
        print("Getting ready (the first time the rules are compiled, which takes minutes) ...")
        try:
            trainer = Trainer(settings)
        except MemoryError:
            raise RunError("there is not enough memory for a run with these settings") from None
        if resume:
            run.load_checkpoint(trainer)
        else:
            run.begin_run(settings)
        with run.session(trainer) as session:
            while session.goes_on():
                session.report(trainer.one_update())
    return trainer


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
    sys.exit(main())
