"""4.6.5: strengths, and how many tokens an attack takes."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.games.age_of_renaissance.constants import (
    COSMOPOLITAN,
    MAX_SUPPORTERS,
    NATIONALISM,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.queries import (
    area_of,
    capital_of,
    has,
    population_of,
    tokens_in,
)
from paxren_env.games.age_of_renaissance.rules.s51_military import effective_against
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import MARKET, SUPPORTERS


@rule
def in_own_capital(s: State, player: Player, province: Province) -> int:
    """4.4: strength is doubled there."""
    return 2 if capital_of(s, player) == province else 1


@rule
def nationalism(s: State, player: Player, province: Province) -> int:
    """One in the area of the own Capital; also for a player in Chaos."""
    if not has(s, player, NATIONALISM):
        return 0
    return 1 if area_of(s, province) == area_of(s, capital_of(s, player)) else 0


@rule
def supporting_satellites(s: State, player: Player, province: Province) -> int:
    """Satellites with an arrow to the province that hold an old token of the player."""
    count = 0
    for i in range(MAX_SUPPORTERS):
        satellite = SUPPORTERS[province, i]
        if satellite != NONE and s.old[player, satellite] > 0:
            count += 1
    return count


@rule
def attackers_military(s: State, player: Player, province: Province) -> int:
    """Cards effective against every defender in the province."""
    count = NONE
    for other in range(s.num_players):
        if other != player and population_of(s, province, other) > 0:
            effective = effective_against(s, player, other)
            count = effective if count == NONE else min(count, effective)
    return max(0, count)


@rule
def attack_strength(s: State, player: Player, province: Province, tokens: int) -> int:
    """A(T)."""
    total = tokens + nationalism(s, player, province) + attackers_military(s, player, province)
    if has(s, player, COSMOPOLITAN):
        total += supporting_satellites(s, player, province)
    return total * in_own_capital(s, player, province)


@rule
def strength_of_defender(s: State, player: Player, attacker: Player, province: Province) -> int:
    """4.6.5: one term of D."""
    total = population_of(s, province, player)
    if total == 0:
        return 0
    total += nationalism(s, player, province) + effective_against(s, player, attacker)
    if s.marker[province] == player:
        total += supporting_satellites(s, player, province)
    return total * in_own_capital(s, player, province)


@rule
def defence_strength(s: State, attacker: Player, province: Province) -> int:
    """D: each defender with his own bonuses."""
    total = 0
    for player in range(s.num_players):
        if player != attacker:
            total += strength_of_defender(s, player, attacker, province)
    return total


@rule
def tokens_to_attack(s: State, player: Player, province: Province) -> int:
    """The smallest number with T >= m and A(T) >= D + m."""
    there = tokens_in(s, province, player)
    market = int(MARKET[province])
    needed = defence_strength(s, player, province) + market
    bonus = attack_strength(s, player, province, 0)
    times = in_own_capital(s, player, province)
    total = max(market, (max(0, needed - bonus) + times - 1) // times)
    return max(1, total - there)
