"""MaskablePPO of sb3-contrib on the Gymnasium environment: the quick way to try something.

    python -m train.sb3 --steps 200000
    python -m train.sb3 --game NAME                              another game
    python -m train.sb3 --load runs/sb3/model.zip --steps 0      evaluate a saved model only
    python -m agents.arena train.sb3.Sb3Agent:path=runs/sb3/model.zip random --players 2

Ctrl-C or SIGTERM keeps the model as it is then. Of a model.zip only weights and the number of steps
are read, which runs no code: settings are those of this file. For agents that play well see
train/ppo.py, which plays many games in one compiled call.
"""

import argparse
import io
import json
import sys
import time
import zipfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

from agents.arena import MAX_GAMES
from paxren_env import DEFAULT_GAME
from paxren_env.core.files import atomic_write, check_members, remove_leftovers
from paxren_env.core.game import Game
from paxren_env.core.processes import exit_status, sigterm_interrupts
from paxren_env.core.spec import find
from paxren_env.envs.gymnasium import SingleEnv
from paxren_env.envs.sb3 import Sb3VecEnv
from train.tables import own_opponent

TELL_EVERY, SAVE_EVERY = 10.0, 60.0  # seconds
OTHER_SEEDS = 1_000_000  # from the seeds of training to those of the evaluation
MAX_SEED = 2**32 - 1  # the most that NumPy's own generator takes
MAX_MODEL = 2**30  # bytes, unpacked
# The defaults of the library, but for a longer batch and a network that fits the vector.
SETTINGS: dict[str, Any] = {
    "n_steps": 512,
    "batch_size": 512,
    "n_epochs": 4,
    "gamma": 0.997,
    "ent_coef": 0.01,
    "learning_rate": 5e-4,
    "policy_kwargs": {"net_arch": [128, 128]},
}


class Policy(MaskableActorCriticPolicy):
    """The policy of the library, whose distributions are not checked once they are masked.

    With hundreds of actions the rounding of float32 makes the probabilities add up to a little
    more or less than 1, and torch would reject them ("Simplex()").
    """

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> MaskableDistribution:
        found = super()._get_action_dist_from_latent(latent_pi)
        found.distribution._validate_args = False  # type: ignore[union-attr]
        return found


def make_env(game: str, opponents: str, players: int) -> SingleEnv:
    """A table with one learner's seat, another one in each game."""
    return SingleEnv(opponents, players, "random", game=game)


def make_envs(
    number: int, opponents: str, players: int, seed: int, game: str = DEFAULT_GAME
) -> VecEnv:
    """So many tables for one model to learn at: stepped by one call if the opponents allow it."""
    if opponents in find(game).policy_names:
        envs = Sb3VecEnv(number, opponents, num_players=players, seat="random", game=game)
        envs.seed(seed)
        return envs
    settings = {"game": game, "opponents": opponents, "players": players}
    return make_vec_env(make_env, number, seed, env_kwargs=settings)


def make_model(envs: VecEnv, seed: int, folder: str | None, **settings: Any) -> MaskablePPO:
    """A new model."""
    chosen = {**SETTINGS, **settings}
    return MaskablePPO(Policy, envs, seed=seed, tensorboard_log=folder, **chosen)


def load_model(path: str, env: VecEnv | None = None, **settings: Any) -> MaskablePPO:
    """A saved model, from any source: weights and a number are read, nothing is unpickled.

    The library's own `load` would run what the file says.
    """
    need_file(path)
    try:
        weights, steps = read_model(path)
        model = blank_model(weights["policy"], env, **settings)
        model.set_parameters(weights, exact_match=True)
        model.num_timesteps = steps
    except Exception as error:  # a file of another kind may lead to anything
        why = f"({type(error).__name__})"
        raise ValueError(f"{path} is no model that train/sb3.py wrote (model.zip) {why}") from None
    check_finite(model, path)
    return model


def read_model(path: str) -> tuple[dict[str, Any], int]:
    """The weights of the policy and of its optimizer, and how many steps it has learned from."""
    with zipfile.ZipFile(path) as archive:
        check_members(archive.infolist(), MAX_MODEL)
        weights = {
            name: torch.load(io.BytesIO(archive.read(f"{name}.pth")), weights_only=True)
            for name in ("policy", "policy.optimizer")
        }
        steps = json.loads(archive.read("data"))["num_timesteps"]
    if type(steps) is not int or steps < 0:
        raise ValueError(f"num_timesteps is {steps!r}")
    return weights, steps


def blank_model(policy: dict[str, Any], env: VecEnv | None, **settings: Any) -> MaskablePPO:
    """A model with layers of the sizes of these weights; without tables it can only play."""
    net = {
        head: [
            len(policy[f"mlp_extractor.{name}.{layer}.bias"]) for layer in layers_of(policy, name)
        ]
        for head, name in (("pi", "policy_net"), ("vf", "value_net"))
    }
    chosen = {**SETTINGS, **settings, "policy_kwargs": {"net_arch": net}}
    model = MaskablePPO(Policy, env, _init_setup_model=False, **chosen)
    if env is None:
        size = policy["mlp_extractor.policy_net.0.weight"].shape[1]
        model.observation_space = spaces.Box(-np.inf, np.inf, (size,))
        model.action_space = spaces.Discrete(len(policy["action_net.bias"]))
        model.n_envs = 1
    model._setup_model()
    return model


def layers_of(policy: dict[str, Any], name: str) -> list[int]:
    """The numbers of the layers of a network that have weights."""
    return sorted(
        int(key.split(".")[2]) for key in policy if key.startswith(f"mlp_extractor.{name}.")
        and key.endswith(".bias")
    )  # fmt: skip


class Diverged(ValueError):  # noqa: N818 (the name says it)
    """A model with weights that are infinite or not numbers: it is neither saved nor played."""


def check_finite(model: Any, what: str) -> None:
    for name, weights in model.policy.state_dict().items():
        if not torch.isfinite(weights).all():
            raise Diverged(f"{what}: {name} holds weights that are not finite")


def need_file(path: str) -> None:
    """The library would look for PATH.zip too, and name only that."""
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path}")


def save_model(model: Any, path: Path) -> None:
    """Whole or not at all: a kill in the middle leaves the file before, and so does a Diverged."""
    check_finite(model, f"training diverged, {path} is left as it was")
    with atomic_write(path) as written:
        model.save(written)


class Progress(BaseCallback):
    """A line every few seconds, and the model saved every minute."""

    def __init__(self, steps: int, path: Path) -> None:
        super().__init__()
        self.steps, self.path = steps, path

    def _on_training_start(self) -> None:
        self.first = self.num_timesteps
        self.began = self.told = self.saved = time.perf_counter()

    def _on_step(self) -> bool:
        now = time.perf_counter()
        if now - self.told >= TELL_EVERY:
            self.told = now
            print(self.line(now - self.began), flush=True)
        if now - self.saved >= SAVE_EVERY:
            self.saved = now
            try:
                save_model(self.model, self.path)
            except OSError as error:  # there may be room again in the end
                print(f"cannot save {self.path}: {error}; training on", file=sys.stderr)
        return True

    def line(self, seconds: float) -> str:
        done = self.num_timesteps - self.first
        left = max(0.0, (self.steps - done) * seconds / done / 60)
        speed = f"{done / seconds:.0f} steps/s"
        return f"{done:,} of {self.steps:,} steps  {speed}  {left:.1f} min left"


def learn(model: MaskablePPO, steps: int, path: Path, is_new: bool) -> None:
    """However it ends, what was learned is saved."""
    batch = model.n_steps * model.n_envs
    progress = Progress(-(-steps // batch) * batch, path)  # the last batch is played whole
    try:
        model.learn(steps, callback=progress, reset_num_timesteps=is_new)
    finally:
        save_model(model, path)
        print(f"saved {path}")


def win_rate(
    model: MaskablePPO,
    opponents: str,
    players: int,
    games: int,
    seed: int = 0,
    game: str = DEFAULT_GAME,
) -> float:
    """Share of games won on random seats; a win of several is shared."""
    env = make_env(game, opponents, players)
    won = 0.0
    observation, _ = env.reset(seed=seed)
    for _ in range(games):
        is_over = False
        while not is_over:
            masks = env.action_masks()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, _, terminated, truncated, _ = env.step(int(action))
            is_over = terminated or truncated
        winners = env.game.winners
        won += 1 / len(winners) if env.seat in winners else 0.0
        observation, _ = env.reset()
    return won / games


class Sb3Agent:
    """A saved model as an agent of the arena."""

    batch = 64

    def __init__(self, path: str) -> None:
        self.model = load_model(path)

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        masks = mask.astype(bool)
        actions, _ = self.model.predict(observation, action_masks=masks, deterministic=True)
        return np.asarray(actions, np.int64)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m train.sb3",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--game", default=DEFAULT_GAME, help=f"name of the game ({DEFAULT_GAME})")
    add("--steps", type=int, default=200_000, help="decisions to learn from (200000)")
    add("--players", type=int, help="at a table (the game's usual number)")
    add("--opponents", default="random", help="random, greedy, or any agent (random)")
    add("--envs", type=int, default=8, help="tables played in turns (8)")
    add("--seed", type=int, default=0, help="of everything (0)")
    add("--load", metavar="ZIP", help="go on with this model")
    add("--run", default="runs/sb3", help="folder of the model and the curves (runs/sb3)")
    add("--games", type=int, default=100, help="to evaluate with (100)")
    return parser


def prepare(given: argparse.Namespace) -> MaskablePPO:
    """The model to train or to evaluate; what is wrong with the arguments is a ValueError."""
    for name, low, high in (
        ("steps", 0, 10**12), ("envs", 1, 4096), ("seed", 0, 2**32 - 1), ("games", 1, MAX_GAMES)
    ):  # fmt: skip
        if not low <= getattr(given, name) <= high:
            allowed = f"at least {low} and at most {high}"
            raise ValueError(f"--{name} is {allowed}, not {getattr(given, name)}")
    if given.seed > MAX_SEED:
        raise ValueError(f"--seed is at most {MAX_SEED}, not {given.seed}")
    if given.players is None:
        given.players = find(given.game).default_players
    if given.load:
        need_file(given.load)
    print("Getting ready (the first time the rules are compiled, which takes minutes) ...")
    envs = make_envs(given.envs, given.opponents, given.players, given.seed, given.game)
    if given.load:
        return load_model(given.load, env=envs, tensorboard_log=given.run)
    return make_model(envs, given.seed, given.run)


def make_room(path: Path, loaded: str | None) -> None:
    """A model that is there already gets another name, unless it is the one that goes on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_leftovers(path.parent, "model*.zip")
    if path.exists() and not (loaded and path.samefile(loaded)):
        others = (path.with_name(f"{path.stem}.{number}.zip") for number in count(1))
        aside = next(other for other in others if not other.exists())
        path.rename(aside)
        print(f"The model that was in {path} is now in {aside}.")


def tell_win_rates(model: MaskablePPO, given: argparse.Namespace) -> None:
    own = own_opponent(find(given.game))
    for opponents in ("random", "greedy") if given.players > 1 else (own,):
        seed = given.seed + OTHER_SEEDS
        rate = win_rate(model, opponents, given.players, given.games, seed, given.game)
        print(f"won {rate:.0%} of {given.games} games against {opponents}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser()
    given = parser.parse_args(arguments)
    path = Path(given.run) / "model.zip"
    try:
        model = prepare(given)
        if given.steps:
            make_room(path, given.load)
    except (ValueError, ImportError, OSError) as error:
        parser.error(str(error))
    try:
        with sigterm_interrupts():
            if given.steps:
                learn(model, given.steps, path, is_new=not given.load)
            tell_win_rates(model, given)
    except KeyboardInterrupt as stopped:
        print("Stopped.")
        return exit_status(stopped)
    except (Diverged, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
