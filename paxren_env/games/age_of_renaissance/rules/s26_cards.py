"""2.6, 4.0.2: where cards are, how they move, and how one is drawn."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.stack import owe
from paxren_env.games.age_of_renaissance.constants import (
    FIRST_LEADER,
    FOR_EPOCH_2,
    FOR_RESERVE,
    FUTURE,
    LEADER_QUEUE,
    MAX_PLAYERS,
    NO_STAMP,
    NUM_CARDS,
    OUT,
    PILE,
    REPLAY,
    RESERVE,
    RESOLVING,
    SECOND_TIMBER,
    STAMP_1A,
    STAMP_1B,
    STAMP_2,
    Card,
    Face,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import DRAW, SHUFFLE
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_EPOCH, CARD_FACE, IS_CIRCLED


# --- moving a card --------------------------------------------------------------------------------
@rule
def leave_hand(s: State, card: Card):
    """Take a card out of the hand it is in; younger cards move up."""
    player = int(s.place[card])
    for other in range(NUM_CARDS):
        if s.place[other] == player and s.index[other] > s.index[card]:
            s.index[other] -= 1
    s.hand_size[player] -= 1
    s.stamp[card] = NO_STAMP
    s.known[card] = 0


@rule
def put(s: State, card: Card, place: int):
    """Move a card to a place that is no hand and no pile."""
    if s.place[card] < MAX_PLAYERS:
        leave_hand(s, card)
    s.place[card] = place
    s.index[card] = 0


@rule
def take_into_hand(s: State, player: Player, card: Card, stamp: int):
    """The card becomes the youngest of the hand."""
    s.place[card] = player
    s.index[card] = s.hand_size[player]
    s.stamp[card] = stamp
    s.known[card] = 1 << player
    s.hand_size[player] += 1


@rule
def put_away(s: State, card: Card):
    """2.6: a circled card goes to the Replay Pile, a square one out of the game."""
    put(s, card, REPLAY if IS_CIRCLED[card] else OUT)


@rule
def put_hand_away(s: State, player: Player):
    """5.4, 6.2: all cards of a hand."""
    for card in range(NUM_CARDS):
        if s.place[card] == player:
            put_away(s, card)


@rule
def card_in_hand(s: State, player: Player, face: Face) -> Card:
    """Section 8: of equal cards the one held longest."""
    best = NONE
    for card in range(NUM_CARDS):
        if s.place[card] == player and CARD_FACE[card] == face:
            if best == NONE or s.index[card] < s.index[best]:
                best = card
    return best


@rule
def card_at(s: State, place: int, index: int) -> Card:
    """The card with this index in a hand, the pile or the leader queue."""
    for card in range(NUM_CARDS):
        if s.place[card] == place and s.index[card] == index:
            return card
    return NONE


@rule
def only_card_in(s: State, place: int) -> Card:
    """The card being resolved, or that of the War."""
    for card in range(NUM_CARDS):
        if s.place[card] == place:
            return card
    return NONE


@rule
def leader(s: State, k: int) -> Card:
    """The k-th Leader of the turn, counted from 0."""
    for card in range(FIRST_LEADER, NUM_CARDS):
        if s.place[card] == LEADER_QUEUE and s.index[card] == k:
            return card
    return NONE


@rule
def resolve_done(s: State):
    """2.6: the card just resolved goes to its pile."""
    card = only_card_in(s, RESOLVING)
    if card != NONE:
        put_away(s, card)


@rule
def count_in(s: State, place: int) -> int:
    """How many cards are in a place."""
    count = 0
    for card in range(NUM_CARDS):
        if s.place[card] == place:
            count += 1
    return count


# --- the draw pile --------------------------------------------------------------------------------
@rule
def is_reserve_aside(s: State) -> bool:
    """3.3: the reserve cards have not joined yet."""
    return only_card_in(s, RESERVE) != NONE


@rule
def is_exhausted(s: State) -> bool:
    """4.0.2: no card will ever be drawn again."""
    return s.pile_size == 0 and s.epoch >= s.last_epoch and not is_reserve_aside(s)


@rule
def draw_card(s: State, player: Player):
    """4.0.2: the top card; an empty pile is first made anew, which is when the epoch advances."""
    if not is_live(s, player) or is_exhausted(s):
        return
    if s.pile_size == 0:
        owe(s, DRAW, player, NONE, NONE, NONE)
        renew_pile(s)
        return
    card = card_at(s, PILE, s.pile_size - 1)
    s.pile_size -= 1
    take_into_hand(s, player, card, stamp_of_pile(s))
    if is_exhausted(s):
        s.last_turn = 1


@rule
def stamp_of_pile(s: State) -> int:
    """7.4: what a card drawn now is stamped with."""
    if s.epoch == 1:
        return STAMP_1A if is_reserve_aside(s) else STAMP_1B
    return STAMP_2 + s.epoch - 2


@rule
def epoch_of(s: State, card: Card) -> int:
    """13: one Timber card may have been moved to epoch 1."""
    return int(CARD_EPOCH[1 if s.options & SECOND_TIMBER else 0, card])


@rule
def renew_pile(s: State):
    """4.0.2: the reserve, else the next epoch with the Replay Pile."""
    if is_reserve_aside(s):
        add_reserve(s)
        owe(s, SHUFFLE, CHANCE, FOR_RESERVE, NONE, NONE)
        return
    s.epoch += 1
    for card in range(NUM_CARDS):
        if s.place[card] == REPLAY or (s.place[card] == FUTURE and epoch_of(s, card) == s.epoch):
            add_to_pile(s, card)
    owe(s, SHUFFLE, CHANCE, FOR_EPOCH_2 + s.epoch - 2, NONE, NONE)


@rule
def add_to_pile(s: State, card: Card):
    """Put a card on the pile; a shuffle always follows."""
    put(s, card, PILE)
    s.index[card] = s.pile_size
    s.pile_size += 1


@rule
def add_reserve(s: State):
    """3.3: the reserve cards join the pile."""
    for card in range(NUM_CARDS):
        if s.place[card] == RESERVE:
            add_to_pile(s, card)


@rule
def stack_pile(s: State, outcome, length: int):
    """Put the pile into this order, the top card first."""
    for i in range(length):
        s.index[outcome[i]] = length - 1 - i
