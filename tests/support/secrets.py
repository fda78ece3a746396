"""What a seat may know of a game, and whether anything tells it more: for tests of leaks.

`leaks` compares a game with others that differ in what the seat may not see only. It knows no
game: who may see what says the visibility of the fields, others are made by determinize.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from agents.mcts import MCTS
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import CHANCE
from paxren_env.core.game import Game
from paxren_env.core.greedy import COMPLETIONS, look_ahead_with_changes, new_outlook
from paxren_env.core.policies import GREEDY, choose_batch
from paxren_env.core.record import ALL, OWNER, SECRET
from paxren_env.envs.aec import RawEnv

STACK = ("stack", "stack_size")


def is_planning(game: Game) -> bool:
    """A secret decision is pending."""
    number = game.decision_id
    return number >= 0 and game.spec.frames.decisions[number].is_secret


def known_fields(game: Game, viewer: int) -> dict[str, np.ndarray]:
    """The parts of the record that the viewer may see.

    How far another seat is with a secret plan stands on the stack.
    """
    planned = is_planning(game) and game.deciding_player != viewer
    fields = {}
    for name, seen_by in game.spec.visibility.items():
        if seen_by == ALL and not (planned and name in STACK):
            fields[name] = game.states[name][0]
        elif seen_by in (OWNER, SECRET):
            fields[name] = game.states[name][0, viewer]
    return fields


# --- what a seat is told --------------------------------------------------------------------------
def told(game: Game, viewer: int) -> Iterator[tuple[str, Any]]:
    """All that reaches a seat: by name, as something that can be compared."""
    seen = game.observe(viewer)
    yield "observation", seen["observation"].tobytes()
    yield "mask", seen["action_mask"].tobytes()
    yield "to_dict", game.to_dict(viewer)
    yield "table", game.spec.module("text").table(game, viewer)
    yield "picture", game.svg(viewer)
    yield "infos", infos(game, viewer)
    yield "returns", game.returns.tolist()
    yield "look_ahead", terms(game, viewer)
    if game.deciding_player == viewer:
        yield (
            "words",
            (
                game.spec.module("text").decision_text(game),
                game.spec.module("text").action_names(game),
            ),
        )
        yield "greedy", greedy_answer(game)
    yield "reasons", reasons(game, viewer)


def reasons(game: Game, viewer: int) -> list[str | None]:
    """Why every answer to what is asked is not legal, and one to another question."""
    kinds = game.spec.answer_kinds[game.decision_id]
    asked = np.flatnonzero(kinds).tolist() if game.deciding_player == viewer else []
    return [game.why_not(action, viewer) for action in [*asked, int(kinds.argmin())]]


def infos(game: Game, viewer: int) -> Any:
    """What the PettingZoo environment says to the seat."""
    env = RawEnv(game=game.spec.name, **{**game.options, **auto_chance(game)})
    env.reset(seed=1)
    env.game = game
    if game.deciding_player != CHANCE:
        env._select()
    return env.infos.get(f"player_{viewer}")


def auto_chance(game: Game) -> dict[str, bool]:
    return {"auto_chance": True} if game.spec.has_chance else {}


def terms(game: Game, viewer: int) -> list[bytes]:
    """What a network is shown beside the observation."""
    spec, shown = game.spec, []
    mask = game.observe(viewer)["action_mask"][None]
    for completion in COMPLETIONS:
        outlook = new_outlook(spec.num_actions, spec.num_terms, 1)
        asked = game.states, np.array([viewer]), mask, completion, outlook
        shown += [outlook, *look_ahead_with_changes(*asked)]
    return [array.tobytes() for array in shown]


def greedy_answer(game: Game) -> int:
    """Greedy as an opponent in a vector environment: asked about the true row."""
    actions = np.zeros(1, np.int64)
    choose_batch(GREEDY, game.states, new_rng(1)[None], game.legal_mask()[None], actions)
    return int(actions[0])


def search_visits(game: Game, sims: int = 8) -> dict[int, int]:
    """What the search thinks of every legal answer."""
    agent = MCTS(sims=sims, nodes=4000, game=game.spec.name)
    return agent.visits(game, game.observe(game.deciding_player)["observation"])


# --- leaks ----------------------------------------------------------------------------------------
def leaks(game: Game, others: Iterable[Game], viewer: int) -> set[str]:
    """What tells the viewer the game from others that must look the same."""
    true = dict(told(game, viewer))
    found = set()
    for other in others:
        found |= {name for name, value in told(other, viewer) if value != true[name]}
    return found


def imagined(game: Game, viewer: int, seeds: Iterable[int]) -> list[Game]:
    """Games that differ in what the viewer may not see only."""
    return [game.determinize(viewer, seed) for seed in seeds]
