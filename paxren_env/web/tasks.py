"""What workers do: answers of agents, analyses, and the compiling of rules."""

from functools import cache

from paxren_env.cli.common import Player, make_player
from paxren_env.core.game import Game
from paxren_env.core.spec import GameSpec, find


@cache
def _player(game: str, agent: str) -> Player:
    return make_player(find(game), agent)


def answer(game: Game, agent: str) -> int:
    """What the agent answers for the seat that must decide, knowing what that seat knows."""
    return int(_player(game.spec.name, agent)(game))


def prepare(spec: GameSpec) -> None:
    """Compile the rules of a game, or load them from the cache."""
    from paxren_env.warm import warm_up

    warm_up(spec.name)


def prepare_search(spec: GameSpec) -> None:
    """The same for the search of the analysis, where the agents are there."""
    game = spec.module("game").Game(seed=0)
    answer(game, "mcts:sims=1")
