"""The fast vector environment as stable-baselines3 knows it, with `action_masks()`.

    from sb3_contrib import MaskablePPO
    from paxren_env.envs.sb3 import Sb3VecEnv

    model = MaskablePPO("MlpPolicy", Sb3VecEnv(256, "greedy", num_players=2, game=NAME))

All games are stepped by one compiled call; the opponents are compiled policies.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from paxren_env import DEFAULT_GAME
from paxren_env.core.chance import MASK
from paxren_env.envs.gymnasium import GymVectorEnv


class Sb3VecEnv(VecEnv):
    """Many games, one learner's seat in each: takes what `envs.gymnasium.GymVectorEnv` takes.

    A game that ends is replaced in the same step; infos[i]["terminal_observation"] has what the
    learner saw last, "TimeLimit.truncated" says whether the game was cut.
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: str | Sequence[str] = "random",
        *,
        game: str = DEFAULT_GAME,
        **options: Any,
    ) -> None:
        self.tables = GymVectorEnv(num_envs, opponents, game=game, **options)
        self.render_mode = self.tables.render_mode
        super().__init__(
            num_envs, self.tables.single_observation_space, self.tables.single_action_space
        )
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> np.ndarray:
        """Begin everywhere anew, with the seed if one was given."""
        first = self._seeds[0]
        observation, _ = self.tables.reset(seed=None if first is None else first & MASK)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards, dones, infos."""
        observation, rewards, terminated, truncated, found = self.tables.step(self._actions)
        dones = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            infos[i] = {
                "terminal_observation": found["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i]),
                "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i])},
            }
        self._returns[dones], self._lengths[dones] = 0, 0
        return observation, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> np.ndarray:
        """What is legal in each game, (N, num_actions)."""
        return self.tables.action_masks()

    # --- what the library asks of the environments one by one
    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """sb3-contrib asks for `action_masks` this way."""
        if method_name != "action_masks":
            raise AttributeError(f"these environments have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if not self.has_attr(attr_name):
            raise AttributeError(f"these environments have no attribute {attr_name!r}")
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"the attribute {attr_name!r} cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self.tables.render()  # type: ignore[return-value]

    def close(self) -> None:
        self.tables.close()
