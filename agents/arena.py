"""Let agents play each other and see who is better.

    python -m agents.arena greedy random --games 1000
    python -m agents.arena greedy random --players 4                one greedy, three random
    python -m agents.arena greedy rollout mcts:sims=200 random --players 3 --json result.json
    python -m agents.arena --resume result.json --games 2000        play on
    python -m agents.arena greedy random --games 1000 --sprt        stop when it is decided
    python -m agents.arena greedy random --game NAME                another game
    python -m agents.arena greedy random --ray auto                 on a Ray cluster
    python -m agents.arena random greedy --players 1                each alone, if the game has it

Every deal is played once in every rotation of the seats. With more agents than seats, all
tables that can be formed play it; with fewer, the last agent takes the seats left over. A game's
own policies can be named as agents too.
Ctrl-C and SIGTERM keep what was played. The same seed gives the same games, with any number of
processes, on one machine or, with --ray, on many.
"""

import argparse
import json
import math
import multiprocessing
import shlex
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib import import_module
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from agents.base import Agent, make_agent, needs_trust, views_of, whole_numbers
from agents.cluster import DIED, Home, Pool, add_ray_option, connected, need_ray
from agents.reading import check, is_list_of, is_name, is_whole, read_games
from agents.sprt import DELTA, SequentialTest, check_bounds, sentence
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
from paxren_env.core.files import (
    atomic_write,
    remove_leftovers,
    require_writable,
    require_writable_folder,
)
from paxren_env.core.game import Game
from paxren_env.core.options import check_seed
from paxren_env.core.processes import (
    end_with_parent,
    exit_status,
    ignore_sigterm,
    is_main_thread,
    sigterm_interrupts,
)
from paxren_env.core.record import view
from paxren_env.core.replay import replay_text, result_of, write_replay
from paxren_env.core.spec import GameSpec, find

PROG = "python -m agents.arena"
SAVE_EVERY = 1.0  # seconds between two writes of the result file, at least
SAVE_SHARE = 0.05  # of the time that goes into writing it, at most
CRASHES = "arena_crashes"  # the folder of their replays, unless there is one for all
MAX_GAMES = 10_000_000  # all results are held in memory
MAX_PROCESSES = 1024
MAX_TABLES = 100_000  # that can be formed of the agents
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
        """A bad seed or option, or a policy of the game at a table not for it: a ValueError."""
        check_seed(self.seed)
        if math.comb(max(len(self.agents), self.players), self.players) > MAX_TABLES:
            raise ValueError(f"{len(self.agents)} agents form more than {MAX_TABLES:,} tables")
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
        return self._tables

    @cached_property
    def _tables(self) -> list[tuple[str, ...]]:
        filled = self.agents + self.agents[-1:] * (self.players - len(self.agents))
        return list(dict.fromkeys(combinations(filled, self.players)))

    @property
    def games_per_deal(self) -> int:
        """Every table plays every deal in every rotation."""
        return len(self.tables()) * self.players

    def whole(self, games: int) -> int:
        """So many games or a few more: whole deals."""
        return -(-games // self.games_per_deal) * self.games_per_deal

    def seats(self, number: int) -> list[str]:
        """Who has which seat in this game; whom the game adds (see `partners`) comes last."""
        tables = self.tables()
        at, rotation = divmod(number % self.games_per_deal, self.players)
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
        seed = splitmix(splitmix(self.seed) + number // self.games_per_deal)
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
    return [close_table(match, t) for t in play_tables(match, numbers, agents)]


def play_tables(match: Match, numbers: Sequence[int], agents: dict[str, Agent]) -> list[Table]:
    """The same, with the games themselves."""
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
    return tables


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
    return keep_replay(match, t.played, end_table(match, t))


def end_table(match: Match, t: Table) -> str | None:
    """Record how the game ended; returns the replay if it is wanted or needed."""
    t.played.turns = t.game.turn
    result = result_of(t.game)
    if result is not None:
        t.played.ending, t.played.winners = result["ending"] or FINISHED, result["winners"]
    is_wanted = match.replays or t.played.error
    return replay_text(t.game, t.played.agents, t.played.error) if is_wanted else None


def keep_replay(match: Match, played: Played, text: str | None) -> Played:
    """Write the replay, if there is one."""
    if text is not None:
        path = Path(match.replays or CRASHES) / f"game_{match.seed}_{played.number:06d}.json"
        try:
            write_replay(path, text)
            played.replay = str(path)
        except OSError as error:  # a full disk costs the replay, not the game
            played.unsaved = str(error)
    return played


# --- in parallel ----------------------------------------------------------------------------------
_here: dict[str, Any] = {}  # of a worker process: its match and agents


def begin_worker(match: Match, package: str, by_kernel: bool) -> None:
    """Import the game, which may come from elsewhere; leave Ctrl-C to the main process."""
    end_with_parent(by_kernel)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
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
    match: Match, numbers: Iterable[int], processes: int, batch: int, ray: str | None = None
) -> Generator[Played, None, None]:
    """Play all these games, in chunks of `batch`; they come in any order.

    `ray`: the address of a cluster to play them on; see `agents.cluster.connected`.
    """
    chunks = _chunks(numbers, batch)
    if ray:
        yield from _run_on_ray(match, chunks, processes, ray)
        return
    if processes == 1:
        agents = make_agents(match)
        for chunk in chunks:
            yield from play(match, chunk, agents)
        return
    suspects: deque[list[int]] = deque()  # in play when a process died
    is_done = False
    while suspects or not is_done:
        lost: list[list[int]] = []
        if suspects:
            yield from _run_pool(match, _taken_from(suspects), 1, lost)
        else:
            yield from _run_pool(match, chunks, processes, lost)
            is_done = not lost
        if len(lost) == 1 and len(lost[0]) == 1:
            yield _dead(match, lost[0][0])
        else:
            suspects.extend([number] for chunk in lost for number in chunk)


def _taken_from(chunks: deque[list[int]]) -> Iterator[list[int]]:
    while chunks:
        yield chunks.popleft()


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
    match: Match, todo: Iterator[list[int]], processes: int, lost: list[list[int]]
) -> Iterator[Played]:
    """Play until there is nothing to do, or a process dies: what was in play then is lost."""
    context = multiprocessing.get_context("spawn")  # safe with threads, and the same everywhere
    strangers = set(multiprocessing.active_children())
    arguments = match, match.spec.package, is_main_thread()
    pool = ProcessPoolExecutor(processes, context, begin_worker, arguments)
    playing: dict[Future[list[Played]], list[int]] = {}
    is_done = False
    try:
        while not is_done:
            for chunk in islice(todo, 2 * processes - 1 - len(playing)):
                playing[pool.submit(play_here, chunk)] = chunk
            done, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.extend(playing.values())
                    return
                del playing[future]
                yield from future.result()
            is_done = not done
    except BrokenProcessPool:
        lost.extend([*playing.values(), chunk])
    finally:
        if not is_done:
            for process in set(multiprocessing.active_children()) - strangers:
                process.terminate()
        pool.shutdown(cancel_futures=True)


class Player:
    """Plays games of a match wherever it is sent; its agents are made where it first plays."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @cached_property
    def agents(self) -> dict[str, Agent]:
        return make_agents(self.match)

    def __call__(self, numbers: Sequence[int]) -> list[tuple[Played, str | None]]:
        """The games, and the replays of those that want one: files are written at home."""
        tables = play_tables(self.match, numbers, self.agents)
        return [(t.played, end_table(self.match, t)) for t in tables]


def _run_on_ray(
    match: Match, chunks: Iterator[list[int]], workers: int, address: str
) -> Iterator[Played]:
    with connected(address):
        home = Home.here(match.spec.package)
        pool = Pool(Player(match), home, workers, lambda chunk: [[number] for number in chunk])
        playing = pool.run(chunks)
        try:
            for chunk, results in playing:
                if results is DIED:
                    yield _dead(match, chunk[0])
                else:
                    yield from (keep_replay(match, *result) for result in results)
        finally:
            playing.close()  # before the connection


def _dead(match: Match, number: int) -> Played:
    """A game whose process died: which agent it was, and when, is not known."""
    t = open_table(match, number)
    t.played.error = "the process that played it died"
    return close_table(match, t)


# --- files ----------------------------------------------------------------------------------------
def result_of_match(match: Match, played: Sequence[Played]) -> dict[str, Any]:
    """What --json writes: the standings, the match, and every game for a later --resume."""
    return {
        **standings(played, match.games_per_deal),
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
    """A match and its games, from a file that --json wrote; it may come from anybody.

    A ValueError names the place where it is wrong.
    """
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        match = _read_match(saved)
        played = read_games(saved["played"], match.seats)
    except RecursionError:
        raise ValueError(f"{path} is no result of the arena: it is nested too deeply") from None
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        why = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path} is no result of the arena: {why}") from None
    return match, played


def _read_match(saved: Any) -> Match:
    check("the file", saved, "an object", isinstance(saved, dict))
    game, entered = saved.get("game", DEFAULT_GAME), saved["entered"]
    check("'game'", game, "a name", isinstance(game, str))
    check("'entered'", entered, "names of agents", is_list_of(is_name, entered) and entered)
    spec, players, seed = find(game), saved["players"], saved["seed"]
    sizes = f"a whole number, {spec.min_players} to {spec.max_players}"
    check("'players'", players, sizes, is_whole(players, spec.min_players, spec.max_players))
    check("'seed'", seed, "a whole number of 64 bits", is_whole(seed, 0, 2**64 - 1))
    check("'options'", saved["options"], "an object", isinstance(saved["options"], dict))
    check("'played'", saved["played"], "a list", isinstance(saved["played"], list))
    return Match(tuple(entered), players, seed, saved["options"], game=game)


# --- the command ----------------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None, prog: str = PROG) -> int:
    """Run the command; returns its exit status."""
    bear_any_encoding()
    try:
        with sigterm_interrupts():
            return command(sys.argv[1:] if arguments is None else arguments, prog)
    except KeyboardInterrupt as stopped:  # before the match, or again after it
        return exit_status(stopped)


def command(words: Sequence[str], prog: str) -> int:
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
        if options.ray:
            need_ray()
        check_paths(options)
    except (ValueError, ImportError, OSError) as error:
        parser.error(str(error))
    try:
        with connected(options.ray) as processors:
            options.processes = options.processes or processors
            status, unwritten = compete(match, played, options, batch)
    except OSError as error:  # nobody listens any more, or there is no room for processes
        parser.exit(1, f"{prog}: {error}\n")
    if unwritten:
        lines = [f"{prog}: cannot write {what}: {why}\n" for what, why in unwritten.items()]
        parser.exit(status or 1, "".join(lines))
    return status


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
    add_ray_option(parser)
    add("--json", type=Path, metavar="FILE", help="write the result there, now and then too")
    add("--resume", type=Path, metavar="FILE", help="play on where this result ends")
    add("--plot", type=Path, metavar="PNG", help="draw the win rates")
    add("--replays", metavar="DIR", help=f"keep every game (else crashes only, in {CRASHES})")
    more = f"{100 * DELTA:.0f} points more than an equal share"
    add("--sprt", action="store_true", help=f"stop when it is clear if the first agent wins {more}")
    bounds = ("LOW", "HIGH")
    add("--sprt-bounds", type=float, nargs=2, metavar=bounds, help="or these shares of the games")
    add_game_options(parser, spec)
    return parser


def check_numbers(games: int, processes: int | None) -> None:
    """--games and --processes, before anything is made of that size."""
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"--games is at least 1 and at most {MAX_GAMES:,}, not {games:,}")
    if processes is not None and not 1 <= processes <= MAX_PROCESSES:
        raise ValueError(f"--processes is at least 1 and at most {MAX_PROCESSES}, not {processes}")


def prepare(
    options: argparse.Namespace, spec: GameSpec, is_named: bool
) -> tuple[Match, list[Played]]:
    """The match asked for, and what of it has been played; `is_named`: --game was given."""
    check_numbers(options.games, options.processes)
    if options.sprt_bounds:
        check_bounds(*options.sprt_bounds)
    if options.resume is None:
        return new_match(options, spec), []
    saved, played = read_result(options.resume)
    if options.agents and tuple(options.agents) != saved.agents:
        raise ValueError(f"{options.resume} is a match of {' '.join(saved.agents)}")
    if is_named and spec.name != saved.game:
        raise ValueError(f"{options.resume} is a match of {saved.game}, not of {spec.name}")
    if not options.agents and any(needs_trust(name, saved.spec) for name in saved.agents):
        raise ValueError(
            f"{options.resume} names agents that load files or code; if you trust them, name "
            f"them again: {shlex.join(saved.agents)} --resume {options.resume}"
        )
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
    """All that is to be written can be: an error before the match, not after it.

    What killed runs left half written is removed.
    """
    if options.json:
        require_writable(options.json)
    if options.plot:
        check_picture(options.plot)
        require_writable(options.plot)
    if options.replays:
        require_writable_folder(Path(options.replays))

    for path in filter(None, (options.json, options.plot)):
        remove_leftovers(path.parent, path.name)
    remove_leftovers(Path(options.replays or CRASHES), "game_*.json")


Unwritten = dict[str, str]  # what could not be written, and why


def compete(
    match: Match, played: list[Played], options: argparse.Namespace, batch: int
) -> tuple[int, Unwritten]:
    """Play what is missing, keep it, show it; returns the exit status and what is not kept."""
    status, unwritten, result = play_missing(match, played, options, batch)
    show(match, result, status, options)
    return status, unwritten


def play_missing(
    match: Match, played: list[Played], options: argparse.Namespace, batch: int
) -> tuple[int, Unwritten, dict[str, Any]]:
    """Play the games that have not been played, and keep all of them; returns the result too."""
    games, known = match.whole(options.games), {game.number for game in played}
    total = games - sum(number < games for number in known)
    processes = max(1, min(options.processes, total))
    batch = max(1, min(batch, -(-total // processes)))
    missing = (n for n in range(games) if n not in known)
    playing = run(match, missing, processes, batch, options.ray)
    test = sequential_test(match, options, played)
    if test is not None:
        playing = test.watch(playing)
    status, unwritten = 0, Unwritten()
    try:
        follow(match, playing, played, total, options.json, unwritten)
    except KeyboardInterrupt as stopped:
        status = exit_status(stopped)
    finally:  # whatever happened, and before anything is shown: nobody may listen any more
        ignore_sigterm()
        with suppress(KeyboardInterrupt):
            playing.close()
        result = result_of_match(match, played)
        if test is not None:
            result = result_of_test(match, played, known, test, games)
        keep(result, options, unwritten)
    return status, unwritten, result


def show(match: Match, result: dict[str, Any], status: int, options: argparse.Namespace) -> None:
    """Print the result, and how to play on if the match was stopped."""
    console, games = need("rich.console").Console(), match.whole(options.games)
    if status:
        console.print(f"stopped after {len(result['played'])} of {games} games")
    console.print(table(result))
    console.print(below(result), highlight=False)
    test = result.get("sprt")
    if test is not None:
        console.print(sentence(test, games), highlight=False, markup=False)
    if status and options.json:
        again = [*_to_be_named(match), "--resume", str(options.json), "--games", str(games)]
        again += [] if test is None else ["--sprt-bounds", str(test["low"]), str(test["high"])]
        console.print(f"to play on: {shlex.join(again)}", markup=False)


def sequential_test(
    match: Match, options: argparse.Namespace, played: Sequence[Played]
) -> SequentialTest | None:
    """What --sprt asks for: the first agent against an equal share; it has seen these games."""
    if not (options.sprt or options.sprt_bounds):
        return None
    equal = 1 / len(match.seats(0))
    low, high = options.sprt_bounds or (equal, equal + DELTA)
    test = SequentialTest(match.agents[0], low, high, match.games_per_deal)
    for game in played:
        test.add(game)
    return test


def result_of_test(
    match: Match, played: list[Played], known: set[int], test: SequentialTest, games: int
) -> dict[str, Any]:
    """The result with the verdict; games beyond the deal that decided do not count.

    How many of them were played already depends on the number of processes. What was there before
    the test stays.
    """
    if test.is_decided:
        played[:] = [game for game in played if game.number < test.games or game.number in known]
    return {**result_of_match(match, played), "sprt": test.result(games)}


def _to_be_named(match: Match) -> list[str]:
    """The agents, if --resume wants them to be named again."""
    is_needed = any(needs_trust(name, match.spec) for name in match.agents)
    return list(match.agents) if is_needed else []


def keep(result: dict[str, Any], options: argparse.Namespace, unwritten: Unwritten) -> None:
    """Write all that is wanted; one that fails does not cost the others."""
    wanted = {options.json: write_result, options.plot: lambda path, data: plot(data, path)}
    for path, write in wanted.items():
        if path is not None:
            unwritten.pop(str(path), None)
            try:
                write(path, result)
            except OSError as error:
                unwritten[str(path)] = str(error)


def follow(
    match: Match,
    playing: Iterator[Played],
    played: list[Played],
    total: int,
    path: Path | None,
    unwritten: Unwritten,
) -> None:
    """Collect the games as they end, with a progress bar; what goes wrong is told at once."""
    progress = need("rich.progress")
    columns = [*progress.Progress.get_default_columns(), progress.MofNCompleteColumn()]
    console = need("rich.console").Console(file=Forgiving(sys.stderr))
    next_save = 0.0  # with the first game
    with progress.Progress(*columns, console=console) as bar:
        task = bar.add_task("playing", total=total)
        for game in playing:
            played.append(game)
            bar.advance(task)
            if game.error:
                who = "a table" if game.crashed is None else game.agents[game.crashed]
                console.print(f"{who} crashed: {game.error}; see {game.replay}", markup=False)
            failed = {"the replays": game.unsaved} if game.unsaved else {}
            if path and time.monotonic() > next_save:
                began = time.monotonic()
                failed |= save(path, match, played)
                ended = time.monotonic()
                next_save = ended + max(SAVE_EVERY, (ended - began) / SAVE_SHARE)
            for what, why in failed.items():
                if what not in unwritten:
                    unwritten[what] = why
                    console.print(f"cannot write {what}: {why}; playing on", markup=False)


def save(path: Path, match: Match, played: Sequence[Played]) -> Unwritten:
    """The result so far; what could not be written is returned."""
    try:
        write_result(path, result_of_match(match, played))
    except OSError as error:
        return {str(path): str(error)}
    return {}


class Forgiving:
    """A stream that may fail, as on a full disk: what nobody can read stops no match."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        with suppress(OSError):
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self.stream.flush()


if __name__ == "__main__":
    # Not the main of this module: what is sent to other processes must have the module's own name.
    sys.exit(import_module("agents.arena").main())
