"""The action line: every choice of the game as one int, cut once, here.

One int is one entity (a card, a city, a pirate on a border ...). What the choice is
for is said by the pending decision; a pair is two decisions in a row.
"""

from paxren_env.core.line import ActionLine
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.tables import CARD_CODES

CARDS, PIECES = CARD_CODES[: c.NUM_CARDS], CARD_CODES[: c.NUM_PIECES]
SLOTS = tuple(f"{side} {column}" for side in c.SIDE_NAMES for column in range(c.NUM_COLUMNS))
VICTORY_SQUARES = c.VICTORY_NAMES[: c.NUM_VICTORY_SQUARES]
SIDES = (*c.SIDE_NAMES, "east then west", "west then east")
ARRANGEMENTS = tuple(f"arrangement {number}" for number in range(6))

line = ActionLine()
NO = line.add("no", 1, "no, done, skip, old maid, repress instead of paying, end the turn")
YES = line.add("yes", 1, "yes")
BUY = line.add("buy", c.NUM_SLOTS, "buy the card of a market slot", SLOTS)
PLAY = line.add("play", c.NUM_CARDS, "play a card from the hand", CARDS)
SELL = line.add("sell", c.NUM_PIECES, "sell a card or a square", PIECES)
OPS = line.add("ops", 4, "perform tableau ops of a side, or of both in this order", SIDES)
FAIR = line.add("fair", 2, "hold a trade fair of a side", c.SIDE_NAMES)
DECLARE = line.add("declare", c.NUM_VICTORY_SQUARES, "declare a victory", VICTORY_SQUARES)
ACTIVATE = line.add("activate", c.NUM_VICTORY_SQUARES, "activate a square", VICTORY_SQUARES)
APOSTATIZE = line.add(
    "apostatize", c.NUM_RELIGIONS, "an apostasy between two religions (Oratory)", c.APOSTASY_NAMES
)
REVOLT = line.add("revolt", 1, "discard for a peasant revolt (Báthory)")
EMPIRE = line.add("empire", c.NUM_EMPIRES, "an empire", c.EMPIRE_NAMES)
CARD = line.add("card", c.NUM_PIECES, "a card or a square", PIECES)
OP = line.add("op", c.NUM_OPS, "an op", c.OP_NAMES)
CITY = line.add("city", c.NUM_CITIES, "a city", c.CITY_NAMES)
BORDER = line.add("border", c.NUM_BORDERS, "a border: a place to put something", c.BORDER_NAMES)
PAWN_AT = line.add("pawn_at", c.NUM_BORDERS, "the pawn on a border", c.BORDER_NAMES)
PIRATE_AT = line.add("pirate_at", c.NUM_BORDERS, "the pirate on a border", c.BORDER_NAMES)
SPACE = line.add("space", c.NUM_SLOTS, "a market slot", SLOTS)
AGENT = line.add("agent", c.NUM_AGENTS, "an agent of the card played", c.AGENT_NAMES)
REPRESSED = line.add(
    "repressed", c.NUM_REPRESSED, "one of the tokens on a square", c.TOKEN_NAMES[: c.NUM_REPRESSED]
)
ARRANGE = line.add("arrange", 6, "an arrangement of Constantinople", ARRANGEMENTS)
NUM_ACTIONS = line.size

EAST_THEN_WEST = OPS + 2
WEST_THEN_EAST = OPS + 3
