"""DETERMINIZE (7.4): a game as one seat might imagine it, all that is hidden dealt anew.

Hidden cards keep how they came: a slot in a hand has its stamp, and only cards of that origin go
there. At the end equal faces are numbered anew, so that games that look the same become the same.
"""

import numpy as np

from paxren_env.core.chance import draw, shuffle
from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.stack import drop_frame, owe, top
from paxren_env.games.age_of_renaissance.constants import (
    EURO_RESERVE,
    FUTURE,
    MAX_PLAYERS,
    NUM_CARDS,
    OPEN_HANDS,
    PILE,
    SET_UP,
    STAMP_1A,
    STAMP_1B,
    STAMP_2,
    STAMP_S,
    Card,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BID_CAPITAL,
    BID_DIGIT,
    BID_SIGN,
    RETURN_CARD,
)
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.rules.s26_cards import card_at, epoch_of
from paxren_env.games.age_of_renaissance.rules.s72_bids import bid_limit, num_digits
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_FACE, FACE_IS_WITHHELD, IS_WITHHELD

PLACE, INDEX, STAMP, KNOWN = range(4)  # what is kept of a slot
SLOT_SIZE = 4


@allocating_rule
def deal_hidden(s: State, viewer: Player, rng):
    """Redraw all that the viewer cannot know, the stream of chance too."""
    for pool in range(1, 4):
        deal_pool(s, viewer, pool, rng)
    renumber_faces(s)
    imagine_returns(s, viewer, rng)
    imagine_bids(s, viewer, rng)
    draw(rng, 2)
    s.chance[0] = ~rng[0]
    if s.chance[0] == 0:
        s.chance[0] = 1


# --- hands and pile -------------------------------------------------------------------------------
@rule
def is_hidden(s: State, viewer: Player, card: Card) -> bool:
    """In the pile, or in a hand of which the viewer does not know this card."""
    if s.place[card] == PILE:
        return True
    if s.place[card] >= MAX_PLAYERS or s.options & OPEN_HANDS:
        return False
    return not s.known[card] >> viewer & 1


@rule
def pool_of(s: State, card: Card) -> int:
    """The epoch of the pile that a hidden card was last shuffled into; everybody knows it."""
    if s.place[card] == PILE:
        return int(s.epoch)
    return 1 if s.stamp[card] <= STAMP_1B else int(s.stamp[card]) - STAMP_2 + 2


@allocating_rule
def deal_pool(s: State, viewer: Player, pool: int, rng):
    """The most restricted slots first: S, 1a, then the others; the rest is the pile."""
    cards = np.empty(NUM_CARDS, np.int16)
    slots = np.empty((NUM_CARDS, SLOT_SIZE), np.int64)
    num_cards, num_slots = collect(s, viewer, pool, cards, slots)
    aside = returned_card(s, viewer, cards, num_cards)
    shuffle(rng, cards, 0, num_cards)
    for stamp in range(STAMP_S, STAMP_2 + 2):
        for i in range(num_slots):
            if slots[i, STAMP] == stamp:
                num_cards = fill(s, slots[i], cards, num_cards, aside)
    for i in range(num_cards):
        set_slot(s, int(cards[i]), PILE, i, 0, 0)


@allocating_rule
def collect(s: State, viewer: Player, pool: int, cards, slots):
    """The hidden cards of a pool by number, and the slots in hands they come from by seat."""
    num_cards, num_slots = 0, 0
    for card in range(NUM_CARDS):
        if is_hidden(s, viewer, card) and pool_of(s, card) == pool:
            cards[num_cards] = card
            num_cards += 1
    for player in range(s.num_players):
        for index in range(s.hand_size[player]):
            card = card_at(s, player, index)
            if is_hidden(s, viewer, card) and pool_of(s, card) == pool:
                slots[num_slots, PLACE] = player
                slots[num_slots, INDEX] = index
                slots[num_slots, STAMP] = s.stamp[card]
                slots[num_slots, KNOWN] = s.known[card]
                num_slots += 1
    return num_cards, num_slots


@allocating_rule
def returned_card(s: State, viewer: Player, cards, num_cards: int) -> Card:
    """A hidden copy of the card the viewer gave back: nobody kept it at set-up."""
    for i in range(num_cards):
        if s.phase != SET_UP or s.hand_size[viewer] < 3:
            if CARD_FACE[cards[i]] == s.returned[viewer]:
                return int(cards[i])
    return NONE


@rule
def fits(s: State, card: Card, stamp: int, aside: Card) -> bool:
    """7.4: reserve cards are no S and no 1a; what the viewer gave back is no S."""
    if stamp > STAMP_1A:
        return True
    if FACE_IS_WITHHELD[CARD_FACE[card]] and s.options & EURO_RESERVE:
        return False
    return stamp == STAMP_1A or card != aside


@allocating_rule
def fill(s: State, slot, cards, num_cards: int, aside: Card) -> int:
    """The first card that fits goes into the slot; how many are left."""
    stamp = int(slot[STAMP])
    chosen = first_fit(s, stamp, cards, num_cards, aside)
    if chosen == NONE:  # the copy set aside was seen elsewhere since: the last one is another
        chosen = first_fit(s, stamp, cards, num_cards, NONE)
    card = int(cards[chosen])
    set_slot(s, card, int(slot[PLACE]), int(slot[INDEX]), stamp, int(slot[KNOWN]))
    for i in range(chosen, num_cards - 1):
        cards[i] = cards[i + 1]
    return num_cards - 1


@allocating_rule
def first_fit(s: State, stamp: int, cards, num_cards: int, aside: Card) -> int:
    for i in range(num_cards):
        if fits(s, int(cards[i]), stamp, aside):
            return i
    return NONE


@rule
def set_slot(s: State, card: Card, place: int, index: int, stamp: int, known: int):
    s.place[card] = place
    s.index[card] = index
    s.stamp[card] = stamp
    s.known[card] = known


# --- equal faces ----------------------------------------------------------------------------------
@rule
def order_of(s: State, card: Card) -> int:
    """A number by which equal cards are sorted."""
    where = int(s.place[card]) * NUM_CARDS + int(s.index[card])
    return (where * 8 + int(s.stamp[card])) * 64 + int(s.known[card])


@rule
def renumber_faces(s: State):
    """Cards of one face are told apart by nobody: the lower number comes first."""
    for card in range(NUM_CARDS):
        for other in range(card + 1, NUM_CARDS):
            if CARD_FACE[other] != CARD_FACE[card]:
                break
            if s.place[card] != FUTURE and s.place[other] != FUTURE:
                if order_of(s, other) < order_of(s, card):
                    swap_cards(s, card, other)


@rule
def swap_cards(s: State, card: Card, other: Card):
    place, index = int(s.place[card]), int(s.index[card])
    stamp, known = int(s.stamp[card]), int(s.known[card])
    s.place[card], s.index[card] = s.place[other], s.index[other]
    s.stamp[card], s.known[card] = s.stamp[other], s.known[other]
    set_slot(s, other, place, index, stamp, known)


# --- what others gave back at set-up --------------------------------------------------------------
@rule
def imagine_returns(s: State, viewer: Player, rng):
    """One of the three while they are being chosen; afterwards an epoch-1 card nobody kept."""
    for player in range(s.num_players):
        if player == viewer or s.returned[player] == NONE:
            continue
        if s.phase == SET_UP and s.stack_size > 0 and top(s, 0) == RETURN_CARD:
            card = card_at(s, player, draw(rng, int(s.hand_size[player])))
            s.returned[player] = CARD_FACE[card]
        else:
            s.returned[player] = random_return(s, viewer, player, rng)


@rule
def random_return(s: State, viewer: Player, player: Player, rng) -> int:
    """A face that could have been returned by the player."""
    chosen, seen = NONE, 0
    for card in range(NUM_CARDS):
        if epoch_of(s, card) > 1 or s.stamp[card] == STAMP_S:
            continue
        if IS_WITHHELD[card] and s.options & EURO_RESERVE:
            continue
        if CARD_FACE[card] == s.returned[viewer]:
            continue
        if is_imagined_before(s, viewer, player, int(CARD_FACE[card])):
            continue
        seen += 1
        if draw(rng, seen) == 0:
            chosen = int(CARD_FACE[card])
    return chosen


@rule
def is_imagined_before(s: State, viewer: Player, player: Player, face: int) -> bool:
    for other in range(player):
        if other != viewer and s.returned[other] == face:
            return True
    return False


# --- bids -----------------------------------------------------------------------------------------
@rule
def imagine_bids(s: State, viewer: Player, rng):
    """7.4.2: bids already typed are any legal ones; one being typed begins anew."""
    if not s.bids_secret or s.stack_size == 0 or top(s, 1) == CHANCE:
        return
    typing = top(s, 1)
    for player in range(s.num_players):
        if player == viewer:
            continue
        s.bid[player] = 0
        if player < typing and is_live(s, player):
            s.bid[player] = random_bid(s, player, rng)
    if typing != viewer:
        begin_typing(s, typing)


@rule
def random_bid(s: State, player: Player, rng) -> int:
    limit = bid_limit(s, player)
    if s.phase == SET_UP:
        return draw(rng, limit + 1)
    return draw(rng, 2 * limit + 1) - limit


@rule
def begin_typing(s: State, player: Player):
    """Nobody sees how far another has come."""
    frame = top(s, 0)
    drop_frame(s)
    if frame == BID_CAPITAL:
        owe(s, BID_CAPITAL, player, 0, num_digits(bid_limit(s, player)), 1)
    elif frame == BID_DIGIT or frame == BID_SIGN:
        owe(s, BID_SIGN, player, NONE, NONE, NONE)
    else:
        owe(s, frame, player, NONE, NONE, NONE)
