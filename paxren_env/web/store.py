"""Tables on disk: a file each, whole after every answer."""

import json
import re
from pathlib import Path
from typing import Any

from paxren_env.core.files import atomic_write, remove_leftovers, require_writable_folder
from paxren_env.web.table import FORMAT

ID = re.compile(r"[0-9a-f]{12}")
Saved = dict[str, Any]


class Store:
    """A folder of tables."""

    def __init__(self, folder: Path) -> None:
        require_writable_folder(folder)
        self.folder = folder
        remove_leftovers(folder, "*.json")

    def save(self, saved: Saved) -> None:
        """Write a table; it is on the disk when this returns."""
        with atomic_write(self._path(saved["id"])) as written:
            written.write_text(json.dumps(saved), encoding="utf-8")

    def load(self, name: str) -> Saved:
        """A table by its id; a KeyError if there is none."""
        path = self._path(name)
        if not path.is_file():
            raise KeyError(name)
        saved = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(saved, dict) or saved.get("format") != FORMAT or saved["id"] != name:
            raise ValueError(f"{path} is no table")
        return saved

    def remove(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def names(self) -> list[str]:
        """The ids of all tables."""
        found = self.folder.glob("*.json") if self.folder.is_dir() else ()
        return [path.stem for path in found if ID.fullmatch(path.stem)]

    def _path(self, name: str) -> Path:
        """Where a table is; only an id is ever part of a path."""
        if not ID.fullmatch(name):
            raise KeyError(name)
        return self.folder / f"{name}.json"
