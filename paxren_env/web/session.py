"""One browser at one table: what it asks, and what it is told."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from paxren_env.core.options import whole_number
from paxren_env.web.house import House, Watched
from paxren_env.web.limits import Bucket, Limits
from paxren_env.web.table import SLOWEST, Seat, Table
from paxren_env.web.views import say, why_not
from paxren_env.web.workers import WorkerFailed

Message = dict[str, Any]
Send = Callable[[str], Awaitable[None]]


class Session:
    """Answers messages, and sends the table whenever it has changed.

    `seat` is whose eyes the browser has; None sees everything and may look through any.
    """

    def __init__(self, house: House, watched: Watched, seat: Seat, send: Send) -> None:
        self.house, self.watched, self.seat = house, watched, seat
        self.viewer = seat
        self._send = send
        self._sending = asyncio.Lock()
        self._news = asyncio.Event()
        self._known_log: list[Message] = []
        self._jobs: set[asyncio.Task[None]] = set()

    @property
    def table(self) -> Table:
        return self.watched.table

    async def send(self, message: Message, view: str = "") -> None:
        """Send a message; a view is JSON already."""
        text = json.dumps(message)
        if view:
            text = f'{text[:-1]}, "view": {view}}}'
        async with self._sending:
            await self._send(text)

    # --- what it is told ------------------------------------------------------------------------
    async def keep_telling(self) -> None:
        """Send the table now, and whenever it has changed."""
        self.house.look_at(self.watched, self._news.set)
        try:
            self._news.set()
            while True:
                await self._news.wait()
                self._news.clear()
                await self.send(*await self.house.use(self.watched, self._state))
        finally:
            self.house.leave(self.watched, self._news.set)
            for job in self._jobs:
                job.cancel()

    def _state(self) -> tuple[Message, str]:
        """The table as it is now, with the part of the log that is new; and the view of it."""
        table = self.table
        log = table.log(self.viewer)
        same = _common_length(self._known_log, log)
        self._known_log = log.copy()
        state = {
            "type": "table",
            "version": table.version,
            "kind": table.kind,
            "game": table.game.spec.name,
            "title": table.game.spec.title,
            "names": table.names,
            "seat": self.seat,
            "viewer": self.viewer,
            "step": table.steps,
            "steps": table.steps,
            "pace": table.pace,
            "is_paused": table.is_paused,
            "has_persons": table.has_persons,
            "error": table.error,
            "is_compiling": table.game.spec.name not in self.house.compiled,
            "log": {"from": same, "lines": log[same:]},
        }
        return state, table.view(table.steps, self.viewer)

    # --- what it asks ---------------------------------------------------------------------------
    def start(self, message: Message) -> None:
        """Do what a message asks, beside all else; errors are told."""
        job = asyncio.create_task(self._obey(message))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _obey(self, message: Message) -> None:
        said = message.get("type")
        try:
            do = REQUESTS.get(said) if isinstance(said, str) else None
            if do is None:
                raise ValueError(f"there is no request {said!r}")
            answer = await do(self, message)
            if answer is not None:
                await self.send({"type": said, "id": message.get("id"), **answer})
        except (ValueError, TypeError, WorkerFailed) as error:
            with suppress(Exception):  # the browser may have gone
                await self.send({"type": "error", "id": message.get("id"), "words": str(error)})

    def _own_seat(self) -> int:
        if self.seat is None:
            raise ValueError("whoever looks on does not play")
        return self.seat

    def _step(self, message: Message) -> int:
        return self.table.check_step(whole_number("step", message.get("step")))

    async def answer(self, message: Message) -> None:
        """Play an action."""
        action = whole_number("action", message.get("action"))
        step = whole_number("step", message.get("step"))
        seat = self._own_seat()
        await self.house.change(self.watched, self.table.answer, seat, action, step)

    async def undo(self, message: Message) -> None:
        """Back to one's last choice."""
        await self.house.change(self.watched, self.table.undo, self._own_seat())

    async def hint(self, message: Message) -> Message:
        """What greedy would do."""
        action, words = await self.house.hint(self.watched, self._own_seat())
        return {"action": action, "words": words}

    async def why(self, message: Message) -> Message:
        """Why an action is not legal."""
        action = whole_number("action", message.get("action"))
        game = self.table.game
        words = await self.house.use(self.watched, why_not, game, self.viewer, action)
        return {"action": action, "words": words}

    async def say(self, message: Message) -> Message:
        """A question to the table, at some step."""
        step, word = self._step(message), message.get("word")
        if not isinstance(word, str):
            raise ValueError("which word?")

        def lines() -> list[str]:
            return say(self.table.position(step), self.viewer, word)

        found = await self.house.use(self.watched, lines)
        return {"word": word, "step": step, "lines": found}

    async def look(self, message: Message) -> None:
        """An earlier position."""
        step = self._step(message)
        view = await self.house.use(self.watched, self.table.view, step, self.viewer)
        head = {"type": "look", "id": message.get("id"), "step": step, "viewer": self.viewer}
        await self.send(head, view)

    async def viewpoint(self, message: Message) -> None:
        """Look through the eyes of a seat, or see everything."""
        seat = message.get("seat")
        if self.seat is not None:
            raise ValueError("whoever plays has their own eyes only")
        if seat is not None and seat not in range(self.table.game.num_players):
            raise ValueError(f"there is no seat {seat!r}")
        self.viewer = seat
        self._news.set()

    async def pace(self, message: Message) -> None:
        """How fast agents play, or whether they wait."""
        seconds, is_paused = message.get("seconds"), message.get("is_paused")
        if not isinstance(seconds, int | float) or not 0 <= seconds <= SLOWEST:
            raise ValueError(f"seconds are from 0 to {SLOWEST:.0f}")
        if not isinstance(is_paused, bool):
            raise ValueError("is_paused is true or false")

        def change() -> None:
            self.table.pace, self.table.is_paused = float(seconds), is_paused

        await self.house.change(self.watched, change)

    async def retry(self, message: Message) -> None:
        """Ask an agent again that has failed."""

        def change() -> None:
            self.table.error = ""

        await self.house.change(self.watched, change)

    async def analyse(self, message: Message) -> Message:
        """What the search thinks of a position."""
        step = self._step(message)
        return {"step": step, **await self.house.analyse(self.watched, step, self.viewer)}

    async def analyse_all(self, message: Message) -> Message:
        """The chances through the whole game."""
        return await self.house.analyse_all(self.watched, self.viewer)


REQUESTS: dict[str, Callable[[Session, Message], Awaitable[Message | None]]] = {
    request.__name__: request
    for request in (
        Session.answer, Session.undo, Session.hint, Session.why, Session.say, Session.look,
        Session.viewpoint, Session.pace, Session.retry, Session.analyse, Session.analyse_all,
    )
}  # fmt: skip


def _common_length(one: list[Message], other: list[Message]) -> int:
    """How many lines both logs begin with."""
    for i, (a, b) in enumerate(zip(one, other)):
        if a is not b and a != b:
            return i
    return min(len(one), len(other))


def read_message(text: str, bucket: Bucket) -> Message:
    """A message of a browser; a ValueError if it is none, or if they come too fast."""
    if not bucket.take():
        raise ValueError("too fast: wait a moment")
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("this is no message") from None
    if not isinstance(message, dict):
        raise ValueError("this is no message")
    return message


def message_bucket(limits: Limits) -> Bucket:
    return Bucket(limits.message_rate, limits.message_burst)
