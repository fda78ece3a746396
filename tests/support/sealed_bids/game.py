"""Game: Sealed Bids."""

from paxren_env.core import game as core
from tests.support.sealed_bids import SPEC


class Game(core.Game):
    """One game of Sealed Bids.

    >>> game = Game(num_players=3, seed=7)
    >>> while not game.is_over:
    ...     game.step(game.legal_actions()[0])
    """

    spec = SPEC
