"""EC: Emperor's Court (module 1): courtiers and favours."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY, FAVOUR, NO, PASS, YES
from paxren_env.games.wallenstein.constants import (
    ARMIES_TO_TRAY,
    CANCEL_EVENT,
    COURT_PHASE,
    FAVOUR_GRAIN,
    FAVOUR_THALERS,
    FAVOUR_VP,
    FREE_ARMIES,
    FREE_BUILDING,
    HIGHEST_PRICE,
    NUM_COUNTIES,
    NUM_COURT_BOXES,
    NUM_COURTIERS,
    OPEN_FAVOURS,
    PROTECTION,
    REMOVE_MARKER,
    TOWER_CARD,
    Box,
    County,
    Favour,
    Player,
)
from paxren_env.games.wallenstein.frames import CANCEL, FAVOUR_COUNTY, GRANT_FAVOURS, TAKE_FAVOUR
from paxren_env.games.wallenstein.reasons import (
    FAVOUR_GONE,
    FAVOUR_NOT_OWN,
    NO_MARKER,
    NO_SUPPLY,
    NOT_IN_GAME,
    NOT_OWN_OR_NEUTRAL,
    TOO_FEW_COURTIERS,
)
from paxren_env.games.wallenstein.rules.a_actions import put_building
from paxren_env.games.wallenstein.rules.lk_landsknechte import armies_to_tray
from paxren_env.games.wallenstein.rules.m_map import is_in_game, why_not_build
from paxren_env.games.wallenstein.rules.r_cards import gain_county
from paxren_env.games.wallenstein.rules.r_planning import is_county
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import FAVOUR_KIND


# --- EC1 ------------------------------------------------------------------------------------------
@rule
def open_favour(s: State, favour: Favour):
    """EC1: the highest number lies on the space of price 4, the lowest on 2."""
    s.favours_unused &= ~(1 << favour)
    slot = 0
    while s.favour_open[slot] > favour:
        slot += 1
    for i in range(OPEN_FAVOURS - 1, slot, -1):
        s.favour_open[i] = s.favour_open[i - 1]
    s.favour_open[slot] = favour


# --- EC2, step 1: conversions ---------------------------------------------------------------------
@rule
def convert_all(s: State):
    """EC2: in turn order each reveals convert 3, 2, 1; then the favours, in an order now fixed."""
    s.phase = COURT_PHASE
    for turn in range(s.num_players):
        player = int(s.order[turn])
        for box in range(NUM_COURT_BOXES):
            s.shown[player, box] = 1
            convert(s, player, box)
    set_court_order(s)
    owe(s, GRANT_FAVOURS, NONE, 0, NONE, NONE)


@rule
def convert(s: State, player: Player, box: Box):
    """EC2: k armies of the county, or k own cubes of the tray, become k courtiers in the hall."""
    number = NUM_COURT_BOXES - box
    card = int(s.plan[player, box])
    if NUM_COURTIERS - s.hall[player] < number:
        return
    if is_county(card) and s.armies[card] > number:
        s.armies[card] -= number
    elif card == TOWER_CARD and s.tray[player] >= number:
        s.tray[player] -= number
    else:
        return
    s.supply[player] += number
    s.hall[player] += number


@rule
def set_court_order(s: State):
    """EC2: most courtiers in the hall first, ties by turn order."""
    for turn in range(s.num_players):
        player = int(s.order[turn])
        i = turn
        while i > 0 and s.hall[s.court_order[i - 1]] < s.hall[player]:
            s.court_order[i] = s.court_order[i - 1]
            i -= 1
        s.court_order[i] = player


# --- EC2, step 2: favours -------------------------------------------------------------------------
@rule
def why_not_take(s: State, player: Player, slot: int) -> int:
    """EC2: the favour is still there and the hall holds its price."""
    if s.favour_open[slot] == NONE:
        return FAVOUR_GONE
    return LEGAL if s.hall[player] >= HIGHEST_PRICE - slot else TOO_FEW_COURTIERS


@rule
def can_take(s: State, player: Player, slot: int) -> bool:
    """EC2: the player may take the favour."""
    return why_not_take(s, player, slot) == LEGAL


@rule
def grant_favours(s: State, turn: int):
    """EC2: one favour per player; who can pay none is skipped; the rest leaves the game."""
    if turn == s.num_players:
        s.favour_open[:] = NONE
        s.court_order[:] = NONE
        return
    owe(s, GRANT_FAVOURS, NONE, turn + 1, NONE, NONE)
    player = int(s.court_order[turn])
    for slot in range(OPEN_FAVOURS):
        if can_take(s, player, slot):
            ask(s, TAKE_FAVOUR, player, NONE, NONE)
            return


@rule
def mark_favour(s: State, player: Player, mask):
    """DT10: a favour that can be paid, or none."""
    mask[PASS] = 1
    for slot in range(OPEN_FAVOURS):
        mask[FAVOUR + slot] = can_take(s, player, slot)


@rule
def why_not_favour(s: State, player: Player, action: int) -> int:
    """DT10: a favour that can be paid, or none."""
    return LEGAL if action == PASS else why_not_take(s, player, action - FAVOUR)


@rule
def do_favour(s: State, player: Player, action: int):
    """EC2: the courtiers go back to the supply, the favour acts at once."""
    if action == PASS:
        return
    slot = action - FAVOUR
    favour = int(s.favour_open[slot])
    s.favour_open[slot] = NONE
    s.hall[player] -= HIGHEST_PRICE - slot
    grant(s, player, favour)


@rule
def grant(s: State, player: Player, favour: Favour):
    """EC3: what the favour gives; some ask a question first."""
    kind, amount = int(FAVOUR_KIND[favour]), int(s.favour_amount[favour])
    if kind == CANCEL_EVENT:
        ask(s, CANCEL, player, NONE, NONE)
    elif kind == FAVOUR_THALERS:
        s.thalers[player] += amount
    elif kind == ARMIES_TO_TRAY:
        armies_to_tray(s, player, amount)
    elif kind == FAVOUR_GRAIN:
        s.grain[player] += amount
    elif kind == FAVOUR_VP:
        s.vp[player] += amount
    elif kind == PROTECTION:
        s.protected[player] |= amount
    elif has_favour_county(s, player, favour):
        ask(s, FAVOUR_COUNTY, player, favour, NONE)
    elif kind == REMOVE_MARKER:
        s.keeps_marker_card = player


@rule
def mark_cancel(mask):
    """DT11: the taker may let the event stand."""
    mask[NO] = 1
    mask[YES] = 1


@rule
def do_cancel(s: State, action: int):
    """EC3: no event for the rest of the round; its card does not come back."""
    if action == YES:
        s.event = NONE


@rule
def why_not_favour_county(s: State, player: Player, favour: Favour, county: County) -> int:
    """EC3: free armies in an own or a neutral county; else an own one, where it does something."""
    kind, owner = int(FAVOUR_KIND[favour]), int(s.owner[county])
    if kind == FREE_ARMIES:
        if owner != player and owner != NONE:
            return NOT_OWN_OR_NEUTRAL
        if not is_in_game(s, county):
            return NOT_IN_GAME
        return LEGAL if s.supply[player] > 0 else NO_SUPPLY
    if owner != player:
        return FAVOUR_NOT_OWN
    if kind == FREE_BUILDING:
        return why_not_build(s, county, int(s.favour_amount[favour]))
    return LEGAL if s.markers[county] > 0 else NO_MARKER


@rule
def can_favour(s: State, player: Player, favour: Favour, county: County) -> bool:
    """EC3: the favour can be used in the county."""
    return why_not_favour_county(s, player, favour, county) == LEGAL


@rule
def has_favour_county(s: State, player: Player, favour: Favour) -> bool:
    """EC3: there is a county to use the favour in."""
    for county in range(NUM_COUNTIES):
        if can_favour(s, player, favour, county):
            return True
    return False


@rule
def mark_favour_county(s: State, player: Player, favour: Favour, mask):
    """DT12: every county the favour can be used in."""
    for county in range(NUM_COUNTIES):
        mask[COUNTY + county] = can_favour(s, player, favour, county)


@rule
def do_favour_county(s: State, player: Player, county: County, favour: Favour):
    """EC3: a free building, free armies, or one marker less."""
    kind, amount = int(FAVOUR_KIND[favour]), int(s.favour_amount[favour])
    if kind == FREE_BUILDING:
        put_building(s, amount, county)
    elif kind == FREE_ARMIES:
        number = min(amount, int(s.supply[player]))
        s.supply[player] -= number
        if s.owner[county] == NONE:
            gain_county(s, player, county, number)
        else:
            s.armies[county] += number
    else:
        s.markers[county] -= 1
