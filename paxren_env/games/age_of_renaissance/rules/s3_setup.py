"""3: set-up: the deal, the capital bid, the choice of capitals."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import CAPITAL_CHOICE, CARD
from paxren_env.games.age_of_renaissance.constants import (
    EURO_RESERVE,
    FOR_DEAL,
    FOR_PILE,
    FUTURE,
    MARKERS,
    NOBODY,
    NUM_CARDS,
    NUM_LEADERS,
    NUM_PROVINCES,
    NUM_RANKS,
    OCEAN_NAVIGATION,
    OLD_MARKER,
    PILE,
    RESERVE,
    SEAWORTHY_VESSELS,
    STAMP_S,
    TOKENS,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BIDS_IN,
    CAPITAL_BID,
    CAPITAL_CHOICES,
    CARDS_RETURNED,
    CHOOSE_CAPITAL,
    RETURN_CARD,
    SHUFFLE,
    START_MARKERS,
    START_TURN,
)
from paxren_env.games.age_of_renaissance.queries import capital_of, has
from paxren_env.games.age_of_renaissance.reasons import CAPITAL_OUT, CAPITAL_TAKEN
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    add_reserve,
    add_to_pile,
    card_at,
    card_in_hand,
    epoch_of,
    take_into_hand,
)
from paxren_env.games.age_of_renaissance.rules.s51_pieces import put_marker
from paxren_env.games.age_of_renaissance.rules.s72_bids import rank_bids
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    CARD_FACE,
    FIRST_OCEAN,
    FIRST_SEAWORTHY,
    IS_WITHHELD,
)

CARDS_DEALT = 3
MAX_PLAYERS_WITH_RESERVE_AT_ONCE = 4


@rule
def set_up(s: State, rng):
    """3.1-3.3: everything in its place; the deal is shuffled."""
    blank_map(s)
    blank_players(s)
    s.epoch = 1
    s.turn_player = NOBODY
    s.papal = NONE
    s.civil_war = NOBODY
    s.war_by = NOBODY
    s.war_against = NOBODY
    s.attack_by = NOBODY
    s.attack_province = NONE
    s.attack_held_by = NOBODY
    place_cards(s)
    owe(s, BIDS_IN, NOBODY, NONE, NONE, NONE)
    for player in range(s.num_players - 1, -1, -1):
        owe(s, CAPITAL_BID, player, NONE, NONE, NONE)
    owe(s, CARDS_RETURNED, NOBODY, NONE, NONE, NONE)
    for player in range(s.num_players - 1, -1, -1):
        ask(s, RETURN_CARD, player, NONE, NONE)
    ask(s, SHUFFLE, CHANCE, FOR_DEAL, NONE)


@rule
def blank_map(s: State):
    """Nobody holds anything yet."""
    for province in range(NUM_PROVINCES):
        s.marker[province] = NOBODY
    for rank in range(NUM_RANKS):
        s.military[rank] = NOBODY
    for leader in range(NUM_LEADERS):
        s.leader_owner[leader] = NOBODY


@rule
def blank_players(s: State):
    """3.2: cash, tokens, markers; the rest is zero (or given by a test set-up)."""
    for player in range(len(s.order)):
        s.order[player] = player if player < s.num_players else NOBODY
        s.tie_order[player] = NOBODY
        s.capital[player] = NONE
        s.returned[player] = NONE
    for player in range(s.num_players):
        s.cash[player] = s.start_cash
        s.stock[player] = TOKENS
        s.mat[player] = MARKERS
        s.misery[player] = s.start_misery
        s.advances[player] = s.start_advances
        if has(s, player, OCEAN_NAVIGATION):
            s.ship[player] = FIRST_OCEAN
        elif has(s, player, SEAWORTHY_VESSELS):
            s.ship[player] = FIRST_SEAWORTHY


@rule
def place_cards(s: State):
    """3.3: later epochs aside, the withheld cards in reserve."""
    for card in range(NUM_CARDS):
        if epoch_of(s, card) > 1:
            s.place[card] = FUTURE
        elif IS_WITHHELD[card] and s.options & EURO_RESERVE:
            s.place[card] = RESERVE
        else:
            s.place[card] = PILE
            s.index[card] = s.pile_size
            s.pile_size += 1


@rule
def deal(s: State):
    """3.3: three cards to each seat, seat 0 the top three."""
    for player in range(s.num_players):
        for _ in range(CARDS_DEALT):
            s.pile_size -= 1
            take_into_hand(s, player, card_at(s, PILE, s.pile_size), STAMP_S)


# --- DT01 -----------------------------------------------------------------------------------------
@rule
def mark_return_card(s: State, player: Player, mask):
    """DT01: one of the three."""
    for card in range(NUM_CARDS):
        if s.place[card] == player:
            mask[CARD + CARD_FACE[card]] = 1


@rule
def do_return_card(s: State, player: Player, action: int):
    """The card stays in the hand until all have chosen, so that nobody learns anything."""
    s.returned[player] = action - CARD


@rule
def cards_returned(s: State):
    """3.3: the returned cards join the pile, with 3-4 players the reserve too."""
    for player in range(s.num_players):
        add_to_pile(s, card_in_hand(s, player, int(s.returned[player])))
    if s.num_players <= MAX_PLAYERS_WITH_RESERVE_AT_ONCE:
        add_reserve(s)
    ask(s, SHUFFLE, CHANCE, FOR_PILE, NONE)


# --- DT02, DT03 -----------------------------------------------------------------------------------
@rule
def pay_bids(s: State):
    """3.5: everybody pays his own bid."""
    for player in range(s.num_players):
        s.cash[player] -= s.bid[player]


@rule
def mark_choose_capital(s: State, mask):
    """DT03: capitals in play that nobody has."""
    for capital in range(s.num_players):
        mask[CAPITAL_CHOICE + capital] = why_not_capital(s, capital) == LEGAL


@rule
def why_not_capital(s: State, capital: int) -> int:
    """3.6: in play, and nobody has it."""
    if capital >= s.num_players:
        return CAPITAL_OUT
    for player in range(s.num_players):
        if s.capital[player] == capital:
            return CAPITAL_TAKEN
    return LEGAL


@rule
def do_choose_capital(s: State, player: Player, action: int):
    """3.6: an old marker goes on it."""
    s.capital[player] = action - CAPITAL_CHOICE
    put_marker(s, player, capital_of(s, player), OLD_MARKER)


@rule
def bids_in(s: State):
    """3.5: revealed and paid; the ranks are settled before the first choice."""
    pay_bids(s)
    owe(s, CAPITAL_CHOICES, NOBODY, NONE, NONE, NONE)
    rank_bids(s)


@rule
def ask_capitals(s: State):
    """3.6: in the order of the bids; then turn 1 begins."""
    owe(s, START_TURN, NOBODY, NONE, NONE, NONE)
    if s.start_markers > 0:
        ask(s, START_MARKERS, CHANCE, NONE, NONE)
    for rank in range(s.num_players, 0, -1):
        for player in range(s.num_players):
            if s.choice_rank[player] == rank:
                ask(s, CHOOSE_CAPITAL, player, NONE, NONE)
