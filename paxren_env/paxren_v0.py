"""What PettingZoo users import: `paxren_v0.env(num_players=3)`."""

from paxren_env.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
