"""Words for everything that can be asked, answered, rolled and looked up."""

import random

import pytest

from paxren_env.core.telling import opening_by_turns, whole_history
from paxren_env.games.age_of_renaissance import Game, text
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import NUM_ACTIONS
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.text.asked import QUESTIONS
from paxren_env.games.age_of_renaissance.text.components import ADVANCES, EVENTS
from tests.games.age_of_renaissance.positions import do, record_game

pytestmark = pytest.mark.interpreted


def test_every_decision_has_a_question():
    asked = {row.name for row in frames.rows if row.rule.startswith("DT")}
    assert set(QUESTIONS) == asked


def test_every_action_has_a_name():
    names = [text.plain_name(action) for action in range(NUM_ACTIONS)]
    assert all(names) and len(names) == 256


def test_every_component_is_explained():
    assert len(ADVANCES) == c.NUM_ADVANCES and set(EVENTS) == set(range(len(c.EFFECT_NAMES)))
    for name in (*t.FACE_NAMES, *t.ADVANCE_NAMES, *t.PROVINCE_NAMES, *c.COMMODITY_NAMES):
        assert not text.lookup(name)[0].startswith("nothing")
    assert text.lookup("atlantis") == ["nothing is called 'atlantis'"]


def test_a_whole_game_is_told_without_secrets():
    rng = random.Random(3)
    game = Game(4, seed=3, version="basic")
    while not game.is_over:
        assert text.decision_text(game) and text.choice_note(game)
        names = text.action_names(game)
        assert list(names) == game.legal_actions() and len(set(names.values())) == len(names)
        assert game.parse_action(names[game.legal_actions()[-1]]) == game.legal_actions()[-1]
        game.step(rng.choice(game.legal_actions()))
        if game.turn == 1 and game.decision == "play card":
            assert "gives back a card" in "\n".join(whole_history(game, 0))
    assert "over" in text.decision_text(game)
    told = list(opening_by_turns(game, 0))
    assert len(told) > len(game.history) and "gives back a card" not in "\n".join(told)


def test_the_table_shows_only_the_viewers_hand():
    game = Game(3, seed=2)
    hands = [own["hand"] for own in game.to_dict()["players"]]
    shown = text.table(game, 1)
    assert ", ".join(hands[1]) in shown and ", ".join(hands[0]) not in shown
    assert str(game).count("?") == 0


def test_a_traded_card_is_told_to_the_two_only():
    game = do(record_game(), "province:Fez", (6, 1, 1), "card:wool", (1,))
    seen = {viewer: "\n".join(whole_history(game, viewer)) for viewer in (0, 3, 4)}
    assert "wool" not in seen[0] and "wool" in seen[3] and "wool" in seen[4]
