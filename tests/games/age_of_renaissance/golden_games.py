"""Golden games: whole games as readable text. Any change of behaviour shows up as a diff.

After a change that is meant, run this with --write and explain the diff:
python -m tests.games.age_of_renaissance.golden_games --write
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paxren_env.core.telling import tell, told_lines, turn_heading
from paxren_env.games.age_of_renaissance import Game
from paxren_env.games.age_of_renaissance.text import decision_text
from tests.support.games import lively_action

FOLDER = Path(__file__).parent / "golden"
RICH = {"start_cash": 400, "start_markers": 8, "start_advances": "AEFHINORSV"}

# name -> options; the answers are random, and rarely pass
GAMES: dict[str, dict[str, Any]] = {
    "basic_3_players": {"num_players": 3, "seed": 11, "version": "basic", "max_turns": 2},
    "rich_4_players": {"num_players": 4, "seed": 5, "max_turns": 2, **RICH},
    "wretched_3_players": {"num_players": 3, "seed": 8, "version": "basic", "start_misery": 22},
}


def lines(name: str) -> Iterator[str]:
    """The whole game, event by event; forced answers and chance are shown too."""
    game = played(name)
    yield f"{name}: {GAMES[name]}"
    turn = -1
    for one in tell(game._initial_game(), game.history):
        if one.before.turn != turn:
            turn = one.before.turn
            yield turn_heading(one.before)
        yield told_lines(one)
    yield ""
    yield str(game)
    yield ""
    yield decision_text(game)


def played(name: str) -> Game:
    rng = random.Random(7)
    game = Game(**GAMES[name])
    while not game.is_over:
        game.step(lively_action(game, rng))
    return game


def text(name: str) -> str:
    return "\n".join(lines(name)) + "\n"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
