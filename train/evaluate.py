"""How good is a checkpoint? Seat-balanced games in the arena, with 95 % intervals.

    python -m train.evaluate runs/ppo/policy.npz
    python -m train.evaluate runs/ppo/policy.npz --against greedy --players 4 --games 1000

With more than two players the checkpoint has one seat and the opponent all the others.
"""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from agents.arena import Match, result_of_match, run
from agents.base import make_agent


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
        return (
            f"against {self.against:8s} {self.players} players: won {self.win_rate:6.1%} of "
            f"{self.games} games (95 %: {self.low:.1%} to {self.high:.1%}; "
            f"its share is {1 / self.players:.0%})"
        )


def evaluate(
    agent: str, against: str, players: int, games: int, seed: int = 0, processes: int = 1
) -> Result:
    """One agent on every seat in turn, the opponent on all the others."""
    if agent == against:
        raise ValueError("the agent and its opponent are the same")
    match = Match((agent, against), players, seed)
    numbers = range(match.whole(games))
    batch = max(getattr(make_agent(name), "batch", 1) for name in match.agents)
    played = list(run(match, numbers, processes, batch))
    crashed = [game.error for game in played if game.error]
    if crashed:
        raise RuntimeError(f"{len(crashed)} games broke off: {crashed[0]}")
    numbers_of = {one["name"]: one for one in result_of_match(match, played)["agents"]}[agent]
    low, high = numbers_of["ci95"]
    return Result(against, players, len(played), numbers_of["win_rate"], low, high)


def policy_name(path: str) -> str:
    """The agent of a checkpoint: a policy file, or the folder of a run; other names stay."""
    if Path(path).is_dir():
        path = str(Path(path) / "policy.npz")
    return f"policy:{path}" if path.endswith(".npz") else path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m train.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("checkpoint", help="policy.npz, the folder of a run, or the name of any agent")
    add("--against", nargs="+", default=["random", "greedy"], help="agents (random greedy)")
    add("--players", nargs="+", type=int, default=[2, 3, 4], help="sizes of tables (2 3 4)")
    add("--games", type=int, default=200, help="of each match, rounded up to whole deals (200)")
    add("--seed", type=int, default=0, help="of the deals (0)")
    add("--processes", type=int, default=os.cpu_count() or 1, help="as many as processors")
    given = parser.parse_args(arguments)
    agent = policy_name(given.checkpoint)
    try:
        make_agent(agent)
        for against in given.against:
            for players in given.players:
                print(
                    evaluate(agent, against, players, given.games, given.seed, given.processes),
                    flush=True,
                )
    except (ValueError, ImportError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
