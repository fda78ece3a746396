"""F1: inquisitor."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import CARD
from paxren_env.games.pax_renaissance.constants import (
    BISHOP,
    IN_TABLEAU,
    NONE,
    NUM_PIECES,
    Card,
    Player,
)
from paxren_env.games.pax_renaissance.frames import INQUISITOR_TO
from paxren_env.games.pax_renaissance.queries import in_play, location, matches
from paxren_env.games.pax_renaissance.reasons import (
    BISHOP_IS_THERE,
    BISHOP_STUCK,
    NO_SUCH_BISHOP,
    NOT_IN_PLAY,
    TOO_FAR,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import bishop_enters
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import TOKEN_SUPPLY


@rule
def can_move_bishop(s: State, origin: Card, target: Card) -> bool:
    """F1: to another card with a matching Location, or next to it in the same tableau row."""
    if target == origin or not in_play(s, target):
        return False
    if are_neighbours(s, origin, target):
        return True
    return matches(location(s, origin), location(s, target))


@rule
def are_neighbours(s: State, one: Card, other: Card) -> bool:
    """ADJACENT: the same or neighbouring columns of one side of one tableau."""
    if s.place[one] != IN_TABLEAU or s.place[other] != IN_TABLEAU:
        return False
    return s.owner[one] == s.owner[other] and abs(int(s.column[one]) - int(s.column[other])) <= 1


@rule
def has_destination(s: State, origin: Card) -> bool:
    for target in range(NUM_PIECES - 1, -1, -1):  # squares first: one usually matches
        if can_move_bishop(s, origin, target):
            return True
    return False


@rule
def can_inquire(s: State, colour: int) -> bool:
    """F1: some bishop of the colour has somewhere to go."""
    if s.supply[BISHOP + colour] == TOKEN_SUPPLY[BISHOP + colour]:
        return False
    for origin in range(NUM_PIECES):
        if s.bishop[origin] == colour and has_destination(s, origin):
            return True
    return False


@rule
def mark_inquisitor_from(s: State, colour: int, mask):
    """F1: which bishop of the colour moves."""
    for origin in range(NUM_PIECES):
        if s.bishop[origin] == colour and has_destination(s, origin):
            mask[CARD + origin] = 1


@rule
def why_not_inquisitor_from(s: State, colour: int, origin: Card) -> int:
    """F1: a bishop of the colour that has somewhere to go."""
    if s.bishop[origin] != colour:
        return NO_SUCH_BISHOP
    return LEGAL if has_destination(s, origin) else BISHOP_STUCK


@rule
def do_inquisitor_from(s: State, player: Player, origin: Card):
    ask(s, INQUISITOR_TO, player, origin, NONE)


@rule
def mark_inquisitor_to(s: State, origin: Card, mask):
    """F1: where it goes."""
    for target in range(NUM_PIECES):
        if can_move_bishop(s, origin, target):
            mask[CARD + target] = 1


@rule
def why_not_inquisitor_to(s: State, origin: Card, target: Card) -> int:
    """F1: the same as a reason."""
    if target == origin:
        return BISHOP_IS_THERE
    if not in_play(s, target):
        return NOT_IN_PLAY
    return LEGAL if can_move_bishop(s, origin, target) else TOO_FAR


@rule
def do_inquisitor_to(s: State, player: Player, origin: Card, target: Card):
    """F1: it leaves the one card and enters the other."""
    colour = int(s.bishop[origin])
    s.bishop[origin] = NONE
    bishop_enters(s, player, target, colour)
