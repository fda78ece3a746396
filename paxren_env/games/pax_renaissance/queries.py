"""Reads shared by several sections of the rules.

Sets of empires, cities or borders are bits of one int: small, fast, and easy to join.
"""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.games.pax_renaissance.constants import (
    CATHOLIC,
    EAST,
    EMPIRE_SQUARE,
    IN_TABLEAU,
    IN_THRONE,
    MAX_PLAYERS,
    MEDIEVAL,
    NONE,
    NUM_BORDERS,
    NUM_RELIGIONS,
    OWN_PAWN,
    PAWN,
    PIRATE,
    QUEEN,
    RULESET_2021,
    SQUARE,
    THE_EAST,
    VENICE,
    VENICE_2,
    VENICE_HOLDS_TWO,
    Agent,
    Border,
    Card,
    City,
    Empire,
    Location,
    Player,
    Side,
    Token,
)
from paxren_env.games.pax_renaissance.reasons import (
    BORDER_ELSEWHERE,
    CITY_ELSEWHERE,
    CITY_EMPTY,
    CITY_TAKEN,
    PAWN_THERE,
    PIRATE_THERE,
    SLOT_CLOSED,
    VENICE_IS_GOLD,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BORDER_EMPIRES,
    CARD_KIND,
    CARD_LOCATION,
    CITY_EMPIRE,
    CITY_EMPORIUM,
    CITY_FIRST,
    CITY_LAST,
    EMPIRE_SIDE,
    LEVY,
    LOCATION_BORDERS,
    LOCATION_CITIES,
    LOCATION_END_CITY,
    LOCATION_FIRST_CITY,
    LOCATION_SEA_BORDERS,
    MATCHES,
    SQUARE_FACE,
)


# --- sets as bits ---------------------------------------------------------------------------------
@rule
def has(bits: int, i: int) -> bool:
    """Whether i is in the set."""
    return (bits >> i) & 1 == 1


@rule
def count(bits: int) -> int:
    """How many are in the set."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@rule
def mark(mask, offset: int, bits: int):
    """Make the actions offset + i legal for every i of the set."""
    i = 0
    while bits:
        if bits & 1:
            mask[offset + i] = 1
        bits >>= 1
        i += 1


# --- cards ----------------------------------------------------------------------------------------
@rule
def is_square(card: Card) -> bool:
    return CARD_KIND[card] == EMPIRE_SQUARE


@rule
def is_queen(card: Card) -> bool:
    return CARD_KIND[card] == QUEEN


@rule
def square_of(empire: Empire) -> Card:
    return SQUARE + empire


@rule
def empire_of(square: Card) -> Empire:
    return square - SQUARE


@rule
def is_king(s: State, square: Card) -> bool:
    """B4: the square shows its King face."""
    return s.republic[square - SQUARE] == 0


@rule
def religious_state(s: State, empire: Empire) -> int:
    """B4, G4: a column of LEVY and SQUARE_FACE: the religion, and after all of them MEDIEVAL."""
    religion = int(s.religion[empire])
    return NUM_RELIGIONS if religion == MEDIEVAL else religion


@rule
def face(s: State, card: Card) -> int:
    """B4a: which printed face the card shows; only squares have several."""
    if CARD_KIND[card] != EMPIRE_SQUARE:
        return card
    empire = card - SQUARE
    return int(SQUARE_FACE[s.map, empire, religious_state(s, empire), s.republic[empire]])


@rule
def location(s: State, card: Card) -> Location:
    """B12: the printed Location; a queen's is her husband's empire, an unmarried one has none."""
    if CARD_KIND[card] == QUEEN:
        king = int(s.under[card])
        return king - SQUARE if king != NONE else NONE
    return int(CARD_LOCATION[card])


@rule
def matches(a: Location, b: Location) -> bool:
    """B12: the same empire, or a region and an empire of it."""
    return MATCHES[a, b] == 1


@rule
def location_side(place: Location) -> Side:
    """Whether a Location is in the East or the West."""
    if place >= THE_EAST:
        return place - THE_EAST + EAST
    return int(EMPIRE_SIDE[place])


@rule
def in_play(s: State, card: Card) -> bool:
    """In a tableau or a throne: where bishops can be."""
    return s.place[card] == IN_TABLEAU or s.place[card] == IN_THRONE


@rule
def owns_in_tableau(s: State, player: Player, card: Card) -> bool:
    return s.place[card] == IN_TABLEAU and s.owner[card] == player


@rule
def is_vassal(s: State, square: Card) -> bool:
    return s.under[square] != NONE


@rule
def bishop_on_couple(s: State, card: Card) -> bool:
    """I1e: a bishop on the card, or on any other card of its royal couple."""
    if s.bishop[card] != NONE:
        return True
    king = int(s.under[card]) if is_queen(card) else card
    if king == NONE or not is_square(king):
        return False
    if s.bishop[king] != NONE:
        return True
    return queen_with_bishop(s, king)


@rule
def queen_with_bishop(s: State, king: Card) -> bool:
    """A queen of this King carries a bishop. She stands right behind him in his column."""
    player = int(s.owner[king])
    if player == NONE:
        return False
    for side in range(2):
        for i in range(s.tableau_size[player, side]):
            card = int(s.tableau[player, side, i])
            if s.under[card] == king and is_queen(card) and s.bishop[card] != NONE:
                return True
    return False


# --- players --------------------------------------------------------------------------------------
@rule
def has_ability(s: State, player: Player, ability: int) -> bool:
    """AB: an unsilenced copy lies in the player's tableau."""
    return s.ability[player, ability] > 0


@rule
def anyone_has(s: State, ability: int) -> bool:
    """AB: abilities in force for all, whoever has them."""
    for player in range(MAX_PLAYERS):
        if s.ability[player, ability] > 0:
            return True
    return False


@rule
def token_of(agent: Agent, player: Player) -> Token:
    """B8d: the token an agent becomes when this player places it."""
    if agent < OWN_PAWN:
        return agent
    if agent == OWN_PAWN:
        return PAWN + player
    return agent - OWN_PAWN - 1 + PIRATE


# --- cities ---------------------------------------------------------------------------------------
@rule
def has_slot(s: State, city: City) -> bool:
    """G4: the slot exists in this religious state; the second of Venice while a card says so."""
    if LEVY[s.map, city, religious_state(s, int(CITY_EMPIRE[city]))] == NONE:
        return False
    return city != VENICE_2 or anyone_has(s, VENICE_HOLDS_TWO)


@rule
def is_open(s: State, city: City) -> bool:
    """G4, C1a: the slot exists and no busted disk lies on it."""
    if not has_slot(s, city):
        return False
    if city == VENICE_2:
        return not is_venice_foreign(s)
    side = CITY_EMPORIUM[city]
    return side == NONE or s.open_emporium[side] == city


@rule
def is_venice_foreign(s: State) -> bool:
    """G4: in the rules of 2021 Venice has no second slot beside a token that is not gold."""
    token = int(s.city[VENICE])
    return s.ruleset == RULESET_2021 and (token == NONE or token % NUM_RELIGIONS != CATHOLIC)


@rule
def is_full(s: State, city: City) -> bool:
    """G4: every open slot of the city that this slot belongs to is occupied."""
    for slot in range(CITY_FIRST[city], CITY_LAST[city] + 1):
        if s.city[slot] == NONE and is_open(s, slot):
            return False
    return True


@rule
def ruled_cities(s: State, place: Location) -> int:
    """B8b: the slots of a Location that hold a knight or rook."""
    found = 0
    cities = LOCATION_CITIES[place]
    for city in range(LOCATION_FIRST_CITY[place], LOCATION_END_CITY[place]):
        if has(cities, city) and s.city[city] != NONE:
            found |= 1 << city
    return found


@rule
def why_not_ruled(s: State, place: Location, city: City) -> int:
    """A slot of the Location that holds a knight or rook."""
    if not has(LOCATION_CITIES[place], city):
        return CITY_ELSEWHERE
    return LEGAL if s.city[city] != NONE else CITY_EMPTY


@rule
def free_cities(s: State, place: Location) -> int:
    """The open slots of a Location that hold nothing."""
    found = 0
    cities = LOCATION_CITIES[place]
    for city in range(LOCATION_FIRST_CITY[place], LOCATION_END_CITY[place]):
        if has(cities, city) and s.city[city] == NONE and is_open(s, city):
            found |= 1 << city
    return found


@rule
def is_barred(s: State, city: City, token: Token) -> bool:
    """G4: in the rules of 2021 Venice holds two tokens only if both are gold."""
    if s.ruleset != RULESET_2021 or CITY_FIRST[city] != VENICE:
        return False
    if token % NUM_RELIGIONS == CATHOLIC:
        return False
    return city == VENICE_2 or s.city[VENICE_2] != NONE


@rule
def free_cities_for(s: State, place: Location, token: Token) -> int:
    """The free slots of a Location that would take this token."""
    found = free_cities(s, place)
    if s.ruleset == RULESET_2021:
        for city in range(VENICE, VENICE_2 + 1):
            if is_barred(s, city, token):
                found &= ~(1 << city)
    return found


@rule
def why_not_free_city(s: State, place: Location, city: City) -> int:
    """An open slot of the Location that holds nothing."""
    if not has(LOCATION_CITIES[place], city):
        return CITY_ELSEWHERE
    if s.city[city] != NONE:
        return CITY_TAKEN
    return LEGAL if is_open(s, city) else SLOT_CLOSED


@rule
def why_not_free_city_for(s: State, place: Location, city: City, token: Token) -> int:
    """A free slot of the Location that would take this token."""
    why = why_not_free_city(s, place, city)
    return VENICE_IS_GOLD if why == LEGAL and is_barred(s, city, token) else why


@rule
def is_saturated(s: State, empire: Empire) -> bool:
    """SATURATION: no open slot of the empire is free."""
    return free_cities(s, empire) == 0


# --- borders --------------------------------------------------------------------------------------
@rule
def is_empty_border(s: State, border: Border) -> bool:
    return s.pawn[border] == NONE and s.pirate[border] == NONE


@rule
def empty_borders(s: State, borders: int) -> int:
    """Those of the given borders that hold neither pawn nor pirate."""
    found = 0
    for border in range(NUM_BORDERS):
        if has(borders, border) and is_empty_border(s, border):
            found |= 1 << border
    return found


@rule
def why_not_empty_border(s: State, borders: int, border: Border) -> int:
    """One of the given borders that holds neither pawn nor pirate."""
    if not has(borders, border):
        return BORDER_ELSEWHERE
    if s.pirate[border] != NONE:
        return PIRATE_THERE
    return PAWN_THERE if s.pawn[border] != NONE else LEGAL


@rule
def borders_of(place: Location) -> int:
    return int(LOCATION_BORDERS[place])


@rule
def sea_borders_of(place: Location) -> int:
    return int(LOCATION_SEA_BORDERS[place])


@rule
def pirate_borders(s: State, place: Location) -> int:
    """The borders of a Location with a pirate on them."""
    found = 0
    borders = LOCATION_BORDERS[place]
    for border in range(NUM_BORDERS):
        if has(borders, border) and s.pirate[border] != NONE:
            found |= 1 << border
    return found


@rule
def pawn_borders(s: State, place: Location) -> int:
    """The borders of a Location with a concession on them."""
    found = 0
    borders = LOCATION_BORDERS[place]
    for border in range(NUM_BORDERS):
        if has(borders, border) and s.pawn[border] != NONE:
            found |= 1 << border
    return found


@rule
def concessions(s: State, player: Player, place: Location) -> int:
    """How many of the player's concessions lie on the Location's borders; NONE asks for the map."""
    number = 0
    for border in range(NUM_BORDERS):
        near = place == NONE or has(LOCATION_BORDERS[place], border)
        if near and s.pawn[border] == player:
            number += 1
    return number


@rule
def touches(border: Border, empire: Empire) -> bool:
    return BORDER_EMPIRES[border, 0] == empire or BORDER_EMPIRES[border, 1] == empire
