"""CONSTANTS: the numbers of the game, and an id for everything that has a name.

Ids are plain ints; the tuple of their names stands beside them.
"""

from paxren_env.core.constants import NONE

Player = int
Province = int
Card = int
Face = int
Advance = int
Commodity = int
Area = int

MIN_PLAYERS, MAX_PLAYERS = 3, 6
NOBODY = NONE

# --- the map (2.1, 2.2) ---------------------------------------------------------------------------
NUM_PROVINCES = 109  # Loire and Smolensk included
NUM_COASTS = 88
NUM_SEAS = 12
MAX_NEIGHBOURS = 10
MAX_SUPPORTERS = 5
AREA_NAMES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "Far East", "New World")
NUM_AREAS = 8  # the overseas boxes belong to none
AREA_V, AREA_VI = 4, 5
FAR_EAST, NEW_WORLD = 8, 9
KIND_NAMES = ("satellite", "province", "capital", "overseas")
SATELLITE, CIRCLED, CAPITAL, OVERSEAS = range(4)
CAPITAL_NAMES = ("Venice", "Genoa", "Barcelona", "Paris", "London", "Hamburg")
NUM_CAPITALS = 6
EDITION_NAMES = ("ah1996", "euro1999")
AH1996, EURO1999 = range(2)

# --- commodities (2.3) ----------------------------------------------------------------------------
COMMODITY_NAMES = (
    "stone",
    "wool",
    "timber",
    "grain",
    "cloth",
    "wine",
    "metal",
    "fur",
    "silk",
    "spice",
    "gold",
    "ivory",
)
NUM_COMMODITIES = 12
STONE, WOOL, TIMBER, GRAIN, CLOTH, WINE, METAL, FUR, SILK, SPICE, GOLD, IVORY = range(12)
JOINT_ROLL = 12  # 9.7.1: gold and ivory together

# --- advances (2.5) -------------------------------------------------------------------------------
NUM_ADVANCES = 26
(
    THE_HEAVENS,
    HUMAN_BODY,
    LAWS_OF_MATTER,
    ENLIGHTENMENT,
    PATRONAGE,
    HOLY_INDULGENCE,
    PROSELYTISM,
    CATHEDRAL,
    CARAVAN,
    WIND_WATERMILL,
    IMPROVED_AGRICULTURE,
    INTEREST_AND_PROFIT,
    INDUSTRY,
    WRITTEN_RECORD,
    PRINTED_WORD,
    MASTER_ART,
    RENAISSANCE,
    OVERLAND_EAST,
    SEAWORTHY_VESSELS,
    OCEAN_NAVIGATION,
    NEW_WORLD_ADVANCE,
    URBAN_ASCENDANCY,
    NATIONALISM,
    INSTITUTIONAL_RESEARCH,
    COSMOPOLITAN,
    MIDDLE_CLASS,
) = range(26)
CATEGORY_NAMES = (
    "Science",
    "Religion",
    "Commerce",
    "Communications",
    "Exploration",
    "Civics",
)
SCIENCE, RELIGION, COMMERCE, COMMUNICATIONS, EXPLORATION, CIVICS = range(6)
PAPAL_CATEGORIES = (SCIENCE, RELIGION, EXPLORATION)
ADVANCES_OF_SCIENCE = 0b1111  # A, B, C, D

# --- cards (2.6) ----------------------------------------------------------------------------------
NUM_CARDS = 64
NUM_FACES = 50  # equal cards share a face
NUM_EPOCHS = 3
CARD_KIND_NAMES = ("commodity", "event", "leader")
COMMODITY_CARD, EVENT_CARD, LEADER_CARD = range(3)
FIRST_LEADER = 45  # cards 45..63 are the Leaders
NUM_LEADERS = 19
EFFECT_NAMES = (
    "alchemists_gold",
    "military",
    "civil_war",
    "enlightened_ruler",
    "famine",
    "mysticism_abounds",
    "papal_decree",
    "pirates_vikings",
    "rebellion",
    "revolutionary_uprisings",
    "crusades",
    "war",
    "black_death",
    "mongol_armies",
    "religious_strife",
)
(
    ALCHEMISTS_GOLD,
    MILITARY,
    CIVIL_WAR,
    ENLIGHTENED_RULER,
    FAMINE,
    MYSTICISM_ABOUNDS,
    PAPAL_DECREE,
    PIRATES_VIKINGS,
    REBELLION,
    REVOLUTIONARY_UPRISINGS,
    THE_CRUSADES,
    WAR,
    BLACK_DEATH,
    MONGOL_ARMIES,
    RELIGIOUS_STRIFE,
) = range(15)
NUM_RANKS = 4  # 5.1.4: Stirrups, Armor, Long Bow, Gunpowder
RANK_NAMES = ("Stirrups", "Armor", "Long Bow", "Gunpowder")
LONG_BOW_RANK = 3  # from here on Armor and Stirrups are void

# Where a card is; a hand is the number of its seat.
PLACE_NAMES = (
    "hand of seat 0",
    "hand of seat 1",
    "hand of seat 2",
    "hand of seat 3",
    "hand of seat 4",
    "hand of seat 5",
    "draw pile",
    "replay pile",
    "reserve",
    "future epochs",
    "leader queue",
    "military in play",
    "war",
    "being resolved",
    "out of the game",
)
NUM_PLACES = 15
PILE, REPLAY, RESERVE, FUTURE, LEADER_QUEUE, MILITARY_IN_PLAY, AT_WAR, RESOLVING, OUT = range(6, 15)

# 7.4: how a hand card came: kept at set-up, epoch 1 before or after the reserve, epoch 2, epoch 3.
STAMP_NAMES = ("none", "S", "1a", "1b", "2", "3")
NO_STAMP, STAMP_S, STAMP_1A, STAMP_1B, STAMP_2, STAMP_3 = range(6)
NUM_STAMPS = 6

# --- tracks and pieces (2.4, 2.7) -----------------------------------------------------------------
TOKENS, MARKERS = 36, 25
START_CASH = 40
CAPITAL_BID_LIMIT = 40
TOKEN_BID_LIMIT = 9999
LAST_SPACE, CHAOS = 25, 26
SHIP_ROW_NAMES = ("none", "galley", "seaworthy", "ocean")
NO_SHIP, GALLEY, SEAWORTHY, OCEAN = range(4)
UPGRADE_COST = 10
EXTRA_CARD_COST = 10
RESEARCH_REBATE = 10
MONGOL_CASH = 10
BASE_INCOME, MIDDLE_CLASS_INCOME = 15, 10
UNLIMITED_SLOTS = 6
INDULGENCE_TOKENS = 2
EXPANSION_CARD_TOKENS = 3
MAX_CONDITION = 2

# A marker in a province.
MARKER_NAMES = ("none", "old", "new", "flagged")
NO_MARKER, OLD_MARKER, NEW_MARKER, FLAGGED_MARKER = range(4)

# --- phases (4.0.1) -------------------------------------------------------------------------------
PHASE_NAMES = (
    "set-up",
    "order of play",
    "draw card",
    "buy card",
    "play cards",
    "purchase",
    "expansion",
    "income",
    "final card play",
)
(
    SET_UP,
    ORDER_OF_PLAY,
    DRAW_CARD,
    BUY_CARD,
    PLAY_CARDS,
    PURCHASE,
    EXPANSION,
    INCOME,
    FINAL_CARD_PLAY,
) = range(9)

# What a shuffle is for; what DT13 and DT30 are about.
SHUFFLE_NAMES = ("deal", "pile", "reserve", "reserve joins", "epoch 2", "epoch 3")
FOR_DEAL, FOR_PILE, FOR_RESERVE, FOR_JOINING, FOR_EPOCH_2, FOR_EPOCH_3 = range(6)
MODE_NAMES = ("play", "reroll", "final")
IN_PLAY_CARDS, BEFORE_REROLL, IN_FINAL_PLAY = range(3)
CASE_NAMES = ("peace", "attack", "crusade")
AFTER_PEACE, AFTER_ATTACK, BY_CRUSADE = range(3)

# --- how the game ended; bits, for several reasons may hold at once (6.1) -------------------------
ENDING_NAMES = ("deck", "advances", "limit", "elimination")
BY_DECK, BY_ADVANCES, BY_LIMIT, BY_ELIMINATION = 1, 2, 4, 8

# --- options (13): bits of the record's field `options`, after the two of the house ---------------
VERSION_NAMES = ("basic", "intermediate", "campaign")
RESERVE_RULE_NAMES = ("none", "euro")
EURO_MAP = 4
LOIRE = 8
AEGEAN = 16
SECOND_TIMBER = 32
HEAVENS_NEEDS_N = 64
TIE_CHOICE = 128
EURO_RESERVE = 256
LEADER_STACK = 512
OPEN_HANDS = 1024
