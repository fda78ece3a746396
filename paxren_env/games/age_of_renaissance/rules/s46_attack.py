"""4.6.6-4.6.8: the attack, the Cathedral, and Written Record."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import CARD, PASS, YES
from paxren_env.games.age_of_renaissance.constants import (
    AFTER_ATTACK,
    CATHEDRAL,
    NOBODY,
    PROSELYTISM,
    SATELLITE,
    WRITTEN_RECORD,
    Card,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import (
    ATTACK_DICE,
    DEFEND,
    DEFEND_CATHEDRAL,
    GIVE_CARD,
    MARKER_DUE,
    PICK_FROM_HAND,
    TRADE_CARDS,
)
from paxren_env.games.age_of_renaissance.queries import (
    has,
    is_live,
    population_of,
    slot,
    tokens_in,
)
from paxren_env.games.age_of_renaissance.reasons import (
    CATHEDRAL_USED,
    DEFENDER_HAS_CATHEDRAL,
    NO_CATHEDRAL,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    card_at,
    card_in_hand,
    leave_hand,
    take_into_hand,
)
from paxren_env.games.age_of_renaissance.rules.s46_strength import attackers_military
from paxren_env.games.age_of_renaissance.rules.s51_pieces import remove_pieces_of, take_tokens
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import MARKET, PROVINCE_KIND


@rule
def start_attack(s: State, player: Player, province: Province):
    """4.6.6: what must be known of the province before the tokens land."""
    s.attack_by = player
    s.attack_province = province
    s.attack_held_by = holder(s, player, province)


@rule
def holder(s: State, attacker: Player, province: Province) -> Player:
    """4.6.8: the one opposing player who holds the province completely."""
    for player in range(s.num_players):
        if player != attacker and population_of(s, province, player) >= MARKET[province]:
            return player
    return NOBODY


# --- the Cathedral (4.6.7) ------------------------------------------------------------------------
@rule
def owns_cathedral(s: State, player: Player) -> bool:
    """A player in Chaos counts as a non-owner."""
    return is_live(s, player) and has(s, player, CATHEDRAL)


@rule
def why_not_cathedral(s: State, player: Player, province: Province) -> int:
    """No opponent there owns it, and it was not used this turn against any of them."""
    if not owns_cathedral(s, player):
        return NO_CATHEDRAL
    for other in range(s.num_players):
        if other != player and population_of(s, province, other) > 0:
            if owns_cathedral(s, other):
                return DEFENDER_HAS_CATHEDRAL
            if s.cathedral_used[player] >> other & 1:
                return CATHEDRAL_USED
    return LEGAL


@rule
def can_use_cathedral(s: State, player: Player, province: Province) -> bool:
    """4.6.7: the attack can be won by it."""
    return why_not_cathedral(s, player, province) == LEGAL


@rule
def win_by_cathedral(s: State):
    """The use counts against each opponent there."""
    player, province = int(s.attack_by), int(s.attack_province)
    for other in range(s.num_players):
        if other != player and population_of(s, province, other) > 0:
            s.cathedral_used[player] |= 1 << other
    win_attack(s)


@rule
def can_defend_by_cathedral(s: State, player: Player) -> bool:
    """An owner in the province, against an attacker without it, once a turn."""
    attacker = int(s.attack_by)
    if player == attacker or owns_cathedral(s, attacker) or not owns_cathedral(s, player):
        return False
    if population_of(s, int(s.attack_province), player) == 0:
        return False
    return not s.cathedral_used[player] >> attacker & 1


@rule
def defend(s: State, place: int):
    """4.6.7: defenders are asked in order of play; if none declares, the dice decide."""
    for i in range(place, s.num_players):
        player = int(s.order[i])
        if can_defend_by_cathedral(s, player):
            ask(s, DEFEND_CATHEDRAL, player, i, NONE)
            return
    ask(s, ATTACK_DICE, CHANCE, NONE, NONE)


@rule
def do_defend_cathedral(s: State, player: Player, place: int, action: int):
    """DT28."""
    if action == YES:
        s.cathedral_used[player] |= 1 << s.attack_by
        lose_attack(s)
    else:
        owe(s, DEFEND, int(s.attack_by), place + 1, NONE, NONE)


# --- dice (4.6.6) ---------------------------------------------------------------------------------
@rule
def settle_attack_dice(s: State, coloured: int, black: int, white: int):
    """4.6.6 (2)."""
    if is_won(s, coloured, black, white):
        win_attack(s)
    else:
        lose_attack(s)


@rule
def is_won(s: State, coloured: int, black: int, white: int) -> bool:
    """The coloured die against the slot, or black against white; military cards win black ties."""
    player = int(s.attack_by)
    own = slot(s, player)
    if coloured > own or (coloured == own and has(s, player, PROSELYTISM)) or black > white:
        return True
    return black == white and attackers_military(s, player, int(s.attack_province)) > 0


@rule
def win_attack(s: State):
    """4.6.6 (3): opposing pieces go home; a marker, or one token on a satellite, stays."""
    player, province = int(s.attack_by), int(s.attack_province)
    owe(s, TRADE_CARDS, player, int(s.attack_held_by), province, NONE)
    for other in range(s.num_players):
        if other != player:
            remove_pieces_of(s, other, province)
    if PROVINCE_KIND[province] == SATELLITE:
        keep_new_tokens(s, player, province, 1)
    else:
        owe(s, MARKER_DUE, player, province, AFTER_ATTACK, NONE)
    attack_over(s)


@rule
def lose_attack(s: State):
    """4.6.6 (4): all tokens of the attacker there go to Stock, old ones too."""
    take_tokens(s, int(s.attack_by), int(s.attack_province))
    attack_over(s)


@rule
def attack_over(s: State):
    """Nothing of the attack is kept."""
    s.attack_by = NOBODY
    s.attack_province = NONE
    s.attack_held_by = NOBODY


@rule
def keep_new_tokens(s: State, player: Player, province: Province, number: int):
    """So many new tokens stay, the rest goes to Stock."""
    s.stock[player] += tokens_in(s, province, player) - number
    s.old[player, province] = 0
    s.new[player, province] = number


# --- Written Record (4.6.8) -----------------------------------------------------------------------
@rule
def trade_cards(s: State, player: Player, other: Player, province: Province):
    """An owner may trade with the non-owner who alone held the province; both need a card."""
    if other == NOBODY or not has(s, player, WRITTEN_RECORD):
        return
    if not is_live(s, other) or has(s, other, WRITTEN_RECORD):
        return
    if s.hand_size[player] > 0 and s.hand_size[other] > 0:
        ask(s, GIVE_CARD, player, other, province)


@rule
def do_give_card(s: State, player: Player, other: Player, action: int):
    """DT29: the card is named before the other one is drawn."""
    if action != PASS:
        card = card_in_hand(s, player, action - CARD)
        owe(s, PICK_FROM_HAND, CHANCE, player, other, int(s.index[card]))


@rule
def settle_pick(s: State, player: Player, other: Player, given_index: int, index: int):
    """Both cards go to the end of the hands; who lost a card still knows it."""
    taken = card_at(s, other, index)
    given = card_at(s, player, given_index)
    hand_over(s, taken, player)
    hand_over(s, given, other)


@rule
def hand_over(s: State, card: Card, receiver: Player):
    """4.6.8: the card keeps its stamp, and its giver knows where it is."""
    giver, stamp = int(s.place[card]), int(s.stamp[card])
    leave_hand(s, card)
    take_into_hand(s, receiver, card, stamp)
    s.known[card] |= 1 << giver
