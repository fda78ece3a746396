"""paxren web: the table in the browser."""

import argparse
import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

from paxren_env.cli.common import add_command, add_game
from paxren_env.core.spec import GameSpec

HOST, PORT = "127.0.0.1", 8337
LOOPBACK = ("127.0.0.1", "::1", "localhost")
MORE = """\
Whoever sits at this machine may open tables; with --host 0.0.0.0 others may join them, each with
the secret link of a seat. Every table is kept on the disk after every answer."""


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "web", web, "the table in the browser", more=MORE)
    p.add_argument("--host", default=HOST, metavar="ADDRESS", help=f"listen there ({HOST})")
    p.add_argument("--port", type=int, default=PORT, metavar="N", help=f"0: any free one ({PORT})")
    p.add_argument("--folder", type=Path, metavar="DIR", help="keep the tables there")
    p.add_argument("--no-browser", action="store_true", help="do not open a browser")
    p.add_argument(
        "--agent", action="append", default=[], metavar="AGENT", help="one more for the seats"
    )
    p.add_argument(
        "--network", action="append", type=Path, metavar="FILE", help="policies to analyse with"
    )
    add_game(p, spec)


def web(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from paxren_env.web import menu
        from paxren_env.web.house import House
        from paxren_env.web.server import make_app, make_server
    except ModuleNotFoundError as error:
        if error.name not in ("fastapi", "uvicorn", "websockets"):
            raise
        raise ImportError(f"it needs {error.name}; pip install 'paxren-env[web]'") from error
    paths = menu.shipped_networks() if options.network is None else options.network
    house = House(options.folder or usual_folder(), menu.find_networks(paths), options.agent)
    listening = listen(options.host, options.port)
    address = address_of(listening, options.host)
    told = "" if options.host in LOOPBACK else address
    server = make_server(make_app(house, address=told, game=options.game))
    print(f"The table is at {address}\nTables are kept in {house.store.folder}. Ctrl-C ends it.")
    if not options.no_browser:
        threading.Thread(target=open_browser, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])
    return 0


def usual_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("paxren_env") / "tables"


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for browsers; an OSError says why there is none."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise OSError(f"cannot listen at {host}, port {port}: {why}") from error


def address_of(listening: socket.socket, host: str) -> str:
    """What to type into a browser."""
    port = listening.getsockname()[1]
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def open_browser(server: Any, address: str) -> None:
    """As soon as the server answers."""
    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)
