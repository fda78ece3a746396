"""What `--ray` says where there is no Ray; with Ray see tests/cluster (`make test-ray`)."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents import arena
from agents.cluster import ClusterError, Home, connected, fingerprint, settle
from tests import play_checked
from tests.support.games import TOY

pytestmark = pytest.mark.interpreted

TOY_PACKAGE = f"tests.support.{TOY}"
INSTALL = "--ray needs the package ray: pip install 'paxren-env[ray]'"


@pytest.fixture
def _without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)


def train(words: Sequence[str]) -> int:
    return pytest.importorskip("train.ppo").main(list(words))


@pytest.mark.usefixtures("_without_ray")
@pytest.mark.parametrize(("command", "words"), [
    (arena.main, ["random", "--game", TOY, "--players", "2", "--json", "result.json"]),
    (play_checked.main, ["--game", TOY, "--state", "state.json"]),
    (train, ["--game", TOY, "--run", "run"]),
])  # fmt: skip
@pytest.mark.parametrize("place", [["--ray"], ["--ray", "auto"]])
def test_without_ray_it_says_what_to_install(
    command: Callable[[Sequence[str]], int],
    words: list[str],
    place: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        command([*words, *place])
    assert left.value.code == 2 and capsys.readouterr().err.splitlines()[-1].endswith(INSTALL)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("_without_ray")
def test_without_an_address_ray_is_not_needed() -> None:
    with connected(None) as processors:
        assert processors == os.cpu_count()


def test_a_process_with_other_sources_is_refused(tmp_path: Path) -> None:
    before = Path.cwd()
    with pytest.raises(ClusterError, match="has other sources"):
        settle(Home(str(tmp_path), (TOY_PACKAGE,), "another"))
    assert Path.cwd() == before


def test_the_fingerprint_is_that_of_the_game() -> None:
    toy, other = fingerprint([TOY_PACKAGE]), fingerprint(["paxren_env.games.wallenstein"])
    assert toy == fingerprint([TOY_PACKAGE]) != other
