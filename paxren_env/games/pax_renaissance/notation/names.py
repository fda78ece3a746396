"""The words of the notation: faces, and the frames with their arguments."""

from typing import Any

from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.frames import SPOT_NAMES, frames

__all__ = ["SPOT_NAMES"]

Position = dict[str, Any]

FACE_NAMES = ("king", "republic")
FRAMES = frames.by_id()
FRAME_IDS = {row.name: row.id for row in frames.rows}
ARGUMENTS = {row.name: row.about for row in frames.rows}


def empires() -> enumerate:
    return enumerate(c.EMPIRE_NAMES)
