"""Files that appear whole or not at all, and paths that are tried before the work begins."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Where to write a file so that it appears whole or not at all; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The end of the name stays: some libraries know by it what to write.
    written = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield written
        os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)


def check_file(path: Path) -> None:
    """An OSError now, and not after hours of work, if no file can be written there."""
    if path.is_dir():
        raise OSError(f"{path} is a folder, not a file")
    check_folder(path.parent)


def check_folder(folder: Path) -> None:
    """The same for a folder: what is there of its path is tried, and nothing is left behind."""
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        with TemporaryFile(dir=there):  # asking for permission is not enough, as in /proc
            pass
    except OSError as error:
        why = error.strerror
        raise OSError(f"{folder} is no folder that can be written to: {why}") from None
