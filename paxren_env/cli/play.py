"""paxren play: you against agents, in the terminal."""

import argparse
import random
from collections.abc import Callable, Iterable
from typing import Any

from paxren_env.cli.common import (
    YOU,
    Quit,
    add_command,
    add_game_options,
    add_players,
    check_save,
    ending,
    game_options,
    make_player,
    make_players,
    new_game,
    read_line,
    save_game,
    seated,
)
from paxren_env.cli.watch import moves
from paxren_env.core.reading import folded, forbidden, parse_action
from paxren_env.core.spec import GameSpec
from paxren_env.core.starting import compile_beside
from paxren_env.core.telling import action_name, turn_heading, whole_history

ANSWER_HELP = (
    "Answer with the number of a choice, or with its words or an unmistakable part of them."
)
HINT = "greedy"

# What one may say instead of an answer: its meaning, and what it does. X stands for further words.
Saying = Callable[[Any, int, str], Iterable[str]]
Sayings = dict[str, tuple[str, Saying]]


def add(commands: Any, spec: GameSpec) -> None:
    p = add_command(
        commands, "play", play, "you against agents, in the terminal", more=help_text(spec)
    )
    add_players(p, spec)
    p.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help="clockwise from you; the last takes the seats left over (greedy)",
    )
    p.add_argument("--seat", type=int, default=None, metavar="N", help="yours, from 0 (any)")
    p.add_argument("--seed", type=int, default=None, metavar="N", help="of the deal (any)")
    p.add_argument("--save", metavar="FILE", help="keep the replay")
    add_game_options(p, spec)


def play(options: argparse.Namespace) -> int:
    """You at one seat, agents at the others."""
    spec = options.spec
    clockwise = seated(spec, [YOU, *opponents(options)], options.players)
    you = random.randrange(len(clockwise)) if options.seat is None else options.seat
    if not 0 <= you < len(clockwise):
        raise ValueError(f"--seat is 0 to {len(clockwise) - 1}")
    names = clockwise[-you:] + clockwise[:-you]
    players = make_players(spec, clockwise[1:])
    players[YOU] = lambda game: ask_you(game, you)
    check_save(options.save)
    if compile_beside(spec) is not None:
        print("The rules are being compiled beside the table, once; until then it is a bit slower.")
    game = new_game(spec, names, options.seed, game_options(spec, options))
    table = spec.module("text").table(game, you)
    # The seed is told at the end or if you ask: it fixes the deal, hidden cards too.
    print(f"{table}\n\nYou have seat {you}. `?` for help.")
    try:
        for line in moves(game, names, players, you):
            print(line)
        print(f"\n{ending(game)}\nThe seed was {game.seed}.")
    finally:
        save_game(options.save, game, names)
    return 0


def opponents(options: argparse.Namespace) -> list[str]:
    """Whom you named; alone you may name a policy of the game's own, which takes no seat of it."""
    named = options.opponents
    if options.players == 1 and (
        named is None or named in [[p] for p in options.spec.own_policies]
    ):
        return []
    return named or ["greedy"]


# --- your answers ---------------------------------------------------------------------------------
def ask_you(game: Any, you: int) -> int:
    """Your answer to the pending decision; other words are obeyed until there is one."""
    position = None
    while True:
        if position != len(game.history):  # at first, and after an undo
            position = len(game.history)
            names = game.spec.module("text").action_names(game)
            show_choices(game, names)
        words = read_line("> ").strip()
        try:
            if words.isdecimal():
                return list(names)[_choice(words, len(names))]
            if not obey(words.lower(), game, you):
                return parse_action(game, words)
        except ValueError as error:
            print(error)


def show_choices(game: Any, names: dict[int, str]) -> None:
    """What is asked, what the game notes above it, and a number for each choice."""
    text = game.spec.module("text")
    print(f"\n{text.decision_text(game)}")
    note = text.choice_note(game) if hasattr(text, "choice_note") else None
    if note:
        print(f"      {note}")
    for number, name in enumerate(names.values(), 1):
        print(f"{number:4}  {name}")


def _choice(words: str, choices: int) -> int:
    if not 1 <= int(words) <= choices:
        raise ValueError(f"choose from 1 to {choices}")
    return int(words) - 1


# --- other words ----------------------------------------------------------------------------------
def obey(words: str, game: Any, you: int) -> bool:
    """Whether it was a word to the table and not an answer."""
    if words in ("", "?", "help"):
        print(help_text(game.spec))
        return True
    if words in ("q", "exit"):
        raise Quit
    said, _, rest = words.partition(" ")
    found = sayings(game.spec).get(f"{said} X" if rest else said)
    if found is None:
        return False
    for line in found[1](game, you, rest.strip()):
        print(line)
    return True


def sayings(spec: GameSpec) -> Sayings:
    """What can be said at the table of this game."""
    own: Sayings = getattr(spec.module("text"), "TABLE_WORDS", {})
    return {
        "table": ("the whole table again", tell_table),
        **own,
        "why X": ("why X is not legal now", tell_why),
        "log": ("what has happened", tell_log),
        "hint": (f"what {HINT} would do", tell_hint),
        "seed": ("what fixes the deal", tell_seed),
        "undo": ("back to your last choice", tell_undo),
        "quit": ("leave the game", leave),
    }


def help_text(spec: GameSpec) -> str:
    """All that can be said, in two columns."""
    said = [(word, meaning) for word, (meaning, _) in sayings(spec).items()]
    first = max(len(word) for word, _ in said) + 2
    second = max(len(meaning) for _, meaning in said[::2]) + 4
    lines = [f"{word:{first}}{meaning:{second}}" for word, meaning in said]
    pairs = ["".join(lines[i : i + 2]).rstrip() for i in range(0, len(lines), 2)]
    return "\n".join([ANSWER_HELP, *(f"  {pair}" for pair in pairs)])


def tell_table(game: Any, you: int, _: str) -> Iterable[str]:
    yield game.spec.module("text").table(game, you)


def tell_log(game: Any, you: int, _: str) -> Iterable[str]:
    return (f"{number}. {told}" for number, told in enumerate(whole_history(game, you), 1))


def tell_why(game: Any, you: int, words: str) -> Iterable[str]:
    return forbidden(game, folded(words)) or [f"{words!r} is not the name of an illegal action"]


def tell_hint(game: Any, you: int, _: str) -> Iterable[str]:
    yield action_name(game, make_player(game.spec, HINT)(game))


def tell_seed(game: Any, you: int, _: str) -> Iterable[str]:
    yield f"seed {game.seed}"


def tell_undo(game: Any, you: int, _: str) -> Iterable[str]:
    take_back(game, you)
    yield turn_heading(game)


def leave(game: Any, you: int, _: str) -> Iterable[str]:
    raise Quit


def take_back(game: Any, you: int) -> None:
    """Back to your choice before this one; a ValueError, and no change, if there is none."""
    twin = game.clone()
    twin.undo()
    steps = 1
    while twin.deciding_player != you:
        twin.undo()
        steps += 1
    for _ in range(steps):
        game.undo()
