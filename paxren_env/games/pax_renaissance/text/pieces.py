"""What lies where on the table: asked by all that show it."""

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import tables as t
from paxren_env.games.pax_renaissance.rules.l_victory import prestige
from paxren_env.games.pax_renaissance.state import State


def queens_of(s: State, card: int) -> list[int]:
    """I1: the queens married to this King."""
    return [queen for queen in t.QUEENS.tolist() if s.under[queen] == card]


def vassals_of(s: State, card: int) -> list[int]:
    """VASSAL: the squares tucked under this one."""
    return [square for square in range(c.SQUARE, c.NUM_PIECES) if s.under[square] == card]


def old_maids_of(s: State, player: int) -> list[int]:
    """I: queens under the player board."""
    queens = t.QUEENS.tolist()
    return [q for q in queens if s.place[q] == c.OLD_MAID and s.owner[q] == player]


def prestige_of(s: State, player: int) -> list[tuple[int, int]]:
    """L: what counts for a victory, the old maids' included."""
    total = [(kind, prestige(s, player, kind)) for kind in range(c.NUM_PRESTIGE)]
    return [(kind, number) for kind, number in total if number]
