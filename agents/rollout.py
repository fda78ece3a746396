"""Flat Monte Carlo: every legal action is tried in random playouts, the best on average is taken.

What is hidden is redrawn for every round of playouts, and all actions of a round share it.
"""

from collections.abc import Sequence

import numpy as np

from paxren_env.core.calls import apply
from paxren_env.core.constants import AUTO_CHANCE, RUNNING, Player
from paxren_env.core.evaluating import evaluate, new_sheet
from paxren_env.core.game import Game
from paxren_env.core.hooks import (
    deal_hidden,
    max_outcome,
    max_players,
    new_rows,
    num_actions,
    payoff,
)
from paxren_env.core.jit import allocating_entry, rule
from paxren_env.core.log import new_log_for
from paxren_env.core.masks import random_legal
from paxren_env.core.policies import decision_seed, stack_rows
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.stack import deciding_player


@rule
def determinize_into(s: State, player: Player, rng, copies, k: int):
    """Row k becomes a copy of the game in which all that the player cannot know is redrawn.

    In a copy the engine rolls by itself, even if the game itself asks for the outcomes of chance.
    """
    copy_into(copies, k, s)
    copied = row(copies, k)
    deal_hidden(copied, player, rng)
    if max_outcome(s) > 0:
        copied.options |= AUTO_CHANCE


@rule
def play_random(s: State, depth: int, rng, mask, log):
    """Play at random for so many decisions, or to the end of the game."""
    for _ in range(depth):
        if s.status != RUNNING:
            return
        apply(s, random_legal(s, mask, rng), mask, log)


@rule
def playout_value(s: State, player: Player, win_term: float, sheet, values) -> float:
    """The payoff if the game is over, else the evaluation as a part of a won game's; -1 to 1."""
    if s.status != RUNNING:
        return payoff(s, player)
    evaluate(s, sheet, values)
    return max(-1.0, min(1.0, values[player] / win_term))


@allocating_entry
def flat_monte_carlo(states, i, mask, rng, sims, depth, win_term, totals):
    """At least `sims` playouts of game i, as many for each legal action.

    mask (num_actions,) marks the legal actions; totals (num_actions,) gets the sums of the values
    of each. `win_term` is what the evaluation gives for a won game.
    """
    s = row(states, i)
    base = new_rows(s, 1)
    trial = new_rows(s, 1)
    trial_mask = np.zeros(num_actions(s), np.int8)
    log = new_log_for(s)
    sheet = new_sheet(s)
    values = np.zeros(max_players(s), np.float64)
    player = deciding_player(s)
    done = 0
    while done < sims:
        determinize_into(s, player, rng, base, 0)
        for action in range(num_actions(s)):
            if mask[action]:
                copy_into(trial, 0, row(base, 0))
                tried = row(trial, 0)
                apply(tried, action, trial_mask, log)
                play_random(tried, depth, rng, trial_mask, log)
                totals[action] += playout_value(tried, player, win_term, sheet, values)
                done += 1


class Rollout:
    """`sims` playouts for a decision, each of `depth` random choices, then greedy's evaluation."""

    def __init__(self, sims: int = 400, depth: int = 20, seed: int = 0) -> None:
        if sims < 1 or depth < 0:
            raise ValueError(f"rollout: sims is at least 1 and depth 0, not {sims} and {depth}")
        self.sims, self.depth, self.seed = sims, depth, seed

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The action (N,) with the best mean value in each game: see `Agent.act`."""
        states = stack_rows(games)
        masks = np.ascontiguousarray(mask, np.int8)
        win_term = float(games[0].spec.win_term)
        actions = np.zeros(len(games), np.int64)
        for i, game in enumerate(games):
            rng = np.array([decision_seed(self.seed, game)], np.uint64)
            totals = np.zeros(masks.shape[1])
            flat_monte_carlo(states, i, masks[i], rng, self.sims, self.depth, win_term, totals)
            actions[i] = np.where(masks[i] > 0, totals, -np.inf).argmax()
        return actions
