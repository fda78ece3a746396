"""What one can ask at the table of this game, and look up: for the command line."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from paxren_env.core.record import view
from paxren_env.games.pax_renaissance.constants import NUM_PIECES
from paxren_env.games.pax_renaissance.report import victory_report
from paxren_env.games.pax_renaissance.text.cards import cards_in_sight, find_pieces, piece_lines
from paxren_env.games.pax_renaissance.text.printed import hand_text
from paxren_env.games.pax_renaissance.text.words import bank_words, florin_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game

LOOKUP_NAME = "cards"  # what `paxren lookup` is called here too
EXAMPLES = (
    ("play --players 1 --top-cards 10", "alone against the printed bot, easier"),
    ("play --opponents bot", "against the same bot by the rules for two"),
    ("cards medici", "what is printed on a card"),
    ("rules G", "the trade fair"),
)


def lookup(words: str) -> list[str]:
    """What is printed on the cards and squares of this name, or on all of them."""
    found = find_pieces(words) if words else range(NUM_PIECES)
    return [line for piece in found for line in piece_lines(piece)]


def choice_note(game: "Game") -> str | None:
    """Above the actions of a turn: what whoever must decide can spend and play."""
    if game.decision != "main":
        return None
    s, player = view(game.states, 0), game.deciding_player
    return f"{florin_words(s.florins[player])}; hand: {hand_text(s, player, player)}"


# --- words to the table ---------------------------------------------------------------------------
def tell_cards(game: "Game", seat: int, _: str) -> Iterator[str]:
    """What the cards do that the seat can look at, by where they lie."""
    for where, found in cards_in_sight(view(game.states, 0), seat):
        if found:
            yield f"{where}:"
        for card in found:
            yield from (f"  {line}" for line in piece_lines(card))


def tell_card(game: "Game", _: int, words: str) -> Iterator[str]:
    """What the cards and squares do that are called so."""
    for piece in find_pieces(words):
        yield from piece_lines(piece, int(game.states["map"][0]))


def tell_victory(game: "Game", seat: int, _: str) -> Iterator[str]:
    """Each victory: what everybody has of what it needs."""
    banks = [bank_words(view(game.states, 0), player) for player in range(game.num_players)]
    banks[seat] += " (you)"
    for victory, report in victory_report(game).items():
        if victory == "patron":
            leads = [bank for bank, p in zip(banks, report["players"]) if p["leads"]]
            yield f"patron: {_listed(leads)} would win if the cards ran out now"
            continue
        yield f"{victory} ({_listed(_victory_notes(report))})"
        for bank, player in zip(banks, report["players"]):
            parts = [f"{c['what']} {c['have']} of {c['need']}" for c in player["conditions"]]
            yield f"    {bank}: {_listed(parts)}{' - met' if player['met'] else ''}"


def _victory_notes(report: dict[str, Any]) -> Iterator[str]:
    """Whether it is active, what it costs, and which religion it asks for."""
    yield "active" if report["active"] else "not active"
    if report["actions"] > 1:
        yield f"{report['actions']} actions"
    if "religion" in report:
        yield (
            f"of the {report['religion']} religion" if report["religion"] else "of no religion now"
        )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


# What one may say instead of an answer -> what it does. X stands for further words.
TABLE_WORDS = {
    "victory": ("who is how close to which victory", tell_victory),
    "cards": ("what the cards in sight do", tell_cards),
    "card X": ("what the card or square X does", tell_card),
}
