"""The action line: every choice of the game as one int, cut once, here.

One int is one entity (a card, a city, a pirate on a border ...). What the choice is
for is said by the pending decision; a pair is two decisions in a row.
"""

from paxren_env.games.pax_renaissance.constants import (
    NUM_AGENTS,
    NUM_BORDERS,
    NUM_CARDS,
    NUM_CITIES,
    NUM_EMPIRES,
    NUM_OPS,
    NUM_PIECES,
    NUM_RELIGIONS,
    NUM_REPRESSED,
    NUM_SLOTS,
    NUM_VICTORY_SQUARES,
)

NO = 0  # also: done, skip, old maid, repress instead of paying, end the turn
YES = 1
BUY = 2  # + market slot
PLAY = BUY + NUM_SLOTS  # + card
SELL = PLAY + NUM_CARDS  # + card or square
OPS = SELL + NUM_PIECES  # + side; + 2 East then West; + 3 West then East
FAIR = OPS + 4  # + side
DECLARE = FAIR + 2  # + victory
ACTIVATE = DECLARE + NUM_VICTORY_SQUARES  # + victory
APOSTATIZE = ACTIVATE + NUM_VICTORY_SQUARES  # + the religion left out (Oratory)
REVOLT = APOSTATIZE + NUM_RELIGIONS  # Báthory
EMPIRE = REVOLT + 1  # + empire
CARD = EMPIRE + NUM_EMPIRES  # + card or square
OP = CARD + NUM_PIECES  # + op
CITY = OP + NUM_OPS  # + city
BORDER = CITY + NUM_CITIES  # + border: a place to put something
PAWN_AT = BORDER + NUM_BORDERS  # + border: the pawn there
PIRATE_AT = PAWN_AT + NUM_BORDERS  # + border: the pirate there
SPACE = PIRATE_AT + NUM_BORDERS  # + market slot
AGENT = SPACE + NUM_SLOTS  # + agent
REPRESSED = AGENT + NUM_AGENTS  # + token: one of those on a square
ARRANGE = REPRESSED + NUM_REPRESSED  # + arrangement of Constantinople
NUM_ACTIONS = ARRANGE + 6

EAST_THEN_WEST = OPS + 2
WEST_THEN_EAST = OPS + 3
