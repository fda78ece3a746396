"""The decorators, and the cache that sees every edit.

`rule` compiles the hundreds of small functions, `entry` the handful called from Python.
With NUMBA_DISABLE_JIT=1 both leave plain Python behind.

Numba keys its cache by the caller's own file and would silently run old rules after an
edit elsewhere. So the cache lives in a folder named by a hash of everything compiled
code depends on: all sources, the data files and Numba's own flags.
"""

import contextlib
import ctypes
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from filelock import FileLock, Timeout
from numba import _dynfunc
from numba.core import config, types
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from platformdirs import user_cache_dir

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
INTERPRETED = bool(config.DISABLE_JIT)
RULES: list[Any] = []  # the dispatcher of every rule
ENTRIES: list["_Entry"] = []

KEEP_DAYS = 30  # a cache folder unused for so long is removed
KEY_LENGTH = 20
NOT_IN_THE_CODE = ("NUMBA_CACHE_DIR", "NUMBA_DEBUG_CACHE", "NUMBA_NUM_THREADS")


# --- the cache ------------------------------------------------------------------------------------


def source_files(package: Path = PACKAGE) -> list[Path]:
    """Whatever compiled code depends on: the sources and data of the package, and the agents'."""
    files = [*package.rglob("*.py"), *package.rglob("data/*")]
    # Only in a checkout: beside an installed package, `agents` would be a stranger's.
    if (package.parent / "pyproject.toml").is_file():
        files += (package.parent / "agents").rglob("*.py")
    return sorted(f for f in files if f.is_file())


def cache_key(package: Path = PACKAGE) -> str:
    """A hash of the sources, the data, the versions and the flags that shape machine code."""
    parts = [numba.__version__, np.__version__, sys.version, llvmlite.binding.get_host_cpu_name()]
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name not in NOT_IN_THE_CODE:
            parts.append(f"{name}={os.environ[name]}")
    digest = hashlib.sha256("\n".join(parts).encode())
    for file in source_files(package):
        # The full path, for Numba files its own entries by it.
        digest.update(f"\n{file}\n{file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:KEY_LENGTH]


# The sources as imported. Compared again before anything is stored.
KEY = cache_key()


@functools.cache
def cache_dir() -> Path:
    """The folder of this exact engine: in the user's cache, or temporary if that is closed."""
    for root in _cache_roots():
        folder = root / KEY
        try:
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # in use: see remove_old_folders
            if os.access(folder, os.W_OK):
                if is_new:
                    remove_old_folders(root)
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix=PACKAGE.name))


def _cache_roots() -> Iterator[Path]:
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR) / PACKAGE.name
    yield Path(user_cache_dir(PACKAGE.name))
    # A cache is unpickled, which runs what it holds: take no temporary folder of someone else.
    user = os.getuid() if hasattr(os, "getuid") else ""
    root = Path(tempfile.gettempdir()) / f"{PACKAGE.name}-{user}"
    with contextlib.suppress(OSError):
        root.mkdir(mode=0o700, exist_ok=True)
        if user == "" or root.lstat().st_uid == user:
            yield root


def remove_old_folders(root: Path) -> None:
    """Remove the caches of earlier sources that nobody used for a month."""
    oldest = time.time() - KEEP_DAYS * 24 * 3600
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            is_key = re.fullmatch(f"[0-9a-f]{{{KEY_LENGTH}}}", folder.name)
            if is_key and folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


# --- rules ----------------------------------------------------------------------------------------


def widen(argument: types.Type) -> types.Type:
    """Every integer type but uint64 becomes int64, so that a rule is compiled only once."""
    argument = types.unliteral(argument)
    if isinstance(argument, types.Integer) and argument != types.uint64:
        return types.int64
    return argument


def rule(function: Function) -> Function:
    """Compile a rule of the game: small, inlined into the entries, not cached on its own.

    It works on the arrays it is given and counts no references to them, for counting costs
    more than a small rule does. Compiling fails if it makes an array: see `allocating_rule`.
    """
    return _compiled(function, counts_references=False)


def allocating_rule(function: Function) -> Function:
    """Compile a rule that makes arrays of its own, or gets them from one that does."""
    return _compiled(function, counts_references=True)


def _compiled(function: Function, counts_references: bool) -> Function:
    if function.__defaults__ or function.__kwdefaults__:
        # An omitted argument has a type of its own, and would compile the rule again.
        raise TypeError(f"rule {function.__name__} must not have default arguments")
    dispatcher = numba.njit(_nrt=counts_references)(function)
    if INTERPRETED:
        return dispatcher
    get_call_template = dispatcher.get_call_template

    def widened_call_template(arguments: Any, keywords: Any) -> Any:
        wide = tuple(widen(a) for a in arguments)
        return get_call_template(wide, {name: widen(a) for name, a in dict(keywords).items()})

    dispatcher.get_call_template = widened_call_template
    RULES.append(dispatcher)
    return dispatcher


# --- entries --------------------------------------------------------------------------------------


def entry(function: Function) -> Function:
    """Compile a function called from Python: cached, and free of the interpreter lock.

    Its first call fixes the types of its arguments: an array of another type is a TypeError
    from then on, a number is converted (a float too, so check it before).
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
    return _Entry(function, counts_references)  # type: ignore[return-value]


def prepare(function: Any, *arguments: Any) -> Any:
    """Compile an entry for such arguments, or load it from the cache, without running it.

    Returns the bare compiled function, for loops where the entry's own call counts.
    """
    return function.prepare(*arguments) if isinstance(function, _Entry) else function


_preparing = threading.Lock()


class _Entry:
    """An entry that compiles on its first call, by one process while the others wait."""

    def __init__(self, function: Callable[..., Any], counts_references: bool) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.counts_references = counts_references
        self.dispatcher: Any = None
        ENTRIES.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if self.dispatcher is None:
            self.prepare(*arguments)
        try:
            return self.dispatcher(*arguments)
        except TypeError as error:
            raise TypeError(self._mismatch(arguments, error)) from error

    def prepare(self, *arguments: Any) -> Any:
        with _preparing:
            if self.dispatcher is None:
                self.dispatcher = self._compile(tuple(numba.typeof(a) for a in arguments))
        return self.dispatcher

    def _compile(self, signature: tuple[types.Type, ...]) -> Any:
        # Sources edited since import are not what this process runs: keep those out of the cache.
        is_stored = cache_key() == KEY
        folder = cache_dir()
        # Numba reads the folder when a function is decorated, not when it is called. Wide loops
        # serve the observation; packing scalars (SLP) costs compile time and is off in Numba too.
        settings = _settings(CACHE_DIR=str(folder), LOOP_VECTORIZE=1, SLP_VECTORIZE=0)
        with settings, _rules_only_linked(self.function):
            options = {"nogil": True, "cache": is_stored, "_nrt": self.counts_references}
            dispatcher = numba.njit(**options)(self.function)
            types_hash = hashlib.sha256(str(signature).encode()).hexdigest()[:8]
            done = folder / f"{self.__module__}.{self.function.__name__}-{types_hash}.compiled"
            if is_stored and done.exists():
                dispatcher.compile(signature)
            else:
                with _compiling(folder):
                    if not (is_stored and done.exists()):
                        _announce()
                    dispatcher.compile(signature)
                    if is_stored:
                        done.touch()
        dispatcher.disable_compile()
        return dispatcher

    def _mismatch(self, arguments: tuple[Any, ...], error: TypeError) -> str:
        expected = ", ".join(_short(t) for t in self.dispatcher.signatures[0])
        given = ", ".join(_short(self.dispatcher.typeof_pyval(a)) for a in arguments)
        if given == expected:
            return str(error)
        return f"{self.function.__name__} is compiled for ({expected}), not for ({given})"


def _short(argument: types.Type) -> str:
    """A type in a few words: Numba's own name of a record lists all its fields."""
    if isinstance(argument, types.Array):
        of = argument.dtype
        name = f"record of {of.size} bytes" if isinstance(of, types.Record) else str(of)
        readonly = "" if argument.mutable else ", readonly"
        return f"array({name}, {argument.ndim}d, {argument.layout}{readonly})"
    return str(argument)


@contextlib.contextmanager
def _settings(**values: Any) -> Iterator[None]:
    """Numba's settings while we compile; what others compile in this process keeps its own."""
    before = {name: getattr(config, name) for name in values}
    for name, value in values.items():
        setattr(config, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(config, name, value)


@contextlib.contextmanager
def _rules_only_linked(function: Callable[..., Any]) -> Iterator[None]:
    """Leave optimising and machine code to the entries, which contain all the rules they call.

    Numba would do both for every rule with all that it calls, again and again on the way up,
    though nobody calls a rule from Python. That was most of the time of a cold compile.
    """
    # Libraries are told apart by name alone: a rule called like the entry is compiled like it.
    names = {rule.py_func.__qualname__ for rule in RULES} - {function.__qualname__}
    finalize = CPUCodeLibrary.finalize

    def link(library: Any) -> None:
        if library.name not in names:
            finalize(library)
            return
        for part in dict.fromkeys(library._linking_libraries):
            library._reload_init.update(part._reload_init)
            library._final_module.link_in(part._get_module_for_linking(), preserve=True)
        library._finalized = True

    def make_callable(context: Any, library: Any, description: Any, environment: Any) -> Any:
        if library.name not in names:
            return get_executable(context, library, description, environment)
        name, module = description.qualname, description.lookup_module()
        return _dynfunc.make_function(module, name, "a rule", _REFUSE, environment, (library,))

    get_executable = CPUContext.get_executable
    CPUCodeLibrary.finalize, CPUContext.get_executable = link, make_callable
    try:
        yield
    finally:
        CPUCodeLibrary.finalize, CPUContext.get_executable = finalize, get_executable


# What Python gets when it calls a rule, for which there is no machine code: a TypeError.
_REFUSE = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value


@contextlib.contextmanager
def _compiling(folder: Path) -> Iterator[None]:
    """Only one process at a time compiles; the others wait, then find it done."""
    lock = FileLock(folder / "compiling.lock")
    try:
        lock.acquire(timeout=2)
    except Timeout:
        _say("another process is compiling the rules; waiting for it ...")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@functools.cache
def _announce() -> None:
    """Say once why the first start takes minutes."""
    _say("compiling the rules, once for this version; this takes a few minutes ...")


@functools.cache
def _say(message: str) -> None:
    print(f"paxren_env: {message}", file=sys.stderr, flush=True)
