"""Options: every two values of different options are played together, with all invariants."""

import itertools
import random
from typing import Any

import pytest

from paxren_env import Game
from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.core.jit import INTERPRETED
from paxren_env.games.pax_renaissance.constants import MAP_NAMES, OPTION_NAMES, RULESET_NAMES
from paxren_env.games.pax_renaissance.options import DEFAULTS
from tests.support.checked_play import play

pytestmark = pytest.mark.interpreted

VALUES: dict[str, tuple[Any, ...]] = {
    "num_players": (2, 3, 4),
    "map": MAP_NAMES,
    "ruleset": RULESET_NAMES,
    "max_turns": (200, None, 7),
    **{name: (False, True) for name in OPTION_NAMES},
}
GAMES = 1 if INTERPRETED else 40  # per table and bias


def pairs(table: dict[str, Any]) -> set[Any]:
    """Every two options of a table with their values."""
    return set(itertools.combinations(table.items(), 2))


def all_pairs() -> set[Any]:
    found = set()
    for one, other in itertools.combinations(VALUES, 2):
        for values in itertools.product(VALUES[one], VALUES[other]):
            found.add(((one, values[0]), (other, values[1])))
    return found


def tables() -> list[dict[str, Any]]:
    """Few tables that together have every pair: each the best of many random ones."""
    rng = random.Random(1)
    missing, chosen = all_pairs(), []
    while missing:
        tried = [{name: rng.choice(VALUES[name]) for name in VALUES} for _ in range(60)]
        best = max(tried, key=lambda table: len(pairs(table) & missing))
        missing -= pairs(best)
        chosen.append(best)
    return chosen


TABLES = tables()


def test_the_tables_have_every_pair_of_values():
    assert set().union(*map(pairs, TABLES)) == all_pairs()


@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
def test_every_pair_of_option_values_can_be_played(number, bias):
    for seed in range(GAMES):
        played = play(100 * number + seed, bias, **TABLES[number])
        game = played.game
        assert game.is_over
        assert game.options == DEFAULTS | TABLES[number]
        if game.is_truncated:
            assert TABLES[number]["max_turns"] == 7
            assert not game.winners
        else:
            assert game.winners


@pytest.mark.parametrize("name", VALUES)
def test_an_option_is_part_of_the_game_and_of_its_copies(name):
    for value in VALUES[name]:
        game = Game(seed=1, **{name: value})
        for copy in (game, game.clone(), Game.from_dict(game.to_dict())):
            assert copy.options[name] == value
        assert Game.from_bytes(game.to_bytes()).options == game.options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map": "1551"}, "option 'map' is one of '1460', '1550', 'age_of_reformation'"),
        ({"map": 1460}, "option 'map'"),
        ({"ruleset": "3e"}, "option 'ruleset' is one of 'v1.4', '2021', '1e'"),
        ({"num_players": 0}, "option 'num_players' is a whole number from 1 to 4"),
        ({"num_players": 5}, "option 'num_players'"),
        ({"max_turns": 0}, "option 'max_turns' is a whole number from 1"),
        ({"astrology": 1}, "option 'astrology' is one of False, True"),
        ({"bankrupcy": True}, "unknown option 'bankrupcy'"),
    ],
)
def test_what_is_no_option_is_refused_by_name(options, message):
    with pytest.raises(ValueError, match=message):
        Game(**{"seed": 1, **options})


def test_the_promo_is_a_map_of_its_own():
    """V: it needs the 1550 map; as one value it cannot be asked for without it."""
    game = Game(seed=1, map="age_of_reformation")
    religions = game.to_dict()["religions"]
    assert religions == Game(seed=1, map="1550").to_dict()["religions"]
    with pytest.raises(ValueError, match="unknown option 'age_of_reformation'"):
        Game(seed=1, age_of_reformation=True, map="1460")
