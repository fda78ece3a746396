"""Where compiled code is kept: a folder for each game, named by all that its code depends on.

Numba keys its cache by the caller's own file and would silently run old rules after an edit
elsewhere. So the folder is named by a hash of everything compiled code depends on: the shared
sources, the game's own folder, the agents and Numba's flags. An edit in one game leaves the
others warm.
"""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np
from filelock import FileLock, Timeout
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
def cache_dir(key: str) -> Path:
    """The folder of this key: in the user's cache, or temporary if that is closed."""
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


@contextlib.contextmanager
def compiling(folder: Path) -> Iterator[None]:
    """Only one process at a time compiles; the others wait, then find it done."""
    lock = FileLock(folder / "compiling.lock")
    try:
        lock.acquire(timeout=2)
    except Timeout:
        say("another process is compiling the rules; waiting for it ...")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@functools.cache
def say(message: str) -> None:
    """A notice to the user, once."""
    print(f"paxren_env: {message}", file=sys.stderr, flush=True)
