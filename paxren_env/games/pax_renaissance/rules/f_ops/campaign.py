"""F9: campaign."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import owe
from paxren_env.games.pax_renaissance.actions import EMPIRE
from paxren_env.games.pax_renaissance.constants import (
    BY_CAMPAIGN,
    MAMLUK,
    NONE,
    NUM_EMPIRES,
    NUM_REPRESSED,
    RULESET_1E,
    STRAWMAN_CAMPAIGN,
    Card,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.frames import BATTLE
from paxren_env.games.pax_renaissance.queries import (
    count,
    empire_of,
    has,
    mark,
    owns_in_tableau,
    square_of,
)
from paxren_env.games.pax_renaissance.reasons import (
    CAMPAIGN_TOO_DEAR,
    NO_KNIGHT,
    NOT_ADJACENT,
    OWN_SQUARE,
)
from paxren_env.games.pax_renaissance.rules.b10_battle import knights_in, slave_soldiers_join
from paxren_env.games.pax_renaissance.rules.k_religious_war import neighbours
from paxren_env.games.pax_renaissance.state import State


@rule
def campaign_cost(s: State, player: Player, king: Card, empire: Empire) -> int:
    """F9: a florin per attacker: every knight at home, and slave soldiers in the East."""
    number = count(knights_in(s, empire_of(king)))
    if slave_soldiers_join(s, player, empire):
        for token in range(NUM_REPRESSED):
            number += int(s.repressed[MAMLUK, token])
    return number


@rule
def may_attack(s: State, player: Player, square: Card) -> bool:
    """F9a: no square of one's own tableau; the first edition and an option allow it."""
    if s.ruleset == RULESET_1E or s.options & STRAWMAN_CAMPAIGN:
        return True
    return not owns_in_tableau(s, player, square)


@rule
def campaign_targets(s: State, player: Player, king: Card) -> int:
    """F9: adjacent empires outside one's own tableau that an army can be paid against."""
    found = 0
    near = neighbours(s, empire_of(king))
    for empire in range(NUM_EMPIRES):
        if has(near, empire) and may_attack(s, player, square_of(empire)):
            if 0 < campaign_cost(s, player, king, empire) <= s.florins[player]:
                found |= 1 << empire
    return found


@rule
def mark_campaign(s: State, player: Player, king: Card, mask):
    mark(mask, EMPIRE, campaign_targets(s, player, king))


@rule
def why_not_campaign(s: State, player: Player, king: Card, empire: Empire) -> int:
    """F9: the same as a reason."""
    if not has(neighbours(s, empire_of(king)), empire):
        return NOT_ADJACENT
    if not may_attack(s, player, square_of(empire)):
        return OWN_SQUARE
    cost = campaign_cost(s, player, king, empire)
    if cost == 0:
        return NO_KNIGHT
    return LEGAL if cost <= s.florins[player] else CAMPAIGN_TOO_DEAR


@rule
def do_campaign(s: State, player: Player, king: Card, empire: Empire):
    """F9: pay China for the whole army, then fight."""
    s.florins[player] -= campaign_cost(s, player, king, empire)
    s.war = BY_CAMPAIGN
    s.war_king = king
    s.war_empire = empire
    s.war_rooks = 0
    owe(s, BATTLE, player, NONE, NONE, NONE)
