"""The words in the reasons why an answer is not legal."""

from typing import TYPE_CHECKING

from paxren_env.core.reasons import ReasonWords
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.queries import location
from paxren_env.games.pax_renaissance.report import CONDITIONS
from paxren_env.games.pax_renaissance.rules.e1_purchase import column_of
from paxren_env.games.pax_renaissance.rules.f_ops.campaign import campaign_cost
from paxren_env.games.pax_renaissance.rules.f_ops.vote import vote_cost, votes
from paxren_env.games.pax_renaissance.rules.l_victory import (
    margin,
    outdoes,
    score,
    victory_religion,
)
from paxren_env.games.pax_renaissance.text.answers import Question, question
from paxren_env.games.pax_renaissance.text.words import (
    LOCATION_TITLES,
    OP_TITLES,
    SIDE_TITLES,
    agent_words,
    bank_words,
    bishop_words,
    border_words,
    card_words,
    city_words,
    empire_words,
    florin_words,
    plain_name,
    section,
    slot_words,
    token_words,
    victory_words,
    with_article,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


# --- where the question is about ------------------------------------------------------------------
def asked_location(q: Question) -> int:
    """The Location whose cities, borders or empires may be named."""
    if q.kind in (p.WAR_EMPIRE, p.PLACE_AGENT, p.SERF_EMPIRE):
        return int(t.CARD_LOCATION[q.s.card])
    if q.kind == p.PLACE_SURVIVOR:
        return int(q.s.war_empire)
    if q.kind in (p.CONCESSION, p.PLACE_FREED, p.PLACE_LEVY):
        return q.a
    return int(location(q.s, q.a))


def place(game: "Game", action: int) -> str:
    title = LOCATION_TITLES[asked_location(question(game))]
    return with_article(title).replace("The ", "the ")


def asked_border(game: "Game", action: int) -> str:
    """B13d, F4: the border of the pawn in question."""
    return border_words(question(game).b)


def asked_token(game: "Game", action: int) -> str:
    """B10c, B11d, T: the token that finds its place."""
    q = question(game)
    return token_words(q.s, q.b if q.kind == p.PLACE_FREED else q.a)


def token_where(game: "Game", action: int) -> str:
    q = question(game)
    token = q.b if q.kind == p.PLACE_FREED else q.a
    return "into a city" if token < c.PAWN else "onto a border"


def agent_where(game: "Game", action: int) -> str:
    """E2.2: where agents of this kind go."""
    agent = question(game).a
    if agent >= c.AGENT_BISHOP:
        return "on a card"
    return "in a city" if agent < c.OWN_PAWN else "on a border"


# --- what the action names ------------------------------------------------------------------------
def offset(action: int) -> int:
    """The number of the thing within its stretch of the action line."""
    return action - section(action)


def token_there(game: "Game", action: int) -> str:
    """Who is in the city."""
    s = question(game).s
    return f"a {token_words(s, int(s.city[offset(action)]))}"


def repressed(game: "Game", action: int) -> str:
    return token_words(question(game).s, offset(action))


def named(game: "Game", action: int) -> str:
    """A thing of any kind."""
    if section(action) == line.REPRESSED:
        return f"the repressed {repressed(game, action)}"
    return plain_name(action)


# --- numbers --------------------------------------------------------------------------------------
def florins(game: "Game", action: int) -> str:
    q = question(game)
    return florin_words(int(q.s.florins[q.player]))


def hand_size(game: "Game", action: int) -> str:
    q = question(game)
    return str(q.s.hand_size[q.player])


def votes_there(game: "Game", action: int) -> str:
    """F6: the player's votes around the empire."""
    q = question(game)
    number = votes(q.s, q.player, offset(action))
    return "1 vote" if number == 1 else f"{number} votes"


def vote_price(game: "Game", action: int) -> str:
    q = question(game)
    return florin_words(vote_cost(q.s, q.player, offset(action)))


def campaign_price(game: "Game", action: int) -> str:
    q = question(game)
    return florin_words(campaign_cost(q.s, q.player, q.a, offset(action)))


def lead(game: "Game", action: int) -> str:
    """L3-L7: the first condition that is not met, and what it takes."""
    q, victory = question(game), offset(action)
    s, religion = q.s, victory_religion(q.s, victory)
    parts = range(len(CONDITIONS[victory]))
    part = next(i for i in parts if not outdoes(s, q.player, victory, i, religion))
    own = score(s, q.player, victory, part, religion)
    others = [i for i in range(s.num_players) if i != q.player and not s.eliminated[i]]
    most = max(score(s, other, victory, part, religion) for other in others)
    needed = most + margin(s, victory, part)
    what = CONDITIONS[victory][part]
    return f"{bank_words(s, q.player)} has {own} of the {needed} {what} it needs"


REASON_WORDS: ReasonWords = {
    "acting_card": lambda game, action: card_words(question(game).a),
    "asked_agent": lambda game, action: agent_words(question(game).a),
    "asked_bishop": lambda game, action: bishop_words(question(game).a),
    "asked_border": asked_border,
    "asked_card": lambda game, action: card_words(question(game).a),
    "asked_empire": lambda game, action: empire_words(question(game).a),
    "asked_pirate": lambda game, action: token_words(question(game).s, c.PIRATE + question(game).b),
    "asked_side": lambda game, action: SIDE_TITLES[question(game).a],
    "asked_token": asked_token,
    "border": lambda game, action: border_words(offset(action)),
    "campaign_cost": campaign_price,
    "card": lambda game, action: card_words(offset(action)),
    "city": lambda game, action: city_words(offset(action)),
    "column": lambda game, action: florin_words(column_of(offset(action))),
    "empire": lambda game, action: empire_words(offset(action)),
    "florins": florins,
    "hand_size": hand_size,
    "lead": lead,
    "market_card": lambda game, action: card_words(int(question(game).s.market[offset(action)])),
    "named": named,
    "op": lambda game, action: OP_TITLES[offset(action)],
    "place": place,
    "played_card": lambda game, action: card_words(int(question(game).s.card)),
    "player": lambda game, action: bank_words(question(game).s, question(game).player),
    "repressed": repressed,
    "side": lambda game, action: SIDE_TITLES[offset(action)],
    "slot": lambda game, action: slot_words(offset(action)),
    "token_there": token_there,
    "token_where": token_where,
    "victory": lambda game, action: victory_words(offset(action)),
    "vote_cost": vote_price,
    "votes": votes_there,
    "where": agent_where,
}
