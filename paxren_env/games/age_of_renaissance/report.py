"""6.3 in Python: the score of every seat and what it is made of."""

from typing import Any

import numpy as np

from paxren_env.games.age_of_renaissance.constants import CHAOS, NUM_ADVANCES
from paxren_env.games.age_of_renaissance.tables import COST, MISERY_VALUE


def scores(states: np.ndarray) -> list[dict[str, Any]]:
    """Rank, score, list prices of advances, cash and Misery of each seat of game 0."""
    row = states[0]
    seats = [seat_score(row, player) for player in range(row["num_players"])]
    for seat in seats:
        seat["rank"] = 1 + sum(order(other) > order(seat) for other in seats)
    return seats


def seat_score(row: Any, player: int) -> dict[str, Any]:
    owned = int(row["advances"][player])
    prices = sum(int(COST[i]) for i in range(NUM_ADVANCES) if owned >> i & 1)
    is_live = row["misery"][player] < CHAOS
    cash, misery = int(row["cash"][player]), int(MISERY_VALUE[row["misery"][player]])
    return {
        "advances": prices,
        "cash": cash,
        "misery": misery if is_live else None,
        "score": prices + cash - misery if is_live else None,
        "fell": int(row["fell"][player]),
    }


def order(seat: dict[str, Any]) -> tuple[bool, int]:
    """Live players by score, then the others, who fell later first."""
    is_live = seat["score"] is not None
    return (is_live, seat["score"] if is_live else seat["fell"])
