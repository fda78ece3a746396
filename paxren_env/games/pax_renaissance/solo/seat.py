"""O: which seat is the bot's, for the engine and for tables of other policies."""

from collections.abc import Sequence
from typing import Any

from paxren_env.core.jit import inlined_rule, rule
from paxren_env.core.policies import FIRST_OWN_POLICY
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance.constants import Player
from paxren_env.games.pax_renaissance.frames import BOT_TURN
from paxren_env.games.pax_renaissance.state import State

BOT_POLICY = FIRST_OWN_POLICY
BOT_NAME = "bot"


@rule
def is_bot(s: State, player: Player) -> bool:
    """O: the seat is the bot's."""
    return s.bot == player + 1


@inlined_rule
def is_own_turn(s: State) -> bool:
    """O1: the bot is to think, or to act."""
    return top(s, 0) == BOT_TURN


@inlined_rule
def is_own(s: State) -> bool:
    """O5: the bot is asked."""
    return s.bot == top(s, 1) + 1


@rule
def sit_down(s: State, player: Player, policy: int):
    """The bot takes a seat at a table of two."""
    if policy == BOT_POLICY:
        s.bot = 1 + player


def check_table(policy: str, num_players: int) -> None:
    """The bot knows one opponent only."""
    if policy == BOT_NAME and num_players != 2:
        solo = ": alone you play against it" if num_players == 1 else ""
        raise ValueError(f"'bot' plays at tables of 2 players, not of {num_players}{solo}")


def seat_policies(names: Sequence[str]) -> dict[str, Any]:
    """The options of a game of these players, by seat."""
    seats = [seat for seat, name in enumerate(names) if name == BOT_NAME]
    if not seats:
        return {}
    check_table(BOT_NAME, len(names))
    if len(seats) > 1:
        raise ValueError("'bot' does not play against itself")
    return {"bot_seat": seats[0]}
