"""What is asked, and of whom."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.text.answers import Question, question
from paxren_env.games.pax_renaissance.text.words import (
    SIDE_TITLES,
    agent_words,
    bank_words,
    bishop_words,
    border_words,
    card_words,
    city_title,
    empire_words,
    one_shot_words,
    ops_title,
    spot_words,
    token_words,
    victory_words,
    war_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


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
    taxed = f"the {token_words(q.s, c.PAWN + q.player)} on {border_words(q.a)}"
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
    verb = "wins" if len(winners) == 1 else "win together"
    return f"{' and '.join(winners)} {verb} by {victory_words(s.victory)}"
