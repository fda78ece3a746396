"""What the search thinks of a position, and of a whole game with its turning points.

It runs in worker processes. Chances are the expected payoffs at the root of the search as shares:
with one winner, the probability to be it. Where the game has a trained network the search of a
position uses it, else the evaluation of the game.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from paxren_env.cli.common import agents_module
from paxren_env.core.game import Game
from paxren_env.web.views import seen_by

SIMS, NETWORK_SIMS = 800, 200
MOST_ANSWERS = 12
LEAST_TURN = 0.08  # by how much a chance changes at a turning point
MOST_TURNS = 10
WINDOW = 5  # choices on either side that are compared
Analysis = dict[str, Any]


def analyse(game: Game, viewer: int | None, network: str | None, ms: int = 0) -> Analysis:
    """Chances by seat, and the best answers if the viewer may know them.

    `ms` bounds the time of a search without a network; where it does not, the same position gives
    the same analysis.
    """
    seen = seen_by(game, viewer)
    if seen.is_over:
        return {"chances": shares(seen.returns.tolist()), "answers": []}
    agent = _search(game.spec.name, network, ms)
    visits = agent.visits(seen, seen.observe(seen.deciding_player)["observation"])
    root = agent.tree[0]
    values = [float(value) / max(1, int(root.visits)) for value in root.value[: seen.num_players]]
    shown = viewer in (None, seen.deciding_player)
    return {
        "chances": shares(values),
        "answers": list(_answers(seen, agent, visits)) if shown else [],
        "by": "network" if network else "evaluation",
        "sims": int(root.visits),
    }


@cache
def _search(game: str, network: str | None, ms: int) -> Any:
    by_evaluation = f"mcts:ms={ms}" if ms else f"mcts:sims={SIMS}"
    agent = f"search:{network},sims={NETWORK_SIMS}" if network else by_evaluation
    return agents_module("base", "the analysis").make_agent(agent, game=game)


def shares(values: Sequence[float]) -> list[float]:
    """Payoffs from -1 to 1 that add up to 0, as shares that add up to 1."""
    seats = len(values)
    found = [max(0.0, (value * (seats - 1) + 1) / seats) for value in values]
    total = sum(found) or 1.0
    return [round(share / total, 4) for share in found]


def _answers(seen: Game, agent: Any, visits: dict[int, int]) -> Iterator[Analysis]:
    """The most visited answers: visits, expected value for whoever decides, prior."""
    names = seen.spec.module("text").action_names(seen)
    nodes = {int(node.action): node for node in _children(agent.tree)}
    seat = seen.deciding_player
    for action in sorted(visits, key=lambda a: (-visits[a], a))[:MOST_ANSWERS]:
        node = nodes.get(action)
        number = visits[action]
        yield {
            "action": action,
            "words": names[action],
            "visits": number,
            "value": round(float(node.value[seat]) / number, 4) if node and number else None,
            "prior": round(float(node.prior), 4) if node else 0.0,
        }


def _children(tree: Any) -> Iterator[Any]:
    child = int(tree[0].child)
    while child >= 0:
        yield tree[child]
        child = int(tree[child].sibling)


# --- a whole game ---------------------------------------------------------------------------------
def chances_of(
    positions: Sequence[tuple[int, Game]], viewer: int | None, ms: int
) -> list[tuple[int, list[float]]]:
    """The chances of all seats at some steps, by the evaluation: a network takes too long."""
    return [(step, analyse(game, viewer, None, ms)["chances"]) for step, game in positions]


def turning_points(chances: Sequence[tuple[int, list[float]]]) -> list[Analysis]:
    """Where the chances change most, and stay so for a while; in the order of play.

    Compared are the averages of some choices before a step and after it: single positions are
    judged from the side of different seats.
    """
    table = np.array([shares for _, shares in chances])
    found: list[tuple[float, int, Analysis]] = []
    for i in range(1, len(chances)):
        before = table[max(0, i - WINDOW) : i].mean(axis=0)
        after = table[i : i + WINDOW].mean(axis=0)
        seat = int(np.abs(after - before).argmax())
        point = {
            "step": chances[i - 1][0],
            "seat": seat,
            "from": round(float(before[seat]), 4),
            "to": round(float(after[seat]), 4),
        }
        found.append((abs(float(after[seat] - before[seat])), i, point))
    kept: list[tuple[int, Analysis]] = []
    for change, i, point in sorted(found, key=lambda one: -one[0]):
        is_apart = all(abs(i - other) >= WINDOW for other, _ in kept)
        if change >= LEAST_TURN and is_apart and len(kept) < MOST_TURNS:
            kept.append((i, point))
    return [point for _, point in sorted(kept, key=lambda one: one[0])]
