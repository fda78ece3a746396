"""What can go wrong at the table."""


class IllegalAction(ValueError):  # noqa: N818 (the name says it)
    """An action that the rules do not allow now; the game is as it was before."""
