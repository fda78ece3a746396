"""Positions of random games of any kind, as networks see them."""

import numpy as np

from paxren_env.core.game import Game
from paxren_env.core.greedy import (
    AT_ONCE,
    Changes,
    look_ahead,
    look_ahead_with_changes,
    new_outlook,
    no_changes,
)
from paxren_env.core.policies import stack_rows
from paxren_env.core.spec import GameSpec
from paxren_env.envs.vector import VectorEnv
from train.evaluate import trained_sizes

Positions = tuple[np.ndarray, np.ndarray, np.ndarray, list[Game]]


def positions_of(spec: GameSpec, number: int = 16, completion: int = AT_ONCE) -> Positions:
    """Positions of random games: observations, masks, outlooks and the games themselves."""
    vector = VectorEnv(
        number, np.resize(trained_sizes(spec), number), seed=3, copy=True, game=spec.name
    )
    obs, masks = vector.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        obs, masks, *_ = vector.step((masks * rng.random(masks.shape)).argmax(axis=1))
    outlook = new_outlook(spec.num_actions, spec.num_terms, number)
    look_ahead(vector.states, vector.seats.copy(), masks, completion, outlook, no_changes())
    return obs, masks, outlook, [vector.game(slot) for slot in range(number)]


def changes_of(games: list[Game], masks: np.ndarray, completion: int = AT_ONCE) -> Changes:
    """What each legal answer in these games changes of what the deciding player sees."""
    spec = games[0].spec
    deciders = np.array([game.deciding_player for game in games])
    outlook = new_outlook(spec.num_actions, spec.num_terms, len(games))
    return look_ahead_with_changes(stack_rows(games), deciders, masks, completion, outlook)
