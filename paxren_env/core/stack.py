"""What is owed: a stack of frames in the record, the top one last.

A frame is a decision, asked of a player or of chance, or a step, run by the engine. A rule never
calls upward: it pushes what must follow and returns, so what shall happen first is pushed last.
"""

from paxren_env.core.constants import NONE, Player
from paxren_env.core.jit import rule
from paxren_env.core.record import FRAME_SIZE, State


@rule
def owe(s: State, frame: int, player: Player, a: int, b: int, c: int):
    """Push a frame with its three arguments.

    Nothing is written past the stack: on a full one the top is overwritten. The last place counts
    as too much already, so `advance` calls such a game BROKEN; to branch here would cost speed.
    """
    size = min(int(s.stack_size), s.stack.shape[0] - 1)
    s.stack[size, 0] = frame
    s.stack[size, 1] = player
    s.stack[size, 2] = a
    s.stack[size, 3] = b
    s.stack[size, 4] = c
    s.stack_size = size + 1


@rule
def ask(s: State, decision: int, player: Player, a: int, b: int):
    """Owe a decision of the player, or of CHANCE."""
    owe(s, decision, player, a, b, NONE)


@rule
def drop_frame(s: State):
    """Pop the top frame and wipe it, so that equal positions have equal bytes."""
    s.stack_size -= 1
    for i in range(FRAME_SIZE):
        s.stack[s.stack_size, i] = 0


@rule
def top(s: State, i: int) -> int:
    """Field i of the top frame: 0 its kind, 1 the player, 2-4 the arguments."""
    return int(s.stack[s.stack_size - 1, i])


@rule
def deciding_player(s: State) -> Player:
    """Who must answer now; nobody once the game is over."""
    if s.stack_size == 0:
        return NONE
    return int(s.stack[s.stack_size - 1, 1])
