"""O3d: ops that reach a goal, alone, after commerce, or two together."""

import numpy as np

from paxren_env import pending as p
from paxren_env._jit import allocating_rule, rule
from paxren_env.actions import CARD, NUM_ACTIONS, OP, OPS
from paxren_env.bot.trials import (
    MOST_ANSWERS,
    act,
    adopt,
    begin_script,
    expected_answer,
    fulfils,
    plan,
    settle,
)
from paxren_env.constants import (
    BEHEAD,
    CAMPAIGN,
    COMMERCE,
    CORSAIR,
    EAST,
    IN_TABLEAU,
    INQUISITOR,
    NONE,
    NUM_OPS,
    NUM_RELIGIONS,
    REPRESS,
    RUNNING,
    SIEGE,
    TAX,
    VOTE,
    WEST,
    Card,
    Player,
    Side,
)
from paxren_env.dispatch import BOT_NEXT, advance, answer
from paxren_env.pending import top
from paxren_env.queries import has
from paxren_env.rows import copy_into
from paxren_env.rows import row as game_row
from paxren_env.rules.d_turn import can_run_ops
from paxren_env.rules.e4_ops import available_ops, can_perform
from paxren_env.rules.o_choices import bot_choice, trades, trading_card
from paxren_env.rules.o_table import (
    BELIEVERS,
    BISHOPS,
    CONCESSIONS,
    KINGDOMS,
    NUM_CELLS,
    NUM_ROWS,
    OBJECTIVE,
    REPUBLICS,
    SECONDARY,
)
from paxren_env.rules.s_silencing import SIDE_STEP
from paxren_env.state import SCRIPT_LENGTH, TABLEAU_CAPACITY, State

WIDEST = TABLEAU_CAPACITY  # no row of a tableau has more columns


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
# One op with its targets: card, op, target, second target or NONE; then the rank of the target.
DEED_LENGTH, MOST_DEEDS = 4, 200
RANK = DEED_LENGTH
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
        follow(trial, bot_choice(trial, player, 0, NONE, masks[2]), masks[2])
        if top(trial, 0) == p.PICK_COMMERCE:
            answer(trial, bot_choice(trial, player, 0, NONE, masks[2]))
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
    deeds = np.empty((MOST_DEEDS, RANK + 1), np.int64)
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
    deeds = np.empty((MOST_DEEDS, RANK + 1), np.int64)
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
        answer(s, expected_answer(s, player, mask))
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
    put_in_order(deeds, number)
    return number


@rule
def put_in_order(deeds, number: int):
    """O3b: whose card is the target comes first, and which card acts after that."""
    for i in range(1, number):
        k = i
        while k > 0 and deeds[k - 1, RANK] > deeds[k, RANK]:
            for column in range(RANK + 1):
                swapped = deeds[k, column]
                deeds[k, column] = deeds[k - 1, column]
                deeds[k - 1, column] = swapped
            k -= 1


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
            deeds[number, RANK] = last if CARD <= target < OP else 0
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
