"""TELLING: the log of any game in words; what is secret is told when it is revealed."""

import re

import pytest

from paxren_env.core import telling
from paxren_env.core.game import Game
from tests.support.games import ALL_VARIANTS, GAMES, TOY, finished, new_game, positions, variant_id

pytestmark = pytest.mark.interpreted

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_every_event_has_its_words(game: str, options: dict[str, object]) -> None:
    played = finished(game, 3, **options)
    told = list(telling.whole_history(played))
    assert len(told) == len(played.history)
    assert all(told)


@every_game
def test_telling_changes_nothing_and_leads_to_where_the_game_is(game: str) -> None:
    played = finished(game, 3)
    before = played.to_bytes()
    start = played._initial_game()
    *_, last = telling.tell(start, played.history[len(start.history) :])
    assert played.to_bytes() == before
    assert last.after.history == played.history and last.after.is_over


@every_game
def test_the_log_by_turns_has_the_same_lines_and_a_heading_for_each_turn(game: str) -> None:
    played = finished(game, 4)
    told = "\n".join(telling.opening_by_turns(played)).splitlines()
    lines = [line for line in told if line and not line.startswith("---")]
    assert lines == "\n".join(telling.whole_history(played)).splitlines()
    headings = [line for line in told if line.startswith("---")]
    assert len(headings) == len(set(headings)) >= played.turn


@every_game
def test_numbered_lines_count_from_one(game: str) -> None:
    played = finished(game, 5)
    start = played._initial_game()
    lines = list(telling.history_lines(start, played.history[len(start.history) :]))
    assert [int(line.partition(".")[0]) for line in lines] == list(range(1, len(lines) + 1))


# --- chance ---------------------------------------------------------------------------------------
def test_an_outcome_of_chance_is_told_and_nobody_is_said_to_have_answered_it() -> None:
    played = finished(TOY, 1)
    rolled = [one for one in telling.tell(played._initial_game(), played.history) if one.is_chance]
    assert rolled
    for one in rolled:
        first = telling.told_lines(one).partition("\n")[0]
        assert re.fullmatch(r"the dice show \d and \d", first)


# --- secrets --------------------------------------------------------------------------------------
def test_answers_in_secret_are_told_to_others_when_the_secret_is_out() -> None:
    seen_hidden = seen_shown = False
    for game in positions(TOY, 2, num_players=3):
        everything = list(telling.whole_history(game))
        start = game._initial_game()
        events = list(telling.tell(start, game.history))
        for viewer in range(3):
            for one, true, told in zip(events, everything, telling.whole_history(game, viewer)):
                hidden = telling.is_hidden(one, game, viewer)
                assert (telling.IN_SECRET in told) == hidden
                assert hidden or told == true
                is_of_others = one.before.deciding_player not in (viewer, -2)
                if is_of_others and telling.is_asked_in_secret(one.before):
                    in_this_round = one.before.turn == game.turn and not game.is_over
                    waits = telling.is_asked_in_secret(game)
                    assert hidden == (in_this_round and waits)
                    seen_hidden |= hidden
                    seen_shown |= not hidden
                else:
                    assert not hidden
    assert seen_hidden and seen_shown


def test_equal_views_are_told_the_same() -> None:
    """Two games that differ by the secret answers of others only."""
    one, other = (new_game(TOY, seed=1, num_players=2, auto_forced=False) for _ in range(2))
    viewer = 1 - one.deciding_player
    while one.deciding_player != viewer:
        low, high = one.legal_actions()[0], other.legal_actions()[-1]
        one.step(low)
        other.step(high)
    assert one.history != other.history
    logs = [list(telling.whole_history(game, viewer)) for game in (one, other)]
    assert logs[0] == logs[1]
    assert list(telling.whole_history(one)) != list(telling.whole_history(other))


def test_a_game_may_say_itself_what_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(TOY, 1)
    text = game.spec.module("text")
    monkeypatch.setattr(text, "is_secret", lambda now, told, viewer: told.is_chance, raising=False)
    told = list(telling.whole_history(game, 0))
    rolls = [isinstance(event, tuple) for event in game.history]
    assert [line.startswith(telling.ROLLED_IN_SECRET) for line in told] == rolls
    monkeypatch.setattr(text, "secret_words", lambda told: "hush", raising=False)
    assert [line.startswith("hush") for line in telling.whole_history(game, 0)] == rolls


# --- what a game leaves out -----------------------------------------------------------------------
def test_changes_notes_and_headings_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = finished(TOY, 1)
    text = game.spec.module("text")
    for name in ("changes", "turn_heading"):
        monkeypatch.delattr(text, name)
    told = list(telling.whole_history(game))
    assert len(told) == len(game.history) and not any("\n" in line for line in told)
    assert telling.turn_heading(game).startswith("\n--- turn ")
