"""O5, O9: how the solo bot answers what its actions, and the player's, ask of it."""

from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance.actions import (
    ACTIVATE,
    AGENT,
    BORDER,
    CARD,
    CITY,
    EMPIRE,
    NO,
    NUM_ACTIONS,
    OP,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
    YES,
)
from paxren_env.games.pax_renaissance.constants import (
    AGENT_BISHOP,
    AGENT_PIRATE,
    COMMERCE,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    CRUSADE,
    EAST,
    KNIGHT,
    MEDIEVAL,
    NONE,
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_PIECES,
    NUM_RELIGIONS,
    NUM_REPRESSED,
    NUM_VICTORY_SQUARES,
    OWN_PAWN,
    PAWN,
    REFORMATION,
    ROOK,
    WEST,
    Agent,
    Border,
    Card,
    City,
    Empire,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.frames import (
    ACTIVATE_SQUARE,
    CASUALTY,
    CONCESSION,
    EMANCIPATE,
    GOLDEN_LIBERTY,
    HOSPITALLER,
    OP_CARD,
    PACIFY,
    PICK_AGENT,
    PICK_OP,
    PLACE_AGENT,
    PLACE_FREED,
    PLACE_LEVY,
    PLACE_SURVIVOR,
    SERF_EMPIRE,
    SUITOR,
    SURVIVOR,
    TAX_RESPONSE,
    TOKEN_SOURCE,
)
from paxren_env.games.pax_renaissance.queries import (
    count,
    has,
    has_ability,
    owns_in_tableau,
    religious_state,
    square_of,
)
from paxren_env.games.pax_renaissance.rules.b10_battle import knights_in
from paxren_env.games.pax_renaissance.rules.e2_agents import empty_spots, occupied_spots
from paxren_env.games.pax_renaissance.rules.e4_ops import available_ops, can_perform
from paxren_env.games.pax_renaissance.rules.l_victory import meets
from paxren_env.games.pax_renaissance.solo.table import BELIEVERS, CONCESSIONS, foe_of
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BORDER_EMPIRES,
    CITY_EMPIRE,
    LEVY,
    ROUTE,
    ROUTE_LENGTH,
    SUITOR_RANK,
)

NOWHERE = 1000  # a rank behind all that are on a route
GAINED = 1000  # a rank before all Kings that the bot has already
UNWANTED = 4  # a rank behind all cities that an agent is placed in
SERVICE = 50  # a rank before or behind all losses that do not matter to the row


@rule
def bot_choice(s: State, player: Player, row: int, faith: int, mask) -> int:
    """O5: the answer of the bot, which plays by this row of its table, against this religion."""
    frame = top(s, 0)
    if frame == PICK_AGENT:
        return choose_agent(s, player, row, faith, mask)
    if frame == PLACE_AGENT:
        return place_agent(s, player, row, faith, top(s, 2), mask)
    if frame == CASUALTY:
        return choose_casualty(s, player, row, faith, mask)
    if frame == CONCESSION or frame == PLACE_SURVIVOR or frame == PLACE_FREED:
        return choose_spot(s, player, row, mask)
    if frame < OP_CARD:
        return choose_in_play(s, player, row, faith, frame, mask)
    return choose_in_ops(s, player, frame, mask)


@rule
def choose_in_play(s: State, player: Player, row: int, faith: int, frame: int, mask) -> int:
    """O5: what playing a card asks, apart from its agents."""
    if frame == SUITOR:
        return choose_suitor(s, player, top(s, 2), mask)
    if frame == SURVIVOR:
        return choose_survivor(s, player, row, faith, mask)
    if frame == EMANCIPATE:
        return choose_freed(s, player, row, faith, top(s, 2), mask)
    if frame == PACIFY:  # hole 15: only the player's serfs
        serf = REPRESSED + PAWN + foe_of(player)
        return serf if mask[serf] else NO
    if frame == GOLDEN_LIBERTY:  # hole 15: where it ends a theocracy of the dominant religion
        return YES if faith != NONE and s.religion[top(s, 2)] == faith else NO
    if frame == SERF_EMPIRE:
        return choose_serf_empire(s, player, mask)
    if frame == ACTIVATE_SQUARE:
        return choose_square(s, player, mask)
    return first_legal(mask)


@rule
def choose_in_ops(s: State, player: Player, frame: int, mask) -> int:
    """O4, O5: ops beyond the planned ones are commerce; abilities give no extra actions."""
    if frame == OP_CARD:
        card = trading_card(s, player, NONE, NONE, mask)
        if card != NONE:
            return CARD + card
    elif frame == PICK_OP:
        for side in range(2):
            if mask[OP + COMMERCE + side]:
                return OP + COMMERCE + side
    elif frame == TAX_RESPONSE:
        return YES if s.florins[player] > 1 else NO
    elif frame == PLACE_LEVY:
        return choose_levy(s, top(s, 2), mask)
    elif frame == HOSPITALLER:
        return YES
    elif frame == TOKEN_SOURCE:
        return choose_source(s, player, mask)
    return first_legal(mask)


@rule
def first_legal(mask) -> int:
    """The first answer: NO where that is one."""
    for action in range(NUM_ACTIONS):
        if mask[action]:
            return action
    return NONE


# --- whose is what --------------------------------------------------------------------------------
@rule
def rules(s: State, player: Player, empire: Empire) -> bool:
    """O5c: the empire's square is in the player's tableau."""
    return owns_in_tableau(s, player, square_of(empire))


@rule
def num_cards(s: State, player: Player) -> int:
    """O5h: cards in both rows of a tableau."""
    return int(s.tableau_size[player, EAST]) + int(s.tableau_size[player, WEST])


@rule
def left_to_right(s: State, player: Player, i: int) -> Card:
    """O3, hole 9: card i of a tableau from the outermost West to the outermost East."""
    west = int(s.tableau_size[player, WEST])
    return from_left(s, player, WEST, i) if i < west else from_left(s, player, EAST, i - west)


@rule
def from_left(s: State, player: Player, side: Side, i: int) -> Card:
    """O3, hole 9: the same for one side of it."""
    last = int(s.tableau_size[player, side]) - 1
    return int(s.tableau[player, side, i if side == EAST else last - i])


# --- borders --------------------------------------------------------------------------------------
@rule
def upstream(s: State, border: Border) -> int:
    """O5b, hole 8: how far the border is from an open emporium; the East breaks ties."""
    best = NOWHERE
    for side in range(2):
        emporium = int(s.open_emporium[side])
        for stop in range(1, ROUTE_LENGTH[emporium], 2):
            if ROUTE[emporium, stop] == border:
                best = min(best, 2 * stop + side)
    return best


@rule
def choose_border(s: State, player: Player, row: int, is_pawn: bool, mask) -> Border:
    """O5b: where the player has a concession, else farthest upstream; never on one's own."""
    best, best_rank = NONE, 3 * NOWHERE + 1
    for border in range(NUM_BORDERS):
        if not mask[BORDER + border]:
            continue
        rank = NOWHERE + upstream(s, border)
        if s.pawn[border] == player:
            if is_pawn or not is_protected(s, border):
                continue
            rank += NOWHERE  # it kills nobody there: the last resort
        elif s.pawn[border] != NONE and (is_pawn or not is_protected(s, border)):
            rank -= NOWHERE
            if is_pawn and not may_spend(s, player, row, mask):
                continue
        if rank < best_rank:
            best, best_rank = border, rank
    return best


@rule
def is_protected(s: State, border: Border) -> bool:
    """O5b: no pirate kills the concession there."""
    return has_ability(s, int(s.pawn[border]), CONCESSIONS_IMMUNE_TO_PIRATES)


@rule
def may_spend(s: State, player: Player, row: int, mask) -> bool:
    """O5a: the last florin only for the main objective, or if no border is free."""
    if s.florins[player] > 1 or row == CONCESSIONS:
        return True
    for border in range(NUM_BORDERS):
        if mask[BORDER + border] and s.pawn[border] == NONE:
            return False
    return True


# --- agents ---------------------------------------------------------------------------------------
@rule
def city_rank(s: State, player: Player, row: int, faith: int, agent: Agent, city: City) -> int:
    """O5c: where it serves row 3, then an empire of the bot; displacing only for row 3."""
    empire, token = int(CITY_EMPIRE[city]), int(s.city[city])
    if row == BELIEVERS and agent % NUM_RELIGIONS != faith and s.religion[empire] != MEDIEVAL:
        if token == NONE:
            return 1
        if token % NUM_RELIGIONS == faith:
            return 0 if s.religion[empire] == faith else 2  # a believer, or only its colour
        return UNWANTED
    return 3 if token == NONE and rules(s, player, empire) else UNWANTED


@rule
def choose_city(s: State, player: Player, row: int, faith: int, agent: Agent) -> City:
    """O5c: the best city that the agent may enter, NONE if it is wanted in none."""
    cities = empty_spots(s, agent) | occupied_spots(s, player, agent)
    best, best_rank = NONE, UNWANTED
    for city in range(NUM_CITIES):
        if has(cities, city):
            rank = city_rank(s, player, row, faith, agent, city)
            if rank < best_rank:
                best, best_rank = city, rank
    return best


@rule
def choose_agent(s: State, player: Player, row: int, faith: int, mask) -> int:
    """O5b-d: pawns, pirates and bishops always; then who is wanted most of knights and rooks."""
    for agent in range(OWN_PAWN, NUM_AGENTS):
        if mask[AGENT + agent]:
            return AGENT + agent
    best, best_rank = NONE, UNWANTED
    for agent in range(OWN_PAWN):
        if mask[AGENT + agent]:
            city = choose_city(s, player, row, faith, agent)
            if city != NONE:
                rank = city_rank(s, player, row, faith, agent, city)
                if rank < best_rank:
                    best, best_rank = agent, rank
    return AGENT + best if best != NONE else first_legal(mask)


@rule
def place_agent(s: State, player: Player, row: int, faith: int, agent: Agent, mask) -> int:
    """O5b-d: the spot for an agent."""
    if agent >= AGENT_BISHOP:
        return CARD + choose_host(s, player, mask)
    if agent >= OWN_PAWN:
        border = choose_border(s, player, row, agent == OWN_PAWN, mask)
        return BORDER + border if border != NONE else first_legal(mask)
    city = choose_city(s, player, row, faith, agent)
    if city == NONE and not mask[NO]:
        city = first_free(s, mask)
    return CITY + city if city != NONE else first_legal(mask)


@rule
def first_free(s: State, mask) -> City:
    """O5, hole 14: an agent that must be placed goes where it costs nothing."""
    for city in range(NUM_CITIES):
        if mask[CITY + city] and s.city[city] == NONE:
            return city
    return NONE


@rule
def choose_host(s: State, player: Player, mask) -> Card:
    """O5d, hole 14: a bishop goes onto the card just played, else to the player, else anywhere."""
    if mask[CARD + s.card]:
        return int(s.card)
    for i in range(num_cards(s, foe_of(player))):
        card = left_to_right(s, foe_of(player), i)
        if mask[CARD + card]:
            return card
    return first_legal(mask) - CARD


@rule
def choose_spot(s: State, player: Player, row: int, mask) -> int:
    """O5b: concessions, survivors and the emancipated on borders; the first city otherwise."""
    border = choose_border(s, player, row, True, mask)
    return BORDER + border if border != NONE else first_legal(mask)


@rule
def choose_serf_empire(s: State, player: Player, mask) -> int:
    """O5: the displaced becomes a serf where it troubles the player."""
    for empire in range(NUM_EMPIRES):
        if mask[EMPIRE + empire] and rules(s, foe_of(player), empire):
            return EMPIRE + empire
    return first_legal(mask)


# --- kings ----------------------------------------------------------------------------------------
@rule
def choose_suitor(s: State, player: Player, queen: Card, mask) -> int:
    """O5g, hole 18: a Kingdom to be gained if there is one, the one with the most knights on the
    map, then the first on the queen's list."""
    best, best_rank = NO, -1
    for empire in range(NUM_EMPIRES):
        if mask[EMPIRE + empire]:
            rank = count(knights_in(s, empire)) * NUM_EMPIRES
            rank += 0 if rules(s, player, empire) else GAINED
            rank += NUM_EMPIRES - 1 - int(SUITOR_RANK[queen, empire])
            if rank > best_rank:
                best, best_rank = EMPIRE + empire, rank
    return best


@rule
def choose_square(s: State, player: Player, mask) -> int:
    """O6b: the victory that the bot can declare."""
    for victory in range(NUM_VICTORY_SQUARES):
        if mask[ACTIVATE + victory] and meets(s, player, victory):
            return ACTIVATE + victory
    return first_legal(mask)


# --- battles --------------------------------------------------------------------------------------
@rule
def choose_casualty(s: State, player: Player, row: int, faith: int, mask) -> int:
    """O5, hole 15: who dies first: what hinders the main objective, then see the ranks."""
    best, best_rank = NONE, 4 * SERVICE
    for action in range(NUM_ACTIONS):
        if mask[action]:
            rank = loss(s, player, action)
            if not top(s, 2):  # the defenders: knights before rooks
                rank = -rank
            if row == BELIEVERS:
                rank += SERVICE * service(s, faith, action)
            if rank < best_rank:
                best, best_rank = action, rank
    return best


@rule
def loss(s: State, player: Player, action: int) -> int:
    """O5, hole 15: pirates, then rooks, then knights, own pawns last; the player's serfs first."""
    if action >= REPRESSED:
        token = action - REPRESSED
        if token >= PAWN:
            return 4 if token == PAWN + player else -5
        return 1 if token >= ROOK else 2
    if action >= AGENT:
        agent = action - AGENT
        if agent >= AGENT_PIRATE:
            return 0
        return 3 if agent == OWN_PAWN else (1 if agent >= ROOK else 2)
    if action >= PIRATE_AT:
        return 0
    if action >= PAWN_AT:
        return 4
    return 1 if s.city[action - CITY] >= ROOK else 2


@rule
def service(s: State, faith: int, action: int) -> int:
    """O8, row 3: 1 for a stranger in a theocracy, or one that would be; -1 for a believer."""
    if CITY <= action < BORDER:
        city = action - CITY
        return standing(s, faith, s.city[city] % NUM_RELIGIONS, int(CITY_EMPIRE[city]))
    if PIRATE_AT <= action < PIRATE_AT + NUM_BORDERS:
        border, number = action - PIRATE_AT, 0
        for end in range(2):
            number += standing(s, faith, int(s.pirate[border]), int(BORDER_EMPIRES[border, end]))
        return min(max(number, -1), 1)
    if AGENT <= action < AGENT + AGENT_BISHOP and action != AGENT + OWN_PAWN:
        agent = action - AGENT
        colour = agent % NUM_RELIGIONS if agent < OWN_PAWN else agent - AGENT_PIRATE
        return standing(s, faith, colour, int(s.war_empire))
    if REPRESSED <= action < REPRESSED + PAWN:
        return standing(s, faith, (action - REPRESSED) % NUM_RELIGIONS, int(s.war_empire))
    return 0


@rule
def standing(s: State, faith: int, colour: int, empire: Empire) -> int:
    """O8, row 3: what a token of this colour is in the empire after the war."""
    religion = int(s.religion[empire])
    if empire == s.war_empire and CRUSADE <= s.war <= REFORMATION and top(s, 2):
        religion = int(s.war) - CRUSADE
    if religion == MEDIEVAL:
        return 0
    if colour != faith:
        return 1
    return -1 if religion == faith else 0


@rule
def choose_survivor(s: State, player: Player, row: int, faith: int, mask) -> int:
    """O5b, hole 15: what serves row 3, then pawns, for they are always placed; in row 3 believers
    of the dominant religion last."""
    best, best_rank = NONE, -SERVICE
    for action in range(AGENT, REPRESSED + NUM_REPRESSED):
        if mask[action]:
            is_pawn = action == AGENT + OWN_PAWN or action == REPRESSED + PAWN + player
            rank = 1 if is_pawn else 0
            if row == BELIEVERS:
                rank += 2 * service(s, faith, action)
            if rank > best_rank:
                best, best_rank = action, rank
    return best


@rule
def choose_freed(s: State, player: Player, row: int, faith: int, empire: Empire, mask) -> int:
    """O5, hole 15: own pawns always; knights and rooks that serve row 3, others in an empire of
    the bot; in row 3 believers of the dominant religion, like serfs of the player, only if need be.
    """
    if mask[REPRESSED + PAWN + player]:
        return REPRESSED + PAWN + player
    best, best_rank = NO, -SERVICE
    if mask[NO]:
        best_rank = -1 if rules(s, player, empire) else 0
    for token in range(NUM_REPRESSED):
        if mask[REPRESSED + token]:
            rank = -2 if token >= PAWN else 0
            if row == BELIEVERS and token < PAWN:
                rank = standing(s, faith, token % NUM_RELIGIONS, empire)
            if rank > best_rank:
                best, best_rank = REPRESSED + token, rank
    return best


# --- fairs, ops and shortage ----------------------------------------------------------------------
@rule
def choose_levy(s: State, empire: Empire, mask) -> int:
    """O5f: no believer of the theocracy, then a colour that is new there, then a rook."""
    best, best_rank = NONE, 1000
    for city in range(NUM_CITIES):
        if mask[CITY + city]:
            token = int(LEVY[s.map, city, religious_state(s, empire)])
            rank = 100 if token % NUM_RELIGIONS == s.religion[empire] else 0
            rank += 10 if has_colour(s, empire, token % NUM_RELIGIONS) else 0
            rank += 1 if KNIGHT <= token < ROOK else 0
            if rank < best_rank:
                best, best_rank = CITY + city, rank
    return best


@rule
def has_colour(s: State, empire: Empire, colour: int) -> bool:
    """O5f: a knight or rook of the colour is in the empire."""
    for city in range(NUM_CITIES):
        if CITY_EMPIRE[city] == empire and s.city[city] != NONE:
            if s.city[city] % NUM_RELIGIONS == colour:
                return True
    return False


@rule
def trades(s: State, player: Player, card: Card) -> bool:
    """O9: the card has a commerce op that can be performed now."""
    ops = available_ops(s, card)
    for side in range(2):
        if has(ops, COMMERCE + side) and can_perform(s, player, card, COMMERCE + side):
            return True
    return False


@rule
def trading_card(s: State, player: Player, actor: Card, voter: Card, mask) -> Card:
    """O9: the next card whose commerce op is performed; not those kept for another op."""
    for card in range(NUM_PIECES):
        if card != actor and card != voter and mask[CARD + card] and trades(s, player, card):
            return card
    return NONE


@rule
def choose_source(s: State, player: Player, mask) -> int:
    """O5: a token outside its own empires; of its pawns the one farthest downstream."""
    best, best_rank = first_legal(mask), -1
    for border in range(NUM_BORDERS):
        if mask[PAWN_AT + border] and upstream(s, border) > best_rank:
            best, best_rank = PAWN_AT + border, upstream(s, border)
    if best_rank >= 0:
        return best
    for empire in range(NUM_EMPIRES):
        if mask[EMPIRE + empire] and not rules(s, player, empire):
            return EMPIRE + empire
    for city in range(NUM_CITIES):
        if mask[CITY + city] and not rules(s, player, int(CITY_EMPIRE[city])):
            return CITY + city
    return best
