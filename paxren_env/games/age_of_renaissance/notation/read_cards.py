"""The cards of a position: who holds what, the piles, the Leaders and military cards in play."""

from typing import Any

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.notation import check_keys, check_list, check_number, fail, shown
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.notation.names import PILES, Position, look_up


def seat_of(where: str, s: Any, value: Any) -> int:
    """A seat at the table; nobody for None."""
    return NONE if value is None else check_number(value, where, 0, s.num_players - 1)


def seats_of(where: str, s: Any, value: Any) -> int:
    """A list of seats as bits."""
    listed = enumerate(check_list(value, where))
    return sum(
        {1 << check_number(seat, f"{where}[{i}]", 0, s.num_players - 1) for i, seat in listed}
    )


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
        fail(where, f"{shown(face)} is no card, or there is one too many of it")

    def take_all(self, where: str, faces: Any, place: int) -> list[int]:
        listed = enumerate(check_list(faces, where))
        return [self.take(f"{where}[{i}]", face, place) for i, face in listed]


def read_cards(s: Any, position: Position) -> None:
    box = Box(s)
    for seat, own in enumerate(position.get("players", [])):
        read_hand(s, box, f"players[{seat}]", seat, own)
    for name, place in PILES.items():
        box.take_all(name, position.get(name, []), place)
    box.take_all("resolving", position.get("resolving", []), c.RESOLVING)
    read_leaders(s, box, position)
    s.military[:] = NONE
    military = check_keys(position.get("military", {}), "military", c.RANK_NAMES)
    for name, seat in military.items():
        where = f"military.{name}"
        seat = check_number(seat, where, 0, s.num_players - 1)
        s.military[c.RANK_NAMES.index(name)] = seat
        box.take(where, name, c.MILITARY_IN_PLAY)
    if position.get("war") is not None:
        box.take("war", "War!", c.AT_WAR)
    read_pile(s, box, position)
    copies = check_keys(position.get("copies", {}), "copies", t.FACE_NAMES)
    for face, places in copies.items():
        number_copies(s, face, places)


def number_copies(s: Any, face: str, places: Any) -> None:
    """The copies of a face get the numbers they had."""
    own = np.flatnonzero(t.CARD_FACE[: c.NUM_CARDS] == t.FACE_NAMES.index(face))
    slots = {(int(s.place[i]), int(s.index[i])): (s.stamp[i], s.known[i]) for i in own}
    found = sorted([int(s.place[i]), int(s.index[i])] for i in own)
    wanted = [check_list(place, f"copies.{face}") for place in check_list(places, f"copies.{face}")]
    if not all(type(number) is int for place in wanted for number in place):
        fail(f"copies.{face}", "expected pairs of numbers")
    if sorted(wanted) != found:
        fail(f"copies.{face}", "does not name the places where these cards are")
    for card, (place, index) in zip(own, wanted, strict=True):
        s.place[card], s.index[card] = place, index
        s.stamp[card], s.known[card] = slots[place, index]


def read_hand(s: Any, box: Box, where: str, seat: int, own: dict[str, Any]) -> None:
    hand = check_list(own.get("hand", []), f"{where}.hand")
    stamps = check_list(own.get("stamps", []), f"{where}.stamps")
    known_to = check_list(own.get("known_to", [[]] * len(hand)), f"{where}.known_to")
    if len(stamps) > len(hand) or len(known_to) != len(hand):
        fail(f"{where}.hand", "stamps and known_to are lists beside it")
    for i, face in enumerate(hand):
        card = box.take(f"{where}.hand[{i}]", face, seat, i)
        s.stamp[card] = min(c.STAMP_3, c.STAMP_1B + s.epoch - 1)
        if i < len(stamps):
            s.stamp[card] = look_up(f"{where}.stamps[{i}]", stamps[i], c.STAMP_NAMES)
        s.known[card] = 1 << seat | seats_of(f"{where}.known_to[{i}]", s, known_to[i])
    s.hand_size[seat] = len(hand)


def read_leaders(s: Any, box: Box, position: Position) -> None:
    """The queue in playing order; each Leader has its owner and its patrons."""
    s.leader_owner[:] = NONE
    queue = check_list(position.get("leaders", []), "leaders")
    for i, row in enumerate(queue):
        where = f"leaders[{i}]"
        check_keys(row, where, ("leader", "owner", "patrons"))
        card = box.take(where, row.get("leader"), c.LEADER_QUEUE, i)
        number = card - c.FIRST_LEADER
        if number < 0:
            fail(where, "is no Leader")
        s.leader_owner[number] = check_number(
            row.get("owner"), f"{where}.owner", 0, s.num_players - 1
        )
        s.patrons[number] = seats_of(f"{where}.patrons", s, row.get("patrons", []))
    s.num_leaders = max(int(s.num_leaders), len(queue))


def read_pile(s: Any, box: Box, position: Position) -> None:
    """The named cards on top; then all that is named nowhere, unless the position names all."""
    pile = position.get("pile", [])
    if not isinstance(pile, list):
        fail("pile", "is a list of cards; a position seen by one seat is not a whole one")
    taken = box.take_all("pile", pile, c.PILE)
    is_whole = "pending" in position and "out" in position
    for card in box.left:
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
