"""Who gets in, what is never taken from a request, limits, and headers."""

import json
import re

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paxren_env.core.spec import find
from paxren_env.web.access import is_local
from paxren_env.web.forms import check_foreign_options, fields, options_from
from paxren_env.web.limits import JSON_BYTES, Limits
from paxren_env.web.server import STATIC
from tests.support.games import GAMES, TOY
from tests.support.web import Browser, running

PERSON = "person"
LOCAL = {"host": "127.0.0.1:8337"}
FIRST_PAGE_BYTES = 200_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


# --- who is at this machine -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("peer", "headers", "local"),
    [
        ("127.0.0.1", LOCAL, True),
        ("::1", {"host": "[::1]:8337"}, True),
        ("127.0.0.1", {"host": "localhost"}, True),
        ("192.168.1.7", LOCAL, False),
        (None, LOCAL, False),
        ("127.0.0.1", {"host": "rebound.example"}, False),
        ("127.0.0.1", {}, False),
        ("127.0.0.1", {**LOCAL, "x-forwarded-for": "1.2.3.4"}, False),
        ("127.0.0.1", {**LOCAL, "origin": "https://evil.example"}, False),
        ("127.0.0.1", {**LOCAL, "origin": "http://127.0.0.1:9999"}, False),
        ("127.0.0.1", {**LOCAL, "origin": "null"}, False),
        ("127.0.0.1", {**LOCAL, "sec-fetch-site": "cross-site"}, False),
        ("127.0.0.1", {**LOCAL, "origin": "http://127.0.0.1:8337"}, True),
    ],
)
def test_who_is_at_this_machine(peer, headers, local):
    assert is_local(peer, headers) is local


OWNER_ONLY = [
    ("GET", "/api/games"),
    ("GET", "/api/tables"),
    ("POST", "/api/tables"),
    ("POST", "/api/replays"),
    ("POST", f"/api/games/{TOY}/prepare"),
    ("POST", "/api/tables/0123456789ab/remove"),
]


@pytest.mark.parametrize(("method", "path"), OWNER_ONLY)
@pytest.mark.parametrize(
    "headers",
    [{"host": "other.example"}, {"origin": "https://evil.example"}, {"x-forwarded-for": "1.2.3.4"}],
    ids=str,
)
def test_others_cannot_open_or_list_tables(server, method, path, headers):
    answer = server.client.request(method, path, headers=headers, content="{}")
    assert answer.status_code == 403


def test_only_the_secret_link_opens_a_seat(server):
    table = server.new_table(TOY, [PERSON, PERSON])
    other = server.new_table(TOY, [PERSON, PERSON])
    for name, key in (
        (table["id"], "guessed"),
        (table["id"], ""),
        (table["id"], other["keys"]["0"]),
        ("0" * 12, table["keys"]["0"]),
        ("../secrets", table["keys"]["0"]),
    ):
        with Browser(server, name, key) as browser:
            assert browser.hear()["type"] == "refused"
    keys = [*table["keys"].values(), *other["keys"].values()]
    assert len(set(keys)) == len(keys) and all(len(key) >= 22 for key in keys)


def test_a_foreign_page_gets_no_socket(server):
    table = server.new_table(TOY, [PERSON, PERSON])
    with pytest.raises(InvalidStatus):
        Browser(server, table["id"], table["keys"]["0"], origin="https://evil.example")


def test_another_host_plays_with_the_link(server):
    """It may call the server as it likes: the key is what counts."""
    table = server.new_table(TOY, [PERSON, PERSON])
    headers = {"host": "table.example:8337", "x-forwarded-for": "1.2.3.4"}
    assert server.client.get(f"/t/{table['id']}", headers=headers).status_code == 200
    with Browser(server, table["id"], table["keys"]["0"]) as browser:
        assert browser.hear()["type"] == "table"


# --- nothing from a request is a path, a pickle or a class ----------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_a_form_are_no_free_text(game):
    for field in fields(find(game)):
        assert field["kind"] in ("choice", "several", "number", "flag")


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_form_means_the_usual_game(game):
    spec = find(game)
    options = options_from(spec, {})
    usual = spec.module("options").check_options({})
    assert spec.module("options").check_options(options) == usual


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_form_is_an_option_of_the_game(game):
    spec = find(game)
    check = spec.module("options").check_options
    for field in fields(spec):
        values = {
            "choice": field.get("choices"),
            "several": [[one] for one in field.get("choices", [])],
            "flag": [True],
            "number": [],
        }[field["kind"]]
        for value in values:
            check(options_from(spec, {field["name"]: value}))


@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_was_sent_names_no_path(game):
    spec = find(game)
    check_foreign_options(spec, json.loads(json.dumps(spec.module("options").DEFAULTS)))
    for name in spec.module("options").DEFAULTS:
        with pytest.raises(ValueError, match=name):
            check_foreign_options(spec, {name: "/etc/passwd"})


@pytest.mark.parametrize("name", ["../x", "..%2Fx", "%2e%2e/x", "a" * 5000, "0123456789AB", "x\0"])
def test_the_name_of_a_table_is_no_path(server, name):
    with Browser(server, name[:2000], "key") as browser:
        assert browser.hear()["type"] == "refused"
    with pytest.raises(KeyError):
        server.house.store.load(name)


# --- limits ---------------------------------------------------------------------------------------
def test_what_is_too_long_is_refused(server):
    assert server.client.post("/api/tables", content=b"x" * (JSON_BYTES + 1)).status_code == 413
    assert server.client.post("/api/tables", content=b"[" * JSON_BYTES).status_code == 400


def test_a_message_that_is_too_long_ends_the_connection(server):
    table = server.new_table(TOY, [PERSON, PERSON])
    with Browser(server, table["id"], table["keys"]["0"]) as browser:
        browser.hear()
        browser.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            browser.hear_of("nothing")


def test_too_many_requests_and_messages_are_refused(tmp_path):
    limits = Limits(
        request_rate=0.01, request_burst=8, message_rate=0.01, message_burst=3, sockets_per_client=2
    )
    with running(tmp_path, limits=limits) as server:
        table = server.new_table(TOY, [PERSON, PERSON])
        with Browser(server, table["id"], table["keys"]["0"]) as browser:
            browser.hear()
            for _ in range(4):
                browser.say("look", step=0)
            assert "too fast" in browser.hear_of("error")["words"]
            with (
                Browser(server, table["id"], table["keys"]["0"]),
                pytest.raises(InvalidStatus),
            ):
                Browser(server, table["id"], table["keys"]["0"])
        statuses = [server.client.get("/").status_code for _ in range(10)]
        assert statuses[0] == 200 and statuses[-1] == 429


# --- pages ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/", "/t/0123456789ab", "/static/js/table.js", "/nowhere"])
def test_every_answer_has_the_headers(server, path):
    headers = server.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers or "uvicorn" not in headers["server"]


def static_files(*kinds):
    return [path for path in STATIC.rglob("*") if path.suffix in kinds]


@pytest.mark.parametrize("path", static_files(".html"), ids=lambda path: path.name)
def test_pages_have_no_script_or_style_inside(path):
    page = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bon\w+=|\bstyle=|javascript:", page)


@pytest.mark.parametrize("path", static_files(".html", ".css", ".js"), ids=lambda path: path.name)
def test_nothing_is_asked_of_another_site(path):
    text = path.read_text(encoding="utf-8")
    names = [name for name in re.findall(r"https?://[\w.]+", text) if "www.w3.org" not in name]
    assert not names and "innerHTML" not in text and "eval(" not in text


def test_the_first_page_is_small():
    assert sum(path.stat().st_size for path in static_files(".html", ".css", ".js", ".svg")) < (
        FIRST_PAGE_BYTES
    )
