"""5.2: the events, card by card (War: 5.3, military cards: 5.1.4)."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import (
    AREA,
    CASH,
    CATEGORY,
    PASS,
    PROVINCE,
    SEAT,
    TOKENS,
)
from paxren_env.games.age_of_renaissance.constants import (
    ALCHEMISTS_GOLD,
    AREA_VI,
    BLACK_DEATH,
    BY_CRUSADE,
    CIVIL_WAR,
    COMMERCE,
    ENLIGHTENED_RULER,
    FAMINE,
    FINAL_CARD_PLAY,
    GRAIN,
    IMPROVED_AGRICULTURE,
    LAWS_OF_MATTER,
    MONGOL_ARMIES,
    MONGOL_CASH,
    MYSTICISM_ABOUNDS,
    NEW_WORLD,
    NOBODY,
    NUM_AREAS,
    NUM_EPOCHS,
    NUM_PROVINCES,
    OLD_MARKER,
    PAPAL_CATEGORIES,
    PAPAL_DECREE,
    PIRATES_VIKINGS,
    REBELLION,
    RELIGION,
    RELIGIOUS_STRIFE,
    REVOLUTIONARY_UPRISINGS,
    SATELLITE,
    SCIENCE,
    THE_CRUSADES,
    WAR,
    Area,
    Card,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import (
    CIVIL_WAR_CAPITAL,
    CIVIL_WAR_CHOICE,
    CIVIL_WAR_LOSS,
    CRUSADE_MISERY,
    MARKER_DUE,
    PIRATES,
    PLAGUE,
    REDUCE,
    TARGET_AREA,
    TARGET_CATEGORY,
    TARGET_PLAYER,
    TARGET_PROVINCE,
)
from paxren_env.games.age_of_renaissance.queries import (
    area_of,
    capital_of,
    count_bits,
    dominated,
    half,
    has,
    has_old_marker,
    is_in_play,
    is_live,
    is_under_ruler,
    owner_of_capital,
)
from paxren_env.games.age_of_renaissance.reasons import (
    AREA_OUT,
    FOREIGN_CAPITAL,
    IN_CHAOS,
    IN_THE_AMERICAS,
    IS_SATELLITE,
    MARKER_IS_OWN,
    MARKER_UNDER_RULER,
    MUST_NAME_PROVINCE,
    NO_OLD_MARKER,
    NO_SUCH_SEAT,
    NOT_AREA_VI,
    NOT_COASTAL,
    NOT_ON_YOURSELF,
    OWNS_LAWS,
    UNDER_RULER,
)
from paxren_env.games.age_of_renaissance.rules.s51_pieces import reduce_marker
from paxren_env.games.age_of_renaissance.rules.s53_war import declare_war
from paxren_env.games.age_of_renaissance.rules.s54_misery import gain_misery
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    ADVANCES_OF,
    CARD_EFFECT,
    IS_COASTAL,
    PROVINCE_KIND,
)

FAMINE_MISERY = 4
MYSTICISM_MISERY = 4


@rule
def play_event(s: State, player: Player, card: Card):
    """What the card does, or asks first."""
    effect = int(CARD_EFFECT[card])
    if effect == ALCHEMISTS_GOLD or effect == CIVIL_WAR or effect == WAR:
        ask(s, TARGET_PLAYER, player, card, NONE)
    elif effect == ENLIGHTENED_RULER:
        s.ruler |= 1 << player
    elif effect == PAPAL_DECREE:
        if s.phase != FINAL_CARD_PLAY:  # 6.2: no effect there, so it is not asked
            ask(s, TARGET_CATEGORY, player, NONE, NONE)
    elif effect == PIRATES_VIKINGS:
        owe(s, PIRATES, player, s.epoch, NONE, NONE)
    elif effect == REBELLION:
        ask(s, TARGET_PROVINCE, player, card, 1)
    elif effect == THE_CRUSADES:
        play_crusades(s, player, card)
    elif effect == BLACK_DEATH:
        ask(s, TARGET_AREA, player, NONE, NONE)
    elif effect == MONGOL_ARMIES:
        s.cash[player] += MONGOL_CASH
        s.mongols = 1
    else:
        spread_misery(s, effect)


# --- Misery for all (5.1.3) -----------------------------------------------------------------------
@rule
def spread_misery(s: State, effect: int):
    """Famine, Mysticism Abounds, Revolutionary Uprisings, Religious Strife: one effect."""
    if effect == RELIGIOUS_STRIFE:
        s.strife = 1
        if s.epoch == NUM_EPOCHS:
            s.papal_void = 1
    for i in range(s.num_players):
        player = int(s.order[i])
        if effect == FAMINE or not is_under_ruler(s, player):
            gain_misery(s, player, misery_by(s, player, effect))


@rule
def num_owned(s: State, player: Player, category: int) -> int:
    """Advances of a category."""
    return count_bits(int(s.advances[player]) & int(ADVANCES_OF[category]))


@rule
def misery_by(s: State, player: Player, effect: int) -> int:
    """2.6: the formulas."""
    if effect == FAMINE:
        relief = dominated(s, player, GRAIN)
        if has(s, player, IMPROVED_AGRICULTURE):
            relief += 1
        return max(0, FAMINE_MISERY - relief)
    if effect == MYSTICISM_ABOUNDS:
        return MYSTICISM_MISERY - num_owned(s, player, SCIENCE)
    if effect == REVOLUTIONARY_UPRISINGS:
        return num_owned(s, player, COMMERCE)
    return num_owned(s, player, RELIGION)


# --- a player as target (DT15) --------------------------------------------------------------------
@rule
def why_not_target(s: State, player: Player, effect: int, target: Player) -> int:
    """2.6: live; War another player; the others not under Ruler, Alchemist's Gold without C."""
    if not is_live(s, target):
        return IN_CHAOS
    if effect == WAR:
        return NOT_ON_YOURSELF if target == player else LEGAL
    if is_under_ruler(s, target):
        return UNDER_RULER
    return OWNS_LAWS if effect == ALCHEMISTS_GOLD and has(s, target, LAWS_OF_MATTER) else LEGAL


@rule
def can_target(s: State, player: Player, effect: int, target: Player) -> bool:
    """2.6: the card can be played on the player."""
    return why_not_target(s, player, effect, target) == LEGAL


@rule
def mark_target_player(s: State, player: Player, card: Card, mask):
    """DT15."""
    for target in range(s.num_players):
        if can_target(s, player, int(CARD_EFFECT[card]), target):
            mask[SEAT + target] = 1


@rule
def why_not_target_player(s: State, player: Player, card: Card, target: Player) -> int:
    """DT15: the same as a reason."""
    if target >= s.num_players:
        return NO_SUCH_SEAT
    return why_not_target(s, player, int(CARD_EFFECT[card]), target)


@rule
def do_target_player(s: State, player: Player, card: Card, target: Player):
    """DT15."""
    effect = int(CARD_EFFECT[card])
    if effect == WAR:
        declare_war(s, player, target, card)
    elif effect == ALCHEMISTS_GOLD:
        s.cash[target] -= half_of_cash(s, target)
    else:
        start_civil_war(s, target)


@rule
def half_of_cash(s: State, player: Player) -> int:
    """Half the written cash, never more than he has."""
    return min(half(int(s.written_cash[player])), int(s.cash[player]))


# --- Civil War ------------------------------------------------------------------------------------
@rule
def start_civil_war(s: State, victim: Player):
    """5.2: Misery first; then the Capital, the loss and the mark."""
    if s.phase != FINAL_CARD_PLAY:
        s.civil_war = victim
    owe(s, CIVIL_WAR_LOSS, victim, NONE, NONE, NONE)
    owe(s, CIVIL_WAR_CAPITAL, victim, NONE, NONE, NONE)
    gain_misery(s, victim, 1)


@rule
def civil_war_capital(s: State, victim: Player):
    """5.2 (2): any player's marker in the victim's Capital, whatever protects its owner."""
    reduce_marker(s, capital_of(s, victim))


@rule
def civil_war_loss(s: State, victim: Player):
    """5.2 (3); 6.2: in Final Card Play it is the tokens, of which there are none."""
    if is_live(s, victim) and s.phase != FINAL_CARD_PLAY:
        ask(s, CIVIL_WAR_CHOICE, victim, NONE, NONE)


@rule
def mark_civil_war_choice(s: State, mask):
    """DT19: both are always offered."""
    mask[CASH] = 1
    mask[TOKENS] = 1


@rule
def do_civil_war_choice(s: State, victim: Player, action: int):
    """DT19: half the cash, or half the bought tokens."""
    if action == CASH:
        s.cash[victim] -= half_of_cash(s, victim)
    else:
        tokens = half(int(s.expansion[victim]))
        s.expansion[victim] -= tokens
        s.stock[victim] += tokens


# --- Papal Decree (DT16) --------------------------------------------------------------------------
@rule
def mark_target_category(s: State, mask):
    """DT16."""
    for i in range(len(PAPAL_CATEGORIES)):
        mask[CATEGORY + i] = 1


@rule
def do_target_category(s: State, action: int):
    """DT16: banned for this turn."""
    s.papal = PAPAL_CATEGORIES[action - CATEGORY]


# --- a province as target (DT17) ------------------------------------------------------------------
@rule
def why_not_raid(s: State, province: Province) -> int:
    """Pirates/Vikings: an old marker in a coastal province; overseas boxes count."""
    if not has_old_marker(s, province):
        return NO_OLD_MARKER
    return LEGAL if IS_COASTAL[province] != 0 else NOT_COASTAL


@rule
def why_not_rebel(s: State, player: Player, province: Province) -> int:
    """Rebellion: not in the Americas, not in a foreign Capital, not a marker under Ruler."""
    if not has_old_marker(s, province):
        return NO_OLD_MARKER
    if area_of(s, province) == NEW_WORLD:
        return IN_THE_AMERICAS
    whose = owner_of_capital(s, province)
    if whose != NOBODY and whose != player:
        return FOREIGN_CAPITAL
    return MARKER_UNDER_RULER if is_under_ruler(s, int(s.marker[province])) else LEGAL


@rule
def why_not_crusade(s: State, player: Player, province: Province) -> int:
    """The Crusades: a circled province of Area VI without an own marker."""
    if area_of(s, province) != AREA_VI:
        return NOT_AREA_VI
    if PROVINCE_KIND[province] == SATELLITE:
        return IS_SATELLITE
    return MARKER_IS_OWN if s.marker[province] == player else LEGAL


@rule
def why_not_event_on(s: State, player: Player, effect: int, province: Province) -> int:
    """DT17: what each card may be played on."""
    if effect == PIRATES_VIKINGS:
        return why_not_raid(s, province)
    if effect == REBELLION:
        return why_not_rebel(s, player, province)
    return why_not_crusade(s, player, province)


@rule
def mark_target_province(s: State, player: Player, card: Card, mask):
    """DT17; Rebellion may name a province without a marker, which is a pass."""
    effect = int(CARD_EFFECT[card])
    if effect == REBELLION:
        mask[PASS] = 1
    for province in range(NUM_PROVINCES):
        if why_not_event_on(s, player, effect, province) == LEGAL:
            mask[PROVINCE + province] = 1


@rule
def why_not_target_province(s: State, player: Player, card: Card, action: int) -> int:
    """DT17: the same as a reason."""
    effect = int(CARD_EFFECT[card])
    if action == PASS:
        return LEGAL if effect == REBELLION else MUST_NAME_PROVINCE
    return why_not_event_on(s, player, effect, action - PROVINCE)


@rule
def do_target_province(s: State, player: Player, card: Card, left: int, action: int):
    """DT17: a marker is reduced, or due."""
    if action == PASS:
        return
    province = action - PROVINCE
    effect = int(CARD_EFFECT[card])
    if effect == THE_CRUSADES:
        owe(s, MARKER_DUE, player, province, BY_CRUSADE, NONE)
        return
    if effect == PIRATES_VIKINGS:
        owe(s, PIRATES, player, left - 1, NONE, NONE)
    owe(s, REDUCE, NOBODY, province, NONE, NONE)


@rule
def next_pirates(s: State, player: Player, left: int, card: Card):
    """As many targets as the epoch counts, each reduced before the next is named."""
    if left > 0 and is_live(s, player):
        ask(s, TARGET_PROVINCE, player, card, left)


@rule
def play_crusades(s: State, player: Player, card: Card):
    """5.2: the Misery comes last; if all six are dominated it is all."""
    s.crusades = 1
    owe(s, CRUSADE_MISERY, player, NONE, NONE, NONE)
    ask(s, TARGET_PROVINCE, player, card, 1)


# --- Black Death (DT18) ---------------------------------------------------------------------------
@rule
def mark_target_area(s: State, mask):
    """DT18: an area in play."""
    for province in range(NUM_PROVINCES):
        area = area_of(s, province)
        if area < NUM_AREAS and is_in_play(s, province):
            mask[AREA + area] = 1


@rule
def why_not_target_area(s: State, area: Area) -> int:
    """DT18: an area in play."""
    for province in range(NUM_PROVINCES):
        if area_of(s, province) == area and is_in_play(s, province):
            return LEGAL
    return AREA_OUT


@rule
def do_target_area(s: State, area: Area):
    """5.2: first all tokens there go home, then every marker is reduced."""
    for province in range(NUM_PROVINCES):
        if area_of(s, province) == area:
            for player in range(s.num_players):
                s.stock[player] += s.old[player, province]
                s.old[player, province] = 0
    owe(s, PLAGUE, NOBODY, area, 0, NONE)


@rule
def spread_plague(s: State, area: Area, first: Province):
    """The markers by province index; one that needs a choice is asked before the next."""
    for province in range(first, NUM_PROVINCES):
        if area_of(s, province) == area and s.marker_kind[province] == OLD_MARKER:
            owe(s, PLAGUE, NOBODY, area, province + 1, NONE)
            reduce_marker(s, province)
            return
