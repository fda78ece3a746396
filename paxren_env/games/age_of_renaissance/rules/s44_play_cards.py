"""4.4, 6.2: phase 4 and Final Card Play: which card may be played, and playing it."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import CARD, PASS
from paxren_env.games.age_of_renaissance.constants import (
    ADVANCES_OF_SCIENCE,
    ALCHEMISTS_GOLD,
    BEFORE_REROLL,
    CIVIL_WAR,
    COMMODITY_CARD,
    IN_FINAL_PLAY,
    IN_PLAY_CARDS,
    LAWS_OF_MATTER,
    LEADER_CARD,
    LONG_BOW_RANK,
    MILITARY,
    MYSTICISM_ABOUNDS,
    NOBODY,
    NUM_CARDS,
    PAPAL_DECREE,
    PURCHASE,
    RESOLVING,
    THE_CRUSADES,
    WAR,
    Card,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    PLAY,
    PLAY_CARD,
    RESOLVED,
    WAR_ROLL,
)
from paxren_env.games.age_of_renaissance.queries import is_live
from paxren_env.games.age_of_renaissance.reasons import (
    ALL_OWN_LAWS,
    ALL_OWN_SCIENCE,
    ARMOR_VOID,
    CRUSADES_VOID,
    MUST_PLAY,
    NO_TARGET,
    NOT_IN_HAND,
    ONLY_MILITARY,
    PAPAL_VOID,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    card_in_hand,
    put,
    put_hand_away,
)
from paxren_env.games.age_of_renaissance.rules.s40_turn import owe_phase, owe_polls, owe_segments
from paxren_env.games.age_of_renaissance.rules.s44_commodities import play_commodity
from paxren_env.games.age_of_renaissance.rules.s44_leaders import play_leader
from paxren_env.games.age_of_renaissance.rules.s51_military import play_military
from paxren_env.games.age_of_renaissance.rules.s52_events import can_target, play_event
from paxren_env.games.age_of_renaissance.rules.s53_war_state import is_belligerent
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import (
    CARD_EFFECT,
    CARD_FACE,
    CARD_KIND,
    CARD_RANK,
)


@rule
def start_play_cards(s: State):
    """4.4: the poll, then a segment each."""
    owe_phase(s, PURCHASE)
    owe_segments(s)
    owe_polls(s)


@rule
def play_segment(s: State, player: Player, mode: int):
    """4.4, 6.2: a pending War is rolled again, then cards are played."""
    owe(s, PLAY, player, mode, NONE, NONE)
    if s.war_by != NOBODY:
        owe(s, WAR_ROLL, NOBODY, NONE, NONE, NONE)
        if is_belligerent(s, player):
            ask(s, PLAY_CARD, player, BEFORE_REROLL, NONE)


# --- what is playable (4.4.1) ---------------------------------------------------------------------
@rule
def all_live_own(s: State, advances: int) -> bool:
    """Every live player owns all of these."""
    for player in range(s.num_players):
        if is_live(s, player) and int(s.advances[player]) & advances != advances:
            return False
    return True


@rule
def why_burden(s: State, card: Card) -> int:
    """2.6: a card that cannot be played, perhaps never again."""
    effect = int(CARD_EFFECT[card])
    if effect == MILITARY:
        return ARMOR_VOID if s.armor_void != 0 and CARD_RANK[card] < LONG_BOW_RANK else LEGAL
    if effect == PAPAL_DECREE:
        return PAPAL_VOID if s.papal_void != 0 else LEGAL
    if effect == THE_CRUSADES:
        return CRUSADES_VOID if s.mongols != 0 else LEGAL
    if effect == ALCHEMISTS_GOLD:
        return ALL_OWN_LAWS if all_live_own(s, 1 << LAWS_OF_MATTER) else LEGAL
    if effect == MYSTICISM_ABOUNDS:
        return ALL_OWN_SCIENCE if all_live_own(s, ADVANCES_OF_SCIENCE) else LEGAL
    return LEGAL


@rule
def has_target(s: State, player: Player, effect: int) -> bool:
    """4.4.1: somebody the card can be played on."""
    for target in range(s.num_players):
        if can_target(s, player, effect, target):
            return True
    return False


@rule
def why_not_playable(s: State, player: Player, card: Card) -> int:
    """4.4.1: no burden, and somebody to play it on."""
    effect = int(CARD_EFFECT[card])
    why = why_burden(s, card)
    if why == LEGAL and (effect == ALCHEMISTS_GOLD or effect == CIVIL_WAR or effect == WAR):
        return LEGAL if has_target(s, player, effect) else NO_TARGET
    return why


@rule
def is_playable(s: State, player: Player, card: Card) -> bool:
    """4.4.1."""
    return why_not_playable(s, player, card) == LEGAL


# --- DT13 -----------------------------------------------------------------------------------------
@rule
def offer_play(s: State, player: Player, mode: int):
    """4.4.2 step 2; in Final Card Play all that is left unplayable is put away (6.2)."""
    if not is_live(s, player):
        return
    if mode == IN_PLAY_CARDS or has_playable(s, player):
        ask(s, PLAY_CARD, player, mode, NONE)
    else:
        put_hand_away(s, player)


@rule
def has_playable(s: State, player: Player) -> bool:
    """4.4.1: a card of the hand can be played."""
    for card in range(NUM_CARDS):
        if s.place[card] == player and is_playable(s, player, card):
            return True
    return False


@rule
def mark_play_card(s: State, player: Player, mode: int, mask):
    """DT13: a playable card, or pass; before a reroll only military cards."""
    if mode != IN_FINAL_PLAY:
        mask[PASS] = 1
    for card in range(NUM_CARDS):
        if s.place[card] == player and is_playable(s, player, card):
            if mode != BEFORE_REROLL or CARD_EFFECT[card] == MILITARY:
                mask[CARD + CARD_FACE[card]] = 1


@rule
def why_not_play_card(s: State, player: Player, mode: int, action: int) -> int:
    """DT13: the same as a reason; equal cards are equally playable."""
    if action == PASS:
        return MUST_PLAY if mode == IN_FINAL_PLAY else LEGAL
    card = card_in_hand(s, player, action - CARD)
    if card == NONE:
        return NOT_IN_HAND
    if mode == BEFORE_REROLL and CARD_EFFECT[card] != MILITARY:
        return ONLY_MILITARY
    return why_not_playable(s, player, card)


@rule
def do_play_card(s: State, player: Player, mode: int, action: int):
    """A card is resolved completely before the next choice."""
    if action == PASS:
        return
    card = card_in_hand(s, player, action - CARD)
    if mode == BEFORE_REROLL:
        ask(s, PLAY_CARD, player, mode, NONE)
    else:
        owe(s, PLAY, player, mode, NONE, NONE)
    if CARD_KIND[card] == LEADER_CARD:
        play_leader(s, player, card)
    elif CARD_EFFECT[card] == MILITARY:
        play_military(s, player, card)
    else:
        put(s, card, RESOLVING)
        owe(s, RESOLVED, NOBODY, NONE, NONE, NONE)
        if CARD_KIND[card] == COMMODITY_CARD:
            play_commodity(s, player, card)
        else:
            play_event(s, player, card)
