"""Every game of the house as a game of OpenSpiel.

    import pyspiel
    from paxren_env.envs.open_spiel import register_games

    register_games()
    game = pyspiel.load_game("paxren_NAME(players=3)")
    game = pyspiel.load_game("paxren_NAME", {"options": "max_turns:10;auto_forced:false"})

Chance is explicit. The deal is the first chance node: one of `deals` seeds, each as likely as the
other. So is a roll whose outcomes are too many to list; others have their true outcomes. A state
is therefore fixed by its history, and saved and loaded by it.

`information_state_tensor` is what the seat sees, and 128 bits that tell apart everything it has
seen and answered before; `observation_tensor` is the first part alone. `resample_from_infostate`
deals anew what the seat cannot know.
"""

import hashlib
import json
from typing import Any, Self

import numpy as np
import pyspiel

from paxren_env.core.chance import splitmix
from paxren_env.core.constants import CHANCE
from paxren_env.core.errors import IllegalAction
from paxren_env.core.game import Game
from paxren_env.core.spec import GameSpec, find, game_names

PREFIX = "paxren_"
DEALS = 256  # seeds that the deal is drawn from
LONGEST_GAME = 100_000  # no limit that a game comes near to
RECALL_BYTES = 16
RECALL_BITS = 8 * RECALL_BYTES


def register_games() -> list[str]:
    """Make every game known to pyspiel.load_game; returns their names there."""
    known = pyspiel.registered_names()
    names = []
    for name in game_names():
        kind = game_type(find(name))
        if kind.short_name not in known:
            pyspiel.register_game(kind, _class_for(find(name)))
        names.append(kind.short_name)
    return names


def game_type(spec: GameSpec) -> Any:
    """What OpenSpiel asks about a game."""
    types = pyspiel.GameType
    return types(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if spec.is_zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=spec.max_players,
        min_num_players=max(2, spec.min_players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": max(2, spec.default_players),
            "deals": DEALS,
            "options": "",
        },
    )


def read_options(text: str) -> dict[str, Any]:
    """Options from "name:value;name:value": OpenSpiel's own signs are = and the comma."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"an option is like name:value, not {part!r}")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value  # a word
    return options


def _class_for(spec: GameSpec) -> type["SpielGame"]:
    return type("SpielGame", (SpielGame,), {"spec": spec})


class SpielGame(pyspiel.Game):
    """A game of the house; `options` are those of the game: see `read_options`."""

    spec: GameSpec

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.players = int(given.get("players", max(2, self.spec.default_players)))
        self.deals = int(given.get("deals", DEALS))
        if self.deals < 1:
            raise ValueError(f"deals is a number from 1 on, not {self.deals}")
        self.options = {**read_options(given.get("options", "")), "num_players": self.players}
        if self.spec.has_chance:
            self.options["auto_chance"] = False
        self.spec.module("options").check_options(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.num_actions,
            max_chance_outcomes=max(self.deals, 2**15 if self.spec.has_chance else 1),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(game_type(self.spec), info, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"there are no parameters of observation: {params}")
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.spec, has_recall)

    def deal(self, number: int) -> Game:
        """The game of one of the deals."""
        return self.spec.module("game").Game(seed=splitmix(number), **self.options)


class SpielState(pyspiel.State):
    """A position; before the deal there is no game yet."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game: Game | None = None
        self.recall = [bytes(RECALL_BYTES)] * game.players
        self.seen = [b""] * game.players

    @property
    def settings(self) -> SpielGame:
        return self.get_game()

    # --- whose turn it is
    def current_player(self) -> int:
        if self.game is None:
            return pyspiel.PlayerId.CHANCE
        if self.game.is_over:
            return pyspiel.PlayerId.TERMINAL
        player = self.game.deciding_player
        return pyspiel.PlayerId.CHANCE if player == CHANCE else player

    def is_terminal(self) -> bool:
        return self.game is not None and self.game.is_over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        assert self.game is not None
        return [float(reward) for reward in self.game.returns]

    # --- what can happen
    def _legal_actions(self, player: int) -> list[int]:
        assert self.game is not None
        return self.game.legal_actions() if player == self.game.deciding_player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.game is None or (listed := self._listed()) is None:
            deals = self.settings.deals
            return [(number, 1.0 / deals) for number in range(deals)]
        return [(number, chance) for number, (_, chance) in enumerate(listed)]

    def _listed(self) -> list[Any] | None:
        """The outcomes of the pending roll; None if they are too many."""
        assert self.game is not None
        return self.game.spec.chance_outcomes(self.game)

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            self.game = self.settings.deal(action)
        elif self.game.deciding_player == CHANCE:
            self._roll(action)
        else:
            self._remember(self.game.deciding_player, b"answer %d" % action)
            try:
                self.game.step(action)
            except IllegalAction as error:
                raise pyspiel.SpielError(str(error)) from error
        self._look()

    def _roll(self, number: int) -> None:
        assert self.game is not None
        listed = self._listed()
        if listed is not None:
            self.game.step(listed[number][0])
        else:
            # The stream of this node and number: nothing but the history tells what falls.
            self.game.states["chance"] = splitmix(splitmix(number) + len(self.game.history))
            self.game.roll()

    # --- what a seat knows
    def _look(self) -> None:
        """Every seat remembers what it sees, if that is new to it."""
        assert self.game is not None
        for player in range(self.num_players()):
            seen = self.observation_of(player).tobytes()
            if seen != self.seen[player]:
                self.seen[player] = seen
                self._remember(player, seen)

    def _remember(self, player: int, what: bytes) -> None:
        """All that a seat has known, as a hash: equal only for equal pasts."""
        digest = hashlib.blake2b(self.recall[player] + what, digest_size=RECALL_BYTES)
        self.recall[player] = digest.digest()

    def observation_of(self, player: int) -> np.ndarray:
        """What the seat sees; zeros before the deal."""
        if self.game is None:
            return np.zeros(self.settings.spec.observation_size, np.int8)
        return self.game.observe(player)["observation"]

    def resample_from_infostate(self, player: int, sampler: Any) -> Self:
        """A state that this seat cannot tell from this one; `sampler()` is a number from 0 to 1.

        Its history is the one of this state: it cannot be saved.
        """
        twin = self.clone()
        if self.game is not None:
            twin.game = self.game.determinize(player, int(sampler() * 2**53))
        return twin

    # --- in words
    def _action_to_string(self, player: int, action: int) -> str:
        if self.game is None:
            return f"deal {action}"
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return f"{action}: {self.game.action_name(action)}"

    def __str__(self) -> str:
        return "before the deal" if self.game is None else str(self.game)


class Observer:
    """What a seat sees, as a tensor and as text."""

    def __init__(self, spec: GameSpec, has_recall: bool) -> None:
        size = spec.observation_size
        self.tensor = np.zeros(size + RECALL_BITS * has_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if has_recall:
            self.dict["recall"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = state.observation_of(player)
        if "recall" in self.dict:
            bits = np.unpackbits(np.frombuffer(state.recall[player], np.uint8))
            self.dict["recall"][:] = bits

    def string_from(self, state: SpielState, player: int) -> str:
        if state.game is None:
            return "before the deal"
        table = state.game.spec.module("text").table(state.game, player)
        if "recall" not in self.dict:
            return table
        return f"{table}\nknown so far: {state.recall[player].hex()}"
