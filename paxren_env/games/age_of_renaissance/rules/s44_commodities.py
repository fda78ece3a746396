"""2.3, 4.4.2: a commodity card pays everybody."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.age_of_renaissance.actions import COMMODITY
from paxren_env.games.age_of_renaissance.constants import INDUSTRY, Card, Commodity, Player
from paxren_env.games.age_of_renaissance.frames import NAME_COMMODITY
from paxren_env.games.age_of_renaissance.queries import dominated, has, is_live
from paxren_env.games.age_of_renaissance.reasons import NOT_ON_CARD
from paxren_env.games.age_of_renaissance.rules.s42_draw_card import use_condition
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import BASE_VALUE, BOXES, CARD_COMMODITY


@rule
def payout(s: State, player: Player, commodity: Commodity) -> int:
    """2.3: base times the square of the box; no marker, no pay."""
    provinces = dominated(s, player, commodity)
    if provinces == 0:
        return 0
    box = provinces
    if has(s, player, INDUSTRY):
        box += 1
    if s.sigma[commodity] > 0:
        box += 1
    elif s.sigma[commodity] < 0:
        box -= 1
    box = min(box, int(BOXES[commodity]))
    return int(BASE_VALUE[commodity]) * box * box


@rule
def play_commodity(s: State, player: Player, card: Card):
    """4.4.2: a dual card is named first."""
    if CARD_COMMODITY[card, 1] == NONE:
        pay_commodity(s, int(CARD_COMMODITY[card, 0]))
    else:
        ask(s, NAME_COMMODITY, player, card, NONE)


@rule
def pay_commodity(s: State, commodity: Commodity):
    """Every live player is paid; one condition is used up, even if nobody was."""
    for player in range(s.num_players):
        if is_live(s, player):
            s.cash[player] += payout(s, player, commodity)
    use_condition(s, commodity)


@rule
def mark_name_commodity(s: State, card: Card, mask):
    """DT14."""
    for i in range(2):
        mask[COMMODITY + CARD_COMMODITY[card, i]] = 1


@rule
def why_not_name_commodity(card: Card, commodity: Commodity) -> int:
    """DT14: the same as a reason."""
    is_there = commodity == CARD_COMMODITY[card, 0] or commodity == CARD_COMMODITY[card, 1]
    return LEGAL if is_there else NOT_ON_CARD
