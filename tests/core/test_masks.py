"""Legal answers are counted and found the same, 64 entries at a time or one by one."""

import numpy as np
import pytest

from paxren_env.core.jit import entry
from paxren_env.core.masks import count, count_one_by_one, find, find_one_by_one, is_on

pytestmark = pytest.mark.interpreted


@entry
def counted(mask, n):
    return count(mask, n)


@entry
def found(mask, n, wanted):
    return find(mask, n, wanted)


@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 127, 128, 130, 721])
@pytest.mark.parametrize("share", [0, 0.02, 0.5, 1])
def test_both_ways_count_and_find_the_same_and_see_nothing_beside_it(n, share):
    mask = (np.random.default_rng(n).random(n + 70) < share).astype(np.int8)
    mask[n:] = 1
    number = count_one_by_one(mask, n)
    assert counted(mask, n) == number
    for wanted in range(number + 2):
        assert found(mask, n, wanted) == find_one_by_one(mask, n, wanted)


def test_it_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("PAXREN_MASKS", "0")
    assert not is_on()
