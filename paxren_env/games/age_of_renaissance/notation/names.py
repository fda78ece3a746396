"""What things are called in a position, and looking names up."""

from typing import Any

from paxren_env.core.notation import fail
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.frames import frames

Position = dict[str, Any]

# The kinds of frame arguments that have names; all others are numbers.
NAMES: dict[str, tuple[str, ...]] = {
    "phase": c.PHASE_NAMES,
    "mode": c.MODE_NAMES,
    "case": c.CASE_NAMES,
    "province": t.PROVINCE_NAMES,
    "area": c.AREA_NAMES,
    "commodity": c.COMMODITY_NAMES,
    "shuffle": c.SHUFFLE_NAMES,
}
SHIP_NAMES = tuple(
    "none" if row == c.NO_SHIP else f"{c.SHIP_ROW_NAMES[row]} {number}" for row, number in t.SHIPS
)
FRAMES = frames.by_id()
FRAMES_BY_NAME = frames.by_name()
# Yes-or-no and small fields of the record that stand in a position under their own name.
PLAIN_FLAGS = (
    "strife", "crusades", "doubled", "mongols", "armor_void", "papal_void", "last_turn",
    "bids_secret",
)  # fmt: skip
PLAIN_NUMBERS = ("turn", "epoch", "expansion_cards", "falls", "num_leaders", "war_ties", "ending")
# With the least and the most that a position may say of each.
MOST_CASH = 10**6
PLAYER_NUMBERS = {
    "choice_rank": (0, c.MAX_PLAYERS),
    "cash": (0, MOST_CASH),
    "written_cash": (0, MOST_CASH),
    "bid": (-9999, 9999),
    "expansion": (0, c.TOKENS),
    "misery": (0, c.CHAOS),
    "fell": (0, c.MAX_PLAYERS),
    "relief": (0, 9),
}
PILES = {"reserve": c.RESERVE, "replay": c.REPLAY, "out": c.OUT}


def look_up(where: str, name: Any, names: tuple[str, ...]) -> int:
    """The id of a name."""
    if name not in names:
        fail(where, f"{name!r} is none of {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}")
    return names.index(name)


def letters(bits: int) -> str:
    """Advances as letters."""
    return "".join(letter for i, letter in enumerate(t.ADVANCE_LETTERS) if bits >> i & 1)


def seats(bits: int) -> list[int]:
    return [seat for seat in range(c.MAX_PLAYERS) if bits >> seat & 1]


def seat_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def face_of(card: int) -> str:
    return t.FACE_NAMES[t.CARD_FACE[card]]
