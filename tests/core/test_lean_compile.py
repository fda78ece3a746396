"""Compiling without needless work: nothing of it is left afterwards, and names and flags agree."""

import gc

import numba
import numpy as np
import pytest
from numba.core import event
from numba.core.compiler import Flags
from numba.core.targetconfig import TargetConfig
from numba.core.types import Record

from paxren_env.core.lean_compile import is_on, lean

RECORD = numba.from_dtype(np.dtype([("turn", "i2"), ("stack", "i2", (3, 5))]))


def members():
    """What is replaced for a while."""
    replaced = Record.__repr__, TargetConfig.__eq__, TargetConfig.__hash__, event.broadcast
    return (*replaced, gc.isenabled())


def test_all_is_as_before_afterwards_even_after_an_error():
    before = members()
    with lean():
        assert members() != before
    assert members() == before
    with pytest.raises(ZeroDivisionError), lean():
        divmod(1, 0)
    assert members() == before


def test_a_garbage_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with lean():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_names_and_flags_are_the_same():
    one, other, third = Flags(), Flags(), Flags()
    other.nrt = one.nrt  # set, but to what it is anyway
    third.no_compile = not one.no_compile
    name, hashes = repr(RECORD), [hash(flags) for flags in (one, other, third)]
    with lean():
        assert repr(RECORD) == name and repr(RECORD) == name
        assert [hash(flags) for flags in (one, other, third)] == hashes
        assert one == other and one != third and one != "flags"


def test_it_can_be_turned_off(monkeypatch):
    is_on.cache_clear()
    monkeypatch.setenv("PAXREN_LEAN_COMPILE", "0")
    assert not is_on()
    monkeypatch.undo()
    is_on.cache_clear()
    assert is_on()
