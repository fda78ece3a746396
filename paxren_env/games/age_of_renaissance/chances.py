"""7.5: the outcomes of a roll with their probabilities, where they can be listed."""

from itertools import permutations, product
from typing import Any

from paxren_env.games.age_of_renaissance import frames as f

DICE = {f.ATTACK_DICE: 3, f.WAR_DICE: 2, f.MARKET_DICE: 3}


def chance_outcomes(game: Any) -> list[tuple[tuple[int, ...], float]] | None:
    """Dice, tied seats and the pick from a hand; shuffles are too many."""
    row = game.states[0]
    frame, _, a, b, _ = row["stack"][row["stack_size"] - 1].tolist()
    if frame in DICE:
        outcomes = list(product(range(1, 7), repeat=DICE[frame]))
    elif frame == f.PICK_FROM_HAND:
        outcomes = [(index,) for index in range(row["hand_size"][b])]
    elif frame == f.BID_TIE:
        ranks = row["choice_rank"][: row["num_players"]]
        outcomes = list(permutations(int(seat) for seat, rank in enumerate(ranks) if rank == a))
    else:
        return None
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]
