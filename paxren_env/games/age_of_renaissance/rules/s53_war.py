"""5.3: War!"""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.actions import PROVINCE
from paxren_env.games.age_of_renaissance.constants import (
    AT_WAR,
    NATIONALISM,
    NOBODY,
    NUM_PROVINCES,
    OLD_MARKER,
    Card,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import CEDE, CEDE_PROVINCE, WAR_DICE, WAR_ROLL
from paxren_env.games.age_of_renaissance.queries import has, has_old_marker
from paxren_env.games.age_of_renaissance.reasons import (
    NOT_YOURS_TO_CEDE,
    WINNER_MAY_NOT_ENTER,
    WINNER_WITHOUT_MARKER,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import put
from paxren_env.games.age_of_renaissance.rules.s46_entry import is_enterable
from paxren_env.games.age_of_renaissance.rules.s51_military import effective_against
from paxren_env.games.age_of_renaissance.rules.s51_pieces import put_marker, take_marker
from paxren_env.games.age_of_renaissance.rules.s53_war_state import end_war
from paxren_env.games.age_of_renaissance.rules.s54_misery import gain_misery
from paxren_env.games.age_of_renaissance.state import State


@rule
def declare_war(s: State, player: Player, other: Player, card: Card):
    """5.3.1: the first roll is made at once."""
    put(s, card, AT_WAR)
    s.war_by = player
    s.war_against = other
    s.war_ties = 0
    owe(s, WAR_ROLL, NOBODY, NONE, NONE, NONE)


@rule
def roll_war(s: State):
    """5.3.2, 5.3.3: the War may have ended meanwhile."""
    if s.war_by != NOBODY:
        ask(s, WAR_DICE, CHANCE, NONE, NONE)


@rule
def war_bonus(s: State, player: Player, other: Player) -> int:
    """5.3.2: Nationalism anywhere, and each effective military card."""
    bonus = effective_against(s, player, other)
    if has(s, player, NATIONALISM):
        bonus += 1
    return bonus


@rule
def settle_war_dice(s: State, die_by: int, die_against: int):
    """5.3.2: the higher total wins; a tie goes to an effective military card with difference 0."""
    by, against = int(s.war_by), int(s.war_against)
    lead = die_by + war_bonus(s, by, against) - die_against - war_bonus(s, against, by)
    edge = effective_against(s, by, against) - effective_against(s, against, by)
    if lead > 0 or (lead == 0 and edge > 0):
        win_war(s, by, against, lead)
    elif lead < 0 or edge < 0:
        win_war(s, against, by, -lead)
    else:
        tie_war(s, by, against)


@rule
def win_war(s: State, winner: Player, loser: Player, difference: int):
    """5.3.2: Misery 1 and 2 are one effect; a belligerent's fall ends the War, else he cedes."""
    owe(s, CEDE, loser, winner, difference, NONE)
    gain_misery(s, winner, 1)
    gain_misery(s, loser, 2)


@rule
def tie_war(s: State, by: Player, against: Player):
    """5.3.2: both suffer; the War is pending."""
    s.war_ties += 1
    gain_misery(s, by, 1)
    gain_misery(s, against, 1)


# --- ceding ---------------------------------------------------------------------------------------
@rule
def why_not_cede(s: State, winner: Player, loser: Player, province: Province) -> int:
    """5.3.2: an old marker that the winner can support; range does not matter."""
    if s.marker[province] != loser or not has_old_marker(s, province):
        return NOT_YOURS_TO_CEDE
    if s.mat[winner] == 0:
        return WINNER_WITHOUT_MARKER
    return LEGAL if is_enterable(s, winner, province) else WINNER_MAY_NOT_ENTER


@rule
def can_cede(s: State, winner: Player, loser: Player, province: Province) -> bool:
    """5.3.2: the winner can have the marker."""
    return why_not_cede(s, winner, loser, province) == LEGAL


@rule
def num_cedable(s: State, winner: Player, loser: Player) -> int:
    """5.3.2: markers the winner can support."""
    count = 0
    for province in range(NUM_PROVINCES):
        if can_cede(s, winner, loser, province):
            count += 1
    return count


@rule
def cede(s: State, loser: Player, winner: Player, left: int):
    """5.3.2: one by one; what cannot be ceded costs Misery; then the War is over."""
    if s.war_by == NOBODY:
        return
    if left > 0 and num_cedable(s, winner, loser) > 0:
        ask(s, CEDE_PROVINCE, loser, winner, left)
        return
    end_war(s)
    gain_misery(s, loser, left)


@rule
def mark_cede_province(s: State, loser: Player, winner: Player, mask):
    """DT21."""
    for province in range(NUM_PROVINCES):
        if can_cede(s, winner, loser, province):
            mask[PROVINCE + province] = 1


@rule
def do_cede_province(s: State, loser: Player, winner: Player, left: int, action: int):
    """DT21: the marker becomes one of the winner, old side up."""
    province = action - PROVINCE
    take_marker(s, province)
    put_marker(s, winner, province, OLD_MARKER)
    owe(s, CEDE, loser, winner, left - 1, NONE)
