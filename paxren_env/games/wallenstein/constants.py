"""Every id of the game as an int, with the tuple of its names beside it.

"None" is -1 everywhere. Tables end in a blank row (the row after the last id), which stands for it.
"""

# The aliases cost nothing and say which int is meant.
Player = int
County = int
Card = int  # what lies in a box: a county, or one of the cards below
Box = int  # 0-2 the court boxes convert 3, 2, 1; then the ten action boxes
Action = int
Event = int
Favour = int  # its number minus 1
Building = int
Tile = int

MIN_PLAYERS, MAX_PLAYERS = 3, 5

# --- M1: regions and counties, in the order of data/counties.csv ----------------------------------
REGION_NAMES = ("Brandenburg", "Sachsen", "Österreich", "Bayern", "Kurpfalz")
NUM_REGIONS = 5
COUNTIES_PER_REGION = 9
COUNTY_NAMES = (
    "Altmark", "Bremen", "Holstein", "Lueneburg", "Mecklenburg", "Mittelmark", "Neumark",
    "Osnabrueck", "Vorpommern",
    "Anhalt", "HessenDarmstadt", "HessenKassel", "Kursachsen", "Lausitz", "Paderborn",
    "SaechsLande", "Vogtland", "Wolfenbuettel",
    "Boehmen", "Kaernten", "Maehren", "Niederoesterreich", "Oberoesterreich", "Passau",
    "Schlesien", "Steiermark", "Tirol",
    "Augsburg", "Baden", "Bayern", "Konstanz", "Oberpfalz", "Regensburg", "Salzburg",
    "Wuerttemberg", "Wuerzburg",
    "Breisgau", "Burgund", "Koeln", "Lothringen", "Luettich", "Mark", "Strassburg", "Trier",
    "Zweibruecken",
)  # fmt: skip
NUM_COUNTIES = 45

# --- cards: a county card is its county -----------------------------------------------------------
MONEY_CARD = NUM_COUNTIES  # + value 0-4
NUM_MONEY_CARDS = 5
TOWER_CARD = MONEY_CARD + NUM_MONEY_CARDS  # EC
NUM_TOWER_CARDS = 3
BLANK = TOWER_CARD + 1  # a money card (or nothing) in an action box; no bid in the auction box
VOID = BLANK + 1  # R6: the county that lay here was lost before it was revealed

# --- actions, in the order of the mat -------------------------------------------------------------
PALACE, CHURCH, TRADING_POST = 0, 1, 2  # buildings, and the actions that build them
GRAIN, TAXES, DEPLOY_5, DEPLOY_3, DEPLOY_1, COMBAT_A, COMBAT_B = 3, 4, 5, 6, 7, 8, 9
ACTION_NAMES = (
    "palace", "church", "trading_post", "grain", "taxes",
    "deploy5", "deploy3", "deploy1", "combat_A", "combat_B",
)  # fmt: skip
NUM_ACTION_CARDS = 10
OPEN_ACTIONS = 5  # R1: so many action cards are known ahead
BUILDING_NAMES = ACTION_NAMES[:3]
NUM_BUILDINGS = 3

# --- the mat --------------------------------------------------------------------------------------
NUM_COURT_BOXES = 3  # EC: convert 3, 2, 1
FIRST_ACTION_BOX = NUM_COURT_BOXES
NUM_BOXES = FIRST_ACTION_BOX + NUM_ACTION_CARDS
BOX_NAMES = ("convert_3", "convert_2", "convert_1", *ACTION_NAMES)

# --- bonus tiles ----------------------------------------------------------------------------------
THALER_TILE, GRAIN_TILE, SIX_ARMIES_TILE, ATTACK_TILE, DEFEND_TILE = 0, 1, 2, 3, 4
TILE_NAMES = ("thaler", "grain", "six_armies", "attack", "defend")
NUM_TILES = 5  # and as many positions

# --- events ---------------------------------------------------------------------------------------
NUM_EVENTS = 12
OPEN_EVENTS = 4
(
    NO_EFFECT,
    POST_REMOVES_MARKER,
    PALACE_DEFENDS,
    TAX_AT_MOST,
    TAX_AT_LEAST,
    GRAIN_AT_LEAST,
    GRAIN_AT_MOST,
    NEUTRAL_PEASANTS,
    CHURCH_PEACE,
    FEWER_ARMIES,
) = range(10)
EFFECT_NAMES = (
    "no_effect", "post_removes_marker", "palace_defends", "tax_at_most", "tax_at_least",
    "grain_at_least", "grain_at_most", "neutral_peasants", "church_peace", "fewer_armies",
)  # fmt: skip

# --- cubes ----------------------------------------------------------------------------------------
PEASANTS = 5  # the sixth colour
NUM_COLOURS = 6
ARMIES_PER_SEAT = 62
NUM_PEASANTS = 20
FILL_ARMIES, FILL_PEASANTS = 7, 10  # S4: thrown at the start
FIRST_GROUP, NUM_GROUP_SIZES = 2, 4  # S1: army groups have 2 to 5 armies
MOST_GROUPS = 9

# --- Emperor's Court ------------------------------------------------------------------------------
NUM_FAVOURS = 21
OPEN_FAVOURS = 3  # by price: 4, 3, 2
HIGHEST_PRICE = 4
NUM_COURTIERS = 7
(
    CANCEL_EVENT,
    FAVOUR_THALERS,
    ARMIES_TO_TRAY,
    REMOVE_MARKER,
    FAVOUR_GRAIN,
    FAVOUR_VP,
    FREE_BUILDING,
    PROTECTION,
    FREE_ARMIES,
) = range(9)
KIND_NAMES = (
    "cancel_event", "thalers", "armies_to_tray", "remove_marker", "grain", "vp",
    "free_building", "protection", "free_armies",
)  # fmt: skip
PROTECTION_NAMES = ("", "A", "B", "AB")  # bits: 1 against combat A, 2 against combat B

# --- Landsknechte, Military Leaders ---------------------------------------------------------------
NUM_LEVELS = 3
REGIONS_FOR_LANDSKNECHTE = 4
BENEFIT_THALERS, BENEFIT_ARMIES, BENEFIT_GRAIN, BENEFIT_VP = 0, 1, 2, 3
BENEFIT_NAMES = ("thalers", "armies", "grain", "vp")
NUM_BENEFITS = 4
NUM_STATUES = 6  # of each seat

# --- time -----------------------------------------------------------------------------------------
SPRING, SUMMER, FALL, WINTER = 0, 1, 2, 3
SEASON_NAMES = ("spring", "summer", "fall", "winter")
LAST_YEAR = 1
(
    DRAFT_PHASE,
    PLANNING_PHASE,
    ORDER_PHASE,
    LEADERS_PLACED_PHASE,
    LANDSKNECHTE_PHASE,
    COURT_PHASE,
    ACTIONS_PHASE,
    LEADERS_MOVE_PHASE,
    WINTER_PHASE,
    LEADERS_RETURN_PHASE,
    END_PHASE,
) = range(11)
PHASE_NAMES = (
    "draft", "planning", "order", "leaders_placed", "landsknechte", "court", "actions",
    "leaders_move", "winter", "leaders_return", "end",
)  # fmt: skip

# --- options: bits 1 and 2 of the field are the engine's ------------------------------------------
EMPERORS_COURT = 4
LANDSKNECHTE = 8
MILITARY_LEADERS = 16
STATUES_EACH_WINTER = 32
LINEUP = 64  # S3 instead of the draft
BATCH_TOWER = 128  # T2 instead of T1
REWARD_BY_RANK = 256
OWN_DATA = 512  # OP: amounts of the user's own file
