"""Kinds of tables for long checked play: players, maps and rule sets, with and without the bot."""

import itertools

from paxren_env.games.pax_renaissance.constants import (
    MAP_NAMES,
    OPTION_NAMES,
    RULESET_NAMES,
    SOLO_FLORINS_NAMES,
    SOLO_SEARCH_NAMES,
)
from paxren_env.games.pax_renaissance.options import NOT_SOLO
from tests.support.variants import Variant

EITHER = (False, True)
FLAGS = {name: EITHER for name in OPTION_NAMES if name != "auto_forced"}  # forced ones are asked
SOLO = {
    **{name: EITHER for name in FLAGS if name not in NOT_SOLO},
    "solo_top_cards": (8, 0, 6, 10, 24),
    "solo_florins": SOLO_FLORINS_NAMES,
    "solo_search": SOLO_SEARCH_NAMES,
}

VARIANTS = [
    *(
        Variant({"num_players": players, "map": map_name, "ruleset": ruleset}, FLAGS)
        for players, map_name, ruleset in itertools.product((2, 3, 4), MAP_NAMES, RULESET_NAMES)
    ),
    *(Variant({"num_players": 1, "map": map_name}, SOLO) for map_name in MAP_NAMES),
    *(
        Variant({"bot_seat": seat, "map": map_name}, {**FLAGS, "ruleset": RULESET_NAMES})
        for seat, map_name in itertools.product((0, 1), MAP_NAMES)
    ),
]
