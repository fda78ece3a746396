"""Kinds of tables for long checked play: players, ways to begin, towers."""

import itertools

from tests.support.variants import Variant

EITHER = (False, True)
VARIED = {
    "emperors_court": EITHER,
    "landsknechte": EITHER,
    "military_leaders": EITHER,
    "statues_each_winter": EITHER,
    "first_player": (None, 0, 2),
}
STICKY = {"tower_stick": (19, 20), "tower_dislodge": (1, 400)}

VARIANTS = [
    *(
        Variant({"num_players": players, "setup": setup, "tower": tower}, VARIED)
        for players, setup, tower in itertools.product(
            (3, 4, 5), ("draft", "lineup"), ("shaft", "batch")
        )
    ),
    # A tower that keeps nearly everything runs the supplies short, one that keeps nothing never.
    *(
        Variant(
            {"num_players": players, "tower_stick": (19, 20), "tower_dislodge": (1, 400)}, VARIED
        )
        for players in (3, 5)
    ),
    Variant({"num_players": 4, "tower_stick": (0, 1)}, VARIED),
]
