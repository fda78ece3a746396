"""The arena and checked play on clusters: equal results, whoever is killed (`make test-ray`)."""

import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from agents.arena import Match, main, run
from agents.cluster import DIED, ClusterError, Home, Pool, connected
from agents.standings import Played
from tests import play_checked
from tests.support.clusters import cluster_of, marked, wait_until
from tests.support.games import TOY

ROOT = Path(__file__).parents[2]
ODD = "tests.support.odd_agents"
TIMES = ("timed", "seconds")
SHORT = ["--game", TOY, "--rounds", "2", "--players", "2"]
COMMAND = "import sys, tests.support.sealed_bids, agents.arena as a; sys.exit(a.main(sys.argv[1:]))"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module", autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    wait_until(lambda: not marked(), "all processes of clusters are gone")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of three nodes, which no test may harm."""
    with cluster_of(1, 1, 1) as cluster:
        yield cluster.address


def match_of(*agents: str, game: str = TOY, **options: Any) -> Match:
    return Match(agents, players=2, seed=7, game=game, options=options)


def without_times(played: Iterator[Played]) -> list[dict[str, Any]]:
    """The games in the order of their numbers."""
    games = sorted((asdict(game) for game in played), key=lambda game: game["number"])
    return [{k: v for k, v in game.items() if k not in TIMES} for game in games]


def played_in(path: str) -> list[dict[str, Any]]:
    return without_times(Played(**game) for game in json.loads(Path(path).read_text())["played"])


def at_home(match: Match, games: int) -> list[dict[str, Any]]:
    return without_times(run(match, range(games), 1, 1))


# --- equal results --------------------------------------------------------------------------------
@pytest.mark.parametrize(("workers", "batch"), [(1, 1), (3, 1), (3, 5), (8, 2)])
def test_games_are_those_of_a_local_run_with_any_number_of_workers(
    address: str, workers: int, batch: int
) -> None:
    match = match_of("greedy", "random", rounds=2)
    assert without_times(run(match, range(24), workers, batch, address)) == at_home(match, 24)


def test_a_policy_that_computes_in_floats_answers_the_same(address: str) -> None:
    policy = f"policy:{ROOT / 'train/checkpoints/ppo.npz'}"
    match = match_of(policy, "greedy", game="pax_renaissance")
    local = without_times(run(match, range(8), 2, 4))
    assert without_times(run(match, range(8), 2, 4, address)) == local


def test_replays_are_written_at_home(address: str) -> None:
    for folder, place in (("local", []), ("ray", ["--ray", address])):
        words = ["--games", "4", "--replays", folder, "--processes", "2"]
        assert main(["random", *SHORT, *words, *place]) == 0
    texts = [sorted(p.read_text() for p in Path(name).iterdir()) for name in ("local", "ray")]
    assert len(texts[0]) == 4 and texts[0] == texts[1]


def test_an_agent_that_breaks_down_costs_its_games_only(address: str) -> None:
    match = match_of(f"{ODD}.Crasher", "random")
    assert without_times(run(match, range(4), 2, 2, address)) == at_home(match, 4)
    assert len(list(Path("arena_crashes").iterdir())) == 4


def test_checked_play_counts_the_same(address: str) -> None:
    states = []
    for place in ([], ["--ray", address]):
        path = Path("state.json")
        words = ["--game", TOY, "--decisions", "8000", "--workers", "2", "--state", str(path)]
        assert play_checked.main([*words, *place]) == 0
        state = json.loads(path.read_text())
        for table in state["games"][TOY]["tables"].values():
            table.pop("seconds")
        states.append(state)
        path.unlink()
    assert states[0] == states[1]


def test_another_version_of_the_sources_is_refused(address: str) -> None:
    with connected(address):
        other = Home(str(Path.cwd()), ("tests.support.sealed_bids",), "another")
        with pytest.raises(ClusterError, match="has other sources"):
            list(Pool(abs, other, 1).run([1]))


def test_there_is_no_cluster_at_that_address(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["random", *SHORT, "--games", "2", "--ray", "127.0.0.1:1"])
    assert left.value.code == 1
    assert "no Ray cluster at 127.0.0.1:1" in capsys.readouterr().err


# --- killed ---------------------------------------------------------------------------------------
def test_a_worker_that_is_killed_costs_nothing_but_time(address: str) -> None:
    match = match_of(f"{ODD}.Mortal", "random", rounds=2)
    found = without_times(run(match, range(12), 2, 3, address))
    assert Path("killed").exists()
    assert found == at_home(match, 12)


def test_a_game_that_kills_its_process_again_and_again_is_a_crash(address: str) -> None:
    match = match_of(f"{ODD}.Killer", "random")
    found = without_times(run(match, range(6), 2, 2, address))
    local = without_times(run(match, range(6), 2, 2))
    died = [game["number"] for game in found if game["error"]]
    assert found == local and 0 < len(died)
    assert {found[n]["error"] for n in died} == {"the process that played it died"}


def test_an_item_is_given_up_after_three_processes(address: str) -> None:
    def work(item: int) -> int:
        with Path(f"began_{item}").open("a") as file:
            file.write("x")
        if item == 5:
            os._exit(1)
        return item * item

    with connected(address):
        found = dict(Pool(work, Home.here("tests.support.sealed_bids"), 2).run(range(9)))
    assert found.pop(5) is DIED
    assert found == {i: i * i for i in range(9) if i != 5}
    assert Path("began_5").read_text() == "xxx"


def test_a_node_that_is_killed_costs_nothing_but_time() -> None:
    match, games = match_of(f"{ODD}.Slow", "random", rounds=2), []
    with cluster_of(1, 1, 1) as cluster:
        for number, game in enumerate(run(match, range(24), 3, 1, cluster.address)):
            games.append(game)
            if number == 3:
                cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    assert without_times(iter(games)) == at_home(match, 24)


def start(*words: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


LONG = [f"{ODD}.Slow", "random", *SHORT, "--games", "30", "--json", "result.json"]


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_a_match_goes_on_elsewhere_after_its_driver_was_killed(
    address: str, sign: signal.Signals
) -> None:
    """First on a cluster of its own, which ends with it; then on another."""
    token = uuid.uuid4().hex
    process = start(*LONG, "--processes", "2", "--ray", DRIVER=token)
    wait_until(lambda: Path("result.json").exists() and list(Path.cwd().glob("slow_*")), "a game")
    process.send_signal(sign)
    shown, said = process.communicate(timeout=60)
    wait_until(lambda: not marked("DRIVER", token), "its cluster is gone")
    kept = json.loads(Path("result.json").read_text())["games"]
    assert 0 < kept < 30
    if sign == signal.SIGTERM:
        assert process.returncode == 143, said
        assert "Traceback" not in said
        assert f"stopped after {kept} of 30 games" in shown
    words = [f"{ODD}.Slow", "random", "--resume", "result.json", "--games", "30"]
    assert main([*words, "--ray", address]) == 0
    match = Match((f"{ODD}.Slow", "random"), players=2, game=TOY, options={"rounds": 2})
    assert played_in("result.json") == at_home(match, 30)


def test_workers_of_a_cluster_end_with_their_driver(address: str) -> None:
    process = start(f"{ODD}.Sleeper", "random", *SHORT, "--processes", "2", "--ray", address)
    wait_until(lambda: len(list(Path.cwd().glob("asleep_*"))) == 2, "two games in play")
    process.kill()
    process.communicate(timeout=60)
    asleep = [int(path.name.removeprefix("asleep_")) for path in Path.cwd().glob("asleep_*")]
    wait_until(lambda: not set(asleep) & set(marked()), "its workers are gone")
