"""The built-in policies: a game with the bot in it, and the others as players that Python asks."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from paxren_env.core.jit import entry
from paxren_env.core.engine import splitmix
from paxren_env.core.game import Game
from paxren_env.core.policies import RANDOM, choose, seat_of_bot
from paxren_env.core.rows import row
from paxren_env.games.pax_renaissance.state import new_states


def game_of(names: Sequence[str], seed: int | None, options: dict[str, Any]) -> Game:
    """A game for players named by seat; one of them may be the bot, who will not be asked."""
    return Game(len(names), seed=seed, bot_seat=seat_of_bot(names), **options)


@entry
def choose_batch(policy, states, rngs, masks, actions):
    """The policy's answer to the pending decision of every game."""
    for i in range(len(actions)):
        actions[i] = choose(policy, row(states, i), masks[i], rngs[i])


def answers(policy: int, games: Sequence[Game], masks: np.ndarray, seed: int) -> np.ndarray:
    """One answer for each game, by the policy, the seed and the games alone."""
    rngs = np.array([[decision_seed(seed, game)] for game in games], np.uint64)
    actions = np.zeros(len(games), np.int64)
    choose_batch(policy, rows_of(games), rngs, np.ascontiguousarray(masks, np.int8), actions)
    return actions


def rows_of(games: Sequence[Game]) -> np.ndarray:
    """The records of some games side by side, as a copy."""
    states = new_states(len(games))
    for i, game in enumerate(games):
        states[i : i + 1] = game.states
    return states


def decision_seed(seed: int, game: Game) -> int:
    """A seed for one decision: the same position and seed give the same one, in any batch."""
    position = hashlib.blake2b(game.states.tobytes(), digest_size=8).digest()
    return splitmix(splitmix(seed) ^ int.from_bytes(position, "little"))


def warm_up() -> None:
    """Compile the entry, or load it from the cache."""
    game = Game(seed=0)
    answers(RANDOM, [game], game.legal_mask()[None], 0)
