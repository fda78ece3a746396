"""O3d: ops that reach a goal, alone, after commerce, or two together."""

import numpy as np

from paxren_env.core.hooks import answer
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.record import copy_into
from paxren_env.core.record import row as game_row
from paxren_env.core.running import OWN_NEXT, advance
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import CARD, NUM_ACTIONS, OP, OPS
from paxren_env.games.pax_renaissance.constants import (
    BEHEAD,
    BISHOP,
    CAMPAIGN,
    COMMERCE,
    CORSAIR,
    EAST,
    IN_TABLEAU,
    INQUISITOR,
    NONE,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_OPS,
    NUM_PIECES,
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
from paxren_env.games.pax_renaissance.queries import face, has
from paxren_env.games.pax_renaissance.rules.d_turn import can_run_ops
from paxren_env.games.pax_renaissance.rules.e4_ops import available_ops, can_perform
from paxren_env.games.pax_renaissance.rules.s_silencing import SIDE_STEP
from paxren_env.games.pax_renaissance.solo.choices import (
    bot_choice,
    from_left,
    trades,
    trading_card,
)
from paxren_env.games.pax_renaissance.solo.table import (
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
from paxren_env.games.pax_renaissance.solo.trials import (
    MOST_ANSWERS,
    act,
    adopt,
    begin_script,
    expected_answer,
    fulfils,
    plan,
    play_through,
)
from paxren_env.games.pax_renaissance.state import SCRIPT_LENGTH, TABLEAU_CAPACITY, State
from paxren_env.games.pax_renaissance.tables import FACE_OPS, TOKEN_SUPPLY

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


def _most_deeds() -> int:
    """No list of deeds is longer: every card that shows an op, with every target it can have."""
    targets = dict.fromkeys(range(NUM_OPS), NUM_CITIES + NUM_BORDERS)
    targets[BEHEAD] = NUM_PIECES
    for colour in range(NUM_RELIGIONS):
        targets[INQUISITOR + colour] = int(TOKEN_SUPPLY[BISHOP + colour])
    cards = [int(np.count_nonzero(FACE_OPS >> op & 1)) for op in range(NUM_OPS)]
    return max(cards[op] * targets[op] for op in range(NUM_OPS))


CELL_OPS = _cell_ops()
COMMERCE_OPS = 0b11 << COMMERCE
VOTES = 0b11 << VOTE
FINISHING_OPS = VOTES | 1 << CAMPAIGN  # what another op may prepare (hole 10)
PAID_OPS = FINISHING_OPS | 1 << TAX  # the bot may tax itself
ONE, ONE_AFTER_TRADE, TWO, TWO_AFTER_TRADE = range(4)  # sets of ops, in the order of hole 10
DEED_LENGTH = 4  # of an op in a script: card, op, target and, for some ops, a second target
RANK = 3  # a deed is a card, its op and the target; then comes the rank of the target
MOST_DEEDS = _most_deeds()


@rule
def run_for_goal(s: State, player: Player, row: int, cell: int, faith: int, games, masks) -> bool:
    """O3d, hole 10: the fewest ops that reach the goal: one, or two; commerce before if need be."""
    for way in range(ONE, TWO_AFTER_TRADE + 1):
        for i in range(NUM_OPS):
            op = int(CELL_OPS[row, cell, i])
            if op == NONE:
                break
            for side in range(2):
                if is_promising(s, player, side, op, way):
                    if try_deeds(s, player, row, cell, faith, side, op, way, games, masks):
                        adopt(s, games)
                        return True
    return False


@rule
def is_after_trade(way: int) -> bool:
    """O3, hole 10: commerce comes first."""
    return way == ONE_AFTER_TRADE or way == TWO_AFTER_TRADE


# --- what is worth a try --------------------------------------------------------------------------
@rule
def is_promising(s: State, player: Player, side: Side, op: int, way: int) -> bool:
    """Some card could perform this op, and another finish what it began: else spare the trouble."""
    if not can_run_ops(s, player, side):
        return False
    actors, finishers, cards, traders = 0, 0, 0, 0
    for i in range(s.tableau_size[player, side]):
        card = int(s.tableau[player, side, i])
        acts, finishes = may_act(s, player, card, op, way), may_finish(s, card)
        actors += acts
        finishers += finishes
        cards += acts or finishes
        traders += may_trade(s, player, card)
    if actors == 0 or (is_after_trade(way) and traders == 0):
        return False
    if way < TWO:
        return way == ONE or has(PAID_OPS, op)
    # A vote or a campaign may bring the square that goes on; all others need a second card.
    return has(FINISHING_OPS, op) or (finishers > 0 and cards > 1)


@rule
def may_act(s: State, player: Player, card: Card, op: int, way: int) -> bool:
    """The card could perform the op; money that commerce brings may make it possible later."""
    if not has(available_ops(s, card), op):
        return False
    return is_after_trade(way) or can_perform(s, player, card, op)


@rule
def may_finish(s: State, card: Card) -> bool:
    """O3, hole 10: the card shows a vote or a campaign; being silenced it may be freed."""
    return not s.op_used[card] and FACE_OPS[face(s, card)] & FINISHING_OPS != 0


@rule
def may_trade(s: State, player: Player, card: Card) -> bool:
    """O9: the card has a commerce op to perform; being silenced it may be freed."""
    if s.silenced[card]:
        return not s.op_used[card] and FACE_OPS[face(s, card)] & COMMERCE_OPS != 0
    return trades(s, player, card)


# --- activating a side ----------------------------------------------------------------------------
@rule
def begin_ops(s: State, player: Player, side: Side, actor: Card, op: int, way: int, games, masks):
    """Game 2 has activated the side; if wanted, the others have traded before the actor acts."""
    copy_into(games, 2, s)
    trial = game_row(games, 2)
    begin_script(trial)
    plan(trial, OPS + side)
    act(trial, player)
    advance(trial, masks[2])
    if is_after_trade(way) and has(PAID_OPS, op):  # before any other op there is no need yet
        voter = voter_beside(trial, player, side, actor) if way >= TWO else NONE
        trade(trial, player, actor, voter, 2, masks[2])


@rule
def voter_beside(s: State, player: Player, side: Side, actor: Card) -> Card:
    """O3, hole 10: a card that votes besides the actor: one that would not trade, if any."""
    voter = NONE
    for i in range(s.tableau_size[player, side]):
        card = from_left(s, player, side, i)
        if card != actor and available_ops(s, card) & VOTES:
            if not trades(s, player, card):
                return card
            voter = card if voter == NONE else voter
    return voter


@rule
def trade(trial: State, player: Player, actor: Card, voter: Card, deeds: int, mask):
    """O9: all commerce ops but of the cards needed; the script keeps room for so many deeds."""
    most = SCRIPT_LENGTH - 2 - deeds * DEED_LENGTH
    while top(trial, 0) == p.OP_CARD and trial.script_size <= most:
        card = trading_card(trial, player, actor, voter, mask)
        if card == NONE:
            break
        follow(trial, CARD + card, mask)
        follow(trial, bot_choice(trial, player, 0, NONE, mask), mask)
        if top(trial, 0) == p.PICK_COMMERCE:
            answer(trial, bot_choice(trial, player, 0, NONE, mask))
            advance(trial, mask)


@rule
def follow(trial: State, action: int, mask):
    """Add an answer to the script and give it."""
    plan(trial, action)
    trial.script_next = trial.script_size
    answer(trial, action)
    advance(trial, mask)


# --- deeds ----------------------------------------------------------------------------------------
@allocating_rule
def try_deeds(
    s: State,
    player: Player,
    row: int,
    cell: int,
    faith: int,
    side: Side,
    op: int,
    way: int,
    games,
    masks,
) -> bool:
    """O3d: some card performs this op and reaches the goal, by itself or with another."""
    deeds = np.empty((MOST_DEEDS, RANK + 1), np.int32)
    number = 0
    for i in range(s.tableau_size[player, side]):
        card = from_left(s, player, side, i)
        if may_act(s, player, card, op, way):
            begin_ops(s, player, side, card, op, way, games, masks)
            number = list_deeds(player, card, op, 2, number, deeds, games, masks)
    put_in_order(deeds, number)
    for i in range(number):
        if is_after_trade(way):  # who trades depends on who acts
            begin_ops(s, player, side, int(deeds[i, 0]) - CARD, op, way, games, masks)
        do_deed(deeds[i], 2, games, masks)
        if try_targets(s, player, row, cell, faith, way, games, masks):
            return True
    return False


@allocating_rule
def try_targets(
    s: State, player: Player, row: int, cell: int, faith: int, way: int, games, masks
) -> bool:
    """O3b: the op of game 1 reaches the goal; if it has two targets, with some second one."""
    if not has_second_target(game_row(games, 1)):
        return succeeds(s, player, row, cell, faith, way, games, masks)
    copy_into(games, 4, game_row(games, 1))
    advance(game_row(games, 4), masks[4])
    last = NONE
    while True:
        target = next_target(game_row(games, 4), player, masks[4], last)
        if target == NONE:
            return False
        last = target_rank(game_row(games, 4), player, target)
        copy_into(games, 1, game_row(games, 4))
        follow(game_row(games, 1), target, masks[1])
        if succeeds(s, player, row, cell, faith, way, games, masks):
            return True


@allocating_rule
def succeeds(
    s: State, player: Player, row: int, cell: int, faith: int, way: int, games, masks
) -> bool:
    """O3d: the op of game 1 reaches the goal, or (of two) some op after it."""
    if way >= TWO:
        return try_second_deed(s, player, row, cell, faith, way, games, masks)
    play_through(game_row(games, 1), player, masks[1])
    return fulfils(s, player, row, cell, faith, games)


@allocating_rule
def try_second_deed(
    s: State, player: Player, row: int, cell: int, faith: int, way: int, games, masks
) -> bool:
    """O3d, hole 10: a vote or campaign after the op in game 1 reaches the goal."""
    copy_into(games, 5, game_row(games, 1))
    if not come_back(game_row(games, 5), player, masks[5]):
        return False
    deeds = np.empty((MOST_DEEDS, RANK + 1), np.int32)
    for i in range(NUM_OPS):
        op = int(CELL_OPS[row, cell, i])
        if op == NONE:
            break
        if not has(FINISHING_OPS, op):
            continue
        for k in range(list_second_deeds(player, op, way, deeds, games, masks)):
            do_deed(deeds[k], 6, games, masks)
            play_through(game_row(games, 1), player, masks[1])
            if fulfils(s, player, row, cell, faith, games):
                return True
    return False


@rule
def list_second_deeds(player: Player, op: int, way: int, deeds, games, masks) -> int:
    """O3, hole 10: every vote or campaign in game 6, which is game 5 after more trade."""
    copy_into(games, 6, game_row(games, 5))
    advance(game_row(games, 6), masks[6])
    s, number = game_row(games, 6), 0
    side = top(s, 2)
    if is_after_trade(way):
        voter = voter_beside(s, player, side, NONE) if has(VOTES, op) else NONE
        trade(s, player, voter, NONE, 1, masks[6])
    for i in range(s.tableau_size[player, side]):
        card = from_left(s, player, side, i)
        number = list_deeds(player, card, op, 6, number, deeds, games, masks)
    return number


@rule
def come_back(s: State, player: Player, mask) -> bool:
    """Let the op happen until the next card may act; False if that is over."""
    for _ in range(MOST_ANSWERS):
        if advance(s, mask) == OWN_NEXT or s.status != RUNNING or top(s, 0) == p.MAIN:
            return False
        if top(s, 0) == p.OP_CARD:
            return True
        answer(s, expected_answer(s, player, mask))
    return False


@rule
def list_deeds(
    player: Player, card: Card, op: int, base: int, number: int, deeds, games, masks
) -> int:
    """O3b: add every target of the card's op in game `base`; how many deeds that makes."""
    s = game_row(games, base)
    if not masks[base, CARD + card] or not has(available_ops(s, card), op):
        return number
    if not can_perform(s, player, card, op):
        return number
    copy_into(games, 3, s)
    follow(game_row(games, 3), CARD + card, masks[3])
    follow(game_row(games, 3), OP + op, masks[3])
    last = NONE
    while True:
        target = next_target(game_row(games, 3), player, masks[3], last)
        if target == NONE:
            return number
        last = target_rank(game_row(games, 3), player, target)
        deeds[number, 0], deeds[number, 1], deeds[number, 2] = CARD + card, OP + op, target
        deeds[number, RANK] = last if CARD <= target < OP else 0
        number += 1


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
def do_deed(deed, base: int, games, masks):
    """Game 1 becomes game `base` after the op; its script says so."""
    copy_into(games, 1, game_row(games, base))
    for i in range(RANK):
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
