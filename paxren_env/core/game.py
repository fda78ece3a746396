"""Game: the friendly handle on one game."""

import hashlib
import operator
import secrets
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any, ClassVar, Self

import numpy as np

from paxren_env.core import engine, hooks, reading, reasons, running, telling
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import (
    AUTO_CHANCE,
    AUTO_FORCED,
    CHANCE,
    NONE,
    RUNNING,
    STATUS_NAMES,
    TERMINATED,
    TRUNCATED,
)
from paxren_env.core.errors import BrokenGame, IllegalAction
from paxren_env.core.jit import Entry, bare
from paxren_env.core.log import Event, Outcome, new_log, read_log
from paxren_env.core.notation import check_row, check_same
from paxren_env.core.options import check_seat, check_seed
from paxren_env.core.record import copy_states, view
from paxren_env.core.spec import GameSpec

Position = dict[str, Any]  # a position in words: see the notation of the game
CHECKSUM_SIZE = 16
# What a game has when it needs it, and what it sees of its memory.
MADE_AGAIN = ("_log", "_legal", "_stack", "_stack_size", "states", "_mask")


class Game:
    """One game: what is legal, a step at a time, and back.

    Every game of the house is a subclass that names its spec.
    """

    spec: ClassVar[GameSpec]
    _memory: bytearray  # the row, then the mask: one thing to copy
    states: np.ndarray  # one row: the whole game, in the memory
    _mask: np.ndarray  # of legal answers, in the memory
    seed: int | None  # of the setup; None for a game loaded from a position
    history: list[Event]  # every answer given, forced ones too; outcomes of chance are tuples
    notes: list[tuple[int, int]]  # what an automaton says: events before it, a number of the game's
    _past: list[tuple[bytes, int]]  # before each step: the memory, length of the history
    _limit: int | None  # the game is cut after so many answers; 0: never; None: not yet asked
    _answers: int  # given so far, forced ones not counted, if there is a limit

    def __init__(
        self, num_players: int | None = None, seed: int | None = None, **options: Any
    ) -> None:
        players = self.spec.default_players if num_players is None else num_players
        self._apply_options({"num_players": players, **options})
        self.seed = secrets.randbits(63) if seed is None else check_seed(seed)
        size = engine.reset(self.states, 0, new_rng(self.seed), self._mask, self._log)
        self._record_log(size)

    def _apply_options(self, options: dict[str, Any]) -> None:
        module = self.spec.module("options")
        checked = module.check_options(options)
        states = np.zeros(1, self.spec.record)
        self._reset_fields(states, np.zeros(self.spec.num_actions, np.int8))
        module.write_options(view(self.states, 0), checked)

    def _reset_fields(self, states: np.ndarray, mask: np.ndarray) -> None:
        self._attach(bytearray(states.tobytes() + mask.tobytes()))
        self.seed = None
        self.history = []
        self.notes = []
        self._past = []
        self._limit = None
        self._answers = 0

    def _attach(self, memory: bytearray) -> None:
        """Row and mask become views of this memory."""
        record, num_actions = self.spec.record, self.spec.num_actions
        self._memory = memory
        self.states = np.ndarray(1, record, memory)
        self._mask = np.ndarray(num_actions, np.int8, memory, record.itemsize)

    @cached_property
    def _log(self) -> np.ndarray:
        """What a step did, until it is read; a clone that is never stepped needs none."""
        return new_log(self.spec.max_log)

    # Finding a field in a record takes longer than reading it.
    @cached_property
    def _stack(self) -> np.ndarray:
        return self.states["stack"][0]

    @cached_property
    def _stack_size(self) -> np.ndarray:
        return self.states["stack_size"]

    @cached_property
    def _legal(self) -> np.ndarray:
        """The mask as truth values, in which NumPy finds the true ones faster."""
        return self._mask.view(np.bool_)

    # --- machine code without the check of its arguments, which are the game's own
    @classmethod
    def _step(cls, *arguments: Any) -> int:
        return cls._bare("_step", engine.step, arguments)

    @classmethod
    def _look(cls, *arguments: Any) -> None:
        cls._bare("_look", engine.look, arguments)

    @classmethod
    def _bare(cls, name: str, entry: Any, arguments: tuple[Any, ...]) -> Any:
        """Call an entry; from then on the name stands for its machine code, if it has some."""
        code = bare(entry, *arguments)
        if not isinstance(code, Entry):
            setattr(cls, name, staticmethod(code))
        return code(*arguments)

    @classmethod
    def _of(cls, states: np.ndarray, mask: np.ndarray) -> Self:
        """A game that stands at a copy of these states, without a history."""
        game = cls.__new__(cls)
        game._reset_fields(states, mask)
        return game

    # --- who, what, how it ended ----------------------------------------------------------------
    @property
    def options(self) -> dict[str, Any]:
        """All options by name."""
        return self.spec.module("options").read_options(view(self.states, 0))

    @property
    def num_players(self) -> int:
        """Seats at the table, those that an automaton plays too."""
        return int(self.states["num_players"][0])

    @property
    def deciding_player(self) -> int:
        """The seat that must answer now; -1 once the game is over, -2 if chance is to be rolled."""
        size = self._stack_size[0]
        return int(self._stack[size - 1, 1]) if size else NONE

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return int(self.states["turn_player"][0])

    @property
    def turn(self) -> int:
        """Turns so far."""
        return int(self.states["turn"][0])

    @property
    def decision(self) -> str | None:
        """The name of the pending decision; None once the game is over."""
        number = self.decision_id
        return None if number == NONE else self.spec.frames.decision_names[number]

    @property
    def decision_id(self) -> int:
        """The number of the pending decision among the decisions of the game; -1 if none is."""
        size = self._stack_size[0]
        if not size:
            return NONE
        number = int(self._stack[size - 1, 0]) - self.spec.frames.first_decision
        return max(number, NONE)  # an automaton may stand at a step

    @property
    def is_over(self) -> bool:
        return bool(self.states["status"][0] != RUNNING)

    @property
    def is_truncated(self) -> bool:
        """Over, but cut by a limit."""
        return bool(self.states["status"][0] == TRUNCATED)

    @property
    def winners(self) -> list[int]:
        """The seats that won."""
        return np.flatnonzero(self.states["winner"][0]).tolist()

    @property
    def ending(self) -> str | None:
        """The name of what ended the game; None while it goes on."""
        return self.spec.ending(self.states)

    @property
    def returns(self) -> np.ndarray:
        """What each seat has got; zeros before the end, but for seats that have left."""
        out = np.zeros(self.spec.max_players, np.float32)
        engine.write_returns(self.states, 0, out)
        return out[: self.num_players]

    # --- playing --------------------------------------------------------------------------------
    def legal_actions(self) -> list[int]:
        """What may be answered now, in ascending order."""
        return self._legal.nonzero()[0].tolist()

    def legal_mask(self) -> np.ndarray:
        """1 where an action is legal; a copy."""
        return self._mask.copy()

    def step(self, action: int | Outcome) -> None:
        """Answer the pending decision; an IllegalAction changes nothing.

        With the option `auto_forced`, decisions with one legal answer are answered right after.
        Where chance is asked (`auto_chance=False`) the answer is its outcome: a number or several.
        """
        if type(action) is not int:
            if self.deciding_player == CHANCE:
                self._step_chance(action)
                return
            action = _whole_number(action)
        if not (0 <= action < len(self._mask) and self._mask[action]):
            if self.deciding_player == CHANCE:
                self._step_chance(action)
                return
            raise self._illegal(action)
        self._past.append((bytes(self._memory), len(self.history)))
        self._count_answer(1)
        size = self._step(self.states, 0, action, self._mask, self._log)
        self._record_log(size)

    def _step_chance(self, outcome: int | Outcome, only_this: bool = False) -> None:
        """Let chance have this outcome, and what is forced after it."""
        if not self._give_outcome(self._outcome(outcome), only_this):
            raise IllegalAction(f"{outcome} is no outcome of {self.decision!r}")

    def _give_outcome(self, numbers: np.ndarray, only_this: bool) -> bool:
        """False if chance cannot have this outcome; no numbers: as it falls."""
        past = bytes(self._memory), len(self.history)
        size = engine.step_chance(self.states, 0, numbers, only_this, self._mask, self._log)
        if size == engine.NOT_POSSIBLE:
            return False
        self._past.append(past)
        self._record_log(size)
        return True

    def _outcome(self, outcome: Any) -> np.ndarray:
        outcome = outcome.tolist() if isinstance(outcome, np.ndarray) else outcome
        numbers = list(outcome) if isinstance(outcome, (list, tuple)) else [outcome]
        if not numbers or len(numbers) > self.spec.max_outcome:
            raise IllegalAction(f"an outcome has 1 to {self.spec.max_outcome} numbers")
        whole = [_whole_number(number) for number in numbers]
        if not all(0 <= number < 2**15 for number in whole):
            raise IllegalAction(f"{outcome} is no outcome of {self.decision!r}")
        return np.array(whole, np.int16)

    def chance_outcomes(self) -> list[tuple[Outcome, float]]:
        """The outcomes of the pending roll with their probabilities.

        A ValueError if chance is not asked, or if there are too many to list.
        """
        if self.deciding_player != CHANCE:
            raise ValueError("chance is not asked now")
        listed = self.spec.chance_outcomes(self)
        if listed is None:
            raise ValueError(f"the outcomes of {self.decision!r} are too many to list")
        return listed

    def roll(self) -> None:
        """Let the pending roll fall as the game's own stream has it."""
        if self.deciding_player != CHANCE:
            raise ValueError("chance is not asked now")
        self._give_outcome(np.zeros(0, np.int16), only_this=False)

    def _record_log(self, size: int) -> None:
        """What the log holds goes to the history."""
        if size < 0:
            raise BrokenGame(self._why_broken())
        events, notes = read_log(self._log, size, len(self.history))
        self.history += events
        self.notes += notes
        if self._limit:
            running.cut_if_due(view(self.states, 0), self._mask, self._answers)

    def _count_answer(self, number: int) -> None:
        """One answer more, or one less, if the game has a limit and there is a choice."""
        if self._limit == 0:
            return
        s = view(self.states, 0)
        if self._limit is None:
            self._limit = int(hooks.decision_limit(s))
        if running.is_choice(s, self._mask):
            self._answers += number

    def _why_broken(self) -> str:
        """An error of the program, told so that it can be found."""
        stack, size = self.states["stack"][0], int(self.states["stack_size"][0])
        frame = stack[max(0, size - 1)].tolist()
        where = f"seed {self.seed}, {self.options}, after {self.history}"
        if size == len(stack):
            return f"the stack is full, frame {frame} on top: {where}"
        return f"no rule knows what to do with frame {frame}, or the log is full: {where}"

    def _step_once(self, event: Event = NONE) -> bool:
        """One event alone, for logs: this one, or without one what happens next by itself.

        False if there was none. It cannot be undone.
        """
        if isinstance(event, tuple):
            self._step_chance(event, only_this=True)
            self._past.pop()
            return True
        if event != NONE and event not in self.legal_actions():
            raise self._illegal(event)
        if event != NONE:
            self._count_answer(1)
        size = engine.step_once(self.states, 0, event, self._mask, self._log)
        self._record_log(size)
        return size > 0

    def _initial_game(self) -> Self:
        """Where the game began: as it was dealt, or the position it was loaded from.

        After a deal nobody has answered anything, no automaton either. Forced answers and chance
        are asked.
        """
        if self.seed is None:
            twin = self.clone()
            while twin._past:
                twin.undo()
            twin._ask_everything()
            return twin
        twin = type(self).__new__(type(self))
        twin._apply_options(self.options)
        twin._ask_everything()
        twin.seed = self.seed
        engine.deal(twin.states, 0, new_rng(self.seed), twin._mask)
        return twin

    def _ask_everything(self) -> None:
        """Forced answers and chance are asked from outside."""
        self.states["options"] &= ~AUTO_FORCED
        if self.spec.has_chance:
            self.states["options"] &= ~AUTO_CHANCE

    def why_not(self, action: int, viewer: int | None = None) -> str | None:
        """Why an action is not legal now; None if it is.

        The rule that forbids it and what is missing, or what is asked instead. It is said to the
        seat that must answer; another viewer only hears who is asked.

        >>> game.why_not(1)
        'R2: a bid of 10 or more, player 0 has 7'
        """
        viewer = None if viewer is None else self._seat(viewer)
        return reasons.why_not(self, _whole_number(action), viewer)

    def _illegal(self, action: int) -> IllegalAction:
        reason = self.why_not(action)
        if not 0 <= action < len(self._mask):
            return IllegalAction(f"{reason}", reason)
        named = f"action {action} ({self.action_name(action)})"
        if self.is_over:
            return IllegalAction(f"{named}: {reason}", reason)
        asked = f"player {self.deciding_player} must answer {self.decision!r}"
        return IllegalAction(f"{named} is not legal now: {asked}; {reason}", reason)

    def undo(self) -> None:
        """Back to before the last step, with all that followed it by itself."""
        if not self._past:
            raise ValueError("nothing to undo: this is where the game began")
        self._memory[:], length = self._past.pop()
        self._count_answer(-1)
        del self.history[length:]
        # Those of the undone step come after its answer.
        self.notes = [note for note in self.notes if note[0] <= length]

    def clone(self) -> Self:
        """The same game with the same history; nothing is shared."""
        twin = type(self).__new__(type(self))
        twin._attach(bytearray(self._memory))
        twin.seed = self.seed
        twin.history = self.history.copy()
        twin.notes = self.notes.copy()
        twin._past = self._past.copy()
        twin._limit, twin._answers = self._limit, self._answers
        return twin

    def copies(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """So many copies of the position as bare rows: records (count,), masks (count, actions).

        For searches in Python: `core.engine` and the vector environment work on such rows.
        """
        rows = np.empty((count, self.spec.record.itemsize), np.uint8)
        rows[:] = np.frombuffer(self.states.tobytes(), np.uint8)
        masks = np.empty((count, len(self._mask)), np.int8)
        masks[:] = self._mask
        return np.frombuffer(rows, self.spec.record), masks

    __copy__ = clone

    def __getstate__(self) -> dict[str, Any]:
        """All but what is made again when it is needed."""
        return {name: x for name, x in self.__dict__.items() if name not in MADE_AGAIN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._attach(self._memory)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    @classmethod
    def replay(
        cls,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        start: Position | None = None,
        actions: Iterable[Event],
    ) -> Self:
        """The game that a history leads to, from a seed and its options or from a position.

        What happens by itself is part of a history: it must be what the engine gives.
        """
        if (seed is None) == (start is None):
            raise ValueError("replay from a seed (and options), or from a start position")
        if start is not None and options is not None:
            raise ValueError("a start position has its own options")
        game = cls.from_dict(start) if start is not None else cls(seed=seed, **(options or {}))
        events = [tuple(event) if isinstance(event, list) else event for event in actions]
        _check_forced(game, events, 0)
        while len(game.history) < len(events):
            index = len(game.history)
            try:
                game.step(events[index])
            except (IllegalAction, TypeError) as error:
                raise ValueError(f"actions[{index}]: {error}") from error
            _check_forced(game, events, index + 1)
        return game

    # --- in words -------------------------------------------------------------------------------
    def action_name(self, action: int) -> str:
        """An action in words."""
        return telling.action_name(self, action)

    def parse_action(self, words: str) -> int:
        """The legal action that these words name."""
        return reading.parse_action(self, words)

    def __str__(self) -> str:
        """The table in text."""
        return self.spec.module("text").table(self)

    def svg(self, viewer: int | None = None) -> str:
        """The table as a picture: as this seat sees it, or without a viewer as everybody does."""
        seat = None if viewer is None else self._seat(viewer)
        return self.spec.module("draw").svg(self, seat)

    def _repr_svg_(self) -> str:
        """In a notebook: the table as whoever must answer sees it."""
        player = self.deciding_player
        return self.svg(player if player >= 0 else None)

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed={self.seed}"
        status = int(self.states["status"][0])
        if status == RUNNING:
            now = f"player {self.deciding_player}: {self.decision}"
        else:
            ended = f"{self.ending}: {self.winners}"
            now = ended if status == TERMINATED else STATUS_NAMES[status]
        return f"<Game(num_players={self.num_players}{seed}) turn {self.turn}, {now}>"

    # --- what a seat knows ----------------------------------------------------------------------
    def observe(self, player: int) -> dict[str, np.ndarray]:
        """The game as this seat sees it: `observation` and `action_mask`.

        The mask is empty unless the seat must decide.
        """
        return self._observe(self._seat(player))

    def _observe(self, player: int) -> dict[str, np.ndarray]:
        observation = np.empty(self.spec.observation_size, np.int8)
        self._look(self.states, 0, player, 0, observation)
        decides = player == self.deciding_player
        mask = self._mask.copy() if decides else np.zeros(len(self._mask), np.int8)
        return {"observation": observation, "action_mask": mask}

    def determinize(self, player: int, seed: int) -> Self:
        """A game that this seat cannot tell from this one, all that is hidden dealt by the seed.

        It begins where this one stands: it has no history and nothing to undo.
        """
        twin = self._of(self.states, self._mask)
        engine.determinize(twin.states, 0, self._seat(player), new_rng(check_seed(seed)))
        if self.deciding_player not in (player, NONE):  # the choices of another hand
            engine.load(twin.states, 0, twin._mask, twin._log)
        return twin

    def _seat(self, player: int) -> int:
        return check_seat("player", player, self.num_players)

    # --- saving: magic, hash of the record's layout, the row, checksum --------------------------
    def to_bytes(self) -> bytes:
        """The position, exactly; without history."""
        saved = self.spec.magic + layout_hash(self.spec.record) + self.states.tobytes()
        return saved + _checksum(saved)

    @classmethod
    def from_bytes(cls, saved: bytes) -> Self:
        """A game from `to_bytes`; anything else is a ValueError saying what is wrong.

        The checksum only tells of damage. Whoever wrote the bytes, they pass the checks of
        `from_dict`: the game is read from the position that they say.
        """
        states = read_states(cls.spec, bytes(saved))
        try:
            check_row(cls.spec, states)
            game = cls.from_dict(cls.spec.module("notation").to_dict(states, None))
            if not game.history:  # else an automaton has played on
                check_same(states, game.states)
        except ValueError as error:
            raise ValueError(f"saved game: {error}") from None
        return game

    def to_dict(self, viewer: int | None = None) -> Position:
        """The position in words; with a viewer, without what that seat may not know."""
        return self.spec.module("notation").to_dict(self.states, viewer)

    @classmethod
    def from_dict(cls, position: Position) -> Self:
        """A game from `to_dict`, or from a position written by hand with much left out."""
        try:
            states, mask, events, notes = cls.spec.module("notation").from_dict(position)
        except RecursionError:
            raise ValueError("position: nested too deeply") from None
        game = cls._of(states, mask)
        game.history, game.notes = events, notes
        return game


# --- saved games ----------------------------------------------------------------------------------
LAYOUT_SIZE = 8


@cache
def layout_hash(record: np.dtype) -> bytes:
    """Tells records of different versions apart."""
    types = ((name, record[name]) for name in record.names or ())
    fields = [(name, kind.base.str, kind.shape) for name, kind in types]
    layout = repr((fields, record.itemsize))
    return hashlib.sha256(layout.encode()).digest()[:LAYOUT_SIZE]


def read_states(spec: GameSpec, saved: bytes) -> np.ndarray:
    """The row of a saved game; rows of earlier records are converted."""
    if not saved.startswith(spec.magic):
        # A beginning of the magic alone is a cut file, not a foreign one.
        cut = spec.magic.startswith(saved)
        raise ValueError("saved game: cut short" if cut else "saved game: not one of ours")
    begin = len(spec.magic) + LAYOUT_SIZE
    layout = saved[len(spec.magic) : begin]
    earlier = spec.earlier_records.get(layout)
    if len(layout) == LAYOUT_SIZE and layout != layout_hash(spec.record) and earlier is None:
        raise ValueError("saved game: written by a version with another record")
    row_size = spec.record.itemsize if earlier is None else earlier.size
    size = begin + row_size + CHECKSUM_SIZE
    if len(saved) < size:
        raise ValueError(f"saved game: cut short, {len(saved)} of {size} bytes")
    if len(saved) > size:
        raise ValueError(f"saved game: too long, {len(saved)} for {size} bytes")
    if _checksum(saved[:-CHECKSUM_SIZE]) != saved[-CHECKSUM_SIZE:]:
        raise ValueError("saved game: damaged, the checksum does not fit")
    row = saved[begin:-CHECKSUM_SIZE]
    if earlier is not None:
        return earlier.convert(row)
    return copy_states(np.frombuffer(row, spec.record))


def _checksum(saved: bytes) -> bytes:
    return hashlib.sha256(saved).digest()[:CHECKSUM_SIZE]


# --- small checks ---------------------------------------------------------------------------------
def _whole_number(value: Any) -> int:
    """An int from any kind of whole number; no bool, no float, no text."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"an action is a whole number, not {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {value!r}") from None


def _check_forced(game: Game, events: list[Event], begin: int) -> None:
    """What the engine did by itself is what the history says, as far as it goes."""
    for index in range(begin, min(len(game.history), len(events))):
        if game.history[index] != events[index]:
            raise ValueError(
                f"actions[{index}]: {events[index]!r}, but the only legal answer there is "
                f"{game.history[index]}"
            )
