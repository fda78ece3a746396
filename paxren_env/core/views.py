"""Interpreted mode: a light view of one row.

Reading a field of an np.record in plain Python is slow, so the array fields are bound once
and the scalars are properties that write through.
"""

from typing import Any

from paxren_env.games.pax_renaissance.state import STATE


def _scalar(name):
    """A property that reads a scalar field as a plain int and writes it through."""
    cell = "_" + name

    def read(view):
        return int(getattr(view, cell)[0])

    def write(view, value):
        getattr(view, cell)[0] = value

    return property(read, write)


class View:
    """The fields of states[i] as attributes."""

    def __init__(self, states, i):
        self.__dict__["_row"] = states[i : i + 1]
        for name in STATE.names:
            field = states[name]
            if field.ndim == 1:
                self.__dict__["_" + name] = field[i : i + 1]
            else:
                self.__dict__[name] = field[i]


for _name in STATE.names or ():
    if STATE[_name].shape == ():
        setattr(View, _name, _scalar(_name))


def row(states, i: int) -> Any:
    """One game of an array of games."""
    return View(states, i)


def copy_into(states, i: int, s: Any):
    """Copy a game into row i of an array of games."""
    states[i : i + 1] = s._row
