"""O3b-c, O5h: cards that the bot buys and plays, for a goal or for their prestige."""

from paxren_env.core.jit import rule
from paxren_env.core.record import row as game_row
from paxren_env.games.pax_renaissance.actions import BUY, EMPIRE, NO, PLAY, YES
from paxren_env.games.pax_renaissance.constants import (
    APOSTASY,
    COMET,
    NONE,
    NUM_BORDERS,
    NUM_COLUMNS,
    NUM_EMPIRES,
    REFORMATION,
    SQUARE,
    TRADE_SHIFT,
    Card,
    Player,
    Slot,
)
from paxren_env.games.pax_renaissance.queries import (
    count,
    has,
    is_queen,
    owns_in_tableau,
    ruled_cities,
)
from paxren_env.games.pax_renaissance.rules.e2_play import war_empires
from paxren_env.games.pax_renaissance.solo.choices import NOWHERE, num_cards, upstream
from paxren_env.games.pax_renaissance.solo.market import (
    agents_may_serve,
    bot_price,
    can_afford,
    has_prestige,
    is_red,
    one_shot_may_serve,
    prestige_of_row,
    prestige_serves,
    shows,
)
from paxren_env.games.pax_renaissance.solo.table import foe_of
from paxren_env.games.pax_renaissance.solo.trials import (
    adopt,
    fulfils,
    new_trial,
    plan,
    play_through,
    undoes,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_KIND, CARD_LOCATION, CARD_ONE_SHOT

LOST_WAR = 100  # O9: a war that succeeds comes before one that does not


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
    """O3b,c: the first card from the left that reaches the goal, by its agents or its one-shot."""
    for i in range(2, 2 * NUM_COLUMNS):
        slot = slot_at(i)
        if not can_buy(s, player, slot):
            continue
        card = int(s.market[slot])
        if prestige_serves(s, player, card, row, cell, faith):
            if buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks):
                return True
        if agents_may_serve(card, row, cell):
            trial = plan_purchase(s, games, slot)
            plan(trial, NO)
            play_through(game_row(games, 1), player, masks[1])
            if fulfils(s, player, row, cell, faith, games):
                return buy_anyway(s, player, slot, row, cell, faith, games, masks)
        if one_shot_may_serve(card, row, cell):
            if buy_for_one_shot(s, player, slot, row, cell, faith, games, masks):
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
    play_through(game_row(games, 1), player, masks[1])
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
def trade_lost(s: State, after: State, player: Player) -> int:
    """O5h: concessions that lie on a route of today, but on none any more after the shift."""
    number = 0
    for border in range(NUM_BORDERS):
        if s.pawn[border] == player:
            number += upstream(s, border) < NOWHERE
            number -= upstream(after, border) < NOWHERE
    return number


@rule
def hurts_enough(s: State, player: Player, one_shot: int, played: int, games) -> bool:
    """O5h: a trade shift or an apostasy costs the player at least as much as the bot.

    Since s the bot has played so many cards, which are no gain.
    """
    after = game_row(games, 1)
    foe = foe_of(player)
    if one_shot == TRADE_SHIFT:
        return trade_lost(s, after, foe) >= trade_lost(s, after, player)
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
    if row == NONE:
        return not undoes(s, game_row(games, 1), player)
    return fulfils(s, player, row, cell, faith, games)


@rule
def buy_anyway(
    s: State, player: Player, slot: Slot, row: int, cell: int, faith: int, games, masks
) -> bool:
    """O5h: a card not bought for its one-shot; it occurs only if that is worth while.

    A card bought for a goal, by its agents, must still reach it. False if it would undo something.
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
        return True
    if CARD_ONE_SHOT[card] > REFORMATION and not is_queen(card):
        fired = fire(s, player, slot, NONE, games, masks)
        if fired and is_worth_while(s, player, slot, row, cell, faith, games):
            adopt(s, games)
            return True
    trial = plan_purchase(s, games, slot)
    if not is_queen(card):
        plan(trial, NO)
    play_through(game_row(games, 1), player, masks[1])
    if undoes(s, game_row(games, 1), player):
        return False
    adopt(s, games)
    return True


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
                if buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks):
                    return True
    return False


@rule
def buy_leftmost(s: State, player: Player, games, masks) -> bool:
    """O8, row 6: the leftmost card with any prestige."""
    for i in range(2, 2 * NUM_COLUMNS):
        slot = slot_at(i)
        if can_buy(s, player, slot) and has_prestige(int(s.market[slot])):
            if buy_anyway(s, player, slot, NONE, NONE, NONE, games, masks):
                return True
    return False
