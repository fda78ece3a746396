"""Positions and saved games with something wrong in them, of any game of the house.

A mutated position is refused with a ValueError that says where, or it is one that can be played on
with all invariants. Nothing else may happen: no other error, no hang, no store out of its place.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from paxren_env.core.frames import Frames
from paxren_env.core.game import Game
from tests.support.checked_play import play_on

Path = tuple[Any, ...]


# --- positions ------------------------------------------------------------------------------------
def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every part of a position."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from paths(value[i], (*path, i))


def part(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


class Mutations:
    """Ways to damage a position; words and parts come from other positions of the same game."""

    def __init__(self, frames: Frames, donors: list[Any], rng: random.Random) -> None:
        self.frames = frames
        self.donors = donors
        self.rng = rng
        found = {
            part(donor, path) for donor in donors for path in paths(donor) if is_word(donor, path)
        }
        self.words = sorted(found)

    def position(self, position: Any) -> Any:
        """The position with one to three things changed."""
        mutant = json.loads(json.dumps(position))
        ways = (self.change, self.change, self.remove, self.move, self.graft, self.graft, self.owe)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self.rng.choice(ways)(mutant)
        return mutant

    def any_path(self, position: Any) -> Path | None:
        found = list(paths(position))
        return self.rng.choice(found) if found else None

    def change(self, position: Any) -> None:
        """Another value of the same kind, or nothing of the kind."""
        path = self.any_path(position)
        if path:
            part(position, path[:-1])[path[-1]] = self.other(part(position, path))

    def other(self, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.rng.choice((-1, 1, 2, 10, 1000, 30_000, 32_767 - value, 2**63))
        if isinstance(value, str):
            return self.rng.choice(self.words)
        return self.rng.choice((None, 0, "", [], {}, [value], {"card": value}))

    def remove(self, position: Any) -> None:
        path = self.any_path(position)
        if path:
            del part(position, path[:-1])[path[-1]]

    def move(self, position: Any) -> None:
        """Something from one list to another."""
        lists = [path for path in paths(position) if isinstance(part(position, path), list)]
        full = [path for path in lists if part(position, path)]
        if full:
            source, target = (part(position, self.rng.choice(found)) for found in (full, lists))
            moved = source.pop(self.rng.randrange(len(source)))
            target.insert(self.rng.randint(0, len(target)), copy.deepcopy(moved))

    def graft(self, position: Any) -> None:
        """A part of another position in the same place."""
        donor = self.rng.choice(self.donors)
        path = self.any_path(donor) or ()
        try:
            part(position, path[:-1])[path[-1]] = copy.deepcopy(part(donor, path))
        except (KeyError, IndexError, TypeError):
            pass  # there is no such place here

    def owe(self, position: Any) -> None:
        """A frame more, or another one on top."""
        pending = position.get("pending")
        if not isinstance(pending, list) or not pending:
            return
        if self.rng.random() < 0.4:
            pending.pop()
        pending.insert(len(pending) - (self.rng.random() < 0.2), self.frame(pending))

    def frame(self, pending: list[Any]) -> dict[str, Any]:
        row = self.rng.choice(self.frames.rows)
        owner = pending[0].get("player", 0) if pending and isinstance(pending[0], dict) else 0
        player = owner if self.rng.random() < 0.7 else self.rng.randrange(4)
        arguments = {kind.label: self.rng.choice(kind.values) for kind in row.about if kind.values}
        return {"frame": row.name, "player": player, **arguments}


def is_word(position: Any, path: Path) -> bool:
    return isinstance(part(position, path), str)


# --- saved games ----------------------------------------------------------------------------------
def seal(game: Game, states: np.ndarray) -> bytes:
    """A saved game of this row, with a checksum that fits."""
    twin = game.clone()
    twin.states = states
    return twin.to_bytes()


def mutated_bytes(game: Game, rng: random.Random) -> bytes:
    """The saved game with other numbers in some fields; now and then any byte of the row."""
    states = game.clone().states
    for _ in range(rng.choice((1, 1, 2, 4))):
        if rng.random() < 0.2:
            states.view(np.uint8)[rng.randrange(states.nbytes)] = rng.randrange(256)
            continue
        cells = states[rng.choice(states.dtype.names or ())].reshape(-1)
        limits = np.iinfo(cells.dtype)
        wanted = rng.choice((-1, 0, 1, 2, 3, 5, limits.min, limits.max, rng.randrange(200)))
        cells[rng.randrange(len(cells))] = max(limits.min, min(limits.max, wanted))
    return seal(game, states)


# --- refused, or playable -------------------------------------------------------------------------
def try_all(
    games: list[Game], mutants_each: int, seed: int, limit: int, to_the_end: int
) -> Counter[str]:
    """Load mutants of these games, as positions and as bytes; play on from what is accepted.

    Up to `limit` events are played, from every so-many-th position all that follow. Returns how
    many were refused and played.
    """
    rng = random.Random(seed)
    donors = [json.loads(json.dumps(game.to_dict())) for game in games]
    mutations = Mutations(games[0].spec.frames, donors, rng)
    count: Counter[str] = Counter()
    for game, position in zip(games, donors, strict=True):
        for number in range(mutants_each):
            kind, mutant = (
                ("position", mutations.position(position))
                if number % 3
                else ("bytes", mutated_bytes(game, rng))
            )
            loaded = load(game, kind, mutant)
            count[f"{kind} {'refused' if loaded is None else 'played'}"] += 1
            if loaded is not None:
                every = {} if count.total() % to_the_end == 0 else {"limit": limit}
                play_on(loaded, rng.randrange(1000), number % 2, **every)
    return count


def load(game: Game, kind: str, mutant: Any) -> Game | None:
    """The game, or None if it was refused as it should be."""
    try:
        return type(game).from_bytes(mutant) if kind == "bytes" else type(game).from_dict(mutant)
    except ValueError as error:
        why = str(error)
    assert ": " in why, f"refused without a place: {why}"
    return None
