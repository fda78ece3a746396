"""What the bot is about in its turn: `resolution.search` and `resolution.script`."""

from typing import Any

import numpy as np

from paxren_env.core.notation import (
    check_keys,
    check_list,
    check_number,
    fail,
    find_name,
)
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import ACTIVATE, BUY, PLAY
from paxren_env.games.pax_renaissance.notation.names import Position
from paxren_env.games.pax_renaissance.queries import has
from paxren_env.games.pax_renaissance.saved import MOST_ARGUMENTS, unpack_search
from paxren_env.games.pax_renaissance.solo.places import BEGIN
from paxren_env.games.pax_renaissance.solo.purchases import can_buy
from paxren_env.games.pax_renaissance.solo.search import HALVES, clear_search, keep_feat
from paxren_env.games.pax_renaissance.solo.table import CONCESSIONS, MONEY, NUM_ROWS
from paxren_env.games.pax_renaissance.state import NUM_FEATS, State

FAITH_NAMES = c.RELIGION_NAMES[: c.NUM_RELIGIONS]
CELL_NAMES = ("main objective", "secondary objective", "prestige")
MONEY_NAMES = ("fair", "commerce", "sale")
HALF_NAMES = ("", "less", "more", "both")  # of a goal: less of what is unwanted, more of the wanted
SEARCH_KEYS = ("place", "faith", "tried", "overriding", "achieved")
FEAT_KEYS = ("row", "cell", "faith", "half")
PACKED_KEYS = ("place", "tried", "achieved")  # of the frame "bot" in positions of earlier versions


def _place_names() -> tuple[str, ...]:
    """Every place in the search, in its order."""
    rows = [
        f"{row}, {cell}"
        for row in range(1, NUM_ROWS + 1)
        for cell in (MONEY_NAMES if row == MONEY else CELL_NAMES)
    ]
    return (
        "begin",
        *(f"override row {row}" for row in rows),
        *(f"row {row}" for row in rows),
        *(f"last resort, {name}" for name in MONEY_NAMES),
        "last fair",
    )


PLACE_NAMES = _place_names()


# --- writing
def write_search(s: State) -> Position:
    """How far the search has come, and what was achieved; empty outside the bot's turn."""
    search: Position = {}
    if s.bot_place != BEGIN:
        search["place"] = PLACE_NAMES[s.bot_place]
    if s.bot_faith != c.NONE:
        search["faith"] = FAITH_NAMES[s.bot_faith]
    for key, rows in (("tried", s.bot_tried), ("overriding", s.bot_overriding)):
        if rows:
            search[key] = [row for row in range(1, NUM_ROWS + 1) if has(rows, row)]
    feats = [write_feat(*feat) for feat in s.bot_feats.tolist() if feat[HALVES]]
    if feats:
        search["achieved"] = feats
    return search


def write_feat(row: int, cell: int, faith: int, halves: int) -> Position:
    against = {} if faith == c.NONE else {"faith": FAITH_NAMES[faith]}
    return {"row": row, "cell": CELL_NAMES[cell], **against, "half": HALF_NAMES[halves]}


# --- reading
def read_search(s: State, value: Any, where: str) -> None:
    clear_search(s)
    search = check_keys(value, where, SEARCH_KEYS)
    s.bot_place = find_name(search.get("place", "begin"), f"{where}.place", PLACE_NAMES, "place")
    s.bot_faith = read_faith(search, where)
    s.bot_tried = read_rows(search.get("tried", []), f"{where}.tried", NUM_ROWS)
    s.bot_overriding = read_rows(search.get("overriding", []), f"{where}.overriding", CONCESSIONS)
    feats = check_list(search.get("achieved", []), f"{where}.achieved")
    if len(feats) > NUM_FEATS:
        fail(f"{where}.achieved", f"{len(feats)} things, at most {NUM_FEATS}")
    for i, feat in enumerate(feats):
        read_feat(s, feat, f"{where}.achieved[{i}]")


def read_faith(value: Position, where: str) -> int:
    if "faith" not in value:
        return c.NONE
    return find_name(value["faith"], f"{where}.faith", FAITH_NAMES, "religion")


def read_rows(value: Any, where: str, last: int) -> int:
    """Rows of the table as bits."""
    rows = 0
    for i, row in enumerate(check_list(value, where)):
        rows |= 1 << check_number(row, f"{where}[{i}]", 1, last)
    return rows


def read_feat(s: State, value: Any, where: str) -> None:
    feat = check_keys(value, where, FEAT_KEYS)
    row = check_number(feat.get("row"), f"{where}.row", 1, CONCESSIONS)
    cell = find_name(feat.get("cell"), f"{where}.cell", CELL_NAMES[:2], "cell")
    halves = 1 + find_name(feat.get("half"), f"{where}.half", HALF_NAMES[1:], "half")
    keep_feat(s, row, cell, read_faith(feat, where), halves)


def read_packed_search(s: State, frame: Position, where: str) -> None:
    """Positions of earlier versions: three numbers in the frame of the bot's turn."""
    if not set(frame) & set(PACKED_KEYS):
        return
    numbers = [
        check_number(frame.get(key, 0), f"{where}.{key}", 0, most - 1)
        for key, most in zip(PACKED_KEYS, MOST_ARGUMENTS, strict=True)
    ]
    clear_search(s)
    unpack_search(s, *numbers)
    if (s.bot_feats[:, 0] > CONCESSIONS).any():
        fail(f"{where}.achieved", f"{numbers[-1]} stands for no goal of the table")


# --- what cannot be
def check_search(s: State) -> None:
    """O2: only the bot in its own turn searches."""
    if write_search(s) and (s.status != c.RUNNING or s.stack[0, 0] != p.BOT_TURN):
        fail("resolution.search", "only the bot has one, in its own turn")


def check_script(states: np.ndarray, mask: np.ndarray) -> None:
    """O4: only the bot in its own turn has a plan; its action comes first, and is legal now."""
    s = view(states, 0)
    script = s.script[: s.script_size].tolist()
    if not script:
        return
    if s.status != c.RUNNING or s.stack[0, 0] != p.BOT_TURN:
        fail("resolution.script", "only the bot has one, in its own turn")
    begun = 0  # how many answers are actions of the turn
    if s.stack_size == 1:
        begun = check_action(states, script, mask)
    for i, action in enumerate(script[begun:], begun):
        if BUY <= action < ACTIVATE:
            fail(f"resolution.script[{i}]", f"{action} is an action, for which it is too late")


def check_action(states: np.ndarray, script: list[int], mask: np.ndarray) -> int:
    """O4: the script begins with an action the bot can take; how many answers that are."""
    s = view(states, 0)
    action, where = script[0], "resolution.script[0]"
    if not BUY <= action < ACTIVATE:
        fail(where, f"{action} is no action, but the bot is to take one")
    if not BUY <= action < PLAY:
        if not mask[action]:
            fail(where, f"the bot cannot take the action {action} now")
        return 1
    if not can_buy(s, s.bot - 1, action - BUY):
        fail(where, f"the bot cannot buy and play the card of {action} now")
    card = s.market[action - BUY]
    if script[1:2] != [PLAY + card]:
        fail("resolution.script[1]", f"the bot plays what it buys: {PLAY + card} is missing")
    return 2
