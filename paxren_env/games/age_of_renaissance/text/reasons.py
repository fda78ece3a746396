"""The words in the reasons why an answer is not legal."""

from typing import TYPE_CHECKING, Any, NamedTuple

from paxren_env.core.reasons import ReasonWords
from paxren_env.core.record import view
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance import actions as line
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.queries import (
    population_of,
    position,
    ship_number,
    tokens_of_all,
)
from paxren_env.games.age_of_renaissance.rules.s45_purchase import prerequisites, price
from paxren_env.games.age_of_renaissance.rules.s46_expansion import expansion_card_price
from paxren_env.games.age_of_renaissance.rules.s46_reach import cap_now
from paxren_env.games.age_of_renaissance.rules.s46_strength import tokens_to_attack
from paxren_env.games.age_of_renaissance.rules.s72_bids import TEN, bid_limit, power_of_ten
from paxren_env.games.age_of_renaissance.text.words import dollars, seat_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game


class Asked(NamedTuple):
    """The decision on top of the stack, and the table around it."""

    s: Any
    player: int
    a: int
    b: int


def asked(game: "Game") -> Asked:
    s = view(game.states, 0)
    return Asked(s, top(s, 1), top(s, 2), top(s, 3))


def tokens(number: int) -> str:
    return f"{number} token{'' if number == 1 else 's'}"


# --- whoever is meant -----------------------------------------------------------------------------
def player(game: "Game", action: int) -> str:
    """Who is asked."""
    q = asked(game)
    return seat_words(q.s, q.player)


def neighbour(game: "Game", action: int) -> str:
    """4.0.3: the one before or after in the order."""
    q = asked(game)
    step = -1 if action == line.EARLIER else 1
    return seat_words(q.s, int(q.s.order[position(q.s, q.player) + step]))


def target(game: "Game", action: int) -> str:
    """The seat that the action names."""
    return seat_words(asked(game).s, action - line.SEAT)


def holder(game: "Game", action: int) -> str:
    """Whose marker is in the province that the action names."""
    s = asked(game).s
    return seat_words(s, int(s.marker[action - line.PROVINCE]))


def defender(game: "Game", action: int) -> str:
    """4.6.7: the first in the province whom the Cathedral cannot be used against."""
    q = asked(game)
    there = [p for p in range(q.s.num_players) if p != q.player and population_of(q.s, q.a, p)]
    stops = [p for p in there if q.s.advances[p] >> c.CATHEDRAL & 1]
    used = [p for p in there if q.s.cathedral_used[q.player] >> p & 1]
    return seat_words(q.s, min([*stops, *used]))


# --- numbers --------------------------------------------------------------------------------------
def least(game: "Game", action: int) -> str:
    """7.2: the least bid that goes on with this digit."""
    q = asked(game)
    return dollars((q.a * TEN + action - line.DIGIT) * power_of_ten(q.b - 1))


def limit(game: "Game", action: int) -> str:
    q = asked(game)
    return dollars(bid_limit(q.s, q.player))


def cash(game: "Game", action: int) -> str:
    q = asked(game)
    return dollars(int(q.s.cash[q.player]))


def price_words(game: "Game", action: int) -> str:
    q = asked(game)
    return dollars(price(q.s, q.player, action - line.ADVANCE))


def expansion(game: "Game", action: int) -> str:
    q = asked(game)
    return tokens(int(q.s.expansion[q.player]))


def ship(game: "Game", action: int) -> str:
    q = asked(game)
    return str(ship_number(q.s, q.player))


def room(game: "Game", action: int) -> str:
    """4.6.4: up to the market number."""
    q = asked(game)
    return tokens(max(0, int(t.MARKET[q.a]) - tokens_of_all(q.s, q.a)))


def province_attacked(game: "Game", action: int) -> int:
    """Where an attack is thought of: named now, or just before."""
    return asked(game).a if action < line.PROVINCE else action - line.PROVINCE


def attackers(game: "Game", action: int) -> str:
    """4.6.5: what an attack takes."""
    q = asked(game)
    return tokens(tokens_to_attack(q.s, q.player, province_attacked(game, action)))


def usable(game: "Game", action: int) -> str:
    """4.6.5: what is there for an attack and may land."""
    q = asked(game)
    cap = cap_now(q.s, q.player, province_attacked(game, action))
    return tokens(min(cap, int(q.s.expansion[q.player])))


def cap(game: "Game", action: int) -> str:
    q = asked(game)
    return tokens(cap_now(q.s, q.player, q.a))


# --- names ----------------------------------------------------------------------------------------
def needed_advances(game: "Game", action: int) -> str:
    """2.5: what is missing."""
    q = asked(game)
    missing = prerequisites(q.s, action - line.ADVANCE) & ~int(q.s.advances[q.player])
    return " and ".join(name for i, name in enumerate(t.ADVANCE_NAMES) if missing >> i & 1)


REASON_WORDS: ReasonWords = {
    "advance": lambda game, action: t.ADVANCE_NAMES[action - line.ADVANCE],
    "amount": lambda game, action: dollars(asked(game).a),
    "asked_commodity": lambda game, action: c.COMMODITY_NAMES[asked(game).a],
    "attackers": attackers,
    "base": lambda game, action: dollars(int(t.BASE_VALUE[action - line.COMMODITY])),
    "cap": cap,
    "capital": lambda game, action: c.CAPITAL_NAMES[action - line.CAPITAL_CHOICE],
    "card": lambda game, action: t.FACE_NAMES[action - line.CARD],
    "card_price": lambda game, action: tokens(expansion_card_price(asked(game).s)),
    "cash": cash,
    "category": lambda game, action: c.CATEGORY_NAMES[t.CATEGORY_OF[action - line.ADVANCE]],
    "commodity": lambda game, action: c.COMMODITY_NAMES[action - line.COMMODITY],
    "defender": defender,
    "expansion": expansion,
    "holder": holder,
    "least": least,
    "limit": limit,
    "needed_advances": needed_advances,
    "neighbour": neighbour,
    "player": player,
    "players": lambda game, action: str(game.num_players),
    "price": price_words,
    "province": lambda game, action: t.PROVINCE_NAMES[action - line.PROVINCE],
    "room": room,
    "ship": ship,
    "target": target,
    "there": lambda game, action: t.PROVINCE_NAMES[province_attacked(game, action)],
    "there_holder": lambda game, action: seat_words(
        asked(game).s, int(asked(game).s.marker[asked(game).a])
    ),
    "tied": lambda game, action: f"{asked(game).b} players",
    "usable": usable,
    "winner": lambda game, action: seat_words(asked(game).s, asked(game).a),
}
