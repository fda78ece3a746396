"""A position as a dict, exactly; or as one seat sees it."""

from typing import Any

import numpy as np

from paxren_env.core.notation import check_viewer, write_frame
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.frames import SPOT_NAMES, frames
from paxren_env.games.pax_renaissance.notation.names import FACE_NAMES, Position, empires
from paxren_env.games.pax_renaissance.notation.solo import write_search
from paxren_env.games.pax_renaissance.options import read_options
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_SIDE


def to_dict(states: np.ndarray, viewer: int | None = None) -> Position:
    """The position as a dict; with a viewer, without what that seat may not know."""
    s = view(states, 0)
    players = range(s.num_players)
    hides = viewer is not None
    check_viewer(viewer, s.num_players)
    closed = hides and not s.options & c.OPEN_HANDS
    position: Position = {
        "options": read_options(s),
        "turn": write_turn(s),
        "first_player": s.first_player,
        "players": [write_player(s, seat, closed and seat != viewer) for seat in players],
        "thrones": write_thrones(s),
        "market": {side: write_row(s, i) for i, side in enumerate(c.SIDE_NAMES)},
        "decks": {side: write_deck(s, i, hides) for i, side in enumerate(c.SIDE_NAMES)},
        "discard": [write_card(s, card) for card in cards_at(s, c.DISCARDED)],
        "religions": {name: c.RELIGION_NAMES[s.religion[i]] for i, name in empires()},
        "emporia": {side: c.CITY_NAMES[s.open_emporium[i]] for i, side in enumerate(c.SIDE_NAMES)},
        "cities": {
            c.CITY_NAMES[city]: c.TOKEN_NAMES[token]
            for city, token in enumerate(s.city)
            if token != c.NONE
        },
        "borders": write_borders(s),
        "victories": [c.VICTORY_NAMES[i] for i in np.flatnonzero(s.active)],
        "pending": [write_frame(frames, frame) for frame in s.stack[: s.stack_size].tolist()],
        "resolution": write_resolution(s),
    }
    if s.status != c.RUNNING:
        position["result"] = write_result(s)
    if hides:
        position["viewer"] = viewer
    return position


def cards_at(s: State, place: int, owner: int = c.NONE) -> list[int]:
    """The cards (no squares) in some place, by id."""
    found = (s.place[: c.NUM_CARDS] == place) & (s.owner[: c.NUM_CARDS] == owner)
    return np.flatnonzero(found).tolist()


def write_turn(s: State) -> Position:
    return {
        "number": s.turn,
        "player": s.turn_player,
        "actions_left": s.actions_left,
        "did_something": bool(s.did_something),
        "ops_done": [side for i, side in enumerate(c.SIDE_NAMES) if s.ops_done[i]],
        "free_fair_used": bool(s.free_fair_used),
    }


def write_player(s: State, seat: int, hidden: bool) -> Position:
    hand = s.hand[seat, : s.hand_size[seat]].tolist()
    by_side = {side: 0 for side in c.SIDE_NAMES}
    for card in hand:
        by_side[c.SIDE_NAMES[CARD_SIDE[card]]] += 1
    return {
        "bank": c.BANK_NAMES[s.bank[seat]],
        "florins": int(s.florins[seat]),
        "hand": {"hidden": by_side} if hidden else [CARD_CODES[card] for card in hand],
        "old_maids": [CARD_CODES[card] for card in cards_at(s, c.OLD_MAID, seat)],
        "eliminated": bool(s.eliminated[seat]),
        "east": write_tableau(s, seat, c.EAST),
        "west": write_tableau(s, seat, c.WEST),
    }


def write_tableau(s: State, seat: int, side: int) -> list[Any]:
    """The columns of a row, from the board outwards."""
    row = s.tableau[seat, side, : s.tableau_size[seat, side]].tolist()
    return [write_column(s, card, row) for card in row if s.under[card] == c.NONE]


def write_column(s: State, card: int, row: list[int]) -> Any:
    """A card with all that is tucked under it."""
    tucked = [other for other in row if s.under[other] == card]
    parts = write_parts(s, card)
    for key, is_vassal in (("queens", False), ("vassals", True)):
        found = [write_column(s, o, row) for o in tucked if (o >= c.SQUARE) == is_vassal]
        if found:
            parts[key] = found
    return {"card": CARD_CODES[card], **parts} if parts else CARD_CODES[card]


def write_card(s: State, card: int) -> Any:
    """A card and its marks; only its code if it has none."""
    return write_column(s, card, [])


def write_parts(s: State, card: int) -> Position:
    """What is on a card, and the face of a square."""
    parts: Position = {}
    if card >= c.SQUARE and s.republic[card - c.SQUARE]:
        parts["face"] = FACE_NAMES[1]
    if s.bishop[card] != c.NONE:
        parts["bishop"] = c.COLOUR_NAMES[s.bishop[card]]
    if s.op_used[card]:
        parts["used"] = True
    if card >= c.SQUARE and s.repressed[card - c.SQUARE].any():
        parts["repressed"] = write_counts(s.repressed[card - c.SQUARE], c.TOKEN_NAMES)
    return parts


def write_counts(counts: np.ndarray, names: tuple[str, ...]) -> dict[str, int]:
    return {names[i]: int(number) for i, number in enumerate(counts) if number}


def write_thrones(s: State) -> Position:
    thrones: Position = {}
    for empire, name in empires():
        if s.place[c.SQUARE + empire] == c.IN_THRONE:
            thrones[name] = write_parts(s, c.SQUARE + empire)
            queens = [q for q in cards_at(s, c.IN_THRONE) if s.under[q] == c.SQUARE + empire]
            if queens:
                thrones[name]["queens"] = [write_card(s, queen) for queen in queens]
    return thrones


def write_row(s: State, side: int) -> list[list[Any]]:
    cells = []
    for slot in range(side * c.NUM_COLUMNS, (side + 1) * c.NUM_COLUMNS):
        card = s.market[slot]
        cell = [None if card == c.NONE else CARD_CODES[card], int(s.market_florins[slot])]
        cells.append([*cell, "paid"] if s.market_paid[slot] else cell)
    return cells


def write_deck(s: State, side: int, hidden: bool) -> Any:
    """The cards of a deck, the top one first."""
    cards = [CARD_CODES[card] for card in s.deck[side, : s.deck_size[side]][::-1]]
    if not hidden:
        return cards
    if cards and s.options & c.ASTROLOGY:
        return {"top": cards[0], "hidden": len(cards) - 1}
    return {"hidden": len(cards)}


def write_borders(s: State) -> Position:
    borders: Position = {}
    for border, name in enumerate(c.BORDER_NAMES):
        tokens = []
        if s.pawn[border] != c.NONE:
            tokens.append(c.TOKEN_NAMES[c.PAWN + s.pawn[border]])
        if s.pirate[border] != c.NONE:
            tokens.append(c.TOKEN_NAMES[c.PIRATE + s.pirate[border]])
        if tokens:
            borders[name] = tokens
    return borders


def write_resolution(s: State) -> Position:
    """The registers that are not as usual."""
    registers: Position = {}
    if s.card != c.NONE:
        registers["card"] = CARD_CODES[s.card]
    if s.agents.any():
        registers["agents"] = write_counts(s.agents, c.AGENT_NAMES)
    if s.sibling[0] != c.NONE:
        registers["sibling"] = [SPOT_NAMES[spot] for spot in s.sibling if spot != c.NONE]
    if s.war != c.NONE:
        registers["war"] = c.CAUSE_NAMES[s.war]
    if s.war_empire != c.NONE:
        registers["war_empire"] = c.EMPIRE_NAMES[s.war_empire]
    if s.war_king != c.NONE:
        registers["war_king"] = CARD_CODES[s.war_king]
    if s.fighters.any():
        registers["fighters"] = write_counts(s.fighters, c.TOKEN_NAMES)
    for key in ("agents_required", "war_rooks"):
        if getattr(s, key):
            registers[key] = True
    if s.script_size:
        registers["script"] = s.script[: s.script_size].tolist()
    search = write_search(s)
    if search:
        registers["search"] = search
    for key in ("deaths_left", "fair_profit"):
        if getattr(s, key):
            registers[key] = getattr(s, key)
    return registers


def write_result(s: State) -> Position:
    return {
        "status": c.STATUS_NAMES[s.status],
        "victory": None if s.victory == c.NONE else c.VICTORY_NAMES[s.victory],
        "winners": np.flatnonzero(s.winner).tolist(),
    }
