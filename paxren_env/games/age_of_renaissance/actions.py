"""ACTIONS: the one action line of 256 answers (section 8), the same for every table and option."""

from paxren_env.core.line import ActionLine
from paxren_env.games.age_of_renaissance.constants import (
    NUM_ADVANCES,
    NUM_AREAS,
    NUM_CAPITALS,
    NUM_COMMODITIES,
    NUM_FACES,
    NUM_PROVINCES,
    PAPAL_CATEGORIES,
)

line = ActionLine()
PASS = line.add("PASS", 1, "pass, decline, end, roll")
YES = line.add("YES", 1, "yes, pay, use it")
BUY = line.add("BUY", 1, "buy a card with tokens")
ATTACK = line.add("ATTACK", 1, "attack")
CATHEDRAL_ATTACK = line.add("CATHEDRAL", 1, "attack and win by the Cathedral")
EARLIER = line.add("EARLIER", 1, "swap with the player before")
LATER = line.add("LATER", 1, "swap with the player after")
NEUTRAL = line.add("NEUTRAL", 1, "neither Shortage nor Surplus")
SHORTAGE = line.add("SHORTAGE", 1, "a Shortage")
SURPLUS = line.add("SURPLUS", 1, "a Surplus")
CASH = line.add("CASH", 1, "lose cash")
TOKENS = line.add("TOKENS", 1, "lose tokens")
PLUS = line.add("PLUS", 1, "a bid of zero or more")
MINUS = line.add("MINUS", 1, "a bid below zero")
DIGIT = line.add("DIGIT", 10, "the next digit of a bid")
COUNT = line.add("COUNT", 6, "so many tokens, less one")
SEAT = line.add("SEAT", 6, "a seat")
CAPITAL_CHOICE = line.add("CAPITAL", NUM_CAPITALS, "a capital")
PLACE = line.add("PLACE", 6, "a place of a tied group")
CATEGORY = line.add("CATEGORY", len(PAPAL_CATEGORIES), "a category")
AREA = line.add("AREA", NUM_AREAS, "an area")
COMMODITY = line.add("COMMODITY", NUM_COMMODITIES, "a commodity")
ADVANCE = line.add("ADVANCE", NUM_ADVANCES, "an advance")
CARD = line.add("CARD", NUM_FACES, "a card face")
PROVINCE = line.add("PROVINCE", NUM_PROVINCES, "a province")
NUM_ACTIONS = line.size
