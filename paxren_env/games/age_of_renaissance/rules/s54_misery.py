"""5.4, 5.1.3: the Misery index, and Chaos beyond its end."""

from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import CHAOS, LAST_SPACE, NOBODY, Player
from paxren_env.games.age_of_renaissance.queries import is_live, num_live
from paxren_env.games.age_of_renaissance.rules.s6_score import end_by_elimination
from paxren_env.games.age_of_renaissance.rules.s26_cards import put_hand_away
from paxren_env.games.age_of_renaissance.rules.s53_war_state import end_war, is_belligerent
from paxren_env.games.age_of_renaissance.state import State


@rule
def gain_misery(s: State, player: Player, spaces: int):
    """1.2: so many spaces toward 1000; beyond it lies Chaos."""
    if not is_live(s, player):
        return
    if s.misery[player] + spaces > LAST_SPACE:
        fall_into_chaos(s, player)
    else:
        s.misery[player] += spaces


@rule
def improve_misery(s: State, player: Player, spaces: int):
    """1.2: a live player moves so many spaces toward 0."""
    s.misery[player] = max(0, s.misery[player] - spaces)


@rule
def fall_into_chaos(s: State, player: Player):
    """5.4: the player is out; his pieces stay. Decisions owed to him are dropped in their turn."""
    s.misery[player] = CHAOS
    s.fell[player] = s.falls + 1
    s.just_fell = 1
    put_hand_away(s, player)
    s.stock[player] += s.expansion[player]
    s.expansion[player] = 0
    s.ruler &= ~(1 << player)
    if s.war_by != NOBODY and is_belligerent(s, player):
        end_war(s)


@rule
def after_effect(s: State):
    """5.1.3, 5.4: those who fell in one effect fell together; one live player ends the game."""
    if s.just_fell:
        s.just_fell = 0
        s.falls += 1
        if num_live(s) <= 1:
            end_by_elimination(s)
