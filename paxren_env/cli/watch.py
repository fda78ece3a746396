"""paxren watch: agents play, you look on."""

import argparse
import time
from collections.abc import Iterator
from typing import Any

from paxren_env.cli.common import (
    Player,
    Words,
    add_command,
    add_game_options,
    add_players,
    answer,
    check_save,
    ending,
    game_options,
    make_players,
    new_game,
    save_game,
    seated,
    seats_text,
)
from paxren_env.core.spec import GameSpec
from paxren_env.core.telling import history_by_turns, opening_by_turns

MAX_DELAY = 3600


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(commands, "watch", watch, "agents play, you look on")
    p.add_argument("agents", nargs="*", default=["greedy"], metavar="AGENT", help="by seat")
    add_players(p, spec)
    p.add_argument("--seed", type=int, default=None, metavar="N", help="of the deal (any)")
    p.add_argument("--delay", type=float, default=0.0, metavar="S", help="seconds after a line")
    p.add_argument("--tables", action="store_true", help="show the table at every turn")
    p.add_argument("--save", metavar="FILE", help="keep the replay")
    add_game_options(p, spec)


def watch(options: argparse.Namespace) -> int:
    """Agents at all seats."""
    if not 0 <= options.delay <= MAX_DELAY:
        raise ValueError(f"--delay is 0 to {MAX_DELAY} seconds, not {options.delay}")
    spec = options.spec
    names = seated(spec, options.agents, options.players)
    players = make_players(spec, names)
    check_save(options.save)
    game = new_game(spec, names, options.seed, game_options(spec, options))
    print(f"{game}\n\n{seats_text(names)}; seed {game.seed}")
    turn = 0
    try:
        for line in moves(game, names, players):
            print(line, flush=True)
            if options.tables and turn != game.turn:
                turn = game.turn
                print(f"\n{game}\n")
            time.sleep(options.delay)
        print(f"\n{game}\n\n{ending(game)}")
    finally:
        save_game(options.save, game, names)
    return 0


def moves(
    game: Any, names: Words, players: dict[str, Player], viewer: int | None = None
) -> Iterator[str]:
    """Play the game to its end; a line for each event the viewer may know, a heading per turn."""
    yield from opening_by_turns(game, viewer)
    while not game.is_over:
        action = answer(game, names, players)  # a person may take back some first
        before = game.clone()
        game.step(action)
        yield from history_by_turns(before, game, viewer)
