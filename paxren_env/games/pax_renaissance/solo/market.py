"""O4, O6: what the solo bot pays, what a card is good for, and when it wins."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.actions import BUY
from paxren_env.games.pax_renaissance.constants import (
    AGE_OF_REFORMATION,
    AGENT_BISHOP,
    APOSTASY,
    BYZANTINE,
    COMET,
    CORONATION,
    DISCOVERY,
    GLOBALIZATION_DECLARATION_COSTS_TWO_ACTIONS,
    HOLY_DECLARATION_COSTS_TWO_ACTIONS,
    IMPERIAL_DECLARATION_COSTS_TWO_ACTIONS,
    LAW,
    NONE,
    NUM_AGENTS,
    NUM_PRESTIGE,
    NUM_SLOTS,
    NUM_VICTORY_SQUARES,
    OWN_PAWN,
    PATRON,
    SOLO_GAME,
    SOLO_REFUSES,
    TRADE_SHIFT,
    Card,
    Player,
    Slot,
)
from paxren_env.games.pax_renaissance.queries import has
from paxren_env.games.pax_renaissance.rules.d_turn import do_main
from paxren_env.games.pax_renaissance.rules.e1_purchase import (
    can_purchase,
    column_of,
    load_florin,
    payee,
    take_card,
)
from paxren_env.games.pax_renaissance.rules.l_victory import declaration_cost, meets, prestige
from paxren_env.games.pax_renaissance.solo.table import (
    BELIEVERS,
    BISHOPS,
    CONCESSIONS,
    KINGDOMS,
    OBJECTIVE,
    REPUBLICS,
    SECONDARY,
    foe_of,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    CARD_ABILITIES,
    CARD_AGENTS,
    CARD_KIND,
    CARD_ONE_SHOT,
    FACE_PRESTIGE,
)


# --- money ----------------------------------------------------------------------------------------
@rule
def is_loaded(s: State, slot: Slot) -> bool:
    """O4, hole 7: a face-up card with florins on it, where the bot puts none."""
    return slot != NONE and column_of(slot) > 0 and s.market_florins[slot] > 0


@rule
def bot_price(s: State, slot: Slot) -> int:
    """O4, hole 7: loaded cards to the left cost the bot nothing, or forbid it the card: NONE."""
    if not s.solo & SOLO_GAME:  # among players it pays as they do
        return column_of(slot)
    price = 0
    for column in range(column_of(slot)):
        if not is_loaded(s, payee(s, slot, column)):
            price += 1
        elif s.solo & SOLO_REFUSES:
            return NONE
    return price


@rule
def can_afford(s: State, player: Player, slot: Slot) -> bool:
    """O4: the bot can pay for the card in this slot, spending all it has if need be."""
    if s.market[slot] == NONE or column_of(slot) == 0:
        return False
    if not s.solo & SOLO_GAME:
        return can_purchase(s, player, slot)
    return 0 <= bot_price(s, slot) <= s.florins[player]


@rule
def bot_purchase(s: State, player: Player, slot: Slot):
    """O4: the bot pays, and takes the card with the florins on it."""
    if not s.solo & SOLO_GAME:
        do_main(s, player, BUY + slot)
        return
    s.did_something = 1
    s.actions_left -= 1
    s.florins[player] -= bot_price(s, slot)
    for column in range(column_of(slot)):
        target = payee(s, slot, column)
        if not is_loaded(s, target):
            load_florin(s, target)
    take_card(s, player, slot)


# --- what a card is good for ----------------------------------------------------------------------
@rule
def one_shot_may_serve(card: Card, row: int, cell: int) -> bool:
    """O3b: whether trying it out is worth the time: only what it can change at all."""
    one_shot = CARD_ONE_SHOT[card]
    if one_shot == TRADE_SHIFT:  # it represses one token
        return (row == BELIEVERS and cell == OBJECTIVE) or (row <= REPUBLICS and cell == SECONDARY)
    if one_shot == APOSTASY:  # it discards cards
        return cell == OBJECTIVE
    if one_shot == CORONATION:  # it moves a King, and what a regime change brings
        return cell == OBJECTIVE and row != REPUBLICS
    return one_shot != NONE


@rule
def agents_may_serve(card: Card, row: int, cell: int) -> bool:
    """O3b: whether trying them out is worth the time: only what they can change at all."""
    if cell != OBJECTIVE or row < BELIEVERS:
        return False
    for agent in range(NUM_AGENTS):
        if CARD_AGENTS[card, agent]:
            if row == BISHOPS and agent > OWN_PAWN:  # green pirates of the Zionist State
                return True
            if row == CONCESSIONS and OWN_PAWN <= agent < AGENT_BISHOP:
                return True
            if row == BELIEVERS and agent != OWN_PAWN and agent < AGENT_BISHOP:
                return True
    return False


@rule
def prestige_serves(s: State, player: Player, card: Card, row: int, cell: int, faith: int) -> bool:
    """O8: secondary objectives that a card fulfils by its prestige alone."""
    if cell != SECONDARY:
        return False
    if row == REPUBLICS:
        return FACE_PRESTIGE[card, LAW] > 0
    if row == BELIEVERS:
        gain = int(FACE_PRESTIGE[card, faith])
        return gain > 0 and prestige(s, player, faith) + gain >= prestige(s, foe_of(player), faith)
    return row == BISHOPS and FACE_PRESTIGE[card, faith] > 0


@rule
def is_red(card: Card, row: int) -> bool:
    """O8: a red text that makes the row's victory cost two actions."""
    abilities = int(CARD_ABILITIES[card])
    if row == KINGDOMS:
        return has(abilities, IMPERIAL_DECLARATION_COSTS_TWO_ACTIONS)
    if row == BELIEVERS or row == BISHOPS:
        return has(abilities, HOLY_DECLARATION_COSTS_TWO_ACTIONS)
    return row == CONCESSIONS and has(abilities, GLOBALIZATION_DECLARATION_COSTS_TWO_ACTIONS)


@rule
def prestige_of_row(row: int, faith: int) -> int:
    """O8: the prestige that the last cell of the row asks for; NONE in row 1."""
    if row == REPUBLICS:
        return LAW
    if row == CONCESSIONS:
        return DISCOVERY
    return faith if row == BELIEVERS or row == BISHOPS else NONE


@rule
def shows(card: Card, kind: int) -> bool:
    """O8: this prestige is printed on the card."""
    return kind != NONE and FACE_PRESTIGE[card, kind] > 0


@rule
def has_prestige(card: int) -> bool:
    """O8, row 6: any prestige is printed on the card."""
    for kind in range(NUM_PRESTIGE):
        if FACE_PRESTIGE[card, kind] > 0:
            return True
    return False


@rule
def has_only_patron(card: int) -> bool:
    """O8, row 7: Patron is the only prestige printed on the card."""
    for kind in range(NUM_PRESTIGE):
        if kind != PATRON and FACE_PRESTIGE[card, kind] > 0:
            return False
    return FACE_PRESTIGE[card, PATRON] > 0


# --- victory --------------------------------------------------------------------------------------
@rule
def victory_at_hand(s: State, player: Player) -> int:
    """O6b, W1 and W2: a victory to declare, or to activate with a comet and declare; or NONE."""
    for victory in range(NUM_VICTORY_SQUARES):
        if s.active[victory] and declaration_cost(s, victory) <= s.actions_left:
            if meets(s, player, victory):
                return victory
    if comet_for_sale(s, player) == NONE:
        return NONE
    for victory in range(NUM_VICTORY_SQUARES):
        if victory == BYZANTINE and s.map != AGE_OF_REFORMATION:
            continue
        if not s.active[victory] and declaration_cost(s, victory) == 1:
            if meets(s, player, victory):
                return victory
    return NONE


@rule
def comet_for_sale(s: State, player: Player) -> Slot:
    """O6b, W2: a comet that the bot can pay for with the first of its two actions."""
    if s.actions_left == 2:
        for slot in range(NUM_SLOTS):
            if s.market[slot] != NONE and CARD_KIND[s.market[slot]] == COMET:
                if can_afford(s, player, slot):
                    return slot
    return NONE
