"""R: the round: action cards and tiles, the turns of the ten actions, the end of the round."""

from paxren_env.core.constants import CHANCE, NONE, TRUNCATED
from paxren_env.core.jit import rule
from paxren_env.core.stack import owe
from paxren_env.games.wallenstein.constants import (
    ACTIONS_PHASE,
    EMPERORS_COURT,
    END_PHASE,
    FALL,
    FIRST_ACTION_BOX,
    LANDSKNECHTE,
    LINEUP,
    MILITARY_LEADERS,
    NUM_ACTION_CARDS,
    NUM_TILES,
    OPEN_ACTIONS,
    OPEN_FAVOURS,
    PLANNING_PHASE,
    SPRING,
    TOWER_CARD,
    WINTER,
    Player,
    Tile,
)
from paxren_env.games.wallenstein.frames import (
    CONVERT,
    END_ROUND,
    HIRE_LANDSKNECHTE,
    MOVE_LEADERS,
    NEW_ROUND,
    OPEN_ACTION,
    OPEN_FAVOUR,
    OPEN_TILE,
    PERFORM,
    PLACE_LEADERS,
    PLAN,
)
from paxren_env.games.wallenstein.rules.a_actions import do_action
from paxren_env.games.wallenstein.rules.m_map import has_option, nth_bit
from paxren_env.games.wallenstein.rules.s_setup import clear_draft
from paxren_env.games.wallenstein.rules.v_victory import cut_game
from paxren_env.games.wallenstein.rules.w_winter import begin_winter
from paxren_env.games.wallenstein.state import State


# --- R1, R2, EC1: what is laid out ----------------------------------------------------------------
@rule
def begin_round(s: State):
    """R1, R2, EC1: five action cards, the tiles and three favours are opened, then all plan."""
    s.turn = s.year * (WINTER + 1) + s.season
    if cut_game(s):
        return
    s.phase = PLANNING_PHASE
    owe(s, PLAN, NONE, 0, NONE, NONE)
    if has_option(s, EMPERORS_COURT):
        for _ in range(OPEN_FAVOURS):
            owe(s, OPEN_FAVOUR, CHANCE, NONE, NONE, NONE)
    for i in range(NUM_TILES - 1):
        owe(s, OPEN_TILE, CHANCE, NUM_TILES - 2 - i, NONE, NONE)
    for i in range(OPEN_ACTIONS):
        owe(s, OPEN_ACTION, CHANCE, OPEN_ACTIONS - 1 - i, NONE, NONE)


@rule
def closed_actions(s: State) -> int:
    """R1: the action cards not yet open, as bits; which they are is public."""
    closed = (1 << NUM_ACTION_CARDS) - 1
    for place in range(NUM_ACTION_CARDS):
        if s.action_at[place] != NONE:
            closed &= ~(1 << int(s.action_at[place]))
    return closed


@rule
def tiles_left(s: State) -> int:
    """R2: the tiles that lie on no position yet, as bits."""
    left = (1 << NUM_TILES) - 1
    for place in range(NUM_TILES):
        if s.tile_at[place] != NONE:
            left &= ~(1 << int(s.tile_at[place]))
    return left


@rule
def put_tile(s: State, place: int, tile: Tile):
    """R2: the tile lies on its position; the last one needs no draw."""
    s.tile_at[place] = tile
    if place == NUM_TILES - 2:
        s.tile_at[place + 1] = nth_bit(tiles_left(s), 0)


# --- after the order is known ---------------------------------------------------------------------
@rule
def begin_turns(s: State):
    """R: the rest of the round, what comes first on top: ML2, LK, EC2, R6, ML4, R7."""
    owe(s, END_ROUND, NONE, NONE, NONE, NONE)
    leaders = has_option(s, MILITARY_LEADERS)
    if leaders:
        owe(s, MOVE_LEADERS, NONE, 0, NONE, NONE)
    owe(s, PERFORM, NONE, NONE, NONE, NONE)
    if has_option(s, EMPERORS_COURT):
        owe(s, CONVERT, NONE, NONE, NONE, NONE)
    if has_option(s, LANDSKNECHTE):
        owe(s, HIRE_LANDSKNECHTE, NONE, 0, NONE, NONE)
    if leaders and has_option(s, LINEUP) and s.year == 0 and s.season == SPRING:
        owe(s, PLACE_LEADERS, NONE, 0, NONE, NONE)


# --- R6 -------------------------------------------------------------------------------------------
@rule
def perform(s: State):
    """R6: the next seat in turn order reveals its box for the action under way."""
    if s.phase != ACTIONS_PHASE:
        s.phase = ACTIONS_PHASE
        s.action_place = 0
    if s.turn_index == s.num_players:
        finish_action(s)
        return
    player = int(s.order[s.turn_index])
    s.turn_index += 1
    s.turn_player = player
    owe(s, PERFORM, NONE, NONE, NONE, NONE)
    perform_box(s, player, int(s.action_at[s.action_place]))


@rule
def perform_box(s: State, player: Player, action: int):
    """R6: a county card must act if it can; blank and void boxes do nothing."""
    box = FIRST_ACTION_BOX + action
    s.shown[player, box] = 1
    card = int(s.plan[player, box])
    if card < TOWER_CARD:
        do_action(s, player, action, card)


@rule
def finish_action(s: State):
    """R6: after the first five actions one more card is opened; the tenth ends the phase."""
    s.turn_index = 0
    s.turn_player = NONE
    opened = s.action_place + OPEN_ACTIONS
    s.action_place += 1
    if s.action_place == NUM_ACTION_CARDS:
        s.action_place = NONE
        return
    owe(s, PERFORM, NONE, NONE, NONE, NONE)
    if opened < NUM_ACTION_CARDS - 1:
        owe(s, OPEN_ACTION, CHANCE, opened, NONE, NONE)
    elif opened == NUM_ACTION_CARDS - 1:
        s.action_at[opened] = nth_bit(closed_actions(s), 0)


# --- R7 -------------------------------------------------------------------------------------------
@rule
def collect_cards(s: State):
    """R7: all cards go back to hands, tiles and action cards are collected, the event leaves."""
    s.bid[:] = NONE
    s.bids_shown = 0
    s.plan[:, :] = NONE
    s.shown[:, :] = 0
    s.gained[:] = 0
    s.action_at[:] = NONE
    s.tile_at[:] = NONE
    s.event = NONE
    s.protected[:] = 0


@rule
def end_round(s: State):
    """R7: cards, tiles, action cards and the event go; the order stays through the winter."""
    collect_cards(s)
    was_fall = s.season == FALL
    s.season += 1
    if was_fall:
        begin_winter(s)
    else:
        return_order_tokens(s)
        owe(s, NEW_ROUND, NONE, NONE, NONE, NONE)


@rule
def return_order_tokens(s: State):
    """R7: nobody has a position or a turn any more."""
    s.position[:] = NONE
    s.order[:] = NONE


@rule
def cut(s: State):
    """OP: `max_decisions` ends the game in the midst of it: all cards go back unseen."""
    clear_draft(s)
    collect_cards(s)
    return_order_tokens(s)
    s.action_place = NONE
    s.turn_index = 0
    s.turn_player = NONE
    s.status = TRUNCATED
    s.phase = END_PHASE


@rule
def begin_year(s: State):
    """W6: spring of the second year."""
    s.year += 1
    s.season = SPRING
    return_order_tokens(s)
    owe(s, NEW_ROUND, NONE, NONE, NONE, NONE)
