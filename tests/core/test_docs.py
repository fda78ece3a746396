"""The pages say what is so: numbers of the games, code that runs, every page in the site."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from paxren_env import game_names
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.spec import find
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [name for name in game_names() if name != TOY]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", SHIPPED)
def test_the_front_page_has_the_numbers_of_every_game(game):
    spec = find(game)
    numbers = f"| {spec.num_actions} | {spec.observation_size} | {len(spec.frames.decisions)} |"
    players = f"| {spec.min_players} to {spec.max_players} "
    row = f"[{spec.title}]({game}/index.md) {players}{numbers}"
    assert row in text_of("docs/index.md")


@pytest.mark.parametrize("game", SHIPPED)
def test_the_page_of_a_game_has_its_names_numbers_and_every_option(game):
    spec, page = find(game), text_of(f"docs/{game}/index.md")
    for said in (
        f'make_game("{game}"',
        f"paxren_env:{spec.gym_id}",
        f"from paxren_env import {spec.aec_id.split('/')[-1]}",
        f"Discrete({spec.num_actions})",
        f"`Box` of {spec.observation_size} int8",
        f"{spec.min_players} to {spec.max_players}",
        "## Version history",
    ):
        assert said in page
    table = page[page.index("| option |") :]
    named = {name.strip() for cell in re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
             for name in cell.split(",")}  # fmt: skip
    assert named - {"ruleset"} == set(spec.module("options").DEFAULTS) - {"ruleset"}


def test_every_page_is_in_the_site():
    nav = text_of("mkdocs.yml")
    for path in (ROOT / "docs").rglob("*.md"):
        assert path.relative_to(ROOT / "docs").as_posix() in nav


@pytest.mark.skipif(INTERPRETED, reason="thousands of games at once are for compiled rules")
@pytest.mark.parametrize("path", [p for p in PAGES if CODE.search(p.read_text("utf-8"))], ids=place)
def test_the_code_of_a_page_runs(path):
    """All its blocks in their order, as a reader would type them."""
    code = "\n".join(CODE.findall(path.read_text(encoding="utf-8")))
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
