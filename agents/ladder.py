"""A rated ladder of all agents that are shipped, and of your own.

    python -m agents.ladder                                    everything, at tables of every size
    python -m agents.ladder --players 2 --games 50             a quick look
    python -m agents.ladder --agents my.module.Agent           with your agent: only what is missing
    python -m agents.ladder --roster random greedy             these instead of the shipped ones
    python -m agents.ladder --game NAME                        another game

Neighbours of the roster play each other at small tables, an agent of your own plays everybody of
the roster; where the game has it, everybody plays alone as well. All matches are of the arena, with
the same deals in all rotations. Ratings are one fit to all games (see agents/ratings.py), greedy is
at 1500; their intervals are from a bootstrap over deals.

Every match is a file of the arena in the folder, so the same command goes on where it was stopped,
even by kill -9. ladder.json holds what the ratings are made of: whoever has it (--json) need not
play those matches again. With --ray they are played on a cluster. Other options, as those of the
game, go to the arena.
"""

import argparse
import hashlib
import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from agents import arena
from agents.arena import Match
from agents.base import make_agent
from agents.cluster import add_ray_option, connected, need_ray
from agents.policy import game_of, shipped_policies, tables_of
from agents.ratings import MEAN, fit, seat_counts
from agents.reading import check, is_count, is_list_of, is_name, is_seconds
from agents.standings import Played, agent_score, by_deal, check_picture, need, standings
from paxren_env import DEFAULT_GAME
from paxren_env.cli.common import bear_any_encoding
from paxren_env.core.files import atomic_write, require_writable, require_writable_folder
from paxren_env.core.processes import exit_status, sigterm_interrupts
from paxren_env.core.spec import GameSpec, find

PROG = "python -m agents.ladder"
# Everything that is shipped, about from weak to strong. {policy} stands for each policy of the game
# that learned at tables of the size.
ROSTER = (
    "random",
    "greedy",
    "rollout",
    "mcts:sims=50",
    "mcts:sims=100",
    "mcts:sims=400",
    "policy:{policy}",
    "mcts:sims=100,network={policy}",
    "search:{policy},sims=32",
)
ANCHOR = "greedy"  # always at 1500, so that further agents do not move the others
ALL = "all"  # the fit to the games at all tables but those of one
NEIGHBOURS = 3  # places of the roster that a match of two reaches over
BOOTSTRAPS = 400
FORMAT = 1

Results = dict[str, dict[str, Any]]  # what came of matches, by their keys: see `summary`


# --- who plays whom -------------------------------------------------------------------------------
def shipped_agents(spec: GameSpec, players: int) -> list[str]:
    """The roster of a game, for tables of this size."""
    own = [path for path in shipped_policies() if game_of(path) == spec.name]
    paths = [_short(path) for path in own if players in tables_of(path, spec)]
    return [
        row.format(policy=path) for row in ROSTER for path in (paths if "{policy}" in row else [""])
    ]


def _short(path: Path) -> str:
    """From here, if it is below."""
    here = Path.cwd().resolve()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def schedule(roster: Sequence[str], own: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who sits together in a match.

    Of the roster those who stand beside each other; an own agent, whose place nobody knows, with
    each part of the roster in turn.
    """
    if players == 1:
        return [(agent,) for agent in (*roster, *own)]
    window, others = max(NEIGHBOURS, players), players - 1
    starts = range(max(1, len(roster) - window + 1))
    near = [combo for start in starts for combo in _tables(roster[start : start + window], players)]
    parts = [tuple(roster[i : i + others]) for i in range(0, len(roster), others)]
    return list(dict.fromkeys([*near, *((agent, *part) for agent in own for part in parts)]))


def _tables(agents: Sequence[str], players: int) -> Iterable[tuple[str, ...]]:
    return combinations(agents, min(players, len(agents)))


@dataclass
class Planned:
    """A match of the ladder."""

    match: Match
    games: int
    key: str  # changes with all that the games depend on, trained policies included
    file: Path
    words: list[str]  # for the arena

    def __str__(self) -> str:
        return f"{', '.join(self.match.agents)} ({self.match.players} at a table)"

    @property
    def names(self) -> list[str]:
        """All who win or lose in it, the game's own policy as well."""
        return list(dict.fromkeys(self.match.seats(0)))


def plan(options: argparse.Namespace, more: Sequence[str], spec: GameSpec) -> list[Planned]:
    """All matches; a ValueError if one of them cannot be played."""
    arena.check_numbers(options.games, options.processes)
    sizes = options.players or sizes_of(spec)
    rosters = {size: options.roster or shipped_agents(spec, size) for size in sizes}
    for roster in rosters.values():
        check_names([*roster, *options.agents], spec)
    return [
        _planned(agents, size, options, more, spec)
        for size, roster in rosters.items()
        for agents in schedule(roster, options.agents, size)
    ]


def check_names(names: Sequence[str], spec: GameSpec) -> None:
    """A ValueError if one of these agents cannot be made, or is there twice."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"{twice[0]} is on the roster twice")
    for name in names:
        if name not in spec.own_policies:
            make_agent(name, game=spec.name)


def sizes_of(spec: GameSpec) -> list[int]:
    """All tables of a game; one alone only where the game itself gives an opponent."""
    first = 1 if spec.min_players == 1 and spec.own_policies else max(2, spec.min_players)
    return list(range(first, spec.max_players + 1))


def _planned(
    agents: Sequence[str],
    players: int,
    options: argparse.Namespace,
    more: Sequence[str],
    spec: GameSpec,
) -> Planned:
    numbers = {"players": players, "games": options.games, "seed": options.seed}
    numbers |= {"processes": options.processes} if options.processes else {}
    words = [word for name, number in numbers.items() for word in (f"--{name}", str(number))]
    place = ["--ray", options.ray] if options.ray else []
    words = [*agents, "--game", spec.name, *words, *place, *more]
    match = arena.new_match(arena.make_parser(PROG, spec).parse_args(words), spec)
    depends_on = [spec.name, players, match.seed, match.options, *map(_contents, agents)]
    key = hashlib.sha256(json.dumps(depends_on, sort_keys=True).encode()).hexdigest()[:16]
    file = options.folder / f"{players}_players_{key}.json"
    return Planned(match, match.whole(options.games), key, file, [*words, "--json", str(file)])


def _contents(agent: str) -> list[str]:
    """An agent's name, with what is in the files it names instead of where they are."""
    parts = [part.rpartition("=") for part in agent.replace(":", ",", 1).split(",")]
    return [f"{option}={_hash_of_file(value)}" for option, _, value in parts]


def _hash_of_file(value: str) -> str:
    path = Path(value)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else value


# --- playing --------------------------------------------------------------------------------------
def play_all(planned: Sequence[Planned], known: Results) -> int:
    """Play what is not known, one match after the other; returns the exit status."""
    todo = [one for one in planned if one.key not in known]
    print(f"{len(planned)} matches, {len(planned) - len(todo)} of them known", flush=True)
    for number, one in enumerate(todo, 1):
        print(f"match {number} of {len(todo)}: {one}", flush=True)
        again = ["--resume", str(one.file)] if one.file.exists() else []
        status = arena.main([*one.words, *again], PROG)
        if status:
            return status
        known[one.key] = summary(one)
    return 0


def summary(one: Planned) -> dict[str, Any]:
    """What ratings need of a match, from its file.

    Of each deal: how many games had a winner, and the wins of each of the names.
    """
    match, played = arena.read_result(one.file)
    deals = by_deal(played, match.games_per_deal)
    numbers = {agent["name"]: agent for agent in standings(played)["agents"]}
    return {
        "names": one.names,
        "players": match.players,
        "games": len(played),
        "crashes": sum(game.error is not None for game in played),
        "ms_per_decision": [numbers[name]["ms_per_decision"] for name in one.names],
        "deals": [_deal_summary(one.names, deals[number]) for number in sorted(deals)],
    }


def _deal_summary(names: Sequence[str], games: Sequence[Played]) -> list[float]:
    decided = sum(bool(game.winners) and not game.error for game in games)
    return [decided, *(round(agent_score(name, games)[0], 4) for name in names)]


def known_results(planned: Sequence[Planned], path: Path) -> Results:
    """Of ladder.json, if it is there, and of matches in the folder with all games wanted."""
    known = read_ladder(path) if path.exists() else {}
    for one in planned:
        told = known.get(one.key)
        if told is not None:
            fits = told["names"] and len(told["names"]) == len(one.names)
            check(f"{path}: match {one.key}", told["names"], f"of {one.names}", fits)
            if told["games"] < one.games:
                del known[one.key]
        if one.key not in known and one.file.exists():
            told = summary(one)
            if told["games"] >= one.games:
                known[one.key] = told
    return known


# --- the file -------------------------------------------------------------------------------------
def read_ladder(path: Path) -> Results:
    """The matches in a ladder.json by their keys; it may come from anybody.

    A ValueError names the place where it is wrong.
    """
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        check("the file", saved, f"of format {FORMAT}", saved["format"] == FORMAT)
        check("'matches'", saved["matches"], "an object", isinstance(saved["matches"], dict))
        for key, told in saved["matches"].items():
            _check_match(f"match {key}", told)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        why = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path} is no ladder: {why}") from None
    return saved["matches"]


def _check_match(place: str, told: Any) -> None:
    """As `summary` makes it."""
    check(place, told, "an object", isinstance(told, dict))
    names, size = told["names"], len(told["names"])

    def is_deal(value: Any) -> bool:
        return is_list_of(is_seconds, value) and len(value) == size + 1

    check(f"{place}: 'names'", names, "names of agents", is_list_of(is_name, names) and names)
    for name in ("games", "players", "crashes"):
        check(f"{place}: {name!r}", told[name], "a whole number from 0 on", is_count(told[name]))
    times = told["ms_per_decision"]
    are_times = is_list_of(is_seconds, times) and len(times) == size
    check(f"{place}: 'ms_per_decision'", times, f"{size} numbers from 0 on", are_times)
    deals = f"a list of {size + 1} numbers for each deal"
    check(f"{place}: 'deals'", told["deals"], deals, is_list_of(is_deal, told["deals"]))


def write_ladder(path: Path, result: dict[str, Any]) -> None:
    """A line for each match."""
    matches = ",\n  ".join(
        f"{json.dumps(key)}: {json.dumps(told)}" for key, told in result["matches"].items()
    )
    head = json.dumps({k: v for k, v in result.items() if k != "matches"}, indent=1)
    with atomic_write(path) as written:
        written.write_text(f'{head[:-2]},\n "matches": {{\n  {matches}\n }}\n}}\n', "utf-8")


# --- ratings --------------------------------------------------------------------------------------
def rated(planned: Sequence[Planned], known: Results, spec: GameSpec) -> dict[str, Any]:
    """The ladder as plain data: `agents`, best first, with their ratings at each kind of table."""
    sizes = sorted({one.match.players for one in planned})
    columns = {str(size): [one for one in planned if one.match.players == size] for size in sizes}
    shared = [one for one in planned if one.match.players > 1]
    if len(columns) - ("1" in columns) > 1:
        columns = {ALL: shared, **columns}
    ratings = {column: ratings_of(chosen, known) for column, chosen in columns.items()}
    names = list(dict.fromkeys(name for one in planned for name in one.names))
    by_name = {
        name: {column: found[name] for column, found in ratings.items() if name in found}
        for name in names
    }
    names.sort(key=lambda name: -next(iter(by_name[name].values()))["elo"])
    agents = [
        {
            "name": name,
            "ratings": by_name[name],
            "ms_per_decision": _mean_time(name, planned, known),
        }
        for name in names
    ]
    return {
        "format": FORMAT,
        "game": spec.name,
        "columns": list(columns),
        "games": sum(known[one.key]["games"] for one in planned),
        "agents": agents,
        "matches": known,
    }


def _mean_time(name: str, planned: Sequence[Planned], known: Results) -> float:
    """Milliseconds for a choice, over the matches; the first choice of a process does not count."""
    times = [
        known[one.key]["ms_per_decision"][one.names.index(name)]
        for one in planned
        if name in one.names
    ]
    return float(np.mean(times))


def ratings_of(planned: Sequence[Planned], known: Results) -> dict[str, dict[str, Any]]:
    """One fit to all these matches: points and 95 % interval by name.

    Deals are drawn again, with all the games that were played with them in any match: matches at
    tables of one size share their deals.
    """
    names = list(dict.fromkeys(name for one in planned for name in one.names))
    seats = seat_counts([one.match.seats(0) for one in planned], names)
    games, wins = np.zeros((BOOTSTRAPS + 1, len(planned))), np.zeros((BOOTSTRAPS + 1, len(names)))
    drawn = _drawn_deals(planned, known)
    for at, one in enumerate(planned):
        deals = np.array(known[one.key]["deals"], float)
        counts = drawn[one.match.players][:, : len(deals)] @ deals
        games[:, at] = counts[:, 0]
        wins[:, [names.index(name) for name in one.names]] += counts[:, 1:]
    points = fit(seats, games, wins)
    if ANCHOR in names:
        points += MEAN - points[:, [names.index(ANCHOR)]]
    low, high = np.percentile(points[1:], [2.5, 97.5], axis=0)
    return {
        name: {"elo": float(points[0, at]), "ci95": [float(low[at]), float(high[at])]}
        for at, name in enumerate(names)
    }


def _drawn_deals(planned: Sequence[Planned], known: Results) -> dict[int, np.ndarray]:
    """By table size, how often each deal counts (bootstraps + 1, deals): first all of them once."""
    rng = np.random.default_rng(0)
    most: dict[int, int] = {}
    for one in planned:
        size = one.match.players
        most[size] = max(most.get(size, 0), len(known[one.key]["deals"]))
    return {
        size: np.vstack([np.ones(deals), rng.multinomial(deals, [1 / deals] * deals, BOOTSTRAPS)])
        for size, deals in most.items()
    }


# --- table and picture ----------------------------------------------------------------------------
def heading(column: str) -> str:
    return {ALL: "all tables", "1": "alone"}.get(column, f"{column} players")


def rows(result: dict[str, Any]) -> Iterator[list[str]]:
    """The ladder as texts, its head first."""
    yield ["agent", *(heading(column) for column in result["columns"]), "ms/choice"]
    for agent in result["agents"]:
        cells = [_cell(agent["ratings"].get(column)) for column in result["columns"]]
        yield [agent["name"], *cells, f"{agent['ms_per_decision']:.2f}"]


def _cell(rating: dict[str, Any] | None) -> str:
    if rating is None:
        return ""
    low, high = rating["ci95"]
    return f"{rating['elo']:.0f} ({low:.0f} to {high:.0f})"


def markdown(result: dict[str, Any]) -> str:
    head, *others = rows(result)
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def show(result: dict[str, Any]) -> None:
    head, *others = rows(result)
    title = f"{result['games']} games; {ANCHOR} is at {MEAN}"
    made = need("rich.table").Table(title=title, title_justify="left")
    made.add_column(head[0], overflow="fold")
    for column in head[1:]:
        made.add_column(column, justify="right")
    for row in others:
        made.add_row(*row)
    need("rich.console").Console().print(made)


def plot(result: dict[str, Any], path: Path) -> None:
    """Ratings with their intervals, a colour for each kind of table, into a picture file."""
    need("matplotlib").use("Agg")
    pyplot = need("matplotlib.pyplot")
    agents, columns = result["agents"][::-1], result["columns"]
    figure, axes = pyplot.subplots(figsize=(9, 1.5 + 0.55 * len(agents)))
    for at, column in enumerate(columns):
        points = [(y, a["ratings"][column]) for y, a in enumerate(agents) if column in a["ratings"]]
        elo = np.array([rating["elo"] for _, rating in points])
        low, high = np.array([rating["ci95"] for _, rating in points]).T
        places = [y + 0.12 * ((len(columns) - 1) / 2 - at) for y, _ in points]
        bars = np.maximum([elo - low, high - elo], 0)
        style = {"fmt": "D" if column == ALL else "o", "markersize": 5, "capsize": 2}
        axes.errorbar(elo, places, xerr=bars, label=heading(column), **style)
    axes.set_yticks(range(len(agents)), [agent["name"] for agent in agents])
    axes.set_xlabel(f"Elo-like rating, {ANCHOR} = {MEAN}, with the 95 % interval")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": len(columns)}
    axes.legend(fontsize=8, frameon=False, **place)
    figure.tight_layout()
    with atomic_write(path) as written:
        figure.savefig(written, dpi=150)
    pyplot.close(figure)


# --- the command ----------------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    bear_any_encoding()
    try:
        with sigterm_interrupts():
            return command(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt as stopped:
        return exit_status(stopped)


def command(words: Sequence[str]) -> int:
    parser = make_parser()
    options, more = parser.parse_known_args(words)
    try:
        spec = find(options.game)
        options.folder = options.folder or Path("runs") / "ladder" / spec.name
        planned = plan(options, more, spec)
        for package in ("openskill", "rich", "matplotlib"):
            need(package)
        if options.ray:
            need_ray()
        files = files_of(options)
        lock = FileLock(options.folder / ".lock", timeout=0).acquire()
        known = known_results(planned, files[0])
    except Timeout:
        parser.error(f"another ladder is played in {options.folder}; --folder names another")
    except (ValueError, ImportError, OSError) as error:
        parser.error(str(error))
    try:
        with lock, connected(options.ray):
            status = play_all(planned, known)
            if not status:
                report(rated(planned, known, spec), files)
    except OSError as error:  # there is no such cluster, or no room for the result
        parser.exit(1, f"{PROG}: {error}\n")
    if status:
        print(f"stopped; the same command goes on: {PROG} {shlex.join(words)}")
    return status


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROG,
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--game", default=DEFAULT_GAME, help=f"name of the game ({DEFAULT_GAME})")
    add("--agents", nargs="+", default=[], metavar="AGENT", help="further ones, as your own")
    add("--roster", nargs="+", metavar="AGENT", help="instead of everything that is shipped")
    add("--players", nargs="+", type=int, metavar="N", help="sizes of the tables (all)")
    add("--games", type=int, default=200, metavar="N", help="of each match, whole deals (200)")
    add("--seed", type=int, default=0, metavar="N", help="of the deals (0)")
    add("--processes", type=int, metavar="N", help="as many as there are processors")
    add_ray_option(parser)
    add("--folder", type=Path, metavar="DIR", help="for all that is played (runs/ladder/GAME)")
    add("--json", type=Path, metavar="FILE", help="read and written (ladder.json in the folder)")
    add("--png", type=Path, metavar="FILE", help="the picture (ladder.png in the folder)")
    return parser


def files_of(options: argparse.Namespace) -> tuple[Path, Path, Path]:
    """The result, the picture and the table, which can be written: else an OSError."""
    path = options.json or options.folder / "ladder.json"
    picture = options.png or options.folder / "ladder.png"
    check_picture(picture)
    require_writable_folder(options.folder)
    for file in (path, picture, path.with_suffix(".md")):
        require_writable(file)
    options.folder.mkdir(parents=True, exist_ok=True)
    return path, picture, path.with_suffix(".md")


def report(result: dict[str, Any], files: tuple[Path, Path, Path]) -> None:
    """Show the ladder and write all of it."""
    path, picture, page = files
    write_ladder(path, result)
    with atomic_write(page) as written:
        written.write_text(markdown(result), encoding="utf-8")
    plot(result, picture)
    show(result)
    print(f"{path}, {page}, {picture}")


if __name__ == "__main__":
    sys.exit(main())
