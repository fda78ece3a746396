"""Golden games: a year of play as readable text. Any change of behaviour shows up as a diff.

After a change that is meant, run this with --write and explain the diff:
python -m tests.games.wallenstein.golden_games --write
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paxren_env.core.telling import tell, told_lines, turn_heading
from paxren_env.games.wallenstein import Game
from tests.support.games import lively_action

FOLDER = Path(__file__).parent / "golden"
ONE_YEAR = 4  # seasons, and a winter is one
MODULES = {"emperors_court": True, "landsknechte": True, "military_leaders": True}

# name -> options; the answers are random, those of planning seek fights and revolts
GAMES: dict[str, dict[str, Any]] = {
    "draft_3_players": {"num_players": 3, "seed": 11},
    "lineup_4_players": {"num_players": 4, "seed": 5, "setup": "lineup", "tower": "batch"},
    "modules_3_players": {"num_players": 3, "seed": 6, "setup": "lineup", **MODULES},
}


def lines(name: str) -> Iterator[str]:
    """The first year, event by event; forced answers and chance are shown too."""
    game = played(name)
    yield f"{name}: {GAMES[name]}, the first year"
    turn = -1
    for one in tell(game._initial_game(), game.history):
        if one.before.turn != turn:
            turn = one.before.turn
            yield turn_heading(one.before)
        yield told_lines(one)
    yield ""
    yield str(game)


def played(name: str) -> Game:
    """The game at the end of its first year."""
    rng = random.Random(7)
    game = Game(max_turns=ONE_YEAR, **GAMES[name])
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
