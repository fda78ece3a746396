"""What a game pays, with bankrupts who have paid before."""

import numpy as np
import pytest

from paxren_env.core.constants import RUNNING, TERMINATED, TRUNCATED
from paxren_env.core.engine import write_returns
from paxren_env.games.pax_renaissance import SPEC

pytestmark = pytest.mark.interpreted

CASES = [  # status, winners, bankrupt, what each seat gets
    (RUNNING, "", "", [0, 0, 0, 0]),
    (TERMINATED, "0", "", [1, -1 / 3, -1 / 3, -1 / 3]),
    (TERMINATED, "12", "", [-1 / 2, 1 / 2, 1 / 2, -1 / 2]),
    (TERMINATED, "0123", "", [0, 0, 0, 0]),
    (TRUNCATED, "", "", [0, 0, 0, 0]),
    (RUNNING, "", "2", [0, 0, -1 / 3, 0]),
    (TERMINATED, "0", "2", [1, -1 / 3, -1 / 3, -1 / 3]),
    (TERMINATED, "013", "2", [1 / 9, 1 / 9, -1 / 3, 1 / 9]),
    (TERMINATED, "3", "012", [-1 / 3, -1 / 3, -1 / 3, 1]),
    (TRUNCATED, "", "01", [-1 / 3, -1 / 3, 1 / 3, 1 / 3]),
]


@pytest.mark.parametrize(("status", "winners", "bankrupt", "expected"), CASES)
def test_winners_share_one_losers_share_minus_one(status, winners, bankrupt, expected):
    states = np.zeros(1, SPEC.record)
    states["num_players"] = 4
    states["status"] = status
    for seat in map(int, winners):
        states["winner"][0, seat] = 1
    for seat in map(int, bankrupt):
        states["eliminated"][0, seat] = 1
    paid = np.zeros(4, np.float32)
    write_returns(states, 0, paid)
    assert paid.tolist() == pytest.approx(expected)
    assert status == RUNNING or paid.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("num_players", [2, 3])
def test_absent_seats_get_nothing(num_players):
    states = np.zeros(1, SPEC.record)
    states["num_players"] = num_players
    states["status"] = TERMINATED
    states["winner"][0, 0] = 1
    paid = np.zeros(4, np.float32)
    write_returns(states, 0, paid)
    assert paid[0] == 1 and np.all(paid[1:num_players] < 0) and not paid[num_players:].any()
