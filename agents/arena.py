"""Let agents play each other and see who is better.

    python -m agents.arena greedy random --games 1000
    python -m agents.arena greedy random --players 4                one greedy, three random
    python -m agents.arena greedy rollout mcts:sims=200 random --players 3 --json result.json
    python -m agents.arena --resume result.json --games 2000        play on
    python -m agents.arena greedy random --game NAME                another game
    python -m agents.arena random greedy --players 1                each alone, if the game has it

Every deal is played once in every rotation of the seats. With more agents than seats, all
tables that can be formed play it; with fewer, the last agent takes the seats left over. A game's
own policies can be named as agents too.
Ctrl-C keeps what was played. The same seed gives the same games, with any number of processes.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from agents.base import Agent, make_agent, views_of, whole_numbers
from agents.standings import Played, below, check_picture, need, plot, standings, table
from paxren_env import DEFAULT_GAME
from paxren_env.cli.common import (
    add_game_options,
    bear_any_encoding,
    game_options,
    named_game,
    table_size,
)
from paxren_env.core.chance import splitmix
from paxren_env.core.constants import CHANCE
from paxren_env.core.engine import new_states
from paxren_env.core.errors import IllegalAction
from paxren_env.core.files import atomic_write, require_writable, require_writable_folder
from paxren_env.core.game import Game
from paxren_env.core.record import view
from paxren_env.core.replay import result_of, save_replay
from paxren_env.core.spec import GameSpec, find

PROG = "python -m agents.arena"
SAVE_EVERY = 20.0  # seconds between two writes of the result file
CRASHES = "arena_crashes"  # the folder of their replays, unless there is one for all
INTERRUPTED = 130  # exit status
FINISHED = "finished"  # the ending of games that have one kind of end only


# --- who plays what -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Match:
    """A seat-balanced schedule: game numbers from 0 on, as many as are wanted.

    >>> match = Match(("greedy", "random"), players=2, seed=1)
    >>> played = play(match, range(match.whole(100)), make_agents(match))
    """

    agents: tuple[str, ...]
    players: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)  # of the game
    replays: str | None = None  # a folder for all games
    game: str = DEFAULT_GAME

    def __post_init__(self) -> None:
        """Bad options, or a policy of the game at a table that is not for it: a ValueError."""
        for names in self.tables():
            for name in names:
                if name in self.spec.own_policies:
                    self.spec.check_table(name, len(names))
            self.options_for(names)

    @property
    def spec(self) -> GameSpec:
        return find(self.game)

    def tables(self) -> list[tuple[str, ...]]:
        """Everybody who can sit together, in one order."""
        filled = self.agents + self.agents[-1:] * (self.players - len(self.agents))
        return list(dict.fromkeys(combinations(filled, self.players)))

    def whole(self, games: int) -> int:
        """So many games or a few more: every table plays every deal in every rotation."""
        block = len(self.tables()) * self.players
        return -(-games // block) * block

    def seats(self, number: int) -> list[str]:
        """Who has which seat in this game; whom the game adds (see `partners`) comes last."""
        tables = self.tables()
        at, rotation = divmod(number % (len(tables) * self.players), self.players)
        names = [tables[at][(seat - rotation) % self.players] for seat in range(self.players)]
        return names + self.partners

    @cached_property
    def partners(self) -> list[str]:
        """Whom the game adds to the table: an agent alone has one of the game's own policies."""
        module = self.spec.module("options")
        states = new_states(self.spec.record, 1)
        module.write_options(view(states, 0), self.options_for(self.tables()[0]))
        more = int(states["num_players"][0]) - self.players
        return list(self.spec.own_policies[:1]) * more

    def options_for(self, names: Sequence[str]) -> dict[str, Any]:
        """All options of a game of these players, by seat."""
        seated = {"num_players": len(names), **self.spec.seat_policies(names)}
        return self.spec.module("options").check_options({**self.options, **seated})

    def deal(self, number: int) -> Game:
        """The game before its first choice."""
        deal = number // (len(self.tables()) * self.players)
        seed = splitmix(splitmix(self.seed) + deal)
        options = self.options_for(self.seats(number)[: self.players])
        return self.spec.module("game").Game(seed=seed, **options)


# --- playing --------------------------------------------------------------------------------------
@dataclass
class Table:
    """A game in play, and the record of it."""

    game: Game
    played: Played

    @property
    def is_running(self) -> bool:
        return not self.game.is_over and self.played.error is None


def play(match: Match, numbers: Sequence[int], agents: dict[str, Agent]) -> list[Played]:
    """Play some games side by side, asking each agent about all its decisions at once.

    `agents` holds one for each name: see `make_agents`. Returns the games in the order of their
    numbers as given.
    """
    tables = [open_table(match, number) for number in numbers]
    running = [t for t in tables if t.is_running]  # the game's own policy may have ended one
    while running:
        waiting: dict[str, list[Table]] = {}
        for t in running:
            if t.game.deciding_player == CHANCE:  # with the option auto_chance=False
                t.game.roll()
            else:
                waiting.setdefault(t.played.agents[t.game.deciding_player], []).append(t)
        for name, asked in waiting.items():
            answer(asked, agents[name])
        running = [t for t in running if t.is_running]
    return [close_table(match, t) for t in tables]


def open_table(match: Match, number: int) -> Table:
    seats = match.seats(number)
    n = len(seats)
    nothing: dict[str, Any] = {"decisions": [0] * n, "timed": [0] * n, "seconds": [0.0] * n}
    return Table(match.deal(number), Played(number, seats, **nothing))


_warm: set[int] = set()  # agents that have answered here: the first answer may include compiling


def answer(tables: list[Table], agent: Agent) -> None:
    """One answer in each game; after an exception the agent is asked about each game alone."""
    shown = views_of([t.game for t in tables], [t.played.number for t in tables])
    began = time.perf_counter()
    try:
        actions = whole_numbers(agent.act(*shown), len(tables))
    except Exception as error:
        if len(tables) == 1:
            crash(tables[0], error)
        else:
            for t in tables:
                answer([t], agent)
        return
    seconds = (time.perf_counter() - began) / len(tables)
    for t, action in zip(tables, actions):
        seat = t.game.deciding_player
        t.played.decisions[seat] += 1
        if id(agent) in _warm:
            t.played.timed[seat] += 1
            t.played.seconds[seat] += seconds
        try:
            t.game.step(action)
        except IllegalAction as error:
            crash(t, error)
    _warm.add(id(agent))


def crash(t: Table, error: Exception) -> None:
    """The game ends here; the crash counts against the seat that was to decide."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(where.filename).name}, line {where.lineno}"
    t.played.crashed = t.game.deciding_player
    t.played.error = f"{type(error).__name__}: {error} ({at})"


def close_table(match: Match, t: Table) -> Played:
    """Record how the game ended, and keep the replay if it is wanted or needed."""
    t.played.turns = t.game.turn
    result = result_of(t.game)
    if result is not None:
        t.played.ending, t.played.winners = result["ending"] or FINISHED, result["winners"]
    folder = match.replays or (CRASHES if t.played.error else None)
    if folder is not None:
        path = Path(folder) / f"game_{match.seed}_{t.played.number:06d}.json"
        save_replay(path, t.game, t.played.agents, t.played.error)
        t.played.replay = str(path)
    return t.played


# --- in parallel ----------------------------------------------------------------------------------
_here: dict[str, Any] = {}  # of a worker process: its match and agents


def begin_worker(match: Match, package: str) -> None:
    """Import the game, which may come from elsewhere; leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module(package)
    _here["match"] = match
    _here["agents"] = make_agents(match)


def play_here(numbers: Sequence[int]) -> list[Played]:
    return play(_here["match"], numbers, _here["agents"])


def make_agents(match: Match) -> dict[str, Agent]:
    """All that are asked, by name: the game's own policies are not."""
    asked = [name for name in dict.fromkeys(match.agents) if name not in match.spec.own_policies]
    return {name: make_agent(name, game=match.game) for name in asked}


def batch_size(match: Match) -> int:
    """The greatest number of games that one of the agents likes to be asked about at once."""
    return max((getattr(agent, "batch", 1) for agent in make_agents(match).values()), default=1)


def run(
    match: Match, numbers: Iterable[int], processes: int, batch: int
) -> Generator[Played, None, None]:
    """Play all these games, in chunks of `batch`; they come in any order."""
    chunks = deque(_chunks(numbers, batch))
    if processes == 1:
        agents = make_agents(match)
        while chunks:
            yield from play(match, chunks.popleft(), agents)
        return
    suspects: deque[list[int]] = deque()  # in play when a process died
    while chunks or suspects:
        at_once = 1 if suspects else processes
        todo = suspects or chunks
        lost: list[list[int]] = []
        yield from _run_pool(match, todo, at_once, lost)
        if len(lost) == 1 and len(lost[0]) == 1:
            yield _dead(match, lost[0][0])
        else:
            suspects.extend([number] for chunk in lost for number in chunk)


def _chunks(numbers: Iterable[int], batch: int) -> Iterator[list[int]]:
    chunk: list[int] = []
    for number in numbers:
        chunk.append(number)
        if len(chunk) == batch:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _run_pool(
    match: Match, todo: deque[list[int]], processes: int, lost: list[list[int]]
) -> Iterator[Played]:
    """Play until there is nothing to do, or a process dies: what was in play then is lost."""
    context = multiprocessing.get_context("spawn")  # safe with threads, and the same everywhere
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, context, begin_worker, (match, match.spec.package))
    playing: dict[Future[list[Played]], list[int]] = {}
    try:
        while (todo or playing) and not lost:
            while todo and len(playing) < 2 * processes - 1:
                chunk = todo.popleft()
                playing[pool.submit(play_here, chunk)] = chunk
            done, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.extend(playing.values())
                    break
                del playing[future]
                yield from future.result()
    except BrokenProcessPool:
        lost.extend([*playing.values(), chunk])
    finally:
        if todo or playing:
            for process in set(multiprocessing.active_children()) - strangers:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _dead(match: Match, number: int) -> Played:
    """A game whose process died: which agent it was, and when, is not known."""
    t = open_table(match, number)
    t.played.error = "the process that played it died"
    return close_table(match, t)


# --- files ----------------------------------------------------------------------------------------
def result_of_match(match: Match, played: Sequence[Played]) -> dict[str, Any]:
    """What --json writes: the standings, the match, and every game for a later --resume."""
    return {
        **standings(played),
        "game": match.game,
        "players": match.players,
        "seed": match.seed,
        "options": match.options,
        "entered": list(match.agents),
        "played": [asdict(game) for game in played],
    }


def write_result(path: Path, result: dict[str, Any]) -> None:
    """Write a result atomically: a kill in the middle leaves the file before."""
    games = ",\n  ".join(json.dumps(game) for game in result["played"])
    head = json.dumps({k: v for k, v in result.items() if k != "played"}, indent=1)
    with atomic_write(path) as written:
        written.write_text(f'{head[:-2]},\n "played": [\n  {games}\n ]\n}}\n', encoding="utf-8")


def read_result(path: Path) -> tuple[Match, list[Played]]:
    """A match and its games, from a file that --json wrote."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        entered, options = tuple(saved["entered"]), saved["options"]
        game = saved.get("game", DEFAULT_GAME)
        match = Match(entered, saved["players"], saved["seed"], options, game=game)
        played = [Played(**one) for one in saved["played"]]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no result of the arena: {error!r}") from None
    for one in played:
        if one.agents != match.seats(one.number):
            raise ValueError(f"{path}: game {one.number} does not fit its match")
    return match, played


# --- the command ----------------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None, prog: str = PROG) -> int:
    """Run the command; returns its exit status."""
    bear_any_encoding()
    words = sys.argv[1:] if arguments is None else arguments
    named = named_game(words, prog)
    try:
        spec = find(named or DEFAULT_GAME)
    except ValueError as error:
        argparse.ArgumentParser(prog).error(str(error))
    parser = make_parser(prog, spec)
    options = parser.parse_args(words)
    try:
        match, played = prepare(options, spec, named is not None)
        batch = batch_size(match)
        for package in ("openskill", "rich", *(["matplotlib"] if options.plot else [])):
            need(package)
        check_paths(options)
    except (ValueError, ImportError, OSError) as error:
        parser.error(str(error))
    try:
        return compete(match, played, options, batch)
    except OSError as error:  # the disk may have filled up since
        parser.exit(1, f"{prog}: {error}\n")


def make_parser(prog: str, spec: GameSpec) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description=(__doc__ or "").replace(PROG, prog),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    known = ", ".join([*spec.own_policies, "greedy, random, rollout, mcts:sims=400 ..."])
    seats = f"seats, {spec.min_players} to {spec.max_players} (as many as agents)"
    add("agents", nargs="*", metavar="AGENT", help=known)
    add("--players", type=int, metavar="N", help=seats)
    add("--games", type=int, default=100, metavar="N", help="rounded up to whole deals (100)")
    add("--seed", type=int, default=0, metavar="N", help="of the deals (0)")
    add("--processes", type=int, metavar="N", help="as many as there are processors")
    add("--json", type=Path, metavar="FILE", help="write the result there, now and then too")
    add("--resume", type=Path, metavar="FILE", help="play on where this result ends")
    add("--plot", type=Path, metavar="PNG", help="draw the win rates")
    add("--replays", metavar="DIR", help=f"keep every game (else crashes only, in {CRASHES})")
    add_game_options(parser, spec)
    return parser


def prepare(
    options: argparse.Namespace, spec: GameSpec, is_named: bool
) -> tuple[Match, list[Played]]:
    """The match asked for, and what of it has been played; `is_named`: --game was given."""
    if options.games < 1 or (options.processes is not None and options.processes < 1):
        raise ValueError("--games and --processes are at least 1")
    if options.resume is None:
        return new_match(options, spec), []
    saved, played = read_result(options.resume)
    if options.agents and tuple(options.agents) != saved.agents:
        raise ValueError(f"{options.resume} is a match of {' '.join(saved.agents)}")
    if is_named and spec.name != saved.game:
        raise ValueError(f"{options.resume} is a match of {saved.game}, not of {spec.name}")
    options.json = options.json or options.resume
    return replace(saved, replays=options.replays), played


def new_match(options: argparse.Namespace, spec: GameSpec) -> Match:
    if not options.agents:
        raise ValueError("name the agents, such as: greedy random")
    players = table_size(spec, options.players, options.agents)
    chosen = game_options(spec, options)
    agents = tuple(options.agents)
    return Match(agents, players, options.seed, chosen, options.replays, spec.name)


def check_paths(options: argparse.Namespace) -> None:
    """All that is to be written can be: an error before the match, not after it."""
    if options.json:
        require_writable(options.json)
    if options.plot:
        check_picture(options.plot)
        require_writable(options.plot)
    if options.replays:
        require_writable_folder(Path(options.replays))


def compete(match: Match, played: list[Played], options: argparse.Namespace, batch: int) -> int:
    """Play what is missing, keep it, show it."""
    console = need("rich.console").Console()
    games = match.whole(options.games)
    known = {game.number for game in played}
    missing = [number for number in range(games) if number not in known]
    processes = max(1, min(options.processes or os.cpu_count() or 1, len(missing)))
    batch = max(1, min(batch, -(-len(missing) // processes)))
    playing = run(match, missing, processes, batch)
    status = 0
    try:
        follow(match, playing, played, len(missing), options.json)
    except KeyboardInterrupt:
        status = INTERRUPTED
        console.print(f"stopped after {len(played)} of {games} games")
    finally:
        with contextlib.suppress(KeyboardInterrupt):
            playing.close()
    result = result_of_match(match, played)
    try:
        console.print(table(result))
        console.print(below(result), highlight=False)
    finally:  # it is kept even if nobody listens any more
        keep(result, options)
    if status and options.json:
        console.print(f"to play on: --resume {options.json} --games {games}")
    return status


def keep(result: dict[str, Any], options: argparse.Namespace) -> None:
    if options.json:
        write_result(options.json, result)
    if options.plot:
        plot(result, options.plot)


def follow(
    match: Match, playing: Iterator[Played], played: list[Played], total: int, path: Path | None
) -> None:
    """Collect the games as they end, with a progress bar; crashes are told at once."""
    progress = need("rich.progress")
    columns = [*progress.Progress.get_default_columns(), progress.MofNCompleteColumn()]
    saved = time.monotonic()
    with progress.Progress(*columns, console=need("rich.console").Console(stderr=True)) as bar:
        task = bar.add_task("playing", total=total)
        for game in playing:
            played.append(game)
            bar.advance(task)
            if game.error:
                who = "a table" if game.crashed is None else game.agents[game.crashed]
                bar.console.print(f"{who} crashed: {game.error}; see {game.replay}", markup=False)
            if path and time.monotonic() - saved > SAVE_EVERY:
                with contextlib.suppress(OSError):  # whether the file can be kept, the end tells
                    write_result(path, result_of_match(match, played))
                saved = time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
