"""Ready the entries that only this game has."""

from paxren_env.games.pax_renaissance.game import Game
from paxren_env.games.pax_renaissance.report import victory_report


def warm_up() -> None:
    """Compile them, or load them from the cache."""
    victory_report(Game(seed=0))
