"""The server: pages, requests and sockets. Everything it does is done by a House."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles

from paxren_env import DEFAULT_GAME
from paxren_env.core.spec import find, game_names
from paxren_env.web.access import is_local, is_own_page
from paxren_env.web.forms import fields
from paxren_env.web.house import House, summary
from paxren_env.web.limits import MESSAGE_BYTES, REPLAYS, Guard, Limits
from paxren_env.web.menu import PERSON
from paxren_env.web.session import Session, message_bucket, read_message
from paxren_env.web.table import PLAYED
from paxren_env.web.views import glossary

STATIC = Path(__file__).parent / "static"
HELLO_SECONDS = 15.0
REFUSED = 1008  # why a socket is closed
NO_STORE = {"cache-control": "no-store"}


def make_app(
    house: House, limits: Limits | None = None, address: str = "", game: str = DEFAULT_GAME
) -> Any:
    """The application that a web server runs.

    `address` is how others reach it, `game` what the form begins with.
    """
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        house.stop()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    _add_pages(app)
    _add_requests(app, house, {"address": address, "game": game, "person": PERSON})
    _add_files(app, house)
    _add_socket(app, house, limits)
    return Guard(app, limits)


def make_server(app: Any) -> uvicorn.Server:
    """The web server for it: nothing is believed of proxies, long messages end a connection."""
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=MESSAGE_BYTES, ws_per_message_deflate=False,
        proxy_headers=False, server_header=False,
    )  # fmt: skip
    return uvicorn.Server(config)


# --- pages ----------------------------------------------------------------------------------------
def _add_pages(app: FastAPI) -> None:
    @app.get("/")
    async def home() -> FileResponse:
        return FileResponse(STATIC / "home.html", headers={"cache-control": "no-cache"})

    @app.get("/t/{name}")
    async def table(name: str) -> FileResponse:
        return FileResponse(STATIC / "table.html", headers={"cache-control": "no-cache"})

    @app.get("/favicon.ico")
    async def icon() -> FileResponse:
        return FileResponse(STATIC / "icon.svg", media_type="image/svg+xml")


# --- requests -------------------------------------------------------------------------------------
def require_local(request: Request) -> None:
    """Refuse whoever is not at this machine."""
    peer = request.client.host if request.client else None
    if not is_local(peer, request.headers):
        raise HTTPException(403, "only at the machine of the server: ask for the link of a seat")


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise HTTPException(400, "this is no JSON") from None
    if not isinstance(body, dict):
        raise HTTPException(400, "this is no object")
    return body


def _add_requests(app: FastAPI, house: House, usual: dict[str, str]) -> None:
    @app.get("/api/games")
    async def games(request: Request) -> JSONResponse:
        require_local(request)
        found = [_game(house, name) for name in game_names()]
        return JSONResponse({"games": found, **usual})

    @app.post("/api/games/{name}/prepare")
    async def prepare(name: str, request: Request) -> JSONResponse:
        require_local(request)
        _known_game(name)
        house.prepare(name)
        return JSONResponse(house.preparation(name))

    @app.get("/api/games/{name}/glossary")
    async def words(name: str) -> JSONResponse:
        _known_game(name)
        entries = await asyncio.to_thread(glossary, find(name))
        return JSONResponse({"entries": entries}, headers={"cache-control": "max-age=3600"})

    @app.get("/api/tables")
    async def tables(request: Request) -> JSONResponse:
        require_local(request)
        return JSONResponse({"tables": await asyncio.to_thread(_list, house)}, headers=NO_STORE)

    @app.post("/api/tables")
    async def new_table(request: Request) -> JSONResponse:
        require_local(request)
        table = await _made(house.new_table, await body_of(request))
        return JSONResponse(summary(table.to_file()), headers=NO_STORE)

    @app.post("/api/tables/{name}/remove")
    async def remove(name: str, request: Request) -> JSONResponse:
        require_local(request)
        try:
            await house.remove(name)
        except KeyError:
            raise HTTPException(404, "there is no such table") from None
        return JSONResponse({})


async def _made(make: Callable[[Any], Any], wanted: Any) -> Any:
    try:
        return await make(wanted)
    except (ValueError, TypeError) as error:
        raise HTTPException(400, str(error)) from error


def _known_game(name: str) -> None:
    if name not in game_names():
        raise HTTPException(404, "there is no such game")


def _game(house: House, name: str) -> dict[str, Any]:
    spec = find(name)
    return {
        "name": name,
        "title": spec.title,
        "min_players": spec.min_players,
        "max_players": spec.max_players,
        "default_players": spec.default_players,
        "fields": fields(spec),
        "agents": list(house.menu(spec).agents),
        "preparation": house.preparation(name),
    }


def _list(house: House) -> list[dict[str, Any]]:
    """Every table, the newest first; files that are damaged are left out."""
    found = []
    for name in house.store.names():
        with suppress(ValueError, KeyError, OSError):
            found.append(summary(house.store.load(name)))
    return sorted(found, key=lambda table: -table["created"])


# --- files ----------------------------------------------------------------------------------------
def _add_files(app: FastAPI, house: House) -> None:
    @app.post(REPLAYS)
    async def new_replay(request: Request) -> JSONResponse:
        require_local(request)
        text = (await request.body()).decode("utf-8", errors="replace")
        table = await _made(house.new_replay, text)
        return JSONResponse(summary(table.to_file()), headers=NO_STORE)

    @app.post("/api/tables/{name}/replay")
    async def replay(name: str, request: Request) -> PlainTextResponse:
        """The game as a file. It tells everything: a seat gets it when the game is over."""
        if not is_own_page(request.headers):
            raise HTTPException(403, "not from another page")
        key = (await body_of(request)).get("key")
        try:
            watched = await house.table(name)
            seat = watched.table.seat_of(key if isinstance(key, str) else "")
        except KeyError:
            raise HTTPException(404, "there is no such table, or this is no link to it") from None
        table = watched.table
        if seat is not None and table.kind == PLAYED and not table.game.is_over:
            raise HTTPException(403, "the file would tell what is hidden: when the game is over")
        return PlainTextResponse(await house.use(watched, table.replay), headers=NO_STORE)


# --- sockets --------------------------------------------------------------------------------------
def _add_socket(app: FastAPI, house: House, limits: Limits) -> None:
    clients: Counter[str] = Counter()

    @app.websocket("/socket")
    async def socket(connection: WebSocket) -> None:
        client = connection.client.host if connection.client else ""
        full = clients.total() >= limits.sockets or clients[client] >= limits.sockets_per_client
        if full or not is_own_page(connection.headers):
            await connection.close(REFUSED)
            return
        await connection.accept()
        clients[client] += 1
        try:
            await _serve(house, limits, connection)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone, perhaps while it was being told something
        finally:
            clients[client] -= 1


async def _serve(house: House, limits: Limits, connection: WebSocket) -> None:
    """A browser until it leaves: it says which table it means, and has the key to it."""
    bucket = message_bucket(limits)
    try:
        hello = await asyncio.wait_for(connection.receive_text(), HELLO_SECONDS)
        session = await _seated(house, connection, read_message(hello, bucket))
    except (TimeoutError, ValueError, KeyError):
        await _refuse(connection, "there is no such table, or this is no link to it")
        return
    telling = asyncio.create_task(session.keep_telling())
    listening = asyncio.create_task(_listen(session, connection, bucket))
    try:
        done, _ = await asyncio.wait({telling, listening}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        telling.cancel()
        listening.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)


async def _seated(house: House, connection: WebSocket, hello: dict[str, Any]) -> Session:
    name, key = hello.get("table"), hello.get("key")
    if not isinstance(name, str) or not isinstance(key, str):
        raise KeyError(name)
    saved = None if name in house.open else await asyncio.to_thread(house.store.load, name)
    if saved is not None and key in saved["keys"].values():
        preparing = house.prepare(saved["game"])
        while not (await asyncio.wait({preparing}, timeout=1.0))[0]:
            await connection.send_json({"type": "wait", **house.preparation(saved["game"])})
    watched = await house.table(name)
    return Session(house, watched, watched.table.seat_of(key), connection.send_text)


async def _listen(session: Session, connection: WebSocket, bucket: Any) -> None:
    while True:
        text = await connection.receive_text()
        try:
            session.start(read_message(text, bucket))
        except ValueError as error:
            await session.send({"type": "error", "words": str(error)})


async def _refuse(connection: WebSocket, words: str) -> None:
    await connection.send_json({"type": "refused", "words": words})
    await connection.close(REFUSED)
