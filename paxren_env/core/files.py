"""Writing files atomically, and checking before the work begins that they can be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A path to write to; the file replaces `path` when the block ends without an error.

    A reader sees the old file or the whole new one. Missing folders are made.

    >>> with atomic_write(Path("result.json")) as written:
    ...     written.write_text("{}")
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays: some libraries choose the format by it.
    written = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield written
        os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)


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
