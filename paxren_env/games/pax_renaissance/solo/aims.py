"""What the solo bot was after, in words: "row 3, main objective: ..."."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paxren_env.games.pax_renaissance.constants import VICTORY_NAMES
from paxren_env.games.pax_renaissance.solo import places
from paxren_env.games.pax_renaissance.solo import table as o

if TYPE_CHECKING:
    from paxren_env.core.game import Game
    from paxren_env.core.telling import Told

CELL_WORDS = ("main objective", "secondary objective", "prestige")
THEOCRACIES = "fewer theocracies of the dominant religion, more of others, or its prestige"
GOALS = {
    (o.KINGDOMS, o.OBJECTIVE): "take a Kingdom from you, or gain one",
    (o.KINGDOMS, o.SECONDARY): "weaken a Kingdom of yours",
    (o.KINGDOMS, o.FOR_PRESTIGE): "a card that makes the Imperial victory dearer",
    (o.REPUBLICS, o.OBJECTIVE): "take a Republic from you, or gain one",
    (o.REPUBLICS, o.SECONDARY): "Law, or weaken a Republic of yours",
    (o.REPUBLICS, o.FOR_PRESTIGE): "a card with Law",
    (o.BELIEVERS, o.OBJECTIVE): "fewer believers of the dominant religion, or more strangers",
    (o.BELIEVERS, o.SECONDARY): THEOCRACIES,
    (o.BELIEVERS, o.FOR_PRESTIGE): "a dearer Holy victory, or the dominant religion's prestige",
    (o.BISHOPS, o.OBJECTIVE): "fewer bishops of the dominant religion, or more of others",
    (o.BISHOPS, o.SECONDARY): THEOCRACIES,
    (o.BISHOPS, o.FOR_PRESTIGE): "a dearer Holy victory, or the dominant religion's prestige",
    (o.CONCESSIONS, o.OBJECTIVE): "take a concession from you, or gain one",
    (o.CONCESSIONS, o.FOR_PRESTIGE): "a dearer Globalization victory, or Discovery",
    (o.PURCHASE, o.OBJECTIVE): "the leftmost card with prestige",
    (o.MONEY, places.FAIR_CELL): "a trade fair",
    (o.MONEY, places.TRADE_CELL): "commerce",
    (o.MONEY, places.SALE_CELL): "a sale",
}


def where(code: int) -> tuple[int, int, int]:
    """The place in the search that a number of `Game.notes` is: reading, row, cell."""
    if code > 2 * places.PASS_LENGTH:
        return places.LAST_RESORT, o.MONEY, (code - places.FIRST_PLACE) % o.NUM_CELLS
    reading, place = divmod(code - places.FIRST_PLACE, places.PASS_LENGTH)
    return reading, place // o.NUM_CELLS + 1, place % o.NUM_CELLS


def aim_words(code: int) -> str:
    """What a number of `Game.notes` stands for."""
    if code >= places.WON:
        return f"wins at the start of its turn: {VICTORY_NAMES[code - places.WON]} victory"
    if code == places.LAST_FAIR:
        return "nothing else is left: a trade fair"
    reading, row, cell = where(code)
    kind = ("override row", "row", "last resort, row")[reading]
    part = f", {CELL_WORDS[cell]}" if row < o.PURCHASE else ""
    return f"{kind} {row}{part}: {GOALS[row, cell]}"


def aims_by_answer(game: "Game") -> dict[int, list[str]]:
    """Before which answer of the history the bot set itself an aim, and what it was, in words."""
    found: dict[int, list[str]] = {}
    for index, code in game.notes:
        if code == places.TURN_OVER:
            continue
        found.setdefault(index, []).append(aim_words(code))
    return found


def is_in_your_turn(game: "Game", answer: int) -> bool:
    """Whether the bot only answered what the player's turn asked of it (O5)."""
    codes = [code for index, code in game.notes if index <= answer]
    return not codes or codes[-1] == places.TURN_OVER


def event_note(one: "Told") -> str:
    """That the bot has answered, and why."""
    if not one.is_own:
        return ""
    index = len(one.before.history)
    if is_in_your_turn(one.after, index):
        return " (bot) [in your turn]"
    return " (bot)" + "".join(f" [{aim}]" for aim in aims_by_answer(one.after).get(index, []))


def bot_log(game: "Game") -> Iterator[str]:
    """A line for every aim of the bot, with the answers that it gave for it."""
    words = bot_answers(game)
    for number, (index, code) in enumerate(game.notes):
        if code == places.TURN_OVER:
            continue
        stop = game.notes[number + 1][0] if number + 1 < len(game.notes) else len(game.history)
        given = [words[i] for i in range(index, stop) if i in words]
        yield f"{aim_words(code)}{' - ' if given else ''}{'; '.join(given)}"


def bot_answers(game: "Game") -> dict[int, str]:
    """The bot's answers in the history, in words: the game is replayed.

    Of a position loaded in its turn it is only known what it did, and not where: plain words.
    """
    from paxren_env.core.telling import tell
    from paxren_env.games.pax_renaissance.text import plain_name

    start = game._initial_game()
    words = {
        index: plain_name(action)
        for index, action in enumerate(start.history)
        if isinstance(action, int)  # nothing in play is random
    }
    for one in tell(start, game.history[len(start.history) :]):
        if one.is_own:
            words[len(one.before.history)] = one.words
    return words
