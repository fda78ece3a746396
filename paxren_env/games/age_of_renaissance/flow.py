"""The dispatchers: which rule runs, marks, answers or settles each frame of the stack."""

from paxren_env.core.constants import BROKEN
from paxren_env.core.jit import rule
from paxren_env.core.masks import clear_mask
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance.actions import (
    AREA,
    CAPITAL_CHOICE,
    COMMODITY,
    DIGIT,
    PLACE,
    PROVINCE,
    SEAT,
)
from paxren_env.games.age_of_renaissance.constants import (
    BUY_CARD,
    CHAOS,
    DRAW_CARD,
    EXPANSION,
    FINAL_CARD_PLAY,
    FOR_DEAL,
    IN_FINAL_PLAY,
    IN_PLAY_CARDS,
    INCOME,
    NOBODY,
    ORDER_OF_PLAY,
    PLAY_CARDS,
    PURCHASE,
    RESOLVING,
    Player,
)
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.rules import s3_setup as s3
from paxren_env.games.age_of_renaissance.rules import s6_end as s6
from paxren_env.games.age_of_renaissance.rules import s26_cards as cards
from paxren_env.games.age_of_renaissance.rules import s40_turn as turn
from paxren_env.games.age_of_renaissance.rules import s41_order_of_play as s41
from paxren_env.games.age_of_renaissance.rules import s42_draw_card as s42
from paxren_env.games.age_of_renaissance.rules import s43_buy_card as s43
from paxren_env.games.age_of_renaissance.rules import s44_commodities as commodities
from paxren_env.games.age_of_renaissance.rules import s44_leaders as leaders
from paxren_env.games.age_of_renaissance.rules import s44_play_cards as s44
from paxren_env.games.age_of_renaissance.rules import s45_purchase as s45
from paxren_env.games.age_of_renaissance.rules import s46_attack as attack
from paxren_env.games.age_of_renaissance.rules import s46_expansion as s46
from paxren_env.games.age_of_renaissance.rules import s46_markers as markers
from paxren_env.games.age_of_renaissance.rules import s47_income as s47
from paxren_env.games.age_of_renaissance.rules import s51_pieces as pieces
from paxren_env.games.age_of_renaissance.rules import s52_events as events
from paxren_env.games.age_of_renaissance.rules import s53_war as war
from paxren_env.games.age_of_renaissance.rules import s54_misery as misery
from paxren_env.games.age_of_renaissance.rules import s72_bids as bids
from paxren_env.games.age_of_renaissance.rules import s75_chance as chance
from paxren_env.games.age_of_renaissance.state import State


@rule
def tidy(s: State):
    """5.1.3: an effect is over when the next frame comes up."""
    misery.after_effect(s)


# --- steps ----------------------------------------------------------------------------------------
@rule
def run_step(s: State):
    """Run the step on top of the stack."""
    frame, player, a, b = top(s, 0), top(s, 1), top(s, 2), top(s, 3)
    drop_frame(s)
    if frame <= f.NEXT_TIE:
        run_turn_step(s, frame, player, a)
    elif frame <= f.CEDE:
        run_card_step(s, frame, player, a, b)
    else:
        run_later_step(s, frame, player, a, b)


@rule
def run_turn_step(s: State, frame: int, player: Player, a: int):
    """Set-up, the turn, its order."""
    if frame == f.CARDS_RETURNED:
        s3.cards_returned(s)
    elif frame == f.CAPITAL_BID:
        bids.ask_capital_bid(s, player)
    elif frame == f.BIDS_IN:
        s3.bids_in(s)
    elif frame == f.CAPITAL_CHOICES:
        s3.ask_capitals(s)
    elif frame == f.START_TURN:
        turn.start_turn(s)
    elif frame == f.PHASE:
        start_phase(s, a)
    elif frame == f.POLL:
        turn.poll(s, player)
    elif frame == f.SEGMENTS:
        turn.push_segments(s)
    elif frame == f.SEGMENT:
        start_segment(s, player)
    elif frame == f.SEGMENT_OVER:
        s.turn_player = NOBODY
    elif frame == f.TOKEN_BID:
        bids.ask_token_bid(s, player)
    elif frame == f.TOKENS_REVEALED:
        s41.reveal_tokens(s)
    elif frame == f.NEXT_TIE:
        s41.next_tie(s)
    else:
        s.status = BROKEN


@rule
def start_phase(s: State, phase: int):
    """4.0.1: the phases in their order; each owes the next."""
    s.phase = phase
    if phase == ORDER_OF_PLAY:
        s41.start_order_of_play(s)
    elif phase == DRAW_CARD:
        s42.start_draw_card(s)
    elif phase == BUY_CARD:
        s43.start_buy_card(s)
    elif phase == PLAY_CARDS:
        s44.start_play_cards(s)
    elif phase == PURCHASE:
        s45.start_purchase(s)
    elif phase == EXPANSION:
        s46.start_expansion(s)
    elif phase == INCOME:
        s47.start_income(s)
    elif phase == FINAL_CARD_PLAY:
        s6.start_final_card_play(s)
    else:
        s.status = BROKEN


@rule
def start_segment(s: State, player: Player):
    """4.0.1: a player in Chaos is skipped."""
    s.turn_player = player
    if not is_live(s, player):
        return
    if s.phase == DRAW_CARD:
        cards.draw_card(s, player)
    elif s.phase == BUY_CARD:
        s43.buy_card_segment(s, player)
    elif s.phase == PLAY_CARDS:
        s44.play_segment(s, player, IN_PLAY_CARDS)
    elif s.phase == PURCHASE:
        s45.purchase_segment(s, player)
    elif s.phase == EXPANSION:
        s46.expansion_segment(s, player)
    elif s.phase == FINAL_CARD_PLAY:
        s44.play_segment(s, player, IN_FINAL_PLAY)
    else:
        s.status = BROKEN


@rule
def run_card_step(s: State, frame: int, player: Player, a: int, b: int):
    """Cards: drawing, playing, what they do."""
    if frame == f.BUY_OFF:
        s42.buy_off(s)
    elif frame == f.WATERMILL:
        s42.watermill(s)
    elif frame == f.DRAW:
        cards.draw_card(s, player)
    elif frame == f.DISCARD:
        s43.offer_discard(s, player)
    elif frame == f.PLAY:
        s44.offer_play(s, player, a)
    elif frame == f.RESOLVED:
        cards.resolve_done(s)
    elif frame == f.REDUCE:
        pieces.reduce_marker(s, a)
    elif frame == f.PIRATES:
        events.next_pirates(s, player, a, cards.only_card_in(s, RESOLVING))
    elif frame == f.PLAGUE:
        events.spread_plague(s, a, b)
    elif frame == f.CIVIL_WAR_CAPITAL:
        events.civil_war_capital(s, player)
    elif frame == f.CIVIL_WAR_LOSS:
        events.civil_war_loss(s, player)
    elif frame == f.CRUSADE_MISERY:
        misery.gain_misery(s, player, 1)
    elif frame == f.WAR_ROLL:
        war.roll_war(s)
    elif frame == f.CEDE:
        war.cede(s, player, a, b)
    else:
        s.status = BROKEN


@rule
def run_later_step(s: State, frame: int, player: Player, a: int, b: int):
    """Purchase, Expansion, Income, the end."""
    if frame == f.ADVANCES:
        s45.offer_advances(s, player)
    elif frame == f.STABILISE:
        s45.stabilise(s, player)
    elif frame == f.RELIEF:
        s45.take_relief(s, player)
    elif frame == f.LEADERS_LEAVE:
        leaders.leaders_leave(s)
    elif frame == f.INDULGENCE:
        s46.holy_indulgence(s)
    elif frame == f.INDULGE:
        s46.indulge(s, player, a, b)
    elif frame == f.EXPAND:
        s46.offer_expand(s, player)
    elif frame == f.DEFEND:
        attack.defend(s, a)
    elif frame == f.MARKER_DUE:
        markers.marker_due(s, player, a, b)
    elif frame == f.TRADE_CARDS:
        attack.trade_cards(s, player, a, b)
    elif frame == f.BONUS:
        s46.expansion_bonus(s)
    elif frame == f.MAJORITY:
        s47.majority_effect(s, a)
    elif frame == f.RESERVE_JOINS:
        s47.reserve_joins(s)
    elif frame == f.END_CHECK:
        s6.end_check(s)
    elif frame == f.FINAL_END:
        s6.final_end(s)
    else:
        s.status = BROKEN


# --- decisions: what is legal ---------------------------------------------------------------------
@rule
def mark_legal(s: State, mask):
    """Mark every legal answer to the decision on top of the stack."""
    clear_mask(s, mask)
    frame, player, a, b, c = top(s, 0), top(s, 1), top(s, 2), top(s, 3), top(s, 4)
    if s.misery[player] == CHAOS:
        return  # 5.4: decisions of a player in Chaos are dropped
    if frame <= f.DISCARD_CARD:
        mark_early(s, frame, player, a, b, c, mask)
    elif frame <= f.CEDE_PROVINCE:
        mark_card_decision(s, frame, player, a, mask)
    else:
        mark_late(s, frame, player, a, mask)


@rule
def mark_early(s: State, frame: int, player: Player, a: int, b: int, c: int, mask):
    """Set-up and phases 1 to 3."""
    if frame == f.RETURN_CARD:
        s3.mark_return_card(s, player, mask)
    elif frame == f.BID_CAPITAL or frame == f.BID_DIGIT:
        bids.mark_digit(s, player, a, b, c, mask)
    elif frame == f.CHOOSE_CAPITAL:
        s3.mark_choose_capital(s, mask)
    elif frame == f.BID_SIGN:
        bids.mark_sign(s, player, mask)
    elif frame == f.TIE_PLACE:
        s41.mark_tie_place(s, a, b, mask)
    elif frame == f.SWAP:
        turn.mark_swap(s, player, mask)
    elif frame == f.REMOVE_CONDITION:
        s42.mark_remove_condition(s, player, mask)
    elif frame == f.MILL_COMMODITY:
        s42.mark_mill_commodity(s, mask)
    elif frame == f.MILL_STATE:
        s42.mark_mill_state(s, a, mask)
    elif frame == f.BUY_EXTRA_CARD:
        s43.mark_yes_no(mask)
    elif frame == f.DISCARD_CARD:
        s43.mark_hand(s, player, mask)
    else:
        s.status = BROKEN


@rule
def mark_card_decision(s: State, frame: int, player: Player, a: int, mask):
    """Phase 4: a card and its targets."""
    if frame == f.PLAY_CARD:
        s44.mark_play_card(s, player, a, mask)
    elif frame == f.NAME_COMMODITY:
        commodities.mark_name_commodity(s, a, mask)
    elif frame == f.TARGET_PLAYER:
        events.mark_target_player(s, player, a, mask)
    elif frame == f.TARGET_CATEGORY:
        events.mark_target_category(s, mask)
    elif frame == f.TARGET_PROVINCE:
        events.mark_target_province(s, player, a, mask)
    elif frame == f.TARGET_AREA:
        events.mark_target_area(s, mask)
    elif frame == f.CIVIL_WAR_CHOICE:
        events.mark_civil_war_choice(s, mask)
    elif frame == f.REDUCE_CHOICE:
        s43.mark_yes_no(mask)
    elif frame == f.CEDE_PROVINCE:
        war.mark_cede_province(s, player, a, mask)
    else:
        s.status = BROKEN


@rule
def mark_late(s: State, frame: int, player: Player, a: int, mask):
    """Phases 5 and 6."""
    if frame == f.UPGRADE_SHIP or frame == f.DEFEND_CATHEDRAL:
        s43.mark_yes_no(mask)
    elif frame == f.BUY_ADVANCE:
        s45.mark_buy_advance(s, player, mask)
    elif frame == f.PAY_STABILISATION or frame == f.PAY_INDULGENCE:
        s45.mark_pay_or_suffer(s, player, a, mask)
    elif frame == f.EXPAND_WHERE:
        s46.mark_expand_where(s, player, mask)
    elif frame == f.EXPAND_HOW:
        s46.mark_expand_how(s, player, a, mask)
    elif frame == f.GIVE_CARD:
        s43.mark_hand(s, player, mask)
    elif frame == f.GIVE_UP_MARKER:
        markers.mark_give_up_marker(s, player, a, mask)
    else:
        s.status = BROKEN


# --- decisions: why an answer is not legal --------------------------------------------------------
@rule
def reason(s: State, action: int) -> int:
    """Why this is no legal answer to the decision on top of the stack."""
    frame, player, a, b, c = top(s, 0), top(s, 1), top(s, 2), top(s, 3), top(s, 4)
    if frame <= f.DISCARD_CARD:
        return early_reason(s, frame, player, a, b, c, action)
    if frame <= f.CEDE_PROVINCE:
        return card_decision_reason(s, frame, player, a, action)
    return late_reason(s, frame, player, a, action)


@rule
def early_reason(s: State, frame: int, player: Player, a: int, b: int, c: int, action: int) -> int:
    """Set-up and phases 1 to 3; the questions of yes or no have no reasons."""
    why = LEGAL
    if frame == f.RETURN_CARD or frame == f.DISCARD_CARD:
        why = s43.why_not_from_hand(s, player, action)
    elif frame == f.BID_CAPITAL or frame == f.BID_DIGIT:
        why = bids.why_not_digit(s, player, a, b, c, action - DIGIT)
    elif frame == f.CHOOSE_CAPITAL:
        why = s3.why_not_capital(s, action - CAPITAL_CHOICE)
    elif frame == f.BID_SIGN:
        why = bids.why_not_sign(s, player, action)
    elif frame == f.TIE_PLACE:
        why = s41.why_not_tie_place(s, a, b, action - PLACE)
    elif frame == f.SWAP:
        why = turn.why_not_swap(s, player, action)
    elif frame == f.REMOVE_CONDITION:
        why = s42.why_not_condition(s, player, action)
    elif frame == f.MILL_COMMODITY:
        why = s42.why_not_mill_commodity(action)
    elif frame == f.MILL_STATE:
        why = s42.why_not_mill_state(s, a, action)
    return why


@rule
def card_decision_reason(s: State, frame: int, player: Player, a: int, action: int) -> int:
    """Phase 4: a card and its targets."""
    why = LEGAL
    if frame == f.PLAY_CARD:
        why = s44.why_not_play_card(s, player, a, action)
    elif frame == f.NAME_COMMODITY:
        why = commodities.why_not_name_commodity(a, action - COMMODITY)
    elif frame == f.TARGET_PLAYER:
        why = events.why_not_target_player(s, player, a, action - SEAT)
    elif frame == f.TARGET_PROVINCE:
        why = events.why_not_target_province(s, player, a, action)
    elif frame == f.TARGET_AREA:
        why = events.why_not_target_area(s, action - AREA)
    elif frame == f.CEDE_PROVINCE:
        why = war.why_not_cede(s, a, player, action - PROVINCE)
    return why


@rule
def late_reason(s: State, frame: int, player: Player, a: int, action: int) -> int:
    """Phases 5 and 6."""
    why = LEGAL
    if frame == f.BUY_ADVANCE:
        why = s45.why_not_buy_advance(s, player, action)
    elif frame == f.PAY_STABILISATION:
        why = s45.why_not_pay(s, player, a, action)
    elif frame == f.PAY_INDULGENCE:
        why = s46.why_not_indulge(s, player, a, action)
    elif frame == f.EXPAND_WHERE:
        why = s46.why_not_expand_where(s, player, action)
    elif frame == f.EXPAND_HOW:
        why = s46.why_not_expand_how(s, player, a, action)
    elif frame == f.GIVE_CARD:
        why = s43.why_not_from_hand(s, player, action)
    elif frame == f.GIVE_UP_MARKER:
        why = markers.why_not_give_up_marker(s, player, a, action)
    return why


# --- decisions: answers ---------------------------------------------------------------------------
@rule
def answer(s: State, action: int):
    """Apply the answer to the decision on top of the stack."""
    frame, player, a, b, c = top(s, 0), top(s, 1), top(s, 2), top(s, 3), top(s, 4)
    drop_frame(s)
    if frame <= f.DISCARD_CARD:
        answer_early(s, frame, player, a, b, c, action)
    elif frame <= f.CEDE_PROVINCE:
        answer_card_decision(s, frame, player, a, b, action)
    else:
        answer_late(s, frame, player, a, b, action)


@rule
def answer_early(s: State, frame: int, player: Player, a: int, b: int, c: int, action: int):
    """Set-up and phases 1 to 3."""
    if frame == f.RETURN_CARD:
        s3.do_return_card(s, player, action)
    elif frame == f.BID_CAPITAL or frame == f.BID_DIGIT:
        bids.do_digit(s, frame, player, a, b, c, action)
    elif frame == f.CHOOSE_CAPITAL:
        s3.do_choose_capital(s, player, action)
    elif frame == f.BID_SIGN:
        bids.do_sign(s, player, action)
    elif frame == f.TIE_PLACE:
        s41.do_tie_place(s, player, a, action)
    elif frame == f.SWAP:
        turn.do_swap(s, player, action)
    elif frame == f.REMOVE_CONDITION:
        s42.do_remove_condition(s, player, action)
    elif frame == f.MILL_COMMODITY:
        s42.do_mill_commodity(s, player, action)
    elif frame == f.MILL_STATE:
        s42.do_mill_state(s, a, action)
    elif frame == f.BUY_EXTRA_CARD:
        s43.do_buy_extra_card(s, player, action)
    elif frame == f.DISCARD_CARD:
        s43.do_discard_card(s, player, action)
    else:
        s.status = BROKEN


@rule
def answer_card_decision(s: State, frame: int, player: Player, a: int, b: int, action: int):
    """Phase 4: a card and its targets."""
    if frame == f.PLAY_CARD:
        s44.do_play_card(s, player, a, action)
    elif frame == f.NAME_COMMODITY:
        commodities.pay_commodity(s, action - COMMODITY)
    elif frame == f.TARGET_PLAYER:
        events.do_target_player(s, player, a, action - SEAT)
    elif frame == f.TARGET_CATEGORY:
        events.do_target_category(s, action)
    elif frame == f.TARGET_PROVINCE:
        events.do_target_province(s, player, a, b, action)
    elif frame == f.TARGET_AREA:
        events.do_target_area(s, action - AREA)
    elif frame == f.CIVIL_WAR_CHOICE:
        events.do_civil_war_choice(s, player, action)
    elif frame == f.REDUCE_CHOICE:
        pieces.do_reduce_choice(s, player, a, action)
    elif frame == f.CEDE_PROVINCE:
        war.do_cede_province(s, player, a, b, action)
    else:
        s.status = BROKEN


@rule
def answer_late(s: State, frame: int, player: Player, a: int, b: int, action: int):
    """Phases 5 and 6."""
    if frame == f.UPGRADE_SHIP:
        s45.do_upgrade_ship(s, player, action)
    elif frame == f.BUY_ADVANCE:
        s45.do_buy_advance(s, player, action)
    elif frame == f.PAY_STABILISATION:
        s45.do_pay_stabilisation(s, player, a, action)
    elif frame == f.PAY_INDULGENCE:
        s46.do_pay_indulgence(s, player, a, action)
    elif frame == f.EXPAND_WHERE:
        s46.do_expand_where(s, player, action)
    elif frame == f.EXPAND_HOW:
        s46.do_expand_how(s, player, a, action)
    elif frame == f.DEFEND_CATHEDRAL:
        attack.do_defend_cathedral(s, player, a, action)
    elif frame == f.GIVE_CARD:
        attack.do_give_card(s, player, a, action)
    elif frame == f.GIVE_UP_MARKER:
        markers.do_give_up_marker(s, player, a, b, action)
    else:
        s.status = BROKEN


# --- rolls ----------------------------------------------------------------------------------------
@rule
def settle(s: State, outcome, length: int):
    """Apply the outcome of the roll on top of the stack."""
    frame, a, b, c = top(s, 0), top(s, 2), top(s, 3), top(s, 4)
    drop_frame(s)
    if frame == f.SHUFFLE:
        cards.stack_pile(s, outcome, length)
        if a == FOR_DEAL:
            s3.deal(s)
    elif frame == f.BID_TIE:
        bids.settle_bid_tie(s, a, outcome, length)
    elif frame == f.ATTACK_DICE:
        attack.settle_attack_dice(s, int(outcome[0]), int(outcome[1]), int(outcome[2]))
    elif frame == f.WAR_DICE:
        war.settle_war_dice(s, int(outcome[0]), int(outcome[1]))
    elif frame == f.MARKET_DICE:
        s47.settle_market_dice(s, a, b, int(outcome[0]), int(outcome[1]), int(outcome[2]))
    elif frame == f.PICK_FROM_HAND:
        attack.settle_pick(s, a, b, c, int(outcome[0]))
    elif frame == f.START_MARKERS:
        chance.settle_start_markers(s, outcome, length)
    else:
        s.status = BROKEN
