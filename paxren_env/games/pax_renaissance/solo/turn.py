"""O1-O3: the turn of the bot: the table is read until a cell can be fulfilled."""

from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.log import ANSWER, NOTE, write_log
from paxren_env.core.record import State
from paxren_env.core.record import row as game_row
from paxren_env.core.stack import drop_frame, owe, top
from paxren_env.games.pax_renaissance.constants import NONE, SOLO_SWEEPS, Player
from paxren_env.games.pax_renaissance.frames import END_TURN
from paxren_env.games.pax_renaissance.queries import has
from paxren_env.games.pax_renaissance.rules.l_victory import end_game
from paxren_env.games.pax_renaissance.rules.o_market import victory_at_hand
from paxren_env.games.pax_renaissance.rules.o_table import (
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
from paxren_env.games.pax_renaissance.solo.money import (
    fair_for_goal,
    plan_fair,
    plan_sale,
    plan_trade,
    sell_for_goal,
)
from paxren_env.games.pax_renaissance.solo.ops import run_for_goal
from paxren_env.games.pax_renaissance.solo.places import (
    BEGIN,
    FAIR_CELL,
    LAST_FAIR,
    LAST_RESORT,
    MOST_FEATS,
    OVERRIDES,
    OVERRIDING,
    PASS_LENGTH,
    TRADE_CELL,
    TURN_OVER,
    WON,
    cell_of,
    faith_in,
    feat,
    pass_of,
    place_in,
    row_of,
    with_faith,
)
from paxren_env.games.pax_renaissance.solo.purchases import (
    buy_for_goal,
    buy_for_prestige,
    buy_leftmost,
)
from paxren_env.games.pax_renaissance.solo.trials import (
    act,
    begin_script,
    faith_of,
    forget_answers,
    has_action,
    new_trials,
)


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
    place, faith, tried = place_in(top(s, 2)) + 1, faith_in(top(s, 2)), top(s, 3)
    while place <= LAST_FAIR and s.actions_left > 0:
        row, reading = row_of(place), pass_of(place)
        if cell_of(place) == OBJECTIVE and place < LAST_FAIR:
            if not applies(s, player, reading, row, tried):
                place += NUM_CELLS
                continue
            tried |= marks_of(s, player, reading, row)
            faith = faith_of(s, row)
        # What is tried out is answered by this row.
        s.stack[s.stack_size - 1, 2] = with_faith(place, faith)
        s.stack[s.stack_size - 1, 3] = tried
        if plan_cell(s, player, place, faith, games, masks):
            note_plan(s, player, place, faith, games)
            return place
        place += 1
    return NONE


@rule
def marks_of(s: State, player: Player, reading: int, row: int) -> int:
    """O2: the bits of a row that is tried now; bit 0 says that an override row was found."""
    if reading != OVERRIDES:
        return 1 << row
    is_chosen = is_override(s, player, row)
    return 1 | 1 << row | (1 << (OVERRIDING + row) if is_chosen else 0)


@rule
def is_overriding(s: State, row: int) -> bool:
    """O2a: the row was chosen as an override row, not only found below one."""
    return has(top(s, 3), OVERRIDING + row)


@rule
def note_plan(s: State, player: Player, place: int, faith: int, games):
    """O2c, O4a: the frame says what the action achieves; only after ops, fairs and sales, which
    game 1 has made, is another action left."""
    row, cell = row_of(place), cell_of(place)
    if row <= CONCESSIONS and cell != FOR_PRESTIGE:
        halves = gain(s, game_row(games, 1), player, row, cell, faith)
        if halves != 0 and top(s, 4) < MOST_FEATS:
            place_value = 1 if top(s, 4) == 0 else MOST_FEATS
            s.stack[s.stack_size - 1, 4] += place_value * feat(row, cell, faith, halves)


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
    if top(s, 2) == BEGIN:
        victory = victory_at_hand(s, player)
        if victory != NONE:
            s.winner[player] = 1
            end_game(s, victory)
            return write_log(s, log, size, NOTE, WON + victory)
    games, masks = new_trials()
    place = next_plan(s, player, games, masks)
    if place == NONE:
        drop_frame(s)
        owe(s, END_TURN, player, NONE, NONE, NONE)
        place = TURN_OVER
    elif pass_of(place) == OVERRIDES and not is_overriding(s, row_of(place)):
        place += PASS_LENGTH  # in one sweep: for the log a row like any other
    return write_log(s, log, size, NOTE, place)
