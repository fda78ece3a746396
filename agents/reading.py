"""Reading results of the arena, which may come from anybody: every part is checked.

A ValueError names the place where a file is wrong.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from agents.standings import Played

MAX_COUNT = 2**53  # of anything; larger whole numbers are no longer exact as floats
MAX_SHOWN = 60  # characters of what is wrong


def read_games(saved: Sequence[Any], seats_of: Callable[[int], list[str]]) -> list[Played]:
    """The games of a match; `seats_of` says who plays in a game of the schedule."""
    played = [_read_game(one, at, seats_of) for at, one in enumerate(saved)]
    _check_once(played)
    return played


def _read_game(saved: Any, at: int, seats_of: Callable[[int], list[str]]) -> Played:
    """One of the games; `at` is its place in the list."""
    place = f"'played'[{at}]"
    check(place, saved, "an object", isinstance(saved, dict))
    unknown = set(saved) - {f.name for f in fields(Played)}
    check(place, sorted(unknown), "the parts of a game", not unknown)
    number = saved.get("number")
    check(f"{place}['number']", number, "a whole number from 0 on", is_count(number))
    seats = seats_of(number)
    agents = saved.get("agents")
    check(f"{place}['agents']", agents, f"{seats}, who play game {number}", agents == seats)
    for name, (meaning, is_good) in _parts_of_a_game(len(seats)).items():
        if name in saved:
            check(f"{place}[{name!r}]", saved[name], meaning, is_good(saved[name]))
    played = Played(**saved)
    by_seat = (played.decisions, played.timed, played.seconds)
    check(place, saved, "complete", all(len(one) == len(seats) for one in by_seat))
    check(place, saved, "a game that ended or broke off", bool(played.ending or played.error))
    return played


def _parts_of_a_game(seats: int) -> dict[str, tuple[str, Callable[[Any], bool]]]:
    """What each part of a game is, and whether something is that."""

    def is_seat(value: Any) -> bool:
        return is_whole(value, 0, seats - 1)

    def are_seats(value: Any) -> bool:
        return is_list_of(is_seat, value) and len(set(value)) == len(value)

    def are_counts(value: Any) -> bool:
        return is_list_of(is_count, value) and len(value) == seats

    def are_seconds(value: Any) -> bool:
        return is_list_of(is_seconds, value) and len(value) == seats

    def is_text(value: Any) -> bool:
        return value is None or isinstance(value, str)

    return {
        "winners": (f"different seats, 0 to {seats - 1}", are_seats),
        "ending": ("a text", lambda value: isinstance(value, str)),
        "turns": ("a whole number from 0 on", is_count),
        "decisions": (f"{seats} whole numbers from 0 on", are_counts),
        "timed": (f"{seats} whole numbers from 0 on", are_counts),
        "seconds": (f"{seats} numbers from 0 on", are_seconds),
        "error": ("a text or null", is_text),
        "crashed": (f"a seat, 0 to {seats - 1}, or null", lambda v: v is None or is_seat(v)),
        "replay": ("a text or null", is_text),
        "unsaved": ("a text or null", is_text),
    }


def _check_once(played: Sequence[Played]) -> None:
    """A game that stood there twice would count twice."""
    first: dict[int, int] = {}
    for at, game in enumerate(played):
        before = first.setdefault(game.number, at)
        if before != at:
            raise ValueError(f"'played'[{before}] and [{at}] are both game {game.number}")


def check(place: str, value: Any, meaning: str, is_good: Any) -> None:
    if not is_good:
        raise ValueError(f"{place} is not {meaning}: {_shortened(repr(value))}")


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} ..."


def is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def is_count(value: Any) -> bool:
    return is_whole(value, 0, MAX_COUNT)


def is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= MAX_COUNT


def is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def is_list_of(is_good: Callable[[Any], bool], value: Any) -> bool:
    return isinstance(value, list) and all(is_good(one) for one in value)
