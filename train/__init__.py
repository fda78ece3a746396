"""Trainers for any game: `ppo` (self-play), `sb3` (MaskablePPO of sb3-contrib)."""
