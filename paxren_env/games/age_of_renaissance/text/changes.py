"""What differs between two positions, in words; nothing hidden is told."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.text.words import (
    advance_letters,
    condition_words,
    misery_words,
    seat_words,
)


def changes(old: Any, new: Any) -> list[str]:
    """Everything public that has changed."""
    return [*players(old, new), *pieces(old, new), *markets(old, new), *milestones(old, new)]


def players(old: Any, new: Any) -> Iterator[str]:
    """Cash, tokens, Misery, ships, advances and the size of hands."""
    for seat in range(new.num_players):
        who = seat_words(new, seat)
        gained = int(new.cash[seat]) - int(old.cash[seat])
        if gained:
            yield f"{who} {'+' if gained > 0 else '-'}${abs(gained)} (now ${new.cash[seat]})"
        if new.misery[seat] != old.misery[seat]:
            before, after = misery_words(old.misery[seat]), misery_words(new.misery[seat])
            yield f"{who}: Misery {before} → {after}"
        bought = int(new.advances[seat]) & ~int(old.advances[seat])
        if bought:
            yield f"{who} has {advance_letters(bought)}"
        if new.ship[seat] != old.ship[seat]:
            row, number = t.SHIPS[new.ship[seat]]
            yield f"{who} sails {c.SHIP_ROW_NAMES[row]} {number}"
        drawn = int(new.hand_size[seat]) - int(old.hand_size[seat])
        if drawn > 0:
            yield f"{who} draws {drawn} card{'s' * (drawn > 1)}"
        if new.phase == old.phase == c.ORDER_OF_PLAY and new.expansion[seat] > old.expansion[seat]:
            yield f"{who} has {new.expansion[seat]} tokens"


def pieces(old: Any, new: Any) -> Iterator[str]:
    """Provinces where something moved."""
    if old.phase == c.EXPANSION and new.phase != c.EXPANSION:
        return  # all pieces were turned: nothing a reader does not know
    marker = (old.marker != new.marker) | (old.marker_kind != new.marker_kind)
    tokens = ((old.old != new.old) | (old.new != new.new)).any(axis=0)
    for province in np.flatnonzero(marker | tokens):
        yield f"{t.PROVINCE_NAMES[province]}: {who_is_there(new, int(province)) or 'empty'}"


def who_is_there(s: Any, province: int) -> str:
    words = []
    for seat in range(s.num_players):
        if s.marker[province] == seat:
            words.append(f"{seat_words(s, seat)}'s marker")
        tokens = int(s.old[seat, province]) + int(s.new[seat, province])
        if tokens:
            words.append(f"{seat_words(s, seat)} {tokens}")
    return ", ".join(words)


def markets(old: Any, new: Any) -> Iterator[str]:
    for i, name in enumerate(c.COMMODITY_NAMES):
        if old.sigma[i] != new.sigma[i]:
            yield f"{name}: {condition_words(int(new.sigma[i])) if new.sigma[i] else 'neutral'}"


def milestones(old: Any, new: Any) -> Iterator[str]:
    """The order, the epoch, the last turn."""
    if new.epoch != old.epoch:
        yield f"epoch {new.epoch} begins"
    if (old.order != new.order).any():
        order = ", ".join(seat_words(new, int(seat)) for seat in new.order[: new.num_players])
        yield f"order of play: {order}"
    if new.last_turn and not old.last_turn:
        yield "this is the last turn"
