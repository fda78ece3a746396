"""paxren picture: a position of a saved game as a file."""

from pathlib import Path

import pytest

from paxren_env.cli.main import main
from paxren_env.core.replay import load_replay, save_replay
from tests.support.games import GAMES, TOY, finished
from tests.support.pictures import parsed

pytestmark = pytest.mark.interpreted


def saved(game: str, folder: Path) -> Path:
    path = folder / "game.json"
    one = finished(game, 1)
    save_replay(path, one, ["somebody"] * one.num_players)
    return path


@pytest.mark.parametrize("game", GAMES)
def test_the_last_position_is_drawn_as_everybody_sees_it(game: str, tmp_path: Path) -> None:
    file, out = saved(game, tmp_path), tmp_path / "table.svg"
    assert main(["picture", str(file), str(out)]) == 0
    assert out.read_text(encoding="utf-8") == finished(game, 1).svg()


def test_a_step_and_a_seat_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file, out = saved(TOY, tmp_path), tmp_path / "table.svg"
    assert main(["picture", str(file), str(out), "--step", "2", "--seat", "1"]) == 0
    assert "after step 2 of" in capsys.readouterr().out
    shown = out.read_text(encoding="utf-8")
    assert "goal" in shown and parsed(shown).get("width") == "680"


def test_pixels_too(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = saved(TOY, tmp_path)
    for more in ([], ["--dark"]):
        assert main(["picture", str(file), str(tmp_path / "table.png"), *more]) == 0
        assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["table.gif"], "svg or .png"),
        (["table.svg", "--step", "-1"], "--step -1"),
        (["table.svg", "--step", "9999"], "--step 9999"),
        (["table.svg", "--seat", "7"], "player"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    file = saved(TOY, tmp_path)
    assert load_replay(file).game == TOY
    out = tmp_path / words[0]
    assert main(["picture", str(file), str(out), *words[1:]]) == 2
    assert why in capsys.readouterr().err and not out.exists()
