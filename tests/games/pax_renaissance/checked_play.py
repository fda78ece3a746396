"""Random games whose every position is checked; a failure says how to see it again."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from paxren_env import Game
from paxren_env.core import engine
from paxren_env.games.pax_renaissance.constants import AUTO_FORCED
from paxren_env.games.pax_renaissance.invariants import (
    BROKEN_COMETS,
    BROKEN_DERIVED,
    BROKEN_FLORINS,
    BROKEN_OTHERS,
    DEEPEST_STACK,
    LONGEST_FORCED,
    play_checked,
)
from paxren_env.games.pax_renaissance.text import decision_text

MOST_ANSWERS = 20_000  # far more than a game takes
BROKEN = {
    BROKEN_DERIVED: "a derived field is not what a recount gives",
    BROKEN_FLORINS: "florins came or went that table FL does not know of",
    BROKEN_OTHERS: "the florins of a player changed who had no part in it",
    BROKEN_COMETS: "IN12: not as many victory squares are active as comets were bought",
}


@dataclass
class Played:
    """What a checked game leaves behind."""

    game: Game  # at its end
    answers: list[int]
    deepest_stack: int
    longest_forced: int


def play(seed: int, bias: int, limit: int = MOST_ANSWERS, **options: Any) -> Played:
    """Play a game, forced answers one by one; an AssertionError tells what broke, and where."""
    return play_on(Game(seed=seed, **options), seed, bias, limit)


def play_on(game: Game, seed: int, bias: int, limit: int = MOST_ANSWERS) -> Played:
    """Play on from any position."""
    start = game.clone()
    start.states["options"] &= ~AUTO_FORCED
    actions = np.full(MOST_ANSWERS + 1, -1, np.int16)
    report = np.zeros(2, np.int64)
    rng = engine.new_rng(seed)
    result = play_checked(game.states, 0, rng, game._mask, actions, report, limit, bias)
    answers = actions[: np.flatnonzero(actions == -1)[0]].tolist()
    assert result >= 0, failure(start, answers, -result)
    answers = start.history + answers
    return Played(game, answers, int(report[DEEPEST_STACK]), int(report[LONGEST_FORCED]))


def failure(start: Game, answers: list[int], broken: int) -> str:
    """What broke, the last answers in words, and all that is needed to get there again."""
    game, lines = start.clone(), []
    for action in answers:
        lines.append(f"  {decision_text(game)} -> {game.action_name(action)}")
        game.step(action)
    begin = f"start={start.to_dict()}"
    if start.seed is not None:
        begin = f"seed={start.seed}, options={start.options}"
    return "\n".join(
        [
            BROKEN.get(broken, f"invariant IN{broken} is broken"),
            *lines[-12:],
            f"Game.replay({begin}, actions={start.history + answers})",
        ]
    )
