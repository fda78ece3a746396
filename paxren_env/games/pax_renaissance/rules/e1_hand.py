"""HAND: the cards a player holds, kept sorted so that equal hands have equal bytes."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.constants import DISCARDED, IN_HAND, NONE, Card, Player
from paxren_env.games.pax_renaissance.reasons import (
    NOT_IN_HAND,
)
from paxren_env.games.pax_renaissance.state import State


@rule
def take_into_hand(s: State, player: Player, card: Card):
    """Insert the card where it belongs."""
    i = int(s.hand_size[player])
    while i > 0 and s.hand[player, i - 1] > card:
        s.hand[player, i] = s.hand[player, i - 1]
        i -= 1
    s.hand[player, i] = card
    s.hand_size[player] += 1
    s.place[card] = IN_HAND
    s.owner[card] = player


@rule
def why_not_in_hand(s: State, player: Player, card: Card) -> int:
    """HAND: the player holds the card."""
    return LEGAL if s.place[card] == IN_HAND and s.owner[card] == player else NOT_IN_HAND


@rule
def remove_from_hand(s: State, player: Player, card: Card):
    """Close the gap it leaves."""
    last = int(s.hand_size[player]) - 1
    found = False
    for i in range(last):
        if s.hand[player, i] == card:
            found = True
        if found:
            s.hand[player, i] = s.hand[player, i + 1]
    s.hand[player, last] = 0
    s.hand_size[player] = last
    s.owner[card] = NONE


@rule
def discard_from_hand(s: State, player: Player, card: Card):
    """DISCARD: the card leaves the game."""
    remove_from_hand(s, player, card)
    s.place[card] = DISCARDED
