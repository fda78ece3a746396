"""What an answer changed on the table: money, tokens, squares and cards. Nothing hidden is told."""

from collections.abc import Iterator, Sequence

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.words import (
    RELIGION_TITLES,
    SIDE_TITLES,
    bank_words,
    border_words,
    card_words,
    city_words,
    empire_words,
    florin_words,
    token_words,
    victory_words,
)


def changes(old: State, new: State) -> list[str]:
    """Each change in a few words; none if all is as it was."""
    return [
        *money(old, new),
        *moves(old, new),
        *repressions(old, new),
        *faiths(old, new),
        *squares(old, new),
        *cards(old, new),
        *milestones(old, new),
    ]


def money(old: State, new: State) -> Iterator[str]:
    """FLORINS: what every bank gained or lost."""
    for player in range(new.num_players):
        gain = int(new.florins[player]) - int(old.florins[player])
        if gain:
            sign = "+" if gain > 0 else "−"
            yield f"{bank_words(new, player)} {sign}{florin_words(abs(gain))}"


def moves(old: State, new: State) -> Iterator[str]:
    """TOKENS: who came to and went from cities, borders and cards."""
    for city in range(c.NUM_CITIES):
        yield from moved(new, old.city[city], new.city[city], 0, "in", city_words(city))
    for border in range(c.NUM_BORDERS):
        where = border_words(border)
        yield from moved(new, old.pawn[border], new.pawn[border], c.PAWN, "on", where)
        yield from moved(new, old.pirate[border], new.pirate[border], c.PIRATE, "on", where)
    for card in range(c.NUM_PIECES):
        yield from moved(new, old.bishop[card], new.bishop[card], c.BISHOP, "on", card_words(card))


def moved(s: State, old: int, new: int, first: int, at: str, where: str) -> Iterator[str]:
    """What happened at one spot; tokens of its kind are numbered from `first`."""
    if old == new:
        return
    if old != NONE:
        yield f"{token_words(s, first + int(old))} gone from {where}"
    if new != NONE:
        yield f"{token_words(s, first + int(new))} {at} {where}"


def repressions(old: State, new: State) -> Iterator[str]:
    """B13: who is repressed, and who no longer."""
    for empire in range(c.NUM_EMPIRES):
        for token in range(c.NUM_REPRESSED):
            more = int(new.repressed[empire, token]) - int(old.repressed[empire, token])
            if more:
                number = f"{abs(more)} × " if abs(more) > 1 else ""
                longer = "" if more > 0 else "no longer "
                where = empire_words(empire)
                yield f"{number}{token_words(new, token)} {longer}repressed in {where}"


def faiths(old: State, new: State) -> Iterator[str]:
    """B6, G: religions and trade routes."""
    for empire in range(c.NUM_EMPIRES):
        if old.religion[empire] != new.religion[empire]:
            yield f"{empire_words(empire)} now {RELIGION_TITLES[new.religion[empire]]}"
    for side in range(2):
        start = int(new.open_emporium[side])
        if old.open_emporium[side] != start:
            yield f"{SIDE_TITLES[side]} route now from {city_words(start)}"


def squares(old: State, new: State) -> Iterator[str]:
    """B4, B9: squares that changed hands, faces or suzerains."""
    for empire in range(c.NUM_EMPIRES):
        standing = square_words(new, empire)
        if square_words(old, empire) != standing:
            yield f"{empire_words(empire)} now {standing}"


def square_words(s: State, empire: int) -> str:
    """Whose the square is, and what."""
    square = c.SQUARE + empire
    if s.place[square] == c.IN_THRONE:
        return "in its throne"
    whose = bank_words(s, s.owner[square])
    if s.under[square] != NONE:
        return f"a vassal of {card_words(int(s.under[square]))} ({whose})"
    return f"a {'Republic' if s.republic[empire] else 'King'} of {whose}"


def cards(old: State, new: State) -> Iterator[str]:
    """Cards that were discarded, wed or moved; that a card was played, its player has said."""
    for card in range(c.NUM_CARDS):
        was, now = standing_of(old, card), standing_of(new, card)
        if was != now and now[0] in SHOWN and not is_just_played(old, new, card):
            yield SHOWN[now[0]](new, card)


def is_just_played(old: State, new: State, card: int) -> bool:
    """E2, I: it came from the hand; a queen waits for her suitor as an old maid."""
    if old.place[card] != c.IN_HAND:
        return False
    if new.place[card] == c.OLD_MAID:
        return new.stack_size > 0 and new.stack[new.stack_size - 1, 0] == p.SUITOR
    return new.place[card] == c.IN_TABLEAU and new.under[card] == NONE


def standing_of(s: State, card: int) -> Sequence[int]:
    """Where a card lies, and with whom, as far as everybody sees it."""
    place = int(s.place[card])
    if place not in SHOWN:
        return (NONE,)
    return place, int(s.owner[card]), int(s.under[card])


def in_play(s: State, card: int) -> str:
    if s.under[card] != NONE:
        return f"{card_words(card)} Queen of {card_words(int(s.under[card]))}"
    return f"{card_words(card)} in the tableau of {bank_words(s, s.owner[card])}"


SHOWN = {
    c.IN_TABLEAU: in_play,
    c.IN_THRONE: in_play,
    c.OLD_MAID: lambda s, card: f"{card_words(card)} an old maid of {bank_words(s, s.owner[card])}",
    c.DISCARDED: lambda s, card: f"{card_words(card)} discarded",
}


def milestones(old: State, new: State) -> Iterator[str]:
    """L1, BANKRUPT: victories that became active, and banks that are no more."""
    for victory in range(c.NUM_VICTORY_SQUARES):
        if new.active[victory] and not old.active[victory]:
            yield f"{victory_words(victory)} now active"
    for player in range(new.num_players):
        if new.eliminated[player] and not old.eliminated[player]:
            yield f"{bank_words(new, player)} bankrupt"
