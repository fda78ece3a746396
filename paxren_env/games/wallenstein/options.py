"""OP: options by name: checked, written into a record and read back."""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core.constants import AUTO_CHANCE, AUTO_FORCED, NONE
from paxren_env.core.options import check_count, check_one_of, with_defaults
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import (
    FAVOUR_AMOUNT,
    FAVOUR_KIND,
    LANDSKNECHTE_CARDS,
    LINEUPS,
    RECONSTRUCTED_FAVOURS,
    check_lineup,
)

Options = dict[str, Any]

DEFAULTS: Options = {
    "num_players": 4,
    "setup": "draft",
    "first_player": None,
    "tower": "shaft",
    "tower_stick": (7, 25),
    "tower_dislodge": (1, 43),
    "emperors_court": False,
    "landsknechte": False,
    "military_leaders": False,
    "statues_each_winter": False,
    "data": None,
    "reward": "win",
    "auto_forced": True,
    "auto_chance": True,
    "max_decisions": None,
    "max_turns": None,
    "ruleset": "2e",
}
CHOICES = {
    "setup": ("draft", "lineup"),
    "tower": ("shaft", "batch"),
    "reward": ("win", "rank"),
    "ruleset": ("2e",),
}
BITS = {
    "emperors_court": c.EMPERORS_COURT,
    "landsknechte": c.LANDSKNECHTE,
    "military_leaders": c.MILITARY_LEADERS,
    "statues_each_winter": c.STATUES_EACH_WINTER,
    "auto_forced": AUTO_FORCED,
    "auto_chance": AUTO_CHANCE,
}
WORD_BITS = {  # the bit says that the option has its second value
    "setup": c.LINEUP,
    "tower": c.BATCH_TOWER,
    "reward": c.REWARD_BY_RANK,
}
FRACTIONS = ("tower_stick", "tower_dislodge")
LIMITS = ("max_decisions", "max_turns")  # whoever wraps the game counts its decisions
MOST = 20  # OP: amounts of a data file
MOST_BYTES = 1_000_000  # of a data file
LARGEST_DENOMINATOR = 30_000
LARGEST_LIMIT = 30_000


# --- checking -------------------------------------------------------------------------------------
def check_options(options: Options) -> Options:
    """All options with their values, the given ones checked; a complaint names the option."""
    checked = with_defaults(options, DEFAULTS)
    for name, values in CHOICES.items():
        check_one_of(name, checked[name], values)
    for name in BITS:
        check_one_of(name, checked[name], (True, False))
    for name in FRACTIONS:
        checked[name] = _fraction(name, checked[name])
    checked["num_players"] = check_count("num_players", checked["num_players"], 3, 5)
    last_seat = checked["num_players"] - 1
    checked["first_player"] = check_count(
        "first_player", checked["first_player"], 0, last_seat, may_be_none=True
    )
    for name in LIMITS:
        checked[name] = check_count(name, checked[name], 1, LARGEST_LIMIT, may_be_none=True)
    checked["data"] = read_data(checked["data"])
    return checked


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fraction(name: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(map(_is_int, value)):
        raise ValueError(f"option {name!r} is two whole numbers, not {value!r}")
    num, den = value
    if not 0 <= num <= den or not 1 <= den <= LARGEST_DENOMINATOR:
        raise ValueError(f"option {name!r} is a chance from 0 to 1, not {num}/{den}")
    return num, den


# --- the data file --------------------------------------------------------------------------------
def read_data(data: Any) -> Options | None:
    """OP: the content of a data file (a path or what it holds), checked."""
    if data is None:
        return None
    if isinstance(data, (str, Path)):
        data = _read_file(Path(data))
    if not isinstance(data, dict):
        raise ValueError("data must be a JSON object")
    for key in data:
        if key not in ("favours", "landsknechte", "lineups"):
            raise ValueError(f"data: unknown key {key!r}")
    favour_amounts(data)
    landsknechte_cards(data)
    for players in (3, 4, 5):
        lineup(data, players)
    return data


def _read_file(path: Path) -> Any:
    """What a data file holds. A replay from a stranger may name any path, a device too."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("it is no file")
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
        return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError(f"data: {path}: it is nested too deeply") from None
    except (OSError, ValueError) as problem:
        raise ValueError(f"data: {path}: {problem}") from problem


def favour_amounts(data: Options | None) -> list[int]:
    """EC3: the amounts by favour, those of the file instead of the built-in ones."""
    amounts = [int(amount) for amount in FAVOUR_AMOUNT[: c.NUM_FAVOURS]]
    for number, value in _section(data, "favours").items():
        where = f"data: favours: {number}"
        if number not in {str(n + 1) for n in RECONSTRUCTED_FAVOURS}:
            raise ValueError(f"{where}: no favour with an amount to set")
        favour = int(number) - 1
        if FAVOUR_KIND[favour] == c.FREE_BUILDING:
            if value not in c.BUILDING_NAMES:
                raise ValueError(f"{where}: must be one of {c.BUILDING_NAMES}, not {value!r}")
            amounts[favour] = c.BUILDING_NAMES.index(value)
        else:
            amounts[favour] = _amount(where, value)
    return amounts


def _section(data: Options | None, key: str) -> dict[str, Any]:
    section = (data or {}).get(key, {})
    if not isinstance(section, dict):
        raise ValueError(f"data: {key}: must be an object")
    return section


def _amount(where: str, value: Any) -> int:
    if not _is_int(value) or not 0 <= value <= MOST:
        raise ValueError(f"{where}: must be a number from 0 to {MOST}, not {value!r}")
    return int(value)


def landsknechte_cards(data: Options | None) -> list[list[int]]:
    """LK: the three cards: Thalers, armies, grain, VP."""
    rows = (data or {}).get("landsknechte", LANDSKNECHTE_CARDS.tolist())
    if not isinstance(rows, list) or [len(r) for r in rows if isinstance(r, list)] != [4] * 3:
        raise ValueError("data: landsknechte: must be 3 rows of 4 numbers")
    return [[_amount(f"data: landsknechte: row {i + 1}", v) for v in r] for i, r in enumerate(rows)]


def lineup(data: Options | None, players: int) -> list[list[int]]:
    """S3: the counties of each seat, the largest group first."""
    given = _section(data, "lineups")
    for key in given:
        if key not in ("3", "4", "5") or not isinstance(given[key], dict):
            raise ValueError(f"data: lineups: {key}: must be 3, 4 or 5 with its columns")
    columns = dict(LINEUPS[players])
    for name, cells in given.get(str(players), {}).items():
        where = f"data: lineups: {players}: {name}"
        if name not in columns:
            raise ValueError(f"{where}: unknown column")
        columns[name] = [_cell(where, cell) for cell in cells]
    check_lineup(players, columns, "data: lineups")
    return [
        [c.COUNTY_NAMES.index(county) for county, _ in sorted(cells, key=lambda cell: -cell[1])]
        for _, cells in sorted(columns.items())
    ]


def _cell(where: str, cell: Any) -> tuple[str, int]:
    if not isinstance(cell, (list, tuple)) or len(cell) != 2 or cell[0] not in c.COUNTY_NAMES:
        raise ValueError(f"{where}: {cell!r} is no county with its armies")
    return str(cell[0]), _amount(where, cell[1])


def data_of(s: State) -> Options | None:
    """OP: the data file as the record knows it: what is not as the built-in amounts are."""
    if not s.options & c.OWN_DATA:
        return None
    data: Options = {}
    favours: dict[str, Any] = {}
    for favour in RECONSTRUCTED_FAVOURS:
        amount = int(s.favour_amount[favour])
        if amount == FAVOUR_AMOUNT[favour]:
            continue
        is_building = FAVOUR_KIND[favour] == c.FREE_BUILDING
        favours[str(favour + 1)] = c.BUILDING_NAMES[amount] if is_building else amount
    if favours:
        data["favours"] = favours
    if not np.array_equal(s.landsknechte, LANDSKNECHTE_CARDS):
        data["landsknechte"] = s.landsknechte.tolist()
    columns = own_columns(s)
    if columns:
        data["lineups"] = {str(s.num_players): columns}
    return data


def own_columns(s: State) -> dict[str, Any]:
    """S3: the columns of the line-up that are not the built-in ones."""
    sizes = sorted((size for _, size in LINEUPS[s.num_players]["A"]), reverse=True)
    built_in = lineup(None, s.num_players)
    return {
        "ABCDE"[seat]: [[c.COUNTY_NAMES[s.lineup[seat, i]], size] for i, size in enumerate(sizes)]
        for seat in range(s.num_players)
        if s.lineup[seat, : len(sizes)].tolist() != built_in[seat]
    }


# --- record ---------------------------------------------------------------------------------------
def write_options(s: State, options: Options):
    """Write checked options into a blank record."""
    s.num_players = options["num_players"]
    bits = c.OWN_DATA if options["data"] is not None else 0
    for name, bit in BITS.items():
        bits |= bit if options[name] else 0
    for name, bit in WORD_BITS.items():
        bits |= bit if options[name] == CHOICES[name][1] else 0
    s.options = bits
    s.first_player = NONE if options["first_player"] is None else options["first_player"]
    for name in FRACTIONS:
        getattr(s, name)[:] = options[name]
    for name in LIMITS:
        setattr(s, name, options[name] or 0)
    s.favour_amount[:] = favour_amounts(options["data"])
    s.landsknechte[:, :] = landsknechte_cards(options["data"])
    s.lineup[:, :] = NONE
    for seat, counties in enumerate(lineup(options["data"], options["num_players"])):
        s.lineup[seat, : len(counties)] = counties


def read_options(s: State) -> Options:
    """The options of a record by name."""
    options: Options = {**DEFAULTS, "num_players": int(s.num_players)}
    for name in LIMITS:
        options[name] = int(getattr(s, name)) or None
    for name, bit in BITS.items():
        options[name] = bool(s.options & bit)
    for name, bit in WORD_BITS.items():
        options[name] = CHOICES[name][int(bool(s.options & bit))]
    for name in FRACTIONS:
        options[name] = tuple(int(value) for value in getattr(s, name))
    options["first_player"] = None if s.first_player == NONE else int(s.first_player)
    options["data"] = data_of(s)
    return options


def remarks(options: Options) -> dict[str, bool]:
    """OP: `info["reconstructed"]` of games that use such amounts."""
    return {"reconstructed": True} if is_reconstructed(options) else {}


def is_reconstructed(options: Options) -> bool:
    """OP: the game uses an amount or a line-up cell that was reconstructed."""
    data = options["data"] or {}
    court = options["emperors_court"] and len(data.get("favours", {})) < len(RECONSTRUCTED_FAVOURS)
    hired = options["landsknechte"] and "landsknechte" not in data
    return bool(court or hired or is_lineup_reconstructed(options))


def is_lineup_reconstructed(options: Options) -> bool:
    """S3: three cells of the line-up of three, in the columns A and B, could not be read."""
    columns = ((options["data"] or {}).get("lineups") or {}).get("3", {})
    is_used = options["num_players"] == 3 and options["setup"] == "lineup"
    return is_used and not {"A", "B"} <= set(columns)


# --- the command line -----------------------------------------------------------------------------
MODULES = ("emperors_court", "landsknechte", "military_leaders")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What kind of game it is."""
    group = parser.add_argument_group("the game")
    group.add_argument("--setup", choices=CHOICES["setup"], default=DEFAULTS["setup"])
    group.add_argument("--tower", choices=CHOICES["tower"], default=DEFAULTS["tower"])
    group.add_argument("--reward", choices=CHOICES["reward"], default=DEFAULTS["reward"])
    group.add_argument("--first-player", type=int, metavar="SEAT", help="who drafts first")
    group.add_argument("--max-turns", type=int, metavar="N", help="cut it after so many rounds")
    group.add_argument("--data", metavar="FILE", help="your own amounts and line-ups (JSON)")
    group.add_argument(
        "--modules", nargs="+", choices=MODULES, default=[], metavar="NAME", help=", ".join(MODULES)
    )


def chosen_options(namespace: argparse.Namespace) -> Options:
    """The options of a game that differ from the usual."""
    chosen: Options = dict.fromkeys(namespace.modules, True)
    for name in ("setup", "tower", "reward", "first_player", "max_turns", "data"):
        if getattr(namespace, name) != DEFAULTS[name]:
            chosen[name] = getattr(namespace, name)
    return chosen
