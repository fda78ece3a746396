"""A folder for each game."""
