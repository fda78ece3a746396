"""The PettingZoo parallel environment: everybody observes and answers at every step.

Only the answer of the agent that must decide counts: its mask says what is legal, the masks of the
others are empty, and what they answer is not looked at. For libraries that know parallel
environments only; `envs.aec` is the natural form of these games.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import ParallelEnv as ParallelBase

from paxren_env.core.chance import new_rng
from paxren_env.core.masks import random_legal
from paxren_env.core.record import view
from paxren_env.envs.aec import RawEnv

ILLEGAL = ("loses", "random")
Answers = dict[str, Any]  # by agent


class ParallelEnv(ParallelBase):
    """One game of the house; takes what `envs.aec.RawEnv` takes.

    An illegal answer "loses" the game, or a "random" legal one is taken in its place (`illegal`).
    After `max_cycles` steps the game is truncated.
    """

    def __init__(
        self, raw: RawEnv, *, illegal: str = "loses", max_cycles: int | None = None
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {ILLEGAL}, not {illegal!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is a number from 1 on, or None, not {max_cycles}")
        self.aec = raw
        self.aec.illegal_loses = illegal == "loses"
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.metadata = {**raw.metadata, "is_parallelizable": True}
        self.possible_agents = raw.possible_agents
        self.render_mode = raw.render_mode
        self.state_space = raw.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict | Box:
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> Discrete:
        return self.aec.action_space(agent)

    @property
    def game(self) -> Any:
        """The game itself: texts, history, saving."""
        return self.aec.game

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Answers, Answers]:
        """Begin a game: see `RawEnv.reset`. Observations and infos of everybody."""
        self.aec.reset(seed, options)
        self.agents = list(self.aec.agents)
        self._cycles = 0
        self._rng = new_rng(self.aec.game.seed or 0)
        return self._observations(), dict(self.aec.infos)

    def step(self, actions: Answers) -> tuple[Answers, Answers, Answers, Answers, Answers]:
        """One answer of everybody: observations, rewards, terminations, truncations, infos."""
        if not self.agents:
            raise ValueError("no game is going on: reset first")
        agent = self.aec.agent_selection
        if agent not in actions:
            raise ValueError(f"{agent} must decide, and has no action among those given")
        self.aec.step(self._allowed(actions[agent]))
        self._cycles += 1
        raw = self.aec
        asked = self.agents
        rewards = {name: raw.rewards.get(name, 0.0) for name in asked}
        terminations = {name: raw.terminations[name] for name in asked}
        is_cut = self.max_cycles is not None and self._cycles >= self.max_cycles
        truncations = {
            name: raw.truncations[name] or (is_cut and not terminations[name]) for name in asked
        }
        outputs = self._observations(), rewards, terminations, truncations, dict(raw.infos)
        self._let_the_dead_go()
        self.agents = [n for n in asked if not (terminations[n] or truncations[n])]
        return outputs

    def _allowed(self, action: Any) -> Any:
        """The answer, or a random legal one in place of an illegal one if that is agreed."""
        mask = self.aec.game.legal_mask()
        is_legal = 0 <= int(action) < len(mask) and mask[int(action)]
        if is_legal or self.illegal == "loses":
            return action
        return int(random_legal(view(self.aec.game.states, 0), mask, self._rng))

    def _observations(self) -> Answers:
        return {name: self.aec.observe(name) for name in self.agents}

    def _let_the_dead_go(self) -> None:
        """In an AEC environment, whoever is done takes a last step; nobody waits for it here."""
        raw = self.aec
        while raw.agents and (
            raw.terminations[raw.agent_selection] or raw.truncations[raw.agent_selection]
        ):
            raw.step(None)

    def state(self) -> np.ndarray:
        return self.aec.state()

    def render(self) -> Any:
        return self.aec.render()

    def close(self) -> None:
        self.aec.close()
