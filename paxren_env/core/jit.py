"""The decorators: `rule` for the many small functions, `entry` for those called from Python,
`hook` for what each game has its own rule for.

With NUMBA_DISABLE_JIT=1 all of them leave plain Python behind.
"""

import contextlib
import functools
import hashlib
import inspect
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba.core import config, types
from numba.core.imputils import lower_cast
from numba.core.registry import CPUDispatcher

from paxren_env.core.cache import StoredEntry, cache_dir, cache_key, compiling, last_times, say
from paxren_env.core.fast_compile import rule_options, rules_only_linked
from paxren_env.core.indexing import plain_indices
from paxren_env.core.lean_compile import lean, replaced

Function = TypeVar("Function", bound=Callable[..., Any])
Signature = tuple[types.Type, ...]

INTERPRETED = bool(config.DISABLE_JIT)
# A division by 0 gives what the machine gives; interpreted it is an error, so tests would see it.
PLAIN_NUMBERS = {"error_model": "numpy"}
NOWHERE = 1  # an address where nothing is
RULES: list[Any] = []  # the dispatcher of every rule
ENTRIES: list["Entry"] = []
HOOKS: dict[str, "Hook"] = {}


# --- rules ----------------------------------------------------------------------------------------
def widen(argument: types.Type) -> types.Type:
    """Every integer type but uint64 becomes int64, so that a rule is compiled only once.

    So does an array of the record become one like any other: `draw` takes both.
    """
    argument = types.unliteral(argument)
    if isinstance(argument, types.NestedArray):
        return types.Array(argument.dtype, argument.ndim, "C")
    if isinstance(argument, types.Integer) and argument != types.uint64:
        return types.int64
    return argument


@lower_cast(types.NestedArray, types.Array)
def _nested_as_array(_context: Any, _builder: Any, _from: Any, _to: Any, value: Any) -> Any:
    """An array of a record is laid out like any other; Numba only does not say so."""
    return value


def rule(function: Function) -> Function:
    """Compile a rule of the game: small, inlined into the entries, not cached on its own.

    Compiled without reference counting, which would cost more than a small rule does: it must
    not allocate arrays. See `allocating_rule`.
    """
    return _compiled(function, _nrt=False)


def allocating_rule(function: Function) -> Function:
    """Compile a rule that makes arrays of its own, or gets them from one that does."""
    return _compiled(function, _nrt=True)


def inlined_rule(function: Function) -> Function:
    """Compile a rule that is always inlined: for numbers and one-line questions."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: Function, **options: Any) -> Function:
    if function.__defaults__ or function.__kwdefaults__:
        # An omitted argument has a type of its own, and would compile the rule again.
        raise TypeError(f"rule {function.__name__} must not have default arguments")
    if INTERPRETED:
        return function
    # Numba names the code by this: rules of two games may share a name.
    function.__qualname__ = f"{function.__module__}.{function.__qualname__}"
    dispatcher = numba.njit(**options, **PLAIN_NUMBERS, **rule_options())(function)
    get_call_template = dispatcher.get_call_template

    def widened_call_template(arguments: Any, keywords: Any) -> Any:
        wide = tuple(widen(a) for a in arguments)
        return get_call_template(wide, {name: widen(a) for name, a in dict(keywords).items()})

    dispatcher.get_call_template = widened_call_template
    dispatcher.__class__ = CallableRule
    RULES.append(dispatcher)
    return dispatcher


class CallableRule(CPUDispatcher):
    """A rule has no machine code of its own: when Python calls it, it runs as plain Python.

    So texts and notation ask the rules themselves. The record is a view (`record.view`).
    """

    in_python: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        return (self.in_python or self.py_func)(*arguments)


def interpreted_as(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """For a rule that only compiled code can run: Python runs this function instead."""

    def decorate(compiled: Any) -> Any:
        if INTERPRETED:
            return function
        compiled.in_python = function
        return compiled

    return decorate


# --- games, as far as compiled code knows them ----------------------------------------------------
@dataclass
class CompiledGame:
    """What belongs to one type of record: its rules, and the folder its code is cached in."""

    name: str
    folder: Path | None
    rules: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    record: types.Type | None = None  # as Numba knows it

    def __post_init__(self) -> None:
        # The sources as imported. Compared again before anything is stored.
        self.key = "" if INTERPRETED else cache_key(self.folder)
        self.exports: list[Any] = []  # what its entries call from outside, once it is compiled

    def notice(self) -> str:
        """What is compiled, and how long it took last time."""
        seconds = last_times(self.key).get(self.name)
        known = "this takes a minute or two" if seconds is None else f"{seconds:.0f} s last time"
        return f"{self.name}, {known}" if self.folder else "a few small functions"

    @property
    def symbol(self) -> str:
        """The name by which machine code finds what the game exports."""
        return f"paxren_{self.name}_{self.key}"

    def export(self) -> None:
        """Compile what its entries call from outside, or load it, and make its address known."""
        if self.record is None or self.exports:
            return
        for function, signature_of in EXPORTED:
            self._add_export(Exported(function).ready(self, signature_of(self.record)))

    def load_exports(self) -> bool:
        """The same if it is compiled and stored; else nothing, and False."""
        for function, signature_of in [] if self.exports else EXPORTED:
            entry, signature = Exported(function), signature_of(self.record)
            code = entry._load(entry.stored_for(self, signature), signature)
            if code is None:
                return False
            self._add_export(code)
        return True

    def expect_exports(self) -> None:
        """Entries are only compiled here, and never run: any address will do."""
        llvmlite.binding.add_symbol(self.symbol, NOWHERE)
        self.exports.append(None)

    def _add_export(self, code: Any) -> None:
        llvmlite.binding.add_symbol(self.symbol, code.address)
        self.exports.append(code)


GAMES: dict[np.dtype, CompiledGame] = {}  # by record
_GAMES_BY_TYPE: dict[types.Type, CompiledGame] = {}


@functools.cache
def _no_game() -> CompiledGame:
    """For entries that take no record: they may depend on no game."""
    return CompiledGame("no game", None)


def add_game(record: np.dtype, name: str, folder: Path, rules: Mapping[str, Any]) -> None:
    """From now on hooks find these rules wherever they meet the record."""
    if record in GAMES:
        raise ValueError(f"the record of {name} is the one of {GAMES[record].name}")
    GAMES[record] = game = CompiledGame(name, folder, rules)
    if not INTERPRETED:
        game.record = numba.from_dtype(record)
        _GAMES_BY_TYPE[game.record] = game


# --- hooks ----------------------------------------------------------------------------------------
@dataclass
class Hook:
    """A rule that games give, each its own."""

    name: str
    parameters: tuple[str, ...]
    is_required: bool
    text: str


def hook(function: Function) -> Function:
    """Declare a rule that a game may give; the function's own body is the default.

    Which rule is called is found when the caller is compiled, by the type of the record among
    the arguments: the machine code is that of a direct call.
    """
    return _hook(function, is_required=False)


def required_hook(function: Function) -> Function:
    """Declare a rule that every game must give."""
    return _hook(function, is_required=True)


def _hook(function: Function, is_required: bool) -> Function:
    name = function.__name__
    parameters = tuple(inspect.signature(function).parameters)
    HOOKS[name] = Hook(name, parameters, is_required, inspect.getdoc(function) or "")
    if INTERPRETED:
        return _interpreted_hook(function)
    default: Any = rule(function)
    default_template, default_overload = default.get_call_template, default.get_overload

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        given = _given_rule(name, [*arguments, *dict(keywords).values()])
        if given is None:
            return default_template(arguments, keywords)
        return given.get_call_template(arguments, keywords)

    def get_overload(signature: Any) -> Any:
        given = _given_rule(name, signature)
        return default_overload(signature) if given is None else given.get_overload(signature)

    default.get_call_template, default.get_overload = get_call_template, get_overload
    default.__class__ = CallableHook
    return default


class CallableHook(CPUDispatcher):
    """The same for a hook: the view knows whose rule it is."""

    def __call__(self, s: Any, *others: Any) -> Any:
        return s.game.rules.get(self.py_func.__name__, self.py_func)(s, *others)


def _given_rule(name: str, arguments: Sequence[types.Type]) -> Any:
    """The rule of the game whose record is among the arguments; None if it gives none."""
    for argument in arguments:
        if argument in _GAMES_BY_TYPE:
            return _GAMES_BY_TYPE[argument].rules.get(name)
    raise TypeError(f"hook {name} was called without the record of a known game")


def _interpreted_hook(function: Function) -> Function:
    """The record is the first argument; its view knows the game's rules."""
    name = function.__name__

    @functools.wraps(function)
    def call(s: Any, *others: Any) -> Any:
        return s.game.rules.get(name, function)(s, *others)

    return call  # type: ignore[return-value]


# --- entries --------------------------------------------------------------------------------------
def entry(function: Function) -> Function:
    """Compile a function called from Python: cached, and free of the interpreter lock.

    It serves every game: the type of the records it is given tells which, and the first call with
    a game's records compiles it for that game. From then on an array of another type is a
    TypeError, a number is converted (a float too, so check it before).
    Compiled code cannot call an entry: put what is shared into a rule.
    Like a rule it makes no arrays: see `allocating_entry`.
    """
    return _cached(function, counts_references=False)


def allocating_entry(function: Function) -> Function:
    """Compile an entry that makes arrays of its own."""
    return _cached(function, counts_references=True)


def _cached(function: Function, counts_references: bool) -> Function:
    if INTERPRETED:
        return function
    return Entry(function, counts_references)  # type: ignore[return-value]


def prepare(function: Any, *arguments: Any) -> Any:
    """Compile an entry for such arguments, or load it from the cache, without running it.

    Returns the bare compiled function, for loops where the entry's own call counts.
    """
    return function.prepare(*arguments) if isinstance(function, Entry) else function


def bare(function: Any, *arguments: Any) -> Any:
    """The machine code of an entry, for such arguments and no others: it does not check them."""
    if INTERPRETED or is_waiting(function, arguments):
        return function
    (compiled,) = prepare(function, *arguments).overloads.values()
    return compiled.entry_point


_preparing = threading.Lock()

# Records of games that are played before they are compiled (see core.starting): their entries run
# as plain Python until another process has stored them.
WAITING: set[np.dtype] = set()
LOOK_AFTER = 0.5  # seconds, for whether they are stored by now
HOUSE = __name__.partition(".")[0]


def is_waiting(function: "Entry", arguments: Sequence[Any]) -> bool:
    """Whether the entry is not compiled yet, and may run as plain Python."""
    record = function.record_of(arguments)
    if record not in WAITING or function.__module__.partition(".")[0] != HOUSE:
        return False
    return not function.load_if_stored(record, arguments)


class Entry:
    """An entry that compiles on its first call for a game, by one process while others wait."""

    def __init__(self, function: Callable[..., Any], counts_references: bool) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.counts_references = counts_references
        self.dispatchers: dict[np.dtype | None, Any] = {}  # by record
        self.looked = -LOOK_AFTER  # when, for stored code
        names = list(inspect.signature(function).parameters)
        # Which argument holds the records; all entries that take some call it so.
        self.states = names.index("states") if "states" in names else None
        ENTRIES.append(self)

    def record_of(self, arguments: Sequence[Any]) -> np.dtype | None:
        return None if self.states is None else arguments[self.states].dtype

    def __call__(self, *arguments: Any) -> Any:
        record = None if self.states is None else arguments[self.states].dtype
        dispatcher = self.dispatchers.get(record)
        if dispatcher is None:
            if is_waiting(self, arguments):
                return self.function(*arguments)
            dispatcher = self.prepare(*arguments)
        try:
            return dispatcher(*arguments)
        except TypeError as error:
            raise TypeError(self._mismatch(dispatcher, arguments, error)) from error

    def load_if_stored(self, record: np.dtype | None, arguments: Sequence[Any]) -> bool:
        """Load the code if it is compiled; what the game exports must be there before."""
        with _preparing:
            if record in self.dispatchers:
                return True
            if time.monotonic() < self.looked + LOOK_AFTER:
                return False
            self.looked = time.monotonic()
            game = self._game(record)
            signature = tuple(numba.typeof(a) for a in arguments)
            if self.stored_for(game, signature) is None or not game.load_exports():
                return False
            dispatcher = self._load(self.stored_for(game, signature), signature)
            if dispatcher is not None:
                dispatcher.disable_compile()
                self.dispatchers[record] = dispatcher
        return dispatcher is not None

    def prepare(self, *arguments: Any) -> Any:
        record = self.record_of(arguments)
        with _preparing:
            if record not in self.dispatchers:
                signature = tuple(numba.typeof(a) for a in arguments)
                game = self._game(record)
                game.export()
                self.dispatchers[record] = self.ready(game, signature)
                self.dispatchers[record].disable_compile()
        return self.dispatchers[record]

    def _game(self, record: np.dtype | None) -> CompiledGame:
        if record is None:
            return _no_game()
        if record not in GAMES:
            raise TypeError(f"{self.function.__name__}: these are records of no known game")
        return GAMES[record]

    def ready(self, game: CompiledGame, signature: Signature) -> Any:
        """The code for a game, loaded or compiled."""
        stored = self.stored_for(game, signature)
        dispatcher = self._load(stored, signature)
        if dispatcher is None:
            with compiling(stored):
                dispatcher = self._load(stored, signature)  # another process may be done by now
                if dispatcher is None:
                    dispatcher = self._compile_anew(stored, signature, game)
        return dispatcher

    def stored_for(self, game: CompiledGame, signature: Signature) -> StoredEntry | None:
        """Where the code is stored, or will be; None if nowhere."""
        folder = cache_dir(game.key)
        # Sources edited since import are not what this process runs: keep those out of the cache.
        if folder is None or cache_key(game.folder) != game.key:
            return None
        named = f"{self.__module__} {signature}"
        name_hash = hashlib.sha256(named.encode()).hexdigest()[:8]
        return StoredEntry(folder, f"{self.function.__name__}-{name_hash}")

    def _load(self, stored: StoredEntry | None, signature: Signature) -> Any:
        """What is stored; None if nothing is, or not all of it as it was written."""
        if stored is None or not stored.is_sound():
            return None
        try:
            dispatcher = self._dispatcher(stored, signature)
        except Exception:  # there is no telling what loading a file may raise
            return None
        if not self._was_loaded(dispatcher):  # older Numbas compile anew when a source was touched
            stored.seal()
        return dispatcher

    def _was_loaded(self, dispatcher: Any) -> bool:
        return not dispatcher.stats.cache_misses

    def _compile_anew(
        self, stored: StoredEntry | None, signature: Signature, game: CompiledGame
    ) -> Any:
        """Compile it and store it; if that fails, only this process has it."""
        if stored is not None and stored.is_marked():
            say(f"compiled code in {stored.folder} is damaged; compiling it again ...")
        else:
            say(f"compiling the rules, once for this version: {game.notice()} ...")
        if stored is None or not stored.begin():
            return self._dispatcher(None, signature)
        dispatcher = self._dispatcher(stored, signature)
        stored.seal()
        return dispatcher

    def _dispatcher(self, stored: StoredEntry | None, signature: Signature) -> Any:
        """The function as Numba compiled it now, or loaded it from what is stored."""
        with self._compiling_into(stored):
            dispatcher = self._decorate(stored)
            try:
                dispatcher.compile(signature)
            except Exception as error:
                if stored is None or not dispatcher.signatures:
                    raise
                stored.give_up(error)  # it is compiled, only not stored
        return dispatcher

    @contextlib.contextmanager
    def _compiling_into(self, stored: StoredEntry | None) -> Iterator[None]:
        """Numba's settings while this is compiled; it stores what it makes there."""
        # Numba reads the folder when a function is decorated, not when it is called. Wide loops
        # serve the observation; packing scalars (SLP) costs compile time and is off in Numba too.
        # What others compile in this process keeps its own settings.
        folder = "" if stored is None else str(stored.code)
        settings = replaced(config, CACHE_DIR=folder, LOOP_VECTORIZE=1, SLP_VECTORIZE=0)
        rules = {rule.py_func.__qualname__ for rule in RULES}
        own = self.function.__qualname__
        with lean(), settings, rules_only_linked(rules, own), plain_indices({*rules, own}):
            yield

    def _decorate(self, stored: StoredEntry | None) -> Any:
        options = {"nogil": True, "_nrt": self.counts_references, **PLAIN_NUMBERS}
        if stored is not None:
            with contextlib.suppress(RuntimeError):  # Numba found no folder to write to
                dispatcher = numba.njit(cache=True, **options)(self.function)
                if stored.holds(dispatcher.stats.cache_path):
                    return dispatcher
            stored.give_up(OSError("Numba cannot write there"))
        return numba.njit(**options)(self.function)

    def _mismatch(self, dispatcher: Any, arguments: tuple[Any, ...], error: TypeError) -> str:
        expected = ", ".join(_short(t) for t in dispatcher.signatures[0])
        given = ", ".join(_short(dispatcher.typeof_pyval(a)) for a in arguments)
        if given == expected:
            return str(error)
        return f"{self.function.__name__} is compiled for ({expected}), not for ({given})"


# --- what is compiled once for a game and called from outside -------------------------------------
EXPORTED: list[tuple[Callable[..., Any], Callable[[types.Type], Any]]] = []


def export(function: Callable[..., Any], signature_of: Callable[[types.Type], Any]) -> None:
    """Every game has this function of its own; its entries call it by `symbol_of` their record."""
    EXPORTED.append((function, signature_of))


def symbol_of(record: types.Type) -> str:
    """The name of the exported function of the game with this record."""
    return _GAMES_BY_TYPE[record].symbol


class Exported(Entry):
    """A function with the calling convention of C, at an address that machine code is told."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def _dispatcher(self, stored: StoredEntry | None, signature: Signature) -> Any:
        with self._compiling_into(stored):
            if stored is not None:
                try:
                    code = numba.cfunc(signature, cache=True)(self.function)
                    if stored.holds(code._cache.cache_path):
                        return code
                    raise OSError("Numba cannot write there")
                except OSError as error:
                    stored.give_up(error)
            return numba.cfunc(signature)(self.function)

    def _was_loaded(self, dispatcher: Any) -> bool:
        return dispatcher.cache_hits > 0


def _short(argument: types.Type) -> str:
    """A type in a few words: Numba's own name of a record lists all its fields."""
    if isinstance(argument, types.Array):
        of = argument.dtype
        name = f"record of {of.size} bytes" if isinstance(of, types.Record) else str(of)
        readonly = "" if argument.mutable else ", readonly"
        return f"array({name}, {argument.ndim}d, {argument.layout}{readonly})"
    return str(argument)
