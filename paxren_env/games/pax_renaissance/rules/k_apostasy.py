"""K3: apostasy."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import (
    IMMUNE_TO_APOSTASY,
    NUM_RELIGIONS,
    Card,
    Player,
)
from paxren_env.games.pax_renaissance.queries import face, has_ability, is_queen, is_square
from paxren_env.games.pax_renaissance.rules.b9_squares import dethrone, discard_card
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import FACE_PRESTIGE


@rule
def is_guilty(s: State, player: Player, left_out: int) -> bool:
    """K3: both religions (all but the one left out) show in the tableau; Epicureans are immune."""
    if has_ability(s, player, IMMUNE_TO_APOSTASY):
        return False
    for religion in range(NUM_RELIGIONS):
        if religion != left_out and s.prestige[player, religion] == 0:
            return False
    return True


@rule
def hits_someone(s: State, left_out: int) -> bool:
    """E2.1: at least one player would lose a card."""
    for player in range(s.num_players):
        if is_guilty(s, player, left_out):
            return True
    return False


@rule
def shows(s: State, card: Card, left_out: int) -> bool:
    """K3: the card's visible face shows one of the two religions."""
    shown = face(s, card)
    for religion in range(NUM_RELIGIONS):
        if religion != left_out and FACE_PRESTIGE[shown, religion] > 0:
            return True
    return False


@rule
def do_apostasy(s: State, left_out: int):
    """K3: all guilty players lose every card that shows one of the two religions."""
    for player in range(s.num_players):
        if is_guilty(s, player, left_out):
            for side in range(2):
                lose_faithful(s, player, side, left_out)


@rule
def lose_faithful(s: State, player: Player, side: int, left_out: int):
    """K3: one row; a loss may take others along, so the row is read again after each."""
    i = 0
    while i < s.tableau_size[player, side]:
        card = int(s.tableau[player, side, i])
        if shows(s, card, left_out):
            lose(s, card)
            i = 0
        else:
            i += 1


@rule
def lose(s: State, card: Card):
    """K3a: a queen takes her King with her; squares go to their thrones, cards are discarded."""
    if is_queen(card):
        dethrone(s, int(s.under[card]))
    elif is_square(card):
        dethrone(s, card)
    else:
        discard_card(s, card)
