"""A million checked random decisions, in which everything happens: cards, advances, decisions."""

from typing import Any

import numpy as np
import pytest

from paxren_env.core.chance import new_rng
from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.record import copy_states
from paxren_env.games.age_of_renaissance import SPEC, Game
from tests.games.age_of_renaissance.counted_play import missing, new_counts, play_counted

DECISIONS = 1_000_000
RICH = {"start_cash": 900, "start_markers": 12, "start_advances": "AEINRSV"}
# Tables in turns: the printed game, rich ones that reach what comes late, wretched ones.
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"version": "intermediate", "loire": True},
    {"edition": "euro1999", "aegean": False, "reserve_rule": "none", "timber_epoch1": 2},
    RICH,
    {**RICH, "start_cash": 4000, "start_markers": 24, "version": "intermediate"},
    {"start_cash": 30000, "start_misery": 3},
    {"start_misery": 22, "start_cash": 200, "version": "basic"},
    {"start_misery": 25, "start_markers": 6},
    {"start_cash": 0, "version": "basic"},
    {"leader_stack": False, "heavens_needs_n": False, "tie_choice": False, "max_turns": 6},
    {"open_hands": True, "start_advances": "EFGHNOPQVWXIJKZ", "start_cash": 500},
)


def play(seed, counts):
    """One game, every invariant checked; its number of decisions."""
    options = {"num_players": 3 + seed % 4, **TABLES[seed // 4 % len(TABLES)]}
    game = Game(seed=seed, auto_forced=False, auto_chance=False, **options)
    states = copy_states(np.concatenate([game.states] * 3))
    memory = states.view(np.uint8).reshape(3, -1)
    masks = np.zeros((2, SPEC.num_actions), np.int8)
    outcome, note = np.zeros(SPEC.max_outcome, np.int16), np.zeros(64, np.int64)
    note[:6] = states["written_cash"][0]
    bias = LIVELY if seed // 2 % 2 else UNIFORM
    decisions = play_counted(
        states, memory, new_rng(seed), masks[0], masks[1], outcome, note, bias, *counts
    )
    assert decisions > 0, f"invariant {-decisions} broke: seed {seed}, {options}"
    return decisions


@pytest.mark.skipif(INTERPRETED, reason="a million decisions")
def test_a_million_checked_decisions_in_which_everything_happens():
    counts, decisions, seed = new_counts(), 0, 0
    while decisions < DECISIONS:
        decisions += play(seed, counts)
        seed += 1
    assert list(missing(*counts)) == []


@pytest.mark.interpreted
def test_counted_games_keep_the_invariants():
    counts = new_counts()
    assert sum(play(seed, counts) for seed in (4, 29)) > 100
    frames, answers, _, _ = counts
    assert frames.sum() > answers.sum() > 100
