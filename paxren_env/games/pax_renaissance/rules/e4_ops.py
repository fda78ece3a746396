"""E4: activate the ops of one side of the tableau; Cryptography borrows one."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import CARD, NO, OP
from paxren_env.games.pax_renaissance.constants import (
    BEHEAD,
    COMMERCE,
    CORSAIR,
    EAST,
    IMMUNE_TO_SILENCING,
    IN_TABLEAU,
    INQUISITOR,
    NONE,
    NUM_OPS,
    REPRESS,
    RULESET_2021,
    SALE_BORROWS_ENEMY_POLITICAL_OP,
    SIEGE,
    TAX,
    VOTE,
    WEST,
    Card,
    Op,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.frames import (
    CORSAIR_FROM,
    INQUISITOR_FROM,
    OP_CARD,
    OTHER_SIDE,
    PICK_BEHEAD,
    PICK_CAMPAIGN,
    PICK_COMMERCE,
    PICK_OP,
    PICK_REPRESS,
    PICK_SIEGE,
    PICK_TAX,
    PICK_VOTE,
)
from paxren_env.games.pax_renaissance.queries import (
    bishop_on_couple,
    face,
    has,
    has_ability,
    location,
    owns_in_tableau,
)
from paxren_env.games.pax_renaissance.reasons import (
    CARD_HAS_ACTED,
    CARD_IS_SILENCED,
    CARD_OF_OTHER_SIDE,
    FIRST_OP,
    NO_OP_ON_CARD,
    NO_OPPONENTS_CARD,
    NO_TARGET_FOR_CARD,
    NO_TARGET_FOR_OP,
    NOT_POLITICAL,
    NOT_YOUR_CARD,
    OP_NOT_ON_CARD,
)
from paxren_env.games.pax_renaissance.rules.e2_play import mark_yes_no
from paxren_env.games.pax_renaissance.rules.f_ops.behead import has_victim
from paxren_env.games.pax_renaissance.rules.f_ops.campaign import campaign_targets
from paxren_env.games.pax_renaissance.rules.f_ops.commerce import commerce_targets
from paxren_env.games.pax_renaissance.rules.f_ops.corsair import corsair_targets
from paxren_env.games.pax_renaissance.rules.f_ops.inquisitor import can_inquire
from paxren_env.games.pax_renaissance.rules.f_ops.repress import repress_targets
from paxren_env.games.pax_renaissance.rules.f_ops.siege import siege_targets
from paxren_env.games.pax_renaissance.rules.f_ops.tax import tax_targets
from paxren_env.games.pax_renaissance.rules.f_ops.vote import vote_targets
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import FACE_OPS

BOTH_SIDES = 2
OP_PERFORMED, OP_BORROWED = 1, 2  # how far the ops of a side have gone

RELIGIOUS_OPS = 0b111 << INQUISITOR
POLITICAL_OPS = 1 << BEHEAD | 1 << TAX | 1 << REPRESS | 0b11 << VOTE


@rule
def can_perform(s: State, player: Player, card: Card, op: Op) -> bool:
    """F: the op of this card has a valid target now."""
    if op < COMMERCE:
        return can_inquire(s, op - INQUISITOR)
    if op < BEHEAD:
        return commerce_targets(s, op - COMMERCE) != 0
    if op == BEHEAD:
        return has_victim(s, player, card)
    if op == TAX:
        return tax_targets(s, location(s, card)) != 0
    if op == REPRESS:
        return repress_targets(s, card) != 0
    if op < CORSAIR:
        return vote_targets(s, player, op - VOTE) != 0
    if op < SIEGE:
        return corsair_targets(s, location(s, card), op - CORSAIR) != 0
    if op == SIEGE:
        return siege_targets(s, card) != 0
    return campaign_targets(s, player, card) != 0


@rule
def available_ops(s: State, card: Card) -> int:
    """E4, S2: the card's ops, if it has not acted this turn; silenced, only religious ones."""
    if s.op_used[card]:
        return 0
    ops = int(FACE_OPS[face(s, card)])
    return ops & RELIGIOUS_OPS if s.silenced[card] else ops


@rule
def borrowable_ops(s: State, player: Player, card: Card) -> int:
    """AB, Cryptography: an opponent's political ops; it is the borrower's immunity that counts."""
    if s.op_used[card]:
        return 0
    if bishop_on_couple(s, card) and not has_ability(s, player, IMMUNE_TO_SILENCING):
        return 0
    return int(FACE_OPS[face(s, card)]) & POLITICAL_OPS


@rule
def any_performable(s: State, player: Player, card: Card, ops: int) -> bool:
    for op in range(NUM_OPS):
        if has(ops, op) and can_perform(s, player, card, op):
            return True
    return False


@rule
def can_activate(s: State, player: Player, side: Side) -> bool:
    """E4: some card of that side has a legal op."""
    for i in range(s.tableau_size[player, side]):
        card = int(s.tableau[player, side, i])
        if any_performable(s, player, card, available_ops(s, card)):
            return True
    return side == WEST and may_borrow_in_ops(s, player, 0) and has_borrowable(s, player)


@rule
def activate(s: State, player: Player, side: Side):
    """E4: the side is activated for this turn."""
    for row in range(2):
        if side == row or side == BOTH_SIDES:
            s.ops_done[row] = 1
    ask(s, OP_CARD, player, side, 0)


@rule
def mark_op_card(s: State, player: Player, side: Side, progress: int, mask):
    """E4: an unused card with a legal op; after the first op one may stop."""
    found = False
    for row in range(2):
        if side != row and side != BOTH_SIDES:
            continue
        for i in range(s.tableau_size[player, row]):
            card = int(s.tableau[player, row, i])
            if any_performable(s, player, card, available_ops(s, card)):
                mask[CARD + card] = 1
                found = True
    if side != EAST and may_borrow_in_ops(s, player, progress):
        found |= mark_borrowable(s, player, WEST, mask)
    if found and progress:
        mask[NO] = 1


@rule
def is_in_row(s: State, owner: Player, side: Side, card: Card) -> bool:
    """E4: the card lies on this side of the owner's tableau; BOTH_SIDES asks for either."""
    for row in range(2):
        if side == row or side == BOTH_SIDES:
            for i in range(s.tableau_size[owner, row]):
                if s.tableau[owner, row, i] == card:
                    return True
    return False


@rule
def why_not_op_card(s: State, player: Player, side: Side, progress: int, action: int) -> int:
    """E4: the same as a reason."""
    if action == NO:
        return LEGAL if progress else FIRST_OP
    card = action - CARD
    if owns_in_tableau(s, player, card):
        return (
            why_not_act(s, player, card) if is_in_row(s, player, side, card) else CARD_OF_OTHER_SIDE
        )
    if s.place[card] != IN_TABLEAU or side == EAST or not may_borrow_in_ops(s, player, progress):
        return NOT_YOUR_CARD
    is_west = is_in_row(s, int(s.owner[card]), WEST, card)
    return why_not_borrow(s, player, card) if is_west else CARD_OF_OTHER_SIDE


@rule
def why_not_act(s: State, player: Player, card: Card) -> int:
    """E4, S2: the card has not acted, is not silenced, and one of its ops has a target."""
    if s.op_used[card]:
        return CARD_HAS_ACTED
    if FACE_OPS[face(s, card)] == 0:
        return NO_OP_ON_CARD
    ops = available_ops(s, card)
    if ops == 0:
        return CARD_IS_SILENCED
    return LEGAL if any_performable(s, player, card, ops) else NO_TARGET_FOR_CARD


@rule
def why_not_borrow(s: State, player: Player, card: Card) -> int:
    """AB, Cryptography: the card has a political op that the borrower could perform."""
    if s.op_used[card]:
        return CARD_HAS_ACTED
    ops = borrowable_ops(s, player, card)
    if ops == 0:
        return NOT_POLITICAL
    return LEGAL if any_performable(s, player, card, ops) else NO_TARGET_FOR_CARD


@rule
def do_op_card(s: State, player: Player, side: Side, progress: int, card: Card):
    """E4: this card acts; afterwards the next may."""
    if card < 0:
        return
    borrowed = s.owner[card] != player
    ask(
        s,
        OP_CARD,
        player,
        side,
        progress | (OP_PERFORMED | OP_BORROWED if borrowed else OP_PERFORMED),
    )
    ask(s, PICK_OP, player, card, 1 if borrowed else 0)


@rule
def mark_op(s: State, player: Player, card: Card, borrowed: int, mask):
    """E4: one of the card's legal ops."""
    ops = borrowable_ops(s, player, card) if borrowed else available_ops(s, card)
    for op in range(NUM_OPS):
        if has(ops, op) and can_perform(s, player, card, op):
            mask[OP + op] = 1


@rule
def why_not_op(s: State, player: Player, card: Card, borrowed: int, op: Op) -> int:
    """E4: the same as a reason."""
    if not has(FACE_OPS[face(s, card)], op):
        return OP_NOT_ON_CARD
    ops = borrowable_ops(s, player, card) if borrowed else available_ops(s, card)
    if not has(ops, op):
        return NOT_POLITICAL if borrowed else CARD_IS_SILENCED
    return LEGAL if can_perform(s, player, card, op) else NO_TARGET_FOR_OP


@rule
def do_op(s: State, player: Player, card: Card, op: Op):
    """OP: one op per card and turn; ask for its target."""
    s.op_used[card] = 1
    if op < COMMERCE:
        ask(s, INQUISITOR_FROM, player, op - INQUISITOR, NONE)
    elif op < BEHEAD:
        ask(s, PICK_COMMERCE, player, op - COMMERCE, NONE)
    elif op == BEHEAD:
        ask(s, PICK_BEHEAD, player, card, NONE)
    elif op == TAX:
        ask(s, PICK_TAX, player, card, NONE)
    elif op == REPRESS:
        ask(s, PICK_REPRESS, player, card, NONE)
    elif op < CORSAIR:
        ask(s, PICK_VOTE, player, op - VOTE, NONE)
    elif op < SIEGE:
        ask(s, CORSAIR_FROM, player, card, op - CORSAIR)
    elif op == SIEGE:
        ask(s, PICK_SIEGE, player, card, NONE)
    else:  # CAMPAIGN
        ask(s, PICK_CAMPAIGN, player, card, NONE)


# --- East and West in one action ------------------------------------------------------------------
@rule
def activate_both(s: State, player: Player, first: Side):
    """AB: one side to its end, then, if wanted, the other; in 2021 in any order."""
    if s.ruleset == RULESET_2021:
        activate(s, player, BOTH_SIDES)
        return
    ask(s, OTHER_SIDE, player, 1 - first, NONE)
    activate(s, player, first)


@rule
def mark_other_side(s: State, player: Player, side: Side, mask):
    """E4: run the other side now, or leave it unspent."""
    if can_activate(s, player, side):
        mark_yes_no(mask)


@rule
def do_other_side(s: State, player: Player, side: Side, goes_on: int):
    if goes_on:
        activate(s, player, side)


# --- Cryptography ---------------------------------------------------------------------------------
@rule
def mark_borrow(s: State, player: Player, mask):
    """AB: any opponent's card with a political op that the borrower could perform."""
    east = mark_borrowable(s, player, EAST, mask)
    west = mark_borrowable(s, player, WEST, mask)
    if east or west:
        mask[NO] = 1


@rule
def why_not_borrow_from(s: State, player: Player, action: int) -> int:
    """AB, Cryptography: the same as a reason."""
    if action == NO:
        return LEGAL
    card = action - CARD
    if s.place[card] != IN_TABLEAU or s.owner[card] == player:
        return NO_OPPONENTS_CARD
    return why_not_borrow(s, player, card)


@rule
def mark_borrowable(s: State, player: Player, side: Side, mask) -> bool:
    """AB: the opponents' cards of one side with a political op that the borrower could perform."""
    found = False
    for other in range(s.num_players):
        if other == player:
            continue
        for i in range(s.tableau_size[other, side]):
            card = int(s.tableau[other, side, i])
            if any_performable(s, player, card, borrowable_ops(s, player, card)):
                mask[CARD + card] = 1
                found = True
    return found


@rule
def has_borrowable(s: State, player: Player) -> bool:
    """AB: some opponent's West card has an op to borrow."""
    for other in range(s.num_players):
        if other != player:
            for i in range(s.tableau_size[other, WEST]):
                card = int(s.tableau[other, WEST, i])
                if any_performable(s, player, card, borrowable_ops(s, player, card)):
                    return True
    return False


@rule
def may_borrow_in_ops(s: State, player: Player, progress: int) -> bool:
    """AB: in 2021 Cryptography adds one political op of an opponent's West card to West ops."""
    if s.ruleset != RULESET_2021 or progress & OP_BORROWED:
        return False
    return has_ability(s, player, SALE_BORROWS_ENEMY_POLITICAL_OP)


@rule
def do_borrow(s: State, player: Player, card: Card):
    if card >= 0:
        ask(s, PICK_OP, player, card, 1)
