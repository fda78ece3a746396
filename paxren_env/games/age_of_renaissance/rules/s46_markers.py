"""4.6.9: a marker is due; what happens when the Mat is empty."""

from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask
from paxren_env.games.age_of_renaissance.actions import PASS, PROVINCE
from paxren_env.games.age_of_renaissance.constants import (
    AFTER_ATTACK,
    BY_CRUSADE,
    FLAGGED_MARKER,
    NEW_MARKER,
    NUM_PROVINCES,
    OLD_MARKER,
    SATELLITE,
    Player,
    Province,
)
from paxren_env.games.age_of_renaissance.frames import GIVE_UP_MARKER
from paxren_env.games.age_of_renaissance.queries import opposing_population, tokens_in
from paxren_env.games.age_of_renaissance.reasons import (
    MARKER_IS_DUE_HERE,
    MARKER_IS_NEW,
    NO_MARKER_TO_GIVE,
)
from paxren_env.games.age_of_renaissance.rules.s46_attack import keep_new_tokens
from paxren_env.games.age_of_renaissance.rules.s51_pieces import (
    clear_province,
    put_marker,
    take_marker,
    take_tokens,
)
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import MARKET, PROVINCE_KIND


@rule
def marker_due(s: State, player: Player, province: Province, case: int):
    """A marker from the Mat; from the map if he likes; else none."""
    if s.mat[player] > 0:
        clear_for_marker(s, player, province, case)
        put_marker(s, player, province, OLD_MARKER if case == BY_CRUSADE else NEW_MARKER)
    elif has_marker_elsewhere(s, player, province):
        ask(s, GIVE_UP_MARKER, player, province, case)
    else:
        decline_marker(s, player, province, case)


@rule
def clear_for_marker(s: State, player: Player, province: Province, case: int):
    """Own tokens go to Stock; The Crusades removes everything."""
    if case == BY_CRUSADE:
        clear_province(s, province)
    else:
        take_tokens(s, player, province)


@rule
def why_not_give_up(s: State, player: Player, province: Province, due: Province) -> int:
    """Only old markers, elsewhere."""
    if province == due:
        return MARKER_IS_DUE_HERE
    if s.marker[province] != player:
        return NO_MARKER_TO_GIVE
    return LEGAL if s.marker_kind[province] == OLD_MARKER else MARKER_IS_NEW


@rule
def can_give_up(s: State, player: Player, province: Province, due: Province) -> bool:
    """4.6.9: the marker may move."""
    return why_not_give_up(s, player, province, due) == LEGAL


@rule
def has_marker_elsewhere(s: State, player: Player, due: Province) -> bool:
    """4.6.9: without one he declines without being asked."""
    for province in range(NUM_PROVINCES):
        if can_give_up(s, player, province, due):
            return True
    return False


@rule
def mark_give_up_marker(s: State, player: Player, due: Province, mask):
    """DT30."""
    mask[PASS] = 1
    for province in range(NUM_PROVINCES):
        if can_give_up(s, player, province, due):
            mask[PROVINCE + province] = 1


@rule
def why_not_give_up_marker(s: State, player: Player, due: Province, action: int) -> int:
    """DT30: the same as a reason."""
    return LEGAL if action == PASS else why_not_give_up(s, player, action - PROVINCE, due)


@rule
def do_give_up_marker(s: State, player: Player, due: Province, case: int, action: int):
    """DT30: the province is cleared first, then the marker moves."""
    if action == PASS:
        decline_marker(s, player, due, case)
        return
    clear_for_marker(s, player, due, case)
    give_up_marker(s, player, action - PROVINCE)
    put_marker(s, player, due, OLD_MARKER if case == BY_CRUSADE else FLAGGED_MARKER)


@rule
def give_up_marker(s: State, player: Player, province: Province):
    """An old token replaces it: from Stock, else from Expansion, else nothing."""
    take_marker(s, province)
    if s.stock[player] > 0:
        s.stock[player] -= 1
        s.old[player, province] += 1
    elif s.expansion[player] > 0:
        s.expansion[player] -= 1
        s.old[player, province] += 1


@rule
def decline_marker(s: State, player: Player, province: Province, case: int):
    """In peace the tokens stay; after an attack as many as the market; else nothing happens."""
    if case == AFTER_ATTACK:
        keep_new_tokens(s, player, province, int(MARKET[province]))


@rule
def convert_full_provinces(s: State, player: Player):
    """4.6.9: in province order while the Mat has markers."""
    for province in range(NUM_PROVINCES):
        if s.mat[player] > 0 and is_full(s, player, province):
            take_tokens(s, player, province)
            put_marker(s, player, province, NEW_MARKER)


@rule
def is_full(s: State, player: Player, province: Province) -> bool:
    """A circled province with as many own tokens as the market, and nobody else."""
    if PROVINCE_KIND[province] == SATELLITE or tokens_in(s, province, player) < MARKET[province]:
        return False
    return opposing_population(s, province, player) == 0
