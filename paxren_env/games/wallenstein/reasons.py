"""Why an answer is not legal: one statement for each reason, by the section of the rules."""

from paxren_env.core.reasons import Reasons

reasons = Reasons()

# --- S2, ML1: the draft ---------------------------------------------------------------------------
NOT_OPEN = reasons.add("S2", "the card of {county} is not one of the two open cards")
NOT_OWN_PAIR = reasons.add(
    "S2.5", "the open cards are not the two that lay open at {player}'s previous selection"
)
NO_GROUP = reasons.add("S2.3", "{player} has no group of {armies} left")
LAST_COUNTY = reasons.add("ML1", "it is the last county: the leader must stand here")

# --- R3: planning ---------------------------------------------------------------------------------
CARD_NOT_OWNED = reasons.add("R3", "{county} belongs to {owner}, not to {player}")
CARD_LAID = reasons.add("R3", "the card of {county} lies already in {laid}")
TOO_FEW_THALERS = reasons.add("R3.1", "{player} has {thalers} and cannot pay this bid")
CARDS_FOR_ALL = reasons.add("R3.1", "who has more cards than boxes must bid one of them")
BOX_MUST_BE_COVERED = reasons.add(
    "R3.3", "no blank card is left, and there are counties for all boxes"
)
NO_COURT = reasons.add("EC", "there are no tower cards without the Emperor's Court")
NO_TOWER_CARD = reasons.add("EC", "all tower cards of {player} are laid")

# --- R5, LK, EC: order, benefits, favours ---------------------------------------------------------
POSITION_TAKEN = reasons.add("R5.3", "{player_there} has this position")
NO_BENEFIT = reasons.add("LK", "the card of level {level} offers none")
FAVOUR_GONE = reasons.add("EC2", "the favour is gone")
TOO_FEW_COURTIERS = reasons.add("EC2", "costs {price}, {player} has {courtiers} in the hall")
NO_SUPPLY = reasons.add("EC3", "{player} has no army in supply")
NOT_OWN_OR_NEUTRAL = reasons.add("EC3", "{county} belongs to {owner}")
FAVOUR_NOT_OWN = reasons.add("EC3", "{county} belongs to {owner}, not to {player}")
HAS_BUILDING = reasons.add("A0-A2", "{county} has a {building} already")
NO_FREE_SITE = reasons.add("A0-A2", "{county} has no free site")
NONE_IN_STOCK = reasons.add("A0-A2", "no {building} is left")
NO_MARKER = reasons.add("EC3", "{county} has no revolt marker")

# --- A7-A9: marching ------------------------------------------------------------------------------
NOT_ADJACENT = reasons.add("A7-A9", "{county} is not adjacent to {origin}")
MOVE_NOT_OWN = reasons.add("A7", "armies move to an own county only, {county} belongs to {owner}")
CHURCH_IS_SAFE = reasons.add("M5", "the event protects {county}, which has a church")
PROTECTED = reasons.add("EC3", "a favour protects the counties of {owner} from this combat")
ONE_STAYS = reasons.add("A7-A9", "{origin} has {armies_there}, and one must stay behind")

# --- ML, W3: leaders, revolts ---------------------------------------------------------------------
LEADER_NOT_OWN = reasons.add("ML2", "{county} belongs to {owner}, not to {player}")
LEADER_IS_THERE = reasons.add("ML4", "the leader stands in {county} already and must move")
NOT_DRAWN = reasons.add("W3", "{county} does not revolt now")

# --- M2 -------------------------------------------------------------------------------------------
NOT_IN_GAME = reasons.add("M2", "{county} is not in the game with three players")
