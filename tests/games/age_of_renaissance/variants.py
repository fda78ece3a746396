"""Kinds of tables for long checked play: players, versions, rich and wretched starts."""

import itertools
from typing import Any

from paxren_env.games.age_of_renaissance.constants import (
    EDITION_NAMES,
    RESERVE_RULE_NAMES,
    VERSION_NAMES,
)
from tests.support.variants import Variant

EITHER = (False, True)
PLAYERS = (3, 4, 5, 6)
VARIED = {
    "edition": EDITION_NAMES,
    "reserve_rule": RESERVE_RULE_NAMES,
    "timber_epoch1": (1, 2),
    "loire": EITHER,
    "aegean": EITHER,
    "heavens_needs_n": EITHER,
    "tie_choice": EITHER,
    "leader_stack": EITHER,
    "open_hands": EITHER,
}
# Starts that reach what comes late in a game, or never.
STARTS: dict[str, dict[str, Any]] = {
    "rich": {"start_cash": 900, "start_markers": 12, "start_advances": "AEINRSV"},
    "very rich": {"start_cash": 30000, "start_misery": 3},
    "learned": {"start_cash": 500, "start_advances": "EFGHNOPQVWXIJKZ"},
    "wretched": {"start_misery": 25, "start_markers": 6},
    "poor": {"start_cash": 0, "max_turns": 6},
}

VARIANTS = [
    *(
        Variant({"num_players": players, "version": version}, VARIED)
        for players, version in itertools.product(PLAYERS, VERSION_NAMES)
    ),
    *(
        Variant(
            {"num_players": players, **start},
            {**VARIED, "version": VERSION_NAMES},
            f"num_players={players}, {name}",
        )
        for players, (name, start) in itertools.product(PLAYERS, STARTS.items())
    ),
]
