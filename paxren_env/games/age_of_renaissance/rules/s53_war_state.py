"""5.3: who is at war, and how a War ends."""

from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import AT_WAR, NOBODY, Player
from paxren_env.games.age_of_renaissance.rules.s26_cards import only_card_in, put_away
from paxren_env.games.age_of_renaissance.state import State


@rule
def is_belligerent(s: State, player: Player) -> bool:
    """One of the two at war."""
    return player == s.war_by or player == s.war_against


@rule
def end_war(s: State):
    """5.3.2: however a War ends, its card goes to the Replay Pile."""
    put_away(s, only_card_in(s, AT_WAR))
    s.war_by = NOBODY
    s.war_against = NOBODY
    s.war_ties = 0
