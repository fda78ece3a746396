"""The words for single things: counties, cards, tiles, events, favours, actions of the line."""

from paxren_env.core.constants import NONE
from paxren_env.core.record import State
from paxren_env.games.wallenstein import actions as line
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import tables as t

RECONSTRUCTED = " [reconstructed]"  # a printed amount that nobody here could read
BUILDING_WORDS = ("palace", "church", "trading post")
TILE_WORDS = (
    "+1 Thaler when collecting taxes",
    "+1 grain when collecting grain",
    "6 armies instead of 5 when deploying 5, whatever the event",
    "+1 army from supply when attacking",
    "+1 army from supply when defending against a player",
)
ACTION_EFFECTS = (
    "build a palace on a free site: 1 VP each winter, 3 for the most in the region",
    "build a church on a free site: 1 VP each winter, 2 for the most in the region",
    "build a trading post on a free site: 1 VP each winter, 1 for the most in the region",
    "gain the county's grain; then a revolt marker, or with one already there a revolt",
    "gain the county's taxes; then a revolt marker, or with one already there a revolt",
    "put 5 armies from your supply into the county",
    "put 3 armies from your supply into the county",
    "put 1 army there, then you may move armies into an adjacent county of yours",
    "attack or move from the county; one army stays behind",
    "attack or move from the county; one army stays behind",
)
BID_RANKS = "4 before 3, 2, 1, a county card, 0 or a dice tower card, no bid"
BENEFIT_WORDS = ("Thalers", "armies into the tray", "grain", "victory points")
ONE_BENEFIT_WORDS = ("Thaler", "army into the tray", "grain", "victory point")
BOX_WORDS = ("convert 3", "convert 2", "convert 1", *t.ACTION_PRINTED)


def cost_words(action: int) -> str:
    """What an action costs."""
    return plural(int(t.COST[action]), "Thaler") if t.COST[action] else "free"


def action_words(action: int) -> str:
    """An action card with its cost and what it does."""
    return f"{t.ACTION_PRINTED[action]} ({cost_words(action)}): {ACTION_EFFECTS[action]}"


def convert_words(number: int) -> str:
    """EC2: what a court box does."""
    return (
        f"convert {number}: {plural(number, 'army', 'armies')} of the county laid here, which "
        f"keeps one, or {number} of your cubes in the tray for a dice tower card, become "
        f"{plural(number, 'courtier')} in the hall; all of it or nothing"
    )


def county_words(county: int) -> str:
    """A county as it is printed."""
    return t.PRINTED_NAMES[county]


def seat_words(s: State, seat: int) -> str:
    """What a player is called."""
    return f"seat {seat}"


def plural(number: int, noun: str, many: str = "") -> str:
    """A number with its noun: 1 army, 2 armies."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def benefit_words(benefit: int, amount: int) -> str:
    """LK: so much of a benefit."""
    return plural(amount, ONE_BENEFIT_WORDS[benefit], BENEFIT_WORDS[benefit])


def protection_words(bits: int) -> str:
    """EC3: against which combats a seat is protected."""
    return f"not attackable by combat {' and '.join(c.PROTECTION_NAMES[bits])}"


def card_words(card: int) -> str:
    """What lies in a box."""
    if card == NONE:
        return "nothing yet"
    if card < c.NUM_COUNTIES:
        return county_words(card)
    if card < c.TOWER_CARD:
        return f"money card {card - c.MONEY_CARD}"
    return {c.TOWER_CARD: "dice tower card", c.BLANK: "blank", c.VOID: "void"}[card]


def bid_words(card: int) -> str:
    """A bid."""
    return "no bid" if card == c.BLANK else card_words(card)


def event_words(event: int) -> str:
    """M5: what an event does, and what it costs in winter."""
    if event == NONE:
        return "no event"
    effect, amount = int(t.EVENT_EFFECT[event]), int(t.EVENT_AMOUNT[event])
    text = {
        c.POST_REMOVES_MARKER: "a new trading post removes 1 revolt marker of its county",
        c.PALACE_DEFENDS: "an attacked county with a palace gets +1 army from supply",
        c.TAX_AT_MOST: f"taxes bring at most {amount} Thalers",
        c.TAX_AT_LEAST: f"taxes bring at least {amount} Thalers",
        c.GRAIN_AT_LEAST: f"grain collected is at least {amount}",
        c.GRAIN_AT_MOST: f"grain collected is at most {amount}",
        c.NEUTRAL_PEASANTS: f"neutral counties are defended by {amount} peasants",
        c.CHURCH_PEACE: "counties with a church cannot be attacked",
        c.FEWER_ARMIES: "deploy 5 gives 3 armies, deploy 3 gives 2, at the same price",
    }[effect]
    return f"event {event}: {text} (winter loss {t.WINTER_LOSS[event]})"


def favour_words(s: State, favour: int) -> str:
    """EC3: what a favour gives in this game."""
    amount = int(s.favour_amount[favour])
    is_built_in = favour in t.RECONSTRUCTED_FAVOURS and amount == t.FAVOUR_AMOUNT[favour]
    mark = RECONSTRUCTED if is_built_in else ""
    return f"favour {favour + 1}: {favour_effect(favour, amount)}{mark}"


def favour_effect(favour: int, amount: int) -> str:
    """EC3: in words, with this amount."""
    kind = int(t.FAVOUR_KIND[favour])
    if kind == c.FREE_BUILDING:
        return f"build a {BUILDING_WORDS[amount]} for free in an own county"
    if kind == c.PROTECTION:
        combats = " and ".join(c.PROTECTION_NAMES[amount])
        return f"your counties cannot be attacked by combat {combats} this round"
    return {
        c.CANCEL_EVENT: "you may cancel this round's event",
        c.FAVOUR_THALERS: f"{amount} Thalers",
        c.ARMIES_TO_TRAY: f"{plural(amount, 'army', 'armies')} from your supply into the tray",
        c.REMOVE_MARKER: "remove 1 revolt marker, or keep it to avoid the next one",
        c.FAVOUR_GRAIN: f"{amount} grain",
        c.FAVOUR_VP: plural(amount, "victory point"),
        c.FREE_ARMIES: f"deploy {amount} armies for free in an own or a neutral county",
    }[kind]


def plain_name(action: int) -> str:
    """An action of the line without the question it answers."""
    segment = line.line.segment_of(action)
    i = action - segment.start
    if segment.start == line.COUNTY:
        return county_words(i)
    words = {
        line.PASS: "pass",
        line.YES: "yes",
        line.DECK: "top card of the deck",
        line.REFRESH: "two new open cards",
        line.MONEY: f"money card {i}",
        line.TOWER: "dice tower card",
        line.POSITION: f"position {i + 1}",
        line.NUMBER: plural(i + 1, "army", "armies"),
        line.BENEFIT: BENEFIT_WORDS[i % c.NUM_BENEFITS],
        line.FAVOUR: f"favour for {c.HIGHEST_PRICE - i}",
    }
    return words[segment.start]
