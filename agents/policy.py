"""A trained network as an agent: make_agent("policy:PATH"), with PATH as train/ppo.py wrote it.

The network sees what the seat sees, the terms of greedy's evaluation after every legal action and,
if it has a layer for that, what the action changes of what the seat sees.

The file holds plain arrays, so that playing needs numpy alone. `train.ppo.Network` is the same
network in torch.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paxren_env import DEFAULT_GAME
from paxren_env.core.files import read_arrays
from paxren_env.core.game import Game
from paxren_env.core.greedy import (
    AT_ONCE,
    COMPLETIONS,
    Changes,
    look_ahead,
    look_ahead_with_changes,
    new_outlook,
    no_changes,
)
from paxren_env.core.policies import stack_rows
from paxren_env.core.spec import GameSpec, find

GAME_KEY = "game"  # the array of a policy file that names its game
TABLES_KEY = "tables"  # and the one with the sizes of the tables that it learned at
COMPLETION_KEY = "completion"  # and how actions are completed to look ahead, if not AT_ONCE
EPSILON = 1e-5  # of the layer norm
CHUNK = 512  # positions evaluated at once, to bound the memory
MOST_BYTES = 256 * 2**20  # that a policy file may unpack to

Weights = dict[str, np.ndarray]


class PolicyAgent:
    """Plays the legal action with the highest logit of a trained network.

    With a temperature it samples: the same position and seed give the same action. `completion` is
    how looking ahead completes an action, one of COMPLETIONS; 0: as the network learned to.
    """

    batch = 128

    def __init__(
        self,
        path: str,
        temperature: float = 0.0,
        seed: int = 0,
        completion: int = 0,
        game: str = DEFAULT_GAME,
    ) -> None:
        if not 0 <= temperature < np.inf:
            raise ValueError(f"temperature is a number from 0 on, not {temperature}")
        if completion not in (0, *COMPLETIONS):
            raise ValueError(f"completion is 0 or one of {COMPLETIONS}, not {completion}")
        self.spec = find(game)
        self.evaluator = load_evaluator(path, self.spec)
        self.evaluator.completion = completion or self.evaluator.completion
        self.temperature, self.seed = temperature, seed

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The network's action (N,) in each game: see `Agent.act`."""
        deciders = np.array([game.deciding_player for game in games], np.int64)
        logits, _ = self.evaluator.ask(stack_rows(games), deciders, observation, mask)
        if self.temperature:
            for i, seen in enumerate(observation):
                rng = np.random.default_rng([self.seed, *seen.view(np.uint8)])
                logits[i] += self.temperature * rng.gumbel(size=logits.shape[1])
        return np.where(mask != 0, logits, -np.inf).argmax(axis=1)


# --- files ----------------------------------------------------------------------------------------
class Evaluator:
    """The network of a policy file, for positions of its game.

    Called with observations (N, observation_size), masks (N, num_actions), an outlook
    (N, num_actions + 1, num_terms) as `look_ahead` writes it and, if the network reads them, the
    changes, it returns the logits (N, num_actions) and the values (N,) of those seats, from -1 to
    1. A ValueError if one of them is not finite: such a network would play at random, or something
    illegal.
    """

    def __init__(self, path: str | Path, spec: GameSpec) -> None:
        self.path, self.spec = path, spec
        self.weights, self.scale = read_weights(path, spec), input_scale(spec)
        self.completion = completion_of(self.weights)

    @property
    def reads_changes(self) -> bool:
        return "changes.weight" in self.weights

    def ask(
        self, states: np.ndarray, viewers: np.ndarray, observation: np.ndarray, mask: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The logits and values of the viewers of games in these states; NONE: of nobody."""
        spec, mask = self.spec, np.ascontiguousarray(mask, np.int8)
        outlook, changes = new_outlook(spec.num_actions, spec.num_terms, len(mask)), no_changes()
        arguments = states, viewers, mask, self.completion, outlook
        if self.reads_changes:
            changes = look_ahead_with_changes(*arguments)
        else:
            look_ahead(*arguments, changes)
        return self(observation, mask, outlook, changes)

    def __call__(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        outlook: np.ndarray,
        changes: Changes | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        if self.reads_changes and changes is None:
            raise ValueError(f"the network of {self.path} reads what answers change")
        results, first = [], 0
        for k in (slice(i, i + CHUNK) for i in range(0, len(observation), CHUNK)):
            seen = observation[k], mask[k], outlook[k]
            results.append(forward(self.weights, self.scale, *seen, changes, first))
            first += int(np.count_nonzero(mask[k]))
        logits, values = (np.concatenate(arrays) for arrays in zip(*results))
        if not (np.isfinite(logits).all() and np.isfinite(values).all()):
            raise ValueError(f"the network of {self.path} gives numbers that are not finite")
        return logits, values


def load_evaluator(path: str | Path, spec: GameSpec) -> Evaluator:
    """The network of a policy file as a function, for positions of this game.

    >>> evaluator = load_evaluator("runs/ppo/policy.npz", game.spec)
    """
    return Evaluator(path, spec)


def read_weights(path: str | Path, spec: GameSpec) -> Weights:
    """The arrays of a policy file by name, float32, with the shapes of `shapes_of`.

    A ValueError if the file is no policy, or one of another game or version, or if weights are
    not finite. The file may come from anybody: nothing in it is run.
    """
    try:
        arrays = read_arrays(Path(path), MOST_BYTES)
        game = _game_name(arrays.pop(GAME_KEY)) if GAME_KEY in arrays else DEFAULT_GAME
        arrays.pop(TABLES_KEY, None)
        weights = {name: _as_float32(array) for name, array in arrays.items()}
        shapes = shapes_of(spec, *widths_of(weights))
        if weights.keys() - {COMPLETION_KEY} != shapes.keys():
            raise KeyError
        if completion_of(weights) not in COMPLETIONS:
            raise ValueError(f"it completes actions in a way that is not one of {COMPLETIONS}")
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except (OSError, ValueError, TypeError, KeyError, IndexError) as error:
        why = f"{path} is no policy that train/ppo.py wrote (policy.npz)"
        raise ValueError(f"{why}: {error}" if isinstance(error, ValueError) else why) from None
    if game != spec.name:
        raise ValueError(f"{path} is a policy for the game {game}, not for {spec.name}")
    if any(weights[name].shape != shape for name, shape in shapes.items()):
        raise ValueError(f"{path} was trained on another version of the observation or the actions")
    require_finite(weights, str(path))
    return weights


def shipped_policies() -> list[Path]:
    """The policies in this checkout, of all games."""
    return sorted((Path(__file__).resolve().parents[1] / "train" / "checkpoints").glob("*.npz"))


def game_of(path: str | Path) -> str:
    """The name of the game that a policy file was trained for; a ValueError if it is none."""
    arrays = read_arrays(Path(path), MOST_BYTES)
    return _game_name(arrays[GAME_KEY]) if GAME_KEY in arrays else DEFAULT_GAME


def tables_of(path: str | Path, spec: GameSpec) -> list[int]:
    """The sizes of the tables that a policy learned at; those of the game if it does not say."""
    arrays = read_arrays(Path(path), MOST_BYTES)
    known = range(spec.min_players, spec.max_players + 1)
    named = arrays[TABLES_KEY].tolist() if TABLES_KEY in arrays else list(known)
    if not isinstance(named, list) or not named or not all(size in known for size in named):
        raise ValueError(f"{path} learned at tables of {named}, which {spec.title} does not have")
    return named


def _as_float32(array: np.ndarray) -> np.ndarray:
    if array.dtype.kind != "f":
        raise TypeError
    with np.errstate(over="ignore"):  # what gets infinite is refused by its name
        return array.astype(np.float32)


def require_finite(weights: Weights, what: str) -> None:
    """A ValueError that names the first array with a weight that is infinite or not a number."""
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise ValueError(f"{what}: {name} holds weights that are not finite")


def _game_name(array: np.ndarray) -> str:
    """The name in an array of text or of bytes."""
    name = array.item()
    return name.decode() if isinstance(name, bytes) else str(name)


# --- the network ----------------------------------------------------------------------------------
def completion_of(weights: Weights) -> int:
    """How actions are completed when this network looks ahead, one of COMPLETIONS."""
    return int(weights.get(COMPLETION_KEY, AT_ONCE))


def widths_of(weights: Weights) -> tuple[int, int, int]:
    """The width of the first and the second layer of a network, and of that of changes."""
    changes = weights.get("changes.weight")
    answers = 0 if changes is None else changes.shape[1]
    return weights["embed.weight"].shape[1], len(weights["middle.weight"]), answers


def shapes_of(
    spec: GameSpec, width: int, hidden: int, answers: int = 0
) -> dict[str, tuple[int, ...]]:
    """The arrays of a network for this game, by name.

    `width`, `hidden` and `answers` are of its layers; without the last it reads no changes.
    """
    actions, terms = spec.num_actions, spec.num_terms
    shapes: dict[str, tuple[int, ...]] = {
        "embed.weight": (spec.observation_size, width),
        "terms.weight": (width, terms),
        "norm1.weight": (width,),
        "norm1.bias": (width,),
        "middle.weight": (hidden, width),
        "middle.bias": (hidden,),
        "norm2.weight": (hidden,),
        "norm2.bias": (hidden,),
        "policy.weight": (actions, hidden),
        "policy.bias": (actions,),
        "weigh.weight": (terms, hidden),
        "weigh.bias": (terms,),
        "value.weight": (1, hidden),
        "value.bias": (1,),
        "value_of_terms.weight": (1, terms),
    }
    return shapes | (change_shapes(spec.observation_size, hidden, answers) if answers else {})


def change_shapes(observation_size: int, hidden: int, answers: int) -> dict[str, tuple[int, ...]]:
    """The arrays of the layer that reads what an answer changes."""
    return {
        "changes.weight": (observation_size, answers),
        "context.weight": (answers, hidden),
        "context.bias": (answers,),
        "weigh_changes.weight": (answers, hidden),
        "weigh_changes.bias": (answers,),
    }


def input_scale(spec: GameSpec) -> np.ndarray:
    """What every entry of an observation is multiplied with: 1 / sqrt(its greatest value).

    (observation_size,), float32. Most entries are 0 or 1; counts get smaller, but stay
    proportional.
    """
    return 1 / np.sqrt(np.maximum(spec.layout.high, 1).astype(np.float32))


def forward(
    weights: Weights,
    scale: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    outlook: np.ndarray,
    changes: Changes | None = None,
    first: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """The network: see `Evaluator`. Most entries of an observation are 0, and are skipped.

    `first` is the number of the first answer among those of the changes.
    """
    hidden = np.zeros((len(observation), weights["embed.weight"].shape[1]), np.float32)
    for i, seen in enumerate(observation):
        where = np.flatnonzero(seen)
        hidden[i] = (seen[where] * scale[where]) @ weights["embed.weight"][where]
    now = outlook[:, -1]  # the position as it is
    hidden = _norm(weights, "norm1", hidden + now @ weights["terms.weight"].T)
    hidden = hidden @ weights["middle.weight"].T + weights["middle.bias"]
    hidden = _norm(weights, "norm2", hidden)
    logits = hidden @ weights["policy.weight"].T + weights["policy.bias"]
    term_weights = hidden @ weights["weigh.weight"].T + weights["weigh.bias"]
    rows, actions = np.nonzero(mask)
    logits[rows, actions] += (term_weights[rows] * outlook[rows, actions]).sum(axis=1)
    if changes is not None and "changes.weight" in weights:
        logits[rows, actions] += change_logits(weights, scale, hidden, rows, changes, first)
    value = hidden @ weights["value.weight"].T + weights["value.bias"]
    return logits, np.tanh(value + now @ weights["value_of_terms.weight"].T)[:, 0]


def change_logits(
    weights: Weights,
    scale: np.ndarray,
    hidden: np.ndarray,
    rows: np.ndarray,
    changes: Changes,
    first: int,
) -> np.ndarray:
    """What the changes of each answer add to its logit; `rows` are the positions of the answers."""
    layer = (hidden @ weights["context.weight"].T + weights["context.bias"])[rows]
    factors = hidden @ weights["weigh_changes.weight"].T + weights["weigh_changes.bias"]
    for k in range(len(rows)):
        listed = slice(*changes.starts[first + k : first + k + 2])
        entries, amounts = changes.entries[listed], changes.amounts[listed]
        layer[k] += (amounts * scale[entries]) @ weights["changes.weight"][entries]
    return (np.maximum(layer, 0) * factors[rows]).sum(axis=1)


def _norm(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Layer norm, then ReLU."""
    x = x - x.mean(axis=1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + EPSILON)
    return np.maximum(x * weights[f"{name}.weight"] + weights[f"{name}.bias"], 0)
