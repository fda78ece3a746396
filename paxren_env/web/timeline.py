"""Every event of a game: the position after each, and the log as each viewer may know it."""

from dataclasses import dataclass
from typing import Any

from paxren_env.core.game import Game
from paxren_env.core.record import copy_states
from paxren_env.core.telling import Told, is_hidden, lines_for, tell, told_lines, turn_heading

Line = dict[str, Any]  # of the log, as it is sent


@dataclass
class Entry:
    """An event: what it is made of, and the heading above it if a turn begins there."""

    told: Told
    heading: str
    known: Line | None = None  # its line for whoever may know it, once it was asked for


class Timeline:
    """Grows with a game, and is cut when something is taken back."""

    def __init__(self, game: Game) -> None:
        self._options = copy_states(game.states)["options"]
        self._games = [game._initial_game()]  # before the first event, and after each
        self._entries: list[Entry] = []
        self._logs: dict[int | None, list[Line]] = {}
        self._veiled: dict[int | None, set[int]] = {}  # events that the viewer may not know yet
        self.extend(game)

    def __len__(self) -> int:
        """How many events there were."""
        return len(self._entries)

    # --- growing ----------------------------------------------------------------------------
    def extend(self, game: Game) -> None:
        """Add what has happened in the game since."""
        for told in tell(self._games[-1], game.history[len(self) :]):
            is_first = not self._entries
            begins = is_first or told.before.turn != self._entries[-1].told.before.turn
            heading = turn_heading(told.before).strip(" -\n") if begins else ""
            self._entries.append(Entry(told, heading))
            self._games.append(told.after)

    def cut(self, length: int) -> None:
        """Forget all events but the first ones."""
        del self._entries[length:], self._games[length + 1 :]
        # What was revealed after that is secret again: every line is looked at anew.
        self._logs.clear()
        self._veiled.clear()

    # --- positions --------------------------------------------------------------------------
    def position(self, step: int) -> Game:
        """The game after so many events, as a copy."""
        game = self._games[step].clone()
        game.states["options"] = self._options
        return game

    def choices(self) -> list[int]:
        """The steps at which somebody has a real choice."""
        return [i for i, game in enumerate(self._games) if len(game.legal_actions()) > 1]

    # --- the log ----------------------------------------------------------------------------
    def log(self, game: Game, viewer: int | None) -> list[Line]:
        """A line for every event, as the viewer may know it now; not to be changed."""
        log, veiled = self._logs.setdefault(viewer, []), self._veiled.setdefault(viewer, set())
        for i in [*sorted(veiled), *range(len(log), len(self))]:
            entry = self._entries[i]
            if is_hidden(entry.told, game, viewer):
                veiled.add(i)
                line = line_of(i + 1, entry, lines_for(entry.told, game, viewer))
            else:
                veiled.discard(i)
                entry.known = entry.known or line_of(i + 1, entry, told_lines(entry.told))
                line = entry.known
            log[i : i + 1] = [line]
        return log


def line_of(step: int, entry: Entry, text: str) -> Line:
    """An event of the log, its effects apart from it."""
    words, *effects = text.split("\n")
    line: Line = {"step": step, "seat": entry.told.before.deciding_player, "words": words}
    if effects:
        line["effects"] = " ".join(part.strip() for part in effects).removeprefix("→ ")
    if entry.heading:
        line["heading"] = entry.heading
    return line
