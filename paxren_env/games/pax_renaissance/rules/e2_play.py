"""E2: play a card from hand, and the one-shot it may trigger."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import EMPIRE, NO, YES
from paxren_env.games.pax_renaissance.constants import (
    APOSTASY,
    CRUSADE,
    DISCOVERY,
    NONE,
    NUM_EMPIRES,
    REFORMATION,
    RULESET_2021,
    SPICE_ISLANDS,
    TRADE_SHIFT,
    Card,
    Empire,
    Player,
)
from paxren_env.games.pax_renaissance.frames import (
    ANNOUNCE,
    BATTLE,
    HOSPITALLER,
    ONE_SHOT,
    PLACE_AGENTS,
    RESOLVE_APOSTASY,
    WAR_EMPIRE,
)
from paxren_env.games.pax_renaissance.queries import has, is_queen, mark, owns_in_tableau
from paxren_env.games.pax_renaissance.reasons import (
    EMPIRE_ELSEWHERE,
    NO_HERETICS,
)
from paxren_env.games.pax_renaissance.rules.b9_squares import add_column
from paxren_env.games.pax_renaissance.rules.e1_hand import remove_from_hand
from paxren_env.games.pax_renaissance.rules.e2_agents import ready_agents
from paxren_env.games.pax_renaissance.rules.h_trade_shift import can_shift_trade, do_trade_shift
from paxren_env.games.pax_renaissance.rules.i_coronation import play_queen
from paxren_env.games.pax_renaissance.rules.k_apostasy import (
    do_apostasy,
    hits_someone,
    is_guilty,
    shows,
)
from paxren_env.games.pax_renaissance.rules.k_religious_war import has_heretics
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    CARD_APOSTASY,
    CARD_EMPORIUM,
    CARD_LOCATION,
    CARD_ONE_SHOT,
    CARD_SIDE,
    FACE_PRESTIGE,
    LOCATION_EMPIRES,
)


@rule
def do_play(s: State, player: Player, card: Card):
    """E2: the card becomes the outermost column on the side of its banner; queens see I."""
    remove_from_hand(s, player, card)
    if is_queen(card):
        play_queen(s, player, card)
        return
    add_column(s, player, int(CARD_SIDE[card]), card)
    ready_agents(s, card)
    # Its abilities are active first: the announcement comes after the state checks.
    owe(s, ANNOUNCE, player, NONE, NONE, NONE)


@rule
def announce(s: State, player: Player):
    """E2.1: ask whether the one-shot occurs, if its precondition holds."""
    if can_occur(s, player, int(s.card)):
        ask(s, ONE_SHOT, player, NONE, NONE)
    else:
        owe(s, PLACE_AGENTS, player, NONE, NONE, NONE)


@rule
def can_occur(s: State, player: Player, card: Card) -> bool:
    """E2.1: the precondition of the card's one-shot."""
    one_shot = CARD_ONE_SHOT[card]
    if one_shot == NONE:
        return False
    if one_shot == TRADE_SHIFT:
        return can_shift_trade(s, CARD_EMPORIUM[card]) and can_reach(s, player, card)
    if one_shot == APOSTASY:
        return hits_someone(s, CARD_APOSTASY[card])
    if is_religious(one_shot):
        return war_empires(s, card, one_shot) != 0
    return True


@rule
def can_reach(s: State, player: Player, card: Card) -> bool:
    """H1: the Spice Islands need Discovery prestige from another card of the tableau."""
    if CARD_EMPORIUM[card] != SPICE_ISLANDS:
        return True
    return s.prestige[player, DISCOVERY] > FACE_PRESTIGE[card, DISCOVERY]


@rule
def is_religious(one_shot: int) -> bool:
    return CRUSADE <= one_shot <= REFORMATION


@rule
def war_empires(s: State, card: Card, one_shot: int) -> int:
    """B12a, K1c: where the card's war can be fought; a religious one needs heretics there."""
    empires = int(LOCATION_EMPIRES[CARD_LOCATION[card]])
    if not is_religious(one_shot):
        return empires
    found = 0
    for empire in range(NUM_EMPIRES):
        if has(empires, empire) and has_heretics(s, empire, one_shot - CRUSADE):
            found |= 1 << empire
    return found


@rule
def mark_yes_no(mask):
    mask[NO] = 1
    mask[YES] = 1


@rule
def do_announced(s: State, player: Player, occurs: int):
    """E2.1: the one-shot occurs, or the agents are placed without it."""
    if occurs:
        begin_one_shot(s, player)
    else:
        owe(s, PLACE_AGENTS, player, NONE, NONE, NONE)


@rule
def begin_one_shot(s: State, player: Player):
    """E2.1: resolve it; the agents that do not fight are placed last, and must be."""
    card = int(s.card)
    one_shot = int(CARD_ONE_SHOT[card])
    s.agents_required = 1
    owe(s, PLACE_AGENTS, player, NONE, NONE, NONE)
    if one_shot == TRADE_SHIFT:
        do_trade_shift(s, CARD_EMPORIUM[card])
    elif one_shot == APOSTASY:
        begin_apostasy(s, player, card)
    else:
        begin_war(s, player, one_shot)


@rule
def begin_apostasy(s: State, player: Player, card: Card):
    """K3b: the agents are placed afterwards; in 2021 a doomed card may place them before dying."""
    left_out = int(CARD_APOSTASY[card])
    if s.ruleset == RULESET_2021 and is_doomed(s, player, card, left_out):
        s.agents_required = 0
        owe(s, RESOLVE_APOSTASY, player, left_out, NONE, NONE)
        owe(s, PLACE_AGENTS, player, NONE, NONE, NONE)
    else:
        do_apostasy(s, left_out)


@rule
def is_doomed(s: State, player: Player, card: Card, left_out: int) -> bool:
    """K3: the launching card will be discarded by its own apostasy."""
    in_tableau = owns_in_tableau(s, player, card)
    return in_tableau and is_guilty(s, player, left_out) and shows(s, card, left_out)


@rule
def begin_war(s: State, player: Player, one_shot: int):
    """J, K: pick the empire if the card names a region, then fight."""
    s.war = one_shot
    s.war_rooks = 0
    s.war_king = NONE
    owe(s, BATTLE, player, NONE, NONE, NONE)
    if one_shot == CRUSADE:
        ask(s, HOSPITALLER, player, NONE, NONE)
    place = int(CARD_LOCATION[s.card])
    if place < NUM_EMPIRES:
        s.war_empire = place
    else:
        ask(s, WAR_EMPIRE, player, NONE, NONE)


@rule
def mark_war_empire(s: State, mask):
    """B12a: the empires of the region where this war can be fought."""
    mark(mask, EMPIRE, war_empires(s, int(s.card), int(s.war)))


@rule
def why_not_war_empire(s: State, empire: Empire) -> int:
    """B12a, K1c: an empire of the card's Location, with heretics if the war is religious."""
    if not has(LOCATION_EMPIRES[CARD_LOCATION[s.card]], empire):
        return EMPIRE_ELSEWHERE
    return LEGAL if has(war_empires(s, int(s.card), int(s.war)), empire) else NO_HERETICS
