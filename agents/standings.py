"""The standings of an arena: win rates, ratings, how games end; as data, table and plot."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from agents.intervals import clustered
from agents.ratings import fit, seat_counts
from paxren_env.core.files import atomic_write

TRUNCATED = "truncated"


@dataclass
class Played:
    """One game of the arena: by seat who played and how long they took, and how it ended."""

    number: int
    agents: list[str]
    winners: list[int] = field(default_factory=list)
    ending: str = ""  # what ended it, or "truncated"
    turns: int = 0
    decisions: list[int] = field(default_factory=list)
    timed: list[int] = field(default_factory=list)  # how many of them
    seconds: list[float] = field(default_factory=list)  # took so long together
    error: str | None = None  # what broke the game off
    crashed: int | None = None  # the seat whose agent did, if that is known
    replay: str | None = None  # its file
    unsaved: str | None = None  # why there is no such file although there should be


def need(module: str) -> Any:
    """A package that only the arena needs."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise ImportError(
            f"the arena needs the package {package}: pip install 'paxren-env[arena]'"
        ) from None


def standings(played: Iterable[Played], games_per_deal: int = 1) -> dict[str, Any]:
    """The standings as plain data: `agents` (a dict for each, best first), and numbers of games.

    Games that crashed count only as crashes. Intervals are clustered by deal: see
    agents/intervals.py.
    """
    everything = sorted(played, key=lambda game: game.number)
    games = [game for game in everything if not game.error]
    names = list(dict.fromkeys(name for game in everything for name in game.agents))
    ratings, points = rate(names, games), elo(names, games)
    agents = []
    for name in names:
        mu, sigma = ratings[name]
        crashes = sum(
            game.crashed is not None and game.agents[game.crashed] == name for game in everything
        )
        numbers = _agent_numbers(name, games, games_per_deal)
        ratings_of = {"rating": mu, "rating_sigma": sigma, "elo": points[name]}
        agents.append({"name": name, **numbers, **ratings_of, "crashes": crashes})
    agents.sort(key=lambda agent: -agent["win_rate"])
    return {
        "agents": agents,
        "games": len(games),
        "crashes": len(everything) - len(games),
        "mean_turns": _mean([game.turns for game in games]),
        "mean_decisions": _mean([sum(game.decisions) for game in games]),
        "endings": dict(Counter(game.ending for game in games).most_common()),
    }


def _agent_numbers(name: str, games: Sequence[Played], games_per_deal: int) -> dict[str, Any]:
    """The numbers of one agent over all the seats it had; winners share a win."""
    deals = by_deal(games, games_per_deal).values()
    scores = [(wins, seats) for wins, seats in (agent_score(name, deal) for deal in deals) if seats]
    wins, seats = sum(wins for wins, _ in scores), sum(seats for _, seats in scores)
    mine = [(game, seat) for game in games for seat in seats_of(name, game)]
    timed = sum(game.timed[seat] for game, seat in mine)
    seconds = sum(game.seconds[seat] for game, seat in mine)
    won_by = Counter(game.ending for game, seat in mine if seat in game.winners)
    return {
        "win_rate": wins / seats if seats else 0.0,
        "ci95": list(clustered(scores)),
        "wins": wins,
        "seats": seats,
        "deals": len(scores),
        "won_by": dict(won_by.most_common()),
        "ms_per_decision": 1000 * seconds / timed if timed else 0.0,
    }


def by_deal(games: Iterable[Played], games_per_deal: int) -> dict[int, list[Played]]:
    """The games of each deal."""
    deals: dict[int, list[Played]] = {}
    for game in games:
        deals.setdefault(game.number // games_per_deal, []).append(game)
    return deals


def agent_score(name: str, games: Iterable[Played]) -> tuple[float, int]:
    """The wins of an agent over all its seats, and their number, in games that did not crash."""
    wins, seats = 0.0, 0
    for game in games:
        if not game.error:
            mine = seats_of(name, game)
            seats += len(mine)
            wins += sum(1 / len(game.winners) for seat in mine if seat in game.winners)
    return wins, seats


def seats_of(name: str, game: Played) -> list[int]:
    return [seat for seat, agent in enumerate(game.agents) if agent == name]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def rate(names: Sequence[str], games: Iterable[Played]) -> dict[str, tuple[float, float]]:
    """Skill, mean and deviation by name, by openskill's Bradley-Terry model, game after game.

    An agent with several seats at a table gets the mean of their new ratings.
    """
    model = need("openskill.models").BradleyTerryFull()
    ratings = {name: model.rating(name=name) for name in names}
    for game in games:
        before = [[model.rating(ratings[n].mu, ratings[n].sigma, n)] for n in game.agents]
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.agents))]
        after = [team[0] for team in model.rate(before, ranks=ranks)]
        for name in set(game.agents):
            seats = [new for new, agent in zip(after, game.agents) if agent == name]
            ratings[name].mu = _mean([seat.mu for seat in seats])
            ratings[name].sigma = _mean([seat.sigma for seat in seats])
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}


def elo(names: Sequence[str], games: Iterable[Played]) -> dict[str, float]:
    """Elo-like points by name, the maximum likelihood fit to the games: see agents/ratings.py."""
    wins = dict.fromkeys(names, 0.0)
    tables: Counter[tuple[str, ...]] = Counter()
    for game in games:
        if game.winners:
            tables[tuple(sorted(game.agents))] += 1
            for seat in game.winners:
                wins[game.agents[seat]] += 1 / len(game.winners)
    played = np.array([list(tables.values())], float).reshape(1, len(tables))
    points = fit(seat_counts(list(tables), names), played, np.array([list(wins.values())]))
    return dict(zip(names, points[0].tolist()))


# --- table and plot -------------------------------------------------------------------------------
def table(result: dict[str, Any]) -> Any:
    """The standings as a rich table."""
    rich = need("rich.table")
    head = f"{result['games']} games of {result['players']} players, seed {result['seed']}"
    made = rich.Table(title=head, title_justify="left")
    made.add_column("agent", overflow="fold")
    for column in ("wins", "95 %", "rating", "Elo", "seats", "ms/choice"):
        made.add_column(column, justify="right")
    for agent in result["agents"]:
        low, high = agent["ci95"]
        crashes = f", {agent['crashes']} crashes" if agent["crashes"] else ""
        made.add_row(
            agent["name"],
            f"{agent['win_rate']:.1%}",
            f"{100 * low:.1f}–{high:.1%}",
            f"{agent['rating']:.1f} ± {2 * agent['rating_sigma']:.1f}",
            f"{agent['elo']:.0f}",
            f"{agent['seats']}{crashes}",
            f"{agent['ms_per_decision']:.2f}",
        )
    return made


def below(result: dict[str, Any]) -> str:
    """The text under the table: how long games are, how they end, who wins how."""
    if not result["games"]:
        return "no game was played to its end"
    turns, decisions = result["mean_turns"], result["mean_decisions"]
    endings = _shares(result["endings"])
    lines = [
        f"a game has {turns:.0f} turns and {decisions:.0f} choices; games end by {endings}",
    ]
    lines += [
        f"{agent['name']} wins by {_shares(agent['won_by'])}"
        for agent in result["agents"]
        if agent["won_by"]
    ]
    return "\n".join(lines)


def _shares(numbers: dict[str, int]) -> str:
    total = sum(numbers.values())
    return ", ".join(f"{name} {number / total:.0%}" for name, number in numbers.items())


def check_picture(path: Path) -> None:
    """A ValueError if matplotlib cannot write pictures of this suffix."""
    kinds = need("matplotlib.backend_bases").FigureCanvasBase.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise ValueError(f"{path} is no picture: its name ends in one of .{', .'.join(kinds)}")


def plot(result: dict[str, Any], path: Path) -> None:
    """Win rates with their intervals, divided by how games ended, into a picture file."""
    need("matplotlib").use("Agg")
    pyplot = need("matplotlib.pyplot")
    agents = result["agents"][::-1]
    names = [agent["name"] for agent in agents]
    figure, axes = pyplot.subplots(figsize=(8, 1.6 + 0.5 * len(agents)))
    left = [0.0] * len(agents)
    for ending in result["endings"]:
        shares = [_share(agent, ending) for agent in agents]
        if any(shares):
            axes.barh(names, shares, left=left, label=ending)
            left = [start + share for start, share in zip(left, shares)]
    rates = [agent["win_rate"] for agent in agents]
    below_rate = [agent["win_rate"] - agent["ci95"][0] for agent in agents]
    above_rate = [agent["ci95"][1] - agent["win_rate"] for agent in agents]
    bars = (below_rate, above_rate)
    axes.errorbar(rates, names, xerr=bars, fmt="none", ecolor="black", capsize=4)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of games won, with the 95 % interval")
    axes.set_title(f"{result['games']} games of {result['players']} players", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8, loc="lower right")
    figure.tight_layout()
    with atomic_write(path) as written:
        figure.savefig(written, dpi=150)
    pyplot.close(figure)


def _share(agent: dict[str, Any], ending: str) -> float:
    """The part of the agent's win rate from games that ended so."""
    total = sum(agent["won_by"].values())
    return agent["win_rate"] * agent["won_by"].get(ending, 0) / total if total else 0.0
