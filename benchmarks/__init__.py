"""Measurements: steps per CPU-second, because machines are shared and clocks are not."""
