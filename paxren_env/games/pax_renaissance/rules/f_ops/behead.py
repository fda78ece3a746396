"""F3: behead."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.actions import CARD
from paxren_env.games.pax_renaissance.constants import (
    BEHEAD_EAST_CARD_WITH_BISHOP,
    BEHEAD_EAST_CARD_WITH_GREEN_OR_RED_BISHOP,
    BEHEAD_WEST_CARD_WITH_RED_OR_GOLD_BISHOP,
    CATHOLIC,
    IN_TABLEAU,
    ISLAMIC,
    NONE,
    NUM_PIECES,
    RULESET_1E,
    Card,
    Player,
)
from paxren_env.games.pax_renaissance.queries import has, is_square, location, matches
from paxren_env.games.pax_renaissance.reasons import (
    NO_BISHOP_TO_STRIKE,
    NO_MATCH,
    NOT_IN_TABLEAU,
    NOT_ITSELF,
    NOT_OWN_IN_1E,
)
from paxren_env.games.pax_renaissance.rules.b9_squares import kill_card
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_ABILITIES


@rule
def can_behead(s: State, player: Player, card: Card, target: Card) -> bool:
    """F3: any other tableau card whose Location matches the acting card's."""
    if s.place[target] != IN_TABLEAU or target == card:
        return False
    if s.ruleset == RULESET_1E and s.owner[target] == player:
        return False  # the first edition beheads only opponents' cards
    return may_strike(s, card, target) and matches(location(s, card), location(s, target))


@rule
def may_strike(s: State, card: Card, target: Card) -> bool:
    """AB: some beheaders only reach cards that carry a bishop of certain colours.

    Their Location is the region their text names, so matching it is checked already.
    """
    abilities = int(CARD_ABILITIES[card])
    bishop = int(s.bishop[target])
    if has(abilities, BEHEAD_WEST_CARD_WITH_RED_OR_GOLD_BISHOP):
        return bishop != NONE and bishop != ISLAMIC
    if has(abilities, BEHEAD_EAST_CARD_WITH_GREEN_OR_RED_BISHOP):
        return bishop != NONE and bishop != CATHOLIC
    if has(abilities, BEHEAD_EAST_CARD_WITH_BISHOP):
        return bishop != NONE
    return True


@rule
def has_victim(s: State, player: Player, card: Card) -> bool:
    for target in range(NUM_PIECES):
        if can_behead(s, player, card, target):
            return True
    return False


@rule
def mark_behead(s: State, player: Player, card: Card, mask):
    for target in range(NUM_PIECES):
        if can_behead(s, player, card, target):
            mask[CARD + target] = 1


@rule
def why_not_behead(s: State, player: Player, card: Card, target: Card) -> int:
    """F3: the same as a reason."""
    if s.place[target] != IN_TABLEAU:
        return NOT_IN_TABLEAU
    if target == card:
        return NOT_ITSELF
    if s.ruleset == RULESET_1E and s.owner[target] == player:
        return NOT_OWN_IN_1E
    if not may_strike(s, card, target):
        return NO_BISHOP_TO_STRIKE
    return LEGAL if can_behead(s, player, card, target) else NO_MATCH


@rule
def do_behead(s: State, card: Card, target: Card):
    """F3: the target is killed; who beheads a square is an assassin and dies as well."""
    kill_card(s, target)
    if is_square(target) and s.place[card] == IN_TABLEAU:
        kill_card(s, card)
