"""Elo-like ratings: one maximum likelihood fit to the games of many tables.

The model: a seat wins in proportion to its strength, at tables of any size (Bradley-Terry, and
Plackett and Luce's first place). 400 points more mean odds of 10 to 1. Fitted by Hunter's MM
algorithm (2004), with a win and a loss against the average as a prior, which keeps points finite.
"""

from collections.abc import Sequence

import numpy as np

MEAN = 1500
TOLERANCE = 1e-6  # of the logarithm of a strength: less than a thousandth of a point
MAX_ROUNDS = 20_000


def fit(seats: np.ndarray, games: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """Points (B, N) of N agents in B sets of games; 1500 on average.

    `seats` (T, N): how many seats each agent has at each of T tables; `games` (B, T): how many
    games with a winner were played there; `wins` (B, N): of each agent, winners share a win.
    """
    strength = np.ones(wins.shape)
    if not strength.size:
        return strength
    for _ in range(MAX_ROUNDS):
        met = 2 / (strength + 1) + (games / (strength @ seats.T)) @ seats
        better = (wins + 1) / met
        change = np.abs(np.log(better / strength)).max()
        strength = better
        if change < TOLERANCE:
            break
    points = 400 * np.log10(strength)
    return MEAN + points - points.mean(axis=1, keepdims=True)


def seat_counts(tables: Sequence[Sequence[str]], names: Sequence[str]) -> np.ndarray:
    """How many seats each agent has at each table (T, N), for `fit`."""
    return np.array([[table.count(name) for name in names] for table in tables], float).reshape(
        len(tables), len(names)
    )
