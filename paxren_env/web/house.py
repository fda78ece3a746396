"""All tables of a server: they are opened, played on by agents, saved, and looked at."""

import asyncio
import json
import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from paxren_env.core.replay import read_replay
from paxren_env.core.spec import GameSpec, find
from paxren_env.core.starting import compile_beside
from paxren_env.web import analysis, tasks
from paxren_env.web.forms import check_foreign_options, options_from
from paxren_env.web.menu import Menu, has_agents, make_menu
from paxren_env.web.store import Store
from paxren_env.web.table import PLAYED, Seat, Table, new_table, table_from_file, table_of_replay
from paxren_env.web.workers import WorkerFailed, WorkerLost, Workers

AGENT_SECONDS = 120.0  # that an agent may think about one answer
PREPARE_SECONDS = 3600.0  # to compile the rules of a game
ANALYSIS_SECONDS = 5.0  # for a whole game, the rest of ten goes to everything around it
COMPILER_LOOKS = 0.3  # seconds between two looks at whether the rules are compiled
MOST_MS = 60  # for each of its positions
MOST_TABLES = 2000
IDLE_SECONDS = 600.0
HINT = "greedy"
T = TypeVar("T")


@dataclass
class Watched:
    """A table that is open, and who looks at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # Called whenever the table has changed.
    lookers: set[Callable[[], None]] = field(default_factory=set)
    runner: asyncio.Task[None] | None = None
    analyses: dict[Any, Any] = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)


class House:
    """Everything that the server knows."""

    def __init__(
        self,
        folder: Path,
        networks: dict[str, Path] | None = None,
        agents: Iterable[str] = (),
        processes: int | None = None,
    ) -> None:
        self.store = Store(folder)
        self.networks, self.more_agents = networks or {}, tuple(agents)
        number = processes or os.cpu_count() or 1
        self.players, self.analysts = Workers(number), Workers(number)
        self.open: dict[str, Watched] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self._since: dict[str, float] = {}
        self._compiling: dict[str, asyncio.Task[None]] = {}
        self.compiled: set[str] = set()  # games

    # --- games ----------------------------------------------------------------------------------
    def menu(self, spec: GameSpec) -> Menu:
        return make_menu(spec, self.networks, self.more_agents)

    def prepare(self, name: str) -> asyncio.Task[None]:
        """Make a game ready to be played; the task ends when it is.

        Where its rules are not compiled yet they are played as plain Python at first, and compiled
        by a process beside this one.
        """
        task = self._preparing.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._since[name] = time.monotonic()
            task = asyncio.create_task(self._prepare(find(name)))
            self._preparing[name] = task
        return task

    async def _prepare(self, spec: GameSpec) -> None:
        compiler = await asyncio.to_thread(compile_beside, spec)
        await asyncio.to_thread(_first_game, spec)
        self._compiling[spec.name] = asyncio.create_task(self._compile(spec, compiler))

    async def _compile(self, spec: GameSpec, compiler: Any) -> None:
        """Wait for the rules, tell those who play, and have the search compiled as well."""
        while compiler is not None and compiler.poll() is None:
            await asyncio.sleep(COMPILER_LOOKS)
        self.compiled.add(spec.name)
        for watched in self.open.values():
            self.tell(watched)
        if has_agents():  # nobody waits for this, but the first analysis would
            ready = partial(self.analysts.run, tasks.prepare_search, seconds=PREPARE_SECONDS)
            with suppress(WorkerFailed):
                network = self.menu(spec).network
                await asyncio.gather(*(ready(spec, network) for _ in range(self.analysts.number)))

    def preparation(self, name: str) -> dict[str, Any]:
        """Whether a game can be played, and for how long its rules are being compiled already."""
        task = self._preparing.get(name)
        if task is None:
            return {"state": "not begun", "seconds": 0}
        seconds = round(time.monotonic() - self._since[name])
        if not task.done():
            return {"state": "loading", "seconds": seconds}
        failed = task.cancelled() or task.exception()
        if failed:
            return {"state": f"failed: {failed}", "seconds": 0}
        is_compiled = name in self.compiled
        return {"state": "ready" if is_compiled else "compiling", "seconds": seconds}

    # --- tables ---------------------------------------------------------------------------------
    async def new_table(self, wanted: dict[str, Any]) -> Table:
        """A new table as a request describes it; a ValueError says what is wrong with it."""
        self._check_room()
        spec = find(_text(wanted, "game"))
        names = wanted.get("seats")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("seats are a list of names")
        options = options_from(spec, wanted.get("options", {}))
        await self.prepare(spec.name)
        table = await asyncio.to_thread(
            new_table, spec, names, self.menu(spec).agents, options, _seed(wanted.get("seed"))
        )
        return await self._add(table)

    async def new_replay(self, text: str) -> Table:
        """A table that shows the game of a replay file."""
        self._check_room()
        try:
            parts = json.loads(text)
        except (ValueError, RecursionError):
            parts = None
        if isinstance(parts, dict) and isinstance(parts.get("game"), str):
            spec = find(parts["game"])
            check_foreign_options(spec, parts.get("options"))
            await self.prepare(spec.name)
        return await self._add(await asyncio.to_thread(_shown, text))

    async def _add(self, table: Table) -> Table:
        await asyncio.to_thread(self.store.save, table.to_file())
        watched = self.open[table.id] = Watched(table)
        self.kick(watched)
        return table

    def _check_room(self) -> None:
        if len(self.store.names()) >= MOST_TABLES:
            raise ValueError(f"there are {MOST_TABLES} tables already: remove some")

    async def table(self, name: str) -> Watched:
        """An open table, or one from the disk; a KeyError if there is none."""
        self._close_idle()
        try:
            async with self._opening.setdefault(name, asyncio.Lock()):
                if name not in self.open:
                    saved = await asyncio.to_thread(self.store.load, name)
                    await self.prepare(saved["game"])
                    table = await asyncio.to_thread(table_from_file, saved)
                    self.open[name] = Watched(table)
        finally:
            self._opening.pop(name, None)
        self.open[name].used = time.monotonic()
        return self.open[name]

    def _close_idle(self) -> None:
        """Tables that nobody has used for a while are on the disk only."""
        oldest = time.monotonic() - IDLE_SECONDS
        for name, watched in list(self.open.items()):
            is_running = watched.runner is not None and not watched.runner.done()
            if not (watched.lookers or is_running or watched.used > oldest):
                del self.open[name]

    async def remove(self, name: str) -> None:
        """Forget a table for good."""
        watched = self.open.pop(name, None)
        if watched is not None and watched.runner is not None:
            watched.runner.cancel()
        await asyncio.to_thread(self.store.remove, name)

    # --- looking on -----------------------------------------------------------------------------
    async def use(self, watched: Watched, what: Callable[..., T], *arguments: Any) -> T:
        """Do something with a table, in a thread, nobody else doing so."""
        async with watched.lock:
            return await asyncio.to_thread(what, *arguments)

    def look_at(self, watched: Watched, looker: Callable[[], None]) -> None:
        """Call the looker from now on whenever the table has changed."""
        watched.lookers.add(looker)
        self.kick(watched)

    def leave(self, watched: Watched, looker: Callable[[], None]) -> None:
        watched.lookers.discard(looker)

    def tell(self, watched: Watched) -> None:
        for looker in list(watched.lookers):
            looker()

    # --- playing --------------------------------------------------------------------------------
    async def change(self, watched: Watched, what: Callable[..., None], *arguments: Any) -> None:
        """Change a table; it is on the disk before anybody hears of it."""
        async with watched.lock:
            await asyncio.to_thread(self._change, watched, what, arguments)
        watched.analyses.clear()
        self.tell(watched)
        self.kick(watched)

    def _change(self, watched: Watched, what: Callable[..., None], arguments: Any) -> None:
        table = watched.table
        events = len(table.game.history)
        what(*arguments)
        try:
            self.store.save(table.to_file())
        except OSError as error:
            if len(table.game.history) > events:  # what is not on the disk has not happened
                table.take_back_one()
            raise ValueError(f"the table cannot be saved: {error}") from error

    def kick(self, watched: Watched) -> None:
        """Let agents go on if it is their turn."""
        if watched.runner is None or watched.runner.done():
            watched.runner = asyncio.create_task(self._run(watched))

    def _is_due(self, watched: Watched) -> str | None:
        """The agent that is to answer; where only agents play, they wait for somebody to look."""
        table = watched.table
        if table.is_paused or table.error or not (watched.lookers or table.has_persons):
            return None
        return table.agent_to_answer

    async def _run(self, watched: Watched) -> None:
        """Answer for agents until a person is asked, or nobody looks any more."""
        table = watched.table
        while (name := self._is_due(watched)) is not None:
            began, version = time.monotonic(), table.version
            try:
                action = await self._ask(watched, name)
                await asyncio.sleep(max(0.0, table.pace - (time.monotonic() - began)))
                await self._accept(watched, action, version)
            except (WorkerFailed, ValueError) as error:
                table.error = f"{name} does not answer: {error}"
                self.tell(watched)

    async def _ask(self, watched: Watched, name: str) -> int:
        made_by = self.menu(watched.table.game.spec).agents.get(name)
        if made_by is None:
            raise ValueError("there is no such agent here any more")
        game = await self.use(watched, watched.table.game.clone)
        game._past = []
        # A search waits for the rules to be compiled.
        seconds = AGENT_SECONDS if game.spec.name in self.compiled else PREPARE_SECONDS
        try:
            return await self.players.run(tasks.answer, game, made_by, seconds=seconds)
        except WorkerLost:  # perhaps by another's fault: once more, in a new process
            return await self.players.run(tasks.answer, game, made_by, seconds=seconds)

    async def _accept(self, watched: Watched, action: int, version: int) -> None:
        table = watched.table

        def answer() -> None:
            if table.version == version and self._is_due(watched):
                table.answer(table.game.deciding_player, action, table.steps)

        async with watched.lock:
            await asyncio.to_thread(self._change, watched, answer, ())
        self.tell(watched)

    # --- advice ---------------------------------------------------------------------------------
    async def hint(self, watched: Watched, seat: int) -> tuple[int, str]:
        """What greedy would answer for a seat, with its words."""
        game = await self.use(watched, watched.table.game.clone)
        if game.deciding_player != seat:
            raise ValueError("you are not asked now")
        game._past = []
        action = await self.players.run(tasks.answer, game, HINT, seconds=AGENT_SECONDS)
        return action, await asyncio.to_thread(game.action_name, action)

    async def analyse(self, watched: Watched, step: int, viewer: Seat) -> Any:
        """What the search thinks of a position."""
        known, table = watched.analyses, watched.table
        key = table.version, step, viewer
        if key not in known:
            game = await self.use(watched, lambda: table.position(step).clone())
            game._past = []
            network = self.menu(game.spec).network
            known[key] = await self.analysts.run(
                analysis.analyse, game, viewer, network, seconds=PREPARE_SECONDS
            )
        return known[key]

    async def analyse_all(self, watched: Watched, viewer: Seat) -> Any:
        """The chances at every choice of the game so far, and its turning points."""
        known, table = watched.analyses, watched.table
        key = table.version, "all", viewer
        if key not in known:
            positions = await self.use(watched, _choices, table)
            number = self.analysts.number
            ms = max(1, min(MOST_MS, int(1000 * ANALYSIS_SECONDS * number / len(positions))))
            every = [positions[i::number] for i in range(number)]
            ask = partial(self.analysts.run, analysis.chances_of, seconds=PREPARE_SECONDS)
            parts = await asyncio.gather(*(ask(part, viewer, ms) for part in every))
            chances = sorted(one for part in parts for one in part)
            points = analysis.turning_points(chances)
            known[key] = {"chances": chances, "turning_points": points}
        return known[key]

    def stop(self) -> None:
        runners = [watched.runner for watched in self.open.values() if watched.runner is not None]
        for task in (*runners, *self._compiling.values()):
            task.cancel()
        self.players.stop()
        self.analysts.stop()


def _first_game(spec: GameSpec) -> None:
    """Whatever is loaded for the first step is loaded now."""
    game = spec.module("game").Game(seed=0)
    game.determinize(0, seed=0)
    game.step(game.legal_actions()[0])


def _choices(table: Table) -> list[tuple[int, Any]]:
    """The positions at which somebody has a choice, and the end."""
    steps = [*table.timeline.choices(), *([table.steps] if table.game.is_over else [])]
    found = [(step, table.position(step).clone()) for step in steps]
    for _, game in found:
        game._past, game.history = [], []
    return found


def _shown(text: str) -> Table:
    return table_of_replay(read_replay(text))


def _seed(given: Any) -> Any:
    """JavaScript has no whole numbers of 64 bits: such a seed comes as text."""
    return int(given) if isinstance(given, str) and re.fullmatch("[0-9]{1,20}", given) else given


def _text(wanted: dict[str, Any], name: str) -> str:
    value = wanted.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} is missing")
    return value


def summary(saved: dict[str, Any]) -> dict[str, Any]:
    """A table in the list of tables."""
    spec = find(saved["game"])
    return {
        "id": saved["id"],
        "kind": saved["kind"],
        "game": saved["game"],
        "title": spec.title,
        "created": saved["created"],
        "names": saved["names"],
        "keys": saved["keys"],
        "steps": len(saved["actions"]),
        "is_played": saved["kind"] == PLAYED,
    }
