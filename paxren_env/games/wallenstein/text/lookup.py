"""What is printed on a component, and what the other things on the table are for."""

from collections.abc import Iterator
from typing import Any

from paxren_env.core.reading import folded
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.text.words import (
    BID_RANKS,
    RECONSTRUCTED,
    TILE_WORDS,
    action_words,
    benefit_words,
    convert_words,
    county_words,
    event_words,
    favour_effect,
)

CHART = ", ".join(
    f"{u}{'+' if u == len(t.SUPPLY_CHART) - 1 else ''}: {k} with {x} more"
    for u, (k, x) in enumerate(t.SUPPLY_CHART.tolist())
    if k
)
# What lies on the table and is no card.
OTHER_THINGS = (
    f"bid: money cards are paid, a county card does nothing else this round; {BID_RANKS}",
    "money card: 0 to 4, a bid in the auction box; in any other box it is a blank",
    "dice tower card: a bid like money card 0, cubes of the tray for a court box, or a blank",
    *(f"court box {convert_words(number)}" for number in range(c.NUM_COURT_BOXES, 0, -1)),
    "revolt marker: put into a county that paid; so many peasants rise when it pays again",
    f"supply chart: unsupplied counties in winter: revolts, and peasants in each of them ({CHART})",
    "scoring in winter: 1 VP for each county and building; for the most palaces of a region 3 VP, "
    "churches 2, trading posts 1, and one less for those who tie",
    "dice tower: all cubes of a fight and of the tray are thrown, what falls out counts; peasants "
    "fight for a defender without revolt markers",
    "military leader: in its county buildings cost 1 less, grain, taxes and deployments bring 1 "
    "more; it moves after the tenth action and leaves a statue if the new county is adjacent",
    "statue: 1 VP at the end, also for who took it as a trophy with a leader",
)


def say_lookup(game: Any, you: int, words: str) -> list[str]:
    """At the table: what is printed on a component."""
    return lookup(words) or [f"nothing is called {words!r}"]


TABLE_WORDS = {"lookup X": ("what is printed on X: a county, an action, an event ...", say_lookup)}
EXAMPLES = (
    ("play --players 4", "you against three greedy princes"),
    ("play --modules emperors_court", "with the Emperor's Court"),
    ("lookup anhalt", "what is printed on a county card"),
    ("rules B", "battles"),
)


def lookup(words: str) -> list[str]:
    """The entries with these words in their name, else anywhere; without words all of them."""
    every = list(entries())
    named = [entry for entry in every if folded(words) in folded(entry.partition(":")[0])]
    return named or [entry for entry in every if folded(words) in folded(entry)]


def entries() -> Iterator[str]:
    """Everything that is printed, a line each."""
    for county in range(c.NUM_COUNTIES):
        yield county_entry(county)
    for action in range(c.NUM_ACTION_CARDS):
        yield f"action {action_words(action)}"
    for event in range(c.NUM_EVENTS):
        yield event_words(event)
    for tile, text in enumerate(TILE_WORDS):
        yield f"tile {c.TILE_NAMES[tile]}: {text}"
    for favour in range(c.NUM_FAVOURS):
        mark = RECONSTRUCTED if favour in t.RECONSTRUCTED_FAVOURS else ""
        yield f"favour {favour + 1}: {favour_effect(favour, int(t.FAVOUR_AMOUNT[favour]))}{mark}"
    for level, amounts in enumerate(t.LANDSKNECHTE_CARDS, 1):
        offers = (benefit_words(i, int(amount)) for i, amount in enumerate(amounts) if amount)
        yield f"Landsknechte card {level}: {' or '.join(offers)}{RECONSTRUCTED}"
    yield from OTHER_THINGS


def county_entry(county: int) -> str:
    """A county card and its place on the map."""
    near = t.NEIGHBOURS[county, : t.NUM_NEIGHBOURS[county]]
    region = c.REGION_NAMES[t.COUNTY_REGION[county]]
    numbers = f"tax {t.TAX[county]}, grain {t.GRAIN[county]}, sites {t.SITES[county]}"
    three = "" if t.THREE_PLAYERS[county] else "; not with three players"
    borders = ", ".join(county_words(int(other)) for other in near)
    return f"county {county_words(county)} ({region}): {numbers}; next to {borders}{three}"
