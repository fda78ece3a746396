"""The table as it lies, as one seat sees it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paxren_env.core.constants import NONE
from paxren_env.core.record import State, view
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.options import is_lineup_reconstructed
from paxren_env.games.wallenstein.text.asked import pending_text
from paxren_env.games.wallenstein.text.words import (
    BOX_WORDS,
    RECONSTRUCTED,
    TILE_WORDS,
    bid_words,
    card_words,
    county_words,
    event_words,
    favour_words,
    plural,
    protection_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


def table(game: "Game", viewer: int | None = None) -> str:
    """The whole table in text; plans not yet revealed only for the viewer's own seat."""
    s = view(game.states, 0)
    lines = [f"Wallenstein, year {s.year + 1}, {c.SEASON_NAMES[s.season]}"]
    lines[0] += f", {c.PHASE_NAMES[s.phase].replace('_', ' ')}"
    if is_lineup_reconstructed(game.options):
        lines[0] += f"; three counties of the line-up are{RECONSTRUCTED}"
    for part in (counties(s), seats(s), cards(s), draft(s), plans(s, viewer)):
        lines += part
    lines.append(pending_text(game, viewer))
    return "\n".join(lines)


def counties(s: State) -> Iterator[str]:
    """The map by regions: printed numbers, owner, armies, buildings, markers, neighbours."""
    for county in range(c.NUM_COUNTIES):
        if county % c.COUNTIES_PER_REGION == 0:
            yield ""
            yield f"{c.REGION_NAMES[t.COUNTY_REGION[county]]} (tax/grain/sites)"
        if s.num_players > 3 or t.THREE_PLAYERS[county]:
            yield county_line(s, county)


def county_line(s: State, county: int) -> str:
    """One county."""
    numbers = f"{t.TAX[county]}/{t.GRAIN[county]}/{t.SITES[county]}"
    owner = int(s.owner[county])
    held = "neutral" if owner == NONE else f"seat {owner}: {s.armies[county]}"
    there = "".join("PCT"[b] for b in range(c.NUM_BUILDINGS) if s.buildings[county] >> b & 1)
    marks = "!" * int(s.markers[county])
    extras = [there, marks, "gained" if s.gained[county] else ""]
    for seat in range(s.num_players):
        if s.leader[seat] == county:
            extras.append(f"leader of seat {seat}")
        if s.statues[county, seat]:
            statues = plural(int(s.statues[county, seat]), "statue")
            extras.append(f"{statues} of seat {seat}")
    near = ", ".join(
        county_words(other)
        for other in t.NEIGHBOURS[county, : t.NUM_NEIGHBOURS[county]]
        if s.num_players > 3 or t.THREE_PLAYERS[other]
    )
    told = " ".join(extra for extra in extras if extra)
    return f"  {county_words(county):17} {numbers}  {held:11} {told:8} next to {near}"


def seats(s: State) -> Iterator[str]:
    """What every seat has in the open."""
    yield ""
    yield "(P palace, C church, T trading post, ! revolt marker)"
    for seat in range(s.num_players):
        parts = [f"{s.vp[seat]} VP", f"{s.thalers[seat]} Thalers", f"{s.grain[seat]} grain"]
        parts += [f"{(s.owner == seat).sum()} counties", f"supply {s.supply[seat]}"]
        parts += [f"tray {s.tray[seat]}", f"tower {s.tower[seat]}"]
        if s.position[seat] != NONE:
            parts.append(f"position {s.position[seat] + 1}")
        if s.options & c.EMPERORS_COURT:
            parts.append(f"{s.hall[seat]} courtiers in the hall")
        if s.options & c.LANDSKNECHTE:
            parts.append(f"Landsknechte {s.level[seat]}")
        if s.trophies[seat].any():
            parts.append(plural(int(s.trophies[seat].sum()), "trophy", "trophies"))
        if s.protected[seat]:
            parts.append(protection_words(int(s.protected[seat])))
        if s.keeps_marker_card == seat:
            parts.append("keeps favour 4")
        yield f"seat {seat}: {', '.join(parts)}"
    green = c.PEASANTS
    yield f"peasants: supply {s.supply[green]}, tray {s.tray[green]}, tower {s.tower[green]}"


def cards(s: State) -> Iterator[str]:
    """Action cards, tiles, events, favours."""
    opened = [int(card) for card in s.action_at if card != NONE]
    if opened:
        names = [t.ACTION_PRINTED[card] for card in opened]
        if s.action_place != NONE:
            names[s.action_place] = f"[{names[s.action_place]}]"
        yield f"actions: {', '.join(names)}"
    for place in range(c.NUM_TILES):
        if s.tile_at[place] != NONE:
            yield f"tile {place + 1}: {TILE_WORDS[s.tile_at[place]]}"
    if s.event != NONE:
        yield f"in force: {event_words(s.event)}"
    for event in s.event_open:
        if event != NONE:
            yield f"open: {event_words(int(event))}"
    for slot, favour in enumerate(s.favour_open):
        if favour != NONE:
            yield f"for {c.HIGHEST_PRICE - slot} courtiers: {favour_words(s, int(favour))}"
    drawn = [county_words(int(county)) for county in s.drawn if county != NONE]
    if drawn:
        yield f"revolts drawn: {', '.join(drawn)}"


def draft(s: State) -> Iterator[str]:
    """S2: what lies open and the groups left."""
    if s.phase != c.DRAFT_PHASE:
        return
    opened = ", ".join(county_words(int(i)) for i in s.draft_open if i != NONE)
    yield f"open county cards: {opened}; {s.draft_unseen.sum()} unseen in the deck"
    for seat in range(s.num_players):
        left = [i + c.FIRST_GROUP for i, n in enumerate(s.draft_groups[seat]) for _ in range(n)]
        yield f"groups of seat {seat}: {', '.join(str(size) for size in left)}"


def plans(s: State, viewer: int | None) -> Iterator[str]:
    """Bids and boxes: those revealed, and the viewer's own."""
    for seat in range(s.num_players):
        parts = []
        if s.bid[seat] != NONE and (s.bids_shown or seat == viewer):
            parts.append(f"bid {bid_words(int(s.bid[seat]))}")
        for box, words in enumerate(BOX_WORDS):
            if s.plan[seat, box] != NONE and (s.shown[seat, box] or seat == viewer):
                parts.append(f"{words}: {card_words(int(s.plan[seat, box]))}")
        if parts:
            yield f"plan of seat {seat}: {'; '.join(parts)}"
