"""Chance: one stream of random numbers, the same on every machine.

`rng` is an array of one uint64. A game in whose play something is random keeps its own stream in
the record's field `chance`, so that policies that draw never change the dice.
"""

import numpy as np

from paxren_env.core.jit import rule
from paxren_env.core.record import State

MASK = 0xFFFFFFFFFFFFFFFF


@rule
def draw(rng, n: int) -> int:
    """A random int below n; xorshift64 on rng[0], which must not be 0."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    # Signed: compiled, an unsigned number less an int would be a float.
    return int(np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)))


@rule
def shuffle(rng, items, start: int, stop: int):
    """Shuffle a stretch of an array in place."""
    for i in range(stop - 1, start, -1):
        j = start + draw(rng, i - start + 1)
        items[i], items[j] = items[j], items[i]


@rule
def seed_chance(s: State, rng):
    """The game's own stream begins where the seed says; policies go on with another one."""
    s.chance[0] = rng[0]
    draw(rng, 2)
    rng[0] = ~rng[0]
    if rng[0] == 0:
        rng[0] = 1


def splitmix(seed: int) -> int:
    """A well-mixed 64-bit number from any int; never 0, which xorshift cannot leave."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return (z ^ (z >> 31)) or 1


def new_rng(seed: int) -> np.ndarray:
    """The random state that setup and rollouts take."""
    return np.array([splitmix(seed)], dtype=np.uint64)
