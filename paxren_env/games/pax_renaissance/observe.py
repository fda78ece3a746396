"""What a seat sees: an int8 vector cut into named slices.

Seats are counted from the viewer: 0 is the viewer, then clockwise; absent seats read 0.
The vector is zeroed and then written sparsely, for most of it is empty most of the time.
Never shown: the order of the decks, which cards are in the box, and closed hands of others.
"""

import numpy as np

from paxren_env.core.jit import rule
from paxren_env.core.observation import MOST, Layout
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.constants import (
    ASTROLOGY,
    DISCARDED,
    EAST,
    IN_THRONE,
    MAX_PLAYERS,
    NONE,
    NUM_ABILITIES,
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_CARDS,
    NUM_CITIES,
    NUM_COLUMNS,
    NUM_EMPIRES,
    NUM_PIECES,
    NUM_PRESTIGE,
    NUM_RELIGIONS,
    NUM_REPRESSED,
    NUM_SLOTS,
    NUM_TOKENS,
    NUM_VICTORY_SQUARES,
    OLD_MAID,
    OPEN_HANDS,
    PAWN,
    PIRATE,
    RUNNING,
    SPOT_BORDER,
    SPOT_CARD,
    SPOT_SQUARE,
    SQUARE,
    WEST,
    Card,
    Player,
    Token,
)
from paxren_env.games.pax_renaissance.rules.e4_ops import OP_BORROWED
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import (
    BORDER_EMPIRES,
    CARD_AGENTS,
    CARD_KIND,
    CARD_LOCATION,
    CARD_ONE_SHOT,
    CARD_SIDE,
    CARD_SUITORS,
    CITY_EMPIRE,
    CITY_EMPORIUM,
    FACE_OPS,
    FACE_PRESTIGE,
    QUEENS,
)

NUM_QUEENS = len(QUEENS)
DECK_TOP = NUM_COLUMNS + 1  # astrology: as if it were one more column of the market

# --- what is printed on a card, as features -------------------------------------------------------
PRINT_NAMES = (
    "queen",
    "comet",
    *(f"banner {name}" for name in c.SIDE_NAMES),
    *(f"location {name}" for name in c.LOCATION_NAMES),
    *(f"one-shot {name}" for name in c.ONE_SHOT_NAMES),
    *(f"agent {name}" for name in c.AGENT_NAMES),
    *(f"op {name}" for name in c.OP_NAMES),
    *(f"prestige {name}" for name in c.PRESTIGE_NAMES),
    *(f"suitor {name}" for name in c.EMPIRE_NAMES),
)
NUM_PRINTS = len(PRINT_NAMES)


def _prints(card: int) -> list[str]:
    """The names of all that is printed on the card; twice what is there twice."""
    found = [f"banner {c.SIDE_NAMES[CARD_SIDE[card]]}"]
    if CARD_KIND[card] != c.TABLEAU_CARD:
        found.append(c.CARD_KIND_NAMES[CARD_KIND[card]])
    if CARD_LOCATION[card] != NONE:
        found.append(f"location {c.LOCATION_NAMES[CARD_LOCATION[card]]}")
    if CARD_ONE_SHOT[card] != NONE:
        found.append(f"one-shot {c.ONE_SHOT_NAMES[CARD_ONE_SHOT[card]]}")
    for agent, name in enumerate(c.AGENT_NAMES):
        found += [f"agent {name}"] * int(CARD_AGENTS[card, agent])
    found += [f"op {name}" for op, name in enumerate(c.OP_NAMES) if FACE_OPS[card] >> op & 1]
    for prestige, name in enumerate(c.PRESTIGE_NAMES):
        found += [f"prestige {name}"] * int(FACE_PRESTIGE[card, prestige])
    suitors = int(CARD_SUITORS[card])
    return found + [f"suitor {name}" for e, name in enumerate(c.EMPIRE_NAMES) if suitors >> e & 1]


def _print_table() -> np.ndarray:
    """[card, feature]: how often it is printed there."""
    table = np.zeros((NUM_CARDS, NUM_PRINTS), np.int8)
    for card in range(NUM_CARDS):
        for name in _prints(card):
            table[card, PRINT_NAMES.index(name)] += 1
    return table


PRINTED = _print_table()

# --- what the arguments of a decision are ---------------------------------------------------------
ARGUMENT_NAMES = (
    "card", "empire", "side", "city", "border", "token", "agent", "colour", "cause", "bits", "spot",
)  # fmt: skip
(
    A_CARD, AN_EMPIRE, A_SIDE, A_CITY, A_BORDER, A_TOKEN, AN_AGENT, A_COLOUR, A_CAUSE, BITS, A_SPOT,
) = range(1, 12)  # fmt: skip
ARGUMENTS = p.frames.argument_table(ARGUMENT_NAMES)


# --- the layout -----------------------------------------------------------------------------------
SEATS = MAX_PLAYERS

layout = Layout()
# --- the game
SEAT = layout.add("seat", SEATS, 1, "which seat the viewer has; actions on pawns go by seat number")
NUM_PLAYERS = layout.add("num_players", 3, 1, "2, 3 or 4 players")
MAP = layout.add("map", 3, 1, "1460, 1550, Age of Reformation")
RULESET = layout.add("ruleset", 3, 1, "v1.4, 2021, 1e")
OPTIONS = layout.add("options", len(c.OPTION_NAMES), 1, "; ".join(c.OPTION_NAMES))
SOLO = layout.add("solo", len(c.SOLO_NAMES), 1, "; ".join(c.SOLO_NAMES))
# --- the turn
FIRST_PLAYER = layout.add("first_player", SEATS, 1, "who began the game")
TURN_PLAYER = layout.add("turn_player", SEATS, 1, "whose turn it is")
TURN = layout.add("turn", 1, MOST, "player turns so far")
TURNS_LEFT = layout.add("turns_left", 1, MOST, "until the game is cut; 127 also if it never is")
ACTIONS_LEFT = layout.add("actions_left", 1, 2, "actions the turn player has left")
DID_SOMETHING = layout.add("did_something", 1, 1, "the turn may be ended")
OPS_DONE = layout.add("ops_done", 2, 1, "East ops, West ops")
FREE_FAIR_USED = layout.add("free_fair_used", 1, 1, "the free trade fair was held")
# --- the pending decision
DECIDING_PLAYER = layout.add("deciding_player", SEATS, 1, "who must answer")
DECISION = layout.add("decision", p.NUM_DECISIONS, 1, "what is asked: `frames.DECISION_NAMES`")
ABOUT_CARD = layout.add("about_card", NUM_PIECES, 1, "the card being resolved, acting or meant")
ABOUT_PRINT = layout.add(
    "about_print", NUM_PRINTS, 2, "what is printed on the card being resolved or acting"
)
ABOUT_EMPIRE = layout.add("about_empire", NUM_EMPIRES, 1, "the empire it is about")
ABOUT_SIDE = layout.add("about_side", 2, 1, "the side it is about")
ABOUT_CITY = layout.add("about_city", NUM_CITIES, 1, "the city it is about")
ABOUT_BORDER = layout.add("about_border", NUM_BORDERS, 1, "the border it is about")
ABOUT_TOKEN = layout.add(
    "about_token", NUM_TOKENS, 1, "the token it is about; pawns by seat from the viewer"
)
ABOUT_AGENT = layout.add("about_agent", NUM_AGENTS, 1, "the agent it is about")
ABOUT_COLOUR = layout.add("about_colour", NUM_RELIGIONS, 1, "the colour it is about")
ABOUT_CAUSE = layout.add(
    "about_cause", len(c.CAUSE_NAMES), 1, "the cause of the regime change it is about"
)
ABOUT_BITS = layout.add(
    "about_bits", 1, 3, "1: picked before, attackers die, an op was performed or borrowed"
)
OWED = layout.add(
    "owed", p.NUM_FRAMES, p.FIRST_DECISION, "what waits below it: frames of each kind"
)
# --- what is being resolved
AGENTS = layout.add("agents", NUM_AGENTS, 3, "agents of the card neither placed nor dead")
AGENTS_REQUIRED = layout.add("agents_required", 1, 1, "they must be placed: a one-shot occurred")
SIBLING_CITY = layout.add("sibling_city", NUM_CITIES, 1, "an agent of this card was put there")
SIBLING_BORDER = layout.add("sibling_border", NUM_BORDERS, 1, "an agent of this card was put there")
WAR = layout.add("war", len(c.CAUSE_NAMES), 1, "which war is fought: `constants.CAUSE_NAMES`")
WAR_EMPIRE = layout.add("war_empire", NUM_EMPIRES, 1, "where it is fought")
WAR_KING = layout.add("war_king", NUM_EMPIRES, 1, "the empire that campaigns")
WAR_ROOKS = layout.add("war_rooks", 1, 1, "adjacent gold rooks fight too")
DEATHS_LEFT = layout.add("deaths_left", 1, MOST, "casualties still to be picked")
FIGHTERS = layout.add("fighters", NUM_REPRESSED, 20, "repressed tokens that fight")
FAIR_PROFIT = layout.add("fair_profit", 1, MOST, "what is left of the profits of a trade fair")
VOYAGE = layout.add("voyage", 2, 1, "the side of the trade fair under way")
VOYAGE_STOP = layout.add("voyage_stop", 1, 18, "its next stop")
REGIME_EMPIRE = layout.add("regime_empire", NUM_EMPIRES, 1, "a regime change is to come there")
REGIME_CAUSE = layout.add("regime_cause", len(c.CAUSE_NAMES), 1, "and this causes it")
OPS_SIDE = layout.add("ops_side", 2, 1, "ops of this side go on after the decision")
OPS_BORROWED = layout.add("ops_borrowed", 1, 1, "and an op was borrowed for them (2021)")
OWED_EMPIRE = layout.add(
    "owed_empire", NUM_EMPIRES, 1, "where serfs will go or be freed, or liberty is to come"
)
OWED_COLOUR = layout.add(
    "owed_colour", NUM_RELIGIONS, 1, "the religion that an apostasy to come leaves out"
)
# --- the market
MARKET = layout.add(
    "market", NUM_CARDS, DECK_TOP, "column + 1 of each card (7: on a deck), West < 0", -7
)
MARKET_PRINT = layout.add(
    "market_print", (NUM_SLOTS, NUM_PRINTS), 2, "what is printed on each market card"
)
MARKET_FLORINS = layout.add("market_florins", NUM_SLOTS, MOST, "florins there")
MARKET_USURY = layout.add("market_usury", NUM_SLOTS, 1, "not for sale this turn")
DECK_SIZE = layout.add("deck_size", 2, MOST, "cards left: East, West")
DISCARDED_CARDS = layout.add("discarded", NUM_CARDS, 1, "cards out of the game")
# --- hands
HAND = layout.add("hand", NUM_CARDS, 1, "cards in the hands the viewer sees; whose, says `owner`")
HAND_PRINT = layout.add(
    "hand_print", NUM_PRINTS, MOST, "the sum of what is printed on the viewer's hand"
)
HAND_SIZE = layout.add("hand_size", (SEATS, 2), MOST, "cards in each hand: East, West")
# --- cards and squares
OWNER = layout.add(
    "owner", (SEATS, NUM_PIECES), 1, "cards of each seat: tableau, old maids, seen hands"
)
COLUMN = layout.add(
    "column", NUM_PIECES, MOST, "column from the board outwards, from 1; West < 0", -MOST
)
BISHOP_ON = layout.add(
    "bishop", (NUM_RELIGIONS, NUM_PIECES), 1, "gold, green, red bishops on cards"
)
USED = layout.add("used", NUM_PIECES, 1, "performed an op this turn")
SILENCED = layout.add("silenced", NUM_PIECES, 1, "silenced by a bishop")
KING_OF = layout.add(
    "king_of", (NUM_QUEENS, NUM_EMPIRES), 1, "each queen's King; queens by card id"
)
OLD_MAIDS = layout.add("old_maid", NUM_QUEENS, 1, "queens under a player board")
SUZERAIN = layout.add(
    "suzerain", (NUM_EMPIRES, NUM_EMPIRES), 1, "vassal empire, its suzerain's empire"
)
THRONE = layout.add("throne", NUM_EMPIRES, 1, "the square is in its throne")
KINGS = layout.add("kings", (SEATS, NUM_EMPIRES), 1, "Kings of each seat")
REPUBLICS = layout.add("republics", (SEATS, NUM_EMPIRES), 1, "Republics of each seat")
REPRESSED = layout.add("repressed", (NUM_EMPIRES, NUM_REPRESSED), 10, "tokens on each square")
# --- the map
RELIGION = layout.add(
    "religion", (NUM_RELIGIONS, NUM_EMPIRES), 1, "theocracies; medieval empires read 0"
)
CITY = layout.add("city", (PAWN, NUM_CITIES), 1, "knights and rooks (gold, green, red) in cities")
PAWN_ON = layout.add("pawn", (SEATS, NUM_BORDERS), 1, "concessions of each seat")
PIRATE_ON = layout.add("pirate", (NUM_RELIGIONS, NUM_BORDERS), 1, "gold, green, red pirates")
EMPORIUM = layout.add("emporium", NUM_CITIES, 1, "the emporia where trade routes start")
BELIEVERS = layout.add(
    "believers", NUM_RELIGIONS, MOST, "units in theocracies of their own religion"
)
SUPPLY = layout.add("supply", NUM_TOKENS, MOST, "tokens in the pool; pawns by seat from the viewer")
# --- players
FLORINS = layout.add("florins", SEATS, MOST, "florins of each seat")
BANK = layout.add("bank", (SEATS, c.NUM_BANKS), 1, "bank of each seat")
ELIMINATED = layout.add("eliminated", SEATS, 1, "bankrupt")
PRESTIGE = layout.add("prestige", (SEATS, NUM_PRESTIGE), MOST, "prestige in each tableau")
VICTORY_PRESTIGE = layout.add(
    "victory_prestige", (SEATS, NUM_PRESTIGE), MOST, "the same with old maids"
)
ABILITY = layout.add("ability", (SEATS, NUM_ABILITIES), MOST, "unsilenced copies of each ability")
# --- the end
ACTIVE = layout.add("active", NUM_VICTORY_SQUARES, 1, "active victory squares")
STATUS = layout.add("status", 2, 1, "terminated, truncated")
VICTORY = layout.add("victory", len(c.VICTORY_NAMES), 1, "how the game was won")
WINNER = layout.add("winner", SEATS, 1, "who won")

OBS_SIZE = layout.size


# --- writing --------------------------------------------------------------------------------------
@rule
def clip(number: int) -> int:
    """What fits into an entry."""
    return min(number, MOST)


@rule
def from_viewer(s: State, viewer: Player, player: Player) -> int:
    """How many seats after the viewer the player sits."""
    seat = player - viewer
    around = seat + int(s.num_players)  # added first, for a jump would be guessed wrong
    return seat if seat >= 0 else around


@rule
def token_from_viewer(s: State, viewer: Player, token: Token) -> Token:
    """Pawns are told by the distance of their owner's seat; those of absent seats stay."""
    if PAWN <= token < PIRATE and token - PAWN < s.num_players:
        return PAWN + from_viewer(s, viewer, token - PAWN)
    return token


@rule
def show(obs, offset: int, i: int):
    """Set entry i of a slice; NONE sets nothing."""
    if i != NONE:
        obs[offset + i] = 1


@rule
def show_prints(obs, offset: int, card: Card):
    """Add what is printed on the card; squares print nothing that is not shown elsewhere."""
    if card < NUM_CARDS:
        shown = obs[offset : offset + NUM_PRINTS]
        for i in range(NUM_PRINTS):
            shown[i] += PRINTED[card, i]


@rule
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """Everything the viewer can see at the table; closed hands only with `everything`."""
    obs[:] = 0
    write_game(s, viewer, obs)
    write_turn(s, viewer, obs)
    if s.stack_size > 0:
        write_decision(s, viewer, obs)
    write_resolution(s, viewer, obs)
    write_market(s, obs)
    for player in range(s.num_players):
        seat = from_viewer(s, viewer, player)
        seen = everything or seat == 0 or (s.options & OPEN_HANDS) != 0
        write_hand(s, player, seat, seen, obs)
        write_tableau(s, player, seat, obs)
        write_player(s, player, seat, obs)
    write_queens(s, viewer, obs)
    write_squares(s, viewer, obs)
    write_map(s, viewer, obs)
    write_end(s, viewer, obs)


@rule
def write_game(s: State, viewer: Player, obs):
    """The options, and who is who."""
    obs[SEAT + viewer] = 1
    obs[NUM_PLAYERS + s.num_players - 2] = 1
    obs[MAP + s.map] = 1
    obs[RULESET + s.ruleset] = 1
    options = int(s.options)
    for i in range(len(c.OPTION_NAMES)):
        obs[OPTIONS + i] = options >> i & 1
    solo = int(s.solo)
    for i in range(len(c.SOLO_NAMES)):
        obs[SOLO + i] = solo >> i & 1


@rule
def write_turn(s: State, viewer: Player, obs):
    """D1: whose turn it is and what is left of it."""
    obs[FIRST_PLAYER + from_viewer(s, viewer, int(s.first_player))] = 1
    obs[TURN_PLAYER + from_viewer(s, viewer, int(s.turn_player))] = 1
    obs[TURN] = clip(int(s.turn))
    # A position may be written down after the turn where its game is cut.
    obs[TURNS_LEFT] = clip(max(0, int(s.max_turns) - int(s.turn))) if s.max_turns else MOST
    obs[ACTIONS_LEFT] = s.actions_left
    obs[DID_SOMETHING] = s.did_something
    obs[OPS_DONE] = s.ops_done[0]
    obs[OPS_DONE + 1] = s.ops_done[1]
    obs[FREE_FAIR_USED] = s.free_fair_used


@rule
def write_decision(s: State, viewer: Player, obs):
    """The top of the stack: what is asked, of whom, about what; and what waits below."""
    decision = top(s, 0) - p.FIRST_DECISION
    obs[DECIDING_PLAYER + from_viewer(s, viewer, top(s, 1))] = 1
    obs[DECISION + decision] = 1
    for i in range(3):
        if top(s, 2 + i) != NONE:
            write_argument(s, viewer, int(ARGUMENTS[decision, i]), top(s, 2 + i), obs)
    for i in range(s.stack_size - 1):
        write_owed(s, i, obs)


@rule
def write_owed(s: State, i: int, obs):
    """A frame below the top: what goes on after the decision."""
    frame = int(s.stack[i, 0])
    obs[OWED + frame] += 1
    if frame == p.VOYAGE:
        obs[VOYAGE + CITY_EMPORIUM[s.stack[i, 2]]] = 1
        obs[VOYAGE_STOP] = s.stack[i, 3]
    elif frame == p.OP_CARD:
        show_side(obs, OPS_SIDE, int(s.stack[i, 2]))
        obs[OPS_BORROWED] = (s.stack[i, 3] & OP_BORROWED) != 0
    elif frame == p.REGIME_CHANGE:
        show(obs, REGIME_EMPIRE, int(s.stack[i, 2]))
        show(obs, REGIME_CAUSE, int(s.stack[i, 3]))
    elif frame == p.EMANCIPATE or frame == p.GOLDEN_LIBERTY:
        show(obs, OWED_EMPIRE, int(s.stack[i, 2]))
    elif frame == p.PLACE_TOKEN:
        if s.stack[i, 4] < NUM_EMPIRES:  # a region's card on an empty border makes no serf
            show(obs, OWED_EMPIRE, int(s.stack[i, 4]))
    elif frame == p.RESOLVE_APOSTASY:
        show(obs, OWED_COLOUR, int(s.stack[i, 2]))


@rule
def write_argument(s: State, viewer: Player, kind: int, value: int, obs):
    """One argument of the decision."""
    if kind == A_CARD:
        show_card(obs, value)
    elif kind == AN_EMPIRE:
        obs[ABOUT_EMPIRE + value] = 1
    elif kind == A_SIDE:
        show_side(obs, ABOUT_SIDE, value)
    elif kind == A_CITY:
        obs[ABOUT_CITY + value] = 1
    elif kind == A_BORDER:
        obs[ABOUT_BORDER + value] = 1
    elif kind == A_TOKEN:
        obs[ABOUT_TOKEN + token_from_viewer(s, viewer, value)] = 1
    elif kind == AN_AGENT:
        obs[ABOUT_AGENT + value] = 1
    elif kind == A_COLOUR:
        obs[ABOUT_COLOUR + value] = 1
    elif kind == A_CAUSE:
        obs[ABOUT_CAUSE + value] = 1
    elif kind == BITS:
        obs[ABOUT_BITS] = value
    elif kind == A_SPOT:
        write_spot(value, obs)


@rule
def show_side(obs, offset: int, side: int):
    """One side, or both: 2 (ruleset 2021)."""
    if side != WEST:
        obs[offset + EAST] = 1
    if side != EAST:
        obs[offset + WEST] = 1


@rule
def show_card(obs, card: Card):
    """The card a decision is about, once."""
    if not obs[ABOUT_CARD + card]:
        obs[ABOUT_CARD + card] = 1
        show_prints(obs, ABOUT_PRINT, card)


@rule
def write_spot(spot: int, obs):
    """T: where the token will go."""
    if spot >= SPOT_CARD:
        obs[ABOUT_CARD + spot - SPOT_CARD] = 1
    elif spot >= SPOT_SQUARE:
        obs[ABOUT_EMPIRE + spot - SPOT_SQUARE] = 1
    elif spot >= SPOT_BORDER:
        obs[ABOUT_BORDER + spot - SPOT_BORDER] = 1
    else:
        obs[ABOUT_CITY + spot] = 1


@rule
def write_resolution(s: State, viewer: Player, obs):
    """The card played, the war fought, the voyage made."""
    obs[FAIR_PROFIT] = clip(int(s.fair_profit))
    if s.card != NONE:
        show_card(obs, int(s.card))
        obs[AGENTS_REQUIRED] = s.agents_required
        for agent in range(NUM_AGENTS):
            obs[AGENTS + agent] = s.agents[agent]
        for i in range(2):
            spot = int(s.sibling[i])
            if spot != NONE and spot < SPOT_BORDER:
                obs[SIBLING_CITY + spot] = 1
            elif SPOT_BORDER <= spot < SPOT_SQUARE:
                obs[SIBLING_BORDER + spot - SPOT_BORDER] = 1
    if s.war != NONE:
        write_war(s, viewer, obs)


@rule
def write_war(s: State, viewer: Player, obs):
    """B10: who fights where."""
    obs[WAR + s.war] = 1
    show(obs, WAR_EMPIRE, int(s.war_empire))
    if s.war_king != NONE:
        obs[WAR_KING + s.war_king - SQUARE] = 1
    obs[WAR_ROOKS] = s.war_rooks
    obs[DEATHS_LEFT] = clip(int(s.deaths_left))
    for token in range(NUM_REPRESSED):
        if s.fighters[token]:
            obs[FIGHTERS + token_from_viewer(s, viewer, token)] = s.fighters[token]


@rule
def write_market(s: State, obs):
    """The market: all its cards were seen face up by everybody. Discards are public."""
    for slot in range(NUM_SLOTS):
        obs[MARKET_FLORINS + slot] = clip(int(s.market_florins[slot]))
        obs[MARKET_USURY + slot] = s.market_paid[slot]
        card = int(s.market[slot])
        if card != NONE:
            column = slot + 1 if slot < NUM_COLUMNS else NUM_COLUMNS - slot - 1
            obs[MARKET + card] = column
            show_prints(obs, MARKET_PRINT + slot * NUM_PRINTS, card)
    for side in range(2):
        size = int(s.deck_size[side])
        obs[DECK_SIZE + side] = clip(size)
        if size > 0 and s.options & ASTROLOGY:
            obs[MARKET + int(s.deck[side, size - 1])] = DECK_TOP if side == 0 else -DECK_TOP
    for card in range(NUM_CARDS):
        obs[DISCARDED_CARDS + card] = s.place[card] == DISCARDED


@rule
def write_hand(s: State, player: Player, seat: int, seen: bool, obs):
    """HAND: everybody sees the backs of the cards, and so their sides."""
    for i in range(s.hand_size[player]):
        card = int(s.hand[player, i])
        obs[HAND_SIZE + seat * 2 + CARD_SIDE[card]] += 1
        if seen:
            obs[HAND + card] = 1
            obs[OWNER + seat * NUM_PIECES + card] = 1
            if seat == 0:
                show_prints(obs, HAND_PRINT, card)


@rule
def write_tableau(s: State, player: Player, seat: int, obs):
    """Both rows of a tableau, from the board outwards."""
    for side in range(2):
        column = 0
        for i in range(s.tableau_size[player, side]):
            card = int(s.tableau[player, side, i])
            if s.under[card] == NONE:
                column += 1
            obs[OWNER + seat * NUM_PIECES + card] = 1
            obs[COLUMN + card] = column if side == 0 else -column
            obs[USED + card] = s.op_used[card]
            obs[SILENCED + card] = s.silenced[card]
            write_bishop(s, card, obs)


@rule
def write_bishop(s: State, card: Card, obs):
    """The bishop on the card."""
    if s.bishop[card] != NONE:
        obs[BISHOP_ON + int(s.bishop[card]) * NUM_PIECES + card] = 1


@rule
def write_player(s: State, player: Player, seat: int, obs):
    """What lies on and at a player board."""
    obs[FLORINS + seat] = clip(int(s.florins[player]))
    obs[BANK + seat * c.NUM_BANKS + s.bank[player]] = 1
    obs[ELIMINATED + seat] = s.eliminated[player]
    for kind in range(NUM_PRESTIGE):
        prestige = clip(int(s.prestige[player, kind]))
        obs[PRESTIGE + seat * NUM_PRESTIGE + kind] = prestige
        obs[VICTORY_PRESTIGE + seat * NUM_PRESTIGE + kind] = prestige
    shown = obs[ABILITY + seat * NUM_ABILITIES :]
    for ability in range(NUM_ABILITIES):
        shown[ability] = s.ability[player, ability]


@rule
def write_queens(s: State, viewer: Player, obs):
    """I: queens with their Kings, in tableaux or thrones, and old maids."""
    for i in range(NUM_QUEENS):
        queen = int(QUEENS[i])
        if s.under[queen] != NONE:
            obs[KING_OF + i * NUM_EMPIRES + s.under[queen] - SQUARE] = 1
            if s.place[queen] == IN_THRONE:
                obs[USED + queen] = s.op_used[queen]
                write_bishop(s, queen, obs)
        elif s.place[queen] == OLD_MAID:
            seat = from_viewer(s, viewer, int(s.owner[queen]))
            obs[OLD_MAIDS + i] = 1
            obs[OWNER + seat * NUM_PIECES + queen] = 1
            for kind in range(NUM_PRESTIGE):
                obs[VICTORY_PRESTIGE + seat * NUM_PRESTIGE + kind] += FACE_PRESTIGE[queen, kind]


@rule
def write_squares(s: State, viewer: Player, obs):
    """B4, B9: whose squares these are, their faces, vassals and repressed tokens."""
    for empire in range(NUM_EMPIRES):
        square = SQUARE + empire
        if s.place[square] == IN_THRONE:
            obs[THRONE + empire] = 1
            obs[USED + square] = s.op_used[square]
            write_bishop(s, square, obs)
        else:
            faces = REPUBLICS if s.republic[empire] else KINGS
            seat = from_viewer(s, viewer, int(s.owner[square]))
            obs[faces + seat * NUM_EMPIRES + empire] = 1
            if s.under[square] != NONE:
                obs[SUZERAIN + empire * NUM_EMPIRES + s.under[square] - SQUARE] = 1
        for token in range(NUM_REPRESSED):
            if s.repressed[empire, token]:
                column = token_from_viewer(s, viewer, token)
                obs[REPRESSED + empire * NUM_REPRESSED + column] = s.repressed[empire, token]


@rule
def write_map(s: State, viewer: Player, obs):
    """B6: religions, cities, borders, emporia, and the pool beside the map."""
    for empire in range(NUM_EMPIRES):
        if s.religion[empire] != NONE:
            obs[RELIGION + int(s.religion[empire]) * NUM_EMPIRES + empire] = 1
    for side in range(2):
        show(obs, EMPORIUM, int(s.open_emporium[side]))
    for city in range(NUM_CITIES):
        token = int(s.city[city])
        if token != NONE:
            obs[CITY + token * NUM_CITIES + city] = 1
            colour = token if token < NUM_RELIGIONS else token - NUM_RELIGIONS
            obs[BELIEVERS + colour] += s.religion[CITY_EMPIRE[city]] == colour
    for border in range(NUM_BORDERS):
        if s.pawn[border] != NONE:
            seat = from_viewer(s, viewer, int(s.pawn[border]))
            obs[PAWN_ON + seat * NUM_BORDERS + border] = 1
        colour = int(s.pirate[border])
        if colour != NONE:
            obs[PIRATE_ON + colour * NUM_BORDERS + border] = 1
            for i in range(2):
                if s.religion[BORDER_EMPIRES[border, i]] == colour:
                    obs[BELIEVERS + colour] += 1
    for token in range(NUM_TOKENS):
        obs[SUPPLY + token_from_viewer(s, viewer, token)] = s.supply[token]


@rule
def write_end(s: State, viewer: Player, obs):
    """L: the victory squares, and how the game ended."""
    for victory in range(NUM_VICTORY_SQUARES):
        obs[ACTIVE + victory] = s.active[victory]
    if s.status == RUNNING:
        return
    obs[STATUS + s.status - 1] = 1
    show(obs, VICTORY, int(s.victory))
    for player in range(s.num_players):
        if s.winner[player]:
            obs[WINNER + from_viewer(s, viewer, player)] = 1
