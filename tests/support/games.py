"""The games that the shared tests run on, and random play of any of them.

    @pytest.mark.parametrize("game", GAMES)
    def test_something(game): ...

A new game is in GAMES by itself. What it needs for quick or complete tests is a row here.
"""

import random
from collections.abc import Iterator
from typing import Any

from paxren_env.core import hooks
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.game import Game
from paxren_env.core.record import view
from paxren_env.core.spec import GameSpec, find, game_names
from paxren_env.warm import warm_up
from tests.support import sealed_bids

TOY = sealed_bids.SPEC.name
GAMES = [TOY, *(name for name in game_names() if name != TOY)]
CHANCE_GAMES = [name for name in GAMES if find(name).has_chance]

# Options that make a game short, so that a test plays it to its end in no time.
SHORT: dict[str, dict[str, Any]] = {
    "sealed_bids": {"rounds": 3},
    "pax_renaissance": {"max_turns": 12},
    "age_of_renaissance": {"version": "basic", "max_turns": 2},
    "wallenstein": {"setup": "lineup", "max_turns": 1},
}
# Options under which other code runs: tests of secrets go through all of them.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "sealed_bids": [{"num_players": 2}, {"num_players": 4}, {"auto_forced": False}],
    "pax_renaissance": [
        {"num_players": 2},
        {"num_players": 4, "open_hands": True},
        {"num_players": 3, "astrology": True, "bankruptcy": True},
        {"num_players": 3, "map": "age_of_reformation", "extended": True},
        {"num_players": 1},
        {"num_players": 2, "bot_seat": 0},
        {"num_players": 2, "bot_seat": 1},
    ],
    "age_of_renaissance": [
        {"num_players": 3},
        {"num_players": 4, "loire": True, "version": "intermediate"},
        {"num_players": 6, "edition": "euro1999", "reserve_rule": "none"},
        {"num_players": 3, "open_hands": True, "auto_forced": False},
        {
            "num_players": 5,
            "start_cash": 900,
            "start_advances": "NARSTVU",
            "start_markers": 12,
            "version": "campaign",
        },
    ],
    "wallenstein": [
        {"num_players": 3},
        {"num_players": 4, "tower": "batch"},
        {"num_players": 5},
        {
            "num_players": 3,
            "emperors_court": True,
            "landsknechte": True,
            "military_leaders": True,
        },
        {"num_players": 3, "auto_forced": False, "emperors_court": True},
        {"num_players": 3, "setup": "draft", "max_decisions": 60, "military_leaders": True},
    ],
}
# Options that cut a game early: it is truncated, and nobody wins.
CUT: dict[str, dict[str, Any]] = {
    "sealed_bids": {"max_turns": 1},
    "pax_renaissance": {"max_turns": 2},
    "wallenstein": {"max_turns": 1},
}
ALL_VARIANTS = [(name, options) for name in GAMES for options in VARIANTS.get(name, [{}])]
CUT_GAMES = [name for name in GAMES if name in CUT]


def variant_id(value: Any) -> str:
    """How a test with these options is called."""
    if isinstance(value, dict):
        return ",".join(f"{name}={option}" for name, option in value.items()) or "usual"
    return str(value)


def spec_of(name: str) -> GameSpec:
    return find(name)


def new_game(name: str, seed: int = 1, **options: Any) -> Game:
    """A short game, unless the options say otherwise."""
    spec = find(name)
    short = {"num_players": spec.default_players, **SHORT.get(name, {})}
    return spec.module("game").Game(seed=seed, **{**short, **options})


# --- random play ----------------------------------------------------------------------------------
def lively_action(game: Game, rng: random.Random) -> int:
    """A legal action, to the game's taste for rare events."""
    stream = new_rng(rng.getrandbits(32))
    action = int(hooks.lively(view(game.states, 0), game.legal_mask(), stream))
    return rng.choice(game.legal_actions()) if action == NONE else action


def play_on(game: Game, rng: random.Random) -> None:
    """One more event: a lively answer, or the roll that is asked for."""
    if game.deciding_player == CHANCE:
        game.roll()
    else:
        game.step(lively_action(game, rng))


def positions(name: str, seed: int, **options: Any) -> Iterator[Game]:
    """One game at each of its decisions and at its end; always the same object."""
    game = new_game(name, seed, **options)
    rng = random.Random(seed)
    yield game
    while not game.is_over:
        play_on(game, rng)
        yield game


def finished(name: str, seed: int, **options: Any) -> Game:
    """A whole game."""
    return list(positions(name, seed, **options))[-1]


def middle(name: str, seed: int, steps: int = 8, **options: Any) -> Game:
    """A game after so many choices."""
    for number, game in enumerate(positions(name, seed, **options)):
        if number == steps:
            return game
    raise AssertionError(f"{name}: the game of seed {seed} has no {steps} choices")


def spaced(games: Iterator[Game], every: int) -> Iterator[Game]:
    """Every n-th position."""
    return (game for number, game in enumerate(games) if number % every == 0)


def warm(*names: str) -> None:
    """Compile every entry for these games, or load it, before a test can wait for it."""
    for name in names:
        warm_up(name)
