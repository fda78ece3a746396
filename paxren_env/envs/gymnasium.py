"""Gymnasium: you against policies, one game at a time or many.

The observation is the plain vector; what is legal stands in info["action_mask"] and is what
`action_masks()` returns, so that sb3-contrib's MaskablePPO takes it as it is.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from paxren_env.core.chance import MASK
from paxren_env.core.constants import NONE, RUNNING, TERMINATED, TRUNCATED
from paxren_env.core.errors import IllegalAction
from paxren_env.core.options import check_seed
from paxren_env.core.raster import pixels
from paxren_env.core.record import view
from paxren_env.core.spec import GameSpec, find
from paxren_env.envs.vector import VectorEnv as Tables

ILLEGAL_REWARD = -1.0

# Given the observation and the mask of its seat (read-only, and reused), the action.
Player = Callable[[np.ndarray, np.ndarray], int]


class SingleEnv(gymnasium.Env):
    """One learner's seat; the opponents answer inside `step`.

    A subclass has a `game_spec`, else `game` names one.

    `opponents` is one for all or a list of them clockwise from the learner: "random", the name of
    an agent ("mcts:sims=50", "policy:PATH"), or a function (observation, mask) -> action. `seat` is
    a number, or "random" for another one in each game. An illegal action loses the game; what is no
    action at all is a ValueError.
    """

    game_spec: GameSpec  # Gymnasium has another use for the name `spec`
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        opponents: str | Player | Sequence[str | Player] = "random",
        num_players: int | None = None,
        seat: int | str = "random",
        render_mode: str | None = None,
        *,
        game: str | None = None,
        **options: Any,
    ) -> None:
        if game is not None:
            self.game_spec = find(game)
        self.render_mode = _checked_mode(render_mode, self.metadata["render_modes"])
        spec = self.game_spec
        self.observation_space = Box(spec.layout.low, spec.layout.high, dtype=np.int8)
        self.action_space = Discrete(spec.num_actions)
        num_players = spec.max_players if num_players is None else num_players
        checked = spec.module("options").check_options({"num_players": num_players, **options})
        self._remarks = spec.remarks(checked)
        opponents = _checked_opponents(opponents, checked["num_players"])
        known = spec.policy_names
        compiled = [o if isinstance(o, str) and o in known else None for o in opponents]
        # Agents may be costly to make: the same name is one agent.
        made = {name: _agent(spec, name) for name in {o for o in opponents if isinstance(o, str)}}
        self._opponents: list[Any] = [
            made[o] if isinstance(o, str) else _Function(o) for o in opponents
        ]
        self._table = Tables(
            1,
            checked["num_players"],
            game=spec.name,
            opponents=compiled,
            seat=seat,
            auto_reset=False,
            **options,
        )
        self._is_over = True

    # --- playing --------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next game, or with a seed the first one of that seed; it has no options."""
        _check_no_options(options)
        seed = None if seed is None else check_seed(seed)
        first = seed is None and self._np_random is None
        super().reset(seed=seed)
        self._is_over = True  # unless all answer well
        self._begin(int(self.np_random.integers(2**62)) if first else seed)
        while self._table.seats[0] == NONE:  # over before the learner was asked: it does not count
            self._begin(None)
        self._is_over = False
        self._show()
        return self._table.obs[0].copy(), self._info()

    def _begin(self, seed: int | None) -> None:
        """Deal; agents forget how often they were asked, so that a seed is always the same game."""
        self._table.reset(seed)
        for opponent in self._opponents:
            if isinstance(opponent, _Agent):
                opponent.answers = 0
        self._answer_for_opponents()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Answer the pending decision; returns when you must decide again or the game is over."""
        if self._is_over:
            raise ResetNeeded("no game is going on: reset first")
        if isinstance(action, bool) or action not in self.action_space:
            raise ValueError(
                f"actions are whole numbers 0..{self.action_space.n - 1}, not {action!r}"
            )
        if not self.action_masks()[action]:
            self._is_over = True
            observation = self._table.obs[0].copy()
            return observation, ILLEGAL_REWARD, True, False, {**self._info(), "illegal": True}
        seat = self.seat
        self._is_over = True  # unless all answer well
        self._table.step(np.array([action]))
        reward = float(self._table.rewards[0, seat]) + self._answer_for_opponents()
        self._is_over = bool(self._table.dones[0] != RUNNING)
        self._show()
        shown = self._table.final_obs[0, seat] if self._is_over else self._table.obs[0]
        terminated, truncated = _ends(self._table, np.array([seat]))
        return shown.copy(), reward, bool(terminated[0]), bool(truncated[0]), self._info()

    def action_masks(self) -> np.ndarray:
        """What is legal, in the form that sb3-contrib asks for."""
        return self._table.masks[0].astype(bool)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._table.learner_seats[0])

    def _answer_for_opponents(self) -> float:
        """Let those answer who are not compiled; what the learner got meanwhile."""
        reward = 0.0
        table = self._table
        while table.seats[0] >= 0 and table.seats[0] != self.seat:
            num_players = int(table.states["num_players"][0])
            distance = (int(table.seats[0]) - self.seat) % num_players
            action = self._opponents[distance - 1].act(table)
            try:
                table.step(np.array([action]))
            except IllegalAction as error:
                who = f"opponent {distance} of {num_players - 1}"
                raise IllegalAction(f"{who}: {error}", error.reason) from None
            reward += float(table.rewards[0, self.seat])
        return reward

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.masks[0].copy(), "seat": self.seat, **self._remarks}

    # --- seeing ---------------------------------------------------------------------------------
    @property
    def game(self) -> Any:
        """A copy of the game: its texts, its position."""
        if not self._table.games[0]:
            raise ResetNeeded("no game is going on: reset first")
        return self._table.game(0)

    def render(self) -> str | np.ndarray | None:
        """The table as text or as a picture; in the mode "human" it is printed at every step."""
        return _rendered(self.game, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.game, flush=True)

    def close(self) -> None:
        self._table.close()


def _checked_mode(mode: str | None, modes: Sequence[str]) -> str | None:
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode is one of {list(modes)} or None, not {mode!r}")
    return mode


def _rendered(game: Any, mode: str | None) -> str | np.ndarray | None:
    if mode == "rgb_array":
        return pixels(game.svg())
    return str(game) if mode == "ansi" else None


def _checked_opponents(opponents: Any, num_players: int) -> list[str | Player]:
    """One for every other seat, each a name or a function."""
    wanted = num_players - 1
    if isinstance(opponents, str) or callable(opponents):
        return [opponents] * wanted
    found = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
    for opponent in found:
        if not isinstance(opponent, str) and not callable(opponent):
            raise ValueError(f"an opponent is a name or a function, not {opponent!r}")
    if len(found) != wanted:
        raise ValueError(f"{len(found)} opponents at a table of {num_players} players")
    return found


def _remarks_of(tables: Tables) -> dict[str, np.ndarray]:
    """What info says of the games of each table, by name, with who has it as Gymnasium wants it."""
    spec, states = tables.spec, tables.states
    read_options = spec.module("options").read_options
    by_options: dict[bytes, dict[str, bool]] = {}
    found = []
    for i in range(len(states)):
        key = b"".join(states[name][i].tobytes() for name in spec.option_fields)
        if key not in by_options:
            by_options[key] = spec.remarks(read_options(view(states, i)))
        found.append(by_options[key])
    names = sorted({name for remarks in by_options.values() for name in remarks})
    written = {name: np.array([remarks.get(name, False) for remarks in found]) for name in names}
    has = {f"_{name}": np.array([name in remarks for remarks in found]) for name in names}
    return {**written, **has}


def _ends(tables: Tables, seats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Terminated, truncated; for learners who were out the game had ended before it was cut."""
    is_cut = tables.dones == TRUNCATED
    was_out = tables.final_out >> seats & 1 != 0
    return (tables.dones == TERMINATED) | (is_cut & was_out), is_cut & ~was_out


def _check_no_options(options: dict[str, Any] | None) -> None:
    if options:
        raise ValueError(f"reset takes no options here, but was given {', '.join(options)}")


class _Function:
    """An opponent that is a plain function of what it sees."""

    def __init__(self, function: Player) -> None:
        self.function = function

    def act(self, table: Tables) -> int:
        return int(self.function(table.obs[0], table.masks[0]))


class _Agent:
    """An opponent of the `agents` package; it gets no true game, only one that looks the same."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.answers = 0

    def act(self, table: Tables) -> int:
        self.answers += 1
        seat = int(table.seats[0])
        seen = table.game(0).determinize(seat, table.seed_of(0) + self.answers & MASK)
        return int(self.agent.act(table.obs.copy(), table.masks.copy(), [seen])[0])


def _agent(spec: GameSpec, name: str) -> _Agent | None:
    """An agent by its name; None for a compiled policy, which needs none."""
    if name in spec.policy_names[1:]:
        return None
    try:
        make_agent = import_module("agents").make_agent
    except (ImportError, AttributeError):
        known = ", ".join(spec.policy_names[1:])
        raise ValueError(
            f"opponent {name!r} is not built in (there are: {known}); other agents are in a "
            f"checkout of the project"
        ) from None
    return _Agent(make_agent(name, game=spec.name))


class GymVectorEnv(VectorEnv):
    """Many games, one learner's seat in each, against compiled policies.

    A subclass has a `game_spec`, else `game` names one.
    A game that ends is replaced in the same step: infos["final_obs"] has what the learner saw
    last. An illegal action raises IllegalAction and changes nothing.
    """

    game_spec: GameSpec
    metadata: ClassVar[dict[str, Any]] = {
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        num_envs: int = 1,
        opponents: str | Sequence[str] = "random",
        num_players: Any = None,
        seat: Any = "random",
        threads: int = 1,
        render_mode: str | None = None,
        *,
        game: str | None = None,
        **options: Any,
    ) -> None:
        if game is not None:
            self.game_spec = find(game)
        self.render_mode = _checked_mode(render_mode, self.metadata["render_modes"])
        self.num_envs = num_envs
        layout = self.game_spec.layout
        self.single_observation_space = Box(layout.low, layout.high, dtype=np.int8)
        self.single_action_space = Discrete(self.game_spec.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        named = [opponents] if isinstance(opponents, str) else opponents
        if not isinstance(named, list | tuple) or None in named:
            raise ValueError("every opponent is a policy here: one learner in each game")
        self._tables = Tables(
            num_envs,
            num_players,
            game=self.game_spec.name,
            opponents=opponents,
            seat=seat,
            threads=threads,
            **options,
        )
        self._remarks = _remarks_of(self._tables)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next game everywhere, or with a seed the first ones; it has no options."""
        _check_no_options(options)
        seed = None if seed is None else check_seed(seed)
        first = seed is None and self._np_random is None
        super().reset(seed=seed)
        self._tables.reset(int(self.np_random.integers(2**62)) if first else seed)
        return self._tables.obs.copy(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One answer of the learner in every game."""
        seats = self._tables.learner_seats.copy()
        obs, _, rewards, dones, _ = self._tables.step(actions)
        infos = self._infos()
        if dones.any():
            infos |= self._final_infos(seats)
        mine = rewards[np.arange(self.num_envs), seats].astype(np.float64)
        terminated, truncated = _ends(self._tables, seats)
        return obs.copy(), mine, terminated, truncated, infos

    def action_masks(self) -> np.ndarray:
        """What is legal in each game."""
        return self._tables.masks.astype(bool)

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {
            "action_mask": self._tables.masks.copy(),
            "_action_mask": everywhere,
            "seat": self._tables.learner_seats.copy(),
            "_seat": everywhere,
            **self._remarks,
        }

    def _final_infos(self, seats: np.ndarray) -> dict[str, Any]:
        """What the learners saw last in the games that just ended."""
        done = self._tables.dones > 0
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(done):
            final[i] = self._tables.final_obs[i, seats[i]].copy()
        return {
            "final_obs": final,
            "_final_obs": done,
            "final_info": {"seat": seats, "_seat": done},
            "_final_info": done,
        }

    def render(self) -> tuple[str | np.ndarray | None, ...]:
        """Every table, as text or as a picture."""
        games = (self._tables.game(i) for i in range(self.num_envs))
        return tuple(_rendered(game, self.render_mode) for game in games)

    def close_extras(self, **kwargs: Any) -> None:
        self._tables.close()
