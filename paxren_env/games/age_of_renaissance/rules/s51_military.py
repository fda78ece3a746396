"""5.1.4: military cards in play."""

from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    LONG_BOW_RANK,
    MILITARY_IN_PLAY,
    NOBODY,
    NUM_CARDS,
    NUM_RANKS,
    OUT,
    Card,
    Player,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import put
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_RANK


@rule
def highest_rank(s: State, player: Player) -> int:
    """The rank of the player's best card in play; 0 without one."""
    for rank in range(NUM_RANKS, 0, -1):
        if s.military[rank - 1] == player:
            return rank
    return 0


@rule
def effective_against(s: State, player: Player, other: Player) -> int:
    """How many cards of the player are not cancelled by a higher one of the other."""
    count = 0
    for rank in range(highest_rank(s, other) + 1, NUM_RANKS + 1):
        if s.military[rank - 1] == player:
            count += 1
    return count


@rule
def play_military(s: State, player: Player, card: Card):
    """The card lies in play; Long Bow and Gunpowder make later Armor and Stirrups burdens."""
    put(s, card, MILITARY_IN_PLAY)
    s.military[CARD_RANK[card] - 1] = player
    if CARD_RANK[card] >= LONG_BOW_RANK:
        s.armor_void = 1


@rule
def discard_military(s: State):
    """4.6.10: all military cards in play leave the game."""
    for card in range(NUM_CARDS):
        if s.place[card] == MILITARY_IN_PLAY:
            put(s, card, OUT)
    for rank in range(NUM_RANKS):
        s.military[rank] = NOBODY
