"""The dispatchers: which rule marks, answers or runs each frame of the stack."""

from paxren_env.core.constants import BROKEN, NONE
from paxren_env.core.jit import inlined_rule, rule
from paxren_env.core.masks import clear_mask
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import (
    ACTIVATE,
    AGENT,
    ARRANGE,
    BORDER,
    CARD,
    CITY,
    EMPIRE,
    NO,
    OP,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
    SPACE,
)
from paxren_env.games.pax_renaissance.rules import b8_tokens as b8
from paxren_env.games.pax_renaissance.rules import b10_battle as b10
from paxren_env.games.pax_renaissance.rules import b11_regime_change as b11
from paxren_env.games.pax_renaissance.rules import e1_purchase as e1
from paxren_env.games.pax_renaissance.rules import e2_agents as agents
from paxren_env.games.pax_renaissance.rules import e2_play as e2
from paxren_env.games.pax_renaissance.rules import e3_sell as e3
from paxren_env.games.pax_renaissance.rules import e4_ops as e4
from paxren_env.games.pax_renaissance.rules import g_trade_fair as g
from paxren_env.games.pax_renaissance.rules import i_coronation as i_
from paxren_env.games.pax_renaissance.rules import k_religious_war as k
from paxren_env.games.pax_renaissance.rules.d_turn import (
    do_main,
    end_turn,
    go_on,
    mark_main,
    why_not_main,
)
from paxren_env.games.pax_renaissance.rules.e1_hand import why_not_in_hand
from paxren_env.games.pax_renaissance.rules.f_ops import (
    behead,
    campaign,
    commerce,
    corsair,
    inquisitor,
    repress,
    siege,
    tax,
    vote,
)
from paxren_env.games.pax_renaissance.rules.g6_bankruptcy import check_bankruptcy
from paxren_env.games.pax_renaissance.rules.k_apostasy import do_apostasy
from paxren_env.games.pax_renaissance.rules.s_silencing import (
    do_discard,
    mark_discard,
    state_checks,
)
from paxren_env.games.pax_renaissance.state import State


# --- before every frame ---------------------------------------------------------------------------
@inlined_rule
def tidy(s: State):
    """S3, G6: what follows at once from what has changed."""
    if s.stale:
        state_checks(s)
    check_bankruptcy(s)


# --- steps ----------------------------------------------------------------------------------------
@rule
def run_step(s: State):
    """Run the step on top of the stack."""
    frame, player = top(s, 0), top(s, 1)
    a, b, c = top(s, 2), top(s, 3), top(s, 4)
    drop_frame(s)
    if frame == p.TURN:
        go_on(s, player)
    elif frame == p.END_TURN:
        end_turn(s, player)
    elif frame == p.ANNOUNCE:
        e2.announce(s, player)
    elif frame == p.PLACE_AGENTS:
        agents.place_agents(s, player)
    elif frame == p.PLACE_TOKEN:
        b8.place_token(s, player, a, b, c)
    elif frame == p.BATTLE:
        b10.fight(s, player)
    elif frame == p.AFTER_BATTLE:
        b10.win_battle(s, player)
    elif frame == p.PLACE_SURVIVORS:
        b10.place_survivors(s, player)
    elif frame == p.REGIME_CHANGE:
        b11.change_regime(s, player, a, b)
    elif frame == p.VOYAGE:
        g.sail(s, player, a, b)
    elif frame == p.RESOLVE_APOSTASY:
        s.agents_required = 1
        do_apostasy(s, a)
    else:
        s.status = BROKEN


# --- decisions: what is legal ---------------------------------------------------------------------
@rule
def mark_legal(s: State, mask):
    """Mark every legal answer to the decision on top of the stack."""
    clear_mask(s, mask)
    frame, player = top(s, 0), top(s, 1)
    a, b, c = top(s, 2), top(s, 3), top(s, 4)
    if s.eliminated[player]:
        return  # G6: whoever is out is asked nothing more
    if frame == p.MAIN:
        mark_main(s, player, mask)
    elif frame == p.ACTIVATE_SQUARE:
        e1.mark_activate(s, mask)
    elif frame == p.ONE_SHOT:
        e2.mark_yes_no(mask)
    elif frame == p.WAR_EMPIRE:
        e2.mark_war_empire(s, mask)
    elif frame == p.SUITOR:
        i_.mark_suitor(s, player, a, mask)
    elif frame == p.PICK_AGENT:
        agents.mark_pick_agent(s, player, mask)
    elif frame == p.PLACE_AGENT:
        agents.mark_place_agent(s, player, a, b, mask)
    elif frame == p.SERF_EMPIRE:
        agents.mark_serf_empire(s, b, mask)
    elif frame == p.PACIFY:
        b8.mark_pacify(s, a, mask)
    elif frame == p.CASUALTY:
        b10.mark_casualty(s, player, a, mask)
    elif frame == p.SURVIVOR:
        b10.mark_survivor(s, player, mask)
    elif frame == p.PLACE_SURVIVOR:
        b10.mark_place_survivor(s, a, mask)
    elif frame == p.ARRANGE_SLOTS:
        b10.mark_arrange(s, mask)
    elif frame == p.CONCESSION:
        b11.mark_concession(s, player, a, mask)
    elif frame == p.EMANCIPATE:
        b11.mark_emancipate(s, a, b, mask)
    elif frame == p.PLACE_FREED:
        b11.mark_place_freed(s, a, b, mask)
    elif frame == p.EMANCIPATE_WEST:
        b11.mark_emancipate_west(s, mask)
    elif frame == p.GOLDEN_LIBERTY:
        b11.mark_golden_liberty(s, a, mask)
    elif frame == p.OP_CARD:
        e4.mark_op_card(s, player, a, b, mask)
    elif frame == p.PICK_OP:
        e4.mark_op(s, player, a, b, mask)
    elif frame == p.INQUISITOR_FROM:
        inquisitor.mark_inquisitor_from(s, a, mask)
    elif frame == p.INQUISITOR_TO:
        inquisitor.mark_inquisitor_to(s, a, mask)
    elif frame == p.PICK_COMMERCE:
        commerce.mark_commerce(s, a, mask)
    elif frame == p.PICK_BEHEAD:
        behead.mark_behead(s, player, a, mask)
    elif frame == p.PICK_TAX:
        tax.mark_tax(s, a, mask)
    elif frame == p.TAX_EMPIRE:
        tax.mark_tax_empire(s, a, b, mask)
    elif frame == p.TAX_RESPONSE:
        tax.mark_tax_response(s, player, mask)
    elif frame == p.PLACE_LEVY:
        g.mark_levy(s, a, mask)
    elif frame == p.PICK_REPRESS:
        repress.mark_repress(s, a, mask)
    elif frame == p.PICK_VOTE:
        vote.mark_vote(s, player, a, mask)
    elif frame == p.CORSAIR_FROM:
        corsair.mark_corsair_from(s, a, b, mask)
    elif frame == p.CORSAIR_TO:
        corsair.mark_corsair_to(s, a, b, c, mask)
    elif frame == p.PICK_SIEGE:
        siege.mark_siege(s, a, mask)
    elif frame == p.PICK_CAMPAIGN:
        campaign.mark_campaign(s, player, a, mask)
    elif frame == p.HOSPITALLER:
        k.mark_hospitaller(s, player, mask)
    elif frame == p.BORROW_OP:
        e4.mark_borrow(s, player, mask)
    elif frame == p.FIRE_ONE_SHOT:
        e3.mark_fire_one_shot(s, player, a, mask)
    elif frame == p.OTHER_SIDE:
        e4.mark_other_side(s, player, a, mask)
    elif frame == p.DISCARD_CARD:
        mark_discard(s, player, mask)
    elif frame == p.TOKEN_SOURCE:
        b8.mark_source(s, a, b, mask)
    elif frame == p.DROP_TOKEN:
        b11.mark_drop(s, a, mask)
    else:
        s.status = BROKEN


# --- decisions: why an answer is not legal --------------------------------------------------------
@rule
def reason(s: State, action: int) -> int:
    """Why this is no legal answer to the decision on top; a yes or no always is one."""
    frame, player = top(s, 0), top(s, 1)
    a, b, c = top(s, 2), top(s, 3), top(s, 4)
    why = LEGAL
    if frame == p.MAIN:
        why = why_not_main(s, player, action)
    elif frame == p.ACTIVATE_SQUARE:
        why = e1.why_not_activate(s, action - ACTIVATE)
    elif frame == p.WAR_EMPIRE:
        why = e2.why_not_war_empire(s, action - EMPIRE)
    elif frame == p.SUITOR:
        why = i_.why_not_suitor(s, player, a, action)
    elif frame == p.PICK_AGENT:
        why = agents.why_not_pick_agent(s, player, action)
    elif frame == p.PLACE_AGENT:
        why = agents.why_not_place_agent(s, player, a, b, action)
    elif frame == p.SERF_EMPIRE:
        why = agents.why_not_serf_empire(s, b, action - EMPIRE)
    elif frame == p.PACIFY:
        why = b8.why_not_pacify(s, a, action)
    elif frame == p.CASUALTY:
        why = b10.why_not_casualty(s, player, a, action)
    elif frame == p.SURVIVOR:
        why = b10.why_not_survivor(s, player, action)
    elif frame == p.PLACE_SURVIVOR:
        why = b8.why_not_settle(s, int(s.war_empire), a, action)
    elif frame == p.ARRANGE_SLOTS:
        why = b10.why_not_arrange(s, action - ARRANGE)
    elif frame == p.CONCESSION:
        why = b11.why_not_concession(s, player, a, action)
    elif frame == p.EMANCIPATE:
        why = b11.why_not_emancipate(s, a, b, action)
    elif frame == p.PLACE_FREED:
        why = b8.why_not_settle(s, a, b, action)
    elif frame == p.EMANCIPATE_WEST:
        why = b11.why_not_emancipate_west(s, action)
    elif frame == p.OP_CARD:
        why = e4.why_not_op_card(s, player, a, b, action)
    elif frame == p.PICK_OP:
        why = e4.why_not_op(s, player, a, b, action - OP)
    elif frame == p.INQUISITOR_FROM:
        why = inquisitor.why_not_inquisitor_from(s, a, action - CARD)
    elif frame == p.INQUISITOR_TO:
        why = inquisitor.why_not_inquisitor_to(s, a, action - CARD)
    elif frame == p.PICK_COMMERCE:
        why = commerce.why_not_commerce(s, a, action - SPACE)
    elif frame == p.PICK_BEHEAD:
        why = behead.why_not_behead(s, player, a, action - CARD)
    elif frame == p.PICK_TAX:
        why = tax.why_not_tax(s, a, action - PAWN_AT)
    elif frame == p.TAX_EMPIRE:
        why = tax.why_not_tax_empire(s, a, b, action - EMPIRE)
    elif frame == p.TAX_RESPONSE:
        why = tax.why_not_tax_response(s, player, action)
    elif frame == p.PLACE_LEVY:
        why = g.why_not_levy(s, a, action - CITY)
    elif frame == p.PICK_REPRESS:
        why = repress.why_not_repress(s, a, action)
    elif frame == p.PICK_VOTE:
        why = vote.why_not_vote(s, player, a, action - EMPIRE)
    elif frame == p.CORSAIR_FROM:
        why = corsair.why_not_corsair_from(s, a, b, action - PIRATE_AT)
    elif frame == p.CORSAIR_TO:
        why = corsair.why_not_corsair_to(s, a, b, c, action - BORDER)
    elif frame == p.PICK_SIEGE:
        why = siege.why_not_siege(s, a, action)
    elif frame == p.PICK_CAMPAIGN:
        why = campaign.why_not_campaign(s, player, a, action - EMPIRE)
    elif frame == p.BORROW_OP:
        why = e4.why_not_borrow_from(s, player, action)
    elif frame == p.DISCARD_CARD:
        why = why_not_in_hand(s, player, action - CARD)
    elif frame == p.TOKEN_SOURCE:
        why = b8.why_not_source(s, a, b, action)
    elif frame == p.DROP_TOKEN:
        why = b11.why_not_drop(s, a, action - CITY)
    return why


# --- decisions: what an answer does ---------------------------------------------------------------
@rule
def chosen(action: int, offset: int) -> int:
    """The entity an answer names; NONE for NO."""
    return NONE if action == NO else action - offset


@rule
def answer(s: State, action: int):
    """Apply a legal answer to the decision on top of the stack."""
    frame, player = top(s, 0), top(s, 1)
    a, b, c = top(s, 2), top(s, 3), top(s, 4)
    drop_frame(s)
    if frame == p.MAIN:
        do_main(s, player, action)
    elif frame == p.ACTIVATE_SQUARE:
        e1.do_activate(s, action - ACTIVATE)
    elif frame == p.ONE_SHOT:
        e2.do_announced(s, player, action)
    elif frame == p.WAR_EMPIRE:
        s.war_empire = action - EMPIRE
    elif frame == p.SUITOR:
        i_.do_coronation(s, player, a, chosen(action, EMPIRE))
    elif frame == p.PICK_AGENT:
        agents.do_pick_agent(s, player, chosen(action, AGENT))
    elif frame == p.PLACE_AGENT:
        agents.do_place_agent(s, player, a, action)
    elif frame == p.SERF_EMPIRE:
        agents.do_serf_empire(s, player, a, b, action - EMPIRE)
    elif frame == p.PACIFY:
        b8.do_pacify(s, a, chosen(action, REPRESSED))
    elif frame == p.CASUALTY:
        b10.do_casualty(s, player, a, action)
    elif frame == p.SURVIVOR:
        b10.do_survivor(s, player, action)
    elif frame == p.PLACE_SURVIVOR:
        b10.do_place_survivor(s, player, a, b, action)
    elif frame == p.ARRANGE_SLOTS:
        b10.do_arrange(s, action - ARRANGE)
    elif frame == p.CONCESSION:
        b11.do_concession(s, player, a, chosen(action, BORDER))
    elif frame == p.EMANCIPATE:
        b11.do_emancipate(s, player, a, b, chosen(action, REPRESSED))
    elif frame == p.PLACE_FREED:
        b11.do_place_freed(s, a, b, action)
    elif frame == p.EMANCIPATE_WEST:
        b11.do_emancipate_west(s, player, chosen(action, EMPIRE))
    elif frame == p.GOLDEN_LIBERTY:
        b11.do_golden_liberty(s, player, a, action)
    elif frame == p.OP_CARD:
        e4.do_op_card(s, player, a, b, chosen(action, CARD))
    elif frame == p.PICK_OP:
        e4.do_op(s, player, a, action - OP)
    elif frame == p.INQUISITOR_FROM:
        inquisitor.do_inquisitor_from(s, player, action - CARD)
    elif frame == p.INQUISITOR_TO:
        inquisitor.do_inquisitor_to(s, player, a, action - CARD)
    elif frame == p.PICK_COMMERCE:
        commerce.do_commerce(s, player, action - SPACE)
    elif frame == p.PICK_BEHEAD:
        behead.do_behead(s, a, action - CARD)
    elif frame == p.PICK_TAX:
        tax.do_tax(s, player, a, action - PAWN_AT)
    elif frame == p.TAX_EMPIRE:
        tax.do_tax_empire(s, b, action - EMPIRE)
    elif frame == p.TAX_RESPONSE:
        tax.do_tax_response(s, player, a, b, action)
    elif frame == p.PLACE_LEVY:
        g.do_levy(s, player, action - CITY, a)
    elif frame == p.PICK_REPRESS:
        repress.do_repress(s, player, a, action)
    elif frame == p.PICK_VOTE:
        vote.do_vote(s, player, action - EMPIRE)
    elif frame == p.CORSAIR_FROM:
        corsair.do_corsair_from(s, player, a, b, action - PIRATE_AT)
    elif frame == p.CORSAIR_TO:
        corsair.do_corsair_to(s, b, c, action - BORDER)
    elif frame == p.PICK_SIEGE:
        siege.do_siege(s, action)
    elif frame == p.PICK_CAMPAIGN:
        campaign.do_campaign(s, player, a, action - EMPIRE)
    elif frame == p.HOSPITALLER:
        s.war_rooks = action
    elif frame == p.BORROW_OP:
        e4.do_borrow(s, player, chosen(action, CARD))
    elif frame == p.FIRE_ONE_SHOT:
        e3.do_fire_one_shot(s, player, a, action)
    elif frame == p.OTHER_SIDE:
        e4.do_other_side(s, player, a, action)
    elif frame == p.DISCARD_CARD:
        do_discard(s, player, action - CARD)
    elif frame == p.TOKEN_SOURCE:
        b8.do_source(s, a, action)
    elif frame == p.DROP_TOKEN:
        b11.do_drop(s, action - CITY)
    else:
        s.status = BROKEN
