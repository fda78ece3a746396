"""D: the turn: two actions, then the market is refreshed."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import (
    APOSTATIZE,
    BUY,
    DECLARE,
    FAIR,
    NO,
    OPS,
    PLAY,
    REVOLT,
    SELL,
)
from paxren_env.games.pax_renaissance.constants import (
    ACTION_APOSTASY_BETWEEN_ANY_TWO_RELIGIONS,
    ACTION_DISCARD_FOR_PEASANT_REVOLT,
    ACTIONS_PER_TURN,
    EAST,
    EAST_AND_WEST_OPS_IN_ONE_ACTION,
    FREE_EAST_OPS,
    FREE_TRADE_FAIR,
    FREE_WEST_OPS,
    IN_MARKET,
    MOST_TURNS,
    NO_TURN_LIMIT,
    NONE,
    NUM_COLUMNS,
    NUM_RELIGIONS,
    NUM_SLOTS,
    NUM_VICTORY_SQUARES,
    PATRON_VICTORY,
    PEASANT_REVOLT,
    RULESET_1E,
    RULESET_2021,
    SOLO_GAME,
    TRUNCATED,
    WEST,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.frames import (
    BATTLE,
    BOT_TURN,
    END_TURN,
    MAIN,
    TURN,
)
from paxren_env.games.pax_renaissance.queries import empire_of, has, has_ability
from paxren_env.games.pax_renaissance.reasons import (
    NO_ACTION_LEFT,
    NO_FAIR_CARD,
    NO_LEGAL_OP,
    NO_ORATORY,
    NO_REVOLT,
    NOBODY_GUILTY,
    NOT_BOTH_SIDES,
    NOTHING_DONE,
    ONE_WAY_IN_2021,
    OPS_DONE,
)
from paxren_env.games.pax_renaissance.rules.b9_squares import discard_card
from paxren_env.games.pax_renaissance.rules.e1_hand import why_not_in_hand
from paxren_env.games.pax_renaissance.rules.e1_purchase import (
    can_purchase,
    do_purchase,
    why_not_purchase,
)
from paxren_env.games.pax_renaissance.rules.e2_play import do_play
from paxren_env.games.pax_renaissance.rules.e3_sell import do_sell, mark_sell, why_not_sell
from paxren_env.games.pax_renaissance.rules.e4_ops import activate, activate_both, can_activate
from paxren_env.games.pax_renaissance.rules.g_trade_fair import can_hold_fair, do_trade_fair
from paxren_env.games.pax_renaissance.rules.k_apostasy import do_apostasy, hits_someone
from paxren_env.games.pax_renaissance.rules.l_victory import (
    can_declare,
    declaration_cost,
    do_declare,
    end_game,
    patron_victory,
    why_not_declare,
)
from paxren_env.games.pax_renaissance.solo.seat import is_bot
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_ABILITIES, QUEENS


# --- the turn -------------------------------------------------------------------------------------
@rule
def begin_turn(s: State, player: Player):
    """D1: two actions; the marks of the last turn are gone."""
    s.turn_player = player
    s.actions_left = ACTIONS_PER_TURN
    s.did_something = 0
    s.ops_done[:] = 0
    s.free_fair_used = 0
    s.op_used[:] = 0
    s.market_paid[:] = 0
    if is_bot(s, player):
        owe(s, BOT_TURN, player, NONE, NONE, NONE)
    else:
        owe(s, TURN, player, NONE, NONE, NONE)


@rule
def clear_registers(s: State):
    """Nothing is being resolved: equal positions shall have equal bytes."""
    s.card = NONE
    s.agents[:] = 0
    s.agents_required = 0
    s.sibling[:] = NONE
    s.war = NONE
    s.war_empire = NONE
    s.war_king = NONE
    s.war_rooks = 0
    s.deaths_left = 0
    s.fighters[:] = 0


@rule
def go_on(s: State, player: Player):
    """D1: another choice while actions or usable free actions are left, else the turn ends."""
    clear_registers(s)
    if not s.eliminated[player] and (s.actions_left > 0 or has_free_action(s, player)):
        owe(s, TURN, player, NONE, NONE, NONE)
        ask(s, MAIN, player, NONE, NONE)
    else:
        owe(s, END_TURN, player, NONE, NONE, NONE)


# --- prices in actions ----------------------------------------------------------------------------
@rule
def ops_cost(s: State, player: Player, side: Side) -> int:
    """AB: the engineers make one side's ops free."""
    free = FREE_EAST_OPS if side == EAST else FREE_WEST_OPS
    return 0 if has_ability(s, player, free) else 1


@rule
def fair_cost(s: State, player: Player) -> int:
    """AB: Podestà of Venice makes one fair a turn free."""
    return 0 if has_ability(s, player, FREE_TRADE_FAIR) and not s.free_fair_used else 1


@rule
def why_not_run_ops(s: State, player: Player, side: Side) -> int:
    """D1: once a turn, affordable, with at least one legal op."""
    if s.ops_done[side]:
        return OPS_DONE
    if s.actions_left < ops_cost(s, player, side):
        return NO_ACTION_LEFT
    return LEGAL if can_activate(s, player, side) else NO_LEGAL_OP


@rule
def can_run_ops(s: State, player: Player, side: Side) -> bool:
    """D1: the ops of the side may be activated."""
    return why_not_run_ops(s, player, side) == LEGAL


@rule
def why_not_run_both(s: State, player: Player, first: Side) -> int:
    """AB: East and West as one action; the side run first must have a legal op."""
    if not has_ability(s, player, EAST_AND_WEST_OPS_IN_ONE_ACTION):
        return NOT_BOTH_SIDES
    if s.actions_left < 1:
        return NO_ACTION_LEFT
    if s.ops_done[EAST] or s.ops_done[WEST]:
        return OPS_DONE
    if s.ruleset == RULESET_2021:  # in any order: one way to announce it is enough
        if first != EAST:
            return ONE_WAY_IN_2021
        if can_activate(s, player, WEST):
            return LEGAL
    return LEGAL if can_activate(s, player, first) else NO_LEGAL_OP


@rule
def why_not_convene(s: State, player: Player, side: Side) -> int:
    """D1: the fair's card is there and the price can be paid."""
    if s.actions_left < fair_cost(s, player):
        return NO_ACTION_LEFT
    return LEGAL if can_hold_fair(s, side) else NO_FAIR_CARD


@rule
def can_convene(s: State, player: Player, side: Side) -> bool:
    """D1: the player may hold the fair."""
    return why_not_convene(s, player, side) == LEGAL


@rule
def has_free_action(s: State, player: Player) -> bool:
    """D1: something can be done without an action."""
    for side in range(2):
        if fair_cost(s, player) == 0 and can_hold_fair(s, side):
            return True
        if ops_cost(s, player, side) == 0 and can_run_ops(s, player, side):
            return True
    return False


# --- the main choice ------------------------------------------------------------------------------
@rule
def mark_main(s: State, player: Player, mask):
    """D1: every action that is legal now; the turn may end once something was done."""
    if s.did_something:
        mask[NO] = 1
    for side in range(2):
        if can_convene(s, player, side):
            mask[FAIR + side] = 1
        if can_run_ops(s, player, side):
            mask[OPS + side] = 1
        if why_not_run_both(s, player, side) == LEGAL:
            mask[OPS + 2 + side] = 1
    if s.actions_left > 0:
        mark_paid_choices(s, player, mask)


@rule
def mark_paid_choices(s: State, player: Player, mask):
    """D1: what always costs an action."""
    for slot in range(NUM_SLOTS):
        mask[BUY + slot] = can_purchase(s, player, slot)
    for i in range(s.hand_size[player]):
        mask[PLAY + int(s.hand[player, i])] = 1
    mark_sell(s, player, mask)
    for victory in range(NUM_VICTORY_SQUARES):
        if can_declare(s, player, victory):
            mask[DECLARE + victory] = 1
    if has_ability(s, player, ACTION_APOSTASY_BETWEEN_ANY_TWO_RELIGIONS):
        for left_out in range(NUM_RELIGIONS):
            if hits_someone(s, left_out):
                mask[APOSTATIZE + left_out] = 1
    if has_ability(s, player, ACTION_DISCARD_FOR_PEASANT_REVOLT):
        mask[REVOLT] = 1


@rule
def why_not_main(s: State, player: Player, action: int) -> int:
    """D1: the same as a reason."""
    if action == NO:
        return LEGAL if s.did_something else NOTHING_DONE
    if FAIR <= action < DECLARE:
        return why_not_convene(s, player, action - FAIR)
    if OPS <= action < OPS + 2:
        return why_not_run_ops(s, player, action - OPS)
    if OPS <= action < FAIR:
        return why_not_run_both(s, player, action - OPS - 2)
    return why_not_paid_choice(s, player, action) if s.actions_left > 0 else NO_ACTION_LEFT


@rule
def why_not_paid_choice(s: State, player: Player, action: int) -> int:
    """D1: what always costs an action."""
    if action >= APOSTATIZE:
        return why_not_ability_action(s, player, action)
    if action >= DECLARE:
        return why_not_declare(s, player, action - DECLARE)
    if action >= SELL:
        return why_not_sell(s, player, action - SELL)
    if action >= PLAY:
        return why_not_in_hand(s, player, action - PLAY)
    return why_not_purchase(s, player, action - BUY)


@rule
def why_not_ability_action(s: State, player: Player, action: int) -> int:
    """AB: Oratory of Divine Love, Elizabeth Báthory."""
    if action == REVOLT:
        return LEGAL if has_ability(s, player, ACTION_DISCARD_FOR_PEASANT_REVOLT) else NO_REVOLT
    if not has_ability(s, player, ACTION_APOSTASY_BETWEEN_ANY_TWO_RELIGIONS):
        return NO_ORATORY
    return LEGAL if hits_someone(s, action - APOSTATIZE) else NOBODY_GUILTY


@rule
def do_main(s: State, player: Player, action: int):
    """D1: pay the price in actions and resolve the choice."""
    if action == NO:
        s.actions_left = 0
        end_choices(s, player)
        return
    s.did_something = 1
    if action >= APOSTATIZE:
        s.actions_left -= 1
        do_ability_action(s, player, action)
    elif action >= DECLARE:
        s.actions_left -= declaration_cost(s, action - DECLARE)
        do_declare(s, player, action - DECLARE)
    elif action >= FAIR:
        convene(s, player, action - FAIR)
    elif action >= OPS:
        run_ops(s, player, action - OPS)
    else:
        s.actions_left -= 1
        do_card_action(s, player, action)


@rule
def end_choices(s: State, player: Player):
    """D1: the rest of the turn is passed, free actions too."""
    s.stack_size -= 1
    owe(s, END_TURN, player, NONE, NONE, NONE)


@rule
def do_card_action(s: State, player: Player, action: int):
    if action >= SELL:
        do_sell(s, player, action - SELL)
    elif action >= PLAY:
        do_play(s, player, action - PLAY)
    else:
        do_purchase(s, player, action - BUY)


@rule
def convene(s: State, player: Player, side: Side):
    """E5: hold the fair, free of charge if possible."""
    cost = fair_cost(s, player)
    s.actions_left -= cost
    if cost == 0:
        s.free_fair_used = 1
    do_trade_fair(s, player, side)


@rule
def run_ops(s: State, player: Player, choice: int):
    """E4: one side, or both as one action."""
    if choice >= 2:
        s.actions_left -= 1
        activate_both(s, player, choice - 2)
    else:
        s.actions_left -= ops_cost(s, player, choice)
        activate(s, player, choice)


@rule
def do_ability_action(s: State, player: Player, action: int):
    """AB: Oratory of Divine Love, Elizabeth Báthory."""
    if action == REVOLT:
        revolt(s, player)
    else:
        do_apostasy(s, action - APOSTATIZE)


@rule
def revolt(s: State, player: Player):
    """AB: discard Báthory for a peasant revolt, without agents, in her husband's empire."""
    for i in range(len(QUEENS)):
        queen = int(QUEENS[i])
        mine = s.owner[queen] == player and s.under[queen] != NONE
        if mine and has(int(CARD_ABILITIES[queen]), ACTION_DISCARD_FOR_PEASANT_REVOLT):
            s.war = PEASANT_REVOLT
            s.war_empire = empire_of(int(s.under[queen]))
            discard_card(s, queen)
    owe(s, BATTLE, player, NONE, NONE, NONE)


# --- the market (D2) ------------------------------------------------------------------------------
@rule
def end_turn(s: State, player: Player):
    """D2: refresh the market; the game ends if it cannot be filled, else the next player plays."""
    clear_registers(s)
    slide(s, EAST)
    slide(s, WEST)
    if not fill_market(s) or (s.ruleset == RULESET_1E and decks_are_empty(s)):
        end_with_the_decks(s)
        return
    s.turn += 1
    if s.turn >= (MOST_TURNS if s.max_turns == NO_TURN_LIMIT else s.max_turns):
        end_game(s, NONE)
        s.status = TRUNCATED
        return
    begin_turn(s, next_player(s, player))


@rule
def end_with_the_decks(s: State):
    """L2a: the patrons compare; O6b: in the solo game the bot wins."""
    if s.solo & SOLO_GAME:
        s.winner[s.bot - 1] = 1
        end_game(s, PATRON_VICTORY)
    else:
        patron_victory(s)


@rule
def decks_are_empty(s: State) -> bool:
    """D2: the first edition ends the game with the last card drawn."""
    return s.deck_size[EAST] == 0 and s.deck_size[WEST] == 0


@rule
def next_player(s: State, player: Player) -> Player:
    """D: clockwise, past the eliminated."""
    following = (player + 1) % int(s.num_players)
    while s.eliminated[following]:
        following = (following + 1) % int(s.num_players)
    return following


@rule
def slide(s: State, side: Side):
    """D2: cards move left with all on them; florins left in a gap join the first card."""
    first = side * NUM_COLUMNS
    target = first
    for slot in range(first, first + NUM_COLUMNS):
        if s.market[slot] == NONE:
            continue
        if slot != target:
            s.market[target] = s.market[slot]
            s.market_florins[target] += s.market_florins[slot]
            s.market_paid[target] = s.market_paid[slot]
            s.market[slot] = NONE
            s.market_florins[slot] = 0
            s.market_paid[slot] = 0
        target += 1


@rule
def draw_card(s: State, side: Side) -> int:
    """D2: the top card of the row's own deck, or of the other one; NONE if both are empty."""
    source = side if s.deck_size[side] > 0 else 1 - side
    if s.deck_size[source] == 0:
        return NONE
    s.deck_size[source] -= 1
    card = int(s.deck[source, s.deck_size[source]])
    s.deck[source, s.deck_size[source]] = 0
    return card


@rule
def fill_market(s: State) -> bool:
    """D2: column by column, West before East; False if a slot stays empty."""
    for column in range(NUM_COLUMNS):
        for side in (WEST, EAST):
            slot = side * NUM_COLUMNS + column
            if s.market[slot] == NONE:
                card = draw_card(s, side)
                if card == NONE:
                    return False
                s.market[slot] = card
                s.place[card] = IN_MARKET
    return True
