"""4.2: phase 2, Draw Card: conditions are removed, the mill turns, everybody draws."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import COMMODITY, NEUTRAL, PASS, SHORTAGE, SURPLUS
from paxren_env.games.age_of_renaissance.constants import (
    BUY_CARD,
    CLOTH,
    GOLD,
    GRAIN,
    IVORY,
    METAL,
    NOBODY,
    NUM_COMMODITIES,
    WIND_WATERMILL,
    WINE,
    Commodity,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BUY_OFF,
    MILL_COMMODITY,
    MILL_STATE,
    REMOVE_CONDITION,
    WATERMILL,
)
from paxren_env.games.age_of_renaissance.queries import has, is_live
from paxren_env.games.age_of_renaissance.reasons import (
    CANNOT_REMOVE,
    GOLD_FOR_IVORY,
    NO_CONDITION,
    NOT_MILLED,
    SAME_STATE,
)
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase, owe_polls, owe_segments
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import BASE_VALUE

MILLED = (GRAIN, CLOTH, WINE, METAL)


@rule
def start_draw_card(s: State):
    """4.0.1: skipped in turn 1, its poll too."""
    owe_phase(s, BUY_CARD)
    if s.turn > 1:
        owe_segments(s)
        owe(s, WATERMILL, NOBODY, NONE, NONE, NONE)
        owe(s, BUY_OFF, NOBODY, NONE, NONE, NONE)
        owe_polls(s)


# --- DT08 -----------------------------------------------------------------------------------------
@rule
def why_not_remove(s: State, player: Player, commodity: Commodity) -> int:
    """4.2.2: a standing condition he can pay for; gold stands for ivory too."""
    if commodity == IVORY:
        return GOLD_FOR_IVORY
    if s.sigma[commodity] == 0:
        return NO_CONDITION
    return LEGAL if s.cash[player] >= BASE_VALUE[commodity] else CANNOT_REMOVE


@rule
def buy_off(s: State):
    """4.2.2: the player in the first place, if live and if there is anything to remove."""
    player = int(s.order[0])
    if not is_live(s, player):
        return
    for commodity in range(NUM_COMMODITIES):
        if s.sigma[commodity] != 0:
            ask(s, REMOVE_CONDITION, player, NONE, NONE)
            return


@rule
def mark_remove_condition(s: State, player: Player, mask):
    """DT08."""
    mask[PASS] = 1
    for commodity in range(NUM_COMMODITIES):
        mask[COMMODITY + commodity] = why_not_remove(s, player, commodity) == LEGAL


@rule
def why_not_condition(s: State, player: Player, action: int) -> int:
    """DT08: the same as a reason."""
    return LEGAL if action == PASS else why_not_remove(s, player, action - COMMODITY)


@rule
def do_remove_condition(s: State, player: Player, action: int):
    """4.2.2: one unit for the base value; a joint condition costs $10 in all."""
    if action == PASS:
        return
    commodity = action - COMMODITY
    s.cash[player] -= BASE_VALUE[commodity]
    use_condition(s, commodity)
    if commodity == GOLD:
        use_condition(s, IVORY)
    owe(s, BUY_OFF, NOBODY, NONE, NONE, NONE)


@rule
def use_condition(s: State, commodity: Commodity):
    """One Shortage or Surplus less."""
    if s.sigma[commodity] > 0:
        s.sigma[commodity] -= 1
    elif s.sigma[commodity] < 0:
        s.sigma[commodity] += 1


# --- DT09, DT10 -----------------------------------------------------------------------------------
@rule
def watermill(s: State):
    """4.2.3: the player in the last place, if he owns the mill."""
    player = int(s.order[s.num_players - 1])
    if is_live(s, player) and has(s, player, WIND_WATERMILL):
        ask(s, MILL_COMMODITY, player, NONE, NONE)


@rule
def mark_mill_commodity(s: State, mask):
    """DT09."""
    mask[PASS] = 1
    for commodity in MILLED:
        mask[COMMODITY + commodity] = 1


@rule
def why_not_mill_commodity(action: int) -> int:
    """DT09: the same as a reason."""
    if action == PASS:
        return LEGAL
    for commodity in MILLED:
        if action == COMMODITY + commodity:
            return LEGAL
    return NOT_MILLED


@rule
def do_mill_commodity(s: State, player: Player, action: int):
    """DT09: its state is asked next."""
    if action != PASS:
        ask(s, MILL_STATE, player, action - COMMODITY, NONE)


@rule
def mark_mill_state(s: State, commodity: Commodity, mask):
    """DT10: not the present state; from a double one neutral and the opposite."""
    mask[NEUTRAL] = why_not_mill_state(s, commodity, NEUTRAL) == LEGAL
    mask[SHORTAGE] = why_not_mill_state(s, commodity, SHORTAGE) == LEGAL
    mask[SURPLUS] = why_not_mill_state(s, commodity, SURPLUS) == LEGAL


@rule
def why_not_mill_state(s: State, commodity: Commodity, action: int) -> int:
    """4.2.3: the state must change."""
    if action == NEUTRAL:
        return SAME_STATE if s.sigma[commodity] == 0 else LEGAL
    if action == SHORTAGE:
        return SAME_STATE if s.sigma[commodity] > 0 else LEGAL
    return SAME_STATE if s.sigma[commodity] < 0 else LEGAL


@rule
def do_mill_state(s: State, commodity: Commodity, action: int):
    """DT10: no money, no majority effects."""
    if action == NEUTRAL:
        s.sigma[commodity] = 0
    elif action == SHORTAGE:
        s.sigma[commodity] = 1
    else:
        s.sigma[commodity] = -1
