"""Golden games: whole games as readable text. Any change of behaviour shows up as a diff.

After a change that is meant, run this with --write and explain the diff:
python -m tests.games.pax_renaissance.golden_games --write
"""

import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from paxren_env import Game
from paxren_env.core.chance import splitmix
from paxren_env.core.record import view
from paxren_env.core.telling import effects, wrapped
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance.text import action_names, changes, decision_text
from paxren_env.games.pax_renaissance.text.printed import player_lines
from paxren_env.games.pax_renaissance.text.words import bank_words

FOLDER = Path(__file__).parent / "golden"
TABLE_EVERY = 15  # turns between two prints of the whole table

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
        if game.states["turn"][0] != turn:
            turn = int(game.states["turn"][0])
            yield ""
            yield from [str(game), ""] if turn % TABLE_EVERY == 0 else summary(game)
        action = pick(game, taken, len(game.history))
        taken[kind(game, action)] += 1
        yield from decision(game, action)
        before = game.states.copy()
        game.step(action)
        yield from effects(changes(view(before, 0), view(game.states, 0)))
    yield ""
    yield str(game)
    yield ""
    returns = ", ".join(f"{number:+.2f}" for number in game.returns)
    yield f"{decision_text(game)}; returns {returns}"


def summary(game: Game) -> Iterator[str]:
    """The position in a few lines: who has what."""
    s = view(game.states, 0)
    yield f"=== turn {s.turn + 1}: {bank_words(s, game.turn_player)} ==="
    for player in range(game.num_players):
        yield from player_lines(s, player, None)


def decision(game: Game, action: int) -> Iterator[str]:
    """Who decides what, what may be answered, and the answer."""
    words = action_names(game)
    if len(words) == 1:
        yield from wrapped("- ", f"{decision_text(game)}: {words[action]} (forced)")
        return
    yield from wrapped("- ", decision_text(game))
    yield from wrapped("    ", " | ".join(grouped(list(words.values()))))
    yield from wrapped("  > ", words[action])


# What no shared beginning ends with: the reader would stumble.
STUMPS = ("the", "a", "to", "on", "in", "gold", "green", "red")


def grouped(words: list[str]) -> Iterator[str]:
    """The same words, shorter: what neighbours begin with is written once."""
    for _, group in itertools.groupby(words, key=lambda name: name.split()[0]):
        options = list(group)
        head = " ".join(shared_words(options))
        if len(options) == 1 or not head:
            yield " | ".join(options)
        else:
            yield f"{head}: {'; '.join(name.removeprefix(head).strip() for name in options)}"


def shared_words(options: list[str]) -> list[str]:
    """The words that all of them begin with, as far as that reads well."""
    shared = []
    for word, *others in zip(*(option.split() for option in options)):
        if others != [word] * len(others) or word[0] == "(":
            break
        shared.append(word)
    while shared and shared[-1] in STUMPS:
        shared.pop()
    return shared


def text(name: str) -> str:
    return "\n".join(lines(**GAMES[name])) + "\n"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
