"""R4, R5: the event of the round, the bids, positions and tiles, the turn order."""

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import POSITION
from paxren_env.games.wallenstein.constants import (
    BLANK,
    MONEY_CARD,
    NUM_TILES,
    OPEN_EVENTS,
    ORDER_PHASE,
    TOWER_CARD,
    Event,
    Player,
)
from paxren_env.games.wallenstein.frames import (
    DRAW_BIDDER,
    NEXT_BIDDER,
    REVEAL_BIDS,
    TAKE_POSITION,
)
from paxren_env.games.wallenstein.reasons import POSITION_TAKEN
from paxren_env.games.wallenstein.rules.m_map import count_bits, nth_bit
from paxren_env.games.wallenstein.rules.r_planning import is_county, is_money
from paxren_env.games.wallenstein.rules.r_round import begin_turns
from paxren_env.games.wallenstein.state import State

COUNTY_RANK, ZERO_RANK, NO_BID_RANK = 2, 1, 0  # money from 1 upwards ranks higher


@rule
def draw_event(s: State) -> Event:
    """R4: one of the open events; the draw goes by slots, not by numbers."""
    count = 0
    for slot in range(OPEN_EVENTS):
        if s.event_open[slot] != NONE:
            count += 1
    n = np.int64(draw(s.chance, count))
    event = NONE
    for slot in range(OPEN_EVENTS):
        if s.event_open[slot] != NONE:
            if n == 0:
                event = int(s.event_open[slot])
            n -= 1
    return event


@rule
def put_event_in_force(s: State, event: Event):
    """R4: the event drawn holds until the end of the round."""
    for slot in range(OPEN_EVENTS):
        if s.event_open[slot] == event:
            s.event_open[slot] = NONE
    s.event = event
    owe(s, REVEAL_BIDS, NONE, NONE, NONE, NONE)


@rule
def reveal_bids(s: State):
    """R5.1: all bids are shown at once, money is paid."""
    s.phase = ORDER_PHASE
    s.bids_shown = 1
    for player in range(s.num_players):
        if is_money(s.bid[player]):
            s.thalers[player] -= s.bid[player] - MONEY_CARD
    owe(s, NEXT_BIDDER, NONE, NONE, NONE, NONE)


@rule
def rank(s: State, player: Player) -> int:
    """R5.2: 4, 3, 2, 1, a county, 0 (or a tower card), no bid."""
    card = int(s.bid[player])
    if card == BLANK:
        return NO_BID_RANK
    if is_county(card):
        return COUNTY_RANK
    if card == MONEY_CARD or card == TOWER_CARD:
        return ZERO_RANK
    return card - MONEY_CARD + COUNTY_RANK


@rule
def tied_bidders(s: State) -> int:
    """R5.3: the seats of the highest bid among those without a position, as bits."""
    highest, seats = NONE, 0
    for player in range(s.num_players):
        if s.position[player] == NONE:
            if rank(s, player) > highest:
                highest, seats = rank(s, player), 0
            if rank(s, player) == highest:
                seats |= 1 << player
    return seats


@rule
def call_next_bidder(s: State):
    """R5.3: the highest bidder chooses; of tied ones the next is drawn."""
    seats = tied_bidders(s)
    if seats == 0:
        set_order(s)
        begin_turns(s)
    elif count_bits(seats, s.num_players) > 1:
        owe(s, DRAW_BIDDER, CHANCE, NONE, NONE, NONE)
    else:
        ask_position(s, nth_bit(seats, 0))


@rule
def ask_position(s: State, player: Player):
    """R5.3: the player chooses, then the next one is called."""
    owe(s, NEXT_BIDDER, NONE, NONE, NONE, NONE)
    ask(s, TAKE_POSITION, player, NONE, NONE)


@rule
def mark_position(s: State, mask):
    """DT7: a free position."""
    mask[POSITION : POSITION + NUM_TILES] = 1
    for player in range(s.num_players):
        if s.position[player] != NONE:
            mask[POSITION + int(s.position[player])] = 0


@rule
def why_not_position(s: State, place: int) -> int:
    """DT7: a free position."""
    for player in range(s.num_players):
        if s.position[player] == place:
            return POSITION_TAKEN
    return LEGAL


@rule
def set_order(s: State):
    """R5.4: positions ascending, free ones are ignored."""
    turn = 0
    for place in range(NUM_TILES):
        for player in range(s.num_players):
            if s.position[player] == place:
                s.order[turn] = player
                turn += 1
