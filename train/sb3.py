"""MaskablePPO of sb3-contrib on the Gymnasium environment: the quick way to try something.

    python -m train.sb3 --steps 200000
    python -m train.sb3 --load runs/sb3/model.zip --steps 0      evaluate a saved model only
    python -m agents.arena train.sb3.Sb3Agent:path=runs/sb3/model.zip random --players 2

For agents that play well see train/ppo.py, which plays many games in one compiled call.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

from paxren_env.game import Game
from paxren_env.gym import PaxEnv

# With hundreds of actions the rounding of float32 makes the probabilities add up to a little more
# or less than 1, and torch would reject them ("Simplex()").
torch.distributions.Distribution.set_default_validate_args(False)


def make_envs(number: int, opponents: str, players: int, seed: int) -> VecEnv:
    """Tables with one learner's seat, another one in each game."""
    settings = {"opponents": opponents, "num_players": players, "seat": "random"}
    return make_vec_env(PaxEnv, number, seed, env_kwargs=settings)


def make_model(envs: VecEnv, seed: int, folder: str | None, **settings: Any) -> MaskablePPO:
    """The defaults of the library, but for a longer batch and a network that fits the vector."""
    chosen: dict[str, Any] = {
        "n_steps": 512,
        "batch_size": 512,
        "n_epochs": 4,
        "gamma": 0.997,
        "ent_coef": 0.01,
        "learning_rate": 5e-4,
        "policy_kwargs": {"net_arch": [128, 128]},
    } | settings
    return MaskablePPO("MlpPolicy", envs, seed=seed, tensorboard_log=folder, **chosen)


def win_rate(model: MaskablePPO, opponents: str, players: int, games: int, seed: int = 0) -> float:
    """Share of games won on random seats."""
    env = PaxEnv(opponents, players, "random")
    won = 0.0
    observation, _ = env.reset(seed=seed)
    for _ in range(games):
        is_over = False
        while not is_over:
            masks = env.action_masks()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, terminated, truncated, _ = env.step(int(action))
            is_over = terminated or truncated
        won += max(0.0, reward)
        observation, _ = env.reset()
    return won / games


class Sb3Agent:
    """A saved model as an agent of the arena."""

    batch = 64

    def __init__(self, path: str) -> None:
        self.model = MaskablePPO.load(path)

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        masks = mask.astype(bool)
        actions, _ = self.model.predict(observation, action_masks=masks, deterministic=True)
        return np.asarray(actions, np.int64)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m train.sb3",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--steps", type=int, default=200_000, help="decisions to learn from (200000)")
    add("--players", type=int, default=2, help="at a table (2)")
    add("--opponents", default="random", help="random, greedy, or any agent (random)")
    add("--envs", type=int, default=8, help="tables played in turns (8)")
    add("--seed", type=int, default=0, help="of everything (0)")
    add("--load", metavar="ZIP", help="go on with this model")
    add("--run", default="runs/sb3", help="folder of the model and the curves (runs/sb3)")
    add("--games", type=int, default=100, help="to evaluate with (100)")
    given = parser.parse_args(arguments)
    envs = make_envs(given.envs, given.opponents, given.players, given.seed)
    if given.load:
        model = MaskablePPO.load(given.load, env=envs, tensorboard_log=given.run)
    else:
        model = make_model(envs, given.seed, given.run)
    if given.steps:
        model.learn(given.steps, reset_num_timesteps=not given.load)
        Path(given.run).mkdir(parents=True, exist_ok=True)
        model.save(Path(given.run) / "model.zip")
        print(f"saved {given.run}/model.zip")
    for opponents in ("random", "greedy"):
        rate = win_rate(model, opponents, given.players, given.games, given.seed)
        print(f"won {rate:.0%} of {given.games} games against {opponents}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
