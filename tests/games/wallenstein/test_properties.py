"""IN and section 11: invariants over random play, and that nothing hidden shows."""

import itertools
import random

import numpy as np
import pytest

from paxren_env.core import engine
from paxren_env.core.chance import new_rng
from paxren_env.core.checking import LIVELY, NOTE_SIZE, UNIFORM, play_checked
from paxren_env.core.constants import CHANCE, RUNNING, TERMINATED
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.log import new_log
from paxren_env.games.wallenstein import SPEC, Game
from paxren_env.games.wallenstein import constants as c
from tests.games.wallenstein.counted_play import (
    ANSWER,
    NEVER,
    NUM_NAMES,
    WANTED,
    names,
    play_counted,
)
from tests.games.wallenstein.positions import record

pytestmark = pytest.mark.interpreted

GAMES = 1 if INTERPRETED else 30  # of each kind
MODULES = ("emperors_court", "landsknechte", "military_leaders")
TABLES = [
    {"num_players": players, **dict(zip(MODULES, on, strict=True))}
    for players, on in itertools.product((3, 4, 5), itertools.product((False, True), repeat=3))
]
ALL_MODULES = dict.fromkeys(MODULES, True)


def answers(game, seed):
    """Play at random; yields before every answer."""
    chooser = random.Random(seed)
    while not game.is_over:
        action = chooser.choice(game.legal_actions())
        yield action
        game.step(action)


# --- invariants -----------------------------------------------------------------------------------
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
@pytest.mark.parametrize("options", TABLES)
def test_in_random_play_keeps_every_invariant(options, bias):
    for seed in range(GAMES):
        setup = ("draft", "lineup")[seed % 2]
        tower = ("shaft", "batch")[seed // 2 % 2]
        game = Game(seed=seed, auto_forced=False, setup=setup, tower=tower, **options)
        report = np.zeros(8, np.int64)
        log, note = new_log(20_000), np.zeros(NOTE_SIZE, np.int64)
        engine.deal(game.states, 0, new_rng(seed), game._mask)
        args = (game.states, 0, new_rng(seed + 1), game._mask, log, note, report, 20_000, bias)
        size = play_checked(*args)
        assert size > 0, f"invariant {-size}, seed {seed}, {options}"
        assert record(game).status == TERMINATED
        assert report[0] <= SPEC.record["stack"].shape[0]


DECISIONS = 4_000 if INTERPRETED else 1_000_000


def test_in_a_million_decisions_everything_happens():
    """Every action, event, tile, favour, benefit, battle, revolt and decision, all invariants."""
    seen = np.zeros(NUM_NAMES, np.int64)
    seed = 0
    while seen[ANSWER : ANSWER + SPEC.num_actions].sum() < DECISIONS:
        options = {**TABLES[seed % len(TABLES)], "statues_each_winter": seed % 5 == 0}
        setup, tower = ("draft", "lineup")[seed // 2 % 2], ("shaft", "batch")[seed // 3 % 2]
        game = Game(seed=seed, auto_forced=False, auto_chance=False, setup=setup, tower=tower,
                    **options)  # fmt: skip
        bias = UNIFORM if seed % 4 == 0 else LIVELY
        note, before = np.zeros(NOTE_SIZE, np.int64), game.states.copy()
        log, mask = new_log(SPEC.max_log), game.legal_mask()
        broken = -play_counted(game.states, 0, before, new_rng(seed), mask, log, note, seen, bias)
        assert broken == 0, f"invariant {broken}, seed {seed}, {game.options}"
        assert record(game).status == TERMINATED
        seed += 1
    never = [name for name in WANTED if not seen[names.index(name)]]
    assert INTERPRETED or not never, never
    beyond = [name for name in NEVER if seen[names.index(name)]]
    assert not [name for name in beyond if not name.startswith("answer")]


def test_in_16_a_leader_may_bring_more_grain_than_the_track_has():
    """ML3: 5 of the county, 1 by the tile and 1 by the leader, three times."""
    options = {"military_leaders": True, "statues_each_winter": True, "first_player": 2}
    game = Game(5, seed=42952, auto_forced=False, auto_chance=False, **options)._initial_game()
    report, note = np.zeros(8, np.int64), np.zeros(NOTE_SIZE, np.int64)
    args = (new_rng(42952), game._mask, new_log(20_000), note, report, 20_000, UNIFORM)
    assert play_checked(game.states, 0, *args) > 0
    assert record(game).status == TERMINATED


def test_in_sticky_towers_run_the_supplies_short():
    options = {"tower_stick": (19, 20), "tower_dislodge": (1, 400), "emperors_court": True}
    game = Game(5, seed=4, auto_forced=False, **options)
    report, note = np.zeros(8, np.int64), np.zeros(NOTE_SIZE, np.int64)
    log = new_log(20_000)
    engine.deal(game.states, 0, new_rng(4), game._mask)
    size = play_checked(game.states, 0, new_rng(5), game._mask, log, note, report, 20_000, LIVELY)
    assert size > 0


def test_in_forced_answers_leave_real_choices():
    for options in TABLES[::5]:
        game = Game(seed=2, **options)
        for _ in answers(game, 2):
            assert len(game.legal_actions()) >= 2


def test_in_bids_are_paid_and_nothing_else_moves():
    game = Game(4, seed=9, setup="lineup", auto_chance=False)
    while game.decision != "draw event":
        game.roll() if game.deciding_player == CHANCE else game.step(game.legal_actions()[-1])
    before = record(game).thalers.copy()
    bids = [max(0, int(card) - c.MONEY_CARD) if card < c.TOWER_CARD else 0
            for card in record(game).bid[:4]]  # fmt: skip
    game.roll()
    assert (before[:4] - record(game).thalers[:4]).tolist() == bids


def test_in_the_stream_is_the_same_in_both_modes():
    """DT: forced answers asked or not, the game is the same."""
    asked = Game(4, seed=6, auto_forced=False, **ALL_MODULES)
    taken = Game(4, seed=6, **ALL_MODULES)
    chooser = random.Random(1)
    while not taken.is_over:
        while len(asked.legal_actions()) == 1:
            asked.step(asked.legal_actions()[0])
        assert asked.legal_actions() == taken.legal_actions()
        action = chooser.choice(taken.legal_actions())
        asked.step(action)
        taken.step(action)
    while not asked.is_over:
        asked.step(asked.legal_actions()[0])
    assert asked.returns.tolist() == taken.returns.tolist()
    assert (record(asked).chance == record(taken).chance).all()


def test_v_upper_bound_of_decisions():
    game = Game(5, seed=1, auto_forced=False, **ALL_MODULES)
    assert sum(1 for _ in answers(game, 1)) <= 1000


# --- section 11: what is hidden -------------------------------------------------------------------
def is_planning(game):
    return game.decision in ("bid", "court box", "action box")


@pytest.mark.parametrize("options", [{}, ALL_MODULES])
def test_11_a_plan_never_shows_while_it_is_made(options):
    game = Game(4, seed=3, setup="lineup", **options)
    steps = 0
    for _ in answers(game, 3):
        steps += 1
        if steps > 200:
            break
        if not is_planning(game):
            continue
        planner = game.deciding_player
        others = [seat for seat in range(4) if seat != planner]
        before = [views(game, seat) for seat in others]
        twin = game.clone()
        twin.step(random.Random(steps).choice(twin.legal_actions()))
        if is_planning(twin) and twin.deciding_player == planner:
            assert [views(twin, seat) for seat in others] == before


def views(game, seat):
    """All that a seat can be shown."""
    return (
        game.observe(seat)["observation"].tobytes(),
        repr(game.to_dict(seat)),
        game.determinize(seat, 7).to_bytes(),
        SPEC.module("text").table(game, seat),
    )


def test_11_determinized_games_look_the_same_and_go_on():
    game = Game(5, seed=8, **ALL_MODULES)
    for number, _ in enumerate(answers(game, 8)):
        if number % 17:
            continue
        for viewer in range(5):
            twin = game.determinize(viewer, number)
            assert views(twin, viewer)[:2] == views(game, viewer)[:2]
            if viewer == game.deciding_player:
                assert twin.legal_actions() == game.legal_actions()
            twin.step(twin.legal_actions()[0])
            assert record(twin).status in (RUNNING, TERMINATED)


def test_11_a_determinized_game_knows_nothing_of_the_dice():
    game = Game(3, seed=2, setup="lineup")
    twin = Game(3, seed=2, setup="lineup")
    twin.states["chance"][0] = 12345
    for viewer in range(3):
        assert views(twin, viewer) == views(game, viewer)


def test_ob_everything_shows_the_plans():
    game = Game(3, seed=2, setup="lineup")
    game.step(game.legal_actions()[0])
    closed, opened = (np.zeros(SPEC.observation_size, np.int8) for _ in range(2))
    engine.look(game.states, 0, 1, 0, closed)
    engine.look(game.states, 0, 1, 1, opened)
    assert (closed != opened).any()


def test_ob_values_stay_within_their_limits():
    low, high = SPEC.layout.low, SPEC.layout.high
    for options in TABLES[::3]:
        game = Game(seed=5, **options)
        for number, _ in enumerate(answers(game, 5)):
            if number % 9 == 0:
                seen = game.observe(number % game.num_players)["observation"]
                assert (seen >= low).all() and (seen <= high).all()


# --- positions in words ---------------------------------------------------------------------------
@pytest.mark.parametrize("options", TABLES[:: 1 if not INTERPRETED else 4])
def test_notation_goes_there_and_back(options):
    game = Game(seed=1, auto_chance=False, setup="draft", **options)
    chooser = random.Random(1)
    step = 0
    while not game.is_over:
        if game.deciding_player == CHANCE:
            game.roll()
        else:
            game.step(chooser.choice(game.legal_actions()))
        step += 1
        if step % 13 == 0 or game.is_over:
            twin = Game.from_dict(game.to_dict())
            assert twin.states.tobytes() == game.states.tobytes()
            assert twin.legal_actions() == game.legal_actions()


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"counties": {"Anhalt": {"owner": 9}}}, r"counties\.Anhalt\.owner"),
        ({"counties": {"Atlantis": {}}}, r"counties\.Atlantis: unknown key"),
        ({"counties": {"Anhalt": {"owner": 0, "buildings": ["palace", "church"]}}}, "only 1 sites"),
        ({"counties": {"Anhalt": {"armies": 2}}}, "neutral"),
        ({"players": [{"supply": 3}]}, r"players\[0\]\.supply: 62 cubes are left"),
        ({"players": [{"tower": 63}]}, r"players\[0\]\.tower"),
        ({"players": [{"boxes": {"grain": "Nowhere"}}]}, r"players\[0\]\.boxes\.grain"),
        ({"season": "monsoon"}, "season"),
        ({"events": {"open": [1], "unused": [1]}}, "event 1 is on the table"),
        ({"pending": ["dance"]}, "unknown frame"),
        ({"pending": []}, "nothing is pending"),
        ({"viewer": 0}, "cannot be loaded"),
        ({"chance": "xyz"}, "chance"),
        ({"options": {"num_players": 3}, "counties": {"Tirol": {"owner": 0}}}, "not in the game"),
    ],
)  # fmt: skip
def test_notation_refuses_what_cannot_be(position, told):
    with pytest.raises(ValueError, match=told):
        Game.from_dict(position)


# --- EX-S -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "decisions", "vp"),
    [(3, (290.5, 9.7), (44.2, 3.8)), (4, (355.1, 12.5), (38.9, 3.4)),
     (5, (390.1, 14.4), (34.2, 2.9))],
)  # fmt: skip
def test_ex_s_statistics_of_random_games(players, decisions, vp):
    count = 8 if INTERPRETED else 300
    lengths, points = [], []
    for seed in range(count):
        game = Game(players, seed=seed)
        lengths.append(sum(1 for _ in answers(game, seed)))
        points.append(record(game).vp[:players].mean())
    for found, (mean, sd) in ((lengths, decisions), (points, vp)):
        assert abs(np.mean(found) - mean) < 4 * sd / count**0.5
