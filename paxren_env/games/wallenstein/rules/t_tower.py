"""T: the dice tower. A throw reads tower, tray and the cubes thrown and draws what lies where."""

import numpy as np

from paxren_env.core.chance import draw, shuffle
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.games.wallenstein.constants import BATCH_TOWER, NUM_COLOURS
from paxren_env.games.wallenstein.rules.m_map import has_option
from paxren_env.games.wallenstein.state import State

OUTCOME_SIZE = 2 * NUM_COLOURS  # the tower by colour, then the tray
FILL_STAYS = (3, 10)
RESIDENT_FALLS = (3, 5)
NEW_CUBE_FALLS = (1, 2)


@rule
def chance_of(s: State, num: int, den: int) -> bool:
    """RNG: a chance of num in den; the draw is made even if it is certain."""
    return draw(s.chance, den) < num


@rule
def roll_throw(s: State, is_fill: bool, outcome) -> int:
    """T: draw what the tower and the tray hold after the throw."""
    for c in range(NUM_COLOURS):
        outcome[c] = s.tower[c]
        outcome[NUM_COLOURS + c] = 0
    if has_option(s, BATCH_TOWER):
        roll_batch(s, is_fill, outcome)
    else:
        roll_shaft(s, outcome)
    return OUTCOME_SIZE


@rule
def cubes_thrown(s: State, c: int) -> int:
    """B1: the cubes of the fight and all that lies in the tray."""
    return int(s.thrown[c]) + int(s.tray[c])


@allocating_rule
def roll_shaft(s: State, outcome):
    """T1: every cube may shake each resident loose, then sticks or falls through."""
    cubes = np.empty(512, np.int64)
    size = 0
    for c in range(NUM_COLOURS):
        for _ in range(cubes_thrown(s, c)):
            cubes[size] = c
            size += 1
    shuffle(s.chance, cubes, 0, size)
    for i in range(size):
        shake_residents(s, int(s.tower_dislodge[0]), int(s.tower_dislodge[1]), outcome)
        cube = cubes[i]
        if chance_of(s, int(s.tower_stick[0]), int(s.tower_stick[1])):
            outcome[cube] += 1
        else:
            outcome[NUM_COLOURS + cube] += 1


@rule
def shake_residents(s: State, num: int, den: int, outcome):
    """T: each cube in the tower falls with the chance given."""
    for c in range(NUM_COLOURS):
        for _ in range(int(outcome[c])):
            if chance_of(s, num, den):
                outcome[c] -= 1
                outcome[NUM_COLOURS + c] += 1


@rule
def roll_batch(s: State, is_fill: bool, outcome):
    """T2: residents fall first, then the new cubes, each on its own."""
    shake_residents(s, RESIDENT_FALLS[0], RESIDENT_FALLS[1], outcome)
    for c in range(NUM_COLOURS):
        for _ in range(cubes_thrown(s, c)):
            if is_fill:
                falls = not chance_of(s, FILL_STAYS[0], FILL_STAYS[1])
            else:
                falls = chance_of(s, NEW_CUBE_FALLS[0], NEW_CUBE_FALLS[1])
            if falls:
                outcome[NUM_COLOURS + c] += 1
            else:
                outcome[c] += 1


@rule
def settle_throw(s: State, outcome):
    """T: the cubes lie where the outcome says."""
    for c in range(NUM_COLOURS):
        s.tower[c] = outcome[c]
        s.tray[c] = outcome[NUM_COLOURS + c]
        s.thrown[c] = 0


@rule
def is_throw(s: State, outcome, length: int) -> bool:
    """T: every cube is in the tower or in the tray afterwards."""
    if length != OUTCOME_SIZE:
        return False
    for c in range(NUM_COLOURS):
        tower, tray = int(outcome[c]), int(outcome[NUM_COLOURS + c])
        if tower < 0 or tray < 0 or tower + tray != int(s.tower[c]) + cubes_thrown(s, c):
            return False
    return True
