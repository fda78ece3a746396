"""The dispatchers: which rule runs, marks, answers, rolls or settles each frame of the stack."""

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.constants import BROKEN, NONE
from paxren_env.core.jit import rule
from paxren_env.core.masks import clear_mask
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.actions import BENEFIT, COUNTY, NUMBER, POSITION
from paxren_env.games.wallenstein.constants import DEPLOY_1, NUM_COUNTIES, OPEN_EVENTS
from paxren_env.games.wallenstein.rules import a_actions as a_
from paxren_env.games.wallenstein.rules import b_battle as b_
from paxren_env.games.wallenstein.rules import ec_court as ec
from paxren_env.games.wallenstein.rules import lk_landsknechte as lk
from paxren_env.games.wallenstein.rules import ml_leaders as ml
from paxren_env.games.wallenstein.rules import r_order as order
from paxren_env.games.wallenstein.rules import r_planning as planning
from paxren_env.games.wallenstein.rules import r_round as r_
from paxren_env.games.wallenstein.rules import s_setup as s_
from paxren_env.games.wallenstein.rules import t_tower as t_
from paxren_env.games.wallenstein.rules import w_winter as w_
from paxren_env.games.wallenstein.rules.m_map import count_bits, nth_bit
from paxren_env.games.wallenstein.state import State


# --- steps ----------------------------------------------------------------------------------------
@rule
def run_step(s: State):
    """Run the step on top of the stack."""
    frame, player, a = top(s, 0), top(s, 1), top(s, 2)
    drop_frame(s)
    if frame == f.PERFORM:
        r_.perform(s)
    elif frame == f.RESOLVE_ATTACK:
        b_.resolve_attack(s, player, a)
    elif frame == f.RESOLVE_REVOLT:
        b_.resolve_revolt(s, player, a)
    elif frame < f.NEW_ROUND:
        run_setup_step(s, frame, player, a)
    elif frame < f.MOVE_LEADERS:
        run_round_step(s, frame, a)
    else:
        run_late_step(s, frame, player, a)


@rule
def run_setup_step(s: State, frame: int, player: int, a: int):
    """Steps of the setup and of a new year."""
    if frame == f.DRAFT_TURN:
        s_.take_draft_turn(s)
    elif frame == f.DEAL_COUNTY:
        s_.deal_county(s, player, a)
    elif frame == f.FILL_TOWER:
        s_.fill_tower(s)
    elif frame == f.EMPTY_TRAY:
        s_.empty_tray(s)
    elif frame == f.OPEN_EVENTS:
        s_.open_events(s)
    elif frame == f.NEW_YEAR:
        r_.begin_year(s)
    else:
        s.status = BROKEN


@rule
def run_round_step(s: State, frame: int, a: int):
    """Steps of a round up to its actions."""
    if frame == f.NEW_ROUND:
        r_.begin_round(s)
    elif frame == f.PLAN:
        planning.plan_next(s, a)
    elif frame == f.REVEAL_BIDS:
        order.reveal_bids(s)
    elif frame == f.NEXT_BIDDER:
        order.call_next_bidder(s)
    elif frame == f.PLACE_LEADERS:
        ml.place_leaders(s, a)
    elif frame == f.HIRE_LANDSKNECHTE:
        lk.hire(s, a)
    elif frame == f.CONVERT:
        ec.convert_all(s)
    elif frame == f.GRANT_FAVOURS:
        ec.grant_favours(s, a)
    else:
        s.status = BROKEN


@rule
def run_late_step(s: State, frame: int, player: int, a: int):
    """Steps after the actions, and winter."""
    if frame == f.MOVE_LEADERS:
        ml.move_leaders(s, a)
    elif frame == f.END_ROUND:
        r_.end_round(s)
    elif frame == f.WINTER_REVOLTS:
        w_.call_revolts(s, a)
    elif frame == f.DRAW_REVOLTS:
        w_.draw_revolts(s, player, a)
    elif frame == f.FIGHT_REVOLTS:
        w_.fight_revolts(s, player)
    elif frame == f.SCORE:
        w_.score_winter(s)
    elif frame == f.END_YEAR:
        w_.end_year(s)
    elif frame == f.RETURN_LEADERS:
        ml.return_leaders(s, a)
    else:
        s.status = BROKEN


# --- decisions: what is legal ---------------------------------------------------------------------
@rule
def mark_legal(s: State, mask):
    """Mark every legal answer to the decision on top of the stack."""
    clear_mask(s, mask)
    frame, player, a, b = top(s, 0), top(s, 1), top(s, 2), top(s, 3)
    if frame == f.ACTION_BOX:
        planning.mark_action_box(s, player, mask)
    elif frame == f.COURT_BOX:
        planning.mark_court_box(s, player, mask)
    elif frame == f.BID:
        planning.mark_bid(s, player, mask)
    elif frame == f.DRAFT_CARD:
        s_.mark_draft_card(s, player, mask)
    elif frame == f.ARMY_GROUP:
        s_.mark_army_group(s, player, mask)
    elif frame == f.LEADER_HERE:
        s_.mark_leader_here(s, player, mask)
    elif frame == f.TAKE_POSITION:
        order.mark_position(s, mask)
    elif frame == f.LEADER_PLACE or frame == f.LEADER_MOVES:
        ml.mark_leader_county(s, player, mask)
    elif frame == f.PICK_BENEFIT:
        lk.mark_benefit(s, a, mask)
    elif frame == f.TAKE_FAVOUR:
        ec.mark_favour(s, player, mask)
    elif frame == f.CANCEL:
        ec.mark_cancel(mask)
    elif frame == f.FAVOUR_COUNTY:
        ec.mark_favour_county(s, player, a, mask)
    elif frame == f.MOVE_TARGET:
        a_.mark_target(s, player, DEPLOY_1, a, mask)
    elif frame == f.COMBAT_TARGET:
        a_.mark_target(s, player, b, a, mask)
    elif frame == f.HOW_MANY:
        a_.mark_how_many(s, a, mask)
    elif frame == f.NEXT_REVOLT:
        w_.mark_revolt(s, mask)
    else:
        s.status = BROKEN


# --- decisions: why an answer is not legal --------------------------------------------------------
@rule
def reason(s: State, action: int) -> int:
    """Why this is no legal answer to the decision on top of the stack."""
    frame, player, a, b = top(s, 0), top(s, 1), top(s, 2), top(s, 3)
    why = LEGAL
    if frame == f.ACTION_BOX:
        why = planning.why_not_action_box(s, player, action)
    elif frame == f.COURT_BOX:
        why = planning.why_not_court_box(s, player, action)
    elif frame == f.BID:
        why = planning.why_not_bid(s, player, action)
    elif frame == f.DRAFT_CARD:
        why = s_.why_not_draft_card(s, player, action)
    elif frame == f.ARMY_GROUP:
        why = s_.why_not_army_group(s, player, action - NUMBER + 1)
    elif frame == f.LEADER_HERE:
        why = s_.why_not_leader_here(s, player, action)
    elif frame == f.TAKE_POSITION:
        why = order.why_not_position(s, action - POSITION)
    elif frame == f.LEADER_PLACE or frame == f.LEADER_MOVES:
        why = ml.why_not_leader_county(s, player, action - COUNTY)
    elif frame == f.PICK_BENEFIT:
        why = lk.why_not_benefit(s, a, action - BENEFIT)
    elif frame == f.TAKE_FAVOUR:
        why = ec.why_not_favour(s, player, action)
    elif frame == f.FAVOUR_COUNTY:
        why = ec.why_not_favour_county(s, player, a, action - COUNTY)
    elif frame == f.MOVE_TARGET:
        why = a_.why_not_target(s, player, DEPLOY_1, a, action)
    elif frame == f.COMBAT_TARGET:
        why = a_.why_not_target(s, player, b, a, action)
    elif frame == f.HOW_MANY:
        why = a_.why_not_number(s, a, action - NUMBER + 1)
    elif frame == f.NEXT_REVOLT:
        why = w_.why_not_revolt(s, action - COUNTY)
    return why


# --- decisions: what an answer does ---------------------------------------------------------------
@rule
def answer(s: State, action: int):
    """Apply an answer to the decision on top of the stack."""
    frame, player, a, b = top(s, 0), top(s, 1), top(s, 2), top(s, 3)
    drop_frame(s)
    if frame == f.ACTION_BOX or frame == f.COURT_BOX:
        planning.do_box(s, player, action, a)
    elif frame == f.BID:
        planning.do_bid(s, player, action)
    elif frame == f.DRAFT_CARD:
        s_.do_draft_card(s, player, action)
    elif frame == f.ARMY_GROUP:
        s_.do_army_group(s, player, action - NUMBER + 1, a)
    elif frame == f.LEADER_HERE:
        s_.do_leader_here(s, player, action, a)
    elif frame == f.TAKE_POSITION:
        s.position[player] = action - POSITION
    elif frame == f.LEADER_PLACE:
        ml.enter_county(s, player, action - COUNTY)
    elif frame == f.LEADER_MOVES:
        ml.do_move_leader(s, player, action - COUNTY, a)
    elif frame == f.PICK_BENEFIT:
        lk.do_benefit(s, player, action - BENEFIT, a)
    elif frame == f.TAKE_FAVOUR:
        ec.do_favour(s, player, action)
    elif frame == f.CANCEL:
        ec.do_cancel(s, action)
    elif frame == f.FAVOUR_COUNTY:
        ec.do_favour_county(s, player, action - COUNTY, a)
    elif frame == f.MOVE_TARGET:
        a_.do_target(s, player, action, a, DEPLOY_1)
    elif frame == f.COMBAT_TARGET:
        a_.do_target(s, player, action, a, b)
    elif frame == f.HOW_MANY:
        a_.do_march(s, player, action - NUMBER + 1, a, b)
    elif frame == f.NEXT_REVOLT:
        w_.do_revolt(s, player, action - COUNTY)
    else:
        s.status = BROKEN


# --- chance ---------------------------------------------------------------------------------------
@rule
def possible_outcomes(s: State) -> int:
    """The outcomes of the draw on top of the stack, as bits; not for throws of the tower."""
    frame = top(s, 0)
    bits = 0
    if frame == f.FIRST_DRAFTER:
        bits = (1 << s.num_players) - 1
    elif frame == f.COUNTY_CARD:
        for county in range(NUM_COUNTIES):
            bits |= int(s.draft_unseen[county]) << county
    elif frame == f.OPEN_EVENT:
        bits = int(s.events_unused)
    elif frame == f.OPEN_ACTION:
        bits = r_.closed_actions(s)
    elif frame == f.OPEN_TILE:
        bits = r_.tiles_left(s)
    elif frame == f.OPEN_FAVOUR:
        bits = int(s.favours_unused)
    elif frame == f.DRAW_EVENT:
        for slot in range(OPEN_EVENTS):
            if s.event_open[slot] != NONE:
                bits |= 1 << int(s.event_open[slot])
    elif frame == f.DRAW_BIDDER:
        bits = order.tied_bidders(s)
    elif frame == f.REVOLT_COUNTY:
        for county in range(NUM_COUNTIES):
            if s.owner[county] == top(s, 2) and not w_.is_drawn(s, county):
                bits |= 1 << county
    return bits


@rule
def roll(s: State, outcome) -> int:
    """RNG: draw the outcome of the chance on top of the stack."""
    frame = top(s, 0)
    if frame == f.THROW or frame == f.FILL:
        return t_.roll_throw(s, frame == f.FILL, outcome)
    if frame == f.DRAW_EVENT:
        outcome[0] = order.draw_event(s)
    else:
        bits = possible_outcomes(s)
        number = int(np.int64(draw(s.chance, count_bits(bits, NUM_COUNTIES))))
        outcome[0] = nth_bit(bits, number)
    return 1


@rule
def settle(s: State, outcome, length: int):
    """Apply an outcome, drawn or given from outside."""
    frame, a, b = top(s, 0), top(s, 2), top(s, 3)
    drop_frame(s)
    value = int(outcome[0])
    if frame == f.THROW or frame == f.FILL:
        t_.settle_throw(s, outcome)
    elif frame == f.FIRST_DRAFTER:
        s.draft_first = value
    elif frame == f.COUNTY_CARD:
        s_.put_county(s, b, a, value)
    elif frame == f.OPEN_EVENT:
        s_.open_event(s, a, value)
    elif frame == f.OPEN_ACTION:
        s.action_at[a] = value
    elif frame == f.OPEN_TILE:
        r_.put_tile(s, a, value)
    elif frame == f.OPEN_FAVOUR:
        ec.open_favour(s, value)
    elif frame == f.DRAW_EVENT:
        order.put_event_in_force(s, value)
    elif frame == f.DRAW_BIDDER:
        order.ask_position(s, value)
    elif frame == f.REVOLT_COUNTY:
        w_.add_drawn(s, value)
    else:
        s.status = BROKEN


@rule
def is_outcome(s: State, outcome, length: int) -> bool:
    """An outcome given from outside is possible here."""
    frame = top(s, 0)
    if frame == f.THROW or frame == f.FILL:
        return t_.is_throw(s, outcome, length)
    value = int(outcome[0])
    return length == 1 and 0 <= value < NUM_COUNTIES and possible_outcomes(s) >> value & 1 == 1
