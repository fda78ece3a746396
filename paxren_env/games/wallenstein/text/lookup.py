"""What is printed on a component: counties, actions, events, tiles, favours, Landsknechte."""

from collections.abc import Iterator
from typing import Any

from paxren_env.core.reading import folded
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.text.words import (
    RECONSTRUCTED,
    TILE_WORDS,
    benefit_words,
    county_words,
    event_words,
    favour_effect,
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
    for action, name in enumerate(t.ACTION_PRINTED):
        cost = f"{t.COST[action]} Thalers" if t.COST[action] else "free"
        yield f"action {name} ({cost}): {ACTION_EFFECTS[action]}"
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


def county_entry(county: int) -> str:
    """A county card and its place on the map."""
    near = t.NEIGHBOURS[county, : t.NUM_NEIGHBOURS[county]]
    region = c.REGION_NAMES[t.COUNTY_REGION[county]]
    numbers = f"tax {t.TAX[county]}, grain {t.GRAIN[county]}, sites {t.SITES[county]}"
    three = "" if t.THREE_PLAYERS[county] else "; not with three players"
    borders = ", ".join(county_words(int(other)) for other in near)
    return f"county {county_words(county)} ({region}): {numbers}; next to {borders}{three}"
