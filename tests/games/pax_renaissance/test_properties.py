"""Random games: IN and FL hold after every answer, games end, and nothing depends on chance."""

import itertools
import random

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.core.checking import LIVELY, NOTE_SIZE, UNIFORM
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import flow as dispatch
from paxren_env.games.pax_renaissance import invariants
from paxren_env.games.pax_renaissance.constants import (
    AUTO_FORCED,
    BISHOP,
    BORDER_NAMES,
    CITY_NAMES,
    DISCARDED,
    EAST,
    HOLY,
    HUNGARY,
    IN_BOX,
    NONE,
    OPTION_NAMES,
    PIRATE,
    RULESET_NAMES,
    SQUARE,
    TANA,
    TIMBUKTU,
    TREBIZOND,
)
from paxren_env.games.pax_renaissance.rules import e1_purchase, e3_sell
from paxren_env.games.pax_renaissance.rules.f_ops import commerce
from paxren_env.games.pax_renaissance.state import STACK_DEPTH
from paxren_env.games.pax_renaissance.text import action_names, decision_text
from tests.games.pax_renaissance.random_play import lively_action
from tests.games.pax_renaissance.stacked import Stacked, choose
from tests.support.checked_play import MOST_ANSWERS, play, play_on

LONDON, CAFFA = CITY_NAMES.index("london"), CITY_NAMES.index("caffa")
HUNGARY_OTTOMAN = BORDER_NAMES.index("hungary-ottoman")
HRE_HUNGARY = BORDER_NAMES.index("holy_roman_empire-hungary")
GOLD_BISHOP, GOLD_PIRATE = BISHOP, PIRATE

MILLION = 1_000_000
# What the bulk of the decisions is played with; test_options.py goes through the rest.
TABLES = [
    {},
    {"map": "1550"},
    {"map": "age_of_reformation"},
    {"ruleset": "2021"},
    {"ruleset": "1e"},
    {"bankruptcy": True, "strawman_campaign": True},
]
FEW = 6 if INTERPRETED else 60


@pytest.mark.slow
def test_a_million_random_decisions_break_no_invariant(capsys):
    if INTERPRETED:
        pytest.skip("hours as plain Python: both compiled suites play the million")
    decisions = games = deepest = longest = 0
    for seed in itertools.count():
        bias = (UNIFORM, LIVELY)[seed % 2]
        # Every other table is the game as it comes in the box.
        options = TABLES[seed // 12 % len(TABLES)] if seed % 4 > 1 else {}
        played = play(seed, bias, num_players=2 + seed % 3, **options)
        assert played.game.is_over
        decisions += len(played.answers)
        deepest = max(deepest, played.deepest_stack)
        longest = max(longest, played.longest_forced)
        games += 1
        if decisions >= MILLION:
            break
    with capsys.disabled():
        print(
            f"\n{decisions} decisions in {games} games: stack at most {deepest} of {STACK_DEPTH}, "
            f"at most {longest} forced answers in a row (the log takes {Game.spec.max_log})"
        )
    assert deepest <= STACK_DEPTH // 2
    assert longest <= Game.spec.max_log // 2


@pytest.mark.interpreted
@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
def test_random_games_end_and_break_no_invariant(bias, options):
    for seed in range(FEW // 3):
        played = play(1000 + seed, bias, num_players=2 + seed % 3, **options)
        assert played.game.is_over
        assert len(played.answers) < MOST_ANSWERS


@pytest.mark.interpreted
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
@pytest.mark.parametrize("ruleset", RULESET_NAMES)
def test_stacked_positions_break_no_invariant(ruleset, bias):
    """Where more happens in a turn than in most games."""
    for seed in range(FEW // 2 if INTERPRETED else 5 * FEW):
        game = Stacked(seed, (ruleset,)).game()
        played = play_on(game, seed, bias, limit=150)
        assert played.deepest_stack <= STACK_DEPTH // 2
        assert played.longest_forced <= Game.spec.max_log // 2


@pytest.mark.interpreted
@pytest.mark.parametrize("ruleset", RULESET_NAMES)
def test_stacked_positions_are_written_read_and_named(ruleset):
    """Every decision has words for its answers, no two alike, and the notation knows it all."""
    for seed in range(FEW // 3):
        game, rng = Stacked(seed, (ruleset,)).game(), random.Random(seed)
        for _ in range(100):
            again = Game.from_dict(game.to_dict())
            assert again.states.tobytes() == game.states.tobytes(), game.to_dict()
            assert again.legal_actions() == game.legal_actions(), game.to_dict()
            if game.is_over:
                break
            names = action_names(game)
            assert len(set(names.values())) == len(names), names
            assert decision_text(game)
            action = choose(game, rng)
            assert game.parse_action(names[action]) == action
            game.step(action)


@pytest.mark.interpreted
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_same_seed_gives_the_same_game_to_the_byte(num_players):
    for seed in range(FEW // 6):
        first = play(seed, LIVELY, num_players=num_players)
        again = play(seed, LIVELY, num_players=num_players)
        assert again.answers == first.answers
        assert again.game.states.tobytes() == first.game.states.tobytes()


@pytest.mark.interpreted
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_same_answers_give_the_same_bytes(num_players):
    options = {"num_players": num_players, "auto_forced": False}
    for seed in range(FEW // 6):
        played = play(seed, LIVELY, **options)
        replayed = Game.replay(seed=seed, options=options, actions=played.answers)
        assert replayed.states.tobytes() == played.game.states.tobytes()
        assert replayed.is_over


@pytest.mark.interpreted
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_forced_answers_taken_by_the_engine_change_nothing_else(num_players):
    game = Game(num_players, seed=5)
    slow = Game(num_players, seed=5, auto_forced=False)
    rng = random.Random(num_players)
    given = 0
    while not game.is_over:
        assert len(game.legal_actions()) > 1
        game.step(lively_action(game, rng))
        real_choice = True
        for action in game.history[given:]:
            assert real_choice or slow.legal_actions() == [action]
            slow.step(action)
            real_choice = False
        given = len(game.history)
        bit = 1 << OPTION_NAMES.index("auto_forced")
        assert bit == AUTO_FORCED
        slow.states["options"] |= bit
        assert slow.states.tobytes() == game.states.tobytes()
        assert slow.legal_actions() == game.legal_actions()
        slow.states["options"] &= ~bit


# --- the checks themselves: one that never fails proves nothing -----------------------------------
def move(s, kind, source, target):
    """Move whatever a field holds from one index to another."""
    s[kind][0, target], s[kind][0, source] = s[kind][0, source], NONE


def open_trebizond_in_the_east(s):
    move(s, "city", TANA, CAFFA)
    s["open_emporium"][0, EAST] = TREBIZOND


FAULTS = {
    1: lambda s: np.add.at(s["supply"][0], GOLD_BISHOP, 1),
    2: lambda s: move(s, "pirate", HUNGARY_OTTOMAN, HRE_HUNGARY),
    3: lambda s: move(s, "city", LONDON, TIMBUKTU),
    4: open_trebizond_in_the_east,
    5: lambda s: np.put(s["market"][0], 1, s["market"][0, 2]),
    6: lambda s: np.put(s["republic"][0], HUNGARY, 1),
    7: lambda s: move(s, "bishop", SQUARE + HUNGARY, s["market"][0, 2]),
    10: lambda s: np.put(s["op_used"][0], SQUARE, 1),
    11: lambda s: np.put(s["florins"][0], 0, -1),
    12: lambda s: np.put(s["active"][0], HOLY, 1),
    13: lambda s: np.put(s["place"][0], np.flatnonzero(s["place"][0] == IN_BOX)[0], DISCARDED),
}


@pytest.mark.interpreted
@pytest.mark.parametrize("number", FAULTS)
def test_the_checks_see_what_is_wrong(number):
    game = Game(2, seed=1)
    game.states["bishop"][0, SQUARE + HUNGARY] = 0
    game.states["supply"][0, GOLD_BISHOP] -= 1
    game.states["pirate"][0, HUNGARY_OTTOMAN] = 0
    game.states["supply"][0, GOLD_PIRATE] -= 1
    assert invariants.check(game.states, 0, game._mask) == 0
    FAULTS[number](game.states)
    assert invariants.check(game.states, 0, game._mask) == number


@pytest.mark.interpreted
def test_a_position_without_answers_is_seen():
    game = Game(2, seed=1)
    game._mask[:] = 0
    assert invariants.check(game.states, 0, game._mask) == 14


@pytest.mark.skipif(not INTERPRETED, reason="rules are called directly")
@pytest.mark.interpreted
def test_a_position_made_by_hand_is_checked_like_any_other():
    game = Game(2, seed=1)
    s, mask, note = view(game.states, 0), game.legal_mask(), np.zeros(NOTE_SIZE, np.int64)
    invariants.note_start(s, note)
    invariants.note_before(s, NONE, note)
    assert invariants.broken_invariant(s, mask, note) == 0
    assert invariants.broken_invariant(s, np.zeros_like(mask), note) == 14
    s.op_used[SQUARE] = 1
    invariants.note_start(s, note)
    invariants.note_before(s, NONE, note)
    assert invariants.broken_invariant(s, mask, note) == 10


# Rules can be replaced only as plain Python.
if INTERPRETED:

    def pay_the_next_player(s, player, slot):
        s.market_florins[slot] -= 1
        s.florins[(player + 1) % s.num_players] += 1

    def forget_to_refresh(s):
        s.stale = 0

    def play_stacked(games):
        for seed in range(games):
            play_on(Stacked(seed).game(), seed, UNIFORM, limit=150)

    WRONG_RULES = {
        "florins came or went": (e3_sell, "price", lambda s, card: 3),
        "had no part in it": (commerce, "do_commerce", pay_the_next_player),
        "a derived field": (dispatch, "state_checks", forget_to_refresh),
        "IN12": (e1_purchase, "do_activate", lambda s, victory: None),
    }

    @pytest.mark.interpreted
    @pytest.mark.parametrize("message", WRONG_RULES)
    def test_a_wrong_rule_is_noticed(monkeypatch, message):
        module, name, wrong = WRONG_RULES[message]
        monkeypatch.setattr(module, name, wrong)
        with pytest.raises(AssertionError, match=message):
            play_stacked(100)
