"""5.1.1, 5.1.2, 4.6.9: pieces go on the map, are reduced, and come home."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.stack import ask
from paxren_env.games.age_of_renaissance.actions import YES
from paxren_env.games.age_of_renaissance.constants import (
    NO_MARKER,
    NOBODY,
    OLD_MARKER,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import REDUCE_CHOICE
from paxren_env.games.age_of_renaissance.queries import is_live, tokens_in
from paxren_env.games.age_of_renaissance.state import State


@rule
def put_marker(s: State, player: Player, province: Province, kind: int):
    """A marker from the Mat."""
    s.marker[province] = player
    s.marker_kind[province] = kind
    s.mat[player] -= 1


@rule
def take_marker(s: State, province: Province):
    """The marker goes back to its owner's Mat."""
    s.mat[s.marker[province]] += 1
    s.marker[province] = NOBODY
    s.marker_kind[province] = NO_MARKER


@rule
def take_tokens(s: State, player: Player, province: Province):
    """All tokens of the player there go to his Stock."""
    s.stock[player] += tokens_in(s, province, player)
    s.old[player, province] = 0
    s.new[player, province] = 0


@rule
def remove_pieces_of(s: State, player: Player, province: Province):
    """5.1.2."""
    take_tokens(s, player, province)
    if s.marker[province] == player:
        take_marker(s, province)


@rule
def clear_province(s: State, province: Province):
    """5.1.2, for everybody."""
    for player in range(s.num_players):
        remove_pieces_of(s, player, province)


@rule
def reduce_marker(s: State, province: Province):
    """5.1.1: a marker becomes an old token from Stock; without Stock its owner may choose."""
    owner = int(s.marker[province])
    if s.marker_kind[province] != OLD_MARKER:
        return
    take_marker(s, province)
    if s.stock[owner] > 0:
        s.stock[owner] -= 1
        s.old[owner, province] += 1
    elif is_live(s, owner) and s.expansion[owner] > 0:
        ask(s, REDUCE_CHOICE, owner, province, NONE)


@rule
def do_reduce_choice(s: State, player: Player, province: Province, action: int):
    """DT20: a token from Expansion, or an empty province."""
    if action == YES:
        s.expansion[player] -= 1
        s.old[player, province] += 1
