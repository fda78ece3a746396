"""4.6: phase 6, Expansion: Holy Indulgence, placement, cards for tokens, the bonus."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import (
    ATTACK,
    BUY,
    CATHEDRAL_ATTACK,
    COUNT,
    PASS,
    PROVINCE,
    YES,
)
from paxren_env.games.age_of_renaissance.constants import (
    AFTER_PEACE,
    EXPANSION_CARD_TOKENS,
    HOLY_INDULGENCE,
    INCOME,
    INDULGENCE_TOKENS,
    NOBODY,
    NUM_PROVINCES,
    SATELLITE,
    TOKENS,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import (
    BONUS,
    DEFEND,
    DRAW,
    EXPAND,
    EXPAND_HOW,
    EXPAND_WHERE,
    INDULGE,
    INDULGENCE,
    MARKER_DUE,
    PAY_INDULGENCE,
)
from paxren_env.games.age_of_renaissance.queries import (
    has,
    is_live,
    new_markers,
    opposing_population,
    position,
    tokens_in,
    tokens_of_all,
)
from paxren_env.games.age_of_renaissance.reasons import (
    ALL_LANDED,
    ALREADY_DOMINATED,
    CANNOT_INDULGE,
    CARD_TOO_DEAR,
    FULL,
    LANDING_LIMIT,
    MARKER_THERE,
    NO_CARD_LEFT,
    NO_ROOM,
    NO_TOKENS,
    NOBODY_TO_ATTACK,
    ONE_CARD_ONLY,
    OUT_OF_REACH,
    TOO_FEW_TOKENS,
    TOO_WEAK,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import is_exhausted
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase, owe_polls, owe_segments
from paxren_env.games.age_of_renaissance.rules.s46_attack import (
    can_use_cathedral,
    start_attack,
    why_not_cathedral,
    win_by_cathedral,
)
from paxren_env.games.age_of_renaissance.rules.s46_entry import why_not_enter
from paxren_env.games.age_of_renaissance.rules.s46_markers import convert_full_provinces
from paxren_env.games.age_of_renaissance.rules.s46_reach import (
    cap_now,
    landing_cap,
    presence,
    reach_by_land,
    reach_by_ship,
)
from paxren_env.games.age_of_renaissance.rules.s46_strength import tokens_to_attack
from paxren_env.games.age_of_renaissance.rules.s54_misery import gain_misery
from paxren_env.games.age_of_renaissance.sets import contains, union
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import MARKET, PROVINCE_KIND


@rule
def start_expansion(s: State):
    """4.6.1: the Civil War victim goes last, then the polls, then Holy Indulgence."""
    if s.civil_war != NOBODY:
        move_to_last_place(s, s.civil_war)
    owe_phase(s, INCOME)
    owe(s, BONUS, NOBODY, NONE, NONE, NONE)
    owe_segments(s)
    owe(s, INDULGENCE, NOBODY, NONE, NONE, NONE)
    owe_polls(s)


@rule
def move_to_last_place(s: State, player: Player):
    """4.6.1: the others close up."""
    for place in range(position(s, player), s.num_players - 1):
        s.order[place] = s.order[place + 1]
    s.order[s.num_players - 1] = player


# --- Holy Indulgence (4.6.1) ----------------------------------------------------------------------
@rule
def holy_indulgence(s: State):
    """Owners and non-owners are fixed now; they gain and owe in order of play."""
    owners, others = 0, 0
    for player in range(s.num_players):
        if is_live(s, player):
            if has(s, player, HOLY_INDULGENCE):
                owners += 1
            else:
                others += 1
    if owners == 0 or others == 0:
        return
    for i in range(s.num_players - 1, -1, -1):
        player = int(s.order[i])
        if is_live(s, player):
            if has(s, player, HOLY_INDULGENCE):
                owe(s, INDULGE, player, 1, INDULGENCE_TOKENS * others, NONE)
            else:
                owe(s, INDULGE, player, 0, INDULGENCE_TOKENS * owners, NONE)


@rule
def indulge(s: State, player: Player, is_owner: int, tokens: int):
    """4.6.1: one player gains or owes."""
    if is_owner:
        gain_indulgence(s, player, tokens)
    else:
        give_indulgence(s, player, tokens)


@rule
def gain_indulgence(s: State, player: Player, tokens: int):
    """What Stock cannot serve is paid in cash."""
    served = min(tokens, int(s.stock[player]))
    s.stock[player] -= served
    s.expansion[player] += served
    s.cash[player] += tokens - served


@rule
def give_indulgence(s: State, player: Player, tokens: int):
    """Tokens first; for the rest he pays, or gains one Misery."""
    given = min(tokens, int(s.expansion[player]))
    s.expansion[player] -= given
    s.stock[player] += given
    if tokens > given:
        ask(s, PAY_INDULGENCE, player, tokens - given, NONE)


@rule
def why_not_indulge(s: State, player: Player, amount: int, action: int) -> int:
    """DT25: all of it in cash."""
    return LEGAL if action == PASS or s.cash[player] >= amount else CANNOT_INDULGE


@rule
def do_pay_indulgence(s: State, player: Player, amount: int, action: int):
    """DT25."""
    if action == YES:
        s.cash[player] -= amount
    else:
        gain_misery(s, player, 1)


# --- a segment (4.6.2) ----------------------------------------------------------------------------
@rule
def expansion_segment(s: State, player: Player):
    """4.6.9: provinces left full for want of a marker are converted first."""
    for province in range(NUM_PROVINCES):
        s.landed[province] = 0
    convert_full_provinces(s, player)
    owe(s, EXPAND, player, NONE, NONE, NONE)


@rule
def offer_expand(s: State, player: Player):
    """4.6.2: he acts any number of times."""
    ask(s, EXPAND_WHERE, player, NONE, NONE)


@rule
def expansion_card_price(s: State) -> int:
    """4.6.2: the j-th card of the phase costs 3j tokens."""
    return EXPANSION_CARD_TOKENS * (s.expansion_cards + 1)


@rule
def why_not_expansion_card(s: State, player: Player) -> int:
    """4.6.2: one for each player and phase, if a card can be drawn."""
    if s.card_bought >> player & 1:
        return ONE_CARD_ONLY
    if is_exhausted(s):
        return NO_CARD_LEFT
    return LEGAL if s.expansion[player] >= expansion_card_price(s) else CARD_TOO_DEAR


@rule
def most_in_peace(s: State, player: Player, province: Province, cap: int) -> int:
    """4.6.4: up to the market number, everybody counted, and to the landing cap."""
    if s.marker[province] != NOBODY:
        return 0
    room = min(int(MARKET[province]) - tokens_of_all(s, province), int(s.expansion[player]))
    return max(0, min(room, cap))


@rule
def can_attack(s: State, player: Player, province: Province, cap: int) -> bool:
    """4.6.5: somebody is there, and the tokens needed fit Expansion and the cap."""
    available = min(cap, int(s.expansion[player]))
    if tokens_in(s, province, player) + available < MARKET[province]:
        return False  # T >= m, before strengths are summed up
    if opposing_population(s, province, player) == 0:
        return False
    return tokens_to_attack(s, player, province) <= available


@rule
def mark_expand_where(s: State, player: Player, mask):
    """DT26."""
    mask[PASS] = 1
    mask[BUY] = why_not_expansion_card(s, player) == LEGAL
    if s.expansion[player] == 0:
        return
    bases = presence(s, player)
    by_land, by_ship = reach_by_land(s, player, bases), reach_by_ship(s, player, bases)
    reached = union(by_land, by_ship)
    for province in range(NUM_PROVINCES):
        if contains(reached, province) and s.marker[province] != player:
            cap = landing_cap(s, player, province, by_land, by_ship)
            if cap > 0 and can_place(s, player, province, cap):
                mask[PROVINCE + province] = 1


@rule
def why_not_expand_where(s: State, player: Player, action: int) -> int:
    """DT26: the same as a reason."""
    if action == PASS:
        return LEGAL
    if action == BUY:
        return why_not_expansion_card(s, player)
    province = action - PROVINCE
    if s.expansion[player] == 0:
        return NO_TOKENS
    if s.marker[province] == player:
        return ALREADY_DOMINATED
    why = why_not_enter(s, player, province)
    return why_not_reached(s, player, province) if why == LEGAL else why


@rule
def why_not_reached(s: State, player: Player, province: Province) -> int:
    """4.6.3-4.6.5: in reach, by ship within the cap, and with room or somebody to attack."""
    bases = presence(s, player)
    by_land, by_ship = reach_by_land(s, player, bases), reach_by_ship(s, player, bases)
    if not contains(union(by_land, by_ship), province):
        return OUT_OF_REACH
    cap = landing_cap(s, player, province, by_land, by_ship)
    if cap <= 0:
        return ALL_LANDED
    if most_in_peace(s, player, province, cap) > 0:
        return LEGAL
    why = why_not_attack(s, player, province, cap)
    return FULL if why == NOBODY_TO_ATTACK else why


@rule
def why_not_attack(s: State, player: Player, province: Province, cap: int) -> int:
    """4.6.5: somebody is there, and the tokens needed are not too many."""
    if opposing_population(s, province, player) == 0:
        return NOBODY_TO_ATTACK
    return LEGAL if can_attack(s, player, province, cap) else TOO_WEAK


@rule
def can_place(s: State, player: Player, province: Province, cap: int) -> bool:
    """4.6.4, 4.6.5: in peace or by an attack."""
    return most_in_peace(s, player, province, cap) > 0 or can_attack(s, player, province, cap)


@rule
def do_expand_where(s: State, player: Player, action: int):
    """DT26: what is left at the end goes to Stock."""
    if action == PASS:
        s.stock[player] += s.expansion[player]
        s.expansion[player] = 0
        return
    owe(s, EXPAND, player, NONE, NONE, NONE)
    if action == BUY:
        buy_expansion_card(s, player)
    else:
        ask(s, EXPAND_HOW, player, action - PROVINCE, NONE)


@rule
def buy_expansion_card(s: State, player: Player):
    """4.6.2: tokens for a card."""
    price = expansion_card_price(s)
    s.expansion[player] -= price
    s.stock[player] += price
    s.expansion_cards += 1
    s.card_bought |= 1 << player
    owe(s, DRAW, player, NONE, NONE, NONE)


# --- DT27 -----------------------------------------------------------------------------------------
@rule
def mark_expand_how(s: State, player: Player, province: Province, mask):
    """DT27: so many in peace, or an attack."""
    cap = cap_now(s, player, province)
    for count in range(1, most_in_peace(s, player, province, cap) + 1):
        mask[COUNT + count - 1] = 1
    if can_attack(s, player, province, cap):
        mask[ATTACK] = 1
        if can_use_cathedral(s, player, province):
            mask[CATHEDRAL_ATTACK] = 1


@rule
def why_not_expand_how(s: State, player: Player, province: Province, action: int) -> int:
    """DT27: the same as a reason."""
    cap = cap_now(s, player, province)
    if action >= COUNT:
        return why_not_in_peace(s, player, province, cap, action - COUNT + 1)
    why = why_not_attack(s, player, province, cap)
    if action == CATHEDRAL_ATTACK and why == LEGAL:
        return why_not_cathedral(s, player, province)
    return why


@rule
def why_not_in_peace(s: State, player: Player, province: Province, cap: int, count: int) -> int:
    """4.6.4: so many tokens find room, are there, and may land."""
    if s.marker[province] != NOBODY:
        return MARKER_THERE
    if count > MARKET[province] - tokens_of_all(s, province):
        return NO_ROOM
    if count > s.expansion[player]:
        return TOO_FEW_TOKENS
    return LANDING_LIMIT if count > cap else LEGAL


@rule
def land(s: State, player: Player, province: Province, tokens: int):
    """Tokens from Expansion; 4.6.3: by ship they count against the cap."""
    if cap_now(s, player, province) < TOKENS:
        s.landed[province] += tokens
    s.expansion[player] -= tokens
    s.new[player, province] += tokens


@rule
def do_expand_how(s: State, player: Player, province: Province, action: int):
    """DT27, 4.6.4: alone with as many tokens as the market, a marker is due."""
    if action == ATTACK or action == CATHEDRAL_ATTACK:
        tokens = tokens_to_attack(s, player, province)
        start_attack(s, player, province)
        land(s, player, province, tokens)
        if action == CATHEDRAL_ATTACK:
            win_by_cathedral(s)
        else:
            owe(s, DEFEND, player, 0, NONE, NONE)
        return
    land(s, player, province, action - COUNT + 1)
    if opposing_population(s, province, player) > 0 or PROVINCE_KIND[province] == SATELLITE:
        return
    if tokens_in(s, province, player) == MARKET[province]:
        owe(s, MARKER_DUE, player, province, AFTER_PEACE, NONE)


# --- the bonus (4.6.10) ---------------------------------------------------------------------------
@rule
def expansion_bonus(s: State):
    """A card for the most new markers; ties: who is earlier in the order."""
    best, most = NOBODY, 0
    for i in range(s.num_players):
        player = int(s.order[i])
        if is_live(s, player) and new_markers(s, player) > most:
            best, most = player, new_markers(s, player)
    if best != NOBODY:
        owe(s, DRAW, best, NONE, NONE, NONE)
