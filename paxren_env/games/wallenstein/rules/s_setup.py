"""S: setup: the draft or the line-up, and the fill of the tower."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY, DECK, NO, NUMBER, REFRESH, YES
from paxren_env.games.wallenstein.constants import (
    ARMIES_PER_SEAT,
    EMPERORS_COURT,
    FILL_ARMIES,
    FILL_PEASANTS,
    FIRST_GROUP,
    LINEUP,
    MILITARY_LEADERS,
    MOST_GROUPS,
    NUM_COLOURS,
    NUM_COUNTIES,
    NUM_EVENTS,
    NUM_FAVOURS,
    NUM_GROUP_SIZES,
    NUM_PEASANTS,
    OPEN_EVENTS,
    PEASANTS,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import (
    ARMY_GROUP,
    COUNTY_CARD,
    DEAL_COUNTY,
    DRAFT_CARD,
    DRAFT_TURN,
    EMPTY_TRAY,
    FILL,
    FILL_TOWER,
    FIRST_DRAFTER,
    LEADER_HERE,
    NEW_ROUND,
    OPEN_EVENT,
)
from paxren_env.games.wallenstein.frames import OPEN_EVENTS as OPEN_EVENTS_STEP
from paxren_env.games.wallenstein.reasons import LAST_COUNTY, NO_GROUP, NOT_OPEN, NOT_OWN_PAIR
from paxren_env.games.wallenstein.rules.m_map import has_option, is_in_game
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import GROUPS, START_THALERS


@rule
def set_up(s: State, rng):
    """S1: start values; then the counties, the tower and the events."""
    clear_board(s)
    for player in range(s.num_players):
        s.thalers[player] = START_THALERS[s.num_players]
        s.supply[player] = ARMIES_PER_SEAT
    s.supply[PEASANTS] = NUM_PEASANTS
    s.events_unused = (1 << NUM_EVENTS) - 1
    s.favours_unused = (1 << NUM_FAVOURS) - 1 if has_option(s, EMPERORS_COURT) else 0
    owe(s, NEW_ROUND, NONE, NONE, NONE, NONE)
    owe(s, OPEN_EVENTS_STEP, NONE, NONE, NONE, NONE)
    owe(s, FILL_TOWER, NONE, NONE, NONE, NONE)
    if has_option(s, LINEUP):
        place_lineup(s)
    else:
        prepare_draft(s)


@rule
def clear_board(s: State):
    """Nothing stands anywhere: the fields whose "none" is not 0."""
    s.turn_player = NONE
    s.action_place = NONE
    s.owner[:] = NONE
    s.event_open[:] = NONE
    s.event = NONE
    s.action_at[:] = NONE
    s.tile_at[:] = NONE
    s.position[:] = NONE
    s.order[:] = NONE
    s.bid[:] = NONE
    s.plan[:, :] = NONE
    s.drawn[:] = NONE
    s.favour_open[:] = NONE
    s.keeps_marker_card = NONE
    s.court_order[:] = NONE
    s.leader[:] = NONE
    clear_draft(s)


# --- S3 -------------------------------------------------------------------------------------------
@rule
def place_lineup(s: State):
    """S3: seat i gets column i of the line-up."""
    for player in range(s.num_players):
        for i in range(num_groups(s)):
            place_group(s, player, int(s.lineup[player, i]), int(GROUPS[s.num_players, i]))


@rule
def num_groups(s: State) -> int:
    """S1: army groups of each player."""
    count = 0
    for i in range(MOST_GROUPS):
        if GROUPS[s.num_players, i] > 0:
            count += 1
    return count


@rule
def place_group(s: State, player: Player, county: County, armies: int):
    """S2: the county is the player's, a group of his armies stands in it."""
    s.owner[county] = player
    s.armies[county] = armies
    s.supply[player] -= armies


# --- S2: the draft --------------------------------------------------------------------------------
@rule
def prepare_draft(s: State):
    """S2.1, S2.2: the first drafter; two open cards; the groups on the sheets."""
    for county in range(NUM_COUNTIES):
        s.draft_unseen[county] = is_in_game(s, county)
    for player in range(s.num_players):
        for i in range(num_groups(s)):
            s.draft_groups[player, GROUPS[s.num_players, i] - FIRST_GROUP] += 1
    owe(s, DRAFT_TURN, NONE, NONE, NONE, NONE)
    deal_both_open_cards(s)
    if s.first_player == NONE:
        owe(s, FIRST_DRAFTER, CHANCE, NONE, NONE, NONE)
    else:
        s.draft_first = s.first_player


@rule
def deal_both_open_cards(s: State):
    """S2.2: slot 0 is dealt first."""
    owe(s, DEAL_COUNTY, NONE, 1, NONE, NONE)
    owe(s, DEAL_COUNTY, NONE, 0, NONE, NONE)


@rule
def take_draft_turn(s: State):
    """S2: clockwise, one county per turn, until all groups are placed."""
    if s.draft_turn == s.num_players * num_groups(s):
        clear_draft(s)
        return
    owe(s, DRAFT_TURN, NONE, NONE, NONE, NONE)
    ask(s, DRAFT_CARD, (s.draft_first + s.draft_turn) % s.num_players, NONE, NONE)


@rule
def clear_draft(s: State):
    """S2.9: what was not taken is neutral; the order of these cards never matters again."""
    s.draft_first = 0
    s.draft_turn = 0
    s.draft_open[:] = NONE
    s.draft_last[:, :] = NONE
    s.draft_groups[:, :] = 0
    s.draft_unseen[:] = 0
    s.draft_under[:] = NONE


@rule
def num_unseen(s: State) -> int:
    """Cards of the deck that nobody has seen."""
    count = 0
    for county in range(NUM_COUNTIES):
        count += int(s.draft_unseen[county])
    return count


@rule
def first_unseen(s: State) -> County:
    """The unseen county with the lowest number."""
    county = 0
    while not s.draft_unseen[county]:
        county += 1
    return county


@rule
def deal_county(s: State, drafter: Player, slot: int):
    """S2.8: the next card of the deck; those put under it come back when all were seen."""
    if num_unseen(s) > 1:
        owe(s, COUNTY_CARD, CHANCE, slot, drafter, NONE)
    elif num_unseen(s) == 1:
        put_county(s, drafter, slot, first_unseen(s))
    else:
        put_county(s, drafter, slot, take_from_under(s))


@rule
def put_county(s: State, drafter: Player, slot: int, county: County):
    """S2.4: the card lies open, or the drafter took it unseen and now chooses a group."""
    s.draft_unseen[county] = 0
    if slot == NONE:
        ask(s, ARMY_GROUP, drafter, county, NONE)
    else:
        s.draft_open[slot] = county


@rule
def put_under(s: State, county: County):
    """S2.5: the card goes under the deck."""
    i = 0
    while s.draft_under[i] != NONE:
        i += 1
    s.draft_under[i] = county


@rule
def take_from_under(s: State) -> County:
    """S2.8: the card that was put under the deck first."""
    county = int(s.draft_under[0])
    for i in range(NUM_COUNTIES - 1):
        s.draft_under[i] = s.draft_under[i + 1]
    s.draft_under[NUM_COUNTIES - 1] = NONE
    return county


@rule
def can_refresh(s: State, player: Player) -> bool:
    """S2.5: the open pair is the one of the player's own previous selection."""
    a, b = s.draft_last[player, 0], s.draft_last[player, 1]
    if a == NONE:
        return False
    x, y = s.draft_open[0], s.draft_open[1]
    return (a == x and b == y) or (a == y and b == x)


@rule
def mark_draft_card(s: State, player: Player, mask):
    """DT1: an open card, the top card, or both open cards exchanged."""
    mask[COUNTY + int(s.draft_open[0])] = 1
    mask[COUNTY + int(s.draft_open[1])] = 1
    mask[DECK] = 1
    mask[REFRESH] = can_refresh(s, player)


@rule
def why_not_draft_card(s: State, player: Player, action: int) -> int:
    """DT1: an open card, the top card, or both open cards exchanged."""
    if action == DECK:
        return LEGAL
    if action == REFRESH:
        return LEGAL if can_refresh(s, player) else NOT_OWN_PAIR
    county = action - COUNTY
    return LEGAL if county == s.draft_open[0] or county == s.draft_open[1] else NOT_OPEN


@rule
def do_draft_card(s: State, player: Player, action: int):
    """S2.3-S2.6: an open card is replaced before the group is chosen."""
    if action == REFRESH:
        put_under(s, int(s.draft_open[0]))
        put_under(s, int(s.draft_open[1]))
        s.draft_open[:] = NONE
        ask(s, DRAFT_CARD, player, NONE, NONE)
        deal_both_open_cards(s)
        return
    s.draft_last[player, 0] = s.draft_open[0]
    s.draft_last[player, 1] = s.draft_open[1]
    if action == DECK:
        owe(s, DEAL_COUNTY, player, NONE, NONE, NONE)
    else:
        county = action - COUNTY
        ask(s, ARMY_GROUP, player, county, NONE)
        slot = 0 if s.draft_open[0] == county else 1
        s.draft_open[slot] = NONE
        owe(s, DEAL_COUNTY, NONE, slot, NONE, NONE)


@rule
def mark_army_group(s: State, player: Player, mask):
    """DT2: a size still on the sheet."""
    for i in range(NUM_GROUP_SIZES):
        mask[NUMBER + FIRST_GROUP + i - 1] = s.draft_groups[player, i] > 0


@rule
def why_not_army_group(s: State, player: Player, size: int) -> int:
    """DT2: a size still on the sheet."""
    i = size - FIRST_GROUP
    return LEGAL if 0 <= i < NUM_GROUP_SIZES and s.draft_groups[player, i] > 0 else NO_GROUP


@rule
def do_army_group(s: State, player: Player, size: int, county: County):
    """S2.3: the group stands in the county; with leaders their question follows (ML1)."""
    s.draft_groups[player, size - FIRST_GROUP] -= 1
    place_group(s, player, county, size)
    if has_option(s, MILITARY_LEADERS) and s.leader[player] == NONE:
        ask(s, LEADER_HERE, player, county, NONE)
    else:
        s.draft_turn += 1


@rule
def mark_leader_here(s: State, player: Player, mask):
    """ML1: yes or no; at the last county yes."""
    mask[YES] = 1
    mask[NO] = why_not_leader_here(s, player, NO) == LEGAL


@rule
def why_not_leader_here(s: State, player: Player, action: int) -> int:
    """ML1: the leader may wait for a later county."""
    if action == YES:
        return LEGAL
    for i in range(NUM_GROUP_SIZES):
        if s.draft_groups[player, i] > 0:
            return LEGAL
    return LAST_COUNTY


@rule
def do_leader_here(s: State, player: Player, action: int, county: County):
    """ML1: the leader stands in the county just taken."""
    if action == YES:
        s.leader[player] = county
    s.draft_turn += 1


# --- S4 -------------------------------------------------------------------------------------------
@rule
def fill_tower(s: State):
    """S4: seven cubes of every seat and ten peasants are thrown at once."""
    for player in range(s.num_players):
        s.supply[player] -= FILL_ARMIES
        s.thrown[player] = FILL_ARMIES
    s.supply[PEASANTS] -= FILL_PEASANTS
    s.thrown[PEASANTS] = FILL_PEASANTS
    owe(s, EMPTY_TRAY, NONE, NONE, NONE, NONE)
    owe(s, FILL, CHANCE, NONE, NONE, NONE)


@rule
def empty_tray(s: State):
    """S4: what fell goes back to the supplies; EC0: and sends as many courtiers into the hall."""
    for c in range(NUM_COLOURS):
        s.supply[c] += s.tray[c]
        if c != PEASANTS and has_option(s, EMPERORS_COURT):
            s.hall[c] = s.tray[c]
        s.tray[c] = 0


@rule
def open_events(s: State):
    """S4: four events of the year, slot 0 first."""
    for i in range(OPEN_EVENTS):
        owe(s, OPEN_EVENT, CHANCE, OPEN_EVENTS - 1 - i, NONE, NONE)


@rule
def open_event(s: State, slot: int, event: int):
    """S4: the event lies open in its slot."""
    s.event_open[slot] = event
    s.events_unused &= ~(1 << event)
