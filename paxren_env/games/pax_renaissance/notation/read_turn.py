"""Reading the turn, what is pending, and the result."""

from typing import Any

from paxren_env.core import notation
from paxren_env.core.notation import (
    check_flag,
    check_keys,
    check_list,
    check_number,
    fail,
    find_name,
)
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.frames import SPOT_NAMES, frames
from paxren_env.games.pax_renaissance.notation.check import MOST_DEATHS, MOST_FLORINS, MOST_FRAMES
from paxren_env.games.pax_renaissance.notation.names import Position
from paxren_env.games.pax_renaissance.notation.read_table import read_counts
from paxren_env.games.pax_renaissance.notation.solo import (
    PACKED_KEYS,
    read_packed_search,
    read_search,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_CODES


def read_turn(s: State, position: Position) -> None:
    keys = ("number", "player", "actions_left", "did_something", "ops_done", "free_fair_used")
    turn = check_keys(position.get("turn", {}), "turn", keys)
    s.turn = check_number(turn.get("number", 0), "turn.number", 0, c.MOST_TURNS)
    s.turn_player = check_number(turn.get("player", 0), "turn.player", 0, s.num_players - 1)
    actions = turn.get("actions_left", c.ACTIONS_PER_TURN)
    s.actions_left = check_number(actions, "turn.actions_left", 0, c.ACTIONS_PER_TURN)
    did = turn.get("did_something", was_something_done(position))
    s.did_something = check_flag(did, "turn.did_something")
    s.free_fair_used = check_flag(turn.get("free_fair_used", False), "turn.free_fair_used")
    for i, side in enumerate(check_list(turn.get("ops_done", []), "turn.ops_done")):
        s.ops_done[find_name(side, f"turn.ops_done[{i}]", c.SIDE_NAMES, "side")] = 1
    read_resolution(s, position.get("resolution", {}))


def was_something_done(position: Position) -> bool:
    """Whatever is pending beside the main choice, something led to it."""
    pending = check_list(position.get("pending", []), "pending")
    names = [frame.get("frame") for frame in pending if isinstance(frame, dict)]
    return any(name not in ("turn", "main", "bot") for name in names)


def read_resolution(s: State, value: Any) -> None:
    where = "resolution"
    keys = ("card", "agents", "agents_required", "sibling", "war", "war_empire", "war_king",
            "war_rooks", "deaths_left", "fighters", "fair_profit", "script", "search")  # fmt: skip
    registers = check_keys(value, where, keys)
    names = {"card": CARD_CODES, "war": c.CAUSE_NAMES, "war_empire": c.EMPIRE_NAMES,
             "war_king": CARD_CODES}  # fmt: skip
    for key, values in names.items():
        if key in registers:
            setattr(s, key, find_name(registers[key], f"{where}.{key}", values, key))
    if s.war_king != c.NONE and s.war_king < c.SQUARE:
        fail(f"{where}.war_king", f"{registers['war_king']} is no empire square")
    for key in ("agents_required", "war_rooks"):
        setattr(s, key, check_flag(registers.get(key, False), f"{where}.{key}"))
    s.deaths_left = check_number(
        registers.get("deaths_left", 0), f"{where}.deaths_left", 0, MOST_DEATHS
    )
    profit = registers.get("fair_profit", 0)
    s.fair_profit = check_number(profit, f"{where}.fair_profit", 0, MOST_FLORINS)
    script = check_list(registers.get("script", []), f"{where}.script")
    if len(script) > len(s.script):
        fail(f"{where}.script", f"{len(script)} answers, at most {len(s.script)}")
    for i, action in enumerate(script):
        s.script[i] = check_number(action, f"{where}.script[{i}]", 0, NUM_ACTIONS - 1)
    s.script_size = len(script)
    read_search(s, registers.get("search", {}), f"{where}.search")
    for key, tokens in (("agents", c.AGENT_NAMES), ("fighters", c.TOKEN_NAMES[:10])):
        counts = read_counts(registers.get(key, {}), f"{where}.{key}", tokens)
        for token, number in counts.items():
            getattr(s, key)[token] = number
    spots = check_list(registers.get("sibling", []), f"{where}.sibling")
    if len(spots) > len(s.sibling):
        fail(f"{where}.sibling", f"{len(spots)} spots, at most {len(s.sibling)}")
    for i, spot in enumerate(spots):
        s.sibling[i] = find_name(spot, f"{where}.sibling[{i}]", SPOT_NAMES, "spot")


def read_pending(s: State, position: Position) -> None:
    """The stack of what is owed; by default the turn's player has the main choice."""
    if s.bot == s.turn_player + 1:
        default = [{"frame": "bot", "player": s.turn_player}]
    else:
        default = [{"frame": name, "player": s.turn_player} for name in ("turn", "main")]
    pending = check_list(position.get("pending", default), "pending")
    if not pending:
        fail("pending", "nothing is owed, but the game has no result")
    if len(pending) > MOST_FRAMES:
        fail("pending", f"{len(pending)} frames, at most {MOST_FRAMES}")
    for i, frame in enumerate(pending):
        read_frame(s, frame, f"pending[{i}]", i)
    s.stack_size = len(pending)


def read_frame(s: State, value: Any, where: str, depth: int) -> None:
    """Read a frame onto the stack."""
    if isinstance(value, dict) and value.get("frame") == "bot":
        read_packed_search(s, value, where)
        value = {key: part for key, part in value.items() if key not in PACKED_KEYS}
    s.stack[depth] = notation.read_frame(frames, value, where, s.num_players, s.turn_player)


def read_result(s: State, position: Position) -> None:
    result = check_keys(position["result"], "result", ("status", "victory", "winners"))
    if position.get("pending"):
        fail("pending", "nothing is owed when the game is over")
    status = find_name(
        result.get("status"), "result.status", c.STATUS_NAMES[1 : c.TRUNCATED + 1], "status"
    )
    s.status = status + 1
    winners = check_list(result.get("winners", []), "result.winners")
    if s.status == c.TRUNCATED and (winners or result.get("victory") is not None):
        fail("result", "nobody wins a truncated game")
    if s.status == c.TERMINATED:
        s.victory = find_name(result.get("victory"), "result.victory", c.VICTORY_NAMES, "victory")
        if not winners:
            fail("result.winners", "somebody wins a terminated game")
    for i, seat in enumerate(winners):
        s.winner[check_number(seat, f"result.winners[{i}]", 0, s.num_players - 1)] = 1
    if s.solo & c.SOLO_GAME and s.victory == c.PATRON_VICTORY and set(winners) != {s.bot - 1}:
        fail("result.winners", f"when the decks are empty only player {s.bot - 1}, the bot, wins")
