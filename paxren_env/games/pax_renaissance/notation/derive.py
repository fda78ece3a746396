"""Bringing the derived fields of a position up to date, and refusing what cannot be."""

import numpy as np

from paxren_env.core import engine
from paxren_env.core.log import Event, new_log, read_log
from paxren_env.core.notation import fail
from paxren_env.core.record import copy_states, view
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.notation.check import MOST_FRAMES, check_reach, check_table
from paxren_env.games.pax_renaissance.notation.pending import check_pending
from paxren_env.games.pax_renaissance.notation.solo import check_script, check_search
from paxren_env.games.pax_renaissance.queries import has_slot
from paxren_env.games.pax_renaissance.rules.b8_tokens import is_protected
from paxren_env.games.pax_renaissance.rules.d_turn import mark_main
from paxren_env.games.pax_renaissance.rules.s_silencing import over_hand_limit, refresh
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CITY_FIRST

MAX_LOG = 256


def derive(states: np.ndarray, mask: np.ndarray) -> tuple[list[Event], list[tuple[int, int]]]:
    """Let the engine derive what follows from a position, and refuse what the rules rule out.

    Returns what the bot answered and noted, if it was to play.
    """
    s = view(states, 0)
    refresh(s)
    has_choice = can_act(states, mask)
    check_cities(s)
    check_borders(s)
    check_reach(s)
    if s.status == c.RUNNING:
        check_pending(s)
    check_search(s)
    check_script(states, mask)
    if s.status != c.RUNNING:
        check_table(s)
        mask[:] = 0
        return [], []
    if not has_choice and not s.did_something and s.actions_left > 0:
        fail("turn", f"player {s.turn_player} can do nothing; give cards, or did_something")
    ask_discards(s)
    return load(states, mask)


def load(states: np.ndarray, mask: np.ndarray) -> tuple[list[Event], list[tuple[int, int]]]:
    """Mark what is legal, and let the bot play if it is to; IN must hold, then and before."""
    s = view(states, 0)
    check_table(s)
    log = new_log(MAX_LOG)
    size = engine.load(states, 0, mask, log)
    if size < 0:
        fail("pending", "no rule knows how to go on from there")
    check_table(s)
    return read_log(log, size, 0)


def can_act(states: np.ndarray, mask: np.ndarray) -> bool:
    """Mark what the turn player could do now, whoever has that seat; whether it is anything."""
    s = view(copy_states(states), 0)
    s.bot = 0
    s.eliminated[:] = 0
    s.did_something = 0  # to pass is no action
    mask[:] = 0
    mark_main(s, s.turn_player, mask)
    return bool(mask.any())


def owed(s: State) -> list[list[int]]:
    return s.stack[: s.stack_size].tolist()


def check_cities(s: State) -> None:
    """S3.3: no token where there is no slot, unless one of that city is about to go or move."""
    shrinking = {CITY_FIRST[frame[2]] for frame in owed(s) if frame[0] == p.DROP_TOKEN}
    shrinking |= {c.CONSTANTINOPLE for frame in owed(s) if frame[0] == p.ARRANGE_SLOTS}
    for city in np.flatnonzero(s.city != c.NONE).tolist():
        if not has_slot(s, city) and CITY_FIRST[city] not in shrinking:
            fail(f"cities.{c.CITY_NAMES[city]}", "there is no such slot now")


def check_borders(s: State) -> None:
    """S3.2: an unprotected concession does not survive a pirate; in 2021 it may have been left."""
    for border in np.flatnonzero((s.pawn != c.NONE) & (s.pirate != c.NONE)).tolist():
        if not is_protected(s, border) and s.ruleset != c.RULESET_2021:
            name = c.BORDER_NAMES[border]
            fail(f"borders.{name}", "a pawn without protection does not survive a pirate")


def ask_discards(s: State) -> None:
    """S3.1: who holds too many cards must discard, before anything else."""
    for seat in range(s.num_players):
        asked = any(frame[:2] == [p.DISCARD_CARD, seat] for frame in owed(s))
        if over_hand_limit(s, seat) and not asked:
            if s.stack_size == MOST_FRAMES:
                fail("pending", f"no room for the discards of player {seat}")
            ask(s, p.DISCARD_CARD, seat, c.NONE, c.NONE)
