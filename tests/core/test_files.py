"""Files: whole or not there, on the disk before they count, and read within bounds."""

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from paxren_env.core.files import atomic_write, read_arrays, remove_leftovers

pytestmark = pytest.mark.interpreted


def test_file_and_folder_are_flushed_to_the_disk_around_the_renaming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def flushed(opened: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(opened).st_mode) else "file")
        fsync(opened)

    def renamed(old: Path, new: Path) -> None:
        done.append("renamed")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", renamed)
    with atomic_write(tmp_path / "deep" / "file.txt") as written:
        written.write_text("whole")
    assert done == ["file", "renamed", "folder"]
    assert (tmp_path / "deep" / "file.txt").read_text() == "whole"


def test_an_error_leaves_the_file_before_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("before")

    def interrupted() -> None:
        with atomic_write(path) as written:
            written.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_only_what_dead_processes_left_is_removed(tmp_path: Path) -> None:
    gone = 2**22 + 1  # above the greatest number of a process
    names = [f".{gone}.a.json", f".{os.getpid()}.a.json", f".{gone}.b.txt", f".{10**30}.a.json",
             f"{gone}.a.json", ".x.a.json", ".0.a.json"]  # fmt: skip
    for name in names:
        (tmp_path / name).touch()
    remove_leftovers(tmp_path, "*.json")
    left = {path.name for path in tmp_path.iterdir()}
    assert set(names) - left == {f".{gone}.a.json", f".{10**30}.a.json"}
    remove_leftovers(tmp_path / "nowhere", "*")


@pytest.mark.parametrize("array", [
    np.zeros((3, 2), np.float16), np.array(5, np.int64), np.array("text"), np.array(b"bytes"),
    np.zeros((0, 4), bool), np.asfortranarray(np.arange(6.0).reshape(2, 3)),
])  # fmt: skip
def test_arrays_are_read_as_they_were_written(tmp_path: Path, array: np.ndarray) -> None:
    for write in (np.savez, np.savez_compressed):
        write(tmp_path / "arrays.npz", one=array, other=array)
        found = read_arrays(tmp_path / "arrays.npz", 2**20)
        assert list(found) == ["one", "other"]
        assert found["one"].dtype == array.dtype and np.array_equal(found["one"], array)


def test_more_bytes_than_are_allowed_are_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "arrays.npz", one=np.zeros(1000))
    assert len(read_arrays(tmp_path / "arrays.npz", 10_000)["one"]) == 1000
    with pytest.raises(ValueError, match=r"unpacks to .* bytes, more than 8,000"):
        read_arrays(tmp_path / "arrays.npz", 8_000)
