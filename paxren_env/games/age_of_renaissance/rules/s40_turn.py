"""4.0: the turn, its phases and segments, and Renaissance."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import EARLIER, LATER, PASS
from paxren_env.games.age_of_renaissance.constants import (
    NOBODY,
    NUM_LEADERS,
    NUM_PROVINCES,
    ORDER_OF_PLAY,
    RENAISSANCE,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    PHASE,
    POLL,
    SEGMENT,
    SEGMENT_OVER,
    SEGMENTS,
    SWAP,
)
from paxren_env.games.age_of_renaissance.queries import has, is_live, position
from paxren_env.games.age_of_renaissance.reasons import (
    NOBODY_AFTER,
    NOBODY_BEFORE,
    OWNS_RENAISSANCE,
)
from paxren_env.games.age_of_renaissance.state import State


@rule
def start_turn(s: State):
    """4.0.1: all flags of the turn are cleared."""
    s.turn += 1
    if s.turn == s.turn_limit:
        s.last_turn = 1
    s.renaissance_used = 0
    s.card_bought = 0
    s.expansion_cards = 0
    s.ruler = 0
    s.papal = NONE
    s.strife = 0
    s.crusades = 0
    s.civil_war = NOBODY
    s.num_leaders = 0
    s.doubled = 0
    for player in range(s.num_players):
        s.cathedral_used[player] = 0
        s.bought[player] = 0
    for leader in range(NUM_LEADERS):
        s.leader_owner[leader] = NOBODY
        s.patrons[leader] = 0
    for province in range(NUM_PROVINCES):
        s.landed[province] = 0
    owe_phase(s, ORDER_OF_PLAY)


@rule
def owe_phase(s: State, phase: int):
    """4.0.1."""
    owe(s, PHASE, NOBODY, phase, NONE, NONE)


@rule
def owe_segments(s: State):
    """4.0.1: their order is fixed when they begin."""
    owe(s, SEGMENTS, NOBODY, NONE, NONE, NONE)


@rule
def push_segments(s: State):
    """One segment per player, in the order standing now."""
    owe(s, SEGMENT_OVER, NOBODY, NONE, NONE, NONE)
    for i in range(s.num_players - 1, -1, -1):
        owe(s, SEGMENT, int(s.order[i]), NONE, NONE, NONE)


# --- Renaissance (4.0.3) --------------------------------------------------------------------------
@rule
def owe_polls(s: State):
    """4.0.3: the live players in the order standing at the start of the phase."""
    for i in range(s.num_players - 1, -1, -1):
        owe(s, POLL, int(s.order[i]), NONE, NONE, NONE)


@rule
def poll(s: State, player: Player):
    """4.0.3: once a turn."""
    if is_live(s, player) and has(s, player, RENAISSANCE):
        if not s.renaissance_used >> player & 1:
            ask(s, SWAP, player, NONE, NONE)


@rule
def why_not_swap(s: State, player: Player, action: int) -> int:
    """4.0.3: a neighbour in the current order who does not own Renaissance, or is in Chaos."""
    if action == PASS:
        return LEGAL
    place = position(s, player) + (-1 if action == EARLIER else 1)
    if place < 0:
        return NOBODY_BEFORE
    if place >= s.num_players:
        return NOBODY_AFTER
    other = int(s.order[place])
    return OWNS_RENAISSANCE if is_live(s, other) and has(s, other, RENAISSANCE) else LEGAL


@rule
def mark_swap(s: State, player: Player, mask):
    """DT07."""
    mask[PASS] = 1
    mask[EARLIER] = why_not_swap(s, player, EARLIER) == LEGAL
    mask[LATER] = why_not_swap(s, player, LATER) == LEGAL


@rule
def do_swap(s: State, player: Player, action: int):
    """DT07: places are exchanged, hence slots."""
    if action == PASS:
        return
    place = position(s, player)
    other = place - 1 if action == EARLIER else place + 1
    s.order[place] = s.order[other]
    s.order[other] = player
    s.renaissance_used |= 1 << player
