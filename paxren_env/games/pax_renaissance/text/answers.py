"""What every answer to the pending decision means. Prices and effects are asked of the rules."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.queries import token_of
from paxren_env.games.pax_renaissance.rules.b8_tokens import is_protected
from paxren_env.games.pax_renaissance.rules.b10_battle import fighters_home, old_token
from paxren_env.games.pax_renaissance.rules.e1_purchase import column_of
from paxren_env.games.pax_renaissance.rules.e3_sell import sale_value
from paxren_env.games.pax_renaissance.rules.f_ops.campaign import campaign_cost
from paxren_env.games.pax_renaissance.rules.f_ops.vote import vote_cost
from paxren_env.games.pax_renaissance.rules.l_victory import declaration_cost
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.pieces import queens_of
from paxren_env.games.pax_renaissance.text.words import (
    RELIGION_TITLES,
    SIDE_TITLES,
    agent_words,
    bishop_words,
    border_words,
    card_words,
    empire_words,
    florin_words,
    one_shot_words,
    ops_title,
    plain_name,
    section,
    slot_words,
    token_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


class Question(NamedTuple):
    """The decision on top of the stack, and the table around it."""

    game: "Game"
    s: State
    kind: int
    player: int
    a: int
    b: int
    c: int


def question(game: "Game") -> Question:
    """What is asked now; its kind is NONE when the game is over."""
    s = view(game.states, 0)
    if s.stack_size == 0:
        return Question(game, s, NONE, NONE, NONE, NONE, NONE)
    return Question(game, s, *s.stack[s.stack_size - 1].tolist())


# --- what an answer points at ---------------------------------------------------------------------
def place_words(action: int) -> str:
    """The place: a city, a border, a card."""
    start = section(action)
    if start == line.CARD:
        return card_words(action - line.CARD)
    if start in (line.PAWN_AT, line.PIRATE_AT):
        return border_words(action - start)
    return plain_name(action)


def at_words(action: int) -> str:
    """The place as an answer to "where?"."""
    return f"{'in' if section(action) == line.CITY else 'on'} {place_words(action)}"


def there(q: Question, action: int) -> str:
    """The token at the place."""
    start = section(action)
    i = action - start
    if start == line.CITY:
        return token_words(q.s, int(q.s.city[i]))
    if start == line.PAWN_AT:
        return token_words(q.s, c.PAWN + int(q.s.pawn[i]))
    if start == line.PIRATE_AT:
        return token_words(q.s, c.PIRATE + int(q.s.pirate[i]))
    return bishop_words(int(q.s.bishop[i]))


def there_at(q: Question, action: int) -> str:
    return f"the {there(q, action)} {at_words(action)}"


def repressed_words(q: Question, empire: int, token: int) -> str:
    return f"the {token_words(q.s, token)} repressed in {empire_words(empire)}"


def displaced(q: Question, token: int, action: int) -> str:
    """E2.2: what a token does to those it meets on its spot."""
    i = action - section(action)
    if token >= c.BISHOP:
        return ", killing both bishops" if q.s.bishop[i] != NONE else ""
    if token >= c.PIRATE:
        return killed_by_pirate(q.s, i)
    occupant = int(q.s.city[i] if token < c.PAWN else q.s.pawn[i])
    if occupant == NONE:
        return ""
    repressed = token_words(q.s, occupant if token < c.PAWN else c.PAWN + occupant)
    return f", repressing the {repressed} for 1 florin"


def killed_by_pirate(s: State, border: int) -> str:
    """E2.2, F7: a pirate and an unprotected concession."""
    killed = []
    if s.pirate[border] != NONE:
        killed.append(f"the {token_words(s, c.PIRATE + int(s.pirate[border]))}")
    if s.pawn[border] != NONE and not is_protected(s, border):
        killed.append(f"the {token_words(s, c.PAWN + int(s.pawn[border]))}")
    return ", killing " + " and ".join(killed) if killed else ""


def placed(q: Question, token: int, action: int) -> str:
    """A token put somewhere."""
    if token == c.PAWN + q.player:
        what = "a concession"
    else:
        what = f"the {token_words(q.s, token)}"
    verb = "put" if token >= c.BISHOP else "place"
    return f"{verb} {what} {at_words(action)}{displaced(q, token, action)}"


# --- the answers to each decision -----------------------------------------------------------------
def name_main(q: Question, action: int) -> str:
    """D1: an action of the turn."""
    start = section(action)
    return MAIN_NAMES[start](q, action) if start in MAIN_NAMES else plain_name(action)


def name_purchase(q: Question, action: int) -> str:
    """E1: the price is the number of the column."""
    slot = action - line.BUY
    price = florin_words(column_of(slot))
    florins = q.s.market_florins[slot]
    on_it = f", {florins} on it" if florins else ""
    return f"buy {card_words(q.s.market[slot])} ({slot_words(slot)}, {price}{on_it})"


def name_sale(q: Question, action: int) -> str:
    """E3: a King is sold together with his queens."""
    card = action - line.SELL
    sold = [card_words(card), *(card_words(queen) for queen in queens_of(q.s, card))]
    hand = " from the hand" if q.s.place[card] == c.IN_HAND else ""
    return f"sell {' and '.join(sold)}{hand} for {florin_words(sale_value(q.s, card))}"


def name_declaration(q: Question, action: int) -> str:
    """L2: some declarations take the whole turn."""
    cost = declaration_cost(q.s, action - line.DECLARE)
    return plain_name(action) + (f" ({cost} actions)" if cost > 1 else "")


def name_revolt(q: Question, action: int) -> str:
    """AB: the queen who can be discarded, and whose empire revolts."""
    ability = 1 << c.ACTION_DISCARD_FOR_PEASANT_REVOLT
    for queen in t.QUEENS.tolist():
        if t.CARD_ABILITIES[queen] & ability and q.s.under[queen] != NONE:
            where = card_words(q.s.under[queen])
            return f"discard {card_words(queen)} for a peasant revolt in {where}"
    return plain_name(action)


MAIN_NAMES: dict[int, Callable[[Question, int], str]] = {
    line.NO: lambda q, action: "end the turn",
    line.BUY: name_purchase,
    line.SELL: name_sale,
    line.DECLARE: name_declaration,
    line.REVOLT: name_revolt,
}


def name_activate(q: Question, action: int) -> str:
    """L1: a victory square."""
    return plain_name(action)


def name_one_shot(q: Question, action: int) -> str:
    """E2.1: whether it occurs; so too after a sale under Machiavellianism."""
    if action == line.NO:
        return "do not let it occur"
    return f"let the {one_shot_words(asked_card(q))} occur"


def asked_card(q: Question) -> int:
    """The card whose one-shot is asked for: the one played, or the one sold."""
    return q.a if q.kind == p.FIRE_ONE_SHOT else q.s.card


def name_war_empire(q: Question, action: int) -> str:
    """B12: where a war is fought."""
    return f"fight in {place_words(action)}"


def name_suitor(q: Question, action: int) -> str:
    """I: whose queen she becomes."""
    if action == line.NO:
        return "keep her as an old maid"
    return f"crown her Queen of {place_words(action)}"


def name_agent(q: Question, action: int) -> str:
    """E2.2: the next agent."""
    if action == line.NO:
        return "place no more agents"
    return f"place the {agent_words(action - line.AGENT)} next"


def name_place_agent(q: Question, action: int) -> str:
    """E2.2: where an agent goes, and whom it meets there."""
    return "do not place" if action == line.NO else placed(q, token_of(q.a, q.player), action)


def name_serf_empire(q: Question, action: int) -> str:
    """B13d: on whose square a displaced pawn goes."""
    pawn = token_words(q.s, c.PAWN + int(q.s.pawn[q.b]))
    return f"make the {pawn} a serf in {place_words(action)}"


def name_pacify(q: Question, action: int) -> str:
    """F1b: the repressed token a bishop kills."""
    if action == line.NO:
        return "kill nobody"
    return f"kill {repressed_words(q, q.a, action - line.REPRESSED)}"


def name_casualty(q: Question, action: int) -> str:
    """B10b: who dies in a battle."""
    start = section(action)
    if start == line.AGENT:
        return f"lose the {agent_words(action - start)} (agent)"
    if start == line.REPRESSED:
        return f"kill {repressed_words(q, fighters_home(q.s), action - start)}"
    return f"kill {there_at(q, action)}"


def name_survivor(q: Question, action: int) -> str:
    """B10c: the next survivor."""
    if section(action) == line.AGENT:
        return f"place the surviving {agent_words(action - line.AGENT)} next"
    return freed_words(q, fighters_home(q.s), action - line.REPRESSED)


def name_place_survivor(q: Question, action: int) -> str:
    """B10c: where a survivor goes."""
    return placed(q, q.a, action)


def name_arrange(q: Question, action: int) -> str:
    """K2a: the tokens of the three slots, in the order of the slots."""
    tokens = [old_token(q.s, action - line.ARRANGE, slot) for slot in range(3)]
    slots = [token_words(q.s, token) if token != NONE else "nobody" for token in tokens]
    return "arrange " + ", ".join(f"slot {number} {who}" for number, who in enumerate(slots, 1))


def name_concession(q: Question, action: int) -> str:
    """B11c: where the new concession goes."""
    return "place no concession" if action == line.NO else placed(q, c.PAWN + q.player, action)


def freed_words(q: Question, empire: int, token: int) -> str:
    return f"free the {token_words(q.s, token)} (repressed in {empire_words(empire)})"


def name_emancipate(q: Question, action: int) -> str:
    """B11d: who is freed."""
    if action == line.NO:
        return "free nobody"
    return freed_words(q, q.a, action - line.REPRESSED)


def name_place_freed(q: Question, action: int) -> str:
    """B11d: where the freed token goes."""
    return f"to {place_words(action)}"


def name_emancipate_west(q: Question, action: int) -> str:
    """AB, Enclosure: where someone is freed."""
    if action == line.NO:
        return "free nobody"
    return f"free a token repressed in {place_words(action)}"


def name_golden_liberty(q: Question, action: int) -> str:
    """B11e: the religion after a vote."""
    if action == line.NO:
        return f"keep it {RELIGION_TITLES[q.s.religion[q.a]]}"
    return "golden liberty: make it medieval"


def name_op_card(q: Question, action: int) -> str:
    """E4: the card that acts."""
    if action == line.NO:
        return f"end the {ops_title(q.a)} ops"
    return f"use {place_words(action)}"


def name_op(q: Question, action: int) -> str:
    """E4: which of its ops."""
    return plain_name(action)


def name_inquisitor_from(q: Question, action: int) -> str:
    """F1: the bishop that moves."""
    return f"move the {bishop_words(q.a)} from {place_words(action)}"


def name_inquisitor_to(q: Question, action: int) -> str:
    """F1: where it moves."""
    colour = int(q.s.bishop[q.a])
    moved = f"move the {bishop_words(colour)} from {card_words(q.a)} to {place_words(action)}"
    return moved + displaced(q, c.BISHOP + colour, action)


def name_commerce(q: Question, action: int) -> str:
    """F2: a space of the market."""
    slot = action - line.SPACE
    card = int(q.s.market[slot])
    what = card_words(card) if card != NONE else "no card"
    left = q.s.market_florins[slot]
    return f"take a florin from {slot_words(slot)} ({what}, {left} there)"


def name_behead(q: Question, action: int) -> str:
    """F3: the victim."""
    return f"behead {place_words(action)}"


def name_tax(q: Question, action: int) -> str:
    """F4: the concession taxed."""
    return f"tax {there_at(q, action)}"


def name_tax_empire(q: Question, action: int) -> str:
    """F4: the empire that taxes it."""
    return f"tax it in {place_words(action)}"


def name_tax_response(q: Question, action: int) -> str:
    """F4: to pay or not."""
    return "let it be repressed" if action == line.NO else "pay 1 florin"


def name_levy(q: Question, action: int) -> str:
    """G4: the token is the one printed on the slot."""
    token = t.LEVY[q.s.map, action - line.CITY, q.s.religion[q.a]]
    return f"levy a {c.TOKEN_NAMES[token]} {at_words(action)}"


def name_repress(q: Question, action: int) -> str:
    """F5: the token repressed."""
    return f"repress {there_at(q, action)}"


def name_vote(q: Question, action: int) -> str:
    """F6: an empire, and the price of its votes."""
    cost = florin_words(vote_cost(q.s, q.player, action - line.EMPIRE))
    return f"vote in {place_words(action)} for {cost}"


def name_corsair_from(q: Question, action: int) -> str:
    """F7: the pirate that sails."""
    return f"sail the {there(q, action)} from {place_words(action)}"


def name_corsair_to(q: Question, action: int) -> str:
    """F7: where it sails, and whom it kills."""
    pirate = c.PIRATE + q.b
    sailed = f"sail the {token_words(q.s, pirate)} to {place_words(action)}"
    return sailed + displaced(q, pirate, action)


def name_siege(q: Question, action: int) -> str:
    """F8: the token killed."""
    return f"kill {there_at(q, action)}"


def name_campaign(q: Question, action: int) -> str:
    """F9: the enemy, and the price of the army."""
    cost = florin_words(campaign_cost(q.s, q.player, q.a, action - line.EMPIRE))
    return f"campaign against {place_words(action)} for {cost}"


def name_hospitaller(q: Question, action: int) -> str:
    """K1: with or without gold rooks."""
    return "leave the gold rooks at home" if action == line.NO else "let the gold rooks fight"


def name_borrow(q: Question, action: int) -> str:
    """AB, Cryptography: whose op."""
    return "borrow no op" if action == line.NO else f"borrow an op of {place_words(action)}"


def name_other_side(q: Question, action: int) -> str:
    """E4: the second side of a double activation."""
    side = SIDE_TITLES[q.a]
    return f"leave the {side} ops" if action == line.NO else f"go on with the {side} ops"


def name_discard(q: Question, action: int) -> str:
    """S3: a card of the hand."""
    return f"discard {place_words(action)}"


def name_source(q: Question, action: int) -> str:
    """T: where the token comes from."""
    if section(action) == line.EMPIRE:
        return f"take {repressed_words(q, action - line.EMPIRE, q.a)}"
    return f"take the {there(q, action)} from {place_words(action)}"


def name_drop(q: Question, action: int) -> str:
    """V: a city that has lost a slot holds too many."""
    return f"discard {there_at(q, action)}"


NAMES: dict[int, Callable[[Question, int], str]] = {
    p.MAIN: name_main,
    p.ACTIVATE_SQUARE: name_activate,
    p.ONE_SHOT: name_one_shot,
    p.WAR_EMPIRE: name_war_empire,
    p.SUITOR: name_suitor,
    p.PICK_AGENT: name_agent,
    p.PLACE_AGENT: name_place_agent,
    p.SERF_EMPIRE: name_serf_empire,
    p.PACIFY: name_pacify,
    p.CASUALTY: name_casualty,
    p.SURVIVOR: name_survivor,
    p.PLACE_SURVIVOR: name_place_survivor,
    p.ARRANGE_SLOTS: name_arrange,
    p.CONCESSION: name_concession,
    p.EMANCIPATE: name_emancipate,
    p.PLACE_FREED: name_place_freed,
    p.EMANCIPATE_WEST: name_emancipate_west,
    p.GOLDEN_LIBERTY: name_golden_liberty,
    p.OP_CARD: name_op_card,
    p.PICK_OP: name_op,
    p.INQUISITOR_FROM: name_inquisitor_from,
    p.INQUISITOR_TO: name_inquisitor_to,
    p.PICK_COMMERCE: name_commerce,
    p.PICK_BEHEAD: name_behead,
    p.PICK_TAX: name_tax,
    p.TAX_EMPIRE: name_tax_empire,
    p.TAX_RESPONSE: name_tax_response,
    p.PLACE_LEVY: name_levy,
    p.PICK_REPRESS: name_repress,
    p.PICK_VOTE: name_vote,
    p.CORSAIR_FROM: name_corsair_from,
    p.CORSAIR_TO: name_corsair_to,
    p.PICK_SIEGE: name_siege,
    p.PICK_CAMPAIGN: name_campaign,
    p.HOSPITALLER: name_hospitaller,
    p.BORROW_OP: name_borrow,
    p.FIRE_ONE_SHOT: name_one_shot,
    p.OTHER_SIDE: name_other_side,
    p.DISCARD_CARD: name_discard,
    p.TOKEN_SOURCE: name_source,
    p.DROP_TOKEN: name_drop,
}


def name_bot_action(q: Question, action: int) -> str:
    """O4: an action of the bot, which has prices of its own."""
    slot = action - line.BUY
    if section(action) == line.BUY:
        return f"buy {card_words(q.s.market[slot])} ({slot_words(slot)})"
    return plain_name(action)


def answer_words(game: "Game", action: int) -> str:
    """What the answer means here; the bot's own actions answer no question."""
    q = question(game)
    name = name_bot_action if q.kind == p.BOT_TURN else NAMES[q.kind]
    return name(q, action)


def action_names(game: "Game") -> dict[int, str]:
    """Every legal action with its words."""
    q = question(game)
    return {action: NAMES[q.kind](q, action) for action in game.legal_actions()}
