"""SETS of provinces: two words of bits, as a tuple of plain ints (no word is ever negative)."""

from collections.abc import Iterable

import numpy as np

from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import Province

WORD = 55  # provinces in a word; two words hold all
Provinces = tuple[int, int]
EMPTY = (0, 0)

# 2 is a primitive root of 67: every power of two leaves another remainder.
MODULUS = 67
BIT_OF_REMAINDER = np.zeros(MODULUS, np.int8)
for _bit in range(WORD):
    BIT_OF_REMAINDER[2**_bit % MODULUS] = _bit


def set_of(provinces: Iterable[int]) -> Provinces:
    """For tables."""
    words = [0, 0]
    for province in provinces:
        words[province // WORD] |= 1 << province % WORD
    return words[0], words[1]


@rule
def contains(provinces: Provinces, province: Province) -> bool:
    """The province is in the set."""
    return provinces[province // WORD] >> province % WORD & 1 != 0


@rule
def union(some: Provinces, others: Provinces) -> Provinces:
    """Provinces that are in one of the sets, or in both."""
    return some[0] | others[0], some[1] | others[1]


@rule
def lowest(word: int) -> int:
    """The number of the lowest bit; `word & word - 1` is the rest."""
    return int(BIT_OF_REMAINDER[(word & -word) % MODULUS])
