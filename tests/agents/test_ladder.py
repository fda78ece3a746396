"""The ladder: who plays whom, one fit to everything, and nothing is played twice."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")
pytest.importorskip("matplotlib")

from agents import arena, ladder
from agents.arena import Match
from agents.ladder import Planned, main, ratings_of, schedule, shipped_agents, sizes_of
from agents.policy import shipped_policies
from paxren_env import DEFAULT_GAME
from tests.support.games import TOY, spec_of

pytestmark = pytest.mark.interpreted
FIRST = "tests.support.odd_agents.First"
ROOT = Path(__file__).parents[2]
SMALL = ["--game", TOY, "--roster", "random", "greedy", "--rounds", "2", "--games", "4"]
SMALL += ["--processes", "1", "--folder", "here"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The matches that the arena is told to play."""
    told: list[list[str]] = []
    play = arena.main

    def played(words: list[str], prog: str) -> int:
        told.append(list(words))
        return play(words, prog)

    monkeypatch.setattr(arena, "main", played)
    return told


def result(path: str = "here/ladder.json") -> dict[str, Any]:
    return json.loads(Path(path).read_text())


# --- who plays whom -------------------------------------------------------------------------------
def test_neighbours_of_the_roster_meet() -> None:
    pairs = ["".join(pair) for pair in schedule("abcd", "", 2)]
    assert pairs == ["ab", "ac", "bc", "bd", "cd"], "all but the farthest"
    assert schedule("abcde", "", 3) == [("a", "b", "c"), ("b", "c", "d"), ("c", "d", "e")]
    assert schedule("abcde", "", 4) == [("a", "b", "c", "d"), ("b", "c", "d", "e")]
    assert schedule("ab", "", 4) == [("a", "b")], "the last one takes the seats left over"
    assert schedule("ab", "x", 1) == [("a",), ("b",), ("x",)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_own_agent_meets_the_whole_roster_and_changes_no_other_match(players: int) -> None:
    before, after = schedule("abcdef", "", players), schedule("abcdef", "x", players)
    new = [table for table in after if table not in before]
    assert set(before) < set(after) and all("x" in table for table in new)
    assert {agent for table in new for agent in table} == set("abcdefx")
    assert all(2 <= len(table) <= players for table in after)


def test_the_roster_has_every_trained_policy_of_the_game_where_it_learned_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    assert not any("policy" in name for name in shipped_agents(spec_of(TOY), 2))
    named = set()
    for players in sizes_of(spec_of(DEFAULT_GAME)):
        roster = shipped_agents(spec_of(DEFAULT_GAME), players)
        assert roster[:2] == ["random", "greedy"] and not any("{" in name for name in roster)
        policies = {name for name in roster if name.startswith("policy:")}
        assert "policy:train/checkpoints/ppo.npz" in policies, "it learned at all tables"
        assert any("two_players" in name for name in policies) == (players == 2)
        named |= policies
    assert len(named) == sum(ladder.game_of(p) == DEFAULT_GAME for p in shipped_policies())


def test_tables_are_those_of_the_game() -> None:
    assert sizes_of(spec_of(TOY)) == [2, 3, 4]
    assert sizes_of(spec_of(DEFAULT_GAME)) == [1, 2, 3, 4], "alone against the game's own policy"


# --- ratings --------------------------------------------------------------------------------------
def planned(agents: str, players: int = 2) -> Planned:
    return Planned(Match(tuple(agents), players, game=TOY), 4, agents, Path(agents), [])


def invented(
    rng: np.random.Generator, strengths: dict[str, float], agents: str, deals: int
) -> dict[str, Any]:
    """A match in which a seat wins in proportion to its strength."""
    odds = np.array([strengths[name] for name in agents])
    wins = rng.multinomial(len(agents), odds / odds.sum(), deals)
    return {"deals": [[len(agents), *map(float, row)] for row in wins]}


STRENGTHS = {"a": 1.0, "b": 3.0, "c": 10.0, "greedy": 5.0}


def truth(name: str) -> float:
    return 1500 + 400 * float(np.log10(STRENGTHS[name] / STRENGTHS["greedy"]))


def fake_ladder(seed: int, deals: int) -> dict[str, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    tables = [("a", "b"), ("b", "greedy"), ("greedy", "c"), ("a", "b", "greedy")]
    chosen, known = [], {}
    for number, agents in enumerate(tables):
        one = Planned(Match(agents, len(agents), game=TOY), 4, str(number), Path(), [])
        chosen.append(one)
        known[one.key] = invented(rng, STRENGTHS, agents, deals)  # type: ignore[arg-type]
    return ratings_of(chosen, known)


def test_one_fit_finds_the_strengths_from_tables_of_several_sizes() -> None:
    found = fake_ladder(1, deals=20_000)
    for name in STRENGTHS:
        assert found[name]["elo"] == pytest.approx(truth(name), abs=12)
    assert found["greedy"] == {"elo": 1500, "ci95": [1500, 1500]}


def test_intervals_of_ratings_hold_the_truth() -> None:
    found = [fake_ladder(seed, deals=60) for seed in range(60)]
    for name in "abc":
        held = [one[name]["ci95"][0] <= truth(name) <= one[name]["ci95"][1] for one in found]
        assert sum(held) >= 52  # of 60: fewer have a probability below 1 % if it is 95 %


def test_deals_that_repeat_each_other_do_not_make_the_interval_narrower() -> None:
    """A deal that a stronger seat wins in both rotations tells as much as one game."""
    rng = np.random.default_rng(5)
    once = [[1, float(won), 1.0 - won] for won in rng.random(100) < 0.6]
    twice = [[2 * number for number in deal] for deal in once]
    widths = []
    for deals in (once, twice):
        (low, high) = ratings_of([planned("ab")], {"ab": {"deals": deals}})["a"]["ci95"]
        widths.append(high - low)
    assert widths[1] == pytest.approx(widths[0], rel=0.05)


# --- playing --------------------------------------------------------------------------------------
def test_the_ladder_is_a_file_a_table_and_a_picture(
    matches: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--players", "2", "3"]) == 0
    found = result()
    assert found["columns"] == ["all", "2", "3"] and len(found["matches"]) == len(matches) == 2
    assert found["games"] == 4 + 6
    agents = {agent["name"]: agent for agent in found["agents"]}
    assert set(agents) == {"random", "greedy"}
    assert agents["greedy"]["ratings"]["all"]["elo"] == 1500
    assert set(agents["random"]["ratings"]) == {"all", "2", "3"}
    page = Path("here/ladder.md").read_text()
    assert page.startswith("| agent | all tables | 2 players | 3 players | ms/choice |")
    assert Path("here/ladder.png").read_bytes().startswith(b"\x89PNG")
    assert "greedy is at 1500" in capsys.readouterr().out


def test_nothing_is_played_twice(matches: list[list[str]]) -> None:
    words = [*SMALL, "--players", "2"]
    assert main(words) == 0
    before = result()
    del matches[:]
    assert main(words) == 0 and not matches
    assert result() == before
    assert main([*words, "--agents", FIRST]) == 0
    assert [set(told[:2]) for told in matches] == [{FIRST, "random"}, {FIRST, "greedy"}]
    assert {agent["name"] for agent in result()["agents"]} == {"random", "greedy", FIRST}
    assert set(before["matches"]) < set(result()["matches"])


def test_the_file_of_somebody_else_is_enough_to_add_an_agent(matches: list[list[str]]) -> None:
    words = [*SMALL, "--players", "2"]
    assert main([*words, "--json", "theirs.json"]) == 0
    del matches[:]
    more = ["--json", "theirs.json", "--folder", "elsewhere", "--agents", FIRST]
    assert main([*words, *more]) == 0
    assert len(matches) == 2 and all(FIRST in told[:2] for told in matches)
    assert len(result("theirs.json")["matches"]) == 3


def test_more_games_go_on_where_the_match_ended(matches: list[list[str]]) -> None:
    words = [*SMALL, "--players", "2"]
    assert main(words) == 0
    (key,) = result()["matches"]
    first = result()["matches"][key]["deals"]
    assert main([*words, "--games", "8"]) == 0
    assert "--resume" in matches[1]
    assert result()["matches"][key]["deals"][:2] == first and result()["games"] == 8


def test_a_match_depends_on_what_is_in_a_policy_and_not_on_its_path() -> None:
    Path("a.npz").write_bytes(b"one")
    Path("b.npz").write_bytes(b"one")
    same = ladder._contents("policy:a.npz,temperature=0.5")
    assert same == ladder._contents("policy:b.npz,temperature=0.5")
    Path("b.npz").write_bytes(b"two")
    assert same != ladder._contents("policy:b.npz,temperature=0.5")


def test_alone_everybody_meets_the_game_itself() -> None:
    spec = spec_of(DEFAULT_GAME)
    words = ["--roster", "random", "--players", "1", "--games", "2", "--folder", "here"]
    options = ladder.make_parser().parse_args(words)
    (one,) = ladder.plan(options, ["--max-turns", "2"], spec)
    assert one.names == ["random", spec.own_policies[0]]
    assert one.match.options["max_turns"] == 2


def test_a_ladder_that_was_stopped_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--folder", "whole"]) == 0
    run = arena.run
    games = 0

    def stopped(*args: Any) -> Any:
        nonlocal games
        for played in run(*args):
            games += 1
            if games == 6:
                raise KeyboardInterrupt
            yield played

    with monkeypatch.context() as patch:
        patch.setattr(arena, "run", stopped)
        assert main(SMALL) == 130
    assert "the same command goes on" in capsys.readouterr().out
    assert not Path("here/ladder.json").exists()
    assert main(SMALL) == 0
    names = [{**told, "ms_per_decision": 0} for told in result()["matches"].values()]
    whole = result("whole/ladder.json")["matches"].values()
    assert names == [{**told, "ms_per_decision": 0} for told in whole]


@pytest.mark.slow
def test_a_ladder_that_was_killed_goes_on(tmp_path: Path) -> None:
    script = (
        "import sys; import tests.support.sealed_bids; from agents.ladder import main; "
        "sys.exit(main(sys.argv[1:]))"
    )
    words = [*SMALL, "--players", "2", "--games", "3000", "--folder", str(tmp_path / "here")]
    command = [sys.executable, "-c", script, *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    while process.poll() is None and not list(tmp_path.glob("here/2_players_*.json")):
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (file,) = tmp_path.glob("here/2_players_*.json")
    kept = len(json.loads(file.read_text())["played"])
    assert 0 < kept < 3000
    assert main([*words, "--games", str(kept + 4)]) == 0
    assert result()["games"] >= kept


# --- what is refused ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "9"], "--players is 2 to 4, not 9"),
        (["--games", "0"], "at least 1"),
        (["--agents", "gredy"], "'gredy' is not known"),
        (["--agents", "greedy"], "greedy is on the roster twice"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--game", "chess"], "there is no game 'chess'"),
        (["--png", "x.foo"], "x.foo is no picture"),
        (["--json", "odd.json"], "odd.json is no ladder: it has no 'format'"),
    ],
)
def test_a_bad_command_says_why(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], matches: list[list[str]]
) -> None:
    Path("odd.json").write_text("{}")
    with pytest.raises(SystemExit) as left:
        main([*SMALL, *words])
    assert left.value.code == 2 and message in capsys.readouterr().err
    assert not matches and not list(Path("here").glob("*.json"))


@pytest.mark.parametrize(
    ("part", "value"),
    [("names", []), ("names", [1, 2]), ("games", -1), ("deals", [[2, 1.0]]), ("deals", [["x"] * 3]),
     ("ms_per_decision", [1.0]), ("deals", [[2, float("nan"), 1.0]])],
)  # fmt: skip
def test_a_file_that_was_tampered_with_is_refused(
    part: str, value: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SMALL, "--players", "2"]
    assert main(words) == 0
    found = result()
    (told,) = found["matches"].values()
    told[part] = value
    Path("here/ladder.json").write_text(json.dumps(found))
    with pytest.raises(SystemExit):
        main(words)
    assert "is no ladder: match" in capsys.readouterr().err
