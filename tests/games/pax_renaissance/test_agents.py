"""Agents at a table of Pax Renaissance: they take a win, see no deck, and meet the bot."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.base import ask, make_agent, views_of
from agents.mcts import MCTS
from paxren_env import Game
from paxren_env.core.replay import load_replay
from paxren_env.games.pax_renaissance.actions import DECLARE
from paxren_env.games.pax_renaissance.constants import IMPERIAL
from tests.games.pax_renaissance.random_play import middle

pytestmark = pytest.mark.interpreted

FIRST = "tests.support.odd_agents.First"
KINGS = ["SQ_england", "SQ_france", "SQ_portugal", "SQ_aragon"]


# --- what they play -------------------------------------------------------------------------------
def test_greedy_and_rollout_take_a_win() -> None:
    west = [{"card": king, "face": "king"} for king in KINGS]
    # There are no cards left: unless the first player declares, the richer one wins as patron.
    players = [{"florins": 5, "west": west}, {"florins": 50}]
    game = Game.from_dict({"players": players, "victories": ["imperial"]})
    assert len(game.legal_actions()) > 1
    for spec in ("greedy", "rollout:sims=60,depth=3"):
        assert ask(make_agent(spec), game) == DECLARE + IMPERIAL


def test_the_search_finds_a_won_game() -> None:
    """An answer that wins at once gets nearly all the simulations."""
    game = Game.from_dict(
        {
            "players": [
                {"bank": "fugger", "west": [{"card": king} for king in KINGS]},
                {"bank": "medici", "florins": 2},
            ],
            "victories": ["imperial"],
            "market": {
                "east": [["PREN058", 0], *([None, 0],) * 5],
                "west": [["PREN001", 0], *([None, 0],) * 5],
            },
        }
    )
    (observation,), _, (determinized,) = views_of([game], [0])
    visits = MCTS(sims=40).visits(determinized, observation)
    assert max(visits, key=visits.__getitem__) == game.parse_action("declare the imperial victory")


# --- what they see --------------------------------------------------------------------------------
@pytest.mark.parametrize("steps", [0, 20, 40])
def test_agents_are_shown_other_decks(steps: int) -> None:
    game = middle(3, 8, steps)
    _, _, (determinized,) = views_of([game], [0])
    assert game.states["deck_size"][0].min() > 8, "too long to be met by chance"
    assert not np.array_equal(determinized.states["deck"], game.states["deck"])


# --- the bot --------------------------------------------------------------------------------------
def test_the_bot_is_no_agent() -> None:
    with pytest.raises(ValueError, match="'bot' is no agent to be asked"):
        make_agent("bot")
    with pytest.raises(ValueError, match="'gredy' is not known; there are: bot, greedy, mcts"):
        make_agent("gredy")


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The arena, in a folder of its own."""
    pytest.importorskip("openskill")
    pytest.importorskip("rich")
    monkeypatch.chdir(tmp_path)
    from agents import arena

    return arena


def test_the_game_plays_the_seat_of_the_bot(arena: Any) -> None:
    match = arena.Match(("greedy", "bot"), 2)
    assert [match.seats(n) for n in range(2)] == [["greedy", "bot"], ["bot", "greedy"]]
    assert [match.deal(n).options["bot_seat"] for n in range(2)] == [1, 0]
    assert list(arena.make_agents(match)) == ["greedy"]
    alone = arena.Match(("greedy",), 1)
    assert alone.seats(0) == ["greedy", "bot"] and alone.deal(0).options["num_players"] == 1


@pytest.mark.parametrize("turns", [1, 4])  # with one, the bot may end a game before it asks
def test_the_bot_is_rated_but_never_asked(arena: Any, turns: int) -> None:
    words = ["random", "bot", "--games", "8", "--processes", "1", "--max-turns", str(turns)]
    assert arena.main([*words, "--json", "result.json", "--replays", "games"]) == 0
    result = json.loads(Path("result.json").read_text())
    assert result["crashes"] == 0 and result["games"] == 8
    for played in result["played"]:
        assert played["decisions"][played["agents"].index("bot")] == 0
        replay = load_replay(played["replay"])
        assert replay.agents == played["agents"]
        assert replay.options["bot_seat"] == replay.agents.index("bot")
    assert {one["name"]: one["seats"] for one in result["agents"]} == {"random": 8, "bot": 8}


def test_whoever_plays_alone_meets_the_bot(arena: Any) -> None:
    words = ["random", FIRST, "--players", "1", "--games", "2", "--max-turns", "4"]
    assert (
        arena.main([*words, "--processes", "1", "--top-cards", "10", "--json", "result.json"]) == 0
    )
    result = json.loads(Path("result.json").read_text())
    assert [game["agents"] for game in result["played"]] == [["random", "bot"], [FIRST, "bot"]]
    assert result["players"] == 1 and result["crashes"] == 0
    assert result["options"] == {"max_turns": 4, "solo_top_cards": 10}
    more = ["random", FIRST, "--resume", "result.json", "--games", "4", "--processes", "1"]
    assert arena.main(more) == 0
    assert len(json.loads(Path("result.json").read_text())["played"]) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bot"], "'bot' does not play against itself"),
        (["bot", "random", "--players", "3"], "'bot' plays at tables of 2 players, not of 3"),
        (["random", "bot", "--players", "1"], "not of 1: alone you play against it"),
        (["gredy"], "'gredy' is not known; there are: bot, greedy"),
        (["random", "--top-cards", "10"], "'solo_top_cards' is one of the solo game"),
    ],
)
def test_the_bot_does_not_sit_everywhere(
    arena: Any, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        arena.main(words)
    assert left.value.code == 2 and message in capsys.readouterr().err
