"""from_dict: a position in words becomes a game.

Left out, a thing is as at the start of a turn: Stock and Mat follow from the pieces on the map,
cards named nowhere lie at the bottom of the pile (those of later epochs aside), and what is owed
follows from phase and segment.
"""

from typing import Any

import numpy as np

from paxren_env.core import engine
from paxren_env.core.chance import splitmix
from paxren_env.core.constants import BROKEN, CHANCE, NONE, RUNNING
from paxren_env.core.log import new_log
from paxren_env.core.notation import check_keys, check_list, check_number, fail
from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import NUM_ACTIONS
from paxren_env.games.age_of_renaissance.notation.names import (
    FRAMES_BY_NAME,
    NAMES,
    PILES,
    PLAIN_FLAGS,
    PLAIN_NUMBERS,
    PLAYER_NUMBERS,
    SHIP_NAMES,
    Position,
    letters,
    look_up,
)
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
MAX_LOG = 1024
LAST_FRAMES = {c.PURCHASE: f.LEADERS_LEAVE, c.EXPANSION: f.BONUS, c.FINAL_CARD_PLAY: f.FINAL_END}


def from_dict(position: Position) -> tuple[np.ndarray, np.ndarray, list[Any], list[Any]]:
    """States and mask of the game, its (empty) history and notes."""
    check_keys(position, "position", KEYS)
    if "viewer" in position:
        fail("viewer", "a position as one seat sees it cannot be loaded")
    states, mask = np.zeros(1, RECORD), np.zeros(NUM_ACTIONS, np.int8)
    s = view(states, 0)
    options = dict(position.get("options", {}))
    options.setdefault("num_players", len(position.get("players", [])) or 4)
    write_options(s, check_options(options))
    read_table(s, position)
    read_players(s, position)
    read_cards(s, position)
    count_pieces(s)
    read_under_way(s, position)
    read_pending(s, position)
    s.status = int(position.get("status", RUNNING))
    for seat in position.get("winners", []):
        s.winner[seat_of("winners", s, seat)] = 1
    if s.status == RUNNING:
        engine.load(states, 0, mask, new_log(MAX_LOG))
        if s.status == BROKEN:
            fail("pending", "no rule knows what to do with it")
    return states, mask, [], []


def seat_of(where: str, s: Any, value: Any) -> int:
    return NONE if value is None else check_number(value, where, 0, s.num_players - 1)


# --- the table ------------------------------------------------------------------------------------
def read_table(s: Any, position: Position) -> None:
    s.turn, s.epoch = 1, 1
    s.phase = look_up("phase", position.get("phase", c.PHASE_NAMES[1]), c.PHASE_NAMES)
    for name in PLAIN_NUMBERS:
        if name in position:
            setattr(s, name, check_number(position[name], name, 0, room_of(name)))
    for name in PLAIN_FLAGS:
        setattr(s, name, 1 if position.get(name) else 0)
    s.turn_player = seat_of("segment", s, position.get("segment"))
    order = position.get("order", list(range(s.num_players)))
    if sorted(order) != list(range(s.num_players)):
        fail("order", f"{order} does not name every seat once")
    s.order[:] = NONE
    s.order[: s.num_players] = order
    s.tie_order[:] = NONE
    for i, seat in enumerate(position.get("places", [])):
        s.tie_order[i] = seat_of(f"places[{i}]", s, seat)
    for name, value in position.get("conditions", {}).items():
        commodity = look_up("conditions", name, c.COMMODITY_NAMES)
        s.sigma[commodity] = check_number(value, f"conditions.{name}", -2, 2)
    for i, seat in enumerate(position.get("ruler", [])):
        s.ruler |= 1 << seat_of(f"ruler[{i}]", s, seat)
    papal = position.get("papal")
    s.papal = NONE if papal is None else look_up("papal", papal, c.CATEGORY_NAMES)
    s.chance[0] = position.get("chance", splitmix(0))


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


def room_of(name: str) -> int:
    """The largest number that may be written into a field, with room for what a turn adds."""
    return int(np.iinfo(RECORD[name].base).max) // 2


def read_player(s: Any, where: str, seat: int, own: dict[str, Any]) -> None:
    check_keys(own, where, PLAYER_KEYS)
    capital = own.get("capital", c.CAPITAL_NAMES[seat])
    if capital is not None:
        s.capital[seat] = look_up(f"{where}.capital", capital, c.CAPITAL_NAMES)
    s.choice_rank[seat] = seat + 1
    for name in PLAYER_NUMBERS:
        if name in own:
            low, high = PLAYER_NUMBERS[name]
            getattr(s, name)[seat] = check_number(own[name], f"{where}.{name}", low, high)
    if "written_cash" not in own:
        s.written_cash[seat] = s.cash[seat]
    s.advances[seat] = bits_of(f"{where}.advances", own.get("advances", ""))
    s.bought[seat] = bits_of(f"{where}.bought", own.get("bought", ""))
    s.ship[seat] = look_up(f"{where}.ship", own.get("ship", usual_ship(s, seat)), SHIP_NAMES)
    if own.get("returned"):
        s.returned[seat] = look_up(f"{where}.returned", own["returned"], t.FACE_NAMES)
    s.renaissance_used |= bool(own.get("renaissance_used")) << seat
    s.card_bought |= bool(own.get("card_bought")) << seat
    for other in own.get("cathedral_used", []):
        s.cathedral_used[seat] |= 1 << seat_of(f"{where}.cathedral_used", s, other)
    read_pieces(s, where, seat, own)


def bits_of(where: str, word: str) -> int:
    bits = 0
    for letter in word:
        bits |= 1 << look_up(where, letter, t.ADVANCE_LETTERS)
    return bits


def usual_ship(s: Any, seat: int) -> str:
    owned = letters(int(s.advances[seat]))
    if "T" in owned:
        return SHIP_NAMES[t.FIRST_OCEAN]
    return SHIP_NAMES[t.FIRST_SEAWORTHY if "S" in owned else 0]


def read_pieces(s: Any, where: str, seat: int, own: dict[str, Any]) -> None:
    for kind, field in (("old", s.old), ("new", s.new)):
        for name, count in own.get(kind, {}).items():
            province = look_up(f"{where}.{kind}", name, t.PROVINCE_NAMES)
            field[seat, province] = check_number(count, f"{where}.{kind}.{name}", 1, c.TOKENS)
    markers = own.get("markers", {})
    if isinstance(markers, list):  # written by hand: all old
        markers = dict.fromkeys(markers, "old")
    for name, kind in markers.items():
        province = look_up(f"{where}.markers", name, t.PROVINCE_NAMES)
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


# --- cards ----------------------------------------------------------------------------------------
class Box:
    """The cards not yet placed, by face."""

    def __init__(self, s: Any) -> None:
        self.s = s
        timber = int(bool(s.options & c.SECOND_TIMBER))
        self.epoch = t.CARD_EPOCH[timber]
        # Of equal faces the card of the earliest epoch is in play first.
        self.left = sorted(range(c.NUM_CARDS), key=lambda card: (self.epoch[card], card))

    def take(self, where: str, face: Any, place: int, index: int = 0) -> int:
        for card in self.left:
            if t.FACE_NAMES[t.CARD_FACE[card]] == face:
                self.left.remove(card)
                self.s.place[card], self.s.index[card] = place, index
                return card
        fail(where, f"{face!r} is no card, or not one too many of it")


def read_cards(s: Any, position: Position) -> None:
    box = Box(s)
    for seat, own in enumerate(position.get("players", [])):
        read_hand(s, box, f"players[{seat}]", seat, own)
    for name, place in PILES.items():
        for i, face in enumerate(position.get(name, [])):
            box.take(f"{name}[{i}]", face, place)
    for i, face in enumerate(position.get("resolving", [])):
        box.take(f"resolving[{i}]", face, c.RESOLVING)
    read_leaders(s, box, position)
    s.military[:] = NONE
    for name, seat in position.get("military", {}).items():
        s.military[look_up("military", name, c.RANK_NAMES)] = seat_of(f"military.{name}", s, seat)
        box.take(f"military.{name}", name, c.MILITARY_IN_PLAY)
    if position.get("war") is not None:
        box.take("war", "War!", c.AT_WAR)
    read_pile(s, box, position)
    for face, places in position.get("copies", {}).items():
        number_copies(s, face, places)


def number_copies(s: Any, face: str, places: list[list[int]]) -> None:
    """The copies of a face get the numbers they had."""
    number = look_up("copies", face, t.FACE_NAMES)
    own = np.flatnonzero(t.CARD_FACE[: c.NUM_CARDS] == number)
    slots = {(int(s.place[i]), int(s.index[i])): (s.stamp[i], s.known[i]) for i in own}
    wanted = [(int(place), int(index)) for place, index in places]
    found = sorted((int(s.place[i]), int(s.index[i])) for i in own)
    if sorted(wanted) != found:
        fail(f"copies.{face}", "does not name the places where these cards are")
    for card, slot in zip(own, wanted, strict=True):
        s.place[card], s.index[card] = slot
        s.stamp[card], s.known[card] = slots[slot]


def read_hand(s: Any, box: Box, where: str, seat: int, own: dict[str, Any]) -> None:
    hand = own.get("hand", [])
    stamps = own.get("stamps", [])
    for i, face in enumerate(hand):
        card = box.take(f"{where}.hand[{i}]", face, seat, i)
        usual = min(c.STAMP_3, c.STAMP_1B + s.epoch - 1)
        s.stamp[card] = usual
        if i < len(stamps):
            s.stamp[card] = look_up(f"{where}.stamps[{i}]", stamps[i], c.STAMP_NAMES)
        s.known[card] = 1 << seat
        for other in own.get("known_to", [[]] * len(hand))[i]:
            s.known[card] |= 1 << seat_of(f"{where}.known_to[{i}]", s, other)
    s.hand_size[seat] = len(hand)


def read_leaders(s: Any, box: Box, position: Position) -> None:
    s.leader_owner[:] = NONE
    for i, row in enumerate(position.get("leaders", [])):
        where = f"leaders[{i}]"
        card = box.take(where, row.get("leader"), c.LEADER_QUEUE, i)
        s.leader_owner[card - c.FIRST_LEADER] = seat_of(where, s, row.get("owner"))
        for seat in row.get("patrons", []):
            s.patrons[card - c.FIRST_LEADER] |= 1 << seat_of(where, s, seat)
    s.num_leaders = max(int(s.num_leaders), len(position.get("leaders", [])))


def read_pile(s: Any, box: Box, position: Position) -> None:
    """The named cards on top; then all that is named nowhere, unless the position names all."""
    pile = position.get("pile", [])
    if not isinstance(pile, list):
        fail("pile", "is a list of cards; a position seen by one seat is not a whole one")
    taken = [box.take(f"pile[{i}]", face, c.PILE) for i, face in enumerate(pile)]
    is_whole = "pending" in position and "out" in position
    for card in list(box.left):
        if box.epoch[card] > s.epoch:
            s.place[card] = c.FUTURE
        elif is_whole or position.get("pile") == []:
            s.place[card] = c.OUT
        else:
            s.place[card] = c.PILE
            taken.append(card)
    s.pile_size = len(taken)
    for i, card in enumerate(reversed(taken)):
        s.index[card] = i


# --- what is under way ----------------------------------------------------------------------------
def read_under_way(s: Any, position: Position) -> None:
    s.civil_war = seat_of("civil_war", s, position.get("civil_war"))
    by, against = position.get("war") or (None, None)
    s.war_by, s.war_against = seat_of("war", s, by), seat_of("war", s, against)
    attacker, province, holder = position.get("attack") or (None, None, None)
    s.attack_by, s.attack_held_by = seat_of("attack", s, attacker), seat_of("attack", s, holder)
    s.attack_province = NONE if province is None else look_up("attack", province, t.PROVINCE_NAMES)
    for name, count in position.get("landed", {}).items():
        where = f"landed.{name}"
        s.landed[look_up(where, name, t.PROVINCE_NAMES)] = check_number(count, where, 1, c.TOKENS)


def read_pending(s: Any, position: Position) -> None:
    """What is owed, the next thing last; without it what follows from phase and segment."""
    pending = position.get("pending")
    pending = usual_pending(s) if pending is None else check_list(pending, "pending")
    if len(pending) > STACK_DEPTH:
        fail("pending", f"more than {STACK_DEPTH} frames")
    for i, written in enumerate(pending):
        s.stack[i] = read_frame(s, f"pending[{i}]", written)
    s.stack_size = len(pending)


def read_frame(s: Any, where: str, written: Any) -> list[int]:
    """The numbers of a frame from its name, its seat and its arguments."""
    if not isinstance(written, (list, tuple)) or len(written) < 2:
        fail(where, f"expected a frame as [name, seat, arguments], not {written!r}")
    name, seat, *arguments = written
    if name not in FRAMES_BY_NAME:
        fail(where, f"there is no frame {name!r}")
    row = FRAMES_BY_NAME[name]
    if len(arguments) > len(row.about):
        fail(where, f"{name!r} has {len(row.about)} arguments, not {len(arguments)}")
    values = [value_of(where, row.about[k].name, a) for k, a in enumerate(arguments)]
    player = check_number(seat, where, CHANCE, s.num_players - 1)
    return [row.id, player, *values, *[NONE] * (3 - len(values))]


def value_of(where: str, kind: str, value: Any) -> int:
    if value is None:
        return NONE
    if kind == "card":
        return int(t.FACE_CARD[look_up(where, value, t.FACE_NAMES)])
    return look_up(where, value, NAMES[kind]) if kind in NAMES else int(value)


def usual_pending(s: Any) -> list[list[Any]]:
    """The phase from its start, or from the segment on."""
    if s.phase == c.SET_UP:
        fail("phase", "a position in the set-up says what is pending")
    if s.turn_player == NONE:
        return [["phase", NONE, c.PHASE_NAMES[s.phase]]]
    pending: list[list[Any]] = []
    if s.phase != c.FINAL_CARD_PLAY:
        pending.append(["phase", NONE, c.PHASE_NAMES[s.phase + 1]])
    if s.phase in LAST_FRAMES:
        names = {row.id: name for name, row in FRAMES_BY_NAME.items()}
        pending.append([names[LAST_FRAMES[s.phase]], NONE])
    pending.append(["segment over", NONE])
    order = s.order[: s.num_players].tolist()
    later = order[order.index(s.turn_player) :]
    return pending + [["segment", seat] for seat in reversed(later)]
