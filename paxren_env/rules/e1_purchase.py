"""E1: purchase a market card."""

from paxren_env._jit import rule
from paxren_env.actions import ACTIVATE
from paxren_env.constants import (
    AGE_OF_REFORMATION,
    BYZANTINE,
    COMET,
    DISCARDED,
    HAND_LIMIT,
    NONE,
    NUM_COLUMNS,
    NUM_SLOTS,
    NUM_VICTORY_SQUARES,
    UNLIMITED_HAND,
    Player,
    Slot,
)
from paxren_env.pending import ACTIVATE_SQUARE, ask
from paxren_env.queries import has_ability
from paxren_env.rules.e1_hand import take_into_hand
from paxren_env.state import State
from paxren_env.tables import CARD_KIND


@rule
def column_of(slot: Slot) -> int:
    return slot % NUM_COLUMNS


@rule
def may_hold_more(s: State, player: Player) -> bool:
    """HAND: fewer than two cards, or no limit."""
    return s.hand_size[player] < HAND_LIMIT or has_ability(s, player, UNLIMITED_HAND)


@rule
def can_purchase(s: State, player: Player, slot: Slot) -> bool:
    """E1: a face-up card without usury mark that the player can pay for and hold."""
    card = s.market[slot]
    if card == NONE or column_of(slot) == 0 or s.market_paid[slot]:
        return False
    if s.florins[player] < column_of(slot):
        return False
    return CARD_KIND[card] == COMET or may_hold_more(s, player)


@rule
def do_purchase(s: State, player: Player, slot: Slot):
    """E1: pay along the row, take the card and the florins on it; a comet flips a square."""
    card = int(s.market[slot])
    pay_for(s, player, slot)
    s.florins[player] += s.market_florins[slot]
    s.market_florins[slot] = 0
    s.market[slot] = NONE
    if CARD_KIND[card] == COMET:
        s.place[card] = DISCARDED
        ask(s, ACTIVATE_SQUARE, player, NONE, NONE)
    else:
        take_into_hand(s, player, card)


@rule
def pay_for(s: State, player: Player, slot: Slot):
    """E1c: a florin on each card to the left, else across, else to China; they are usury now."""
    columns = column_of(slot)
    for column in range(columns):
        target = slot - columns + column
        if s.market[target] == NONE:
            target = (target + NUM_COLUMNS) % NUM_SLOTS
        if s.market[target] != NONE:
            s.market_florins[target] += 1
            s.market_paid[target] = 1
    s.florins[player] -= columns


@rule
def mark_activate(s: State, mask):
    """L1: any inactive victory square; the Byzantine one belongs to the promo."""
    for victory in range(NUM_VICTORY_SQUARES):
        in_game = victory != BYZANTINE or s.map == AGE_OF_REFORMATION
        if in_game and not s.active[victory]:
            mask[ACTIVATE + victory] = 1


@rule
def do_activate(s: State, victory: int):
    """L1: flip it."""
    s.active[victory] = 1
