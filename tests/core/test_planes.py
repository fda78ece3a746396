"""Planes of an observation are the same, written as vectors or one by one."""

import numpy as np
import pytest

from paxren_env.core.jit import entry
from paxren_env.core.planes import (
    clear,
    clear_one_by_one,
    copy,
    copy_one_by_one,
    is_on,
    show_equal,
    show_equal_one_by_one,
)

pytestmark = pytest.mark.interpreted

SIZE = 200


@entry
def cleared(obs, at, n):
    clear(obs, at, n)


@entry
def copied(obs, at, source, n):
    copy(obs, at, source, n)


@entry
def shown(obs, at, source, n, value):
    show_equal(obs, at, source, n, value)


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 13, 31, 32, 33, 64, 187])
def test_both_ways_write_the_same_and_nothing_beside_it(n):
    rng = np.random.default_rng(n)
    for at in (0, 3, SIZE - n):
        obs = rng.integers(-128, 128, SIZE, np.int8)
        source = rng.integers(-1, 3, n, np.int8)
        kinds = (
            (cleared, clear_one_by_one, ()),
            (copied, copy_one_by_one, (source,)),
            (shown, show_equal_one_by_one, (source, 1)),
            (shown, show_equal_one_by_one, (source, -1)),
        )
        for as_compiled, one_by_one, (*given,) in kinds:
            arguments = (at, *given[:1], n, *given[1:])
            got, expected = obs.copy(), obs.copy()
            as_compiled(got, *arguments)
            one_by_one(expected, *arguments)
            assert got.tolist() == expected.tolist(), (one_by_one.__name__, at)
            assert (expected[:at] == obs[:at]).all() and (expected[at + n :] == obs[at + n :]).all()


def test_it_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("PAXREN_PLANES", "0")
    assert not is_on()
