"""The log grows with the game and says what the log of the whole game says."""

import random

import pytest

from paxren_env.core.telling import whole_history
from paxren_env.web.timeline import Timeline
from tests.support.games import GAMES, TOY, new_game, play_on


def words_of(line):
    return line["words"], line.get("effects", "")


def expected(game, viewer):
    """What the terminal would say, a line's effects in one piece."""
    for text in whole_history(game, viewer):
        words, *effects = text.split("\n")
        yield words, " ".join(part.strip() for part in effects).removeprefix("→ ")


def assert_same(timeline, game):
    assert len(timeline) == len(game.history)
    for viewer in (None, *game.spec.asked_seats(game.options)):
        log = timeline.log(game, viewer)
        assert [words_of(line) for line in log] == list(expected(game, viewer))
        assert [line["step"] for line in log] == list(range(1, len(log) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_log_is_that_of_the_whole_game(game):
    """Secrets are told as soon as they are none any more, and only then."""
    one, rng = new_game(game, 4), random.Random(4)
    timeline, number = Timeline(one), 0
    while not one.is_over:
        play_on(one, rng)
        timeline.extend(one)
        number += 1
        if number % (1 if game == TOY else 25) == 0 or one.is_over:
            assert_same(timeline, one)


def fields_of(game):
    """All but the stream of chance, which outcomes that are known already do not use."""
    names = game.spec.record.names
    return {name: game.states[name].tolist() for name in names if name != "chance"}


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_those_that_were_played(game):
    one, rng = new_game(game, 5), random.Random(5)
    timeline = Timeline(one)
    seen = {len(one.history): fields_of(one)}
    for _ in range(12):
        if not one.is_over:
            play_on(one, rng)
            timeline.extend(one)
            seen[len(one.history)] = fields_of(one)
    assert len(seen) > 2
    for step, fields in seen.items():
        assert fields_of(timeline.position(step)) == fields


def test_what_is_taken_back_is_forgotten():
    one, rng = new_game(TOY, 6), random.Random(6)
    timeline = Timeline(one)
    for _ in range(9):
        play_on(one, rng)
        timeline.extend(one)
    assert_same(timeline, one)
    for _ in range(4):
        one.undo()
        timeline.cut(len(one.history))
        assert_same(timeline, one)
    while not one.is_over:
        play_on(one, rng)
        timeline.extend(one)
    assert_same(timeline, one)
