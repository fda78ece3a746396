"""E2.2: placing the agents of a card outside battles."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, drop_frame, owe
from paxren_env.games.pax_renaissance.actions import AGENT, BORDER, CARD, CITY, EMPIRE, NO
from paxren_env.games.pax_renaissance.constants import (
    AGENT_BISHOP,
    NONE,
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_EMPIRES,
    NUM_PIECES,
    OWN_PAWN,
    RULESET_1E,
    RULESET_2021,
    SPOT_BORDER,
    SPOT_CARD,
    SPOT_CITY,
    Agent,
    Border,
    Card,
    City,
    Empire,
    Location,
    Player,
    Token,
)
from paxren_env.games.pax_renaissance.frames import (
    PICK_AGENT,
    PLACE_AGENT,
    PLACE_AGENTS,
    RESOLVE_APOSTASY,
    SERF_EMPIRE,
)
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    empty_borders,
    free_cities_for,
    has,
    in_play,
    is_barred,
    is_empty_border,
    is_full,
    is_saturated,
    location,
    mark,
    matches,
    ruled_cities,
    sea_borders_of,
    token_of,
    touches,
    why_not_free_city_for,
)
from paxren_env.games.pax_renaissance.reasons import (
    AGENT_GOES_ELSEWHERE,
    AGENT_WAS_PICKED,
    BORDER_ELSEWHERE,
    BORDER_NOT_TOUCHED,
    CITY_NOT_FULL,
    CITY_TAKEN,
    EMPIRE_ELSEWHERE,
    EMPTY_BORDER_FIRST,
    LAND_BORDER,
    MUST_PLACE,
    NO_FLORIN_TO_DISPLACE,
    NO_MATCH,
    NO_SUCH_AGENT,
    NOT_IN_PLAY,
    PIRATE_THERE,
    SIBLING_THERE,
    VENICE_IS_GOLD,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import owe_token
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    CARD_AGENTS,
    CARD_LOCATION,
    CITY_EMPIRE,
    LOCATION_EMPIRES,
    LOCATION_END_CITY,
    LOCATION_FIRST_CITY,
)


@rule
def ready_agents(s: State, card: Card):
    """E2: the card's agents wait to be placed or to fight."""
    s.card = card
    s.agents_required = 0
    s.sibling[:] = NONE
    for agent in range(NUM_AGENTS):
        s.agents[agent] = CARD_AGENTS[card, agent]


# --- where an agent may go ------------------------------------------------------------------------
@rule
def is_sibling(s: State, spot: int) -> bool:
    """E2.2b,d: an agent of the same card was put there; the rules of 2021 did not mind."""
    if s.ruleset == RULESET_2021:
        return False
    return s.sibling[0] == spot or s.sibling[1] == spot


@rule
def may_displace(s: State, city: City) -> bool:
    """G4: only in a full city; 2021 looks at single slots, the first edition at the empire."""
    if s.ruleset == RULESET_2021:
        return True
    if s.ruleset == RULESET_1E:
        return is_saturated(s, int(CITY_EMPIRE[city]))
    return is_full(s, city)


@rule
def taken_cities(s: State, player: Player, place: Location, token: Token) -> int:
    """E2.2b: occupied slots of full cities, for a florin; never a sibling's."""
    found = 0
    if s.florins[player] < 1:
        return found
    ruled = ruled_cities(s, place)
    for city in range(LOCATION_FIRST_CITY[place], LOCATION_END_CITY[place]):
        if has(ruled, city) and may_displace(s, city):
            if not is_sibling(s, SPOT_CITY + city) and not is_barred(s, city, token):
                found |= 1 << city
    return found


@rule
def taken_borders(s: State, player: Player, place: Location) -> int:
    """E2.2d, B11c: borders with a pawn and no pirate, for a florin."""
    found = 0
    if s.florins[player] < 1:
        return found
    for border in range(NUM_BORDERS):
        if has(borders_of(place), border) and s.pawn[border] != NONE and s.pirate[border] == NONE:
            found |= 1 << border
    return found


@rule
def taken_empires(s: State, place: Location) -> int:
    """E2.2d: the borders of the Location's empires that have no empty one (first edition)."""
    found = 0
    for empire in range(NUM_EMPIRES):
        if has(LOCATION_EMPIRES[place], empire) and not empty_borders(s, borders_of(empire)):
            found |= borders_of(empire)
    return found


@rule
def empty_spots(s: State, agent: Agent) -> int:
    """E2.2: cities or borders of the card's Location where the agent displaces nothing."""
    place = int(CARD_LOCATION[s.card])
    if agent < OWN_PAWN:
        return free_cities_for(s, place, agent)
    if agent == OWN_PAWN:
        return empty_borders(s, borders_of(place))
    return empty_borders(s, sea_borders_of(place))


@rule
def occupied_spots(s: State, player: Player, agent: Agent) -> int:
    """E2.2: cities or borders of the card's Location where the agent may replace a token."""
    place = int(CARD_LOCATION[s.card])
    if agent < OWN_PAWN:
        return taken_cities(s, player, place, agent)
    if agent == OWN_PAWN:
        found = taken_borders(s, player, place)
        if s.ruleset == RULESET_1E:
            found &= taken_empires(s, place)
        for border in range(NUM_BORDERS):
            if is_sibling(s, SPOT_BORDER + border):
                found &= ~(1 << border)
        return found
    return sea_borders_of(place) & ~empty_borders(s, sea_borders_of(place))


@rule
def can_host_bishop(s: State, card: Card) -> bool:
    """E2.2a: any card in a tableau or throne whose Location matches the played card's."""
    return in_play(s, card) and matches(int(CARD_LOCATION[s.card]), location(s, card))


@rule
def can_place(s: State, player: Player, agent: Agent) -> bool:
    """Some spot is open to this agent; a bishop always finds the square of its Location."""
    if agent >= AGENT_BISHOP:
        return True
    return (empty_spots(s, agent) | occupied_spots(s, player, agent)) != 0


@rule
def must_place(s: State, player: Player, agent: Agent) -> bool:
    """E2.2: after a one-shot agents are placed until saturation; bishops always.

    The rules of 2021 have no saturation clause: whoever can pay must displace.
    """
    if not s.agents_required:
        return False
    if agent >= AGENT_BISHOP or empty_spots(s, agent) != 0:
        return True
    return s.ruleset == RULESET_2021 and occupied_spots(s, player, agent) != 0


# --- the procedure --------------------------------------------------------------------------------
@rule
def place_agents(s: State, player: Player):
    """E2.2: ask for the next agent that can be placed, until none is left."""
    kinds = 0
    kind = NONE
    for agent in range(NUM_AGENTS):
        if s.agents[agent] > 0:
            if can_place(s, player, agent):
                kinds += 1
                kind = agent
            else:
                s.agents[agent] = 0
    if kinds == 0:
        return
    owe(s, PLACE_AGENTS, player, NONE, NONE, NONE)
    if kinds == 1:
        ask(s, PLACE_AGENT, player, kind, 0)
    else:
        ask(s, PICK_AGENT, player, NONE, NONE)


@rule
def drop_agents(s: State):
    """E2.2: the remaining agents are not placed; a doomed card's wait for its apostasy."""
    if s.stack_size > 1 and s.stack[s.stack_size - 2, 0] == RESOLVE_APOSTASY:
        drop_frame(s)
    else:
        s.agents[:] = 0


@rule
def mark_pick_agent(s: State, player: Player, mask):
    """E2.2: which of the different agents next, or none of them."""
    mask[NO] = 1
    for agent in range(NUM_AGENTS):
        if s.agents[agent] > 0:
            mask[AGENT + agent] = 1
            if must_place(s, player, agent):
                mask[NO] = 0


@rule
def why_not_pick_agent(s: State, player: Player, action: int) -> int:
    """E2.2: the same as a reason."""
    if action != NO:
        return LEGAL if s.agents[action - AGENT] > 0 else NO_SUCH_AGENT
    for agent in range(NUM_AGENTS):
        if s.agents[agent] > 0 and must_place(s, player, agent):
            return MUST_PLACE
    return LEGAL


@rule
def do_pick_agent(s: State, player: Player, agent: Agent):
    if agent < 0:
        drop_agents(s)
    else:
        ask(s, PLACE_AGENT, player, agent, 1)


@rule
def mark_place_agent(s: State, player: Player, agent: Agent, picked: int, mask):
    """E2.2: every spot for this agent; declining is legal unless it must be placed."""
    if not picked and not must_place(s, player, agent):
        mask[NO] = 1
    if agent >= AGENT_BISHOP:
        for card in range(NUM_PIECES):
            if can_host_bishop(s, card):
                mask[CARD + card] = 1
        return
    spots = empty_spots(s, agent) | occupied_spots(s, player, agent)
    mark(mask, CITY if agent < OWN_PAWN else BORDER, spots)


@rule
def why_not_place_agent(s: State, player: Player, agent: Agent, picked: int, action: int) -> int:
    """E2.2: the same as a reason."""
    if action == NO:
        if picked:
            return AGENT_WAS_PICKED
        return MUST_PLACE if must_place(s, player, agent) else LEGAL
    if action < CITY:
        return (
            why_not_host_bishop(s, action - CARD) if agent >= AGENT_BISHOP else AGENT_GOES_ELSEWHERE
        )
    if action < BORDER:
        is_right = agent < OWN_PAWN
        return (
            why_not_in_city(s, player, agent, action - CITY) if is_right else AGENT_GOES_ELSEWHERE
        )
    is_right = OWN_PAWN <= agent < AGENT_BISHOP
    return (
        why_not_on_border(s, player, agent, action - BORDER) if is_right else AGENT_GOES_ELSEWHERE
    )


@rule
def why_not_host_bishop(s: State, card: Card) -> int:
    """E2.2a: any card in a tableau or throne whose Location matches the played card's."""
    if not in_play(s, card):
        return NOT_IN_PLAY
    return LEGAL if can_host_bishop(s, card) else NO_MATCH


@rule
def why_not_in_city(s: State, player: Player, agent: Agent, city: City) -> int:
    """E2.2b: a free slot of the Location, or for a florin an occupied one of a full city."""
    if has(empty_spots(s, agent) | occupied_spots(s, player, agent), city):
        return LEGAL
    why = why_not_free_city_for(s, int(CARD_LOCATION[s.card]), city, agent)
    if why != CITY_TAKEN:
        return why
    if not may_displace(s, city):
        return CITY_NOT_FULL
    if is_sibling(s, SPOT_CITY + city):
        return SIBLING_THERE
    return VENICE_IS_GOLD if is_barred(s, city, agent) else NO_FLORIN_TO_DISPLACE


@rule
def why_not_on_border(s: State, player: Player, agent: Agent, border: Border) -> int:
    """E2.2c,d: a border of the Location; a pirate needs the sea, a pawn may cost a florin."""
    if has(empty_spots(s, agent) | occupied_spots(s, player, agent), border):
        return LEGAL
    if not has(borders_of(int(CARD_LOCATION[s.card])), border):
        return BORDER_ELSEWHERE
    if agent != OWN_PAWN:
        return LAND_BORDER
    if s.pirate[border] != NONE:
        return PIRATE_THERE
    if is_sibling(s, SPOT_BORDER + border):
        return SIBLING_THERE
    return NO_FLORIN_TO_DISPLACE if s.florins[player] < 1 else EMPTY_BORDER_FIRST


@rule
def do_place_agent(s: State, player: Player, agent: Agent, action: int):
    """E2.2: the agent becomes a token on that spot."""
    if action == NO:
        drop_agents(s)
        return
    s.agents[agent] -= 1
    if action >= BORDER:
        place_on_border(s, player, agent, action - BORDER)
    elif action >= CITY:
        settle_agent(s, player, agent, SPOT_CITY + action - CITY, NONE)
    else:
        settle_agent(s, player, agent, SPOT_CARD + action - CARD, NONE)


@rule
def settle_agent(s: State, player: Player, agent: Agent, spot: int, serf_empire: int):
    """E2.2b,d: remember the spot, so that no sibling displaces it."""
    s.sibling[1] = s.sibling[0]
    s.sibling[0] = spot
    owe_token(s, player, token_of(agent, player), spot, serf_empire)


@rule
def place_on_border(s: State, player: Player, agent: Agent, border: Border):
    """B13d: a pawn displaced by a region's card becomes a serf where the player says."""
    place = int(CARD_LOCATION[s.card])
    if agent == OWN_PAWN and place >= NUM_EMPIRES and not is_empty_border(s, border):
        ask(s, SERF_EMPIRE, player, agent, border)
    else:
        settle_agent(s, player, agent, SPOT_BORDER + border, place)


@rule
def mark_serf_empire(s: State, border: Border, mask):
    """B13d: the empires of that border inside the card's region."""
    empires = LOCATION_EMPIRES[CARD_LOCATION[s.card]]
    for empire in range(NUM_EMPIRES):
        if has(empires, empire) and touches(border, empire):
            mask[EMPIRE + empire] = 1


@rule
def do_serf_empire(s: State, player: Player, agent: Agent, border: Border, empire: Empire):
    """B13d: now the pawn is placed."""
    settle_agent(s, player, agent, SPOT_BORDER + border, empire)


@rule
def why_not_serf_empire(s: State, border: Border, empire: Empire) -> int:
    """B13d: an empire of that border inside the card's region."""
    if not has(LOCATION_EMPIRES[CARD_LOCATION[s.card]], empire):
        return EMPIRE_ELSEWHERE
    return LEGAL if touches(border, empire) else BORDER_NOT_TOUCHED
