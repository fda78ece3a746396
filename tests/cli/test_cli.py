"""The paxren command: what is typed, what is shown, what is refused."""

import io
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from paxren_env import Game
from paxren_env.cli import common, rules
from paxren_env.cli.main import main
from paxren_env.cli.watch import moves
from paxren_env.core import replay
from paxren_env.core.record import view
from paxren_env.core.replay import load_replay
from paxren_env.core.telling import whole_history
from paxren_env.games.pax_renaissance import SPEC
from paxren_env.games.pax_renaissance.text.printed import hand_text

pytestmark = pytest.mark.interpreted

Run = Callable[..., str]
PLAY = ("play", "--opponents", "random", "--seed", "3", "--seat", "0", "--max-turns", "6")


@pytest.fixture
def paxren(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command with some typed lines; returns what it printed."""

    def run(*words: str, typed: str = "", status: int = 0, terminal: bool = False) -> str:
        stdin = io.StringIO(typed)
        monkeypatch.setattr(stdin, "isatty", lambda: terminal, raising=False)
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(words) == status
        shown = capsys.readouterr()
        return shown.err if status else shown.out

    return run


def test_without_a_command_it_shows_examples(paxren: Run) -> None:
    shown = paxren()
    assert "examples:" in shown
    for command in ("play", "watch", "replay", "arena", "bench", "rules"):
        assert f"paxren {command}" in shown


@pytest.mark.parametrize("command", ["play", "watch", "replay", "arena", "bench", "rules"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert "usage:" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(paxren: Run) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert paxren("--version") == f"paxren-env {project['project']['version']}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("paxren_env.cli.main", "watch", "random", "--max-turns", "1"),
        ("agents.arena", "random", "--max-turns", "1", "--games", "2", "--processes", "1"),
    ],
)
def test_a_terminal_without_the_signs_is_no_error(words: tuple[str, ...]) -> None:
    pytest.importorskip("openskill")
    pytest.importorskip("rich")
    run = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert run.returncode == 0 and b"?" in run.stdout


# --- play -----------------------------------------------------------------------------------------
def test_choices_are_taken_by_number_or_by_words(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    paxren(*PLAY, "--save", saved, typed="hold the east\nquit\n")
    by_words = load_replay(saved)
    game = Game.replay(seed=3, options=by_words.options, actions=[])
    while game.deciding_player != 0:
        game.step(by_words.actions[len(game.history)])
    mine = by_words.actions[len(game.history)]
    assert isinstance(mine, int)
    assert game.action_name(mine) == "hold the East fair"
    number = game.legal_actions().index(mine) + 1
    paxren(*PLAY, "--save", saved, typed=f"{number}\nquit\n")
    assert load_replay(saved).actions == by_words.actions
    assert by_words.agents == ["you", "random"]


def test_what_is_not_understood_changes_nothing(paxren: Run) -> None:
    shown = paxren(*PLAY, typed="99\nconquer the moon\nbuy\nquit\n")
    assert "choose from 1 to" in shown
    assert "conquer the moon" in shown
    assert "'buy' may mean:" in shown
    assert shown.count("Coeur: choose an action (2 left)") == 1


def test_the_table_the_log_the_victories_and_a_hint_are_shown_on_demand(paxren: Run) -> None:
    shown = paxren(*PLAY, typed="table\nlog\nvictory\nhint\n?\nquit\n")
    assert shown.count("♞ knight") == 2  # at the start, and when asked
    assert "Coeur (seat 0, you): " in shown and "Medici (seat 1): " in shown
    assert "1. Medici:" in shown
    assert "holy (not active, of no religion now)" in shown
    assert "imperial (not active)" in shown
    assert "    Coeur (you): Kings 0 of" in shown and "    Medici: Kings 0 of" in shown
    assert "patron: Coeur (you) would win" in shown
    assert "Answer with the number" in shown


def test_undo_goes_back_to_your_last_choice(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    shown = paxren(*PLAY, "--save", saved, typed="undo\n1\nundo\nquit\n")
    assert "nothing to undo" in shown
    assert shown.count("Coeur: choose an action (2 left)") == 2
    game = Game.replay(seed=3, options={"max_turns": 6}, actions=load_replay(saved).actions)
    assert game.deciding_player == 0 and game.to_dict()["turn"]["actions_left"] == 2


def test_your_florins_and_your_hand_stand_above_your_actions(paxren: Run) -> None:
    shown = paxren(*PLAY, typed="buy genoese\nplay genoese\nquit\n")
    assert "Coeur: choose an action (2 left)\n      4 florins; hand: none\n   1  " in shown
    assert re.search(
        r"Coeur: choose an action \(1 left\)\n {6}\d florins?; hand: Genoese Fleet\n", shown
    )
    assert "Coeur: place the" in shown.rpartition("; hand:")[2], "only above actions"


def test_an_undo_says_which_turn_it_led_back_to(paxren: Run) -> None:
    shown = paxren(*PLAY, typed="1\n1\nundo\nundo\nquit\n")
    assert re.findall(r"--- turn (\d+): \w+ ---", shown) == ["1", "2", "3", "4", "2", "2"]


def test_the_hands_of_others_stay_closed(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    for choices in range(8):  # until the other one holds a card
        shown = paxren(*PLAY, "--save", saved, typed="1\n" * choices + "table\nquit\n")
        replay = load_replay(saved)
        game = Game.replay(seed=3, options=replay.options, actions=replay.actions)
        if game.to_dict()["players"][1]["hand"]:
            assert "Hand: " + hand_text(view(game.states, 0), 1, viewer=None) not in shown
            assert "Hand: " + hand_text(view(game.states, 0), 1, viewer=0) in shown
            return
    pytest.fail("the other one never held a card")


def test_a_game_is_played_to_its_end(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    shown = paxren(*PLAY, "--save", saved, typed="1\n" * 200)
    assert "The game was cut at its limit of turns." in shown
    assert load_replay(saved).result is not None


def test_leaving_is_no_error(paxren: Run) -> None:
    assert "Good-bye" in paxren(*PLAY, typed="")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--seat", "2"], "--seat is 0 to 1"),
        (["play", "--opponents", "gredy"], "'gredy' is not known; there are: bot, greedy"),
        (
            ["play", "--opponents", "a", "b", "--players", "2"],
            "you, a, b: 3 players at a table of 2",
        ),
        (["play", "--opponents", "a", "b", "c", "d"], "you, a, b, c, d: 5 players at a table of 4"),
        (["play", "--opponents", "a", "--players", "1"], "you, a: 2 players at a table of 1"),
        (["play", "--opponents", "you"], "'you' is no agent"),
        (["play", "--players", "-1"], "--players is 1 to 4, not -1"),
        (["play", "--players", "0"], "--players is 1 to 4, not 0"),
        (["watch", "random", "--players", "0"], "--players is 1 to 4, not 0"),
        (["watch", "random", "--players", "7"], "--players is 1 to 4, not 7"),
        (["watch", "a", "b", "c", "d", "e"], "a, b, c, d, e: 5 players at a table of 4"),
        (["watch", "you"], "'you' is no agent"),
        (["watch", "os.path", "random"], "module os has no class path"),
        (["watch", "--delay", "-1"], "--delay is 0 to 3600 seconds, not -1"),
        (["watch", "--delay", "nan"], "--delay is 0 to 3600 seconds, not nan"),
        (["watch", "--delay", "inf"], "--delay is 0 to 3600 seconds, not inf"),
        (["bench", "--seconds", "0"], "--seconds is more than 0, not 0"),
        (["bench", "--seconds", "-1"], "--seconds is more than 0, not -1"),
        (["bench", "--seconds", "nan"], "--seconds is more than 0, not nan"),
        (["watch", "bot"], "'bot' does not play against itself"),
        (["watch", "bot", "--players", "1"], "not of 1: alone you play against it"),
        (["play", "--opponents", "bot", "--players", "3"], "'bot' plays at tables of 2 players"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["rules", "nonsense"], "no section of the rules is called 'nonsense'"),
    ],
)
def test_a_bad_command_says_why(words: list[str], message: str, paxren: Run) -> None:
    assert message in paxren(*words, status=2)


@pytest.mark.parametrize("words", [["play", "--opponents", "gredy"], ["watch", "gredy"]])
def test_a_wrong_name_is_refused_before_the_rules_are_compiled(
    words: list[str], paxren: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "__init__", None)  # on a fresh machine it takes minutes
    assert "'gredy' is not known" in paxren(*words, status=2)


@pytest.mark.parametrize("command", [PLAY, ("watch", "random", "--max-turns", "2")])
@pytest.mark.parametrize("place", [".", "a file/game.json"])
def test_a_replay_that_cannot_be_saved_is_told_before_the_game(
    command: tuple[str, ...], place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").touch()
    assert main([*command, "--save", str(tmp_path / place)]) == 2
    shown = capsys.readouterr()
    assert str(tmp_path) in shown.err and not shown.out
    assert [file.name for file in tmp_path.iterdir()] == ["a file"]


@pytest.mark.parametrize("command", [PLAY, ("watch", "random", "--max-turns", "2")])
def test_the_ending_is_shown_even_if_the_disk_is_full_by_then(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(replay, "save_replay", full)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 200))
    assert main([*command, "--save", str(tmp_path / "game.json")]) == 2
    shown = capsys.readouterr()
    assert "The game was cut at its limit of turns." in shown.out
    assert shown.err == "paxren: No space left on device\n"


def test_agents_that_are_not_installed_are_named(
    paxren: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name="agents")

    monkeypatch.setattr(common, "import_module", absent)
    assert "'mcts' is not part of the installed" in paxren("watch", "mcts", status=2)
    assert "the arena is not part of the installed" in paxren("arena", "random", status=2)
    assert "seat 0 random" in paxren("watch", "random", "--max-turns", "2")


# --- against the bot ------------------------------------------------------------------------------
def test_alone_the_bot_may_be_named(paxren: Run) -> None:
    assert "Good-bye" in paxren("play", "--players", "1", "--opponents", "bot", "--seed", "0")


@pytest.mark.parametrize(("seed", "begins"), [("1", True), ("0", False)])
def test_the_first_turn_of_the_bot_is_told(
    seed: str, begins: bool, paxren: Run, tmp_path: Path
) -> None:
    saved = str(tmp_path / "game.json")
    game = ("play", "--opponents", "bot", "--seed", seed, "--seat", "0", "--max-turns", "4")
    shown = paxren(*game, "--save", saved, typed="log\n1\nundo\nundo\nquit\n")
    assert load_replay(saved).agents == ["you", "bot"]
    _, _, told = shown.partition("for help.")
    assert ("(bot) [row 6:" in told.partition("choose an action")[0]) == begins
    assert any(line.startswith("> 1. ") and "(bot)" in line for line in told.splitlines()) == begins
    assert "nothing to undo" in told
    paxren(*game, "--save", saved, typed="1\n" * 60)
    steps = len(load_replay(saved).actions)
    replayed = paxren("replay", saved, typed="b\n0\n\nb\nb\nall\n", terminal=True)
    assert f"{steps:4}. " in replayed and "The game was cut" in replayed


# --- turns ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("names", [["random"] * 3, ["random", "bot"], ["bot", "random"]])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_turn_has_one_heading_and_every_answer_its_line(names: list[str], seed: int) -> None:
    game = common.new_game(SPEC, names, seed, {"max_turns": 20})
    shown = "\n".join(moves(game, names, common.make_players(SPEC, names)))
    turns = re.findall(r"^--- turn (\d+): (\w+) ---$", shown, re.MULTILINE)
    assert [int(number) for number, _ in turns] == list(range(1, len(turns) + 1))
    assert game.states["turn"][0] <= len(turns) <= game.states["turn"][0] + 1
    for seat in range(len(names)):  # each bank has every second or third turn
        assert len({bank for _, bank in turns[seat :: len(names)]}) == 1
    lines = [line for line in shown.splitlines() if line and not line.startswith("---")]
    assert lines == "\n".join(whole_history(game)).splitlines()


# --- watch and replay -----------------------------------------------------------------------------
WATCH = ("watch", "random", "--players", "3", "--seed", "5", "--max-turns", "5")


def test_watch_shows_every_answer_and_a_replay_shows_them_again(
    paxren: Run, tmp_path: Path
) -> None:
    saved = str(tmp_path / "game.json")
    watched = paxren(*WATCH, "--save", saved)
    replayed = paxren("replay", saved)
    steps = load_replay(saved).actions
    assert f"seat 2 random; seed 5; {len(steps)} steps" in replayed
    lines = [line.partition(". ")[2] for line in replayed.splitlines() if _is_step(line)]
    assert len(lines) == len(steps)
    assert all(line in watched for line in lines)
    assert watched.splitlines()[-2:] == [replayed.splitlines()[-1], f"saved: {saved}"]


def _is_step(line: str) -> bool:
    return line.lstrip().partition(". ")[0].isdecimal()


def test_a_reader_goes_forward_back_and_anywhere(paxren: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    paxren(*WATCH, "--save", saved)
    total = len(load_replay(saved).actions)
    typed = "\n\nb\n\n5\ntable\nwhat\nquit\n"
    shown = paxren("replay", saved, typed=typed, terminal=True)
    prompts = [0, 1, 2, 1, 2, 5, 5, 5]
    assert [f"[{at}/{total}]" in shown for at in prompts] == [True] * len(prompts)
    assert [line[:5] for line in shown.splitlines() if "   2. " in line]
    assert "Good-bye" in shown
    rest = paxren("replay", saved, typed="\nall\n", terminal=True)
    assert f"{total:4}. " in rest


def test_a_changed_replay_is_refused_with_the_step(paxren: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    paxren(*WATCH, "--save", str(saved))
    saved.write_text(saved.read_text().replace('"seed": 5', '"seed": 6'))
    assert "the replay breaks at step 0: seed, options" in paxren("replay", str(saved), status=2)


# --- arena, bench and rules -----------------------------------------------------------------------
def test_arena_takes_its_own_options(
    paxren: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openskill")
    pytest.importorskip("rich")
    monkeypatch.chdir(tmp_path)
    shown = paxren("arena", "random", "--games", "2", "--max-turns", "2", "--processes", "1")
    assert "2 games of 2 players" in shown


def test_the_arena_calls_itself_by_the_name_it_was_called_by(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("agents.arena")
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    shown = capsys.readouterr().out
    assert shown.startswith("usage: paxren arena [") and "paxren arena greedy random" in shown
    assert "python -m" not in shown


def test_bench_counts_steps(paxren: Run) -> None:
    shown = paxren("bench", "--games", "2", "--seconds", "0.05", "--players", "2")
    assert "steps per second" in shown


def test_rules_lists_sections_and_prints_one_or_a_single_rule(
    paxren: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """# Rules
## G: trade fair
| Rule | What | Code |
|---|---|---|
| G1 | profits | `pay` |
| G12 | levies | `levy \\| x` |
### Special cities
Venice.
## H: trade shift
Later.
"""
    (tmp_path / "RULES.md").write_text(text)
    monkeypatch.setattr(rules, "rules_file", lambda spec: tmp_path / "RULES.md")
    assert paxren("rules").splitlines() == [
        "Rules", "  G: trade fair", "    Special cities", "  H: trade shift",
    ]  # fmt: skip
    assert paxren("rules", "g").splitlines() == [
        "## G: trade fair",
        "G1", "    What: profits", "    Code: `pay`",
        "G12", "    What: levies", "    Code: `levy \\| x`",
        "### Special cities", "Venice.",
    ]  # fmt: skip
    assert paxren("rules", "G1").splitlines() == ["G1", "    What: profits", "    Code: `pay`"]
    assert paxren("rules", "Trade", "shift") == "## H: trade shift\nLater.\n"


def test_the_rules_of_the_package_are_there(paxren: Run) -> None:
    assert "trade fair" in paxren("rules", "G").lower()


# --- cards ----------------------------------------------------------------------------------------
def test_cards_by_name_and_all_of_them(paxren: Run):
    told = paxren("cards", "crimean", "goths")
    assert told.startswith("Crimean Goths (Byzantium, East): one-shot peasant revolt;")
    assert told in paxren("cards")
    refused = paxren("cards", "crimean", "gosh", status=2)
    assert "no card is called 'crimean gosh'; near it: Crimean Goths" in refused


def test_at_the_table_cards_are_looked_at(paxren: Run):
    words = "cards\ncard england\ncard nobody at all\nquit\n"
    told = paxren("play", "--players", "1", "--seed", "5", typed=words)
    assert "Market, East:\n  The Crim Horde (Byzantium, East): one-shot conspiracy;" in told
    assert "English Parliament (England): ops West commerce, West vote; prestige Law" in told
    assert "no card is called 'nobody at all'" in told
