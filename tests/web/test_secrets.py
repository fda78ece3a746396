"""What a seat's connection ever receives contains nothing that is hidden from it."""

import json

import pytest

from paxren_env.web import views
from paxren_env.web.analysis import analyse
from tests.support.games import ALL_VARIANTS, TOY, positions, spaced, variant_id
from tests.support.secrets import imagined
from tests.support.web import running

PERSON = "person"


def sent_of(game, viewer):
    """All that a seat can be sent of a position."""
    actions = range(0, game.spec.num_actions, 7)
    return {
        "view": views.view_of(game, viewer),
        "said": [views.say(game, viewer, word) for word in views.sayings(game.spec)],
        "why": [views.why_not(game, viewer, action) for action in actions],
    }


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_equal_views_give_equal_messages(game, options):
    """Games that differ in what a seat may not see only give that seat the same messages."""
    compared = 0
    for one in spaced(positions(game, 11, **options), 1 if game == TOY else 40):
        for viewer in one.spec.asked_seats(one.options):
            sent = sent_of(one, viewer)
            assert json.dumps(sent)
            for other in imagined(one, viewer, (3, 4)):
                compared += 1
                assert sent_of(other, viewer) == sent
    assert compared


def test_an_analysis_tells_a_seat_nothing_hidden():
    for one in positions(TOY, 12):
        if not one.is_over:
            for viewer in range(one.num_players):
                found = analyse(one, viewer, None)
                assert all(analyse(o, viewer, None) == found for o in imagined(one, viewer, (5, 6)))


def comparable(browser):
    """What was heard, without what tells tables apart."""
    return [{**message, "version": 0} for message in browser.heard]


def test_other_secrets_leave_a_connection_the_same(tmp_path):
    """Two tables of one deal; at the second the other seat bids something else, in secret."""
    heard = []
    with running(tmp_path) as server:
        for choice in (0, 1):
            table = server.new_table(TOY, [PERSON, PERSON, PERSON], seed=9)
            with server.sit(table, 0) as one, server.sit(table, 1) as other:
                for browser, index in ((one, 0), (one, 0), (other, choice), (other, choice)):
                    browser.wait_until_asked()
                    browser.answer(browser.table["view"]["choices"][index][0])
                while one.table["steps"] != other.table["steps"]:
                    one.hear()
                for step in range(one.table["steps"] + 1):
                    one.ask("look", step=step)
                assert other.table["view"]["table"] != one.table["view"]["table"]
                heard.append((comparable(one), one.log))
    known, log = (last[0][-1] for last in heard), (last[1] for last in heard)
    assert len(set(map(json.dumps, known))) == 1
    assert len(set(map(json.dumps, log))) == 1
    assert {json.dumps(message) for message in heard[0][0]} >= {
        json.dumps(message) for message in heard[1][0] if message["type"] == "look"
    }
