"""Agents that misbehave, and one that writes down what it is shown; for the tests of the arena."""

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from paxren_env.core.game import Game


class First:
    """Always the first legal action."""

    batch = 3

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        return mask.argmax(axis=1)


class Crasher(First):
    """Breaks down in every game that it comes to a certain turn of."""

    def __init__(self, turn: int = 2) -> None:
        self.turn = turn

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        if any(game.states["turn"][0] >= self.turn for game in games):
            raise ZeroDivisionError("oops")
        return super().act(observation, mask, games)


class Cheat(First):
    """Answers what is not legal."""

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        return mask.argmin(axis=1)


class Shapeless(First):
    """Answers in floats."""

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        return super().act(observation, mask, games) * 1.0


class Killer(First):
    """Takes its process with it as soon as it must answer for the first seat."""

    batch = 1

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        if any(game.deciding_player == 0 for game in games):
            os._exit(3)
        return super().act(observation, mask, games)


class Sleeper(First):
    """Says that it is asleep, and never answers."""

    batch = 1

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        Path(f"asleep_{os.getpid()}").touch()
        time.sleep(3600)
        return super().act(observation, mask, games)


class Mortal(First):
    """Takes its process with it, but only once: a file says that it did."""

    batch = 1

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        with suppress(FileExistsError):
            Path("killed").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(observation, mask, games)


class Slow(First):
    """Takes its time, and says that it is there."""

    batch = 1

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        Path(f"slow_{os.getpid()}").touch()
        time.sleep(0.1)
        return super().act(observation, mask, games)


class Witness(First):
    """Keeps all that it is shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[np.ndarray, np.ndarray, list[Game]]] = []

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        self.shown.append((observation, mask, list(games)))
        return super().act(observation, mask, games)


class Local(First):
    """Wants to know which game it is made for."""

    def __init__(self, game: str) -> None:
        self.game = game
