"""What things are called."""

from typing import Any

from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import line

MARKER_SIGNS = ("", "●", "○", "○*")
SINGLE = {
    "PASS": "pass",
    "YES": "yes",
    "BUY": "buy a card with tokens",
    "ATTACK": "attack",
    "CATHEDRAL": "attack, and win by the Cathedral",
    "EARLIER": "swap places with the player before you",
    "LATER": "swap places with the player after you",
    "NEUTRAL": "neutral",
    "SHORTAGE": "a Shortage",
    "SURPLUS": "a Surplus",
    "CASH": "lose cash",
    "TOKENS": "lose tokens",
    "PLUS": "a bid of 0 or more",
    "MINUS": "a bid below 0",
}
NAMES: dict[str, Any] = {
    "DIGIT": [f"digit {i}" for i in range(10)],
    "COUNT": [f"{i} token{'s' * (i > 1)} in peace" for i in range(1, 7)],
    "SEAT": [f"seat {i}" for i in range(6)],
    "CAPITAL": [f"capital {name}" for name in c.CAPITAL_NAMES],
    "PLACE": [f"place {i} of the tied ones" for i in range(1, 7)],
    "CATEGORY": [c.CATEGORY_NAMES[i] for i in c.PAPAL_CATEGORIES],
    "AREA": [f"Area {name}" for name in c.AREA_NAMES[: c.NUM_AREAS]],
    "COMMODITY": [f"commodity {name}" for name in c.COMMODITY_NAMES],
    "ADVANCE": [f"{a} {name}" for a, name in zip(t.ADVANCE_LETTERS, t.ADVANCE_NAMES, strict=True)],
    "CARD": t.FACE_NAMES,
    "PROVINCE": t.PROVINCE_NAMES,
}


def plain_name(action: int) -> str:
    """An action without a question."""
    segment = line.segment_of(action)
    if segment.name in SINGLE:
        return SINGLE[segment.name]
    return NAMES[segment.name][action - segment.start]


def seat_words(s: Any, seat: int) -> str:
    """A player by his capital, before it is chosen by his seat."""
    if seat < 0:
        return "nobody"
    return f"seat {seat}" if s.capital[seat] < 0 else c.CAPITAL_NAMES[s.capital[seat]]


def seat_sign(s: Any, seat: int) -> str:
    """One letter for a player's pieces: that of his capital."""
    return str(seat) if s.capital[seat] < 0 else c.CAPITAL_NAMES[s.capital[seat]][0]


def misery_words(index: int) -> str:
    return "Chaos" if index == c.CHAOS else str(int(t.MISERY_VALUE[index]))


def goods_words(province: int) -> str:
    """The commodities of a province."""
    bits = int(t.PRODUCES[province])
    return "+".join(name for i, name in enumerate(c.COMMODITY_NAMES) if bits >> i & 1)


def condition_words(sigma: int) -> str:
    kind = "Shortage" if sigma > 0 else "Surplus"
    return f"double {kind}" if abs(sigma) > 1 else kind


def advance_letters(bits: int) -> str:
    return "".join(a for i, a in enumerate(t.ADVANCE_LETTERS) if bits >> i & 1)


def dollars(amount: int) -> str:
    return f"${amount}"
