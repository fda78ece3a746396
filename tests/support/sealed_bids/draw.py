"""The table as a picture: coins, prizes and bids of every seat, and the digits of a bid."""

from typing import TYPE_CHECKING

from paxren_env.core.record import view
from paxren_env.core.svg import Answers, Pen
from paxren_env.core.telling import is_asked_in_secret
from tests.support.sealed_bids.actions import TENS_DIGIT, UNITS_DIGIT, line
from tests.support.sealed_bids.state import NUM_FACES, State
from tests.support.sealed_bids.text import decision_text, plain_name, seat_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game

WORDS_ONLY = ()  # every answer is a thing on the table
WIDTH, HEAD, ROW = 680, 60, 64


def svg(game: "Game", viewer: int | None = None) -> str:
    """The table as this seat sees it, or as everybody does."""
    s = view(game.states, 0)
    pen = Pen(WIDTH, HEAD + s.num_players * ROW + 60, Answers(game, viewer))
    is_hidden = not game.is_over and is_asked_in_secret(game) and viewer != game.deciding_player
    asked = f"{seat_words(s, game.deciding_player)} bids" if is_hidden else decision_text(game)
    pen.text(
        14, 28, f"Sealed Bids · round {min(s.turn + 1, s.rounds)} of {s.rounds}", 20, "ink bold"
    )
    pen.cut(14, 50, WIDTH - 28, asked, 14)
    for seat in range(s.num_players):
        draw_seat(pen, s, seat, HEAD + seat * ROW, viewer)
    for action in range(line.size):
        is_tens = action < UNITS_DIGIT
        x = 14 + (action - TENS_DIGIT) * 40 + (0 if is_tens else 16)
        with pen.thing(plain_name(action), action):
            pen.rect(x, HEAD + s.num_players * ROW + 10, 36, 36, "card rim-line edge")
            digit = f"{action}_" if is_tens else str(action - UNITS_DIGIT)
            pen.text(x + 18, HEAD + s.num_players * ROW + 33, digit, 15, "ink mid")
    return pen.svg(f"Sealed Bids, {asked}", {})


def draw_seat(pen: Pen, s: State, seat: int, top: int, viewer: int | None) -> None:
    """Coins, prizes by value and the last bid; the goal and the bid of the viewer alone."""
    pen.rect(10, top + 2, WIDTH - 20, ROW - 6, "panel rim-line")
    pen.seat(34, top + 30, 13, seat, str(seat))
    own = f" · goal {s.goal[seat] + 1} · bid {s.bid[seat]}" if seat == viewer else ""
    pen.text(60, top + 26, f"{seat_words(s, seat)}: {s.coins[seat]} coins{own}", 14, "ink bold")
    pen.text(60, top + 46, f"last bid {s.shown[seat]}", 12, "faint")
    for face in range(NUM_FACES):
        x = WIDTH - 30 - (NUM_FACES - face) * 44
        with pen.thing(f"{s.prizes[seat, face]} prizes of {face + 1}"):
            pen.rect(
                x, top + 12, 38, 38, "gold rim-line" if s.prizes[seat, face] else "card rim-line"
            )
            pen.text(x + 19, top + 36, f"{s.prizes[seat, face]}×{face + 1}", 12, "ink mid")
