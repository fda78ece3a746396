"""6: the end of the game, and Final Card Play."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.stack import owe
from paxren_env.games.age_of_renaissance.constants import (
    BY_ADVANCES,
    BY_DECK,
    BY_LIMIT,
    FINAL_CARD_PLAY,
    NOBODY,
    NUM_ADVANCES,
)
from paxren_env.games.age_of_renaissance.frames import FINAL_END, PHASE, SEGMENTS, START_TURN
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.rules.s6_score import end_game
from paxren_env.games.age_of_renaissance.rules.s26_cards import is_exhausted
from paxren_env.games.age_of_renaissance.rules.s51_military import discard_military
from paxren_env.games.age_of_renaissance.state import State

ALL_ADVANCES = (1 << NUM_ADVANCES) - 1


@rule
def reasons_to_end(s: State) -> int:
    """6.1: bits of the reasons why the turn just completed was the last."""
    reasons = 0
    if is_exhausted(s):
        reasons |= BY_DECK
    for player in range(s.num_players):
        if is_live(s, player) and s.advances[player] == ALL_ADVANCES:
            reasons |= BY_ADVANCES
    if s.turn_limit > 0 and s.turn >= s.turn_limit:
        reasons |= BY_LIMIT
    return reasons


@rule
def end_check(s: State):
    """6.1, 4.6.10: another turn, for which military cards are gone, or Final Card Play."""
    s.ending = reasons_to_end(s)
    if s.ending == 0:
        discard_military(s)
        owe(s, START_TURN, NOBODY, NONE, NONE, NONE)
    else:
        s.last_turn = 1
        owe(s, PHASE, NOBODY, FINAL_CARD_PLAY, NONE, NONE)


@rule
def start_final_card_play(s: State):
    """6.2: in the order standing at the end of phase 6."""
    owe(s, FINAL_END, NOBODY, NONE, NONE, NONE)
    owe(s, SEGMENTS, NOBODY, NONE, NONE, NONE)


@rule
def final_end(s: State):
    """4.6.10, 5.3.4, 6.3: military cards leave; a War still tied has no winner."""
    discard_military(s)
    end_game(s, s.ending)
