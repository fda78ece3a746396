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
from paxren_env.games.pax_renaissance.notation.names import Position
from paxren_env.games.pax_renaissance.notation.read_table import MAX_FLORINS, read_counts
from paxren_env.games.pax_renaissance.notation.solo import (
    PACKED_KEYS,
    read_packed_search,
    read_search,
)
from paxren_env.games.pax_renaissance.state import STACK_DEPTH, State
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, ROUTE_LENGTH

MAX_TURN = 32767
# Frames that read registers of the resolution under way.
NEED_CARD = ("announce", "place agents", "one_shot", "war_empire", "agent", "place_agent",
             "serf_empire")  # fmt: skip
NEED_WAR = ("battle", "after battle", "place survivors", "casualty", "survivor",
            "place_survivor", "hospitaller", "war_empire")  # fmt: skip


def read_turn(s: State, position: Position) -> None:
    keys = ("number", "player", "actions_left", "did_something", "ops_done", "free_fair_used")
    turn = check_keys(position.get("turn", {}), "turn", keys)
    s.turn = check_number(turn.get("number", 0), "turn.number", 0, MAX_TURN)
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
    s.deaths_left = check_number(registers.get("deaths_left", 0), f"{where}.deaths_left", 0, 99)
    profit = registers.get("fair_profit", 0)
    s.fair_profit = check_number(profit, f"{where}.fair_profit", 0, MAX_FLORINS)
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
    if len(pending) > STACK_DEPTH:
        fail("pending", f"{len(pending)} frames, at most {STACK_DEPTH}")
    names = [read_frame(s, frame, f"pending[{i}]", i) for i, frame in enumerate(pending)]
    check_stack(s, names)
    s.stack_size = len(pending)


def read_frame(s: State, value: Any, where: str, depth: int) -> str:
    """Read a frame onto the stack; its name."""
    if isinstance(value, dict) and value.get("frame") == "bot":
        read_packed_search(s, value, where)
        value = {key: part for key, part in value.items() if key not in PACKED_KEYS}
    frame = notation.read_frame(frames, value, where, s.num_players, s.turn_player)
    s.stack[depth] = frame
    return value["frame"]


def check_stack(s: State, names: list[str]) -> None:
    """The turn is at the bottom, the main choice right on it, and what frames need is there."""
    firsts = ("turn", "end turn", "bot")
    if names[0] not in firsts:
        fail("pending[0]", f"the first frame is 'turn', 'end turn' or 'bot', not {names[0]!r}")
    if (names[0] == "bot") != (s.bot == s.turn_player + 1) and names[0] != "end turn":
        fail("pending[0]", f"player {s.turn_player} has no frame {names[0]!r}")
    for i, name in enumerate(names):
        if name in (*firsts, "main") and s.stack[i, 1] != s.turn_player:
            fail(f"pending[{i}].player", f"player {s.turn_player} has the turn")
    for i, name in enumerate(names[1:], 1):
        where = f"pending[{i}]"
        if name in firsts:
            fail(where, f"{name!r} is only the first frame")
        if name == "main" and (i != 1 or names[0] != "turn"):
            fail(where, "'main' stands only right on 'turn'")
        if name in NEED_CARD and s.card == c.NONE:
            fail("resolution.card", f"missing, but {where} needs it")
        if name in NEED_WAR:
            check_war(s, where, asked="war_empire" in names[i:])
        problem = frame_problem(s, name, *s.stack[i, 1:].tolist())
        if problem:
            fail(where, problem)


def check_war(s: State, where: str, asked: bool) -> None:
    """B10: which war, where, and whose campaign."""
    if s.war == c.NONE:
        fail("resolution.war", f"missing, but {where} needs it")
    if s.war_empire == c.NONE and not asked:
        fail("resolution.war_empire", f"missing, but {where} needs it")
    if s.war == c.BY_CAMPAIGN and s.war_king == c.NONE:
        fail("resolution.war_king", f"missing, but {where} needs it")


def frame_problem(s: State, name: str, player: int, a: int, b: int, origin: int) -> str:
    """Why the table does not fit this frame, or nothing: its rules rely on what they act on."""
    if name == "regime change" and b == c.BY_CAMPAIGN and s.war_king == c.NONE:
        return "a campaign needs resolution.war_king"
    if name == "regime change" and b == c.CORONATION:
        a = s.card
    if name == "suitor" or (name == "regime change" and b == c.CORONATION):
        if not (CARD_KIND[a] == c.QUEEN and s.place[a] == c.OLD_MAID and s.owner[a] == player):
            return f"the queen must be among the old maids of player {player}"
    if name in ("place token", "source") and not token_fits(a, b):
        return f"a {c.TOKEN_NAMES[a]} cannot be put there"
    if name == "voyage" and not 0 <= b <= ROUTE_LENGTH[a] > 0:
        return "no such stop on a route from there"
    if name == "inquisitor_to" and s.bishop[a] == c.NONE:
        return f"no bishop is on {CARD_CODES[a]}"
    if name == "corsair_to" and s.pirate[origin] != b:
        return f"no such pirate on {c.BORDER_NAMES[origin]}"
    if name == "campaign" and a < c.SQUARE:
        return f"{CARD_CODES[a]} is no empire square"
    if name == "tax_empire" and s.pawn[b] == c.NONE:
        return f"no pawn on {c.BORDER_NAMES[b]}"
    if name == "tax_response" and s.pawn[a] != player:
        return f"no pawn of player {player} on {c.BORDER_NAMES[a]}"
    if name == "place_freed" and not (b < c.NUM_REPRESSED and s.repressed[a, b] > 0):
        return f"no {c.TOKEN_NAMES[b]} is repressed there"
    if name == "place_agent" and s.agents[a] == 0:
        return f"resolution.agents has no {c.AGENT_NAMES[a]}"
    if name == "place_survivor" and not survives(s, player, a, b):
        return f"no {c.TOKEN_NAMES[a]} is among the survivors"
    return ""


def token_fits(token: int, spot: int) -> bool:
    """B8: knights and rooks in cities, pawns and pirates on borders, bishops on cards."""
    if spot < c.SPOT_BORDER:
        return token < c.PAWN
    if spot < c.SPOT_SQUARE:
        return c.PAWN <= token < c.BISHOP
    return token < c.NUM_REPRESSED if spot < c.SPOT_CARD else token >= c.BISHOP


def survives(s: State, player: int, token: int, is_agent: int) -> bool:
    """B10c: an agent of the card, or a repressed token that fought."""
    if not is_agent:
        return token < c.NUM_REPRESSED and bool(s.fighters[token] > 0)
    if c.PAWN <= token < c.PIRATE:
        return token == c.PAWN + player and bool(s.agents[c.OWN_PAWN] > 0)
    agent = token if token < c.PAWN else token - c.PIRATE + c.AGENT_PIRATE
    return bool(s.agents[agent] > 0)


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
