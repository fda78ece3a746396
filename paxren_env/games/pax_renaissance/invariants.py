"""IN, FL: what holds in every position between two decisions, and where florins flow.

`broken_invariant` gives the number of the first line of section IN that fails, 0 if none does; the
house's checked play asks it after every event.
"""

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.jit import allocating_rule, entry, rule
from paxren_env.core.masks import random_legal
from paxren_env.core.record import row
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import (
    BORDER,
    BUY,
    CITY,
    DECLARE,
    EMPIRE,
    FAIR,
    NO,
    OPS,
    PLAY,
    SELL,
)
from paxren_env.games.pax_renaissance.constants import (
    AGENT_PIRATE,
    BISHOP,
    CARDS_PER_PLAYER,
    COMET,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    CONSTANTINOPLE,
    DECK_WITHOUT_PLAYERS,
    EXTENDED,
    EXTENDED_CARDS,
    HAND_LIMIT,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    IN_MARKET,
    IN_TABLEAU,
    IN_THRONE,
    KNIGHT,
    MAMLUK,
    MAMLUK_REPRESSED_AS_KNIGHTS_IN_EAST_CAMPAIGNS,
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
    NUM_VICTORY_SQUARES,
    OLD_MAID,
    PATRON,
    PATRON_REDUCES_VOTE_COST,
    PAWN,
    PIRATE,
    ROOK,
    RULESET_1E,
    RULESET_2021,
    RUNNING,
    SALE_PAYS_FOUR,
    SOLO_DECK_WITHOUT_TOP,
    SOLO_GAME,
    SPOT_BORDER,
    SPOT_SQUARE,
    SQUARE,
    UNLIMITED_HAND,
    Card,
    City,
    Empire,
    Player,
    Slot,
    Token,
)
from paxren_env.games.pax_renaissance.queries import (
    has,
    has_ability,
    is_king,
    is_open,
    is_queen,
    is_square,
    square_of,
)
from paxren_env.games.pax_renaissance.rules.g_trade_fair import payout, subsidy
from paxren_env.games.pax_renaissance.rules.s_silencing import refresh
from paxren_env.games.pax_renaissance.solo.trials import has_action
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BORDER_SEA,
    CARD_ABILITIES,
    CARD_KIND,
    CARD_LOCATION,
    CITY_EMPIRE,
    CITY_EMPORIUM,
    CITY_FIRST,
    EMPIRE_SIDE,
    QUEENS,
    ROUTE,
    ROUTE_LENGTH,
    TOKEN_SUPPLY,
)


@entry
def check(states, i, mask):
    """The number of the first broken invariant of game i; 0 if all hold."""
    s = row(states, i)
    return broken_line(s, mask, num_cards_in_game(s))


@rule
def broken_line(s: State, mask, cards: int) -> int:
    """IN: the first line that fails, with so many cards in the game; 0 if none does."""
    broken = broken_table(s)
    if broken:
        return broken
    if num_dealt(s) != cards:
        return 13
    return broken_turn(s, mask)


@rule
def broken_table(s: State) -> int:
    """IN1-7, 9, 11, 12: what lies on the table, in hands and in decks; 0 if all is well."""
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
    if not florins_hold(s):
        return 11
    return 0 if comets_pay_for_squares(s) else 12


@rule
def broken_turn(s: State, mask) -> int:
    """IN10, 14: a turn starts with a full market, and somebody can go on; 0 if so."""
    if is_first_choice(s) and not turn_starts_clean(s):
        return 10
    if s.status == RUNNING and top(s, 0) != p.BOT_TURN and not can_go_on(s, mask):
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
    """IN2: pirates at sea; a pawn beside one only under protection, or left over in 2021."""
    for border in range(NUM_BORDERS):
        if s.pirate[border] == NONE:
            continue
        if not BORDER_SEA[border]:
            return False
        owner = int(s.pawn[border])
        if owner == NONE or s.ruleset == RULESET_2021:
            continue
        if not has_ability(s, owner, CONCESSIONS_IMMUNE_TO_PIRATES):
            return False
    return True


@rule
def slots_hold(s: State) -> bool:
    """IN3: only knights and rooks, only in slots that exist now or are being cleared."""
    for city in range(NUM_CITIES):
        if s.city[city] == NONE:
            continue
        if s.city[city] >= PAWN or not (is_open(s, city) or is_being_cleared(s, city)):
            return False
    return True


@rule
def is_being_cleared(s: State, city: City) -> bool:
    """V: the city lost a slot, and somebody is about to say which token goes or where it stays."""
    for i in range(s.stack_size):
        if s.stack[i, 0] == p.DROP_TOKEN and s.stack[i, 2] == CITY_FIRST[city]:
            return True
        if s.stack[i, 0] == p.ARRANGE_SLOTS and CITY_FIRST[city] == CONSTANTINOPLE:
            return True
    return False


@rule
def emporia_hold(s: State) -> bool:
    """IN4: per colour exactly one emporium is open."""
    for side in range(2):
        if CITY_EMPORIUM[s.open_emporium[side]] != side:
            return False
    return True


# --- 5-7, 13: cards -------------------------------------------------------------------------------
@allocating_rule
def cards_are_once(s: State) -> bool:
    """IN5: what lies in a deck, the market, a hand or a tableau says so, and lies there once.

    Only what a player has in hand, tableau or under the board has an owner.
    """
    seen = np.zeros(NUM_PIECES, np.int64)
    for side in range(2):
        for i in range(s.deck_size[side]):
            note_card(s, int(s.deck[side, i]), IN_DECK, NONE, seen)
    for slot in range(NUM_SLOTS):
        if s.market[slot] != NONE:
            note_card(s, int(s.market[slot]), IN_MARKET, NONE, seen)
    for player in range(s.num_players):
        for i in range(s.hand_size[player]):
            note_card(s, int(s.hand[player, i]), IN_HAND, player, seen)
        for side in range(2):
            for i in range(s.tableau_size[player, side]):
                note_card(s, int(s.tableau[player, side, i]), IN_TABLEAU, player, seen)
    for card in range(NUM_PIECES):
        if seen[card] != (1 if IN_DECK <= s.place[card] <= IN_TABLEAU else 0):
            return False
        if s.owner[card] != NONE and not IN_HAND <= s.place[card] <= OLD_MAID:
            return False
    return True


@rule
def note_card(s: State, card: Card, place: int, owner: int, seen):
    """Count the card where it was found; far too often if it belongs elsewhere."""
    is_right = s.place[card] == place and s.owner[card] == owner
    seen[card] += 1 if is_right else 10


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
    """IN7: bishops, and used ops, only in tableaux and thrones, where squares and queens sit."""
    for card in range(NUM_PIECES):
        if s.place[card] == IN_THRONE and not is_square(card) and not is_queen(card):
            return False
        is_marked = s.bishop[card] != NONE or s.op_used[card] != 0
        if is_marked and s.place[card] != IN_TABLEAU and s.place[card] != IN_THRONE:
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
    """C5, O: both decks as they were built."""
    if s.solo & SOLO_GAME:
        return 2 * (SOLO_DECK_WITHOUT_TOP + int(s.solo_top_cards))
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
def is_first_choice(s: State) -> bool:
    """D1: a player has a whole turn to spend."""
    return s.status == RUNNING and not s.did_something and top(s, 0) == p.MAIN


@rule
def turn_starts_clean(s: State) -> bool:
    """IN10: a turn starts with a full market and without marks."""
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
    """IN12: no more victory squares are active than comets have left the market.

    In a position made by hand they may have been left out; that none is lost says IN13.
    """
    gone = 0
    for card in range(NUM_CARDS):
        waits = s.place[card] == IN_DECK or s.place[card] == IN_MARKET
        gone += CARD_KIND[card] == COMET and not waits
    active = 0
    for victory in range(len(s.active)):
        active += int(s.active[victory])
    return active <= gone


@rule
def can_go_on(s: State, mask) -> bool:
    """IN14: somebody has a legal answer; the first choice of a turn includes both fairs."""
    if is_first_choice(s):
        return mask[FAIR] == 1 and mask[FAIR + 1] == 1
    for action in range(len(mask)):
        if mask[action]:
            return True
    return False


# --- derived fields -------------------------------------------------------------------------------
@allocating_rule
def derived_hold(s: State) -> bool:
    """A fresh recount of the derived fields changes none of them."""
    if s.stale:
        return False
    ability, prestige = s.ability.copy(), s.prestige.copy()
    silenced, column = s.silenced.copy(), s.column.copy()
    refresh(s)
    if not (np.all(ability == s.ability) and np.all(prestige == s.prestige)):
        return False
    return bool(np.all(silenced == s.silenced) and np.all(column == s.column))


# --- FL: the florins ------------------------------------------------------------------------------
@rule
def total_florins(s: State) -> int:
    """FL: all that is not in China."""
    total = int(s.fair_profit)
    for player in range(MAX_PLAYERS):
        total += int(s.florins[player])
    for slot in range(NUM_SLOTS):
        total += int(s.market_florins[slot])
    return total


@rule
def from_china(s: State, action: int) -> int:
    """FL: what the answer brings from China, less what it costs; pirates of a fair apart."""
    frame, player, a, b = top(s, 0), top(s, 1), top(s, 2), top(s, 3)
    if frame == p.MAIN or frame == p.BOT_TURN:
        return main_from_china(s, action)
    if frame == p.PLACE_AGENT and action != NO:
        return -agent_fee(s, player, a, action)
    if frame == p.SERF_EMPIRE:
        return -1 if s.supply[PAWN + player] > 0 else 0
    if frame == p.CONCESSION and action != NO:
        return -fee(s, PAWN + player, SPOT_BORDER + action - BORDER)
    if frame == p.TOKEN_SOURCE:
        return -1 if is_displacement(s, a, b) else 0
    if frame == p.TAX_RESPONSE:
        return -action
    if frame == p.PICK_REPRESS:
        return 1
    if frame == p.PICK_VOTE:
        return -ballot(s, player, action - EMPIRE)
    if frame == p.PICK_CAMPAIGN:
        return -army(s, player, a, action - EMPIRE)
    return 0


@rule
def main_from_china(s: State, action: int) -> int:
    """FL: purchases over two gaps, sales and fairs."""
    if BUY <= action < PLAY:
        return -num_gaps(s, action - BUY)
    if SELL <= action < OPS:
        return sale(s, action - SELL)
    if FAIR <= action < DECLARE:
        return 1 if s.num_players == 2 and s.ruleset != RULESET_1E else 2
    return 0


@rule
def num_gaps(s: State, slot: Slot) -> int:
    """E1c: columns before the card where neither row holds one."""
    number = 0
    for column in range(slot % NUM_COLUMNS):
        number += s.market[column] == NONE and s.market[column + NUM_COLUMNS] == NONE
    return number


@rule
def sale(s: State, card: Card) -> int:
    """E3: 2 for the card and for each of its queens, 4 for those with an unsilenced ransom."""
    florins = 0
    for other in range(NUM_PIECES):
        if other == card or (is_queen(other) and s.under[other] == card):
            ransom = has(int(CARD_ABILITIES[other]), SALE_PAYS_FOUR) and not s.silenced[other]
            florins += 4 if ransom and s.place[other] == IN_TABLEAU else 2
    return florins


@rule
def is_displacement(s: State, token: Token, spot: int) -> bool:
    """B13: a knight, rook or pawn comes where another stands."""
    if spot >= SPOT_SQUARE or token >= PIRATE:
        return False
    if spot >= SPOT_BORDER:
        return s.pawn[spot - SPOT_BORDER] != NONE
    return s.city[spot] != NONE


@rule
def fee(s: State, token: Token, spot: int) -> int:
    """B13: a displacement costs 1; with none in the pool its source is asked for first."""
    return 1 if s.supply[token] > 0 and is_displacement(s, token, spot) else 0


@rule
def agent_fee(s: State, player: Player, agent: int, action: int) -> int:
    """E2.2: pirates and bishops displace nothing; a region's pawn is paid for with its serf."""
    if agent >= AGENT_PIRATE:
        return 0
    if action < BORDER:
        return fee(s, agent, action - CITY)
    if CARD_LOCATION[s.card] >= NUM_EMPIRES:
        return 0
    return fee(s, PAWN + player, SPOT_BORDER + action - BORDER)


@rule
def ballot(s: State, player: Player, empire: Empire) -> int:
    """F6: a florin per repressed token, less the Patron prestige with Bank of St George."""
    cost = int(s.repressed[empire].sum())
    if has_ability(s, player, PATRON_REDUCES_VOTE_COST):
        cost -= int(s.prestige[player, PATRON])
    return max(cost, 0)


@rule
def army(s: State, player: Player, king: Card, empire: Empire) -> int:
    """F9: a florin per knight at home, and per slave soldier against the East."""
    number = 0
    for city in range(NUM_CITIES):
        number += CITY_EMPIRE[city] == king - SQUARE and KNIGHT <= s.city[city] < ROOK
    if EMPIRE_SIDE[empire] == 0 and has_ability(
        s, player, MAMLUK_REPRESSED_AS_KNIGHTS_IN_EAST_CAMPAIGNS
    ):
        number += int(s.repressed[MAMLUK].sum())
    return number


# --- the voyage of a fair: emporium, next stop, profits -------------------------------------------
@rule
def voyage(s: State) -> int:
    """Where the voyage stands in the stack; NONE if there is none."""
    for i in range(s.stack_size):
        if s.stack[i, 0] == p.VOYAGE:
            return i
    return NONE


@rule
def note_voyage(s: State, action: int, log):
    """Before the answer: the fair it convenes, or the one under way."""
    log[:] = NONE
    frame = voyage(s)
    if frame != NONE:
        log[0], log[1], log[2] = s.stack[frame, 2], s.stack[frame, 3], s.fair_profit
    elif is_main(s) and FAIR <= action < DECLARE:
        side = action - FAIR
        profit = int(s.market_florins[side * NUM_COLUMNS]) + main_from_china(s, action)
        log[0], log[1] = s.open_emporium[side], 0
        log[2] = profit - min(profit, subsidy(s, top(s, 1)))


@rule
def taken_by_pirates(s: State, log) -> int:
    """FL: after the answer: a florin per pirate passed that shares its border with no pawn."""
    if log[0] == NONE:
        return 0
    frame = voyage(s)
    emporium, profit = int(log[0]), int(log[2])
    stop = int(s.stack[frame, 3]) if frame != NONE else int(ROUTE_LENGTH[emporium])
    taken = 0
    for i in range(int(log[1]), stop):
        if i % 2 == 0 or profit == 0:
            continue
        border = int(ROUTE[emporium, i])
        if s.pawn[border] != NONE:
            profit -= min(profit, payout(s, int(s.pawn[border]), emporium))
        elif s.pirate[border] != NONE:
            profit -= 1
            taken += 1
    return taken


@rule
def others_hold(s: State, player: Player, florins, log) -> bool:
    """FL: nobody else's florins change, but for what a fair pays."""
    for other in range(MAX_PLAYERS):
        if other != player and s.florins[other] != florins[other]:
            if log[0] == NONE or s.florins[other] < florins[other]:
                return False
    return True


# --- checked play ---------------------------------------------------------------------------------
BROKEN_DERIVED, BROKEN_FLORINS, BROKEN_OTHERS, BROKEN_COMETS = 20, 21, 22, 23
BROKEN_NAMES = {
    BROKEN_DERIVED: "a derived field is not what a recount gives",
    BROKEN_FLORINS: "florins came or went that table FL does not know of",
    BROKEN_OTHERS: "the florins of a player changed who had no part in it",
    BROKEN_COMETS: "IN12: not as many victory squares are active as comets were bought",
}


# --- checked play: what is noted before an answer and compared after it ---------------------------
NOTED_CARDS, NOTED_COMETS, NOTED_PLAYER, NOTED_TOTAL = range(4)
NOTED_FAIR, NOTED_FLORINS = 4, 8  # the first of three, and of one for each seat


@rule
def note_start(s: State, note):
    """The position may be made by hand, with any cards: they must stay in the game."""
    note[NOTED_CARDS] = num_dealt(s)
    note[NOTED_COMETS] = num_paid_for(s)


@rule
def note_before(s: State, action: int, note):
    """FL: what the florins must be after the answer; while the bot thinks nothing flows."""
    if top(s, 0) == p.BOT_TURN:
        action = int(s.script[0]) if has_action(s) else NO
    note[NOTED_COMETS] += is_comet(s, action)
    note[NOTED_PLAYER] = top(s, 1)
    note[NOTED_TOTAL] = total_florins(s) + from_china(s, action)
    for player in range(MAX_PLAYERS):
        note[NOTED_FLORINS + player] = s.florins[player]
    note_voyage(s, action, note[NOTED_FAIR:NOTED_FLORINS])


@rule
def broken_invariant(s: State, mask, note) -> int:
    """What the last answer broke, a line of IN or one of BROKEN_*; 0 if all is well."""
    broken = broken_table(s)
    if broken:
        return broken
    if num_dealt(s) != note[NOTED_CARDS]:
        return 13
    broken = broken_turn(s, mask)
    if broken:
        return broken
    if s.status == RUNNING and not derived_hold(s):
        return BROKEN_DERIVED
    fair = note[NOTED_FAIR:NOTED_FLORINS]
    if total_florins(s) != note[NOTED_TOTAL] - taken_by_pirates(s, fair):
        return BROKEN_FLORINS
    if not others_hold(s, note[NOTED_PLAYER], note[NOTED_FLORINS:], fair):
        return BROKEN_OTHERS
    return 0 if comets_are_exact(s, note[NOTED_COMETS]) else BROKEN_COMETS


@rule
def is_main(s: State) -> bool:
    """D1: an action of the turn is chosen, by a player or by the solo bot."""
    return top(s, 0) == p.MAIN or top(s, 0) == p.BOT_TURN


@rule
def num_active(s: State) -> int:
    number = 0
    for victory in range(NUM_VICTORY_SQUARES):
        number += int(s.active[victory])
    return number


@rule
def is_comet(s: State, action: int) -> bool:
    """E1f: the answer buys a comet."""
    if top(s, 0) != p.MAIN or not BUY <= action < PLAY:
        return False
    return CARD_KIND[s.market[action - BUY]] == COMET


@rule
def comets_are_exact(s: State, comets: int) -> bool:
    """IN12: as many squares are active as comets were bought, the one being flipped included."""
    return num_paid_for(s) == comets


@rule
def num_paid_for(s: State) -> int:
    """IN12: the active squares, and the one being flipped."""
    flipping = s.stack_size > 0 and top(s, 0) == p.ACTIVATE_SQUARE
    return num_active(s) + (1 if flipping else 0)


@rule
def lively(s: State, mask, rng) -> int:
    """A random answer that makes things happen: wins, comets, cards and yes rather than no."""
    if top(s, 0) == p.MAIN:
        for victory in range(NUM_VICTORY_SQUARES):
            if mask[DECLARE + victory] and draw(rng, 4) == 0:
                return DECLARE + victory
        for slot in range(NUM_SLOTS):
            if mask[BUY + slot] and is_comet(s, BUY + slot) and draw(rng, 2) == 0:
                return BUY + slot
    action = random_legal(s, mask, rng)
    for _ in range(4):
        if not is_dull(s, action):
            break
        action = random_legal(s, mask, rng)
    return action


@rule
def is_dull(s: State, action: int) -> bool:
    """NO, a sale, or a purchase while cards wait in the hand."""
    if action == NO or (top(s, 0) == p.MAIN and SELL <= action < OPS):
        return True
    return top(s, 0) == p.MAIN and action < PLAY and s.hand_size[top(s, 1)] > 0
