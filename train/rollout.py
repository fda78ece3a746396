"""Rollout storage: the decisions of learning seats, and what came of them."""

from typing import Any

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.spec import GameSpec
from train.tables import require_like

# What a decision has: an array each, with a row for every decision.
COLUMNS = ("obs", "masks", "outlook", "actions", "log_probs", "values", "rewards", "next",
           "is_open")  # fmt: skip


class RolloutBuffer:
    """The decisions of learning seats in the order they were made.

    What followed a decision is known when the same seat of the same game decides again, or when
    the game ends. Until then its row is open, and it is carried over into the next batch.
    """

    def __init__(self, spec: GameSpec, tables: int, room: int) -> None:
        self.obs = np.zeros((room, spec.observation_size), np.int8)
        self.masks = np.zeros((room, spec.num_actions), np.int8)
        self.outlook = np.zeros((room, spec.num_actions + 1, spec.num_terms), np.float16)
        self.actions = np.zeros(room, np.int64)
        self.log_probs = np.zeros(room, np.float32)
        self.values = np.zeros(room, np.float32)
        self.rewards = np.zeros(room, np.float32)  # of the seat, until it decides again
        self.next = np.full(room, NONE)  # row of the seat's next decision
        self.is_open = np.zeros(room, bool)  # neither decided again nor ended
        self.size = 0
        self.last = np.full((tables, spec.max_players), NONE)  # row of each seat's last decision

    def add(self, slots, seats, obs, masks, outlook, actions, log_probs, values) -> None:
        """These seats decided, each in another game."""
        rows = np.arange(self.size, self.size + len(slots))
        self.size += len(slots)
        self.obs[rows], self.masks[rows], self.actions[rows] = obs, masks, actions
        self.log_probs[rows], self.values[rows] = log_probs, values
        k, legal = np.nonzero(masks)
        self.outlook[rows] = 0
        self.outlook[rows[k], legal] = outlook[k, legal]
        self.outlook[rows, -1] = outlook[:, -1]
        self.rewards[rows], self.next[rows], self.is_open[rows] = 0, NONE, True
        before = self.last[slots, seats]
        has_before = before != NONE
        self.next[before[has_before]] = rows[has_before]
        self.is_open[before[has_before]] = False
        self.last[slots, seats] = rows

    def add_rewards(self, rewards: np.ndarray, dones: np.ndarray) -> None:
        """What each seat of each game got in this step, and which games ended with it."""
        slots, seats = np.nonzero((rewards != 0) & (self.last != NONE))
        self.rewards[self.last[slots, seats]] += rewards[slots, seats]
        ended = self.last[dones != 0]
        self.is_open[ended[ended != NONE]] = False
        self.last[dones != 0] = NONE

    def advantages(self, gamma: float, gae_lambda: float) -> tuple[np.ndarray, np.ndarray]:
        """The closed rows, and their advantages (GAE) along each seat's own decisions.

        The row before an open one bootstraps from its value: nothing is known beyond it.
        """
        values, rewards = self.values.tolist(), self.rewards.tolist()
        following, is_open = self.next.tolist(), self.is_open.tolist()
        result = [0.0] * (self.size + 1)  # at NONE: nothing follows
        next_values = [*values[: self.size], 0.0]
        for k in reversed(range(self.size)):
            if not is_open[k]:
                after = following[k]
                td_error = rewards[k] + gamma * next_values[after] - values[k]
                result[k] = td_error + gamma * gae_lambda * result[after]
        closed = np.flatnonzero(~self.is_open[: self.size])
        return closed, np.array(result, np.float32)[closed]

    def drop_closed(self) -> None:
        """Begin the next batch with the rows that are still open."""
        kept = np.flatnonzero(self.is_open[: self.size])
        new_row = np.full(self.size + 1, NONE)  # at NONE: none
        new_row[kept] = np.arange(len(kept))
        for name in COLUMNS:
            column = getattr(self, name)
            column[: len(kept)] = column[kept]
        self.last = new_row[self.last]
        self.size = len(kept)

    def state_dict(self) -> dict[str, Any]:
        """Arrays by name; how long those of the rows are says how many there are."""
        rows = {name: getattr(self, name)[: self.size].copy() for name in COLUMNS}
        return rows | {"last": self.last.copy()}

    def load_state_dict(self, saved: dict[str, Any]) -> None:
        size = len(saved["actions"])
        if size > len(self.actions):
            raise ValueError(f"it has {size} open decisions, more than {len(self.actions)}")
        for name in COLUMNS:
            require_like(saved[name], getattr(self, name)[:size], name)
        require_like(saved["last"], self.last, "last")
        for name in ("next", "last"):
            if not ((saved[name] >= NONE) & (saved[name] < size)).all():
                raise ValueError(f"{name} points to rows that are not there")
        for name in COLUMNS:
            getattr(self, name)[:size] = saved[name]
        self.size, self.last = size, saved["last"]
