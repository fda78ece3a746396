"""4.4.3, 4.5.3: Leaders, their credits, rebates and patrons."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    FINAL_CARD_PLAY,
    FIRST_LEADER,
    LEADER_QUEUE,
    LEADER_STACK,
    NOBODY,
    NUM_ADVANCES,
    NUM_CARDS,
    OUT,
    PATRONAGE,
    PRINTED_WORD,
    UNLIMITED_SLOTS,
    Advance,
    Card,
    Player,
)
from paxren_env.games.age_of_renaissance.queries import count_bits, has
from paxren_env.games.age_of_renaissance.rules.s26_cards import leader, put
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    DOUBLED_BY_MONGOLS,
    LEADER_CREDIT,
    RAISED_BY_CRUSADES,
)

FIRST_UNLIMITED = 3  # the fourth Leader of a turn


@rule
def leader_credit(s: State, card: Card, advance: Advance) -> int:
    """2.6: what the Leader gives for the advance now."""
    credit = int(LEADER_CREDIT[card, advance])
    if credit == 0:
        return 0
    if s.crusades:
        credit += int(RAISED_BY_CRUSADES[card])
    if s.doubled and DOUBLED_BY_MONGOLS[card]:
        credit *= 2
    return credit


@rule
def play_leader(s: State, player: Player, card: Card):
    """4.4.3: into the queue, with the rebate; in Final Card Play the rebate is all (6.2)."""
    if DOUBLED_BY_MONGOLS[card]:
        s.doubled = s.mongols
    if has(s, player, PRINTED_WORD):
        s.cash[player] += rebate(s, player, card)
    if s.phase == FINAL_CARD_PLAY:
        put(s, card, OUT)
        return
    put(s, card, LEADER_QUEUE)
    s.index[card] = s.num_leaders
    s.leader_owner[card - FIRST_LEADER] = player
    s.num_leaders += 1


@rule
def rebate(s: State, player: Player, card: Card) -> int:
    """4.4.3: the credit of every advance on the card that the player owns."""
    total = 0
    for advance in range(NUM_ADVANCES):
        if has(s, player, advance):
            total += leader_credit(s, card, advance)
    return total


@rule
def leaders_leave(s: State):
    """4.4.3: used or not."""
    s.num_leaders = 0
    for card in range(NUM_CARDS):
        if s.place[card] == LEADER_QUEUE:
            put(s, card, OUT)
            s.leader_owner[card - FIRST_LEADER] = NOBODY
            s.patrons[card - FIRST_LEADER] = 0


# --- credits (4.5.3) ------------------------------------------------------------------------------
@rule
def patron_slots(k: int) -> int:
    """2.4: 0, 1, 2, then everybody."""
    return k if k < FIRST_UNLIMITED else UNLIMITED_SLOTS


@rule
def is_usable(s: State, player: Player, k: int) -> bool:
    """4.5.3: an own Leader, or one with a patron slot for the owner of Patronage."""
    number = leader(s, k) - FIRST_LEADER
    if s.leader_owner[number] == player:
        return True
    if not has(s, player, PATRONAGE):
        return False
    patrons = int(s.patrons[number])
    return patrons >> player & 1 != 0 or count_bits(patrons) < patron_slots(k)


@rule
def use_leader(s: State, player: Player, k: int):
    """4.5.3: another's Leader takes a patron slot, once."""
    number = leader(s, k) - FIRST_LEADER
    if s.leader_owner[number] != player:
        s.patrons[number] |= 1 << player


@rule
def price_after_leaders(
    s: State, player: Player, advance: Advance, price: int, buying: bool
) -> int:
    """4.5.3: applied automatically; `buying` takes the patron slots."""
    if s.options & LEADER_STACK:
        price = after_leaders_of(s, player, advance, price, True, buying)
        return after_leaders_of(s, player, advance, price, False, buying)
    best = best_leader(s, player, advance)
    if best == NONE or price <= 0:
        return max(0, price)
    if buying:
        use_leader(s, player, best)
    return max(0, price - leader_credit(s, leader(s, best), advance))


@rule
def after_leaders_of(
    s: State, player: Player, advance: Advance, price: int, own: bool, buying: bool
) -> int:
    """Own Leaders, or others', in playing order, each only while the price is above 0."""
    for k in range(s.num_leaders):
        card = leader(s, k)
        credit = leader_credit(s, card, advance)
        is_own = s.leader_owner[card - FIRST_LEADER] == player
        if price > 0 and credit > 0 and is_own == own and is_usable(s, player, k):
            price -= credit
            if buying:
                use_leader(s, player, k)
    return max(0, price)


@rule
def best_leader(s: State, player: Player, advance: Advance) -> int:
    """13, leader_stack off: the largest credit; among equals an own one, then the earlier."""
    best = NONE
    best_worth = 0
    for k in range(s.num_leaders):
        card = leader(s, k)
        worth = 2 * leader_credit(s, card, advance)
        if worth > 0 and is_usable(s, player, k):
            if s.leader_owner[card - FIRST_LEADER] == player:
                worth += 1
            if worth > best_worth:
                best, best_worth = k, worth
    return best
