"""OBSERVE (9): what a seat sees, as one int8 vector. Seats are counted from the viewer.

Large numbers take two entries: hundreds and the rest. Nothing hidden is written: other hands, the
order of the pile, bids before they are revealed, the stream of chance. With `everything` other
hands and bids are written too, never the future.
"""

import numpy as np

from paxren_env.core.constants import CHANCE, RUNNING
from paxren_env.core.jit import rule
from paxren_env.core.observation import MOST, Layout
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance.constants import (
    FIRST_LEADER,
    LEADER_QUEUE,
    MAX_PLAYERS,
    NO_MARKER,
    NOBODY,
    NUM_ADVANCES,
    NUM_CAPITALS,
    NUM_CARDS,
    NUM_COMMODITIES,
    NUM_FACES,
    NUM_LEADERS,
    NUM_PROVINCES,
    NUM_RANKS,
    NUM_STAMPS,
    OPEN_HANDS,
    OUT,
    PHASE_NAMES,
    REPLAY,
    UNLIMITED_SLOTS,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    BID_CAPITAL,
    BID_DIGIT,
    BID_SIGN,
    frames,
)
from paxren_env.games.age_of_renaissance.queries import count_bits
from paxren_env.games.age_of_renaissance.rules.s26_cards import is_reserve_aside
from paxren_env.games.age_of_renaissance.rules.s44_leaders import patron_slots
from paxren_env.games.age_of_renaissance.sets import lowest
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_FACE, PRODUCES, SLOTS

HUNDRED = 100
NUM_OPTION_BITS = 11
NUM_PHASES = len(PHASE_NAMES)
NUM_DECISIONS = len(frames.decisions)
FIRST_DECISION = frames.first_decision
# [decision, argument]: what an argument is.
PLAIN, A_SEAT, A_PROVINCE = range(3)
KINDS = {"seat": A_SEAT, "province": A_PROVINCE}
ARGUMENT_KIND = np.array(
    [
        [KINDS.get(row.about[i].name, PLAIN) if i < len(row.about) else PLAIN for i in range(3)]
        for row in frames.decisions
    ],
    np.uint8,
)

layout = Layout()
# --- the table ---
SEAT = layout.add("seat", MAX_PLAYERS, 1, "which seat the viewer has")
PLAYERS = layout.add("players", MAX_PLAYERS, 1, "seats in the game")
OPTIONS = layout.add("options", NUM_OPTION_BITS, 1, "the bits of the options")
TIME = layout.add("time", 4, MOST, "last epoch, turn limit, turn, epoch")
PHASE = layout.add("phase", NUM_PHASES, 1, "the phase")
SEGMENT = layout.add("segment", MAX_PLAYERS, 1, "whose segment it is")
# --- what is asked ---
DECIDER = layout.add("decider", MAX_PLAYERS, 1, "who decides")
DECISION = layout.add("decision", NUM_DECISIONS, 1, "what; how far another has bid is not told")
ABOUT = layout.add("about", 3, MOST, "its arguments, seats counted from 1", -128)
HERE = layout.add("here", NUM_PROVINCES, 1, "the province it is about, or that is attacked")
# --- flags and cards on the table ---
DECK = layout.add("deck", 4, 64, "pile, reserve aside, last turn, cards bought in Expansion")
FLAGS = layout.add(
    "flags", 8, MOST,
    "papal category + 1, Strife, Crusades, Mongols, Armor void, Papal void, ties of the War, "
    "Marco Polo doubled",
)  # fmt: skip
SIGMA = layout.add("sigma", NUM_COMMODITIES, 2, "Shortages, Surpluses below 0", -2)
REPLAY_FACES = layout.add("replay", NUM_FACES, 3, "Replay Pile by face")
OUT_FACES = layout.add("out", NUM_FACES, 1, "removed cards by face")
LEADERS = layout.add(
    "leaders", (NUM_LEADERS, 4), 19, "k, owner, patron slots left, viewer is patron"
)
HANDS = layout.add("hands", (MAX_PLAYERS, NUM_FACES), 3, "cards the viewer knows, by hand and face")
RETURNED = layout.add("returned", NUM_FACES, 1, "the face the viewer gave back at set-up")
# --- seats ---
CAPITAL = layout.add("capital", (MAX_PLAYERS, NUM_CAPITALS), 1, "the Capital")
NUM_FACTS = 16
FACTS = layout.add(
    "facts", (MAX_PLAYERS, NUM_FACTS), HUNDRED,
    "choice rank, position + 1, slot, cash (2), written cash (2), bid (2), Stock, Expansion, Mat, "
    "Misery, relief, ship, hand", -HUNDRED,
)  # fmt: skip
NUM_SWITCHES = 7
SWITCHES = layout.add(
    "switches", (MAX_PLAYERS, NUM_SWITCHES), 1,
    "used Renaissance, bought a card, Ruler, Civil War, played War, is warred on, attacks",
)  # fmt: skip
MILITARY = layout.add("military", (MAX_PLAYERS, NUM_RANKS), 1, "military cards in play by rank")
CATHEDRALS = layout.add("cathedrals", (MAX_PLAYERS, MAX_PLAYERS), 1, "used Cathedral on whom")
STAMPS = layout.add("stamps", (MAX_PLAYERS, NUM_STAMPS - 1), 64, "hand cards by how they came")
ADVANCES = layout.add("advances", (MAX_PLAYERS, NUM_ADVANCES), 2, "1 owned, 2 bought this turn")
GOODS = layout.add("goods", (MAX_PLAYERS, NUM_COMMODITIES), 9, "provinces dominated by commodity")
# --- the map ---
MARKER = layout.add(
    "marker", (MAX_PLAYERS, NUM_PROVINCES), 3, "markers: 1 old, 2 new, 3 new but flagged"
)
OLD = layout.add("old", (MAX_PLAYERS, NUM_PROVINCES), 36, "old tokens")
NEW = layout.add("new", (MAX_PLAYERS, NUM_PROVINCES), 36, "new tokens")
LANDED = layout.add("landed", NUM_PROVINCES, 36, "counted against the landing cap")


@rule
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """The whole vector."""
    obs[:] = 0
    write_table(s, viewer, obs)
    if s.status == RUNNING:
        write_decision(s, viewer, everything, obs)
    write_flags(s, obs)
    write_cards(s, viewer, everything, obs)
    write_leaders(s, viewer, obs)
    for place in range(s.num_players):
        player = int(s.order[place])
        seat = seat_from(s, viewer, player)
        write_player(s, viewer, player, seat, place, everything, obs)
        write_switches(s, viewer, player, seat, obs)
        write_pieces(s, player, seat, obs)
    write_markers(s, viewer, obs)


@rule
def seat_from(s: State, viewer: Player, player: Player) -> int:
    """0 for the viewer, 1 for the seat after; a remainder would cost more than all the rest."""
    return player - viewer if player >= viewer else player - viewer + s.num_players


@rule
def seen_from(s: State, viewer: Player, player: Player) -> int:
    """1 for the viewer, 2 for the seat after, ...; 0 for nobody, 7 for chance."""
    if player == CHANCE:
        return MAX_PLAYERS + 1
    if player < 0:
        return 0
    return 1 + seat_from(s, viewer, player)


@rule
def clip(number: int) -> int:
    return max(-MOST, min(MOST, number))


@rule
def write_number(obs, at: int, number: int):
    """Hundreds and the rest, both with the sign."""
    sign = -1 if number < 0 else 1
    obs[at] = sign * min(HUNDRED, abs(number) // HUNDRED)
    obs[at + 1] = sign * (abs(number) % HUNDRED)


@rule
def write_seat(s: State, at: int, viewer: Player, player: Player, obs):
    """One of the seats counted from the viewer; none for nobody and for chance."""
    if player >= 0:
        obs[at + seat_from(s, viewer, player)] = 1


@rule
def write_table(s: State, viewer: Player, obs):
    """Options, turn and phase."""
    obs[SEAT + viewer] = 1
    obs[PLAYERS : PLAYERS + s.num_players] = 1
    for bit in range(NUM_OPTION_BITS):
        obs[OPTIONS + bit] = s.options >> bit & 1
    obs[TIME] = s.last_epoch
    obs[TIME + 1] = clip(s.turn_limit)
    obs[TIME + 2] = clip(s.turn)
    obs[TIME + 3] = s.epoch
    obs[PHASE + s.phase] = 1
    write_seat(s, SEGMENT, viewer, s.turn_player, obs)


@rule
def write_decision(s: State, viewer: Player, everything: bool, obs):
    """What is asked of whom; how far another has typed a bid is not shown."""
    frame, player = top(s, 0), top(s, 1)
    if s.attack_by != NOBODY:
        obs[HERE + s.attack_province] = 1
    is_bid = frame == BID_SIGN or frame == BID_DIGIT or frame == BID_CAPITAL
    is_secret = is_bid and player != viewer and not everything
    if is_secret and frame == BID_DIGIT:
        frame = BID_SIGN
    obs[DECISION + frame - FIRST_DECISION] = 1
    write_seat(s, DECIDER, viewer, player, obs)
    if is_secret or player == CHANCE:
        return
    for i in range(3):
        argument = top(s, 2 + i)
        kind = ARGUMENT_KIND[frame - FIRST_DECISION, i]
        if kind == A_PROVINCE:
            obs[HERE + argument] = 1
        elif kind == A_SEAT:
            obs[ABOUT + i] = seen_from(s, viewer, argument)
        else:
            obs[ABOUT + i] = clip(argument)


@rule
def write_flags(s: State, obs):
    """The deck, what stands for this turn or for good, the markets."""
    obs[DECK] = s.pile_size
    obs[DECK + 1] = 1 if is_reserve_aside(s) else 0
    obs[DECK + 2] = s.last_turn
    obs[DECK + 3] = s.expansion_cards
    obs[FLAGS] = s.papal + 1
    obs[FLAGS + 1] = s.strife
    obs[FLAGS + 2] = s.crusades
    obs[FLAGS + 3] = s.mongols
    obs[FLAGS + 4] = s.armor_void
    obs[FLAGS + 5] = s.papal_void
    obs[FLAGS + 6] = clip(s.war_ties)
    obs[FLAGS + 7] = s.doubled
    for commodity in range(NUM_COMMODITIES):
        obs[SIGMA + commodity] = s.sigma[commodity]


@rule
def knows_card(s: State, viewer: Player, card: int, everything: bool) -> bool:
    """Own cards, those of Written Record, all of them with open hands."""
    if everything or s.options & OPEN_HANDS:
        return True
    return s.known[card] >> viewer & 1 != 0


@rule
def write_cards(s: State, viewer: Player, everything: bool, obs):
    """Public piles by face, and every hand as far as it is known."""
    for card in range(NUM_CARDS):
        face = int(CARD_FACE[card])
        place = int(s.place[card])
        if place == REPLAY:
            obs[REPLAY_FACES + face] += 1
        elif place == OUT:
            obs[OUT_FACES + face] += 1
        elif place < MAX_PLAYERS:
            hand = seat_from(s, viewer, place)
            obs[STAMPS + hand * (NUM_STAMPS - 1) + int(s.stamp[card]) - 1] += 1
            if knows_card(s, viewer, card, everything):
                obs[HANDS + hand * NUM_FACES + face] += 1
    if s.returned[viewer] >= 0:
        obs[RETURNED + int(s.returned[viewer])] = 1


@rule
def write_leaders(s: State, viewer: Player, obs):
    for number in range(NUM_LEADERS):
        card = FIRST_LEADER + number
        if s.place[card] == LEADER_QUEUE:
            at = LEADERS + 4 * number
            k = int(s.index[card])
            patrons = int(s.patrons[number])
            obs[at] = k + 1
            obs[at + 1] = seen_from(s, viewer, int(s.leader_owner[number]))
            obs[at + 2] = max(0, min(UNLIMITED_SLOTS, patron_slots(k) - count_bits(patrons)))
            obs[at + 3] = patrons >> viewer & 1


@rule
def write_player(
    s: State, viewer: Player, player: Player, seat: int, place: int, everything: bool, obs
):
    """The numbers of a seat, which has this place in the order; its bid once it is revealed."""
    if s.capital[player] >= 0:
        obs[CAPITAL + seat * NUM_CAPITALS + int(s.capital[player])] = 1
    at = FACTS + seat * NUM_FACTS
    obs[at] = s.choice_rank[player]
    obs[at + 1] = place + 1
    obs[at + 2] = SLOTS[s.num_players, place]
    write_number(obs, at + 3, int(s.cash[player]))
    write_number(obs, at + 5, int(s.written_cash[player]))
    if player == viewer or everything or not s.bids_secret:
        write_number(obs, at + 7, int(s.bid[player]))
    obs[at + 9] = s.stock[player]
    obs[at + 10] = s.expansion[player]
    obs[at + 11] = s.mat[player]
    obs[at + 12] = s.misery[player]
    obs[at + 13] = s.relief[player]
    obs[at + 14] = s.ship[player]
    obs[at + 15] = s.hand_size[player]


@rule
def write_switches(s: State, viewer: Player, player: Player, seat: int, obs):
    """What a seat has done or suffers this turn, and its advances."""
    at = SWITCHES + seat * NUM_SWITCHES
    obs[at] = s.renaissance_used >> player & 1
    obs[at + 1] = s.card_bought >> player & 1
    obs[at + 2] = s.ruler >> player & 1
    obs[at + 3] = s.civil_war == player
    obs[at + 4] = s.war_by == player
    obs[at + 5] = s.war_against == player
    obs[at + 6] = s.attack_by == player
    for rank in range(NUM_RANKS):
        obs[MILITARY + seat * NUM_RANKS + rank] = s.military[rank] == player
    if s.cathedral_used[player]:
        for other in range(s.num_players):
            if s.cathedral_used[player] >> other & 1:
                write_seat(s, CATHEDRALS + seat * MAX_PLAYERS, viewer, other, obs)
    owned, bought = int(s.advances[player]), int(s.bought[player])
    advances = obs[ADVANCES + seat * NUM_ADVANCES :]
    for advance in range(NUM_ADVANCES):
        advances[advance] = (owned >> advance & 1) + (bought >> advance & 1)


@rule
def write_pieces(s: State, player: Player, seat: int, obs):
    """The tokens of a seat."""
    # Slices: an index that might be negative would keep the loops from being vectorised.
    old = obs[OLD + seat * NUM_PROVINCES :]
    new = obs[NEW + seat * NUM_PROVINCES :]
    for province in range(NUM_PROVINCES):
        old[province] = s.old[player, province]
    for province in range(NUM_PROVINCES):
        new[province] = s.new[player, province]


@rule
def write_markers(s: State, viewer: Player, obs):
    """Markers, what they produce, and what was landed."""
    landed = obs[LANDED:]
    for province in range(NUM_PROVINCES):
        landed[province] = s.landed[province]
    for province in range(NUM_PROVINCES):
        if s.marker_kind[province] != NO_MARKER:
            seat = seat_from(s, viewer, int(s.marker[province]))
            obs[MARKER + seat * NUM_PROVINCES + province] = s.marker_kind[province]
            goods = int(PRODUCES[province])
            while goods:
                obs[GOODS + seat * NUM_COMMODITIES + lowest(goods)] += 1
                goods &= goods - 1
