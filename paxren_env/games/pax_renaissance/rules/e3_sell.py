"""E3: sell."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.pax_renaissance.actions import SELL
from paxren_env.games.pax_renaissance.constants import (
    APOSTASY,
    CONSPIRACY,
    CRUSADE,
    IN_HAND,
    IN_TABLEAU,
    NONE,
    OLD_MAID,
    PEASANT_REVOLT,
    RULESET_2021,
    SALE_BORROWS_ENEMY_POLITICAL_OP,
    SALE_EMANCIPATES_IN_THE_WEST,
    SALE_OF_ANY_CARD_MAY_FIRE_ITS_ONE_SHOT,
    SALE_PAYS_FOUR,
    Card,
    Player,
)
from paxren_env.games.pax_renaissance.frames import BORROW_OP, EMANCIPATE_WEST, FIRE_ONE_SHOT
from paxren_env.games.pax_renaissance.queries import has, has_ability, is_queen, is_square
from paxren_env.games.pax_renaissance.reasons import (
    NOT_TO_SELL,
    QUEEN_GOES_WITH_KING,
)
from paxren_env.games.pax_renaissance.rules.b9_squares import dethrone, discard_card
from paxren_env.games.pax_renaissance.rules.e1_hand import discard_from_hand
from paxren_env.games.pax_renaissance.rules.e2_agents import ready_agents
from paxren_env.games.pax_renaissance.rules.e2_play import begin_one_shot, can_occur, mark_yes_no
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_ABILITIES, CARD_ONE_SHOT, QUEENS


@rule
def mark_sell(s: State, player: Player, mask):
    """E3: hand cards, old maids, all of the tableau but queens, who go with their Kings."""
    for i in range(s.hand_size[player]):
        mask[SELL + int(s.hand[player, i])] = 1
    for side in range(2):
        for i in range(s.tableau_size[player, side]):
            card = int(s.tableau[player, side, i])
            if not is_queen(card):
                mask[SELL + card] = 1
    for i in range(len(QUEENS)):
        if s.place[QUEENS[i]] == OLD_MAID and s.owner[QUEENS[i]] == player:
            mask[SELL + QUEENS[i]] = 1


@rule
def why_not_sell(s: State, player: Player, card: Card) -> int:
    """E3: hand cards, old maids, all of the tableau but queens, who go with their Kings."""
    if s.owner[card] != player:
        return NOT_TO_SELL
    if s.place[card] == IN_TABLEAU:
        return QUEEN_GOES_WITH_KING if is_queen(card) else LEGAL
    return LEGAL if s.place[card] == IN_HAND or s.place[card] == OLD_MAID else NOT_TO_SELL


@rule
def works_in_tableau(s: State, card: Card, ability: int) -> bool:
    """E3c: the card's own ability, in a tableau and unsilenced."""
    return (
        s.place[card] == IN_TABLEAU
        and not s.silenced[card]
        and has(int(CARD_ABILITIES[card]), ability)
    )


@rule
def price(s: State, card: Card) -> int:
    """E3: 2 florins, or 4 with a ransom of its own."""
    return 4 if works_in_tableau(s, card, SALE_PAYS_FOUR) else 2


@rule
def sale_value(s: State, card: Card) -> int:
    """E3: what the card brings; a King is sold together with his queens."""
    value = price(s, card)
    if is_square(card):
        for i in range(len(QUEENS)):
            if s.under[QUEENS[i]] == card:
                value += price(s, int(QUEENS[i]))
    return value


@rule
def do_sell(s: State, player: Player, card: Card):
    """E3: take the money; what the sale may set off is asked when the card is gone."""
    s.florins[player] += sale_value(s, card)
    if works_in_tableau(s, card, SALE_EMANCIPATES_IN_THE_WEST):
        ask(s, EMANCIPATE_WEST, player, NONE, NONE)
    # In 2021 Cryptography works during West ops instead.
    if s.ruleset != RULESET_2021 and works_in_tableau(s, card, SALE_BORROWS_ENEMY_POLITICAL_OP):
        ask(s, BORROW_OP, player, NONE, NONE)
    ask(s, FIRE_ONE_SHOT, player, card, NONE)
    if s.place[card] == IN_HAND:
        discard_from_hand(s, player, card)
    elif is_square(card):
        dethrone(s, card)
    else:
        discard_card(s, card)


@rule
def mark_fire_one_shot(s: State, player: Player, card: Card, mask):
    """AB, Machiavellianism: a civil war, crusade or apostasy of the sold card may occur."""
    if has_ability(s, player, SALE_OF_ANY_CARD_MAY_FIRE_ITS_ONE_SHOT) and can_fire(s, player, card):
        mark_yes_no(mask)


@rule
def can_fire(s: State, player: Player, card: Card) -> bool:
    """AB: an apostasy may be fired even if it hits nobody, to place the agents."""
    one_shot = CARD_ONE_SHOT[card]
    if one_shot == APOSTASY or one_shot == CONSPIRACY or one_shot == PEASANT_REVOLT:
        return True
    return one_shot == CRUSADE and can_occur(s, player, card)


@rule
def do_fire_one_shot(s: State, player: Player, card: Card, occurs: int):
    if occurs:
        ready_agents(s, card)
        begin_one_shot(s, player)
