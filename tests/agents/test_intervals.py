"""Intervals of win rates: 95 % of them hold the truth, however games of a deal hang together."""

import numpy as np
import pytest

from agents.intervals import clustered, effective_games, student_t, wilson

pytestmark = pytest.mark.interpreted

TIMES = 1000


def independent(rng: np.random.Generator, rate: float, shape: tuple[int, ...]) -> np.ndarray:
    return rng.random(shape) < rate


def one_luck(rng: np.random.Generator, rate: float, shape: tuple[int, ...]) -> np.ndarray:
    """A deal favours an agent wherever it sits: correlation 0.3 between its games."""
    odds = (1 - 0.3) / 0.3
    of_deal = rng.beta(rate * odds, (1 - rate) * odds, (*shape[:-1], 1))
    return rng.random(shape) < of_deal


def all_alike(rng: np.random.Generator, rate: float, shape: tuple[int, ...]) -> np.ndarray:
    """A deal is won in every rotation, or in none."""
    return np.broadcast_to(rng.random((*shape[:-1], 1)) < rate, shape)


def luck_of_seats(rng: np.random.Generator, rate: float, shape: tuple[int, ...]) -> np.ndarray:
    """A deal favours a seat: whoever rotates through all of them has as many good as bad ones."""
    rotation = np.arange(shape[-1]) / shape[-1]
    return (rng.random((*shape[:-1], 1)) + rotation) % 1 < rate


KINDS = (independent, one_luck, all_alike, luck_of_seats)


def scores_of(games: np.ndarray) -> list[tuple[float, int]]:
    """Wins and seats of each deal of a match: games is (deals, rotations)."""
    return [(float(deal.sum()), len(deal)) for deal in games]


def coverage(kind, rate: float, deals: int, rotations: int) -> float:
    rng = np.random.default_rng(20)
    matches = kind(rng, rate, (TIMES, deals, rotations))
    intervals = [clustered(scores_of(match)) for match in matches]
    return float(np.mean([low <= rate <= high for low, high in intervals]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("rate", "deals", "rotations"),
    [(0.5, 10, 2), (0.5, 100, 2), (0.25, 40, 4), (0.9, 10, 2), (0.9, 100, 4), (0.98, 60, 2)],
)
def test_95_percent_of_the_intervals_hold_the_truth(kind, rate, deals, rotations):
    assert coverage(kind, rate, deals, rotations) >= 0.935  # 2 standard errors below 95 %


def test_intervals_as_if_games_were_independent_are_too_narrow_where_deals_have_luck():
    rng = np.random.default_rng(21)
    rates = one_luck(rng, 0.25, (TIMES, 100, 4)).mean(axis=(1, 2))
    naive = [wilson(rate, 400) for rate in rates]
    assert np.mean([low <= 0.25 <= high for low, high in naive]) < 0.9


def test_rotations_that_cancel_the_luck_make_the_interval_narrower():
    rng = np.random.default_rng(22)
    games = luck_of_seats(rng, 0.6, (100, 2))
    low, high = clustered(scores_of(games))
    naive = wilson(games.mean(), 200)
    assert 0 < high - low < 0.75 * (naive[1] - naive[0])
    assert low < 0.6 < high


def test_games_that_are_deals_of_their_own_get_wilsons_interval_when_there_are_many():
    scores = [(1.0, 1)] * 1400 + [(0.0, 1)] * 600
    assert clustered(scores) == pytest.approx(wilson(0.7, 2000), abs=1e-4)


def test_deals_that_repeat_one_game_count_once():
    once = [(float(won), 1) for won in (1, 1, 0, 1, 0, 1, 1, 0, 1, 1)]
    twice = [(2 * won, 2) for won, _ in once]
    games = [effective_games(*np.array(scores, float).T) for scores in (once, twice)]
    assert games[1] == pytest.approx(games[0], rel=0.02)


def test_without_a_loss_there_are_as_many_games_as_deals():
    wins = [(2.0, 2)] * 50
    low, high = clustered(wins)
    assert (low, high) == pytest.approx(wilson(1.0, 50 * (1.959964 / student_t(49)) ** 2))
    losses = clustered([(0.0, 2)] * 50)
    assert losses == pytest.approx((0.0, 1 - low))


@pytest.mark.parametrize("scores", [[], [(1.0, 2)]])
def test_a_single_deal_tells_nothing(scores):
    assert clustered(scores) == (0.0, 1.0)


def test_wilson_interval_matches_known_values():
    assert wilson(0.95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("degrees", "known"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (8, 2.306), (30, 2.042), (1000, 1.962)],
)
def test_student_t_matches_the_printed_tables(degrees, known):
    assert student_t(degrees) == pytest.approx(known, abs=0.004)
