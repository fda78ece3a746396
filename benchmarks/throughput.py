"""How fast the environments run, beside others: python -m benchmarks.throughput

Random legal actions. The time counted is the environment's own (step, observation, mask of the
next player, reset), in CPU-seconds, on one core unless it says threads; choosing the actions is
not counted. Other environments are measured in the same run if they are installed
(`make bench-peers` does that in an environment of their own).
"""

import argparse
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.engine import measure_starts


@dataclass
class Row:
    """One line of the table."""

    name: str
    ours: bool
    steps_per_cpu_s: float
    legal: float  # mean number of legal actions
    observation: int  # entries
    decisions: float | None  # per game


class Watch:
    """CPU-seconds between start and stop, without the cost of looking at the clock."""

    def __init__(self) -> None:
        self.total = 0.0
        began = time.process_time()
        for _ in range(10_000):
            time.process_time()
        self.look = (time.process_time() - began) / 10_000

    def start(self) -> None:
        self.began = time.process_time()

    def stop(self) -> None:
        self.total += max(0.0, time.process_time() - self.began - self.look)


# --- one game at a time ------------------------------------------------------------------------
class Table:
    """What the driver needs of an environment: `reset` and `step` return the next question."""

    name = ""
    ours = False

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


def drive(table: Table, seconds: float) -> Row:
    """Play random games for so many CPU-seconds."""
    table.reset()  # whatever is compiled or loaded on first use
    watch = Watch()
    steps = games = legal_actions = entries = 0
    question = None
    while watch.total < seconds:
        if question is None:
            watch.start()
            question = table.reset()
            watch.stop()
        legal = table.listed(question[1])
        legal_actions += len(legal)
        action = random.choice(legal)
        watch.start()
        question = table.step(action)
        watch.stop()
        steps += 1
        if question is None:
            games += 1
        else:
            entries = int(np.size(question[0]))
    per_game = steps / games if games else None
    speed = steps / watch.total
    return Row(table.name, table.ours, speed, legal_actions / steps, entries, per_game)


class PettingZoo(Table):
    """Any AEC environment through its public wrappers."""

    def __init__(self, name: str, env: Any, ours: bool = False) -> None:
        self.name, self.env, self.ours = name, env, ours

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

        self.name = f"OpenSpiel {game} (C++)"
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

        self.name = f"RLCard {game}"
        self.env = rlcard.make(game)

    def reset(self) -> tuple[Any, Any]:
        state, _ = self.env.reset()
        return state["obs"], list(state["legal_actions"])

    def step(self, action: Any) -> tuple[Any, Any] | None:
        state, _ = self.env.step(action)
        return None if self.env.is_over() else (state["obs"], list(state["legal_actions"]))


class Catanatron(Table):
    """Catan for four; the package has no observation as numbers."""

    name = "catanatron, 4 players (no observation)"

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


def drive_vector(name: str, num_envs: int, num_players: int, threads: int, seconds: float) -> Row:
    """PaxVectorEnv: step, mask and observation of all games."""
    from paxren_env.vector import PaxVectorEnv

    games = PaxVectorEnv(num_envs, num_players, threads=threads)
    _, masks = games.reset()
    rng = np.random.default_rng(0)
    watch = Watch()
    steps = ended = legal = 0
    while watch.total < seconds:
        actions = random_actions(masks, rng)
        legal += int(masks.sum())
        watch.start()
        _, masks, _, dones, _ = games.step(actions)
        watch.stop()
        steps += num_envs
        ended += np.count_nonzero(dones)
    games.close()
    per_game = steps / ended if ended else None
    return Row(name, True, steps / watch.total, legal / steps, games.observation_size, per_game)


def drive_rollouts(num_players: int, seconds: float) -> Row:
    """The compiled rules alone: random games without observations."""
    from benchmarks.engine import random_games

    play = random_games(num_players, auto_forced=True)
    watch = Watch()
    steps = games = 0
    while watch.total < seconds:
        watch.start()
        steps += play()
        watch.stop()
        games += 1
    name = f"paxren rollouts (no observation), {num_players} players"
    return Row(name, True, steps / watch.total, float("nan"), 0, steps / games)


def drive_pgx(batch: int, seconds: float) -> Row:
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
    watch = Watch()
    steps = legal = ended = rounds = 0
    while watch.total < seconds:
        masks = np.asarray(state.legal_action_mask)
        actions = random_actions(masks, rng)
        watch.start()
        state = jax.block_until_ready(step(state, actions, keys))
        watch.stop()
        rounds += 1
        if rounds == 1:
            watch.total = 0.0  # the first call compiles
            continue
        steps += batch
        legal += int(masks.sum())
        ended += int(np.asarray(state.terminated | state.truncated).sum())
    size = int(np.prod(state.observation.shape[1:]))
    per_game = steps / ended if ended else None
    name = f"Pgx backgammon, batch {batch}"
    return Row(name, False, steps / watch.total, legal / steps, size, per_game)


# --- what is measured --------------------------------------------------------------------------
@dataclass
class Case:
    """A row to measure."""

    name: str
    run: Callable[[float], Row]  # for so many CPU-seconds
    threads: int = 1


def table_case(name: str, make: Callable[..., Table], *arguments: Any) -> Case:
    """One game at a time; the table is made when it is measured."""
    return Case(name, lambda seconds: drive(make(*arguments), seconds))


def vector_case(num_envs: int, num_players: int, threads: int) -> Case:
    name = f"paxren vector, {num_players} players, batch {num_envs}, threads {threads}"
    run = partial(drive_vector, name, num_envs, num_players, threads)
    return Case(name, run, threads)


def our_cases() -> list[Case]:
    names = {players: f"paxren AEC env(), {players} players" for players in (2, 3, 4)}
    return [
        *(table_case(names[players], paxren_aec, names[players], players) for players in names),
        *(vector_case(batch, 4, threads) for threads in (1, 2) for batch in (1, 64, 1024)),
        *(vector_case(1024, players, 1) for players in (2, 3)),
        *(Case("paxren rollouts", partial(drive_rollouts, players)) for players in (2, 4)),
    ]


def peer_cases() -> list[Case]:
    return [
        table_case("PettingZoo chess_v6", pettingzoo_classic, "chess_v6"),
        table_case("PettingZoo texas_holdem_v4", pettingzoo_classic, "texas_holdem_v4"),
        table_case("OpenSpiel chess", OpenSpiel, "chess"),
        table_case("OpenSpiel chinese_checkers", OpenSpiel, "chinese_checkers"),
        table_case("RLCard mahjong", RLCard, "mahjong"),
        Case("Pgx backgammon", partial(drive_pgx, 1024)),
        table_case("catanatron", Catanatron),
    ]


def paxren_aec(name: str, num_players: int) -> Table:
    from paxren_env import paxren_v0

    return PettingZoo(name, paxren_v0.env(num_players=num_players), ours=True)


def pettingzoo_classic(game: str) -> Table:
    from pettingzoo.env_registry import registration

    return PettingZoo(f"PettingZoo {game}", registration.make("aec", f"classic/{game}"))


def measure_copies(seconds: float) -> dict[str, float]:
    """Clones, and games saved and loaded again, per CPU-second."""
    from benchmarks.engine import cpu_rate
    from paxren_env.game import Game

    game = Game(num_players=4, seed=1)
    for _ in range(40):
        game.step(game.legal_actions()[-1])
    return {
        "clones_per_cpu_s": cpu_rate(lambda: int(bool(game.clone())), seconds),
        "save_and_load_per_cpu_s": cpu_rate(
            lambda: int(bool(Game.from_bytes(game.to_bytes()))), seconds
        ),
    }


def measure(options: argparse.Namespace) -> list[Row]:
    """All rows; a peer that is not installed is named and left out."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    rows = []
    for case in our_cases() + ([] if options.no_peers else peer_cases()):
        if options.only not in case.name:
            continue
        if cores:
            # The same core for all that run on one.
            os.sched_setaffinity(0, {min(cores)} if case.threads == 1 else cores)
        try:
            row = case.run(options.seconds)
        except ImportError as error:
            print(f"{case.name}: not installed ({error})", file=sys.stderr)
            continue
        rows.append(row)
        print(line(row), flush=True)
    return rows


# --- reporting ---------------------------------------------------------------------------------
HEAD = f"{'':<52}{'steps/CPU-s':>12}{'legal':>8}{'observation':>13}{'decisions/game':>16}"


def line(row: Row) -> str:
    legal = "" if row.legal != row.legal else f"{row.legal:.1f}"
    decisions = "" if row.decisions is None else f"{row.decisions:.0f}"
    numbers = f"{row.steps_per_cpu_s:>12,.0f}{legal:>8}{row.observation:>13}{decisions:>16}"
    return f"{row.name:<52}{numbers}"


def draw(rows: list[Row], path: Path) -> None:
    """A bar for each row, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = sorted(rows, key=lambda row: row.steps_per_cpu_s)
    figure, axes = pyplot.subplots(figsize=(9, 0.8 + 0.34 * len(rows)))
    colours = ["#8e2430" if row.ours else "#9aa5b1" for row in rows]
    bars = axes.barh(
        [row.name for row in rows], [row.steps_per_cpu_s for row in rows], color=colours
    )
    axes.bar_label(bars, [f"{row.steps_per_cpu_s:,.0f}" for row in rows], padding=3, fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(right=axes.get_xlim()[1] * 4)
    axes.set_xlabel("steps per CPU-second, with observation and mask")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="y", labelsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=5, help="CPU-seconds for each row")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has this in it")
    parser.add_argument("--no-peers", action="store_true", help="our own rows only")
    parser.add_argument("--starts", action="store_true", help="cold and warm start too: minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw them there (matplotlib)")
    options = parser.parse_args()
    random.seed(0)
    print(HEAD)
    rows = measure(options)
    others = {} if options.only else measure_copies(min(1.0, options.seconds))
    if options.starts:
        others |= measure_starts()
    for name, number in others.items():
        print(f"{name:<52}{number:>12,.1f}")
    record = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "rows": [asdict(row) for row in rows],
        **others,
    }
    if options.json:
        options.json.write_text(json.dumps(record, indent=1) + "\n")
    if options.png:
        draw([row for row in rows if row.observation], options.png)


if __name__ == "__main__":
    main()
