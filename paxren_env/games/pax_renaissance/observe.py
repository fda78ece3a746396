"""What a seat sees: an int8 vector cut into named slices.

Seats are counted from the viewer: 0 is the viewer, then clockwise; absent seats read 0.
It is written section by section, so that a step need not write again what has not changed.
Never shown: the order of the decks, which cards are in the box, and closed hands of others.
"""

import numpy as np

from paxren_env.core.jit import rule
from paxren_env.core.observation import EVERY_SECTION, MOST, Layout
from paxren_env.core.planes import clear, copy, show_equal
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
from paxren_env.games.pax_renaissance.rules.s_silencing import SIDE_STEP
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
SQUARES = range(SQUARE, SQUARE + NUM_EMPIRES)
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
    table = np.zeros((NUM_CARDS + 1, NUM_PRINTS), np.int8)
    for card in range(NUM_CARDS):
        for name in _prints(card):
            table[card, PRINT_NAMES.index(name)] += 1
    return table


PRINTED = _print_table()  # the last row is blank: no card

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
COURT = (*QUEENS.tolist(), *SQUARES)  # those that may sit in thrones

# --- the game
GAME_AND_TURN = layout.section(
    "num_players", "map", "ruleset", "options", "solo", "first_player", "turn_player", "turn",
    "max_turns", "actions_left", "did_something", "ops_done", "free_fair_used", by_seat=True,
)  # fmt: skip
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
RESOLUTION = layout.section(
    "num_players", "stack", "stack_size", "card", "agents", "agents_required", "sibling", "war",
    "war_empire", "war_king", "war_rooks", "deaths_left", "fighters", "fair_profit", by_seat=True,
)  # fmt: skip
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
ON_MARKET = layout.section(
    "options", "market", "market_florins", "market_paid", "deck", "deck_size"
)
MARKET = layout.add(
    "market", NUM_CARDS, DECK_TOP, "column + 1 of each card (7: on a deck), West < 0", -7
)
MARKET_PRINT = layout.add(
    "market_print", (NUM_SLOTS, NUM_PRINTS), 2, "what is printed on each market card"
)
MARKET_FLORINS = layout.add("market_florins", NUM_SLOTS, MOST, "florins there")
MARKET_USURY = layout.add("market_usury", NUM_SLOTS, 1, "not for sale this turn")
DECK_SIZE = layout.add("deck_size", 2, MOST, "cards left: East, West")
DISCARDS = layout.section("place")
DISCARDED_CARDS = layout.add("discarded", NUM_CARDS, 1, "cards out of the game")
# --- hands
HANDS = layout.section("num_players", "options", "hand", "hand_size", "owner", by_seat=True)
HAND = layout.add("hand", NUM_CARDS, 1, "cards in the hands the viewer sees; whose, says `owner`")
HAND_PRINT = layout.add(
    "hand_print", NUM_PRINTS, MOST, "the sum of what is printed on the viewer's hand"
)
HAND_SIZE = layout.add("hand_size", (SEATS, 2), MOST, "cards in each hand: East, West")
# --- cards and squares
OWNER = layout.add(
    "owner", (SEATS, NUM_PIECES), 1, "cards of each seat: tableau, old maids, seen hands"
)
COLUMNS = layout.section("column", unless="stale")
COLUMN = layout.add(
    "column", NUM_PIECES, MOST, "column from the board outwards, from 1; West < 0", -MOST
)
MARKS = layout.section("bishop", "op_used")
BISHOP_ON = layout.add(
    "bishop", (NUM_RELIGIONS, NUM_PIECES), 1, "gold, green, red bishops on cards"
)
USED = layout.add("used", NUM_PIECES, 1, "performed an op this turn")
SILENCING = layout.section("silenced", unless="stale")
SILENCED = layout.add("silenced", NUM_PIECES, 1, "silenced by a bishop")
COURTS = layout.section(("place", COURT), ("under", COURT))
KING_OF = layout.add(
    "king_of", (NUM_QUEENS, NUM_EMPIRES), 1, "each queen's King; queens by card id"
)
OLD_MAIDS = layout.add("old_maid", NUM_QUEENS, 1, "queens under a player board")
SUZERAIN = layout.add(
    "suzerain", (NUM_EMPIRES, NUM_EMPIRES), 1, "vassal empire, its suzerain's empire"
)
THRONE = layout.add("throne", NUM_EMPIRES, 1, "the square is in its throne")
ON_SQUARES = layout.section(
    "num_players", ("place", SQUARES), ("owner", SQUARES), "republic", "repressed", by_seat=True
)
KINGS = layout.add("kings", (SEATS, NUM_EMPIRES), 1, "Kings of each seat")
REPUBLICS = layout.add("republics", (SEATS, NUM_EMPIRES), 1, "Republics of each seat")
REPRESSED = layout.add("repressed", (NUM_EMPIRES, NUM_REPRESSED), 10, "tokens on each square")
# --- the map
CITIES = layout.section("religion", "city")
RELIGION = layout.add(
    "religion", (NUM_RELIGIONS, NUM_EMPIRES), 1, "theocracies; medieval empires read 0"
)
CITY = layout.add("city", (PAWN, NUM_CITIES), 1, "knights and rooks (gold, green, red) in cities")
CONCESSIONS = layout.section("num_players", "pawn", by_seat=True)
PAWN_ON = layout.add("pawn", (SEATS, NUM_BORDERS), 1, "concessions of each seat")
SEAS = layout.section("religion", "city", "pirate", "open_emporium")
PIRATE_ON = layout.add("pirate", (NUM_RELIGIONS, NUM_BORDERS), 1, "gold, green, red pirates")
EMPORIUM = layout.add("emporium", NUM_CITIES, 1, "the emporia where trade routes start")
BELIEVERS = layout.add(
    "believers", NUM_RELIGIONS, MOST, "units in theocracies of their own religion"
)
POOL = layout.section("num_players", "supply", "florins", by_seat=True)
SUPPLY = layout.add("supply", NUM_TOKENS, MOST, "tokens in the pool; pawns by seat from the viewer")
# --- players
FLORINS = layout.add("florins", SEATS, MOST, "florins of each seat")
BOARDS = layout.section(
    "num_players", "bank", "eliminated", "prestige", "ability", ("place", QUEENS.tolist()),
    ("owner", QUEENS.tolist()), by_seat=True,
)  # fmt: skip
BANK = layout.add("bank", (SEATS, c.NUM_BANKS), 1, "bank of each seat")
ELIMINATED = layout.add("eliminated", SEATS, 1, "bankrupt")
PRESTIGE = layout.add("prestige", (SEATS, NUM_PRESTIGE), MOST, "prestige in each tableau")
VICTORY_PRESTIGE = layout.add(
    "victory_prestige", (SEATS, NUM_PRESTIGE), MOST, "the same with old maids"
)
ABILITY = layout.add("ability", (SEATS, NUM_ABILITIES), MOST, "unsilenced copies of each ability")
# --- the end
ENDING = layout.section("num_players", "active", "status", "victory", "winner", by_seat=True)
ACTIVE = layout.add("active", NUM_VICTORY_SQUARES, 1, "active victory squares")
STATUS = layout.add("status", 2, 1, "terminated, truncated")
VICTORY = layout.add("victory", len(c.VICTORY_NAMES), 1, "how the game was won")
WINNER = layout.add("winner", SEATS, 1, "who won")

OBS_SIZE = layout.size

BITS_OF_COUNT = 8  # so many hold a count of units: see `count_believers`
# How many entries these have together.
GAME_SIZE = DECIDING_PLAYER - SEAT
RESOLUTION_SIZE = MARKET - DECIDING_PLAYER
HANDS_SIZE = OWNER - HAND
COURTS_SIZE = KINGS - KING_OF
FACES_SIZE = REPRESSED - KINGS
BANKS_SIZE = ELIMINATED - BANK
BOARDS_SIZE = ACTIVE - BANK
ENDING_SIZE = OBS_SIZE - ACTIVE


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


def _token_table() -> np.ndarray:
    """[players, viewer, token]: pawns are told by the distance of their owner's seat."""
    table = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, NUM_TOKENS), np.int8)
    table[:] = range(NUM_TOKENS)  # those of absent seats stay
    for players in range(1, MAX_PLAYERS + 1):
        for viewer in range(players):
            for seat in range(players):
                table[players, viewer, PAWN + seat] = PAWN + (seat - viewer) % players
    return table


TOKEN_FROM_VIEWER = _token_table()


@rule
def token_from_viewer(s: State, viewer: Player, token: Token) -> Token:
    """Pawns are told by the distance of their owner's seat; those of absent seats stay."""
    return int(TOKEN_FROM_VIEWER[s.num_players, viewer, token])


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
    rewrite_observation(s, viewer, everything, EVERY_SECTION, obs)


@rule
def rewrite_observation(s: State, viewer: Player, everything: bool, sections: int, obs):
    """These sections of it; each writes all of its entries."""
    if sections & GAME_AND_TURN:
        clear(obs, SEAT, GAME_SIZE)
        write_game(s, viewer, obs)
        write_turn(s, viewer, obs)
    if sections & RESOLUTION:
        clear(obs, DECIDING_PLAYER, RESOLUTION_SIZE)
        write_decision(s, viewer, obs)
        write_resolution(s, viewer, obs)
    if sections & ON_MARKET:
        write_market(s, obs)
    if sections & DISCARDS:
        show_equal(obs, DISCARDED_CARDS, s.place, NUM_CARDS, DISCARDED)
    if sections & HANDS:
        write_hands(s, viewer, everything, obs)
    if sections & COLUMNS:
        write_columns(s, obs)
    if sections & MARKS:
        write_marks(s, obs)
    if sections & SILENCING:
        write_silenced(s, obs)
    if sections & COURTS:
        write_courts(s, obs)
    if sections & ON_SQUARES:
        write_squares(s, viewer, obs)
    if sections & CITIES:
        write_cities(s, obs)
    if sections & CONCESSIONS:
        write_concessions(s, viewer, obs)
    if sections & SEAS:
        write_seas(s, obs)
    if sections & POOL:
        write_pool(s, viewer, obs)
    if sections & BOARDS:
        write_boards(s, viewer, obs)
    if sections & ENDING:
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
    if s.stack_size == 0:
        return
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
    """The market: all its cards were seen face up by everybody."""
    clear(obs, MARKET, NUM_CARDS)
    copy(obs, MARKET_USURY, s.market_paid, NUM_SLOTS)
    for slot in range(NUM_SLOTS):
        obs[MARKET_FLORINS + slot] = clip(int(s.market_florins[slot]))
        card = int(s.market[slot])
        if card != NONE:
            obs[MARKET + card] = slot + 1 if slot < NUM_COLUMNS else NUM_COLUMNS - slot - 1
        printed = PRINTED[card if card != NONE else NUM_CARDS]
        copy(obs, MARKET_PRINT + slot * NUM_PRINTS, printed, NUM_PRINTS)
    for side in range(2):
        size = int(s.deck_size[side])
        obs[DECK_SIZE + side] = clip(size)
        if size > 0 and s.options & ASTROLOGY:
            obs[MARKET + int(s.deck[side, size - 1])] = DECK_TOP if side == 0 else -DECK_TOP


@rule
def write_hands(s: State, viewer: Player, everything: bool, obs):
    """HAND: hands, as far as the viewer sees them, and whose the cards are."""
    clear(obs, HAND, HANDS_SIZE)
    if s.num_players < SEATS:
        clear(obs, OWNER, SEATS * NUM_PIECES)
    for player in range(s.num_players):
        seat = from_viewer(s, viewer, player)
        show_equal(obs, OWNER + seat * NUM_PIECES, s.owner, NUM_PIECES, player)
        seen = everything or seat == 0 or (s.options & OPEN_HANDS) != 0
        write_hand(s, player, seat, seen, obs)


@rule
def write_hand(s: State, player: Player, seat: int, seen: bool, obs):
    """HAND: everybody sees the backs of the cards, and so their sides."""
    for i in range(s.hand_size[player]):
        card = int(s.hand[player, i])
        obs[HAND_SIZE + seat * 2 + CARD_SIDE[card]] += 1
        obs[HAND + card] = seen
        obs[OWNER + seat * NUM_PIECES + card] = seen
        if seat == 0:
            show_prints(obs, HAND_PRINT, card)


@rule
def write_columns(s: State, obs):
    """Both rows of the tableaux, from the board outwards."""
    for piece in range(NUM_PIECES):
        column = int(s.column[piece])
        obs[COLUMN + piece] = column + 1 if column >= NONE else SIDE_STEP - 1 - column
    if s.stale:  # the game ended before they were counted again
        count_columns(s, obs)


@rule
def count_columns(s: State, obs):
    """The same, counted anew."""
    clear(obs, COLUMN, NUM_PIECES)
    for player in range(s.num_players):
        for side in range(2):
            column = 0
            for i in range(s.tableau_size[player, side]):
                card = int(s.tableau[player, side, i])
                column += 1 if s.under[card] == NONE else 0
                obs[COLUMN + card] = column if side == 0 else -column


@rule
def write_marks(s: State, obs):
    """Bishops and used ops: only cards in tableaux and thrones have any."""
    copy(obs, USED, s.op_used, NUM_PIECES)
    for colour in range(NUM_RELIGIONS):
        show_equal(obs, BISHOP_ON + colour * NUM_PIECES, s.bishop, NUM_PIECES, colour)


@rule
def write_silenced(s: State, obs):
    """S1: cards that a bishop silences."""
    copy(obs, SILENCED, s.silenced, NUM_PIECES)
    if s.stale:  # the game ended before it was counted again: some may have left their tableau
        clear(obs, SILENCED, NUM_PIECES)
        for player in range(s.num_players):
            for side in range(2):
                for i in range(s.tableau_size[player, side]):
                    card = int(s.tableau[player, side, i])
                    obs[SILENCED + card] = s.silenced[card]


@rule
def write_courts(s: State, obs):
    """I, B9: queens with their Kings and old maids, vassals with their suzerains, thrones."""
    clear(obs, KING_OF, COURTS_SIZE)
    for i in range(NUM_QUEENS):
        queen = int(QUEENS[i])
        king = int(s.under[queen])
        if king != NONE:
            obs[KING_OF + i * NUM_EMPIRES + king - SQUARE] = 1
        elif s.place[queen] == OLD_MAID:
            obs[OLD_MAIDS + i] = 1
    for empire in range(NUM_EMPIRES):
        suzerain = int(s.under[SQUARE + empire])
        if s.place[SQUARE + empire] == IN_THRONE:
            obs[THRONE + empire] = 1
        elif suzerain != NONE:
            obs[SUZERAIN + empire * NUM_EMPIRES + suzerain - SQUARE] = 1


@rule
def write_squares(s: State, viewer: Player, obs):
    """B4, B9: whose squares these are, their faces and repressed tokens."""
    clear(obs, KINGS, FACES_SIZE)
    for empire in range(NUM_EMPIRES):
        square = SQUARE + empire
        if s.place[square] != IN_THRONE:
            faces = REPUBLICS if s.republic[empire] else KINGS
            seat = from_viewer(s, viewer, int(s.owner[square]))
            obs[faces + seat * NUM_EMPIRES + empire] = 1
        copy(obs, REPRESSED + empire * NUM_REPRESSED, s.repressed[empire], NUM_REPRESSED)
    for player in range(s.num_players):
        pawns = REPRESSED + PAWN + from_viewer(s, viewer, player)
        for empire in range(NUM_EMPIRES):
            obs[pawns + empire * NUM_REPRESSED] = s.repressed[empire, PAWN + player]


@rule
def write_cities(s: State, obs):
    """B6: religions and cities."""
    for religion in range(NUM_RELIGIONS):
        show_equal(obs, RELIGION + religion * NUM_EMPIRES, s.religion, NUM_EMPIRES, religion)
    for token in range(PAWN):
        show_equal(obs, CITY + token * NUM_CITIES, s.city, NUM_CITIES, token)


@rule
def write_concessions(s: State, viewer: Player, obs):
    """B6: the pawns on borders."""
    if s.num_players < SEATS:
        clear(obs, PAWN_ON, SEATS * NUM_BORDERS)
    for player in range(s.num_players):
        seat = from_viewer(s, viewer, player)
        show_equal(obs, PAWN_ON + seat * NUM_BORDERS, s.pawn, NUM_BORDERS, player)


@rule
def write_seas(s: State, obs):
    """B6: pirates and emporia; and how many believers each religion has."""
    for colour in range(NUM_RELIGIONS):
        show_equal(obs, PIRATE_ON + colour * NUM_BORDERS, s.pirate, NUM_BORDERS, colour)
    clear(obs, EMPORIUM, NUM_CITIES)
    for side in range(2):
        show(obs, EMPORIUM, int(s.open_emporium[side]))
    believers = count_believers(s)
    for colour in range(NUM_RELIGIONS):
        obs[BELIEVERS + colour] = believers >> BITS_OF_COUNT * colour & MOST


@rule
def count_believers(s: State) -> int:
    """How many units are in a theocracy of their religion: a few bits for each religion."""
    believers = 0
    for city in range(NUM_CITIES):
        token = int(s.city[city])
        colour = token if token < NUM_RELIGIONS else token - NUM_RELIGIONS
        believers += believer(s, colour, int(CITY_EMPIRE[city]))
    for border in range(NUM_BORDERS):
        for i in range(2):
            believers += believer(s, int(s.pirate[border]), int(BORDER_EMPIRES[border, i]))
    return believers


@rule
def believer(s: State, colour: int, empire: int) -> int:
    """A unit, or none, in an empire; without a jump, for most would be guessed wrong."""
    is_one = (colour != NONE) & (s.religion[empire] == colour)
    return int(is_one) << BITS_OF_COUNT * max(colour, 0)


@rule
def write_pool(s: State, viewer: Player, obs):
    """The pool beside the map, and the florins of the players."""
    copy(obs, SUPPLY, s.supply, NUM_TOKENS)
    clear(obs, FLORINS, SEATS)
    for player in range(s.num_players):
        seat = from_viewer(s, viewer, player)
        obs[SUPPLY + PAWN + seat] = s.supply[PAWN + player]
        obs[FLORINS + seat] = clip(int(s.florins[player]))


@rule
def write_boards(s: State, viewer: Player, obs):
    """What lies on, at and under the player boards."""
    clear(obs, BANK, BANKS_SIZE)
    if s.num_players < SEATS:
        clear(obs, BANK, BOARDS_SIZE)
    for player in range(s.num_players):
        seat = from_viewer(s, viewer, player)
        obs[BANK + seat * c.NUM_BANKS + s.bank[player]] = 1
        obs[ELIMINATED + seat] = s.eliminated[player]
        copy(obs, PRESTIGE + seat * NUM_PRESTIGE, s.prestige[player], NUM_PRESTIGE)
        copy(obs, VICTORY_PRESTIGE + seat * NUM_PRESTIGE, s.prestige[player], NUM_PRESTIGE)
        copy(obs, ABILITY + seat * NUM_ABILITIES, s.ability[player], NUM_ABILITIES)
    for i in range(NUM_QUEENS):
        queen = int(QUEENS[i])
        if s.place[queen] == OLD_MAID:
            seat = from_viewer(s, viewer, int(s.owner[queen]))
            for kind in range(NUM_PRESTIGE):
                obs[VICTORY_PRESTIGE + seat * NUM_PRESTIGE + kind] += FACE_PRESTIGE[queen, kind]


@rule
def write_end(s: State, viewer: Player, obs):
    """L: the victory squares, and how the game ended."""
    clear(obs, ACTIVE, ENDING_SIZE)
    for victory in range(NUM_VICTORY_SQUARES):
        obs[ACTIVE + victory] = s.active[victory]
    if s.status == RUNNING:
        return
    obs[STATUS + s.status - 1] = 1
    show(obs, VICTORY, int(s.victory))
    for player in range(s.num_players):
        if s.winner[player]:
            obs[WINNER + from_viewer(s, viewer, player)] = 1
