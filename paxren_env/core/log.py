"""The log of a step: two rows of numbers, kinds and values.

Answers of seats, outcomes of chance (their length, then their numbers), and notes: what an
automaton of a game says about itself, in the game's own numbers.
"""

from typing import Any

import numpy as np

from paxren_env.core.constants import BROKEN
from paxren_env.core.hooks import max_log
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.record import State

ANSWER, NOTE, ROLL, OUTCOME = 0, 1, 2, 3

Outcome = tuple[int, ...]
Event = int | Outcome  # an answer of a seat, or an outcome of chance


@rule
def write_log(s: State, log, size: int, kind: int, value: int) -> int:
    """Add a number; its new size. A log that is full breaks the game instead of memory."""
    if size >= log.shape[1]:
        s.status = BROKEN
        return size
    log[0, size] = kind
    log[1, size] = value
    return size + 1


@allocating_rule
def new_log_for(s: State):
    """What rules write to that try something out."""
    return np.zeros((2, max_log(s)), np.int16)


def new_log(length: int) -> np.ndarray:
    """What the entries write to."""
    return np.zeros((2, length), np.int16)


def read_log(log: np.ndarray, size: int, known: int) -> tuple[list[Event], list[tuple[int, int]]]:
    """The events in it, and the notes, each with the number of events before it.

    `known` events came before this log.
    """
    events: list[Any] = []
    notes: list[tuple[int, int]] = []
    kinds, values = log[:, :size].tolist()
    i = 0
    while i < size:
        if kinds[i] == ANSWER:
            events.append(values[i])
        elif kinds[i] == NOTE:
            notes.append((known + len(events), values[i]))
        else:
            length = values[i]
            events.append(tuple(values[i + 1 : i + 1 + length]))
            i += length
        i += 1
    return events, notes
