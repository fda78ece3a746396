"""Self-play PPO of RLlib (new API stack) on any game of the house, with masks.

    pip install 'paxren-env[rllib]'
    python -m train.rllib --iterations 20
    python -m train.rllib --game NAME --players 3 --iterations 50
    python -m agents.arena train.rllib.RllibAgent:path=runs/rllib random --players 2

One module plays every seat: `self_play` makes its configuration, to change as you like:

    from train.rllib import self_play
    algorithm = self_play("NAME", num_players=3).training(lr=1e-4).build_algo()
    algorithm.train()

A checkpoint of RLlib can run code when it is loaded: take it only from people you trust.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns at every start

import numpy as np
import torch
from gymnasium.spaces import Box, Dict, Discrete
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from paxren_env import DEFAULT_GAME
from paxren_env.core.game import Game
from paxren_env.core.spec import find
from paxren_env.envs.aec import RawEnv
from paxren_env.envs.parallel import ParallelEnv

MODULE = "everybody"  # the one that plays every seat
COUNT_UP_TO = 10.0  # larger counts of the observation are scaled down to this


class RllibEnv(MultiAgentEnv):
    """One game: whoever must decide is shown it, all get their rewards at the end."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.table = ParallelEnv(RawEnv(**dict(config or {"game": DEFAULT_GAME})))
        spec = self.table.aec.spec
        self.possible_agents = self.table.possible_agents
        self.agents = list(self.possible_agents)
        # The module reads numbers of about 1: counts are scaled by what they can be.
        self.scale = 1.0 / np.clip(spec.layout.high.astype(np.float32) / COUNT_UP_TO, 1.0, None)
        space = Dict(
            {
                "observations": Box(-128.0, 127.0, (spec.observation_size,), np.float32),
                "action_mask": Box(0.0, 1.0, (spec.num_actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(spec.num_actions))

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        observations, _ = self.table.reset(seed=seed)
        self.agents = list(self.table.agents)
        return self._shown(observations, [self.table.aec.agent_selection]), {}

    def step(self, action_dict: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """The answer of whoever was asked. An illegal one loses: RLlib tries one at the start."""
        observations, rewards, terminations, truncations, _ = self.table.step(action_dict)
        self.agents = list(rewards)  # RLlib counts those who have just ended too
        alive = self.table.agents
        done = [name for name in rewards if name not in alive]
        asked = [self.table.aec.agent_selection] if alive else []
        seen = self._shown(observations, [*done, *asked])
        paid = {name: reward for name, reward in rewards.items() if name in seen or reward}
        is_cut = any(truncations.values())
        ended = {name: terminations[name] for name in done}
        cut = {name: truncations[name] for name in done}
        ended["__all__"], cut["__all__"] = not alive and not is_cut, is_cut
        return seen, paid, ended, cut, {}

    def _shown(self, observations: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
        return {name: shown(observations[name], self.scale) for name in names}


def shown(seen: Any, scale: np.ndarray) -> dict[str, np.ndarray]:
    """What a seat sees, as RLlib's masking module wants it."""
    return {
        "observations": seen["observation"] * scale,
        "action_mask": seen["action_mask"].astype(np.float32),
    }


def self_play(game: str = DEFAULT_GAME, **options: Any) -> PPOConfig:
    """The configuration of PPO with one module on every seat; options are those of the game."""
    return (
        PPOConfig()
        .environment(RllibEnv, env_config={"game": game, **options})
        .multi_agent(policies={MODULE}, policy_mapping_fn=lambda *_, **__: MODULE)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "relu"},
            )
        )
        .training(
            train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=3, lr=5e-4,
            gamma=0.997, lambda_=0.95, entropy_coeff=0.01,
        )
        .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
    )  # fmt: skip


class RllibAgent:
    """A saved module as an agent of the arena: its likeliest action."""

    batch = 64

    def __init__(self, path: str, game: str = DEFAULT_GAME) -> None:
        folder = Path(path) / "learner_group" / "learner" / "rl_module" / MODULE
        if not folder.is_dir():
            raise ValueError(f"{path} is no checkpoint that train/rllib.py wrote")
        self.module = RLModule.from_checkpoint(folder.resolve())
        self.scale = RllibEnv({"game": game}).scale

    @torch.no_grad()
    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        seen = shown({"observation": observation, "action_mask": mask}, self.scale)
        batch = {"obs": {name: torch.from_numpy(array) for name, array in seen.items()}}
        logits = self.module.forward_inference(batch)["action_dist_inputs"]
        return np.where(mask, logits.numpy(), -np.inf).argmax(axis=1)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m train.rllib",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--game", default=DEFAULT_GAME, help=f"name of the game ({DEFAULT_GAME})")
    add("--players", type=int, help="at a table (the game's usual number)")
    add("--iterations", type=int, default=20, help="of training (20)")
    add("--run", default="runs/rllib", help="folder of the checkpoint (runs/rllib)")
    add("--seed", type=int, default=0, help="of everything (0)")
    given = parser.parse_args(arguments)
    try:
        players = find(given.game).default_players if given.players is None else given.players
        RllibEnv({"game": given.game, "num_players": players})
    except ValueError as error:
        parser.error(str(error))
    config = self_play(given.game, num_players=players).debugging(seed=given.seed)
    algorithm = config.build_algo()
    folder = Path(given.run).resolve()
    for number in range(1, given.iterations + 1):
        result = algorithm.train()
        learner = result["learners"][MODULE]
        print(
            f"{number} of {given.iterations}: {result['num_env_steps_sampled_lifetime']:,} steps, "
            f"entropy {learner['entropy']:.2f}, value loss {learner['vf_loss']:.3f}",
            flush=True,
        )
        algorithm.save_to_path(folder)
    algorithm.stop()
    print(f"saved {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
