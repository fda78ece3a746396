"""What the rules can reach: bounds for every field, from the components of the game.

Every position that is loaded is checked here, whether it was written in words or is a saved row: no
store of a rule may wrap or go past the end of its array afterwards.
"""

from typing import Any

import numpy as np

from paxren_env.core.notation import fail
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.frames import SPOT_NAMES
from paxren_env.games.pax_renaissance.invariants import broken_table
from paxren_env.games.pax_renaissance.notation.solo import PLACE_NAMES
from paxren_env.games.pax_renaissance.solo.table import CONCESSIONS
from paxren_env.games.pax_renaissance.state import (
    DECK_CAPACITY,
    HAND_CAPACITY,
    SCRIPT_LENGTH,
    STACK_DEPTH,
    TABLEAU_CAPACITY,
    State,
)
from paxren_env.games.pax_renaissance.tables import (
    CARD_AGENTS,
    CARD_KIND,
    CARD_SIDE,
    QUEENS,
    TOKEN_SUPPLY,
)

# All florins outside China. If a turn brings no more than 100 (an estimate, not counted out), the
# sum still fits into the record 200 turns later; in random games no seat had more than 59.
MOST_FLORINS = 10_000
# Half of the stack is left to what the frames bring; random games needed 7 in all.
MOST_FRAMES = STACK_DEPTH // 2
MOST_DEATHS = c.NUM_CITIES + 2 * c.NUM_BORDERS + int(TOKEN_SUPPLY.sum())

FLAG = (0, 1)
_LAST_CARD, _LAST_PIECE = c.NUM_CARDS - 1, c.NUM_PIECES - 1
BOUNDS: dict[str, tuple[Any, Any]] = {
    "num_players": (2, c.MAX_PLAYERS), "map": (0, len(c.MAP_NAMES) - 1),
    "ruleset": (0, len(c.RULESET_NAMES) - 1), "options": (0, (1 << len(c.OPTION_NAMES)) - 1),
    "solo": (0, (1 << len(c.SOLO_NAMES)) - 1), "solo_top_cards": (0, c.MAX_SOLO_TOP_CARDS),
    "bot": (0, 2), "bank": (c.NONE, c.NUM_BANKS - 1), "first_player": (0, c.MAX_PLAYERS - 1),
    "turn": (0, c.MOST_TURNS), "turn_player": (0, c.MAX_PLAYERS - 1),
    "actions_left": (0, c.ACTIONS_PER_TURN), "did_something": FLAG, "ops_done": FLAG,
    "free_fair_used": FLAG, "stack_size": (0, MOST_FRAMES),
    "script": (0, NUM_ACTIONS - 1), "script_size": (0, SCRIPT_LENGTH),
    "script_next": (0, SCRIPT_LENGTH), "bot_place": (0, len(PLACE_NAMES) - 1),
    "bot_faith": (c.NONE, c.NUM_RELIGIONS - 1),
    "bot_feats": (np.array([0, 0, c.NONE, 0]), np.array([CONCESSIONS, 1, c.NUM_RELIGIONS - 1, 3])),
    "card": (c.NONE, _LAST_PIECE), "agents": (0, CARD_AGENTS.max(axis=0)),
    "agents_required": FLAG, "sibling": (c.NONE, len(SPOT_NAMES) - 1),
    "war": (c.NONE, len(c.CAUSE_NAMES) - 1), "war_empire": (c.NONE, c.NUM_EMPIRES - 1),
    "war_king": (c.NONE, _LAST_PIECE), "war_rooks": FLAG, "deaths_left": (0, MOST_DEATHS),
    "fighters": (0, TOKEN_SUPPLY[: c.NUM_REPRESSED]), "fair_profit": (0, MOST_FLORINS),
    "market": (c.NONE, _LAST_CARD), "market_florins": (0, MOST_FLORINS), "market_paid": FLAG,
    "deck": (0, _LAST_CARD), "deck_size": (0, DECK_CAPACITY),
    "place": (0, len(c.PLACE_NAMES) - 1), "owner": (c.NONE, c.MAX_PLAYERS - 1),
    "under": (c.NONE, _LAST_PIECE), "bishop": (c.NONE, c.NUM_RELIGIONS - 1), "op_used": FLAG,
    "hand": (0, _LAST_CARD), "hand_size": (0, HAND_CAPACITY), "tableau": (0, _LAST_PIECE),
    "tableau_size": (0, TABLEAU_CAPACITY), "republic": FLAG,
    "repressed": (0, TOKEN_SUPPLY[: c.NUM_REPRESSED]),
    "religion": (c.MEDIEVAL, c.NUM_RELIGIONS - 1), "city": (c.NONE, c.PAWN - 1),
    "pawn": (c.NONE, c.MAX_PLAYERS - 1), "pirate": (c.NONE, c.NUM_RELIGIONS - 1),
    "open_emporium": (0, c.NUM_CITIES - 1), "florins": (0, MOST_FLORINS),
    "supply": (0, TOKEN_SUPPLY), "eliminated": FLAG, "active": FLAG,
    "victory": (c.NONE, len(c.VICTORY_NAMES) - 1), "stale": (0, 0),
}  # fmt: skip

# Where a line of IN is broken, and what it says.
TABLE = {
    1: ("tokens", "not as many as the game has"),
    2: ("borders", "a pirate lies on land, or beside a pawn without protection"),
    3: ("cities", "a token lies where it cannot, or where there is no slot now"),
    4: ("emporia", "not one open emporium on each side"),
    5: ("cards", "a card is in two places, or not where it says it is"),
    6: ("squares", "a republic, vassal or queen is where it cannot be"),
    7: ("bishops", "a bishop or a queen is where it cannot be"),
    9: ("players.hand", "too many cards, and nobody is asked to discard"),
    11: ("florins", "fewer than none, or without a card"),
    12: ("victories", "more squares are active than comets have left the market"),
}


def check_row(states: np.ndarray) -> None:
    """A saved row within its bounds: what else a position needs to be written from it."""
    s = view(states, 0)
    mend(s)
    check_table(s)


def mend(s: State) -> None:
    """Earlier versions left the mark of usury behind when its card went to a fair."""
    s.market_paid[s.market == c.NONE] = 0


def check_table(s: State) -> None:
    """IN: what always holds of cards, tokens and florins."""
    broken = int(broken_table(s))
    if broken:
        fail(*TABLE[broken])


def check_reach(s: State) -> None:
    """Nothing can grow out of its place in the record."""
    check_turn(s)
    check_florins(s)
    check_agents(s)
    for seat in range(s.num_players):
        check_hand(s, seat)
        for side in range(2):
            check_tableau(s, seat, side)


def check_turn(s: State) -> None:
    """D2: a game that goes on is not at its last turn."""
    last = c.MOST_TURNS if s.max_turns == c.NO_TURN_LIMIT else s.max_turns
    if s.turn > last or (s.turn == last and s.status == c.RUNNING):
        fail("turn.number", f"{s.turn}, but the game is cut after {last}")


def check_florins(s: State) -> None:
    total = int(s.florins.sum(dtype=int) + s.market_florins.sum(dtype=int)) + s.fair_profit
    if total > MOST_FLORINS:
        fail("florins", f"{total} in all, at most {MOST_FLORINS}")


def check_agents(s: State) -> None:
    """E2: only those printed on the card that is being resolved; NONE is blank."""
    for agent in np.flatnonzero(s.agents > CARD_AGENTS[s.card]).tolist():
        fail(
            "resolution.agents", f"the card played has no {s.agents[agent]} {c.AGENT_NAMES[agent]}"
        )


def check_hand(s: State, seat: int) -> None:
    """E1: whoever has no limit may buy all that lies in market and decks, but for comets."""
    buyable = np.isin(s.place[: c.NUM_CARDS], (c.IN_DECK, c.IN_MARKET)) & ~is_comet()
    most = int(s.hand_size[seat]) + int(buyable.sum())
    if most > HAND_CAPACITY:
        why = f"{s.hand_size[seat]} cards, and {most} with all that can be bought; "
        fail(f"players[{seat}].hand", f"{why}at most {HAND_CAPACITY}")


def is_comet() -> np.ndarray:
    return CARD_KIND[: c.NUM_CARDS] == c.COMET


def check_tableau(s: State, seat: int, side: int) -> None:
    """E2, B9: own cards of the side and those to come, every queen and every square."""
    place = s.place[: c.NUM_CARDS]
    mine = np.isin(place, (c.IN_TABLEAU, c.IN_HAND)) & (s.owner[: c.NUM_CARDS] == seat)
    coming = np.isin(place, (c.IN_DECK, c.IN_MARKET)) & ~is_comet()
    found = (mine | coming) & (CARD_SIDE[: c.NUM_CARDS] == side)
    found[QUEENS] = ~np.isin(place[QUEENS], (c.IN_BOX, c.DISCARDED))
    most = int(found.sum()) + c.NUM_EMPIRES
    if most > TABLEAU_CAPACITY:
        why = f"up to {most} cards may come together, at most {TABLEAU_CAPACITY}"
        fail(f"players[{seat}].{c.SIDE_NAMES[side]}", why)
