"""What is printed on cards and squares, in words of our own."""

from collections.abc import Iterator

from paxren_env.core.reading import folded, matching, near_words
from paxren_env.core.telling import wrapped
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.words import (
    LOCATION_TITLES,
    OP_TITLES,
    PRESTIGE_TITLES,
    SIDE_TITLES,
    agent_words,
    card_words,
    one_shot_words,
)


def piece_lines(piece: int, map_: int = 0) -> list[str]:
    """A card, or every face of a square on this map, folded into lines."""
    if piece < c.SQUARE:
        head = f"{card_words(piece)} ({', '.join(belongs(piece))}): "
        return _hanging(head, "; ".join(printed(piece)) or "nothing else")
    return [line for face in faces_of(piece - c.SQUARE, map_) for line in face_lines(piece, face)]


def _hanging(head: str, text: str) -> list[str]:
    """Text right after its heading, the lines below indented a little."""
    first, *rest = wrapped("    ", head + text)
    return [first.strip(), *rest]


def belongs(card: int) -> Iterator[str]:
    """B5: its Location, whom a queen may wed, and the deck it comes from."""
    kind = int(t.CARD_KIND[card])
    if kind == c.QUEEN:
        suitors = sorted(range(c.NUM_EMPIRES), key=lambda e: int(t.SUITOR_RANK[card, e]))
        wed = [t.EMPIRE_TITLES[e] for e in suitors if t.CARD_SUITORS[card] >> e & 1]
        yield f"queen, suitors {', '.join(wed)}"
    elif kind == c.COMET:
        yield "comet"
    else:
        yield LOCATION_TITLES[t.CARD_LOCATION[card]]
    yield SIDE_TITLES[t.CARD_SIDE[card]]


def printed(card: int) -> Iterator[str]:
    """One-shot, agents, ops, prestige and abilities."""
    if t.CARD_KIND[card] == c.COMET:
        yield "whoever buys it activates a victory"
    elif t.CARD_ONE_SHOT[card] not in (NONE, c.CORONATION):
        yield f"one-shot {one_shot_words(card)}"
    agents = [agent_words(agent) for agent in range(c.NUM_AGENTS)
              for _ in range(t.CARD_AGENTS[card, agent])]  # fmt: skip
    if agents:
        yield f"agents {', '.join(agents)}"
    yield from on_face(card, repress_words(int(t.CARD_REPRESS[card])))
    for ability, text in enumerate(t.ABILITY_TEXTS):
        if t.CARD_ABILITIES[card] >> ability & 1:
            yield text.rstrip(".")


def repress_words(kinds: int) -> str:
    """F5: whom the card's repress op may strike."""
    names = [name for bit, name in enumerate(t.REPRESS_NAMES) if kinds >> bit & 1]
    return f"repress a {' or a '.join(names)}"


def on_face(face: int, repress: str) -> Iterator[str]:
    """Ops and prestige."""
    titles = (*OP_TITLES[: c.REPRESS], repress, *OP_TITLES[c.REPRESS + 1 :])
    ops = [titles[op] for op in range(c.NUM_OPS) if t.FACE_OPS[face] >> op & 1]
    if ops:
        yield f"ops {', '.join(ops)}"
    icons = [PRESTIGE_TITLES[kind] for kind, number in enumerate(t.FACE_PRESTIGE[face])
             for _ in range(number)]  # fmt: skip
    if icons:
        yield f"prestige {', '.join(icons)}"


def faces_of(empire: int, map_: int) -> list[int]:
    """The faces that the square shows as a King, then those as a Republic."""
    faces = t.SQUARE_FACE[map_, empire].T.ravel().tolist()
    return [face for face in dict.fromkeys(faces) if t.FACE_NAMES[face]]


def face_lines(square: int, face: int) -> list[str]:
    """B4: one face of a square."""
    head = f"{t.FACE_NAMES[face]} ({t.EMPIRE_TITLES[square - c.SQUARE]}): "
    return _hanging(head, "; ".join(on_face(face, OP_TITLES[c.REPRESS])) or "nothing else")


def find_pieces(words: str) -> list[int]:
    """The cards and squares of this name, or with these words in it."""
    names = {piece: card_words(piece) for piece in range(c.NUM_PIECES)}
    found = matching(names, folded(words))
    if not found:
        raise ValueError(f"no card is called {words!r}{near_words(words, names, cutoff=0.6)}")
    return found


def cards_in_sight(s: State, viewer: int) -> Iterator[tuple[str, list[int]]]:
    """Where cards lie that this seat can look at, and which; squares are left out."""
    for side in range(2):
        row = s.market[side * c.NUM_COLUMNS : (side + 1) * c.NUM_COLUMNS]
        yield f"Market, {SIDE_TITLES[side]}", [int(card) for card in row if card != NONE]
    yield "Your hand", s.hand[viewer, : s.hand_size[viewer]].tolist()
    in_play = [card for card in range(c.SQUARE) if s.place[card] in (c.IN_TABLEAU, c.OLD_MAID)]
    for player in range(s.num_players):
        own = [card for card in in_play if s.owner[card] == player]
        yield t.BANK_TITLES[s.bank[player]], own
