"""What is asked, and how the game ended."""

from typing import TYPE_CHECKING, Any

from paxren_env.core.constants import NONE
from paxren_env.core.record import view
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.report import scores
from paxren_env.games.age_of_renaissance.text.words import seat_words

if TYPE_CHECKING:
    from paxren_env.core.game import Game

# By decision; {a} and {b} are its arguments in words.
QUESTIONS = {
    "return card": "which card do you give back?",
    "capital bid digit": "your bid for the choice of a capital ({typed})",
    "choose capital": "which capital is yours?",
    "bid sign": "how many tokens do you buy? First the sign: what you bid also sets the order",
    "bid digit": "your bid ({typed})",
    "tie place": "which of the tied places do you take?",
    "swap": "Renaissance: do you swap places?",
    "remove condition": "which Shortage or Surplus do you pay to remove?",
    "mill commodity": "Wind/Watermill: which commodity do you set?",
    "mill state": "what becomes of {a}?",
    "buy extra card": "do you buy a card?",
    "discard card": "Master Art: which card do you discard?",
    "play card": "which card do you play?",
    "name commodity": "{a}: which of the two?",
    "target player": "{a}: on whom?",
    "target category": "Papal Decree: which category is banned?",
    "target province": "{a}: which province?",
    "target area": "Black Death: which area?",
    "civil war choice": "Civil War: what do you lose half of?",
    "reduce choice": "your marker in {a} is reduced, and your Stock is empty",
    "cede province": "which province do you cede? {b} to go",
    "upgrade ship": "do you upgrade your ship?",
    "buy advance": "which advance do you buy?",
    "pay stabilisation": "do you pay ${a} to keep your cards in order?",
    "pay indulgence": "Holy Indulgence: do you pay ${a}?",
    "expand where": "where do you expand?",
    "expand how": "{a}: how?",
    "defend by cathedral": "{attack} is attacked: do you use your Cathedral?",
    "give card": "Written Record: which card do you give?",
    "give up marker": "your Mat is empty: which marker moves to {a}?",
}


def decision_text(game: "Game") -> str:
    """Who must answer what."""
    if game.is_over:
        return result_text(game)
    s = view(game.states, 0)
    if game.deciding_player < 0:
        return f"chance decides: {game.decision}"
    name, who, *arguments = top_frame(s)
    words = [*map(str, arguments), "", ""]
    attacked = t.PROVINCE_NAMES[s.attack_province] if s.attack_by >= 0 else ""
    typed = typed_words(arguments) if name in ("bid digit", "capital bid digit") else ""
    asked = QUESTIONS[name].format(a=words[0], b=words[1], typed=typed, attack=attacked)
    return f"{seat_words(s, who)}: {asked}"


def top_frame(s: Any) -> list[Any]:
    """The name of the decision, who is asked, and what it is about."""
    number, who, *arguments = s.stack[s.stack_size - 1].tolist()
    row = frames.by_id()[number]
    about = zip(row.about, arguments, strict=False)
    return [row.name, who, *(None if n == NONE else kind.values[n] for kind, n in about)]


def typed_words(arguments: list[Any]) -> str:
    """The number typed so far, a dot for each digit to come."""
    number, left, is_plus = arguments
    return f"{'' if is_plus else '-'}{number or ''}{'.' * left}"


def result_text(game: "Game") -> str:
    """Who won, why the game ended, and all scores."""
    s = view(game.states, 0)
    seats = sorted(enumerate(scores(game.states)), key=lambda one: one[1]["rank"])
    lines = [f"The game is over ({game.ending})."]
    for seat, own in seats:
        if own["score"] is None:
            lines.append(f"  rank {own['rank']}: {seat_words(s, seat)}, in Chaos")
        else:
            made_of = f"advances {own['advances']}, cash {own['cash']}, Misery -{own['misery']}"
            who = f"rank {own['rank']}: {seat_words(s, seat)}"
            lines.append(f"  {who}, {own['score']} ({made_of})")
    return "\n".join(lines)


def phase_words(s: Any) -> str:
    return f"turn {s.turn}, {c.PHASE_NAMES[s.phase]}"
