"""The PettingZoo AEC environment: agents answer one decision at a time.

The selected agent is whoever must decide: several times running, or out of turn, as the rules
have it. All others see an empty mask.
"""

import operator
import secrets
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from paxren_env.core.chance import splitmix
from paxren_env.core.engine import look
from paxren_env.core.errors import IllegalAction
from paxren_env.core.game import Game
from paxren_env.core.returns import returns
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import (
    NONE,
    RUNNING,
    TERMINATED,
    TRUNCATED,
    VICTORY_NAMES,
)
from paxren_env.games.pax_renaissance.frames import DECISION_NAMES, FIRST_DECISION
from paxren_env.games.pax_renaissance.observe import HIGH, LOW, observe
from paxren_env.games.pax_renaissance.options import check_options

ILLEGAL_REWARD = -1.0


def env(**options: Any) -> AECEnv:
    """The environment as PettingZoo's classic games are: an illegal action loses the game.

    Use `raw_env` to get an IllegalAction instead, with the game as it was before.
    """
    return OrderedEnv(raw_env(illegal_loses=True, **options))


class OrderedEnv(wrappers.OrderEnforcingWrapper):
    """PettingZoo's check that calls come in a sensible order, with a shorter way to `last`."""

    def last(self, observe: bool = True) -> Any:
        if not self._has_reset:
            return super().last(observe)
        return self.env.last(observe)


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """Pax Renaissance for 2 to 4 agents, or for one against the bot; takes the options of Game.

    `env.game` is the game itself: texts, history, saving.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "paxren_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        num_players: int = 4,
        render_mode: str | None = None,
        *,
        illegal_loses: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.illegal_loses = illegal_loses
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is one of {modes} or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.options = check_options({"num_players": num_players, **options})
        asked = [seat for seat in range(num_players) if seat != self.options["bot_seat"]]
        self._names = {seat: f"player_{seat}" for seat in asked}
        self._seats = {name: seat for seat, name in self._names.items()}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._observation_spaces = {name: _observation_space() for name in self.possible_agents}
        self._action_spaces = {name: Discrete(NUM_ACTIONS) for name in self.possible_agents}
        self.state_space = Box(LOW, HIGH, dtype=np.int8)
        self._seed: int | None = None

    def observation_space(self, agent: str) -> Dict:
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
            seed = operator.index(seed)
        else:
            seed = secrets.randbits(63) if self._seed is None else splitmix(self._seed)
        position = (options or {}).get("position")
        if position is None:
            self.game = Game(seed=seed, **self.options)
            while self.game.is_over:  # in the bot's first turn: nobody was asked, it does not count
                seed = splitmix(seed)
                self.game = Game(seed=seed, **self.options)
        else:
            self.game = self._from_position(position)
        self._seed = seed
        self._may_go_bankrupt = self.game.options["bankruptcy"]
        bankrupt = self.game.states["eliminated"][0]
        self.agents = [name for name in self.possible_agents if not bankrupt[self._seats[name]]]
        self.rewards = {name: 0.0 for name in self.agents}
        self._cumulative_rewards = {name: 0.0 for name in self.agents}
        self.terminations = {name: False for name in self.agents}
        self.truncations = {name: False for name in self.agents}
        self._paid = returns(self.game.states, 0)
        self._skip_agent_selection = None
        self._select()

    def _from_position(self, position: dict[str, Any]) -> Game:
        game = Game.from_dict(position)
        found, wanted = game.options, self.options
        if found["num_players"] != wanted["num_players"]:
            table = f"a table of {wanted['num_players']}"
            raise ValueError(f"position: {found['num_players']} players at {table}")
        if found["bot_seat"] != wanted["bot_seat"]:
            raise ValueError(
                f"position: bot_seat is {found['bot_seat']}, not {wanted['bot_seat']} as here"
            )
        if game.is_over:
            raise ValueError("position: the game is over")
        return game

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
        if self.game.states["status"][0] != RUNNING or self._may_go_bankrupt:
            self._settle()

    def _select(self) -> None:
        """The deciding player's agent is next; infos say what is asked, without prose."""
        states = self.game.states
        turn, size = int(states["turn"][0]), states["stack_size"][0]
        if size:
            kind, player = states["stack"][0, size - 1, :2].tolist()
            self.agent_selection = self._names[player]
            decision = DECISION_NAMES[kind - FIRST_DECISION]
            self.infos = {
                name: {"decision": decision, "decision_id": kind - FIRST_DECISION, "turn": turn}
                for name in self.agents
            }
        else:
            victory = int(states["victory"][0])
            how = "none" if victory == NONE else VICTORY_NAMES[victory]
            self.infos = {name: {"victory": how, "turn": turn} for name in self.agents}

    def _settle(self) -> None:
        """Pay what is due; agents that are out, or all at the end, take their last step."""
        states = self.game.states
        total = returns(states, 0)
        status = states["status"][0]
        for agent in self.agents:
            seat = self._seats[agent]
            self.rewards[agent] = float(total[seat] - self._paid[seat])
            bankrupt = bool(states["eliminated"][0, seat])
            self.terminations[agent] = bool(status == TERMINATED) or bankrupt
            self.truncations[agent] = bool(status == TRUNCATED) and not bankrupt
        self._paid = total
        self._accumulate_rewards()
        self._deads_step_first()

    def _forfeit(self, agent: str) -> None:
        """PettingZoo's custom: an illegal action ends the game, and only its agent pays."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.rewards[agent] = ILLEGAL_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    # --- seeing ---------------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent sees, and what it may do: nothing unless it must decide."""
        seen = observe(self.game, self._seats[agent])
        if self.terminations.get(agent, True):
            seen["action_mask"][:] = 0
        return seen

    def state(self) -> np.ndarray:
        """Seat 0's view with everybody's hands; decks stay closed."""
        state = np.empty(len(LOW), np.int8)
        look(self.game.states, 0, 0, 1, state)
        return state

    def render(self) -> str | np.ndarray | None:
        """The table: as text, printed ("human") or returned ("ansi"), or as a picture."""
        if self.render_mode == "rgb_array":
            from paxren_env.games.pax_renaissance.draw import picture

            return picture(self.game)
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game, flush=True)
        return None

    def close(self) -> None:
        """Nothing is held open."""


def _observation_space() -> Dict:
    observation = Box(LOW, HIGH, dtype=np.int8)
    mask = Box(0, 1, (NUM_ACTIONS,), np.int8)
    return Dict({"observation": observation, "action_mask": mask})
