"""One game of an array of games, compiled or not."""

from paxren_env.core.jit import INTERPRETED, rule
from paxren_env.games.pax_renaissance.state import State

if INTERPRETED:
    from paxren_env.core.views import copy_into, row
else:

    @rule
    def row(states, i: int) -> State:
        """One game of an array of games."""
        return states[i]

    @rule
    def copy_into(states, i: int, s: State):
        """Copy a game into row i of an array of games."""
        states[i] = s
