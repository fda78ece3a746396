"""Bots in any language: asked over pipes, shown what their seat may see, never trusted."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("openskill")
pytest.importorskip("rich")

from agents.arena import Match, make_agents, play
from agents.base import ask, make_agent, needs_trust, views_of
from agents.process import ProcessAgent, ProgramError, question_of
from tests.support.games import GAMES, TOY, middle, new_game, positions, spaced, spec_of

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "examples" / "bots"
# A bot in Python: what it does with a question is the test's.
FRAME = """
import json, sys, time, os
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
        continue
    first = {"id": asked["id"], "action": asked["legal"][0]["action"]}
    BODY
"""


@pytest.fixture
def bot(tmp_path: Path):
    """Makes an agent of the toy game from the lines with which its program answers."""
    made: list[ProcessAgent] = []

    def make(body: str, seconds: float = 20.0) -> ProcessAgent:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(FRAME.replace("BODY", body))
        made.append(ProcessAgent(f"{sys.executable} {path}", seconds, game=TOY))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


ANSWER = "print(json.dumps(first), flush=True)"


def test_a_bot_plays_whole_games(bot):
    agent = bot(ANSWER)
    for seed in range(3):
        game = new_game(TOY, seed)
        while not game.is_over:
            first = game.legal_actions()[0]
            assert ask(agent, game) == first
            game.step(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_holds_what_the_seat_may_know_and_every_legal_answer(game):
    for one in spaced(positions(game, 3), 7):
        if one.is_over:
            break
        observation, mask, games = views_of([one], [0])
        asked = question_of(observation[0], mask[0], games[0])
        assert [answer["action"] for answer in asked["legal"]] == one.legal_actions()
        assert all(answer["words"] for answer in asked["legal"])
        text = spec_of(game).module("text")
        assert asked["table"] == text.table(one, one.deciding_player)
        assert asked["question"] == text.decision_text(one)
        assert asked["observation"] == observation[0].tolist()
        other = one.determinize(one.deciding_player, 99)
        assert question_of(observation[0], mask[0], other) == asked
        json.dumps(asked)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "ended with exit status 3"),
        ("raise RuntimeError('no idea')", "no idea"),
        ("print('hello?', flush=True)", "not JSON"),
        ("print('[' * 100000, flush=True)", "not JSON"),
        ("print('[1]', flush=True)", "not an object"),
        ("print(json.dumps({**first, 'id': 77}), flush=True)", "answered question 77"),
        ("print(json.dumps({'id': asked['id']}), flush=True)", "without a whole number"),
        ("print(json.dumps({**first, 'action': True}), flush=True)", "without a whole number"),
        ("print(json.dumps({**first, 'action': 10**9}), flush=True)", "not legal"),
        ("print(json.dumps({**first, 'action': -1}), flush=True)", "not legal"),
        ("print('x' * 2000000, flush=True)", "over 1,000,000 bytes"),
        ("os.close(1)", "ended"),
    ],
)
def test_nonsense_is_a_forfeit_with_a_clear_message_and_the_next_game_goes_on(bot, body, why):
    agent = bot(f"if asked['id'] == 2: {body}\n    else: {ANSWER}")
    game = new_game(TOY, 1)
    game.step(ask(agent, game))
    before = game.to_bytes()
    with pytest.raises(ProgramError, match=why):
        ask(agent, game)
    assert game.to_bytes() == before
    assert ask(agent, game) == game.legal_actions()[0]  # started anew


def test_a_bot_that_hangs_is_stopped_with_all_it_started(bot, tmp_path):
    note = tmp_path / "child"
    agent = bot(
        "import subprocess; child = subprocess.Popen(['sleep', '600']); "
        f"open({str(note)!r}, 'w').write(str(child.pid)); time.sleep(600)",
        seconds=3,
    )
    began = time.monotonic()
    with pytest.raises(ProgramError, match="did not answer within 3 seconds"):
        ask(agent, new_game(TOY, 1))
    assert time.monotonic() - began < 60
    child = int(note.read_text())
    for _ in range(100):
        if is_gone(child):
            break
        time.sleep(0.05)
    assert is_gone(child)


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def test_a_bot_that_does_not_read_does_not_stop_us(tmp_path):
    path = tmp_path / "deaf.py"
    path.write_text('import time; print(\'{"type": "ready"}\', flush=True); time.sleep(600)')
    agent = ProcessAgent(f"{sys.executable} {path}", 2, game=TOY)
    with pytest.raises(ProgramError, match="did not answer within 2 seconds"):
        agent.act(*views_of([new_game(TOY, 1)], [0]))


def test_a_greeting_that_is_not_answered_is_an_error(tmp_path):
    path = tmp_path / "rude.py"
    path.write_text('input(); print(\'{"type": "no"}\')')
    with pytest.raises(ProgramError, match="to hello, not"):
        ask(ProcessAgent(f"{sys.executable} {path}", game=TOY), new_game(TOY, 1))


def test_a_bot_that_ends_with_its_input_is_not_killed(tmp_path):
    note = tmp_path / "said"
    path = tmp_path / "polite.py"
    path.write_text(FRAME.replace("BODY", ANSWER) + f"open({str(note)!r}, 'w').write('bye')\n")
    agent = ProcessAgent(f"{sys.executable} {path}", game=TOY)
    ask(agent, new_game(TOY, 1))
    agent.close()
    assert note.read_text() == "bye"


def test_in_a_match_the_forfeit_counts_against_its_seat(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bot.py"
    path.write_text(FRAME.replace("BODY", f"sys.exit(7) if asked['turn'] > 1 else {ANSWER}"))
    name = f"process:{sys.executable} {path}"
    match = Match((name, "random"), 2, 1, {"rounds": 3}, game=TOY)
    agents = make_agents(match)
    for one in play(match, range(4), agents):
        assert one.crashed is not None and one.agents[one.crashed] == name
        assert "ended with exit status 7" in (one.error or "")
    agents[name].close()


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("process", "needs command"),
        ("process:bot,seconds=0", "seconds is more than 0"),
        ("process:bot,start_seconds=nan", "start_seconds is more than 0"),
        ("process:bot 'a", "cannot be read"),
        ("process: ", "needs a command"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(spec, why):
    with pytest.raises(ValueError, match=why):
        make_agent(spec, game=TOY)


def test_a_program_that_is_not_there_is_said_when_it_is_asked():
    with pytest.raises(ProgramError, match="cannot be started"):
        ask(make_agent("process:there_is_no_such_program", game=TOY), new_game(TOY, 1))


def test_a_result_of_a_stranger_starts_no_program():
    assert needs_trust("process:rm -r x", spec_of(TOY))


# --- the examples ---------------------------------------------------------------------------------
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("game", GAMES)
def test_the_bot_in_c_takes_the_first_legal_answer(game, tmp_path):
    program = tmp_path / "first_legal"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", program, BOTS / "first_legal.c"], check=True)
    agent = ProcessAgent(str(program), game=game)
    for seed in (1, 2):
        one = middle(game, seed)
        assert ask(agent, one) == one.legal_actions()[0]
    agent.close()


class Stub(BaseHTTPRequestHandler):
    """A server that speaks like a language model's, and says what it is told to."""

    replies: list[str]
    requests: list[dict]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).requests.append({"body": body, "key": self.headers.get("Authorization")})
        said = {"choices": [{"message": {"content": type(self).replies.pop(0)}}]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def model(monkeypatch) -> Iterator[type[Stub]]:
    server = HTTPServer(("127.0.0.1", 0), Stub)
    Stub.replies, Stub.requests = [], []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
    for name, value in (("ENDPOINT", address), ("KEY", "secret"), ("MODEL", "small")):
        monkeypatch.setenv(f"LLM_{name}", value)
    for name in [n for n in os.environ if n.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    yield Stub
    server.shutdown()
    server.server_close()


def test_a_language_model_is_asked_in_words_and_answers_with_a_number(model):
    agent = ProcessAgent(f"{sys.executable} {BOTS / 'language_model.py'}", 30, game=TOY)
    game = new_game(TOY, 1)
    legal = game.legal_actions()
    model.replies = ["I take 2.", "no idea", "99", "none", "what?", "1"]
    assert ask(agent, game) == legal[1]
    asked = model.requests[0]
    assert asked["key"] == "Bearer secret" and asked["body"]["model"] == "small"
    prompt = asked["body"]["messages"][0]["content"]
    assert f"1. {game.action_name(legal[0])}" in prompt and str(TOY) in prompt
    assert ask(agent, game) == legal[0]  # two replies without a legal number: the first answer
    assert len(model.requests) == 3
    assert ask(agent, game) == legal[0] and len(model.requests) == 5
    assert ask(agent, game) == legal[0] and len(model.requests) == 6
    agent.close()


def test_actions_come_as_whole_numbers(bot):
    actions = bot(ANSWER).act(*views_of([new_game(TOY, 1), new_game(TOY, 2)], [0, 1]))
    assert actions.dtype == np.int64 and actions.shape == (2,)
