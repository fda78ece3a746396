"""Words read back: which action is meant."""

import difflib
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paxren_env.core.game import Game

NEAR_MATCHES = 5


def folded(text: str) -> str:
    """Text as it is compared: no capitals, no accents, single spaces."""
    bare = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )
    return " ".join(bare.casefold().split())


def parse_action(game: "Game", text: str) -> int:
    """The legal action that the words, an unmistakable part of them, or its number mean."""
    names = game.spec.module("text").action_names(game)
    wanted = folded(text)
    if wanted.isdecimal():
        if int(wanted) in names:
            return int(wanted)
        raise ValueError(f"action {int(wanted)} is not legal now: {game.why_not(int(wanted))}")
    found = matching(names, wanted)
    if len(found) == 1:
        return found[0]
    if not found and (reasons := forbidden(game, wanted)):
        raise ValueError(f"{text!r} is not legal now: {'; '.join(reasons)}")
    raise ValueError(misunderstood(text, names, found))


def forbidden(game: "Game", wanted: str) -> list[str]:
    """Why the actions of this plain name are not legal; of several those that are asked for."""
    plain = game.spec.module("text").plain_name
    named = [a for a in range(game.spec.num_actions) if folded(plain(a)) == wanted]
    kinds = game.spec.answer_kinds[game.decision_id]
    asked = [action for action in named if kinds[action]] or named
    return list(dict.fromkeys(why for action in asked if (why := game.why_not(action))))


def matching(names: dict[int, str], wanted: str) -> list[int]:
    """Whose name this is; else whose name begins with it; else whose name contains it."""
    if not wanted:
        return []
    tests: tuple[Callable[[str, str], bool], ...] = (
        str.__eq__,
        str.startswith,
        str.__contains__,
    )
    for test in tests:
        found = [action for action, name in names.items() if test(folded(name), wanted)]
        if found:
            return found
    return []


def misunderstood(text: str, names: dict[int, str], found: list[int]) -> str:
    """Why the words mean no action, and which were perhaps meant."""
    if found:
        meant = [names[action] for action in found]
        return f"{text!r} may mean: {'; '.join(meant)}"
    return f"{text!r} is no legal action now{near_words(text, names)}"


def near_words(text: str, names: dict[int, str], cutoff: float = 0.3) -> str:
    """What was perhaps meant, to be put behind an error."""
    by_folded = {folded(name): name for name in names.values()}
    near = difflib.get_close_matches(folded(text), by_folded, NEAR_MATCHES, cutoff)
    return f"; near it: {'; '.join(by_folded[name] for name in near)}" if near else ""
