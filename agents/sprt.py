"""A sequential test that stops a match when it is decided: Wald's SPRT on an agent's win rate.

H0: the agent wins the share `low` of the games; H1: it wins the share `high`. The unit is the deal:
the agent's share of all its games of one deal, in every rotation and at every table, is one number.
Nothing is assumed of how these numbers are distributed: the generalized likelihood ratio (GSPRT)
compares the likeliest distributions over the numbers seen with mean `low` and with mean `high`, as
the test frameworks of chess engines do for pairs of games ("pentanomial"). Errors of both kinds are
about 5 %. Deals are judged in their order, so the verdict does not depend on who is quick.

A win rate of a match that was stopped is a little too good or too bad; the verdict is not.
"""

import math
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

from agents.standings import Played, agent_score

ERROR = 0.05  # alpha and beta: how often either verdict is wrong
DELTA = 0.05  # H1 without bounds: so much more than an equal share
LIMIT = math.log((1 - ERROR) / ERROR)  # of the log-likelihood ratio, on both sides
PSEUDO_DEALS = 1e-3  # of the shares 0 and 1, so that either hypothesis can always be true
BISECTIONS = 60
H0, H1, UNDECIDED = "H0", "H1", "undecided"


class SequentialTest:
    """Whether an agent wins `low` or `high` of the games, judged deal after deal.

    >>> test = SequentialTest("greedy", 0.5, 0.55, match.games_per_deal)
    >>> games = list(test.watch(run(match, numbers, processes=2, batch=1)))
    >>> test.verdict
    """

    def __init__(self, agent: str, low: float, high: float, games_per_deal: int) -> None:
        check_bounds(low, high)
        self.agent, self.low, self.high, self.games_per_deal = agent, low, high, games_per_deal
        self.waiting: dict[int, list[Played]] = {}  # deals that are not played to their end
        self.shares = {0.0: PSEUDO_DEALS, 1.0: PSEUDO_DEALS}  # how many deals of each
        self.deals = 0  # that were judged
        self.llr = 0.0

    @property
    def verdict(self) -> str:
        if abs(self.llr) < LIMIT:
            return UNDECIDED
        return H1 if self.llr > 0 else H0

    @property
    def is_decided(self) -> bool:
        return self.verdict != UNDECIDED

    @property
    def games(self) -> int:
        """Of the deals that were judged."""
        return self.deals * self.games_per_deal

    def watch(self, playing: Generator[Played, None, None]) -> Generator[Played, None, None]:
        """The games as they come, until the match is decided."""
        with closing(playing):
            while not self.is_decided and (game := next(playing, None)) is not None:
                self.add(game)
                yield game

    def add(self, game: Played) -> None:
        """One more game; the deals that are complete now are judged in their order."""
        self.waiting.setdefault(game.number // self.games_per_deal, []).append(game)
        while not self.is_decided and self._is_complete(self.deals):
            self._judge(self.waiting.pop(self.deals))
            self.deals += 1

    def _is_complete(self, deal: int) -> bool:
        return len(self.waiting.get(deal, ())) == self.games_per_deal

    def _judge(self, games: Sequence[Played]) -> None:
        """A deal in which every game broke off tells nothing."""
        wins, seats = agent_score(self.agent, games)
        if seats:
            share = wins / seats
            self.shares[share] = self.shares.get(share, 0.0) + 1
            self.llr = log_likelihood_ratio(self.shares, self.low, self.high)

    def result(self, wanted: int) -> dict[str, Any]:
        """As plain data; `wanted` is the number of games without a test."""
        return {
            "agent": self.agent,
            "low": self.low,
            "high": self.high,
            "alpha": ERROR,
            "beta": ERROR,
            "llr": self.llr,
            "verdict": self.verdict,
            "deals": self.deals,
            "games": self.games,
            "saved": wanted - self.games if self.is_decided else 0,
        }


def check_bounds(low: float, high: float) -> None:
    if not 0 < low < high < 1:
        raise ValueError(f"the bounds of a test are 0 < LOW < HIGH < 1, not {low} and {high}")


def log_likelihood_ratio(shares: dict[float, float], low: float, high: float) -> float:
    """Of the mean `high` to the mean `low`, for so many deals of each share."""
    at_low, at_high = tilt(shares, low), tilt(shares, high)
    return sum(
        number * math.log((1 + at_low * (share - low)) / (1 + at_high * (share - high)))
        for share, number in shares.items()
    )


def tilt(shares: dict[float, float], mean: float) -> float:
    """The x for which weights in proportion to number / (1 + x * (share - mean)) have this mean.

    They are the likeliest distribution with this mean, as in empirical likelihood (Owen 1988).
    Found by bisection: the mean falls with x.
    """
    low, high = -1 / (max(shares) - mean), -1 / (min(shares) - mean)
    away = [(share - mean, number) for share, number in shares.items()]
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if sum(number * d / (1 + middle * d) for d, number in away) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def sentence(result: dict[str, Any], wanted: int) -> str:
    """What came of a test, for people."""
    bounds = f"{result['low']:.1%} (H0) or {result['high']:.1%} (H1)"
    after = f"after {result['games']} of {wanted} games"
    if result["verdict"] == UNDECIDED:
        return f"SPRT: whether {result['agent']} wins {bounds} is undecided {after}"
    accepted = f"{result['verdict']} is accepted {after}: {result['saved']} saved"
    return f"SPRT: does {result['agent']} win {bounds}? {accepted}"
