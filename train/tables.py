"""The games in play, and who has which seat in them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from paxren_env.core.game import Game
from paxren_env.core.greedy import (
    AT_ONCE,
    look_ahead,
    look_ahead_with_changes,
    new_outlook,
    no_changes,
)
from paxren_env.core.policies import GREEDY, LEARNER, RANDOM, choose_batch
from paxren_env.core.spec import GameSpec
from paxren_env.envs.vector import VectorEnv, check_auto_chance
from train.critic import see_everything
from train.sparse import Seen, see

# Who has a seat: a compiled policy (LEARNER, RANDOM, GREEDY), or a past network. OWN is whoever
# the game itself puts against a single player; the engine answers for it.
PAST, OWN = 3, 4
KINDS = (LEARNER, PAST, GREEDY, RANDOM)  # of games, in the order of `Tables.shares`


def own_opponent(spec: GameSpec) -> str:
    """The name of whoever the game itself puts against a single player."""
    return spec.own_policies[0] if spec.own_policies else "nobody"


def table_options(text: str, spec: GameSpec) -> dict[str, Any]:
    """The options of a table as "4" or, with some that are not the usual ones, "4:name=value".

    A ValueError if the game has no such table.
    """
    players, *others = text.split(":")
    check = spec.module("options").check_options
    usual, options = check({}), dict[str, Any](num_players=int(players))
    for name, _, value in (other.partition("=") for other in others):
        is_text = isinstance(usual.get(name), str)
        options[name] = value if is_text else json.loads(value or "null")
    check_auto_chance(check(options))
    return options


class Tables:
    """Games in play, and who has which seat in them.

    `sizes` are the players at each table; `shares` how many of the games are of each of KINDS;
    `options` other options of the game, by name, with a value for each table. With
    `lists_changes` it is also seen what answers change, with `lists_everything` what others hide.
    `completion` says how actions are completed to look ahead.
    """

    def __init__(
        self,
        spec: GameSpec,
        sizes: np.ndarray,
        shares: Sequence[float],
        seed: int,
        options: Mapping[str, Any] | None = None,
        lists_changes: bool = False,
        lists_everything: bool = False,
        completion: int = AT_ONCE,
    ) -> None:
        self.lists_changes, self.lists_everything = lists_changes, lists_everything
        self.completion = completion
        self.spec, self.players, self.shares = spec, sizes, np.array(shares)
        self.names = {RANDOM: "random", GREEDY: "greedy", PAST: "past", OWN: own_opponent(spec)}
        self.results: list[tuple[str, float]] = []  # of the games that ended: see `record_result`
        self.rng = np.random.default_rng(seed)
        self.games = VectorEnv(len(sizes), sizes, seed, game=spec.name, **(options or {}))
        self.games.reset()
        self.who = np.zeros((len(sizes), spec.max_players), np.int64)
        self.draw_seats(np.arange(len(sizes)))
        self.terms = new_outlook(spec.num_actions, spec.num_terms, len(sizes))
        self.answers_of(RANDOM, np.arange(1))  # compiles it, before the clock runs
        self.see(np.arange(1))

    def seat_next_games(self, ended: np.ndarray, rewards: np.ndarray) -> None:
        """These games ended, and others have begun: keep the results, draw who plays."""
        for slot in ended.tolist():
            self.record_result(slot, rewards[slot])
        if len(ended):
            self.draw_seats(ended)

    def record_result(self, slot: int, rewards: np.ndarray) -> None:
        """Who won against whom: those with the highest reward share 1, if it is above 0.

        The kind of the game is its opponent and the number of players, as "greedy/4".
        """
        kind = self.opponent(slot)
        if kind != LEARNER:
            best, mine = rewards.max(), rewards[np.argmax(self.who[slot] == LEARNER)]
            share = 1 / int((rewards == best).sum()) if mine == best > 0 else 0.0
            self.results.append((f"{self.names[kind]}/{self.players[slot]}", share))

    def draw_seats(self, slots: np.ndarray) -> None:
        """Self-play, or the network on one seat and one kind of opponent on the others."""
        drawn = self.rng.choice(KINDS, len(slots), p=self.shares / self.shares.sum())
        self.who[slots] = drawn[:, None]
        self.who[slots, self.rng.integers(self.players[slots])] = LEARNER

    def opponent(self, slot: int) -> int:
        """The kind of opponent at a table; LEARNER in self-play."""
        players = self.players[slot]
        return OWN if players == 1 else int(self.who[slot, :players].max())

    def answers_of(self, policy: int, slots: np.ndarray) -> np.ndarray:
        """What a compiled policy answers in these games."""
        rngs = self.rng.integers(1, 2**63, (len(slots), 1), np.uint64)
        actions = np.zeros(len(slots), np.int64)
        choose_batch(policy, self.games.states[slots], rngs, self.games.masks[slots], actions)
        return actions

    def see(self, slots: np.ndarray) -> Seen:
        """What the deciding players of these games see, and greedy sees ahead of them, as lists."""
        g, outlook = self.games, self.terms[: len(slots)]
        states, seats, masks, obs = (a[slots] for a in (g.states, g.seats, g.masks, g.obs))
        changes = everything = None
        if self.lists_changes:
            changes = look_ahead_with_changes(states, seats, masks, self.completion, outlook)
        else:
            look_ahead(states, seats, masks, self.completion, outlook, no_changes())
        if self.lists_everything:
            everything = see_everything(states, seats, obs)
        return see(obs, masks, outlook, changes, everything)

    # --- checkpoints
    def state_dict(self) -> dict[str, Any]:
        """Arrays, and the generator as plain data; the games are as `Game.to_bytes` saves them."""
        g = self.games
        saved = [g.game(slot).to_bytes() for slot in range(g.num_envs)]
        rows = np.frombuffer(b"".join(saved), np.uint8).reshape(g.num_envs, -1)
        return {
            "rows": rows,
            "games": g.games.copy(),
            "who": self.who.copy(),
            "rng": self.rng.bit_generator.state,
        }

    def load_state_dict(self, saved: dict[str, Any]) -> None:
        """Go on with these games. They may come from anybody, so `Game.from_bytes` checks them."""
        require_like(saved["games"], self.games.games, "games")
        require_like(saved["who"], self.who, "who")
        if len(saved["rows"]) != len(self.players) or saved["games"].min() < 1:
            raise ValueError(f"it has no games for {len(self.players)} tables")
        games = [self._game_in_play(slot, row.tobytes()) for slot, row in enumerate(saved["rows"])]
        self.games.restore(games, saved["games"])
        self.who[:] = saved["who"]
        self.rng.bit_generator.state = saved["rng"]

    def _game_in_play(self, slot: int, saved: bytes) -> Game:
        """The saved game of a slot; a ValueError if it is over, or at another kind of table."""
        game = self.spec.module("game").Game.from_bytes(saved)
        here, options = self.games.states[slot], self.spec.option_fields
        is_like = all(np.array_equal(game.states[name][0], here[name]) for name in options)
        if game.is_over or game.history or not is_like:
            raise ValueError(f"game {slot} is not in play at a table of these settings")
        return game


def require_like(array: np.ndarray, like: np.ndarray, name: str) -> None:
    """A ValueError if an array that was read has another type or shape than it must have."""
    if array.dtype != like.dtype or array.shape != like.shape:
        found, wanted = f"{array.dtype} {array.shape}", f"{like.dtype} {like.shape}"
        raise ValueError(f"{name} is {found}, not {wanted}")
