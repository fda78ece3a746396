"""The table through a real server: play, undo, hints, replays, analysis; nothing is lost."""

import json
import random
import subprocess
import sys

import pytest

from paxren_env.core.spec import find
from paxren_env.web import house
from paxren_env.web.analysis import LEAST_TURN, turning_points
from tests.support.games import TOY, finished
from tests.support.web import ROOT, Browser, Remote, running

PERSON = "person"
ODD = "tests.support.odd_agents"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


def toy(server, seats, **more):
    return server.new_table(TOY, seats, **{"seed": 5, "options": {"rounds": 2}, **more})


def hurry(browser):
    """Agents answer at once."""
    browser.hear_of("table")
    browser.say("pace", seconds=0, is_paused=False)


def play(browser, rng):
    """Answer at random until the game is over."""
    while not browser.wait_until_asked()["view"]["is_over"]:
        browser.answer(rng.choice(browser.table["view"]["choices"])[0])


# --- whole games ----------------------------------------------------------------------------------
def test_a_whole_game_against_agents(server):
    table = toy(server, [PERSON, "greedy", "random"])
    with server.sit(table, 0) as browser:
        hurry(browser)
        play(browser, random.Random(1))
        assert browser.table["seat"] == 0
        assert [line["step"] for line in browser.log] == list(range(1, browser.table["steps"] + 1))
        assert [line["heading"] for line in browser.log if "heading" in line]
    saved = server.saved(table)
    assert len(saved["actions"]) == browser.table["steps"] and saved["seed"] == 5


def test_an_answer_is_on_the_disk_when_it_is_told(server):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 0) as browser:
        browser.wait_until_asked()
        for _ in range(2):
            browser.answer(browser.table["view"]["choices"][0][0])
            assert len(server.saved(table)["actions"]) == browser.table["steps"]


def test_several_browsers_at_one_table(server):
    """Each has its own seat, and is asked in its turn."""
    table = toy(server, [PERSON, PERSON])
    with (
        server.sit(table, 0) as one,
        server.sit(table, 1) as other,
        server.sit(table, "watch") as w,
    ):
        one.wait_until_asked()
        one.answer(one.table["view"]["choices"][0][0])
        one.wait_until_asked()
        one.answer(one.table["view"]["choices"][0][0])
        assert not one.table["view"]["is_asked"] and not one.table["view"]["choices"]
        assert other.wait_until_asked()["view"]["choices"]
        while w.table.get("steps") != other.table["steps"]:
            w.hear()
        assert w.ask("answer", action=0, step=2)["type"] == "error"


# --- what is refused changes nothing --------------------------------------------------------------
def test_answers_that_are_refused_change_nothing(server):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 0) as browser, server.sit(table, 1) as other:
        browser.wait_until_asked()
        legal = [action for action, _ in browser.table["view"]["choices"]]
        illegal = next(a for a in range(find(TOY).num_actions) if a not in legal)
        for wrong in (
            {"action": illegal, "step": 0},
            {"action": -1, "step": 0},
            {"action": 10**30, "step": 0},
            {"action": "0", "step": 0},
            {"action": True, "step": 0},
            {"action": legal[0], "step": 1},
            {"action": legal[0]},
        ):
            assert browser.ask("answer", **wrong)["type"] == "error"
        assert "not asked" in other.ask("answer", action=legal[0], step=0)["words"]
        assert browser.ask("nonsense")["type"] == "error"
        assert browser.ask("look", step=99)["type"] == "error"
        assert browser.ask("viewpoint", seat=1)["type"] == "error"
        assert browser.ask("pace", seconds="fast", is_paused=False)["type"] == "error"
    assert server.saved(table)["actions"] == []


def test_why_not_says_the_rule(server):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 0) as browser:
        legal = [action for action, _ in browser.wait_until_asked()["view"]["choices"]]
        illegal = next(a for a in range(find(TOY).num_actions) if a not in legal)
        game = find(TOY).module("game").Game(2, seed=5, rounds=2)
        assert browser.ask("why", action=illegal)["words"] == game.why_not(illegal)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "nothing", "seats": [PERSON, PERSON]},
        {"game": TOY, "seats": [PERSON]},
        {"game": TOY, "seats": [PERSON] * 9},
        {"game": TOY, "seats": PERSON},
        {"game": TOY, "seats": [PERSON, "agents.simple.Greedy"]},
        {"game": TOY, "seats": [PERSON, "policy:/etc/passwd"]},
        {"game": TOY, "seats": [PERSON, "mcts:sims=999999999"]},
        {"game": TOY, "seats": [PERSON, PERSON], "options": {"rounds": 10**9}},
        {"game": TOY, "seats": [PERSON, PERSON], "options": {"rounds": "/etc/passwd"}},
        {"game": TOY, "seats": [PERSON, PERSON], "options": {"unknown": 1}},
        {"game": TOY, "seats": [PERSON, PERSON], "seed": -1},
        {"game": TOY, "seats": [PERSON, PERSON], "seed": "x"},
        {"seats": []},
    ],
    ids=str,
)
def test_tables_that_cannot_be(server, wrong):
    before = server.house.store.names()
    answer = server.post("/api/tables", wrong)
    assert answer.status_code == 400 and answer.json()["detail"]
    assert server.house.store.names() == before


# --- undo, hints, words ---------------------------------------------------------------------------
def test_undo_goes_back_to_ones_last_choice(server):
    table = toy(server, [PERSON, "greedy"])
    with server.sit(table, 0) as browser:
        hurry(browser)
        browser.wait_until_asked()
        first = browser.table["view"], len(browser.log)
        browser.answer(browser.table["view"]["choices"][1][0])
        browser.wait_until_asked()
        browser.say("undo")
        while browser.table["steps"] != 0:
            browser.hear()
        assert browser.table["view"] == first[0] and len(browser.log) == first[1]
        assert server.saved(table)["actions"] == []
        assert "nothing to undo" in browser.ask("undo")["words"]


def test_what_another_person_has_answered_is_not_taken_back(server):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 0) as one, server.sit(table, 1) as other:
        for browser in (one, one, other):
            browser.wait_until_asked()
            browser.answer(browser.table["view"]["choices"][0][0])
        assert "another person" in one.ask("undo")["words"]
        assert len(server.saved(table)["actions"]) == other.table["steps"]


def test_hint_is_a_legal_answer_in_words(server):
    table = toy(server, [PERSON, "greedy"])
    with server.sit(table, 0) as browser:
        choices = browser.wait_until_asked()["view"]["choices"]
        hint = browser.ask("hint")
        assert [hint["action"], hint["words"]] in choices
    with server.sit(table, "watch") as browser:
        assert browser.ask("hint")["type"] == "error"


# --- agents ---------------------------------------------------------------------------------------
def test_agents_alone_wait_for_somebody_to_look(server):
    table = toy(server, ["random", "greedy"])
    assert server.saved(table)["actions"] == []
    with server.sit(table, "watch") as browser:
        hurry(browser)
        while not browser.table["view"]["is_over"]:
            browser.hear()
        assert len(browser.log) == browser.table["steps"] > 0


def test_paused_agents_do_nothing(server):
    table = toy(server, ["random", "greedy"])
    with server.sit(table, "watch") as browser:
        browser.hear_of("table")
        browser.say("pace", seconds=0, is_paused=True)
        while not browser.table["is_paused"]:
            browser.hear()
        steps = browser.table["steps"]
        browser.ask("look", step=steps)
        browser.ask("look", step=steps)
        assert browser.table["steps"] == steps
        browser.say("pace", seconds=0, is_paused=False)
        while not browser.table["view"]["is_over"]:
            browser.hear()


@pytest.mark.parametrize("name", ["Crasher", "Cheat", "Shapeless", "Killer"])
def test_an_agent_that_breaks_down_loses_no_move(tmp_path, name):
    """The table says so, keeps what was played, and asks again if it is told to."""
    agent = f"{ODD}.{name}"
    with running(tmp_path, agents=(agent,)) as server:
        table = toy(server, [agent, PERSON], options={"rounds": 4})
        with server.sit(table, 1) as browser:
            hurry(browser)
            while not browser.table["error"]:
                if browser.table["view"]["is_asked"]:
                    browser.answer(browser.table["view"]["choices"][0][0])
                else:
                    browser.hear()
            assert agent in browser.table["error"]
            assert len(server.saved(table)["actions"]) == browser.table["steps"]
            browser.say("retry")
            while not browser.table["error"]:
                browser.hear()
        # Others play on.
        other = toy(server, [PERSON, "greedy"])
        with server.sit(other, 0) as browser:
            assert browser.ask("hint")["type"] == "hint"


# --- restarts -------------------------------------------------------------------------------------
def test_a_restarted_server_shows_the_table_again(tmp_path):
    with running(tmp_path) as server:
        table = toy(server, [PERSON, "greedy"])
        with server.sit(table, 0) as browser:
            browser.wait_until_asked()
            browser.answer(browser.table["view"]["choices"][1][0])
            before = browser.wait_until_asked(), browser.log
    with running(tmp_path) as server:
        listed = server.client.get("/api/tables").json()["tables"]
        assert [one["id"] for one in listed] == [table["id"]]
        with server.sit(table, 0) as browser:
            after = browser.wait_until_asked()
            assert after["view"] == before[0]["view"] and browser.log == before[1]
            browser.answer(browser.table["view"]["choices"][0][0])


SERVE = (
    "import sys; import tests.support.sealed_bids; from paxren_env.cli.main import main; "
    "main(['web', '--no-browser', '--port', '0', '--folder', sys.argv[1]])"
)


def test_a_killed_server_loses_no_move(tmp_path):
    """SIGKILL right after an answer was told: the next server has it."""
    command = [sys.executable, "-u", "-c", SERVE, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().split()[-1]
        server = Remote(address)
        table = toy(server, [PERSON, PERSON])
        with server.sit(table, 0) as browser:
            browser.wait_until_asked()
            browser.answer(browser.table["view"]["choices"][0][0])
            process.kill()
        server.client.close()
    with running(tmp_path) as server, server.sit(table, 0) as browser:
        assert browser.wait_until_asked()["steps"] == 1


def test_a_lost_connection_loses_no_move(server):
    table = toy(server, [PERSON, PERSON])
    browser = server.sit(table, 0)
    browser.wait_until_asked()
    browser.say("answer", action=browser.table["view"]["choices"][0][0], step=0)
    browser.hear_of("table")
    browser.socket.socket.close()  # without good-bye
    with server.sit(table, 0) as again:
        assert again.wait_until_asked()["steps"] == 1


def test_a_disk_that_cannot_be_written_refuses_the_answer(server, monkeypatch):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 0) as browser:
        browser.wait_until_asked()

        def full(saved):
            raise OSError("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(server.house.store, "save", full)
            action = browser.table["view"]["choices"][0][0]
            assert "no space" in browser.ask("answer", action=action, step=0)["words"]
        browser.answer(action)
        assert browser.table["steps"] == len(server.saved(table)["actions"]) == 1


class Compiler:
    """A process that compiles until it is told that it has done its work."""

    status = None

    def poll(self):
        return self.status


def test_the_table_is_there_before_the_rules_are_compiled(tmp_path, monkeypatch):
    """It says so, is played meanwhile, and says when that is over."""
    compiler = Compiler()
    monkeypatch.setattr(house, "compile_beside", lambda spec: compiler)
    with running(tmp_path) as server:
        table = toy(server, [PERSON, "random"])
        assert server.post(f"/api/games/{TOY}/prepare", {}).json()["state"] == "compiling"
        with server.sit(table, 0) as browser:
            assert browser.wait_until_asked()["is_compiling"]
            browser.answer(browser.table["view"]["choices"][0][0])
            assert browser.wait_until_asked()["steps"] > 0
            compiler.status = 0
            while browser.table["is_compiling"]:
                browser.hear()
        assert server.post(f"/api/games/{TOY}/prepare", {}).json()["state"] == "ready"


# --- replays --------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def replayed(server):
    from paxren_env.core.replay import replay_text

    game = finished(TOY, 3)
    text = replay_text(game, ["random"] * game.num_players)
    answer = server.client.post("/api/replays", content=text)
    assert answer.status_code == 200, answer.text
    return answer.json(), game, text


def test_every_step_of_a_replay_can_be_looked_at(server, replayed):
    table, game, _ = replayed
    with server.sit(table, "watch") as browser:
        browser.hear_of("table")
        assert browser.table["steps"] == len(game.history)
        for step in range(browser.table["steps"] + 1):
            looked = browser.ask("look", step=step)
            assert looked["step"] == step and looked["view"]["table"]
        assert browser.ask("answer", action=0, step=0)["type"] == "error"


def test_a_replay_has_a_viewpoint_for_every_seat(server, replayed):
    table, game, _ = replayed
    with server.sit(table, "watch") as browser:
        browser.hear_of("table")
        everything = browser.ask("look", step=1)["view"]["table"]
        browser.say("viewpoint", seat=0)
        while browser.table["viewer"] != 0:
            browser.hear()
        assert browser.ask("look", step=1)["view"]["table"] != everything
        browser.say("viewpoint", seat=None)
        while browser.table["viewer"] is not None:
            browser.hear()
        assert browser.ask("viewpoint", seat=game.num_players)["type"] == "error"


def test_what_was_saved_is_loaded_again(server, replayed):
    table, _, text = replayed
    path = f"/api/tables/{table['id']}/replay"
    assert server.post(path, {"key": table["keys"]["watch"]}).text == text
    assert server.post(path, {"key": "guessed"}).status_code == 404


def test_a_seat_gets_the_file_when_the_game_is_over(server):
    """Before, it would tell what is hidden."""
    table = toy(server, [PERSON, "greedy"])
    path = f"/api/tables/{table['id']}/replay"
    with server.sit(table, 0) as browser:
        browser.wait_until_asked()
        assert server.post(path, {"key": table["keys"]["0"]}).status_code == 403
        browser.say("pace", seconds=0, is_paused=False)
        play(browser, random.Random(2))
    assert server.post(path, {"key": table["keys"]["0"]}).status_code == 200


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"game": 3}', "[" * 100_000, '{"game": "x"}'])
def test_what_is_no_replay_is_refused(server, text):
    answer = server.client.post("/api/replays", content=text)
    assert answer.status_code == 400 and answer.json()["detail"]


# --- analysis -------------------------------------------------------------------------------------
def test_a_position_is_analysed(server, replayed):
    table, game, _ = replayed
    with server.sit(table, "watch") as browser:
        browser.hear_of("table")
        found = browser.ask("analyse", step=0)
        assert sum(found["chances"]) == pytest.approx(1, abs=0.01)
        assert len(found["chances"]) == game.num_players
        visits = [answer["visits"] for answer in found["answers"]]
        assert visits == sorted(visits, reverse=True) and sum(visits) <= found["sims"]
        names = dict(browser.ask("look", step=0)["view"]["choices"])
        assert all(names[answer["action"]] == answer["words"] for answer in found["answers"])


def test_a_whole_game_is_analysed(server, replayed):
    table, game, _ = replayed
    with server.sit(table, "watch") as browser:
        browser.hear_of("table")
        found = browser.ask("analyse_all")
        steps = [step for step, _ in found["chances"]]
        assert steps[0] == 0 and steps[-1] == len(game.history) and steps == sorted(set(steps))
        winners = [seat for seat, share in enumerate(found["chances"][-1][1]) if share > 0]
        assert winners == game.winners
        for point in found["turning_points"]:
            assert point["step"] in steps and abs(point["to"] - point["from"]) >= LEAST_TURN


def test_turning_points_are_where_chances_change_and_stay():
    early, late = [0.5, 0.5], [0.9, 0.1]
    noise = [0.7, 0.3]
    chances = [(2 * i, noise if i == 4 else early if i < 20 else late) for i in range(40)]
    (point,) = turning_points(chances)
    assert point == {"step": 38, "seat": 0, "from": 0.5, "to": 0.9}
    assert turning_points(chances[:1]) == []


def test_a_seat_that_is_not_asked_gets_chances_only(server):
    table = toy(server, [PERSON, PERSON])
    with server.sit(table, 1) as browser:
        browser.hear_of("table")
        found = browser.ask("analyse", step=0)
        assert len(found["chances"]) == 2 and found["answers"] == []


def test_messages_are_plain_json(server):
    table = toy(server, [PERSON, PERSON])
    with Browser(server, table["id"], table["keys"]["0"]) as browser:
        browser.wait_until_asked()
        for nonsense in ("", "[]", "null", "{", "[" * 2000):
            browser.socket.send(nonsense)
            assert browser.hear_of("error")["words"]
        assert json.dumps(browser.table)
