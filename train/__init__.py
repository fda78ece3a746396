"""Trainers, one readable file each: `ppo` (self-play), `sb3` (MaskablePPO of sb3-contrib)."""
