"""What can be owed: steps run by the engine, decisions of a seat, throws of chance."""

from paxren_env.core.frames import Frames, Kind
from tests.support.sealed_bids.state import MAX_PLAYERS

SEAT = Kind("seat", tuple(range(MAX_PLAYERS)))

frames = Frames()

REVEAL = frames.step("reveal", "R3")
END_ROUND = frames.step("end round", "R5")

TENS = frames.decision("tens", "R2", secret=True, answers=("tens",))
UNITS = frames.decision("units", "R2", secret=True, answers=("units",))
DICE = frames.chance("dice", "R4", (SEAT.named("winner"),))
