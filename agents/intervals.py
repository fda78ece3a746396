"""95 % intervals of win rates, clustered by deal.

The games of one deal, in all rotations and at all tables, share their luck: they are one cluster,
and only deals are independent of each other. The interval is Wilson's with the effective number of
games, as surveys compute it for proportions (Korn and Graubard 1998; Dean and Pagano 2015):

- design effect: the cluster-robust variance (CR1: residuals summed by deal, K / (K - 1)) over that
  of independent games. It is above 1 if a deal favours an agent in every seat, and below 1 if luck
  goes with the seat, so that the rotations of a deal cancel it.
- near 0 and 1 the games tell little of it: one pseudo-game of a deal that counts as one game alone
  is mixed in. Without a single loss, deals are all that is counted.
- few deals: the effective number is scaled by (z / t)^2, with Student's t of K - 1 degrees.
"""

import math
from collections.abc import Sequence

import numpy as np

Z95 = 1.959964  # of the normal distribution: 95 % lie within
T95 = (12.7062, 4.3027, 3.1824, 2.7764)  # of Student's t, 1 to 4 degrees of freedom
PSEUDO_GAMES = 1.0

Score = tuple[float, int]  # wins and seats
Interval = tuple[float, float]


def wilson(rate: float, games: float) -> Interval:
    """Wilson's 95 % interval of a win rate over so many independent games."""
    if games == 0:
        return 0.0, 1.0
    spread = Z95 * Z95 / games
    middle = rate + spread / 2
    half = Z95 * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return max(0.0, float(low)), min(1.0, float(high))


def clustered(scores: Sequence[Score]) -> Interval:
    """The 95 % interval of all wins over all seats, from the wins and seats of each deal.

    >>> clustered([(1, 2), (2, 2), (1, 2), (2, 2)])   # four deals of two games
    """
    if len(scores) < 2:
        return 0.0, 1.0
    wins, seats = np.array(scores, float).T
    games = effective_games(wins, seats) * (Z95 / student_t(len(scores) - 1)) ** 2
    return wilson(wins.sum() / seats.sum(), games)


def effective_games(wins: np.ndarray, seats: np.ndarray) -> float:
    """How many independent games would tell as much as these of two deals or more."""
    deals, total = len(wins), seats.sum()
    rate = wins.sum() / total
    squares = ((wins - rate * seats) ** 2).sum() * deals / (deals - 1)
    games_per_deal = (seats**2).sum() / total
    independent = total * rate * (1 - rate)
    design_effect = (squares + PSEUDO_GAMES * games_per_deal) / (independent + PSEUDO_GAMES)
    return total / design_effect


def student_t(degrees: int) -> float:
    """The 97.5 % point of Student's t; from 5 degrees on by Cornish and Fisher's series."""
    if degrees <= len(T95):
        return T95[degrees - 1]
    z, n = Z95, degrees  # Abramowitz and Stegun 26.7.5
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3
