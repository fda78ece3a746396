"""The table as a picture: the map of Europe, the markets, the advances, a board for each player.

Nothing hidden is drawn: of other hands only what the viewer knows, bids once they are revealed.
The size depends on the number of players alone, so that pictures make a film.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from paxren_env.core.board import Cell, Place, cells, line_path, middle, read_layout, shared
from paxren_env.core.record import view
from paxren_env.core.svg import Answers, Colours, Pen, Point, outline
from paxren_env.core.telling import is_asked_in_secret
from paxren_env.games.age_of_renaissance import actions as a
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.notation.names import SHIP_NAMES
from paxren_env.games.age_of_renaissance.notation.write import by_index
from paxren_env.games.age_of_renaissance.queries import is_in_play
from paxren_env.games.age_of_renaissance.text.answers import pieces_words
from paxren_env.games.age_of_renaissance.text.asked import decision_text, phase_words
from paxren_env.games.age_of_renaissance.text.components import (
    advance_lines,
    card_lines,
    commodity_lines,
    province_lines,
)
from paxren_env.games.age_of_renaissance.text.words import (
    condition_words,
    misery_words,
    seat_sign,
    seat_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

COLOURS: Colours = {
    "sea": ("#b7d2de", "#16303d"),
    "abroad": ("#ded4bd", "#2a2722"),
    "closed": ("#cfc4ab", "#302d28"),
    "area0": ("#dfe8d2", "#333d2b"),
    "area1": ("#f2e3c4", "#443a26"),
    "area2": ("#e8dccb", "#3c352b"),
    "area3": ("#f6ddc2", "#47352a"),
    "area4": ("#e3e0cc", "#37372a"),
    "area5": ("#f5e8b8", "#474022"),
    "area6": ("#e9e6c6", "#3c3b28"),
    "area7": ("#f0dccb", "#42352c"),
    "coast": ("#8fb2c1", "#2b5163"),
    "deep": ("#6d99ab", "#5f93ab"),
    "barrier": ("#7a6a56", "#a8987f"),
    "stone": ("#8d8d8d", "#a5a5a5"),
    "wool": ("#f7f3e6", "#e5dfcf"),
    "timber": ("#7b5330", "#a87a50"),
    "grain": ("#d9a520", "#d9a520"),
    "cloth": ("#3f6fa8", "#6a98cf"),
    "wine": ("#8c2346", "#c05a7e"),
    "metal": ("#5b6670", "#8a97a3"),
    "fur": ("#6d4a35", "#9c7459"),
    "silk": ("#c65b9b", "#dd83b8"),
    "spice": ("#d2601a", "#e88a4d"),
    "ivory": ("#fdf6dc", "#efe6c4"),
}
# Answers that are no thing on the table.
WORDS_ONLY = (
    "PASS", "YES", "BUY", "ATTACK", "CATHEDRAL", "EARLIER", "LATER", "NEUTRAL", "SHORTAGE",
    "SURPLUS", "CASH", "TOKENS", "PLUS", "MINUS", "DIGIT", "COUNT", "PLACE",
)  # fmt: skip
WIDTH, MARGIN, HEAD = 1348, 14, 84
MAP_WIDTH, MAP_HEIGHT = WIDTH - 2 * MARGIN, 960
STRIP_TOP = HEAD + MAP_HEIGHT + 10
ADVANCES_TOP = STRIP_TOP + 82
BOARDS_TOP = ADVANCES_TOP + 206
BOARD_WIDTH, BOARD_HEIGHT = (MAP_WIDTH - 10) // 2, 120
NAME = "name"  # in the layout: where the name of a sea is written
# What the provinces bring, drawn around 0, 0 in a box of 12.
GOODS = (
    "M-6 4L-4 -4L2 -5L6 0L4 5Z",  # stone
    "M-5 4A3 3 0 0 1 -4 -1A3.4 3.4 0 0 1 2 -3A3 3 0 0 1 5 3A3 3 0 0 1 3 5L-4 5Z",  # wool
    "M-6 -3L6 -3L6 0L-6 0ZM-6 1.500L6 1.500L6 4.500L-6 4.500Z",  # timber
    "M-1 6L-1 0C-5 0 -5 -4 -5 -4C-2 -4 -1 -2 0 -1L0 -7L0 -1C1 -2 2 -4 5 -4C5 -4 5 0 1 0L1 6Z",
    "M-6 -4L3 -4L6 -1L6 5L-3 5L-6 2Z",  # cloth
    "M-4 -6L4 -6C4 -1 2 0 1 1L1 4L3 6L-3 6L-1 4L-1 1C-2 0 -4 -1 -4 -6Z",  # wine
    "M-4 -3L4 -3L6 4L-6 4Z",  # metal
    "M-5 -5L0 -3L5 -5L4 1L2 6L0 4L-2 6L-4 1Z",  # fur
    "M-6 -2C-3 -6 0 2 6 -3L6 2C0 7 -3 -1 -6 3Z",  # silk
    "M0 -6L2 -2L6 -2L3 1L4 6L0 3L-4 6L-3 1L-6 -2L-2 -2Z",  # spice
    "M0 -6A6 6 0 1 1 -0.010 -6ZM0 -3A3 3 0 1 0 0.010 -3Z",  # gold
    "M-5 -6C-6 2 -1 6 6 5C1 4 -2 1 -2 -5Z",  # ivory
)  # fmt: skip


def svg(game: "Game", viewer: int | None = None) -> str:
    """The table as this seat sees it, or as everybody does."""
    s = view(game.states, 0)
    rows = (s.num_players + 1) // 2
    pen = Pen(WIDTH, BOARDS_TOP + rows * (BOARD_HEIGHT + 8) + MARGIN, Answers(game, viewer))
    asked = asked_words(game, s, viewer)
    draw_head(pen, s, asked)
    pen.add(f'<g transform="translate({MARGIN} {HEAD})">')
    draw_map(pen, s)
    pen.add("</g>")
    draw_overseas(pen, s)
    draw_commodities(pen, s)
    draw_advances(pen, s)
    for place, seat in enumerate(s.order[: s.num_players].tolist()):
        x = MARGIN + place % 2 * (BOARD_WIDTH + 10)
        y = BOARDS_TOP + place // 2 * (BOARD_HEIGHT + 8)
        draw_board(pen, s, seat, place, Box(x, y), viewer, game.deciding_player == seat)
    return pen.svg(f"Age of Renaissance, {asked}", COLOURS)


class Box(NamedTuple):
    """The upper left corner of something."""

    x: float
    y: float


def asked_words(game: "Game", s: Any, viewer: int | None) -> str:
    """What is asked; of a secret bid only whose it is."""
    if not game.is_over and is_asked_in_secret(game) and viewer != game.deciding_player:
        return f"{seat_words(s, game.deciding_player)} bids in secret"
    return decision_text(game).replace("\n", "; ")


# --- above the map --------------------------------------------------------------------------------
def draw_head(pen: Pen, s: Any, asked: str) -> None:
    """Turn, phase, what is asked, what holds for this turn; the areas."""
    last = " · last turn" if s.last_turn else ""
    when = f"Age of Renaissance · {phase_words(s)} · epoch {s.epoch} of {s.last_epoch}{last}"
    pen.text(MARGIN, 28, when, 22, "ink bold")
    pen.cut(MARGIN, 52, WIDTH - 2 * MARGIN, asked, 15)
    told = " · ".join([f"{s.pile_size} cards in the pile", *in_force(s)])
    pen.cut(MARGIN, 73, 960, told, 12.5, "faint")
    for area in range(c.NUM_AREAS):
        x = WIDTH - MARGIN - (c.NUM_AREAS - area) * 46
        with pen.thing(f"Area {c.AREA_NAMES[area]}", a.AREA + area):
            pen.rect(x, 58, 42, 20, f"area{area} rim-line edge")
            pen.text(x + 21, 72, c.AREA_NAMES[area], 12, "ink bold mid")


def in_force(s: Any) -> Iterator[str]:
    """What holds for this turn."""
    for rank, seat in enumerate(s.military.tolist()):
        if seat >= 0:
            yield f"{c.RANK_NAMES[rank]}: {seat_words(s, seat)}"
    if s.war_by >= 0:
        yield f"War: {seat_words(s, s.war_by)} against {seat_words(s, s.war_against)}"
    if s.papal >= 0:
        yield f"Papal Decree: no {c.CATEGORY_NAMES[s.papal]}"
    for card in by_index(s, c.LEADER_QUEUE):
        owner = seat_words(s, int(s.leader_owner[card - c.FIRST_LEADER]))
        yield f"{t.FACE_NAMES[t.CARD_FACE[card]]} ({owner})"


# --- the map --------------------------------------------------------------------------------------
class Board(NamedTuple):
    """The map of an edition; places are those of the layout that are printed on it."""

    places: list[Place]
    provinces: list[int]  # of each place; -1: sea or foreign land
    land: list[Cell]
    outlines: list[str]
    centres: list[Point]


def edition_of(s: Any) -> tuple[int, int]:
    return int(bool(s.options & c.EURO_MAP)), int(bool(s.options & c.LOIRE))


@lru_cache
def board(edition: int, loire: int) -> Board:
    """Where everything is on the map of this edition."""
    numbers = {name: i for i, name in enumerate(t.PROVINCE_NAMES)}
    printed = t.IN_PLAY[edition, loire, c.MAX_PLAYERS]
    places = [
        place
        for place in read_layout(t.DATA / "layout.csv")
        if place.kind != NAME and (place.kind != "province" or printed[numbers[place.name]])
    ]
    land = cells([(place.x, place.y) for place in places], MAP_WIDTH, MAP_HEIGHT)
    centres = [middle(cell.outline) for cell in land]
    return Board(
        places,
        [numbers[place.name] if place.kind == "province" else c.NONE for place in places],
        land,
        [outline(cell.outline) for cell in land],
        [(round(x, 1), round(y, 1)) for x, y in centres],
    )


@lru_cache
def backdrop(edition: int, loire: int) -> str:
    """Seas, foreign land, and the names of the seas."""
    on = board(edition, loire)
    seas = [place for place in read_layout(t.DATA / "layout.csv") if place.kind == NAME]
    pen = Pen(0, 0)
    pen.rect(0, 0, MAP_WIDTH, MAP_HEIGHT, "sea")
    for i, place in enumerate(on.places):
        if place.kind == "abroad":
            pen.path(on.outlines[i], "abroad abroad-line")
    for place in seas:
        pen.wrap(place.x, place.y, 100, place.name, 10.5, 3, "deep bold mid")
    return "".join(pen.parts)


@lru_cache
def lines(edition: int, loire: int) -> str:
    """Barriers where land touches that is not adjacent, links where it should touch."""
    on = board(edition, loire)
    places = {province: i for i, province in enumerate(on.provinces) if province >= 0}
    neighbours = {
        (places[i], places[int(j)])
        for i in places
        for j in t.NEIGHBOURS[edition, loire, i]
        if int(j) > i and int(j) in places
    }
    neighbours = {(min(pair), max(pair)) for pair in neighbours}
    touching = shared(on.land)
    coast = [border for pair, border in touching.items() if is_coast(on, pair)]
    closed = [
        border
        for pair, border in touching.items()
        if all(on.provinces[i] >= 0 for i in pair) and pair not in neighbours
    ]
    links = [between(on.centres[i], on.centres[j]) for i, j in sorted(neighbours - touching.keys())]
    pen = Pen(0, 0)
    pen.add('<g pointer-events="none">')
    pen.path(line_path(coast), "hollow coast-line thick")
    pen.path(line_path(closed), "hollow barrier-line thick")
    pen.path(line_path(links), "hollow barrier-line thick dashed")
    pen.add("</g>")
    return "".join(pen.parts)


def between(one: Point, other: Point) -> tuple[Point, Point]:
    """Most of the way from one name to another."""
    away = (other[0] - one[0]) * 0.22, (other[1] - one[1]) * 0.22
    return (one[0] + away[0], one[1] + away[1]), (other[0] - away[0], other[1] - away[1])


def is_coast(on: Board, pair: tuple[int, int]) -> bool:
    kinds = [on.places[i].kind for i in pair]
    return kinds.count("sea") == 1


def draw_map(pen: Pen, s: Any) -> None:
    """All land first, then the names and pieces above it."""
    on = board(*edition_of(s))
    pen.add(backdrop(*edition_of(s)))
    shown = [(i, province) for i, province in enumerate(on.provinces) if province >= 0]
    legal = pen.answers.legal if pen.answers else frozenset()
    marked = [pair for pair in shown if legal & set(province_actions(pair[1]))]
    for i, province in shown:
        if (i, province) not in marked:
            draw_land(pen, s, province, on.outlines[i])
    pen.add(lines(*edition_of(s)))
    for i, province in marked:  # last, so that no neighbour covers their edges
        draw_land(pen, s, province, on.outlines[i])
    pen.add('<g pointer-events="none" aria-hidden="true">')
    for i, province in shown:
        pen.add(label(province, *on.centres[i]))
        draw_pieces(pen, s, province, Box(*on.centres[i]))
    pen.add("</g>")


def province_actions(province: int) -> list[int]:
    """What a click on a province can mean; a capital can be chosen."""
    actions = [a.PROVINCE + province]
    if province in t.CAPITAL_PROVINCE[: c.NUM_CAPITALS]:
        actions.append(a.CAPITAL_CHOICE + t.CAPITAL_PROVINCE.tolist().index(province))
    return actions


@lru_cache(maxsize=c.NUM_PROVINCES)
def printed_words(province: int) -> str:
    return " ".join(part.strip() for part in province_lines(province))


def draw_land(pen: Pen, s: Any, province: int, path: str) -> None:
    """A province in the colour of its area, or of whoever holds it."""
    there = ", ".join(pieces_words(s, province)) or "empty"
    name = t.PROVINCE_NAMES[province]
    title = f"{printed_words(province)}\n{there}"
    with pen.thing(title, *province_actions(province), label=f"{name}: {there}"):
        pen.path(path, f"{ground(s, province)} rim-line edge")


def ground(s: Any, province: int) -> str:
    if not is_in_play(s, province):
        return "closed"
    if s.marker[province] >= 0:
        return f"seat{s.marker[province]}-pale"
    return f"area{t.AREA_OF[edition_of(s)[0], province]}"


@lru_cache(maxsize=c.NUM_PROVINCES * 2)
def label(province: int, x: float, y: float) -> str:
    """Name, market and commodity."""
    pen = Pen(0, 0)
    is_small = t.PROVINCE_KIND[province] == c.SATELLITE
    is_capital = t.PROVINCE_KIND[province] == c.CAPITAL
    name = t.PROVINCE_NAMES[province]
    look = "ink mid" if is_small else "ink bold mid"
    pen.text(x, y - 9, name.upper() if is_capital else name, 9.5 if is_small else 11, look)
    if not is_small:
        pen.circle(x - 9, y + 2, 7, "card ink-line thin")
        pen.text(x - 9, y + 5.5, str(t.MARKET[province]), 10, "ink bold mid")
    draw_goods(pen, province, x + 9, y + 2)
    return "".join(pen.parts)


def draw_goods(pen: Pen, province: int, x: float, y: float) -> None:
    """The signs of its commodities."""
    there = [i for i in range(c.NUM_COMMODITIES) if t.PRODUCES[province] >> i & 1]
    for number, good in enumerate(there):
        pen.sign(x + 15 * number, y, 1, GOODS[good], f"{c.COMMODITY_NAMES[good]} ink-line thin")


def draw_pieces(pen: Pen, s: Any, province: int, at: Box) -> None:
    """Markers with the letter of a capital, tokens with their number; new ones with a ring."""
    pieces = []
    for seat in range(s.num_players):
        if s.marker[province] == seat:
            pieces.append((seat, seat_sign(s, seat), s.marker_kind[province] != c.OLD_MARKER, 9))
        for counts, is_new in ((s.old, False), (s.new, True)):
            if counts[seat, province]:
                pieces.append((seat, str(counts[seat, province]), is_new, 7))
    left = at.x - 9 * (len(pieces) - 1)
    for number, (seat, words, is_new, radius) in enumerate(pieces):
        x = left + 18 * number
        if is_new:
            pen.circle(x, at.y + 20, radius + 3, "hollow ink-line dashed")
        pen.seat(x, at.y + 20, radius, seat, words)


# --- below the map --------------------------------------------------------------------------------
def draw_overseas(pen: Pen, s: Any) -> None:
    """The boxes overseas."""
    for number, province in enumerate(t.BOXES_OVERSEAS.tolist()):
        x = MARGIN + number * 124
        there = ", ".join(pieces_words(s, province)) or "empty"
        with pen.thing(f"{printed_words(province)}\n{there}", *province_actions(province)):
            pen.rect(x, STRIP_TOP, 119, 72, f"{ground_overseas(s, province)} rim-line edge")
            pen.text(x + 59, STRIP_TOP + 16, t.PROVINCE_NAMES[province], 12, "ink bold mid")
            pen.circle(x + 20, STRIP_TOP + 31, 8, "card ink-line thin")
            pen.text(x + 20, STRIP_TOP + 35, str(t.MARKET[province]), 11, "ink bold mid")
            draw_goods(pen, province, x + 42, STRIP_TOP + 31)
            draw_pieces(pen, s, province, Box(x + 60, STRIP_TOP + 36))


def draw_commodities(pen: Pen, s: Any) -> None:
    """The commodities with their conditions."""
    left = MARGIN + 5 * 124 + 8
    step = (WIDTH - MARGIN - left) / c.NUM_COMMODITIES
    for good, name in enumerate(c.COMMODITY_NAMES):
        x, sigma = left + good * step, int(s.sigma[good])
        condition = condition_words(sigma) if sigma else "neither Shortage nor Surplus"
        title = f"{' '.join(commodity_lines(good))}\n{condition}"
        with pen.thing(title, a.COMMODITY + good, label=f"{name}: {condition}"):
            pen.rect(x, STRIP_TOP, step - 4, 72, "card rim-line edge")
            pen.sign(x + 28, STRIP_TOP + 18, 1.6, GOODS[good], f"{name} ink-line thin")
            pen.text(x + 28, STRIP_TOP + 42, name, 11, "ink mid")
            pen.text(x + 28, STRIP_TOP + 54, f"${t.BASE_VALUE[good]}", 10, "faint mid")
            if sigma:
                sign = ("▲" if sigma > 0 else "▼") * abs(sigma)
                pen.text(x + 28, STRIP_TOP + 67, sign, 11, "lit bold mid")


def ground_overseas(s: Any, province: int) -> str:
    return "card" if s.marker[province] < 0 else f"seat{s.marker[province]}-pale"


def draw_advances(pen: Pen, s: Any) -> None:
    """The advances by category, with the shapes of those who have them."""
    wide = MAP_WIDTH / len(c.CATEGORY_NAMES)
    for category, name in enumerate(c.CATEGORY_NAMES):
        x = MARGIN + category * wide
        actions = (
            [a.CATEGORY + c.PAPAL_CATEGORIES.index(category)]
            if category in c.PAPAL_CATEGORIES
            else []
        )
        banned = " (banned)" if s.papal == category else ""
        with pen.thing(f"{name}{banned}", *actions):
            pen.rect(x, ADVANCES_TOP, wide - 6, 22, "back rim-line edge")
            pen.text(x + 8, ADVANCES_TOP + 16, f"{name}{banned}", 13, "ink bold")
        inside = [i for i in range(c.NUM_ADVANCES) if t.CATEGORY_OF[i] == category]
        for number, advance in enumerate(inside):
            draw_advance(pen, s, advance, Box(x, ADVANCES_TOP + 26 + number * 35), wide - 6)


def draw_advance(pen: Pen, s: Any, advance: int, at: Box, wide: float) -> None:
    letter, name = t.ADVANCE_LETTERS[advance], t.ADVANCE_NAMES[advance]
    owners = [seat for seat in range(s.num_players) if s.advances[seat] >> advance & 1]
    told = ", ".join(seat_words(s, seat) for seat in owners) or "nobody"
    title = f"{' '.join(advance_lines(advance))}\nwith: {told}"
    with pen.thing(title, a.ADVANCE + advance, label=f"{letter} {name}: {told}"):
        pen.rect(at.x, at.y, wide, 31, "card rim-line edge")
        pen.text(at.x + 7, at.y + 14, letter, 12, "ink bold")
        pen.cut(at.x + 22, at.y + 14, wide - 64, name, 11.5, "ink")
        pen.text(at.x + wide - 6, at.y + 14, f"${t.COST[advance]}", 11, "faint end")
        for number, seat in enumerate(owners):
            pen.seat(at.x + 28 + number * 18, at.y + 23, 5, seat)
            if s.bought[seat] >> advance & 1:
                pen.circle(at.x + 28 + number * 18, at.y + 23, 8, "hollow lit-line")


# --- boards ---------------------------------------------------------------------------------------
def draw_board(
    pen: Pen, s: Any, seat: int, place: int, at: Box, viewer: int | None, is_asked: bool
) -> None:
    """One player: money, pieces, ship, Misery, hand."""
    slot = int(t.SLOTS[s.num_players, place])
    name = seat_words(s, seat)
    with pen.thing(f"{name} (seat {seat})", a.SEAT + seat):
        look = "panel lit-line thick edge" if is_asked else "panel rim-line edge"
        pen.rect(at.x, at.y, BOARD_WIDTH, BOARD_HEIGHT, look)
        pen.seat(at.x + 20, at.y + 20, 12, seat, seat_sign(s, seat))
        you = " · you" if seat == viewer else ""
        won = " · won" if s.winner[seat] else ""
        pen.text(
            at.x + 42, at.y + 25, f"{name} · seat {seat} · slot {slot}{you}{won}", 15, "ink bold"
        )
        if s.misery[seat] == c.CHAOS:
            pen.text(at.x + 42, at.y + 50, "in Chaos", 14, "faint")
            return
        pen.text(at.x + BOARD_WIDTH - 12, at.y + 25, f"${s.cash[seat]}", 16, "ink bold end")
        pen.text(at.x + 14, at.y + 48, money_words(s, seat, viewer), 12)
        draw_misery(pen, s, seat, Box(at.x + BOARD_WIDTH - 232, at.y + 36))
    draw_hand(pen, s, seat, Box(at.x + 12, at.y + 60), viewer)


def money_words(s: Any, seat: int, viewer: int | None) -> str:
    bid = "secret" if s.bids_secret and seat != viewer else int(s.bid[seat])
    tokens = f"Expansion {s.expansion[seat]} · Stock {s.stock[seat]} · Mat {s.mat[seat]}"
    return f"bid {bid} · {tokens} · ship {SHIP_NAMES[s.ship[seat]]}"


def draw_misery(pen: Pen, s: Any, seat: int, at: Box) -> None:
    """The track from 0 to 1000 before Chaos."""
    wide, misery = 120, int(s.misery[seat])
    pen.rect(at.x, at.y + 3, wide, 10, "paper rim-line", 5)
    pen.rect(at.x, at.y + 3, wide * misery / c.CHAOS, 10, "lit", 5)
    pen.text(at.x + 220, at.y + 13, f"Misery {misery_words(misery)}", 12, "ink end")


def draw_hand(pen: Pen, s: Any, seat: int, at: Box, viewer: int | None) -> None:
    """The cards that the viewer knows; of the others their backs."""
    hand = by_index(s, seat)
    step = min(96.0, (BOARD_WIDTH - 24) / max(1, len(hand)))
    for number, card in enumerate(hand):
        x = at.x + number * step
        if not is_known(s, card, seat, viewer):
            with pen.thing(f"a card of {seat_words(s, seat)}"):
                pen.rect(x, at.y, step - 5, 50, "back rim-line")
            continue
        face = int(t.CARD_FACE[card])
        actions = [a.CARD + face] if seat == viewer else []
        with pen.thing(" ".join(card_lines(face)), *actions, label=t.FACE_NAMES[face]):
            pen.rect(x, at.y, step - 5, 50, f"{card_look(card)} rim-line edge")
            pen.wrap(x + 5, at.y + 16, step - 12, t.FACE_NAMES[face], 11, 3)


def is_known(s: Any, card: int, seat: int, viewer: int | None) -> bool:
    """7.1, 7.3: one's own, those that were shown, and with open hands all."""
    if s.options & c.OPEN_HANDS or seat == viewer:
        return True
    return viewer is not None and bool(s.known[card] >> viewer & 1)


def card_look(card: int) -> str:
    """Leaders on gold, events on the colour of trouble."""
    return {c.LEADER_CARD: "glow", c.EVENT_CARD: "seat1-pale"}.get(int(t.CARD_KIND[card]), "card")
