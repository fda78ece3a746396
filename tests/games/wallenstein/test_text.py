"""Words: every decision and outcome has some, and none tells a secret."""

import random

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.core.reading import parse_action
from paxren_env.core.record import view
from paxren_env.core.telling import whole_history
from paxren_env.games.wallenstein import Game, text
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein.actions import NUM_ACTIONS
from paxren_env.games.wallenstein.frames import frames
from paxren_env.games.wallenstein.tables import PRINTED_NAMES
from paxren_env.games.wallenstein.text.answers import NAMES
from paxren_env.games.wallenstein.text.asked import ASKS
from paxren_env.games.wallenstein.text.lookup import OTHER_THINGS

pytestmark = pytest.mark.interpreted

ALL_MODULES = {"emperors_court": True, "landsknechte": True, "military_leaders": True}


def test_every_decision_has_a_question_and_answers():
    decisions = {row.id for row in frames.rows if row.what == "decision"}
    assert set(NAMES) == decisions == set(ASKS)


def test_every_action_has_a_plain_name():
    plain = [text.plain_name(action) for action in range(NUM_ACTIONS)]
    assert len(set(plain)) == NUM_ACTIONS


def test_every_component_can_be_looked_up():
    entries = text.lookup("")
    assert len(entries) == 45 + 10 + 12 + 5 + 21 + 3 + len(OTHER_THINGS)
    assert len({entry.partition(":")[0] for entry in entries}) == len(entries)
    assert text.lookup("supply chart")[0].endswith("7+: 3 with 3 more)")
    for name in PRINTED_NAMES:
        assert any(entry.startswith(f"county {name} ") for entry in text.lookup(name))
    assert "[reconstructed]" in text.lookup("favour 16")[0]
    assert "[reconstructed]" not in text.lookup("favour 12")[0]
    assert all("[reconstructed]" in entry for entry in text.lookup("Landsknechte card"))


def test_a_whole_game_in_words():
    game = Game(4, seed=3, auto_chance=False, **ALL_MODULES)
    chooser = random.Random(3)
    asked = set()
    while not game.is_over:
        asked.add(game.decision)
        assert text.decision_text(game)
        if game.deciding_player == CHANCE:
            before = game.clone()
            game.roll()
            assert text.outcome_words(before, game.history[len(before.history)])
            continue
        action = chooser.choice(game.legal_actions())
        names = text.action_names(game)
        assert len(set(names.values())) == len(names)
        assert parse_action(game, names[action]) == action
        game.step(action)
    assert len(asked) > 20
    assert text.result_text(game).startswith("seat")
    assert "won" in text.table(game)


def test_the_log_tells_plans_only_when_they_are_out():
    game = Game(3, seed=2, setup="lineup")
    for _ in range(9):
        game.step(game.legal_actions()[-1])
    assert game.deciding_player in (0, 1)
    secret = "\n".join(whole_history(game, 2))
    opened = "\n".join(whole_history(game, 0))
    assert "plans" in secret and "lay " not in secret and "bid " not in secret
    assert "lay " in opened


def test_the_table_shows_only_own_plans():
    game = Game(3, seed=2, setup="lineup")
    game.step(game.legal_actions()[0])
    assert "plan of seat 0" in text.table(game, 0)
    for viewer in (None, 1, 2):
        shown = text.table(game, viewer)
        assert "plan of seat 0" not in shown and shown.endswith("seat 0 plans")


def test_changes_of_taxes():
    game = Game(3, seed=2, setup="lineup")
    old = game.clone()
    chooser = random.Random(1)
    while game.turn == 0:
        game.step(chooser.choice(game.legal_actions()))
    lines = text.changes(view(old.states, 0), view(game.states, 0))
    assert any(line.startswith("seat 0:") for line in lines)
    assert c.SEASON_NAMES[1] in text.turn_heading(game)
