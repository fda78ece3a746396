"""Reasons: why an action is not legal. They agree with the mask, exactly, in every game."""

import pickle

import numpy as np
import pytest

from paxren_env import IllegalAction
from paxren_env.core import hooks
from paxren_env.core.chance import new_rng
from paxren_env.core.checking import LIVELY, NOTE_SIZE, UNIFORM, check_reasons
from paxren_env.core.constants import CHANCE
from paxren_env.core.frames import DECISION
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.log import new_log
from paxren_env.core.reading import parse_action
from paxren_env.core.reasons import LEGAL, Reasons
from paxren_env.core.record import view
from paxren_env.core.spec import find
from tests.support.games import (
    CHANCE_GAMES,
    GAMES,
    TOY,
    finished,
    new_game,
    positions,
    spaced,
    variant_id,
)
from tests.support.reasons import (
    A_MILLION,
    POSITIONS,
    UNSEEN,
    UNTAKEN,
    check_positions,
    every_variant,
    never_given,
    never_taken,
    new_counts,
)

pytestmark = pytest.mark.interpreted


# --- reasons and masks ----------------------------------------------------------------------------
EVERY_VARIANT = [(game, options) for game in GAMES for options in every_variant(game)]


@pytest.mark.parametrize(("game", "options"), EVERY_VARIANT, ids=variant_id)
def test_reasons_and_masks_agree(game, options):
    """A rule for every illegal answer to what is asked, none for a legal one."""
    check_positions(game, [options], POSITIONS // (100 if INTERPRETED else 1))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="a million positions take hours in plain Python")
@pytest.mark.parametrize("game", GAMES)
def test_reasons_and_masks_agree_in_a_million_positions(game):
    """And every reason is given there, every declared kind of answer taken, but for rare ones."""
    counts, legal = check_positions(game, every_variant(game), A_MILLION)
    assert set(never_given(game, counts)) <= UNSEEN.get(game, set())
    assert set(never_taken(game, legal)) <= UNTAKEN.get(game, set())


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
def test_a_reason_for_a_legal_action_is_found(monkeypatch):
    rules = hooks_of(TOY)
    true = rules["reason"]
    monkeypatch.setitem(rules, "reason", lambda s, action: true(s, action) if action else 1)
    with pytest.raises(AssertionError, match="action 0"):
        check_positions(TOY, [{}], 100)


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
@pytest.mark.parametrize("number", [LEGAL, -1, 99])
def test_an_illegal_action_without_a_reason_of_the_table_is_found(monkeypatch, number):
    rules = hooks_of(TOY)
    true = rules["reason"]
    monkeypatch.setitem(rules, "reason", lambda s, action: true(s, action) and number)
    with pytest.raises(AssertionError, match="differ"):
        check_positions(TOY, [{}], 200)


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
def test_a_legal_action_that_the_decision_does_not_declare_is_found():
    game = new_game(TOY)
    counts, legal = new_counts(TOY)
    kinds = np.zeros_like(find(TOY).answer_kinds)
    note, log = np.zeros(NOTE_SIZE, np.int64), new_log(16)
    mask = game.legal_mask()
    arguments = (game.states, 0, new_rng(1), mask, log, note, kinds, counts, legal, 9, UNIFORM)
    assert check_reasons(*arguments) < 0


def hooks_of(game):
    return view(new_game(game).states, 0).game.rules


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_changes_nothing(game):
    for one in spaced(positions(game, 3), 7):
        before = one.states.tobytes()
        for action in np.flatnonzero(one.spec.answer_kinds[one.decision_id]):
            hooks.reason(view(one.states, 0), int(action))
        assert one.states.tobytes() == before


# --- in words -------------------------------------------------------------------------------------
def number_of(why):
    """The rule at the beginning of a reason."""
    return why.partition(": ")[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_illegal_answer_has_a_rule_every_other_action_a_plain_sentence(game):
    rules = {row.rule for row in find(game).reasons.rows}
    for one in spaced(positions(game, 5), 3):
        if one.is_over or one.deciding_player == CHANCE:
            continue
        asked = one.spec.answer_kinds[one.decision_id]
        for action in range(one.spec.num_actions):
            why = one.why_not(action)
            if one.legal_mask()[action]:
                assert why is None
            elif asked[action]:
                assert number_of(why) in rules and len(why) > len(number_of(why)) + 8
                assert "{" not in why and "-1" not in why
            else:
                assert why.startswith("you are asked something else: ")
                assert number_of(why) not in rules


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_reason_is_known_and_used(game):
    known = find(game).module("text").REASON_WORDS
    used = {name for row in find(game).reasons.rows for name in row.names}
    assert used == set(known)


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_says_what_it_takes(game):
    spec = find(game)
    for number, row in enumerate(spec.frames.decisions):
        assert spec.answer_kinds[number].any() == (row.what == DECISION), row.name


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_the_game_and_numbers_out_of_range_are_told(game):
    over = finished(game, 2)
    assert over.why_not(0) == "the game is over"
    last = find(game).num_actions - 1
    for action in (-1, last + 1):
        assert new_game(game).why_not(action).endswith(f"out of range: actions are 0 to {last}")
    with pytest.raises(TypeError):
        new_game(game).why_not("0")


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_where_chance_is_asked_no_action_is_legal(game):
    for one in positions(game, 6, auto_chance=False):
        if one.deciding_player == CHANCE:
            assert one.why_not(0) == f"chance is asked: {one.decision}"
            return
    raise AssertionError("chance was never asked")


@pytest.mark.parametrize("game", GAMES)
def test_who_is_not_asked_hears_only_who_is(game):
    for one in spaced(positions(game, 7), 5):
        for viewer in range(one.num_players):
            if viewer != one.deciding_player and not one.is_over:
                told = {one.why_not(a, viewer) for a in range(one.spec.num_actions)}
                who = one.spec.module("text").seat_words(
                    view(one.states, 0), one.deciding_player
                )  # fmt: skip
                assert told == {f"{who} is asked now"}


# --- where they are told --------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_carries_its_reason(game):
    for one in spaced(positions(game, 8), 5):
        illegal = int(np.flatnonzero(one.legal_mask() == 0)[0])
        with pytest.raises(IllegalAction) as error:
            one.step(illegal)
        assert error.value.reason == one.why_not(illegal)
        assert error.value.reason in str(error.value)
        again = pickle.loads(pickle.dumps(error.value))
        assert (str(again), again.reason) == (str(error.value), error.value.reason)


@pytest.mark.parametrize("game", GAMES)
def test_words_of_an_illegal_action_are_answered_with_its_reason(game):
    text = find(game).module("text")
    told = 0
    for one in spaced(positions(game, 9), 4):
        if one.is_over:
            continue
        asked = one.spec.answer_kinds[one.decision_id]
        for action in np.flatnonzero(asked & (one.legal_mask() == 0))[:3].tolist():
            with pytest.raises(ValueError, match="is not legal now: ") as error:
                parse_action(one, str(action))
            assert str(error.value).endswith(one.why_not(action))
            told += answered_with_reason(one, text.plain_name(action), one.why_not(action))
    assert told


def answered_with_reason(game, words, why):
    """Unless the words are, or are a part of, those of a legal answer."""
    try:
        parse_action(game, words)
    except ValueError as error:
        return why in str(error)
    return False


def test_the_toy_says_what_is_missing():
    game = find(TOY).module("game").Game.from_dict({"players": [{"coins": 7}, {}, {}]})
    assert game.why_not(1) == "R2: a bid of 10 or more, player 0 has 7"
    assert game.why_not(5) == "you are asked something else: the first digit of your bid"


# --- the table ------------------------------------------------------------------------------------
def test_reasons_are_numbered_from_one():
    table = Reasons()
    assert table.add("E1", "costs {cost}") == 1 and table.add("E1", "no card") == 2
    assert table.size == 3 and table.by_number(1).names == ["cost"]
    with pytest.raises(ValueError, match="two reasons say E1: 'no card'"):
        table.add("E1", "no card")
    with pytest.raises(ValueError, match="has a rule and words"):
        table.add("", "no card")


@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
def test_checked_positions_are_counted(bias):
    counts, legal = new_counts(TOY)
    game = new_game(TOY)
    game._ask_everything()
    note, log = np.zeros(NOTE_SIZE, np.int64), new_log(find(TOY).max_log)
    kinds = find(TOY).answer_kinds
    size = check_reasons(
        game.states, 0, new_rng(1), game._mask, log, note, kinds, counts, legal, 4, bias
    )  # fmt: skip
    assert size == 4 and counts[:, LEGAL].sum() == legal.sum() > 4
