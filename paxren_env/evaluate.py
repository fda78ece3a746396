"""How good a position is for each seat: readable terms with weights, for greedy and for search.

Only what everybody can see is counted, but for the number of cards in a hand.
"""

import numpy as np

from paxren_env._jit import rule
from paxren_env.constants import (
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
    RENAISSANCE,
    RUNNING,
    TRUNCATED,
    Player,
)
from paxren_env.queries import count, face
from paxren_env.rules.l_victory import (
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
from paxren_env.rules.s_silencing import bishops_in_play
from paxren_env.state import State
from paxren_env.tables import FACE_OPS, ROUTE, ROUTE_LENGTH

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

# The patron race matters as the decks run out.
PATRON_LEAD = 7.0
WIN = 60.0

NO_RELIGION_DISTANCE = 3  # how far a holy victory is without a supreme religion

PARTS = 2  # conditions of a victory


@rule
def write_scores(s: State, scores):
    """L3-L7: what every victory compares, for every seat: scores[victory, part, seat]."""
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
def victory_terms(s: State, scores, player: Player) -> float:
    """L: nearness to every victory."""
    value = 0.0
    for victory in range(NUM_VICTORY_SQUARES):
        if victory == BYZANTINE and s.map != AGE_OF_REFORMATION:
            continue
        missing = distance(s, scores, player, victory)
        if s.active[victory] and missing == 0:
            value += READY / declaration_cost(s, victory)
        else:
            nearness = DISTANCE_DECAY**missing
            value += nearness * (NEAR_ACTIVE if s.active[victory] else NEAR)
    return value


@rule
def patron_term(s: State, player: Player) -> float:
    """L2a: the lead in Patron prestige, the more the emptier the decks."""
    left = int(s.deck_size[0]) + int(s.deck_size[1])
    urgency = 1.0 - left / (16.0 + 8.0 * s.num_players)
    best = -1000.0
    for other in range(s.num_players):
        if other != player and not s.eliminated[other]:
            best = max(best, prestige(s, other, PATRON) + 0.02 * s.florins[other])
    lead = prestige(s, player, PATRON) + 0.02 * s.florins[player] - best
    return PATRON_LEAD * max(0.0, urgency) ** 3 * max(-1.0, min(1.0, lead))


@rule
def tableau_terms(s: State, player: Player) -> float:
    """Cards and their usable ops."""
    value = 0.0
    for side in range(2):
        for i in range(s.tableau_size[player, side]):
            card = int(s.tableau[player, side, i])
            value += TABLEAU_CARD
            if not s.silenced[card]:
                value += OP * count(int(FACE_OPS[face(s, card)]))
    for kind in range(NUM_PRESTIGE):
        value += PRESTIGE * s.prestige[player, kind]
    return value


@rule
def map_terms(s: State, player: Player) -> float:
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
def strength(s: State, scores, player: Player) -> float:
    """All terms of one seat."""
    florins = float(s.florins[player])
    value = FLORIN * florins * FLORIN_HALF / (FLORIN_HALF + florins)
    value += HAND_CARD * min(int(s.hand_size[player]), 4)
    value += KING * scores[IMPERIAL, 0, player] + REPUBLIC * scores[RENAISSANCE, 0, player]
    value += tableau_terms(s, player) + map_terms(s, player)
    return value + victory_terms(s, scores, player) + patron_term(s, player)


@rule
def evaluate(s: State, scores, values):
    """The value of the position for every seat; they add up to 0."""
    values[:] = 0.0
    if s.status != RUNNING:
        final_values(s, values)
        return
    write_scores(s, scores)
    total = 0.0
    for player in range(s.num_players):
        values[player] = strength(s, scores, player)
        total += values[player]
    for player in range(s.num_players):
        others = (total - values[player]) / (s.num_players - 1)
        values[player] -= others


@rule
def final_values(s: State, values):
    """The winners have it all; a game that was cut is worth nothing."""
    if s.status == TRUNCATED:
        return
    winners = 0
    for player in range(s.num_players):
        winners += s.winner[player]
    for player in range(s.num_players):
        values[player] = WIN / winners if s.winner[player] else -WIN / (s.num_players - 1)


@rule
def new_scores():
    """The scratch that `evaluate` writes its counts to."""
    return np.zeros((NUM_VICTORY_SQUARES, PARTS, MAX_PLAYERS), np.int64)
