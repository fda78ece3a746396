"""The picture of the table: its size, and that it tells nobody anything."""

import numpy as np
import pytest

from tests.support.games import middle

pytest.importorskip("PIL")

from paxren_env.games.age_of_renaissance.draw import WIDTH, picture

pytestmark = pytest.mark.interpreted
NAME = "age_of_renaissance"


@pytest.mark.parametrize("players", [3, 6])
def test_its_size_depends_on_the_players_alone(players):
    shapes = {picture(middle(NAME, 3, steps, num_players=players)).shape for steps in (1, 40)}
    assert len(shapes) == 1 and shapes.pop()[1:] == (WIDTH, 3)


@pytest.mark.parametrize("steps", [1, 9, 25, 60])
def test_nothing_hidden_is_drawn(steps):
    """Hands and bids of others may be anything: the picture stays the same."""
    game = middle(NAME, 5, steps)
    for viewer in range(game.num_players):
        assert np.array_equal(picture(game), picture(game.determinize(viewer, 3)))
