"""The protocol of agents, and the registry that makes them by name.

An agent of your own is a class with `act`; the arena takes it as `package.module.Class`.
"""

import importlib
import inspect
import types
import typing
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from paxren_env import DEFAULT_GAME
from paxren_env.core.chance import splitmix
from paxren_env.core.errors import IllegalAction
from paxren_env.core.game import Game
from paxren_env.core.options import check_seed
from paxren_env.core.spec import GameSpec, find


class Agent(Protocol):
    """Whoever answers for a seat.

    An answer depends on the arguments and on the seed the agent was made with, on nothing else:
    not on earlier games, and not on which games are asked about together. An agent that remembers
    must say so. A class may set `batch`, the number of games it likes to be asked about at once
    (1 if it does not), and take options as named arguments; `seed` and `game`, the name of the
    game to be played, are given by `make_agent`.
    """

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """One legal action for each of N games of one kind, for the seat that must decide there.

        observation (N, observation_size) and mask (N, num_actions), both int8, are what that seat
        sees and may do; games[i] looks the same from that seat, but all that is hidden is redrawn.
        They are copies to play on; games[i].determinize(seat, seed) gives further ones. Returns
        the actions: whole numbers, (N,).
        """
        ...


# --- by name --------------------------------------------------------------------------------------
KNOWN = {
    "greedy": "agents.simple:Greedy",
    "mcts": "agents.mcts:MCTS",
    "policy": "agents.policy:PolicyAgent",
    "process": "agents.process:ProcessAgent",
    "random": "agents.simple:Random",
    "rollout": "agents.rollout:Rollout",
    "search": "agents.search:Search",
}
TYPE_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


def make_agent(spec: str, seed: int | None = None, game: str | None = None) -> Agent:
    """An agent from "name", "name:option=value,option=value" or "policy:PATH".

    The seed goes to agents that take one, unless the options say another; `game` is the name of
    the game to be played (DEFAULT_GAME). A ValueError says what is wrong with a spec.

    >>> agent = make_agent("mcts:sims=400", seed=1)
    """
    name, _, rest = spec.partition(":")
    played = find(DEFAULT_GAME if game is None else game)
    made_by = agent_class(name, played)
    parameters = options_of(made_by)
    takes_game = parameters.pop("game", None) is not None
    given = _read_options(name, rest, parameters)
    if seed is not None and "seed" in parameters:
        given.setdefault("seed", seed)
    if "seed" in given:
        given["seed"] = check_seed(given["seed"])
    missing = [p.name for p in parameters.values() if p.default is p.empty and p.name not in given]
    if missing:
        raise ValueError(f"agent {name!r} needs {missing[0]}: {name}:{missing[0].upper()}")
    return made_by(**given, **({"game": played.name} if takes_game else {}))


def needs_trust(spec: str, game: GameSpec) -> bool:
    """Whether making this agent imports code from elsewhere, or opens a file.

    A result of the arena may come from anybody: such agents are not made because it names them.
    """
    name, _, rest = spec.partition(":")
    if name in game.own_policies:
        return False
    if name not in KNOWN:
        return True
    options = _read_options(name, rest, options_of(agent_class(name, game)))
    return any(isinstance(value, str) for value in options.values())


def agent_class(name: str, game: GameSpec) -> Any:
    """The class behind a name: a known one, or `package.module.Class`.

    The game's own policies are names for seats, but nobody asks them: the game plays those seats.
    """
    if name in game.own_policies:
        raise ValueError(f"{name!r} is no agent to be asked: {game.title} plays that seat itself")
    if name in KNOWN:
        home, _, class_name = KNOWN[name].partition(":")
    elif "." in name:
        home, _, class_name = name.rpartition(".")
    else:
        known = ", ".join([*game.own_policies, *KNOWN])
        raise ValueError(
            f"agent {name!r} is not known; there are: {known}, or your own as package.module.Class"
        )
    try:
        found = getattr(importlib.import_module(home), class_name, None)
    except ModuleNotFoundError as error:
        if error.name is not None and (home == error.name or home.startswith(error.name + ".")):
            raise ValueError(f"agent {name!r}: there is no module {home}") from None
        hint = "; pip install 'paxren-env[train]'" if error.name == "torch" else ""
        raise ImportError(f"agent {name!r} needs the package {error.name}{hint}") from error
    if not inspect.isclass(found):
        raise ValueError(f"agent {name!r}: module {home} has no class {class_name}")
    if not hasattr(found, "act"):
        raise ValueError(f"agent {name!r}: the class {class_name} has no method act")
    return found


def options_of(made_by: Any) -> dict[str, inspect.Parameter]:
    """The options of an agent's class: the arguments it is made with."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(made_by).parameters
    return {name: p for name, p in parameters.items() if p.kind in named}


def _read_options(name: str, text: str, parameters: dict[str, inspect.Parameter]) -> dict[str, Any]:
    """Options from "a=1,b=2"; one without a name is the first that has no default (a path)."""
    required = [p.name for p in parameters.values() if p.default is p.empty]
    given: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        option, equals, value = part.partition("=")
        if not equals and required and required[0] not in given:
            option, value = required[0], part
        if option not in parameters or not value:
            options = ", ".join(_option_words(p) for p in parameters.values()) or "none"
            raise ValueError(f"agent {name!r} has no option {part!r}; its options are {options}")
        given[option] = _convert(name, parameters[option], value)
    return given


def _option_words(parameter: inspect.Parameter) -> str:
    if parameter.default is parameter.empty:
        return parameter.name.upper()
    return f"{parameter.name}={parameter.default}"


def _convert(name: str, parameter: inspect.Parameter, text: str) -> Any:
    """The value that a text means for an option of that type."""
    kinds: tuple[Any, ...] = (parameter.annotation,)
    if isinstance(parameter.annotation, types.UnionType):
        kinds = typing.get_args(parameter.annotation)
    if types.NoneType in kinds and text.lower() == "none":
        return None
    for kind in (int, float, bool):
        if kind in kinds:
            try:
                return {"true": True, "false": False}[text.lower()] if kind is bool else kind(text)
            except (ValueError, KeyError):
                continue
    if str in kinds or not any(kind in kinds for kind in TYPE_WORDS):
        return text
    allowed = " or ".join(words for kind, words in TYPE_WORDS.items() if kind in kinds)
    raise ValueError(f"option {parameter.name!r} of agent {name!r} is {allowed}, not {text!r}")


# --- asking ---------------------------------------------------------------------------------------
Views = tuple[np.ndarray, np.ndarray, list[Game]]  # what `act` takes


def views_of(games: Sequence[Game], salts: Sequence[int]) -> Views:
    """What an agent is shown of N true games: no more than the deciding seats may know.

    Returns observation, mask and determinized games: see `Agent.act`. The salts (N of them) are
    for the redrawing of what is hidden: games of the same deal with different salts get different
    determinizations.
    """
    seats = [game.deciding_player for game in games]
    seen = [game.observe(seat) for game, seat in zip(games, seats)]
    determinized = [
        game.determinize(seat, splitmix(splitmix(salt) + len(game.history)))
        for game, seat, salt in zip(games, seats, salts)
    ]
    observation = np.stack([one["observation"] for one in seen])
    mask = np.stack([one["action_mask"] for one in seen])
    return observation, mask, determinized


def ask(agent: Agent, game: Game, salt: int = 0) -> int:
    """The agent's answer in one true game.

    >>> game.step(ask(make_agent("greedy"), game))
    """
    return whole_numbers(agent.act(*views_of([game], [salt])), 1)[0]


def whole_numbers(answers: Any, number: int) -> list[int]:
    """What `act` returned, if it is of the right shape; whether it is legal, the games say."""
    array = np.asarray(answers)
    if array.shape != (number,) or array.dtype.kind not in "iu":
        given = f"{array.dtype} of shape {array.shape}"
        raise IllegalAction(f"act returned {given}, not {number} whole numbers")
    return array.tolist()
