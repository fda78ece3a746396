"""DT: the action line. One int is one entity; the pending decision says what it is for."""

from paxren_env.core.line import ActionLine
from paxren_env.games.wallenstein.constants import (
    ARMIES_PER_SEAT,
    NUM_BENEFITS,
    NUM_COUNTIES,
    NUM_MONEY_CARDS,
    NUM_TILES,
    OPEN_FAVOURS,
)

line = ActionLine()
PASS = line.add("PASS", 1, "no, pass, blank, no bid")
YES = line.add("YES", 1, "yes")
COUNTY = line.add("COUNTY", NUM_COUNTIES, "a county or its card")
DECK = line.add("DECK", 1, "S2: the unseen top card of the deck")
REFRESH = line.add("REFRESH", 1, "S2: both open cards go under the deck")
MONEY = line.add("MONEY", NUM_MONEY_CARDS, "R3: the money card of this value (0-4)")
TOWER = line.add("TOWER_CARD", 1, "EC: a dice tower card")
POSITION = line.add("POSITION", NUM_TILES, "R5: a position, with its tile")
NUMBER = line.add("NUMBER", ARMIES_PER_SEAT - 1, "so many armies, from 1")
BENEFIT = line.add("BENEFIT", NUM_BENEFITS, "LK: Thalers, armies, grain, VP")
FAVOUR = line.add("FAVOUR", OPEN_FAVOURS, "EC: the favour on the space of price 4, 3, 2")
NUM_ACTIONS = line.size
NO = PASS
