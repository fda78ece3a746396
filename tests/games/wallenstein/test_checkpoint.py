"""The shipped policy still loads and plays at every table."""

from pathlib import Path

import pytest

from agents.base import ask, make_agent
from paxren_env.games.wallenstein import Game

SHIPPED = Path(__file__).parents[3] / "train" / "checkpoints" / "wallenstein.npz"

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_shipped_policy_plays_legal_answers(players):
    agent = make_agent(f"policy:{SHIPPED}", game="wallenstein")
    game = Game(players, seed=players, setup="lineup", max_turns=1)
    while not game.is_over:
        answer = ask(agent, game)
        assert answer in game.legal_actions()
        game.step(answer)


def test_the_shipped_policy_is_small():
    assert SHIPPED.stat().st_size < 2_000_000
