"""FRAMES: everything that can be owed, one row each: steps, decisions, rolls of chance.

The rule column names the section of the rulings; a decision also its number in section 8.
"""

from paxren_env.core.frames import Frames, Kind
from paxren_env.games.age_of_renaissance.constants import (
    AREA_NAMES,
    CASE_NAMES,
    COMMODITY_NAMES,
    MAX_PLAYERS,
    MODE_NAMES,
    NUM_CARDS,
    NUM_PROVINCES,
    PHASE_NAMES,
    SHUFFLE_NAMES,
    TOKEN_BID_LIMIT,
)
from paxren_env.games.age_of_renaissance.tables import CARD_FACE, FACE_NAMES, PROVINCE_NAMES

MOST_CARDS_COST = NUM_CARDS * (NUM_CARDS + 1) // 2  # 4.5.4: all cards in one hand


def number(key: str, most: int, is_optional: bool = False) -> Kind:
    """A plain number from 0 on."""
    return Kind("number", tuple(range(most + 1)), key, is_optional)


# --- what frames are about ------------------------------------------------------------------------
SEAT = Kind("seat", tuple(range(MAX_PLAYERS)))
OTHER, WINNER = SEAT.named("other"), SEAT.named("winner")
PLACE = Kind("place", tuple(range(MAX_PLAYERS + 1)))
PHASE_KIND = Kind("phase", PHASE_NAMES)
MODE = Kind("mode", MODE_NAMES)
CASE = Kind("case", CASE_NAMES)
AREA = Kind("area", AREA_NAMES)
COMMODITY = Kind("commodity", COMMODITY_NAMES)
PROVINCE = Kind("province", PROVINCE_NAMES)
CARD = Kind("card", tuple(FACE_NAMES[CARD_FACE[card]] for card in range(NUM_CARDS)))
FOR_WHAT = Kind("shuffle", SHUFFLE_NAMES)
IS_OWNER = Kind("is_owner", (False, True))
LEFT = number("left", MAX_PLAYERS + 4)  # 5.3.2: a War is lost by 10 at most
TOKENS_OWED = number("tokens", 2 * MAX_PLAYERS)
# 7.2: the number typed, the digits to come, and true for plus; a bid below zero has no `plus`.
BID = (
    number("typed", TOKEN_BID_LIMIT),
    number("left", len(str(TOKEN_BID_LIMIT))),
    Kind("sign", (False, True), "plus", is_optional=True),
)

frames = Frames()

# --- steps: run by the engine ---------------------------------------------------------------------
CARDS_RETURNED = frames.step("cards returned", "3.3")
CAPITAL_BID = frames.step("capital bid", "3.5")
BIDS_IN = frames.step("bids in", "3.5")
CAPITAL_CHOICES = frames.step("capital choices", "3.6")
START_TURN = frames.step("start turn", "4.0.1")
PHASE = frames.step("phase", "4.0.1", (PHASE_KIND,))
POLL = frames.step("renaissance poll", "4.0.3")
SEGMENTS = frames.step("segments", "4.0.1")
SEGMENT = frames.step("segment", "4.0.1")
SEGMENT_OVER = frames.step("segment over", "4.0.1")
TOKEN_BID = frames.step("token bid", "4.1.1")
TOKENS_REVEALED = frames.step("tokens revealed", "4.1.2")
NEXT_TIE = frames.step("next tie", "4.1.4")
BUY_OFF = frames.step("buy off", "4.2.2")
WATERMILL = frames.step("watermill", "4.2.3")
DRAW = frames.step("draw", "4.0.2")
DISCARD = frames.step("discard", "4.3")
PLAY = frames.step("play", "4.4", (MODE,))
RESOLVED = frames.step("resolved", "2.6")
REDUCE = frames.step("reduce", "5.1.1", (PROVINCE,))
PIRATES = frames.step("pirates", "5.2", (LEFT,))
PLAGUE = frames.step("black death", "5.2", (AREA, number("next", NUM_PROVINCES)))
CIVIL_WAR_CAPITAL = frames.step("civil war: capital", "5.2")
CIVIL_WAR_LOSS = frames.step("civil war: loss", "5.2")
CRUSADE_MISERY = frames.step("crusades: misery", "5.2")
WAR_ROLL = frames.step("war roll", "5.3.2")
CEDE = frames.step("cede", "5.3.2", (WINNER, LEFT))
ADVANCES = frames.step("advances", "4.5.2")
STABILISE = frames.step("stabilise", "4.5.4")
RELIEF = frames.step("relief", "4.5.4")
LEADERS_LEAVE = frames.step("leaders leave", "4.4.3")
INDULGENCE = frames.step("holy indulgence", "4.6.1")
INDULGE = frames.step("indulge one", "4.6.1", (IS_OWNER, TOKENS_OWED))
EXPAND = frames.step("expand", "4.6.2")
DEFEND = frames.step("defend", "4.6.7", (PLACE,))
MARKER_DUE = frames.step("marker due", "4.6.9", (PROVINCE, CASE))
TRADE_CARDS = frames.step(
    "written record", "4.6.8", (SEAT.named("other", is_optional=True), PROVINCE)
)
BONUS = frames.step("bonus", "4.6.10")
MAJORITY = frames.step("majority", "4.7.5", (COMMODITY,))
RESERVE_JOINS = frames.step("reserve joins", "4.7.6")
END_CHECK = frames.step("end check", "6.1")
FINAL_END = frames.step("final end", "6.2")

# --- decisions: asked of a seat -------------------------------------------------------------------
RETURN_CARD = frames.decision(
    "return card", "DT01", answers=("CARD",)
)  # never revealed: see text.is_secret
BID_CAPITAL = frames.decision("capital bid digit", "DT02", BID, secret=True, answers=("DIGIT",))
CHOOSE_CAPITAL = frames.decision("choose capital", "DT03", answers=("CAPITAL",))
BID_SIGN = frames.decision("bid sign", "DT04", (), secret=True, answers=("PLUS", "MINUS"))
BID_DIGIT = frames.decision("bid digit", "DT05", BID, secret=True, answers=("DIGIT",))
TIE_PLACE = frames.decision(
    "tie place", "DT06", (PLACE, number("size", MAX_PLAYERS)), answers=("PLACE",)
)
SWAP = frames.decision("swap", "DT07", answers=("PASS", "EARLIER", "LATER"))
REMOVE_CONDITION = frames.decision("remove condition", "DT08", answers=("PASS", "COMMODITY"))
MILL_COMMODITY = frames.decision("mill commodity", "DT09", answers=("PASS", "COMMODITY"))
MILL_STATE = frames.decision(
    "mill state", "DT10", (COMMODITY,), answers=("NEUTRAL", "SHORTAGE", "SURPLUS")
)
BUY_EXTRA_CARD = frames.decision("buy extra card", "DT11", answers=("PASS", "YES"))
DISCARD_CARD = frames.decision("discard card", "DT12", answers=("PASS", "CARD"))
PLAY_CARD = frames.decision("play card", "DT13", (MODE,), answers=("PASS", "CARD"))
NAME_COMMODITY = frames.decision("name commodity", "DT14", (CARD,), answers=("COMMODITY",))
TARGET_PLAYER = frames.decision("target player", "DT15", (CARD,), answers=("SEAT",))
TARGET_CATEGORY = frames.decision("target category", "DT16", answers=("CATEGORY",))
TARGET_PROVINCE = frames.decision(
    "target province", "DT17", (CARD, LEFT), answers=("PASS", "PROVINCE")
)
TARGET_AREA = frames.decision("target area", "DT18", answers=("AREA",))
CIVIL_WAR_CHOICE = frames.decision("civil war choice", "DT19", answers=("CASH", "TOKENS"))
REDUCE_CHOICE = frames.decision("reduce choice", "DT20", (PROVINCE,), answers=("PASS", "YES"))
CEDE_PROVINCE = frames.decision("cede province", "DT21", (WINNER, LEFT), answers=("PROVINCE",))
UPGRADE_SHIP = frames.decision("upgrade ship", "DT22", answers=("PASS", "YES"))
BUY_ADVANCE = frames.decision("buy advance", "DT23", answers=("PASS", "ADVANCE"))
PAY_STABILISATION = frames.decision(
    "pay stabilisation", "DT24", (number("cost", MOST_CARDS_COST),), answers=("PASS", "YES")
)
PAY_INDULGENCE = frames.decision("pay indulgence", "DT25", (TOKENS_OWED,), answers=("PASS", "YES"))
EXPAND_WHERE = frames.decision("expand where", "DT26", answers=("PASS", "BUY", "PROVINCE"))
EXPAND_HOW = frames.decision(
    "expand how", "DT27", (PROVINCE,), answers=("ATTACK", "CATHEDRAL", "COUNT")
)
DEFEND_CATHEDRAL = frames.decision("defend by cathedral", "DT28", (PLACE,), answers=("PASS", "YES"))
GIVE_CARD = frames.decision("give card", "DT29", (OTHER, PROVINCE), answers=("PASS", "CARD"))
GIVE_UP_MARKER = frames.decision(
    "give up marker", "DT30", (PROVINCE, CASE), answers=("PASS", "PROVINCE")
)

# --- rolls: answered by chance (7.5) --------------------------------------------------------------
SHUFFLE = frames.chance("shuffle", "7.5", (FOR_WHAT,))
BID_TIE = frames.chance(
    "capital bid tie", "3.5", (number("first", MAX_PLAYERS), number("size", MAX_PLAYERS))
)
ATTACK_DICE = frames.chance("attack dice", "4.6.6")
WAR_DICE = frames.chance("war dice", "5.3.2")
MARKET_DICE = frames.chance(
    "surplus dice", "4.7.4", (number("roll", 1), COMMODITY.named("first", is_optional=True))
)
PICK_FROM_HAND = frames.chance(
    "pick from hand", "4.6.8", (SEAT, OTHER, number("given", NUM_CARDS - 1))
)
START_MARKERS = frames.chance("start markers", "test set-up")
