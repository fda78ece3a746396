"""The table as a picture: the map of the Empire, cards, tower and the boards of the seats.

Its size depends on the number of players alone, so that pictures make a film. A viewer sees their
own plan; without a viewer hidden boxes are face down.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from paxren_env.core.board import Cell, cells, line_path, middle, read_layout, shared
from paxren_env.core.constants import NONE
from paxren_env.core.record import view
from paxren_env.core.svg import Answers, Colours, Pen, outline, width_of
from paxren_env.games.wallenstein import actions as line
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.text.answers import question, there
from paxren_env.games.wallenstein.text.asked import pending_text
from paxren_env.games.wallenstein.text.lookup import county_entry
from paxren_env.games.wallenstein.text.words import (
    BENEFIT_WORDS,
    BOX_WORDS,
    BUILDING_WORDS,
    TILE_WORDS,
    action_words,
    bid_words,
    card_words,
    cost_words,
    county_words,
    event_words,
    favour_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

COLOURS: Colours = {
    "sea": ("#b9d3dd", "#1c3440"),
    "abroad": ("#d9ceb4", "#2b2823"),
    "region0": ("#f3ead2", "#3d3a31"),
    "region1": ("#e9e3cf", "#37362f"),
    "region2": ("#f1e2cb", "#3f382f"),
    "region3": ("#e6e6d0", "#35382f"),
    "region4": ("#f0e6d8", "#3b3733"),
    "closed": ("#c9bea6", "#2f2c27"),
    "peasant": ("#4c8a3a", "#77b565"),
    "unrest": ("#b3261e", "#ff7a6e"),
    "stone": ("#6d5f50", "#c9bba7"),
}
# Answers that are no thing on the table.
WORDS_ONLY = ("PASS", "YES", "NUMBER")
WIDTH, MARGIN, HEAD = 1400, 14, 64
MAP_WIDTH, MAP_HEIGHT = 840, 880
LEFT = MARGIN + MAP_WIDTH + 16  # of the cards and boards
STEP, CARD_WIDTH = 103, 98  # from card to card
CARDS_TOP, TILES_TOP, EVENTS_TOP, TOWER_TOP, SEATS_TOP = HEAD, 184, 258, 368, 424
BOARD_HEIGHT, COURT_HEIGHT, HAND_HEIGHT = 116, 30, 44
MODULES = c.EMPERORS_COURT | c.LANDSKNECHTE | c.MILITARY_LEADERS  # those with a row on a board
REGION_LABELS = ((420, 50), (402, 468), (755, 858), (300, 862), (78, 782))
SHORT_BOXES = (
    "convert 3", "convert 2", "convert 1", "palace", "church", "trading post", "grain", "taxes",
    "deploy 5", "deploy 3", "deploy 1", "combat A", "combat B",
)  # fmt: skip
# Signs, drawn around 0, 0 in a box of 14.
BUILDINGS = (
    "M-6 5L-6 -3L-3 0L0 -6L3 0L6 -3L6 5Z",  # palace: a crown
    "M-5 6L-5 -1L-1 -3L-1 -5L-3 -5L-3 -6L-1 -6L-1 -8L1 -8L1 -6L3 -6L3 -5L1 -5L1 -3L5 -1L5 6Z",
    "M-6 6L-6 -1L0 -6L6 -1L6 6L2 6L2 1L-2 1L-2 6Z",  # trading post: a house
)
WHEAT = (
    "M0 6L0 -1M0 -6C-2 -4 -2 -2 0 -1C2 -2 2 -4 0 -6"
    "M0 3C-4 3 -4 0 -4 -1C-1 -1 0 1 0 3C0 1 1 -1 4 -1C4 0 4 3 0 3"
)
FLAME = "M0 7C-5 7 -6 1 -2 -2C-2 0 -1 1 0 1C1 -2 -1 -4 0 -8C4 -5 7 2 4 5C3 6 2 7 0 7Z"


def svg(game: "Game", viewer: int | None = None) -> str:
    """The table as this seat sees it, or as everybody does."""
    s = view(game.states, 0)
    pen = Pen(WIDTH, height(s), Answers(game, viewer))
    draw_head(pen, s, pending_text(game, viewer))
    pen.add(f'<g transform="translate({MARGIN} {HEAD})">')
    pen.add(backdrop(s.num_players == c.MIN_PLAYERS))
    in_play = counties_in_play(s)
    legal = pen.answers.legal if pen.answers else frozenset()
    marked = [county for county in in_play if line.COUNTY + county in legal]
    for county in in_play:
        if county not in marked:
            draw_land(pen, s, county)
    pen.add(region_lines())
    for county in marked:  # last, so that no neighbour covers their edges
        draw_land(pen, s, county)
    pen.add('<g pointer-events="none" aria-hidden="true">')
    for county in in_play:
        draw_county(pen, s, county)
    pen.add("</g></g>")
    draw_actions(pen, s)
    draw_tiles(pen, s)
    draw_events(pen, s)
    draw_tower(pen, s)
    q = question(game)
    asked = q.a if q.kind in (f.ACTION_BOX, f.COURT_BOX) and q.player == viewer else NONE
    for seat in range(s.num_players):
        draw_board(
            pen, s, seat, SEATS_TOP + seat * board_height(s), viewer, q.player == seat, asked
        )
    draw_hand(pen, s, SEATS_TOP + s.num_players * board_height(s), viewer)
    return pen.svg(f"Wallenstein, {pending_text(game, viewer)}", COLOURS)


def height(s: State) -> int:
    boards = SEATS_TOP + s.num_players * board_height(s) + HAND_HEIGHT
    return max(HEAD + MAP_HEIGHT, boards) + MARGIN


def board_height(s: State) -> int:
    return BOARD_HEIGHT + (COURT_HEIGHT if s.options & MODULES else 0)


def draw_head(pen: Pen, s: State, asked: str) -> None:
    """When it is, and what is asked."""
    season, phase = c.SEASON_NAMES[s.season], c.PHASE_NAMES[s.phase].replace("_", " ")
    pen.text(MARGIN, 28, f"Wallenstein · year {s.year + 1}, {season} · {phase}", 22, "ink bold")
    pen.cut(MARGIN, 52, WIDTH - 2 * MARGIN, asked, 15)


# --- the map --------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def board() -> tuple[list[tuple[float, float]], list[Cell], list[str]]:
    """Where the counties are, their land, and the kinds of all places."""
    places = read_layout(t.DATA / "layout.csv")
    points = [(place.x, place.y) for place in places]
    names = [place.name for place in places if place.kind == "county"]
    if names != list(c.COUNTY_NAMES):
        raise ValueError("data/layout.csv: the counties are not those of counties.csv, in order")
    return points, cells(points, MAP_WIDTH, MAP_HEIGHT), [place.kind for place in places]


@lru_cache(maxsize=1)
def outlines() -> list[str]:
    return [outline(cell.outline) for cell in board()[1]]


@lru_cache
def backdrop(is_small: bool) -> str:
    """Sea and foreign land, counties that are not in play, the names of the regions, links."""
    _, _, kinds = board()
    pen = Pen(0, 0)
    pen.rect(0, 0, MAP_WIDTH, MAP_HEIGHT, "abroad")
    for i, kind in enumerate(kinds):
        is_closed = is_small and kind == "county" and not t.THREE_PLAYERS[i]
        if kind == "sea" or is_closed:
            pen.path(outlines()[i], "closed" if is_closed else "sea sea-line")
    for i, j in hidden_links(is_small):
        pen.line(*centres()[i], *centres()[j], "hollow stone-line thick dashed")
    return "".join(pen.parts)


def hidden_links(is_small: bool) -> list[tuple[int, int]]:
    """Neighbours whose land does not touch in the picture."""
    touching = shared(board()[1])
    return [
        (i, j)
        for i in range(c.NUM_COUNTIES)
        for j in range(i + 1, c.NUM_COUNTIES)
        if t.ADJACENT[i, j] and (i, j) not in touching
        if not is_small or (t.THREE_PLAYERS[i] and t.THREE_PLAYERS[j])
    ]


@lru_cache(maxsize=1)
def region_lines() -> str:
    """The borders of the regions; crossed out where land touches that is not adjacent."""
    pen = Pen(0, 0)
    between, closed = [], []
    for (i, j), border in shared(board()[1]).items():
        if max(i, j) >= c.NUM_COUNTIES:
            continue
        if not t.ADJACENT[i, j]:
            closed.append(border)
        elif t.COUNTY_REGION[i] != t.COUNTY_REGION[j]:
            between.append(border)
    pen.add('<g pointer-events="none">')
    pen.path(line_path(between), "hollow stone-line thick")
    pen.path(line_path(closed), "hollow unrest-line thick dashed")
    for name, (x, y) in zip(c.REGION_NAMES, REGION_LABELS, strict=True):
        pen.text(x, y, name.upper(), 16, "faint bold mid spaced")
    pen.add("</g>")
    return "".join(pen.parts)


def counties_in_play(s: State) -> list[int]:
    everything = s.num_players > c.MIN_PLAYERS
    return [i for i in range(c.NUM_COUNTIES) if everything or t.THREE_PLAYERS[i]]


def draw_land(pen: Pen, s: State, county: int) -> None:
    """A county in the pale colour of its owner; what stands in it is drawn above all land."""
    owner = int(s.owner[county])
    fill = f"region{t.COUNTY_REGION[county]}" if owner == NONE else f"seat{owner}-pale"
    if county in s.drawn:
        fill = "glow"
    state = county_state(s, county)
    label = f"{county_words(county)}: {state}"
    with pen.thing(f"{county_entry(county)}\n{state}", line.COUNTY + county, label=label):
        pen.path(outlines()[county], f"{fill} rim-line edge")


def draw_county(pen: Pen, s: State, county: int) -> None:
    """Its name and numbers, and all that stands in it."""
    x, y = centres()[county]
    size = 12.5 if width_of(county_words(county), 12.5) < 100 else 11
    pen.text(x, y - 16, county_words(county), size, "ink bold mid")
    draw_numbers(pen, county, x, y)
    if s.owner[county] != NONE:
        pen.seat(x - 33, y + 17, 10, int(s.owner[county]), str(s.armies[county]))
    draw_buildings(pen, s, county, x - 12, y + 17)
    draw_marks(pen, s, county, x, y)


@lru_cache(maxsize=1)
def centres() -> list[tuple[float, float]]:
    """Where names are written."""
    found = [middle(cell.outline) for cell in board()[1]]
    return [(round(x, 1), round(y, 1)) for x, y in found]


def county_state(s: State, county: int) -> str:
    """What lies in a county, in words."""
    parts = [there(s, county)]
    parts += [BUILDING_WORDS[b] for b in range(c.NUM_BUILDINGS) if s.buildings[county] >> b & 1]
    parts += [f"revolt markers: {s.markers[county]}"] if s.markers[county] else []
    parts += ["a revolt was drawn here"] if county in s.drawn else []
    parts += ["gained after planning"] if s.gained[county] else []
    return "; ".join(parts)


def draw_numbers(pen: Pen, county: int, x: float, y: float) -> None:
    """Taxes as a coin, grain as an ear."""
    pen.circle(x - 23, y - 3, 5, "gold rim-line")
    pen.text(x - 15, y + 1, str(t.TAX[county]), 11, "ink")
    pen.sign(x + 8, y - 3, 0.9, WHEAT, "gold stone-line")
    pen.text(x + 16, y + 1, str(t.GRAIN[county]), 11, "ink")


def draw_buildings(pen: Pen, s: State, county: int, x: float, y: float) -> None:
    """Buildings on their sites; free sites are empty."""
    built = [b for b in range(c.NUM_BUILDINGS) if s.buildings[county] >> b & 1]
    for site in range(int(t.SITES[county])):
        at = x + site * 17
        pen.rect(at - 7.5, y - 8, 15, 16, "hollow rim-line", 2)
        if site < len(built):
            pen.sign(at, y, 1, BUILDINGS[built[site]], "ink")


def draw_marks(pen: Pen, s: State, county: int, x: float, y: float) -> None:
    """Revolt markers, leaders and statues."""
    if s.markers[county]:
        pen.sign(x + 38, y - 4, 0.9, FLAME, "unrest")
        pen.text(x + 44, y, str(s.markers[county]), 11, "unrest bold")
    for seat in range(s.num_players):
        if s.leader[seat] == county:
            pen.seat(x + 44, y + 17, 8, seat, "L")
        if s.statues[county, seat]:
            pen.text(
                x - 46 + 22 * seat, y + 36, f"S{s.statues[county, seat]}", 10, f"seat{seat} bold"
            )


# --- cards ----------------------------------------------------------------------------------------
def draw_actions(pen: Pen, s: State) -> None:
    """The order of the actions in two rows; the one under way is marked."""
    pen.text(LEFT, CARDS_TOP + 4, "Actions", 13, "faint bold")
    for place in range(c.NUM_ACTION_CARDS):
        x = LEFT + place % 5 * STEP
        y = CARDS_TOP + 10 + place // 5 * 52
        action = int(s.action_at[place])
        if action == NONE:
            with pen.thing(f"action {place + 1}: still closed"):
                pen.rect(x, y, CARD_WIDTH, 46, "back rim-line")
                pen.text(x + CARD_WIDTH / 2, y + 28, str(place + 1), 15, "faint bold mid")
            continue
        with pen.thing(f"action {place + 1}: {action_words(action)}"):
            is_now = s.action_place == place
            pen.rect(x, y, CARD_WIDTH, 46, "glow lit-line thick" if is_now else "card rim-line")
            name = SHORT_BOXES[c.FIRST_ACTION_BOX + action]
            pen.cut(x + 7, y + 20, CARD_WIDTH - 12, name, 12.5, "ink bold")
            pen.text(x + 7, y + 37, cost_words(action), 11, "faint")
            pen.text(x + CARD_WIDTH - 7, y + 37, str(place + 1), 11, "faint bold end")


def draw_tiles(pen: Pen, s: State) -> None:
    """The positions of the turn order with their tiles, and who took them."""
    pen.text(LEFT, TILES_TOP + 4, "Turn order and bonus tiles", 13, "faint bold")
    for place in range(c.NUM_TILES):
        x, y = LEFT + place * STEP, TILES_TOP + 10
        tile = int(s.tile_at[place])
        words = "no tile" if tile == NONE else TILE_WORDS[tile]
        with pen.thing(f"position {place + 1}: {words}", line.POSITION + place):
            pen.rect(x, y, CARD_WIDTH, 54, "card rim-line edge")
            pen.text(x + 6, y + 17, str(place + 1), 14, "ink bold")
            if tile != NONE:
                pen.wrap(
                    x + 6, y + 32, CARD_WIDTH - 10, c.TILE_NAMES[tile].replace("_", " "), 11.5, 2
                )
            for seat in range(s.num_players):
                if s.position[seat] == place:
                    pen.seat(x + CARD_WIDTH - 16, y + 15, 9, seat, str(seat))


def draw_events(pen: Pen, s: State) -> None:
    """In the draft what lies open, else the events; with the Court its favours too."""
    if s.phase == c.DRAFT_PHASE:
        draw_draft(pen, s)
        return
    pen.text(LEFT, EVENTS_TOP + 8, "Events and favours", 13, "faint bold")
    cards: list[tuple[str, str, tuple[int, ...]]] = []
    if s.event != NONE:
        cards.append((event_words(int(s.event)), "glow lit-line", ()))
    cards += [(event_words(int(e)), "card rim-line", ()) for e in s.event_open if e != NONE]
    for slot, favour in enumerate(s.favour_open):
        if favour != NONE:
            words = f"{c.HIGHEST_PRICE - slot} courtiers: {favour_words(s, int(favour))}"
            cards.append((words, "gold rim-line edge", (line.FAVOUR + slot,)))
    wide = 5 * STEP / max(5, len(cards))
    for i, (words, look, actions) in enumerate(cards):
        with pen.thing(words, *actions):
            pen.rect(LEFT + i * wide, EVENTS_TOP + 14, wide - 5, 86, look)
            pen.wrap(LEFT + i * wide + 5, EVENTS_TOP + 28, wide - 12, words, 9.5, 7)


def draw_draft(pen: Pen, s: State) -> None:
    """S2: the open county cards, the deck, and a refresh."""
    pen.text(LEFT, EVENTS_TOP + 8, "Draft", 13, "faint bold")
    cards = [
        (county_words(int(i)), county_entry(int(i)), line.COUNTY + int(i))
        for i in s.draft_open
        if i != NONE
    ]
    unseen = int(s.draft_unseen.sum())
    cards.append(
        (f"deck: {unseen} unseen", f"the unseen top card of the deck ({unseen} unseen)", line.DECK)
    )
    cards.append(("two new cards", "both open cards go under the deck", line.REFRESH))
    for i, (words, title, action) in enumerate(cards):
        with pen.thing(title, action, label=words):
            pen.rect(LEFT + i * STEP, EVENTS_TOP + 14, CARD_WIDTH, 60, "card rim-line edge")
            pen.wrap(LEFT + i * STEP + 7, EVENTS_TOP + 36, CARD_WIDTH - 12, words, 12, 2)


def draw_tower(pen: Pen, s: State) -> None:
    """T: the cubes in the tray before the tower, and how many are stuck inside."""
    pen.rect(LEFT, TOWER_TOP, 5 * STEP - 5, 44, "panel rim-line")
    pen.path(f"M{LEFT + 10} {TOWER_TOP + 40}l4 -34h4v5h4v-5h4v5h4v-5h4l4 34z", "stone")
    colours = [*range(s.num_players), c.PEASANTS]
    for i, colour in enumerate(colours):
        x = LEFT + 62 + i * 74
        told = "peasants" if colour == c.PEASANTS else f"seat {colour}"
        with pen.thing(f"{told}: {s.tray[colour]} in the tray, {s.tower[colour]} in the tower"):
            if colour == c.PEASANTS:
                pen.rect(x - 9, TOWER_TOP + 13, 18, 18, "peasant ink-line", 2)
                pen.text(x, TOWER_TOP + 26, str(s.tray[colour]), 11, "white bold mid")
            else:
                pen.seat(x, TOWER_TOP + 22, 10, colour, str(s.tray[colour]))
            pen.text(x + 15, TOWER_TOP + 26, f"+{s.tower[colour]}", 12, "faint")


# --- boards ---------------------------------------------------------------------------------------
def draw_board(
    pen: Pen, s: State, seat: int, top: float, viewer: int | None, is_asked: bool, box: int
) -> None:
    """What a seat has, and its boxes."""
    wide = 5 * STEP - 5
    look = "panel lit-line thick" if is_asked else "panel rim-line"
    pen.rect(LEFT - 4, top, wide + 8, board_height(s) - 6, look)
    pen.seat(LEFT + 14, top + 16, 11, seat, str(seat))
    crown = " · won" if s.winner[seat] else " · you" if seat == viewer else ""
    place = "" if s.position[seat] == NONE else f" · position {s.position[seat] + 1}"
    pen.text(LEFT + 32, top + 20, f"seat {seat}: {s.vp[seat]} VP{crown}", 14, "ink bold")
    told = f"{s.thalers[seat]} Thalers · {s.grain[seat]} grain · supply {s.supply[seat]}{place}"
    if s.phase == c.DRAFT_PHASE:
        told = f"army groups left: {groups_words(s, seat)}"
    pen.text(LEFT + wide - 4, top + 20, told + bid_told(s, seat, viewer), 11, "ink end")
    pen.text(LEFT + wide - 4, top + board_height(s) - 16, module_words(s, seat), 11, "ink end")
    first = 0 if s.options & c.EMPERORS_COURT else c.NUM_COURT_BOXES
    for i in range(first, c.NUM_BOXES):
        is_court = i < c.NUM_COURT_BOXES
        number = i if is_court else i - c.NUM_COURT_BOXES
        row = 2 if is_court else number // 5
        y = top + 30 + row * 39
        draw_box(pen, s, seat, i, LEFT + number % 5 * STEP, y, viewer, is_asked and i == box)


def groups_words(s: State, seat: int) -> str:
    """S1: the sizes of the groups that are not placed yet."""
    sizes = enumerate(s.draft_groups[seat].tolist(), c.FIRST_GROUP)
    return " ".join(str(size) for size, number in sizes for _ in range(number)) or "none"


def bid_told(s: State, seat: int, viewer: int | None) -> str:
    """The bid once it is shown, or one's own."""
    is_seen = s.bid[seat] != NONE and (s.bids_shown or seat == viewer)
    return f" · bid {bid_words(int(s.bid[seat]))}" if is_seen else ""


def module_words(s: State, seat: int) -> str:
    """What the modules add to a seat."""
    parts = [f"hall {s.hall[seat]}"] if s.options & c.EMPERORS_COURT else []
    parts += [f"Landsknechte {s.level[seat]}"] if s.options & c.LANDSKNECHTE else []
    parts += [f"{s.trophies[seat].sum()} trophies"] if s.options & c.MILITARY_LEADERS else []
    return " · ".join(parts)


def draw_box(
    pen: Pen, s: State, seat: int, box: int, x: float, y: float, viewer: int | None, is_asked: bool
) -> None:
    """A box: its card once it is revealed, or one's own."""
    is_shown = bool(s.shown[seat, box])
    is_seen = is_shown or (seat == viewer and s.plan[seat, box] != NONE)
    is_laid = s.phase > c.PLANNING_PHASE and s.plan[seat, box] != NONE
    card = card_words(int(s.plan[seat, box])) if is_seen else "face down" if is_laid else ""
    tall = 34 if box >= c.NUM_COURT_BOXES else COURT_HEIGHT - 4
    with pen.thing(f"seat {seat}, {BOX_WORDS[box]}: {card or 'empty'}"):
        look = "card" if is_seen else "back" if is_laid else "paper"
        edge = "lit-line thick" if is_asked else "rim-line"
        pen.rect(x, y, CARD_WIDTH, tall, f"{look} {edge}", 3)
        if box >= c.NUM_COURT_BOXES or not is_seen:
            pen.cut(x + 5, y + 12, CARD_WIDTH - 8, SHORT_BOXES[box], 10, "faint")
        if is_seen:
            pen.cut(
                x + 5, y + tall - 7, CARD_WIDTH - 8, card, 11.5, "ink bold" if is_shown else "ink"
            )


def draw_hand(pen: Pen, s: State, top: float, viewer: int | None) -> None:
    """The other cards of whoever looks: money, dice towers, what Landsknechte offer."""
    if viewer is None:
        return
    cards = [(str(i), f"money card {i}", line.MONEY + i) for i in range(c.NUM_MONEY_CARDS)]
    if s.options & c.EMPERORS_COURT:
        cards.append(("tower", "a dice tower card", line.TOWER))
    if s.options & c.LANDSKNECHTE:
        offers = zip(c.BENEFIT_NAMES, BENEFIT_WORDS, strict=True)
        cards += [
            (name, f"Landsknechte: {words}", line.BENEFIT + i)
            for i, (name, words) in enumerate(offers)
        ]
    wide = 5 * STEP / len(cards)
    for i, (words, title, action) in enumerate(cards):
        x = LEFT + i * wide
        with pen.thing(title, action):
            pen.rect(x, top + 4, wide - 5, 34, "card rim-line edge")
            if words.isdigit():
                pen.circle(x + wide / 2 - 2, top + 21, 12, "gold rim-line")
                pen.text(x + wide / 2 - 2, top + 26, words, 13, "dark bold mid")
            else:
                pen.text(x + wide / 2 - 2, top + 25, words, 10, "ink mid")
