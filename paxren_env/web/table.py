"""A table: a game, who sits where, the secret links, and all that can be done at it."""

import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from paxren_env.cli.common import new_game
from paxren_env.cli.play import take_back
from paxren_env.core.game import Game
from paxren_env.core.options import check_seed
from paxren_env.core.replay import Replay, replay_text
from paxren_env.core.spec import GameSpec, find
from paxren_env.web.menu import PERSON
from paxren_env.web.timeline import Timeline
from paxren_env.web.views import view_of

FORMAT = "paxren table 1"
PLAYED, SHOWN = "table", "replay"  # kinds of tables
KEY_BYTES = 18
SLOWEST = 30.0  # seconds between two answers of agents
MOST_VIEWS = 64  # kept of a table
WATCH = "watch"  # the seat of whoever sees everything

Seat = int | None  # None: whoever sees everything


@dataclass
class Table:
    """One game with its people. It is used by one thread at a time."""

    id: str
    kind: str
    game: Game
    names: list[str]  # by seat: PERSON, or an agent of the menu
    keys: dict[str, str]  # of every person's seat, and WATCH
    created: float
    pace: float = 0.7  # seconds between two answers of agents
    is_paused: bool = False
    error: str = ""  # why an agent does not answer
    version: int = 0  # grows with every change
    _timeline: Timeline | None = None
    _views: dict[tuple[int, Seat], str] = field(default_factory=dict)

    # --- who may look ---------------------------------------------------------------------------
    def seat_of(self, key: str) -> Seat:
        """The seat that a secret key opens; a KeyError if it opens none."""
        found = [seat for seat, own in self.keys.items() if _equal(own, key)]
        if not found:
            raise KeyError(key)
        return None if found[0] == WATCH else int(found[0])

    @property
    def has_persons(self) -> bool:
        return PERSON in self.names

    # --- playing --------------------------------------------------------------------------------
    @property
    def agent_to_answer(self) -> str | None:
        """The agent that must answer now."""
        seat = self.game.deciding_player
        if self.kind != PLAYED or self.game.is_over or seat < 0 or self.names[seat] == PERSON:
            return None
        return self.names[seat]

    def answer(self, seat: int, action: int, step: int) -> None:
        """Answer for a seat; a ValueError, and no change, if it is not asked or may not do so.

        `step` is how many events the answer knows of: one that was meant for an earlier question
        is refused.
        """
        self._check_played()
        if self.game.deciding_player != seat:
            raise ValueError("you are not asked now")
        if step != len(self.game.history):
            raise ValueError("the game has gone on: look again")
        self.game.step(action)
        self._changed()

    def undo(self, seat: int) -> None:
        """Back to the seat's last choice, unless another person has answered since."""
        self._check_played()
        twin = self.game.clone()
        take_back(twin, seat)
        self._check_nobody_else(seat, len(twin._past))
        take_back(self.game, seat)
        self._changed()

    def take_back_one(self) -> None:
        """As if the last answer had never been given."""
        self.game.undo()
        self._changed()

    def _check_nobody_else(self, seat: int, since: int) -> None:
        twin = self.game.clone()
        while len(twin._past) > since:
            twin.undo()
            other = twin.deciding_player
            if other != seat and other >= 0 and self.names[other] == PERSON:
                raise ValueError("another person has answered since: that stays")

    def _check_played(self) -> None:
        if self.kind != PLAYED:
            raise ValueError("a replay is only looked at")

    def _changed(self) -> None:
        self.version += 1
        self.error = ""
        self._views.clear()
        if self._timeline is not None:
            events = len(self.game.history)
            if events < len(self._timeline):
                self._timeline.cut(events)
            self._timeline.extend(self.game)

    # --- looking --------------------------------------------------------------------------------
    @property
    def timeline(self) -> Timeline:
        if self._timeline is None:
            self._timeline = Timeline(self.game)
        return self._timeline

    @property
    def steps(self) -> int:
        return len(self.game.history)

    def check_step(self, step: int) -> int:
        if not 0 <= step <= self.steps:
            raise ValueError(f"steps are from 0 to {self.steps}, not {step}")
        return step

    def position(self, step: int) -> Game:
        """The game after so many events."""
        self.check_step(step)
        return self.game if step == self.steps else self.timeline.position(step)

    def view(self, step: int, viewer: Seat) -> str:
        """What a viewer is shown after so many events, as JSON: many may look at the same."""
        if (step, viewer) not in self._views:
            if len(self._views) >= MOST_VIEWS:
                self._views.clear()
            self._views[step, viewer] = json.dumps(view_of(self.position(step), viewer))
        return self._views[step, viewer]

    def log(self, viewer: Seat) -> list[dict[str, Any]]:
        return self.timeline.log(self.game, viewer)

    # --- files ----------------------------------------------------------------------------------
    def to_file(self) -> dict[str, Any]:
        """All that must not be lost."""
        return {
            "format": FORMAT,
            "id": self.id,
            "kind": self.kind,
            "game": self.game.spec.name,
            "created": self.created,
            "names": self.names,
            "keys": self.keys,
            "pace": self.pace,
            "is_paused": self.is_paused,
            "seed": self.game.seed,
            "options": self.game.options,
            "actions": self.game.history,
        }

    def replay(self) -> str:
        """The game so far as a replay file."""
        why = None if self.game.is_over else "not played to its end"
        return replay_text(self.game, self.names, why)


def _equal(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


# --- making tables --------------------------------------------------------------------------------
def new_table(
    spec: GameSpec, names: list[str], made_by: dict[str, str], options: Any, seed: int | None
) -> Table:
    """A table for these players by seat; `made_by`: how the agents of the menu are made."""
    if not spec.min_players <= len(names) <= spec.max_players:
        raise ValueError(f"{spec.title} has {spec.min_players} to {spec.max_players} players")
    for name in names:
        if name != PERSON and name not in made_by:
            raise ValueError(f"there is no agent {name!r}; there are: {', '.join(made_by)}")
    names = names.copy()
    game = new_game(spec, names, None if seed is None else check_seed(seed), options)
    return _table(PLAYED, game, names)


def table_of_replay(replay: Replay) -> Table:
    """A table that shows a game that was played."""
    game = (
        find(replay.game)
        .module("game")
        .Game.replay(seed=replay.seed, options=replay.options, actions=replay.actions)
    )
    return _table(SHOWN, game, replay.agents)


def _table(kind: str, game: Game, names: list[str]) -> Table:
    seats = [str(i) for i, name in enumerate(names) if kind == PLAYED and name == PERSON]
    keys = {seat: secrets.token_urlsafe(KEY_BYTES) for seat in (*seats, WATCH)}
    return Table(secrets.token_hex(6), kind, game, names, keys, time.time())


def table_from_file(saved: dict[str, Any]) -> Table:
    """A table as it was; a ValueError if the file is none."""
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError("this is no table")
    try:
        game = (
            find(saved["game"])
            .module("game")
            .Game.replay(seed=saved["seed"], options=saved["options"], actions=saved["actions"])
        )
        return Table(
            saved["id"], saved["kind"], game, saved["names"], saved["keys"], saved["created"],
            saved["pace"], saved["is_paused"],
        )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise ValueError(f"the table is damaged: {error!r}") from error
