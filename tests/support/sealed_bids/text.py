"""The game in words: what is asked, what an answer means, the table, what has changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from paxren_env.core.constants import CHANCE
from paxren_env.core.reasons import ReasonWords
from paxren_env.core.record import view
from tests.support.sealed_bids.actions import UNITS_DIGIT
from tests.support.sealed_bids.state import NUM_FACES, State

if TYPE_CHECKING:
    from paxren_env.core.game import Game

QUESTIONS = {
    "tens": "the first digit of your bid",
    "units": "the last digit of your bid",
    "dice": "two dice for the prize",
}


# --- questions and answers ------------------------------------------------------------------------
def decision_text(game: "Game") -> str:
    """Who is asked what."""
    if game.is_over:
        return result_text(game)
    seat = game.deciding_player
    who = "chance" if seat == CHANCE else seat_words(view(game.states, 0), seat)
    return f"{who}: {QUESTIONS[game.decision or '']}"


def plain_name(action: int) -> str:
    """An action without a game around it."""
    if action < UNITS_DIGIT:
        return f"tens {action}"
    return f"units {action - UNITS_DIGIT}"


def answer_words(game: "Game", action: int) -> str:
    """What an answer means here: the last digit makes it a bid."""
    if game.decision != "units":
        return plain_name(action)
    return f"bid {bid_words(game, action)}"


def bid_words(game: "Game", action: int) -> str:
    """The least bid that begins with this digit."""
    if game.decision == "tens":
        return str(10 * action)
    return str(int(game.states["bid"][0, game.deciding_player]) + action - UNITS_DIGIT)


REASON_WORDS: ReasonWords = {
    "bid": bid_words,
    "coins": lambda game, _: str(game.states["coins"][0, game.deciding_player]),
    "player": lambda game, _: seat_words(view(game.states, 0), game.deciding_player),
}


def action_names(game: "Game") -> dict[int, str]:
    """Every legal action with its words."""
    return {action: answer_words(game, action) for action in game.legal_actions()}


def outcome_words(game: "Game", outcome: tuple[int, ...]) -> str:
    """What chance has decided."""
    return f"the dice show {outcome[0]} and {outcome[1]}"


# --- the table ------------------------------------------------------------------------------------
def table(game: "Game", viewer: int | None = None) -> str:
    """The whole table; a viewer sees no secrets but their own."""
    s = view(game.states, 0)
    lines = [f"Sealed Bids, round {min(s.turn + 1, s.rounds)} of {s.rounds}"]
    lines += [player_line(s, player, viewer) for player in range(s.num_players)]
    if game.is_over:
        lines.append(result_text(game))
    return "\n".join(lines) + "\n"


def player_line(s: State, player: int, viewer: int | None) -> str:
    prizes = np.repeat(np.arange(1, NUM_FACES + 1), s.prizes[player]).tolist()
    parts = [f"{s.coins[player]} coins", f"prizes {prizes}", f"last bid {s.shown[player]}"]
    if viewer in (None, player):
        parts += [f"goal {s.goal[player] + 1}", f"bid {s.bid[player]}"]
    return f"  {seat_words(s, player)}: {', '.join(parts)}"


def seat_words(s: State, seat: int) -> str:
    """What a player is called."""
    return f"player {seat}"


def turn_heading(game: "Game") -> str:
    """Of the round that is being played; a blank line sets it apart."""
    return f"\n--- round {game.turn + 1} ---"


def result_text(game: "Game") -> str:
    """How the game ended."""
    if game.is_truncated:
        return "The game was cut: nobody wins."
    s = view(game.states, 0)
    return f"{' and '.join(seat_words(s, seat) for seat in game.winners)} won."


# --- what has changed -----------------------------------------------------------------------------
def changes(old: State, new: State) -> list[str]:
    """What everybody sees happen between two positions."""
    return [*bids_shown(old, new), *prizes_won(old, new)]


def bids_shown(old: State, new: State) -> Iterator[str]:
    """R3: the bids of the round."""
    if is_sealed(old) and not is_sealed(new):
        yield "bids " + ", ".join(str(bid) for bid in new.shown[: new.num_players])


def is_sealed(s: State) -> bool:
    """R2: somebody's bid is asked."""
    return bool(s.stack_size) and s.stack[s.stack_size - 1, 1] >= 0


def prizes_won(old: State, new: State) -> Iterator[str]:
    """R4: who took what."""
    won = new.prizes.astype(int) - old.prizes
    for player, face in zip(*np.nonzero(won > 0)):
        yield f"{seat_words(new, player)} wins a prize of {face + 1}"


def lookup(words: str) -> list[str]:
    """The lines of the rules with these words."""
    rules = (Path(__file__).parent / "RULES.md").read_text(encoding="utf-8")
    return [line for line in rules.splitlines() if words.casefold() in line.casefold()]
