"""Golden games: whole games as readable text. Any change of behaviour shows up as a diff.

After a change that is meant: python -m tests.golden_games --write, and explain the diff.
"""

import itertools
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paxren_env import Game
from paxren_env import actions as line
from paxren_env.constants import SIDE_NAMES
from paxren_env.engine import splitmix
from paxren_env.text import action_names, decision_text
from paxren_env.text.words import florin_words

FOLDER = Path(__file__).parent / "golden"
TABLE_EVERY = 15  # turns between two prints of the whole table
WIDTH = 100

# name -> options; seeds whose games are short and full of events
GAMES = {
    "game_2_players": {"num_players": 2, "seed": 61},
    "game_3_players": {"num_players": 3, "seed": 50},
    "game_4_players": {"num_players": 4, "seed": 48},
}

# The parts of the action line: the picker takes what it has taken least.
SECTIONS = (line.NO, line.YES, line.BUY, line.PLAY, line.SELL, line.OPS, line.FAIR, line.DECLARE,
            line.ACTIVATE, line.APOSTATIZE, line.REVOLT, line.EMPIRE, line.CARD, line.OP, line.CITY,
            line.BORDER, line.PAWN_AT, line.PIRATE_AT, line.SPACE, line.AGENT, line.REPRESSED,
            line.ARRANGE)  # fmt: skip


def kind(game: Game, action: int) -> tuple[str | None, int]:
    """What the picker counts: the decision, and which part of the action line; ops one by one."""
    section = max(start for start in SECTIONS if start <= action)
    return game.decision, action if section == line.OP else section


def pick(game: Game, taken: Counter[tuple[str | None, int]], number: int) -> int:
    """A win if there is one, else the kind taken least, sales last; chance by the number alone."""
    legal = game.legal_actions()
    wins = [a for a in legal if line.DECLARE <= a < line.ACTIVATE]
    if wins:
        return wins[0]
    weights = {a: weight(game, a, taken) for a in legal}
    best = [a for a in legal if weights[a] == min(weights.values())]
    return best[splitmix(number) % len(best)]


def weight(game: Game, action: int, taken: Counter[tuple[str | None, int]]) -> int:
    """How often the kind was taken; what makes little happen counts more."""
    times = taken[kind(game, action)]
    if action == line.NO:
        return 6 * times + 4
    if game.decision != "main":
        return times
    if line.SELL <= action < line.OPS:
        return 8 * times + 8
    return times


def lines(num_players: int, seed: int) -> Iterator[str]:
    """The whole game, decision by decision."""
    game = Game(num_players, seed=seed, auto_forced=False)
    taken: Counter[tuple[str | None, int]] = Counter()
    yield f"A game of {num_players} players, seed {seed}; forced answers are shown too."
    turn = -1
    while not game.is_over:
        position = game.to_dict()
        if position["turn"]["number"] != turn:
            turn = position["turn"]["number"]
            yield ""
            yield from [str(game), ""] if turn % TABLE_EVERY == 0 else summary(game)
        action = pick(game, taken, len(game.history))
        taken[kind(game, action)] += 1
        yield from decision(game, action)
        game.step(action)
    yield ""
    yield str(game)
    yield ""
    yield f"{decision_text(game)}; returns {game.returns.tolist()}"


def summary(game: Game) -> Iterator[str]:
    """The position in a few lines: who has what."""
    position = game.to_dict()
    yield f"=== turn {position['turn']['number'] + 1}, player {game.turn_player} ==="
    for seat, player in enumerate(position["players"]):
        rows = "; ".join(f"{side} {names(player[side])}" for side in SIDE_NAMES)
        hand = names(player["hand"])
        yield from wrapped(f"player {seat}: {florin_words(player['florins'])}; hand {hand}; {rows}")


def names(cards: list[Any]) -> str:
    """The codes of a row of cards, each with what is tucked under it."""
    return " ".join(code(card) for card in cards) or "-"


def code(card: Any) -> str:
    if isinstance(card, str):
        return card
    tucked = [*card.get("queens", []), *card.get("vassals", [])]
    return f"{card['card']}({names(tucked)})" if tucked else card["card"]


def decision(game: Game, action: int) -> Iterator[str]:
    """Who decides what, what may be answered, and the answer."""
    words = action_names(game)
    if len(words) == 1:
        yield f"- {decision_text(game)}: {words[action]} (forced)"
        return
    yield f"- {decision_text(game)}"
    yield from wrapped(" | ".join(grouped(list(words.values()))), "    ")
    yield f"  > {words[action]}"


def grouped(words: list[str]) -> Iterator[str]:
    """The same words, shorter: what neighbours begin with is written once."""
    for _, group in itertools.groupby(words, key=lambda name: name.split()[0]):
        options = list(group)
        head = " ".join(common_words(options))
        if len(options) == 1 or not head:
            yield " | ".join(options)
        else:
            yield f"{head}: {'; '.join(name.removeprefix(head).strip() for name in options)}"


def common_words(options: list[str]) -> Iterator[str]:
    for word, *others in zip(*(option.split() for option in options)):
        if others != [word] * len(others) or word[0] == "(" or word[-1] == ":":
            break
        yield word


def wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def text(name: str) -> str:
    return "\n".join(lines(**GAMES[name])) + "\n"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
