"""from_dict: a position in words becomes a game.

Left out, a thing is as at the start of a turn: Stock and Mat follow from the pieces on the map,
cards named nowhere lie at the bottom of the pile (those of later epochs aside), and what is owed
follows from phase and segment.
"""

from typing import Any

import numpy as np

from paxren_env.core import engine
from paxren_env.core.chance import splitmix
from paxren_env.core.constants import BROKEN, NONE, RUNNING, TERMINATED
from paxren_env.core.log import new_log
from paxren_env.core.notation import (
    check_fields,
    check_flag,
    check_keys,
    check_list,
    check_number,
    fail,
    read_frame,
)
from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import NUM_ACTIONS
from paxren_env.games.age_of_renaissance.notation.check import BOUNDS, check_table, highest_of
from paxren_env.games.age_of_renaissance.notation.names import (
    PILES,
    PLAIN_FLAGS,
    PLAIN_NUMBERS,
    PLAYER_NUMBERS,
    SHIP_NAMES,
    Position,
    letters,
    look_up,
)
from paxren_env.games.age_of_renaissance.notation.pending import check_pending
from paxren_env.games.age_of_renaissance.notation.read_cards import read_cards, seat_of, seats_of
from paxren_env.games.age_of_renaissance.options import check_options, write_options
from paxren_env.games.age_of_renaissance.state import RECORD, STACK_DEPTH

KEYS = (
    "game", "options", "phase", "segment", *PLAIN_NUMBERS, *PLAIN_FLAGS, "order", "players", *PILES,
    "pile", "resolving", "leaders", "military", "conditions", "ruler", "papal", "civil_war", "war",
    "landed", "pending", "status", "winners", "attack", "places", "chance", "copies", "viewer",
)  # fmt: skip
PLAYER_KEYS = (
    "capital", *PLAYER_NUMBERS, "ship", "advances", "bought", "hand", "stamps", "known_to",
    "returned", "markers", "old", "new", "renaissance_used", "card_bought", "cathedral_used",
)  # fmt: skip
NAME = "age_of_renaissance"
MAX_LOG = 1024
MOST_CHANCE = 2**64 - 1
LAST_FRAMES = {
    c.PURCHASE: "leaders leave",
    c.EXPANSION: "bonus",
    c.FINAL_CARD_PLAY: "final end",
}


def from_dict(position: Position) -> tuple[np.ndarray, np.ndarray, list[Any], list[Any]]:
    """States and mask of the game, its (empty) history and notes."""
    check_keys(position, "position", KEYS)
    if "viewer" in position:
        fail("viewer", "a position as one seat sees it cannot be loaded")
    if position.get("game", NAME) != NAME:
        fail("game", f"expected {NAME}")
    states, mask = np.zeros(1, RECORD), np.zeros(NUM_ACTIONS, np.int8)
    s = view(states, 0)
    read_options(s, position)
    read_table(s, position)
    read_players(s, position)
    read_cards(s, position)
    count_pieces(s)
    read_under_way(s, position)
    read_result(s, position)
    read_pending(s, position)
    check_fields(states, BOUNDS)
    check_table(s)
    if s.status == RUNNING:
        check_pending(s)
        start(states, mask, is_asked="pending" in position)
    return states, mask, [], []


def read_options(s: Any, position: Position) -> None:
    options = position.get("options", {})
    if not isinstance(options, dict):
        fail("options", "expected a dict")
    players = len(check_list(position.get("players", []), "players"))
    try:
        checked = check_options({"num_players": players or 4, **options})
    except (TypeError, ValueError) as error:
        fail("options", str(error))
    write_options(s, checked)


def start(states: np.ndarray, mask: np.ndarray, is_asked: bool) -> None:
    """Mark what is legal; what is asked in a whole position must have an answer."""
    s = view(states, 0)
    size = int(s.stack_size)
    engine.load(states, 0, mask, new_log(MAX_LOG))
    if s.status == BROKEN or (is_asked and s.stack_size != size):
        fail("pending", "nobody can go on from there")


# --- the table ------------------------------------------------------------------------------------
def read_table(s: Any, position: Position) -> None:
    s.turn, s.epoch = 1, 1
    s.phase = look_up("phase", position.get("phase", c.PHASE_NAMES[1]), c.PHASE_NAMES)
    s.ending = c.BY_DECK if s.phase == c.FINAL_CARD_PLAY else 0
    for name in PLAIN_NUMBERS:
        if name in position:
            setattr(s, name, check_number(position[name], name, 0, highest_of(name)))
    for name in PLAIN_FLAGS:
        usual = name == "last_turn" and s.phase == c.FINAL_CARD_PLAY
        setattr(s, name, int(check_flag(position.get(name, usual), name)))
    s.turn_player = seat_of("segment", s, position.get("segment"))
    s.order[:] = NONE
    s.order[: s.num_players] = read_order(s, position.get("order", list(range(s.num_players))))
    s.tie_order[:] = NONE
    places = check_list(position.get("places", []), "places")
    if len(places) > s.num_players:
        fail("places", f"{len(places)} of {s.num_players}")
    for i, seat in enumerate(places):
        s.tie_order[i] = seat_of(f"places[{i}]", s, seat)
    conditions = check_keys(position.get("conditions", {}), "conditions", c.COMMODITY_NAMES)
    for name, value in conditions.items():
        most = c.MAX_CONDITION
        number = check_number(value, f"conditions.{name}", -most, most)
        s.sigma[c.COMMODITY_NAMES.index(name)] = number
    s.ruler = seats_of("ruler", s, position.get("ruler", []))
    papal = position.get("papal")
    s.papal = NONE if papal is None else look_up("papal", papal, c.CATEGORY_NAMES)
    chance = position.get("chance", splitmix(0))
    s.chance[0] = check_number(chance, "chance", 0, MOST_CHANCE)


def read_order(s: Any, value: Any) -> list[int]:
    order = check_list(value, "order")
    numbers = [
        check_number(seat, f"order[{i}]", 0, s.num_players - 1) for i, seat in enumerate(order)
    ]
    if sorted(numbers) != list(range(s.num_players)):
        fail("order", f"{numbers} does not name every seat once")
    return numbers


# --- players --------------------------------------------------------------------------------------
def read_players(s: Any, position: Position) -> None:
    s.capital[:] = NONE
    s.returned[:] = NONE
    s.marker[:] = NONE
    players = check_list(position.get("players", [{}] * s.num_players), "players")
    if len(players) != s.num_players:
        fail("players", f"{len(players)} of {s.num_players}")
    for seat, own in enumerate(players):
        read_player(s, f"players[{seat}]", seat, own)


def read_player(s: Any, where: str, seat: int, own: Any) -> None:
    check_keys(own, where, PLAYER_KEYS)
    is_set_up = s.phase == c.SET_UP
    capital = own.get("capital", None if is_set_up else c.CAPITAL_NAMES[seat])
    if capital is not None:
        s.capital[seat] = look_up(f"{where}.capital", capital, c.CAPITAL_NAMES)
    s.choice_rank[seat] = 0 if is_set_up else seat + 1
    for name in PLAYER_NUMBERS:
        if name in own:
            low, high = BOUNDS[name]
            getattr(s, name)[seat] = check_number(own[name], f"{where}.{name}", low, high)
    if "written_cash" not in own:
        s.written_cash[seat] = s.cash[seat]
    s.advances[seat] = bits_of(f"{where}.advances", own.get("advances", ""))
    s.bought[seat] = bits_of(f"{where}.bought", own.get("bought", ""))
    s.ship[seat] = look_up(f"{where}.ship", own.get("ship", usual_ship(s, seat)), SHIP_NAMES)
    if own.get("returned") is not None:
        s.returned[seat] = look_up(f"{where}.returned", own["returned"], t.FACE_NAMES)
    for name in ("renaissance_used", "card_bought"):
        bit = int(check_flag(own.get(name, False), f"{where}.{name}")) << seat
        setattr(s, name, getattr(s, name) | bit)
    used = own.get("cathedral_used", [])
    s.cathedral_used[seat] = seats_of(f"{where}.cathedral_used", s, used)
    read_pieces(s, where, seat, own)


def bits_of(where: str, word: Any) -> int:
    if not isinstance(word, str):
        fail(where, "expected the letters of advances")
    return sum({1 << look_up(where, letter, t.ADVANCE_LETTERS) for letter in word})


def usual_ship(s: Any, seat: int) -> str:
    owned = letters(int(s.advances[seat]))
    if "T" in owned:
        return SHIP_NAMES[t.FIRST_OCEAN]
    return SHIP_NAMES[t.FIRST_SEAWORTHY if "S" in owned else 0]


def read_pieces(s: Any, where: str, seat: int, own: dict[str, Any]) -> None:
    for kind, field in (("old", s.old), ("new", s.new)):
        pieces = check_keys(own.get(kind, {}), f"{where}.{kind}", t.PROVINCE_NAMES)
        for name, count in pieces.items():
            number = check_number(count, f"{where}.{kind}.{name}", 1, c.TOKENS)
            field[seat, t.PROVINCE_NAMES.index(name)] = number
    markers = own.get("markers", {})
    if isinstance(markers, list):  # written by hand: all old
        named = [look_up(f"{where}.markers", name, t.PROVINCE_NAMES) for name in markers]
        markers = {t.PROVINCE_NAMES[province]: "old" for province in named}
    for name, kind in check_keys(markers, f"{where}.markers", t.PROVINCE_NAMES).items():
        province = t.PROVINCE_NAMES.index(name)
        if s.marker[province] != NONE:
            fail(f"{where}.markers.{name}", "there is a marker of another player")
        s.marker[province] = seat
        s.marker_kind[province] = look_up(f"{where}.markers.{name}", kind, c.MARKER_NAMES)


def count_pieces(s: Any) -> None:
    """2.7: what is not on the map or in Expansion is in Stock and on the Mat."""
    for seat in range(s.num_players):
        tokens = int(s.old[seat].sum() + s.new[seat].sum()) + int(s.expansion[seat])
        markers = int((s.marker == seat).sum())
        if tokens > c.TOKENS or markers > c.MARKERS:
            fail(f"players[{seat}]", f"{tokens} tokens and {markers} markers are too many")
        s.stock[seat] = c.TOKENS - tokens
        s.mat[seat] = c.MARKERS - markers


# --- what is under way ----------------------------------------------------------------------------
def read_under_way(s: Any, position: Position) -> None:
    s.civil_war = seat_of("civil_war", s, position.get("civil_war"))
    by, against = read_parts(position, "war", 2)
    s.war_by, s.war_against = seat_of("war[0]", s, by), seat_of("war[1]", s, against)
    attacker, province, holder = read_parts(position, "attack", 3)
    s.attack_by = seat_of("attack[0]", s, attacker)
    s.attack_held_by = seat_of("attack[2]", s, holder)
    s.attack_province = NONE
    if province is not None:
        s.attack_province = look_up("attack[1]", province, t.PROVINCE_NAMES)
    landed = check_keys(position.get("landed", {}), "landed", t.PROVINCE_NAMES)
    for name, count in landed.items():
        number = check_number(count, f"landed.{name}", 1, c.TOKENS)
        s.landed[t.PROVINCE_NAMES.index(name)] = number


def read_parts(position: Position, key: str, length: int) -> list[Any]:
    """So many things in a list; nothing of each if it is missing."""
    if position.get(key) is None:
        return [None] * length
    parts = check_list(position[key], key)
    if len(parts) != length:
        fail(key, f"{len(parts)} parts, not {length}")
    return parts


def read_result(s: Any, position: Position) -> None:
    """Running, or over with its winners."""
    s.status = check_number(position.get("status", RUNNING), "status", RUNNING, TERMINATED)
    winners = seats_of("winners", s, position.get("winners", []))
    for seat in range(s.num_players):
        s.winner[seat] = winners >> seat & 1


def read_pending(s: Any, position: Position) -> None:
    """What is owed, the next thing last; without it what follows from phase and segment."""
    pending = position.get("pending")
    if pending is None:
        pending = usual_pending(s) if s.status == RUNNING else []
    pending = check_list(pending, "pending")
    if len(pending) > STACK_DEPTH:
        fail("pending", f"more than {STACK_DEPTH} frames")
    for i, written in enumerate(pending):
        s.stack[i] = read_frame(f.frames, written, f"pending[{i}]", s.num_players)
    s.stack_size = len(pending)


def usual_pending(s: Any) -> list[Position]:
    """The phase from its start, or from the segment on."""
    if s.phase == c.SET_UP:
        fail("phase", "a position in the set-up says what is pending")
    if s.turn_player == NONE:
        return [{"frame": "phase", "phase": c.PHASE_NAMES[s.phase]}]
    pending: list[Position] = []
    if s.phase != c.FINAL_CARD_PLAY:
        pending.append({"frame": "phase", "phase": c.PHASE_NAMES[s.phase + 1]})
    if s.phase in LAST_FRAMES:
        pending.append({"frame": LAST_FRAMES[s.phase]})
    pending.append({"frame": "segment over"})
    order = s.order[: s.num_players].tolist()
    later = order[order.index(s.turn_player) :]
    return pending + [{"frame": "segment", "player": seat} for seat in reversed(later)]
