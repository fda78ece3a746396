"""O1-O3: the turn of the bot: the table is read until a cell can be fulfilled."""

from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.log import ANSWER, NOTE, write_log
from paxren_env.core.record import row as game_row
from paxren_env.core.stack import drop_frame, owe, top
from paxren_env.games.pax_renaissance.constants import NONE, SOLO_SWEEPS, Player
from paxren_env.games.pax_renaissance.frames import END_TURN
from paxren_env.games.pax_renaissance.queries import has
from paxren_env.games.pax_renaissance.rules.l_victory import end_game
from paxren_env.games.pax_renaissance.solo.market import victory_at_hand
from paxren_env.games.pax_renaissance.solo.money import (
    fair_for_goal,
    plan_fair,
    plan_sale,
    plan_trade,
    sell_for_goal,
)
from paxren_env.games.pax_renaissance.solo.ops import run_for_goal
from paxren_env.games.pax_renaissance.solo.places import (
    FAIR_CELL,
    LAST_FAIR,
    LAST_RESORT,
    OVERRIDES,
    PASS_LENGTH,
    TRADE_CELL,
    TURN_OVER,
    WON,
    cell_of,
    pass_of,
    row_of,
)
from paxren_env.games.pax_renaissance.solo.purchases import (
    buy_for_goal,
    buy_for_prestige,
    buy_leftmost,
)
from paxren_env.games.pax_renaissance.solo.search import BEGIN, clear_search, keep_feat
from paxren_env.games.pax_renaissance.solo.table import (
    BELIEVERS,
    BISHOPS,
    CONCESSIONS,
    FOR_PRESTIGE,
    MONEY,
    NUM_CELLS,
    OBJECTIVE,
    PURCHASE,
    SECONDARY,
    gain,
    is_override,
    is_triggered,
)
from paxren_env.games.pax_renaissance.solo.trials import (
    act,
    begin_script,
    faith_of,
    forget_answers,
    has_action,
    new_trials,
)
from paxren_env.games.pax_renaissance.state import State


@rule
def applies(s: State, player: Player, reading: int, row: int) -> bool:
    """O2: the row is searched now."""
    if has(int(s.bot_tried), row):
        return False
    if reading == LAST_RESORT:  # hole 5
        return True
    # Hole 3: once an override row was found, downwards only, from there.
    sweeps = s.bot_overriding != 0 and s.solo & SOLO_SWEEPS != 0
    if reading == OVERRIDES:
        overrides = sweeps or is_override(s, player, row)
        return overrides and is_triggered(s, player, row)
    return not sweeps and is_triggered(s, player, row)


@rule
def next_plan(s: State, player: Player, games, masks) -> int:
    """O2c,d: from the cell after the last one on; the place whose plan is now the script."""
    place = int(s.bot_place) + 1
    while place <= LAST_FAIR and s.actions_left > 0:
        if cell_of(place) == OBJECTIVE and place < LAST_FAIR:
            if not applies(s, player, pass_of(place), row_of(place)):
                place += NUM_CELLS
                continue
            begin_row(s, player, pass_of(place), row_of(place))
        s.bot_place = place  # what is tried out is answered by this row
        if plan_cell(s, player, place, int(s.bot_faith), games, masks):
            note_plan(s, player, place, int(s.bot_faith), games)
            return place
        place += 1
    return NONE


@rule
def begin_row(s: State, player: Player, reading: int, row: int):
    """O2: the row is tried now, against the religion that is dominant now."""
    s.bot_tried |= 1 << row
    if reading == OVERRIDES and is_override(s, player, row):
        s.bot_overriding |= 1 << row
    s.bot_faith = faith_of(s, row)


@rule
def is_overriding(s: State, row: int) -> bool:
    """O2a: the row was chosen as an override row, not only found below one."""
    return has(int(s.bot_overriding), row)


@rule
def note_plan(s: State, player: Player, place: int, faith: int, games):
    """O2c, O4a: what the action achieves is kept; only after ops, fairs and sales, which game 1
    has made, is another action left."""
    row, cell = row_of(place), cell_of(place)
    if row <= CONCESSIONS and cell != FOR_PRESTIGE:
        halves = gain(s, game_row(games, 1), player, row, cell, faith)
        if halves != 0:
            keep_feat(s, row, cell, faith, halves)


@rule
def plan_cell(s: State, player: Player, place: int, faith: int, games, masks) -> bool:
    """O3: write a script that fulfils the cell, if there is one."""
    row, cell = row_of(place), cell_of(place)
    if row == MONEY:
        if place == LAST_FAIR or cell == FAIR_CELL:
            return plan_fair(s, player, games, masks)
        return plan_trade(s, player) if cell == TRADE_CELL else plan_sale(s, player, games, masks)
    if row == PURCHASE:
        return cell == OBJECTIVE and buy_leftmost(s, player, games, masks)
    if cell == FOR_PRESTIGE:
        return buy_for_prestige(s, player, row, faith, is_overriding(s, row), games, masks)
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
def play_own(s: State, log, size: int) -> int:
    """O1: win, carry out the next action, plan one, or end the turn; the log says what and why."""
    player = top(s, 1)
    if has_action(s):
        size = write_log(s, log, size, ANSWER, act(s, player))
        forget_answers(s)
        return size
    begin_script(s)
    if s.bot_place == BEGIN:
        victory = victory_at_hand(s, player)
        if victory != NONE:
            s.winner[player] = 1
            end_game(s, victory)
            return write_log(s, log, size, NOTE, WON + victory)
    games, masks = new_trials()
    place = next_plan(s, player, games, masks)
    if place == NONE:
        clear_search(s)
        drop_frame(s)
        owe(s, END_TURN, player, NONE, NONE, NONE)
        place = TURN_OVER
    elif pass_of(place) == OVERRIDES and not is_overriding(s, row_of(place)):
        place += PASS_LENGTH  # in one sweep: for the log a row like any other
    return write_log(s, log, size, NOTE, place)
