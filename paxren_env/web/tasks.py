"""What workers do: answers of agents, and the compiling of what only they need."""

from functools import cache

from paxren_env.cli.common import Player, make_player
from paxren_env.core.game import Game
from paxren_env.core.jit import GAMES, INTERPRETED, WAITING
from paxren_env.core.spec import GameSpec, find


@cache
def _player(game: str, agent: str) -> Player:
    spec = find(game)
    _play_uncompiled(spec)
    return make_player(spec, agent)


def _play_uncompiled(spec: GameSpec) -> None:
    """What a process beside the server still compiles runs as plain Python here too."""
    if not INTERPRETED and not GAMES[spec.record].load_exports():
        WAITING.add(spec.record)


def answer(game: Game, agent: str) -> int:
    """What the agent answers for the seat that must decide, knowing what that seat knows."""
    return int(_player(game.spec.name, agent)(game))


def prepare_search(spec: GameSpec, network: str | None) -> None:
    """Compile the searches of the analysis, or load them; the rules are compiled before."""
    game = spec.module("game").Game(seed=0)
    answer(game, "mcts:sims=1")
    if network:
        answer(game, f"search:{network},sims=1")
