"""A position as a dict that JSON can hold, exactly or as one seat sees it; and back."""

from typing import Any

import numpy as np

from paxren_env.core import engine
from paxren_env.core.constants import (
    AUTO_CHANCE,
    AUTO_FORCED,
    NONE,
    RUNNING,
    STATUS_NAMES,
)
from paxren_env.core.log import Event, new_log, read_log
from paxren_env.core.notation import (
    check_keys,
    check_list,
    check_number,
    check_viewer,
    fail,
    find_name,
    read_frame,
    write_frame,
)
from paxren_env.core.record import copy_states, view
from tests.support.sealed_bids import SPEC
from tests.support.sealed_bids.determinize import forget_digits
from tests.support.sealed_bids.frames import DICE, END_ROUND, REVEAL, TENS, UNITS, frames
from tests.support.sealed_bids.options import (
    DEFAULTS,
    check_options,
    read_options,
    write_options,
)
from tests.support.sealed_bids.rules import begin_round, highest_bidder, is_taken
from tests.support.sealed_bids.state import (
    COINS,
    MAX_PLAYERS,
    MAX_ROUNDS,
    NUM_FACES,
    STACK_DEPTH,
    State,
)

Position = dict[str, Any]
KEYS = ("options", "turn", "players", "chance", "pending", "result")
SECRETS = ("goal", "bid")
PLAYER_KEYS = ("coins", "prizes", "shown", *SECRETS)


# What the fields of a saved row may hold; the fields that every record has, the house knows.
BOUNDS = {
    "num_players": (2, MAX_PLAYERS), "options": (0, AUTO_FORCED | AUTO_CHANCE),
    "rounds": (1, MAX_ROUNDS), "turn": (0, MAX_ROUNDS), "max_turns": (0, MAX_ROUNDS),
    "coins": (0, COINS), "prizes": (0, MAX_ROUNDS), "goal": (NONE, NUM_FACES - 1),
    "bid": (0, COINS), "shown": (0, COINS),
}  # fmt: skip


# --- writing --------------------------------------------------------------------------------------
def to_dict(states: np.ndarray, viewer: int | None = None) -> Position:
    """The position as a dict; with a viewer, without what that seat may not know."""
    states = copy_states(states)
    s = view(states, 0)
    check_viewer(viewer, s.num_players)
    if viewer is not None:
        forget_digits(s, viewer)
    position: Position = {
        "options": read_options(s),
        "turn": s.turn,
        "players": [write_player(s, seat, viewer) for seat in range(s.num_players)],
        "pending": [write_frame(frames, frame) for frame in s.stack[: s.stack_size].tolist()],
    }
    if s.status != RUNNING:
        winners = np.flatnonzero(s.winner).tolist()
        position["result"] = {"status": STATUS_NAMES[s.status], "winners": winners}
    if viewer is None:
        return {**position, "chance": int(s.chance[0])}
    return {**position, "viewer": viewer}


def write_player(s: State, seat: int, viewer: int | None) -> Position:
    written: Position = {
        "coins": int(s.coins[seat]),
        "prizes": s.prizes[seat].tolist(),
        "shown": int(s.shown[seat]),
    }
    if viewer in (None, seat):
        written |= {"goal": int(s.goal[seat]) + 1, "bid": int(s.bid[seat])}
    return written


# --- reading --------------------------------------------------------------------------------------
def from_dict(
    position: Position,
) -> tuple[np.ndarray, np.ndarray, list[Event], list[tuple[int, int]]]:
    """The game at this position, the mask of what is legal, and what happened by itself.

    What is left out is as at the start of a round. A ValueError if the position cannot be.
    """
    if isinstance(position, dict) and "viewer" in position:
        fail("viewer", "a position as one seat sees it hides something and cannot be loaded")
    check_keys(position, "position", KEYS)
    states = np.zeros(1, SPEC.record)
    s = view(states, 0)
    players = check_list(position.get("players", [{}] * 2), "players")
    options = check_keys(position.get("options", {}), "options", tuple(DEFAULTS))
    try:
        write_options(s, check_options({"num_players": len(players), **options}))
    except ValueError as error:
        fail("options", str(error))
    if len(players) != s.num_players:
        fail("players", f"{len(players)}, but the option num_players is {s.num_players}")
    most = s.rounds if "result" in position else s.rounds - 1  # R5
    s.turn = check_number(position.get("turn", 0), "turn", 0, most)
    s.turn_player = s.turn % s.num_players
    s.chance[0] = check_number(position.get("chance", 1), "chance", 1, 2**64 - 1)
    read_players(s, players)
    if "result" in position:
        read_result(s, position)
    else:
        read_pending(s, position)
    mask = np.zeros(SPEC.num_actions, np.int8)
    if s.prizes.sum() > s.turn:
        fail("players.prizes", f"{s.prizes.sum()} in {s.turn} rounds")
    if s.status != RUNNING:
        return states, mask, [], []
    check_pending(s)
    log = new_log(SPEC.max_log)
    return states, mask, *read_log(log, engine.load(states, 0, mask, log), 0)


def read_players(s: State, players: list[Any]) -> None:
    """R1: goals that are left out are the first ones that nobody has."""
    s.goal[:] = NONE
    for seat, player in enumerate(players):
        read_player(s, seat, player, f"players[{seat}]")
    for seat in range(s.num_players):
        if s.goal[seat] == NONE:
            s.goal[seat] = goals_left(s)[0]


def goals_left(s: State) -> list[int]:
    """R1: those that nobody has."""
    return [goal for goal in range(NUM_FACES) if not is_taken(s, goal)]


def read_player(s: State, seat: int, player: Any, where: str) -> None:
    check_keys(player, where, PLAYER_KEYS)
    s.coins[seat] = check_number(player.get("coins", COINS), f"{where}.coins", 0, COINS)
    s.shown[seat] = check_number(player.get("shown", 0), f"{where}.shown", 0, COINS)
    most = int(s.coins[seat])
    s.bid[seat] = check_number(player.get("bid", 0), f"{where}.bid", 0, most)
    prizes = check_list(player.get("prizes", [0] * NUM_FACES), f"{where}.prizes")
    if len(prizes) != NUM_FACES:
        fail(f"{where}.prizes", f"{len(prizes)} numbers, not {NUM_FACES}")
    for face, number in enumerate(prizes):
        s.prizes[seat, face] = check_number(number, f"{where}.prizes[{face}]", 0, MAX_ROUNDS)
    if "goal" in player:
        goal = check_number(player["goal"], f"{where}.goal", 1, NUM_FACES) - 1
        if goal not in goals_left(s):
            fail(f"{where}.goal", f"{goal + 1} is the goal of another seat")
        s.goal[seat] = goal


def read_pending(s: State, position: Position) -> None:
    """The stack of what is owed; by default a round begins."""
    if "pending" not in position:
        begin_round(s)
        return
    found = check_list(position["pending"], "pending")
    if not 0 < len(found) <= STACK_DEPTH:
        fail("pending", f"{len(found)} frames, not 1 to {STACK_DEPTH}")
    for i, frame in enumerate(found):
        s.stack[i] = read_frame(frames, frame, f"pending[{i}]", s.num_players)
    s.stack_size = len(found)


def check_pending(s: State) -> None:
    """R2-R5: the game goes on, and what is owed is the rest of a round."""
    if s.turn >= min(s.rounds, s.max_turns or s.rounds):
        fail("turn", f"{s.turn}, but the game ends there")
    owed = s.stack[: s.stack_size, :3].tolist()
    if [frame[0] for frame in owed] == [END_ROUND, DICE]:
        winner = owed[1][2]
        if not (winner < s.num_players and winner == highest_bidder(s)):
            fail("pending[1].winner", f"{winner} has not bid the most")
        if s.bid.any() or not 0 < s.shown[winner] <= s.coins[winner]:
            fail(f"players[{winner}]", "the bids were shown, and the highest can be paid")
        return
    asked = list(range(s.num_players - 1, s.num_players + 1 - len(owed), -1))
    rest = [[END_ROUND, NONE], [REVEAL, NONE], *([TENS, seat] for seat in asked)]
    if [frame[:2] for frame in owed] not in (rest, [*rest[:-1], [UNITS, rest[-1][1]]]):
        fail("pending", "this is not the rest of a round")
    for seat in asked:
        is_half_bid = owed[-1][:2] == [UNITS, seat] and s.bid[seat] in (0, 10)
        if s.bid[seat] and not is_half_bid:
            fail(f"players[{seat}].bid", "this seat is still to bid")


def read_result(s: State, position: Position) -> None:
    """R5: how the game ended."""
    if position.get("pending"):
        fail("pending", "nothing is owed when the game is over")
    result = check_keys(position["result"], "result", ("status", "winners"))
    s.status = 1 + find_name(result.get("status"), "result.status", STATUS_NAMES[1:3], "status")
    for i, seat in enumerate(check_list(result.get("winners", []), "result.winners")):
        s.winner[check_number(seat, f"result.winners[{i}]", 0, s.num_players - 1)] = 1
