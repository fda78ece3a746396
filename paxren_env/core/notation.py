"""What the notations of all games have in common: small checks that name the place, and frames.

A position is a dict that JSON can hold. What cannot be is refused with a ValueError that says
where: "players[1].coins: expected a whole number from 0 to 12, not -1".
"""

from typing import Any, NoReturn

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.frames import ARGUMENTS, CHANCE_DECISION, Frame, Frames

MOST_LISTED = 40  # names that an error lists


def fail(where: str, problem: str) -> NoReturn:
    """Refuse a position."""
    raise ValueError(f"{where}: {problem}")


def check_keys(value: Any, where: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A dict without unknown keys."""
    if not isinstance(value, dict):
        fail(where, f"expected a dict, not {value!r}")
    for key in value:
        if key not in known:
            fail(f"{where}.{key}", f"unknown key; the keys are {', '.join(known)}")
    return value


def check_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        fail(where, f"expected a list, not {value!r}")
    return list(value)


def check_number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        fail(where, f"expected a whole number from {low} to {high}, not {value!r}")
    return value


def check_flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        fail(where, f"expected true or false, not {value!r}")
    return value


def find_name(value: Any, where: str, values: tuple[Any, ...], what: str) -> int:
    """The id of a name."""
    for number, name in enumerate(values):
        if type(value) is type(name) and value == name:
            return number
    if len(values) > MOST_LISTED:
        fail(where, f"unknown {what} {value!r}")
    fail(where, f"unknown {what} {value!r}; one of {', '.join(str(v) for v in values)}")


def check_viewer(viewer: int | None, num_players: int) -> None:
    """Nobody, or a seat at the table."""
    if viewer is not None and viewer not in range(num_players):
        raise ValueError(f"viewer is a seat from 0 to {num_players - 1}, not {viewer!r}")


# --- frames ---------------------------------------------------------------------------------------
def write_frame(frames: Frames, frame: list[int]) -> dict[str, Any]:
    """A frame of the stack: its name, its player, its arguments by name."""
    row = frames.by_id()[frame[0]]
    written: dict[str, Any] = {"frame": row.name}
    if frame[1] >= 0:
        written["player"] = frame[1]
    for kind, value in zip(row.about, frame[2:], strict=False):
        if value != NONE:
            written[kind.label] = kind.values[value]
    return written


def read_frame(
    frames: Frames, value: Any, where: str, num_players: int, player: int = NONE
) -> list[int]:
    """The five numbers of a frame; without a player it is this one's, or that of chance."""
    if not isinstance(value, dict) or "frame" not in value:
        fail(where, f"expected a dict with the key frame, not {value!r}")
    row = frames.by_name().get(value["frame"])
    if row is None:
        fail(f"{where}.frame", f"unknown frame {value['frame']!r}")
    check_keys(value, where, ("frame", "player", *(kind.label for kind in row.about)))
    if row.what == CHANCE_DECISION:
        player = CHANCE
    elif "player" in value:
        player = check_number(value["player"], f"{where}.player", 0, num_players - 1)
    return [row.id, player, *_read_arguments(row, value, where)]


def _read_arguments(row: Frame, value: dict[str, Any], where: str) -> list[int]:
    numbers = [NONE] * ARGUMENTS
    for i, kind in enumerate(row.about):
        key = kind.label
        if key in value:
            numbers[i] = find_name(value[key], f"{where}.{key}", kind.values, key)
        elif not kind.is_optional:
            fail(where, f"missing key {key}")
    return numbers
