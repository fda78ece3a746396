"""Files from strangers: results of the arena and policies are checked, and run no code."""

import copy
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents.arena import Match, main, make_agents, play, read_result, result_of_match, write_result
from agents.base import make_agent, needs_trust
from agents.policy import read_weights, shapes_of
from paxren_env import DEFAULT_GAME
from tests.support.games import TOY, spec_of

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- damaged results ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A result of four games of two players."""
    match = Match(("random", "greedy"), 2, 3, {"rounds": 2}, game=TOY)
    return result_of_match(match, play(match, range(4), make_agents(match)))


def damaged(whole: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """The result with another value at a place like "played/1/winners"."""
    changed = json.loads(json.dumps(whole))
    *way, last = [int(word) if word.isdecimal() else word for word in place.split("/")]
    at = changed
    for word in way:
        at = at[word]
    at[last] = value
    return changed


DAMAGE: list[tuple[str, Any, str]] = [
    ("entered", [], "'entered' is not names of agents"),
    ("entered", "random", "'entered' is not names of agents"),
    ("entered", ["random", 7], "'entered' is not names of agents"),
    ("entered", ["random", "random"], r"'played'\[0\]\['agents'\]"),
    ("entered", ["random"] * 5000, "form more than 100,000 tables"),
    ("players", 2.0, "'players' is not a whole number, 2 to 4: 2.0"),
    ("players", True, "'players'"),
    ("players", 10**9, "'players'"),
    ("players", "2", "'players'"),
    ("seed", None, "'seed' is not a whole number of 64 bits"),
    ("seed", 2**64, "'seed'"),
    ("seed", "1", "'seed'"),
    ("options", None, "'options' is not an object"),
    ("options", [1], "'options' is not an object"),
    ("options", {"rounds": "many"}, "rounds"),
    ("options", {"chess": 1}, "chess"),
    ("game", "chess", "there is no game 'chess'"),
    ("game", ["sealed_bids"], "'game' is not a name"),
    ("played", None, "'played' is not a list"),
    ("played", {"0": {}}, "'played' is not a list"),
    ("played/1", 5, r"'played'\[1\] is not an object"),
    ("played/1", {}, r"'played'\[1\]\['number'\]"),
    ("played/1", {"number": 1}, r"'played'\[1\]\['agents'\]"),
    ("played/1/colour", "red", r"'played'\[1\] is not the parts of a game: \['colour'\]"),
    ("played/1/number", -1, r"'played'\[1\]\['number'\] is not a whole number from 0 on"),
    ("played/1/number", 1.0, r"'played'\[1\]\['number'\]"),
    ("played/1/number", 10**400, r"'played'\[1\]\['number'\]"),
    ("played/1/number", 2, r"'played'\[1\]\['agents'\] is not .*, who play game 2"),
    ("played/2/number", 0, r"'played'\[0\] and \[2\] are both game 0"),
    ("played/1/agents", ["random"], r"'played'\[1\]\['agents'\]"),
    ("played/1/winners", [2], r"'played'\[1\]\['winners'\] is not different seats, 0 to 1: \[2\]"),
    ("played/1/winners", [-1], r"\['winners'\]"),
    ("played/1/winners", [0, 0], r"\['winners'\]"),
    ("played/1/winners", 0, r"\['winners'\]"),
    ("played/1/winners", [True], r"\['winners'\]"),
    ("played/1/turns", "many", r"\['turns'\]"),
    ("played/1/turns", 10**400, r"\['turns'\]"),
    ("played/1/ending", 3, r"\['ending'\] is not a text"),
    ("played/1/ending", "", r"'played'\[1\] is not a game that ended or broke off"),
    ("played/1/decisions", [1], r"\['decisions'\] is not 2 whole numbers"),
    ("played/1/decisions", [1, None], r"\['decisions'\]"),
    ("played/1/timed", [-1, 0], r"\['timed'\]"),
    ("played/1/seconds", [float("nan"), 0], r"\['seconds'\] is not 2 numbers from 0 on"),
    ("played/1/seconds", [float("inf"), 0], r"\['seconds'\]"),
    ("played/1/error", 5, r"\['error'\]"),
    ("played/1/crashed", 2, r"\['crashed'\] is not a seat, 0 to 1, or null"),
    ("played/1/replay", ["x"], r"\['replay'\]"),
]


@pytest.mark.parametrize(("place", "value", "why"), DAMAGE)
def test_a_damaged_result_is_refused_with_its_place(
    place: str, value: Any, why: str, whole: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("result.json").write_text(json.dumps(damaged(whole, place, value)))
    with pytest.raises(ValueError, match=f"result.json is no result of the arena: .*{why}"):
        read_result(Path("result.json"))
    with pytest.raises(SystemExit) as left:
        main(["--resume", "result.json", "--processes", "1", "--games", "4"])
    assert left.value.code == 2 and "is no result of the arena" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["entered", "players", "seed", "options", "played"])
def test_a_result_that_lacks_a_part_is_refused(part: str, whole: dict[str, Any]) -> None:
    left = {name: value for name, value in whole.items() if name != part}
    Path("result.json").write_text(json.dumps(left))
    with pytest.raises(ValueError, match=f"it has no '{part}'"):
        read_result(Path("result.json"))


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"null", b"5", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"{"]
)
def test_what_is_no_result_at_all_is_refused(content: bytes) -> None:
    Path("result.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"result\.json is no result of the arena"):
        read_result(Path("result.json"))


def test_a_game_listed_many_times_does_not_count_many_times(whole: dict[str, Any]) -> None:
    many = copy.deepcopy(whole)
    many["played"] += [many["played"][0]] * 500
    Path("result.json").write_text(json.dumps(many))
    with pytest.raises(ValueError, match=r"'played'\[0\] and \[4\] are both game 0"):
        read_result(Path("result.json"))


def test_a_whole_result_is_read_as_it_was_written(whole: dict[str, Any]) -> None:
    write_result(Path("result.json"), whole)
    match, played = read_result(Path("result.json"))
    assert result_of_match(match, played) == whole
    assert main(["--resume", "result.json", "--processes", "1", "--games", "6"]) == 0
    assert len(read_result(Path("result.json"))[1]) == 6


# --- whose code and files are loaded --------------------------------------------------------------
@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("greedy", False),
        ("random", False),
        ("mcts:sims=20,ms=1.5", False),
        ("rollout:sims=3", False),
        ("policy:somewhere.npz", True),
        ("mcts:sims=20,network=somewhere.npz", True),
        ("search:somewhere.npz,sims=8", True),
        ("train.sb3.Sb3Agent:path=model.zip", True),
        ("tests.support.odd_agents.First", True),
        ("nobody", True),
    ],
)
def test_agents_that_load_files_or_code_need_trust(agent: str, expected: bool) -> None:
    assert needs_trust(agent, spec_of(TOY)) == expected


def test_the_games_own_policies_need_no_trust() -> None:
    spec = spec_of(DEFAULT_GAME)
    assert not any(needs_trust(name, spec) for name in spec.own_policies)


EVIL = """
from pathlib import Path
Path("was_run").touch()
from tests.support.odd_agents import First as Agent
"""


@pytest.mark.parametrize("agent", ["evil_module.Agent", "policy:policy.npz"])
def test_a_result_loads_nothing_unless_it_is_named_again(
    agent: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("evil_module.py").write_text(EVIL)
    write_policy(Path("policy.npz"))
    monkeypatch.syspath_prepend(str(Path.cwd()))
    monkeypatch.delitem(sys.modules, "evil_module", raising=False)
    match = Match((agent, "random"), 2, 3, {"rounds": 2}, game=TOY)
    write_result(Path("result.json"), result_of_match(match, []))
    words = ["--resume", "result.json", "--processes", "1", "--games", "2"]
    with pytest.raises(SystemExit) as left:
        main(words)
    said = " ".join(capsys.readouterr().err.split())
    assert left.value.code == 2 and f"name them again: {agent} random --resume" in said
    assert not Path("was_run").exists() and "evil_module" not in sys.modules
    assert main([agent, "random", *words]) == 0
    assert Path("was_run").exists() == agent.startswith("evil")


# --- policies -------------------------------------------------------------------------------------
def arrays_of_a_policy() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    shapes = shapes_of(spec_of(TOY), 8, 6)
    arrays = {name: rng.normal(size=shape).astype(np.float16) for name, shape in shapes.items()}
    return {**arrays, "game": np.array(TOY)}


def write_policy(path: Path, **changed: Any) -> None:
    np.savez(path, **(arrays_of_a_policy() | changed))


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def write_archive(path: Path, members: list[tuple[str, bytes]], **options: Any) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in members:
            archive.writestr(name, content)


def refused(path: Path, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_weights(path, spec_of(TOY))
    for agent in ("policy", "search"):
        with pytest.raises(ValueError, match=why):
            make_agent(f"{agent}:{path}", game=TOY)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["embed.weight", "value.bias"])
def test_weights_that_are_not_finite_are_refused(name: str, value: float) -> None:
    array = arrays_of_a_policy()[name]
    array.flat[-1] = value
    write_policy(Path("policy.npz"), **{name: array})
    refused(Path("policy.npz"), rf"policy\.npz: {name} holds weights that are not finite")


@pytest.mark.parametrize("agent", ["policy:policy.npz", "search:policy.npz"])
def test_a_policy_whose_answers_are_not_finite_does_not_play(agent: str) -> None:
    huge = {
        name: np.full(array.shape, 3e38, np.float32)
        for name, array in arrays_of_a_policy().items()
        if name.startswith("weigh.")
    }
    write_policy(Path("policy.npz"), **huge)
    match = Match((agent, "random"), 2, 3, {"rounds": 2}, game=TOY)
    with np.errstate(all="ignore"):
        (played,) = play(match, [0], make_agents(match))
    assert played.crashed == 0 and "gives numbers that are not finite" in str(played.error)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    members = [(f"{name}.npy", npy(array)) for name, array in arrays_of_a_policy().items()]
    bomb = bytes(2**26)
    write_archive(Path("bomb.npz"), [*members, *((f"x{i}.npy", bomb) for i in range(5))])
    assert Path("bomb.npz").stat().st_size < 2**20
    monkeypatch.setattr(zipfile.ZipFile, "read", None)
    refused(Path("bomb.npz"), r"is no policy .*: it unpacks to 335,\d+,\d+ bytes, more than")


def promising(shape: str, content: bytes = b"") -> bytes:
    """An array whose head promises more than there is."""
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + content


@pytest.mark.parametrize(
    "odd",
    [
        promising("(1000000000000,)"),
        promising("(-1, -1)", bytes(4)),
        promising("('a', 10**9)"),
        promising("(" * 2000),
        promising("5"),
        b"\x93NUMPY\x09\x00",
        b"no array",
        npy(np.zeros((4, 4), np.complex64)),
        npy(np.array(["text"])),
        npy(np.zeros(3, [("a", "f4")])),
    ],
)
def test_odd_arrays_are_refused(odd: bytes) -> None:
    members = [(f"{name}.npy", npy(array)) for name, array in arrays_of_a_policy().items()]
    write_archive(Path("odd.npz"), [m for m in members if m[0] != "value.bias.npy"])
    with zipfile.ZipFile("odd.npz", "a") as archive:
        archive.writestr("value.bias.npy", odd)
    refused(Path("odd.npz"), "is no policy that train")


def test_odd_archives_are_refused() -> None:
    members = [(f"{name}.npy", npy(array)) for name, array in arrays_of_a_policy().items()]
    with pytest.warns(UserWarning, match="Duplicate"):
        write_archive(Path("twice.npz"), [*members, members[0]])
    write_archive(Path("many.npz"), [*members, *((f"x{i}", b"") for i in range(10_001))])
    write_archive(Path("locked.npz"), members)
    content = bytearray(Path("locked.npz").read_bytes())
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the flag of encryption
        where = content.find(sign)
        while where >= 0:
            content[where + at] |= 1
            where = content.find(sign, where + 1)
    Path("locked.npz").write_bytes(content)
    for name in ("twice.npz", "many.npz", "locked.npz"):
        refused(Path(name), "is no policy that train")
    Path("folder.npz").mkdir()
    refused(Path("folder.npz"), "is no policy that train")


def test_an_archive_with_an_object_runs_nothing() -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return Path.touch, (Path("was_run"),)

    arrays = arrays_of_a_policy() | {"value.bias": np.array([Evil()], object)}
    np.savez("policy.npz", allow_pickle=True, **arrays)
    refused(Path("policy.npz"), "is no policy that train")
    assert not Path("was_run").exists()
