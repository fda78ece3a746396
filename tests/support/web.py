"""A server that really listens, and browsers that really connect, for tests of the table."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from paxren_env.web.house import House
from paxren_env.web.limits import Limits
from paxren_env.web.server import make_app, make_server

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 240.0  # seconds, on a machine that others use too
Message = dict[str, Any]


class Remote:
    """A server that is reached by its address only."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self.client.post(path, content=json.dumps(body), **more)

    def new_table(self, game: str, seats: list[str], **more: Any) -> Message:
        """A new table as the list of tables shows it."""
        answer = self.post("/api/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sit(self, table: Message, seat: int | str) -> "Browser":
        return Browser(self, table["id"], table["keys"][str(seat)])


class Running(Remote):
    """A server in a thread of its own."""

    def __init__(
        self, folder: Path, limits: Limits | None = None, agents: tuple[str, ...] = ()
    ) -> None:
        self.house = House(folder, agents=agents, processes=1)
        listening = socket.create_server(("127.0.0.1", 0))
        super().__init__(f"http://127.0.0.1:{listening.getsockname()[1]}")
        self.server = make_server(make_app(self.house, limits or GENEROUS))
        self._thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)

    def saved(self, table: Message) -> Message:
        """What is on the disk of a table."""
        path = self.house.store.folder / f"{table['id']}.json"
        return json.loads(path.read_text(encoding="utf-8"))


GENEROUS = Limits(request_rate=1000, request_burst=1000, message_rate=1000, message_burst=1000)


@contextmanager
def running(folder: Path, **more: Any) -> Iterator[Running]:
    server = Running(folder, **more)
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """One connection to a table: what it was told last, and all it was ever told."""

    def __init__(self, server: Remote, table: str, key: str, **more: Any) -> None:
        self._open = ExitStack()
        address = f"{server.address.replace('http', 'ws', 1)}/socket"
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, max_size=None, compression=None, **more)
        )
        self.heard: list[Message] = []
        self.log: list[Message] = []
        self.table: Message = {}
        self.socket.send(json.dumps({"table": table, "key": key}))

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: Any) -> None:
        self._open.close()

    def say(self, type_: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": type_, **more}))

    def hear(self) -> Message:
        """The next message; the table and its log are kept up to date."""
        message = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        if message["type"] == "table":
            begin = message["log"]["from"]
            assert begin <= len(self.log), "a part of the log was never sent"
            self.log[begin:] = message["log"]["lines"]
            self.table = message
        return message

    def hear_of(self, *types: str) -> Message:
        """The next message of one of these types."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            message = self.hear()
            if message["type"] in types:
                return message
        raise AssertionError(f"nothing was heard of {types}")

    def ask(self, type_: str, **more: Any) -> Message:
        """A request, and its answer or the error."""
        self.say(type_, **more)
        return self.hear_of(type_, "error")

    def wait_until_asked(self) -> Message:
        """The table as soon as this seat must answer, or the game is over."""
        while not self.table or not (
            self.table["view"]["is_asked"] or self.table["view"]["is_over"]
        ):
            self.hear()
        return self.table

    def answer(self, action: int) -> None:
        """Give an answer, and hear of it."""
        version = self.table["version"]
        self.say("answer", action=action, step=self.table["steps"])
        while self.table["version"] == version:
            message = self.hear()
            assert message["type"] != "error", message
