"""Determinize (section 11): a game as one seat might imagine it, all that is hidden dealt anew."""

import numpy as np

from paxren_env.core.chance import draw, seed_chance, shuffle
from paxren_env.core.constants import NONE
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.stack import ask, drop_frame, top
from paxren_env.games.wallenstein.constants import (
    BLANK,
    COURT_PHASE,
    EMPERORS_COURT,
    FIRST_ACTION_BOX,
    MONEY_CARD,
    NUM_BOXES,
    NUM_COUNTIES,
    NUM_MONEY_CARDS,
    NUM_TOWER_CARDS,
    TOWER_CARD,
    Box,
    Card,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import ACTION_BOX, BID, COURT_BOX
from paxren_env.games.wallenstein.rules.m_map import first_box, has_option
from paxren_env.games.wallenstein.rules.r_planning import (
    can_bid_nothing,
    is_money,
)
from paxren_env.games.wallenstein.state import State

MOST_CARDS = NUM_COUNTIES + NUM_MONEY_CARDS + NUM_TOWER_CARDS


@allocating_rule
def deal_hidden(s: State, viewer: Player, rng):
    """Redraw the dice, the plans and the bids that the viewer cannot know."""
    seed_chance(s, rng)
    erase_plan_under_way(s, viewer)
    for player in range(s.num_players):
        if player != viewer and has_planned(s, player):
            if not s.bids_shown:
                s.bid[player] = draw_bid(s, player)
            deal_boxes(s, player)


@rule
def erase_plan_under_way(s: State, viewer: Player):
    """How far another seat is with its plan must not show: it is asked for its bid again."""
    if s.stack_size == 0:
        return
    frame, player = top(s, 0), top(s, 1)
    if player == viewer or not (frame == BID or frame == COURT_BOX or frame == ACTION_BOX):
        return
    drop_frame(s)
    s.bid[player] = NONE
    for box in range(NUM_BOXES):
        s.plan[player, box] = NONE
    ask(s, BID, player, NONE, NONE)


@rule
def has_planned(s: State, player: Player) -> bool:
    """The seat has answered all questions of this round's planning."""
    return s.plan[player, NUM_BOXES - 1] != NONE


@allocating_rule
def draw_bid(s: State, player: Player) -> Card:
    """Any legal bid: money ascending, a tower card, counties ascending, none."""
    cards = np.empty(MOST_CARDS + 1, np.int64)
    size = 0
    for value in range(NUM_MONEY_CARDS):
        if s.thalers[player] >= value:
            cards[size] = MONEY_CARD + value
            size += 1
    if has_option(s, EMPERORS_COURT):
        cards[size] = TOWER_CARD
        size += 1
    for county in range(NUM_COUNTIES):
        if s.owner[county] == player:
            cards[size] = county
            size += 1
    if can_bid_nothing(s, player):
        cards[size] = BLANK
        size += 1
    return int(cards[draw(s.chance, size)]) if size > 1 else int(cards[0])


@rule
def may_hide(s: State, player: Player, county: County) -> bool:
    """The county may lie in a hidden box: not gained since planning, not shown, not bid."""
    if s.owner[county] != player or s.gained[county] or s.bid[player] == county:
        return False
    for box in range(NUM_BOXES):
        if s.plan[player, box] == county and s.shown[player, box]:
            return False
    return True


@rule
def num_shown(s: State, player: Player, card: Card) -> int:
    """How many revealed boxes of the seat show such a card."""
    count = 0
    for box in range(NUM_BOXES):
        if s.plan[player, box] == card and s.shown[player, box]:
            count += 1
    return count


@allocating_rule
def deal_boxes(s: State, player: Player):
    """Shuffle the cards the seat may have laid and put them into its hidden boxes."""
    cards = np.empty(MOST_CARDS, np.int64)
    size = 0
    for county in range(NUM_COUNTIES):
        if may_hide(s, player, county):
            cards[size] = county
            size += 1
    money = hidden_money(s, player)
    for _ in range(money):
        cards[size] = BLANK
        size += 1
    for _ in range(hidden_tower_cards(s, player)):
        cards[size] = TOWER_CARD
        size += 1
    shuffle(s.chance, cards, 0, size)
    dealt = 0
    for box in range(first_box(s), NUM_BOXES):
        if not s.shown[player, box]:
            s.plan[player, box] = laid_card(int(cards[dealt]), box) if dealt < size else BLANK
            dealt += 1


@rule
def is_court_over(s: State) -> bool:
    """From EC2 step 2 on the money and tower cards left are one kind of blank."""
    return has_option(s, EMPERORS_COURT) and s.phase >= COURT_PHASE


@rule
def hidden_money(s: State, player: Player) -> int:
    """Money cards that may lie in hidden boxes; after the court all blanks."""
    blanks = NUM_MONEY_CARDS - int(is_money(s.bid[player])) - num_shown(s, player, BLANK)
    if is_court_over(s):
        blanks += NUM_TOWER_CARDS - int(s.bid[player] == TOWER_CARD)
        blanks -= num_shown(s, player, TOWER_CARD)
    return max(0, blanks)


@rule
def hidden_tower_cards(s: State, player: Player) -> int:
    """Tower cards that may lie in hidden boxes, as long as the court boxes are hidden."""
    if not has_option(s, EMPERORS_COURT) or is_court_over(s):
        return 0
    used = int(s.bid[player] == TOWER_CARD) + num_shown(s, player, TOWER_CARD)
    return NUM_TOWER_CARDS - used


@rule
def laid_card(card: Card, box: Box) -> Card:
    """A tower card on an action box is a blank."""
    return BLANK if card == TOWER_CARD and box >= FIRST_ACTION_BOX else card
