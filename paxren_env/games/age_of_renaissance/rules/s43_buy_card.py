"""4.3: phase 3, Buy Card: Urban Ascendancy and Master Art."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import CARD, PASS, YES
from paxren_env.games.age_of_renaissance.constants import (
    EXTRA_CARD_COST,
    MASTER_ART,
    NUM_CARDS,
    PLAY_CARDS,
    URBAN_ASCENDANCY,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import BUY_EXTRA_CARD, DISCARD, DISCARD_CARD, DRAW
from paxren_env.games.age_of_renaissance.queries import has, is_live
from paxren_env.games.age_of_renaissance.reasons import NOT_IN_HAND
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    card_in_hand,
    is_exhausted,
    put_away,
)
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase, owe_polls, owe_segments
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_FACE


@rule
def start_buy_card(s: State):
    """4.3: the poll, then a segment each."""
    owe_phase(s, PLAY_CARDS)
    owe_segments(s)
    owe_polls(s)


@rule
def buy_card_segment(s: State, player: Player):
    """4.3: (a) an extra card for $10, (b) a discard."""
    owe(s, DISCARD, player, NONE, NONE, NONE)
    if has(s, player, URBAN_ASCENDANCY) and s.cash[player] >= EXTRA_CARD_COST:
        if not is_exhausted(s):
            ask(s, BUY_EXTRA_CARD, player, NONE, NONE)


@rule
def mark_yes_no(mask):
    """A question of yes or no."""
    mask[PASS] = 1
    mask[YES] = 1


@rule
def do_buy_extra_card(s: State, player: Player, action: int):
    """DT11."""
    if action == YES:
        s.cash[player] -= EXTRA_CARD_COST
        owe(s, DRAW, player, NONE, NONE, NONE)


@rule
def offer_discard(s: State, player: Player):
    """4.3 (b): Master Art, with a card in hand."""
    if is_live(s, player) and has(s, player, MASTER_ART) and s.hand_size[player] > 0:
        ask(s, DISCARD_CARD, player, NONE, NONE)


@rule
def mark_hand(s: State, player: Player, mask):
    """DT12, DT29: a card of the hand, or pass."""
    mask[PASS] = 1
    for card in range(NUM_CARDS):
        if s.place[card] == player:
            mask[CARD + CARD_FACE[card]] = 1


@rule
def why_not_from_hand(s: State, player: Player, action: int) -> int:
    """DT01, DT12, DT29: the same as a reason."""
    return (
        LEGAL if action == PASS or card_in_hand(s, player, action - CARD) != NONE else NOT_IN_HAND
    )


@rule
def do_discard_card(s: State, player: Player, action: int):
    """DT12: shown to all."""
    if action != PASS:
        put_away(s, card_in_hand(s, player, action - CARD))
