"""4.1: phase 1, token purchase and order of play."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import PLACE
from paxren_env.games.age_of_renaissance.constants import (
    DRAW_CARD,
    NOBODY,
    TIE_CHOICE,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    NEXT_TIE,
    TIE_PLACE,
    TOKEN_BID,
    TOKENS_REVEALED,
)
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.reasons import NO_SUCH_PLACE, PLACE_TAKEN
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase
from paxren_env.games.age_of_renaissance.state import State


@rule
def start_order_of_play(s: State):
    """7.1: every live seat in turn, in secret."""
    owe_phase(s, DRAW_CARD)
    owe(s, TOKENS_REVEALED, NOBODY, NONE, NONE, NONE)
    for player in range(s.num_players - 1, -1, -1):
        if is_live(s, player):
            owe(s, TOKEN_BID, player, NONE, NONE, NONE)


@rule
def reveal_tokens(s: State):
    """4.1.1, 4.1.2: all pay and take tokens; then the order is settled."""
    s.bids_secret = 0
    for player in range(s.num_players):
        if is_live(s, player):
            buy_tokens(s, player, int(s.bid[player]))
        else:
            s.bid[player] = 0
        s.tie_order[player] = NOBODY
    owe(s, NEXT_TIE, NOBODY, NONE, NONE, NONE)


@rule
def buy_tokens(s: State, player: Player, bid: int):
    """4.1.1: what Stock cannot serve is lost; a negative bid buys only a place."""
    s.cash[player] -= abs(bid)
    tokens = max(0, min(bid, int(s.stock[player])))
    s.stock[player] -= tokens
    s.expansion[player] += tokens
    s.written_cash[player] = s.cash[player]


# --- ties (4.1.4) ---------------------------------------------------------------------------------
@rule
def first_place(s: State, player: Player) -> int:
    """The first place of the player's group of equal bids."""
    lower = 0
    for other in range(s.num_players):
        if s.bid[other] < s.bid[player]:
            lower += 1
    return lower


@rule
def group_size(s: State, player: Player) -> int:
    """How many bid the same, the player included."""
    size = 0
    for other in range(s.num_players):
        if s.bid[other] == s.bid[player]:
            size += 1
    return size


@rule
def has_place(s: State, player: Player) -> bool:
    """The player has a place in the order being settled."""
    for place in range(s.num_players):
        if s.tie_order[place] == player:
            return True
    return False


@rule
def next_to_place(s: State) -> Player:
    """4.1.4: from the lowest bid up; in a group who chose his capital last is first."""
    best = NOBODY
    for player in range(s.num_players):
        if not has_place(s, player):
            if best == NOBODY or s.bid[player] < s.bid[best]:
                best = player
            elif s.bid[player] == s.bid[best] and s.choice_rank[player] > s.choice_rank[best]:
                best = player
    return best


@rule
def next_tie(s: State):
    """Place everybody who has no choice; ask the first one who has."""
    player = next_to_place(s)
    while player != NOBODY and not chooses_place(s, player):
        take_earliest_place(s, player)
        player = next_to_place(s)
    if player == NOBODY:
        for place in range(s.num_players):
            s.order[place] = s.tie_order[place]
            s.tie_order[place] = NOBODY
        return
    owe(s, NEXT_TIE, NOBODY, NONE, NONE, NONE)
    ask(s, TIE_PLACE, player, first_place(s, player), group_size(s, player))


@rule
def chooses_place(s: State, player: Player) -> bool:
    """4.1.4: one of a group, and live."""
    return group_size(s, player) > 1 and is_live(s, player) and s.options & TIE_CHOICE != 0


@rule
def take_earliest_place(s: State, player: Player):
    """The first free place of his group."""
    place = first_place(s, player)
    while s.tie_order[place] != NOBODY:
        place += 1
    s.tie_order[place] = player


@rule
def mark_tie_place(s: State, first: int, size: int, mask):
    """DT06: the free places of the group."""
    for i in range(size):
        if s.tie_order[first + i] == NOBODY:
            mask[PLACE + i] = 1


@rule
def why_not_tie_place(s: State, first: int, size: int, i: int) -> int:
    """DT06: the free places of the group."""
    if i >= size:
        return NO_SUCH_PLACE
    return LEGAL if s.tie_order[first + i] == NOBODY else PLACE_TAKEN


@rule
def do_tie_place(s: State, player: Player, first: int, action: int):
    """DT06: the place is taken."""
    s.tie_order[first + action - PLACE] = player
