"""The game in words: what is asked, what an answer means, the table as it lies, the log.

Everything here only reads. What an answer costs is asked of the rules themselves, by trying
it on a copy of the game.
"""

import difflib
import textwrap
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from paxren_env import actions as line
from paxren_env import constants as c
from paxren_env import engine
from paxren_env import pending as p
from paxren_env import tables as t
from paxren_env._view import row
from paxren_env.aims import aims_by_answer
from paxren_env.constants import NONE
from paxren_env.state import State

if TYPE_CHECKING:
    from paxren_env.game import Game


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
    s = row(game.states, 0)
    if s.stack_size == 0:
        return Question(game, s, NONE, NONE, NONE, NONE, NONE)
    return Question(game, s, *s.stack[s.stack_size - 1].tolist())


# --- words: each says one thing, and never two things alike ---------------------------------------
WITH_ARTICLE = ("Holy Roman Empire", "Papal States", "Spice Islands", "Red Sea")
SIDE_TITLES = ("East", "West")
RELIGION_TITLES = ("Catholic", "Islamic", "Reformist", "medieval")
OP_TITLES = (
    "Catholic inquisitor", "Islamic inquisitor", "Reformist inquisitor",
    "East commerce", "West commerce", "behead", "tax", "repress",
    "East vote", "West vote", "Catholic corsair", "Islamic corsair", "Reformist corsair",
    "siege", "campaign",
)  # fmt: skip


def with_article(title: str) -> str:
    return f"the {title}" if title in WITH_ARTICLE else title


def empire_words(empire: int) -> str:
    return with_article(t.EMPIRE_TITLES[empire])


def city_words(city: int) -> str:
    return with_article(t.CITY_TITLES[city])


def border_words(border: int) -> str:
    one, other = t.BORDER_EMPIRES[border]
    return f"the {t.EMPIRE_TITLES[one]}-{t.EMPIRE_TITLES[other]} border"


def card_words(card: int) -> str:
    """A card by its name, a square by its empire."""
    if card < c.SQUARE:
        return t.CARD_NAMES[card]
    return empire_words(card - c.SQUARE)


def city_title(city: int) -> str:
    """The whole city that a slot belongs to."""
    return t.CITY_TITLES[city].partition(" (")[0]


def ops_title(side: int) -> str:
    """Whose ops run: one side's, or in the rules of 2021 both at once."""
    return SIDE_TITLES[side] if side < 2 else "East and West"


def slot_words(slot: int) -> str:
    side, column = divmod(slot, c.NUM_COLUMNS)
    return f"{SIDE_TITLES[side]} {column}"


def bank_words(s: State, player: int) -> str:
    return t.BANK_TITLES[s.bank[player]]


def token_words(s: State, token: int) -> str:
    """A token by its colour; a pawn by its bank."""
    if c.PAWN <= token < c.PIRATE:
        return f"{bank_words(s, token - c.PAWN)} pawn"
    return c.TOKEN_NAMES[token]


def agent_words(agent: int) -> str:
    return "pawn" if agent == c.OWN_PAWN else c.AGENT_NAMES[agent]


def bishop_words(colour: int) -> str:
    return c.TOKEN_NAMES[c.BISHOP + colour]


def florin_words(number: int) -> str:
    return "1 florin" if number == 1 else f"{number} florins"


def victory_words(victory: int) -> str:
    return f"the {c.VICTORY_NAMES[victory].replace('_', ' ')} victory"


def one_shot_words(card: int) -> str:
    """The one-shot of a card, and what it is about."""
    one_shot = int(t.CARD_ONE_SHOT[card])
    if one_shot == c.TRADE_SHIFT:
        return f"trade shift to {city_words(t.CARD_EMPORIUM[card])}"
    if one_shot == c.APOSTASY:
        return f"{apostasy_words(t.CARD_APOSTASY[card])} apostasy"
    return war_words(one_shot)


def war_words(war: int) -> str:
    return c.CAUSE_NAMES[war].replace("_", " ")


def apostasy_words(left_out: int) -> str:
    """The two religions of an apostasy."""
    return "-".join(RELIGION_TITLES[r] for r in range(c.NUM_RELIGIONS) if r != left_out)


def spot_words(spot: int) -> str:
    """Where a token goes."""
    if spot < c.SPOT_BORDER:
        return city_words(spot - c.SPOT_CITY)
    if spot < c.SPOT_SQUARE:
        return border_words(spot - c.SPOT_BORDER)
    if spot < c.SPOT_CARD:
        return empire_words(spot - c.SPOT_SQUARE)
    return card_words(spot - c.SPOT_CARD)


# --- the action line in words, whatever is asked --------------------------------------------------
def square_card_words(card: int) -> str:
    """A card or square, not to be confused with the empire."""
    return f"the square of {card_words(card)}" if card >= c.SQUARE else card_words(card)


def ops_words(choice: int) -> str:
    first = SIDE_TITLES[choice % 2]
    return f"{first} ops" if choice < 2 else f"{first} ops, then {SIDE_TITLES[1 - choice % 2]}"


PLAIN: dict[int, Callable[[int], str]] = {
    line.NO: lambda _: "no",
    line.YES: lambda _: "yes",
    line.BUY: lambda slot: f"buy the card at {slot_words(slot)}",
    line.PLAY: lambda card: f"play {card_words(card)}",
    line.SELL: lambda card: f"sell {card_words(card)}",
    line.OPS: ops_words,
    line.FAIR: lambda side: f"hold the {SIDE_TITLES[side]} fair",
    line.DECLARE: lambda victory: f"declare {victory_words(victory)}",
    line.ACTIVATE: lambda victory: f"activate {victory_words(victory)}",
    line.APOSTATIZE: lambda left_out: f"call the {apostasy_words(left_out)} apostasy",
    line.REVOLT: lambda _: "discard a queen for a peasant revolt",
    line.EMPIRE: empire_words,
    line.CARD: square_card_words,
    line.OP: lambda op: OP_TITLES[op],
    line.CITY: city_words,
    line.BORDER: border_words,
    line.PAWN_AT: lambda border: f"the pawn on {border_words(border)}",
    line.PIRATE_AT: lambda border: f"the pirate on {border_words(border)}",
    line.SPACE: lambda slot: f"the space {slot_words(slot)}",
    line.AGENT: lambda agent: f"the agent {agent_words(agent)}",
    line.REPRESSED: lambda token: f"the repressed {c.TOKEN_NAMES[token]}",
    line.ARRANGE: lambda arrangement: f"arrangement {arrangement + 1}",
}
STARTS = tuple(PLAIN)


def section(action: int) -> int:
    """Where the stretch of the action line begins that the action lies in."""
    return STARTS[bisect_right(STARTS, action) - 1]


def plain_name(action: int) -> str:
    """The action without any context."""
    start = section(action)
    return PLAIN[start](action - start)


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


def fighters_home(q: Question) -> int:
    """B10: where repressed attackers come from; in a campaign they are Mamluk slave soldiers."""
    return c.MAMLUK if q.s.war == c.BY_CAMPAIGN else q.s.war_empire


def florins_gained(q: Question, action: int) -> int:
    """What the answer brings the player at once: it is tried on a copy of the game."""
    after = q.game.states.copy()
    after["options"] &= ~c.AUTO_FORCED
    engine.step(after, 0, action, engine.new_mask(), engine.new_log())
    return int(after["florins"][0, q.player]) - int(q.s.florins[q.player])


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
    owner = int(s.pawn[border])
    if owner != NONE and not s.ability[owner, c.CONCESSIONS_IMMUNE_TO_PIRATES]:
        killed.append(f"the {token_words(s, c.PAWN + owner)}")
    return ", killing " + " and ".join(killed) if killed else ""


def placed(q: Question, token: int, action: int) -> str:
    """A token put somewhere."""
    if token == c.PAWN + q.player:
        what = "a concession"
    else:
        what = f"the {token_words(q.s, token)}"
    verb = "put" if token >= c.BISHOP else "place"
    return f"{verb} {what} {at_words(action)}{displaced(q, token, action)}"


def token_of(q: Question, agent: int) -> int:
    """B8d: the token an agent becomes when this player places it."""
    if agent < c.OWN_PAWN:
        return agent
    if agent == c.OWN_PAWN:
        return c.PAWN + q.player
    return agent - c.AGENT_PIRATE + c.PIRATE


# --- the answers to each decision -----------------------------------------------------------------
def name_main(q: Question, action: int) -> str:
    """D1: an action of the turn."""
    start = section(action)
    return MAIN_NAMES[start](q, action) if start in MAIN_NAMES else plain_name(action)


def name_purchase(q: Question, action: int) -> str:
    """E1: the price is the number of the column."""
    slot = action - line.BUY
    price = florin_words(slot % c.NUM_COLUMNS)
    return f"buy {card_words(q.s.market[slot])} ({slot_words(slot)}, {price})"


def name_sale(q: Question, action: int) -> str:
    """E3: a King is sold together with his queens."""
    card = action - line.SELL
    sold = [card_words(card), *(card_words(queen) for queen in queens_of(q.s, card))]
    return f"sell {' and '.join(sold)} for {florin_words(florins_gained(q, action))}"


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
    return "do not place" if action == line.NO else placed(q, token_of(q, q.a), action)


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
        return f"let the agent {agent_words(action - start)} die"
    if start == line.REPRESSED:
        return f"kill {repressed_words(q, fighters_home(q), action - start)}"
    return f"kill {there_at(q, action)}"


def name_survivor(q: Question, action: int) -> str:
    """B10c: the next survivor."""
    if section(action) == line.AGENT:
        return f"place the surviving {agent_words(action - line.AGENT)} next"
    return freed_words(q, fighters_home(q), action - line.REPRESSED)


def name_place_survivor(q: Question, action: int) -> str:
    """B10c: where a survivor goes."""
    return placed(q, q.a, action)


def name_arrange(q: Question, action: int) -> str:
    """K2a: the tokens of the three slots, in the order of the slots."""
    first = c.CONSTANTINOPLE
    old = [int(token) for token in q.s.city[first : first + 3]]
    order = list(permutations(range(3)))[action - line.ARRANGE]
    slots = [token_words(q.s, old[i]) if old[i] != NONE else "nobody" for i in order]
    return "arrange: " + ", ".join(slots)


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
    return f"take a florin from {slot_words(slot)} ({what})"


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
    return f"vote in {place_words(action)} for {florin_words(-florins_gained(q, action))}"


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
    cost = florin_words(-florins_gained(q, action))
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


def action_name(game: "Game", action: int) -> str:
    """The action in words: as an answer to what is asked, or plainly if it is not legal now."""
    if not 0 <= action < line.NUM_ACTIONS:
        raise ValueError(f"{action} is no action: they run from 0 to {line.NUM_ACTIONS - 1}")
    if action not in game.legal_actions():
        return plain_name(action)
    q = question(game)
    return NAMES[q.kind](q, action)


def action_names(game: "Game") -> dict[int, str]:
    """Every legal action with its words."""
    q = question(game)
    return {action: NAMES[q.kind](q, action) for action in game.legal_actions()}


# --- reading words back ---------------------------------------------------------------------------
NEAR_MATCHES = 5


def folded(text: str) -> str:
    """Text as it is compared: no capitals, no accents, single spaces."""
    bare = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )
    return " ".join(bare.casefold().split())


def parse_action(game: "Game", text: str) -> int:
    """The legal action that the words, an unmistakable part of them, or its number mean."""
    names = action_names(game)
    wanted = folded(text)
    if wanted.isdecimal():
        if int(wanted) in names:
            return int(wanted)
        raise ValueError(f"action {int(wanted)} is not legal now")
    found = matching(names, wanted)
    if len(found) == 1:
        return found[0]
    raise ValueError(misunderstood(text, names, found))


def matching(names: dict[int, str], wanted: str) -> list[int]:
    """Whose name this is; else whose name begins with it; else whose name contains it."""
    if not wanted:
        return []
    tests: tuple[Callable[[str, str], bool], ...] = (
        str.__eq__,
        str.startswith,
        str.__contains__,
    )
    for test in tests:
        found = [action for action, name in names.items() if test(folded(name), wanted)]
        if found:
            return found
    return []


def misunderstood(text: str, names: dict[int, str], found: list[int]) -> str:
    """Why the words mean no action, and which were perhaps meant."""
    if found:
        meant = [names[action] for action in found]
        return f"{text!r} may mean: {'; '.join(meant)}"
    by_folded = {folded(name): name for name in names.values()}
    near = difflib.get_close_matches(folded(text), by_folded, NEAR_MATCHES, cutoff=0.3)
    hint = f"; near it: {'; '.join(by_folded[name] for name in near)}" if near else ""
    return f"{text!r} is no legal action now{hint}"


# --- what is asked --------------------------------------------------------------------------------
def ask_main(q: Question) -> str:
    """D1: an action of the turn."""
    left = q.s.actions_left
    if left == 0:
        return "take a free action or end the turn"
    return f"choose an action ({left} left)"


def ask_casualty(q: Question) -> str:
    """B10b: one more dies."""
    who = "attacker" if q.a else "defender"
    battle = f"the {war_words(q.s.war)} in {empire_words(q.s.war_empire)}"
    return f"choose the {who} that dies in {battle} ({q.s.deaths_left} to die)"


def ask_place_agent(q: Question) -> str:
    """E2.2: an agent of the card played."""
    return f"place the {agent_words(q.a)} of {card_words(q.s.card)}"


def ask_tax_response(q: Question) -> str:
    """F4: to pay or not."""
    taxed = f"the pawn on {border_words(q.a)}"
    return f"pay the tax on {taxed} or let it be repressed in {empire_words(q.b)}"


def ask_serf_empire(q: Question) -> str:
    """B13d: on whose square a displaced pawn goes."""
    pawn = token_words(q.s, c.PAWN + int(q.s.pawn[q.b]))
    return f"choose where the {pawn} on {border_words(q.b)} becomes a serf"


def ask_tax_empire(q: Question) -> str:
    """F4: who taxes."""
    pawn = token_words(q.s, c.PAWN + int(q.s.pawn[q.b]))
    return f"choose the empire that taxes the {pawn} on {border_words(q.b)}"


def ask_source(q: Question) -> str:
    """T: the pool is empty."""
    token = token_words(q.s, q.a)
    return f"choose which {token} in play goes to {spot_words(q.b)}, for the pool has none"


ASKS: dict[int, Callable[[Question], str]] = {
    p.MAIN: ask_main,
    p.ACTIVATE_SQUARE: lambda q: "choose the victory to activate",
    p.ONE_SHOT: lambda q: (
        f"choose whether the {one_shot_words(q.s.card)} of {card_words(q.s.card)} occurs"
    ),
    p.WAR_EMPIRE: lambda q: (
        f"choose the empire where the {war_words(q.s.war)} of {card_words(q.s.card)} is fought"
    ),
    p.SUITOR: lambda q: f"crown {card_words(q.a)} or keep her as an old maid",
    p.PICK_AGENT: lambda q: f"choose the agent of {card_words(q.s.card)} to place next",
    p.PLACE_AGENT: ask_place_agent,
    p.SERF_EMPIRE: ask_serf_empire,
    p.PACIFY: lambda q: f"choose whom the bishop on {empire_words(q.a)} kills, if anybody",
    p.CASUALTY: ask_casualty,
    p.SURVIVOR: lambda q: f"choose the survivor to place in {empire_words(q.s.war_empire)} next",
    p.PLACE_SURVIVOR: lambda q: (
        f"place the surviving {token_words(q.s, q.a)} in {empire_words(q.s.war_empire)}"
    ),
    p.ARRANGE_SLOTS: lambda q: "arrange the tokens in the slots of Constantinople",
    p.CONCESSION: lambda q: f"place a concession around {empire_words(q.a)}, or none",
    p.EMANCIPATE: lambda q: f"choose whom to free in {empire_words(q.a)}",
    p.PLACE_FREED: lambda q: f"place the freed {token_words(q.s, q.b)} in {empire_words(q.a)}",
    p.EMANCIPATE_WEST: lambda q: "choose the Western empire where a repressed token is freed",
    p.GOLDEN_LIBERTY: lambda q: f"choose whether to make {empire_words(q.a)} medieval",
    p.OP_CARD: lambda q: f"choose the card that acts next in the {ops_title(q.a)} ops",
    p.PICK_OP: lambda q: f"choose the op of {card_words(q.a)}",
    p.INQUISITOR_FROM: lambda q: f"choose the {bishop_words(q.a)} to move",
    p.INQUISITOR_TO: lambda q: (
        f"move the {bishop_words(int(q.s.bishop[q.a]))} from {card_words(q.a)}"
    ),
    p.PICK_COMMERCE: lambda q: f"take a florin from the {SIDE_TITLES[q.a]} row of the market",
    p.PICK_BEHEAD: lambda q: f"choose the card that {card_words(q.a)} beheads",
    p.PICK_TAX: lambda q: f"choose the concession that {card_words(q.a)} taxes",
    p.TAX_EMPIRE: ask_tax_empire,
    p.TAX_RESPONSE: ask_tax_response,
    p.PLACE_LEVY: lambda q: f"place the levy in {empire_words(q.a)}",
    p.PICK_REPRESS: lambda q: f"choose the token that {card_words(q.a)} represses",
    p.PICK_VOTE: lambda q: f"choose the empire of the {SIDE_TITLES[q.a]} to vote in",
    p.CORSAIR_FROM: lambda q: (
        f"choose the {token_words(q.s, c.PIRATE + q.b)} that {card_words(q.a)} sails"
    ),
    p.CORSAIR_TO: lambda q: f"sail the {token_words(q.s, c.PIRATE + q.b)} from {border_words(q.c)}",
    p.PICK_SIEGE: lambda q: f"choose the token that {card_words(q.a)} kills",
    p.PICK_CAMPAIGN: lambda q: f"choose the empire that {card_words(q.a)} campaigns against",
    p.HOSPITALLER: lambda q: (
        f"choose whether gold rooks next to {empire_words(q.s.war_empire)} join the crusade"
    ),
    p.BORROW_OP: lambda q: "choose the opponent's card whose op is borrowed",
    p.FIRE_ONE_SHOT: lambda q: (
        f"choose whether the {one_shot_words(q.a)} of {card_words(q.a)}, just sold, occurs"
    ),
    p.OTHER_SIDE: lambda q: f"choose whether to go on with the {SIDE_TITLES[q.a]} ops",
    p.DISCARD_CARD: lambda q: "discard down to the hand limit",
    p.TOKEN_SOURCE: ask_source,
    p.DROP_TOKEN: lambda q: f"choose the token that leaves {city_title(q.a)}",
}


def decision_text(game: "Game") -> str:
    """Who must decide what, in one sentence."""
    q = question(game)
    if q.kind == NONE:
        return result_text(q.s)
    return f"{bank_words(q.s, q.player)}: {ASKS[q.kind](q)}"


def result_text(s: State) -> str:
    """How the game ended."""
    if s.status == c.TRUNCATED:
        return "the game was cut at its limit of turns"
    winners = [bank_words(s, player) for player in range(s.num_players) if s.winner[player]]
    verb = "wins" if len(winners) == 1 else "share"
    return f"{' and '.join(winners)} {verb} {victory_words(s.victory)}"


# --- the log --------------------------------------------------------------------------------------
def history_lines(start: "Game", actions: Iterable[int]) -> Iterator[str]:
    """One line for every answer from a position on, the forced ones and the solo bot's too."""
    game = start.clone()
    game.states["options"] &= ~c.AUTO_FORCED
    begin, given = len(game.history), list(actions)
    while len(game.history) - begin < len(given):
        known = len(game.history)
        action = given[known - begin]
        q = question(game)
        forced = " (forced)" if len(game.legal_actions()) == 1 else ""
        words = f"{bank_words(q.s, q.player)}: {action_name(game, action)}{forced}"
        yield f"{known - begin + 1}. {words}"
        game.step(action)
        yield from _bot_lines(game, known + 1, begin)


def _bot_lines(game: "Game", known: int, begin: int) -> Iterator[str]:
    """What the solo bot answered since then, and why."""
    aims = aims_by_answer(game) if game.aims else {}
    name = bank_words(row(game.states, 0), c.BOT)
    for index in range(known, len(game.history)):
        why = "".join(f" [{aim}]" for aim in aims.get(index, []))
        yield f"{index - begin + 1}. {name} (bot){why}: {plain_name(game.history[index])}"


# --- the table: pieces as signs -------------------------------------------------------------------
WIDTH = 100
EMPIRE_SIGNS = ("Eng", "Fra", "HRE", "Hun", "Byz", "Por", "Ara", "Pap", "Ott", "Mam")
LOCATION_SIGNS = (*EMPIRE_SIGNS, "East", "West", "")
COLOUR_SIGNS = ("C", "I", "R")
LEGEND = (
    "♞ knight  ♜ rook  ♟ pawn  ♝ bishop  ☠ pirate  ♛ queen and her suitors",
    "C gold (Catholic)  I green (Islamic)  R red (Reformist)  · empty  × busted  ~ sea border",
    "$ florins  ! paid this turn, not for sale  ' has acted this turn",
)


def token_sign(s: State, token: int) -> str:
    if c.PAWN <= token < c.PIRATE:
        return f"♟{bank_words(s, token - c.PAWN)}"
    for sign, first in (("♝", c.BISHOP), ("☠", c.PIRATE), ("♜", c.ROOK), ("♞", c.KNIGHT)):
        if token >= first:
            return sign + COLOUR_SIGNS[token - first]
    return "·"


def border_sign(border: int) -> str:
    one, other = t.BORDER_EMPIRES[border]
    return EMPIRE_SIGNS[one] + "-~"[t.BORDER_SEA[border]] + EMPIRE_SIGNS[other]


def location_sign(card: int) -> str:
    """Where a card belongs; whom a queen may wed."""
    if t.CARD_KIND[card] != c.QUEEN:
        return LOCATION_SIGNS[t.CARD_LOCATION[card]]
    suitors = int(t.CARD_SUITORS[card])
    return "♛ " + " ".join(EMPIRE_SIGNS[e] for e in range(c.NUM_EMPIRES) if suitors >> e & 1)


def wrapped(head: str, text: str) -> list[str]:
    """Text after a heading, folded into lines below one another."""
    indent = " " * len(head)
    whole = textwrap.TextWrapper(
        WIDTH, head, indent, break_long_words=False, break_on_hyphens=False
    )
    return whole.wrap(text) or [head.rstrip()]


def listed(items: Iterable[str], nothing: str = "none") -> str:
    return ", ".join(items) or nothing


# --- the table: its parts -------------------------------------------------------------------------
def turn_lines(s: State, game: "Game") -> list[str]:
    """D1: whose turn it is, and what is asked of whom."""
    if s.status != c.RUNNING:
        # A game is cut when its next turn would begin.
        played = s.turn if s.status == c.TRUNCATED else s.turn + 1
        return [f"After turn {played}: {decision_text(game)}"]
    left = f"{s.actions_left} action{'' if s.actions_left == 1 else 's'} left"
    done = [f", {SIDE_TITLES[side]} ops done" for side in range(2) if s.ops_done[side]]
    whose = f"Turn {s.turn + 1}: {bank_words(s, s.turn_player)}, {left}{''.join(done)}"
    return [whose, *wrapped("Now ", decision_text(game))]


def victory_lines(s: State) -> list[str]:
    """L1: which squares are active."""
    active = (c.VICTORY_NAMES[v] for v in range(c.NUM_VICTORY_SQUARES) if s.active[v])
    return [f"Active victories: {listed(active)}"]


def market_lines(s: State) -> list[str]:
    """E1: both rows, side by side; column 0 lies face down for the trade fair."""
    decks = [f"     {SIDE_TITLES[side]} (deck of {s.deck_size[side]})" for side in range(2)]
    lines = ["Market (column 0 lies face down for the fair)", market_line("", decks)]
    for column in range(c.NUM_COLUMNS):
        cells = [market_cell(s, side * c.NUM_COLUMNS + column) for side in range(2)]
        lines.append(market_line(str(column), cells))
    return lines


def market_line(label: str, cells: list[str]) -> str:
    return f"{label:2}{cells[c.EAST]:49}{cells[c.WEST]}".rstrip()


def market_cell(s: State, slot: int) -> str:
    """A card with its florins, usury mark and Location."""
    florins = f"${s.market_florins[slot]}" if s.market_florins[slot] else ""
    paid = "!" if s.market_paid[slot] else ""
    card = int(s.market[slot])
    name = card_words(card) if card != NONE else "·"
    place = location_sign(card) if card != NONE else ""
    return f"{florins + paid:>4} {name}" + (f" ({place})" if place else "")


def map_lines(s: State) -> list[str]:
    """B6: each empire with its religion and cities, then the borders and the trade routes."""
    lines = ["Map"]
    for empire in range(c.NUM_EMPIRES):
        cities = listed(city_signs(s, empire))
        faith = RELIGION_TITLES[s.religion[empire]]
        lines.append(f"  {t.EMPIRE_TITLES[empire]:18}{faith:10}{cities}")
    borders = (border_signs(s, border) for border in range(c.NUM_BORDERS))
    lines += wrapped("  Borders: ", listed(borders))
    for side in range(2):
        lines += wrapped(f"  {SIDE_TITLES[side]} route: ", route_signs(int(s.open_emporium[side])))
    return lines


def city_signs(s: State, empire: int) -> Iterator[str]:
    """The cities of an empire, the slots of one city together."""
    for city in range(c.NUM_CITIES):
        if t.CITY_EMPIRE[city] == empire and t.CITY_FIRST[city] == city:
            slots = range(city, t.CITY_LAST[city] + 1)
            signs = [slot_sign(s, slot) for slot in slots if has_slot(s, slot)]
            if signs:
                yield " ".join([city_title(city), *signs])


def has_slot(s: State, city: int) -> bool:
    """G4: whether the slot exists in this religious state; Venice shows her second when needed."""
    if city == c.VENICE_2 and not s.ability[:, c.VENICE_HOLDS_TWO].any():
        return False
    return t.LEVY[s.map, city, s.religion[t.CITY_EMPIRE[city]]] != NONE


def slot_sign(s: State, city: int) -> str:
    side = int(t.CITY_EMPORIUM[city])
    if side != NONE and s.open_emporium[side] != city:
        return "×"
    return token_sign(s, int(s.city[city]))


def border_signs(s: State, border: int) -> str:
    """A border with its pawn, its pirate, or both."""
    signs = []
    if s.pawn[border] != NONE:
        signs.append(token_sign(s, c.PAWN + int(s.pawn[border])))
    if s.pirate[border] != NONE:
        signs.append(token_sign(s, c.PIRATE + int(s.pirate[border])))
    return f"{border_sign(border)}:{''.join(signs) or '·'}"


def route_signs(emporium: int) -> str:
    """G: from the open emporium through the empires."""
    empires = t.ROUTE[emporium, : t.ROUTE_LENGTH[emporium] : 2]
    return " > ".join([t.CITY_TITLES[emporium], *(EMPIRE_SIGNS[e] for e in empires)])


def queens_of(s: State, card: int) -> list[int]:
    """I1: the queens married to this King."""
    return [queen for queen in t.QUEENS.tolist() if s.under[queen] == card]


def vassals_of(s: State, card: int) -> list[int]:
    """VASSAL: the squares tucked under this one."""
    return [square for square in range(c.SQUARE, c.NUM_PIECES) if s.under[square] == card]


def piece_text(s: State, card: int) -> str:
    """A card in play with all that is on it and under it."""
    name = card_words(card) if card < c.SQUARE else square_text(s, card - c.SQUARE)
    on_it = list(on_piece(s, card))
    acted = "'" if s.op_used[card] else ""
    return name + acted + (f" [{'; '.join(on_it)}]" if on_it else "")


def square_text(s: State, empire: int) -> str:
    """B4: a square in a tableau shows one of its faces."""
    if s.place[c.SQUARE + empire] == c.IN_THRONE:
        return t.EMPIRE_TITLES[empire]
    return f"{t.EMPIRE_TITLES[empire]} {'Republic' if s.republic[empire] else 'King'}"


def on_piece(s: State, card: int) -> Iterator[str]:
    """Its bishop, its repressed tokens, its queens and vassals."""
    if s.bishop[card] != NONE:
        yield token_sign(s, c.BISHOP + int(s.bishop[card]))
    if card >= c.SQUARE:
        repressed = list(repressed_signs(s, card - c.SQUARE))
        if repressed:
            yield "repressed " + " ".join(repressed)
    for queen in queens_of(s, card):
        yield f"Queen {piece_text(s, queen)}"
    for vassal in vassals_of(s, card):
        yield f"vassal {piece_text(s, vassal)}"


def repressed_signs(s: State, empire: int) -> Iterator[str]:
    """B13: every repressed token of the square."""
    for token in range(c.NUM_REPRESSED):
        for _ in range(s.repressed[empire, token]):
            yield token_sign(s, token)


def throne_lines(s: State) -> list[str]:
    """THRONE: the squares nobody has."""
    seated = range(c.SQUARE, c.NUM_PIECES)
    thrones = (piece_text(s, square) for square in seated if s.place[square] == c.IN_THRONE)
    return wrapped("Thrones: ", listed(thrones))


def player_lines(s: State, player: int, viewer: int | None) -> list[str]:
    """All that one player has."""
    lines = [player_head(s, player), *wrapped("  Hand: ", hand_text(s, player, viewer))]
    old_maids = [card_words(queen) for queen in old_maids_of(s, player)]
    if old_maids:
        lines += wrapped("  Old maids: ", listed(old_maids))
    for side in range(2):
        cards = s.tableau[player, side, : s.tableau_size[player, side]].tolist()
        columns = (piece_text(s, card) for card in cards if s.under[card] == NONE)
        lines += wrapped(f"  {SIDE_TITLES[side]}: ", " | ".join(columns) or "·")
    prestige = (f"{number} {c.PRESTIGE_NAMES[kind]}" for kind, number in prestige_of(s, player))
    return [*lines, *wrapped("  Prestige: ", listed(prestige))]


def player_head(s: State, player: int) -> str:
    concessions = int((s.pawn == player).sum())
    head = f"{bank_words(s, player)} (seat {player}): {florin_words(s.florins[player])}"
    return f"{head}, {concessions} concession{'' if concessions == 1 else 's'}" + (
        ", bankrupt" if s.eliminated[player] else ""
    )


def hand_text(s: State, player: int, viewer: int | None) -> str:
    """The cards, or for other eyes their backs."""
    hand = s.hand[player, : s.hand_size[player]].tolist()
    if viewer is None or viewer == player or s.options & c.OPEN_HANDS:
        return listed(card_words(card) for card in hand)
    backs = [sum(t.CARD_SIDE[card] == side for card in hand) for side in range(2)]
    return listed(f"{backs[side]} {SIDE_TITLES[side]}" for side in range(2) if backs[side])


def old_maids_of(s: State, player: int) -> list[int]:
    """I: queens under the player board."""
    queens = t.QUEENS.tolist()
    return [q for q in queens if s.place[q] == c.OLD_MAID and s.owner[q] == player]


def prestige_of(s: State, player: int) -> list[tuple[int, int]]:
    """L: what counts for a victory, the old maids' included."""
    total = s.prestige[player] + sum(t.FACE_PRESTIGE[queen] for queen in old_maids_of(s, player))
    return [(kind, int(number)) for kind, number in enumerate(total) if number]


def table(game: "Game", viewer: int | None = None) -> str:
    """The whole table; a viewer sees only the backs of the other players' hands."""
    s = row(game.states, 0)
    parts = [
        turn_lines(s, game) + victory_lines(s),
        market_lines(s),
        map_lines(s),
        throne_lines(s),
        *(player_lines(s, player, viewer) for player in range(s.num_players)),
        list(LEGEND),
    ]
    return "\n\n".join("\n".join(part) for part in parts)
