"""Position notation: a whole position as a dict that JSON can hold, and back.

`to_dict` writes every position exactly, what is owed too. `from_dict` also takes positions written
by hand, with much left out, and refuses what cannot be, saying what and where.
"""

from paxren_env.games.age_of_renaissance.notation.check import BOUNDS, check_row
from paxren_env.games.age_of_renaissance.notation.names import Position
from paxren_env.games.age_of_renaissance.notation.read import from_dict
from paxren_env.games.age_of_renaissance.notation.write import to_dict

__all__ = ["BOUNDS", "Position", "check_row", "from_dict", "to_dict"]
