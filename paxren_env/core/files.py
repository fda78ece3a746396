"""Files: written atomically and kept through a power cut, read without trust."""

import ast
import io
import math
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np

MAX_MEMBERS = 10_000  # arrays in an archive
MAX_HEAD = 10_000  # characters that say what an array is
LENGTH_BYTES = {(1, 0): 2, (2, 0): 4}  # by the version of the format: of the length of that head
PLAIN_KINDS = "biufSU"  # truth values, numbers, texts
# What reading an archive of another kind, or half of one, may lead to.
UNREADABLE = (
    OSError, EOFError, ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError,
    NotImplementedError, MemoryError, RecursionError, SyntaxError, OverflowError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


# --- writing --------------------------------------------------------------------------------------
@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A path to write to; the file replaces `path` when the block ends without an error.

    A reader sees the old file or the whole new one, after a power cut too: file and folder are
    flushed to the disk. Missing folders are made.

    >>> with atomic_write(Path("result.json")) as written:
    ...     written.write_text("{}")
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays: some libraries choose the format by it.
    written = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield written
        _flush_to_disk(written, os.O_RDWR)
        os.replace(written, path)
        with suppress(OSError):  # not every system can flush a folder
            _flush_to_disk(path.parent, os.O_RDONLY)
    finally:
        written.unlink(missing_ok=True)


def _flush_to_disk(path: Path, flags: int) -> None:
    opened = os.open(path, flags)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def remove_leftovers(folder: Path, *names: str) -> None:
    """Remove what killed processes left half written here of files with such names ("*.json").

    Of `atomic_write` only, and only if the process is gone.
    """
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        left = re.fullmatch(r"\.(\d+)\.(.+)", path.name)
        if left and any(fnmatch(left[2], name) for name in names) and not _is_alive(int(left[1])):
            with suppress(OSError):
                path.unlink()


def _is_alive(process: int) -> bool:
    if os.name != "posix":  # elsewhere asking would end it
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def require_writable(path: Path) -> None:
    """Raise an OSError now, and not after hours of work, if no file can be written there."""
    if path.is_dir():
        raise OSError(f"{path} is a folder, not a file")
    require_writable_folder(path.parent)


def require_writable_folder(folder: Path) -> None:
    """The same for a folder, which need not exist yet; nothing is left behind."""
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        with TemporaryFile(dir=there):  # os.access is not enough: /proc says yes
            pass
    except OSError as error:
        why = error.strerror
        raise OSError(f"{folder} is no folder that can be written to: {why}") from None


# --- reading --------------------------------------------------------------------------------------
def read_arrays(path: Path, most_bytes: int) -> dict[str, np.ndarray]:
    """The arrays of an .npz by name, from any source: nothing in it is run.

    A ValueError if it is no such file, or if it would take more than so many bytes of memory.
    """
    with path.open("rb") as opened:
        try:
            with zipfile.ZipFile(opened) as archive:
                check_members(archive.infolist(), most_bytes)
                return {
                    member.filename.removesuffix(".npy"): _read_array(archive.read(member))
                    for member in archive.infolist()
                }
        except UNREADABLE as error:
            raise ValueError(f"it is no archive of arrays: {error}") from None


def check_members(members: list[zipfile.ZipInfo], most_bytes: int) -> None:
    """Before anything is unpacked; no member gives more bytes than it announces."""
    size = sum(member.file_size for member in members)
    if size > most_bytes:
        raise ValueError(f"it unpacks to {size:,} bytes, more than {most_bytes:,}")
    if len(members) > MAX_MEMBERS:
        raise ValueError(f"it has {len(members)} parts, more than {MAX_MEMBERS}")
    if len({member.filename for member in members}) < len(members):
        raise ValueError("two of its parts have the same name")


def _read_array(content: bytes) -> np.ndarray:
    """The array in the bytes of an .npy; its head may not promise more than there is."""
    file = io.BytesIO(content)
    version = np.lib.format.read_magic(file)
    if version not in LENGTH_BYTES:
        raise ValueError(f"the format of an array is {version}")
    length = int.from_bytes(file.read(LENGTH_BYTES[version]), "little")
    head = ast.literal_eval(file.read(min(length, MAX_HEAD)).decode("latin1"))
    dtype, shape = np.dtype(str(head["descr"])), head["shape"]
    if dtype.kind not in PLAIN_KINDS or not all(type(size) is int for size in shape):
        raise ValueError(f"an array holds {head['descr']}")
    if math.prod(shape) * dtype.itemsize != len(content) - file.tell():
        raise ValueError("an array is not as long as it says")
    file.seek(0)
    return np.lib.format.read_array(file, allow_pickle=False)
