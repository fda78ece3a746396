"""The table as it lies, in text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paxren_env.core.record import view
from paxren_env.core.telling import wrapped
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.notation.names import SHIP_NAMES
from paxren_env.games.age_of_renaissance.text.asked import phase_words
from paxren_env.games.age_of_renaissance.text.words import (
    MARKER_SIGNS,
    advance_letters,
    condition_words,
    goods_words,
    misery_words,
    seat_sign,
    seat_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

LEGEND = "● old marker, ○ new (* no bonus), ■ old tokens, □ new; the letter is the player's capital"


def turn_heading(game: "Game") -> str:
    s = view(game.states, 0)
    return f"\n--- {phase_words(s)} ---" if s.turn else "\n--- set-up ---"


def table(game: "Game", viewer: int | None = None) -> str:
    """Everything that lies open, and the viewer's own hand; without a viewer all hands."""
    s = view(game.states, 0)
    told = game.to_dict(viewer)
    lines = [*turn_lines(s, told), ""]
    for seat in [int(p) for p in s.order[: s.num_players]]:
        lines += player_lines(s, told["players"][seat], seat)
    return "\n".join([*lines, "", LEGEND, *map_lines(s)])


def turn_lines(s: Any, told: dict[str, Any]) -> Iterator[str]:
    pile = told["pile"] if isinstance(told["pile"], int) else len(told["pile"])
    last = "; this is the last turn" if s.last_turn else ""
    yield f"Age of Renaissance: {phase_words(s)}, epoch {s.epoch} of {s.last_epoch}{last}"
    replay = ", ".join(told["replay"]) or "empty"
    yield f"pile {pile}, reserve {len(told['reserve'])}; replay: {replay}"
    conditions = [f"{name} {condition_words(sigma)}" for name, sigma in told["conditions"].items()]
    if conditions:
        yield f"market: {', '.join(conditions)}"
    for k, row in enumerate(told["leaders"], 1):
        patrons = ", ".join(seat_words(s, seat) for seat in row["patrons"])
        owner = seat_words(s, row["owner"])
        yield f"leader {k}: {row['leader']} of {owner}; patrons: {patrons or 'none'}"
    for name, seat in told["military"].items():
        yield f"{name} in play: {seat_words(s, seat)}"
    yield from flag_lines(s, told)


def flag_lines(s: Any, told: dict[str, Any]) -> Iterator[str]:
    """What holds for this turn or from now on."""
    if told["war"]:
        by, against = (seat_words(s, seat) for seat in told["war"])
        yield f"War of {by} against {against}, tied {s.war_ties} times"
    if told["papal"]:
        yield f"Papal Decree: no {told['papal']}" + (" (lifted)" if s.strife else "")
    for seat in told["ruler"]:
        yield f"Enlightened Ruler: {seat_words(s, seat)}"
    if s.civil_war >= 0:
        yield f"Civil War: {seat_words(s, s.civil_war)} expands last"


def player_lines(s: Any, own: dict[str, Any], seat: int) -> list[str]:
    """One player: place, money, pieces, Misery, ship, advances, hand."""
    if own["misery"] == c.CHAOS:
        return [f"{seat_words(s, seat)} (seat {seat}): in Chaos"]
    order = s.order[: s.num_players].tolist()
    slot = int(t.SLOTS[s.num_players, order.index(seat)])
    head = f"{seat_words(s, seat)} (seat {seat}, slot {slot}): "
    hand = ", ".join(own["hand"]) or "none"
    parts = [
        f"${own['cash']} (written {own['written_cash']}), bid {own['bid']}",
        f"Expansion {own['expansion']}, Stock {s.stock[seat]}, Mat {s.mat[seat]}",
        f"Misery {misery_words(own['misery'])}, ship {SHIP_NAMES[s.ship[seat]]}",
        f"advances {advance_letters(int(s.advances[seat])) or 'none'}",
        f"hand {hand}",
    ]
    return wrapped(head, "; ".join(parts))


def map_lines(s: Any) -> Iterator[str]:
    """By area: provinces with pieces first, then the empty ones."""
    edition, loire = int(bool(s.options & c.EURO_MAP)), int(bool(s.options & c.LOIRE))
    playable = t.IN_PLAY[edition, loire, s.num_players]
    for area, name in enumerate(c.AREA_NAMES):
        inside = [
            i for i in range(c.NUM_PROVINCES) if playable[i] and t.AREA_OF[edition, i] == area
        ]
        held = [f"{province_sign(i)} {signs}" for i in inside if (signs := piece_signs(s, i))]
        empty = [province_sign(i) for i in inside if not piece_signs(s, i)]
        if inside:
            rest = f"empty: {', '.join(empty)}" if empty else ""
            yield from wrapped(f"{name}: ", "; ".join([*held, rest]).strip("; "))


def province_sign(province: int) -> str:
    goods = goods_words(province)
    return f"{t.PROVINCE_NAMES[province]} {t.MARKET[province]}{' ' + goods if goods else ''}"


def piece_signs(s: Any, province: int) -> str:
    """The pieces in a province."""
    signs = []
    for seat in range(s.num_players):
        letter = seat_sign(s, seat)
        if s.marker[province] == seat:
            signs.append(letter + MARKER_SIGNS[s.marker_kind[province]])
        if s.old[seat, province]:
            signs.append(f"{letter}■{s.old[seat, province]}")
        if s.new[seat, province]:
            signs.append(f"{letter}□{s.new[seat, province]}")
    return f"[{' '.join(signs)}]" if signs else ""
