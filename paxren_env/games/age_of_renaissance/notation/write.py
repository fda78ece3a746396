"""to_dict: a position in words."""

from typing import Any

import numpy as np

from paxren_env.core.notation import check_viewer, write_frame
from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.notation.names import (
    PILES,
    PLAIN_FLAGS,
    PLAIN_NUMBERS,
    PLAYER_NUMBERS,
    SHIP_NAMES,
    Position,
    face_of,
    letters,
    seat_or_none,
    seats,
)
from paxren_env.games.age_of_renaissance.options import read_options

UNKNOWN = "?"
BIDS = (f.BID_SIGN, f.BID_DIGIT, f.BID_CAPITAL)


def to_dict(states: np.ndarray, viewer: int | None = None) -> Position:
    """Game 0 of these states; with a viewer, without what that seat may not know."""
    s = view(states, 0)
    check_viewer(viewer, s.num_players)
    position: Position = {
        "game": "age_of_renaissance",
        "options": read_options(s),
        "phase": c.PHASE_NAMES[s.phase],
        "segment": seat_or_none(s.turn_player),
        **{name: getattr(s, name) for name in PLAIN_NUMBERS},
        **{name: bool(getattr(s, name)) for name in PLAIN_FLAGS},
        "order": [int(seat) for seat in s.order[: s.num_players]],
        "players": [player(s, seat, viewer) for seat in range(s.num_players)],
        **{
            name: sorted(face_of(card) for card in cards_in(s, place))
            for name, place in PILES.items()
        },
        "pile": pile(s, viewer),
        "resolving": [face_of(card) for card in cards_in(s, c.RESOLVING)],
        "leaders": leaders(s),
        "military": {c.RANK_NAMES[i]: int(seat) for i, seat in enumerate(s.military) if seat >= 0},
        "conditions": conditions(s),
        "ruler": seats(s.ruler),
        "papal": None if s.papal < 0 else c.CATEGORY_NAMES[s.papal],
        "civil_war": seat_or_none(s.civil_war),
        "war": None if s.war_by < 0 else [s.war_by, s.war_against],
        "landed": by_province(s.landed),
        "pending": [frame(s, i, viewer) for i in range(s.stack_size)],
        "status": s.status,
        "winners": [seat for seat in range(s.num_players) if s.winner[seat]],
    }
    position |= under_way(s)
    if viewer is None:
        position["chance"] = int(s.chance[0])
        position["copies"] = copies(s)
    else:
        position["viewer"] = viewer
    return position


def conditions(s: Any) -> dict[str, int]:
    """4.2: Shortages above 0, Surpluses below."""
    return {name: int(s.sigma[i]) for i, name in enumerate(c.COMMODITY_NAMES) if s.sigma[i]}


def under_way(s: Any) -> Position:
    """What stands in a position only while it goes on: an attack, places being chosen."""
    position: Position = {}
    if s.attack_by >= 0:
        province = t.PROVINCE_NAMES[s.attack_province]
        position["attack"] = [s.attack_by, province, seat_or_none(s.attack_held_by)]
    if any(seat >= 0 for seat in s.tie_order[: s.num_players]):
        position["places"] = [seat_or_none(seat) for seat in s.tie_order[: s.num_players]]
    return position


def cards_in(s: Any, place: int) -> list[int]:
    return [card for card in range(c.NUM_CARDS) if s.place[card] == place]


def by_index(s: Any, place: int) -> list[int]:
    return sorted(cards_in(s, place), key=lambda card: int(s.index[card]))


def copies(s: Any) -> dict[str, list[list[int]]]:
    """Where each copy of a face is, by its number: nobody sees it, but the record keeps it."""
    found: dict[str, list[list[int]]] = {}
    for card in range(c.NUM_CARDS):
        found.setdefault(face_of(card), []).append([int(s.place[card]), int(s.index[card])])
    return {face: places for face, places in found.items() if len(places) > 1}


def by_province(values: Any) -> dict[str, int]:
    return {t.PROVINCE_NAMES[i]: int(values[i]) for i in np.flatnonzero(values)}


def pile(s: Any, viewer: int | None) -> list[str] | int:
    """The cards, top first; a seat knows only how many."""
    if viewer is not None:
        return int(s.pile_size)
    return [face_of(card) for card in reversed(by_index(s, c.PILE))]


def leaders(s: Any) -> list[dict[str, Any]]:
    """The queue in playing order."""
    return [
        {
            "leader": face_of(card),
            "owner": int(s.leader_owner[card - c.FIRST_LEADER]),
            "patrons": seats(int(s.patrons[card - c.FIRST_LEADER])),
        }
        for card in by_index(s, c.LEADER_QUEUE)
    ]


def player(s: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    """All of one seat; a viewer sees other hands as far as he knows them."""
    is_hidden = viewer is not None and viewer != seat
    markers = np.flatnonzero(s.marker == seat)
    hand = by_index(s, seat)
    own: dict[str, Any] = {
        "capital": None if s.capital[seat] < 0 else c.CAPITAL_NAMES[s.capital[seat]],
        **{name: int(getattr(s, name)[seat]) for name in PLAYER_NUMBERS},
        "ship": SHIP_NAMES[s.ship[seat]],
        "advances": letters(int(s.advances[seat])),
        "bought": letters(int(s.bought[seat])),
        "hand": [hand_card(s, card, seat, viewer) for card in hand],
        "stamps": [c.STAMP_NAMES[s.stamp[card]] for card in hand],
        "known_to": [seats(int(s.known[card]) & ~(1 << seat)) for card in hand],
        "returned": None if s.returned[seat] < 0 else t.FACE_NAMES[s.returned[seat]],
        "markers": {t.PROVINCE_NAMES[i]: c.MARKER_NAMES[s.marker_kind[i]] for i in markers},
        "old": by_province(s.old[seat]),
        "new": by_province(s.new[seat]),
        "renaissance_used": bool(s.renaissance_used >> seat & 1),
        "card_bought": bool(s.card_bought >> seat & 1),
        "cathedral_used": seats(int(s.cathedral_used[seat])),
    }
    if is_hidden:
        own["returned"] = UNKNOWN if own["returned"] else None
        if s.bids_secret:
            own["bid"] = UNKNOWN
    return own


def hand_card(s: Any, card: int, seat: int, viewer: int | None) -> str:
    if viewer in (None, seat) or s.options & c.OPEN_HANDS or s.known[card] >> viewer & 1:
        return face_of(card)
    return UNKNOWN


def frame(s: Any, i: int, viewer: int | None) -> dict[str, Any]:
    """What is owed; how far another has typed his bid, or which card he gives, is not told."""
    numbers = s.stack[i].tolist()
    if numbers[0] == f.PICK_FROM_HAND and viewer not in (None, numbers[2]):
        numbers[4] = c.NONE
    if viewer is not None and numbers[1] != viewer and numbers[0] in BIDS:
        name = f.BID_CAPITAL if numbers[0] == f.BID_CAPITAL else f.BID_SIGN
        numbers = [name, numbers[1], c.NONE, c.NONE, c.NONE]
    return write_frame(f.frames, numbers)
