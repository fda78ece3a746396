"""What a viewer is shown of a position, as it is sent to the browser.

For a seat everything is made from a determinized game, which looks the same from that seat but has
all that is hidden dealt anew: what the seat may not know is not even there when its message is
made. `None` sees everything.
"""

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from paxren_env.core.constants import CHANCE
from paxren_env.core.game import Game
from paxren_env.core.spec import GameSpec
from paxren_env.core.telling import is_asked_in_secret, seat_words, turn_heading

View = dict[str, Any]
Saying = Callable[[Game, int, str], Sequence[str]]
SECRET = "the others decide in secret"


def seen_by(game: Game, viewer: int | None) -> Game:
    """The game as far as the viewer may know it."""
    return game if viewer is None else game.determinize(viewer, seed=0)


def view_of(game: Game, viewer: int | None) -> View:
    """The position for a viewer: picture, words, the question and its answers."""
    seen = seen_by(game, viewer)
    text = seen.spec.module("text")
    is_asked = viewer is not None and viewer == seen.deciding_player
    shows_choices = is_asked or (viewer is None and seen.deciding_player != CHANCE)
    names = text.action_names(seen) if shows_choices and not seen.is_over else {}
    return {
        "heading": turn_heading(seen).strip(" -\n"),
        "turn": seen.turn,
        "question": question(seen, viewer),
        "is_asked": is_asked,
        "note": choice_note(seen) if is_asked else "",
        "choices": [[action, words] for action, words in names.items()],
        "seats": list(seats(seen, viewer)),
        "is_over": seen.is_over,
        "picture": picture(seen, viewer),
        "table": text.table(seen, viewer),
        "sayings": [[word, meaning] for word, (meaning, _) in sayings(seen.spec).items()],
    }


def question(seen: Game, viewer: int | None) -> str:
    """What is asked, or for whom one waits."""
    seat = seen.deciding_player
    if seen.is_over or viewer in (None, seat):
        return seen.spec.module("text").decision_text(seen)
    if is_asked_in_secret(seen):
        return SECRET
    return "chance decides" if seat == CHANCE else f"waiting for {seat_words(seen, seat)}"


def choice_note(seen: Game) -> str:
    """What the game notes above the choices."""
    text = seen.spec.module("text")
    return (text.choice_note(seen) or "") if hasattr(text, "choice_note") else ""


def seats(seen: Game, viewer: int | None) -> Iterator[View]:
    """Every seat: what it is called, whether it is asked, and what it has got once that is known.

    Who is asked for a secret is known to that seat only.
    """
    is_secret = is_asked_in_secret(seen) and viewer not in (None, seen.deciding_player)
    for seat in range(seen.num_players):
        yield {
            "words": seat_words(seen, seat),
            "is_asked": seat == seen.deciding_player and not is_secret,
            "has_won": seat in seen.winners,
            "returns": round(float(seen.returns[seat]), 3),
        }


def picture(seen: Game, viewer: int | None) -> str | None:
    """The table as SVG; None if the game has no such picture."""
    if importlib.util.find_spec(f"{seen.spec.package}.draw") is None:
        return None
    svg = getattr(seen.spec.module("draw"), "svg", None)
    return None if svg is None else svg(seen, viewer)


# --- questions to the table -----------------------------------------------------------------------
def sayings(spec: GameSpec) -> dict[str, tuple[str, Saying]]:
    """What can be asked at the table of this game with a single word."""
    own = getattr(spec.module("text"), "TABLE_WORDS", {})
    return {word: row for word, row in own.items() if not word.endswith(" X")}


def say(game: Game, viewer: int | None, word: str) -> list[str]:
    """The table's answer to one of the sayings."""
    known = sayings(game.spec)
    if word not in known:
        raise ValueError(f"the table does not know {word!r}; it knows: {', '.join(known)}")
    seat = max(game.turn_player, 0) if viewer is None else viewer
    return list(known[word][1](seen_by(game, viewer), seat, ""))


def why_not(game: Game, viewer: int | None, action: int) -> str:
    """Why an action is not legal now, in words."""
    seen = seen_by(game, viewer)
    if not 0 <= action < seen.spec.num_actions:
        raise ValueError(f"{action} is no action")
    if viewer is not None and viewer != seen.deciding_player:
        return question(seen, viewer)
    return seen.why_not(action) or "it is possible"


def glossary(spec: GameSpec) -> list[str]:
    """All that is printed on the components of a game, an entry each."""
    lookup = getattr(spec.module("text"), "lookup", None)
    entries: list[str] = []
    for line in lookup("") if lookup else ():
        if line[:1].isspace() and entries:
            entries[-1] += " " + line.strip()
        elif line.strip():
            entries.append(line.strip())
    return entries
