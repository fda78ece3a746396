"""Random play in which reasons and masks are compared at every decision.

python -m tests.support.reasons --game wallenstein --positions 1000000
"""

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from paxren_env.core.chance import new_rng
from paxren_env.core.checking import LIVELY, NOTE_SIZE, UNIFORM, check_reasons
from paxren_env.core.frames import DECISION
from paxren_env.core.game import Game
from paxren_env.core.hooks import reason
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.log import new_log
from paxren_env.core.reasons import LEGAL
from paxren_env.core.record import view
from paxren_env.core.spec import find
from tests.support.games import GAMES, VARIANTS

POSITIONS = 10_000  # of each variant in the usual tests
A_MILLION = 1_000_000
# Editions of a game, in which other reasons are given.
EDITIONS: dict[str, list[dict[str, Any]]] = {
    "pax_renaissance": [
        {"num_players": 3, "ruleset": "2021"},
        {"num_players": 3, "ruleset": "1e"},
        {"num_players": 2, "ruleset": "1e", "map": "1550"},
        {"num_players": 4, "ruleset": "2021", "map": "age_of_reformation"},
    ],
}
# Reasons that a condition needs and that are never told: without a legal answer nobody is asked,
# or too rare for random play.
UNSEEN: dict[str, set[str]] = {
    "wallenstein": {"EC3: {player} has no army in supply", "A0-A2: no {building} is left"},
    "age_of_renaissance": {"5.3.2: {winner} has no marker left"},
    "pax_renaissance": {
        "G4: in the rules of 2021 Venice holds two tokens if both are gold",
        "F7: the pirate on {border} has nowhere to go",
        "K2: a token would be in a slot that is closed",
    },
}
# Answers that a decision takes, but too rarely for random play: the last resorts of a shortage.
UNTAKEN: dict[str, set[str]] = {
    "pax_renaissance": {"source: card", "source: pawn_at", "source: pirate_at"},
}


def every_variant(game: str) -> list[dict[str, Any]]:
    """All tables at which reasons are compared."""
    return VARIANTS[game] + EDITIONS.get(game, [])


def new_counts(game: str) -> tuple[np.ndarray, np.ndarray]:
    """How often each reason was given at each decision, and each action legal."""
    spec = find(game)
    decisions = len(spec.frames.decisions)
    counts = np.zeros((decisions, spec.reasons.size), np.int64)
    return counts, np.zeros((decisions, spec.num_actions), np.int64)


def check_game(
    game: Game, seed: int, bias: int, number: int, counts: np.ndarray, legal: np.ndarray
) -> int:
    """Play a game on and compare up to so many positions; how many they were."""
    note, log = np.zeros(NOTE_SIZE, np.int64), new_log(game.spec.max_log)
    size = check_reasons(
        game.states, 0, new_rng(seed), game._mask, log, note, game.spec.answer_kinds, counts,
        legal, number, bias,
    )  # fmt: skip
    assert size >= 0, difference(game, -size - 1)
    return size


def check_positions(
    game: str, variants: Sequence[dict[str, Any]], number: int
) -> tuple[np.ndarray, np.ndarray]:
    """Play these variants in turns until so many positions were compared; the counts."""
    spec = find(game)
    counts, legal = new_counts(game)
    seed = 0
    while number > 0:
        options = {"num_players": spec.default_players, **variants[seed % len(variants)]}
        one = spec.module("game").Game(seed=seed, **options)
        bias = (UNIFORM, LIVELY)[seed // len(variants) % 2]
        number -= check_game(one, seed, bias, number, counts, legal)
        seed += 1
    return counts, legal


def difference(game: Game, action: int) -> str:
    """Where reasons and mask differ."""
    name = game.spec.module("text").plain_name(action)
    legal = "legal" if game._mask[action] else "illegal"
    where = f"seed {game.seed}, {game.options}, {game.decision!r}, {game.to_dict()}"
    return f"reasons and mask differ on action {action} ({name}), {legal}: {where}"


def agree(game: Game) -> None:
    """Reasons and mask agree in this position; for rule tests, where rules are plain Python."""
    if not INTERPRETED or game.decision_id < 0 or game.deciding_player < 0:
        return
    s = view(game.states, 0)
    for action in np.flatnonzero(game.spec.answer_kinds[game.decision_id]).tolist():
        is_legal = int(reason(s, action)) == LEGAL
        assert is_legal == bool(game._mask[action]), difference(game, action)


# --- what was never met ---------------------------------------------------------------------------
def never_given(game: str, counts: np.ndarray) -> list[str]:
    """The reasons that no position gave."""
    rows = find(game).reasons.rows
    return [f"{row.rule}: {row.words}" for row in rows if not counts[:, row.number].any()]


def never_taken(game: str, legal: np.ndarray) -> list[str]:
    """Segments that a decision declares and in which it never had a legal action."""
    spec = find(game)
    found = []
    for number, row in enumerate(spec.frames.decisions):
        for segment in spec.line.segments:
            part = legal[number, segment.start : segment.start + segment.size]
            if row.what == DECISION and segment.name in row.answers and not part.any():
                found.append(f"{row.name}: {segment.name}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare as many positions as are asked for, in all variants of a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--positions", type=int, default=A_MILLION, metavar="N")
    options = parser.parse_args(arguments)
    start = time.process_time()
    counts, legal = check_positions(options.game, every_variant(options.game), options.positions)
    seconds = time.process_time() - start
    given = counts.sum(axis=0)
    print(f"{options.positions} positions in {seconds:.0f} CPU-seconds")
    print(f"{given.sum()} answers, {given[0]} of them legal")
    for row in find(options.game).reasons.rows:
        print(f"{given[row.number]:12}  {row.rule}: {row.words}")
    print("never given:", never_given(options.game, counts))
    print("never legal:", never_taken(options.game, legal))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
