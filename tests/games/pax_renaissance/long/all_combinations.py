"""Every combination of options plays random games with all invariants (`make test-long`).

Not named test_*, so that it is collected only when asked for.
"""

import itertools
from typing import Any

import pytest

from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.games.pax_renaissance.constants import MAP_NAMES, OPTION_NAMES, RULESET_NAMES
from tests.support.checked_play import play

GAMES = 6  # per combination and bias
FLAGS = tuple(name for name in OPTION_NAMES if name != "auto_forced")  # checked play goes without
MAIN = list(itertools.product((2, 3, 4), MAP_NAMES, RULESET_NAMES))


def combinations() -> list[dict[str, Any]]:
    """Every set of flags."""
    return [
        dict(zip(FLAGS, values)) for values in itertools.product((False, True), repeat=len(FLAGS))
    ]


@pytest.mark.parametrize(("num_players", "map_name", "ruleset"), MAIN)
def test_every_combination_of_options_can_be_played(num_players, map_name, ruleset):
    base = {"num_players": num_players, "map": map_name, "ruleset": ruleset}
    for number, flags in enumerate(combinations()):
        for seed in range(GAMES):
            for bias in (UNIFORM, LIVELY):
                played = play(1000 * number + seed, bias, max_turns=None, **base, **flags)
                assert played.game.is_over
                assert played.game.winners


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_ten_million_decisions_of_the_base_game(num_players):
    """A third of them for each number of players."""
    decisions, seed = 0, 0
    while decisions < 10_000_000 // 3:
        decisions += len(play(10**6 + seed, seed % 2, num_players=num_players).answers)
        seed += 1
