"""Words for things: each says one thing, and never two things alike."""

from bisect import bisect_right
from collections.abc import Callable

from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.state import State

WITH_ARTICLE = ("Holy Roman Empire", "Papal States", "Spice Islands", "Red Sea")
SIDE_TITLES = ("East", "West")
LOCATION_TITLES = (*t.EMPIRE_TITLES, "The East", "The West")
RELIGION_TITLES = ("Catholic", "Islamic", "Reformist", "medieval")
PRESTIGE_TITLES = (*RELIGION_TITLES[:3], "Law", "Discovery", "Patron")
OP_TITLES = (
    "Catholic inquisitor", "Islamic inquisitor", "Reformist inquisitor",
    "East commerce", "West commerce", "behead", "tax", "repress",
    "East vote", "West vote", "Catholic corsair", "Islamic corsair", "Reformist corsair",
    "siege", "campaign",
)  # fmt: skip


def with_article(title: str) -> str:
    return f"the {title}" if title in WITH_ARTICLE else title


def empire_words(empire: int) -> str:
    return with_article(t.EMPIRE_TITLES[empire])


def city_words(city: int) -> str:
    return with_article(t.CITY_TITLES[city])


def border_words(border: int) -> str:
    one, other = t.BORDER_EMPIRES[border]
    return f"the {t.EMPIRE_TITLES[one]}-{t.EMPIRE_TITLES[other]} border"


def card_words(card: int) -> str:
    """A card by its name, a square by its empire."""
    if card < c.SQUARE:
        return t.CARD_NAMES[card]
    return empire_words(card - c.SQUARE)


def city_title(city: int) -> str:
    """The whole city that a slot belongs to."""
    return t.CITY_TITLES[city].partition(" (")[0]


def ops_title(side: int) -> str:
    """Whose ops run: one side's, or in the rules of 2021 both at once."""
    return SIDE_TITLES[side] if side < 2 else "East and West"


def slot_words(slot: int) -> str:
    side, column = divmod(slot, c.NUM_COLUMNS)
    return f"{SIDE_TITLES[side]} {column}"


def bank_words(s: State, player: int) -> str:
    return t.BANK_TITLES[s.bank[player]]


def bank_and_seat(s: State, player: int, viewer: int | None = None) -> str:
    """The bank with its seat, and whether the bot has it, or whoever looks."""
    bot = ", bot" if s.bot == player + 1 else ""
    you = ", you" if player == viewer else ""
    return f"{bank_words(s, player)} (seat {player}{bot}{you})"


def token_words(s: State, token: int) -> str:
    """A token by its colour; a pawn by its bank."""
    if c.PAWN <= token < c.PIRATE:
        return f"{bank_words(s, token - c.PAWN)} pawn"
    return c.TOKEN_NAMES[token]


def agent_words(agent: int) -> str:
    return "pawn" if agent == c.OWN_PAWN else c.AGENT_NAMES[agent]


def bishop_words(colour: int) -> str:
    return c.TOKEN_NAMES[c.BISHOP + colour]


def florin_words(number: int) -> str:
    return "1 florin" if number == 1 else f"{number} florins"


def victory_words(victory: int) -> str:
    return f"the {c.VICTORY_NAMES[victory].replace('_', ' ')} victory"


def one_shot_words(card: int) -> str:
    """The one-shot of a card, and what it is about."""
    one_shot = int(t.CARD_ONE_SHOT[card])
    if one_shot == c.TRADE_SHIFT:
        return f"trade shift to {city_words(t.CARD_EMPORIUM[card])}"
    if one_shot == c.APOSTASY:
        return f"{apostasy_words(t.CARD_APOSTASY[card])} apostasy"
    return war_words(one_shot)


def war_words(war: int) -> str:
    return c.CAUSE_NAMES[war].replace("_", " ")


def apostasy_words(left_out: int) -> str:
    """The two religions of an apostasy."""
    return "-".join(RELIGION_TITLES[r] for r in range(c.NUM_RELIGIONS) if r != left_out)


def spot_words(spot: int) -> str:
    """Where a token goes."""
    if spot < c.SPOT_BORDER:
        return city_words(spot - c.SPOT_CITY)
    if spot < c.SPOT_SQUARE:
        return border_words(spot - c.SPOT_BORDER)
    if spot < c.SPOT_CARD:
        return empire_words(spot - c.SPOT_SQUARE)
    return card_words(spot - c.SPOT_CARD)


# --- the action line in words, whatever is asked --------------------------------------------------
def square_card_words(card: int) -> str:
    """A card or square, not to be confused with the empire."""
    return f"the square of {card_words(card)}" if card >= c.SQUARE else card_words(card)


def ops_words(choice: int) -> str:
    first = SIDE_TITLES[choice % 2]
    return f"{first} ops" if choice < 2 else f"{first} ops, then {SIDE_TITLES[1 - choice % 2]}"


PLAIN: dict[int, Callable[[int], str]] = {
    line.NO: lambda _: "no",
    line.YES: lambda _: "yes",
    line.BUY: lambda slot: f"buy the card at {slot_words(slot)}",
    line.PLAY: lambda card: f"play {card_words(card)}",
    line.SELL: lambda card: f"sell {card_words(card)}",
    line.OPS: ops_words,
    line.FAIR: lambda side: f"hold the {SIDE_TITLES[side]} fair",
    line.DECLARE: lambda victory: f"declare {victory_words(victory)}",
    line.ACTIVATE: lambda victory: f"activate {victory_words(victory)}",
    line.APOSTATIZE: lambda left_out: f"call the {apostasy_words(left_out)} apostasy",
    line.REVOLT: lambda _: "discard a queen for a peasant revolt",
    line.EMPIRE: empire_words,
    line.CARD: square_card_words,
    line.OP: lambda op: OP_TITLES[op],
    line.CITY: city_words,
    line.BORDER: border_words,
    line.PAWN_AT: lambda border: f"the pawn on {border_words(border)}",
    line.PIRATE_AT: lambda border: f"the pirate on {border_words(border)}",
    line.SPACE: lambda slot: f"the space {slot_words(slot)}",
    line.AGENT: lambda agent: f"the agent {agent_words(agent)}",
    line.REPRESSED: lambda token: f"the repressed {c.TOKEN_NAMES[token]}",
    line.ARRANGE: lambda arrangement: f"arrangement {arrangement + 1}",
}
STARTS = tuple(PLAIN)


def section(action: int) -> int:
    """Where the stretch of the action line begins that the action lies in."""
    return STARTS[bisect_right(STARTS, action) - 1]


def plain_name(action: int) -> str:
    """The action without any context."""
    start = section(action)
    return PLAIN[start](action - start)
