"""B10: battles. J, K1 and F9 say who fights; the rest is common to all."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import (
    AGENT,
    ARRANGE,
    BORDER,
    CITY,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
)
from paxren_env.games.pax_renaissance.constants import (
    AGENT_BISHOP,
    AGENT_PIRATE,
    BY_CAMPAIGN,
    CONSPIRACY,
    CONSTANTINOPLE,
    CRUSADE,
    EAST,
    KNIGHT,
    MAMLUK,
    MAMLUK_REPRESSED_AS_KNIGHTS_IN_EAST_CAMPAIGNS,
    NONE,
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_REPRESSED,
    OTTOMAN,
    OWN_PAWN,
    PAWN,
    PEASANT_REVOLT,
    PIRATE,
    REFORMATION,
    ROOK,
    RULESET_1E,
    SPOT_BORDER,
    SPOT_CITY,
    SPOT_SQUARE,
    Agent,
    Empire,
    Player,
    Token,
)
from paxren_env.games.pax_renaissance.frames import (
    AFTER_BATTLE,
    ARRANGE_SLOTS,
    CASUALTY,
    PLACE_SURVIVOR,
    PLACE_SURVIVORS,
    REGIME_CHANGE,
    SURVIVOR,
)
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    count,
    empire_of,
    empty_borders,
    free_cities_for,
    has,
    has_ability,
    is_open,
    mark,
    pirate_borders,
    ruled_cities,
    sea_borders_of,
    square_of,
    token_of,
)
from paxren_env.games.pax_renaissance.reasons import (
    DOES_NOT_ATTACK,
    DOES_NOT_DEFEND,
    NO_ROOM,
    NO_SLOT_FOR_TOKEN,
    NO_SURVIVOR,
    SAME_ARRANGEMENT,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import (
    kill_in_city,
    kill_pawn,
    kill_pirate,
    kill_repressed,
    owe_token,
)
from paxren_env.games.pax_renaissance.rules.k_religious_war import (
    believing_cities,
    believing_pirates,
    ruling_believers,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    EMPIRE_SIDE,
    LOCATION_BORDERS,
    LOCATION_END_CITY,
    LOCATION_FIRST_CITY,
)


# --- who fights -----------------------------------------------------------------------------------
@rule
def is_religious_war(s: State) -> bool:
    return CRUSADE <= s.war <= REFORMATION


@rule
def war_religion(s: State) -> int:
    """K1: the religion of the war; believers attack, heretics defend."""
    return int(s.war) - CRUSADE


@rule
def knights_in(s: State, empire: Empire) -> int:
    """F9: slots of the empire that hold a knight of any colour."""
    found = 0
    for city in range(LOCATION_FIRST_CITY[empire], LOCATION_END_CITY[empire]):
        if KNIGHT <= s.city[city] < ROOK:
            found |= 1 << city
    return found


@rule
def attacking_cities(s: State) -> int:
    """F9, K1: knights and rooks on the map that attack."""
    if s.war == BY_CAMPAIGN:
        return knights_in(s, empire_of(int(s.war_king)))
    if is_religious_war(s):
        rooks_too = s.war_rooks == 1
        return believing_cities(s, int(s.war_empire), war_religion(s), rooks_too)
    return 0


@rule
def attacking_pirates(s: State) -> int:
    """J, K1: pirates that attack: all in a civil war, believers in a religious one."""
    if s.war == BY_CAMPAIGN:
        return 0
    if is_religious_war(s):
        return believing_pirates(s, int(s.war_empire), war_religion(s), True)
    return pirate_borders(s, int(s.war_empire))


@rule
def attacking_pawns(s: State, player: Player) -> int:
    """J2: the player's concessions on the empire's borders join a peasant revolt."""
    found = 0
    if s.war == PEASANT_REVOLT:
        for border in range(NUM_BORDERS):
            if has(LOCATION_BORDERS[s.war_empire], border) and s.pawn[border] == player:
                found |= 1 << border
    return found


@rule
def defending_cities(s: State) -> int:
    """B10: the ruling class of the empire; only heretics in a religious war."""
    if is_religious_war(s):
        return ruling_believers(s, int(s.war_empire), war_religion(s), False)
    return ruled_cities(s, int(s.war_empire))


@rule
def defending_pirates(s: State) -> int:
    """K1: heretic pirates defend in a religious war; in others none does."""
    if is_religious_war(s):
        return believing_pirates(s, int(s.war_empire), war_religion(s), False)
    return 0


@rule
def fights(s: State, agent: Agent) -> bool:
    """B10: bishops never fight, a card's pawns only in civil wars.

    In the first edition pawns fight only in peasant revolts and a card's pirates never.
    """
    if agent == OWN_PAWN:
        return s.war == PEASANT_REVOLT or (s.war == CONSPIRACY and s.ruleset != RULESET_1E)
    if agent >= AGENT_PIRATE and s.ruleset == RULESET_1E:
        return False
    return agent < AGENT_BISHOP


@rule
def fighters_home(s: State) -> Empire:
    """The square whose repressed tokens fight: the empire's own; slave soldiers are Mamluk."""
    return MAMLUK if s.war == BY_CAMPAIGN else int(s.war_empire)


@rule
def slave_soldiers_join(s: State, player: Player, empire: Empire) -> bool:
    """AB: Circassian Mamluks send Mamluk's repressed tokens into Eastern campaigns."""
    return EMPIRE_SIDE[empire] == EAST and has_ability(
        s, player, MAMLUK_REPRESSED_AS_KNIGHTS_IN_EAST_CAMPAIGNS
    )


@rule
def rises(s: State, player: Player, token: Token) -> bool:
    """J, F9: whether repressed tokens of this kind fight in this war."""
    if s.war == CONSPIRACY:
        return token < PAWN
    if s.war == PEASANT_REVOLT:
        return token >= PAWN
    return s.war == BY_CAMPAIGN and slave_soldiers_join(s, player, int(s.war_empire))


@rule
def muster_fighters(s: State, player: Player):
    """J, F9: note which repressed tokens fight."""
    home = fighters_home(s)
    for token in range(NUM_REPRESSED):
        s.fighters[token] = s.repressed[home, token] if rises(s, player, token) else 0


@rule
def num_fighting_agents(s: State) -> int:
    number = 0
    for agent in range(NUM_AGENTS):
        if fights(s, agent):
            number += int(s.agents[agent])
    return number


@rule
def num_attackers(s: State, player: Player) -> int:
    number = count(attacking_cities(s)) + count(attacking_pirates(s))
    number += count(attacking_pawns(s, player)) + num_fighting_agents(s)
    for token in range(NUM_REPRESSED):
        number += int(s.fighters[token])
    return number


@rule
def num_defenders(s: State) -> int:
    return count(defending_cities(s)) + count(defending_pirates(s))


# --- casualties -----------------------------------------------------------------------------------
@rule
def fight(s: State, player: Player):
    """B10b: each attacker kills a defender and dies; any survivor means victory."""
    muster_fighters(s, player)
    attackers = num_attackers(s, player)
    defenders = num_defenders(s)
    if attackers > defenders:
        kill_defenders(s)
        owe(s, AFTER_BATTLE, player, NONE, NONE, NONE)
        s.deaths_left = defenders
        ask(s, CASUALTY, player, 1, NONE)
        return
    kill_attackers(s, player)
    if attackers == defenders:
        kill_defenders(s)
        return
    s.deaths_left = attackers
    ask(s, CASUALTY, player, 0, NONE)


@rule
def kill_all(s: State, cities: int, pirates: int, pawns: int):
    for city in range(NUM_CITIES):
        if has(cities, city):
            kill_in_city(s, city)
    for border in range(NUM_BORDERS):
        if has(pirates, border):
            kill_pirate(s, border)
        if has(pawns, border):
            kill_pawn(s, border)


@rule
def kill_defenders(s: State):
    kill_all(s, defending_cities(s), defending_pirates(s), 0)


@rule
def kill_attackers(s: State, player: Player):
    """B10: agents that die need no token."""
    kill_all(s, attacking_cities(s), attacking_pirates(s), attacking_pawns(s, player))
    for agent in range(NUM_AGENTS):
        if fights(s, agent):
            s.agents[agent] = 0
    home = fighters_home(s)
    for token in range(NUM_REPRESSED):
        while s.fighters[token] > 0:
            s.fighters[token] -= 1
            kill_repressed(s, home, token)


@rule
def mark_casualty(s: State, player: Player, attackers: int, mask):
    """B10b: the attacking player picks all casualties, one at a time."""
    if s.deaths_left == 0:
        return
    if not attackers:
        mark(mask, CITY, defending_cities(s))
        mark(mask, PIRATE_AT, defending_pirates(s))
        return
    mark(mask, CITY, attacking_cities(s))
    mark(mask, PIRATE_AT, attacking_pirates(s))
    mark(mask, PAWN_AT, attacking_pawns(s, player))
    for agent in range(NUM_AGENTS):
        if s.agents[agent] > 0 and fights(s, agent):
            mask[AGENT + agent] = 1
    for token in range(NUM_REPRESSED):
        if s.fighters[token] > 0:
            mask[REPRESSED + token] = 1


@rule
def why_not_casualty(s: State, player: Player, attackers: int, action: int) -> int:
    """B10b: an attacker, or a defender, of this war."""
    if attackers:
        return LEGAL if is_attacker(s, player, action) else DOES_NOT_ATTACK
    if action >= PIRATE_AT:
        defends = action < AGENT and has(defending_pirates(s), action - PIRATE_AT)
    else:
        defends = action < PAWN_AT and has(defending_cities(s), action - CITY)
    return LEGAL if defends else DOES_NOT_DEFEND


@rule
def is_attacker(s: State, player: Player, action: int) -> bool:
    """B10b: what the choice names fights for the attacking player."""
    if action >= REPRESSED:
        return s.fighters[action - REPRESSED] > 0
    if action >= AGENT:
        return s.agents[action - AGENT] > 0 and fights(s, action - AGENT)
    if action >= PIRATE_AT:
        return has(attacking_pirates(s), action - PIRATE_AT)
    if action >= PAWN_AT:
        return has(attacking_pawns(s, player), action - PAWN_AT)
    return has(attacking_cities(s), action - CITY)


@rule
def do_casualty(s: State, player: Player, attackers: int, action: int):
    """B10b: one dies."""
    if action >= REPRESSED:
        s.fighters[action - REPRESSED] -= 1
        kill_repressed(s, fighters_home(s), action - REPRESSED)
    elif action >= AGENT:
        s.agents[action - AGENT] -= 1
    elif action >= PIRATE_AT:
        kill_pirate(s, action - PIRATE_AT)
    elif action >= PAWN_AT:
        kill_pawn(s, action - PAWN_AT)
    else:
        kill_in_city(s, action - CITY)
    s.deaths_left -= 1
    ask(s, CASUALTY, player, attackers, NONE)


# --- victory --------------------------------------------------------------------------------------
@rule
def win_battle(s: State, player: Player):
    """B10d, K2: theocracy, survivors, Constantinople, regime change, in this order."""
    empire = int(s.war_empire)
    if not is_within_column(s):
        owe(s, REGIME_CHANGE, player, empire, int(s.war), NONE)
    if is_religious_war(s) and s.religion[empire] != war_religion(s):
        s.religion[empire] = war_religion(s)
        s.stale = 1
        if empire == OTTOMAN:
            ask(s, ARRANGE_SLOTS, player, NONE, NONE)
    owe(s, PLACE_SURVIVORS, player, NONE, NONE, NONE)


@rule
def is_within_column(s: State) -> bool:
    """V: no regime change when a suzerain and its vassals campaign against each other."""
    if s.war != BY_CAMPAIGN:
        return False
    king, target = int(s.war_king), square_of(int(s.war_empire))
    if s.under[king] == target or s.under[target] == king:
        return True
    return s.under[king] != NONE and s.under[king] == s.under[target]


@rule
def survivor_spots(s: State, token: Token) -> int:
    """B10c: the empty cities or borders of the conquered empire for such a token."""
    empire = int(s.war_empire)
    if token < PAWN:
        return free_cities_for(s, empire, token)
    if token < PIRATE:
        return empty_borders(s, borders_of(empire))
    return empty_borders(s, sea_borders_of(empire))


@rule
def num_freed(s: State, token: Token) -> int:
    """B10c: surviving repressed attackers still to be placed; slave soldiers only in Mamluk."""
    home = fighters_home(s)
    if home != s.war_empire:
        return 0
    # A shortage may have taken one of them in the meantime.
    return min(int(s.fighters[token]), int(s.repressed[home, token]))


@rule
def agent_has_room(s: State, player: Player, agent: Agent) -> bool:
    """B10c: an agent of this kind survived and there is an empty spot for it."""
    if s.agents[agent] == 0 or not fights(s, agent):
        return False
    return survivor_spots(s, token_of(agent, player)) != 0


@rule
def fighter_has_room(s: State, token: Token) -> bool:
    """B10c: a repressed attacker of this kind survived and there is an empty spot for it."""
    return num_freed(s, token) > 0 and survivor_spots(s, token) != 0


@rule
def mark_survivor(s: State, player: Player, mask):
    """B10c: surviving agents and repressed attackers for whom there is room."""
    for agent in range(NUM_AGENTS):
        if agent_has_room(s, player, agent):
            mask[AGENT + agent] = 1
    for token in range(NUM_REPRESSED):
        if fighter_has_room(s, token):
            mask[REPRESSED + token] = 1


@rule
def why_not_survivor(s: State, player: Player, action: int) -> int:
    """B10c: a surviving agent or repressed attacker for whom there is room."""
    if action >= REPRESSED:
        token = action - REPRESSED
        if num_freed(s, token) == 0:
            return NO_SURVIVOR
        return LEGAL if fighter_has_room(s, token) else NO_ROOM
    agent = action - AGENT
    if s.agents[agent] == 0 or not fights(s, agent):
        return NO_SURVIVOR
    return LEGAL if agent_has_room(s, player, agent) else NO_ROOM


@rule
def has_room(s: State, player: Player) -> bool:
    """B10c: there is room for some survivor."""
    for agent in range(NUM_AGENTS):
        if agent_has_room(s, player, agent):
            return True
    for token in range(NUM_REPRESSED):
        if fighter_has_room(s, token):
            return True
    return False


@rule
def place_survivors(s: State, player: Player):
    """B10c: ask for the next survivor to place; the excess is dealt with when no room is left."""
    if has_room(s, player):
        owe(s, PLACE_SURVIVORS, player, NONE, NONE, NONE)
        ask(s, SURVIVOR, player, NONE, NONE)
    else:
        repress_excess(s, player)


@rule
def repress_excess(s: State, player: Player):
    """B10c: agents without room are repressed for free, pirates eliminated, serfs stay serfs.

    One at a time: a shortage may take the token from a city here, and then there is room again.
    """
    for agent in range(NUM_AGENTS):
        if s.agents[agent] == 0 or not fights(s, agent):
            continue
        if agent < AGENT_PIRATE:
            s.agents[agent] -= 1
            owe(s, PLACE_SURVIVORS, player, NONE, NONE, NONE)
            spot = SPOT_SQUARE + int(s.war_empire)
            owe_token(s, player, token_of(agent, player), spot, NONE)
            return
        s.agents[agent] = 0
    s.fighters[:] = 0


@rule
def do_survivor(s: State, player: Player, action: int):
    """B10c: this one is placed next."""
    if action >= REPRESSED:
        ask(s, PLACE_SURVIVOR, player, action - REPRESSED, 0)
    else:
        ask(s, PLACE_SURVIVOR, player, token_of(action - AGENT, player), 1)


@rule
def mark_place_survivor(s: State, token: Token, mask):
    mark(mask, CITY if token < PAWN else BORDER, survivor_spots(s, token))


@rule
def do_place_survivor(s: State, player: Player, token: Token, is_agent: int, action: int):
    """B10c: an agent becomes a token, a repressed token moves from its square."""
    if is_agent:
        s.agents[agent_of(token)] -= 1
    else:
        s.fighters[token] -= 1
        kill_repressed(s, fighters_home(s), token)
    spot = SPOT_CITY + action - CITY if token < PAWN else SPOT_BORDER + action - BORDER
    owe_token(s, player, token, spot, NONE)


@rule
def agent_of(token: Token) -> Agent:
    """The printed agent that becomes this token."""
    if token < PAWN:
        return token
    if token < PIRATE:
        return OWN_PAWN
    return token - PIRATE + AGENT_PIRATE


# --- Constantinople -------------------------------------------------------------------------------
@rule
def arranged(arrangement: int, slot: int) -> int:
    """K2a: which old slot (0-2) fills this slot; the six permutations, 0 keeps all as it is."""
    first = arrangement // 2
    if slot == 0:
        return first
    low = 1 if first == 0 else 0
    high = 3 - first - low
    swapped = arrangement % 2 == 1
    return (high if swapped else low) if slot == 1 else (low if swapped else high)


@rule
def old_token(s: State, arrangement: int, slot: int) -> Token:
    return int(s.city[CONSTANTINOPLE + arranged(arrangement, slot)])


@rule
def same_arrangement(s: State, one: int, other: int) -> bool:
    """Two permutations that leave the same tokens in every slot."""
    for slot in range(3):
        if old_token(s, one, slot) != old_token(s, other, slot):
            return False
    return True


@rule
def mark_arrange(s: State, mask):
    """K2a: every different arrangement of Constantinople's tokens in its open slots."""
    for arrangement in range(6):
        if why_not_arrange(s, arrangement) == LEGAL:
            mask[ARRANGE + arrangement] = 1


@rule
def why_not_arrange(s: State, arrangement: int) -> int:
    """K2a: only open slots are filled, and no earlier arrangement is the same."""
    for slot in range(3):
        if not is_open(s, CONSTANTINOPLE + slot) and old_token(s, arrangement, slot) != NONE:
            return NO_SLOT_FOR_TOKEN
    for earlier in range(arrangement):
        if same_arrangement(s, earlier, arrangement):
            return SAME_ARRANGEMENT
    return LEGAL


@rule
def do_arrange(s: State, arrangement: int):
    """K2a: the tokens change slots."""
    first = old_token(s, arrangement, 0)
    second = old_token(s, arrangement, 1)
    third = old_token(s, arrangement, 2)
    s.city[CONSTANTINOPLE] = first
    s.city[CONSTANTINOPLE + 1] = second
    s.city[CONSTANTINOPLE + 2] = third
    s.stale = 1
