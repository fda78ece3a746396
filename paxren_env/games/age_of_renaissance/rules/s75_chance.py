"""7.5: the rolls: drawn from the game's own stream, or named from outside."""

from paxren_env.core.chance import draw, shuffle
from paxren_env.core.jit import rule
from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance.constants import (
    AREA_V,
    CIRCLED,
    NUM_CARDS,
    NUM_PROVINCES,
    OLD_MARKER,
    PILE,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import (
    ATTACK_DICE,
    BID_TIE,
    MARKET_DICE,
    PICK_FROM_HAND,
    SHUFFLE,
    START_MARKERS,
    WAR_DICE,
)
from paxren_env.games.age_of_renaissance.queries import area_of, is_in_play, is_marked
from paxren_env.games.age_of_renaissance.rules.s51_pieces import put_marker
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import PROVINCE_KIND

DIE = 6


@rule
def num_dice(frame: int) -> int:
    """How many dice a roll has; 0 if it is none of dice."""
    if frame == ATTACK_DICE or frame == MARKET_DICE:
        return 3
    return 2 if frame == WAR_DICE else 0


@rule
def list_candidates(s: State, outcome) -> int:
    """What the frame on top chooses from, in a fixed order: cards, tied seats or provinces."""
    frame = top(s, 0)
    size = 0
    if frame == SHUFFLE:
        for card in range(NUM_CARDS):
            if s.place[card] == PILE:
                outcome[size] = card
                size += 1
    elif frame == BID_TIE:
        for player in range(s.num_players):
            if s.choice_rank[player] == top(s, 2):
                outcome[size] = player
                size += 1
    else:  # START_MARKERS
        for province in range(NUM_PROVINCES):
            if may_start_with_marker(s, province):
                outcome[size] = province
                size += 1
    return size


@rule
def may_start_with_marker(s: State, province: Province) -> bool:
    """Test set-up: circled provinces in play, no capitals, not Area V, no boxes."""
    if PROVINCE_KIND[province] != CIRCLED or is_marked(s, province):
        return False
    return is_in_play(s, province) and area_of(s, province) != AREA_V


@rule
def outcome_size(s: State, candidates: int) -> int:
    """How many of the candidates the outcome names."""
    return int(s.start_markers) if top(s, 0) == START_MARKERS else candidates


@rule
def roll(s: State, outcome) -> int:
    """Draw the outcome of the frame on top; nothing but the stream changes."""
    frame = top(s, 0)
    dice = num_dice(frame)
    for i in range(dice):
        outcome[i] = 1 + draw(s.chance, DIE)
    if dice > 0:
        return dice
    if frame == PICK_FROM_HAND:
        outcome[0] = draw(s.chance, int(s.hand_size[top(s, 3)]))
        return 1
    size = list_candidates(s, outcome)
    shuffle(s.chance, outcome, 0, size)
    return outcome_size(s, size)


@rule
def is_outcome(s: State, outcome, length: int) -> bool:
    """A possible outcome of the frame on top."""
    frame = top(s, 0)
    dice = num_dice(frame)
    if dice > 0:
        return length == dice and all_within(outcome, length, 1, DIE)
    if frame == PICK_FROM_HAND:
        return length == 1 and all_within(outcome, length, 0, int(s.hand_size[top(s, 3)]) - 1)
    for i in range(length):
        if not is_candidate(s, int(outcome[i])) or is_repeated(outcome, i):
            return False
    return length == outcome_size(s, num_candidates(s))


@rule
def all_within(outcome, length: int, low: int, high: int) -> bool:
    """Every number of the outcome lies in this range."""
    for i in range(length):
        if outcome[i] < low or outcome[i] > high:
            return False
    return True


@rule
def is_repeated(outcome, i: int) -> bool:
    """The number stood in the outcome before."""
    for j in range(i):
        if outcome[j] == outcome[i]:
            return True
    return False


@rule
def is_candidate(s: State, number: int) -> bool:
    """The number is one that the frame on top chooses from."""
    frame = top(s, 0)
    if number < 0:
        return False
    if frame == SHUFFLE:
        return number < NUM_CARDS and s.place[number] == PILE
    if frame == BID_TIE:
        return number < s.num_players and s.choice_rank[number] == top(s, 2)
    return number < NUM_PROVINCES and may_start_with_marker(s, number)


@rule
def num_candidates(s: State) -> int:
    """How many cards are shuffled, seats are tied."""
    return int(s.pile_size) if top(s, 0) == SHUFFLE else top(s, 3)


@rule
def settle_start_markers(s: State, outcome, length: int):
    """Test set-up: old markers of the player who chose first."""
    for player in range(s.num_players):
        if s.choice_rank[player] == 1:
            for i in range(length):
                put_marker(s, player, int(outcome[i]), OLD_MARKER)
