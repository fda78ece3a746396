"""EVALUATE: what a position is worth to each seat, for greedy and the networks.

It is counted in dollars and told in units of $20. Terms of thousands would drown what a network
sees beside them, and make its first opinion of every answer as good as certain.
"""

import numpy as np

from paxren_env.core.constants import RUNNING
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance.constants import (
    EXPANSION,
    FUTURE,
    INCOME,
    LAST_SPACE,
    MAX_PLAYERS,
    NO_MARKER,
    NUM_CARDS,
    NUM_COMMODITIES,
    NUM_PROVINCES,
    ORDER_OF_PLAY,
    PURCHASE,
    SATELLITE,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BID_CAPITAL,
    BID_DIGIT,
    CIVIL_WAR_CHOICE,
    EXPAND_HOW,
    GIVE_CARD,
    GIVE_UP_MARKER,
    MILL_STATE,
    NAME_COMMODITY,
    TARGET_AREA,
    TARGET_CATEGORY,
    TARGET_PLAYER,
    TARGET_PROVINCE,
)
from paxren_env.games.age_of_renaissance.queries import is_live, num_live
from paxren_env.games.age_of_renaissance.rules.s6_score import list_prices, payoff
from paxren_env.games.age_of_renaissance.rules.s26_cards import epoch_of
from paxren_env.games.age_of_renaissance.rules.s45_purchase import stabilisation_cost
from paxren_env.games.age_of_renaissance.rules.s72_bids import power_of_ten
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    BASE_VALUE,
    MARKET,
    MISERY_VALUE,
    PRODUCES,
    PROVINCE_KIND,
)

TERM_NAMES = (
    "end",
    "advances",
    "cash",
    "misery",
    "danger",
    "income",
    "commodities",
    "tokens",
    "footholds",
    "ship",
    "cards",
    "abilities",
)
(
    END,
    ADVANCES,
    MONEY,
    MISERY,
    DANGER,
    INCOME_TERM,
    COMMODITIES,
    TOKENS,
    FOOTHOLDS,
    SHIP,
    CARDS,
    ABILITIES,
) = range(12)
NUM_TERMS = len(TERM_NAMES)
WIN_DOLLARS = 5000.0
UNIT = 20.0
WIN = WIN_DOLLARS / UNIT

CARDS_PER_TURN = 1.4  # drawn by a player in a turn, bonus and purchases included
CARD_PLAYS = 0.22  # how often a commodity is played in a turn
CARD_WORTH = 6.0
STABILISED, UNPAID = 1.2, 2.0  # what a dollar of stabilisation weighs, and one that is not there
ABILITY_SHARE = 0.06  # of the list price, for each turn that is left
# By ship: none, galleys, seaworthy, ocean; without one there is little room to grow.
SHIP_WORTH = np.array([0.0, 16, 22, 26, 29, 40, 42, 44, 46, 55, 65, 72, 78])
FEW_TOKENS, MANY_TOKENS = 10, 18
EXTRA_MARKER = 4.0  # a province is also a base
EDGE = 18  # Misery spaces from which on Chaos is near


@allocating_rule
def new_scratch(s: State):
    """Markers by commodity and seat."""
    return np.zeros((MAX_PLAYERS, NUM_COMMODITIES + 1), np.int64)


@rule
def turns_left(s: State) -> float:
    """How many turns the deck still lasts, about."""
    cards = int(s.pile_size)
    for card in range(NUM_CARDS):
        if s.place[card] == FUTURE and epoch_of(s, card) <= s.last_epoch:
            cards += 1
    left = cards / (CARDS_PER_TURN * max(2, num_live(s)))
    if s.turn_limit > 0:
        left = min(left, float(s.turn_limit - s.turn))
    return left


@rule
def count_markers(s: State, scratch):
    """scratch[seat, commodity], and all markers in the last column."""
    scratch[:] = 0
    for province in range(NUM_PROVINCES):
        if s.marker_kind[province] != NO_MARKER:
            player = s.marker[province]
            scratch[player, NUM_COMMODITIES] += 1
            for commodity in range(NUM_COMMODITIES):
                if PRODUCES[province] >> commodity & 1:
                    scratch[player, commodity] += 1


@rule
def typed_bid(s: State, player: Player) -> int:
    """What the player has bid in secret so far; his number being typed goes on with zeros."""
    if s.stack_size > 0 and top(s, 1) == player:
        if top(s, 0) == BID_DIGIT or top(s, 0) == BID_CAPITAL:
            return top(s, 2) * power_of_ten(top(s, 3)) * top(s, 4)
        return 0
    return int(s.bid[player])


@rule
def worth_of_tokens(tokens: int, left: float) -> float:
    """The first ones find the best places."""
    worth = 2.2 * min(tokens, FEW_TOKENS)
    worth += 1.2 * max(0, min(tokens, MANY_TOKENS) - FEW_TOKENS)
    worth += 0.4 * max(0, tokens - MANY_TOKENS)
    return worth * min(1.0, 0.2 + left / 3.0)


@rule
def write_tokens(s: State, player: Player, left: float, terms):
    """Bought tokens, those of a secret bid too; what is left at the end of Expansion is nothing."""
    tokens = int(s.expansion[player])
    if s.bids_secret:
        bid = typed_bid(s, player)
        terms[player, MONEY] -= abs(bid)
        if s.phase == ORDER_OF_PLAY:
            tokens += max(0, min(bid, int(s.stock[player])))
    if s.phase == EXPANSION:
        terms[player, TOKENS] = 0.3 * tokens
    else:
        terms[player, TOKENS] = worth_of_tokens(tokens, left)


@rule
def worth_of_hand(s: State, player: Player) -> float:
    """A card is worth something, but every hand must be stabilised, in cash or in Misery."""
    cost = stabilisation_cost(s, player)
    money = int(s.cash[player])
    if s.bids_secret:
        money -= abs(typed_bid(s, player))
    unpaid = max(0, cost - money) if s.phase <= PURCHASE else 0
    return CARD_WORTH * s.hand_size[player] - STABILISED * cost - UNPAID * unpaid


@rule
def write_map(s: State, left: float, scratch, terms):
    """Markers pay every turn and when cards are played; tokens are footholds."""
    count_markers(s, scratch)
    for player in range(s.num_players):
        if not is_live(s, player):
            continue
        markers = scratch[player, NUM_COMMODITIES]
        terms[player, INCOME_TERM] = markers * (s.num_players * left + EXTRA_MARKER)
        for commodity in range(NUM_COMMODITIES):
            owned = scratch[player, commodity]
            plays = CARD_PLAYS * left * int(BASE_VALUE[commodity])
            terms[player, COMMODITIES] += plays * owned * owned
    for province in range(NUM_PROVINCES):
        weight = 2.5 if PROVINCE_KIND[province] == SATELLITE else 3.0 / MARKET[province]
        for player in range(s.num_players):
            tokens = int(s.old[player, province]) + int(s.new[player, province])
            if tokens and is_live(s, player):
                terms[player, FOOTHOLDS] += weight * tokens * min(1.0, left)


@rule
def write_terms(s: State, scratch, terms):
    """terms[seat, term], in units."""
    write_dollars(s, scratch, terms)
    for player in range(s.num_players):
        for term in range(NUM_TERMS):
            terms[player, term] /= UNIT


@rule
def write_dollars(s: State, scratch, terms):
    """The same in dollars."""
    terms[:] = 0.0
    if s.status != RUNNING:
        for player in range(s.num_players):
            terms[player, END] = WIN_DOLLARS * payoff(s, player)
        return
    left = turns_left(s)
    write_map(s, left, scratch, terms)
    for player in range(s.num_players):
        if not is_live(s, player):
            terms[player, END] = -WIN_DOLLARS
            continue
        misery = int(s.misery[player])
        terms[player, ADVANCES] = list_prices(s, player)
        terms[player, MONEY] = s.cash[player]
        terms[player, MISERY] = -float(MISERY_VALUE[misery])
        terms[player, DANGER] = -3.0 * misery
        if misery > EDGE and s.phase <= INCOME:
            terms[player, DANGER] -= 60.0 * (misery - EDGE) ** 2 / (LAST_SPACE - EDGE)
        terms[player, SHIP] = SHIP_WORTH[s.ship[player]] * min(1.0, left / 2.0)
        terms[player, CARDS] = worth_of_hand(s, player)
        # Advances are worth more than their price while there are turns to use them.
        terms[player, ABILITIES] = ABILITY_SHARE * left * list_prices(s, player)
        write_tokens(s, player, left, terms)


@rule
def is_complete(s: State, player: Player) -> bool:
    """An action is complete unless the next question belongs to it."""
    frame = top(s, 0)
    if frame == BID_DIGIT or frame == BID_CAPITAL or frame == MILL_STATE or frame == EXPAND_HOW:
        return False
    if frame == NAME_COMMODITY or frame == TARGET_PLAYER or frame == TARGET_CATEGORY:
        return False
    if frame == TARGET_PROVINCE or frame == TARGET_AREA or frame == CIVIL_WAR_CHOICE:
        return False
    return frame != GIVE_CARD and frame != GIVE_UP_MARKER
