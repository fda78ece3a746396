"""The compiled policies as agents: `random` and `greedy`."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from paxren_env.core.game import Game
from paxren_env.core.policies import GREEDY, RANDOM, answers


class _Compiled:
    """A policy of paxren_env/core/policies.py; the seed decides between equals."""

    policy: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The policy's action (N,) in each game: see `Agent.act`."""
        return answers(self.policy, games, mask, self.seed)


class Random(_Compiled):
    """Any legal action, each with the same probability."""

    policy = RANDOM


class Greedy(_Compiled):
    """The action that leads to the best position, by the evaluation that the game brings."""

    policy = GREEDY
