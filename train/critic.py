"""A critic that sees everything, for training only: what plays never reads it.

Advantages are what followed a decision less what was expected of it. Whoever knows the hands and
plans of the others expects better, so that less of an advantage is luck. The network that plays
must not know them, so the critic is a network of its own that reads lists of its own.
"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.policy import input_scale
from paxren_env.core.hooks import write_observation
from paxren_env.core.jit import entry
from paxren_env.core.record import row
from paxren_env.core.spec import GameSpec
from train.sparse import Lists, Seen, embedded, index_lists


def see_everything(states: np.ndarray, viewers: np.ndarray, like: np.ndarray) -> Lists:
    """The privileged observations of these viewers as lists; `like` are their own ones."""
    rows = np.empty_like(like)
    write_everything(states, viewers, rows)
    return Lists(*index_lists(rows))


@entry
def write_everything(states, viewers, out):
    """What each viewer would see of its game if nobody hid anything."""
    for i in range(len(viewers)):
        write_observation(row(states, i), viewers[i], True, out[i])


class Critic(nn.Module):
    """Everything -> the value for the seat that decides.

    Made as the value of `train.ppo.Network` is; `win` is what a point of the evaluation counts in
    the beginning.
    """

    def __init__(self, spec: GameSpec, width: int, win: float) -> None:
        super().__init__()
        self.scale = input_scale(spec)
        self.embed = nn.Embedding(spec.observation_size, width)
        self.terms = nn.Linear(spec.num_terms, width, bias=False)
        self.norm1 = nn.LayerNorm(width)
        self.middle = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.value = nn.Linear(width, 1)
        self.value_of_terms = nn.Linear(spec.num_terms, 1, bias=False)
        nn.init.normal_(self.embed.weight, std=0.1)
        nn.init.orthogonal_(self.value.weight, 0.1)
        nn.init.constant_(self.value_of_terms.weight, win)

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights in plain memory."""
        return {name: t.detach().numpy() for name, t in self.state_dict().items()}

    def new_memory(self) -> Tensor:
        """For `forward`: the gradient of the layer that has a row for each entry."""
        return torch.zeros_like(self.embed.weight)

    def forward(self, seen: Seen, rows: np.ndarray, memory: Tensor | None = None) -> Tensor:
        """Values (N,) of these rows."""
        now = torch.from_numpy(seen.now[rows])
        x = embedded(self.embed.weight, self.scale, seen.everything, rows, memory)
        x = functional.relu(self.norm1(x + self.terms(now)))
        x = functional.relu(self.norm2(self.middle(x)))
        return torch.tanh(self.value(x) + self.value_of_terms(now)).squeeze(1)
