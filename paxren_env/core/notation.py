"""What the notations of all games have in common: small checks that name the place, and frames.

A position is a dict that JSON can hold. What cannot be is refused with a ValueError that says
where: "players[1].coins: expected a whole number from 0 to 12, not -1".
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from paxren_env.core.constants import CHANCE, NONE, RUNNING, TRUNCATED
from paxren_env.core.frames import ARGUMENTS, CHANCE_DECISION, DECISION, Frame, Frames
from paxren_env.core.options import check_seat

if TYPE_CHECKING:
    from paxren_env.core.spec import GameSpec

MOST_LISTED = 40  # names that an error lists
MOST_SHOWN = 200  # characters of a wrong value that an error repeats

# By field: the least and the most it may hold, numbers or arrays that fit its shape.
Bounds = Mapping[str, tuple[Any, Any]]


def fail(where: str, problem: str) -> NoReturn:
    """Refuse a position."""
    raise ValueError(f"{where}: {problem}")


def shown(value: Any) -> str:
    """A wrong value as an error repeats it: not at any length, nor at any depth."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "something too deep or too long to be written"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def check_keys(value: Any, where: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A dict without unknown keys."""
    if not isinstance(value, dict):
        fail(where, f"expected a dict, not {shown(value)}")
    for key in value:
        if key not in known:
            fail(
                f"{where}.{str(key)[:MOST_SHOWN]}", f"unknown key; the keys are {', '.join(known)}"
            )
    return value


def check_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        fail(where, f"expected a list, not {shown(value)}")
    return list(value)


def check_number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        fail(where, f"expected a whole number from {low} to {high}, not {shown(value)}")
    return value


def check_flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        fail(where, f"expected true or false, not {shown(value)}")
    return value


def find_name(value: Any, where: str, values: tuple[Any, ...], what: str) -> int:
    """The id of a name."""
    for number, name in enumerate(values):
        if type(value) is type(name) and value == name:
            return number
    if len(values) > MOST_LISTED:
        fail(where, f"unknown {what} {shown(value)}")
    fail(where, f"unknown {what} {shown(value)}; one of {', '.join(str(v) for v in values)}")


def check_viewer(viewer: int | None, num_players: int) -> None:
    """Nobody, or a seat at the table."""
    if viewer is not None:
        check_seat("viewer", viewer, num_players)


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
        fail(where, f"expected a dict with the key frame, not {shown(value)}")
    name = value["frame"]
    row = frames.by_name().get(name) if isinstance(name, str) else None
    if row is None:
        fail(f"{where}.frame", f"unknown frame {shown(name)}")
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


# --- rows from outside ----------------------------------------------------------------------------
def check_row(spec: "GameSpec", states: np.ndarray) -> None:
    """Refuse a row that no position can be written from: numbers out of bounds, unknown frames.

    A game says in its notation what its own fields may hold (BOUNDS), and may give a function
    `check_row(states)` for all that bounds cannot say.
    """
    notation = spec.module("notation")
    check_fields(states, {**common_bounds(spec), **getattr(notation, "BOUNDS", {})})
    check_frames(spec, states)
    if hasattr(notation, "check_row"):
        notation.check_row(states)


def common_bounds(spec: "GameSpec") -> dict[str, tuple[int, int]]:
    """What the fields that every record has may hold."""
    return {
        "num_players": (1, spec.max_players),
        "stack_size": (0, spec.record["stack"].shape[0]),
        "turn": (0, np.iinfo(spec.record["turn"]).max - 1),
        "turn_player": (NONE, spec.max_players - 1),
        "max_turns": (0, np.iinfo(spec.record["max_turns"]).max),
        "winner": (0, 1),
        "status": (RUNNING, TRUNCATED),
    }


def check_fields(states: np.ndarray, bounds: Bounds) -> None:
    """Every number of these fields is within its bounds, both ends included."""
    for name, (low, high) in bounds.items():
        values = states[name][0]
        wrong = (values < low) | (values > high)
        if np.any(wrong):
            place = np.argwhere(wrong)[0]
            least, most = (np.broadcast_to(end, values.shape)[tuple(place)] for end in (low, high))
            where = name + "".join(f"[{i}]" for i in place)
            fail(where, f"expected {least} to {most}, not {values[tuple(place)]}")


def check_frames(spec: "GameSpec", states: np.ndarray) -> None:
    """The frames of the stack are known, and so are their players and arguments."""
    rows, num_players = spec.frames.by_id(), int(states["num_players"][0])
    for i, frame in enumerate(states["stack"][0, : states["stack_size"][0]].tolist()):
        where = f"stack[{i}]"
        row = rows.get(frame[0])
        if row is None:
            fail(where, f"no frame has the number {frame[0]}")
        least = 0 if row.what == DECISION else NONE  # a step may be nobody's
        players = (CHANCE,) if row.what == CHANCE_DECISION else range(least, num_players)
        if frame[1] not in players:
            fail(where, f"{row.name!r} is no frame of player {frame[1]}")
        for kind, value in zip(row.about, frame[2:], strict=False):
            if kind.values and not NONE <= value < len(kind.values):
                fail(where, f"{row.name!r} has no {kind.label} {value}")


def check_same(states: np.ndarray, expected: np.ndarray) -> None:
    """A row holds what the position written from it says, and nothing else."""
    for name in states.dtype.names or ():
        if not np.array_equal(states[name], expected[name]):
            fail(name, "does not fit the rest of the position")
