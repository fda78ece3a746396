"""R6: county cards that come and go with their counties."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.games.wallenstein.constants import NUM_BOXES, VOID, County, Player
from paxren_env.games.wallenstein.state import State


@rule
def lose_county(s: State, county: County):
    """R6: the card leaves its owner, a box that hid it is void; ML5: so does his leader."""
    loser = int(s.owner[county])
    for box in range(NUM_BOXES):
        if s.plan[loser, box] == county and not s.shown[loser, box]:
            s.plan[loser, box] = VOID
            s.shown[loser, box] = 1
    if s.leader[loser] == county:
        s.leader[loser] = NONE


@rule
def gain_county(s: State, player: Player, county: County, armies: int):
    """R6: the card comes to the hand and cannot act in this round."""
    s.owner[county] = player
    s.armies[county] = armies
    s.gained[county] = 1


@rule
def make_neutral(s: State, county: County):
    """B2: the county is lost to nobody; buildings and markers go, statues stay."""
    lose_county(s, county)
    s.owner[county] = NONE
    s.armies[county] = 0
    s.buildings[county] = 0
    s.markers[county] = 0
    s.gained[county] = 0


@rule
def add_marker(s: State, county: County):
    """A3: one more revolt marker; EC3: unless the owner parries it with the favour he keeps."""
    if s.keeps_marker_card == s.owner[county]:
        s.keeps_marker_card = NONE
    else:
        s.markers[county] += 1
