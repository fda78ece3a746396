"""What every answer to the pending decision means."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from paxren_env.core.constants import NONE
from paxren_env.core.record import State, view
from paxren_env.games.wallenstein import actions as line
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.text.words import (
    RECONSTRUCTED,
    TILE_WORDS,
    benefit_words,
    county_words,
    favour_words,
    plain_name,
    plural,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game


class Question(NamedTuple):
    """The decision on top of the stack, and the table around it."""

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
        return Question(s, NONE, NONE, NONE, NONE, NONE)
    return Question(s, *s.stack[s.stack_size - 1].tolist())


def printed(county: int) -> str:
    """A county with what is printed on its card."""
    numbers = f"tax {t.TAX[county]}, grain {t.GRAIN[county]}, sites {t.SITES[county]}"
    return f"{county_words(county)} ({numbers})"


def there(s: State, county: int) -> str:
    """Who holds a county with how much."""
    owner = int(s.owner[county])
    armies = plural(int(s.armies[county]), "army", "armies")
    return "neutral" if owner == NONE else f"seat {owner}, {armies}"


def name_draft_card(q: Question, action: int) -> str:
    """DT1."""
    if action < line.DECK:
        return f"take {printed(action - line.COUNTY)}"
    if action == line.DECK:
        return "take the unseen top card of the deck"
    return "put both open cards under the deck and open two new ones"


def name_bid(q: Question, action: int) -> str:
    """DT4."""
    if action == line.PASS:
        return "bid nothing"
    return f"bid {plain_name(action)}"


def name_box(q: Question, action: int) -> str:
    """DT5, DT6."""
    if action == line.PASS:
        return "leave it blank (money card)"
    if action == line.TOWER:
        return "lay a dice tower card"
    county = action - line.COUNTY
    markers = int(q.s.markers[county])
    marked = f", {plural(markers, 'marker')}" if markers else ""
    armies = plural(int(q.s.armies[county]), "army", "armies")
    return f"lay {printed(county)}: {armies}{marked}"


def name_position(q: Question, action: int) -> str:
    """DT7."""
    place = action - line.POSITION
    return f"take position {place + 1}: {TILE_WORDS[q.s.tile_at[place]]}"


def name_target(q: Question, action: int) -> str:
    """DT13, DT14."""
    if action == line.PASS:
        return "stay"
    county = action - line.COUNTY
    verb = "move to" if q.s.owner[county] == q.player else "attack"
    return f"{verb} {county_words(county)} ({there(q.s, county)})"


def name_benefit(q: Question, action: int) -> str:
    """DT9."""
    benefit = action - line.BENEFIT
    amount = int(q.s.landsknechte[q.a - 1, benefit])
    is_built_in = amount == t.LANDSKNECHTE_CARDS[q.a - 1, benefit]
    return f"take {benefit_words(benefit, amount)}{RECONSTRUCTED if is_built_in else ''}"


def name_favour(q: Question, action: int) -> str:
    """DT10."""
    if action == line.PASS:
        return "take no favour"
    slot = action - line.FAVOUR
    words = favour_words(q.s, int(q.s.favour_open[slot]))
    return f"pay {c.HIGHEST_PRICE - slot} courtiers for {words}"


def name_county(q: Question, action: int) -> str:
    """A county, with who is there."""
    county = action - line.COUNTY
    return f"{county_words(county)} ({there(q.s, county)})"


NAMES: dict[int, Callable[[Question, int], str]] = {
    f.DRAFT_CARD: name_draft_card,
    f.ARMY_GROUP: lambda q, action: f"put the group of {action - line.NUMBER + 1} armies there",
    f.LEADER_HERE: lambda q, action: (
        "place the leader here" if action == line.YES else "place the leader later"
    ),
    f.BID: name_bid,
    f.COURT_BOX: name_box,
    f.ACTION_BOX: name_box,
    f.TAKE_POSITION: name_position,
    f.LEADER_PLACE: name_county,
    f.PICK_BENEFIT: name_benefit,
    f.TAKE_FAVOUR: name_favour,
    f.CANCEL: lambda q, action: "cancel the event" if action == line.YES else "let the event stand",
    f.FAVOUR_COUNTY: name_county,
    f.MOVE_TARGET: name_target,
    f.COMBAT_TARGET: name_target,
    f.HOW_MANY: lambda q, action: f"move {plural(action - line.NUMBER + 1, 'army', 'armies')}",
    f.NEXT_REVOLT: name_county,
    f.LEADER_MOVES: name_county,
}


def answer_words(game: "Game", action: int) -> str:
    """A legal answer in words."""
    q = question(game)
    return NAMES[q.kind](q, action)


def action_names(game: "Game") -> dict[int, str]:
    """Every legal answer in words."""
    return {action: answer_words(game, action) for action in game.legal_actions()}
