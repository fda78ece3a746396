"""Bringing the derived fields of a position up to date, and refusing what cannot be."""

import numpy as np

from paxren_env.core import engine
from paxren_env.core.log import Event, new_log, read_log
from paxren_env.core.record import State, copy_states, view
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import ACTIVATE, BUY, PLAY
from paxren_env.games.pax_renaissance.notation.checks import fail
from paxren_env.games.pax_renaissance.solo.purchases import can_buy
from paxren_env.games.pax_renaissance.state import STACK_DEPTH
from paxren_env.games.pax_renaissance.tables import CITY_EMPIRE, CITY_FIRST, LEVY

MAX_LOG = 256
DERIVED = ("ability", "prestige", "silenced", "column")


def settle(states: np.ndarray, mask: np.ndarray) -> tuple[list[Event], list[tuple[int, int]]]:
    """Let the engine derive what follows from a position, and refuse what the rules rule out.

    Returns what the bot answered and noted, if it was to play.
    """
    s = view(states, 0)
    probe = copy_states(states)
    has_choice = load_probe(probe, mask)
    for field in DERIVED:
        getattr(s, field)[:] = getattr(view(probe, 0), field)
    check_cities(s)
    check_borders(s)
    check_script(states, mask)
    if s.status != c.RUNNING:
        mask[:] = 0
        return [], []
    if not has_choice and not s.did_something and s.actions_left > 0:
        fail("turn", f"player {s.turn_player} can do nothing; give cards, or did_something")
    ask_discards(s)
    log = new_log(MAX_LOG)
    return read_log(log, engine.load(states, 0, mask, log), 0)


def load_probe(states: np.ndarray, mask: np.ndarray) -> bool:
    """Load the position as if the main choice came now; whether it has more than to pass."""
    s = view(states, 0)
    s.status = c.RUNNING
    s.options &= ~c.BANKRUPTCY  # nobody goes out on the way
    s.eliminated[:] = 0
    s.did_something = 1  # passing is legal: some answer there always is
    s.hand_size[:] = np.minimum(s.hand_size, c.HAND_LIMIT)  # no discards before it
    s.stack_size = 2
    s.stack[:2] = c.NONE
    s.stack[:2, 0] = p.TURN, p.MAIN
    s.stack[:2, 1] = s.turn_player
    s.bot = 0  # it plays nothing yet
    engine.load(states, 0, mask, new_log(MAX_LOG))
    return bool(mask.sum() > 1)


def owed(s: State) -> list[list[int]]:
    return s.stack[: s.stack_size].tolist()


def check_cities(s: State) -> None:
    """S3.3: no token where there is no slot, unless one of that city is about to go or move."""
    shrinking = {CITY_FIRST[frame[2]] for frame in owed(s) if frame[0] == p.DROP_TOKEN}
    shrinking |= {c.CONSTANTINOPLE for frame in owed(s) if frame[0] == p.ARRANGE_SLOTS}
    for city in np.flatnonzero(s.city != c.NONE):
        exists = LEVY[s.map, city, s.religion[CITY_EMPIRE[city]]] != c.NONE
        if city == c.VENICE_2:
            exists = exists and s.ability[:, c.VENICE_HOLDS_TWO].any()
        if not exists and CITY_FIRST[city] not in shrinking:
            fail(f"cities.{c.CITY_NAMES[city]}", "there is no such slot now")


def check_borders(s: State) -> None:
    """S3.2: an unprotected concession does not survive a pirate; in 2021 it may have been left."""
    for border in np.flatnonzero((s.pawn != c.NONE) & (s.pirate != c.NONE)):
        protected = s.ability[s.pawn[border], c.CONCESSIONS_IMMUNE_TO_PIRATES]
        if not protected and s.ruleset != c.RULESET_2021:
            name = c.BORDER_NAMES[border]
            fail(f"borders.{name}", "a pawn without protection does not survive a pirate")


def check_script(states: np.ndarray, mask: np.ndarray) -> None:
    """O4: only the bot in its own turn has a plan; its action comes first, and is legal now."""
    s = view(states, 0)
    script = s.script[: s.script_size].tolist()
    if not script:
        return
    if s.status != c.RUNNING or s.stack[0, 0] != p.BOT_TURN:
        fail("resolution.script", "only the bot has one, in its own turn")
    begun = 0  # how many answers are actions of the turn
    if s.stack_size == 1:
        begun = check_action(states, script, mask)
    for i, action in enumerate(script[begun:], begun):
        if BUY <= action < ACTIVATE:
            fail(f"resolution.script[{i}]", f"{action} is an action, for which it is too late")


def check_action(states: np.ndarray, script: list[int], mask: np.ndarray) -> int:
    """O4: the script begins with an action the bot can take; how many answers that are."""
    s = view(states, 0)
    action, where = script[0], "resolution.script[0]"
    if not BUY <= action < ACTIVATE:
        fail(where, f"{action} is no action, but the bot is to take one")
    if not BUY <= action < PLAY:
        if not mask[action]:
            fail(where, f"the bot cannot take the action {action} now")
        return 1
    if not can_buy(s, s.bot - 1, action - BUY):
        fail(where, f"the bot cannot buy and play the card of {action} now")
    card = s.market[action - BUY]
    if script[1:2] != [PLAY + card]:
        fail("resolution.script[1]", f"the bot plays what it buys: {PLAY + card} is missing")
    return 2


def ask_discards(s: State) -> None:
    """S3.1: who holds too many cards must discard, before anything else."""
    for seat in range(s.num_players):
        asked = any(frame[:2] == [p.DISCARD_CARD, seat] for frame in owed(s))
        unlimited = s.ability[seat, c.UNLIMITED_HAND] > 0
        if s.hand_size[seat] > c.HAND_LIMIT and not unlimited and not asked:
            if s.stack_size == STACK_DEPTH:
                fail("pending", f"no room for the discards of player {seat}")
            s.stack[s.stack_size] = p.DISCARD_CARD, seat, c.NONE, c.NONE, c.NONE
            s.stack_size += 1
