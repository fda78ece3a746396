"""4.5: phase 5, Purchase: ship, advances, stabilisation, relief."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import ADVANCE, PASS, YES
from paxren_env.games.age_of_renaissance.constants import (
    CIVICS,
    COMMERCE,
    COMMUNICATIONS,
    EXPANSION,
    HEAVENS_NEEDS_N,
    HUMAN_BODY,
    IMPROVED_AGRICULTURE,
    INSTITUTIONAL_RESEARCH,
    LAST_SPACE,
    MIDDLE_CLASS,
    NO_SHIP,
    NOBODY,
    NUM_ADVANCES,
    OCEAN_NAVIGATION,
    RELIGION,
    RESEARCH_REBATE,
    SCIENCE,
    SEAWORTHY_VESSELS,
    THE_HEAVENS,
    UPGRADE_COST,
    Advance,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    ADVANCES,
    BUY_ADVANCE,
    LEADERS_LEAVE,
    PAY_STABILISATION,
    RELIEF,
    STABILISE,
    UPGRADE_SHIP,
)
from paxren_env.games.age_of_renaissance.queries import half, has, is_live
from paxren_env.games.age_of_renaissance.reasons import (
    BANNED,
    CANNOT_PAY,
    OWNED,
    PREREQUISITE,
    TOO_EXPENSIVE,
)
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase, owe_polls, owe_segments
from paxren_env.games.age_of_renaissance.rules.s44_leaders import price_after_leaders
from paxren_env.games.age_of_renaissance.rules.s52_events import num_owned
from paxren_env.games.age_of_renaissance.rules.s54_misery import (
    fall_into_chaos,
    gain_misery,
    improve_misery,
)
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    ADVANCES_OF,
    CATEGORY_CREDIT,
    CATEGORY_OF,
    COST,
    FIRST_OCEAN,
    FIRST_OF,
    FIRST_SEAWORTHY,
    MISERY_VALUE,
    PREREQUISITES,
    SHIP_ROW,
)

NUM_SHIPS = len(SHIP_ROW)
RELIEF_STAGES = 3


@rule
def start_purchase(s: State):
    """4.5: the poll, a segment each, then the Leaders leave."""
    owe_phase(s, EXPANSION)
    owe(s, LEADERS_LEAVE, NOBODY, NONE, NONE, NONE)
    owe_segments(s)
    owe_polls(s)


@rule
def purchase_segment(s: State, player: Player):
    """4.5: strictly in this order."""
    owe(s, RELIEF, player, NONE, NONE, NONE)
    owe(s, STABILISE, player, NONE, NONE, NONE)
    owe(s, ADVANCES, player, NONE, NONE, NONE)
    if can_upgrade(s, player):
        ask(s, UPGRADE_SHIP, player, NONE, NONE)


# --- 4.5.1: the ship ------------------------------------------------------------------------------
@rule
def can_upgrade(s: State, player: Player) -> bool:
    """One space to the right within the row; the first galley belongs to row 1."""
    ship = int(s.ship[player])
    if s.cash[player] < UPGRADE_COST or ship + 1 >= NUM_SHIPS:
        return False
    return SHIP_ROW[ship] == NO_SHIP or SHIP_ROW[ship] == SHIP_ROW[ship + 1]


@rule
def do_upgrade_ship(s: State, player: Player, action: int):
    """DT22."""
    if action == YES:
        s.cash[player] -= UPGRADE_COST
        s.ship[player] += 1


# --- 4.5.2: advances ------------------------------------------------------------------------------
@rule
def category_credit(s: State, player: Player, category: int) -> int:
    """Credits of advances of the category owned at the start of the phase."""
    owned = int(s.advances[player]) & ~int(s.bought[player])
    total = 0
    for advance in range(FIRST_OF[category], FIRST_OF[category + 1]):
        if owned >> advance & 1:
            total += int(CATEGORY_CREDIT[advance])
    return total


@rule
def price_before_leaders(s: State, player: Player, advance: Advance) -> int:
    """4.5.2: list price less credits and Institutional Research."""
    category = int(CATEGORY_OF[advance])
    price = int(COST[advance]) - category_credit(s, player, category)
    if category != RELIGION and category != CIVICS and has(s, player, INSTITUTIONAL_RESEARCH):
        price -= RESEARCH_REBATE
    return price


@rule
def price(s: State, player: Player, advance: Advance) -> int:
    """4.5.2."""
    return price_after_leaders(s, player, advance, price_before_leaders(s, player, advance), False)


@rule
def prerequisites(s: State, advance: Advance) -> int:
    """2.5: bits; that of The Heavens is an option."""
    if advance == THE_HEAVENS and not s.options & HEAVENS_NEEDS_N:
        return 0
    return int(PREREQUISITES[advance])


@rule
def is_banned(s: State, advance: Advance) -> bool:
    """5.2: Papal Decree, unless Religious Strife was played this turn."""
    return s.papal == CATEGORY_OF[advance] and not s.strife


@rule
def why_not_buy(s: State, player: Player, advance: Advance) -> int:
    """4.5.2: not owned, its prerequisites are, no Papal Decree, and it can be paid."""
    owned = int(s.advances[player])
    needed = prerequisites(s, advance)
    if owned >> advance & 1:
        return OWNED
    if owned & needed != needed:
        return PREREQUISITE
    if is_banned(s, advance):
        return BANNED
    if s.cash[player] >= price_before_leaders(s, player, advance):
        return LEGAL  # Leaders only lower it
    return LEGAL if s.cash[player] >= price(s, player, advance) else TOO_EXPENSIVE


@rule
def can_buy(s: State, player: Player, advance: Advance) -> bool:
    """4.5.2."""
    return why_not_buy(s, player, advance) == LEGAL


@rule
def offer_advances(s: State, player: Player):
    """4.5.2: asked again until he passes."""
    if is_live(s, player):
        ask(s, BUY_ADVANCE, player, NONE, NONE)


@rule
def mark_buy_advance(s: State, player: Player, mask):
    """DT23."""
    mask[PASS] = 1
    for advance in range(NUM_ADVANCES):
        if can_buy(s, player, advance):
            mask[ADVANCE + advance] = 1


@rule
def why_not_buy_advance(s: State, player: Player, action: int) -> int:
    """DT23: the same as a reason."""
    return LEGAL if action == PASS else why_not_buy(s, player, action - ADVANCE)


@rule
def do_buy_advance(s: State, player: Player, action: int):
    """4.5.2: paid, with all that happens at once."""
    if action == PASS:
        return
    advance = action - ADVANCE
    full = price_before_leaders(s, player, advance)
    s.cash[player] -= price_after_leaders(s, player, advance, full, True)
    s.advances[player] |= 1 << advance
    s.bought[player] |= 1 << advance
    owe(s, ADVANCES, player, NONE, NONE, NONE)
    if advance == SEAWORTHY_VESSELS:
        s.ship[player] = FIRST_SEAWORTHY
    elif advance == OCEAN_NAVIGATION:
        s.ship[player] = FIRST_OCEAN
    elif advance == HUMAN_BODY or advance == IMPROVED_AGRICULTURE:
        improve_misery(s, player, 1)
    elif CATEGORY_OF[advance] == RELIGION:
        gain_misery(s, player, 1)


# --- 4.5.4: stabilisation and relief --------------------------------------------------------------
@rule
def stabilisation_cost(s: State, player: Player) -> int:
    """4.5.4: by the cards in hand; halved by Middle Class."""
    cards = int(s.hand_size[player])
    cost = cards * (cards + 1) // 2
    return half(cost) if has(s, player, MIDDLE_CLASS) else cost


@rule
def stabilise(s: State, player: Player):
    """4.5.4: nothing to do with an empty hand."""
    if is_live(s, player):
        cost = stabilisation_cost(s, player)
        if cost > 0:
            ask(s, PAY_STABILISATION, player, cost, NONE)


@rule
def mark_pay_or_suffer(s: State, player: Player, amount: int, mask):
    """DT24, DT25: all of it in cash, or Misery."""
    mask[PASS] = 1
    mask[YES] = why_not_pay(s, player, amount, YES) == LEGAL


@rule
def why_not_pay(s: State, player: Player, amount: int, action: int) -> int:
    """4.5.4: all of it in cash."""
    return LEGAL if action == PASS or s.cash[player] >= amount else CANNOT_PAY


@rule
def do_pay_stabilisation(s: State, player: Player, cost: int, action: int):
    """4.5.4: unpaid, the marker moves until the values differ by the cost."""
    if action == YES:
        s.cash[player] -= cost
        return
    start = int(s.misery[player])
    for spaces in range(1, LAST_SPACE - start + 1):
        if MISERY_VALUE[start + spaces] - MISERY_VALUE[start] >= cost:
            gain_misery(s, player, spaces)
            return
    fall_into_chaos(s, player)


@rule
def has_relief(s: State, player: Player, stage: int) -> bool:
    """4.5.4: two, three, all of Science, Commerce and Communications."""
    if stage == RELIEF_STAGES:
        wanted = int(ADVANCES_OF[SCIENCE] | ADVANCES_OF[COMMERCE] | ADVANCES_OF[COMMUNICATIONS])
        return int(s.advances[player]) & wanted == wanted
    least = min(num_owned(s, player, SCIENCE), num_owned(s, player, COMMERCE))
    return min(least, num_owned(s, player, COMMUNICATIONS)) > stage


@rule
def take_relief(s: State, player: Player):
    """4.5.4: each stage once, stage k improves k; several may fall in one turn."""
    if not is_live(s, player):
        return
    while s.relief[player] < RELIEF_STAGES and has_relief(s, player, int(s.relief[player]) + 1):
        s.relief[player] += 1
        improve_misery(s, player, int(s.relief[player]))
