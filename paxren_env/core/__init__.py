"""The shared engine: no file here names a game."""
