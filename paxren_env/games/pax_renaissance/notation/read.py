"""A position from a dict, also from one written by hand with much left out."""

import numpy as np

from paxren_env.core.game import Position
from paxren_env.core.log import Event
from paxren_env.core.notation import check_keys, fail
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.notation.derive import derive
from paxren_env.games.pax_renaissance.notation.read_table import Reader, clear, read_table
from paxren_env.games.pax_renaissance.notation.read_turn import read_pending, read_result, read_turn
from paxren_env.games.pax_renaissance.state import new_states

KEYS = ("options", "turn", "first_player", "players", "thrones", "market", "decks", "discard",
        "religions", "emporia", "cities", "borders", "victories", "pending", "resolution",
        "result")  # fmt: skip


def from_dict(
    position: Position,
) -> tuple[np.ndarray, np.ndarray, list[Event], list[tuple[int, int]]]:
    """The game at this position, the mask of what is legal, and what the bot did if it was to play.

    ValueError if the position cannot be.
    """
    if isinstance(position, dict) and "viewer" in position:
        fail("viewer", "a position as one player sees it hides cards and cannot be loaded")
    check_keys(position, "position", KEYS)
    states = new_states(1)
    s = view(states, 0)
    clear(s)
    read_table(Reader(s), position)
    read_turn(s, position)
    if "result" in position:
        read_result(s, position)
    else:
        read_pending(s, position)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    return states, mask, *derive(states, mask)
