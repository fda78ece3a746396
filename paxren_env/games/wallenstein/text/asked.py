"""What is asked, and of whom; how the game ended."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paxren_env.core.constants import CHANCE, NONE, TRUNCATED
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein import tables as t
from paxren_env.games.wallenstein.text.answers import Question, question
from paxren_env.games.wallenstein.text.words import (
    BID_RANKS,
    action_words,
    convert_words,
    county_words,
    event_words,
    favour_words,
)

if TYPE_CHECKING:
    from paxren_env.core.game import Game

ASKS: dict[int, Callable[[Question], str]] = {
    f.DRAFT_CARD: lambda q: "take a county card",
    f.ARMY_GROUP: lambda q: f"choose the army group for {county_words(q.a)}",
    f.LEADER_HERE: lambda q: f"choose whether the leader stands in {county_words(q.a)}",
    f.BID: lambda q: f"lay a bid for the turn order ({BID_RANKS})",
    f.COURT_BOX: lambda q: f"plan the court box {convert_words(c.NUM_COURT_BOXES - q.a)}",
    f.ACTION_BOX: lambda q: f"plan the box {action_words(q.a - c.FIRST_ACTION_BOX)}",
    f.TAKE_POSITION: lambda q: "choose a position and its tile",
    f.LEADER_PLACE: lambda q: "choose where the leader stands",
    f.PICK_BENEFIT: lambda q: f"choose a benefit of Landsknechte card {q.a}",
    f.TAKE_FAVOUR: lambda q: f"take a favour or none ({q.s.hall[q.player]} courtiers in the hall)",
    f.CANCEL: lambda q: f"choose whether to cancel {event_words(q.s.event)}",
    f.FAVOUR_COUNTY: lambda q: f"choose the county for {favour_words(q.s, q.a)}",
    f.MOVE_TARGET: lambda q: f"choose where armies of {county_words(q.a)} move, or none",
    f.COMBAT_TARGET: lambda q: (
        f"{t.ACTION_PRINTED[q.b]}: choose where {county_words(q.a)} attacks or moves, or not"
    ),
    f.HOW_MANY: lambda q: (
        f"choose how many armies go from {county_words(q.a)} to {county_words(q.b)}"
    ),
    f.NEXT_REVOLT: lambda q: (
        f"choose the next revolt (markers and {q.s.extra_peasants[q.player]} more peasants)"
    ),
    f.LEADER_MOVES: lambda q: f"move the leader from {county_words(q.a)}",
}


def decision_text(game: "Game") -> str:
    """Who must do what now; or how the game ended."""
    if game.is_over:
        return result_text(game)
    q = question(game)
    if q.player == CHANCE:
        return f"chance: {game.decision}"
    return f"seat {q.player}: {ASKS[q.kind](q)}"


def pending_text(game: "Game", viewer: int | None) -> str:
    """As `decision_text`, but of another seat's plan only that it plans."""
    player = game.deciding_player
    if not game.is_over and asks_in_secret(game) and viewer != player:
        return f"seat {player} plans"
    return decision_text(game)


def result_text(game: "Game") -> str:
    """Who won, with the scores."""
    s = question(game).s
    if s.status == TRUNCATED:
        return "the game was cut short"
    points = ", ".join(f"seat {p} {s.vp[p]} VP" for p in range(s.num_players))
    winners = " and ".join(f"seat {p}" for p in game.winners)
    return f"{winners} won ({points})"


def turn_heading(game: "Game") -> str:
    """Of the round that is being played; a blank line sets it apart."""
    s = question(game).s
    where = f"year {s.year + 1}, {c.SEASON_NAMES[s.season]}"
    if s.phase == c.DRAFT_PHASE:
        where = "draft"
    return f"\n--- {where} ---"


def asks_in_secret(game: "Game") -> bool:
    """The answer to what is asked now stays hidden from the others."""
    kind = question(game).kind
    return kind != NONE and f.frames.by_id()[kind].is_secret


def is_secret(game: "Game", told: Any, viewer: int) -> bool:
    """R3: a plan is secret until its box or bid is revealed, or the round is over."""
    if not asks_in_secret(told.before) or told.before.turn != game.turn or game.is_over:
        return False
    asked, s = question(told.before), question(game).s
    if asked.kind == f.BID:
        return not s.bids_shown
    return not s.shown[asked.player, asked.a]


def secret_words(told: Any) -> str:
    """What the others hear of a plan."""
    return "plans"


def choice_note(game: "Game") -> str | None:
    """What the player has, above the choices."""
    q = question(game)
    if game.is_over or q.player < 0:
        return None
    s, seat = q.s, q.player
    return (
        f"{s.thalers[seat]} Thalers, {s.grain[seat]} grain, {s.vp[seat]} VP, "
        f"{(s.owner == seat).sum()} counties, {s.supply[seat]} armies in supply"
    )
