"""R3: planning: the bid and what lies in each box; secret, seat by seat."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY, MONEY, PASS, TOWER
from paxren_env.games.wallenstein.constants import (
    BLANK,
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
from paxren_env.games.wallenstein.frames import ACTION_BOX, BID, COURT_BOX, DRAW_EVENT, PLAN
from paxren_env.games.wallenstein.reasons import (
    BOX_MUST_BE_COVERED,
    CARD_LAID,
    CARD_NOT_OWNED,
    CARDS_FOR_ALL,
    NO_COURT,
    NO_TOWER_CARD,
    TOO_FEW_THALERS,
)
from paxren_env.games.wallenstein.rules.m_map import first_box, has_option, num_counties
from paxren_env.games.wallenstein.state import State


@rule
def plan_next(s: State, seat: Player):
    """R3: the seats plan one after the other; then the event is drawn (R4)."""
    if seat == s.num_players:
        owe(s, DRAW_EVENT, CHANCE, NONE, NONE, NONE)
    else:
        ask(s, BID, seat, NONE, NONE)


@rule
def card_of(action: int) -> Card:
    """The card that an answer lays."""
    if action == PASS:
        return BLANK
    if action == TOWER:
        return TOWER_CARD
    return action - MONEY + MONEY_CARD if action >= MONEY else action - COUNTY


@rule
def is_county(card: Card) -> bool:
    """The card is a county card."""
    return 0 <= card < NUM_COUNTIES


@rule
def is_money(card: Card) -> bool:
    """The card is a money card with its value."""
    return MONEY_CARD <= card < TOWER_CARD


@rule
def why_not_lay(s: State, player: Player, county: County) -> int:
    """R3: the county card is the player's and lies in no box yet."""
    if s.owner[county] != player:
        return CARD_NOT_OWNED
    if s.bid[player] == county:
        return CARD_LAID
    for box in range(NUM_BOXES):
        if s.plan[player, box] == county:
            return CARD_LAID
    return LEGAL


@rule
def is_in_hand(s: State, player: Player, county: County) -> bool:
    """R3: the county card can be laid."""
    return why_not_lay(s, player, county) == LEGAL


@rule
def mark_hand(s: State, player: Player, mask):
    """R3: every county card still in hand; a county acts at most once per round."""
    for county in range(NUM_COUNTIES):
        mask[COUNTY + county] = is_in_hand(s, player, county)


# --- DT4: the bid ---------------------------------------------------------------------------------
@rule
def mark_bid(s: State, player: Player, mask):
    """R3.1: a money card that can be paid, a county, a tower card; none only with too few cards."""
    mark_hand(s, player, mask)
    for value in range(NUM_MONEY_CARDS):
        mask[MONEY + value] = s.thalers[player] >= value
    mask[TOWER] = has_option(s, EMPERORS_COURT)
    mask[PASS] = can_bid_nothing(s, player)


@rule
def why_not_bid(s: State, player: Player, action: int) -> int:
    """DT4: the same as a reason."""
    if action == PASS:
        return LEGAL if can_bid_nothing(s, player) else CARDS_FOR_ALL
    if action == TOWER:
        return LEGAL if has_option(s, EMPERORS_COURT) else NO_COURT
    if action >= MONEY:
        return LEGAL if s.thalers[player] >= action - MONEY else TOO_FEW_THALERS
    return why_not_lay(s, player, action - COUNTY)


@rule
def can_bid_nothing(s: State, player: Player) -> bool:
    """R3.1: the cards are not more than the boxes without the auction box."""
    cards = num_counties(s, player) + NUM_MONEY_CARDS
    if has_option(s, EMPERORS_COURT):
        cards += NUM_TOWER_CARDS
    return cards <= num_boxes(s)


@rule
def num_boxes(s: State) -> int:
    """The boxes of the mat: ten, or thirteen with the court."""
    return NUM_BOXES - first_box(s)


@rule
def do_bid(s: State, player: Player, action: int):
    """R3.1: the bid is laid; the boxes follow."""
    s.bid[player] = card_of(action)
    ask_box(s, player, first_box(s))


@rule
def ask_box(s: State, player: Player, box: Box):
    """R3.3, EC: convert 3, 2, 1, then the actions 0 to 9; then the next seat plans."""
    if box == NUM_BOXES:
        owe(s, PLAN, NONE, player + 1, NONE, NONE)
    elif box < FIRST_ACTION_BOX:
        ask(s, COURT_BOX, player, box, NONE)
    else:
        ask(s, ACTION_BOX, player, box, NONE)


# --- DT5, DT6: the boxes --------------------------------------------------------------------------
@rule
def blanks_after_bid(s: State, player: Player) -> int:
    """R3.2: money cards (and tower cards) left after the bid."""
    cards = NUM_MONEY_CARDS
    if has_option(s, EMPERORS_COURT):
        cards += NUM_TOWER_CARDS
    return cards - int(is_money(s.bid[player]) or s.bid[player] == TOWER_CARD)


@rule
def must_cover(s: State, player: Player) -> bool:
    """R3.3: the cards left after the bid are enough for all boxes."""
    counties = num_counties(s, player) - int(is_county(s.bid[player]))
    return counties + blanks_after_bid(s, player) >= num_boxes(s)


@rule
def num_laid(s: State, player: Player, card: Card) -> int:
    """How many boxes of the player hold such a card."""
    count = 0
    for box in range(NUM_BOXES):
        if s.plan[player, box] == card:
            count += 1
    return count


@rule
def can_leave_blank(s: State, player: Player) -> bool:
    """R3.3: a money or tower card is left, or there are too few cards for all boxes anyway."""
    laid = num_laid(s, player, BLANK) + num_laid(s, player, TOWER_CARD)
    return not must_cover(s, player) or laid < blanks_after_bid(s, player)


@rule
def mark_action_box(s: State, player: Player, mask):
    """DT6: a county card still in hand, or a blank."""
    mark_hand(s, player, mask)
    mask[PASS] = can_leave_blank(s, player)


@rule
def why_not_action_box(s: State, player: Player, action: int) -> int:
    """DT6: the same as a reason."""
    if action == PASS:
        return LEGAL if can_leave_blank(s, player) else BOX_MUST_BE_COVERED
    return why_not_lay(s, player, action - COUNTY)


@rule
def has_tower_card(s: State, player: Player) -> bool:
    """EC: a tower card is neither bid nor in a box."""
    used = num_laid(s, player, TOWER_CARD) + int(s.bid[player] == TOWER_CARD)
    return used < NUM_TOWER_CARDS


@rule
def mark_court_box(s: State, player: Player, mask):
    """DT5: a county card, a tower card, or a money card, of which there are always enough."""
    mark_hand(s, player, mask)
    mask[TOWER] = has_tower_card(s, player)
    mask[PASS] = 1


@rule
def why_not_court_box(s: State, player: Player, action: int) -> int:
    """DT5: the same as a reason."""
    if action == PASS:
        return LEGAL
    if action == TOWER:
        return LEGAL if has_tower_card(s, player) else NO_TOWER_CARD
    return why_not_lay(s, player, action - COUNTY)


@rule
def do_box(s: State, player: Player, action: int, box: Box):
    """R3.3: the card lies in the box."""
    s.plan[player, box] = card_of(action)
    ask_box(s, player, box + 1)
