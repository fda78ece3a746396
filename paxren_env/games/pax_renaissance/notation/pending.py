"""What may be owed: which frame stands on which, and what each of them needs on the table.

A rule relies on what it acts on: the pirate that moves, the florin that is paid, the King that
campaigns. Whoever asks sees to it, so a frame from outside must be looked at in the same way.
"""

from collections.abc import Callable

import numpy as np

from paxren_env.core.notation import fail
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.frames import frames
from paxren_env.games.pax_renaissance.queries import has, in_play, is_open, touches
from paxren_env.games.pax_renaissance.rules.b8_tokens import mark_source
from paxren_env.games.pax_renaissance.rules.b10_battle import (
    fighters_home,
    is_within_column,
    num_freed,
)
from paxren_env.games.pax_renaissance.rules.e2_play import can_occur
from paxren_env.games.pax_renaissance.rules.i_coronation import suitors
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    CARD_CODES,
    CARD_KIND,
    CARD_LOCATION,
    LOCATION_EMPIRES,
    ROUTE_LENGTH,
)

# --- what stands on what --------------------------------------------------------------------------
FIRSTS = ("turn", "end turn", "bot")
ANYWHERE = ("discard", "drop")  # S3: asked for as soon as it is needed
# What waits until an action of the turn is resolved; each frame may also stand on the first one.
_SALE = ("borrow", "emancipate_west")
_OPS = ("op_card",)
_ACTION = ("place agents", *_OPS, *_SALE)
STANDS_ON: dict[str, tuple[str, ...]] = {
    "op_card": ("other_side",),
    **dict.fromkeys(
        ("op", "inquisitor_from", "inquisitor_to", "commerce", "behead", "tax", "tax_empire",
         "tax_response", "repress", "vote", "corsair_from", "corsair_to", "siege", "campaign"),
        _OPS,
    ),
    "levy": ("voyage", *_OPS),
    "pacify": ("place agents", *_OPS),
    "borrow": ("emancipate_west",),
    "fire_one_shot": _SALE,
    "place agents": ("apostasy", *_SALE),
    "apostasy": ("place agents",),
    **dict.fromkeys(("agent", "place_agent", "serf_empire"), ("place agents",)),
    **dict.fromkeys(("battle", "after battle", "regime change", "golden_liberty"), _ACTION),
    "hospitaller": ("battle",),
    "war_empire": ("battle", "hospitaller"),
    "casualty": ("after battle", *_ACTION),
    "arrange": ("regime change", *_ACTION),
    "place survivors": ("arrange", "regime change", *_ACTION),
    **dict.fromkeys(("survivor", "place_survivor"), ("place survivors",)),
    "emancipate": ("golden_liberty", *_ACTION),
    "concession": ("emancipate",),
    "place_freed": ("emancipate", "emancipate_west"),
    "place token": ("place agents", "place survivors", "emancipate", "voyage", *_OPS, *_SALE),
    "source": ("place token",),
}  # fmt: skip
# Not always asked of the player who has the turn.
OF_OTHERS = ("tax_response", "levy", "place token", "source", *ANYWHERE)
# Frames that read registers of the resolution under way.
NEED_CARD = ("announce", "place agents", "one_shot", "war_empire", "agent", "place_agent",
             "serf_empire")  # fmt: skip
NEED_WAR = ("battle", "after battle", "place survivors", "casualty", "survivor",
            "place_survivor", "hospitaller", "war_empire")  # fmt: skip
WARS = (*range(c.REFORMATION + 1), c.BY_CAMPAIGN)


def check_pending(s: State) -> None:
    """The turn is at the bottom, frames stand where they can, and what they need is there."""
    rows = frames.by_id()
    stack = s.stack[: s.stack_size].tolist()
    names = [rows[frame[0]].name for frame in stack]
    check_first(s, names)
    for i, name in enumerate(names[1:], 1):
        where = f"pending[{i}]"
        check_order(names, i, where)
        if name not in OF_OTHERS and stack[i][1] != s.turn_player:
            fail(f"{where}.player", f"player {s.turn_player} has the turn")
        check_registers(s, names, i, where)
        if name in PROBLEMS:
            problem = PROBLEMS[name](s, *stack[i][1:])
            if problem:
                fail(where, problem)
    check_stack_registers(s, names, stack)
    if not s.did_something and not {*names} <= {*FIRSTS, "main", *ANYWHERE}:
        fail("turn.did_something", f"{names[-1]!r} is pending, so something was")


def check_first(s: State, names: list[str]) -> None:
    if names[0] not in FIRSTS:
        fail("pending[0]", f"the first frame is 'turn', 'end turn' or 'bot', not {names[0]!r}")
    if (names[0] == "bot") != (s.bot == s.turn_player + 1) and names[0] != "end turn":
        fail("pending[0]", f"player {s.turn_player} has no frame {names[0]!r}")
    if s.stack[0, 1] != s.turn_player:
        fail("pending[0].player", f"player {s.turn_player} has the turn")
    left = s.num_players - int(s.eliminated[: s.num_players].sum())
    if left < 2:
        fail("players", f"{left} of them are left, but the game goes on")


def check_order(names: list[str], i: int, where: str) -> None:
    """What a frame stands on: the first one, or one of those whose rules ask for it."""
    name, below = names[i], names[i - 1]
    if name in FIRSTS:
        fail(where, f"{name!r} is only the first frame")
    if name == "main" and (i != 1 or names[0] != "turn"):
        fail(where, "'main' stands only right on 'turn'")
    if i > 1 and name not in ANYWHERE and below not in STANDS_ON.get(name, ()):
        fail(where, f"{name!r} does not stand on {below!r}")


def check_registers(s: State, names: list[str], i: int, where: str) -> None:
    """What the frame reads of the resolution under way."""
    if names[i] in NEED_CARD and s.card == c.NONE:
        fail("resolution.card", f"missing, but {where} needs it")
    if names[i] in NEED_WAR:
        check_war(s, where, asked="war_empire" in names[i:])


def check_war(s: State, where: str, asked: bool) -> None:
    """B10: which war, where, and whose campaign."""
    if s.war == c.NONE:
        fail("resolution.war", f"missing, but {where} needs it")
    if s.war not in WARS:
        fail("resolution.war", f"{c.CAUSE_NAMES[s.war]} is no war")
    if s.war_empire == c.NONE and not asked:
        fail("resolution.war_empire", f"missing, but {where} needs it")
    if s.war == c.BY_CAMPAIGN:
        check_war_king(s, where)


def check_war_king(s: State, where: str) -> None:
    """F9: a King of a tableau campaigns."""
    if s.war_king == c.NONE:
        fail("resolution.war_king", f"missing, but {where} needs it")
    if king_problem(s, s.war_king):
        fail("resolution.war_king", king_problem(s, s.war_king))
    if s.war_king == c.SQUARE + s.war_empire:
        fail("resolution.war_empire", "no King campaigns against himself")


def check_stack_registers(s: State, names: list[str], stack: list[list[int]]) -> None:
    """What is under way, but for frames alone, or what two of them say together."""
    if s.fair_profit and "voyage" not in names:
        fail("resolution.fair_profit", f"{s.fair_profit}, but no voyage is pending")
    for i, name in enumerate(names):
        if (
            name == "source"
            and names[i - 1] == "place token"
            and stack[i][2:4] != stack[i - 1][2:4]
        ):
            fail(f"pending[{i}]", "the token is not the one to be placed")
        if name == "arrange" and names[i + 1 : i + 2] != ["drop"]:
            if count_in_constantinople(s) > count_slots(s):
                fail(f"pending[{i}]", "more tokens than slots")


def count_in_constantinople(s: State) -> int:
    return int((s.city[c.CONSTANTINOPLE : c.CONSTANTINOPLE_3 + 1] != c.NONE).sum())


def count_slots(s: State) -> int:
    return sum(bool(is_open(s, c.CONSTANTINOPLE + slot)) for slot in range(3))


# --- what frames need on the table: why it is not there, or nothing -------------------------------
def king_problem(s: State, king: int) -> str:
    """F9: who campaigns is a King in a tableau."""
    if king < c.SQUARE:
        return f"{CARD_CODES[king]} is no empire square"
    if s.place[king] != c.IN_TABLEAU or s.republic[king - c.SQUARE]:
        return f"{CARD_CODES[king]} is no King in a tableau"
    return ""


def regime_problem(s: State, player: int, empire: int, cause: int, _: int) -> str:
    """B11: by a war, a vote or a coronation."""
    if cause == c.CORONATION:
        problem = queen_problem(s, player, s.card)
        if problem or has(suitors(s, player, s.card), empire):
            return problem
        return f"{CARD_CODES[s.card]} cannot marry there"
    if cause == c.BY_CAMPAIGN:
        return campaign_problem(s, empire)
    return "" if cause in (*WARS, c.BY_VOTE) else "nothing of this kind changes a regime"


def campaign_problem(s: State, empire: int) -> str:
    """B11g: the square goes under the King who campaigned, or under his suzerain."""
    if s.war_king == c.NONE:
        return "a campaign needs resolution.war_king"
    if s.war != c.BY_CAMPAIGN or s.war_empire != empire:
        return "another war is fought"
    if s.war_king == c.SQUARE + empire or is_within_column(s):
        return "no regime changes within a column"
    return king_problem(s, s.war_king)


def queen_problem(s: State, player: int, queen: int, *_: int) -> str:
    """I: an old maid of the player."""
    if CARD_KIND[queen] == c.QUEEN and s.place[queen] == c.OLD_MAID and s.owner[queen] == player:
        return ""
    return f"the queen must be among the old maids of player {player}"


def one_shot_problem(s: State, player: int, *_: int) -> str:
    """E2.1: it can occur."""
    if CARD_KIND[s.card] == c.TABLEAU_CARD and can_occur(s, player, s.card):
        return ""
    return f"{CARD_CODES[s.card]} has no one-shot that can occur"


def war_empire_problem(s: State, *_: int) -> str:
    """B12: a region's card fights."""
    return "" if CARD_LOCATION[s.card] >= c.NUM_EMPIRES else f"{CARD_CODES[s.card]} is of no region"


def agent_problem(s: State, player: int, agent: int, *_: int) -> str:
    return "" if s.agents[agent] else f"resolution.agents has no {c.AGENT_NAMES[agent]}"


def serf_problem(s: State, player: int, agent: int, border: int, _: int) -> str:
    """B13d: a pawn displaces another, for a florin."""
    if agent != c.OWN_PAWN or s.pawn[border] == c.NONE or s.pirate[border] != c.NONE:
        return "no pawn is displaced there"
    empires = LOCATION_EMPIRES[CARD_LOCATION[s.card]]
    if not any(has(empires, e) and touches(border, e) for e in range(c.NUM_EMPIRES)):
        return "the border is not of the card's region"
    return "" if s.florins[player] else f"player {player} has no florin"


def casualty_problem(s: State, player: int, *_: int) -> str:
    """B10b: the fighters are there."""
    if np.any(s.fighters > s.repressed[fighters_home(s)]):
        return "resolution.fighters are not all repressed there"
    return ""


def survivor_problem(s: State, player: int, token: int, is_agent: int, _: int) -> str:
    """B10c: an agent of the card, or a repressed token that fought."""
    problem = f"no {c.TOKEN_NAMES[token]} is among the survivors"
    if not is_agent:
        return "" if token < c.NUM_REPRESSED and num_freed(s, token) > 0 else problem
    if c.PAWN <= token < c.PIRATE:
        return "" if token == c.PAWN + player and s.agents[c.OWN_PAWN] else problem
    agent = token if token < c.PAWN else token - c.PIRATE + c.AGENT_PIRATE
    return "" if agent < c.AGENT_BISHOP and s.agents[agent] else problem


def token_problem(s: State, player: int, token: int, spot: int, serf_empire: int) -> str:
    """T: it can be put there, what it displaces is paid for, and it comes from somewhere."""
    if not token_fits(token, spot):
        return f"a {c.TOKEN_NAMES[token]} cannot be put there"
    if c.PAWN + s.num_players <= token < c.PIRATE:
        return f"there is no player {token - c.PAWN}"
    if not is_free_or_paid(s, player, token, spot, serf_empire):
        return "it cannot displace what is there"
    return "" if s.supply[token] or has_source(s, token, spot) else "there is none to be had"


def token_fits(token: int, spot: int) -> bool:
    """B8: knights and rooks in cities, pawns and pirates on borders, bishops on cards."""
    if spot < c.SPOT_BORDER:
        return token < c.PAWN
    if spot < c.SPOT_SQUARE:
        return c.PAWN <= token < c.BISHOP
    return token < c.NUM_REPRESSED if spot < c.SPOT_CARD else token >= c.BISHOP


def is_free_or_paid(s: State, player: int, token: int, spot: int, serf_empire: int) -> bool:
    """B13: knights, rooks and pawns displace their like for a florin."""
    if spot < c.SPOT_BORDER:
        return bool(is_open(s, spot)) and (s.city[spot] == c.NONE or bool(s.florins[player]))
    if spot >= c.SPOT_CARD:
        return bool(in_play(s, spot - c.SPOT_CARD))
    if spot >= c.SPOT_SQUARE or token >= c.PIRATE:
        return True
    return can_take_border(s, player, spot - c.SPOT_BORDER, serf_empire)


def can_take_border(s: State, player: int, border: int, serf_empire: int) -> bool:
    """E2.2d: no pirate is there; a pawn becomes a serf in an empire of the border."""
    if s.pirate[border] != c.NONE:
        return False
    if s.pawn[border] == c.NONE:
        return True
    return 0 <= serf_empire < c.NUM_EMPIRES and bool(s.florins[player])


def has_source(s: State, token: int, spot: int) -> bool:
    """T3: a token that is not in the pool can be taken from somewhere."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    mark_source(s, token, spot, mask)
    return bool(mask.any())


def source_problem(s: State, player: int, token: int, spot: int, _: int) -> str:
    return "" if token_fits(token, spot) else f"a {c.TOKEN_NAMES[token]} cannot be put there"


def voyage_problem(s: State, player: int, city: int, stop: int, _: int) -> str:
    return "" if 0 <= stop <= ROUTE_LENGTH[city] > 0 else "no such stop on a route from there"


def op_problem(s: State, player: int, card: int, is_borrowed: int, _: int) -> str:
    """E4: a card of the player's tableau, or of another one's."""
    if s.place[card] != c.IN_TABLEAU or (s.owner[card] != player) != bool(is_borrowed):
        return f"{CARD_CODES[card]} is not in such a tableau"
    return ""


def acting_problem(s: State, player: int, card: int, *_: int) -> str:
    """F: the card that acts."""
    return "" if s.place[card] == c.IN_TABLEAU else f"{CARD_CODES[card]} is in no tableau"


def bishop_problem(s: State, player: int, card: int, *_: int) -> str:
    return "" if s.bishop[card] != c.NONE else f"no bishop is on {CARD_CODES[card]}"


def corsair_problem(s: State, player: int, card: int, colour: int, origin: int) -> str:
    if s.pirate[origin] != colour:
        return f"no such pirate on {c.BORDER_NAMES[origin]}"
    return acting_problem(s, player, card)


def tax_empire_problem(s: State, player: int, card: int, border: int, _: int) -> str:
    if s.pawn[border] == c.NONE:
        return f"no pawn on {c.BORDER_NAMES[border]}"
    return acting_problem(s, player, card)


def tax_problem(s: State, player: int, border: int, *_: int) -> str:
    return (
        ""
        if s.pawn[border] == player
        else f"no pawn of player {player} on {c.BORDER_NAMES[border]}"
    )


def freed_problem(s: State, player: int, empire: int, token: int, _: int) -> str:
    if token < c.NUM_REPRESSED and s.repressed[empire, token] > 0:
        return ""
    return f"no {c.TOKEN_NAMES[token]} is repressed there"


def activate_problem(s: State, *_: int) -> str:
    """L1: a comet has left the market for it."""
    comets = CARD_KIND[: c.NUM_CARDS] == c.COMET
    waiting = np.isin(s.place[: c.NUM_CARDS], (c.IN_DECK, c.IN_MARKET))
    return "" if s.active.sum() < (comets & ~waiting).sum() else "no comet was bought for it"


def campaigning_problem(s: State, player: int, king: int, *_: int) -> str:
    return king_problem(s, king)


PROBLEMS: dict[str, Callable[..., str]] = {
    "regime change": regime_problem,
    "suitor": queen_problem,
    "one_shot": one_shot_problem,
    "war_empire": war_empire_problem,
    "place_agent": agent_problem,
    "serf_empire": serf_problem,
    "casualty": casualty_problem,
    "place_survivor": survivor_problem,
    "place token": token_problem,
    "source": source_problem,
    "voyage": voyage_problem,
    "op": op_problem,
    **dict.fromkeys(("behead", "tax", "repress", "corsair_from", "siege"), acting_problem),
    "inquisitor_to": bishop_problem,
    "corsair_to": corsair_problem,
    "tax_empire": tax_empire_problem,
    "tax_response": tax_problem,
    "place_freed": freed_problem,
    "activate": activate_problem,
    "campaign": campaigning_problem,
}
