"""paxren picture: the table of a saved game as SVG or PNG."""

import argparse
from pathlib import Path
from typing import Any

from paxren_env.cli.common import add_command
from paxren_env.cli.replay import begin
from paxren_env.core.files import atomic_write
from paxren_env.core.raster import png
from paxren_env.core.replay import load_replay
from paxren_env.core.spec import GameSpec


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "picture", picture, "draw the table of a saved game")
    p.add_argument("file", help="a replay")
    p.add_argument("out", type=Path, help="the picture to write: .svg or .png (needs [render])")
    p.add_argument("--step", type=int, metavar="N", help="after so many steps (all of them)")
    p.add_argument("--seat", type=int, metavar="S", help="as this seat sees it (as everybody does)")
    p.add_argument("--dark", action="store_true", help="a PNG in the colours of dark pages")


def picture(options: argparse.Namespace) -> int:
    """One position of a replay, drawn."""
    kind = options.out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"{options.out}: a picture is a file .svg or .png")
    loaded = load_replay(options.file)
    steps = len(loaded.actions)
    wanted = steps if options.step is None else options.step
    if not 0 <= wanted <= steps:
        raise ValueError(f"--step {wanted}: the game has {steps} steps")
    game = begin(loaded)
    while len(game.history) < wanted:
        game.step(loaded.actions[len(game.history)])
    svg = game.svg(options.seat)
    drawn = png(svg, options.dark) if kind == ".png" else svg.encode()
    with atomic_write(options.out) as written:
        written.write_bytes(drawn)
    print(f"{options.out}: {len(drawn):,} bytes, after step {len(game.history)} of {steps}")
    return 0
