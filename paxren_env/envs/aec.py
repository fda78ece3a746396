"""The PettingZoo AEC environment: agents answer one decision at a time.

The selected agent is whoever must decide: several times running, or out of turn, as the rules
have it. All others see an empty mask.
"""

import secrets
from operator import attrgetter
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from paxren_env.core.chance import splitmix
from paxren_env.core.constants import NONE, RUNNING, TERMINATED, TRUNCATED
from paxren_env.core.engine import look, write_returns
from paxren_env.core.errors import IllegalAction
from paxren_env.core.game import Game
from paxren_env.core.options import check_seed
from paxren_env.core.raster import pixels
from paxren_env.core.spec import GameSpec, find
from paxren_env.envs.vector import check_auto_chance

ILLEGAL_REWARD = -1.0
SECRET_DECISION = "secret"  # what named infos call a secret decision of another seat


def metadata(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {
        "name": name,
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }


def make_env(game: str, **options: Any) -> "OrderedEnv":
    """The environment of a game by its name; an illegal action loses the game."""
    return OrderedEnv(RawEnv(illegal_loses=True, game=game, **options))


def _known_after_reset(name: str) -> property:
    """What PettingZoo's wrapper finds only after several look-ups that fail."""
    read = attrgetter(name)

    def get(env: "OrderedEnv") -> Any:
        if not env._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return read(env.env)

    return property(get)


class OrderedEnv(wrappers.OrderEnforcingWrapper):
    """PettingZoo's check that calls come in a sensible order, by shorter ways."""

    agents = _known_after_reset("agents")
    agent_selection = _known_after_reset("agent_selection")
    rewards = _known_after_reset("rewards")
    terminations = _known_after_reset("terminations")
    truncations = _known_after_reset("truncations")
    infos = _known_after_reset("infos")

    def step(self, action: int | None) -> None:
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)  # says what is wrong

    def last(self, observe: bool = True) -> Any:
        if not self._has_reset:
            return super().last(observe)
        return self.env.last(observe)


class RawEnv(AECEnv):
    """One game of the house for PettingZoo; takes the options of its Game.

    A subclass has a `spec`, else `game` names one. `env.game` is the game itself: texts, history,
    saving. With `illegal_loses` an illegal action loses the game; else it is an IllegalAction, and
    the game is as it was before.

    Infos hold numbers, under the same keys at every step: `decision_id` (-1: none, or a secret one
    of another seat), `turn`, and what the game remarks of itself. `named_infos` adds the names of
    the decision and of the ending. With `mask_in_info` the observation is the plain vector, and
    the mask is in the infos.
    """

    spec: GameSpec
    metadata: dict[str, Any]

    def __init__(
        self,
        num_players: int | None = None,
        render_mode: str | None = None,
        *,
        illegal_loses: bool = False,
        mask_in_info: bool = False,
        named_infos: bool = False,
        game: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if game is not None:
            self.spec = find(game)
            self.metadata = metadata(self.spec.aec_id.rpartition("/")[2])
        self.illegal_loses = illegal_loses
        self.mask_in_info, self.named_infos = mask_in_info, named_infos
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is one of {modes} or None, not {render_mode!r}")
        self.render_mode = render_mode
        players = self.spec.max_players if num_players is None else num_players
        checked = self.spec.module("options").check_options({"num_players": players, **options})
        check_auto_chance(checked)
        self.options: dict[str, Any] = checked
        self._make_game: type[Game] = self.spec.module("game").Game
        self._names = {seat: f"player_{seat}" for seat in self.spec.asked_seats(checked)}
        self._seats = {name: seat for seat, name in self._names.items()}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._low, self._high = self.spec.layout.low, self.spec.layout.high
        self._observation_spaces = {name: self._space() for name in self.possible_agents}
        self._action_spaces = {name: Discrete(self.spec.num_actions) for name in self._seats}
        self.state_space = Box(self._low, self._high, dtype=np.int8)
        self._decisions = self.spec.frames.decisions
        self._remarks: dict[str, Any] = dict(self.spec.remarks(checked))
        self._seed: int | None = None

    def _space(self) -> Dict | Box:
        observation = Box(self._low, self._high, dtype=np.int8)
        if self.mask_in_info:
            return observation
        mask = Box(0, 1, (self.spec.num_actions,), np.int8)
        return Dict({"observation": observation, "action_mask": mask})

    def observation_space(self, agent: str) -> Dict | Box:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    # --- playing --------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: of this seed, or the next one after the last seed.

        `options={"position": dict}` begins from a position instead (see Game.from_dict), with the
        options written there. PettingZoo wants other keys to be ignored.
        """
        if seed is not None:
            seed = check_seed(seed)
        else:
            seed = secrets.randbits(63) if self._seed is None else splitmix(self._seed)
        position = (options or {}).get("position")
        if position is None:
            self.game = self._make_game(seed=seed, **self.options)
            while self.game.is_over:  # before anybody was asked: it does not count
                seed = splitmix(seed)
                self.game = self._make_game(seed=seed, **self.options)
        else:
            self.game = self._from_position(position)
        self._seed = seed
        self._can_leave = self.spec.can_leave(self.game.options)
        self._paid, out = self._returns()
        self.agents = [name for name in self.possible_agents if not out >> self._seats[name] & 1]
        self.rewards = {name: 0.0 for name in self.agents}
        self._cumulative_rewards = {name: 0.0 for name in self.agents}
        self.terminations = {name: False for name in self.agents}
        self.truncations = {name: False for name in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _from_position(self, position: dict[str, Any]) -> Game:
        game = self._make_game.from_dict(position)
        found, wanted = game.options, self.options
        if found["num_players"] != wanted["num_players"]:
            table = f"a table of {wanted['num_players']}"
            raise ValueError(f"position: {found['num_players']} players at {table}")
        seats = self.spec.asked_seats(found), self.spec.asked_seats(wanted)
        if seats[0] != seats[1]:
            raise ValueError(f"position: the seats {seats[0]} are asked, not {seats[1]} as here")
        if game.is_over:
            raise ValueError("position: the game is over")
        return game

    def _returns(self) -> tuple[np.ndarray, int]:
        """What each seat has got, and the seats that are out, as bits."""
        total = np.zeros(self.spec.max_players, np.float32)
        return total, write_returns(self.game.states, 0, total)

    def step(self, action: int | None) -> None:
        """Answer the pending decision; None for an agent whose game is over."""
        if not self.agents:
            raise ValueError("no game is going on: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            self.game.step(action)  # type: ignore[arg-type]
        except IllegalAction:
            if not self.illegal_loses or action not in self._action_spaces[agent]:
                raise
            self._forfeit(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self._select()
        if self.game.states["status"][0] != RUNNING or self._can_leave:
            self._settle()

    def _select(self) -> None:
        """The deciding player's agent is next; infos say what is asked, without prose.

        How far somebody is with a secret plan the others are not told.
        """
        game = self.game
        number, turn = game.decision_id, game.turn
        hidden = {"decision_id": NONE, "turn": turn, **self._remarks}
        if number < 0:
            self.infos = {name: hidden.copy() for name in self.agents}
        else:
            self.agent_selection = self._names[game.deciding_player]
            told = {**hidden, "decision_id": number}
            others = hidden if self._decisions[number].is_secret else told
            self.infos = {name: others.copy() for name in self.agents}
            self.infos[self.agent_selection] = told
        if self.named_infos:
            self._name_infos()
        if self.mask_in_info:
            self._add_masks()

    def _name_infos(self) -> None:
        """The same keys at every step: a name that there is none of is empty."""
        ending = self.game.ending or ""
        for info in self.infos.values():
            number = info["decision_id"]
            is_hidden = number < 0 and not self.game.is_over
            name = self._decisions[number].name if number >= 0 else ""
            info |= {"decision": SECRET_DECISION if is_hidden else name, "ending": ending}

    def _add_masks(self) -> None:
        """What is legal; nothing, unless the agent must decide."""
        for name, info in self.infos.items():
            info["action_mask"] = self.game.observe(self._seats[name])["action_mask"]

    def _settle(self) -> None:
        """Pay what is due; agents that are out, or all at the end, take their last step."""
        total, out = self._returns()
        status = self.game.states["status"][0]
        for agent in self.agents:
            seat = self._seats[agent]
            self.rewards[agent] = float(total[seat] - self._paid[seat])
            has_left = bool(out >> seat & 1)
            self.terminations[agent] = bool(status == TERMINATED) or has_left
            self.truncations[agent] = bool(status == TRUNCATED) and not has_left
        self._paid = total
        self._accumulate_rewards()
        self._deads_step_first()

    def _forfeit(self, agent: str) -> None:
        """PettingZoo's custom: an illegal action ends the game, and only its agent pays."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.rewards[agent] = ILLEGAL_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        for info in self.infos.values():
            if "action_mask" in info:
                info["action_mask"][:] = 0
        self._accumulate_rewards()
        self._deads_step_first()

    # --- seeing ---------------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """What the agent sees, and what it may do: nothing unless it must decide."""
        seen = self.game._observe(self._seats[agent])
        if self.mask_in_info:
            return seen["observation"]
        if self.terminations.get(agent, True):
            seen["action_mask"][:] = 0
        return seen

    def state(self) -> np.ndarray:
        """Seat 0's view with what the others hide; what nobody knows yet stays hidden."""
        state = np.empty(self.spec.observation_size, np.int8)
        look(self.game.states, 0, 0, 1, state)
        return state

    def render(self) -> str | np.ndarray | None:
        """The table: as text, printed ("human") or returned ("ansi"), or as a picture."""
        if self.render_mode == "rgb_array":
            return pixels(self.game.svg())
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game, flush=True)
        return None

    def close(self) -> None:
        """Nothing is held open."""
