"""An observation as a list of its entries holds the same as the vector."""

import numpy as np
import pytest

from paxren_env.core.entries import (
    INDEX,
    LINE,
    VALUE,
    expand,
    gather,
    gather_one_by_one,
    is_on,
    padded,
    room,
)
from paxren_env.core.jit import entry
from tests.support.games import ALL_VARIANTS, positions, spaced, variant_id

pytestmark = pytest.mark.interpreted


@entry
def gathered(rows, lists, counts):
    for i in range(len(rows)):
        counts[i] = gather(rows[i], lists[i])


def check(rows):
    """Gathered as it is compiled here, these padded rows give ascending lists of what is not 0."""
    lists = np.full((len(rows), 2, room(rows.shape[1])), 99, np.int16)
    counts = np.zeros(len(rows), np.int64)
    gathered(rows, lists, counts)
    for row, entries, count in zip(rows, lists, counts):
        assert entries[INDEX, :count].tolist() == np.flatnonzero(row).tolist()
        assert entries[VALUE, :count].tolist() == row[row != 0].tolist()
        plain = np.full_like(entries, 99)
        assert gather_one_by_one(row, plain) == count
        assert (plain[:, :count] == entries[:, :count]).all()
    assert (expand(lists, counts, rows.shape[1]) == rows).all()


@pytest.mark.parametrize("filled", [0.0, 0.04, 0.2, 0.5, 1.0])
def test_both_ways_list_what_is_not_0(filled):
    """Also lines with more entries than are written at once, and full ones."""
    rng = np.random.default_rng(3)
    rows = rng.integers(-128, 128, (20, 5 * LINE), np.int8)
    rows[rows == 0] = 1
    check(rows * (rng.random(rows.shape) < filled).astype(np.int8))


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_what_seats_see_expands_to_the_same(game, options):
    seen = []
    for played in spaced(positions(game, 5, **options), 5):
        size = played.spec.observation_size
        for seat in range(played.num_players):
            row = np.zeros(padded(size), np.int8)
            row[:size] = played.observe(seat)["observation"]
            seen.append(row)
    check(np.stack(seen))


def test_it_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("PAXREN_COMPRESS", "0")
    assert not is_on()
