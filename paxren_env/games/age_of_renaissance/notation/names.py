"""What things are called in a position, and looking names up."""

from typing import Any

from paxren_env.core.notation import find_name
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t

Position = dict[str, Any]

SHIP_NAMES = tuple(
    "none" if row == c.NO_SHIP else f"{c.SHIP_ROW_NAMES[row]} {number}" for row, number in t.SHIPS
)
# Yes-or-no and small fields of the record that stand in a position under their own name.
PLAIN_FLAGS = (
    "strife", "crusades", "doubled", "mongols", "armor_void", "papal_void", "last_turn",
    "bids_secret",
)  # fmt: skip
PLAIN_NUMBERS = ("turn", "epoch", "expansion_cards", "falls", "num_leaders", "war_ties", "ending")
PLAYER_NUMBERS = (
    "choice_rank", "cash", "written_cash", "bid", "expansion", "misery", "fell", "relief",
)  # fmt: skip
PILES = {"reserve": c.RESERVE, "replay": c.REPLAY, "out": c.OUT}


def look_up(where: str, name: Any, names: tuple[str, ...]) -> int:
    """The id of a name."""
    return find_name(name, where, names, "name")


def letters(bits: int) -> str:
    """Advances as letters."""
    return "".join(letter for i, letter in enumerate(t.ADVANCE_LETTERS) if bits >> i & 1)


def seats(bits: int) -> list[int]:
    return [seat for seat in range(c.MAX_PLAYERS) if bits >> seat & 1]


def seat_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def face_of(card: int) -> str:
    return t.FACE_NAMES[t.CARD_FACE[card]]
