"""Flat Monte Carlo: every legal action is tried in random playouts, the best on average is taken.

The hidden cards are dealt anew for every round of playouts, and all actions of a round share them.
"""

from collections.abc import Sequence

import numpy as np

from paxren_env.core.engine import MAX_FORCED
from paxren_env.core.evaluating import evaluate, new_sheet
from paxren_env.core.game import Game
from paxren_env.core.hooks import deal_hidden
from paxren_env.core.jit import allocating_entry, rule
from paxren_env.core.policies import decision_seed, stack_rows
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.returns import payoff
from paxren_env.core.running import apply, random_legal
from paxren_env.core.stack import deciding_player
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, RUNNING, Player
from paxren_env.games.pax_renaissance.evaluate import WIN
from paxren_env.games.pax_renaissance.state import STATE


@rule
def playout(s: State, player: Player, depth: int, rng, mask, log, sheet, values) -> float:
    """Play at random for so many decisions; what it is worth then, from -1 to 1."""
    for _ in range(depth):
        if s.status != RUNNING:
            break
        apply(s, random_legal(mask, rng), mask, log)
    if s.status != RUNNING:
        return payoff(s, player)
    evaluate(s, sheet, values)
    return max(-1.0, min(1.0, values[player] / WIN))


@allocating_entry
def flat_monte_carlo(states, i, mask, rng, sims, depth, totals):
    """Add up in totals what each legal action of game i led to; every one as often."""
    imagined = np.empty(1, STATE)
    trial = np.empty(1, STATE)
    trial_mask = np.zeros(NUM_ACTIONS, np.int8)
    log = np.zeros(MAX_FORCED, np.int16)
    sheet = new_sheet()
    values = np.zeros(MAX_PLAYERS, np.float64)
    player = deciding_player(row(states, i))
    done = 0
    while done < sims:
        copy_into(imagined, 0, row(states, i))
        deal_hidden(row(imagined, 0), player, rng)
        for action in range(NUM_ACTIONS):
            if mask[action]:
                copy_into(trial, 0, row(imagined, 0))
                s = row(trial, 0)
                apply(s, action, trial_mask, log)
                value = playout(s, player, depth, rng, trial_mask, log, sheet, values)
                totals[action] += value
                done += 1


class Rollout:
    """`sims` playouts for a decision, each of `depth` random choices, then greedy's evaluation."""

    def __init__(self, sims: int = 400, depth: int = 20, seed: int = 0) -> None:
        if sims < 1 or depth < 0:
            raise ValueError(f"rollout: sims is at least 1 and depth 0, not {sims} and {depth}")
        self.sims, self.depth, self.seed = sims, depth, seed

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        states = stack_rows(games)
        masks = np.ascontiguousarray(mask, np.int8)
        actions = np.zeros(len(games), np.int64)
        for i, game in enumerate(games):
            rng = np.array([decision_seed(self.seed, game)], np.uint64)
            totals = np.zeros(NUM_ACTIONS)
            flat_monte_carlo(states, i, masks[i], rng, self.sims, self.depth, totals)
            actions[i] = np.where(masks[i] > 0, totals, -np.inf).argmax()
        return actions
