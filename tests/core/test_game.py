"""Game, for every game: masks, steps, undo, copies, replay, bytes."""

import copy
import json
import pickle
import random
from functools import partial

import numpy as np
import pytest

from paxren_env import IllegalAction, make_game
from paxren_env.core import engine, telling
from paxren_env.core.game import CHECKSUM_SIZE, LAYOUT_SIZE
from paxren_env.core.spec import find
from tests.support.games import (
    ALL_VARIANTS,
    CUT,
    CUT_GAMES,
    GAMES,
    finished,
    middle,
    new_game,
    play_on,
    positions,
    variant_id,
)

pytestmark = pytest.mark.interpreted


def standing(game):
    """All that a step may change."""
    return game.states.tobytes(), game.legal_actions(), list(game.history), list(game.notes)


# --- beginning ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_made_by_its_name(game):
    made = make_game(game, seed=3)
    assert made.spec is find(game) and made.num_players == find(game).default_players
    assert made.options == find(game).module("options").check_options(
        {"num_players": find(game).default_players}
    )
    assert made.to_bytes() == find(game).module("game").Game(seed=3).to_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_new_game_waits_for_somebody(game):
    new = new_game(game, 3)
    assert new.deciding_player in range(new.num_players)
    assert new.decision in find(game).frames.decision_names
    assert not new.is_over and not new.is_truncated
    assert new.winners == [] and new.ending is None
    assert new.returns.dtype == np.float32 and not new.returns.any()
    assert f"turn {new.turn}, player {new.deciding_player}: {new.decision}" in repr(new)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_seed_one_is_drawn_and_kept(game):
    one, other = make_game(game), make_game(game)
    assert one.seed != other.seed
    assert make_game(game, seed=one.seed).to_bytes() == one.to_bytes()
    assert make_game(game, seed=1).to_bytes() != make_game(game, seed=2).to_bytes()
    for seed in ("seven", 1.5):
        with pytest.raises(ValueError, match="seed is a whole number"):
            make_game(game, seed=seed)


# --- masks and steps ------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_legal_actions_are_the_mask_in_order(game, options):
    least = 2 if options.get("auto_forced", True) else 1
    for one in positions(game, 5, **options):
        legal = one.legal_actions()
        assert legal == sorted(legal) == np.flatnonzero(one.legal_mask()).tolist()
        assert all(type(action) is int for action in legal)
        assert one.legal_mask().dtype == np.int8 and set(one.legal_mask()) <= {0, 1}
        assert len(legal) >= least or (one.is_over and not legal)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_taken_and_no_other(game):
    for number, one in enumerate(positions(game, 7)):
        if number % 3:
            continue
        for action in one.legal_actions():
            twin = one.clone()
            twin.step(action)
            assert twin.history[len(one.history)] == action


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_handed_out_is_a_copy(game):
    one = new_game(game)
    legal = one.legal_actions()
    one.legal_mask()[:] = 1
    assert one.legal_actions() == legal


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_and_actions_give_the_same_bytes(game):
    one = finished(game, 11)
    again = new_game(game, 11)
    while not again.is_over:
        again.step(one.history[len(again.history)])
    assert standing(again) == standing(one) and again.to_bytes() == one.to_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_step_returns_none_and_takes_any_whole_number(game):
    for kind in (int, np.int64, np.int16, np.uint16, np.array):
        one = new_game(game, 4)
        action, known = one.legal_actions()[0], len(one.history)
        assert one.step(kind(action)) is None
        assert one.history[known] == action and type(one.history[known]) is int


@pytest.mark.parametrize("game", GAMES)
def test_illegal_actions_change_nothing_and_are_named(game):
    for one in positions(game, 8):
        before = standing(one)
        illegal = int(np.flatnonzero(one.legal_mask() == 0)[-1])
        with pytest.raises(IllegalAction) as error:
            one.step(illegal)
        assert one.action_name(illegal) in str(error.value)
        reason = "game is over" if one.is_over else f"must answer {one.decision!r}"
        assert reason in str(error.value)
        assert standing(one) == before


@pytest.mark.parametrize("game", GAMES)
def test_actions_out_of_range_are_refused(game):
    one = new_game(game)
    last = find(game).num_actions - 1
    for action in (-1, last + 1, 10**30, -(10**30)):
        with pytest.raises(IllegalAction, match=f"out of range: actions are 0 to {last}"):
            one.step(action)


@pytest.mark.parametrize("action", [True, np.True_, 2.0, np.float32(2), "2", None, [2], (), {}])
def test_what_is_no_whole_number_is_refused(action):
    for game in GAMES:
        one = new_game(game)
        before = standing(one)
        with pytest.raises(TypeError, match="an action is a whole number, not"):
            one.step(action)
        assert standing(one) == before


def test_illegal_action_is_a_value_error():
    assert issubclass(IllegalAction, ValueError)


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_a_finished_game_is_over_and_its_returns_add_up(game, options):
    one = finished(game, 21, **options)
    assert one.is_over and one.deciding_player == -1 and one.decision is None
    assert one.legal_actions() == [] and one.decision_id == -1
    if find(game).is_zero_sum:
        assert one.returns.sum() == pytest.approx(0, abs=1e-6)
    if one.is_truncated:
        assert one.winners == [] and repr(one).endswith("truncated>")
    else:
        assert one.winners and one.returns[one.winners].min() >= one.returns.max() - 1e-6


@pytest.mark.parametrize("game", CUT_GAMES)
def test_a_game_cut_by_a_limit_is_truncated(game):
    one = finished(game, 2, **CUT[game])
    assert one.is_over and one.is_truncated
    assert one.winners == [] and one.ending is None and not one.returns.any()


@pytest.mark.parametrize("game", GAMES)
def test_forced_answers_are_part_of_the_history(game):
    for seed in range(20):
        one = finished(game, seed)
        if sum(isinstance(event, int) for event in one.history) > len(one._past):
            break
    slow = new_game(game, seed, auto_forced=False)
    while not slow.is_over:
        slow.step(one.history[len(slow.history)])
    assert slow.is_over and slow.winners == one.winners and slow.history == one.history
    assert len(slow._past) > len(one._past)


# --- back, copies ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_undo_goes_back_exactly(game, options):
    one = new_game(game, 6, **options)
    rng = random.Random(6)
    before = []
    while not one.is_over:
        before.append(standing(one))
        play_on(one, rng)
    for state in reversed(before):
        one.undo()
        assert standing(one) == state
    with pytest.raises(ValueError, match="nothing to undo"):
        one.undo()
    assert standing(one) == before[0]


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_another_choice_is_as_if_the_first_was_never_made(game):
    one = middle(game, 9)
    first, *_, last = one.legal_actions()
    other = one.clone()
    one.step(first)
    one.undo()
    one.step(last)
    other.step(last)
    assert standing(one) == standing(other)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "make",
    [
        lambda game: game.clone(),
        copy.copy,
        copy.deepcopy,
        lambda game: pickle.loads(pickle.dumps(game)),
    ],
    ids=["clone", "copy", "deepcopy", "pickle"],
)
def test_copies_share_no_memory(game, make):
    one = middle(game, 4)
    twin = make(one)
    assert standing(twin) == standing(one) and twin.seed == one.seed
    for mine, other in ((one.states, twin.states), (one._mask, twin._mask), (one._log, twin._log)):
        assert not np.shares_memory(mine, other)
    before = standing(one)
    for _ in range(3):
        twin.step(twin.legal_actions()[-1])
    twin.undo()
    assert standing(one) == before
    length = len(twin.history)
    for _ in range(3):
        one.undo()
    assert len(twin.history) == length


# --- replay ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_replay_from_seed_and_options(game, options):
    one = finished(game, 17, **options)
    again = type(one).replay(seed=17, options=one.options, actions=one.history)
    assert standing(again) == standing(one)
    # As JSON has it: outcomes of chance are lists.
    events = json.loads(json.dumps(one.history))
    assert standing(type(one).replay(seed=17, options=one.options, actions=events)) == standing(one)


@pytest.mark.parametrize("game", GAMES)
def test_replay_from_a_position(game):
    one = middle(game, 13)
    start, done = one.to_dict(), len(one.history)
    rng = random.Random(0)
    while not one.is_over:
        play_on(one, rng)
    again = type(one).replay(start=start, actions=one.history[done:])
    assert again.to_bytes() == one.to_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_replay_stops_where_the_history_does(game):
    one = finished(game, 13)
    for length in range(0, len(one.history), 5):
        again = type(one).replay(seed=13, options=one.options, actions=one.history[:length])
        assert again.history[:length] == one.history[:length]


@pytest.mark.parametrize("game", GAMES)
def test_replay_says_which_step_breaks(game):
    one = finished(game, 13)
    choice = one._past[3][1]

    def replay(events):
        return type(one).replay(seed=13, options=one.options, actions=events)

    with pytest.raises(ValueError, match=rf"actions\[{choice}\]: action 9999 is out of range"):
        replay([*one.history[:choice], 9999])
    first = one._past[0][1]
    whole = rf"actions\[{first}\]: an action is a whole number, not 'x'"
    with pytest.raises(ValueError, match=whole):
        replay([*one.history[:first], "x"])
    with pytest.raises(ValueError, match=rf"actions\[{len(one.history)}\]: .* the game is over"):
        replay([*one.history, 0])


@pytest.mark.parametrize("game", GAMES)
def test_replay_refuses_another_event_where_none_was_chosen(game):
    one = finished(game, 5)
    choices = {length for _, length in one._past}
    forced = next(i for i in range(len(one.history)) if i not in choices)
    wrong = [*one.history[:forced], 9999, *one.history[forced + 1 :]]
    with pytest.raises(ValueError, match=rf"actions\[{forced}\]: 9999, but .* there"):
        type(one).replay(seed=5, options=one.options, actions=wrong)


@pytest.mark.parametrize("arguments", [{}, {"seed": 1, "start": {}}, {"start": {}, "options": {}}])
def test_replay_wants_one_beginning(arguments):
    for game in GAMES:
        with pytest.raises(ValueError, match=r"replay from|its own options"):
            type(new_game(game)).replay(actions=[], **arguments)


# --- bytes and dicts ------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_bytes_round_trip_at_every_step(game, options):
    for one in positions(game, 23, **options):
        again = type(one).from_bytes(one.to_bytes())
        assert again.states.tobytes() == one.states.tobytes()
        assert again.legal_actions() == one.legal_actions()
        assert again.options == one.options


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_dicts_round_trip_at_every_step(game, options):
    for one in positions(game, 23, **options):
        position = json.loads(json.dumps(one.to_dict()))
        again = type(one).from_dict(position)
        assert again.states.tobytes() == one.states.tobytes()
        assert again.legal_actions() == one.legal_actions()
        assert again.to_dict() == one.to_dict()


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_cut_short_is_refused(game):
    one = new_game(game)
    magic = len(find(game).magic)
    for length in (0, 3, magic, magic + 4, magic + LAYOUT_SIZE, 60, -CHECKSUM_SIZE, -1):
        with pytest.raises(ValueError, match="saved game: cut short"):
            type(one).from_bytes(one.to_bytes()[:length])


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_saved_game_is_refused(game):
    saved = new_game(game).to_bytes()
    for place in [*range(0, len(saved), 37), len(saved) - 1]:
        damaged = bytearray(saved)
        damaged[place] ^= 4
        with pytest.raises(ValueError, match=r"saved game: (not one|written by|damaged)"):
            type(new_game(game)).from_bytes(bytes(damaged))


@pytest.mark.parametrize("game", GAMES)
def test_foreign_bytes_are_refused_for_what_they_are(game):
    one = new_game(game)
    saved, magic = one.to_bytes(), find(game).magic
    with pytest.raises(ValueError, match="not one of ours"):
        type(one).from_bytes(b"PNG" + saved)
    with pytest.raises(ValueError, match="another record"):
        type(one).from_bytes(magic + bytes(LAYOUT_SIZE) + saved[len(magic) + LAYOUT_SIZE :])
    with pytest.raises(ValueError, match="too long"):
        type(one).from_bytes(saved + b"\n")
    for other in GAMES:
        if other != game:
            with pytest.raises(ValueError, match="not one of ours"):
                type(one).from_bytes(new_game(other).to_bytes())


# --- words ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_every_position_has_words(game):
    text = find(game).module("text")
    for one in positions(game, 4):
        assert str(one) == text.table(one)
        if not one.is_over:
            assert text.decision_text(one)
            assert list(text.action_names(one)) == one.legal_actions()
            assert telling.turn_heading(one).startswith("\n---")


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_the_log_tells_every_event_in_order(game, options):
    one = finished(game, 4, **options)
    told = list(telling.whole_history(one))
    assert len(told) == len(one.history) and all(told)
    start = one._initial_game()
    assert [each.event for each in telling.tell(start, one.history)] == one.history
    for viewer in range(one.num_players):
        assert list(telling.whole_history(one, viewer)) == told, "at the end nothing is secret"


@pytest.mark.parametrize("game", GAMES)
def test_action_names_are_read_back(game):
    one = middle(game, 4)
    for action in one.legal_actions():
        assert one.parse_action(one.action_name(action)) == action
        assert one.parse_action(str(action)) == action
    with pytest.raises(ValueError, match="'a nice cup of tea'"):
        one.parse_action("a nice cup of tea")


@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_a_plain_name_of_its_own(game):
    spec = find(game)
    names = [spec.module("text").plain_name(action) for action in range(spec.num_actions)]
    assert all(names) and len(set(names)) == len(names)


# --- seats ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("player", [-1, 99, None, "0", 0.5])
def test_only_seats_at_the_table_see(player):
    for game in GAMES:
        one = new_game(game)
        for look in (one.observe, partial(one.determinize, seed=0)):
            with pytest.raises(ValueError, match=f"seat from 0 to {one.num_players - 1}"):
                look(player)
        if player is not None:
            with pytest.raises(ValueError, match=f"seat from 0 to {one.num_players - 1}"):
                one.to_dict(viewer=player)


@pytest.mark.parametrize("game", GAMES)
def test_only_who_decides_sees_a_mask(game):
    for one in positions(game, 3):
        for player in range(one.num_players):
            mask = one.observe(player)["action_mask"]
            mine = player == one.deciding_player
            assert (mask == one.legal_mask()).all() if mine else not mask.any()


@pytest.mark.parametrize("game", GAMES)
def test_copies_are_rows_of_the_position_and_share_nothing(game):
    one = middle(game, 3)
    before, mask = one.to_bytes(), one.legal_mask()
    rows, masks = one.copies(3)
    assert rows.dtype == one.states.dtype and masks.shape == (3, len(mask))
    for i in range(3):
        assert rows[i : i + 1].tobytes() == one.states.tobytes() and (masks[i] == mask).all()
    log = one._log.copy()
    engine.step(rows, 1, int(mask.argmax()), masks[1], log)
    one_step = one.clone()
    one_step.step(int(mask.argmax()))
    assert rows[1:2].tobytes() == one_step.states.tobytes()
    assert (masks[1] == one_step.legal_mask()).all()
    assert one.to_bytes() == before and rows[2:].tobytes() == one.states.tobytes()
