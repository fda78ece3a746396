"""A trained network as a player: make_agent("policy:PATH"), with PATH as train/ppo.py wrote it.

It sees what the seat sees, and what greedy sees ahead of every answer.

The file holds plain arrays, so that playing needs numpy alone. `train.ppo.Network` is the same
network in torch.
"""

import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from paxren_env.core.game import Game
from paxren_env.core.greedy import AS_IT_IS, look_ahead, new_outlook
from paxren_env.core.policies import stack_rows
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.evaluate import NUM_TERMS
from paxren_env.games.pax_renaissance.observe import HIGH, OBS_SIZE

# Most entries are 0 or 1; counts get smaller, but stay proportional.
SCALE = 1 / np.sqrt(HIGH.astype(np.float32))
EPSILON = 1e-5  # of the layer norm
CHUNK = 512  # positions judged at once, to bound the memory
# What reading a file of another kind, or half a file, may lead to.
UNREADABLE = (
    OSError, EOFError, ValueError, TypeError, KeyError, IndexError, AttributeError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip

# observations, masks, outlook (see greedy.look_ahead) -> logits, values
Evaluator = Callable[[np.ndarray, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class PolicyAgent:
    """Plays the likeliest legal action of a trained network.

    With a temperature it draws: the same position and seed give the same action.
    """

    batch = 128

    def __init__(self, path: str, temperature: float = 0.0, seed: int = 0) -> None:
        if temperature < 0:
            raise ValueError("temperature is at least 0")
        self.evaluator = load_evaluator(path)
        self.temperature, self.seed = temperature, seed

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        outlook = new_outlook(len(games))
        deciders = np.array([game.deciding_player for game in games], np.int64)
        look_ahead(stack_rows(games), deciders, np.ascontiguousarray(mask, np.int8), outlook)
        logits, _ = self.evaluator(observation, mask, outlook)
        if self.temperature:
            for i, seen in enumerate(observation):
                rng = np.random.default_rng([self.seed, *seen.view(np.uint8)])
                logits[i] += self.temperature * rng.gumbel(size=NUM_ACTIONS)
        return np.where(mask != 0, logits, -np.inf).argmax(axis=1)


def load_evaluator(path: str | Path) -> Evaluator:
    """The logits of every action, and the value for that seat in -1..1."""
    weights = read_weights(path)

    def evaluate(
        observation: np.ndarray, mask: np.ndarray, outlook: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        parts = [slice(i, i + CHUNK) for i in range(0, len(observation), CHUNK)]
        judged = [forward(weights, observation[k], mask[k], outlook[k]) for k in parts]
        logits, values = (np.concatenate(arrays) for arrays in zip(*judged))
        return logits, values

    return evaluate


def read_weights(path: str | Path) -> dict[str, np.ndarray]:
    """The arrays of a network, checked to fit this observation and this action line."""
    try:
        with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            weights = {name: file[name].astype(np.float32) for name in file.files}
        shapes = shapes_of(weights["embed.weight"].shape[1], len(weights["middle.weight"]))
        if weights.keys() != shapes.keys():
            raise KeyError
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except UNREADABLE:
        raise ValueError(f"{path} is no policy that train/ppo.py wrote (policy.npz)") from None
    if any(weights[name].shape != shape for name, shape in shapes.items()):
        raise ValueError(f"{path} was trained on another version of the observation or the actions")
    return weights


def shapes_of(width: int, hidden: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network whose layers are that wide."""
    return {
        "embed.weight": (OBS_SIZE, width),
        "terms.weight": (width, NUM_TERMS),
        "norm1.weight": (width,),
        "norm1.bias": (width,),
        "middle.weight": (hidden, width),
        "middle.bias": (hidden,),
        "norm2.weight": (hidden,),
        "norm2.bias": (hidden,),
        "policy.weight": (NUM_ACTIONS, hidden),
        "policy.bias": (NUM_ACTIONS,),
        "weigh.weight": (NUM_TERMS, hidden),
        "weigh.bias": (NUM_TERMS,),
        "value.weight": (1, hidden),
        "value.bias": (1,),
        "value_of_terms.weight": (1, NUM_TERMS),
    }


def forward(
    weights: dict[str, np.ndarray], observation: np.ndarray, mask: np.ndarray, outlook: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The network. Only entries that are not 0 count: a few hundred out of thousands."""
    hidden = np.zeros((len(observation), weights["embed.weight"].shape[1]), np.float32)
    for i, seen in enumerate(observation):
        where = np.flatnonzero(seen)
        hidden[i] = (seen[where] * SCALE[where]) @ weights["embed.weight"][where]
    now = outlook[:, AS_IT_IS]
    hidden = _norm(weights, "norm1", hidden + now @ weights["terms.weight"].T)
    hidden = hidden @ weights["middle.weight"].T + weights["middle.bias"]
    hidden = _norm(weights, "norm2", hidden)
    logits = hidden @ weights["policy.weight"].T + weights["policy.bias"]
    opinion = hidden @ weights["weigh.weight"].T + weights["weigh.bias"]
    rows, actions = np.nonzero(mask)
    logits[rows, actions] += (opinion[rows] * outlook[rows, actions]).sum(axis=1)
    value = hidden @ weights["value.weight"].T + weights["value.bias"]
    return logits, np.tanh(value + now @ weights["value_of_terms.weight"].T)[:, 0]


def _norm(weights: dict[str, np.ndarray], name: str, x: np.ndarray) -> np.ndarray:
    """Layer norm, then what is below 0 is cut."""
    x = x - x.mean(axis=1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + EPSILON)
    return np.maximum(x * weights[f"{name}.weight"] + weights[f"{name}.bias"], 0)
