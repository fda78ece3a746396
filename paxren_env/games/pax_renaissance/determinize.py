"""Determinize: a game as one player might imagine it, all that is hidden dealt anew."""

import numpy as np

from paxren_env.core.chance import shuffle
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.games.pax_renaissance.constants import (
    ASTROLOGY,
    COMET,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    NONE,
    NUM_CARDS,
    OPEN_HANDS,
    Card,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.rules.c_setup import BOTTOM_CARDS, bottom_cards, is_in_game
from paxren_env.games.pax_renaissance.rules.e1_hand import take_into_hand
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_KIND, CARD_SIDE

NUM_COMETS = 2  # of each deck
MOST_AT_THE_BOTTOM = BOTTOM_CARDS + NUM_COMETS


@rule
def is_unseen(s: State, viewer: Player, card: Card) -> bool:
    """The card may be in another hand, in a deck or in the box, as far as the viewer knows."""
    if s.place[card] == IN_BOX:
        return is_in_game(s, card)
    if s.place[card] == IN_HAND:
        return s.owner[card] != viewer and not s.options & OPEN_HANDS
    return s.place[card] == IN_DECK and card != top_seen(s, int(CARD_SIDE[card]))


@rule
def top_seen(s: State, side: Side) -> Card:
    """V, astrology: the top card of the deck lies face up."""
    if s.options & ASTROLOGY and s.deck_size[side] > 0:
        return int(s.deck[side, s.deck_size[side] - 1])
    return NONE


@allocating_rule
def deal_hidden(s: State, viewer: Player, rng):
    """Deal others' hands, the decks and the box anew from all that the viewer has not seen.

    Hands keep their number of cards of each side, and never hold a comet. The pools are sorted
    before they are shuffled, so that games that look the same to the viewer become the same.
    """
    held = hidden_hands(s, viewer)
    for side in range(2):
        cards = np.empty(NUM_CARDS, np.int64)
        comets = np.empty(NUM_CARDS, np.int64)
        num_cards, num_comets = 0, 0
        for card in range(NUM_CARDS):
            if CARD_SIDE[card] == side and is_unseen(s, viewer, card):
                s.place[card] = IN_BOX
                s.owner[card] = NONE
                if CARD_KIND[card] == COMET:
                    comets[num_comets] = card
                    num_comets += 1
                else:
                    cards[num_cards] = card
                    num_cards += 1
        shuffle(rng, cards, 0, num_cards)
        for player in range(s.num_players):
            for _ in range(held[player, side]):
                num_cards -= 1
                take_into_hand(s, player, int(cards[num_cards]))
        shuffle(rng, comets, 0, num_comets)
        deal_deck(s, side, rng, cards, comets, num_comets)


@allocating_rule
def hidden_hands(s: State, viewer: Player):
    """How many cards of each side the hidden hands hold; they are emptied."""
    held = np.zeros((4, 2), np.int64)
    if s.options & OPEN_HANDS:
        return held
    for player in range(s.num_players):
        if player != viewer:
            for i in range(s.hand_size[player]):
                held[player, CARD_SIDE[s.hand[player, i]]] += 1
                s.hand[player, i] = 0
            s.hand_size[player] = 0
    return held


@allocating_rule
def deal_deck(s: State, side: Side, rng, cards, comets, num_comets: int):
    """C5: comets anywhere in what is left of the bottom part, other cards in all other places."""
    size = int(s.deck_size[side])
    if top_seen(s, side) != NONE:
        size -= 1
    bottom = min(size, bottom_cards(s) + NUM_COMETS)
    num_comets = min(num_comets, bottom)
    places = np.empty(MOST_AT_THE_BOTTOM, np.int64)
    for i in range(bottom):
        places[i] = NONE
    for i in range(num_comets):
        places[i] = comets[i]
    shuffle(rng, places, 0, bottom)
    dealt = 0  # from the beginning of the pool: hands were dealt from its end
    for i in range(size):
        if i < bottom and places[i] != NONE:
            card = int(places[i])
        else:
            card = int(cards[dealt])
            dealt += 1
        s.deck[side, i] = card
        s.place[card] = IN_DECK


@allocating_rule
def veil(s: State, viewer: Player, rng):
    """Only the bot's turn, which is played inside a step, could turn a hidden card to account."""
    if s.bot:
        deal_hidden(s, viewer, rng)
