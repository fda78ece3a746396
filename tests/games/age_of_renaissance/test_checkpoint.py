"""The checkpoint in the repository belongs to the game as it is now."""

from pathlib import Path

import pytest

from agents.base import make_agent
from paxren_env.games.age_of_renaissance import Game

pytestmark = pytest.mark.interpreted

SHIPPED = Path(__file__).parents[3] / "train" / "checkpoints" / "age_of_renaissance.npz"


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_checkpoint_answers_legally(players):
    game = Game(players, seed=4, version="basic")
    agent = make_agent(f"policy:{SHIPPED}", seed=1, game="age_of_renaissance")
    for _ in range(25):
        seen = game.observe(game.deciding_player)
        action = agent.act(seen["observation"][None], seen["action_mask"][None], [game])[0]
        assert action in game.legal_actions()
        game.step(action)


def test_it_is_small():
    assert SHIPPED.stat().st_size < 2_000_000
