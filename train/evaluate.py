"""How good is a checkpoint? Seat-balanced games in the arena, with 95 % intervals.

    python -m train.evaluate runs/ppo/policy.npz
    python -m train.evaluate runs/ppo/policy.npz --against greedy --players 4 --games 1000
    python -m train.evaluate runs/ppo/policy.npz,temperature=0.5 --players 2
    python -m train.evaluate runs/ppo/policy.npz --players 1      alone, if the game has it
    python -m train.evaluate runs/ppo/policy.npz --game NAME      the game it was trained on

With more than two players the checkpoint has one seat and the opponent all the others.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.arena import Match, check_numbers, make_agents, result_of_match, run
from paxren_env import DEFAULT_GAME
from paxren_env.core.processes import exit_status, sigterm_interrupts
from paxren_env.core.spec import GameSpec, find
from train.tables import own_opponent


@dataclass
class Result:
    """What came of a match of one agent against one kind of opponent."""

    against: str
    players: int
    games: int
    win_rate: float
    low: float  # of the 95 % interval
    high: float

    def __str__(self) -> str:
        table, share = f"{self.players} players", f"; its share is {1 / self.players:.0%}"
        if self.players == 1:
            table, share = "alone", ""
        return (
            f"against {self.against:8s} {table}: won {self.win_rate:6.1%} of "
            f"{self.games} games (95 %: {self.low:.1%} to {self.high:.1%}{share})"
        )


def match_of(
    agent: str, against: str, players: int, seed: int = 0, game: str = DEFAULT_GAME
) -> Match:
    """One agent on every seat in turn, the opponent on all the others."""
    if agent == against:
        raise ValueError("the agent and its opponent are the same")
    # Alone at the table, the game itself gives it an opponent.
    return Match((agent, against)[:players], players, seed, game=game)


def evaluate(
    agent: str,
    against: str,
    players: int,
    games: int,
    seed: int = 0,
    processes: int = 1,
    game: str = DEFAULT_GAME,
) -> Result:
    """What comes of so many games of an agent against one kind of opponent.

    >>> print(evaluate("policy:runs/ppo/policy.npz", "greedy", players=2, games=200))
    """
    match = match_of(agent, against, players, seed, game)
    numbers = range(match.whole(games))
    batch = max(getattr(one, "batch", 1) for one in make_agents(match).values())
    played = list(run(match, numbers, processes, batch))
    crashed = [one for one in played if one.error]
    if crashed:
        first = f"{crashed[0].error}; see {crashed[0].replay}"
        raise RuntimeError(f"{len(crashed)} games broke off: {first}")
    numbers_of = {one["name"]: one for one in result_of_match(match, played)["agents"]}[agent]
    low, high = numbers_of["ci95"]
    return Result(against, players, len(played), numbers_of["win_rate"], low, high)


def matches(against: Sequence[str], sizes: Sequence[int], spec: GameSpec) -> list[tuple[str, int]]:
    """Every opponent at tables of every size; whoever plays alone has the game's own one only."""
    own = own_opponent(spec)
    every = [(own if players == 1 else name, players) for name in against for players in sizes]
    return list(dict.fromkeys(every))


def trained_sizes(spec: GameSpec) -> list[int]:
    """The sizes of the tables that one trains on."""
    return sorted({int(n) for n in spec.training_players.split(",")})


def agent_name(text: str) -> str:
    """The agent of a policy.npz, of a model.zip of train/sb3.py, or of a run; other names stay."""
    path, comma, options = text.partition(",")
    file = Path(path)
    if file.is_dir():
        file = file / "policy.npz"
    elif file.name in (
        "checkpoint.npz",
        "checkpoint.pt",
    ):  # holds more than the policy, which stands beside it
        file = file.with_name("policy.npz")
    if ":" in path or file.suffix not in (".npz", ".zip"):
        return text
    kind = "policy" if file.suffix == ".npz" else "train.sb3.Sb3Agent"
    return f"{kind}:{file}{comma}{options}"


def check(agent: str, chosen: Sequence[tuple[str, int]], spec: GameSpec) -> None:
    """All agents can be made and may sit at their tables: a ValueError before the first game."""
    low, high = spec.min_players, spec.max_players
    if not all(low <= players <= high for _, players in chosen):
        raise ValueError(f"--players are from {low} to {high}")
    for against, players in chosen:
        make_agents(match_of(agent, against, players, game=spec.name))


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m train.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("checkpoint", help="policy.npz, the folder of a run, or the name of any agent")
    add("--game", default=DEFAULT_GAME, help=f"name of the game ({DEFAULT_GAME})")
    add("--against", nargs="+", default=["random", "greedy"], help="agents (random greedy)")
    add("--players", nargs="+", type=int, help="sizes of the tables (those one trains on)")
    add("--games", type=int, default=200, help="of each match, rounded up to whole deals (200)")
    add("--seed", type=int, default=0, help="of the deals (0)")
    add("--processes", type=int, default=os.cpu_count() or 1, help="as many as processors")
    return parser


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser()
    given = parser.parse_args(arguments)
    agent, opponents = agent_name(given.checkpoint), [agent_name(name) for name in given.against]
    try:
        check_numbers(given.games, given.processes)
        spec = find(given.game)
        chosen = matches(opponents, given.players or trained_sizes(spec), spec)
        check(agent, chosen, spec)
        options = given.games, given.seed, given.processes, given.game
        with sigterm_interrupts():
            for against, players in chosen:
                print(evaluate(agent, against, players, *options), flush=True)
    except (ValueError, ImportError) as error:
        parser.error(str(error))
    except RuntimeError as error:
        parser.exit(1, f"{error}\n")
    except KeyboardInterrupt as stopped:
        parser.exit(exit_status(stopped), "Stopped.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
