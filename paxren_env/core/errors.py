"""What can go wrong at the table."""


class IllegalAction(ValueError):  # noqa: N818 (the name says it)
    """An action that the rules do not allow now; the game is as it was before.

    `reason` says which rule forbids it and what is missing, as `Game.why_not` does.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class BrokenGame(RuntimeError):  # noqa: N818 (the name says it)
    """The rules met what they do not know: an error of the program, not of the player."""


class UnknownOption(ValueError, TypeError):  # noqa: N818 (the name says it)
    """An option that there is none of: a bad value, and an unexpected keyword argument.

    Libraries that make Gymnasium environments expect a TypeError there.
    """
