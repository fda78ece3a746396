"""The table as a picture: market, map, victories, and the banks with their tableaux and hands.

Its size depends on the number of players alone, so that pictures make a film. Of other hands only
the backs are drawn; with open hands every card.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from paxren_env.core.board import read_layout, rough_line
from paxren_env.core.record import view
from paxren_env.core.svg import BOLD, Answers, Colours, Pen, Point, open_path, outline, width_of
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.queries import has_slot
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.answers import Question, question
from paxren_env.games.pax_renaissance.text.asked import decision_text
from paxren_env.games.pax_renaissance.text.cards import piece_lines
from paxren_env.games.pax_renaissance.text.pieces import old_maids_of, prestige_of, queens_of
from paxren_env.games.pax_renaissance.text.printed import (
    EMPIRE_SIGNS,
    location_sign,
    route_signs,
    square_text,
)
from paxren_env.games.pax_renaissance.text.words import (
    OP_TITLES,
    PRESTIGE_TITLES,
    RELIGION_TITLES,
    SIDE_TITLES,
    agent_words,
    apostasy_words,
    bank_and_seat,
    bank_words,
    border_words,
    card_words,
    city_title,
    city_words,
    token_words,
    victory_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

COLOURS: Colours = {
    "sea": ("#b5d0dc", "#17313e"),
    "coast": ("#87aebf", "#2e5567"),
    "faith0": ("#f6e2a4", "#5a4a1a"),  # Catholic
    "faith1": ("#c9e2bd", "#2c4a2a"),  # Islamic
    "faith2": ("#f1c9bf", "#5c2f29"),  # Reformist
    "faith3": ("#ebe2cb", "#3a352c"),  # medieval
    "token0": ("#dba41f", "#e3b43f"),
    "token1": ("#2e7d32", "#5fb364"),
    "token2": ("#c62828", "#ec6a62"),
    "east": ("#8c5a2b", "#c08a55"),
    "west": ("#2f5d8c", "#6f9fd0"),
}
# Answers that are no thing on the table.
WORDS_ONLY = ("no", "yes")
WIDTH, MARGIN, HEAD = 1400, 14, 64
MARKET_LEFT, SLOT_WIDTH, SLOT_HEIGHT = 76, 176, 78
MAP_TOP = HEAD + 2 * (SLOT_HEIGHT + 6) + 12
TILE_WIDTH, TILE_HEIGHT, STRAIT = 274, 240, 17
MAP_HEIGHT = 2 * TILE_HEIGHT
TRAY_TOP, TRAY_HEIGHT = MAP_TOP + MAP_HEIGHT + 10, 50
BANKS_TOP = TRAY_TOP + TRAY_HEIGHT + 8
BANK_HEIGHT, ROW_HEIGHT = 176, 82
INFO_WIDTH, CARD_WIDTH, LEGEND_HEIGHT = 300, 112, 34
NARROW = 50  # less room than that on a card is for its name alone
LOW = 46  # so are cards lower than that
PER_ROW = 5  # empires
TOKENS = {  # shapes around 0, 0 in a box of 16, by the first token of each kind
    c.KNIGHT: "M-6 8L-5 3C-9 0 -6 -7 0 -9L2 -7C7 -5 8 0 7 3L3 1L0 1C4 3 5 6 5 8Z",
    c.ROOK: (
        "M-6 8L-4 -3L-7 -4L-7 -9L-4 -9L-4 -7L-2 -7L-2 -9L2 -9L2 -7L4 -7L4 -9L7 -9L7 -4L4 -3L6 8Z"
    ),
    c.PIRATE: (
        "M-7 -2A7 7 0 1 1 7 -2L4 2L4 7L-4 7L-4 2Z"
        "M-3 -3A1.6 1.6 0 1 0 -2.99 -3ZM3 -3A1.6 1.6 0 1 0 3.01 -3Z"
    ),
    c.BISHOP: (
        "M-6 8L-7 -1C-5 -4 -2 -6 0 -9C2 -6 5 -4 7 -1L6 8Z"
        "M-1 -4L-1 -1L-4 -1L-4 1L-1 1L-1 5L1 5L1 1L4 1L4 -1L1 -1L1 -4Z"
    ),
}  # fmt: skip
SWATCH = "M-8 -7H8V7H-8Z"
LEGEND = (
    ("knight", TOKENS[c.KNIGHT], "card"),
    ("rook", TOKENS[c.ROOK], "card"),
    ("pirate", TOKENS[c.PIRATE], "card"),
    ("bishop", TOKENS[c.BISHOP], "card"),
    ("Catholic", SWATCH, "token0"),
    ("Islamic", SWATCH, "token1"),
    ("Reformist", SWATCH, "token2"),
    ("East: card, trade route", SWATCH, "east"),
    ("West: card, trade route", SWATCH, "west"),
    ("sea border", SWATCH, "sea"),
    ("face down, silenced", SWATCH, "back"),
)
CROWN = "M-7 5L-8 -5L-4 0L0 -7L4 0L8 -5L7 5Z"


class Table(NamedTuple):
    """All that the parts of the picture ask for."""

    s: State
    pen: Pen
    viewer: int | None
    asked: Question
    is_asked: bool  # the viewer must answer


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def svg(game: "Game", viewer: int | None = None) -> str:
    """The table as this seat sees it, or as everybody does."""
    s = view(game.states, 0)
    pen = Pen(WIDTH, height(s), Answers(game, viewer))
    is_asked = viewer is not None and viewer == game.deciding_player
    table = Table(s, pen, viewer, question(game), is_asked)
    draw_head(table, game)
    draw_market(table)
    draw_victories(table)
    pen.add(f'<g transform="translate({MARGIN} {MAP_TOP})">')
    draw_map(table)
    pen.add("</g>")
    draw_tray(table)
    for player in range(s.num_players):
        draw_bank(table, player, BANKS_TOP + player * (BANK_HEIGHT + 6))
    pen.add(legend(pen.height - LEGEND_HEIGHT / 2 - 6))
    return pen.svg(f"Pax Renaissance, {decision_text(game)}", COLOURS)


def height(s: State) -> int:
    return BANKS_TOP + int(s.num_players) * (BANK_HEIGHT + 6) + LEGEND_HEIGHT


@lru_cache
def legend(y: float) -> str:
    """What the signs mean, in one line."""
    pen = Pen(0, 0)
    x = MARGIN + 10.0
    for words, d, look in LEGEND:
        pen.sign(x, y, 0.9, d, f"{look} ink-line thin")
        pen.text(x + 14, y + 4, words, 11.5)
        x += 40 + width_of(words, 11.5)
    return "".join(pen.parts)


def draw_head(table: Table, game: "Game") -> None:
    """Whose turn it is, and what is asked of whom."""
    s, pen = table.s, table.pen
    left = "" if game.is_over else f", {counted(s.actions_left, 'action')} left"
    turn = f"Pax Renaissance · turn {s.turn + 1} · {bank_words(s, s.turn_player)}{left}"
    pen.text(MARGIN, 28, turn, 22, "ink bold")
    pen.cut(MARGIN, 52, WIDTH - 2 * MARGIN, decision_text(game), 15)


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# --- cards ----------------------------------------------------------------------------------------
@lru_cache(maxsize=512)
def card_title(card: int, map_: int) -> str:
    return "\n".join(part.strip() for part in piece_lines(card, map_))


@lru_cache(maxsize=256)
def ops_words(face: int) -> str:
    return ", ".join(OP_TITLES[op] for op in range(c.NUM_OPS) if t.FACE_OPS[face] >> op & 1)


def draw_face(pen: Pen, card: int, box: Box, look: str, beside: float = 0.0) -> None:
    """What is printed on a card: its name, where it belongs, its ops; room beside for a coin."""
    side = "east" if t.CARD_SIDE[card] == c.EAST else "west"
    pen.rect(*box, f"{look} rim-line edge")
    pen.rect(box.x, box.y + 3, 4, box.height - 6, side, 2)
    room = box.width - 14
    most = 2 if box.height >= LOW else 1
    lines = pen.wrap(box.x + 9, box.y + 15, room - beside, card_words(card), 11.5, most)
    if room < NARROW or box.height < LOW + 2:
        return
    where = location_sign(card).replace("♛", "Queen:")
    pen.cut(box.x + 9, box.y + 17 + lines * 14, room, where, 10, "faint")
    below = 30 + lines * 14
    most = min(2, int((box.height - 4 - below) // 11) + 1)
    if most > 0:
        pen.wrap(box.x + 9, box.y + below, room, ops_words(card), 9.5, most, "faint")


def draw_market(table: Table) -> None:
    """E1: both rows; column 0 lies face down for the trade fair."""
    s, pen = table.s, table.pen
    for side in range(2):
        y = HEAD + side * (SLOT_HEIGHT + 6)
        pen.text(MARGIN, y + 24, SIDE_TITLES[side], 16, f"{c.SIDE_NAMES[side]} bold")
        pen.text(MARGIN, y + 42, f"deck {s.deck_size[side]}", 11, "faint")
        for column in range(c.NUM_COLUMNS):
            slot = side * c.NUM_COLUMNS + column
            box = Box(MARKET_LEFT + column * SLOT_WIDTH, y, SLOT_WIDTH - 6, SLOT_HEIGHT)
            draw_slot(table, slot, box)


def draw_slot(table: Table, slot: int, box: Box) -> None:
    """A card of the market with the florins on it; its column is its price."""
    s, pen = table.s, table.pen
    side, column = divmod(slot, c.NUM_COLUMNS)
    card = int(s.market[slot])
    where = f"{SIDE_TITLES[side]} market, column {column}"
    title = where if card == NONE else f"{where}: {card_title(card, s.map)}"
    actions = [line.BUY + slot, line.SPACE + slot]
    if column == 0:
        actions.append(line.FAIR + side)
        title += "\nthe trade fair is held here"
    label = f"{where}: {'empty' if card == NONE else card_words(card)}"
    with pen.thing(title, *actions, label=label):
        if card == NONE:
            pen.rect(*box, "panel rim-line edge")
        else:
            coin = 24.0 if s.market_florins[slot] else 0.0
            draw_face(pen, card, box, "back" if column == 0 else "card", coin)
        pen.text(
            box.x + box.width - 6,
            box.y + box.height - 6,
            str(column) if column else "fair",
            10,
            "faint end",
        )
        if s.market_florins[slot]:
            draw_florins(pen, box.x + box.width - 16, box.y + 16, int(s.market_florins[slot]))
        if s.market_paid[slot]:
            pen.text(box.x + box.width - 30, box.y + box.height - 6, "usury", 10, "lit bold end")


def draw_florins(pen: Pen, x: float, y: float, number: int) -> None:
    pen.circle(x, y, 11, "gold ink-line")
    pen.text(x, y + 4.5, str(number), 12, "dark bold mid")


def draw_victories(table: Table) -> None:
    """L: the victory squares; an active one is lit."""
    s, pen = table.s, table.pen
    left, step = MARKET_LEFT + c.NUM_COLUMNS * SLOT_WIDTH + 14, 33
    for victory in range(c.NUM_VICTORY_SQUARES):
        y = HEAD + victory * step
        state = "active" if s.active[victory] else "not active"
        actions = (line.DECLARE + victory, line.ACTIVATE + victory)
        with pen.thing(f"{victory_words(victory)}: {state}", *actions):
            look = "gold ink-line edge" if s.active[victory] else "panel rim-line edge"
            pen.rect(left, y, WIDTH - MARGIN - left, step - 5, look)
            ink = "dark bold" if s.active[victory] else "faint"
            pen.text(left + 10, y + 19, c.VICTORY_NAMES[victory].capitalize(), 13, ink)
            pen.text(WIDTH - MARGIN - 10, y + 19, state, 11, f"{ink} end")


# --- the map --------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def layout() -> dict[str, list[Point]]:
    """By kind: where the empires, cities and borders are, in the order of their ids."""
    places = read_layout(t.DATA / "layout.csv")
    found = {}
    names = {"empire": c.EMPIRE_NAMES, "city": c.CITY_NAMES, "border": c.BORDER_NAMES}
    for kind, expected in names.items():
        rows = [place for place in places if place.kind == kind]
        if [place.name for place in rows] != list(expected):
            raise ValueError(f"data/layout.csv: its {kind} rows are not those of the map, in order")
        found[kind] = [(place.x, place.y) for place in rows]
    return found


@lru_cache(maxsize=1)
def outlines() -> list[str]:
    """The coasts of the empires: a strait wherever a border is at sea."""
    seas = {
        frozenset(pair) for pair, sea in zip(t.BORDER_EMPIRES.tolist(), t.BORDER_SEA) if not sea
    }
    return [outline(coast(empire, seas)) for empire in range(c.NUM_EMPIRES)]


def coast(empire: int, by_land: set[frozenset[int]]) -> list[Point]:
    """Up to the neighbour by land, else with half a strait left free."""
    column = empire % PER_ROW
    near = (
        empire - PER_ROW,
        empire + 1 if column < PER_ROW - 1 else NONE,
        empire + PER_ROW,
        empire - 1 if column else NONE,
    )
    top, right, bottom, left = (
        0 if frozenset((empire, other)) in by_land else STRAIT for other in near
    )
    x, y = layout()["empire"][empire]
    corners = [
        (x + left, y + top),
        (x + TILE_WIDTH - right, y + top),
        (x + TILE_WIDTH - right, y + TILE_HEIGHT - bottom),
        (x + left, y + TILE_HEIGHT - bottom),
    ]
    found: list[Point] = []
    for i, corner in enumerate(corners):
        other = near[i] if near[i] in range(c.NUM_EMPIRES) else c.NUM_EMPIRES + i
        found += rough_line(corner, corners[(i + 1) % 4], empire, other)[:-1]
    return found


def draw_map(table: Table) -> None:
    """B6: the empires in the colours of their religions, and what lies on them."""
    pen = table.pen
    pen.rect(0, 0, PER_ROW * TILE_WIDTH, MAP_HEIGHT, "sea", 8)
    legal = pen.answers.legal if pen.answers else frozenset()
    order = sorted(range(c.NUM_EMPIRES), key=lambda empire: line.EMPIRE + empire in legal)
    for empire in order:
        draw_land(table, empire)
    for side in range(2):
        pen.add(route(int(table.s.open_emporium[side]), side))
    for empire in range(c.NUM_EMPIRES):
        draw_empire(table, empire)
    for border in range(c.NUM_BORDERS):
        draw_border(table, border)


@lru_cache
def route(emporium: int, side: int) -> str:
    """G: the way of a trade fair from its emporium through empires and borders."""
    if emporium == NONE:
        return ""
    stops = t.ROUTE[emporium, : t.ROUTE_LENGTH[emporium]].tolist()
    points = [way_through(stops[0])]
    for crossed, empire in zip(stops[1::2], stops[2::2]):
        border, height_inside = layout()["border"][crossed], way_through(empire)[1]
        points += [(border[0], points[-1][1]), border, (border[0], height_inside)]
    points.append(way_through(stops[-1]))
    points = [(x + 5 * side, y + 6 * side) for x, y in points]
    pen = Pen(0, 0)
    pen.add('<g pointer-events="none">')
    pen.path(open_path(points), f"hollow {c.SIDE_NAMES[side]}-line thick dashed")
    pen.circle(*points[0], 4, c.SIDE_NAMES[side])
    pen.add("</g>")
    return "".join(pen.parts)


def way_through(empire: int) -> Point:
    """Where a route crosses an empire: below its cities."""
    x, y = layout()["empire"][empire]
    return x + TILE_WIDTH / 2, y + 155


def draw_land(table: Table, empire: int) -> None:
    s, pen = table.s, table.pen
    faith = int(s.religion[empire])
    label = f"{t.EMPIRE_TITLES[empire]}, {RELIGION_TITLES[faith]}"
    title = f"{label}\n{card_title(c.SQUARE + empire, s.map)}"
    with pen.thing(title, line.EMPIRE + empire, label=label):
        pen.path(outlines()[empire], f"faith{faith % 4} coast-line thick edge")
        x, y = layout()["empire"][empire]
        title = t.EMPIRE_TITLES[empire]
        pen.text(x + 26, y + 38, title, 14, "ink bold")
        after = x + 34 + width_of(title, 14) * BOLD
        pen.text(after, y + 38, RELIGION_TITLES[faith], 10.5, "faint")


def draw_empire(table: Table, empire: int) -> None:
    """Its cities, and its square if nobody has it."""
    s = table.s
    for city in range(c.NUM_CITIES):
        if t.CITY_EMPIRE[city] == empire and has_slot(s, city):
            draw_city(table, city)
    if s.place[c.SQUARE + empire] == c.IN_THRONE:
        draw_throne(table, c.SQUARE + empire)


def draw_city(table: Table, city: int) -> None:
    """A slot with its token; crossed out where an emporium is busted. The last one has the name."""
    s, pen = table.s, table.pen
    x, y = layout()["city"][city]
    side = int(t.CITY_EMPORIUM[city])
    is_busted = side != NONE and s.open_emporium[side] != city
    token = int(s.city[city])
    there = "busted" if is_busted else "empty" if token == NONE else token_words(s, token)
    route = f"\n{SIDE_TITLES[side]} route: {route_signs(city)}" if side != NONE else ""
    with pen.thing(
        f"{city_words(city)}: {there}{route}",
        *city_actions(city),
        label=f"{city_words(city)}: {there}",
    ):
        is_capital = t.CITY_FIRST[city] == city and city_is_capital(city)
        pen.circle(x, y, 12, f"card {'ink' if is_capital else 'rim'}-line edge")
        if is_busted:
            pen.path(f"M{x - 6:g} {y - 6:g}l12 12m0 -12l-12 12", "hollow faint-line thick")
        elif token != NONE:
            draw_token(table, x, y, token)
        if not any(has_slot(s, other) for other in range(city + 1, t.CITY_LAST[city] + 1)):
            name = (
                city_title(city) if side == NONE else f"{city_title(city)} ·{SIDE_TITLES[side][0]}"
            )
            pen.text(x + 16, y + 4, name, 11.5, "faint" if is_busted else "ink")


def city_is_capital(city: int) -> bool:
    return bool(
        city == min(i for i in range(c.NUM_CITIES) if t.CITY_EMPIRE[i] == t.CITY_EMPIRE[city])
    )


def city_actions(city: int) -> list[int]:
    """The slot; at Constantinople also how its tokens are arranged."""
    arranged = (
        range(line.ARRANGE, line.ARRANGE + 6) if t.CITY_FIRST[city] == c.CONSTANTINOPLE else ()
    )
    return [line.CITY + city, *arranged]


def draw_token(table: Table, x: float, y: float, token: int, scale: float = 1.0) -> None:
    """A token; a pawn has the shape of its seat and the letter of its bank."""
    if c.PAWN <= token < c.PIRATE:
        seat = token - c.PAWN
        table.pen.seat(x, y, 8 * scale, seat, bank_words(table.s, seat)[0])
        return
    kind = max(first for first in TOKENS if first <= token)
    table.pen.sign(x, y, scale, TOKENS[kind], f"token{token - kind} ink-line thin")


def draw_throne(table: Table, square: int) -> None:
    """THRONE: the square with its bishop, its queens and the repressed tokens on it."""
    s, pen = table.s, table.pen
    x, y = layout()["empire"][square - c.SQUARE]
    x, y = x + 24, y + TILE_HEIGHT - 74
    with pen.thing(f"throne\n{card_title(square, s.map)}", *piece_actions(table, square)):
        pen.rect(x, y, 66, 24, "card rim-line edge")
        pen.sign(x + 15, y + 12, 0.9, CROWN, "gold ink-line thin")
        pen.text(x + 28, y + 16, "throne", 10, "faint")
        if s.bishop[square] != NONE:
            draw_token(table, x + 78, y + 12, c.BISHOP + int(s.bishop[square]), 0.9)
    draw_repressed(table, square - c.SQUARE, Box(x + 98, y + 12, 128, 0), 0.8)
    queens = queens_of(s, square)
    columns = max(2, ceil(len(queens) / 2))
    for number, queen in enumerate(queens):
        left, top = x + number % columns * 224 / columns, y + 27 + number // columns * 18
        draw_queen(table, queen, Box(left, top, 224 / columns - 4, 17))


def draw_queen(table: Table, queen: int, box: Box) -> None:
    """A queen in a throne, in one line."""
    s, pen = table.s, table.pen
    with pen.thing(card_title(queen, s.map), *piece_actions(table, queen)):
        pen.rect(*box, "card rim-line edge")
        pen.cut(box.x + 5, box.y + 12, box.width - 20, card_words(queen), 9.5)
        if s.bishop[queen] != NONE:
            draw_token(
                table, box.x + box.width - 9, box.y + 8, c.BISHOP + int(s.bishop[queen]), 0.6
            )


def draw_repressed(table: Table, empire: int, box: Box, scale: float) -> None:
    """B13: the tokens on a square, each kind with its number, closer together if they are many."""
    s, pen = table.s, table.pen
    is_meant = table.is_asked and asked_empire(table.asked) in (NONE, empire)
    kinds = [token for token in range(c.NUM_REPRESSED) if s.repressed[empire, token]]
    step = min(24 * scale + 3, box.width / max(1, len(kinds)))
    for place, token in enumerate(kinds):
        x, number = box.x + place * step, int(s.repressed[empire, token])
        actions = [line.REPRESSED + token] if is_meant else []
        with pen.thing(f"repressed: {number} {token_words(s, token)}", *actions):
            pen.circle(x, box.y, 10 * scale + 1, "card rim-line edge")
            draw_token(table, x, box.y, token, scale)
            if number > 1:
                pen.text(x + 7, box.y + 11, str(number), 9, "ink bold mid")


def asked_empire(asked: Question) -> int:
    """The empire whose repressed tokens are asked about; NONE: of any."""
    if asked.kind == NONE:
        return NONE
    kinds = p.frames.by_id()[asked.kind].about
    arguments = (asked.a, asked.b, asked.c)
    return next((arguments[i] for i, kind in enumerate(kinds) if kind.name == p.EMPIRE.name), NONE)


def draw_border(table: Table, border: int) -> None:
    """B6: a border with its pawn, its pirate, or both."""
    s, pen = table.s, table.pen
    x, y = layout()["border"][border]
    kind = "sea" if t.BORDER_SEA[border] else "land"
    with pen.thing(f"{border_words(border)} ({kind})", line.BORDER + border):
        pen.rect(x - 24, y - 14, 48, 28, f"{'sea' if kind == 'sea' else 'panel'} ink-line edge", 14)
    if s.pawn[border] != NONE:
        seat = int(s.pawn[border])
        with pen.thing(f"concession of {bank_words(s, seat)}", line.PAWN_AT + border):
            pen.circle(x - 10, y, 11, "card rim-line edge")
            draw_token(table, x - 10, y, c.PAWN + seat, 0.9)
    if s.pirate[border] != NONE:
        token = c.PIRATE + int(s.pirate[border])
        with pen.thing(token_words(s, token), line.PIRATE_AT + border):
            pen.circle(x + 11, y, 11, "card rim-line edge")
            draw_token(table, x + 11, y, token, 0.9)


# --- what is under way ----------------------------------------------------------------------------
def draw_tray(table: Table) -> None:
    """Agents still to be placed, fighters, ops to choose from, and apostasies."""
    pen = table.pen
    pen.rect(MARGIN, TRAY_TOP, WIDTH - 2 * MARGIN, TRAY_HEIGHT, "panel rim-line")
    x = MARGIN + 10.0
    lying = list(tray(table))
    if not lying:
        words = "Agents to place, fighters and ops to choose from lie here"
        pen.text(x, TRAY_TOP + 30, words, 12, "faint")
    for words, title, actions, token in lying:
        wide = 44 if token != NONE else 128
        with pen.thing(title, *actions):
            pen.rect(x, TRAY_TOP + 6, wide, TRAY_HEIGHT - 12, "card rim-line edge")
            if token != NONE:
                draw_token(table, x + 16, TRAY_TOP + 25, token)
                pen.text(x + 30, TRAY_TOP + 30, words, 12, "ink bold")
            else:
                pen.cut(x + 8, TRAY_TOP + 30, wide - 12, words, 11.5)
        x += wide + 6


def tray(table: Table) -> Iterator[tuple[str, str, tuple[int, ...], int]]:
    """Words, explanation, answers and the token, if it is one."""
    s, asked = table.s, table.asked
    for agent in range(c.NUM_AGENTS):
        if s.agents[agent]:
            title = f"agents to be placed: {s.agents[agent]} {agent_words(agent)}"
            yield str(s.agents[agent]), title, (line.AGENT + agent,), agent_token(table, agent)
    for token in range(c.NUM_REPRESSED):
        if s.fighters[token]:
            title = f"fighting: {s.fighters[token]} {token_words(s, token)}"
            yield str(s.fighters[token]), title, (line.REPRESSED + token,), token
    if asked.kind == p.PICK_OP:
        for op in range(c.NUM_OPS):
            if t.FACE_OPS[face_of(s, asked.a)] >> op & 1:
                yield (
                    OP_TITLES[op],
                    f"op of {card_words(asked.a)}: {OP_TITLES[op]}",
                    (line.OP + op,),
                    NONE,
                )
    for left_out in range(c.NUM_RELIGIONS):
        words = apostasy_words(left_out)
        if s.ability[max(s.turn_player, 0), c.ACTION_APOSTASY_BETWEEN_ANY_TWO_RELIGIONS]:
            yield words, f"apostasy: {words}", (line.APOSTATIZE + left_out,), NONE


def agent_token(table: Table, agent: int) -> int:
    """What an agent looks like; a pawn is of whoever has the turn."""
    if agent == c.OWN_PAWN:
        return c.PAWN + max(int(table.s.turn_player), 0)
    return agent if agent < c.OWN_PAWN else agent + c.PIRATE - c.AGENT_PIRATE


def face_of(s: State, card: int) -> int:
    """The face that a square shows; a card is its own."""
    if card < c.SQUARE:
        return card
    empire = card - c.SQUARE
    return int(t.SQUARE_FACE[s.map, empire, s.religion[empire], s.republic[empire]])


# --- banks ----------------------------------------------------------------------------------------
def draw_bank(table: Table, player: int, top: float) -> None:
    """A player's florins, prestige and hand; then the East and the West row of the tableau."""
    s, pen = table.s, table.pen
    is_asked = table.asked.player == player
    look = "panel lit-line thick" if is_asked else "panel rim-line"
    pen.rect(MARGIN, top, WIDTH - 2 * MARGIN, BANK_HEIGHT, look)
    pen.seat(MARGIN + 22, top + 22, 12, player, bank_words(s, player)[0])
    gone = " · bankrupt" if s.eliminated[player] else " · won" if s.winner[player] else ""
    pen.text(MARGIN + 42, top + 20, bank_and_seat(s, player, table.viewer) + gone, 14, "ink bold")
    draw_florins(pen, MARGIN + INFO_WIDTH - 18, top + 20, int(s.florins[player]))
    concessions = int((s.pawn == player).sum())
    prestige = ", ".join(f"{n} {PRESTIGE_TITLES[kind]}" for kind, n in prestige_of(s, player))
    told = f"{counted(concessions, 'concession')} · {prestige or 'no prestige'}"
    with pen.thing(f"{bank_words(s, player)}: {told}"):
        pen.cut(MARGIN + 42, top + 38, INFO_WIDTH - 80, told, 11)
    draw_held(table, player, Box(MARGIN + 10, top + 50, INFO_WIDTH - 20, BANK_HEIGHT - 58))
    for side in range(2):
        y = top + 6 + side * (ROW_HEIGHT + 3)
        draw_row(
            table,
            player,
            side,
            Box(MARGIN + INFO_WIDTH, y, WIDTH - 2 * MARGIN - INFO_WIDTH - 8, ROW_HEIGHT),
        )


def grid(number: int, box: Box) -> Iterator[Box]:
    """So many equal places in a box, in two columns or more."""
    rows = max(2, min(4, ceil(number / 2)))
    columns = max(2, ceil(number / rows))
    wide, high = box.width / columns, box.height / rows
    for i in range(number):
        yield Box(box.x + i % columns * wide, box.y + i // columns * high, wide - 4, high - 4)


def draw_held(table: Table, player: int, box: Box) -> None:
    """The hand and the old maids."""
    s, pen = table.s, table.pen
    hand = s.hand[player, : s.hand_size[player]].tolist()
    is_open = player == table.viewer or bool(s.options & c.OPEN_HANDS)
    if not is_open:  # only the backs, and not in the order of the cards
        hand = sorted(hand, key=lambda card: int(t.CARD_SIDE[card]))
    maids = old_maids_of(s, player)
    places = list(grid(len(hand) + len(maids), box))
    for card, place in zip(hand, places):
        if is_open:
            with pen.thing(card_title(card, s.map), *piece_actions(table, card, player)):
                draw_face(pen, card, place, "card")
        else:
            side = SIDE_TITLES[t.CARD_SIDE[card]]
            with pen.thing(f"a card of the {side} deck in the hand of {bank_words(s, player)}"):
                pen.rect(*place, "back rim-line")
                pen.text(
                    place.x + place.width / 2,
                    place.y + place.height / 2 + 4,
                    side,
                    12,
                    f"{side.lower()} bold mid",
                )
    for queen, place in zip(maids, places[len(hand) :]):
        with pen.thing(
            f"old maid\n{card_title(queen, s.map)}", *piece_actions(table, queen, player)
        ):
            draw_face(pen, queen, place, "glow")


def piece_actions(table: Table, card: int, holder: int = NONE) -> list[int]:
    """What a click on a card or square can mean; one's own can also be played or sold."""
    actions = [line.CARD + card]
    if holder == NONE or holder != table.viewer:
        return actions
    actions.append(line.SELL + card)
    if card < c.SQUARE:
        actions.append(line.PLAY + card)
        if t.CARD_ABILITIES[card] >> c.ACTION_DISCARD_FOR_PEASANT_REVOLT & 1:
            actions.append(line.REVOLT)
    return actions


def draw_row(table: Table, player: int, side: int, box: Box) -> None:
    """One row of a tableau from the board outwards; what is tucked is tied to its column."""
    s, pen = table.s, table.pen
    actions = (line.OPS + side, line.OPS + 2 + side) if player == table.viewer else ()
    with pen.thing(f"{SIDE_TITLES[side]} tableau of {bank_words(s, player)}: its ops", *actions):
        pen.rect(box.x, box.y, 40, box.height - 4, "paper rim-line edge")
        pen.text(box.x + 20, box.y + 34, SIDE_TITLES[side], 12, f"{c.SIDE_NAMES[side]} bold mid")
        pen.text(box.x + 20, box.y + 50, "ops", 10, "faint mid")
    cards = s.tableau[player, side, : s.tableau_size[player, side]].tolist()
    step = min(CARD_WIDTH + 6.0, (box.width - 46) / max(1, len(cards)))
    for number, card in enumerate(cards):
        x = box.x + 46 + number * step
        draw_piece(table, card, Box(x, box.y, step - 6, box.height - 4), player)
        if s.under[card] != NONE:
            pen.rect(x - 8, box.y + 30, 10, 8, "ink")


def draw_piece(table: Table, card: int, box: Box, holder: int) -> None:
    """A card or square in play, with what is on it."""
    s, pen = table.s, table.pen
    notes = ["silenced"] if s.silenced[card] else []
    notes += ["has acted this turn"] if s.op_used[card] else []
    notes += (
        [f"vassal of {EMPIRE_SIGNS[s.under[card] - c.SQUARE]}"]
        if card >= c.SQUARE and s.under[card] != NONE
        else []
    )
    title = "\n".join([card_title(card, s.map), *notes])
    with pen.thing(title, *piece_actions(table, card, holder), label=card_words(card)):
        if card < c.SQUARE:
            draw_face(pen, card, box, "back" if s.silenced[card] else "card")
        else:
            draw_square(table, card, box)
        if s.op_used[card]:
            pen.path(f"M{box.x + box.width - 18:g} {box.y + 8:g}l4 5l8 -9", "hollow lit-line thick")
        if s.bishop[card] != NONE:
            draw_token(
                table,
                box.x + box.width - 12,
                box.y + box.height - 13,
                c.BISHOP + int(s.bishop[card]),
                0.9,
            )
    if card >= c.SQUARE:
        room = Box(box.x + 14, box.y + box.height - 12, box.width - 20, 0)
        draw_repressed(table, card - c.SQUARE, room, 0.7)


def draw_square(table: Table, square: int, box: Box) -> None:
    """A square in the colour of its empire's religion."""
    s, pen = table.s, table.pen
    empire = square - c.SQUARE
    pen.rect(*box, f"faith{int(s.religion[empire]) % 4} ink-line edge")
    if not s.republic[empire]:
        pen.sign(box.x + 13, box.y + 13, 0.8, CROWN, "gold ink-line thin")
    pen.wrap(box.x + 26, box.y + 16, box.width - 30, square_text(s, empire), 11, 2, "ink bold")
    if s.under[square] != NONE:
        pen.cut(
            box.x + 8,
            box.y + 46,
            box.width - 12,
            f"vassal of {EMPIRE_SIGNS[s.under[square] - c.SQUARE]}",
            10,
            "lit",
        )
