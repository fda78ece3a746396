"""Random games for the tests: like uniform ones, but they sell and pass less, so more happens."""

import random
from collections.abc import Iterator
from typing import Any

from paxren_env import Game
from paxren_env.games.pax_renaissance.actions import NO, OPS, SELL


def lively_action(game: Game, rng: random.Random) -> int:
    """A legal action; sales only if there is nothing else, NO now and then."""
    legal = game.legal_actions()
    lively = [a for a in legal if not SELL <= a < OPS and (a != NO or rng.random() < 0.1)]
    return rng.choice(lively or legal)


def positions(num_players: int, seed: int, **options: Any) -> Iterator[Game]:
    """One game at each of its decisions and at its end; always the same object."""
    game = Game(num_players, seed=seed, **options)
    rng = random.Random(seed)
    yield game
    while not game.is_over:
        game.step(lively_action(game, rng))
        yield game


def finished(num_players: int, seed: int, **options: Any) -> Game:
    """A whole game."""
    return list(positions(num_players, seed, **options))[-1]


def middle(num_players: int, seed: int, steps: int, **options: Any) -> Game:
    """A game after so many choices."""
    for number, game in enumerate(positions(num_players, seed, **options)):
        if number == steps:
            return game
    raise AssertionError(f"the game of seed {seed} has no {steps} choices")
