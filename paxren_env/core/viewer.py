"""A replay as one piece of HTML with a slider: for notebooks, without any request outside.

At most MOST_FRAMES positions are shown, evenly over the game. Their pictures share most of their
lines, so each line is kept once, a picture is a list of lines, and all of it is compressed.
"""

import base64
import json
import zlib
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paxren_env.core.game import Game
    from paxren_env.core.replay import Replay

MOST_FRAMES = 60
HEIGHT = 900  # of the frame in the notebook
PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<style>
:root{color-scheme:light dark}
body{margin:0;font:14px sans-serif}
form{display:flex;gap:12px;align-items:center;padding:4px 8px}
input{flex:1}
svg{width:100%;height:auto}
</style>
<form><label for="step">Step</label><input id="step" type="range" min="0" value="0">
<output for="step" aria-live="polite"></output></form>
<div></div>
<script type="module">
const bytes = Uint8Array.from(atob("DATA"), (sign) => sign.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
const {lines, frames} = await new Response(stream).json();
const slider = document.querySelector("input");
slider.max = frames.length - 1;
function show() {
  const [events, picture] = frames[slider.value];
  document.querySelector("output").textContent = `after ${events} of TOTAL events`;
  document.querySelector("div").innerHTML = picture.map((line) => lines[line]).join("\\n");
}
slider.addEventListener("input", show);
show();
</script>"""


def replay_page(replay: "Replay", most: int = MOST_FRAMES) -> str:
    """The viewer, in a frame of its own that may run its script and nothing else."""
    numbers: dict[str, int] = {}  # of each line, in the order in which they are first used
    frames = [
        (len(game.history), [numbers.setdefault(line, len(numbers)) for line in svg_lines(game)])
        for game in positions(replay, most)
    ]
    told = json.dumps({"lines": list(numbers), "frames": frames}, separators=(",", ":"))
    data = base64.b64encode(zlib.compress(told.encode(), 9)).decode()
    page = PAGE.replace("TOTAL", str(len(replay.actions))).replace("DATA", data)
    frame = f'sandbox="allow-scripts" width="100%" height="{HEIGHT}" frameborder="0"'
    return f'<iframe title="{escape(replay.game)}" {frame} srcdoc="{escape(page)}"></iframe>'


def svg_lines(game: "Game") -> list[str]:
    return game.svg().split("\n")


def positions(replay: "Replay", most: int) -> Iterator["Game"]:
    """The first position, the last one, and others as far apart as it takes."""
    game = replay.begin()
    total, shown = len(replay.actions), 0
    while True:
        if len(game.history) * (most - 1) >= shown * total or len(game.history) >= total:
            shown += 1
            yield game
        if len(game.history) >= total:
            return
        game.step(replay.actions[len(game.history)])
