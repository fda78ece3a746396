"""Ready every compiled entry, so that the next start is quick: python -m paxren_env.warm"""

from paxren_env.core import builtin, engine, greedy, returns
from paxren_env.core.game import Game
from paxren_env.core.jit import RULES
from paxren_env.envs import vector
from paxren_env.games.pax_renaissance import observe
from paxren_env.games.pax_renaissance.report import victory_report


def warm_up() -> None:
    """Compile every entry of the package, or load it from the cache."""
    for module in (engine, returns, observe, builtin, greedy, vector):
        module.warm_up()
    game = Game(seed=0)
    game.determinize(0, 0)
    victory_report(game)
    check_overloads()


def check_overloads() -> None:
    """A rule compiled for two kinds of arguments costs twice: integers are widened against that."""
    twice = [rule.__name__ for rule in RULES if len(rule.overloads) > 1]
    if twice:
        raise AssertionError(f"compiled more than once: {', '.join(twice)}")


if __name__ == "__main__":
    warm_up()
