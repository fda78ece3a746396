"""G6: bankruptcy, a variant: who has nothing left is out, and the last one left wins."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.constants import (
    BANKRUPTCY,
    LAST_SURVIVOR,
    NONE,
    OLD_MAID,
    Player,
)
from paxren_env.games.pax_renaissance.queries import concessions
from paxren_env.games.pax_renaissance.rules.l_victory import end_game
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import QUEENS


@rule
def check_bankruptcy(s: State):
    """G6: eliminated at once, but not before the player has answered what is already owed."""
    if not s.options & BANKRUPTCY:
        return
    for i in range(1, s.num_players + 1):
        player = (int(s.turn_player) + i) % int(s.num_players)  # the turn player last
        if not s.eliminated[player] and is_bankrupt(s, player) and not has_to_answer(s, player):
            eliminate(s, player)


@rule
def is_bankrupt(s: State, player: Player) -> bool:
    """G6: no florins, no cards, no concessions; serfs do not help."""
    if s.florins[player] > 0 or s.hand_size[player] > 0:
        return False
    if s.tableau_size[player, 0] > 0 or s.tableau_size[player, 1] > 0:
        return False
    for i in range(len(QUEENS)):
        if s.place[QUEENS[i]] == OLD_MAID and s.owner[QUEENS[i]] == player:
            return False
    return concessions(s, player, NONE) == 0


@rule
def has_to_answer(s: State, player: Player) -> bool:
    """Something other than the next choice of the turn is owed by the player."""
    for i in range(s.stack_size):
        if s.stack[i, 1] == player and not is_of_the_turn(int(s.stack[i, 0])):
            return True
    return False


@rule
def is_of_the_turn(frame: int) -> bool:
    """Only the next choice of the turn, or its end."""
    return frame == p.TURN or frame == p.END_TURN or frame == p.MAIN or frame == p.BOT_TURN


@rule
def eliminate(s: State, player: Player):
    """G6: the player is out; if only one is left, that one has won."""
    if s.status:
        return
    s.eliminated[player] = 1
    left = 0
    survivor = NONE
    for other in range(s.num_players):
        if not s.eliminated[other]:
            left += 1
            survivor = other
    if left == 1:
        s.winner[survivor] = 1
        end_game(s, LAST_SURVIVOR)
