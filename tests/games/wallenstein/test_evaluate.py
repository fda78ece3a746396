"""The evaluation: what greedy makes of it."""

import random

import numpy as np
import pytest

from paxren_env.core.jit import INTERPRETED
from paxren_env.core.policies import answers
from paxren_env.games.wallenstein import SPEC, Game
from tests.games.wallenstein.positions import county, game, record, take

pytestmark = pytest.mark.interpreted

GREEDY = SPEC.policy_id("greedy")


def greedy_answer(position):
    """What greedy answers here."""
    return int(answers(GREEDY, [position], position.legal_mask()[None], 1)[0])


@pytest.mark.parametrize("seed", range(2 if INTERPRETED else 20))
def test_greedy_beats_random_players(seed):
    modules = {"emperors_court": True, "military_leaders": True} if seed % 2 else {}
    position = Game(3, seed=seed, setup="lineup", **modules)
    chooser = random.Random(seed)
    while not position.is_over:
        if position.deciding_player == seed % 3:
            seen = position.determinize(seed % 3, seed=len(position.history))
            position.step(greedy_answer(seen))
        else:
            position.step(chooser.choice(position.legal_actions()))
    assert position.winners == [seed % 3]


def test_greedy_attacks_when_the_odds_are_good():
    counties = {"Anhalt": county(0, 9), "Kursachsen": county(1, 1, buildings=["palace", "church"])}
    seats = [{"boxes": {"combat_A": "Anhalt"}}]
    position = game(phase="actions", players=seats, counties=counties,
                    action_cards=["combat_A", "palace", "church", "grain", "taxes"])  # fmt: skip
    position.step(greedy_answer(position))
    assert position.decision == "how many"
    position.step(greedy_answer(position))
    assert record(position).thrown[0] >= 5


def test_greedy_leaves_the_game_as_it_is():
    position = Game(3, seed=1, setup="lineup")
    before = position.to_bytes()
    greedy_answer(position)
    assert position.to_bytes() == before


def test_terms_have_a_name_each():
    assert len(set(SPEC.term_names)) == SPEC.num_terms
    position = take(Game(3, seed=1, setup="lineup"), "MONEY 0")
    assert np.isfinite(position.observe(0)["observation"]).all()
