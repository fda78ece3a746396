"""Whole games of every game of the house in a real browser: `make test-browser`.

A person clicks what is lit, chooses from the list and types, against agents; then the game is
looked at as a replay. Screenshots of what fails are kept in runs/browser.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from paxren_env.core.spec import find, game_names
from tests.browser.chromium import ARGUMENTS
from tests.browser.chromium import find as find_chromium
from tests.support.games import SHORT, TOY

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "runs" / "browser"
PLAYED = [name for name in game_names() if name != TOY]
PATIENCE = 120_000  # ms
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A server as everybody starts it."""
    command = [sys.executable, "-m", "paxren_env.cli.main", "web", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--folder", str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    yield found[0]
    server.terminate()
    with server:
        assert server.wait(60) in (0, 143, -15)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    assert path, "no Chromium: see `python -m tests.browser.chromium`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, request: Any) -> Iterator[Page]:
    """A page without any complaint in its console; what it shows is kept if the test fails."""
    width, height = SIZES["phone" if "phone" in request.node.name else "desktop"]
    scheme: Any = "dark" if "phone" in request.node.name else "light"
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    failed = request.session.testsfailed
    yield page
    if request.session.testsfailed > failed or complaints:
        KEPT.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w-]", "_", request.node.name)
        page.screenshot(path=KEPT / f"{name}.png")
    context.close()
    assert not complaints


# --- at the table ---------------------------------------------------------------------------------
def open_table(page: Page, address: str, game: str) -> None:
    """A short game with a person at the first seat, through the form."""
    page.goto(address)
    expect(page.locator("#game option").first).to_be_attached()
    page.select_option("#game", game)
    page.locator("summary").click()
    for name, value in SHORT[game].items():
        fill_in(page, name, value)
    page.fill("#seed", "7")
    for seat in range(1, page.locator("[data-seat]").count()):
        page.select_option(f'[data-seat="{seat}"]', "random")
    page.click("button.main")
    page.wait_for_url("**/t/**")
    expect(page.locator("#question")).not_to_be_empty()
    page.locator("#pace").fill("6")  # agents answer at once


def fill_in(page: Page, option: str, value: Any) -> None:
    field = page.locator(f'[data-option="{option}"]')
    if field.get_attribute("data-kind") == "choice":
        field.select_option(label=str(value).replace("_", " "))
    else:
        field.fill(str(value))


def wait_for_turn(page: Page) -> bool:
    """Until the person is asked; False if the game is over."""
    page.wait_for_selector('body.asked, body[data-over="true"]', timeout=PATIENCE)
    return page.locator('body[data-over="true"]').count() == 0


def answer(page: Page, number: int) -> None:
    """In turns: a click at what is lit, one at the list, or by keyboard."""
    steps = page.locator("body").get_attribute("data-steps")
    lit = page.locator("#picture .can")
    way = ("picture", "list", "keyboard")[number % 3]
    if way == "picture" and lit.count():
        lit.nth(number % lit.count()).click(force=True)
        if page.locator("#reason").inner_text().startswith("Several"):
            page.locator("#choices button").first.click()
    elif way == "keyboard":
        count = page.locator("#choices button").count()
        page.locator("#filter").fill(str(1 + number % count))
        page.keyboard.press("Enter")
    else:
        choices = page.locator("#choices button")
        choices.nth(number % choices.count()).click()
    page.wait_for_selector(f'body:not([data-steps="{steps}"])', timeout=PATIENCE)


def saved_game(page: Page, folder: Path) -> dict[str, Any]:
    table = page.url.split("/t/")[1].split("#")[0]
    return json.loads((folder / f"{table}.json").read_text())


def times(page: Page) -> list[float]:
    """Milliseconds from every answer to its picture."""
    return page.evaluate(
        "() => performance.getEntriesByName('answer to picture').map((one) => one.duration)"
    )


@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_game_is_played(page: Page, address: str, folder: Path, game: str) -> None:
    began = time.monotonic()
    open_table(page, address, game)
    number = 0
    while wait_for_turn(page):
        answer(page, number)
        number += 1
    steps = int(page.locator("body").get_attribute("data-steps") or 0)
    assert number > 3 and steps >= number
    assert len(saved_game(page, folder)["actions"]) == steps
    assert page.locator("#log li").count() == steps
    took = sorted(times(page))
    print(f"{game}: {number} answers, {steps} steps, {time.monotonic() - began:.0f} s; "
          f"answer to picture: median {took[len(took) // 2]:.0f} ms")  # fmt: skip
    look_back(page, steps)


def look_back(page: Page, steps: int) -> None:
    """The game as a replay: every step has a link."""
    page.keyboard.press("Escape")
    page.locator("#slider").fill(str(steps // 2))
    page.wait_for_selector(f'body[data-step="{steps // 2}"]')
    shown = page.locator("#words").text_content()
    again = page.context.new_page()
    again.goto(page.url)
    again.wait_for_selector(f'body[data-step="{steps // 2}"]')
    assert again.locator("#words").text_content() == shown
    again.close()
    page.locator("#tab-analysis").click()
    page.locator("#analyse").click()
    expect(page.locator("#analysis .meter").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("game", PLAYED)
def test_undo_hint_and_reasons_on_a_phone(page: Page, address: str, game: str) -> None:
    open_table(page, address, game)
    assert wait_for_turn(page)
    words = page.locator("#words").text_content()
    page.locator("#hint").click()
    expect(page.locator("#reason")).to_contain_text("Hint:")
    steps = page.locator("body").get_attribute("data-steps")
    answer(page, 1)
    assert wait_for_turn(page)
    page.locator("#undo").click()
    page.wait_for_selector(f'body[data-steps="{steps}"]')
    assert page.locator("#words").text_content() == words
    unlit = page.locator("#picture .may")
    if unlit.count():
        unlit.first.click(force=True)
        expect(page.locator("#reason")).not_to_be_empty()
    assert find(game).title in page.title()


def test_a_seat_cannot_be_guessed(page: Page, address: str) -> None:
    page.goto(f"{address}t/0123456789ab#key=guessed")
    expect(page.locator("#alert")).to_contain_text("no such table")
