"""H: trade shift."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import NONE, RULESET_1E, SPICE_ISLANDS, City
from paxren_env.games.pax_renaissance.rules.b8_tokens import repress_in_city
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CITY_EMPORIUM


@rule
def can_shift_trade(s: State, emporium: City) -> bool:
    """H1: a busted disk lies on the named emporium; in the first edition the Spice Islands stay."""
    opened = s.open_emporium[CITY_EMPORIUM[emporium]]
    if s.ruleset == RULESET_1E and opened == SPICE_ISLANDS:
        return False
    return opened != emporium


@rule
def do_trade_shift(s: State, emporium: City):
    """H1: its disk moves onto the open emporium of its colour; a token there is repressed."""
    side = int(CITY_EMPORIUM[emporium])
    covered = int(s.open_emporium[side])
    if s.city[covered] != NONE:
        repress_in_city(s, covered)
    s.open_emporium[side] = emporium
