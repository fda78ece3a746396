"""E1: purchase a market card."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import ACTIVATE
from paxren_env.games.pax_renaissance.constants import (
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
from paxren_env.games.pax_renaissance.frames import ACTIVATE_SQUARE
from paxren_env.games.pax_renaissance.queries import has_ability
from paxren_env.games.pax_renaissance.reasons import (
    ALREADY_ACTIVE,
    CANNOT_PAY,
    FACE_DOWN,
    HAND_FULL,
    NO_BYZANTINE,
    SLOT_EMPTY,
    USURY,
)
from paxren_env.games.pax_renaissance.rules.e1_hand import take_into_hand
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_KIND


@rule
def column_of(slot: Slot) -> int:
    return slot % NUM_COLUMNS


@rule
def may_hold_more(s: State, player: Player) -> bool:
    """HAND: fewer than two cards, or no limit."""
    return s.hand_size[player] < HAND_LIMIT or has_ability(s, player, UNLIMITED_HAND)


@rule
def why_not_purchase(s: State, player: Player, slot: Slot) -> int:
    """E1: a face-up card without usury mark that the player can pay for and hold."""
    card = s.market[slot]
    if card == NONE:
        return SLOT_EMPTY
    if column_of(slot) == 0:
        return FACE_DOWN
    if s.market_paid[slot]:
        return USURY
    if s.florins[player] < column_of(slot):
        return CANNOT_PAY
    return LEGAL if CARD_KIND[card] == COMET or may_hold_more(s, player) else HAND_FULL


@rule
def can_purchase(s: State, player: Player, slot: Slot) -> bool:
    """E1: the player may buy the card."""
    return why_not_purchase(s, player, slot) == LEGAL


@rule
def do_purchase(s: State, player: Player, slot: Slot):
    """E1: pay along the row, take the card and the florins on it; a comet flips a square."""
    pay_for(s, player, slot)
    take_card(s, player, slot)


@rule
def pay_for(s: State, player: Player, slot: Slot):
    """E1c: a florin on each card to the left, else across, else to China; they are usury now."""
    for column in range(column_of(slot)):
        load_florin(s, payee(s, slot, column))
    s.florins[player] -= column_of(slot)


@rule
def payee(s: State, slot: Slot, column: int) -> Slot:
    """E1c: where the florin for a column goes: its card, the one across, or NONE for China."""
    target = slot - column_of(slot) + column
    if s.market[target] == NONE:
        target = (target + NUM_COLUMNS) % NUM_SLOTS
    return target if s.market[target] != NONE else NONE


@rule
def load_florin(s: State, slot: Slot):
    """E1c: a florin is put on the card, which is usury now; NONE is China."""
    if slot != NONE:
        s.market_florins[slot] += 1
        s.market_paid[slot] = 1


@rule
def take_card(s: State, player: Player, slot: Slot):
    """E1d: the card and the florins on it are the player's; a comet flips a square."""
    card = int(s.market[slot])
    s.florins[player] += s.market_florins[slot]
    s.market_florins[slot] = 0
    s.market_paid[slot] = 0
    s.market[slot] = NONE
    if CARD_KIND[card] == COMET:
        s.place[card] = DISCARDED
        ask(s, ACTIVATE_SQUARE, player, NONE, NONE)
    else:
        take_into_hand(s, player, card)


@rule
def mark_activate(s: State, mask):
    """L1: any inactive victory square; the Byzantine one belongs to the promo."""
    for victory in range(NUM_VICTORY_SQUARES):
        if why_not_activate(s, victory) == LEGAL:
            mask[ACTIVATE + victory] = 1


@rule
def why_not_activate(s: State, victory: int) -> int:
    """L1: in the game and inactive."""
    if victory == BYZANTINE and s.map != AGE_OF_REFORMATION:
        return NO_BYZANTINE
    return ALREADY_ACTIVE if s.active[victory] else LEGAL


@rule
def do_activate(s: State, victory: int):
    """L1: flip it."""
    s.active[victory] = 1
