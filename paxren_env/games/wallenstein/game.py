"""Game: Wallenstein."""

from paxren_env.core import game as core
from paxren_env.games.wallenstein import SPEC


class Game(core.Game):
    """One game of Wallenstein.

    >>> game = Game(num_players=4, seed=7, emperors_court=True)
    >>> while not game.is_over:
    ...     game.step(game.legal_actions()[0])
    """

    spec = SPEC
