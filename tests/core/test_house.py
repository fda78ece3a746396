"""The house: no game is named outside its folder, imports point one way, the wheel is whole."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from paxren_env.core.spec import find, game_names
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "paxren_env"
SHIPPED = [name for name in game_names() if name != TOY]
SHARED = [
    folder
    for folder in (
        *(PACKAGE / name for name in ("core", "envs", "cli", "web")),
        *(ROOT / name for name in ("agents", "train", "benchmarks")),
    )
    if folder.is_dir()
]


def sources(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))


# --- no game is named -----------------------------------------------------------------------------
# Names of games, and words that belong to one only.
GAME_WORDS = (
    *SHIPPED,
    "pax", "renaissance", "wallenstein", "age_of_renaissance",
    "florins?", "bots?", "solo", "victory", "victories", "bankrupt(cy|s)?", "comets?", "tableau",
    "trade[ _]fair", "concessions?", "emporium", "county", "counties", "dice[ _]tower", "misery",
)  # fmt: skip
NAMED = re.compile(rf"(?<![A-Za-z])({'|'.join(GAME_WORDS)})(?![A-Za-z])", re.IGNORECASE)
# The package, the command and the environment of PettingZoo have their names for good; the first
# format of replays knew one game only.
ALLOWED = re.compile(r"paxren(_env|_v0|-env)?|PAXREN\w*|(GAME|ENDING)_1 = \"\w+\"")


def names_in(path: Path) -> Iterator[str]:
    """Every line of a file that names a game or a thing of a game."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for found in NAMED.finditer(ALLOWED.sub("", line)):
            yield f"{place(path)}:{number}: {found[0]}: {line.strip()}"


PAGES = sorted(
    path for path in (PACKAGE / "web").rglob("*") if path.suffix in (".html", ".css", ".js")
)


@pytest.mark.parametrize("path", [*sources(*SHARED), *PAGES], ids=place)
def test_no_game_is_named_outside_its_folder(path):
    assert not list(names_in(path))


# --- imports point one way ------------------------------------------------------------------------
def imports_of(path: Path) -> Iterator[tuple[str, bool]]:
    """What a file imports, and whether that happens when it is imported itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(function)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) not in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, id(node) not in late
            for alias in node.names:
                yield f"{node.module}.{alias.name}", id(node) not in late


def is_for_types(node: ast.AST) -> bool:
    """if TYPE_CHECKING: nothing is imported there."""
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def wrong_imports(folder: Path, allowed: tuple[str, ...], late: tuple[str, ...] = ()) -> list[str]:
    """Imports of our own packages that are none of these; `late` ones only inside functions."""
    ours = ("paxren_env", "agents", "train", "benchmarks", "tests")
    found = []
    for path in sources(folder):
        for name, at_once in imports_of(path):
            if name.split(".")[0] not in ours or name in ("paxren_env", "agents"):
                continue
            known = allowed if at_once else (*allowed, *late)
            if not any(name == one or name.startswith(one + ".") for one in known):
                found.append(f"{place(path)} imports {name}")
    return found


PUBLIC = ("paxren_env.DEFAULT_GAME", "paxren_env.__version__", "paxren_env.IllegalAction")


def test_the_core_imports_nothing_of_ours():
    assert not wrong_imports(PACKAGE / "core", ("paxren_env.core",))


@pytest.mark.parametrize("game", SHIPPED)
def test_a_game_imports_the_core_and_itself(game):
    own = f"paxren_env.games.{game}"
    assert not wrong_imports(PACKAGE / "games" / game, ("paxren_env.core", own))


def test_the_toy_imports_the_core_and_itself():
    folder = ROOT / "tests" / "support" / TOY
    assert not wrong_imports(folder, ("paxren_env.core", f"tests.support.{TOY}"))


def test_environments_import_the_core():
    allowed = ("paxren_env.core", "paxren_env.envs", *PUBLIC)
    assert not wrong_imports(PACKAGE / "envs", allowed, late=("agents",))


def test_agents_import_the_core_and_environments():
    shared = ("paxren_env.core", "paxren_env.envs", "paxren_env.make_game", "agents")
    # The arena is a command as well: what commands share is no command.
    assert not wrong_imports(ROOT / "agents", (*shared, "paxren_env.cli.common", *PUBLIC))


def test_trainers_and_benchmarks_import_no_game():
    shared = ("paxren_env.core", "paxren_env.envs", "paxren_env.make_game", "paxren_env.warm")
    allowed = (*shared, "paxren_env.cli.common", "agents", "train", "benchmarks", *PUBLIC)
    for folder in ("train", "benchmarks"):
        assert not wrong_imports(ROOT / folder, allowed)


def test_the_command_line_imports_agents_late():
    """It works without a checkout: the wheel has no agents."""
    allowed = ("paxren_env.core", "paxren_env.envs", "paxren_env.cli", "paxren_env.make_game")
    late = ("agents", "train", "benchmarks", "paxren_env.warm", "paxren_env.web")
    assert not wrong_imports(PACKAGE / "cli", (*allowed, *PUBLIC), late)


def test_the_web_imports_agents_late():
    shared = ("paxren_env.core", "paxren_env.web", "paxren_env.cli.common", "paxren_env.cli.play")
    late = ("agents", "paxren_env.warm")
    assert not wrong_imports(PACKAGE / "web", (*shared, *PUBLIC), late)


def test_importing_the_package_imports_no_game():
    script = (
        "import sys, paxren_env; "
        "print([m for m in sys.modules if m.startswith('paxren_env.games.') or m == 'numba'])"
    )
    command = [sys.executable, "-c", script]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


# --- short functions ------------------------------------------------------------------------------
DISPATCHERS = ("run_step", "mark_legal", "reason", "answer", "step_batch")
LONGEST = 40


@pytest.mark.parametrize("folder", [*SHARED, PACKAGE / "games"], ids=place)
def test_functions_are_short(folder):
    long = []
    for path in sources(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name not in DISPATCHERS:
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST:
                    long.append(f"{place(path)}: {node.name} has {lines} lines")
    assert not long


# --- the wheel ------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> list[str]:
    """The names of the files in the wheel; without hatchling, of those it would take."""
    try:
        builder = import_module("hatchling.builders.wheel").WheelBuilder
    except ImportError:
        return files_to_ship()
    folder = tmp_path_factory.mktemp("wheel")
    built = next(iter(builder(str(ROOT)).build(directory=str(folder))))
    with zipfile.ZipFile(built) as file:
        return file.namelist()


def files_to_ship() -> list[str]:
    """The packages that pyproject.toml names, without what git ignores, as hatchling takes them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["build-system"]["build-backend"] == "hatchling.build"
    packages = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *packages]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in found.stdout.split() if (ROOT / name).exists()]


def test_the_wheel_contains_the_package_only(wheel):
    tops = {name.split("/")[0] for name in wheel if ".dist-info/" not in name}
    assert tops == {"paxren_env"}
    assert not [name for name in wheel if "test" in name or TOY in name or "__pycache__" in name]


def test_the_wheel_contains_the_pages(wheel):
    assert PAGES and not [path for path in PAGES if str(path.relative_to(ROOT)) not in wheel]


def test_the_wheel_contains_every_source_and_the_data_of_games(wheel):
    for path in sources(PACKAGE):
        assert str(path.relative_to(ROOT)) in wheel
    for game in SHIPPED:
        for path in find(game).folder.rglob("*"):
            if path.is_file() and path.suffix in (".csv", ".md", ".json", ".txt", ".svg"):
                assert str(path.relative_to(ROOT)) in wheel
        assert f"paxren_env/games/{game}/RULES.md" in wheel
