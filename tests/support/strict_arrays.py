"""Arrays that refuse an index below 0, for interpreted play: compiled rules know no such index."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from paxren_env.core.record import View

PACKAGES = ("paxren_env.", "agents.", "tests.support.")


class NegativeIndex(IndexError):  # noqa: N818 (the name says it)
    """NumPy counts it from the end, compiled rules read what lies before the array."""


class StrictArray(np.ndarray):
    """An array with indices from 0 on."""

    def __getitem__(self, index: Any) -> Any:
        _check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        _check(index)
        super().__setitem__(index, value)


def _check(index: Any) -> None:
    for part in index if type(index) is tuple else (index,):
        if isinstance(part, (int, np.integer)) and part < 0:
            raise NegativeIndex(f"index {index}")


def strict(array: np.ndarray) -> StrictArray:
    """The same memory."""
    return array.view(StrictArray)


@contextmanager
def strict_arrays() -> Iterator[None]:
    """All tables of the house, and the fields of every record that rules are given, are strict."""
    changed = []
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGES):
            for key, value in list(vars(module).items()):
                if type(value) is np.ndarray:
                    changed.append((module, key, value))
                    setattr(module, key, strict(value))
    bind = View.__init__

    def bind_strictly(view: View, states: np.ndarray, i: int) -> None:
        bind(view, states, i)
        for key, value in view.__dict__.items():
            if type(value) is np.ndarray:
                view.__dict__[key] = strict(value)

    View.__init__ = bind_strictly  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        View.__init__ = bind  # type: ignore[method-assign]
        for module, key, value in changed:
            setattr(module, key, value)
