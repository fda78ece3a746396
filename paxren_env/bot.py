"""O1-O4: the automated opponent of the solo game: it finds its actions by trying them out.

Its turn is one frame at the bottom of the stack (`pending.BOT_TURN`) that says how far down the
table it has searched. A plan is a script: the answers of the action line that carry out a cell.
What the script does not say, `o_choices` answers. Nothing is random.
"""

import numpy as np

from paxren_env import pending as p
from paxren_env._jit import allocating_rule, rule
from paxren_env.actions import (
    ACTIVATE,
    BUY,
    CARD,
    DECLARE,
    EMPIRE,
    FAIR,
    NO,
    NUM_ACTIONS,
    OP,
    OPS,
    PLAY,
    SELL,
    YES,
)
from paxren_env.constants import (
    APOSTASY,
    BEHEAD,
    CAMPAIGN,
    COMET,
    COMMERCE,
    CORSAIR,
    EAST,
    IN_TABLEAU,
    INQUISITOR,
    NONE,
    NUM_CARDS,
    NUM_COLUMNS,
    NUM_EMPIRES,
    NUM_OPS,
    NUM_RELIGIONS,
    REFORMATION,
    REPRESS,
    RUNNING,
    SIEGE,
    SOLO_SWEEPS,
    SQUARE,
    TAX,
    TRADE_SHIFT,
    VOTE,
    WEST,
    Card,
    Player,
    Side,
    Slot,
)
from paxren_env.dispatch import BOT_NEXT, advance, answer
from paxren_env.pending import END_TURN, drop_frame, owe, top
from paxren_env.queries import count, has, is_queen, owns_in_tableau, ruled_cities
from paxren_env.rows import copy_into
from paxren_env.rows import row as game_row
from paxren_env.rules.d_turn import can_convene, can_run_ops, do_main
from paxren_env.rules.e2_play import war_empires
from paxren_env.rules.e4_ops import available_ops, can_perform
from paxren_env.rules.l_victory import end_game
from paxren_env.rules.o_choices import (
    NOWHERE,
    bot_choice,
    first_legal,
    left_to_right,
    num_cards,
    trades,
    trading_card,
    upstream,
)
from paxren_env.rules.o_market import (
    agents_may_serve,
    bot_price,
    bot_purchase,
    can_afford,
    comet_for_sale,
    has_only_patron,
    has_prestige,
    is_red,
    one_shot_may_serve,
    prestige_of_row,
    prestige_serves,
    shows,
    victory_at_hand,
)
from paxren_env.rules.o_table import (
    BELIEVERS,
    BISHOPS,
    CONCESSIONS,
    FOR_PRESTIGE,
    KINGDOMS,
    MONEY,
    NUM_CELLS,
    NUM_ROWS,
    OBJECTIVE,
    PURCHASE,
    REPUBLICS,
    SECONDARY,
    dominant_religion,
    foe_of,
    is_override,
    is_triggered,
    reaches,
)
from paxren_env.rules.s_silencing import SIDE_STEP
from paxren_env.state import SCRIPT_LENGTH, STATE, TABLEAU_CAPACITY, State
from paxren_env.tables import CARD_KIND, CARD_LOCATION, CARD_ONE_SHOT

# --- places in the search: pass, row and cell as one number ---------------------------------------
PASS_LENGTH = NUM_ROWS * NUM_CELLS
BEGIN = 0  # before the search: the test of victory
OVERRIDES, TRIGGERS, LAST_RESORT = 0, 1, 2  # the passes; the last one is row 7 alone
FIRST_PLACE = 1
LAST_FAIR = FIRST_PLACE + 2 * PASS_LENGTH + NUM_CELLS  # hole 5: the other fair
MOST_PLACES = 64  # a multiple of this tells the religion that an action was against
FAIR_CELL, TRADE_CELL, SALE_CELL = 0, 1, 2  # row 7 is a list, done in order
TURN_OVER, WON = 99, 100  # what the log says instead of a place; WON + victory

TRIALS = 6  # copies of the game in use at once
LOST_WAR = 100  # O9: a war that succeeds comes before one that does not
MOST_ANSWERS = 200  # of one action
WIDEST = TABLEAU_CAPACITY  # no row of a tableau has more columns


# --- the script -----------------------------------------------------------------------------------
@rule
def begin_script(s: State):
    """Forget what was planned before."""
    s.script[:] = 0
    s.script_size = 0
    s.script_next = 0


@rule
def plan(s: State, action: int):
    """Add an answer to the script."""
    s.script[s.script_size] = action
    s.script_size += 1


@rule
def plan_only(s: State, action: int):
    """A script of one action."""
    begin_script(s)
    plan(s, action)


@rule
def has_action(s: State) -> bool:
    """The next answer of the script is one of the turn's actions."""
    if s.script_next >= s.script_size:
        return False
    return BUY <= s.script[s.script_next] < ACTIVATE


@rule
def act(s: State, player: Player) -> int:
    """O4: carry out the next action of the script."""
    action = int(s.script[s.script_next])
    s.script_next += 1
    if BUY <= action < PLAY:
        bot_purchase(s, player, action - BUY)
    else:
        do_main(s, player, action)
    return action


@rule
def bot_answer(s: State, player: Player, mask) -> int:
    """O5: the scripted answer if that is what is asked, else the one of the rules."""
    if s.script_next < s.script_size:
        action = int(s.script[s.script_next])
        # A scripted yes or no is about the one-shot, and no word on anything else.
        if mask[action] and (action > YES or top(s, 0) == p.ONE_SHOT):
            s.script_next += 1
            return action
    return bot_choice(s, player, row_of_turn(s), mask)


@rule
def row_of_turn(s: State) -> int:
    """O3: the row that the bot is carrying out; 0 outside its turn."""
    return row_of(int(s.stack[0, 2])) if s.stack[0, 0] == p.BOT_TURN else 0


# --- trying things out ----------------------------------------------------------------------------
@rule
def settle(s: State, player: Player, mask):
    """Let everything happen until the bot must think again, or somebody else has the turn."""
    for _ in range(MOST_ANSWERS):
        only = advance(s, mask)
        if s.status != RUNNING:
            return
        if only == BOT_NEXT:
            if not has_action(s):
                return
            act(s, player)
        elif top(s, 0) == p.MAIN:
            return
        elif top(s, 1) == player:
            answer(s, bot_answer(s, player, mask))
        else:
            # The other player is expected to pay and else to take the first answer.
            answer(s, YES if mask[YES] else first_legal(mask))


@rule
def new_trial(s: State, games) -> State:
    """Game 1 becomes a copy of s with an empty script."""
    copy_into(games, 1, s)
    begin_script(game_row(games, 1))
    return game_row(games, 1)


@rule
def undoes(s: State, after: State, player: Player) -> bool:
    """O4, golden rule: the second action takes back what the first one achieved."""
    achieved = int(s.stack[0, 4]) if s.stack[0, 0] == p.BOT_TURN else 0
    if achieved == 0:
        return False
    place, faith = achieved % MOST_PLACES, achieved // MOST_PLACES + NONE
    return reaches(after, s, player, row_of(place), cell_of(place), faith)


@rule
def faith_of(s: State, row: int) -> int:
    """O8: the dominant religion of rows 3 and 4."""
    return dominant_religion(s, row) if row == BELIEVERS or row == BISHOPS else NONE


@rule
def fulfils(s: State, player: Player, row: int, cell: int, faith: int, games) -> bool:
    """O3b: game 1 reached the goal of the cell, and nothing was undone."""
    after = game_row(games, 1)
    if undoes(s, after, player):
        return False
    return reaches(s, after, player, row, cell, faith)


@rule
def adopt(s: State, games):
    """Make the script of game 1 that of the real game."""
    trial = game_row(games, 1)
    begin_script(s)
    for i in range(trial.script_size):
        plan(s, int(trial.script[i]))


# --- purchases ------------------------------------------------------------------------------------
@rule
def plan_purchase(s: State, games, slot: Slot) -> State:
    """O4: game 1 will buy and play the card of the slot."""
    trial = new_trial(s, games)
    plan(trial, BUY + slot)
    plan(trial, PLAY + int(s.market[slot]))
    return trial


@rule
def slot_at(i: int) -> Slot:
    """O3, hole 9: the market from left to right, the East first in every column."""
    return (i % 2) * NUM_COLUMNS + i // 2


@rule
def can_buy(s: State, player: Player, slot: Slot) -> bool:
    """O4: both actions are left, and the bot can pay for a card that is no comet."""
    if s.actions_left < 2 or not can_afford(s, player, slot):
        return False
    return CARD_KIND[s.market[slot]] != COMET


@rule
def buy_for_goal(s: State, player: Player, row: int, cell: int, faith: int, games, masks) -> bool:
    """O3b,c: the first card from the left that reaches the goal."""
    for i in range(2, 2 * NUM_COLUMNS):
        slot = slot_at(i)
        if not can_buy(s, player, slot):
            continue
        card = int(s.market[slot])
        if prestige_serves(s, player, card, row, cell, faith):
            buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks)
            return True
        if one_shot_may_serve(card, row, cell):
            if buy_for_one_shot(s, player, slot, row, cell, faith, games, masks):
                return True
        if agents_may_serve(card, row, cell):
            trial = plan_purchase(s, games, slot)
            plan(trial, NO)
            settle(game_row(games, 1), player, masks[1])
            if fulfils(s, player, row, cell, faith, games):
                buy_anyway(s, player, slot, row, cell, faith, games, masks)
                return True
    return False


@rule
def empires_at_war(s: State, card: Card) -> int:
    """O3c: where the card's war may be fought, as things are before it is played."""
    one_shot = int(CARD_ONE_SHOT[card])
    if one_shot == NONE or one_shot > REFORMATION:
        return 0
    return war_empires(s, card, one_shot)


@rule
def fire(s: State, player: Player, slot: Slot, empire: int, games, masks) -> bool:
    """Game 1 buys and plays the card and its one-shot occurs; False if it cannot."""
    card = int(s.market[slot])
    trial = plan_purchase(s, games, slot)
    if not is_queen(card):
        plan(trial, YES)
        if CARD_LOCATION[card] >= NUM_EMPIRES and empire != NONE:
            plan(trial, EMPIRE + empire)
    settle(game_row(games, 1), player, masks[1])
    return is_queen(card) or game_row(games, 1).script_next > 2


@rule
def buy_for_one_shot(
    s: State, player: Player, slot: Slot, row: int, cell: int, faith: int, games, masks
) -> bool:
    """O3c, O9: its one-shot reaches the goal; of several empires the one least defended."""
    empires = empires_at_war(s, int(s.market[slot]))
    if empires == 0:
        fired = fire(s, player, slot, NONE, games, masks)
        if fired and fulfils(s, player, row, cell, faith, games):
            adopt(s, games)
            return True
        return False
    best, fewest = NONE, 1000
    for empire in range(NUM_EMPIRES):
        if has(empires, empire) and fire(s, player, slot, empire, games, masks):
            if fulfils(s, player, row, cell, faith, games):
                rank = count(ruled_cities(s, empire))
                rank += 0 if changes_regime(s, empire, games) else LOST_WAR
                if rank < fewest:
                    best, fewest = empire, rank
    if best == NONE:
        return False
    fire(s, player, slot, best, games, masks)
    adopt(s, games)
    return True


@rule
def changes_regime(s: State, empire: int, games) -> bool:
    """O9: the war in this empire succeeds: its square changes hands, or its face."""
    after, square = game_row(games, 1), SQUARE + empire
    if after.place[square] != s.place[square] or after.owner[square] != s.owner[square]:
        return True
    return after.republic[empire] != s.republic[empire]


@rule
def squares_of(s: State, player: Player) -> int:
    """O5h: the empires in a tableau."""
    number = 0
    for empire in range(NUM_EMPIRES):
        number += owns_in_tableau(s, player, SQUARE + empire)
    return number


@rule
def gains_empire(s: State, player: Player, games) -> bool:
    """O5h: the bot has one empire more in game 1."""
    return squares_of(game_row(games, 1), player) > squares_of(s, player)


@rule
def trade(s: State, player: Player) -> int:
    """O5h: concessions on the routes of today."""
    number = 0
    for border in range(len(s.pawn)):
        number += s.pawn[border] == player and upstream(s, border) < NOWHERE
    return number


@rule
def hurts_enough(s: State, player: Player, one_shot: int, played: int, games) -> bool:
    """O5h: a trade shift or an apostasy costs the player at least as much as the bot.

    Since s the bot has played so many cards, which are no gain.
    """
    after = game_row(games, 1)
    foe = foe_of(player)
    if one_shot == TRADE_SHIFT:
        return trade(s, foe) - trade(after, foe) >= trade(s, player) - trade(after, player)
    if one_shot == APOSTASY:
        own = num_cards(s, player) + played - num_cards(after, player)
        return num_cards(s, foe) - num_cards(after, foe) >= own
    return False


@rule
def is_worth_while(
    s: State, player: Player, slot: Slot, row: int, cell: int, faith: int, games
) -> bool:
    """O5h: the one-shot of game 1 gains an empire, or hurts; and the goal, if any, is reached."""
    one_shot = int(CARD_ONE_SHOT[s.market[slot]])
    if not gains_empire(s, player, games) and not hurts_enough(s, player, one_shot, 1, games):
        return False
    return row == NONE or fulfils(s, player, row, cell, faith, games)


@rule
def buy_anyway(s: State, player: Player, slot: Slot, row: int, cell: int, faith: int, games, masks):
    """O5h: a card not bought for its one-shot; it occurs only if that is worth while.

    A card bought for a goal, by its agents, must still reach it.
    """
    card = int(s.market[slot])
    empires = empires_at_war(s, card)
    best, fewest = NONE, 1000
    for empire in range(NUM_EMPIRES):
        if has(empires, empire) and count(ruled_cities(s, empire)) < fewest:
            fired = fire(s, player, slot, empire, games, masks)
            if fired and is_worth_while(s, player, slot, row, cell, faith, games):
                best, fewest = empire, count(ruled_cities(s, empire))
    if best != NONE:
        fire(s, player, slot, best, games, masks)
        adopt(s, games)
        return
    if CARD_ONE_SHOT[card] > REFORMATION and not is_queen(card):
        fired = fire(s, player, slot, NONE, games, masks)
        if fired and is_worth_while(s, player, slot, row, cell, faith, games):
            adopt(s, games)
            return
    trial = plan_purchase(s, games, slot)
    if not is_queen(card):
        plan(trial, NO)
    adopt(s, games)


@rule
def buy_for_prestige(
    s: State, player: Player, row: int, faith: int, is_overriding: bool, games, masks
) -> bool:
    """O8: the red text of the row, then a card with its prestige; cheap unless overriding."""
    kind = prestige_of_row(row, faith)
    for wanted in range(2):
        for i in range(2, 2 * NUM_COLUMNS):
            slot = slot_at(i)
            if not can_buy(s, player, slot):
                continue
            if not is_overriding and bot_price(s, slot) - s.market_florins[slot] > 1:
                continue
            card = int(s.market[slot])
            if is_red(card, row) if wanted == 0 else shows(card, kind):
                buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks)
                return True
    return False


@rule
def buy_leftmost(s: State, player: Player, games, masks) -> bool:
    """O8, row 6: the leftmost card with any prestige."""
    for i in range(2, 2 * NUM_COLUMNS):
        slot = slot_at(i)
        if can_buy(s, player, slot) and has_prestige(int(s.market[slot])):
            buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks)
            return True
    return False


# --- ops ------------------------------------------------------------------------------------------
def _cell_ops() -> np.ndarray:
    """O8: the ops named in each cell, in printed order, then all others that may reach the goal.

    The named ones are a reminder only; but campaigns are for the cells that name them, and commerce
    goes along with everything.
    """
    vote = (VOTE + EAST, VOTE + WEST)
    inquisitor = tuple(INQUISITOR + colour for colour in range(NUM_RELIGIONS))
    corsair = tuple(CORSAIR + colour for colour in range(NUM_RELIGIONS))
    named = {
        (KINGDOMS, OBJECTIVE): (*vote, BEHEAD, CAMPAIGN),
        (KINGDOMS, SECONDARY): (REPRESS, SIEGE),
        (REPUBLICS, OBJECTIVE): (*vote, BEHEAD, CAMPAIGN),
        (REPUBLICS, SECONDARY): (REPRESS, SIEGE),
        (BELIEVERS, OBJECTIVE): (REPRESS, SIEGE, TAX),
        (BELIEVERS, SECONDARY): vote,
        (BISHOPS, OBJECTIVE): (BEHEAD, *inquisitor),
        (BISHOPS, SECONDARY): vote,
        (CONCESSIONS, OBJECTIVE): (*corsair, SIEGE, REPRESS, *vote, TAX),
    }
    others = (*vote, BEHEAD, REPRESS, SIEGE, TAX, *inquisitor, *corsair)
    table = np.full((NUM_ROWS + 1, NUM_CELLS, NUM_OPS), NONE, np.int64)
    for where, ops in named.items():
        all_ops = tuple(dict.fromkeys((*ops, *others)))
        table[where][: len(all_ops)] = all_ops
    return table


CELL_OPS = _cell_ops()
COMMERCE_OPS = 0b11 << COMMERCE
FINISHING_OPS = 0b11 << VOTE | 1 << CAMPAIGN  # what another op may prepare (hole 10)
# One op with its targets: card, op, target, second target or NONE.
DEED_LENGTH, MOST_DEEDS = 4, 200
ENOUGH_TRADE = SCRIPT_LENGTH - 2 * DEED_LENGTH - 2  # room for two ops, and one more of commerce


@rule
def run_for_goal(s: State, player: Player, row: int, cell: int, faith: int, games, masks) -> bool:
    """O3d, hole 10: the fewest ops that reach the goal: one, or two; commerce before if need be."""
    for number in range(1, 3):
        for after_trade in range(2):
            for i in range(NUM_OPS):
                op = int(CELL_OPS[row, cell, i])
                if op == NONE:
                    break
                for side in range(2):
                    if not is_promising(s, player, side, op, number, after_trade):
                        continue
                    if begin_ops(s, player, side, after_trade, games, masks):
                        if try_deeds(s, player, row, cell, faith, op, number, games, masks):
                            adopt(s, games)
                            return True
    return False


@rule
def is_promising(
    s: State, player: Player, side: Side, op: int, number: int, after_trade: int
) -> bool:
    """Enough cards of the side could act, one of them with this op: else spare the trouble."""
    has_op, has_trade, actors, finishers = False, False, 0, 0
    for i in range(s.tableau_size[player, side]):
        card = int(s.tableau[player, side, i])
        ops = available_ops(s, card)
        actors += ops & ~COMMERCE_OPS != 0
        finishers += ops & FINISHING_OPS != 0
        # Money that commerce brings may make an op possible that is not yet.
        has_op |= has(ops, op) and (after_trade == 1 or can_perform(s, player, card, op))
        has_trade |= ops & COMMERCE_OPS != 0 and trades(s, player, card)
    if number == 2 and (actors < 2 or finishers == 0):
        return False
    return has_op and (has_trade or not after_trade)


@rule
def begin_ops(s: State, player: Player, side: Side, after_trade: int, games, masks) -> bool:
    """Game 2 has activated the side and, if wanted, performed its commerce ops; False if not."""
    if not can_run_ops(s, player, side):
        return False
    copy_into(games, 2, s)
    trial = game_row(games, 2)
    begin_script(trial)
    plan(trial, OPS + side)
    act(trial, player)
    advance(trial, masks[2])
    has_traded = False
    while after_trade and top(trial, 0) == p.OP_CARD and trial.script_size < ENOUGH_TRADE:
        card = trading_card(trial, player, masks[2])
        if card == NONE:
            break
        has_traded = True
        follow(trial, CARD + card, masks[2])
        follow(trial, bot_choice(trial, player, 0, masks[2]), masks[2])
        if top(trial, 0) == p.PICK_COMMERCE:
            answer(trial, bot_choice(trial, player, 0, masks[2]))
            advance(trial, masks[2])
    return top(trial, 0) == p.OP_CARD and (has_traded or not after_trade)


@rule
def follow(trial: State, action: int, mask):
    """Add an answer to the script and give it."""
    plan(trial, action)
    trial.script_next = trial.script_size
    answer(trial, action)
    advance(trial, mask)


@allocating_rule
def try_deeds(
    s: State, player: Player, row: int, cell: int, faith: int, op: int, number: int, games, masks
) -> bool:
    """O3d: some card of game 2 performs this op and reaches the goal, by itself or with another."""
    deeds = np.empty((MOST_DEEDS, DEED_LENGTH), np.int64)
    for i in range(list_deeds(player, op, 2, deeds, games, masks)):
        do_deed(deeds[i], 2, games, masks)
        if number == 2:
            if try_second_deed(s, player, row, cell, faith, games, masks):
                return True
        else:
            settle(game_row(games, 1), player, masks[1])
            if fulfils(s, player, row, cell, faith, games):
                return True
    return False


@allocating_rule
def try_second_deed(
    s: State, player: Player, row: int, cell: int, faith: int, games, masks
) -> bool:
    """O3d, hole 10: a vote or campaign after the op in game 1 reaches the goal."""
    copy_into(games, 5, game_row(games, 1))
    if not come_back(game_row(games, 5), player, masks[5]):
        return False
    deeds = np.empty((MOST_DEEDS, DEED_LENGTH), np.int64)
    for i in range(NUM_OPS):
        op = int(CELL_OPS[row, cell, i])
        if op == NONE:
            break
        if not has(FINISHING_OPS, op):
            continue
        for k in range(list_deeds(player, op, 5, deeds, games, masks)):
            do_deed(deeds[k], 5, games, masks)
            settle(game_row(games, 1), player, masks[1])
            if fulfils(s, player, row, cell, faith, games):
                return True
    return False


@rule
def come_back(s: State, player: Player, mask) -> bool:
    """Let the op happen until the next card may act; False if that is over."""
    for _ in range(MOST_ANSWERS):
        if advance(s, mask) == BOT_NEXT or s.status != RUNNING or top(s, 0) == p.MAIN:
            return False
        if top(s, 0) == p.OP_CARD:
            return True
        if top(s, 1) == player:
            answer(s, bot_choice(s, player, row_of_turn(s), mask))
        else:
            answer(s, YES if mask[YES] else first_legal(mask))
    return False


@rule
def list_deeds(player: Player, op: int, base: int, deeds, games, masks) -> int:
    """Every way to perform the op in game `base`: cards and targets from left to right."""
    s = game_row(games, base)
    side, number = top(s, 2), 0
    size = int(s.tableau_size[player, side])
    for i in range(size):
        card = int(s.tableau[player, side, i if side == EAST else size - 1 - i])
        if not masks[base, CARD + card] or not has(available_ops(s, card), op):
            continue
        if can_perform(s, player, card, op):
            copy_into(games, 3, s)
            follow(game_row(games, 3), CARD + card, masks[3])
            follow(game_row(games, 3), OP + op, masks[3])
            number = list_targets(player, card, op, number, deeds, games, masks)
    return number


@rule
def list_targets(player: Player, card: Card, op: int, number: int, deeds, games, masks) -> int:
    """O3b: the targets of the op in game 3; inquisitors, corsairs and some taxes have two."""
    last = NONE
    while number < MOST_DEEDS:
        target = next_target(game_row(games, 3), player, masks[3], last)
        if target == NONE:
            break
        last = target_rank(game_row(games, 3), player, target)
        copy_into(games, 4, game_row(games, 3))
        follow(game_row(games, 4), target, masks[4])
        second, last_second = NONE, NONE
        if has_second_target(game_row(games, 4)):
            second = next_target(game_row(games, 4), player, masks[4], NONE)
        while number < MOST_DEEDS:
            deeds[number, 0], deeds[number, 1] = CARD + card, OP + op
            deeds[number, 2], deeds[number, 3] = target, second
            number += 1
            if second == NONE:
                break
            last_second = target_rank(game_row(games, 4), player, second)
            second = next_target(game_row(games, 4), player, masks[4], last_second)
            if second == NONE:
                break
    return number


@rule
def do_deed(deed, base: int, games, masks):
    """Game 1 becomes game `base` after the op; its script says so."""
    copy_into(games, 1, game_row(games, base))
    for i in range(DEED_LENGTH):
        if deed[i] != NONE:
            follow(game_row(games, 1), int(deed[i]), masks[1])


@rule
def has_second_target(s: State) -> bool:
    """O3b: inquisitors and corsairs ask where to, taxes by whom."""
    if s.status != RUNNING:
        return False
    frame = top(s, 0)
    return frame == p.INQUISITOR_TO or frame == p.CORSAIR_TO or frame == p.TAX_EMPIRE


@rule
def target_rank(s: State, player: Player, action: int) -> int:
    """O3b: cards of the bot from left to right, then the player's, then all else."""
    card = action - CARD
    if not CARD <= action < OP or s.place[card] != IN_TABLEAU:
        return 4 * WIDEST * NUM_ACTIONS + action
    column = int(s.column[card])
    from_left = WIDEST + column if column >= 0 else WIDEST - 1 - (column - SIDE_STEP)
    seats = 0 if s.owner[card] == player else 2 * WIDEST
    return (seats + from_left) * NUM_ACTIONS + action


@rule
def next_target(s: State, player: Player, mask, last: int) -> int:
    """The legal answer that comes after those tried so far; NONE if there is none."""
    best, best_rank = NONE, 1 << 40
    for action in range(NUM_ACTIONS):
        if mask[action]:
            rank = target_rank(s, player, action)
            if last < rank < best_rank:
                best, best_rank = action, rank
    return best


# --- fairs and sales ------------------------------------------------------------------------------
@rule
def hold_fair(s: State, player: Player, side: Side, games, masks) -> bool:
    """Game 1 holds the fair; False if it cannot, or if that would undo the first action."""
    if not can_convene(s, player, side):
        return False
    trial = new_trial(s, games)
    plan(trial, FAIR + side)
    settle(trial, player, masks[1])
    return not undoes(s, game_row(games, 1), player)


@rule
def fair_gain(s: State, player: Player, games) -> int:
    """O4: what game 1 gives the bot, and then what it does not give the player."""
    after = game_row(games, 1)
    foe = foe_of(player)
    gain = int(after.florins[player]) - int(s.florins[player])
    return 1000 * gain - (int(after.florins[foe]) - int(s.florins[foe]))


@rule
def best_fair(s: State, player: Player, games, masks) -> Side:
    """O4: the fair with more florins for the bot, then fewer for the player, then the East."""
    best, best_gain = NONE, -1_000_000
    for side in range(2):
        if hold_fair(s, player, side, games, masks):
            gain = fair_gain(s, player, games)
            if gain > best_gain:
                best, best_gain = side, gain
    return best


@rule
def plan_fair(s: State, player: Player, games, masks) -> bool:
    """O8, row 7: hold the better fair."""
    side = best_fair(s, player, games, masks)
    if side == NONE:
        return False
    plan_only(s, FAIR + side)
    return True


@rule
def fair_for_goal(s: State, player: Player, row: int, cell: int, faith: int, games, masks) -> bool:
    """O3d: a fair whose levies reach the goal, the better one first."""
    better = best_fair(s, player, games, masks)
    for i in range(2):
        side = better if i == 0 else 1 - better
        if better != NONE and hold_fair(s, player, side, games, masks):
            if fulfils(s, player, row, cell, faith, games):
                adopt(s, games)
                return True
    return False


@rule
def sell_for_goal(s: State, player: Player, faith: int, games, masks) -> bool:
    """O4, row 4: sell a card of the bot to get rid of the bishop on it; hole 17: no squares."""
    for i in range(num_cards(s, player)):
        card = left_to_right(s, player, i)
        if card < NUM_CARDS and not is_queen(card) and s.bishop[card] == faith:
            trial = new_trial(s, games)
            plan(trial, SELL + card)
            settle(trial, player, masks[1])
            if fulfils(s, player, BISHOPS, OBJECTIVE, faith, games):
                adopt(s, games)
                return True
    return False


@rule
def plan_sale(s: State, player: Player) -> bool:
    """O8, row 7: a card without prestige, else one with Patron alone; hole 17: no squares."""
    for patron in range(2):
        for i in range(num_cards(s, player)):
            card = left_to_right(s, player, i)
            if card >= NUM_CARDS or is_queen(card):
                continue
            if has_only_patron(card) if patron else not has_prestige(card):
                plan_only(s, SELL + card)
                return True
    return False


@rule
def plan_trade(s: State, player: Player) -> bool:
    """O8, row 7: the side with more commerce ops, the East in a tie."""
    best, most = NONE, 0
    for side in range(2):
        number = 0
        if can_run_ops(s, player, side):
            for i in range(s.tableau_size[player, side]):
                number += trades(s, player, int(s.tableau[player, side, i]))
        if number > most:
            best, most = side, number
    if best == NONE:
        return False
    plan_only(s, OPS + best)
    return True


# --- the search -----------------------------------------------------------------------------------
@rule
def row_of(place: int) -> int:
    """The row of a place in the search."""
    if place > 2 * PASS_LENGTH:
        return MONEY
    return (place - FIRST_PLACE) % PASS_LENGTH // NUM_CELLS + 1


@rule
def cell_of(place: int) -> int:
    """The cell of a place in the search."""
    return (place - FIRST_PLACE) % NUM_CELLS


@rule
def pass_of(place: int) -> int:
    """Which time the table is read."""
    return (place - FIRST_PLACE) // PASS_LENGTH


@rule
def applies(s: State, player: Player, reading: int, row: int, tried: int) -> bool:
    """O2: the row is searched now; bit 0 of `tried` says that an override row was found."""
    if has(tried, row):
        return False
    if reading == LAST_RESORT:  # hole 5
        return True
    sweeps = has(tried, 0) and s.solo & SOLO_SWEEPS != 0  # hole 3: downwards only, from there
    if reading == OVERRIDES:
        overrides = sweeps or is_override(s, player, row)
        return overrides and is_triggered(s, player, row)
    return not sweeps and is_triggered(s, player, row)


@rule
def next_plan(s: State, player: Player, games, masks) -> int:
    """O2c,d: from the cell after the last one on; the place whose plan is now the script."""
    place, tried = top(s, 2) + 1, top(s, 3)
    while place <= LAST_FAIR and s.actions_left > 0:
        row, reading = row_of(place), pass_of(place)
        if cell_of(place) == OBJECTIVE and place < LAST_FAIR:
            if not applies(s, player, reading, row, tried):
                place += NUM_CELLS
                continue
            tried |= 1 << row | (1 if reading == OVERRIDES else 0)
        s.stack[s.stack_size - 1, 2] = place  # what is tried out is answered by this row
        if plan_cell(s, player, place, games, masks):
            note_plan(s, place, tried)
            return place
        place += 1
    return NONE


@rule
def note_plan(s: State, place: int, tried: int):
    """O2c: the frame of the turn says how far the search is and what the action achieves."""
    frame, row = s.stack_size - 1, row_of(place)
    s.stack[frame, 3] = tried
    if row <= CONCESSIONS and cell_of(place) != FOR_PRESTIGE:
        s.stack[frame, 4] = place + (faith_of(s, row) - NONE) * MOST_PLACES


@rule
def plan_cell(s: State, player: Player, place: int, games, masks) -> bool:
    """O3: write a script that fulfils the cell, if there is one."""
    row, cell = row_of(place), cell_of(place)
    if row == MONEY:
        if place == LAST_FAIR or cell == FAIR_CELL:
            return plan_fair(s, player, games, masks)
        return plan_trade(s, player) if cell == TRADE_CELL else plan_sale(s, player)
    if row == PURCHASE:
        return cell == OBJECTIVE and buy_leftmost(s, player, games, masks)
    faith = faith_of(s, row)
    if (row == BELIEVERS or row == BISHOPS) and faith == NONE:
        return False  # the first action has ended the dominance
    if cell == FOR_PRESTIGE:
        overrides = pass_of(place) == OVERRIDES and is_override(s, player, row)
        return buy_for_prestige(s, player, row, faith, overrides, games, masks)
    if row == CONCESSIONS and cell == SECONDARY:
        return False
    return plan_goal(s, player, row, cell, faith, games, masks)


@rule
def plan_goal(s: State, player: Player, row: int, cell: int, faith: int, games, masks) -> bool:
    """O3b-e: a purchase, else ops, else a fair (row 3) or a sale (row 4)."""
    if buy_for_goal(s, player, row, cell, faith, games, masks):
        return True
    if run_for_goal(s, player, row, cell, faith, games, masks):
        return True
    if cell != OBJECTIVE:
        return False
    if row == BELIEVERS:
        return fair_for_goal(s, player, row, cell, faith, games, masks)
    return row == BISHOPS and sell_for_goal(s, player, faith, games, masks)


@allocating_rule
def new_trials():
    """Copies of a game to try things out on, and their masks."""
    return np.empty(TRIALS, STATE), np.zeros((TRIALS, NUM_ACTIONS), np.int8)


@allocating_rule
def run_bot(s: State, log, size: int) -> int:
    """O1: win, carry out the next action, plan one, or end the turn; the log says what and why."""
    player = top(s, 1)
    if has_action(s):
        log[size] = act(s, player)
        return size + 1
    begin_script(s)
    if top(s, 2) == BEGIN:
        victory = victory_at_hand(s, player)
        if victory != NONE:
            s.winner[player] = 1
            end_game(s, victory)
            log[size] = -WON - victory
            return size + 1
    games, masks = new_trials()
    place = next_plan(s, player, games, masks)
    if place == NONE:
        drop_frame(s)
        owe(s, END_TURN, player, NONE, NONE, NONE)
        place = TURN_OVER
    log[size] = -place
    return size + 1


# --- as a policy among two players ----------------------------------------------------------------
@allocating_rule
def bot_policy(s: State, mask) -> int:
    """O: what the bot would answer at a table of two; it remembers nothing between answers."""
    player = top(s, 1)
    games, masks = new_trials()
    if top(s, 0) == p.MAIN:
        return policy_action(s, player, mask, games, masks)
    row = current_row(s, player)
    if is_planned(top(s, 0)):
        chosen = try_answers(s, player, row, mask, games, masks)
        if chosen != NONE:
            return chosen
    return bot_choice(s, player, row, mask)


@rule
def is_planned(frame: int) -> bool:
    """Decisions that a script would answer."""
    if frame == p.ONE_SHOT or frame == p.WAR_EMPIRE or frame == p.OP_CARD or frame == p.PICK_OP:
        return True
    is_target = p.INQUISITOR_FROM <= frame <= p.PICK_CAMPAIGN
    is_rule = frame == p.PICK_COMMERCE or frame == p.TAX_RESPONSE or frame == p.PLACE_LEVY
    return is_target and not is_rule


@rule
def current_row(s: State, player: Player) -> int:
    """O2: the row that the table gives now."""
    for reading in range(2):
        for row in range(1, NUM_ROWS + 1):
            if applies(s, player, reading, row, 0):
                return row
    return MONEY


@rule
def policy_action(s: State, player: Player, mask, games, masks) -> int:
    """O1: declare, activate and declare, play what was bought, or begin a plan."""
    victory = victory_at_hand(s, player)
    if victory != NONE:
        if s.active[victory]:
            return DECLARE + victory
        return BUY + comet_for_sale(s, player)
    if s.hand_size[player] > 0:
        return PLAY + int(s.hand[player, 0])
    copy_into(games, 0, s)
    trial = game_row(games, 0)
    trial.bot = player + 1
    while trial.stack_size > 0:
        drop_frame(trial)
    owe(trial, p.BOT_TURN, player, BEGIN, 0, 0)
    if next_plan(trial, player, games, masks) != NONE and mask[trial.script[0]]:
        return int(trial.script[0])
    return first_legal(mask)


@rule
def try_answers(s: State, player: Player, row: int, mask, games, masks) -> int:
    """O3: the answer that reaches a goal of the row, or a war or shift worth while; or NONE."""
    faith = faith_of(s, row)
    for cell in range(2):
        for action in range(NUM_ACTIONS):
            if mask[action] and row <= CONCESSIONS:
                try_answer(s, player, action, games, masks)
                if reaches(s, game_row(games, 1), player, row, cell, faith):
                    return action
    if top(s, 0) == p.ONE_SHOT or top(s, 0) == p.WAR_EMPIRE:
        one_shot = int(CARD_ONE_SHOT[s.card])
        for action in range(YES, NUM_ACTIONS):
            if mask[action]:
                try_answer(s, player, action, games, masks)
                if gains_empire(s, player, games) or hurts_enough(s, player, one_shot, 0, games):
                    return action
    return NONE


@rule
def try_answer(s: State, player: Player, action: int, games, masks):
    """Game 1 is the game after this answer and all that follows it."""
    trial = new_trial(s, games)
    answer(trial, action)
    settle(trial, player, masks[1])
