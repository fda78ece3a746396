"""Game: Age of Renaissance, with what only this game can tell."""

from typing import Any

from paxren_env.core import game as core
from paxren_env.games.age_of_renaissance import SPEC


class Game(core.Game):
    """One game of Age of Renaissance.

    >>> game = Game(num_players=3, seed=7, version="basic")
    >>> while not game.is_over:
    ...     game.step(game.legal_actions()[0])
    """

    spec = SPEC

    def scores(self) -> list[dict[str, Any]]:
        """For each seat: rank, score and what it is made of (6.3)."""
        from paxren_env.games.age_of_renaissance.report import scores

        return scores(self.states)
