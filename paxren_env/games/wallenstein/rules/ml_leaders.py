"""ML: Military Leaders (module 3). Their place in the draft (ML1) stands with the draft."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import COUNTY
from paxren_env.games.wallenstein.constants import (
    LEADERS_MOVE_PHASE,
    LEADERS_PLACED_PHASE,
    LEADERS_RETURN_PHASE,
    NUM_COUNTIES,
    NUM_STATUES,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import (
    LEADER_MOVES,
    LEADER_PLACE,
    MOVE_LEADERS,
    PLACE_LEADERS,
    RETURN_LEADERS,
)
from paxren_env.games.wallenstein.reasons import LEADER_IS_THERE, LEADER_NOT_OWN
from paxren_env.games.wallenstein.rules.m_map import num_counties
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import ADJACENT


@rule
def leader_bonus(s: State, player: Player, county: County) -> int:
    """ML3: 1 if the player's leader stands in the county, applied after event and tile."""
    return int(s.leader[player] == county)


# --- ML2, ML5: leaders come onto the board --------------------------------------------------------
@rule
def place_leaders(s: State, turn: int):
    """ML2: with a line-up each places his leader in the first spring, in turn order."""
    if turn == s.num_players:
        return
    s.phase = LEADERS_PLACED_PHASE
    owe(s, PLACE_LEADERS, NONE, turn + 1, NONE, NONE)
    ask_for_leader(s, int(s.order[turn]))


@rule
def return_leaders(s: State, turn: int):
    """ML5: after the first winter leaders lost come back, in the order of fall."""
    if turn == s.num_players:
        return
    s.phase = LEADERS_RETURN_PHASE
    owe(s, RETURN_LEADERS, NONE, turn + 1, NONE, NONE)
    ask_for_leader(s, int(s.order[turn]))


@rule
def ask_for_leader(s: State, player: Player):
    """DT8: where, if the leader is off the board and the player has a county."""
    if s.leader[player] == NONE and num_counties(s, player) > 0:
        ask(s, LEADER_PLACE, player, NONE, NONE)


@rule
def mark_leader_county(s: State, player: Player, mask):
    """DT8, DT17: an own county other than the one where the leader stands."""
    for county in range(NUM_COUNTIES):
        mask[COUNTY + county] = why_not_leader_county(s, player, county) == LEGAL


@rule
def why_not_leader_county(s: State, player: Player, county: County) -> int:
    """ML2, ML4: an own county other than the one where the leader stands."""
    if s.owner[county] != player:
        return LEADER_NOT_OWN
    return LEADER_IS_THERE if s.leader[player] == county else LEGAL


@rule
def enter_county(s: State, player: Player, county: County):
    """ML6: the leader stands there; statues of other colours become his trophies."""
    s.leader[player] = county
    for colour in range(s.num_players):
        if colour != player:
            s.trophies[player, colour] += s.statues[county, colour]
            s.statues[county, colour] = 0


# --- ML4 ------------------------------------------------------------------------------------------
@rule
def move_leaders(s: State, turn: int):
    """ML4: after the tenth action each leader on the board must move, in turn order."""
    if turn == s.num_players:
        return
    s.phase = LEADERS_MOVE_PHASE
    owe(s, MOVE_LEADERS, NONE, turn + 1, NONE, NONE)
    player = int(s.order[turn])
    if s.leader[player] != NONE and num_counties(s, player) > 1:
        ask(s, LEADER_MOVES, player, int(s.leader[player]), NONE)


@rule
def do_move_leader(s: State, player: Player, county: County, origin: County):
    """ML4: a step to an adjacent county leaves a statue behind."""
    if ADJACENT[origin, county] and statues_left(s, player) > 0:
        s.statues[origin, player] += 1
    enter_county(s, player, county)


@rule
def statues_on_board(s: State, player: Player) -> int:
    """Statues of the player's colour in counties."""
    count = 0
    for county in range(NUM_COUNTIES):
        count += int(s.statues[county, player])
    return count


@rule
def statues_left(s: State, player: Player) -> int:
    """ML4: statues neither on the board nor among the trophies of others."""
    count = NUM_STATUES - statues_on_board(s, player)
    for holder in range(s.num_players):
        count -= int(s.trophies[holder, player])
    return count


@rule
def statue_points(s: State, player: Player) -> int:
    """ML7: 1 for each own statue on the board and each trophy held."""
    points = statues_on_board(s, player)
    for colour in range(s.num_players):
        points += int(s.trophies[player, colour])
    return points
