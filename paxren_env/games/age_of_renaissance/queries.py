"""QUERIES: what several rules ask about a position."""

from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    CHAOS,
    EURO_MAP,
    LOIRE,
    NEW_MARKER,
    NO_MARKER,
    NOBODY,
    NUM_PROVINCES,
    OLD_MARKER,
    Advance,
    Area,
    Commodity,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    AREA_OF,
    CAPITAL_PROVINCE,
    IN_PLAY,
    MARKET,
    PRODUCES,
    SHIP_NUMBER,
    SHIP_ROW,
    SLOTS,
)


@rule
def is_live(s: State, player: Player) -> bool:
    """1.2: not in Chaos."""
    return s.misery[player] < CHAOS


@rule
def has(s: State, player: Player, advance: Advance) -> bool:
    """The player owns the advance."""
    return int(s.advances[player]) >> advance & 1 != 0


@rule
def num_live(s: State) -> int:
    count = 0
    for player in range(s.num_players):
        if is_live(s, player):
            count += 1
    return count


@rule
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def half(number: int) -> int:
    """1.2, 11.5: the half is rounded up."""
    return (number + 1) // 2


@rule
def position(s: State, player: Player) -> int:
    """The player's place in the order, 0 the first."""
    for i in range(s.num_players):
        if s.order[i] == player:
            return i
    return 0


@rule
def slot(s: State, player: Player) -> int:
    """2.4: the number printed at the player's place."""
    return int(SLOTS[s.num_players, position(s, player)])


@rule
def edition(s: State) -> int:
    return 1 if s.options & EURO_MAP else 0


@rule
def has_loire(s: State) -> int:
    return 1 if s.options & LOIRE else 0


@rule
def is_in_play(s: State, province: Province) -> bool:
    """8.2: the province lies in an area in use, or overseas."""
    return IN_PLAY[edition(s), has_loire(s), s.num_players, province] != 0


@rule
def area_of(s: State, province: Province) -> Area:
    return int(AREA_OF[edition(s), province])


@rule
def capital_of(s: State, player: Player) -> Province:
    """The province of the player's Capital."""
    return int(CAPITAL_PROVINCE[s.capital[player]])


@rule
def ship_row(s: State, player: Player) -> int:
    return int(SHIP_ROW[s.ship[player]])


@rule
def ship_number(s: State, player: Player) -> int:
    return int(SHIP_NUMBER[s.ship[player]])


@rule
def tokens_in(s: State, province: Province, player: Player) -> int:
    return int(s.old[player, province]) + int(s.new[player, province])


@rule
def population_of(s: State, province: Province, player: Player) -> int:
    """1.2: the player's tokens; a marker counts as many as the market."""
    if s.marker[province] == player:
        return int(MARKET[province])
    return tokens_in(s, province, player)


@rule
def tokens_of_all(s: State, province: Province) -> int:
    """The tokens of every player."""
    total = 0
    for player in range(s.num_players):
        total += tokens_in(s, province, player)
    return total


@rule
def opposing_population(s: State, province: Province, player: Player) -> int:
    """1.2: that of all others; where a marker lies no token does."""
    if s.marker[province] != NOBODY:
        return 0 if s.marker[province] == player else int(MARKET[province])
    return tokens_of_all(s, province) - tokens_in(s, province, player)


@rule
def has_old_marker(s: State, province: Province) -> bool:
    return s.marker_kind[province] == OLD_MARKER


@rule
def markers_on_map(s: State, player: Player) -> int:
    """Dominated provinces, whatever side shows."""
    count = 0
    for province in range(NUM_PROVINCES):
        if s.marker[province] == player:
            count += 1
    return count


@rule
def new_markers(s: State, player: Player) -> int:
    """4.6.10: new markers that are not flagged."""
    count = 0
    for province in range(NUM_PROVINCES):
        if s.marker[province] == player and s.marker_kind[province] == NEW_MARKER:
            count += 1
    return count


@rule
def dominated(s: State, player: Player, commodity: Commodity) -> int:
    """2.3: provinces of the commodity in which the player has a marker."""
    count = 0
    for province in range(NUM_PROVINCES):
        if s.marker[province] == player and PRODUCES[province] >> commodity & 1:
            count += 1
    return count


@rule
def is_marked(s: State, province: Province) -> bool:
    return s.marker_kind[province] != NO_MARKER


@rule
def owner_of_capital(s: State, province: Province) -> Player:
    """Whose Capital this province is; nobody's otherwise."""
    for player in range(s.num_players):
        if s.capital[player] >= 0 and capital_of(s, player) == province:
            return player
    return NOBODY


@rule
def is_under_ruler(s: State, player: Player) -> bool:
    return s.ruler >> player & 1 != 0
