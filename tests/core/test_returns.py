"""What a game pays, where it says nothing else: winners share 1, losers share -1."""

import numpy as np
import pytest

from paxren_env.core.constants import RUNNING, TERMINATED, TRUNCATED
from paxren_env.core.engine import write_returns
from paxren_env.core.spec import find
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted

CASES = [  # players, status, winners, what each seat gets
    (4, RUNNING, [], [0, 0, 0, 0]),
    (4, TERMINATED, [0], [1, -1 / 3, -1 / 3, -1 / 3]),
    (4, TERMINATED, [1, 2], [-1 / 2, 1 / 2, 1 / 2, -1 / 2]),
    (4, TERMINATED, [0, 1, 2, 3], [0, 0, 0, 0]),
    (4, TRUNCATED, [], [0, 0, 0, 0]),
    (3, TERMINATED, [2], [-1 / 2, -1 / 2, 1, 0]),
    (2, TERMINATED, [0], [1, -1, 0, 0]),
]


@pytest.mark.parametrize(("players", "status", "winners", "expected"), CASES)
def test_winners_share_one_losers_share_minus_one(players, status, winners, expected):
    states = np.zeros(1, find(TOY).record)
    states["num_players"], states["status"] = players, status
    states["winner"][0, winners] = 1
    paid = np.ones(4, np.float32)
    assert write_returns(states, 0, paid) == 0, "nobody leaves this game"
    assert paid.tolist() == pytest.approx(expected)
    assert paid.sum() == pytest.approx(0, abs=1e-6)
