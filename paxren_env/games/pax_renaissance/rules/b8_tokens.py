"""B8, B13, T: tokens, where they go when they die or are repressed, and token shortage."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.pax_renaissance.actions import (
    BORDER,
    CARD,
    CITY,
    EMPIRE,
    NO,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
)
from paxren_env.games.pax_renaissance.constants import (
    BISHOP,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    IN_THRONE,
    NONE,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_PIECES,
    NUM_REPRESSED,
    PAWN,
    PIRATE,
    RULESET_1E,
    RULESET_2021,
    SPOT_BORDER,
    SPOT_CARD,
    SPOT_CITY,
    SPOT_SQUARE,
    VENICE,
    Border,
    Card,
    City,
    Empire,
    Player,
    Token,
)
from paxren_env.games.pax_renaissance.frames import PACIFY, PLACE_TOKEN, TOKEN_SOURCE
from paxren_env.games.pax_renaissance.queries import (
    borders_of,
    empire_of,
    has_ability,
    is_square,
    sea_borders_of,
    square_of,
    why_not_empty_border,
    why_not_free_city_for,
)
from paxren_env.games.pax_renaissance.reasons import (
    ABOUT_TO_BE_DISPLACED,
    NO_SUCH_TOKEN,
    NOTHING_REPRESSED,
    REPRESSED_FIRST,
    TOKEN_GOES_ELSEWHERE,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CITY_EMPIRE, CITY_FIRST


# --- killing and repressing -----------------------------------------------------------------------
@rule
def touch(s: State, city: City):
    """G4: in the rules of 2021 it depends on Venice's first slot whether she has a second."""
    if s.ruleset == RULESET_2021 and CITY_FIRST[city] == VENICE:
        s.stale = 1


@rule
def kill_in_city(s: State, city: City):
    """KILL: the knight or rook returns to the pool."""
    s.supply[s.city[city]] += 1
    s.city[city] = NONE
    touch(s, city)


@rule
def kill_pawn(s: State, border: Border):
    """KILL: the concession returns to its owner's reserve."""
    s.supply[PAWN + s.pawn[border]] += 1
    s.pawn[border] = NONE


@rule
def kill_pirate(s: State, border: Border):
    """KILL: the pirate returns to the pool."""
    s.supply[PIRATE + s.pirate[border]] += 1
    s.pirate[border] = NONE


@rule
def kill_bishop(s: State, card: Card):
    """KILL: the bishop on the card, if any, returns to the pool."""
    if s.bishop[card] != NONE:
        s.supply[BISHOP + s.bishop[card]] += 1
        s.bishop[card] = NONE
        s.stale = 1


@rule
def kill_repressed(s: State, empire: Empire, token: Token):
    """KILL: one repressed token of this kind returns to the pool or its owner's reserve."""
    s.repressed[empire, token] -= 1
    s.supply[token] += 1


@rule
def repress(s: State, empire: Empire, token: Token):
    """B13: onto the empire's square, also in its throne; the first edition removes it there."""
    if s.ruleset == RULESET_1E and s.place[square_of(empire)] == IN_THRONE:
        s.supply[token] += 1
    else:
        s.repressed[empire, token] += 1


@rule
def repress_in_city(s: State, city: City):
    """B13: the knight or rook goes onto the square of its city's empire."""
    repress(s, int(CITY_EMPIRE[city]), int(s.city[city]))
    s.city[city] = NONE
    touch(s, city)


@rule
def repress_pawn(s: State, border: Border, empire: Empire):
    """B13d: the concession becomes a serf on this empire's square."""
    repress(s, empire, PAWN + int(s.pawn[border]))
    s.pawn[border] = NONE


@rule
def is_protected(s: State, border: Border) -> bool:
    """AB: the concession there survives pirates."""
    return s.pawn[border] != NONE and has_ability(s, s.pawn[border], CONCESSIONS_IMMUNE_TO_PIRATES)


@rule
def pirate_enters(s: State, border: Border, colour: int):
    """E2.2, F7: a pirate kills what it meets, but for a protected concession."""
    if s.pirate[border] != NONE:
        kill_pirate(s, border)
    if s.pawn[border] != NONE and not is_protected(s, border):
        kill_pawn(s, border)
    s.pirate[border] = colour


@rule
def bishop_enters(s: State, player: Player, card: Card, colour: int):
    """F1: two bishops on one card kill each other (Diet of Worms); a lone one may pacify."""
    s.stale = 1
    if s.bishop[card] != NONE:
        kill_bishop(s, card)
        s.supply[BISHOP + colour] += 1
        return
    s.bishop[card] = colour
    if is_square(card):
        ask(s, PACIFY, player, empire_of(card), NONE)


@rule
def mark_pacify(s: State, empire: Empire, mask):
    """F1b: one repressed token on the square may be killed; nothing to ask if there is none."""
    for token in range(NUM_REPRESSED):
        if s.repressed[empire, token] > 0:
            mask[REPRESSED + token] = 1
            mask[NO] = 1


@rule
def why_not_pacify(s: State, empire: Empire, action: int) -> int:
    """F1b: one of the tokens on the square, or none."""
    if action == NO or s.repressed[empire, action - REPRESSED] > 0:
        return LEGAL
    return NOTHING_REPRESSED


@rule
def do_pacify(s: State, empire: Empire, token: Token):
    """F1b: kill it, for free."""
    if token >= 0:
        kill_repressed(s, empire, token)


# --- placing, with token shortage -----------------------------------------------------------------
@rule
def owe_token(s: State, player: Player, token: Token, spot: int, serf_empire: Empire):
    """T: the player puts such a token on the spot; a pawn displaced there becomes a serf."""
    owe(s, PLACE_TOKEN, player, token, spot, serf_empire)


@rule
def place_token(s: State, player: Player, token: Token, spot: int, serf_empire: Empire):
    """T: take the token from the pool; if there is none, its source must be chosen first."""
    if s.supply[token] == 0:
        owe(s, PLACE_TOKEN, player, token, spot, serf_empire)
        ask(s, TOKEN_SOURCE, player, token, spot)
        return
    s.supply[token] -= 1
    if spot < SPOT_BORDER:
        arrive_in_city(s, player, token, spot - SPOT_CITY)
    elif spot < SPOT_SQUARE:
        arrive_on_border(s, player, token, spot - SPOT_BORDER, serf_empire)
    elif spot < SPOT_CARD:
        repress(s, spot - SPOT_SQUARE, token)
    else:
        bishop_enters(s, player, spot - SPOT_CARD, token - BISHOP)


@rule
def arrive_in_city(s: State, player: Player, token: Token, city: City):
    """E2.2b: an occupant is repressed for a florin."""
    if s.city[city] != NONE:
        repress_in_city(s, city)
        s.florins[player] -= 1
    s.city[city] = token
    touch(s, city)


@rule
def arrive_on_border(s: State, player: Player, token: Token, border: Border, serf_empire: Empire):
    """E2.2c,d: a pirate kills; a pawn represses the pawn it meets for a florin."""
    if token >= PIRATE:
        pirate_enters(s, border, token - PIRATE)
        return
    if s.pawn[border] != NONE:
        repress_pawn(s, border, serf_empire)
        s.florins[player] -= 1
    s.pawn[border] = token - PAWN


@rule
def mark_source(s: State, token: Token, spot: int, mask):
    """T3: a repressed token of the kind; only if there is none, any other in play.

    The token that the new one is about to displace is no source (T5).
    """
    if token < NUM_REPRESSED:
        repressed = False
        for empire in range(NUM_EMPIRES):
            if s.repressed[empire, token] > 0:
                mask[EMPIRE + empire] = 1
                repressed = True
        if repressed:
            return
    for city in range(NUM_CITIES):
        if s.city[city] == token and spot != SPOT_CITY + city:
            mask[CITY + city] = 1
    for border in range(NUM_BORDERS):
        if spot == SPOT_BORDER + border:
            continue
        if s.pawn[border] != NONE and PAWN + s.pawn[border] == token:
            mask[PAWN_AT + border] = 1
        if s.pirate[border] != NONE and PIRATE + s.pirate[border] == token:
            mask[PIRATE_AT + border] = 1
    for card in range(NUM_PIECES):
        if s.bishop[card] != NONE and BISHOP + s.bishop[card] == token and spot != SPOT_CARD + card:
            mask[CARD + card] = 1


@rule
def is_repressed_somewhere(s: State, token: Token) -> bool:
    """T3: such a token lies on a square."""
    if token < NUM_REPRESSED:
        for empire in range(NUM_EMPIRES):
            if s.repressed[empire, token] > 0:
                return True
    return False


@rule
def why_not_source(s: State, token: Token, spot: int, action: int) -> int:
    """T3, T5: a repressed one first; then any other in play but the one to be displaced."""
    if is_repressed_somewhere(s, token):
        if action >= CARD:
            return REPRESSED_FIRST
        return LEGAL if s.repressed[action - EMPIRE, token] > 0 else NO_SUCH_TOKEN
    if action < CARD or token_at(s, action) != token:
        return NO_SUCH_TOKEN
    return ABOUT_TO_BE_DISPLACED if spot == spot_at(action) else LEGAL


@rule
def token_at(s: State, action: int) -> Token:
    """T4: the token that a choice names; NONE if there is none."""
    if action >= PIRATE_AT:
        pirate = int(s.pirate[action - PIRATE_AT])
        return NONE if pirate == NONE else PIRATE + pirate
    if action >= PAWN_AT:
        pawn = int(s.pawn[action - PAWN_AT])
        return NONE if pawn == NONE else PAWN + pawn
    if action >= CITY:
        return int(s.city[action - CITY])
    bishop = int(s.bishop[action - CARD])
    return NONE if bishop == NONE else BISHOP + bishop


@rule
def spot_at(action: int) -> int:
    """T5: where it is."""
    if action >= PIRATE_AT:
        return SPOT_BORDER + action - PIRATE_AT
    if action >= PAWN_AT:
        return SPOT_BORDER + action - PAWN_AT
    return SPOT_CITY + action - CITY if action >= CITY else SPOT_CARD + action - CARD


@rule
def why_not_settle(s: State, empire: Empire, token: Token, action: int) -> int:
    """B10c, B11d: an empty city or border of the empire for such a token."""
    if action < BORDER:
        if token >= PAWN:
            return TOKEN_GOES_ELSEWHERE
        return why_not_free_city_for(s, empire, action - CITY, token)
    if token < PAWN:
        return TOKEN_GOES_ELSEWHERE
    borders = borders_of(empire) if token < PIRATE else sea_borders_of(empire)
    return why_not_empty_border(s, borders, action - BORDER)


@rule
def do_source(s: State, token: Token, action: int):
    """T4: the chosen token leaves its place for the pool, from where it is placed at once."""
    if action >= PIRATE_AT:
        kill_pirate(s, action - PIRATE_AT)
    elif action >= PAWN_AT:
        kill_pawn(s, action - PAWN_AT)
    elif action >= CITY:
        kill_in_city(s, action - CITY)
    elif action >= CARD:
        kill_bishop(s, action - CARD)
    else:
        kill_repressed(s, action - EMPIRE, token)
