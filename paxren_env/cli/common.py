"""What the commands share: which game, who plays, how many, and where it is saved."""

import argparse
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from paxren_env import DEFAULT_GAME
from paxren_env.core.constants import CHANCE
from paxren_env.core.files import require_writable
from paxren_env.core.spec import GameSpec, find, game_names

YOU = "you"

Player = Callable[[Any], int]  # given the game, the action of whoever must decide
Words = Sequence[str]


class Quit(Exception):  # noqa: N818 (the name says it)
    """Somebody leaves the table."""


def bear_any_encoding() -> None:
    """Where a terminal does not know a sign there is a question mark, and no error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def add_command(
    commands: Any, name: str, run: Any, text: str, more: str = "", aliases: Words = ()
) -> argparse.ArgumentParser:
    """A command with its own --help; `run` takes the options and returns the status."""
    p = commands.add_parser(
        name,
        help=text,
        description=text,
        epilog=more,
        aliases=aliases,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.set_defaults(command=run)
    return p


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def read_line(prompt: str) -> str:
    """What is typed; nothing more to read means leaving."""
    try:
        return input(prompt)
    except EOFError:
        raise Quit from None


# --- which game -----------------------------------------------------------------------------------
def named_game(arguments: Words, prog: str) -> str | None:
    """What --game says, before anything else is read: the other options depend on it."""
    parser = argparse.ArgumentParser(prog=prog, add_help=False, allow_abbrev=False)
    parser.add_argument("--game")
    return parser.parse_known_args(list(arguments))[0].game


def game_spec(arguments: Words, prog: str = "paxren") -> GameSpec:
    """The game that --game names; a ValueError says which there are.

    >>> spec = game_spec(["greedy", "--game", "NAME"])
    """
    return find(named_game(arguments, prog) or DEFAULT_GAME)


def add_game(parser: argparse.ArgumentParser, spec: GameSpec) -> None:
    """--game, which `game_spec` has read already: here it is checked, and shown in --help."""
    parser.add_argument(
        "--game",
        choices=[spec.name],
        default=spec.name,
        metavar="NAME",
        help=f"{listed(game_names())} ({DEFAULT_GAME})",
    )


def add_game_options(parser: argparse.ArgumentParser, spec: GameSpec) -> None:
    """--game, and the options of that game."""
    add_game(parser, spec)
    add = getattr(spec.module("options"), "add_arguments", None)
    if add is not None:
        add(parser)


def game_options(spec: GameSpec, namespace: argparse.Namespace) -> dict[str, Any]:
    """The options that were chosen, as the game takes them."""
    chosen = getattr(spec.module("options"), "chosen_options", None)
    return {} if chosen is None else chosen(namespace)


# --- how many -------------------------------------------------------------------------------------
def add_players(parser: argparse.ArgumentParser, spec: GameSpec) -> None:
    alone = ""
    if spec.min_players == 1 and spec.own_policies:
        alone = f"; 1: alone against {spec.own_policies[0]}"
    words = f"{spec.min_players} to {spec.max_players} ({spec.default_players}){alone}"
    parser.add_argument("--players", type=int, default=None, metavar="N", help=words)


def table_size(spec: GameSpec, players: int | None, names: Words) -> int:
    """What --players says, or as many as are named."""
    if players is None:
        return min(max(spec.default_players, len(names)), spec.max_players)
    if not spec.min_players <= players <= spec.max_players:
        raise ValueError(f"--players is {spec.min_players} to {spec.max_players}, not {players}")
    return players


def seated(spec: GameSpec, names: Words, players: int | None) -> list[str]:
    """As many as there are seats: the last takes those left over."""
    seats = table_size(spec, players, names)
    if len(names) > seats:
        raise ValueError(f"{listed(names)}: {len(names)} players at a table of {seats}")
    return [*names, *[names[-1]] * (seats - len(names))]


def seats_text(names: Words) -> str:
    return listed(f"seat {seat} {name}" for seat, name in enumerate(names))


# --- who plays ------------------------------------------------------------------------------------
def make_players(spec: GameSpec, names: Words) -> dict[str, Player]:
    """All that are asked but you: a game plays its own policies itself.

    A name that means nobody is refused here, before the rules are compiled, which takes minutes.
    """
    if YOU in names:
        raise ValueError(f"{YOU!r} is no agent: `paxren play` has one seat for you, `watch` none")
    asked = [name for name in dict.fromkeys(names) if name not in spec.own_policies]
    return {name: make_player(spec, name) for name in asked}


def make_player(spec: GameSpec, name: str) -> Player:
    """An agent by its name; the built-in policies need nothing but this package."""
    from paxren_env.core.policies import POLICY_NAMES

    if name in POLICY_NAMES[1:]:
        return _policy(spec.policy_id(name))
    base = agents_module("base", f"agent {name!r}")
    agent = base.make_agent(name, game=spec.name)
    return lambda game: base.ask(agent, game, game.seed)


def _policy(policy: int) -> Player:
    from paxren_env.core.policies import answers

    def player(game: Any) -> int:
        seen = game.determinize(game.deciding_player, seed=len(game.history))
        return int(answers(policy, [seen], game.legal_mask()[None], game.seed)[0])

    return player


def agents_module(name: str, what: str) -> Any:
    """A module of the agents, which are not part of the installed package."""
    try:
        return import_module(f"agents.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "agents":
            raise
        raise ValueError(
            f"{what} is not part of the installed package: run it from a checkout of the project"
        ) from None


def answer(game: Any, names: Words, players: dict[str, Player]) -> Any:
    """What whoever must decide answers; chance rolls."""
    if game.deciding_player == CHANCE:
        twin = game.clone()
        twin.roll()
        return twin.history[len(game.history)]
    return players[names[game.deciding_player]](game)


# --- the game, and its replay ---------------------------------------------------------------------
def new_game(spec: GameSpec, names: list[str], seed: int | None, options: dict[str, Any]) -> Any:
    """The game for these players by seat.

    If the game plays further seats, its own policy joins the names.
    """
    seats = spec.seat_policies(names)
    game = spec.module("game").Game(len(names), seed=seed, **seats, **options)
    names += spec.own_policies[:1] * (game.num_players - len(names))
    return game


def check_save(path: str | None) -> None:
    """An OSError before the game, and not after it, if no replay can be written there."""
    if path is not None:
        require_writable(Path(path))


def save_game(path: str | None, game: Any, names: Words) -> None:
    """Keep the replay, if it is wanted."""
    from paxren_env.core import replay

    if path is not None:
        replay.save_replay(path, game, names, None if game.is_over else "not played to its end")
        print(f"saved: {path}")


def ending(game: Any) -> str:
    """How the game ended, as a sentence."""
    words = game.spec.module("text").decision_text(game)
    return f"{words[0].upper()}{words[1:]}."
