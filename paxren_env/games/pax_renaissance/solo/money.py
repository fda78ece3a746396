"""O4, O8 row 7: trade fairs, sales and commerce."""

from paxren_env.core.jit import rule
from paxren_env.core.record import row as game_row
from paxren_env.games.pax_renaissance.actions import FAIR, OPS, SELL
from paxren_env.games.pax_renaissance.constants import NONE, NUM_CARDS, Player, Side
from paxren_env.games.pax_renaissance.queries import is_queen
from paxren_env.games.pax_renaissance.rules.d_turn import can_convene, can_run_ops
from paxren_env.games.pax_renaissance.solo.choices import left_to_right, num_cards, trades
from paxren_env.games.pax_renaissance.solo.market import has_only_patron, has_prestige
from paxren_env.games.pax_renaissance.solo.table import BISHOPS, OBJECTIVE, foe_of
from paxren_env.games.pax_renaissance.solo.trials import (
    adopt,
    fulfils,
    new_trial,
    plan,
    plan_only,
    play_through,
    undoes,
)
from paxren_env.games.pax_renaissance.state import State


@rule
def hold_fair(s: State, player: Player, side: Side, games, masks) -> bool:
    """Game 1 holds the fair; False if it cannot, or if that would undo the first action."""
    if not can_convene(s, player, side):
        return False
    trial = new_trial(s, games)
    plan(trial, FAIR + side)
    play_through(trial, player, masks[1])
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
            play_through(trial, player, masks[1])
            if fulfils(s, player, BISHOPS, OBJECTIVE, faith, games):
                adopt(s, games)
                return True
    return False


@rule
def plan_sale(s: State, player: Player, games, masks) -> bool:
    """O8, row 7: a card without prestige, else one with Patron alone; hole 17: no squares."""
    for patron in range(2):
        for i in range(num_cards(s, player)):
            card = left_to_right(s, player, i)
            if card >= NUM_CARDS or is_queen(card):
                continue
            if has_only_patron(card) if patron else not has_prestige(card):
                trial = new_trial(s, games)
                plan(trial, SELL + card)
                play_through(trial, player, masks[1])
                if not undoes(s, game_row(games, 1), player):
                    adopt(s, games)
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
