"""G: trade fairs."""

from paxren_env.core.jit import rule
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import CITY
from paxren_env.games.pax_renaissance.constants import (
    BANKRUPTCY,
    CONCESSIONS_DOUBLE_IN_FAIRS_AND_VOTES,
    CONCESSIONS_DOUBLE_IN_SPICE_ISLANDS_FAIRS,
    DISCARDED,
    EMPORIUM_SUBSIDY_IS_TWO,
    NONE,
    NUM_COLUMNS,
    RULESET_1E,
    SPICE_ISLANDS,
    SPOT_CITY,
    Border,
    City,
    Empire,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.frames import PLACE_LEVY, VOYAGE
from paxren_env.games.pax_renaissance.queries import (
    free_cities,
    has_ability,
    mark,
    religious_state,
    why_not_free_city,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import owe_token
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CITY_EMPORIUM, LEVY, ROUTE, ROUTE_LENGTH


@rule
def can_hold_fair(s: State, side: Side) -> bool:
    """E5: a card lies face down at the end of the row."""
    return s.market[side * NUM_COLUMNS] != NONE


@rule
def do_trade_fair(s: State, player: Player, side: Side):
    """G1-G3: discard the card, collect the profits, take the subsidy, set sail."""
    slot = side * NUM_COLUMNS
    s.place[s.market[slot]] = DISCARDED
    s.market[slot] = NONE
    s.market_paid[slot] = 0
    s.fair_profit = s.market_florins[slot] + florins_from_china(s)
    s.market_florins[slot] = 0
    taken = min(int(s.fair_profit), subsidy(s, player))
    s.fair_profit -= taken
    s.florins[player] += taken
    if s.fair_profit > 0:
        owe(s, VOYAGE, player, int(s.open_emporium[side]), 0, NONE)


@rule
def florins_from_china(s: State) -> int:
    """G1: China adds 1 florin with two players, 2 with more; always 2 in the first edition."""
    return 1 if s.num_players <= 2 and s.ruleset != RULESET_1E else 2


@rule
def subsidy(s: State, player: Player) -> int:
    """G2: what the convening player takes first; nothing under bankruptcy (G6)."""
    if s.options & BANKRUPTCY:
        return 0
    return 2 if has_ability(s, player, EMPORIUM_SUBSIDY_IS_TWO) else 1


@rule
def sail(s: State, player: Player, emporium: City, stop: int):
    """G5: levies in empires and money at borders, in turn, until the profits or the route end."""
    if s.fair_profit == 0 or stop == ROUTE_LENGTH[emporium]:
        s.market_florins[CITY_EMPORIUM[emporium] * NUM_COLUMNS] += s.fair_profit
        s.fair_profit = 0
        return
    owe(s, VOYAGE, player, emporium, stop + 1, NONE)
    place = int(ROUTE[emporium, stop])
    if stop % 2 == 0:
        ask(s, PLACE_LEVY, player, place, NONE)
    else:
        pay_out(s, emporium, place)


@rule
def pay_out(s: State, emporium: City, border: Border):
    """G3: a concession takes its share of the profits, else a pirate costs one florin."""
    owner = int(s.pawn[border])
    if owner != NONE:
        share = min(int(s.fair_profit), payout(s, owner, emporium))
        s.fair_profit -= share
        s.florins[owner] += share
    elif s.pirate[border] != NONE:
        s.fair_profit -= 1


@rule
def payout(s: State, owner: Player, emporium: City) -> int:
    """AB: 1 florin, doubled by Michelangelo and, from the Spice Islands, by each armada."""
    share = 1 << int(s.ability[owner, CONCESSIONS_DOUBLE_IN_FAIRS_AND_VOTES])
    if emporium == SPICE_ISLANDS:
        share <<= int(s.ability[owner, CONCESSIONS_DOUBLE_IN_SPICE_ISLANDS_FAIRS])
    return share


@rule
def mark_levy(s: State, empire: Empire, mask):
    """G4: any free slot of the empire; a saturated one gets no levy."""
    mark(mask, CITY, free_cities(s, empire))


@rule
def why_not_levy(s: State, empire: Empire, city: City) -> int:
    """G4: any free slot of the empire."""
    return why_not_free_city(s, empire, city)


@rule
def do_levy(s: State, player: Player, city: City, empire: Empire):
    """G4: the token is the one printed on the slot in the empire's religious state."""
    token = int(LEVY[s.map, city, religious_state(s, empire)])
    owe_token(s, player, token, SPOT_CITY + city, NONE)
