"""Data files of a game: rows of CSV that know where they stand.

Every complaint names the file, the row and the column.
"""

import csv
from pathlib import Path
from typing import NoReturn

import numpy as np

Row = dict[str, str]  # cells by column, and under "where" its place


def complain(file: str, number: int, name: str, column: str, problem: str) -> NoReturn:
    """Refuse a file."""
    raise ValueError(f"data/{file}: row {number} ({name}), column {column}: {problem}")


def fail(row: Row, column: str, problem: str) -> NoReturn:
    """Refuse a row."""
    raise ValueError(f"{row['where']}, column {column}: {problem}")


def read(folder: Path, file: str, columns: str) -> list[Row]:
    """The rows of a file, each knowing where it stands."""
    with open(folder / file, encoding="utf-8", newline="") as lines:
        header, *cells = list(csv.reader(lines)) or [[]]
    if header != columns.split():
        complain(file, 0, "header", ",".join(header), f"expected {','.join(columns.split())}")
    rows = []
    for number, values in enumerate(cells, 1):
        name = values[0] if values else ""
        if len(values) != len(header):
            column = header[min(len(values), len(header) - 1)]
            complain(file, number, name, column, f"{len(values)} cells, not {len(header)}")
        row = dict(zip(header, values, strict=True))
        rows.append({"where": f"data/{file}: row {number} ({name})", **row})
    return rows


def read_ids(folder: Path, file: str, columns: str, names: tuple[str, ...]) -> list[Row]:
    """The rows of a file whose first column must be the names in their order."""
    rows = read(folder, file, columns)
    column = columns.split()[0]
    for number, name in enumerate(names):
        if number >= len(rows):
            complain(file, number + 1, "missing", column, f"expected {name!r}")
        if rows[number][column] != name:
            fail(rows[number], column, f"expected {name!r}")
    if len(rows) > len(names):
        fail(rows[len(names)], column, "one row too many")
    return rows


def find_name(row: Row, column: str, name: str, names: tuple[str, ...]) -> int:
    """The id of a name."""
    if name not in names:
        fail(row, column, f"unknown name {name!r}")
    return names.index(name)


def one(row: Row, column: str, names: tuple[str, ...]) -> int:
    """The id of the name in a cell."""
    return find_name(row, column, row[column], names)


def yes(row: Row, column: str) -> bool:
    """Whether the cell says yes."""
    return one(row, column, ("no", "yes")) == 1


def frozen(values: object, dtype: str = "i2") -> np.ndarray:
    """A read-only table."""
    table = np.array(values, dtype=dtype)
    table.setflags(write=False)
    return table
