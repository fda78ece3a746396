"""What happened between two positions, line by line, as everybody sees it."""

from collections.abc import Iterator

from paxren_env.core.constants import NONE
from paxren_env.core.record import State
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.text.words import (
    BUILDING_WORDS,
    bid_words,
    county_words,
    event_words,
    plural,
    protection_words,
)

AMOUNTS = (
    ("thalers", "Thalers"),
    ("grain", "grain"),
    ("vp", "VP"),
    ("hall", "courtiers in the hall"),
    ("tray", "in the tray"),
    ("level", "level of the Landsknechte"),
)


def changes(old: State, new: State) -> list[str]:
    """The lines of a log; plans that are still hidden are not told."""
    return [*table_changes(old, new), *county_changes(old, new), *seat_changes(old, new)]


def table_changes(old: State, new: State) -> Iterator[str]:
    """Events cancelled, bids, the order; what chance opens tells itself."""
    if old.event != NONE and new.event == NONE and new.turn == old.turn:
        yield f"out of force: {event_words(old.event)}"
    if new.bids_shown and not old.bids_shown:
        bids = (f"seat {p}: {bid_words(int(new.bid[p]))}" for p in range(new.num_players))
        yield f"bids: {', '.join(bids)}"
    if new.order[0] != NONE and old.order[0] == NONE:
        yield f"turn order: {', '.join(f'seat {p}' for p in new.order if p != NONE)}"


def county_changes(old: State, new: State) -> Iterator[str]:
    """Owners, armies, buildings, markers, statues."""
    for county in range(c.NUM_COUNTIES):
        parts = []
        if new.owner[county] != old.owner[county]:
            owner = int(new.owner[county])
            parts.append("becomes neutral" if owner == NONE else f"goes to seat {owner}")
        if new.armies[county] != old.armies[county] and new.owner[county] != NONE:
            parts.append(f"armies {old.armies[county]} -> {new.armies[county]}")
        for building in range(c.NUM_BUILDINGS):
            if (new.buildings[county] & ~old.buildings[county]) >> building & 1:
                parts.append(f"{BUILDING_WORDS[building]} built")
            if (old.buildings[county] & ~new.buildings[county]) >> building & 1:
                parts.append(f"{BUILDING_WORDS[building]} razed")
        if new.markers[county] != old.markers[county]:
            parts.append(f"markers {old.markers[county]} -> {new.markers[county]}")
        for seat in range(new.num_players):
            left = int(new.statues[county, seat]) - int(old.statues[county, seat])
            if left:
                verb = "left here" if left > 0 else "taken away"
                parts.append(f"{plural(abs(left), 'statue')} of seat {seat} {verb}")
        if parts:
            yield f"{county_words(county)}: {', '.join(parts)}"


def seat_changes(old: State, new: State) -> Iterator[str]:
    """Money, grain, points and the modules."""
    for seat in range(new.num_players):
        parts = []
        for field, words in AMOUNTS:
            gain = int(getattr(new, field)[seat]) - int(getattr(old, field)[seat])
            if gain:
                parts.append(f"{gain:+} {words}")
        if new.position[seat] != old.position[seat] and new.position[seat] != NONE:
            parts.append(f"position {new.position[seat] + 1}")
        if new.leader[seat] != old.leader[seat]:
            place = "off the board"
            if new.leader[seat] != NONE:
                place = f"in {county_words(int(new.leader[seat]))}"
            parts.append(f"leader {place}")
        parts += module_changes(old, new, seat)
        if parts:
            yield f"seat {seat}: {', '.join(parts)}"


def module_changes(old: State, new: State, seat: int) -> Iterator[str]:
    """EC, ML: what a favour leaves with a seat, and trophies."""
    if new.protected[seat] & ~old.protected[seat]:
        yield protection_words(int(new.protected[seat]))
    if (new.keeps_marker_card == seat) != (old.keeps_marker_card == seat):
        kept = new.keeps_marker_card == seat
        yield "keeps favour 4 for the next marker" if kept else "favour 4 spares a marker"
    won = int(new.trophies[seat].sum()) - int(old.trophies[seat].sum())
    if won:
        yield f"+{plural(won, 'trophy', 'trophies')}"
