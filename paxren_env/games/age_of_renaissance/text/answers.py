"""What every answer to the pending decision means, and every outcome of chance."""

from typing import TYPE_CHECKING, Any

from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import actions as a
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.rules.s45_purchase import price
from paxren_env.games.age_of_renaissance.rules.s46_strength import tokens_to_attack
from paxren_env.games.age_of_renaissance.text.words import goods_words, plain_name, seat_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game
    from paxren_env.core.log import Outcome
    from paxren_env.core.telling import Told

# What PASS and YES mean, by decision.
PASSES = {
    "swap": "keep your place",
    "remove condition": "remove nothing more",
    "mill commodity": "leave the mill alone",
    "buy extra card": "buy no card",
    "discard card": "discard nothing",
    "play card": "play nothing more",
    "target province": "a province without a marker: nothing happens",
    "reduce choice": "leave the province empty",
    "upgrade ship": "no new ship",
    "buy advance": "buy nothing more",
    "pay stabilisation": "do not pay: Misery rises",
    "pay indulgence": "do not pay: gain 1 Misery",
    "expand where": "end your expansion; tokens left go to Stock",
    "defend by cathedral": "let the dice decide",
    "give card": "trade no card",
    "give up marker": "place no marker",
}
YESES = {
    "buy extra card": "buy a card for $10",
    "reduce choice": "put a token from Expansion there",
    "upgrade ship": "upgrade the ship for $10",
    "pay stabilisation": "pay",
    "pay indulgence": "pay",
    "defend by cathedral": "use the Cathedral: the attack fails",
}
SECRET_BIDS = ("bid sign", "bid digit", "capital bid digit")


def answer_words(game: "Game", action: int) -> str:
    """What an answer means in the position where it is given."""
    decision = str(game.decision)
    if action == a.PASS:
        if decision == "play card" and game.to_dict()["pending"][-1]["mode"] == "reroll":
            return "roll"
        return PASSES.get(decision, "pass")
    if action == a.YES:
        return YESES.get(decision, "yes")
    s = view(game.states, 0)
    if a.SEAT <= action < a.CAPITAL_CHOICE:
        return seat_words(s, action - a.SEAT)
    if action >= a.PROVINCE:
        return province_words(s, action - a.PROVINCE)
    seat = game.deciding_player
    if a.ADVANCE <= action < a.CARD:
        return f"{plain_name(action)} for ${price(s, seat, action - a.ADVANCE)}"
    if action in (a.ATTACK, a.CATHEDRAL_ATTACK):
        tokens = tokens_to_attack(s, seat, int(s.stack[s.stack_size - 1, 2]))
        return f"{plain_name(action)} with {tokens} token{'s' * (tokens > 1)}"
    if action == a.BUY:
        return f"buy a card for {c.EXPANSION_CARD_TOKENS * (s.expansion_cards + 1)} tokens"
    return plain_name(action)


def province_words(s: Any, province: int) -> str:
    """A province with its market, commodity and who is there."""
    goods = goods_words(province)
    found = f"{t.PROVINCE_NAMES[province]} ({t.MARKET[province]}{' ' + goods if goods else ''})"
    there = ", ".join(pieces_words(s, province))
    return f"{found}: {there}" if there else found


def pieces_words(s: Any, province: int) -> list[str]:
    """Who is in a province, in words."""
    words = []
    for seat in range(s.num_players):
        if s.marker[province] == seat:
            side = "" if s.marker_kind[province] == c.OLD_MARKER else "new "
            words.append(f"{seat_words(s, seat)}'s {side}marker")
        tokens = int(s.old[seat, province]), int(s.new[seat, province])
        for count, side in zip(tokens, ("", "new "), strict=True):
            if count:
                words.append(f"{count} {side}token{'s' * (count > 1)} of {seat_words(s, seat)}")
    return words


def action_names(game: "Game") -> dict[int, str]:
    """Every legal answer in words."""
    return {action: answer_words(game, action) for action in game.legal_actions()}


# --- chance ---------------------------------------------------------------------------------------
def outcome_words(game: "Game", outcome: "Outcome") -> str:
    """What chance did; the order of a pile and the card picked are not told."""
    s, decision = view(game.states, 0), game.decision
    if decision == "attack dice":
        return "the dice of the attack: coloured {}, black {}, white {}".format(*outcome)
    if decision == "war dice":
        by, against = seat_words(s, s.war_by), seat_words(s, s.war_against)
        return f"the dice of the War: {by} {outcome[0]}, {against} {outcome[1]}"
    if decision == "surplus dice":
        total = outcome[0] + outcome[1]
        name = c.COMMODITY_NAMES[t.COMMODITY_ROLLED[total]]
        name = "gold and ivory" if total == c.JOINT_ROLL else name
        return f"the market: {name}, a {'Shortage' if outcome[2] <= 3 else 'Surplus'}"
    if decision == "capital bid tie":
        return "tied bids: " + ", then ".join(seat_words(s, seat) for seat in outcome)
    if decision == "start markers":
        return "markers of the test set-up: " + ", ".join(t.PROVINCE_NAMES[i] for i in outcome)
    return "a card is picked at random" if decision == "pick from hand" else "cards are shuffled"


def is_secret(game: "Game", told: "Told", viewer: int) -> bool:
    """7.1, 7.3: what others typed before the reveal, gave back or traded, until the end."""
    decision = told.before.decision
    if game.is_over:
        return False
    if decision in SECRET_BIDS:
        return bool(game.states["bids_secret"][0]) and game.turn == told.before.turn
    if decision == "give card":
        return viewer != told.before.to_dict()["pending"][-1]["other"]
    return decision == "return card"


def secret_words(told: "Told") -> str:
    """What the others are told instead."""
    if told.before.decision in SECRET_BIDS:
        return "bids in secret"
    return "gives back a card" if told.before.decision == "return card" else "names a card"
