"""The words of the notation: spots, and the frames with their arguments."""

from typing import Any

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.solo.places import MOST_FEATS, MOST_PLACES, OVERRIDING
from paxren_env.games.pax_renaissance.rules.o_table import CONCESSIONS
from paxren_env.games.pax_renaissance.tables import CARD_CODES, ROUTE_WIDTH

Position = dict[str, Any]

FACE_NAMES = ("king", "republic")
# Anywhere a token can lie, in the order of the spots.
SPOT_NAMES = (
    *c.CITY_NAMES,
    *c.BORDER_NAMES,
    *(f"repressed on {empire}" for empire in c.EMPIRE_NAMES),
    *CARD_CODES,
)
FLAGS = (False, True)
OPS_SO_FAR = ("nothing", "performed", "borrowed", "performed and borrowed")

# --- frames and their arguments: every value of an argument in the order of its ids ---------------
CARD = ("card", CARD_CODES)
EMPIRE = ("empire", c.EMPIRE_NAMES)
SIDE = ("side", c.SIDE_NAMES)
COLOUR = ("colour", c.COLOUR_NAMES)
BORDER = ("border", c.BORDER_NAMES)
TOKEN = ("token", c.TOKEN_NAMES)
AGENT = ("agent", c.AGENT_NAMES)
SPOT = ("spot", SPOT_NAMES)
PICKED = ("picked", FLAGS)
CAUSE = ("cause", c.CAUSE_NAMES)
SERF_EMPIRE = ("serf_empire", c.LOCATION_NAMES)
# The frame of the solo bot: see bot/places.py.
PLACES = tuple(range((c.NUM_RELIGIONS + 1) * MOST_PLACES))
TRIED = tuple(range(1 << (OVERRIDING + CONCESSIONS + 1)))
ACHIEVED = tuple(range(MOST_FEATS * MOST_FEATS))
OPTIONAL = ("serf_empire",)

ARGUMENTS: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "place token": (TOKEN, SPOT, SERF_EMPIRE),
    "regime change": (EMPIRE, CAUSE),
    "voyage": (("emporium", c.CITY_NAMES), ("next_stop", tuple(range(ROUTE_WIDTH)))),
    "apostasy": (("between", c.APOSTASY_NAMES),),
    "bot": (("place", PLACES), ("tried", TRIED), ("achieved", ACHIEVED)),
    "suitor": (("queen", CARD_CODES),),
    "place_agent": (AGENT, PICKED),
    "serf_empire": (AGENT, BORDER),
    "pacify": (EMPIRE,),
    "casualty": (("attackers", FLAGS),),
    "place_survivor": (TOKEN, ("is_agent", FLAGS)),
    "concession": (EMPIRE, CAUSE),
    "emancipate": (EMPIRE, PICKED),
    "place_freed": (EMPIRE, TOKEN),
    "golden_liberty": (EMPIRE,),
    "op_card": (("side", (*c.SIDE_NAMES, "both")), ("so_far", OPS_SO_FAR)),
    "op": (CARD, ("borrowed", FLAGS)),
    "inquisitor_from": (COLOUR,),
    "inquisitor_to": (("from", CARD_CODES),),
    "commerce": (SIDE,),
    "behead": (CARD,),
    "tax": (CARD,),
    "tax_empire": (CARD, BORDER),
    "tax_response": (BORDER, EMPIRE),
    "levy": (EMPIRE,),
    "repress": (CARD,),
    "vote": (SIDE,),
    "corsair_from": (CARD, COLOUR),
    "corsair_to": (CARD, COLOUR, ("from", c.BORDER_NAMES)),
    "siege": (CARD,),
    "campaign": (CARD,),
    "fire_one_shot": (CARD,),
    "other_side": (SIDE,),
    "source": (TOKEN, SPOT),
    "drop": (("city", c.CITY_NAMES),),
}
FRAMES = {
    **dict(enumerate(p.STEP_NAMES)),
    **dict(enumerate(p.DECISION_NAMES, p.FIRST_DECISION)),
}
FRAME_IDS = {name: frame for frame, name in FRAMES.items()}


def empires() -> enumerate:
    return enumerate(c.EMPIRE_NAMES)
