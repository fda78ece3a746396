"""How fast the environments run, beside others: python -m benchmarks.throughput

Random legal actions. The time counted is the environment's own (step, observation, mask of the
next player, reset), in CPU-seconds, on one core unless it says threads; choosing the actions is
not counted, nor is whatever the first game loads or compiles. Other environments are measured in
the same run if they are installed (`make bench-peers` does that in an environment of their own).

Legal actions and decisions per game are those of whole games: what was begun when the time is up
is played to its end off the clock. To leave it out would favour short games, to count its
decisions alone would make games look longer than they are.
"""

import argparse
import json
import os
import platform
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks.engine import measure_starts, table_sizes
from paxren_env import DEFAULT_GAME
from paxren_env.core.spec import find, game_names

# Steps per CPU-second, legal actions, entries of an observation, decisions per game.
Numbers = tuple[float, float, int, float | None]

BATCHES = (1, 64, 1024)  # games of a vector environment
LEGAL_GAMES = 200  # played to count the legal actions of a rollout


@dataclass
class Row:
    """One line of the table; None where there is no number."""

    name: str
    ours: bool
    steps_per_cpu_s: float | None = None
    legal: float | None = None  # mean number of legal actions
    observation: int | None = None  # entries
    decisions: float | None = None  # per game
    error: str | None = None  # why there are no numbers


class Watch:
    """Counts CPU-seconds up to a limit, without the cost of looking at the clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.total = seconds, 0.0
        began = time.process_time()
        for _ in range(10_000):
            time.process_time()
        self.look = (time.process_time() - began) / 10_000

    @property
    def is_up(self) -> bool:
        return self.total >= self.seconds

    def time(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do this on the clock; off it once the time is up."""
        if self.is_up:
            return work(*arguments)
        began = time.process_time()
        result = work(*arguments)
        self.total += max(0.0, time.process_time() - began - self.look)
        return result


# --- one game at a time ------------------------------------------------------------------------
class Table:
    """What the driver needs of an environment: `reset` and `step` return the next question."""

    def reset(self) -> tuple[Any, Any]:
        """The observation and the legal actions, as a mask or a list."""
        raise NotImplementedError

    def step(self, action: Any) -> tuple[Any, Any] | None:
        """The next observation and legal actions, or None if the game is over."""
        raise NotImplementedError

    def listed(self, legal: Any) -> list[Any]:
        """The legal actions as a list: not part of what is measured."""
        return legal


def from_mask(mask: Any) -> list[int]:
    return np.flatnonzero(mask).tolist()


def play(table: Table) -> None:
    """One random game: after it, whatever is compiled or loaded on first use is there."""
    question: tuple[Any, Any] | None = table.reset()
    while question is not None:
        question = table.step(random.choice(table.listed(question[1])))


def drive(table: Table, seconds: float) -> Numbers:
    """Random games, one after the other, for so many CPU-seconds."""
    play(table)
    watch = Watch(seconds)
    steps = decisions = games = legal_actions = entries = 0
    while not watch.is_up:
        question = watch.time(table.reset)
        entries = int(np.size(question[0]))
        games += 1
        while question is not None:
            legal = table.listed(question[1])
            legal_actions += len(legal)
            decisions += 1
            steps += not watch.is_up
            question = watch.time(table.step, random.choice(legal))
    return steps / watch.total, legal_actions / decisions, entries, decisions / games


class PettingZoo(Table):
    """Any AEC environment through its public wrappers."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self) -> tuple[Any, Any]:
        self.env.reset()
        return self.question() or self.reset()

    def step(self, action: Any) -> tuple[Any, Any] | None:
        self.env.step(action)
        return self.question()

    def question(self) -> tuple[Any, Any] | None:
        observation, _, terminated, truncated, _ = self.env.last()
        if terminated or truncated:
            return None
        return observation["observation"], observation["action_mask"]

    def listed(self, legal: Any) -> list[Any]:
        return from_mask(legal)


class OpenSpiel(Table):
    """A game of OpenSpiel with an Observer and a mask."""

    def __init__(self, game: str) -> None:
        import pyspiel
        from open_spiel.python.observation import make_observation

        self.game = pyspiel.load_game(game)
        self.observer = make_observation(self.game)

    def reset(self) -> tuple[Any, Any]:
        self.state = self.game.new_initial_state()
        return self.question()

    def step(self, action: Any) -> tuple[Any, Any] | None:
        self.state.apply_action(action)
        return None if self.state.is_terminal() else self.question()

    def question(self) -> tuple[Any, Any]:
        self.observer.set_from(self.state, self.state.current_player())
        return self.observer.tensor, self.state.legal_actions_mask()

    def listed(self, legal: Any) -> list[Any]:
        return from_mask(legal)


class RLCard(Table):
    """A game of RLCard."""

    def __init__(self, game: str) -> None:
        import rlcard

        self.env = rlcard.make(game)

    def reset(self) -> tuple[Any, Any]:
        state, _ = self.env.reset()
        return state["obs"], list(state["legal_actions"])

    def step(self, action: Any) -> tuple[Any, Any] | None:
        state, _ = self.env.step(action)
        return None if self.env.is_over() else (state["obs"], list(state["legal_actions"]))


class Catanatron(Table):
    """Catan for four; the package has no observation as numbers."""

    def __init__(self) -> None:
        from catanatron import Color, Game, RandomPlayer

        self.begin = lambda: Game([RandomPlayer(colour) for colour in Color])

    def reset(self) -> tuple[Any, Any]:
        self.game = self.begin()
        return (), self.game.state.playable_actions

    def step(self, action: Any) -> tuple[Any, Any] | None:
        self.game.execute(action)
        if self.game.winning_color() is not None or self.game.state.num_turns > 1000:
            return None
        return (), self.game.state.playable_actions


# --- many games at once ------------------------------------------------------------------------
def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for each row."""
    return (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)


def drive_vector(
    game: str, num_envs: int, num_players: int, threads: int, seconds: float
) -> Numbers:
    """The vector environment: step, mask and observation of all games."""
    from paxren_env.envs.vector import VectorEnv

    games = VectorEnv(num_envs, num_players, threads=threads, game=game)
    rng = np.random.default_rng(0)
    _, masks = games.reset()
    dones = np.zeros(num_envs)
    while not dones.any():  # one whole game off the clock
        _, masks, _, dones, _ = games.step(random_actions(masks, rng))
    _, masks = games.reset()
    watch = Watch(seconds)
    playing = np.ones(num_envs, bool)  # slots in a game that began on the clock
    steps = decisions = ended = legal = 0
    while playing.any():
        legal += int(masks[playing].sum())
        decisions += int(playing.sum())
        steps += 0 if watch.is_up else num_envs
        _, masks, _, dones, _ = watch.time(games.step, random_actions(masks, rng))
        ended += int(np.count_nonzero(dones[playing]))
        if watch.is_up:
            playing &= dones == 0
    games.close()
    return steps / watch.total, legal / decisions, games.observation_size, decisions / ended


def drive_rollouts(game: str, num_players: int, seconds: float) -> Numbers:
    """The compiled rules alone: random games without observations."""
    from benchmarks.engine import random_games

    play_one = random_games(game, num_players)
    watch = Watch(seconds)
    decisions = games = 0
    while not watch.is_up:
        decisions += watch.time(play_one)
        games += 1
    return decisions / watch.total, mean_legal(game, num_players), 0, decisions / games


def mean_legal(name: str, num_players: int) -> float:
    """The legal actions of random games like those of the rollouts, which do not count them."""
    from paxren_env import make_game

    numbers = []
    for seed in range(LEGAL_GAMES):
        game = make_game(name, num_players, seed=seed)
        while not game.is_over:
            legal = game.legal_actions()
            numbers.append(len(legal))
            game.step(random.choice(legal))
    return fmean(numbers)


def drive_pgx(batch: int, seconds: float) -> Numbers:
    """Pgx backgammon on the CPU, vectorised and compiled by JAX."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    rng = np.random.default_rng(0)
    keys = jax.random.split(key, batch)

    def step_all(state: Any, actions: np.ndarray) -> Any:
        return jax.block_until_ready(step(state, actions, keys))

    state = step_all(state, random_actions(np.asarray(state.legal_action_mask), rng))  # compiles
    watch = Watch(seconds)
    steps = legal = 0
    while not watch.is_up:
        masks = np.asarray(state.legal_action_mask)
        state = watch.time(step_all, state, random_actions(masks, rng))
        steps += batch
        legal += int(masks.sum())
    size = int(np.prod(state.observation.shape[1:]))
    # Whole games would take minutes: the legal actions are those on the clock, and how many
    # decisions a game has is not known.
    return steps / watch.total, legal / steps, size, None


# --- what is measured --------------------------------------------------------------------------
@dataclass
class Case:
    """A row to measure."""

    name: str
    run: Callable[[float], Numbers]  # for so many CPU-seconds
    ours: bool = False
    threads: int = 1
    needs: tuple[str, ...] = ()  # modules

    def is_installed(self) -> bool:
        return all(find_spec(module) for module in self.needs)


def table_case(name: str, make: Callable[..., Table], *arguments: Any, **rest: Any) -> Case:
    """One game at a time; the table is made when it is measured."""
    return Case(name, lambda seconds: drive(make(*arguments), seconds), **rest)


def aec_case(game: str, num_players: int) -> Case:
    name = f"{find(game).title} AEC env(), {num_players} players"
    return table_case(name, house_aec, game, num_players, ours=True)


def vector_case(game: str, num_envs: int, num_players: int, threads: int) -> Case:
    title = find(game).title
    name = f"{title} vector, {num_players} players, batch {num_envs}, threads {threads}"
    run = partial(drive_vector, game, num_envs, num_players, threads)
    return Case(name, run, ours=True, threads=threads)


def rollout_case(game: str, num_players: int) -> Case:
    name = f"{find(game).title} rollouts (no observation), {num_players} players"
    return Case(name, partial(drive_rollouts, game, num_players), ours=True)


def our_cases(game: str) -> list[Case]:
    sizes = table_sizes(find(game))
    most = sizes[-1]
    return [
        *(aec_case(game, players) for players in sizes),
        *(vector_case(game, batch, most, threads) for threads in (1, 2) for batch in BATCHES),
        *(vector_case(game, BATCHES[-1], players, 1) for players in sizes[:-1]),
        *(rollout_case(game, players) for players in sorted({sizes[0], most})),
    ]


def peer_cases() -> list[Case]:
    return [
        classic_case("chess_v6", "chess"),
        classic_case("texas_holdem_v4", "rlcard"),
        table_case("OpenSpiel chess (C++)", OpenSpiel, "chess", needs=("pyspiel",)),
        table_case(
            "OpenSpiel chinese_checkers (C++)", OpenSpiel, "chinese_checkers", needs=("pyspiel",)
        ),
        table_case("RLCard mahjong", RLCard, "mahjong", needs=("rlcard",)),
        Case("Pgx backgammon, batch 1024", partial(drive_pgx, 1024), needs=("jax", "pgx")),
        table_case("catanatron, 4 players (no observation)", Catanatron, needs=("catanatron",)),
    ]


def classic_case(game: str, module: str) -> Case:
    return table_case(f"PettingZoo {game}", pettingzoo_classic, game, needs=("pygame", module))


def house_aec(game: str, num_players: int) -> Table:
    from paxren_env.envs.aec import make_env

    return PettingZoo(make_env(game, num_players=num_players))


def pettingzoo_classic(game: str) -> Table:
    from pettingzoo.env_registry import registration

    return PettingZoo(registration.make("aec", f"classic/{game}"))


def measure_copies(name: str, seconds: float) -> dict[str, float]:
    """Clones, and games saved and loaded again, per CPU-second."""
    from benchmarks.engine import cpu_rate
    from paxren_env import make_game

    game = make_game(name, find(name).max_players, seed=1)
    for _ in range(40):
        game.step(game.legal_actions()[-1])

    def save_and_load() -> int:
        game.from_bytes(game.to_bytes())
        return 1

    save_and_load()  # whatever is compiled or loaded on first use
    return {
        "clones_per_cpu_s": cpu_rate(lambda: int(bool(game.clone())), seconds),
        "save_and_load_per_cpu_s": cpu_rate(save_and_load, seconds),
    }


def measure(cases: list[Case], seconds: float) -> list[Row]:
    """A row for each case; peers that are not installed are named and left out."""
    rows = []
    for case in cases:
        if case.is_installed():
            rows.append(measure_row(case, seconds))
            print(line(rows[-1]), flush=True)
    missing = [case.name for case in cases if not case.is_installed()]
    if missing:
        print(f"not installed (`make bench-peers` does that): {'; '.join(missing)}")
    return rows


def measure_row(case: Case, seconds: float) -> Row:
    """A failure is told in the row itself, for the others count all the same."""
    try:
        with on_cores(case.threads):
            return Row(case.name, case.ours, *case.run(seconds))
    except Exception as error:
        words = f"{type(error).__name__}: {error}".split()
        return Row(case.name, case.ours, error=" ".join(words))  # in one line


@contextmanager
def on_cores(threads: int) -> Iterator[None]:
    """The same core for all that run on one."""
    if threads > 1 or not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


# --- reporting ---------------------------------------------------------------------------------
WIDTH = 60  # of the names
HEAD = f"{'':<{WIDTH}}{'steps/CPU-s':>12}{'legal':>8}{'observation':>13}{'decisions/game':>16}"


def line(row: Row) -> str:
    if row.error:
        return f"{row.name:<{WIDTH}}failed: {row.error}"
    return (
        f"{row.name:<{WIDTH}}{written(row.steps_per_cpu_s, ',.0f'):>12}"
        f"{written(row.legal, '.1f'):>8}{written(row.observation, 'd'):>13}"
        f"{written(row.decisions, '.0f'):>16}"
    )


def written(number: float | None, form: str) -> str:
    return "-" if number is None else format(number, form)


def draw(rows: list[Row], path: Path) -> None:
    """A bar for each row, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = sorted(rows, key=lambda row: row.steps_per_cpu_s or 0)
    speeds = [row.steps_per_cpu_s or 0 for row in rows]
    figure, axes = pyplot.subplots(figsize=(9, 0.8 + 0.34 * len(rows)))
    colours = ["#8e2430" if row.ours else "#9aa5b1" for row in rows]
    bars = axes.barh([row.name for row in rows], speeds, color=colours)
    axes.bar_label(bars, [f"{speed:,.0f}" for speed in speeds], padding=3, fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(right=axes.get_xlim()[1] * 4)
    axes.set_xlabel("steps per CPU-second, with observation and mask")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="y", labelsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def write(path: Path | None, rows: list[Row], others: dict[str, float]) -> None:
    """The numbers as JSON, if a file was asked for."""
    record = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "rows": [asdict(row) for row in rows],
        **others,
    }
    if path:
        path.write_text(json.dumps(record, indent=1, allow_nan=False) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default=DEFAULT_GAME, help=f"a name, or all ({DEFAULT_GAME})")
    parser.add_argument("--seconds", type=float, default=5, help="CPU-seconds for each row")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has this in it")
    parser.add_argument("--no-peers", action="store_true", help="our own rows only")
    parser.add_argument("--starts", action="store_true", help="cold and warm start too: minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw them there (matplotlib)")
    options = parser.parse_args(arguments)
    random.seed(0)
    print(HEAD)
    games = game_names() if options.game == "all" else [options.game]
    ours = [case for game in games for case in our_cases(game)]
    cases = ours + ([] if options.no_peers else peer_cases())
    rows = measure([case for case in cases if options.only in case.name], options.seconds)
    write(options.json, rows, {})  # kept, whatever becomes of the rest
    others: dict[str, float] = {}
    for game in [] if options.only else games:
        named = f"{game} " if len(games) > 1 else ""
        measured = measure_copies(game, min(1.0, options.seconds))
        measured |= measure_starts(game) if options.starts else {}
        others |= {named + name: number for name, number in measured.items()}
    for name, number in others.items():
        print(f"{name:<{WIDTH}}{number:>12,.1f}")
    write(options.json, rows, others)
    if options.png:
        draw([row for row in rows if row.observation], options.png)


if __name__ == "__main__":
    main()
