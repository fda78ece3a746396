"""Where compiled code is kept: a folder for each game, named by all that its code depends on.

Numba keys its cache by the caller's own file and would silently run old rules after an edit
elsewhere. So the folder is named by a hash of everything compiled code depends on: the shared
sources, the game's own folder, the agents and Numba's flags. An edit in one game leaves the
others warm. Code is loaded only if it is, to the byte, what was stored (StoredEntry).
"""

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from filelock import BaseFileLock, FileLock, Timeout
from numba.core import config
from platformdirs import user_cache_dir

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = ("core", "envs")  # folders whose code every game is compiled with

KEEP_DAYS = 30  # a cache folder unused for so long is removed
KEY_LENGTH = 20
# Variables that change nothing in the code that is compiled.
NOT_IN_THE_CODE = ("NUMBA_CACHE_DIR", "NUMBA_DEBUG_CACHE", "NUMBA_NUM_THREADS")
IN_THE_CODE = ("NUMBA_", "PAXREN_")


def source_files(game: Path | None, package: Path = PACKAGE) -> list[Path]:
    """Whatever compiled code of a game depends on: shared sources, its folder, the agents."""
    files = list(package.glob("*.py"))
    for folder in SHARED:
        files += (package / folder).rglob("*.py")
    if game is not None:
        files += [*game.rglob("*.py"), *game.rglob("data/*")]
    # Only in a checkout: beside an installed package, `agents` would be a stranger's.
    if (package.parent / "pyproject.toml").is_file():
        files += (package.parent / "agents").rglob("*.py")
    return sorted(f for f in files if f.is_file())


def cache_key(game: Path | None, package: Path = PACKAGE) -> str:
    """A hash of the sources, the data, the versions and the flags that shape machine code."""
    parts = [numba.__version__, np.__version__, sys.version, llvmlite.binding.get_host_cpu_name()]
    for name in sorted(os.environ):
        if name.startswith(IN_THE_CODE) and name not in NOT_IN_THE_CODE:
            parts.append(f"{name}={os.environ[name]}")
    digest = hashlib.sha256("\n".join(parts).encode())
    for file in source_files(game, package):
        # The full path, for Numba files its own entries by it.
        digest.update(f"\n{file}\n{file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:KEY_LENGTH]


@functools.cache
def cache_dir(key: str) -> Path | None:
    """The folder of this key: in the user's cache, or temporary if that is closed.

    None if no folder can be written to.
    """
    for root in _cache_roots():
        folder = root / key
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
    try:
        return Path(tempfile.mkdtemp(prefix=PACKAGE.name))
    except OSError:
        say("no folder can be written to: compiled code is used only now")
        return None


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


# --- one entry ------------------------------------------------------------------------------------
class StoredEntry:
    """The machine code of one entry: a folder that Numba writes to, and a mark beside it.

    The mark is written last and holds the checksums of all files there.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder  # of the game
        self.code = folder / name
        self.mark = folder / f"{name}.compiled"
        self.lock = folder / f"{name}.lock"
        self.is_given_up = False

    def is_marked(self) -> bool:
        return os.path.lexists(self.mark)

    def is_sound(self) -> bool:
        """Whether all files are there and are what was stored."""
        try:
            checksums = self._checksums()
            return checksums != b"" and self.mark.read_bytes() == checksums
        except OSError:
            return False

    def holds(self, path: str) -> bool:
        """Whether this is where Numba stores; where it cannot write it takes another folder."""
        return Path(path).is_relative_to(self.code)

    def begin(self) -> bool:
        """Make room for code to be stored; False if nothing can be written there."""
        try:
            self._drop()
            self.code.mkdir()
            tempfile.TemporaryFile(dir=self.code).close()
        except OSError as error:
            self.give_up(error)
        return not self.is_given_up

    def seal(self) -> None:
        """The files are complete: write the mark."""
        written = self.mark.with_name(f".{os.getpid()}.{self.mark.name}")
        try:
            checksums = b"" if self.is_given_up else self._checksums()
            if checksums:
                written.write_bytes(checksums)
                os.replace(written, self.mark)
        except OSError as error:
            written.unlink(missing_ok=True)
            self.give_up(error)

    def give_up(self, error: Exception) -> None:
        """It cannot be stored: say so, and leave nothing behind."""
        self.is_given_up = True
        why = getattr(error, "strerror", None) or error
        say(f"compiled code cannot be stored in {self.folder} ({why}): it is used only now")
        with contextlib.suppress(OSError):
            self._drop()

    def _drop(self) -> None:
        for path in (self.mark, self.code):  # the mark first: without it nothing is loaded
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def _checksums(self) -> bytes:
        """A line for each file, as sha256sum writes it."""
        lines = []
        for file in sorted(file for file in self.code.rglob("*") if file.is_file()):
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            lines.append(f"{digest}  {file.relative_to(self.folder).as_posix()}\n")
        return "".join(lines).encode()


@contextlib.contextmanager
def compiling(stored: StoredEntry | None) -> Iterator[None]:
    """Only one process at a time compiles an entry; the others wait, then find it done."""
    with contextlib.ExitStack() as held:
        # On a full disk, or one that knows no locks, each compiles for itself.
        with contextlib.suppress(OSError, NotImplementedError):
            if stored is not None:
                held.enter_context(_locked(FileLock(stored.lock)))
        yield


def _locked(lock: BaseFileLock) -> contextlib.AbstractContextManager[Any]:
    try:
        return lock.acquire(timeout=2)
    except Timeout:
        say("another process is compiling the rules; waiting for it ...")
        return lock.acquire()


# --- how long it takes ----------------------------------------------------------------------------
def _times_file(key: str) -> Path | None:
    folder = cache_dir(key)
    return None if folder is None else folder.parent / "times.json"


def last_times(key: str) -> dict[str, float]:
    """How many seconds it took to compile each game, when that was done last on this machine."""
    try:
        found = json.loads(_times_file(key).read_text())  # type: ignore[union-attr]
        return {str(name): float(seconds) for name, seconds in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep_time(key: str, name: str, seconds: float) -> None:
    """Keep it for the next notice; it does not matter if that fails."""
    file = _times_file(key)
    if file is not None:
        with contextlib.suppress(OSError):
            written = file.with_name(f".{os.getpid()}.{file.name}")
            written.write_text(json.dumps({**last_times(key), name: round(seconds, 1)}))
            os.replace(written, file)


@functools.cache
def say(message: str) -> None:
    """A notice to the user, once."""
    print(f"paxren_env: {message}", file=sys.stderr, flush=True)
