"""Long checked play: the same with any number of workers, resumable, loud when a rule breaks."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paxren_env.core.jit import GAMES as COMPILED_GAMES
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.spec import find
from tests import play_checked
from tests.support.games import GAMES, TOY
from tests.support.variants import Variant, variants_of

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[2]
FEW = 3_000


def counted(path):
    """What a state holds, without what depends on the clock."""
    games = json.loads(path.read_text())["games"]
    for game in games.values():
        for table in game["tables"].values():
            del table["seconds"]
    return games


def play(path, decisions=FEW, workers=1, *more):
    words = ["--game", TOY, "--decisions", str(decisions), "--workers", str(workers)]
    return play_checked.main([*words, "--state", str(path), *more])


def test_any_number_of_workers_plays_the_same(tmp_path):
    alone, many = tmp_path / "alone.json", tmp_path / "many.json"
    assert play(alone) == play(many, workers=3) == 0
    assert counted(alone) == counted(many)
    assert sum(table["decisions"] for table in counted(alone)[TOY]["tables"].values()) >= FEW


def test_a_run_in_parts_is_the_run_as_a_whole(tmp_path):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert play(whole) == 0
    for decisions in (FEW // 3, FEW // 2, FEW, FEW // 2):
        assert play(parts, decisions) == 0
    assert counted(parts) == counted(whole)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_run_goes_on_where_it_was(tmp_path, sign):
    state = tmp_path / "state.json"
    words = ["--game", TOY, "--decisions", "1000000000", "--workers", "1", "--state", str(state)]
    command = f"import tests.play_checked as p, sys; p.SAVE_EVERY = 0; sys.exit(p.main({words}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", command], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
    )
    while not state.exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(sign)
    assert process.wait(60) == (-9 if sign == signal.SIGKILL else 143)
    played = play_checked.read_state(state)[TOY].decisions
    assert played > 0
    again = tmp_path / "again.json"
    assert play(state, played + FEW) == play(again, played + FEW) == 0
    assert counted(state) == counted(again)
    assert [path.name for path in tmp_path.glob(".*.json")] == []


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
def test_a_broken_rule_is_told_with_all_that_leads_there(tmp_path, monkeypatch, capsys):
    state = tmp_path / "state.json"
    assert play(state, 500) == 0
    before = counted(state)
    rules = COMPILED_GAMES[find(TOY).record].rules
    monkeypatch.setitem(rules, "broken_invariant", lambda s, mask, note: 7 if s.turn == 1 else 0)
    play_checked.make_ready.cache_clear()
    capsys.readouterr()
    assert play(state) == 1
    said = capsys.readouterr().err
    assert "invariant IN7 is broken" in said and "num_players" in said
    assert f"{TOY}: Game.replay(seed=" in said and "actions=[" in said
    assert counted(state) == before


@pytest.mark.parametrize("text", ["", "[]", '{"format": 2}', '{"format": 1, "games": {"a": 5}}'])
def test_a_damaged_state_is_refused_and_kept(tmp_path, text, capsys):
    state = tmp_path / "state.json"
    state.write_text(text)
    with pytest.raises(SystemExit) as left:
        play(state)
    assert left.value.code == 2 and "is no state of checked play" in capsys.readouterr().err
    assert state.read_text() == text


def test_the_report_has_every_table_and_event(tmp_path):
    page = tmp_path / "page.md"
    assert play(tmp_path / "state.json", FEW, 1, "--report", str(page)) == 0
    text = page.read_text()
    assert all(f"| {variant.name} |" in text for variant in variants_of(TOY))
    assert all(f"| {row.name} | {row.rule} |" in text for row in find(TOY).frames.decisions)


# --- the kinds of tables --------------------------------------------------------------------------
def test_every_combination_of_varied_options_comes_in_turn():
    variant = Variant({"a": 1}, {"b": (1, 2), "c": "xyz"})
    seen = [variant.options(number) for number in range(variant.combinations)]
    assert len({tuple(options.items()) for options in seen}) == 6
    assert variant.options(6) == seen[0] == {"a": 1, "b": 1, "c": "x"}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_table_has_allowed_options_and_a_name_of_its_own(game):
    variants = variants_of(game)
    check = find(game).module("options").check_options
    for variant in variants:
        for number in range(min(variant.combinations, 50)):
            check(variant.options(number))
    assert len({variant.name for variant in variants}) == len(variants)
    players = {variant.options(0).get("num_players") for variant in variants}
    assert {find(game).min_players, find(game).max_players} <= players
