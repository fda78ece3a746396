"""C: setup."""

import numpy as np

from paxren_env.core.chance import draw, shuffle
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.games.pax_renaissance.constants import (
    AGE_OF_REFORMATION,
    BASE_SET,
    BOTTOM_CARDS,
    CARDS_PER_PLAYER,
    COMET,
    EXTENDED,
    EXTENDED_CARDS,
    FIRST_FLORINS,
    FUGGER,
    IN_DECK,
    IN_THRONE,
    LIMITED_CARDS,
    MAX_PLAYERS,
    NONE,
    NUM_BANKS,
    NUM_CARDS,
    NUM_CITIES,
    NUM_EMPIRES,
    PAWN,
    PROMO_SET,
    RULESET_2021,
    SOLO_BOTTOM_CARDS,
    SOLO_GAME,
    Card,
    Player,
    Side,
)
from paxren_env.games.pax_renaissance.rules.d_turn import begin_turn, clear_registers, fill_market
from paxren_env.games.pax_renaissance.rules.s_silencing import refresh
from paxren_env.games.pax_renaissance.solo.search import clear_search
from paxren_env.games.pax_renaissance.solo.setup import deal_solo_banks
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BANK_BORDER,
    BANK_RANK,
    BANK_SET,
    CARD_KIND,
    CARD_SET,
    CARD_SIDE,
    START_CITY,
    START_EMPORIUM,
    START_RELIGION,
    TOKEN_SUPPLY,
)


# --- the table ------------------------------------------------------------------------------------
@rule
def set_up(s: State, rng):
    """C: everything in its starting place; the options of the record are kept."""
    clear_table(s)
    set_up_map(s)
    deal_banks(s, rng)
    for side in range(2):
        build_deck(s, side, rng)
    fill_market(s)
    refresh(s)
    begin_turn(s, int(s.first_player))


@rule
def clear_table(s: State):
    """An empty table: a row of zeros becomes one that is blank where nothing is."""
    clear_registers(s)
    clear_search(s)
    s.bank[:] = NONE
    s.market[:] = NONE
    s.owner[:] = NONE
    s.under[:] = NONE
    s.bishop[:] = NONE
    s.city[:] = NONE
    s.pawn[:] = NONE
    s.pirate[:] = NONE
    s.victory = NONE


@rule
def set_up_map(s: State):
    """C1, C4, C6: religions, emporia, the starting ruling class, thrones, the pool."""
    for token in range(len(TOKEN_SUPPLY)):
        s.supply[token] = TOKEN_SUPPLY[token]
    for empire in range(NUM_EMPIRES):
        s.religion[empire] = START_RELIGION[s.map, empire]
        s.place[NUM_CARDS + empire] = IN_THRONE
    for side in range(2):
        s.open_emporium[side] = START_EMPORIUM[s.map, side]
    for city in range(NUM_CITIES):
        token = START_CITY[s.map, city]
        s.city[city] = token
        if token != NONE:
            s.supply[token] -= 1


@allocating_rule
def deal_banks(s: State, rng):
    """C2, C7: random banks, their first concessions, the first player, the florins."""
    if s.solo & SOLO_GAME:
        deal_solo_banks(s)
        return
    banks = np.empty(NUM_BANKS, np.int64)
    size = 0
    for bank in range(NUM_BANKS):
        if BANK_SET[bank] != PROMO_SET or s.map == AGE_OF_REFORMATION:
            banks[size] = bank
            size += 1
    shuffle(rng, banks, 0, size)
    s.bank[:] = NONE
    for player in range(s.num_players):
        s.bank[player] = banks[player]
        s.pawn[BANK_BORDER[banks[player]]] = player
        s.supply[PAWN + player] -= 1
    for player in range(s.num_players, MAX_PLAYERS):
        s.supply[PAWN + player] = 0
    s.first_player = pick_first_player(s, rng)
    for i in range(s.num_players):
        s.florins[(s.first_player + i) % s.num_players] = FIRST_FLORINS + i


@rule
def pick_first_player(s: State, rng) -> Player:
    """C7: whose concession is farthest along the white route; in 2021 Fugger, else anybody."""
    first = 0
    for player in range(s.num_players):
        if BANK_RANK[s.map, s.bank[player]] < BANK_RANK[s.map, s.bank[first]]:
            first = player
    if s.ruleset == RULESET_2021 and s.bank[first] != FUGGER:
        return draw(rng, int(s.num_players))
    return first


@rule
def is_in_game(s: State, card: Card) -> bool:
    """V: promo cards belong to the promo, expansion cards not to the limited set."""
    if CARD_SET[card] == PROMO_SET:
        return s.map == AGE_OF_REFORMATION
    return CARD_SET[card] == BASE_SET or not s.options & LIMITED_CARDS


@rule
def bottom_cards(s: State) -> int:
    """C5, O: how many cards of a deck are shuffled with the comets."""
    return SOLO_BOTTOM_CARDS if s.solo & SOLO_GAME else BOTTOM_CARDS


@rule
def top_cards(s: State) -> int:
    """C5, O: how many cards of a deck lie above those."""
    if s.solo & SOLO_GAME:
        return int(s.solo_top_cards)
    extra = EXTENDED_CARDS if s.options & EXTENDED else 0
    return CARDS_PER_PLAYER * int(s.num_players) + extra


@allocating_rule
def build_deck(s: State, side: Side, rng):
    """C5: the comets and other cards at the bottom, more cards on top of them."""
    cards = np.empty(NUM_CARDS, np.int64)
    size = 0
    for card in range(NUM_CARDS):
        if CARD_SIDE[card] == side and CARD_KIND[card] != COMET and is_in_game(s, card):
            cards[size] = card
            size += 1
    shuffle(rng, cards, 0, size)
    bottom = bottom_cards(s)
    for card in range(NUM_CARDS):
        if CARD_SIDE[card] == side and CARD_KIND[card] == COMET:
            # The card it replaces moves up, to be dealt on top or left in the box.
            cards[size] = cards[bottom]
            cards[bottom] = card
            bottom += 1
            size += 1
    shuffle(rng, cards, 0, bottom)
    total = bottom + top_cards(s)
    s.deck[side, :] = 0
    s.deck_size[side] = total
    for i in range(total):
        s.deck[side, i] = cards[i]
        s.place[cards[i]] = IN_DECK
