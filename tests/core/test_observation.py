"""The two forms of an observation hold the same, for every game and variant."""

import numpy as np
import pytest

from paxren_env.core import hooks
from paxren_env.core.observation import INDEX, VALUE, add, entry_table, expand, put, read, reput
from paxren_env.core.record import view
from tests.support.games import ALL_VARIANTS, positions, spaced, variant_id

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_the_entries_are_those_of_the_vector_that_are_not_0(game, options):
    for played in spaced(positions(game, 5, **options), 3):
        s, size = view(played.states, 0), played.spec.observation_size
        for seat in range(played.num_players):
            for everything in (False, True):
                row, entries = np.ones(size, np.int8), np.full((2, size), 99, np.int16)
                count = hooks.write_entries(s, seat, everything, row.copy(), entries)
                hooks.write_observation(s, seat, everything, row)
                assert sorted(entries[INDEX, :count]) == np.flatnonzero(row).tolist()
                assert entries[VALUE, :count].all()
                assert (expand(entries[None], [count], size)[0] == row).all()


def test_entries_are_written_over_added_to_and_dropped():
    entries, row = np.zeros((2, 9), np.int16), np.zeros(9, np.int8)
    for obs in (entries, row):
        n = put(obs, 0, 3, 0)  # nothing
        n = put(obs, n, 4, 7)
        n = add(obs, 0, n, 5, 2)
        n = add(obs, 0, n, 5, -3)
        n = reput(obs, 0, n, 4, 0)  # and now nothing again
        n = reput(obs, 0, n, 8, 6)
        assert [read(obs, 0, n, index) for index in (4, 5, 8)] == [0, -1, 6]
    n = 2
    assert expand(entries[None], [n], 9)[0].tolist() == row.tolist() == [0] * 5 + [-1, 0, 0, 6]


def test_a_table_of_entries_has_what_its_rows_have():
    entries, counts = entry_table(np.array([[0, 5, 0], [1, 0, -2], [0, 0, 0]]))
    assert counts.tolist() == [1, 2, 0]
    assert entries.tolist() == [[[1, 0], [5, 0]], [[0, 2], [1, -2]], [[0, 0], [0, 0]]]
