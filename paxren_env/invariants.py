"""IN: what holds in every position between two decisions.

Random play checks it after every step; `broken_invariant` gives the number of the first line of
RULINGS section IN that fails, 0 if none does.
"""

from paxren_env import pending as p
from paxren_env._jit import entry, rule
from paxren_env.actions import FAIR
from paxren_env.constants import (
    BISHOP,
    CARDS_PER_PLAYER,
    COMET,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    DECK_WITHOUT_PLAYERS,
    DISCARDED,
    EXTENDED,
    EXTENDED_CARDS,
    HAND_LIMIT,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    IN_MARKET,
    IN_TABLEAU,
    IN_THRONE,
    MAX_PLAYERS,
    NONE,
    NUM_BORDERS,
    NUM_CARDS,
    NUM_CITIES,
    NUM_COLUMNS,
    NUM_EMPIRES,
    NUM_PIECES,
    NUM_REPRESSED,
    NUM_SLOTS,
    NUM_TOKENS,
    OLD_MAID,
    PAWN,
    PIRATE,
    RUNNING,
    UNLIMITED_HAND,
    Card,
    Token,
)
from paxren_env.engine import row
from paxren_env.pending import top
from paxren_env.queries import has_ability, is_king, is_open, is_queen, is_square, square_of
from paxren_env.state import State
from paxren_env.tables import BORDER_SEA, CARD_KIND, CITY_EMPORIUM, QUEENS, TOKEN_SUPPLY


@entry
def check(states, i, mask):
    """The number of the first broken invariant of game i; 0 if all hold."""
    return broken_invariant(row(states, i), mask)


@rule
def broken_invariant(s: State, mask) -> int:
    if not tokens_add_up(s):
        return 1
    if not borders_hold(s):
        return 2
    if not slots_hold(s):
        return 3
    if not emporia_hold(s):
        return 4
    if not cards_are_once(s):
        return 5
    if not squares_hold(s):
        return 6
    if not bishops_hold(s):
        return 7
    if not hands_hold(s):
        return 9
    if not turn_starts_clean(s):
        return 10
    if not florins_hold(s):
        return 11
    if not comets_pay_for_squares(s):
        return 12
    if num_dealt(s) != num_cards_in_game(s):
        return 13
    if s.status == RUNNING and not can_go_on(s, mask):
        return 14
    return 0


# --- 1-4: tokens and the map ----------------------------------------------------------------------
@rule
def tokens_add_up(s: State) -> bool:
    """IN1: pool, map, squares and cards together hold the whole supply of every token."""
    for token in range(NUM_TOKENS):
        supply = int(TOKEN_SUPPLY[token])
        if PAWN + s.num_players <= token < PIRATE:
            supply = 0
        if s.supply[token] < 0 or int(s.supply[token]) + num_in_play(s, token) != supply:
            return False
    return True


@rule
def num_in_play(s: State, token: Token) -> int:
    """How many tokens of the kind lie on the map, on squares and on cards."""
    number = 0
    for city in range(NUM_CITIES):
        number += s.city[city] == token
    for border in range(NUM_BORDERS):
        number += s.pawn[border] != NONE and PAWN + s.pawn[border] == token
        number += s.pirate[border] != NONE and PIRATE + s.pirate[border] == token
    for card in range(NUM_PIECES):
        number += s.bishop[card] != NONE and BISHOP + s.bishop[card] == token
    if token < NUM_REPRESSED:
        for empire in range(NUM_EMPIRES):
            if s.repressed[empire, token] < 0:
                return NONE
            number += int(s.repressed[empire, token])
    return number


@rule
def borders_hold(s: State) -> bool:
    """IN2: pirates at sea; a pawn beside one only under protection."""
    for border in range(NUM_BORDERS):
        if s.pirate[border] == NONE:
            continue
        if not BORDER_SEA[border]:
            return False
        owner = int(s.pawn[border])
        if owner != NONE and not has_ability(s, owner, CONCESSIONS_IMMUNE_TO_PIRATES):
            return False
    return True


@rule
def slots_hold(s: State) -> bool:
    """IN3: only knights and rooks, only in slots that exist now."""
    for city in range(NUM_CITIES):
        if s.city[city] != NONE and (s.city[city] >= PAWN or not is_open(s, city)):
            return False
    return True


@rule
def emporia_hold(s: State) -> bool:
    """IN4: per colour exactly one emporium is open."""
    for side in range(2):
        if CITY_EMPORIUM[s.open_emporium[side]] != side:
            return False
    return True


# --- 5-7, 13: cards -------------------------------------------------------------------------------
@rule
def cards_are_once(s: State) -> bool:
    """IN5: what lies in a deck, the market, a hand or a tableau says so, and lies there once."""
    listed = 0
    for side in range(2):
        for i in range(s.deck_size[side]):
            listed += is_at(s, int(s.deck[side, i]), IN_DECK, NONE)
    for slot in range(NUM_SLOTS):
        if s.market[slot] != NONE:
            listed += is_at(s, int(s.market[slot]), IN_MARKET, NONE)
    for player in range(s.num_players):
        for i in range(s.hand_size[player]):
            listed += is_at(s, int(s.hand[player, i]), IN_HAND, player)
        for side in range(2):
            for i in range(s.tableau_size[player, side]):
                listed += is_at(s, int(s.tableau[player, side, i]), IN_TABLEAU, player)
    placed = 0
    for card in range(NUM_PIECES):
        placed += IN_DECK <= s.place[card] <= IN_TABLEAU
    return listed == placed == num_listed(s)


@rule
def is_at(s: State, card: Card, place: int, owner: int) -> bool:
    return s.place[card] == place and s.owner[card] == owner


@rule
def num_listed(s: State) -> int:
    """How many entries all those lists have."""
    number = int(s.deck_size[0]) + int(s.deck_size[1])
    for slot in range(NUM_SLOTS):
        number += s.market[slot] != NONE
    for player in range(s.num_players):
        number += int(s.hand_size[player])
        number += int(s.tableau_size[player, 0]) + int(s.tableau_size[player, 1])
    return number


@rule
def squares_hold(s: State) -> bool:
    """IN5, IN6: throne, own column or vassal; Kings in thrones and as vassals; queens married."""
    for empire in range(NUM_EMPIRES):
        square = square_of(empire)
        suzerain = int(s.under[square])
        if s.place[square] == IN_THRONE:
            if suzerain != NONE or not is_king(s, square):
                return False
        elif s.place[square] != IN_TABLEAU:
            return False
        elif suzerain != NONE and not is_lawful_suzerain(s, suzerain, square):
            return False
    for i in range(len(QUEENS)):
        if not queen_holds(s, int(QUEENS[i])):
            return False
    return True


@rule
def is_lawful_suzerain(s: State, suzerain: Card, vassal: Card) -> bool:
    """IN5: a King in the same tableau that is no vassal itself, and so is the vassal a King."""
    if not is_square(suzerain) or s.under[suzerain] != NONE:
        return False
    if s.place[suzerain] != IN_TABLEAU or s.owner[suzerain] != s.owner[vassal]:
        return False
    return is_king(s, suzerain) and is_king(s, vassal)


@rule
def queen_holds(s: State, queen: Card) -> bool:
    """IN6: a queen in a tableau or throne is married to a King who is there too."""
    king = int(s.under[queen])
    if s.place[queen] != IN_TABLEAU and s.place[queen] != IN_THRONE:
        return king == NONE
    if king == NONE or not is_square(king) or not is_king(s, king):
        return False
    return s.place[king] == s.place[queen] and s.owner[king] == s.owner[queen]


@rule
def bishops_hold(s: State) -> bool:
    """IN7: bishops only on cards in tableaux and thrones; only squares and queens sit in thrones."""
    for card in range(NUM_PIECES):
        if s.place[card] == IN_THRONE and not is_square(card) and not is_queen(card):
            return False
        if s.bishop[card] != NONE and s.place[card] != IN_TABLEAU and s.place[card] != IN_THRONE:
            return False
        if s.place[card] == OLD_MAID and not is_queen(card):
            return False
    return True


@rule
def num_dealt(s: State) -> int:
    """IN13: cards that are not in the box."""
    number = 0
    for card in range(NUM_CARDS):
        number += s.place[card] != IN_BOX
    return number


@rule
def num_cards_in_game(s: State) -> int:
    """C5: both decks as they were built."""
    extra = EXTENDED_CARDS if s.options & EXTENDED else 0
    return 2 * (DECK_WITHOUT_PLAYERS + CARDS_PER_PLAYER * int(s.num_players) + extra)


# --- 9-12, 14: hands, the turn, money, the end ----------------------------------------------------
@rule
def hands_hold(s: State) -> bool:
    """IN9: at most two cards without an unlimited hand, unless the excess is being discarded."""
    for player in range(s.num_players):
        if s.hand_size[player] > HAND_LIMIT and not has_ability(s, player, UNLIMITED_HAND):
            if s.stack_size == 0 or top(s, 0) != p.DISCARD_CARD:
                return False
    return True


@rule
def turn_starts_clean(s: State) -> bool:
    """IN10: a turn starts with a full market and without marks."""
    if s.status != RUNNING or s.did_something or top(s, 0) != p.MAIN:
        return True
    for slot in range(NUM_SLOTS):
        if s.market[slot] == NONE or s.market_paid[slot]:
            return False
    for card in range(NUM_PIECES):
        if s.op_used[card]:
            return False
    return True


@rule
def florins_hold(s: State) -> bool:
    """IN11: nobody owes money; florins without a card lie only in the gap of a fair."""
    for player in range(MAX_PLAYERS):
        if s.florins[player] < 0:
            return False
    for slot in range(NUM_SLOTS):
        if s.market_florins[slot] < 0:
            return False
        gap = s.market[slot] == NONE and slot % NUM_COLUMNS != 0
        if gap and s.market_florins[slot] > 0:
            return False
    return s.fair_profit >= 0


@rule
def comets_pay_for_squares(s: State) -> bool:
    """IN12: no more victory squares are active than comets have left the market."""
    gone = 0
    for card in range(NUM_CARDS):
        gone += CARD_KIND[card] == COMET and s.place[card] == DISCARDED
    active = 0
    for victory in range(len(s.active)):
        active += int(s.active[victory])
    return active <= gone


@rule
def can_go_on(s: State, mask) -> bool:
    """IN14: somebody has a legal answer; the first choice of a turn includes both fairs."""
    if top(s, 0) == p.MAIN and not s.did_something:
        return mask[FAIR] == 1 and mask[FAIR + 1] == 1
    for action in range(len(mask)):
        if mask[action]:
            return True
    return False
