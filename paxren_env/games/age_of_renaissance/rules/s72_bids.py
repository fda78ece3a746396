"""7.1, 7.2, 3.5: numbers typed digit by digit, in secret."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import DIGIT, MINUS, PLUS
from paxren_env.games.age_of_renaissance.constants import (
    CAPITAL_BID_LIMIT,
    SET_UP,
    TOKEN_BID_LIMIT,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BID_CAPITAL,
    BID_DIGIT,
    BID_SIGN,
    BID_TIE,
)
from paxren_env.games.age_of_renaissance.reasons import BID_TOO_HIGH, MINUS_NOTHING, NO_DOLLAR
from paxren_env.games.age_of_renaissance.state import State

TEN = 10


@rule
def power_of_ten(exponent: int) -> int:
    """7.2: the weight of a digit."""
    power = 1
    for _ in range(exponent):
        power *= TEN
    return power


@rule
def num_digits(number: int) -> int:
    """7.2: of the limit; every bid has as many."""
    digits = 1
    while number >= TEN:
        number //= TEN
        digits += 1
    return digits


@rule
def bid_limit(s: State, player: Player) -> int:
    """7.2: 40 for a capital (never more than the cash), else the cash."""
    if s.phase == SET_UP:
        return min(CAPITAL_BID_LIMIT, int(s.cash[player]))
    return min(TOKEN_BID_LIMIT, int(s.cash[player]))


@rule
def ask_capital_bid(s: State, player: Player):
    """3.5: whole dollars, without a sign."""
    s.bids_secret = 1
    digits = num_digits(bid_limit(s, player))
    owe(s, BID_CAPITAL, player, 0, digits, 1)


@rule
def ask_token_bid(s: State, player: Player):
    """4.1.1: first the sign."""
    s.bids_secret = 1
    ask(s, BID_SIGN, player, NONE, NONE)


@rule
def mark_sign(s: State, player: Player, mask):
    """DT04: minus needs a dollar."""
    mask[PLUS] = 1
    mask[MINUS] = why_not_sign(s, player, MINUS) == LEGAL


@rule
def why_not_sign(s: State, player: Player, action: int) -> int:
    """4.1.1: a dollar for a bid below zero."""
    return LEGAL if action == PLUS or s.cash[player] >= 1 else NO_DOLLAR


@rule
def do_sign(s: State, player: Player, action: int):
    """DT04: the digits follow."""
    sign = 1 if action == PLUS else -1
    owe(s, BID_DIGIT, player, 0, num_digits(bid_limit(s, player)), sign)


@rule
def mark_digit(s: State, player: Player, typed: int, left: int, sign: int, mask):
    """DT02, DT05: a digit that some number within the limit goes on with."""
    for digit in range(TEN):
        mask[DIGIT + digit] = why_not_digit(s, player, typed, left, sign, digit) == LEGAL


@rule
def why_not_digit(s: State, player: Player, typed: int, left: int, sign: int, digit: int) -> int:
    """7.2: the least number that goes on with the digit is within the limit."""
    power = power_of_ten(left - 1)
    least = (typed * TEN + digit) * power
    if least > bid_limit(s, player):
        return BID_TOO_HIGH
    return LEGAL if sign > 0 or least + power - 1 >= 1 else MINUS_NOTHING


@rule
def do_digit(s: State, frame: int, player: Player, typed: int, left: int, sign: int, action: int):
    """DT02, DT05: the last digit completes the bid."""
    typed = typed * TEN + action - DIGIT
    if left > 1:
        owe(s, frame, player, typed, left - 1, sign)
    else:
        s.bid[player] = sign * typed


# --- 3.5: ties of the capital bid -----------------------------------------------------------------
@rule
def rank_bids(s: State):
    """3.5: the highest bid chooses first; tied groups are ordered by chance, the highest first."""
    s.bids_secret = 0
    for player in range(s.num_players):
        s.choice_rank[player] = 1 + num_higher(s, player)
    # Pushed from the lowest group up, so that the highest is drawn first.
    for first in range(s.num_players, 0, -1):
        size = num_of_rank(s, first)
        if size > 1:
            ask(s, BID_TIE, CHANCE, first, size)


@rule
def num_higher(s: State, player: Player) -> int:
    """How many bid more."""
    count = 0
    for other in range(s.num_players):
        if s.bid[other] > s.bid[player]:
            count += 1
    return count


@rule
def num_of_rank(s: State, rank: int) -> int:
    """How many share a rank."""
    count = 0
    for player in range(s.num_players):
        if s.choice_rank[player] == rank:
            count += 1
    return count


@rule
def settle_bid_tie(s: State, first: int, outcome, length: int):
    """The tied seats, first chooser first."""
    for i in range(length):
        s.choice_rank[outcome[i]] = first + i
