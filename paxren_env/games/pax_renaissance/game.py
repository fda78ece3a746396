"""Game: Pax Renaissance, with what only this game can tell."""

from typing import Any

from paxren_env.core import game as core
from paxren_env.games.pax_renaissance import SPEC


class Game(core.Game):
    """One game of Pax Renaissance.

    >>> game = Game(num_players=3, seed=7)
    >>> while not game.is_over:
    ...     game.step(game.legal_actions()[0])
    """

    spec = SPEC

    @property
    def victory(self) -> str | None:
        """The name of the victory that ended the game."""
        return self.ending

    def victory_report(self) -> dict[str, Any]:
        """For each victory and player what is met and what is missing, in numbers."""
        from paxren_env.games.pax_renaissance.report import victory_report

        return victory_report(self)

    def bot_log(self) -> list[str]:
        """What the bot was after so far, and what it did for it."""
        from paxren_env.games.pax_renaissance.solo import aims

        return list(aims.bot_log(self))
