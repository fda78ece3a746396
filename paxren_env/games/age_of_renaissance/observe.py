"""OBSERVE (9): what a seat sees, as one int8 vector. Seats are counted from the viewer.

Large numbers take two entries: hundreds and the rest. Nothing hidden is written: other hands, the
order of the pile, bids before they are revealed, the stream of chance. With `everything` other
hands and bids are written too, never the future.
"""

import numpy as np

from paxren_env.core.constants import CHANCE
from paxren_env.core.jit import rule
from paxren_env.core.observation import Layout
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance.constants import (
    FIRST_LEADER,
    LEADER_QUEUE,
    MAX_PLAYERS,
    NO_MARKER,
    NUM_ADVANCES,
    NUM_CARDS,
    NUM_COMMODITIES,
    NUM_FACES,
    NUM_LEADERS,
    NUM_PROVINCES,
    NUM_RANKS,
    NUM_STAMPS,
    OPEN_HANDS,
    OUT,
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
from paxren_env.games.age_of_renaissance.queries import (
    count_bits,
    dominated,
    position,
    slot,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import is_reserve_aside
from paxren_env.games.age_of_renaissance.rules.s44_leaders import patron_slots
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import CARD_FACE

MOST = 127
HUNDRED = 100
NUM_OPTION_BITS = 11
FIRST_DECISION = frames.first_decision
# [decision, argument]: 1 where it is a seat, which is counted from the viewer.
ARGUMENT_IS_SEAT = np.array(
    [
        [i < len(row.about) and row.about[i].name == "seat" for i in range(3)]
        for row in frames.decisions
    ],
    np.uint8,
)

layout = Layout()
TABLE = layout.add(
    "table", 7, MOST, "players, viewer's seat, last epoch, turn limit, turn, phase, epoch"
)
OPTIONS = layout.add("options", NUM_OPTION_BITS, 1, "the bits of the options")
DECISION = layout.add("decision", 5, MOST, "1 + decision, who decides, its three arguments", -128)
DECK = layout.add("deck", 4, 64, "pile, reserve aside, last turn, cards bought in Expansion")
FLAGS = layout.add(
    "flags", 12, MOST,
    "segment, papal category + 1, Strife, Crusades, Mongols, Armor void, Papal void, Civil War, "
    "War by, against, ties, Marco Polo doubled",
)  # fmt: skip
ATTACK = layout.add("attack", 2, MOST, "attacker, province + 1")
MILITARY = layout.add("military", NUM_RANKS, MAX_PLAYERS, "who has each rank in play")
SIGMA = layout.add("sigma", NUM_COMMODITIES, 2, "Shortages, Surpluses below 0", -2)
REPLAY_FACES = layout.add("replay", NUM_FACES, 3, "Replay Pile by face")
OUT_FACES = layout.add("out", NUM_FACES, 1, "removed cards by face")
LEADERS = layout.add(
    "leaders", (NUM_LEADERS, 4), 19, "k, owner, patron slots left, viewer is patron"
)
HANDS = layout.add("hands", (MAX_PLAYERS, NUM_FACES), 3, "cards the viewer knows, by hand and face")
RETURNED = layout.add("returned", 1, NUM_FACES, "1 + the face the viewer gave back at set-up")
NUM_FACTS = 19
FACTS = layout.add(
    "facts", (MAX_PLAYERS, NUM_FACTS), MOST,
    "capital + 1, choice rank, position + 1, slot, cash (2), written cash (2), bid (2), Stock, "
    "Expansion, Mat, Misery, relief, ship, hand, used Renaissance 1 + bought card 2 + Ruler 4, "
    "opponents the Cathedral was used on", -100,
)  # fmt: skip
STAMPS = layout.add("stamps", (MAX_PLAYERS, NUM_STAMPS - 1), 64, "hand cards by how they came")
ADVANCES = layout.add("advances", (MAX_PLAYERS, NUM_ADVANCES), 2, "1 owned, 2 bought this turn")
GOODS = layout.add("goods", (MAX_PLAYERS, NUM_COMMODITIES), 9, "provinces dominated by commodity")
MARKER = layout.add("marker", (NUM_PROVINCES, 2), MAX_PLAYERS, "whose marker, its kind")
OLD = layout.add("old", (NUM_PROVINCES, MAX_PLAYERS), 36, "old tokens")
NEW = layout.add("new", (NUM_PROVINCES, MAX_PLAYERS), 36, "new tokens")
LANDED = layout.add("landed", NUM_PROVINCES, 36, "counted against the landing cap")


@rule
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """The whole vector."""
    obs[:] = 0
    write_table(s, viewer, obs)
    write_decision(s, viewer, everything, obs)
    write_flags(s, viewer, obs)
    write_cards(s, viewer, everything, obs)
    write_leaders(s, viewer, obs)
    for player in range(s.num_players):
        write_player(s, viewer, player, everything, obs)
    write_provinces(s, viewer, obs)


@rule
def seen_from(s: State, viewer: Player, player: Player) -> int:
    """1 for the viewer, 2 for the seat after, ...; 0 for nobody, 7 for chance."""
    if player == CHANCE:
        return MAX_PLAYERS + 1
    if player < 0:
        return 0
    return 1 + (player - viewer) % s.num_players


@rule
def seats_from(s: State, viewer: Player, bits: int) -> int:
    """Bits of seats, counted from the viewer."""
    turned = 0
    for player in range(s.num_players):
        if bits >> player & 1:
            turned |= 1 << (player - viewer) % s.num_players
    return turned


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
def write_table(s: State, viewer: Player, obs):
    obs[TABLE] = s.num_players
    obs[TABLE + 1] = viewer
    obs[TABLE + 2] = s.last_epoch
    obs[TABLE + 3] = clip(s.turn_limit)
    obs[TABLE + 4] = clip(s.turn)
    obs[TABLE + 5] = s.phase
    obs[TABLE + 6] = s.epoch
    for bit in range(NUM_OPTION_BITS):
        obs[OPTIONS + bit] = s.options >> bit & 1


@rule
def write_decision(s: State, viewer: Player, everything: bool, obs):
    """What is asked of whom; how far another has typed a bid is not shown."""
    if s.stack_size == 0:
        return
    frame, player = top(s, 0), top(s, 1)
    is_bid = frame == BID_SIGN or frame == BID_DIGIT or frame == BID_CAPITAL
    is_secret = is_bid and player != viewer and not everything
    if is_secret and frame == BID_DIGIT:
        frame = BID_SIGN
    obs[DECISION] = 1 + frame - FIRST_DECISION
    obs[DECISION + 1] = seen_from(s, viewer, player)
    if is_secret or player == CHANCE:
        return
    for i in range(3):
        argument = top(s, 2 + i)
        if ARGUMENT_IS_SEAT[frame - FIRST_DECISION, i]:
            argument = seen_from(s, viewer, argument)
        obs[DECISION + 2 + i] = clip(argument)


@rule
def write_flags(s: State, viewer: Player, obs):
    obs[DECK] = s.pile_size
    obs[DECK + 1] = 1 if is_reserve_aside(s) else 0
    obs[DECK + 2] = s.last_turn
    obs[DECK + 3] = s.expansion_cards
    obs[FLAGS] = seen_from(s, viewer, s.turn_player)
    obs[FLAGS + 1] = s.papal + 1
    obs[FLAGS + 2] = s.strife
    obs[FLAGS + 3] = s.crusades
    obs[FLAGS + 4] = s.mongols
    obs[FLAGS + 5] = s.armor_void
    obs[FLAGS + 6] = s.papal_void
    obs[FLAGS + 7] = seen_from(s, viewer, s.civil_war)
    obs[FLAGS + 8] = seen_from(s, viewer, s.war_by)
    obs[FLAGS + 9] = seen_from(s, viewer, s.war_against)
    obs[FLAGS + 10] = clip(s.war_ties)
    obs[FLAGS + 11] = s.doubled
    obs[ATTACK] = seen_from(s, viewer, s.attack_by)
    obs[ATTACK + 1] = s.attack_province + 1
    for rank in range(NUM_RANKS):
        obs[MILITARY + rank] = seen_from(s, viewer, int(s.military[rank]))
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
            hand = seen_from(s, viewer, place) - 1
            obs[STAMPS + hand * (NUM_STAMPS - 1) + int(s.stamp[card]) - 1] += 1
            if knows_card(s, viewer, card, everything):
                obs[HANDS + hand * NUM_FACES + face] += 1
    obs[RETURNED] = s.returned[viewer] + 1


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
def write_player(s: State, viewer: Player, player: Player, everything: bool, obs):
    """The public facts of a seat; its bid once it is revealed."""
    seat = seen_from(s, viewer, player) - 1
    at = FACTS + seat * NUM_FACTS
    obs[at] = s.capital[player] + 1
    obs[at + 1] = s.choice_rank[player]
    obs[at + 2] = position(s, player) + 1
    obs[at + 3] = slot(s, player)
    write_number(obs, at + 4, int(s.cash[player]))
    write_number(obs, at + 6, int(s.written_cash[player]))
    if player == viewer or everything or not s.bids_secret:
        write_number(obs, at + 8, int(s.bid[player]))
    obs[at + 10] = s.stock[player]
    obs[at + 11] = s.expansion[player]
    obs[at + 12] = s.mat[player]
    obs[at + 13] = s.misery[player]
    obs[at + 14] = s.relief[player]
    obs[at + 15] = s.ship[player]
    obs[at + 16] = s.hand_size[player]
    used = (s.renaissance_used >> player & 1) + 2 * (s.card_bought >> player & 1)
    obs[at + 17] = used + 4 * (s.ruler >> player & 1)
    obs[at + 18] = seats_from(s, viewer, int(s.cathedral_used[player]))
    for advance in range(NUM_ADVANCES):
        owned = int(s.advances[player]) >> advance & 1
        bought = int(s.bought[player]) >> advance & 1
        obs[ADVANCES + seat * NUM_ADVANCES + advance] = owned + bought
    for commodity in range(NUM_COMMODITIES):
        obs[GOODS + seat * NUM_COMMODITIES + commodity] = dominated(s, player, commodity)


@rule
def write_provinces(s: State, viewer: Player, obs):
    for province in range(NUM_PROVINCES):
        if s.marker_kind[province] != NO_MARKER:
            obs[MARKER + 2 * province] = seen_from(s, viewer, int(s.marker[province]))
            obs[MARKER + 2 * province + 1] = s.marker_kind[province]
        obs[LANDED + province] = s.landed[province]
        for player in range(s.num_players):
            at = province * MAX_PLAYERS + (player - viewer) % s.num_players
            obs[OLD + at] = s.old[province, player]
            obs[NEW + at] = s.new[province, player]
