"""The table of frames: what may stand on the stack of things owed."""

from paxren_env.core.frames import Frames, Kind
from paxren_env.games.wallenstein.constants import (
    ACTION_NAMES,
    BOX_NAMES,
    COUNTY_NAMES,
    MAX_PLAYERS,
    NUM_ACTION_CARDS,
    NUM_FAVOURS,
    NUM_LEVELS,
)
from paxren_env.games.wallenstein.constants import OPEN_EVENTS as NUM_OPEN_EVENTS

# What a frame is about.
COUNTY = Kind("county", COUNTY_NAMES)
ACTION = Kind("action", ACTION_NAMES)
BOX = Kind("box", BOX_NAMES)
SEAT = Kind("seat", tuple(range(MAX_PLAYERS + 1)))  # the one after the last: all are done
TURN = Kind("turn", tuple(range(MAX_PLAYERS + 1)))  # index in the turn order
SLOT = Kind("slot", tuple(range(NUM_OPEN_EVENTS)))  # of open county cards or events
PLACE = Kind("place", tuple(range(1, NUM_ACTION_CARDS + 1)))  # of action cards or tiles
LEVEL = Kind("level", tuple(range(NUM_LEVELS + 1)))
FAVOUR = Kind("favour", tuple(range(1, NUM_FAVOURS + 1)))
COUNT = Kind("count", tuple(range(NUM_OPEN_EVENTS)))
OPEN_SLOT = SLOT.named("slot", is_optional=True)  # without one the card goes to the drafter
DRAFTER = SEAT.named("drafter", is_optional=True)

frames = Frames()

# --- steps: run by the engine ---------------------------------------------------------------------
DRAFT_TURN = frames.step("draft turn", "S2")
DEAL_COUNTY = frames.step("deal county", "S2", about=(OPEN_SLOT,))
FILL_TOWER = frames.step("fill the tower", "S4")
EMPTY_TRAY = frames.step("empty the tray", "S4")
OPEN_EVENTS = frames.step("open events", "S4")
NEW_YEAR = frames.step("new year", "W6")
NEW_ROUND = frames.step("new round", "R1")
PLAN = frames.step("plan", "R3", about=(SEAT,))
REVEAL_BIDS = frames.step("reveal bids", "R5")
NEXT_BIDDER = frames.step("next bidder", "R5")
PLACE_LEADERS = frames.step("place leaders", "ML2", about=(TURN,))
HIRE_LANDSKNECHTE = frames.step("hire Landsknechte", "LK", about=(TURN,))
CONVERT = frames.step("convert", "EC2")
GRANT_FAVOURS = frames.step("grant favours", "EC2", about=(TURN,))
PERFORM = frames.step("perform", "R6")
RESOLVE_ATTACK = frames.step("resolve attack", "B2", about=(COUNTY,))
RESOLVE_REVOLT = frames.step("resolve revolt", "B2", about=(COUNTY,))
MOVE_LEADERS = frames.step("move leaders", "ML4", about=(TURN,))
END_ROUND = frames.step("end of the round", "R7")
WINTER_REVOLTS = frames.step("winter revolts", "W3", about=(TURN,))
DRAW_REVOLTS = frames.step("draw revolts", "W3", about=(COUNT,))
FIGHT_REVOLTS = frames.step("fight revolts", "W3")
SCORE = frames.step("score", "W4")
END_YEAR = frames.step("end of the year", "W6")
RETURN_LEADERS = frames.step("return leaders", "ML5", about=(TURN,))

# --- decisions: asked of a seat -------------------------------------------------------------------
DRAFT_CARD = frames.decision("draft card", "DT1", answers=("COUNTY", "DECK", "REFRESH"))
ARMY_GROUP = frames.decision("army group", "DT2", about=(COUNTY,), answers=("NUMBER",))
LEADER_HERE = frames.decision("leader here", "DT3", about=(COUNTY,), answers=("PASS", "YES"))
BID = frames.decision("bid", "DT4", secret=True, answers=("PASS", "COUNTY", "MONEY", "TOWER_CARD"))
COURT_BOX = frames.decision(
    "court box", "DT5", about=(BOX,), secret=True, answers=("PASS", "COUNTY", "TOWER_CARD")
)
ACTION_BOX = frames.decision(
    "action box", "DT6", about=(BOX,), secret=True, answers=("PASS", "COUNTY")
)
TAKE_POSITION = frames.decision("position", "DT7", answers=("POSITION",))
LEADER_PLACE = frames.decision("leader place", "DT8", answers=("COUNTY",))
PICK_BENEFIT = frames.decision("benefit", "DT9", about=(LEVEL,), answers=("BENEFIT",))
TAKE_FAVOUR = frames.decision("favour", "DT10", answers=("PASS", "FAVOUR"))
CANCEL = frames.decision("cancel event", "DT11", answers=("PASS", "YES"))
FAVOUR_COUNTY = frames.decision("favour's county", "DT12", about=(FAVOUR,), answers=("COUNTY",))
MOVE_TARGET = frames.decision("move target", "DT13", about=(COUNTY,), answers=("PASS", "COUNTY"))
COMBAT_TARGET = frames.decision(
    "combat target", "DT14", about=(COUNTY, ACTION), answers=("PASS", "COUNTY")
)
HOW_MANY = frames.decision(
    "how many", "DT15", about=(COUNTY, COUNTY.named("target"), ACTION), answers=("NUMBER",)
)
NEXT_REVOLT = frames.decision("next revolt", "DT16", answers=("COUNTY",))
LEADER_MOVES = frames.decision("leader moves", "DT17", about=(COUNTY,), answers=("COUNTY",))

# --- chance: answered by nobody -------------------------------------------------------------------
FIRST_DRAFTER = frames.chance("first drafter", "S2")
COUNTY_CARD = frames.chance("county card", "S2", about=(OPEN_SLOT, DRAFTER))
FILL = frames.chance("fill", "T1")
OPEN_EVENT = frames.chance("open event", "S4", about=(SLOT,))
OPEN_ACTION = frames.chance("open action", "R1", about=(PLACE,))
OPEN_TILE = frames.chance("open tile", "R2", about=(PLACE,))
OPEN_FAVOUR = frames.chance("open favour", "EC1")
DRAW_EVENT = frames.chance("draw event", "R4")
DRAW_BIDDER = frames.chance("draw bidder", "R5")
THROW = frames.chance("throw", "T1")
REVOLT_COUNTY = frames.chance("revolt county", "W3", about=(SEAT,))
