"""INVARIANTS (11): what is true after every event, by the numbers of section 11.

20, that bids are not derivable, is a matter of observations: see the tests of secrecy.
"""

from paxren_env.core.chance import draw
from paxren_env.core.constants import CHANCE, NONE, RUNNING
from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance.actions import CARD, NUM_ACTIONS, PASS, YES
from paxren_env.games.age_of_renaissance.constants import (
    AREA_V,
    BUY_CARD,
    CHAOS,
    EXPANSION,
    FINAL_CARD_PLAY,
    FIRST_LEADER,
    GALLEY,
    GOLD,
    IVORY,
    LEADER_QUEUE,
    LONG_BOW_RANK,
    MARKERS,
    MAX_CONDITION,
    MAX_PLAYERS,
    NEW_MARKER,
    NEW_WORLD,
    NEW_WORLD_ADVANCE,
    NO_MARKER,
    NOBODY,
    NUM_ADVANCES,
    NUM_CARDS,
    NUM_COMMODITIES,
    NUM_LEADERS,
    NUM_PLACES,
    NUM_PROVINCES,
    OCEAN,
    OCEAN_NAVIGATION,
    ORDER_OF_PLAY,
    OVERLAND_EAST,
    OVERSEAS,
    PILE,
    SATELLITE,
    SEAWORTHY,
    SEAWORTHY_VESSELS,
    SET_UP,
    TOKENS,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import (
    GIVE_UP_MARKER,
    PAY_INDULGENCE,
    PAY_STABILISATION,
    PLAY_CARD,
)
from paxren_env.games.age_of_renaissance.queries import (
    area_of,
    count_bits,
    has,
    is_in_play,
    is_live,
    markers_on_map,
    population_of,
    ship_number,
    ship_row,
    tokens_in,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    card_at,
    count_in,
    is_exhausted,
    is_reserve_aside,
)
from paxren_env.games.age_of_renaissance.rules.s44_leaders import patron_slots
from paxren_env.games.age_of_renaissance.rules.s45_purchase import prerequisites
from paxren_env.games.age_of_renaissance.rules.s46_entry import boxes_held
from paxren_env.games.age_of_renaissance.rules.s46_markers import is_full
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    CARD_FACE,
    CARD_RANK,
    MARKET,
    PROVINCE_KIND,
)

# What is noted before an answer.
WRITTEN, FULL, RELIEF = 0, 6, 12  # + seat
PILE_SIZE, EPOCH, ASIDE, IN_EXPANSION, SEGMENT, PHASE = range(18, 24)
NOTE_SIZE = 24
MOST_CONDITIONS = 3  # two rolled and one of the mill
RELIEF_STAGES = 3


# --- notes ----------------------------------------------------------------------------------------
@rule
def note_start(s: State, note):
    """A position made by hand is taken as it is."""
    note_before(s, NONE, note)


@rule
def note_before(s: State, action: int, note):
    """What the answer must not change, or only in one direction."""
    for player in range(s.num_players):
        note[WRITTEN + player] = s.written_cash[player]
        note[FULL + player] = num_full(s, player)
        note[RELIEF + player] = s.relief[player]
    note[PILE_SIZE] = s.pile_size
    note[EPOCH] = s.epoch
    note[ASIDE] = 1 if is_reserve_aside(s) else 0
    note[IN_EXPANSION] = 0 if s.turn_player == NOBODY else s.expansion[s.turn_player]
    note[SEGMENT] = s.turn_player
    note[PHASE] = s.phase


@rule
def num_full(s: State, player: Player) -> int:
    """Provinces full of the player's tokens, without a marker."""
    count = 0
    for province in range(NUM_PROVINCES):
        if is_full(s, player, province):
            count += 1
    return count


# --- the checks -----------------------------------------------------------------------------------
@rule
def broken_invariant(s: State, mask, note) -> int:
    """The number of the first that does not hold; 0 if all do."""
    for player in range(s.num_players):
        broken = broken_of_player(s, player, note)
        if broken:
            return broken
    for province in range(NUM_PROVINCES):
        broken = broken_in_province(s, province)
        if broken:
            return broken
    if not cards_add_up(s):
        return 2
    broken = broken_order(s)
    if broken:
        return broken
    broken = broken_flags(s)
    if broken:
        return broken
    broken = broken_since(s, note)
    if broken:
        return broken
    return broken_decision(s, mask)


@rule
def broken_of_player(s: State, player: Player, note) -> int:
    """1, 3, 9, 10, 11, 21."""
    if not pieces_add_up(s, player):
        return 1
    if s.cash[player] < 0:
        return 3
    if note[PHASE] != ORDER_OF_PLAY and s.written_cash[player] != note[WRITTEN + player]:
        return 3
    if s.misery[player] < 0 or s.misery[player] > CHAOS:
        return 9
    if not is_live(s, player) and (s.hand_size[player] > 0 or s.expansion[player] > 0):
        return 9
    if not ship_fits(s, player):
        return 10
    for advance in range(NUM_ADVANCES):
        needed = prerequisites(s, advance) & ~int(s.start_advances)
        if has(s, player, advance) and int(s.advances[player]) & needed != needed:
            return 11
    if s.relief[player] < note[RELIEF + player] or s.relief[player] > RELIEF_STAGES:
        return 21
    return 0


@rule
def pieces_add_up(s: State, player: Player) -> bool:
    """1: 36 tokens, 25 markers."""
    tokens = int(s.stock[player]) + int(s.expansion[player])
    for province in range(NUM_PROVINCES):
        if s.old[player, province] < 0 or s.new[player, province] < 0:
            return False
        tokens += tokens_in(s, province, player)
    if s.stock[player] < 0 or s.expansion[player] < 0 or s.mat[player] < 0:
        return False
    return tokens == TOKENS and s.mat[player] + markers_on_map(s, player) == MARKERS


@rule
def ship_fits(s: State, player: Player) -> bool:
    """10: Ocean with T, Seaworthy with S alone, else a galley or none."""
    row = ship_row(s, player)
    if has(s, player, OCEAN_NAVIGATION):
        return row == OCEAN
    if has(s, player, SEAWORTHY_VESSELS):
        return row == SEAWORTHY
    return row <= GALLEY


@rule
def is_unsettled(s: State, province: Province) -> bool:
    """An attack or a conversion there is not completed."""
    if s.attack_by != NOBODY and s.attack_province == province:
        return True
    return s.stack_size > 0 and top(s, 0) == GIVE_UP_MARKER and top(s, 2) == province


@rule
def broken_in_province(s: State, province: Province) -> int:
    """4, 5, 7, 8."""
    tokens, population, fresh = 0, 0, 0
    for player in range(s.num_players):
        tokens += tokens_in(s, province, player)
        population += population_of(s, province, player)
        fresh += int(s.new[player, province])
        if population_of(s, province, player) > 0 and not may_hold(s, player, province):
            return 7
    is_marked = s.marker_kind[province] != NO_MARKER
    if is_marked != (s.marker[province] != NOBODY):
        return 4
    if is_marked and PROVINCE_KIND[province] == SATELLITE:
        return 5
    if s.phase != EXPANSION and (fresh > 0 or s.marker_kind[province] >= NEW_MARKER):
        return 8
    if is_unsettled(s, province):
        return 0
    if is_marked and tokens > 0:
        return 4
    return 5 if population > MARKET[province] else 0


@rule
def may_hold(s: State, player: Player, province: Province) -> bool:
    """7: only where he may enter; boxes within the Ocean number."""
    if not is_in_play(s, province):
        return False
    if area_of(s, province) == AREA_V:
        return has(s, player, OVERLAND_EAST)
    if PROVINCE_KIND[province] != OVERSEAS:
        return True
    if area_of(s, province) == NEW_WORLD and not has(s, player, NEW_WORLD_ADVANCE):
        return False
    return has(s, player, OCEAN_NAVIGATION) and boxes_held(s, player) <= ship_number(s, player)


@rule
def cards_add_up(s: State) -> bool:
    """2: hands and the pile are numbered without gaps; every other card is in one place."""
    for card in range(NUM_CARDS):
        if s.place[card] < 0 or s.place[card] >= NUM_PLACES:
            return False
    if count_in(s, PILE) != s.pile_size:
        return False
    for i in range(s.pile_size):
        if card_at(s, PILE, i) == NONE:
            return False
    for player in range(MAX_PLAYERS):
        if count_in(s, player) != s.hand_size[player]:
            return False
        for i in range(s.hand_size[player]):
            if card_at(s, player, i) == NONE:
                return False
    return True


@rule
def broken_order(s: State) -> int:
    """12, 14."""
    seats = 0
    for i in range(s.num_players):
        seats |= 1 << int(s.order[i])
    if seats != (1 << s.num_players) - 1:
        return 12
    for number in range(NUM_LEADERS):
        card = FIRST_LEADER + number
        if s.place[card] == LEADER_QUEUE:
            if count_bits(int(s.patrons[number])) > patron_slots(int(s.index[card])):
                return 14
    return 0


@rule
def broken_flags(s: State) -> int:
    """13, 15, 22."""
    conditions = 0
    for commodity in range(NUM_COMMODITIES):
        if abs(s.sigma[commodity]) > MAX_CONDITION:
            return 13
        if s.sigma[commodity] != 0 and (commodity != IVORY or s.sigma[GOLD] == 0):
            conditions += 1
    is_early = ORDER_OF_PLAY <= s.phase <= BUY_CARD
    if conditions > MOST_CONDITIONS or (is_early and s.sigma[GOLD] != s.sigma[IVORY]):
        return 13
    if count_bits(s.ruler) > (2 if s.phase == FINAL_CARD_PLAY else 1):
        return 15
    if s.epoch > s.last_epoch or (is_exhausted(s) and not s.last_turn):
        return 22
    return 0


@rule
def broken_since(s: State, note) -> int:
    """6, 17, 18: what must not have changed, or only in one direction."""
    for player in range(s.num_players):
        is_waiting = s.stack_size > 0 and top(s, 0) == GIVE_UP_MARKER
        if num_full(s, player) > note[FULL + player] and s.mat[player] > 0 and not is_waiting:
            return 6
    aside = 1 if is_reserve_aside(s) else 0
    if s.pile_size > note[PILE_SIZE] and note[PHASE] != SET_UP:
        if s.epoch == note[EPOCH] and aside == note[ASIDE]:
            return 17
    if s.phase == EXPANSION and note[PHASE] == EXPANSION and note[SEGMENT] != NOBODY:
        if s.turn_player == note[SEGMENT] and s.expansion[s.turn_player] > note[IN_EXPANSION]:
            return 18
    return 0


@rule
def broken_decision(s: State, mask) -> int:
    """16, 19: who is asked is live and has an answer."""
    if s.status != RUNNING or top(s, 1) == CHANCE:
        return 0
    legal = 0
    for action in range(NUM_ACTIONS):
        legal += mask[action]
    if legal == 0 or not is_live(s, top(s, 1)):
        return 19
    if top(s, 0) == PLAY_CARD and s.armor_void:
        for card in range(NUM_CARDS):
            if 0 < CARD_RANK[card] < LONG_BOW_RANK and mask[CARD + CARD_FACE[card]]:
                return 16
    return 0


# --- random play that seeks rare events -----------------------------------------------------------
@rule
def lively(s: State, mask, rng) -> int:
    """Pays to stay alive, and rarely passes."""
    frame = top(s, 0)
    if (frame == PAY_STABILISATION or frame == PAY_INDULGENCE) and mask[YES]:
        return YES
    if mask[PASS] and draw(rng, 10) == 0:
        return PASS
    chosen, seen = NONE, 0
    for action in range(PASS + 1, NUM_ACTIONS):
        if mask[action]:
            seen += 1
            if draw(rng, seen) == 0:
                chosen = action
    return chosen
