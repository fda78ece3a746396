"""Parts: some games are stepped while a policy thinks about others.

    parts = Parts(4, 256, num_players=4, game=NAME)      # 4 parts of 256 games
    parts.reset()
    for part in parts.turns(steps):
        actions = policy(parts.obs[part], parts.masks[part])
        parts.send(part, actions)                        # stepped beside, by another thread

All games write to arrays that belong to the whole, (P, N, ...), and that torch shares without
copying: `torch.from_numpy(parts.obs)`. A part may be read between `recv` and `send` of it. The
games are those of one VectorEnv of P * N games, whatever the number of threads.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from paxren_env.core.spec import GameSpec, find
from paxren_env.envs.vector import OWNED, VectorEnv


class Parts:
    """P vector environments of N games each, stepped by `threads` threads.

    Takes the options of `VectorEnv`; an option of its own for each game is not taken.
    """

    obs: np.ndarray  # (P, N, observation_size)
    masks: np.ndarray  # (P, N, num_actions)
    rewards: np.ndarray  # (P, N, max_players)
    dones: np.ndarray  # (P, N)
    seats: np.ndarray  # (P, N)

    def __init__(
        self, num_parts: int, num_envs: int, *, game: str, threads: int = 1, **options: Any
    ) -> None:
        if num_parts < 1 or threads < 1:
            raise ValueError("num_parts and threads are at least 1")
        self.spec: GameSpec = find(game)
        first = VectorEnv(num_envs, game=game, **options)
        for name in OWNED:
            own = getattr(first, name)
            setattr(self, name, np.zeros((num_parts, *own.shape), own.dtype))
        self.parts = [
            VectorEnv(
                num_envs,
                game=game,
                buffers={name: getattr(self, name)[part] for name in OWNED},
                first_slot=part * num_envs,
                **options,
            )
            for part in range(num_parts)
        ]
        self._pool = ThreadPoolExecutor(threads)
        self._running: list[Future[Any] | None] = [None] * num_parts

    def reset(self, seed: int | None = None) -> None:
        """Begin everywhere; waits for whatever is being stepped."""
        for part, env in enumerate(self.parts):
            self.recv(part)
            env.reset(seed)

    def send(self, part: int, actions: Any) -> None:
        """Step a part beside; an action that is not legal is raised by `recv`."""
        if self._running[part] is not None:
            raise ValueError(f"part {part} is being stepped: recv it first")
        taken = np.array(actions)  # the caller may reuse his array
        self._running[part] = self._pool.submit(self.parts[part].step, taken)

    def recv(self, part: int) -> None:
        """Wait until the part has been stepped; then its arrays may be read."""
        running, self._running[part] = self._running[part], None
        if running is not None:
            running.result()

    def turns(self, steps: int) -> Iterator[int]:
        """The parts in turns, each ready to be read and sent, `steps` times each."""
        for _ in range(steps):
            for part in range(len(self.parts)):
                self.recv(part)
                yield part
        for part in range(len(self.parts)):
            self.recv(part)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()
        for env in self.parts:
            env.close()
