"""The words of the notation: faces and empires, cards read back."""

from typing import Any

from paxren_env.core.notation import find_name
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.tables import CARD_CODES

Position = dict[str, Any]

FACE_NAMES = ("king", "republic")


def empires() -> enumerate:
    return enumerate(c.EMPIRE_NAMES)


def find_card(value: Any, where: str) -> int:
    return find_name(value, where, CARD_CODES, "card")
