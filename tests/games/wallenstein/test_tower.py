"""T: the random stream, the dice tower, and whole starts."""

import random

import numpy as np
import pytest

from paxren_env.core.chance import draw, new_rng, splitmix
from paxren_env.core.constants import CHANCE
from paxren_env.core.jit import INTERPRETED
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein import constants as c
from tests.games.wallenstein.positions import acting, county, land, record, take, thrown

pytestmark = pytest.mark.interpreted

SAMPLES = 500 if INTERPRETED else 4000


def battle(players, thrown, inside, chance, **options):
    """Seat 0 attacks seat 1, and these cubes are about to be thrown into this tower."""
    board = {"Anhalt": county(0, 2), "Kursachsen": county(1, 1)}
    position = acting("combat_A", counties=board, players=players, options=options)
    take(position, "COUNTY Kursachsen", "NUMBER 1")
    return with_cubes(position, thrown, inside, chance)


def with_cubes(position, thrown, inside, chance):
    """Other cubes than the game has: the tower does not ask where they come from."""
    s = record(position)
    s.thrown[:], s.tower[:], s.chance[0] = thrown, inside, chance
    return position


def fall(position):
    """Roll: what the tower and the tray hold then."""
    position.roll()
    outcome = position.history[-1]
    return list(outcome[: c.NUM_COLOURS]), list(outcome[c.NUM_COLOURS :])


def fill(players, chance, **options):
    """The first fill."""
    position = Game(players, setup="lineup", auto_chance=False, **options)
    record(position).chance[0] = chance
    position.roll()
    return record(position)


def test_t3_splitmix_and_draws():
    assert splitmix(0) == 0xE220A8397B1DCDAF
    rng = new_rng(0)
    if INTERPRETED:
        assert [draw(rng, 10) for _ in range(8)] == [3, 1, 0, 9, 7, 7, 1, 8]


@pytest.mark.parametrize(
    ("model", "seed", "players", "filled", "tray", "tower", "x"),
    [
        ("shaft", 1, 4, "2 1 1 0 0 5", "5 3 0 0 0 2", "1 1 1 0 0 3", 0x8532906A9DF5EDA2),
        ("shaft", 2, 3, "2 0 0 0 0 4", "3 2 0 0 0 0", "3 1 0 0 0 4", 0x4BA92A1E9F184D09),
        ("shaft", 3, 5, "3 0 1 0 2 0", "5 2 0 0 0 0", "2 1 1 0 2 0", 0x5FF78B911AC52808),
        ("batch", 1, 4, "2 2 3 2 0 3", "2 2 2 2 0 1", "4 3 1 0 0 2", 0x5ED3E0F5BF160550),
        ("batch", 2, 3, "2 3 2 0 0 2", "2 2 1 0 0 1", "4 4 1 0 0 1", 0xC6566C03FE2A1CFF),
    ],
)
def test_t3_throws(model, seed, players, filled, tray, tower, x):
    def numbers(text):
        return [int(n) for n in text.split()]

    first = fill(players, splitmix(seed), tower=model)
    assert first.tower.tolist() == numbers(filled)
    cubes = [4, 3, 0, 0, 0, 0]
    second = battle(players, cubes, first.tower.tolist(), int(first.chance[0]), tower=model)
    assert fall(second) == (numbers(tower), numbers(tray))
    assert int(record(second).chance[0]) == x


@pytest.mark.parametrize(
    ("players", "seed", "tower", "events", "actions", "tiles", "x"),
    [
        (4, 5, [0, 1, 2, 0, 0, 4], [4, 11, 3, 10], [9, 7, 6, 5, 2], [1, 2, 0, 3, 4],
         0x6DDA400D1A051639),
        (5, 6, [0, 0, 0, 0, 1, 0], [1, 4, 8, 10], [9, 7, 0, 5, 8], [1, 3, 2, 0, 4],
         0x69E62486F16E3B27),
    ],
)  # fmt: skip
def test_t3_starts_by_lineup(players, seed, tower, events, actions, tiles, x):
    check_start(Game(players, seed=seed, setup="lineup"), tower, events, actions, tiles, x)


def check_start(game, tower, events, actions, tiles, x):
    """The first planning question stands at these draws."""
    s = record(game)
    assert game.decision == "bid"
    assert s.tower.tolist() == tower and s.event_open.tolist() == events
    assert s.action_at[:5].tolist() == actions and s.tile_at.tolist() == tiles
    assert int(s.chance[0]) == x


def test_t3_start_by_draft():
    game = Game(3, seed=11)
    assert game.deciding_player == 1
    assert record(game).draft_open.tolist() == [16, 35]
    taken = []
    while game.decision != "bid":
        if game.decision == "draft card":
            take(game, "DECK")
        else:
            taken.append(int(record(game).stack[record(game).stack_size - 1, 2]))
            game.step(game.legal_actions()[0])
    names = [c.COUNTY_NAMES[i] for i in taken]
    assert names[:4] == ["Maehren", "Passau", "Baden", "Neumark"]
    check_start(game, [2, 3, 1, 0, 0, 1], [9, 5, 11, 2], [0, 2, 7, 3, 9], [3, 0, 2, 4, 1],
                0xAF73A72F8716DF92)  # fmt: skip


# --- statistics -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("model", "players", "mean", "sd"),
    [("shaft", 3, 6.23, 2.2), ("shaft", 4, 7.12, 2.4), ("shaft", 5, 7.86, 2.5),
     ("batch", 3, 9.3, 2.6), ("batch", 4, 11.4, 2.9), ("batch", 5, 13.5, 3.1)],
)  # fmt: skip
def test_t4_cubes_kept_at_the_fill(model, players, mean, sd):
    count = SAMPLES // 2
    kept = [int(fill(players, splitmix(i), tower=model).tower.sum()) for i in range(count)]
    assert abs(np.mean(kept) - mean) < 5 * sd / count**0.5


def first_battle(cubes, markers, count):
    """How often seat 0 wins, ties and loses its first battle against seat 1, four players."""
    results = np.zeros(3)
    start = battle(4, [0] * 6, [0] * 6, 1)
    for seed in range(count):
        tower = fill(4, splitmix(seed)).tower.tolist()
        _, tray = fall(
            with_cubes(start.clone(), [*cubes, 0, 0, 0, 0], tower, splitmix(seed + count))
        )
        a, d, p = (tray[i] for i in (0, 1, c.PEASANTS))
        allies = 0 if markers else p
        if a > d + allies:
            results[0] += 1
        elif a == d + allies or d == 0:
            results[1] += 1
        else:
            results[2] += 1
    return results / count


@pytest.mark.parametrize(
    ("cubes", "markers", "expected"),
    [((2, 1), False, (57, 32, 11)), ((4, 3), False, (49, 27, 24)), ((6, 3), False, (81, 12, 7)),
     ((2, 4), False, (4, 13, 83)), ((3, 3), True, (33, 33, 34))],
)  # fmt: skip
def test_t4_odds_of_the_first_battle(cubes, markers, expected):
    found = 100 * first_battle(cubes, markers, SAMPLES)
    assert np.abs(found - expected).max() < 1 + 4 * 50 / SAMPLES**0.5


def test_t1_a_forced_throw_must_conserve_cubes():
    position = battle(4, [4, 3, 0, 0, 0, 0], [1, 0, 0, 0, 0, 2], 1)
    assert position.deciding_player == CHANCE and thrown(position) == [4, 3, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="too many to list"):
        position.chance_outcomes()
    for wrong in ((0,) * 12, (5, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0), (5, 3, 0, 0, 0)):
        with pytest.raises(ValueError, match="no outcome"):
            position.step(wrong)
    position.step((0, 3, 0, 0, 0, 2, 5, 0, 0, 0, 0, 0))
    assert land(position, "Kursachsen")[:2] == [0, 5]
    assert record(position).tower.tolist() == [0, 3, 0, 0, 0, 2]


def any_fight(chooser):
    """The cubes of a fight of T4: mostly between players, else neutral counties and revolts."""
    cubes = [0] * 6
    kind = chooser.randrange(10)
    one, other = chooser.sample(range(4), 2)
    cubes[one] = chooser.randint(1, 6 if kind < 9 else 5)
    if kind < 6:
        cubes[other] = chooser.randint(1, 5)
    else:
        cubes[c.PEASANTS] = 1 if kind < 9 else chooser.randint(1, 2)
    return cubes


def long_run(model, towers):
    """The mean content of towers over battles 31 to 60 of a game of four."""
    seen = []
    start = battle(4, [0] * 6, [0] * 6, 1, tower=model)
    for seed in range(towers):
        chooser = random.Random(seed)
        s = fill(4, splitmix(seed), tower=model)
        tray, tower, chance = [0] * 6, s.tower.tolist(), int(s.chance[0])
        for number in range(60):
            cubes = any_fight(chooser)
            both = [cubes[i] + tray[i] for i in range(6)]
            game = with_cubes(start.clone(), both, tower, chance)
            tower, fallen = fall(game)
            chance = int(record(game).chance[0])
            # The sides and the peasants leave the tray, third colours stay in it.
            tray = [0 if cubes[i] or i == c.PEASANTS else fallen[i] for i in range(6)]
            if number >= 30:
                seen.append(sum(tower))
    return np.mean(seen)


@pytest.mark.parametrize(("model", "mean"), [("shaft", 12.0), ("batch", 8.0)])
def test_t4_cubes_kept_in_the_long_run(model, mean):
    towers = 16 if INTERPRETED else 200
    assert abs(long_run(model, towers) - mean) < 6 / towers**0.5 + 0.6
