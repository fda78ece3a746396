"""Recorded games: their words for positions, choices and chance, made from a record."""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paxren_env.core.constants import NONE
from paxren_env.games.wallenstein import actions as a
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f

DEFAULT_FOLDER = Path(__file__).resolve().parents[4] / "shared" / "conformance" / "wallenstein"
QUEUE_STEPS = {  # the step below the pending decision whose argument is the next turn
    c.LEADERS_PLACED_PHASE: f.PLACE_LEADERS,
    c.LANDSKNECHTE_PHASE: f.HIRE_LANDSKNECHTE,
    c.COURT_PHASE: f.GRANT_FAVOURS,
    c.LEADERS_MOVE_PHASE: f.MOVE_LEADERS,
    c.LEADERS_RETURN_PHASE: f.RETURN_LEADERS,
}
TYPES = {row.id: row.rule for row in f.frames.rows if row.what == "decision"}
CHANCE_KINDS = {
    f.FIRST_DRAFTER: "first_drafter",
    f.COUNTY_CARD: "county",
    f.FILL: "fill",
    f.OPEN_EVENT: "event_open",
    f.OPEN_ACTION: "action",
    f.OPEN_TILE: "tile",
    f.OPEN_FAVOUR: "favour",
    f.DRAW_EVENT: "event",
    f.DRAW_BIDDER: "bid_turn",
    f.THROW: "throw",
    f.REVOLT_COUNTY: "revolt_county",
}
BOX_NAMES = ("convert 3", "convert 2", "convert 1", *c.ACTION_NAMES)


def games(folder: Path) -> list[Path]:
    """The recorded games of a folder."""
    return sorted(p for p in folder.glob("*.jsonl.xz") if p.name != "determinize.jsonl.xz")


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


# --- words ----------------------------------------------------------------------------------------
def county_name(county: int) -> str | None:
    """A county by its name."""
    return None if county == NONE else c.COUNTY_NAMES[county]


def names(counties: Any) -> list[str]:
    """Counties up to the first -1."""
    return [c.COUNTY_NAMES[county] for county in counties if county != NONE]


def card_name(card: int) -> str | None:
    """What lies in a box, or a bid."""
    if card == NONE:
        return None
    if card < c.NUM_COUNTIES:
        return f"COUNTY {c.COUNTY_NAMES[card]}"
    if card < c.TOWER_CARD:
        return f"MONEY {card - c.MONEY_CARD}"
    return {c.TOWER_CARD: "TOWER_CARD", c.BLANK: "PASS", c.VOID: "VOID"}[card]


def choice_name(frame: int, action: int) -> str:
    """An action as the recorded games write it."""
    if action == a.PASS:
        return "NO" if frame in (f.LEADER_HERE, f.CANCEL) else "PASS"
    for name, start, words in (
        ("YES", a.YES, ()),
        ("DECK", a.DECK, ()),
        ("REFRESH", a.REFRESH, ()),
        ("TOWER_CARD", a.TOWER, ()),
        ("COUNTY", a.COUNTY, c.COUNTY_NAMES),
        ("MONEY", a.MONEY, range(c.NUM_MONEY_CARDS)),
        ("POSITION", a.POSITION, range(1, c.NUM_TILES + 1)),
        ("NUMBER", a.NUMBER, range(1, c.ARMIES_PER_SEAT)),
        ("BENEFIT", a.BENEFIT, c.BENEFIT_NAMES),
        ("FAVOUR", a.FAVOUR, (4, 3, 2)),
    ):
        if start <= action < start + max(1, len(words)):
            return f"{name} {words[action - start]}" if len(words) else name
    raise ValueError(f"no action {action}")


def action_of(choice: str) -> int:
    """The action of a choice as the recorded games write it."""
    return next(
        action
        for action in range(a.NUM_ACTIONS)
        if choice in (choice_name(f.BID, action), choice_name(f.CANCEL, action))
    )


def context(frame: tuple[int, ...], s: Any) -> dict[str, Any]:
    """What a decision is about."""
    kind, player, first, second, third = frame
    if kind in (f.ARMY_GROUP, f.LEADER_HERE):
        return {"county": county_name(first)}
    if kind == f.COURT_BOX:
        return {"convert": c.NUM_COURT_BOXES - first}
    if kind == f.ACTION_BOX:
        return {"box": BOX_NAMES[first]}
    if kind == f.PICK_BENEFIT:
        return {"level": first}
    if kind == f.FAVOUR_COUNTY:
        return {"favour": first + 1}
    if kind in (f.MOVE_TARGET, f.LEADER_MOVES):
        return {"origin": county_name(first)}
    if kind == f.COMBAT_TARGET:
        return {"origin": county_name(first), "combat": "AB"[second - c.COMBAT_A]}
    if kind == f.HOW_MANY:
        target, action = county_name(second), c.ACTION_NAMES[third]
        return {"origin": county_name(first), "target": target, "action": action}
    if kind == f.NEXT_REVOLT:
        return {"extra": int(s.extra_peasants[player])}
    return {}


def outcome_numbers(kind: str, outcome: Any) -> tuple[int, ...]:
    """A recorded outcome as the numbers of ours."""
    if kind in ("throw", "fill"):
        return (*outcome["tower"], *outcome["tray"])
    if kind in ("county", "revolt_county"):
        return (c.COUNTY_NAMES.index(outcome),)
    if kind == "action":
        return (c.ACTION_NAMES.index(outcome),)
    if kind == "tile":
        return (c.TILE_NAMES.index(outcome),)
    return (outcome - 1,) if kind == "favour" else (outcome,)


# --- positions ------------------------------------------------------------------------------------
def position(s: Any) -> dict[str, Any]:
    """The record in the words of the recorded games."""
    frames = [tuple(int(v) for v in s.stack[i]) for i in range(s.stack_size)]
    top = frames[-1] if frames else (NONE,) * 5
    found = {**board(s), **cards(s), **plans(s, top), **modules(s), "queue": queue(s, frames)}
    if s.phase == c.DRAFT_PHASE:
        found["draft"] = draft(s, top)
    if s.phase == c.WINTER_PHASE:
        found["winter"] = winter(s, top)
    return found


def turn_order(s: Any) -> list[int]:
    """The seats in turn order."""
    return [int(p) for p in s.order if p != NONE]


def board(s: Any) -> dict[str, Any]:
    """Time, counties, cubes and what the seats have."""
    n = s.num_players
    owned = [i for i in range(c.NUM_COUNTIES) if s.owner[i] != NONE]
    return {
        "year": s.year + 1,
        "season": c.SEASON_NAMES[s.season],
        "phase": c.PHASE_NAMES[s.phase],
        "x": f"{int(s.chance[0]):016x}",
        "counties": {c.COUNTY_NAMES[i]: county_cell(s, i) for i in owned},
        "supply": s.supply[:n].tolist(),
        "tower": s.tower.tolist(),
        "tray": s.tray.tolist(),
        "peasants": int(s.supply[c.PEASANTS]),
        "thalers": s.thalers[:n].tolist(),
        "grain": s.grain[:n].tolist(),
        "vp": s.vp[:n].tolist(),
    }


def cards(s: Any) -> dict[str, Any]:
    """Action cards, tiles, events and the order."""
    in_actions = s.phase == c.ACTIONS_PHASE
    return {
        "order": turn_order(s),
        "actions": [c.ACTION_NAMES[card] for card in s.action_at if card != NONE],
        "actionsDone": s.action_place if in_actions else None,
        "turnIndex": s.turn_index if in_actions else 0,
        "tiles": [c.TILE_NAMES[tile] for tile in s.tile_at if tile != NONE],
        "eventsOpen": [None if e == NONE else int(e) for e in s.event_open],
        "event": None if s.event == NONE else s.event,
        "eventsUnused": [e for e in range(c.NUM_EVENTS) if s.events_unused >> e & 1],
        "positions": [int(place) + 1 for place in s.position[: s.num_players]],
    }


def plans(s: Any, top: tuple[int, ...]) -> dict[str, Any]:
    """Bids and boxes."""
    seats = range(s.num_players)
    first = 0 if s.options & c.EMPERORS_COURT else c.FIRST_ACTION_BOX
    boxes = range(first, c.NUM_BOXES)
    return {
        "bids": [card_name(int(s.bid[p])) for p in seats],
        "bidsShown": bool(s.bids_shown),
        "bidGroups": bid_groups(s, top) if s.phase == c.ORDER_PHASE else [],
        "boxes": [[card_name(int(s.plan[p, box])) for box in boxes] for p in seats],
        "shown": ["".join(str(s.shown[p, box]) for box in boxes) for p in seats],
    }


def modules(s: Any) -> dict[str, Any]:
    """Court, Landsknechte, leaders: those in the game."""
    n = s.num_players
    found: dict[str, Any] = {}
    if s.options & c.EMPERORS_COURT:
        found["court"] = court(s)
    if s.options & c.LANDSKNECHTE:
        found["levels"] = s.level[:n].tolist()
    if s.options & c.MILITARY_LEADERS:
        with_statues = [i for i in range(c.NUM_COUNTIES) if s.statues[i].any()]
        found["leaders"] = [county_name(int(county)) for county in s.leader[:n]]
        found["statues"] = {c.COUNTY_NAMES[i]: s.statues[i, :n].tolist() for i in with_statues}
        found["trophies"] = s.trophies[:n, :n].tolist()
    return found


def county_cell(s: Any, i: int) -> list[Any]:
    """Owner, armies, buildings, markers, gained."""
    buildings = "".join("PCT"[b] for b in range(c.NUM_BUILDINGS) if s.buildings[i] >> b & 1)
    return [int(s.owner[i]), int(s.armies[i]), buildings, int(s.markers[i]), int(s.gained[i])]


def queue(s: Any, frames: list[tuple[int, ...]]) -> list[int]:
    """The seats still to be called in the phases that call them."""
    step = QUEUE_STEPS.get(s.phase)
    seats = s.court_order if s.phase == c.COURT_PHASE else s.order
    for frame in reversed(frames):
        if frame[0] == step:
            return [int(p) for p in seats[frame[2] : s.num_players]]
    return []


def bid_groups(s: Any, top: tuple[int, ...]) -> list[list[int]]:
    """The seats still to choose a position, by rank, without the one that chooses now."""
    groups: dict[float, list[int]] = {}
    for player in range(s.num_players):
        if s.position[player] == NONE and player != top[1]:
            groups.setdefault(rank(int(s.bid[player])), []).append(player)
    return [groups[value] for value in sorted(groups, reverse=True)]


def rank(card: int) -> float:
    """R5.2: 4, 3, 2, 1, a county, 0 or a tower card, no bid."""
    if card < c.NUM_COUNTIES:
        return 0.5
    return {c.BLANK: -1, c.TOWER_CARD: 0}.get(card, card - c.MONEY_CARD)


def draft(s: Any, top: tuple[int, ...]) -> dict[str, Any]:
    """S2: the cards and the groups."""
    n = s.num_players
    sizes = range(c.NUM_GROUP_SIZES - 1, -1, -1)
    return {
        "first": s.draft_first,
        "turn": s.draft_turn,
        "open": [county_name(int(county)) for county in s.draft_open],
        "unseen": [c.COUNTY_NAMES[i] for i in range(c.NUM_COUNTIES) if s.draft_unseen[i]],
        "under": names(s.draft_under),
        "county": county_name(top[2]) if top[0] == f.ARMY_GROUP else None,
        "groups": [
            [size + c.FIRST_GROUP for size in sizes for _ in range(s.draft_groups[p, size])]
            for p in range(n)
        ],
        "lastOpen": [names(s.draft_last[p]) or None for p in range(n)],
    }


def winter(s: Any, top: tuple[int, ...]) -> dict[str, Any]:
    """W3: who has revolts to come, who is at it."""
    seats = [p for p in turn_order(s) if s.revolts[p]]
    todo = [[p, int(s.revolts[p]), int(s.extra_peasants[p])] for p in seats]
    extra = int(s.extra_peasants[top[1]])
    return {"todo": todo, "seat": top[1], "extra": extra, "drawn": names(s.drawn)}


def court(s: Any) -> dict[str, Any]:
    """EC: courtiers and favours."""
    n = s.num_players
    return {
        "hall": s.hall[:n].tolist(),
        "favoursOpen": [None if favour == NONE else int(favour) + 1 for favour in s.favour_open],
        "favoursUnused": [i + 1 for i in range(c.NUM_FAVOURS) if s.favours_unused >> i & 1],
        "protected": [c.PROTECTION_NAMES[bits] for bits in s.protected[:n]],
        "keeps4": None if s.keeps_marker_card == NONE else s.keeps_marker_card,
    }
