"""Every id of the game as an int, with the tuple of its names beside it.

"None" is -1 everywhere, and every table ends in a blank row, so that looking up
-1 finds blanks and not, in silence, the last entry.
"""

from paxren_env.core.constants import (
    AUTO_FORCED,
    NONE,
    RUNNING,
    STATUS_NAMES,
    TERMINATED,
    TRUNCATED,
    Player,
)

__all__ = ["AUTO_FORCED", "NONE", "RUNNING", "STATUS_NAMES", "TERMINATED", "TRUNCATED", "Player"]

# The aliases cost nothing and say which int is meant.
Card = int  # 0-176 the cards of data/cards.csv, 177-186 the empire squares
Empire = int
Location = int  # an empire, THE_EAST or THE_WEST
City = int  # a slot that holds one knight or rook: Constantinople is three of them
Border = int
Side = int
Slot = int  # market: side * 6 + column
Token = int
Agent = int
Op = int

MAX_PLAYERS = 4

# --- sides ----------------------------------------------------------------------------------------
EAST, WEST = 0, 1
SIDE_NAMES = ("east", "west")

# --- empires and locations ------------------------------------------------------------------------
ENGLAND, FRANCE, HOLY_ROMAN_EMPIRE, HUNGARY, BYZANTIUM = 0, 1, 2, 3, 4
PORTUGAL, ARAGON, PAPAL_STATES, OTTOMAN, MAMLUK = 5, 6, 7, 8, 9
EMPIRE_NAMES = (
    "england", "france", "holy_roman_empire", "hungary", "byzantium",
    "portugal", "aragon", "papal_states", "ottoman", "mamluk",
)  # fmt: skip
NUM_EMPIRES = 10
THE_EAST, THE_WEST = 10, 11
LOCATION_NAMES = (*EMPIRE_NAMES, "the_east", "the_west")
NUM_LOCATIONS = 12

# --- religions: also the colours gold, green, red -------------------------------------------------
CATHOLIC, ISLAMIC, REFORMIST = 0, 1, 2
MEDIEVAL = -1
RELIGION_NAMES = ("catholic", "islamic", "reformist", "medieval")  # [-1] is medieval
COLOUR_NAMES = ("gold", "green", "red")
NUM_RELIGIONS = 3

# --- cities, borders: the order of data/cities.csv and data/borders.csv ---------------------------
CITY_NAMES = (
    "london", "bordeaux",
    "paris", "bruges", "lyon",
    "vienna", "lubeck", "nurnberg", "novgorod",
    "buda", "varna", "kyiv",
    "tana", "caffa", "trebizond",
    "toledo", "granada", "spice_islands",
    "valencia", "algiers", "timbuktu",
    "venice", "venice_2",
    "constantinople_1", "constantinople_2", "constantinople_3", "modon", "rhodes",
    "cairo", "cyprus", "red_sea",
)  # fmt: skip
NUM_CITIES = 31
NOVGOROD, KYIV, TANA, TREBIZOND, SPICE_ISLANDS, TIMBUKTU = 8, 11, 12, 14, 17, 20
VENICE, VENICE_2 = 21, 22
CONSTANTINOPLE, CONSTANTINOPLE_3, RED_SEA = 23, 25, 30

BORDER_NAMES = (
    "aragon-france", "aragon-papal_states", "aragon-portugal", "byzantium-hungary",
    "byzantium-mamluk", "england-france", "england-portugal", "france-holy_roman_empire",
    "holy_roman_empire-hungary", "holy_roman_empire-papal_states", "hungary-ottoman",
    "mamluk-ottoman", "ottoman-papal_states",
)  # fmt: skip
NUM_BORDERS = 13

# --- tokens: what lies in the pool; a pawn is one of four players' --------------------------------
KNIGHT, ROOK, PAWN, PIRATE, BISHOP = 0, 3, 6, 10, 13  # + colour (pawns: + seat)
NUM_TOKENS = 16
NUM_REPRESSED = 10  # knights, rooks and pawns: token ids 0-9
TOKEN_NAMES = (
    "gold knight", "green knight", "red knight",
    "gold rook", "green rook", "red rook",
    "pawn 0", "pawn 1", "pawn 2", "pawn 3",
    "gold pirate", "green pirate", "red pirate",
    "gold bishop", "green bishop", "red bishop",
)  # fmt: skip

# --- agents: what is printed on a card; its pawn belongs to whoever plays it ----------------------
OWN_PAWN, AGENT_PIRATE, AGENT_BISHOP = 6, 7, 10  # knights 0-2 and rooks 3-5 as above
NUM_AGENTS = 13
AGENT_NAMES = (*TOKEN_NAMES[:6], "own pawn", *TOKEN_NAMES[10:])

# --- a spot: anywhere a token can lie, as one int -------------------------------------------------
SPOT_CITY, SPOT_BORDER, SPOT_SQUARE, SPOT_CARD = 0, 31, 44, 54

# --- cards ----------------------------------------------------------------------------------------
NUM_CARDS = 177
SQUARE = 177  # + empire
NUM_PIECES = 187  # cards and squares
BLANK = 187
TABLEAU_CARD, QUEEN, COMET, EMPIRE_SQUARE = 0, 1, 2, 3
CARD_KIND_NAMES = ("tableau", "queen", "comet", "square")
BASE_SET, EXPANSION_SET, PROMO_SET = 0, 1, 2
SET_NAMES = ("base", "expansion", "promo")

IN_BOX, IN_DECK, IN_MARKET, IN_HAND, IN_TABLEAU, OLD_MAID, IN_THRONE, DISCARDED = range(8)
PLACE_NAMES = (
    "box", "deck", "market", "hand", "tableau", "old maid", "throne", "discard",
)  # fmt: skip

# --- prestige: the three religions first ----------------------------------------------------------
LAW, DISCOVERY, PATRON = 3, 4, 5
PRESTIGE_NAMES = ("catholic", "islamic", "reformist", "law", "discovery", "patron")
NUM_PRESTIGE = 6

# --- one-shots; the first five, and a campaign, are wars ------------------------------------------
CONSPIRACY, PEASANT_REVOLT, CRUSADE, JIHAD, REFORMATION = 0, 1, 2, 3, 4
TRADE_SHIFT, CORONATION, APOSTASY = 5, 6, 7
ONE_SHOT_NAMES = (
    "conspiracy", "peasant_revolt", "crusade", "jihad", "reformation",
    "trade_shift", "coronation", "apostasy",
)  # fmt: skip
# What else can cause a regime change (B11), numbered after the one-shots.
BY_CAMPAIGN, BY_VOTE = 8, 9
CAUSE_NAMES = (*ONE_SHOT_NAMES, "campaign", "vote")

# An apostasy is between two religions; its id is the religion left out.
APOSTASY_NAMES = ("islamic+reformist", "catholic+reformist", "catholic+islamic")

# --- ops ------------------------------------------------------------------------------------------
INQUISITOR, COMMERCE, BEHEAD, TAX, REPRESS, VOTE, CORSAIR, SIEGE, CAMPAIGN = (
    0, 3, 5, 6, 7, 8, 10, 13, 14,
)  # fmt: skip
OP_NAMES = (
    "inquisitor:catholic", "inquisitor:islamic", "inquisitor:reformist",
    "commerce:east", "commerce:west", "behead", "tax", "repress",
    "vote:east", "vote:west", "corsair:catholic", "corsair:islamic", "corsair:reformist",
    "siege", "campaign",
)  # fmt: skip
NUM_OPS = 15
REPRESS_KNIGHT, REPRESS_ROOK, REPRESS_PAWN = 1, 2, 4  # bits: what a repress op depicts

# --- abilities: the order of data/abilities.csv ---------------------------------------------------
(
    BEHEAD_WEST_CARD_WITH_RED_OR_GOLD_BISHOP,
    BEHEAD_EAST_CARD_WITH_GREEN_OR_RED_BISHOP,
    BEHEAD_EAST_CARD_WITH_BISHOP,
    CORONATION_MAY_CLAIM_MARRIED_OR_ENEMY_KINGS,
    GOLD_ROOKS_AS_KNIGHTS_IN_CRUSADES,
    CONCESSIONS_DOUBLE_IN_SPICE_ISLANDS_FAIRS,
    CONCESSIONS_DOUBLE_IN_FAIRS_AND_VOTES,
    EMPORIUM_SUBSIDY_IS_TWO,
    FREE_TRADE_FAIR,
    FREE_EAST_OPS,
    FREE_WEST_OPS,
    EAST_AND_WEST_OPS_IN_ONE_ACTION,
    ACTION_APOSTASY_BETWEEN_ANY_TWO_RELIGIONS,
    ACTION_DISCARD_FOR_PEASANT_REVOLT,
    SALE_PAYS_FOUR,
    SALE_BORROWS_ENEMY_POLITICAL_OP,
    SALE_EMANCIPATES_IN_THE_WEST,
    SALE_OF_ANY_CARD_MAY_FIRE_ITS_ONE_SHOT,
    UNLIMITED_HAND,
    IMMUNE_TO_SILENCING,
    IMMUNE_TO_APOSTASY,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    VENICE_HOLDS_TWO,
    PORTUGAL_AND_FRANCE_NOT_ADJACENT,
    HOLY_DECLARATION_COSTS_TWO_ACTIONS,
    IMPERIAL_DECLARATION_COSTS_TWO_ACTIONS,
    GLOBALIZATION_DECLARATION_COSTS_TWO_ACTIONS,
    PATRON_AS_CONCESSION_IN_GLOBALIZATION,
    PATRON_AS_LAW_IN_RENAISSANCE,
    COUNTS_AS_REPUBLIC,
    PATRON_AS_GREEN_BISHOP_IN_HOLY,
    MAMLUK_REPRESSED_AS_KNIGHTS_IN_EAST_CAMPAIGNS,
    PATRON_REDUCES_VOTE_COST,
    GREEN_PIRATES_COUNT_AS_RED_BISHOPS_AND_UNITS,
) = range(34)
NUM_ABILITIES = 34

# --- victories; the first five have a square to activate ------------------------------------------
HOLY, IMPERIAL, GLOBALIZATION, RENAISSANCE, BYZANTINE = 0, 1, 2, 3, 4
PATRON_VICTORY, LAST_SURVIVOR = 5, 6
VICTORY_NAMES = (
    "holy", "imperial", "globalization", "renaissance", "byzantine", "patron", "last_survivor",
)  # fmt: skip
NUM_VICTORY_SQUARES = 5

# --- banks and options ----------------------------------------------------------------------------
BANK_NAMES = ("fugger", "medici", "coeur", "marchionni", "berenberg", "mendes")
NUM_BANKS = 6
FUGGER = 0

MAP_1460, MAP_1550, AGE_OF_REFORMATION = 0, 1, 2
MAP_NAMES = ("1460", "1550", "age_of_reformation")
V1_4, RULESET_2021, RULESET_1E = 0, 1, 2
RULESET_NAMES = ("v1.4", "2021", "1e")

# Yes-or-no options are bits of one field; the first is AUTO_FORCED.
ASTROLOGY, BANKRUPTCY, EXTENDED, LIMITED_CARDS, OPEN_HANDS, STRAWMAN_CAMPAIGN = 2, 4, 8, 16, 32, 64
OPTION_NAMES = (
    "auto_forced", "astrology", "bankruptcy", "extended", "limited_cards", "open_hands",
    "strawman_campaign",
)  # fmt: skip

# The solo game (Book II, part O), and its two open questions: bits of one field.
HUMAN, BOT = 0, 1  # the seats of a solo game
SOLO_GAME, SOLO_REFUSES, SOLO_SWEEPS = 1, 2, 4
SOLO_FLORINS_NAMES = ("skip", "refuse")
SOLO_SEARCH_NAMES = ("twice", "once")
DEFAULT_SOLO_TOP_CARDS = 8  # O: the difficulty; more is easier
MAX_SOLO_TOP_CARDS = 24
SOLO_NAMES = (
    "solo game", "the bot buys nothing past a loaded card", "the bot reads its table only once",
)  # fmt: skip

# --- numbers of the rulebook ----------------------------------------------------------------------
BOTTOM_CARDS = 12  # C5: shuffled with the comets
SOLO_BOTTOM_CARDS = 8  # O: the same in the solo game
DECK_WITHOUT_PLAYERS = 14  # C5: those and the two comets
SOLO_DECK_WITHOUT_TOP = 10  # O: the same in the solo game
CARDS_PER_PLAYER = 4
EXTENDED_CARDS = 4
FIRST_FLORINS = 3
NO_TURN_LIMIT = 0
MOST_TURNS = 32767  # what the record can count: there the game is cut in any case
DEFAULT_MAX_TURNS = 200
HAND_LIMIT = 2
ACTIONS_PER_TURN = 2
NUM_COLUMNS = 6
NUM_SLOTS = 12
