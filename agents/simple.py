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
        return answers(self.policy, games, mask, self.seed)


class Random(_Compiled):
    """Any legal action, each as likely as the other."""

    policy = RANDOM


class Greedy(_Compiled):
    """The action that leads to the best position: the weights are in paxren_env/games/pax_renaissance/evaluate.py."""

    policy = GREEDY
