"""Random games whose every position is checked; a failure says how to see it again."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from paxren_env import DEFAULT_GAME, make_game
from paxren_env.core.chance import new_rng
from paxren_env.core.checking import (
    BROKE_DOWN,
    MET,
    NOTE_SIZE,
    play_checked,
)
from paxren_env.core.game import Game
from paxren_env.core.log import Event, new_log, read_log

MOST_ANSWERS = 20_000  # far more than a game takes


@dataclass
class Played:
    """What a checked game leaves behind."""

    game: Game  # at its end
    answers: list[Event]
    deepest_stack: int
    longest_forced: int
    decisions: int
    met: dict[str, int]  # how often each frame was the next event


def play(
    seed: int, bias: int, limit: int = MOST_ANSWERS, game: str = DEFAULT_GAME, **options: Any
) -> Played:
    """Play a game, forced answers one by one; an AssertionError tells what broke, and where."""
    return play_on(make_game(game, seed=seed, **options), seed, bias, limit)


def play_on(game: Game, seed: int, bias: int, limit: int = MOST_ANSWERS) -> Played:
    """Play on from any position."""
    start, frames = game.clone(), game.spec.frames
    log, note = new_log(MOST_ANSWERS), np.zeros(NOTE_SIZE, np.int64)
    report = np.zeros(MET + frames.size, np.int64)
    size = play_checked(
        game.states, 0, new_rng(seed), game._mask, log, note, report, limit, bias
    )  # fmt: skip
    if size < 0:  # what was written last is still there
        used = int(np.flatnonzero(log.any(axis=0))[-1]) + 1 if log.any() else 0
        raise AssertionError(failure(start, read_log(log, used, 0)[0], -size))
    answers = start.history + read_log(log, size, len(start.history))[0]
    met = {row.name: int(report[MET + row.id]) for row in frames.rows if report[MET + row.id]}
    deepest, longest, decisions = (int(n) for n in report[:MET])
    return Played(game, answers, deepest, longest, decisions, met)


def failure(start: Game, events: list[Event], broken: int) -> str:
    """What broke, the last events, and all that is needed to get there again."""
    names = getattr(start.spec.module("invariants"), "BROKEN_NAMES", {})
    what = "the rules met a frame they do not know" if broken == BROKE_DOWN else ""
    begin = f"start={start.to_dict()}"
    if start.seed is not None:
        begin = f"seed={start.seed}, options={start.options}"
    return "\n".join(
        [
            what or names.get(broken, f"invariant IN{broken} is broken"),
            f"the last events: {events[-12:]}",
            f"{start.spec.name}: Game.replay({begin}, actions={start.history + events})",
        ]
    )
