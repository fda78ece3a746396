"""F6: vote."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import owe
from paxren_env.games.pax_renaissance.actions import EMPIRE
from paxren_env.games.pax_renaissance.constants import (
    BY_VOTE,
    CONCESSIONS_DOUBLE_IN_FAIRS_AND_VOTES,
    IN_TABLEAU,
    NONE,
    NUM_EMPIRES,
    NUM_REPRESSED,
    PATRON,
    PATRON_REDUCES_VOTE_COST,
    Empire,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.frames import REGIME_CHANGE
from paxren_env.games.pax_renaissance.queries import concessions, is_vassal, mark, square_of
from paxren_env.games.pax_renaissance.reasons import (
    IS_VASSAL,
    NO_PLURALITY,
    NOT_RULED,
    VOTE_OTHER_SIDE,
    VOTE_TOO_DEAR,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import EMPIRE_SIDE


@rule
def votes(s: State, player: Player, empire: Empire) -> int:
    """F6: concessions around the empire; Michelangelo doubles them."""
    doubled = int(s.ability[player, CONCESSIONS_DOUBLE_IN_FAIRS_AND_VOTES])
    return concessions(s, player, empire) << doubled


@rule
def has_plurality(s: State, player: Player, empire: Empire) -> bool:
    """F6: strictly more votes than each single other player, and at least one."""
    own = votes(s, player, empire)
    for other in range(s.num_players):
        if other != player and votes(s, other, empire) >= own:
            return False
    return own > 0


@rule
def vote_cost(s: State, player: Player, empire: Empire) -> int:
    """F6: a florin per repressed token, less one per Patron prestige with Bank of St George."""
    cost = 0
    for token in range(NUM_REPRESSED):
        cost += int(s.repressed[empire, token])
    discount = int(s.ability[player, PATRON_REDUCES_VOTE_COST]) * int(s.prestige[player, PATRON])
    return max(0, cost - discount)


@rule
def why_not_vote_in(s: State, player: Player, empire: Empire) -> int:
    """F6: a square in a tableau, no vassal, with plurality and money."""
    square = square_of(empire)
    if s.place[square] != IN_TABLEAU:
        return NOT_RULED
    if is_vassal(s, square):
        return IS_VASSAL
    if not has_plurality(s, player, empire):
        return NO_PLURALITY
    return LEGAL if s.florins[player] >= vote_cost(s, player, empire) else VOTE_TOO_DEAR


@rule
def can_vote(s: State, player: Player, empire: Empire) -> bool:
    """F6: the player may vote there."""
    return why_not_vote_in(s, player, empire) == LEGAL


@rule
def vote_targets(s: State, player: Player, side: Side) -> int:
    """F6: the empires of the icon's region that can be voted on."""
    found = 0
    for empire in range(NUM_EMPIRES):
        if EMPIRE_SIDE[empire] == side and can_vote(s, player, empire):
            found |= 1 << empire
    return found


@rule
def mark_vote(s: State, player: Player, side: Side, mask):
    mark(mask, EMPIRE, vote_targets(s, player, side))


@rule
def why_not_vote(s: State, player: Player, side: Side, empire: Empire) -> int:
    """F6: the same as a reason."""
    if EMPIRE_SIDE[empire] != side:
        return VOTE_OTHER_SIDE
    return why_not_vote_in(s, player, empire)


@rule
def do_vote(s: State, player: Player, empire: Empire):
    """F6: pay China; the regime changes."""
    s.florins[player] -= vote_cost(s, player, empire)
    owe(s, REGIME_CHANGE, player, empire, BY_VOTE, NONE)
