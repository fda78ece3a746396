"""Game: the friendly handle on one game."""

import hashlib
import operator
import secrets
from collections.abc import Iterable
from typing import Any

import numpy as np

from paxren_env.core import engine
from paxren_env.games.pax_renaissance import notation
from paxren_env.core.views import row
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import AUTO_FORCED, NONE, RUNNING, TRUNCATED, VICTORY_NAMES
from paxren_env.games.pax_renaissance.determinize import determinize
from paxren_env.core.errors import IllegalAction
from paxren_env.games.pax_renaissance.options import check_options, read_options, write_options
from paxren_env.games.pax_renaissance.frames import DECISION_NAMES, FIRST_DECISION
from paxren_env.core.returns import returns
from paxren_env.games.pax_renaissance.state import FIELDS, STATE, new_states

# --- saved games: magic, hash of the record's layout, the row, checksum ---------------------------
MAGIC = b"PAXREN1\n"
LAYOUT = hashlib.sha256(repr((FIELDS, STATE.itemsize)).encode()).digest()[:8]
CHECKSUM_SIZE = 16
SAVED_SIZE = len(MAGIC) + len(LAYOUT) + STATE.itemsize + CHECKSUM_SIZE


class Game:
    """One game: what is legal, a step at a time, and back.

    >>> game = Game(num_players=3, seed=7)
    >>> while not game.is_over:
    ...     game.step(game.legal_actions()[0])
    """

    states: np.ndarray  # one row: the whole game
    seed: int | None  # of the setup; None for a game loaded from a position
    history: list[int]  # every answer given, forced ones too, and those of the bot
    aims: list[tuple[int, int]]  # from which answer on the bot was after what (see aims.py)
    _past: list[tuple[bytes, bytes, int]]  # before each step: row, mask, length of the history

    def __init__(self, num_players: int = 2, seed: int | None = None, **options: Any) -> None:
        self._sit_down({"num_players": num_players, **options})
        self.seed = secrets.randbits(63) if seed is None else _seed(seed)
        forced = engine.reset(self.states, 0, engine.new_rng(self.seed), self._mask, self._log)
        self._note(self._log[:forced].tolist())

    def _sit_down(self, options: dict[str, Any]) -> None:
        checked = check_options(options)
        self._begin(new_states(1), engine.new_mask())
        write_options(row(self.states, 0), checked)

    def _begin(self, states: np.ndarray, mask: np.ndarray) -> None:
        self.states = states
        self._mask = mask
        self._log = engine.new_log()
        self.seed = None
        self.history = []
        self.aims = []
        self._past = []

    # --- who, what, how it ended ----------------------------------------------------------------
    @property
    def options(self) -> dict[str, Any]:
        """All options by name."""
        return read_options(row(self.states, 0))

    @property
    def num_players(self) -> int:
        """Seats at the table; in the solo game the second is the bot's."""
        return int(self.states["num_players"][0])

    @property
    def deciding_player(self) -> int:
        """The seat that must answer now; -1 once the game is over."""
        size = self.states["stack_size"][0]
        return int(self.states["stack"][0, size - 1, 1]) if size else NONE

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return int(self.states["turn_player"][0])

    @property
    def decision(self) -> str | None:
        """The name of the pending decision; None once the game is over."""
        size = self.states["stack_size"][0]
        if not size:
            return None
        return DECISION_NAMES[self.states["stack"][0, size - 1, 0] - FIRST_DECISION]

    @property
    def is_over(self) -> bool:
        return bool(self.states["status"][0] != RUNNING)

    @property
    def is_truncated(self) -> bool:
        """Over, but cut by `max_turns`."""
        return bool(self.states["status"][0] == TRUNCATED)

    @property
    def winners(self) -> list[int]:
        """The seats that won."""
        return np.flatnonzero(self.states["winner"][0]).tolist()

    @property
    def victory(self) -> str | None:
        """The name of the victory that ended the game."""
        victory = self.states["victory"][0]
        return None if victory == NONE else VICTORY_NAMES[victory]

    @property
    def returns(self) -> np.ndarray:
        """What each seat has got; zeros before the end, but for the bankrupt."""
        return returns(self.states, 0)[: self.num_players]

    # --- playing --------------------------------------------------------------------------------
    def legal_actions(self) -> list[int]:
        """What may be answered now, in ascending order."""
        return np.flatnonzero(self._mask).tolist()

    def legal_mask(self) -> np.ndarray:
        """1 where an action is legal; a copy."""
        return self._mask.copy()

    def step(self, action: int) -> None:
        """Answer the pending decision; an IllegalAction changes nothing.

        With the option `auto_forced`, decisions with one legal answer are answered right after.
        """
        if type(action) is not int:
            action = _whole_number(action)
        if not (0 <= action < NUM_ACTIONS and self._mask[action]):
            raise IllegalAction(self._why_illegal(action))
        self._past.append((self.states.tobytes(), self._mask.tobytes(), len(self.history)))
        answers = engine.step(self.states, 0, action, self._mask, self._log)
        if self.states["bot"][0]:
            self._note(self._log[:answers].tolist())
        else:
            self.history += self._log[:answers].tolist()

    def _note(self, log: list[int]) -> None:
        """Answers go to the history; numbers below 0 say what the bot is after."""
        for number in log:
            if number < 0:
                self.aims.append((len(self.history), -number))
            else:
                self.history.append(number)

    def _step_once(self, action: int = NONE) -> bool:
        """One answer alone, for logs: this one, or without one the bot's next answer or aim.

        False if there was none. It cannot be undone.
        """
        if action != NONE and action not in self.legal_actions():
            raise IllegalAction(self._why_illegal(action))
        answers = engine.step_once(self.states, 0, action, self._mask, self._log)
        self._note(self._log[:answers].tolist())
        return answers > 0

    def _first(self) -> "Game":
        """Where the game began: as it was dealt, or the position it was loaded from.

        After a deal nobody has answered anything, not even the bot, and forced answers are asked.
        """
        if self.seed is None:
            twin = self.clone()
            while twin._past:
                twin.undo()
            twin.states["options"] &= ~AUTO_FORCED
            return twin
        twin = Game.__new__(Game)
        twin._sit_down({**self.options, "auto_forced": False})
        twin.seed = self.seed
        engine.deal(twin.states, 0, engine.new_rng(self.seed), twin._mask)
        return twin

    def _why_illegal(self, action: int) -> str:
        if not 0 <= action < NUM_ACTIONS:
            return f"action {action} is out of range: actions are 0 to {NUM_ACTIONS - 1}"
        if self.is_over:
            return f"action {action} ({self.action_name(action)}): the game is over"
        return (
            f"action {action} ({self.action_name(action)}) is not legal now: "
            f"player {self.deciding_player} must answer {self.decision!r}"
        )

    def victory_report(self) -> dict[str, Any]:
        """For each victory and player what is met and what is missing, in numbers."""
        from paxren_env.games.pax_renaissance.report import victory_report

        return victory_report(self)

    def undo(self) -> None:
        """Back to before the last step, with the forced answers that followed it."""
        if not self._past:
            raise ValueError("nothing to undo: this is where the game began")
        row, mask, length = self._past.pop()
        self.states.view(np.uint8)[:] = np.frombuffer(row, np.uint8)
        self._mask[:] = np.frombuffer(mask, np.int8)
        del self.history[length:]
        # Those of the undone step come after its answer.
        self.aims = [aim for aim in self.aims if aim[0] <= length]

    def clone(self) -> "Game":
        """The same game with the same history; nothing is shared."""
        twin = Game.__new__(Game)
        twin.states = notation.copy_states(self.states)
        twin._mask = self._mask.copy()
        twin._log = engine.new_log()
        twin.seed = self.seed
        twin.history = self.history.copy()
        twin.aims = self.aims.copy()
        twin._past = self._past.copy()
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    @classmethod
    def replay(
        cls,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        start: notation.Position | None = None,
        actions: Iterable[int],
    ) -> "Game":
        """The game that a history leads to, from a seed and its options or from a position.

        Forced answers are part of a history: they must be the ones that the engine gives.
        """
        if (seed is None) == (start is None):
            raise ValueError("replay from a seed (and options), or from a start position")
        if start is not None and options is not None:
            raise ValueError("a start position has its own options")
        game = cls.from_dict(start) if start is not None else cls(seed=seed, **(options or {}))
        answers = list(actions)
        _check_forced(game, answers, 0)
        while len(game.history) < len(answers):
            index = len(game.history)
            try:
                game.step(answers[index])
            except (IllegalAction, TypeError) as error:
                raise ValueError(f"actions[{index}]: {error}") from error
            _check_forced(game, answers, index + 1)
        return game

    # --- in words -------------------------------------------------------------------------------
    def action_name(self, action: int) -> str:
        """An action in words."""
        from paxren_env.games.pax_renaissance import text

        return text.action_name(self, action)

    def bot_log(self) -> list[str]:
        """What the bot was after so far, and what it did for it."""
        from paxren_env.games.pax_renaissance import aims

        return list(aims.bot_log(self))

    def parse_action(self, words: str) -> int:
        """The legal action that these words name."""
        from paxren_env.games.pax_renaissance import text

        return text.parse_action(self, words)

    def __str__(self) -> str:
        """The table in text."""
        from paxren_env.games.pax_renaissance import text

        return text.table(self)

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed={self.seed}"
        turn = int(self.states["turn"][0])
        now = f"player {self.deciding_player}: {self.decision}"
        if self.is_over:
            now = "truncated" if self.is_truncated else f"{self.victory}: {self.winners}"
        return f"<Game(num_players={self.num_players}{seed}) turn {turn}, {now}>"

    # --- what a seat knows ----------------------------------------------------------------------
    def observe(self, player: int) -> dict[str, np.ndarray]:
        """The game as this seat sees it, as vectors."""
        from paxren_env.games.pax_renaissance import observe

        return observe.observe(self, self._seat(player))

    def determinize(self, player: int, seed: int) -> "Game":
        """A game that this seat cannot tell from this one, all that is hidden dealt by the seed.

        It begins where this one stands: it has no history and nothing to undo.
        """
        twin = Game.__new__(Game)
        twin._begin(notation.copy_states(self.states), self._mask.copy())
        determinize(twin.states, 0, self._seat(player), engine.new_rng(_seed(seed)))
        if self.deciding_player not in (player, NONE):  # the choices of another hand
            notation.load(twin.states, twin._mask)
        return twin

    def _seat(self, player: int) -> int:
        if player not in range(self.num_players):
            raise ValueError(f"player is a seat from 0 to {self.num_players - 1}, not {player!r}")
        return int(player)

    # --- saving ---------------------------------------------------------------------------------
    def to_bytes(self) -> bytes:
        """The position, exactly; without history."""
        saved = MAGIC + LAYOUT + self.states.tobytes()
        return saved + _checksum(saved)

    @classmethod
    def from_bytes(cls, saved: bytes) -> "Game":
        """A game from `to_bytes`; anything else is a ValueError saying what is wrong."""
        saved = bytes(saved)
        if not saved.startswith(MAGIC):
            # A beginning of the magic alone is a cut file, not a foreign one.
            cut = MAGIC.startswith(saved)
            raise ValueError("saved game: cut short" if cut else "saved game: not one of ours")
        layout = saved[len(MAGIC) : len(MAGIC) + len(LAYOUT)]
        if len(layout) == len(LAYOUT) and layout != LAYOUT:
            raise ValueError("saved game: written by a version with another record")
        if len(saved) < SAVED_SIZE:
            raise ValueError(f"saved game: cut short, {len(saved)} of {SAVED_SIZE} bytes")
        if len(saved) > SAVED_SIZE:
            raise ValueError(f"saved game: too long, {len(saved)} for {SAVED_SIZE} bytes")
        if _checksum(saved[:-CHECKSUM_SIZE]) != saved[-CHECKSUM_SIZE:]:
            raise ValueError("saved game: damaged, the checksum does not fit")
        row = saved[len(MAGIC) + len(LAYOUT) : -CHECKSUM_SIZE]
        game = cls.__new__(cls)
        game._begin(notation.copy_states(np.frombuffer(row, STATE)), engine.new_mask())
        if not game.is_over:
            game._note(notation.load(game.states, game._mask))
        return game

    def to_dict(self, viewer: int | None = None) -> notation.Position:
        """The position in words; with a viewer, without what that seat may not know."""
        return notation.to_dict(self.states, viewer)

    @classmethod
    def from_dict(cls, position: notation.Position) -> "Game":
        """A game from `to_dict`, or from a position written by hand with much left out."""
        game = cls.__new__(cls)
        states, mask, answers = notation.from_dict(position)
        game._begin(states, mask)
        game._note(answers)
        return game


def _seed(value: Any) -> int:
    try:
        return _whole_number(value)
    except TypeError:
        raise ValueError(f"seed is a whole number, not {value!r}") from None


def _whole_number(value: Any) -> int:
    """An int from any kind of whole number; no bool, no float, no text."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"an action is a whole number, not {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {value!r}") from None


def _check_forced(game: Game, answers: list[int], begin: int) -> None:
    """The engine's forced answers are those of the history, as far as it goes."""
    for index in range(begin, min(len(game.history), len(answers))):
        if game.history[index] != answers[index]:
            raise ValueError(
                f"actions[{index}]: {answers[index]!r}, but the only legal answer there is "
                f"{game.history[index]}"
            )


def _checksum(saved: bytes) -> bytes:
    return hashlib.sha256(saved).digest()[:CHECKSUM_SIZE]
