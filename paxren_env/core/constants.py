"""What every game of the house means by the same number."""

Player = int  # a seat, 0 .. num_players - 1

NONE = -1  # nobody, nothing
CHANCE = -2  # who "decides" a roll

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
BROKEN = 3  # an unknown frame, a full stack or a full log: an error of the program
STATUS_NAMES = ("running", "terminated", "truncated", "broken")

# Bits of the field `options`; a game's own yes-or-no options follow, or take the second bit if
# nothing in its play is random.
AUTO_FORCED = 1  # the engine takes a decision with one legal answer itself
AUTO_CHANCE = 2  # the engine rolls; without it the outcome comes from outside
