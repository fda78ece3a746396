"""How good a position is for each seat: readable terms with weights, for greedy and for search.

Only what everybody can see is counted, but for the number of cards in a hand.
"""

import numpy as np

from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance.constants import (
    AGE_OF_REFORMATION,
    BYZANTINE,
    DISCOVERY,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    MAX_PLAYERS,
    NONE,
    NUM_BORDERS,
    NUM_PRESTIGE,
    NUM_VICTORY_SQUARES,
    PATRON,
    PATRON_VICTORY,
    RENAISSANCE,
    RUNNING,
    TRUNCATED,
    VICTORY_NAMES,
    Player,
)
from paxren_env.games.pax_renaissance.frames import MAIN
from paxren_env.games.pax_renaissance.queries import count, face
from paxren_env.games.pax_renaissance.rules.l_victory import (
    declaration_cost,
    global_concessions,
    kings,
    margin,
    prestige,
    renaissance_law,
    republics,
    ruling_religion,
    supreme_religion,
)
from paxren_env.games.pax_renaissance.rules.s_silencing import bishops_in_play
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import FACE_OPS, ROUTE, ROUTE_LENGTH

# --- weights: what one of each is worth -----------------------------------------------------------
FLORIN = 0.35  # the first few; later ones count less
FLORIN_HALF = 12.0  # with so many florins the next is worth half
HAND_CARD = 0.55
TABLEAU_CARD = 0.35
OP = 0.25
KING = 1.0
REPUBLIC = 1.0
CONCESSION = 0.55
ROUTE_CONCESSION = 0.35  # on a border that an active trade route crosses
PRESTIGE = 0.3

# A victory is the nearer the less is missing; it counts more once its square is active.
NEAR = 3.0
NEAR_ACTIVE = 9.0
READY = 14.0  # nothing is missing and the square is active
DISTANCE_DECAY = 0.6
# Where so much is missing that the table ends, nothing is near.
NEARNESS = np.array([DISTANCE_DECAY**missing for missing in range(64)])

# The patron race matters as the decks run out.
PATRON_LEAD = 7.0
WIN = 60.0

NO_RELIGION_DISTANCE = 3  # how far a holy victory is without a supreme religion

PARTS = 2  # conditions of a victory

# The terms of a position, each of them weighted already.
TERM_NAMES = (
    "florins", "hand", "kings", "republics", "tableau", "ops", "prestige", "concessions",
    *(f"near {name}" for name in VICTORY_NAMES[:NUM_VICTORY_SQUARES]), "patron", "end",
)  # fmt: skip
NUM_TERMS = len(TERM_NAMES)
(
    FLORINS_TERM, HAND_TERM, KINGS_TERM, REPUBLICS_TERM, TABLEAU_TERM, OPS_TERM, PRESTIGE_TERM,
    CONCESSIONS_TERM, FIRST_VICTORY_TERM,
) = range(9)  # fmt: skip
PATRON_TERM, END_TERM = NUM_TERMS - 2, NUM_TERMS - 1


@rule
def write_scores(s: State, scores):
    """L2a-L7: what every victory compares, for every seat: scores[victory, part, seat]."""
    supreme = supreme_religion(s) if bishops_in_play(s) else NONE
    ruling = ruling_religion(s) if s.map == AGE_OF_REFORMATION else NONE
    for player in range(s.num_players):
        num_kings = kings(s, player)
        scores[HOLY, 0, player] = prestige(s, player, supreme) if supreme != NONE else 0
        scores[HOLY, 1, player] = 1 if supreme != NONE else 0
        scores[IMPERIAL, 0, player] = num_kings
        scores[GLOBALIZATION, 0, player] = prestige(s, player, DISCOVERY)
        scores[GLOBALIZATION, 1, player] = global_concessions(s, player)
        scores[RENAISSANCE, 0, player] = republics(s, player)
        scores[RENAISSANCE, 1, player] = renaissance_law(s, player)
        scores[BYZANTINE, 0, player] = num_kings
        scores[BYZANTINE, 1, player] = prestige(s, player, ruling) if ruling != NONE else 0
        scores[PATRON_VICTORY, 0, player] = prestige(s, player, PATRON)


@rule
def distance(s: State, scores, player: Player, victory: int) -> int:
    """How many points are missing for the victory, over all its conditions."""
    missing = 0
    for part in range(PARTS):
        if part == 1 and (victory == HOLY or victory == IMPERIAL):
            continue
        best = 0
        for other in range(s.num_players):
            if other != player and not s.eliminated[other]:
                best = max(best, scores[victory, part, other])
        missing += max(0, best + margin(s, victory, part) - scores[victory, part, player])
    if victory == HOLY and scores[HOLY, 1, player] == 0:
        missing += NO_RELIGION_DISTANCE
    return missing


@rule
def write_victories(s: State, scores, player: Player, terms):
    """L: nearness to every victory."""
    for victory in range(NUM_VICTORY_SQUARES):
        if victory == BYZANTINE and s.map != AGE_OF_REFORMATION:
            continue
        missing = distance(s, scores, player, victory)
        if s.active[victory] and missing == 0:
            terms[FIRST_VICTORY_TERM + victory] = READY / declaration_cost(s, victory)
        else:
            weight = NEAR_ACTIVE if s.active[victory] else NEAR
            nearness = NEARNESS[min(missing, len(NEARNESS) - 1)]
            terms[FIRST_VICTORY_TERM + victory] = nearness * weight


@rule
def patron_term(s: State, scores, player: Player) -> float:
    """L2a: the lead in Patron prestige, the more the emptier the decks."""
    left = int(s.deck_size[0]) + int(s.deck_size[1])
    urgency = 1.0 - left / (16.0 + 8.0 * s.num_players)
    best = -1000.0
    for other in range(s.num_players):
        if other != player and not s.eliminated[other]:
            best = max(best, scores[PATRON_VICTORY, 0, other] + 0.02 * s.florins[other])
    lead = scores[PATRON_VICTORY, 0, player] + 0.02 * s.florins[player] - best
    return PATRON_LEAD * max(0.0, urgency) ** 3 * max(-1.0, min(1.0, lead))


@rule
def write_tableau(s: State, player: Player, terms):
    """Cards, their usable ops, their prestige."""
    for side in range(2):
        for i in range(s.tableau_size[player, side]):
            card = int(s.tableau[player, side, i])
            terms[TABLEAU_TERM] += TABLEAU_CARD
            if not s.silenced[card]:
                terms[OPS_TERM] += OP * count(int(FACE_OPS[face(s, card)]))
    for kind in range(NUM_PRESTIGE):
        terms[PRESTIGE_TERM] += PRESTIGE * s.prestige[player, kind]


@rule
def concessions_term(s: State, player: Player) -> float:
    """Concessions, more so where trade passes."""
    value = 0.0
    for border in range(NUM_BORDERS):
        if s.pawn[border] == player:
            value += CONCESSION
            for side in range(2):
                if is_on_route(int(s.open_emporium[side]), border):
                    value += ROUTE_CONCESSION
    return value


@rule
def is_on_route(emporium: int, border: int) -> bool:
    """G: the route of the emporium crosses the border."""
    for stop in range(1, ROUTE_LENGTH[emporium], 2):
        if ROUTE[emporium, stop] == border:
            return True
    return False


@rule
def write_terms(s: State, scratch, terms):
    """The terms of every seat; once the game is over, that alone counts."""
    terms[:] = 0.0
    if s.status != RUNNING:
        write_end(s, terms)
        return
    write_scores(s, scratch)
    for player in range(s.num_players):
        mine = terms[player]
        florins = float(s.florins[player])
        mine[FLORINS_TERM] = FLORIN * florins * FLORIN_HALF / (FLORIN_HALF + florins)
        mine[HAND_TERM] = HAND_CARD * min(int(s.hand_size[player]), 4)
        mine[KINGS_TERM] = KING * scratch[IMPERIAL, 0, player]
        mine[REPUBLICS_TERM] = REPUBLIC * scratch[RENAISSANCE, 0, player]
        write_tableau(s, player, mine)
        mine[CONCESSIONS_TERM] = concessions_term(s, player)
        write_victories(s, scratch, player, mine)
        mine[PATRON_TERM] = patron_term(s, scratch, player)


@rule
def write_end(s: State, terms):
    """The winners have it all; a game that was cut is worth nothing."""
    if s.status == TRUNCATED:
        return
    winners = 0
    for player in range(s.num_players):
        winners += s.winner[player]
    for player in range(s.num_players):
        if s.winner[player]:
            terms[player, END_TERM] = WIN / winners


@allocating_rule
def new_scratch(s: State):
    """The counts that victories compare: [victory, part, seat]."""
    return np.zeros((PATRON_VICTORY + 1, PARTS, MAX_PLAYERS), np.int64)


@rule
def is_complete(s: State, player: Player) -> bool:
    """D1: the player has the choice of another action."""
    return top(s, 0) == MAIN
