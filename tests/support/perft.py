"""Counting sequences of answers: by clones, and again through notation and words."""

from collections.abc import Iterator

from paxren_env.core.game import Game


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many answers; a game that ends before counts once."""
    if depth == 0 or game.is_over:
        return 1
    legal = game.legal_actions()
    if depth == 1:
        return len(legal)
    number = 0
    for action in legal:
        child = game.clone()
        child.step(action)
        number += perft(child, depth - 1)
    return number


def sequences(game: Game, depth: int) -> Iterator[tuple[str, ...]]:
    """The sequences in words, every position written down and read again."""
    if depth == 0 or game.is_over:
        yield ()
        return
    for words in game.spec.module("text").action_names(game).values():
        child = type(game).from_dict(game.to_dict())
        child.step(child.parse_action(words))
        for rest in sequences(child, depth - 1):
            yield (words, *rest)
