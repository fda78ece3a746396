"""No index is below 0: compiled rules do not count it from the end (core/indexing.py)."""

import random

import numpy as np
import pytest

from paxren_env.core import engine, policies
from paxren_env.core.chance import new_rng
from paxren_env.core.jit import INTERPRETED
from tests.support.games import ALL_VARIANTS, lively_action, new_game, variant_id
from tests.support.strict_arrays import NegativeIndex, strict, strict_arrays
from tests.support.trio import make_trio, run

STEPS = 60


@pytest.mark.interpreted
def test_a_strict_array_refuses_an_index_below_0():
    table = strict(np.arange(6).reshape(2, 3))
    assert table[1, 2] == 5 and table[0:2, 1].tolist() == [1, 4]
    for index in (-1, (0, -1), np.int8(-2)):
        with pytest.raises(NegativeIndex):
            table[index]
        with pytest.raises(NegativeIndex):
            table[index] = 0


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="compiled rules read arrays by themselves")
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_no_rule_uses_an_index_below_0(game, options):
    with strict_arrays():
        played = new_game(game, 3, **options)
        played._mask, played._log = strict(played._mask), strict(played._log)
        rng, stream = random.Random(3), new_rng(3)
        shown = strict(np.zeros(played.spec.observation_size, np.int8))
        for number in range(STEPS):
            if played.is_over:
                break
            for seat in range(played.num_players):
                engine.look(played.states, 0, seat, seat % 2, shown)
            if number % 10 == 0:
                _try_policies(played, stream)
            played.step(lively_action(played, rng))
        played.determinize(0, 1)


def _try_policies(played, stream):
    actions, masks = strict(np.zeros(1, np.int64)), strict(played._mask[None])
    for policy in (policies.RANDOM, policies.GREEDY):
        policies.choose_batch(policy, played.states, strict(stream[None]), masks, actions)


# --- the shortcut itself --------------------------------------------------------------------------
LAST = """
from trio.core.jit import entry
from trio.games.coins.top import STATE, np, play

@entry
def seat(states, k):
    return states[0].seats[k]

states = np.zeros(1, STATE)
states["seats"][0] = 5, 6, 7, 8
try:
    print(play(), seat(states, 3), seat(states, {index}))
except IndexError:
    print("refused")
"""


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled")
def test_with_and_without_the_shortcut_indices_from_0_read_the_same(tmp_path):
    trio = make_trio(tmp_path)
    assert run(trio, LAST.format(index=2)) == "20 8 7"
    assert run(trio, LAST.format(index=2), PAXREN_PLAIN_INDEX="0") == "20 8 7"


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled")
def test_an_index_below_0_is_refused_where_bounds_are_checked(tmp_path):
    trio = make_trio(tmp_path)
    assert run(trio, LAST.format(index=-1), NUMBA_BOUNDSCHECK="1") == "refused"
    without = {"NUMBA_BOUNDSCHECK": "1", "PAXREN_PLAIN_INDEX": "0"}
    assert run(trio, LAST.format(index=-1), **without) == "20 8 8"


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled")
def test_other_peoples_functions_count_from_the_end_as_ever(tmp_path):
    theirs = """
import numba
from trio.games.coins.top import np, play
last = numba.njit(lambda a: a[-1])
print(play(), last(np.arange(5)))
"""
    assert run(make_trio(tmp_path), theirs) == "20 4"
