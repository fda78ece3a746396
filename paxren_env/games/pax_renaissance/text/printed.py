"""The whole table as it lies, printed."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from paxren_env.core.record import view
from paxren_env.core.telling import wrapped
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.queries import has_slot
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.asked import decision_text
from paxren_env.games.pax_renaissance.text.pieces import (
    old_maids_of,
    prestige_of,
    queens_of,
    vassals_of,
)
from paxren_env.games.pax_renaissance.text.words import (
    PRESTIGE_TITLES,
    RELIGION_TITLES,
    SIDE_TITLES,
    bank_and_seat,
    bank_words,
    card_words,
    city_title,
    florin_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


# --- the table: pieces as signs -------------------------------------------------------------------
EMPIRE_SIGNS = ("Eng", "Fra", "HRE", "Hun", "Byz", "Por", "Ara", "Pap", "Ott", "Mam")
LOCATION_SIGNS = (*EMPIRE_SIGNS, "East", "West", "")
COLOUR_SIGNS = ("C", "I", "R")
LEGEND = (
    "♞ knight  ♜ rook  ♟ pawn  ♝ bishop  ☠ pirate  ♛ queen and her suitors",
    "C gold (Catholic)  I green (Islamic)  R red (Reformist)  · empty  × busted  ~ sea border",
    "$ florins  ! paid this turn, not for sale  ' has acted this turn",
)


def token_sign(s: State, token: int) -> str:
    if c.PAWN <= token < c.PIRATE:
        return f"♟{bank_words(s, token - c.PAWN)}"
    for sign, first in (("♝", c.BISHOP), ("☠", c.PIRATE), ("♜", c.ROOK), ("♞", c.KNIGHT)):
        if token >= first:
            return sign + COLOUR_SIGNS[token - first]
    return "·"


def border_sign(border: int) -> str:
    one, other = t.BORDER_EMPIRES[border]
    return EMPIRE_SIGNS[one] + "-~"[t.BORDER_SEA[border]] + EMPIRE_SIGNS[other]


def location_sign(card: int) -> str:
    """Where a card belongs; whom a queen may wed."""
    if t.CARD_KIND[card] != c.QUEEN:
        return LOCATION_SIGNS[t.CARD_LOCATION[card]]
    suitors = int(t.CARD_SUITORS[card])
    return "♛ " + " ".join(EMPIRE_SIGNS[e] for e in range(c.NUM_EMPIRES) if suitors >> e & 1)


def listed(items: Iterable[str], nothing: str = "none") -> str:
    return ", ".join(items) or nothing


# --- the table: its parts -------------------------------------------------------------------------
def turn_lines(s: State, game: "Game") -> list[str]:
    """D1: whose turn it is, and what is asked of whom."""
    if s.status != c.RUNNING:
        # A game is cut when its next turn would begin.
        when = f"After turn {s.turn}" if s.status == c.TRUNCATED else f"In turn {s.turn + 1}"
        return [f"{when}: {decision_text(game)}"]
    left = f"{s.actions_left} action{'' if s.actions_left == 1 else 's'} left"
    done = [f", {SIDE_TITLES[side]} ops done" for side in range(2) if s.ops_done[side]]
    whose = f"Turn {s.turn + 1}: {bank_words(s, s.turn_player)}, {left}{''.join(done)}"
    return [whose, *wrapped("Now ", decision_text(game))]


def victory_lines(s: State) -> list[str]:
    """L1: which squares are active."""
    active = (c.VICTORY_NAMES[v] for v in range(c.NUM_VICTORY_SQUARES) if s.active[v])
    return [f"Active victories: {listed(active)}"]


def market_lines(s: State) -> list[str]:
    """E1: both rows, side by side; column 0 lies face down for the trade fair."""
    decks = [f"     {SIDE_TITLES[side]} (deck of {s.deck_size[side]})" for side in range(2)]
    lines = ["Market (column 0 lies face down for the fair)", market_line("", decks)]
    for column in range(c.NUM_COLUMNS):
        cells = [market_cell(s, side * c.NUM_COLUMNS + column) for side in range(2)]
        lines.append(market_line(str(column), cells))
    return lines


def market_line(label: str, cells: list[str]) -> str:
    return f"{label:2}{cells[c.EAST]:49}{cells[c.WEST]}".rstrip()


def market_cell(s: State, slot: int) -> str:
    """A card with its florins, usury mark and Location."""
    florins = f"${s.market_florins[slot]}" if s.market_florins[slot] else ""
    paid = "!" if s.market_paid[slot] else ""
    card = int(s.market[slot])
    name = card_words(card) if card != NONE else "·"
    place = location_sign(card) if card != NONE else ""
    return f"{florins + paid:>4} {name}" + (f" ({place})" if place else "")


def map_lines(s: State) -> list[str]:
    """B6: each empire with its religion and cities, then the borders and the trade routes."""
    lines = ["Map"]
    for empire in range(c.NUM_EMPIRES):
        cities = listed(city_signs(s, empire))
        faith = RELIGION_TITLES[s.religion[empire]]
        lines.append(f"  {t.EMPIRE_TITLES[empire]:18}{faith:10}{cities}")
    borders = (border_signs(s, border) for border in range(c.NUM_BORDERS))
    lines += wrapped("  Borders: ", listed(borders))
    for side in range(2):
        lines += wrapped(f"  {SIDE_TITLES[side]} route: ", route_signs(int(s.open_emporium[side])))
    return lines


def city_signs(s: State, empire: int) -> Iterator[str]:
    """The cities of an empire, the slots of one city together."""
    for city in range(c.NUM_CITIES):
        if t.CITY_EMPIRE[city] == empire and t.CITY_FIRST[city] == city:
            slots = range(city, t.CITY_LAST[city] + 1)
            signs = [slot_sign(s, slot) for slot in slots if has_slot(s, slot)]
            if signs:
                yield " ".join([city_title(city), *signs])


def slot_sign(s: State, city: int) -> str:
    side = int(t.CITY_EMPORIUM[city])
    if side != NONE and s.open_emporium[side] != city:
        return "×"
    return token_sign(s, int(s.city[city]))


def border_signs(s: State, border: int) -> str:
    """A border with its pawn, its pirate, or both."""
    signs = []
    if s.pawn[border] != NONE:
        signs.append(token_sign(s, c.PAWN + int(s.pawn[border])))
    if s.pirate[border] != NONE:
        signs.append(token_sign(s, c.PIRATE + int(s.pirate[border])))
    return f"{border_sign(border)}:{''.join(signs) or '·'}"


def route_signs(emporium: int) -> str:
    """G: from the open emporium through the empires."""
    empires = t.ROUTE[emporium, : t.ROUTE_LENGTH[emporium] : 2]
    return " > ".join([t.CITY_TITLES[emporium], *(EMPIRE_SIGNS[e] for e in empires)])


def piece_text(s: State, card: int) -> str:
    """A card in play with all that is on it and under it."""
    name = card_words(card) if card < c.SQUARE else square_text(s, card - c.SQUARE)
    on_it = list(on_piece(s, card))
    acted = "'" if s.op_used[card] else ""
    return name + acted + (f" [{'; '.join(on_it)}]" if on_it else "")


def square_text(s: State, empire: int) -> str:
    """B4: a square in a tableau shows one of its faces."""
    if s.place[c.SQUARE + empire] == c.IN_THRONE:
        return t.EMPIRE_TITLES[empire]
    return f"{t.EMPIRE_TITLES[empire]} {'Republic' if s.republic[empire] else 'King'}"


def on_piece(s: State, card: int) -> Iterator[str]:
    """Its bishop, its repressed tokens, its queens and vassals."""
    if s.bishop[card] != NONE:
        yield token_sign(s, c.BISHOP + int(s.bishop[card]))
    if card >= c.SQUARE:
        repressed = list(repressed_signs(s, card - c.SQUARE))
        if repressed:
            yield "repressed " + " ".join(repressed)
    for queen in queens_of(s, card):
        yield f"Queen {piece_text(s, queen)}"
    for vassal in vassals_of(s, card):
        yield f"vassal {piece_text(s, vassal)}"


def repressed_signs(s: State, empire: int) -> Iterator[str]:
    """B13: every repressed token of the square."""
    for token in range(c.NUM_REPRESSED):
        for _ in range(s.repressed[empire, token]):
            yield token_sign(s, token)


def throne_lines(s: State) -> list[str]:
    """THRONE: the squares nobody has."""
    seated = range(c.SQUARE, c.NUM_PIECES)
    thrones = (piece_text(s, square) for square in seated if s.place[square] == c.IN_THRONE)
    return wrapped("Thrones: ", listed(thrones))


def player_lines(s: State, player: int, viewer: int | None) -> list[str]:
    """All that one player has."""
    lines = [player_head(s, player, viewer), *wrapped("  Hand: ", hand_text(s, player, viewer))]
    old_maids = [card_words(queen) for queen in old_maids_of(s, player)]
    if old_maids:
        lines += wrapped("  Old maids: ", listed(old_maids))
    for side in range(2):
        cards = s.tableau[player, side, : s.tableau_size[player, side]].tolist()
        columns = (piece_text(s, card) for card in cards if s.under[card] == NONE)
        lines += wrapped(f"  {SIDE_TITLES[side]}: ", " | ".join(columns) or "·")
    prestige = (f"{number} {PRESTIGE_TITLES[kind]}" for kind, number in prestige_of(s, player))
    return [*lines, *wrapped("  Prestige: ", listed(prestige))]


def player_head(s: State, player: int, viewer: int | None) -> str:
    concessions = int((s.pawn == player).sum())
    head = f"{bank_and_seat(s, player, viewer)}: {florin_words(s.florins[player])}"
    return f"{head}, {concessions} concession{'' if concessions == 1 else 's'}" + (
        ", bankrupt" if s.eliminated[player] else ""
    )


def hand_text(s: State, player: int, viewer: int | None) -> str:
    """The cards, or for other eyes their backs."""
    hand = s.hand[player, : s.hand_size[player]].tolist()
    if viewer is None or viewer == player or s.options & c.OPEN_HANDS:
        return listed(card_words(card) for card in hand)
    backs = [sum(t.CARD_SIDE[card] == side for card in hand) for side in range(2)]
    return listed(f"{backs[side]} {SIDE_TITLES[side]}" for side in range(2) if backs[side])


def table(game: "Game", viewer: int | None = None) -> str:
    """The whole table; a viewer sees only the backs of the other players' hands."""
    s = view(game.states, 0)
    parts = [
        turn_lines(s, game) + victory_lines(s),
        market_lines(s),
        map_lines(s),
        throne_lines(s),
        *(player_lines(s, player, viewer) for player in range(s.num_players)),
        list(LEGEND),
    ]
    return "\n\n".join("\n".join(part) for part in parts)
