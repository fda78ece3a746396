"""What can be owed: every step and every decision of the game, one statement each.

A frame of the stack is one of these with a player and up to three arguments. What is declared
here is all there is to say about it: names, ids, and the kinds of its arguments, from which
observation, notation and tests are derived.
"""

from paxren_env.core.frames import Frames, Kind
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.tables import CARD_CODES, ROUTE_WIDTH

# --- kinds of arguments: all values in the order of their ids -------------------------------------
FLAGS = (False, True)
OPS_SO_FAR = ("nothing", "performed", "borrowed", "performed and borrowed")
# Anywhere a token can lie, in the order of the spots.
SPOT_NAMES = (
    *c.CITY_NAMES,
    *c.BORDER_NAMES,
    *(f"repressed on {empire}" for empire in c.EMPIRE_NAMES),
    *CARD_CODES,
)

CARD = Kind("card", CARD_CODES)
EMPIRE = Kind("empire", c.EMPIRE_NAMES)
SIDE = Kind("side", c.SIDE_NAMES)
CITY = Kind("city", c.CITY_NAMES)
BORDER = Kind("border", c.BORDER_NAMES)
TOKEN = Kind("token", c.TOKEN_NAMES)
AGENT = Kind("agent", c.AGENT_NAMES)
COLOUR = Kind("colour", c.COLOUR_NAMES)
CAUSE = Kind("cause", c.CAUSE_NAMES)
SPOT = Kind("spot", SPOT_NAMES)
PICKED = Kind("bits", FLAGS, "picked")

frames = Frames(first_decision=16)

# --- steps: run by the engine ---------------------------------------------------------------------
TURN = frames.step("turn", "D1")  # another action, or the end of the turn
END_TURN = frames.step("end turn", "D2")
ANNOUNCE = frames.step("announce", "E2")  # a card was played; may its one-shot occur?
PLACE_AGENTS = frames.step("place agents", "E2.2")
PLACE_TOKEN = frames.step(
    "place token",
    "T",
    # The last: where the serf goes that is displaced there.
    (TOKEN, SPOT, Kind("location", c.LOCATION_NAMES, "serf_empire", is_optional=True)),
)
BATTLE = frames.step("battle", "B10")
AFTER_BATTLE = frames.step("after battle", "B10")  # it is won
PLACE_SURVIVORS = frames.step("place survivors", "B10c")
REGIME_CHANGE = frames.step("regime change", "B11", (EMPIRE, CAUSE))
VOYAGE = frames.step(
    "voyage", "G", (CITY.named("emporium"), Kind("stop", tuple(range(ROUTE_WIDTH)), "next_stop"))
)
RESOLVE_APOSTASY = frames.step("apostasy", "K3", (Kind("colour", c.APOSTASY_NAMES, "between"),))
BOT_TURN = frames.step("bot", "O1")  # the turn of the solo bot: see solo/

# --- decisions: asked of a player -----------------------------------------------------------------
MAIN = frames.decision(
    "main",
    "D1",
    answers=("no", "buy", "play", "sell", "ops", "fair", "declare", "apostatize", "revolt"),
)
ACTIVATE_SQUARE = frames.decision("activate", "L1", answers=("activate",))  # which victory square
ONE_SHOT = frames.decision("one_shot", "E2.1", answers=("no", "yes"))  # does it occur?
# Where a region's card fights.
WAR_EMPIRE = frames.decision("war_empire", "B12", answers=("empire",))
# Whose queen, or old maid.
SUITOR = frames.decision("suitor", "I", (CARD.named("queen"),), answers=("no", "empire"))
PICK_AGENT = frames.decision("agent", "E2.2", answers=("no", "agent"))  # which agent next
PLACE_AGENT = frames.decision(
    "place_agent", "E2.2", (AGENT, PICKED), answers=("no", "card", "city", "border")
)
SERF_EMPIRE = frames.decision("serf_empire", "B13d", (AGENT, BORDER), answers=("empire",))
PACIFY = frames.decision("pacify", "F1b", (EMPIRE,), answers=("no", "repressed"))
CASUALTY = frames.decision(
    "casualty",
    "B10b",
    (PICKED.named("attackers"),),
    answers=("city", "pawn_at", "pirate_at", "agent", "repressed"),
)
# Which survivor next.
SURVIVOR = frames.decision("survivor", "B10c", answers=("agent", "repressed"))
PLACE_SURVIVOR = frames.decision(
    "place_survivor", "B10c", (TOKEN, PICKED.named("is_agent")), answers=("city", "border")
)
ARRANGE_SLOTS = frames.decision("arrange", "K2a", answers=("arrange",))
CONCESSION = frames.decision("concession", "B11c", (EMPIRE, CAUSE), answers=("no", "border"))
EMANCIPATE = frames.decision("emancipate", "B11d", (EMPIRE, PICKED), answers=("no", "repressed"))
PLACE_FREED = frames.decision("place_freed", "B11d", (EMPIRE, TOKEN), answers=("city", "border"))
# Enclosure: which empire next.
EMANCIPATE_WEST = frames.decision("emancipate_west", "AB", answers=("no", "empire"))
GOLDEN_LIBERTY = frames.decision("golden_liberty", "B11e", (EMPIRE,), answers=("no", "yes"))
OP_CARD = frames.decision(
    "op_card",
    "E4",
    (Kind("side", (*c.SIDE_NAMES, "both")), Kind("bits", OPS_SO_FAR, "so_far")),  # both: in 2021
    answers=("no", "card"),
)
PICK_OP = frames.decision("op", "E4", (CARD, PICKED.named("borrowed")), answers=("op",))
INQUISITOR_FROM = frames.decision("inquisitor_from", "F1", (COLOUR,), answers=("card",))
INQUISITOR_TO = frames.decision("inquisitor_to", "F1", (CARD.named("from"),), answers=("card",))
PICK_COMMERCE = frames.decision("commerce", "F2", (SIDE,), answers=("space",))
PICK_BEHEAD = frames.decision("behead", "F3", (CARD,), answers=("card",))
PICK_TAX = frames.decision("tax", "F4", (CARD,), answers=("pawn_at",))
TAX_EMPIRE = frames.decision("tax_empire", "F4", (CARD, BORDER), answers=("empire",))
TAX_RESPONSE = frames.decision("tax_response", "F4", (BORDER, EMPIRE), answers=("no", "yes"))
PLACE_LEVY = frames.decision("levy", "G4", (EMPIRE,), answers=("city",))
PICK_REPRESS = frames.decision("repress", "F5", (CARD,), answers=("city", "pawn_at"))
PICK_VOTE = frames.decision("vote", "F6", (SIDE,), answers=("empire",))
CORSAIR_FROM = frames.decision("corsair_from", "F7", (CARD, COLOUR), answers=("pirate_at",))
CORSAIR_TO = frames.decision(
    "corsair_to", "F7", (CARD, COLOUR, BORDER.named("from")), answers=("border",)
)
PICK_SIEGE = frames.decision("siege", "F8", (CARD,), answers=("city", "pirate_at"))
PICK_CAMPAIGN = frames.decision("campaign", "F9", (CARD,), answers=("empire",))
# Do adjacent gold rooks fight?
HOSPITALLER = frames.decision("hospitaller", "K1", answers=("no", "yes"))
BORROW_OP = frames.decision("borrow", "E3", answers=("no", "card"))  # Cryptography: whose op
# Machiavellianism: sold card.
FIRE_ONE_SHOT = frames.decision("fire_one_shot", "E3", (CARD,), answers=("no", "yes"))
# The side to run next.
OTHER_SIDE = frames.decision("other_side", "E4", (SIDE,), answers=("no", "yes"))
DISCARD_CARD = frames.decision("discard", "S3", answers=("card",))  # down to the hand limit
# The spot it goes to.
TOKEN_SOURCE = frames.decision(
    "source", "T", (TOKEN, SPOT), answers=("empire", "card", "city", "pawn_at", "pirate_at")
)
# Of a city that lost a slot: its first slot.
DROP_TOKEN = frames.decision("drop", "V", (CITY,), answers=("city",))

FIRST_DECISION = frames.first_decision
DECISION_NAMES = frames.decision_names
NUM_DECISIONS = len(DECISION_NAMES)
NUM_FRAMES = frames.size
