"""The `paxren` command: play, watch, replay, arena, bench, cards, rules."""

import argparse
import io
import os
import random
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from paxren_env.games.pax_renaissance.constants import (
    DEFAULT_SOLO_TOP_CARDS,
    MAP_NAMES,
    MAX_PLAYERS,
    OPTION_NAMES,
    RULESET_NAMES,
)

# The game and its compiled rules are imported where they are used: --help answers at once.

RULES = Path(__file__).parent.parent / "games" / "pax_renaissance" / "RULES.md"
VARIANTS = tuple(name for name in OPTION_NAMES if name != "auto_forced")
YOU, BOT = "you", "bot"
WIDTH = 100
MAX_DELAY = 3600

EXAMPLES = """\
examples:
  paxren play                                       you against greedy
  paxren play --players 4 --opponents greedy random --seed 7
  paxren play --players 1 --top-cards 10            alone against the printed bot, easier
  paxren play --opponents bot                       against the same bot by the rules for two
  paxren watch greedy random --delay 0.5            two agents, step by step
  paxren replay game.json                           a saved game
  paxren arena greedy random --games 1000           who is better?
  paxren bench                                      how fast is it here?
  paxren cards medici                               what is printed on a card
  paxren rules                                      the sections of the rules
  paxren rules G                                    one of them
"""
PLAY_HELP = """\
Answer with the number of a choice, or with its words or an unmistakable part of them.
  table    the whole table again         victory  who is how close to which victory
  cards    what the cards in sight do    card X   what the card or square X does
  log      what has happened             hint     what greedy would do
  undo     back to your last choice      quit     leave the game"""

Player = Callable[[Any], int]  # given the game, the action of whoever must decide


class Quit(Exception):  # noqa: N818 (the name says it)
    """Somebody leaves the table."""


# --- the command line -----------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    bear_any_encoding()
    if given[:1] == ["arena"]:  # it has options of its own
        try:
            return import_module("agents.arena").main(given[1:], "paxren arena")
        except ModuleNotFoundError as error:
            return fail(_from_checkout("the arena", error))
    parser = make_parser()
    options = parser.parse_args(given)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        status = options.command(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has seen enough; nor is there to be a word at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, ImportError, OSError) as error:
        return fail(str(error))
    except (Quit, KeyboardInterrupt):
        print("\nGood-bye.")
        return 0


def bear_any_encoding() -> None:
    """Where a terminal knows no chess pieces there are question marks, and no error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def fail(message: str) -> int:
    print(f"paxren: {message}", file=sys.stderr)
    return 2


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paxren",
        description="The board game Pax Renaissance: play it, watch it, measure it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=None)
    parser.add_argument(
        "--version", action="store_const", dest="command", const=version, help="of this package"
    )
    commands = parser.add_subparsers(title="commands", metavar="")
    _add_play(commands)
    _add_watch(commands)
    _add_others(commands)
    return parser


def version(_: argparse.Namespace) -> int:
    """What was installed; it is looked up only when asked for."""
    from importlib import metadata

    print(f"paxren-env {metadata.version('paxren-env')}")
    return 0


def _add_play(commands: Any) -> None:
    p = _command(commands, "play", play, "you against agents, in the terminal", PLAY_HELP)
    p.add_argument(
        "--players",
        type=int,
        default=None,
        metavar="N",
        help="2 to 4 (2); 1: you against the bot",
    )
    p.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help="clockwise from you; the last takes the seats left over (greedy)",
    )
    p.add_argument("--seat", type=int, default=None, metavar="N", help="yours, from 0 (any)")
    p.add_argument("--seed", type=int, default=None, metavar="N", help="of the deal (any)")
    p.add_argument("--save", metavar="FILE", help="keep the replay")
    add_game_options(p)


def _add_watch(commands: Any) -> None:
    p = _command(commands, "watch", watch, "agents play, you look on")
    p.add_argument("agents", nargs="*", default=["greedy"], metavar="AGENT", help="by seat")
    p.add_argument("--players", type=int, default=None, metavar="N", help="1 (with the bot) to 4")
    p.add_argument("--seed", type=int, default=None, metavar="N", help="of the deal (any)")
    p.add_argument("--delay", type=float, default=0.0, metavar="S", help="seconds after a line")
    p.add_argument("--tables", action="store_true", help="show the table at every turn")
    p.add_argument("--save", metavar="FILE", help="keep the replay")
    add_game_options(p)


def _add_others(commands: Any) -> None:
    p = _command(commands, "replay", replay, "step through a saved game", REPLAY_HELP)
    p.add_argument("file")
    p.add_argument("--all", action="store_true", help="print all of it, without stopping")
    commands.add_parser("arena", help="let agents play each other (paxren arena --help)")
    p = _command(commands, "bench", bench, "how fast the games run on this machine")
    p.add_argument("--players", type=int, default=4, metavar="N", help="2 to 4 (4)")
    p.add_argument("--games", type=int, default=256, metavar="N", help="side by side (256)")
    p.add_argument("--threads", type=int, default=1, metavar="N", help="(1)")
    p.add_argument("--seconds", type=float, default=5.0, metavar="S", help="to measure (5)")
    p = _command(commands, "cards", cards, "what is printed on the cards")
    p.add_argument("name", nargs="*", help="a part of the card's name, or an empire (all cards)")
    p = _command(commands, "rules", rules, "a section of the rules as played here")
    p.add_argument("section", nargs="*", help="its letter or number (G, F4), or words of its title")


def _command(commands: Any, name: str, run: Any, text: str, more: str = "") -> Any:
    p = commands.add_parser(
        name,
        help=text,
        description=text,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.set_defaults(command=run)
    return p


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """What kind of game it is."""
    group = parser.add_argument_group("the game")
    group.add_argument("--map", choices=MAP_NAMES, default=MAP_NAMES[0])
    group.add_argument("--ruleset", choices=RULESET_NAMES, default=RULESET_NAMES[0])
    group.add_argument("--max-turns", type=int, metavar="N", help="cut it there (200)")
    group.add_argument(
        "--top-cards",
        type=int,
        metavar="N",
        help=f"alone: cards above the comets, more is easier ({DEFAULT_SOLO_TOP_CARDS})",
    )
    group.add_argument(
        "--variants",
        nargs="+",
        choices=VARIANTS,
        default=[],
        metavar="NAME",
        help=_listed(VARIANTS),
    )


def game_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of a game that differ from the usual."""
    chosen: dict[str, Any] = dict.fromkeys(options.variants, True)
    if options.map != MAP_NAMES[0]:
        chosen["map"] = options.map
    if options.ruleset != RULESET_NAMES[0]:
        chosen["ruleset"] = options.ruleset
    if options.max_turns is not None:
        chosen["max_turns"] = options.max_turns
    if options.top_cards is not None:
        chosen["solo_top_cards"] = options.top_cards
    return chosen


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


# --- players --------------------------------------------------------------------------------------
def make_players(names: Sequence[str]) -> dict[str, Player]:
    """All that are asked but you: the bot is not.

    A name that means nobody is refused here, before the rules are compiled, which takes minutes.
    """
    if YOU in names:
        raise ValueError(f"{YOU!r} is no agent: `paxren play` has one seat for you, `watch` none")
    return {name: make_player(name) for name in dict.fromkeys(names) if name != BOT}


def make_player(name: str) -> Player:
    """An agent by its name; the built-in policies need nothing but this package."""
    from paxren_env.core.policies import POLICY_NAMES

    if name in POLICY_NAMES[1:]:
        return _policy(POLICY_NAMES.index(name))
    try:
        base = import_module("agents.base")
    except ModuleNotFoundError as error:
        raise ValueError(_from_checkout(f"agent {name!r}", error)) from None
    agent = base.make_agent(name)
    return lambda game: base.ask(agent, game, game.seed)


def _policy(policy: int) -> Player:
    from paxren_env.core.policies import answers

    def player(game: Any) -> int:
        seen = game.determinize(game.deciding_player, seed=len(game.history))
        return int(answers(policy, [seen], game.legal_mask()[None], game.seed)[0])

    return player


def _from_checkout(what: str, error: ModuleNotFoundError) -> str:
    if (error.name or "").partition(".")[0] != "agents":
        return str(error)
    return f"{what} is not part of the installed package: run it from a checkout of the project"


def table_size(players: int | None, names: Sequence[str]) -> int:
    """What --players says, or as many as are named."""
    if players is None:
        return min(max(2, len(names)), MAX_PLAYERS)
    if not 1 <= players <= MAX_PLAYERS:
        raise ValueError(f"--players is 1 to {MAX_PLAYERS}, not {players}")
    return players


def seated(names: Sequence[str], players: int | None) -> list[str]:
    """As many as there are seats: the last takes those left over."""
    seats = table_size(players, names)
    if len(names) > seats:
        raise ValueError(f"{_listed(names)}: {len(names)} players at a table of {seats}")
    return [*names, *[names[-1]] * (seats - len(names))]


# --- play and watch -------------------------------------------------------------------------------
def play(options: argparse.Namespace) -> int:
    """You at one seat, agents at the others."""
    from paxren_env.games.pax_renaissance.text import table

    clockwise = seated([YOU, *opponents(options)], options.players)
    you = random.randrange(len(clockwise)) if options.seat is None else options.seat
    if not 0 <= you < len(clockwise):
        raise ValueError(f"--seat is 0 to {len(clockwise) - 1}")
    names = clockwise[-you:] + clockwise[:-you]
    players = make_players(clockwise[1:])
    players[YOU] = lambda game: ask_you(game, you)
    game = _new_game(names, options)
    print(f"{table(game, you)}\n\nYou have seat {you}; seed {game.seed}. `?` for help.")
    try:
        for line in moves(game, names, players):
            print(line)
        print(f"\n{ending(game)}")
    finally:
        _save(options.save, game, names)
    return 0


def opponents(options: argparse.Namespace) -> list[str]:
    """Whom you named; alone you have the bot, which is no player of that game."""
    if options.players == 1 and options.opponents in (None, [BOT]):
        return []
    return options.opponents or ["greedy"]


def watch(options: argparse.Namespace) -> int:
    """Agents at all seats."""
    if not 0 <= options.delay <= MAX_DELAY:
        raise ValueError(f"--delay is 0 to {MAX_DELAY} seconds, not {options.delay}")
    names = seated(options.agents, options.players)
    players = make_players(names)
    game = _new_game(names, options)
    print(f"{game}\n\n{_seats(names)}; seed {game.seed}")
    turn = 0
    try:
        for line in moves(game, names, players):
            print(line, flush=True)
            if options.tables and turn != game.states["turn"][0]:
                turn = game.states["turn"][0]
                print(f"\n{game}\n")
            time.sleep(options.delay)
        print(f"\n{game}\n\n{ending(game)}")
    finally:
        _save(options.save, game, names)
    return 0


def _new_game(names: list[str], options: argparse.Namespace) -> Any:
    """The game for these players by seat; the bot of the solo game joins them."""
    from paxren_env.core.builtin import game_of
    from paxren_env.core.files import check_file

    if options.save is not None:
        check_file(Path(options.save))
    game = game_of(names, options.seed, game_options(options))
    names += [BOT] * (game.num_players - len(names))
    return game


def _seats(names: Sequence[str]) -> str:
    return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))


def _save(path: str | None, game: Any, names: Sequence[str]) -> None:
    from paxren_env.core.replay import save_replay

    if path is not None:
        save_replay(path, game, names, None if game.is_over else "not played to its end")
        print(f"saved: {path}")


def moves(game: Any, names: Sequence[str], players: dict[str, Player]) -> Iterator[str]:
    """Play the game to its end; a line for each answer, a heading for each turn."""
    from paxren_env.games.pax_renaissance.text import history_by_turns, opening_by_turns

    yield from opening_by_turns(game)
    while not game.is_over:
        action = players[names[game.deciding_player]](game)  # you may take back some first
        before = game.clone()
        game.step(action)
        yield from history_by_turns(before, game)


def ending(game: Any) -> str:
    from paxren_env.games.pax_renaissance.text import decision_text

    words = decision_text(game)
    return f"{words[0].upper()}{words[1:]}."


# --- your answers ---------------------------------------------------------------------------------
def ask_you(game: Any, you: int) -> int:
    """Your answer to the pending decision; other words are obeyed until there is one."""
    from paxren_env.games.pax_renaissance.text import action_names

    position = None
    while True:
        if position != len(game.history):  # at first, and after an undo
            position = len(game.history)
            names = action_names(game)
            show_choices(game, names)
        words = read_line("> ").strip()
        try:
            if words.isdecimal():
                return list(names)[_choice(words, len(names))]
            if not obey(words.lower(), game, you):
                return game.parse_action(words)
        except ValueError as error:
            print(error)


def show_choices(game: Any, names: dict[int, str]) -> None:
    from paxren_env.games.pax_renaissance.text import decision_text, purse_text

    print(f"\n{decision_text(game)}")
    if game.decision == "main":
        print(f"      {purse_text(game)}")
    for number, name in enumerate(names.values(), 1):
        print(f"{number:4}  {name}")


def _choice(words: str, choices: int) -> int:
    if not 1 <= int(words) <= choices:
        raise ValueError(f"choose from 1 to {choices}")
    return int(words) - 1


def read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        raise Quit from None


def obey(words: str, game: Any, you: int) -> bool:
    """Whether it was a word to the table and not an answer."""
    from paxren_env.games.pax_renaissance.text import table, turn_heading

    if words in ("", "?", "help"):
        print(PLAY_HELP)
    elif words == "table":
        print(table(game, you))
    elif words == "victory":
        print("\n".join(victory_lines(game, you)))
    elif words == "cards":
        print("\n".join(sight_lines(game, you)))
    elif words.startswith("card "):
        print("\n".join(card_lines(words.removeprefix("card "), int(game.states["map"][0]))))
    elif words == "log":
        print("\n".join(log_lines(game)))
    elif words == "hint":
        print(game.action_name(make_player("greedy")(game)))
    elif words == "undo":
        take_back(game, you)
        print(turn_heading(game))
    elif words in ("quit", "q", "exit"):
        raise Quit
    else:
        return False
    return True


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


def log_lines(game: Any) -> Iterator[str]:
    from paxren_env.games.pax_renaissance.text import whole_history

    return (f"{number}. {told}" for number, told in enumerate(whole_history(game), 1))


def sight_lines(game: Any, you: int) -> Iterator[str]:
    """What the cards do that you can look at, by where they lie."""
    from paxren_env.core.record import view
    from paxren_env.games.pax_renaissance.text.cards import cards_in_sight, piece_lines

    for where, found in cards_in_sight(view(game.states, 0), you):
        if found:
            yield f"{where}:"
        for card in found:
            yield from (f"  {line}" for line in piece_lines(card))


def card_lines(words: str, map_: int = 0) -> Iterator[str]:
    """What the cards and squares do that are called so."""
    from paxren_env.games.pax_renaissance.text.cards import find_pieces, piece_lines

    for piece in find_pieces(words):
        yield from piece_lines(piece, map_)


def victory_lines(game: Any, you: int) -> Iterator[str]:
    """Each victory: what everybody has of what it needs."""
    from paxren_env.core.record import view
    from paxren_env.games.pax_renaissance.report import victory_report
    from paxren_env.games.pax_renaissance.text.words import bank_words

    banks = [bank_words(view(game.states, 0), seat) for seat in range(game.num_players)]
    banks[you] += f" ({YOU})"
    for victory, report in victory_report(game).items():
        if victory == "patron":
            leads = [bank for bank, p in zip(banks, report["players"]) if p["leads"]]
            yield f"patron: {_listed(leads)} would win if the cards ran out now"
            continue
        yield f"{victory} ({_listed(_victory_notes(report))})"
        for bank, player in zip(banks, report["players"]):
            parts = [f"{c['what']} {c['have']} of {c['need']}" for c in player["conditions"]]
            yield f"    {bank}: {_listed(parts)}{' - met' if player['met'] else ''}"


def _victory_notes(report: dict[str, Any]) -> Iterator[str]:
    """Whether it is active, what it costs, and which religion it asks for."""
    yield "active" if report["active"] else "not active"
    if report["actions"] > 1:
        yield f"{report['actions']} actions"
    if "religion" in report:
        yield (
            f"of the {report['religion']} religion" if report["religion"] else "of no religion now"
        )


# --- replay ---------------------------------------------------------------------------------------
REPLAY_HELP = """\
  Enter    the next step                 b        one step back
  NUMBER   go to that step               table    the whole table
  all      the rest of it                quit"""


def replay(options: argparse.Namespace) -> int:
    """A saved game, step by step."""
    from paxren_env.core.game import Game
    from paxren_env.core.replay import load_replay
    from paxren_env.games.pax_renaissance.text import whole_history

    loaded = load_replay(options.file)
    # Forced answers are steps too.
    game = Game(seed=loaded.seed, **{**loaded.options, "auto_forced": False})
    steps = len(loaded.actions)
    print(f"{game}\n\n{_seats(loaded.agents)}; seed {loaded.seed}; {steps} steps\n")
    for number, told in enumerate(whole_history(game), 1):  # the bot may have begun
        print(f"{number:4}. {told}")
    if not options.all and sys.stdin.isatty():
        print(REPLAY_HELP + "\n")
        walk(game, loaded.actions)
    while len(game.history) < steps:
        forward(game, loaded.actions)
    print(f"\n{game}\n\n{loaded.error or ending(game)}")
    return 0


def forward(game: Any, actions: Sequence[int]) -> None:
    """Show the next step and take it."""
    from paxren_env.games.pax_renaissance.text import history

    known, before = len(game.history), game.clone()
    game.step(actions[known])
    for number, told in enumerate(history(before, game.history[known:]), known + 1):
        print(f"{number:4}. {told}")


def walk(game: Any, actions: Sequence[int]) -> None:
    """Go where the reader wants, until the end or until they want all the rest."""
    begin = len(game.history)  # what the bot did first is no step
    while len(game.history) < len(actions):
        words = read_line(f"[{len(game.history)}/{len(actions)}] ").strip().lower()
        if words == "":
            forward(game, actions)
        elif words == "b" and len(game.history) > begin:
            game.undo()
        elif words.isdecimal():
            go_to(game, actions, min(max(int(words), begin), len(actions)))
        elif words == "table":
            print(game)
        elif words == "all":
            return
        elif words in ("quit", "q", "exit"):
            raise Quit
        else:
            print(REPLAY_HELP)


def go_to(game: Any, actions: Sequence[int], number: int) -> None:
    """Stand after that many steps, and show the table there."""
    while len(game.history) > number:
        game.undo()
    while len(game.history) < number:
        game.step(actions[len(game.history)])
    print(game)


# --- bench ----------------------------------------------------------------------------------------
def bench(options: argparse.Namespace) -> int:
    """Random games in the vector environment: steps with observation and mask."""
    import numpy as np

    from paxren_env.envs.vector import PaxVectorEnv

    if not options.seconds > 0:
        raise ValueError(f"--seconds is more than 0, not {options.seconds}")
    table = PaxVectorEnv(options.games, options.players, threads=options.threads)
    rng = np.random.default_rng(0)
    _, masks = table.reset()
    steps, games, seconds = 0, 0, 0.0
    while seconds < options.seconds:
        # Choosing is not the environment's work, and is not counted.
        actions = (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)
        began = time.perf_counter()
        _, masks, _, dones, _ = table.step(actions)
        seconds += time.perf_counter() - began
        steps += options.games
        games += int((dones > 0).sum())
    table.close()
    threads = f"{options.threads} thread{'s' if options.threads > 1 else ''}"
    print(f"{steps / seconds:,.0f} steps per second with observation and mask, on {threads}")
    print(f"{games / seconds:,.0f} games of {options.players} players per second")
    print("more, beside other environments: python -m benchmarks.throughput, from a checkout")
    return 0


# --- cards ----------------------------------------------------------------------------------------
def cards(options: argparse.Namespace) -> int:
    """The cards of this name, or all."""
    from paxren_env.games.pax_renaissance.constants import NUM_PIECES
    from paxren_env.games.pax_renaissance.text.cards import piece_lines

    words = " ".join(options.name)
    if words:
        print("\n".join(card_lines(words)))
    else:
        print("\n".join(line for piece in range(NUM_PIECES) for line in piece_lines(piece)))
    return 0


# --- rules ----------------------------------------------------------------------------------------
def rules(options: argparse.Namespace) -> int:
    """A section of RULES.md, one rule of it, or the list of sections."""
    lines = RULES.read_text(encoding="utf-8").splitlines()
    wanted = " ".join(options.section)
    found = list(readable(rule_section(lines, wanted))) if wanted else rule_titles(lines)
    print("\n".join(found))
    return 0


def rule_titles(lines: Sequence[str]) -> list[str]:
    """The headings, indented by their level."""
    headings = (re.match(r"(#+)\s+(.*)", line) for line in lines)
    return ["  " * (len(found[1]) - 1) + found[2] for found in headings if found]


def rule_section(lines: Sequence[str], wanted: str) -> list[str]:
    """The section of that letter, else the row of that rule, else the section of those words."""
    name = re.escape(wanted)
    for begin, line in enumerate(lines):
        if re.match(rf"#+\s+{name}(?!\w)", line, re.IGNORECASE):
            return _to_next_heading(lines, begin)
    for begin, line in enumerate(lines):
        if re.match(rf"\|\s*{name}\s*\|", line, re.IGNORECASE):
            head = max(i for i in range(begin) if re.match(r"\|[-|: ]+$", lines[i])) - 1
            return [*lines[head : head + 2], line]
    for begin, line in enumerate(lines):
        if re.match(rf"#+\s.*{name}", line, re.IGNORECASE):
            return _to_next_heading(lines, begin)
    raise ValueError(f"no section of the rules is called {wanted!r}; `paxren rules` lists them")


def _to_next_heading(lines: Sequence[str], begin: int) -> list[str]:
    """A heading and all below it, up to the next of its level or above."""
    level = len(lines[begin]) - len(lines[begin].lstrip("#"))
    rest = lines[begin + 1 :]
    ends = (i for i, line in enumerate(rest) if re.match(rf"#{{1,{level}}}\s", line))
    return [lines[begin], *rest[: next(ends, len(rest))]]


def readable(lines: Sequence[str]) -> Iterator[str]:
    """Markdown for a terminal: the cells of a table's row stand below each other."""
    head: list[str] = []
    for line in lines:
        if not line.startswith("|"):
            head = []
            yield line
        elif not head:
            head = _cells(line)
        elif not re.match(r"\|[-|: ]+$", line):
            first, *cells = _cells(line)
            yield first
            for title, cell in zip(head[1:], cells):
                yield from textwrap.wrap(
                    f"{title}: {cell}", WIDTH, initial_indent="    ", subsequent_indent=" " * 8
                )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


if __name__ == "__main__":
    sys.exit(main())
