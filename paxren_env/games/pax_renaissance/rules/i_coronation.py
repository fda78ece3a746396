"""I: coronation."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import EMPIRE, NO
from paxren_env.games.pax_renaissance.constants import (
    CORONATION,
    CORONATION_MAY_CLAIM_MARRIED_OR_ENEMY_KINGS,
    IN_THRONE,
    NONE,
    NUM_EMPIRES,
    OLD_MAID,
    RULESET_1E,
    RULESET_2021,
    Card,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.frames import REGIME_CHANGE, SUITOR
from paxren_env.games.pax_renaissance.queries import (
    has,
    has_ability,
    is_king,
    mark,
    owns_in_tableau,
    square_of,
)
from paxren_env.games.pax_renaissance.reasons import (
    IS_REPUBLIC,
    KING_AWAY,
    KING_MARRIED,
    NO_SUITOR,
)
from paxren_env.games.pax_renaissance.rules.b9_squares import num_queens
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_SUITORS


@rule
def why_not_eligible(s: State, player: Player, king: Card) -> int:
    """I: unmarried, in his throne or the player's tableau; Star Chamber waives both."""
    if not is_king(s, king):
        return IS_REPUBLIC
    unmarried = num_queens(s, king) == 0
    at_hand = s.place[king] == IN_THRONE or owns_in_tableau(s, player, king)
    if has_ability(s, player, CORONATION_MAY_CLAIM_MARRIED_OR_ENEMY_KINGS):
        # The 2021 card says "or", the erratum "and/or".
        return LEGAL if s.ruleset != RULESET_2021 or unmarried or at_hand else KING_MARRIED
    if s.ruleset == RULESET_1E:
        at_hand = s.place[king] == IN_THRONE
    if not at_hand:
        return KING_AWAY
    return LEGAL if unmarried else KING_MARRIED


@rule
def is_eligible(s: State, player: Player, king: Card) -> bool:
    """I: a queen of the player may marry him."""
    return why_not_eligible(s, player, king) == LEGAL


@rule
def suitors(s: State, player: Player, queen: Card) -> int:
    """I: the empires whose King she may marry now."""
    found = 0
    for empire in range(NUM_EMPIRES):
        if has(CARD_SUITORS[queen], empire) and is_eligible(s, player, square_of(empire)):
            found |= 1 << empire
    return found


@rule
def play_queen(s: State, player: Player, queen: Card):
    """I: she is crowned, or goes under the player board as an old maid."""
    s.place[queen] = OLD_MAID
    s.owner[queen] = player
    if suitors(s, player, queen):
        ask(s, SUITOR, player, queen, NONE)


@rule
def mark_suitor(s: State, player: Player, queen: Card, mask):
    """I: any eligible King, or old maid."""
    mask[NO] = 1
    mark(mask, EMPIRE, suitors(s, player, queen))


@rule
def why_not_suitor(s: State, player: Player, queen: Card, action: int) -> int:
    """I: the same as a reason."""
    if action == NO:
        return LEGAL
    empire = action - EMPIRE
    if not has(CARD_SUITORS[queen], empire):
        return NO_SUITOR
    return why_not_eligible(s, player, square_of(empire))


@rule
def do_coronation(s: State, player: Player, queen: Card, empire: Empire):
    """I1: a regime change by coronation; she is tucked under the King when he has moved."""
    if empire >= 0:
        s.card = queen
        owe(s, REGIME_CHANGE, player, empire, CORONATION, NONE)
